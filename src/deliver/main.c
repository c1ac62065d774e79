/* SPDX-License-Identifier: ISC */
/*
 * riverpost-deliver: a letter on standard input, durably into the spool.
 *
 * Called by the mail server once for each letter.  Exits 0 when the letter is
 * on the disk, and 75 (EX_TEMPFAIL) with one line in every other case, since
 * mail servers bounce a player's letter on any other code, or on a signal.
 * Loads no library but libc and does not look at the letter.
 */
#include <ctype.h>
#include <errno.h>
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
#include "mail/source/source.h"

#define USAGE \
	"usage: riverpost-deliver [-c FILE] [--home DIR] [--sender ADDRESS] " \
	"[--recipient ADDRESS] [[SENDER] RECIPIENT]"

struct options {
	const char *config;
	const char *home;
	const char *sender; /* NULL: not known; "" is <> */
	const char *recipient;
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
	static const int caught[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGXCPU, SIGSEGV,
		SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGUSR1, SIGUSR2 };
	static char stack_bytes[16384];
	stack_t stack = { .ss_sp = stack_bytes, .ss_size = sizeof(stack_bytes) };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };

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
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd != -1 && fd <= STDERR_FILENO);
	if (fd == -1)
		later("cannot open /dev/null");
	close(fd);
	if (!has_input)
		later("no letter: standard input is closed");
}

/* -f, -i and -o are sendmail's, so that a mail program can call this in its place. */
static void
read_arguments(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "home", required_argument, NULL, 'h' },
		{ "sender", required_argument, NULL, 's' },
		{ "recipient", required_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, "c:f:io:", known, NULL)) != -1) {
		switch (c) {
		case 'c':
			options->config = optarg;
			break;
		case 'h':
			options->home = optarg;
			break;
		case 's':
		case 'f':
			options->sender = optarg;
			break;
		case 'i':
		case 'o':
			break;
		case 'r':
			options->recipient = optarg;
			break;
		default:
			later(USAGE);
		}
	}
	if (argc - optind > 2)
		later(USAGE);
	if (argc - optind == 2)
		options->sender = argv[optind];
	if (argc > optind)
		options->recipient = argv[argc - 1];
}

/* postfix writes the null sender so, qmail "#@[]". */
static const char *
null_sender(const char *sender)
{
	if (sender != NULL &&
	    (strcasecmp(sender, "MAILER-DAEMON") == 0 || strcmp(sender, "#@[]") == 0))
		return "";
	return sender;
}

/* Where a value begins and ends; false when it is one that only the server's own
 * parser could read: a quote without end, escapes, variables. */
static bool
is_plain_value(char **value, size_t *length)
{
	char quote = **value == '"' || **value == '\'' ? *(*value)++ : '\0';
	const char *rest;

	*length = quote != '\0' ? strcspn(*value, (char[]){ quote, '\n', '\0' }) :
				  strcspn(*value, " \t\r\n#");
	rest = *value + *length;
	if (quote != '\0' && *rest++ != quote)
		return false;
	rest += strspn(rest, " \t\r\n");
	return *length > 0 && (*rest == '\0' || *rest == '#') &&
	    strcspn(*value, "\\${}\"'") >= *length;
}

/* The value of `home = "…"` on this line, in place; NULL when it is another. */
static char *
home_on_line(char *line)
{
	size_t length;

	line += strspn(line, " \t");
	if (strncmp(line, "home", 4) != 0 || isalnum((unsigned char)line[4]) || line[4] == '_' ||
	    line[4] == '-')
		return NULL;
	line += 4;
	line += strspn(line, " \t=");
	if (!is_plain_value(&line, &length))
		later("the configuration's line of home is not understood");
	line[length] = '\0';
	return line;
}

/* As the server reads it: the last one counts. */
static bool
home_from_config(char out[PATH_MAX], FILE *file)
{
	char line[PATH_MAX + 64];
	bool found = false;
	char *home;

	while (fgets(line, sizeof(line), file) != NULL) {
		if (strchr(line, '\n') == NULL && !feof(file))
			later("the configuration is not text, or has too long a line");
		if ((home = home_on_line(line)) == NULL)
			continue;
		if (snprintf(out, PATH_MAX, "%s", home) >= PATH_MAX)
			later("the home folder's name is too long");
		found = true;
	}
	if (ferror(file))
		later("cannot read the configuration file");
	return found;
}

/* The file named, or the one in the folder that else is home. */
static FILE *
open_config(const char *named, const char *folder)
{
	char path[PATH_MAX];
	FILE *file;

	if (named == NULL &&
	    snprintf(path, sizeof(path), "%s/riverpost.conf", folder) >= (int)sizeof(path))
		later("the home folder's name is too long");
	file = fopen(named != NULL ? named : path, "re");
	if (file == NULL && (named != NULL || (errno != ENOENT && errno != ENOTDIR)))
		later("cannot read the configuration file");
	return file;
}

/* In the order of riverpost(8): option, configuration, environment. */
static void
find_spool(char out[PATH_MAX], const struct options *options)
{
	char from_config[PATH_MAX];
	const char *home = options->home, *folder = getenv("RIVERPOST_HOME");
	FILE *file;

	if (home != NULL && *home == '\0')
		later("the home folder's name is empty");
	if (folder == NULL || *folder == '\0')
		folder = "./var";
	if (home == NULL && (file = open_config(options->config, folder)) != NULL) {
		home = home_from_config(from_config, file) ? from_config : NULL;
		fclose(file);
	}
	if (snprintf(out, PATH_MAX, "%s/spool", home != NULL ? home : folder) >= PATH_MAX)
		later("the home folder's name is too long");
}

int
main(int argc, char **argv)
{
	struct options options = { .sender = getenv("SENDER"), .recipient = getenv("RECIPIENT") };
	char spool[PATH_MAX];
	struct err err;

	set_signals();
	set_descriptors();
	umask(077);
	read_arguments(&options, argc, argv);
	find_spool(spool, &options);
	if (spool_put(spool, STDIN_FILENO, null_sender(options.sender), options.recipient, &err) ==
	    -1)
		later(err.text);
	return EX_OK;
}
