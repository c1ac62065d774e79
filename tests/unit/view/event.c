/* SPDX-License-Identifier: ISC */
/*
 * Events, as libical's parser reads them again (RFC 5545, 5546).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <libical/ical.h>

#include "base/arena.h"
#include "view/event.h"

#define UMLAUTS "\xc3\xa4, \xc3\xb6; \xc3\xbc: a line that is longer than the 75 octets of 3.1"

static const struct {
	const char *name;
	struct event event;
	const char *start; /* of 2026-11-24 18:05 UTC, by date(1) */
} table[] = {
	{ "a deadline",
	    { "board-1-fred@a.test", 3, "x@a.test", 1795000000, 1795543500, "Board 1", "Two\nlines",
		false },
	    "20261124T180500Z" },
	{ "one that is taken away",
	    { "board-1-fred@a.test", 4, "x@a.test", 1795000000, 1795543500, UMLAUTS, UMLAUTS,
		true },
	    "20261124T180500Z" },
};

static icalproperty *
only(icalcomponent *in, icalproperty_kind kind)
{
	icalproperty *found = icalcomponent_get_first_property(in, kind);

	assert_non_null(found);
	assert_null(icalcomponent_get_next_property(in, kind));
	return found;
}

static void
check(const struct event *event, const char *start, icalcomponent *all)
{
	icalcomponent *item = icalcomponent_get_first_component(all, ICAL_VEVENT_COMPONENT);
	icalcomponent *alarm;

	assert_int_equal(icalcomponent_isa(all), ICAL_VCALENDAR_COMPONENT);
	assert_int_equal(icalcomponent_count_errors(all), 0);
	assert_true(icalrestriction_check(all));
	assert_int_equal(icalcomponent_count_components(all, ICAL_ANY_COMPONENT), 1);
	assert_int_equal(icalproperty_get_method(only(all, ICAL_METHOD_PROPERTY)),
	    event->is_cancelled ? ICAL_METHOD_CANCEL : ICAL_METHOD_PUBLISH);
	assert_int_equal(icalproperty_get_status(only(item, ICAL_STATUS_PROPERTY)),
	    event->is_cancelled ? ICAL_STATUS_CANCELLED : ICAL_STATUS_CONFIRMED);
	assert_string_equal(icalcomponent_get_uid(item), event->uid);
	assert_int_equal(icalcomponent_get_sequence(item), event->sequence);
	assert_string_equal(icalcomponent_get_summary(item), event->summary);
	assert_string_equal(icalcomponent_get_description(item), event->description);
	assert_string_equal(icaltime_as_ical_string(icalcomponent_get_dtstart(item)), start);
	alarm = icalcomponent_get_first_component(item, ICAL_VALARM_COMPONENT);
	assert_int_equal(alarm == NULL, event->is_cancelled);
	if (alarm != NULL)
		assert_int_equal(
		    icaldurationtype_as_int(
			icalproperty_get_trigger(only(alarm, ICAL_TRIGGER_PROPERTY)).duration),
		    -86400);
}

static void
writes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct arena *arena = arena_new();
		const char *text = event_write(arena, &table[i].event, 1);
		icalcomponent *all = icalparser_parse_string(text);

		print_message("%s\n", table[i].name);
		assert_non_null(all);
		check(&table[i].event, table[i].start, all);
		/* RFC 5545, 3.1: lines end with CRLF and have 75 octets at most. */
		for (const char *line = text, *end; *line != '\0'; line = end + 2) {
			end = strstr(line, "\r\n");
			assert_non_null(end);
			assert_true(end - line <= 75);
		}
		icalcomponent_free(all);
		arena_free(arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(writes) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
