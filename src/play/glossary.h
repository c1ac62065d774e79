/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, with what players write in them: letters for the
 * pieces and words for commands.
 *
 * Plain values: view/ reads them from the folders of templates
 * (riverpost-templates(5)) and hands them down.  What a letter says is read with
 * those of all languages, whatever its sender's.
 */
#ifndef PLAY_GLOSSARY_H
#define PLAY_GLOSSARY_H

#include "rules/notation.h"

#define SPAN_UNITS 3

/* Phrases that ask the server for a command with what stands behind it: "set board flipped". */
struct asked_form {
	const char *form;
	const char *phrases; /* folded, with commas between */
};

struct language {
	const char *code;   /* its folder: "en", "zh-Hans" … */
	const char *name;   /* its own: "English", "简体中文" … */
	const char *called; /* that and what others call it: folded, blank-separated, hyphens in
			     * the place of blanks */
	struct notation_letters *letters; /* NULL: the usual ones */
	/* Folded words, blank-separated, or NULL: for each verb by its id, for yes and for no. */
	const char **commands, *yes, *no;
	const char **deeds; /* phrases that say a verb, "i give up", by its id: folded, with commas
			     * between; or NULL */
	const char **requests; /* … and those that ask the server for it, "delete my account" */
	const char **troubles; /* … and those that tell why it is wanted, "I am away" */
	const struct asked_form *forms; /* form_count of them */
	int form_count;
	const char *agreements;   /* phrases that say yes: folded, with commas between; or NULL */
	const char *courtesies;   /* thanks, greetings: folded, with commas between; or NULL */
	const char *entreaties;   /* … of these, what asks the other for something; or NULL */
	const char *corrections;  /* what says that another move is meant, "oops"; the same */
	const char *retractions;  /* … that the move is not to be played; the same */
	const char *names;        /* what stands in front of one's name, "my name is"; the same */
	const char *affirmations; /* "exactly", to what somebody may have meant; the same */
	const char *plays;        /* "play it", behind a yes to a move that was meant; the same */
	const char *jokes;        /* … or was not meant, alone on a line; the same */
	const char *second_thoughts; /* what begins a clause below a deed that throws doubt on it;
				      * the same */
	const char *fillers;         /* what may stand in front of these: "but", "hm"; the same */
	const char *takes_draw;      /* what accepts a draw, and nothing else; the same */
	const char *takes_undo,
	    *takes_game;         /* … that a move is taken back, a challenge; the same */
	const char *questions;   /* a no that makes a question of a yes in front; the same */
	const char *denials;     /* what says no in a sentence about an offer; the same */
	const char *postponers;  /* … and what puts a yes off, "tomorrow"; the same */
	const char *assurances;  /* … and has one of these, and is neither; the same */
	const char *considering; /* what says that the move below is only thought of; the same */
	const char *drafts;      /* … alone, or behind the move on its line, "(idea)"; the same */
	const char *joking;      /* words of a joke, below a deed; the same */
	const char *asks_how;    /* "how do I", of what is asked of the server; the same */
	const char *pleas;       /* … "please", "can you"; the same */
	const char *to_server;   /* … "dear server", whatever then follows is for it; the same */
	const char *about_that;  /* … "how do I do that", of the sentence in front; the same */
	const char *reasons;     /* what begins a clause that only says why; the same */
	const char *beside_requests; /* … and what may stand beside it, "again"; the same */
	const char *joining;         /* what asks to take part, or what this is; the same */
	const char *puzzled; /* … and asks the server that in answer to a challenge; the same */
	const char *excuses; /* … what declines an invitation, "no time"; the same */
	const char *beside_excuses;                     /* … and stands beside that; the same */
	const char *until, *today, *tomorrow, *lasting; /* of days, "until", "for"; the same */
	const char *on, *off;                           /* what switches a setting; the same */
	const char *switches;     /* … and what else stands beside its name; the same */
	const char *conditions;   /* what begins a plan, "if", "when"; the same */
	const char *consequences; /* … and the move in it, "then"; the same */
	const char *silence; /* what asks for fewer letters: folded, with commas between; or NULL */
	/* Folded, blank-separated, or NULL: words that go on with a sentence about a move, "was",
	 * those between its squares, "to", and those that tell of it, "my", "goes". */
	const char *goes_on, *between, *tells;
	/* Folded, with commas between, or NULL: what names a board, "board #", by its number; what
	 * says no to an offer or a challenge, "i decline"; … to what is offered in a game, "let's
	 * play on" */
	const char *boards, *refusals, *plays_on;
	/* … and what tells of a move of another time, "in our last game", "should have" */
	const char *bygone;
	const char *idioms; /* what has a command's word in it and is none, "draw me a sheep" */
	const char *units[SPAN_UNITS]; /* names of weeks, days and hours; the same */
	const char *months;   /* the twelve, with commas between their names: folded; or NULL */
	const char *weekdays; /* the seven, Monday first; the same */
	/* What makes a day of the week one of the next week, "next"; that week; Saturday and
	 * Sunday: folded, blank-separated, or NULL. */
	const char *following, *next_week, *weekend;
	const char *numbers; /* in words, from one on; as months */
	/* What a span begins behind, "from"; the end of this month, and of one that is named behind
	 * it; what else speaks of times, "summer": as following. */
	const char *beginning, *month_end, *end_of, *time_words;
	const char *machines; /* what the machine is called that plays, "the computer"; as these */
	const char *day_articles; /* what may stand between a weekday and a date, "the"; as these */
	const char *date_words;   /* what stands beside numbers and months, "of", "th"; as these */
	const char *common;       /* words, and single hanzi, by which it is known; the same */
	const char **settings; /* what its players begin with, by the place of each setting in its
				* table; NULL: as everybody */
	const char *sides[2];  /* what its letters call the sides of a board without players; NULL:
				* as English does */
	const char *privately; /* what begins a note of one's own, "private": folded, with commas
				* between; or NULL */
	const char *heading;   /* the first line of a letter about a game, folded, with "{{board}}"
				* for its number; or NULL */
};

/* A glossary of NULL has no language. */
struct glossary {
	const struct language *languages;
	int count;
};

/* The language of that code, without regard to case; NULL none. */
const struct language *glossary_language(const struct glossary *glossary, const char *code);
/* The same by that or by a name of it, folded, with hyphens in the place of blanks. */
const struct language *glossary_language_called(const struct glossary *glossary, const char *name);
/* The letters of a language; NULL where the usual ones are used. */
const struct notation_letters *glossary_letters(const struct glossary *glossary, const char *code);
/* Strings the letters of all languages together; languages: the glossary's. */
void glossary_join_letters(struct language *languages, int count);
/* How somebody writes moves. */
struct spelling {
	const char *language; /* its code, for the letters of pieces */
	bool iccs;            /* his letters show ICCS, whose ranks begin with 0 */
};
/* Reads a move in the letters of any language. */
enum reading_kind glossary_read_move(const struct glossary *glossary, struct spelling by,
    const char *text, const struct board *board, struct reading *out);
/* The same, or a move as chess programs write it ("Che2"), with ranks counted from 1 or from 0. */
enum reading_kind glossary_read_any(const struct glossary *glossary, struct spelling by,
    const char *text, const struct board *board, struct reading *out);
/* The name of the language with these letters; "" none has them. */
const char *glossary_name_of_letters(
    const struct glossary *glossary, const struct notation_letters *letters);
/* Bytes at the beginning of the text that have a move's form, in the letters of any language; 0
 * none. *spelled, unless NULL: in words. */
size_t glossary_form_end(const struct glossary *glossary, const char *text, bool *spelled);
/* What says that verb in the language, by its id; NULL: it lists nothing. */
const char *glossary_deed(const struct language *language, int verb);
/* … what asks the server for it, and what tells why it is wanted. */
const char *glossary_request(const struct language *language, int verb);
const char *glossary_trouble(const struct language *language, int verb);
/* Is the folded word one of those? words: blank-separated, or NULL. */
bool glossary_lists(const char *words, const char *word);
/* Bytes of the longest one of the words, blanks or commas between them, that is in hanzi and begins
 * the text; 0: none does.  words: or NULL. */
size_t glossary_hanzi(const char *words, const char *text);
/* Is the folded line the first of a letter about a game, in some language? */
bool glossary_is_heading(const struct glossary *glossary, const char *line);

#endif
