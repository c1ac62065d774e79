/* SPDX-License-Identifier: ISC */
/*
 * Answers in libetpan's grammar (imap_lines.h).
 */
#include "mail/net/imap_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
imap_lines_init(struct imap_lines *lines, struct arena *arena, size_t literal_max)
{
	*lines = (struct imap_lines){ .literal_max = literal_max };
	str_init(&lines->line, arena, 0);
	str_init(&lines->out, arena, 0);
}

static char *
skip_blanks(char *at)
{
	return at + strspn(at, " \t");
}

/* Is this word next?  Then what follows it, else NULL. */
static char *
after_word(char *at, const char *word)
{
	size_t length = strlen(word);

	if (!str_starts_nocase(at, word) || (at[length] != '\0' && at[length] != ' '))
		return NULL;
	return skip_blanks(at + length);
}

/* {NUMBER} or {NUMBER+} at the end of a line: true, with the number. */
static bool
read_literal(const char *text, uint64_t *number)
{
	const char *brace = strrchr(text, '{');
	size_t digits = brace == NULL ? 0 : strspn(brace + 1, "0123456789");
	const char *end = digits == 0 ? "" : brace + 1 + digits;

	end += *end == '+';
	if (strcmp(end, "}") != 0)
		return false;
	*number = digits > 18 ? UINT64_MAX : strtoull(brace + 1, NULL, 10);
	return true;
}

/* How many letters a set of UIDs names: "3,7:9". */
static size_t
count_set(const char *set)
{
	size_t count = 0;
	unsigned first, last;
	int used;

	while (sscanf(set, "%u%n", &first, &used) == 1) {
		set += used;
		last = first;
		if (sscanf(set, ":%u%n", &last, &used) == 1)
			set += used;
		count += (size_t)(last > first ? last - first : first - last) + 1;
		if (*set++ != ',')
			break;
	}
	return count;
}

/* [COPYUID VALIDITY FROM TO]; Exchange sends it as a line of its own. */
static void
note_copied(struct imap_lines *lines, const char *text)
{
	char set[4096];

	if (sscanf(text, "[%*[Cc]%*[Oo]%*[Pp]%*[Yy]%*[Uu]%*[Ii]%*[Dd] %*u %4095[0-9:,]", set) == 1)
		lines->copied += count_set(set);
}

/* What stands behind OK, NO, BAD, BYE: of codes only the one that is needed, in its place; the
 * others behind the text, for whoever reads it. */
static void
write_status(struct imap_lines *lines, const char *head, char *text)
{
	char *end = text[0] == '[' ? strchr(text, ']') : NULL;
	unsigned validity;

	note_copied(lines, text);
	if (end == NULL && text[0] == '[')
		text++;
	if (end == NULL)
		str_addf(&lines->out, "%s %s\r\n", head, text[0] != '\0' ? text : "-");
	else if (str_starts_nocase(text, "[UIDVALIDITY") &&
	    sscanf(text + strlen("[UIDVALIDITY"), "%u", &validity) == 1)
		str_addf(&lines->out, "%s [UIDVALIDITY %u] -\r\n", head, validity);
	else
		str_addf(&lines->out, "%s %s %.*s\r\n", head,
		    end[1] == '\0' ? "-" : skip_blanks(end + 1), (int)(end + 1 - text), text);
}

/* Numbers, and nothing that may stand among them. */
static void
write_search(struct imap_lines *lines, const char *at)
{
	lines->has_searched = true;
	str_add(&lines->out, "* SEARCH");
	while (*at != '\0' && *at != '(') {
		size_t digits = strspn(at, "0123456789");

		if (digits > 0)
			str_addf(&lines->out, " %.*s", (int)digits, at);
		at += digits > 0 ? digits : 1;
	}
	str_add(&lines->out, "\r\n");
}

static void
write_capability(struct imap_lines *lines, char *at)
{
	str_add(&lines->out, "* CAPABILITY");
	while (*at != '\0') {
		size_t length = strcspn(at, " \t");

		if (length > 0 &&
		    strspn(at,
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			"0123456789=+-_./:") == length)
			str_addf(&lines->out, " %.*s", (int)length, at);
		at = skip_blanks(at + length);
	}
	str_add(&lines->out, "\r\n");
}

/* A date as RFC 3501 has it; false where it is none. */
static bool
write_date(struct str *out, const char *value)
{
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
		"Aug", "Sep", "Oct", "Nov", "Dec" };
	unsigned day, year, hour, minute, second, zone;
	char month[4], sign;
	int used = 0;

	if (sscanf(value, "\"%2u-%3[A-Za-z]-%4u %2u:%2u:%2u %c%4u\"%n", &day, month, &year, &hour,
		&minute, &second, &sign, &zone, &used) != 8 ||
	    used == 0 || (sign != '+' && sign != '-') || day < 1 || day > 31 || year < 1970 ||
	    hour > 23 || minute > 59 || second > 60 || zone > 1400 || zone % 100 > 59 ||
	    str_index(months, sizeof months / sizeof months[0], month) == -1)
		return false;
	str_addf(out, "\"%02u-%s-%04u %02u:%02u:%02u %c%04u\"", day, month, year, hour, minute,
	    second, sign, zone);
	return true;
}

static bool
is_number(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits > 0 && text[digits] == '\0' && digits <= 10 &&
	    strtoull(text, NULL, 10) <= UINT32_MAX;
}

/* One fact about a letter, if it is one that somebody needs and is as it should be. */
static bool
write_fact(struct str *out, const char *name, const char *value)
{
	size_t before = out->length;

	str_addf(out, "%s ", name);
	if (str_equal_nocase(name, "INTERNALDATE")) {
		if (write_date(out, value))
			return true;
	} else if (str_starts_nocase(name, "BODY[")) {
		str_add(out, value);
		if (value[0] == '"' || value[0] == '{' || str_equal_nocase(value, "NIL"))
			return true;
	} else if (str_equal_nocase(name, "UID") || str_equal_nocase(name, "RFC822.SIZE")) {
		str_add(out, value);
		if (is_number(value))
			return true;
	}
	str_truncate(out, before);
	return false;
}

/* The end of a fact's name: blanks may stand within its brackets. */
static char *
name_end(char *at)
{
	for (bool inside = false; *at != '\0'; at++) {
		inside = *at == '[' || (inside && *at != ']');
		if (!inside && strchr(" ()\"", *at) != NULL)
			break;
	}
	return at;
}

/* The end of a value: a string, a list, or a word.  *depth: parentheses still open there. */
static char *
value_end(char *at, int *depth)
{
	bool quoted = false;

	for (; *at != '\0'; at++) {
		if (quoted && *at == '\\' && at[1] != '\0')
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (!quoted && *at == '(')
			++*depth;
		else if (!quoted && *depth > 0 && *at == ')')
			--*depth;
		else if (!quoted && *depth == 0 && (*at == ' ' || *at == ')'))
			break;
	}
	return at;
}

/* The same behind those that were written. */
static void
add_fact(struct imap_lines *lines, const char *name, const char *value)
{
	size_t before = lines->out.length;

	if (lines->facts == 0)
		str_addf(&lines->out, "* %u FETCH (", lines->number);
	else
		str_add(&lines->out, " ");
	lines->drops_literal = !write_fact(&lines->out, name, value);
	if (lines->drops_literal)
		str_truncate(&lines->out, before);
	else
		lines->facts++;
}

/* Facts from here to the end of the line, or of the list. */
static void
write_facts(struct imap_lines *lines, char *at)
{
	bool has_end = false;

	lines->drops_literal = true;
	if (lines->depth > 0)
		at = value_end(at, &lines->depth);
	while (!has_end && *(at = skip_blanks(at)) != '\0') {
		char *name = at, *end = name_end(at), *value = skip_blanks(end);
		bool is_fact = end > name && value > end;

		at = value_end(value, &lines->depth);
		has_end = *at != ' ';
		if (*at != '\0')
			*at++ = '\0';
		*end = '\0';
		if (is_fact && *value != '\0')
			add_fact(lines, name, value);
	}
}

/* The number of a letter, and what it is about. */
static void
write_numbered(struct imap_lines *lines, char *text)
{
	static const char *const news[] = { "EXISTS", "RECENT", "EXPUNGE" };
	char *at;

	lines->number = (unsigned)strtoul(text, &at, 10);
	at = skip_blanks(at);
	lines->expunged += after_word(at, "EXPUNGE") != NULL;
	for (size_t i = 0; i < sizeof news / sizeof news[0]; i++)
		if (after_word(at, news[i]) != NULL)
			str_addf(&lines->out, "* %u %s\r\n", lines->number, news[i]);
	if (!str_starts_nocase(at, "FETCH"))
		return;
	at = skip_blanks(at + strlen("FETCH"));
	lines->is_fetch = *at == '(';
	lines->facts = 0;
	lines->depth = 0;
	if (lines->is_fetch)
		write_facts(lines, at + 1);
}

/* The answer to a command of libetpan's, whose tags are numbers.  Is it one? */
static bool
write_answer(struct imap_lines *lines, char *line)
{
	static const char *const words[] = { "OK", "NO", "BAD" };
	size_t digits = strspn(line, "0123456789");
	char *at = skip_blanks(line + digits), *text, head[32];

	for (size_t i = 0; digits > 0 && digits < 12 && i < sizeof words / sizeof words[0]; i++)
		if ((text = after_word(at, words[i])) != NULL) {
			str_format(head, sizeof head, "%.*s %s", (int)digits, line, words[i]);
			write_status(lines, head, text);
			return true;
		}
	return false;
}

/* What the server says of itself; true when it was that.  NO and BAD without a tag are warnings:
 * the command's own answer follows. */
static bool
write_news(struct imap_lines *lines, char *rest)
{
	char *text;

	if ((text = after_word(rest, "OK")) != NULL)
		write_status(lines, "* OK", text);
	else if ((text = after_word(rest, "BYE")) != NULL)
		write_status(lines, "* BYE", text);
	if (text != NULL || after_word(rest, "NO") != NULL || after_word(rest, "BAD") != NULL)
		return true;
	lines->left_out = true;
	return false;
}

/* True when the line ends here, even if a brace stands at its end. */
static bool
write_line(struct imap_lines *lines, char *line)
{
	char *rest, *text;

	lines->is_fetch = false;
	lines->drops_literal = true;
	if (line[0] == '+') {
		str_add(&lines->out, "+ -\r\n");
		return true;
	}
	if (line[0] != '*') {
		note_copied(lines, line);
		if (write_answer(lines, line))
			return true;
		lines->left_out = true;
		return false;
	}
	rest = skip_blanks(line + 1);
	if (isdigit((unsigned char)rest[0]))
		write_numbered(lines, rest);
	else if ((text = after_word(rest, "SEARCH")) != NULL)
		write_search(lines, text);
	else if ((text = after_word(rest, "CAPABILITY")) != NULL)
		write_capability(lines, text);
	else
		return write_news(lines, rest);
	return false;
}

static void
end_line(struct imap_lines *lines)
{
	uint64_t literal = 0;
	bool is_whole = false, announces;

	str_trim(&lines->line);
	/* Writing it anew cuts it up. */
	announces = read_literal(lines->line.data, &literal);
	if (!lines->is_continued)
		is_whole = write_line(lines, lines->line.data);
	else if (lines->is_fetch)
		write_facts(lines, lines->line.data);
	lines->is_continued = !is_whole && announces;
	lines->literal = lines->is_continued ? literal : 0;
	if (lines->is_fetch && (lines->is_continued ? !lines->drops_literal : lines->facts > 0))
		str_add(&lines->out, lines->is_continued ? "\r\n" : ")\r\n");
	str_truncate(&lines->line, 0);
}

bool
imap_lines_feed(struct imap_lines *lines, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length;) {
		size_t n = lines->literal < length - i ? (size_t)lines->literal : length - i;

		if (n == 0) {
			if (bytes[i] == '\n')
				end_line(lines);
			else if (bytes[i] != '\0')
				str_addc(&lines->line, bytes[i]);
			n = 1;
			if (lines->literal > lines->literal_max || lines->line.full)
				return false;
		} else {
			if (!lines->drops_literal)
				str_addn(&lines->out, bytes + i, n);
			lines->literal -= n;
		}
		i += n;
	}
	return true;
}

size_t
imap_lines_take(struct imap_lines *lines, void *bytes, size_t size)
{
	size_t n = lines->out.length - lines->taken;

	n = n < size ? n : size;
	memcpy(bytes, lines->out.data + lines->taken, n);
	lines->taken += n;
	if (lines->taken == lines->out.length) {
		str_truncate(&lines->out, 0);
		lines->taken = 0;
	}
	return n;
}

bool
imap_lines_has_more(const struct imap_lines *lines)
{
	return lines->out.length > 0 || lines->line.length > 0;
}
