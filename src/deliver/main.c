/* SPDX-License-Identifier: ISC */
/*
 * riverpost-deliver: a letter from standard input, durably into the spool.
 *
 * Called by the mail server once for each letter.  Exits 0 when the letter is
 * on the disk, and 75 (EX_TEMPFAIL) with one line in every other case, since
 * mail servers bounce a player's letter on any other code, or on a signal.
 * Loads no library but libc; reads no configuration, and does not look at the
 * letter.
 */
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/err.h"
#include "base/folder.h"
#include "mail/source/maildir.h"

#define USAGE \
	"usage: riverpost-deliver [--home DIR] [--sender ADDRESS] [--recipient ADDRESS] " \
	"[[SENDER] RECIPIENT]"

struct options {
	const char *home;
	const char *sender;    /* "" is <>; NULL: not known */
	const char *recipient; /* NULL: not known */
};

static void
later(const char *why)
{
	fprintf(stderr, "4.3.0 %s\n", why);
	fflush(stderr);
	_exit(EX_TEMPFAIL);
}

static void
on_signal(int number)
{
	static const char text[] = "4.3.0 interrupted\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)number;
	(void)ignored;
	_exit(EX_TEMPFAIL);
}

/* A limit on file size must be an error of write, not the end of us. */
static void
set_signals(void)
{
	static char stack_bytes[16384];
	stack_t stack = { .ss_sp = stack_bytes, .ss_size = sizeof(stack_bytes) };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
	static const int caught[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGXCPU, SIGSEGV,
		SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGUSR1, SIGUSR2 };

	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++)
		sigaction(caught[i], &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

/* With a standard descriptor closed, the letter's own file would take its place. */
static void
set_descriptors(void)
{
	bool has_input = fcntl(STDIN_FILENO, F_GETFD) != -1;

	if (descriptors_open() == -1)
		later("cannot open /dev/null");
	if (!has_input)
		later("no letter: standard input is closed");
}

/* As sendmail's, these are recipients, and which of them is ours, the letter's header says. */
static void
read_addresses(struct options *options, int count, char **words, bool is_sendmail)
{
	if (count > 2 && !is_sendmail)
		later(USAGE);
	if (count == 2 && !is_sendmail)
		options->sender = words[0];
	if (count > 0)
		options->recipient = count > 1 && is_sendmail ? NULL : words[count - 1];
}

/* Options of one letter are sendmail's, so that a mail program can call this in its place. */
static void
read_arguments(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "home", required_argument, NULL, 'h' },
		{ "sender", required_argument, NULL, 's' },
		{ "recipient", required_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 },
	};
	bool is_sendmail = false;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, "f:io:tF:N:R:B:", known, NULL)) != -1) {
		is_sendmail |= strchr("hsr?", c) == NULL;
		if (c == 'h')
			options->home = optarg;
		else if (c == 's' || c == 'f')
			options->sender = optarg;
		else if (c == 'r')
			options->recipient = optarg;
		else if (c == '?')
			later(USAGE);
	}
	read_addresses(options, argc - optind, argv + optind,
	    is_sendmail || strcmp(argv[optind - 1], "--") == 0);
	/* Postfix writes the null sender as MAILER-DAEMON, qmail as "#@[]". */
	if (options->sender != NULL &&
	    (strcasecmp(options->sender, "MAILER-DAEMON") == 0 ||
		strcmp(options->sender, "#@[]") == 0))
		options->sender = "";
}

/* Is that file of the home there?  One of 0 bytes is what a full disk leaves. */
static bool
has_file(const char *home, const char *name)
{
	char path[PATH_MAX];
	struct stat st;

	return snprintf(path, sizeof(path), "%s/%s", home, name) < (int)sizeof(path) &&
	    stat(path, &st) == 0 && st.st_size > 0;
}

/* A letter in a folder that no pass reads is lost without a word; and where a disk is not mounted
 * the folder for it is empty. */
static void
check_home(const char *home)
{
	char why[PATH_MAX + 160];
	bool is_there = access(home, F_OK) == 0;

	if (is_there && has_file(home, "riverpost.sqlite") && has_file(home, "keys"))
		return;
	snprintf(why, sizeof(why), "no letter is taken: the home folder %s %s", home,
	    is_there ? "has no database and keys; \"riverpost init\" begins a new one" :
		       "is not there");
	later(why);
}

int
main(int argc, char **argv)
{
	struct options options = { .home = getenv("RIVERPOST_HOME"),
		.sender = getenv("SENDER"),
		.recipient = getenv("RECIPIENT") };
	char spool[PATH_MAX];
	struct err err;

	set_signals();
	set_descriptors();
	umask(077);
	if (options.home == NULL || options.home[0] == '\0')
		options.home = "./var";
	read_arguments(&options, argc, argv);
	if (options.home[0] == '\0')
		later("the home folder's name is empty");
	if (snprintf(spool, sizeof(spool), "%s/spool", options.home) >= (int)sizeof(spool))
		later("the home folder's name is too long");
	check_home(options.home);
	if (folder_has_room(options.home, free_min_of(options.home), &err) == -1)
		later(err.text);
	if (spool_put(spool, STDIN_FILENO, options.sender, options.recipient, &err) == -1)
		later(err.text);
	return EX_OK;
}
