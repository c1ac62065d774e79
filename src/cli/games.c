/* SPDX-License-Identifier: ISC */
/*
 * `riverpost check-games`: reads whole games and reports what is wrong in them.
 *
 * Only the basic moves decide legality.  Ends and repetitions are reported as
 * in a tournament, and moves after them are not errors.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/judge.h"
#include "cli/move_list.h"
#include "rules/fen.h"

struct totals {
	enum ruleset rules;
	int games, illegal;
	long moves;
	int losses[REASON_LENGTH + 1], draws[REASON_LENGTH + 1];
};

static void
check_moves(struct totals *totals, const struct board *start, const char *moves)
{
	struct move_list list;
	struct verdict verdict;
	struct history h = { .rules = totals->rules, .start = *start };
	char line[VERDICT_LINE_SIZE];

	move_list_init(&list, start);
	move_list_add(&list, moves);
	totals->moves += list.length;
	h.moves = list.moves;
	h.length = list.length;
	h.length = referee_replay(&h, &verdict);
	if (verdict.kind != VERDICT_NONE && verdict.kind != VERDICT_WARN) {
		verdict_line(&h, &verdict, line);
		printf("end %d %d %s\n", totals->games, h.length, line);
		(verdict.loser_known ? totals->losses : totals->draws)[verdict.reason]++;
	}
	if (list.bad > 0) {
		totals->illegal++;
		printf(
		    "illegal %d %d %s %s\n", totals->games, list.bad, list.bad_text, list.bad_name);
	}
	move_list_release(&list);
}

/* result<TAB>[fen<TAB>]moves; a position has slashes, moves in coordinates or
 * another notation have none.  Further columns are ignored. */
static void
check_line(void *context, char *line)
{
	struct totals *totals = context;
	char *result = strsep(&line, "\t");
	char *column = strsep(&line, "\t");
	const char *wrong = NULL;
	struct board start;

	if (totals->games == 0 && strcmp(result, "result") == 0)
		return;
	totals->games++;
	board_start(&start);
	if (column != NULL && strchr(column, '/') != NULL) {
		wrong = fen_read_lenient(column, &start);
		column = strsep(&line, "\t");
	}
	if (wrong == NULL && column != NULL) {
		check_moves(totals, &start, column);
		return;
	}
	totals->illegal++;
	printf("illegal %d 0 %s %s\n", totals->games, wrong != NULL ? "position" : "line",
	    wrong != NULL ? wrong : "no moves");
}

static void
print_totals(const struct totals *totals)
{
	printf("games %d moves %ld illegal %d", totals->games, totals->moves, totals->illegal);
	for (int reason = 0; reason <= REASON_LENGTH; reason++) {
		const char *name = verdict_reason_name((enum verdict_reason)reason);

		if (totals->losses[reason] > 0)
			printf(" %s %d", name, totals->losses[reason]);
		if (totals->draws[reason] > 0)
			printf(" %s-draw %d", name, totals->draws[reason]);
	}
	putchar('\n');
}

int
cli_check_games(int argc, char **argv)
{
	struct totals totals = { .rules = RULES_ASIAN };
	const char *path = NULL;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--rules=", 8) == 0) {
			if (!ruleset_find(argv[i] + 8, &totals.rules))
				return 2;
		} else if (path != NULL || strncmp(argv[i], "--", 2) == 0) {
			return 2;
		} else {
			path = argv[i];
		}
	}
	if (cli_each_line(path, check_line, &totals) == -1)
		return 1;
	print_totals(&totals);
	return totals.illegal > 0;
}
