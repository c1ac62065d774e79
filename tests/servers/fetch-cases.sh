# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# What the cases of IMAP and POP3 share: letters, a mailbox of dovecot's filled with
# them, the helper that fetches.  Sourced in $T after dovecot.sh; ./post is there.

printf 'From: a@x.org\r\nSubject: one\r\n\r\n.\r\n..\r\n.dot\r\nmove 7 h2e2\r\n' >one
printf 'From: b@x.org\r\nSubject: two\r\n\r\nmove 7 b10c8\r\n' >two
{ printf 'From: c@x.org\r\nSubject: large\r\n\r\n'; yes 'a line of text' | head -n 4000 | sed 's/$/\r/'; } >large
BOX=$V/mail/robot/Maildir

# As robot, with the right password and authority.  Not a function, so that $!
# is the program itself.
fetch="./post -u robot -p robotpw -a $T/cert.pem"

# fresh FILE...: a mailbox with these and nothing else.
fresh() {
	rm -rf "$V/mail/robot" out out.d
	mkdir out.d
	put robot "$@"
}
# fill N: so many letters more.
fill() {
	fill_n=0
	while [ $fill_n -lt "$1" ]; do
		fill_n=$((fill_n + 1))
		cp one "$BOX/cur/1700001$(printf '%04d' $fill_n).n$fill_n.test:2,"
	done
	chown -R "$USER_UID:$USER_GID" "$BOX"
}
# refuses WANT COMMAND...: no letter, no secret, and that is said.
refuses() {
	refuses_want=$1
	shift
	"$@" >out 2>&1
	has "$(cat out)" "$refuses_want" && ! grep -q '^letter\|robotpw\|geheim' out
}
# by_token KIND URL: with the token of the file `token`.
by_token() {
	fresh one
	./post -u robot -t 'cat token; echo noise >&2' -a "$T/cert.pem" fetch "$1" "$2" >out 2>&1
	cat out
	tail -n 5 "$V/log"
	is 1 "$(grep -c '^letter' out)"
}
# headers_of_large KIND URL
headers_of_large() {
	fresh large one
	$fetch -m 1000 -o out.d fetch "$1" "$2" >out
	has "$(cat out)" '^letter .* headers ' && is "$(head -3 large)" "$(cat out.d/00001)" && cmp one out.d/00002
}
# no_child PROCESS: the server has none of that name any more.
no_child() {
	! pgrep -P "$DOVECOT_PID" -x "$1"
}
# cut_off PROCESS KIND URL: the server's process dies amid 151 letters, each of which
# takes us a while; what killed servers leave behind, and would wait two minutes
# for, is taken away before we go on.  Then $left are there, and this round or the next
# takes them.
cut_off() {
	fresh one
	fill 150
	$fetch -s 10 -n 2 -w 1 -j 100 fetch "$2" "$3" >out 2>&1 &
	cut_off_pid=$!
	until_true 5 grep -q '^letter' out
	kill -STOP $cut_off_pid
	# shellcheck disable=SC2046
	kill -9 $(pgrep -P "$DOVECOT_PID" -x "$1")
	until_true 10 no_child "$1"
	rm -f "$BOX"/*.lock "$BOX"/.*/*.lock
	left=$(files "$BOX/new" "$BOX/cur")
	kill -CONT $cut_off_pid
	wait $cut_off_pid
	grep -v '^letter' out
	[ "$left" -gt 0 ]
}
