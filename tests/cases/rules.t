#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The three rule sets in play: what letters announce, refuse, count down to and
# decide.  Positions are of the rule book's kind, with few pieces, stated here.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# A game from a position; fred plays Red.
sub start
{
	my ($rules, $fen) = @_;
	my $world = World->new;
	$world->game("--rules=$rules --fen=$fen");
	return $world;
}

# Both sides' moves in turn; returns the letters of the last one.
sub play
{
	my ($world, @moves) = @_;
	my @letters;
	for (@moves) {
		my $who = $world->{red_waits} ? $wilma : $fred;
		$world->answer($who, $_);
		@letters = $world->run;
		diag "$_: $world->{log}" unless @letters == 2;
		$world->{red_waits} = !$world->{red_waits} if @letters == 2;
	}
	return @letters;
}

# A rook checks a bare king on the E file from both sides, for ever.
my $checks = '4k4/9/9/9/9/9/8p/9/3K5/R8';

# server: three checks in a row are counted, the fourth is refused.
my $world = start('server', $checks);
play($world, 'A1-A10');
like($world->{last}{$wilma}{body}, qr/^Check! fred moved A1-A10/m, 'check is said');
like($world->{last}{$wilma}{body}, qr/fred has used 1 of 3 checks in a row with the rook on A10/, 'one of three');
play($world, qw(E10-E9 A10-A9));
like($world->{last}{$fred}{body}, qr/^You have used 2 of 3 checks/m, 'two of three');
play($world, qw(E9-E10 A9-A10));
like($world->{last}{$wilma}{body}, qr/fred has used 3 of 3 checks/, 'three of three');
play($world, 'E10-E9');
$world->answer($fred, 'A10-A9');
my ($letter) = $world->run;
like($letter->{subject}, qr/^Not played: \S+ \(Board 1\)$/, 'the fourth is refused');
like($letter->{body}, qr/^Refused: "A10-A9"\nNot played: a fourth consecutive check with the same piece/m, 'with the reason');
like($letter->{body}, qr/rules of the server: at most three consecutive checks with the\s+same piece/, 'and the rule');
play($world, 'A10-B10');
like($world->{last}{$wilma}{body}, qr/^fred moved A10-B10/m, 'a move that is no check goes on');
unlike($world->{last}{$wilma}{body}, qr/checks in a row/, 'and the count begins again');

# A fourth check is played all the same where nothing else is legal: the horse
# guards the king's ways out, and the rook pins the soldier to its file.
$world = start('server', '5r3/9/5k3/9/5P3/9/9/3n5/9/5K3');
play($world, qw(F6-F7 F8-F9 F7-F8 F9-E9 F8-F9 E9-E10 F9-F10));
for my $who ($fred, $wilma) {
	like($world->{last}{$who}{body}, qr/moved F9-F10/, 'the only legal move is played');
	like($world->{last}{$who}{body},
	    qr/(?:You have|fred has) made 4 checks in a row with\s+the\s+soldier\s+on\s+F10;\s+3\s+are\s+allowed\.\s+The\s+last\s+one\s+was\s+the\s+only\s+legal\s+move\./, 'and why is said');
}

# So is one that mates.
$world = start('server', '5k2C/9/1N7/7N1/8c/9/9/4K4/9/9');
play($world, qw(B8-D9 F10-F9 D9-E7 F9-F10 E7-G8 F10-F9));
$world->answer($fred, 'G8-H10');
$world->run;
like($world->{last}{$wilma}{body}, qr/^fred has won by checkmate\.$/m, 'a fourth check that mates is played');

# The guilty side's only legal move is the losing repetition: it loses without
# being refused first.
$world = start('server', 'Crb1ka3/4n3n/3ab4/p1p3R2/9/2P3N2/P8/4B4/4A4/3AK4');
play($world, qw(A10-A9 B10-B9 A9-A10 B9-B10));
like($world->{last}{$wilma}{body}, qr/occurred for the second time\. If\s+this\s+continues,\s+you\s+break\s+the\s+rules:\s+perpetual\s+chase/,
    'the loop is announced');
play($world, qw(A10-A9 B10-B9 A9-A10));
$world->answer($wilma, 'B9-B10');
$world->run;
like($world->{last}{$fred}{body}, qr/^fred has won: perpetual chase by wilma\.$/m,
    'the only legal move is the losing repetition');
like($world->{last}{$wilma}{body}, qr/^  \d+\. B9-B10  wilma: answers the check; chases the cannon on A10 with the\s+rook\s+on B10$/m,
    'and every move is explained');
like($world->{last}{$_->[0]}{body},
    qr/^$_->[1] chased one and the same piece with every move: the cannon that is on\s+A10\s+now\.$/m,
    "what the guilty side did: $_->[1]") for [$wilma, 'You'], [$fred, 'wilma'];
like($world->{last}{$fred}{body}, qr/^You checked 2 times and chased 2 times, in turn: permitted, article 12\.$/m, '... told to himself');
like($world->{last}{$wilma}{body}, qr/^fred checked 2 times and chased 2 times, in turn: permitted, article 12\.$/m, 'and what the other did');

# asian: perpetual check is announced at the second occurrence and loses at the third.
$world = start('asian', $checks);
play($world, 'A1-A10', 'E10-E9', 'A10-A9', 'E9-E10', 'A9-A10');
like($world->{last}{$wilma}{body},
    qr/This position has now occurred for the second time\. If\s+this\s+continues,\s+fred\s+breaks\s+the\s+rules:\s+perpetual check/,
    'asian: announced');
unlike($world->{last}{$_}{body}, qr/Moves that leave/, 'no moves to whoever is not to play them') for $fred, $wilma;
play($world, 'E10-E9');
like($world->{last}{$fred}{body}, qr/Moves that leave the loop, for example: [A-I]\d/, 'with a way out, when it is his turn');
unlike($world->{last}{$wilma}{body}, qr/Moves that leave/, '... for who has to find one alone');
play($world, 'A10-A9', 'E9-E10', 'A9-A10');
for my $who ($fred, $wilma) {
	my $body = $world->{last}{$who}{body};
	like($body, qr/^wilma has won: perpetual check by fred\.$/m, 'asian: lost');
	like($body, qr/The rule: Asian rules, article 6: no perpetual check/, 'the article');
	like($body, qr/^  \d+\. A10-A9  fred: check with the rook on A9$/m, 'move by move: check');
	like($body, qr/^  \d+\. E9-E10  wilma: permitted: answers the check$/m, 'and what the other side did');
}

# server: a chase of an unprotected cannon is refused at the third occurrence,
# and the third attempt loses.
$world = start('server', '5k3/9/9/9/6c2/8R/9/9/9/3K5');
play($world, qw(I5-G5 G6-H6 G5-H5 H6-G6 H5-G5));
like($world->{last}{$fred}{body},
    qr/occurred for the second time\. If\s+this\s+continues,\s+you\s+break\s+the\s+rules:\s+perpetual\s+chase\s+of\s+one\s+piece/, 'server: announced');
play($world, qw(G6-H6 G5-H5 H6-G6));
for my $attempt (1, 2) {
	$world->answer($fred, 'H5-G5');
	($letter) = $world->run;
	like($letter->{body}, qr/^Refused: "H5-G5"\nNot played: perpetual chase of one piece/m, "attempt $attempt is refused");
	like($letter->{body}, qr/your attempt $attempt; the third loses the game/, 'and counted');
	like($letter->{body}, qr/^  \d+\. G5-H5  fred: chases the cannon on H6 with the rook on H5$/m,
	    'with every move of the loop explained');
	like($letter->{body}, qr/Moves that are allowed, for example: [A-I]\d/, 'and a way out');
}
$world->answer($fred, 'H5-G5');
$world->run;
like($world->{last}{$wilma}{body}, qr/^wilma has won: third attempt at a forbidden repetition by fred\.$/m,
    'the third attempt loses');
like($world->{last}{$fred}{body}, qr/H5-G5 was your third attempt/, 'and says so');

# A permitted loop is a draw at the third occurrence.
$world = start('server', '5k3/9/9/9/9/9/p8/9/9/3K4R');
play($world, qw(I1-H1 F10-F9 H1-I1 F9-F10 I1-H1));
like($world->{last}{$wilma}{body}, qr/At\s+the\s+third\s+time\s+the\s+game\s+is\s+a\s+draw/, 'a permitted loop is announced');
play($world, qw(F10-F9 H1-I1 F9-F10));
like($world->{last}{$wilma}{body}, qr/^Draw by repetition\.$/m, 'and drawn');
like($world->{last}{$_}{body}, qr/^This position has occurred 3 times\.$/m, "by what, reads $_") for $fred, $wilma;

# cxq: six checks with one piece are allowed, the seventh loses.
$world = start('cxq', $checks);
my @checks = ('A1-A10', 'E10-E9', 'A10-A9', 'E9-E10', 'A9-A10', 'E10-E9', 'A10-A9', 'E9-E10',
    'A9-A10', 'E10-E9', 'A10-A9', 'E9-E10');
play($world, @checks[0 .. 8]);
like($world->{last}{$wilma}{body}, qr/fred has used 5 of 6 checks/, 'cxq: five of six');
like($world->{last}{$wilma}{body}, qr/^One more is allowed; if fred checks twice more in a row, that\s+loses:\s+perpetual\s+check\./m, 'announced one before the limit');
play($world, @checks[9, 10]);
like($world->{last}{$wilma}{body}, qr/fred has used 6 of 6 checks/, 'cxq: six of six');
like($world->{last}{$wilma}{body}, qr/^If fred checks once more, that loses: perpetual check\.$/m, 'and at the limit');
play($world, 'E9-E10');
like($world->{last}{$fred}{body}, qr/^6 of 6 checks in a row: one more loses the game\.\n.*^ +A   B /ms,
    'which the side that has come to it reads above the board');
play($world, 'A9-A10');
like($world->{last}{$fred}{body}, qr/^wilma has won: perpetual check by fred\.$/m, 'the seventh loses');
done_testing;
