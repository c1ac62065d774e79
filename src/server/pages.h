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
/* Makes the folder, while that is still allowed (sandbox/sandbox.h); what fails is told to the log:
 * letters do not wait for it. */
void pages_begin(const struct server *server);
/* Writes what has changed; all of it, or for about a second.  1: there is more to do; 0, -1. */
int pages_update(const struct server *server, bool all, struct err *err);

#endif
