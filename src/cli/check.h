/* SPDX-License-Identifier: ISC */
/*
 * Is a database sound?
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

struct admin;

/* Adds a line a finding, and one that counts them, to the output; how many findings. */
int check_all(struct admin *admin);

#endif
