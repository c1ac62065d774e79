/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing the post office (office.h).
 */
#include "office.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "config.h"
#include "store/db.h"
#include "view/template.h"

/* Templates lie beside a program that was not installed. */
static const char *
shipped_templates(char out[PATH_MAX])
{
	char	 self[PATH_MAX];
	ssize_t	 n = readlink("/proc/self/exe", self, sizeof self - 1);
	char	*slash;

	if (n > 0) {
		self[n] = '\0';
		if ((slash = strrchr(self, '/')) != NULL)
			*slash = '\0';
		if (str_format(out, PATH_MAX, "%s/../templates", self) && access(out, R_OK) == 0)
			return out;
	}
	return DATADIR "/templates";
}

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
	office->templates = templates_new(config->templates, shipped_templates(templates));
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
