#!/bin/sh
# SPDX-License-Identifier: ISC
#
# An IMAP server that fails at one step after another of a round (mail/README 6):
# each letter is given out again until it was moved, and never parked for the
# server's faults.

. "$(dirname "$0")/../servers/lib.sh"
copied tests/post tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
# Whole stacks, so that a library's own leak can be told by its function.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}fast_unwind_on_malloc=0"
# Some rounds; between them time passes, so that a source that failed has rested.
rounds() {
	echo "./post -u robot -p robotpw -n $1 -w 0 -j 100 fetch imap imap://127.0.0.1:$PORT"
}
# Without IDLE, so that a script is as long as its rounds.
login=$(echo "$login" | sed 's/ IDLE//')
fetched="$found
hear BODY.PEEK
say * 1 FETCH (UID 1 BODY[]<0> {5}
say hello)
say %t OK done"
moved='hear MOVE
say %t OK done'
empty='hear SEARCH
say * SEARCH
say %t OK done'

# recovers N SCRIPT: a connection of that script, which ends; in the next ones the
# letter is there, and is moved.  N: how often it was given to us; within one round
# (again), or in the next one.
recovers() {
	plays <<-E
		$2
		close
		$login
		$fetched
		$moved
		$empty
		$empty
		hear LOGOUT
		say * BYE
		say %t OK bye
	E
	ends '^round resting 0' $(rounds $((${3:+-1} + 3))) && is "$1" "$(grep -c '^letter 7.1 length 5' out)" &&
	    ! grep -q 'parked' out
}
ok "mail 6: no greeting, the end" recovers 1 'wait 0'
ok "mail 6: BYE for a greeting" recovers 1 'say * BYE too busy'
ok "mail 6: a greeting of another protocol" recovers 1 'say 220 smtp.test ESMTP'
ok "mail 6: a greeting that is slow" recovers 2 "wait 2
$login
$fetched
hear MOVE"
ok "mail 6: the end at CAPABILITY" recovers 1 'say * OK hello
hear CAPABILITY'
ok "mail 6: the end at LOGIN" recovers 1 "$(echo "$login" | sed '/hear LOGIN/q')"
ok "mail 6: LOGIN refused for now" recovers 1 "$(echo "$login" | sed '/hear LOGIN/q')
say %t NO [UNAVAILABLE] come back later"
ok "mail 6: BYE after LOGIN" recovers 1 "$(echo "$login" | sed '/welcome/q')
say * BYE shutting down"
ok "mail 6: the end at SELECT" recovers 1 "$(echo "$login" | sed '/hear SELECT/q')"
ok "mail 6: SELECT refused for now" recovers 1 "$(echo "$login" | sed '/hear SELECT/q')
say %t NO [INUSE] locked"
ok "mail 6: the end at SEARCH" recovers 1 "$login
hear SEARCH"
ok "mail 6: BYE at SEARCH" recovers 1 "$login
hear SEARCH
say * BYE restarting"
ok "mail 6: SEARCH refused" recovers 1 "$login
hear SEARCH
say %t NO [SERVERBUG] sorry"
ok "mail 6: the end at FETCH of sizes" recovers 1 "$login
$(echo "$found" | sed '/hear FETCH/q')" again
ok "mail 6: the end at FETCH" recovers 1 "$login
$found
hear BODY.PEEK" again
ok "mail 6: the end amid a letter" recovers 1 "$login
$found
hear BODY.PEEK
say * 1 FETCH (UID 1 BODY[]<0> {500}
say hel" again
ok "mail 6: FETCH refused" recovers 1 "$login
$found
hear BODY.PEEK
say %t NO [SERVERBUG] the disk is slow" again
ok "mail 6: BYE at FETCH" recovers 1 "$login
$found
hear BODY.PEEK
say * BYE Disconnected" again
ok "mail 6: the end at MOVE" recovers 2 "$login
$fetched
hear MOVE"
ok "mail 6: BYE at MOVE" recovers 2 "$login
$fetched
hear MOVE
say * BYE Disconnected"
ok "mail 6: the end amid the answer to MOVE" recovers 2 "$login
$fetched
hear MOVE
say * OK [COPYUID 9 1 1"
ok "mail 6: news of others amid a round" recovers 1 "$login
$(echo "$found" | sed 's/^hear FETCH/&\nsay * 2 EXISTS\nsay * 0 RECENT\nsay * 2 FETCH (FLAGS (\\\\Seen))/')
hear BODY.PEEK
say * 3 EXISTS" again

# The link breaks, and the server is away for a while: what was taken before is moved
# then, and does not come again.
away() {
	plays <<-E
		$login
		$(finds 1 2)
		hear BODY.PEEK
		say * 1 FETCH (UID 1 BODY[]<0> {5}
		say hello)
		say %t OK done
		hear BODY.PEEK
		close
		wait 0
		close
		$login
		hear MOVE 1
		say %t OK done
		$(echo "$fetched" | sed 's/^say \* 1 FETCH/say * 2 FETCH/; s/UID 1/UID 2/; s/SEARCH 1/SEARCH 2/')
		hear MOVE 2
		say %t OK done
		$empty
		hear LOGOUT
		say %t OK bye
	E
	ends '^round resting 0' $(rounds 2) &&
	    is '7.1 7.2' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)"
}
ok "mail 6: what was taken before the server was away is moved, and not taken again" away

# The mailbox is numbered anew while a letter is in hand.
renumbered() {
	plays <<-E
		$login
		$fetched
		hear MOVE
		close
		$(echo "$login" | sed 's/UIDVALIDITY 7/UIDVALIDITY 8/')
		$fetched
		$moved
		$empty
		$empty
		hear LOGOUT
		say * BYE
		say %t OK bye
	E
	ends '^letter 8.1 length 5' $(rounds 3) && is 1 "$(grep -c '^letter 7.1 ' out)" && is 1 "$(grep -c '^letter 8.1 ' out)"
}
ok "mail 6: numbered anew between two connections" renumbered

# Fetched one, then two together; moved by their ranges.
ranges() {
	plays <<-E
		$login
		$(finds 1 2 3 5 6)
		hear FETCH 1 (UID BODY.PEEK
		say * 1 FETCH (UID 1 BODY[]<0> {5}
		say hello)
		say %t OK done
		hear FETCH 2,3 (UID BODY.PEEK
		say * 3 FETCH (UID 3 BODY[]<0> {5}
		say three)
		say * 2 FETCH (UID 2 BODY[]<0> {5}
		say two  )
		say * 9 FETCH (UID 9 BODY[]<0> {5}
		say nob..)
		say %t OK done
		hear FETCH 5,6 (UID BODY.PEEK
		say * 6 FETCH (UID 6 BODY[]<0> {5}
		say six.. FLAGS (\Recent))
		say %t OK done
		hear FETCH 5 (UID BODY.PEEK
		say %t OK done
		hear MOVE 1:3,6 Processed
		say %t OK done
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear LOGOUT
		say %t OK bye
	E
	rm -rf out.d
	mkdir out.d
	ends '^round resting 0' ./post -u u -p p -o out.d fetch imap "imap://127.0.0.1:$PORT" && ! grep '^failed' out &&
	    is '7.1 7.2 7.3 7.6' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)" &&
	    is 'hellotwo  threesix..' "$(cat out.d/*)"
}
ok "mail 6: several are fetched together, and moved by their ranges" ranges

# gives_short NUMBER: the letter itself, from mNUMBER@a.test.
gives_short() {
	printf '%s\n' "say * $1 FETCH (UID $1 BODY[]<0> {29}" "say From: m$1@a.test" 'say Subject: x' \
	    'say )' 'say %t OK done'
}

# A mailbox whose second letter takes longer than its turn: a letter that comes to the
# spool meanwhile is read before the third.
slow() {
	plays <<-E
		$login
		$(finds 1 2 3)
		$(for slow_n in 1 2 3; do
			echo 'hear BODY.PEEK'
			[ $slow_n != 2 ] || printf 'await given\nwait 3\n'
			gives_short $slow_n
		done)
		$moved
		$empty
		hear LOGOUT
		say %t OK bye
	E
	mkdir -m 700 home
	printf 'source "box" {\n kind = imap\n url = "imap://127.0.0.1:%s"\n user = u\n password = p\n}\n' "$PORT" >home/riverpost.conf
	RIVERPOST_HOME=home "$BUILD/riverpost" serve >log 2>&1 &
	slow_pid=$!
	remember $slow_pid
	until_true 5 grep -q 'from m1@' log
	printf 'From: z@a.test\nSubject: x\n\n' | "$BUILD/riverpost-deliver" --home home --sender z@a.test
	: >given
	until_true 10 grep -q 'from m3@' log
	stop $slow_pid
	stop "$STAGE"
	cat log heard
	is 'm1 m2 z m3' "$(sed -n 's/.* from \([mz][123]*\)@a.test: .*/\1/p' log | xargs)"
}
# Of two letters the server has moved one: somebody else was faster with the other.
other_reader() {
	plays <<-E
		$login
		$(finds 1 2)
		$(for other_n in 1 2; do
			echo 'hear BODY.PEEK'
			gives_short $other_n
		done)
		hear MOVE 1:2
		say * OK [COPYUID 9 2 1] moved
		say %t OK done
		hear LOGOUT
		say %t OK bye
		close
		$login
		$empty
		hear STATUS
		say * STATUS Processed (UIDVALIDITY 9)
		say %t OK done
		hear STATUS
		say * STATUS Failed (UIDVALIDITY 9)
		say %t OK done
		hear LOGOUT
		say %t OK bye
	E
	mkdir -m 700 mine
	printf 'operator = "op@a.test"\nsource "box" {\n kind = imap\n url = "imap://127.0.0.1:%s"\n user = u\n password = p\n}\n' "$PORT" >mine/riverpost.conf
	"$BUILD/riverpost" --home mine -v run >out 2>log
	"$BUILD/riverpost" --home mine doctor >told 2>&1
	stop "$STAGE"
	cat out log told heard
	is 1 "$(grep -c 'imap://u@127.0.0.1:[0-9]*: another program takes letters out of this mailbox' log)" &&
	    has "$(cat told)" '^wrong: another program takes letters out of imap://u@127.0.0.1.*do this: let one riverpost alone' &&
	    grep -q '^  imap://u@127' mine/mail/out/op@a.test/new/*
}
if [ -x "$BUILD/riverpost" ]; then
	ok "mail 6: a slow mailbox keeps no other source waiting" slow
	ok "mail 6: somebody else takes letters away: log, operator and doctor say so" other_reader
else
	skip "mail 6: whole servers" "riverpost is not built"
fi

# A mailbox that may only be read: nothing can be moved, and that is said.
read_only() {
	plays <<-E
		$(echo "$login" | sed 's/READ-WRITE/READ-ONLY/')
		$fetched
		hear MOVE
		say %t NO [NOPERM] read-only
		hear CREATE
		say %t NO [NOPERM] read-only
		hear SUBSCRIBE
		say %t NO [NOPERM] read-only
		hear MOVE
		say %t NO [NOPERM] read-only
		hear COPY
		say %t NO [NOPERM] read-only
		$(echo "$found" | sed '1,3d')
		hear LOGOUT
		say %t OK bye
	E
	ends 'letter 1 stays where it is: MOVE: refused: read-only' ./post -u robot -p robotpw fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: a mailbox that may only be read" read_only
finish
