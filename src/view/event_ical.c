/* SPDX-License-Identifier: ISC */
/*
 * A deadline for calendar programs (event.h).
 *
 * A program that has an event of this uid changes or drops it when the sequence has
 * risen, or is the same and DTSTAMP later (RFC 5546, 2.1.5).
 */
#include "view/event.h"

#include <libical/ical.h>

#include "base/arena.h"
#include "base/str.h"

static struct icaltimetype
utc(int64_t at)
{
	return icaltime_from_timet_with_zone((time_t)at, 0, icaltimezone_get_utc_timezone());
}

static icalcomponent *
make_alarm(const struct event *event)
{
	return icalcomponent_vanew(ICAL_VALARM_COMPONENT,
	    icalproperty_new_action(ICAL_ACTION_DISPLAY),
	    icalproperty_new_description(event->summary),
	    icalproperty_new_trigger(icaltriggertype_from_string("-P1D")), (void *)0);
}

const char *
event_write(struct arena *arena, const struct event *event)
{
	bool off = event->is_cancelled;
	const char *organizer = arena_printf(arena, "mailto:%s", event->organizer), *out;
	icalcomponent *item = icalcomponent_vanew(ICAL_VEVENT_COMPONENT,
	    icalproperty_new_uid(event->uid), icalproperty_new_sequence(event->sequence),
	    icalproperty_new_dtstamp(utc(event->made)), icalproperty_new_dtstart(utc(event->at)),
	    icalproperty_new_summary(event->summary),
	    icalproperty_new_description(event->description), icalproperty_new_organizer(organizer),
	    icalproperty_new_status(off ? ICAL_STATUS_CANCELLED : ICAL_STATUS_CONFIRMED),
	    icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT), (void *)0);
	icalcomponent *all = icalcomponent_vanew(ICAL_VCALENDAR_COMPONENT,
	    icalproperty_new_version("2.0"), icalproperty_new_prodid("-//Riverpost//EN"),
	    icalproperty_new_method(off ? ICAL_METHOD_CANCEL : ICAL_METHOD_PUBLISH), (void *)0);
	char *text;

	if (!off)
		icalcomponent_add_component(item, make_alarm(event));
	icalcomponent_add_component(all, item);
	text = icalcomponent_as_ical_string_r(all);
	icalcomponent_free(all);
	out = arena_strdup(arena, text);
	icalmemory_free_buffer(text);
	return out;
}
