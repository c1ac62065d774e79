/* SPDX-License-Identifier: ISC */
/*
 * A backup, opened in a folder of its own (copy.h).
 */
#include "cli/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/signing.h"
#include "base/str.h"
#include "cli/cli.h"

/* 1 copied, 0 there is no such file, -1. */
static int
copy_file(const char *from, const char *to, struct err *err)
{
	int in = open(from, O_RDONLY | O_CLOEXEC), out, rc = 1;
	char buffer[65536];
	ssize_t n;

	if (in == -1)
		return errno == ENOENT ? 0 : err_system(err, "cannot read %s", from);
	if ((out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) == -1) {
		rc = err_system(err, "cannot make %s", to);
		close(in);
		return rc;
	}
	while (rc == 1 && (n = read(in, buffer, sizeof buffer)) != 0)
		if (n == -1)
			rc = err_system(err, "cannot read %s", from);
		else if (file_write(out, to, buffer, (size_t)n, err) == -1)
			rc = -1;
	if (rc == 1 && fsync(out) == -1)
		rc = err_system(err, "cannot sync %s", to);
	close(out);
	close(in);
	return rc;
}

/* FILE with the end `more`, as `name` in the folder; as copy_file. */
static int
take(const struct copy *copy, const char *file, const char *more, const char *name, struct err *err)
{
	char from[PATH_MAX], to[PATH_MAX];

	if (!str_format(from, sizeof from, "%s%s", file, more))
		return err_set(err, "path too long: %.200s", file);
	return folder_join(to, copy->folder, name, err) == -1 ? -1 : copy_file(from, to, err);
}

/* Makes the folder and fills it; 0 or -1. */
static int
fill(struct copy *copy, const char *file, const char *where, const char *keys, struct err *err)
{
	int rc;

	if (!str_format(copy->folder, sizeof copy->folder, "%s/riverpost-XXXXXX", where) ||
	    mkdtemp(copy->folder) == NULL) {
		copy->folder[0] = '\0';
		return err_system(err, "cannot make a folder in %s", where);
	}
	if ((rc = take(copy, file, "", "riverpost.sqlite", err)) == 0)
		rc = err_set(err, "there is no file %s", file);
	/* One that was not made by a backup may have its log beside it. */
	if (rc == -1 || take(copy, file, "-wal", "riverpost.sqlite-wal", err) == -1 ||
	    (rc = take(copy, file, ".keys", "keys", err)) == -1)
		return -1;
	copy->has_keys = rc == 1;
	if ((rc = take(copy, file, "." SIGNING_FILE, SIGNING_FILE, err)) == -1)
		return -1;
	copy->has_signing = rc == 1;
	rc = copy->has_keys;
	if (!copy->has_keys && keys != NULL && (rc = take(copy, keys, "", "keys", err)) == -1)
		return -1;
	return rc == 0 ? err_set(err, "%s.keys is not there: a backup is two files", file) : 0;
}

/* Names the file that was given, in place of its copy. */
static int
name_file(const struct copy *copy, const char *file, struct err *err)
{
	char path[PATH_MAX], text[sizeof err->text];
	const char *at;
	struct err ignored;

	if (folder_join(path, copy->folder, "riverpost.sqlite", &ignored) == -1 ||
	    (at = strstr(err->text, path)) == NULL)
		return -1;
	str_format(text, sizeof text, "%.*s%s%s", (int)(at - err->text), err->text, file,
	    at + strlen(path));
	str_copy(err->text, sizeof err->text, text);
	return -1;
}

const char *
copy_place(void)
{
	const char *where = getenv("TMPDIR");

	return where != NULL ? where : "/tmp";
}

int
copy_open(struct copy *copy, const char *file, const char *where, const char *keys, struct err *err)
{
	const struct config *config;

	*copy = (struct copy){ .admin.now = cli_now() };
	copy->admin.arena = arena_new();
	str_init(&copy->admin.output, copy->admin.arena, 0);
	if (cli_load_config(&config, err) == -1 || fill(copy, file, where, keys, err) == -1)
		return -1;
	copy->config = *config;
	copy->config.home = copy->folder;
	return server_open(&copy->admin.server, &copy->config, SERVER_WORKS, err) == -1 ?
	    name_file(copy, file, err) :
	    0;
}

int
copy_as_home(struct copy *copy, struct err *err)
{
	const struct config *config;
	struct server server = { 0 };
	int rc;

	*copy = (struct copy){ 0 };
	if (fill(copy, cli_options.home, copy_place(), NULL, err) == -1)
		return -1;
	cli_options.backup = cli_options.home;
	cli_options.home = copy->folder;
	rc = cli_load_config(&config, err);
	/* One of an earlier version is brought up to date. */
	if (rc == 0 && (rc = server_open(&server, config, SERVER_WORKS, err)) == -1)
		name_file(copy, cli_options.backup, err);
	server_close(&server);
	return rc;
}

void
copy_detach(struct copy *copy)
{
	if (copy->admin.server.config != NULL)
		server_close(&copy->admin.server);
	copy->admin.server.config = NULL;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *place)
{
	(void)st;
	(void)type;
	(void)place;
	return remove(path);
}

void
copy_close(struct copy *copy)
{
	copy_detach(copy);
	if (copy->folder[0] != '\0')
		nftw(copy->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	arena_free(copy->admin.arena);
}
