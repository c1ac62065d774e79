/* SPDX-License-Identifier: ISC */
/*
 * What is wrong with a database (audit.h).
 *
 * A rule is a question for the rows that break it.  What CHECK, NOT NULL, UNIQUE and
 * REFERENCES say is SQLite's to find; here stands what they cannot say.
 */
#include "store/audit.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "store/columns.h"
#include "store/db.h"

#define TOLD_MAX 20  /* rows that break one rule; the others are counted */
#define SLACK    DAY /* between the clock of the server and that of whoever asks */

/* --- The schema. */

struct thing {
	const char *type, *name, *sql;
};

/* SQLite keeps the text of a definition, in which quotes and blanks have no meaning. */
static const struct column thing_columns[] = {
	COLUMN_AS("type", struct thing, type),
	COLUMN_AS("name", struct thing, name),
	COLUMN_AS(
	    "replace(replace(replace(replace(ifnull(sql, ''), ' ', ''), char(9), ''), char(10),"
	    " ''), '\"', '')",
	    struct thing, sql),
};
static const struct table schema = TABLE("sqlite_schema", struct thing, thing_columns);

/* All tables, indexes and so on; how many, or -1. */
static int
read_things(struct store *store, struct arena *arena, struct thing **out, struct err *err)
{
	return rows_list(store, "read the schema", &schema,
	    "WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'index', name", NULL,
	    arena, out, err);
}

/* What the steps make of an empty file. */
static int
read_model(struct arena *arena, struct thing **out, struct err *err)
{
	char path[] = ":memory:";
	struct store fresh = { .path = path };
	int count = -1, rc = sqlite3_open(path, &fresh.db);

	if (rc == SQLITE_OK)
		store_prepare(&fresh);
	else
		store_fail(&fresh, "make an empty database", err);
	if (rc == SQLITE_OK && store_make(&fresh, err) == 0)
		count = read_things(&fresh, arena, out, err);
	query_forget(&fresh);
	sqlite3_close(fresh.db);
	return count;
}

static const struct thing *
find_thing(const struct thing *things, int count, const struct thing *wanted)
{
	for (int i = 0; i < count; i++)
		if (strcmp(things[i].name, wanted->name) == 0 &&
		    strcmp(things[i].type, wanted->type) == 0)
			return &things[i];
	return NULL;
}

/* The tables and indexes against those that the steps make of an empty file; *found: how many
 * findings.  0 or -1. */
static int
compare_schema(struct store *store, struct arena *arena, const struct audit *audit, int *found,
    struct err *err)
{
	struct thing *here, *model;
	int wanted = read_model(arena, &model, err), count = read_things(store, arena, &here, err);

	if (wanted == -1 || count == -1)
		return -1;
	*found = 0;
	for (int i = 0; i < wanted; i++) {
		const struct thing *own = find_thing(here, count, &model[i]);

		if (own != NULL && strcmp(own->sql, model[i].sql) == 0)
			continue;
		++*found;
		audit->tell(audit->context,
		    arena_printf(arena, "the %s %s %s", model[i].type, model[i].name,
			own == NULL ? "is missing" : "is not as this version makes it"));
	}
	for (int i = 0; i < count; i++) {
		if (find_thing(model, wanted, &here[i]) != NULL)
			continue;
		++*found;
		audit->tell(audit->context,
		    arena_printf(
			arena, "the %s %s does not belong here", here[i].type, here[i].name));
	}
	return 0;
}

/* --- The rows. */

/* Finds "who: text" for each row of `from` that breaks the rule.  ?1 is the latest time
 * that can have passed. */
struct row_rule {
	const char *from, *who, *broken, *text;
};

#define PLAYER  "'player ' || userid"
#define ADDRESS "'player ' || ifnull(userid, player) || ', ' || address"
#define WAITING "'confirmation ' || confirmation.id"
#define INVITED "'invitation to ' || mailbox"
#define GAME    "'game ' || game.id"
#define PLY     "'game ' || game || ', ply ' || ply"
#define UNDONE  "'game ' || game || ', turn ' || back"
#define TALK    "'talk ' || talk.id || ' of game ' || game"
#define PLAN    "'plan of player ' || player || ' in game ' || game"
#define WAITS   "game.state = 1 AND plan.turn = game.turns"
#define LETTER  "'letter ' || outbox.id || ' to ' || recipient"
#define TAKEN   "'letter ' || inbox.id || ' taken'"

#define DATE(time) "ifnull(datetime(" time ", 'unixepoch'), " time ")"
/* A time that has passed: known, and not in the future. */
#define PASSED(table, who, time) \
	{ table, who, time " > ?1", "'" time " lies in the future: ' || " DATE(time) }, \
	{ \
		table, who, time " < 1", "'" time " is no time: ' || " time \
	}
/* The same of one that may be unknown. */
#define PERHAPS(table, who, time) \
	{ table, who, time " > ?1", "'" time " lies in the future: ' || " DATE(time) }, \
	{ \
		table, who, time " < 0", "'" time " is no time: ' || " time \
	}

#define KEY_OF(userid) \
	"replace(replace(replace(replace(lower(" userid "), '0', 'o'), '1', 'l'), 'i', 'l')," \
	" '_', '-')"
#define IS_USERID(userid) \
	"length(" userid ") BETWEEN 2 AND 20 AND " userid " GLOB '[a-zA-Z]*' AND " userid \
	" NOT GLOB '*[^a-zA-Z0-9_-]*'"
#define IS_ADDRESS(a) \
	a " GLOB '?*@?*' AND " a " NOT GLOB '*@*@*' AND " a " NOT GLOB '*[ ' || char(9, 10, 13)" \
	  " || '<>,;]*' AND length(CAST(" a " AS BLOB)) <= 254"
#define IS_HASH(hash) \
	hash " GLOB '$argon2id$v=19$m=[1-9]*,t=[1-9]*,p=[1-9]*$?*$?*' AND length(" hash \
	     ") BETWEEN 60 AND 127 AND " hash " NOT GLOB '*[^a-zA-Z0-9$=,+/]*'"
/* Of games of this server's players; imported ones came as they are. */
#define OWN      "red IS NOT NULL AND "
#define IN(list) "ending IN (" list ")"
#define MISMATCH "'its result ' || result || ' does not go with \"' || ending || '\"'"

static const struct row_rule rules[] = {
	{ "fact", "'fact ' || name", "value > ?1 AND name LIKE 'last-%'",
	    "'it lies in the future: ' || " DATE("value") },
	{ "fact", "'fact ' || name", "value < 0", "'it is negative: ' || value" },

	{ "player", PLAYER, "userid_key <> " KEY_OF("userid"),
	    "'its key is \"' || userid_key || '\", but should be \"' || " KEY_OF(
		"userid") " || '\"'" },
	{ "player", PLAYER,
	    "NOT (" IS_USERID("userid") " OR state = 2 AND userid = 'former player ' || id)",
	    "'this is no userid'" },
	{ "player", PLAYER, "password_hash <> '' AND NOT (" IS_HASH("password_hash") ")",
	    "'the password is no hash of one'" },
	{ "player", PLAYER, "state = 2 AND password_hash <> ''",
	    "'the account is closed, but has a password'" },
	PASSED("player", PLAYER, "created"),
	PASSED("blocked_site", "'site ' || name", "since"),
	PERHAPS("player", PLAYER, "seen"),
	{ "player", PLAYER,
	    "state <> 2 AND level = 0 AND NOT EXISTS (SELECT 1 FROM address WHERE player ="
	    " player.id AND confirmed = 1)",
	    "'the account has no address'" },
	{ "player", PLAYER,
	    "state <> 2 AND EXISTS (SELECT 1 FROM address WHERE player = player.id AND confirmed"
	    " = 1) AND NOT EXISTS (SELECT 1 FROM address WHERE player = player.id AND confirmed"
	    " = 1 AND receives = 1)",
	    "'none of the addresses receives letters'" },
	{ "player", PLAYER,
	    "state = 2 AND EXISTS (SELECT 1 FROM game WHERE state <> 2 AND player.id IN (red,"
	    " green))",
	    "'the account is closed, but has open games'" },
	{ "player", PLAYER,
	    "state = 2 AND EXISTS (SELECT 1 FROM confirmation WHERE player = player.id)",
	    "'the account is closed, but waits for a confirmation'" },

	{ "address LEFT JOIN player ON player.id = player", ADDRESS,
	    "NOT (" IS_ADDRESS("address") ")", "'this is no address'" },
	{ "address LEFT JOIN player ON player.id = player", ADDRESS, "state = 2",
	    "'the account is closed'" },
	{ "address LEFT JOIN player ON player.id = player", ADDRESS,
	    "confirmed = 0 AND receives = 1", "'it receives letters, but was not confirmed'" },
	{ "address LEFT JOIN player ON player.id = player", ADDRESS,
	    "confirmed = 1 AND EXISTS (SELECT 1 FROM address AS other WHERE other.address ="
	    " address.address AND other.confirmed = 1 AND other.id <> address.id)",
	    "'it is confirmed for two accounts'" },

	{ "follow JOIN player ON player.id IN (follow.player, followed)",
	    "'player ' || follow.player || ' follows player ' || followed", "state = 2",
	    "'the account of ' || userid || ' is closed'" },
	PASSED("seek", "'invitation ' || seek.id", "created"),
	{ "seek JOIN player ON player.id = player", "'invitation ' || seek.id", "state = 2",
	    "'the account of ' || userid || ' is closed'" },

	{ "vacation", "'vacation of player ' || player", "begins < 1 OR ends > ?1 + 94608000",
	    "'it lies beyond any time that can be asked for'" },
	{ "vacation", "'vacation of player ' || player", "ends - begins > 61 * 86400 + 7200",
	    "'it is longer than one over New Year may be'" },
	{ "vacation", "'vacation of player ' || player",
	    "EXISTS (SELECT 1 FROM vacation AS other WHERE other.player = vacation.player AND"
	    " other.begins > vacation.begins AND other.begins < vacation.ends)",
	    "'it overlaps with another one'" },

	PERHAPS("vacation_news", "'vacation of player ' || player", "at"),
	{ "vacation_news JOIN player ON player.id IN (vacation_news.player, other)",
	    "'vacation of player ' || vacation_news.player", "state = 2",
	    "'the account of ' || userid || ' is closed'" },

	{ "block", "'player ' || player", "player = blocked", "'the player has blocked himself'" },
	{ "block JOIN player ON player.id IN (player, blocked)", PLAYER, "state = 2",
	    "'the account is closed, but blocks or is blocked'" },

	{ "confirmation", WAITING, "kind = 0 AND NOT (" IS_USERID("userid") ")",
	    "'\"' || userid || '\" is no userid'" },
	{ "confirmation", WAITING, "NOT (" IS_ADDRESS("address") ")",
	    "'\"' || address || '\" is no address'" },
	{ "confirmation", WAITING, "lower(address) NOT LIKE '%' || site OR site = ''",
	    "'\"' || site || '\" is not the site of ' || address" },
	{ "confirmation", WAITING, "length(code) <> 8 OR code GLOB '*[^a-z0-9]*'",
	    "'its code has not the form of one'" },
	{ "confirmation", WAITING,
	    "secret <> '' AND NOT (" IS_HASH("secret") ") AND (length(secret) <> 228 OR secret"
						       " GLOB '*[^a-zA-Z0-9+/=]*')",
	    "'its password is neither sealed nor hashed'" },
	{ "confirmation", WAITING, "kind IN (3, 5) AND detail = ''", "'it has no command'" },
	{ "confirmation", WAITING, "language = ''", "'it has no language'" },
	PASSED("confirmation", WAITING, "created"),

	{ "invited", INVITED, "NOT (" IS_ADDRESS("mailbox") ")", "'this is no address'" },
	PASSED("invited", INVITED, "at"),

	{ "inbox", TAKEN, "length(digest) <> 64 OR digest GLOB '*[^0-9a-f]*'",
	    "'\"' || digest || '\" is no digest'" },
	{ "inbox", TAKEN, "source = ''", "'it has no source'" },
	{ "inbox", TAKEN, "outcome = '' OR outcome GLOB '*[^a-z-]*'",
	    "'\"' || outcome || '\" is no outcome'" },
	PASSED("inbox", TAKEN, "taken"),
	PERHAPS("inbox", TAKEN, "received"),

	{ "game", GAME, "(red IS NULL) <> (green IS NULL)", "'it has one player only'" },
	{ "game", GAME, "state <> 2 AND red IS NULL", "'it is not over, but has no Red player'" },
	{ "game", GAME, "state <> 2 AND green IS NULL",
	    "'it is not over, but has no Green player'" },
	{ "game", GAME, "red = green", "'its two players are one'" },
	{ "game", GAME, "red IS NOT NULL AND red_name <> ''", "'Red has two names'" },
	{ "game", GAME, "green IS NOT NULL AND green_name <> ''", "'Green has two names'" },
	{ "game", GAME, "is_rated = 1 AND red IS NULL", "'it is rated, but nobody played it'" },
	{ "game", GAME,
	    "state = 0 AND (length <> 0 OR started <> 0 OR ended <> 0 OR draw_by <> -1 OR"
	    " draw_last_red <> -1 OR draw_last_green <> -1 OR undo_by <> -1 OR undo_last_red <> -1 OR"
	    " undo_last_green <> -1 OR refused_red + refused_green <> 0)",
	    "'it was only offered, but has been played'" },
	{ "game", GAME, "state = 1 AND started < created", "'it began before it was offered'" },
	{ "game", GAME, "state = 1 AND started = 0", "'it is being played, but never began'" },
	{ "game", GAME, "state = 1 AND ended <> 0", "'it is being played, but has ended'" },
	{ "game", GAME, "state = 2 AND ended < max(started, created)",
	    "'it ended before it began'" },
	{ "game", GAME, "state <> 2 AND result <> 0", "'it is not over, but has a result'" },
	{ "game", GAME, "state <> 2 AND ending <> ''", "'it is not over, but has an ending'" },
	{ "game", GAME, OWN "started = 0 AND state = 2 AND (result <> 4 OR length <> 0)",
	    "'it never began, but has a result'" },
	{ "game", GAME,
	    OWN IN("'rejected', 'withdrawn', 'lapsed'") " AND (result <> 4 OR started <> 0)",
	    MISMATCH },
	{ "game", GAME, OWN IN("'cancelled'") " AND (result <> 4 OR length > 1)", MISMATCH },
	{ "game", GAME,
	    OWN IN("'checkmate', 'stalemate', 'resignation', 'perpetual-check',"
		   " 'perpetual-chase', 'refused-repetition'") " AND result NOT IN (1, 2)",
	    MISMATCH },
	{ "game", GAME,
	    OWN IN("'agreement', 'repetition', 'dead-position', 'no-capture', 'effective-moves',"
		   " 'length', 'stage-end'") " AND result <> 3",
	    MISMATCH },
	{ "game", GAME, "result = 5 AND ending <> 'unknown'", MISMATCH },
	{ "game", GAME, OWN "result = 5", MISMATCH },
	{ "game", GAME, OWN IN("'time'") " AND result NOT IN (1, 2, 3)", MISMATCH },
	{ "game", GAME,
	    OWN IN("'resignation', 'time'") " AND length < 2 AND tournament = 0 AND is_stairs = 0",
	    "'it was lost before both sides had moved'" },
	{ "game", GAME,
	    OWN IN("'refused-repetition'") " AND iif(result = 1, refused_green, refused_red) < 3",
	    "'the loser did not try it three times'" },
	{ "game", GAME, "state = 1 AND (refused_red > 2 OR refused_green > 2)",
	    "'it goes on after a third attempt at a repetition'" },
	{ "game", GAME, "refused_red + refused_green > 0 AND rules <> 'server'",
	    "'repetitions were refused, which its rules do not know'" },
	{ "game", GAME, "state <> 1 AND draw_by <> -1",
	    "'a draw is offered, but it is not being played'" },
	{ "game", GAME, "draw_by <> -1 AND iif(draw_by = 0, draw_last_red, draw_last_green) = -1",
	    "'a draw is offered, but nobody made the offer'" },
	{ "game", GAME, "max(draw_last_red, draw_last_green) > length",
	    "'a draw was offered at a move that was not played'" },
	{ "game", GAME,
	    "draw_by <> -1 AND length - iif(draw_by = 0, draw_last_red, draw_last_green) > 1",
	    "'the offer of a draw has lapsed'" },
	{ "game", GAME, "state <> 1 AND undo_by <> -1",
	    "'a move is asked back, but it is not being played'" },
	{ "game", GAME, "undo_by <> -1 AND iif(undo_by = 0, undo_last_red, undo_last_green) < 1",
	    "'a move is asked back, but nobody asked'" },
	{ "game", GAME, "max(undo_last_red, undo_last_green) > length",
	    "'a move was asked back at one that was not played'" },
	{ "game", GAME,
	    "undo_by <> -1 AND length - iif(undo_by = 0, undo_last_red, undo_last_green) > 1",
	    "'the offer to take moves back has lapsed'" },
	{ "game", GAME, "turns <> length + 2 * (SELECT count(*) FROM undone WHERE game = game.id)",
	    "'it counts ' || turns || ' turns after ' || length || ' moves' || iif(EXISTS (SELECT 1"
	    " FROM undone WHERE game = game.id), ' and ' || (SELECT count(*) FROM undone WHERE"
	    " game = game.id) || ' taken back', '')" },
	{ "game", GAME, "length <> (SELECT count(*) FROM ply WHERE game = game.id)",
	    "'it counts ' || length || ' moves, but has ' || (SELECT count(*) FROM ply WHERE game ="
	    " game.id)" },
	{ "game", GAME,
	    "max(nagtime, forfeittime, bank, increment) > 31536000 OR min(nagtime, forfeittime,"
	    " bank, increment) < 0",
	    "'no clock can be set to that'" },
	{ "game", GAME, "bank = 0 AND (increment > 0 OR bank_red > 0 OR bank_green > 0)",
	    "'there is time in a bank that the game does not have'" },
	{ "game", GAME,
	    "bank > 0 AND max(bank_red, bank_green) > bank + (length + 1) * increment + 31536000",
	    "'more time is in a bank than was ever put into it'" },
	{ "game", GAME, OWN "created < 1", "'created is no time: ' || created" },
	{ "game", GAME, "created > ?1", "'created lies in the future: ' || " DATE("created") },
	{ "game", GAME, "started > ?1", "'started lies in the future: ' || " DATE("started") },
	{ "game", GAME, "ended > ?1", "'ended lies in the future: ' || " DATE("ended") },
	{ "game", GAME, "turn_since > ?1",
	    "'turn_since lies in the future: ' || " DATE("turn_since") },
	{ "game", GAME, "reminded > ?1", "'reminded lies in the future: ' || " DATE("reminded") },
	{ "game", GAME, "reminded < 0", "'reminded is no time: ' || reminded" },
	{ "game", GAME, "state <> 2 AND turn_since < max(created, started)",
	    "'its clock runs since before it began'" },
	{ "game", GAME,
	    "state = 1 AND length > 0 AND turn_since < (SELECT committed FROM ply WHERE game ="
	    " game.id AND ply = game.length)",
	    "'its clock runs since before the last move'" },
	{ "game", GAME,
	    OWN "length > 0 AND started > (SELECT min(committed) FROM ply WHERE game = game.id)",
	    "'a move was played before it began'" },
	{ "game", GAME,
	    OWN "state = 2 AND ended < (SELECT max(committed) FROM ply WHERE game = game.id)",
	    "'a move was played after it had ended'" },

	{ "ply", PLY, "NOT EXISTS (SELECT 1 FROM game WHERE game.id = game)",
	    "'there is no such game'" },
	{ "ply", PLY,
	    "EXISTS (SELECT 1 FROM ply AS next WHERE next.game = ply.game AND next.ply = ply.ply"
	    " + 1 AND next.committed < ply.committed)",
	    "'the next move was played before it'" },
	PERHAPS("ply", PLY, "received"),
	PERHAPS("ply", PLY, "committed"),
	PERHAPS("ply", PLY, "answered"),
	{ "ply JOIN game ON game.id = game", "'game ' || game || ', ply ' || ply",
	    "red IS NOT NULL AND committed = 0", "'nobody knows when it was played'" },
	{ "ply", PLY, "answered <> 0 AND answered < committed",
	    "'the letter about it went before it was played'" },
	{ "ply JOIN inbox ON inbox.id = letter", PLY,
	    "committed <> taken OR ply.received <> inbox.received",
	    "'its times are not those of its letter'" },

	{ "undone", UNDONE, "NOT EXISTS (SELECT 1 FROM game WHERE game.id = game)",
	    "'there is no such game'" },
	{ "undone", UNDONE, "at < committed", "'it was taken back before it was played'" },
	PASSED("undone", UNDONE, "at"),
	PERHAPS("undone", UNDONE, "received"),
	PERHAPS("undone", UNDONE, "committed"),
	PERHAPS("undone", UNDONE, "answered"),
	PERHAPS("undone", UNDONE, "told"),
	{ "undone", UNDONE, "told <> 0 AND told < at",
	    "'the letter about it went before it was taken back'" },
	{ "undone", UNDONE, "answered <> 0 AND answered < committed",
	    "'the letter about it went before it was played'" },
	{ "undone", UNDONE,
	    "EXISTS (SELECT 1 FROM ply WHERE ply.game = undone.game AND ply.turn IN (undone.turn,"
	    " back)) OR EXISTS (SELECT 1 FROM undone AS other WHERE other.game = undone.game AND"
	    " other.back <> undone.back AND (other.turn IN (undone.turn, undone.back)))",
	    "'something else was played at its turn'" },
	{ "undone JOIN inbox ON inbox.id = letter", UNDONE,
	    "committed <> taken OR undone.received <> inbox.received",
	    "'its times are not those of its letter'" },
	{ "undone JOIN game ON game.id = game", UNDONE,
	    "at < started OR (ended > 0 AND at > ended)",
	    "'it was taken back when the game was not played'" },

	{ "game", GAME,
	    "is_stairs = 1 AND NOT EXISTS (SELECT 1 FROM climb WHERE climb.game = game.id)",
	    "'it is on the stairs, but nobody has challenged anybody there'" },
	{ "climb JOIN game ON game.id = climb.game", GAME,
	    "is_stairs = 0 OR climb.challenger NOT IN (red, green) OR challenged NOT IN (red, green)",
	    "'its players are not those who play it on the stairs'" },
	{ "climb JOIN game ON game.id = climb.game", GAME, "climb.result <> game.result",
	    "'its result is not the one that moved them on the stairs'" },
	{ "stair JOIN player ON player.id = stair.player", PLAYER, "state = 2",
	    "'the account is closed, but stands on the stairs'" },
	PASSED("stair", "'player ' || player", "since"),

	{ "talk", TALK, "text = ''", "'nothing is said'" },
	{ "talk JOIN game ON game.id = game", TALK,
	    "kind = 2 AND (player IS NULL OR player NOT IN (red, green))",
	    "'nobody who plays has written this note'" },
	{ "talk JOIN game ON game.id = game", TALK, "ply > game.length",
	    "'it was said at a move that was not played'" },
	PERHAPS("talk", TALK, "at"),

	{ "observer JOIN game ON game.id = game", GAME, "player IN (red, green)",
	    "'a player observes it'" },
	{ "observer JOIN game ON game.id = game", GAME, "is_private = 1",
	    "'it is private, but observed'" },

	{ "plan JOIN game ON game.id = game", PLAN, "player NOT IN (red, green)",
	    "'its owner does not play in it'" },
	{ "plan JOIN game ON game.id = game", PLAN, "plan.turn > game.turns",
	    "'it is for a turn that has not come'" },
	{ "plan JOIN game ON game.id = game", PLAN,
	    WAITS " AND (player = iif(game.turn = 0, red, green)) <> (kind = 2)",
	    "'it does not wait for the one who is to move'" },
	{ "plan JOIN game ON game.id = game", PLAN,
	    WAITS " AND iif(kind = 1, ply > length OR (length - ply) % 2 <> 0, ply <> length)",
	    "'it waits at ply ' || ply || ' of ' || length" },
	{ "plan", PLAN,
	    "moves GLOB '*[^-A-I0-9 ' || char(10) || ']*' OR (kind <> 1 AND length(moves) > 7)",
	    "'these are no moves'" },
	PASSED("plan", PLAN, "made"),

	{ "thinking JOIN game ON game.id = game", GAME,
	    "NOT EXISTS (SELECT 1 FROM player WHERE id IN (red, green) AND level > 0)",
	    "'no machine plays it, but one has thought'" },
	{ "thinking JOIN game ON game.id = game", GAME, "thinking.turn > game.turns",
	    "'a machine has thought about a turn that has not come'" },
	PERHAPS("thinking", "'game ' || game", "since"),

	{ "aside JOIN game ON game.id = game", GAME, "aside.player NOT IN (red, green)",
	    "'its clock stands for one who does not play in it'" },
	{ "aside JOIN game ON game.id = game", GAME, "aside.turn > game.turns",
	    "'its clock stands in a turn that has not come'" },
	PASSED("aside", "'game ' || game", "begins"),

	{ "held JOIN game ON game.id = game", GAME, "held.turn > game.turns",
	    "'a turn of it is left to a digest that has not come'" },

	{ "review JOIN game ON game.id = game", GAME,
	    "state <> 2 OR review.player NOT IN (red, green)",
	    "'a review of it is wanted that nobody could have asked for'" },
	PASSED("review", "'review of game ' || game", "asked"),

	{ "outbox", LETTER, "message_id NOT GLOB '?*@?*' OR message_id GLOB '*[ <>]*'",
	    "'\"' || message_id || '\" is no Message-ID'" },
	{ "outbox", LETTER, "NOT (" IS_ADDRESS("recipient") ")", "'this is no address'" },
	{ "outbox", LETTER, "sender <> '' AND NOT (" IS_ADDRESS("sender") ")",
	    "'\"' || sender || '\" is no envelope sender'" },
	{ "outbox", LETTER, "subject = ''", "'it has no Subject'" },
	PASSED("outbox", LETTER, "created"),
	PERHAPS("outbox", LETTER, "made"),
	PERHAPS("outbox", LETTER, "sent"),
	PERHAPS("outbox", LETTER, "tried"),
	{ "outbox", LETTER, "state = 1 AND (sent = 0 OR tries = 0)",
	    "'it was sent, but nobody knows when'" },
	{ "outbox", LETTER, "state <> 1 AND sent <> 0", "'it has a time of sending, but was not'" },
	{ "outbox", LETTER, "sent <> 0 AND sent < created", "'it was sent before it was made'" },
	{ "outbox", LETTER, "state <> 0 AND next_try <> 0",
	    "'it is settled, but to be tried again'" },
	{ "outbox", LETTER, "state = 0 AND next_try < 1", "'it is never tried'" },
	{ "outbox", LETTER, "state = 0 AND next_try > ?1 + 604800",
	    "'it is not tried before ' || " DATE("next_try") },
	{ "outbox", LETTER,
	    "state = 0 AND NOT EXISTS (SELECT 1 FROM outbox_bytes WHERE id = outbox.id AND"
	    " length(bytes) > 0)",
	    "'it waits, but there is nothing to send'" },
	{ "outbox", LETTER, "turn > 0 AND (game IS NULL OR player IS NULL)",
	    "'it asks nobody for a move'" },
	{ "outbox JOIN game ON game.id = game", LETTER, "outbox.turn > turns",
	    "'it is about a move that was not played'" },

	{ "counter", "'counter ' || what || ' of ' || who", "what = '' OR who = ''",
	    "'it counts nothing'" },
	PASSED("counter", "'counter ' || what || ' of ' || who", "at"),
	{ "bounce", "'bounce of ' || address", "NOT (" IS_ADDRESS("address") ")",
	    "'this is no address'" },
	{ "relay_day", "'day ' || day", "day < 1 OR day * 86400 > ?1",
	    "'letters are said to have gone on it, but it has not come'" },
	{ "bounce", "'bounce of ' || address", "day < 1 OR day * 86400 > ?1",
	    "'day ' || day || ' has not come'" },

	/* Numbers are never used again: they stand in tokens, and players know games by them. */
	{ "(SELECT 'player' AS name, (SELECT max(id) FROM player) AS last UNION SELECT 'game',"
	  " (SELECT max(id) FROM game) UNION SELECT 'inbox', (SELECT max(id) FROM inbox) UNION"
	  " SELECT 'outbox', (SELECT max(id) FROM outbox) UNION SELECT 'confirmation', (SELECT"
	  " max(id) FROM confirmation)) AS given",
	    "'the numbers of ' || name",
	    "last > ifnull((SELECT seq FROM sqlite_sequence WHERE sqlite_sequence.name ="
	    " given.name), 0)",
	    "'the next is one that is given already'" },
	{ "game", "'game ' || (game.id + 1)",
	    "game.id < (SELECT seq FROM sqlite_sequence WHERE name = 'game') AND NOT EXISTS"
	    " (SELECT 1 FROM game AS next WHERE next.id = game.id + 1)",
	    "'it is missing'" },
	{ "sqlite_sequence", "'the numbers of games'",
	    "name = 'game' AND seq <> (SELECT count(*) FROM game)",
	    "'of ' || seq || ' games ' || (SELECT count(*) FROM game) || ' are there'" },
	{ "sqlite_sequence", "'the numbers of players'",
	    "name = 'player' AND seq <> (SELECT count(*) FROM player)",
	    "'of ' || seq || ' players ' || (SELECT count(*) FROM player) || ' are there'" },
};

/* Tells what a query finds, a text each; the query is ended. */
static int
tell_all(struct query *q, const struct audit *audit, struct err *err)
{
	struct arena *arena = arena_new();
	int more, count = 0;

	while ((more = query_next(q, err)) == 1) {
		const char *text = query_text(q, arena);

		if (count++ < TOLD_MAX)
			audit->tell(audit->context, text);
		arena_clear(arena);
	}
	if (more == 0 && count > TOLD_MAX)
		audit->tell(audit->context,
		    arena_printf(arena, "… and %d more like the last", count - TOLD_MAX));
	arena_free(arena);
	return more;
}

static int
check_rule(struct store *store, const struct row_rule *rule, int64_t now, const struct audit *audit,
    struct err *err)
{
	struct arena *arena = arena_new();
	struct query q;
	int rc;

	query_start_once(&q, store, "check the rows",
	    arena_printf(arena, "SELECT %s || ': ' || %s FROM %s WHERE ?1 > 0 AND (%s)", rule->who,
		rule->text, rule->from, rule->broken),
	    WITH(INT(now + SLACK)));
	rc = tell_all(&q, audit, err);
	arena_free(arena);
	return rc;
}

int
audit_store(struct store *store, int64_t now, const struct audit *audit, struct err *err)
{
	struct arena *arena = arena_new();
	struct err own;
	struct query q;
	int found, rc = -1;

	query_start_once(&q, store, "check the file",
	    "SELECT 'the database is damaged: ' || integrity_check FROM"
	    " pragma_integrity_check(100) WHERE integrity_check <> 'ok'",
	    NULL);
	if (tell_all(&q, audit, err) == -1)
		goto out;
	query_start_once(&q, store, "check the references",
	    "SELECT 'row ' || ifnull(rowid, '?') || ' of ' || \"table\" || ' refers to a missing"
	    " row of ' || parent FROM pragma_foreign_key_check",
	    NULL);
	if (tell_all(&q, audit, err) == -1 ||
	    compare_schema(store, arena, audit, &found, err) == -1)
		goto out;
	rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof rules / sizeof rules[0]; i++) {
		/* What is missing from the schema has been told. */
		if (check_rule(store, &rules[i], now, audit, &own) == -1 && found == 0) {
			*err = own;
			rc = -1;
		}
	}
out:
	arena_free(arena);
	return rc;
}
