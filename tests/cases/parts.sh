#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The parts of the program that speak to mail servers, and to those of IMAP: who has none does
# not need them; where one is missing, no letter is taken and the operator is told what to do.

. "$(dirname "$0")/../servers/lib.sh"
cd "$T" || exit 1
copy_server
PART=bin/parts/riverpost-network.so
mkdir -m 700 home
chown "$USER_UID:$USER_GID" home

rp() {
	$AS_USER "$T/bin/riverpost" --home "$T/home" "$@" >out 2>&1
}
# configured LINE: beside the spool; nobody listens at port 9.
configured() {
	printf '%s\n' 'poll = 3600' "$1" >home/riverpost.conf
	chmod 600 home/riverpost.conf
	chown "$USER_UID:$USER_GID" home/riverpost.conf
}
SMTP='sink { kind = smtp url = "smtp://127.0.0.1:9" }'
IMAP='source "box" { kind = imap url = "imap://127.0.0.1:9" user = x password = y }'
POP3='source "box" { kind = pop3 url = "pop3://127.0.0.1:9" user = x password = y }'

deliver() {
	printf 'From: %s@a.test\nSubject: help\nMessage-ID: <%s@a.test>\n\n' "$1" "$1" |
	    $AS_USER "$T/bin/riverpost-deliver" --home "$T/home"
}
waiting() {
	files_are "$1" home/spool/new
}
answered() {
	files_are 1 "home/mail/out/$1@a.test/new"
}

# stops LINE WANT: the letter stays where it is.
stops() {
	configured "$1"
	rp run
	is 75 $? && has "$(cat out)" "^riverpost: a part of the program $2" && waiting 1 || return 1
	rp doctor
	is 1 $? && has "$(cat out)" "^wrong: .*a part of the program $2.*, do this: install the program again"
}
local_home() {
	configured '' && deliver "$1" && waiting 1 && rp run && waiting 0 && answered "$1"
}
MISSING='cannot be loaded, install it again.*riverpost-network.so'

mv $PART gone
ok "without it: the spool and Maildirs" local_home anna
deliver bert
ok "without it: no sink of kind smtp" stops "$SMTP" "$MISSING"
ok "without it: no source of kind imap" stops "$IMAP" "$MISSING"
ok "without it: no source of kind pop3" stops "$POP3" "$MISSING"
sed 's/curl_free /curl_fred /' gone >$PART
ok "of another version" stops "$SMTP" 'is of another version'
cp gone $PART
mv bin/parts/riverpost-imap.so gone-imap
ok "without libetpan: no source of kind imap" stops "$IMAP" \
    'cannot be loaded, install it again.*riverpost-imap.so'
sent() {
	configured "$SMTP" && rp run && waiting 0 && has "$(cat out)" 'no connection'
}
ok "without libetpan: a sink of kind smtp" sent
mv gone-imap bin/parts/riverpost-imap.so
deliver dora
rm $PART

# --- SIGHUP
served() {
	configured ''
	$AS_USER "$T/bin/riverpost" --home "$T/home" serve 2>log &
	server=$!
	remember $server
	until_true 20 answered dora
}
ok "without it: serve" served
refused() {
	configured "$SMTP" && kill -HUP $server && until_true 20 grep -q "old configuration.*$MISSING" log
}
ok "SIGHUP: the old configuration stays in force" refused
loaded() {
	cp gone $PART && kill -HUP $server && until_true 20 grep -q 'configuration read again' log &&
	    deliver carl && until_true 20 grep -q 'no connection' log &&
	    ! files_are 1 home/mail/out/carl@a.test/new
}
ok "SIGHUP: loaded, with the server's few rights" loaded
ends() {
	kill $server && wait $server
}
ok "serve ends well" ends
finish
