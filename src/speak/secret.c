/* SPDX-License-Identifier: ISC */
/*
 * Passwords in a player's words (secret.h).
 */
#include "speak/secret.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "rules/notation.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/topics.h"
#include "speak/verbs.h"

#define SECRET_MIN  5 /* bytes of what looks like one */
#define SPACES      " \t\n"
#define OPENING     "<([{\"'*_-`"         /* around a word */
#define CLOSING     ">)]}\"'*_`.,:;/|=!?" /* … */
#define JOINTS      ":/,;=|"              /* between a userid and a password: "fred/secret" */
#define WORDS_TRIED 64                    /* of a line, from its beginning */
#define ALONE_MAX   3                     /* words of a line in which one may be the password */
#define NAMED       64                    /* likelihood of "--pass=secret" */

/* What the word before says of the next. */
enum before {
	BEFORE_ANY,
	BEFORE_SECRET, /* a password comes */
	BEFORE_LIKELY  /* … if the word looks like one: after another player's userid */
};

/* The word without what stands around it, folded. */
static const char *
core_of(struct arena *arena, const char *word)
{
	size_t length;

	word += strspn(word, OPENING);
	length = strlen(word);
	while (length > 0 && strchr(CLOSING, word[length - 1]) != NULL)
		length--;
	return utf8_fold(arena, arena_strndup(arena, word, length));
}

/* "password", "passwort", with a slip in it */
static bool
is_password_word(const char *folded)
{
	return verb_is_slip(folded, "password") || verb_is_slip(folded, "passwort");
}

bool
secret_is_word(const char *folded)
{
	static const char *const words[] = { "pass", "passwd", "pw", "pwd", "kennwort", "пароль",
		"khẩu" };

	/* Hanzi have no blanks between words. */
	if (strstr(folded, "密码") != NULL || strstr(folded, "密碼") != NULL)
		return true;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(folded, words[i]) == 0)
			return true;
	return is_password_word(folded);
}

/* The same, and "pass", "pw" */
bool
secret_is_name(const char *folded)
{
	return strncmp(folded, "pass", 4) == 0 || strcmp(folded, "pw") == 0 ||
	    strcmp(folded, "pwd") == 0 || strcmp(folded, "kennwort") == 0 ||
	    is_password_word(folded);
}

/* Is it the writer's userid?  A stranger may be any player. */
static bool
is_writer(const struct parse_context *context, const char *folded)
{
	if (context->writer != NULL)
		return str_equal_nocase(folded, context->writer);
	return speech_knows(context, folded);
}

/* What the word says of the next one. */
static enum before
before_next(const struct parse_context *context, const char *word, const char *core)
{
	size_t length = strlen(word);

	if (core[0] == '\0')
		return BEFORE_ANY;
	if (is_writer(context, core))
		return BEFORE_SECRET;
	/* "password:", "--pass" */
	if (secret_is_name(core) && (word[0] == '-' || strchr(":=", word[length - 1]) != NULL))
		return BEFORE_SECRET;
	return speech_knows(context, core) ? BEFORE_LIKELY : BEFORE_ANY;
}

/* What stands joined to another player's userid: may it be his password? */
static bool
is_guarded(char joint, const char *after)
{
	if (strchr(",;", joint) != NULL)
		return secret_is_likely(after);
	return !verb_is_keyword(after) && !tokens_is_number(after) && !notation_is_move_like(after);
}

/* "fred:secret", "--pass=secret": all behind the joint is one; NULL: the word is whole. */
static const char *
joint_in(struct arena *arena, const struct parse_context *context, const char *word)
{
	const char *begin = word + strspn(word, OPENING);
	size_t length = strcspn(begin, JOINTS), rest;
	char joint;
	const char *name = utf8_fold(arena, arena_strndup(arena, begin, length)), *after;

	if (begin[length] == '\0')
		return NULL;
	rest = length + strspn(begin + length, JOINTS);
	if (begin[rest] == '\0')
		return NULL;
	joint = begin[length];
	after = core_of(arena, begin + rest);
	/* "--userid=fred" is a name, "fred,wilma" are two */
	if (after[0] == '\0' || speech_knows(context, after))
		return strcspn(begin + rest, JOINTS) < strlen(begin + rest) ?
		    joint_in(arena, context, begin + rest) :
		    NULL;
	if (secret_is_name(name) || is_writer(context, name))
		return begin + rest;
	/* Another's account, perhaps the writer's own, too: "wilma:secret", but "wilma,black" */
	return speech_knows(context, name) && is_guarded(joint, after) ? begin + rest : NULL;
}

/* The word as it is shown; *before: what the last one said, and then this one. */
static const char *
show_word(
    struct arena *arena, const struct parse_context *context, const char *word, enum before *before)
{
	const char *core = core_of(arena, word);
	const char *joint = joint_in(arena, context, word);
	enum before said = *before, next = before_next(context, word, core);

	*before = next;
	if (joint != NULL)
		return arena_printf(arena, "%.*s" BLANKED, (int)(joint - word), word);
	/* "fred / secret", "fred wilma secret", "fred password secret" */
	if (said != BEFORE_ANY &&
	    ((core[0] == '\0' && strlen(word) <= 2) || next != BEFORE_ANY ||
		secret_is_name(core))) {
		if (next == BEFORE_ANY || said == BEFORE_SECRET)
			*before = said;
		return word;
	}
	/* "challenge wilma time=3d" */
	if (said == BEFORE_ANY || verb_is_keyword(core) ||
	    (said == BEFORE_LIKELY && (!secret_is_likely(word) || strchr(word, '=') != NULL)))
		return word;
	return BLANKED;
}

const char *
secret_blank(struct arena *arena, const struct parse_context *context, const char *text)
{
	enum before before = BEFORE_ANY;
	struct str out;

	str_init(&out, arena, 0);
	for (size_t length; *text != '\0'; text += length) {
		length = strspn(text, SPACES);
		str_addn(&out, text, length);
		text += length;
		length = strcspn(text, SPACES);
		if (length > 0)
			str_add(&out,
			    show_word(arena, context, arena_strndup(arena, text, length), &before));
	}
	return out.data;
}

bool
secret_blank_words(struct arena *arena, const struct parse_context *context,
    const struct tokens *tokens, const char **shown)
{
	enum before before = BEFORE_ANY;
	bool is_blanked = false;
	int sets = -1;

	/* "pasword OLD NEW", "set password NEW" */
	if (tokens->count > 1 && is_password_word(tokens->folded[0]))
		sets = 0;
	else if (tokens->count > 2 && is_password_word(tokens->folded[1]) &&
	    (verb_is_slip(tokens->folded[0], "set") || verb_is_slip(tokens->folded[0], "change")))
		sets = 1;
	for (int i = 0; i < tokens->count; i++) {
		shown[i] = show_word(arena, context, tokens->raw[i], &before);
		if (sets != -1 && i > sets && !is_writer(context, tokens->folded[i]))
			shown[i] = BLANKED;
		is_blanked |= shown[i] != tokens->raw[i];
	}
	return is_blanked;
}

const char *
secret_blank_word(struct arena *arena, const char *text, const char *secret)
{
	bool is_word = false;

	for (const char *at = secret; at != NULL && *at != '\0' && !is_word;)
		is_word = utf8_is_alnum(utf8_next(&at));
	return is_word ? str_replace(arena, text, secret, BLANKED) : text;
}

/* --- its place */

bool
secret_is_possible(const char *word)
{
	return utf8_is_alnum(utf8_next(&word));
}

bool
secret_is_of_other(const struct parse_context *context, const struct tokens *tokens, int at)
{
	const char *userid = tokens->folded[at];

	return context->answer.game != 0 && context->writer != NULL && tokens->count == at + 2 &&
	    !str_equal_nocase(context->writer, userid) && speech_knows(context, userid) &&
	    !secret_is_likely(tokens->raw[at + 1]);
}

bool
secret_is_likely(const char *word)
{
	bool letter = false, other = false;

	if (strlen(word) < SECRET_MIN || notation_is_move_like(word))
		return false;
	for (; *word != '\0'; word++) {
		letter |= isalpha((unsigned char)*word) != 0;
		other |= isdigit((unsigned char)*word) != 0 || strchr("$%&^~+=", *word) != NULL;
	}
	return letter && other;
}

/* Do a userid at `at`, and a password behind it, stand where commands have them? */
static bool
is_place(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    int at, bool exact)
{
	struct dressed_move move;
	int first = at - 1;

	if (at == 2 && tokens_is_number(tokens->folded[1]))
		return true;
	/* "limit wilma secret 5", "change password wilma secret new" */
	if (at == 1 || at == 2)
		first = 0;
	if (first == 0 &&
	    (verb_find(context->glossary, tokens->folded[0]) != NULL ||
		(exact && at == 1 && verb_near(context->glossary, tokens->folded[0]) != NULL)))
		return true;
	return (at == 0 || (at == 1 && tokens_is_number(tokens->folded[0]))) &&
	    at + 2 < tokens->count &&
	    speech_read_move(arena, context, tokens_rest(arena, tokens, at + 2), &move);
}

/* "Red plays H3-E3": does the word tell of a move? */
static bool
tells_of_move(const struct parse_context *context, const char *word)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (glossary_lists(glossary->languages[i].tells, word))
			return true;
	return false;
}

/* The first word from `at` on that is no player's userid, or the last one. */
static int
after_names(const struct parse_context *context, const struct tokens *tokens, int at)
{
	while (at + 1 < tokens->count && speech_knows(context, tokens->folded[at]))
		at++;
	return at;
}

/* "history fred vs wilma"; "games fred wilma": another's name, with which the line ends, is no
 * password. */
static bool
is_other(const struct parse_context *context, const struct tokens *tokens, int at)
{
	return verb_is_keyword(tokens->folded[at]) ||
	    (at + 1 == tokens->count && speech_knows(context, tokens->folded[at]));
}

int
secret_place(struct arena *arena, const struct parse_context *context, const struct tokens *tokens)
{
	for (int i = 0; context->writer != NULL && i + 1 < tokens->count; i++) {
		bool exact = str_equal_nocase(tokens->folded[i], context->writer);
		bool near = strlen(context->writer) >= 4 &&
		    verb_is_slip(tokens->folded[i], context->writer);
		int at = after_names(context, tokens, i + 1);

		if ((!exact && (!near || tells_of_move(context, tokens->folded[i + 1]))) ||
		    speech_mark(tokens->raw[i]) != MARK_NONE || is_other(context, tokens, i + 1))
			continue;
		/* "if fred wins" */
		if (i == 1 && strcmp(tokens->folded[0], "if") == 0 &&
		    !secret_is_likely(tokens->raw[2]))
			continue;
		/* "challenge fred wilma secret": the other's name is no password. */
		if (is_place(arena, context, tokens, i, exact) ||
		    (exact && secret_is_likely(tokens->raw[at])))
			return at;
	}
	return -1;
}

/* --- candidates */

/* A line whose words are weighed. */
struct guess {
	struct arena *arena;
	const struct parse_context *context;
	bool is_speech;
	bool is_starred; /* one was blanked already */
	int count;
	const char *words[WORDS_TRIED], *cores[WORDS_TRIED];
};

/* "password secret", "my password is secret" */
static bool
is_named(const struct guess *g, int i)
{
	return i > 0 &&
	    (secret_is_name(g->cores[i - 1]) ||
		(i > 1 && strlen(g->cores[i - 1]) <= 3 && secret_is_name(g->cores[i - 2])));
}

/* A mark, a short number, a move, or blanked already. */
static bool
is_nothing(const struct guess *g, int i)
{
	const char *core = g->cores[i];

	return core[0] == '\0' || strstr(g->words[i], BLANKED) != NULL || secret_is_name(core) ||
	    (strlen(core) <= 3 && tokens_is_number(core)) || notation_is_move_like(core);
}

/* A word that means something in commands, or somebody. */
static bool
is_known(const struct guess *g, int i)
{
	const char *core = g->cores[i];

	return verb_is_keyword(core) || verb_find(NULL, core) != NULL || topic_page(core) != NULL ||
	    speech_knows(g->context, core) || (i == 0 && g->is_starred);
}

/* "secret", "signoff secret", "B3-E3 1 secret", "secret, wilma": all else that is said means
 * something. */
static bool
is_alone(const struct guess *g, int i)
{
	bool alone = g->count <= ALONE_MAX;

	for (int k = 0; k < g->count && alone; k++)
		alone = k == i ||
		    (joint_in(g->arena, g->context, g->words[k]) == NULL &&
			(is_nothing(g, k) || is_known(g, k)));
	return alone;
}

/* How likely is word i a password?  0: it is none, or not worth trying. */
static int
likelihood(const struct guess *g, int i)
{
	const char *core = g->cores[i];
	bool named = strlen(core) > 2 && is_named(g, i), like = secret_is_likely(core);
	bool alone = is_alone(g, i);

	if (is_nothing(g, i) || (!named && !like && ((g->is_speech && !alone) || is_known(g, i))))
		return 0;
	return 1 + 16 * named + 8 * like + 4 * (i + 1 == g->count) + 2 * alone + (i > 0);
}

static void
split(struct guess *g, const char *line)
{
	g->count = 0;
	for (size_t n; g->count < WORDS_TRIED && *(line += strspn(line, SPACES)) != '\0';
	     line += n, g->count++) {
		const char *word = arena_strndup(g->arena, line, n = strcspn(line, SPACES));

		g->words[g->count] = word;
		g->cores[g->count] = core_of(g->arena, word);
	}
}

/* The candidates of one line, among those there are already. */
static int
add_candidates(struct guess *g, const char *candidates[CANDIDATES_MAX], int *likely, int found)
{
	for (int i = 0; i < g->count; i++) {
		const char *joint = joint_in(g->arena, g->context, g->words[i]);
		int is = joint != NULL && strstr(joint, BLANKED) == NULL ? NAMED : likelihood(g, i);
		int at = found;

		while (at > 0 && likely[at - 1] < is)
			at--;
		if (is == 0 || at == CANDIDATES_MAX)
			continue;
		found += found < CANDIDATES_MAX;
		for (int k = found - 1; k > at; k--) {
			candidates[k] = candidates[k - 1];
			likely[k] = likely[k - 1];
		}
		/* "-p=secret" */
		if (joint == NULL && g->words[i][0] == '-' && strchr(g->words[i], '=') != NULL)
			joint = strchr(g->words[i], '=') + 1;
		candidates[at] = joint != NULL ? joint : g->words[i];
		likely[at] = is;
	}
	return found;
}

int
secret_candidates(struct arena *arena, const struct parse_context *context, const char *text,
    bool is_speech, const char *candidates[CANDIDATES_MAX])
{
	struct guess guess = { .arena = arena,
		.context = context,
		.is_speech = is_speech,
		.is_starred = strstr(text, BLANKED) != NULL };
	int likely[CANDIDATES_MAX], found = 0;

	for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
		length = strcspn(text, "\n");
		split(&guess, arena_strndup(arena, text, length));
		found = add_candidates(&guess, candidates, likely, found);
	}
	return found;
}
