#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A thousand letters, and kill -9 at random moments: every move is played once,
# every answer comes once.  Twenty games of fifty plies run side by side; in
# each round the waiting side of every game answers, and the server is killed
# over and over before it is let through.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);
use World;

my $games = $ENV{RIVERPOST_KILL_GAMES} // 20;
my $plies = $ENV{RIVERPOST_KILL_PLIES} // (World::is_sanitized() ? 20 : 50);
srand($ENV{RIVERPOST_SEED} // 1);

# Made for this test: legal, without check, capture or repetition.
my @moves = qw(
	G1-E3 H8-H6 H3-H5 E7-E6 H5-F5 B8-B7 E3-C5 C10-A8 H1-I3 A7-A6 B1-C3 D10-E9 I3-H1 B7-B6
	G4-G5 B6-B8 B3-B4 G7-G6 F5-E5 E10-D10 D1-E2 H6-H3 C3-B1 B8-C8 B4-B7 G10-E8 A1-A3 C8-B8
	E2-D3 E8-C6 B7-B2 B8-B9 A3-C3 B9-B5 D3-E2 H3-H8 C3-G3 D10-D9 I1-I3 I10-I9 G3-C3 A6-A5
	E5-F5 C6-E8 C3-F3 I9-I10 C5-E3 H8-H5 B2-C2 E6-E5);

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "games_max = 1000\n");
$world->players;
my $welcome = $world->{last}{$fred};
$world->answer($fred, "challenge wilma --nagtime=300 --forfeittime=300\n\ngame $_", to => $welcome)
    for 1 .. $games;
my %asked;
$asked{$_->{board}} = $_ for grep { $_->{address} eq $wilma } boards($world->run);
is(scalar keys %asked, $games, 'mail 1: all challenges arrived');
$world->answer($wilma, 'accept', to => $asked{$_}) for keys %asked;
%asked = map { ($_->{board} => $_) } grep { $_->{address} eq $fred } boards($world->run);
is(scalar keys %asked, $games, 'mail 1: all games began');

sub boards
{
	my @letters = @_;
	($_->{board}) = $_->{subject} =~ /Board (\d+)/ for @letters;
	return @letters;
}

sub waiting { return scalar(() = glob "$world->{home}/mail/in/new/*") }

# One pass that may be killed at any instant.  How long a pass takes is found out:
# most are to be hit, wherever that is on this machine.
my $within = $ENV{RIVERPOST_KILL_WITHIN} // 0.15;
my ($kills, $amid) = (0, 0);
sub run_and_kill
{
	my $before = waiting();
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		{ exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run' };
		POSIX::_exit(127);
	}
	# Any instant, or one among its letters, however long a pass takes to begin.
	my $is_timed = rand() < 0.7;
	my $ended = 0;
	if ($is_timed) {
		sleep(rand($within));
	} else {
		sleep(0.0005) until waiting() < $before || ($ended = waitpid($pid, POSIX::WNOHANG()) == $pid);
	}
	kill 'KILL', $pid if !$ended;
	waitpid $pid, 0 if !$ended;
	my $left = waiting();
	$kills += $? == 9;
	$amid += $? == 9 && $left > 0 && $left < $before;
	$within *= $? == 9 ? 1.1 : 0.7 if $is_timed;
}

my (@wrong, %message_ids);
for my $ply (0 .. $plies - 1) {
	my ($mover, $other) = $ply % 2 ? ($wilma, $fred) : ($fred, $wilma);

	$world->pass_time(60);
	$world->answer($mover, "$moves[$ply]\n", to => $asked{$_}) for sort keys %asked;
	run_and_kill() for 1 .. 3;
	my @letters = boards($world->run, $world->run);
	my %got;
	for (@letters) {
		$got{$_->{address}}{$_->{board}}++;
		push @wrong, "ply $ply: the letter $_->{'message-id'} came twice"
		    if $message_ids{$_->{'message-id'}}++;
		push @wrong, "ply $ply: $_->{body}"
		    unless $_->{body} =~ /(?:You|fred|wilma) moved $moves[$ply] /;
	}
	# The killed passes have sent letters too: collect() finds them all.
	for my $board (keys %asked) {
		for my $who ($mover, $other) {
			my $n = $got{$who}{$board} // 0;
			push @wrong, "ply $ply, board $board: $who got $n letters" if $n != 1;
		}
	}
	%asked = map { ($_->{board} => $_) } grep { $_->{address} eq $other } @letters;
	last if @wrong;
}
is_deeply(\@wrong, [], 'mail 1: every move was played once and every answer came once');
cmp_ok($kills, '>', $plies, "mail 1: the server was killed $kills times");
cmp_ok($amid, '>=', $plies / 10, "mail 1: $amid times with letters done and letters to do");
$world->run;
is(`sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT count(*) FROM ply'`, $games * $plies . "\n",
    'mail 1: all plies are there');
is(`sqlite3 '$world->{home}/riverpost.sqlite' 'PRAGMA integrity_check'`, "ok\n", 'mail 1: the database is whole');
is(`sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT count(*) FROM outbox WHERE state <> 1'`, "0\n",
    'mail 1: nothing waits to be sent');
done_testing;
