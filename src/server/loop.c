/* SPDX-License-Identifier: ISC */
/*
 * The loop (loop.h).
 *
 * A letter is settled in its source only after its transaction is committed;
 * whatever happens in between, it comes again and the inbox knows it.
 */
#include "server/loop.h"

#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/net/wire.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "process/child.h"
#include "sandbox/sandbox.h"
#include "server/intake.h"
#include "server/lock.h"
#include "server/mailbox.h"
#include "server/operator.h"
#include "server/opponent.h"
#include "server/pages.h"
#include "server/sender.h"
#include "server/server.h"
#include "server/service.h"
#include "server/status.h"
#include "server/tick.h"
#include "server/twin.h"
#include "store/db.h"
#include "store/mark.h"
#include "store/outbox.h"
#include "view/template_check.h"

#define TURN      2000 /* milliseconds for one source, before the others are looked at */
#define PATIENCE  2000 /* milliseconds for letters on their way, before others are read */
#define PUBLISHED 60   /* seconds between two files about the server */

struct loop {
	const struct config *config;
	struct config *reloaded; /* the same, when the loop must free it */
	struct server server;
	struct source *sources[SOURCES_MAX];
	struct source_memory memory; /* of them all */
	bool partial[SOURCES_MAX];   /* its round goes on in the next pass */
	int source_count;
	struct sender *sender;
	struct opponents *opponents;
	struct lock lock;
	struct activity activity; /* since it was last noted … */
	int64_t noted;            /* … which was then, by clock_steady_ms */
	int64_t published;        /* the file about it; 0: not yet */
	int64_t marked;           /* when the database got its mark, by the steady clock; 0 never */
	int writes_pages;         /* 1: there are more to write */
	bool is_single;           /* one pass */
	int64_t fixed_now;        /* 0: ask the clock */
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
	sender_close(loop->sender, &loop->server, now_of(loop));
	loop->sender = NULL;
	opponents_close(loop->opponents);
	loop->opponents = NULL;
	server_close(&loop->server);
	config_free(loop->reloaded);
	loop->reloaded = NULL;
}

/* may_be_broken: the templates, since shipped ones stand in for those that are. */
static int
loop_open(struct loop *loop, bool may_be_broken, struct err *err)
{
	const struct config *config = loop->config;
	/* A single pass for a letter or two looks through what has changed since the last. */
	int64_t mark = loop->is_single ?
	    templates_mark(config->templates, config_shipped_templates()) :
	    0;
	char path[PATH_MAX];
	bool is_new;

	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	is_new = access(path, F_OK) == -1;
	if (server_open(&loop->server, config, SERVER_ALONE, err) == -1)
		return -1;
	if (is_new)
		log_info("a new home begins in %s, where there was no database", config->home);
	if (server_check_templates(&loop->server, mark, may_be_broken, now_of(loop), err) == -1)
		return -1;
	if (config->source_count > SOURCES_MAX)
		return err_set(err, "more than %d sources are configured", SOURCES_MAX);
	mailbox_memory(&loop->memory, &loop->server);
	for (int i = 0; i < config->source_count; i++) {
		struct source_options options = config->sources[i].options;

		options.memory = &loop->memory;
		if (source_open(&loop->sources[i], &options, err) == -1)
			return -1;
		loop->source_count++;
	}
	if (sender_open(&loop->sender, config, err) == -1)
		return -1;
	loop->opponents = opponents_open(&loop->server);
	pages_begin(&loop->server);
	return free_min_note(config->home, config->free_min, err);
}

/* An error that every pass may meet again. */
static void
note_error(struct pass *pass, const struct err *err)
{
	log_error_once("%s", err->text);
	pass->failed = true;
}

static void
send_letters(struct loop *loop, int patience, struct pass *pass)
{
	struct err err;

	if (loop->server.twin != 0)
		return;
	if (sender_send(loop->sender, &loop->server, now_of(loop), patience, &pass->sent, &err) ==
	    -1)
		note_error(pass, &err);
}

/* Replies are sent while later letters are still being read. */
static int
close_group(struct loop *loop, struct group *group, struct pass *pass, struct err *err)
{
	int rc = group_close(group, &loop->server, pass, err);

	send_letters(loop, 0, pass);
	return rc;
}

/* 1 a letter was taken, 0 none is left, -1. */
static int
take_next(struct loop *loop, struct group *group, struct pass *pass, struct err *err)
{
	struct err other;
	int rc;

	if (twin_is_at_work(&loop->server, err))
		return -1;
	/* Letters wait in their mailbox as long as there is hardly room for them. */
	if (folder_has_room(loop->config->home, loop->config->free_min, err) == -1) {
		if (operator_trouble(
			&loop->server, TROUBLE_LETTERS, err->text, now_of(loop), &other) == -1)
			note_error(pass, &other);
		return -1;
	}
	rc = group_take(group, &loop->server, now_of(loop), err);
	if (rc == 1 && group_is_full(group) && close_group(loop, group, pass, err) == -1)
		return -1;
	return rc;
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
	if (mailbox_tell(&loop->server, source, now_of(loop), &err) == -1)
		note_error(pass, &err);
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
	bool *partial = &loop->partial[number];
	struct group group;
	struct err other;
	int rc = 1;

	group_init(&group, source);
	if (*partial)
		pass->all_read = false;
	else if (source_begin(source, now_of(loop), err) == -1)
		rc = -1;
	send_letters(loop, 0, pass);
	*partial = false;
	while (rc == 1 && !*partial && !service_must_stop()) {
		rc = take_next(loop, &group, pass, err);
		*partial = rc == 1 && !all && clock_steady_ms() >= end;
	}
	if (close_group(loop, &group, pass, rc == -1 ? &other : err) == -1 && rc != -1)
		rc = -1;
	group_free(&group);
	pass->is_partial |= *partial;
	note_left(loop, number, pass);
	return rc == -1 ? -1 : 0;
}

/* Games of machines go on when the letters of people are read.  all: until none waits. */
static void
think(struct loop *loop, bool all, struct pass *pass)
{
	struct err err;
	bool anew = true;
	int rc;

	while (
	    (rc = opponents_step(loop->opponents, &loop->server, anew, now_of(loop), &err)) == 1 &&
	    all && !service_must_stop()) {
		anew = false;
		nanosleep(&(struct timespec){ .tv_nsec = CHILD_POLL_MS * 1000000 }, NULL);
	}
	if (rc == -1)
		note_error(pass, &err);
	opponents_wrote(loop->opponents); /* what this pass sends */
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

/* A pass in which nothing happened need not be on the disk at once. */
static void
note_activity(struct loop *loop, struct pass *pass, int64_t began)
{
	int64_t now = clock_steady_ms();
	struct err err;

	activity_add(&loop->activity, pass, now - began);
	if (!loop->is_single && pass->letters == 0 && pass->sent == 0 &&
	    now - loop->noted < PUBLISHED * 1000)
		return;
	loop->noted = now;
	if (activity_note(&loop->activity, &loop->server, now_of(loop), &err) == -1)
		note_error(pass, &err);
}

/* Once a minute. */
static void
publish(struct loop *loop)
{
	const char *path = loop->config->status_file;
	int64_t now = clock_steady_ms();
	struct err err;

	if (path == NULL || (loop->published != 0 && now - loop->published < PUBLISHED * 1000))
		return;
	loop->published = now;
	if (status_publish(&loop->server, path, now_of(loop), &err) == -1)
		log_error_once("%s", err.text);
}

/* Once an hour, and at the beginning: copies of the database that are older are known by it. */
static void
renew_mark(struct loop *loop, struct pass *pass)
{
	int64_t now = clock_steady_ms();
	struct err err;

	if (loop->marked != 0 && now - loop->marked < HOUR * 1000)
		return;
	loop->marked = now;
	if (mark_renew(loop->server.store, &err) == -1)
		note_error(pass, &err);
}

/* Letters come first; what is left of the pages is for the next pass, soon. */
static void
write_pages(struct loop *loop, bool all, struct pass *pass)
{
	struct err err;

	if ((loop->writes_pages = pages_update(&loop->server, all, &err)) == -1)
		note_error(pass, &err);
}

/* Clocks are judged by the time when the sources were opened: what arrived since was not
 * read.  An error in one place does not hold up the others.  all: until every source is
 * read and every letter tried. */
static void
make_pass(struct loop *loop, bool all, struct pass *pass)
{
	int64_t start = now_of(loop), began = clock_steady_ms();
	struct err err = { .text = "" };
	bool valid = false;

	*pass = (struct pass){ .all_read = true };
	if (twin_is_at_work(&loop->server, &err)) {
		note_error(pass, &err);
		return;
	}
	renew_mark(loop, pass);
	if (tick_begin(&loop->server, start, &valid, &err) == -1)
		note_error(pass, &err);
	for (int i = 0; i < loop->source_count && !service_must_stop(); i++)
		if (read_source(loop, i, all, pass, &err) == -1) {
			log_error_once("%s: %s", source_name(loop->sources[i]), err.text);
			pass->all_read = false;
			pass->failed = true;
		}
	/* What is left waits for the next start; nothing is lost. */
	if (service_must_stop() || loop->server.twin != 0)
		return;
	clean_up(loop, start, pass);
	if (tick(&loop->server, start, pass->all_read && valid, &err) == -1)
		note_error(pass, &err);
	think(loop, all, pass);
	if (operator_damaged(&loop->server, start, &err) == -1)
		note_error(pass, &err);
	/* While a mailbox is only partly read, letters on their way are not waited for. */
	send_letters(loop, pass->is_partial ? 0 : all ? SENDER_ALL : PATIENCE, pass);
	write_pages(loop, all, pass);
	note_activity(loop, pass, began);
	if (pass->all_read && !pass->failed)
		log_recovered();
}

/* Locks the home folder and opens everything.  0, 1 another riverpost is at work, or what to end
 * with. */
static int
begin(struct loop *loop, const struct config *config, bool is_single, int64_t now)
{
	struct err err;
	int rc;

	*loop = (struct loop){ .config = config, .is_single = is_single, .fixed_now = now };
	rc = lock_home(&loop->lock, config->home, &err);
	if (rc == 0)
		rc = loop_open(loop, true, &err);
	if (rc == 0) {
		sandbox_server(config);
		return 0;
	}
	if (rc == -1) {
		log_error("%s", err.text);
		rc = err.lasts ? LOOP_LASTING : LOOP_TROUBLE;
	}
	loop_close(loop);
	lock_release(&loop->lock);
	return rc;
}

int
loop_run(const struct config *config, int64_t now, bool tells_all)
{
	struct loop loop;
	struct pass pass;
	struct err err;
	int64_t waiting = 0;
	int rc = begin(&loop, config, true, now);

	if (rc == 1)
		printf("another riverpost is at work in %s\n", config->home);
	if (rc != 0)
		return rc == 1 ? 0 : rc;
	make_pass(&loop, true, &pass);
	outbox_waiting(loop.server.store, &waiting, &err);
	if (tells_all || pass.parked > 0)
		printf(
		    "%d %s taken: %d done, %d refused, %d ignored, %d put aside; %d sent, %lld waiting\n",
		    pass.letters, pass.letters == 1 ? "letter" : "letters", pass.done, pass.refused,
		    pass.letters - pass.done - pass.refused - pass.parked, pass.parked, pass.sent,
		    (long long)waiting);
	loop_close(&loop);
	lock_release(&loop.lock);
	return pass.failed ? LOOP_TROUBLE : 0;
}

/* How long nothing will happen by itself, in seconds. */
static int64_t
quiet_time(struct loop *loop)
{
	int64_t wait = loop->config->poll, now = clock_now();
	int64_t period = service_watchdog() / 2;

	if (loop->writes_pages == 1)
		return 1;
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

/* Until something is to be looked after that announces itself to nobody, in milliseconds. */
static int64_t
pause_time(const struct loop *loop, int64_t left)
{
	if (opponents_think(loop->opponents))
		return CHILD_POLL_MS;
	return left < PUBLISHED * 1000 || loop->config->status_file == NULL ? left :
									      PUBLISHED * 1000;
}

/* Between passes: have letters been written? */
static bool
think_on(struct loop *loop)
{
	struct err err;

	if (opponents_think(loop->opponents) &&
	    opponents_step(loop->opponents, &loop->server, false, now_of(loop), &err) == -1)
		log_error_once("%s", err.text);
	return opponents_wrote(loop->opponents);
}

/* Has anything come but what moves letters on their way? */
static bool
has_news(const struct loop *loop, const struct pollfd *fds)
{
	for (int i = 0; i < loop->source_count; i++)
		if (fds[i].revents != 0 && source_has_news(loop->sources[i]))
			return true;
	return fds[loop->source_count + 1].revents != 0;
}

static void
wait_for_work(struct loop *loop)
{
	struct pollfd fds[SOURCES_MAX + 2];
	struct pollfd *sender = &fds[loop->source_count];
	int64_t end, left;
	struct err err;

	for (int i = 0; i < loop->source_count; i++)
		fds[i] = (struct pollfd){ .fd = source_idle(loop->sources[i], &err),
			.events = POLLIN };
	sender[0] = (struct pollfd){ .fd = sender_fd(loop->sender), .events = POLLIN };
	sender[1] = (struct pollfd){ .fd = service_fd(), .events = POLLIN };
	end = clock_steady_ms() + quiet_time(loop) * 1000;
	/* Letters go on by many small steps; only at the end of one is there more to do. */
	while (!service_must_stop() && !service_must_reload(false) && !sender_run(loop->sender) &&
	    (left = end - clock_steady_ms()) > 0) {
		int64_t pause = pause_time(loop, left);
		struct timespec wait = { pause / 1000, pause % 1000 * 1000000 };
		int ready = ppoll(fds, (nfds_t)loop->source_count + 2, &wait, NULL);

		publish(loop);
		if (think_on(loop) || ready == -1 || (ready > 0 && has_news(loop, fds)))
			break;
	}
	for (int i = 0; i < loop->source_count; i++)
		source_wake(loop->sources[i]);
}

/* What is read again takes the place of what is in force only when all of it can be opened. */
static bool
reload_config(struct loop *loop, struct loop *fresh, struct config *(*reload)(void))
{
	struct config *config = reload();
	struct err err;

	if (config == NULL)
		return false;
	*fresh = (struct loop){ .config = config, .reloaded = config, .lock = loop->lock };
	if (sandbox_fits(config, &err) == -1 ||
	    loop_open(fresh, loop->server.is_broken, &err) == -1) {
		log_error("the old configuration and templates stay in force: %s", err.text);
		loop_close(fresh);
		return false;
	}
	loop_close(loop);
	log_info("configuration read again");
	if (sender_hurry(&fresh->server, now_of(fresh), &err) == -1)
		log_error("%s", err.text);
	return true;
}

/* Can another pass read letters and keep what they bring?  The service manager begins anew where
 * not. */
static bool
may_work(const struct loop *loop)
{
	return sandbox_reads() && !store_is_stuck(loop->server.store);
}

int
loop_serve(const struct config *config, struct config *(*reload)(void))
{
	struct loop loops[2], *loop = &loops[0], *fresh = &loops[1], *old;
	struct pass pass = { .failed = false };
	int rc = begin(loop, config, false, 0);

	/* It may be a pass of cron's: the service manager tries again. */
	if (rc == 1) {
		log_error("another riverpost is at work in %s", config->home);
		rc = LOOP_TROUBLE;
	}
	if (rc != 0)
		return rc;
	wire_end_when(service_must_stop);
	log_info("serving from %s", config->home);
	if (geteuid() == 0)
		log_warn("the server runs as root and needs no right of root's: give it a user of "
			 "its own");
	service_say_ready();
	while (!service_must_stop() && may_work(loop)) {
		service_say_alive();
		if (!lock_is_ours(&loop->lock, loop->config->home)) {
			log_error("%s was replaced by another folder: the server stops",
			    loop->config->home);
			break;
		}
		if (pass.failed || loop->server.is_broken)
			server_mend_templates(&loop->server);
		make_pass(loop, false, &pass);
		publish(loop);
		if (!pass.is_partial && may_work(loop))
			wait_for_work(loop);
		if (!service_must_reload(true) || service_must_stop())
			continue;
		service_say_reloading();
		if (reload_config(loop, fresh, reload)) {
			old = loop;
			loop = fresh;
			fresh = old;
		}
		service_say_ready();
	}
	service_say_stopping();
	log_info("stopped");
	rc = service_must_stop() ? 0 : LOOP_TROUBLE;
	loop_close(loop);
	lock_release(&loop->lock);
	return rc;
}
