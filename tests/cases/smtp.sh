#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The way out by SMTP against a server that refuses, drops, keeps silent or is
# slow at each step (mail/README 15, 16, 20).

. "$(dirname "$0")/../servers/lib.sh"
smtp_sink
copied tests/post
cd "$T" || exit 1
PORT=$(free_ports 1)
printf 'From: a@game.test\r\nTo: b@players.test\r\nSubject: one\r\n\r\nline\r\n.\r\n..two\r\nend\r\n' >letter

# sink OPTIONS...: a server that behaves so, in place of the one before.
sink() {
	[ -z "${SINK_PID:-}" ] || stop "$SINK_PID"
	$AS_USER "$SINK" "$@" "127.0.0.1:$PORT" 100 >sink.log 2>&1 &
	SINK_PID=$!
	remember $SINK_PID
	until_true 5 port_answers "$PORT"
}

post() {
	./post -T 30 send smtp "smtp://127.0.0.1:$PORT" "$@"
}

# Those that have to be waited for are tried meanwhile, all at once.
# begins NAME SECONDS LETTERS OPTIONS...: letters to a server that behaves so, on a port
# of its own.
begins() {
	begins_name=$1 begins_time=$2 begins_letters=$3
	shift 3
	begins_port=$(free_ports 1)
	$AS_USER "$SINK" "$@" "127.0.0.1:$begins_port" 100 >"sink.$begins_name" 2>&1 &
	remember $!
	until_true 5 port_answers "$begins_port"
	(
		begin=$(date +%s)
		# shellcheck disable=SC2086
		./post -T "$begins_time" send smtp "smtp://127.0.0.1:$begins_port" a@game.test b@players.test \
		    $begins_letters >"said.$begins_name" 2>&1
		echo "took $(($(date +%s) - begin)) s" >>"said.$begins_name"
	) &
	WAITED="$WAITED $!"
}
WAITED=
for step in CONNECT EHLO MAIL RCPT DATA; do
	begins $step 3 letter -W "$step:60"
done
begins dot 3 letter -W .:10
begins QUIT 50 letter -W QUIT:60
begins slow 40 letter -W EHLO:1 -W MAIL:1 -W RCPT:1 -W DATA:1 -W .:1
begins refusal 50 'letter letter' -f RCPT -B '550 5.1.1 no such user' -W QUIT:60

# gives WANT OPTIONS...: a letter to a server that behaves so.
gives() {
	gives_want=$1
	shift
	sink "$@" || return 1
	has "$(post a@game.test b@players.test letter 2>&1)" "^$gives_want"
}

while read -r want options; do
	# shellcheck disable=SC2086
	ok "mail 20: $options: $want" gives "$want" $options
done <<-E
	sent
	retry  -r CONNECT
	sent   -r EHLO
	retry  -r EHLO,HELO
	retry  -r MAIL
	retry  -r RCPT
	retry  -r DATA
	retry  -r .
	sent   -r QUIT
	retry  -f CONNECT
	sent   -f EHLO
	retry  -f EHLO,HELO
	retry  -f MAIL
	retry  -f RCPT
	retry  -f DATA
	retry  -f .
	sent   -f QUIT
	retry  -q CONNECT
	retry  -q EHLO
	retry  -q MAIL
	retry  -q RCPT
	retry  -q DATA
	retry  -q .
	sent   -q QUIT
	retry  -Q CONNECT
	retry  -Q EHLO
	retry  -Q MAIL
	retry  -Q RCPT
	retry  -Q DATA
	retry  -Q .
	sent   -Q QUIT
	sent   -e
	sent   -p
E

gives_text() {
	sink -f "$1" -B "$2" || return 1
	is "$3" "$(post a@game.test b@players.test letter 2>&1)"
}
ok "mail 20: the server's words are passed on" gives_text RCPT "550 5.1.1 no such user here" \
    "refused 550 550 5.1.1 no such user here"
ok "mail 20: too big at MAIL is for good" gives_text MAIL "552 5.3.4 Message too big" \
    "refused 552 552 5.3.4 Message too big"
ok "mail 20: so is its content at DATA" gives_text DATA "554 5.6.0 Content refused" \
    "refused 554 554 5.6.0 Content refused"
ok "mail 20: or at the final dot" gives_text . "554 5.6.0 Content refused" \
    "refused 554 554 5.6.0 Content refused"
ok "mail 20: 530 is about our login, not about the letter" gives_text MAIL "530 5.7.0 Must issue STARTTLS" \
    "retry 530 530 5.7.0 Must issue STARTTLS"

# said N WANT NAME: so often, and long before that server would have spoken.
# shellcheck disable=SC2086
wait $WAITED
said() {
	cat "said.$3"
	is "$1" "$(grep -c "^$2" "said.$3")" && [ "$(sed -n 's/^took \(.*\) s$/\1/p' "said.$3")" -lt 40 ]
}
for step in CONNECT EHLO MAIL RCPT DATA; do
	ok "mail 20: silence at $step" said 1 retry $step
done
ok "mail 20: the answer to the final dot is waited for longer" said 1 'sent 250' dot
ok "mail 20: silence at QUIT" said 1 sent QUIT
ok "mail 20: silence after a refusal does not hold up the next letter" said 2 'refused 550' refusal
ok "mail 20: a slow server is waited for" said 1 'sent 250' slow

# A minute of ours is a second there.
LIBRARY=$(find /usr/lib /usr/lib64 -name libfaketime.so.1 2>/dev/null | head -n 1)
ten_minutes() {
	sink -W .:60 || return 1
	begin=$(date +%s)
	LD_PRELOAD=$LIBRARY FAKETIME='+0 x60' ./post -T 30 send smtp "smtp://127.0.0.1:$PORT" a@game.test \
	    b@players.test letter >out 2>&1
	took=$(($(date +%s) - begin))
	echo "took $took s"
	has "$(cat out)" '^retry 0 the letter may have been taken: no answer in time' &&
	    [ $took -ge 9 ] && [ $took -lt 30 ]
}
if [ -n "$LIBRARY" ] && ! is_sanitized post; then
	ok "mail 20: ten minutes" ten_minutes
else
	skip "mail 20: ten minutes" "libfaketime is not installed, or sanitizers do not bear it"
fi

nobody_there() {
	stop "$SINK_PID"
	has "$(post a@game.test b@players.test letter 2>&1)" '^retry 0 no connection'
}
ok "mail 20: nobody there" nobody_there

# --- what goes over the line
whole() {
	rm -f dump.*
	sink -d "$T/dump." || return 1
	post "$1" b@players.test "$2" >out || return 1
	has "$(cat out)" '^sent 250' && has "$(cat dump.*)" "^X-Mail-Args: <$1>" &&
	    has "$(cat dump.*)" '^X-Rcpt-Args: <b@players.test>'
}
bytes() {
	whole a@game.test letter || return 1
	sed '1,/^Received:/d; /^	/d' dump.* | sed '$d' >got
	tr -d '\r' <letter | cmp - got || { cat -A got; return 1; }
}
ok "mail 16: the letter arrives byte for byte, its dots too" bytes
ok "mail 18: the null sender" whole "" letter
yes 0123456789012345678901234567890123456789 | head -n 7000 | sed 's/$/\r/' | cat letter - >large
printf 'Subject: no end\r\n\r\nno newline' >endless
ok "mail 16: a letter of 300 KB" whole a@game.test large
ok "mail 16: a letter without an end of line" whole a@game.test endless

refuses() {
	rm -f dump.*
	sink -d "$T/dump." || return 1
	has "$(post "$2" "$3" "$4")" "^refused 0 $1" && is 0 "$(files "$T" -name 'dump.*' -size +200c)"
}
printf 'Subject: x\r\n\r\na\n.\nMAIL FROM:<evil@x>\r\n' >bare-lf
printf 'Subject: x\r\n\r\na\r.\rMAIL FROM:<evil@x>\r\n' >bare-cr
printf 'Subject: x\r\n\r\na\r' >last-cr
ok "mail 17: a bare LF is not sent" refuses "the letter has a bare" a@game.test b@players.test bare-lf
ok "mail 17: a bare CR is not sent" refuses "the letter has a bare" a@game.test b@players.test bare-cr
ok "mail 17: a CR at the end is not sent" refuses "the letter has a bare" a@game.test b@players.test last-cr
ok "mail 17: a newline in the recipient" refuses "not an address" a@game.test "b@x
RCPT TO:<c@x>" letter
ok "mail 17: brackets in the recipient" refuses "not an address" a@game.test 'b@x> SIZE=1 <c@x' letter
ok "mail 17: a recipient like an option" refuses "not an address" a@game.test '-oQ/tmp@x' letter
ok "mail 17: no recipient" refuses "not an address" a@game.test '' letter
ok "mail 17: a newline in the sender" refuses "not an address" "a@x
DATA" b@players.test letter
ok "mail 15: SMTPUTF8 only where it is offered" refuses "the server does not offer SMTPUTF8" a@game.test \
    '帅@players.test' letter

in_labels() {
	rm -f dump.*
	sink -d "$T/dump." || return 1
	has "$(post 'a@bücher.test' 'b@例子.test' letter)" '^sent 250' &&
	    has "$(cat dump.*)" '^X-Mail-Args: <a@xn--bcher-kva.test>' && has "$(cat dump.*)" '^X-Rcpt-Args: <b@xn--fsqu00a.test>'
}
ok "mail 15: domains go as xn-- where SMTPUTF8 is not offered" in_labels

# --- connections
one_connection() {
	sink -n 1 || return 1
	set --
	while [ $# -lt 100 ]; do set -- "$@" letter; done
	is 100 "$(post a@game.test b@players.test "$@" | grep -c '^sent 250')"
}
ok "mail 20: a hundred letters down one connection" one_connection

# QUIT is said on that connection too.
one_letter() {
	sink -v || return 1
	has "$(post a@game.test b@players.test letter)" '^sent 250' && is 1 "$(grep -c 'connect (' sink.log)"
}
ok "mail 20: one letter down one connection" one_letter

# The second letter waits at a pipe until the server has gone and come again.
restarted() {
	sink || return 1
	rm -f pipe out
	mkfifo pipe
	post a@game.test b@players.test letter pipe letter >out 2>&1 &
	restarted_pid=$!
	until_true 5 grep -q sent out || return 1
	sink "$@"
	cat letter >pipe
	wait $restarted_pid
	cat out
	is 3 "$(grep -c '^sent 250' out)"
}
ok "mail 20: a server restarted between two letters loses none" restarted

no_secret() {
	sink || return 1
	./post -T 3 -u fred -p geheim send smtp "smtp+insecure://127.0.0.1:$PORT" a@game.test \
	    b@players.test letter >out 2>&1
	./post -T 3 -u fred -p geheim send smtp "smtp://192.0.2.1:$PORT" a@game.test b@x letter >>out 2>&1
	has "$(cat out)" 'no password is sent to 192.0.2.1 without TLS' && ! grep -q geheim out
}
ok "mail 20: no password without TLS to another machine" no_secret
finish
