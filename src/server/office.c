/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing the post office (office.h).
 */
#include "server/office.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "config/place.h"
#include "store/db.h"
#include "view/template.h"

static void
set_house(struct office *office)
{
	const struct config *c = office->config;

	office->house = (struct house){
		.name = c->name,
		.address = c->address,
		.language = c->language,
		.nagtime = c->nagtime,
		.forfeittime = c->forfeittime,
		.games_max = c->games_max,
		.commands_max = c->commands_max,
	};
	office->policy = (struct letter_policy){
		.bytes_max = (size_t)c->letter_max,
		.address = c->address,
		.loop_id = c->address,
		.auth_server = c->auth_server,
	};
	office->domain = strrchr(c->address, '@') + 1;
}

/* One without the other is what a restore that went wrong leaves, or a first start that
 * was cut off; the server goes on, and this is the only trace. */
static void
tell_missing(bool has_keys, bool has_store, const char *home)
{
	if (has_store && !has_keys)
		log_warn("%s/keys was not there: with the new ones no answer to an earlier letter "
			 "is believed",
		    home);
	else if (has_keys && !has_store)
		log_warn("%s/riverpost.sqlite was not there: it begins anew, without players and "
			 "games",
		    home);
}

int
office_open(struct office *office, const struct config *config, struct err *err)
{
	char path[PATH_MAX], templates[PATH_MAX];
	bool has_keys, has_store;

	memset(office, 0, sizeof *office);
	office->config = config;
	set_house(office);
	if (mkdir(config->home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", config->home);
	str_format(path, sizeof path, "%s/keys", config->home);
	has_keys = access(path, F_OK) == 0;
	if (keys_load(&office->keys, path, err) == -1)
		return -1;
	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	has_store = access(path, F_OK) == 0;
	if (store_open(&office->store, path, err) == -1)
		return -1;
	tell_missing(has_keys, has_store, config->home);
	office->templates = templates_new(config->templates, place_templates(templates));
	return 0;
}

void
office_close(struct office *office)
{
	store_close(office->store);
	templates_free(office->templates);
	office->store = NULL;
	office->templates = NULL;
}
