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
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/idn.h"
#include "base/str.h"

/* Past the comment or quoted string that begins there; false: it does not end. */
static bool
skip_aside(const char **at)
{
	const char *value = *at;
	char open = *value, close = open == '(' ? ')' : '"';
	size_t depth = 1;

	/* Comments nest, quoted strings do not. */
	for (value++; *value != '\0' && depth > 0; value++) {
		if (*value == '\\' && value[1] != '\0')
			value++;
		else if (*value == close)
			depth--;
		else if (*value == open)
			depth++;
	}
	*at = value;
	return depth == 0;
}

/* The value without comments.  Of quoted strings only plain names are
 * kept; anything else in quotes is for people.  *is_whole: every comment and every quote that
 * begins there ends there. */
static char *
bare_value(struct arena *arena, const char *value, bool *is_whole)
{
	struct str out;

	str_init(&out, arena, 16 * 1024);
	*is_whole = true;
	while (*is_whole && !out.full) {
		size_t plain = strcspn(value, "\"(");

		str_addn(&out, value, plain);
		value += plain;
		if (*value == '\0')
			break;
		if (*value == '"') {
			size_t name = 0;

			while (isalnum((unsigned char)value[1 + name]) || value[1 + name] == '.' ||
			    value[1 + name] == '-')
				name++;
			if (value[1 + name] == '"')
				str_addn(&out, value + 1, name);
		}
		*is_whole = skip_aside(&value);
	}
	*is_whole &= !out.full;
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
	for (; *at != '\0'; at++)
		if ((*at == 'b' || *at == 'B') && (at[1] == 'y' || at[1] == 'Y') &&
		    (at[2] == ' ' || at[2] == '\t') &&
		    (at == start || at[-1] == ' ' || at[-1] == '\t'))
			return skip_blanks(at + strlen("by"));
	return NULL;
}

/* Is the host that stands there the server itself, or within the domain of that name? */
static bool
is_host_of(const char *host, const char *server)
{
	size_t all = strcspn(host, " \t;"), n = strlen(server);

	return all >= n && strncasecmp(host + all - n, server, n) == 0 &&
	    (all == n || host[all - n - 1] == '.');
}

/* How many fields from the top can be our server's own: those above its topmost
 * Received line, or above one by a server that is neither known nor on this machine,
 * since what stands below that may be forged; all when there is neither. */
static int
own_fields(struct arena *arena, const struct headers *headers, const char *const *servers)
{
	static const char *const here[] = { "localhost", "localhost.localdomain", "127.0.0.1",
		"[127.0.0.1]", "[ipv6:::1]" };

	for (int i = 0; i < headers->count; i++) {
		const char *value = headers->list[i].value, *bare, *host = "";
		bool is_way_in = false, is_whole;

		if (!str_equal_nocase(headers->list[i].name, "Received"))
			continue;
		/* Our server's name after any "by", be it in what looks like a comment: a
		 * sender who greets with "by localhost (" would hide the true one. */
		for (const char *at = value; (at = next_by(value, at)) != NULL;)
			if (is_host_of(at, servers[0]))
				return i;
		/* The sender chooses the words after "from", so the last "by" counts; where he
		 * opened a comment that does not end, nobody knows which is the last. */
		bare = bare_value(arena, value, &is_whole);
		if (!is_whole)
			return i;
		for (const char *at = bare; (at = next_by(bare, at)) != NULL;)
			host = at;
		host = arena_strndup(arena, host, strcspn(host, " \t;"));
		/* After ours it may pass servers that are known too, and this machine. */
		for (int n = 1; servers[n] != NULL; n++)
			is_way_in |= is_host_of(host, servers[n]);
		for (size_t n = 0; n < sizeof here / sizeof *here; n++)
			is_way_in |= str_equal_nocase(host, here[n]);
		if (!is_way_in)
			return i;
	}
	return headers->count;
}

static bool
is_word(const char *at, const char *word)
{
	size_t n = strlen(word);

	return strncasecmp(at, word, n) == 0 && strchr(" \t", at[n]) != NULL;
}

/* Does a result of dmarc speak of this domain, in whichever spelling, and of no other? */
static bool
is_of_domain(struct arena *arena, const char *result, const char *domain)
{
	static const char property[] = "header.from=";
	const char *start = result, *named;
	bool is_of = false;

	for (; (result = str_find_nocase(result, property)) != NULL; result++) {
		if (result > start && strchr(" \t", result[-1]) == NULL)
			continue;
		named = result + strlen(property);
		named = arena_strndup(arena, named, strcspn(named, " \t"));
		if (!str_equal_nocase(idn_people(arena, named), domain))
			return false;
		is_of = true;
	}
	return is_of;
}

/* Finds "dmarc=pass …" or "dmarc/1 = fail" among the results; false when there is none.  A
 * fail outweighs a pass. */
static bool
read_dmarc(struct arena *arena, char *results, const char *from, enum dmarc *dmarc)
{
	const char *own = from != NULL ? strrchr(from, '@') : NULL;
	char *save = NULL;
	bool found = false;

	for (char *r = strtok_r(results, ";", &save); r != NULL; r = strtok_r(NULL, ";", &save)) {
		const char *at = skip_blanks(r);

		if (!str_starts_nocase(at, "dmarc"))
			continue;
		at = skip_blanks(at + strlen("dmarc"));
		if (*at == '/') { /* the method's version */
			at = skip_blanks(at + 1);
			at = skip_blanks(at + strspn(at, "0123456789"));
		}
		if (*at != '=')
			continue;
		at = skip_blanks(at + 1);
		found = true;
		if (is_word(at, "fail"))
			*dmarc = DMARC_FAIL;
		/* The domain the result speaks of must be that of this letter's From. */
		if (is_word(at, "pass") && *dmarc != DMARC_FAIL && own != NULL &&
		    is_of_domain(arena, at, own + 1))
			*dmarc = DMARC_PASS;
	}
	return found;
}

enum dmarc
auth_dmarc(
    struct arena *arena, const struct headers *headers, const char *auth_server, const char *from)
{
	enum dmarc dmarc = DMARC_UNKNOWN;
	const char **servers; /* the last pointer is NULL */
	size_t name, count = 0;
	char *save = NULL;
	int end;

	if (auth_server == NULL)
		return DMARC_UNKNOWN;
	servers = arena_alloc(arena, (strlen(auth_server) / 2 + 2) * sizeof *servers);
	for (char *w = strtok_r(arena_strdup(arena, auth_server), " \t", &save); w != NULL;
	     w = strtok_r(NULL, " \t", &save))
		servers[count++] = w;
	if (count == 0)
		return DMARC_UNKNOWN;
	name = strlen(servers[0]);
	end = own_fields(arena, headers, servers);
	for (int i = 0; i < end; i++) {
		const struct header *header = &headers->list[i];
		char *value, *results;
		bool is_whole;

		if (!str_equal_nocase(header->name, "Authentication-Results"))
			continue;
		value = bare_value(arena, header->value, &is_whole);
		value += strspn(value, " \t");
		results = strchr(value, ';');
		if (strncasecmp(value, servers[0], name) == 0 &&
		    strchr(" \t;", value[name]) != NULL && results != NULL &&
		    read_dmarc(arena, results + 1, from, &dmarc))
			/* A fail might stand in what does not end. */
			return is_whole || dmarc == DMARC_FAIL ? dmarc : DMARC_UNKNOWN;
	}
	return DMARC_UNKNOWN;
}
