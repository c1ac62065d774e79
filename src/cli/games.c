/* SPDX-License-Identifier: ISC */
/*
 * `riverpost check-games`: reads whole games and reports what is wrong in them.
 *
 * Only the basic moves decide legality.  Ends and repetitions are reported as
 * in a tournament, and what is played after them is no error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/judge.h"
#include "cli/move_list.h"
#include "rules/fen.h"

struct totals {
	int games, illegal;
	long moves;
	int losses[REASON_LENGTH + 1], draws[REASON_LENGTH + 1];
};

static void
report_illegal(struct totals *totals, int ply, const char *move, const char *reason)
{
	totals->illegal++;
	printf("illegal %d %d %s %s\n", totals->games, ply, move, reason);
}

static void
report_end(struct totals *totals, const struct history *h, const struct verdict *verdict)
{
	char line[VERDICT_LINE_SIZE];

	verdict_line(h, verdict, line);
	printf("end %d %d %s\n", totals->games, h->length, line);
	if (verdict->loser_known)
		totals->losses[verdict->reason]++;
	else
		totals->draws[verdict->reason]++;
}

static void
check_moves(struct totals *totals, enum ruleset rules, const struct board *start, const char *moves)
{
	struct move_list list;
	struct verdict verdict;
	struct history h = { .rules = rules, .start = *start };

	move_list_init(&list, start);
	move_list_add(&list, moves);
	totals->moves += list.length;
	h.moves = list.moves;
	h.length = list.length;
	h.length = referee_replay(&h, &verdict);
	if (verdict.kind != VERDICT_NONE && verdict.kind != VERDICT_WARN)
		report_end(totals, &h, &verdict);
	if (list.bad > 0)
		report_illegal(totals, list.bad, list.bad_text, list.bad_name);
	move_list_release(&list);
}

/* result<TAB>[fen<TAB>]moves; a position has slashes, moves in coordinates or
 * another notation have none.  Further columns are left alone. */
static void
check_line(struct totals *totals, enum ruleset rules, char *line)
{
	char *result = strsep(&line, "\t");
	char *column = strsep(&line, "\t");
	struct board start;

	if (totals->games == 0 && strcmp(result, "result") == 0)
		return;
	totals->games++;
	board_start(&start);
	if (column != NULL && strchr(column, '/') != NULL) {
		const char *wrong = fen_read_lenient(column, &start);

		if (wrong != NULL) {
			report_illegal(totals, 0, "position", wrong);
			return;
		}
		column = strsep(&line, "\t");
	}
	if (column == NULL)
		report_illegal(totals, 0, "line", "no moves");
	else
		check_moves(totals, rules, &start, column);
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

static int
check_file(FILE *file, enum ruleset rules)
{
	struct totals totals = { 0 };
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, file) != -1) {
		line[strcspn(line, "\r\n")] = '\0';
		if (line[0] != '\0')
			check_line(&totals, rules, line);
	}
	free(line);
	print_totals(&totals);
	return totals.illegal > 0;
}

int
cli_check_games(int argc, char **argv)
{
	enum ruleset rules = RULES_ASIAN;
	const char *path = NULL;
	FILE *file = stdin;
	int bad;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--rules=", 8) == 0) {
			if (!ruleset_find(argv[i] + 8, &rules))
				return 2;
		} else if (path != NULL || strncmp(argv[i], "--", 2) == 0) {
			return 2;
		} else {
			path = argv[i];
		}
	}
	if (path != NULL)
		file = fopen(path, "r");
	if (file == NULL) {
		fprintf(stderr, "riverpost: %s: %s\n", path, strerror(errno));
		return 1;
	}
	bad = check_file(file, rules);
	if (file != stdin)
		fclose(file);
	return bad;
}
