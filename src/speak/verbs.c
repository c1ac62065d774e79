/* SPDX-License-Identifier: ISC */
/*
 * The table of verbs (verbs.h).
 */
#include "speak/verbs.h"

#include "base/str.h"

/* What many need. */
#define HARMLESS (NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN)
#define GAME     (NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME)
#define SEAT     (GAME | NEEDS_SEAT)
#define RUNNING  (SEAT | NEEDS_RUNNING)
#define WATCHING (GAME | ANY_TOKEN)

const struct verb verb_table[VERB_COUNT] = {
	[VERB_ACCEPT] = { .name = "accept",
	    .args = { ARG_BOARD_OR_ALL, ARG_AUTH, ARG_OFFER },
	    .needs = SEAT | FINDS_OFFER | NEEDS_CURRENT | GOES_ALWAYS,
	    .manner = IS_PLAIN | MEANT_BY_YES | MAY_BE_POLITE },
	[VERB_ADD] = { .name = "add", .args = { ARG_AUTH, ARG_ADDRESSES }, .needs = NEEDS_PLAYER },
	[VERB_AS] = { .name = "as",
	    .aliases = "userid login",
	    .args = { ARG_AUTH_NEEDED },
	    .needs = NEEDS_PLAYER,
	    .manner = OPENS_LETTER },
	[VERB_BLOCK] = { .name = "block",
	    .aliases = "ignore",
	    .args = { ARG_AUTH, ARG_WORD_MAYBE },
	    .needs = HARMLESS | NEEDS_FRESH },
	[VERB_CHALLENGE] = { .name = "challenge",
	    .aliases = "chall challange challege",
	    .args = { ARG_WORD, ARG_WORD_MAYBE },
	    .needs = HARMLESS | TAKES_OPTIONS,
	    .manner = ASKS_FOR_GAME },
	[VERB_CHANGE] = { .name = "change",
	    .args = { ARG_CHANGED, ARG_AUTH, ARG_SECRET, ARG_WORDS },
	    .needs = NEEDS_PLAYER },
	[VERB_CHAT] = { .name = "chat",
	    .aliases = "say comment",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = GAME,
	    .manner = BEGINS_SPEECH | MEANT_BY_BAR },
	[VERB_CLAIM] = { .name = "claim",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = RUNNING | NEEDS_CURRENT | GOES_ALWAYS,
	    .manner = MAY_BE_POLITE },
	[VERB_CONFIRM] = { .name = "confirm",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_CODE, ARG_SECRET },
	    .needs = OPEN | GOES_ALWAYS,
	    .manner = CONFIRMS },
	[VERB_DATA] = { .name = "data", .args = { ARG_AUTH }, .needs = HARMLESS },
	[VERB_DRAW] = { .name = "draw",
	    .aliases = "propose",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = RUNNING,
	    .manner = IS_PLAIN | MAY_BE_ASKED | MAY_BE_POLITE },
	[VERB_DROP] = { .name = "drop",
	    .args = { ARG_AUTH, ARG_ADDRESSES },
	    .needs = NEEDS_PLAYER },
	[VERB_EXPLAIN] = { .name = "explain",
	    .args = { ARG_EXPLAINED },
	    .needs = OPEN | ONLY_ASKS },
	[VERB_FORGOT] = { .name = "forgot", .args = { ARG_WORD }, .needs = OPEN },
	[VERB_GAMES] = { .name = "games", .args = { ARG_GAMES_OF }, .needs = OPEN | ONLY_ASKS },
	[VERB_GIVE] = { .name = "give",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_SPAN },
	    .needs = RUNNING | NEEDS_RECENT | NEEDS_FRESH | STOPS_AT_BLOCK },
	[VERB_HELP] = { .name = "help", .args = { ARG_TOPIC }, .needs = OPEN | ONLY_ASKS },
	[VERB_HISTORY] = { .name = "history",
	    .args = { ARG_QUERY },
	    .needs = OPEN | ONLY_ASKS,
	    .manner = HAS_PAGES },
	[VERB_IF] = { .name = "if",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_PLAN },
	    .needs = RUNNING | NEEDS_RECENT | GOES_ALWAYS,
	    .manner = IS_PLAIN | MEANT_BY_PLAN },
	[VERB_INVITE] = { .name = "invite",
	    .args = { ARG_ADDRESS, ARG_WORD_MAYBE },
	    .needs = HARMLESS | TAKES_OPTIONS },
	[VERB_LIMIT] = { .name = "limit",
	    .args = { ARG_AUTH, ARG_MOST },
	    .needs = HARMLESS | NEEDS_FRESH },
	[VERB_MESSAGE] = { .name = "message",
	    .aliases = "msg mail tell",
	    .args = { ARG_AUTH, ARG_USERIDS },
	    .needs = HARMLESS,
	    .manner = WRITES_TO },
	[VERB_MORE] = { .name = "more",
	    .args = { ARG_PAGE },
	    .needs = OPEN | ONLY_ASKS,
	    .manner = ASKS_FOR_PAGE },
	[VERB_MOVE] = { .name = "move",
	    .aliases = "mvoe moev mov mv play",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_MOVE },
	    .needs = RUNNING | NEEDS_CURRENT | GOES_ALWAYS,
	    .manner = IS_PLAIN | MEANT_BY_MOVE },
	[VERB_MOVES] = { .name = "moves",
	    .args = { ARG_BOARD, ARG_SQUARE },
	    .needs = NEEDS_GAME | OPEN | ONLY_ASKS },
	[VERB_NOTE] = { .name = "note",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = SEAT | ANY_TOKEN | FRESH_ELSEWHERE,
	    .manner = BEGINS_SPEECH | IS_PRIVATE },
	[VERB_NOTIFY] = { .name = "notify",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_WATCHED },
	    .needs = WATCHING },
	[VERB_PREVIEW] = { .name = "preview",
	    .aliases = "what-if prev",
	    .args = { ARG_POSITION, ARG_AUTH, ARG_MOVES },
	    .needs = OPEN | ONLY_ASKS },
	[VERB_QUEUE] = { .name = "queue",
	    .aliases = "qmove moveq",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_MOVE_ALONE },
	    .needs = RUNNING | NEEDS_RECENT | GOES_ALWAYS },
	[VERB_RATING] = { .name = "rating", .args = { ARG_WORD_MAYBE }, .needs = OPEN | ONLY_ASKS },
	[VERB_RECEIVE] = { .name = "receive",
	    .args = { ARG_AUTH, ARG_ADDRESS_ON_OFF },
	    .needs = HARMLESS | NEEDS_FRESH },
	[VERB_RECORD] = { .name = "record",
	    .aliases = "score",
	    .args = { ARG_BOARD, ARG_RECORD },
	    .needs = NEEDS_GAME | OPEN | ONLY_ASKS },
	[VERB_REJECT] = { .name = "reject",
	    .aliases = "decline",
	    .args = { ARG_BOARD_OR_ALL, ARG_AUTH, ARG_OFFER, ARG_REASON },
	    .needs = SEAT | FINDS_OFFER | NEEDS_CURRENT | GOES_ALWAYS,
	    .manner = MEANT_BY_NO | MAY_BE_POLITE },
	[VERB_REMATCH] = { .name = "rematch",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = SEAT | TAKES_OPTIONS,
	    .manner = MAY_BE_POLITE },
	[VERB_RESIGN] = { .name = "resign",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = RUNNING | NEEDS_RECENT | GOES_ALWAYS,
	    .manner = IS_FINAL | IS_PLAIN | MAY_BE_POLITE },
	[VERB_RESUME] = { .name = "resume", .args = { ARG_BOARD, ARG_AUTH }, .needs = SEAT },
	[VERB_SEEK] = { .name = "seek",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_OFF },
	    .needs = HARMLESS | TAKES_OPTIONS | FINDS_OFFER | NEEDS_FRESH },
	[VERB_SEEKS] = { .name = "seeks", .needs = OPEN | ONLY_ASKS },
	[VERB_SET] = { .name = "set",
	    .aliases = "settings",
	    .args = { ARG_AUTH, ARG_SETTING },
	    .needs = HARMLESS | NEEDS_FRESH },
	[VERB_SHOW] = { .name = "show",
	    .args = { ARG_BOARDS_OR_USER },
	    .needs = OPEN | ONLY_ASKS,
	    .manner = SHOWS_BOARD },
	[VERB_SHOWAS] = { .name = "showas",
	    .args = { ARG_AUTH, ARG_BOARDS_OR_WHICH },
	    .needs = HARMLESS | ONLY_ASKS },
	[VERB_SIGNOFF] = { .name = "signoff",
	    .args = { ARG_AUTH },
	    .needs = NEEDS_PLAYER | GOES_ALWAYS },
	[VERB_SIGNUP] = { .name = "signup",
	    .aliases = "sign-up register",
	    .args = { ARG_WORD, ARG_SECRET, ARG_MORE_ADDRESSES },
	    .needs = OPEN | OWN_PASSWORD,
	    .manner = OPENS_ACCOUNT },
	[VERB_STANDINGS] = { .name = "standings",
	    .aliases = "ratings ranking",
	    .args = { ARG_STANDINGS },
	    .needs = OPEN | ONLY_ASKS },
	[VERB_STATS] = { .name = "stats", .args = { ARG_QUERY }, .needs = OPEN | ONLY_ASKS },
	[VERB_STOP] = { .name = "stop", .args = { ARG_AUTH }, .needs = HARMLESS },
	[VERB_SUBMIT] = { .name = "submit",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_MOVE_ALONE },
	    .needs = RUNNING | NEEDS_CURRENT | GOES_ALWAYS,
	    .manner = CONFIRMS_MOVE },
	[VERB_SUBSCRIBE] = { .name = "subscribe",
	    .aliases = "observe sub",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_WATCHED },
	    .needs = WATCHING },
	[VERB_TAKE] = { .name = "take",
	    .args = { ARG_INVITATION, ARG_AUTH },
	    .needs = HARMLESS | GOES_ALWAYS },
	[VERB_UNBLOCK] = { .name = "unblock",
	    .aliases = "unignore",
	    .args = { ARG_AUTH, ARG_WORD },
	    .needs = HARMLESS },
	[VERB_UNDO] = { .name = "undo",
	    .aliases = "takeback",
	    .args = { ARG_BOARD, ARG_AUTH },
	    .needs = RUNNING | NEEDS_RECENT,
	    .manner = MAY_BE_POLITE },
	[VERB_UNQUEUE] = { .name = "unqueue", .args = { ARG_BOARD, ARG_AUTH }, .needs = RUNNING },
	[VERB_UNSUBSCRIBE] = { .name = "unsubscribe",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_WATCHED },
	    .needs = WATCHING },
	[VERB_VACATION] = { .name = "vacation",
	    .args = { ARG_AUTH, ARG_DATES },
	    .needs = HARMLESS | NEEDS_FRESH },
	[VERB_WHO] = { .name = "who",
	    .aliases = "whois finger",
	    .args = { ARG_WORD },
	    .needs = OPEN | ONLY_ASKS },
	[VERB_WITHDRAW] = { .name = "withdraw",
	    .args = { ARG_BOARD, ARG_AUTH, ARG_OFFER },
	    .needs = SEAT | FINDS_OFFER | FINDS_OWN_OFFER,
	    .manner = MAY_BE_POLITE },
};

enum verb_id
verb_id(const struct verb *verb)
{
	return (enum verb_id)(verb - verb_table);
}

const struct verb *
verb_meant_by(enum manner manner)
{
	int i = 0;

	while (!(verb_table[i].manner & (unsigned)manner))
		i++;
	return &verb_table[i];
}

bool
verb_takes(const struct verb *verb, enum arg_kind kind)
{
	for (int i = 0; i < VERB_ARGS_MAX; i++)
		if (verb->args[i] == kind)
			return true;
	return false;
}

int
game_option_find(const char *name)
{
#define GAME_OPTION_NAME(name, NAME) #name,
	static const char *const names[] = { GAME_OPTIONS(GAME_OPTION_NAME) };

	return str_index(names, GAME_OPTION_COUNT, name);
}
