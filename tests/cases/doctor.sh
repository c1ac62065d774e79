#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost doctor and a real mail server: each common mistake is told with what
# to do about it, and no password is shown.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
[ -n "$DOVECOT" ] && [ -e /usr/lib/dovecot/imap ] || skip_all "dovecot-imapd is not installed"
[ -x "$BUILD/riverpost" ] || skip_all "riverpost is not built"
unset RIVERPOST_HOME
cd "$T" || exit 1
ok "dovecot runs" dovecot_start

# box URL PASSWORD [MORE]: what doctor says of that mailbox.
box() {
	rm -rf home && mkdir -m 700 home
	printf 'source box { kind = "imap" url = "%s" user = "robot" password = "%s" %s }\n' \
	    "$1" "$2" "$3" >home/riverpost.conf
	"$BUILD/riverpost" --home "$T/home" doctor >out 2>&1
	box_code=$?
	cat out
	! grep -q robotpw out && return $box_code
}
sees() {
	sees_want=$1
	shift
	box "$@" >/dev/null
	is 1 $? && has "$(cat out)" "^wrong: source box: $sees_want"
}
TRUST="ca_file = \"$T/cert.pem\""

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
ok "the letter stays where it was" files_are 1 "$V/mail/robot/Maildir/new" "$V/mail/robot/Maildir/cur"
ok "and was not fetched" files_are 0 home/mail home/spool
finish
