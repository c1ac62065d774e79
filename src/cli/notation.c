/* SPDX-License-Identifier: ISC */
/*
 * `riverpost notation`: moves from one notation into another.
 *
 * Options are told apart by hand: a move may begin with a dash ("--.4").
 * Nothing is guessed: the first move that is illegal or ambiguous is the answer.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cli/cli.h"
#include "config/config.h"
#include "play/glossary.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "view/languages.h"
#include "view/template.h"

struct conversion {
	enum notation to;
	bool from_known, to_known, batch;
	enum notation from;
	enum wxf_dialect dialect;
	const struct glossary *glossary;
	const struct notation_letters *letters; /* of a language; NULL the usual ones */
	struct arena *arena;
};

/* One game's conversion. */
struct work {
	const struct conversion *how;
	struct board board;
	int move;        /* moves read */
	struct str *out; /* the moves, or what is wrong */
};

/* Replaces the output by what is wrong with the move at text. */
static void
complain(struct work *work, const char *text, const struct reading *r)
{
	char reason[160];

	str_truncate(work->out, 0);
	str_addf(work->out, "move %d, %.*s: ", work->move + 1, (int)strcspn(text, " \t"), text);
	if (r->kind == READ_NOT_A_MOVE) {
		str_add(work->out, "not a move");
	} else if (r->kind == READ_ILLEGAL) {
		refusal_write(&r->why, reason, sizeof(reason));
		str_addf(work->out, "illegal, %s", reason);
	} else {
		str_add(work->out, "ambiguous,");
		for (int i = 0; i < r->candidate_count; i++) {
			move_write(r->candidates[i], reason);
			str_addf(work->out, " %s", reason);
		}
	}
}

/* Converts the moves of text; false when one of them is refused. */
static bool
convert(struct work *work, const char *text)
{
	static const char between[] = " \t,;";
	const struct conversion *how = work->how;
	/* Coordinates and UCI look alike, and so do the two Chinese scripts. */
	enum notation form = how->from == NOTATION_UCI ? NOTATION_COORDINATES :
	    how->from == NOTATION_SIMPLIFIED           ? NOTATION_CHINESE :
							 how->from;
	struct reading r;
	char written[64];

	for (text += strspn(text, between); *text != '\0'; text += strspn(text, between)) {
		size_t signs = work->move > 0 ? notation_annotation_length(text) : 0;

		if (signs > 0) {
			text += signs;
			continue;
		}
		if (how->letters != NULL)
			notation_read_letters(text, &work->board, how->letters, &r);
		else
			notation_read(text, &work->board, how->dialect,
			    how->from_known && how->from == NOTATION_ICCS, &r);
		/* Positions for tools may let a king be taken; nothing is played after that. */
		if (r.kind == READ_MOVE && piece_type(work->board.at[r.move.to]) == KING) {
			r.kind = READ_ILLEGAL;
			r.why = (struct refusal_why){ .refusal = MOVE_GAME_OVER,
				.square = NO_SQUARE };
		}
		if (how->from_known && r.form != form)
			r.kind = READ_NOT_A_MOVE;
		if (r.kind != READ_MOVE) {
			complain(work, text, &r);
			return false;
		}
		notation_write(how->to, &work->board, r.move, written, sizeof(written));
		str_addf(work->out, "%s%s", work->move > 0 ? " " : "", written);
		board_play(&work->board, r.move);
		work->move++;
		text += r.consumed;
	}
	return true;
}

static bool
start(struct work *work, const char *fen)
{
	const char *wrong;

	if (fen == NULL || fen[0] == '\0' || str_equal_nocase(fen, "start")) {
		board_start(&work->board);
		return true;
	}
	wrong = fen_read_lenient(fen, &work->board);
	if (wrong != NULL)
		str_addf(work->out, "not a position: %s", wrong);
	return wrong == NULL;
}

static int
convert_words(const struct conversion *how, int count, char **words)
{
	struct str out, moves;
	struct work work = { .how = how, .out = &out };
	bool good;

	str_init(&out, how->arena, 0);
	str_init(&moves, how->arena, 0);
	/* "Cannon 2 = 5" is one move in four words. */
	for (int i = 1; i < count; i++)
		str_addf(&moves, "%s ", words[i]);
	good = start(&work, words[0]) && convert(&work, moves.data);
	if (good)
		puts(out.data);
	else
		fprintf(stderr, "riverpost: %s\n", out.data);
	return good ? 0 : 1;
}

/* "id<TAB>fen<TAB>moves" */
static void
convert_line(void *context, char *line)
{
	const struct conversion *how = context;
	char *id = strsep(&line, "\t");
	char *fen = strsep(&line, "\t");
	char *moves = strsep(&line, "\t");
	struct str out;
	struct work work = { .how = how, .out = &out };
	bool good;

	str_init(&out, how->arena, 0);
	if (fen == NULL)
		str_add(&out, "no position");
	good = fen != NULL && start(&work, fen) && convert(&work, moves == NULL ? "" : moves);
	printf("%s\t%s%s\n", id, good ? "" : "error ", out.data);
	arena_clear(how->arena);
}

/* Takes the options out of argv; returns how many words are left, or -1. */
static int
notation_options(struct conversion *how, int argc, char **argv)
{
	int left = 0;

	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (strcmp(word, "--batch") == 0)
			how->batch = true;
		else if (strncmp(word, "--to=", 5) == 0) {
			if (!notation_find(word + 5, &how->to)) {
				cli_wrong(word, "there is no such notation");
				return -1;
			}
			how->to_known = true;
		} else if (strncmp(word, "--from=", 7) == 0) {
			how->from_known = true;
			how->from = NOTATION_WXF;
			if (str_equal_nocase(word + 7, "wxf1997"))
				how->dialect = WXF_1997;
			else if (str_equal_nocase(word + 7, "wxf2018"))
				how->dialect = WXF_2018;
			else if (!notation_find(word + 7, &how->from) &&
			    (how->letters = glossary_letters(how->glossary, word + 7)) == NULL) {
				cli_wrong(word, "there is no such notation or language");
				return -1;
			}
		} else if (strncmp(word, "--", 2) == 0 && !notation_is_move_like(word)) {
			cli_wrong(word, "there is no such option");
			return -1;
		} else
			argv[left++] = argv[i];
	}
	if (how->to_known)
		return left;
	cli_wrong(NULL, "--to=NOTATION is missing");
	return -1;
}

int
cli_notation(int argc, char **argv)
{
	struct templates *templates = templates_new(NULL, config_shipped_templates());
	struct conversion how = { .dialect = WXF_ANY, .arena = arena_new() };
	int left = 0, code;
	struct err err;
	bool has_words = languages_read(templates, &how.glossary, &err) == 0;

	if (has_words)
		left = notation_options(&how, argc, argv);
	if (!has_words)
		code = cli_failed(&err);
	else if (left < 0 || (how.batch ? left > 0 : left == 0))
		code = 2;
	else
		code = how.batch ? -cli_each_line(NULL, convert_line, &how) :
				   convert_words(&how, left, argv);
	arena_free(how.arena);
	templates_free(templates);
	return code;
}
