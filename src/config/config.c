/* SPDX-License-Identifier: ISC */
/*
 * From what a file says to what is in force (config.h): defaults, home,
 * passwords, and whether sources and sink have what their kind needs.
 */
#include "config/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "config/file.h"
#include "config/options.h"

/* What the file says (cfg NULL: nothing), else the defaults. */
static void
section_take(const struct section *section, cfg_t *cfg, struct arena *arena, void *base)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct option *option = &section->options[i];
		const char *text = cfg != NULL ? cfg_getstr(cfg, option->name) : NULL;
		struct err err;

		if (text == NULL)
			text = option->initial;
		/* Checked as it was read, and the defaults by the tests. */
		if (text != NULL && option_set(option, text, arena, base, &err) == -1)
			abort();
	}
}

/* Relative paths of a section are taken from home. */
static void
section_join(const struct section *section, const char *home, struct arena *arena, void *base)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct option *option = &section->options[i];
		const char *path = NULL;
		struct err err;

		if (option->type == OPTION_PATH)
			path = option_get(option, base, arena);
		if (path != NULL && path[0] != '/' &&
		    option_set(
			option, arena_printf(arena, "%s/%s", home, path), arena, base, &err) == -1)
			abort();
	}
}

static int
password_read(const char *path, struct arena *arena, const char **password, struct err *err)
{
	char line[512];
	FILE *file;

	if (path == NULL)
		return 0;
	if (*password != NULL)
		return err_set(err, "has a password and a password_file; one is enough");
	if ((file = fopen(path, "re")) == NULL)
		return err_system(err, "cannot read the password in %s", path);
	if (fgets(line, sizeof line, file) == NULL)
		line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\r\n")] = '\0';
	if (line[0] == '\0')
		return err_set(err, "finds no password in the first line of %s", path);
	*password = arena_strdup(arena, line);
	return 0;
}

/* Is the scheme of url one of the (blank-separated) schemes? */
static int
check_url(const char *url, const char *schemes, struct err *err)
{
	size_t n = url != NULL ? strcspn(url, ":") : 0;

	if (url == NULL)
		return err_set(err, "needs a url; it begins with one of: %s", schemes);
	for (const char *at = schemes; *at != '\0'; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");

		if (length == n && strncasecmp(at, url, n) == 0 &&
		    strncmp(url + n, "://", 3) == 0 && url[n + 3] != '\0')
			return 0;
		at += length;
	}
	return err_set(
	    err, "cannot use the url %s: in front of :// belongs one of: %s", url, schemes);
}

static int
check_login(const struct login *login, bool must, struct err *err)
{
	bool has_password = login->password != NULL, has_command = login->token_command != NULL;

	if (has_password && has_command)
		return err_set(err, "has a password and a token_command; one is enough");
	if (login->user == NULL && (must || has_password || has_command))
		return err_set(err, "needs a user to log in");
	if (login->user != NULL && !has_password && !has_command)
		return err_set(err, "needs a password, password_file or token_command");
	return 0;
}

/* What a source or sink must have and may not have; kinds: those it could be. */
static int
check_kind(const struct kind *kind, const struct kind *(*kinds)(int), const char *path,
    const char *url, const struct login *login, struct arena *arena, struct err *err)
{
	struct str fitting;

	if (kind->protocol != NULL) {
		/* mail/net/url.h says what they mean. */
		const char *schemes = arena_printf(arena, "%ss %s+starttls %s %s+insecure",
		    kind->protocol, kind->protocol, kind->protocol, kind->protocol);

		if (check_url(url, schemes, err) == -1)
			return -1;
		return check_login(login, kind->needs_user, err);
	}
	if (url == NULL)
		return path != NULL ? 0 : err_set(err, "needs a path");
	str_init(&fitting, arena, 0);
	for (int i = 0; kinds(i) != NULL; i++)
		if (kinds(i)->protocol != NULL)
			str_addf(&fitting, "%skind = %s", fitting.length > 0 ? " or " : "",
			    kinds(i)->name);
	return err_set(err, "has a url, so it needs %s", fitting.data);
}

static void
source_add(struct config *config, const char *name, enum source_kind kind, const char *path)
{
	struct config_source *source = &config->sources[config->source_count++];

	section_take(&config_sections[SECTION_SOURCE], NULL, config->arena, source);
	source->name = name;
	source->options.kind = kind;
	source->options.path = arena_printf(config->arena, "%s/%s", config->home, path);
}

static bool
has_source(const struct config *config, enum source_kind kind, const char *path)
{
	for (int i = 0; i < config->source_count; i++)
		if (config->sources[i].options.kind == kind &&
		    strcmp(config->sources[i].options.path, path) == 0)
			return true;
	return false;
}

static int
sources_take(struct config *config, cfg_t *cfg, struct err *err)
{
	const struct section *section = &config_sections[SECTION_SOURCE];
	unsigned count = cfg != NULL ? cfg_size(cfg, "source") : 0;
	struct err why;

	config->sources = arena_alloc(config->arena, (count + 2) * sizeof *config->sources);
	for (unsigned i = 0; i < count; i++) {
		cfg_t *sec = cfg_getnsec(cfg, "source", i);
		struct config_source *source = &config->sources[config->source_count++];

		source->name = arena_strdup(config->arena, cfg_title(sec));
		section_take(section, sec, config->arena, source);
		section_join(section, config->home, config->arena, source);
		if (password_read(source->password_file, config->arena,
			&source->options.login.password, &why) == -1 ||
		    check_kind(source_kind((int)source->options.kind), source_kind,
			source->options.path, source->options.url, &source->options.login,
			config->arena, &why) == -1)
			return err_set(err, "%s:%d: source \"%s\" %s", config->file, sec->line,
			    source->name, why.text);
	}
	if (count == 0)
		source_add(config, "mail", SOURCE_MAILDIR, "mail/in");
	if (!has_source(
		config, SOURCE_SPOOL, arena_printf(config->arena, "%s/spool", config->home)))
		source_add(config, "spool", SOURCE_SPOOL, "spool");
	for (int i = 0; i < config->source_count; i++)
		config->sources[i].options.bytes_max = (size_t)config->letter_max;
	return 0;
}

static int
sink_take(struct config *config, cfg_t *cfg, struct err *err)
{
	const struct section *section = &config_sections[SECTION_SINK];
	cfg_t *sec = cfg != NULL ? cfg_getsec(cfg, "sink") : NULL;
	struct sink_options *options = &config->sink;
	struct err why;

	section_take(section, sec, config->arena, config);
	if (options->path == NULL)
		options->path = sink_kind((int)options->kind)->path_default;
	section_join(section, config->home, config->arena, config);
	if (password_read(
		config->sink_password_file, config->arena, &options->login.password, &why) == -1 ||
	    check_kind(sink_kind((int)options->kind), sink_kind, options->path, options->url,
		&options->login, config->arena, &why) == -1)
		return err_set(
		    err, "%s:%d: sink %s", config->file, sec != NULL ? sec->line : 0, why.text);
	return 0;
}

/* Absolute, so that it stays the same wherever the server goes. */
static const char *
home_path(struct arena *arena, const char *home)
{
	char *here;

	while (strncmp(home, "./", 2) == 0)
		home += 2 + strspn(home + 2, "/");
	if (home[0] == '/' || (here = getcwd(NULL, 0)) == NULL)
		return arena_strdup(arena, home);
	home = arena_printf(arena, "%s/%s", strcmp(here, "/") == 0 ? "" : here, home);
	free(here);
	return home;
}

static int
take(
    struct config *config, cfg_t *cfg, const char *home, const char *fallback_home, struct err *err)
{
	const struct section *section = &config_sections[SECTION_MAIN];

	section_take(section, cfg, config->arena, config);
	if (home == NULL && (cfg == NULL || cfg_getstr(cfg, "home") == NULL))
		home = fallback_home;
	config->home = home_path(config->arena, home != NULL ? home : config->home);
	section_join(section, config->home, config->arena, config);
	if (sources_take(config, cfg, err) == -1)
		return -1;
	return sink_take(config, cfg, err);
}

int
config_load(struct config **out, const char *file, const char *home, struct err *err)
{
	struct arena *arena = arena_new();
	struct config *config = arena_alloc(arena, sizeof *config);
	const char *fallback_home = getenv("RIVERPOST_HOME");
	cfg_t *cfg = NULL;
	int result = 0;

	config->arena = arena;
	if (fallback_home == NULL || fallback_home[0] == '\0')
		fallback_home = HOME_DEFAULT;
	if (file == NULL) {
		file = arena_printf(
		    arena, "%s/riverpost.conf", home != NULL ? home : fallback_home);
		if (access(file, F_OK) == -1 && errno == ENOENT)
			file = NULL;
	}
	if (file != NULL) {
		config->file = arena_strdup(arena, file);
		result = config_file_parse(file, &cfg, err);
	}
	if (result == 0)
		result = take(config, cfg, home, fallback_home, err);
	if (cfg != NULL)
		cfg_free(cfg);
	if (result == 0)
		*out = config;
	else
		arena_free(arena);
	return result;
}

void
config_free(struct config *config)
{
	if (config != NULL)
		arena_free(config->arena);
}
