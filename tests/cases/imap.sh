#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Letters out of a real IMAP server (mail/README 6): each way to connect, moves and
# their fallback, restarts and kicks in the middle, IDLE, renumbering.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
dovecot_has imap
copied tests/post
cd "$T" || exit 1

. "$SERVERS/fetch-cases.sh"
count() {
	is "$2" "$(files "$BOX/$1/new" "$BOX/$1/cur")"
}

ok "mail 6: dovecot runs" dovecot_start

# --- connecting
taken_by() {
	rm -rf "$V/mail/robot" out
	put robot one two
	$fetch fetch imap "$1" >out 2>&1
	cat out
	is 2 "$(grep -c '^letter' out)" && count . 0 && count .Processed 2
}
ok "mail 6: imaps" taken_by "imaps://localhost:$IMAPS"
ok "mail 6: imaps, folder named" taken_by "imaps://localhost:$IMAPS/INBOX"
ok "mail 6: STARTTLS" taken_by "imap+starttls://localhost:$IMAP"
ok "mail 6: plain, over loopback" taken_by "imap://127.0.0.1:$IMAP"
ok "mail 6: the name in the log shows no password" has "$(cat out)" "^open imap://robot@127.0.0.1:$IMAP"

ok "mail 6: a certificate nobody vouches for" refuses "certificate is not to be trusted" \
    ./post -u robot -p robotpw fetch imap "imaps://localhost:$IMAPS"
ok "mail 6: a certificate for another name" refuses "certificate is not to be trusted" \
    $fetch fetch imap "imaps://127.0.0.2:$IMAPS"
ok "mail 6: a wrong password" refuses "user or password refused" \
    ./post -u robot -p geheim -a "$T/cert.pem" fetch imap "imaps://localhost:$IMAPS"
ok "mail 6: no login without TLS to another machine" refuses "no password is sent" \
    $fetch fetch imap "imap://192.0.2.1:$IMAP"
ok "mail 6: a folder that is not there" refuses "^failed SELECT" \
    $fetch fetch imap "imaps://localhost:$IMAPS/Nowhere"
ok "mail 6: nobody there" refuses "^failed no connection" $fetch fetch imap "imaps://localhost:1"
ok "mail 6: a password in the URL" refuses "do not belong into the URL" \
    $fetch fetch imap "imaps://robot:geheim@localhost:$IMAPS"
ok "mail 6: TLS spoken to a plain port" refuses "^failed " $fetch fetch imap "imaps://localhost:$IMAP"

make_token robot >token
make_token alice >wrong
ok "mail 6: XOAUTH2 with a token command" by_token imap "imaps://localhost:$IMAPS"
ok "mail 6: XOAUTH2 with somebody else's token" refuses "^failed " \
    ./post -u robot -t 'cat wrong' -a "$T/cert.pem" fetch imap "imaps://localhost:$IMAPS"
ok "mail 6: a token command that fails" refuses "gave no token" \
    ./post -u robot -t 'echo geheim >&2; false' -a "$T/cert.pem" fetch imap "imaps://localhost:$IMAPS"

# --- what comes and where it goes
bytes() {
	fresh one two
	$fetch -o out.d fetch imap "imaps://localhost:$IMAPS" >out
	cmp one out.d/00001 && cmp two out.d/00002
}
ok "mail 6: the bytes, oldest first" bytes
arrival() {
	fresh one
	touch -d '2026-03-04 05:06:07 UTC' "$BOX"/new/*
	$fetch fetch imap "imaps://localhost:$IMAPS" >out
	has "$(cat out)" "received $(date -d '2026-03-04 05:06:07 UTC' +%s)"
}
ok "mail 6: the time is the server's (INTERNALDATE)" arrival
ancient() {
	fresh one
	touch -d @0 "$BOX"/new/*
	$fetch fetch imap "imaps://localhost:$IMAPS" >out
	has "$(cat out)" '^letter'
}
ok "mail 6: one that came in the first second of 1970 is there all the same" ancient
ok "mail 3: of a large letter the headers only" headers_of_large imap "imaps://localhost:$IMAPS"
kept() {
	fresh one two
	$fetch -k -n 2 fetch imap "imaps://localhost:$IMAPS" >out
	is 4 "$(grep -c '^letter' out)" && count . 2 && is 0 "$(find "$BOX/cur" -name '*S*' | wc -l)"
}
ok "mail 6: what is not settled comes again, unseen" kept
parked() {
	fresh one
	$fetch -f fetch imap "imaps://localhost:$IMAPS" >out
	count .Failed 1 && count . 0
}
ok "mail 3: a parked letter is in Failed" parked
hundreds() {
	fresh one
	fill 150
	$fetch fetch imap "imaps://localhost:$IMAPS" >out
	is 151 "$(grep -c '^letter' out)" && count . 0 && count .Processed 151
}
ok "mail 6: some hundred letters" hundreds

# --- trouble
# idles COMMAND: something happens to the connection while we idle.  By our clock a
# second is five, so that a source does not rest for long.
idles() {
	fresh one two
	$fetch -k -n 60 -w 1 -j 4 fetch imap "imaps://localhost:$IMAPS" >out 2>&1 &
	idles_pid=$!
	until_true 5 grep -q '^idle' out || return 1
	$1
	put robot two
	until_true 30 grep -q '^letter [0-9]*\.3 ' out
	idles_code=$?
	kill $idles_pid
	wait $idles_pid 2>/dev/null
	cat out
	return $idles_code
}
kick() {
	until_true 5 doveadm -c "$V/dovecot.conf" kick robot
}
outage() {
	# shellcheck disable=SC2046
	kill -9 $(pgrep -P $DOVECOT_PID -x imap)
	dovecot_stop
	until_true 5 grep -q '^round resting 1' out
	dovecot_start
}
ok "mail 6: the server kicks us while we idle" idles kick
ok "mail 6: the server is away for a while" idles outage

interrupted() {
	cut_off imap imap "imaps://localhost:$IMAPS" && count . 0 && [ "$(files "$BOX/.Processed")" -ge 151 ]
}
ok "mail 6: cut off in the middle of a round: the rest comes later, nothing is lost" interrupted

renumbered() {
	fresh one
	$fetch -k fetch imap "imaps://localhost:$IMAPS" >out
	renumbered_before=$(sed -n 's/^letter \([0-9]*\)\..*/\1/p' out)
	# The number is a time, and a process that ends may write its index anew.
	until_true 5 no_child imap && until_true 5 eval '[ "$(date +%s)" -gt "$renumbered_before" ]' || return 1
	rm -f "$BOX"/dovecot*
	$fetch fetch imap "imaps://localhost:$IMAPS" >out
	renumbered_after=$(sed -n 's/^letter \([0-9]*\)\..*/\1/p' out)
	[ -n "$renumbered_after" ] && [ "$renumbered_before" != "$renumbered_after" ] && count .Processed 1
}
ok "mail 6: a changed UIDVALIDITY: everything is looked at anew" renumbered

two_servers() {
	fresh one two
	fill 200
	$fetch -n 2 -w 1 fetch imap "imaps://localhost:$IMAPS" >out 2>&1 &
	two_pid=$!
	$fetch -n 2 -w 1 fetch imap "imap+starttls://localhost:$IMAP" >out2 2>&1
	wait $two_pid
	cat out out2 | grep -v '^letter'
	count . 0 && [ "$(files "$BOX/.Processed")" -ge 202 ] &&
	    is 0 "$(cat out out2 | grep -c '^failed')"
}
ok "mail 6: two servers on one mailbox: nothing is lost" two_servers

idle() {
	fresh one
	$fetch -n 2 -w 60 fetch imap "$1" >out 2>&1 &
	idle_pid=$!
	until_true 5 grep -q '^idle' out || { cat out; return 1; }
	idle_begin=$(date +%s)
	put robot two
	wait $idle_pid
	cat out
	is 2 "$(grep -c '^letter' out)" && has "$(cat out)" '^woken' && [ $(($(date +%s) - idle_begin)) -lt 50 ]
}
ok "mail 6: IDLE over TLS wakes us" idle "imaps://localhost:$IMAPS"
ok "mail 6: IDLE over STARTTLS wakes us" idle "imap+starttls://localhost:$IMAP"

idle_race() {
	fresh one
	$fetch -n 3 -w 300 fetch imap "imaps://localhost:$IMAPS" >out 2>&1 &
	race_pid=$!
	until_true 5 grep -q '^letter' out && put robot two && sleep 0.3 && put robot one && until_true 10 three_letters
	race_code=$?
	kill $race_pid
	wait $race_pid
	cat out
	return $race_code
}
three_letters() {
	is 3 "$(grep -c '^letter' out)"
}
ok "mail 6: a letter that comes just before IDLE" idle_race

# --- the server itself
rp() {
	# Behind its fence the list of libraries' leaks cannot be read.
	ASAN_OPTIONS=detect_leaks=0 "$BUILD/riverpost" --home home -v run >out 2>log
	rp_code=$?
	cat out log
	return $rp_code
}
signs_up() {
	printf 'From: Fred <fred@a.test>\r\nTo: robot@game.test\r\nSubject: signup fred geheim\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@a.test>\r\n\r\nhello\r\n' >signup
	fresh signup
	mkdir -m 700 home
	printf 'source "box" {\n kind = imap\n url = "imaps://localhost:%s"\n user = robot\n password = robotpw\n ca_file = "%s"\n}\n' \
	    "$IMAPS" "$T/cert.pem" >home/riverpost.conf
	chmod 600 home/riverpost.conf
	rp && has "$(cat out)" '^1 letter taken: 1 done' && count . 0 && count .Processed 1 &&
	    ! grep -r geheim home && grep -q '^Subject: signup fred geheim' "$BOX"/.Processed/*/*
}
ok "mail 3: a letter is kept as it came, and its password nowhere else" signs_up
known() {
	mv "$BOX"/.Processed/new/* "$BOX/new/"
	rp && has "$(cat out)" '^1 letter taken: 0 done, 0 refused, 1 ignored' && count . 0 && count .Processed 1
}
ok "mail 5: and the letter is known when it is read again" known

# --- servers that can less
dovecot_stop
DOVECOT_CAPABILITY='IMAP4rev1 SASL-IR LITERAL+ UIDPLUS'
ok "mail 6: dovecot runs without MOVE, IDLE and ID" dovecot_start
ok "mail 6: COPY, mark, UID EXPUNGE" taken_by "imaps://localhost:$IMAPS"
poll() {
	fresh one
	$fetch -n 2 -w 1 fetch imap "imaps://localhost:$IMAPS" >out
	has "$(cat out)" '^sleeping'
}
ok "mail 6: no IDLE: poll by time" poll
expunge_only_ours() {
	fresh one two
	mv "$BOX"/new/*.t"$put_count".test "$BOX/cur/1700009999.x.test:2,T"
	$fetch fetch imap "imaps://localhost:$IMAPS" >out
	is 1 "$(grep -c '^letter' out)" && count . 1 && count .Processed 1
}
ok "mail 6: what somebody else has marked deleted stays, unread" expunge_only_ours
dovecot_stop
DOVECOT_CAPABILITY='IMAP4rev1 SASL-IR LITERAL+'
ok "mail 6: dovecot runs without UIDPLUS" dovecot_start
marked() {
	fresh one two
	$fetch -n 2 -w 1 fetch imap "imaps://localhost:$IMAPS" >out
	cat out
	is 2 "$(grep -c '^letter' out)" && count .Processed 2 && count . 2
}
ok "mail 6: COPY and mark, never a bare EXPUNGE; marked letters are passed over" marked
finish
