/* SPDX-License-Identifier: ISC */
/*
 * Letters out by the machine's sendmail program (postfix, exim, opensmtpd …).
 *
 * `sendmail -i -f SENDER -- RCPT`, the letter on its input with LF line ends.
 * Exit 0 is sent; 64, 65, 67 and 68 (sysexits.h: usage, data, no user, no host)
 * are refused; after anything else the letter is tried again.  A sendmail that is
 * aborted may have taken its letter, which is then sent twice, with one Message-ID.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "mail/sink/sink_ops.h"
#include "process/child.h"

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

static void
sendmail_look(const struct sink_options *options, struct finding *finding)
{
	if (access(options->path, X_OK) == -1)
		finding_wrong(finding, "install a mail server, or set the sink's path",
		    "letters cannot be sent by %s (%s)", options->path, strerror(errno));
	else
		finding_well(finding, "letters are sent by %s", options->path);
}

static struct run *
run_of(struct sink *sink, const struct slot *slot)
{
	return (struct run *)sink->state + (slot - sink->slots);
}

void
sink_command(const struct sink_options *options, struct child_plan *out)
{
	*out = (struct child_plan){ .words = { options->path, "-i", "-f", NULL, "--", NULL },
		.count = 6 };
}

static void
sendmail_begin(struct sink *sink, struct slot *slot)
{
	struct child_plan plan;
	struct run *run = run_of(sink, slot);
	struct err err;

	sink_command(&sink->options, &plan);
	plan.words[3] = slot->delivery.sender;
	plan.words[5] = slot->delivery.recipient;
	plan.limits.wall = sink->options.timeout;
	plan.input = slot_unix_lines(slot, &plan.input_length);
	plan.output = run->output;
	plan.size = sizeof run->output;
	if (child_start(&run->child, &plan, &err) == -1)
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
	.kind = { .name = "sendmail",
	    .needs_path = true,
	    .path_default = "/usr/sbin/sendmail",
	    .runs_programs = true },
	.open = sendmail_open,
	.look = sendmail_look,
	.begin = sendmail_begin,
	.run = sendmail_run,
	.cancel = sendmail_cancel,
};
