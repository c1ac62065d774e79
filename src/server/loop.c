/* SPDX-License-Identifier: ISC */
/*
 * The loop (loop.h).
 *
 * A letter is settled in its source only after its transaction is committed;
 * whatever happens in between, it comes again and the inbox knows it.
 */
#include "server/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/net/url.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/intake.h"
#include "server/lock.h"
#include "server/operator.h"
#include "server/sender.h"
#include "server/server.h"
#include "server/service.h"
#include "server/tick.h"
#include "store/db.h"
#include "store/outbox.h"
#include "view/languages.h"
#include "view/template.h"
#include "view/template_check.h"

#define SOURCES_MAX 16
#define TURN        2000 /* milliseconds for one source, before the others are looked at */
#define TEMPFAIL    75

struct loop {
	const struct config *config;
	struct config *reloaded; /* the same, when the loop must free it */
	struct server server;
	struct source *sources[SOURCES_MAX];
	bool partial[SOURCES_MAX]; /* its round goes on in the next pass */
	int source_count;
	struct sender *sender;
	struct lock lock;
	bool is_single;    /* one pass */
	bool is_broken;    /* a template is, and letters that need it wait */
	int64_t fixed_now; /* 0: ask the clock */
};

static int64_t
now_of(const struct loop *loop)
{
	return loop->fixed_now != 0 ? loop->fixed_now : clock_now();
}

static void
loop_close(struct loop *loop)
{
	for (int i = 0; i < loop->source_count; i++)
		source_close(loop->sources[i]);
	loop->source_count = 0;
	memset(loop->partial, 0, sizeof loop->partial);
	sender_close(loop->sender, &loop->server, now_of(loop));
	loop->sender = NULL;
	server_close(&loop->server);
}

/* For riverpost-deliver, which reads no configuration. */
static int
leave_free_min(const struct config *config, struct err *err)
{
	char path[PATH_MAX], aside[PATH_MAX], said[16] = FREE_MIN, text[16];
	FILE *file;
	bool ok;

	str_format(path, sizeof path, "%s/free-min", config->home);
	str_format(aside, sizeof aside, "%s/free-min.new", config->home);
	str_format(text, sizeof text, "%d", config->free_min);
	if ((file = fopen(path, "re")) != NULL) {
		if (fgets(said, sizeof said, file) == NULL)
			said[0] = '\0';
		fclose(file);
	}
	said[strcspn(said, "\n")] = '\0';
	if (strcmp(said, text) == 0)
		return 0;
	if ((file = fopen(aside, "we")) == NULL)
		return err_system(err, "cannot make %s", aside);
	ok = fprintf(file, "%s\n", text) > 0;
	ok = fclose(file) == 0 && ok && rename(aside, path) == 0;
	return ok ? 0 : err_system(err, "cannot write %s", path);
}

static void
complain(void *unused, const char *what)
{
	(void)unused;
	log_error_once("%s", what);
}

/* Letters that need none of those that are broken need not wait.  mark: of the templates, before
 * any of them was read; 0 for all of them to be looked through. */
static void
look_through_templates(struct loop *loop, int64_t mark)
{
	struct server *server = &loop->server;
	int64_t sound = 0;
	struct err err;

	if (mark != 0 && store_fact(server->store, "templates-sound", &sound, &err) == 0 &&
	    sound == mark)
		return;
	loop->is_broken = templates_check(server->templates, complain, NULL, &err) > 0;
	if (loop->is_broken && operator_trouble(server, err.text, now_of(loop), &err) == -1)
		log_error("%s", err.text);
	if (mark == 0 || loop->is_broken || store_begin(server->store, &err) == -1)
		return;
	if (store_set_fact(server->store, "templates-sound", mark, &err) == -1 ||
	    store_commit(server->store, &err) == -1)
		store_rollback(server->store);
}

static int
loop_open(struct loop *loop, struct err *err)
{
	const struct config *config = loop->config;
	char shipped[PATH_MAX];
	/* A single pass for a letter or two looks through what has changed since the last. */
	int64_t mark = loop->is_single ?
	    templates_mark(config->templates, config_shipped_templates(shipped)) :
	    0;

	if (server_open(&loop->server, config, err) == -1 || leave_free_min(config, err) == -1)
		return -1;
	look_through_templates(loop, mark);
	if (config->source_count > SOURCES_MAX)
		return err_set(err, "more than %d sources are configured", SOURCES_MAX);
	for (int i = 0; i < config->source_count; i++) {
		if (source_open(&loop->sources[i], &config->sources[i].options, err) == -1)
			return -1;
		loop->source_count++;
	}
	return sender_open(&loop->sender, config, err);
}

/* An error that every pass may meet again. */
static void
note_error(struct pass *pass, const struct err *err)
{
	log_error_once("%s", err->text);
	pass->failed = true;
}

/* Sends replies while later letters are still being read. */
static void
send_meanwhile(struct loop *loop, bool more, struct pass *pass)
{
	struct err err;

	if (sender_go_on(loop->sender, &loop->server, now_of(loop), more, &pass->sent, &err) == -1)
		note_error(pass, &err);
}

static int
close_group(struct loop *loop, struct group *group, struct pass *pass, struct err *err)
{
	int answered = pass->done + pass->refused;
	int rc = group_close(group, &loop->server, pass, err);

	send_meanwhile(loop, pass->done + pass->refused > answered, pass);
	return rc;
}

/* 1 a letter was taken, 0 none is left, -1. */
static int
take_next(struct loop *loop, struct group *group, bool last, struct pass *pass, struct err *err)
{
	const struct intake *intake;
	struct err other;
	int rc;

	/* Letters wait in their mailbox as long as there is hardly room for them. */
	if (folder_has_room(loop->config->home, loop->config->free_min, err) == -1) {
		if (operator_trouble(&loop->server, err->text, now_of(loop), &other) == -1)
			note_error(pass, &other);
		return -1;
	}
	rc = group_fetch(group, &loop->server, last, &intake, err);
	if (rc != 1)
		return rc;
	rc = group_take(group, &loop->server, intake, now_of(loop), err);
	if (rc == 0 && group_is_full(group))
		rc = close_group(loop, group, pass, err);
	return rc == -1 ? -1 : 1;
}

/* What a round has left in its source, and what others have taken out of it. */
static void
note_left(struct loop *loop, int number, struct pass *pass)
{
	struct source *source = loop->sources[number];
	struct err err;

	if (source_skipped(source) > 0)
		pass->failed = true;
	if (loop->partial[number] || source_retry_at(source) != 0 || source_skipped(source) > 0)
		pass->all_read = false;
	if (source_vanished(source) > 0 &&
	    operator_other_reader(&loop->server, source_name(source), now_of(loop), &err) == -1)
		note_error(pass, &err);
}

/* A long round (a full mailbox, a slow link) goes on in the next pass, so that other sources
 * and the clocks need not wait for it.  What arrived after it began was not read then. */
static int
read_source(struct loop *loop, int number, bool all, struct pass *pass, struct err *err)
{
	struct source *source = loop->sources[number];
	int64_t end = clock_steady_ms() + TURN;
	bool *partial = &loop->partial[number], is_late = false;
	struct group group;
	struct err other;
	int rc = 1;

	group_init(&group, source);
	if (*partial)
		pass->all_read = false;
	else if (source_begin(source, now_of(loop), err) == -1)
		rc = -1;
	send_meanwhile(loop, true, pass);
	*partial = false;
	while (rc == 1 && !*partial && !service_must_stop()) {
		rc = take_next(loop, &group, is_late, pass, err);
		is_late = !all && clock_steady_ms() >= end;
		*partial = rc == 1 && is_late && !group.has_next;
	}
	if (close_group(loop, &group, pass, rc == -1 ? &other : err) == -1 && rc != -1)
		rc = -1;
	group_free(&group);
	note_left(loop, number, pass);
	return rc == -1 ? -1 : 0;
}

static bool
has_partial(const struct loop *loop)
{
	for (int i = 0; i < loop->source_count; i++)
		if (loop->partial[i])
			return true;
	return false;
}

/* Once a day.  Letters that were taken are kept for a while, to be read again after a backup
 * was restored. */
static void
clean_up(struct loop *loop, int64_t now, struct pass *pass)
{
	int64_t kept_to;
	struct err err;
	int rc = tick_clean_up(&loop->server, now, &kept_to, &err);

	if (rc == -1)
		note_error(pass, &err);
	for (int i = 0; rc == 1 && i < loop->source_count; i++)
		if (source_expire(loop->sources[i], kept_to - loop->config->keep * DAY, &err) == -1)
			log_error("%s: %s", source_name(loop->sources[i]), err.text);
}

/* Clocks are judged by the time when the sources were opened: what arrived since was not
 * read.  An error in one place does not hold up the others.  all: until every source is
 * read and every letter tried. */
static void
make_pass(struct loop *loop, bool all, struct pass *pass)
{
	int64_t start = now_of(loop);
	struct err err = { .text = "" };
	bool valid = false;
	int rc;

	*pass = (struct pass){ .all_read = true, .failed = loop->is_broken };
	if (tick_begin(&loop->server, start, &valid, &err) == -1)
		note_error(pass, &err);
	for (int i = 0; i < loop->source_count && !service_must_stop(); i++)
		if (read_source(loop, i, all, pass, &err) == -1) {
			log_error_once("%s: %s", source_name(loop->sources[i]), err.text);
			pass->all_read = false;
			pass->failed = true;
		}
	/* What is left waits for the next start; nothing is lost. */
	if (service_must_stop())
		return;
	clean_up(loop, start, pass);
	if (tick(&loop->server, start, pass->all_read && valid, &err) == -1)
		note_error(pass, &err);
	/* While a mailbox is only partly read, letters on their way are not waited for. */
	rc = has_partial(loop) ?
	    sender_go_on(loop->sender, &loop->server, now_of(loop), true, &pass->sent, &err) :
	    sender_send(loop->sender, &loop->server, now_of(loop), all, &pass->sent, &err);
	if (rc == -1)
		note_error(pass, &err);
	if (pass->all_read && !pass->failed)
		log_recovered();
}

/* Locks the home folder and opens everything.  0, 1 another riverpost is at work, TEMPFAIL. */
static int
begin(struct loop *loop, const struct config *config, bool is_single, int64_t now)
{
	struct err err;
	int rc;

	*loop = (struct loop){
		.config = config, .is_single = is_single, .fixed_now = now, .lock = { -1, -1 }
	};
	if (mkdir(config->home, 0700) == -1 && errno != EEXIST) {
		err_system(&err, "cannot make the home folder %s", config->home);
		goto fail;
	}
	if ((rc = lock_home(&loop->lock, config->home, &err)) == 1) {
		lock_release(&loop->lock);
		return 1;
	}
	if (rc == 0 && loop_open(loop, &err) == 0) {
		sandbox_server(config);
		return 0;
	}
fail:
	log_error("%s", err.text);
	loop_close(loop);
	lock_release(&loop->lock);
	return TEMPFAIL;
}

int
loop_run(const struct config *config, int64_t now, bool tells_all)
{
	struct loop loop;
	struct pass pass;
	struct err err;
	int64_t waiting = 0, next;
	int rc = begin(&loop, config, true, now);

	if (rc == 1)
		printf("another riverpost is at work in %s\n", config->home);
	if (rc != 0)
		return rc == 1 ? 0 : rc;
	make_pass(&loop, true, &pass);
	outbox_waiting(loop.server.store, &waiting, &next, &err);
	if (tells_all || pass.parked > 0)
		printf(
		    "%d %s taken: %d done, %d refused, %d ignored, %d put aside; %d sent, %lld waiting\n",
		    pass.letters, pass.letters == 1 ? "letter" : "letters", pass.done, pass.refused,
		    pass.ignored, pass.parked, pass.sent, (long long)waiting);
	loop_close(&loop);
	lock_release(&loop.lock);
	return pass.failed ? TEMPFAIL : 0;
}

/* How long nothing will happen by itself, in seconds. */
static int64_t
quiet_time(struct loop *loop)
{
	int64_t wait = loop->config->poll, now = clock_now();
	int64_t period = service_watchdog() / 2;

	if (wait > SOURCE_IDLE_MAX)
		wait = SOURCE_IDLE_MAX;
	if (period != 0 && period < wait)
		wait = period;
	wait = sender_wait(loop->sender, &loop->server, now, wait);
	for (int i = 0; i < loop->source_count; i++) {
		int64_t at = source_retry_at(loop->sources[i]);

		if (at != 0 && at - now < wait)
			wait = at - now;
	}
	return wait < 1 ? 1 : wait;
}

/* Signals are blocked except here, so that none falls between test and wait. */
static void
wait_for_work(struct loop *loop)
{
	struct pollfd fds[SOURCES_MAX + 1];
	struct pollfd *sender = &fds[loop->source_count];
	int64_t end;
	struct err err;

	for (int i = 0; i < loop->source_count; i++)
		fds[i] = (struct pollfd){ .fd = source_idle(loop->sources[i], &err),
			.events = POLLIN };
	*sender = (struct pollfd){ .fd = sender_fd(loop->sender), .events = POLLIN };
	end = clock_steady_ms() / 1000 + quiet_time(loop);
	/* Letters go on by many small steps; only at the end of one is there more to do. */
	while (!service_must_stop() && !service_must_reload(false) && !sender_run(loop->sender) &&
	    clock_steady_ms() / 1000 < end)
		if (service_wait(fds, loop->source_count + 1, end - clock_steady_ms() / 1000) !=
			1 ||
		    sender->revents == 0)
			break;
	for (int i = 0; i < loop->source_count; i++)
		source_wake(loop->sources[i]);
}

/* A pass has failed, perhaps for a template that was mended since. */
static void
read_templates_again(struct loop *loop)
{
	char shipped[PATH_MAX];
	struct templates *fresh = templates_new(
	    loop->config->templates, config_shipped_templates(shipped));
	const struct glossary *glossary;
	struct err err;

	if (languages_read(fresh, &glossary, &err) == -1 ||
	    templates_check(fresh, NULL, NULL, &err) > 0) {
		templates_free(fresh);
		return;
	}
	templates_free(loop->server.templates);
	loop->server.templates = fresh;
	loop->server.settings.glossary = glossary;
	loop->is_broken = false;
}

/* Can each mail server's address be read, and by what speaks to it? */
static int
check_urls(const struct config *fresh, struct err *err)
{
	struct arena *arena = arena_new();
	const char *protocol = sink_kind((int)fresh->sink.kind)->protocol;
	struct url url;
	int rc = 0;

	if (protocol != NULL && fresh->sink.url != NULL)
		rc = url_read(&url, arena, fresh->sink.url, protocol, err);
	for (int i = 0; rc == 0 && i < fresh->source_count; i++) {
		const struct source_options *options = &fresh->sources[i].options;

		protocol = source_kind((int)options->kind)->protocol;
		if (protocol != NULL && options->url != NULL)
			rc = url_read(&url, arena, options->url, protocol, err);
	}
	arena_free(arena);
	return rc;
}

/* A set of templates that is broken does not take the place of one that is not. */
static int
check_fresh(const struct loop *loop, const struct config *fresh, struct err *err)
{
	char shipped[PATH_MAX];
	struct templates *templates;
	int faults;

	if (sandbox_fits(fresh, err) == -1 || check_urls(fresh, err) == -1)
		return -1;
	if (loop->is_broken)
		return 0;
	templates = templates_new(fresh->templates, config_shipped_templates(shipped));
	faults = templates_check(templates, complain, NULL, err);
	templates_free(templates);
	return faults > 0 ? -1 : 0;
}

static int
reload_config(struct loop *loop, struct config *(*reload)(void))
{
	struct config *fresh = reload();
	struct err err;

	if (fresh == NULL)
		return 0;
	if (check_fresh(loop, fresh, &err) == -1) {
		log_error("the old configuration and templates stay in force: %s", err.text);
		config_free(fresh);
		return 0;
	}
	loop_close(loop);
	config_free(loop->reloaded);
	loop->config = loop->reloaded = fresh;
	if (loop_open(loop, &err) == -1) {
		log_error("%s", err.text);
		return -1;
	}
	log_info("configuration read again");
	return 0;
}

int
loop_serve(const struct config *config, struct config *(*reload)(void))
{
	struct loop loop;
	struct pass pass = { .failed = false };
	int rc = begin(&loop, config, false, 0);

	/* It may be a pass of cron's: the service manager tries again. */
	if (rc == 1)
		log_error("another riverpost is at work in %s", config->home);
	if (rc != 0)
		return TEMPFAIL;
	log_info("serving from %s", config->home);
	if (geteuid() == 0)
		log_warn("the server runs as root and needs no right of root's: give it a user of "
			 "its own");
	service_say_ready();
	while (!service_must_stop() && sandbox_reads()) {
		service_say_alive();
		if (!lock_is_ours(&loop.lock, loop.config->home)) {
			log_error("%s was replaced by another folder: the server stops",
			    loop.config->home);
			break;
		}
		if (pass.failed)
			read_templates_again(&loop);
		make_pass(&loop, false, &pass);
		if (!has_partial(&loop) && sandbox_reads())
			wait_for_work(&loop);
		service_let_in();
		if (!service_must_reload(true) || service_must_stop())
			continue;
		service_say_reloading();
		rc = reload_config(&loop, reload);
		service_say_ready();
		if (rc == -1)
			break;
	}
	service_say_stopping();
	log_info("stopped");
	rc = service_must_stop() ? 0 : TEMPFAIL;
	loop_close(&loop);
	config_free(loop.reloaded);
	lock_release(&loop.lock);
	return rc;
}
