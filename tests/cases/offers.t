#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What one player offers and the other takes or leaves: draws and challenges.  And a
# preview, which is nobody's offer and changes nothing.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;

# Letters of one run, by who gets them.
sub says
{
	my ($name, $from, $text, %want) = @_;
	$world->answer($from, $text);
	my %got = map { $_->{address} => $_->{body} } $world->run;
	like($got{$_} // '', $want{$_}, "$name: $_") for sort keys %want;
	is(scalar keys %got, scalar keys %want, "$name: nobody else");
}

$world->game;

# --- draws
says('nothing is offered', $wilma, 'reject', $wilma => qr/^There is nothing to reject/m);
says('nor to be taken back', $wilma, 'withdraw', $wilma => qr/^You have no open offer to withdraw/m);
says('an offer', $fred, 'draw', $fred => qr/^You offered a draw/m, $wilma => qr/^fred offers a draw/m);
says('twice', $fred, 'draw', $fred => qr/^You have already offered a draw/m);
says('not one\'s own', $fred, 'accept', $fred => qr/^There is nothing to accept/m);
says('rejected', $wilma, "reject\n\nNot yet.", $wilma => qr/^You declined the draw/m,
    $fred => qr/^wilma declines the draw.*^Not yet\.$/ms);
says('again, too soon', $fred, 'draw', $fred => qr/can\s+make\s+the\s+next\s+one\s+from\s+move\s+11\s+on/);
says('the other offers', $wilma, 'draw', $wilma => qr/^You offered a draw/m, $fred => qr/^wilma offers a draw/m);
says('and takes it back', $wilma, 'withdraw', $wilma => qr/^You have withdrawn your draw offer/m,
    $fred => qr/^wilma has withdrawn the draw offer/m);
says('too late', $fred, 'accept', $fred => qr/^There is nothing to accept/m);
for my $words ('cancel draw', 'cancel 1 draw', 'Cancel my draw offer, please') {
	my $other = World->new;
	$other->game;
	$other->answer($wilma, 'draw');
	$other->run;
	$other->answer($wilma, $words);
	$other->run;
	like($other->{last}{$fred}{body}, qr/^wilma has withdrawn the draw offer/m, $words);
}
says("$_: nothing is withdrawn", $wilma, $_, $wilma => qr/^Passed on/m, $fred => qr/\n\Q$_\E\n/) for 'cancel draw?', 'cancel that';

# --- an agreement of several words is no message to the other
for my $words ('I agree', 'Fine with me.', 'đồng ý', 'tôi đồng ý!', 'sehr gerne', 'Да, согласен') {
	for my $offer ('draw', 'undo') {
		my $other = World->new;
		$other->game;
		$other->answer($_->[0], $_->[1]), $other->run for [$fred, 'B3-E3'], [$wilma, 'H10-G8'], [$fred, $offer];
		$other->answer($wilma, Encode::encode('utf-8', $words));
		$other->run;
		like($other->{last}{$fred}{body}, qr/^Draw agreed|^Taken back: B3-E3/m, "$words: agrees to the $offer");
		unlike($other->{last}{$_}{body}, qr/writes:/, '... and nothing is passed on') for $fred, $wilma;
	}
}

# --- boards that wait for him
says('show next', $fred, 'show next', $fred => qr/^It is fred's turn\..*rK/ms);
says('show next', $wilma, 'show next', $wilma => qr/^You have no games in which it is your turn\./m);

# --- a reason on the line that names the offer
for (['draw', 'reject draw, no thanks', 'no thanks'], ['draw', "reject draw \N{EN DASH} not yet", 'not yet'], ['draw', 'reject draw: I hope to win', 'I hope to win'],
	['undo', 'reject undo, not now', 'not now'], ['draw', 'reject, not now', 'not now'])
{
	my ($offer, $line, $reason) = @$_;
	my $other = World->new;
	$other->game;
	$other->answer($fred, 'B3-E3');
	$other->run;
	$other->answer($fred, $offer);
	$other->run;
	$other->answer($wilma, encode('UTF-8', $line));
	$other->run;
	like($other->{last}{$fred}{body}, qr/^wilma (?:declines|does not agree|rejects).*^\Q$reason\E$/ms, "$offer: $line");
}
# --- ... of a challenge, in answer to whatever is said about it
my $third = World->new;
$third->game;
$third->answer($fred, 'challenge wilma');
$third->run;
$third->answer($wilma, 'B3-E3');
$third->run;
like($third->{last}{$wilma}{body}, qr/You can: accept, reject/, 'a move on a challenge');
$third->answer($wilma, 'reject no time now');
$third->run;
like($third->{last}{$fred}{body}, qr/^wilma does not want to play now.*^no time now$/ms, '... and a reason behind reject');

# --- a preview
for (
	['preview new B3-E3 H10-G8 --rules=cxq', qr/^This is a preview of 1\. B3-E3 H10-G8; nothing was played\./m],
	['preview --rules=chess B3-E3', qr/^I do not understand --rules=chess here\. A preview takes --rules=server,\s+asian\s+or cxq\./m],
	['preview B3-E3 --time=3d', qr/^I do not understand --time=3d here\./m],
	# Green's rook checks without end: that is refused, or loses.
	(map {
		my ($rules, $verdict) = @$_;
		["preview fen 3k5/9/9/9/4r4/9/9/9/9/4K4 w E1-F1 E6-F6 F1-E1 F6-E6 E1-F1 E6-F6 F1-E1 F6-E6 E1-F1 E6-F6 --rules=$rules", $verdict]
	} ['server', qr/^The referee on [^.]*: Green may not play/m], ['asian', qr/^(?!.*may not play).*Green\s+has lost: perpetual check/ms]),
) {
	my ($text, $wanted) = @$_;
	says($text, $fred, $text, $fred => $wanted);
}
my $preview = $world->{last}{$fred};
says('a preview', $fred, 'preview B3-E3 H10-G8', $fred => qr/^This is a preview of 1\. B3-E3 H10-G8 on board 1; nothing was played\.\s+It\s+is\s+Red's\s+turn\./m);
$world->answer($fred, 'preview B3-E4', to => $preview);
like(($world->run)[0]{body}, qr/^"B3-E4" cannot be played here: a piece of your own is in the way\. Below\s+is\s+the\s+board\s+before\s+it\./m, 'a preview of a bad move');
for ([$fred, 'preview B3-E3 I10-H10', 'a piece of the same side is in the way'], [$fred, 'B3-E3, if A1-A2 then I1-I2', 'A1-A2: the rook on A1 belongs to the other side'], [$fred, 'B3-E3, if I10-H10 then I1-I2', 'I10-H10: a piece of the same side is in the way']) {
	my ($who, $text, $want) = @$_;
	says("$text: of the other's move", $who, $text, $who => qr/\Q$want\E/);
}
$world->send(from => 'x@c.test', subject => 'preview new A1-B1');
like(($world->run)[0]{body}, qr/: a piece of\s+the\s+same\s+side/, 'to a stranger no piece is his own');
$world->send(from => 'x@c.test', subject => 'preview fen 3k5/9/9/9/9/9/9/9/9/R3K4 w A1-A9');
like(($world->run)[0]{body}, qr/^This is a preview of 1\. A1-A9; nothing was played\./m, 'a stranger\'s');
for my $side (['red', 'A1-A2', 'Green'], ['Black', 'D10-D9', 'Red'], ['green', 'D10-D9', 'Red'], ['W', 'A1-A2', 'Green']) {
	my ($word, $move, $next) = @$side;
	$world->send(from => 'x@c.test', subject => "preview fen 3k5/9/9/9/9/9/9/9/9/R3K4 $word $move");
	like(($world->run)[0]{body} =~ s/\s+/ /gr, qr/^This is a preview of 1\.(?:\.\.)? $move; nothing was played\. It is $next\'s turn/, "whose turn, in a word: $word");
}
$world->send(from => 'x@c.test', subject => 'preview fen 4k4/9 w');
like(($world->run)[0]{body}, qr/^I cannot set up "4k4\/9 w"/m, 'of a position that is none');

# --- challenges
says('a challenge', $fred, 'challenge wilma', $fred => qr/wilma/, $wilma => qr/^fred has challenged wilma/m);
says('one\'s own is not accepted', $fred, 'accept', $fred => qr/^This is your own challenge: wilma has/m);
says('nor rejected', $fred, 'reject', $fred => qr/your own challenge/);
says('listed with the day on which it lapses', $fred, 'games', $fred => qr/^  fred has challenged wilma \(until Wed 2 Dec \d\d:\d\d UTC\)$/m);
says('rejected by the other', $wilma, 'reject', $wilma => qr/^You rejected the challenge/m,
    $fred => qr/^wilma does not want to play now/m);
says('another', $fred, 'challenge wilma', $fred => qr/wilma/, $wilma => qr/^fred has challenged wilma/m);
says('taken back', $fred, 'withdraw', $fred => qr/^You have withdrawn your challenge/m,
    $wilma => qr/^fred has withdrawn the challenge/m);
says("too late for $_", $wilma, $_, $wilma => qr/^Not accepted: fred withdrew the challenge \(Wed 18 Nov 11:06 UTC\)\..*^You can: challenge fred, chat, show, games, help$/ms)
    for qw(accept rematch record);

# --- a position of one's own, as people write it; Green may be first
for my $fen ('=3k5/9/9/9/9/9/9/9/9/R3K4 b', '="3k5/9/9/9/9/9/9/9/9/R3K4 b"', "='3k5/9/9/9/9/9/9/9/9/R3K4' b - - 0 1",
    ' “3k5/9/9/9/9/9/9/9/9/R3K4 b”', '=3k5/9/9/9/9/9/9/9/9/R3K4_b', '="3k5/9/9/9/9/9/9/9/9/R3K4 black"', '="3k5/9/9/9/9/9/9/9/9/R3K4 Green - - 0 1"',
    '=“3k2m2/9/9/9/9/9/9/9/9/R3K1M2 black”') {
	says("--fen$fen", $fred, "challenge wilma --fen$fen --private", $fred => qr/^You would play Red\. Green moves first\./m,
	    $wilma => qr/^You would play Green\. Green moves first\..* Private\./ms);
	says('not this time', $wilma, 'reject', $wilma => qr/You rejected/, $fred => qr/does not want/);
}
says('a side that is none', $fred, 'challenge wilma --fen="3k5/9/9/9/9/9/9/9/9/R3K4 purple"', $fred => qr/I\s+cannot\s+set\s+up\s+"3k5.* purple":\s+a\s+side\s+to\s+move/);
says('a position that is none', $fred, 'challenge wilma --fen=4k4/9/9/9/9/9/9/9/9/4K3R w',
    $fred => qr/I\s+cannot\s+set\s+up\s+"4k4.* w":\s+the\s+kings\s+face\s+each\s+other/);

# --- agreed
my $second = World->new;
$second->game;
$second->send(from => $wilma, subject => 'draw 1 wilma secret2');
$second->run;
$second->answer($fred, 'draw');
like($_->{body}, qr/^Draw agreed\.$/m, "agreed: $_->{address}")
    for $second->run;
done_testing;
