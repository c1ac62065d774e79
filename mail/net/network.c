/* SPDX-License-Identifier: ISC */
/*
 * libcurl, loaded (network.h).
 */
#include "mail/net/network.h"

#include <stddef.h>

#include "base/part.h"

const struct network *network;

int
network_load(struct err *err)
{
	static struct part part = { "riverpost-network.so", NULL };

	if (network == NULL)
		network = PART_TABLE(
		    &part, network_functions, NETWORK_FUNCTIONS(NETWORK_NAME), err);
	return network != NULL ? 0 : -1;
}
