/* SPDX-License-Identifier: ISC */
/*
 * What short programs cost that are started once for each letter.
 *
 *	spawns COUNT INPUT COMMAND [ARG...] [-- COMMAND [ARG...]]...
 *
 * Each command is started COUNT times with INPUT as its standard input, all of them in turn,
 * by vfork, so that nothing of this program is counted.  Prints a line for each: the median of
 * processor microseconds, of all that it starts as well, which is waited for.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define COMMANDS_MAX 16

extern char **environ;

static double
spent(void)
{
	struct rusage all;

	getrusage(RUSAGE_CHILDREN, &all);
	return (double)(all.ru_utime.tv_sec + all.ru_stime.tv_sec) * 1e6 +
	    (double)(all.ru_utime.tv_usec + all.ru_stime.tv_usec);
}

static double
run(const char *input, char **command)
{
	double before = spent();
	posix_spawn_file_actions_t files;
	pid_t pid;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, 1, 2);
	if (posix_spawn(&pid, command[0], &files, NULL, command, environ) != 0) {
		perror(command[0]);
		exit(1);
	}
	posix_spawn_file_actions_destroy(&files);
	while (wait(NULL) != -1)
		;
	return spent() - before;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
main(int argc, char **argv)
{
	int count = argc > 3 ? atoi(argv[1]) : 0, commands = 1;
	char **command[COMMANDS_MAX] = { argv + 3 };
	double *cost[COMMANDS_MAX];

	if (count <= 0) {
		fprintf(stderr, "usage: spawns COUNT INPUT COMMAND [-- COMMAND]...\n");
		return 2;
	}
	for (int i = 3; i < argc; i++)
		if (strcmp(argv[i], "--") == 0 && commands < COMMANDS_MAX) {
			argv[i] = NULL;
			command[commands++] = argv + i + 1;
		}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (int i = 0; i < commands; i++)
		if ((cost[i] = calloc((size_t)count, sizeof *cost[i])) == NULL)
			return 1;
	for (int n = 0; n < count; n++)
		for (int i = 0; i < commands; i++)
			cost[i][n] = run(argv[2], command[i]);
	for (int i = 0; i < commands; i++) {
		qsort(cost[i], (size_t)count, sizeof *cost[i], compare);
		printf("%.1f\n", cost[i][count / 2]);
		free(cost[i]);
	}
	return 0;
}
