/* SPDX-License-Identifier: ISC */
/*
 * What the files of the parser share: parse.c reads a letter, parse_broken.c puts lines
 * together, parse_line.c reads one, parse_args.c the arguments of a verb, parse_nearest.c finds
 * what a line without a command resembles, parse_deed.c what words may be meant for, parse_clause.c
 * a clause of them, parse_request.c what they ask the server for, and parse_meaning.c what all that
 * means as an answer.
 */
#ifndef SPEAK_PARSE_INTERNAL_H
#define SPEAK_PARSE_INTERNAL_H

#include "speak/parse.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

/* A line that is read: its words, and what was understood so far. */
struct line_reader {
	struct arena *arena;
	const struct parse_context *context;
	struct tokens *tokens;
	int at; /* the first word that is still to be read */
	struct order *order;
	const enum arg_kind *later; /* the arguments after the one that is read */
	bool is_loose;              /* a word may be any word */
	bool is_wrong;              /* … or is none that its argument can be */
};

/* Reads all arguments of order->verb, from word `at` on; false: the line is no such order. */
bool args_read(struct line_reader *r);

/* The next line of *text, without its end; *text goes behind it.  NULL: there is none. */
const char *letter_line(struct arena *arena, const char **text);

/* Reads the answer to a letter that lists boards, where a line begins with one's number: orders,
 * and the words that belong to each.  False: there is no such line; *out is as at first. */
bool parse_list(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out);

/* The line, which *text follows, with those right below that belong to its command; *text is moved
 * behind them. */
const char *broken_join(
    struct arena *arena, const struct parse_context *context, const char *line, const char **text);
/* May this line, below that command, be the end of it as well as something of its own? */
bool broken_may_join(struct arena *arena, const struct parse_context *context,
    const struct order *above, const char *line);
/* Does the line end where a plan has to go on: in "if" or "then"? */
bool broken_waits(const char *line);
/* Does a denial stand in front of the move in the clause, "not h10g8", "I won't play h10g8"? */
bool broken_is_denied(struct arena *arena, const struct parse_context *context, const char *line);
/* Does each clause of the line that names a move tell of another time, or of what might have been:
 * "you should have played H10-G8", "in our last game you answered H10-G8"? */
bool broken_is_bygone(struct arena *arena, const struct parse_context *context, const char *line);
/* Is the line, which is a move, part of a sentence or a plan with those next to it?  above: the
 * line above it, said: the last one with words, text: what follows it. */
bool broken_is_part(struct arena *arena, const struct parse_context *context, const char *above,
    const char *said, const char *line, const char *text);
/* The option with which the line begins, folded: "--private", "–time=3d"; but "-Fred" and "—Fred"
 * sign.  NULL: it begins with none. */
const char *broken_option(struct arena *arena, const char *line);

/* A line that says in words what a command for tournaments does becomes that: "join", with the
 * number if it has one. */
void parse_tournament(struct tokens *tokens);
/* "take your time", "leave me alone": what these commands are about has a number.  Not where a
 * player is named, with whom a password may stand. */
bool tournament_lacks_number(
    const struct parse_context *context, const struct verb *verb, const struct tokens *tokens);
/* Is it a tournament's name with options, or "off"? */
bool fits_announced(const struct order *order);

/* A line that says a command in other words than its own becomes that: "cancel draw", "draw
 * accepted", "join the stairs", "bot 3". */
void parse_other_words(struct tokens *tokens);

/* The command that a line without one comes nearest to: "play with wilma", "board 12", the slip
 * put right, or as many of its words as make one; "" none.  *meant: what it resembles, or NULL;
 * and then what was found. */
const char *nearest_form(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb **meant);

/* The challenges, a line each, that a line is meant for which names several others, "challenge
 * wilma and barney"; "": it does not. */
const char *nearest_challenges(struct arena *arena, const struct parse_context *context,
    const char *line, const struct verb **meant);

/* The command that shows something, or takes back, with whose word a line about a move begins,
 * "explain B1-C3", "undo B1-C3"; NULL none. */
const struct verb *nearest_begin(
    struct arena *arena, const struct parse_context *context, const char *line);

/* What a line of an answer to a challenge that speaks of it may mean; NULL: it is about something
 * else. */
const struct verb *nearest_answer(
    struct arena *arena, const struct parse_context *context, const char *line);

/* "html off", "language german", "zone Europe/Berlin": a setting with a value that it can have?
 * *order: sets it. */
bool nearest_setting(struct arena *arena, const struct parse_context *context, const char *line,
    struct order *order);

/* "the first one", "it's my move", to a letter that asks: are the words for whoever asked? */
bool answer_is_for_us(struct arena *arena, const struct parse_context *context, const char *words);
/* The folded text on one line, its paragraphs apart. */
const char *answer_on_one_line(struct arena *arena, const char *text);
/* Does the answered letter ask about what the other player offers? */
bool answer_is_offered(const struct parse_answer *answer);
/* A yes, and beside it, among the words of the text, "no wait", "just kidding"; or "no problem"?
 * Then it is asked about, and what it would do. */
bool answer_doubt(struct arena *arena, const struct parse_context *context, enum said said,
    const char *text, const char *words, struct parsed_letter *out);
/* What an answer with more words than a yes or a no may mean: "of course not" says no. */
const struct verb *answer_nearest(
    struct arena *arena, const struct parse_context *context, enum said said, const char *text);
/* "Exactly!", "yes I do", and nothing else: what was asked is meant. */
bool answer_affirms(struct arena *arena, const struct parse_context *context, const char *text);
/* The same, also behind a yes: "Yes, it was me". */
bool answer_confirms(struct arena *arena, const struct parse_context *context, const char *text);
/* Is the line an agreement, also of several words, "I agree", "đồng ý", and nothing else? */
bool answer_agrees(struct arena *arena, const struct parse_context *context, const char *line);
/* "Yes, I resign", where this was asked. */
bool answer_repeats(struct arena *arena, const struct parse_context *context, const char *text);
/* Do the words ask something, or speak of an end, "I quit", "I do not want to play any more"? */
bool answer_speaks_of_end(struct arena *arena, const char *text);
/* "No, H3-E3", where another move was asked about: that move; NULL: it is something else. */
const char *answer_other_move(
    struct arena *arena, const struct parse_context *context, const char *text);

/* "No, sorry, no time", "I am not interested", and nothing else but a name below it: does it
 * decline an invitation? */
bool answer_excuses(struct arena *arena, const struct parse_context *context, const char *text);

/* One word that may be a new password; "password wrong?" asks. */
bool answer_is_password(const char *text);
/* The new password in a first line "password NEW"; NULL: it is none. */
const char *answer_password(struct arena *arena, const char *text);
/* "Never", alone on the first line: "Never mind" is something else. */
bool answer_is_never(struct arena *arena, const char *text);
/* Does its first line say so: "STOP!", "please unsubscribe me"?  Below it a name may stand. */
bool answer_wants_silence(
    struct arena *arena, const struct parse_context *context, const char *text);

/* Makes of what stands behind the command for a vacation its two days, as far as they can be read,
 * without "please" at the end. */
void parse_days(struct arena *arena, const struct parse_context *context, struct tokens *tokens);
/* Does the line begin with that command's word, and speak of days: "vacation until the end of
 * summer"?  *form: how it is written with those that can be read, as date_join_span has them; "".
 */
bool days_in_line(struct arena *arena, const struct parse_context *context,
    const struct tokens *tokens, enum mark mark, const char **form);

/* Is nothing there with which it could be done: "I accept my fate", where nothing is offered, "undo
 * it" to who has written a message? */
bool deed_is_idle(const struct parse_context *context, const struct verb *verb);
/* The command that this line of words may be meant for: "I resign", "mesage wilma"; NULL none.
 * mark: at its end. */
const struct verb *deed_in_line(struct arena *arena, const struct parse_context *context,
    const struct tokens *tokens, enum mark mark);
/* Bytes of the text up to the first mark of a sentence. */
size_t clause_length(const char *text);
/* Where in the folded line a clause says the verb and nothing else, behind no condition and in
 * front of no second thoughts: "how about a draw, fred?"; NULL. */
const char *deed_in_clause(struct arena *arena, const struct parse_context *context,
    const char *line, const struct verb *verb);
/* Do the words say a deed: all of them, "I give up", or a clause that its writer gives up?  Then it
 * is what `out` holds as meant. */
bool deed_is_said(struct arena *arena, const struct parse_context *context, const char *all,
    struct parsed_letter *out);

/* "Cancel the challenge" of somebody else declines it, "take it back" of one's own withdraws it:
 * what that verb means in an answer; else the verb. */
const struct verb *deed_of_challenge(const struct parse_answer *answer, const struct verb *verb);

/* Does the short text ask the server for something, "Hi, please delete my account", "how do I
 * resign?", or is a line of it one of our own lists of commands?  Then that is what `out` holds as
 * meant, unless it has found a form. */
bool request_is_said(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out);
/* The first clause of the text that complains about a player or asks for the operator; or its first
 * line, where it is said to the server, whatever it says.  NULL: of none. */
const char *request_complaint(
    struct arena *arena, const struct parse_context *context, const char *text);
/* What only shows something is shown at once: it becomes the letter's order, and its words go to
 * nobody.  A line of our own lists may have been left there, and is asked about. */
void request_take(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out);

/* How a line about moves (speech_study) is written to ask with that verb; "" unknown. */
const char *nearest_study(struct arena *arena, const struct parse_context *context,
    const struct verb *verb, const char *line);

/* Turns what was read into what it means as an answer; text: the letter's. */
void meaning_read(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, struct parsed_letter *out);

/* Drops "please" behind what only asks, and the article in "challenge the bot". */
void words_drop_idle(struct arena *arena, const struct parse_context *context,
    struct tokens *tokens, const struct verb *verb);

/* "invite Friend <friend@home.example>": the address is what counts. */
void words_drop_name(struct tokens *tokens);
/* "challenge wilma, please": the comma is no part of the name. */
void words_drop_commas(struct arena *arena, struct tokens *tokens);

/* "challenge wilma unrated": the word becomes an option. */
void words_take_rated(
    const struct parse_context *context, struct tokens *tokens, struct order *order);
/* "Who knows", "message received, thanks": no command, though it begins like one? */
bool words_are_idiom(
    struct arena *arena, const struct parse_context *context, const struct tokens *tokens);

#endif
