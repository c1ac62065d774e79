/* SPDX-License-Identifier: ISC */
/*
 * riverpost queue: letters that were not sent.
 *
 * A letter that the next server has accepted is never put back: it would arrive
 * twice.  Texts are not shown: they belong to the players.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "store/outbox.h"

static const char *const states[] = { [OUT_WAITING] = "waiting",
	[OUT_SENT] = "sent",
	[OUT_REFUSED] = "refused",
	[OUT_GIVEN_UP] = "given up",
	[OUT_DROPPED] = "dropped" };

static int
queue_list(struct admin *admin, char **args, struct err *err)
{
	struct str *output = &admin->output;
	struct out *rows;
	int count = outbox_list(admin->server.store, admin->arena, OUT_UNSENT, &rows, err);

	(void)args;
	for (const struct out *out = rows; count != -1 && out < rows + count; out++) {
		str_addf(output, "%6lld  %-8s  %s  \"%s\"\n        made %s, tried %d time%s",
		    (long long)out->id, states[out->state], out->recipient, out->subject,
		    admin_time(admin, out->created), out->tries, out->tries == 1 ? "" : "s");
		if (out->state == OUT_WAITING)
			str_addf(output, ", next at %s", admin_time(admin, out->next_try));
		if (out->answer[0] != '\0')
			str_addf(output, "; last answer: %s", out->answer);
		str_add(output, "\n");
	}
	if (count == 0)
		str_add(output, "every letter is sent\n");
	return count == -1 ? -1 : ACTION_DONE;
}

/* A letter that was not sent. */
static int
queue_find(struct admin *admin, const char *number, struct out *out, struct err *err)
{
	char *end;
	long long id;
	int found;

	errno = 0;
	id = strtoll(number, &end, 10);
	if (end == number || *end != '\0' || errno != 0 || id < 1)
		return err_set(err, "\"%s\" is not the number of a letter", number);
	found = outbox_get(admin->server.store, admin->arena, id, out, err);
	if (found == 0)
		return err_set(err, "there is no letter %lld", id);
	if (found == 1 && out->state == OUT_SENT)
		return err_set(err, "letter %lld is sent", id);
	return found == 1 ? 0 : -1;
}

static int
queue_retry(struct admin *admin, char **args, struct err *err)
{
	struct out out;
	int count = 1;

	if (strcmp(args[0], "all") == 0) {
		if ((count = outbox_retry_all(admin->server.store, admin->now, err)) == -1)
			return -1;
	} else {
		if (queue_find(admin, args[0], &out, err) == -1)
			return -1;
		if (out.state == OUT_DROPPED)
			return err_set(
			    err, "letter %lld is dropped and never sent", (long long)out.id);
		if (out.length == 0)
			return err_set(err, "letter %lld is too old: its text is no longer kept",
			    (long long)out.id);
		if (outbox_retry(admin->server.store, out.id, admin->now, err) == -1)
			return -1;
	}
	str_addf(&admin->output, "%d letter%s will be tried with the next pass\n", count,
	    count == 1 ? "" : "s");
	return ACTION_DONE;
}

static int
queue_drop(struct admin *admin, char **args, struct err *err)
{
	struct out out;

	if (queue_find(admin, args[0], &out, err) == -1)
		return -1;
	if (out.state == OUT_DROPPED)
		return err_set(err, "letter %lld is dropped already", (long long)out.id);
	str_addf(
	    &admin->output, "letter %lld to %s is dropped\n", (long long)out.id, out.recipient);
	return outbox_result(admin->server.store, out.id, OUT_DROPPED, 0, admin->now,
	    "dropped by the operator", err);
}

static const struct action actions[] = { { "list", 0, 0, ACTION_READS, queue_list },
	{ "retry", 1, 1, ACTION_CHANGES, queue_retry },
	{ "drop", 1, 1, ACTION_CHANGES, queue_drop }, { 0 } };

int
cli_queue(int argc, char **argv)
{
	return argc == 1 ? admin_do(&actions[0], 0, argv + 1) : admin_choose(actions, argc, argv);
}
