#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Many challenges: how many games a player wants, and all of them answered at once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new;

# Letters of one run: {address => [bodies]}.
sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, $text);
	push @{$got{$_->{address}}}, $_->{body} for $world->run;
	return \%got;
}

$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

# --- limit
like(says($wilma, 'limit')->{$wilma}[0], qr/^You have not set a limit, so you can play 100 games at once/m, 'no limit at first');
like(says($wilma, 'limit 2')->{$wilma}[0], qr/^Your limit is 2 games at once; you have 0 now, with/m, 'limit 2');
like(says($fred, $_)->{$wilma}[0], qr/^fred has challenged wilma/m, $_) for 'challenge wilma', 'challenge wilma --color=green';
my $full = says($barney, 'challenge wilma');
like($full->{$barney}[0], qr/^wilma has no room for another game at present\./m, 'a third is refused');
is($full->{$wilma}, undef, 'and does not reach her');
like(says($wilma, 'limit off')->{$wilma}[0], qr/^You have not set a limit/m, 'limit off');
like(says($wilma, "limit $_")->{$wilma}[0], qr/^A limit is a number from 1 to 100, or "off"\./m, "limit $_: refused") for 0, 101, 999999;
says($barney, 'challenge wilma');

# --- accept all, with room for two of three
says($wilma, 'limit 2');
$world->send(from => $wilma, subject => 'accept all wilma secret2', text => 'Good luck to everybody!');
my %got;
push @{$got{$_->{address}}}, $_ for $world->run;
my ($list) = @{$got{$wilma}};
like($list->{body} =~ s/\n/ /gr, qr/Board 1: the game with fred begins\. You play Green\. /, 'board 1 is listed');
like($list->{body} =~ s/\n/ /gr, qr/Board 2: the game with fred begins\. You play Red, and it is your move\. /, 'and board 2, where she is to move');
like($list->{body} =~ s/\n/ /gr, qr/Board 3: not accepted, .* barney's challenge stays open\./, 'one has no room');
is(scalar @{$got{$wilma}}, 1, 'in one letter');
is(scalar @{$got{$fred}}, 2, 'two for the challenger');
like($_->{body}, qr/^Good luck to everybody!$/m, "with the words: $_->{subject}") for @{$got{$fred}};
is($got{$barney}, undef, 'none for the other');
$world->answer($wilma, '2 B3-E3', to => $list);
ok((grep { $_->{body} =~ /^wilma moved B3-E3/m } $world->run), 'it is answered with the move of a board');

# --- one's own limit is one's own
like(says($wilma, 'challenge barney')->{$wilma}[0], qr/^You have reached your own limit \(2 at once\): you have 2 now, with\s/m, 'no challenge beyond it');
like(says($wilma, 'accept 3')->{$wilma}[0], qr/^You have reached your own limit \(2 at once\): you have 2 now, with\s/m, 'no single one is accepted');

# --- reject all
says($fred, 'challenge barney') for 1, 2;
is(says($barney, 'reject fred secret1')->{$fred}, undef, 'a userid and what may be a password are no reason');
like(says($barney, 'reject 5 no time now')->{$fred}[0], qr/^barney does not want to play now.*^no time now$/ms, 'a reason');
says($fred, 'challenge barney');
like(says($barney, 'reject too late today')->{$fred}[0], qr/^barney does not want to play now.*^too late today$/ms, '... in an answer without the number');
my $talk = says($barney, 'Reject all of that');
is($talk->{$fred}, undef, 'what may be talk rejects nothing');
like($talk->{$barney}[0], qr/^  reject all$/m, '... and the form is shown');
my $none = says($barney, "reject all\n\nwilma takes all my time");
like($none->{$barney}[0], qr/^Board 4: you have rejected fred's challenge\.$/m, 'reject all');
like($none->{$fred}[0], qr/^barney does not want to play now.*^wilma takes all my time$/ms, 'with the words');
is($none->{$wilma}, undef, 'his own challenge stays');
like(says($barney, $_)->{$barney}[0], qr/^There is no challenge waiting/m, "$_, and there is none") for 'reject all', 'accept all';

# --- words
for my $words ('limit 5 beers', 'Limit your losses', 'Accept all my apologies', 'reject all hope, abandon ship') {
	my $said = says($wilma, "chat 2\n$words");
	like($said->{$fred}[0], qr/^\Q$words\E$/m, "speech: $words");
}

# --- what can be answered: a move only where there is one to make
$world = World->new;
$world->game;
for ([$fred, qr/set,\s+help\.\s+To\s+move,\s+answer/], [$wilma, qr/set,\s+help$/m]) {
	$world->send(from => $_->[0], subject => 'history nobody1');
	like(($world->run)[0]{body}, $_->[1], "to move, or not: $_->[0]");
}
# The operator's limit, lowered under what is played.
$world = World->new(config => "games_max = 1\n");
$world->game;
like(says($fred, 'challenge wilma')->{$fred}[0], qr/^You may play only 1 game at once, and have 1 now,.*\sFinish\s+one,/ms, 'the limit of all');
$world = World->new;
$world->game;
says($fred, 'challenge wilma');
says($fred, 'limit 1');
like(says($fred, 'challenge wilma')->{$fred}[0], qr/you have 2 now, with\s+the\s+challenges\s+that\s+you\s+have\s+made\.\s+Finish\s+2\s+of\s+them,/, 'as many as are too many');
# What was refused is not offered.
$world = World->new;
$world->game;
says($fred, 'challenge wilma');
my ($rejected) = map { says($wilma, 'reject'); $world->{last}{$fred} } 1;
says($fred, 'limit 1');
$world->answer($fred, 'challenge wilma', to => $rejected);
my ($refusal) = $world->run;
like($refusal->{body}, qr/reached your own limit.*^You can: chat, show, games, help$/ms, 'at the limit no challenge is offered');
says($fred, 'limit off');
$world->answer($fred, 'accept', to => $rejected);
($refusal) = $world->run;
like($refusal->{body}, qr/^You can: challenge wilma, chat/m, 'and below it one is');
done_testing;
