/* SPDX-License-Identifier: ISC */
/*
 * What a program costs: time of the clock and of the processor, and its peak of memory.
 *
 *	usage FILE COMMAND...
 *
 * FILE gets three numbers: seconds until the command ended; processor seconds of it and of
 * all that it started, those too that go on by themselves, which are waited for; kilobytes
 * that the command itself had in memory at most (0: the system does not let us look).  The
 * exit code is the command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double
of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Of a process that is about to end. */
static long
peak_of(pid_t pid)
{
	char path[64], line[256];
	long kilobytes = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	if ((file = fopen(path, "r")) == NULL)
		return 0;
	while (fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "VmHWM:", 6) == 0)
			kilobytes = atol(line + 6);
	fclose(file);
	return kilobytes;
}

static pid_t
start(char **argv)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready) == -1 || (pid = fork()) == -1) {
		perror("usage");
		exit(125);
	}
	if (pid == 0) {
		/* Until it can be seen ending. */
		close(ready[1]);
		if (read(ready[0], &byte, 1) == -1)
			_exit(125);
		close(ready[0]);
		execvp(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	ptrace(PTRACE_SEIZE, pid, NULL, (void *)PTRACE_O_TRACEEXIT);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

int
main(int argc, char **argv)
{
	double began, wall = 0;
	struct rusage spent;
	long peak = 0;
	int status, code = 0;
	pid_t pid, main_pid;
	FILE *file;

	if (argc < 3 || (file = fopen(argv[1], "we")) == NULL) {
		fprintf(stderr, "usage: usage FILE COMMAND...\n");
		return 125;
	}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	began = seconds();
	main_pid = start(argv + 2);
	while ((pid = waitpid(-1, &status, __WALL)) != -1) {
		if (pid != main_pid)
			continue;
		if (!WIFSTOPPED(status)) {
			wall = seconds() - began;
			code = WIFEXITED(status) ? WEXITSTATUS(status) : 126;
		} else if (status >> 16 == PTRACE_EVENT_EXIT) {
			peak = peak_of(pid);
			ptrace(PTRACE_CONT, pid, NULL, NULL);
		} else {
			/* A signal goes on to it; other stops are of no interest. */
			ptrace(PTRACE_CONT, pid, NULL,
			    (void *)(long)(status >> 16 == 0 ? WSTOPSIG(status) : 0));
		}
	}
	getrusage(RUSAGE_CHILDREN, &spent);
	fprintf(file, "%.6f %.6f %ld\n", wall, of(spent.ru_utime) + of(spent.ru_stime), peak);
	return fclose(file) == 0 ? code : 125;
}
