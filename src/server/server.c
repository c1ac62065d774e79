/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing the post server (server.h).
 */
#include "server/server.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "store/db.h"
#include "view/languages.h"
#include "view/template.h"

const struct address_ops server_addresses = { address_normalise, address_mailbox, address_site };

int
server_open(struct server *server, const struct config *config, struct err *err)
{
	char path[PATH_MAX], templates[PATH_MAX];
	bool has_keys, has_store;
	*server = (struct server){ .config = config,
		.settings = { .name = config->name,
		    .address = config->address,
		    .language = config->language,
		    .keys = &server->keys,
		    .addresses = &server_addresses,
		    .nagtime = config->nagtime,
		    .forfeittime = config->forfeittime,
		    .games_max = config->games_max,
		    .commands_max = config->commands_max },
		.policy = { .bytes_max = (size_t)config->letter_max,
		    .address = config->address,
		    .loop_id = config->address,
		    .auth_server = config->auth_server },
		.domain = strrchr(config->address, '@') + 1 };
	if (mkdir(config->home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", config->home);
	str_format(path, sizeof path, "%s/keys", config->home);
	has_keys = access(path, F_OK) == 0;
	if (keys_load(&server->keys, path, err) == -1)
		return -1;
	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	has_store = access(path, F_OK) == 0;
	if (store_open(&server->store, path, err) == -1)
		return -1;
	/* One without the other is what a restore that went wrong leaves, or a first start
	 * that was cut off; the server goes on, and this is the only trace. */
	if (has_store && !has_keys)
		log_warn("%s/keys was not there: with the new ones no answer to an earlier letter "
			 "is believed",
		    config->home);
	else if (has_keys && !has_store)
		log_warn("%s/riverpost.sqlite was not there: it begins anew, without players and "
			 "games",
		    config->home);
	server->templates = templates_new(config->templates, config_shipped_templates(templates));
	return languages_read(server->templates, &server->settings.glossary, err);
}

void
server_close(struct server *server)
{
	store_close(server->store);
	templates_free(server->templates);
	server->store = NULL;
	server->templates = NULL;
}
