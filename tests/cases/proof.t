#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who may speak (riverpost-commands(7)): each kind of proof, and each way
# to pretend one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

sub plies
{
	my ($world) = @_;
	return `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT count(*) FROM ply'` + 0;
}

sub begin
{
	my ($config) = @_;
	my $world = World->new(config => $config // '');
	$world->game;
	return $world;
}

# Each way to prove it, from a fresh game: [name, sender, plies played].
my @ways = (
	['Reply-To', sub { my ($w, $l) = @_; $w->send(from => $fred, to => $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['Reply-To in capitals', sub { my ($w, $l) = @_; $w->send(from => $fred, to => uc $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['a display name around it', sub { my ($w, $l) = @_;
		$w->send(from => "Fred <$fred>", to => "\"River, post\" <$l->{'reply-to'}>", text => 'H3-E3') }, 1],
	['the address in another case', sub { my ($w, $l) = @_; $w->send(from => 'Fred@A.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['Message-ID, where Reply-To is ignored', sub { my ($w, $l) = @_;
		$w->send(from => $fred, reply => $l->{'message-id'}, text => 'H3-E3') }, 1],
	['Message-ID, one of two that are answered', sub { my ($w, $l) = @_;
		$w->send(from => $fred, text => 'H3-E3', head => ["In-Reply-To: <x\@a.test> $l->{'message-id'}"]) }, 1],
	['the address with a tag of his', sub { my ($w, $l) = @_;
		$w->send(from => 'fred+x@a.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['an encoded name that hides another address', sub { my ($w, $l) = @_;
		$w->send(from => '=?utf-8?Q?fred=40a.test=20=3Cfred=40a.test=3E?= <x@c.test>', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a group of two', sub { my ($w, $l) = @_;
		$w->send(from => "us: $fred, x\@c.test;", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a comment that holds his address', sub { my ($w, $l) = @_;
		$w->send(from => "x\@c.test ($fred)", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a line end of CR alone between two From lines', sub { my ($w, $l) = @_;
		$w->drop("Subject: x\n" . $w->letter(from => "x\@c.test\rFrom: $fred", to => $l->{'reply-to'}, text => 'H3-E3')) }, 0],
	['a group with an address for its name', sub { my ($w, $l) = @_;
		$w->send(from => "x\@c.test: <$fred>;", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a group of one', sub { my ($w, $l) = @_;
		$w->send(from => "Fred: <$fred>;", to => $l->{'reply-to'}, text => 'H3-E3') }, 1],
	# One address in the whole field, whatever stands beside it.
	(map { my $from = $_; ["From: $from", sub { my ($w, $l) = @_; $w->send(from => $from, to => $l->{'reply-to'}, text => 'H3-E3') }, 1] }
	    "Flint, Fred <$fred>", "Flint; Fred <$fred>", "Flint, Fred, Dr. <$fred>", "$fred, Flint", "Flint, Fred (Bedrock, Inc.) <$fred>",
	    "=?utf-8?Q?Fl=C3=BCnt?=, Fred <$fred>", "Flint: Fred <$fred>"),
	(map { my $from = $_; ["From: $from", sub { my ($w, $l) = @_; $w->send(from => $from, to => $l->{'reply-to'}, text => 'H3-E3') }, 0] }
	    "Flint, Fred <$fred>, Wilma <$wilma>", "Flint, x\@c.test <$fred>", "\"x\@c.test\", Fred <$fred>", "Flint, Fred <fred>",
	    "\"Flint, Fred <$fred>\"", "Flint (<$fred>)", "Flint, (x\@c.test) <$fred>", "Flint, Fred <$fred> <fred>",
	    "Fred \"the Rock <$fred>", "Fred :( <$fred>",
	    # What does not end, and is not seen by counting its marks.
	    "$fred, Flint (\\)", "$fred; (\\)", "$fred, \"Flint \\\"", "<$fred>, Flint \"\\\"", "$fred, x (a \"b) c\""),
	['a route through him', sub { my ($w, $l) = @_;
		$w->send(from => "<\@a.test:$fred>", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['his token with another\'s', sub { my ($w, $l) = @_;
		$w->send(from => $fred, to => "$w->{last}{$wilma}{'reply-to'}, $l->{'reply-to'}", text => 'H3-E3') }, 1],
	['a token behind a percent sign', sub { my ($w, $l) = @_;
		$w->send(from => $fred, to => ($l->{'reply-to'} =~ s/\@/%/r) . '@relay.test', text => 'H3-E3') }, 0],
	['a token in a name only', sub { my ($w, $l) = @_;
		$w->send(from => $fred, to => "\"$l->{'reply-to'}\" <riverpost\@localhost>", text => 'H3-E3') }, 0],
	['password in the Subject', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret1 H3-E3') }, 1],
	['password from elsewhere', sub { my ($w) = @_; $w->send(from => 'inn@c.test', subject => 'xiangqi move 1 fred secret1 H3-E3') }, 1],
	['password in the body', sub { my ($w) = @_; $w->send(from => $fred, subject => 'hello', text => 'move 1 fred secret1 H3-E3') }, 1],
	['once for all', sub { my ($w) = @_; $w->send(from => $fred, text => "as fred secret1\nmove 1 H3-E3") }, 1],
	['as an option', sub { my ($w) = @_; $w->send(from => $fred, text => "move 1 H3-E3 --userid=fred --password=secret1") }, 1],
	['nothing', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 H3-E3') }, 0],
	['a wrong password', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret2 H3-E3') }, 0],
	['the other one\'s password', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret2 H3-E3') }, 0],
	['a password in another case', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred SECRET1 H3-E3') }, 0],
	['a token from another address', sub { my ($w, $l) = @_; $w->send(from => 'x@c.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['the other one\'s token', sub { my ($w) = @_; $w->send(from => $fred, to => $w->{last}{$wilma}{'reply-to'}, text => 'H3-E3') }, 0],
	['a token with one letter changed', sub { my ($w, $l) = @_;
		(my $to = $l->{'reply-to'}) =~ s/(.)\@/($1 eq 'a' ? 'b' : 'a') . '@'/e;
		$w->send(from => $fred, to => $to, text => 'H3-E3') }, 0],
	['two From mailboxes', sub { my ($w, $l) = @_; $w->send(from => "$fred, x\@c.test", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['two From lines', sub { my ($w, $l) = @_;
		$w->send(from => $fred, to => $l->{'reply-to'}, head => ['From: x@c.test'], text => 'H3-E3') }, 0],
	['a look-alike address', sub { my ($w, $l) = @_; $w->send(from => 'fred@a.test.c.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a look-alike letter', sub { my ($w, $l) = @_; $w->send(from => "fr\xd0\xb5d\@a.test", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a display name that looks like the address', sub { my ($w, $l) = @_;
		$w->send(from => "\"$fred\" <x\@c.test>", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['Authentication-Results of nobody we trust', sub { my ($w) = @_;
		$w->send(from => $fred, subject => 'move 1 H3-E3', head => ['Authentication-Results: mx.evil.test; dmarc=pass header.from=a.test']) }, 0],
);
for (@ways) {
	my ($name, $send, $played) = @$_;
	my $world = begin();
	$send->($world, $world->{last}{$fred});
	$world->run;
	is(plies($world), $played, "$name: " . ($played ? 'played' : 'not played')) or diag $world->{log};
	unlike($world->{log}, qr/secret/i, "$name: no password in the log");
}

# The mail server's word.
my $trusting = "auth_server = mx.game.test\n";
my @received = ('Received: from a.test by mx.game.test; Wed, 18 Nov 2026 10:00:00 +0000');
for (
	['dmarc=pass by our own server', ['Authentication-Results: mx.game.test; dmarc=pass header.from=a.test', @received], 'move 1 H3-E3', 1],
	['below our own Received line', [@received, 'Authentication-Results: mx.game.test; dmarc=pass header.from=a.test'], 'move 1 H3-E3', 0],
	['by another server', ['Authentication-Results: mx.evil.test; dmarc=pass header.from=a.test', @received], 'move 1 H3-E3', 0],
	['dmarc=fail', ['Authentication-Results: mx.game.test; dmarc=fail', @received], 'move 1 H3-E3', 0],
) {
	my ($name, $head, $subject, $played) = @$_;
	my $world = begin($trusting);
	# What our server adds stands on top of the letter.
	$world->drop(join("\n", @$head) . "\n" . $world->letter(from => $fred, subject => $subject));
	$world->run;
	is(plies($world), $played, "$name: " . ($played ? 'proof' : 'no proof')) or diag $world->{log};
}
my $world = begin($trusting);
$world->drop("Authentication-Results: mx.game.test; dmarc=fail\n$received[0]\n" .
    $world->letter(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'H3-E3'));
$world->run;
is(plies($world), 0, 'dmarc=fail voids a token');
like($world->{last}{$fred}{body}, qr/may\s+not\s+come\s+from\s+your\s+mail\s+provider\s+\(DMARC\).*\n  as fred PASSWORD\n/s, '… and says so');

# What stands below a command that needs no proof: the answer to the answer does it.
$world = begin();
$world->send(from => $fred, text => "games\nmove 1 H3-E3\n");
my ($unproved) = grep { $_->{address} eq $fred } $world->run;
like($unproved->{body} =~ s/\s+/ /gr, qr/your letter does not prove that it is from you\. To do it, answer this letter with: move 1 H3-E3 /, 'a move below "games": how to make it count');
$world->answer($fred, 'move 1 H3-E3', to => $unproved);
$world->run;
is(plies($world), 1, '... and so it does');

# Ten wrong passwords close that way until the next day; tokens go on working.
$world = begin();
my $board = $world->{last}{$fred};
$world->send(from => 'x@c.test', subject => "move 1 fred guess$_ H3-E3") for 1 .. 10;
$world->run;
$world->send(from => 'x@c.test', subject => 'move 1 fred secret1 H3-E3');
$world->run;
is(plies($world), 0, 'after ten wrong ones the right one is refused');
$world->answer($fred, 'H3-E3', to => $board);
$world->run;
is(plies($world), 1, 'an answer still counts');
$world->pass_time(86400);
$world->answer($wilma, 'H10-G8');
$world->run;
$world->send(from => $fred, subject => 'move 1 fred secret1 H1-G3');
$world->run;
is(plies($world), 3, 'the next day the password counts again');

# A game's token proves for that game only, and for harmless things.
$world = begin();
my $first = $world->{last}{$fred};
$world->answer($fred, 'challenge wilma', to => $first);
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, "move 2 H3-E3", to => $first);
$world->run;
is(plies($world), 0, 'a token of board 1 does not move on board 2');
$world->answer($fred, "set board hanzi", to => $first);
my ($letter) = $world->run;
like($letter->{body}, qr/set board hanzi/, 'but may change how letters look');

# Keys can be changed: letters signed with the last key still count, older ones do not.
$world = begin();
my $asked = $world->{last}{$fred};
$world->call('keys', 'change');
is($world->{status}, 0, 'the operator changes the keys');
$world->answer($fred, 'H3-E3', to => $asked);
$world->run;
is(plies($world), 1, 'a letter sent before still proves who answers it');
$asked = $world->{last}{$wilma};
$world->call('keys', 'change') for 1, 2;
$world->answer($wilma, 'H10-G8', to => $asked);
my @said = $world->run;
is(plies($world), 1, 'after two more changes it does not');
like($said[0]{body} =~ s/\s+/ /gr, qr/The letter you answered is too old to prove anything\. If you mean board 1, your only one, answer this letter with "H10-G8"\./, '... and he is told why, and what helps');
$world->answer($wilma, 'H10-G8');
$world->run;
is(plies($world), 2, '... and it does help');
$world->send(from => $fred, text => 'H3-E3');
@said = $world->run;
like($said[0]{body}, qr/^Which board\? Your line does not name one/m, 'a letter that answers none is not called old');

# A password that stands where none was needed goes to nobody, and the writer is told.
for (["H3-E3\n\nHello!\nfred secret1\n", 'xiangqi'], ["H3-E3\n\nI write move 1 Fred  secret1 H3-E3 now.", 'x'],
    ["H3-E3\nmve 1 fred secret1 H3-E3", 'x'], ["chat 1\n\nfred here, fred again, fred secret1", 'x'],
    ["H3-E3\nsay\nI am fred: secret1.", 'x'], ["H3-E3\n\n| fred\n| secret1", 'x']) {
	my ($text, $subject) = @$_;
	$world = begin();
	$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, subject => $subject, text => $text);
	my @letters = $world->run;
	is_deeply([map { $_->{address} } @letters], [$fred], "a password in a remark, $text: asked about");
	is(scalar(grep { $_->{raw} =~ /secret1/ } @letters), 0, '… and shown to nobody');
	like($letters[0]{body}, qr/fred:?\s+\*{8}|fred$/im, '… but as stars');
	is(plies($world), 0, '… and nothing done');
}
$world = begin();
$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, subject => 'move 1 fred secret1 H3-E3',
    text => "H3-E3\n\nThe word is secret1.");
$world->run;
like($world->{last}{$wilma}{body}, qr/The word is \*{8}\./, 'a word that is the password given: blanked');

# One letter, one speaker: an own password gets nobody an answer about another's games.
$world = begin();
$world->send(from => 'mal@m.test', subject => 'signup mallory secret3');
$world->run;
$world->answer('mal@m.test', 'yes');
$world->run;
$world->answer($fred, 'challenge wilma --private');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, "H3-E3\n\nFor your eyes only");
$world->run;
for my $other ('as mallory secret3', 'show 1 --userid=mallory --password=secret3') {
	$world->send(from => $fred, text => "show 2\nrecord 2\n$other");
	my @letters = $world->run;
	is_deeply([map { $_->{address} } @letters], [$fred], "a forged From and $other: the one it names is answered")
	    or diag map { $_->{raw} } @letters;
	like($letters[0]{body}, $other =~ /^as/ ? qr/counts only on the very first line/ : qr/can speak for one player only/,
	    '… and the other one refused');
}
$world->send(from => 'mal@m.test', text => "help\nshow 2 --userid=fred --password=guess");
is_deeply([map { $_->{address} } $world->run], ['mal@m.test'], 'nor is a password tried for somebody else');
$world->send(from => $wilma, text => "move 1 fred secret1 H3-E3\nmove 1 wilma secret2 H10-G8");
$world->run;
is($world->{status}, 0, 'two passwords in one letter do not stop the server');
is(plies($world), 2, 'and the first one counts');

# A letter that did something is answered, whatever its last line lacks.
$world = begin();
$first = $world->{last}{$fred};
$world->send(from => $fred, subject => $_) for 'resign 1', 'resign 1 fred guess';
$world->run;	# told, for this hour
$world->answer($fred, "H3-E3\nchat 1 fred guess", to => $first);
($letter) = grep { $_->{address} eq $fred } $world->run;
like($letter->{body} // '', qr/Done: "H3-E3"\nRefused: "chat 1 fred \*{8}"\nNot done: your letter does not prove that it is from you\. Please answer\s+one\s+of our letters.*You moved H3-E3/s,
    'a wrong password behind a move: what was done and what was not');

# The token of a letter covers each board that it lists or asks about, at the turn of then.
my $many = begin();
sub outcomes { return join ' ', map { /^(Done|Refused|Not tried): "((?:move )?\d+) / ? "$1($2)" : () } split /\n/, $many->{last}{$wilma}{body} }
$many->answer($fred, "challenge wilma\n" x 3);
$many->run;
$many->answer($wilma, 'accept all');
is(scalar(grep { $_->{address} eq $wilma } $many->run), 1, 'three challenges accepted: one letter');
$many->send(from => $fred, text => join "\n", 'as fred secret1', map { "move $_ H3-E3" } 1 .. 4);
$many->run;
my $lists = $many->{last}{$wilma};
like($lists->{body}, qr/^3 other boards are waiting for you: 1, 2, 3$/m, 'a letter of board 4 lists three that wait');
$many->answer($wilma, "move 1 h10g8\nmove 2 a1a9\nmove 3 h10g8\nmove 3 b10c8\nmove 4 h10g8");
my @to_fred = grep { $_->{address} eq $fred } $many->run;
is(outcomes(), 'Done(move 1) Refused(move 2) Done(move 3) Refused(move 3) Done(move 4)', 'each line of its answer has its own result');
like($many->{last}{$wilma}{body}, qr/^Refused: "move 2 a1a9"\nNot played: the rook on A1 is not yours\.$/m, '... with the reason');
is(scalar @to_fred, 3, '... and three moves were told');
$many->answer($wilma, "2 h10g8\n1 b10c8");
$many->run;
is(outcomes(), 'Done(2) Refused(1)', 'the answer to that answer goes on') or diag $many->{last}{$wilma}{body};
$many->send(from => $fred, text => "as fred secret1\nmove 1 B1-C3\nmove 2 B1-C3");
$many->run;
$many->answer($wilma, "1 b10c8", to => $lists);
$many->run;
like($many->{last}{$wilma}{body}, qr/you\s+answered\s+an\s+older\s+letter/, 'a board listed at an earlier turn: asked');
$many->send(from => $wilma, text => "move 1 b10c8\nmove 2 b10c8");
$many->run;
$lists = $many->{last}{$wilma};
like($lists->{body}, qr/no proof that you wrote it/, 'two lines without proof: one question');
$many->answer($fred, "message wilma\n\nHello");
$many->run;
$many->answer($wilma, "move 1 b10c8\nmove 2 b10c8\nmove 3 b10c8", to => $lists);
$many->run;
is(outcomes(), 'Done(move 1) Done(move 2) Refused(move 3)', 'its answer covers the boards of both lines') or diag $many->{last}{$wilma}{body};
$many->send(from => 'x@c.test', to => $lists->{'reply-to'}, text => 'move 2 A7-A6');
is_deeply([map { $_->{address} } $many->run], [$wilma], 'from another address such a token is nothing, and only she is told');
like($many->{last}{$wilma}{body}, qr/answered from x\@c\.test/, '... whose');

# A token for another board: it is he, and he is told each time.
$world->answer($wilma, 'challenge fred');
$world->run;
$world->answer($fred, 'accept');
$world->run;
for my $time (1, 2) {
	$world->answer($fred, 'resign 2', to => $first);
	($letter) = $world->run;
	like($letter->{body} // '', qr/letter\s+you\s+answered\s+was\s+about\s+something\s+else/s,
	    "an answer about another board, time $time: told so");
}
is(`sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT state FROM game WHERE id = 2'` + 0, 1, 'and nothing done');

# Guessing closes the password way, but not for who has a token besides.
$world = begin();
$first = $world->{last}{$fred};
$world->send(from => 'x@c.test', subject => "move 1 fred guess$_ H3-E3") for 1 .. 10;
$world->run;
$world->answer($fred, 'move 1 fred secret1 H3-E3', to => $first);
$world->run;
is(plies($world), 1, 'a password on top of a token does no harm when that way is closed');
$world = begin();
$world->send(from => $fred, text => 'move 1 H3-E3 --password=secret1');
$world->run;
is(plies($world), 1, 'a password without a userid is the sender\'s');

# From an inn: what resembles a command is not passed on either, and he is told at home.
$world = begin();
$world->send(from => 'x@c.test', text => "move 1 fred secret1 H3-E3\nresgin 1 fred sesame\n");
my @told = $world->run;
is_deeply([map { $_->{address} } @told], [$fred], 'a mistyped line below a password: told to the registered address')
    or diag map { $_->{raw} } @told;
like($told[0]{body}, qr/\n  resgin 1 fred \*{8}\n/, '… what was not understood');
is(plies($world), 0, '… and nothing played');
for my $text ("move 1 fred guess H3-E3\nresgin 1 fred sesame", "move 1 nobody guess H3-E3\nresgin 1",
    "help\nresgin 1 fred sesame") {
	$world->send(from => 'x@c.test', text => $text);
	is(scalar(grep { $_->{body} =~ /resgin|sesame/ } $world->run), 0, 'a stranger is told nothing about it');
}

# A challenge is a matter of two.
$world->answer($wilma, 'challenge fred');
$world->run;
$world->send(from => 'x@c.test', subject => 'games fred');
my ($list) = $world->run;
unlike($list->{body}, qr/Board 2/, 'nobody else sees a challenge');
$world->send(from => $fred, subject => 'games');
($list) = $world->run;
like($list->{body}, qr/Board 2/, 'he who has it does');

# Letters forged in his name do not use up the answers to his own.
$world = begin();
$first = $world->{last}{$fred};
$world->send(from => $fred, subject => 'help') for 1 .. 25;
$world->run;
$world->answer($fred, 'A1-B2', to => $first);
($letter) = $world->run;
like($letter->{body} // '', qr/the rook does not move like that/, 'after 25 forged letters his own is answered');

# dmarc=fail: no stranger is answered or signed up, but a password is a proof.
$world = begin($trusting);
my @fail = ("Authentication-Results: mx.game.test; dmarc=fail", @received);
for my $subject ('help', 'signup eve', 'show 1 --userid=fred --password=secret1') {
	$world->drop(join("\n", @fail) . "\n" . $world->letter(from => 'x@c.test', subject => $subject));
	is(scalar(my @none = $world->run), 0, "dmarc=fail, a stranger's $subject: silence");
}
$world->drop(join("\n", @fail) . "\n" .
    $world->letter(from => 'x@c.test', text => "move 1 fred secret1 H3-E3\nsignup eve"));
my @letters = $world->run;
is(plies($world), 1, 'dmarc=fail from an inn, but with the password: played');
is_deeply([sort map { $_->{address} } @letters], [$fred, $wilma], 'and answered to the registered address');

# A suspended player is told so, and cannot begin anew from that address.
$world = begin();
$world->call('player', 'suspend', 'fred');
$world->run;
open my $config, '>', "$world->{home}/riverpost.conf" or die;
print $config "operator = op\@d.test\n";
close $config;
for (['H3-E3', $world->{last}{$fred}{'reply-to'}], ['signup fred2', 'riverpost@localhost']) {
	$world->send(from => $fred, to => $_->[1], text => $_->[0]);
	@letters = $world->run;
	is(scalar @letters, 1, "suspended, $_->[0]: one answer");
	like($letters[0]{body}, qr/has suspended your account\.\s+Please\s+ask\s+the\s+operator\s\(op\@d\.test\)/, '… that says so, and whom to ask');
	is($world->{status}, 0, '… and the pass ends well');
}
is(plies($world), 0, 'and nothing is played');

# Nobody is told who exists.
$world = begin();
for my $subject ('move 1 fred guess H3-E3', 'move 1 nobody guess H3-E3', 'resign 1', 'resign 99') {
	$world->send(from => 'x@c.test', subject => $subject);
	my @letters = grep { $_->{address} eq 'x@c.test' } $world->run;
	is(scalar @letters, 0, "a stranger gets no answer to: $subject");
}

$world->send(from => 'y@c.test', subject => 'signup barney');
$world->run;
for (['y@c.test', 1], ['x@c.test', 0]) {
	my ($from, $answers) = @$_;
	$world->send(from => $from, subject => 'confirm abcdefgh');
	is(scalar(@letters = $world->run), $answers, "a code that is none, from $from: $answers answers");
}

# What confirms a sign-up: nothing at all, or a word of consent; not what begins like one.
my $newcomer = 0;
for (['', 1], ['Yes, that was me.', 1], ['si', 1], ['Sí, claro', 1], ['да', 1], ["Si.\n\nMario", 1], ['No', 0],
    ['Si no fui yo, olviden esto.', 0], ["Si je ne l'ai pas voulu, oubliez-le", 0], ['Y no fui yo', 0],
    ['Who are you', 0], ['OK, I am out of the office until Monday.', 0], ["Ja, ich bin im\nUrlaub.", 0]) {
	my ($text, $opens) = @$_;
	my $from = 'new' . ++$newcomer . '@n.test';
	$world->send(from => $from, subject => "signup newcomer$newcomer");
	$world->run;
	# His name is no more than that where the letter says so.
	$world->answer($text =~ /(Mario)/ ? "$1 <$from>" : $from, $text, to => $world->{last}{$from});
	$world->run;
	is(`sqlite3 '$world->{home}/riverpost.sqlite' "SELECT count(*) FROM address WHERE address = '$from'"` + 0, $opens,
	    "\"$text\" " . ($opens ? 'confirms' : 'confirms nothing'));
}

# However many guess at once: ten passwords are looked at, and one notice is sent in
# an hour; of commands without a proof one more.
$world = begin();
$world->send(from => "x$_\@c$_.test", subject => "move 1 fred guess8$_ H3-E3") for 1 .. 40;
$world->send(from => $fred, subject => "resign 1") for 1 .. 40;
@letters = $world->run;
is_deeply([map { $_->{address} } @letters], [$fred, $fred], 'forty guesses in one pass and as many forged From: two notices');
is(`sqlite3 '$world->{home}/riverpost.sqlite' "SELECT sum(times) FROM counter WHERE what = 'password'"` + 0, 10,
    'and ten passwords were looked at');
$world->pass_time(3601);
$world->send(from => 'x@c.test', subject => 'resign 1 fred guess8');
@letters = $world->run;
like($letters[0]{body} // '', qr/ten wrong passwords/, 'an hour later it is told that the password way is closed');

# A password is looked at once for all of a letter.
sub cost
{
	my ($times) = @_;
	my $world = begin();
	my $before = (times)[2];
	$world->send(from => $fred, text => "show 1 --userid=fred --password=secret1\n" x $times);
	my @letters = $world->run;
	is(scalar @letters, 1, "a password in $times commands of a letter: an answer");
	return (times)[2] - $before;
}
# Of the processor; a busy machine can make any one measurement long.
my $is_one;
for (1 .. 3) {
	last if $is_one = cost(20) < 6 * cost(1) + 0.2;
}
ok($is_one, 'twenty times the same password cost one');

# --- words that came without proof are not kept, and the letter says so
for (
	["message wilma", 'hi there', 1], ["chat 1", 'Hello', 1], ["note 1", 'my thought', 1], ['move 1 H3-E3', "\nA word for Wilma", 1],
	['move 1 fred wrong1 H3-E3', "\nA word for Wilma", 1], ['move 1 H3-E3', '', 0], ['move 1 H3-E3', "\nThanks,\nFred", 0],
) {
	my ($command, $words, $told) = @$_;
	my $world = begin();
	$world->send(from => $fred, subject => $command, text => $words);
	my ($letter) = $world->run;
	my $body = $letter->{body} =~ s/\s+/ /gr;
	like($body, qr/If it was you, answer this letter with that line/, "$command: is asked about");
	is($body =~ /Your message was not kept; please write it again below that\./ ? 1 : 0, $told, "... and '" . $words =~ s/\s+/ /gr . "' is " . ($told ? 'to be written again' : 'not missed'));
}

# No secret in clear in anything kept.
my $files = `cat '$world->{home}/riverpost.sqlite'* | strings`;
unlike($files, qr/secret1|secret2|guess8/, 'no password in the database');
is((stat "$world->{home}/keys")[2] & 0777, 0600, 'the keys are for us alone');
is((stat "$world->{home}/riverpost.sqlite")[2] & 0777, 0600, 'and so is the database');
done_testing;
