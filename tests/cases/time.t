#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What happens without mail: reminders, forfeits, challenges that lapse, and an
# outage of ours that costs nobody a game.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $day = 86400;

# Time goes by with a pass every twelve hours, as the outage option says.
my $config = "outage = 1440\n";
sub wait_days
{
	my ($world, $days) = @_;
	my @letters;
	for (1 .. $days * 2) {
		$world->pass_time(43200);
		push @letters, $world->run;
	}
	return @letters;
}

# A game in which each side has moved, as in others nobody loses; reminders are those of
# the game alone.
sub begin
{
	my ($options) = @_;
	my $world = World->new(config => $config);
	$world->game($options);
	$world->answer(@$_) && $world->run
	    for [$fred, 'set reminders half'], [$wilma, 'set reminders half'], [$fred, 'H3-E3'], [$wilma, 'H10-G8'];
	return $world;
}

my $world = begin('--nagtime=2 --forfeittime=4');
like($world->{last}{$fred}{body}, qr/You have 4 days, until Sun 22 Nov 11:06 UTC/, 'the deadline is in the letter');
is(scalar(my @none = wait_days($world, 1)), 0, 'a day: nothing');
my @letters = wait_days($world, 2);
is(scalar @letters, 1, 'after two days one reminder');
is($letters[0]{address}, $fred, '… to the one who is to move');
like($letters[0]{body}, qr{^2 days left for your move \(until Sun 22 Nov 11:06 UTC\); then the game is\s+lost\.}m, '… that says what will happen');
is($letters[0]{'auto-submitted'}, 'auto-generated', '… written by itself');
@letters = wait_days($world, 2);
is(scalar @letters, 2, 'after four days a letter to each');
like($_->{body}, qr/^wilma has won on time\.$/m, 'time is up') for @letters;
is(scalar(@none = wait_days($world, 2)), 0, 'and then nothing more');

# An answer that lies in the mailbox when time is up counts.
$world = begin('--nagtime=2 --forfeittime=4');
wait_days($world, 3);
$world->pass_time($day / 2);
$world->answer($fred, 'H1-G3');
$world->pass_time($day);
@letters = $world->run;
like($world->{last}{$wilma}{body}, qr/^fred moved H1-G3/m, 'a letter that waited is played');
unlike($world->{last}{$wilma}{body}, qr/on time/, 'and not forfeited');

# An outage: no pass for ten days; nobody loses, and the time is given back.
$world = begin('--nagtime=2 --forfeittime=4');
wait_days($world, 1);
$world->pass_time(10 * $day);
@letters = $world->run;
is(scalar(grep { $_->{body} =~ /on time/ } @letters), 0, 'after an outage nobody has lost');
like($world->{log}, qr/given back/, 'and the log says why');
$world->send(from => $fred, subject => 'show 1');
@letters = $world->run;
like($letters[0]{body}, qr/You have 3 days/, 'all of the time is back');
like($letters[0]{body}, qr/^This server was down from [\w: ]+\s+UTC\s+to\s+[\w: ]+\s+UTC;\s+that\s+time\s+does\s+not\s+count\./m, '… and the letter says why');
$world->answer($fred, 'H3-E3');
$world->run;
unlike($world->{last}{$wilma}{body}, qr/was down/, '… until the turn is over');
# … also where the turn began in the last pass before it.
for my $moves (0, 1) {
	my $early = World->new(config => $config);
	$early->game('--nagtime=2 --forfeittime=4');
	$early->answer($fred, 'H3-E3'), $early->run if $moves;
	my $turn = $moves ? $wilma : $fred;
	my ($told) = $early->{last}{$turn}{body} =~ /You have 4 days, until ([^.]+)\./;
	$early->pass_time(10 * $day);
	$early->run;
	$early->send(from => $turn, subject => 'show 1');
	($letters[0]) = $early->run;
	like($letters[0]{body}, qr/^This server was down from .*\s+that\s+time\s+does\s+not\s+count\./ms, "turn $moves, which began with the outage: the letter says why");
	unlike($letters[0]{body}, qr/until \Q$told\E/, '... the deadline is another');
}
# A move that waited through the outage: the time given back is not the next player's.
$world = World->new(config => $config);
$world->game('--nagtime=2 --forfeittime=4');
$world->pass_time(10 * $day);
$world->answer($fred, 'H3-E3');
$world->run;
my ($promised) = $world->{last}{$wilma}{body} =~ /You have 4 days, until ([^.]+)\./;
$world->send(from => $wilma, subject => 'show 1');
($letters[0]) = $world->run;
like($letters[0]{body}, qr/You have 4 days, until \Q$promised\E\./, 'the deadline in the letter is the one that counts');
unlike($letters[0]{body}, qr/was down/, '... and it is not said of a turn that began after the outage');

# A clock that jumped ahead and back.
$world->pass_time(30 * $day);
$world->run;
$world->pass_time(-30 * $day);
@letters = $world->run;
is(scalar(grep { $_->{body} =~ /on time/ } @letters), 0, 'a clock that jumps costs nobody a game');

# Time up against a bare side is a draw.
sub endgame
{
	my (@moves) = @_;
	$world = World->new(config => $config);
	$world->game('--nagtime=1 --forfeittime=2 --fen=3k5/9/9/9/9/9/9/9/9/4KR3');
	for (@moves) {
		$world->answer(@$_);
		$world->run;
	}
	wait_days($world, 3);
}
endgame([$fred, 'F1-F2'], [$wilma, 'D10-D9'], [$fred, 'F2-F1']);
like($world->{last}{$fred}{body}, qr/^fred has won on time\.$/m, 'the bare side can lose on time');
endgame([$fred, 'F1-F2'], [$wilma, 'D10-D9']);
like($world->{last}{$fred}{body}, qr/^Draw: time ran out/m, 'but not win');
endgame([$fred, 'F1-F2']);
like($world->{last}{$fred}{body}, qr/^wilma's time ran out on [\w :]+ UTC, before wilma's\s+first\s+move\.\s+Nobody loses/m, 'and who never moved has not lost');

# A challenge lapses after two weeks.
$world = World->new(config => $config);
$world->players;
$world->answer($fred, 'challenge wilma');
$world->run;
@letters = wait_days($world, 11);
is(scalar @letters, 0, 'eleven days: nothing');
@letters = wait_days($world, 2);
is(join(' ', map { $_->{address} } @letters), $wilma, 'two days before that she is reminded, once');
like($letters[0]{body}, qr/^fred is still waiting for your answer\. The challenge lapses on Wed 2 Dec\s+11:06 UTC\.$/m, '... with the day');
like($letters[0]{body}, qr/^  accept .*game/m, "... and how to answer");
@letters = wait_days($world, 2);
is(scalar @letters, 2, 'then both are told');
like($letters[0]{body}, qr/not answered within 14 days and has lapsed/, 'that it lapsed');
$world->answer($wilma, 'accept');
@letters = $world->run;
like($letters[0]{body}, qr/wilma did not answer within 14 days/, 'too late to accept');
# Its end is the 14th day, whenever a pass comes: it was offered on Wed 18 Nov 11:06.
$world->send(from => $wilma, subject => 'accept wilma secret2');
$world->send(from => $fred, subject => 'withdraw fred secret1');
@letters = $world->run;
like($world->{last}{$wilma}{body} =~ s/\n/ /gr, qr/There is nothing to accept: .* fred's challenge \(board 1\) lapsed on Wed 2 Dec 11:06 UTC; "challenge fred" asks/, '... and when it lapsed');
like($world->{last}{$fred}{body} =~ s/\n/ /gr, qr/You have no open challenge or offer to withdraw\. Your challenge to wilma \(board 1\) lapsed on Wed 2 Dec 11:06 UTC\./, '... also to who made it');
# Nobody is reminded who does not want it, and not of a game that has begun.
for (['no reminder for who wants none', 'set reminders off'], ['nor after the answer', 'accept']) {
	my ($name, $command) = @$_;
	$world = World->new(config => $config);
	$world->players;
	$world->answer($fred, 'challenge wilma');
	$world->run;
	$world->answer($wilma, $command);
	$world->run;
	is(scalar(grep { $_->{body} =~ /still waiting/ } wait_days($world, 13)), 0, $name);
	$world->call('check');
	is($world->{status}, 0, '... and the database is sound');
}

# The letter that asks for the move cannot be sent: what passes until then is added.
my $deaf = "${config}retry_days = 30\nsink {\n\tkind = sendmail\n\tpath = sink\n}\n";
sub sink
{
	my ($world, $code) = @_;
	open my $file, '>', "$world->{home}/sink" or die;
	print $file "#!/bin/sh\ncat >/dev/null\nexit $code\n";
	close $file;
	chmod 0755, "$world->{home}/sink";
}
sub game_state
{
	my ($world) = @_;
	chomp(my $state = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT state, ending FROM game"`);
	return $state;
}
for my $moved (0, 1) {
	my $name = $moved ? 'second move' : 'first move';
	$world = World->new(config => $deaf);
	sink($world, 0);
	$world->send(from => $_->[0], subject => "signup $_->[1] secret1") for [$fred, 'fred'], [$wilma, 'wilma'];
	$world->run;
	my @codes = split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT code FROM confirmation ORDER BY id'`;
	$world->send(from => $fred, subject => "confirm $codes[0]");
	$world->send(from => $wilma, subject => "confirm $codes[1]");
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma --nagtime=3 --forfeittime=3");
	$world->run;
	$world->pass_time(60);
	sink($world, $moved ? 0 : 75);
	$world->send(from => $wilma, subject => 'accept 1 wilma secret1');
	$world->run;
	sink($world, 75);
	$world->send(from => $fred, subject => 'move 1 fred secret1 H3-E3') if $moved;
	wait_days($world, 4);
	is(game_state($world), '1|', "$name, asked for in a letter that waits: no forfeit");
	sink($world, 0);
	wait_days($world, 2);
	is(game_state($world), '1|', '… the clock begins when it is taken');
	wait_days($world, 2);
	is(game_state($world), '2|cancelled', '… and runs then');
}

# One game of four that cannot be read, and is told of once a pass.
$world = World->new(config => $config);
$world->game('--nagtime=3 --forfeittime=3');
for my $number (2 .. 4) {
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma --nagtime=3 --forfeittime=3");
	$world->run;
	$world->send(from => $wilma, subject => "accept $number wilma secret2");
	$world->run;
}
system("sqlite3 '$world->{home}/riverpost.sqlite' \"UPDATE game SET start_fen = 'rubbish' WHERE id = 1\"");
$world->{is_spoilt} = 1;
wait_days($world, 3.5);
is(scalar(() = $world->{log} =~ /game 1\b/g), 1, 'a damaged game is told of once a pass') or diag $world->{log};
is(game_state($world), "1|\n2|cancelled\n2|cancelled\n2|cancelled", '… and stops no other\'s clock');
done_testing;
