/* SPDX-License-Identifier: ISC */
/*
 * The program: options, the table of subcommands, exit codes.
 *
 * Exit codes: 0; 1 with one line on standard error; 2 wrong usage; 75
 * an error that may pass.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cli/copy.h"
#include "config/config.h"
#include "mail/quote/phrases.h"
#include "mail/reader.h"

static const struct subcommand {
	const char *name;
	const char *usage;
	const char *about;
	int (*run)(int argc, char **argv);
	const struct action *actions; /* instead of run */
	bool looks; /* run may be at a copy of a backup; actions say it themselves */
} subcommands[] = {
	{ "run", "run", "one pass, for cron; says nothing while all is well", .run = cli_run },
	{ "serve", "serve", "the same all the time, until it is stopped", .run = cli_serve },
	{ "deliver", "deliver [--sender A] [--recipient A] < letter",
	    "takes one letter, for a mail server", .run = cli_deliver },
	{ "read", "read [FILE]", "shows how a letter would be read", .run = cli_read },
	{ "judge",
	    "judge [--rules=server|asian|cxq] [--explain] FEN [MOVE...] | "
	    "judge [--rules=server|asian|cxq] --batch",
	    "what the referee says of a list of moves", .run = cli_judge },
	{ "perft", "perft FEN DEPTH", "counts the moves of a position", .run = cli_perft },
	{ "moves", "moves FEN", "lists the legal moves of a position", .run = cli_moves },
	{ "board",
	    "board [--style=classic|hanzi|simplified|letters|unicode|list] [--png=FILE] [--flip] "
	    "[FEN | N[#n]] [MOVE...]",
	    "draws a position, or a game's", .run = cli_board },
	{ "notation",
	    "notation --to=N [--from=N|wxf1997|wxf2018|LANGUAGE] [--batch] FEN [MOVE...], where N "
	    "is coordinates, wxf, chinese, simplified, iccs or uci",
	    "writes moves in another notation", .run = cli_notation },
	{ "check-games", "check-games [--rules=server|asian|cxq] [FILE]", "judges many games",
	    .run = cli_check_games },
	{ "site", "site list | block ADDRESS|DOMAIN | unblock ADDRESS|DOMAIN",
	    "addresses and domains that are shut out", .actions = cli_site },
	{ "player",
	    "player list | top [DAYS] | suspicious [DAYS] | show U | add U ADDRESS | password U | suspend U [REASON] | "
	    "address U OLD NEW REASON | "
	    "restore U | delete U [REASON] | erase U | data U",
	    "the accounts", .actions = cli_player },
	{ "game",
	    "game list [active | offered | over] | show N | adjudicate N red|green|draw [REASON] | "
	    "cancel N [REASON] | clock N NAGTIME FORFEITTIME [REASON] | "
	    "reset N PLY REASON",
	    "the games: decide, cancel, set clocks, take moves back", .actions = cli_game },
	{ "tournament",
	    "tournament list | show N | announce NAME OPTIONS | start N | withdraw N USERID | cancel N",
	    "the tournaments: announce, begin, take a player out, call off",
	    .actions = cli_tournament },
	{ "stairs", "stairs list", "who stands on the stairs", .actions = cli_stairs },
	{ "puzzles", "puzzles list | find [--limit=N]",
	    "mates in two or three moves, from finished games", .actions = cli_puzzles },
	{ "queue", "queue [list | retry ID|all | drop ID]", "letters that wait to be sent",
	    .run = cli_queue, .looks = true },
	{ "import", "import FILE...", "reads finished games into the archive",
	    .actions = cli_import },
	{ "export", "export [--format=pgn-wxf|pgn|wxf|iccs|chinese|dhtmlxq|xqf] [N...]",
	    "writes games for other programs", .actions = cli_export },
	{ "archive", "archive DIR", "static pages of games, players and tournaments",
	    .actions = cli_archive },
	{ "init", "init", "makes a home's database and keys, where they are not",
	    .actions = cli_init },
	{ "keys", "keys [change | sign [--renew]]",
	    "the keys of tokens, and those that sign scores; new ones", .run = cli_keys },
	{ "verify", "verify FILE [SIGFILE] [--key=KEY]", "is a signed score as it was signed?",
	    .run = cli_verify },
	{ "backup", "backup FILE | backup --keep N DIR | backup --verify FILE",
	    "a copy of database and keys, or is one sound?", .run = cli_backup },
	{ "restore", "restore FILE | --alone", "puts a copy in force, while no server runs",
	    .run = cli_restore },
	{ "check", "check", "is the database sound?", .actions = cli_check },
	{ "ratings", "ratings --check | --rebuild",
	    "the ratings against the games that made them; reckons them anew",
	    .actions = cli_ratings },
	{ "position", "position [--scan] FEN...",
	    "what was played in a position; --scan: without the index", .actions = cli_positions },
	{ "status", "status [--json | --prometheus FILE]", "how the server does, in numbers",
	    .actions = cli_status },
	{ "doctor", "doctor [--letter [--wait=SECONDS]]", "is all set up well? what to do if not",
	    .run = cli_doctor, .looks = true },
	{ "config", "config [--manual]", "prints the configuration in force",
	    .run = cli_print_config },
};
#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

static int
refuse(const char *what, const char *name)
{
	fprintf(stderr, "riverpost: %s %s\n", what, name);
	return 2;
}

/* Of one command, or of all (NULL).  The exit code. */
static int
usage(const char *command)
{
	FILE *out = stdout;

	for (size_t i = 0; command != NULL && i < SUBCOMMANDS; i++) {
		if (strcmp(subcommands[i].name, command) == 0) {
			fprintf(out, "%s\nusage: riverpost %s\n", subcommands[i].about,
			    subcommands[i].usage);
			return 0;
		}
	}
	if (command != NULL)
		return refuse("there is no command", command);
	fprintf(out, "usage: riverpost [-c FILE] [--home DIR] [--now=TIME] [-v] COMMAND ...\n");
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		fprintf(out, "  %-12s %s\n", subcommands[i].name, subcommands[i].about);
	fprintf(out, "riverpost COMMAND --help says what may follow it; riverpost(8) tells all.\n");
	return 0;
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

/* Nothing but global options from here on? */
static bool
are_options(int argc, char **argv, int i)
{
	for (; i < argc; i++) {
		bool has_value = strcmp(argv[i], "-c") == 0 || strcmp(argv[i], "--home") == 0;

		if (has_value ? ++i == argc :
				strcmp(argv[i], "-v") != 0 && strcmp(argv[i], "--help") != 0 &&
			    strncmp(argv[i], "--home=", 7) != 0 &&
			    strncmp(argv[i], "--now=", 6) != 0)
			return false;
	}
	return true;
}

/* Have all words of an action been given, so that what follows is its reason, in any words? */
static bool
wants_reason(int count, char **words)
{
	const struct action *action = NULL;

	for (size_t i = 0; i < SUBCOMMANDS && count >= 2; i++)
		if (strcmp(subcommands[i].name, words[0]) == 0)
			action = subcommands[i].actions;
	/* An action of the command's own name is its only one. */
	for (; action != NULL && action->name != NULL && strcmp(action->name, words[0]) != 0;
	     action++)
		if (strcmp(action->name, words[1]) == 0)
			return action->args_max == INT_MAX && count == 2 + action->args_min;
	return false;
}

/* Where a mail server calls, its letter must come again whatever else is wrong; and what stands
 * after the word comes from the mail server: none of it is a global option.  -1: it is another
 * command. */
static int
take_delivery(int argc, char **argv)
{
	bool is_right = true;

	for (int i = 1; i < argc; i++) {
		bool has_value = strcmp(argv[i], "-c") == 0 || strcmp(argv[i], "--home") == 0;

		if (strcmp(argv[i], "deliver") == 0 && is_right && cli_options.file == NULL)
			return cli_deliver(argc - i, argv + i);
		if (strcmp(argv[i], "deliver") == 0) {
			fprintf(stderr, "4.3.0 usage: riverpost [--home DIR] deliver ...\n");
			return 75;
		}
		if (argv[i][0] != '-')
			break;
		if (has_value && i + 1 < argc && strcmp(argv[i + 1], "deliver") == 0)
			is_right = false;
		else
			is_right &= take_option(argc, argv, &i) == 1;
	}
	return -1;
}

/* What any command may need; the doctor says by itself what is wrong with the templates. */
static int
prepare(const char *command, struct err *err)
{
	char phrases[PATH_MAX + sizeof "/mail"];

	str_format(phrases, sizeof phrases, "%s/mail", config_shipped_templates());
	if (token_setup(err) == -1 ||
	    (phrases_load(phrases, err) == -1 && strcmp(command, "doctor") != 0))
		return -1;
	reader_setup();
	/* A limit on the size of files is an error where one is written, as a full disk is. */
	signal(SIGXFSZ, SIG_IGN);
	return 0;
}

/* At the home, or at a copy of the backup that is named in its place. */
static int
perform(const struct subcommand *command, int count, char **words)
{
	struct stat st;
	bool at_copy = cli_options.home != NULL && stat(cli_options.home, &st) == 0 &&
	    S_ISREG(st.st_mode);
	struct copy copy = { 0 };
	struct err err;
	int rc;

	if (at_copy && command->actions == NULL && !command->looks)
		return refuse(
		    "a backup can be looked at (check, doctor, player list), but is no home for",
		    command->name);
	if (at_copy && copy_as_home(&copy, &err) == -1)
		rc = cli_failed(&err);
	else
		rc = command->run != NULL ? command->run(count, words) :
					    admin_choose(command->actions, count, words);
	copy_close(&copy);
	if (rc == 2)
		fprintf(stderr, "riverpost: %susage: riverpost %s\n", cli_fault, command->usage);
	return rc;
}

/* Takes the options; *count words are left in `rest`.  The exit code, or -1: go on. */
static int
read_words(int argc, char **argv, char **rest, int *count)
{
	for (int i = 1; i < argc; i++) {
		int taken;

		if (wants_reason(*count, rest) && !are_options(argc, argv, i)) {
			while (i < argc)
				rest[(*count)++] = argv[i++];
			break;
		}
		taken = take_option(argc, argv, &i);
		if (taken == -1)
			return refuse("wrong or missing value of", argv[i]);
		if (strcmp(argv[i], "--version") == 0) {
			printf("riverpost %s\n", VERSION);
			return 0;
		}
		if (strcmp(argv[i], "--help") == 0) {
			while (*count == 0 && ++i < argc)
				if (take_option(argc, argv, &i) == 0)
					rest[(*count)++] = argv[i];
			return usage(*count > 0 ? rest[0] : NULL);
		}
		if (taken == 0)
			rest[(*count)++] = argv[i];
	}
	rest[*count] = NULL;
	return -1;
}

int
main(int argc, char **argv)
{
	struct err err;
	char *rest[argc + 1];
	int count = 0, rc;

	if ((rc = take_delivery(argc, argv)) != -1)
		return rc;
	if (descriptors_open() == -1)
		return 75;
	if ((rc = read_words(argc, argv, rest, &count)) != -1)
		return rc;
	if (count == 0) {
		fprintf(stderr, "riverpost: which command? riverpost --help lists them\n");
		return 2;
	}
	if (prepare(rest[0], &err) == -1) {
		fprintf(stderr, "riverpost: %s\n", err.text);
		return 75;
	}
	for (size_t i = 0; i < SUBCOMMANDS; i++) {
		if (strcmp(subcommands[i].name, rest[0]) == 0)
			return perform(&subcommands[i], count, rest);
	}
	return refuse(rest[0][0] == '-' ? "there is no option" : "there is no command", rest[0]);
}
