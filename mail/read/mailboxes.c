/* SPDX-License-Identifier: ISC */
/*
 * Reads lists of mailboxes by one pass with a depth counter.
 *
 * Linear whatever the nesting of comments.  An item with an address outside and
 * another inside of <…> has the inside one; with two <…>, with a group whose
 * name is an address, or with one that is not plain, it has none.
 */
#include "mail/read/mailboxes.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/read/address.h"
#include "mail/read/letter.h"

/* One item between commas, its parts told apart. */
struct item {
	struct str words; /* outside of <> and comments, quotes taken off */
	struct str angle; /* inside of <> */
	struct str comment;
	bool has_angle;
	bool twice;     /* two addresses: nobody knows which is meant */
	bool quoted_at; /* an @ inside of quotes */
};

enum where { WORDS, ANGLE };

static void
item_init(struct item *item, struct arena *arena)
{
	memset(item, 0, sizeof *item);
	str_init(&item->words, arena, 4096);
	str_init(&item->angle, arena, 1024);
	str_init(&item->comment, arena, 1024);
}

static void
item_clear(struct item *item)
{
	str_truncate(&item->words, 0);
	str_truncate(&item->angle, 0);
	str_truncate(&item->comment, 0);
	item->has_angle = item->twice = item->quoted_at = false;
}

static const char *
read_quoted(const char *at, struct item *item, enum where where)
{
	for (at++; *at != '\0' && *at != '"'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		if (*at == '@')
			item->quoted_at = true;
		str_addc(where == ANGLE ? &item->angle : &item->words, *at);
	}
	if (where == ANGLE) /* a quoted local part: refused later */
		str_addc(&item->angle, '"');
	return *at == '"' ? at + 1 : at;
}

static const char *
read_comment(const char *at, struct item *item)
{
	size_t depth = 0;

	for (; *at != '\0'; at++) {
		if (*at == '\\' && at[1] != '\0') {
			at++;
		} else if (*at == '(') {
			depth++;
			continue;
		} else if (*at == ')' && --depth == 0) {
			return at + 1;
		}
		str_addc(&item->comment, *at);
	}
	return at;
}

static const char *
read_angle(const char *at, struct item *item)
{
	item->twice |= item->has_angle;
	item->has_angle = true;
	for (at++; *at != '\0' && *at != '>';) {
		if (*at == '"')
			at = read_quoted(at, item, ANGLE);
		else
			str_addc(&item->angle, *at++);
	}
	return *at == '>' ? at + 1 : at;
}

/* Up to and with the comma or semicolon that ends the item. */
static const char *
read_item(const char *at, struct item *item)
{
	while (*at != '\0' && *at != ',' && *at != ';') {
		switch (*at) {
		case '"':
			at = read_quoted(at, item, WORDS);
			break;
		case '(':
			at = read_comment(at, item);
			break;
		case '<':
			at = read_angle(at, item);
			break;
		case ':': /* what stood before was a group's name, which has no @ */
			item->twice |= strchr(item->words.data, '@') != NULL;
			str_truncate(&item->words, 0);
			at++;
			break;
		default:
			str_addc(&item->words, *at++);
		}
	}
	return *at != '\0' ? at + 1 : at;
}

static void
judge(struct arena *arena, struct item *item, struct mailbox *mailbox)
{
	const char *address = item->has_angle ? item->angle.data : item->words.data;
	const char *name = item->has_angle ? item->words.data : item->comment.data;

	mailbox->name = arena_strdup(arena, name);
	mailbox->address = NULL;
	if (item->twice || (!item->has_angle && item->quoted_at))
		return;
	if (!address_normalise(arena, address, &mailbox->address))
		mailbox->address = NULL;
}

bool
mailbox_next(struct arena *arena, const char **at, struct mailbox *mailbox)
{
	struct item item;

	item_init(&item, arena);
	while (**at != '\0') {
		item_clear(&item);
		*at = read_item(*at, &item);
		str_trim(&item.words);
		if (!item.has_angle && item.words.data[strspn(item.words.data, " \t")] == '\0')
			continue;
		judge(arena, &item, mailbox);
		return true;
	}
	return false;
}
