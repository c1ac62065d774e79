/* SPDX-License-Identifier: ISC */
/*
 * Sinks for letters: which kind, and what no kind may be asked to send.
 *
 * An address that could end a protocol line or look like an option is refused
 * here, whether or not the caller checked it.  Knows nothing of any protocol.
 */
#include "mail/sink/sink.h"

#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/address.h"
#include "mail/sink/sink_ops.h"

#define LOCAL_AT_ONCE   32
#define TIMEOUT_DEFAULT 120 /* seconds for one letter */

#define SINK_OPS(upper, lower) &sink_##lower##_ops,
static const struct sink_ops *const kinds[] = { SINK_KINDS(SINK_OPS) };

const struct kind *
sink_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

void
slot_end(struct slot *slot, enum sent sent, int code, const char *format, ...)
{
	struct sink_answer *answer = &slot->delivery.answer;
	char *text = answer->text;
	va_list ap;

	answer->sent = sent;
	answer->code = code;
	va_start(ap, format);
	vsnprintf(text, sizeof answer->text, format, ap);
	va_end(ap);
	/* A server may say anything; in the log, and in a letter to the operator, it is text. */
	str_copy(text, sizeof answer->text, utf8_clean(slot->arena, text, strlen(text), false));
	/* str_copy may have cut a character. */
	for (size_t length = strlen(text); !utf8_is_valid(text, length);)
		text[--length] = '\0';
	slot->stage = SLOT_ENDED;
}

void
sink_wake_at(struct sink *sink, int64_t ms)
{
	int64_t now = clock_steady_ms(), left = ms - now;
	struct itimerspec in = { .it_value = { .tv_sec = 0 } };

	/* Most are a little later than the one before: run is called then, and says when again. */
	if (sink->wakes_at > now && (ms == 0 || ms >= sink->wakes_at))
		return;
	sink->wakes_at = ms;
	/* All zeros would switch the timer off; a time in the past fires at once. */
	if (ms != 0 && left > 0)
		in.it_value = (struct timespec){ .tv_sec = left / 1000,
			.tv_nsec = left % 1000 * 1000000 };
	else if (ms != 0)
		in.it_value.tv_nsec = 1;
	timerfd_settime(sink->timer, 0, &in, NULL);
}

const char *
slot_unix_lines(struct slot *slot, size_t *length)
{
	const struct delivery *delivery = &slot->delivery;
	const char *at = delivery->bytes, *end = at + delivery->length, *next;
	char *out = arena_bytes(slot->arena, delivery->length + 1), *to = out;

	for (; at < end; at = next) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next != NULL ? next + 1 : end;
		to = mempcpy(to, at, (size_t)(next - at));
		if (next - at > 1 && next[-1] == '\n' && next[-2] == '\r')
			*(--to - 1) = '\n';
	}
	*to = '\0';
	*length = (size_t)(to - out);
	return out;
}

int
sink_open(struct sink **sink, const struct sink_options *options, struct err *err)
{
	const struct kind *kind = sink_kind((int)options->kind);
	struct arena *arena;
	struct sink *s;

	if ((kind->protocol != NULL ? options->url : options->path) == NULL)
		return err_set(err, "a sink of kind %s needs %s", kind->name,
		    kind->protocol != NULL ? "the server's URL" : "its path");
	arena = arena_new();
	s = arena_alloc(arena, sizeof(*s));
	s->arena = arena;
	s->options = *options;
	s->options.path = arena_strdup(arena, options->path);
	s->options.url = arena_strdup(arena, options->url);
	s->options.login = login_copy(arena, &options->login);
	s->options.helo = arena_strdup(arena, options->helo);
	if (s->options.timeout <= 0)
		s->options.timeout = TIMEOUT_DEFAULT;
	if (s->options.connections <= 0)
		s->options.connections = 1;
	s->ops = kinds[options->kind];
	if (kind->protocol != NULL)
		url_name(s->name, sizeof s->name, options->url, options->login.user);
	else
		str_format(s->name, sizeof s->name, "%s %s", kind->name, options->path);
	s->slot_count = 2 * s->options.connections;
	s->slots = arena_alloc(arena, (size_t)s->slot_count * sizeof *s->slots);
	for (int i = 0; i < s->slot_count; i++)
		s->slots[i].arena = arena_new();
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (s->epoll == -1 || s->timer == -1 ||
	    epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->timer,
		&(struct epoll_event){ .events = EPOLLIN, .data.u64 = (uint32_t)s->timer }) == -1) {
		err_system(err, "cannot wait for letters to be sent");
		sink_close(s);
		return -1;
	}
	if (s->ops->open != NULL && s->ops->open(s, err) == -1) {
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

const char *
sink_name(const struct sink *sink)
{
	return sink->name;
}

int
sink_probe(struct sink *sink, struct err *err)
{
	return sink->ops->probe != NULL ? sink->ops->probe(sink, err) : 0;
}

bool
sink_has_room(const struct sink *sink)
{
	int on_way = 0, put = 0;

	for (int i = 0; i < sink->slot_count; i++) {
		on_way += sink->slots[i].stage == SLOT_PENDING;
		put += sink->slots[i].stage != SLOT_FREE;
	}
	return on_way < sink->options.connections && put < sink->slot_count;
}

int
sink_pending(const struct sink *sink)
{
	int count = 0;

	for (int i = 0; i < sink->slot_count; i++)
		count += sink->slots[i].stage != SLOT_FREE;
	return count;
}

int
sink_most(const struct sink *sink)
{
	return sink->slot_count;
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
		.length = delivery->length };
	slot->stage = SLOT_PENDING;
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

	for (;;) {
		bool is_pending = false;

		sink_run(sink);
		for (int i = 0; i < sink->slot_count; i++) {
			if (sink->slots[i].stage == SLOT_ENDED)
				return &sink->slots[i].delivery;
			is_pending |= sink->slots[i].stage == SLOT_PENDING;
		}
		left = end - clock_steady_ms();
		if (!is_pending || left <= 0)
			return NULL;
		poll(&(struct pollfd){ .fd = sink->epoll, .events = POLLIN }, 1, (int)left);
	}
}

const struct delivery *
sink_also_ended(struct sink *sink, const struct delivery *after)
{
	bool is_past = false;

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
