/* SPDX-License-Identifier: ISC */
/*
 * Days in figures (date.h).
 */
#include "speak/date.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* What stands behind each number, and whether the year may be the last of them. */
static const struct {
	const char *mark[3];
	bool may_end;
} forms[] = {
	{ { "-", "-", "" }, true },
	{ { ".", ".", "" }, true },
	{ { "/", "/", "" }, false },
	{ { "年", "月", "日" }, false },
	{ { "年", "月", "号" }, false },
	{ { "年", "月", "號" }, false },
};

/* The three numbers and how many digits each has. */
static bool
read_numbers(const char *at, const char *const mark[3], int number[3], size_t digits[3])
{
	for (int i = 0; i < 3; i++) {
		digits[i] = strspn(at, "0123456789");
		if (digits[i] == 0 || digits[i] == 3 || digits[i] > 4)
			return false;
		number[i] = (int)strtol(at, NULL, 10);
		at += digits[i];
		if (strncmp(at, mark[i], strlen(mark[i])) != 0)
			return false;
		at += strlen(mark[i]);
	}
	return *at == '\0' && digits[1] < 3;
}

bool
date_form(const char *word, char out[DATE_SIZE])
{
	int number[3];
	size_t digits[3];

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		int year;

		if (!read_numbers(word, forms[i].mark, number, digits))
			continue;
		year = digits[0] == 4 ? 0 : 2;
		if (digits[year] != 4 || digits[2 - year] == 4 || (year == 2 && !forms[i].may_end))
			return false;
		str_format(
		    out, DATE_SIZE, "%04d-%02d-%02d", number[year], number[1], number[2 - year]);
		return true;
	}
	return false;
}
