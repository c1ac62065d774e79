/* SPDX-License-Identifier: ISC */
/*
 * An iconv that fails on demand, to be preloaded into the program under test:
 * the charset "cp-crash" aborts, "cp-loop" does not end, "cp-hunger" eats memory.
 * (Named as charsets are that the program asks iconv for.)
 */
#include <dlfcn.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

iconv_t
iconv_open(const char *to, const char *from)
{
	iconv_t (*real)(const char *, const char *) = (iconv_t(*)(const char *, const char *))dlsym(
	    RTLD_NEXT, "iconv_open");
	volatile char *piece;

	if (strcasecmp(from, "cp-crash") == 0)
		abort();
	while (strcasecmp(from, "cp-loop") == 0)
		;
	while (strcasecmp(from, "cp-hunger") == 0) {
		if ((piece = malloc(1 << 20)) == NULL)
			abort();
		for (size_t i = 0; i < 1 << 20; i += 4096)
			piece[i] = 1;
	}
	return real(to, from);
}
