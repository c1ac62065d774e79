# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# What the cases of mail servers that call riverpost-deliver share: a letter in by
# SMTP, and what stands in the spool then.  Sourced in $T, where ./post, `letter`,
# `home` and perhaps `sunk` (letters that went on) are, with $SMTP set.

fresh() {
	rm -rf home/spool sunk/*
}
# send KIND WHERE SENDER RECIPIENT, by whom $SENDER_USER says
send() {
	${SENDER_USER:-} ./post -a "$T/cert.pem" send "$@" letter >said 2>&1
	cat said
	has "$(cat said)" '^sent '
}
# handed_over: nothing hands a letter over any more, which would fail and be tried again
# if the folder went.
handed_over() {
	! pgrep -f "^$T/riverpost-deliver"
}
# spooled ENVELOPE: the letter is there, whole.
spooled() {
	until_true 10 files_are 1 home/spool/new && until_true 10 handed_over || return 1
	cat home/spool/new/*
	has "$(cat home/spool/new/*)" "^Riverpost-Spool: $1" && has "$(cat home/spool/new/*)" '^move 7 h2e2' &&
	    has "$(cat home/spool/new/*)" '^\.$'
}
# into_pipe SENDER RECIPIENT ENVELOPE
into_pipe() {
	fresh
	send smtp "smtp://127.0.0.1:$SMTP" "$1" "$2" && spooled "$3"
}
# tried AGAIN: that had it try once more, with success.  What the log says need not be in
# the queue yet.
tried() {
	$1
	files_are 1 home/spool/new
}
# redelivered RECIPIENT WAITS AGAIN: kept while the home cannot be written; WAITS is
# true when the server knows, AGAIN has it try once more.
redelivered() {
	fresh
	chmod 555 home
	send smtp "smtp://127.0.0.1:$SMTP" fred@players.test "$1" && until_true 10 "$2" && files_are 0 home/spool
	redelivered_code=$?
	chmod 755 home
	[ $redelivered_code = 0 ] && until_true 10 tried "$3" && spooled '<fred@players.test>'
}
# has_sunk SENDER RECIPIENT; sunk_is: the server has sent it on, as it was, sooner or later.
has_sunk() {
	has "$(cat sunk/*)" "^X-Mail-Args: <$1>" && has "$(cat sunk/*)" "^X-Rcpt-Args: <$2>" &&
	    has "$(cat sunk/*)" '^move 7 h2e2' && has "$(cat sunk/*)" '^\.$'
}
sunk_is() {
	until_true 10 has_sunk "$@" || has_sunk "$@"
}
# No CR before the ends of lines.
no_stray_cr() {
	has "$(cat sunk/*)" '^Subject: a move$' && ! grep -q "$(printf '\r')" sunk/*
}
# by_sendmail SENDER
by_sendmail() {
	fresh
	send sendmail "$T/sendmail" "$1" wilma@players.test && sunk_is "$1" wilma@players.test
}
