/* SPDX-License-Identifier: ISC */
/*
 * libetpan, loaded (etpan.h).
 */
#include "mail/net/etpan.h"

#include <stddef.h>

#include "base/part.h"

const struct etpan *etpan;

int
etpan_load(struct err *err)
{
	static struct part part = { "riverpost-imap.so", NULL };

	if (etpan == NULL)
		etpan = PART_TABLE(&part, etpan_functions, ETPAN_FUNCTIONS(ETPAN_NAME), err);
	return etpan != NULL ? 0 : -1;
}
