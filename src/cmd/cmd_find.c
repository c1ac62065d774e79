/* SPDX-License-Identifier: ISC */
/*
 * Which words are commands, which are nearly, and which are left for userids.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/tokens.h"
#include "rules/notation.h"

#define BEGINNING_MIN 5
#define COUNT(array)  (sizeof(array) / sizeof(array)[0])

#define CMD_ADDRESS(name) &cmd_##name,
const struct cmd *const cmd_table[] = { COMMANDS(CMD_ADDRESS) NULL };

const struct cmd *
cmd_find(const struct glossary *glossary, const char *word)
{
	const struct cmd *found = NULL;
	size_t length = strlen(word);

	for (int i = 0; cmd_table[i] != NULL; i++)
		if (strcmp(cmd_table[i]->name, word) == 0 ||
		    glossary_lists(cmd_table[i]->aliases, word))
			return cmd_table[i];
	for (int n = 0; glossary != NULL && n < glossary->count; n++)
		for (int i = 0; cmd_table[i] != NULL; i++)
			if (glossary_lists(glossary->languages[n].commands[i], word))
				return cmd_table[i];
	if (length < BEGINNING_MIN)
		return NULL;
	for (int i = 0; cmd_table[i] != NULL; i++) {
		if (strncmp(cmd_table[i]->name, word, length) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = cmd_table[i];
	}
	return found;
}

/* One letter more, less, other, or two exchanged. */
static bool
is_slip(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b), i = 0;

	while (a[i] != '\0' && a[i] == b[i])
		i++;
	if (la == lb)
		return strcmp(a + i + (la > i), b + i + (lb > i)) == 0 ||
		    (la > i + 1 && a[i] == b[i + 1] && a[i + 1] == b[i] &&
			strcmp(a + i + 2, b + i + 2) == 0);
	if (la + 1 == lb)
		return strcmp(a + i, b + i + 1) == 0;
	return la == lb + 1 && strcmp(a + i + 1, b + i) == 0;
}

const struct cmd *
cmd_near(const char *word)
{
	if (strlen(word) < 4)
		return NULL;
	for (int i = 0; cmd_table[i] != NULL; i++)
		if (is_slip(word, cmd_table[i]->name))
			return cmd_table[i];
	return NULL;
}

/* "*" any word, "#" a number, "@" an address, and perhaps more after it. */
static bool
has_form(const char *const *words, int count, const char *form)
{
	int i;

	for (i = 0; *form != '\0' && i < count; i++) {
		size_t length = strcspn(form, " ");
		bool fits = *form == '#' ? tokens_is_number(words[i]) :
		    *form == '@'         ? strchr(words[i], '@') != NULL :
					   *form == '*' ||
			(strlen(words[i]) == length && strncmp(words[i], form, length) == 0);

		if (!fits)
			return false;
		if (*form == '@')
			return true;
		form += length + strspn(form + length, " ");
	}
	return *form == '\0' && i == count;
}

bool
cmd_is_foreign(const char *const *words, int count)
{
	static const char *const forms[] = { "signoff * *", "change password * * *",
		"change address * * @", "add * * @", "drop * * @", "queue # * * *", "qmove # * * *",
		"submit # * * *", "unqueue # * *", "undo # * *", "claim # * *", "note # * *" };

	for (size_t i = 0; i < COUNT(forms); i++)
		if (has_form(words, count, forms[i]))
			return true;
	return false;
}

bool
cmd_allows_userid(const char *userid)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char others[] = "0123456789-_";
	/* Words that mean something where a userid may stand. */
	static const char *const reserved[] = { "riverpost", "server", "operator", "admin", "root",
		"postmaster", "bot", "red", "green", "black", "white", "all", "me", "vs", "nobody",
		"anyone", "end", "multiple", "xiangqi", "xq", "board", "game", "new", "fen", "yes",
		"active", "next", "inactive", "won", "lost", "drawn", "as", "since", "until",
		"opening", "by", "limit", "off", "on" };
	char word[USERID_SIZE] = "";
	const char *at = word;
	size_t length = strlen(userid);
	uint8_t square;

	if (length < 2 || length > 20 || strchr(letters, userid[0]) == NULL)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (strchr(letters, userid[i]) == NULL && strchr(others, userid[i]) == NULL)
			return false;
		word[i] = (char)tolower((unsigned char)userid[i]);
	}
	/* "b3", "a10": a square, with which a move might begin. */
	if (square_read(&at, &square) && *at == '\0')
		return false;
	return str_index(reserved, COUNT(reserved), word) == -1 && cmd_find(NULL, word) == NULL &&
	    !notation_is_move_like(word);
}
