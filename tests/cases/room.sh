#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Little room, and one server only: below the floor of free space nothing is taken,
# a limit on the size of files is an error, and a removed lock lets nobody in.

. "$(dirname "$0")/../servers/lib.sh"
copy_server
cd "$T" || exit 1

rp() {
	"$T/bin/riverpost" --home "$T/home" "$@"
}
letter() {
	printf 'From: %s@a.test\nMessage-ID: <%s@a.test>\nSubject: help\n\n' "$1" "$1"
}
answers() {
	find home/mail/out -path '*/new/*' -type f 2>/dev/null | wc -l | tr -d ' '
}

# --- the floor of free space
mkdir -p home
echo 'free_min = 1000000' >home/riverpost.conf
full() {
	letter one >home/one
	rp run >out 2>&1
	mv home/one home/mail/in/new/
	rp run >out 2>&1
	is 75 $? && has "$(cat out)" "no letter is taken while less than 1000000 MB are free" &&
	    files_are 1 home/mail/in/new && is 0 "$(answers)"
}
ok "mail 3: below the floor no letter is taken" full
refuses() {
	letter two | "$T/bin/riverpost-deliver" --home "$T/home" >out 2>&1
	is 75 $? && has "$(cat out)" '^4\.3\.0 no letter is taken .*: No space left' && files_are 0 home/spool/new
}
ok "mail 3: riverpost-deliver answers 75" refuses
resumes() {
	echo 'free_min = 0' >home/riverpost.conf
	rp run >out 2>&1 || { cat out; return 1; }
	files_are 0 home/mail/in/new && is 1 "$(answers)" &&
	    letter two | "$T/bin/riverpost-deliver" --home "$T/home" && files_are 1 home/spool/new
}
ok "mail 3: with room they are taken" resumes
rm home/riverpost.conf

# --- SIGXFSZ
limited() {
	for limited_n in 3 4 5 6 7 8; do
		letter "$limited_n" >"home/mail/in/new/170000000$limited_n.test"
	done
	# In blocks of 512 bytes: hardly a letter more.
	(ulimit -f 80 && rp run >out 2>&1)
	limited_code=$?
	rp run >again 2>&1 || { cat again; return 1; }
	case $limited_code in
	75) ;;
	0) echo "the limit was not met"; return 1 ;;
	*) echo "ended with $limited_code"; cat out; return 1 ;;
	esac
	files_are 0 home/mail/in/new home/mail/in/.Failed/cur && is 8 "$(answers)"
}
if is_sanitized "$T/bin/riverpost"; then
	skip "a limit on the size of files" "built with sanitizers"
else
	ok "a limit on the size of files is an error, and nothing is lost" limited
fi

# --- the lock
rp serve >log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
until_true 10 grep -q 'serving from' log
second() {
	rm -f home/lock
	rp serve >second 2>&1
	is 75 $? && has "$(cat second)" "another riverpost is at work" || return 1
	has "$(rp run 2>&1)" "another riverpost is at work" && has "$(rp doctor)" "^ok: the running server"
}
ok "a removed lock lets no second server in" second
replaced() {
	mv home elsewhere && mkdir home && letter nine >letter &&
	    "$T/bin/riverpost-deliver" --home "$T/elsewhere" <letter &&
	    until_true 10 grep -q "$T/home was replaced by another folder: the server stops" log &&
	    ended "$SERVER_PID"
}
ended() {
	until_true 10 eval "! kill -0 $1 2>/dev/null"
}
ok "a server whose home was replaced stops" replaced
finish
