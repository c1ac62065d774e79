/* SPDX-License-Identifier: ISC */
/*
 * Letters out by the machine's sendmail program (postfix, exim, opensmtpd …).
 *
 * `sendmail -i -f SENDER -- RCPT`, the letter on its input with LF line ends.
 * 0 is sent; 64, 65, 67 and 68 (sysexits.h: usage, data, no user, no host)
 * stop; anything else is tried again.  A sendmail that is ended in a hurry may
 * have taken its letter: that goes once more, with the same Message-ID.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "mail/net/unix.h"
#include "mail/sink/sink_ops.h"

struct sendmail {
	atomic_bool hurry; /* set by another thread */
};

static int
sendmail_probe(struct sink *sink, struct err *err)
{
	if (access(sink->options.path, X_OK) == -1)
		return err_system(err, "cannot run %s", sink->options.path);
	return 0;
}

static int
sendmail_open(struct sink *sink, struct err *err)
{
	sink->state = arena_alloc(sink->arena, sizeof(struct sendmail));
	return sendmail_probe(sink, err);
}

static void
sendmail_close(struct sink *sink)
{
	(void)sink;
}

static void
sendmail_hurry(struct sink *sink)
{
	struct sendmail *sendmail = sink->state;

	atomic_store(&sendmail->hurry, true);
}

static bool
is_permanent(int code)
{
	return code == 64 || code == 65 || code == 67 || code == 68;
}

static void
sendmail_send(struct sink *sink, const struct parcel *parcel, struct sink_answer *answer)
{
	struct sendmail *sendmail = sink->state;
	const char *const argv[] = { sink->options.path, "-i", "-f", parcel->sender, "--",
		parcel->recipient, NULL };
	struct arena *arena = arena_new();
	size_t length;
	const char *bytes = unix_lines(arena, parcel->bytes, parcel->length, &length);
	char output[200];
	struct err err;
	int code = unix_run(argv, bytes, length, sink->options.timeout, &sendmail->hurry, output,
	    sizeof(output), &err);

	if (code == -1)
		answer_set(answer, SENT_RETRY, 0, "%s", err.text);
	else if (code == 0)
		answer_set(answer, SENT, 0, "taken by %s", sink->options.path);
	else
		answer_set(answer, is_permanent(code) ? SENT_REFUSED : SENT_RETRY, code,
		    "%s: exit %d%s%s", sink->options.path, code, output[0] != '\0' ? ": " : "",
		    output);
	arena_free(arena);
}

const struct sink_ops sink_sendmail_ops = {
	.kind = { .name = "sendmail", .path_default = "/usr/sbin/sendmail", .runs_programs = true },
	.open = sendmail_open,
	.probe = sendmail_probe,
	.close = sendmail_close,
	.send = sendmail_send,
	.hurry = sendmail_hurry,
};
