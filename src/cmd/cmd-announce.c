/* SPDX-License-Identifier: ISC */
/*
 * ANNOUNCE: a tournament that a player announces, or calls off before it begins.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/challenge.h"
#include "cmd/cmd.h"
#include "cmd/tournament.h"
#include "speak/tokens.h"
#include "store/games.h"

#define GAMES_LEAST 10 /* that whoever announces one has finished */
#define NAME_MOST   40 /* columns */
#define A_DAY       3

/* The one that is meant is called off. */
static enum outcome
call_off(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	int64_t number = 0;
	struct tournament t;
	struct vars *vars;
	int found, unused;

	if (order->word_count > 1) {
		tokens_read_number(order->words[1], &number, &unused);
		found = tournaments_get(rq->store, rq->arena, number, &t, err);
	} else {
		found = tournaments_announced(rq->store, rq->arena, rq->from->id, &t, err);
	}
	if (found == -1)
		return FAILED;
	if (found == 0)
		return number == 0 ?
		    request_refuse(rq, "announce-none") :
		    request_refuse_number(rq, "tournament-unknown", "number", number);
	if (t.announcer != rq->from->id || t.state != TOURNAMENT_OPEN) {
		vars = reply_refuse(rq->reply,
		    t.announcer != rq->from->id ? "announce-not-yours" : "tournament-begun");
		return tournament_facts(rq, &t, vars, err) == FAILED ? FAILED : REFUSED;
	}
	if (tournament_cancel(rq, &t, err) == -1)
		return FAILED;
	return tournament_facts(rq, &t, reply_use(rq->reply, "announce-off"), err);
}

/* Its name: the words without quotation marks. */
static const char *
read_name(struct request *rq)
{
	static const uint32_t marks[] = { '"', 0xab, 0xbb, 0x201c, 0x201d, 0x201e };
	struct str name;

	str_init(&name, rq->arena, 0);
	for (int i = 0; i < rq->order->word_count; i++) {
		const char *at = rq->order->raw[i];

		str_add(&name, i > 0 ? " " : "");
		while (*at != '\0') {
			const char *from = at;
			uint32_t c = utf8_next(&at);
			bool is_mark = false;

			for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
				is_mark |= c == marks[k];
			if (!is_mark)
				str_addf(&name, "%.*s", (int)(at - from), from);
		}
	}
	return name.data;
}

/* Others read it: it is short, has a letter or a digit, and is no address. */
static bool
is_name(const char *name)
{
	bool any = false;

	for (const char *at = name; *at != '\0';)
		any |= utf8_is_alnum(utf8_next(&at));
	return any && utf8_width(name) <= NAME_MOST && strpbrk(name, "@/\\|<>{}") == NULL;
}

/* May whoever writes announce one? */
static enum outcome
check_announcer(struct request *rq, struct err *err)
{
	struct tournament open;
	struct tally tally;
	struct vars *vars;
	int found, over;

	if (!rq->settings->players_announce)
		return request_refuse(rq, "announce-operator");
	if (games_tally(rq->store, rq->from->id, &tally, err) == -1)
		return FAILED;
	over = tally.won + tally.lost + tally.drawn;
	if (over < GAMES_LEAST) {
		vars = reply_refuse(rq->reply, "announce-few-games");
		vars_number(vars, "least", GAMES_LEAST);
		vars_number(vars, "over", over);
		vars_number(vars, "missing", GAMES_LEAST - over);
		return REFUSED;
	}
	found = tournaments_announced(rq->store, rq->arena, rq->from->id, &open, err);
	if (found != 0)
		return found == -1 ||
			tournament_facts(rq, &open, reply_refuse(rq->reply, "announce-one-open"),
			    err) == FAILED ?
		    FAILED :
		    REFUSED;
	return DONE;
}

static enum outcome
refuse(struct request *rq, enum announced why, const struct tournament *t, const char *option)
{
	static const char *const templates[] = { [ANNOUNCED_UNKNOWN] = "announce-unknown",
		[ANNOUNCED_UNFIT] = "announce-unfit",
		[ANNOUNCED_WRONG] = "announce-wrong",
		[ANNOUNCED_NEVER] = "announce-never",
		[ANNOUNCED_PAST] = "announce-past",
		[ANNOUNCED_WIDE] = "announce-wide",
		[ANNOUNCED_ENDLESS] = "announce-endless",
		[ANNOUNCED_ALL] = "announce-all",
		[ANNOUNCED_SHORT] = "announce-short",
		[ANNOUNCED_STALLED] = "announce-short" };
	struct vars *vars;

	/* It has said why. */
	if (why == ANNOUNCED_REFUSED)
		return REFUSED;
	vars = reply_refuse(rq->reply, templates[why]);
	vars_text(vars, "option", option);
	vars_number(vars, "most", DOUBLE_MOST);
	vars_number(vars, "size", t->size);
	vars_number(vars, "advance", t->advance);
	vars_number(vars, "days", t->days);
	vars_flag(vars, "for-all-moves", why == ANNOUNCED_STALLED);
	vars_number(vars, "least", strtol(option, NULL, 10));
	vars_flag(vars, "possible", strtol(option, NULL, 10) <= STAGE_DAYS_MOST);
	if (why == ANNOUNCED_WRONG)
		vars_word(vars, "takes", arena_printf(rq->arena, "tournament-%s", option));
	return REFUSED;
}

enum outcome
announce_run(struct request *rq, struct err *err)
{
	const char *name = read_name(rq), *option = "";
	enum outcome outcome;
	enum announced announced;
	struct tournament t = { 0 };

	if (rq->order->option_count == 0)
		return call_off(rq, err);
	if ((outcome = check_announcer(rq, err)) != DONE)
		return outcome;
	if (!is_name(name))
		return request_refuse_number(rq, "announce-name", "most", NAME_MOST);
	if (request_password_in(rq, name) != NULL)
		return request_refuse(rq, "announce-password");
	announced = tournament_read(rq, name, challenge_written(rq->arena, rq->order), &t, &option);
	if (announced != ANNOUNCED)
		return refuse(rq, announced, &t, option);
	if ((outcome = request_limit(rq, "announce", A_DAY, "announce-limit", err)) != DONE)
		return outcome;
	if (tournaments_add(rq->store, &t, err) == -1)
		return FAILED;
	return tournament_facts(rq, &t, reply_use(rq->reply, "announce-done"), err);
}
