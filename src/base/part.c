/* SPDX-License-Identifier: ISC */
/*
 * Parts of the program, loaded (part.h).
 */
#include "base/part.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "base/err.h"
#include "base/log.h"

void *
part_find(struct part *part, const char *name, struct err *err)
{
	void *found = NULL;

	/* As the program itself is: each function of a library is looked up at its first call. */
	if (part->handle == NULL)
		part->handle = dlopen(part->file, RTLD_LAZY | RTLD_LOCAL);
	if (part->handle != NULL)
		found = dlsym(part->handle, name);
	if (found == NULL) {
		err_set(err,
		    "a part of the program cannot be loaded, install it again with its "
		    "libraries: %s",
		    dlerror());
		err->is_ours = true;
	}
	return found;
}

const void *
part_table(struct part *part, const char *name, const char *names, struct err *err)
{
	const char *const *table = part_find(part, name, err);

	if (table != NULL && strcmp(*table, names) != 0) {
		err_set(err,
		    "a part of the program is of another version, install both again and start "
		    "the server again: %s",
		    part->file);
		return NULL;
	}
	return table;
}

void *
part_try(struct part *part, const char *name)
{
	struct err err;
	void *found = part_find(part, name, &err);

	if (found == NULL)
		log_error_once("%s", err.text);
	return found;
}
