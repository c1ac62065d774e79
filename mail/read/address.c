/* SPDX-License-Identifier: ISC */
/*
 * Addresses: the narrow kind we accept, the tag in ours, and lists of mailboxes.
 *
 * Only what is plainly one mailbox is accepted: quoted local parts, comments,
 * literals and routes are refused, because nobody plays from them and each has
 * fooled a mail program.  A list is read in one pass with a depth counter, linear
 * whatever the nesting of comments.
 */
#include "mail/read/address.h"

#include <ctype.h>
#include <libpsl.h>
#include <string.h>

#include "base/arena.h"
#include "base/idn.h"
#include "base/str.h"
#include "base/utf8.h"

#define LOCAL_MAX 64 /* RFC 5321, 4.5.3.1.1 */
#define LABEL_MAX 63 /* RFC 1035, 2.3.4 */

static bool
is_dotted(const char *text, size_t length)
{
	return length > 0 && text[0] != '.' && text[length - 1] != '.' &&
	    memmem(text, length, "..", 2) == NULL;
}

static bool
local_is_valid(const char *local, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)local[i];

		if (c < 0x80 && !isalnum(c) &&
		    (c == '\0' || strchr("!#$%&'*+-/=?^_`{|}~.", c) == NULL))
			return false;
	}
	return length <= LOCAL_MAX && is_dotted(local, length);
}

static bool
domain_is_valid(const char *domain)
{
	size_t label = 0, length = strlen(domain);

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)domain[i];

		if (c == '.') {
			label = 0;
			continue;
		}
		if (!isalnum(c) && c < 0x80 && c != '-' && c != '_')
			return false;
		if (++label > LABEL_MAX)
			return false;
	}
	return is_dotted(domain, length) && domain[length - 1] != '-';
}

bool
address_normalise(struct arena *arena, const char *text, const char **out)
{
	const char *at, *one, *start = text + strspn(text, " \t");
	size_t length = strcspn(start, " \t");
	char *copy;

	if (length > ADDRESS_MAX || start[length + strspn(start + length, " \t")] != '\0')
		return false;
	copy = arena_strndup(arena, start, length);
	/* Controls, bidirectional marks and the like vanish in utf8_clean. */
	if (!str_equal(utf8_clean(arena, copy, strlen(copy), false), copy))
		return false;
	at = strchr(copy, '@');
	if (at == NULL || !local_is_valid(copy, (size_t)(at - copy)))
		return false;
	for (char *p = copy + (at - copy); *p != '\0'; p++) {
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p - 'A' + 'a');
	}
	one = idn_people(arena, copy);
	/* Lengths are those of A-labels. */
	if (strlen(one) > ADDRESS_MAX || strlen(idn_ascii(arena, one)) > ADDRESS_MAX ||
	    !domain_is_valid(idn_ascii(arena, strchr(one, '@') + 1)))
		return false;
	*out = one;
	return true;
}

const char *
address_tag(struct arena *arena, const char *address, const char *own)
{
	const char *at, *own_at;
	size_t local;

	address = idn_people(arena, address);
	own = idn_people(arena, own);
	at = strrchr(address, '@');
	own_at = strrchr(own, '@');
	if (at == NULL || own_at == NULL || !str_equal_nocase(at, own_at))
		return NULL;
	local = (size_t)(own_at - own);
	if ((size_t)(at - address) <= local + 1 || strncasecmp(address, own, local) != 0 ||
	    address[local] != '+')
		return NULL;
	return arena_strndup(arena, address + local + 1, (size_t)(at - address) - local - 1);
}

const char *
address_last_tag(struct arena *arena, const char *address)
{
	const char *at = strrchr(address, '@');
	const char *plus = at != NULL ? memrchr(address, '+', (size_t)(at - address)) : NULL;

	return plus != NULL && plus + 1 < at ?
	    arena_strndup(arena, plus + 1, (size_t)(at - plus) - 1) :
	    NULL;
}

const char *
address_mailbox(struct arena *arena, const char *address)
{
	size_t local = strcspn(address, "+@");
	const char *at = strrchr(address, '@');
	struct str mailbox;

	if (at == NULL || local == 0)
		return address;
	str_init(&mailbox, arena, 0);
	for (size_t i = 0; i < local; i++)
		if (address[i] != '.')
			str_addc(&mailbox, address[i]);
	str_add(&mailbox, at);
	return mailbox.data;
}

const char *
address_site(struct arena *arena, const char *address)
{
	const char *at = strrchr(address, '@'), *domain = at != NULL ? at + 1 : address;
	const char *site = psl_registrable_domain(psl_builtin(), domain);

	return arena_strdup(arena, site != NULL ? site : domain);
}

/* One item between commas, its parts told apart. */
struct item {
	struct str words; /* outside of <> and comments, quotes taken off */
	struct str angle; /* inside of <> */
	struct str comment;
	bool has_angle;
	bool ambiguous; /* two addresses, or a quote, comment or <… that does not end: nobody
			 * knows which is meant */
	bool quoted_at; /* an @ inside of quotes */
};

static const char *
read_quoted(const char *at, struct item *item, struct str *out)
{
	for (at++; *at != '\0' && *at != '"'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		if (*at == '@')
			item->quoted_at = true;
		str_addc(out, *at);
	}
	if (out == &item->angle) /* a quoted local part: refused later */
		str_addc(out, '"');
	item->ambiguous |= *at == '\0';
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
	item->ambiguous = true;
	return at;
}

/* Up to and with the comma or semicolon that ends the item.  Of an address outside
 * and another inside of <…> the inside one counts; an item with two <…>, or with a group
 * whose name is an address, has no address. */
static const char *
read_item(const char *at, struct item *item)
{
	while (*at != '\0' && *at != ',' && *at != ';') {
		switch (*at) {
		case '"':
			at = read_quoted(at, item, &item->words);
			break;
		case '(':
			at = read_comment(at, item);
			break;
		case '<':
			item->ambiguous |= item->has_angle;
			item->has_angle = true;
			for (at++; *at != '\0' && *at != '>';) {
				if (*at == '"')
					at = read_quoted(at, item, &item->angle);
				else
					str_addc(&item->angle, *at++);
			}
			item->ambiguous |= *at == '\0';
			at += *at == '>';
			break;
		case ':': /* what stood before was a group's name, which has no @ */
			item->ambiguous |= strchr(item->words.data, '@') != NULL;
			str_truncate(&item->words, 0);
			at++;
			break;
		default:
			str_addc(&item->words, *at++);
		}
	}
	return *at != '\0' ? at + 1 : at;
}

/* address_next_mailbox; *is_plain: the item has one meaning. */
static bool
next_mailbox(struct arena *arena, const char **at, struct mailbox *mailbox, bool *is_plain)
{
	struct item item = { .has_angle = false };

	str_init(&item.words, arena, 4096);
	str_init(&item.angle, arena, 1024);
	str_init(&item.comment, arena, 1024);
	while (**at != '\0') {
		/* Nothing but commas. */
		for (const char *c = *at; *c == ',' || *c == ';' || *c == ' '; c++)
			if (*c != ' ')
				*at = c + 1;
		str_truncate(&item.words, 0);
		str_truncate(&item.angle, 0);
		str_truncate(&item.comment, 0);
		item.has_angle = item.ambiguous = item.quoted_at = false;
		*at = read_item(*at, &item);
		str_trim(&item.words);
		if (!item.has_angle && !item.ambiguous &&
		    item.words.data[strspn(item.words.data, " \t")] == '\0')
			continue;
		mailbox->name = arena_strdup(
		    arena, item.has_angle ? item.words.data : item.comment.data);
		if (item.ambiguous || (!item.has_angle && item.quoted_at) ||
		    !address_normalise(arena, item.has_angle ? item.angle.data : item.words.data,
			&mailbox->address))
			mailbox->address = NULL;
		*is_plain = !item.ambiguous;
		return true;
	}
	return false;
}

bool
address_next_mailbox(struct arena *arena, const char **at, struct mailbox *mailbox)
{
	bool is_plain;

	return next_mailbox(arena, at, mailbox, &is_plain);
}

static size_t
count_of(const char *text, char c)
{
	size_t count = 0;

	for (; *text != '\0'; text++)
		count += *text == c;
	return count;
}

bool
address_sole_mailbox(struct arena *arena, const char *field, struct mailbox *mailbox)
{
	const char *at = field, *all = field;
	struct mailbox other;
	bool is_plain;
	struct str name;

	if (count_of(field, '@') != 1 || count_of(field, '"') % 2 != 0 ||
	    count_of(field, '(') != count_of(field, ')') ||
	    count_of(field, '<') != count_of(field, '>'))
		return false;
	mailbox->address = NULL;
	while (next_mailbox(arena, &at, &other, &is_plain)) {
		if (!is_plain)
			return false;
		if (other.address != NULL)
			*mailbox = other;
	}
	if (mailbox->address == NULL)
		return false;
	if (strchr(all, '<') == NULL)
		return true;
	str_init(&name, arena, 0);
	for (; *all != '<'; all++)
		if (*all != '"')
			str_addc(&name, *all);
	str_trim(&name);
	mailbox->name = name.data;
	return true;
}
