#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Generated loops as three judges see them: the naive judge, the referee, and an engine,
# where one is installed (fairy-stockfish of Debian; pikafish).  Prints a table and the
# differences, sorted by cause; judges nothing.
#
#	tests/oracle/engines.pl [LOOPS [SEED]]		BUILD=build
#
# An engine says what the last move comes to by searching that move alone: mate, for or
# against its mover, or nought.
use strict;
use warnings;
use IPC::Open2;

my ($loops, $seed) = (@ARGV, 2000, 1)[0, 1];
$seed = 1 if @ARGV < 2;
my $build = $ENV{BUILD} // 'build';
$ENV{PATH} .= ':/usr/games';
# name, what it is told first, its lowest rank
my @engines = (['fairy-stockfish', 'setoption name UCI_Variant value xiangqi', 1], ['pikafish', 'isready', 0]);

sub installed { return grep { -x "$_/$_[0]" } split /:/, $ENV{PATH} }

sub start
{
	my ($name, $first) = @{$_[0]};
	open2(my $from, my $to, $name);
	$to->autoflush(1);
	print $to "uci\n$first\n";
	while (<$from>) { last if /^uciok/ }
	return [$from, $to];
}

# "draw", "loss red", "loss green", or "goes on".
sub ask
{
	my ($pipe, $lowest, $fen, @moves) = @_;
	my ($from, $to) = @$pipe;
	my @uci = map { lc(s/([A-I])(\d+)-([A-I])(\d+)/$1 . ($2 - 1 + $lowest) . $3 . ($4 - 1 + $lowest)/er) } @moves;
	my $last = pop @uci;
	my $red = ($fen =~ / w/) == (@moves % 2);	# has Red made the last move?
	print $to "position fen $fen - - 0 1 moves @uci\ngo depth 2 searchmoves $last\n";
	my $score = '';
	while (<$from>) {
		$score = "$1 $2" if /score (cp|mate) (-?\d+)/;
		last if /^bestmove/;
	}
	return 'draw' if $score eq 'cp 0';
	return $score !~ /^mate/ ? 'goes on' : ($score =~ /-/) == $red ? 'loss red' : 'loss green';
}

sub cause
{
	my ($ours, $theirs, $text) = @_;
	return 'the engine sees no end' if $theirs eq 'goes on';
	return "we find $ours, it finds $theirs" if $ours ne 'draw' && $theirs ne 'draw';
	return 'we find both at fault or neither, it convicts' if $ours eq 'draw';
	return 'perpetual check' if $text =~ /perpetual check\./;
	return 'chase by taking protection away' if $text =~ /by taking away its protection\./;
	return 'chase with checks in the loop' if $text =~ /: (?:answers the check; )?check /;
	return 'chase by discovered attacks' if $text =~ /discovered attack/;
	return 'chase of a protected rook' if $text =~ /protected or not/;
	return 'chase of a piece whose protector cannot take back' if $text =~ /could not take back/;
	return 'plain chase';
}

open my $list, '-|', "$build/tests/oracle/oracle", '-l', '-n', $loops, '-s', $seed or die "oracle: $!";
my @games = map { chomp; [split /\t/] } <$list>;
$_->[0] =~ s/(1+)/length $1/ge for @games;
close $list or die "oracle failed\n";
my @installed = grep { installed($_->[0]) } @engines;
print "no engine is installed\n" unless @installed;
for my $engine (@installed) {
	my $pipe = start($engine);
	my (%table, %causes, %example);
	for (@games) {
		my ($fen, $moves, $naive) = @$_;
		my $text = join '', qx($build/riverpost judge --rules=asian '$fen' $moves);
		my ($ours) = $text =~ /^(draw|loss \w+)/ ? $1 : 'none';
		my $theirs = ask($pipe, $engine->[2], $fen, split ' ', $moves);
		$text =~ s/\s+/ /g;
		$table{"$naive\t$ours\t$theirs"}++;
		next if $ours eq $theirs;
		my $cause = cause($ours, $theirs, $text);
		$causes{$cause}++;
		$example{$cause} //= "$fen | $moves";
	}
	printf "%s, %d loops, seed %d\n\n%-12s%-12s%-12s\n", $engine->[0], scalar @games, $seed, qw(naive referee engine);
	printf "%-12s%-12s%-12s%6d\n", split(/\t/), $table{$_} for sort { $table{$b} <=> $table{$a} } keys %table;
	print "\nDifferences between referee and engine, by cause:\n";
	printf "%6d  %s\n        %s\n", $causes{$_}, $_, $example{$_} for sort { $causes{$b} <=> $causes{$a} } keys %causes;
	print {$pipe->[1]} "quit\n";
}
