/* SPDX-License-Identifier: ISC */
/*
 * Signed data with its content inside, written by hand after RFC 5652 and X.690, and cut
 * or changed at each byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/read/signed.h"

#define OID     "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"
#define SIGNED  OID "\x02"
#define DATA    OID "\x01"
#define NUMBER  "\x02\x01\x01"
#define DIGESTS "\x31\x0b\x30\x09\x06\x05\x2b\x0e\x03\x02\x1a\x05\x00"
#define END     "\x00\x00"

#define WHOLE "hello"
/* Lengths given: 7 the octets, 20 the content, 40 and 42 what is around it. */
static const char definite[] = "\x30\x37" SIGNED "\xa0\x2a\x30\x28" NUMBER DIGESTS "\x30\x14" DATA
			       "\xa0\x07\x04\x05" WHOLE "\x31\x00";
/* Lengths open, the content in two pieces. */
static const char pieces[] = "\x30\x80" SIGNED "\xa0\x80\x30\x80" NUMBER DIGESTS "\x30\x80" DATA
			     "\xa0\x80\x24\x80\x04\x02he\x04\x03llo" END END END
			     "\x31\x00" END END END;
/* Enveloped data, and signed data without its content. */
static const char enveloped[] = "\x30\x0f" OID "\x03\xa0\x02\x30\x00";
static const char detached[] = "\x30\x80" SIGNED "\xa0\x80\x30\x80" NUMBER DIGESTS "\x30\x0b" DATA
			       "\x31\x00" END END END;

static const char *
content(struct arena *arena, const char *bytes, size_t length)
{
	struct str out;

	str_init(&out, arena, 0);
	return signed_content(&out, (const unsigned char *)bytes, length) ? out.data : NULL;
}

static void
test_content(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	assert_string_equal(content(arena, definite, sizeof definite - 1), WHOLE);
	assert_string_equal(content(arena, pieces, sizeof pieces - 1), WHOLE);
	assert_null(content(arena, enveloped, sizeof enveloped - 1));
	assert_null(content(arena, detached, sizeof detached - 1));
	assert_null(content(arena, "", 0));
	arena_free(arena);
}

/* Nothing is read behind the end: sanitizers and valgrind watch the copies. */
static void
test_broken(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t length = 0; length < sizeof pieces; length++) {
		char *copy = malloc(length > 0 ? length : 1);

		assert_non_null(copy);
		memcpy(copy, pieces, length);
		content(arena, copy, length);
		for (size_t i = 0; i < length; i++) {
			copy[i] = (char)~copy[i];
			content(arena, copy, length);
			copy[i] = '\x84';
			content(arena, copy, length);
			copy[i] = pieces[i];
		}
		free(copy);
		arena_clear(arena);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "what was signed", test_content, NULL, NULL, NULL },
		{ "cut and changed", test_broken, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("signed", tests, NULL, NULL);
}
