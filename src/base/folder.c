/* SPDX-License-Identifier: ISC */
/*
 * Folders and files that are on the disk when the call returns.
 *
 * A name is durable only after fsync of the folder that holds it, so every
 * folder made here is synced into its parent.  Does not lock.
 */
#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/err.h"

#define FILES_MIN 100 /* that can be made */

int
folder_join(char out[PATH_MAX], const char *folder, const char *name, struct err *err)
{
	size_t n = strlen(folder), length = strlen(name);

	if (n + 1 + length >= PATH_MAX)
		return err_set(err, "path too long: %.200s/%.200s", folder, name);
	memcpy(out, folder, n);
	out[n] = '/';
	memcpy(out + n + 1, name, length + 1);
	return 0;
}

int
folder_sync(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int result = 0;

	if (fd == -1)
		return err_system(err, "cannot open folder %s", path);
	/* Some file systems cannot sync a folder and say EINVAL: nothing to do there. */
	if (fsync(fd) == -1 && errno != EINVAL)
		result = err_system(err, "cannot sync folder %s", path);
	close(fd);
	return result;
}

int
folder_sync_parent(const char *path, struct err *err)
{
	char parent[PATH_MAX];
	char *slash;

	snprintf(parent, sizeof(parent), "%s", path);
	slash = strrchr(parent, '/');
	if (slash == NULL)
		return folder_sync(".", err);
	if (slash == parent)
		return folder_sync("/", err);
	*slash = '\0';
	return folder_sync(parent, err);
}

/* One folder; 0 also when it is there already. */
static int
make_one(const char *path, struct err *err)
{
	struct stat st;

	if (mkdir(path, 0700) == 0)
		return folder_sync_parent(path, err);
	if (errno != EEXIST)
		return err_system(err, "cannot make folder %s", path);
	if (stat(path, &st) == -1)
		return err_system(err, "cannot look at %s", path);
	if (!S_ISDIR(st.st_mode))
		return err_set(err, "%s is not a folder", path);
	return 0;
}

int
folder_make(const char *path, struct err *err)
{
	char part[PATH_MAX];
	struct stat st;
	size_t length = strlen(path);

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	if (length == 0 || length >= sizeof(part))
		return err_set(err, "no usable folder name: \"%.200s\"", path);
	memcpy(part, path, length + 1);
	while (length > 1 && part[length - 1] == '/')
		part[--length] = '\0';
	for (char *p = part + 1; *p != '\0'; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		if (stat(part, &st) == -1 && make_one(part, err) == -1)
			return -1;
		*p = '/';
	}
	return make_one(part, err);
}

int
folder_expire(const char *path, int64_t before, bool moved, struct err *err)
{
	struct dirent *entry;
	struct stat st;
	DIR *dir = opendir(path);
	int rc = 0;

	if (dir == NULL)
		return err_system(err, "cannot read folder %s", path);
	while ((entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' &&
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode) && st.st_mtime < before &&
		    (!moved || st.st_ctime < before) &&
		    unlinkat(dirfd(dir), entry->d_name, 0) == -1 && errno != ENOENT)
			rc = err_system(err, "cannot remove %s/%s", path, entry->d_name);
	closedir(dir);
	return rc;
}

int
folder_has_room(const char *path, int megabytes, struct err *err)
{
	struct statvfs fs;

	if (megabytes == 0)
		return 0;
	if (statvfs(path, &fs) == -1)
		return errno == ENOENT ? 0 : err_system(err, "cannot look at %s", path);
	if ((uint64_t)fs.f_bavail * fs.f_frsize >> 20 >= (uint64_t)megabytes &&
	    (fs.f_files == 0 || fs.f_favail >= FILES_MIN))
		return 0;
	errno = ENOSPC;
	return err_system(
	    err, "no letter is taken while less than %d MB are free for %s", megabytes, path);
}

int
file_write(int fd, const char *path, const char *bytes, size_t length, struct err *err)
{
	while (length > 0) {
		ssize_t n = write(fd, bytes, length);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_system(err, "cannot write %s", path);
		bytes += n;
		length -= (size_t)n;
	}
	return 0;
}
