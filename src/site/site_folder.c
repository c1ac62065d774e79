/* SPDX-License-Identifier: ISC */
/*
 * The folder of the pages, and that of each language but the first (site_internal.h).
 *
 * That of a language has a mark of its own, so that it is known as ours once its language is wanted
 * no more; killed before that was made, the folder has no files yet.  Of its files those are taken
 * away that have the names of pages.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "play/glossary.h"
#include "site/site_internal.h"

/* Folders that others may read, whatever the umask says. */
static int
make_folder(const char *path, struct err *err)
{
	if (mkdir(path, 0755) == -1)
		return errno == EEXIST ? 0 : err_system(err, "cannot make %s", path);
	return chmod(path, 0755) == -1 ? err_system(err, "cannot open %s to others", path) : 0;
}

static const char *const folders[] = { "game", "player", "tournament", "list", "feed", "opening" };
#define FOLDERS (int)(sizeof folders / sizeof folders[0])

/* A folder with files of somebody else's is not written over: it is empty, or has our mark, or is
 * one that was made and not yet filled. */
static int
check_own(const char *folder, struct err *err)
{
	char mark[PATH_MAX], other[NAME_MAX + 1] = "";
	struct dirent *entry;
	DIR *dir;

	if (folder_join(mark, folder, MARK, err) == -1)
		return -1;
	if (access(mark, F_OK) == 0)
		return 0;
	if ((dir = opendir(folder)) == NULL)
		return errno == ENOENT ? 0 : err_system(err, "cannot look into %s", folder);
	while ((entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' && str_index(folders, FOLDERS, entry->d_name) == -1)
			str_copy(other, sizeof other, entry->d_name);
	closedir(dir);
	return other[0] == '\0' ? 0 :
				  err_set(err,
				      "%s has files that are not of riverpost archive (%s): name an"
				      " empty folder, or a new one",
				      folder, other);
}

int
site_prepare(const char *folder, struct err *err)
{
	char path[PATH_MAX];

	if (check_own(folder, err) == -1)
		return -1;
	if (make_folder(folder, err) == -1)
		return -1;
	for (int i = 0; i < FOLDERS; i++)
		if (folder_join(path, folder, folders[i], err) == -1 ||
		    make_folder(path, err) == -1)
			return -1;
	return 0;
}

int
site_language_folders(struct archive *site, struct err *err)
{
	char path[PATH_MAX];

	for (int i = 1; i < site->language_count; i++) {
		const char *code = site->languages[i].code;

		if (folder_join(path, site->options->folder, code, err) == -1 ||
		    site_prepare(path, err) == -1 ||
		    page_put(site, arena_printf(site->arena, "%s/" MARK, code), "", 0, err) == -1)
			return -1;
	}
	return 0;
}

/* Has it the name of a page, a feed, or a file aside? */
static bool
is_page(const char *name)
{
	const char *suffix = strrchr(name, '.');

	return str_equal(suffix, ".html") || str_equal(suffix, ".atom") ||
	    str_equal(suffix, ".new");
}

/* Takes the pages in that folder, a path below that of all, away.
 * 1: time is up; 0, -1. */
static int
remove_pages(struct archive *site, const char *folder, int64_t end, struct err *err)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;
	int rc = 0;

	if (folder_join(path, site->options->folder, folder, err) == -1)
		return -1;
	if ((dir = opendir(path)) == NULL)
		return errno == ENOENT ? 0 : err_system(err, "cannot look into %s", path);
	while (rc == 0 && (entry = readdir(dir)) != NULL) {
		if (!is_page(entry->d_name))
			continue;
		rc = clock_steady_ms() > end ?
		    1 :
		    page_remove(
			site, arena_printf(site->arena, "%s/%s", folder, entry->d_name), err);
	}
	closedir(dir);
	arena_clear(site->arena);
	return rc;
}

/* Takes the folder away, unless there are files of somebody else's in it.  0 or -1. */
static int
remove_folder(struct archive *site, const char *folder, struct err *err)
{
	char path[PATH_MAX];

	if (folder_join(path, site->options->folder, folder, err) == -1)
		return -1;
	if (rmdir(path) == -1 && errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST)
		return err_system(err, "cannot take %s away", path);
	return 0;
}

/* The mark goes last, since by it the folder is known.  1: time is up; 0, -1. */
static int
forget_language(struct archive *site, const char *code, int64_t end, struct err *err)
{
	char path[PATH_MAX];
	int rc = remove_pages(site, code, end, err);

	for (int i = 0; i < FOLDERS && rc == 0; i++) {
		if (!str_format(path, sizeof path, "%s/%s", code, folders[i]))
			return err_set(err, "path too long: %.200s", code);
		rc = remove_pages(site, path, end, err);
		if (rc == 0)
			rc = remove_folder(site, path, err);
	}
	if (rc != 0)
		return rc;
	str_format(path, sizeof path, "%s/" MARK, code);
	return page_remove(site, path, err) == -1 ? -1 : remove_folder(site, code, err);
}

/* Is it a folder of pages in a language that there is no longer? */
static bool
is_forgotten(const struct archive *site, const char *name)
{
	char path[PATH_MAX], mark[PATH_MAX];
	struct stat st;
	struct err err;

	for (int i = 0; i < site->language_count; i++)
		if (i > 0 && str_equal(site->languages[i].code, name))
			return false;
	if (name[0] == '.' || str_index(folders, FOLDERS, name) != -1 ||
	    folder_join(path, site->options->folder, name, &err) == -1 || lstat(path, &st) == -1 ||
	    !S_ISDIR(st.st_mode) || folder_join(mark, path, MARK, &err) == -1)
		return false;
	return access(mark, F_OK) == 0 ||
	    (glossary_language(site->options->settings->glossary, name) != NULL &&
		check_own(path, &err) == 0);
}

int
site_forget_languages(struct archive *site, int64_t end, struct err *err)
{
	struct dirent *entry;
	DIR *dir = opendir(site->options->folder);
	int rc = 0;

	if (dir == NULL)
		return err_system(err, "cannot look into %s", site->options->folder);
	while (rc == 0 && (entry = readdir(dir)) != NULL)
		if (is_forgotten(site, entry->d_name))
			rc = forget_language(site, entry->d_name, end, err);
	closedir(dir);
	return rc;
}
