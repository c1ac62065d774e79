#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What a verdict says of a side's moves, taken together, against what it lists of each of
# them: over generated loops (tests/oracle), under `asian` and `cxq`, no summary denies a
# line of its own list.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $build = $ENV{BUILD} // 'build';
my $loops = $build =~ /-san/ ? 30 : 150;
my $world = World->new;
my $piece = qr/(?:rook|horse|elephant|guard|cannon|soldier) (?:that is |now )?on ([A-I]\d+)/;

# The moves of a verdict, { by, text }, and { side => summary }.
sub verdict
{
	my ($text) = @_;
	my (@rounds, %said);
	my ($list, $rest) = $text =~ /^Move by move:\n(.*?)^((?:Red|Green) (?:check|chase|threat|attack|barred|did).*)/ms or return;

	for my $round (split /^(?=Round \d)/m, $list) {
		if ($round =~ /: the same as\s+round (\d+)/) {
			push @rounds, $rounds[$1 - 1];
			next;
		}
		my @moves;
		for (split /^(?=  \d+\. )/m, $round) {
			my ($move, $by, $points) = /^  \d+\. (\S+)  (Red|Green): (.*)/s or next;
			$points =~ s/\s+/ /g;
			push @moves, { move => [split /-/, $move], by => $by, text => $points };
		}
		push @rounds, \@moves;
	}
	$rest =~ s/\s+/ /g;
	$said{$1} = $2 while $rest =~ /\b(Red|Green) ((?:check|chase|threat|attack|barred|did)[^.]*)\./g;
	return [map { @$_ } @rounds], \%said;
}

# Where the piece on a square after move i stands in the end.
sub finally
{
	my ($moves, $i, $square) = @_;
	for (@$moves[$i + 1 .. $#$moves]) {
		$square = $_->{move}[1] if $_->{move}[0] eq $square;
	}
	return $square;
}

# Does what is said of a side fit its moves?
sub fits
{
	my ($moves, $side, $said) = @_;
	my (%chased, $chases, $checks, $kills, $either, $attacks);
	my $all = grep { $_->{by} eq $side } @$moves;
	my $now = $said =~ /on ([A-I]\d+)(?: now|, so it was not chased)/ ? $1 : '';

	$chases = $checks = $kills = $either = $attacks = 0;
	for my $i (0 .. $#$moves) {
		my ($by, $text) = @{$moves->[$i]}{qw(by text)};
		my %here;
		next if $by ne $side;
		my $check = $text =~ /(?:^|; )check /;
		my $kill = $text =~ /threatens mate/;
		$here{finally($moves, $i, $1)} = 1 while $text =~ /(?:chases|what protected|leaves) the $piece/g;
		my $threat = !$check && %here;
		$here{finally($moves, $i, $1)} = 1 while $text =~ /attacks the $piece too, which counts/g;
		$chased{$_}++ for keys %here;
		$checks += $check;
		$chases += $threat ? 1 : 0;
		$kills += $kill;
		$either += $kill || $threat ? 1 : 0;
		$attacks += $text =~ /attacks|threatens/;
	}
	my $of_it = $chased{$now} // 0;

	return $checks == $all if $said =~ /^checked with every move/;
	return $of_it == $all if $said =~ /^(?:chased|threatened) one and the same piece with every move/;
	return $1 == $chases && $2 == $all if $said =~ /^chased with (\d+) of (\d+) moves/;
	return $1 == keys %chased && $chases + $checks >= $all if $said =~ /^chased (\d+) pieces in turn/;
	return $1 == $checks && $chases == 0 if $said =~ /^checked with (\d+) of \d+ moves only, and chased nothing/;
	return $1 == $checks && $2 == $chases if $said =~ /^checked with (\d+) and chased with (\d+) of/;
	return $checks + $chases == $all && $checks > 0 && $chases > 0 if $said =~ /^checked \S+(?: times)? and chased/;
	return $checks > 0 && $checks + $kills >= $all && $chases == 0 if $said =~ /^checked .*threatened mate otherwise/;
	return $kills == $all if $said =~ /^threatened mate with every move/;
	return $either == $all if $said =~ /^threatened mate or chased/;
	return $chases == 0 && $checks == 0 if $said =~ /^did not check or chase/;
	return $chases == 0 && $checks == 0 && $attacks == $all if $said =~ /^attacked only what may be/;
	return $of_it + $1 <= $all if $said =~ /^attacked .*\b(\d+) of \d+\b/;
	return $of_it == 0 if $said =~ /^attacked .*(?:always protected|only offered|only by a king|no move made that attack anew|has not crossed|is pinned and cannot)/;
	return 1 if $said =~ /^(?:attacked .*not always with the piece moved|threatened with every move to take|barred the way)/;
	return 0;
}

# Positions in which a summary did deny its list.
my @cases = (
	['5k3/9/6R1b/8p/9/6B2/9/9/2p1K4/3A5 b', 'C2-B2 G8-E8 I8-G10 E8-G8 G10-I8 G8-E8 I8-G10 E8-G8 G10-I8'],
	['1r2ka3/4a4/b3b4/4R3p/5P3/2R6/4c4/4r4/4A4/2B1KA3 b', 'E4-C4 F6-E6 C4-E4 E6-F6 ' x 2],
);
open my $list, '-|', "$build/tests/oracle/oracle", '-l', '-n', $loops, '-s', $ENV{SEED} // 3 or die "oracle: $!";
while (<$list>) {
	my ($fen, $moves) = split /\t/;
	push @cases, [$fen =~ s/(1+)/length $1/ger, $moves];
}
close $list or die "oracle failed\n";

for my $rules (qw(asian cxq)) {
	my ($seen, @wrong) = 0;
	for (@cases) {
		my ($fen, $moves) = @$_;
		my $text = $world->call('judge', "--rules=$rules", $fen, split ' ', $moves);
		my ($list, $said) = verdict($text) or next;
		$seen++;
		for my $side (sort keys %$said) {
			push @wrong, "$fen $moves:\n$text" unless fits($list, $side, $said->{$side});
		}
	}
	cmp_ok($seen, '>', $loops / ($rules eq 'cxq' ? 5 : 2), "$rules: $seen verdicts tell of moves");
	is(join("\n", @wrong[0 .. ($#wrong < 2 ? $#wrong : 2)]), '', "$rules: no summary denies its list (" . @wrong . ' do)');
}
done_testing;
