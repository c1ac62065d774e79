/* SPDX-License-Identifier: ISC */
/*
 * RECORD: the full score, attached as a file that other programs read.
 */
#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "game/record.h"
#include "store/scores.h"

/* Only userids stand at the margin, so that nobody can put words into another's mouth. */
static const char *
indent(struct arena *arena, const char *text)
{
	struct str out;

	str_init(&out, arena, 0);
	for (; *text != '\0'; text++) {
		str_addc(&out, *text);
		if (*text == '\n')
			str_add(&out, "  ");
	}
	return out.data;
}

/* What was said goes to those who play the game, and to nobody else. */
static int
add_talk(struct request *rq, struct record *record, struct err *err)
{
	const struct player *who = rq->from;
	struct talk *talk;
	int count;

	if (who == NULL || !game_has(rq->game, who->id))
		return 0;
	if ((count = talk_list(rq->store, rq->arena, rq->game->id, &talk, err)) == -1)
		return -1;
	record->comments = arena_alloc(
	    rq->arena, (size_t)(record->length + 1) * sizeof *record->comments);
	for (int i = 0; i < count; i++) {
		const char **at = &record->comments[talk[i].ply];

		if (talk[i].kind == TALK_NOTE || talk[i].ply > record->length)
			continue;
		*at = arena_printf(rq->arena, "%s%s%s: %s", *at != NULL ? *at : "",
		    *at != NULL ? "\n" : "", talk[i].userid, indent(rq->arena, talk[i].text));
	}
	return 0;
}

static bool
record_expects(const struct order *order, int i)
{
	enum record_format format;

	return record_format_find(order->words[i], &format);
}

static enum outcome
record_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct game *game = rq->game;
	struct record *record;
	enum record_format format = RECORD_PGN_WXF;
	struct vars *vars;
	struct str out;
	const char *name, *suffix, *type = "text/plain; charset=utf-8";

	if (rq->order->word_count > 0 && !record_format_find(rq->order->words[0], &format)) {
		vars_text(reply_refuse(reply, "record-format"), "format", rq->order->words[0]);
		return CMD_REFUSED;
	}
	if (scores_record(rq->store, rq->arena, game, &record, err) == -1)
		return CMD_FAILED;
	if (game->seat[RED].player != 0 || game->seat[GREEN].player != 0)
		record->fields[FIELD_SITE] = rq->settings->name;
	if (add_talk(rq, record, err) == -1)
		return CMD_FAILED;
	str_init(&out, rq->arena, 0);
	record_write(&out, record, format);
	suffix = record_format_suffix(format);
	if (format == RECORD_XQF)
		type = "application/octet-stream";
	else if (str_equal(suffix, "pgn"))
		type = "application/x-chess-pgn; charset=utf-8";
	name = arena_printf(rq->arena, "xiangqi-%lld-%s-%s.%s", (long long)game->id,
	    game->seat[RED].userid, game->seat[GREEN].userid, suffix);
	reply_attach(reply, name, type, out.data, out.length);
	vars = reply_use(reply, "record");
	facts_game(vars, game);
	vars_text(vars, "file", name);
	return CMD_DONE;
}

const struct cmd cmd_record = {
	.name = "record",
	.aliases = "score",
	.args = "GAME WORD?",
	.expects = record_expects,
	.needs = NEEDS_GAME | OPEN,
	.run = record_run,
};
