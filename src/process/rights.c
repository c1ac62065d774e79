/* SPDX-License-Identifier: ISC */
/*
 * What a process may still do (rights.h).
 *
 * Forks that only compute have a list of the system calls they may use: no sockets, no
 * programs, no other processes and no writing to files.  A program, which brings its own
 * libraries and threads, has a list of those it may not use.  What is not permitted fails
 * as such, so that a library that only asks goes on.
 */
#include "process/rights.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/sanitized.h"
#include "process/landlock.h"

#define FILES_MAX  32  /* descriptors; a converter needs two at a time */
#define FILTER_MAX 256 /* instructions */
#define NICENESS   10  /* a tenth of a busy machine: with 19, 30 seconds would be half a second */

/* For forks that compute. */
static const int allowed[] = {
	/* the letter in, the answer out */
	SCMP_SYS(recvmsg), SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(close),
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

/* For forks that compute, as the kernel takes it: made once. */
static struct sock_filter instructions[FILTER_MAX];
static struct sock_fprog filter = { .filter = instructions };

/* Through a pipe: no file may be written here. */
static bool
keep_filter(scmp_filter_ctx rules)
{
	int ends[2];
	ssize_t n = -1;

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == -1)
		return false;
	if (seccomp_export_bpf(rules, ends[1]) == 0)
		n = read(ends[0], instructions, sizeof instructions);
	close(ends[0]);
	close(ends[1]);
	if (n <= 0 || n == sizeof instructions)
		return false;
	filter.len = (unsigned short)((size_t)n / sizeof *instructions);
	return true;
}

static bool
make_filter(bool files)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	bool ok = rules != NULL && prctl(PR_GET_SECCOMP) != -1; /* the kernel knows it */

	/* A tree: the kernel tries it with each system call there is when it takes effect. */
	if (ok)
		(void)seccomp_attr_set(rules, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	for (size_t i = 0; ok && i < sizeof allowed / sizeof *allowed; i++)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
	for (size_t i = 0; ok && files && i < sizeof reading / sizeof *reading; i++)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, reading[i], 0) == 0;
	if (ok && files)
		ok = seccomp_rule_add(rules, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
			 SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)) == 0;
	ok = ok && keep_filter(rules);
	if (rules != NULL)
		seccomp_release(rules);
	return ok;
}

bool
rights_no_new(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* For programs: sockets, other processes, and what reaches into them. */
static const int forbidden[] = { SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind),
	SCMP_SYS(io_uring_setup), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(setpgid),
	SCMP_SYS(setsid), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
	SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo),
	SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal), SCMP_SYS(unshare),
	SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(bpf), SCMP_SYS(perf_event_open),
	SCMP_SYS(userfaultfd), SCMP_SYS(add_key), SCMP_SYS(keyctl), SCMP_SYS(shmget),
	SCMP_SYS(msgget), SCMP_SYS(semget) };

static bool
fence_calls(void)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);
	const uint32_t no = SCMP_ACT_ERRNO(EPERM);
	scmp_datum_t self = (scmp_datum_t)getpid();
	bool ok = rules != NULL;

	for (size_t i = 0; ok && i < sizeof forbidden / sizeof *forbidden; i++)
		ok = seccomp_rule_add(rules, no, forbidden[i], 0) == 0;
	/* Threads yes, processes no; which it is stands in clone3's memory, so libc is sent back
	 * to clone. */
	ok = ok &&
	    seccomp_rule_add(
		rules, no, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0 &&
	    seccomp_rule_add(rules, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
	    seccomp_rule_add(rules, no, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_NE, self, 0)) == 0 &&
	    seccomp_rule_add(rules, no, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_NE, self, 0)) == 0 &&
	    seccomp_rule_add(rules, no, SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_NE, 0, 0)) == 0 &&
	    seccomp_load(rules) == 0;
	if (rules != NULL)
		seccomp_release(rules);
	return ok;
}

static bool
fence(const char *folder, const char *program)
{
	static const char *const systems[] = { "/usr", "/lib", "/lib64", "/bin" };
	static const char *const others[] = { "/etc/ld.so.cache", "/etc/localtime", "/dev/null",
		"/dev/zero", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo",
		"/sys/devices/system" };
	int ruleset;

	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
	if (!rights_no_new())
		return false;
	if ((ruleset = landlock_begin()) != -1) {
		for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
			landlock_allow(ruleset, systems[i], MAY_RUN);
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			landlock_allow(ruleset, others[i], MAY_READ);
		landlock_allow(ruleset, program, MAY_RUN);
		if (folder != NULL)
			landlock_allow(ruleset, folder, MAY_READ);
		if (!landlock_close(ruleset))
			return false;
	}
	return prctl(PR_GET_SECCOMP) == -1 || fence_calls();
}

/* Only what is safe between fork and exec. */
void
rights_settle(int input, int output, int error, int control)
{
	const int wanted[] = { input, output, error, control };
	int count = control == -1 ? 3 : 4;
	sigset_t none;

	/* dup2 of a descriptor to itself would leave it to be closed by exec. */
	for (int i = 0; i < count; i++)
		if (dup2(wanted[i], i) == -1 || fcntl(i, F_SETFD, 0) == -1)
			_exit(RIGHTS_HINDERED);
	closefrom(count);
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void
rights_no_core(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	/* LeakSanitizer looks at the process as a debugger does. */
	if (!SANITIZED)
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static void
limit_processor(const struct limits *limits)
{
	rlim_t cpu = (rlim_t)limits->cpu;

	/* SIGXCPU tells it from a lack of memory; SIGKILL follows a second later. */
	if (cpu > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){ cpu, cpu + 1 });
}

bool
rights_confine(const struct limits *limits, const char *program)
{
	limit_processor(limits);
	if (limits->is_nice)
		setpriority(PRIO_PROCESS, 0, NICENESS);
	if (limits->is_fenced && !fence(limits->folder, program))
		return false;
	/* Last: the limit is the program's, and the fence is built with memory of this process. */
	if (limits->memory > 0)
		setrlimit(RLIMIT_AS, &(struct rlimit){ limits->memory, limits->memory });
	return true;
}

bool
rights_prepare(const struct limits *limits, bool files)
{
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ FILES_MAX, FILES_MAX });
	if (!SANITIZED) {
		setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
		setrlimit(RLIMIT_AS, &(struct rlimit){ limits->memory, limits->memory });
	}
	return rights_no_new() && make_filter(files);
}

void
rights_drop(const struct limits *limits)
{
	limit_processor(limits);
	if (filter.len > 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
		_exit(RIGHTS_HINDERED);
}
