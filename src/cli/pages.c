/* SPDX-License-Identifier: ISC */
/*
 * riverpost archive: static pages of what everybody may see, all of them (site/site.h).
 */
#include "server/pages.h"
#include "cli/admin.h"
#include "cli/cli.h"

static int
pages_run(struct admin *admin, char **args, struct err *err)
{
	struct site_result result;
	struct site_options options;

	pages_options(&admin->server, args[0], &options);
	if (site_build(&options, &result, err) == -1)
		return -1;
	str_addf(&admin->output, "%d file%s written, %d taken away\n", result.written,
	    result.written == 1 ? "" : "s", result.removed);
	return ACTION_DONE;
}

const struct action cli_archive[] = { { "archive", 1, 1, ACTION_READS, pages_run } };
