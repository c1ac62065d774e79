#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Ways to log in, at servers that offer some and take others: only what fits a password or a
# token is tried, one way after another; what the server says is quoted.

. "$(dirname "$0")/../servers/lib.sh"
copied tests/post tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
printf 'Subject: x\r\n\r\ny\r\n' >letter
PLAIN=$(printf '\0robot@x.test\0secret77' | base64)
USER64=$(printf 'robot@x.test' | base64) PASSWORD64=$(printf secret77 | base64)
fetch="timeout 20 ./post -u robot@x.test -p secret77 fetch"

# imap WANT WORDS: with these capabilities, and the login on standard input.
imap() {
	{
		printf '%s\n' 'say * OK hello' 'hear CAPABILITY' "say * CAPABILITY IMAP4rev1 $2" 'say %t OK done'
		cat
		printf '%s\n' 'hear CAPABILITY' 'say * CAPABILITY IMAP4rev1' 'say %t OK done' 'hear SELECT' \
		    'say * OK [UIDVALIDITY 7] valid' 'say %t OK [READ-WRITE] open' 'hear SEARCH' 'say * SEARCH' 'say %t OK'
	} >whole
	plays <whole
	$fetch imap "imap://127.0.0.1:$PORT" >out 2>&1
	stop "$STAGE"
	cat out heard
	has "$(cat out)" "$1"
}
# tried WORDS: the ways that were asked for, in this order.
tried() {
	is "$1" "$(tr -d '\r' <heard | sed -n 's/^in \(AUTHENTICATE [^ ]*\|LOGIN\).*/\1/p; s/^\(AUTH [^ ]*\|USER\).*/\1/p' | tr '\n' ',')"
}

no_tickets() {
	imap '^round' 'SASL-IR AUTH=GSSAPI AUTH=NTLM AUTH=CRAM-MD5 AUTH=PLAIN' <<-E || return 1
		hear AUTHENTICATE PLAIN $PLAIN
		say %t OK welcome
	E
	tried 'AUTHENTICATE PLAIN,'
}
ok "mail 22: IMAP: no ticket, no domain, but PLAIN" no_tickets

next_way() {
	imap '^round' 'AUTH=PLAIN AUTH=LOGIN' <<-E || return 1
		hear AUTHENTICATE PLAIN
		say +
		read $PLAIN
		say %t NO this mechanism is switched off
		hear AUTHENTICATE LOGIN
		say + VXNlcm5hbWU6
		read $USER64
		say + UGFzc3dvcmQ6
		read $PASSWORD64
		say %t OK welcome
	E
	tried 'AUTHENTICATE PLAIN,AUTHENTICATE LOGIN,'
}
ok "mail 22: IMAP: a way that is refused is followed by the next" next_way

all_refused() {
	imap 'user or password refused (PLAIN: unknown mechanism; LOGIN: not today; password: AUTHENTICATE first; CRAM-MD5: no)' \
	    'AUTH=PLAIN AUTH=LOGIN AUTH=CRAM-MD5' <<-E
		hear AUTHENTICATE PLAIN
		say %t BAD unknown mechanism
		hear AUTHENTICATE LOGIN
		say %t NO not today
		hear LOGIN
		say %t NO AUTHENTICATE first
		hear AUTHENTICATE CRAM-MD5
		say %t NO no
	E
}
ok "mail 22: IMAP: none is taken, and all are named" all_refused

wrong_password() {
	imap 'user or password refused (PLAIN: .AUTHENTICATIONFAILED. Wrong)' 'AUTH=PLAIN AUTH=LOGIN' <<-E || return 1
		hear AUTHENTICATE PLAIN
		say %t NO [AUTHENTICATIONFAILED] Wrong
		hear LOGIN
		say %t OK welcome
	E
	tried 'AUTHENTICATE PLAIN,'
}
ok "mail 22: IMAP: a wrong password is said once" wrong_password

quoted() {
	imap '(password: .ALERT. Please log in via your web browser: https://support.example/78754 (Failure))' '' <<-E
		hear LOGIN "robot@x.test" "secret77"
		say %t NO [ALERT] Please log in via your web browser: https://support.example/78754 (Failure)
	E
}
ok "mail 22: IMAP: the server's words" quoted
in_use() {
	imap 'lets nobody in just now (PLAIN: .INUSE. another one reads it)' 'AUTH=PLAIN' <<-E
		hear AUTHENTICATE PLAIN
		say %t NO [INUSE] another one reads it
	E
}
ok "mail 22: IMAP: a mailbox in use" in_use

# echoes WORDS: a server that says what it heard.
echoes() {
	imap '(PLAIN: .X-CODE.)$' 'SASL-IR AUTH=PLAIN' <<-E
		hear AUTHENTICATE PLAIN
		say %t NO [X-CODE] $1
	E
}
ok "mail 22: IMAP: its words repeat the password" echoes 'robot@x.test with secret77'
ok "mail 22: IMAP: its words repeat the response" echoes "AUTHENTICATE PLAIN $PLAIN"
ok "mail 22: IMAP: its words repeat the password in base64" echoes "$PASSWORD64"

no_way() {
	imap '^failed no way to log in fits; the server offers GSSAPI NTLM' 'LOGINDISABLED AUTH=GSSAPI AUTH=NTLM' </dev/null
}
ok "mail 22: IMAP: no way fits" no_way
by_hash() {
	imap '^round' 'LOGINDISABLED AUTH=CRAM-MD5' <<-E
		hear AUTHENTICATE CRAM-MD5
		say + PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+
		read dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw
		say %t OK welcome
	E
}
# The example of RFC 2195, 2.
fetch="timeout 20 ./post -u tim -p tanstaaftanstaaf fetch"
ok "mail 22: IMAP: CRAM-MD5" by_hash
fetch="timeout 20 ./post -u robot@x.test -p secret77 fetch"

# pop WANT SASL: the same of POP3.
pop() {
	{
		printf '%s\n' 'say +OK hello' 'hear CAPA' 'say +OK' "say SASL $2" 'say UIDL' 'say .'
		cat
		printf '%s\n' 'hear UIDL' 'say +OK' 'say .' 'hear LIST' 'say +OK' 'say .' 'hear QUIT' 'say +OK'
	} >whole
	plays <whole
	$fetch pop3 "pop3://127.0.0.1:$PORT" >out 2>&1
	stop "$STAGE"
	cat out heard
	has "$(cat out)" "$1"
}
pop_next() {
	pop '^round' 'GSSAPI CRAM-MD5 PLAIN' <<-E || return 1
		hear AUTH PLAIN
		say -ERR not this way
		hear USER robot@x.test
		say +OK
		hear PASS secret77
		say +OK welcome
	E
	tried 'AUTH PLAIN,USER,'
}
ok "mail 22: POP3: a way that is refused is followed by the next" pop_next
pop_in_use() {
	pop 'lets nobody in just now (PLAIN: .IN-USE. locked)' PLAIN <<-E
		hear AUTH PLAIN
		say +
		read $PLAIN
		say -ERR [IN-USE] locked
	E
}
ok "mail 22: POP3: a mailbox in use" pop_in_use

# smtp WANT AUTH: the same of SMTP.
smtp() {
	{
		printf '%s\n' 'say 220 relay ESMTP' 'read EHLO' 'say 250-relay' "say 250-AUTH $2" 'say 250 8BITMIME'
		cat
		printf '%s\n' 'read MAIL' 'say 250 ok' 'read RCPT' 'say 250 ok' 'read DATA' 'say 354 go on' 'read y' 'wait 1' \
		    'say 250 taken' 'read QUIT' 'say 221 bye'
	} >whole
	plays <whole
	timeout 20 ./post -u robot@x.test -p secret77 send smtp "smtp://127.0.0.1:$PORT" a@x.test b@x.test letter >out 2>&1
	stop "$STAGE"
	cat out heard
	has "$(cat out)" "$1"
}
smtp_next() {
	smtp '^sent 250' 'GSSAPI NTLM PLAIN LOGIN CRAM-MD5' <<-E || return 1
		read AUTH PLAIN $PLAIN
		say 504 5.5.4 no such mechanism
		read AUTH LOGIN
		say 334 VXNlcm5hbWU6
		read $USER64
		say 334 UGFzc3dvcmQ6
		read $PASSWORD64
		say 235 2.7.0 in
	E
	tried 'AUTH PLAIN,AUTH LOGIN,'
}
ok "mail 22: SMTP: a way that is refused is followed by the next" smtp_next
smtp_wrong() {
	smtp '^retry 535 user or password refused (PLAIN: 535 5.7.8 no)' 'PLAIN LOGIN' <<-E || return 1
		read AUTH PLAIN
		say 535 5.7.8 no
	E
	tried 'AUTH PLAIN,'
}
ok "mail 22: SMTP: a wrong password is said once" smtp_wrong
smtp_later() {
	smtp '^retry 454 the server lets nobody in just now (PLAIN: 454 4.7.0 later)' 'PLAIN LOGIN' <<-E
		read AUTH PLAIN
		say 454 4.7.0 later
	E
}
ok "mail 22: SMTP: no logins just now" smtp_later
finish
