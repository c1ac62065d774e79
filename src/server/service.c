/* SPDX-License-Identifier: ISC */
/*
 * Signals, and sd_notify(3)'s protocol (service.h).
 */
#include "server/service.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

static int signals = -1; /* those that came can be read there */
static bool stopping, reloading;

void
service_catch_signals(void)
{
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGHUP);
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &ours, NULL);
	signals = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
}

int
service_fd(void)
{
	return signals;
}

static void
take_signals(void)
{
	struct signalfd_siginfo info;

	while (signals != -1 && read(signals, &info, sizeof info) == (ssize_t)sizeof info)
		*(info.ssi_signo == SIGHUP ? &reloading : &stopping) = true;
}

bool
service_must_stop(void)
{
	take_signals();
	return stopping;
}

bool
service_must_reload(bool take)
{
	bool asked;

	take_signals();
	asked = reloading;
	reloading = asked && !take;
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
