/* SPDX-License-Identifier: ISC */
/*
 * The post server: everything that is open while the server works.
 *
 * Order: server_open, then for each pass tick_begin, postman_handle for each
 * letter, tick, sender_send; then server_close.  One letter, one transaction
 * (postman.c); what is sent was rendered in the transaction that caused it
 * (outgoing.c).
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "cmd/cmd.h"
#include "mail/read/letter.h"

struct config;
struct err;
struct store;
struct templates;

struct server {
	const struct config *config;
	struct store *store;
	struct templates *templates;
	struct keys keys;
	char signing[PATH_MAX]; /* the file of the keys that sign scores (base/signing.h) */
	struct settings settings;
	struct letter_policy policy;
	const char *domain; /* of the server's address */
	int64_t restored;   /* since when its database, a restored one, is in force; 0: ever */
	int64_t twin;       /* when a twin was found (twin.h); 0: none */
	bool is_broken;     /* a template is, and a shipped one stands in for it */
	/* Addresses that have had an answer in this pass, by hashes of them (quota.c). */
	bool answered[4096];
};

/* What commands may ask mail/. */
extern const struct address_ops server_addresses;

/* How a home is opened. */
enum server_use {
	SERVER_ALONE, /* as SERVER_WORKS, by the one that holds the lock (lock.h) */
	SERVER_WORKS, /* one without keys and database is new, and gets both; one that has only
		       * one of them has lost the other, and is refused */
	SERVER_READS, /* nothing is made; where nothing may be written, or keys are missing, too */
	SERVER_BEGINS /* what is missing is made anew: somebody means it */
};

/* Opens database, keys, templates. */
int server_open(
    struct server *server, const struct config *config, enum server_use use, struct err *err);
void server_close(struct server *server);

/* Looks through the templates, and tells the log and the operator what is wrong.  mark: of
 * the templates, before any of them was read (templates_mark), for those to be left out that were
 * sound with it; 0: they are not.  0; -1 with err: they are broken, and must not be. */
int server_check_templates(
    struct server *server, int64_t mark, bool may_be_broken, int64_t now, struct err *err);
/* Reads them again: where they are sound now, they are in force. */
void server_mend_templates(struct server *server);

#endif
