#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Faults of the system, injected by strace into one call after another of a pass
# and of riverpost-deliver: no room, input/output errors, short of files, processes
# and memory, interruptions.  Whatever fails: a pass that ends with 0 or 75 (without
# memory it may stop), and afterwards every letter is answered exactly once; a
# delivery that ends with 75, or with 0 and the letter in the spool.
#
# RIVERPOST_FAULTS=all: every call instead of some; RIVERPOST_SEED=N: others.

. "$(dirname "$0")/../servers/lib.sh"
traced
cd "$T" || exit 1
LETTERS=4
SEED=${RIVERPOST_SEED:-1}

post() {
	"$BUILD/riverpost" --home "$T/home" "$@"
}
# A home with letters that wait: half in the spool, half in the Maildir.
post run >/dev/null 2>&1 || skip_all "a first pass fails"
for n in $(seq $LETTERS); do
	printf 'From: p%s@a.test\nTo: riverpost@localhost\nMessage-ID: <%s@a.test>\nSubject: signup p%s\n\n' \
	    "$n" "$n" "$n" >letter
	if [ $((n % 2)) = 0 ]; then
		post deliver --sender "p$n@a.test" <letter
	else
		cp letter "home/mail/in/new/170000000$n.test"
	fi
done
mv home before

# How many such calls one pass makes, in all its processes.
cp -a before home
"$STRACE" -f -qq -o every -e signal=none "$BUILD/riverpost" --home "$T/home" run >/dev/null 2>&1
calls() {
	grep -c "^[0-9]*  *$1(" every
}

# What must hold after a pass without faults.
is_whole() {
	# A temporary file that cannot be removed is no letter.
	is "$LETTERS" "$(find home/mail/out -type f -not -path '*/tmp/*' | wc -l)" || return 1
	for whole_n in $(seq $LETTERS); do
		files_are 1 "home/mail/out/p$whole_n@a.test/new" || return 1
	done
	files_are 0 home/mail/in/new home/spool/new home/mail/in/.Failed/cur home/spool/.Failed/cur &&
	    is "$LETTERS" "$(sqlite3 home/riverpost.sqlite 'SELECT count(*) FROM inbox')" &&
	    is "$LETTERS" "$(sqlite3 home/riverpost.sqlite 'SELECT count(*) FROM outbox WHERE state = 1')" &&
	    is ok "$(sqlite3 home/riverpost.sqlite 'PRAGMA integrity_check')"
}

# fails CALL ERROR WHEN: a pass in which that call fails, then a good one.
fails() {
	rm -rf home && cp -a before home
	timeout -k 5 90 "$STRACE" -f -qq -o trace -e inject="$1:error=$2:when=$3" \
	    "$BUILD/riverpost" --home "$T/home" run >out 2>&1
	fails_code=$?
	case $fails_code in
	0|75) ;;
	# Stopping loses nothing (README, "One letter, one transaction").
	134) [ "$2" = ENOMEM ] || { echo "$1 $2 at $3: aborted"; cat out; return 1; } ;;
	# The system's loader failed: the program itself never began.
	127) grep -q 'error while loading shared libraries\|for initial thread\|^out of memory' out || { cat out; return 1; } ;;
	139) ! grep -q home/ trace || { echo "$1 $2 at $3: crashed"; cat out; return 1; } ;;
	*) echo "$1 $2 at $3: exit $fails_code"; cat out; return 1 ;;
	esac
	# What has failed waits a minute.
	post --now="$(date -u -d '+2 minutes' +%Y-%m-%dT%H:%M:%SZ)" run >again 2>&1 ||
	    { echo "$1 $2 at $3: then"; cat out again; return 1; }
	is_whole || { echo "$1 $2 at $3:"; cat out again; return 1; }
}

# each CALL ERROR [N]: one after another, about N of them or all.
each() {
	each_count=$(calls "$1")
	[ "$each_count" -gt 0 ] || { echo "no $1"; return 1; }
	each_step=$(((each_count + ${3:-3} - 1) / ${3:-3}))
	[ -z "${RIVERPOST_FAULTS:-}" ] || each_step=1
	each_n=$((SEED % each_step + 1))
	echo "$each_count calls of $1, every $each_step from $each_n"
	while [ "$each_n" -le "$each_count" ]; do
		fails "$1" "$2" "$each_n" || return 1
		each_n=$((each_n + each_step))
	done
}
ok "a pass without faults" fails fsync EIO 60000
ok "fsync: input/output error" each fsync EIO
ok "fdatasync: input/output error" each fdatasync EIO
ok "fdatasync: from the first on" fails fdatasync EIO 1+
ok "pwrite64: no room" each pwrite64 ENOSPC
ok "pwrite64: from the third on" fails pwrite64 ENOSPC 3+
ok "write: no room" each write ENOSPC
ok "write: the first of each process" fails write EIO 1
ok "rename: no room" each rename ENOSPC
ok "rename: never" fails rename EIO 1+
ok "link: no room" each link ENOSPC
ok "link: never" fails link EIO 1+
ok "mkdir: no room" each mkdir ENOSPC
# As what is open is closed in the end, its readers must not be waited for forever.
last_closed() {
	last_closed_n=$(grep -c "^$(head -n 1 every | cut -d' ' -f1)  *close(" every)
	fails close EIO "$last_closed_n" && fails close EIO $((last_closed_n - 1))
}
ok "close: the last ones" last_closed
ok "openat: too many files" each openat EMFILE
ok "pread64: input/output error" each pread64 EIO
# The same for calls whose failure is rarer.
while read -r call errors; do
	for error in $errors; do
		ok "$call: $error" each "$call" "$error" 1
	done
done <<-E
	write EINTR EDQUOT
	pwrite64 EDQUOT
	rename EDQUOT
	openat EACCES ENOMEM
	read EIO EINTR
	close EIO
	unlink EIO
	ftruncate EIO
	getdents64 EIO
	newfstatat EIO ENOMEM
	fcntl EIO ENOMEM
	socketpair EMFILE
	clone EAGAIN
	epoll_create1 EMFILE
	epoll_ctl ENOMEM
	timerfd_create EMFILE
	recvfrom ECONNRESET EINTR
	sendmsg ENOBUFS EPIPE EAGAIN EINTR
	recvmsg ECONNRESET
	wait4 EINTR
	inotify_init1 EMFILE
	mmap ENOMEM
E

# --- riverpost-deliver, each call of it
copied riverpost-deliver
printf 'From: fred@a.test\nSubject: a move\n\nhello\n' >letter
# What is in the spool, without the letters' own names.
delivers() {
	rm -rf home && begun home
	"$STRACE" -qq -o trace -e inject="?$1:error=$2:when=$3" ./riverpost-deliver --home "$T/home" \
	    --sender fred@a.test --recipient robot@game.test <letter >out 2>&1
	delivers_code=$?
	case $delivers_code in
	0) delivers_want=1 ;;
	75) delivers_want='[01]' ;;
	127) grep -q 'error while loading shared libraries\|for initial thread\|^out of memory' out && return ;;
	*) delivers_want=none ;;
	esac
	case $(files home/spool/new) in
	$delivers_want) ;;
	*) echo "$1 $2 at $3: exit $delivers_code, $(files home/spool/new) in the spool"; cat out; return 1 ;;
	esac
	[ "$(files home/spool/new)" = 0 ] || printf 'Riverpost-Spool: <fred@a.test> <robot@game.test>\n' |
	    cat - letter | cmp - home/spool/new/*
}
each_delivery() {
	delivers "$1" EIO 60000 || return 1
	each_count=$(grep -c "^$1(" trace)
	for each_error in EIO ENOSPC EDQUOT EINTR EMFILE ENOMEM EACCES; do
		each_n=$((SEED % 2 + 1))
		while [ "$each_n" -le "$each_count" ]; do
			delivers "$1" $each_error $each_n || return 1
			each_n=$((each_n + ${each_leap:-2}))
		done
	done
}
ok "riverpost-deliver: link: it is there already, which is not so" delivers link EEXIST 1
[ -z "${RIVERPOST_FAULTS:-}" ] || each_leap=1
# Those that it makes: libraries of C differ in the calls that open a file and look at it.
delivered_calls='open openat read write fsync link unlink close stat fstat newfstatat statfs fcntl access getrandom mkdir'
delivers fsync EIO 60000 && cp trace delivered
for call in $delivered_calls; do
	! grep -q "^$call(" delivered || ok "riverpost-deliver: $call" each_delivery $call
done
# Besides what starts and ends a program, and what cannot fail.
other_calls() {
	sed -n 's/^\([a-z0-9_]*\)(.*/\1/p' delivered | sort -u | while read -r call; do
		case " $delivered_calls " in *" $call "*) continue ;; esac
		case $call in
		execve | brk | mmap | munmap | mprotect | arch_prctl | set_* | rseq | prlimit64 | exit_group) ;;
		rt_sig* | sigaltstack | readlink* | umask | uname | get?id) ;;
		*) echo "$call" ;;
		esac
	done
}
ok "riverpost-deliver: no other call" is '' "$(other_calls)"
finish
