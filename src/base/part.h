/* SPDX-License-Identifier: ISC */
/*
 * Parts of the program in shared objects of their own, loaded when they are first needed.
 *
 * Cairo, libical, libcurl and libetpan bring most libraries and nearly all of what starting
 * costs; many homes need none of them.  A part defines functions of the same names as those
 * that stand for them in the program (board_ink_cairo.c those of board_ink.c), or a table
 * of its libraries' (mail/net/network.h).  It needs nothing from the program.
 */
#ifndef BASE_PART_H
#define BASE_PART_H

struct err;

struct part {
	const char *file; /* looked for where the program's RUNPATH says */
	void *handle;     /* NULL: not loaded yet */
};

/* What has that name in the part; NULL with err when it cannot be loaded. */
#define PART_FIND(part, name, err) ((__typeof__(&(name)))part_find(part, #name, err))
void *part_find(struct part *part, const char *name, struct err *err);
/* The same of a table whose first member are the names of its functions; NULL with err also
 * where these are others, as in a part of another version. */
#define PART_TABLE(part, name, names, err) \
	((__typeof__(&(name)))part_table(part, #name, names, err))
const void *part_table(struct part *part, const char *name, const char *names, struct err *err);
/* For what letters can do without: NULL, and a line in the log. */
#define PART_TRY(part, name) ((__typeof__(&(name)))part_try(part, #name))
void *part_try(struct part *part, const char *name);

#endif
