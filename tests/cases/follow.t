#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who watches: all public games of a player, the ends alone, and no private game.
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
	my ($from, $text, %to) = @_;
	my %got;

	$world->answer($from, $text, %to);
	$got{$_->{address}} .= $_->{body} for $world->run;
	return \%got;
}

# The first seat's letters of a new game, answered by the second.
sub begin
{
	says($fred, "challenge wilma @_");
	return says($wilma, 'accept');
}

$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

like(says($barney, 'subscribe wilma')->{$barney}, qr/^You now get copies of all public games of wilma/m, 'subscribe to a player');
is(says($fred, 'challenge wilma')->{$barney}, undef, 'a challenge is nobody else\'s business');
my $account = $world->{last}{$barney};
like(says($wilma, 'accept')->{$barney} // '', qr/^wilma accepts; the game begins/m, 'a game that begins later');
like(says($fred, 'B3-E3')->{$barney} // '', qr/^fred moved B3-E3.*^Subscribers: barney/ms, 'its moves');
like(says($barney, 'unsubscribe 1', to => $account)->{$barney}, qr/because\s+you\s+observe\s+wilma\.\s+To\s+end\s+that,\s+send\s+"unsubscribe\s+wilma"\./, 'one board is part of it');
like(says($barney, 'notify 1', to => $account)->{$barney}, qr/^You will be told how this game ends/m, 'but may be told the end alone');
is(says($wilma, 'H10-G8')->{$barney}, undef, 'no moves then');
like(says($fred, 'resign')->{$barney} // '', qr/wilma has won|resign/, 'but the end');
is(begin('--private')->{$barney}, undef, 'no private game');
like(says($barney, 'notify wilma', to => $account)->{$barney}, qr/^You will be told how the public games of wilma end/m, 'notify of a player');
is(begin()->{$barney}, undef, 'no beginning');
is(says($fred, 'B3-E3')->{$barney}, undef, 'no move');
says($wilma, 'H10-G8');
like(says($fred, 'resign')->{$barney} // '', qr/resign/, 'the end');
like(says($barney, 'unsubscribe wilma', to => $account)->{$barney}, qr/^You no longer observe wilma/m, 'no more');
like(says($barney, 'unsubscribe wilma', to => $account)->{$barney}, qr/^You do not observe wilma\.$/m, '… twice');
begin();
says($fred, 'B3-E3');
says($wilma, 'H10-G8');
is(says($fred, 'resign')->{$barney}, undef, 'nothing then');

# Whoever watches is asked for nothing.
$world = World->new;
$world->game;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
says($barney, 'subscribe fred');
says($fred, 'B3-E3');
says($wilma, 'H10-G8');
for (['undo', qr/^fred asks to take back B3-E3 and H10-G8\. The request holds until wilma's next move\.$/m],
    ['draw', qr/^fred offers a draw\. The offer holds until wilma's next move\.$/m]) {
	my ($line, $told) = @$_;
	my $got = says($fred, $line);
	like($got->{$barney} =~ s/(?<=\w)\n(?=\w)/ /gr, $told, "$line: told to who watches");
	like($got->{$wilma}, qr/until\s+your\s+next\s+move/, '... and asked of the opponent');
}
says($wilma, 'seek 1');
$world->send(from => $fred, subject => 'take 1 fred secret1');
my @taken = $world->run;
my ($seen) = grep { $_->{address} eq $barney } @taken;
like($seen->{body} // '', qr/^fred has taken wilma's invitation 1; the game begins\.$/m, 'an invitation taken');

# An end on time is an end too.
$world = World->new(config => "outage = 10080\n");
$world->game('--time=3d');
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
$account = $world->{last}{$barney};
says($barney, 'notify fred');
says($fred, 'B3-E3');
says($wilma, 'H10-G8');
my %got;
for (1 .. 4) {
	$world->pass_time(86400);
	push @{$got{$_->{address}}}, $_->{body} for $world->run;
}
is(scalar @{$got{$barney} // []}, 1, 'when time is up, one letter');
like($got{$barney}[0] // '', qr/^wilma has won on time\.$/m, '… tells it');
for (['subscribe barney', qr/^You get the letters of your own games anyway/m], ['notify nobody-here', qr/^I know no player called nobody-here/m]) {
	like(says($barney, $_->[0], to => $account)->{$barney}, $_->[1], "refused: $_->[0]");
}
done_testing;
