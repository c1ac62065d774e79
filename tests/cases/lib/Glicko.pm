# SPDX-License-Identifier: ISC
#
# Glicko-2, written from the paper (M. Glickman, "Example of the Glicko-2 system", 2013) and
# from what riverpost-commands(7) says beside it; nothing of src/ is used.
#
#	my $all = Glicko::course([red, green, score of Red, ended], ...);
#
# gives for each game, in that order, [[r, rd, s before, r, rd, s after] of Red, of Green].

package Glicko;
use strict;
use warnings;
use List::Util qw(max min);

sub update
{
	my ($r, $rd, $s, $other_r, $other_rd, $score) = @_;
	my ($mu, $phi) = (($r - 1500) / 173.7178, $rd / 173.7178);		# step 2
	my ($mu_j, $phi_j) = (($other_r - 1500) / 173.7178, $other_rd / 173.7178);
	my $g = 1 / sqrt(1 + 3 * $phi_j ** 2 / 3.141592653589793 ** 2);	# step 3
	my $e = 1 / (1 + exp(-$g * ($mu - $mu_j)));
	my $v = 1 / ($g ** 2 * $e * (1 - $e));
	my $delta = $v * $g * ($score - $e);					# step 4
	my $a = log($s ** 2);							# step 5
	my $f = sub {
		my $ex = exp $_[0];
		return $ex * ($delta ** 2 - $phi ** 2 - $v - $ex) / (2 * ($phi ** 2 + $v + $ex) ** 2)
		    - ($_[0] - $a) / 0.5 ** 2;
	};
	# The root by halving, not by the paper's iteration: the same to more digits than count.
	my ($low, $high) = ($a - 20, $a + 20);
	for (1 .. 80) {
		my $middle = ($low + $high) / 2;
		$f->($middle) > 0 ? ($low = $middle) : ($high = $middle);
	}
	$s = exp($low / 2);
	my $star = sqrt($phi ** 2 + $s ** 2);					# step 6
	$phi = 1 / sqrt(1 / $star ** 2 + 1 / $v);				# step 7
	$mu += $phi ** 2 * $g * ($score - $e);
	return (max(100, 1500 + 173.7178 * $mu), min(350, max(45, 173.7178 * $phi)), $s);
}

sub course
{
	my (%now, @all);
	for (@_) {
		my ($red, $green, $score, $ended) = @$_;
		my @before = map {
			my ($r, $rd, $s, $at) = @{$now{$_} // [1500, 350, 0.06, $ended]};
			[$r, min(350, sqrt($rd ** 2 + (173.7178 * $s) ** 2 * ($ended - $at) / 86400 / 4.665)), $s];
		} $red, $green;
		my @after = ([update(@{$before[0]}, @{$before[1]}[0, 1], $score)],
		    [update(@{$before[1]}, @{$before[0]}[0, 1], 1 - $score)]);
		$now{$red} = [@{$after[0]}, $ended];
		$now{$green} = [@{$after[1]}, $ended];
		push @all, [map { [@{$before[$_]}, @{$after[$_]}] } 0, 1];
	}
	return \@all;
}

1;
