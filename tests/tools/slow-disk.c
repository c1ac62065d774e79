/* SPDX-License-Identifier: ISC */
/*
 * Loaded into a program that is measured: a disk that takes 5 ms more to sync, as one that
 * turns does, or flash without a battery.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

typedef int sync_call(int);

static int
slowly(const char *name, int fd)
{
	const struct timespec time = { .tv_nsec = 5000000 };
	sync_call *call = (sync_call *)dlsym(RTLD_NEXT, name);

	nanosleep(&time, NULL);
	return call(fd);
}

int
fsync(int fd)
{
	return slowly("fsync", fd);
}

int
fdatasync(int fd)
{
	return slowly("fdatasync", fd);
}
