/* SPDX-License-Identifier: ISC */
/*
 * Letters that kill their reader: while one is being read, a crash of the program is
 * counted against it, in HOME/in-hand.
 */
#ifndef POISON_H
#define POISON_H

struct intake;
struct server;

/* From here to poison_end a crash counts.  How often this letter crashed the program so far. */
int poison_begin(const struct server *server, const struct intake *intake);
void poison_end(void);

#endif
