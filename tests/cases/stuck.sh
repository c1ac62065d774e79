#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Letters that were taken and cannot be moved out of their mailbox, pass after pass (mail/README
# 6): answered once, copied once, left where they are after three tries, and told.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
copied tests/stage
cd "$T" || exit 1
. "$SERVERS/stage.sh"

login=$(echo "$login" | sed 's/ IDLE//')
bare=$(echo "$login" | sed 's/ MOVE//')
text='hear BODY.PEEK
say * 1 FETCH (UID 1 BODY[]<0> {42}
say From: fred@a.test
say Subject: help
say 
say help
say )
say %t OK done'
# A home of its own for each of these, with passes an hour apart.
begins() {
	rm -rf home
	mkdir -m 700 home
	printf 'address = "xq@x.test"\noperator = "op@a.test"\nsource "box" {\n kind = imap\n url = "imap://127.0.0.1:%s"\n user = u\n password = p\n}\n' "$PORT" >home/riverpost.conf
	hour=10
	day=21
	: >all
}
# pass SCRIPT...: one pass with a server that plays it.
pass() {
	printf '%s\n' "$@" 'hear LOGOUT' 'say %t OK bye' | plays
	timeout 20 "$BUILD/riverpost" --home home --now=2026-11-${day}T$hour:00:00Z -v run >out 2>&1
	code=$?
	hour=$((hour + 1))
	stop "$STAGE"
	echo "-- code $code"
	cat out heard
	cat heard >>all
	is 0 $code
}
told() {
	is "$1" "$(cat home/mail/out/op@a.test/new/* 2>/dev/null | grep -c 'after three tries to move it')"
}
said() {
	is "$1" "$(grep -c "$2" all)"
}

# It says OK, and the letter is found again.
lies() {
	begins
	pass "$login" "$found" "$text" 'hear MOVE' 'say %t OK done' || return 1
	pass "$login" "$found" 'hear MOVE' 'say %t OK done' || return 1
	pass "$login" "$found" 'hear MOVE' 'say %t OK done' && told 0 || return 1
	pass "$login" "$found" && told 1 || return 1
	pass "$login" "$found" && told 1 && said 3 'UID MOVE' && said 1 BODY.PEEK
}
ok "mail 6: MOVE says OK and does nothing: read once, left after three tries, told once" lies

# What the name belongs to is another letter by its size.
renamed() {
	begins
	pass "$login" "$found" "$text" 'hear MOVE' 'say %t OK done' || return 1
	pass "$login" "$(found_as 50)" "$(found_as 50 | sed 1,3d)" "$text" 'hear MOVE' 'say * 1 EXPUNGE' 'say %t OK done' &&
	    said 2 BODY.PEEK
}
found_as() {
	echo "$found" | sed "s/RFC822.SIZE 10/RFC822.SIZE $1/"
}
ok "mail 6: a name that is given to another letter: that is read" renamed

# COPY, and no deletion: $1 is what refuses it.
copies() {
	begins
	pass "$bare" "$found" "$text" 'hear COPY' 'say %t OK done' "$1" || return 1
	pass "$bare" "$found" "$1" || return 1
	pass "$bare" "$found" "$1" && told 1 || return 1
	pass "$bare" "$found" && told 1 && said 1 'UID COPY' && said 3 'UID STORE' && said 1 BODY.PEEK
}
ok "mail 6: STORE is refused: copied once" copies 'hear STORE
say %t NO read-only'
ok "mail 6: UID EXPUNGE is refused: copied once" copies 'hear STORE
say %t OK done
hear UID EXPUNGE
say %t NO not today'

refused='hear MOVE
say %t NO not here
hear CREATE
say %t NO it is there
hear SUBSCRIBE
say %t NO it is there
hear MOVE
say %t NO not here
hear COPY'
copied_instead() {
	begins
	pass "$login" "$found" "$text" "$refused" 'say %t OK done' 'hear STORE' 'say %t OK done' 'hear UID EXPUNGE' \
	    'say * 1 EXPUNGE' 'say %t OK done' || return 1
	pass "$login" 'hear SEARCH' 'say * SEARCH' 'say %t OK done' && told 0 && said 1 'UID COPY'
}
ok "mail 6: MOVE is refused: COPY, mark, UID EXPUNGE" copied_instead

# Names of folders that are not ASCII go as RFC 3501, 5.1.3 has them.
utf7() {
	begins
	sed -i 's/^}/ processed = "已处理"\n}/' home/riverpost.conf
	pass "$login" "$found" "$text" 'hear MOVE' 'say %t NO [TRYCREATE] none' 'hear CREATE' 'say %t OK done' 'hear SUBSCRIBE' \
	    'say %t OK done' 'hear MOVE' 'say * 1 EXPUNGE' 'say %t OK done' &&
	    is 4 "$(grep -c '\(MOVE 1\|CREATE\|SUBSCRIBE\) "\?&XfJZBHQG-' all)"
}
ok "mail 6: a folder whose name is not ASCII" utf7

neither() {
	begins
	neither_end="$refused
say %t NO not here
$(sizes 1)"
	pass "$login" "$found" "$text" "$neither_end" || return 1
	pass "$login" "$found" "$neither_end" || return 1
	pass "$login" "$found" "$neither_end" && told 1 || return 1
	pass "$login" "$found" && told 1 && said 3 'UID COPY' && said 1 BODY.PEEK
}
ok "mail 6: COPY is refused, too: left after three tries, told once" neither
# waits TEXT: the server gives that, and the letter an hour later.
tidings='hear FETCH
say * 1 FETCH (UID 1 RFC822.SIZE 83 INTERNALDATE "21-Nov-2026 10:00:00 +0000")
say %t OK done'
listed="$(searches 1)
$tidings"
begins_long() {
	begins
	whole=$(echo "$text" | sed 's/{42}/{83}/; s/^say help$/say help, whatever the words are that stand below/')
}
part() {
	printf '%s\n' 'hear BODY.PEEK' "$@" 'say %t OK done'
}
empty='say * 1 FETCH (UID 1 BODY[]<0> "")'
half='say * 1 FETCH (UID 1 BODY[]<0> {34}
say From: fred@a.test
say Subject: help
say )'
waits() {
	begins_long
	pass "$login" "$listed" "$(part "$1")"
	is 75 $code && has "$(cat out)" 'of letter 7.1 the mail server gives [0-9]* of 83 bytes' && is 0 "$(grep -c MOVE all)" || return 1
	pass "$login" "$listed" "$whole" 'hear MOVE 1 Processed' 'say * 1 EXPUNGE' 'say %t OK done' && has "$(cat out)" '^1 letter taken'
}
ok "mail 6: an empty text waits" waits "$empty"
ok "mail 6: a part of a text waits" waits "$half"
waits_long() {
	begins_long
	pass "$login" "$listed" "$(part "$empty")"
	hour=23
	pass "$login" "$listed" "$(part "$empty")"
	is 75 $code && is 0 "$(files home/mail/out/op@a.test)" || return 1
	day=22 hour=11
	pass "$login" "$listed" "$(part "$empty")" 'hear MOVE 1 Failed' 'say * 1 EXPUNGE' 'say %t OK done'
	is 0 $code && has "$(cat home/mail/out/op@a.test/new/*)" 'gives only a part of it'
}
ok "mail 6: after a day it is put aside, and told" waits_long
never() {
	begins
	for never_day in 21 22 23; do
		day=$never_day
		pass "$login" "$found" "$(part)" 'hear SEARCH' 'say * SEARCH 1' 'say %t OK done'
		is 75 $code || return 1
	done
	is 1 "$(cat home/mail/out/op@a.test/new/* | grep -c 'has listed a letter for a day now')"
}
ok "mail 6: what the server never gives is told after a day, once" never
finish
