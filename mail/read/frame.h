/* SPDX-License-Identifier: ISC */
/*
 * A body of several parts whose header does not say so, or names a boundary that
 * stands nowhere in it: gateways and programs lose either (mail/README 12).
 */
#ifndef MAIL_READ_FRAME_H
#define MAIL_READ_FRAME_H

#include "base/arena.h"

#define FRAME_TYPE_MAX 160 /* bytes of a type that is made here */

/* The Content-Type by which to read `body`: `type` (NULL: the header has none), or one
 * made of the boundary with which the body begins, in the arena. */
const char *frame_type(struct arena *arena, const char *type, const char *body);

#endif
