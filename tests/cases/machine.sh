#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Machines as operators have them: descriptors that are closed, files replaced by others, links where
# the resolver looks, no system's log, a container without an init.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost riverpost-deliver
copied tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
# A namespace of its own, where this system gives one.
ALONE='unshare -Urmpf --mount-proc --kill-child'

# home_with LINE...: a new home, with that configuration.
home_with() {
	rm -rf home
	mkdir -m 700 home
	printf '%s\n' "$@" >home/riverpost.conf
}
letter() {
	printf 'From: fred@a.test\nTo: riverpost@localhost\nSubject: signup fred secret1\nDate: Wed, 18 Nov 2026 10:00:00 +0000\nMessage-ID: <%s@a.test>\n\n' "${1:-1}"
}
drop() { # NAME: a letter in cur
	mkdir -p home/mail/in/new home/mail/in/cur home/mail/in/tmp
	letter "$1" >"home/mail/in/cur/$1"
}
rp() {
	"$BUILD/riverpost" --home home "$@"
}

# --- descriptors
closed() {
	home_with 'poll = 1'
	drop 1
	rp -v run <&- >&- 2>&-
	is 0 $? && files_are 1 home/mail/in/.Processed/cur && rp check >out 2>&1
	is 0 $?
}
ok "standard descriptors closed: a pass, and a sound database" closed
closed_said() {
	printf 'nonsense = 1\n' >home/riverpost.conf
	rp run 2>err >&-
	is 78 $? && has "$(cat err)" 'there is no option nonsense'
}
ok "with standard output closed alone errors are told" closed_said

# --- what passes by itself, and what does not: a service manager asks the exit code
ends() { # CODE WORDS
	rp run >/dev/null 2>err
	is "$1" $? && has "$(cat err)" "^riverpost: .*$2"
}
with_password() {
	home_with 'source "box" {' 'kind = pop3' 'url = "pop3s://127.0.0.1:1"' 'user = u' \
	    "password_file = $T/password" '}'
}
lasting() {
	with_password && : >password && ends 78 'finds no password in the first line'
}
ok "an empty file of a password stays so" lasting
passing() {
	with_password && rm -f password && ends 75 'cannot read the password in'
}
ok "one that is not there may come" passing
newer() {
	home_with 'poll = 1' && rp run >/dev/null 2>&1
	sqlite3 home/riverpost.sqlite 'PRAGMA user_version = 999' && ends 78 'written by a newer Riverpost'
}
ok "a newer database stays so" newer

# --- a byte order mark
marked() {
	home_with "$(printf '\357\273\277')address = \"xq@x.test\"" 'source "box" {' 'kind = pop3' \
	    "url = \"pop3://127.0.0.1:$PORT\"" 'user = robot' "password_file = \"$T/password\"" '}'
	printf '\357\273\277geheim\r\n' >password
	plays <<-E
		$pop_login
		hear UIDL
		say +OK
		say .
		hear LIST
		say +OK
		say .
		hear QUIT
		say +OK
	E
	rp run >out 2>&1
	is 0 $? && stop "$STAGE" && is 'PASS geheim' "$(grep -a PASS heard | tr -d '\r')"
}
ok "a byte order mark before configuration and password is skipped" marked

# --- mbsync's numbers
numbered() {
	home_with 'poll = 1'
	drop '1795000000.2_3.host,U=5:2,'
	drop '1795000001.4_5.host,U=17,S=200:2,S'
	drop '1795000002.6_7.host:2,'
	rp run >out 2>&1
	is "1795000000.2_3.host:2,S 1795000001.4_5.host,S=200:2,S 1795000002.6_7.host:2,S" \
	    "$(ls home/mail/in/.Processed/cur | xargs)"
}
ok "the number that mbsync gave a letter stays behind in its folder" numbered

# --- the configuration replaced
serving() {
	until_true 10 grep -q 'serving from' log
}
replaced() {
	home_with ''
	mkdir -p etc/secrets
	echo one >etc/secrets/password
	printf 'address = "a@x.test"\npoll = 1\nsink {\n kind = smtp\n url = "smtp://127.0.0.1:9"\n user = u\n password_file = "%s"\n}\n' \
	    "$T/etc/secrets/password" >etc/riverpost.conf
	"$BUILD/riverpost" --home home -c "$T/etc/riverpost.conf" serve >log 2>&1 &
	server=$!
	remember $server
	serving || return 1
	sed 's/^poll.*/poll = 2/' etc/riverpost.conf >etc/new && mv etc/new etc/riverpost.conf
	echo two >etc/secrets/new && mv etc/secrets/new etc/secrets/password
	kill -HUP $server
	until_true 10 grep -q 'configuration read again' log
	replaced_code=$?
	cat log
	stop $server
	return $replaced_code
}
ok "configuration and password replaced by other files are read at SIGHUP" replaced

# --- the system's log
unheard() {
	rm -f log
	home_with 'log = syslog' 'poll = 1'
	if [ -e /dev/log ]; then
		$ALONE sh -c 'mount --bind /dev/null /dev/log && exec "$@"' sh "$BUILD/riverpost" --home home serve >log 2>&1 &
	else
		"$BUILD/riverpost" --home home serve >log 2>&1 &
	fi
	server=$!
	remember $server
	serving && has "$(cat log)" 'log = syslog: nothing listens at'
	unheard_code=$?
	stop $server
	return $unheard_code
}
if [ ! -e /dev/log ] || $ALONE true 2>/dev/null; then
	ok "log = syslog, and none listens: standard error, and it says so" unheard
else
	skip "log = syslog, and none listens" "this system gives no namespaces"
fi

# --- the doctor looks with the rights that the server will have
fenced() {
	home_with 'sink {' ' kind = smtp' ' url = "smtp://127.0.0.1:9"' '}'
	strace -f -o trace -e trace=landlock_restrict_self,connect "$BUILD/riverpost" --home home doctor >out 2>&1
	has "$(cat out)" 'wrong: .*127.0.0.1' || return 1
	who=$(grep -m 1 'connect(.*htons(9)' trace | cut -d' ' -f1)
	grep -q 'landlock_restrict_self.*= 0' trace || { echo "no Landlock here"; return 0; }
	is "1" "$(grep -c "^$who .*landlock_restrict_self(.*= 0" trace)"
}
if strace -o /dev/null true 2>/dev/null && ! is_sanitized "$BUILD/riverpost"; then
	ok "the doctor asks the mail servers with the rights of the server" fenced
else
	skip "the doctor asks with the rights of the server" "there is no strace"
fi

if ! $ALONE true 2>/dev/null; then
	skip "process 1" "this system gives no namespaces"
	skip "links where the resolver looks" "this system gives no namespaces"
	finish
	exit
fi

# --- process 1: what sendmail leaves behind is waited for
zombies() {
	grep -l '^State:.*Z' /proc/[0-9]*/status 2>/dev/null | xargs -r grep -l "^PPid:.*[^0-9]$1$" | wc -l
}
orphaned() {
	cat >sendmail <<-E
		#!/bin/sh
		cat >/dev/null
		setsid -f sh -c 'echo >>$T/home/begun; sleep 0.3; echo >>$T/home/left' >/dev/null 2>&1
		until test -s $T/home/begun; do sleep 0.05; done
	E
	chmod +x sendmail
	home_with 'poll = 1' 'sink {' 'kind = sendmail' "path = \"$T/sendmail\"" '}'
	drop 1
	$ALONE "$BUILD/riverpost" --home home serve >log 2>&1 &
	outer=$!
	remember $outer
	until_true 10 test -s home/left
	first=$(cat /proc/$outer/task/$outer/children | cut -d' ' -f1)
	cat log
	sleep 0.3
	is 1 "$(wc -l <home/left)" && is 0 "$(zombies "$first")" || return 1
	kill -TERM "$first"
	wait $outer
	is 0 $? && has "$(cat log)" 'stopped'
}
ok "as process 1 it waits for children of children, and ends at SIGTERM" orphaned

# --- /etc/hosts is a link to where a service of the system writes
linked() {
	mkdir -p etc.copy net/work
	cp -a /etc/. etc.copy/ 2>/dev/null
	printf '127.0.0.1 localhost\n127.0.0.1 mail.of.ours.test\n' >net/work/hosts
	rm -f etc.copy/hosts
	ln -s "$T/net/work/hosts" etc.copy/hosts
	printf 'hosts: files\n' >net/work/nsswitch.conf
	rm -f etc.copy/nsswitch.conf
	ln -s "$T/net/work/nsswitch.conf" etc.copy/nsswitch.conf
	home_with 'source "box" {' 'kind = pop3' 'url = "pop3s://mail.of.ours.test:9"' 'user = robot' 'password = x' '}'
	unshare -Urm sh -c 'mount --bind "$0" /etc && shift && exec "$@"' "$T/etc.copy" x "$BUILD/riverpost" --home home -v run >log 2>&1
	cat log
	has "$(cat log)" 'connect to mail.of.ours.test port'
}
ok "hosts and nsswitch.conf as links to places outside are read" linked
finish
