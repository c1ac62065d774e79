#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What the referee says when it is asked: explain, preview, and `judge --explain`.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $chase = '3k5/9/9/8c/9/9/9/7R1/9/5K3';	# a rook follows an unprotected cannon
my @loop = qw(H3-I3 I7-H7 I3-H3 H7-I7);
my $world = World->new;

# What one letter brings; nobody else gets any.
sub asks
{
	my ($name, $from, $text) = @_;
	$world->answer($from, $text);
	my @letters = $world->run;
	diag $world->{log} unless @letters;
	is(join(' ', map { $_->{address} } @letters), $from, "$name: one answer");
	return $letters[0]{body} =~ s/\n(?!\n)(?=[a-z])/ /gr;
}

sub play
{
	for (@_) {
		$world->answer($world->{red_waits} ? $wilma : $fred, $_);
		my @letters = $world->run;
		$world->{red_waits} = !$world->{red_waits};
		diag "$_: $letters[0]{body}" unless @letters == 2;
	}
}

$world->game("--fen=$chase");
like(asks('before any move', $fred, 'explain'), qr/^Before the first move of board 1 there is nothing to explain/m, 'nothing to explain');
play(@loop[0, 1]);
my $body = asks('nothing repeats', $fred, 'explain');
like($body, qr/^Xiangqi Board 1: fred \(Red\) - wilma \(Green\), move 1, I7-H7\. No ruling applies\.$/m, 'the move');
like($body, qr/^  1\. H3-I3  fred: chases the cannon on I7 with the rook on I3$/m, 'a chase');
like($body, qr/^  1\. I7-H7  wilma: permitted: moves away$/m, 'a permitted move');
like($body, qr/^10  /m, 'the board');

$body = asks('preview, nothing to say', $fred, 'preview I3-H3');
unlike($body, qr/referee/, 'nothing is said');
$body = asks('preview of a repetition', $fred, 'preview I3-H3 H7-I7');
like($body, qr/^The referee on H7-I7: the position would occur for the second time\.\s+No ruling applies yet\.$/m, 'announced');
like($body, qr/If this continues, you break the rules: perpetual chase of one piece\. Once a move of yours would make a position occur for the third time, it is refused, and a third attempt loses; if there is no other legal move then, that loses at once\./, 'to whom');
play(@loop[2, 3], @loop[0 .. 3]);
$body = asks('preview of a refused move', $fred, 'preview H3-I3 I7-H7');
like($body, qr/^The referee on H3-I3: the position would occur for the third time\.\s+You may not play H3-I3: perpetual chase of one piece\.$/m, 'refused, and why');
like($body, qr/^Sent as a move it would be your attempt 1; the third loses the game\.$/m, 'what it would count');
like($body, qr/^The moves after it were not examined\.$/m, 'the rest');
$body = asks('again', $fred, 'preview H3-I3');
like($body, qr/would be your attempt 1/, 'a preview counts for nothing');
like(asks('the third occurrence', $wilma, 'explain 1'), qr/^Only fred breaks a rule, and must play something else or lose \(basic principle 4\)\.$/m, 'what is weighed');
$body = asks('an earlier move', $wilma, 'explain 1#2');
like($body, qr/move 2, H7-I7\. No ruling applies yet\.$/m, 'as it stood then');
like($body, qr/^This position has now occurred for the second time\./m, 'with its verdict');
like(asks('a move to come', $wilma, 'explain 1#9'), qr/^There is no move \d+ yet: board 1 has 4 moves so far/m, 'refused');
like(asks('the start', $wilma, 'explain 1#0'), qr/^Before the first move/m, 'nothing to explain');
like(asks('no such board', $wilma, 'explain 77'), qr/77/, 'refused');

my $checks = World->new;
$checks->game('--fen=5k3/7R1/9/9/9/9/9/9/9/3K5');
for ([$fred, 'H9-H10'], [$wilma, 'F10-F9'], [$fred, 'H10-H9']) {
	$checks->answer(@$_);
	$checks->run;
}
$checks->answer($wilma, 'explain');
like(($checks->run)[0]{body}, qr/^fred has used 2 of 3 checks in a row/m, 'how many checks are used');
my $counts = World->new;
$counts->game('--fen=5k3/7R1/9/9/9/9/9/9/9/3K5');
for ([$fred, 'H9-H10'], [$wilma, 'resign']) {
	$counts->answer(@$_);
	$counts->run;
}
for (['explain', 'when the game is over'], ['explain #1', '... of its last move']) {
	$counts->answer($fred, $_->[0]);
	unlike(($counts->run)[0]{body}, qr/checks in a row/, "no checks are counted $_->[1]");
}
$checks->answer($wilma, 'preview F9-F10 H9-H10 F10-F9 H10-H9');
like(($checks->run)[0]{body}, qr/^The referee on H10-H9: fred may not play H10-H9: a\s+fourth\s+consecutive\s+check/m, 'preview of a fourth check');

$checks->answer($wilma, 'resign');
$checks->run;
$checks->answer($wilma, 'explain');
like(($checks->run)[0]{body}, qr/H10-H9\. fred has\s+won:\s+wilma\s+resigned\.$/m, 'a game that a player has ended');

# In a game that is over nobody has to do anything any more.
my $over = World->new;
$over->game("--fen=$chase");
for (map { [$_ % 2 ? $wilma : $fred, $loop[$_]] } 0 .. 3) {
	$over->answer(@$_);
	$over->run;
}
$over->answer($wilma, 'resign');
$over->run;
$over->answer($fred, 'explain');
$body = ($over->run)[0]{body} =~ s/\s+/ /gr;
like($body, qr/That was the second time that this position occurred\. .* Only you break a rule, and would have had to play something else or lose/, 'a loop in a game that is over');
unlike($body, qr/If this continues|Moves that leave/, '... without a warning, and without moves');

# Speech stays speech.
for my $speech ('Explain that!', 'Explain?', 'explain yourself', 'Explain why you moved there.', 'Explain!',
    'Please explain 1 thing to me.') {
	$world->answer($fred, "chat\n\n$speech");
	my %got = map { $_->{address} => $_->{body} } $world->run;
	like($got{$wilma} // '', qr/^\Q$speech\E$/m, "said: $speech");
}
$world->send(from => 'x@c.test', subject => 'explain 1#1');
like(($world->run)[0]{body}, qr/move 1, I7-H7/, 'a stranger may ask');

my $private = World->new;
$private->game("--private --fen=$chase");
$private->send(from => 'x@c.test', subject => 'explain 1');
my ($letter) = $private->run;
unlike($letter->{body} // '', qr/fred|wilma/, 'not about a private game');

# The command line: every move, also before and without a loop.
is($world->call('judge', '--rules=asian', '--explain', "$chase w", qw(F1-F2 I7-I6)), <<'E', 'judge --explain');
none
No ruling applies.
Rules: asian.

Move by move:
  1. F1-F2  Red: permitted: a quiet move
  1. I7-I6  Green: permitted: a quiet move
E
like($world->call('judge', '--rules=asian', '--explain', "$chase w", qw(F1-F2 D10-D9), @loop),
    qr/^Before the loop:\n  1\. F1-F2  Red: permitted: a quiet move\n  1\. D10-D9  Green: permitted: a quiet move\n/m, 'before a loop');
# A draw by a limit of moves shows its figures: a rook walks over 42 points while a guard
# goes to and fro.
my @points = map { my $file = $_; map { ('A' .. 'C', 'G' .. 'I')[$file] . ($file % 2 ? 8 - $_ : $_) } 1 .. 7 } 0 .. 5;
@points = (@points, reverse @points[0 .. 40]);
my @moves = map { ("$points[$_]-$points[$_ + 1]", $_ % 2 ? 'E9-D10' : 'D10-E9') } 0 .. 59;
like($world->call('judge', '--rules=asian', '3ak4/9/9/9/9/9/9/9/9/R2K5 w', @moves), qr/^draw no-capture
The game is a draw: 60 moves by each side without a capture\.
.*^Since the beginning, 60 moves by Red and 60 by Green count\.$/ms, 'the figures of a draw');
done_testing;
