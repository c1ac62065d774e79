/* SPDX-License-Identifier: ISC */
/*
 * What a kind of source or sink is and needs: the head of struct source_ops and
 * struct sink_ops.
 *
 * Configuration, doctor and sandbox ask here and list no kinds of their own.
 */
#ifndef MAIL_NET_KIND_H
#define MAIL_NET_KIND_H

#include <stdbool.h>

struct kind {
	const char *name;         /* "imap": in the configuration and in the log */
	const char *protocol;     /* of its url ("imap"); NULL: it needs a path instead */
	const char *path_default; /* of a sink; below the home folder, or absolute */
	bool needs_user;          /* nobody may use it without a login */
	bool is_local;            /* its letters lie on this machine */
	bool runs_programs;
};

#endif
