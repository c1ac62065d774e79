#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Letters out through a submission server that wants a login: password and
# XOAUTH2, over STARTTLS and TLS.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
dovecot_has submission
smtp_sink
copied tests/post
built riverpost
cd "$T" || exit 1
copy_server
printf 'From: robot@game.test\r\nSubject: one\r\n\r\nmove 7 h2e2\r\n' >letter

DOVECOT_SUBMISSION=$(free_ports 1)
mkdir sunk
chown "$USER_UID" sunk
$AS_USER "$SINK" -d "$T/sunk/" "127.0.0.1:$DOVECOT_SUBMISSION" 100 2>sink.log &
remember $!
until_true 10 port_answers "$DOVECOT_SUBMISSION"
ok "mail 20: dovecot runs" dovecot_start
make_token robot >token
make_token alice >wrong

gives() {
	gives_want=$1
	shift
	rm -f sunk/*
	./post -a "$T/cert.pem" "$@" robot@game.test b@players.test letter letter >out 2>&1
	cat out
	is 2 "$(grep -c "^$gives_want" out)" && ! grep -q 'geheim\|robotpw' out
}
by_password() {
	gives 'sent 250' -u robot -p robotpw send smtp "$1" && until_true 5 files_are 2 sunk
}
by_token() {
	gives 'sent 250' -u robot -t 'cat token' send smtp "$1" && until_true 5 files_are 2 sunk
}
probes() {
	probes_want=$1
	shift
	has "$(./post -T 60 "$@" 2>&1)" "^probe $probes_want"
}
ok "mail 20: a probe: good" probes good -a "$T/cert.pem" -u robot -p robotpw probe smtp \
    "smtps://localhost:$SUBMISSIONS"
ok "mail 20: a probe: password" probes "user or password refused" -a "$T/cert.pem" -u robot -p geheim \
    probe smtp "smtps://localhost:$SUBMISSIONS"
ok "mail 20: a probe: certificate" probes "the certificate is not to be trusted" -u robot -p robotpw \
    probe smtp "smtps://localhost:$SUBMISSIONS"
ok "mail 20: a probe: nobody there" probes "no connection" probe smtp "smtps://localhost:1"
ok "mail 20: password, SMTPS" by_password "smtps://localhost:$SUBMISSIONS"
ok "mail 20: password, STARTTLS" by_password "smtp+starttls://localhost:$SUBMISSION"
ok "mail 20: password, loopback" by_password "smtp://127.0.0.1:$SUBMISSION"
ok "mail 20: token, SMTPS" by_token "smtps://localhost:$SUBMISSIONS"
ok "mail 20: token, STARTTLS" by_token "smtp+starttls://localhost:$SUBMISSION"
ok "mail 20: a wrong password waits for the operator" \
    gives 'retry [0-9]* .*' -u robot -p geheim send smtp "smtps://localhost:$SUBMISSIONS"
ok "mail 20: no login waits for the operator" gives 'retry 530 ' send smtp "smtps://localhost:$SUBMISSIONS"
ok "mail 20: somebody else's token" \
    gives 'retry ' -u robot -t 'cat wrong' send smtp "smtps://localhost:$SUBMISSIONS"
ok "mail 20: a token command that fails" \
    gives 'retry 0 the token command gave no token' -u robot -t 'echo geheim >&2; false' send smtp \
    "smtps://localhost:$SUBMISSIONS"

# The server asks its helper for tokens, when it may run no programs any more.
mkdir -p home/mail/in/new home/mail/in/cur home/mail/in/tmp
cat >home/riverpost.conf <<-E
	address = "robot@game.test"
	source in { kind = maildir path = "$T/home/mail/in" }
	sink {
		kind = smtp
		url = "smtps://localhost:$SUBMISSIONS"
		ca_file = "$T/cert.pem"
		user = robot
		token_command = "cat $T/token"
	}
E
chown -R "$USER_UID:$USER_GID" home
$AS_USER "$T/bin/riverpost" --home "$T/home" serve >serve.log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
serves() {
	printf 'From: b@players.test\nTo: robot@game.test\nSubject: help\nMessage-ID: <%s@b>\n\n' "$1" >home/mail/in/tmp/1
	chown "$USER_UID" home/mail/in/tmp/1
	rm -f sunk/*
	mv home/mail/in/tmp/1 "home/mail/in/new/$1"
	until_true 15 files_are 1 sunk
}
ok "serve: starts" until_true 10 grep -q 'serving from' serve.log
ok "serve: an answer, by a token of the command" serves 1
ok "serve: and another" serves 2
ok "serve: no token in its log" is 0 "$(grep -cF "$(cat token)" serve.log)"
stop $SERVER_PID
finish
