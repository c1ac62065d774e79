/* SPDX-License-Identifier: ISC */
/*
 * The loop (server.h).
 *
 * A letter is settled in its source only after its transaction is committed;
 * whatever happens in between, it comes again and the inbox knows it.
 */
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/notify.h"
#include "server/office.h"
#include "server/signals.h"
#include "server/take.h"
#include "store/post.h"

#define SOURCES_MAX 16
#define TURN        2000 /* milliseconds for one source, before the others are looked at */
#define TEMPFAIL    75

struct server {
	const struct config *config;
	struct config *reloaded; /* the same, when it is ours to free */
	struct office office;
	struct source *sources[SOURCES_MAX];
	bool midway[SOURCES_MAX]; /* its round goes on in the next pass */
	int source_count;
	struct sender *sender;
	int lock;
	int64_t fixed_now; /* 0: ask the clock */
};

static int64_t
now_of(const struct server *server)
{
	return server->fixed_now != 0 ? server->fixed_now : clock_now();
}

/* 0 locked, 1 somebody else is at work, -1. */
static int
take_lock(struct server *server, struct err *err)
{
	char path[PATH_MAX];

	if (mkdir(server->config->home, 0700) == -1 && errno != EEXIST)
		return err_system(err, "cannot make the home folder %s", server->config->home);
	str_format(path, sizeof path, "%s/lock", server->config->home);
	if ((server->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600)) == -1)
		return err_system(err, "cannot open %s", path);
	if (flock(server->lock, LOCK_EX | LOCK_NB) == 0)
		return 0;
	if (errno == EWOULDBLOCK)
		return 1;
	return err_system(err, "cannot lock %s", path);
}

static void
server_close(struct server *server)
{
	for (int i = 0; i < server->source_count; i++)
		source_close(server->sources[i]);
	server->source_count = 0;
	memset(server->midway, 0, sizeof server->midway);
	sender_close(server->sender, &server->office, now_of(server));
	server->sender = NULL;
	office_close(&server->office);
}

static int
server_open(struct server *server, struct err *err)
{
	const struct config *config = server->config;

	if (office_open(&server->office, config, err) == -1)
		return -1;
	if (config->source_count > SOURCES_MAX)
		return err_set(err, "more than %d sources are configured", SOURCES_MAX);
	for (int i = 0; i < config->source_count; i++) {
		if (source_open(&server->sources[i], &config->sources[i].options, err) == -1)
			return -1;
		server->source_count++;
	}
	return sender_open(&server->sender, config, err);
}

/* Who wrote first need not wait until all letters are read. */
static void
send_meanwhile(struct server *server, bool more, struct pass *pass)
{
	struct err err;

	if (sender_go_on(
		server->sender, &server->office, now_of(server), more, &pass->sent, &err) == 0)
		return;
	log_trouble("%s", err.text);
	pass->trouble = true;
}

/* 1 a letter was taken, 0 none is left, -1. */
static int
take_next(struct server *server, struct source *source, struct arena *arena, struct pass *pass,
    struct err *err)
{
	struct intake intake;
	int answered = pass->done + pass->refused;
	int rc = source_fetch(source, arena, &intake, err);

	if (rc != 1)
		return rc;
	rc = take_letter(&server->office, source, &intake, now_of(server), pass, err);
	arena_clear(arena);
	send_meanwhile(server, pass->done + pass->refused > answered, pass);
	return rc == -1 ? -1 : 1;
}

static void
note_unread(const struct source *source, bool midway, struct pass *pass)
{
	if (source_left(source) > 0)
		pass->trouble = true;
	if (midway || source_retry_at(source) != 0 || source_left(source) > 0)
		pass->all_read = false;
}

static void
note_missed(struct server *server, struct source *source, struct pass *pass)
{
	struct err err;

	if (source_missed(source) == 0 ||
	    operator_rival(&server->office, source_name(source), now_of(server), &err) == 0)
		return;
	log_trouble("%s", err.text);
	pass->trouble = true;
}

/* A round that takes long, of a full mailbox behind a slow link, goes on in the next pass:
 * other sources and the clocks need not wait for it.  But what came since it began was
 * not read. */
static int
read_source(struct server *server, int number, bool all, struct pass *pass, struct err *err)
{
	struct source *source = server->sources[number];
	struct arena *arena = arena_new();
	int64_t end = clock_steady_ms() + TURN;
	bool *midway = &server->midway[number];
	int rc = 1;

	if (*midway)
		pass->all_read = false;
	else if (source_begin(source, now_of(server), err) == -1)
		rc = -1;
	send_meanwhile(server, true, pass);
	*midway = false;
	while (rc == 1 && !*midway && !signals_stop()) {
		rc = take_next(server, source, arena, pass, err);
		*midway = rc == 1 && !all && clock_steady_ms() >= end;
	}
	arena_free(arena);
	note_unread(source, *midway, pass);
	note_missed(server, source, pass);
	return rc == -1 ? -1 : 0;
}

static bool
is_midway(const struct server *server)
{
	for (int i = 0; i < server->source_count; i++)
		if (server->midway[i])
			return true;
	return false;
}

/* What is on its way is not waited for while a mailbox waits to be read on. */
static void
send_due(struct server *server, bool all, struct pass *pass)
{
	struct err err;
	int rc = is_midway(server) ?
	    sender_go_on(server->sender, &server->office, now_of(server), true, &pass->sent, &err) :
	    sender_send(server->sender, &server->office, now_of(server), all, &pass->sent, &err);

	if (rc == 0)
		return;
	log_trouble("%s", err.text);
	pass->trouble = true;
}

/* Clocks are looked at as they stood when the sources were opened: what arrived
 * since was not read.  One trouble does not keep the other letters in.  all: until
 * every source is read and every letter tried. */
static void
make_pass(struct server *server, bool all, struct pass *pass)
{
	int64_t start = now_of(server);
	struct err err = { "" };
	bool sound = false;

	memset(pass, 0, sizeof *pass);
	pass->all_read = true;
	if (tick_begin(&server->office, start, &sound, &err) == -1) {
		log_trouble("%s", err.text);
		pass->trouble = true;
	}
	for (int i = 0; i < server->source_count && !signals_stop(); i++)
		if (read_source(server, i, all, pass, &err) == -1) {
			log_trouble("%s: %s", source_name(server->sources[i]), err.text);
			pass->all_read = false;
			pass->trouble = true;
		}
	/* What is left waits for the next start; it loses nothing by that. */
	if (signals_stop())
		return;
	if (tick(&server->office, start, pass->all_read && sound, &err) == -1) {
		log_trouble("%s", err.text);
		pass->trouble = true;
	}
	send_due(server, all, pass);
	if (pass->all_read && !pass->trouble)
		log_sound();
}

/* 0 ready, 1 another one is at work, TEMPFAIL. */
static int
begin(struct server *server, const struct config *config, int64_t now)
{
	struct err err;
	int rc;

	memset(server, 0, sizeof *server);
	server->config = config;
	server->fixed_now = now;
	if ((rc = take_lock(server, &err)) == 1)
		return 1;
	if (rc == 0 && (rc = server_open(server, &err)) == 0) {
		sandbox_server(config);
		return 0;
	}
	log_error("%s", err.text);
	server_close(server);
	return TEMPFAIL;
}

int
server_run(const struct config *config, int64_t now)
{
	struct server server;
	struct pass pass;
	struct err err;
	int64_t waiting = 0, next;
	int rc = begin(&server, config, now);

	if (rc == 1)
		printf("another riverpost is at work in %s\n", config->home);
	if (rc != 0)
		return rc == 1 ? 0 : rc;
	make_pass(&server, true, &pass);
	outbox_waiting(server.office.store, &waiting, &next, &err);
	printf(
	    "%d %s taken: %d done, %d refused, %d ignored, %d put aside; %d sent, %lld waiting\n",
	    pass.letters, pass.letters == 1 ? "letter" : "letters", pass.done, pass.refused,
	    pass.ignored, pass.parked, pass.sent, (long long)waiting);
	server_close(&server);
	close(server.lock);
	return pass.trouble ? TEMPFAIL : 0;
}

/* How long nothing will happen by itself, in seconds. */
static int64_t
quiet_time(struct server *server)
{
	int64_t wait = server->config->poll, now = clock_now();
	int64_t period = notify_period() / 2;

	if (wait > SOURCE_IDLE_MAX)
		wait = SOURCE_IDLE_MAX;
	if (period != 0 && period < wait)
		wait = period;
	wait = sender_wait(server->sender, &server->office, now, wait);
	for (int i = 0; i < server->source_count; i++) {
		int64_t at = source_retry_at(server->sources[i]);

		if (at != 0 && at - now < wait)
			wait = at - now;
	}
	return wait < 1 ? 1 : wait;
}

/* Signals are blocked except here, so that none falls between test and wait. */
static void
rest(struct server *server)
{
	struct pollfd fds[SOURCES_MAX + 1];
	int64_t wait = quiet_time(server);
	struct err err;

	for (int i = 0; i < server->source_count; i++)
		fds[i] = (struct pollfd){ .fd = source_idle(server->sources[i], &err),
			.events = POLLIN };
	fds[server->source_count] = (struct pollfd){ .fd = sender_fd(server->sender),
		.events = POLLIN };
	if (!signals_stop() && !signals_reload(false))
		signals_wait(fds, server->source_count + 1, wait);
	for (int i = 0; i < server->source_count; i++)
		source_wake(server->sources[i]);
}

static int
reload_all(struct server *server, struct config *(*reload)(void))
{
	struct config *fresh = reload();
	struct err err;

	if (fresh == NULL)
		return 0;
	if (sandbox_fits(fresh, &err) == -1) {
		log_error("the old configuration stays in force: %s", err.text);
		config_free(fresh);
		return 0;
	}
	server_close(server);
	config_free(server->reloaded);
	server->config = server->reloaded = fresh;
	if (server_open(server, &err) == -1) {
		log_error("%s", err.text);
		return -1;
	}
	log_info("configuration read again");
	return 0;
}

static int
answer_reload(struct server *server, struct config *(*reload)(void))
{
	int rc;

	notify_reloading();
	rc = reload_all(server, reload);
	notify_ready();
	return rc;
}

int
server_serve(const struct config *config, struct config *(*reload)(void))
{
	struct server server;
	struct pass pass;
	int rc = begin(&server, config, 0);

	/* A pass of cron's may be what is in the way: the service manager tries again. */
	if (rc == 1)
		log_error("another riverpost is at work in %s", config->home);
	if (rc != 0)
		return TEMPFAIL;
	log_info("serving from %s", config->home);
	notify_ready();
	while (!signals_stop() && sandbox_reads()) {
		notify_alive();
		make_pass(&server, false, &pass);
		if (!is_midway(&server))
			rest(&server);
		signals_let_in();
		if (signals_reload(true) && !signals_stop() && answer_reload(&server, reload) == -1)
			break;
	}
	notify_stopping();
	log_info("stopped");
	rc = signals_stop() ? 0 : TEMPFAIL;
	server_close(&server);
	config_free(server.reloaded);
	close(server.lock);
	return rc;
}
