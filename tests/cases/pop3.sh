#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Letters out of a real POP3 server (mail/README 6): each way to connect, deletion
# at QUIT and not before, large letters, a cut in the middle.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
dovecot_has pop3
built riverpost
copied tests/post
cd "$T" || exit 1

. "$SERVERS/fetch-cases.sh"
waiting() {
	is "$1" "$(files "$BOX/new" "$BOX/cur")"
}
ok "mail 6: dovecot runs" dovecot_start

taken_by() {
	fresh one two
	$fetch -o out.d fetch pop3 "$1" >out 2>&1
	cat out
	is 2 "$(grep -c '^letter' out)" && cmp one out.d/00001 && cmp two out.d/00002 && waiting 0
}
ok "mail 6: pop3s" taken_by "pop3s://localhost:$POP3S"
ok "mail 6: STLS" taken_by "pop3+starttls://localhost:$POP3"
ok "mail 6: plain, over loopback" taken_by "pop3://127.0.0.1:$POP3"

ok "mail 6: a certificate nobody vouches for" refuses "certificate is not to be trusted" \
    ./post -u robot -p robotpw fetch pop3 "pop3s://localhost:$POP3S"
ok "mail 6: a wrong password" refuses "user or password refused" \
    ./post -u robot -p geheim -a "$T/cert.pem" fetch pop3 "pop3s://localhost:$POP3S"
ok "mail 6: no login without TLS to another machine" refuses "no password is sent" \
    $fetch fetch pop3 "pop3://192.0.2.1:$POP3"
make_token robot >token
ok "mail 6: XOAUTH2 with a token command" by_token pop3 "pop3s://localhost:$POP3S"

kept() {
	fresh one two
	$fetch -k -n 2 fetch pop3 "pop3s://localhost:$POP3S" >out
	is 4 "$(grep -c '^letter' out)" && is 2 "$(sed -n 's/^letter \([^ ]*\) .*/\1/p' out | sort -u | wc -l | tr -d ' ')" &&
	    waiting 2
}
ok "mail 6: what is not settled comes again under the same name" kept
ok "mail 6: of a large letter the headers only" headers_of_large pop3 "pop3s://localhost:$POP3S"
parked() {
	fresh one two
	$fetch -f fetch pop3 "pop3s://localhost:$POP3S" >out 2>log
	is 2 "$(grep -c '^letter' out)" && waiting 2 && is 2 "$(grep -c 'stays on the server' log)"
}
ok "mail 6: a parked letter stays on the server" parked
# said N WORD: so many lines of what is said begin with it by now.
said() {
	[ "$(grep -c "^$2" out)" -ge "$1" ]
}
# comes OPTION...: round after round, and a second letter amid them; two rounds more.
comes() {
	fresh one
	$fetch "$@" -n 100000 -w 0 fetch pop3 "pop3s://localhost:$POP3S" >out &
	comes_pid=$!
	until_true 5 said 1 sleeping && put robot two && until_true 10 said 2 letter &&
	    until_true 10 said $(($(grep -c '^round' out) + 3)) round
	comes_code=$?
	kill $comes_pid
	wait $comes_pid
	grep -v '^round\|^sleeping' out
	[ $comes_code = 0 ] && is 2 "$(grep -c '^letter' out)" && ! grep -q '^failed\|resting 1' out
}
passed_over() {
	comes -f && waiting 2
}
ok "mail 6: and is passed over while we run" passed_over
parked_here() {
	fresh one two
	$fetch -f -d parked fetch pop3 "pop3s://localhost:$POP3S" >out
	is 2 "$(files parked/new)" && waiting 0
}
ok "mail 6: or goes into a Maildir of ours" parked_here
no_room() {
	fresh one two
	mkdir -p locked/new locked/cur locked/tmp
	chmod 555 locked/*
	$AS_USER $fetch -f -n 3 -d locked fetch pop3 "pop3s://localhost:$POP3S" >out 2>log
	cat out log
	is 2 "$(grep -c '^letter' out)" && waiting 2 && ! grep -q '^failed\|resting 1' out &&
	    has "$(cat log)" 'stays on the server: .*locked'
}
ok "mail 6: where that cannot be written it stays, and holds up no other" no_room
later() {
	comes && waiting 0
}
ok "mail 6: a new letter comes with the next round" later

# The server itself: what it cannot read is not deleted, however often it comes.
rp() {
	"$BUILD/riverpost" --home home -v run >out 2>log
	is 0 $?
}
quarantined() {
	printf 'no header at all\r\n' >unreadable
	fresh unreadable
	mkdir home
	cat >home/riverpost.conf <<-E
		source "box" {
			kind = pop3
			url = "pop3s://localhost:$POP3S"
			user = "robot"
			password = "robotpw"
			ca_file = "$T/cert.pem"

		}
	E
	rp && has "$(cat out)" '^1 letter taken: .* 1 put aside' && waiting 1 || { cat log; return 1; }
	rp && has "$(cat out)" '^1 letter taken: .* 1 ignored, 0 put aside' && waiting 1 && rp && waiting 1
}
ok "mail 3: an unreadable letter is kept on a POP3 server, pass after pass" quarantined
quarantined_here() {
	cp home/riverpost.conf conf
	sed "s,kind = pop3,&\n path = \"$T/quarantine\"," conf >home/riverpost.conf
	rp
	cat log
	waiting 0 && files_are 1 quarantine/new && cmp unreadable "$(find quarantine/new -type f)"
}
ok "mail 3: and goes into a Maildir once there is one" quarantined_here

interrupted() {
	cut_off pop3 pop3 "pop3s://localhost:$POP3S" && is 151 "$left" && waiting 0
}
ok "mail 6: cut off before QUIT: nothing is deleted, all comes again" interrupted
finish
