/* SPDX-License-Identifier: ISC */
/*
 * The table of options, and what their types mean (options.h).
 *
 * An option is added here, with a member in config.h; nothing else needs to
 * know it by name.
 */
#include "config/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "config/config.h"
#include "game/game.h"

/* With "+b.", a token and the 64 octets of RFC 5321, 4.5.3.1.1. */
#define OWN_LOCAL_MAX 20

_Static_assert(sizeof(enum source_kind) == sizeof(int) && sizeof(enum sink_kind) == sizeof(int) &&
	sizeof(enum log_to) == sizeof(int) && sizeof(enum announcers) == sizeof(int) &&
	sizeof(enum protocol) == sizeof(int),
    "choices are stored as int");

/* Debian's. */
#define ENGINE_DEFAULT "/usr/games/fairy-stockfish"

#define IN(member)        .offset = offsetof(struct config, member)
#define IN_SOURCE(member) .offset = offsetof(struct config_source, member)

static const struct kind *
log_kind(int value)
{
	static const struct kind kinds[] = {
		[LOG_TO_STDERR] = { .name = "stderr" }, [LOG_TO_SYSLOG] = { .name = "syslog" }
	};

	return (size_t)value < sizeof kinds / sizeof kinds[0] ? &kinds[value] : NULL;
}

static const struct kind *
announcers_kind(int value)
{
	static const struct kind kinds[] = { [ANNOUNCERS_OPERATOR] = { .name = "operator" },
		[ANNOUNCERS_PLAYERS] = { .name = "players" } };

	return (size_t)value < sizeof kinds / sizeof kinds[0] ? &kinds[value] : NULL;
}

static const struct option main_options[] = {
	{ "home", OPTION_TEXT, IN(home), HOME_DEFAULT,
	    "Folder of everything that is kept: the database, the keys, the spool. "
	    "Best absolute. The environment's RIVERPOST_HOME is the default if it is set." },
	{ "address", OPTION_OWN_ADDRESS, IN(address), "riverpost@localhost",
	    "The server's own mail address. Letters to address+anything must reach the server "
	    "too: every letter that can be answered carries a token there. After a change "
	    "let those to the former address come as well: answers to letters of that time still play." },
	{ "name", OPTION_TEXT, IN(name), "Riverpost",
	    "The server's name as players see it in From." },
	{ "operator", OPTION_ADDRESS, IN(operator_address), NULL,
	    "Mail address that errors are reported to; letters that say to write to the operator "
	    "name it. Not set: none, only the log." },
	{ "language", OPTION_TEXT, IN(language), "en",
	    "Language of letters to those who have not chosen one, and whose letters show none, "
	    "and of the static pages: the name of a folder of templates." },
	{ "templates", OPTION_PATH, IN(templates), NULL,
	    "Folder of the operator's own templates, looked into before the shipped ones." },
	{ "auth_server", OPTION_TEXT, IN(auth_server), NULL,
	    "Name that your mail server puts into its Authentication-Results and Received lines; "
	    "after it, separated by blanks, the names of further servers of yours that letters pass "
	    "later. Results count above the topmost Received line that is not of such a server or of "
	    "this machine, and everywhere in a letter without one. Not set: no results count, and a "
	    "letter with a forged From cannot be told from an honest one." },
	{ "log", OPTION_CHOICE, IN(log), "stderr",
	    "Where the log goes; to stderr where no syslog listens.", .choice = log_kind },
	{ "status_file", OPTION_PATH, IN(status_file), NULL,
	    "File that riverpost serve writes the server's numbers to each minute, as riverpost status "
	    "--prometheus does: a name ending in .prom in the folder of a node exporter's text file "
	    "collector. Not set: none." },
	{ "archive", OPTION_PATH, IN(archive), NULL,
	    "Folder of static pages of what everybody may see, which are kept up to date after each "
	    "pass, as riverpost archive makes them. Not set: none." },
	{ "archive_url", OPTION_SITE, IN(archive_url), NULL,
	    "Where a web server shows that folder, as https://example.org/xiangqi/. "
	    "Not set: links in the feeds are relative." },
	{ "archive_languages", OPTION_LANGUAGES, IN(archive_languages), NULL,
	    "Languages of these pages, with commas between: names of folders of templates, as "
	    "'en, vi, zh-Hans'. The first stands in the folder itself, each other in one of its own below "
	    "it, and each page leads to itself in the others. Not set: the option language." },
	{ "letter_max", OPTION_NUMBER, IN(letter_max), "262144",
	    "Bytes of the largest letter that is read whole. Of larger ones the header is read, "
	    "and they are answered politely.",
	    4096, 16777216 },
	{ "commands_max", OPTION_NUMBER, IN(commands_max), "20",
	    "Commands that one letter may hold; of a letter with more, nothing is done.", 1, 32 },
	{ "games_max", OPTION_NUMBER, IN(games_max), "100",
	    "Games that one player may have at once.", 1, 100000 },
	{ "answers_hour", OPTION_NUMBER, IN(answers_hour), "20",
	    "Answers to one address in an hour; then silence, and a line for the operator."
	    " Three times as many strangers of one registered domain can ask for an account.",
	    1, 100000 },
	{ "answers_day", OPTION_NUMBER, IN(answers_day), "100", "Answers to one address in a day.",
	    1, 1000000 },
	{ "retry_days", OPTION_NUMBER, IN(retry_days), "5",
	    "Days for which a letter that cannot be sent is tried again. Days on which no letter at "
	    "all could be sent do not count.",
	    1, 30 },
	{ "keep", OPTION_NUMBER, IN(keep), "30",
	    "Days for which letters are kept in the folders processed and failed, as they came. "
	    "After that the server deletes them; it does not delete them in an IMAP mailbox. "
	    "The letters that it sent are deleted then, too, at the latest after 30 days, and in "
	    "its lists of letters addresses become keyed hashes.",
	    1, 3650 },
	{ "free_min", OPTION_NUMBER, IN(free_min), FREE_MIN,
	    "Megabytes of disk that stay free where home is. With less, riverpost-deliver answers 75, "
	    "so that the mail server keeps its letters, and the server takes none out of its "
	    "mailboxes. 0: no limit.",
	    0, 1000000 },
	{ "poll", OPTION_NUMBER, IN(poll), "60",
	    "Seconds between two looks into sources that do not announce new letters.", 1, 86400 },
	{ "outage", OPTION_NUMBER, IN(outage), "60",
	    "Minutes without a pass after which the time lost is given back to all players. From "
	    "cron, more than the minutes between two runs.",
	    5, 10080 },
	{ "nagtime", OPTION_NUMBER, IN(nagtime), "7",
	    "Days after which a player is reminded, in games that do not say otherwise.", 1,
	    DAYS_MAX },
	{ "forfeittime", OPTION_NUMBER, IN(forfeittime), "21",
	    "Days after which a player's time is up, in games that do not say otherwise.", 1,
	    DAYS_MAX },
	{ "stairs", OPTION_TIME, IN(stairs), "7d",
	    "Time in games on the stairs, as --time of a challenge has it: 7d is seven days a move, "
	    "20d+1d twenty days for all moves and one more with each." },
	{ "tournaments", OPTION_CHOICE, IN(announcers), "operator",
	    "Who announces tournaments: the operator alone, or players too who have finished ten "
	    "games, one at a time each, by letter.",
	    .choice = announcers_kind },
};

/* What a mail server is shown. */
#define LOGIN_OPTIONS(IN, login, file) \
	{ "password", OPTION_SECRET, IN(login.password), NULL, \
		"Password to log in with. Better in a file of its own." }, \
	    { "password_file", OPTION_PATH, IN(file), NULL, \
		    "File whose first line is the password." }, \
	    { "token_command", OPTION_TEXT, IN(login.token_command), NULL, \
		    "Command that prints an XOAUTH2 access token, instead of a password." }, \
	{ \
		"ca_file", OPTION_PATH, IN(login.ca_file), NULL, \
		    "Certificates to trust. Not set: the system's." \
	}

static const struct option source_options[] = {
	{ "kind", OPTION_CHOICE, IN_SOURCE(options.kind), "maildir", "What it is.",
	    .choice = source_kind },
	{ "path", OPTION_PATH, IN_SOURCE(options.path), NULL,
	    "Folder of a Maildir or of a spool." },
	{ "url", OPTION_TEXT, IN_SOURCE(options.url), NULL,
	    "Of a mail server: imaps://host[:port]/INBOX or imap+starttls://, pop3s://host[:port] or "
	    "pop3+starttls://; imap:// and pop3:// are without TLS and for this machine alone." },
	{ "user", OPTION_TEXT, IN_SOURCE(options.login.user), NULL, "Name to log in with." },
	LOGIN_OPTIONS(IN_SOURCE, options.login, password_file),
	{ "processed", OPTION_TEXT, IN_SOURCE(options.processed), "Processed",
	    "Mail folder for letters that were taken. In a Maildir it has neither a slash nor, in front, "
	    "a dot." },
	{ "failed", OPTION_TEXT, IN_SOURCE(options.failed), "Failed",
	    "Mail folder for letters that could not be handled and wait for the operator; another one." },
};

static const struct option sink_options[] = {
	{ "kind", OPTION_CHOICE, IN(sink.kind), "maildir", "What it is.", .choice = sink_kind },
	{ "path", OPTION_PATH, IN(sink.path), NULL,
	    "Folder with a Maildir for each address, mail/out if not set; for sendmail the "
	    "program, /usr/sbin/sendmail if not set." },
	{ "url", OPTION_TEXT, IN(sink.url), NULL,
	    "Of a mail server: smtps://host[:port], smtp+starttls://host[:port], or "
	    "smtp://host[:port] without TLS (to this machine alone; smtp+insecure:// to others)." },
	{ "user", OPTION_TEXT, IN(sink.login.user), NULL,
	    "Name to log in with. Not set: no login." },
	LOGIN_OPTIONS(IN, sink.login, sink_password_file),
	{ "helo", OPTION_TEXT, IN(sink.helo), NULL,
	    "Name to greet the mail server with. Not set: the machine's, or where that has no dot the domain of the address." },
	{ "connections", OPTION_NUMBER, IN(sink.connections), "4",
	    "Letters that are sent at the same time, each by a connection of its own.", 1, 16 },
	{ "timeout", OPTION_NUMBER, IN(sink.timeout), "120",
	    "Seconds that sending one letter may take; once all of it is sent a mail server has 10 minutes at least to say that it took it.",
	    5, 3600 },
};

static const struct kind *
protocol_kind(int value)
{
	static const struct kind kinds[] = {
		[PROTOCOL_UCI] = { .name = "uci" }, [PROTOCOL_UCCI] = { .name = "ucci" }
	};

	return (size_t)value < sizeof kinds / sizeof kinds[0] ? &kinds[value] : NULL;
}

static const struct option engine_options[] = {
	{ "command", OPTION_TEXT, IN(engine.command), ENGINE_DEFAULT,
	    "The program, by its full path, and words for it after blanks. Where it is not "
	    "installed, or with an empty text, players have no machine to play.",
	    .may_be_empty = true },
	{ "protocol", OPTION_CHOICE, IN(engine.protocol), "uci", "What it speaks.",
	    .choice = protocol_kind },
	{ "options", OPTION_TEXT, IN(engine.options), "UCI_Variant=xiangqi",
	    "Options it is given, as NAME=VALUE, with semicolons between them. Files that it reads "
	    "must lie in its own folder or below /usr." },
	{ "nodes", OPTION_TEXT, IN(engine_nodes), "200 300 500 1000 3000 10000 50000 300000",
	    "Positions that it looks at for a move, for each of the eight levels: eight numbers, 1 at "
	    "least." },
	{ "widths", OPTION_TEXT, IN(engine_widths), "400 250 180 120 80 50 25 0",
	    "For each level, how much worse than the best a move may be that is played, in "
	    "hundredths of a soldier: one of these, by lot." },
	{ "memory", OPTION_NUMBER, IN(engine.memory), "512", "Megabytes that it may have.", 64,
	    65536 },
	{ "timeout", OPTION_NUMBER, IN(engine.timeout), "120",
	    "Seconds that one answer of it may take; it runs after all other programs.", 5, 3600 },
	{ "processes", OPTION_NUMBER, IN(engine_processes), "1",
	    "Games in which it may think at the same time; not more than the machine has processors.",
	    1, 16 },
	{ "seconds_hour", OPTION_NUMBER, IN(engine_seconds), "600",
	    "Seconds of an hour in which it may think; then its games wait for the next hour, "
	    "and after half of them reviews do.",
	    1, 57600 },
};

#define TABLE(table) (table), sizeof(table) / sizeof(table)[0]

_Static_assert(sizeof main_options / sizeof main_options[0] <= OPTIONS_MAX, "file.h keeps as many");

const struct section config_sections[SECTIONS] = {
	[SECTION_MAIN] = { "", "Options of the server.", false, TABLE(main_options) },
	[SECTION_SOURCE] = { "source",
	    "Where letters come from. There may be several, each with a name of its own; without "
	    "any, the Maildir mail/in is read. The spool that riverpost-deliver fills is read in "
	    "any case.",
	    true, TABLE(source_options) },
	[SECTION_SINK] = { "sink", "Where letters go.", false, TABLE(sink_options) },
	[SECTION_ENGINE] = { "engine",
	    "A program that plays against those who write \"challenge bot\". It runs without network, "
	    "files or other processes, after all others (nice).",
	    false, TABLE(engine_options) },
};

int
option_find(const struct section *section, const char *name)
{
	for (size_t i = 0; i < section->count; i++)
		if (strcmp(section->options[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* Has it single dots, and none at an end?  In a domain no "-" stands beside a dot or at an end.
 * What comes from any other address is refused by mail servers. */
static bool
has_dots_in_place(const char *text, const char *end, bool is_domain)
{
	bool begins = true; /* a word */

	for (; text < end; text++) {
		bool ends = text + 1 == end || text[1] == '.';

		if ((*text == '.' && (begins || ends)) ||
		    (*text == '-' && is_domain && (begins || ends)))
			return false;
		begins = *text == '.';
	}
	return true;
}

static int
check_address(const struct option *option, const char *text, struct err *err)
{
	static const char valid[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._-";
	bool own = option->type == OPTION_OWN_ADDRESS;
	size_t local = strspn(text, valid);
	const char *domain;

	if (!own && text[local] == '+')
		local += 1 + strspn(text + local + 1, valid);
	domain = text + local + 1;
	if (own && text[local] == '+')
		return err_set(err,
		    "must have no + before the @, since letters come to tokens behind one, not "
		    "\"%s\"",
		    text);
	if (local == 0 || text[local] != '@' || *domain == '\0' ||
	    domain[strspn(domain, valid)] != '\0' ||
	    !has_dots_in_place(text, text + local, false) ||
	    !has_dots_in_place(domain, domain + strlen(domain), true))
		return err_set(
		    err, "must be a mail address like xiangqi@example.org, not \"%s\"", text);
	if (own && local > OWN_LOCAL_MAX)
		return err_set(err,
		    "may have at most %d characters before the @, so that a token "
		    "has room after them",
		    OWN_LOCAL_MAX);
	return 0;
}

static int
check_number(const struct option *option, const char *text, int *out, struct err *err)
{
	char *end;
	long number;

	errno = 0;
	number = strtol(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || number < option->min ||
	    number > option->max)
		return err_set(err, "must be a number from %d to %d, not \"%s\"", option->min,
		    option->max, text);
	*out = (int)number;
	return 0;
}

/* "en", "zh-Hans": two or three letters, and what tells it apart, of up to eight letters and
 * digits, behind hyphens (RFC 5646, 2.1). */
static bool
is_language(const char *code, size_t length)
{
	const char *end = code + length;

	for (const char *part = code;; part++) {
		const char *at = part;

		while (at < end && isalnum((unsigned char)*at))
			at++;
		if (at == part || at - part > 8 || (at < end && *at != '-'))
			return false;
		if (part == code &&
		    (at - part < 2 || at - part > 3 || isdigit((unsigned char)*part)))
			return false;
		if ((part = at) == end)
			return true;
	}
}

static int
check_languages(const char *text, struct err *err)
{
	if (text[strspn(text, ", ")] == '\0')
		return err_set(err, "must be languages like en, vi, zh-Hans, not \"%s\"", text);
	for (const char *at = text; *(at += strspn(at, ", ")) != '\0'; at += strcspn(at, ", ")) {
		size_t length = strcspn(at, ", ");

		if (!is_language(at, length))
			return err_set(err, "must be languages like en, vi, zh-Hans, not \"%.*s\"",
			    (int)length, at);
		for (const char *other = text; other < at; other += strspn(other, ", ")) {
			size_t n = strcspn(other, ", ");

			if (n == length && strncasecmp(other, at, n) == 0)
				return err_set(err, "has %.*s twice", (int)n, at);
			other += n;
		}
	}
	return 0;
}

static int
option_check(const struct option *option, const char *text, struct arena *arena, int *number,
    struct err *err)
{
	struct str names;

	switch (option->type) {
	case OPTION_NUMBER:
		return check_number(option, text, number, err);
	case OPTION_CHOICE:
		str_init(&names, arena, 0);
		for (int i = 0; option->choice(i) != NULL; i++) {
			if (strcmp(option->choice(i)->name, text) == 0) {
				*number = i;
				return 0;
			}
			str_addf(&names, "%s%s", i > 0 ? ", " : "", option->choice(i)->name);
		}
		return err_set(err, "must be one of %s, not \"%s\"", names.data, text);
	case OPTION_ADDRESS:
	case OPTION_OWN_ADDRESS:
		return check_address(option, text, err);
	case OPTION_TIME:
		return terms_read_time(&(struct terms){ 0 }, text) ?
		    0 :
		    err_set(err, "must be a time like 7d or 20d+1d, not \"%s\"", text);
	case OPTION_SITE:
		if (!str_starts_nocase(text, "https://") && !str_starts_nocase(text, "http://"))
			return err_set(
			    err, "must begin with https:// or http://, not \"%s\"", text);
		break;
	case OPTION_LANGUAGES:
		return check_languages(text, err);
	case OPTION_TEXT:
	case OPTION_PATH:
	case OPTION_SECRET:
		break;
	}
	if (!utf8_is_valid(text, strlen(text)))
		return err_set(err, "must be UTF-8");
	for (; *text != '\0'; text++)
		if (iscntrl((unsigned char)*text))
			return err_set(err, "must be one line without control characters");
	return 0;
}

static bool
is_number(const struct option *option)
{
	return option->type == OPTION_NUMBER || option->type == OPTION_CHOICE;
}

int
option_set(
    const struct option *option, const char *text, struct arena *arena, void *base, struct err *err)
{
	char *copy = NULL;
	int number = 0;

	if (text[0] == '\0' && option->initial != NULL && !option->may_be_empty)
		return err_set(err, "must not be empty");
	if (text[0] != '\0' && option_check(option, text, arena, &number, err) == -1)
		return -1;
	if (base == NULL)
		return 0;
	if (is_number(option)) {
		memcpy((char *)base + option->offset, &number, sizeof number);
		return 0;
	}
	/* Empty is how a file takes back what is set by default. */
	if (text[0] != '\0')
		copy = arena_strdup(arena, text);
	/* Domains are compared in lower case. */
	if (copy != NULL && (option->type == OPTION_ADDRESS || option->type == OPTION_OWN_ADDRESS))
		for (char *c = strchr(copy, '@'); *c != '\0'; c++)
			*c = (char)tolower((unsigned char)*c);
	memcpy((char *)base + option->offset, &copy, sizeof copy);
	return 0;
}

const char *
option_get(const struct option *option, const void *base, struct arena *arena)
{
	const char *text;
	int number;

	if (is_number(option)) {
		memcpy(&number, (const char *)base + option->offset, sizeof number);
		return option->type == OPTION_CHOICE ? option->choice(number)->name :
						       arena_printf(arena, "%d", number);
	}
	memcpy(&text, (const char *)base + option->offset, sizeof text);
	return text;
}
