/* SPDX-License-Identifier: ISC */
/*
 * RECORD: the full score, attached as a file that other programs read.
 */
#include "game/record.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/shared.h"

static const char *
type_of(enum record_format format)
{
	switch (format) {
	case RECORD_XQF:
		return "application/octet-stream";
	case RECORD_PGN:
	case RECORD_PGN_WXF:
	case RECORD_PGN_ICCS:
		return "application/x-chess-pgn; charset=utf-8";
	default:
		return "text/plain; charset=utf-8";
	}
}

static bool
find_format(const struct order *order, enum record_format *format)
{
	*format = RECORD_PGN_WXF;
	return order->word_count == 0 || record_format_find(order->words[0], format);
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct game	*game = rq->game;
	enum record_format	 format;
	struct vars		*vars;
	struct str		 out;
	const char		*name;

	(void)err;
	if (!find_format(rq->order, &format)) {
		vars_text(reply_refuse(reply, "record-format"), "format", rq->order->words[0]);
		return CMD_REFUSED;
	}
	str_init(&out, rq->arena, 0);
	record_write(&out, record_of_game(rq->arena, game, rq->house->name), format);
	name = arena_printf(rq->arena, "xiangqi-%lld-%s-%s.%s", (long long)game->id,
	    game->seat[RED].userid, game->seat[GREEN].userid, record_format_suffix(format));
	reply_attach(reply, name, type_of(format), out.data, out.length);
	vars = reply_use(reply, "record");
	vars_game(vars, game);
	vars_text(vars, "file", name);
	return CMD_DONE;
}

const struct cmd cmd_record = {
	.name	 = "record",
	.aliases = "score",
	.args	 = "GAME WORD?",
	.needs	 = NEEDS_GAME | OPEN,
	.run	 = run,
};
