#!/bin/sh
# SPDX-License-Identifier: ISC
#
# What is said to an IMAP server and in which order (mail/README 6), heard by a
# server that plays a script; and how long we lie idle, seen by strace.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
copied tests/post tests/stage
cd "$T" || exit 1
PORT=$(free_ports 1)
fetch="./post -u robot -p robotpw"

# opens CAPABILITY: what a server says until it is asked for the mailbox.
opens() {
	cat <<-E
		say * OK hello
		hear CAPABILITY
		say * CAPABILITY IMAP4rev1
		say %t OK done
		hear LOGIN
		say %t OK welcome
		hear CAPABILITY
		say * CAPABILITY $1
		say %t OK done
	E
}
selected='hear SELECT
say * 1 EXISTS
say * OK [UIDVALIDITY 7] valid
say %t OK [READ-WRITE] open'
one_letter='hear SEARCH
say * SEARCH 5
say %t OK done
hear RFC822.SIZE
say * 1 FETCH (UID 5 RFC822.SIZE 18 INTERNALDATE "21-Nov-2026 10:00:00 +0000")
say %t OK done
hear BODY.PEEK[]<0.
say * 1 FETCH (UID 5 BODY[]<0> {18}
say Subject: a
say 
say body)
say %t OK done'

plays() {
	cat >script
	./stage "$PORT" script >heard 2>&1 &
	STAGE=$!
	remember $STAGE
	until_true 5 port_answers "$PORT"
}
# said COMMAND...: what the server heard of us, our tags and password left out.
said() {
	timeout 60 "$@" >out 2>&1
	stop $STAGE
	cat out
	sed 's/^[^ ]* //' heard | grep -v '^LOGIN\|^CAPABILITY' >said
	cat said
}

introduced() {
	{
		opens 'IMAP4rev1 ID MOVE UIDPLUS'
		echo 'hear ID ('
		echo 'say * ID NIL'
		echo 'say %t OK pleased to meet you'
		echo "$selected"
		echo "$one_letter"
		echo 'hear UID MOVE 5 Processed'
		echo 'say %t OK moved'
		echo 'hear LOGOUT'
	} | plays
	said $fetch fetch imap "imap://127.0.0.1:$PORT"
	has "$(head -n 1 said)" '^ID ("name" "riverpost" "version" ' && has "$(sed -n 2p said)" '^SELECT' &&
	    has "$(cat out)" '^letter 7\.5 length 18 '
}
ok "mail 6: ID before SELECT where the server knows it, as 163.com and 126.com ask" introduced
in_order() {
	is 'ID SELECT SEARCH SIZE PEEK MOVE LOGOUT ' "$(grep -o '^ID\|^SELECT\|SEARCH\|RFC822.SIZE\|BODY.PEEK\|UID MOVE\|^LOGOUT' said |
	    sed 's/RFC822.//; s/BODY.//; s/UID //' | tr '\n' ' ')"
}
ok "mail 6: search, size, bytes unseen, and only then the move" in_order
never() {
	! grep -i 'seen\|BODY\[' said
}
ok "mail 6: nothing is asked or marked by \\Seen" never

refused_id() {
	{
		opens 'IMAP4rev1 ID MOVE UIDPLUS'
		echo 'hear ID ('
		echo 'say %t BAD not you'
		echo "$selected"
		echo "$one_letter"
		echo 'hear UID MOVE 5 Processed'
		echo 'say %t OK moved'
		echo 'hear LOGOUT'
	} | plays
	said $fetch fetch imap "imap://127.0.0.1:$PORT"
	has "$(cat out)" '^letter 7\.5 ' && has "$(cat out)" '^round resting 0'
}
ok "mail 6: a refused ID is no trouble" refused_id

# odd LINE...: these lines more than anybody asked for, each time the server speaks.
odd() {
	{
		opens 'IMAP4rev1 ID MOVE UIDPLUS'
		echo 'hear ID ('
		printf 'say %s\n' "$@"
		echo 'say %t OK'
		printf '%s\n%s\n' "$selected" "$one_letter" >script.all
		echo 'hear UID MOVE 5 Processed' >>script.all
		echo 'say %t OK' >>script.all
		while read -r odd_line; do
			case $odd_line in 'say %t'*) printf 'say %s\n' "$@" ;; esac
			printf '%s\n' "$odd_line"
		done <script.all
		echo 'hear LOGOUT'
	} | plays
	said $fetch fetch imap "imap://127.0.0.1:$PORT"
	has "$(cat out)" '^letter 7\.5 length 18 ' && has "$(cat out)" '^round resting 0' && ! grep '^failed' out
}
ok "mail 6: ID with commas" odd '* ID ("name", "x", "version", "1")'
ok "mail 6: ID without an end" odd '* ID ("name" "x'
ok "mail 6: ID of words, of pairs, of nothing" odd '* ID (name x)' '* ID (("a" "b"))' '* ID' '* ID ("a")' '* ID ()'
ok "mail 6: OK without text" odd '* OK' '* OK [X' '* OK []'
ok "mail 6: warnings" odd '* NO' '* NO the disk is nearly full' '* BAD' '* BAD [X]'
ok "mail 6: lines of nobody's" odd '[COPYUID 9 1 1]' '' '? what' '* WHAT 3' '* FLAGS (\Seen \*) x' '* 2 FETCH (FLAGS ())'

without() {
	{
		opens 'IMAP4rev1 UIDPLUS'
		echo "$selected"
		echo "$one_letter"
		echo 'hear UID COPY 5 Processed'
		echo 'say %t OK copied'
		echo 'hear UID STORE 5 +FLAGS.SILENT (\Deleted)'
		echo 'say %t OK marked'
		echo 'hear UID EXPUNGE 5'
		echo 'say * 1 EXPUNGE'
		echo 'say %t OK gone'
		echo 'hear LOGOUT'
	} | plays
	said $fetch fetch imap "imap://127.0.0.1:$PORT"
	has "$(cat out)" '^round resting 0' && has "$(tail -n 1 said)" '^LOGOUT' && ! grep '^ID\|^EXPUNGE\|MOVE' said
}
ok "mail 6: without MOVE: COPY, \\Deleted, UID EXPUNGE; no ID where it is not known" without
bare() {
	{
		opens 'IMAP4rev1'
		echo "$selected"
		echo "$one_letter"
		echo 'hear UID COPY 5 Processed'
		echo 'say %t OK copied'
		echo 'hear UID STORE 5 +FLAGS.SILENT (\Deleted)'
		echo 'say %t OK marked'
		echo 'hear LOGOUT'
	} | plays
	said $fetch fetch imap "imap://127.0.0.1:$PORT"
	has "$(cat out)" '^round resting 0' && has "$(tail -n 1 said)" '^LOGOUT' && ! grep 'EXPUNGE\|^CLOSE' said
}
ok "mail 6: without UIDPLUS: never a bare EXPUNGE, nor CLOSE, which is one" bare

# A search from behind the last letter names it all the same (RFC 3501, 6.4.8).
quiet() {
	{
		opens 'IMAP4rev1 IDLE MOVE UIDPLUS'
		echo "$selected"
		echo "$one_letter"
		echo 'hear UID SEARCH UID 6:*'
		echo 'say * SEARCH 5'
		echo 'say %t OK done'
		echo 'hear IDLE'
		echo 'say + idling'
		echo 'hear DONE'
		echo 'say idle OK done'
		echo 'hear SEARCH'
		echo 'say * SEARCH 5'
		echo 'say %t OK done'
		echo 'hear RFC822.SIZE'
		echo 'say %t OK nothing of these'
		echo 'hear SEARCH'
		echo 'say * SEARCH'
		echo 'say %t OK done'
		echo 'hear LOGOUT'
	} | plays
	said $fetch -k -n 2 -w 1 fetch imap "imap://127.0.0.1:$PORT"
	has "$(cat out)" '^idle' && ! grep '^woken\|^failed' out
}
ok "mail 6: the last letter, which every search returns, is no news" quiet
renewed() {
	is 'SEARCH SEARCH IDLE SEARCH SEARCH ' "$(grep -o 'SEARCH\|^IDLE' said | tr '\n' ' ')" && grep -q '^DONE' heard
}
ok "mail 6: IDLE ends, and everything is searched for again" renewed

# --- how long: the server's own wait, whatever poll says
idles() {
	mkdir -p home
	printf 'poll = 3600\n' >home/riverpost.conf
	"$STRACE" -f -e trace=ppoll,poll -o trace "$BUILD/riverpost" --home home serve >out 2>&1 &
	idles_pid=$!
	remember $idles_pid
	until_true 20 grep -q 'ppoll(.*tv_sec=[0-9][0-9][0-9]' trace
	idles_code=$?
	grep 'ppoll(' trace | tail -n 3
	kill "$(pgrep -P $idles_pid | head -n 1)"
	wait $idles_pid
	idles_wait=$(sed -n 's/.*ppoll(.*{tv_sec=\([0-9]*\),.*/\1/p' trace | sort -n | tail -n 1)
	is 0 $idles_code && [ "$idles_wait" -ge 540 ] && [ "$idles_wait" -le 840 ]
}
STRACE=$(command -v strace)
# The server lets nobody but root look into its memory.
if [ -n "$STRACE" ] && [ "$(id -u)" = 0 ] && "$STRACE" -o /dev/null true 2>/dev/null &&
    ! is_sanitized "$BUILD/riverpost"; then
	ok "mail 6: IDLE is renewed after 9 to 14 minutes" idles
else
	skip "mail 6: IDLE is renewed after 9 to 14 minutes" "no strace here, not root, or sanitizers"
fi
finish
