#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# set receipt off: no letter for a move that was played, but for all else.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;

# Who gets letters, and what fred is told.
sub says
{
	my ($from, $text, $to) = @_;
	my %got;

	$world->answer($from, $text, to => $to // $world->{last}{$from});
	$got{$_->{address}} .= $_->{body} for $world->run;
	return \%got;
}

$world->game;
my $turn = $world->{last}{$fred};
like(says($fred, 'set receipt off')->{$fred}, qr/^The setting is now:.*receipt/ms, 'set receipt off');
my $got = says($fred, "B3-E3\n\nHello!", $turn);
is($got->{$fred}, undef, 'no letter for a move');
like($got->{$wilma}, qr/^fred moved B3-E3.*^Hello!$/ms, 'which was played, and the words passed on');
is($world->{status}, 0, 'the pass ends well');
$got = says($fred, 'H1-G3', $turn);
like($got->{$fred} // '', qr/^Refused: "H1-G3"/m, 'a refusal comes');
$got = says($wilma, 'H10-G8');
like($got->{$wilma} // '', qr/moved H10-G8/, 'others get theirs');
$turn = $world->{last}{$fred};
$got = says($fred, "H1-G3\n\nresign 1", $turn);
like($got->{$fred} // '', qr/resign 1/, 'a question comes');
$got = says($fred, "H1-G3\ndraw", $turn);
like($got->{$fred} // '', qr/^You offered a draw/m, 'and what else was done');
says($wilma, 'B8-E8');
says($fred, 'E3-E7');
$got = says($wilma, 'resign');
like($got->{$fred} // '', qr/wilma (?:resigns|gives|has resigned)|resign/, 'and the end');
done_testing;
