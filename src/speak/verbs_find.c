/* SPDX-License-Identifier: ISC */
/*
 * Which words are verbs, which are nearly, and which are left for userids (verbs.h).
 */
#include "speak/verbs.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/game.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/tokens.h"

#define BEGINNING_MIN    5
#define SLIP_MIN         4  /* characters of a word that is mistyped */
#define WORD_MAX         24 /* … and more than it has */
#define SENTENCE_MAX     6  /* words of a line that asks for a game */
#define SIGNUP_WORDS_MAX 4  /* of a line that asks for an account */
#define VERB_WORDS_MAX   4  /* of a language's word for a command, "tìm đối thủ" */
#define COUNT(array)     (sizeof(array) / sizeof(array)[0])

const struct verb *
verb_find(const struct glossary *glossary, const char *word)
{
	const struct verb *found = NULL;
	size_t length = strlen(word);

	for (int i = 0; i < VERB_COUNT; i++)
		if (strcmp(verb_table[i].name, word) == 0 ||
		    glossary_lists(verb_table[i].aliases, word))
			return &verb_table[i];
	for (int n = 0; glossary != NULL && n < glossary->count; n++)
		for (int i = 0; i < VERB_COUNT; i++)
			if (glossary_lists(glossary->languages[n].commands[i], word))
				return &verb_table[i];
	if (length < BEGINNING_MIN)
		return NULL;
	for (int i = 0; i < VERB_COUNT; i++) {
		if (strncmp(verb_table[i].name, word, length) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = &verb_table[i];
	}
	return found;
}

size_t
verb_glued(const struct glossary *glossary, const char *word)
{
	const struct verb *verb = NULL;
	size_t longest = 0, length;

	for (int n = 0; glossary != NULL && n < glossary->count; n++)
		for (int i = 0; i < VERB_COUNT; i++)
			if ((length = glossary_hanzi(glossary->languages[n].commands[i], word)) >
			    longest) {
				longest = length;
				verb = &verb_table[i];
			}
	if (verb == NULL || word[longest] == '\0')
		return 0;
	return isalnum((unsigned char)word[longest]) || verb_takes(verb, ARG_DATES) ||
		verb_takes(verb, ARG_TOPIC) ?
	    longest :
	    0;
}

/* The characters of a word; returns how many, at most WORD_MAX. */
static size_t
characters(const char *word, uint32_t out[WORD_MAX])
{
	size_t count = 0;

	while (*word != '\0' && count < WORD_MAX)
		out[count++] = utf8_next(&word);
	return count;
}

bool
verb_is_slip(const char *left, const char *right)
{
	uint32_t a[WORD_MAX], b[WORD_MAX];
	size_t la = characters(left, a), lb = characters(right, b), begin = 0, end = 0;
	size_t most = la > lb ? la : lb, differ;

	if (la == WORD_MAX || lb == WORD_MAX || 2 * most > la + lb + 1)
		return false;
	while (begin < la && begin < lb && a[begin] == b[begin])
		begin++;
	while (end < la - begin && end < lb - begin && a[la - 1 - end] == b[lb - 1 - end])
		end++;
	differ = most - begin - end;
	return differ <= 1 ||
	    (differ == 2 && la == lb && a[begin] == b[begin + 1] && a[begin + 1] == b[begin]);
}

/* Is it a slip of one of the words, which have blanks between them? */
static bool
slips_from(const char *words, const char *word)
{
	char one[4 * WORD_MAX + 1];
	uint32_t spelled[WORD_MAX];
	char last = word[strlen(word) - 1];

	while (words != NULL && *(words += *words == ' ') != '\0') {
		size_t length = (size_t)(strchrnul(words, ' ') - words);
		/* One slip in so many characters leaves the first or the last. */
		bool resembles = length >= SLIP_MIN &&
		    (words[0] == word[0] || words[length - 1] == last);

		/* Short words are slips of too much else. */
		if (resembles && length < sizeof one) {
			str_format(one, sizeof one, "%.*s", (int)length, words);
			if (characters(one, spelled) >= SLIP_MIN && verb_is_slip(word, one))
				return true;
		}
		words += length;
	}
	return false;
}

const struct verb *
verb_near(const struct glossary *glossary, const char *word)
{
	for (int i = 0; i < VERB_COUNT && *word != '\0'; i++) {
		if (slips_from(verb_table[i].name, word) || slips_from(verb_table[i].aliases, word))
			return &verb_table[i];
		for (int n = 0; glossary != NULL && n < glossary->count; n++)
			if (slips_from(glossary->languages[n].commands[i], word))
				return &verb_table[i];
	}
	return NULL;
}

bool
verb_is_foreign(const char *const *words, int count)
{
	/* "change address fred secret fred@example.org" */
	return count > 4 && strcmp(words[0], "change") == 0 && strcmp(words[1], "address") == 0 &&
	    strchr(words[4], '@') != NULL;
}

/* The words, without the game's name in front. */
static void
split_line(struct arena *arena, const char *line, struct tokens *tokens)
{
	tokens_split(arena, line, tokens);
	if (tokens->count > 1 &&
	    (strcmp(tokens->folded[0], "xiangqi") == 0 || strcmp(tokens->folded[0], "xq") == 0))
		tokens_drop(tokens, 0);
}

/* "play", "bot", "a game tonight?", "I want to play". */
static bool
asks_for_game(const struct tokens *tokens)
{
	static const char alone[] = "play bot computer engine opponent game start begin";
	static const char begins[] =
	    "a any new another want i looking start find let's anybody who";
	const char *first = tokens->folded[0];
	bool play = false;

	for (int i = 1; i < tokens->count; i++)
		play |= glossary_lists("game play opponent bot computer", tokens->folded[i]);
	return tokens->count == 1 ? glossary_lists(alone, first) :
				    tokens->count <= SENTENCE_MAX && play &&
		(glossary_lists(begins, first) || strcmp(first, "play") == 0);
}

const char *
verb_foreign(struct arena *arena, const char *line, const char **word)
{
	/* Words of one meaning, blanks between: what to write instead has one name. */
	static const struct {
		const char *words, *name;
	} foreign[] = { { "kibitz broadcast", "message" }, { "info", "who" },
		{ "delete", "signoff" }, { "list", "list" }, { "rank", "ratings" },
		{ "match", "seek" }, { "password passwd", "password" }, { "address", "address" },
		{ "pass swap pie nag", "nothing" } };
	const struct verb *verb;
	struct tokens tokens;

	split_line(arena, line, &tokens);
	if (tokens.count == 0)
		return NULL;
	*word = "";
	if (asks_for_game(&tokens))
		return "play";
	if (tokens.count == 1 &&
	    glossary_lists("who players users online people", tokens.folded[0]))
		return "players";
	*word = tokens.folded[0];
	if ((verb = verb_find(NULL, *word)) != NULL && verb->manner & MEANT_BY_MOVE)
		*word = tokens.folded[tokens.count - 1];
	for (size_t i = 0; verb_find(NULL, *word) == NULL && i < COUNT(foreign); i++)
		if (glossary_lists(foreign[i].words, *word))
			return foreign[i].name;
	return NULL;
}

bool
verb_is_keyword(const char *word)
{
	static const char *const keywords[] = { "red", "green", "black", "white", "all", "vs",
		"new", "fen", "active", "next", "inactive", "won", "lost", "drawn", "as", "since",
		"until", "opening", "by", "limit", "after", "off", "on" };

	return str_index(keywords, COUNT(keywords), word) != -1;
}

bool
verb_allows_userid(const char *userid)
{
	static const char allowed[] = "0123456789-_abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char *const reserved[] = { "riverpost", "server", "operator", "admin", "root",
		"postmaster", "bot", "me", "nobody", "anyone", "end", "multiple", "xiangqi", "xq",
		"board", "game", "yes" };
	char word[USERID_SIZE] = "";
	const char *at = word;
	size_t length = strlen(userid);
	uint8_t square;

	if (length < 2 || length > 20 || strspn(userid, allowed) < length ||
	    strcspn(userid, "0123456789-_") == 0)
		return false;
	for (size_t i = 0; i < length; i++)
		word[i] = (char)tolower((unsigned char)userid[i]);
	/* "b3", "a10": a square, with which a move might begin. */
	if (square_read(&at, &square) && *at == '\0')
		return false;
	return str_index(reserved, COUNT(reserved), word) == -1 && !verb_is_keyword(word) &&
	    verb_find(NULL, word) == NULL && !notation_is_move_like(word);
}

bool
verb_allows_name(const char *name)
{
	bool has_script = false;

	for (const char *at = name; *at != '\0'; at++)
		has_script |= (unsigned char)*at >= 0x80;
	return has_script ? !notation_is_move_like(name) : verb_allows_userid(name);
}

bool
verb_is_in_two(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens)
{
	const struct verb *verb = NULL;

	if (tokens->count > 1)
		verb = verb_find(
		    glossary, arena_printf(arena, "%s-%s", tokens->folded[0], tokens->folded[1]));
	return verb != NULL && verb->manner & OPENS_ACCOUNT;
}

bool
verb_is_signup(struct arena *arena, const struct glossary *glossary, const char *line)
{
	const struct verb *verb;
	struct tokens tokens;

	split_line(arena, line, &tokens);
	if (tokens.count == 0 || tokens.count > SIGNUP_WORDS_MAX)
		return false;
	if (verb_is_in_two(arena, glossary, &tokens))
		return true;
	/* "Register now" is what advertisements say. */
	verb = verb_find(glossary, tokens.folded[0]);
	if (verb == NULL || !(verb->manner & OPENS_ACCOUNT))
		return false;
	/* "registrieren karl --language=de" */
	for (int i = 2; i < tokens.count; i++)
		if (strncmp(tokens.folded[i], "--", 2) == 0)
			return true;
	return tokens.count == 1 || strcmp(tokens.folded[0], verb->name) == 0;
}

void
verb_join(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	const char *names[VERB_WORDS_MAX] = { tokens->count > 0 ? tokens->folded[0] : "" };
	int count = 1;

	for (; count < VERB_WORDS_MAX && count < tokens->count; count++)
		names[count] = arena_printf(
		    arena, "%s-%s", names[count - 1], tokens->folded[count]);
	while (--count > 0 && verb_find(glossary, names[count]) == NULL)
		;
	if (count <= 0)
		return;
	for (int i = 0; i < count; i++)
		tokens_drop(tokens, 0);
	tokens->raw[0] = tokens->folded[0] = names[count];
}
