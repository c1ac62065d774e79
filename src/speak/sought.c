/* SPDX-License-Identifier: ISC */
/*
 * Which position a line asks for (sought.h).
 */
#include "speak/sought.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "rules/notation.h"
#include "speak/parse.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define DIGITS        "0123456789"
#define SLASHES_LEAST 4 /* in what is meant as a FEN; that it has nine is asked later */
#define FEN_WORDS_MAX 6

size_t
sought_number(const char *word)
{
	size_t digits = strspn(word, DIGITS), dots = strspn(word + digits, ".");

	return digits > 0 && dots > 0 ? digits + dots : 0;
}

const char *
sought_move(struct arena *arena, const char *word)
{
	size_t length;

	word += sought_number(word);
	length = strlen(word);
	while (length > 0 && strchr(",;", word[length - 1]) != NULL)
		length--;
	return arena_strndup(arena, word, length);
}

/* How many of `count` words are moves or their numbers, with a move among them; 0: not all. */
static int
read_moves(struct arena *arena, const struct order *order, int count)
{
	bool any = false;

	for (int i = 0; i < count; i++) {
		const char *move = sought_move(arena, order->raw[i]);

		if (move[0] == '\0')
			continue;
		if (!notation_is_move_like(move) && !notation_is_algebraic(move))
			return 0;
		any = true;
	}
	return any ? count : 0;
}

static bool
is_fen(const char *word)
{
	int slashes = 0;

	for (; *word != '\0'; word++)
		slashes += *word == '/';
	return slashes >= SLASHES_LEAST;
}

/* The FEN of so many words; NULL: they are none. */
static const char *
read_fen(struct arena *arena, const struct order *order, int count)
{
	int first = strcmp(order->words[0], "fen") == 0 && count > 1;
	struct str fen;

	if (!is_fen(order->raw[first]) || count - first > FEN_WORDS_MAX)
		return NULL;
	str_init(&fen, arena, 0);
	for (int i = first; i < count; i++)
		str_addf(&fen, "%s%s", i > first ? " " : "", order->raw[i]);
	return fen.data;
}

bool
sought_read(struct arena *arena, const struct order *order, struct sought *out)
{
	int count = order->word_count;
	char *end;

	*out = (struct sought){ .number = TOKENS_NOW, .fen = "" };
	if (count >= 2 && strcmp(order->words[count - 2], "after") == 0) {
		out->after = strtoll(order->raw[count - 1], &end, 10);
		if ((*end != '\0' && strcmp(end, ".") != 0) || out->after <= 0)
			return false;
		count -= 2;
	}
	if (verb_id(order->verb) == VERB_OPENING) {
		out->is_new = true;
		out->moves = read_moves(arena, order, count);
		return out->moves > 0;
	}
	if (count == 0)
		return true;
	out->is_new = count == 1 && strcmp(order->words[0], "new") == 0;
	if (out->is_new)
		return true;
	if (count == 1 && tokens_read_number(order->words[0], &out->board, &out->number)) {
		if (strchr(order->words[0] + 1, '#') == NULL)
			out->number = TOKENS_NOW;
		return out->board > 0;
	}
	out->fen = read_fen(arena, order, count);
	return out->fen != NULL;
}

bool
sought_fits(const struct order *order)
{
	struct arena *arena = arena_new();
	struct sought sought;
	bool fits = sought_read(arena, order, &sought);

	arena_free(arena);
	return fits;
}
