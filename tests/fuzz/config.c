/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a configuration file: no crash; and what is in force, printed,
 * is read again as the same.
 *
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[] = "/tmp/riverpost-fuzz-config.XXXXXX";

static void
drop(void)
{
	unlink(path);
}

static void
put(const void *bytes, size_t size)
{
	FILE *file = fopen(path, "we");

	if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
		abort();
}

/* As the program prints it; *text is the caller's. */
static size_t
print(const struct config *config, char **text)
{
	size_t size;
	FILE *out = open_memstream(text, &size);

	config_print(config, out);
	fclose(out);
	return size;
}

/* Secrets are not printed. */
static bool
has_secret(const struct config *config)
{
	bool any = config->sink.login.password != NULL;

	for (int i = 0; i < config->source_count; i++)
		any |= config->sources[i].options.login.password != NULL;
	return any;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_ready;
	struct config *config, *again;
	char *text, *same;
	struct err err;
	size_t length;

	if (!is_ready) {
		int fd = mkstemp(path);

		if (fd == -1)
			abort();
		close(fd);
		atexit(drop);
		is_ready = true;
	}
	put(data, size);
	if (config_load(&config, path, "/nowhere", &err) == -1) {
		assert(err.text[0] != '\0');
		return 0;
	}
	length = print(config, &text);
	put(text, length);
	if (config_load(&again, path, "/nowhere", &err) == 0) {
		print(again, &same);
		assert(has_secret(config) || strcmp(text, same) == 0);
		free(same);
		config_free(again);
	} else {
		assert(has_secret(config));
	}
	free(text);
	config_free(config);
	return 0;
}
