/* SPDX-License-Identifier: ISC */
/*
 * Letters out by the machine's sendmail program (postfix, exim, opensmtpd …).
 *
 * `sendmail -i -f SENDER -- RCPT`, the letter on its input with LF line ends.
 * Exit 0 is sent, and 67 (sysexits.h: no user) refused; so is 65 (data) after some
 * tries, for programs that talk with a relay themselves say it of everything that the
 * relay refuses.  What they quote of it is read as an SMTP answer.  After anything
 * else the letter is tried again.  A sendmail that is aborted may have taken its
 * letter, which is then sent twice, with one Message-ID: where it took too long, it is
 * hours until then.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "mail/sink/sink_ops.h"
#include "process/child.h"

#define DATA_TRIES   10 /* more than a day, so that no daily limit is taken for bad data */
#define QUOTED_TRIES 3  /* where the relay's words name the mailbox or the letter */

/* Exits that are not about the letter: the program could do nothing for any.  No host is the
 * relay's, as msmtp says it; 127 is a shell's where the program is not there. */
static const int troubles[] = { EX_USAGE, EX_NOHOST, EX_SOFTWARE, EX_OSERR, EX_OSFILE, EX_CANTCREAT,
	EX_IOERR, EX_NOPERM, EX_CONFIG, 127 };

/* The program at work for one slot. */
struct run {
	struct child child;
	char output[1000];
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
	plan.words[3] = slot->from;
	plan.words[5] = slot->to;
	plan.limits.wall = sink->options.timeout;
	plan.input = slot_unix_lines(slot, &plan.input_length);
	plan.output = run->output;
	plan.size = sizeof run->output;
	if (child_start(&run->child, &plan, &err) == -1)
		slot_blame(slot, BLAME_SERVER, 0, err.text);
	else
		sink_wake_at(sink, clock_steady_ms() + CHILD_POLL_MS);
}

/* What a relay said, out of what the program printed, without the line's end; NULL.  It begins
 * with its code, 5xx; 587 is a port. */
static char *
quoted_rejection(char *output)
{
	for (char *p = output; (p = strchr(p, '5')) != NULL; p++) {
		if ((p > output && isalnum((unsigned char)p[-1])) || strspn(p, "012345679") != 3 ||
		    (p[3] != ' ' && p[3] != '-'))
			continue;
		p[strcspn(p, "\r\n")] = '\0';
		return p;
	}
	return NULL;
}

static enum blame
blame_of_exit(int code)
{
	for (size_t i = 0; i < sizeof troubles / sizeof troubles[0]; i++)
		if (troubles[i] == code)
			return BLAME_SERVER;
	return code == EX_NOUSER || code == EX_DATAERR ? BLAME_LETTER : BLAME_UNCLEAR;
}

static void
sendmail_failed(struct sink *sink, struct slot *slot, int code, char *output)
{
	char *said = quoted_rejection(output);
	enum blame blame = blame_of_exit(code);
	int tries = slot->delivery.tries + 1;
	bool is_final;

	if (said != NULL)
		blame = blame_of_rejection(
		    rejection_read(REJECTED_AT_RECIPIENT, (int)strtol(said, NULL, 10), said));
	is_final = blame == BLAME_LETTER &&
	    (code == EX_NOUSER ||
		(code == EX_DATAERR && tries >= (said != NULL ? QUOTED_TRIES : DATA_TRIES)));
	slot_end(slot, is_final ? SENT_REFUSED : SENT_RETRY, code, "%s: exit %d%s%s",
	    sink->options.path, code, output[0] != '\0' ? ": " : "", said != NULL ? said : output);
	slot->delivery.answer.blame = blame;
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
		else if (rc == -1 && run->child.is_late)
			/* It may be so for this letter alone. */
			slot_unsure(slot, BLAME_UNCLEAR, err.text);
		else if (rc == -1)
			slot_blame(slot, BLAME_SERVER, 0, err.text);
		else if (code == 0)
			slot_end(slot, SENT, 0, "taken by %s", sink->options.path);
		else
			sendmail_failed(sink, slot, code, run->output);
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
