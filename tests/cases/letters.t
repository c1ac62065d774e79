#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters of a game as their readers get them: each fact once, moves in the reader's own
# notation, what counts down, what is left to do elsewhere.
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

sub text { decode_utf8($_[0]{body}) }

# Both sides' moves in turn, fred's first.
sub play
{
	my ($world, @moves) = @_;
	my $who = $fred;
	for (@moves) {
		$world->answer($who, $_);
		$world->run;
		$who = $who eq $fred ? $wilma : $fred;
	}
}

# --- whose letter it is, and what the example is

my $world = World->new;
$world->game;
my $letter = $world->{last}{$fred};
like($letter->{body}, qr/^You play Red\. You have 21 days, until /m, 'your colour is named');
like($world->{last}{$wilma}{body}, qr/^You play Green\. fred has 21 days, until /m, 'and the other\'s');
unlike($letter->{body}, qr/rated/i, 'that a game is rated is not said');
for (['--rated=no', ' Unrated.'], ['--rated=yes', ' Rated.']) {
	my ($options, $said) = @$_;
	my $world = World->new;
	$world->players;
	$world->answer($fred, "challenge wilma $options");
	my %letter = map { $_->{address} => $_->{body} } $world->run;
	like($letter{$_}, qr/^Rules: server\.\Q$said\E 21 days/m, "$options: $_ reads it") for $fred, $wilma;
}

# --- every move in the reader's notation; the figures are a table of the usual openings

for (
	['wxf', 'C2=5', 'h8+7', qr/^  [A-Z]\d?[-+=]\d? +or any other move \([A-I]\d+-[A-I]\d+ and \S+ work too\)$/m],
	['chinese', '炮二平五', '馬８進７', qr/^  \S{4} +or any other move \([A-I]\d+-[A-I]\d+ and \S+ work too\)$/m],
	['simplified', '炮二平五', '马８进７', qr/^  \S{4} +or any other move/m],
	['iccs', 'H2-E2', 'H9-G7', qr/^  [A-I]\d-[A-I]\d +or any other move/m],
) {
	my ($name, $red, $green, $example) = @$_;
	my %place = $name eq 'iccs' ? (red => ' (H3-E3 on the board)', green => ' (H10-G8 on the board)') : (red => ' (H3-E3)', green => ' (H10-G8)');
	my $world = World->new;
	$world->game;
	$world->answer($fred, "set notation $name");
	$world->run;
	my ($board) = grep { $_->{subject} =~ /Board/ } map { World::read_letter($_) } glob "$world->{home}/mail/out/$fred/new/*";
	$world->answer($fred, $red, to => $board);
	$world->run;
	like(text($world->{last}{$fred}), qr/^You moved \Q$red$place{red}\E\.$/mi, "$name: his own move");
	$world->answer($wilma, 'H10-G8');
	$world->run;
	my $text = text($world->{last}{$fred});
	like($text, qr/^wilma moved \Q$green$place{green}\E\.$/mi, "$name: the other's");
	like($text, qr/^  1  \Q$red\E +\Q$green\E$/mi, "$name: the list");
	like($text, $example, "$name: the example");
}

# --- the checks that are used, in the letters of either side

my $checks = '4k4/9/b8/9/9/9/8p/9/5K3/1R7';
$world = World->new;
$world->game("--fen=$checks");
play($world, qw(B1-B10 E10-E9 B10-B9 E9-E10 B9-B10 E10-E9));
for my $who ($fred, $wilma) {
	my $he = $who eq $fred ? 'You have' : 'fred has';
	like($world->{last}{$who}{body},
	    qr/^$he used 3 of 3 checks in a row with the rook on B10\. One more is\s+refused, unless/m,
	    "after the answer: $who");
}
my $turn = $world->{last}{$fred};
$world->answer($fred, "show 1");
like(($world->run)[0]{body}, qr/You have used 3 of 3 checks/, 'shown when asked for');
$world->answer($fred, 'B10-B8', to => $turn);
unlike($_->{body}, qr/checks in a row/, "broken: $_->{address}") for $world->run;

# --- 60 moves without a capture: rooks go round apart from each other, 7 squares against 8,
# so that nothing is repeated.

sub wander
{
	my ($rules) = @_;
	my @red = qw(A1 A2 A3 B3 B2 B1 C1);
	my @green = qw(I10 I9 I8 H8 G8 G9 G10 H10);
	my $world = World->new;

	$world->game("--rules=$rules --fen=4k3r/9/9/9/9/9/9/9/9/R2K5");
	# All but the last ply of 30 moves of each side; the letters are not needed.
	my @moves = map { ("$red[$_ % 7]-$red[($_ + 1) % 7]", "$green[$_ % 8]-$green[($_ + 1) % 8]") } 0 .. 29;
	my $plies = $rules eq 'cxq' ? 29 : 59;
	my $sql = join '', map { "INSERT INTO ply VALUES (1, $_, 0, 0, 0, NULL, $_, -1);" } 1 .. $plies;
	$world->{is_spoilt} = 1;
	system('sqlite3', "$world->{home}/riverpost.sqlite", "$sql UPDATE game SET moves = '@moves[0 .. $plies - 1]', length = $plies, turns = $plies, turn = 1") == 0 or die;
	$world->send(from => $wilma, subject => 'show 1');
	my ($before) = $world->run;
	$world->send(from => $wilma, subject => "move 1 wilma secret2 $moves[$plies]");
	$world->run;
	return ($world, $before);
}

for (['server', '30 of 60 moves without a capture'], ['asian', '30 of 60 moves without a capture'],
    ['cxq', "15 of 30 moves without a capture or a soldier's step across the river"]) {
	my ($rules, $count) = @$_;
	my ($world, $before) = wander($rules);
	unlike($before->{body}, qr/moves without/, "$rules: before half of the way");
	like($world->{last}{$_}{body} =~ s/\s+/ /gr, qr/ $count; at \d0 the game is a draw\./, "$rules: from half the way on: $_")
	    for $fred, $wilma;
}

# --- other boards

$world = World->new;
$world->game;
for (1 .. 3) {
	$world->answer($wilma, 'challenge fred');
	$world->run;
	$world->answer($fred, 'accept');
	$world->run;
}
($letter) = grep { $_->{subject} =~ /Board 1:/ } map { World::read_letter($_) } glob "$world->{home}/mail/out/$fred/new/*";
$world->answer($fred, 'H3-E3', to => $letter);
$world->run;
like($world->{last}{$wilma}{body}, qr/\n\n3 other boards are waiting for you: 2, 3, 4\n\z/, 'other boards that wait');
unlike($world->{last}{$fred}{body}, qr/boards? waits?/, 'none where none waits');

# --- ends: once, with the position

for ('move 1 wilma secret2 H10-G8', 'resign 1 wilma secret2') {
	$world->send(from => $wilma, subject => $_);
	$world->run;
}
$letter = $world->{last}{$fred};
like($letter->{body}, qr/\ASummary of Xiangqi Board 1\nfred has won: wilma resigned\.\nRatings: (?:[^\n]+\n)+?\n/, 'a resignation, said once');
like($letter->{body}, qr{^FEN:\nrnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2$}m, 'the last position');
like($world->{last}{$wilma}{body}, qr/^fred has won: wilma resigned\.\nRatings: (?:[^\n]+\n)+?Thank you for the game\.\n\n/m, 'to who resigned');

# --- a rejected challenge

$world = World->new;
$world->players;
$world->answer($fred, 'challenge wilma');
$world->run;
like($world->{last}{$wilma}{body}, qr/^  help        explains everything else\nIf you are new to xiangqi:\n  help xiangqi  shows the board/m, 'a first challenge says how to learn the game');
unlike($world->{last}{$fred}{body}, qr/help xiangqi/, 'not to who challenges');
$world->answer($wilma, "reject\n\nNo time.");
for ($world->run) {
	my $what = "rejected: $_->{address}";

	like($_->{body}, qr/\ASummary of Xiangqi Board 1\n(?:You rejected the challenge|wilma does not want to play now\. "seek"\s+invites\s+everybody,\s"challenge NAME"\s+asks\s+somebody\s+else)\.\n\n\*/, $what);
	like($_->{body}, qr/^No time\.$/m, 'with the reason');
	unlike($_->{body}, qr/record|A   B   C|Rules:|days/, 'and nothing else');
}
$world->game;
$world->answer($fred, 'challenge wilma');
$world->run;
unlike($world->{last}{$wilma}{body}, qr/help xiangqi/, 'a later challenge does not');
done_testing();
