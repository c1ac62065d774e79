#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The recipes of README and INSTALL, taken from the text and tried: units,
# cron line, fetchmail, .forward, procmail.  (postfix and exim: their own cases.)

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
[ -x "$BUILD/riverpost-deliver" ] || skip_all "riverpost is not built"
unset RIVERPOST_HOME
cd "$T" || exit 1
mkdir -p usr/local/bin home
cp "$BUILD/riverpost" "$BUILD/riverpost-deliver" usr/local/bin/
cp -R "$ROOT/templates" usr/local/
printf 'From: fred@players.test\nSubject: signup fred\n\nhello\n' >letter

# recipe FILE FIRST: the indented lines from that one to the next blank one that
# is followed by plain text, with our folders in place of the system's.
recipe() {
	awk -v first="$2" 'index($0, "    " first) == 1 { on = 1 }
	    on && /^[^ ]/ { exit } on { sub(/^    /, ""); print }' "$ROOT/$1" |
	    sed "s|/usr/local/bin/|$T/usr/local/bin/|; s|/var/lib/riverpost|$T/home|"
}
fresh() {
	rm -rf home && mkdir -m 700 home
}
spooled() {
	until_true 5 files_are 1 home/spool/new && has "$(cat home/spool/new/*)" "$1"
}

# --- systemd
unit() {
	recipe INSTALL "$1" | sed 's/^User=.*/User=root/; /^WantedBy=/q' >"$2"
	cat "$2"
	systemd-analyze verify "./$2" 2>said
	cat said
	[ -s "$2" ] && ! grep -q "$2" said
}
service() {
	unit '[Unit]' riverpost.service && has "$(cat riverpost.service)" '^Type=notify' &&
	    has "$(cat riverpost.service)" '^WantedBy='
}
timer() {
	awk '/^\[Service\]/ { exit } { print }' riverpost.service >once.service
	awk '/^    Type=oneshot/ { on = 1; print "[Service]" } on && /^[^ ]/ { exit } on' "$ROOT/INSTALL" |
	    sed "s/^    //; s|/usr/local/bin/|$T/usr/local/bin/|; s|/var/lib/riverpost|$T/home|" >>once.service
	awk '/riverpost.timer:/ { on = 1; next } on && /^[^ ]/ { exit } on' "$ROOT/INSTALL" | sed 's/^    //' >once.timer
	systemd-analyze verify ./once.service ./once.timer 2>said
	cat once.service once.timer said
	has "$(cat once.timer)" '^\[Timer\]' && ! grep -q 'once\.' said
}
if command -v systemd-analyze >/dev/null; then
	ok "the service" service
	ok "the timer and its service" timer
else
	skip "the service" "systemd-analyze is not installed"
	skip "the timer and its service" "systemd-analyze is not installed"
fi

# --- cron: a bare environment, and silence unless something is wrong
cron() {
	fresh
	recipe "$1" '*/5 * * * *' | sed -n '1s/^[^ ]* [^ ]* [^ ]* [^ ]* [^ ]*  *//p' >line
	cat line
	usr/local/bin/riverpost-deliver --home "$T/home" <letter || return 1
	echo 'log = syslog' >home/riverpost.conf
	env -i HOME="$T" PATH=/usr/bin:/bin SHELL=/bin/sh sh -c "$(cat line)" >said 2>&1
	is 0 $? && is "" "$(cat said)" && files_are 1 "home/mail/out/fred@players.test/new"
}
ok "cron's line in README" cron README
ok "cron's line in INSTALL" cron INSTALL

# --- .forward: postfix and exim set these
forward() {
	fresh
	recipe README '"|' | sed -n '1s/^"|\(.*\)"$/\1/p' >line
	cat line
	env -i SENDER=fred@players.test RECIPIENT=xiangqi+tok@game.test sh -c "$(cat line)" <letter &&
	    spooled '^Riverpost-Spool: <fred@players.test> <xiangqi+tok@game.test>'
}
ok ".forward" forward

# --- procmail
procmails() {
	fresh
	recipe README ':0 w' | sed '/^$/q' >procmailrc
	cat procmailrc
	{ echo 'From fred@players.test Sat Nov 21 12:00:00 2026'; cat letter; } >mboxed
	procmail -f fred@players.test "$T/procmailrc" <mboxed && spooled '^hello' || return 1
	rm -rf home && echo "no folder" >home
	procmail -f fred@players.test "$T/procmailrc" <mboxed
	is 75 $? && is "no folder" "$(cat home)"
}
if command -v procmail >/dev/null; then
	ok "procmail, and 75 where it fails" procmails
else
	skip "procmail" "procmail is not installed"
fi

# --- fetchmail, from dovecot
fetches() {
	fresh
	put robot letter
	recipe README 'poll imap' | sed "s/imap.example.org protocol imap/localhost protocol imap port $IMAPS/
	    s/xiangqi@example.org/robot/; s/password \"...\"/password \"robotpw\"/
	    s|mda \"|mda \"$T/usr/local/bin/|; s|\" ssl|& sslcertck sslcertfile $T/cert.pem|" >fetchmailrc
	chmod 600 fetchmailrc
	cat fetchmailrc
	fetchmail -f fetchmailrc --pidfile "$T/fetchmail.pid" -i "$T/fetchids" --nosyslog 2>&1
	spooled '^hello' && files_are 0 "$V/mail/robot/Maildir/new" "$V/mail/robot/Maildir/cur" || return 1
	# A letter that cannot be spooled stays with the provider.
	put robot letter
	rm -rf home && echo "no folder" >home
	fetchmail -f fetchmailrc --pidfile "$T/fetchmail.pid" -i "$T/fetchids" --nosyslog 2>&1
	files_are 1 "$V/mail/robot/Maildir/new" "$V/mail/robot/Maildir/cur"
}
if command -v fetchmail >/dev/null && [ -n "$DOVECOT" ] && [ -e /usr/lib/dovecot/imap ]; then
	ok "dovecot runs" dovecot_start
	ok "fetchmail, and the letter stays where it fails" fetches
else
	skip "fetchmail" "fetchmail or dovecot-imapd is not installed"
fi
finish
