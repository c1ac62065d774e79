/* SPDX-License-Identifier: ISC */
/*
 * The server's own rights, when everything is open.
 *
 * What is configured may be written, what libraries look up (certificates, name
 * servers, fonts, time zones) and the templates may be read; all else is shut.
 * The network stays as it is: the mail servers' addresses change.
 */
#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"

static const char *const system_paths[] = { "/etc", "/usr", "/lib", "/lib64", DATADIR,
	"/dev/urandom", "/dev/random", "/run/systemd/resolve", "/run/resolvconf",
	"/run/NetworkManager", "/run/nscd", "/var/cache/fontconfig", "/var/lib/ca-certificates" };

static bool is_shut, privileges_fixed;

static bool
runs_programs(const struct config *config)
{
	for (int i = 0; i < config->source_count; i++) {
		const struct source_options *source = &config->sources[i].options;

		if (source_kind((int)source->kind)->runs_programs ||
		    source->login.token_command != NULL)
			return true;
	}
	return sink_kind((int)config->sink.kind)->runs_programs ||
	    config->sink.login.token_command != NULL;
}

/* Calls visit() for every file that this configuration names; NULL where it names none. */
static void
each_path(const struct config *config, void (*visit)(void *context, const char *path, bool writing),
    void *context)
{
	visit(context, config->home, true);
	visit(context, config->file, false);
	visit(context, config->templates, false);
	for (int i = 0; i < config->source_count; i++) {
		const struct config_source *source = &config->sources[i];

		visit(context, source->options.path, true);
		visit(context, source->options.login.ca_file, false);
		visit(context, source->password_file, false);
	}
	visit(context, config->sink.path, true);
	visit(context, config->sink.login.ca_file, false);
	visit(context, config->sink_password_file, false);
}

static void
allow_path(void *context, const char *path, bool writing)
{
	if (path != NULL)
		landlock_allow(*(int *)context, path, writing);
}

void
sandbox_server(const struct config *config)
{
	char templates[PATH_MAX];
	int ruleset;

	if (runs_programs(config)) {
		log_debug("other programs are run for the post: the server keeps its rights");
		return;
	}
	/* The database's temporary files go where they may. */
	setenv("SQLITE_TMPDIR", config->home, 1);
	privileges_fixed = rights_no_new();
	if (privileges_fixed && (ruleset = landlock_begin()) != -1) {
		each_path(config, allow_path, &ruleset);
		for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
			landlock_allow(ruleset, system_paths[i], false);
		landlock_allow(ruleset, "/dev/null", true);
		/* The search for leaks looks at the program's own threads and at a list here. */
		if (SANITIZED) {
			landlock_allow(ruleset, "/proc", false);
			landlock_allow(ruleset, ".", false);
		}
		landlock_allow(ruleset, config_shipped_templates(templates), false);
		is_shut = landlock_close(ruleset);
	}
	if (!is_shut)
		log_warn("the server keeps its rights: this system has no Landlock");
}

static void
try_path(void *context, const char *path, bool writing)
{
	int fd;

	(void)writing;
	if (path == NULL)
		return;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd != -1)
		close(fd);
	else if (errno == EACCES)
		*(const char **)context = path;
}

int
sandbox_fits(const struct config *config, struct err *err)
{
	const char *refused = NULL;

	if (privileges_fixed && runs_programs(config))
		return err_set(
		    err, "to run other programs for the post the server must be restarted");
	if (is_shut)
		each_path(config, try_path, &refused);
	return refused == NULL ? 0 :
				 err_set(err, "to use %s the server must be restarted", refused);
}
