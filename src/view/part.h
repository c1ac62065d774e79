/* SPDX-License-Identifier: ISC */
/*
 * Parts of the program in shared objects of their own, loaded when they are first needed.
 *
 * Cairo and libical bring a third of all libraries and double what starting costs; most
 * homes need neither.  A part defines functions of the same names as those that stand for
 * them in the program: board_ink_cairo.c those of board_ink.c.
 */
#ifndef VIEW_PART_H
#define VIEW_PART_H

struct part {
	const char *file; /* looked for where the program's RUNPATH says */
	void *handle;     /* NULL: not loaded yet */
};

/* The function of that name in the part; NULL, and a line in the log, when it cannot be
 * loaded. */
#define PART_FIND(part, function) ((__typeof__(&(function)))part_find(part, #function))
void *part_find(struct part *part, const char *function);

#endif
