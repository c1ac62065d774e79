/* SPDX-License-Identifier: ISC */
/*
 * Letters out into Maildirs, one for each address: path/alice@example.org/.
 *
 * They are made on demand; no mail server is needed.  The letter's name is its file
 * name, so a letter sent again after a crash is there once.  Line ends become LF, as
 * Maildirs have them.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/folder.h"
#include "mail/sink/sink_ops.h"
#include "mail/source/maildir.h"

static int
maildir_open(struct sink *sink, struct err *err)
{
	return folder_make(sink->options.path, err);
}

static void
maildir_look(const struct sink_options *options, struct finding *finding)
{
	if (access(options->path, W_OK) == -1 && errno != ENOENT)
		finding_wrong(finding, "give it to the server's user",
		    "letters cannot be put into %s (%s)", options->path, strerror(errno));
	else
		finding_well(finding, "letters are sent into Maildirs in %s", options->path);
}

static void
maildir_begin(struct sink *sink, struct slot *slot)
{
	const char *recipient = slot->delivery.recipient, *bytes;
	char name[NAME_MAX + 1], path[PATH_MAX];
	size_t length, n = strlen(recipient);
	struct err err;

	if (recipient[0] == '.' || strchr(recipient, '/') != NULL || n > NAME_MAX) {
		slot_end(slot, SENT_REFUSED, 0, "no folder can have the name %s", recipient);
		return;
	}
	for (size_t i = 0; i <= n; i++)
		name[i] = (char)tolower((unsigned char)recipient[i]);
	bytes = slot_unix_lines(slot, &length);
	if (folder_join(path, sink->options.path, name, &err) == -1 ||
	    maildir_put(path, slot->delivery.name, bytes, length, &err) == -1)
		slot_end(slot, SENT_RETRY, 0, "%s", err.text);
	else
		slot_end(slot, SENT, 0, "delivered into %s", path);
}

const struct sink_ops sink_maildir_ops = {
	.kind = { .name = "maildir",
	    .needs_path = true,
	    .path_default = "mail/out",
	    .is_local = true },
	.open = maildir_open,
	.look = maildir_look,
	.begin = maildir_begin,
};
