/* SPDX-License-Identifier: ISC */
/*
 * The pieces as people draw them (riverpost-commands(7)).
 */
#ifndef VIEW_PIECES_H
#define VIEW_PIECES_H

#include <stdint.h>

/* 帥仕相俥傌炮兵 for Red, 將士象車馬砲卒 for Green; two columns wide. */
const char *piece_hanzi(uint8_t piece);
/* U+1FA60–1FA6D; one column wide by the tables, whatever fonts make of it. */
const char *piece_symbol(uint8_t piece);

#endif
