/* SPDX-License-Identifier: ISC */
/*
 * From what a file says to what is in force (config.h): defaults, home, passwords,
 * and whether sources and sink have what their kind needs; and what is in force
 * shown as a file and as a manual.  What is printed can be read again; secrets are
 * not printed.
 */
#include "config/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "config/file.h"
#include "config/options.h"
#include "mail/net/url.h"
#include "mail/source/maildir.h"

#define COLUMNS 76 /* of what is printed */

/* Relative paths are taken from home. */
static const char *
below(struct arena *arena, const char *home, const char *path)
{
	return path[0] == '/' ? path : arena_printf(arena, "%s/%s", home, path);
}

/* Sets all options of a section: what the file says (NULL: nothing), else the defaults. */
static void
section_take(const struct section *section, const struct file_section *said, const char *home,
    struct arena *arena, void *base)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct option *option = &section->options[i];
		const char *text = option->initial;
		struct err err;

		if (said != NULL && said->values[i] != NULL)
			text = said->values[i];
		if (text != NULL && text[0] != '\0' && option->type == OPTION_PATH)
			text = below(arena, home, text);
		/* Checked as it was read, and the defaults by the tests. */
		if (text != NULL && option_set(option, text, arena, base, &err) == -1)
			abort();
	}
}

/* Keeps what is to blame: a file that cannot be read, or what was written. */
static int
in_section(struct err *err, const char *file, int line, const char *section, const struct err *why)
{
	err_set(err, "%s:%d: %s %s", file, line, section, why->text);
	err->is_ours = why->is_ours;
	return -1;
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
	*password = arena_strdup(arena, utf8_skip_mark(line));
	if ((*password)[0] == '\0')
		return err_set(err, "finds no password in the first line of %s", path);
	return 0;
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

/* What a source or sink must have and may not have; kinds: those it could be.  Reads the
 * password if it stands in a file. */
static int
check(const struct kind *kind, const struct kind *(*kinds)(int), const char *path, const char *url,
    struct login *login, const char *password_file, struct arena *arena, struct err *err)
{
	struct str fitting;
	struct url to;

	if (password_read(password_file, arena, &login->password, err) == -1)
		return -1;
	if (url != NULL && url_holds_login(url))
		return err_set(err,
		    "has a user or a password in its url; they belong into the options user and "
		    "password_file");
	if (kind->protocol != NULL) {
		/* mail/net/url.h says what they mean. */
		const char *schemes = arena_printf(arena, "%ss %s+starttls %s %s+insecure",
		    kind->protocol, kind->protocol, kind->protocol, kind->protocol);

		if (url == NULL)
			return err_set(err, "needs a url; it begins with one of: %s", schemes);
		if (!url_is_of(url, kind->protocol))
			return err_set(err,
			    "cannot use the url %s: in front of :// belongs one of: %s", url,
			    schemes);
		/* Letters hold what proves who their reader is, also where no password goes.  A URL
		 * with another fault is the doctor's matter. */
		if (url_read(&to, arena, url, kind->protocol, err) == 0 && !url_may_login(&to))
			return err_set(err,
			    "does not go to %s without TLS: write %ss:// or %s+starttls://, or "
			    "%s+insecure:// if others may read everything",
			    to.host, kind->protocol, kind->protocol, kind->protocol);
		return check_login(login, kind->needs_user, err);
	}
	if (url == NULL)
		return path != NULL || !kind->needs_path ? 0 : err_set(err, "needs a path");
	str_init(&fitting, arena, 0);
	for (int i = 0; kinds(i) != NULL; i++)
		if (kinds(i)->protocol != NULL)
			str_addf(&fitting, "%skind = %s", fitting.length > 0 ? " or " : "",
			    kinds(i)->name);
	return err_set(err, "has a url, so it needs %s", fitting.data);
}

/* Slashes behind a name are nothing. */
static size_t
path_length(const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	return length;
}

static bool
is_same_folder(const char *one, const char *other)
{
	size_t length = path_length(one);
	struct stat a, b;

	return (length == path_length(other) && strncmp(one, other, length) == 0) ||
	    (stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
		a.st_ino == b.st_ino);
}

/* Two sources that read one folder would both take its letters; the spool that riverpost-deliver
 * fills is no Maildir, and its name is taken.  The sources before this one were checked. */
static int
check_source(const struct config *config, const struct config_source *source, bool is_spool,
    const char *spool, struct err *err)
{
	const struct source_options *options = &source->options;

	if (is_spool && options->kind != SOURCE_SPOOL)
		return err_set(err,
		    "reads %s, which is a spool and read as one in any case: take it out", spool);
	if (!is_spool && strcmp(source->name, "spool") == 0)
		return err_set(
		    err, "has the name of the spool that riverpost-deliver fills: give it another");
	for (const struct config_source *other = config->sources; other < source; other++)
		if (source_kind((int)options->kind)->is_local &&
		    source_kind((int)other->options.kind)->is_local &&
		    is_same_folder(other->options.path, options->path))
			return err_set(err, "reads the folder that source \"%s\" reads: %s",
			    other->name, options->path);
	return 0;
}

/* One folder for letters that were taken and for those put aside, or the one that is read, would
 * mix them, or have each read for ever. */
static int
check_folders(const struct source_options *options, struct arena *arena, struct err *err)
{
	const char *const folders[] = { options->processed, options->failed };
	const struct kind *kind = source_kind((int)options->kind);
	struct url url = { .folder = "" };
	struct err ignored;

	if (strcmp(options->processed, options->failed) == 0)
		return err_set(err, "needs two folders as processed and failed, not \"%s\" twice",
		    options->failed);
	if (!kind->is_local)
		(void)url_read(&url, arena, options->url, kind->protocol, &ignored);
	for (int i = 0; i < 2; i++) {
		if (kind->is_local && !maildir_can_have(folders[i]))
			return err_set(err,
			    "needs a name without / and without a dot in front for a folder, not "
			    "\"%s\"",
			    folders[i]);
		if (strcmp(folders[i], url.folder) == 0 || strcasecmp(folders[i], "INBOX") == 0)
			return err_set(
			    err, "cannot put letters into \"%s\", where new ones come", folders[i]);
	}
	return 0;
}

/* Options that only a server by the network would be shown. */
static void
note_idle(struct config *config, const struct file_section *said, const char *name,
    const struct kind *kind)
{
	static const char *const network[] = { "user", "password", "password_file", "token_command",
		"ca_file", "helo" };
	const struct section *section = &config_sections[SECTION_SINK];

	if (said == NULL || kind->protocol != NULL)
		return;
	if (said->title != NULL)
		section = &config_sections[SECTION_SOURCE];
	for (size_t i = 0; i < sizeof network / sizeof network[0] && config->idle == NULL; i++) {
		int place = option_find(section, network[i]);

		if (place != -1 && said->values[place] != NULL)
			config->idle = arena_printf(config->arena,
			    "%s, line %d: %s means nothing to %s of kind %s", config->file,
			    said->line, network[i], name, kind->name);
	}
}

static int
sources_take(struct config *config, const struct file_section *said, struct err *err)
{
	static const struct {
		const char *name, *path;
		enum source_kind kind;
	} implied[] = { { "mail", "mail/in", SOURCE_MAILDIR }, { "spool", "spool", SOURCE_SPOOL } };
	const struct section *section = &config_sections[SECTION_SOURCE];
	struct arena *arena = config->arena;
	const char *spool = below(arena, config->home, "spool"), *name;
	bool has_spool = false, is_spool, is_empty = said == NULL;
	struct config_source *source;
	size_t count = 0;
	struct err why;

	for (const struct file_section *s = said; s != NULL; s = s->next)
		count++;
	source = config->sources = arena_alloc(arena, (count + 2) * sizeof *source);
	for (; said != NULL; said = said->next, source++) {
		struct source_options *options = &source->options;

		source->name = said->title;
		section_take(section, said, config->home, arena, source);
		name = arena_printf(arena, "source \"%s\"", source->name);
		is_spool = source_kind((int)options->kind)->is_local && options->path != NULL &&
		    is_same_folder(options->path, spool);
		if (check(source_kind((int)options->kind), source_kind, options->path, options->url,
			&options->login, source->password_file, arena, &why) == -1 ||
		    check_folders(options, arena, &why) == -1 ||
		    check_source(config, source, is_spool, spool, &why) == -1)
			return in_section(err, config->file, said->line, name, &why);
		has_spool |= is_spool;
		note_idle(config, said, name, source_kind((int)options->kind));
	}
	for (int i = 0; i < 2; i++) {
		if (implied[i].kind == SOURCE_SPOOL ? has_spool : !is_empty)
			continue;
		section_take(section, NULL, config->home, arena, source);
		source->name = implied[i].name;
		source->options.kind = implied[i].kind;
		source->options.path = below(arena, config->home, implied[i].path);
		source++;
	}
	config->source_count = (int)(source - config->sources);
	for (int i = 0; i < config->source_count; i++)
		config->sources[i].options.bytes_max = (size_t)config->letter_max;
	return 0;
}

static int
sink_take(struct config *config, const struct file_section *said, struct err *err)
{
	struct sink_options *options = &config->sink;
	struct err why;

	section_take(&config_sections[SECTION_SINK], said, config->home, config->arena, config);
	options->address = config->address;
	if (options->helo != NULL && strpbrk(options->helo, " \t") != NULL) {
		err_set(&why, "greets with one word (helo), not \"%s\"", options->helo);
		return in_section(err, config->file, said->line, "sink", &why);
	}
	if (options->path == NULL && sink_kind((int)options->kind)->path_default != NULL)
		options->path = below(
		    config->arena, config->home, sink_kind((int)options->kind)->path_default);
	if (check(sink_kind((int)options->kind), sink_kind, options->path, options->url,
		&options->login, config->sink_password_file, config->arena, &why) == -1)
		return in_section(err, config->file, said != NULL ? said->line : 0, "sink", &why);
	note_idle(config, said, "a sink", sink_kind((int)options->kind));
	return 0;
}

/* Without any positions (0) an engine would think until it is stopped. */
static bool
has_each_level(const char *numbers, int least)
{
	int number, level = 1;

	while (engine_level(numbers, level, &number) && number >= least)
		level++;
	return level == ENGINE_LEVELS + 1 && numbers[strspn(numbers, "0123456789 \t")] == '\0';
}

/* "NAME=VALUE; NAME=VALUE": has each a value? */
static bool
has_each_value(const char *options)
{
	for (; options != NULL && *(options += strspn(options, "; ")) != '\0';
	     options += strcspn(options, ";"))
		if (strcspn(options, "=") > strcspn(options, ";"))
			return false;
	return true;
}

static int
check_engine(const struct config *config, struct err *err)
{
	const char *command = config->engine.command;

	if (!has_each_level(config->engine_nodes, 1) || !has_each_level(config->engine_widths, 0))
		return err_set(
		    err, "needs %d numbers as nodes, none of them 0, and as widths", ENGINE_LEVELS);
	if (command != NULL && command[0] != '\0' && command[0] != '/')
		return err_set(err, "needs the full path of its command, not \"%s\"", command);
	if (!has_each_value(config->engine.options))
		return err_set(
		    err, "needs options as NAME=VALUE, not \"%s\"", config->engine.options);
	return 0;
}

static int
engine_take(struct config *config, const struct file_section *said, struct err *err)
{
	struct err why;

	section_take(&config_sections[SECTION_ENGINE], said, config->home, config->arena, config);
	engine_read_command(&config->engine, config->arena);
	if (check_engine(config, &why) == -1)
		return in_section(err, config->file, said != NULL ? said->line : 0, "engine", &why);
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

/* A home moved to another place: where the environment names it, letters are put there
 * (riverpost-deliver reads no file), and the server would work elsewhere. */
static int
check_home(const char *file, const char *wanted, const char *said, struct err *err)
{
	if (is_same_folder(wanted, said))
		return 0;
	return err_set(err,
	    "%s: it says home = \"%s\", but RIVERPOST_HOME is %s; make them the same", file, said,
	    wanted);
}

/* HOME/riverpost.conf, or NULL. */
static const char *
file_in(struct arena *arena, const char *home)
{
	const char *file = arena_printf(arena, "%s/riverpost.conf", home);

	return access(file, F_OK) == -1 && errno == ENOENT ? NULL : file;
}

/* Has it a folder of templates? */
static bool
has_templates(struct arena *arena, const char *folder, const char *language)
{
	return folder != NULL &&
	    access(arena_printf(arena, "%s/%s/language.txt", folder, language), F_OK) == 0;
}

/* A language of the pages that is not there would lack for ever, without a word. */
static int
check_languages(const struct config *config, struct err *err)
{
	const char *at = config->archive_languages;

	for (; at != NULL && *(at += strspn(at, ", ")) != '\0'; at += strcspn(at, ", ")) {
		const char *code = arena_strndup(config->arena, at, strcspn(at, ", "));

		if (!has_templates(config->arena, config->templates, code) &&
		    !has_templates(config->arena, config_shipped_templates(), code))
			return err_set(err,
			    "%s: archive_languages names %s, and there are no templates in a"
			    " language of that name",
			    config->file, code);
	}
	return 0;
}

static int
sections_take(struct config *config, const struct config_file *said, struct err *err)
{
	return check_languages(config, err) == -1 ||
		engine_take(config, said->sections[SECTION_ENGINE], err) == -1 ||
		sources_take(config, said->sections[SECTION_SOURCE], err) == -1 ||
		sink_take(config, said->sections[SECTION_SINK], err) == -1 ?
	    -1 :
	    0;
}

int
config_load(struct config **out, const char *file, const char *home, struct err *err)
{
	const struct section *section = &config_sections[SECTION_MAIN];
	struct arena *arena = arena_new();
	struct config *config = arena_alloc(arena, sizeof *config);
	const char *fallback_home = getenv("RIVERPOST_HOME");
	struct config_file said = { 0 };
	const struct file_section *top;
	bool is_named = fallback_home != NULL && fallback_home[0] != '\0', is_beside = false;

	config->arena = arena;
	if (!is_named)
		fallback_home = HOME_DEFAULT;
	if (file == NULL) {
		file = file_in(arena, home != NULL ? home : fallback_home);
		is_beside = file != NULL && home == NULL && is_named;
	}
	if (file != NULL) {
		config->file = arena_strdup(arena, file);
		if (config_file_read(arena, file, &said, err) == -1)
			goto fail;
	}
	config->twice = said.twice;
	top = said.sections[SECTION_MAIN];
	if (home == NULL && top != NULL)
		home = top->values[option_find(section, "home")];
	home = home_path(arena, home != NULL ? home : fallback_home);
	if (is_beside && check_home(file, home_path(arena, fallback_home), home, err) == -1)
		goto fail;
	section_take(section, top, home, arena, config);
	config->home = home;
	if (sections_take(config, &said, err) == -1)
		goto fail;
	*out = config;
	return 0;
fail:
	arena_free(arena);
	return -1;
}

void
config_free(struct config *config)
{
	if (config != NULL)
		arena_free(config->arena);
}

/* The first of two places, seen from the program's folder, where something is; else the third. */
static const char *
find_beside(char out[PATH_MAX], const char *built, const char *installed, const char *otherwise)
{
	const char *const places[] = { built, installed };
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash;

	self[n > 0 ? n : 0] = '\0';
	if ((slash = strrchr(self, '/')) != NULL)
		*slash = '\0';
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (str_format(out, PATH_MAX, "%s/%s", self, places[i]) && access(out, R_OK) == 0)
			return out;
	return otherwise;
}

const char *
config_shipped_templates(void)
{
	static char place[PATH_MAX];

	return find_beside(
	    place, "../templates", "../share/riverpost/templates", DATADIR "/templates");
}

const char *
config_reader(void)
{
	static char place[PATH_MAX];

	return find_beside(place, "riverpost-reader", "../libexec/riverpost/riverpost-reader",
	    LIBEXECDIR "/riverpost-reader");
}

const char *
config_deliver(void)
{
	static char place[PATH_MAX];

	return find_beside(place, "riverpost-deliver", "../libexec/riverpost/riverpost-deliver",
	    LIBEXECDIR "/riverpost-deliver");
}

/* Lines of words, each after a prefix; in a manual each sentence begins a new one. */
static void
print_text(FILE *out, const char *prefix, const char *text, bool is_manual)
{
	size_t column = 0;

	for (bool ends = false; *text != '\0'; text += strspn(text, " ")) {
		size_t n = strcspn(text, " ");

		if (column > 0 && (ends || column + 1 + n > COLUMNS)) {
			fputc('\n', out);
			column = 0;
		}
		fprintf(out, "%s%.*s", column == 0 ? prefix : " ", (int)n, text);
		column += n + (column == 0 ? strlen(prefix) : 1);
		ends = is_manual && text[n - 1] == '.';
		text += n;
	}
	fputc('\n', out);
}

/* Between single quotes, as file.h has it. */
static void
print_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('\'', out);
}

static void
print_options(FILE *out, const char *indent, const struct section *section, const void *base)
{
	struct arena *arena = arena_new();
	const char *comment = arena_printf(arena, "%s# ", indent);

	for (size_t i = 0; i < section->count; i++) {
		const struct option *option = &section->options[i];
		const char *text = option_get(option, base, arena);

		if (i > 0)
			fputc('\n', out);
		print_text(out, comment, option->help, false);
		fputs(indent, out);
		if (text == NULL && option->initial != NULL) {
			fprintf(out, "%s = ''\n", option->name);
		} else if (text == NULL) {
			fprintf(out, "# %s is not set\n", option->name);
		} else if (option->type == OPTION_SECRET) {
			fprintf(out, "# %s is set and not shown: add it here\n", option->name);
		} else if (option->type == OPTION_NUMBER || option->type == OPTION_CHOICE) {
			fprintf(out, "%s = %s\n", option->name, text);
		} else {
			fprintf(out, "%s = ", option->name);
			print_quoted(out, text);
			fputc('\n', out);
		}
	}
	arena_free(arena);
}

void
config_print(const struct config *config, FILE *out)
{
	fprintf(out, "# %s%s\n\n", config->file != NULL ? "Read from " : "No file: the defaults",
	    config->file != NULL ? config->file : "");
	print_options(out, "", &config_sections[SECTION_MAIN], config);
	fputc('\n', out);
	print_text(out, "# ", config_sections[SECTION_SOURCE].help, false);
	for (int i = 0; i < config->source_count; i++) {
		fputs("source ", out);
		print_quoted(out, config->sources[i].name);
		fputs(" {\n", out);
		print_options(out, "\t", &config_sections[SECTION_SOURCE], &config->sources[i]);
		fputs("}\n\n", out);
	}
	print_text(out, "# ", config_sections[SECTION_SINK].help, false);
	fputs("sink {\n", out);
	print_options(out, "\t", &config_sections[SECTION_SINK], config);
	fputs("}\n\n", out);
	print_text(out, "# ", config_sections[SECTION_ENGINE].help, false);
	fputs("engine {\n", out);
	print_options(out, "\t", &config_sections[SECTION_ENGINE], config);
	fputs("}\n", out);
}

void
config_manual(FILE *out)
{
	static const char *const values[] = { [OPTION_TEXT] = "text",
		[OPTION_PATH] = "path",
		[OPTION_SECRET] = "text",
		[OPTION_ADDRESS] = "address",
		[OPTION_OWN_ADDRESS] = "address",
		[OPTION_NUMBER] = "number",
		[OPTION_TIME] = "time",
		[OPTION_SITE] = "text",
		[OPTION_LANGUAGES] = "list",
		[OPTION_CHOICE] = "word" };
	static const char *const headings[SECTIONS] = {
		[SECTION_MAIN] = "Options of the server",
		[SECTION_SOURCE] = "Sections: source \\(dqname\\(dq { ... }",
		[SECTION_SINK] = "Section: sink { ... }",
		[SECTION_ENGINE] = "Section: engine { ... }",
	};

	for (int i = 0; i < SECTIONS; i++) {
		fprintf(out, ".Ss %s\n", headings[i]);
		if (i != SECTION_MAIN)
			print_text(out, "", config_sections[i].help, true);
		fputs(".Bl -tag -width Ds\n", out);
		for (size_t k = 0; k < config_sections[i].count; k++) {
			const struct option *option = &config_sections[i].options[k];

			fprintf(
			    out, ".It Ic %s Ns = Ns Ar %s\n", option->name, values[option->type]);
			print_text(out, "", option->help, true);
			if (option->type == OPTION_NUMBER)
				fprintf(out, "From %d to %d.\n", option->min, option->max);
			if (option->type == OPTION_CHOICE) {
				fputs("One of\n", out);
				for (int c = 0; option->choice(c) != NULL; c++)
					fprintf(out, ".Cm %s%s\n", option->choice(c)->name,
					    option->choice(c + 1) != NULL ? " ," : " .");
			}
			if (option->initial != NULL)
				fprintf(out, "The default is\n.Ql %s .\n", option->initial);
		}
		fputs(".El\n", out);
	}
}
