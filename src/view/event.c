/* SPDX-License-Identifier: ISC */
/*
 * A deadline for calendar programs (event.h).
 *
 * A program that has an event of this uid changes or drops it when the sequence has
 * risen, or is the same and DTSTAMP later (RFC 5546, 2.1.5).
 */
#include "view/event.h"

#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"

#define LINE_MAX 75 /* octets; longer lines go on in the next, after a blank (RFC 5545, 3.1) */

/* "NAME:text", with the signs that are more than text escaped (RFC 5545, 3.3.11). */
static void
add_line(struct str *out, const char *name, const char *text)
{
	size_t room = LINE_MAX - strlen(name) - 1;

	str_addf(out, "%s:", name);
	for (const char *at = text, *next = at; *at != '\0'; at = next) {
		bool is_escaped = strchr("\\;,\n", *at) != NULL;
		size_t length;

		utf8_next(&next);
		length = (size_t)(next - at) + is_escaped;
		if (length > room) {
			str_add(out, "\r\n ");
			room = LINE_MAX - 1;
		}
		if (is_escaped)
			str_addc(out, '\\');
		str_addn(out, *at == '\n' ? "n" : at, (size_t)(next - at));
		room -= length;
	}
	str_add(out, "\r\n");
}

static void
add_time(struct str *out, const char *name, int64_t at)
{
	struct civil t = clock_civil(at, 0);

	str_addf(out, "%s:%04d%02d%02dT%02d%02d%02dZ\r\n", name, t.year, t.month, t.day, t.hour,
	    t.minute, t.second);
}

static void
add_event(struct str *out, const struct event *event)
{
	bool off = event->is_cancelled;

	str_add(out, "BEGIN:VEVENT\r\n");
	add_line(out, "UID", event->uid);
	str_addf(out, "SEQUENCE:%d\r\n", event->sequence);
	add_time(out, "DTSTAMP", event->made);
	add_time(out, "DTSTART", event->at);
	add_line(out, "SUMMARY", event->summary);
	add_line(out, "DESCRIPTION", event->description);
	str_addf(out, "ORGANIZER:mailto:%s\r\nSTATUS:%s\r\nTRANSP:TRANSPARENT\r\n",
	    event->organizer, off ? "CANCELLED" : "CONFIRMED");
	if (!off) {
		str_add(out, "BEGIN:VALARM\r\nACTION:DISPLAY\r\n");
		add_line(out, "DESCRIPTION", event->summary);
		str_add(out, "TRIGGER:-P1D\r\nEND:VALARM\r\n");
	}
	str_add(out, "END:VEVENT\r\n");
}

const char *
event_write(struct arena *arena, const struct event *events, int count)
{
	struct str out;

	str_init(&out, arena, 0);
	str_addf(&out, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Riverpost//EN\r\nMETHOD:%s\r\n",
	    events[0].is_cancelled ? "CANCEL" : "PUBLISH");
	for (int i = 0; i < count; i++)
		add_event(&out, &events[i]);
	str_add(&out, "END:VCALENDAR\r\n");
	return out.data;
}
