/* SPDX-License-Identifier: ISC */
/*
 * How the server does, in numbers (status.h).
 *
 * To add one: a row in the table, and a line where it is read.  The names in JSON and for
 * Prometheus are what other people's programs look for: they do not change.
 */
#include "server/status.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/source/source.h"
#include "server/intake.h"
#include "server/lock.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/numbers.h"

/* What is read beside NUMBERS, and counted on from there. */
enum value {
	AT_WORK = NUMBERS,
	TWIN,
	LAST_PASS, /* when it began; 0: never */
	LAST_MS,
	/* Of the tallies, in their order: of the last hour, of the last day, and ever. */
	HOUR_DONE,
	HOUR_REFUSED,
	HOUR_IGNORED,
	HOUR_BOUNCED,
	HOUR_PARKED,
	HOUR_SENT,
	HOUR_PASSES,
	HOUR_MS,
	DAY_DONE,
	DAY_REFUSED,
	DAY_IGNORED,
	DAY_BOUNCED,
	DAY_PARKED,
	DAY_SENT,
	DAY_PASSES,
	DAY_MS,
	TOTAL_DONE,
	TOTAL_REFUSED,
	TOTAL_IGNORED,
	TOTAL_BOUNCED,
	TOTAL_PARKED,
	TOTAL_SENT,
	TOTAL_PASSES,
	TOTAL_MS,
	UNREAD,
	UNREAD_OLDEST,
	ASIDE,
	DISK_FREE,
	DATABASE,
	VALUES
};

static const char *const tallies[] = { "done", "refused", "ignored", "bounced", "parked", "sent",
	"passes", "pass-ms" };
#define TALLIES (sizeof tallies / sizeof tallies[0])

enum unit {
	COUNT,
	FLAG,
	BYTES,
	SPAN, /* milliseconds, told as seconds */
	WHEN, /* told as it is; to people, how long ago */
	AGE   /* a time, told as how long ago */
};

static const struct row {
	int value;
	enum unit unit;
	const char *group, *name;    /* in JSON; the group is what a line of text begins with */
	const char *words;           /* for people, about it; NULL: not told them */
	const char *metric, *labels; /* for Prometheus, after "riverpost_"; NULL: not told it */
	const char *help;            /* of the first of a metric */
} rows[] = {
	{ NUMBER_SCHEMA, COUNT, "server", "schema", "version of the schema", "schema_version", "",
	    "Version of the database's schema." },
	{ AT_WORK, FLAG, "server", "at_work", "at work", "at_work", "",
	    "1 while a server or a pass is at work in this home." },
	{ TWIN, FLAG, "server", "twin", "stopped for a twin", "stopped_for_twin", "",
	    "1 while nothing is read or sent because another server has a copy of the database." },

	{ LAST_PASS, WHEN, "last_pass", "time", "ago", "last_pass_timestamp_seconds", "",
	    "When the last pass began; 0: there was none." },
	{ LAST_MS, SPAN, "last_pass", "seconds", "long", "last_pass_duration_seconds", "",
	    "How long the last pass took." },

	{ HOUR_DONE, COUNT, "hour", "done", "carried out", "letters_recent",
	    "window=\"hour\",outcome=\"done\"", "Letters of the last hour and day." },
	{ HOUR_REFUSED, COUNT, "hour", "refused", "refused", "letters_recent",
	    "window=\"hour\",outcome=\"refused\"", NULL },
	{ HOUR_IGNORED, COUNT, "hour", "ignored", "ignored", "letters_recent",
	    "window=\"hour\",outcome=\"ignored\"", NULL },
	{ HOUR_BOUNCED, COUNT, "hour", "bounced", "bounces", "letters_recent",
	    "window=\"hour\",outcome=\"bounced\"", NULL },
	{ HOUR_PARKED, COUNT, "hour", "put_aside", "put aside", "letters_recent",
	    "window=\"hour\",outcome=\"put_aside\"", NULL },
	{ HOUR_SENT, COUNT, "hour", "sent", "sent", "letters_recent",
	    "window=\"hour\",outcome=\"sent\"", NULL },
	{ HOUR_PASSES, COUNT, "hour", "passes", "passes", NULL, NULL, NULL },
	{ HOUR_MS, SPAN, "hour", "pass_seconds", "in them", NULL, NULL, NULL },

	{ DAY_DONE, COUNT, "day", "done", "carried out", "letters_recent",
	    "window=\"day\",outcome=\"done\"", NULL },
	{ DAY_REFUSED, COUNT, "day", "refused", "refused", "letters_recent",
	    "window=\"day\",outcome=\"refused\"", NULL },
	{ DAY_IGNORED, COUNT, "day", "ignored", "ignored", "letters_recent",
	    "window=\"day\",outcome=\"ignored\"", NULL },
	{ DAY_BOUNCED, COUNT, "day", "bounced", "bounces", "letters_recent",
	    "window=\"day\",outcome=\"bounced\"", NULL },
	{ DAY_PARKED, COUNT, "day", "put_aside", "put aside", "letters_recent",
	    "window=\"day\",outcome=\"put_aside\"", NULL },
	{ DAY_SENT, COUNT, "day", "sent", "sent", "letters_recent",
	    "window=\"day\",outcome=\"sent\"", NULL },
	{ DAY_PASSES, COUNT, "day", "passes", "passes", NULL, NULL, NULL },
	{ DAY_MS, SPAN, "day", "pass_seconds", "in them", NULL, NULL, NULL },

	{ TOTAL_DONE, COUNT, "total", "done", NULL, "letters_total", "outcome=\"done\"",
	    "Letters taken, by what became of them." },
	{ TOTAL_REFUSED, COUNT, "total", "refused", NULL, "letters_total", "outcome=\"refused\"",
	    NULL },
	{ TOTAL_IGNORED, COUNT, "total", "ignored", NULL, "letters_total", "outcome=\"ignored\"",
	    NULL },
	{ TOTAL_BOUNCED, COUNT, "total", "bounced", NULL, "letters_total", "outcome=\"bounced\"",
	    NULL },
	{ TOTAL_PARKED, COUNT, "total", "put_aside", NULL, "letters_total", "outcome=\"put_aside\"",
	    NULL },
	{ TOTAL_SENT, COUNT, "total", "sent", NULL, "letters_sent_total", "", "Letters sent." },
	{ TOTAL_PASSES, COUNT, "total", "passes", NULL, "passes_total", "", "Passes made." },
	{ TOTAL_MS, SPAN, "total", "pass_seconds", NULL, "pass_duration_seconds_total", "",
	    "Time that all passes took." },

	{ UNREAD, COUNT, "unread", "letters", "letters", "unread_letters", "",
	    "Letters in mailboxes on this machine that wait to be read." },
	{ UNREAD_OLDEST, AGE, "unread", "oldest_seconds", "the oldest since",
	    "unread_oldest_age_seconds", "", "Age of the oldest of them; 0: none waits." },

	{ NUMBER_WAITING, COUNT, "queue", "letters", "letters to send", "queue_letters", "",
	    "Letters that wait to be sent." },
	{ NUMBER_WAITING_OLDEST, AGE, "queue", "oldest_seconds", "the oldest since",
	    "queue_oldest_age_seconds", "", "Age of the oldest of them; 0: none waits." },
	{ NUMBER_FAILED, COUNT, "queue", "failed", "refused or given up in a week",
	    "queue_failed_letters", "", "Letters of the last week that were refused or given up." },

	{ ASIDE, COUNT, "trouble", "put_aside", "letters lie put aside", "put_aside_letters", "",
	    "Letters put aside that wait for the operator." },
	{ NUMBER_HELD, COUNT, "trouble", "held", "clocks stand for such letters", "held_clocks", "",
	    "Games whose clocks stand because a letter was put aside." },
	{ NUMBER_STOPPED, COUNT, "trouble", "stopped", "addresses stopped after bounces",
	    "stopped_addresses", "", "Addresses that get no more letters, after bounces." },

	{ DISK_FREE, BYTES, "disk", "free_bytes", "free", "disk_free_bytes", "",
	    "Free bytes of disk where the home folder is." },
	{ DATABASE, BYTES, "disk", "database_bytes", "of database", "database_bytes", "",
	    "Bytes of the database and its log." },

	{ NUMBER_OFFERED, COUNT, "games", "offered", "offered", "games", "state=\"offered\"",
	    "Games." },
	{ NUMBER_PLAYING, COUNT, "games", "active", "active", "games", "state=\"active\"", NULL },
	{ NUMBER_OVER, COUNT, "games", "over", "over", "games", "state=\"over\"", NULL },

	{ NUMBER_ACTIVE, COUNT, "players", "active", "active", "players", "state=\"active\"",
	    "Players." },
	{ NUMBER_SUSPENDED, COUNT, "players", "suspended", "suspended", "players",
	    "state=\"suspended\"", NULL },
	{ NUMBER_CLOSED, COUNT, "players", "closed", "closed", "players", "state=\"closed\"",
	    NULL },
	{ NUMBER_SEEN, COUNT, "players", "seen", "wrote in the last 30 days", "players_seen", "",
	    "Players who wrote in the last 30 days." },
};
#define ROWS (sizeof rows / sizeof rows[0])

void
activity_add(struct activity *activity, const struct pass *pass, int64_t ms)
{
	activity->passes++;
	activity->ms += ms;
	activity->last = ms;
	activity->letters += pass->letters;
	activity->done += pass->done;
	activity->refused += pass->refused;
	activity->ignored += pass->ignored;
	activity->bounced += pass->bounced;
	activity->parked += pass->parked;
	activity->sent += pass->sent;
}

int
activity_note(struct activity *activity, struct server *server, int64_t now, struct err *err)
{
	const int64_t added[TALLIES] = { activity->done, activity->refused, activity->ignored,
		activity->bounced, activity->parked, activity->sent, activity->passes,
		activity->ms };
	struct store *store = server->store;
	int rc;

	if (store_begin(store, err) == -1)
		return -1;
	rc = store_set_fact(store, "pass-ms", activity->last, err);
	for (size_t i = 0; i < TALLIES && rc == 0; i++)
		rc = tally_add(store, tallies[i], added[i], now, err);
	if ((rc = store_finish(store, rc, err)) == 0)
		*activity = (struct activity){ 0 };
	return rc;
}

static int
read_activity(struct store *store, int64_t now, int64_t values[VALUES], struct err *err)
{
	for (int i = 0; i < (int)TALLIES; i++)
		if (tally_get(store, tallies[i], now - HOUR, &values[HOUR_DONE + i], err) == -1 ||
		    tally_get(store, tallies[i], now - DAY, &values[DAY_DONE + i], err) == -1 ||
		    tally_get(store, tallies[i], 0, &values[TOTAL_DONE + i], err) == -1)
			return -1;
	return store_fact(store, "last-pass", &values[LAST_PASS], err) == -1 ?
	    -1 :
	    store_fact(store, "pass-ms", &values[LAST_MS], err);
}

static void
look_at_disk(const struct config *config, int64_t values[VALUES])
{
	static const char *const ends[] = { "", "-wal" };
	char path[PATH_MAX];
	struct statvfs fs;
	struct stat st;

	if (statvfs(config->home, &fs) == 0)
		values[DISK_FREE] = (int64_t)((uint64_t)fs.f_bavail * fs.f_frsize);
	for (int i = 0; i < 2; i++) {
		str_format(path, sizeof path, "%s/riverpost.sqlite%s", config->home, ends[i]);
		if (stat(path, &st) == 0)
			values[DATABASE] += st.st_size;
	}
}

static void
look_at_sources(const struct config *config, int64_t now, int64_t values[VALUES])
{
	for (int i = 0; i < config->source_count; i++) {
		struct waiting waiting;

		if (!source_waiting(&config->sources[i].options, now, &waiting))
			continue;
		values[UNREAD] += waiting.unread;
		values[ASIDE] += waiting.aside;
		if (waiting.unread > 0 &&
		    (values[UNREAD_OLDEST] == 0 || waiting.oldest < values[UNREAD_OLDEST]))
			values[UNREAD_OLDEST] = waiting.oldest;
	}
}

/* For programs. */
static void
add_value(struct str *out, const struct row *row, int64_t value, int64_t now)
{
	if (row->unit == AGE)
		value = value == 0 || value > now ? 0 : now - value;
	if (row->unit == SPAN)
		str_addf(out, "%lld.%03lld", (long long)value / 1000, (long long)value % 1000);
	else
		str_addf(out, "%lld", (long long)value);
}

static void
write_json(struct str *out, const int64_t values[VALUES], int64_t now)
{
	const char *group = "";

	str_addf(out, "{\n  \"version\": \"%s\",\n  \"time\": %lld", VERSION, (long long)now);
	for (size_t i = 0; i < ROWS; i++) {
		bool is_first = strcmp(rows[i].group, group) != 0;

		if (is_first)
			str_addf(out, "%s,\n  \"%s\": {", i > 0 ? "\n  }" : "", rows[i].group);
		str_addf(out, "%s\n    \"%s\": ", is_first ? "" : ",", rows[i].name);
		if (rows[i].unit == FLAG)
			str_add(out, values[rows[i].value] != 0 ? "true" : "false");
		else
			add_value(out, &rows[i], values[rows[i].value], now);
		group = rows[i].group;
	}
	str_add(out, "\n  }\n}\n");
}

static void
write_prometheus(struct str *out, const int64_t values[VALUES], int64_t now)
{
	str_addf(out,
	    "# HELP riverpost_build_info The version of the program.\n"
	    "# TYPE riverpost_build_info gauge\nriverpost_build_info{version=\"%s\"} 1\n",
	    VERSION);
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		const char *end = row->metric != NULL ? strstr(row->metric, "_total") : NULL;

		if (row->metric == NULL)
			continue;
		if (row->help != NULL)
			str_addf(out, "# HELP riverpost_%s %s\n# TYPE riverpost_%s %s\n",
			    row->metric, row->help, row->metric, end != NULL ? "counter" : "gauge");
		str_addf(out, "riverpost_%s%s%s%s ", row->metric, row->labels[0] != '\0' ? "{" : "",
		    row->labels, row->labels[0] != '\0' ? "}" : "");
		add_value(out, row, values[row->value], now);
		str_addc(out, '\n');
	}
}

static void
add_words(struct str *out, const struct row *row, int64_t value, int64_t now)
{
	char span[32];

	if (row->unit == COUNT && row->value == NUMBER_SCHEMA)
		str_addf(out, "%s %lld", row->words, (long long)value);
	else if (row->unit == COUNT)
		str_addf(out, "%lld %s", (long long)value, row->words);
	else if (row->unit == FLAG)
		str_addf(out, "%s%s", value != 0 ? "" : "not ", row->words);
	else if (row->unit == BYTES)
		str_addf(out, "%lld MB %s", (long long)(value >> 20), row->words);
	else if (row->unit == SPAN)
		str_addf(out, "%lld.%03lld seconds %s", (long long)value / 1000,
		    (long long)value % 1000, row->words);
	else if (row->unit == AGE)
		str_addf(out, "%s %s", row->words,
		    clock_span(span, sizeof span, value > now ? 0 : now - value));
	else
		str_addf(out, "%s %s",
		    value == 0 ? "never" :
				 clock_span(span, sizeof span, value > now ? 0 : now - value),
		    value == 0 ? "made" : row->words);
}

static void
write_text(struct str *out, const int64_t values[VALUES], int64_t now)
{
	const char *group = "";

	str_addf(out, "version: %s", VERSION);
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].words == NULL || (rows[i].unit == AGE && values[rows[i].value] == 0))
			continue;
		if (strcmp(rows[i].group, group) != 0) {
			str_addc(out, '\n');
			for (const char *c = rows[i].group; *c != '\0'; c++)
				str_addc(out, *c == '_' ? ' ' : *c);
			str_add(out, ": ");
		} else {
			str_add(out, ", ");
		}
		add_words(out, &rows[i], values[rows[i].value], now);
		group = rows[i].group;
	}
	str_addc(out, '\n');
}

int
status_write(const struct server *server, enum status_form form, int64_t now, struct str *out,
    struct err *err)
{
	static void (*const write[])(
	    struct str *, const int64_t *, int64_t) = { [STATUS_TEXT] = write_text,
		[STATUS_JSON] = write_json,
		[STATUS_PROMETHEUS] = write_prometheus };
	int64_t values[VALUES] = { 0 };

	if (numbers_read(server->store, now, values, err) == -1 ||
	    read_activity(server->store, now, values, err) == -1)
		return -1;
	values[TWIN] = server->twin != 0;
	values[AT_WORK] = lock_is_held(server->config->home);
	look_at_disk(server->config, values);
	look_at_sources(server->config, now, values);
	write[form](out, values, now);
	return 0;
}

int
status_publish(const struct server *server, const char *path, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct str text;
	int rc;

	str_init(&text, arena, 0);
	if ((rc = status_write(server, STATUS_PROMETHEUS, now, &text, err)) == 0)
		rc = file_replace(path, text.data, 0644, err);
	arena_free(arena);
	return rc;
}
