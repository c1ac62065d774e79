/* SPDX-License-Identifier: ISC */
/*
 * sd_notify(3)'s protocol (notify.h).
 */
#include "server/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

/* A path, or with @ a name in Linux's abstract space; 0: none. */
static socklen_t
find_manager(struct sockaddr_un *address)
{
	const char *name = getenv("NOTIFY_SOCKET");

	memset(address, 0, sizeof *address);
	address->sun_family = AF_UNIX;
	if (name == NULL || (name[0] != '/' && name[0] != '@') || name[1] == '\0' ||
	    !str_copy(address->sun_path, sizeof address->sun_path, name))
		return 0;
	if (name[0] == '@')
		address->sun_path[0] = '\0';
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
}

static void
tell(const char *state)
{
	struct sockaddr_un address;
	socklen_t length = find_manager(&address);
	int fd;

	if (length == 0 || (fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) == -1)
		return;
	sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, length);
	close(fd);
}

void
notify_ready(void)
{
	tell("READY=1");
}

/* Type=notify-reload wants the time, to know this reload from an earlier one. */
void
notify_reloading(void)
{
	char state[64];
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	str_format(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld",
	    (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
	tell(state);
}

void
notify_stopping(void)
{
	tell("STOPPING=1");
}

void
notify_alive(void)
{
	if (notify_period() > 0)
		tell("WATCHDOG=1");
}

int64_t
notify_period(void)
{
	const char *period = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

	if (period == NULL || (pid != NULL && strtoll(pid, NULL, 10) != (long long)getpid()))
		return 0;
	return strtoll(period, NULL, 10) / 1000000;
}
