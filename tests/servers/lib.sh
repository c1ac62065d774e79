# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# For the cases that run real programs: sourced, never run.
#
# Gives a folder of its own ($T, removed at the end), TAP lines (tap.sh), an
# ordinary user to run as, free loopback ports, and an end to every process
# started here, by its number.  The programs under test are copied into $T, where
# the ordinary user can reach them; the case is skipped if one is missing.

ROOT=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=${BUILD:-build}
case $BUILD in /*) ;; *) BUILD=$ROOT/$BUILD ;; esac
SERVERS=$ROOT/tests/servers
PIDS=
T=$(mktemp -d "${TMPDIR:-/tmp}/riverpost.XXXXXX")
unset RIVERPOST_HOME SENDER RECIPIENT

if [ "$(id -u)" = 0 ]; then
	USER_NAME=nobody
	USER_UID=$(id -u nobody)
	USER_GID=$(id -g nobody)
	AS_USER="setpriv --reuid=$USER_UID --regid=$USER_GID --clear-groups"
else
	USER_NAME=$(id -un)
	USER_UID=$(id -u)
	USER_GID=$(id -g)
	AS_USER=
fi
# The ordinary user may not see into the folder of the tests.
if [ -n "${LSAN_OPTIONS:-}" ]; then
	cp "$ROOT/tests/lsan.supp" "$T"
	export LSAN_OPTIONS="suppressions=$T/lsan.supp:print_suppressions=0"
fi
chown "$USER_UID:$USER_GID" "$T"
chmod 755 "$T"

end() {
	for end_pid in $PIDS; do
		stop "${end_pid%%:*}"
	done
	rm -rf "$T"
}
. "$SERVERS/tap.sh"
trap end EXIT
trap 'exit 1' HUP INT TERM

# birth PID: in $BIRTH, when that process began; nothing when there is none, or what
# nobody has waited for is all that is left of it.
birth() {
	BIRTH=
	read -r birth_line 2>/dev/null <"/proc/$1/stat" || return 0
	# shellcheck disable=SC2086
	set -- ${birth_line##*) }
	[ "$1" = Z ] || BIRTH=${20}
}

is_gone() {
	birth "$1"
	[ -z "$BIRTH" ]
}

# A process started here, to be ended with the case.
remember() {
	birth "$1"
	PIDS="$PIDS $1:$BIRTH"
}

# Ends a process by its number, unless that is another's by now, and waits until it is
# gone.
stop() {
	birth "$1"
	stop_birth=$BIRTH
	[ -n "$stop_birth" ] || return 0
	case "$PIDS " in
	*" $1:$stop_birth "*) ;;
	*" $1:"*) return 0 ;;
	esac
	kill "$1" 2>/dev/null
	stop_turns=0
	while birth "$1" && [ "$BIRTH" = "$stop_birth" ]; do
		stop_turns=$((stop_turns + 1))
		[ $stop_turns -eq 250 ] && kill -9 "$1" 2>/dev/null
		[ $stop_turns -gt 500 ] && return 1
		sleep 0.02
	done
	return 0
}

# until_true SECONDS COMMAND...: tries every 50 ms; on a busy machine for longer.
until_true() {
	until_turns=$(($1 * 20 * ${RIVERPOST_SLOW:-4}))
	shift
	while ! "$@" >/dev/null 2>&1; do
		until_turns=$((until_turns - 1))
		[ $until_turns -le 0 ] && return 1
		sleep 0.05
	done
	return 0
}

# How many files match, hidden folders included.
files() {
	find "$@" -type f 2>/dev/null | wc -l | tr -d ' '
}

# files_are N FOLDER...: for ok and until_true.
files_are() {
	files_want=$1
	shift
	is "$files_want" "$(files "$@")"
}

# Of the ports below those that the system gives to clients, a hundred in a row that are
# this case's alone: the lock goes with the last process that has it open.
own_ports() {
	own_folder=/tmp/riverpost-ports.$(id -u) # whatever TMPDIR is: ports are the machine's
	mkdir -p "$own_folder"
	own_n=$(od -An -N2 -tu2 /dev/urandom)
	own_end=$((own_n + 120))
	while [ $((own_n += 1)) -le $own_end ]; do
		exec 8>"$own_folder/$((own_n % 120))"
		flock -n 8 && break
	done
	echo $((20000 + own_n % 120 * 100)) >"$T/.port"
}
own_ports

# N of them in a row, on which nobody else listens; the first is printed.
free_ports() {
	free_first=$(cat "$T/.port")
	free_port=$free_first
	while [ $free_port -lt $((free_first + $1)) ]; do
		port_answers $free_port && free_first=$((free_port + 1))
		free_port=$((free_port + 1))
	done
	echo $((free_first + $1)) >"$T/.port"
	echo $free_first
}

# Somebody listens there.
port_answers() {
	grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf '%04X' "$1") [0-9A-F]*:0000 0A" \
	    /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# All these ports answer; none of them does.
ports_answer() {
	for answer_port; do
		port_answers "$answer_port" || return 1
	done
}
ports_rest() {
	for rest_port; do
		! port_answers "$rest_port" || return 1
	done
}

# Is it built with sanitizers, which want memory that a limit would not give.
is_sanitized() {
	nm "$1" 2>/dev/null | grep -q __asan
}

# built PROGRAM...: all of them are.
built() {
	for built_program; do
		[ -x "$BUILD/$built_program" ] || skip_all "$built_program is not built"
	done
}

# copied PROGRAM...: into $T.
copied() {
	built "$@"
	for copied_program; do
		cp "$BUILD/$copied_program" "$T/${copied_program##*/}" && chmod 755 "$T/${copied_program##*/}"
	done
}

# begun FOLDER: a new home in the eyes of riverpost-deliver alone, which asks what is there.
begun() {
	mkdir -p "$1" && echo x >"$1/keys" && echo x >"$1/riverpost.sqlite"
}

# root WHAT: only root can start it.
root() {
	[ "$(id -u)" = 0 ] || skip_all "$1 needs root"
}

# smtp_sink: postfix's listener that takes everything, in $SINK.
smtp_sink() {
	SINK=$(command -v smtp-sink || command -v /usr/sbin/smtp-sink) || skip_all "smtp-sink (postfix) is not installed"
}

# traced: strace in $STRACE, and it works here and on what was built.
traced() {
	STRACE=$(command -v strace) || skip_all "strace is not installed"
	"$STRACE" -o /dev/null true 2>/dev/null || skip_all "strace is not permitted here"
	is_sanitized "$BUILD/riverpost" && skip_all "sanitizers and strace do not go together"
	return 0
}

# The server, with its templates where it looks for them first.
copy_server() {
	mkdir "$T/bin" && cp "$BUILD/riverpost" "$BUILD/riverpost-deliver" "$BUILD/riverpost-reader" "$T/bin" &&
	    cp -R "$ROOT/templates" "$T"
}
