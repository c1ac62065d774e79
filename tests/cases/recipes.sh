#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The recipes of README, INSTALL and man/examples, tried as they stand: units,
# cron line, fetchmail, .forward, procmail, postfix with its transport and aliases.
# (exim, OpenSMTPD and postfix's pipe: their own cases, with the same text.)

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/postfix.sh"
built riverpost-deliver
cd "$T" || exit 1
mkdir -p usr/local/bin home
cp "$BUILD/riverpost" "$BUILD/riverpost-deliver" "$BUILD/riverpost-reader" usr/local/bin/
cp -R "$ROOT/templates" usr/local/
printf 'From: fred@players.test\nSubject: signup fred\n\nhello\n' >letter

# here: with our folders in place of the system's.
here() {
	sed "s|/usr/local/bin/|$T/usr/local/bin/|; s|/var/lib/riverpost|$T/home|"
}
fresh() {
	rm -rf home && usr/local/bin/riverpost --home "$T/home" init >/dev/null
}
spooled() {
	until_true 5 files_are 1 home/spool/new && has "$(cat home/spool/new/*)" "$1"
}

# --- systemd
# sound FILE...: as systemd finds them.
sound() {
	cat "$@"
	# shellcheck disable=SC2046
	systemd-analyze verify --man=no $(printf './%s ' "$@") >said 2>&1
	cat said
	for sound_file; do
		[ -s "$sound_file" ] && ! grep -q "$sound_file" said || return 1
	done
}
unit() {
	here <"$ROOT/man/examples/riverpost.service" | sed 's/^User=.*/User=root/' >riverpost.service
	has "$(cat riverpost.service)" '^Type=notify' && has "$(cat riverpost.service)" '^WantedBy=' &&
	    sound riverpost.service
}
timer() {
	for timer_unit in riverpost-run.service riverpost-run.timer; do
		here <"$ROOT/man/examples/$timer_unit" | sed 's/^User=.*/User=root/' >$timer_unit
	done
	has "$(cat riverpost-run.timer)" '^\[Timer\]' && has "$(cat riverpost-run.service)" '^ExecStart=.* run$' &&
	    sound riverpost-run.service riverpost-run.timer
}
fences() {
	systemd-analyze security --offline=yes --threshold=20 ./riverpost.service
}
# With the lines for a sink of kind sendmail none is left that systemd.exec(5) says imply
# NoNewPrivileges: a set of fences may be empty, all others are "no".
sendmail_unit() {
	mkdir riverpost.service.d && cp "$ROOT/man/examples/riverpost-sendmail.conf" riverpost.service.d/sendmail.conf &&
	    sound riverpost.service || return 1
	fences='^(NoNewPrivileges|CapabilityBoundingSet|PrivateDevices|PrivateUsers|Protect(Clock|Hostname|Kernel[A-Z][a-z]+)|LockP[a-z]+|MemoryDeny[A-Za-z]+|Restrict[A-Za-z]+|SystemCall(Architectures|Filter))='
	for fence in $(grep -oE "$fences" riverpost.service | sort -u); do
		grep -qE "^$fence(no|~)?\$" riverpost.service.d/sendmail.conf || { echo "$fence stays"; return 1; }
	done
	has "$(cat riverpost.service.d/sendmail.conf)" '^ProtectSystem=full$'
	rm -r riverpost.service.d
}
if command -v systemd-analyze >/dev/null; then
	ok "the service" unit
	ok "the service is fenced in" fences
	ok "the timer and its service" timer
	ok "the service with a sink of kind sendmail" sendmail_unit
else
	skip "the service" "systemd-analyze is not installed"
	skip "the timer and its service" "systemd-analyze is not installed"
fi

# --- cron: a bare environment, and silence unless something is wrong
cron() {
	fresh
	recipe "$1" '*/5 * * * *' | here | sed -n '1s/^[^ ]* [^ ]* [^ ]* [^ ]* [^ ]*  *//p' >line
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
	recipe README '"|' | here | sed -n '1s/^"|\(.*\)"$/\1/p' >line
	cat line
	env -i SENDER=fred@players.test RECIPIENT=xiangqi+tok@game.test sh -c "$(cat line)" <letter &&
	    spooled '^Riverpost-Spool: <fred@players.test> <xiangqi+tok@game.test>'
}
ok ".forward" forward

# --- procmail
procmails() {
	fresh
	recipe_block README ':0 w' | here >procmailrc
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
	recipe_block README 'poll imap' | here | sed "s/imap.example.org protocol imap/localhost protocol imap port $IMAPS/
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

# --- postfix, with the transport and the alias
postfix_lines() {
	recipe_block README 'recipient_delimiter' | sed "s|/etc/postfix/|$P/etc/|"
}
by_transport() {
	fresh
	chmod 755 "$T" home && chown -R "$USER_UID:$USER_GID" home
	# shellcheck disable=SC2034 # for postfix.sh
	PIPE="$T/usr/local/bin/riverpost-deliver --home $T/home" NEXT=1
	SMTP=$(free_ports 2)
	# shellcheck disable=SC2034
	SMTPS=$((SMTP + 1))
	make_certificate && postfix_config || return 1
	sed -i '/^transport_maps/d; /^recipient_delimiter/d; /^relay_domains/d; /^mydestination/d
	    /^alias_/d; /^local_recipient_maps/d; /^riverpost_destination/d' "$P/etc/main.cf"
	postfix_lines >>"$P/etc/main.cf"
	printf 'mydestination = example.org\nalias_maps = hash:%s/etc/aliases\nlocal_recipient_maps = $alias_maps\n' \
	    "$P" >>"$P/etc/main.cf"
	recipe_block README 'xiangqi@example.org' >"$P/etc/transport"
	recipe README 'xiangqi@example.org' | grep '^xiangqi: ' >"$P/etc/aliases"
	cat "$P/etc/main.cf" "$P/etc/transport" "$P/etc/aliases"
	postmap -c "$P/etc" "$P/etc/transport" && postalias -c "$P/etc" "hash:$P/etc/aliases" || return 1
	postfix_run || return 1
	./post send smtp "smtp://127.0.0.1:$SMTP" fred@players.test xiangqi+tok@example.org letter >said
	has "$(cat said)" '^sent' && spooled '^Riverpost-Spool: <fred@players.test> <xiangqi+tok@example.org>' || return 1
	./post send smtp "smtp://127.0.0.1:$SMTP" fred@players.test other@example.org letter >said
	has "$(cat said)" '^refused 550'
}
if [ -n "$POSTFIX" ] && [ "$(id -u)" = 0 ] && [ -x "$BUILD/tests/post" ]; then
	copied tests/post
	sed -i 's/$/\r/' letter
	ok "postfix, with transport and alias" by_transport
else
	skip "postfix, with transport and alias" "postfix is not installed, or we are not root"
fi

# --- the manual says the same
same_lines() {
	sed 's/\\e$/\\/; s/^\\&//' "$ROOT/man/riverpost.8" "$ROOT/man/riverpost.conf.5" | tr -s ' \t' ' ' | sed 's/^ //' >manual
	for same_first in 'recipient_delimiter' 'riverpost unix' '"|' riverpost: 'smtp sub-addr-delim' ':0 w' '*/5 * * * *'; do
		recipe README "$same_first" | tr -s ' \t' ' ' | sed 's/^ //' | grep . | grep -v '^xiangqi: ' >ours
		[ -s ours ] || { echo "nothing begins with $same_first"; return 1; }
		while read -r same_line; do
			grep -qxF -e "$same_line" manual || { echo "not in the manual: $same_line"; return 1; }
		done <ours
	done
}
ok "README and the manual have the same lines" same_lines
finish
