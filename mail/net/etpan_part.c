/* SPDX-License-Identifier: ISC */
/*
 * The part that libetpan comes with: nothing but the table (etpan.h).
 */
#include "mail/net/etpan_table.h"

#define ETPAN_ENTRY(name) .name = name,

const struct etpan etpan_functions = { .names = ETPAN_FUNCTIONS(ETPAN_NAME),
	ETPAN_FUNCTIONS(ETPAN_ENTRY) };
