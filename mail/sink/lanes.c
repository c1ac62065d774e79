/* SPDX-License-Identifier: ISC */
/*
 * Lanes (lanes.h): one thread and one sink each.
 *
 * A lane's letter belongs to its thread from lanes_put until the thread has
 * said that it ended; `stage` says whose it is and changes under the lock only.
 */
#include "mail/sink/lanes.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum stage { EMPTY, LOADED, ENDED, CLOSING };

struct lane {
	struct lanes *lanes;
	struct sink *sink;
	pthread_t thread;
	bool has_thread;
	enum stage stage;
	struct arena *arena; /* of the letter */
	struct freight freight;
	struct sink_answer answer;
};

struct lanes {
	pthread_mutex_t lock;
	pthread_cond_t changed; /* some stage */
	int ends[2];            /* a byte for each letter that ended */
	int count, under_way;
	struct lane lane[];
};

/* Under the lock.  The pipe holds more bytes than there are lanes: it takes this one in
 * the end, whatever the system may say at first. */
static void
come_to_end(struct lane *lane)
{
	lane->stage = ENDED;
	pthread_cond_broadcast(&lane->lanes->changed);
	while (write(lane->lanes->ends[1], "", 1) == -1)
		usleep(1000);
}

static void *
drive(void *context)
{
	struct lane *lane = context;
	struct lanes *lanes = lane->lanes;
	const struct freight *freight = &lane->freight;

	pthread_mutex_lock(&lanes->lock);
	for (;;) {
		while (lane->stage == EMPTY || lane->stage == ENDED)
			pthread_cond_wait(&lanes->changed, &lanes->lock);
		if (lane->stage == CLOSING)
			break;
		pthread_mutex_unlock(&lanes->lock);
		sink_send(lane->sink, freight->sender, freight->recipient, freight->name,
		    freight->bytes, freight->length, &lane->answer);
		pthread_mutex_lock(&lanes->lock);
		come_to_end(lane);
	}
	pthread_mutex_unlock(&lanes->lock);
	return NULL;
}

int
lanes_open(struct lanes **out, const struct sink_options *options, struct err *err)
{
	int count = options->connections > 0 ? options->connections : 1;
	struct lanes *lanes = calloc(1, sizeof(*lanes) + (size_t)count * sizeof(lanes->lane[0]));

	if (lanes == NULL)
		abort();
	if (pipe2(lanes->ends, O_CLOEXEC) == -1) {
		free(lanes);
		return err_system(err, "cannot make a pipe");
	}
	pthread_mutex_init(&lanes->lock, NULL);
	pthread_cond_init(&lanes->changed, NULL);
	for (int i = 0; i < count; i++) {
		struct lane *lane = &lanes->lane[i];

		if (sink_open(&lane->sink, options, err) == -1) {
			lanes_close(lanes);
			return -1;
		}
		lane->lanes = lanes;
		lane->arena = arena_new();
		lanes->count++;
	}
	*out = lanes;
	return 0;
}

static void
lane_close(struct lane *lane)
{
	struct lanes *lanes = lane->lanes;

	if (lane->has_thread) {
		pthread_mutex_lock(&lanes->lock);
		while (lane->stage == LOADED)
			pthread_cond_wait(&lanes->changed, &lanes->lock);
		lane->stage = CLOSING;
		pthread_cond_broadcast(&lanes->changed);
		pthread_mutex_unlock(&lanes->lock);
		pthread_join(lane->thread, NULL);
	}
	sink_close(lane->sink);
	arena_free(lane->arena);
}

void
lanes_close(struct lanes *lanes)
{
	if (lanes == NULL)
		return;
	for (int i = 0; i < lanes->count; i++)
		lane_close(&lanes->lane[i]);
	close(lanes->ends[0]);
	close(lanes->ends[1]);
	pthread_cond_destroy(&lanes->changed);
	pthread_mutex_destroy(&lanes->lock);
	free(lanes);
}

bool
lanes_has_room(const struct lanes *lanes)
{
	return lanes->under_way < lanes->count;
}

int
lanes_under_way(const struct lanes *lanes)
{
	return lanes->under_way;
}

/* An empty lane has no recipient; only this thread makes lanes empty. */
bool
lanes_has_recipient(const struct lanes *lanes, const char *recipient)
{
	for (int i = 0; i < lanes->count; i++)
		if (lanes->lane[i].freight.recipient != NULL &&
		    str_equal_nocase(lanes->lane[i].freight.recipient, recipient))
			return true;
	return false;
}

/* Signals are the main thread's.  False when the system has no thread for us now. */
static bool
start(struct lane *lane)
{
	sigset_t all, before;

	if (lane->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	lane->has_thread = pthread_create(&lane->thread, NULL, drive, lane) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return lane->has_thread;
}

static struct lane *
empty_lane(struct lanes *lanes)
{
	struct lane *lane = lanes->lane;

	while (lane->freight.recipient != NULL)
		lane++;
	return lane;
}

void
lanes_put(struct lanes *lanes, const struct freight *freight)
{
	struct lane *lane = empty_lane(lanes);
	bool is_driven;

	arena_clear(lane->arena);
	lane->freight = (struct freight){ .id = freight->id,
		.length = freight->length,
		.sender = arena_strdup(lane->arena, freight->sender),
		.recipient = arena_strdup(lane->arena, freight->recipient),
		.name = arena_strdup(lane->arena, freight->name),
		.bytes = memcpy(arena_alloc(lane->arena, freight->length + 1), freight->bytes,
		    freight->length) };
	lanes->under_way++;
	is_driven = start(lane);
	pthread_mutex_lock(&lanes->lock);
	if (is_driven) {
		lane->stage = LOADED;
		pthread_cond_broadcast(&lanes->changed);
	} else {
		lane->answer = (struct sink_answer){
			.sent = SENT_RETRY, .unreachable = true, .text = "no thread can be started"
		};
		come_to_end(lane);
	}
	pthread_mutex_unlock(&lanes->lock);
}

static struct lane *
ended_lane(struct lanes *lanes)
{
	struct lane *lane = lanes->lane;

	while (lane->stage != ENDED)
		lane++;
	return lane;
}

bool
lanes_take(struct lanes *lanes, int ms, int64_t *id, struct sink_answer *answer)
{
	struct pollfd p = { .fd = lanes->ends[0], .events = POLLIN };
	struct lane *lane;
	char end;

	if (poll(&p, 1, ms) != 1 || read(lanes->ends[0], &end, 1) != 1)
		return false;
	pthread_mutex_lock(&lanes->lock);
	lane = ended_lane(lanes);
	lane->stage = EMPTY;
	pthread_mutex_unlock(&lanes->lock);
	*id = lane->freight.id;
	*answer = lane->answer;
	lane->freight.recipient = NULL;
	lanes->under_way--;
	return true;
}

int
lanes_fd(const struct lanes *lanes)
{
	return lanes->ends[0];
}

void
lanes_hurry(struct lanes *lanes)
{
	for (int i = 0; i < lanes->count; i++)
		sink_hurry(lanes->lane[i].sink);
}
