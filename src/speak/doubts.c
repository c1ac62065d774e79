/* SPDX-License-Identifier: ISC */
/*
 * Second thoughts (doubts.h).
 *
 * Looked for where a clause begins, behind courtesies: "Sorry, wrong board".  What people say of a
 * game that is over stands elsewhere in their sentences.
 */
#include "speak/doubts.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define LINES_MAX 40  /* that are looked at */
#define LINE_MAX  300 /* bytes */

#define SURE_BLANKS 2  /* in a phrase that says enough, whatever follows */
#define SURE_HANZI  12 /* bytes of one without blanks */
#define MARKS       " \t.,;:!?-*/()[]\"'=>"

/* The folded clause without courtesies, laughs and marks in front. */
static const char *
behind_courtesies(const struct parse_context *context, const char *clause)
{
	size_t length;

	do {
		clause += strspn(clause, MARKS);
		length = speech_listed(context, clause, SPEECH_LIST(courtesies));
		if (length == 0 &&
		    speech_listed(context, clause, SPEECH_LIST(second_thoughts)) == 0)
			length = speech_listed(context, clause, SPEECH_LIST(fillers));
		clause += length;
	} while (length > 0);
	return clause;
}

/* Does the clause begin with that many bytes of such a phrase, and is this enough? */
static bool
says_enough(
    struct arena *arena, const struct parse_context *context, const char *clause, size_t length)
{
	size_t blanks = 0;

	for (size_t i = 0; i < length; i++)
		blanks += clause[i] == ' ';
	return length > 0 &&
	    (blanks >= SURE_BLANKS || ((unsigned char)clause[0] >= 0xe3 && length >= SURE_HANZI) ||
		speech_ends_clause(arena, context, clause + length));
}

/* "Do not play this before tomorrow"; "Not that." alone, but not "Not that I have much choice." */
static bool
retracts(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length;

	clause = behind_courtesies(context, clause);
	length = speech_listed(context, clause, SPEECH_LIST(retractions));
	/* "Actually let me think about it" */
	if (length == 0 &&
	    (length = speech_listed(context, clause, SPEECH_LIST(corrections))) > 0) {
		clause = behind_courtesies(context, clause + length);
		length = speech_listed(context, clause, SPEECH_LIST(retractions));
	}
	return says_enough(arena, context, clause, length);
}

static bool
is_draft(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length;

	clause += strspn(clause, MARKS);
	/* "Then the rook" begins with a filler; "see you on Saturday" with a courtesy. */
	length = speech_listed(context, clause, SPEECH_LIST(drafts));
	if (length == 0) {
		clause += speech_listed(context, clause, SPEECH_LIST(fillers));
		clause += strspn(clause, MARKS);
		length = speech_listed(context, clause, SPEECH_LIST(drafts));
	}
	return says_enough(arena, context, clause, length);
}

/* Does nothing follow in the sentence?  A comma goes on: "Oops, that was quick". */
static bool
ends_sentence(const char *text)
{
	text += strspn(text, " \t)]");
	return *text == '\0' || strchr(".!?", *text) != NULL ||
	    strncmp(text, "。", strlen("。")) == 0;
}

/* "..., or?", "..., oder?" */
static bool
asks_back(const char *text)
{
	return text[strspn(text, " \t)]")] == '?';
}

static bool
is_joke(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length;

	clause = behind_courtesies(context, clause);
	length = speech_listed(context, clause, SPEECH_LIST(jokes));
	return length > 0 && speech_ends_clause(arena, context, clause + length);
}

/* The same in so many words: not "tomorrow", which only puts off. */
static bool
is_kidding(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length;

	clause = behind_courtesies(context, clause);
	length = speech_listed(context, clause, SPEECH_LIST(jokes));
	return length > 0 && speech_ends_clause(arena, context, clause + length) &&
	    speech_holds(context, arena_strndup(arena, clause, length), SPEECH_LIST(joking));
}

static bool
thinks_again(struct arena *arena, const struct parse_context *context, const char *clause)
{
	return speech_listed(context, clause, SPEECH_LIST(second_thoughts)) > 0 ||
	    retracts(arena, context, clause) || is_joke(arena, context, clause);
}

static bool
is_doubt(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t no, oops;

	clause = behind_courtesies(context, clause);
	if (thinks_again(arena, context, clause))
		return true;
	oops = speech_listed(context, clause, SPEECH_LIST(corrections));
	no = speech_no(context, clause);
	/* "Oops wrong mail", "no don't" */
	if (oops + no > 0 &&
	    thinks_again(
		arena, context, behind_courtesies(context, clause + (oops > no ? oops : no))))
		return true;
	return (oops > 0 && ends_sentence(clause + oops) && !asks_back(clause + oops)) ||
	    (no > 0 && speech_ends_clause(arena, context, clause + no));
}

/* Is any clause of the folded line so? */
static bool
any_clause(struct arena *arena, const struct parse_context *context, const char *folded,
    bool (*is_so)(struct arena *, const struct parse_context *, const char *))
{
	bool begins = true;

	for (const char *at = folded, *next = folded; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);

		if (begins && is_so(arena, context, at))
			return true;
		begins = speech_is_end(c);
	}
	return false;
}

/* Hanzi have no small letters to tell it. */
bool
doubts_continue(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const char *const dashes[] = { "...", "…", "—", "–", "- " };
	const char *next = line += strspn(line, " \t");

	for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
		if (str_starts_nocase(line, dashes[i]))
			return true;
	return utf8_next(&next) < FIRST_HAN && speech_goes_on(arena, context, line);
}

bool
doubts_in_line(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line);

	/* Nothing but "?" */
	if (strchr(folded, '?') != NULL && folded[strspn(folded, MARKS)] == '\0')
		return true;
	/* "I'd love to, but I have no time" */
	return any_clause(arena, context, folded, is_doubt) ||
	    speech_holds(context, folded, SPEECH_LIST(joking)) ||
	    (context->answer.asks == ASKS_CHALLENGE &&
		speech_holds_deed(context, folded, VERB_REJECT));
}

bool
doubts_retract(struct arena *arena, const struct parse_context *context, const char *folded)
{
	return any_clause(arena, context, folded, retracts);
}

bool
doubts_joke(struct arena *arena, const struct parse_context *context, const char *folded)
{
	return any_clause(arena, context, folded, is_joke);
}

bool
doubts_kidding(struct arena *arena, const struct parse_context *context, const char *folded)
{
	/* "You are so lost here! Just kidding" is said of that. */
	folded += strspn(folded, MARKS);
	return any_clause(
	    arena, context, arena_strndup(arena, folded, strcspn(folded, ".!?")), is_kidding);
}

/* What stands in a line that may take back the move above it. */
struct retraction {
	bool is_beside; /* it stands behind the move, on its line, or alone right below */
	bool takes;     /* a phrase that does so */
	bool denies;    /* a no, which alone may answer a question of the other's */
	bool fills;     /* "hm" */
	bool is_polite; /* "thanks" */
};

/* Bytes of such a phrase, or of what may stand beside one, at the beginning of the folded text. */
static size_t
retracting(struct arena *arena, const struct parse_context *context, const char *text,
    struct retraction *r)
{
	static const size_t taking[] = { SPEECH_LIST(corrections), SPEECH_LIST(retractions),
		SPEECH_LIST(jokes), SPEECH_LIST(second_thoughts) };
	/* "Not yet." may answer a question of the other's; "wait, not yet" is said of the move. */
	size_t lists = sizeof taking / sizeof *taking - (r->is_beside || r->takes ? 0 : 1);
	size_t filler = speech_listed(context, text, SPEECH_LIST(fillers));
	size_t polite = speech_listed(context, text, SPEECH_LIST(courtesies));
	size_t no = speech_no(context, text), taken = 0, length, after, longest;

	for (size_t i = 0; i < lists; i++)
		if ((length = speech_listed(context, text, taking[i])) > taken)
			taken = length;
	longest = filler > polite ? filler : polite;
	longest = no > longest ? no : longest;
	longest = taken > longest ? taken : longest;
	if ((length = speech_word(text, &after)) > longest &&
	    speech_is_laugh(arena, arena_strndup(arena, text, length)))
		return length;
	r->takes |= longest > 0 && longest == taken;
	r->denies |= longest > 0 && longest == no;
	r->fills |= longest > 0 && longest == filler;
	r->is_polite |= longest > 0 && longest == polite;
	return longest;
}

bool
doubts_only_retract(
    struct arena *arena, const struct parse_context *context, const char *folded, bool is_beside)
{
	struct retraction r = { .is_beside = is_beside, .fills = is_beside };
	size_t length;
	int calls = 0; /* "Stop! Wait!" says enough, whatever follows */

	if (strchr(folded, '?') != NULL)
		return false;
	while ((length = retracting(arena, context, folded += strspn(folded, MARKS), &r)) > 0) {
		calls += speech_listed(context, folded, SPEECH_LIST(jokes)) == length &&
		    speech_ends_clause(arena, context, folded + length);
		folded += length;
	}
	return calls > 1 || (*folded == '\0' && (r.takes || (r.denies && r.fills && !r.is_polite)));
}

/* Do digits and a unit, "3 days", stand in the folded text? */
static bool
holds_span(const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;

	while (*(text += strcspn(text, "0123456789")) != '\0') {
		text += strspn(text, "0123456789");
		text += strspn(text, " ");
		for (int i = 0; glossary != NULL && i < glossary->count; i++)
			for (int unit = 0; unit < SPAN_UNITS; unit++)
				if (speech_phrase(text, glossary->languages[i].units[unit], " ") >
				    0)
					return true;
	}
	return false;
}

bool
doubts_set_terms(const struct parse_context *context, const char *folded)
{
	folded += strspn(folded, MARKS);
	return context->answer.asks == ASKS_CHALLENGE &&
	    speech_listed(context, folded, SPEECH_LIST(fillers)) > 0 && holds_span(context, folded);
}

/* Is the folded line, but for its end, one phrase that takes back, puts off or thinks aloud:
 * "Draft:", "Not yet:"? */
static bool
is_reserve(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const size_t lists[] = { SPEECH_LIST(drafts), SPEECH_LIST(retractions),
		SPEECH_LIST(jokes) };

	line = behind_courtesies(context, line);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		size_t length = speech_listed(context, line, lists[i]);

		if (length > 0 &&
		    (line[length + strspn(line + length, MARKS)] == '\0' ||
			speech_is_thanks(arena, context, line + length, false)))
			return true;
	}
	return false;
}

bool
doubts_consider(struct arena *arena, const struct parse_context *context, const char *above)
{
	const char *folded = utf8_fold(arena, above);
	size_t length = strlen(folded);

	while (length > 0 && strchr(" \t,:", folded[length - 1]) != NULL)
		length--;
	if (length == 0 || strchr(".!", folded[length - 1]) != NULL ||
	    (length >= strlen("。") &&
		memcmp(folded + length - strlen("。"), "。", strlen("。")) == 0))
		return false;
	/* However the line ends, phrases of its end have a colon: "says:". */
	folded = arena_printf(arena, "%.*s:", (int)length, folded);
	return speech_holds(context, folded, SPEECH_LIST(considering)) ||
	    is_reserve(arena, context, folded);
}

bool
doubts_draft(struct arena *arena, const struct parse_context *context, const char *folded)
{
	return any_clause(arena, context, folded, is_draft);
}

/* Does a clause of the folded text ask to take back what stands above it: "Undo!"? */
static bool
is_undoing(struct arena *arena, const struct parse_context *context, const char *clause)
{
	const char *rest = "";
	size_t after, length;
	const struct verb *verb;

	clause = behind_courtesies(context, clause);
	length = speech_word(clause, &after);
	verb = verb_find(context->glossary, arena_strndup(arena, clause, length));
	if (length > 0 && verb == &verb_table[VERB_UNDO] &&
	    speech_ends_clause(arena, context, clause + length))
		return true;
	return speech_deed(arena, context, clause, &rest) == &verb_table[VERB_UNDO] &&
	    speech_ends_clause(arena, context, rest);
}

bool
doubts_undo(struct arena *arena, const struct parse_context *context, const char *folded)
{
	return strchr(folded, '?') == NULL && any_clause(arena, context, folded, is_undoing);
}

/* Without the lines that begin with "|", and all below "say": they are speech. */
static const char *
without_speech(struct arena *arena, const char *words)
{
	struct str out;

	str_init(&out, arena, 0);
	while (*words != '\0') {
		size_t length = strcspn(words, "\n"), begin = strspn(words, " \t");
		const char *line = arena_strndup(arena, words, length);

		if (str_equal_nocase(line + (begin < length ? begin : 0), "say"))
			break;
		if (line[strspn(line, " \t")] != '|')
			str_addf(&out, "%s\n", line);
		words += length + (words[length] == '\n');
	}
	return out.data;
}

const char *
doubts_of_yes(struct arena *arena, const struct parse_context *context, const char *words)
{
	const char *line, *next;

	words = without_speech(arena, words);
	line = doubts_in_words(arena, context, words);

	for (int i = 0; line == NULL && i < LINES_MAX && *words != '\0'; i++, words = next) {
		const char *sentence, *folded;
		size_t length = strcspn(words, ".!?\n");

		for (const char *at = words; (at = strstr(at, "。")) != NULL; at++)
			if ((size_t)(at - words) < length)
				length = (size_t)(at - words);
		next = words + length;
		next += strspn(next, ".!?\n");
		next += str_starts_nocase(next, "。") ? strlen("。") : 0;
		sentence = arena_strndup(arena, words, length);
		folded = utf8_fold(arena, sentence);
		if (!speech_holds(context, folded, SPEECH_LIST(assurances)) &&
		    (speech_holds(context, folded, SPEECH_LIST(denials)) ||
			speech_holds(context, folded, SPEECH_LIST(postponers))))
			line = sentence + strspn(sentence, " \t");
	}
	return line;
}

const char *
doubts_in_words(struct arena *arena, const struct parse_context *context, const char *words)
{
	for (int i = 0; i < LINES_MAX && *words != '\0'; i++) {
		size_t length = strcspn(words, "\n");
		const char *line = arena_strndup(arena, words, length);

		if (length <= LINE_MAX && doubts_in_line(arena, context, line))
			return line;
		words += length + (words[length] == '\n');
	}
	return NULL;
}
