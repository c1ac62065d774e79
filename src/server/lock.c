/* SPDX-License-Identifier: ISC */
/*
 * The home folder locked (lock.h), by flock(2).
 */
#include "server/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"

static const char *
file_of(char path[PATH_MAX], const char *home)
{
	str_format(path, PATH_MAX, "%s/lock", home);
	return path;
}

int
lock_home(struct lock *lock, const char *home, struct err *err)
{
	char path[PATH_MAX];

	*lock = (struct lock){ -1, -1 };
	if (mkdir(home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", home);
	*lock = (struct lock){ open(file_of(path, home), O_RDWR | O_CREAT | O_CLOEXEC, 0600),
		open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };
	if (lock->file == -1 || lock->folder == -1)
		return err_system(err, "cannot open %s", lock->file == -1 ? path : home);
	if (flock(lock->file, LOCK_EX | LOCK_NB) == -1)
		return errno == EWOULDBLOCK ? 1 : err_system(err, "cannot lock %s", path);
	/* Over NFS only the file can be. */
	return flock(lock->folder, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK ? 1 : 0;
}

void
lock_release(struct lock *lock)
{
	if (lock->file != -1)
		close(lock->file);
	if (lock->folder != -1)
		close(lock->folder);
	*lock = (struct lock){ -1, -1 };
}

static bool
is_held(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool held = fd != -1 && flock(fd, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK;

	if (fd != -1)
		close(fd);
	return held;
}

bool
lock_is_held(const char *home)
{
	char path[PATH_MAX];

	return is_held(home) || is_held(file_of(path, home));
}

bool
lock_is_ours(const struct lock *lock, const char *home)
{
	struct stat ours, there;

	return stat(home, &there) == -1 || fstat(lock->folder, &ours) == -1 ||
	    (ours.st_dev == there.st_dev && ours.st_ino == there.st_ino);
}
