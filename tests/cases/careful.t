#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Before a move that is refused, loses or draws by a rule, the letter says so: of the move that
# it shows, in the list of moves, and to who submits it; a move earlier where the last free
# choice is made.  What each move comes to is decided by riverpost-rules(7).

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my %at = (fred => 'fred@a.test', wilma => 'wilma@b.test');

# A game after these moves, fred's first; the letters to each, and the world.
sub after {
	my ($options, @moves) = @_;
	my $world = World->new;
	my @letters;

	$world->game($options);
	for my $i (0 .. $#moves) {
		$world->answer($at{ $i % 2 ? 'wilma' : 'fred' }, $moves[$i]);
		push @letters, map { $_->{ply} = $i + 1; $_ } $world->run;
	}
	return $world, @letters;
}

sub letter_to {
	my ($name, $ply, @letters) = @_;
	my ($letter) = grep { $_->{address} eq $at{$name} && $_->{ply} == $ply } @letters;

	return flat($letter);
}

sub flat { my $text = $_[0]{body} // ''; $text =~ s/\s+/ /g; return $text }

sub answer {
	my ($world, $name, $text) = @_;

	$world->answer($at{$name}, $text);
	my ($letter) = grep { $_->{address} eq $at{$name} } $world->run;
	return flat($letter);
}

subtest 'the only legal move loses' => sub {
	my ($world, @letters) = after('--fen=Crb1ka3/4n3n/3ab4/p1p3R2/9/2P3N2/P8/4B4/4A4/3AK4',
		qw(A10-A9 B10-B9 A9-A10 B9-B10 A10-A9 B10-B9 A9-A10));
	my $choice = letter_to('wilma', 5, @letters);
	my $last = letter_to('wilma', 7, @letters);

	like letter_to('wilma', 3, @letters), qr/B9-B10 your only legal move/, 'the first time it is only that';
	like $choice, qr/Leave the loop now: after B10-B9 and A9-A10 you would have no move that does not lose the game \(B9-B10: perpetual chase of one piece\)\./, 'the last free choice';
	like $choice, qr/or any other move \(/, 'where all moves are free';
	like $last, qr/Careful: B9-B10, your only legal move, would lose the game now: perpetual chase of one piece\./, 'the move itself';
	like $last, qr/B9-B10 your only legal move/, 'the example';
	unlike $last, qr/any other move|have to play something else|Leave the loop/, '… and nothing else is held out';
	like answer($world, wilma => 'moves'), qr/B9-B10 \(would lose the game now: perpetual chase/, 'moves';
	like answer($world, wilma => 'submit B9-B10'), qr/Not played: perpetual chase of one piece\. Sent as a move it would lose the game at once\./, 'submit';
	like answer($world, wilma => 'B9-B10'), qr/fred has won.* The last move was the only legal one, so it was not refused first\./, 'and so it is';
};

subtest 'two attempts are refused, the third loses' => sub {
	my ($world, @letters) = after('--fen=5k3/9/9/9/6c2/8R/9/9/9/3K5',
		qw(I5-G5 G6-H6 G5-H5 H6-G6 H5-G5 G6-H6 G5-H5 H6-G6));
	my $refused = qr/H5-G5 would be refused now: perpetual chase of one piece\./;
	my $moves;

	like letter_to('fred', 8, @letters), qr/Careful: $refused/, 'refused now';
	like letter_to('fred', 8, @letters), qr/or any other move that is not refused/, '… and not held out';
	like answer($world, fred => 'H5-G5'), qr/Careful: $refused/, 'after the first attempt';
	like answer($world, fred => 'moves'), qr/You have \d+ legal moves; 1 more would be refused now:/, '… and not counted among those he has';
	$moves = answer($world, fred => 'H5-G5');
	like $moves, qr/Careful: H5-G5 would lose the game now: perpetual chase of one piece\./, 'after the second';
	unlike $moves, qr/not refused/, '… when none is refused any more';
	like $moves, qr/or any other move that the warning above does not name/, '… and it is not held out';
	$moves = answer($world, fred => 'moves');
	like $moves, qr/H5-G5 \(would lose the game now: perpetual chase of one piece\)/, 'in the list of moves';
	is scalar(() = $moves =~ /would/g), 1, '… and no other move';
	like answer($world, fred => 'submit H5-G5'), qr/Not played:.* Sent as a move it would lose the game at once/, 'submit';
	like answer($world, fred => 'H5-G5'), qr/wilma has won/, 'and so it is';
};

subtest 'asian: the third time loses at once' => sub {
	my ($world, @letters) = after('--rules=asian --fen=4k4/9/9/9/9/9/8p/9/3K5/R8',
		qw(A1-A10 E10-E9 A10-A9 E9-E10 A9-A10 E10-E9 A10-A9 E9-E10));

	like letter_to('fred', 8, @letters), qr/Careful: A9-A10 would lose the game now: perpetual check\./, 'the letter';
	like answer($world, fred => 'moves'), qr/A9-A10 gives check \(would lose the game now: perpetual check\)/, 'moves';
	like answer($world, fred => 'A9-A10'), qr/wilma has won/, 'and so it is';
};

subtest 'cxq: the seventh check loses' => sub {
	my ($world, @letters) = after('--rules=cxq --fen=4k4/9/9/9/9/9/8p/9/3K5/R8',
		qw(A1-A10 E10-E9 A10-A9 E9-E10 A9-A10 E10-E9 A10-A9 E9-E10 A9-A10 E10-E9 A10-A9 E9-E10));

	like letter_to('fred', 12, @letters), qr/Careful: A9-A10, A9-E9 would lose the game now: perpetual check\./, 'the letter';
	unlike letter_to('fred', 10, @letters), qr/Careful/, 'the sixth does not';
	like answer($world, fred => 'moves A9'), qr/A9-A10 gives check \(would lose the game now: perpetual check\)/, 'moves';
	like answer($world, fred => 'A9-A10'), qr/That was number 7 in a row, and 6 are allowed: you lose\./, 'and why the game is lost';
};

subtest 'a permitted loop draws' => sub {
	my ($world, @letters) = after('--fen=5k3/9/9/9/9/9/p8/9/9/3K4R',
		qw(I1-H1 F10-F9 H1-I1 F9-F10 I1-H1 F10-F9 H1-I1));
	my $draws = qr/would end the game in a draw: repetition, with neither side at fault/;

	like letter_to('wilma', 7, @letters), qr/Careful: F9-F10 $draws/, 'the letter';
	like answer($world, wilma => 'moves F9'), qr/F9-F10 \($draws\)/, 'moves';
	like answer($world, wilma => 'submit F9-F10'), qr/Careful: it $draws/, 'submit';
};

done_testing;
