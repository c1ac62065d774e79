/* SPDX-License-Identifier: ISC */
/*
 * What the command words share (cli.h).
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "rules/fen.h"
#include "rules/shape.h"

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
		cli_failed(&err);
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
cli_failed(const struct err *err)
{
	fprintf(stderr, "riverpost: %s\n", err->text);
	return 1;
}

const char *
cli_position_fault(const char *fen, struct board *board)
{
	const char *wrong;

	if (str_equal_nocase(fen, "start")) {
		board_start(board);
		return NULL;
	}
	wrong = fen_read_lenient(fen, board);
	return wrong == NULL && kings_face(board) ? "the kings face each other" : wrong;
}

bool
cli_position(const char *fen, struct board *board)
{
	const char *wrong = cli_position_fault(fen, board);

	if (wrong != NULL)
		fprintf(stderr, "riverpost: \"%s\": not a position: %s\n", fen, wrong);
	return wrong == NULL;
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
cli_each_line(const char *path, void (*each)(void *context, char *line), void *context)
{
	FILE *file = path != NULL ? fopen(path, "re") : stdin;
	char *line = NULL;
	size_t size = 0;
	struct err err;

	if (file == NULL) {
		err_system(&err, "cannot read %s", path);
		cli_failed(&err);
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
