/* SPDX-License-Identifier: ISC */
/*
 * Letters that stay in a mailbox on a server although they should not: kept for their source, and
 * told to the operator.
 */
#ifndef SERVER_MAILBOX_H
#define SERVER_MAILBOX_H

#include <stdint.h>

#include "mail/source/source.h"

struct err;
struct server;

/* What a source keeps its marks with, in the server's database; both as old as the source. */
void mailbox_memory(struct source_memory *memory, struct server *server);
/* Writes to the operator about letters of this source, once about each.  0 or -1. */
int mailbox_tell(struct server *server, struct source *source, int64_t now, struct err *err);

#endif
