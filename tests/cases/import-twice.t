#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# One game in two collections, of which one knows less of its day: stored once, and counted once, in
# whichever order they come.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp qw(tempdir);
use Test::More;
use World;

my $long = 'B3-E3 H10-G8 H1-G3 B10-C8 A1-A2 A10-A9 A2-A1 A9-A10 C4-C5 C7-C6 I1-I2 I10-I9 I2-I1 I9-I10 G4-G5 G7-G6 A1-A2 A10-A9 A2-A3 A9-A8';
my @moves = split / /, $long;
cmp_ok(scalar @moves, '>=', 20, 'a game long enough');

# A score with these tags in the place of the usual ones.
sub score
{
	my (%tag) = (Red => 'Hu Ronghua', Black => 'Yang Guanlin', Date => '1987.06.21', Result => '1-0', moves => $long, @_);
	my $moves = delete $tag{moves};
	return qq([Game "Chinese Chess"]\n) . join('', map { qq([$_ "$tag{$_}"]\n) } sort keys %tag) . "\n$moves $tag{Result}\n\n";
}

# How many of these scores are stored.
sub stored
{
	my (@scores) = @_;
	my $world = World->new;
	my $number = 0;
	for (@scores) {
		open my $file, '>', "$world->{home}/" . ++$number . '.pgn' or die "$!";
		print $file $_;
		close $file;
	}
	$world->call('import', map { "$world->{home}/$_.pgn" } 1 .. $number);
	return ($world, $world->query('SELECT count(*) FROM game'));
}

for (['a day that is not known', 1, { Date => '1987.06.??' }], ['nor the month', 1, { Date => '1987.??.??' }],
	['a year alone', 1, { Date => '1987' }], ['nothing of it', 1, { Date => '????.??.??' }],
	['another day', 2, { Date => '1987.06.22' }], ['another month', 2, { Date => '1987.07.??' }], ['another year', 2, { Date => '1988.??.??' }],
	['another result', 2, { Date => '1987.06.??', Result => '0-1' }], ['another player', 2, { Date => '1987.06.??', Red => 'Li' }],
	['a move more', 2, { Date => '1987.06.??', moves => "$long A3-A2" }]) {
	my ($what, $count, $tags) = @$_;
	for (0, 1) {
		my @scores = (score(), score(%$tags));
		my ($world, $stored) = stored($_ ? reverse @scores : @scores);
		is($stored, $count, $what . ($_ ? ', the other way round' : ''));
	}
}
my ($world, $count) = stored(map { score(Date => $_, moves => 'B3-E3 H10-G8 H1-G3 B10-C8') } '1987.06.21', '1987.06.??');
is($count, 2, 'few moves are played again');
($world, $count) = stored(map { score(Date => $_, Red => '?', Black => '?') } '1987.06.21', '1987.06.??');
is($count, 2, 'nor is it known of nobody');
for ([0, 1], [1, 0]) {
	my @scores = map { score(Date => $_, FEN => 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1', moves => join ' ', ('B3-C3', 'B8-C8', 'C3-B3', 'C8-B8') x 5) } '1987.06.21', '1987.??.??';
	($world, $count) = stored(@scores[@$_]);
	is($count, 1, 'from another start');
}

# The figures.
($world, $count) = stored(score(), score(Date => '1987.06.??'), score(Date => '1987'));
is($count, 1, 'three times the same');
my $pages = tempdir('riverpost-pages-XXXXXX', TMPDIR => 1, CLEANUP => 1);
$world->call('archive', $pages);
open my $page, '<', "$pages/opening/index.html" or die "$!";
like(join('', <$page>), qr{B3-E3</a></th><td>1</td><td>1</td><td>0</td><td>0</td>}, 'is one game in the figures');

# What was played here and comes back with less of a day.
($world) = (World->new);
$world->players;
$world->game;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $turn = 0;
for (@moves) {
	$world->answer($turn++ % 2 ? $wilma : $fred, $_);
	$world->run;
}
$world->answer($turn % 2 ? $wilma : $fred, 'resign');
$world->run;
my $own = $world->call('export', '1');
$own =~ s/\[Date "(\d+)\.(\d+)\.\d+"\]/[Date "$1.$2.??"]/ or fail('a day');
open my $file, '>', "$world->{home}/own.pgn" or die "$!";
print $file $own;
close $file;
like($world->call('import', "$world->{home}/own.pgn"), qr/^0 stored, 1 known already/, 'a game of this server');
done_testing;
