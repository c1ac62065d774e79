/* SPDX-License-Identifier: ISC */
/*
 * What the referee finds, in the words of the letters (judge_text.h).
 */
#include "view/judge_text.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "play/facts.h"
#include "view/doc.h"
#include "view/template.h"

int
judge_text(struct arena *arena, struct templates *templates, const struct history *history,
    const struct verdict *verdict, bool explain, const char **out, struct err *err)
{
	const struct reader how = { .language = "en" };
	struct game game = { .arena = arena,
		.rules = history->rules,
		.start = history->start,
		.moves = (struct move *)history->moves,
		.length = history->length };
	struct vars *vars = vars_new(arena);
	const char *text;

	for (int side = RED; side <= GREEN; side++) {
		const char *key = side == RED ? "side.red" : "side.green";
		const char *word;

		if (template_word(templates, &how, key, &word, err) == -1)
			return -1;
		str_copy(game.seat[side].userid, SEAT_NAME_SIZE, word);
	}
	facts_verdict(vars, &game, NULL, verdict);
	game.board = game.start;
	board_play_all(&game.board, game.moves, game.length, NULL);
	facts_counts(vars, &game);
	vars_text(vars, "move", "");
	if (game.length > 0) {
		game_board_at(&game, game.length - 1, &game.board);
		facts_placed(vars, "move", &game.board, game.moves[game.length - 1]);
	}
	explain &= game.length > 0 && verdict->loop_first != 1;
	vars_flag(vars, "explained", explain);
	if (explain) {
		struct vars *moves = vars_add(vars, "before");

		if (verdict->loop_first > 0)
			game.length = verdict->loop_first - 1;
		facts_moves(moves, &game, 1);
	}
	if (template_text(templates, &how, "judge", vars, &text, err) == -1)
		return -1;
	*out = doc_plain(arena, arena_printf(arena, "%s\n", text));
	return 0;
}
