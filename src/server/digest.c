/* SPDX-License-Identifier: ISC */
/*
 * One letter a day with all boards, and with new invitations (digest.h).
 *
 * A letter that is held back leaves nothing behind: the digest tells how the boards stand.  The
 * digest and the note that it was written are one transaction.
 */
#include "server/digest.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "cmd/cmd.h"
#include "game/game.h"
#include "play/facts.h"
#include "play/reply.h"
#include "server/late.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/held.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/seeks.h"

#define BOARDS 20 /* that are drawn */

/* "remarks": what the opponent wrote with the last move. */
static int
add_remarks(struct server *server, struct reply *reply, const struct game *game,
    const struct player *reader, struct vars *vars, struct err *err)
{
	struct talk *talk;
	int count = talk_list(server->store, reply->arena, game->id, &talk, err);

	vars_list(vars, "remarks");
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (talk[i].kind != TALK_COMMENT || talk[i].ply != game->length ||
		    talk[i].player == reader->id)
			continue;
		if (reply_find_deaf(reply, server->store, talk[i].player, err) == -1)
			return -1;
		if (reply_is_deaf(reply, reader->id))
			continue;
		item = vars_add(vars, "remarks");
		vars_text(item, "writer", talk[i].userid);
		vars_text(item, "remark", talk[i].text);
	}
	return count == -1 ? -1 : 0;
}

/* A board of the reader: its line, and where it waits for him, below all lines the board itself. */
static int
add_board(struct server *server, struct reply *reply, const struct game_line *line,
    const struct player *reader, struct vars *item, bool is_drawn, struct err *err)
{
	enum side other = line->seat[RED].player == reader->id ? GREEN : RED;
	struct message *letter = reply_letter(reply, reader->id, NULL);
	struct game *game;
	struct vars *vars;

	if (games_get(server->store, reply->arena, line->id, &game, err) != 1)
		return -1;
	vars_flag(item, "moved", game->length > 0);
	if (game->length > 0)
		facts_last(item, game);
	vars_flag(item, "drawing", game->draw.is_open && game->draw.by == other);
	vars_flag(item, "undoing", game->undo.is_open && game->undo.by == other);
	if (!is_drawn)
		return 0;
	vars = reply_tell(reply, reader->id, NULL, "digest-board");
	vars_copy(vars, item);
	letter->last->show = SHOW_BOARD;
	letter->last->game = game;
	letter->last->ply = game->length;
	vars_word(vars, "your-side", side_name(game_turn(game)));
	return add_remarks(server, reply, game, reader, vars, err);
}

/* What stands of a board in its line: against whom it is, and the clock. */
static int
add_line(struct server *server, struct vars *item, const struct game_line *line,
    const struct seat *other, int64_t now, struct err *err)
{
	struct player opponent = { .state = PLAYER_ACTIVE };

	if (players_get(server->store, item->arena, other->player, &opponent, err) == -1)
		return -1;
	facts_line(item, line);
	vars_text(item, "opponent", other->userid);
	vars_flag(item, "opponent-suspended", opponent.state == PLAYER_SUSPENDED);
	vars_flag(item, "timed", line->deadline != 0);
	vars_flag(item, "held", line->held > now);
	vars_time(item, "deadline", line->deadline);
	facts_span(
	    item, "left", line->deadline != 0 && line->deadline > now ? line->deadline - now : 0);
	return 0;
}

/* All boards of the reader, those that wait for him first, least time left first; of challenges
 * those to him.  1, 0 none waits, -1. */
static int
compose(struct server *server, struct reply *reply, const struct player *reader, int64_t now,
    struct err *err)
{
	struct game_filter filter = { .player = reader->id,
		.viewer = reader->id,
		.of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true },
		.limit = INT32_MAX };
	struct vars *vars = reply_tell(reply, reader->id, NULL, "digest"), *item;
	struct game_line *lines;
	int count = games_list(server->store, reply->arena, &filter, &lines, err), waiting = 0;

	vars_flag(vars, "off", reader->digest[0] == '\0');
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		enum side mine = line->seat[RED].player == reader->id ? RED : GREEN;
		bool offered = line->state == GAME_OFFERED;
		bool waits = !offered && line->turn == mine;

		if (offered && line->challenger == mine)
			continue;
		item = vars_add(vars, "boards");
		vars_flag(item, "offered", offered);
		vars_flag(item, "waits", waits);
		if (add_line(server, item, line, &line->seat[side_other(mine)], now, err) == -1)
			return -1;
		reply_list(reply, reply_letter(reply, reader->id, NULL), line->id);
		if (waits && waiting++ == 0) {
			vars_number(vars, "board", line->id);
			facts_span(vars, "first-left",
			    line->deadline > now && line->held <= now ? line->deadline - now : 0);
		}
		if (!offered &&
		    add_board(server, reply, line, reader, item, waits && waiting <= BOARDS, err) ==
			-1)
			return -1;
	}
	vars_number(vars, "waiting", waiting);
	return count == -1 ? -1 : waiting > 0;
}

/* What is new among invitations, below the boards; where none waits it is all the letter.  1 there
 * is something to send, 0, -1. */
static int
add_news(struct server *server, struct reply *reply, const struct player *reader, bool has_boards,
    int64_t now, struct err *err)
{
	struct request rq = { .arena = reply->arena,
		.store = server->store,
		.settings = &server->settings,
		.reply = reply,
		.now = now };
	int unheard = reader->digest[0] != '\0' ?
	    seeks_is_unheard(server->store, reader->id, now, err) :
	    0;
	enum outcome outcome;

	if (!has_boards) {
		reply_init(reply, reply->arena);
		reply->silent = true;
	}
	if (unheard != 1)
		return unheard == -1 ? -1 : has_boards;
	outcome = seek_news(&rq, reader->id, err);
	return outcome == FAILED ? -1 : has_boards || outcome == DONE;
}

/* Where this digest is late its boards have got that time back before it names their deadlines; of
 * a day and more the opponents are told. */
static int
give_late(struct server *server, struct arena *arena, const struct player *reader, int64_t now,
    struct err *err)
{
	int64_t *boards;
	int count = games_waiting(server->store, arena, reader->id, &boards, err);

	for (int i = 0; i < count; i++) {
		struct held held = { .game = boards[i], .player = reader->id };
		struct game *game;
		int rc = games_get(server->store, arena, boards[i], &game, err);

		if (rc == 1) {
			held.turn = game->turns;
			rc = held_overdue(server->store, &held, reader->digested, now, err);
		}
		if (rc == 1)
			rc = late_arrived(server, arena,
			    &(struct out){ .game = held.game, .created = held.due }, now, err);
		if (rc == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* One player's, in a transaction of its own. */
static int
write_digest(struct server *server, struct player *player, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct reply reply;
	int rc = store_begin(server->store, err);

	reply_init(&reply, arena);
	reply.silent = true;
	if (rc == 0) {
		rc = give_late(server, arena, player, now, err);
		if (rc != -1)
			rc = compose(server, &reply, player, now, err);
		if (rc != -1)
			rc = add_news(server, &reply, player, rc == 1, now, err);
		if ((rc == 1 &&
			outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err) ==
			    -1) ||
		    players_note_digest(
			server->store, player->id, player->digest[0] != '\0' ? now : 0, err) == -1)
			rc = -1;
		rc = store_finish(server->store, rc, err);
	}
	arena_free(arena);
	return rc;
}

int
digests_write(struct server *server, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct player *players;
	int count = players_digested(server->store, arena, &players, err),
	    rc = count == -1 ? -1 : 0;

	for (int i = 0; i < count; i++) {
		struct player *player = &players[i];

		/* Who wants none any more gets a last one: what was held back for it. */
		if (player->digest[0] != '\0' &&
		    hour_next(player->digest, player->zone, player->digested) > now)
			continue;
		if (write_digest(server, player, now, err) == -1) {
			log_error_once("%s", err->text);
			rc = -1;
		}
	}
	arena_free(arena);
	return rc;
}
