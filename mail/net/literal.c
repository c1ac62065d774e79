/* SPDX-License-Identifier: ISC */
/*
 * Watches what an IMAP server sends for literals that are too large.
 *
 * Keeps four states and two numbers, whatever the server says and however it
 * is cut into reads; the inside of a literal is passed over.
 */
#include "mail/net/literal.h"

/* A byte behind "{". */
static void
step_in_number(struct literal_guard *guard, char c)
{
	if (c == '}')
		guard->state = LITERAL_CLOSED;
	else if (c < '0' || c > '9')
		guard->state = c == '+' ? LITERAL_DIGITS : LITERAL_TEXT;
	else if (guard->number <= UINT32_MAX)
		guard->number = guard->number * 10 + (uint64_t)(c - '0');
}

/* A byte outside of a literal. */
static void
step(struct literal_guard *guard, char c)
{
	if (c == '{') {
		guard->state = LITERAL_DIGITS;
		guard->number = 0;
	} else if (guard->state == LITERAL_DIGITS) {
		step_in_number(guard, c);
	} else if (guard->state == LITERAL_CLOSED && c == '\r') {
		guard->state = LITERAL_CR;
	} else {
		if (guard->state != LITERAL_TEXT && c == '\n')
			guard->skip = guard->number;
		guard->state = LITERAL_TEXT;
	}
}

bool
literal_allows(struct literal_guard *guard, const char *bytes, size_t length)
{
	size_t i = 0;

	while (i < length) {
		if (guard->skip > 0) {
			size_t n = guard->skip < length - i ? (size_t)guard->skip : length - i;

			guard->skip -= n;
			i += n;
			continue;
		}
		step(guard, bytes[i++]);
		if (guard->skip > guard->max)
			return false;
	}
	return true;
}
