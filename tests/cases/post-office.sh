#!/bin/sh
# SPDX-License-Identifier: ISC
#
# A whole game through real servers: players' mail programs (s-nail, mutt) read
# dovecot and send by postfix; the server takes letters out of dovecot by IMAP
# over TLS and sends by SMTP with STARTTLS.  Both are stopped and started in the
# middle: nothing is lost, nothing comes twice.  Then the same by pipe(8).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/postfix.sh"
dovecot_has imap
postfix_is_there
built riverpost-deliver
SNAIL=$(command -v s-nail) || skip_all "s-nail is not installed"
MUTT=$(command -v mutt) || skip_all "mutt is not installed"
built riverpost
cd "$T" || exit 1
# shellcheck disable=SC2034 # for postfix.sh
NEXT=1 MAILBOXES=$V/mail
export TERM=dumb HOME="$T/people" TZ=UTC
mkdir people home
copy_server
chown "$USER_UID:$USER_GID" home

post() {
	$AS_USER "$T/bin/riverpost" --home "$T/home" "$@"
}
serve() {
	rm -f log
	$AS_USER "$T/bin/riverpost" --home "$T/home" serve >log 2>&1 &
	SERVER_PID=$!
	remember $SERVER_PID
	until_true 10 grep -q 'serving from' log || { cat log; return 1; }
}

# configure SOURCE: where letters come from; they go out by postfix.
configure() {
	cat >home/riverpost.conf <<-E
		address = "robot@game.test"
		poll = 1
		$1
		sink {
			kind = smtp
			url = "smtp+starttls://localhost:$SMTP"
			ca_file = "$T/cert.pem"
			timeout = 60
		}
	E
}

# --- the players' side
inbox() {
	echo "$V/mail/$1/Maildir/new" "$V/mail/$1/Maildir/cur"
}
# ids PLAYER: the Message-ID of each letter in the mailbox.
ids() {
	# shellcheck disable=SC2046
	grep -rhi -m 1 '^message-id:' $(inbox "$1") 2>/dev/null | sed 's/.*<//; s/>.*//'
}
# letters_are PLAYER N
letters_are() {
	is "$2" "$(ids "$1" | sort -u | wc -l)"
}
newest() {
	# shellcheck disable=SC2046
	find $(inbox "$1") -type f -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d' ' -f2-
}
shows() {
	has "$(tr -d '\r' <"$(newest "$1")")" "$2"
}
# snail PLAYER ...: s-nail does not honour Reply-To if it is not told so, and then
# the proof is in References alone.
snail() {
	snail_user=$1
	shift
	"$SNAIL" -:/ -S v15-compat -S from="$snail_user@players.test" -S mta="smtp://localhost:$SMTP" \
	    -S smtp-auth=none -S smtp-use-starttls -S sendwait -S tls-ca-file="$T/cert.pem" \
	    -S tls-ca-no-defaults -S quote -S indentprefix='> ' "$@"
}
# snail_answers PLAYER TEXT [FOLDER]: the newest letter in the mailbox, by `reply`.
snail_answers() {
	printf 'reply $\n\n%s\n~.\nexit\n' "$2" | snail "$1" -# -R \
	    -f "${3:-imaps://$1:${1}pw@localhost:$IMAPS/INBOX}" >snail.out 2>&1
}
# mutt_answers PLAYER TEXT: the same by <reply>, the text typed above the quote.
mutt_answers() {
	printf '#!/bin/sh\nprintf "%%s\\n\\n" "%s" | cat - "$1" >"$1.new" && mv "$1.new" "$1"\n' "$2" >editor
	chmod 755 editor
	cat >muttrc <<-E
		set from="$1@players.test" smtp_url="smtp://localhost:$SMTP/" ssl_starttls=yes
		set imap_user=$1 imap_pass=${1}pw folder="imaps://localhost:$IMAPS/" spoolfile="imaps://localhost:$IMAPS/INBOX"
		set certificate_file="$T/cert.pem" ssl_ca_certificates_file="$T/cert.pem" ssl_usesystemcerts=no
		set editor="$T/editor" fast_reply=yes include=yes record="" postponed="" reply_to=yes quit=yes abort_unmodified=no
		set sort=date-received header_cache="" confirmappend=no wait_key=no beep=no edit_headers=no recall=no
		set copy=no delete=no move=no mark_old=no sleep_time=0 use_envelope_from=yes
		push "<last-entry><reply><send-message><sync-mailbox><exit>"
	E
	TERM=xterm timeout 120 script -qec "$MUTT -n -F $T/muttrc" /dev/null </dev/null >mutt.out 2>&1
}

ok "dovecot runs" dovecot_start
ok "postfix runs" postfix_start
configure "source \"box\" {
	kind = imap
	url = \"imaps://localhost:$IMAPS/INBOX\"
	user = \"robot\"
	password = \"robotpw\"
	ca_file = \"$T/cert.pem\"
}"
ok "the server runs" serve

signs_up() {
	printf 'signup alice\n' | snail alice -s 'signup alice' robot@game.test >snail.out 2>&1 || { cat snail.out; return 1; }
	printf 'Hello!\n' | snail bob -s 'signup bob secret2' robot@game.test >snail.out 2>&1 || { cat snail.out; return 1; }
	until_true 10 letters_are alice 1 && until_true 10 letters_are bob 1 || { cat log; tail -n 20 "$P/log/mail"; return 1; }
}
ok "two sign up with s-nail" signs_up
confirmed() {
	snail_answers alice yes
	mutt_answers bob yes
	until_true 10 letters_are alice 2 && until_true 10 letters_are bob 2 && shows alice '^Reply-To: robot+' ||
	    { cat log snail.out; tail -n 5 "$P/log/mail"; tail -c 600 mutt.out; return 1; }
}
ok "they answer the confirmation, one with s-nail, one with mutt" confirmed

# Each has so many letters by now.
ALICE=2 BOB=2
# both_get TEXT: one letter more for each, with that line; and no second one.
both_get() {
	ALICE=$((ALICE + 1)) BOB=$((BOB + 1))
	until_true "${WAIT:-10}" letters_are alice $ALICE && until_true "${WAIT:-10}" letters_are bob $BOB &&
	    shows alice "$1" && shows bob "$1" && return
	tail -n 20 log
	cat snail.out
	tail -n 5 "$P/log/mail"
	return 1
}
# plays snail|mutt PLAYER MOVE
plays() {
	"$1_answers" "$2" "$3" && both_get "moved $3"
}
challenged() {
	snail_answers alice 'challenge bob' && both_get 'challenge'
}
accepted() {
	mutt_answers bob accept && both_get "^It is alice's turn"
}
ok "a challenge" challenged
ok "is accepted" accepted
ok "alice moves, with s-nail over IMAP" plays snail alice H3-E3
ok "bob moves, with mutt over IMAP" plays mutt bob A10-A9

# --- servers that go and come
local_mail() {
	snail_answers alice E3-E7 "$V/mail/alice/Maildir"
}
dovecot_away() {
	# Its master leaves these to their clients.
	# shellcheck disable=SC2046
	kill $(pgrep -P "$DOVECOT_PID" 'imap|imap-login')
	dovecot_stop
	until_true 15 grep -q 'imaps://robot@localhost.*no connection' log || { cat log; return 1; }
	local_mail || { cat snail.out; return 1; }
	until_true 10 files_are 1 "$V/mail/robot/Maildir/new" || { tail -n 5 "$P/log/mail"; return 1; }
	sleep 0.5
	letters_are alice $ALICE && dovecot_start || return 1
	# Without it, at the end of the pause that this failure is worth.
	kill -HUP "$SERVER_PID"
	WAIT=25 both_get 'moved E3-E7'
}
ok "dovecot stops for a while: the letter waits there" dovecot_away

# What bob's mail program sent before postfix stopped.
write_answer() {
	tr -d '\r' <"$(newest "$1")" | sed -n 's/^Reply-To: /To: /p; s/^Subject: /&Re: /p
	    s/^Message-ID: \(.*\)/In-Reply-To: \1/p' | sort -u >head
	printf 'From: %s@players.test\nDate: Sat, 21 Nov 2026 12:00:00 +0000\nMessage-ID: <%s>\n' "$1" "$2" |
	    cat - head
	printf '\n%s\n' "$2"
}
queue_tells() {
	has "$(post queue)" 'no connection'
}
postfix_away() {
	write_answer bob I10-I9 >answer
	postfix_stop
	put robot answer
	until_true 10 grep -q 'waits: no connection' log || { tail log; return 1; }
	sleep 0.5
	letters_are alice $ALICE && letters_are bob $BOB && until_true 10 queue_tells || return 1
	postfix_start && post queue retry all && WAIT=25 both_get 'moved I10-I9'
}
ok "postfix stops for a while: the answers wait here" postfix_away
killed() {
	snail_answers alice B3-B5 "$V/mail/alice/Maildir"
	sleep 0.0"$(od -An -N1 -tu1 /dev/urandom | tr -d ' ')"
	kill -9 "$SERVER_PID"
	cp log log.killed
	wait "$SERVER_PID"
	serve && both_get 'moved B3-B5'
}
ok "the server is killed amid a move" killed
twice() {
	put robot answer
	until_true 5 grep -q 'from bob@players.test: known' log && plays mutt bob A9-A10
}
ok "an old letter that comes again changes nothing" twice

# --- the same by pipe(8)
by_pipe() {
	stop "$SERVER_PID"
	postfix_stop
	# shellcheck disable=SC2034 # for postfix.sh
	PIPE="$T/bin/riverpost-deliver --home $T/home"
	configure '' && postfix_start && serve && plays snail alice B5-E5
}
ok "mate, by postfix's pipe(8) and the spool" by_pipe
ok "alice reads that she has won" shows alice '^alice has won by checkmate'
ok "bob too" shows bob '^alice has won by checkmate'
envelope_kept() {
	has "$(cat home/spool/.Processed/cur/*)" '^Riverpost-Spool: <alice@players.test> <robot@game.test>'
}
ok "the envelope came with it" envelope_kept
all_sent() {
	is "every letter is sent" "$(post queue)"
}
history_by_swaks() {
	swaks --server "127.0.0.1:$SMTP" --from carol@elsewhere.test --to robot@game.test \
	    --h-Subject 'history alice' >swaks.out 2>&1
	until_true 5 grep -q 'from carol@elsewhere.test: done' log && until_true 5 all_sent
}
if command -v swaks >/dev/null; then
	ok "anybody asks for the history, with swaks" history_by_swaks
else
	skip "anybody asks for the history" "swaks is not installed"
fi

ends_with_0() {
	kill "$SERVER_PID"
	wait "$SERVER_PID"
}
ok "SIGTERM ends the server with 0" ends_with_0
# Only what was on its way when the server was killed may come again.
no_doubles() {
	for id in $(ids alice | sort | uniq -d) $(ids bob | sort | uniq -d); do
		row=$($AS_USER sqlite3 home/riverpost.sqlite "SELECT id FROM outbox WHERE message_id = '$id'")
		echo "letter $row came twice: $id"
		grep -q "moved B3-B5" $(grep -rl "$id" "$V/mail/alice" "$V/mail/bob") &&
		    ! grep -q "letter $row sent" log.killed || return 1
	done
	letters_are alice $ALICE && letters_are bob $BOB
}
ok "nobody got a letter twice" no_doubles
nothing_left() {
	all_sent && files_are 0 home/spool/new home/spool/.Failed/cur &&
	    files_are 0 "$V/mail/robot/Maildir/new" "$V/mail/robot/Maildir/cur" "$V/mail/robot/Maildir/.Failed/cur"
}
ok "nothing is left over" nothing_left
quiet_reader() {
	! grep -i 'robotpw\|secret2' log "$T/home/riverpost.conf" | grep -v 'password ='
}
ok "no password in the log" quiet_reader
finish
