/* SPDX-License-Identifier: ISC */
/*
 * Takes answer marks and list tags off a Subject (mail/README 14).
 *
 * A mark is a known word, perhaps with a count ("Re[2]:", "AW (3):"), and a colon;
 * NFKC has made one of either width the same.  A label is in brackets or stars, begins
 * with "#", or in front, is a known word with a colon ("EXTERNAL:").
 */
#include "mail/read/subject.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/phrases.h"

#define TAG_MAX     40  /* bytes of a [list tag] with its brackets */
#define WRITTEN_MAX 400 /* bytes of a Subject that is given back as it was written */

static const char *
skip_blanks(const char *at)
{
	for (;;) {
		at += strspn(at, " \t");
		if (strncmp(at, "\u200b", 3) != 0)
			return at;
		at += 3;
	}
}

/* What follows "[2]", "(3)", "^4" or "5"; `at` itself when there is no count. */
static const char *
skip_count(const char *at)
{
	const char *end = at;
	char close = *at == '[' ? ']' : *at == '(' ? ')' : '\0';

	if (close != '\0' || *at == '^')
		end++;
	if (!isdigit((unsigned char)*end))
		return at;
	end += strspn(end, "0123456789");
	if (close == '\0')
		return end;
	return *end == close ? end + 1 : at;
}

static const char *
skip_mark(const char *at, enum phrases list)
{
	const struct words *marks = phrases(list);

	for (size_t i = 0; i < marks->count; i++) {
		const char *end;

		if (!str_starts_nocase(at, marks->list[i]))
			continue;
		end = skip_blanks(skip_count(skip_blanks(at + strlen(marks->list[i]))));
		if (*end == ':')
			return end + 1;
	}
	return NULL;
}

/* What follows "[#123]", a short "[list tag]", "{one}" or "(EXT)"; NULL when there is none. */
static const char *
skip_bracket(const char *at, char open, char close)
{
	const char *end = *at == open ? strchr(at, close) : NULL;

	if (end == NULL || end - at > TAG_MAX)
		return NULL;
	return memchr(at + 1, open, (size_t)(end - at - 1)) == NULL ? end + 1 : NULL;
}

/* What follows "#encrypt": "#123" is a number. */
static const char *
skip_hashtag(const char *at)
{
	size_t length = *at == '#' ? strcspn(at, " \t") : 0;

	return length > 1 && strcspn(at, "0123456789") >= length ? at + length : NULL;
}

/* Also what follows 【one】, or the "***SPAM***" of a filter. */
static const char *
skip_tag(const char *at)
{
	const char *end;

	if (strncmp(at, "【", strlen("【")) == 0 && (end = strstr(at, "】")) != NULL &&
	    end - at <= TAG_MAX)
		return end + strlen("】");
	if (*at == '*') {
		at += strspn(at, "*");
		end = *at != ' ' ? strchr(at, '*') : NULL;
		return end != NULL && end - at <= TAG_MAX ? end + strspn(end, "*") : NULL;
	}
	if ((end = skip_bracket(at, '[', ']')) == NULL &&
	    (end = skip_bracket(at, '{', '}')) == NULL &&
	    (end = skip_bracket(at, '(', ')')) == NULL)
		end = skip_hashtag(at);
	return end;
}

/* The end of `subject` that is `tail` in NFKC, as it was written: "ſred" may be no name that "sred"
 * is. */
static const char *
as_written(struct arena *arena, const char *subject, const char *tail)
{
	const char *written = utf8_nfc(arena, subject), *at = written;

	if (strlen(subject) > WRITTEN_MAX)
		return tail;
	do
		if (strcmp(utf8_nfkc(arena, at), tail) == 0)
			return at;
	while (utf8_next(&at) != 0);
	return tail;
}

const char *
subject_strip(struct arena *arena, const char *subject, bool *was_answer)
{
	const char *at = skip_blanks(utf8_nfkc(arena, subject)), *next;
	bool answer = false;

	for (;;) {
		if ((next = skip_mark(at, PHRASES_ANSWER)) != NULL)
			answer = true;
		else if ((next = skip_mark(at, PHRASES_FORWARDED)) == NULL &&
		    (next = skip_mark(at, PHRASES_LABELLED)) == NULL &&
		    (next = skip_tag(at)) == NULL)
			break;
		at = skip_blanks(next);
	}
	*was_answer = answer;
	return as_written(arena, subject, at);
}

/* Is this, up to the end, a label?  In round brackets a writer may say something: "(just
 * kidding)". */
static bool
is_label(const char *at)
{
	const char *end = skip_tag(at);
	struct span words = { at + 1, strlen(at) > 2 ? strlen(at) - 2 : 0 };

	return end != NULL && *end == '\0' && (*at != '(' || phrases_hold(PHRASES_LABELLED, words));
}

const char *
subject_unlabel(struct arena *arena, const char *subject)
{
	char *text = arena_strdup(arena, subject);
	size_t length = strlen(text);
	bool found = true;

	while (found) {
		found = false;
		while (length > 0 && strchr(" \t", text[length - 1]) != NULL)
			length--;
		text[length] = '\0';
		for (size_t at = length; at > 1 && length - at <= TAG_MAX && !found; at--) {
			found = text[at - 2] == ' ' && is_label(text + at - 1);
			if (found)
				length = at - 1;
		}
	}
	return text;
}
