/* SPDX-License-Identifier: ISC */
/*
 * `riverpost judge`: plays moves and says what they come to under a rule set.
 *
 * The first decision stands and later moves are ignored; a bad move counts only
 * where nothing was decided before it.  Any position is taken that the board can
 * hold, also one that no game reaches, unless the kings face.
 */
#include "cli/judge.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cli/cli.h"
#include "cli/move_list.h"
#include "config/config.h"
#include "view/judge_text.h"
#include "view/template.h"

struct ask {
	enum ruleset rules;
	bool batch;
	bool explain; /* every move, also outside a loop */
};

void
verdict_line(const struct history *h, const struct verdict *verdict, char out[VERDICT_LINE_SIZE])
{
	const char *reason = verdict_reason_name(verdict->reason);
	const char *before = verdict->kind == VERDICT_WARN ? "warn " : "";

	if (verdict->kind == VERDICT_NONE)
		snprintf(out, VERDICT_LINE_SIZE, "none");
	else if (verdict->kind == VERDICT_REFUSED)
		snprintf(out, VERDICT_LINE_SIZE, "refused %d %s", h->length, reason);
	else if (verdict->loser_known)
		snprintf(out, VERDICT_LINE_SIZE, "%sloss %s %s", before, side_name(verdict->loser),
		    reason);
	else
		snprintf(out, VERDICT_LINE_SIZE, "%sdraw %s", before, reason);
}

bool
verdict_decides(const struct verdict *verdict)
{
	return verdict->kind != VERDICT_NONE && verdict->kind != VERDICT_WARN;
}

/* The game as far as it was decided, and what decided it; explained in the words of the
 * letters.  Returns the exit code. */
static int
answer(const struct ask *ask, const struct move_list *list)
{
	struct history h = { .rules = ask->rules,
		.start = list->start,
		.moves = list->moves,
		.length = list->length };
	char line[VERDICT_LINE_SIZE];
	struct templates *templates;
	struct arena *arena;
	struct verdict verdict;
	const char *text;
	struct err err;
	int rc;

	if (h.length == 0)
		referee_start(&h, &verdict);
	else
		h.length = referee_replay(&h, &verdict);
	if (list->bad > 0 && !verdict_decides(&verdict)) {
		printf("illegal %d %s\n", list->bad, list->bad_name);
		if (!ask->batch)
			printf("%s: %s\n", list->bad_text, list->bad_reason);
		return 0;
	}
	verdict_line(&h, &verdict, line);
	puts(line);
	if (ask->batch)
		return 0;
	templates = templates_new(NULL, config_shipped_templates());
	arena = arena_new();
	if ((rc = judge_text(arena, templates, &h, &verdict, ask->explain, &text, &err)) == 0)
		fputs(text, stdout);
	else
		cli_failed(&err);
	arena_free(arena);
	templates_free(templates);
	return rc == 0 ? 0 : 1;
}

static void
judge_line(void *context, char *line)
{
	const struct ask *ask = context;
	char *id = strsep(&line, "\t");
	char *fen = strsep(&line, "\t");
	char *moves = strsep(&line, "\t");
	struct board start;
	struct move_list list;
	const char *wrong = fen == NULL ? "no position" : cli_position_fault(fen, &start);

	printf("%s\t", id);
	if (wrong != NULL) {
		printf("error %s\n", wrong);
		return;
	}
	move_list_init(&list, &start);
	move_list_add(&list, moves == NULL ? "" : moves);
	answer(ask, &list);
	move_list_release(&list);
}

/* Moves may begin with a hyphen ("-C=5"), so only what is known is an option. */
int
cli_judge(int argc, char **argv)
{
	struct ask ask = { .rules = RULES_SERVER };
	struct board start;
	struct move_list list;
	struct arena *arena;
	struct str moves;
	int rest = 0, code;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--batch") == 0)
			ask.batch = true;
		else if (strcmp(argv[i], "--explain") == 0)
			ask.explain = true;
		else if (strncmp(argv[i], "--", 2) != 0)
			argv[rest++] = argv[i];
		else if (strncmp(argv[i], "--rules=", 8) != 0)
			return cli_wrong(argv[i], "there is no such option");
		else if (!ruleset_find(argv[i] + 8, &ask.rules))
			return cli_wrong(argv[i], CLI_RULES);
	}
	if (ask.batch && rest > 0)
		return cli_wrong(argv[0], "--batch reads positions from standard input");
	if (!ask.batch && rest == 0)
		return cli_wrong(NULL, "a position is missing");
	if (ask.batch)
		return -cli_each_line(NULL, judge_line, &ask);
	if (!cli_position(argv[0], &start))
		return 1;
	arena = arena_new();
	str_init(&moves, arena, 0);
	for (int i = 1; i < rest; i++)
		str_addf(&moves, "%s ", argv[i]);
	move_list_init(&list, &start);
	move_list_add(&list, moves.data);
	code = answer(&ask, &list);
	move_list_release(&list);
	arena_free(arena);
	return code;
}
