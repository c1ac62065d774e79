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
	struct settings settings;
	struct letter_policy policy;
	const char *domain; /* of the server's address */
};

/* What commands may ask mail/. */
extern const struct address_ops server_addresses;

/* Makes the home folder if it is missing; opens database, keys, templates. */
int server_open(struct server *server, const struct config *config, struct err *err);
void server_close(struct server *server);

#endif
