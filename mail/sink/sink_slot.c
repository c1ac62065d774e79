/* SPDX-License-Identifier: ISC */
/*
 * What kinds of sinks call for a letter on its way (sink_ops.h).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/headers.h"
#include "mail/sink/sink_ops.h"

void
slot_end(struct slot *slot, enum sent sent, int code, const char *format, ...)
{
	struct sink_answer *answer = &slot->delivery.answer;
	char *text = answer->text;
	va_list ap;

	answer->sent = sent;
	answer->is_unsure = false;
	answer->code = code;
	answer->blame = BLAME_LETTER;
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
slot_blame(struct slot *slot, enum blame blame, int code, const char *text)
{
	slot_end(slot, SENT_RETRY, code, "%s", text);
	slot->delivery.answer.blame = blame;
}

void
slot_unsure(struct slot *slot, enum blame blame, const char *text)
{
	slot_end(slot, SENT_RETRY, 0, SINK_UNSURE "%s", text);
	slot->delivery.answer.is_unsure = true;
	slot->delivery.answer.blame = blame;
}

enum blame
blame_of_rejection(enum rejection rejection)
{
	static const enum blame blames[] = { [REJECTION_LETTER] = BLAME_LETTER,
		[REJECTION_SENDER] = BLAME_SENDER,
		[REJECTION_NAME] = BLAME_NAME,
		[REJECTION_OURS] = BLAME_OURS };

	return blames[rejection];
}

void
sink_wake_at(struct sink *sink, int64_t ms)
{
	/* A span and no time: a clock that is put forward for a test is not the kernel's.  All
	 * zeros switch the timer off. */
	int64_t now = clock_steady_ms(), left = ms > now ? ms - now : 0;
	struct itimerspec in = { .it_value = { left / 1000, left % 1000 * 1000000 + (ms != 0) } };

	/* Most are a little later than the one before: run is called then, and says when again. */
	if (sink->wakes_at > now && (ms == 0 || ms >= sink->wakes_at))
		return;
	sink->wakes_at = ms;
	timerfd_settime(sink->timer, 0, &in, NULL);
}

const char *
slot_unix_lines(struct slot *slot, size_t *length)
{
	const struct delivery *delivery = &slot->delivery;
	char *out = arena_strndup(slot->arena, delivery->bytes, delivery->length);

	*length = clean_line_ends(out, delivery->length);
	return out;
}

const char *
slot_dotted_lines(struct slot *slot, size_t *length)
{
	const struct delivery *delivery = &slot->delivery;
	char *out = arena_bytes(slot->arena, 2 * delivery->length + 6), *to = out;

	for (size_t i = 0; i < delivery->length; i++) {
		if (delivery->bytes[i] == '.' && (i == 0 || delivery->bytes[i - 1] == '\n'))
			*to++ = '.';
		*to++ = delivery->bytes[i];
	}
	if (to > out && to[-1] != '\n')
		to = mempcpy(to, "\r\n", 2);
	to = mempcpy(to, ".\r\n", 3);
	*length = (size_t)(to - out);
	return out;
}
