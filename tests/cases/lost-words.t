#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Nothing that was written is lost without a word: a line below a command that goes to nobody,
# the words below a move that is refused, a queued move whose place a plan takes.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

sub to { my ($address, @letters) = @_; return map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $address } @letters }

# Of an answer to the board; what its answer says is quoted.
for (["set html on\nset borad hanzi", qr/Done: "set html on" Neither done nor passed on: "set borad hanzi" \(something in it is wrong: sent by itself, it is answered with what\)/],
	["show\nshwo 1", qr/Neither done nor passed on: "shwo 1" \(did you mean "show 1"\?\)/],
	["games\nqwe asd\nfred", qr/Neither done nor passed on: "qwe asd" (?!Neither|\()/],
	["set board list\nset nonsense on\ngames", qr/Neither done nor passed on: "set nonsense on" \(something in it is wrong: sent by itself, it is answered with what\) Not tried, as the line above it was not understood: "games" (?!\()/],
	["games\n\nBye for now", qr/^(?!.*passed on)/],
	["A1-A9\nSorry for being late.", qr/Not played: .*Your message was not sent either\./],
	["A1-A9\n\nSorry for being late.", qr/Not played: .*Your message was not sent either\./],
	['A1-A9', qr/^(?!.*not sent either)/])
{
	my ($text, $said) = @$_;
	my $world = World->new;

	$world->game;
	$world->answer($fred, $text);
	my ($letter) = to($fred, $world->run);
	like $letter, $said, $text =~ s/\n/ | /gr;
}

# Words below a move that waits go to the other player, as below chat; below a question nobody gets them.
for (['queue A1-B1', 'sent'], ['if H10-G8 then B1-C3', 'sent'], ["queue A1-B1\nunqueue", 'sent'],
	['queue A1-B1', '', 'Fred'], ['queue A1-B1', '', 'Thanks!'], ["queue A1-B1\nchat", 'sent'],
	['explain', 'lost'], ['moves', 'lost'], ['preview #1 H10-G8', 'lost'], ['show', 'lost'], ['record', 'lost'], ['showas', 'lost'],
	['show 1', 'lost'], ['show', '', 'Fred'])
{
	my ($text, $fate, $words) = @$_;
	my $world = World->new;
	my @letters;

	$words //= 'Is it late with you?';
	$world->game;
	$world->answer($fred, 'B3-E3');
	$world->run;
	$world->answer($fred, "$text\n\n$words");
	@letters = $world->run;
	is scalar(grep { $_->{address} eq $wilma && $_->{body} =~ /fred wrote to you.*\Q$words\E/s } @letters), $fate eq 'sent' ? 1 : 0, "$text, $words: to wilma";
	is scalar(grep { /Your message is on its way/ } to($fred, @letters)), $fate eq 'sent' ? 1 : 0, '... is said';
	is scalar(grep { /Your message was not sent\. To send it/ } to($fred, @letters)), $fate eq 'lost' ? 1 : 0, '... or that nobody got them';
}

# A password among them is not shown.
{
	my $world = World->new;

	$world->game;
	$world->answer($fred, "games\nladder fred secret1");
	unlike join("\n", map { $_->{body} } $world->run), qr/secret1/, 'no password is quoted';
}

{
	my $world = World->new;
	my ($queued, $told);

	$world->game;
	$world->answer($fred, 'B3-E3');
	$world->run;
	$world->answer($fred, 'if H10-G8 then B1-C3');
	$world->run;
	$world->answer($fred, 'queue I1-I2');
	($queued) = to($fred, $world->run);
	like $queued, qr/Queued: I1-I2 will be played as soon as wilma has moved, unless your plan has an answer to the move\./, 'a plan goes first';
	$world->answer($wilma, 'H10-G8');
	($told) = to($fred, $world->run);
	like $told, qr/You answered B1-C3/, 'it is played';
	like $told, qr/Your queued move I1-I2 was dropped: your plan has an answer to this move\./, '… and what was queued is said to be gone';
}

# A link is of no use in pieces.
for my $link ('https://www.example.org/library/xiangqi/openings/central-cannon-against-screen-horses-1960.html',
	'https://a.test/' . 'x' x 900, 'the.secretary.of.the.chess.and.xiangqi.club.of.bedrock@mail.players.example')
{
	my $world = World->new;
	my $letter;

	$world->game;
	$world->answer($fred, "B3-E3\n\nLook here: $link, please\n");
	($letter) = grep { $_->{address} eq $wilma } $world->run;
	like $letter->{body}, qr/^\Q$link\E,$/m, 'on a line of its own, in one piece';
	is scalar(grep { length > 998 } split /\r?\n/, $letter->{raw}), 0, '… and no line of the letter is too long';
}

done_testing;
