/* SPDX-License-Identifier: ISC */
/*
 * What people say, told from what they command, by its dress: the marks behind a word, a
 * move between asterisks or with thanks behind it, a password behind a userid.
 */
#ifndef SPEAK_SPEECH_H
#define SPEAK_SPEECH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct glossary;
struct parse_context;
struct tokens;
struct verb;

/* With what a word ends; of several, the last named here. */
enum mark {
	MARK_NONE,
	MARK_STOP, /* one full stop */
	MARK_COLON,
	MARK_COMMA,    /* or a semicolon */
	MARK_QUESTION, /* question marks alone */
	MARK_OTHER     /* "!", "...", "?!" */
};
enum mark speech_mark(const char *word);
/* Nothing but such marks? */
bool speech_is_mark(const char *word);

/* A move as telephones and people dress it: "*B3-E3*", "(b3e3)", "B3-E3 :)". */
struct dressed_move {
	const char *move; /* as it was written, undressed */
	const char *rest; /* what was said beside it; "" nothing */
	int number;       /* after "#"; 0 none */
	bool is_question;
};
/* Is all of the text one move, perhaps with "#n", and beside it only thanks, greetings or
 * faces?  In the letters of any language; the board plays no part in form. */
bool speech_read_move(struct arena *arena, const struct parse_context *context, const char *text,
    struct dressed_move *out);

/* Bytes of the longest of the phrases, which have one of the marks between them, at the beginning
 * of text; both folded.  phrases: or NULL. */
size_t speech_phrase(const char *text, const char *phrases, const char *marks);
/* The same of a list of each language, SPEECH_LIST(corrections); its file includes glossary.h. */
#define SPEECH_LIST(name) offsetof(struct language, name)
size_t speech_listed(const struct parse_context *context, const char *text, size_t list);
/* What stands behind the first of such phrases that begins with a word, or at a hanzi, of the text;
 * NULL: there is none. */
const char *speech_find(const char *text, const char *phrases, const char *marks);
/* Does such a phrase of a list of each language stand anywhere in the folded text? */
bool speech_holds(const struct parse_context *context, const char *text, size_t list);
/* … or one that says that verb? */
bool speech_holds_deed(const struct parse_context *context, const char *text, int verb);
/* … or one for which that verb helps? */
bool speech_holds_trouble(const struct parse_context *context, const char *text, int verb);
/* Bytes of a "no" at the beginning of the folded text. */
size_t speech_no(const struct parse_context *context, const char *text);
/* Bytes of what mocks a yes with which the folded text begins, "yeah right", its commas left out.
 */
size_t speech_mocks(struct arena *arena, const struct parse_context *context, const char *text);
/* Does the character end a clause: ",", "。"? */
bool speech_is_end(uint32_t c);
/* Does nothing follow in the clause, of which the folded text is the rest, but thanks? */
bool speech_ends_clause(struct arena *arena, const struct parse_context *context, const char *text);
/* Bytes of the first word, which a blank or a mark ends; *after: … with those behind it. */
size_t speech_word(const char *text, size_t *after);
/* Is the line one of the words of the name, or all of it, as a signature is?  name: NULL unknown.
 */
bool speech_is_name(struct arena *arena, const char *name, const char *line);
/* Does it begin with a word that goes on with a sentence about a move: "was", "or"? */
bool speech_goes_on(struct arena *arena, const struct parse_context *context, const char *text);
/* The line without the sign with which chat programs mark commands: "/b3e3", "!move b3e3". */
const char *speech_command(const char *line);
/* The text without what stands in front of a move only to set it apart: "*(" */
const char *speech_undress(const char *text);
/* The same behind a move, where a bracket that is closed further on begins words, "(nice)", and
 * what stands at the first word is that word's: "*great* opening". */
const char *speech_behind(const char *text);

/* Nothing but pictures, "👍"? */
bool speech_is_picture(const char *text);
/* Nothing but a laugh, "Hi hi!"? */
bool speech_is_laugh(struct arena *arena, const char *text);
/* Only thanks, greetings, faces, and nobody is named?  Not where something is asked; farewell: nor
 * asked for, as in "resign, please". */
bool speech_is_thanks(
    struct arena *arena, const struct parse_context *context, const char *text, bool farewell);

/* Only these, and perhaps players: "Hi Fred"? */
bool speech_is_greeting(struct arena *arena, const struct parse_context *context, const char *text);

/* Empty, or no more than "please", which is said to nobody? */
bool speech_is_please(const char *text);

/* "stop please", "unsubscribe me", "abmelden", and nothing else: too many letters come. */
bool speech_asks_for_silence(
    struct arena *arena, const struct parse_context *context, const char *text);

/* The command that all of the text says in other words, "I give up", perhaps with thanks behind it;
 * NULL none.  rest: not NULL: or begins with, *rest: what stands behind it, folded. */
const struct verb *speech_deed(
    struct arena *arena, const struct parse_context *context, const char *text, const char **rest);

/* What an answer says. */
enum said {
	SAID_OTHER,   /* also a question, "ok?" */
	SAID_NOTHING, /* it is empty */
	SAID_YES,
	SAID_NO /* also "ja, nein" */
};
/* *more: with other words beside it than thanks, greetings and names, so that it is neither. */
enum said speech_said(
    struct arena *arena, const struct parse_context *context, const char *text, bool *more);

/* Is the text "REPLY then MOVE", perhaps with ", if REPLY then MOVE" behind it, any number of
 * times, and nothing else?  *out: its moves, with tabs between. */
bool speech_read_plan(
    struct arena *arena, const struct parse_context *context, const char *text, const char **out);
/* Does a line that is none hold nothing else than one would?  "if B8-E8 then H1G", "if b8e8,
 * h1g3"; but "if B8-E8 then I am lost" is speech.  *reply: the move, else "";
 * *rest: what stands behind it. */
bool speech_resembles_plan(struct arena *arena, const struct parse_context *context,
    const char *line, const char **reply, const char **rest);
/* The verb that asks about positions with which a line begins, and then one, or moves: "opening
 * 1. C2=5, what then?"; as a remark it would tell the other what its writer thinks of.  Or that of
 * a move, where he is not to move, and the line is one as chess programs write it.  NULL. */
const struct verb *speech_study(
    struct arena *arena, const struct parse_context *context, const char *line);
/* Has a player that userid, as far as the context knows? */
bool speech_knows(const struct parse_context *context, const char *userid);
/* A face made of signs, ":-)", ";P", "-_-", ":smile:", with nothing joined to it?  Its signs are no
 * mark of the move. */
bool speech_is_face(const char *text);

#endif
