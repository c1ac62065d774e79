#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Open invitations: made, listed, taken by whoever is first, taken back, lapsed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new;

sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, $text);
	$got{$_->{address}} = $_->{body} =~ s/\s+/ /gr for $world->run;
	return \%got;
}

$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

like(says($wilma, 'seeks')->{$wilma}, qr/Nobody is looking for a game at the moment/m, 'none at first');
my $got = says($fred, 'seek 2 --time=2d --color=green');
like($got->{$fred}, qr/Your invitation is number 1, for 2 games\. Each "take 1".* You play Green\. Rules: server\. Rated\. 2 days a move\./m, 'seek');
is(scalar keys %$got, 1, 'nobody else gets a letter');
like(says($wilma, 'seeks')->{$wilma}, qr/1: fred, 2 games Until .*? fred plays Green\. Rules: server\. Rated\. 2 days a move\./, 'seeks');
for (['seek 21', qr/at most 20 games/m], ['seek --time=soon', qr/I do not understand "soon" as --time/m],
    ['seek --colour=blue', qr/"blue" as --colour/], ['take 1', qr/Invitation 1 is your own/m], ['take 9', qr/Invitation 9 is no longer open/m]) {
	like(says($fred, $_->[0])->{$fred}, $_->[1], "refused: $_->[0]");
}
$got = says($wilma, 'take 1');
like($got->{$wilma}, qr/You have taken the invitation; the game begins\..*2 days/ms, 'taken');
like($got->{$fred}, qr/wilma has taken your invitation 1; the game begins\. The invitation stays open \(games left: 1\)\./m, 'its owner is told');
like($world->{last}{$fred}{subject}, qr/Board 1: wilma - fred$/, 'with the colours asked for');
$world->answer($wilma, 'B3-E3');
like((grep { $_->{address} eq $fred } $world->run)[0]{body}, qr/^wilma moved B3-E3/m, 'and it is played');
like(says($barney, 'seeks')->{$barney}, qr/1: fred Until .*? 2 days a move/m, 'one game is left');
$world->send(from => 'cafe@c.test', subject => 'take 1 barney secret3');
my @begun = grep { $_->{body} =~ /the game begins/ } $world->run;
is(scalar @begun, 2, 'the second, by password');
is(scalar(grep { $_->{body} =~ /The\s+invitation\s+is\s+closed\s+now/ } @begun), 1, '... and its owner is told that it was the last');
like(says($wilma, 'take 1')->{$wilma}, qr/Invitation 1 is no longer open/m, 'then it is gone');

# Whoever has no room, or has blocked the other.
says($wilma, 'seek');
says($barney, 'limit 1');
like(says($barney, 'take 2')->{$barney}, qr/You have reached your own limit \(1 at once\)/, 'no room');
like(says($barney, 'seek')->{$barney}, qr/You have reached your own limit \(1 at once\)/, 'none to seek with');
says($wilma, 'block fred');
like(says($fred, 'seeks')->{$fred}, qr/Nobody is looking for a game/, 'who has blocked him is not listed for him');
like(says($barney, 'seeks')->{$barney}, qr/2: wilma/, '... but for others');
like(says($fred, 'take 2')->{$fred}, qr/wilma does not accept challenges from you/m, 'blocked');
says($wilma, 'seek off');
like(says($fred, 'take 2')->{$fred}, qr/Invitation 2 is no longer open/m, 'taken back');

# Limits, and lapsing.
says($wilma, $_) for ('seek') x 3, 'seek 2', 'seek';
like(says($wilma, 'seek')->{$wilma}, qr/You already have 5 open invitations/m, 'five at once');
$world->pass_time(15 * 86_400);
# After so long a pause nothing ends in the first pass.
my @told = map { $world->run } 1, 2;
is(join(' ', map { $_->{address} } @told), $wilma, 'who has made them is told, in one letter');
like($told[0]{body} =~ s/\n(?=\w)/ /gr, qr/^Your open invitations 3, 4, 5, 7 lapsed after 14 days; nobody took them\. To invite everybody again, answer with\s+seek\s+Your open invitation 6 lapsed after 14 days; 2 games of it were not taken\..*\n  seek 2\n/s, '… of those that are alike at once');
like(says($barney, 'seeks')->{$barney}, qr/Nobody is looking/m, 'they lapse');

says($wilma, 'unblock fred');

# --- words
for my $words ('take care', 'Seek and you shall find', 'take 5 minutes') {
	$world->send(from => $fred, text => "chat 1 fred secret1\n$words");
	like((grep { $_->{address} eq $wilma } $world->run)[0]{body}, qr/\Q$words\E/, "speech: $words");
}
# One with options that nobody understands any more keeps none of the others from being seen.
$world = World->new;
$world->players;
says($fred, 'seek --time=4d');
says($wilma, 'seek --time=5d');
`sqlite3 '$world->{home}/riverpost.sqlite' "UPDATE seek SET options = '--tempo=presto' WHERE id = 1"`;
my $seen = says($wilma, 'seeks')->{$wilma};
like($seen, qr/2: wilma Until .*? You play Red\. .* 5 days a move/, 'a seek beside one that cannot be read');
unlike($seen, qr/1: fred|tempo/, 'which is left out');

# What is offered is told in words, to its owner and to others.
$world = World->new;
$world->players;
for (['--color=random', 'The colours are drawn by lot.', 'The colours are drawn by lot.'],
    ['--handicap=rook --colour=green', 'You play Green. Red gives a rook.', 'fred plays Green. Red gives a rook.'],
    ['--opening=B3-E3', 'You play Red. Opening: B3-E3.', 'fred plays Red. Opening: B3-E3.'],
    ['--fen=3k5/9/9/9/9/9/9/9/4p4/4K4_w', 'Start: "3k5/9/9/9/9/9/9/9/4p4/4K4 w".', 'Start: "3k5/9/9/9/9/9/9/9/4p4/4K4 w".']) {
	my ($options, $own, $others) = @$_;
	like(says($fred, "seek $options")->{$fred}, qr/ \Q$own\E Rules: server\./, "$options, to its owner");
	my $list = says($wilma, 'seeks')->{$wilma};
	like($list, qr/1: fred Until .* \Q$others\E Rules: server\./, "$options, in the list");
	unlike($list, qr/--\w/, 'not as it was typed');
	like(says($fred, 'seeks')->{$fred}, qr/ \Q$own\E Rules/, "$options, in the list of its owner");
	says($fred, 'seek off');
	$world->query('DELETE FROM seek; DELETE FROM sqlite_sequence WHERE name = \'seek\'');
}

# The clock of a game that begins so is its player's: his weekends, in his zone, and his vacation.
for my $how ('seek', 'invite') {
	$world = World->new;
	$world->players;
	$world->answer($fred, "set zone Asia/Shanghai\nvacation 2026-11-24 2026-11-24\n" . ($how eq 'seek' ? 'seek' : "invite $wilma") . ' --time=5d --weekends=off');
	$world->run;
	$world->answer($wilma, $how eq 'seek' ? 'take 1' : 'yes');
	$world->run;
	# Wednesday 18 November 19:06 in Shanghai, and five days, two of a weekend, one of leave.
	like($world->{last}{$fred}{body}, qr/until\s+Thu\s+26\s+Nov\s+19:06/, "$how: the first letter knows when time is up") or diag $world->{last}{$fred}{body};
}
done_testing;
