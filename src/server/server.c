/* SPDX-License-Identifier: ISC */
/*
 * Opening and closing the post server, and whether its templates are sound (server.h).
 */
#include "server/server.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/signing.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "server/lock.h"
#include "server/operator.h"
#include "server/twin.h"
#include "store/db.h"
#include "store/leaving.h"
#include "store/mark.h"
#include "store/players.h"
#include "view/languages.h"
#include "view/template.h"
#include "view/template_check.h"

const struct address_ops server_addresses = { address_normalise, address_mailbox, address_site };

/* Is there a database?  A file of 0 bytes is none: a start that was cut off leaves it, and so does
 * a disk that was full. */
static bool
has_database(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_size > 0;
}

static int
open_file(
    struct server *server, const char *path, enum server_use use, bool has_keys, struct err *err)
{
	if (use == SERVER_READS)
		return store_open_to_read(&server->store, path, err);
	if (use != SERVER_BEGINS && has_keys)
		return store_open_again(&server->store, path, err);
	return store_open(&server->store, path, err);
}

/* With a log that is left of a server that did not end well; that of one that is at work is its
 * own. */
static int
open_store(struct server *server, const char *home, const char *path, enum server_use use,
    bool has_keys, struct err *err)
{
	bool is_left = use == SERVER_ALONE || !lock_is_held(home), has_log = false;

	if (is_left && mark_look(path, &has_log, err) == -1)
		return -1;
	if (open_file(server, path, use, has_keys, err) == -1)
		return -1;
	return has_log ? mark_check(server->store, err) : 0;
}

/* Is something there that is not to be, or not there that is? */
static int
judge_home(const char *home, const char *path, enum server_use use, bool has_keys, struct err *err)
{
	bool has_store = has_database(path);

	if (use == SERVER_BEGINS)
		return has_keys && has_store ?
		    err_set(err, "%s has keys and a database: nothing is made", home) :
		    0;
	if (has_store || (!has_keys && use != SERVER_READS))
		return 0;
	return err_set(err,
	    "%s %s: is its disk mounted? put it back (\"riverpost restore\"), or begin anew with "
	    "\"riverpost init\"",
	    path, access(path, F_OK) == 0 ? "is empty" : "is not there");
}

/* Keys and database belong together.  A new home gets the database first, so that a start
 * that was cut off leaves no home that has lost something. */
static int
open_home(struct server *server, const char *home, enum server_use use, struct err *err)
{
	char keys[PATH_MAX], path[PATH_MAX];
	bool has_keys;
	int players = 0;

	str_format(keys, sizeof keys, "%s/keys", home);
	str_format(path, sizeof path, "%s/riverpost.sqlite", home);
	has_keys = access(keys, F_OK) == 0;
	if (judge_home(home, path, use, has_keys, err) == -1 ||
	    open_store(server, home, path, use, has_keys, err) == -1)
		return -1;
	if (!has_keys && use <= SERVER_WORKS && (players = players_count(server->store, err)) == -1)
		return -1;
	if (players > 0)
		return err_set(err,
		    "%s is not there, but players are: put it back from the backup, or make new "
		    "keys with \"riverpost init\", with which no answer to an earlier letter is "
		    "believed",
		    keys);
	/* Where nothing is made, there need be none. */
	return use == SERVER_READS && !has_keys ? 0 : keys_load(&server->keys, keys, err);
}

int
server_open(
    struct server *server, const struct config *config, enum server_use use, struct err *err)
{
	*server = (struct server){ .config = config,
		.settings = { .name = config->name,
		    .address = config->address,
		    .operator_address = config->operator_address,
		    .language = config->language,
		    .keys = &server->keys,
		    .signing = server->signing,
		    .addresses = &server_addresses,
		    .nagtime = config->nagtime,
		    .forfeittime = config->forfeittime,
		    .stairs = config->stairs,
		    .players_announce = config->announcers == ANNOUNCERS_PLAYERS,
		    .games_max = config->games_max,
		    .commands_max = config->commands_max,
		    .answers_hour = config->answers_hour,
		    .keep = config->keep,
		    .has_machine = access(config->engine.words[0], X_OK) == 0 },
		.policy = { .bytes_max = (size_t)config->letter_max,
		    .address = config->address,
		    .auth_server = config->auth_server },
		.domain = strrchr(config->address, '@') + 1 };
	str_format(server->signing, sizeof server->signing, "%s/" SIGNING_FILE, config->home);
	if (use != SERVER_READS && mkdir(config->home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", config->home);
	if (open_home(server, config->home, use, err) == -1)
		return -1;
	leaving_set_keys(server->store, &server->keys);
	if (twin_load(server, err) == -1)
		return -1;
	server->templates = templates_new(config->templates, config_shipped_templates());
	return languages_read(server->templates, &server->settings.glossary, err);
}

static void
complain(void *unused, const char *what)
{
	(void)unused;
	log_error_once("%s", what);
}

static void
tell(void *unused, const char *what)
{
	(void)unused;
	log_warn("%s", what);
}

int
server_check_templates(
    struct server *server, int64_t mark, bool may_be_broken, int64_t now, struct err *err)
{
	struct store *store = server->store;
	int64_t sound = 0;
	struct err own;

	if (mark != 0 && store_fact(store, "templates-sound", &sound, &own) == 0 && sound == mark)
		return 0;
	server->is_broken = templates_check(server->templates, complain, NULL, err) > 0;
	if (server->is_broken && !may_be_broken)
		return -1;
	templates_tell_lacks(server->templates, tell, NULL);
	if (server->is_broken &&
	    operator_trouble(server, TROUBLE_TEMPLATES, err->text, now, &own) == -1)
		log_error("%s", own.text);
	if (mark != 0 && !server->is_broken && store_begin(store, &own) == 0)
		store_finish(store, store_set_fact(store, "templates-sound", mark, &own), &own);
	return 0;
}

void
server_mend_templates(struct server *server)
{
	struct templates *fresh = templates_new(
	    server->config->templates, config_shipped_templates());
	const struct glossary *glossary;
	struct err err;

	if (languages_read(fresh, &glossary, &err) == -1 ||
	    templates_check(fresh, NULL, NULL, &err) > 0) {
		templates_free(fresh);
		return;
	}
	templates_free(server->templates);
	server->templates = fresh;
	server->settings.glossary = glossary;
	server->is_broken = false;
}

void
server_close(struct server *server)
{
	store_close(server->store);
	templates_free(server->templates);
	server->store = NULL;
	server->templates = NULL;
}
