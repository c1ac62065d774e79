#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Mail 3: who wrote a letter that is put aside is told so, once, and the operator whose it was,
# why, and where it lies; of a game that is damaged he is told once, with its players.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $operator) = ('fred@a.test', 'wilma@b.test', 'op@game.test');
my ($world, %got);

sub passes
{
	my ($count) = @_;
	%got = ();
	for (1 .. $count) {
		push @{$got{$_->{address}}}, $_ for $world->run;
	}
}
sub said { my ($who) = @_; return join "\n", map { $_->{body} =~ s/\s+/ /gr } @{$got{$who} // []} }
sub failed { return glob "$world->{home}/mail/in/.Failed/cur/*" }

$world = World->new(config => "operator = $operator\noutage = 10080\nforfeittime = 3\n");
$world->{is_spoilt} = 1;
$world->game;
my $board = $world->{last}{$fred};
system 'sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE game SET start_fen = 'broken' WHERE id = 1";
$world->answer($fred, 'H3-E3');
passes(4);
is(scalar(my @aside = failed()), 1, 'a letter about a damaged game is put aside');
is(scalar @{$got{$fred} // []}, 1, 'its writer gets one letter');
like(said($fred), qr/could not be handled.*nothing.*done.*The operator of Riverpost has been told.*send it again as plain text/, '... that says what he needs');
is($got{$wilma}, undef, 'nobody else does');
my @about = grep { $_->{subject} =~ /put aside/ } @{$got{$operator}};
is(scalar @about, 1, 'the operator gets one about it');
like($about[0]{body} =~ s/\s+/ /gr, qr/fred \(fred\@a\.test\).*\Q$aside[0]\E.*game 1 is damaged/, '... with its writer, its file and the reason');
my @damaged = grep { $_->{subject} =~ /board 1 is damaged/i } @{$got{$operator}};
is(scalar @damaged, 1, '... and one about the game');
like($damaged[0]{body} =~ s/\s+/ /gr, qr/fred.*wilma/, '... with its players');
$world->pass_time(86400), passes(1) for 1 .. 8;
is(said($operator), '', 'which is not repeated');

# The clock meets one first.
$world = World->new(config => "operator = $operator\noutage = 10080\nforfeittime = 3\n");
$world->{is_spoilt} = 1;
$world->game;
system 'sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE game SET rules = 'none such' WHERE id = 1";
$world->pass_time(4 * 86400);
passes(3);
like(said($operator), qr/^(?!.*damaged.*\n.*damaged).*board 1.*fred.*wilma/si, 'a damaged game whose time is up: one letter');

# What cannot be read at all.
$world = World->new(config => "operator = $operator\n");
$world->players;
for ($fred, 'stranger@c.test') {
	my ($name) = /^(\w+)/;
	$world->send(from => $_, subject => 'games', head => [map { "X-$_: more fields than are read" } 1 .. 1100]);
	passes(2);
	is(scalar(@aside = failed()), $name eq 'fred' ? 1 : 2, "$name: a letter that cannot be read is put aside");
	is(scalar @{$got{$_} // []}, $name eq 'fred' ? 1 : 0, $name eq 'fred' ? '... a player is told' : '... a stranger is not');
	is(scalar @{$got{$operator} // []}, $name eq 'fred' ? 1 : 0, '... and so it is with the operator');
}

# One that is put back is read again by a program that can: here one that is only said to have been put aside.
$world = World->new(config => "operator = $operator\n");
$world->players;
$world->send(from => $fred, subject => 'games');
passes(1);
is(scalar @{$got{$fred} // []}, 1, 'a letter that can be read is answered');
for ('', 'parked') {
	my ($file) = split ' ', `grep -l '^Subject: games' $world->{home}/mail/in/.Processed/cur/*`;

	system 'sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE inbox SET outcome = 'parked' WHERE id = (SELECT max(id) FROM inbox)" if $_;
	system 'cp', $file, "$world->{home}/mail/in/new/again$_";
	passes(1);
	is(scalar @{$got{$fred} // []}, $_ ? 1 : 0, $_ ? 'one that was put aside is read when it comes again' : '... and a second copy is not');
}
done_testing;
