/* SPDX-License-Identifier: ISC */
/*
 * The letters with which other languages write the four symbols.
 *
 * Vietnamese players also write '.' forward, '/' backward and '-' sideways, and
 * t, g, s for the front, middle and rear piece.  '-' stays backward as well:
 * where both are legal the player is shown the list.
 */
#include "rules/notation.h"

#include "base/str.h"

static const struct notation_letters vietnamese = { .pieces = { "", "X", "M", "P", "B", "S", "T",
							"Tg" },
	.front = "+ T",
	.middle = ". G",
	.rear = "- S",
	.forward = "+ .",
	.backward = "- /",
	.sideways = "= -" };

/* Several names begin with the same letter, which then means either. */
static const struct notation_letters russian = { .pieces = { "", "Л", "Кн К", "Пу П", "Пш П",
						     "Св С", "Сл С Л", "Кр К" },
	.front = "+",
	.middle = ".",
	.rear = "-",
	.forward = "+",
	.backward = "-",
	.sideways = "= ." };

const struct notation_letters *
notation_letters_find(const char *language)
{
	if (str_equal_nocase(language, "vi"))
		return &vietnamese;
	if (str_equal_nocase(language, "ru"))
		return &russian;
	return NULL;
}
