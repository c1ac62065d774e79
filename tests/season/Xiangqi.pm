# SPDX-License-Identifier: ISC
#
# The moves of xiangqi, slowly and by themselves: enough to play legal games at random, and
# to write plans that will not come true.  Shares nothing with src/rules.
#
# A board is a list of 90 characters, from A1 to I10, rank by rank; pieces as in a FEN (upper
# case is Red), '.' for none.  A move is written B3-E3.

package Xiangqi;
use strict;
use warnings;

my $start = join '', 'RNBAKABNR', '.' x 9, '.C.....C.', 'P.P.P.P.P', '.' x 18, 'p.p.p.p.p', '.c.....c.', '.' x 9, 'rnbakabnr';
my @straight = ([1, 0], [-1, 0], [0, 1], [0, -1]);
my @aslant = ([1, 1], [1, -1], [-1, 1], [-1, -1]);

sub start
{
	return [split //, $start];
}

sub square
{
	my ($file, $rank) = @_;
	return chr(ord('A') + $file) . ($rank + 1);
}

sub write_move
{
	my ($from, $to) = @_;
	return square($from % 9, int($from / 9)) . '-' . square($to % 9, int($to / 9));
}

sub read_move
{
	my ($text) = @_;
	my ($f1, $r1, $f2, $r2) = $text =~ /^([A-I])(\d+)-([A-I])(\d+)$/ or die "$text is no move";
	return (ord($f1) - 65 + 9 * ($r1 - 1), ord($f2) - 65 + 9 * ($r2 - 1));
}

sub play
{
	my ($board, $text) = @_;
	my ($from, $to) = read_move($text);
	($board->[$from], $board->[$to]) = ('.', $board->[$from]);
}

sub is_own
{
	my ($piece, $side) = @_;
	return $piece ne '.' && ($piece lt 'a') == ($side == 0);
}

# Where the piece could go, its own king's safety apart.
sub targets
{
	my ($board, $from) = @_;
	my $piece = $board->[$from];
	my $side = $piece lt 'a' ? 0 : 1;
	my ($file, $rank) = ($from % 9, int($from / 9));
	my $kind = lc $piece;
	my @to;
	my $try = sub {
		my ($f, $r) = @_;
		return if $f < 0 || $f > 8 || $r < 0 || $r > 9;
		push @to, $r * 9 + $f if !is_own($board->[$r * 9 + $f], $side);
	};
	my $is_palace = sub { $_[0] >= 3 && $_[0] <= 5 && ($side == 0 ? $_[1] <= 2 : $_[1] >= 7) };

	if ($kind eq 'k' || $kind eq 'a') {
		for ($kind eq 'k' ? @straight : @aslant) {
			my ($f, $r) = ($file + $_->[0], $rank + $_->[1]);
			$try->($f, $r) if $is_palace->($f, $r);
		}
	} elsif ($kind eq 'b') {
		for (@aslant) {
			my ($f, $r) = ($file + 2 * $_->[0], $rank + 2 * $_->[1]);
			next if $f < 0 || $f > 8 || $r < 0 || $r > 9 || ($side == 0 ? $r > 4 : $r < 5);
			$try->($f, $r) if $board->[($rank + $_->[1]) * 9 + $file + $_->[0]] eq '.';
		}
	} elsif ($kind eq 'n') {
		for (@straight) {
			my ($f, $r) = ($file + $_->[0], $rank + $_->[1]);
			next if $f < 0 || $f > 8 || $r < 0 || $r > 9 || $board->[$r * 9 + $f] ne '.';
			for my $aside (-1, 1) {
				$try->($_->[0] ? ($f + $_->[0], $r + $aside) : ($f + $aside, $r + $_->[1]));
			}
		}
	} elsif ($kind eq 'p') {
		my $ahead = $side == 0 ? 1 : -1;
		$try->($file, $rank + $ahead);
		if ($side == 0 ? $rank > 4 : $rank < 5) {
			$try->($file - 1, $rank);
			$try->($file + 1, $rank);
		}
	} else {
		for (@straight) {
			my ($f, $r, $screens) = ($file, $rank, 0);
			for (;;) {
				$f += $_->[0];
				$r += $_->[1];
				last if $f < 0 || $f > 8 || $r < 0 || $r > 9;
				my $there = $board->[$r * 9 + $f];
				if ($kind eq 'r') {
					$try->($f, $r);
					last if $there ne '.';
				} elsif ($screens == 0) {
					$try->($f, $r) if $there eq '.';
					$screens++ if $there ne '.';
				} elsif ($there ne '.') {
					$try->($f, $r);
					last;
				}
			}
		}
	}
	return @to;
}

# Is the king of that side attacked, or do the kings face each other?
sub is_in_check
{
	my ($board, $side) = @_;
	my $king = $side == 0 ? 'K' : 'k';
	my ($at) = grep { $board->[$_] eq $king } 0 .. 89;
	my ($other) = grep { $board->[$_] eq ($side == 0 ? 'k' : 'K') } 0 .. 89;

	return 1 if !defined $at;
	if (defined $other && $at % 9 == $other % 9) {
		my ($low, $high) = sort { $a <=> $b } $at, $other;
		return 1 if !grep { $board->[$_] ne '.' } map { $low + 9 * $_ } 1 .. ($high - $low) / 9 - 1;
	}
	for my $from (0 .. 89) {
		next if !is_own($board->[$from], 1 - $side) || $board->[$from] =~ /[kabKAB]/;
		return 1 if grep { $_ == $at } targets($board, $from);
	}
	return 0;
}

sub is_legal
{
	my ($board, $side, $from, $to) = @_;
	my @after = @$board;
	@after[$to, $from] = ($board->[$from], '.');
	return !is_in_check(\@after, $side);
}

# A legal move at random; undef when there is none.  Those in %$not are left out.
sub any_move
{
	my ($board, $side, $not) = @_;
	my @moves;
	for my $from (grep { is_own($board->[$_], $side) } 0 .. 89) {
		push @moves, map { [$from, $_] } targets($board, $from);
	}
	while (@moves) {
		my ($from, $to) = @{splice @moves, int rand @moves, 1};
		my $text = write_move($from, $to);
		next if $not && $not->{$text};
		return $text if is_legal($board, $side, $from, $to);
	}
	return undef;
}

# A game of so many plies, or fewer where a side cannot move.
sub any_game
{
	my ($plies) = @_;
	my $board = start();
	my @moves;
	while (@moves < $plies) {
		my $move = any_move($board, @moves % 2) // last;
		play($board, $move);
		push @moves, $move;
	}
	return @moves;
}

1;
