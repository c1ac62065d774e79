/* SPDX-License-Identifier: ISC */
/*
 * All that is kept of a player (person.h).
 */
#include "store/person.h"

#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "store/stmt.h"

#define EARLIEST INT64_C(1000000000) /* no number that is stored is so large, but times */

#define HIS_ADDRESSES "(SELECT address FROM address WHERE player = ?1)"
#define HIS_GAMES     "(SELECT id FROM game WHERE red = ?1 OR green = ?1)"

/* No opponent's words, notes or plans; what both sides of a game know of it. */
static const struct part {
	const char *name, *sql;
} parts[] = {
	{ "account", "SELECT * FROM player WHERE id = ?1" },
	{ "addresses", "SELECT * FROM address WHERE player = ?1" },
	{ "confirmations",
	    "SELECT * FROM confirmation WHERE player = ?1 OR address IN " HIS_ADDRESSES },
	{ "invitations_by_mail", "SELECT * FROM invited WHERE mailbox IN " HIS_ADDRESSES },
	{ "bounces", "SELECT * FROM bounce WHERE address IN " HIS_ADDRESSES },
	{ "counts",
	    "SELECT * FROM counter WHERE who IN " HIS_ADDRESSES
	    " OR who IN (SELECT userid FROM player WHERE id = ?1)" },
	{ "vacations", "SELECT begins, ends FROM vacation WHERE player = ?1" },
	{ "blocked",
	    "SELECT userid FROM block JOIN player ON player.id = blocked WHERE player = ?1" },
	{ "linked",
	    "SELECT userid FROM linked JOIN player ON player.id = one + other - ?1 WHERE ?1 IN"
	    " (one, other)" },
	{ "followed",
	    "SELECT userid, ends_only FROM follow JOIN player ON player.id = followed WHERE"
	    " player = ?1" },
	{ "watched", "SELECT game, ends_only FROM observer WHERE player = ?1" },
	{ "seeks", "SELECT * FROM seek WHERE player = ?1" },
	{ "announcements",
	    "SELECT id, name, options, vacations, created FROM tournament WHERE announcer = ?1 AND"
	    " announcer > 0" },
	{ "tournaments", "SELECT tournament, joined FROM entrant WHERE player = ?1" },
	{ "sections",
	    "SELECT tournament, stage, section, number, how_left, asked, vacation_told FROM place"
	    " WHERE player = ?1" },
	{ "stairs", "SELECT step, since FROM stair WHERE player = ?1" },
	{ "stairs_games", "SELECT * FROM climb WHERE game IN " HIS_GAMES },
	{ "puzzles",
	    "SELECT puzzle, game, moves, asked, step, wrong, outcome FROM puzzling JOIN puzzle ON"
	    " puzzle.id = puzzle WHERE player = ?1 ORDER BY puzzle" },
	{ "games",
	    "SELECT game.*, (SELECT userid FROM player WHERE id = red) AS red_userid,"
	    " (SELECT userid FROM player WHERE id = green) AS green_userid FROM game WHERE red = ?1 OR green = ?1" },
	{ "rating", "SELECT * FROM rating WHERE player = ?1" },
	{ "standing", "SELECT * FROM standing WHERE player = ?1" },
	{ "moves", "SELECT * FROM ply WHERE game IN " HIS_GAMES },
	{ "moves_taken_back", "SELECT * FROM undone WHERE game IN " HIS_GAMES },
	{ "letters_put_aside", "SELECT game, turn, begins, ends FROM aside WHERE player = ?1" },
	{ "plans", "SELECT * FROM plan WHERE player = ?1" },
	{ "boards_listed", "SELECT made, boards FROM list WHERE player = ?1" },
	{ "words", "SELECT * FROM talk WHERE player = ?1" },
	{ "letters_taken",
	    "SELECT id, source, sender, received, taken, outcome FROM inbox WHERE EXISTS (SELECT 1"
	    " FROM address WHERE player = ?1 AND lower(sender) IN (lower(address),"
	    " veil(lower(address), 0), veil(lower(address), 1))) ORDER BY id" },
	{ "letters_sent",
	    "SELECT id, recipient, subject, game, turn, created, sent, tries, state, answer FROM"
	    " outbox WHERE player = ?1 OR recipient IN " HIS_ADDRESSES " ORDER BY id" },
};

static bool
is_secret(const char *column)
{
	return strcmp(column, "password_hash") == 0 || strcmp(column, "secret") == 0 ||
	    strcmp(column, "code") == 0;
}

static void
write_quoted(struct str *json, const char *text)
{
	str_addc(json, '"');
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
			str_addf(json, "\\u%04x", (unsigned char)*text);
		else
			str_addc(json, *text);
	str_addc(json, '"');
}

/* More lines of a text stand below its name, set in. */
static void
write_text(struct str *text, const char *value)
{
	for (; *value != '\0'; value++)
		str_addf(text, *value == '\n' ? "%c    " : "%c", *value);
}

static void
write_value(struct query *q, int column, struct str *text, struct str *json)
{
	sqlite3_stmt *stmt = q->stmt;
	const char *value = (const char *)sqlite3_column_text(stmt, column);
	int64_t number = sqlite3_column_int64(stmt, column);
	struct civil t;
	char time[32];

	if (value == NULL)
		value = "";
	if (sqlite3_column_type(stmt, column) == SQLITE_INTEGER && number >= EARLIEST) {
		t = clock_civil(number, 0);
		str_format(time, sizeof time, "%04d-%02d-%02dT%02d:%02d:%02dZ", t.year, t.month,
		    t.day, t.hour, t.minute, t.second);
		value = time;
	}
	write_text(text, value);
	if (sqlite3_column_type(stmt, column) == SQLITE_INTEGER && number < EARLIEST)
		str_add(json, value);
	else
		write_quoted(json, value);
}

static void
write_row(struct query *q, struct str *text, struct str *json)
{
	bool is_first = true;

	for (int i = 0; i < sqlite3_column_count(q->stmt); i++) {
		const char *name = sqlite3_column_name(q->stmt, i);

		if (is_secret(name))
			continue;
		str_addf(text, "%s%s: ", is_first ? "" : "  ", name);
		str_addf(json, "%s\"%s\": ", is_first ? "{" : ", ", name);
		write_value(q, i, text, json);
		str_addc(text, '\n');
		is_first = false;
	}
	str_addc(json, '}');
}

int
person_write(
    struct store *store, int64_t player, struct str *text, struct str *json, struct err *err)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct query q;
		int more, count = 0;

		str_addf(text, "%s[%s]\n", i > 0 ? "\n" : "", parts[i].name);
		str_addf(json, "%s\"%s\": [", i > 0 ? ",\n" : "{\n", parts[i].name);
		query_start(
		    &q, store, "read what is kept of a player", parts[i].sql, WITH(INT(player)));
		while ((more = query_next(&q, err)) == 1) {
			str_add(json, count++ > 0 ? ",\n  " : "\n  ");
			write_row(&q, text, json);
		}
		if (more == -1)
			return -1;
		str_add(json, "]");
	}
	str_add(json, "\n}\n");
	return 0;
}
