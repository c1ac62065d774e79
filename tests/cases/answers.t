#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What players write in pbmserv's manner and otherwise, and how it is answered: each
# letter is understood, or refused in words its writer can act on.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test', stranger => 'x@c.test');
my $world;

sub new_world
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->game;
}

# One letter (a Subject, a text, or an answer to the writer's newest letter), and the text
# of the answer with one blank between words; "" for silence.
sub asks
{
	my ($who, %letter) = @_;
	if (defined $letter{answer}) {
		$world->answer($address{$who}, $letter{answer}, defined $letter{to} ? (to => $letter{to}) : ());
	} else {
		$world->send(from => $address{$who}, %letter);
	}
	my @own = grep { $_->{address} eq $address{$who} } $world->run;
	cmp_ok(scalar @own, '<=', 1, 'not more than one answer');
	return @own ? decode('utf-8', $own[0]{body}) =~ s/\s+/ /gr : '';
}

# --- pbmserv's manner

new_world();
my @forms = (
	['show board 1', qr/^Summary of Xiangqi Board 1 /],
	['xiangqi show board 1', qr/^Summary of Xiangqi Board 1 /],
	['show 1 **', qr/^Summary of Xiangqi Board 1 /],
	['all show fred', qr/^Summary of Xiangqi Board 1 /],
	['prev 1 B3-E3', qr/^A preview/],
	['sub 1 fred secret1', qr/You play in this game yourself/],
	['move board 1 fred secret1 H3-E3 **', qr/You moved H3-E3/],
	['move 1 wilma secret2 propose', qr/You offered a draw/],
	['move 1 fred secret1 reject', qr/You rejected the draw/],
	['mvoe 1 wilma secret2 h10-g8', qr/You moved H10-G8/],
	['move 1 fred secret1 resign', qr/You resigned/],
);
for (@forms) {
	my ($line, $want) = @$_;
	my $who = $line =~ /wilma/ ? 'wilma' : 'fred';
	like(asks($who, subject => $line), $want, $line);
}

# --- boards

new_world();
like(asks('fred', subject => 'show 1#0'), qr/^Xiangqi Board 1: .*before the first move: /, 'the start');
asks('fred', text => 'move 1 fred secret1 B3-E3');
like(asks('fred', subject => 'show 1#0'), qr/ 3 \+--rC---\+---\+---\+---\+---\+--rC---\+ 3 /, 'the start, also after a move');
like(asks('fred', subject => 'show 1#1'), qr/after move 1: /, 'the only move');
like(asks('fred', subject => 'show 1#99'), qr/Board 1 has 1 move so far, so there is no position after move 99\./, 'a move that was not played');
like(asks('fred', subject => 'show' . ' 1' x 10), qr/^Summary/, 'ten boards');
like(asks('fred', subject => 'show' . ' 1' x 10 . ' 7 8'),
    qr/^You asked for 12 boards; a letter shows 10\..* show 7 8 Summary/, 'twelve: two are left');

# --- ICCS

new_world();
like(asks('fred', answer => 'h2e2'), qr/no piece stands there\. If you meant ICCS, .* iccs h2e2 .* H3-E3 /, 'ICCS is explained');
unlike(asks('fred', answer => 'a2a7'), qr/ICCS/, 'but not where it would be no move either');
like(asks('fred', answer => 'iccs h2e2'), qr/You moved H3-E3/, 'and read');

done_testing;
