/* SPDX-License-Identifier: ISC */
/*
 * Loaded into the server where valgrind counts its instructions: valgrind needs more address
 * space and other system calls than a reader of letters may have.
 */
#include <sys/prctl.h>
#include <sys/resource.h>

int
prctl(int option, ...)
{
	(void)option;
	return 0;
}

int
setrlimit(__rlimit_resource_t what, const struct rlimit *limit)
{
	(void)what;
	(void)limit;
	return 0;
}
