/* SPDX-License-Identifier: ISC */
/*
 * Authentication-Results (RFC 8601): only of our own mail server, topmost first.
 *
 * Anybody can write such a field into a letter.  Ours is the one that stands
 * above the Received line our server added; below that line everything came
 * with the letter.  Comments and quoted strings prove nothing.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/guard.h"

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

/* The value without comments and quoted strings, in lower case. */
static char *
bare_value(struct arena *arena, const char *value)
{
	struct str	 out;
	const char	*from = value;

	str_init(&out, arena, 16 * 1024);
	while (*(value += strcspn(value, "\"(")) != '\0' || value > from) {
		add_lower(&out, from, (size_t)(value - from));
		if (*value == '"')
			value = skip_quoted(value);
		else if (*value == '(')
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

static bool
is_by(const char *word, const char *server)
{
	size_t n = strlen(server);

	return strncasecmp(word, server, n) == 0 && strchr(" \t;", word[n]) != NULL;
}

/* "… by mx.example.org with …": the host, or one inside of the server's name. */
static bool
received_is_ours(struct arena *arena, const char *value, const char *server)
{
	const char *by = strstr(bare_value(arena, value), "by ");
	size_t	    host;

	if (by == NULL)
		return false;
	by = skip_blanks(by + 3);
	host = strcspn(by, " \t;");
	if (is_by(by, server))
		return true;
	return host > strlen(server) && by[host - strlen(server) - 1] == '.' &&
	    is_by(by + host - strlen(server), server);
}

/* Up to where our server's own fields can stand: its topmost Received line;
 * the topmost of all when none carries its name; the end when there is none. */
static int
own_fields(struct arena *arena, const struct headers *headers, const char *server)
{
	int first = headers->count;

	for (int i = 0; i < headers->count; i++) {
		if (!str_equal_nocase(headers->list[i].name, "Received"))
			continue;
		if (received_is_ours(arena, headers->list[i].value, server))
			return i;
		if (i < first)
			first = i;
	}
	return first;
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

/* "dmarc=pass …" among the results; false when there is none. */
static bool
read_dmarc(char *results, const char *from, enum dmarc *dmarc)
{
	char *save = NULL;

	for (char *r = strtok_r(results, ";", &save); r != NULL; r = strtok_r(NULL, ";", &save)) {
		const char *value = skip_blanks(r);

		if (strncmp(value, "dmarc", 5) != 0 || *skip_blanks(value + 5) != '=')
			continue;
		value = skip_blanks(skip_blanks(value + 5) + 1);
		if (strncmp(value, "pass", 4) == 0 && strchr(" \t", value[4]) != NULL)
			*dmarc = is_about(value, from) ? DMARC_PASS : DMARC_UNKNOWN;
		else if (strncmp(value, "fail", 4) == 0 && strchr(" \t", value[4]) != NULL)
			*dmarc = DMARC_FAIL;
		else
			*dmarc = DMARC_UNKNOWN;
		return true;
	}
	return false;
}

enum dmarc
auth_dmarc(struct arena *arena, const struct headers *headers, const char *server,
    const char *from)
{
	enum dmarc	dmarc = DMARC_UNKNOWN;
	int		end;

	if (server == NULL || *server == '\0')
		return DMARC_UNKNOWN;
	end = own_fields(arena, headers, server);
	for (int i = 0; i < end; i++) {
		const struct header	*header = &headers->list[i];
		char			*value;

		if (!str_equal_nocase(header->name, "Authentication-Results"))
			continue;
		value = bare_value(arena, header->value);
		value += strspn(value, " \t");
		if (is_by(value, server) && strchr(value, ';') != NULL &&
		    read_dmarc(strchr(value, ';') + 1, from, &dmarc))
			return dmarc;
	}
	return DMARC_UNKNOWN;
}
