/* SPDX-License-Identifier: ISC */
/*
 * Parts of the program, loaded (part.h).
 */
#include "view/part.h"

#include <dlfcn.h>
#include <stddef.h>

#include "base/log.h"

void *
part_find(struct part *part, const char *function)
{
	void *found = NULL;

	if (part->handle == NULL)
		part->handle = dlopen(part->file, RTLD_NOW | RTLD_LOCAL);
	if (part->handle != NULL)
		found = dlsym(part->handle, function);
	if (found == NULL)
		log_error_once("a part of the program cannot be loaded: %s", dlerror());
	return found;
}
