/* SPDX-License-Identifier: ISC */
/*
 * What names one of several boards by its number: "on board 2", "第2盘".
 */
#ifndef SPEAK_BOARD_NAME_H
#define SPEAK_BOARD_NAME_H

#include <stddef.h>
#include <stdint.h>

struct parse_context;

/* Bytes at the beginning of the folded text that name a board, and its number; 0: none. */
size_t board_name(const struct parse_context *context, const char *text, int64_t *board);

#endif
