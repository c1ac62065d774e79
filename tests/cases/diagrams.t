#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What verdicts say of diagrams of the Asian rule book (seed 000), beside what the book
# prints: the article under which it files the diagram, and its remark, in our words.
# Taken from the book by hand; never from what the program says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Table;
use Test::More;
use World;

my $world = World->new;
# diagram => [where, diagram, position, lead-in, loop, loser]
my %loop = map { $_->[1] => $_ } Table::rows('tests/data/asian-loops.tsv', 5);

# diagram => [the article's number, what is said]
my %want = (
	1 => [6, 'Red checked with every move.', 'Perpetual check is worse than perpetual chase: Red loses (basic principle 3).'],
	2 => [6, 'Red checked with every move.', 'answers the check; attacks the rook on E1 with the cannon on H1, but that attack stood before'],
	# "Black's check and idle sequence is permissible."
	5 => [8, 'Red: check by a discovered attack of the cannon on E2', 'Green checked 2 times', 'permitted', 'as kings and soldiers may'],
	# "Red is making perpetual kill", by four checks and more.
	9 => [9, 'Red threatened mate with every move: permitted, article 9.'],
	10 => [10, 'Green threatened mate with every move'],
	# "Red chariot makes a chase on the black cannon after one or more checks."
	13 => [12, 'chases the cannon on I1 with the rook on H1', 'Red checked 12 times and chased 8 times, in turn: permitted, article 12.'],
	# "The red cannon is making perpetual chase on the black chariot (though protected)."
	18 => [15, 'chases the rook on D2, protected or not, with the cannon on F2'],
	# "Black's moves produce a 'chase and idle' loop."
	19 => [15, 'Green chased with 2 of 4 moves only (the cannon now on C2): permitted.'],
	# "Two red cannons ...; the black chariot chases the red horse or the crossed-river pawn on alternate moves."
	# "Even if the chariot, in turn, makes two consecutive chases ..., the cannons still may not"
	21 => [15, 'by a discovered attack of the cannon on H2', 'Green chased with 2 of 4 moves only (the cannon now on H2): permitted.'],
	25 => [15, 'Green chased 3 pieces in turn', 'no one piece on every move: permitted, article 32.'],
	26 => [16, 'Red chased 2 pieces in turn (the rook now on A1, the rook now on I1), no one piece on every move: permitted, article 16.'],
	# "Red chases the protected cannon on consecutive moves."
	29 => [17, 'attacks the cannon on H2 with the rook on H3, but the rook on G2 protects it', 'always protected: permitted, article 17.'],
	30 => [17, 'Green threatened mate with every move: permitted, article 9.'],
	# "Black is not violating the rules for making the alternate check and chase."
	37 => [18, 'Green checked 2 times and chased 2 times, in turn: permitted, article 12.', 'Only Red breaks a rule and loses (basic principle 4).'],
	39 => [19, 'takes away what protected the horse on G9', 'always by taking away its protection: the horse that is on G9 now', 'A chase by new attacks alone weighs more than threats made by taking protection away: Red loses',
	    'with the rook on B9 and by a discovered attack of the cannon on A9'],
	41 => [19, 'by a discovered attack of the cannon on A9; chases the elephant on E8 with the horse on C7'],
	# "The red chariot is not violating the rules with the alternate chase and idle."
	42 => [20, 'chases the rook on F7, protected or not, with the horse on H6', 'by a discovered attack of the cannon on G9', 'Red chased with 2 of 4 moves only (the cannon now on G9): permitted.'],
	45 => [21, 'Green chased with 2 of 4 moves only (the horse now on G7): permitted.'],
	# "Alternate check and chase, or alternate chase on two different pieces"
	50 => [23, 'attacks the rook on D4 too, but a check is a check only', 'permitted, article 12.'],
	51 => [24, 'attacks the rook on G10 with the rook on G7, which it could take too: an offer to exchange', 'only offered an exchange: permitted, article 24.'],
	# "The black cannon cannot leave the base line to capture the red cannon."
	53 => [24, 'chases the cannon on C10 with the cannon on C5'],
	# "it is protected on one move"
	54 => [24, 'but it was protected after 2 of 4: permitted, article 24.'],
	55 => [24, 'chases the horse on G8 with the horse on F6'],
	57 => [25, 'chases the guard on F8 by a discovered attack of the cannon on F1'],
	59 => [25, 'chases the soldier on I5 by a discovered attack of the cannon on I1'],
	60 => [25, 'which is no chase: that soldier has not crossed the river', 'but a soldier that has not crossed the river may be chased: permitted, article 25.'],
	61 => [26, 'chases the rook on C3 by a discovered attack of the cannon on H3', 'A chase by new attacks alone weighs more'],
	# "The black chariot's movement is confined to the central line."
	63 => [27, 'the cannon on B5 could be taken with the rook on E5, were that not pinned', 'permitted, article 27.'],
	65 => [27, 'chases the rook on F6 with the rook on H6'],
	66 => [27, 'protected after 2 of 4: permitted, article 27.'],
	67 => [28, 'attacks the cannon on F1 with the king on F2, as kings and soldiers may', 'permitted, article 28.'],
	69 => [29, 'with the soldier on I9, as kings and soldiers may', 'permitted, article 29.'],
	# "Red makes perpetual chase on the black horse with a pawn-cannon combination."
	70 => [29, 'with 2 of 4 by a king or soldier: permitted, article 29.'],
	# "not only the red king, but also one of the red horses"
	71 => [30, 'chases the soldier on E1 by a discovered attack of the horse on D3, besides the king on E2'],
	# "Perpetual chase on the red cannon by the pawn is permissible."
	75 => [31, 'attacks the cannon on D2 with the soldier on D3, as kings and soldiers may'],
	# "The black elephant, being pinned down, is not capable of protecting the black cannon."
	83 => [34, 'whose protector, the elephant on E8, could not take back', 'Green threatened mate with every move: permitted, article 9.'],
	85 => [34, 'could not take back'],
	# "the two red chariots are repeatedly attacking a real-rooted cannon"
	86 => [35, 'always protected: permitted, article 35.'],
	89 => [35, 'by a discovered attack of the cannon on A5 and with the rook on A7, but the cannon on I9 protects it'],
	A1 => ['additional illustration 1', 'always by taking away its protection: the horse that is on C2 now'],
	# "the unprotected cannon is deflecting the 'chase'"
	A2 => ['additional illustration 2', 'attacks the cannon on H4 with the rook on H1, but that attack stood before', 'permitted, additional illustration 2.'],
	A3 => ['basic principle 2', 'Both sides break the same rule: a draw (basic principle 2).'],
);

for my $id (sort keys %want) {
	my (undef, undef, $fen, $lead, $loop, $loser) = @{$loop{$id}};
	my ($article, @said) = @{$want{$id}};
	$article = "articles? (?:$article|\\d+ and $article)" if $article =~ /^\d+$/;
	my $text = $world->call('judge', '--rules=asian', $fen, split(' ', join ' ', $lead, ($loop) x 3));
	my ($verdict) = split /\n/, $text;
	$text =~ s/\s+/ /g;
	like($verdict, $loser eq '-' ? qr/^draw / : qr/^loss $loser /, "diagram $id: the result");
	like($text, qr/The rule: Asian rules, $article\b/, "diagram $id: the article");
	like($text, qr/\Q$_\E/, "diagram $id: $_") for @said;
}
done_testing;
