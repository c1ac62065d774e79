/* SPDX-License-Identifier: ISC */
/*
 * The boards that a letter lists (lists.h).
 *
 * A list is found by a number made of what it holds, so that a letter handled again, as after
 * a restored backup, has the same token.
 */
#include "store/lists.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "store/stmt.h"

#define NUMBER_DIGITS 10 /* hexadecimal: they fit into a token */

int
lists_add(struct store *store, struct arena *arena, int64_t player, int64_t made,
    const struct token *asked, const int64_t *games, int count, int64_t *number, struct err *err)
{
	const char *whose = arena_printf(arena, "%" PRId64 " %" PRId64 " %d %" PRId64, player, made,
	    (int)asked->asks, asked->asked);
	char digest[65];
	struct str boards;

	*number = 0;
	str_init(&boards, arena, 0);
	for (int i = 0; i < count; i++) {
		int64_t turn;
		int before = 0;

		while (before < i && games[before] != games[i])
			before++;
		if (before < i)
			continue;
		if (query_number(store, "read a game's turn",
			"SELECT turns + 1 FROM game WHERE id = ?1 AND ?2 IN (red, green)",
			WITH(INT(games[i]), INT(player)), &turn, err) == -1)
			return -1;
		if (turn > 0)
			str_addf(&boards, "%" PRId64 " %" PRId64 " ", games[i], turn - 1);
	}
	if (boards.length == 0)
		return 0;
	digest_pieces(
	    (const struct piece[]){ { whose, strlen(whose) }, { boards.data, boards.length } }, 2,
	    digest);
	digest[NUMBER_DIGITS] = '\0';
	*number = strtoll(digest, NULL, 16);
	return query_do(store, "keep a list of boards",
	    "INSERT INTO list (player, number, made, asks, whom, boards) VALUES (?, ?, ?, ?, ?, ?)"
	    " ON CONFLICT DO NOTHING",
	    WITH(INT(player), INT(*number), INT(made), INT(asked->asks), INT(asked->asked),
		TEXT(boards.data)),
	    err);
}

int
lists_get(struct store *store, struct arena *arena, int64_t player, int64_t number,
    struct token *token, struct listed **out, struct err *err)
{
	struct query q;
	char *text = NULL;
	int found, count = 0;

	query_start(&q, store, "read a list of boards",
	    "SELECT made, asks, whom, boards FROM list WHERE player = ? AND number = ?",
	    WITH(INT(player), INT(number)));
	if ((found = query_next(&q, err)) == 1) {
		token->made = query_int(&q);
		token->asks = (enum token_asks)query_int(&q);
		token->asked = query_int(&q);
		text = query_text(&q, arena);
	}
	query_end(&q);
	if (found != 1)
		return found;
	*out = arena_alloc(arena, (strlen(text) / 4 + 1) * sizeof **out);
	for (; *text != '\0'; text++, count++) {
		(*out)[count].game = strtoll(text, &text, 10);
		(*out)[count].turn = (int)strtol(text, &text, 10);
	}
	return count;
}

int
lists_expire(struct store *store, int64_t before, struct err *err)
{
	return query_do(store, "forget lists of boards", "DELETE FROM list WHERE made < ?",
	    WITH(INT(before)), err);
}
