#!/bin/bash
# SPDX-License-Identifier: ISC
#
# imap.sh LETTERS MILLISECONDS: two mailboxes of so many letters on a dovecot of our own, so
# far away (latency.pl); one is fetched as the server does (tests/tools/post.c), the other
# letter by letter (one-by-one.pl).  Prints the seconds of each, and those of fetching and
# moving what was fetched.
set -u
letters=$1 ms=$2
# shellcheck source=tests/servers/lib.sh
. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"

copied tests/post
dovecot_start >&2 || exit 1
for user in robot alice; do
	box=$V/mail/$user/Maildir
	mkdir -p "$box/tmp" "$box/new" "$box/cur"
	perl -e 'for my $n (1 .. $ARGV[1]) {
		open my $file, ">", sprintf("%s/new/17000%05d.t%d.test", $ARGV[0], $n, $n) or die;
		print $file "From: a\@b.test\nTo: robot\@x.test\nSubject: Re: Board $n\nMessage-ID: <$n\@b.test>\n\nB3-E3\n\n",
		    "> a line of the letter that is answered\n" x 60;
	}' "$box" "$letters"
	chown -R "$USER_UID:$USER_GID" "$V/mail/$user"
done
FAR=$(free_ports 1)
perl "$ROOT/tests/bench/latency.pl" "$FAR" "$IMAP" "$ms" &
remember $!
until_true 5 port_answers "$FAR"

# seconds COMMAND...: in $taken.
seconds() {
	began=$(date +%s.%N)
	"$@" >"$T/out" 2>&1 || cat "$T/out" >&2
	taken=$(echo "$(date +%s.%N) $began" | awk '{ print $1 - $2 }')
}
ours() {
	seconds "$T/post" "$@" -u robot -p robotpw fetch imap "imap://127.0.0.1:$FAR/INBOX"
}
theirs() {
	seconds perl "$ROOT/tests/bench/one-by-one.pl" "$FAR" alice alicepw "$@"
}
ours -k && fetched=$taken
theirs && fetched="$fetched $taken"
ours && moved=$taken
theirs move && moved="$moved $taken"
for user in robot alice; do
	[ "$(files "$V/mail/$user/Maildir/.Processed")" -ge "$letters" ] || exit 1
	[ "$(files "$V/mail/$user/Maildir/new" "$V/mail/$user/Maildir/cur")" = 0 ] || exit 1
done
echo "seconds $fetched $moved"
