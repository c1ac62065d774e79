#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Letters that a real exim brings back: it knows no wilma, writes its report to the
# envelope sender, and hands that into our pipe (mail/README 8, 18).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/exim.sh"
exim_is_there
command -v sqlite3 >/dev/null || skip_all "sqlite3 is not installed"
smtp_sink
built riverpost
cd "$T" || exit 1
mkdir home sunk
copy_server
chown "$USER_UID:$USER_GID" home sunk

# shellcheck disable=SC2034 # for the configuration of the server
PIPE="$T/bin/riverpost-deliver --home $T/home"
NEXT=$(free_ports 1)
$AS_USER "$SINK" -d "$T/sunk/" "127.0.0.1:$NEXT" 100 2>sink.log &
remember $!
until_true 10 port_answers "$NEXT"
ok "exim runs" exim_start
cat >home/riverpost.conf <<-E
	address = "robot@game.test"
	operator = "root@players.test"
	sink {
		kind = smtp
		url = "smtp://127.0.0.1:$SMTP"
		timeout = 60
	}
E

post() {
	$AS_USER "$T/bin/riverpost" --home "$T/home" "$@"
}
rows() {
	sqlite3 -cmd '.timeout 5000' home/riverpost.sqlite "$1"
}
pass() {
	post --now="2026-11-$1T12:00:00Z" run 2>>log
}
# writes DAY FROM TO TEXT: into the spool, and a pass that reads it.
writes() {
	printf 'From: %s\nTo: %s\nSubject: \nMessage-ID: <%s.%s@a.test>\n\n%s\n' "$2" "$3" "$1" "$COUNT" "$4" |
	    $AS_USER bin/riverpost-deliver --home "$T/home" --sender "$2" --recipient "$3" && pass "$1"
}
# The Reply-To of the newest letter to somebody.
token() {
	rows "SELECT writefile('letter', bytes) FROM outbox JOIN outbox_bytes USING (id) WHERE recipient = '$1'
	    ORDER BY id DESC LIMIT 1" >/dev/null
	sed -n 's/^Reply-To: *\([^ ]*\).*/\1/p' letter | tr -d '\r'
}
stopped() {
	rows "SELECT stopped FROM address WHERE address = 'wilma@game.test'"
}

# One more report was read than the number given.
reports() {
	rows "SELECT count(*) FROM inbox WHERE outcome = 'bounced'"
}
more_than() {
	pass "$1" && [ "$(reports)" -gt "$2" ]
}

begins() {
	post player add fred fred@players.test && post player add wilma wilma@game.test &&
	    writes 20 fred@players.test robot@game.test help &&
	    writes 20 fred@players.test "$(token fred@players.test)" 'challenge wilma' &&
	    until_true 10 more_than 20 0 &&
	    writes 20 wilma@game.test "$(token wilma@game.test)" accept &&
	    is 1 "$(rows 'SELECT state FROM game')"
}
ok "a game begins; wilma has left her mail server" begins

counted() {
	is "$1" "$(rows "SELECT count(*) FROM bounce WHERE address = 'wilma@game.test'")"
}
# chats DAY DAYS: fred writes to her, the letter comes back, on so many days by now.
chats() {
	chats_before=$(reports)
	writes "$1" fred@players.test "$(token fred@players.test)" 'chat 1

Are you there, wilma?' && until_true 10 more_than "$1" "$chats_before" && counted "$2"
	chats_code=$?
	[ $chats_code = 0 ] || tail -n 5 "$X/log/main" log
	return $chats_code
}
board() {
	until_true 10 more_than 20 1 && counted 1
}
ok "mail 18: exim's report comes to the letter's envelope sender, and is understood" board
ok "mail 8: it is not answered" is 0 "$(rows "SELECT count(*) FROM outbox WHERE recipient NOT LIKE '%@%.test'
    OR recipient LIKE '%daemon%'")"
ok "mail 18: on the second day" chats 21 2
ok "mail 18: one more of the same day changes nothing" chats 21 2
ok "mail 18: and letters still go to her" is 0 "$(stopped)"
ok "mail 18: on the third day" chats 22 3
ok "mail 18: her address is stopped" is 1 "$(stopped)"
told() {
	rows "SELECT recipient, subject FROM outbox WHERE created >= unixepoch('2026-11-22')"
	is "$1" "$(rows "SELECT count(*) FROM outbox WHERE recipient = '$2' AND created >= unixepoch('2026-11-22') AND subject NOT LIKE '%an account%'")"
}
ok "mail 18: fred has his answer, and is told" told 2 fred@players.test
ok "mail 18: and so is the operator" told 1 root@players.test
again() {
	again_before=$(reports)
	writes 23 wilma@game.test robot@game.test help && is 0 "$(stopped)" &&
	    until_true 10 more_than 23 "$again_before" && counted 1
}
ok "mail 18: a letter from her starts it again, with nothing counted before" again
finish
