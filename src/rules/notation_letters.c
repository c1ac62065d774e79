/* SPDX-License-Identifier: ISC */
/*
 * The table of letters with which a language writes the four symbols.
 *
 * The letters themselves stand in the language's folder of templates
 * (riverpost-templates(5)); nothing here reads files.
 */
#include "rules/notation.h"

bool
notation_letters_fill(struct notation_letters *letters,
    const char *(*find)(void *source, const char *name), void *source)
{
	struct {
		const char *name, **entry;
	} const entries[] = {
		{ "front", &letters->front },
		{ "middle", &letters->middle },
		{ "rear", &letters->rear },
		{ "forward", &letters->forward },
		{ "backward", &letters->backward },
		{ "sideways", &letters->sideways },
	};

	letters->pieces[NO_TYPE] = "";
	for (int type = ROOK; type <= KING; type++)
		if ((letters->pieces[type] = find(source, piece_name((enum piece_type)type))) ==
		    NULL)
			return false;
	for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
		if ((*entries[i].entry = find(source, entries[i].name)) == NULL)
			return false;
	return true;
}
