/* SPDX-License-Identifier: ISC */
/*
 * The doctor's checks of what is kept: home, keys, database, templates, disk
 * (doctor.h).
 *
 * Looks at names, owners and modes first, and opens only what is there, so that
 * nothing is made by looking.
 */
#include "cli/doctor.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/signing.h"
#include "base/str.h"
#include "base/vars.h"
#include "config/config.h"
#include "config/options.h"
#include "mail/quote/phrases.h"
#include "server/server.h"
#include "store/db.h"
#include "view/board_draw.h"
#include "view/template.h"
#include "view/template_check.h"

#define SPACE_MIN (UINT64_C(100) * 1024 * 1024)

/* To say who calls doctor and who owns a file: where these differ, the server cannot open it. */
static const char *
user_name(const struct doctor *doctor, uid_t uid)
{
	const struct passwd *user = getpwuid(uid);

	return user != NULL ? arena_strdup(doctor->arena, user->pw_name) :
			      arena_printf(doctor->arena, "user %u", (unsigned)uid);
}

static void
check_home(struct doctor *doctor)
{
	const char *home = doctor->config->home;
	const char *parent = dirname(arena_strdup(doctor->arena, home));
	struct stat st;

	if (stat(home, &st) == -1 && errno == ENOENT && access(parent, W_OK | X_OK) == 0)
		doctor_ok(
		    doctor, "the home folder %s does not exist yet; the first run makes it", home);
	else if (stat(home, &st) == -1 && errno == ENOENT)
		doctor_wrong(doctor, "make the folder and give it to the server's user",
		    "the home folder %s does not exist and cannot be made in %s", home, parent);
	else if (stat(home, &st) == -1)
		doctor_wrong(doctor, "let the server's user into the folders above it",
		    "the home folder %s cannot be looked into (%s)", home, strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		doctor_wrong(doctor, "move it away, or set another home",
		    "the home folder %s is not a folder", home);
	else if (st.st_uid != geteuid())
		doctor_wrong(doctor,
		    arena_printf(doctor->arena,
			"call riverpost as %s alone (sudo -u %s "
			"...); if the home is wrong: chown -R",
			user_name(doctor, st.st_uid), user_name(doctor, st.st_uid)),
		    "the home folder %s belongs to %s, and you are %s", home,
		    user_name(doctor, st.st_uid), user_name(doctor, geteuid()));
	else if (access(home, W_OK) == -1 && errno == EROFS)
		doctor_wrong(doctor,
		    "mount its disk so that it can be written to; to look at it is enough as it is",
		    "the home folder %s is on a read-only disk", home);
	else if (access(home, R_OK | W_OK | X_OK) == -1)
		doctor_wrong(doctor,
		    arena_printf(doctor->arena, "chmod 700 %s; or the disk is read-only", home),
		    "the home folder %s cannot be written to (%s)", home, strerror(errno));
	else if ((st.st_mode & 022) != 0)
		doctor_wrong(doctor, arena_printf(doctor->arena, "chmod 700 %s", home),
		    "the home folder %s can be written to by others (mode %04o)", home,
		    (unsigned)st.st_mode & 07777);
	else
		doctor_ok(doctor, "the home folder %s exists and is writable", home);
}

/* A home of another user's is reported already. */
static void
check_root(struct doctor *doctor)
{
	struct stat st;

	if (geteuid() == 0 && (stat(doctor->config->home, &st) == -1 || st.st_uid == 0))
		doctor_wrong(doctor,
		    "make a user for the server, give it the home folder (chown -R), and call "
		    "riverpost as that user",
		    "the server's user is root, and no right of root's is needed");
}

/* A secret file of the server exists, belongs to it alone, and can be read. */
static bool
is_private_file(struct doctor *doctor, const char *what, const char *path)
{
	struct stat st;

	if (stat(path, &st) == -1)
		doctor_wrong(doctor, "put it back from the backup, or find out where it went",
		    "%s %s is not there (%s)", what, path, strerror(errno));
	else if (st.st_uid != geteuid())
		doctor_wrong(doctor,
		    arena_printf(doctor->arena,
			"chown it to the user that the server runs "
			"as, and call riverpost as that user alone"),
		    "%s %s belongs to %s, and you are %s", what, path, user_name(doctor, st.st_uid),
		    user_name(doctor, geteuid()));
	else if (!S_ISREG(st.st_mode) || access(path, R_OK) == -1 ||
	    (access(path, W_OK) == -1 && errno != EROFS))
		doctor_wrong(doctor, arena_printf(doctor->arena, "chmod 600 %s", path),
		    "%s %s cannot be read and written", what, path);
	else if ((st.st_mode & 077) != 0)
		doctor_wrong(doctor, arena_printf(doctor->arena, "chmod 600 %s", path),
		    "%s %s is open to others (mode %04o)", what, path,
		    (unsigned)st.st_mode & 07777);
	else
		return true;
	return false;
}

static void
check_keys(struct doctor *doctor)
{
	const char *path = doctor_in_home(doctor, "keys");
	struct keys keys;
	struct err err;

	if (doctor->is_new || !is_private_file(doctor, "the key file", path))
		return;
	if (keys_load(&keys, path, &err) == -1)
		doctor_wrong(doctor, "put it back from the backup", "%s", err.text);
	else
		doctor_ok(doctor, "the key file is valid, and closed to others");
}

/* Made by init, or with the first score that is signed. */
static void
check_signing(struct doctor *doctor)
{
	const char *path = doctor_in_home(doctor, SIGNING_FILE);
	struct signing signing;
	struct err err;

	if (access(path, F_OK) == -1 && errno == ENOENT)
		return;
	if (!is_private_file(doctor, "the file of the keys that sign scores", path))
		return;
	if (signing_read(&signing, path, &err) == -1)
		doctor_wrong(doctor, "put it back from the backup", "%s", err.text);
	else
		doctor_ok(doctor, "%s signs scores with the key %s", path, signing.keys[0].public);
}

static void
check_closed(struct doctor *doctor, const char *path)
{
	struct stat st;

	if (path != NULL && stat(path, &st) == 0 && (st.st_mode & 07) != 0)
		doctor_wrong(doctor, arena_printf(doctor->arena, "chmod 600 %s", path),
		    "the password in %s can be read by everybody (mode %04o)", path,
		    (unsigned)st.st_mode & 07777);
}

static void
check_passwords(struct doctor *doctor)
{
	const struct config *config = doctor->config;
	const char *told = config->sink_password_file;
	bool inside = config->sink.login.password != NULL && told == NULL;

	check_closed(doctor, told);
	for (int i = 0; i < config->source_count; i++) {
		const struct config_source *source = &config->sources[i];
		const char *file = source->password_file;

		if (file != NULL && (told == NULL || strcmp(file, told) != 0))
			check_closed(doctor, file);
		inside |= source->options.login.password != NULL && file == NULL;
	}
	if (inside)
		check_closed(doctor, config->file);
}

/* What lies beside the database holds parts of it. */
static void
check_beside(struct doctor *doctor)
{
	static const char *const names[] = { "riverpost.sqlite-wal", "riverpost.sqlite-shm",
		"riverpost.sqlite-mark", "kept", "spool" };
	struct stat st;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *path = doctor_in_home(doctor, names[i]);

		if (stat(path, &st) == 0 && (st.st_mode & 077) != 0)
			doctor_wrong(doctor, arena_printf(doctor->arena, "chmod go= %s", path),
			    "%s is open to others (mode %04o)", path, (unsigned)st.st_mode & 07777);
	}
}

static void
check_database(struct doctor *doctor)
{
	struct err err;

	if (doctor->is_new) {
		doctor_ok(doctor, "there is no database yet; the first run makes it");
		return;
	}
	if (!is_private_file(doctor, "the database", doctor_in_home(doctor, "riverpost.sqlite")))
		return;
	if (doctor->server == NULL)
		return;
	if (store_check(doctor->server->store, &err) == -1)
		doctor_wrong(
		    doctor, "stop the server and put the last backup back", "%s", err.text);
	else
		doctor_ok(doctor, "the database opens and is valid");
}

/* Opened only where everything exists, so that nothing is made, and where the keys are
 * valid, which is reported already. */
static void
check_server(struct doctor *doctor)
{
	static const struct {
		const char *words, *remedy;
	} known[] = {
		{ "locked", "end the program that has it open (fuser -v shows which)" },
		{ "disk I/O", "see that the disk is not damaged and may be written to" },
		{ "newer",
		    "install the newer program again, or put the backup back from before it" },
		{ "", "stop the server and put the last backup back" },
	};
	static struct server server;
	struct keys keys;
	struct err err;
	int i = 0;

	if (doctor->is_new || access(doctor_in_home(doctor, "keys"), R_OK) == -1 ||
	    access(doctor_in_home(doctor, "riverpost.sqlite"), R_OK) == -1 ||
	    keys_load(&keys, doctor_in_home(doctor, "keys"), &err) == -1)
		return;
	if (server_open(&server, doctor->config, SERVER_READS, &err) == 0) {
		doctor->server = &server;
		return;
	}
	server_close(&server);
	while (strstr(err.text, known[i].words) == NULL)
		i++;
	if (!doctor->is_full)
		doctor_wrong(doctor, known[i].remedy, "%s", err.text);
}

static void
complain(void *doctor, const char *what)
{
	doctor_wrong(doctor, "correct that template", "%s", what);
}

/* Templates are there in the language of strangers' letters, and all are valid in all languages,
 * since letters go out in each player's. */
static bool
template_folders_are_valid(struct doctor *doctor, struct templates *templates)
{
	const char *own = doctor->config->templates, *language = doctor->config->language;
	DIR *dir = own != NULL ? opendir(own) : NULL;
	const char *shipped = config_shipped_templates();
	struct err err;

	if (own != NULL && dir == NULL) {
		doctor_wrong(doctor, "correct templates in the configuration",
		    "the folder of your templates, %s, cannot be looked into (%s)", own,
		    strerror(errno));
		return false;
	}
	if (dir != NULL)
		closedir(dir);
	if (access(shipped, R_OK) == 0 &&
	    phrases_load(arena_printf(doctor->arena, "%s/mail", shipped), &err) == -1) {
		doctor_wrong(doctor, "install the templates again (make install)", "%s", err.text);
		return false;
	}
	/* In a misnamed folder nothing is found, and English is sent instead. */
	if (access(arena_printf(doctor->arena, "%s/%s", shipped, language), R_OK) == 0 ||
	    (own != NULL && access(arena_printf(doctor->arena, "%s/%s", own, language), R_OK) == 0))
		return templates_check(templates, complain, doctor, &err) == 0;
	doctor_wrong(doctor,
	    "correct language in the configuration, or install the templates (make install)",
	    "there are no templates in the language %s in %s", language, shipped);
	return false;
}

static void
tell(void *doctor, const char *what)
{
	doctor_ok(doctor, "%s", what);
}

/* English is whole, which stands in for what other languages lack. */
static bool
english_is_whole(struct doctor *doctor, struct templates *templates)
{
	static const char *const needed[] = { "welcome", "signup-confirm", "game", "board",
		"answers", "game-result", "help", "letter-no-command", "move-opponent",
		"clock-forfeit", "letter-subject" };
	struct err err;

	for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (template_check(templates, "en", needed[i], &err) == -1) {
			doctor_wrong(doctor,
			    "install the templates (make install), or run the program "
			    "from where it was built",
			    "%s", err.text);
			return false;
		}
	return true;
}

/* Pages are made in languages that are whole alone. */
static void
check_page_languages(struct doctor *doctor, struct templates *templates)
{
	const char *at = doctor->config->archive_languages, *first;
	int count;

	for (; at != NULL && *(at += strspn(at, ", ")) != '\0'; at += strcspn(at, ", ")) {
		const char *code = arena_strndup(doctor->arena, at, strcspn(at, ", "));

		if ((count = language_lacks(templates, code, &first)) > 0)
			doctor_wrong(doctor,
			    "complete its templates, or take it out of archive_languages",
			    "archive_languages names %s, which lacks %d of the English texts and"
			    " words (%s): no pages are made in it",
			    code, count, first);
	}
}

/* Those that the next start would read: no database is needed for them. */
static void
check_templates(struct doctor *doctor)
{
	struct templates *templates = templates_new(
	    doctor->config->templates, config_shipped_templates());
	struct reader reader = { .language = "en" };
	struct vars *vars = vars_new(doctor->arena);
	const char *word;
	struct str out;
	struct err err;

	if (!template_folders_are_valid(doctor, templates) ||
	    !english_is_whole(doctor, templates)) {
		templates_free(templates);
		return;
	}
	str_init(&out, doctor->arena, 0);
	vars_text(vars, "house", doctor->config->name);
	vars_text(vars, "userid", "wilma");
	vars_flag(vars, "has-password", true);
	if (template_render(templates, &reader, "welcome", vars, &out, &err) == -1)
		doctor_wrong(doctor, "correct that template", "%s", err.text);
	else if (template_word(templates, &reader, "date-format", &word, &err) == -1)
		doctor_wrong(doctor, "install the templates again (make install)", "%s", err.text);
	else
		doctor_ok(doctor, "templates are found and can be filled in");
	templates_tell_lacks(templates, tell, doctor);
	check_page_languages(doctor, templates);
	templates_free(templates);
}

static void
check_space(struct doctor *doctor)
{
	const char *home = doctor->config->home;
	/* Where the first run will make it. */
	const char *folder = access(home, F_OK) == 0 ? home :
						       dirname(arena_strdup(doctor->arena, home));
	struct statvfs fs;
	uint64_t space;

	if (statvfs(folder, &fs) == -1)
		return;
	space = (uint64_t)fs.f_bavail * fs.f_frsize;
	doctor->is_full = space < SPACE_MIN || (fs.f_files > 0 && fs.f_favail < 1000);
	if (space < SPACE_MIN)
		doctor_wrong(doctor, "make room on that disk", "only %llu MB are free for %s",
		    (unsigned long long)(space >> 20), home);
	else if (doctor->is_full)
		doctor_wrong(doctor, "remove files from that disk",
		    "there is hardly room for another file beside %s", home);
	else if (space >> 20 < (uint64_t)doctor->config->free_min)
		doctor_wrong(doctor, "make room on that disk, or lower free_min",
		    "no letter is taken: free_min = %d, and only %llu MB are free for %s",
		    doctor->config->free_min, (unsigned long long)(space >> 20), home);
	else
		doctor_ok(doctor, "%llu MB of disk are free", (unsigned long long)(space >> 20));
}

/* Pictures have letters where no font has hanzi. */
static void
check_font(struct doctor *doctor)
{
	const char *font = board_font();

	if (font != NULL)
		doctor_ok(doctor, "pictures of boards have their hanzi from %s", font);
	else
		doctor_wrong(doctor, "install one, as Debian's fonts-wqy-microhei",
		    "no font for hanzi is installed: pictures of boards show letters");
}

/* Where pages and numbers are written to.  The first run makes the folder of pages, but none
 * above it. */
static void
check_published(struct doctor *doctor)
{
	const struct {
		const char *option, *path;
		bool is_folder;
	} places[] = { { "archive", doctor->config->archive, true },
		{ "status_file", doctor->config->status_file, false } };

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		const char *folder = places[i].path;
		struct stat st;

		if (folder == NULL)
			continue;
		if (!places[i].is_folder || (stat(folder, &st) == -1 && errno == ENOENT))
			folder = dirname(arena_strdup(doctor->arena, folder));
		if (stat(folder, &st) == -1 || access(folder, W_OK | X_OK) == -1)
			doctor_wrong(doctor,
			    "make the folder and give it to the server's user, or correct the option",
			    "%s = %s: %s cannot be written to (%s)", places[i].option,
			    places[i].path, folder, strerror(errno));
		else if (!S_ISDIR(st.st_mode))
			doctor_wrong(doctor, "correct the option", "%s = %s: %s is not a folder",
			    places[i].option, places[i].path, folder);
		else
			doctor_ok(doctor, "%s can be written to %s", places[i].option, folder);
	}
}

/* The one that is tried where none is named may be missing: then players have no machine. */
static void
check_engine(struct doctor *doctor)
{
	const struct section *section = &config_sections[SECTION_ENGINE];
	const char *usual = section->options[option_find(section, "command")].initial;
	const char *program = doctor->config->engine.words[0];

	if (program[0] == '\0' || access(program, X_OK) == 0)
		return;
	if (str_equal(program, usual))
		doctor_ok(doctor, "players have no machine to play: there is no %s", usual);
	else
		doctor_wrong(doctor, "install it, or correct the command of the engine",
		    "players have no machine to play: %s (%s)", program, strerror(errno));
}

void
doctor_home(struct doctor *doctor)
{
	check_home(doctor);
	check_root(doctor);
	check_passwords(doctor);
	check_keys(doctor);
	check_signing(doctor);
	check_beside(doctor);
	check_space(doctor);
	check_server(doctor);
	check_database(doctor);
	check_templates(doctor);
	check_font(doctor);
	check_published(doctor);
	check_engine(doctor);
}
