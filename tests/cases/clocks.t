#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Months of play by the clock: banks, weekends, vacations, reminders, gifts and
# claims, over both changes of the clocks.  What is left of every bank is reckoned
# here anew, an hour at a time, with the C library's idea of the zones.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Time::Local 'timegm';
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my ($hour, $day) = (3600, 86400);

sub local_time
{
	my ($zone, $time) = @_;
	local $ENV{TZ} = $zone;
	POSIX::tzset();
	my @t = localtime $time;
	return @t;
}

# Seconds of a turn that run, by the hour.  All times in this case are full hours.
sub spent
{
	my ($from, $to, $zone, $weekends, @off) = @_;
	my $spent = 0;
	for (my $t = $from; $t < $to; $t += $hour) {
		my $weekday = (local_time($zone, $t))[6];
		next if $weekends && ($weekday == 0 || $weekday == 6);
		next if grep { $_->[0] <= $t && $t < $_->[1] } @off;
		$spent += $hour;
	}
	return $spent;
}

sub row
{
	my ($world, $columns) = @_;
	chomp(my $row = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT $columns FROM game WHERE id = 1"`);
	return $row;
}

# Each letter is answered at once, the server runs every hour, so no time is lost by it.
sub begin
{
	my ($options, %args) = @_;
	my $world = World->new(now => $args{now} // World->new->{now}, config => "outage = 10080\n");
	$world->game($options);
	for my $i (0 .. $#{$args{zones} // []}) {
		$world->answer(($fred, $wilma)[$i], "set zone $args{zones}[$i]");
		$world->run;
	}
	return $world;
}

# A knight's walk to and fro that repeats nothing for a while.
my @red = qw(A4-A5 C4-C5 E4-E5 G4-G5 I4-I5 B3-B4 B4-B5 H3-H4 H4-H5 B1-C3 H1-G3 A1-A2 I1-I2);
my @green = qw(A7-A6 C7-C6 G7-G6 I7-I6 B8-B7 H8-H7 B10-C8 H10-G8 A10-A9 I10-I9 D10-E9 F10-E9);

# --- a bank, weekends off, both changes of the clocks (October 2026, March 2027)

# Wed 18 Nov 2026 is World's; from 14 October the clocks change on the 25th.
for my $begin ('2026-10-14', '2027-03-17') {
	my ($year, $month, $date) = split /-/, $begin;
	my $start = timegm(0, 0, 11, $date, $month - 1, $year);
	my @zone = ('Europe/Berlin', 'Asia/Shanghai');
	my $world = begin('--time=20d+12h --weekends=off', now => $start, zones => \@zone);
	my @bank = (20 * $day, 20 * $day);
	my $since = $world->{now};
	my @waits = (49, 30, 61, 95, 20, 75, 40, 110, 55, 10, 33, 80);

	for my $ply (0 .. $#waits) {
		my $side = $ply % 2;
		$world->pass_time($waits[$ply] * $hour);
		$bank[$side] -= spent($since, $world->{now}, $zone[$side], 1);
		$bank[$side] += 12 * $hour;
		$since = $world->{now};
		$world->answer($side ? $wilma : $fred, $side ? $green[$ply / 2] : $red[$ply / 2]);
		$world->run;
		is(row($world, 'bank_red, bank_green, turn_since, length'), join('|', @bank, $since, $ply + 1),
		    "$begin, ply $ply: both banks to the second");
	}
	like($world->{last}{$fred}{body}, qr/^Time left for all moves: fred .* days?.*, wilma .* days?/m, 'both banks are in the letter');
	like($world->{last}{$fred}{body}, qr/ (?:has|have) [\w ]+ \(weekends\s+do\s+not\s+count\),\s+until /, 'and that weekends are not among the days left');
}

# --- a vacation over a deadline

my $world = begin('--time=10d');
$world->answer($fred, 'A4-A5');
$world->run;
$world->answer($wilma, 'A7-A6');
$world->run;
sub iso_day
{
	my ($time) = @_;
	return POSIX::strftime('%Y-%m-%d', gmtime $time);
}
my $turn = $world->{now};
my $from = iso_day($turn + 5 * $day);
my $to = iso_day($turn + 14 * $day);
$world->answer($fred, "vacation $from $to");
my @letters = $world->run;
is(scalar @letters, 2, 'a vacation: the player and the opponent hear of it');
like($world->{last}{$fred}{body}, qr/^Your vacation is set:$/m, 'the player');
like($world->{last}{$wilma}{body}, qr/^fred's vacation:$/m, 'the opponent');
like($world->{last}{$wilma}{body}, qr/except in games\s+started with\s+--vacations=off/, '... who reads where the clock runs on');
my $midnight = $turn + 5 * $day - ($turn % $day);
my $deadline = $turn + 10 * $day + 10 * $day;
is(row($world, 'deadline'), $deadline, 'ten days on vacation move the deadline by ten days');
my @reminders;
my @told;
while ($world->{now} < $deadline - 6 * $hour) {
	$world->pass_time(6 * $hour);
	for ($world->run) {
		push @reminders, ($world->{now} - $turn) / $day if $_->{body} =~ /left for your move/;
		push @told, $_;
	}
}
is(row($world, 'state'), 1, 'still playing six hours before');
# Half of ten days, a day and six hours before the end: the first falls into the vacation's
# beginning, as five days less half a day have run by then.
is(scalar @reminders, 3, 'three reminders') or diag "@reminders";
my @last = grep { $_->{body} =~ /last reminder/ } @told;
is(scalar @last, 1, 'of which one is the last');
like($last[0]{body}, qr/\ASummary[^\n]*\n[^\n]*\n6 hours left for your move \(until .*\); then the\s+game is\s+lost\. This\s+is\s+the\s+last\s+reminder\./, 'and it says what will happen, and when, at the top');
$world->pass_time(6 * $hour);
$world->run;
is(row($world, 'state, ending'), '2|time', 'then time is up');

# --- vacations that move, and are cancelled

my $away = begin('--time=10d');
$away->answer($_->[0], $_->[1]), $away->run for [$fred, 'A4-A5'], [$wilma, 'A7-A6'];
my ($first, $last, $later) = map { iso_day($away->{now} + $_ * $day) } 2, 6, 30;
$away->answer($fred, "vacation $_"), $away->run for "$first $last", "$later $later";
# Ten days from now and five on vacation.
my $due = POSIX::strftime('%a %-d %b %H:%M', gmtime $away->{now} + 15 * $day);
like($away->{last}{$_}{body}, qr/^Board 1: (?:your|fred's) move is due by \Q$due\E/m, "$_: the new deadline") for $fred, $wilma;
$away->answer($_, 'show 1'), $away->run for $fred, $wilma;
like($away->{last}{$fred}{body} =~ s/\s+/ /gr, qr/You have 10 days, until [^()]+ \(your vacation is not counted\)\./, 'why it is later than the days say');
like($away->{last}{$wilma}{body} =~ s/\s+/ /gr, qr/fred has 10 days, until [^()]+ \(fred's vacation is not counted\)\./, '... to both');
$away->pass_time(1.2 * $day);
$away->run;
$away->answer($fred, 'set zone Asia/Shanghai');
$away->run;
$away->answer($fred, 'vacation');
$away->run;
like($away->{last}{$fred}{body}, qr/from $first to $last\n  from $later to $later\n/, 'in another zone the same days');
# Shanghai's midnight comes eight hours before.
is(row($away, 'deadline'), POSIX::mktime(gmtime $away->{now} - 1.2 * $day) + 15 * $day, 'as many of them');
$away->pass_time($day);
$away->answer($fred, 'vacation off');
my @off = $away->run;
is(scalar(() = $away->{last}{$fred}{body} =~ /Your vacation is cancelled/g), 1, 'cancelled: said once');
$away->pass_time(1.1 * $day);
push @off, $away->run;
my ($told) = map { $_->{body} } grep { $_->{address} eq $wilma } @off;
like($told, qr/^fred has cancelled this vacation:\n\n?  from $first to $last\n  from $later to $later\n.*fred's clock runs again\./ms, 'the opponent reads which');

# --- refused vacations change nothing

$world = begin('');
for (['vacation 2026-11-01 2026-11-05', qr/is past: a vacation can begin today/],
    ['vacation 2026-12-01 2027-02-20', qr/You can take 30 days of vacation a year/],
    ['vacation 2026-12-10 2026-12-01', qr/is before the first/],
    ['vacation 2026-13-10 2026-14-01', qr/is not a date/],
    ['vacation 2026年13月1日 2026年13月2日', qr/is not a date/],
    ['vacation 5/6/2027 6/6/2027', qr/is not a date/],
    ['vacation 31.11.2026 1.12.2026', qr/is not a date/],
    ['vacation 2029-01-10 2029-01-11', qr/too far away/]) {
	$world->answer($fred, $_->[0]);
	my @letters = $world->run;
	is(scalar @letters, 1, "$_->[0]: nobody else is told");
	like($letters[0]{body}, $_->[1], '… and why not is said');
}
# Days as other countries write them; those of July are of no other test.
for ('vacation 2027年7月1日 2027年7月2日', 'vacation 1.7.2027 2.7.2027', 'vacation 2027/7/1 2027/7/2') {
	$world->answer($fred, $_);
	$world->run;
	like($world->{last}{$fred}{body}, qr/Your vacation is set:\n\n?  from 2027-07-01 to 2027-07-02$/m, $_);
	$world->answer($fred, 'vacation off 1.7.2027');
	$world->run;
	like($world->{last}{$fred}{body}, qr/cancelled/, '... and taken back');
}
# The names of months; without a year it is the next such day.
for ('vacation 1 июля 2027 2 июля 2027', 'vacation 1. Juli 2027 bis 2. Juli 2027', 'vacation ngày 1 tháng 7 năm 2027 ngày 2 tháng 7 năm 2027',
    'vacation 1 July 2027 2 July 2027', 'vacation July 1st - July 2nd', 'vacation 2027年 7月 1日 2027年 7月 2日') {
	$world->answer($fred, $_);
	my @out = $world->run;
	like($world->{last}{$fred}{body}, qr/Your vacation is set:\n\n?  from 2027-07-01 to 2027-07-02$/m, $_);
	$world->answer($fred, 'vacation off 2 июля');
	$world->run;
	like($world->{last}{$fred}{body}, qr/cancelled/, '... and taken back');
}
for ('vacation 1 Dezembre 2026 5 Dezembre 2026', 'vacation 30 February 2027 5 March 2027') {
	$world->answer($fred, $_);
	my @out = $world->run;
	is(join(' ', map { $_->{address} } @out), $fred, "$_: no message to the opponent");
	like($out[0]{body}, qr/vacation 2027-07-01|like this:/, '... how it is written is said');
}
$world->answer($fred, 'history since 1 December');
$world->run;
like($world->{last}{$fred}{body}, qr/no finished games/, 'history since a day of a month');
# Thirty days in each year are thirty, over New Year too.
$world->answer($fred, 'vacation 2026-12-15 2027-01-10');
$world->run;
like($world->{last}{$fred}{body}, qr/Your vacation is set:/, 'over New Year');
$world->answer($fred, 'vacation 2027-06-01 2027-06-21');
$world->run;
like($world->{last}{$fred}{body}, qr/30 days of vacation a year; in 2027 you have 20\s+left/, 'ten days of the next year are used');
$world->answer($fred, 'vacation 2027-06-01 2027-06-20');
$world->run;
like($world->{last}{$fred}{body}, qr/Your vacation is set:/, 'twenty more are thirty');
$world->answer($fred, 'vacation 2027-06-20 2027-06-20');
$world->run;
like($world->{last}{$fred}{body}, qr/planned a vacation for some of these days/, 'no day twice');
$world->answer($fred, 'vacation');
$world->run;
is(scalar(() = $world->{last}{$fred}{body} =~ /^  from /mg), 2, 'vacation lists them');
# One of them is named by a day; what is none cancels nothing.
for (['2027-13-01', qr/^"2027-13-01" is not a date\./m], ['tomorrow', qr/^You have no vacation on 20\d\d-\d\d-\d\d\. Yours:$/m], ['2026-12-14', qr/^You have no vacation on 2026-12-14\. Yours:$/m]) {
	$world->answer($fred, "vacation off $_->[0]");
	$world->run;
	like($world->{last}{$fred}{body}, $_->[1], "vacation off $_->[0]");
	is(row($world, '(SELECT count(*) FROM vacation)'), 2, '... cancels nothing');
}
$world->answer($fred, 'vacation off 2027-01-03');
$world->run;
like($world->{last}{$fred}{body}, qr/^Your vacation is cancelled:\n\n?  from 2026-12-15 to 2027-01-10\n.*^This stays planned:\n\n?  from 2027-06-01 to 2027-06-20\n/ms, 'one is cancelled, and the other told');
$world->pass_days(2);
like($world->{last}{$wilma}{body}, qr/^fred's vacation:\n\n?  from 2027-06-01 to 2027-06-20\n/m, '... the opponent hears of what is left');
# Once a day each opponent is told.
$world->pass_days(2);
$world->answer($fred, 'vacation off');
$world->pass_days(1);
like($world->{last}{$wilma}{body}, qr/^fred has cancelled this vacation:/m, 'vacation off is told');
$world->answer($fred, 'vacation');
$world->run;
like($world->{last}{$fred}{body}, qr/You have no vacation planned/, 'and nothing is left of them');

# --- speech stays speech

$world = begin('');
for ('Give up already', 'Give me two days please', 'Vacation time!', 'Vacation in Spain', 'Claim what you like') {
	$world->answer($fred, 'chat', to => $world->{last}{$fred});
	$world->run;
	$world->answer($fred, "chat\n\n$_");
	$world->run;
	is(row($world, 'given_green, claimed'), '0|0', "\"$_\" is said");
	like($world->{last}{$wilma}{body}, qr/^\Q$_\E$/m, '… to the opponent');
}

# --- what a claim will bring is said before it is made

for (
	['--time=1d --claim', [], 'ends the game; it will not count, as fred has not moved yet\.', 'ends the game, which will not count then\.', 'may end the game, which will not count\.'],
	['--time=1d --claim --fen=3k5/9/9/9/9/9/9/9/9/4KR3', ['F1-F2', 'D10-D9'], 'ends the game as a draw, as you have no piece left that could win\.', 'ends the game as a draw\.', 'may end the game as a draw, as wilma has no piece left'],
) {
	my ($options, $moves, $claims, $late, $reminded) = @$_;
	my $claim = World->new(config => "outage = 10080\n");
	$claim->game($options);
	my $who = $fred;
	for (@$moves) {
		$claim->answer($who, $_);
		$claim->run;
		$who = $who eq $fred ? $wilma : $fred;
	}
	$claim->pass_time(20 * 3600);
	my ($reminder) = $claim->run;
	like($reminder->{body} =~ s/\s+/ /gr, qr/; then wilma $reminded/, 'the reminder');
	$claim->pass_time(5 * 3600);
	$claim->run;
	like($claim->{last}{$wilma}{body} =~ s/\s+/ /gr, qr/"claim 1" $claims Until you claim it, fred may still move\./, 'to whom the claim is');
	like($claim->{last}{$fred}{body} =~ s/\s+/ /gr, qr/You may still move until your opponent $late/, 'to whose time is up');
}

# --- give, and claim

$world = begin('--time=3d --claim');
$world->answer($fred, 'A4-A5');
$world->run;
$world->answer($wilma, 'A7-A6');
$world->run;
$turn = $world->{now};
$world->answer($wilma, 'give 2d');
$world->run;
like($world->{last}{$fred}{body}, qr/^wilma has given you an extra 2 days\.$/m, 'a gift is told');
is(row($world, 'deadline'), $turn + 5 * $day, 'and moves the deadline');
$world->answer($wilma, 'claim');
$world->run;
like($world->{last}{$wilma}{body}, qr/fred still has 5 days/, 'too early to claim');
$world->answer($fred, 'claim');
$world->run;
like($world->{last}{$fred}{body}, qr/It is your own turn/, 'nobody claims on his own turn');
for (1 .. 6) {
	$world->pass_time($day);
	$world->run;
}
is(row($world, 'state'), 1, 'time is up, but nobody has claimed it');
like($world->call('check'), qr/, 0 problems$/m, '… and that is sound');
like($world->{last}{$wilma}{body}, qr/^fred's time is up\. "claim 1" wins you the game/m, 'the opponent is told that he may');
like($world->{last}{$wilma}{body}, qr/^  claim       ends the game/m, 'and by which word');
unlike($world->{last}{$wilma}{body}, qr/^  (?:draw|undo|resign)/m, '... and by none that would spoil it');
# A move that lies in the mailbox is read before the claim takes effect.
$world->answer($wilma, 'claim');
$world->answer($fred, 'C4-C5');
$world->run;
is(row($world, 'state, length, claimed'), '1|3|0', 'a move in the mailbox comes before the claim');
like($world->{last}{$_}{body}, qr/claim does not count: (?:your|this) move\s+had\s+arrived\s+before\s+it\s+was\s+read\./, '… and both are told') for $fred, $wilma;
$world->answer($wilma, 'C7-C6');
$world->run;
for (1 .. 4) {
	$world->pass_time($day);
	$world->run;
}
$world->answer($wilma, 'claim');
is(join(' ', sort map { $_->{address} } $world->run), "$fred $wilma", 'a claim: one letter to each');
is(row($world, 'state, result, ending'), '2|2|time', 'without one the game is over');
like($world->{last}{$fred}{body}, qr/^wilma has won on time\.$/m, 'and both are told');

# --- an outage and a clock set back cost nobody anything

$world = World->new(config => "outage = 1440\n");
$world->game('--time=5d+0');
$world->answer($fred, 'A4-A5');
$world->run;
$world->answer($wilma, 'A7-A6');
$world->run;
$turn = $world->{now};
$world->pass_time($day);
$world->run;
$world->pass_time(20 * $day);
$world->run;
is(row($world, 'state, deadline, turn_since'), '1|' . ($turn + 25 * $day) . '|' . ($turn + 20 * $day), 'an outage moves clock and deadline alike');
$world->answer($fred, 'C4-C5');
$world->run;
is(row($world, 'bank_red, bank_green'), 4 * $day . '|' . 5 * $day, 'and the bank is charged for the day alone');

done_testing;
