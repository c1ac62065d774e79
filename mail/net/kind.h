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
#include <stddef.h>

struct kind {
	const char *name;         /* "imap": in the configuration and in the log */
	const char *protocol;     /* of its url ("imap"), without which it cannot be; or NULL */
	bool needs_path;          /* nor without a path */
	const char *path_default; /* of a sink; below the home folder, or absolute */
	bool needs_user;          /* nobody may use it without a login */
	bool is_local;            /* its letters lie on this machine */
	bool runs_programs;
};

/* "maildir /path", "imaps://user@host/INBOX": one of this kind, for the log; no secrets. */
void kind_describe(const struct kind *kind, const char *path, const char *url, const char *user,
    char *out, size_t size);

/* What is seen where a source or sink is looked at. */
struct finding {
	bool is_wrong;
	const char *remedy; /* what to do; NULL where the text alone tells */
	char text[600];
};
#define FINDINGS_MAX 2 /* of one source or sink */

void finding_well(struct finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void finding_wrong(struct finding *finding, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
