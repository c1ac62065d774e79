/* SPDX-License-Identifier: ISC */
/*
 * The guard against large IMAP literals, with the stream cut at every place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "mail/net/imap_stream.h"

static const struct {
	const char *name, *text;
	uint64_t max;
	bool want;
} cases[] = {
	{ "no literal", "* OK hello\r\n", 0, true },
	{ "small", "BODY[] {5}\r\nhello)\r\n", 5, true },
	{ "one too many", "BODY[] {6}\r\nhello!)\r\n", 5, false },
	{ "four gigabytes", "BODY[] {4294967295}\r\n", 1000, false },
	{ "more digits than fit", "{99999999999999999999999999999999}\r\n", 1000, false },
	{ "non-synchronising", "{6+}\r\n", 5, false },
	{ "bare newline", "{6}\n", 5, false },
	{ "a brace inside the literal is none", "{9}\r\n{999999}\r)\r\n", 9, true },
	{ "the next one counts", "{2}\r\nab {99}\r\n", 9, false },
	{ "not at the end of the line", "* OK {99} is a word\r\n", 5, true },
	{ "no number", "* OK {a}\r\n", 5, true },
	{ "empty", "{}\r\n", 5, true },
	{ "brace after brace", "{{7}\r\n", 5, false },
	{ "zero", "{0}\r\n{6}\r\n", 5, false },
};

static void
cut_everywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text;
		size_t length = strlen(text);

		for (size_t cut = 0; cut <= length; cut++) {
			struct literal_guard guard = { .max = cases[i].max };
			bool got = literal_allows(&guard, text, cut) &&
			    literal_allows(&guard, text + cut, length - cut);

			if (got != cases[i].want)
				fail_msg("%s, cut at %zu", cases[i].name, cut);
		}
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = { cmocka_unit_test(cut_everywhere) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
