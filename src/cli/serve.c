/* SPDX-License-Identifier: ISC */
/*
 * riverpost run, riverpost serve and riverpost deliver.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "cli/cli.h"
#include "config/config.h"
#include "process/init.h"
#include "sandbox/sandbox.h"
#include "server/loop.h"
#include "server/service.h"

static struct config *
serve_reload(void)
{
	struct config *fresh;
	struct err err;

	if (config_load(&fresh, cli_options.file, cli_options.home, &err) == -1) {
		log_error("the old configuration stays in force: %s", err.text);
		return NULL;
	}
	return fresh;
}

/* What is written there is wrong, and stays so; what cannot be read may lie on a disk that is not
 * there yet. */
static int
not_configured(const struct err *err)
{
	cli_failed(err);
	return err->is_ours ? LOOP_TROUBLE : LOOP_LASTING;
}

static int
serve_begin(enum log_level least)
{
	const struct config *config;
	struct err err;

	if (sandbox_start(config_reader(), NULL, &err) == -1) {
		cli_failed(&err);
		return LOOP_TROUBLE;
	}
	if (cli_load_config(&config, &err) == -1)
		return not_configured(&err);
	log_open(config->log, "riverpost", cli_options.verbose ? LOG_LEVEL_DEBUG : least);
	if (sandbox_programs(config, &err) == -1) {
		log_error("%s", err.text);
		return LOOP_TROUBLE;
	}
	return 0;
}

int
cli_run(int argc, char **argv)
{
	int rc;

	if (argc != 1)
		return cli_wrong(argv[1], CLI_TOO_MUCH);
	/* Cron mails every line: only trouble is worth one. */
	if ((rc = serve_begin(LOG_LEVEL_WARN)) == 0)
		rc = loop_run(cli_config(), cli_options.now, cli_options.verbose);
	sandbox_stop();
	return rc;
}

int
cli_serve(int argc, char **argv)
{
	int rc;

	if (argc != 1)
		return cli_wrong(argv[1], CLI_TOO_MUCH);
	init_stand_by();
	service_catch_signals();
	if ((rc = serve_begin(LOG_LEVEL_INFO)) == 0)
		rc = loop_serve(cli_config(), serve_reload);
	sandbox_stop();
	return rc;
}

/* By the small program for it; whatever goes wrong, the letter comes again. */
int
cli_deliver(int argc, char **argv)
{
	char *args[64] = { (char *)config_deliver() };
	int count = 1;

	if (cli_options.home != NULL) {
		args[count++] = (char *)"--home";
		args[count++] = (char *)cli_options.home;
	}
	for (int i = 1; i < argc && count < 63; i++)
		args[count++] = argv[i];
	args[count] = NULL;
	execv(args[0], args);
	fprintf(stderr, "4.3.0 riverpost-deliver cannot be started\n");
	return 75;
}
