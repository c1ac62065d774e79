/* SPDX-License-Identifier: ISC */
/*
 * The order of the doctor's checks, and whether a server is running (doctor.h).
 */
#include "cli/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/cli.h"
#include "config/config.h"
#include "server/lock.h"
#include "server/server.h"
#include "server/twin.h"
#include "store/db.h"
#include "store/stamps.h"

#define CLOCK_SLACK  HOUR
#define JUMP_MIN     (10 * DAY) /* longer than servers stand still */
#define JUMP_TOLD    (366 * DAY)
#define WAIT_DEFAULT 30 /* seconds for a letter to itself */
#define WAIT_MAX     3600
#define PASS_SLACK   HOUR /* the longest pause that cron is expected to make */

static void
check_clock(struct doctor *doctor)
{
	static const char remedy[] = "set the clock of this machine, best by NTP";
	struct stat st;
	struct err err;
	int64_t last = 0;

	if (doctor->server != NULL)
		store_fact(doctor->server->store, "last-pass", &last, &err);
	if (stat("/proc/self/exe", &st) == 0 && st.st_mtime > doctor->now + DAY)
		doctor_wrong(doctor, remedy, "the clock is before the time this program was made");
	else if (last > doctor->now + CLOCK_SLACK)
		doctor_wrong(doctor, remedy, "the last pass was made %s in the future",
		    doctor_span(doctor, last - doctor->now));
	else
		doctor_ok(doctor, "the clock is plausible");
}

/* What the clock has done since (server/tick.c). */
static void
check_jumps(struct doctor *doctor)
{
	struct store *store = doctor->server != NULL ? doctor->server->store : NULL;
	int64_t given, since, back, back_at;
	char when[32];
	const char *where = "";
	struct err err;
	bool went_back;
	int later;

	if (store == NULL)
		return;
	if (store_fact(store, "clock-given", &given, &err) == -1 ||
	    store_fact(store, "clock-since", &since, &err) == -1 ||
	    store_fact(store, "clock-back", &back, &err) == -1 ||
	    store_fact(store, "clock-back-at", &back_at, &err) == -1 ||
	    (later = stamps_future(store, doctor->now + CLOCK_SLACK, &where, &err)) == -1) {
		doctor_wrong(doctor, "put the last backup back", "%s", err.text);
		return;
	}
	went_back = back >= 10 * MINUTE && doctor->now - back_at < JUMP_TOLD;
	clock_format_iso(when, sizeof when, since);
	if (given >= JUMP_MIN)
		doctor_wrong(doctor, "see that the clock is right; if it is, all is well",
		    "the clock jumped ahead by %s on %s, or no server was running; the time was "
		    "given back to all players",
		    doctor_span(doctor, given), when);
	else if (given <= -JUMP_MIN)
		doctor_wrong(doctor, "see that the clock is right; if it is, all is well",
		    "the clock was set back by %s on %s%s", doctor_span(doctor, -given), when,
		    went_back ? "; what was stamped later was put right" : "");
	clock_format_iso(when, sizeof when, back_at);
	if (given > -JUMP_MIN && went_back)
		doctor_ok(doctor,
		    "the clock went back by %s on %s; what was stamped later was put right",
		    doctor_span(doctor, back), when);
	if (later > 0)
		doctor_wrong(doctor,
		    "set the clock of this machine, best by NTP; if it is right, nothing waits for "
		    "these times",
		    "%d times in the database lie in the future (%s)", later, where);
}

static void
check_last_pass(struct doctor *doctor)
{
	/* A server at work holds the lock.  Nothing is made: a home without one has none. */
	bool at_work = lock_is_held(doctor->config->home);
	const char *remedy = at_work ?
	    "see its log; restart it" :
	    "start riverpost serve, or have cron call riverpost run every few minutes";
	const char *which = at_work ? "the running server" : "no server is running; it";
	struct err err;
	int64_t last;

	if (doctor->server == NULL)
		return;
	if (twin_is_at_work(doctor->server, &err))
		doctor_wrong(doctor, "stop one of them; riverpost restore --alone where it goes on",
		    "a twin of this restored database is at work elsewhere; nothing is read or sent");
	if (store_fact(doctor->server->store, "last-pass", &last, &err) == -1)
		doctor_wrong(doctor, "put the last backup back", "%s", err.text);
	else if (last == 0)
		doctor_wrong(doctor, remedy, "%s has never looked for letters", which);
	else if (doctor->now - last > PASS_SLACK)
		doctor_wrong(doctor, remedy, "%s looked for letters %s ago", which,
		    doctor_span(doctor, doctor->now - last));
	else
		doctor_ok(doctor, "%s looked for letters %s ago", which,
		    doctor_span(doctor, doctor->now > last ? doctor->now - last : 0));
}

/* [--letter [--wait=SECONDS]] */
static bool
doctor_options(struct doctor *doctor, int argc, char **argv)
{
	char *end;

	if (argc == 1)
		return true;
	if (argc > 3 || strcmp(argv[1], "--letter") != 0)
		return cli_wrong(argv[argc > 3 ? 3 : 1], CLI_TOO_MUCH) == 0;
	doctor->wait = WAIT_DEFAULT;
	if (argc == 2)
		return true;
	if (strncmp(argv[2], "--wait=", 7) != 0)
		return cli_wrong(argv[2], CLI_TOO_MUCH) == 0;
	doctor->wait = (int)strtol(argv[2] + 7, &end, 10);
	return (*end == '\0' && doctor->wait >= 1 && doctor->wait <= WAIT_MAX) ||
	    cli_wrong(argv[2], "not a number of seconds to wait") == 0;
}

int
cli_doctor(int argc, char **argv)
{
	static void (*const checks[])(struct doctor *) = { doctor_home, check_clock, check_jumps,
		check_last_pass, doctor_mail, doctor_fence, doctor_letter };
	struct doctor doctor = { .now = cli_now() };
	struct err err;

	if (!doctor_options(&doctor, argc, argv))
		return 2;
	if (cli_load_config(&doctor.config, &err) == -1) {
		printf("wrong: the configuration cannot be used: %s, do this: correct that\n",
		    err.text);
		return 1;
	}
	doctor.arena = arena_new();
	doctor.is_new = access(doctor_in_home(&doctor, "keys"), F_OK) == -1 &&
	    access(doctor_in_home(&doctor, "riverpost.sqlite"), F_OK) == -1;
	if (doctor.config->file != NULL)
		doctor_ok(&doctor, "the configuration %s can be read", doctor.config->file);
	else
		doctor_ok(&doctor, "there is no configuration file; the defaults are used");
	if (doctor.config->twice != NULL)
		doctor_wrong(&doctor, "keep one of the two", "%s: the last one counts",
		    doctor.config->twice);
	if (doctor.config->idle != NULL)
		doctor_wrong(
		    &doctor, "take it out, or correct the kind", "%s", doctor.config->idle);
	for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
		checks[i](&doctor);
	if (doctor.server != NULL)
		server_close(doctor.server);
	arena_free(doctor.arena);
	return doctor.wrong > 0 ? 1 : 0;
}
