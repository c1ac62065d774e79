#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Somebody to play with: games with a handicap or from an opening, who is here, seeks that reach
# people.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(encode_utf8);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");

sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, encode_utf8($text));
	$got{$_->{address}} = $_->{body} =~ s/\s+/ /gr for $world->run;
	return \%got;
}

# --- what Red gives
$world->players;
my $got = says($fred, 'challenge wilma --handicap=two-horses');
like($got->{wilma} // $got->{$wilma}, qr/You would play Green\. Red moves first\..*Handicap: fred gives both horses\. Unrated\./, 'two horses, said to both')
    or diag explain $got;
like(World::board($world->{last}{$wilma}), qr/^ 1  rR---\+--rE--rG--rK--rG--rE---\+--rR  1/m, 'and they are not there');
says($wilma, 'accept');
like(says($fred, 'B3-C3')->{$wilma}, qr/fred moved B3-C3/, 'played');
says($wilma, 'resign');
like(says($wilma, 'rematch')->{$fred}, qr/You would play Red\..*Handicap: fred gives both horses/, 'who gave them gives them again');
says($wilma, 'withdraw');
for (['rook', qr/^ 1   \+--rH/m, 'a rook', 'Red'], ['horse', qr/^ 1  rR---\+--rE.*rH--rR/m, 'a horse', 'Red'],
    ['cannon', qr/^ 3   \+---\+---.*rC/m, 'a cannon', 'Red'], ['first-move', qr/^ 1  rR--rH--rE/m, 'the first move', 'Green']) {
	my ($name, $board, $words, $first) = @$_;
	like(says($fred, "challenge wilma --rated=yes --handicap=$name")->{$fred}, qr/$first moves first\..*fred gives $words\. Unrated/, $name);
	like(World::board($world->{last}{$fred}), $board, '... on the board');
	says($fred, 'withdraw');
}

# --- an opening, as people write it
for ('=B3-E3 H10-G8', ' h3e3 h10g8', '="C2=5, H8+7"', ' 1. C2=5 H8+7', '=炮二平五，马8进7', ' “炮二平五 馬8進7”', '=炮二平五马8进7', '=1.C2.5,H8+7') {
	$got = says($fred, "challenge wilma --opening$_ --private");
	like($got->{$wilma}, qr/You would play Green\. Red moves first\..* Unrated\. Private\./, "--opening$_") or diag explain $got;
	my $board = World::board($world->{last}{$wilma}) // '';
	like($board, /B3/ ? qr/^ 3   \+---\+---\+---\+--rC/m : qr/^ 3   \+--rC---\+---\+--rC/m, '... the cannon stands in the middle');
	says($fred, 'withdraw');
}
like(says($fred, 'challenge wilma --opening=B3-E3')->{$wilma}, qr/You would play Green\. Green moves first/, 'one move: Green is next');
says($fred, 'withdraw');
for (['--opening=B3-E3 E10-E8', qr/"E10-E8" is no move at its place/], ['--opening=', qr/An opening is a line of moves/],
    ['--opening=B3-E3 --fen=x', qr/one start/], ['--handicap=queen', qr/"queen" as --handicap/]) {
	like(says($fred, "challenge wilma $_->[0]")->{$fred}, $_->[1], "refused: $_->[0]");
}
# An invitation keeps what it begins from.
says($fred, 'seek --opening=B3-E3 --color=red');
like(says($wilma, 'seeks')->{$wilma}, qr/1: fred Until .*? fred plays Red\. Opening: B3-E3\./, 'sought');
like(says($wilma, 'take 1')->{$wilma}, qr/It is wilma's turn.*Unrated/, 'and taken: Green is next');
like(says($fred, 'invite guest@d.test --handicap=horse')->{'guest@d.test'}, qr/fred gives a horse/, 'who is invited sees what is given');

# --- who is here: three people and two strangers, one of whom only asks
$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
says($barney, 'seek');
says($barney, 'seek --color=green');
# The lines of the table, whatever stands in it.
sub here
{
	my ($from, @more) = @_;

	$world->send(from => $from, subject => 'who', @more);
	my ($letter) = grep { $_->{address} eq $from } $world->run;
	$letter->{lines} = [split /\n/, Encode::decode('UTF-8', $letter->{body})];
	for (grep { /^(?:fred|wilma|barney) {2}/ } @{$letter->{lines}}) {
		my ($name, @cells) = split / {2,}/;
		$letter->{rows}{$name} = join '|', @cells;
	}
	return $letter;
}
$world->query("INSERT INTO standing SELECT id, 1795000000, 1630, 74, 0.06 FROM player WHERE userid = 'wilma'");
my $letter = here($wilma);
is($letter->{subject}, 'Riverpost: who is here', 'who, alone');
is(join(' ', sort keys %{$letter->{rows}}), 'barney fred wilma', 'lists all who have written');
is($letter->{rows}{barney}, '-|-|-|1, 2', '... with their invitations');
like($letter->{rows}{wilma}, qr/^1630 ±\d+\|-\|-$/, '... with the rating, if there is one');
is(join("\n", grep { / {2}/ && length > 72 } @{$letter->{lines}}), '', '... in 72 columns');
says($fred, 'set listed off');
$letter = here('zed@d.test');
is(join(' ', sort keys %{$letter->{rows}}), 'barney wilma', 'who does not want to be listed is not, for a stranger');
like($letter->{body}, qr/^Not listed, at their own wish: 1\.$/m, '... but is counted');
like($letter->{body}, qr/^To play, open an account: signup NAME$/m, '... who is told how to play');
is(here($fred)->{rows}{fred}, undef, 'nor for himself');
like(says($wilma, 'who fred')->{$wilma}, qr/^fred has been here since/, 'who asks for him by name is answered');
says($fred, 'set listed on');
$world->pass_time(5 * 86_400);
says($wilma, 'games');
$world->pass_time(3 * 86_400);
is(join(' ', sort keys %{here('zed2@d.test')->{rows}}), 'wilma', 'after eight days only who has written since');
$world->query("UPDATE player SET state = 1 WHERE userid = 'wilma'");
like(here('zed3@d.test')->{body}, qr/^Nobody who is listed has written here in the last seven days\.$/m, 'nobody who is suspended');
$world->query('DELETE FROM standing');
done_testing;
