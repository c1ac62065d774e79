/* SPDX-License-Identifier: ISC */
/*
 * Is a move legal, and if not, why; how a position stands.
 */
#ifndef RULES_STATUS_H
#define RULES_STATUS_H

#include "rules/refusal.h"

/* MOVE_LEGAL or the first reason in the order of the enum; but an elephant's
 * river comes before its blocked eye, which could yet be cleared, and a move
 * that goes nowhere is not said to meet an own piece. */
enum refusal move_judge(const struct board *board, struct move move, struct refusal_why *why);

enum status { STATUS_PLAY, STATUS_CHECK, STATUS_CHECKMATE, STATUS_STALEMATE };
enum status board_status(const struct board *board);
/* Neither side can ever be mated: riverpost-rules(7) (no attackers left, and
 * the lone cannon cases). */
bool board_is_dead(const struct board *board);
/* Side has no rook, horse, cannon or soldier. */
bool side_is_bare(const struct board *board, enum side side);

#endif
