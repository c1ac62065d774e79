#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The first line of `riverpost judge`, case by case: what no diagram of a rule
# book shows.  The verdicts are argued from riverpost-commands(7).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Table;
use Test::More;
use World;

# Collected loops, where they are at hand, with verdicts by others.
my @collected = map { Table::named("$ENV{RIVERPOST_DATA}/$_", qw(id fen moves rules verdict)) } qw(repetition.tsv rescue.tsv)
    if $ENV{RIVERPOST_DATA};

my $world = World->new;
my $start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
# A rook checks on two ranks; the king has two points.
my $check = '5k3/7R1/9/9/9/9/9/9/9/3K5 w';
my $check4 = 'H9-H10 F10-F9 H10-H9 F9-F10 ';
# A rook follows an unprotected cannon; the same, the cannon to move first.
my $chase = '3k5/9/9/8c/9/9/9/7R1/9/5K3 w';
my $chase4 = 'H3-I3 I7-H7 I3-H3 H7-I7 ';
my $later = '3k5/9/9/8c/9/9/9/8R/9/5K3 b';
my $later4 = 'I7-H7 I3-H3 H7-I7 H3-I3 ';
my $idle4 = 'F1-F2 D10-D9 F2-F1 D9-D10 ';
# The cannon may not leave the file: the kings would face.
my $pinned = '3k5/9/9/9/9/9/r1p6/2pC5/9/3K5 w';
my $pinned4 = 'D3-D4 A4-A3 D4-D3 A3-A4 ';

# The king flees from the rook; its own rook has stood beside the soldier all along,
# and the cannon behind the king attacks it from every second position only.
my $flight = '1r7/5k3/9/9/9/9/9/4K4/2C4Rp/2B2AB2 b';
my $flight4 = 'B10-B3 E3-E2 B3-B10 E2-E3 ';
# The third additional illustration of the rule book, as printed.
my $rounds = '3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w';
my $rounds8 = 'F9-F7 D10-E9 F7-F9 E9-D10 D9-D5 D10-E9 D5-D9 E9-D10 ';

sub loop { return join ' ', ($_[0]) x $_[1] }

# [name, rules, position, moves, first line]
my @cases = (
	['no moves', 'server', $start, '', 'none'],
	['stalemated before a move', 'asian', '3k5/4P4/2P6/9/9/9/9/9/9/4K4 b', '', 'loss green stalemate'],
	['mated before a move', 'cxq', '3k5/3P5/3P5/9/9/9/9/9/9/4K4 b', '', 'loss green checkmate'],
	['dead before a move', 'server', '4ka3/9/9/9/9/9/9/9/9/3K5 w', '', 'draw dead-position'],
	['dead, whatever is played', 'cxq', '4ka3/9/9/9/9/9/9/9/9/3K5 w', 'D1-D2', 'draw dead-position'],
	['spellings', 'server', $start, 'h3e3 H10 G8 H1xG3 i10:h10 I1-H1', 'none'],
	['a letter less, a rank more', 'server', $start, 'H3-E3 H10-G11', 'illegal 2 no-such-square'],
	['no move at all', 'server', $start, 'H3-E3 hello', 'illegal 2 not-a-move'],
	['nobody there', 'server', $start, 'H3-E3 H10-G8 B2-B3', 'illegal 3 no-piece'],
	['the other side', 'server', $start, 'H3-E3 E3-E4', 'illegal 2 not-yours'],
	['a leg', 'server', $start, 'H1-F2', 'illegal 1 blocked'],
	['a decision before a bad move', 'asian', $check, loop($check4, 3) . ' A1-A2', 'loss red perpetual-check'],
	['a bad move before any decision', 'asian', $check, "$check4 A1-A2", 'illegal 5 no-piece'],

	['perpetual check', 'asian', $check, loop($check4, 2), 'loss red perpetual-check'],
	['perpetual check, announced', 'asian', $check, $check4, 'warn loss red perpetual-check'],
	['three checks', 'server', $check, "$check4 H9-H10 F10-F9", 'warn loss red perpetual-check'],
	['a fourth check', 'server', $check, loop($check4, 2), 'refused 7 check-limit'],
	['six checks', 'cxq', $check, "@{[loop($check4, 2)]} H9-H10 F10-F9 H10-H9", 'warn loss red perpetual-check'],
	['a seventh check', 'cxq', $check, "@{[loop($check4, 3)]} H9-H10", 'loss red perpetual-check'],

	['perpetual chase', 'asian', $chase, loop($chase4, 2), 'loss red perpetual-chase'],
	['the chased side completes the loop', 'server', $chase, loop($chase4, 2), 'warn loss red perpetual-chase'],
	['the chaser goes on', 'server', $chase, loop($chase4, 3), 'refused 9 perpetual-chase'],
	['the chaser varies', 'server', $chase, "@{[loop($chase4, 2)]} H3-G3", 'none'],
	['the chaser completes the loop', 'server', $later, loop($later4, 2), 'refused 8 perpetual-chase'],
	['the chased side varies', 'server', $later, "$later4 I7-H7 I3-H3 H7-G7", 'none'],
	['six chases', 'cxq', $chase, "@{[loop($chase4, 2)]} H3-I3 I7-H7 I3-H3", 'warn loss red perpetual-chase'],
	['a seventh chase', 'cxq', $chase, loop($chase4, 4), 'loss red perpetual-chase'],
	['idle first, then a chase', 'asian', $chase, "$idle4 $chase4", 'draw repetition'],
	['idle for the second time', 'asian', $chase, $idle4, 'warn draw repetition'],
	['two idle sides', 'cxq', $chase, loop($idle4, 2), 'draw repetition'],
	['two idle sides, a move less', 'cxq', $chase, substr(loop($idle4, 2), 0, -8), 'warn draw repetition'],
	['an attack along which no capture is legal', 'asian', $pinned, loop($pinned4, 2), 'draw repetition'],
	['whoever flees does not chase with what stood', 'asian', $flight, loop($flight4, 2), 'draw repetition'],
	['and is not refused to', 'server', $flight, loop($flight4, 2), 'draw repetition'],
	['two rounds that nobody loses', 'asian', $rounds, $rounds8, 'draw repetition'],
	['and nobody is refused', 'server', $rounds, $rounds8, 'draw repetition'],
	['a position that no game reaches', 'asian', '4k4/9/9/9/9/4P4/4P4/9/9/3K5 w', 'E4-E5', 'illegal 1 own-piece'],
	['the same without the kings facing', 'asian', $pinned =~ s/3K5/5K3/r, loop($pinned4, 2), 'loss red perpetual-chase'],
);

for my $case (@cases) {
	my ($name, $rules, $fen, $moves, $want) = @$case;
	my ($line) = split /\n/, $world->call('judge', "--rules=$rules", $fen, $moves);
	is($line, $want, $name);
}

# The open points of riverpost-rules(7), with the words there that tell who loses.
# [title, rules, first line, words]
my @points = (
	['A move that both checks and chases', 'asian', 'draw repetition', 'in turn: a draw'],
	['Two rooks on one file, of which the front one steps aside', 'asian', 'loss green perpetual-chase', 'Green chases with every move and loses'],
	["A king's step that frees a pinned piece", 'asian', 'loss red perpetual-chase', 'Red loses'],
	['Chases mixed with cuts', 'asian', 'loss green perpetual-chase', 'Green loses'],
	['Different rounds between the occurrences', 'asian', 'draw repetition', 'is a draw'],
	['Attacks that stand while the king is in check', 'asian', 'draw repetition', 'every other move only: a draw'],
	['A piece that is never saved', 'asian', 'draw repetition', 'there is no chase: a draw'],
	['cxq', 'cxq', 'loss red perpetual-chase', "Red's seventh move in a row loses"],
);
open my $page, '<:encoding(UTF-8)', "$FindBin::Bin/../../man/riverpost-rules.7" or die;
my @written = do { local $/; <$page> =~ /^\.Ss (.+)\n\.Dl (.+)\n\.Dl (.+)\n((?:(?!\.S).*\n)+)/mg };
is(@written / 4, @points, 'every open point with a position is tried');
for my $point (@points) {
	my ($title, $rules, $want, $words) = @$point;
	my ($name, $fen, $moves, $said) = splice @written, 0, 4;
	my ($line) = split /\n/, $world->call('judge', "--rules=$rules", $fen, loop("$moves ", 4));
	is("$name: $line", "$title: $want", "riverpost-rules(7): $title");
	like($said =~ s/\s+/ /gr, qr/\Q$words/, '... as it says there');
}

my ($line) = split /\n/, $world->call('judge', $start, 'B3', 'E3', 'h10', 'g8');
is($line, 'none', 'two squares as two arguments');

is($world->call('judge', '--rules=asian', $chase, split(' ', loop($chase4, 2))), <<'E', 'the explanation, in the words of the letters');
loss red perpetual-chase
Red has lost: perpetual chase of one piece.
Rules: asian.
This position has occurred 3 times.

The rule: Asian rules, article 18: a rook may not chase an unprotected
cannon endlessly.
Move by move:
Round 1, moves 1 to 2
  1. H3-I3  Red: chases the cannon on I7 with the rook on I3
  1. I7-H7  Green: permitted: moves away
  2. I3-H3  Red: chases the cannon on H7 with the rook on H3
  2. H7-I7  Green: permitted: moves away
Round 2, moves 3 to 4: the same as round 1
Red chased one and the same piece with every move: the cannon that is on
I7 now.
Green did not check or chase: permitted.
Only Red breaks a rule and loses (basic principle 4).
E

like($world->call('judge', '--rules=asian', '4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 b',
    split ' ', 'I9-D9 F9-H9 F10-E9 H9-F9 E9-F10 F9-H9 F10-E9 H9-F9 E9-F10'),
    qr/but Red\s+never\s+saved\s+the\s+rook\s+on\s+F9,\s+so\s+it\s+was\s+not\s+chased: permitted,\s+general\s+rule\s+3\./,
    'the rule of rescue is told');

my @refused = ('4k4/9/9/9/9/9/9/9/4A4/R3K4 w', split ' ', 'A1-A10 E10-E9 A10-A9 E9-E8 A9-A8 E8-E9 A8-A9');
like($world->call('judge', @refused) =~ s/\s+/ /gr, qr/Red has made 4 checks in a row with the rook on A9; 3 are allowed\. Moves that are allowed/,
    'a refused check is not said to be the only legal move');

like(scalar `printf 'd\n' | $World::program notation --to=wxf --batch`, qr/^d\terror no position$/, 'a line without a position is none to notation');

my $batch = "$world->{home}/batch";
open my $out, '>:raw', $batch or die "$batch: $!";
print $out "a\t$start\tH3-E3 H10-G8\r\n\n\r\nb\t$start\nc\nd\t9/9 w\tA1-A2\n",
    "g\t4k4/9/9/9/9/9/9/9/9/4K3R w\tE1-D1\n",
    "e\t$chase\t", loop($chase4, 2), "\tmore\nf\t$check\t", loop($check4, 2);
close $out;
is(scalar `$World::program judge --rules=asian --batch < '$batch'`,
    "a\tnone\nb\tnone\nc\terror no position\nd\terror fewer than ten ranks\n" .
    "g\terror the kings face each other\n" .
    "e\tloss red perpetual-chase\nf\tloss red perpetual-check\n", 'a line for each line that is not empty');

SKIP: {
	skip 'RIVERPOST_DATA is not set', 1 unless @collected;
	my @wrong;
	for my $row (@collected) {
		my ($got) = split /\n/, $world->call('judge', "--rules=$row->{rules}", $row->{fen}, $row->{moves});
		$got //= 'nothing';
		push @wrong, "$row->{where}: $got, not $row->{verdict}" unless $got =~ /^\Q$row->{verdict}\E /;
	}
	is_deeply(\@wrong, [], 'collected repetitions');
}
# --- the start position by its name, wherever a position is asked for
is($world->call('moves', 'start'), $world->call('moves', $start), 'moves start');
is($world->call('perft', 'start', 1) =~ s/.*^nodes //msr, "44\n", 'perft start');
is($world->call('judge', 'start', 'B3-E3'), $world->call('judge', $start, 'B3-E3'), 'judge start');
is($world->call('board', 'start', 'B3-E3'), $world->call('board', $start, 'B3-E3'), 'board start');
like($world->call('board', 'start', 'B3-E3'), qr/C/, '... which is a board');

done_testing;
