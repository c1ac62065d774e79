#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Answers to letters that list boards: each line is about the board whose number it begins with, and
# words go to nobody but that board's other player.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $kim = 'kim@k.test';
my %address = map { $_ => "$_\@x.test" } qw(ann bob liz pam);
my $world;

# kim plays Red against ann (1), bob (2), liz (3), pam (4), and asks for the list.
sub begin
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	for (['kim', $kim], map { [$_, $address{$_}] } sort keys %address) {
		$world->send(from => $_->[1], subject => "signup $_->[0]");
		$world->run;
		$world->answer($_->[1], 'yes');
		$world->run;
	}
	for (sort keys %address) {
		$world->answer($kim, "challenge $_ --color=red");
		$world->run;
		$world->answer($address{$_}, 'accept');
		$world->run;
	}
	# Asked for from a letter of bob's board.
	$world->answer($kim, 'games', to => $world->{last}{$kim});
	$world->run;
}

sub moves { return join ' ', map { s/\|/:/r } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT id, moves FROM game ORDER BY id"` }

# Who was told which words: "ann: hello".
sub told
{
	my @said;
	for my $letter (@_) {
		my ($name) = $letter->{address} =~ /^(\w+)/;
		push @said, map { "$name: " . s/\s+/ /gr } $letter->{body} =~ /^kim writes:\n(.*?)\n\*\*\*/msg if $name ne 'kim';
	}
	return join '; ', sort @said;
}

for (
	['marks behind the number', "1: b3e3\n2. b3e3\n3) b3e3\n4 - b3e3", '1:B3-E3 2:B3-E3 3:B3-E3 4:B3-E3', ''],
	['words behind the moves', "1 b3e3 nice one\n2: b3e3, good luck\nboard 3 b3e3\n4 - b3e3 - see you", '1:B3-E3 2:B3-E3 3:B3-E3 4:B3-E3', 'ann: nice one; bob: good luck; pam: - see you'],
	['words below the moves', "1 b3e3\nGood luck, ann\n\n3 b3e3\nhello liz\nhow are you?", '1:B3-E3 2: 3:B3-E3 4:', 'ann: Good luck, ann; liz: hello liz how are you?'],
	['a greeting above', "Hi,\n\n4 b3e3\n", '1: 2: 3: 4:B3-E3', ''],
	['two on a line', "1 b3e3; 2 b3e3\n3 b1c3, 4 b3e3", '1:B3-E3 2:B3-E3 3:B1-C3 4:B3-E3', ''],
	['other commands', "1: draw\n2 b3e3\n3 moves\n4: resign", '1: 2:B3-E3 3: 4:', ''],
) {
	my ($name, $text, $moves, $said) = @$_;
	begin();
	$world->answer($kim, $text);
	my @letters = $world->run;
	is(moves(), $moves, "$name: what is played");
	is(told(@letters), $said, "$name: who reads which words");
	unlike(join("\n", map { $_->{body} } grep { $_->{address} eq $kim } @letters), qr/do not understand|Not done|Which board/, "$name: nothing is sent back");
}

# What is no move is asked about, and goes to nobody.
for (
	['two moves for one board', "1 b3e3\n3 b3e3 b1c3"],
	['a question', "1 b3e3\n3 b1c3?"],
	['a move in words', "2 cannon b3 to e3", "2 b3-e3"],
	['a slip', "1 b3e3\n3 mesage liz hello"],
) {
	my ($name, $text, $form) = @$_;
	begin();
	$world->answer($kim, $text);
	my @letters = $world->run;
	is(moves(), '1: 2: 3: 4:', "$name: nothing is played");
	is(scalar(grep { $_->{address} ne $kim } @letters), 0, "$name: nobody else hears of it");
	like((grep { $_->{address} eq $kim } @letters)[0]{body}, defined $form ? qr/Did you mean this\?.*\n  \Q$form\E\n/s : qr/do not understand|am not sure/, "$name: he is asked");
}

begin();
$world->answer($kim, '2 cannon b3 to e3');
$world->run;
$world->answer($kim, 'yes');
$world->run;
is(moves(), '1: 2:B3-E3 3: 4:', 'a yes to what was meant plays it there');

# In an answer to the letter of one board, which names others that wait, "1." is the number of a move.
begin();
$world->send(from => $address{pam}, text => "as pam\nundo 4");
$world->send(from => $kim, subject => 'show 4');
$world->run;
$world->answer($kim, "1. b3e3\n3 times I have tried it", to => $world->{last}{$kim});
is(told($world->run), 'pam: 3 times I have tried it', 'words that begin with a number are words');
is(moves(), '1: 2: 3: 4:B3-E3', '... and the move is played on the board of the letter');

# Words alone are for no board: the list is of all.
begin();
$world->answer($kim, 'hello there');
my @letters = $world->run;
is(told(@letters), '', 'words in answer to a list go to nobody');
$world->answer($kim, "7 b3e3 hello");
is(told($world->run), '', 'nor do those with a number that it does not list');

# What was done on one board is not denied by the Subject, for what was refused on another.
for ('1 b3b9', '9 b3e3') {
	begin();
	$world->answer($kim, "$_\n2 resign");
	my ($letter) = grep { $_->{address} eq $kim } $world->run;
	like($letter->{body}, qr/^Done: "2 resign"$/m, "$_, then a resignation: it is done");
	unlike($letter->{subject}, qr/Nothing was done|Not (?:done|played)/, '... and the Subject does not deny it') or diag $letter->{body};
}

done_testing;
