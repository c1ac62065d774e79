#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Programs are run by a process apart: a sendmail keeps the rights that the server gave
# away, knows its arguments and its end, and goes on after a reload.

. "$(dirname "$0")/../servers/lib.sh"
copy_server
cd "$T" || exit 1
mkdir home outside
# It writes where the server may not, and says with what rights it runs.
cat >sendmail <<-E
	#!/bin/sh
	echo "\$*" >>'$T/outside/calls'
	grep NoNewPrivs /proc/self/status >>'$T/outside/rights'
	cat >'$T/outside/letter'
	echo refused by me >&2
	exit \$(cat '$T/outside/code')
E
chmod 755 sendmail
echo 0 >outside/code
conf() {
	printf 'sink { kind = sendmail path = "%s" }\n%s\n' "$1" "${2:-}" >home/riverpost.conf
}
conf "$T/sendmail"
letter() {
	printf 'From: %s@a.test\nMessage-ID: <%s@a.test>\nSubject: help\n\n' "$1" "$1" |
	    "$T/bin/riverpost-deliver" --home "$T/home"
}
# rights PID: has it given up new privileges?
rights() {
	sed -n 's/^NoNewPrivs:[^0-9]*//p' "/proc/$1/status"
}

"$T/bin/riverpost" --home "$T/home" serve >log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
until_true 10 grep -q 'serving from' log || cat log
fenced() {
	is 1 "$(rights "$SERVER_PID")" && ! grep 'keeps its rights' log
}
[ -d /proc/self ] || skip_all "needs /proc"
ok "the server has given its rights away" fenced
sends() {
	letter one && until_true 10 grep -q 'sent to one@a.test: taken by' log || { cat log; return 1; }
	has "$(cat outside/calls)" '^-i -f  -- one@a.test$' && has "$(cat outside/letter)" '^Subject: ' &&
	    has "$(cat outside/rights)" 'NoNewPrivs:[^0-9]*0'
}
ok "sendmail has kept them" sends
refuses() {
	echo 67 >outside/code
	letter two && until_true 10 grep -q 'to two@a.test was refused: .*exit 67: refused by me' log || { cat log; return 1; }
	echo 0 >outside/code
}
ok "its exit and its words are known" refuses
reloads() {
	conf "$T/sendmail" 'poll = 7' && kill -HUP "$SERVER_PID" &&
	    until_true 10 grep -q 'configuration read again' log &&
	    letter three && until_true 10 grep -q 'sent to three@a.test' log || { cat log; return 1; }
}
ok "it goes on after a reload" reloads
another() {
	conf /bin/true && kill -HUP "$SERVER_PID" &&
	    until_true 10 grep -q 'stay in force: to run another program (/bin/true) the server must be restarted' log &&
	    letter four && until_true 10 grep -q 'sent to four@a.test: taken by .*sendmail' log || { cat log; return 1; }
}
ok "another program needs a restart" another
ends() {
	helper=$(pgrep -P "$SERVER_PID" | wc -l)
	stop "$SERVER_PID"
	is 2 "$helper" && until_true 10 eval "! pgrep -f '^$T/bin/riverpost '"
}
ok "the helper ends with the server" ends
dies() {
	conf "$T/sendmail"
	"$T/bin/riverpost" --home "$T/home" serve >log2 2>&1 &
	dies_pid=$!
	remember $dies_pid
	until_true 10 grep -q 'serving from' log2 || return 1
	for dies_child in $(pgrep -P "$dies_pid"); do
		[ "$(rights "$dies_child")" = 1 ] || kill -9 "$dies_child"
	done
	letter six && until_true 10 grep -q 'the helper that starts programs has gone' log2 || { cat log2; return 1; }
	until_true 10 eval "! kill -0 $dies_pid 2>/dev/null"
}
ok "without it the server ends, to be started again" dies
pass() {
	conf "$T/sendmail" && letter five && "$T/bin/riverpost" --home "$T/home" -v run >out 2>&1 && has "$(cat out)" 'sent to five@a.test: taken'
}
ok "a single pass uses it too" pass
finish
