#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Behind a real OpenSMTPD with the lines of README: its mda into the spool, with
# 75 and redelivery (mail/README 1, 2).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/opensmtpd.sh"
root OpenSMTPD
opensmtpd_find || skip_all "opensmtpd, or a mount namespace, is not to be had"
copied tests/post riverpost-deliver
cd "$T" || exit 1
printf 'From: fred@players.test\r\nTo: xiangqi@example.org\r\nSubject: a move\r\n\r\nmove 7 h2e2\r\n.\r\n' >letter
begun home
chown "$USER_UID" home
# shellcheck disable=SC2034 # for the configuration of the server
PIPE="$T/riverpost-deliver --home $T/home"
ok "OpenSMTPD runs with the lines of README" opensmtpd_start
. "$SERVERS/pipe-cases.sh"
ok "a letter through its pipe, the envelope from the environment" \
    into_pipe fred@players.test xiangqi@example.org '<fred@players.test> <xiangqi@example.org>'
ok "an address with a token" \
    into_pipe fred@players.test xiangqi+abc.17@example.org '<fred@players.test> <xiangqi+abc.17@example.org>'
ok "the null sender" into_pipe '' xiangqi@example.org '<> <xiangqi@example.org>'
other() {
	./post send smtp "smtp://127.0.0.1:$SMTP" fred@players.test somebody@example.org letter >said
	has "$(cat said)" '^refused 550'
}
ok "nobody else's letters" other
waits() {
	grep -q 'result=TempFail' "$O/log"
}
ok "75 while the folder cannot be written, redelivered afterwards" redelivered xiangqi@example.org waits opensmtpd_retry
ok "never bounced" sh -c "! grep -q result=PermFail $O/log"
finish
