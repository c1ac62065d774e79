/* SPDX-License-Identifier: ISC */
/*
 * The signals of `riverpost serve` (signals.h).
 */
#include "server/signals.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stopping, reloading;
static sigset_t open_mask; /* lets them in again */

static void
on_signal(int number)
{
	if (number == SIGHUP)
		reloading = 1;
	else
		stopping = 1;
}

void
signals_catch(void)
{
	static const int numbers[] = { SIGTERM, SIGINT, SIGHUP };
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t ours;

	sigemptyset(&ours);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		sigaction(numbers[i], &action, NULL);
		sigaddset(&ours, numbers[i]);
	}
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &ours, &open_mask);
}

int
signals_wait(struct pollfd *fds, int count, int64_t seconds)
{
	struct timespec wait = { .tv_sec = (time_t)seconds };

	return ppoll(fds, (nfds_t)count, &wait, &open_mask);
}

void
signals_let_in(void)
{
	sigset_t closed;

	sigprocmask(SIG_SETMASK, &open_mask, &closed);
	sigprocmask(SIG_SETMASK, &closed, NULL);
}

bool
signals_stop(void)
{
	sigset_t pending;

	return stopping ||
	    (sigpending(&pending) == 0 &&
		(sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1));
}

bool
signals_reload(bool take)
{
	bool asked = reloading;

	if (take)
		reloading = 0;
	return asked;
}
