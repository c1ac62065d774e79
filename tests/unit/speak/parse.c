/* SPDX-License-Identifier: ISC */
/*
 * What is a command, what only resembles one, and where a letter's commands end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "play/glossary.h"
#include "speak/parse.h"
#include "speak/verbs.h"
#include "unit/letters.h"

/* As if read from folders of templates. */
static const char *german[VERB_COUNT], *vietnamese[VERB_COUNT];
static struct language languages[] = { { .code = "de",
					   .units = { "woche", "day days tage 天", "hours" },
					   .commands = german,
					   .yes = "ja yes",
					   .no = "nein",
					   .courtesies = "danke, bitte, viele grüße",
					   .entreaties = "bitte",
					   .heading = "{{board}}. brett, stand" },
	{ .code = "vi",
	    .commands = vietnamese,
	    .courtesies = "gg, good luck, 加油",
	    .heading = "summary of xiangqi board {{board}}" } };
static const struct glossary glossary = { languages, 2 };

static bool
is_userid(void *source, const char *userid)
{
	(void)source;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0;
}

static const struct parse_context context = {
	.glossary = &glossary, .writer = "fred", .name = "Hòa Nguyễn", .is_userid = is_userid
};

static const struct {
	const char *line;
	enum line_kind kind;
	const char *shown; /* the order as it may be shown; NULL not a command */
} lines[] = {
	/* Commands, and how people write them. */
	{ "move 123 fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	{ "xiangqi move 123 fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	{ "XQ MOVE 123 Fred SeCret b3e3", LINE_COMMAND, "move 123 b3e3" },
	{ "move board 123 fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	{ "board 123 fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	{ "mvoe 123 fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	/* pbmserv's stray words, and its verbs in the move's place. */
	{ "move 123 fred secret B3-E3 **", LINE_COMMAND, "move 123 B3-E3" },
	{ "B3-E3 **", LINE_COMMAND, "move B3-E3" },
	{ "move 123 ** fred secret B3-E3", LINE_COMMAND, "move 123 B3-E3" },
	{ "show board 1", LINE_COMMAND, "show 1" },
	{ "xiangqi show board 1 game 2 **", LINE_COMMAND, "show 1 2" },
	{ "xiangqi board show 1", LINE_COMMAND, "show 1" },
	{ "resign game 1", LINE_COMMAND, "resign 1" },
	{ "resign game", LINE_TEXT, NULL },
	{ "set board hanzi", LINE_COMMAND, "set board hanzi" },
	{ "all show fred", LINE_COMMAND, "show fred" },
	{ "all is well", LINE_TEXT, NULL },
	{ "move 123 fred secret resign", LINE_COMMAND, "resign 123" },
	{ "board 123 fred secret propose", LINE_COMMAND, "draw 123" },
	{ "move 123 fred secret accept", LINE_COMMAND, "accept 123" },
	{ "move 123 reject", LINE_COMMAND, "reject 123" },
	/* Thanks behind a command; who gives up asks for nothing. */
	{ "accept, danke!", LINE_COMMAND, "accept" },
	{ "draw bitte", LINE_COMMAND, "draw" },
	{ "undo 12, bitte :)", LINE_COMMAND, "undo 12" },
	{ "resign, gg", LINE_COMMAND, "resign" },
	{ "resign, bitte", LINE_TEXT, NULL },
	{ "resign wilma", LINE_TEXT, NULL },
	{ "Resign! gg", LINE_TEXT, NULL },
	{ "draw of the year", LINE_TEXT, NULL },
	{ "prev 12 B3-E3", LINE_COMMAND, "preview 12 B3-E3" },
	{ "sub 12", LINE_COMMAND, "subscribe 12" },
	{ "move #123 B3-E3#12", LINE_COMMAND, "move #123 B3-E3#12" },
	{ "move 7 H2 E2", LINE_COMMAND, "move 7 H2 E2" },
	{ "B3-E3", LINE_COMMAND, "move B3-E3" },
	{ "B3-E3!", LINE_COMMAND, "move B3-E3!" },
	{ "Ｂ３－Ｅ３", LINE_COMMAND, "move Ｂ３－Ｅ３" },
	{ "C2=5", LINE_COMMAND, "move C2=5" },
	{ "炮二平五", LINE_COMMAND, "move 炮二平五" },
	{ "炮二平五。", LINE_COMMAND, "move 炮二平五。" },
	{ "炮二平五！", LINE_COMMAND, "move 炮二平五！" },
	{ "Xt-5", LINE_COMMAND, "move Xt-5" },
	{ "Ziehe 123 fred secret P2.5", LINE_COMMAND, "move 123 P2.5" },
	{ "Zug: B3-E3", LINE_COMMAND, "move B3-E3" },
	{ "zug um zug, mein Freund", LINE_TEXT, NULL },
	{ "resign", LINE_COMMAND, "resign" },
	{ "Resign.", LINE_COMMAND, "resign" },
	{ "resign 123 fred secret", LINE_COMMAND, "resign 123" },
	{ "accept", LINE_COMMAND, "accept" },
	{ "chall wilma", LINE_COMMAND, "challenge wilma" },
	{ "challe wilma", LINE_COMMAND, "challenge wilma" },
	{ "challenge fred wilma --rules=asian -nagtime=5", LINE_COMMAND,
	    "challenge fred wilma --rules=asian --nagtime=5" },
	{ "challenge wilma --time=3d, --private; --rules=cxq.", LINE_COMMAND,
	    "challenge wilma --time=3d --private --rules=cxq" },
	{ "challenge wilma –rules=cxq", LINE_COMMAND, "challenge wilma --rules=cxq" },
	{ "challenge wilma --password=geheim", LINE_COMMAND, "challenge wilma" },
	{ "signup barney secret", LINE_LOOSE, "signup barney ********" },
	{ "signup fred fred@players.test", LINE_COMMAND, "signup fred fred@players.test" },
	{ "as fred secret", LINE_COMMAND, "as fred ********" },
	{ "set", LINE_COMMAND, "set" },
	{ "set fred secret board hanzi", LINE_COMMAND, "set board hanzi" },
	{ "show 12 13#4", LINE_COMMAND, "show 12 13#4" },
	{ "history fred vs wilma won since 2026-01-01 limit 5", LINE_COMMAND,
	    "history fred vs wilma won since 2026-01-01 limit 5" },
	{ "history opening H3-E3 H10-G8 by mate", LINE_COMMAND,
	    "history opening H3-E3 H10-G8 by mate" },
	{ "preview new B3-E3 H10-G8", LINE_COMMAND, "preview new B3-E3 H10-G8" },
	{ "help", LINE_COMMAND, "help" },
	{ "accept all", LINE_COMMAND, "accept all" },
	{ "accept all fred secret", LINE_COMMAND, "accept all" },
	{ "accept all my apologies", LINE_TEXT, NULL },
	{ "reject all of that", LINE_TEXT, NULL },
	{ "reject all", LINE_COMMAND, "reject all" },
	{ "reject all fred hunter2", LINE_COMMAND, "reject all" },
	{ "reject all fred hunter2 no time", LINE_NEAR, NULL },
	{ "reject 12 fred secret", LINE_COMMAND, "reject 12" },
	{ "reject 12 wilma plays too fast", LINE_LOOSE, "reject 12 wilma plays too fast" },
	{ "reject no time", LINE_TEXT, NULL },
	{ "seek", LINE_COMMAND, "seek" },
	{ "seek off", LINE_COMMAND, "seek off" },
	{ "seek 3 --time=2d", LINE_COMMAND, "seek 3 --time=2d" },
	{ "seek 3 fred secret", LINE_COMMAND, "seek 3" },
	{ "seek fred secret --color=red", LINE_COMMAND, "seek --color=red" },
	{ "seek and you shall find", LINE_TEXT, NULL },
	{ "seek help", LINE_TEXT, NULL },
	{ "take 7", LINE_COMMAND, "take 7" },
	{ "take 7 fred secret", LINE_COMMAND, "take 7" },
	{ "take care", LINE_TEXT, NULL },
	{ "take 5 minutes", LINE_TEXT, NULL },
	{ "subscribe wilma", LINE_COMMAND, "subscribe wilma" },
	{ "subscribe 12 fred secret", LINE_COMMAND, "subscribe 12" },
	{ "observe nature", LINE_LOOSE, "subscribe nature" },
	{ "notify 12", LINE_COMMAND, "notify 12" },
	{ "notify 12 wilma", LINE_TEXT, NULL },
	{ "message wilma fred", LINE_COMMAND, "message wilma fred" },
	{ "message wilma fred wilma", LINE_COMMAND, "message wilma fred wilma" },
	{ "message fred secret wilma", LINE_COMMAND, "message wilma" },
	{ "message received", LINE_LOOSE, "message received" },
	{ "message", LINE_TEXT, NULL },
	{ "mail is slow today", LINE_LOOSE, "message is slow today" },
	{ "who fred", LINE_COMMAND, "who fred" },
	{ "who", LINE_COMMAND, NULL },
	{ "limit 5", LINE_COMMAND, "limit 5" },
	{ "limit none", LINE_COMMAND, "limit none" },
	{ "limit fred hunter2 5", LINE_COMMAND, "limit 5" },
	{ "limit 5 beers", LINE_TEXT, NULL },
	{ "limit yourself", LINE_TEXT, NULL },
	/* A word that may be any word: only where the letter begins. */
	{ "challenge barney", LINE_LOOSE, "challenge barney" },
	{ "who knows", LINE_LOOSE, "who knows" },
	{ "challenge on", LINE_LOOSE, "challenge on" },
	{ "help 100%", LINE_LOOSE, "help 100%" },
	{ "signup @home", LINE_LOOSE, "signup @home" },
	{ "games all", LINE_COMMAND, "games all" },
	{ "help yourself", LINE_LOOSE, "help yourself" },
	{ "help rules", LINE_COMMAND, "help rules" },
	{ "help yourself!", LINE_TEXT, NULL },
	{ "show wilma all", LINE_COMMAND, "show wilma all" },
	{ "show me", LINE_TEXT, NULL },
	{ "history repeats", LINE_LOOSE, "history repeats" },
	{ "draw 5 cards please", LINE_LOOSE, "draw 5" },
	{ "draw 5 cards please.", LINE_LOOSE, "draw 5" },
	/* The marks of a sentence. */
	{ "draw?", LINE_COMMAND, "draw" },
	{ "draw ?", LINE_COMMAND, "draw" },
	{ "draw!", LINE_TEXT, NULL },
	{ "draw...", LINE_TEXT, NULL },
	{ "draw…", LINE_TEXT, NULL },
	{ "draw?!", LINE_TEXT, NULL },
	{ "resign?", LINE_TEXT, NULL },
	{ "resign!", LINE_TEXT, NULL },
	{ "resign 12?", LINE_TEXT, NULL },
	{ "resign 12!", LINE_TEXT, NULL },
	{ "resign 12.", LINE_COMMAND, "resign 12." },
	{ "resign, 12", LINE_TEXT, NULL },
	{ "resign -never", LINE_TEXT, NULL },
	{ "resign —never", LINE_TEXT, NULL },
	{ "accept fred!", LINE_TEXT, NULL },
	{ "show 12, 13", LINE_COMMAND, "show 12, 13" },
	{ "as fred, secret", LINE_TEXT, NULL },
	{ "resign 12 fred secret!", LINE_COMMAND, "resign 12" },
	/* Dressed moves, with courtesies. */
	{ "*B3-E3*", LINE_COMMAND, "move *B3-E3*" },
	{ "(b3e3)", LINE_COMMAND, "move (b3e3)" },
	{ "“b3e3”", LINE_COMMAND, "move “b3e3”" },
	{ "b3e3 gg", LINE_COMMAND, "move b3e3 gg" },
	/* Spans of time in words. */
	{ "give 12 3 days", LINE_COMMAND, "give 12 3 days" },
	{ "give 2 Tage", LINE_COMMAND, "give 2 Tage" },
	{ "give 12 48hours", LINE_COMMAND, "give 12 48hours" },
	{ "give 2天", LINE_COMMAND, "give 2天" },
	{ "give 3 daze", LINE_TEXT, NULL },
	{ "give me 3 days", LINE_TEXT, NULL },
	{ "challenge wilma --time=3 days --rules=cxq", LINE_COMMAND,
	    "challenge wilma --time=3d --rules=cxq" },
	/* Of full width. */
	{ "challenge wilma －－rules＝asian －－time＝３d", LINE_COMMAND,
	    "challenge wilma --rules=asian --time=3d" },
	/* Userid and password at the end, or in front, of what goes together without them. */
	{ "showas 1 fred secret", LINE_COMMAND, "showas 1" },
	{ "showas next fred secret", LINE_COMMAND, "showas next" },
	{ "seek off fred secret", LINE_COMMAND, "seek off" },
	{ "accept fred secret all", LINE_COMMAND, "accept all" },
	{ "limit 5 fred secret", LINE_COMMAND, "limit 5" },
	{ "vacation off fred secret", LINE_COMMAND, "vacation off" },
	{ "vacation 2026-06-01 2026-06-03 fred secret", LINE_COMMAND,
	    "vacation 2026-06-01 2026-06-03" },
	{ "if 1 off fred secret", LINE_COMMAND, "if 1 off" },
	{ "set board hanzi fred secret", LINE_COMMAND, "set board hanzi" },
	{ "take fred secret 1", LINE_COMMAND, "take 1" },
	{ "B3-E3 :)", LINE_COMMAND, "move B3-E3 :)" },
	{ "B3-E3 Danke, fred!", LINE_COMMAND, "move B3-E3 Danke, fred!" },
	{ "砲二平五 加油", LINE_COMMAND, "move 砲二平五 加油" },
	{ "炮二平五加油！", LINE_COMMAND, "move 炮二平五加油！" },
	{ "👍 B3-E3 👍🏽", LINE_COMMAND, "move 👍 B3-E3 👍🏽" },
	{ "move 12 fred secret B3-E3 good luck", LINE_COMMAND, "move 12 B3-E3 good luck" },
	{ "B3-E3 was a blunder", LINE_TEXT, NULL },
	{ "B3-E3 good", LINE_TEXT, NULL },
	{ "B3-E3 gg?", LINE_TEXT, NULL },
	{ "B3-E3 H10-G8", LINE_TEXT, NULL },
	{ "B3-E3 ggs", LINE_TEXT, NULL },
	{ "| B3-E3", LINE_SPEECH, NULL },
	/* What might have been one. */
	{ "resgin", LINE_TEXT, NULL },
	{ "resgin 12", LINE_NEAR, "resign 12" },
	{ "zihee 12 B3-E3", LINE_NEAR, "move 12 B3-E3" },
	{ "mve 12 B3-E3", LINE_NEAR, "move 12 B3-E3" },
	{ "mve 12 wilma hunter2 B3-E3", LINE_NEAR, "move 12 B3-E3" },
	{ "xyz 12 wilma hunter2 B3-E3", LINE_NEAR, "move 12 B3-E3" },
	{ "mve 12 fred", LINE_TEXT, NULL },
	{ "ladder fred hunter2 5", LINE_NEAR, "" },
	{ "resign now", LINE_TEXT, NULL },
	{ "move 123", LINE_TEXT, NULL },
	{ "move 123 fred secret", LINE_NEAR, "" },
	{ "mvee 123 frde secret", LINE_NEAR, "" },
	{ "chalenge wilma", LINE_TEXT, NULL },
	{ "B3-E3 good?", LINE_TEXT, NULL },
	{ "show me 12", LINE_TEXT, NULL },
	/* No board's number: speech, or a password where it does not belong. */
	{ "Draw? No way.", LINE_TEXT, NULL },
	{ "resign fred secret", LINE_NEAR, "" },
	{ "My move: B3-E3", LINE_TEXT, NULL },
	{ "move fred secret B3-E3", LINE_NEAR, "" },
	{ "fred secret B3-E3", LINE_NEAR, "" },
	{ "it is fred hunter22 now", LINE_NEAR, "" },
	{ "fred is here", LINE_TEXT, NULL },
	{ "it is fred again", LINE_TEXT, NULL },
	/* Commands of accounts, and of other servers, with a password in them. */
	{ "signoff fred secret", LINE_COMMAND, "signoff" },
	{ "Change password fred secret new", LINE_LOOSE, "change password ********" },
	{ "change address fred secret fred@a.test", LINE_LOOSE, "change address fred@a.test" },
	{ "add fred secret a@a.test b@a.test c@a.test d@a.test e@a.test", LINE_COMMAND,
	    "add a@a.test b@a.test c@a.test d@a.test e@a.test" },
	{ "submit 12 fred secret B3-E3", LINE_COMMAND, "submit 12 B3-E3" },
	{ "if H10-G8 then B1-C3", LINE_COMMAND, "if H10-G8 then B1-C3" },
	{ "If 炮２平５ then 馬八進七, if h8+7 then c2=5", LINE_COMMAND,
	    "if 炮２平５ then 馬八進七, if h8+7 then c2=5" },
	{ "if off", LINE_COMMAND, "if off" },
	{ "if 12 fred secret H10-G8 then B1-C3", LINE_COMMAND, "if 12 H10-G8 then B1-C3" },
	{ "B3-E3, if H10-G8 then B1-C3", LINE_COMMAND, "move B3-E3, if H10-G8 then B1-C3" },
	{ "if H10-G8, B1-C3", LINE_NEAR, "if H10-G8 then B1-C3" },
	{ "if H10-G8 then B1-C33", LINE_COMMAND, "if H10-G8 then B1-C33" },
	{ "if H10-G8 then", LINE_NEAR, "if H10-G8 then MOVE" },
	{ "if H10-G8 then what?", LINE_TEXT, NULL },
	{ "if H10-G8 then B1-C3!", LINE_NEAR, "if H10-G8 then MOVE" },
	{ "if H10-G8 had been there", LINE_TEXT, NULL },
	{ "if you take then I win", LINE_TEXT, NULL },
	{ "if fred wins", LINE_TEXT, NULL },
	{ "If only!", LINE_TEXT, NULL },
	{ "if", LINE_TEXT, NULL },
	{ "B3-E3, if you like", LINE_TEXT, NULL },
	{ "Change of plan, my friend!", LINE_TEXT, NULL },
	{ "add one more", LINE_TEXT, NULL },
	{ "drop me a line: wilma@b.test", LINE_TEXT, NULL },
	{ "signoff for today, bye", LINE_TEXT, NULL },
	/* What people say. */
	{ "Your horse looks lonely.", LINE_TEXT, NULL },
	{ "I will not resign today, you know that well", LINE_TEXT, NULL },
	{ "Move your pieces faster, please, my dear old friend", LINE_TEXT, NULL },
	{ "show me what you have got", LINE_TEXT, NULL },
	{ "history will tell who was right", LINE_TEXT, NULL },
	{ "Thanks!", LINE_TEXT, NULL },
	{ "e3", LINE_TEXT, NULL },
	/* Ends. */
	{ "", LINE_EMPTY, NULL },
	{ "  \t ", LINE_EMPTY, NULL },
	{ "end", LINE_END, NULL },
	{ "END", LINE_END, NULL },
	{ "Summary of Xiangqi Board 12", LINE_END, NULL },
	{ "  12. BRETT, Stand von heute", LINE_END, NULL },
	{ "Summary of Xiangqi Board", LINE_TEXT, NULL },
};

static void
reads_lines(void **state)
{
	struct arena *arena = arena_new();
	struct order order;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		enum line_kind kind = parse_line(arena, &context, lines[i].line, &order);

		if (kind != lines[i].kind)
			fail_msg(
			    "\"%s\" is of kind %d, not %d", lines[i].line, kind, lines[i].kind);
		if (lines[i].shown != NULL && strcmp(order.line, lines[i].shown) != 0)
			fail_msg("\"%s\" is shown as \"%s\"", lines[i].line, order.line);
	}
	arena_free(arena);
}

static void
reads_arguments(void **state)
{
	struct arena *arena = arena_new();
	struct order order;

	(void)state;
	parse_line(arena, &context, "xiangqi move 123 Fred SeCret B3-E3 #12", &order);
	assert_int_equal(order.game, 123);
	assert_string_equal(order.userid, "fred");
	assert_string_equal(order.password, "SeCret");
	assert_int_equal(order.number, 12);
	assert_string_equal(order.move, "B3-E3");
	parse_line(arena, &context,
	    "challenge wilma --rules=asian --userid=Fred --password=Se=cret", &order);
	assert_int_equal(order.option_count, 1);
	assert_string_equal(order.options[0].name, "rules");
	assert_string_equal(order.options[0].value, "asian");
	assert_string_equal(order.password, "Se=cret");
	assert_string_equal(
	    order.written, "challenge wilma --rules=asian --userid=Fred --password=********");
	parse_line(arena, &context, "xiangqi Propose board 12 fred fred **", &order);
	assert_string_equal(order.written, "xiangqi Propose board 12 fred ******** **");
	parse_line(arena, &context, "show 13#4", &order);
	assert_string_equal(order.words[0], "13#4");
	arena_free(arena);
}

static const struct {
	const char *subject, *text;
	bool body_first;
	const char *commands; /* names, with blanks between */
	const char *comment;
	const char *doubtful;
} letters[] = {
	{ "move 1 fred secret B3-E3", "Hello!\n", false, "move", "Hello!", NULL },
	{ "hello", "move 1 fred secret B3-E3\n\nHello!\n", false, "move", "Hello!", NULL },
	{ "multiple", "show 1\nshow 2\nend\nshow 3\n", false, "show show", "", NULL },
	{ "multiple", "move 1 B3-E3\n\nshow 2\n\nHello\n", false, "move show", "Hello", NULL },
	{ "multiple", "show 1\n\nresign 2\n", false, "show", "resign 2", "resign 2" },
	{ "move 1 fred secret B3-E3", "resign\n", true, "resign", "", NULL },
	{ "move 1 fred secret B3-E3", "Here you are.\n", true, "move", "Here you are.", NULL },
	{ "x", "\n\n  B3-E3\n\n\nOne.\n\nTwo.\n\n", true, "move", "One.\n\nTwo.", NULL },
	/* The first paragraph, and what is not in it. */
	{ "x", "B3-E3\ndraw\n", true, "move draw", "", NULL },
	{ "x", "B3-E3\ndraw?\n", true, "move draw", "", NULL },
	{ "x", "B3-E3\n\ndraw?\n", true, "move", "draw?", NULL },
	{ "x", "B3-E3\n\ndraw\n", true, "move", "draw", "draw" },
	{ "x", "B3-E3\n\nhelp\n", true, "move", "help", NULL },
	{ "x", "B3-E3\nnice, is it not?\nresign\n", true, "move", "nice, is it not?\nresign",
	    "resign" },
	{ "x", "B3-E3\n\nResign?\n", true, "move", "Resign?", NULL },
	{ "x", "B3-E3\nresign\n", true, "move resign", "", "resign" },
	{ "x", "move 1 B3-E3\nresign 2\n", false, "move resign", "", NULL },
	{ "x", "draw\n\n*B3-E3*\n", true, "draw", "*B3-E3*", "*B3-E3*" },
	{ "x", "draw\n\nresgin 1\n", true, "draw", "resgin 1", "resgin 1" },
	{ "x", "B3-E3\nhelp yourself\n", true, "move", "help yourself", NULL },
	{ "x", "as fred secret\nhelp yourself\n", true, "as help", "", NULL },
	{ "x", "B3-E3\nas fred secret\n", true, "move", "as fred ********", "as fred ********" },
	{ "x", "As usual late\nB3-E3\n", true, "", "As usual late\nB3-E3", "B3-E3" },
	{ "x", "Dear Fred,\nB3-E3\n", true, "", "Dear Fred,\nB3-E3", "B3-E3" },
	{ "x", "B3-E3?\n", true, "", "B3-E3?", "B3-E3?" },
	{ "x", "B3-E3\nH3-E3?\n", true, "move", "H3-E3?", NULL },
	{ "Xiangqi Board 1", "\n", true, "", "", NULL },
	/* A command that is the writer's name, too. */
	{ "x", "B3-E3\nHòa\n", true, "move", "Hòa", NULL },
	{ "x", "B3-E3\n\nHoà\n", true, "move", "Hoà", "Hoà" },
	{ "x", "B3-E3\n\nThanks\nHòa\n", true, "move", "Thanks\nHòa", NULL },
	{ "x", "B3-E3\n- hòa.\n", true, "move", "- hòa.", NULL },
	{ "x", "hòa\n", true, "draw", "", NULL },
	{ "x", "Hòa\nB3-E3\n", true, "draw move", "", NULL },
	/* What is said beside a move. */
	{ "x", "b3e3 gg\n\nSee you\n", true, "move", "gg\n\nSee you", NULL },
	{ "x", "*b3e3*.\n\nSee you\n", true, "move", "See you", NULL },
	/* Words that say so. */
	{ "x", "say\nresign\nB3-E3\n", true, "chat", "resign\nB3-E3", NULL },
	{ "x", "B3-E3\nsay\n\nresign\n", true, "move chat", "resign", NULL },
	{ "x", "B3-E3\n\nHello\nSay\nresign\n", true, "move", "Hello\nresign", NULL },
	{ "x", "B3-E3\n\nHello\nsay\n", true, "move", "Hello\nsay", NULL },
	{ "x", "B3-E3\n\nsay cheese\nresign\n", true, "move", "say cheese\nresign", "resign" },
	{ "x", "B3-E3\n\n| resign\n|draw\n", true, "move", "resign\ndraw", NULL },
	{ "x", "B3-E3\n|resign\ndraw!\n", true, "move", "resign\ndraw!", NULL },
	/* Passwords. */
	{ "x", "B3-E3\n\nmve 1 fred hunter2 B3-E3\n", true, "move", "mve 1 fred ******** B3-E3",
	    "mve 1 fred ******** B3-E3" },
	{ "x", "B3-E3\n\nmve 1 fred hunter2 B3-E3\n", true, "move", "mve 1 fred ******** B3-E3",
	    "mve 1 fred ******** B3-E3" },
	{ "x", "B3-E3\nladder fred hunter2 5\n", true, "move", "ladder fred ******** 5",
	    "ladder fred ******** 5" },
	{ "x", "chat\nmy password is geheim\n", true, "chat", "my password is geheim", NULL },
	{ "move 1 fred geheim B3-E3", "geheim is my password\n", false, "move",
	    "******** is my password", NULL },
	{ "move 1 fred secret B3-E3", "move 1 fred secret B3-E3\n\nHello\n", false, "move", "Hello",
	    NULL },
	{ "signup fred geheim", "B3-E3\n\ngeheim is my password\n", true, "move",
	    "******** is my password", NULL },
	{ "signup fred geheim", "move 1 B3-E3\n\ngeheim it is\n", false, "move", "******** it is",
	    NULL },
	{ "mve 1 fred hunter2 B3-E3", "B3-E3\n\nhunter2 it is\n", true, "move", "******** it is",
	    NULL },
	{ "chat 5 minutes later", "B3-E3\n\nSee you later\n", true, "move", "See you later", NULL },
	{ "as fred secret", "move 1 B3-E3\nHello\n", false, "as move", "Hello", NULL },
	/* A Subject that may be a sentence. */
	{ "help yourself", "B3-E3\n", false, "move", "", NULL },
	{ "help yourself", "Hello\n", false, "help", "Hello", NULL },
	{ "help yourself", "Hello\n", true, "", "Hello", NULL },
	{ "challenge barney", "\n", true, "challenge", "", NULL },
	{ "", "", true, "", "", NULL },
};

static void
reads_letters(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
		struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
		char names[200] = "";

		parse_letter(arena, &context, letters[i].subject, letters[i].text,
		    letters[i].body_first, parsed);
		for (int k = 0; k < parsed->count; k++) {
			strncat(names, k > 0 ? " " : "", sizeof names - strlen(names) - 1);
			strncat(
			    names, parsed->orders[k].verb->name, sizeof names - strlen(names) - 1);
		}
		assert_string_equal(names, letters[i].commands);
		assert_string_equal(parsed->comment, letters[i].comment);
		if (letters[i].doubtful != NULL)
			assert_string_equal(parsed->doubtful, letters[i].doubtful);
		else
			assert_null(parsed->doubtful);
	}
	arena_free(arena);
}

/* Whatever stands around a command with a password, in the Subject or in the text, nothing that
 * is shown of it holds the password. */
static void
shows_no_password(void **state)
{
	static const char *const commands[] = { "resign 12 fred secret1", "draw 12 fred secret1",
		"move 12 fred secret1 b3e3", "resign fred secret1", "show 12 fred secret1",
		"set board hanzi fred secret1", "challenge wilma fred secret1",
		"signoff fred secret1", "resing 12 fred secret1", "chat 12 fred secret1" };
	static const char *const around[][2] = { { "", "" }, { "", " (External)" },
		{ "", " [EXT]" }, { "", " {Scanned}" }, { "", " :)" }, { "", " ;-)" }, { "", " `" },
		{ "`", "`" }, { "\"", "\"" }, { "'", "'" }, { "(", ")" }, { "[", "]" },
		{ "{", "}" }, { "*", "*" }, { "_", "_" }, { "<", ">" }, { "“", "”" }, { "„", "“" },
		{ "«", "»" }, { "", " ?" }, { "", "!" }, { "", "." }, { "- ", "" }, { "> ", "" },
		{ "", " 🙂" }, { "", " #encrypt" }, { "(External) ", "" }, { "", " --" },
		{ "", " (External) :)" }, { "please ", "" }, { "", " please" }, { "「", "」" },
		{ "", "）" }, { "(", "" }, { "", ")" }, { "\"", "" }, { "", "\"" }, { "| ", "" },
		{ "``", "``" }, { "(\"", "\")" }, { "", " (fred)" } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		for (size_t k = 0; k < 2 * sizeof around / sizeof around[0]; k++) {
			const char *line = arena_printf(
			    arena, "%s%s%s", around[k / 2][0], commands[i], around[k / 2][1]);
			struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);

			parse_letter(
			    arena, &context, k % 2 ? line : "", k % 2 ? "" : line, false, parsed);
			if (strstr(parsed->form, "secret1") != NULL ||
			    strstr(parsed->unread, "secret1") != NULL ||
			    (parsed->doubtful != NULL &&
				strstr(parsed->doubtful, "secret1") != NULL))
				fail_msg("%s: %s (%s)", line, parsed->form, parsed->unread);
		}
	arena_free(arena);
}

/* What the same words mean as the answer to what. */
static const struct {
	const char *subject, *text;
	struct parse_answer answer;
	const char *command; /* "" none */
} answers[] = {
	{ "", "yes\n", { .game = 0 }, "" },
	{ "", "yes\n", { .game = 12 }, "" },
	{ "", "ja\n\nHave fun!\n", { .game = 12, .asks = ASKS_CHALLENGE }, "accept" },
	{ "", "ja, danke!\n", { .game = 12, .asks = ASKS_DRAW }, "accept" },
	{ "", "Ja.\nHòa\n", { .game = 12, .asks = ASKS_UNDO }, "accept" },
	{ "", "nein, danke\n", { .game = 12, .asks = ASKS_DRAW }, "reject" },
	{ "", "nein das\n", { .game = 12, .asks = ASKS_DRAW }, "" },
	{ "", "ja?\n", { .game = 12, .asks = ASKS_DRAW }, "" },
	{ "", "ja, nein\n", { .game = 12, .asks = ASKS_DRAW }, "reject" },
	{ "", "nein, ja\n", { .game = 12, .asks = ASKS_DRAW }, "" },
	{ "", "ja fred\n", { .game = 12, .asks = ASKS_DRAW }, "accept" },
	{ "", "ja später\n", { .is_question = true }, "" },
	{ "", "ja wilma\n", { .is_question = true }, "" },
	{ "", "ja fred\n", { .is_question = true }, "confirm" },
	{ "", "ja\n\nspäter\n", { .is_question = true }, "" },
	{ "", "ja\n\nHòa Nguyễn\nBoss\n", { .is_question = true }, "confirm" },
	{ "", "", { .game = 12, .asks = ASKS_DRAW }, "" },
	{ "", "ja\n", { .game = 12, .asks = ASKS_DRAW, .is_automatic = true }, "" },
	{ "", "ja\n", { .game = 12, .asks = ASKS_TWO }, "" },
	{ "", "ja, aber nicht heute\n", { .game = 12, .asks = ASKS_CHALLENGE }, "" },
	{ "", "ja\n", { .asks = ASKS_MEANT, .meant = "resign 12" }, "resign" },
	{ "", "nein\n", { .asks = ASKS_MEANT, .meant = "resign 12" }, "" },
	{ "", "ja\n", { .asks = ASKS_MEANT }, "" },
	/* Words alone. */
	{ "", "What a game\n", { .game = 12, .takes_words = true }, "chat" },
	{ "", "What a game\n", { .game = 12, .takes_words = true, .is_automatic = true }, "" },
	{ "", "What a game\n", { .writer = "wilma" }, "message" },
	{ "", "What a game\n", { .game = 12 }, "" },
	{ "", "I resign\n", { .game = 12, .takes_words = true, .is_playing = true }, "" },
	{ "", "I resign\n", { .game = 12, .takes_words = true }, "chat" },
	{ "", "h2 then e2\n", { .game = 12, .takes_words = true }, "chat" },
	{ "", "h2 then e2\n", { .game = 12, .takes_words = true, .is_his_move = true }, "" },
	{ "", "resgin\n", { .game = 12, .takes_words = true }, "" },
	{ "", "ja\n", { .is_question = true }, "confirm" },
	{ "", "", { .is_question = true }, "confirm" },
	{ "", "accept\n", { .is_question = true }, "confirm" },
	{ "", "ja\n", { .is_question = true, .is_automatic = true }, "" },
	{ "", "s3cret-word\n", { .is_question = true }, "" },
	{ "", "s3cret-word\n", { .is_question = true, .wants_password = true }, "" },
	{ "", "password s3cret-word\n", { .is_question = true, .wants_password = true },
	    "confirm" },
	{ "", "password s3cret-word\n", { .is_question = true }, "" },
	{ "", "password short\n", { .is_question = true, .wants_password = true }, "" },
	{ "", "password forgotten?\n", { .is_question = true, .wants_password = true }, "" },
	{ "", "two words\n", { .is_question = true, .wants_password = true }, "" },
	{ "", "never\n", { .is_question = true, .is_invitation = true }, "confirm" },
	{ "", "never mind\n", { .is_question = true, .is_invitation = true }, "" },
	{ "", "never\n", { .is_question = true }, "" },
	{ "", "confirm\n", { .game = 12 }, "submit" },
	{ "", "confirm\n", { .is_question = true }, "confirm" },
	{ "", "confirm\n", { .game = 0 }, "confirm" },
	{ "", "confirm 12 fred secret\n", { .game = 0 }, "submit" },
	{ "", "confirm 23456789\n", { .game = 12 }, "confirm" },
	{ "X: finished games (more: history fred after 7)", "more\n", { .game = 0 }, "history" },
	{ "X: fertige Partien (weiter: history after 7)", "more\n", { .game = 0 }, "history" },
	{ "X: finished games", "more\n", { .game = 0 }, "more" },
	{ "history of chess (a book)", "more\n", { .game = 0 }, "more" },
	{ "", "more history fred after 7\n", { .game = 0 }, "history" },
};

static void
means_by_what_is_answered(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
		struct parse_context answering = context;

		answering.answer = answers[i].answer;
		parse_letter(arena, &answering, answers[i].subject, answers[i].text, true, parsed);
		if (strcmp(parsed->count == 1 ? parsed->orders[0].verb->name : "",
			answers[i].command) != 0)
			fail_msg("%s (%s) is %s", answers[i].text, answers[i].subject,
			    parsed->count == 1 ? parsed->orders[0].verb->name : "nothing");
	}
	arena_free(arena);
}

/* The server itself reads these lines, of any length: in time that grows no faster than they
 * do.  What is quadratic takes ten times the limit, what is not a hundredth. */
static void
reads_long_lines_in_little_time(void **state)
{
	static const struct {
		const char *begin, *piece;
	} long_lines[] = { { "if a1a2 ", "x " }, { "if a1a2 ", "if " }, { "if a1a2 ", "炮 " },
		{ "h2e2 ", "~" }, { "h2e2", "!" }, { "", "*" }, { "", "h2e2 " } };
	const size_t size = 96 * 1024;
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof long_lines / sizeof long_lines[0]; i++) {
		struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
		clock_t took = CLOCKS_PER_SEC + 1;
		const char *shown;
		struct str line;

		str_init(&line, arena, 0);
		str_add(&line, long_lines[i].begin);
		while (line.length < size)
			str_add(&line, long_lines[i].piece);
		/* A busy machine makes any one measurement long, and none too short. */
		for (int try = 0; try < 5 && took > CLOCKS_PER_SEC; try++) {
			clock_t began = clock();

			parse_letter(arena, &context, "", line.data, true, parsed);
			took = clock() - began;
		}
		if (took > CLOCKS_PER_SEC)
			fail_msg("\"%s%s ...\"", long_lines[i].begin, long_lines[i].piece);
		/* An answer quotes the beginning alone. */
		shown = parsed->doubtful != NULL ? parsed->doubtful : parsed->unread;
		assert_in_range(strlen(shown), 4000, 4100);
		assert_int_equal(strncmp(shown, line.data, 4000), 0);
		assert_string_equal(strrchr(shown, ' '), " …");
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_lines),
		cmocka_unit_test(reads_arguments),
		cmocka_unit_test(reads_letters),
		cmocka_unit_test(shows_no_password),
		cmocka_unit_test(means_by_what_is_answered),
		cmocka_unit_test(reads_long_lines_in_little_time),
	};

	languages[1].letters = letters_of("vi");
	for (int i = 0; i < VERB_COUNT; i++)
		if (strcmp(verb_table[i].name, "move") == 0)
			german[i] = "ziehe zug";
		else if (strcmp(verb_table[i].name, "draw") == 0)
			vietnamese[i] = "hòa hoà";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
