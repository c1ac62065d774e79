/* SPDX-License-Identifier: ISC */
/*
 * riverpost queue: letters that were not sent.
 *
 * A letter that the next server has taken is never put back: it would arrive
 * twice.  Texts are not shown, they are the players' own.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/cli.h"
#include "cli/desk.h"
#include "store/post.h"

static const char *const states[] = { [OUT_WAITING] = "waiting",
	[OUT_SENT] = "sent",
	[OUT_REFUSED] = "refused",
	[OUT_GIVEN_UP] = "given up",
	[OUT_DROPPED] = "dropped" };
static const enum out_state unsent[] = { OUT_WAITING, OUT_REFUSED, OUT_GIVEN_UP };
#define UNSENT ((int)(sizeof unsent / sizeof unsent[0]))

static void
say(struct desk *desk, const struct out *out)
{
	str_addf(&desk->said, "%6lld  %-8s  %s  \"%s\"\n        made %s, tried %d time%s",
	    (long long)out->id, states[out->state], out->recipient, out->subject,
	    desk_time(desk, out->created), out->tries, out->tries == 1 ? "" : "s");
	if (out->state == OUT_WAITING)
		str_addf(&desk->said, ", next at %s", desk_time(desk, out->next_try));
	if (out->answer[0] != '\0')
		str_addf(&desk->said, "; last answer: %s", out->answer);
	str_add(&desk->said, "\n");
}

static int
list(struct desk *desk, char **args, struct err *err)
{
	int total = 0;

	(void)args;
	for (int i = 0; i < UNSENT; i++) {
		struct out *rows;
		int count = outbox_list(
		    desk->office.store, desk->arena, (int)unsent[i], &rows, err);

		if (count == -1)
			return -1;
		total += count;
		for (int k = 0; k < count; k++)
			say(desk, &rows[k]);
	}
	if (total == 0)
		str_add(&desk->said, "every letter is sent\n");
	return DEED_DONE;
}

/* A letter that was not sent. */
static int
find(struct desk *desk, const char *number, struct out *out, struct err *err)
{
	char *end;
	long long id;
	int found;

	errno = 0;
	id = strtoll(number, &end, 10);
	if (end == number || *end != '\0' || errno != 0 || id < 1)
		return err_set(err, "\"%s\" is no letter's number", number);
	found = outbox_get(desk->office.store, desk->arena, id, out, err);
	if (found == 0)
		return err_set(err, "there is no letter %lld", id);
	if (found == 1 && out->state == OUT_SENT)
		return err_set(err, "letter %lld is sent", id);
	return found == 1 ? 0 : -1;
}

/* *count those that can be sent again. */
static int
retry_all(struct desk *desk, int *count, struct err *err)
{
	*count = 0;
	for (int i = 0; i < UNSENT; i++) {
		struct out *rows;
		int n = outbox_list(desk->office.store, desk->arena, (int)unsent[i], &rows, err);

		if (n == -1)
			return -1;
		for (int k = 0; k < n; k++) {
			if (outbox_get(
				desk->office.store, desk->arena, rows[k].id, &rows[k], err) != 1)
				return -1;
			if (rows[k].length == 0)
				continue;
			if (outbox_retry(desk->office.store, rows[k].id, desk->now, err) == -1)
				return -1;
			++*count;
		}
	}
	return 0;
}

static int
retry(struct desk *desk, char **args, struct err *err)
{
	struct out out;
	int count = 1;

	if (strcmp(args[0], "all") == 0) {
		if (retry_all(desk, &count, err) == -1)
			return -1;
	} else {
		if (find(desk, args[0], &out, err) == -1)
			return -1;
		if (out.length == 0)
			return err_set(err, "letter %lld is too old: its text is no longer kept",
			    (long long)out.id);
		if (outbox_retry(desk->office.store, out.id, desk->now, err) == -1)
			return -1;
	}
	str_addf(&desk->said, "%d letter%s will be tried with the next pass\n", count,
	    count == 1 ? "" : "s");
	return DEED_DONE;
}

static int
drop(struct desk *desk, char **args, struct err *err)
{
	struct out out;

	if (find(desk, args[0], &out, err) == -1)
		return -1;
	if (out.state == OUT_DROPPED)
		return err_set(err, "letter %lld is dropped already", (long long)out.id);
	str_addf(&desk->said, "letter %lld to %s is dropped\n", (long long)out.id, out.recipient);
	return outbox_result(
	    desk->office.store, out.id, OUT_DROPPED, 0, desk->now, "dropped by the operator", err);
}

static const struct deed deeds[] = { { "list", 0, 0, DEED_READS, list },
	{ "retry", 1, 1, DEED_CHANGES, retry }, { "drop", 1, 1, DEED_CHANGES, drop }, { 0 } };

int
cli_queue(int argc, char **argv)
{
	return argc == 1 ? desk_do(&deeds[0], 0, argv + 1) : desk_choose(deeds, argc, argv);
}
