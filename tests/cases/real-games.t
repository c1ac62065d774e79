#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Games that people really played, by letters from the first move to the last,
# with moves written in coordinates, WXF and Chinese by turns; and what
# check-games says of the whole collection.  Needs the collection in
# RIVERPOST_DATA.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Table;
use Test::More;
use World;

plan skip_all => 'RIVERPOST_DATA is not set' unless $ENV{RIVERPOST_DATA};
my $file = "$ENV{RIVERPOST_DATA}/notation.tsv";
my @rows = Table::named($file, qw(result coordinates wxf chinese));
my $report = World->new->call('check-games', '--rules=asian', $file);
Table::fail_at($rows[$1 - 1]{where}, $2) if $report =~ /^illegal (\d+) \d+ (.*)/m;
my %ended = map { ($_ => 1) } $report =~ /^end (\d+) /mg;
like($report, qr/ illegal 0 /, 'check-games finds no illegal move in the collection');

my $number = 0;
my @long = grep { !$ended{$_->{number}} && $_->{length} >= 80 && $_->{length} <= 130 } map {
	my @forms = map { [split ' '] } @$_{qw(coordinates wxf chinese)};
	my $length = @{$forms[0]};
	Table::fail_at($_->{where}, 'a notation has more moves than another') if grep { @$_ != $length } @forms;
	{ number => ++$number, where => $_->{where}, result => $_->{result}, length => $length, forms => \@forms }
} @rows;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

for my $game (@long[0, int(@long / 2), -1]) {
	my $world = World->new;
	$world->game('--rules=asian');
	my ($ply, @wrong) = (0);
	for my $move (@{$game->{forms}[0]}) {
		my ($mover, $other) = $ply % 2 ? ($wilma, $fred) : ($fred, $wilma);
		$world->pass_time(600);
		$world->answer($mover, "$game->{forms}[$ply % 3][$ply]\n\nply $ply");
		my @letters = $world->run;
		push @wrong, "$ply $move: " . ($world->{log} // '')
		    unless @letters == 2 && $world->{last}{$other}{body} =~ /^(?:Check! )?\w+ moved $move /m;
		last if @wrong;
		$ply++;
	}
	is_deeply(\@wrong, [], "a game of $game->{length} plies is played by letters") or diag $game->{where};
	my $loser = $game->{result} eq '1-0' ? $wilma : $fred;
	if ($world->{last}{$fred}{body} !~ /won against|is a draw/) {
		$world->answer($loser, 'resign');
		$world->run;
	}
	$world->send(from => 'x@c.test', subject => 'record 1 iccs');
	my ($letter) = $world->run;
	(my $score = $letter->{parts}[1]{body}) =~ s/\{[^}]*\}|\d+\.\s|\.\.\.|\[.*\]//g;
	my @iccs = grep { /^[A-I]\d-[A-I]\d$/ } split ' ', $score;
	s/([A-I])(\d)/$1 . ($2 + 1)/ge for @iccs;
	is_deeply(\@iccs, $game->{forms}[0], 'and the record has every move');
}

done_testing;
