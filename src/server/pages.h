/* SPDX-License-Identifier: ISC */
/*
 * The static pages (site/site.h) of this server: kept up to date after each pass, where `archive`
 * names a folder.
 */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include "site/site.h"

struct server;

void pages_options(const struct server *server, const char *folder, struct site_options *out);
/* Writes what has changed; all of it, or for about a second.  1: there is more to do; 0, -1. */
int pages_update(const struct server *server, bool all, struct err *err);

#endif
