# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# For the cases with a server that plays a script (tests/tools/stage.c): sourced in
# $T after lib.sh; ./stage and ./post are there.

PORT=$(free_ports 1)
LIMIT='ulimit -v 600000'
is_sanitized stage && LIMIT=:

# What libcurl and libetpan say before the mailbox is open, and then about one letter.
login='say * OK hello
hear CAPABILITY
say * CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS
say %t OK done
hear LOGIN
say %t OK welcome
hear CAPABILITY
say * CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS
say %t OK done
hear SELECT
say * 1 EXISTS
say * OK [UIDVALIDITY 7] valid
say %t OK [READ-WRITE] open'
# searches NUMBER...: a search that finds these letters; sizes NUMBER...: what they are
# asked about first; finds: both.
searches() {
	printf '%s\n' 'hear SEARCH' "say * SEARCH $*" 'say %t OK done'
}
sizes() {
	echo 'hear FETCH'
	for sizes_n; do
		echo "say * $sizes_n FETCH (UID $sizes_n RFC822.SIZE 10 INTERNALDATE \"21-Nov-2026 10:00:00 +0000\")"
	done
	echo 'say %t OK done'
}
finds() {
	searches "$@"
	sizes "$@"
}
found=$(finds 1)

# The same of a POP3 server.
pop_login='say +OK hello
hear CAPA
say +OK
say USER
say UIDL
say .
hear USER
say +OK
hear PASS
say +OK welcome'

# plays: the script on standard input, on $PORT from now on.
plays() {
	cat >script
	./stage "$PORT" script >heard 2>&1 &
	STAGE=$!
	remember "$STAGE"
	until_true 5 port_answers "$PORT"
}
# ends WANT COMMAND...: peak memory of the reader stays small, and it says that.
ends() {
	ends_want=$1
	shift
	($LIMIT; exec timeout 120 "$@") >out 2>&1
	ends_code=$?
	stop "$STAGE"
	tail -n 5 out heard
	is 0 $ends_code && has "$(cat out)" "$ends_want"
}
