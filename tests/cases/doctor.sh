#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost doctor and a real mail server: each common mistake is told with what
# to do about it, and no password is shown.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
dovecot_has imap
built riverpost
copied tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
DOVECOT_SUBMISSION=$(free_ports 1)
ok "dovecot runs" dovecot_start

new_home() {
	rm -rf home && mkdir -m 700 home
}
# What doctor's end says of ./out: that root calls it is no fault of what is looked at.
verdict() {
	[ "$1" = 1 ] && ! grep '^wrong' out | grep -qv "the server's user is root" && return 0
	return "$1"
}

# examine: what doctor says of the configuration on standard input.
examine() {
	new_home && cat >home/riverpost.conf && chmod 600 home/riverpost.conf
	"$BUILD/riverpost" --home "$T/home" doctor >out 2>&1
	verdict $?
	examine_code=$?
	cat out
	! grep -q robotpw out && return $examine_code
}
# configured URL PASSWORD [MORE]: with that mailbox; box: what doctor says of it.
configured() {
	printf 'address = "robot@game.test"\nsink { kind = sendmail path = "/bin/true" }
source box { kind = "%s" url = "%s" user = "robot" password = "%s" %s }\n' \
	    "${1%%[s+:]*}" "$1" "$2" "$3"
}
box() {
	configured "$@" | examine
}
sees() {
	sees_want=$1
	shift
	box "$@" >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: source box: $sees_want"
}
TRUST="ca_file = \"$T/cert.pem\""

# What takes its time is tried meanwhile.
# meanwhile NAME CONFIGURATION: doctor begins to look at that one.
MEANWHILE=
meanwhile() {
	mkdir -m 700 "$1" && echo "$2" >"$1/riverpost.conf" && chmod 600 "$1/riverpost.conf"
	{
		"$BUILD/riverpost" --home "$T/$1" doctor >"$1/out" 2>&1
		echo $? >"$1/code"
	} &
	MEANWHILE="$MEANWHILE $!"
}
# seen NAME WANT: what it said in the end.
seen() {
	cat "$1/out"
	is 1 "$(cat "$1/code")" && has "$(cat "$1/out")" "^wrong: $2" && ! grep robotpw "$1/out"
}
# way_out URL MORE: a configuration; silent_at NAME SCHEME MORE: of a server that says nothing.
way_out() {
	printf 'address = "robot@game.test"\nsink { kind = smtp timeout = %s url = "%s" %s }\n' "$TIMEOUT" "$1" "$2"
}
silent_at() {
	PORT=$(free_ports 1)
	plays <<-E
		wait 100
	E
	meanwhile "$1" "$(way_out "$2:$PORT" "$3")"
}
TIMEOUT=5
meanwhile tls "$(configured "imap://127.0.0.1:$IMAPS" robotpw)"
meanwhile imap "$(way_out "smtp://127.0.0.1:$IMAP")"
meanwhile pop3 "$(way_out "smtp://127.0.0.1:$POP3")"
silent_at silence smtp://127.0.0.1
silent_at silence-tls smtps://localhost "$TRUST"
TIMEOUT=60

printf 'From: a@x.org\r\nSubject: one\r\n\r\nhelp\r\n' >one
put robot one
ok "all well" box "imaps://localhost:$IMAPS/INBOX" robotpw "$TRUST"
ok "it says so" has "$(cat out)" "^ok: letters are read from imaps://robot@localhost:$IMAPS/INBOX"
ok "a wrong password" sees ".*do this: correct user and password" "imaps://localhost:$IMAPS" geheim "$TRUST"
ok "it is not shown" sh -c "! grep geheim out"
ok "a certificate nobody vouches for" sees ".*do this: .*set ca_file" "imaps://localhost:$IMAPS" robotpw
ok "a certificate of another name" sees ".*do this: use the name that is in the server's certificate" \
    "imaps://127.0.0.2:$IMAPS" robotpw "$TRUST"
ok "no file of certificates" sees ".*do this: correct ca_file" "imaps://localhost:$IMAPS" robotpw \
    "ca_file = \"$T/nowhere.pem\""
ok "a folder that is not there" sees "SELECT.*do this: correct the folder" "imaps://localhost:$IMAPS/Nowhere" robotpw \
    "$TRUST"
ok "nobody at that port" sees "no connection.*do this: see that the mail server runs" "imaps://localhost:1" robotpw \
    "$TRUST"
ok "no such host" sees "no such host.*do this: correct the host's name" "imaps://mail.invalid" robotpw "$TRUST"
ok "a wrong password, POP3" sees ".*user or password refused.*do this: correct user and password" \
    "pop3s://localhost:$POP3S" geheim "$TRUST"
ok "a token command that gives none" sees "the token command gave no token (exit 3).*do this: call the token_command by hand" \
    "imaps://localhost:$IMAPS" "" "$TRUST token_command = \"echo geheim >&2; exit 3\""
ok "a token command that is wrong" sees "the token command gave no token (exit 127)" \
    "imaps://localhost:$IMAPS" "" "$TRUST token_command = \"/nowhere/token\""
ok "a token that is refused" sees "user or password refused" \
    "imaps://localhost:$IMAPS" "" "$TRUST token_command = \"echo nonsense\""
clear() {
	box "imap://192.0.2.1:143" robotpw >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: the configuration .*does not go to 192.0.2.1 without TLS.*do this: correct that"
}
ok "nothing goes in clear" clear
ok "a port that is none" sees "not an address of a mail server.*do this: write url as" "imaps://localhost:abc" robotpw
in_url() {
	box "imaps://robot:robotpw@localhost" geheim >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: the configuration .*a user or a password in its url; they belong into the options" && ! grep robotpw out
}
ok "a password in the url" in_url
ok "its folders are made" test -d "$V/mail/robot/Maildir/.Processed" -a -d "$V/mail/robot/Maildir/.Failed"
ok "a folder that cannot be made" sees "the folder Pro//cessed cannot be made.*do this: make it with a mail program" \
    "imaps://localhost:$IMAPS" robotpw "$TRUST processed = \"Pro//cessed\""
ok "the letter stays where it was" files_are 1 "$V/mail/robot/Maildir/new" "$V/mail/robot/Maildir/cur"
ok "and was not fetched" files_are 0 home/mail home/spool

alone() {
	printf 'source box { kind = imap url = "imaps://localhost:%s" user = robot password = robotpw %s }\n' "$IMAPS" "$TRUST" |
	    examine >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: nobody elsewhere can answer to riverpost@localhost, do this: set address" &&
	    has "$(cat out)" "^wrong: letters to players elsewhere never leave"
}
ok "a mailbox alone, without address and way out" alone

# --- the way out
# sends URL MORE; sends_not WANT URL MORE
sends() {
	way_out "$1" "$2" | examine
}
sends_not() {
	sends_want=$1
	shift
	sends "$@" >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: letters cannot be sent.*$sends_want"
}
LOGIN="user = \"robot\" password = \"robotpw\" $TRUST"
ok "SMTP: a wrong password" sends_not "user or password refused.*do this: correct user and password" \
    "smtps://localhost:$SUBMISSIONS" "user = \"robot\" password = \"geheim\" $TRUST"
ok "SMTP: it is not shown" sh -c "! grep geheim out"
ok "SMTP: a certificate nobody vouches for" sends_not "nobody trusted here vouches for it; issued by CN=localhost.*set ca_file" \
    "smtps://localhost:$SUBMISSIONS"
ok "SMTP: a certificate of another name" sends_not "does not match.*do this: use the name" \
    "smtp+starttls://127.0.0.2:$SUBMISSION" "$TRUST"

# The server behind dovecot's, which wants to be greeted before it lets anybody in.
PORT=$DOVECOT_SUBMISSION
plays <<-E
	say 220 relay
	hear EHLO
	say 250 relay
	hear NOOP
	say 250 yes
	hear QUIT
	say 221 bye
E
ok "SMTP: all well" sends "smtps://localhost:$SUBMISSIONS" "$LOGIN"
ok "SMTP: it says so" has "$(cat out)" "^ok: letters are sent by smtps://robot@localhost:$SUBMISSIONS, which lets us in"
stop $STAGE
PORT=$(free_ports 1)
no_starttls() {
	plays <<-E
		say 220 plain
		hear EHLO
		say 250-plain
		say 250 8BITMIME
		wait 5
	E
	sends_not "the server offers no TLS.*do this: use the kind of TLS and the port" \
	    "smtp+starttls://127.0.0.1:$PORT" "$TRUST"
	no_starttls_code=$?
	stop $STAGE
	return $no_starttls_code
}
ok "SMTP: STARTTLS is not offered" no_starttls
no_service() {
	plays <<-E
		say 554 5.3.2 no service for you
		wait 5
	E
	sends_not "no service for you" "smtp://127.0.0.1:$PORT"
	no_service_code=$?
	stop $STAGE
	return $no_service_code
}
ok "SMTP: the server does not want us" no_service

# --- two clocks: a letter that this mail server says it got at another time than ours.
# The way out puts it straight into the mailbox, at the time that server has.
cat >sendmail <<-E
	#!/bin/sh
	# -i -f SENDER -- RECIPIENT
	unset LD_PRELOAD
	box=$V/mail/robot/Maildir
	{ echo "Return-Path: <\$3>"; cat; } >\$box/tmp/\$\$
	touch -d "\$(cat $T/skew)" \$box/tmp/\$\$
	chown "$USER_UID:$USER_GID" \$box/tmp/\$\$
	mv \$box/tmp/\$\$ \$box/new/\$(date +%s).\$\$.test
E
chmod 755 sendmail
printf 'address = "robot@game.test"\nsink { kind = sendmail path = "%s" }\nsource box { kind = imap url = "imap://127.0.0.1:%s" user = robot password = robotpw }\n' \
    "$T/sendmail" "$IMAP" >clocks
chmod 600 clocks
# clock SKEW CODE WANT [OUR-SKEW]: what is said when that server's clock is off so far.
clock() {
	new_home && cp -p clocks home/riverpost.conf && echo "$1" >skew
	"$BUILD/riverpost" --home "$T/home" run >ran 2>&1
	${4:+env LD_PRELOAD=$FAKETIME FAKETIME=$4 NO_FAKE_STAT=1} "$BUILD/riverpost" --home "$T/home" doctor --letter --wait=60 >out 2>&1
	verdict $?
	clock_code=$?
	cat ran out
	is "$2" $clock_code && has "$(cat out)" "$3" && has "$(cat out)" "^ok: letters to robot@game.test"
}
alike() {
	clock "$1" 0 "^ok: letters to" && ! grep 'behind\|ahead' out
}
ok "clocks that agree" alike "0 seconds"
ok "that nearly agree" alike "4 minutes"
ok "either way" alike "-4 minutes"
ok "their clock is ahead" clock "7 minutes" 1 \
    "^wrong: the clock of this machine, 20[-0-9T:]*Z, is [67] minutes behind the mail server's, do this: set the one that is wrong"
ok "their clock is behind" clock "-75 hours" 1 "^wrong: the clock of this machine, .*, is 3 days ahead of the mail server's"
# The same while a server is at work: it is that one that reads the letter.
clock_at_work() {
	new_home && cp -p clocks home/riverpost.conf && echo "$1" >skew
	: >served
	"$BUILD/riverpost" --home "$T/home" serve >served 2>&1 &
	clock_pid=$!
	remember $clock_pid
	until_true 10 grep -q 'serving from' served
	"$BUILD/riverpost" --home "$T/home" doctor --letter --wait=60 >out 2>&1
	clock_code=$?
	stop $clock_pid
	cat served out
	is 1 $clock_code && has "$(cat out)" "$2"
}
ok "ahead, with a server at work" clock_at_work "150 minutes" "is 2 hours behind the mail server's"
ok "behind, with a server at work" clock_at_work "-60 hours" "is 2 days ahead of the mail server's"
FAKETIME=$(find /usr/lib /usr/lib64 -name libfaketime.so.1 2>/dev/null | head -n 1)
if [ -n "$FAKETIME" ] && ! is_sanitized "$BUILD/riverpost"; then
	ok "our clock is behind" clock "0 seconds" 1 "^wrong: the clock of this machine, .*, is 40 minutes behind the mail server's" -2430s
	ok "our clock is ahead" clock "0 seconds" 1 "^wrong: the clock of this machine, .*, is 5 hours ahead of the mail server's" +330m
	ok "our clock before the last pass" clock "0 seconds" 1 "^wrong: the last pass was made 5 hours in the future, do this: set the clock" -330m
	ok "our clock years back" clock "0 seconds" 1 "^wrong: the clock is before the time this program was made, do this: set the clock" -9y
else
	skip "our own clock" "libfaketime is not installed, or sanitizers do not bear it"
fi
rm -f "$V/mail/robot/Maildir"/*/*.test
put robot one

# --- what was tried meanwhile
# shellcheck disable=SC2086
wait $MEANWHILE
ok "a port that wants TLS at once" seen tls "source box: .*do this: see that .* its kind of TLS"
ok "SMTP: an IMAP server answers" seen imap "letters cannot be sent.*do this: correct the port in url: a server for IMAP"
ok "SMTP: a POP3 server answers" seen pop3 "letters cannot be sent.*do this: correct the port in url: a server for POP3"
SILENCE="letters cannot be sent.*no answer in time.*do this: see that .* no firewall is in between (many block port 25"
ok "SMTP: a port that is silent" seen silence "$SILENCE"
ok "SMTP: silent at TLS" seen silence-tls "$SILENCE"

# --- servers that cannot look passwords up, which is nothing that a password mends
LATER="the server lets nobody in just now"
dovecot_stop
chmod 0 "$V/users"
locked_out() {
	$AS_USER "$DOVECOT" -F -c "$V/dovecot.conf" >"$V.out" 2>&1 &
	DOVECOT_PID=$!
	remember $DOVECOT_PID
	until_true 10 port_answers "$IMAP"
}
ok "dovecot cannot read its file of users" locked_out
ok "IMAP: no logins just now" sees "$LATER (PLAIN: [[]UNAVAILABLE].*), do this: ask again later" "imaps://localhost:$IMAPS" robotpw "$TRUST"
ok "POP3: no logins just now" sees "$LATER (PLAIN: [[]SYS/TEMP].*), do this: ask again later" "pop3s://localhost:$POP3S" robotpw "$TRUST"
ok "SMTP: no logins just now" sends_not "$LATER (PLAIN: 454 .*), do this: ask again later" "smtps://localhost:$SUBMISSIONS" "$LOGIN"
dovecot_stop
chmod 600 "$V/users"
ok "dovecot can again" dovecot_start
ok "and all is well" box "imaps://localhost:$IMAPS/INBOX" robotpw "$TRUST"
# denies WANT CODE: a server that refuses with that, and says what it was sent besides.
denies() {
	plays <<-E
		say * OK [CAPABILITY IMAP4rev1] hello
		hear CAPABILITY
		say * CAPABILITY IMAP4rev1
		say %t OK done
		hear LOGIN
		say %t NO $2 LOGIN robot robotpw
		wait 1
	E
	sees "$1" "imap://127.0.0.1:$PORT" robotpw
	denies_code=$?
	stop $STAGE
	return $denies_code
}
ok "a password that has expired" denies "the password has expired (password: [[]EXPIRED]), do this: set a new password" "[EXPIRED]"
ok "a user without rights" denies "this user may not log in there" "[AUTHORIZATIONFAILED]"
ok "a server that wants TLS" denies "the server wants TLS for a login.*do this: use a url with TLS" "[PRIVACYREQUIRED]"
ok "a server that asks for a person" denies "the server's administrator has to be asked" "[CONTACTADMIN]"
ok "a wrong password, with its code" denies "user or password refused" "[AUTHENTICATIONFAILED]"
ok "a code that is none" denies "user or password refused" "[ALERT] [X]"

# --- certificates of another time
dovecot_stop
date_certificate 20260101000000Z 20260201000000Z
ok "dovecot runs with a certificate that has ended" dovecot_start
ok "it is told" sees ".*it ended on 2026-02-01 00:00:00 GMT.*do this: have the mail server's certificate renewed" \
    "imaps://localhost:$IMAPS" robotpw "$TRUST"
ok "SMTP: it is told" sends_not "it ended on 2026-02-01" "smtp+starttls://localhost:$SUBMISSION" "$LOGIN"
dovecot_stop
date_certificate 20800101000000Z 20990101000000Z
ok "dovecot runs with a certificate of the future" dovecot_start
ok "the clock is suspected" sees ".*it begins on 2080-01-01 .* and the clock here says 20.*do this: set the clock" \
    "imaps://localhost:$IMAPS" robotpw "$TRUST"
finish
