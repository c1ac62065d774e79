/* SPDX-License-Identifier: ISC */
/*
 * Letters out by the machine's sendmail program (postfix, exim, opensmtpd …).
 *
 * `sendmail -i -f SENDER -- RCPT`, the letter on its input with LF line ends.
 * Exit 0 is sent; 64, 65, 67 and 68 (sysexits.h: usage, data, no user, no host)
 * are refused; after anything else the letter is tried again.  A sendmail that is
 * aborted may have taken its letter, which is then sent twice, with one Message-ID.
 */
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "mail/net/child.h"
#include "mail/net/helper.h"
#include "mail/sink/sink_ops.h"

/* The program at work for one slot. */
struct run {
	struct child child;
	char output[200];
};

static int
sendmail_open(struct sink *sink, struct err *err)
{
	sink->state = arena_alloc(sink->arena, (size_t)sink->slot_count * sizeof(struct run));
	if (access(sink->options.path, X_OK) == -1)
		return err_system(err, "cannot run %s", sink->options.path);
	return 0;
}

static struct run *
run_of(struct sink *sink, const struct slot *slot)
{
	return (struct run *)sink->state + (slot - sink->slots);
}

static void
sendmail_command(
    const char *path, const char *sender, const char *recipient, struct helper_command *out)
{
	*out = (struct helper_command){ { path, "-i", "-f", sender, "--", recipient }, 6 };
}

void
sink_command(const struct sink_options *options, struct helper_command *out)
{
	sendmail_command(options->path, NULL, NULL, out);
}

static void
sendmail_begin(struct sink *sink, struct slot *slot)
{
	struct helper_command command;
	struct run *run = run_of(sink, slot);
	size_t length;
	const char *bytes = slot_unix_lines(slot, &length);
	struct err err;

	sendmail_command(
	    sink->options.path, slot->delivery.sender, slot->delivery.recipient, &command);
	if (child_start(&run->child, command.words, bytes, length, sink->options.timeout,
		run->output, sizeof run->output, &err) == -1)
		slot_end(slot, SENT_RETRY, 0, "%s", err.text);
	else
		sink_wake_at(sink, clock_steady_ms() + CHILD_POLL_MS);
}

static void
sendmail_run(struct sink *sink)
{
	bool is_pending = false;
	struct err err;

	for (int i = 0; i < sink->slot_count; i++) {
		struct slot *slot = &sink->slots[i];
		struct run *run = run_of(sink, slot);
		int code, rc;

		if (slot->stage != SLOT_PENDING)
			continue;
		rc = child_poll(&run->child, &code, &err);
		if (rc == 0)
			is_pending = true;
		else if (rc == -1)
			slot_end(slot, SENT_RETRY, 0, "%s", err.text);
		else if (code == 0)
			slot_end(slot, SENT, 0, "taken by %s", sink->options.path);
		else
			slot_end(slot,
			    code == 64 || code == 65 || code == 67 || code == 68 ? SENT_REFUSED :
										   SENT_RETRY,
			    code, "%s: exit %d%s%s", sink->options.path, code,
			    run->output[0] != '\0' ? ": " : "", run->output);
	}
	sink_wake_at(sink, is_pending ? clock_steady_ms() + CHILD_POLL_MS : 0);
}

static void
sendmail_cancel(struct sink *sink, struct slot *slot)
{
	child_kill(&run_of(sink, slot)->child);
}

const struct sink_ops sink_sendmail_ops = {
	.kind = { .name = "sendmail", .path_default = "/usr/sbin/sendmail", .runs_programs = true },
	.open = sendmail_open,
	.begin = sendmail_begin,
	.run = sendmail_run,
	.cancel = sendmail_cancel,
};
