# SPDX-License-Identifier: ISC
#
# The scores that a season plays: games that were really played, from a table (columns
# result, coordinates, wxf, chinese), or random ones.  Each is a hash: moves, result (red,
# green, draw), and where known wxf, chinese and the row, where; rules, and ending if its
# last move ends it.

package Scores;
use strict;
use warnings;
use File::Temp;
use Table;
use Xiangqi;

my %results = ('1-0' => 'red', '0-1' => 'green', '1/2-1/2' => 'draw', '*' => 'draw');

sub from_table
{
	my ($path, $length) = @_;
	return map {
		my ($where, $result, @columns) = @$_{qw(where result coordinates wxf chinese)};
		Table::fail_at($where, "$result is no result") unless $results{$result};
		my ($moves, $wxf, $chinese) = map { [split / /] } @columns;
		Table::fail_at($where, 'a notation has more moves than another') if @$wxf != @$moves || @$chinese != @$moves;
		$length && @$_ > $length and $#$_ = $length - 1 for $moves, $wxf, $chinese;
		{ where => $where, result => $results{$result}, moves => $moves, wxf => $wxf, chinese => $chinese };
	} Table::named($path, qw(result coordinates wxf chinese));
}

sub at_random
{
	my ($count, $length) = @_;
	return map { { result => (qw(red green draw))[rand 3], moves => [Xiangqi::any_game($length / 2 + rand $length / 2)] } } 1 .. $count;
}

# What the referee says of each, and so how far it can be played: a refused move ends it
# before, and one that the rules end earlier is left out.
sub judged
{
	my ($program, $rules, @scores) = @_;
	my $fen = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
	my $judge = sub {
		my (@of) = @_;
		my $file = File::Temp->new;
		print $file map { "$_\t$fen\t@{$of[$_]}\n" } 0 .. $#of;
		close $file;
		my @verdicts;
		/^(\d+)\t(.*)/ and $verdicts[$1] = $2 for `$program judge --batch --rules=$rules < $file`;
		return @verdicts;
	};
	my @verdicts = $judge->(map { $_->{moves} } @scores);
	my @before = $judge->(map { [@{$_->{moves}}[0 .. $#{$_->{moves}} - 1]] } @scores);
	my @fit;
	for (0 .. $#scores) {
		my %score = (%{$scores[$_]}, rules => $rules);
		Table::fail_at($score{where}, "$score{moves}[$1 - 1] cannot be played") if $verdicts[$_] =~ /^illegal (\d+)/;
		if ($verdicts[$_] =~ /^refused (\d+)/) {
			$score{moves} = [@{$score{moves}}[0 .. $1 - 2]];
		} elsif ($verdicts[$_] =~ /^(loss|draw)/) {
			my $is_draw = $1 eq 'draw';
			next if $before[$_] =~ /^(?:loss|draw)/;
			my ($reason) = $verdicts[$_] =~ /^(?:draw|loss (?:red|green)) (\S+)/;
			@score{qw(ending is_draw)} = ($reason, $is_draw);
			# Whoever is to move has lost, or this is nothing for a season.
			next if !$is_draw && $reason !~ /^(?:checkmate|stalemate)$/;
		}
		next if @{$score{moves}} < 8;
		push @fit, \%score;
	}
	return @fit;
}

1;
