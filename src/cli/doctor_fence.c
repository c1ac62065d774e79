/* SPDX-License-Identifier: ISC */
/*
 * The doctor's checks of the folders that letters pass through (doctor.h), with the rights
 * that the server has once it is at work (sandbox/server.c).
 *
 * A child gives its rights away as the server does, and tries each folder; nothing is made by
 * that, as files without a name (O_TMPFILE) leave no trace.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"
#include "cli/doctor.h"
#include "config/config.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"

#define FOLDERS_MAX 128

struct folders {
	const char *path[FOLDERS_MAX];
	int count;
};

/* Can files be made there? */
static bool
is_open(const char *path)
{
	int fd = open(path, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	bool is_fine = fd != -1 || (errno != EACCES && errno != EPERM);

	if (fd != -1)
		close(fd);
	if (is_fine && (fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) != -1)
		close(fd);
	return is_fine && fd != -1;
}

static void
add(struct doctor *doctor, struct folders *folders, const char *path)
{
	struct stat st;

	if (folders->count == FOLDERS_MAX || stat(path, &st) == -1)
		return;
	if (!S_ISDIR(st.st_mode))
		doctor_wrong(doctor, "move it away: the server makes the folder",
		    "%s is not a folder", path);
	else if (is_open(path))
		folders->path[folders->count++] = path;
}

/* The folders of a Maildir; letters are moved between them, which cannot be done from disk to
 * disk. */
static void
add_maildir(struct doctor *doctor, struct folders *folders, const struct source_options *options)
{
	const char *const inside[][2] = { { "", "new" }, { "", "cur" }, { "", "tmp" },
		{ options->processed, "/new" }, { options->processed, "/cur" },
		{ options->failed, "/new" }, { options->failed, "/cur" } };
	const char *first = NULL, *path;
	struct stat st, other;

	for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
		path = arena_printf(doctor->arena, "%s/%s%s%s", options->path, i >= 3 ? "." : "",
		    inside[i][0], inside[i][1]);
		add(doctor, folders, path);
		if (stat(path, &st) == -1)
			continue;
		if (first == NULL)
			first = path;
		else if (stat(first, &other) == 0 && st.st_dev != other.st_dev)
			doctor_wrong(doctor, "have the whole Maildir on one disk",
			    "letters cannot be moved from %s to %s, which lies on another disk",
			    first, path);
	}
}

/* Tries them as the server; the numbers of those that are shut to it. */
static int
try_all(const struct config *config, const struct folders *folders, int shut[FOLDERS_MAX])
{
	int ends[2], count = 0;
	pid_t pid;

	if (pipe(ends) == -1)
		return 0;
	if ((pid = fork()) == 0) {
		/* That this system has no such fence is the server's to say. */
		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(1);
		sandbox_server(config);
		for (int i = 0; i < folders->count; i++)
			if (!is_open(folders->path[i]) && write(ends[1], &i, sizeof i) == -1)
				_exit(1);
		_exit(0);
	}
	close(ends[1]);
	while (pid != -1 && count < FOLDERS_MAX &&
	    read(ends[0], &shut[count], sizeof shut[0]) == (ssize_t)sizeof shut[0])
		count++;
	close(ends[0]);
	if (pid != -1)
		waitpid(pid, NULL, 0);
	return count;
}

void
doctor_fence(struct doctor *doctor)
{
	const struct config *config = doctor->config;
	struct folders folders = { .count = 0 };
	int shut[FOLDERS_MAX], count;
	char real[PATH_MAX];

	if (!sandbox_can_shut())
		doctor_ok(doctor, "the server keeps its rights: this system has no Landlock");
	for (int i = 0; i < config->source_count; i++)
		if (source_kind((int)config->sources[i].options.kind)->is_local)
			add_maildir(doctor, &folders, &config->sources[i].options);
	if (sink_kind((int)config->sink.kind)->is_local)
		add(doctor, &folders, config->sink.path);
	count = try_all(config, &folders, shut);
	for (int i = 0; i < count; i++) {
		const char *path = folders.path[shut[i]];

		doctor_wrong(doctor,
		    "name the place itself in the configuration, or mount it there instead of a link",
		    "%s leads to %s, where the server, once it has given its rights away, may not go",
		    path, realpath(path, real) != NULL ? real : "nowhere");
	}
}
