/* SPDX-License-Identifier: ISC */
/*
 * The program: options, the table of subcommands, exit codes.
 *
 * Exit codes: 0; 1 with one line on standard error; 2 wrong usage; 75
 * an error that may pass.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/token.h"
#include "cli/cli.h"
#include "mail/reader.h"

static const struct subcommand {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *usage;
	const char *about;
} subcommands[] = {
	{ "run", cli_run, "run", "one pass, for cron; says nothing while all is well" },
	{ "serve", cli_serve, "serve", "the same all the time, until it is stopped" },
	{ "deliver", cli_deliver, "deliver [--sender A] [--recipient A] < letter",
	    "takes one letter, for a mail server" },
	{ "read", cli_read, "read [FILE]", "shows how a letter would be read" },
	{ "judge", cli_judge,
	    "judge [--rules=server|asian|cxq] [--explain] FEN MOVE... | judge --batch",
	    "what the referee says of a list of moves" },
	{ "perft", cli_perft, "perft FEN DEPTH", "counts the moves of a position" },
	{ "moves", cli_moves, "moves FEN", "lists the legal moves of a position" },
	{ "board", cli_board,
	    "board [--style=classic|hanzi|simplified|letters|unicode|list] [--png=FILE] [--flip] "
	    "[FEN | N[#n]] [MOVE...]",
	    "draws a position, or a game's" },
	{ "notation", cli_notation, "notation --to=N [--from=N] [--batch] FEN MOVE...",
	    "writes moves in another notation" },
	{ "check-games", cli_check_games, "check-games [--rules=server|asian|cxq] [FILE]",
	    "judges many games" },
	{ "player", cli_player,
	    "player list | show U | add U ADDRESS | password U | suspend U [REASON] | "
	    "address U OLD NEW REASON | "
	    "restore U | delete U",
	    "the accounts" },
	{ "game", cli_game,
	    "game list [active | offered | over] | show N | adjudicate N red|green|draw [REASON] | "
	    "cancel N [REASON] | clock N NAGTIME FORFEITTIME [REASON] | "
	    "reset N PLY REASON",
	    "the games: decide, cancel, set clocks, take moves back" },
	{ "queue", cli_queue, "queue [list | retry ID|all | drop ID]",
	    "letters that wait to be sent" },
	{ "import", cli_import, "import FILE...", "reads finished games into the archive" },
	{ "export", cli_export, "export [--format=F] [N...]", "writes games for other programs" },
	{ "keys", cli_keys, "keys [change]", "the keys of tokens; changes them" },
	{ "backup", cli_backup, "backup FILE", "a copy of database and keys" },
	{ "check", cli_check, "check", "is the database sound?" },
	{ "doctor", cli_doctor, "doctor [--letter [--wait=SECONDS]]",
	    "is all set up well? what to do if not" },
	{ "config", cli_print_config, "config [--manual]", "prints the configuration in force" },
};
#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

/* Of one command, or of all. */
static void
usage(const char *command)
{
	FILE *out = stdout;

	for (size_t i = 0; command != NULL && i < SUBCOMMANDS; i++) {
		if (strcmp(subcommands[i].name, command) == 0) {
			fprintf(out, "%s\nusage: riverpost %s\n", subcommands[i].about,
			    subcommands[i].usage);
			return;
		}
	}
	fprintf(out, "usage: riverpost [-c FILE] [--home DIR] [--now=TIME] [-v] COMMAND ...\n");
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		fprintf(out, "  %-12s %s\n", subcommands[i].name, subcommands[i].about);
	fprintf(out, "riverpost COMMAND --help says what may follow it; riverpost(8) tells all.\n");
}

static int
refuse(const char *what, const char *name)
{
	fprintf(stderr, "riverpost: %s %s\n", what, name);
	return 2;
}

/* Takes a global option at argv[*i]; 1 taken, 0 not one, -1 wrong. */
static int
take_option(int argc, char **argv, int *i)
{
	const char *arg = argv[*i];

	if (strcmp(arg, "-v") == 0) {
		cli_options.verbose = true;
		return 1;
	}
	if (strcmp(arg, "-c") == 0 || strcmp(arg, "--home") == 0) {
		if (*i + 1 == argc)
			return -1;
		*(arg[1] == 'c' ? &cli_options.file : &cli_options.home) = argv[++*i];
		return 1;
	}
	if (strncmp(arg, "--home=", 7) == 0) {
		cli_options.home = arg + 7;
		return 1;
	}
	if (strncmp(arg, "--now=", 6) == 0)
		return clock_parse_iso(arg + 6, &cli_options.now) ? 1 : -1;
	return 0;
}

/* Is it a mail server that calls?  Whatever else is wrong, its letter must come again. */
static bool
is_delivery(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		bool has_value = strcmp(argv[i], "-c") == 0 || strcmp(argv[i], "--home") == 0;

		if (strcmp(argv[i], "deliver") == 0)
			return true;
		if (argv[i][0] != '-')
			return false;
		if (has_value && i + 1 < argc && strcmp(argv[i + 1], "deliver") != 0)
			i++;
	}
	return false;
}

/* What stands after the word comes from the mail server: none of it is a global option. */
static int
take_delivery(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "deliver") == 0 && cli_options.file == NULL)
			return cli_deliver(argc - i, argv + i);
		if (take_option(argc, argv, &i) != 1)
			break;
	}
	fprintf(stderr, "4.3.0 usage: riverpost [--home DIR] deliver ...\n");
	return 75;
}

int
main(int argc, char **argv)
{
	struct err err;
	char *rest[argc + 1];
	int count = 0, rc;

	if (is_delivery(argc, argv))
		return take_delivery(argc, argv);
	for (int i = 1; i < argc; i++) {
		int taken = take_option(argc, argv, &i);

		if (taken == -1)
			return refuse("wrong or missing value of", argv[i]);
		if (strcmp(argv[i], "--version") == 0) {
			printf("riverpost %s\n", VERSION);
			return 0;
		}
		if (strcmp(argv[i], "--help") == 0) {
			usage(count > 0 ? rest[0] : NULL);
			return 0;
		}
		if (taken == 0)
			rest[count++] = argv[i];
	}
	rest[count] = NULL;
	if (count == 0) {
		fprintf(stderr, "riverpost: which command? riverpost --help lists them\n");
		return 2;
	}
	if (token_setup(&err) == -1) {
		fprintf(stderr, "riverpost: %s\n", err.text);
		return 1;
	}
	reader_setup();
	/* A limit on the size of files is an error where one is written, as a full disk is. */
	signal(SIGXFSZ, SIG_IGN);
	for (size_t i = 0; i < SUBCOMMANDS; i++) {
		if (strcmp(subcommands[i].name, rest[0]) != 0)
			continue;
		if ((rc = subcommands[i].run(count, rest)) == 2)
			fprintf(stderr, "riverpost: %susage: riverpost %s\n", cli_fault,
			    subcommands[i].usage);
		return rc;
	}
	return refuse(rest[0][0] == '-' ? "there is no option" : "there is no command", rest[0]);
}
