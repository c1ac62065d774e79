/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing the post office (office.h).
 */
#include "office.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/err.h"
#include "base/str.h"
#include "config.h"
#include "place.h"
#include "store/db.h"
#include "view/template.h"

static void
set_house(struct office *office)
{
	const struct config	*c = office->config;

	office->house = (struct house){
		.name = c->name, .address = c->address, .language = c->language,
		.nagtime = c->nagtime, .forfeittime = c->forfeittime,
		.games_max = c->games_max, .commands_max = c->commands_max,
	};
	office->policy = (struct letter_policy){
		.bytes_max = (size_t)c->letter_max, .address = c->address, .loop_id = c->address,
		.auth_server = c->auth_server,
	};
	office->domain = strrchr(c->address, '@') + 1;
}

int
office_open(struct office *office, const struct config *config, struct err *err)
{
	char	path[PATH_MAX], templates[PATH_MAX];

	memset(office, 0, sizeof *office);
	office->config = config;
	set_house(office);
	if (mkdir(config->home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", config->home);
	str_format(path, sizeof path, "%s/keys", config->home);
	if (keys_load(&office->keys, path, err) == -1)
		return -1;
	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	if (store_open(&office->store, path, err) == -1)
		return -1;
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
