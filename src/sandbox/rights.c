/* SPDX-License-Identifier: ISC */
/*
 * What a process may still do: limits, seccomp for readers of letters, Landlock.
 *
 * A reader may compute.  System calls not listed here fail as not permitted, so
 * that a library that only asks goes on; the list has no sockets, no programs,
 * no other processes and no writing to files.
 *
 * Landlock only takes away.  Kernels whose Landlock forbids moving a file between
 * folders (before its version 2) are treated as having none: a Maildir could
 * not be used.
 */
#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#define FILES_MAX 32 /* descriptors; a converter needs two at a time */

#ifdef __linux__
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

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

/* As the kernel takes it: made once, so that a reader has nothing to compute. */
static struct sock_fprog filter;

#define PROGRAM_MAX 256 /* instructions; a pipe holds them */

static bool
take_program(scmp_filter_ctx rules)
{
	static struct sock_filter program[PROGRAM_MAX];
	int ends[2];
	ssize_t n = -1;

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == -1)
		return false;
	if (seccomp_export_bpf(rules, ends[1]) == 0)
		n = read(ends[0], program, sizeof program);
	close(ends[0]);
	close(ends[1]);
	if (n <= 0 || n == sizeof program)
		return false;
	filter = (struct sock_fprog){ (unsigned short)((size_t)n / sizeof *program), program };
	return true;
}

static bool
make_filter(bool files)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	bool ok = rules != NULL && prctl(PR_GET_SECCOMP) != -1; /* the kernel knows it */

	/* A tree, not a list: the kernel runs it once for each system call there is when a
	 * reader puts it in force. */
	if (ok)
		(void)seccomp_attr_set(rules, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	for (size_t i = 0; ok && i < sizeof allowed / sizeof *allowed; i++)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
	for (size_t i = 0; ok && files && i < sizeof reading / sizeof *reading; i++)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, reading[i], 0) == 0;
	if (ok && files)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
			 SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)) == 0;
	/* Rather no reader than one without its filter. */
	if (ok && !take_program(rules))
		_exit(READER_HINDERED);
	if (rules != NULL)
		seccomp_release(rules);
	return ok;
}

bool
rights_no_new(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

#define VERSION_NEEDED   2
#define VERSION_TRUNCATE 3
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (UINT64_C(1) << 14)
#endif

#define READ_FILE   LANDLOCK_ACCESS_FS_READ_FILE
#define READ_FOLDER (READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_FILE  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)
#define WRITE_FOLDER \
	(WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
	    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER)
#define NEVER \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | \
	    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | \
	    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static uint64_t handled; /* by the ruleset under way */

int
landlock_begin(void)
{
	struct landlock_ruleset_attr attr;
	long version = syscall(
	    SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	if (version < VERSION_NEEDED) {
		errno = version == -1 ? errno : ENOSYS;
		return -1;
	}
	handled = READ_FOLDER | WRITE_FOLDER | NEVER;
	if (version < VERSION_TRUNCATE)
		handled &= ~LANDLOCK_ACCESS_FS_TRUNCATE;
	attr = (struct landlock_ruleset_attr){ .handled_access_fs = handled };
	return (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
}

void
landlock_allow(int ruleset, const char *path, bool writing)
{
	struct landlock_path_beneath_attr attr = {
		.parent_fd = open(path, O_PATH | O_CLOEXEC),
	};
	struct stat st;

	if (attr.parent_fd == -1)
		return;
	if (fstat(attr.parent_fd, &st) == 0) {
		attr.allowed_access = S_ISDIR(st.st_mode) ?
		    READ_FOLDER | (writing ? WRITE_FOLDER : 0) :
		    READ_FILE | (writing ? WRITE_FILE : 0);
		attr.allowed_access &= handled;
		syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &attr, 0);
	}
	close(attr.parent_fd);
}

bool
landlock_close(int ruleset)
{
	bool is_shut = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;

	close(ruleset);
	return is_shut;
}

#else

static bool
make_filter(bool files)
{
	(void)files;
	return false;
}

bool
rights_no_new(void)
{
	return false;
}

int
landlock_begin(void)
{
	errno = ENOSYS;
	return -1;
}

void
landlock_allow(int ruleset, const char *path, bool writing)
{
	(void)ruleset;
	(void)path;
	(void)writing;
}

bool
landlock_close(int ruleset)
{
	(void)ruleset;
	return false;
}

#endif

void
rights_no_core(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
#ifdef __linux__
	/* LeakSanitizer looks at the process as a debugger does. */
	if (!SANITIZED)
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
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
	/* SIGXCPU tells it from a lack of memory; SIGKILL follows a second later. */
	setrlimit(RLIMIT_CPU, &(struct rlimit){ (rlim_t)limits->cpu, (rlim_t)limits->cpu + 1 });
#ifdef __linux__
	if (filter.len > 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0)
		_exit(READER_HINDERED);
#endif
}
