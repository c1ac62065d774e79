#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost doctor --letter behind a real postfix: the letter to itself comes
# back, with a server at work and without; what does not arrive is told.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/postfix.sh"
postfix_is_there
built riverpost-deliver
cd "$T" || exit 1
mkdir home
copy_server
chown "$USER_UID:$USER_GID" home
# The postfix of a careless operator gives no sender.
printf '#!/bin/sh\n[ ! -e %s/group ] || { sed "1i List-Id: <club.groups.test>" | %s --home %s "$1" "$2"; exit; }\n' \
    "$T" "$T/bin/riverpost-deliver" "$T/home" >pipe
printf '[ ! -e %s/careless ] || exec %s --home %s --recipient "$2"\nexec %s --home %s "$1" "$2"\n' \
    "$T" "$T/bin/riverpost-deliver" "$T/home" "$T/bin/riverpost-deliver" "$T/home" >>pipe
chmod 755 pipe
# shellcheck disable=SC2034 # for postfix.sh
PIPE="$T/pipe" NEXT=1
ok "postfix runs" postfix_start
post() {
	$AS_USER "$T/bin/riverpost" --home "$T/home" "$@"
}
configure() {
	cat >home/riverpost.conf <<-E
		address = "robot@game.test"
		poll = 1
		sink {
			kind = smtp
			url = "smtp://127.0.0.1:$1"
			timeout = 60
		}
	E
}
configure "$SMTP"

# says CODE PATTERN [OPTION]: what doctor --letter ends with, and one of its lines.
says() {
	post doctor --letter "${3:---wait=60}" >out 2>&1
	says_code=$?
	cat out
	is "$1" $says_code && has "$(cat out)" "$2"
}
quiet() {
	files_are 0 home/spool/new && files_are 0 home/spool/.Failed/cur && is "every letter is sent" "$(post queue)"
}
ok "without a database" says 1 "^wrong: the server cannot write to itself before its database is there"
ok "one pass" post run
ok "nobody at work: both letters come back" says 0 "^ok: letters to robot@game.test and to robot+[a-z2-7]*@game.test come back"
ok "and are gone from the spool" quiet
printf 'From: fred@players.test\nSubject: signup fred\n\n' | post deliver --sender fred@players.test
ok "a player's letter beside them" says 0 "^ok: letters to robot@game.test"
ok "is left alone" files_are 1 home/spool/new

$AS_USER "$T/bin/riverpost" --home "$T/home" serve >log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
until_true 10 grep -q "from fred@players.test: done" log
ok "a server at work: both come back" says 0 "^ok: letters to robot@game.test"
took_both() {
	is 2 "$(grep -c 'from robot@game.test: ignored' log)"
}
ok "the server took them" until_true 5 took_both
sends_none() {
	sends_none_before=$(grep -c ': client=' "$P/log/mail")
	post doctor && [ "$sends_none_before" -gt 0 ] && is "$sends_none_before" "$(grep -c ': client=' "$P/log/mail")"
}
ok "doctor alone sends none" sends_none
ok "wrong usage" is 2 "$(post doctor --letter --wait=never >/dev/null 2>&1; echo $?)"

touch group
ok "a group in front of the server" says 1 "^wrong: letters arrive with fields of a mailing list.*do this: have letters come to the server without"
rm group
touch careless
sed -i 's/flags=RX/flags=X/' "$P/etc/master.cf"
# The server at work has a smtpd for itself.
postfix_reload 'pipe|qmgr'
ok "no reverse path" says 1 "^wrong: letters arrive without their reverse path.*do this: have the mail server add"
rm careless
stop "$SERVER_PID"

# Postfix knows the plain address only, and swallows or refuses the other.
sed -i 's/^recipient_delimiter.*/recipient_delimiter =/; s/^transport_maps.*/transport_maps = regexp:{{ \/[+]\/ discard: }, { \/game.test\/ riverpost: }}/' "$P/etc/main.cf"
if postconf -m | grep -q regexp; then
	postfix_reload
	ok "plus addressing that loses letters" says 1 "^wrong: plus addressing does not work: a letter to robot@game.test arrived, one to robot+.* did not" --wait=6
else
	skip "plus addressing that loses letters" "this postfix has no regexp tables"
fi
sed -i 's/^transport_maps.*/transport_maps = inline:{ game.test=riverpost: }/' "$P/etc/main.cf"
echo "relay_recipient_maps = inline:{robot@game.test=yes}" >>"$P/etc/main.cf"
postfix_reload
ok "plus addressing that is refused" says 1 "^wrong: plus addressing does not work: the mail server refuses robot+.*(550 .*do this: let address+anything"
# senders RULE...: what postfix says about envelope senders from now on.
senders() {
	sed -i '/^smtpd_sender_restrictions/d; /^relay_recipient_maps/d' "$P/etc/main.cf"
	echo "smtpd_sender_restrictions = check_sender_access inline:{$1}" >>"$P/etc/main.cf"
	postfix_reload
}
senders "{<> = REJECT}"
ok "no null sender" says 1 "^wrong: the mail server refuses letters without an envelope sender.*: 554 .*do this: let the mail server take the null sender"
ok "but the letters came back" has "$(cat out)" "^ok: letters to robot@game.test and to"
sed -i 's/^recipient_delimiter.*/recipient_delimiter = :/' "$P/etc/main.cf"
senders "{<> = OK}, {robot@game.test = OK}, {game.test = REJECT}"
ok "no sender with a token" says 1 "^wrong: the mail server refuses the envelope sender that tells which letter bounced, robot+b[.].*: 554 .*do this: let this account send as its address with +anything"
senders "{<> = OK}"
echo "sender_canonical_maps = static:somebody@provider.test" >>"$P/etc/main.cf"
postfix_reload
ok "a sender that is changed" says 1 "^wrong: From or the envelope sender is changed on the way.*do this: let this account send as robot@game.test"
sed -i '/^sender_canonical_maps/d' "$P/etc/main.cf"
senders "{<> = REJECT}, {game.test = REJECT}"
ok "no sender at all" says 1 "^wrong: the server's letter to itself cannot be sent: 554"
senders "{<> = OK}"
echo "smtpd_recipient_restrictions = check_recipient_access inline:{{game.test = 550 5.1.1 no such user}}" >>"$P/etc/main.cf"
postfix_reload
ok "an address that nobody knows" says 1 "^wrong: the server's letter to itself cannot be sent: 550 5.1.1 .*do this: correct address"
sed -i '/^smtpd_recipient_restrictions/s/550 5.1.1/450 4.2.0/' "$P/etc/main.cf"
postfix_reload
ok "put off" says 1 "^wrong: the server's letter to itself cannot be sent: 450 4.2.0 .*do this: the mail server wants to be asked again later"
configure 1
ok "nobody there" says 1 "^wrong: letters cannot be sent by smtp://127.0.0.1:1: no connection.*do this: see that the mail server runs"
finish
