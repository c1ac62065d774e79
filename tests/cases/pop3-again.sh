#!/bin/sh
# SPDX-License-Identifier: ISC
#
# A POP3 server that gives a UID again, or a letter in part, or not at all (mail/README 6): no
# letter is deleted unread, and none stays unread without a word.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
copied tests/post tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"
fetch="./post -u robot -p robotpw"

# lists SIZE UID...: letters of that many bytes (- : the server does not say).
lists() {
	size=$1 n=0
	shift
	printf '%s\n' 'hear UIDL' 'say +OK'
	for uid; do
		echo "say $((n += 1)) $uid"
	done
	printf '%s\n' 'say .' 'hear LIST' 'say +OK'
	[ "$size" = - ] || seq "$n" | sed "s/.*/say & $size/"
	echo 'say .'
}
# gives HEARD ID [WORD]: this letter; without an ID none stands in it.
gives() {
	printf '%s\n' "hear $1" 'say +OK' 'say From: new@c.test'
	[ -z "$2" ] || echo "say Message-ID: $2"
	printf '%s\n' 'say ' "say ${3:-hello}" 'say .'
}
deletes() {
	printf '%s\n' "hear DELE $1" 'say +OK'
}
quits() {
	printf '%s\n' 'hear QUIT' 'say +OK' close
}
taken() {
	grep -c '^letter.* length' out
}

# --- a session is lost at QUIT, and the next one lists that UID again

# The letter itself: deleted unread.
itself() {
	plays <<-E
		$pop_login
		$(lists 40 1)
		$(gives 'RETR 1' '<a@c.test>')
		$(deletes 1)
		hear QUIT
		close
		$pop_login
		$(lists 40 1)
		$1
		$(deletes 1)
		$(quits)
		$pop_login
		$(lists 40)
		$(quits)
	E
	ends '^round resting 0' $fetch -n 2 -w 1 fetch pop3 "pop3://127.0.0.1:$PORT" && is 1 "$(taken)" &&
	    is 2 "$(grep -c DELE heard)"
}
ok "mail 6: POP3: QUIT lost: the same letter is deleted" itself "$(gives 'TOP 1 0' '<a@c.test>')"
ok "mail 6: POP3: also where the server has no TOP" itself "hear TOP
say -ERR what is that
$(gives 'RETR 1' '<a@c.test>')"

# another SIZE ID SIZE ID [HEARD...]: of two letters; the second is read before it is deleted.
another() {
	plays <<-E
		$pop_login
		$(lists "$1" 1)
		$(gives 'RETR 1' "$2" one)
		$(deletes 1)
		hear QUIT
		close
		$pop_login
		$(lists "$3" 1)
		$5
		$(gives 'RETR 1' "$4" two)
		$(deletes 1)
		$(quits)
	E
	rm -rf out.d
	mkdir out.d
	ends '^round resting 0' $fetch -o out.d -n 2 -w 1 fetch pop3 "pop3://127.0.0.1:$PORT" && is 2 "$(taken)" &&
	    has "$(cat out.d/00002)" '^two'
}
ok "mail 6: POP3: QUIT lost: a letter of another size is read" another 40 '<a@c.test>' 42 '<a@c.test>'
ok "mail 6: POP3: with another Message-ID" another 40 '<a@c.test>' 40 '<b@c.test>' "$(gives TOP '<b@c.test>')"
ok "mail 6: POP3: with another Message-ID, and no TOP" another 40 '<a@c.test>' 40 '<b@c.test>' "hear TOP
say -ERR what is that
$(gives RETR '<b@c.test>')"
ok "mail 6: POP3: the first had no Message-ID" another 40 '' 40 '<b@c.test>'
ok "mail 6: POP3: or an empty one" another 40 '<>' 40 '<>'
ok "mail 6: POP3: the second has none" another 40 '<a@c.test>' 40 '' "$(gives TOP '')"
ok "mail 6: POP3: the server gives no sizes" another - '<a@c.test>' - '<a@c.test>'
ok "mail 6: POP3: the server does not let it be looked at" another 40 '<a@c.test>' 40 '<a@c.test>' "hear TOP
say -ERR not now
hear RETR
say -ERR not now"

# --- one UID in one mailbox

twins() {
	plays <<-E
		$pop_login
		$(lists 40 same same other)
		$(gives 'RETR 1' '<a@c.test>')
		$(deletes 1)
		$(gives 'RETR 2' '<b@c.test>')
		$(deletes 2)
		$(gives 'RETR 3' '<c@c.test>')
		$(deletes 3)
		$(quits)
	E
	rm -rf home
	mkdir -m 700 home
	source_is
	timeout 40 "$BUILD/riverpost" --home home -v run >out 2>&1
	is 0 $? && stop "$STAGE"
	cat out heard
	is 3 "$(grep -c '^DELE' heard)"
}
# source_is [LINE...]: the configuration.
source_is() {
	printf '%s\n' 'operator = op@x.test' 'address = xq@x.test' 'source "box" {' 'kind = pop3' \
	    "url = \"pop3://127.0.0.1:$PORT\"" 'user = u' 'password = p' "$@" '}' >home/riverpost.conf
}
ok "mail 6: POP3: two letters with one UID are two" twins

# A letter put aside goes into a Maildir, under a name of its own.
aside_twice() {
	plays <<-E
		$pop_login
		$(lists 40 1)
		$(gives 'RETR 1' '<a@c.test>' one)
		$(deletes 1)
		$(quits)
		$pop_login
		$(lists 40 1)
		$(gives 'RETR 1' '<b@c.test>' two)
		$(deletes 1)
		$(quits)
		$pop_login
		$(lists 40 1)
		$(gives 'RETR 1' '<b@c.test>' two)
		$(deletes 1)
		$(quits)
	E
	rm -rf parked
	ends '^round resting 0' $fetch -f -d parked -n 3 -w 1 fetch pop3 "pop3://127.0.0.1:$PORT" && is 3 "$(taken)" &&
	    is 2 "$(files parked/new)"
}
ok "mail 6: POP3: of two letters put aside under one UID neither is lost" aside_twice

# --- a letter that comes in part, or not at all

# run_at TIME: one pass of the server.
run_at() {
	timeout 40 "$BUILD/riverpost" --home home --now="$1" -v run >out 2>&1
	code=$?
	cat out
}
# told WHAT: how many letters to the operator speak of that.
told() {
	cat home/mail/out/op@x.test/new/* 2>/dev/null | grep -c "$1"
}
empty='hear RETR 1
say +OK
say .'
# late ANSWER LINE...: two passes in a day over a letter of 400 bytes that is answered so, and two
# later ones; lines of the source.
later=$(quits)
late() {
	late_answer=$1
	shift
	stop "$STAGE"
	plays <<-E
		$(for pass in 1 2 3 4; do
			printf '%s\n' "$pop_login" "$(lists 400 late)" "$late_answer"
			[ "$pass" -le 2 ] && quits || echo "$later"
		done)
		$pop_login
		$(lists 57 late)
		$(gives 'RETR 1' '<a@c.test>')
		$(deletes 1)
		$(quits)
	E
	rm -rf home
	mkdir -m 700 home
	source_is "$@"
	run_at 2026-11-21T12:00:00Z
	is 75 $code && has "$(cat out)" 'late' && run_at 2026-11-22T11:00:00Z && is 75 $code && is 0 "$(told 'letter late')"
}
in_part() {
	late "$1" || return 1
	run_at 2026-11-22T12:10:00Z
	is 0 $code && has "$(cat out)" '1 put aside' && is 1 "$(told 'letter late')" || return 1
	run_at 2026-11-22T13:10:00Z
	is 0 $code && is 1 "$(told 'letter late')" && ! grep DELE heard || return 1
	run_at 2026-11-22T14:10:00Z
	cat heard
	is 0 $code && has "$(cat out)" '^1 letter taken' && is 1 "$(grep -c DELE heard)"
}
ok "mail 6: POP3: an empty text is no letter; after a day it is put aside, and taken when it is whole" in_part "$empty"
ok "mail 6: POP3: so is a text cut within the header" in_part 'hear RETR 1
say +OK
say From: new@c.test
say .'
# A letter too large is met behind one that was put aside in part and stays.
too_large() {
	stop "$STAGE"
	plays <<-E
		$(for pass in 1 2 3; do
			echo "$pop_login"
			printf '%s\n' 'hear UIDL' 'say +OK' 'say 1 late' 'say 2 large' 'say .' 'hear LIST' 'say +OK' 'say 1 400' 'say 2 5000' 'say .' \
			    'hear RETR 1' 'say +OK' 'say From: new@c.test' 'say .'
			gives 'TOP 2' '<b@c.test>'
			quits
		done)
	E
	ends '^round resting 0' $fetch -f -m 1000 -n 3 -w 1 -j 90000 fetch pop3 "pop3://127.0.0.1:$PORT" &&
	    is 'large late large large' "$(sed -n 's/^letter \([^ ]*\) length.*/\1/p' out | xargs)"
}
ok "mail 6: POP3: a large letter behind one in part" too_large
into_maildir() {
	later="$(deletes 1)
$(quits)"
	late "hear RETR 1
say +OK
say From: new@c.test
say ." "path = \"$T/aside\"" || return 1
	run_at 2026-11-22T12:10:00Z
	stop "$STAGE"
	cat heard
	is 1 "$(files aside/new)" && is 1 "$(told "$T/aside/new")"
}
ok "mail 6: POP3: and goes into a Maildir, where there is one" into_maildir
refused() {
	later=$(quits)
	late 'hear RETR 1
say -ERR [SYS/PERM] damaged' || return 1
	run_at 2026-11-22T12:10:00Z
	is 75 $code && is 1 "$(told 'letter late')" || return 1
	run_at 2026-11-22T13:10:00Z
	is 75 $code && is 1 "$(told 'letter late')" || return 1
	run_at 2026-11-22T14:10:00Z
	cat heard
	is 0 $code && has "$(cat out)" '^1 letter taken'
}
ok "mail 6: POP3: one that is refused is told of after a day" refused
finish
