#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# levels.pl GAMES LOWER [HIGHER [WIDTHS [NODES]]]: how a level of the machine scores against
# another (by default the next), in so many games, colours in turn.
#
# Each is fairy-stockfish as riverpost.conf(5) has it by default: so many nodes, six lines, one of
# those within the width by lot.  A game that is not over after 200 plies is decided by what
# 30,000 nodes say: 3 soldiers or more win it.
use strict;
use warnings;
use IPC::Open2;

my ($games, $lower, $higher, $widths, $nodes) = @ARGV;
$higher ||= $lower + 1;
my @nodes = split ' ', $nodes // '200 300 500 1000 3000 10000 50000 300000';
my @widths = split ' ', $widths // '400 250 180 120 80 50 25 0';
my $pid = open2(my $from, my $to, '/usr/games/fairy-stockfish');
srand 7;
$to->autoflush(1);
print $to "uci\nsetoption name UCI_Variant value xiangqi\nsetoption name Threads value 1\nsetoption name Hash value 16\nsetoption name MultiPV value 6\n";

# The lines for the side to move: [move, score], the best first.
sub think
{
	my ($nodes, @moves) = @_;
	my @lines;
	print $to "ucinewgame\nposition startpos" . (@moves ? " moves @moves" : '') . "\ngo nodes $nodes\n";
	while (my $line = <$from>) {
		return @lines if $line =~ /^bestmove/;
		next if $line =~ /bound/ || $line !~ /multipv (\d+) score (cp|mate) (-?\d+).* pv (\S+)/;
		$lines[$1 - 1] = [$4, $2 eq 'cp' ? $3 : $3 > 0 ? 30000 - $3 : -30000 - $3];
	}
	die "the engine has gone\n";
}

# 1: Red wins, 0.5, 0.
sub game
{
	my @levels = @_;
	my @moves;
	while (@moves < 200) {
		my $level = $levels[@moves % 2];
		my @lines = think($nodes[$level - 1], @moves);
		return @moves % 2 if !@lines;
		my @among = grep { $_->[1] >= $lines[0][1] - $widths[$level - 1] } @lines;
		push @moves, $among[rand @among][0];
	}
	my @lines = think(30000, @moves);
	my $red = @lines ? $lines[0][1] : -30000;
	return $red >= 300 ? 1 : $red <= -300 ? 0 : 0.5;
}

my ($score, $drawn, $plies) = (0, 0, 0);
for my $n (1 .. $games) {
	my $result = $n % 2 ? game($higher, $lower) : 1 - game($lower, $higher);
	$score += $result;
	$drawn++ if $result == 0.5;
}
printf "%d against %d: %.1f of %d (%d drawn)\n", $higher, $lower, $score, $games, $drawn;
kill 'TERM', $pid;
