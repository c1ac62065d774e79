#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The Debian package: it is built as dpkg-buildpackage does it, lintian finds no error, and in a
# small Debian of its own, made of this machine's files, it is installed, its service is started
# by systemd with all its fences, a game is played to its end, and it is purged: nothing is left
# but dpkg's own records.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/system.sh"
case $BUILD in *-san) skip_all "the package has flags of its own: it is built once, without sanitizers" ;; esac
root "a system of its own"
for tool in dpkg-buildpackage dh lintian; do
	command -v $tool >/dev/null || skip_all "$tool is not installed"
done
unshare --mount --pid --fork true 2>/dev/null || skip_all "namespaces are not permitted here"
unset MAKEFLAGS MFLAGS MAKELEVEL
H=/var/lib/riverpost
cd "$T" || exit 1
mkdir -p source/riverpost

# --- the package
same_version() {
	is "$(sed -n '/^[0-9]/{s/ .*//;p;q;}' "$ROOT/CHANGES")" \
	    "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$ROOT/debian/changelog")"
}
# Without the symbols of debuggers, which take a third of the time.
builds() {
	tar -C "$ROOT" --exclude=./.git --exclude='./build*' --exclude=./var -cf - . | tar -C source/riverpost -xf - &&
	    (cd source/riverpost && DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" dpkg-buildpackage -us -uc -b)
}
sound() {
	lintian --allow-root --fail-on error source/*.changes
}
ok "debian/changelog has the version of CHANGES" same_version
ok "dpkg-buildpackage" builds
DEB=$(ls source/riverpost_*.deb) || { finish; }
ok "lintian finds no error" sound

# --- a system
makes_root() {
	perl "$ROOT/tests/tools/fresh-root.pl" "$R" "$(dpkg-deb -f "$DEB" Depends)" && cp "$DEB" "$R/root/riverpost.deb"
}
ok "a small Debian with what the package depends on" makes_root
system_starts
# All that there is, but for dpkg's own records (its lists, locks and log), what shadow's
# programs keep of the files before, and when the system was started.
snapshot() {
	(cd "$R" && find . \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run -o -path ./tmp \
	    -o -path './var/lib/dpkg/*' -o -path './etc/*-' -o -path ./etc/.pwd.lock -o -path ./var/log/dpkg.log -o -path ./var/log/wtmp \) \
	    -prune -o -printf '%y %m %U %G %p %l\n' -type f -exec sha256sum {} + | sort)
}
snapshot >before

installs() {
	inside dpkg -i /root/riverpost.deb
}
is_riverpost() {
	is "$1" "$(inside stat -c '%U:%G %a' "$2")"
}
as_user() {
	inside setpriv --reuid=riverpost --regid=riverpost --clear-groups "$@"
}
doctor() {
	has "$(as_user riverpost --home $H doctor)" '^ok: the home folder'
}
programs_of_units() {
	for units_program in $(sed -n 's/^ExecStart=\([^ ]*\).*/\1/p' "$R"/lib/systemd/system/riverpost*.service); do
		[ -x "$R$units_program" ] || return 1
	done
	[ -n "$units_program" ]
}
ok "it is installed" installs
ok "the home is the user's alone" is_riverpost 'riverpost:riverpost 700' $H
ok "the doctor finds it" doctor
ok "the units start what is there" programs_of_units

# --- a game
printf 'address = "xiangqi@example.org"\npoll = 1\n' >"$R$H/riverpost.conf"
serves() {
	has "$(inside journalctl -t riverpost --no-pager -q -o short)" 'riverpost: serving from' && inside systemctl --quiet is-active riverpost
}
starts() {
	inside systemctl enable --now riverpost && until_true 10 serves
}
fenced() {
	fenced_pid=$(inside systemctl show riverpost -p MainPID --value)
	has "$(inside cat "/proc/$fenced_pid/status")" '^NoNewPrivs:.*1$' &&
	    has "$(inside cat "/proc/$fenced_pid/status")" '^Seccomp:.*2$' &&
	    has "$(inside cat "/proc/$fenced_pid/status")" '^CapBnd:.*0000000000000000$'
}
rests() {
	! inside systemctl --quiet is-active riverpost && ! inside systemctl --quiet is-enabled riverpost
}
if [ -n "$SYSTEM" ]; then
	ok "nothing runs before somebody says so" rests
	ok "systemd starts the service" starts
	ok "it has no rights beyond its own" fenced
else
	skip "systemd starts the service" "systemd cannot run here"
	as_user riverpost --home $H init >/dev/null
fi

LETTERS=0
out() {
	echo "$R$H/mail/out/$1@players.test/new"
}
newest() {
	cat "$(find "$(out "$1")" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-)"
}
# send PLAYER TO SUBJECT TEXT, and the service takes it.
send() {
	LETTERS=$((LETTERS + 1))
	printf 'From: %s@players.test\nTo: %s\nSubject: %s\nDate: %s\nMessage-ID: <%s@players.test>\n\n%s\n' \
	    "$1" "$2" "$3" "$(date -R)" "$LETTERS" "$4" | as_user riverpost-deliver --home $H || return 1
	[ -n "$SYSTEM" ] || as_user riverpost --home $H run
}
# turn PLAYER TEXT OTHER PATTERN: an answer to the newest letter, and what the other gets.
turn() {
	turn_pattern=$4
	turn_to=$(newest "$1" | sed -n 's/^Reply-To: //p')
	send "$1" "${turn_to:-xiangqi@example.org}" "Re: $(newest "$1" | sed -n 's/^Subject: //p')" "$2" && gets "$3" "$4"
}
shows() {
	has "$(newest "$1")" "$2"
}
gets() {
	until_true 10 shows "$1" "$2" && return
	newest "$1"
	return 1
}
game() {
	send alice xiangqi@example.org 'signup alice' '' && gets alice '^  alice' &&
	    send bob xiangqi@example.org 'signup bob' '' && gets bob '^  bob' &&
	    turn alice yes alice '^Reply-To: xiangqi+' && turn bob yes bob '^Reply-To: xiangqi+' &&
	    turn alice 'challenge bob' bob 'the challenge lapses' && turn bob accept alice "^It is alice's turn" &&
	    turn bob 'set html on' bob 'html' &&
	    turn alice H3-E3 bob 'moved H3-E3' && shows bob '^Content-Type: image/png' && turn bob A10-A9 alice 'moved A10-A9' &&
	    turn alice E3-E7 bob 'moved E3-E7' && turn bob I10-I9 alice 'moved I10-I9' &&
	    turn alice B3-B5 bob 'moved B3-B5' && turn bob A9-A10 alice 'moved A9-A10' &&
	    turn alice B5-E5 bob '^alice has won by checkmate'
}
ok "a game, from sign-up to mate, with pictures" game

# --- the log, as logcheck reads it
logged() {
	inside journalctl -t riverpost --no-pager -q -o short
}
quiet() {
	logged >all
	grep -v 'a new home begins' all >log
	grep -v '^#' "$R/etc/logcheck/ignore.d.server/riverpost" >rules
	grep -q 'letter .* from alice@players.test: done' log && ! grep -vE -f rules log
}
begins() {
	grep -vE -f rules all | grep -q 'a new home begins in /var/lib/riverpost'
}
loud() {
	sed 's/riverpost: letter .*/riverpost: the disk is full/; s/riverpost: serving from.*/riverpost: a letter failed 3 times and is put aside: 1 of spool/' log |
	    grep -vE -f rules >loud
	has "$(cat loud)" 'disk is full' && has "$(cat loud)" 'put aside'
}
if [ -n "$SYSTEM" ]; then
	ok "logcheck is silent on an ordinary day" quiet
	ok "and tells of trouble" loud
	ok "and where a home begins, of which the disk may not be mounted" begins
else
	skip "logcheck" "systemd cannot run here"
fi

# --- the timer; and a sink of kind sendmail, whose program needs rights that the service has not
tells_rights() {
	sed -n 's/^NoNewPrivs:[^0-9]*//p' "$R$H/rights"
}
sends_with_rights() {
	send carol xiangqi@example.org help '' && until_true 10 test -s "$R$H/rights" && is "$1" "$(tells_rights)"
}
by_sendmail() {
	# shellcheck disable=SC2016
	printf '#!/bin/sh\ncat >/dev/null\ngrep NoNewPrivs /proc/self/status >%s/rights\n' $H >"$R$H/sendmail"
	chmod 755 "$R$H/sendmail"
	printf 'sink {\n\tkind = sendmail\n\tpath = "%s/sendmail"\n}\n' $H >>"$R$H/riverpost.conf"
	inside systemctl restart riverpost && sends_with_rights 1
}
by_sendmail_with_rights() {
	rm "$R$H/rights"
	inside install -D -m 644 /usr/share/doc/riverpost/examples/riverpost-sendmail.conf \
	    /etc/systemd/system/riverpost.service.d/sendmail.conf &&
	    inside systemctl daemon-reload && inside systemctl restart riverpost && sends_with_rights 0
	sends_code=$?
	rm -r "$R/etc/systemd/system/riverpost.service.d"
	inside systemctl daemon-reload
	return $sends_code
}
# What the timer starts.
one_pass() {
	inside systemctl stop riverpost && send dora xiangqi@example.org help '' &&
	    inside systemctl start riverpost-run.service && gets dora 'how to play' && ! serves &&
	    inside systemctl start riverpost-run.timer &&
	    has "$(inside systemctl list-timers --no-pager)" 'riverpost-run.timer' &&
	    inside systemctl stop riverpost-run.timer && inside systemctl start riverpost
}
if [ -n "$SYSTEM" ]; then
	ok "a pass by the timer's service" one_pass
	ok "the service starts nothing with more rights" by_sendmail
	ok "but where riverpost-sendmail.conf says so" by_sendmail_with_rights
fi

# --- upgraded, removed, purged
upgraded() {
	upgraded_pid=$(inside systemctl show riverpost -p MainPID --value)
	installs && until_true 10 serves && [ "$upgraded_pid" != "$(inside systemctl show riverpost -p MainPID --value)" ]
}
[ -z "$SYSTEM" ] || ok "an upgrade starts the service anew" upgraded
removed() {
	inside dpkg -r riverpost && [ ! -e "$R/usr/bin/riverpost" ] && [ -s "$R$H/riverpost.sqlite" ] && [ -s "$R$H/keys" ] &&
	    is "" "$(ps -eo pid,args | grep "riverpos[t] --home $H serve")"
}
again() {
	installs && has "$(as_user riverpost --home $H player list)" alice
}
purged() {
	inside dpkg -P riverpost && [ ! -e "$R$H" ] && ! inside getent passwd riverpost && ! inside getent group riverpost
}
nothing_left() {
	snapshot >after
	diff before after && ! ls "$R/var/lib/dpkg/info" | grep riverpost && ! inside dpkg -s riverpost
}
ok "removed, it leaves the games, and no process" removed
ok "installed again, it has them" again
ok "it is purged" purged
ok "nothing is left of it" nothing_left
system_ends
finish
