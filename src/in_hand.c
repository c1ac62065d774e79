/* SPDX-License-Identifier: ISC */
/*
 * The letter in hand, written down before it is read: HOME/in-hand.
 *
 * The file outlives a crash of the program, which is all it is for; after a
 * crash of the machine a missing count does no harm.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "config.h"
#include "mail/source.h"
#include "office.h"

static void
name_file(const struct office *office, char out[PATH_MAX])
{
	str_format(out, PATH_MAX, "%s/in-hand", office->config->home);
}

int
in_hand_begin(const struct office *office, const struct intake *intake)
{
	struct piece	piece = { intake->bytes, intake->length };
	char		path[PATH_MAX], digest[65], was[65];
	int		count = 0;
	FILE		*file;

	name_file(office, path);
	digest_pieces(&piece, 1, digest);
	if ((file = fopen(path, "r")) != NULL) {
		if (fscanf(file, "%64s %d", was, &count) != 2 || strcmp(was, digest) != 0)
			count = 0;
		fclose(file);
	}
	if ((file = fopen(path, "w")) != NULL) {
		fprintf(file, "%s %d\n", digest, count + 1);
		fclose(file);
	}
	return count;
}

void
in_hand_end(const struct office *office)
{
	char	path[PATH_MAX];

	name_file(office, path);
	unlink(path);
}
