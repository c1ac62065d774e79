/* SPDX-License-Identifier: ISC */
/*
 * Where the program lies, and what lies beside it (place.h).
 */
#include "config/place.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"

const char *
place_templates(char out[PATH_MAX])
{
	static const char *const places[] = { "../templates", "../share/riverpost/templates" };
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash;

	self[n > 0 ? n : 0] = '\0';
	if ((slash = strrchr(self, '/')) != NULL)
		*slash = '\0';
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (str_format(out, PATH_MAX, "%s/%s", self, places[i]) && access(out, R_OK) == 0)
			return out;
	return DATADIR "/templates";
}
