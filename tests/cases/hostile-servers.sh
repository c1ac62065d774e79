#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Servers that misbehave as no real one can be made to: literals of gigabytes,
# endless answers, news before "+ idling".

. "$(dirname "$0")/../servers/lib.sh"
copied tests/post tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
fetch="./post -u robot -p robotpw"
printf 'Subject: x\r\n\r\ny\r\n' >letter

huge_literal() {
	plays <<-E
		$login
		$found
		hear FETCH
		say * 1 FETCH (UID 1 BODY[]<0> {4294967290}
		flood 200000000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
	E
	ends '^failed UID FETCH: the connection was lost' $fetch fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: IMAP: a literal of 4 GB" huge_literal

endless_answer() {
	plays <<-E
		$login
		hear SEARCH
		flood 500000000 * OK and another thing
	E
	ends '^failed UID SEARCH' $fetch fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: IMAP: an answer of 500 MB" endless_answer

lying_size() {
	plays <<-E
		$login
		$found
		hear BODY.PEEK[]<0.100>
		say * 1 FETCH (UID 1 BODY[]<0> {90000}
		flood 90000 0123456789012345678901234567890123456789
		say * done)
		say %t OK done
	E
	ends '^failed UID FETCH' $fetch -m 100 fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: IMAP: a letter larger than it was said to be" lying_size

gone() {
	plays <<-E
		$login
		hear SEARCH
		say * SEARCH 1 2
		say %t OK done
		hear FETCH
		say %t OK nothing of these
		hear SEARCH
		say * SEARCH
		say %t OK done
	E
	ends '^round resting 0' $fetch fetch imap "imap://127.0.0.1:$PORT" && ! grep -q '^letter' out
}
ok "mail 6: IMAP: letters that vanish between search and fetch" gone

nonsense() {
	plays <<-E
		$login
		hear SEARCH
		say ((((((((((((((((((((((((((((((((((((((((((((
		say %t OK
	E
	ends '^failed UID SEARCH' $fetch fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: IMAP: nonsense" nonsense

early_news() {
	plays <<-E
		$login
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear IDLE
		say * 1 EXISTS
		say + idling
		hear DONE
		say idle OK done
		$found
		hear FETCH
		say * 1 FETCH (UID 1 BODY[]<0> {5}
		say hello)
		say %t OK done
		hear MOVE
		say %t OK done
	E
	ends '^letter 7.1 length 5' $fetch -n 2 -w 10 fetch imap "imap://127.0.0.1:$PORT" && has "$(cat out)" '^woken'
}
ok "mail 6: IMAP: news before the server is idling" early_news

none='hear SEARCH
say * SEARCH
say %t OK done'
no_idle_after_all() {
	plays <<-E
		$login
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear SEARCH
		say * SEARCH
		say %t OK done
		hear IDLE
		say %t NO not today
		$none
		$none
		$none
	E
	ends '^sleeping' $fetch -n 3 -w 1 fetch imap "imap://127.0.0.1:$PORT" && is 3 "$(grep -c '^round resting 0' out)" &&
	    ! grep '^woken' out
}
ok "mail 6: IMAP: IDLE refused: poll by time" no_idle_after_all

never_idling() {
	plays <<-E
		$login
		$none
		$none
		hear LOGOUT
		close
		$login
		$none
		$none
		$none
	E
	ends '^sleeping' $fetch -n 3 -w 1 fetch imap "imap://127.0.0.1:$PORT" && is 3 "$(grep -c '^round resting 0' out)" &&
	    is 1 "$(grep -c ' IDLE' heard)"
}
ok "mail 6: IMAP: IDLE never answered: poll by time, on a new connection" never_idling

late_idling() {
	plays <<-E
		$login
		$none
		$none
		hear IDLE
		wait 1
		say + idling
		hear DONE
		say idle OK done
		$none
	E
	ends '^idle' $fetch -n 2 -w 2 fetch imap "imap://127.0.0.1:$PORT" && is 2 "$(grep -c '^round resting 0' out)" &&
	    ! grep '^woken' out
}
ok "mail 6: IMAP: that the server idles is no news" late_idling

no_create() {
	plays <<-E
		$login
		$found
		hear FETCH
		say * 1 FETCH (UID 1 BODY[]<0> {5}
		say hello)
		say %t OK done
		hear MOVE
		say %t NO [TRYCREATE] no such folder
		hear CREATE
		say %t NO not allowed
		hear SUBSCRIBE
		say %t NO not allowed
		hear MOVE
		say %t NO no such folder
		hear COPY
		say %t NO no such folder
		hear FETCH
		say * 1 FETCH (UID 1 RFC822.SIZE 10 INTERNALDATE "21-Nov-2026 10:00:00 +0000")
		say %t OK done
	E
	ends 'letter 1 stays where it is: MOVE: refused: no such folder' $fetch fetch imap "imap://127.0.0.1:$PORT"
}
ok "mail 6: IMAP: a folder that cannot be made is told with the server's words" no_create

no_failed() {
	plays <<-E
		$login
		$(finds 1 2)
		hear FETCH
		say * 1 FETCH (UID 1 BODY[]<0> {5}
		say hello)
		say %t OK done
		hear FETCH
		say * 2 FETCH (UID 2 BODY[]<0> {5}
		say hello)
		say %t OK done
		$(for try in 1:2 1 2; do
			echo "hear MOVE $try"
			echo 'say %t NO [TRYCREATE] no such folder'
			echo 'hear CREATE'
			echo 'say %t NO not allowed'
			echo 'hear SUBSCRIBE'
			echo 'say %t NO not allowed'
			echo 'hear MOVE'
			echo 'say %t NO no such folder'
			echo 'hear COPY'
			echo 'say %t NO no such folder'
			[ $try != 1:2 ] || continue
			echo 'hear FETCH'
			echo "say * $try FETCH (UID $try RFC822.SIZE 5 INTERNALDATE \"21-Nov-2026 10:00:00 +0000\")"
			echo 'say %t OK done'
		done)
		hear UID 3:*
		say %t OK done
		hear IDLE
		say + idling
		hear DONE
		say idle OK done
		$(finds 1 2)
		hear MOVE 1:2
		say %t OK done
		hear LOGOUT
	E
	ends '^round resting 0' $fetch -f -n 2 -w 1 fetch imap "imap://127.0.0.1:$PORT" &&
	    is 2 "$(grep -c '^letter' out)" && is 2 "$(grep -c 'stays where it is: MOVE: refused' out)" && ! grep '^failed' out
}
ok "mail 6: IMAP: a parked letter that cannot be moved holds up no other" no_failed

# --- POP3
one_letter='hear UIDL
say +OK
say 1 abc
say .
hear LIST
say +OK
say 1 10
say .'
endless_letter() {
	plays <<-E
		$pop_login
		$one_letter
		hear RETR
		say +OK
		flood 50000000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
		say .
		hear DELE
		say +OK
		hear QUIT
		say +OK
	E
	ends '^letter abc length 262144 ' $fetch fetch pop3 "pop3://127.0.0.1:$PORT"
}
ok "mail 6: POP3: a letter of 50 MB that was said to be small" endless_letter
no_top() {
	plays <<-E
		$pop_login
		hear UIDL
		say +OK
		say 1 abc
		say .
		hear LIST
		say +OK
		say 1 1000000
		say .
		hear TOP
		say -ERR what is that
		hear RETR
		say +OK
		say Subject: large
		say 
		flood 1000000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
		say .
		hear DELE
		say +OK
		hear QUIT
		say +OK
	E
	ends '^letter abc length 18 .* headers' $fetch fetch pop3 "pop3://127.0.0.1:$PORT"
}
ok "mail 6: POP3: a server without TOP" no_top
endless_list() {
	plays <<-E
		$pop_login
		hear UIDL
		say +OK
		flood 30000000 1 abc
		say .
		hear LIST
		say +OK
		say .
		hear RETR
		say -ERR enough
	E
	ends '^round resting 0' $fetch fetch pop3 "pop3://127.0.0.1:$PORT" &&
	    has "$(cat out)" 'letter abc is skipped for now: RETR: refused: -ERR enough'
}
ok "mail 6: POP3: a list of millions" endless_list
no_uidl() {
	plays <<-E
		$pop_login
		hear UIDL
		say -ERR never heard of it
	E
	ends '^failed UIDL: refused: -ERR never heard' $fetch fetch pop3 "pop3://127.0.0.1:$PORT"
}
ok "mail 6: POP3: no UIDL" no_uidl

# --- SMTP
endless_greeting() {
	plays <<-E
		flood 300000000 220-and another thing
		wait 20
	E
	ends '^retry 0 ' ./post -T 3 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter
}
ok "mail 20: SMTP: a greeting without an end" endless_greeting
drip() {
	plays <<-E
		say 220-wait
		wait 1
		say 220-wait
		wait 1
		say 220-wait
		wait 1
		say 220-wait
		wait 10
	E
	ends '^retry 0 no answer in time' ./post -T 2 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter
}
ok "mail 20: SMTP: a byte now and then is no answer" drip
smtp_letter='say 220 hello
hear EHLO
say 250 yes
hear MAIL
say 250 yes
hear RCPT
say 250 yes
hear DATA
say 354 go on
hear .'
# The end of the connection is heard, or whatever else is said on it.
late() {
	late_any=
	plays <<-E
		$(echo "$smtp_letter" | sed '/hear DATA/q')
		hear $late_any
		say 550 no such letter
		close
		$smtp_letter
		say 250 taken
	E
	ends '^sent 250 250 taken' ./post -T 3 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter letter &&
	    has "$(cat out)" '^retry 0 no answer in time'
}
ok "mail 20: SMTP: what is said too late is about no other letter" late
stray() {
	plays <<-E
		$smtp_letter
		say 250 taken
		say 550 and another thing
		hear QUIT
		say 250 yes
		close
		$smtp_letter
		say 250 taken too
	E
	ends '^sent 250 250 taken too' ./post -T 5 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter letter &&
	    is 2 "$(grep -c '^sent' out)"
}
ok "mail 20: SMTP: nor is what is said once too often" stray
out_of_place() {
	plays <<-E
		$(echo "$smtp_letter" | sed '/^say 354/,$d')
		say 250 yes
	E
	ends '^retry 0 an answer out of place (250 yes)' ./post -T 5 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter
}
ok "mail 20: SMTP: another answer than the one that is due" out_of_place
odd_bytes() {
	plays <<-E
		$smtp_letter
		say 250 gr$(printf '\374')n $(printf '\033')[31m $(printf '\302\233')31m
	E
	ends '^sent 250 250 gr' ./post -T 5 send smtp "smtp://127.0.0.1:$PORT" a@x b@y letter &&
	    iconv -f utf-8 -t utf-8 out >/dev/null && ! grep -q "$(printf '\033\|\302\233')" out
}
ok "mail 20: SMTP: what a server says becomes text" odd_bytes
finish
