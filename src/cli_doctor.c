/* SPDX-License-Identifier: ISC */
/*
 * The doctor's rounds, and the machine: home, keys, database, templates, disk,
 * clock (cli_doctor.h).
 */
#include "cli_doctor.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "cli.h"
#include "config.h"
#include "office.h"
#include "store/db.h"
#include "view/template.h"

#define SPACE_MIN	(UINT64_C(100) * 1024 * 1024)
#define CLOCK_SLACK	HOUR
#define WAIT_DEFAULT	30	/* seconds for a letter to itself */
#define WAIT_MAX	3600
#define PASS_SLACK	HOUR	/* the longest pause that cron is expected to make */

void
doctor_ok(struct doctor *doctor, const char *format, ...)
{
	va_list	args;

	va_start(args, format);
	printf("ok: %s\n", arena_vprintf(doctor->arena, format, args));
	va_end(args);
}

void
doctor_wrong(struct doctor *doctor, const char *remedy, const char *format, ...)
{
	va_list	args;

	va_start(args, format);
	printf("wrong: %s, do this: %s\n", arena_vprintf(doctor->arena, format, args), remedy);
	va_end(args);
	doctor->wrong++;
}

const char *
doctor_span(struct doctor *doctor, int64_t seconds)
{
	if (seconds >= 2 * DAY)
		return arena_printf(doctor->arena, "%lld days", (long long)(seconds / DAY));
	if (seconds >= 2 * HOUR)
		return arena_printf(doctor->arena, "%lld hours", (long long)(seconds / HOUR));
	return arena_printf(doctor->arena, "%lld minutes", (long long)(seconds / MINUTE));
}

static const char *
in_home(const struct doctor *doctor, const char *name)
{
	return arena_printf(doctor->arena, "%s/%s", doctor->config->home, name);
}

static void
check_config(struct doctor *doctor)
{
	if (doctor->config->file != NULL)
		doctor_ok(doctor, "the configuration %s can be read", doctor->config->file);
	else
		doctor_ok(doctor, "there is no configuration file, the defaults hold");
}

static void
check_missing_home(struct doctor *doctor)
{
	const char	*home = doctor->config->home;
	char		*copy = arena_strdup(doctor->arena, home), *parent = dirname(copy);

	if (access(parent, W_OK | X_OK) == 0)
		doctor_ok(doctor, "the home folder %s is not there yet; the first run makes it", home);
	else
		doctor_wrong(doctor, "make the folder and give it to the server's user",
		    "the home folder %s is not there and cannot be made in %s (%s)", home, parent,
		    strerror(errno));
}

static void
check_home(struct doctor *doctor)
{
	const char	*home = doctor->config->home;
	struct stat	 st;

	if (stat(home, &st) == -1 && errno == ENOENT)
		check_missing_home(doctor);
	else if (stat(home, &st) == -1)
		doctor_wrong(doctor, "let the server's user into the folders above it",
		    "the home folder %s cannot be looked into (%s)", home, strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		doctor_wrong(doctor, "move it away, or set another home",
		    "the home folder %s is no folder", home);
	else if (access(home, R_OK | W_OK | X_OK) == -1)
		doctor_wrong(doctor, "give it to the user that the server runs as (chown -R), and call "
		    "doctor as that user", "the home folder %s cannot be written to (%s)", home,
		    strerror(errno));
	else if ((st.st_mode & 022) != 0)
		doctor_wrong(doctor, arena_printf(doctor->arena, "chmod 700 %s", home),
		    "the home folder %s can be written to by others (mode %04o)", home,
		    (unsigned)st.st_mode & 07777);
	else
		doctor_ok(doctor, "the home folder %s is there and writable", home);
}

/* A secret file of ours: there, ours alone, readable.  False when it is not. */
static bool
is_private_file(struct doctor *doctor, const char *what, const char *path)
{
	struct stat	st;

	if (stat(path, &st) == -1)
		doctor_wrong(doctor, "put it back from the backup, or find out where it went",
		    "%s %s is not there (%s)", what, path, strerror(errno));
	else if (!S_ISREG(st.st_mode) || access(path, R_OK | W_OK) == -1)
		doctor_wrong(doctor, "give it to the user that the server runs as",
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
	const char	*path = in_home(doctor, "keys");
	struct keys	 keys;
	struct err	 err;

	if (doctor->is_new || !is_private_file(doctor, "the key file", path))
		return;
	if (keys_load(&keys, path, &err) == -1)
		doctor_wrong(doctor, "put it back from the backup", "%s", err.text);
	else
		doctor_ok(doctor, "the key file is sound and ours alone");
}

static void
check_database(struct doctor *doctor)
{
	struct err	err;

	if (doctor->is_new) {
		doctor_ok(doctor, "there is no database yet; the first run makes it");
		return;
	}
	if (!is_private_file(doctor, "the database", in_home(doctor, "riverpost.sqlite")))
		return;
	if (doctor->office == NULL)
		return;
	if (store_check(doctor->office->store, &err) == -1)
		doctor_wrong(doctor, "stop the server and put the last backup back", "%s", err.text);
	else
		doctor_ok(doctor, "the database opens and is sound");
}

/* Opened only where everything is there, so that nothing is made. */
static void
check_office(struct doctor *doctor)
{
	static struct office	office;
	struct err		err;

	if (doctor->is_new || access(in_home(doctor, "keys"), R_OK) == -1 ||
	    access(in_home(doctor, "riverpost.sqlite"), R_OK | W_OK) == -1)
		return;
	if (office_open(&office, doctor->config, &err) == 0) {
		doctor->office = &office;
		return;
	}
	office_close(&office);
	doctor_wrong(doctor, "see what it says; a newer file needs the newer program, a damaged one "
	    "the last backup", "%s", err.text);
}

/* A letter that everybody gets, and the words that all need. */
static void
check_templates(struct doctor *doctor)
{
	static const char *const needed[] = { "welcome", "signup-confirm", "game", "board",
		"answers", "result", "help", "no-command", "move-opponent", "forfeit", "subject" };
	struct reader	 reader = { .language = doctor->config->language };
	struct vars	*vars = vars_new(doctor->arena);
	struct str	 out;
	struct err	 err;

	if (doctor->office == NULL)
		return;
	for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (!template_exists(doctor->office->templates, needed[i])) {
			doctor_wrong(doctor, "install the templates (make install), or run the program "
			    "from where it was built", "the template %s is not found", needed[i]);
			return;
		}
	str_init(&out, doctor->arena, 0);
	vars_text(vars, "house", doctor->config->name);
	vars_text(vars, "userid", "wilma");
	vars_flag(vars, "has-password", true);
	if (template_render(doctor->office->templates, &reader, "welcome", vars, &out, &err) == -1)
		doctor_wrong(doctor, "correct that template", "%s", err.text);
	else if (template_word(doctor->office->templates, &reader, "date-format") == NULL)
		doctor_wrong(doctor, "install the templates again (make install)",
		    "the words of the templates are not found");
	else
		doctor_ok(doctor, "templates are found and can be filled in");
}

static void
check_space(struct doctor *doctor)
{
	struct statvfs	fs;
	uint64_t	space;

	if (doctor->is_new || statvfs(doctor->config->home, &fs) == -1)
		return;
	space = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (space < SPACE_MIN)
		doctor_wrong(doctor, "make room on that disk", "only %llu MB are free for %s",
		    (unsigned long long)(space >> 20), doctor->config->home);
	else if (fs.f_files > 0 && fs.f_favail < 1000)
		doctor_wrong(doctor, "remove files from that disk", "hardly a file more fits beside %s",
		    doctor->config->home);
	else
		doctor_ok(doctor, "%llu MB of disk are free", (unsigned long long)(space >> 20));
}

static void
check_clock(struct doctor *doctor)
{
	static const char	remedy[] = "set the clock of this machine, best by NTP";
	struct stat		st;
	struct err		err;
	int64_t			last = 0;

	if (doctor->office != NULL)
		store_fact(doctor->office->store, "last-pass", &last, &err);
	if (stat("/proc/self/exe", &st) == 0 && st.st_mtime > doctor->now + DAY)
		doctor_wrong(doctor, remedy, "the clock is before the time this program was made");
	else if (last > doctor->now + CLOCK_SLACK)
		doctor_wrong(doctor, remedy, "the last pass was made %s in the future",
		    doctor_span(doctor, last - doctor->now));
	else
		doctor_ok(doctor, "the clock is plausible");
}

static void
check_last_pass(struct doctor *doctor)
{
	static const char	remedy[] = "start riverpost serve, or have cron call riverpost run every "
				    "few minutes";
	struct err		err;
	int64_t			last;

	if (doctor->office == NULL)
		return;
	if (store_fact(doctor->office->store, "last-pass", &last, &err) == -1)
		doctor_wrong(doctor, "put the last backup back", "%s", err.text);
	else if (last == 0)
		doctor_wrong(doctor, remedy, "the server has never looked for letters");
	else if (doctor->now - last > PASS_SLACK)
		doctor_wrong(doctor, remedy, "the server looked for letters %s ago",
		    doctor_span(doctor, doctor->now - last));
	else
		doctor_ok(doctor, "the server looked for letters %s ago",
		    doctor_span(doctor, doctor->now > last ? doctor->now - last : 0));
}

static doctor_check *const checks[] = {
	check_config, check_home, check_keys, check_office, check_database, check_templates,
	check_space, check_clock, check_last_pass, NULL
};

static void
examine(struct doctor *doctor, doctor_check *const *list)
{
	for (; *list != NULL; list++)
		(*list)(doctor);
}

/* [--letter [--wait=SECONDS]] */
static bool
read_options(struct doctor *doctor, int argc, char **argv)
{
	char	*end;

	if (argc == 1)
		return true;
	if (argc > 3 || strcmp(argv[1], "--letter") != 0)
		return false;
	doctor->wait = WAIT_DEFAULT;
	if (argc == 2)
		return true;
	if (strncmp(argv[2], "--wait=", 7) != 0)
		return false;
	doctor->wait = (int)strtol(argv[2] + 7, &end, 10);
	return *end == '\0' && doctor->wait >= 1 && doctor->wait <= WAIT_MAX;
}

int
cli_doctor(int argc, char **argv)
{
	struct doctor	doctor = { .now = cli_now() };

	if (!read_options(&doctor, argc, argv))
		return 2;
	if ((doctor.config = cli_config()) == NULL) {
		printf("wrong: the configuration cannot be used, do this: correct what is said above\n");
		return 1;
	}
	doctor.arena = arena_new();
	doctor.is_new = access(in_home(&doctor, "keys"), F_OK) == -1 &&
	    access(in_home(&doctor, "riverpost.sqlite"), F_OK) == -1;
	examine(&doctor, checks);
	examine(&doctor, doctor_mail_checks);
	examine(&doctor, doctor_letter_checks);
	if (doctor.office != NULL)
		office_close(doctor.office);
	arena_free(doctor.arena);
	return doctor.wrong > 0 ? 1 : 0;
}
