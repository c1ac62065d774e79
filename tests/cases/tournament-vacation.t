#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A tournament in which only so many days of vacation count in a stage: what is said of it, when
# the clocks run again, and who is told before.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use POSIX qw(strftime);
use Test::More;
use Time::Local qw(timegm);
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my @names = map { "player$_" } 'a' .. 'h';
my $day = 86400;
my $world = World->new(config => "operator = op\@host.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
sub sql { my ($sql) = @_; return join "\n", map { decode 'UTF-8', $_ } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }
sub address { return "$_[0]\@a.test" }

# "11-20 12:00" of 2026, UTC.
sub at
{
	my ($month, $date, $hour, $minute) = $_[0] =~ /(\d+)-(\d+) (\d+):(\d+)/;
	return timegm(0, $minute, $hour, $date, $month - 1, 2026);
}

my @letters;
sub writes
{
	my ($name, $text) = @_;
	$world->answer(address($name), $text);
	@letters = $world->run;
	my ($letter) = grep { $_->{address} eq address($name) } @letters;
	return $letter ? words($letter) : '';
}

# All letters by then whose Subject is like that.
sub by
{
	my ($time, $subject) = @_;
	$world->{now} = at($time);
	@letters = ($world->run, $world->run);
	return grep { $_->{subject} =~ $subject } @letters;
}

# Boards of a player that are open, with "1", "12 and 14" or "12, 14 and 15".
sub boards
{
	my ($name, $other) = @_;
	my $more = defined $other ? "AND '$other' IN (r.userid, g.userid)" : '';
	my @boards = split /\n/, sql("SELECT game.id FROM game JOIN player r ON r.id = red JOIN player g ON g.id = green WHERE game.state = 1 AND tournament = 1 AND '$name' IN (r.userid, g.userid) $more ORDER BY game.id");
	my $last = pop @boards;
	return @boards ? join(', ', @boards) . " and $last" : $last;
}

# When this player's time is up in the first of them in which it is his turn; of the tournament, or not.
sub deadline
{
	my ($name, $tournament) = @_;
	return strftime('%m-%d %H:%M:%S', gmtime sql("SELECT deadline FROM game JOIN player ON player.id = iif(turn = 0, red, green) WHERE game.state = 1 AND tournament = $tournament AND userid = '$name' ORDER BY game.id LIMIT 1"));
}

$world->send(from => address($_), subject => "signup $_") for @names;
$world->run;
$world->answer(address($_), 'yes') for @names;
$world->run;

# --- what may be announced
for my $wrong (61, 99, -1, 'x', '14d') {
	$world->call('tournament', 'announce', 'A', '--players=4', "--vacations=$wrong");
	isnt($world->{status}, 0, "--vacations=$wrong is refused");
	is(sql('SELECT count(*) FROM tournament'), 0, '... and nothing announced');
}
my $said = `build/riverpost --home '$world->{home}' tournament announce A --players=4 --vacations=99 2>&1`;
like($said, qr/--vacations takes off, or how many days of vacation count in a stage, up to 60$/m, 'it says what may stand there');
$world->call('tournament', 'announce', 'Autumn', '--players=8', '--sections=4', '--time=20d', '--vacations=3');
$world->call('tournament', 'announce', 'Off', '--players=8', "--vacations=$_") for 0, 'off';
$world->call('tournament', 'announce', 'All', '--players=8', '--vacations=on');
$world->call('tournament', 'announce', 'Most', '--players=8', '--vacations=60');
is(sql("SELECT group_concat(vacations, ' ') FROM tournament"), '3 0 0 0 60', 'what is kept');
like($world->call('tournament', 'show', 1), qr/^days of vacation that count in a stage: 3$/m, 'the operator reads it');
like(writes('playera', 'tournament 1'), qr/20 days a move\. Vacations stop the clock for 3 days at most in each stage\. No move can/, 'the terms say so');
like(writes('playera', "tournament $_"), qr/ 20 days for all moves, and 1 day more with each\. Vacations do not stop the clock\. No move can/, "tournament $_ has none") for 2, 3;
unlike(writes('playera', 'tournament 4'), qr/[Vv]acation/, 'nothing is said where all count');
like(writes('playera', 'tournament 5'), qr/Vacations stop the clock for 60 days at most in each stage\./, 'as many as there can be');

# --- it begins on 18 November, at 11:06:40
$world->answer(address($_), 'join 1') for @names;
my @first = ($world->run, $world->run);
my ($letter) = grep { $_->{subject} =~ /your games/ } @first;
like(words($letter), qr/Vacations stop the clock for 3 days at most in each stage\./, 'the letter at the start');
is(sql('SELECT count(*) FROM game WHERE tournament = 1'), 12, 'two sections of four');
my $mine = (boards('playera') =~ /^(\d+)/)[0];
like(writes('playera', "show $mine"), qr/20 days a move\. Vacations stop the clock for 3 days at most\./, 'the terms of a game');
like($world->call('game', 'show', $mine), qr/^vacation that counts: 3d$/m, '... and the operator');
writes('playera', 'challenge playerb --time=20d --color=red');
writes('playerb', 'accept');
is(sql('SELECT count(*) FROM game WHERE tournament = 0 AND state = 1'), 1, 'a game outside of it');

# --- a week of vacation: three days count
my @foes = grep { $_ ne 'playera' && boards('playera', $_) } @names;
is(scalar @foes, 3, 'three opponents');
my $boards = boards('playera');
my $said_to_him = writes('playera', 'vacation 2026-11-20 2026-11-26');
like($said_to_him, qr/Your vacation is set:.*Tournament 1 allows 3 days of vacation a stage: on boards \Q$boards\E your clock runs again from 2026-11-23\./, 'he is told where his clock runs again, and when') or diag $said_to_him;
for my $foe (@foes) {
	my ($told) = grep { $_->{address} eq address($foe) } @letters;
	my $board = boards('playera', $foe);
	like(words($told), qr/playera's vacation:.*Tournament 1 allows 3 days of vacation a stage: on board $board playera's clock runs again from 2026-11-23\./, "... and $foe of his board");
}
my @others = grep { $_->{address} eq address('playerb') } @letters;
is(scalar @others, 1, 'who plays another game with him hears of the vacation');
like(writes('playera', 'vacation'), qr/Your vacation:.*Tournament 1 allows 3 days .* boards \Q$boards\E your clock runs again from /, '"vacation" shows it');
# 18 November and 20 days, and 3, or all 7.
is(deadline('playera', 1), '12-11 11:06:40', 'three days more in the tournament');
is(deadline('playera', 0), '12-15 11:06:40', 'seven days more in another game');

# --- told a day before
is(scalar by('11-21 23:00', qr/clock runs again/), 0, 'not two days before');
my @told = by('11-22 00:30', qr/tournament 1, Autumn: your clock runs again/);
is(join(' ', map { $_->{address} } @told), address('playera'), 'a day before he is told');
like(words($told[0]), qr/^Tournament 1, "Autumn", allows 3 days of vacation a stage\. On boards \Q$boards\E your clock runs from 2026-11-23 on, although you are on vacation\. It is your turn on board/, '... on which boards, and where it is his turn') or diag words($told[0]);
is(scalar by('11-22 12:00', qr/clock runs again/), 0, '... once');
is(scalar by('11-23 12:00', qr/clock runs again/), 0, '... and not when it runs');
like(writes('playera', 'vacation'), qr/on boards \Q$boards\E your clock runs all the same\./, 'then it runs');
is(deadline('playera', 1), '12-11 11:06:40', 'as it was said');

# --- nothing is won by ending it, or by another one
$world->{now} = at('11-24 12:00');
writes('playera', 'vacation off');
is(deadline('playera', 1), '12-11 11:06:40', 'a vacation that is taken back');
# From 20 November, until the 24th at twelve.
is(deadline('playera', 0), '12-12 23:06:40', '... ends at once elsewhere');
like(writes('playera', 'vacation 2026-11-28 2026-12-14'), qr/on boards \Q$boards\E your clock runs all the same from 2026-11-28 on\./, 'another one does not count at all');
is(deadline('playera', 1), '12-11 11:06:40', '... in the tournament');
is(scalar by('11-26 23:00', qr/clock runs again/), 0, 'of that he is told, too');
@told = by('11-27 00:30', qr/clock runs again/);
is(join(' ', map { $_->{address} } @told), address('playera'), '... a day before it begins');

# --- another stage, of which the beginning lies in that vacation: 30 November, 12:00
by('11-30 12:00', qr/./);
my %pair = map { my ($board, @two) = split /\|/; ($board => \@two) } split /\n/, sql('SELECT game.id, r.userid, g.userid FROM game JOIN player r ON r.id = red JOIN player g ON g.id = green WHERE tournament = 1');
$world->call('game', 'adjudicate', $_, $pair{$_}[0] lt $pair{$_}[1] ? 'red' : 'green') for sort { $a <=> $b } keys %pair;
@letters = ($world->run, $world->run);
is(sql('SELECT stage FROM tournament WHERE id = 1'), 2, 'the next stage');
$boards = boards('playera');
# 30 November, 1 and 2 December: two days and a half.
is(deadline('playera', 1), '12-23 00:00:00', 'the days are counted anew');
is(scalar by('12-01 23:00', qr/clock runs again/), 0, 'a day before');
@told = by('12-02 00:30', qr/clock runs again/);
is(join(' ', map { $_->{address} } @told), address('playera'), '... he is told');
like(words($told[0]), qr/On boards \Q$boards\E your clock runs from 2026-12-03 on/, '... of the boards of this stage');

# --- taken and taken back again on one day, by somebody for whom it is eight hours later
my ($other) = grep { $_ ne 'playera' && boards('playera', $_) } @names;
writes($other, 'set zone Asia/Shanghai');
$world->{now} = at('12-02 12:00');
writes($other, 'vacation 2026-12-02 2026-12-20');
# From 12:00, which is 20:00 there, to the end of 4 December there: 52 hours.
is(deadline($other, 1), '12-22 16:00:00', 'days of his zone');
$world->{now} = at('12-03 10:00');
writes($other, 'vacation off');
is(deadline($other, 1), '12-21 10:00:00', 'taken back after 22 hours');
$world->{now} = at('12-03 11:00');
my $again = writes($other, 'vacation 2026-12-03 2026-12-20');
# The 2nd and the 3rd are counted; the rest of the 3rd, five hours, and the 4th.
is(deadline($other, 1), '12-22 15:00:00', 'the day on which it ended counts once');
like($again, qr/your clock runs again from 2026-12-05\./, '... and he is told');

# --- as others read it
for (['de', qr/Turnier 1 erlaubt je Etappe 3 Tage Urlaub: Auf den Brettern \d+ und \d+ läuft deine Uhr vom 05\.12\.2026 an wieder\./],
	['ru', qr/В турнире 1 за этап засчитывается не больше 3 дней отпуска: на досках \d+ и \d+ ваши часы снова идут с 05\.12\.2026\./],
	['vi', qr/Giải 1 cho phép mỗi giai đoạn nghỉ 3 ngày: ở bàn \d+ và \d+, đồng hồ của bạn lại chạy từ 05-12-2026\./],
	['zh-Hans', qr/比赛1每个阶段因休假最多停钟3天：第\d+、\d+局，你的钟从2026年12月5日起重新走。/],
	['zh-Hant', qr/比賽1每個階段因休假最多停鐘3天：第\d+、\d+局，你的鐘從2026年12月5日起又開始走。/]) {
	my ($language, $want) = @$_;
	writes($other, "set language $language");
	my $text = writes($other, 'vacation');
	# Their lines may end anywhere.
	$text =~ s/ //g if $language =~ /zh/;
	like($text, $want, $language);
}

# --- told by the answer alone, where less than a day is left
$world->{now} = at('12-04 12:00');
writes('playera', 'vacation off');
like(writes('playera', 'vacation 2026-12-05 2026-12-08'), qr/on boards \Q$boards\E your clock runs all the same from 2026-12-05 on\./, 'a vacation tomorrow');
for my $time ('12-04 13:00', '12-05 12:00') {
	is(scalar(grep { $_->{address} eq address('playera') } by($time, qr/clock runs again/)), 0, "... and no letter at $time");
}

done_testing;
