#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Behind a real exim, all of it as an ordinary user: its pipe into the spool
# with 75 and redelivery, our letters out by SMTP and its sendmail interface
# (mail/README 1, 2, 18, 20).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/exim.sh"
[ -n "$WRAPPER" ] || skip_all "libnss-wrapper is not installed"
exim_find || skip_all "exim4-daemon-light is not to be had"
[ -x "$BUILD/tests/post" ] || skip_all "tests/post is not built"
SINK=$(command -v smtp-sink || command -v /usr/sbin/smtp-sink) || skip_all "smtp-sink (postfix) is not installed"
copy_program tests/post
copy_program riverpost-deliver
cd "$T" || exit 1
printf 'From: fred@players.test\r\nTo: robot@game.test\r\nSubject: a move\r\n\r\nmove 7 h2e2\r\n.\r\n' >letter

mkdir home sunk
chown "$USER_UID" home sunk
# shellcheck disable=SC2034 # for the configuration of the server
PIPE="$T/riverpost-deliver --home $T/home"
NEXT=$(free_ports 1)
$AS_USER "$SINK" -d "$T/sunk/" "127.0.0.1:$NEXT" 100 2>sink.log &
remember $!
ok "mail 2: exim runs" exim_start

fresh() {
	rm -rf home/* sunk/*
}
send() {
	$AS_USER ./post send "$@" letter >said 2>&1
	cat said
	has "$(cat said)" '^sent '
}
spooled() {
	until_true 10 files_are 1 home/spool/new || { tail -20 "$X/log/main"; return 1; }
	cat home/spool/new/*
	has "$(cat home/spool/new/*)" "^Riverpost-Spool: $1" && has "$(cat home/spool/new/*)" '^move 7 h2e2' &&
	    has "$(cat home/spool/new/*)" '^\.$'
}

into_pipe() {
	fresh
	send smtp "smtp://127.0.0.1:$SMTP" "$1" "$2" && spooled "$3"
}
ok "mail 2: a letter through its pipe, the envelope from the environment" \
    into_pipe fred@players.test robot@game.test '<fred@players.test> <robot@game.test>'
ok "mail 18: an address with a token" \
    into_pipe fred@players.test robot+abc.17@game.test '<fred@players.test> <robot+abc.17@game.test>'
ok "mail 2: the null sender" into_pipe '' robot@game.test '<> <robot@game.test>'

redelivered() {
	fresh
	chmod 555 home
	send smtp "smtp://127.0.0.1:$SMTP" fred@players.test robot@game.test || return 1
	until_true 10 grep -q '== robot@game.test .* defer ' "$X/log/main" ||
	    { tail -20 "$X/log/main"; return 1; }
	files_are 0 home || return 1
	chmod 755 home
	spooled '<fred@players.test>' && ! grep -q '\*\* robot' "$X/log/main"
}
ok "mail 2: 75 while the folder cannot be written, redelivered afterwards, never bounced" redelivered

has_sunk() {
	[ -n "$(find sunk -type f -size +100c)" ]
}
sunk() {
	until_true 10 has_sunk || { tail -20 "$X/log/main"; return 1; }
	cat sunk/*
	has "$(cat sunk/*)" "^X-Mail-Args: <$1>" && has "$(cat sunk/*)" '^X-Rcpt-Args: <wilma@players.test>' &&
	    has "$(cat sunk/*)" '^move 7 h2e2' && has "$(cat sunk/*)" '^\.$' &&
	    has "$(cat sunk/*)" '^Subject: a move$' && ! grep -q "$(printf '\r')" sunk/*
}
out() {
	fresh
	send "$1" "$2" "$3" wilma@players.test && sunk "$3"
}
ok "mail 20: relayed" out smtp "smtp://127.0.0.1:$SMTP" robot+b.17@game.test
ok "mail 20: relayed, null sender" out smtp "smtp://127.0.0.1:$SMTP" ''
ok "mail 20: by its sendmail" out sendmail "$X/run" robot+b.17@game.test
ok "mail 20: by its sendmail, null sender" out sendmail "$X/run" ''
finish
