#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Moves in the letters and words that stand in a language's folder of templates: by
# `riverpost notation --from=LANGUAGE`, and by letter.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $world = World->new;

# [--from, moves, what is printed]
for my $case (
	['vi', 'P2-5 M8.7', 'H3-E3 H10-G8'],
	['vi', 'C2=5', ''],
	['vi', 'Xe 1 tấn 1', 'I1-I2'],
	['ru', 'П2=5', 'H3-E3'],
	['de', 'K2=5 P8+7', 'H3-E3 H10-G8'],
	['de', 'C2=5', ''],
	['en', 'C2=5', 'H3-E3'],
	['wxf', 'C2=5', 'H3-E3'],
	['wxf', "C2=5\x{c2}\x{b1} H8+7 ! H2+3\xe2\x96\xa1 R9=8 \xe2\x88\x93", 'H3-E3 H10-G8 H1-G3 I10-H10'], # ± □ ∓
	['wxf', "! C2=5", ''],
	['wxf', 'П2=5', ''],
	['tlh', 'C2=5', ''],
) {
	my ($from, $moves, $want) = @$case;
	my ($line) = split /\n/, $world->call('notation', '--to=coordinates', "--from=$from", 'start', split ' ', $moves);
	like($line // '', qr/^\Q$want\E$/, "$from: $moves") if $want ne '';
	unlike($line // '', qr/^[A-I]\d/, "$from: $moves") if $want eq '';
}

# [language, what fred writes, what he reads]
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
for my $case (
	['en', "Cannon 2 = 5\n\nHello!", qr/You moved H3-E3 \(C2=5\)/],
	['en', "M2.3", qr/You moved H1-G3 .*\n(?!I read)/],
	['en', "C2.5", qr/You moved H3-E3 \(C2=5\)\.\n(?!I read)/],
	['en', "Pháo 2 bình 5", qr/You moved H3-E3/],
	['en', "move 1 fred secret1 Cannon 2 = 5", qr/You moved H3-E3/],
	['en', "Пушка 2=5", qr/You moved H3-E3/],
	['en', "Pferd 2 vor 3", qr/You moved H1-G3/],
	['vi', "M8t7", qr/ B1-C3 \(/],
	['en', "Cannon 2 is strong", qr/set language en/],
	['en', "K2=5", qr/Not played: you have no king on file 2\.\nWith the piece letters of Deutsch .*\n\n  H3-E3\n/s],
	['en', "J1-J2", qr/There is no square J1: files are A to I\./],
	['en', "E4-E6", qr/Not played: the soldier .*\nA soldier goes one step forward, for example from E4 to E5\.\n"moves E4" /],
	['en', "H2-E2", qr/If you meant ICCS.* H3-E3/s],
) {
	my ($language, $text, $want) = @$case;
	my $board = World->new;
	$board->game;
	$board->answer($fred, "set language $language\n$text\n");
	$board->run;
	like($board->{last}{$fred}{body}, $want, "$language: $text");
	like($board->{last}{$wilma}{body}, qr/Hello!/, 'the words go on') if $text =~ /Hello/;
	is($board->{last}{$wilma}{body} =~ /fred moved/ ? 1 : 0, 0, 'speech is no move') if $text =~ /strong/;
}
# As chess programs write moves: ranks count from 0 or from 1, whichever makes a legal one.
for my $case (
	["Che2\n\nHello!", qr/You moved H3-E3 \(C2=5\)/],
	["Che3", qr/You moved H3-E3 \(C2=5\)/],
	["Ng2", qr/You moved H1-G3 /],
	["Ra2", qr/"Ra2" can be several moves\..*\n\n  A1-A2\n  A1-A3\n/s],
	["Ce2", qr/"Ce2" can be several moves\..*\n\n  B3-E3\n  H3-E3\n/s],
	["Chxe4", qr/Refused: "Chxe4"\nNot played: a piece of your own is in the way\./],
	["I was told that Che2 is strong", qr/\n\n  H3-E3\n/],
) {
	my ($text, $want) = @$case;
	my $board = World->new;
	$board->game;
	$board->answer($fred, $text);
	$board->run;
	like($board->{last}{$fred}{body}, $want, $text);
	like($board->{last}{$wilma}{body}, qr/Hello!/, 'the words go on') if $text =~ /Hello/;
	unlike($board->{last}{$wilma}{body}, qr/C[eh]|Ra2/, 'nothing of it goes to the other player');
}

# Who is shown moves in ICCS writes them so.  Rooks on A1 and A2: [line, …, what fred reads in the
# end, the move that was played]
for my $case (
	['A1-D1', qr/can mean more than one move\. .*\n  iccs A1-D1\n  iccs A0-D0\n/s, ''],
	['show 1', qr/^Moves are in ICCS: its rank 0 is rank 1 of the board\.\n\n +A +B/m, ''],
	['moves 1', qr/rook on A2: .*^Moves are in ICCS: its rank 0 is/ms, ''],
	['a1 d1', qr/\n  iccs A1-D1\n  iccs A0-D0\n/, ''],
	['A1-D1', 'iccs A1-D1', qr/You moved A1-D1 \(A2-D2 on the board\)/, 'A2-D2'],
	['A1-D1', 'iccs A0-D0', qr/You moved A0-D0 \(A1-D1 on the board\)/, 'A1-D1'],
	['A0-B0', qr/You moved A0-B0/, 'A1-B1'],
	['F1-F2', qr/there is no piece on F2\..* ranks of the board, which begin with 1, .*\n  iccs F0-F1\n/s, ''],
	['F1-F2', 'yes', qr/You moved F0-F1/, 'F1-F2'],
	['I think a0b0', qr/\n  iccs A0-B0\n/, ''], ['I think a0b0', 'yes', qr/You moved A0-B0/, 'A1-B1'],
	['submit A1-A5', 'confirm', qr/You moved A1-A5/, 'A2-A6'],
	['R++4', qr/You moved A1-A5/, 'A2-A6'],
) {
	my ($played, $want, @lines) = reverse @$case;
	my $board = World->new;
	$board->game('--fen=3k5/9/9/9/9/9/9/9/R8/R4K3');
	for my $line ('set notation iccs', 'show 1', reverse @lines) {
		$board->answer($fred, $line);
		$board->run;
	}
	my $name = 'ICCS: ' . join ', then ', reverse @lines;
	like($board->{last}{$fred}{body}, $want, $name);
	my ($moves) = `sqlite3 '$board->{home}/riverpost.sqlite' 'SELECT moves FROM game'` =~ /^(.*)$/m;
	is($moves // '', $played, "$name: the move");
}
# What would be another move in other letters is told: a soldier and a cannon on file 3.
{
	my $board = World->new;
	$board->game('--fen=4k4/9/6C2/9/6P2/9/9/9/9/3K5');
	$board->answer($fred, 'P3+1');
	$board->run;
	like($board->{last}{$fred}{body} =~ s/\s+/ /gr, qr/You moved G6-G7 .* I read P3\+1 with the WXF piece letters; with those of Tiếng Việt it would be G8-G9\./, 'a move with another sense');
}
# What a letter shows as an example is that move when it is sent back.
for my $fen ('3k5/9/9/9/9/9/9/9/R8/R4K3', '') {
	my $board = World->new;
	$board->game($fen ne '' ? "--fen=$fen" : ());
	$board->answer($fred, $_), $board->run for 'set notation iccs', 'show 1';
	my ($example) = $board->{last}{$fred}{body} =~ /^  (\S.*?)  +or any other move/m;
	unlike($board->{last}{$fred}{body}, qr/other move \([^)]*[A-I]\d+-[A-I]/, 'coordinates are not among the other ways');
	$board->answer($fred, $example);
	$board->run;
	like($board->{last}{$fred}{body}, qr/You moved \Q@{[$example =~ s{^iccs }{}r]}\E /, "the example $example");
}
done_testing;
