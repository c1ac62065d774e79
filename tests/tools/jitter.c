/* SPDX-License-Identifier: ISC */
/*
 * Other timings: system calls that take their time at random, to be linked into
 * the program under test (`make programs check JITTER=30`, the longest wait in ms).
 *
 * It waits without a system call, so that the reader of letters may do so too.
 */
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Looked for once: after a fork there may be no looking. */
#define FIND(name) \
	static __typeof__(name) *real; \
	if (real == NULL) \
	real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* What a call takes more, in microseconds, on average. */
enum { RARELY = 20, SOMETIMES = 200, OFTEN = 2000 };

static int64_t
microseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static uint32_t
number(void)
{
	static _Thread_local uint64_t state;

	if (state == 0)
		state = (uint64_t)microseconds() * 2654435761u + (uint64_t)(uintptr_t)&state +
		    (uint64_t)getpid();
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33);
}

static void
wait_for(int mean)
{
	int64_t longest = LONGEST_MS * 1000, end;

	if (number() % (uint32_t)(longest / 2) >= (uint32_t)mean)
		return;
	end = microseconds() + number() % longest;
	while (microseconds() < end)
		;
}

int
fdatasync(int fd)
{
	int rc;

	FIND(fdatasync);
	wait_for(OFTEN);
	rc = real(fd);
	wait_for(OFTEN);
	return rc;
}

int
fsync(int fd)
{
	int rc;

	FIND(fsync);
	wait_for(OFTEN);
	rc = real(fd);
	wait_for(OFTEN);
	return rc;
}

pid_t
fork(void)
{
	pid_t pid;

	FIND(fork);
	wait_for(OFTEN);
	pid = real();
	wait_for(OFTEN);
	return pid;
}

pid_t
waitpid(pid_t pid, int *status, int options)
{
	pid_t ended;

	FIND(waitpid);
	ended = real(pid, status, options);
	wait_for(OFTEN);
	return ended;
}

int
rename(const char *from, const char *to)
{
	int rc;

	FIND(rename);
	wait_for(OFTEN);
	rc = real(from, to);
	wait_for(OFTEN);
	return rc;
}

int
poll(struct pollfd *fds, nfds_t count, int timeout)
{
	int rc;

	FIND(poll);
	rc = real(fds, count, timeout);
	wait_for(SOMETIMES);
	return rc;
}

ssize_t
read(int fd, void *bytes, size_t length)
{
	FIND(read);
	wait_for(SOMETIMES);
	return real(fd, bytes, length);
}

ssize_t
write(int fd, const void *bytes, size_t length)
{
	ssize_t written;

	FIND(write);
	wait_for(SOMETIMES);
	written = real(fd, bytes, length);
	wait_for(SOMETIMES);
	return written;
}

ssize_t
recv(int fd, void *bytes, size_t length, int flags)
{
	FIND(recv);
	wait_for(SOMETIMES);
	return real(fd, bytes, length, flags);
}

ssize_t
send(int fd, const void *bytes, size_t length, int flags)
{
	FIND(send);
	wait_for(SOMETIMES);
	return real(fd, bytes, length, flags);
}

int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
	FIND(pthread_mutex_lock);
	wait_for(RARELY);
	return real(mutex);
}

int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int rc;

	FIND(pthread_mutex_unlock);
	rc = real(mutex);
	wait_for(RARELY);
	return rc;
}
