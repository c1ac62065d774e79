/* SPDX-License-Identifier: ISC */
/*
 * libcurl and libetpan, loaded (network.h).
 */
#include "mail/net/network.h"

#include <string.h>

#include "base/err.h"
#include "base/part.h"

const struct network *network;

int
network_load(struct err *err)
{
	static struct part part = { "riverpost-network.so", NULL };
	const struct network *found;

	if (network != NULL)
		return 0;
	found = PART_FIND(&part, network_functions, err);
	if (found == NULL)
		return -1;
	if (strcmp(found->names, NETWORK_FUNCTIONS(NETWORK_NAME)) != 0)
		return err_set(err,
		    "a part of the program is of another version, install both again and start "
		    "the server again: %s",
		    part.file);
	network = found;
	return 0;
}
