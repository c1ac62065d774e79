#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A machine helps nobody in a game with a person: while its opponent has the position on such a
# board, or an image of it, it does not play, says why, and its clock stands; then it goes on.
use strict;
use warnings;
use Cwd;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $false = getcwd() . '/tests/tools/false-engine.pl';
my @line = qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8 B1-C3 A10-B10 A1-B1 C7-C6 C4-C5 G7-G6 G4-G5 A7-A6 A4-A5 I7-I6 I4-I5 E7-E6);
my $waits = qr/The machine does not play on from a position that stands on your board 1, where you play against a person\. It goes on by itself/;
my $world;

sub sql { my ($sql) = @_; return scalar `sqlite3 $world->{home}/riverpost.sqlite "$sql"` =~ s/\n$//r }

sub told { return join ' ', map { "$_->{address}: $_->{subject} $_->{body}" =~ s/\s+/ /gr } $world->run }

# A command from nowhere.
sub says
{
	my ($who, $text) = @_;
	$world->send(from => "$who\@a.test", text => "as $who secret-$who-9\n$text\n");
	return told();
}

sub length_of { return sql("SELECT length FROM game WHERE id = $_[0]") }

# fred plays wilma, as far as that.
sub begin
{
	my ($plies, $options) = @_;
	$world = World->new(config => "operator = op\@a.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\nengine { timeout = 3600\ncommand = '$false' }\n");
	for my $who (qw(fred wilma otto)) {
		$world->send(from => "$who\@a.test", subject => "signup $who secret-$who-9");
		$world->run;
		$world->answer("$who\@a.test", 'yes');
		$world->run;
	}
	says('fred', "challenge wilma --color=red $options");
	says('wilma', 'accept 1');
	play($_) for 0 .. $plies - 1;
	is(length_of(1), $plies, "a game with a person, $plies plies");
}

sub play { return says($_[0] % 2 ? 'wilma' : 'fred', "move 1 $line[$_[0]]") }

sub opening { return join ' ', @line[0 .. $_[0] - 1] }

# The men of the position after so many plies.
sub fen_after
{
	my ($plies) = @_;
	my @board = map { [split //, s/(\d)/'1' x $1/ger] } split m{/}, 'rheakaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAKAEHR' =~ tr/heasHEAS/nbapNBAP/r;
	for (@line[0 .. $plies - 1]) {
		my ($file, $rank, $to_file, $to_rank) = /([A-I])(\d+)-([A-I])(\d+)/;
		my $from = \$board[10 - $rank][ord($file) - 65];
		($board[10 - $to_rank][ord($to_file) - 65], $$from) = ($$from, '1');
	}
	return join '/', map { join('', @$_) =~ s/(1+)/length $1/ger } @board;
}

sub mirrored { return $_[0] =~ s/([A-I])/chr(ord('A') + ord('I') - ord($1))/ger }

# --- the same position, however it came

begin(16, '--private');
like(says('fred', 'challenge bot --color=green --opening=' . opening(16)), $waits, 'by an opening: it waits, and says so');
is(length_of(2), 0, '... and plays nothing');
is(told(), '', '... once');
like(says('fred', 'games'), qr/bot3 to move; the clock is stopped until the machine answers/, '... and the list of games says so');
like(says('fred', 'draw 2'), qr/The machine answers your offer as soon as it plays on\./, 'a draw is answered later, and he is told');
like(says('fred', 'resign 2'), qr/The game ends|does not count/, 'the game can be given up');
like(says('fred', 'challenge bot --color=green --opening=' . mirrored(opening(16))), $waits, 'the mirror image, too');
says('fred', 'resign 3');
my $fen = fen_after(16);
like(says('fred', "challenge bot --color=green --fen=\"$fen w\""), $waits, 'by its FEN');
says('fred', 'resign 4');
# Turned round, each man of the other side: what is Red's is Green's.
my $turned = join '/', map { scalar reverse $_ } reverse split m{/}, $fen =~ tr/a-zA-Z/A-Za-z/r;
like(says('fred', "challenge bot --color=red --fen=\"$turned b\""), $waits, 'with the sides exchanged');
says('fred', 'resign 5');
unlike(says('fred', "challenge bot --color=red --fen=\"$fen b\""), qr/does not play on/, 'the other side to move is another position');
is(sql('SELECT count(*) FROM game'), 6, '... each was set up');
says('fred', 'resign 6');
unlike(says('otto', 'challenge bot --color=green --opening=' . opening(16)), qr/does not play on/, 'others are no concern of it');

# --- by play; undo, and how it goes on

begin(16, '');
like(says('fred', 'challenge bot --color=green --opening=' . opening(15)), qr/game with bot3 begins/, 'a position before');
like(says('fred', "move 2 $line[15]"), $waits, 'by a move');
like(says('fred', 'undo 2'), qr/Taken back: I7-I6/, 'the move is taken back');
like(says('fred', 'move 2 G8-F6'), qr/bot3 moved/, '... another is answered');
says('fred', 'resign 2');
says('fred', 'challenge bot --color=green --time=1d --opening=' . opening(16));
for (1 .. 6) {
	$world->pass_time(86400);
	is(told() =~ s/.*A reminder.*//r, '', 'nothing is said while it waits') if $_ < 6;
}
is(sql('SELECT state FROM game WHERE id = 3'), 1, '... its clock stands');
is(length_of(3), 0, '... and nothing is played');
like(play(16), qr/bot3 moved/, 'it goes on when that board has moved on');
is(length_of(3), 1, '... by one move');

begin(16, '');
says('fred', 'challenge bot --color=green --opening=' . opening(16));
like(says('wilma', 'resign 1'), qr/bot3 moved/, 'or is over');

# --- early positions are known by all; those set up are not

begin(14, '');
unlike(says('fred', 'challenge bot --color=green --opening=' . opening(14)), qr/does not play on/, 'before move 8 it plays');
begin(0, '--opening=' . opening(16));
like(says('fred', 'challenge bot --color=green --opening=' . opening(16)), $waits, 'not where the board began so');
begin(0, '--handicap=rook');
unlike(says('fred', 'challenge bot --color=green --handicap=rook'), qr/does not play on/, 'the start of a handicap is known by all');

# --- killed at any time

begin(16, '');
my ($step, $letters) = (0, '');
for my $round (0 .. 1) {
	if ($round == 0) {
		$world->send(from => 'fred@a.test', text => "as fred secret-fred-9\nchallenge bot --color=green --opening=" . opening(16) . "\n");
	} else {
		$world->send(from => 'fred@a.test', text => "as fred secret-fred-9\nmove 1 $line[16]\n");
	}
	for (1 .. 12) {
		my $pid = fork;
		if ($pid == 0) {
			open STDERR, '>', '/dev/null';
			exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run';
		}
		select undef, undef, undef, 0.004 * ++$step;
		kill 'KILL', $pid;
		waitpid $pid, 0;
	}
	$letters .= told();
	is(length_of(2), $round, $round == 0 ? 'killed again and again: it waits' : '... and plays once');
}
done_testing;
