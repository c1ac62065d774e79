/* SPDX-License-Identifier: ISC */
/*
 * Process 1 of a container (init.h).
 */
#include "process/init.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const int passed_on[] = { SIGTERM, SIGINT, SIGHUP };

/* Waits for all that have ended; the end of `server` is this process's too. */
static void
reap(pid_t server)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == server)
			_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

void
init_stand_by(void)
{
	sigset_t ours, before;
	pid_t server;
	int number;

	if (getpid() != 1)
		return;
	sigemptyset(&ours);
	sigaddset(&ours, SIGCHLD);
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
		sigaddset(&ours, passed_on[i]);
	sigprocmask(SIG_BLOCK, &ours, &before);
	server = fork();
	if (server <= 0) {
		/* The server; or there is none, and this process serves. */
		sigprocmask(SIG_SETMASK, &before, NULL);
		return;
	}
	for (;;) {
		if (sigwait(&ours, &number) == 0 && number != SIGCHLD)
			kill(server, number);
		reap(server);
	}
}
