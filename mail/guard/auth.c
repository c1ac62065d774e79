/* SPDX-License-Identifier: ISC */
/*
 * Authentication-Results (RFC 8601): only of our own mail server, topmost first.
 *
 * Anybody can write such a field into a letter.  Ours is the one that stands
 * above the Received line our server added; below that line everything came
 * with the letter.  Above it may stand lines of servers that are known too and
 * of this machine, but no others.  Comments and quoted strings prove nothing.
 */
#include "mail/guard/auth.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"

static const char *
skip_quoted(const char *at)
{
	for (at++; *at != '\0'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		else if (*at == '"')
			return at + 1;
	}
	return at;
}

static const char *
skip_comment(const char *at)
{
	size_t depth = 0;

	for (; *at != '\0'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		else if (*at == '(')
			depth++;
		else if (*at == ')' && --depth == 0)
			return at + 1;
	}
	return at;
}

static void
add_lower(struct str *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		str_addc(out, (char)tolower((unsigned char)text[i]));
}

/* The value in lower case, without comments.  Of quoted strings only plain names are
 * kept; anything else in quotes is for people. */
static char *
bare_value(struct arena *arena, const char *value)
{
	struct str out;
	const char *from = value;

	str_init(&out, arena, 16 * 1024);
	while (*(value += strcspn(value, "\"(")) != '\0' || value > from) {
		add_lower(&out, from, (size_t)(value - from));
		if (*value == '"') {
			size_t name = strspn(value + 1,
			    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-");

			if (value[1 + name] == '"')
				add_lower(&out, value + 1, name);
			value = skip_quoted(value);
		} else if (*value == '(')
			value = skip_comment(value);
		from = value;
	}
	return out.data;
}

static const char *
skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* What follows the next word "by"; NULL when there is none. */
static const char *
next_by(const char *start, const char *at)
{
	while ((at = str_find_nocase(at, "by")) != NULL) {
		bool is_word = at == start || strchr(" \t", at[-1]) != NULL;

		at += strlen("by");
		if (is_word && (*at == ' ' || *at == '\t'))
			return skip_blanks(at);
	}
	return NULL;
}

static const char *
host_at(struct arena *arena, const char *at)
{
	return arena_strndup(arena, at, strcspn(at, " \t;"));
}

/* Is the host the server itself, or within the domain of that name? */
static bool
is_host_of(const char *host, const char *server)
{
	size_t all = strlen(host), n = strlen(server);

	return all >= n && strcasecmp(host + all - n, server) == 0 &&
	    (all == n || host[all - n - 1] == '.');
}

/* May a letter have come this way after the server that judged it: by servers that
 * are known too, or within this machine? */
static bool
is_way_in(const char *host, const char *const *servers)
{
	static const char *const here[] = { "localhost", "localhost.localdomain", "127.0.0.1",
		"[127.0.0.1]", "[ipv6:::1]" };

	for (servers++; *servers != NULL; servers++)
		if (is_host_of(host, *servers))
			return true;
	for (size_t i = 0; i < sizeof here / sizeof *here; i++)
		if (str_equal(host, here[i]))
			return true;
	return false;
}

/* How many fields from the top can be our server's own: those above its topmost
 * Received line, or above one by a server we do not know, since what stands below that
 * may be forged; all when there is neither. */
static int
own_fields(struct arena *arena, const struct headers *headers, const char *const *servers)
{
	for (int i = 0; i < headers->count; i++) {
		const char *value = headers->list[i].value, *bare, *host = "";

		if (!str_equal_nocase(headers->list[i].name, "Received"))
			continue;
		/* Our server's name after any "by", be it in what looks like a comment: a
		 * sender who greets with "by localhost (" would hide the true one. */
		for (const char *at = value; (at = next_by(value, at)) != NULL;)
			if (is_host_of(host_at(arena, at), servers[0]))
				return i;
		/* The sender chooses the words after "from", so the last "by" counts. */
		bare = bare_value(arena, value);
		for (const char *at = bare; (at = next_by(bare, at)) != NULL;)
			host = at;
		if (!is_way_in(host_at(arena, host), servers))
			return i;
	}
	return headers->count;
}

/* The From domain the result speaks of must be this letter's. */
static bool
is_about(const char *result, const char *from)
{
	const char *at = from != NULL ? strrchr(from, '@') : NULL;
	const char *domain = strstr(result, "header.from=");

	if (domain == NULL)
		return true;
	domain += strlen("header.from=");
	return at != NULL && strncmp(domain, at + 1, strlen(at + 1)) == 0 &&
	    strchr(" \t;", domain[strlen(at + 1)]) != NULL;
}

/* What "dmarc = WORD" or "dmarc/1 = WORD" says; NULL when it is another method's. */
static const char *
dmarc_word(const char *result)
{
	const char *at = skip_blanks(result);

	if (strncmp(at, "dmarc", 5) != 0)
		return NULL;
	at = skip_blanks(at + 5);
	if (*at == '/') {
		at = skip_blanks(at + 1);
		at = skip_blanks(at + strspn(at, "0123456789"));
	}
	return *at == '=' ? skip_blanks(at + 1) : NULL;
}

static bool
is_word(const char *at, const char *word)
{
	size_t n = strlen(word);

	return strncmp(at, word, n) == 0 && strchr(" \t", at[n]) != NULL;
}

/* "dmarc=pass …" among the results; false when there is none.  A fail outweighs a pass. */
static bool
read_dmarc(char *results, const char *from, enum dmarc *dmarc)
{
	char *save = NULL;
	bool found = false;

	for (char *r = strtok_r(results, ";", &save); r != NULL; r = strtok_r(NULL, ";", &save)) {
		const char *word = dmarc_word(r);

		if (word == NULL)
			continue;
		found = true;
		if (is_word(word, "fail"))
			*dmarc = DMARC_FAIL;
		else if (is_word(word, "pass") && is_about(word, from) && *dmarc != DMARC_FAIL)
			*dmarc = DMARC_PASS;
	}
	return found;
}

/* The words of a text; the last pointer is NULL. */
static const char *const *
words_of(struct arena *arena, const char *text)
{
	const char **words = arena_alloc(arena, (strlen(text) / 2 + 2) * sizeof *words);
	char *save = NULL;
	int n = 0;

	for (char *w = strtok_r(arena_strdup(arena, text), " \t", &save); w != NULL;
	     w = strtok_r(NULL, " \t", &save))
		words[n++] = w;
	return words;
}

enum dmarc
auth_dmarc(
    struct arena *arena, const struct headers *headers, const char *auth_server, const char *from)
{
	enum dmarc dmarc = DMARC_UNKNOWN;
	const char *const *servers;
	size_t name;
	int end;

	servers = words_of(arena, auth_server != NULL ? auth_server : "");
	if (servers[0] == NULL)
		return DMARC_UNKNOWN;
	name = strlen(servers[0]);
	end = own_fields(arena, headers, servers);
	for (int i = 0; i < end; i++) {
		const struct header *header = &headers->list[i];
		char *value, *results;

		if (!str_equal_nocase(header->name, "Authentication-Results"))
			continue;
		value = bare_value(arena, header->value);
		value += strspn(value, " \t");
		results = strchr(value, ';');
		if (strncasecmp(value, servers[0], name) == 0 &&
		    strchr(" \t;", value[name]) != NULL && results != NULL &&
		    read_dmarc(results + 1, from, &dmarc))
			return dmarc;
	}
	return DMARC_UNKNOWN;
}
