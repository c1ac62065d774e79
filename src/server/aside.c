/* SPDX-License-Identifier: ISC */
/*
 * Letters that are put aside (aside.h).
 *
 * Of the letter only its header is looked at, by code that has read it before: reading more
 * of it may be what stopped the program.
 */
#include "server/aside.h"

#include <limits.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "mail/head.h"
#include "server/identity.h"
#include "server/operator.h"
#include "server/outgoing.h"
#include "server/quota.h"
#include "server/server.h"
#include "store/asides.h"
#include "store/db.h"
#include "store/games.h"
#include "store/lists.h"
#include "store/players.h"
#include "store/sites.h"

/* Has a person written it whom a letter about it would reach?  1, 0 or -1. */
static int
is_from_somebody(const struct server *server, const struct letter *letter,
    const struct intake *intake, struct err *err)
{
	int shut;

	if ((letter->kind != LETTER_PERSON && letter->kind != LETTER_UNREADABLE) ||
	    letter->from == NULL || letter->dmarc == DMARC_FAIL ||
	    (intake->sender != NULL && intake->sender[0] == '\0'))
		return 0;
	shut = sites_shut(server->store, letter->from, err);
	return shut == -1 ? -1 : !shut;
}

/* The boards that the letter may be about, in the arena: what it answers tells, or there is only
 * one on which its writer is to move.  How many, or -1. */
static int
list_boards(struct server *server, struct arena *arena, const struct identity *who,
    int64_t **boards, struct err *err)
{
	int64_t board = who->has_token ? who->token.game : 0;
	int count = board != 0 ? 1 : who->listed_count;

	if (count == 0) {
		count = games_waiting(server->store, arena, who->sender->id, boards, err);
		return count > 1 ? 0 : count;
	}
	*boards = arena_alloc(arena, (size_t)count * sizeof **boards);
	for (int i = 0; i < count; i++)
		(*boards)[i] = board != 0 ? board : who->listed[i].game;
	return count;
}

/* The clocks of these boards stand, if the writer is known for sure and it is this program that
 * failed: what cannot be read may have been made so.  They go into `vars`.  0 or -1. */
static int
hold_clocks(struct server *server, const struct letter *letter, const struct identity *who,
    const struct aside *aside, struct vars *vars, struct err *err)
{
	bool is_ours = aside->failures > 0 && who->sender != NULL &&
	    (who->has_token || letter->dmarc == DMARC_PASS);
	int64_t *boards;
	int count = is_ours ? list_boards(server, vars->arena, who, &boards, err) : 0, held = 0;
	bool any = false;

	vars_list(vars, "held-boards");
	for (int i = 0; i < count && held != -1; i++) {
		struct vars *item;

		held = asides_hold(server->store, boards[i], who->sender->id, letter->digest_bytes,
		    aside->intake->received, err);
		if (held != 1)
			continue;
		item = vars_add(vars, "held-boards");
		vars_number(item, "board", boards[i]);
		vars_flag(item, "another", any);
		any = true;
	}
	vars_flag(vars, "any-held", any);
	vars_number(vars, "days", HELD_MAX / DAY);
	return count == -1 || held == -1 ? -1 : 0;
}

/* `held` tells of the clocks that stand.  1 he was told, 0 he is not, or -1. */
static int
tell_writer(struct server *server, struct arena *arena, const struct letter *letter,
    const struct identity *who, const struct aside *aside, const struct vars *held, int64_t now,
    struct err *err)
{
	struct reply reply;
	struct request rq = { .arena = arena,
		.store = server->store,
		.settings = &server->settings,
		.reply = &reply,
		.now = now,
		.received = aside->intake->received,
		.address = letter->from,
		.sender = who->sender,
		.token = who->has_token ? &who->token : NULL,
		.mail_server_proof = letter->dmarc == DMARC_PASS };
	struct cause cause = { .now = now,
		.received = aside->intake->received,
		.digest = letter->digest,
		.message_id = letter->message_id,
		.address = letter->from,
		.sender = who->sender };
	struct vars *vars;
	int may;

	reply_init(&reply, arena);
	vars = reply_refuse(&reply, "letter-put-aside");
	vars_time(vars, "received", aside->intake->received);
	vars_flag(vars, "operator", server->config->operator_address != NULL);
	vars_copy(vars, held);
	may = quota_count(server, &rq, &reply, false, err);
	return may != 1 ? may : outgoing_write(server, arena, &reply, &cause, err) == -1 ? -1 : 1;
}

/* Finds out who wrote it, and tells him, in a transaction of its own; as tell_writer. */
static int
find_and_tell(struct server *server, struct arena *arena, const struct letter *letter,
    struct identity *who, const struct aside *aside, struct vars *held, int64_t now,
    struct err *err)
{
	int rc;

	if (store_begin(server->store, err) == -1)
		return -1;
	if ((rc = is_from_somebody(server, letter, aside->intake, err)) == 1)
		rc = identity_find(who, server, arena, letter, aside->intake, err) == -1 ? -1 : 1;
	if (rc == 1 && hold_clocks(server, letter, who, aside, held, err) == -1)
		rc = -1;
	if (rc == 1)
		rc = who->sender == NULL && who->confirm == 0 ?
		    0 :
		    tell_writer(server, arena, letter, who, aside, held, now, err);
	return store_finish(server->store, rc, err);
}

int
aside_tell(struct server *server, const struct aside *aside, int64_t now, struct err *err)
{
	const struct intake *intake = aside->intake;
	struct arena *arena = arena_new();
	struct identity who = { .sender = NULL };
	struct vars *vars = vars_new(arena);
	struct letter letter;
	char where[PATH_MAX];
	int told, rc = 0;

	head_read(&letter, arena, intake->bytes, intake->length, &server->policy);
	vars_flag(vars, "any-held", false);
	told = find_and_tell(server, arena, &letter, &who, aside, vars, now, err);
	if (told == -1) {
		log_error("%s", err->text);
		vars_flag(vars, "any-held", false);
	}
	source_aside(aside->source, intake, where, sizeof where);
	vars_text(vars, "file", where);
	vars_text(vars, "userid", who.sender != NULL ? who.sender->userid : "");
	vars_text(vars, "from", letter.from != NULL ? letter.from : "");
	vars_number(vars, "failures", aside->failures);
	vars_text(vars, "why", aside->why != NULL ? aside->why : "");
	vars_flag(vars, "told", told == 1);
	if (aside->failures > 0 || intake->is_cut || who.sender != NULL || who.confirm != 0)
		rc = operator_report(server, "operator-parked", vars, now, err);
	arena_free(arena);
	return rc;
}
