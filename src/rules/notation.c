/* SPDX-License-Identifier: ISC */
/*
 * Reading a move on a board.
 *
 * Exactly one legal meaning is a move; none is refused with the reason for the
 * nearest; several are refused with the list.  Careless writing (a mark where
 * no two pieces share a file …) is looked at only when the text has no legal
 * meaning by the rules of its notation.
 */
#include "rules/notation.h"

#include "base/str.h"
#include "rules/movegen.h"
#include "rules/notation_parts.h"

static enum reading_kind
refuse(struct reading *out, struct move move, struct refusal_why why)
{
	out->move = move;
	out->why = why;
	return out->kind = READ_ILLEGAL;
}

static enum reading_kind
conclude(struct reading *out, const struct found *found)
{
	static const struct refusal_why no_piece = { MOVE_NO_PIECE, NO_SQUARE, 0, false };
	static const struct move nowhere = { NO_SQUARE, NO_SQUARE };

	if (found->legal_count == 1) {
		out->move = found->legal[0];
		return out->kind = READ_MOVE;
	}
	if (found->legal_count == 0)
		return found->nearest_known ? refuse(out, found->nearest, found->why) :
					      refuse(out, nowhere, no_piece);
	for (int i = 0; i < found->legal_count; i++)
		out->candidates[i] = found->legal[i];
	out->candidate_count = found->legal_count;
	return out->kind = READ_AMBIGUOUS;
}

static enum reading_kind
read_squares(
    const struct written *written, const struct board *board, bool iccs, struct reading *out)
{
	static const struct refusal_why no_square = { MOVE_NO_SUCH_SQUARE, NO_SQUARE, 0, false };
	const int *at = written->squares;
	int lowest = 1;
	struct found found = { 0 };

	if (at[1] == 0 || at[3] == 0 || (iccs && at[1] < RANKS && at[3] < RANKS)) {
		out->form = NOTATION_ICCS;
		lowest = 0;
	}
	for (int i = 0; i < 4; i += 2)
		if (at[i] >= FILES || at[i + 1] - lowest >= RANKS)
			return refuse(out, (struct move){ NO_SQUARE, NO_SQUARE }, no_square);
	found_add(&found, board,
	    (struct move){ square_at(at[0], at[1] - lowest), square_at(at[2], at[3] - lowest) });
	return conclude(out, &found);
}

/* Every notation has digits or hanzi; most lines of a letter have neither. */
static bool
read_form(const char *text, const struct notation_letters *letters, struct written *out)
{
	for (const char *at = text; *at != '\0' && *at != '\n'; at++)
		if ((*at >= '0' && *at <= '9') || (unsigned char)*at >= 0x80)
			return written_read(text, letters, out);
	return false;
}

enum reading_kind
notation_read_letters(const char *text, const struct board *board, enum wxf_dialect dialect,
    bool iccs, const struct notation_letters *letters, struct reading *out)
{
	struct written written[2];
	struct found found = { 0 };
	int count = 0;

	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	if (read_form(text, NULL, &written[count])) {
		count++;
		if (written[0].place == PLACE_SQUARES) {
			out->form = written[0].form;
			out->consumed = written[0].end;
			return read_squares(&written[0], board, iccs || written[0].iccs, out);
		}
	}
	if (letters != NULL && read_form(text, letters, &written[count]) &&
	    written[count].place != PLACE_SQUARES)
		count++;
	if (count == 0)
		return out->kind;
	for (int i = 0; i < count; i++)
		written_find(&written[i], board, dialect, false, &found);
	for (int i = 0; i < count && found.legal_count == 0; i++)
		written_find(&written[i], board, dialect, true, &found);
	out->form = written[0].form;
	out->consumed = written[0].end;
	return conclude(out, &found);
}

enum reading_kind
notation_read(const char *text, const struct board *board, enum wxf_dialect dialect, bool iccs,
    struct reading *out)
{
	return notation_read_letters(text, board, dialect, iccs, NULL, out);
}

size_t
notation_form_end(const char *text, const struct notation_letters *letters)
{
	struct written written;

	if (!read_form(text, letters, &written) ||
	    (letters != NULL && written.place == PLACE_SQUARES))
		return 0;
	return written.end;
}

bool
notation_is_move_like(const char *text)
{
	return notation_form_end(text, NULL) > 0;
}

bool
notation_find(const char *name, enum notation *out)
{
	static const char *const names[] = { [NOTATION_COORDINATES] = "coordinates",
		[NOTATION_WXF] = "wxf",
		[NOTATION_CHINESE] = "chinese",
		[NOTATION_SIMPLIFIED] = "simplified",
		[NOTATION_ICCS] = "iccs",
		[NOTATION_UCI] = "uci" };
	int found = str_index(names, sizeof(names) / sizeof(names[0]), name);

	if (found >= 0)
		*out = (enum notation)found;
	return found >= 0;
}
