/* SPDX-License-Identifier: ISC */
/*
 * RECORD: the full score, attached as a file that other programs read, signed if that is wanted, or
 * as a film; or those of all public games of a player, in one.
 */

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/signing.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "game/plan.h"
#include "game/record.h"
#include "store/plans.h"
#include "store/scores.h"

#define GAMES_MAX  300 /* in one file */
#define FILM_PLIES 240 /* an even number, of which a film has about 300 KB */

/* One line more in the comment after so many plies. */
static void
add_comment(struct arena *arena, struct record *record, int ply, const char *text)
{
	const char **at = &record->comments[ply];

	*at = *at != NULL ? arena_printf(arena, "%s\n%s", *at, text) : text;
}

/* What was said, for those who play the game; a note for its writer, rq->from. */
static int
add_talk(struct request *rq, const struct game *game, struct record *record, struct err *err)
{
	struct talk *talk;
	int count = talk_list(rq->store, rq->arena, game->id, &talk, err);

	for (int i = 0; i < count; i++) {
		bool is_note = talk[i].kind == TALK_NOTE;

		if (talk[i].ply > record->length || (is_note && talk[i].player != rq->from->id))
			continue;
		add_comment(rq->arena, record, talk[i].ply,
		    arena_printf(rq->arena, "%s%s %s", is_note ? "[%note]" : talk[i].userid,
			is_note ? "" : ":", request_indent(rq->arena, talk[i].text)));
	}
	return count == -1 ? -1 : 0;
}

/* What is left of a line, "[%plan if H10-G8 then B1-C3]", after the last move that fits. */
static void
add_line(struct request *rq, const struct game *game, struct record *record, int ply,
    const struct plan_line *line)
{
	int played = plan_line_played(line, game->moves + ply, game->length - ply);
	struct str out;

	if (played >= line->length)
		return;
	played -= played % 2;
	str_init(&out, rq->arena, 0);
	for (int i = played; i < line->length; i++) {
		char text[8];

		move_write(line->moves[i], text);
		str_addf(&out, "%s%s",
		    i == played    ? "[%plan if " :
			i % 2 == 1 ? " then " :
				     ", if ",
		    text);
	}
	str_addc(&out, ']');
	add_comment(rq->arena, record, ply + played, out.data);
}

/* Answers that were planned and never played, for the one who planned them. */
static int
add_plans(struct request *rq, const struct game *game, struct record *record, struct err *err)
{
	struct plan *plan = arena_alloc(rq->arena, sizeof *plan);
	struct stored_plan *stored;
	int count = plans_list(rq->store, rq->arena, game->id, rq->from->id, &stored, err);

	for (int i = 0; i < count; i++) {
		if (stored[i].kind != PLAN_IF || stored[i].ply > game->length ||
		    !plan_read(stored[i].moves, plan))
			continue;
		for (int k = 0; k < plan->count; k++)
			add_line(rq, game, record, stored[i].ply, &plan->lines[k]);
	}
	return count == -1 ? -1 : 0;
}

/* The move that ply `ply` was at that turn, if it was taken back later; or NULL. */
static const struct undone *
undone_at(const struct undone *undone, int count, int ply, int turn)
{
	for (int i = 0; i < count; i++)
		if (undone[i].ply == ply && undone[i].turn <= turn && undone[i].back > turn)
			return &undone[i];
	return NULL;
}

/* Moves that were taken back, as "[%undone B3-E3 H10-G8]" after the last move before them
 * that stays. */
static int
add_undone(struct request *rq, const struct game *game, struct record *record, struct err *err)
{
	struct undone *undone;
	int count = undone_list(rq->store, rq->arena, game->id, &undone, err);

	for (int i = 0; i < count; i++) {
		int turn = undone[i].turn, from = 0;
		struct str line;
		char move[8];

		/* The last of each line that was played on from; those before it stand in it. */
		if (i > 0 && undone[i - 1].back == undone[i].back - 1)
			continue;
		while (from < game->length && game->plies[from].turn < turn)
			from++;
		str_init(&line, rq->arena, 0);
		str_add(&line, "[%undone");
		for (int ply = from + 1; ply <= undone[i].ply; ply++) {
			const struct undone *at = undone_at(undone, count, ply, turn);

			if (at == NULL)
				return err_set(err, "game %lld is damaged: moves taken back",
				    (long long)game->id);
			move_write(at->move, move);
			str_addf(&line, " %s", move);
		}
		str_addc(&line, ']');
		add_comment(rq->arena, record, from, line.data);
	}
	return count == -1 ? -1 : 0;
}

static const char *
type_of(enum record_format format)
{
	if (format == RECORD_XQF)
		return "application/octet-stream";
	return str_equal(record_format_suffix(format), "pgn") ?
	    "application/x-chess-pgn; charset=utf-8" :
	    "text/plain; charset=utf-8";
}

/* There is no such format for one game, or for all of a player. */
static enum outcome
refuse_format(struct request *rq, const char *format)
{
	struct vars *vars = reply_refuse(rq->reply, "record-format");
	enum record_format known;

	vars_text(vars, "format", format);
	vars_flag(vars, "of-player", rq->game == NULL);
	vars_flag(vars, "single", !record_format_find(format, &known) && record_is_form(format));
	return REFUSED;
}

/* The only word is a player's name, or it may have been meant for a format. */
static enum outcome
check_named(struct request *rq, struct err *err)
{
	const char *named = rq->order->words[0];
	struct player player;
	int found = players_find(rq->store, rq->arena, named, &player, err);

	if (found == -1)
		return FAILED;
	return found == 1 ? DONE : request_refuse_text(rq, "record-neither", "named", named);
}

/* The public games of a player that were played, the oldest first. */
static enum outcome
record_player(struct request *rq, enum record_format format, struct err *err)
{
	struct game_filter filter = { .of_state = { [GAME_PLAYING] = true, [GAME_OVER] = true },
		.newest_first = true,
		.limit = GAMES_MAX + 1 };
	struct game_line *lines;
	struct player *player;
	struct record *record;
	struct vars *vars;
	struct str out;
	enum outcome outcome = rq->order->word_count == 1 ? check_named(rq, err) : DONE;
	int count, written = 0;
	const char *name;

	if (outcome != DONE ||
	    (outcome = request_player(rq, rq->order->words[0], &player, err)) != DONE)
		return outcome;
	if (!str_equal(record_format_suffix(format), "pgn"))
		return refuse_format(rq, rq->order->words[1]);
	filter.player = player->id;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return FAILED;
	str_init(&out, rq->arena, 0);
	for (int i = (count > GAMES_MAX ? GAMES_MAX : count) - 1; i >= 0; i--) {
		struct game *game;

		if (lines[i].is_private || lines[i].length == 0)
			continue;
		if (games_get(rq->store, rq->arena, lines[i].id, &game, err) != 1 ||
		    scores_record(rq->store, rq->arena, game, &record, err) == -1 ||
		    add_undone(rq, game, record, err) == -1)
			return FAILED;
		record->fields[FIELD_SITE] = rq->settings->name;
		str_add(&out, written++ > 0 ? "\n" : "");
		record_write(&out, record, format);
	}
	if (written == 0)
		return request_refuse_userid(rq, "record-none", player->userid);
	name = arena_printf(rq->arena, "xiangqi-%s.pgn", player->userid);
	reply_attach(rq->reply, name, type_of(format), out.data, out.length);
	vars = reply_use(rq->reply, "record-player");
	vars_text(vars, "file", name);
	vars_text(vars, "userid", player->userid);
	vars_number(vars, "games", written);
	vars_flag(vars, "older", count > GAMES_MAX);
	return DONE;
}

static const char *
name_file(struct arena *arena, const struct game *game, const char *suffix)
{
	return arena_printf(arena, "xiangqi-%lld-%s-%s.%s", (long long)game->id,
	    game->seat[RED].userid, game->seat[GREEN].userid, suffix);
}

/* Of a game that was played here to its end. */
static enum outcome
check_signable(struct request *rq, struct err *err)
{
	struct game *game = rq->game;
	const char *score;
	int is_imported = scores_get(rq->store, rq->arena, game->id, &score, err);
	struct vars *vars;

	if (is_imported == -1)
		return FAILED;
	if (is_imported == 0 && game->state == GAME_OVER && game->result != RESULT_CANCELLED)
		return DONE;
	vars = reply_refuse(rq->reply, "record-unsigned");
	facts_game(vars, game);
	vars_flag(vars, "imported", is_imported);
	vars_flag(vars, "running", game->state != GAME_OVER);
	return REFUSED;
}

/* The signature beside the score, which says in clear what it is of. */
static int
attach_signature(struct request *rq, const char *name, const struct str *score, struct err *err)
{
	const struct game *game = rq->game;
	struct civil day = clock_civil(game->ended, 0);
	const char *comment = arena_printf(rq->arena,
	    "server:%s board:%lld ended:%04d-%02d-%02d result:%s file:%s", rq->settings->address,
	    (long long)game->id, day.year, day.month, day.day, result_text(game->result), name);
	struct str out;

	str_init(&out, rq->arena, 0);
	if (signing_make(rq->settings->signing, rq->now, err) == -1 ||
	    signing_sign(rq->settings->signing, score->data, score->length,
		arena_printf(rq->arena, "signature of %s", name), comment, &out, err) == -1)
		return -1;
	reply_attach(rq->reply, arena_printf(rq->arena, "%s.minisig", name),
	    "application/octet-stream", out.data, out.length);
	return 0;
}

/* What was said and planned goes to those who play the game, and to nobody else: a signed score,
 * which is the same for all, has none of it. */
static enum outcome
record_game(struct request *rq, enum record_format format, bool is_signed, struct err *err)
{
	struct game *game = rq->game;
	bool is_private = !is_signed && rq->from != NULL && game_has(game, rq->from->id);
	enum outcome outcome = is_signed ? check_signable(rq, err) : DONE;
	struct record *record;
	struct vars *vars;
	struct str out;
	const char *name;

	if (outcome != DONE)
		return outcome;
	if (scores_record(rq->store, rq->arena, game, &record, err) == -1 ||
	    (is_private && add_talk(rq, game, record, err) == -1) ||
	    (is_private && add_plans(rq, game, record, err) == -1) ||
	    add_undone(rq, game, record, err) == -1)
		return FAILED;
	if (game->seat[RED].player != 0 || game->seat[GREEN].player != 0)
		record->fields[FIELD_SITE] = rq->settings->name;
	str_init(&out, rq->arena, 0);
	record_write(&out, record, format);
	name = name_file(rq->arena, game, record_format_suffix(format));
	/* What is attached last stands first. */
	if (is_signed && attach_signature(rq, name, &out, err) == -1)
		return FAILED;
	reply_attach(rq->reply, name, type_of(format), out.data, out.length);
	vars = reply_use(rq->reply, "record");
	facts_game(vars, game);
	vars_text(vars, "file", name);
	vars_flag(vars, "signed", is_signed);
	return DONE;
}

/* One a letter: each takes as long as a thousand moves. */
static enum outcome
record_film(struct request *rq)
{
	const struct game *game = rq->game;
	struct film *film = arena_alloc(rq->arena, sizeof *film);
	int first = game->length > FILM_PLIES ? game->length - FILM_PLIES : 0;
	const char *name = name_file(rq->arena, game, "gif");
	struct move *moves;
	struct vars *vars;

	for (const struct file *file = rq->reply->file; file != NULL; file = file->next)
		if (file->film != NULL)
			return request_refuse(rq, "record-films");
	film->start = game->start;
	for (int i = 0; i < first; i++)
		board_play(&film->start, game->moves[i]);
	film->count = game->length - first;
	/* A later line of the letter may change the game. */
	film->moves = moves = arena_alloc(rq->arena, (size_t)(film->count + 1) * sizeof *moves);
	for (int i = 0; i < film->count; i++)
		moves[i] = game->moves[first + i];
	film->is_green = rq->from != NULL && game_has(game, rq->from->id) &&
	    game_side_of(game, rq->from->id) == GREEN;
	reply_attach_film(rq->reply, name, film);
	vars = reply_use(rq->reply, "record-film");
	facts_game(vars, game);
	vars_text(vars, "file", name);
	vars_flag(vars, "older", first > 0);
	if (first > 0)
		vars_number(vars, "after", game_move_number(game, first - 1));
	return DONE;
}

enum outcome
record_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	int named = rq->game == NULL; /* words in front of the form */
	const char *form = order->word_count > named ? order->words[named] : "";
	bool is_signed = str_equal_nocase(form, "signed"), is_film = str_equal_nocase(form, "gif");
	enum record_format format = RECORD_PGN_WXF;

	if (order->word_count > named + 1 || ((is_signed || is_film) && rq->game == NULL) ||
	    (form[0] != '\0' && !is_signed && !is_film && !record_format_find(form, &format)))
		return refuse_format(rq, form);
	if (rq->game == NULL)
		return record_player(rq, format, err);
	if (!game_began(rq->game))
		return request_refuse_game(rq, "game-is-over");
	if (order->is_numbered) {
		vars_number(reply_refuse_game(rq->reply, rq->game, "record-whole"), "number",
		    order->number);
		return REFUSED;
	}
	return is_film ? record_film(rq) : record_game(rq, format, is_signed, err);
}
