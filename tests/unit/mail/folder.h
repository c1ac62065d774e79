/* SPDX-License-Identifier: ISC */
/*
 * What tests with folders share: one of their own for each test, and an arena.
 */
#ifndef TESTS_MAIL_FOLDER_H
#define TESTS_MAIL_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static char root[64];
static struct arena *arena;

static int
setup(void **state)
{
	(void)state;
	strcpy(root, "/tmp/mail_folder.XXXXXX");
	arena = arena_new();
	return mkdtemp(root) == NULL;
}

static int
teardown(void **state)
{
	char command[256];

	(void)state;
	arena_free(arena);
	snprintf(command, sizeof(command), "chmod -R u+rwx %s; rm -rf %s", root, root);
	return system(command);
}

static const char *
at(const char *path)
{
	return arena_printf(arena, "%s/%s", root, path);
}

#endif
