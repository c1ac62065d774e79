#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Behind a real exim, all of it as an ordinary user: its pipe into the spool
# with 75 and redelivery, our letters out by SMTP and its sendmail interface
# (mail/README 1, 2, 18, 20).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/exim.sh"
exim_is_there
smtp_sink
copied tests/post riverpost-deliver
cd "$T" || exit 1
printf 'From: fred@players.test\r\nTo: robot@game.test\r\nSubject: a move\r\n\r\nmove 7 h2e2\r\n.\r\n' >letter

begun home && mkdir sunk
chown "$USER_UID" home sunk
# shellcheck disable=SC2034 # for the configuration of the server
PIPE="$T/riverpost-deliver --home $T/home"
NEXT=$(free_ports 1)
$AS_USER "$SINK" -d "$T/sunk/" "127.0.0.1:$NEXT" 100 2>sink.log &
remember $!
until_true 10 port_answers "$NEXT"
ok "mail 2: exim runs" exim_start

# shellcheck disable=SC2034 # its sendmail takes letters from anybody
SENDER_USER=$AS_USER
. "$SERVERS/pipe-cases.sh"
ok "mail 2: a letter through its pipe, the envelope from the environment" \
    into_pipe fred@players.test robot@game.test '<fred@players.test> <robot@game.test>'
ok "mail 18: an address with a token" \
    into_pipe fred@players.test robot+abc.17@game.test '<fred@players.test> <robot+abc.17@game.test>'
ok "mail 2: the null sender" into_pipe '' robot@game.test '<> <robot@game.test>'

waits() {
	grep -q '== robot@game.test .* defer ' "$X/log/main"
}
ok "mail 2: 75 while the folder cannot be written, redelivered afterwards" redelivered robot@game.test waits true
ok "mail 2: never bounced" sh -c "! grep -q '[*][*] robot' $X/log/main"
out() {
	fresh
	send "$1" "$2" "$3" wilma@players.test && sunk_is "$3" wilma@players.test && no_stray_cr
}
ok "mail 20: relayed" out smtp "smtp://127.0.0.1:$SMTP" robot+b.17@game.test
ok "mail 20: relayed, null sender" out smtp "smtp://127.0.0.1:$SMTP" ''
ok "mail 20: by its sendmail" out sendmail "$X/run" robot+b.17@game.test
ok "mail 20: by its sendmail, null sender" out sendmail "$X/run" ''
finish
