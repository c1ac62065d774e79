/* SPDX-License-Identifier: ISC */
/*
 * Letters out into Maildirs, one for each address: path/alice@example.org/.
 *
 * Made on demand; needs no mail server.  The letter's name is its file name, so
 * a letter sent again after a crash is there once.  Line ends become LF, as
 * Maildirs have them.
 */
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "mail/net/unix.h"
#include "mail/sink/sink_ops.h"
#include "mail/source/maildir.h"

static int
maildir_open(struct sink *sink, struct err *err)
{
	return folder_make(sink->options.path, err);
}

static void
maildir_close(struct sink *sink)
{
	(void)sink;
}

static int
maildir_probe(struct sink *sink, struct err *err)
{
	if (access(sink->options.path, W_OK | X_OK) == -1)
		return err_system(err, "cannot write into %s", sink->options.path);
	return 0;
}

/* The address in lower case; false when it is no safe name for a folder. */
static bool
folder_name(char out[NAME_MAX + 1], const char *address)
{
	size_t n = 0;

	if (address[0] == '.' || strchr(address, '/') != NULL || strlen(address) > NAME_MAX)
		return false;
	for (; address[n] != '\0'; n++)
		out[n] = (char)tolower((unsigned char)address[n]);
	out[n] = '\0';
	return true;
}

static void
maildir_send(struct sink *sink, const struct parcel *parcel, struct sink_answer *answer)
{
	struct arena *arena = arena_new();
	char name[NAME_MAX + 1];
	char path[PATH_MAX];
	struct err err;
	size_t length;
	const char *bytes = unix_lines(arena, parcel->bytes, parcel->length, &length);

	if (!folder_name(name, parcel->recipient))
		answer_set(
		    answer, SENT_REFUSED, 0, "no folder can have the name %s", parcel->recipient);
	else if (folder_join(path, sink->options.path, name, &err) == -1 ||
	    maildir_put(path, parcel->name, bytes, length, &err) == -1)
		answer_set(answer, SENT_RETRY, 0, "%s", err.text);
	else
		answer_set(answer, SENT, 0, "delivered into %s", path);
	arena_free(arena);
}

const struct sink_ops sink_maildir_ops = {
	.kind = { .name = "maildir", .path_default = "mail/out", .is_local = true },
	.open = maildir_open,
	.probe = maildir_probe,
	.close = maildir_close,
	.send = maildir_send,
};
