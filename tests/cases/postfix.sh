#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Behind a real postfix: its pipe(8) into the spool, with 75 and redelivery;
# our letters out by SMTP, STARTTLS, SMTPS and its sendmail program
# (mail/README 1, 2, 15, 16, 18, 20).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/postfix.sh"
postfix_is_there
copied tests/post riverpost-deliver
cd "$T" || exit 1
printf 'From: fred@players.test\r\nTo: robot@game.test\r\nSubject: a move\r\n\r\nmove 7 h2e2\r\n.\r\n' >letter

begun home
chown "$USER_UID" home
# shellcheck disable=SC2034 # for the configuration of the server
PIPE="$T/riverpost-deliver --home $T/home"
NEXT=$(free_ports 1)
mkdir sunk
chown "$USER_UID" sunk
$AS_USER smtp-sink -d "$T/sunk/" "127.0.0.1:$NEXT" 100 2>sink.log &
remember $!
until_true 10 port_answers "$NEXT"
ok "mail 2: postfix runs" postfix_start

. "$SERVERS/pipe-cases.sh"

# --- letters in
ok "mail 2: a letter through pipe(8), with its envelope" \
    into_pipe fred@players.test robot@game.test '<fred@players.test> <robot@game.test>'
ok "mail 2: an address with a token" \
    into_pipe fred@players.test robot+abc.17@game.test '<fred@players.test> <robot+abc.17@game.test>'
ok "mail 2: the null sender" into_pipe '' robot@game.test '<> <robot@game.test>'

waits() {
	grep -q 'status=deferred (temporary failure. Command output: 4.3.0 \|dsn=4.3.0, status=deferred' "$P/log/mail"
}
# Its queue manager puts a letter off for a minute when it comes upon one that is still being
# put back into the queue.
again() {
	/usr/sbin/postqueue -c "$P/etc" -f
}
ok "mail 2: 75 while the folder cannot be written, redelivered afterwards" redelivered robot@game.test waits again
ok "mail 2: never bounced" sh -c "! grep -q status=bounced $P/log/mail"

fetched() {
	fresh
	send smtp "smtp://127.0.0.1:$SMTP" fred@players.test robot+tok@game.test && spooled '<fred@players.test>' || return 1
	$AS_USER ./post -o "$T/sunk" fetch spool home/spool >out
	has "$(cat out)" 'sender fred@players.test recipient robot+tok@game.test' &&
	    is 'Return-Path: <fred@players.test>' "$(head -1 sunk/00001)" && files_are 0 home/spool/new &&
	    files_are 1 home/spool/.Processed/cur
}
ok "mail 2: the spool as a source gives it back" fetched

# --- letters out
relayed() {
	fresh
	send smtp "$1" "$2" wilma@players.test && sunk_is "$2" wilma@players.test
}
ok "mail 20: relayed, plain" relayed "smtp://127.0.0.1:$SMTP" robot+b.17@game.test
ok "mail 20: relayed, STARTTLS" relayed "smtp+starttls://localhost:$SMTP" robot+b.17@game.test
ok "mail 20: relayed, SMTPS" relayed "smtps://localhost:$SMTPS" robot+b.17@game.test
ok "mail 20: relayed, null sender" relayed "smtps://localhost:$SMTPS" ''

retries() {
	./post send "$@" letter >out 2>&1
	has "$(cat out)" '^retry 0 '
}
ok "mail 20: a certificate nobody vouches for: not sent" retries smtp "smtps://localhost:$SMTPS" a@game.test b@players.test
ok "mail 20: STARTTLS asks for the certificate too" retries smtp "smtp+starttls://localhost:$SMTP" a@game.test b@players.test
no_starttls() {
	./post -a "$T/cert.pem" send smtp "smtp+starttls://localhost:$NEXT" a@game.test b@players.test letter >out
	has "$(cat out)" '^retry 0 the server offers no TLS'
}
ok "mail 20: no STARTTLS, no letter" no_starttls
utf8() {
	send smtp "smtp://127.0.0.1:$SMTP" robot@game.test '帅@players.test'
}
ok "mail 15: SMTPUTF8 where it is offered" utf8
refused() {
	./post send smtp "smtp://127.0.0.1:$SMTP" a@game.test 'no..body@@' letter >out
	has "$(cat out)" '^refused 5'
}
ok "mail 20: an address postfix does not take" refused

# --- its sendmail
cat >sendmail <<-E
	#!/bin/sh
	exec /usr/sbin/sendmail -C $P/etc "\$@"
E
chmod 755 sendmail
ok "mail 20: by sendmail" by_sendmail robot+b.17@game.test
ok "mail 20: by sendmail, null sender" by_sendmail ''
ok "mail 20: by sendmail: no stray CR" no_stray_cr
finish
