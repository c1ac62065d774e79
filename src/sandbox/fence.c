/* SPDX-License-Identifier: ISC */
/*
 * Landlock: which files this process and its children may still reach.
 *
 * Only adds walls.  Kernels whose Landlock forbids moving a file between
 * folders (before its version 2) are treated as having none: a Maildir could
 * not be used.
 */
#include "sandbox/internal.h"

#include <errno.h>

#ifdef __linux__
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define VERSION_NEEDED   2
#define VERSION_TRUNCATE 3
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (UINT64_C(1) << 14)
#endif

#define READ_FILE   LANDLOCK_ACCESS_FS_READ_FILE
#define READ_FOLDER (READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_FILE  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)
#define WRITE_FOLDER \
	(WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
	    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER)
#define NEVER \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | \
	    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | \
	    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static uint64_t handled; /* by the fence under way */

int
fence_begin(void)
{
	struct landlock_ruleset_attr attr;
	long version = syscall(
	    SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	if (version < VERSION_NEEDED) {
		errno = version == -1 ? errno : ENOSYS;
		return -1;
	}
	handled = READ_FOLDER | WRITE_FOLDER | NEVER;
	if (version < VERSION_TRUNCATE)
		handled &= ~LANDLOCK_ACCESS_FS_TRUNCATE;
	attr = (struct landlock_ruleset_attr){ .handled_access_fs = handled };
	return (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
}

void
fence_allow(int fence, const char *path, bool writing)
{
	struct landlock_path_beneath_attr attr = {
		.parent_fd = open(path, O_PATH | O_CLOEXEC),
	};
	struct stat st;

	if (attr.parent_fd == -1)
		return;
	if (fstat(attr.parent_fd, &st) == 0) {
		attr.allowed_access = S_ISDIR(st.st_mode) ?
		    READ_FOLDER | (writing ? WRITE_FOLDER : 0) :
		    READ_FILE | (writing ? WRITE_FILE : 0);
		attr.allowed_access &= handled;
		syscall(SYS_landlock_add_rule, fence, LANDLOCK_RULE_PATH_BENEATH, &attr, 0);
	}
	close(attr.parent_fd);
}

bool
fence_close(int fence)
{
	bool shut = syscall(SYS_landlock_restrict_self, fence, 0) == 0;

	close(fence);
	return shut;
}

#else

int
fence_begin(void)
{
	errno = ENOSYS;
	return -1;
}

void
fence_allow(int fence, const char *path, bool writing)
{
	(void)fence;
	(void)path;
	(void)writing;
}

bool
fence_close(int fence)
{
	(void)fence;
	return false;
}

#endif
