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
for (['undo', qr/^fred asks to take back B3-E3, H10-G8\. The request holds until wilma's next move\.$/m],
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

# How to end it is told to each in the way that does end it, and its button does the same.
$world = World->new;
$world->game;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

sub written
{
	my ($letter) = @_;
	my ($subject, $body) = $letter->{'list-unsubscribe'} =~ /\?subject=([^&>]*)(?:&body=([^>]*))?/;
	return map { s/%(..)/chr hex $1/ger } $subject, $body // '';
}

# What the foot of his newest letter offers, and what the button of his mail program writes.
sub endings
{
	my $letter = $world->{last}{$barney};
	my @feet = $letter->{body} =~ s/\n(?=\S)/ /gr =~ /^  (unsubscribe)  |(?:send:|"(?=unsub))\s*(unsubscribe [a-z]+)/mg;
	my ($subject, $body) = written($letter);
	return (join('; ', grep { defined } @feet), $body eq '' ? $subject : $body =~ s/\r\n/; /r);
}

sub push_button
{
	my $letter = $world->{last}{$barney};
	my ($subject, $body) = written($letter);
	$world->send(from => $barney, to => $letter->{'list-unsubscribe'} =~ /<mailto:([^?]*)/, subject => $subject, text => $body);
	$world->run;
}

says($barney, 'subscribe 1');
my $moves = says($fred, "B3-E3\n\nHello.");
is_deeply([endings()], ['unsubscribe', 'unsubscribe'], 'a game');
for ($fred, $wilma) {
	my $other = $_ eq $fred ? 'wilma' : 'fred';
	like($moves->{$_}, qr/^  chat +sends the message below it to $other and 1 observer$/m, "$other\'s opponent reads who else reads");
	like($moves->{$_}, qr/^You can write to $other and 1 observer below your command\.$/m, '... and below a command');
}
like(says($fred, "chat\nAnd hello again.")->{$fred}, qr/^Your message is on its way, also to 1 observer\.$/m, '... and when it was sent');
like(says($fred, 'Anybody there?')->{$fred}, qr/^Passed on to wilma and 1 observer\.$/m, '... or words alone');
push_button();
is(says($fred, "chat\nStill there?")->{$barney}, undef, 'its button ends it');
says($barney, 'notify 1');
is_deeply([endings()], ['unsubscribe', 'unsubscribe'], 'its end');
unlike(says($fred, "chat\nA secret.")->{$fred}, qr/observer$|also to/m, 'who waits for the end alone gets no message');
my $refused = says($barney, "chat 1\nWell played.", to => $account);
like($refused->{$barney}, qr/^Only the players of a game and its observers can talk in it\./m, '... and sends none');
is($refused->{$fred}, undef, '... to anybody');
like(says($fred, 'show')->{$fred}, qr/^Subscribers: barney \(only how it ends\)$/m, '... as the players see');
says($barney, 'unsubscribe 1');
says($barney, 'subscribe fred');
says($wilma, 'H10-G8');
is_deeply([endings()], ['unsubscribe fred', 'unsubscribe fred'], 'a player');
says($barney, 'subscribe 1');
is_deeply([endings()], ['unsubscribe; unsubscribe fred', 'unsubscribe'], 'both');
says($barney, 'unsubscribe 1');
says($barney, 'notify wilma');
says($fred, 'H1-G3');
is_deeply([endings()], ['unsubscribe fred; unsubscribe wilma', 'unsubscribe fred; unsubscribe wilma'], 'two players');
push_button();
is(says($wilma, 'resign')->{$barney}, undef, 'their button ends both');

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
# Who wanted to know the end of a board alone, and then follows its player, gets its moves; and of
# a game that is over there are none to get.
$world = World->new;
$world->game;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
$account = $world->{last}{$barney};
says($barney, 'notify 1', to => $account);
says($barney, 'notify fred', to => $account);
like(says($fred, 'B3-E3')->{$wilma}, qr/^Subscribers: barney \(only how it ends\)$/m, 'the end alone');
says($barney, 'subscribe fred', to => $account);
like(says($wilma, 'H10-G8')->{$barney} // '', qr/^wilma moved H10-G8.*^Subscribers: barney$/ms, 'then a player: its moves come, as promised');
says($barney, 'unsubscribe fred', to => $account);
says($fred, 'resign');
for my $command ('subscribe 1', 'notify 1') {
	my $told = says($barney, $command, to => $account)->{$barney};
	like($told, qr/^This game is over, so no more moves will come\./m, "$command: it is over");
	unlike($told, qr/every move|how this game ends/, '… and nothing is promised');
}
like(says($fred, "chat\nWell played!")->{$barney} // '', qr/Well played!/, 'but what its players write does come');
like(says($wilma, 'subscribe')->{$wilma}, qr/it\s+is\s+over:\s+there\s+are\s+no\s+more\s+moves\s+to\s+get/, 'a player of it, too');

# Whoever watches is told how that ends: in a letter of several boards, and in the list of commands.
$world = World->new;
$world->game;
says($fred, 'challenge wilma');
says($wilma, 'accept');
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
my $both = says($barney, "subscribe 1\nshow 1\nshow 2")->{$barney};
like($both, qr/^  unsubscribe 1 +ends your subscription to board 1$/m, 'several boards: the one that he watches');
unlike($both, qr/unsubscribe 2/, '... and not the other');
like(says($barney, 'help commands')->{$barney}, qr/subscribe USERID .*\n +unsubscribe USERID ends that/, 'the list of commands');

done_testing;
