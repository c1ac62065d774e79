/* SPDX-License-Identifier: ISC */
/*
 * What the command words share (cli.h).
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"

#define FILE_MAX ((size_t)256 * 1024 * 1024)

struct cli_options cli_options;

static struct config *config;

int
cli_load_config(const struct config **out, struct err *err)
{
	if (config == NULL && config_load(&config, cli_options.file, cli_options.home, err) == -1)
		return -1;
	*out = config;
	return 0;
}

const struct config *
cli_config(void)
{
	const struct config *loaded = NULL;
	struct err err;

	if (cli_load_config(&loaded, &err) == -1)
		fprintf(stderr, "riverpost: %s\n", err.text);
	return loaded;
}

int64_t
cli_now(void)
{
	return cli_options.now != 0 ? cli_options.now : clock_now();
}

char cli_fault[400];

int
cli_wrong(const char *value, const char *what)
{
	if (value != NULL)
		str_format(cli_fault, sizeof cli_fault, "\"%s\": %s; ", value, what);
	else
		str_format(cli_fault, sizeof cli_fault, "%s; ", what);
	return 2;
}

int
cli_print_config(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--manual") == 0) {
		config_manual(stdout);
		return 0;
	}
	if (argc != 1)
		return cli_wrong(argv[argc - 1], CLI_TOO_MUCH);
	if (cli_config() == NULL)
		return 1;
	config_print(config, stdout);
	return 0;
}

int
cli_read_file(const char *path, struct arena *arena, struct str *out, struct err *err)
{
	FILE *file = path != NULL ? fopen(path, "rbe") : stdin;
	const char *name = path != NULL ? path : "standard input";
	char buffer[65536];
	size_t n;
	int rc = 0;

	if (file == NULL)
		return err_system(err, "cannot read %s", name);
	str_init(out, arena, FILE_MAX);
	while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
		str_addn(out, buffer, n);
	if (ferror(file))
		rc = err_system(err, "cannot read %s", name);
	else if (out->full)
		rc = err_set(err, "%s is too large", name);
	if (path != NULL)
		fclose(file);
	return rc;
}

int
cli_each_line(const char *path, void (*each)(void *context, char *line), void *context)
{
	FILE *file = path != NULL ? fopen(path, "re") : stdin;
	char *line = NULL;
	size_t size = 0;

	if (file == NULL) {
		fprintf(stderr, "riverpost: cannot read %s: %s\n", path, strerror(errno));
		return -1;
	}
	while (getline(&line, &size, file) != -1) {
		line[strcspn(line, "\r\n")] = '\0';
		if (line[0] != '\0')
			each(context, line);
	}
	free(line);
	if (path != NULL)
		fclose(file);
	return 0;
}
