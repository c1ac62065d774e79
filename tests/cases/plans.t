#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Moves planned ahead: queued, conditional, submitted.

use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# Letters in turn, [who, what he answers]; the texts of the last one's letters, by address.
sub play
{
	my ($world, @letters) = @_;
	my %body;
	for (@letters) {
		my ($who, $text) = @$_;
		$world->answer($who, $text);
		%body = ();
		$body{$_->{address}} .= $_->{body} =~ s/\s+/ /gr for $world->run;
		$world->pass_time(3600);
	}
	return map { $_ => $body{$_} // '' } $fred, $wilma;
}

sub begin
{
	my ($options, @letters) = @_;
	my $world = World->new;
	$world->game($options);
	return $world, play($world, @letters);
}

sub moves
{
	my ($world) = @_;
	my $line = `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT moves FROM game WHERE id = 1'`;
	chomp $line;
	return $line;
}

# --- a queued move

my ($world, %body) = begin('--time=30d+1d', [$fred, 'B3-E3'], [$fred, 'queue B1-C3']);
like($body{$fred}, qr/Queued: B1-C3 will be played as soon as wilma has moved/, 'queued, and shown');
is($body{$wilma}, '', '... and nobody else is told');
$world->pass_time(5 * 86400);
%body = play($world, [$wilma, "H10-G8\n\nHello."]);
is(moves($world), 'B3-E3 H10-G8 B1-C3', 'played at once after the other move');
like($body{$wilma}, qr/You moved H10-G8.*fred answered B1-C3.*: played at once, as planned\./, 'both are told: to the one who moved');
like($body{$fred}, qr/wilma moved H10-G8.*You answered B1-C3.*: played at once, as queued\./, '... and to the one who had planned');
like($body{$_}, qr/It is wilma's turn\./, '... with the board after it') for $fred, $wilma;
my $clock = `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT bank_red, received - committed, letter IS NULL FROM game, ply WHERE ply.game = game.id AND ply = 3'`;
my $before = `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT bank_red FROM game'`;
like($clock, qr/\|0\|1$/m, 'received when the other move was played: no time of his');
%body = play($world, [$wilma, 'G7-G6']);
is(moves($world), 'B3-E3 H10-G8 B1-C3 G7-G6', 'and only once');

# What a queued move comes to: [name, letters, moves, who is told, what].
my @queued = (
	['a piece that takes back', [[$fred, 'B3-E3'], [$fred, 'queue I1-H1'], [$wilma, 'H8-H1']],
	    'B3-E3 H8-H1 I1-H1', $fred, qr/You answered I1-H1 \(R1=2\) and took a cannon: played at once/],
	['one that is not legal then', [[$fred, 'B3-E3'], [$fred, 'queue I1-H1'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8', $fred, qr/you had queued, I1-H1, was not played: a piece of your own is in the way\. It is your turn/],
	['dropped', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$fred, 'unqueue'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8', $fred, qr/It is fred's turn/],
	['replaced, by its older name', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$fred, 'qmove C2+3'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8 H3-H6', $wilma, qr/fred answered H3-H6/],
	['replaced: told', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$fred, 'queue H3-H6']],
	    'B3-E3', $fred, qr/Queued, in place of B1-C3: H3-H6 will be played/],
	['with the move itself', [[$fred, "B3-E3\nqueue 馬八進七"], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8 B1-C3', $wilma, qr/fred answered B1-C3/],
	['a piece that is taken', [[$fred, 'B3-E3'], [$fred, 'queue H1-G3'], [$wilma, 'H8-H1']],
	    'B3-E3 H8-H1', $fred, qr/you had queued, H1-G3, was not played: the cannon on H1 is not yours/],
	['a draw is offered first', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$wilma, "draw\nH10-G8"]],
	    'B3-E3 H10-G8', $fred, qr/B1-C3, was not played, because wilma offers a draw\. It is your turn: to play on, answer with B1-C3\./],
	['a draw is offered below the move', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$wilma, "H10-G8\ndraw"]],
	    'B3-E3 H10-G8', $fred, qr/B1-C3, was not played, because wilma offers a draw\. It is your turn: to play on, answer with B1-C3\./],
	['a draw is offered too soon', [[$fred, 'B3-E3'], [$wilma, "draw\nH10-G8"], [$fred, 'B1-C3'], [$fred, 'queue C4-C5'], [$wilma, "B10-C8\ndraw"]],
	    'B3-E3 H10-G8 B1-C3 B10-C8 C4-C5', $wilma, qr/fred answered C4-C5/],
	['what a draw offer would hold back, not legal', [[$fred, 'B3-E3'], [$fred, 'queue I1-H1'], [$wilma, "draw\nH10-G8"]],
	    'B3-E3 H10-G8', $fred, qr/you had queued, I1-H1, was not played: a piece of your own is in the way/],
	['both sides', [[$fred, 'B3-E3'], [$fred, 'queue B1-C3'], [$wilma, "H10-G8\nqueue B10-C8"]],
	    'B3-E3 H10-G8 B1-C3', $wilma, qr/fred answered B1-C3/],
);
for (@queued) {
	my ($name, $letters, $moves, $who, $want) = @$_;
	my ($played, %said) = begin('', @$letters);
	is(moves($played), $moves, "queue: $name");
	like($said{$who}, $want, '... and told so');
}

# [his letter, why not]
my @refused = (
	['queue B2-B5', qr/Not queued: there is no piece on B2/],
	['queue B1-C5', qr/horse does not move like that/],
	['queue H10-G8', qr/Not queued: the horse on H10 is not yours/],
	['queue B1-C3#9', qr/your next move is number 2, not 9/],
	['unqueue', qr/You have no queued move/],
);
my ($waits) = begin('', [$fred, 'B3-E3']);
$waits->answer($fred, 'queue B1-C3');
$waits->run;
$waits->answer($fred, 'unqueue');
$waits->run;
for (@refused) {
	my ($text, $want) = @$_;
	my %said = play($waits, [$fred, $text]);
	like($said{$fred}, $want, "refused: $text");
	is($said{$wilma}, '', '... and nobody is told');
}
%body = play($waits, [$wilma, 'queue H10-G8']);
like($body{$wilma}, qr/it is your turn already\. To play H10-G8 now, answer this letter with H10-G8, or with "yes"\./, 'refused on turn');
is(moves($waits), 'B3-E3', 'nothing was played');
play($waits, [$wilma, 'yes']);
is(moves($waits), 'B3-E3 H10-G8', '... until he says so');
%body = play($waits, [$fred, 'queue A1-A9']);
like($body{$fred}, qr/it is your turn already\. Send the move itself\./, 'what cannot be played is not offered');

# --- what the referee refuses is not played, and is no attempt

my ($checks, %told) = begin('--fen=3k5/9/9/9/9/9/9/9/9/R4K3', [$fred, 'A1-A10'], [$wilma, 'D10-D9'], [$fred, 'A10-A9'],
    [$wilma, 'D9-D10'], [$fred, 'A9-A10'], [$fred, 'queue A10-A9'], [$wilma, 'D10-D9']);
is(moves($checks), 'A1-A10 D10-D9 A10-A9 D9-D10 A9-A10 D10-D9', 'a fourth check is not played');
like($told{$fred}, qr/you had queued, A10-A9, was not played: .*It does not count as an attempt\. It is your turn\. "preview 1 A10-A9" explains the rule\. You play Red/, '... and its owner is told');
unlike($told{$wilma}, qr/planned/, '... and nobody else');

# A plan that the referee would refuse says so as long as it waits.
($checks, %told) = begin('--fen=3k5/9/9/9/9/9/9/9/9/R4K3', [$fred, 'A1-A10'], [$wilma, 'D10-D9'], [$fred, 'A10-A9'],
    [$wilma, 'D9-D10'], [$fred, "A9-A10, if D10-D9 then A10-A9"]);
like($told{$fred}, qr/1\. if D10-D9 then A10-A9 A10-A9 would break the rules then \(a fourth consecutive check with the same piece\): it is not going to be played\./, 'a plan that will be refused');
is(scalar(() = $told{$fred} =~ /would break the rules then/g), 1, '... once');
unlike($told{$wilma}, qr/break the rules/, '... for its owner alone');

# --- conditional lines

# [name, letters, moves, who is told, what]; the last letter's.
my @plans = (
	['on the line of the move', [[$fred, 'B3-E3, if H10-G8 then B1-C3, if I10-H10 then A1-B1'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8 B1-C3', $wilma, qr/You moved H10-G8 .*fred answered B1-C3 .*: played at once, as planned/],
	['with the number of the move', [[$fred, 'B3-E3#1, if H10-G8 then B1-C3'], [$wilma, 'H10-G8']], 'B3-E3 H10-G8 B1-C3', $fred, qr/You answered B1-C3/],
	['a chain goes on', [[$fred, 'B3-E3, if H10-G8 then B1-C3, if I10-H10 then A1-B1'], [$wilma, 'H10-G8'], [$wilma, 'I10-H10']],
	    'B3-E3 H10-G8 B1-C3 I10-H10 A1-B1', $fred, qr/You answered A1-B1 .*: played at once, as planned/],
	['a tree below the move', [[$fred, "B3-E3\nif H10-G8 then B1-C3\nif b10c8 then h1g3 if a10b10 then i1i2\nIf 炮２平５ then 馬八進七\n\nGood luck!"], [$wilma, 'B10-C8'], [$wilma, 'A10-B10']],
	    'B3-E3 B10-C8 H1-G3 A10-B10 I1-I2', $wilma, qr/fred answered I1-I2/],
	['shown back', [[$fred, "C2=5\nif H8+7 then H8+7, if R9=8 then R9=8\nif c8=5 then h8+7"]],
	    'H3-E3', $fred, qr/Your plan, which nobody else sees: 1\. if H10-G8 then B1-C3, if I10-H10 then A1-B1 2\. if H8-E8 then B1-C3/],
	['private', [[$fred, "B3-E3\nif H10-G8 then B1-C3\n\nHello."]],
	    'B3-E3', $wilma, qr/^(?!.*(?:B1-C3|\bplan|\bif )).*Hello\./],
	['another reply', [[$fred, 'B3-E3, if H10-G8 then B1-C3'], [$wilma, 'B10-C8']],
	    'B3-E3 B10-C8', $fred, qr/You had not planned for this reply, so your plan is cancelled/],
	['another reply, and a queued move', [[$fred, "B3-E3, if H10-G8 then B1-C3\nqueue H1-G3"], [$wilma, 'B10-C8']],
	    'B3-E3 B10-C8 H1-G3', $fred, qr/You answered H1-G3/],
	['replaced', [[$fred, 'B3-E3, if H10-G8 then B1-C3'], [$fred, 'if H10-G8 then H1-G3'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8 H1-G3', $fred, qr/You answered H1-G3/],
	['dropped', [[$fred, 'B3-E3, if H10-G8 then B1-C3'], [$fred, 'if off'], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8', $fred, qr/It is fred's turn/],
	['one half is wrong', [[$fred, "B3-E3\nif H10-G8 then B1-C3\nif B10-C8 then B1-B9\nif H10-G8 then H1-G3\nif H8-H2 then H1-G3"]],
	    '', $fred, qr/Nothing was played and nothing was planned.* 2\. if B10-C8 then B1-B9 B1-B9: the horse does not move like that\. 3\. if H10-G8 then H1-G3 .*: an earlier line answers.* 4\. if H8-H2 .* H8-H2: the cannon is blocked at H3/],
	['both sides', [[$fred, 'B3-E3, if H10-G8 then B1-C3, if I10-H10 then A1-B1'], [$wilma, 'H10-G8, if B1-C3 then I10-H10, if A1-B1 then B10-A8']],
	    'B3-E3 H10-G8 B1-C3 I10-H10 A1-B1 B10-A8', $fred, qr/You answered B1-C3.*wilma answered I10-H10.*You answered A1-B1.*wilma answered B10-A8/],
	['... and what is played at once is no plan any more', [[$fred, 'B3-E3, if H10-G8 then B1-C3'], [$wilma, 'H10-G8, if B1-C3 then I10-H10, if A1-B1 then B10-A8']],
	    'B3-E3 H10-G8 B1-C3 I10-H10', $wilma, qr/^(?!.*if B1-C3).*You answered I10-H10.*Your plan, which nobody else sees \("if off" cancels it\): 1\. if A1-B1 then B10-A8/],
	['not quite a plan', [[$fred, "B3-E3\nif H10-G8, B1-C3"]], '', $fred, qr/if H10-G8, B1-C3.*B3-E3 was not played either.*B3-E3, if H10-G8 then B1-C3 The answer "yes" does just that/],
	['... taken by a yes', [[$fred, "B3-E3\nif H10-G8, B1-C3"], [$fred, 'yes'], [$wilma, 'H10-G8']], 'B3-E3 H10-G8 B1-C3', $fred, qr/You answered B1-C3/],
	['... of which a yes would be none', [[$fred, 'B3-E3'], [$fred, 'if H10-G8 then']], 'B3-E3', $fred, qr/if H10-G8 then MOVE (?!The answer)/],
	['speech', [[$fred, "B3-E3\nIf you play well then I lose.\nIf only!\nIf H10-G8 had been there I'd have lost"]],
	    'B3-E3', $wilma, qr/If you play well then I lose\. If only! If H10-G8 had been/],
	['on turn', [[$fred, 'B3-E3'], [$wilma, 'if B1-C3 then H10-G8']], 'B3-E3', $wilma, qr/it is your turn\. Write your move on the first line/],
	['51 lines', [[$fred, join "\n", 'B3-E3', ('if H10-G8 then B1-C3') x 51]], '', $fred, qr/ 51\. if .* a plan can have at most 50 lines/],
	['by password', [[$fred, "move 1 fred secret1 B3-E3, if H10-G8 then B1-C3"], [$fred, "if 1 fred secret1 H10-G8 then H1-G3"], [$wilma, 'H10-G8']],
	    'B3-E3 H10-G8 H1-G3', $fred, qr/You answered/],
);
for (@plans) {
	my ($name, $letters, $moves, $who, $want) = @$_;
	my ($played, %said) = begin('', @$letters);
	is(moves($played), $moves, "if: $name");
	like($said{$who}, $want, '... and told so');
}
my $named = World->new;
$named->game;
$named->answer($fred, "if H10-G8 then B1-C3");
like(($named->run)[0]{body}, qr/Nothing was planned: it is your turn/, 'if: no move above it');

# The fourth check, of a plan.
my ($plan) = begin('--fen=3k5/9/9/9/9/9/9/9/9/R4K3', [$fred, 'A1-A10, if D10-D9 then A10-A9, if D9-D10 then A9-A10, if D10-D9 then A10-A9'],
    [$wilma, 'D10-D9'], [$wilma, 'D9-D10']);
%body = play($plan, [$wilma, 'D10-D9']);
is(moves($plan), 'A1-A10 D10-D9 A10-A9 D9-D10 A9-A10 D10-D9', 'if: a fourth check is not played');
like($body{$fred}, qr/you had planned, A10-A9, was not played/, '... and its owner is told');

# What waits is in its owner's letters of the game, and nowhere else.
my ($waiting) = begin('', [$fred, join "\n", 'B3-E3, if H10-G8 then B1-C3, if I10-H10 then A1-B1', map { "if $_ then H1-G3" }
    qw(B10-C8 A7-A6 C7-C6 E7-E6 G7-G6 I7-I6)]);
%body = play($waiting, [$fred, 'show 1']);
my $shown = qr/Your plan, which nobody else sees \("if off" cancels it\): 1\. if H10-G8 then B1-C3, if I10-H10 then A1-B1 2\. if B10-C8 then H1-G3 3\./;
like($body{$fred}, qr/$shown.* 5\. if E7-E6 then H1-G3 and 2 more, which "showas 1" shows Subscribers/, 'shown in five lines');
%body = play($waiting, [$fred, 'showas']);
like($body{$fred}, qr/$shown.* 7\. if I7-I6 then H1-G3 Last move: B3-E3, by fred\. You play Red/, 'showas: all');
is(() = $body{$fred} =~ /Your plan/g, 1, '... once');
%body = play($waiting, [$fred, 'queue A1-A2']);
like($body{$fred}, qr/Queued, which nobody else sees \("unqueue" cancels it\): A1-A2, after a reply that is not in the plan\./, 'with the queued move');
$waiting->send(from => 'x@y.test', subject => 'showas fred secret1 1');
is(join(' ', map { $_->{address} } $waiting->run), $fred, 'by password: to the player alone');
$waiting->send(from => $fred, subject => 'showas 1');
unlike($_->{body}, qr/Your plan/, 'not without proof') for $waiting->run;
for (['showas 1', qr/It is wilma's turn/], ['show 1', qr/It is wilma's turn/], ['showas', qr/It is wilma's turn/], ['undo', qr/nothing|no move/i]) {
	%body = play($waiting, [$wilma, $_->[0]]);
	unlike($body{$wilma}, qr/plan|A1-A2|B1-C3/, "the other does not see it: $_->[0]");
}
%body = play($waiting, [$wilma, 'H10-G8']);
like($body{$fred}, qr/You answered B1-C3.*Your plan, which nobody else sees .*: 1\. if I10-H10 then A1-B1 Subscribers/, 'what is left of it');
unlike($body{$wilma}, qr/I10-H10|Your plan/, '... for him alone');
for ([$fred, 'if H10-G8 then B1-C3', 'if'], [$fred, 'queue A1-A2', 'queue']) {
	my ($dropped, $who) = (begin('', [$fred, 'B3-E3'], [$fred, $_->[1]], [$fred, 'undo']))[0];
	my %said = play($dropped, [$wilma, 'accept']);
	like($said{$fred}, qr/Taken back: B3-E3\..* What you had planned or queued on\s+this\s+board\s+was\s+dropped,\s+because moves were taken back\./, "taken back: $_->[2]");
	unlike($said{$wilma}, qr/planned/, '... told to its owner alone');
	%said = play($dropped, [$fred, 'B3-E3'], [$wilma, 'H10-G8']);
	is(moves($dropped), 'B3-E3 H10-G8', '... and it is not played later');
}

# Lines that were not played are in the record, for who planned them.
my ($kept) = begin('', [$fred, "B3-E3\nif H10-G8 then B1-C3, if I10-H10 then A1-B1\nif B10-C8 then H1-G3"], [$wilma, 'H10-G8'], [$wilma, 'G7-G6']);
for ([$fred, 1], [$wilma, 0]) {
	my ($who, $has) = @$_;
	$kept->answer($who, 'record 1');
	my ($letter) = $kept->run;
	my $score = ($letter->{parts}[1]{body} // '') =~ s/\s+/ /gr;
	like($score, qr/G7|g7|Moves|1\./, "$who gets a record");
	is($score =~ /\[%plan if B10-C8 then H1-G3\].*\[%plan if I10-H10 then A1-B1\]/ ? 1 : 0, $has, '... with the lines that were not played: ' . ($has ? 'his' : 'none of the other\'s')) or diag $score;
	is($score =~ /plan/ ? 1 : 0, $has, '... and no word of them else');
}

# --- submitted

my $two = World->new;
$two->game;
$two->answer($fred, "submit B3-E3\n\nHello!");
my @out = $two->run;
is(join(' ', map { $_->{address} } @out), $fred, 'submit: only the sender gets a letter');
like($out[0]{body} =~ s/\s+/ /gr, qr/Not played yet: .* after B3-E3 .*Answer this letter with "confirm" to play it.*your clock keeps running: your time is up on \w+ \d+ \w+ [\d:]+ UTC\. Your message to wilma was not passed on; write it below "confirm": Hello! .* 3 \+-*\.-*.*rC/, '... with the board after it');
is(moves($two), '', '... and nothing is played');
$two->answer($fred, "confirm\n\nHello!");
%body = map { $_->{address} => $_->{body} } $two->run;
is(moves($two), 'B3-E3', 'confirm plays it');
like($body{$wilma}, qr/fred moved B3-E3.*\n(?:.*\n)*fred writes:\nHello!/, '... and the words go with it');
%body = play($two, [$fred, 'confirm']);
like($body{$fred}, qr/There is no move to confirm: your last move, B3-E3, is already played,\s+and\s+it\s+is\s+wilma's\s+turn\./m, 'once');

@refused = (
	["submit B10-B7", qr/does not move like that/],
	['submit B10-C8#7', qr/number/],
	['confirm', qr/There is no move to confirm\. "submit 1 B3-E3" shows/m],
);
for (@refused) {
	my ($text, $want) = @$_;
	my %said = play($two, [$wilma, $text]);
	like($said{$wilma}, $want, "refused: $text");
}
%body = play($two, [$wilma, 'submit H10-G8'], [$wilma, 'submit B10-C8'], [$wilma, 'confirm']);
is(moves($two), 'B3-E3 B10-C8', 'another one takes its place');
%body = play($two, [$fred, 'submit B1-C3'], [$fred, 'H1-G3'], [$wilma, 'G7-G6'], [$fred, 'confirm']);
is(moves($two), 'B3-E3 B10-C8 H1-G3 G7-G6', 'a move takes its place, for good');

# pbmserv's form
my ($veteran) = begin('', [$fred, 'B3-E3'], [$wilma, 'submit A7-A6']);
$veteran->send(from => 'x@y.test', subject => 'confirm 1 fred secret1');
like(($veteran->run)[0]{body}, qr/There is no move to confirm/, 'confirm: not the other\'s');
$veteran->send(from => 'x@y.test', subject => 'xiangqi confirm 1 wilma secret2');
$veteran->run;
is(moves($veteran), 'B3-E3 A7-A6', 'with number, userid and password');

done_testing;
