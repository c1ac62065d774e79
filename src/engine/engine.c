/* SPDX-License-Identifier: ISC */
/*
 * UCI and UCCI, as far as one question needs them (engine.h).
 *
 * All is said at once: engines read line by line, and answer in that order.  Lines that say a
 * score is only a bound do not count.
 */
#include "engine/engine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/status.h"

/* How the two differ. */
static const struct {
	const char *name, *set; /* set: an option and its value */
	const char *only;       /* what limits it to some moves; NULL: nothing */
} protocols[] = {
	[PROTOCOL_UCI] = { "uci", "setoption name %s value %s\n", " searchmoves" },
	[PROTOCOL_UCCI] = { "ucci", "setoption %s %s\n", NULL },
};

/* How it counts the first rank. */
static int
first_rank(const struct engine_options *options)
{
	return options->protocol == PROTOCOL_UCCI || options->counts_from_zero ? 0 : 1;
}

/* " h3e3". */
static void
add_move(struct str *text, int first, struct move move)
{
	str_addf(text, " %c%d%c%d", 'a' + square_file(move.from), square_rank(move.from) + first,
	    'a' + square_file(move.to), square_rank(move.to) + first);
}

/* "h3", and *text after it; false: no square. */
static bool
read_square(const char **text, int first, uint8_t *square)
{
	int file = tolower((unsigned char)**text) - 'a', rank;
	char *end;

	if (file < 0 || file >= FILES || !isdigit((unsigned char)(*text)[1]))
		return false;
	rank = (int)strtol(*text + 1, &end, 10) - first;
	*text = end;
	if (rank < 0 || rank >= RANKS)
		return false;
	*square = square_at(file, rank);
	return true;
}

static bool
read_move(const char *text, int first, struct move *move)
{
	return read_square(&text, first, &move->from) && read_square(&text, first, &move->to) &&
	    (*text == '\0' || isspace((unsigned char)*text));
}

/* What came before the last capture or soldier's move can never come again. */
static int
first_that_counts(const struct game *game)
{
	struct board board;
	int ply = game->length;

	while (ply > 0 && game->taken[ply - 1] == NO_PIECE &&
	    game_board_at(game, ply - 1, &board) &&
	    piece_type(board.at[game->moves[ply - 1].from]) != SOLDIER)
		ply--;
	return ply;
}

bool
engine_level(const char *numbers, int level, int *out)
{
	char *end;
	long number = 0;

	for (int i = 0; numbers != NULL && i < level; i++, numbers = end) {
		number = strtol(numbers, &end, 10);
		if (end == numbers || number < 0 || number > 100000000)
			return false;
	}
	*out = (int)number;
	return numbers != NULL;
}

static void
add_options(struct str *text, const struct engine_options *options, int lines)
{
	const char *set = protocols[options->protocol].set, *at = options->options;
	char number[16];

	while (at != NULL && *(at += strspn(at, "; ")) != '\0') {
		size_t length = strcspn(at, ";"), name = strcspn(at, "=");
		char key[128], value[512];

		if (name < length) {
			str_format(key, sizeof key, "%.*s", (int)name, at);
			str_format(
			    value, sizeof value, "%.*s", (int)(length - name - 1), at + name + 1);
			str_addf(text, set, key, value);
		}
		at += length;
	}
	str_addf(text, set, "Threads", "1");
	str_addf(text, set, "Hash", "16");
	str_format(number, sizeof number, "%d", lines > 0 ? lines : ENGINE_LINES);
	str_addf(text, set, "MultiPV", number);
}

const char *
engine_question(
    struct arena *arena, const struct engine_options *options, const struct engine_question *its)
{
	enum protocol protocol = options->protocol;
	int from = its->is_bare ? its->game->length : first_that_counts(its->game);
	int first = first_rank(options);
	struct board board;
	char fen[FEN_SIZE];
	struct str text;

	str_init(&text, arena, 0);
	str_addf(&text, "%s\n", protocols[protocol].name);
	add_options(&text, options, its->lines);
	game_board_at(its->game, from, &board);
	fen_write(&board, 0, 1, fen);
	str_addf(&text, "%sisready\nposition fen %s",
	    protocol == PROTOCOL_UCI ? "ucinewgame\n" : "", fen);
	if (from < its->game->length)
		str_add(&text, " moves");
	for (int ply = from; ply < its->game->length; ply++)
		add_move(&text, first, its->game->moves[ply]);
	str_addf(&text, "\ngo nodes %d", its->nodes);
	if (its->only != NULL && protocols[protocol].only != NULL) {
		str_add(&text, protocols[protocol].only);
		for (int i = 0; i < its->only_count; i++)
			add_move(&text, first, its->only[i]);
	}
	str_add(&text, "\n");
	return text.data;
}

/* The word after `key`; NULL: there is none. */
static const char *
after(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at == NULL ? NULL : at + strlen(key);
}

/* "score cp 34", "score mate -2", "score 34". */
static bool
read_score(const char *line, int *score)
{
	const char *at = after(line, " score "), *mate;
	long number;

	if (at == NULL || strstr(line, "bound") != NULL)
		return false;
	if ((mate = after(at, "mate ")) != NULL) {
		number = strtol(mate, NULL, 10);
		*score = number > 0 ? ENGINE_MATE - (int)number : -ENGINE_MATE - (int)number;
		return labs(number) < 1000;
	}
	number = strtol(strncmp(at, "cp ", 3) == 0 ? at + 3 : at, NULL, 10);
	*score = (int)number;
	return labs(number) < ENGINE_MATE;
}

/* One of its lines; the same move on two lines, of which one is older, counts once. */
static void
keep(struct engine_answer *answer, int place, struct engine_line line)
{
	for (int i = 0; i < answer->count; i++)
		if (i != place && move_equal(answer->lines[i].move, line.move))
			answer->lines[i].depth = -1;
	if (place <= answer->count && place < ENGINE_LINES) {
		answer->lines[place] = line;
		answer->count += place == answer->count;
	}
}

/* The line with one blank between its words, and none around them. */
static void
squeeze(const char *line, char out[ENGINE_LINE_MAX])
{
	size_t n = 0;

	for (; *line != '\0' && n + 1 < ENGINE_LINE_MAX; line++)
		if (!isspace((unsigned char)*line))
			out[n++] = *line;
		else if (n > 0 && out[n - 1] != ' ')
			out[n++] = ' ';
	if (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

/* Words to people: shown to the operator, without what a terminal would obey. */
static void
keep_words(struct engine_answer *answer, const char *words)
{
	if (strstr(answer->words, "ERROR") != NULL)
		return;
	str_copy(answer->words, sizeof answer->words, words);
	for (char *at = answer->words; *at != '\0'; at++)
		if (!isprint((unsigned char)*at))
			*at = '?';
}

static void
hear_info(struct engine_answer *answer, int first, const char *line)
{
	const char *at = after(line, " pv "), *place = after(line, " multipv "),
		   *depth = after(line, " depth ");
	struct engine_line said = { .depth = depth != NULL ? (int)strtol(depth, NULL, 10) : 0 };
	int number = place != NULL ? (int)strtol(place, NULL, 10) : 1;

	if (at != NULL && number >= 1 && read_score(line, &said.score) &&
	    read_move(at, first, &said.move))
		keep(answer, number - 1, said);
}

/* The value of a line that begins with this word; NULL: it does not. */
static const char *
begins(const char *line, const char *word)
{
	size_t length = strlen(word);

	return strncmp(line, word, length) == 0 ? line + length : NULL;
}

void
engine_hear(struct engine_answer *answer, int first, const char *line)
{
	char words[ENGINE_LINE_MAX];
	struct engine_line said = { 0 };
	const char *rest;

	squeeze(line, words);
	if ((rest = begins(words, "info string ")) != NULL) {
		keep_words(answer, rest);
	} else if (begins(words, "info ") != NULL) {
		hear_info(answer, first, words);
	} else if ((rest = begins(words, "bestmove ")) != NULL) {
		answer->is_done = true;
		str_format(answer->best, sizeof answer->best, "%.*s",
		    (int)strcspn(rest, " ") < (int)sizeof answer->best ? (int)strcspn(rest, " ") :
									 0,
		    rest);
		if (answer->count == 0 && read_move(rest, first, &said.move))
			keep(answer, 0, said);
	} else if (strcmp(words, "nobestmove") == 0) {
		answer->is_done = true;
	} else if ((rest = begins(words, "option name UCI_Variant ")) != NULL) {
		answer->is_foreign = strstr(rest, "xiangqi") == NULL;
	}
}

bool
engine_counts(const char *best, bool *from_zero)
{
	struct board start;
	struct move move;

	board_start(&start);
	for (int first = 0; first < 2; first++)
		if (read_move(best, first, &move) && move_is_legal(&start, move)) {
			*from_zero = first == 0;
			return true;
		}
	return false;
}

const struct engine_line *
engine_choose(const struct engine_answer *answer, struct game *game, engine_filter *may, int width,
    uint32_t lot)
{
	const struct engine_line *fit[ENGINE_LINES];
	int count = 0, best = -ENGINE_MATE, among = 0;

	for (int i = 0; i < answer->count; i++) {
		const struct engine_line *line = &answer->lines[i];

		if (line->depth < 0 || !may(game, line->move))
			continue;
		fit[count++] = line;
		if (line->score > best)
			best = line->score;
	}
	for (int i = 0; i < count; i++)
		if (fit[i]->score >= best - width)
			fit[among++] = fit[i];
	return among > 0 ? fit[lot % (uint32_t)among] : NULL;
}

void
engine_read_command(struct engine_options *options, struct arena *arena)
{
	char *slash, *words = arena_strdup(arena, options->command != NULL ? options->command : "");

	options->count = 0;
	while (*(words += strspn(words, " ")) != '\0' && options->count < CHILD_WORDS_MAX) {
		options->words[options->count++] = words;
		words += strcspn(words, " ");
		if (*words != '\0')
			*words++ = '\0';
	}
	if (options->count == 0)
		options->words[options->count++] = "";
	slash = arena_strdup(arena, options->words[0]);
	if (strrchr(slash, '/') != NULL)
		*strrchr(slash, '/') = '\0';
	options->folder = slash;
}

void
engine_command(const struct engine_options *options, struct child_plan *out)
{
	*out = (struct child_plan){ .count = options->count,
		.limits = { .folder = options->folder,
		    .wall = options->timeout,
		    .cpu = 10,
		    .memory = (size_t)options->memory * 1024 * 1024,
		    .output = ENGINE_PRINT_MAX,
		    .is_fenced = true,
		    .is_nice = true,
		    /* Nobody reads it, and some write there without end. */
		    .is_mute = true } };
	memcpy(out->words, options->words, sizeof out->words);
}

int
thought_start(struct thought *thought, const struct engine_options *options, const char *question,
    struct err *err)
{
	struct child_plan plan;

	engine_command(options, &plan);
	plan.output = thought->output;
	plan.size = sizeof thought->output;
	thought->answer = (struct engine_answer){ .count = 0 };
	thought->first = first_rank(options);
	if (child_start(&thought->child, &plan, err) == -1)
		return -1;
	if (child_say(&thought->child, question))
		return 0;
	thought_end(thought);
	return err_set(err, "%s does not listen", options->command);
}

int
thought_step(struct thought *thought, struct err *err)
{
	const char *program = thought->child.plan.words[0];
	char line[ENGINE_LINE_MAX];
	int code, ended = child_poll(&thought->child, &code, err);

	while (ended != -1 && !thought->answer.is_done &&
	    child_line(&thought->child, line, sizeof line)) {
		engine_hear(&thought->answer, thought->first, line);
	}
	if (thought->answer.is_foreign) {
		thought_end(thought);
		return err_set(err, "%s knows other variants of chess, but no xiangqi", program);
	}
	if (ended != -1 && thought->answer.is_done) {
		thought_end(thought);
		return 1;
	}
	if (ended == 0 && thought->child.got >= ENGINE_LINE_MAX) {
		thought_end(thought);
		return err_set(
		    err, "%s wrote a line of more than %d bytes", program, ENGINE_LINE_MAX);
	}
	if (ended == 1)
		return err_set(err, "%s ended without an answer%s%s", program,
		    thought->answer.words[0] != '\0' ? ": " : "", thought->answer.words);
	return ended;
}

void
thought_end(struct thought *thought)
{
	child_kill(&thought->child);
}
