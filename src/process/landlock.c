/* SPDX-License-Identifier: ISC */
/*
 * Files shut for a process (landlock.h).
 *
 * Landlock only takes away.  Kernels whose Landlock forbids moving a file between
 * folders (before its version 2) are treated as having none: a Maildir could
 * not be used.
 */
#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
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

static uint64_t handled; /* by the ruleset under way */

int
landlock_begin(void)
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
landlock_allow(int ruleset, const char *path, enum landlock_right right)
{
	struct landlock_path_beneath_attr attr = {
		.parent_fd = open(path, O_PATH | O_CLOEXEC),
	};
	struct stat st;
	bool is_folder;

	if (attr.parent_fd == -1)
		return;
	if (fstat(attr.parent_fd, &st) == 0) {
		is_folder = S_ISDIR(st.st_mode);
		attr.allowed_access = is_folder ? READ_FOLDER : READ_FILE;
		if (right == MAY_WRITE)
			attr.allowed_access |= is_folder ? WRITE_FOLDER : WRITE_FILE;
		if (right == MAY_RUN)
			attr.allowed_access |= LANDLOCK_ACCESS_FS_EXECUTE;
		attr.allowed_access &= handled;
		syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &attr, 0);
	}
	close(attr.parent_fd);
}

bool
landlock_close(int ruleset)
{
	bool is_shut = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;

	close(ruleset);
	return is_shut;
}
