/* SPDX-License-Identifier: ISC */
/*
 * The part that libcurl comes with: nothing but the table (network.h).
 */
#include "mail/net/network_table.h"

#define NETWORK_ENTRY(name) .name = name,

const struct network network_functions = { .names = NETWORK_FUNCTIONS(NETWORK_NAME),
	NETWORK_FUNCTIONS(NETWORK_ENTRY) };
