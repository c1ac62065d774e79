/* SPDX-License-Identifier: ISC */
/*
 * Signals, and sd_notify(3)'s protocol (service.h).
 */
#include "server/service.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

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
service_catch_signals(void)
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
service_wait(struct pollfd *fds, int count, int64_t seconds)
{
	struct timespec wait = { .tv_sec = (time_t)seconds };

	return ppoll(fds, (nfds_t)count, &wait, &open_mask);
}

void
service_let_in(void)
{
	sigset_t closed;

	sigprocmask(SIG_SETMASK, &open_mask, &closed);
	sigprocmask(SIG_SETMASK, &closed, NULL);
}

bool
service_must_stop(void)
{
	sigset_t pending;

	return stopping ||
	    (sigpending(&pending) == 0 &&
		(sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1));
}

bool
service_must_reload(bool take)
{
	bool asked = reloading;

	if (take)
		reloading = 0;
	return asked;
}

/* NOTIFY_SOCKET is a path, or with @ a name in Linux's abstract space. */
static void
tell(const char *state)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd;

	if (name == NULL || (name[0] != '/' && name[0] != '@') || name[1] == '\0' ||
	    !str_copy(address.sun_path, sizeof address.sun_path, name) ||
	    (fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) == -1)
		return;
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name)));
	close(fd);
}

void
service_say_ready(void)
{
	tell("READY=1");
}

/* Type=notify-reload wants the time, to know this reload from an earlier one. */
void
service_say_reloading(void)
{
	char state[64];
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	str_format(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld",
	    (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
	tell(state);
}

void
service_say_stopping(void)
{
	tell("STOPPING=1");
}

void
service_say_alive(void)
{
	if (service_watchdog() > 0)
		tell("WATCHDOG=1");
}

int64_t
service_watchdog(void)
{
	const char *period = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

	if (period == NULL || (pid != NULL && strtoll(pid, NULL, 10) != (long long)getpid()))
		return 0;
	return strtoll(period, NULL, 10) / 1000000;
}
