#!/bin/sh
# SPDX-License-Identifier: ISC
#
# A letter that a mail server fails to give, each time it is asked for (mail/README
# 6): it stays where it is, it is told of, and it holds up no other.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
copied tests/post tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
fetch="./post -u robot -p robotpw"

body() {
	printf 'hear FETCH %s\nsay * %s FETCH (UID %s BODY[]<0> {5}\nsay hello)\nsay %%t OK done\n' "$1" "$1" "$1"
}
moved='hear MOVE
say %t OK done'
breaks='hear FETCH
close'
# Of three letters the second breaks the connection, each time it is asked for.
poisonous() {
	plays <<-E
		$login
		$(searches 1 2 3)
		$(sizes 1 2 3)
		$(body 1)
		$breaks
		$login
		$moved
		$(searches 2 3)
		$(sizes 2 3)
		$breaks
		$login
		$(searches 2 3)
		$(sizes 2 3)
		$breaks
		$login
		$(searches 2 3)
		$(sizes 3)
		$(body 3)
		$moved
		hear SEARCH
		say * SEARCH 2
		say %t OK done
		hear IDLE
		say + idling
		hear DONE
		say idle OK done
		hear SEARCH
		say * SEARCH 2
		say %t OK done
		hear LOGOUT
	E
	ends '^round resting 0' $fetch -n 2 -w 1 fetch imap "imap://127.0.0.1:$PORT" && ! grep '^failed' out &&
	    is '7.1 7.3' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)" &&
	    is 1 "$(grep -c 'letter 7.2 is skipped for now: UID FETCH' out)" && ! grep -q 'MOVE 2' heard
}
ok "mail 6: IMAP: a letter that breaks the connection is passed over, and holds up no other" poisonous

# The same before it is known which one it is.
unsized() {
	plays <<-E
		$login
		$(searches 1 2 3)
		$breaks
		$login
		$(searches 1 2 3)
		$(sizes 1)
		$(body 1)
		$breaks
		$login
		$moved
		$(for try in 2 3; do
			searches 2 3
			echo "$breaks"
			echo "$login"
		done)
		$(searches 2 3)
		$(sizes 3)
		$(body 3)
		$moved
	E
	ends '^round resting 0' $fetch fetch imap "imap://127.0.0.1:$PORT" && ! grep '^failed' out &&
	    is '7.1 7.3' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)" &&
	    has "$(cat out)" 'letter 7.2 is skipped for now' && has "$(cat heard)" 'FETCH 3 (UID RFC822.SIZE'
}
ok "mail 6: IMAP: also when several are asked about" unsized

# And when several are fetched together.
in_a_range() {
	plays <<-E
		$login
		$(searches 1 2 3 4)
		$(sizes 1 2 3 4)
		$(body 1)
		$breaks
		$login
		$moved
		$(searches 2 3 4)
		$(sizes 2)
		$(body 2)
		$(sizes 3)
		$breaks
		$login
		$moved
		$(for try in 2 3; do
			searches 3 4
			sizes 3
			echo "$breaks"
			echo "$login"
		done)
		$(searches 3 4)
		$(sizes 4)
		$(body 4)
		$moved
	E
	ends '^round resting 0' $fetch fetch imap "imap://127.0.0.1:$PORT" && ! grep '^failed' out &&
	    is '7.1 7.2 7.4' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)" &&
	    is 1 "$(grep -c 'letter 7.3 is skipped for now: UID FETCH' out)" && has "$(cat heard)" 'FETCH 2,3 (UID BODY'
}
ok "mail 6: IMAP: also when several are fetched" in_a_range

# NIL in the place of a text is no letter that is gone.
no_text() {
	plays <<-E
		$(for try in 1 2 3; do
			printf '%s\n' "$login" "$found" 'hear FETCH' 'say * 1 FETCH (UID 1 BODY[]<0> NIL)' 'say %t OK done' close
		done)
		$login
		hear SEARCH
		say * SEARCH 1
		say %t OK done
	E
	ends '^round resting 0' $fetch fetch imap "imap://127.0.0.1:$PORT" &&
	    has "$(cat out)" 'letter 7.1 is skipped for now: UID FETCH: .* no text'
}
ok "mail 6: IMAP: nor one of which the server has no text" no_text

# run_at WHEN: one pass of the server over that mailbox, its code in $code.
run_at() {
	rm -rf home
	mkdir -m 700 home
	printf 'source "box" {\n kind = imap\n url = "imap://127.0.0.1:%s"\n user = u\n password = p\n}\n' "$PORT" >home/riverpost.conf
	timeout 60 "$BUILD/riverpost" --home home --now="$1" -v run >out 2>&1
	code=$?
	stop "$STAGE"
	cat out heard
}
text='hear BODY.PEEK
say * 1 FETCH (UID 1 BODY[]<0> {31}
say From: new@c.test
say Subject: x
say )
say %t OK done'
still='hear SEARCH
say * SEARCH 1
say %t OK done'
# given_nothing FETCHED [SEARCHED]: the server lists a letter, and does not give it.
given_nothing() {
	printf '%s\n' "$login" "$1" "${2:-$still}" 'hear LOGOUT' 'say %t OK bye' | plays
	run_at 2026-11-21T12:00:00Z
	is 75 $code && has "$(cat out)" 'riverpost: .*/.* lists letter 1 and does not give it' &&
	    is 0 "$(grep -c MOVE heard)"
}
ok "mail 6: IMAP: no text, and no word about it" given_nothing "$found
hear BODY.PEEK
say %t OK done"
ok "mail 6: IMAP: not even a size" given_nothing "$(searches 1)
hear FETCH
say %t OK done"
ok "mail 6: IMAP: no UID" given_nothing "$(searches 1)
hear FETCH
say * 1 FETCH (UID NIL RFC822.SIZE 31)
say %t OK done"
ok "mail 6: IMAP: and the search says nothing then" given_nothing "$found
hear BODY.PEEK
say %t OK done" 'hear SEARCH
say %t OK done'

# dated FACTS: what stands in the place of size and date.
dated() {
	printf '%s\n' "$login" "$(searches 1)" 'hear FETCH' "say * 1 FETCH (UID 1$1)" 'say %t OK done' "$text" "$moved" 'hear LOGOUT' |
	    plays
	run_at 2026-11-21T12:00:00Z
	is 0 $code && has "$(cat out)" '^1 letter taken'
}
ok "mail 6: IMAP: a letter without a date" dated ' RFC822.SIZE 31'
ok "mail 6: IMAP: a date that is NIL" dated ' RFC822.SIZE 31 INTERNALDATE NIL'
ok "mail 6: IMAP: a date that is none" dated ' RFC822.SIZE 31 INTERNALDATE "0-Jan-0 99:99:99"'
ok "mail 6: IMAP: neither size nor date" dated ''
undated_is_now() {
	printf '%s\n' "$login" "$(searches 1)" 'hear FETCH' 'say * 1 FETCH (UID 1 RFC822.SIZE 31)' 'say %t OK done' "$text" "$moved" |
	    plays
	undated_from=$(date +%s)
	ends '^round resting 0' $fetch fetch imap "imap://127.0.0.1:$PORT"
	undated_at=$(sed -n 's/^letter 7.1 length .* received \([0-9]*\).*/\1/p' out)
	[ "$undated_at" -ge "$undated_from" ] && [ "$undated_at" -le "$(date +%s)" ]
}
ok "mail 6: IMAP: no date is now" undated_is_now

# Again after a while, when it may be given.
again() {
	plays <<-E
		$(for try in 1 2 3; do
			printf '%s\n' "$login" "$found" 'hear FETCH' close
		done)
		$login
		hear SEARCH
		say * SEARCH 1
		say %t OK done
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear IDLE
		say %t NO not now
		$found
		$(body 1)
		$moved
	E
	ends '^letter 7.1' $fetch -n 2 -w 0 -j 1000 fetch imap "imap://127.0.0.1:$PORT" &&
	    is 1 "$(grep -c 'letter 7.1 is skipped' out)"
}
ok "mail 6: IMAP: it is asked for again later" again

# --- POP3
three_waiting='hear UIDL
say +OK
say 1 abc
say 2 def
say 3 ghi
say .
hear LIST
say +OK
say 1 24
say 2 24
say 3 24
say .'
retrieved='say +OK
say hello
say .
hear DELE
say +OK'
bye='hear QUIT
say +OK
close'
refused() {
	plays <<-E
		$pop_login
		$three_waiting
		hear RETR 1
		$retrieved
		hear RETR 2
		say -ERR [SYS/PERM] this one is damaged
		hear RETR 3
		$retrieved
		$bye
		$pop_login
		$three_waiting
		hear RETR 1
		$retrieved
		hear RETR 3
		$retrieved
		$bye
	E
	ends '^round resting 0' $fetch -n 2 -w 1 fetch pop3 "pop3://127.0.0.1:$PORT" && is 4 "$(grep -c '^letter' out)" &&
	    is 1 "$(grep -c 'letter def is skipped for now: RETR: refused: .*damaged' out)"
}
ok "mail 6: POP3: a letter that is refused holds up no other" refused
# What the first session was to delete the second one does; then abc comes no more.
two_waiting=$(echo "$three_waiting" | sed 's/^say 1 .*//; s/^say 2 /say 1 /; s/^say 3 /say 2 /')
broken() {
	plays <<-E
		$pop_login
		$three_waiting
		hear RETR 1
		say +OK
		say Message-ID: <a@c.test>
		say 
		say .
		hear DELE
		say +OK
		hear RETR 2
		close
		$pop_login
		$three_waiting
		hear TOP 1
		say +OK
		say Message-ID: <a@c.test>
		say 
		say .
		hear DELE 1
		say +OK
		$bye
		$(for try in 2 3; do
			printf '%s\n' "$pop_login" "$two_waiting" 'hear RETR 1' close
		done)
		$pop_login
		$two_waiting
		hear RETR 2
		$retrieved
		$bye
	E
	ends '^round resting 0' $fetch fetch pop3 "pop3://127.0.0.1:$PORT" && ! grep '^failed' out &&
	    is 'abc ghi' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)" &&
	    has "$(cat out)" 'letter def is skipped for now'
}
ok "mail 6: POP3: a letter that breaks the session holds up no other" broken
finish
