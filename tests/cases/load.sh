#!/bin/sh
# SPDX-License-Identifier: ISC
#
# A mailbox full of list letters on a real IMAP server, with some commands
# between them: the commands are answered, nothing else is, and the server
# stays small.
#
# RIVERPOST_LOAD: how many letters (5000 in the full size).

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/dovecot.sh"
dovecot_has imap
built riverpost
cd "$T" || exit 1
LOAD=${RIVERPOST_LOAD:-500}
COMMANDS=20
BOX=$V/mail/robot/Maildir
ok "dovecot runs" dovecot_start

# Letters of lists: text, HTML, attachments; 1 KB to 300 KB; some hold what
# would be commands elsewhere.
make_letters() {
	mkdir -p "$BOX/new" "$BOX/cur" "$BOX/tmp"
	perl -e '
		my ($folder, $load, $commands) = @ARGV;
		srand 7;
		my @marks = ("List-Id: <xiangqi-talk.lists.test>", "Precedence: list",
		    "List-Unsubscribe: <mailto:leave\@lists.test>\nList-Post: <mailto:talk\@lists.test>",
		    "Precedence: bulk\nList-Id: Talk about games <talk.lists.test>");
		for my $n (1 .. $load) {
			my $command = $n % int($load / $commands) == 0;
			my $lines = $command ? 0 : int(10 ** (1 + rand 2.5));
			my $body = join "", map { "line $_ of some talk about cannons and horses\n" } 1 .. $lines;
			$body = "resign\nmove 1 H3-E3\n\n$body" if $n % 7 == 0 && !$command;
			my $type = "text/plain; charset=utf-8";
			if ($n % 5 == 1) {
				$type = "multipart/mixed; boundary=b$n";
				$body = "--b$n\nContent-Type: text/html\n\n<p>" . ($body =~ s/\n/<br>\n/gr) .
				    "</p>\n--b$n\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" .
				    ("iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8\n" x ($lines / 4)) . "--b$n--\n";
			}
			open my $file, ">", sprintf "%s/new/%d.t%05d.test", $folder, 1700000000 + $n, $n or die "$!";
			print $file $command ?
			    "From: p$n\@a.test\nTo: riverpost\@localhost\nSubject: signup p$n\n" :
			    "From: Member $n <m" . $n % 40 . "\@b.test>\nTo: talk\@lists.test\nSubject: [talk] signup member$n\n" .
			    $marks[$n % @marks] . "\n";
			print $file "Message-ID: <$n\@load.test>\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n",
			    "MIME-Version: 1.0\nContent-Type: $type\n\n$body";
			close $file;
		}' "$BOX" "$LOAD" "$COMMANDS"
	chown -R "$USER_UID:$USER_GID" "$V/mail"
}
ok "$LOAD letters lie in the mailbox" make_letters
SIZE=$(du -sm "$BOX/new" | cut -f1)
mkdir -m 700 home
cat >home/riverpost.conf <<-E
	poll = 3600
	source "box" {
		kind = imap
		url = "imaps://localhost:$IMAPS/INBOX"
		user = "robot"
		password = "robotpw"
		ca_file = "$T/cert.pem"
	}
E
BEGIN=$(date +%s%N)
"$BUILD/riverpost" --home "$T/home" serve >log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
answered() {
	files_are $COMMANDS home/mail/out
}
ok "all commands are answered" until_true 300 answered
ok "the mailbox is empty" until_true 10 files_are 0 "$BOX/new" "$BOX/cur"
TOOK=$((($(date +%s%N) - BEGIN) / 1000000))
PEAK=$(sed -n 's/^VmHWM:[ \t]*\([0-9]*\).*/\1/p' "/proc/$SERVER_PID/status")
echo "# $LOAD letters, $SIZE MB: $TOOK ms, at most $((PEAK / 1024)) MB of memory"
ok "no answer to anybody else" is "$COMMANDS" "$(find home/mail/out -mindepth 1 -maxdepth 1 -name 'p*' | wc -l | tr -d ' ')"
ok "every letter is in the log" is "$LOAD" "$(grep -c ': letter [0-9a-f]* .*from' log)"
ok "and in Processed" until_true 5 files_are "$LOAD" "$BOX/.Processed/new" "$BOX/.Processed/cur"
is_small() {
	[ "$PEAK" -lt $((64 * 1024)) ]
}
if is_sanitized "$BUILD/riverpost"; then
	skip "the server stays small" "sanitizers are large"
else
	ok "the server stays small" is_small
fi
finish
