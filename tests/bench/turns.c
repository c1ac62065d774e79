/* SPDX-License-Identifier: ISC */
/*
 * What the letters that wait cost until they are committed and settled, without what is
 * sent after that.
 *
 *	turns HOME NOW single|grouped
 *
 * Each is read apart, proved, played, judged and answered.  Single ones are committed one
 * by one, grouped ones as the server does it.  Prints how many did what they said, and
 * seconds.  The configuration has to name the templates.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/log.h"
#include "base/token.h"
#include "bench/bench.h"
#include "config/config.h"
#include "mail/reader.h"
#include "mail/source/source.h"
#include "reader.h"
#include "sandbox/sandbox.h"
#include "server/intake.h"
#include "server/server.h"

static struct server server;
static struct pass pass;

static void
take_all(struct source *source, int64_t now, bool grouped)
{
	struct group group;
	int more;

	group_init(&group, source);
	check(source_begin(source, now, &err));
	while ((more = group_take(&group, &server, now, &err)) == 1)
		if (!grouped || group_is_full(&group))
			check(group_close(&group, &server, &pass, &err));
	check(more);
	check(group_close(&group, &server, &pass, &err));
	group_free(&group);
}

int
main(int argc, char **argv)
{
	struct config *config;
	double began;

	be_reader(argv, reader_read);
	if (argc != 4) {
		fprintf(stderr, "usage: turns HOME NOW single|grouped\n");
		return 2;
	}
	check(token_setup(&err));
	check(sandbox_start(SELF, NULL, &err));
	log_open(LOG_TO_STDERR, "turns", LOG_LEVEL_WARN);
	check(config_load(&config, NULL, argv[1], &err));
	check(server_open(&server, config, SERVER_WORKS, &err));
	began = seconds();
	for (int i = 0; i < config->source_count; i++) {
		struct source *source;

		check(source_open(&source, &config->sources[i].options, &err));
		take_all(source, atoll(argv[2]), strcmp(argv[3], "grouped") == 0);
		source_close(source);
	}
	printf("%d %.6f\n", pass.done, seconds() - began);
	server_close(&server);
	sandbox_stop();
	config_free(config);
	return 0;
}
