/* SPDX-License-Identifier: ISC */
/*
 * riverpost site: addresses and domains that are shut out, by the operator's hand.
 */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/utf8.h"
#include "cli/admin.h"
#include "mail/read/address.h"
#include "store/sites.h"

#define NAME_COLUMNS 40

/* An address, or a domain, as addresses are stored; NULL with err. */
static const char *
site_name(struct admin *admin, const char *text, struct err *err)
{
	bool is_address = strchr(text, '@') != NULL && text[0] != '@';
	const char *domain = text + (text[0] == '@'), *address;

	address = is_address ? text : arena_printf(admin->arena, "x@%s", domain);
	if (address_normalise(admin->arena, address, &address))
		return is_address ? address : strrchr(address, '@') + 1;
	err_set(err, "%s is neither a mail address nor a domain", text);
	return NULL;
}

static int
site_list(struct admin *admin, char **args, struct err *err)
{
	struct site *sites;
	int count = sites_list(admin->server.store, admin->arena, &sites, err);

	(void)args;
	for (int i = 0; i < count; i++) {
		size_t width = utf8_width(sites[i].name);

		str_addf(&admin->output, "%s%*s  since %s\n", sites[i].name,
		    width < NAME_COLUMNS ? (int)(NAME_COLUMNS - width) : 0, "",
		    admin_time(admin, sites[i].blocked));
	}
	return count == -1 ? -1 : ACTION_DONE;
}

static int
site_block(struct admin *admin, char **args, struct err *err)
{
	const char *name = site_name(admin, args[0], err);
	int rc = name != NULL ? sites_block(admin->server.store, name, admin->now, err) : -1;

	if (rc == 0)
		return err_set(err, "%s is blocked already", name);
	if (rc == -1)
		return -1;
	str_addf(&admin->output, "letters from %s are not read any more\n", name);
	return ACTION_DONE;
}

static int
site_unblock(struct admin *admin, char **args, struct err *err)
{
	const char *name = site_name(admin, args[0], err);
	int rc = name != NULL ? sites_unblock(admin->server.store, name, err) : -1;

	if (rc == 0)
		return err_set(err, "%s is not blocked", name);
	if (rc == -1)
		return -1;
	str_addf(&admin->output, "letters from %s are read again\n", name);
	return ACTION_DONE;
}

const struct action cli_site[] = { { "list", 0, 0, ACTION_READS, site_list },
	{ "block", 1, 1, ACTION_CHANGES, site_block },
	{ "unblock", 1, 1, ACTION_CHANGES, site_unblock }, { 0 } };
