#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Two people sign up, one challenges, the other accepts, they play to mate by
# letters, both get the board after every move and the result, and anyone can
# ask for the history.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "outage = 10080\n");

$world->send(from => $fred, subject => 'signup fred secret1');
$world->send(from => $wilma, subject => 'xiangqi signup wilma', text => "Hello!\n");
my @letters = $world->run;
is(scalar @letters, 2, 'each sign-up gets one letter');
like($world->{last}{$fred}{body}, qr/^  fred$/m, 'it names the userid');
unlike($world->{last}{$fred}{raw}, qr/secret1/, 'and never the password');
$world->answer($fred, '');
my ($code) = $world->{last}{$wilma}{body} =~ /^  (confirm \w+)$/m;
$world->send(from => $wilma, subject => $code);
@letters = $world->run;
is(scalar @letters, 2, 'an answer, or the code, opens the account');
like($_->{subject}, qr/welcome/, 'welcome') for @letters;

$world->answer($fred, "challenge wilma\n\nA quick game?");
@letters = $world->run;
is(scalar @letters, 2, 'a challenge goes to both');
like($world->{last}{$wilma}{body}, qr/^fred writes:\nA quick game\?$/m, 'with the words below it');
$world->answer($wilma, 'accept');
@letters = $world->run;
like($world->{last}{$fred}{body}, qr/\ASummary of Xiangqi Board 1\nIt is fred's turn\.\n/,
    'the stable first lines');
is($world->{last}{$fred}{subject}, 'Xiangqi Board 1: fred - wilma', 'the Subject of the game');

# Mate by two cannons on the E file: the rear one has the front one as its
# screen, and whatever steps between becomes a screen for the front one.
my @moves = qw(H3-E3 A10-A9 E3-E7 I10-I9 B3-B5 A9-A10 B5-E5);
for my $i (0 .. $#moves) {
	my ($mover, $other) = $i % 2 ? ($wilma, $fred) : ($fred, $wilma);
	$world->pass_time(3600);
	$world->answer($mover, "$moves[$i]\n");
	@letters = $world->run;
	is(scalar @letters, 2, "$moves[$i]: a letter to each") or diag $world->{log};
	is(World::board($world->{last}{$mover}), World::board($world->{last}{$other}), 'the same board');
	is($_->{subject}, 'Xiangqi Board 1: fred - wilma', 'the same Subject') for @letters;
	like($world->{last}{$other}{references}, qr/^<[^>]+>/, 'and the same conversation');
}
like($world->{last}{$wilma}{body}, qr/^fred moved B5-E5 /m, 'the last move');
for my $who ($fred, $wilma) {
	like($world->{last}{$who}{body},
	    qr/\ASummary of Xiangqi Board 1\nfred has won by checkmate\.\n/,
	    "$who reads the result");
}
$world->answer($wilma, 'A10-A9');
@letters = $world->run;
is(scalar @letters, 1, 'a move behind the end is answered');
like($letters[0]{body}, qr/This game is already over/, 'and changes nothing');

$world->send(from => 'anyone@c.test', subject => 'history fred');
@letters = $world->run;
like($letters[0]{body}, qr/won 1, lost 0, drawn 0/, 'anyone can ask for the history');
like($letters[0]{body}, qr/^Board 1: fred \(Red\) 1-0 wilma \(Green\), 4 moves, rules server\n  fred has won by checkmate/m,
    'which says how it ended');
$world->answer($fred, "record\n");
@letters = $world->run;
is(scalar @{$letters[0]{parts}}, 2, 'the record comes as a file');
like($letters[0]{parts}[1]{head}, qr/filename="?xiangqi-1-fred-wilma\.pgn"?\r?$/m, 'with a name');
(my $score = $letters[0]{parts}[1]{body}) =~ s/\{[^}]*\}|\d+\.|\.\.\.|\[.*\]//g;
is(join(' ', split ' ', $score), 'C2=5 R1+1 C5+4 R9+1 C8+2 R1-1 C8=5 1-0', 'and the whole game');

# From a phone: what stands nearest to a move, an account's letter, is answered; with the only
# board it can be about, whose letter can then be answered in the same way.
my $phone = World->new;
$phone->send(from => $fred, subject => 'sign up fred');
$phone->send(from => $wilma, subject => 'sign up wilma');
$phone->run;
$phone->answer($_, 'Yes!') for $fred, $wilma;
$phone->run;
like($phone->{last}{$fred}{body}, qr/^  seek  .*^  invite ADDRESS  /ms, 'a newcomer is told how to find others');
$phone->answer($fred, 'b3e3');
($letters[0]) = $phone->run;
like($letters[0]{body} =~ s/\s+/ /gr, qr/You have no game at present\. "challenge NAME" /, 'a move without a game');
for (['resign', qr/^Refused: "resign" You have no game at present\. "challenge NAME" /], ['draw', qr/You have no game at present\. "challenge/], ['undo', qr/You have no game at present\. "challenge/],
	['record', qr/You have no game at present\. Which board\? Its number is missing, as in: record 123 /], ['moves', qr/You have no game at present\. .*: moves 123 /],
	['explain', qr/You have no game at present\. .*: explain 123 /], ['show', qr/You have no game at present\. .*: show 123 /])
{
	$phone->answer($fred, $_->[0]);
	($letters[0]) = $phone->run;
	like($letters[0]{body} =~ s/\s+/ /gr, $_->[1], "$_->[0] without a game");
}
$phone->answer($fred, 'challenge wilma');
$phone->run;
like($phone->{last}{$fred}{body}, qr/^You would play Red\. Red moves first\.$/m, 'who has Red is told so once');
$phone->answer($wilma, 'ok');
$phone->run;
$phone->send(from => $fred, subject => 'help');
$phone->run;
$phone->answer($fred, 'b3e3');
($letters[0]) = $phone->run;
like($letters[0]{body} =~ s/\s+/ /gr, qr/Which board\? Your line does not name one, and your letter is not an answer to a letter about a board\. If you mean board 1, your only one, answer this letter with /, 'a move in answer to a letter about no game: asked');
is(`sqlite3 '$phone->{home}/riverpost.sqlite' 'SELECT count(*) FROM ply'`, "0\n", '... and not played');
$phone->answer($fred, 'b3e3');
like(($phone->run)[0]{body}, qr/^You moved B3-E3/m, '... and the same again plays it');
$phone->answer($wilma, 'Hallo fred, wie geht es?');
@letters = $phone->run;
is(join(' ', sort map { $_->{address} } @letters), "$fred $wilma", 'words alone go to the other');
like($phone->{last}{$wilma}{body}, qr/^Passed on to fred; it is still your move\.$/m, '... and the board waits');
like($phone->{last}{$fred}{body}, qr/^wilma writes:\nHallo fred, wie geht es\?$/m, 'and so they do');
$phone->answer($wilma, 'resign');
$phone->run;
like($phone->{last}{$fred}{body}, qr/^  chat  /m, 'after the end, too');
$phone->answer($fred, "chat\nThank you!");
$phone->run;
like($phone->{last}{$wilma}{body}, qr/^Thank you!$/m, '... words arrive');

# Who is not sure at first, and who comes too late.
my ($barney, $dino) = ('barney@c.test', 'dino@d.test');
$world->send(from => $barney, subject => 'signup barney');
$world->run;
$world->answer($barney, 'What is this all about?');
@letters = $world->run;
like($letters[0]{body}, qr/about the account barney on Riverpost.* not sure whether you want it\./s, 'a question instead of yes: asked again');
$world->answer($barney, 'Yes, please!');
@letters = $world->run;
like($letters[0]{subject}, qr/welcome, barney/, 'and that letter can be answered too');
$world->send(from => $dino, subject => 'signup dino');
$world->run;
$world->pass_time(4 * 86400), $world->run for 1 .. 2;
$world->answer($dino, 'yes');
@letters = $world->run;
is(scalar @letters, 1, 'after a week the yes is answered');
like($letters[0]{body}, qr/expired\s+after\s+a\s+week.*signup\s+NAME/s, 'with the way to begin anew') if @letters;
done_testing;
