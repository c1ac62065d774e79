/* SPDX-License-Identifier: ISC */
/*
 * The differential test: the referee against the naive judge (oracle/judge.h), over
 * generated loops under all three rule sets.
 *
 *	oracle [-l] [-n LOOPS] [-s SEED]
 *
 * Loops in which somebody chases or checks all the time are preferred, as the
 * referee's own judge finds them; some are taken blindly.
 *
 * -l compares nothing: it lists the loops as far as the naive judge decides them under
 * `asian`, one a line: position, moves, verdict.  tests/oracle/engines.pl reads that.
 *
 * Prints what it compared, each difference as a position and its moves, and the
 * seed that brings them again; exits with 1 when there was a difference.  With
 * RIVERPOST_DATA set it reads the collected loops too, from each of their phases, and
 * compares both with the verdicts there.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "oracle/judge.h"
#include "rules/movegen.h"
#include "rules/referee/referee.h"
#include "rules/referee/repeat.h"
#include "unit/rules/table_moves.h"

#define LOOPS_FOUND 4 /* from a position */
#define LOOPS       20000
#define SHOWN_MAX   20

static struct {
	long loops, differences;
	long ended[RULESETS][CHAR_MAX + 1]; /* by the ruling's word */
	/* Loops that need the rule of flight, the rule of rounds and the rule of rescue. */
	long flights, rounds, rescues;
} count;

static struct played game;
static uint64_t state;

static int
chance(int below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((state >> 33) % (uint64_t)below);
}

static bool
may_stand(char piece, bool red, int point)
{
	int x = point % 9, y = red ? point / 9 : 9 - point / 9;

	switch (piece) {
	case 'K':
		return naive_palace(point, red);
	case 'A':
		return naive_palace(point, red) && (x + y) % 2 == 1;
	case 'B':
		return y <= 4 && y % 2 == 0 && x % 4 == (y == 2 ? 0 : 2);
	case 'P':
		return y >= 5 || (y == 3 && x % 2 == 0);
	default:
		return true;
	}
}

/* Nothing is placed where no point is found. */
static void
place(struct naive *p, char piece, bool red)
{
	for (int tries = 0; tries < 1000; tries++) {
		int point = chance(POINTS);

		if (p->at[point] != '.' || !may_stand(piece, red, point))
			continue;
		p->at[point] = red ? piece : (char)tolower((unsigned char)piece);
		return;
	}
}

/* Positions of the rule book's kind in which both sides chase; random ones hardly
 * ever come to rounds of that sort. */
static const char *const mutual[] = {
	"3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w",
	"3akabr1/1c1R1R1c1/r1n1b1n2/p3p3p/9/9/P3P3P/1CN1C1N2/9/2BAKAB2 w",
};

/* Each side has a rook or a horse, so that nothing is dead. */
static bool
random_position(struct naive *p, bool both_chase, struct board *board)
{
	char fen[128];

	memset(p, 0, sizeof(*p));
	memset(p->at, '.', POINTS);
	p->red_moves = chance(2) == 0;
	if (both_chase)
		naive_read(p, mutual[chance(2)]);
	for (int side = 0; side < 2; side++) {
		int more = both_chase ? chance(3) : chance(9);

		if (!both_chase) {
			place(p, 'K', side == 0);
			place(p, "RN"[chance(2)], side == 0);
		}
		for (; more > 0; more--)
			place(p, "RNCCPPAB"[chance(8)], side == 0);
	}
	naive_write(p, fen);
	naive_read(p, fen);
	return fen_read(fen, board) == NULL;
}

/* Both sides move one piece each, out and back or around a triangle. */
struct loop {
	struct move moves[6];
	int length;
};

static bool
is_playable(const struct board *board, struct move move)
{
	return board->at[move.to] == NO_PIECE && move_is_legal(board, move);
}

static bool
random_loop(const struct board *start, struct loop *loop)
{
	struct board board = *start;
	struct move moves[MOVES_MAX];

	loop->length = chance(6) > 0 ? 4 : 6;
	for (int i = 0; i < loop->length; i++) {
		struct move *move = &loop->moves[i];
		int known = moves_legal(&board, moves);

		if (known == 0)
			return false;
		*move = moves[chance(known)];
		if (i >= 2 && i < loop->length - 2)
			*move = (struct move){ loop->moves[i - 2].to, move->to };
		else if (i >= 2)
			*move = (struct move){ loop->moves[i - 2].to, loop->moves[i % 2].from };
		if (!is_playable(&board, *move))
			return false;
		board_play(&board, *move);
	}
	return true;
}

/* Is it worth asking?  Where nobody attacks anything, seldom. */
static bool
is_chosen(const struct board *start, const struct loop *loop, bool both_chase)
{
	struct repeat repeat;
	struct effect effect;
	enum conduct_level red, green;
	int forcing = 0;

	repeat_begin(&repeat, start);
	for (int i = 0; i < loop->length; i++) {
		repeat_move(&repeat, loop->moves[i], &effect);
		forcing += effect.check || effect.threat_count > 0;
	}
	red = repeat_level(&repeat, RED);
	green = repeat_level(&repeat, GREEN);
	if (both_chase)
		return red > 0 && green > 0;
	if (red > 0 || green > 0)
		return true;
	return chance(2 * forcing >= loop->length ? 8 : 80) == 0;
}

/* Of one position, loops that mix; returns how many. */
static int
find_loops(const struct board *start, bool both_chase, struct loop loops[LOOPS_FOUND])
{
	int found = 0;

	for (int tries = 0; tries < 600 && found < LOOPS_FOUND; tries++)
		found += random_loop(start, &loops[found]) &&
		    is_chosen(start, &loops[found], both_chase);
	return found;
}

/* Two loops in random order, begun anywhere. */
static void
play_loops(const struct naive *start, const struct loop *one, const struct loop *other)
{
	const struct loop *loop = one;
	struct naive first = *start;
	int mixed = chance(3), skip = chance(4), plies = 9 + chance(PLIES - 14);

	for (int i = 0; i < skip; i++)
		naive_play(&first, loop->moves[i].from, loop->moves[i].to);
	played_begin(&game, &first);
	while (game.length < plies) {
		for (int i = skip; i < loop->length; i++)
			played_add(&game, loop->moves[i].from, loop->moves[i].to);
		skip = 0;
		loop = mixed > 0 && chance(2) > 0 ? other : one;
	}
}

static void
random_game(void)
{
	static struct naive start;
	static struct loop loops[LOOPS_FOUND];
	static int found, played;

	/* As many games from a position as it has loops. */
	while (played >= found) {
		bool both_chase = chance(8) == 0;
		struct board board;

		if (random_position(&start, both_chase, &board)) {
			found = find_loops(&board, both_chase, loops);
			played = 0;
		}
	}
	play_loops(&start, &loops[played], &loops[chance(found)]);
	played++;
}

static struct ruling
ask_referee(enum ruleset rules, const char *fen)
{
	struct move moves[PLIES];
	struct history h = { .rules = rules, .moves = moves, .length = game.length };
	struct verdict verdict;
	struct ruling ruling = { 0 };
	const char *wrong = fen_read(fen, &h.start);

	if (wrong != NULL) {
		fprintf(stderr, "oracle: %s: %s\n", fen, wrong);
		exit(1);
	}
	for (int i = 0; i < game.length; i++)
		moves[i] = (struct move){ game.act[i + 1].from, game.act[i + 1].to };
	ruling.ply = referee_replay(&h, &verdict);
	ruling.known = verdict.loser_known;
	ruling.red = verdict.loser_known && verdict.loser == RED;
	ruling.word = "nwrdl"[verdict.kind];
	return ruling;
}

static void
show(enum ruleset rules, const char *fen, const struct ruling *want, const struct ruling *got)
{
	char text[8];

	if (++count.differences > SHOWN_MAX)
		return;
	printf("%s\t%s\t", ruleset_name(rules), fen);
	for (int i = 1; i <= game.length; i++) {
		move_write((struct move){ game.act[i].from, game.act[i].to }, text);
		printf("%s ", text);
	}
	printf("\treferee %c ply %d loser %d red %d\tnaive %c ply %d loser %d red %d\n", got->word,
	    got->ply, got->known, got->red, want->word, want->ply, want->known, want->red);
}

/* Both judges on the game, under each rule set. */
static void
compare(void)
{
	char fen[128];

	naive_write(&game.position[0], fen);
	count.loops++;
	for (int rules = 0; rules < RULESETS; rules++) {
		struct ruling want = played_judge(&game, (enum played_rules)rules);
		struct ruling got = ask_referee((enum ruleset)rules, fen);

		want.red = want.known && want.red;
		count.ended[rules][(int)want.word]++;
		if (rules == RULES_ASIAN) {
			count.rounds += want.cuts_excused;
			count.rescues += want.unsaved;
		}
		if (want.word != got.word || want.ply != got.ply || want.known != got.known ||
		    want.red != got.red)
			show((enum ruleset)rules, fen, &want, &got);
	}
	for (int ply = 1; ply <= game.length; ply++)
		if (game.act[ply].keeps_attack) {
			count.flights++;
			break;
		}
}

static void
list(void)
{
	struct ruling ruling = played_judge(&game, PLAYED_ASIAN);
	char fen[128], text[8];

	if (ruling.word != 'l' && ruling.word != 'd')
		return;
	naive_write(&game.position[0], fen);
	printf("%s\t", fen);
	for (int i = 1; i <= ruling.ply; i++) {
		move_write((struct move){ game.act[i].from, game.act[i].to }, text);
		printf("%s%s", i > 1 ? " " : "", text);
	}
	printf("\t%s\n", !ruling.known ? "draw" : ruling.red ? "loss red" : "loss green");
}

/* Where tables have what is judged; 0, the row's name, stands for no column. */
static const struct columns {
	const char *table;
	int lead, moves, rules, verdict, loser;
} tables[] = {
	{ "asian-diagrams.tsv", .lead = 2, .moves = 3, .verdict = 5, .loser = 6 },
	{ "repetition.tsv", .moves = 2, .rules = 3, .verdict = 4 },
	{ "rescue.tsv", .moves = 2, .rules = 3, .verdict = 4 },
};

/* The moves since the position of their end was first on the board, and its verdict. */
struct given {
	const char *where;
	struct naive start;
	struct move moves[PLIES];
	int length;
	enum ruleset rules;
	struct ruling want;
};

/* "draw", "loss red", "loss green"; or "loss" with the loser in a column of its own. */
static struct ruling
read_verdict(const struct table *row, const struct columns *columns)
{
	static const struct {
		const char *text;
		struct ruling ruling;
	} verdicts[] = {
		{ "draw", { .word = 'd' } },
		{ "draw -", { .word = 'd' } },
		{ "loss red", { .word = 'l', .known = true, .red = true } },
		{ "loss green", { .word = 'l', .known = true } },
	};
	const char *loser = columns->loser != 0 ? row->column[columns->loser] : "";
	char text[32];

	snprintf(text, sizeof(text), "%s%s%s", row->column[columns->verdict],
	    columns->loser != 0 ? " " : "", loser);
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		if (strcmp(text, verdicts[i].text) == 0)
			return verdicts[i].ruling;
	fail_at(row->where, "%s is no verdict", text);
}

/* Do the moves come round again and again? */
static bool
repeats(const struct move moves[], int plies, int round)
{
	if (plies % round != 0)
		return false;
	for (int i = round; i < plies; i++)
		if (!move_equal(moves[i], moves[i - round]))
			return false;
	return true;
}

/* Cuts off what leads into the loop, and equal rounds but one; `moves` begin at `start`. */
static void
find_loop(struct given *given, const struct move moves[], int plies)
{
	static struct naive position[2 * PLIES + 1];
	int first = 0, round = 1;

	position[0] = given->start;
	for (int i = 0; i < plies; i++) {
		position[i + 1] = position[i];
		naive_play(&position[i + 1], moves[i].from, moves[i].to);
	}
	while (!naive_equal(&position[first], &position[plies]))
		first++;
	if (first == plies)
		fail_at(given->where, "no loop: the last position was not there before");
	while (!naive_equal(&position[first + round], &position[plies]) ||
	    !repeats(moves + first, plies - first, round))
		round++;
	if (2 * round > PLIES)
		fail_at(given->where, "a loop of more than %d plies", PLIES / 2);
	given->start = position[first];
	given->length = round;
	memcpy(given->moves, moves + first, (size_t)round * sizeof(*moves));
}

static void
read_row(struct given *given, const struct table *row, const struct columns *columns)
{
	struct move moves[2 * PLIES];
	struct board board;
	char fen[FEN_SIZE];
	int plies = 0;

	*given = (struct given){ .where = row->where, .rules = RULES_ASIAN };
	if (columns->rules != 0 && !ruleset_find(row->column[columns->rules], &given->rules))
		fail_at(row->where, "%s is no rule set", row->column[columns->rules]);
	given->want = read_verdict(row, columns);
	board_at(row->where, row->column[1], &board);
	fen_write(&board, 0, 1, fen);
	naive_read(&given->start, fen);
	if (columns->lead != 0)
		plies = moves_at(row->where, row->column[columns->lead], &board, moves, PLIES);
	plies += moves_at(row->where, row->column[columns->moves], &board, moves + plies, PLIES);
	find_loop(given, moves, plies);
}

static void
expect(const struct given *given, int phase, const char *judge, const struct ruling *got)
{
	const struct ruling *want = &given->want;

	if (got->word == want->word && got->known == want->known &&
	    (!want->known || got->red == want->red))
		return;
	if (++count.differences <= SHOWN_MAX)
		printf("%s: phase %d: %s %c loser %d red %d, not %c loser %d red %d\n",
		    given->where, phase, judge, got->word, got->known, got->red, want->word,
		    want->known, want->red);
}

/* From each of its phases, against each other and against the verdict of the row. */
static void
compare_given(const struct given *given)
{
	struct naive start = given->start;

	for (int phase = 0; phase < given->length; phase++) {
		struct naive renumbered;
		struct ruling naive, referee;
		char placement[128];

		naive_write(&start, placement);
		naive_read(&renumbered, placement);
		played_begin(&game, &renumbered);
		for (int i = 0; i < 3 * given->length && i < PLIES; i++) {
			const struct move *move = &given->moves[(phase + i) % given->length];

			played_add(&game, move->from, move->to);
		}
		compare();
		naive = played_judge(&game, (enum played_rules)given->rules);
		referee = ask_referee(given->rules, placement);
		expect(given, phase, "naive judge", &naive);
		expect(given, phase, "referee", &referee);
		naive_play(&start, given->moves[phase].from, given->moves[phase].to);
	}
}

static void
compare_table(const struct columns *columns)
{
	int needed = 1 + (columns->loser != 0 ? columns->loser : columns->verdict);
	struct table table;

	if (!table_open_collected(&table, columns->table, needed))
		return;
	table_names(&table);
	while (table_next(&table)) {
		struct given given;

		read_row(&given, &table, columns);
		compare_given(&given);
	}
}

int
main(int argc, char **argv)
{
	long loops = LOOPS, seed = 1;
	bool lists = false;
	int option;

	while ((option = getopt(argc, argv, "ln:s:")) != -1) {
		if (option == '?')
			return 2;
		if (option == 'l')
			lists = true;
		else
			*(option == 'n' ? &loops : &seed) = atol(optarg);
	}
	state = (uint64_t)seed;
	for (long i = 0; lists && i < loops; i++) {
		random_game();
		list();
	}
	if (lists)
		return 0;
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		compare_table(&tables[i]);
	for (long i = 0; i < loops; i++) {
		random_game();
		compare();
	}
	printf("%ld loops, seed %ld: %ld with attacks kept in check, "
	       "%ld with cuts that lose no round, %ld with a piece never saved\n",
	    count.loops, seed, count.flights, count.rounds, count.rescues);
	for (int rules = 0; rules < RULESETS; rules++)
		printf("%s: %ld lost, %ld drawn, %ld refused, %ld announced, %ld nothing\n",
		    ruleset_name((enum ruleset)rules), count.ended[rules]['l'],
		    count.ended[rules]['d'], count.ended[rules]['r'], count.ended[rules]['w'],
		    count.ended[rules]['n']);
	printf("%ld differences\n", count.differences);
	return count.differences > 0;
}
