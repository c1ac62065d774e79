/* SPDX-License-Identifier: ISC */
/*
 * riverpost status: how the server does, in numbers (server/status.h).
 */
#include <string.h>

#include "cli/admin.h"
#include "cli/cli.h"
#include "server/status.h"

static int
status_run(struct admin *admin, char **args, struct err *err)
{
	enum status_form form = STATUS_TEXT;

	if (args[0] != NULL && strcmp(args[0], "--prometheus") == 0) {
		if (args[1] == NULL)
			return cli_wrong(args[0], "a word is missing after this one");
		return status_publish(&admin->server, args[1], admin->now, err);
	}
	if (args[0] != NULL && strcmp(args[0], "--json") == 0 && args[1] == NULL)
		form = STATUS_JSON;
	else if (args[0] != NULL)
		return cli_wrong(args[args[1] != NULL], CLI_TOO_MUCH);
	return status_write(&admin->server, form, admin->now, &admin->output, err);
}

const struct action cli_status[] = { { "status", 0, 2, ACTION_READS, status_run } };
