/* SPDX-License-Identifier: ISC */
/*
 * Days as people write them in figures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "speak/date.h"

static const struct {
	const char *word, *form; /* NULL: none */
} dates[] = {
	{ "2026-12-01", "2026-12-01" },
	{ "2026-2-1", "2026-02-01" },
	{ "2026年12月1日", "2026-12-01" },
	{ "2026年2月21号", "2026-02-21" },
	{ "2026年2月21號", "2026-02-21" },
	{ "2026.2.1", "2026-02-01" },
	{ "2026/2/1", "2026-02-01" },
	{ "1.12.2026", "2026-12-01" },
	{ "01.02.2026", "2026-02-01" },
	{ "1-12-2026", "2026-12-01" },
	{ "1/12/2026", NULL },
	{ "1年12月2026日", NULL },
	{ "1.12.26", NULL },
	{ "2026.12.2026", NULL },
	{ "1.2026.12", NULL },
	{ "2026-12", NULL },
	{ "2026", NULL },
	{ "2026.12.1.", NULL },
	{ "2026.12-1", NULL },
	{ "2026年12月1", NULL },
	{ "2026年12月日", NULL },
	{ "2026-12-001", NULL },
	{ "20260-12-01", NULL },
	{ "-2026-12-01", NULL },
	{ "+1.+1.2026", NULL },
	{ " 1.1.2026", NULL },
	{ "", NULL },
};

static void
test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
		char form[DATE_SIZE] = "nothing";
		const char *want = dates[i].form;

		if (date_form(dates[i].word, form) != (want != NULL) ||
		    (want != NULL && strcmp(form, want) != 0))
			fail_msg("\"%s\" is %s", dates[i].word, form);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_forms) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
