/* SPDX-License-Identifier: ISC */
/*
 * What people say, told from what they command (speech.h).
 *
 * The words of courtesy stand in templates, a list for each language.
 */
#include "speak/speech.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/game.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define NAME_BREAKS   " \t.,;:\"'()" /* between the words of a name */
#define NAME_SIZE     100            /* bytes of a word of one, with its NUL */
#define FACE_NAME_MAX 24             /* bytes of the name of a face */
#define HEARD_MAX     2000           /* words and signs around a yes: more of them is a text */

static enum mark
mark_of(uint32_t c)
{
	switch (c) {
	case '.':
	case 0x3002: /* 。 */
	case 0xff0e:
		return MARK_STOP;
	case ':':
	case 0xff1a:
		return MARK_COLON;
	case ',':
	case ';':
	case 0x3001: /* 、 */
	case 0xff0c:
	case 0xff1b:
		return MARK_COMMA;
	case '?':
	case 0xff1f:
		return MARK_QUESTION;
	case '!':
	case 0xff01:
	case 0x2026: /* … */
	case 0x203c: /* ‼ */
	case 0x2047: /* ⁇ */
	case 0x2048:
	case 0x2049:
		return MARK_OTHER;
	}
	return MARK_NONE;
}

enum mark
speech_mark(const char *word)
{
	enum mark mark = MARK_NONE;

	while (*word != '\0') {
		enum mark next = mark_of(utf8_next(&word));

		if (next == MARK_NONE || mark == MARK_NONE)
			mark = next;
		else if (next != mark || next == MARK_STOP)
			mark = MARK_OTHER;
	}
	return mark;
}

bool
speech_is_mark(const char *word)
{
	while (*word != '\0')
		if (mark_of(utf8_next(&word)) == MARK_NONE)
			return false;
	return true;
}

size_t
speech_word(const char *text, size_t *after)
{
	const char *next = text, *end;

	for (end = text; *end != '\0' && strchr(" \t\n", *end) == NULL; end = next)
		if (mark_of(utf8_next(&next)) != MARK_NONE)
			break;
	for (next = end; *next != '\0';) {
		const char *at = next;

		if (strchr(" \t\n", *next) == NULL && mark_of(utf8_next(&at)) == MARK_NONE)
			break;
		next = at > next ? at : next + 1;
	}
	*after = (size_t)(next - text);
	return (size_t)(end - text);
}

bool
speech_is_name(struct arena *arena, const char *name, const char *line)
{
	const char *word, *rest;
	size_t length;

	if (name == NULL)
		return false;
	rest = utf8_fold(arena, name);
	word = utf8_fold(arena, line);
	length = strlen(word);
	while (length > 0 && strchr(" ,.!-", word[length - 1]) != NULL)
		length--;
	if (length == strlen(rest) && strncmp(word, rest, length) == 0)
		return true;
	for (size_t n; *(rest += strspn(rest, NAME_BREAKS)) != '\0'; rest += n) {
		n = strcspn(rest, NAME_BREAKS);
		if (n == length && memcmp(rest, word, n) == 0)
			return true;
	}
	return false;
}

struct range {
	uint32_t first, last;
};

static bool
is_among(const struct range *ranges, size_t count, uint32_t c)
{
	for (size_t i = 0; i < count; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

/* Signs, faces made of signs, pictures: no letter and no digit. */
static bool
is_sign(uint32_t c)
{
	static const struct range signs[] = { { '!', '/' }, { ':', '@' }, { '[', '`' },
		{ '{', '~' }, { 0xa1, 0xa9 }, { 0xab, 0xb9 }, { 0xbb, 0xbf }, { 0xd7, 0xd7 },
		{ 0xf7, 0xf7 }, { 0x2010, 0x2bff }, { 0x3001, 0x303f }, { 0xfe00, 0xfe6f },
		{ 0xff01, 0xff0f }, { 0xff1a, 0xff20 }, { 0x1f000, 0x1faff },
		{ 0xe0020, 0xe007f } };

	return is_among(signs, sizeof signs / sizeof signs[0], c);
}

static bool
is_blank(uint32_t c)
{
	return c == ' ' || c == '\t' || c == 0xa0 || (c >= 0x2000 && c <= 0x200f) || c == 0x3000;
}

/* Bytes at the beginning of text that are the phrase; 0: it is another, or goes on. */
static size_t
phrase_length(const char *text, const char *phrase, size_t length)
{
	const char *after = text + length;
	uint32_t last;

	if (length == 0 || strncmp(text, phrase, length) != 0)
		return 0;
	last = utf8_next(&after);
	/* Chinese has no blanks between words. */
	if ((unsigned char)phrase[0] >= 0xe3 || last == 0 || is_blank(last) || is_sign(last))
		return length;
	return 0;
}

size_t
speech_phrase(const char *text, const char *phrases, const char *marks)
{
	size_t longest = 0, found, length;

	for (; phrases != NULL && *phrases != '\0'; phrases += length) {
		phrases += strspn(phrases, " ,");
		length = strcspn(phrases, marks);
		if ((found = phrase_length(text, phrases, length)) > longest)
			longest = found;
	}
	return longest;
}

size_t
speech_listed(const struct parse_context *context, const char *text, size_t list)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *phrases = *(
		    const char *const *)((const char *)&glossary->languages[i] + list);
		size_t found = speech_phrase(text, phrases, ",");

		longest = found > longest ? found : longest;
	}
	return longest;
}

size_t
speech_no(const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		size_t no = speech_phrase(text, glossary->languages[i].no, " ");

		longest = no > longest ? no : longest;
	}
	return longest;
}

/* Bytes of the word at the beginning of text, or NAME_SIZE where it is too long for a name. */
static size_t
name_length(const char *text)
{
	size_t length = 0;

	while (length < NAME_SIZE && strchr(" \t.,;:!?", text[length]) == NULL)
		length++;
	return length;
}

/* Bytes at the beginning of text, folded, that are a word of courtesy, a face with letters
 * in it, a player's name or the writer's; farewell: … that ask the other for nothing. */
static size_t
courtesy_length(
    struct arena *arena, const struct parse_context *context, const char *text, bool farewell)
{
	static const char faces[] = ":d,:-d,=d,;d,xd,:p,:-p,;p,;-p,=p,:o,:-o,:3,<3,:s,:x,:b,8),8-),"
				    "t_t,o_o,u_u,^o^,\\o/,orz";
	size_t longest = speech_phrase(text, faces, ","), found = name_length(text);
	const struct glossary *glossary = context->glossary;

	if (found > longest && found < NAME_SIZE) {
		const char *word = arena_strndup(arena, text, found);

		if ((found < USERID_SIZE && speech_knows(context, word)) ||
		    speech_is_name(arena, context->name, word))
			longest = found;
	}
	found = speech_listed(context, text, SPEECH_LIST(courtesies));
	longest = found > longest ? found : longest;
	for (int i = 0; farewell && glossary != NULL && i < glossary->count; i++)
		if (speech_phrase(text, glossary->languages[i].entreaties, ",") == longest)
			return 0;
	return longest;
}

bool
speech_is_picture(const char *text)
{
	static const struct range pictures[] = { { 0x2190, 0x2bff }, { 0x1f000, 0x1faff } };
	bool found = false;

	while (*text != '\0') {
		uint32_t c = utf8_next(&text);

		if (is_among(pictures, sizeof pictures / sizeof pictures[0], c))
			found = true;
		else if (!is_blank(c) && c != '\n' && (c < 0x80 || !is_sign(c)))
			return false;
	}
	return found;
}

/* What alone accepts what is offered; NULL: nothing is. */
static const char *
takes_of(const struct language *language, enum token_asks asks)
{
	return asks == ASKS_DRAW   ? language->takes_draw :
	    asks == ASKS_UNDO      ? language->takes_undo :
	    asks == ASKS_CHALLENGE ? language->takes_game :
				     NULL;
}

/* What declines it alone. */
static const char *
declines_of(const struct language *language, enum token_asks asks)
{
	return asks == ASKS_DRAW || asks == ASKS_UNDO ? language->plays_on : NULL;
}

static bool
is_offer(enum token_asks asks)
{
	return asks == ASKS_DRAW || asks == ASKS_UNDO || asks == ASKS_CHALLENGE;
}

/* Which of the two stands at the beginning of text, folded, in how many bytes? */
static enum said
read_said(const struct parse_context *context, const char *text, size_t *length)
{
	const struct glossary *glossary = context->glossary;
	size_t yes = speech_phrase(text, "y si", " "), no = 0;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const struct language *language = &glossary->languages[i];
		size_t found = speech_phrase(text, language->yes, " ");

		yes = found > yes ? found : yes;
		found = speech_phrase(text, language->agreements, ",");
		yes = found > yes ? found : yes;
		found = speech_phrase(text, takes_of(language, context->answer.asks), ",");
		yes = found > yes ? found : yes;
		found = speech_phrase(text, language->no, " ");
		no = found > no ? found : no;
		found = speech_phrase(text, declines_of(language, context->answer.asks), ",");
		no = found > no ? found : no;
		if (is_offer(context->answer.asks) &&
		    (found = speech_phrase(text, language->refusals, ",")) > no)
			no = found;
	}
	*length = yes > no ? yes : no;
	return *length == 0 ? SAID_OTHER : yes > no ? SAID_YES : SAID_NO;
}

/* Bytes at the beginning of text, folded, that are a laugh: one syllable again and again. */
static size_t
laugh_length(const char *text)
{
	/* Of Korean the letters that folding makes: ㅋ, ㅎ, ㅠ, ㅜ. */
	static const char *const syllables[] = { "ha", "he", "hi", "ho", "ah", "eh", "ja", "je",
		"ji", "jo", "xa", "ха", "хе", "хи", "\u110f", "\u1112", "\u1172", "\u116e", "哈",
		"呵", "嘿", "嘻", "kk", "ww", "hh" };

	for (size_t i = 0; i < sizeof syllables / sizeof *syllables; i++) {
		size_t bytes = strlen(syllables[i]), length = 0;

		while (strncmp(text + length, syllables[i], bytes) == 0)
			length += bytes;
		if (length < 2 * bytes)
			continue;
		/* "jajaj" */
		if (text[length] == *syllables[i] && (*text & 0x80) == 0)
			length++;
		if ((length = phrase_length(text, text, length)) > 0)
			return length;
	}
	return 0;
}

bool
speech_is_laugh(struct arena *arena, const char *text)
{
	struct str syllables;
	const char *at = utf8_fold(arena, text);
	uint32_t c;

	str_init(&syllables, arena, 0);
	for (const char *start = at; (c = utf8_next(&at)) != 0; start = at)
		if (!is_blank(c) && !is_sign(c))
			str_addn(&syllables, start, (size_t)(at - start));
	return syllables.length > 0 && laugh_length(syllables.data) == syllables.length;
}

/* The same for "[强]", "[thumbsup]", "/微笑": faces as programs of telephones name them.  What
 * names a command, or says yes or no, is none. */
static size_t
named_face_length(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = strcspn(text + 1, " \t[]/#.,;:!?") + 1, read;
	const char *name = arena_strndup(arena, text + 1, length - 1);

	if (length > FACE_NAME_MAX || *name == '\0' ||
	    (*text == '[' ? text[length] != ']' : *text != '/' || utf8_is_ascii(name)) ||
	    verb_find(context->glossary, name) != NULL || notation_is_move_like(name) ||
	    read_said(context, name, &read) != SAID_OTHER)
		return 0;
	return length + (*text == '[');
}

/* The same for faces that only stand beside a move: those, laughs, and the letters that Outlook's
 * faces become in other programs, J, L and K in Wingdings. */
static size_t
face_length(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = *text >= 'j' && *text <= 'l' ? strspn(text, (char[]){ *text, '\0' }) : 0;

	if ((length = phrase_length(text, text, length)) == 0)
		length = laugh_length(text);
	if (length == 0)
		length = phrase_length(text, "(y)", 3);
	return length > 0 ? length : named_face_length(arena, context, text);
}

/* Nothing but that?  beside_move: faces, too. */
static bool
is_polite(struct arena *arena, const struct parse_context *context, const char *text, bool farewell,
    bool beside_move)
{
	const char *at = utf8_fold(arena, text);

	while (*at != '\0') {
		size_t length = courtesy_length(arena, context, at, farewell);
		size_t face = beside_move ? face_length(arena, context, at) : 0;
		const char *next = at;
		uint32_t c = utf8_next(&next);

		length = face > length ? face : length;
		if (length == 0 && (c == '?' || c == '#' || (!is_blank(c) && !is_sign(c))))
			return false;
		at = length > 0 ? at + length : next;
	}
	return true;
}

bool
speech_is_thanks(
    struct arena *arena, const struct parse_context *context, const char *text, bool farewell)
{
	const struct parse_context nobody = { .glossary = context->glossary };

	return is_polite(arena, &nobody, text, farewell, false);
}

bool
speech_is_greeting(struct arena *arena, const struct parse_context *context, const char *text)
{
	return is_polite(arena, context, text, false, false);
}

bool
speech_is_end(uint32_t c)
{
	return c != 0 && wcschr(L".,;:!?…。，；：！？、", (wchar_t)c) != NULL;
}

bool
speech_ends_clause(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *next = text += strspn(text, " \t)]");
	uint32_t c = utf8_next(&next);

	return c == 0 || speech_is_end(c) || speech_is_thanks(arena, context, text, false);
}

bool
speech_asks_for_silence(struct arena *arena, const struct parse_context *context, const char *text)
{
	const struct parse_context nobody = { .glossary = context->glossary };
	const char *at = utf8_fold(arena, text);
	bool asks = false, is_sure = false;

	/* "Please unsubscribe me, stop these letters, thanks."; but "Stop!" is said of a game. */
	while (*at != '\0') {
		size_t length = speech_listed(context, at, SPEECH_LIST(silence));
		const char *next = at;
		uint32_t c = utf8_next(&next);

		asks |= length > 0;
		is_sure |= memchr(at, ' ', length) != NULL;
		if (length == 0)
			length = courtesy_length(arena, &nobody, at, false);
		if (length == 0 &&
		    ((c == '!' && !is_sure) || c == '?' || c == '#' ||
			(!is_blank(c) && !is_sign(c))))
			return false;
		at = length > 0 ? at + length : next;
	}
	return asks;
}

/* Does the word, of which length bytes are read, rather begin a sentence: "Si no fui yo", "No time
 * today", "好久不见"? */
static bool
begins_sentence(const char *word, size_t length, bool is_yes)
{
	const char *after = word + length;
	uint32_t next = utf8_next(&after);

	if (!is_blank(next))
		return next != 0 && !is_sign(next);
	return !is_yes || (length == 1 && *word == 'y') || strncmp(word, "si ", 3) == 0;
}

/* What an answer has said so far. */
struct hearing {
	enum said said;
	const char *first; /* the word that said it; NULL none */
	size_t length;
	bool leads;  /* courtesies stand before it */
	bool torn;   /* yes and no at once: it is a question, or neither */
	bool polite; /* a courtesy is the last that was heard */
};

/* A no behind a yes: "yes and no"; "好不好", "có không"? */
static bool
is_torn(const struct parse_context *context, const char *at, const struct hearing *h)
{
	return h->said == SAID_YES &&
	    (h->polite || speech_listed(context, at, SPEECH_LIST(questions)) > 0);
}

size_t
speech_mocks(struct arena *arena, const struct parse_context *context, const char *text)
{
	char *plain = arena_strndup(arena, text, strlen(text)), *to = plain;

	/* "Yeah, right!" */
	for (const char *at = plain; *at != '\0'; at++)
		if (*at != ',')
			*to++ = *at;
	*to = '\0';
	return speech_listed(context, plain, SPEECH_LIST(questions));
}

/* A yes or a no of that length; its bytes, or 0. */
static size_t
hear_said(struct arena *arena, const struct parse_context *context, const char *at, enum said said,
    size_t length, struct hearing *h)
{
	/* "no, yes" */
	if (h->said == SAID_NO && said == SAID_YES)
		return 0;
	/* "Yeah right" */
	h->torn |= (said == SAID_NO && is_torn(context, at, h)) ||
	    speech_mocks(arena, context, at) > length;
	h->polite = false;
	if (h->first == NULL) {
		h->first = at;
		h->length = length;
	}
	h->said = said;
	return length;
}

/* Bytes of the offer's name behind a yes to it, "ok, draw". */
static size_t
offer_length(const struct parse_context *context, const char *at, const struct hearing *h)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0, found;

	if (h->said != SAID_YES || context->answer.asks != ASKS_DRAW)
		return 0;
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if ((found = speech_phrase(at, glossary->languages[i].commands[VERB_DRAW], " ")) >
		    longest)
			longest = found;
	return longest;
}

/* Bytes of an excuse beside a no to an offer: "Thanks for asking, but no", "К сожалению, нет". */
static size_t
excuse_length(const struct parse_context *context, const char *at, const struct hearing *h)
{
	return is_offer(context->answer.asks) && h->said != SAID_YES ?
	    speech_listed(context, at, SPEECH_LIST(beside_excuses)) :
	    0;
}

/* Does the other of yes and no stand behind a stroke: "yes/no"? */
static bool
is_other_choice(const struct parse_context *context, const char *at, enum said first)
{
	enum said other;
	size_t length;

	if (*at != '/')
		return false;
	other = read_said(context, at + strspn(at, "/ "), &length);
	return other != SAID_OTHER && other != first;
}

/* Bytes of a blank, or of a sign that says nothing; 0 none. */
static size_t
sign_length(const char *at)
{
	const char *next = at;
	uint32_t c = utf8_next(&next);

	return is_blank(c) || (is_sign(c) && c != '?' && c != '#') ? (size_t)(next - at) : 0;
}

/* Hears what stands at `at`, folded: its bytes; 0: it is no part of an answer. */
static size_t
hear(struct arena *arena, const struct parse_context *context, const char *at, struct hearing *h)
{
	size_t length, polite = courtesy_length(arena, context, at, false);
	size_t beside = excuse_length(context, at, h);
	enum said said = read_said(context, at, &length);

	if (h->first != NULL && is_other_choice(context, at, h->said))
		return 0;
	if (beside > polite && beside > length)
		return beside;
	/* "ok" is either. */
	if (length > polite || (length > 0 && length == polite && h->said == SAID_NOTHING))
		return hear_said(arena, context, at, said, length, h);
	h->leads |= polite > 0 && h->first == NULL;
	h->polite |= polite > 0;
	if (polite == 0)
		polite = offer_length(context, at, h);
	return polite > 0 ? polite : sign_length(at);
}

enum said
speech_said(struct arena *arena, const struct parse_context *context, const char *text, bool *more)
{
	struct hearing h = { .said = SAID_NOTHING };
	char *at = utf8_fold(arena, text);
	size_t length;

	for (char *line = at; (line = strchr(line, '\n')) != NULL;)
		*line = ' ';
	at += strspn(at, " \t");
	if (*at == '\0') {
		*more = false;
		return SAID_NOTHING;
	}
	for (int i = 0; i < HEARD_MAX && *at != '\0' && (length = hear(arena, context, at, &h)) > 0;
	     i++)
		at += length;
	*more = *at != '\0';
	if (h.first == NULL || h.torn || *at == '?' ||
	    (*more &&
		(h.leads || (!h.polite && begins_sentence(h.first, h.length, h.said == SAID_YES)))))
		return SAID_OTHER;
	return h.said;
}

/* In front of a move and behind it; what is dress is not said. */
static bool
is_dress(uint32_t c)
{
	static const struct range dress[] = { { '"', '"' }, { '\'', '*' }, { '<', '<' },
		{ '[', '[' }, { ']', ']' }, { '_', '`' }, { '{', '~' }, { 0xab, 0xab },
		{ 0xbb, 0xbb }, { 0x2018, 0x201e }, { 0x2039, 0x203a }, { 0x2022, 0x2022 },
		{ 0x25a0, 0x25a1 }, { 0x2610, 0x2612 }, { 0x3008, 0x3011 }, { 0xff08, 0xff09 },
		{ 0xff3b, 0xff3b }, { 0xff3d, 0xff3d } };

	return is_among(dress, sizeof dress / sizeof dress[0], c);
}

/* Skips dress, blanks and, unless NULL, pictures, which *said becomes. */
static const char *
skip_dress(struct arena *arena, const char *text, const char **said)
{
	const char *at = text, *begin = NULL;

	for (;;) {
		const char *next = at;
		uint32_t c = utf8_next(&next);
		bool picture = c > 0x80 && is_sign(c) && !is_dress(c);

		if (!is_blank(c) && !is_dress(c) && (!picture || said == NULL))
			break;
		if (picture && begin == NULL)
			begin = at;
		at = next;
	}
	if (begin != NULL)
		*said = arena_strndup(arena, begin, (size_t)(at - begin));
	return at;
}

const char *
speech_undress(const char *text)
{
	return skip_dress(NULL, text, NULL);
}

const char *
speech_command(const char *line)
{
	const char *start = line + strspn(line, " \t"), *next = start + 1;

	if ((*start != '/' && *start != '!') || !utf8_is_alnum(utf8_next(&next)))
		return line;
	return start + 1;
}

const char *
speech_behind(const char *text)
{
	static const char *const brackets[][2] = { { "[", "]" }, { "(", ")" }, { "{", "}" },
		{ "【", "】" }, { "［", "］" }, { "（", "）" } };
	const char *rest = speech_undress(text), *word = rest;

	for (const char *at = text; at < rest; utf8_next(&at))
		for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
			if (strncmp(at, brackets[i][0], strlen(brackets[i][0])) == 0 &&
			    strstr(rest, brackets[i][1]) != NULL)
				return at;
	while (*rest != '\0' && word > text && strchr(" \t", word[-1]) == NULL)
		word--;
	return word > text ? word : rest;
}

/* The face that the letter stands for; NULL: none, or it is the writer's initial. */
static const char *
face_of_letter(const struct parse_context *context, char letter)
{
	const char *const names[] = { context->writer, context->name };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i] != NULL && toupper((unsigned char)names[i][0]) == letter)
			return NULL;
	return letter == 'J' ? ":-)" : letter == 'K' ? ":-|" : letter == 'L' ? ":-(" : NULL;
}

/* The words, with Outlook's faces as others write them: for J, K and L in Wingdings. */
static const char *
with_faces(struct arena *arena, const struct parse_context *context, const char *words)
{
	struct str out;

	str_init(&out, arena, 0);
	while (*words != '\0') {
		size_t length = strcspn(words, " \t\n,.;:!?"), marks;
		const char *face = face_of_letter(context, *words);

		if (face == NULL || strspn(words, (char[]){ *words, '\0' }) != length)
			str_addn(&out, words, length);
		else
			for (size_t i = 0; i < length; i++)
				str_addf(&out, "%s%s", i > 0 ? " " : "", face);
		words += length;
		marks = strspn(words, " \t\n,.;:!?");
		str_addn(&out, words, marks);
		words += marks;
	}
	return out.data;
}

/* What stands behind the move: "#n", dress, courtesy. */
static bool
read_rest(struct arena *arena, const struct parse_context *context, const char *text,
    struct dressed_move *out)
{
	const char *rest = speech_behind(text);
	const char *word;
	int64_t number;
	int none;

	if (*rest == '#') {
		size_t length = strcspn(rest, " \t*_)]},;");

		word = arena_strndup(arena, rest, length);
		if (!tokens_read_number(word, &number, &none) || none != 0 || number > 9999)
			return false;
		out->number = (int)number;
		rest = speech_behind(rest + length);
	}
	if (!is_polite(arena, context, rest, false, true))
		return false;
	/* "。" belongs to the move's own sentence. */
	out->rest = speech_is_mark(rest) ? "" : with_faces(arena, context, rest);
	return true;
}

/* The move without what stands behind it in a sentence. */
static const char *
without_mark(struct arena *arena, const char *move)
{
	size_t length = strlen(move);

	while (length > 0 && strchr(",;:.", move[length - 1]) != NULL)
		length--;
	return arena_strndup(arena, move, length);
}

bool
speech_read_move(struct arena *arena, const struct parse_context *context, const char *text,
    struct dressed_move *out)
{
	const struct glossary *glossary = context->glossary;
	int count = glossary != NULL ? glossary->count : 0;
	const char *before = "", *start = skip_dress(arena, text, &before);
	size_t refused = 0; /* an end of the move behind which something else stands */

	for (int i = -1; i < count; i++) {
		const struct notation_letters *letters = i == -1 ? NULL :
								   glossary->languages[i].letters;
		bool spelled = false;
		size_t end = i == -1 || letters != NULL ?
		    notation_form_end(start, letters, &spelled) :
		    0;

		/* Most languages see the same. */
		if (end == 0 || end == refused)
			continue;
		memset(out, 0, sizeof *out);
		if (!read_rest(arena, context, start + end, out)) {
			refused = end;
			continue;
		}
		/* Names are words that people say: nothing else may stand beside them. */
		if (spelled && (out->rest[0] != '\0' || before[0] != '\0'))
			continue;
		out->move = without_mark(arena, arena_strndup(arena, start, end));
		out->is_question = speech_mark(out->move) == MARK_QUESTION ||
		    (out->rest[0] == '\0' && speech_mark(text) == MARK_QUESTION);
		if (before[0] != '\0')
			out->rest = arena_printf(arena, "%s%s", before, out->rest);
		return true;
	}
	return false;
}

bool
speech_knows(const struct parse_context *context, const char *userid)
{
	if (context->writer != NULL && str_equal_nocase(userid, context->writer))
		return true;
	return context->is_userid != NULL && verb_allows_name(userid) &&
	    context->is_userid(context->source, userid);
}

bool
speech_is_please(const char *text)
{
	static const char words[] = "please pls plz bitte";
	size_t length;
	char word[8];

	text += strspn(text, ", -");
	length = strcspn(text, ".!:) ");
	if (text[length + strspn(text + length, ".!:) ")] != '\0' || length >= sizeof word)
		return false;
	for (size_t i = 0; i <= length; i++)
		word[i] = i < length ? (char)tolower((unsigned char)text[i]) : '\0';
	return length == 0 ? text[0] == '\0' : glossary_lists(words, word);
}

bool
speech_is_face(const char *text)
{
	static const char eyes[] = ":;", mouths[] = "()[]{}<>|/\\*@$&DdPpOoXxSs3";
	size_t length = strcspn(text, " \t\n"), nose = 1;
	bool is_named = length > 2 && *text == ':' && text[length - 1] == ':';

	if (strncmp(text, "-_", 2) == 0 || strncmp(text, "-.-", 3) == 0 || is_named)
		return true;
	if (*text == '\0' || strchr(eyes, *text) == NULL)
		return false;
	nose += strspn(text + 1, "-'~^");
	/* ": D" */
	if (nose == 1 && text[1] == ' ' && strchr("DP", text[2]) != NULL && text[2] != '\0')
		return strchr(" \t\n", text[3]) != NULL;
	if (text[nose] == '\0' || strchr(mouths, text[nose]) == NULL)
		return false;
	text += nose + strspn(text + nose, (char[]){ text[nose], '\0' });
	return strchr(" \t\n.,!?", *text) != NULL;
}
