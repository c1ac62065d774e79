/* SPDX-License-Identifier: ISC */
/*
 * Sinks for letters: which kind, and what no kind may be asked to send.
 *
 * An address that could end a protocol line or look like an option is refused
 * here, whether or not the caller checked it.  Knows nothing of any protocol.
 */
#include "mail/sink/sink.h"

#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/idn.h"
#include "base/str.h"
#include "mail/read/address.h"
#include "mail/sink/sink_ops.h"

#define TIMEOUT_DEFAULT 120 /* seconds for one letter */

#define SINK_OPS(upper, lower) &sink_##lower##_ops,
static const struct sink_ops *const kinds[] = { SINK_KINDS(SINK_OPS) };

const struct kind *
sink_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

int
sink_open(struct sink **sink, const struct sink_options *options, struct err *err)
{
	struct arena *arena = arena_new();
	struct sink *s = arena_alloc(arena, sizeof(*s));
	int rc = 0;

	s->arena = arena;
	s->options = *options;
	s->options.path = arena_strdup(arena, options->path);
	s->options.url = arena_strdup(arena, options->url);
	s->options.login = login_copy(arena, &options->login);
	s->options.address = arena_strdup(arena, options->address);
	s->options.helo = arena_strdup(arena, options->helo);
	if (s->options.timeout <= 0)
		s->options.timeout = TIMEOUT_DEFAULT;
	if (s->options.connections <= 0)
		s->options.connections = 1;
	s->limit = s->options.connections;
	s->ops = kinds[options->kind];
	kind_describe(&s->ops->kind, options->path, options->url, options->login.user, s->name,
	    sizeof s->name);
	s->slot_count = 2 * s->options.connections;
	s->slots = arena_alloc(arena, (size_t)s->slot_count * sizeof *s->slots);
	for (int i = 0; i < s->slot_count; i++)
		s->slots[i].arena = arena_new();
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (s->epoll == -1 || s->timer == -1 ||
	    epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->timer,
		&(struct epoll_event){ .events = EPOLLIN }) == -1)
		rc = err_system(err, "cannot wait for letters to be sent");
	else if (s->ops->open != NULL)
		rc = s->ops->open(s, err);
	if (rc == -1) {
		sink_close(s);
		return -1;
	}
	*sink = s;
	return 0;
}

void
sink_close(struct sink *sink)
{
	if (sink == NULL)
		return;
	sink_abort(sink);
	if (sink->ops->close != NULL)
		sink->ops->close(sink);
	for (int i = 0; i < sink->slot_count; i++)
		arena_free(sink->slots[i].arena);
	if (sink->epoll != -1)
		close(sink->epoll);
	if (sink->timer != -1)
		close(sink->timer);
	arena_free(sink->arena);
}

int
sink_probe(struct sink *sink, struct err *err)
{
	return sink->ops->probe != NULL ? sink->ops->probe(sink, err) : 0;
}

void
sink_look(const struct sink_options *options, struct finding *finding)
{
	const struct sink_ops *ops = kinds[options->kind];
	struct sink *sink;
	struct err err;

	if (ops->look != NULL) {
		ops->look(options, finding);
	} else if (sink_open(&sink, options, &err) == -1) {
		finding_wrong(finding, NULL, "letters cannot be sent: %s", err.text);
	} else {
		if (sink_probe(sink, &err) == -1)
			finding_wrong(finding, NULL, "letters cannot be sent by %s: %s", sink->name,
			    err.text);
		else
			finding_well(
			    finding, "letters are sent by %s, which lets us in", sink->name);
		sink_close(sink);
	}
}

static int
count_slots(const struct sink *sink, int stage)
{
	int count = 0;

	for (int i = 0; i < sink->slot_count; i++)
		count += (int)sink->slots[i].stage == stage;
	return count;
}

bool
sink_has_room(const struct sink *sink)
{
	return count_slots(sink, SLOT_PENDING) < sink->limit && count_slots(sink, SLOT_FREE) > 0;
}

int
sink_pending(const struct sink *sink)
{
	return sink->slot_count - count_slots(sink, SLOT_FREE);
}

bool
sink_has_recipient(const struct sink *sink, const char *recipient)
{
	for (int i = 0; i < sink->slot_count; i++)
		if (sink->slots[i].stage != SLOT_FREE &&
		    str_equal_nocase(sink->slots[i].delivery.recipient, recipient))
			return true;
	return false;
}

static bool
is_valid_address(const char *address)
{
	if (strlen(address) > ADDRESS_MAX || address[0] == '-')
		return false;
	for (const char *p = address; *p != '\0'; p++)
		if ((unsigned char)*p <= ' ' || *p == 0x7f || *p == '<' || *p == '>')
			return false;
	return true;
}

void
sink_put(struct sink *sink, const struct delivery *delivery)
{
	struct slot *slot = sink->slots;
	struct delivery *own;

	while (slot->stage != SLOT_FREE)
		slot++;
	own = &slot->delivery;
	arena_clear(slot->arena);
	*own = (struct delivery){ .id = delivery->id,
		.sender = arena_strdup(slot->arena, delivery->sender),
		.recipient = arena_strdup(slot->arena, delivery->recipient),
		.name = arena_strdup(slot->arena, delivery->name),
		.bytes = memcpy(arena_bytes(slot->arena, delivery->length + 1), delivery->bytes,
		    delivery->length),
		.length = delivery->length,
		.tries = delivery->tries };
	slot->from = idn_ascii(slot->arena, own->sender);
	slot->to = idn_ascii(slot->arena, own->recipient);
	slot->stage = SLOT_PENDING;
	slot->returns = 0;
	if (own->recipient[0] == '\0' || !is_valid_address(own->recipient))
		slot_end(slot, SENT_REFUSED, 0, "not an address to send to: %s", own->recipient);
	else if (!is_valid_address(own->sender))
		slot_end(slot, SENT_REFUSED, 0, "not an address to send from: %s", own->sender);
	else if (sink->is_aborted)
		slot_end(slot, SENT_RETRY, 0, "stopped");
	else
		sink->ops->begin(sink, slot);
}

int
sink_fd(const struct sink *sink)
{
	return sink->epoll;
}

void
sink_run(struct sink *sink)
{
	if (sink->ops->run != NULL)
		sink->ops->run(sink);
}

const struct delivery *
sink_ended(struct sink *sink, int ms)
{
	int64_t end = clock_steady_ms() + ms, left;
	const struct delivery *ended;

	for (;;) {
		sink_run(sink);
		ended = sink_also_ended(sink, NULL);
		left = end - clock_steady_ms();
		if (ended != NULL || count_slots(sink, SLOT_PENDING) == 0 || left <= 0)
			return ended;
		poll(&(struct pollfd){ .fd = sink->epoll, .events = POLLIN }, 1, (int)left);
	}
}

const struct delivery *
sink_also_ended(struct sink *sink, const struct delivery *after)
{
	bool is_past = after == NULL;

	for (int i = 0; i < sink->slot_count; i++) {
		if (is_past && sink->slots[i].stage == SLOT_ENDED)
			return &sink->slots[i].delivery;
		is_past |= &sink->slots[i].delivery == after;
	}
	return NULL;
}

void
sink_release(struct sink *sink, const struct delivery *delivery)
{
	for (int i = 0; i < sink->slot_count; i++)
		if (&sink->slots[i].delivery == delivery)
			sink->slots[i].stage = SLOT_FREE;
}

void
sink_abort(struct sink *sink)
{
	sink->is_aborted = true;
	for (int i = 0; i < sink->slot_count; i++) {
		struct slot *slot = &sink->slots[i];

		if (slot->stage != SLOT_PENDING)
			continue;
		sink->ops->cancel(sink, slot);
		if (slot->stage == SLOT_PENDING)
			slot_end(slot, SENT_RETRY, 0, "stopped");
	}
}

void
sink_send(struct sink *sink, const struct delivery *delivery, struct sink_answer *answer)
{
	const struct delivery *ended;

	sink_put(sink, delivery);
	while ((ended = sink_ended(sink, 60000)) == NULL)
		;
	*answer = ended->answer;
	sink_release(sink, ended);
}
