/* SPDX-License-Identifier: ISC */
/*
 * The static pages of this server (pages.h).
 */
#include "server/pages.h"

#include <limits.h>

#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "server/server.h"
#include "store/db.h"
#include "store/published.h"
#include "view/template_check.h"

#define PATIENCE 1000 /* milliseconds of a pass, while letters wait */

void
pages_options(const struct server *server, const char *folder, struct site_options *out)
{
	const struct config *config = server->config;

	*out = (struct site_options){ .store = server->store,
		.templates = server->templates,
		.settings = &server->settings,
		.folder = folder,
		.url = config->archive_url != NULL ? config->archive_url : "",
		.domain = server->domain,
		.languages = config->archive_languages,
		.mark = templates_mark(config->templates, config_shipped_templates()) ^
		    server->restored };
}

/* Also where there are no pages yet: who makes them by hand makes them from a store that is not
 * written to. */
static int
note_domain(const struct server *server, struct err *err)
{
	if (store_begin(server->store, err) == -1)
		return -1;
	return store_finish(
	    server->store, published_note_domain(server->store, server->domain, err), err);
}

void
pages_begin(const struct server *server)
{
	const char *folder = server->config->archive;
	struct err err;

	if (note_domain(server, &err) == -1 || (folder != NULL && site_prepare(folder, &err) == -1))
		log_error("%s", err.text);
}

int
pages_update(const struct server *server, bool all, struct err *err)
{
	struct site_options options;
	struct site_result result;

	if (server->config->archive == NULL)
		return 0;
	pages_options(server, server->config->archive, &options);
	if (site_update(&options, all ? INT_MAX : PATIENCE, &result, err) == -1)
		return -1;
	return result.goes_on;
}
