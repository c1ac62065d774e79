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
	['en', "M2.3", qr/You moved H1-G3 .*\nI read M2\.3 with the piece letters of Tiếng Việt; with others/],
	['en', "C2.5", qr/You moved H3-E3 \(C2=5\)\.\n(?!I read)/],
	['en', "Pháo 2 bình 5", qr/You moved H3-E3/],
	['en', "move 1 fred secret1 Cannon 2 = 5", qr/You moved H3-E3/],
	['en', "Пушка 2=5", qr/You moved H3-E3/],
	['en', "Pferd 2 vor 3", qr/You moved H1-G3/],
	['vi', "M8t7", qr/You moved (?:B1-C3|M8\+7)/],
	['en', "Cannon 2 is strong", qr/set language en/],
	['en', "K2=5", qr/Not played: there is no piece there\.\nWith the piece letters of Deutsch .*\n\n  H3-E3\n/s],
	['en', "J1-J2", qr/There is no square J1: files are A to I\./],
	['en', "E4-E6", qr/Not played: the soldier .*\nA soldier goes one step forward, from E4 to E5\.\n"moves E4" /],
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
done_testing;
