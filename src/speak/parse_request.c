/* SPDX-License-Identifier: ISC */
/*
 * What a short letter asks the server for (parse_internal.h).
 *
 * "Hi, please delete my account. Thanks, Ann": among greetings, thanks and a signature stands one
 * request, and perhaps a clause that says why: "I am ill".  With anything else in it a letter
 * speaks to the other player.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/board.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define REQUEST_COLUMNS   240  /* of a letter that asks, at most */
#define COMPLAINT_COLUMNS 1200 /* … that complains */
#define SIGNATURE_COLUMNS 24   /* of a name that nobody knows … */
#define SIGNATURE_HAN     8    /* … in hanzi */
#define SIGNATURE_WORDS   2
#define VALUE_WORDS       2     /* of what a request sets something to */
#define FIRST_CYRILLIC    0x430 /* of small letters */
#define CYRILLIC_YO       0x451
#define SOMEBODY          '@' /* a player's name, in a phrase */
#define MARKS             " \t.,;:!?-()\"'"

/* A clause that is read. */
struct plea {
	struct arena *arena;
	const struct parse_context *context;
	const struct verb *verb; /* what is asked for; NULL: nothing yet */
	const char *form;        /* … as it is written, if that is known; NULL */
	const char *object;      /* an address, a player or a language that it names; NULL */
	const char *clause;      /* as it was written */
	const char *named;       /* the player for whom "@" stands; NULL: for nobody */
	bool asks_how;           /* "how do I" */
	bool tells_of_player;    /* "@" stands in what was asked */
	bool is_told;            /* it is said to the server: "dear server" */
	bool is_silence;         /* no more letters; the verb is the last way to that */
};

/* The letter with a ";" behind each line of greetings and each paragraph; all other lines are one.
 */
static char *
joined_lines(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct str joined;
	const char *line;

	str_init(&joined, arena, 0);
	while ((line = letter_line(arena, &text)) != NULL) {
		bool ends = *text == '\n' || *text == '\0' || line[strspn(line, " \t")] == '\0' ||
		    speech_is_thanks(arena, context, line, false);

		str_addf(&joined, "%s%s", line, ends ? "; " : " ");
	}
	for (char *at = joined.data; (at = strstr(at, "\u2019")) != NULL;) {
		memmove(at + 1, at + strlen("\u2019"), strlen(at + strlen("\u2019")) + 1);
		*at++ = '\'';
	}
	return joined.data;
}

/* Bytes of the clause at the beginning of the text; *after: with the mark that ends it.  A full
 * stop within an address ends none. */
static size_t
sentence_length(const char *text, size_t *after)
{
	const char *at = text, *next = text;
	uint32_t c;

	for (; (c = utf8_next(&next)) != 0; at = next)
		if (speech_is_end(c) && (c > 0x7f || strchr(" \t", *next) != NULL))
			break;
	*after = (size_t)((c != 0 ? next : at) - text);
	return (size_t)(at - text);
}

/* Do players say it to each other, so that only "how do I" asks the server for it? */
static bool
is_said_to_players(const struct verb *verb)
{
	return verb->needs & NEEDS_SEAT && !(verb->needs & ANY_TOKEN);
}

/* Bytes of the longest phrase of the language that asks for the verb.  Who speaks of the other
 * player by name speaks to the server. */
static size_t
verb_length(const struct plea *r, const char *at, const struct language *language, int v)
{
	bool is_theirs = is_said_to_players(&verb_table[v]);
	size_t asked = speech_phrase(at, glossary_request(language, v), ","), said;

	/* What takes a move back is asked of both alike. */
	if (is_theirs && v != VERB_UNDO) {
		bool is_ours = r->asks_how || r->is_told || memchr(at, SOMEBODY, asked) != NULL;

		return is_ours ? asked : 0;
	}
	said = speech_phrase(at, glossary_deed(language, v), ",");
	return said > asked ? said : asked;
}

/* Bytes of the longest phrase that asks for a command, *verb; *form: … with what stands behind it,
 * or NULL. */
static size_t
phrase_length(const struct plea *r, const char *at, const struct verb **verb, const char **form)
{
	const struct glossary *glossary = r->context->glossary;
	size_t longest = 0, found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const struct language *language = &glossary->languages[i];

		for (int v = 0; v < VERB_COUNT; v++)
			if ((found = verb_length(r, at, language, v)) > longest) {
				longest = found;
				*verb = &verb_table[v];
				*form = NULL;
			}
		for (int f = 0; f < language->form_count; f++)
			if ((found = speech_phrase(at, language->forms[f].phrases, ",")) >
			    longest) {
				longest = found;
				*form = language->forms[f].form;
				*verb = verb_find(
				    glossary, arena_strndup(r->arena, *form, strcspn(*form, " ")));
			}
	}
	return longest;
}

/* The same of a command's name behind "how do I", *verb. */
static size_t
name_length(const struct plea *r, const char *at, const struct verb **verb)
{
	const struct glossary *glossary = r->context->glossary;
	size_t after, longest = speech_word(at, &after), found;

	*verb = verb_find(glossary, arena_strndup(r->arena, at, longest));
	/* "How do I play on?" */
	if (*verb != NULL)
		return (*verb)->manner & (MEANT_BY_MOVE | MEANT_BY_PLAN) ? 0 : longest;
	longest = 0;
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		for (int v = 0; v < VERB_COUNT; v++) {
			found = speech_phrase(at, glossary->languages[i].commands[v], " ");
			if (found > longest) {
				longest = found;
				*verb = &verb_table[v];
			}
		}
	return longest;
}

/* Bytes of a greeting, thanks, a plea, or a word that says nothing beside a request. */
static size_t
courtesy_length(const struct plea *r, const char *at)
{
	static const size_t lists[] = { SPEECH_LIST(courtesies), SPEECH_LIST(pleas),
		SPEECH_LIST(to_server), SPEECH_LIST(about_that), SPEECH_LIST(beside_requests) };
	size_t longest = 0, found;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if ((found = speech_listed(r->context, at, lists[i])) > longest)
			longest = found;
	return longest;
}

/* Does a request for the same, behind a courtesy of that many bytes, reach farther than a phrase of
 * so many: "can I" and "undo my last move" than "can I undo"? */
static bool
reaches_farther(
    const struct plea *r, const char *at, const struct verb *verb, size_t polite, size_t length)
{
	const struct verb *other = NULL;
	const char *form;
	size_t gap = strspn(at + polite, MARKS);

	return polite > 0 &&
	    polite + gap + phrase_length(r, at + polite + gap, &other, &form) > length &&
	    other == verb;
}

/* The same of a language that letters are wanted in. */
static size_t
take_language(struct plea *r, const char *at)
{
	const struct glossary *glossary = r->context->glossary;
	size_t longest = 0, found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if ((found = speech_phrase(at, glossary->languages[i].called, " ")) > longest) {
			longest = found;
			r->object = glossary->languages[i].code;
		}
	return longest;
}

/* Bytes of a word at the beginning of the text; one in Latin letters ends at a hanzi. */
static size_t
word_length(const char *at)
{
	size_t length = strcspn(at, " \t,;:!?()\"'");
	const char *next = at;

	if ((unsigned char)*at <= 0x7f)
		for (const char *here = at; here < at + length; here = next)
			if (utf8_next(&next) >= FIRST_HAN)
				length = (size_t)(here - at);
	while (length > 0 && at[length - 1] == '.')
		length--;
	return length;
}

/* Does it look like an address of electronic mail? */
static bool
is_mail_address(const char *word)
{
	const char *domain = strchr(word, '@');

	return domain != NULL && domain != word && strchr(domain, '.') != NULL;
}

/* The word, or the player's name for which it stands. */
static const char *
word_at(const struct plea *r, const char *at, size_t length)
{
	return r->named != NULL && *at == SOMEBODY && length == 1 ?
	    r->named :
	    arena_strndup(r->arena, at, length);
}

/* Is it the writer? */
static bool
names_writer(const struct plea *r, const char *word)
{
	return speech_is_name(r->arena, r->context->name, word) ||
	    (r->context->writer != NULL && str_equal_nocase(word, r->context->writer));
}

/* Notes the word, where it says more of what is asked for: "moves for h10", "the bot at level 1".
 */
static bool
take_detail(struct plea *r, const char *word)
{
	const char *form = r->form, *square = word;
	uint8_t index;
	struct order order;

	if (r->verb == NULL)
		return false;
	if (form == NULL && verb_takes(r->verb, ARG_SQUARE) && square_read(&square, &index) &&
	    *square == '\0') {
		r->object = word;
		return true;
	}
	if (form == NULL || !tokens_is_number(word) || !(r->verb->manner & ASKS_FOR_GAME))
		return false;
	form = arena_printf(r->arena, "%s %s", form, word);
	if (parse_line(r->arena, r->context, form, &order) != LINE_COMMAND)
		return false;
	r->form = form;
	return true;
}

/* The same of a word that a request may name: the writer, an address, a number, a player.  An
 * address alone, "please use ann@home.example from now on", is one to be added: the other player
 * shall not hear of it by mistake. */
static size_t
take_word(struct plea *r, const char *at)
{
	const struct parse_context *context = r->context;
	size_t length = word_length(at);
	const char *word = word_at(r, at, length);
	bool is_mail = is_mail_address(word), sets = r->verb == &verb_table[VERB_SET];

	if (length == 0 || take_detail(r, word) || names_writer(r, word) ||
	    word[strspn(word, "0123456789./-")] == '\0')
		return length;
	if (is_mail && (r->verb == NULL || sets) && r->form == NULL)
		r->verb = &verb_table[VERB_ADD];
	else if (sets)
		return take_language(r, at);
	else if ((r->verb == NULL && !r->asks_how) || (!is_mail && !speech_knows(context, word)))
		return 0;
	r->object = word;
	return length;
}

/* Is a player named in the phrase, and meant by what it asks for? */
static void
note_player(struct plea *r, const char *at, size_t length)
{
	r->tells_of_player = r->named != NULL && memchr(at, SOMEBODY, length) != NULL;
	if (r->tells_of_player &&
	    (verb_takes(r->verb, ARG_WORD) || verb_takes(r->verb, ARG_WORD_MAYBE)))
		r->object = r->named;
}

/* Is it "set name" that is asked for, or a vacation without its days? */
static bool
lacks_value(const struct plea *r)
{
	if (r->form == NULL)
		return r->verb == &verb_table[VERB_VACATION];
	return r->verb == &verb_table[VERB_SET] && strchr(r->form, ' ') == strrchr(r->form, ' ');
}

/* The same of the rest of the clause, where that is a value which is lacking: "change my name to
 * Ann", "stop my clock from Monday to Thursday".  is_certain: where it can be that. */
static size_t
take_value(struct plea *r, const char *at, bool is_certain)
{
	const char *raw = r->clause + strlen(r->clause), *form;
	struct tokens tokens;
	struct order order;

	if (!lacks_value(r))
		return 0;
	/* As it was written. */
	if (strlen(r->clause) >= strlen(at) && str_equal(utf8_fold(r->arena, raw - strlen(at)), at))
		raw -= strlen(at);
	else
		raw = at;
	form = arena_printf(r->arena, "%s %s", r->form != NULL ? r->form : r->verb->name, raw);
	tokens_split(r->arena, at, &tokens);
	if (parse_line(r->arena, r->context, form, &order) == LINE_COMMAND)
		r->form = order.line;
	else if (!is_certain && r->form != NULL && tokens.count <= VALUE_WORDS)
		r->form = "";
	else
		return 0;
	return strlen(at);
}

/* Takes what stands at the beginning of the text, where nothing is asked for yet: bytes; 0: it has
 * no place there. */
static size_t
take_request(struct plea *r, const char *at)
{
	size_t polite = courtesy_length(r, at), length;
	size_t how = speech_listed(r->context, at, SPEECH_LIST(asks_how));
	size_t silence = speech_listed(r->context, at, SPEECH_LIST(silence));
	const struct verb *verb = NULL;
	const char *form = NULL;
	struct order order;

	if (nearest_setting(r->arena, r->context, at, &order)) {
		r->verb = order.verb;
		r->form = order.line;
		return strlen(at);
	}
	/* "Stop" alone may be said of a game. */
	if (silence > 0 && (memchr(at, ' ', silence) != NULL || (unsigned char)*at > 0x7f)) {
		r->verb = &verb_table[VERB_SIGNOFF];
		r->is_silence = true;
		return silence;
	}
	length = phrase_length(r, at, &verb, &form);
	if (r->asks_how && length == 0)
		length = name_length(r, at, &verb);
	if (length > 0 && length >= polite && length >= how &&
	    !reaches_farther(r, at, verb, polite, length)) {
		r->verb = verb;
		r->form = form;
		note_player(r, at, length);
		return length;
	}
	r->asks_how |= how > 0 && how >= polite;
	r->is_told |= speech_listed(r->context, at, SPEECH_LIST(to_server)) > 0;
	length = how > polite ? how : polite;
	return length > 0 ? length : take_word(r, at);
}

/* Is the folded clause made of courtesies and a request? */
static bool
read_clause(struct plea *r, const char *clause)
{
	size_t length;

	for (const char *at = clause; *(at += strspn(at, MARKS)) != '\0'; at += length) {
		if (r->verb == NULL)
			length = take_request(r, at);
		else if ((length = take_value(r, at, true)) == 0 &&
		    (length = courtesy_length(r, at)) == 0 && (length = take_word(r, at)) == 0)
			length = take_value(r, at, false);
		/* "Help me please I don't understand anything" */
		if (length == 0 && r->verb != NULL &&
		    speech_listed(r->context, at, SPEECH_LIST(reasons)) > 0)
			length = strlen(at);
		if (length == 0)
			return false;
	}
	/* "Please invite me, too." */
	return r->verb != &verb_table[VERB_INVITE] || r->object != NULL || r->asks_how;
}

/* The name in Latin letters that a word in Cyrillic ones may be, "фред"; NULL: it is no such word.
 */
static const char *
in_latin(struct arena *arena, const char *word)
{
	static const char *const letters[] = { "a", "b", "v", "g", "d", "e", "zh", "z", "i", "y",
		"k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh", "ts", "ch", "sh",
		"shch", "", "y", "", "e", "yu", "ya" };
	struct str latin;
	uint32_t c;

	str_init(&latin, arena, 0);
	while ((c = utf8_next(&word)) != 0) {
		if (c == CYRILLIC_YO)
			c = FIRST_CYRILLIC + 5;
		if (c < FIRST_CYRILLIC || c >= FIRST_CYRILLIC + sizeof letters / sizeof *letters)
			return NULL;
		str_add(&latin, letters[c - FIRST_CYRILLIC]);
	}
	return latin.data;
}

/* The other player who is named by that word, perhaps with an ending, "freds", "фреда", *length:
 * bytes of the name; NULL: none is. */
static const char *
player_named(const struct plea *r, const char *word, size_t *length)
{
	const struct parse_context *context = r->context;
	const char *latin = in_latin(r->arena, word), *name = latin != NULL ? latin : word;
	size_t whole = strlen(name);

	*length = strlen(word);
	for (size_t cut = 0; cut < 2 && cut + 1 < whole; cut++) {
		const char *stem = arena_strndup(r->arena, name, whole - cut);

		if (cut == 1 && latin == NULL && name[whole - 1] != 's')
			break;
		if ((context->writer == NULL || !str_equal_nocase(stem, context->writer)) &&
		    speech_knows(context, stem)) {
			if (latin == NULL)
				*length -= cut;
			return stem;
		}
	}
	return NULL;
}

/* Bytes of the text before a name, without the blanks that some put between hanzi and Latin
 * letters. */
static size_t
length_before(const char *text, size_t length)
{
	size_t bare = length, at;
	const char *last;

	while (bare > 0 && text[bare - 1] == ' ')
		bare--;
	for (at = bare; at > 0 && ((unsigned char)text[at - 1] & 0xc0) == 0x80;)
		at--;
	last = text + (at > 0 ? at - 1 : 0);
	return bare > 0 && utf8_next(&last) >= FIRST_HAN ? bare : length;
}

/* … and behind it. */
static const char *
without_blanks(const char *text)
{
	const char *bare = text + strspn(text, " "), *next = bare;

	return utf8_next(&next) >= FIRST_HAN ? bare : text;
}

/* The folded clause with "@" in the place of the first player whom it names, r->named; NULL: it
 * names none. */
static const char *
with_somebody(struct plea *r, const char *clause)
{
	size_t length, name;

	for (const char *at = clause; *(at += strspn(at, MARKS)) != '\0'; at += length) {
		const char *next = at;

		if ((length = word_length(at)) == 0 || utf8_next(&next) >= FIRST_HAN) {
			length = length == 0 ? 1 : (size_t)(next - at);
			continue;
		}
		r->named = player_named(r, arena_strndup(r->arena, at, length), &name);
		if (r->named != NULL)
			return arena_printf(r->arena, "%.*s%c%s",
			    (int)length_before(clause, (size_t)(at - clause)), clause, SOMEBODY,
			    without_blanks(at + name));
	}
	return NULL;
}

/* The same, whoever is named in it. */
static bool
read_names(struct plea *r, const char *clause)
{
	struct plea plain = *r, named = *r;
	const char *folded = utf8_fold(r->arena, clause), *with;

	bool is_plain, is_named;

	plain.clause = named.clause = clause;
	is_plain = read_clause(&plain, folded);
	with = with_somebody(&named, folded);
	is_named = with != NULL && read_clause(&named, with);
	/* "A game with Ann" is more than "a game". */
	*r = is_named && (named.tells_of_player || !is_plain) ? named : plain;
	return is_plain || is_named;
}

/* Bytes of the phrase at the beginning of the text that says why something is asked for, *verb:
 * what it asks for by itself, or NULL. */
static size_t
reason_length(const struct plea *r, const char *at, const struct verb **verb)
{
	const struct glossary *glossary = r->context->glossary;
	size_t longest = speech_listed(r->context, at, SPEECH_LIST(reasons)), found;

	*verb = NULL;
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		for (int v = 0; v < VERB_COUNT; v++) {
			found = speech_phrase(
			    at, glossary_trouble(&glossary->languages[i], v), ",");
			if (found > longest) {
				longest = found;
				*verb = &verb_table[v];
			}
		}
	return longest;
}

/* Does the clause only say why something is asked for: "my mail program ate it"?  *verb: what that
 * asks for by itself, "I am away", *form: with the days; or NULL. */
static bool
gives_reason(struct plea *r, const char *clause, const struct verb **verb, const char **form)
{
	const char *folded = utf8_fold(r->arena, clause), *with = with_somebody(r, folded);
	const char *at = with != NULL ? with : folded;
	struct plea days = { .arena = r->arena, .context = r->context, .clause = clause };
	size_t length, polite;

	*form = NULL;
	while ((length = reason_length(r, at += strspn(at, MARKS), verb)) == 0 &&
	    (polite = courtesy_length(r, at)) > 0)
		at += polite;
	days.verb = *verb;
	at += length;
	if (*verb != NULL && *(at += strspn(at, MARKS)) != '\0' && take_value(&days, at, true) > 0)
		*form = days.form;
	return length > 0;
}

/* Does a clause ask how what stands in front of it is done: "How?"? */
static bool
asks_about_that(const struct plea *r, const char *text)
{
	for (size_t after; *text != '\0'; text += after) {
		size_t length = sentence_length(text, &after), found;
		const char *at = utf8_fold(r->arena, arena_strndup(r->arena, text, length));

		for (at += strspn(at, MARKS);
		     (found = speech_listed(r->context, at, SPEECH_LIST(about_that))) > 0 ||
		     (found = speech_listed(r->context, at, SPEECH_LIST(pleas))) > 0;
		     at += strspn(at, MARKS)) {
			bool asks = speech_listed(r->context, at, SPEECH_LIST(about_that)) > 0;

			at += found;
			if (asks && at[strspn(at, MARKS)] == '\0')
				return true;
		}
	}
	return false;
}

/* May the last clause be a name below thanks? */
static bool
may_sign(struct arena *arena, const char *clause, const char *rest)
{
	struct tokens tokens;
	const char *at = clause + strspn(clause, MARKS), *next = at;
	size_t most = utf8_next(&next) >= FIRST_HAN ? SIGNATURE_HAN : SIGNATURE_COLUMNS;

	tokens_split(arena, at, &tokens);
	return rest[strspn(rest, MARKS)] == '\0' && tokens.count <= SIGNATURE_WORDS &&
	    utf8_width(at) <= most;
}

/* What the clauses say, beside a request. */
struct surroundings {
	bool about_that;            /* one asks how what stands in front of it is done */
	bool is_told;               /* one speaks to the server */
	const struct verb *trouble; /* what one asks for by saying why; NULL */
	const char *told, *form;    /* … it, and how that is written, or NULL */
};

/* The clause is no request: does it say why one is made? */
static bool
note_reason(struct plea *r, const char *clause, struct surroundings *around)
{
	const struct verb *verb;
	const char *form;

	if (!gives_reason(r, clause, &verb, &form))
		return false;
	if (verb != NULL && around->trouble == NULL) {
		around->trouble = verb;
		around->told = clause;
		around->form = form;
	}
	return true;
}

/* The clause that says the request, in the light of the others: "I am away until Monday.  What do I
 * have to do?" */
static const char *
settle_request(struct plea *r, const char *said, const struct surroundings *around)
{
	if (said == NULL && around->about_that && around->trouble != NULL) {
		r->verb = around->trouble;
		r->asks_how = true;
		said = around->told;
	}
	/* "I am on vacation from 1 to 8 December", where nobody else could be told */
	if (said == NULL && around->form != NULL && r->context->answer.game == 0 &&
	    r->context->answer.writer == NULL) {
		r->verb = around->trouble;
		said = around->told;
	}
	if (said != NULL && r->verb == around->trouble && r->form == NULL)
		r->form = around->form;
	return said;
}

/* Is the clause what the request in front of it lacks, the days of a vacation? */
static bool
names_value(struct plea *r, const char *clause)
{
	struct plea value = *r;
	const char *folded = utf8_fold(r->arena, clause);

	value.clause = clause;
	folded += strspn(folded, MARKS);
	if (*folded == '\0' || take_value(&value, folded, true) == 0)
		return false;
	r->form = value.form;
	return true;
}

/* The request among the clauses, and the one that says it; NULL: the letter is about something
 * else. */
static const char *
find_request(struct plea *r, const char *text)
{
	struct surroundings around = { .about_that = asks_about_that(r, text) };
	const char *said = NULL;
	bool was_polite = false;

	for (size_t after; *text != '\0'; text += after) {
		size_t length = sentence_length(text, &after);
		const char *clause = arena_strndup(r->arena, text, length);
		struct plea here = { .arena = r->arena,
			.context = r->context,
			.asks_how = around.about_that,
			.is_told = around.is_told };

		clause += strspn(clause, " \t");
		if (!read_names(&here, clause)) {
			/* "我要请假，12月1日到8日" */
			if (said != NULL && lacks_value(r) && names_value(r, clause))
				continue;
			if (note_reason(&here, clause, &around))
				continue;
			return said != NULL && was_polite &&
				may_sign(r->arena, clause, text + after) ?
			    said :
			    NULL;
		}
		around.is_told |= here.is_told;
		was_polite = here.verb == NULL;
		/* "My address has changed: ann@home.example" */
		if (here.verb != NULL &&
		    (said == NULL || (here.verb == r->verb && r->object == NULL))) {
			*r = here;
			said = clause;
		}
	}
	return settle_request(r, said, &around);
}

/* How that is written; "" where it is not known.  What sets something says what. */
static const char *
form_of(const struct plea *r)
{
	const char *name = r->verb->name, *form;
	struct order order;

	if (r->form != NULL)
		return parse_line(r->arena, r->context, r->form, &order) <= LINE_LOOSE ? r->form :
											 "";
	if (r->object != NULL) {
		form = arena_printf(r->arena, "%s %s%s", name,
		    r->verb == &verb_table[VERB_SET] ? "language " : "", r->object);
		if (parse_line(r->arena, r->context, form, &order) <= LINE_LOOSE)
			return order.line;
	}
	if (r->verb->needs & NEEDS_FRESH)
		return "";
	if (parse_line(r->arena, r->context, name, &order) == LINE_COMMAND)
		return name;
	/* "I forgot my password": whose is known. */
	form = arena_printf(
	    r->arena, "%s %s", name, r->context->writer != NULL ? r->context->writer : "");
	return r->verb == &verb_table[VERB_FORGOT] &&
		parse_line(r->arena, r->context, form, &order) == LINE_COMMAND ?
	    form :
	    "";
}

/* The command in the left column of a line of our own lists of them, "reject      to decline it";
 * *form: how it is written.  NULL: it is no such line. */
static const struct verb *
listed_deed(
    struct arena *arena, const struct parse_context *context, const char *line, const char **form)
{
	const char *left = line + strspn(line, " \t>"), *end = strstr(left, "  ");
	const struct verb *verb;
	struct order order;

	if (end == NULL || end == left || end[strspn(end, " ")] == '\0' ||
	    strchr(MARKS, end[-1]) != NULL)
		return NULL;
	left = arena_strndup(arena, left, (size_t)(end - left));
	if (parse_line(arena, context, left, &order) == LINE_COMMAND) {
		*form = order.line;
		return order.verb;
	}
	if ((verb = speech_deed(arena, context, left, NULL)) != NULL)
		*form = verb->name;
	return verb;
}

/* The first such line of the text, *verb; NULL none. */
static const char *
find_listed(struct arena *arena, const struct parse_context *context, const char *text,
    const struct verb **verb, const char **form)
{
	const char *line;

	while ((line = letter_line(arena, &text)) != NULL)
		if ((*verb = listed_deed(arena, context, line, form)) != NULL)
			return line;
	return NULL;
}

/* Does the text begin with "dear server", alone in its clause? */
static bool
begins_to_server(struct arena *arena, const struct parse_context *context, const char *text)
{
	char *line = arena_strdup(arena, text);
	size_t length;

	for (char *at = line; (at = strchr(at, '\n')) != NULL;)
		*at = ';';
	text = utf8_fold(arena, line);
	text += strspn(text, MARKS);
	while ((length = speech_listed(context, text, SPEECH_LIST(to_server))) == 0 &&
	    (length = speech_listed(context, text, SPEECH_LIST(courtesies))) > 0)
		text += length + strspn(text + length, MARKS);
	text += length;
	return length > 0 &&
	    (*text == '\0' || speech_is_end(utf8_next(&(const char *){ text })) || *text == '-' ||
		*text == ':' || strncmp(text, "：", strlen("：")) == 0);
}

/* Does the clause complain about a player, or ask for the operator? */
static bool
complains(struct plea *r, const char *clause)
{
	const char *folded = utf8_fold(r->arena, clause), *with = with_somebody(r, folded);

	return speech_holds_trouble(r->context, folded, VERB_BLOCK) ||
	    (with != NULL &&
		(speech_holds_trouble(r->context, with, VERB_BLOCK) ||
		    speech_holds_trouble(r->context, strchr(with, SOMEBODY), VERB_BLOCK)));
}

const char *
request_complaint(struct arena *arena, const struct parse_context *context, const char *text)
{
	const struct parse_answer *answer = &context->answer;
	const char *joined = joined_lines(arena, context, text);
	bool is_told = begins_to_server(arena, context, text);
	struct plea r = { .arena = arena, .context = context };

	/* "Dear Sir or Madam, I am out of the office" */
	if (utf8_prefix(text, COMPLAINT_COLUMNS) < strlen(text) || answer->is_automatic ||
	    answer->is_suspect || context->is_stranger)
		return NULL;
	for (size_t after; *joined != '\0'; joined += after) {
		size_t length = sentence_length(joined, &after);
		const char *clause = arena_strndup(arena, joined, length);

		clause += strspn(clause, " \t");
		if (is_told || complains(&r, clause))
			return is_told ? arena_strndup(arena, text, strcspn(text, "\n")) : clause;
	}
	return NULL;
}

/* A complaint, which no command answers. */
static bool
note_complaint(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const char *said = request_complaint(arena, context, text);

	if (said == NULL)
		return false;
	out->is_request = out->is_complaint = true;
	out->unread = secret_blank(arena, context, said);
	out->meant = NULL;
	out->form = "";
	return true;
}

/* What asks for something: one of our own lines, or a sentence.  NULL none. */
static const char *
find_said(struct plea *r, const char *text)
{
	const char *said = find_listed(r->arena, r->context, text, &r->verb, &r->form);

	if (said == NULL && utf8_prefix(text, REQUEST_COLUMNS) == strlen(text))
		said = find_request(r, joined_lines(r->arena, r->context, text));
	if (said != NULL && r->form == NULL)
		r->verb = deed_of_challenge(&r->context->answer, r->verb);
	return said;
}

bool
request_is_said(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	struct plea r = { .arena = arena, .context = context };
	const char *said = find_said(&r, text);

	/* "Dear system, I want to report fred" asks for no help. */
	if (said == NULL || (r.verb == &verb_table[VERB_HELP] && complains(&r, said)))
		return note_complaint(arena, context, text, out);
	/* "Take it back", to a challenge */
	if (context->answer.game != 0 && !r.asks_how && deed_is_idle(context, r.verb))
		return false;
	out->is_request = true;
	out->asks_how = r.asks_how;
	out->asks_for_silence = r.is_silence;
	/* "Take it back", said of the other's challenge, was found as an undo. */
	if (out->meant == &verb_table[VERB_UNDO] && r.verb != out->meant && r.verb != NULL)
		out->form = "";
	/* "stop ann from writing to me" is no "stop". */
	if (out->form[0] != '\0' && !(r.tells_of_player && r.object != NULL))
		return true;
	out->unread = secret_blank(arena, context, said);
	out->meant = r.is_silence ? NULL : r.verb;
	out->form = r.is_silence ? "" : form_of(&r);
	return true;
}

/* Does the order only show something, or send a puzzle? */
static bool
only_shows(const struct order *order)
{
	return order->verb->needs & ONLY_ASKS ||
	    (order->word_count == 0 &&
		(order->verb == &verb_table[VERB_SET] || order->verb == &verb_table[VERB_PUZZLE]));
}

void
request_take(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct verb *verb;
	const char *form;
	struct order order;

	if (!out->is_request || out->meant == NULL || out->doubtful != NULL ||
	    context->is_stranger || context->answer.is_automatic ||
	    find_listed(arena, context, text, &verb, &form) != NULL ||
	    parse_line(arena, context, out->form, &order) != LINE_COMMAND || !only_shows(&order))
		return;
	out->orders[0] = order;
	out->orders[0].written = out->unread;
	out->count = 1;
	out->comment = "";
	out->meant = NULL;
}
