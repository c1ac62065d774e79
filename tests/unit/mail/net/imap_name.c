/* SPDX-License-Identifier: ISC */
/*
 * Names of folders in modified UTF-7.  Expected values: RFC 3501, 5.1.3, and Python's codec of
 * UTF-16 with base64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/net/imap_name.h"

static const struct {
	const char *name, *folder, *want;
} names[] = {
	{ "ASCII", "INBOX/Processed mail", "INBOX/Processed mail" },
	{ "the RFC's own", "~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-" },
	{ "no rest of bits", "已处理", "&XfJZBHQG-" },
	{ "one letter", "Prüfung", "Pr&APw-fung" },
	{ "beyond 16 bits", "😀", "&2D3eAA-" },
	{ "an ampersand", "R&D", "R&-D" },
	{ "one at the end", "R&", "R&-" },
	{ "an ampersand and more", "Ä&B", "&AMQ-&-B" },
	{ "encoded already", "Pr&APw-fung", "Pr&APw-fung" },
	{ "so is an ampersand", "R&-D", "R&-D" },
	{ "half of it is not", "R&-D &Co", "R&--D &-Co" },
	{ "a word that encodes nothing", "R&D-x", "R&-D-x" },
	{ "ASCII would not be encoded", "&AEE-", "&-AEE-" },
};

static void
test_names(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *got = imap_name(arena, names[i].folder);

		if (strcmp(got, names[i].want) != 0)
			fail_msg("%s: %s, not %s", names[i].name, got, names[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_names) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
