/* SPDX-License-Identifier: ISC */
/*
 * Addresses: the narrow kind we accept, and the tag in ours.
 *
 * What is not plainly one mailbox is none: quoted local parts, comments,
 * literals and routes are refused, because nobody plays from them and each has
 * fooled a mail program.
 */
#include "mail/read/address.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define ADDRESS_MAX 254 /* RFC 5321, 4.5.3.1.3 without the brackets */
#define LOCAL_MAX   64  /* RFC 5321, 4.5.3.1.1 */
#define LABEL_MAX   63  /* RFC 1035, 2.3.4 */

static bool
is_local_char(unsigned char c)
{
	return c >= 0x80 || isalnum(c) || (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~.", c) != NULL);
}

static bool
is_dotted(const char *text, size_t length)
{
	return length > 0 && text[0] != '.' && text[length - 1] != '.' &&
	    memmem(text, length, "..", 2) == NULL;
}

static bool
local_is_sound(const char *local, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!is_local_char((unsigned char)local[i]))
			return false;
	}
	return length <= LOCAL_MAX && is_dotted(local, length);
}

static bool
domain_is_sound(const char *domain)
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

/* Controls, bidirectional marks and the like vanish in utf8_clean: refused. */
static bool
is_clean(struct arena *arena, const char *text)
{
	return str_equal(utf8_clean(arena, text, strlen(text), false), text);
}

bool
address_normalise(struct arena *arena, const char *text, const char **out)
{
	const char *at, *start = text + strspn(text, " \t");
	size_t length = strcspn(start, " \t");
	char *copy;

	if (length > ADDRESS_MAX || start[length + strspn(start + length, " \t")] != '\0')
		return false;
	copy = arena_strndup(arena, start, length);
	at = strchr(copy, '@');
	if (at == NULL || !local_is_sound(copy, (size_t)(at - copy)) || !domain_is_sound(at + 1) ||
	    !is_clean(arena, copy))
		return false;
	for (char *p = copy + (at - copy); *p != '\0'; p++) {
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p - 'A' + 'a');
	}
	*out = copy;
	return true;
}

const char *
address_tag(struct arena *arena, const char *address, const char *own)
{
	const char *at = strrchr(address, '@'), *own_at = strrchr(own, '@');
	size_t local;

	if (at == NULL || own_at == NULL || !str_equal_nocase(at, own_at))
		return NULL;
	local = (size_t)(own_at - own);
	if ((size_t)(at - address) <= local + 1 || strncasecmp(address, own, local) != 0 ||
	    address[local] != '+')
		return NULL;
	return arena_strndup(arena, address + local + 1, (size_t)(at - address) - local - 1);
}

const char *
address_untagged(struct arena *arena, const char *address)
{
	size_t local = strcspn(address, "+@");
	const char *at = strrchr(address, '@');

	if (at == NULL || local == 0)
		return address;
	return arena_printf(arena, "%.*s%s", (int)local, address, at);
}
