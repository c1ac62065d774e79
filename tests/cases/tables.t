#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Tables from outside that are spoilt: whatever reads them names file, row and what it
# cannot use, and ends with 1.
use strict;
use warnings;
use utf8;
use open qw(:std :utf8);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;
my $build = $ENV{BUILD} // 'build';
my $folder = tempdir(CLEANUP => 1);
$ENV{RIVERPOST_DATA} = $folder;

my %program = (
	oracle => "$build/tests/oracle/oracle -n 0",
	map({ $_ => "$build/tests/unit/$_" } qw(game/record mail/reader_data rules/fen rules/movegen rules/notation_games
	    rules/referee/article rules/referee/repeat speak/speech)),
	map({ $_ => "GAMES=1 perl tests/cases/$_" } qw(judge.t real-games.t season.t)),
);

my $check = "5k3/7R1/9/9/9/9/9/9/9/3K5 w";
my $check4 = 'H9-H10 F10-F9 H10-H9 F9-F10';
my $diagram_names = "id\tfen\tlead_in\tloop\tloop_in_book_notation\tverdict\tloser\tarticle\tabout";
my $loop_names = "id\tfen\tmoves\trules\tverdict\twhy";
my $gold = 'letters/commands/gold.tsv';
# As they should be: the names of the columns, if they have any, and a row.
my %good = (
	'asian-diagrams.tsv' => [$diagram_names, "AXF-1\t$check\t\t$check4\t\tloss\tred\t6\tchecks"],
	'repetition.tsv' => [$loop_names, "check\t$check\t$check4\tasian\tloss red\tRed checks"],
	# The first move leads into the loop, and takes a cannon.
	'rescue.tsv' => [$loop_names, "rescue\t4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 b\tI9-D9 F9-H9 F10-E9 H9-F9 E9-F10\tasian\tdraw\tnever saved"],
	'perft.tsv' => ["id\tfen\tdepth\tnodes", "start\trnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\t1\t44"],
	'notation.tsv' => ["result\tcoordinates\twxf\tchinese", "1-0\tH3-E3 H10-G8\tC2=5 H8+7\t炮二平五 馬８進７"],
	'tandem.tsv' => ["fen\tmove\twxf_1997\twxf_2018\txqbase\tchinese", "3aka3/6P2/9/6P2/9/6P2/9/9/9/3K5 w\tG9-F9\tP+.4\t13=4\tP+.4\t前兵平四"],
	'talk/sentences.tsv' => ["en\tWhat a day!\tsomebody", "en\tGood luck.\tsomebody"],
	$gold => ["file\tcommand\tdecoys", "a.eml\tmove 7 h2e2\tresign 7"],
);
my @judges = qw(rules/referee/article rules/referee/repeat oracle);
my %readers = (
	'asian-diagrams.tsv' => ['rules/fen', @judges],
	'repetition.tsv' => ['oracle', 'judge.t'],
	'rescue.tsv' => ['oracle', 'judge.t'],
	'perft.tsv' => ['rules/movegen'],
	'notation.tsv' => [qw(game/record rules/notation_games real-games.t season.t)],
	'tandem.tsv' => ['rules/notation_games'],
	'talk/sentences.tsv' => ['speak/speech'],
	$gold => ['mail/reader_data'],
);

# [what is wrong, table, the third line of it, what is said after FILE:3:, by whom if not by all]
my @spoilt = (
	['a cut row', 'asian-diagrams.tsv', "x\t$check\t\tH9-H10", '4 columns, not 9'],
	['a cut row', 'repetition.tsv', "x\t$check\t$check4", '3 columns, not 6'],
	['a cut row', 'rescue.tsv', "x\t$check", '2 columns, not 6'],
	['a cut row', 'perft.tsv', "x\t9/9", '2 columns, not 4'],
	['a cut row', 'notation.tsv', "1-0\tH3-E3 H10-G8\tC2=5 H8+7", '3 columns, not 4'],
	['a cut row', 'tandem.tsv', $check, '1 columns, not 6'],
	['a cut row', 'talk/sentences.tsv', 'en', '1 columns, not 2'],
	['a cut row', $gold, "a.eml\tmove 7", '2 columns, not 3'],

	['a bad FEN', 'asian-diagrams.tsv', "x\t9/9 w\t\t$check4\t\tloss\tred\t6\t", 'x: 9/9 w: fewer than ten ranks'],
	['a bad FEN', 'repetition.tsv', "x\t9/9 w\t$check4\tasian\tdraw\t", 'x: 9/9 w: fewer than ten ranks', 'oracle'],
	['a bad FEN', 'rescue.tsv', "x\t9/9 w\t$check4\tasian\tdraw\t", 'x: 9/9 w: fewer than ten ranks', 'oracle'],
	['a bad FEN', 'perft.tsv', "x\t9/9 w\t1\t44", 'x: 9/9 w: fewer than ten ranks'],
	['a bad FEN', 'tandem.tsv', "9/9 w\tG9-F9\t\t\t\t", '9/9 w: fewer than ten ranks'],

	['nobody to move', 'asian-diagrams.tsv', "x\t$check\t\tA5-A6\t\tloss\tred\t6\t", 'x: A5-A6 cannot be played: no-piece', @judges],
	['nobody to move', 'repetition.tsv', "x\t$check\tH9-H10 F9-F8\tasian\tdraw\t", 'x: F9-F8 cannot be played: no-piece', 'oracle'],
	['nobody to move', 'rescue.tsv', "x\t$check\tA5-A6\tasian\tdraw\t", 'x: A5-A6 cannot be played: no-piece', 'oracle'],
	['nobody to move', 'notation.tsv', "1-0\tA5-A6\tC2=5\t炮二平五", '1-0: A5-A6 cannot be played: no-piece', qw(game/record rules/notation_games)],
	['nobody to move', 'notation.tsv', "1-0\tA5-A6\tC2=5\t炮二平五", '1-0: A5-A6', qw(real-games.t season.t)],
	['nobody to move', 'tandem.tsv', "$check\tA5-A6\t\t\t\t", "$check: A5-A6 cannot be played: no-piece"],

	['an unreadable move', 'asian-diagrams.tsv', "x\t$check\tH9-H10\tF10-Q9\t\tloss\tred\t6\t", 'x: F10-Q9 is no move', @judges],
	['an unreadable move', 'repetition.tsv', "x\t$check\t$check4 hello\tasian\tdraw\t", 'x: hello is no move', 'oracle'],
	['an unreadable move', 'rescue.tsv', "x\t$check\tH9-\tasian\tdraw\t", 'x: H9- is no move', 'oracle'],
	['an unreadable move', 'notation.tsv', "1-0\tH3E\tC2=5\t炮二平五", '1-0: H3E is no move', qw(game/record rules/notation_games)],

	['no loop', 'asian-diagrams.tsv', "x\t$check\t\tH9-H10\t\tloss\tred\t6\t", 'x: no loop', @judges],
	['no loop', 'rescue.tsv', "x\t$check\tH9-H10 F10-F9 H10-H9\tasian\tdraw\t", 'x: no loop', 'oracle'],
	['too many moves', 'repetition.tsv', "x\t$check\t@{[($check4) x 20]}\tasian\tdraw\t", 'x: H9-H10: more than 56 moves', 'oracle'],
	['no rule set', 'rescue.tsv', "x\t$check\t$check4\tusual\tdraw\t", 'x: usual is no rule set', 'oracle'],
	['no verdict', 'rescue.tsv', "x\t$check\t$check4\tasian\tloss\t", 'x: loss is no verdict', 'oracle'],
	['no loser', 'asian-diagrams.tsv', "x\t$check\t\t$check4\t\tloss\twhite\t6\t", 'x: white is no loser', 'rules/referee/repeat'],
	['no loser', 'asian-diagrams.tsv', "x\t$check\t\t$check4\t\tloss\twhite\t6\t", 'x: loss white is no verdict', 'oracle'],
	['a move too few', 'notation.tsv', "1-0\tH3-E3 H10-G8\tC2=5 H8+7\t炮二平五", '1-0: H10-G8 is not in column 4', 'rules/notation_games'],
	['a move too few', 'notation.tsv', "1-0\tH3-E3 H10-G8\tC2=5 H8+7\t炮二平五", '1-0: a notation has more moves', qw(real-games.t season.t)],
	['no number', 'perft.tsv', "x\t$check\tone\t44", 'x: no depth and count'],
	['no such letter', $gold, "b.eml\tmove 7 h2e2\tresign 7", 'b.eml: No such file'],
	['a long line', 'rescue.tsv', 'x' x 20_000, 'the line is too long', 'oracle'],
	['a long line', 'talk/sentences.tsv', 'x' x 20_000, 'the line is too long'],
);

sub write_file
{
	my ($name, @lines) = @_;
	make_path(dirname("$folder/$name"));
	open my $file, '>', "$folder/$name" or die "$folder/$name: $!";
	print $file map { "$_\n" } @lines;
	close $file;
}

# Each reader ends with 1, and has said so.
sub refuses
{
	my ($name, $said, @programs) = @_;
	for (@programs) {
		my $text = `$program{$_} 2>&1`;
		ok($? == 256 && index($text, $said) >= 0, "$_: $name")
		    or diag "ended with $?, without \"$said\":\n", substr $text, -1000;
	}
}

write_file($_, @{$good{$_}}) for keys %good;
write_file('letters/commands/a.eml', 'From: fred@a.test', '', 'move 7 h2e2');
my $text = `$program{oracle} 2>&1`;
is($?, 0, 'oracle: rows as they should be') or diag $text;

write_file('rescue.tsv', @{$good{'rescue.tsv'}}, "x\t$check\t$check4\tasian\tdraw\t");
refuses('another verdict in rescue.tsv', "$folder/rescue.tsv:3: x: ", 'oracle');
write_file('rescue.tsv', @{$good{'rescue.tsv'}});

for (@spoilt) {
	my ($name, $table, $row, $said, @programs) = @$_;
	write_file($table, @{$good{$table}}, $row);
	refuses("$name in $table", "$folder/$table:3: $said", @programs ? @programs : @{$readers{$table}});
	write_file($table, @{$good{$table}});
}
for my $table (sort keys %good) {
	write_file($table);
	refuses("$table is empty", "$folder/$table:", @{$readers{$table}});
	unlink "$folder/$table";
	refuses("$table is missing", $table eq $gold ? "$folder/letters/commands: no letter" : "$folder/$table: No such file", @{$readers{$table}});
	write_file($table, @{$good{$table}});
}
done_testing;
