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
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"

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
	char copy[PATH_MAX];

	snprintf(copy, sizeof copy, "%s", path);
	return folder_sync(dirname(copy), err);
}

/* The folder and those above it; cuts `path` for a while. */
static int
make(char *path, struct err *err)
{
	char *slash = strrchr(path, '/');
	struct stat st;
	int rc = 0;

	if (stat(path, &st) == 0)
		return S_ISDIR(st.st_mode) ? 0 : err_set(err, "%s is not a folder", path);
	if (errno != ENOENT)
		return err_system(err, "cannot look at %s", path);
	if (slash != NULL && slash != path) {
		*slash = '\0';
		rc = make(path, err);
		*slash = '/';
	}
	if (rc == 0 && mkdir(path, 0700) == -1 && errno != EEXIST)
		rc = err_system(err, "cannot make folder %s", path);
	return rc == 0 ? folder_sync_parent(path, err) : -1;
}

int
folder_make(const char *path, struct err *err)
{
	char part[PATH_MAX];

	if (path[0] == '\0' || strlen(path) >= sizeof part)
		return err_set(err, "no usable folder name: \"%.200s\"", path);
	memcpy(part, path, strlen(path) + 1);
	return make(part, err);
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
free_min_of(const char *home)
{
	char path[PATH_MAX], text[16];
	FILE *file = NULL;
	bool is_told = false;

	if (snprintf(path, sizeof(path), "%s/free-min", home) < (int)sizeof(path))
		file = fopen(path, "re");
	if (file != NULL) {
		is_told = fgets(text, sizeof(text), file) != NULL;
		fclose(file);
	}
	return (int)strtol(is_told ? text : FREE_MIN, NULL, 10);
}

int
free_min_note(const char *home, int megabytes, struct err *err)
{
	char path[PATH_MAX], text[16];

	if (free_min_of(home) == megabytes)
		return 0;
	snprintf(text, sizeof text, "%d\n", megabytes);
	return folder_join(path, home, "free-min", err) == -1 ? -1 :
								file_replace(path, text, 0600, err);
}

int
file_read(const char *path, struct arena *arena, size_t max, struct str *out, struct err *err)
{
	FILE *file = path != NULL ? fopen(path, "re") : stdin;
	const char *name = path != NULL ? path : "standard input";
	char buffer[65536];
	int why = 0, rc = 0;
	size_t n;

	str_init(out, arena, max);
	while (file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
		str_addn(out, buffer, n);
	if (file == NULL || ferror(file)) {
		why = errno;
		rc = err_system(err, "cannot read %s", name);
	} else if (out->full) {
		rc = err_set(err, "%s is too large", name);
	}
	if (file != NULL && path != NULL)
		fclose(file);
	errno = why;
	return rc;
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

int
file_replace(const char *path, const char *text, unsigned mode, struct err *err)
{
	char aside[PATH_MAX];
	int fd, rc;

	if (snprintf(aside, sizeof aside, "%s.%ld", path, (long)getpid()) >= (int)sizeof aside)
		return err_set(err, "path too long: %.200s", path);
	unlink(aside);
	if ((fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) == -1)
		return err_system(err, "cannot make %s", aside);
	rc = file_write(fd, aside, text, strlen(text), err);
	/* Whatever the umask says. */
	if (fchmod(fd, (mode_t)mode) == -1 && rc == 0)
		rc = err_system(err, "cannot open %s to others", aside);
	if (close(fd) == -1 && rc == 0)
		rc = err_system(err, "cannot close %s", aside);
	if (rc == 0 && rename(aside, path) == -1)
		rc = err_system(err, "cannot write %s", path);
	if (rc == -1)
		unlink(aside);
	return rc;
}

int
file_keep(const char *path, const char *bytes, size_t length, bool replace, struct err *err)
{
	char aside[PATH_MAX];
	bool is_placed = false;
	int fd, result;

	if (snprintf(aside, sizeof aside, "%s.%ld", path, (long)getpid()) >= (int)sizeof aside)
		return err_set(err, "path too long: %.200s", path);
	if ((unlink(aside) == 0 || errno == ENOENT) &&
	    (fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) != -1) {
		is_placed = write(fd, bytes, length) == (ssize_t)length && fsync(fd) == 0;
		is_placed = close(fd) == 0 && is_placed;
	}
	if (is_placed && (replace || (link(aside, path) == -1 && errno != EEXIST)))
		/* Replacing is wanted, or this file system has no links. */
		is_placed = rename(aside, path) == 0;
	if (!is_placed)
		result = err_system(err, "cannot write %s", path);
	else
		result = folder_sync_parent(path, err);
	unlink(aside);
	return result;
}

int
descriptors_open(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd != -1 && fd <= STDERR_FILENO);
	return fd == -1 ? -1 : close(fd);
}
