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

/* result<TAB>[fen<TAB>]moves; a position has slashes, moves in coordinates or
 * another notation have none.  Further columns are ignored. */
static void
check_line(void *context, char *line)
{
	struct totals *totals = context;
	char *result = strsep(&line, "\t"), *column = strsep(&line, "\t");
	const char *wrong = NULL;
	struct history h = { .rules = totals->rules };
	struct verdict verdict;
	struct move_list list;
	char end[VERDICT_LINE_SIZE];

	if (totals->games == 0 && strcmp(result, "result") == 0)
		return;
	totals->games++;
	board_start(&h.start);
	if (column != NULL && strchr(column, '/') != NULL) {
		wrong = fen_read_lenient(column, &h.start);
		column = strsep(&line, "\t");
	}
	if (wrong != NULL || column == NULL) {
		totals->illegal++;
		printf("illegal %d 0 %s %s\n", totals->games, wrong != NULL ? "position" : "line",
		    wrong != NULL ? wrong : "no moves");
		return;
	}
	move_list_init(&list, &h.start);
	move_list_add(&list, column);
	totals->moves += list.length;
	h.moves = list.moves;
	h.length = list.length;
	h.length = referee_replay(&h, &verdict);
	if (verdict_decides(&verdict)) {
		verdict_line(&h, &verdict, end);
		printf("end %d %d %s\n", totals->games, h.length, end);
		(verdict.loser_known ? totals->losses : totals->draws)[verdict.reason]++;
	}
	if (list.bad > 0) {
		totals->illegal++;
		printf(
		    "illegal %d %d %s %s\n", totals->games, list.bad, list.bad_text, list.bad_name);
	}
	move_list_release(&list);
}

int
cli_check_games(int argc, char **argv)
{
	struct totals totals = { .rules = RULES_ASIAN };
	const char *path = NULL;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--rules=", 8) == 0) {
			if (!ruleset_find(argv[i] + 8, &totals.rules))
				return cli_wrong(argv[i], CLI_RULES);
		} else if (path != NULL || strncmp(argv[i], "--", 2) == 0) {
			return cli_wrong(argv[i], CLI_TOO_MUCH);
		} else {
			path = argv[i];
		}
	}
	if (cli_each_line(path, check_line, &totals) == -1)
		return 1;
	printf("games %d moves %ld illegal %d", totals.games, totals.moves, totals.illegal);
	for (int reason = 0; reason <= REASON_LENGTH; reason++) {
		const char *name = verdict_reason_name((enum verdict_reason)reason);

		if (totals.losses[reason] > 0)
			printf(" %s %d", name, totals.losses[reason]);
		if (totals.draws[reason] > 0)
			printf(" %s-draw %d", name, totals.draws[reason]);
	}
	putchar('\n');
	return totals.illegal > 0;
}
