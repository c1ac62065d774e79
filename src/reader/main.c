/* SPDX-License-Identifier: ISC */
/*
 * riverpost-reader: reads strangers' letters for the server, which starts it.
 *
 * It has no network code and knows no secret.
 */
#include <stdio.h>

#include "base/err.h"
#include "mail/quote/phrases.h"
#include "mail/reader.h"
#include "sandbox/zygote.h"

int
main(int argc, char **argv)
{
	struct err err;

	if (argc != 2 || phrases_load(argv[1], &err) == -1) {
		fprintf(
		    stderr, "riverpost-reader: %s\n", argc == 2 ? err.text : "riverpost starts it");
		return 1;
	}
	reader_setup();
	zygote_serve(reader_read_apart);
}
