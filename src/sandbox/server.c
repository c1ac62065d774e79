/* SPDX-License-Identifier: ISC */
/*
 * The server's own rights, when everything is open.
 *
 * What is configured may be written, what libraries look up (certificates, name
 * servers, fonts, time zones) and the templates may be read; all else is shut.
 * The network stays as it is: the mail servers' addresses change.
 */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/sanitized.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/net/wire.h"
#include "process/helper.h"
#include "process/landlock.h"
#include "process/rights.h"

static const char *const system_paths[] = { "/etc", "/usr", "/lib", "/lib64", DATADIR,
	"/dev/urandom", "/dev/random", "/run/systemd/resolve", "/run/resolvconf",
	"/run/NetworkManager", "/run/nscd", "/var/cache/fontconfig", "/var/lib/ca-certificates" };

/* Some systems have links there, to where a service of theirs writes. */
static const char *const linked_paths[] = { "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
	"/etc/gai.conf", "/etc/host.conf", "/etc/ssl/certs/ca-certificates.crt",
	"/etc/ssl/cert.pem", "/etc/pki/tls/certs/ca-bundle.crt" };

static bool is_shut, privileges_fixed;

#define COMMANDS_MAX 32

/* The programs of this configuration; how many. */
static int
list_commands(const struct config *config, struct child_plan *out)
{
	int count = 0;

	for (int i = 0; i < config->source_count && count < COMMANDS_MAX - 3; i++)
		if (config->sources[i].options.login.token_command != NULL)
			access_token_command(&config->sources[i].options.login, &out[count++]);
	if (sink_kind((int)config->sink.kind)->runs_programs)
		sink_command(&config->sink, &out[count++]);
	if (config->sink.login.token_command != NULL)
		access_token_command(&config->sink.login, &out[count++]);
	if (config->engine.words[0] != NULL && access(config->engine.words[0], X_OK) == 0)
		engine_command(&config->engine, &out[count++]);
	return count;
}

/* The helper has its own copy of all memory, from before the configuration was read again. */
int
sandbox_programs(const struct config *config, struct err *err)
{
	static struct child_plan commands[COMMANDS_MAX];
	int count = list_commands(config, commands);

	return count > 0 ? helper_start(commands, count, err) : 0;
}

/* Calls visit() for every file that this configuration names; NULL where it names none. */
static void
each_path(const struct config *config, void (*visit)(void *context, const char *path, bool writing),
    void *context)
{
	char folder[PATH_MAX];

	visit(context, config->home, true);
	visit(context, config->file, false);
	if (config->status_file != NULL) {
		str_copy(folder, sizeof folder, config->status_file);
		visit(context, dirname(folder), true);
	}
	visit(context, config->archive, true);
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

/* Too much lies there to be opened for one file: the system's great folders, a person's home. */
static bool
is_crowded(const char *folder)
{
	static const char *const crowded[] = { ".", "/", "/boot", "/dev", "/home", "/media", "/mnt",
		"/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/var", "/var/lib",
		"/var/run", "/var/tmp" };
	const char *home = strncmp(folder, "/home/", strlen("/home/")) == 0 ?
	    folder + strlen("/home/") :
	    NULL;

	for (size_t i = 0; i < sizeof crowded / sizeof *crowded; i++)
		if (str_equal(folder, crowded[i]))
			return true;
	return home != NULL && strchr(home, '/') == NULL;
}

/* A file and the folder it lies in: one that takes its place is another file. */
static void
allow_replaced(int ruleset, const char *path)
{
	char copy[PATH_MAX];
	const char *folder;

	landlock_allow(ruleset, path, MAY_READ);
	str_copy(copy, sizeof copy, path);
	folder = dirname(copy);
	if (!is_crowded(folder))
		landlock_allow(ruleset, folder, MAY_READ);
}

/* The same where it is a link, and where that leads to. */
static void
allow_file(int ruleset, const char *path)
{
	char real[PATH_MAX];

	allow_replaced(ruleset, path);
	if (realpath(path, real) != NULL)
		allow_replaced(ruleset, real);
}

static void
allow_path(void *context, const char *path, bool writing)
{
	struct stat st;

	if (path == NULL)
		return;
	if (!writing && stat(path, &st) == 0 && S_ISREG(st.st_mode))
		allow_file(*(int *)context, path);
	else
		landlock_allow(*(int *)context, path, writing ? MAY_WRITE : MAY_READ);
}

void
sandbox_server(const struct config *config)
{
	int ruleset;

	/* The database's temporary files go where they may. */
	setenv("SQLITE_TMPDIR", config->home, 1);
	privileges_fixed = rights_no_new();
	if (privileges_fixed && (ruleset = landlock_begin()) != -1) {
		each_path(config, allow_path, &ruleset);
		for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
			landlock_allow(ruleset, system_paths[i], MAY_READ);
		for (size_t i = 0; i < sizeof linked_paths / sizeof *linked_paths; i++)
			allow_file(ruleset, linked_paths[i]);
		landlock_allow(ruleset, "/dev/null", MAY_WRITE);
		/* The search for leaks looks at the program's own threads and at a list here. */
		if (SANITIZED) {
			landlock_allow(ruleset, "/proc", MAY_READ);
			landlock_allow(ruleset, ".", MAY_READ);
		}
		landlock_allow(ruleset, config_shipped_templates(), MAY_READ);
		is_shut = landlock_close(ruleset);
	}
	if (!is_shut)
		log_info("the server keeps its rights: this system has no Landlock");
}

bool
sandbox_can_shut(void)
{
	int ruleset = landlock_begin();

	return ruleset != -1 && close(ruleset) == 0;
}

static void
try_path(void *context, const char *path, bool writing)
{
	char folder[PATH_MAX];
	int fd;

	if (path == NULL)
		return;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	/* What is not there yet would be made, in the next folder above it that is. */
	str_copy(folder, sizeof folder, path);
	while (fd == -1 && errno == ENOENT && writing && folder[0] == '/' && folder[1] != '\0')
		fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd != -1)
		close(fd);
	else if (errno == EACCES)
		*(const char **)context = path;
}

int
sandbox_fits(const struct config *config, struct err *err)
{
	struct child_plan commands[COMMANDS_MAX];
	const char *refused = NULL;
	int count;

	count = list_commands(config, commands);
	for (int i = 0; privileges_fixed && i < count; i++)
		if (!helper_knows(&commands[i]))
			return err_set(err,
			    "to run another program (%s) the server must be restarted",
			    commands[i].words[commands[i].count - 1] != NULL ?
				commands[i].words[commands[i].count - 1] :
				commands[i].words[0]);
	if (is_shut)
		each_path(config, try_path, &refused);
	return refused == NULL ? 0 :
				 err_set(err, "to use %s the server must be restarted", refused);
}
