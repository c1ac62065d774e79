#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# One letter a day with all boards ("set digest", riverpost-commands(7)).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $config = "outage = 10080\n";
my $hour = 3600;

# fred and wilma with that many boards, in which fred plays Red.
sub begin
{
	my ($boards, $time) = @_;
	my $world = World->new(config => $config);	# Wed 18 Nov 2026, 11:06:40 UTC
	$world->game("--time=$time");
	if ($boards > 1) {
		$world->answer($fred, "challenge wilma --time=$time\n" x ($boards - 1));
		$world->run;
		$world->answer($wilma, 'accept all');
		$world->run;
	}
	return $world;
}
sub to { my ($address, @letters) = @_; return grep { $_->{address} eq $address } @letters }
sub moves { my ($world) = @_; return `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT id, moves FROM game ORDER BY id"` }

# --- held back, told at the hour, once

my $world = begin(3, '3d');
$world->answer($wilma, "set zone Europe/Berlin\nset digest 7");
$world->run;
like($world->{last}{$wilma}{body}, qr/^  set digest 07:00$/m, 'an hour is set');
like($world->{last}{$wilma}{body}, qr/^The next digest comes on Thu 19 Nov 07:00 UTC\+1\.$/m, '... and when the next one comes is said');
$world->answer($wilma, 'stop');
$world->run;
unlike($world->{last}{$wilma}{body}, qr/set digest/, 'who wants fewer letters and has a digest is offered none');
$world->answer($fred, 'challenge wilma --time=20h');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->send(from => $fred, text => join "\n", 'as fred secret1', map({ "move $_ H3-E3" } 1, 2, 4), '', 'Hello Wilma');
is(join(' ', map { $_->{subject} =~ /Board (\d)/ } to($wilma, $world->run)), '4', 'three moves: the board whose time ends before the next digest comes at once');
$world->pass_time(14 * $hour);
is(scalar(() = to($wilma, $world->run)), 1, 'its reminder comes, too');
$world->pass_time(5 * $hour);	# 07:06 in Berlin
my @got = to($wilma, $world->run);
is(scalar @got, 1, 'at seven one letter');
my $digest = $got[0];
is($digest->{subject}, '3 boards wait for you (first: 1 hour left)', '... that says how many boards wait');
my $body = $digest->{body} =~ s/\n  You/ You/gr;
like($body, qr/^Board 4: fred moved H3-E3\. You have 1 hour, until Thu 19 Nov 08:06 UTC\+1\.\nBoard 1: /m, '... the first is the one with the least time');
like($body, qr/^Board 1: fred moved H3-E3\. .*^Board 2: fred moved H3-E3\. .*^Board 3: fred is to move\.$/ms, '... then the others, and last where the other is to move');
is(scalar(my @none = $digest->{body} =~ /^10  gR/mg), 3, '... three boards are drawn');
is(scalar(() = to($wilma, $world->run)), 0, 'and no second one');

# --- answered line by line

$world->answer($wilma, "4 h10g8\n1 h10g8\n2 a1a9\n3 h10g8");
$world->run;
is(join(' ', $world->{last}{$wilma}{body} =~ /^(Done|Refused)/mg), 'Done Done Refused Refused', 'each line has its own result');
is(moves($world), "1|H3-E3 H10-G8\n2|H3-E3\n3|\n4|H3-E3 H10-G8\n", 'what could be played was played');
$world->answer($wilma, '1 b10c8', to => $digest);
$world->run;
like($world->{last}{$wilma}{body}, qr/not\s+your\s+turn|it\s+is\s+fred's\s+turn/, 'the same digest once more: not her turn');

# --- nothing waits, no letter; and off

$world->answer($wilma, '2 h10g8', to => $digest);
$world->run;
$world->pass_time(24 * $hour);
is(scalar(grep { $_->{subject} =~ /wait/ } to($wilma, $world->run)), 0, 'nothing waits: no letter');
$world->send(from => $fred, text => "as fred secret1\nmove 2 B3-D3");
is(scalar(() = to($wilma, $world->run)), 0, 'a move is held back');
$world->pass_time(20 * 86400);
$world->answer($wilma, 'set digest off', to => $digest);
@got = to($wilma, $world->run);
like($got[0]{body}, qr/^The setting is now:\n  set digest off$/m, 'the answer to an old digest ends it');
ok((grep { $_->{subject} =~ /^\d boards? waits? for you/ } @got), '... and what was held back comes at once') or diag map { $_->{subject} } @got;

# --- an hour that is changed: what was left to the old one is not left to a later one

for (['set digest 10', 1], ['set digest 23', 0], ['set zone Europe/Berlin', 1]) {
	my ($text, $told) = @$_;
	$world = begin(2, '20h');
	$world->answer($wilma, "set zone UTC\nset digest 12");
	$world->run;
	$world->answer($fred, 'H3-E3');
	is(scalar(grep { $_->{subject} =~ /Board 1/ } to($wilma, $world->run)), 0, 'a move is left to the digest at noon');
	$world->{now} += 600;
	$world->answer($wilma, $text);
	@got = grep { $_->{subject} =~ /^\d boards? waits? for you/ } to($wilma, $world->run, $world->run);
	is(scalar @got, $told, $told ? "'$text': the next one would be too late, so it comes at once" : "'$text': it comes at its hour");
	$world->pass_time(24 * $hour), $world->run if $told;
}
$world = begin(1, '9d');
$world->answer($wilma, "set zone UTC\nset digest 12");
$world->answer($fred, 'H3-E3');
$world->run;
$world->answer($wilma, 'set digest 23');
is(scalar(grep { $_->{subject} =~ /waits? for you/ } to($wilma, $world->run, $world->run)), 0, 'a board that has time waits for the new hour');

# --- the nights when clocks change: once

for (['back', '2026-10-24 12:00', '2026-10-25 00:29', 0, '2026-10-25 00:31', 1, '2026-10-25 01:31', 0, '2026-10-26 01:31', 1],
    ['forward', '2027-03-27 12:00', '2027-03-28 00:59', 0, '2027-03-28 01:31', 1, '2027-03-28 02:31', 0, '2027-03-29 00:31', 1]) {
	my ($name, $begin, @passes) = @$_;
	my $at = sub { my ($d, $h, $m) = $_[0] =~ /^(\S+) (\d+):(\d+)/; chomp(my $s = `date -u -d '$d $h:$m' +%s`); return $s };
	$world = World->new(now => $at->($begin), config => $config);
	$world->game('--time=30d');
	$world->answer($wilma, "set zone Europe/Berlin\nset digest 02:30");
	$world->answer($fred, 'H3-E3');
	$world->run;
	while (my ($time, $count) = splice @passes, 0, 2) {
		$world->{now} = $at->($time);
		is(scalar(my @letters = to($wilma, $world->run)), $count, "clocks put $name, $time UTC: $count");
	}
}

# --- killed anywhere: each digest once

$world = begin(3, '9d');
$world->answer($wilma, 'set digest 07:00');
$world->run;
$world->send(from => $fred, text => join "\n", 'as fred secret1', map { "move $_ H3-E3" } 1 .. 3);
$world->run;
my $digests = 0;
for my $day (1 .. 3) {
	$world->pass_time(24 * $hour);
	for my $wait (map { $_ * 0.004 } 1 .. 12) {
		system "timeout -s KILL $wait $World::program --home '$world->{home}' --now=" . $world->iso . ' run >/dev/null 2>&1';
	}
	my @letters = ($world->collect, $world->run);
	is($world->{status}, 0, "day $day: a pass after all that") or diag $world->{log};
	$digests += grep { $_->{subject} =~ /^3 boards wait/ } to($wilma, @letters);
	is($digests, $day, "killed twelve times on day $day: one digest");
}

# --- a week of ten games: the same games as by single letters

my @lines = (['H3-E3', 'H10-G8'], ['H1-G3', 'I10-H10'], ['I1-H1', 'B10-C8'], ['B1-C3', 'A7-A6']);
my %end;
for my $by (qw(letters digest)) {
	$world = begin(10, '5d');
	if ($by eq 'digest') {
		$world->answer($wilma, 'set digest 07:00');
		$world->run;
	}
	my $count = 0;
	for (@lines) {
		my ($red, $green) = @$_;
		$world->send(from => $fred, text => join "\n", 'as fred secret1', map { "move $_ $red" } 1 .. 10);
		my @letters = to($wilma, $world->run);
		$world->pass_time(24 * $hour);
		push @letters, to($wilma, $world->run);
		$count += @letters;
		if ($by eq 'digest') {
			$world->answer($wilma, join "\n", map { "$_ $green" } 1 .. 10);
		} else {
			$world->answer($wilma, $green, to => $_) for @letters;
		}
		$world->run;
	}
	$end{$by} = moves($world);
	is($count, $by eq 'digest' ? 4 : 40, "a game day by $by: so many letters");
}
is($end{digest}, $end{letters}, 'ten games are the same by digest and by single letters');
like($end{digest}, qr/^10\|H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8 B1-C3 A7-A6$/m, '... and whole');
# --- her clock runs all the while: no later letter of the board begins it anew

$world = begin(3, '3d');
$world->answer($wilma, "set zone UTC\nset digest 12");
$world->run;
$world->send(from => $fred, text => join "\n", 'as fred secret1', map { "move $_ H3-E3" } 1 .. 3);
$world->run;
sub deadlines { return $world->query('SELECT group_concat(deadline - ' . $_[0] . ', char(32)) FROM (SELECT deadline FROM game ORDER BY id)') }
my $moved = $world->{now};
$world->{now} += 3200 + 120;	# a moment after noon
my ($late) = to($wilma, $world->run);
my $given = $world->{now} - ($moved - $moved % 86400 + 12 * $hour);
ok($given >= 0 && $given < 600, 'the digest comes soon after noon') or diag $given;
my $wanted = join ' ', (3 * 86400 + $given) x 3;
is(deadlines($moved), $wanted, 'what passes between noon and the digest is not hers');
$world->answer($wilma, 'games');
my ($named) = $late->{body} =~ /until (\w+ \d+ \w+ \d\d:\d\d UTC)/;
my ($shown) = map { $_->{body} =~ /until (\w+ \d+ \w+ \d\d:\d\d UTC)/ } to($wilma, $world->run);
ok($named, 'the late digest names the deadline');
is($named, $shown, '... with that time in it, as "games" does');
$world->pass_time(20 * $hour), $world->run;
$world->answer($wilma, 'show 1');
$world->send(from => $fred, text => "as fred secret1\ndraw 2");
$world->run;
$world->send(from => $wilma, text => "as wilma secret2\nchat 3\n\nHello");
$world->run;
is(deadlines($moved), $wanted, 'a board that is shown, an offer, a message: the clocks go on');
for (1 .. 60) {
	$world->pass_time($hour);
	@got = to($wilma, $world->run);
	last if grep { $_->{subject} =~ /^\d+ hours? left: / } @got;
}
ok((grep { $_->{subject} =~ /^\d+ hours? left: / } @got), 'in the end she is reminded');
is(deadlines($moved), $wanted, '... and the clocks go on');
$world->{now} = $moved + 3 * 86400 + $given + 60;
$world->run;
is($world->query("SELECT count(*) FROM game WHERE state = 2"), 3, '... to their end');
$world = begin(1, '3d');
$world->answer($wilma, "set zone UTC\nset digest 12");
$world->answer($fred, 'H3-E3');
$world->run;
$moved = $world->{now};
$world->answer($wilma, 'show 1');
$world->run;
$world->pass_time(6 * $hour);
$world->run;
is(deadlines($moved), 3 * 86400, 'who had the board shown before knew of it: a digest that comes late gives nothing');

# --- what waits to be accepted is listed with the words that do it; her own offers are not

$world = begin(4, '3d');
$world->answer($wilma, 'set digest 7');
$world->run;
$world->send(from => $fred, text => "as fred secret1\nmove 1 H3-E3\ndraw 1\ndraw 2\nmove 3 H3-E3\nmove 4 H3-E3\nchallenge wilma");
$world->run;
$world->send(from => $wilma, text => "as wilma secret2\ndraw 3\nchallenge fred");
$world->run;
$world->pass_time(20 * $hour);
($digest) = grep { $_->{subject} =~ /wait for you/ } to($wilma, $world->run);
like($digest->{body}, qr/^Board 1: fred moved H3-E3 and offers a draw\.$/m, 'an offer with a move');
like($digest->{body}, qr/^Board 3: fred moved H3-E3\.$/m, '... not her own');
like($digest->{body}, qr/^Board 2: fred is to move and offers a draw\.$/m, '... one without');
like($digest->{body}, qr/^Board 5: fred challenges you\.$/m, '... a challenge');
unlike($digest->{body}, qr/Board 6/, '... not her own');
like($digest->{body}, qr/^  accept 1 draw .*^  accept 2 draw .*^  accept 5 +to start .*^  reject 5 +to turn/ms, 'how they are answered');
unlike($digest->{body}, qr/accept [346]/, '... and no others');
$world->answer($wilma, "accept 1 draw\naccept 2 draw\naccept 5", to => $digest);
$world->run;
is($world->query("SELECT group_concat(id || ':' || state, ' ') FROM (SELECT id, state FROM game ORDER BY id)"), '1:2 2:2 3:1 4:1 5:1 6:0', '... and that does it');

done_testing;
