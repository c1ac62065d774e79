/* SPDX-License-Identifier: ISC */
/*
 * The passwords in letters that are kept (passwords.h).
 *
 * Perhaps nobody could read this letter, so a command is looked for wherever one
 * may begin: in quotes, in HTML, behind the name of a field, in an encoded
 * Subject.  Rather a word too many is blanked than one too few.
 */
#include "server/passwords.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/seal.h"
#include "base/str.h"
#include "base/token.h"
#include "cmd/cmd.h"
#include "cmd/parse.h"
#include "cmd/words.h"
#include "mail/write/redact.h"

#define STARTS_MAX    12  /* places in one line where a command may begin */
#define COMMAND_MAX   400 /* bytes */
#define FIELD         "X-Riverpost-Sealed: "
#define DIGEST_LENGTH 64 /* hex; of the letter as it came */

static void
blank(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] != ' ')
			text[i] = '*';
}

static char *
next_word(char *text)
{
	text += strcspn(text, " ");
	return text + strspn(text, " ");
}

/* No order says which word it is: all but the first, and a number behind it. */
static void
blank_nearly(char *text)
{
	char *rest = next_word(text);

	if (rest[strspn(rest, "#0123456789")] == ' ')
		rest = next_word(rest);
	blank(rest, strlen(rest));
}

/* No move is written with letters alone. */
static bool
is_letters(const char *word)
{
	while ((*word >= 'a' && *word <= 'z') || strchr("'-", *word) != NULL)
		if (*word++ == '\0')
			return true;
	return false;
}

/* A line that is nearly a command: is there room for a userid and a password, and
 * perhaps a move?  "Sent: Mon, 2 Apr" and the list of moves in a quote have none. */
static bool
has_room(struct arena *scratch, const char *text, const struct order *order)
{
	struct words words;
	bool numbered, exact;
	int64_t number;
	int at = order->cmd != NULL, left, ply;

	words_split(scratch, text, &words);
	if (cmd_is_elsewhere(words.folded, words.count))
		return true;
	exact = cmd_find(NULL, words.folded[0]) != NULL;
	numbered = at < words.count && word_is_number(words.folded[at], &number, &ply);
	left = words.count - at - numbered;
	if (order->cmd == NULL)
		return left == 3 && isalnum((unsigned char)words.folded[0][0]) &&
		    !is_letters(words.folded[words.count - 1]);
	if (words.raw[0][strlen(words.raw[0]) - 1] == ':')
		return false;
	return left == 2 || left == 3 || (left > 3 && exact && numbered);
}

/* A password is composed (NFC) when it is read; as written it may be other bytes. */
static void
blank_password(char *text, const char *password)
{
	size_t length = password != NULL ? strlen(password) : 0;

	if (length > 0 && strstr(text, password) == NULL)
		blank_nearly(text);
	for (; length > 0 && (text = strstr(text, password)) != NULL; text += length)
		blank(text, length);
}

/* text: from where a command may begin.  It goes to the end of the line, or up to a
 * tag or the end of an encoded word. */
static void
look_from(struct arena *scratch, char *text)
{
	struct order order, short_order;
	enum line_kind kind, short_kind = LINE_TEXT;
	char *end, was;

	text += strspn(text, " ");
	if (*next_word(next_word(text)) == '\0' || strlen(text) > COMMAND_MAX)
		return;
	kind = parse_line(scratch, NULL, text, &order);
	end = text + strcspn(text, "<?");
	was = *end;
	*end = '\0';
	if (kind != LINE_COMMAND && was != '\0')
		short_kind = parse_line(scratch, NULL, text, &short_order);
	if (short_kind == LINE_COMMAND)
		blank_password(text, short_order.password);
	*end = was;
	if (kind == LINE_COMMAND)
		blank_password(text, order.password);
	else if (kind == LINE_NEAR && short_kind != LINE_COMMAND && has_room(scratch, text, &order))
		blank_nearly(text);
}

/* The blanks of HTML, and of encoded words. */
static void
show_blanks(char *line)
{
	bool encoded = str_find_nocase(line, "?q?") != NULL;

	for (char *at = line; *at != '\0'; at++)
		if (str_starts_nocase(at, "&nbsp;"))
			memset(at, ' ', strlen("&nbsp;"));
		else if (encoded && *at == '_')
			*at = ' ';
}

static void
look_through(char *line)
{
	struct arena *scratch;
	char *at = line;

	if (*next_word(next_word(line)) == '\0' && strstr(line, "&nbsp;") == NULL &&
	    strchr(line, '_') == NULL)
		return;
	scratch = arena_new();
	show_blanks(line);
	for (int starts = 0; starts < STARTS_MAX && *at != '\0'; starts++) {
		look_from(scratch, at);
		at += strcspn(at, ":<>?");
		at += strspn(at, ":<>?");
	}
	arena_free(scratch);
}

const char *
passwords_blank(struct arena *arena, const char *bytes, size_t length)
{
	const char *kept = redact(arena, bytes, length, look_through);

	return memcmp(kept, bytes, length) == 0 ? NULL : kept;
}

/* The digest of the letter, then each run of bytes that was blanked: "PLACE LENGTH "
 * and the bytes. */
static const char *
blanked_runs(
    struct arena *arena, const char *bytes, const char *kept, size_t length, size_t *out_length)
{
	struct str out;
	char digest[DIGEST_LENGTH + 1];

	digest_pieces(&(struct piece){ bytes, length }, 1, digest);
	str_init(&out, arena, 0);
	str_add(&out, digest);
	for (size_t i = 0, run; i < length; i += run + 1) {
		for (run = 0; i + run < length && bytes[i + run] != kept[i + run]; run++)
			;
		if (run == 0)
			continue;
		str_addf(&out, "%zu %zu ", i, run);
		str_addn(&out, bytes + i, run);
	}
	*out_length = out.length;
	return out.data;
}

const char *
passwords_seal(struct arena *arena, const struct keys *keys, const char *bytes, size_t *length)
{
	const char *kept = passwords_blank(arena, bytes, *length), *runs;
	struct str out;
	size_t runs_length;

	if (kept == NULL)
		return NULL;
	runs = blanked_runs(arena, bytes, kept, *length, &runs_length);
	str_init(&out, arena, 0);
	str_addf(&out, "%s%s\r\n", FIELD, seal(arena, keys, runs, runs_length));
	str_addn(&out, kept, *length);
	*length = out.length;
	return out.data;
}

/* Puts the runs back where they were; false where they do not fit. */
static bool
put_back(char *bytes, size_t length, const char *runs, size_t runs_length)
{
	const char *at = runs + DIGEST_LENGTH, *end = runs + runs_length;
	size_t place, run;
	char digest[DIGEST_LENGTH + 1];
	int read;

	if (runs_length < DIGEST_LENGTH)
		return false;
	for (; at < end; at += (size_t)read + run) {
		if (sscanf(at, "%zu %zu%n", &place, &run, &read) != 2)
			return false;
		read++;
		if (run > (size_t)(end - at) - (size_t)read || place > length ||
		    run > length - place)
			return false;
		memcpy(bytes + place, at + read, run);
	}
	digest_pieces(&(struct piece){ bytes, length }, 1, digest);
	return memcmp(digest, runs, DIGEST_LENGTH) == 0;
}

const char *
passwords_open(struct arena *arena, const struct keys *keys, const char *bytes, size_t *length)
{
	const char *text = bytes + strlen(FIELD), *end, *runs;
	size_t runs_length, left;
	char *opened;

	if (*length < strlen(FIELD) || memcmp(bytes, FIELD, strlen(FIELD)) != 0 ||
	    (end = memchr(bytes, '\n', *length)) == NULL)
		return bytes;
	runs = unseal(arena, keys, text, (size_t)(end - text) - (end[-1] == '\r'), &runs_length);
	if (runs == NULL)
		return bytes;
	left = *length - (size_t)(end + 1 - bytes);
	opened = arena_bytes(arena, left + 1);
	memcpy(opened, end + 1, left);
	opened[left] = '\0';
	if (!put_back(opened, left, runs, runs_length))
		return bytes;
	*length = left;
	return opened;
}
