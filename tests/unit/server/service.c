/* SPDX-License-Identifier: ISC */
/*
 * What the service manager hears.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#include "server/service.h"

static int
listen_at(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	assert_int_equal(bind(fd, (struct sockaddr *)&address,
			     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
	    0);
	setenv("NOTIFY_SOCKET", name, 1);
	return fd;
}

static const char *
heard(int fd)
{
	static char text[256];
	ssize_t n = recv(fd, text, sizeof text - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	return text;
}

static void
test_words(void **state)
{
	char name[64];

	(void)state;
	unsetenv("WATCHDOG_USEC");
	for (int abstract = 0; abstract < 2; abstract++) {
		int fd;

		snprintf(name, sizeof name, "%sriverpost-notify-%ld", abstract ? "@" : "/tmp/",
		    (long)getpid());
		/* Of a run that was killed, when it had this number. */
		if (!abstract)
			unlink(name);
		fd = listen_at(name);
		service_say_ready();
		assert_string_equal(heard(fd), "READY=1");
		service_say_stopping();
		assert_string_equal(heard(fd), "STOPPING=1");
		service_say_reloading();
		assert_memory_equal(heard(fd), "RELOADING=1\nMONOTONIC_USEC=", 27);
		close(fd);
		if (!abstract)
			unlink(name);
	}
}

static void
test_watchdog(void **state)
{
	char name[64], pid[32];
	int fd;

	(void)state;
	snprintf(name, sizeof name, "@riverpost-watchdog-%ld", (long)getpid());
	fd = listen_at(name);
	unsetenv("WATCHDOG_USEC");
	assert_int_equal(service_watchdog(), 0);
	service_say_alive();
	assert_string_equal(heard(fd), "");
	setenv("WATCHDOG_USEC", "30000000", 1);
	assert_int_equal(service_watchdog(), 30);
	service_say_alive();
	assert_string_equal(heard(fd), "WATCHDOG=1");
	setenv("WATCHDOG_PID", "1", 1);
	assert_int_equal(service_watchdog(), 0);
	snprintf(pid, sizeof pid, "%ld", (long)getpid());
	setenv("WATCHDOG_PID", pid, 1);
	assert_int_equal(service_watchdog(), 30);
	close(fd);
}

/* No manager, or one that is not there: nothing happens. */
static void
test_nobody(void **state)
{
	static const char *const names[] = { "", "/", "relative", "@", "/nowhere/at/all",
		("/a-name-that-is-longer-than-a-socket-address-can-hold-0123456789-0123456789-0123456789"
		 "-0123456789-0123456789-0123456789") };

	(void)state;
	unsetenv("NOTIFY_SOCKET");
	service_say_ready();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		setenv("NOTIFY_SOCKET", names[i], 1);
		service_say_ready();
		service_say_stopping();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "ready, reloading, stopping", test_words, NULL, NULL, NULL },
		{ "watchdog", test_watchdog, NULL, NULL, NULL },
		{ "nobody listens", test_nobody, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("service", tests, NULL, NULL);
}
