/* SPDX-License-Identifier: ISC */
/*
 * A kind of sink in the place of all others: its letters wait at a gate, are
 * refused or taken as their recipients' names say ("slow", "dead", "down", "limit", "mute").
 */
#ifndef TESTS_MAIL_FAKE_H
#define TESTS_MAIL_FAKE_H

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "mail/sink/sink_ops.h"

static struct {
	bool gate_is_open, is_shut; /* the gate; a sink that does not open */
	bool is_slow;               /* all but "quick" go through the gate */
	int opened, closed, cancelled;
	int begun;            /* letters */
	char order[2000][64]; /* their recipients, in the order they were begun in */
	char name[2000][64];
} fake;

static bool
fake_waits(const struct slot *slot)
{
	const char *recipient = slot->delivery.recipient;

	return !fake.gate_is_open &&
	    (strncmp(recipient, "slow", 4) == 0 ||
		(fake.is_slow && strncmp(recipient, "quick", 5) != 0));
}

static int
fake_open(struct sink *sink, struct err *err)
{
	(void)sink;
	if (fake.is_shut)
		return err_set(err, "no more sinks");
	fake.opened++;
	return 0;
}

static void
fake_close(struct sink *sink)
{
	for (int i = 0; i < sink->slot_count; i++)
		if (sink->slots[i].stage == SLOT_PENDING)
			fake.closed = -1000;
	fake.closed++;
}

static int
fake_probe(struct sink *sink, struct err *err)
{
	(void)sink, (void)err;
	return 0;
}

/* Each ends in a run, and none in its begin. */
static void
fake_begin(struct sink *sink, struct slot *slot)
{
	int i = fake.begun++ % 2000;

	snprintf(fake.order[i], sizeof fake.order[i], "%s", slot->delivery.recipient);
	snprintf(fake.name[i], sizeof fake.name[i], "%s", slot->delivery.name);
	if (!fake_waits(slot))
		sink_wake_at(sink, clock_steady_ms());
}

static void
fake_run(struct sink *sink)
{
	for (int i = 0; i < sink->slot_count; i++) {
		struct slot *slot = &sink->slots[i];
		const char *recipient = slot->delivery.recipient;

		if (slot->stage != SLOT_PENDING || fake_waits(slot))
			continue;
		if (strncmp(recipient, "dead", 4) == 0) {
			slot_end(slot, SENT_REFUSED, 550, "550 %s", slot->delivery.name);
		} else if (strncmp(recipient, "busy", 4) == 0) {
			slot_end(slot, SENT_RETRY, 451, "451 %s", slot->delivery.name);
		} else if (strncmp(recipient, "down", 4) == 0) {
			slot_blame(slot, BLAME_SERVER, 0, "no connection");
		} else if (strncmp(recipient, "limit", 5) == 0) {
			slot_blame(slot, BLAME_OURS, 550, "550 5.4.5 limit exceeded");
		} else if (strncmp(recipient, "mute", 4) == 0) {
			/* Servers say that much. */
			slot_unsure(slot, BLAME_SERVER,
			    "no answer in time, but before: 354 we look through each letter, and "
			    "while we do that you wait; whoever does not wait sends his letter "
			    "twice; see our page on waiting, which tells how long that may take "
			    "when many letters come at once, as they do on a Monday morning");
		} else {
			slot_end(slot, SENT, 250, "250 %s", slot->delivery.name);
		}
	}
	sink_wake_at(sink, 0);
}

static void
fake_cancel(struct sink *sink, struct slot *slot)
{
	(void)sink, (void)slot;
	fake.cancelled++;
}

#define FAKE_OPS(word) \
	{ \
		.open = fake_open, .close = fake_close, .probe = fake_probe, .begin = fake_begin, \
		.run = fake_run, .cancel = fake_cancel, .kind = { \
			.name = word, \
			.needs_path = true, \
			.path_default = "fake", \
			.is_local = true \
		} \
	}
const struct sink_ops sink_maildir_ops = FAKE_OPS("maildir");
const struct sink_ops sink_sendmail_ops = FAKE_OPS("sendmail");
const struct sink_ops sink_smtp_ops = FAKE_OPS("smtp");

#endif
