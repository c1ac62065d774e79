#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Mail 18: whom letters did not reach gets his boards when he writes, before his answer; those who
# play against him or have challenged him are told that letters come back, and that he is back.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "outage = 10080\n");
my @letters;

sub run { return @letters = $world->run }
sub to { my ($who) = @_; return grep { $_->{address} eq $who } @letters }
sub said { my ($who) = @_; return join "\n", map { $_->{body} =~ s/\s+/ /gr } to($who) }

# wilma's mail server sends her newest letter back.
sub bounce
{
	my $sender = $world->query("SELECT sender FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
	$world->drop("Return-Path: <>\nFrom: MAILER-DAEMON\@mx.b.test\nTo: $sender\nSubject: failure notice\n"
	    . "Message-ID: <report-$world->{now}\@mx.test>\nDate: Wed, 18 Nov 2026 10:00:00 +0000\n\n<$wilma>:\nNo such mailbox. (#5.1.1)\n");
}

$world->game('--time=30d');
$world->send(from => $barney, subject => 'signup barney secret3');
run();
$world->answer($barney, 'yes');
run();
$world->answer($barney, "challenge wilma");
run();
for (1 .. 3) {
	bounce();
	run();
	$world->pass_time(86400) if $_ < 3;
}
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 1, 'letters to her have stopped');
like(said($fred), qr/letters to wilma are being returned.*board 1\..*clock.* Board 1: your own move is due by \w+ \d+ \w+ [\d:]+ UTC\./s, 'her opponent is told, and when his own move is due');
like(said($barney), qr/letters to wilma are being returned.*may not have seen your challenge: board 2/, 'and so is who has challenged her');
$world->answer($fred, 'B3-E3', to => $world->{last}{$fred});
$world->send(from => $fred, text => "move 1 fred secret1 B3-E3\n");
run();
is(scalar to($wilma), 0, 'a move is not sent to her');
$world->answer($fred, "message wilma\nAre you there?");
run();
is(scalar to($wilma), 0, 'nor is a message');
like(said($fred), qr/Letters to wilma are being returned.*not sent/i, '... and its writer is told so');

$world->send(from => $wilma, subject => 'help');
run();
my @hers = to($wilma);
is(scalar @hers, 3, 'when she writes she gets three letters');
like($hers[0]{body}, qr/^Summary of Xiangqi Board 1\b.*were being returned.*\brC\b/s, 'first her board');
like($hers[0]{body}, qr/B3-E3/, '... with the move that she has missed');
like($hers[1]{body}, qr/^Summary of Xiangqi Board 2\b.*\baccept\b/s, 'then the challenge');
like($hers[2]{body}, qr/commands/, 'then the answer to what she wrote');
like(said($fred), qr/^wilma has written to us.* board 1 as it stands/, 'her opponent is told');
like(said($barney), qr/^wilma has written to us.* your challenge, board 2/, 'and so is who has challenged her');
$world->answer($wilma, 'H10-G8', to => $hers[0]);
run();
like(said($fred), qr/wilma moved H10-G8/, 'an answer to it is played');
$world->send(from => $wilma, subject => 'help');
run();
is(scalar @letters, 1, 'it is told once');

# With another address she was reached all the time.
$world->send(from => $wilma, text => "add wilma secret2 wilma\@home.test\n");
run();
$world->answer('wilma@home.test', 'yes');
run();
$world->query("UPDATE address SET stopped = 1 WHERE address = '$wilma'");
$world->send(from => $wilma, subject => 'help');
run();
is(join(' ', sort map { $_->{address} } @letters), "$wilma wilma\@home.test", 'who had a second address has missed nothing');
# The one who waits is told until when, and may give time in answer to that letter.
$world = World->new(config => "outage = 10080\n");
$world->game('--time=10d');
$world->answer($fred, 'B3-E3');
run();
for (1 .. 3) {
	bounce();
	run();
	$world->pass_time(86400) if $_ < 3;
}
like(said($fred), qr/Board 1: wilma's move is due by \w+ \d+ \w+ [\d:]+ UTC\. To give wilma a week more, answer with: give 1 7d/, 'until when her time runs');
$world->answer($fred, 'give 1 7d');
run();
like(said($fred), qr/You have given wilma an extra 7 days/, '... and the answer gives her more');

done_testing;
