#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Mail 3: a letter that crashes its reader, hangs it
# or feeds on memory is parked once; its neighbours are read.  The faults are
# put into iconv, since none is known in the program.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
command -v ${CC:-cc} >/dev/null || skip_all "no compiler"
H=$T/home
NOW=2026-11-21T12:00:00Z
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -o "$T/hostile.so" "$ROOT/tests/tools/hostile-iconv.c" ||
	skip_all "the hostile iconv does not compile"
# shellcheck disable=SC3045 # where there is no such limit nothing is lost
ulimit -c unlimited 2>/dev/null

# ASAN_OPTIONS: a sanitizer's library wants to be the first one otherwise.
rp() {
	LD_PRELOAD=$T/hostile.so ASAN_OPTIONS=verify_asan_link_order=0 \
	    "$BUILD/riverpost" --home "$H" -v "$@" >"$T/out" 2>"$T/err"
}

pass() {
	rp --now=$NOW run
}

# drop NAME CHARSET: a sign-up whose text is in that charset.  It gets its time in its place:
# a running server deletes what has been in tmp/ for days.
drop() {
	mkdir -p "$H/mail/in/tmp" "$H/mail/in/new" "$H/mail/in/cur"
	printf 'From: %s@a.test\nTo: riverpost@localhost\nSubject: signup %s geheim\nMessage-ID: <%s@a.test>\nContent-Type: text/plain; charset=%s\n\n\351\n' \
	    "$1" "$1" "$1" "$2" >"$H/mail/in/tmp/$1.test"
	cp "$H/mail/in/tmp/$1.test" "$T/$1"
	mv "$H/mail/in/tmp/$1.test" "$H/mail/in/new/"
	touch -c -d "$NOW" "$H/mail/in/new/$1.test"
}

sql() {
	sqlite3 "$H/riverpost.sqlite" "$1"
}

answers() {
	files "$H/mail/out/$1@a.test/new"
}

# kept_whole NAME: $T/NAME is how it came.
kept_whole() {
	cmp "$T/$1" "$H/mail/in/.Failed"/*/"$1.test"*
}

# trial NAME CHARSET LETTER: the bad letter arrives between two good ones.
trial() {
	drop "anna$3" utf-8
	drop "bert$3" "$2"
	drop "carl$3" utf-8
	times >"$T/before"
	ok "mail 3: $1: the pass ends well" pass
	times >"$T/after"
	ok "mail 3: $1: one letter is put aside, the others are done" has "$(cat "$T/out")" \
	    "^3 letters taken: 2 done, .* 1 put aside"
	ok "mail 3: $1: it is in Failed" test -n "$(find "$H/mail/in/.Failed" -name "bert$3.test*")"
	ok "mail 3: $1: whole" kept_whole "bert$3"
	ok "mail 3: $1: it got no answer" is 0 "$(answers "bert$3")"
	ok "mail 3: $1: those around it got theirs" is 1,1 "$(answers "anna$3"),$(answers "carl$3")"
	ok "mail 3: $1: the log says why" has "$(cat "$T/err")" "from bert$3@a.test: parked, reading it $4"
	drop "bert$3" "$2"
	pass
	ok "mail 3: $1: a second copy is known" has "$(cat "$T/out")" "^1 letter taken: .* 1 ignored, 0 put aside"
	ok "mail 3: $1: one row for both" is 1 "$(sql "SELECT count(*) FROM inbox WHERE outcome = 'parked'")"
	sql "DELETE FROM inbox WHERE outcome = 'parked'"
}

trial crash cp-crash x crashed
trial "no end" cp-loop y "did not end"
# seconds FILE: of the processor, that ended processes of ours had spent by then.
seconds() {
	sed -n '2s/^\([0-9]*\)m\([0-9]*\).*/\1 * 60 + \2/p' "$T/$1"
}
tried_once() {
	tried_spent=$(($(seconds after) - $(seconds before)))
	echo "$tried_spent seconds"
	[ $tried_spent -ge 4 ] && [ $tried_spent -lt 9 ] # a reader has 5
}
is_sanitized() {
	nm "$BUILD/riverpost" 2>/dev/null | grep -q __asan_init
}
if [ -n "${JITTER:-}" ] || is_sanitized; then
	skip "no end: no second reader tries it" "what waits at random, or sanitizes, spends time as well"
else
	ok "mail 3: no end: no second reader tries it" tried_once
fi
if is_sanitized; then
	skip "hunger" "a sanitizer's memory has no limit"
else
	trial hunger cp-hunger z crashed
fi

drop wanda cp-crash
ok "mail 3: read: ends well" rp read "$H/mail/in/new/wanda.test"
ok "mail 3: read: the same" has "$(cat "$T/out")" "^reason: reading it crashed"
ok "mail 3: no core files" is 0 "$(find "$T" . -maxdepth 1 -name 'core*' | wc -l | tr -d ' ')"

# --- the running server
notify_log=$T/notified
perl -MIO::Socket::UNIX -e '
	my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => "$ARGV[0]/notify") or die;
	open my $log, ">>", "$ARGV[0]/notified" or die; $log->autoflush(1);
	while (defined $socket->recv(my $text, 1000)) { print $log join(" ", split /\n/, $text), "\n" }' "$T" &
remember $!
until_true 5 test -S "$T/notify"
printf 'poll = 600\n' >"$H/riverpost.conf"
NOTIFY_SOCKET=$T/notify WATCHDOG_USEC=2000000 LD_PRELOAD=$T/hostile.so \
    ASAN_OPTIONS=verify_asan_link_order=0 "$BUILD/riverpost" --home "$H" serve 2>"$T/serve.log" &
server=$!
remember $server
ok "serve: says that it is ready" until_true 10 grep -q '^READY=1' "$notify_log"
drop berthold cp-crash
drop dora utf-8
ok "mail 3: serve: a letter behind the bad one is answered" until_true 20 test -d "$H/mail/out/dora@a.test/new"
ok "serve: the watchdog is fed" until_true 10 grep -q '^WATCHDOG=1' "$notify_log"
ok "serve: lives" kill -0 $server
ok "serve: no new privileges" has "$(cat /proc/$server/status)" '^NoNewPrivs:.*1'
kill -HUP $server
ok "serve: says that it reads its configuration again" until_true 10 grep -q '^RELOADING=1 MONO' "$notify_log"
ok "serve: and that it has" until_true 10 grep -q 'read again' "$T/serve.log"
printf 'source other { kind = "maildir" path = "%s/elsewhere" }\n' "$T" >"$H/riverpost.conf"
mkdir "$T/elsewhere"
kill -HUP $server
ok "serve: a folder out of reach leaves the old configuration" \
    until_true 10 grep -q 'to use .*elsewhere the server must be restarted' "$T/serve.log"
drop emil utf-8
ok "serve: which is in force" until_true 20 test -d "$H/mail/out/emil@a.test/new"
zygote=$(cat /proc/$server/task/$server/children 2>/dev/null | cut -d' ' -f1)
if [ -n "$zygote" ]; then
	ok "serve: the readers' process has no new privileges" has "$(cat "/proc/$zygote/status")" '^NoNewPrivs:.*1'
else
	skip "serve: the readers' process" "the kernel does not tell children"
fi
kill $server
wait $server
ok "serve: ends well" is 0 $?
ok "serve: says so" until_true 5 grep -q '^STOPPING=1' "$notify_log"
finish
