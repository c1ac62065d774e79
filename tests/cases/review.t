#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Reviews of games: only of one's own that are over, while nobody is helped by it; each position
# is asked about once, whatever ends the server; and the move that lost a rook is named first.
use strict;
use warnings;
use Cwd;
use lib 'tests/cases/lib';
use Test::More;
use World;

my $false = getcwd() . '/tests/tools/false-engine.pl';
my $debians = '/usr/games/fairy-stockfish';
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world;

sub configure
{
	my ($command, $more) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$command' " . ($more // '') . " }\n";
	close $file;
}

# fred and wilma, and a game with these moves.
sub play
{
	my (@moves) = @_;
	my @players = ($fred, $wilma);

	$world->answer($fred, 'challenge wilma --color=red');
	$world->run;
	$world->answer($wilma, 'accept');
	$world->run;
	for my $i (0 .. $#moves) {
		$world->answer($players[$i % 2], $moves[$i]);
		$world->run;
	}
}

sub says
{
	my ($address, $text) = @_;
	$world->answer($address, $text);
	return $world->run;
}

sub html
{
	my ($part) = @_;
	return $part->{body} if ($part->{'content-type'} // '') =~ /^text\/html/;
	return join '', map { html($_) } @{$part->{parts} // []};
}
sub bodies { return join "\n", map { "$_->{address}: $_->{subject}\n$_->{body}" } @_ }
sub sql { return scalar `sqlite3 $world->{home}/riverpost.sqlite "$_[0]"` =~ s/\n$//r }

sub begin
{
	my ($command) = @_;
	$world = World->new(config => "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$command' }\n");
	for ([$fred, 'fred'], [$wilma, 'wilma']) {
		$world->send(from => $_->[0], subject => "signup $_->[1]");
		$world->run;
		$world->answer($_->[0], 'yes');
		$world->run;
	}
}

# --- who may have one, and of what

begin("$false even");
play(qw(H3-E3 H10-G8));
like bodies(says($fred, 'review 1')), qr/Board 1 is not over/, 'not of a game that goes on';
is scalar(grep { $_->{body} =~ /^  rematch .*\n/m && $_->{body} =~ /^  review +tells which moves cost most/m } says($fred, 'resign')), 2, 'the last letter offers one to both, beside another game';
$world->send(from => 'stranger@c.test', subject => 'review 1');
unlike bodies($world->run), qr/will be reviewed|chances/, 'nobody else is answered';
is sql('SELECT count(*) FROM review'), 0, '… and nothing is noted';

configure('/usr/games/none-such');
unlike bodies(says($fred, 'show 1')), qr/^  review/m, 'where there is no program none is offered';
like bodies(says($fred, 'review 1')), qr/No program that could review/, 'without a program it says so';

# --- a review

configure("$false even");
says($fred, 'set html on');
my @out = says($fred, 'review 1');
says($fred, 'set html auto');
like bodies(@out), qr/fred\@a.*Board 1 will be reviewed: a program\s+looks at each of its 3 positions/s, 'it is promised';
my ($letter) = grep { $_->{subject} =~ /review of board 1/ } @out;
ok $letter, 'and comes in the same pass' or BAIL_OUT 'no review';
is $letter->{address}, $fred, '… to the one who asked';
like $letter->{body}, qr/^Review of board 1: fred \(Red\) - wilma \(Green\)\. wilma has won: fred\s+resigned\./m, 'it says which game';
like $letter->{body}, qr/^▅▄▅$/m, '… with its course';
is join(' ', html($letter) =~ /<td><div style="width:\d+px;height:(\d+)px;/g), '25 20 25', '… which HTML draws, as high as the signs are';
like $letter->{body}, qr/in\s+1\s+of\s+1\s+move\s+by\s+fred,\s+and\s+in\s+1\s+of\s+1\s+by\s+wilma/, '… and how often its choice was played';
like $letter->{body}, qr/No move lost much/, '… and that nothing was lost';
my ($score) = grep { ($_->{'content-type'} // '') =~ m{application/x-chess-pgn} } @{$letter->{parts}};
like $score->{body} // '', qr/\[%eval 0\.05\].*\[%eval -0\.05\].*\[%eval 0\.05\]/s, '… the score has what each position is worth to Red';
is sql('SELECT count(*) FROM review'), 0, 'it is not wanted any more';

# in answer to it a command that names no board is about that game; a move is about none
for my $command ('record', 'show', 'review', 'A1-A2') {
	$world->answer($fred, $command, to => $letter);
	like bodies($world->run), $command =~ /A1/ ? qr/is not a move on any of the boards in the letter/ : qr/board\s+1\b/i, "$command in answer to a review";
}
is sql('SELECT count(*) FROM review'), 0, 'nothing is left of these';

# --- ill

configure("$false leave");
says($wilma, 'review 1');
is sql('SELECT tries FROM review'), 1, 'a program that fails is asked again';
like bodies(says($wilma, 'review 1')), qr/on its way already/, '… and the review is wanted once';
$world->pass_time(120);
@out = $world->run;
is bodies(@out), '', '… nobody hears of it';
$world->pass_time(1200);
@out = $world->run;
like bodies(grep { $_->{address} eq $wilma } @out), qr/no review of board 1\nThe review of board 1 could not be made/, 'until it has failed three times';
like bodies(grep { $_->{address} eq 'op@a.test' } @out), qr/ended\s+without\s+an\s+answer/, '… the operator, too';
is sql('SELECT count(*) FROM review'), 0, '… and it is over';

# --- it goes on where it was

configure("$false leave");
says($wilma, 'review 1');
sql("UPDATE review SET found = '7,B3-E3 9,H10-G8 ', tries = 0, next = 0");
configure("$false even");
($letter) = grep { $_->{subject} =~ /review of board 1/ } $world->run;
($score) = grep { ($_->{'content-type'} // '') =~ m{application/x-chess-pgn} } @{$letter->{parts}};
like $score->{body} // '', qr/\[%eval 0\.07\].*\[%eval -0\.09\].*\[%eval 0\.05\]/s, 'what was found is not asked again';

# --- games need their half of the hour

sub used { sql("UPDATE fact SET value = $_[0] WHERE name = 'engine-ms'; UPDATE fact SET value = $world->{now} / 3600 WHERE name = 'engine-hour'") }
configure("$false even", 'seconds_hour = 7200');
used(3_600_000);
unlike bodies(says($fred, 'review 1')), qr/^Review of/m, 'a review waits when half of the hour is used';
like bodies(says($fred, 'challenge bot --color=green')), qr/bot3 moved H3-E3/, '… and a game does not';
says($fred, 'resign');
$world->pass_time(3600);
like bodies($world->run), qr/^Review of board 1/m, '… until the next hour';
configure("$false even");

# --- nobody is helped

play(qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8 B1-C3 C7-C6 G4-G5 G10-E8 A1-A2 D10-E9 A2-D2 A10-B10 I4-I5 I7-I6 H1-H5));
says($wilma, 'resign');
my ($over) = sql('SELECT max(id) FROM game');
play(qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8 B1-C3 C7-C6 G4-G5 G10-E8 A1-A2 D10-E9 A2-D2 A10-B10 I4-I5));
used(3_600_000);
configure("$false even", 'seconds_hour = 7200');
$world->answer($fred, "review $over");
like bodies($world->run), qr/will be reviewed/, 'the first eight moves are everybody\'s';
says($wilma, 'I7-I6');
is sql('SELECT length FROM game ORDER BY id DESC LIMIT 1'), 16, 'the same again';
like bodies(says($wilma, "review $over")), qr/cannot be reviewed now/, 'later ones are not, for either';
like bodies(says($fred, "review $over")), qr/cannot be reviewed now/, '… of the two';
$world->pass_time(3600);
@out = $world->run;
like bodies(@out), qr/fred\@a\S+ Riverpost: no review of board $over\nBoard $over cannot be reviewed now/, '… nor is one sent that was asked for before';
unlike bodies(@out), qr/^Review of/m, '… although it is ready';
is sql('SELECT count(*) FROM review'), 0, '… and it is wanted no more';
configure("$false even");
says($wilma, 'resign');
like bodies(says($wilma, "review $over")), qr/will be reviewed/, '… until that game is over';

# --- by a program that knows the game

SKIP: {
	skip 'Debian has its program elsewhere, or it is not installed', 2 if !-x $debians;
	configure($debians);
	play(qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-I2 B10-C8 I2-D2 C7-C6 D2-D10 E10-D10));
	says($fred, 'resign');
	($over) = sql('SELECT max(id) FROM game');
	($letter) = grep { $_->{subject} =~ /review of board/ } says($fred, "review $over");
	like $letter->{body} // '', qr/^5\. D2-D10, by fred: fred's chances fell from \d+ % to \d+ %\. Better was/m, 'the rook that was given away is named';
	like $letter->{body} // '', qr/cost\s+most:\s+5\. D2-D10/, '… first';
}
# --- the operator's look at a player: from move 9 on, what the program would have played
begin("$false even");
play(qw(A4-A5 A10-A9 I4-I5 A9-A10 C4-C5 I10-I9 E4-E5 I9-I10 A5-A6 A10-A9 A6-A7 A9-A10 I5-I6 I10-I9 D1-E2 I9-I10),
    qw(H3-E3 H10-G8 H1-G3 B10-A8 E2-D1 I10-H10 D1-E2));
like $world->call('player', 'agreement', 'fred'), qr/^from move 9 on, among the program's first two: fred 0 of 0, opponents 0 of 0$/, 'not of a game that goes on';
says($wilma, 'resign');
is $world->call('player', 'agreement', 'Fred'), "board 1: fred 2 of 4 (50 %), wilma 2 of 3 (67 %)\nfrom move 9 on, among the program's first two: fred 2 of 4 (50 %), opponents 2 of 3 (67 %)\n", 'each move is asked about';
is sql('SELECT count(*) FROM review'), 0, '… and nobody is told';
for my $wrong (['fred', '0'], ['fred', '201'], ['fred', 'x'], ['nobody']) {
	$world->call('player', 'agreement', @$wrong);
	isnt $world->{status}, 0, "refused: @$wrong";
}
configure("$false chess");
$world->call('player', 'agreement', 'fred');
isnt $world->{status}, 0, 'a program that knows no xiangqi';

done_testing;
