/* SPDX-License-Identifier: ISC */
/*
 * What a reader of letters may do: compute.
 *
 * System calls not listed here fail as not permitted, so that a library that
 * only asks goes on; what the reader cannot do without kills it no more than a
 * fault of its own would.  The list knows no sockets, no programs, no other
 * processes and no writing to files.
 */
#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#define FILES_MAX 32 /* descriptors; a converter needs two at a time */

#ifdef __linux__
#include <seccomp.h>
#include <sys/prctl.h>

static const int allowed[] = {
	/* the letter in, the answer out */
	SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(close),
	/* memory */
	SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect),
	SCMP_SYS(madvise), SCMP_SYS(futex), SCMP_SYS(getrandom),
	/* time and itself */
	SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getpid), SCMP_SYS(gettid),
	SCMP_SYS(sched_yield),
	/* the end, and abort(3) */
	SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack)
};

/* Loading a converter of iconv. */
static const int reading[] = { SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(fstat),
	SCMP_SYS(newfstatat), SCMP_SYS(statx) };

static scmp_filter_ctx filter;

static bool
allow(const int *calls, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
			return false;
	return true;
}

static bool
allow_files(void)
{
	return allow(reading, sizeof reading / sizeof *reading) &&
	    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
		SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)) == 0;
}

static bool
make_filter(bool files)
{
	if ((filter = seccomp_init(SCMP_ACT_ERRNO(EPERM))) == NULL)
		return false;
	if (allow(allowed, sizeof allowed / sizeof *allowed) && (!files || allow_files()))
		return true;
	seccomp_release(filter);
	filter = NULL;
	return false;
}

static void
load_filter(void)
{
	if (filter != NULL && seccomp_load(filter) != 0)
		_exit(1);
}

bool
rights_no_new(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

static void
make_undumpable(void)
{
	/* LeakSanitizer looks at the process as a debugger does. */
	if (!SANITIZED)
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#else

static bool
make_filter(bool files)
{
	(void)files;
	return false;
}

static void
load_filter(void)
{
}

bool
rights_no_new(void)
{
	return false;
}

static void
make_undumpable(void)
{
}

#endif

void
rights_no_core(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	make_undumpable();
}

bool
rights_prepare(const struct sandbox_limits *limits, bool files)
{
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ FILES_MAX, FILES_MAX });
	if (!SANITIZED) {
		setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
		setrlimit(RLIMIT_AS, &(struct rlimit){ limits->memory, limits->memory });
	}
	return rights_no_new() && make_filter(files);
}

void
rights_drop(const struct sandbox_limits *limits)
{
	/* SIGXCPU tells it from a lack of memory, SIGKILL a second later is sure. */
	setrlimit(RLIMIT_CPU, &(struct rlimit){ (rlim_t)limits->cpu, (rlim_t)limits->cpu + 1 });
	load_filter();
}
