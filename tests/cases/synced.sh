#!/bin/sh
# SPDX-License-Identifier: ISC
#
# A letter is said to be taken only when it is on the disk (mail/README 1): the
# order of calls, seen by strace.  Whether the disk keeps its word is not ours.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
traced
built riverpost-deliver
cd "$T" || exit 1
"$BUILD/riverpost" --home home init >/dev/null
printf 'From: fred@a.test\nTo: riverpost@localhost\nSubject: signup fred\nMessage-ID: <1@a.test>\n\n' >letter

# first PATTERN, last PATTERN: the line of the trace on which it stands.
first() {
	grep -n -m 1 -e "$1" trace | cut -d: -f1
}
last() {
	grep -n -e "$1" trace | tail -n 1 | cut -d: -f1
}
# before A B: both happened, A first.
before() {
	echo "$1 before $2"
	[ -n "$1" ] && [ -n "$2" ] && [ "$1" -lt "$2" ]
}

delivered() {
	"$STRACE" -y -o trace "$BUILD/riverpost-deliver" --home home <letter || return 1
	grep -v 'mmap\|/lib/\|/etc/' trace | tail -n 40
	before "$(last 'write(.*/spool/tmp/')" "$(last 'fsync(.*/spool/tmp/')" &&
	    before "$(last 'fsync(.*/spool/tmp/')" "$(first 'rename.*/spool/tmp/.*/spool/new/\|link.*/spool/tmp/.*/spool/new/')" &&
	    before "$(first 'rename.*/spool/new/\|link.*/spool/new/')" "$(last 'fsync(.*/spool/new>')" &&
	    before "$(last 'fsync(.*/spool/new>')" "$(last 'exit_group(0)')" &&
	    before "$(last 'mkdir.*/spool/')" "$(last 'fsync(.*/spool>')"
}
ok "mail 1: written, synced, named, its folder synced, and only then exit 0" delivered

# The server lets nobody look into its memory, where the names of files stand.
[ "$(id -u)" = 0 ] || {
	skip "mail 1: out of the spool, Maildir, IMAP and POP3" "strace needs root to see what the server does"
	finish
}

# The pass of a server that takes one letter; $1: what it says when it has taken it.
committed() {
	"$STRACE" -f -y -s 60 -o trace "$BUILD/riverpost" --home home -v run >out 2>&1
	cat out
	has "$(cat out)" '^1 letters* taken: 1 done' || return 1
	grep -n "sqlite-wal.*sync\|sync.*sqlite-wal\|$1" trace | tail -n 20
	committed_said=$(first "$1")
	head -n "$committed_said" trace >until && mv until trace
	before "$(last 'write.*sqlite-wal>')" "$(last 'f\(data\)\?sync(.*sqlite-wal>')" &&
	    before "$(last 'f\(data\)\?sync(.*sqlite-wal>')" "$(last "$1")"
}
ok "mail 1: out of the spool: committed and synced before it moves" committed 'rename.*/spool/new/'
maildir() {
	mkdir -p home/mail/in/new home/mail/in/cur home/mail/in/tmp
	sed 's/fred/barney/; s/<1@/<2@/' letter >home/mail/in/new/1.test
	committed 'rename.*/mail/in/new/'
}
ok "mail 1: out of a Maildir too" maildir
[ -n "$DOVECOT" ] && [ -e /usr/lib/dovecot/imap ] && [ -e /usr/lib/dovecot/pop3 ] || {
	skip "mail 1: out of IMAP and POP3" "dovecot is not installed"
	finish
}
# from_server KIND PORT WORD: over loopback without TLS, so that the word can be seen.
from_server() {
	printf 'source "box" {\n kind = %s\n url = "%s://127.0.0.1:%s"\n user = robot\n password = robotpw\n}\n' \
	    "$1" "$1" "$2" >home/riverpost.conf
	sed "s/fred/$1er/; s/<1@/<$1@/" letter >"letter.$1"
	put robot "letter.$1"
	committed "\\(send\\|sendto\\|write\\)(.*\"[^\"]*$3 "
}
ok "mail 1: dovecot runs" dovecot_start
ok "mail 1: IMAP: committed and synced before UID MOVE" from_server imap "$IMAP" 'UID MOVE'
ok "mail 1: POP3: committed and synced before DELE" from_server pop3 "$POP3" DELE
finish
