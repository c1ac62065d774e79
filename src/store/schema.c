/* SPDX-License-Identifier: ISC */
/*
 * The schema, as the list of steps that lead to it.
 *
 * A step that has been in a release never changes: what is new follows it
 * as a further step, and the file's user_version counts the steps taken.
 *
 * Times are seconds since 1970, UTC, 0 unknown.  Enums stored as numbers are
 * those of the headers.  Texts are never NULL; a reference that may be missing
 * is NULL where the program says 0.  Plies count from 1.
 */
#include "store/db.h"

static const char version_1[] =
    "PRAGMA application_id = 1380537938;\n" /* "RIVR"; STORE_APPLICATION */

    "CREATE TABLE fact (\n"
    "	name TEXT PRIMARY KEY,\n"
    "	value INTEGER NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"

    "CREATE TABLE player (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	userid TEXT NOT NULL COLLATE NOCASE UNIQUE,\n"
    "	userid_key TEXT NOT NULL UNIQUE,\n"
    "	state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),\n"
    "	password_hash TEXT NOT NULL,\n"
    "	created INTEGER NOT NULL,\n"
    "	language TEXT NOT NULL,\n"
    "	board TEXT NOT NULL,\n"
    "	flipped INTEGER NOT NULL CHECK (flipped IN (0, 1)),\n"
    "	notation TEXT NOT NULL,\n"
    "	zone INTEGER NOT NULL CHECK (zone BETWEEN -1440 AND 1440),\n"
    "	classic_subject INTEGER NOT NULL CHECK (classic_subject IN (0, 1)),\n"
    "	game_limit INTEGER NOT NULL CHECK (game_limit >= 0)\n"
    ") STRICT;\n"

    /* An address belongs to one player once it is confirmed; before that, several
     * may have named it. */
    "CREATE TABLE address (\n"
    "	id INTEGER PRIMARY KEY,\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	address TEXT NOT NULL COLLATE NOCASE CHECK (address <> ''),\n"
    "	confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),\n"
    "	receives INTEGER NOT NULL CHECK (receives IN (0, 1)),\n"
    "	stopped INTEGER NOT NULL CHECK (stopped IN (0, 1)),\n"
    "	UNIQUE (player, address)\n"
    ") STRICT;\n"
    "CREATE UNIQUE INDEX address_confirmed ON address (address) WHERE confirmed = 1;\n"
    "CREATE INDEX address_any ON address (address);\n"

    "CREATE TABLE signup (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	userid TEXT NOT NULL COLLATE NOCASE,\n"
    "	userid_key TEXT NOT NULL UNIQUE,\n"
    "	password_hash TEXT NOT NULL,\n"
    "	address TEXT NOT NULL COLLATE NOCASE CHECK (address <> ''),\n"
    "	language TEXT NOT NULL,\n"
    "	code TEXT NOT NULL COLLATE NOCASE UNIQUE,\n"
    "	created INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX signup_address ON signup (address, created);\n"
    "CREATE INDEX signup_created ON signup (created);\n"

    "CREATE TABLE inbox (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	digest TEXT NOT NULL UNIQUE CHECK (digest <> ''),\n"
    "	source TEXT NOT NULL,\n"
    "	sender TEXT NOT NULL,\n"
    "	received INTEGER NOT NULL,\n"
    "	taken INTEGER NOT NULL,\n"
    "	outcome TEXT NOT NULL DEFAULT ''\n"
    ") STRICT;\n"
    "CREATE INDEX inbox_taken ON inbox (taken);\n"

    "CREATE TABLE game (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),\n"
    "	red INTEGER REFERENCES player,\n"
    "	green INTEGER REFERENCES player,\n"
    /* Where no player of this server sat: the name in the score that was imported. */
    "	red_name TEXT NOT NULL,\n"
    "	green_name TEXT NOT NULL,\n"
    "	challenger INTEGER NOT NULL CHECK (challenger IN (0, 1)),\n"
    "	rules TEXT NOT NULL,\n"
    "	rules_version INTEGER NOT NULL,\n"
    "	is_rated INTEGER NOT NULL CHECK (is_rated IN (0, 1)),\n"
    "	is_private INTEGER NOT NULL CHECK (is_private IN (0, 1)),\n"
    "	start_fen TEXT NOT NULL,\n"
    "	length INTEGER NOT NULL CHECK (length >= 0),\n"
    "	turn INTEGER NOT NULL CHECK (turn IN (0, 1)),\n"
    "	refused_red INTEGER NOT NULL CHECK (refused_red >= 0),\n"
    "	refused_green INTEGER NOT NULL CHECK (refused_green >= 0),\n"
    "	draw_by INTEGER NOT NULL CHECK (draw_by BETWEEN -1 AND 1),\n"
    "	draw_last_red INTEGER NOT NULL CHECK (draw_last_red >= -1),\n"
    "	draw_last_green INTEGER NOT NULL CHECK (draw_last_green >= -1),\n"
    "	result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 4),\n"
    "	ending TEXT NOT NULL,\n"
    "	created INTEGER NOT NULL,\n"
    "	started INTEGER NOT NULL,\n"
    "	ended INTEGER NOT NULL,\n"
    "	turn_since INTEGER NOT NULL,\n"
    "	nagtime INTEGER NOT NULL CHECK (nagtime >= 0),\n"
    "	forfeittime INTEGER NOT NULL CHECK (forfeittime >= 0),\n"
    "	nagged INTEGER NOT NULL CHECK (nagged IN (0, 1)),\n"
    /* The first OPENING_PLIES moves, of games from the usual start only. */
    "	opening TEXT NOT NULL,\n"
    "	CHECK ((state = 2) = (result <> 0)),\n"
    "	CHECK ((result <> 0) = (ending <> ''))\n"
    ") STRICT;\n"
    "CREATE INDEX game_red ON game (red);\n"
    "CREATE INDEX game_green ON game (green);\n"
    "CREATE INDEX game_opening ON game (opening);\n"
    "CREATE INDEX game_ended ON game (ended, id) WHERE state = 2;\n"
    "CREATE INDEX game_open ON game (turn_since) WHERE state <> 2;\n"

    "CREATE TABLE ply (\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 1),\n"
    "	move TEXT NOT NULL,\n"
    "	received INTEGER NOT NULL,\n"
    "	committed INTEGER NOT NULL,\n"
    "	answered INTEGER NOT NULL,\n"
    "	letter INTEGER REFERENCES inbox,\n"
    "	PRIMARY KEY (game, ply)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX ply_letter ON ply (letter) WHERE letter IS NOT NULL;\n"

    "CREATE TABLE talk (\n"
    "	id INTEGER PRIMARY KEY,\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    "	player INTEGER REFERENCES player,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 0),\n"
    "	kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),\n"
    "	text TEXT NOT NULL,\n"
    "	at INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX talk_game ON talk (game);\n"

    "CREATE TABLE observer (\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	PRIMARY KEY (game, player)\n"
    ") STRICT, WITHOUT ROWID;\n"

    "CREATE TABLE outbox (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	message_id TEXT NOT NULL UNIQUE CHECK (message_id <> ''),\n"
    "	letter INTEGER REFERENCES inbox ON DELETE SET NULL,\n"
    "	player INTEGER REFERENCES player,\n"
    "	game INTEGER REFERENCES game,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 0),\n"
    "	sender TEXT NOT NULL,\n"
    "	recipient TEXT NOT NULL COLLATE NOCASE CHECK (recipient <> ''),\n"
    "	subject TEXT NOT NULL,\n"
    "	created INTEGER NOT NULL,\n"
    "	state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),\n"
    "	tries INTEGER NOT NULL CHECK (tries >= 0),\n"
    "	next_try INTEGER NOT NULL,\n"
    "	sent INTEGER NOT NULL,\n"
    "	answer TEXT NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX outbox_queue ON outbox (state, next_try);\n"
    "CREATE INDEX outbox_thread ON outbox (game, recipient) WHERE game IS NOT NULL;\n"
    "CREATE INDEX outbox_letter ON outbox (letter) WHERE letter IS NOT NULL;\n"

    /* Apart from the rows, so that a change of state does not rewrite them. */
    "CREATE TABLE outbox_bytes (\n"
    "	id INTEGER PRIMARY KEY REFERENCES outbox,\n"
    "	bytes BLOB NOT NULL\n"
    ") STRICT;\n"

    "CREATE TABLE counter (\n"
    "	what TEXT NOT NULL,\n"
    "	who TEXT NOT NULL COLLATE NOCASE,\n"
    "	at INTEGER NOT NULL,\n"
    "	times INTEGER NOT NULL CHECK (times > 0),\n"
    "	PRIMARY KEY (what, who, at)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX counter_at ON counter (at);\n"

    /* One row a day an address bounced on; days since 1970. */
    "CREATE TABLE bounce (\n"
    "	address TEXT NOT NULL COLLATE NOCASE,\n"
    "	day INTEGER NOT NULL,\n"
    "	PRIMARY KEY (address, day)\n"
    ") STRICT, WITHOUT ROWID;\n";

static const char version_2[] =
    "ALTER TABLE player ADD COLUMN html INTEGER NOT NULL DEFAULT 0 CHECK (html IN (0, 1));\n";

/* When a letter was tried last: whether others to its address have to wait is asked for
 * each that is written. */
static const char version_3[] =
    "ALTER TABLE outbox ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX outbox_recipient ON outbox (recipient, tried) WHERE state = 0;\n";

/* A game's turns are counted, and letters are about one of them. */
static const char version_4[] =
    "ALTER TABLE game ADD COLUMN turns INTEGER NOT NULL DEFAULT 0 CHECK (turns >= 0);\n"
    "UPDATE game SET turns = length;\n";

/* Clocks with banks, weekends and vacations; zones by name; reminders as players want them.
 * due: when the clock of a game has to be looked at, no later than something happens (1: at
 * once, 0: never); deadline: for lists. */
static const char version_5[] =
    "ALTER TABLE game ADD COLUMN bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);\n"
    "ALTER TABLE game ADD COLUMN increment INTEGER NOT NULL DEFAULT 0 CHECK (increment >= 0);\n"
    "ALTER TABLE game ADD COLUMN weekend_off INTEGER NOT NULL DEFAULT 0"
    " CHECK (weekend_off IN (0, 1));\n"
    "ALTER TABLE game ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0"
    " CHECK (no_vacation IN (0, 1));\n"
    "ALTER TABLE game ADD COLUMN by_claim INTEGER NOT NULL DEFAULT 0"
    " CHECK (by_claim IN (0, 1));\n"
    "ALTER TABLE game ADD COLUMN bank_red INTEGER NOT NULL DEFAULT 0 CHECK (bank_red >= 0);\n"
    "ALTER TABLE game ADD COLUMN bank_green INTEGER NOT NULL DEFAULT 0"
    " CHECK (bank_green >= 0);\n"
    "ALTER TABLE game ADD COLUMN given_red INTEGER NOT NULL DEFAULT 0 CHECK (given_red >= 0);\n"
    "ALTER TABLE game ADD COLUMN given_green INTEGER NOT NULL DEFAULT 0"
    " CHECK (given_green >= 0);\n"
    "ALTER TABLE game ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0"
    " CHECK (claimed IN (0, 1));\n"
    "ALTER TABLE game ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN due INTEGER NOT NULL DEFAULT 0;\n"
    "UPDATE game SET nagtime = nagtime * 86400, forfeittime = forfeittime * 86400;\n"
    "UPDATE game SET due = 1, reminded = iif(nagged, turn_since + nagtime, 0),"
    " deadline = iif(state = 1 AND forfeittime > 0, turn_since + forfeittime, 0)"
    " WHERE state <> 2;\n"
    "ALTER TABLE game DROP COLUMN nagged;\n"
    "DROP INDEX game_open;\n"
    "CREATE INDEX game_due ON game (due) WHERE state <> 2;\n"

    "ALTER TABLE player ADD COLUMN zone_name TEXT NOT NULL DEFAULT '';\n"
    "UPDATE player SET zone_name = iif(zone < 0, '-', '+') ||"
    " printf('%02d:%02d', abs(zone) / 60, abs(zone) % 60) WHERE zone <> 0;\n"
    "ALTER TABLE player DROP COLUMN zone;\n"
    "ALTER TABLE player RENAME COLUMN zone_name TO zone;\n"
    "ALTER TABLE player ADD COLUMN reminders TEXT NOT NULL DEFAULT 'half,1d,6h';\n"

    "CREATE TABLE vacation (\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	begins INTEGER NOT NULL,\n"
    "	ends INTEGER NOT NULL CHECK (ends > begins),\n"
    "	PRIMARY KEY (player, begins)\n"
    ") STRICT, WITHOUT ROWID;\n";

/* One table for everything that waits for an answer.  The numbers stand in the tokens of
 * letters, so that they go on where those of sign-ups ended. */
static const char version_6[] =
    "CREATE TABLE confirmation (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 5),\n"
    "	player INTEGER REFERENCES player,\n"
    "	userid TEXT NOT NULL COLLATE NOCASE,\n"
    "	address TEXT NOT NULL COLLATE NOCASE CHECK (address <> ''),\n"
    "	site TEXT NOT NULL,\n"
    "	language TEXT NOT NULL,\n"
    "	secret TEXT NOT NULL,\n"
    "	detail TEXT NOT NULL,\n"
    "	code TEXT NOT NULL COLLATE NOCASE UNIQUE,\n"
    "	created INTEGER NOT NULL,\n"
    "	CHECK ((kind = 0) = (player IS NULL)),\n"
    "	CHECK ((kind = 0) = (userid <> ''))\n"
    ") STRICT;\n"
    "CREATE INDEX confirmation_address ON confirmation (address, created);\n"
    "CREATE INDEX confirmation_created ON confirmation (created);\n"
    "CREATE INDEX confirmation_player ON confirmation (player) WHERE player IS NOT NULL;\n"
    "INSERT INTO confirmation SELECT id, 0, NULL, userid, address, substr(address,"
    " instr(address, '@') + 1), language, password_hash, '', code, created FROM signup;\n"
    "DELETE FROM sqlite_sequence WHERE name = 'confirmation';\n"
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'confirmation', seq FROM sqlite_sequence"
    " WHERE name = 'signup';\n"
    "DROP TABLE signup;\n";

/* Whether letters come as HTML too: never, always, or as the player's own last letter did. */
static const char version_7[] =
    "ALTER TABLE player ADD COLUMN html_when TEXT NOT NULL DEFAULT 'auto'"
    " CHECK (html_when IN ('auto', 'off', 'on'));\n"
    "UPDATE player SET html_when = 'on' WHERE html = 1;\n"
    "ALTER TABLE player DROP COLUMN html;\n"
    "ALTER TABLE player RENAME COLUMN html_when TO html;\n"
    "ALTER TABLE player ADD COLUMN writes_html INTEGER NOT NULL DEFAULT 0"
    " CHECK (writes_html IN (0, 1));\n";

/* What was imported, as it came (scores.h). */
static const char version_8[] = "CREATE TABLE imported (\n"
				"	game INTEGER PRIMARY KEY REFERENCES game,\n"
				"	score TEXT NOT NULL,\n"
				"	date TEXT NOT NULL\n"
				") STRICT;\n";

/* Who takes no challenge and no words from whom. */
static const char version_9[] = "CREATE TABLE block (\n"
				"	player INTEGER NOT NULL REFERENCES player,\n"
				"	blocked INTEGER NOT NULL REFERENCES player,\n"
				"	PRIMARY KEY (player, blocked)\n"
				") STRICT, WITHOUT ROWID;\n"
				"CREATE INDEX block_blocked ON block (blocked);\n";

/* What players have planned (plans.h). */
static const char version_10[] = "CREATE TABLE plan (\n"
				 "	game INTEGER NOT NULL REFERENCES game,\n"
				 "	player INTEGER NOT NULL REFERENCES player,\n"
				 "	kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),\n"
				 "	ply INTEGER NOT NULL CHECK (ply >= 0),\n"
				 "	turn INTEGER NOT NULL CHECK (turn >= 0),\n"
				 "	moves TEXT NOT NULL CHECK (moves <> ''),\n"
				 "	made INTEGER NOT NULL,\n"
				 "	PRIMARY KEY (game, player, kind, ply)\n"
				 ") STRICT, WITHOUT ROWID;\n";

/* Moves that were taken back are kept apart: those of `ply` are the game.  Each turn of a
 * game, counted from 1, has played one move or has taken one back, the last first. */
static const char version_11[] =
    "ALTER TABLE game ADD COLUMN undo_by INTEGER NOT NULL DEFAULT -1"
    " CHECK (undo_by BETWEEN -1 AND 1);\n"
    "ALTER TABLE game ADD COLUMN undo_last_red INTEGER NOT NULL DEFAULT -1"
    " CHECK (undo_last_red >= -1);\n"
    "ALTER TABLE game ADD COLUMN undo_last_green INTEGER NOT NULL DEFAULT -1"
    " CHECK (undo_last_green >= -1);\n"
    "ALTER TABLE ply ADD COLUMN turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0);\n"
    "UPDATE ply SET turn = ply;\n"
    "CREATE TABLE undone (\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    /* The turns that took it back and that had played it; when that was. */
    "	back INTEGER NOT NULL,\n"
    "	turn INTEGER NOT NULL CHECK (turn >= 1),\n"
    "	at INTEGER NOT NULL,\n"
    /* When the mail server took the letter about it to the side to move. */
    "	told INTEGER NOT NULL,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 1),\n"
    "	move TEXT NOT NULL,\n"
    "	received INTEGER NOT NULL,\n"
    "	committed INTEGER NOT NULL,\n"
    "	answered INTEGER NOT NULL,\n"
    "	letter INTEGER REFERENCES inbox,\n"
    "	PRIMARY KEY (game, back),\n"
    "	CHECK (turn < back)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX undone_letter ON undone (letter) WHERE letter IS NOT NULL;\n";

/* The first second of the day of the last letter that was surely a player's; open invitations;
 * who watches a player's games, and who only wants to know how games end. */
static const char version_12[] =
    "ALTER TABLE player ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE player ADD COLUMN receipt INTEGER NOT NULL DEFAULT 1"
    " CHECK (receipt IN (0, 1));\n"

    "CREATE TABLE seek (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	games INTEGER NOT NULL CHECK (games > 0),\n"
    "	options TEXT NOT NULL,\n"
    "	created INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX seek_player ON seek (player);\n"
    "CREATE INDEX seek_created ON seek (created);\n"

    "ALTER TABLE observer ADD COLUMN ends_only INTEGER NOT NULL DEFAULT 0"
    " CHECK (ends_only IN (0, 1));\n"
    "CREATE TABLE follow (\n"
    "	followed INTEGER NOT NULL REFERENCES player,\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	ends_only INTEGER NOT NULL CHECK (ends_only IN (0, 1)),\n"
    "	PRIMARY KEY (followed, player),\n"
    "	CHECK (followed <> player)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX follow_player ON follow (player);\n";

/* Who was invited, and who wants to be invited no more. */
static const char version_13[] =
    "CREATE TABLE invited (\n"
    "	mailbox TEXT PRIMARY KEY COLLATE NOCASE CHECK (mailbox <> ''),\n"
    "	at INTEGER NOT NULL,\n"
    "	never INTEGER NOT NULL CHECK (never IN (0, 1))\n"
    ") STRICT, WITHOUT ROWID;\n";

/* Whether deadlines come as events for calendar programs. */
static const char version_14[] = "ALTER TABLE player ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0"
				 " CHECK (calendar IN (0, 1));\n";

/* What is sent leaves the queue; those that failed before are asked for by themselves. */
static const char version_15[] =
    "DROP INDEX outbox_queue;\n"
    "CREATE INDEX outbox_fresh ON outbox (next_try) WHERE state = 0 AND tries = 0;\n"
    "CREATE INDEX outbox_again ON outbox (next_try) WHERE state = 0 AND tries > 0;\n";

/* What everybody may know a player by, besides the userid. */
static const char version_16[] = "ALTER TABLE player ADD COLUMN name TEXT NOT NULL DEFAULT '';\n";

/* Of each player, and of each name in imported games (games_list.c), those that ended last
 * without a look at the others; of his games those that are open. */
static const char version_17[] =
    "DROP INDEX game_red;\n"
    "DROP INDEX game_green;\n"
    "CREATE INDEX game_red ON game (red, state, ended);\n"
    "CREATE INDEX game_green ON game (green, state, ended);\n"
    "CREATE INDEX game_red_name ON game"
    " (lower(replace(replace(red_name, '-', ' '), '_', ' ')), state, ended) WHERE red IS NULL;\n"
    "CREATE INDEX game_green_name ON game"
    " (lower(replace(replace(green_name, '-', ' '), '_', ' ')), state, ended) WHERE green IS NULL;\n";

/* The moves of a game are read with it, as one text: "H3-E3 H10-G8 ...". */
static const char version_18[] =
    "ALTER TABLE game ADD COLUMN moves TEXT NOT NULL DEFAULT '';\n"
    "UPDATE game SET moves = (SELECT group_concat(move, ' ') FROM (SELECT move FROM ply WHERE"
    " game = game.id ORDER BY ply)) WHERE EXISTS (SELECT 1 FROM ply WHERE game = game.id);\n"
    "ALTER TABLE ply DROP COLUMN move;\n";

/* Of each player the games in which he is to move, in the order in which they are listed. */
static const char version_19[] =
    "CREATE INDEX game_waits ON game (iif(turn = 0, red, green), deadline = 0, deadline)"
    " WHERE state = 1;\n";

/* Of the game, as it is counted since moves can be taken back. */
static const char version_20[] = "ALTER TABLE outbox RENAME COLUMN ply TO turn;\n";

/* Addresses and domains that the operator has shut out. */
static const char version_21[] = "CREATE TABLE blocked_site (\n"
				 "	name TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),\n"
				 "	since INTEGER NOT NULL\n"
				 ") STRICT, WITHOUT ROWID;\n";

/* What each side has given the other of its time. */
static const char version_22[] =
    "ALTER TABLE game ADD COLUMN gifts_red INTEGER NOT NULL DEFAULT 0 CHECK (gifts_red >= 0);\n"
    "ALTER TABLE game ADD COLUMN gifts_green INTEGER NOT NULL DEFAULT 0"
    " CHECK (gifts_green >= 0);\n";

/* From when an address counts as one that the account has always had; until when a change waits
 * in which the account's old addresses can stop it, and whether all else for it is there. */
static const char version_23[] =
    "ALTER TABLE address ADD COLUMN old_from INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE confirmation ADD COLUMN due INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE confirmation ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0"
    " CHECK (agreed IN (0, 1));\n";

/* Nothing is kept of where somebody was written to who has left. */
static const char version_24[] =
    "DELETE FROM address WHERE player IN (SELECT id FROM player WHERE state = 2);\n";

/* Players that are a program, and what is kept of their games. */
static const char version_25[] = "ALTER TABLE player ADD COLUMN level INTEGER NOT NULL DEFAULT 0"
				 " CHECK (level BETWEEN 0 AND 8);\n"
				 "CREATE INDEX player_level ON player (level) WHERE level > 0;\n"
				 "CREATE TABLE thinking (\n"
				 "	game INTEGER PRIMARY KEY REFERENCES game,\n"
				 "	turn INTEGER NOT NULL CHECK (turn >= 0),\n"
				 "	tries INTEGER NOT NULL CHECK (tries >= 0),\n"
				 "	since INTEGER NOT NULL,\n"
				 "	next INTEGER NOT NULL,\n"
				 "	warned INTEGER NOT NULL CHECK (warned IN (0, 1)),\n"
				 "	score INTEGER NOT NULL,\n"
				 "	low INTEGER NOT NULL CHECK (low >= 0),\n"
				 "	undone INTEGER NOT NULL CHECK (undone >= 0)\n"
				 ") STRICT;\n";

/* What a player's opponents were told of his vacations, when, and who is still to hear of a change.
 */
static const char version_26[] = "CREATE TABLE vacation_news (\n"
				 "	player INTEGER NOT NULL REFERENCES player,\n"
				 "	other INTEGER NOT NULL REFERENCES player,\n"
				 "	told TEXT NOT NULL DEFAULT '',\n"
				 "	at INTEGER NOT NULL DEFAULT 0,\n"
				 "	waits INTEGER NOT NULL DEFAULT 1 CHECK (waits IN (0, 1)),\n"
				 "	PRIMARY KEY (player, other)\n"
				 ") STRICT, WITHOUT ROWID;\n"
				 "CREATE INDEX vacation_news_waits ON vacation_news (player, at)"
				 " WHERE waits = 1;\n";

/* What each result did to the ratings of both (ratings.h), and where they stand: reckoned from
 * the games, by store_open too where they are new.  Why a game is unrated that could be rated,
 * by enum unrated; since when a player has lost games on time and not written. */
static const char version_27[] =
    "CREATE TABLE rating (\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	at INTEGER NOT NULL,\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    "	r0 REAL NOT NULL,\n"
    "	rd0 REAL NOT NULL,\n"
    "	s0 REAL NOT NULL,\n"
    "	r1 REAL NOT NULL,\n"
    "	rd1 REAL NOT NULL,\n"
    "	s1 REAL NOT NULL,\n"
    "	PRIMARY KEY (player, at, game)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE standing (\n"
    "	player INTEGER PRIMARY KEY REFERENCES player,\n"
    "	at INTEGER NOT NULL,\n"
    "	r REAL NOT NULL,\n"
    "	rd REAL NOT NULL,\n"
    "	s REAL NOT NULL\n"
    ") STRICT;\n"
    "ALTER TABLE game ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0"
    " CHECK (unrated BETWEEN 0 AND 3);\n"
    "ALTER TABLE player ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;\n";

/* The boards that letters list, "123 14 ": a board and its turn then (lists.h); which letters list
 * boards and are no game's own.  When a player wants one letter a day, and when the last was. */
static const char version_28[] =
    "CREATE TABLE list (\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	number INTEGER NOT NULL,\n"
    "	made INTEGER NOT NULL,\n"
    "	asks INTEGER NOT NULL,\n"
    "	whom INTEGER NOT NULL,\n"
    "	boards TEXT NOT NULL CHECK (boards <> ''),\n"
    "	PRIMARY KEY (player, number)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "ALTER TABLE outbox ADD COLUMN list INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX outbox_list ON outbox (player, created) WHERE list <> 0;\n"
    "ALTER TABLE player ADD COLUMN digest TEXT NOT NULL DEFAULT '';\n"
    "ALTER TABLE player ADD COLUMN digested INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX player_digest ON player (id) WHERE digested <> 0;\n";

/* Domains in other letters have one spelling, idn_people's (base/idn.h).  Of a player's rows that
 * become one, that which gets letters stays; of two players' the older has the address, and the
 * other, who goes on getting letters there, a spelling that nobody is known by. */
#define IS_IDN "(address LIKE '%xn--%' OR address GLOB '*[^ -~]*')"
static const char version_29[] =
    "DELETE FROM address WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER"
    " (PARTITION BY player, lower(idn_people(address)) ORDER BY confirmed DESC,"
    " receives AND NOT stopped DESC, id) AS place FROM address WHERE " IS_IDN
    ") WHERE place > 1);\n"
    "CREATE TEMP TABLE idn AS SELECT id, address AS was, idn_people(address) AS one,"
    " row_number() OVER (PARTITION BY lower(idn_people(address)) ORDER BY id) AS place"
    " FROM address WHERE confirmed = 1 AND " IS_IDN ";\n"
    "DROP INDEX address_confirmed;\n"
    "UPDATE address SET address = (SELECT older.was FROM idn JOIN idn AS older ON lower(older.one)"
    " = lower(idn.one) AND older.place = 1 WHERE idn.id = address.id) WHERE id IN"
    " (SELECT id FROM idn WHERE place > 1 AND lower(was) = lower(one));\n"
    "UPDATE address SET address = (SELECT one FROM idn WHERE id = address.id) WHERE id IN"
    " (SELECT id FROM idn WHERE place = 1);\n"
    "UPDATE address SET address = idn_people(address) WHERE confirmed = 0 AND " IS_IDN ";\n"
    "CREATE UNIQUE INDEX address_confirmed ON address (address) WHERE confirmed = 1;\n"
    "DROP TABLE idn;\n"
    "UPDATE confirmation SET address = idn_people(address), site = idn_people(site)"
    " WHERE " IS_IDN ";\n"
    "INSERT OR IGNORE INTO bounce SELECT idn_people(address), day FROM bounce WHERE " IS_IDN ";\n"
    "DELETE FROM bounce WHERE address <> idn_people(address);\n"
    "INSERT OR IGNORE INTO blocked_site SELECT idn_people(name), since FROM blocked_site"
    " WHERE name <> idn_people(name);\n"
    "DELETE FROM blocked_site WHERE name <> idn_people(name);\n"
    "INSERT INTO invited SELECT idn_people(mailbox), at, never FROM invited"
    " WHERE mailbox <> idn_people(mailbox) ON CONFLICT (mailbox) DO"
    " UPDATE SET at = max(at, excluded.at), never = max(never, excluded.never);\n"
    "DELETE FROM invited WHERE mailbox <> idn_people(mailbox);\n"
    "UPDATE outbox SET recipient = idn_people(recipient) WHERE recipient <> idn_people(recipient);\n"
    "UPDATE inbox SET sender = idn_people(sender) WHERE sender <> idn_people(sender);\n";

/* Letters that stay in a mailbox on a server although they should not (mailboxes.h). */
static const char version_30[] = "CREATE TABLE mailbox (\n"
				 "	source TEXT NOT NULL,\n"
				 "	letter TEXT NOT NULL,\n"
				 "	size INTEGER NOT NULL,\n"
				 "	kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),\n"
				 "	since INTEGER NOT NULL,\n"
				 "	tries INTEGER NOT NULL CHECK (tries >= 0),\n"
				 "	moved INTEGER NOT NULL CHECK (moved IN (0, 1)),\n"
				 "	parked INTEGER NOT NULL CHECK (parked IN (0, 1)),\n"
				 "	reported INTEGER NOT NULL CHECK (reported IN (0, 1)),\n"
				 "	PRIMARY KEY (source, letter)\n"
				 ") STRICT, WITHOUT ROWID;\n";

/* On which days letters could go (relay.h); when the bytes of a letter that only shows how things
 * stand were made, 0 for others. */
static const char version_31[] = "CREATE TABLE relay_day (day INTEGER PRIMARY KEY) STRICT;\n"
				 "ALTER TABLE outbox ADD COLUMN made INTEGER NOT NULL DEFAULT 0;\n";

/* Games that are over, of which a player has asked for a review (reviews.h). */
static const char version_32[] = "CREATE TABLE review (\n"
				 "	game INTEGER NOT NULL REFERENCES game,\n"
				 "	player INTEGER NOT NULL REFERENCES player,\n"
				 "	asked INTEGER NOT NULL,\n"
				 "	found TEXT NOT NULL,\n"
				 "	tries INTEGER NOT NULL CHECK (tries >= 0),\n"
				 "	next INTEGER NOT NULL,\n"
				 "	PRIMARY KEY (game, player)\n"
				 ") STRICT, WITHOUT ROWID;\n";

/* Who was challenged is reminded before the offer lapses. */
static const char version_33[] = "UPDATE game SET due = 1 WHERE state = 0;\n";

/* Letters whose bytes may be made anew are looked for in each pass. */
static const char version_34[] =
    "CREATE INDEX outbox_made ON outbox (made) WHERE state = 0 AND made > 0;\n";

/* Tournaments (tournaments.h); the number of the one for which a game is played, 0 none; two more
 * reasons of enum unrated. */
static const char version_35[] =
    "CREATE TABLE tournament (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	name TEXT NOT NULL CHECK (name <> ''),\n"
    "	options TEXT NOT NULL,\n"
    "	size INTEGER NOT NULL CHECK (size BETWEEN 3 AND 13),\n"
    "	advance INTEGER NOT NULL CHECK (advance > 0),\n"
    "	is_double INTEGER NOT NULL CHECK (is_double IN (0, 1)),\n"
    "	places INTEGER NOT NULL CHECK (places >= 0),\n"
    "	state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),\n"
    "	stage INTEGER NOT NULL CHECK (stage >= 0),\n"
    "	start INTEGER NOT NULL,\n"
    "	created INTEGER NOT NULL,\n"
    "	begun INTEGER NOT NULL,\n"
    "	ended INTEGER NOT NULL,\n"
    "	told INTEGER NOT NULL,\n"
    "	due INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX tournament_due ON tournament (due) WHERE due > 0;\n"
    "CREATE TABLE entrant (\n"
    "	tournament INTEGER NOT NULL REFERENCES tournament,\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	joined INTEGER NOT NULL,\n"
    "	PRIMARY KEY (tournament, player)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE place (\n"
    "	tournament INTEGER NOT NULL REFERENCES tournament,\n"
    "	stage INTEGER NOT NULL CHECK (stage > 0),\n"
    "	section INTEGER NOT NULL CHECK (section > 0),\n"
    "	number INTEGER NOT NULL CHECK (number >= 0),\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	how_left INTEGER NOT NULL CHECK (how_left BETWEEN 0 AND 2),\n"
    "	asked INTEGER NOT NULL,\n"
    "	PRIMARY KEY (tournament, stage, section, number),\n"
    "	UNIQUE (tournament, stage, player)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE pairing (\n"
    "	tournament INTEGER NOT NULL REFERENCES tournament,\n"
    "	stage INTEGER NOT NULL CHECK (stage > 0),\n"
    "	section INTEGER NOT NULL CHECK (section > 0),\n"
    "	round INTEGER NOT NULL CHECK (round > 0),\n"
    "	red INTEGER NOT NULL CHECK (red >= 0),\n"
    "	green INTEGER NOT NULL CHECK (green >= 0 AND green <> red),\n"
    "	game INTEGER NOT NULL UNIQUE REFERENCES game,\n"
    "	PRIMARY KEY (tournament, stage, section, red, green)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "ALTER TABLE game ADD COLUMN tournament INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN unrated_why INTEGER NOT NULL DEFAULT 0"
    " CHECK (unrated_why BETWEEN 0 AND 5);\n"
    "UPDATE game SET unrated_why = unrated WHERE unrated <> 0;\n"
    "ALTER TABLE game DROP COLUMN unrated;\n"
    "ALTER TABLE game RENAME COLUMN unrated_why TO unrated;\n";

/* Imported games may have a result that is not known, 5.  What is stored stays as it is: only the
 * text of the table changes, and a table that comes and goes tells other connections of it. */
static const char version_36[] =
    "PRAGMA writable_schema = ON;\n"
    "UPDATE sqlite_schema SET sql = replace(sql, 'result BETWEEN 0 AND 4',"
    " 'result BETWEEN 0 AND 5') WHERE type = 'table' AND name = 'game';\n"
    "CREATE TABLE changed (id INTEGER) STRICT;\n"
    "DROP TABLE changed;\n"
    "PRAGMA writable_schema = RESET;\n";

/* Turns whose clocks stand since a letter was put aside (asides.h). */
static const char version_37[] = "CREATE TABLE aside (\n"
				 "	game INTEGER NOT NULL REFERENCES game,\n"
				 "	turn INTEGER NOT NULL CHECK (turn >= 0),\n"
				 "	player INTEGER NOT NULL REFERENCES player,\n"
				 "	letter TEXT NOT NULL,\n"
				 "	begins INTEGER NOT NULL,\n"
				 "	ends INTEGER NOT NULL CHECK (ends >= begins),\n"
				 "	is_told INTEGER NOT NULL CHECK (is_told IN (0, 1)),\n"
				 "	PRIMARY KEY (game, turn)\n"
				 ") STRICT, WITHOUT ROWID;\n"
				 "CREATE INDEX aside_letter ON aside (letter);\n";

/* Who is left out of the list of who is here; who wants to hear of invitations (seeks.h), the
 * newest that he was told, or that did not fit him, and when he got the last such letter. */
static const char version_38[] =
    "ALTER TABLE player ADD COLUMN listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));\n"
    "ALTER TABLE player ADD COLUMN seeks INTEGER NOT NULL DEFAULT 0 CHECK (seeks IN (0, 1));\n"
    "ALTER TABLE player ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE player ADD COLUMN heard_at INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX player_seeks ON player (id) WHERE seeks = 1;\n"
    "CREATE INDEX player_seen ON player (seen);\n";

/* The positions of finished games (positions.h); games that were there before are entered one after
 * the other. */
static const char version_39[] =
    "CREATE TABLE position (\n"
    "	key INTEGER NOT NULL,\n"
    "	game INTEGER NOT NULL,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 0),\n"
    "	PRIMARY KEY (key, game)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE played (\n"
    "	key INTEGER NOT NULL,\n"
    "	way INTEGER NOT NULL CHECK (way >= 0),\n"
    "	red INTEGER NOT NULL CHECK (red >= 0),\n"
    "	green INTEGER NOT NULL CHECK (green >= 0),\n"
    "	drawn INTEGER NOT NULL CHECK (drawn >= 0),\n"
    "	unknown INTEGER NOT NULL CHECK (unknown >= 0),\n"
    "	PRIMARY KEY (key, way)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "ALTER TABLE game ADD COLUMN placed INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX game_unplaced ON game (id)"
    " WHERE state = 2 AND is_private = 0 AND result <> 4 AND placed = 0;\n";

/* The stairs (stairs.h): who stands on them; their games, with the result that has moved both, 0
 * while it is played.  Nobody has two as the challenger, or two as the challenged. */
static const char version_40[] =
    "ALTER TABLE game ADD COLUMN is_stairs INTEGER NOT NULL DEFAULT 0"
    " CHECK (is_stairs IN (0, 1));\n"
    "CREATE TABLE stair (\n"
    "	player INTEGER PRIMARY KEY REFERENCES player,\n"
    "	step INTEGER NOT NULL CHECK (step > 0),\n"
    "	since INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE climb (\n"
    "	game INTEGER PRIMARY KEY REFERENCES game,\n"
    "	challenger INTEGER NOT NULL REFERENCES player,\n"
    "	challenged INTEGER NOT NULL REFERENCES player,\n"
    "	result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 4),\n"
    "	red_before INTEGER NOT NULL CHECK (red_before >= 0),\n"
    "	red_after INTEGER NOT NULL CHECK (red_after >= 0),\n"
    "	green_before INTEGER NOT NULL CHECK (green_before >= 0),\n"
    "	green_after INTEGER NOT NULL CHECK (green_after >= 0),\n"
    "	CHECK (challenger <> challenged)\n"
    ") STRICT;\n"
    "CREATE UNIQUE INDEX climb_challenging ON climb (challenger) WHERE result = 0;\n"
    "CREATE UNIQUE INDEX climb_challenged ON climb (challenged) WHERE result = 0;\n"
    "CREATE INDEX climb_by ON climb (challenger, challenged);\n"
    "CREATE INDEX climb_of ON climb (challenged, challenger);\n";

/* Puzzles (puzzles.h); which games were looked at, and who wants one how often, with the time of
 * the last.  What stands on a game that is finished and public no more, or has other moves, goes.
 */
/* clang-format off */
static const char version_43[] =
    "CREATE TABLE puzzle (\n"
    "	id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	key INTEGER NOT NULL UNIQUE,\n"
    "	game INTEGER NOT NULL REFERENCES game,\n"
    "	ply INTEGER NOT NULL CHECK (ply >= 0),\n"
    "	moves INTEGER NOT NULL CHECK (moves BETWEEN 2 AND 3),\n"
    "	line TEXT NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX puzzle_game ON puzzle (game);\n"
    "CREATE INDEX puzzle_moves ON puzzle (moves, id);\n"
    "CREATE TABLE puzzling (\n"
    "	player INTEGER NOT NULL REFERENCES player,\n"
    "	puzzle INTEGER NOT NULL REFERENCES puzzle,\n"
    "	asked INTEGER NOT NULL,\n"
    "	step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 3),\n"
    "	wrong INTEGER NOT NULL CHECK (wrong >= 0),\n"
    "	outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 2),\n"
    "	PRIMARY KEY (player, puzzle)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX puzzling_puzzle ON puzzling (puzzle);\n"
    "CREATE INDEX puzzling_open ON puzzling (player, asked) WHERE outcome = 0;\n"
    "ALTER TABLE game ADD COLUMN puzzled INTEGER NOT NULL DEFAULT 0 CHECK (puzzled IN (0, 1));\n"
    "CREATE INDEX game_unpuzzled ON game (id)"
    " WHERE state = 2 AND is_private = 0 AND result <> 4 AND puzzled = 0;\n"
    "ALTER TABLE player ADD COLUMN puzzles TEXT NOT NULL DEFAULT 'off';\n"
    "ALTER TABLE player ADD COLUMN puzzled INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE INDEX player_puzzles ON player (id) WHERE puzzles IN ('daily', 'weekly');\n"
    "CREATE TRIGGER puzzle_game AFTER UPDATE ON game WHEN OLD.puzzled = 1 AND"
    " (NEW.state <> 2 OR NEW.is_private <> 0 OR NEW.result = 4 OR NEW.moves <> OLD.moves)"
    " BEGIN DELETE FROM puzzling WHERE puzzle IN (SELECT id FROM puzzle WHERE game = NEW.id);"
    " DELETE FROM puzzle WHERE game = NEW.id; UPDATE game SET puzzled = 0 WHERE id = NEW.id; END;\n"
    "CREATE TRIGGER puzzle_game_gone AFTER DELETE ON game BEGIN"
    " DELETE FROM puzzling WHERE puzzle IN (SELECT id FROM puzzle WHERE game = OLD.id);"
    " DELETE FROM puzzle WHERE game = OLD.id; END;\n";
/* clang-format on */

/* How many days of vacation count in a stage, 0 any number, and what a player was told of that. */
static const char version_44[] =
    "ALTER TABLE tournament ADD COLUMN vacations INTEGER NOT NULL DEFAULT 0"
    " CHECK (vacations BETWEEN 0 AND 60);\n"
    "ALTER TABLE place ADD COLUMN vacation_told INTEGER NOT NULL DEFAULT 0;\n";

/* Turns that are left to a digest (held.h); ratings that a later decision has changed. */
static const char version_45[] =
    "CREATE TABLE held (game INTEGER PRIMARY KEY REFERENCES game, player INTEGER NOT"
    " NULL REFERENCES player, turn INTEGER NOT NULL CHECK (turn >= 0), due INTEGER NOT NULL)"
    " STRICT;\n"
    "CREATE TABLE reckoning (player INTEGER NOT NULL REFERENCES player, at INTEGER NOT NULL, game"
    " INTEGER NOT NULL REFERENCES game, was REAL NOT NULL, becomes REAL NOT NULL) STRICT;\n"
    "CREATE INDEX reckoning_player ON reckoning (player, at);\n";

/* A game that is lost by who is suspended is not rated: a further reason of enum unrated.  Done as
 * in version_36. */
static const char version_46[] =
    "PRAGMA writable_schema = ON;\n"
    "UPDATE sqlite_schema SET sql = replace(sql, 'unrated BETWEEN 0 AND 5',"
    " 'unrated BETWEEN 0 AND 6') WHERE type = 'table' AND name = 'game';\n"
    "CREATE TABLE changed (id INTEGER) STRICT;\n"
    "DROP TABLE changed;\n"
    "PRAGMA writable_schema = RESET;\n";

/* How long the mover's clock ran (struct ply); of earlier moves it is not known. */
static const char version_47[] =
    "ALTER TABLE ply ADD COLUMN spent INTEGER NOT NULL DEFAULT -1 CHECK (spent >= -1);\n";

/* Accounts that the operator takes for one person's, and why their games are unrated: a further
 * reason of enum unrated.  Done as in version_36. */
static const char version_48[] =
    "CREATE TABLE linked (one INTEGER NOT NULL REFERENCES player, other INTEGER NOT NULL"
    " REFERENCES player, PRIMARY KEY (one, other), CHECK (one < other)) STRICT, WITHOUT ROWID;\n"
    "PRAGMA writable_schema = ON;\n"
    "UPDATE sqlite_schema SET sql = replace(sql, 'unrated BETWEEN 0 AND 6',"
    " 'unrated BETWEEN 0 AND 7') WHERE type = 'table' AND name = 'game';\n"
    "CREATE TABLE changed (id INTEGER) STRICT;\n"
    "DROP TABLE changed;\n"
    "PRAGMA writable_schema = RESET;\n";

/* How the games of a tournament's tables stood that were sent last. */
static const char version_49[] =
    "ALTER TABLE tournament ADD COLUMN shown TEXT NOT NULL DEFAULT '';\n";

/* What the static pages (published.h) have not shown yet, whoever changed it: games, players,
 * tournaments, and the hundreds of games and fifties of feed entries that list them.  The order in
 * which games came into the feed; one that had to leave it keeps its place without a game.
 * decided: when its result was last changed after its end; 0 never. */
#define DUE(kind, id) "INSERT OR IGNORE INTO page_due VALUES (" #kind ", " id "); "
#define ENTERS \
	"NEW.state = 2 AND NEW.is_private = 0 AND NEW.result <> 4 AND" \
	" (NEW.red IS NOT NULL OR NEW.green IS NOT NULL)"
#define ENTRY " INSERT OR IGNORE INTO feed_entry (game) SELECT NEW.id WHERE " ENTERS "; "
/* clang-format off */
static const char version_41[] =
    "CREATE TABLE page_due (\n"
    "	kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),\n"
    "	id INTEGER NOT NULL,\n"
    "	PRIMARY KEY (kind, id)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE feed_entry (\n"
    "	number INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "	game INTEGER UNIQUE REFERENCES game,\n"
    "	decided INTEGER NOT NULL DEFAULT 0\n"
    ") STRICT;\n"
    "INSERT INTO feed_entry (game) SELECT id FROM game WHERE state = 2 AND is_private = 0 AND"
    " result <> 4 AND (red IS NOT NULL OR green IS NOT NULL) ORDER BY ended, id;\n"
    "CREATE INDEX game_running ON game (id) WHERE state = 1 AND is_private = 0;\n"
    "CREATE INDEX game_line ON game (opening, result)"
    " WHERE state = 2 AND is_private = 0 AND result <> 4;\n"
    "CREATE TRIGGER page_game_new AFTER INSERT ON game"
    " BEGIN " DUE(0, "NEW.id") ENTRY "END;\n"
    "CREATE TRIGGER page_game AFTER UPDATE ON game"
    " WHEN (NEW.state, NEW.result, NEW.ending, NEW.ended, NEW.is_private, NEW.moves,"
    " NEW.tournament) IS NOT (OLD.state, OLD.result, OLD.ending, OLD.ended, OLD.is_private,"
    " OLD.moves, OLD.tournament)"
    " BEGIN " DUE(0, "NEW.id")
    "INSERT OR IGNORE INTO page_due SELECT 4, (number - 1) / 50 FROM feed_entry"
    " WHERE game = NEW.id; "
    "UPDATE feed_entry SET game = NULL WHERE game = NEW.id AND NOT (" ENTERS ");"
    ENTRY "END;\n"
    "CREATE TRIGGER page_entry AFTER UPDATE OF decided ON feed_entry WHEN NEW.game IS NOT NULL"
    " BEGIN " DUE(0, "NEW.game") "END;\n"
    "CREATE TRIGGER page_player_new AFTER INSERT ON player BEGIN " DUE(1, "NEW.id") "END;\n"
    "CREATE TRIGGER page_player AFTER UPDATE ON player"
    " WHEN (NEW.userid, NEW.state) IS NOT (OLD.userid, OLD.state)"
    " BEGIN " DUE(1, "NEW.id")
    "INSERT OR IGNORE INTO page_due SELECT 0, id FROM game WHERE red = NEW.id; "
    "INSERT OR IGNORE INTO page_due SELECT 0, id FROM game WHERE green = NEW.id; "
    "INSERT OR IGNORE INTO page_due SELECT 2, tournament FROM entrant WHERE player = NEW.id;"
    " END;\n"
    "CREATE TRIGGER page_standing_new AFTER INSERT ON standing"
    " BEGIN " DUE(1, "NEW.player") "END;\n"
    "CREATE TRIGGER page_standing AFTER UPDATE ON standing"
    " BEGIN " DUE(1, "NEW.player") "END;\n"
    "CREATE TRIGGER page_standing_gone AFTER DELETE ON standing"
    " BEGIN " DUE(1, "OLD.player") "END;\n"
    "CREATE TRIGGER page_tournament_new AFTER INSERT ON tournament"
    " BEGIN " DUE(2, "NEW.id") "END;\n"
    "CREATE TRIGGER page_tournament AFTER UPDATE ON tournament"
    " BEGIN " DUE(2, "NEW.id") "END;\n"
    "CREATE TRIGGER page_entrant_new AFTER INSERT ON entrant"
    " BEGIN " DUE(2, "NEW.tournament") "END;\n"
    "CREATE TRIGGER page_entrant_gone AFTER DELETE ON entrant"
    " BEGIN " DUE(2, "OLD.tournament") "END;\n"
    "CREATE TRIGGER page_place_new AFTER INSERT ON place BEGIN " DUE(2, "NEW.tournament") "END;\n"
    "CREATE TRIGGER page_place AFTER UPDATE ON place BEGIN " DUE(2, "NEW.tournament") "END;\n"
    "CREATE TRIGGER page_pairing AFTER INSERT ON pairing"
    " BEGIN " DUE(2, "NEW.tournament") "END;\n";
/* clang-format on */

/* The player who has announced a tournament, 0 the operator; whom it admits, 0 anybody; how
 * many days a stage lasts at most, 0 any number, when that is, and what was said of it. */
static const char version_42[] =
    "ALTER TABLE tournament ADD COLUMN announcer INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE tournament ADD COLUMN min_rating INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE tournament ADD COLUMN max_rating INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE tournament ADD COLUMN ontime INTEGER NOT NULL DEFAULT 0"
    " CHECK (ontime BETWEEN 0 AND 100);\n"
    "ALTER TABLE tournament ADD COLUMN days INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE tournament ADD COLUMN stage_ends INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE tournament ADD COLUMN end_told INTEGER NOT NULL DEFAULT 0"
    " CHECK (end_told BETWEEN 0 AND 2);\n"
    "CREATE INDEX tournament_announcer ON tournament (announcer) WHERE announcer > 0;\n";

const char *const schema_steps[] = { version_1, version_2, version_3, version_4, version_5,
	version_6, version_7, version_8, version_9, version_10, version_11, version_12, version_13,
	version_14, version_15, version_16, version_17, version_18, version_19, version_20,
	version_21, version_22, version_23, version_24, version_25, version_26, version_27,
	version_28, version_29, version_30, version_31, version_32, version_33, version_34,
	version_35, version_36, version_37, version_38, version_39, version_40, version_41,
	version_42, version_43, version_44, version_45, version_46, version_47, version_48,
	version_49 };
const int schema_version = sizeof schema_steps / sizeof *schema_steps;
