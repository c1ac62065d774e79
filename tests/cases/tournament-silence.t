#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who says nothing more in a tournament is put out of it, also when none of his games goes on, and
# joins no other for 90 days.  What whoever leaves, or is suspended, reads of it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Tournament;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $day = 86400;

sub letters_to { my ($who, @letters) = @_; return grep { $_->{address} eq address($who) } @letters }
sub left { my ($who) = @_; return value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = '$who'") }
sub state { return value('SELECT state FROM tournament WHERE id = 1') }
sub own { my ($who) = @_; return grep { plays($_, $who) } boards() }

# His turn everywhere; then he says no more, and all his games end in one pass.
sub vanish
{
	my ($who) = @_;
	moves(2, boards());
	moves(1, grep { $_->{green} eq $who } boards());
	$world->pass_time(3 * $day + 60);
	return ($world->run, $world->run);
}

# --- all his games are over before he could answer
tournament(5, '--sections=5', '--time=3d');
moves(1, grep { !plays($_, 'playera') } boards());
my @letters = vanish('playera');
my ($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
like(words($asked), qr/You have lost 4 games .* Please answer by .* If you do not answer, you leave the tournament then and cannot join another for 90 days\. None of your games in it then counts in the table, not even for your opponents\./, 'asked, although none of his games goes on');
my ($lost) = grep { plays($_, 'playerb') } own('playera');
$world->answer(address('playerb'), "resume $lost->{board}");
my ($no) = letters_to('playerb', $world->run);
like(words($no), qr/Board $lost->{board} belongs to tournament 1, which is still being played: it can be resumed when that is over\./, 'what was lost on time cannot be resumed meanwhile');
unlike($no->{body}, qr/^You can: .*resume/m, '... nor is that offered');
$world->pass_time(3 * $day);
my ($out) = grep { $_->{subject} =~ /tournament 1, Autumn$/ } letters_to('playera', $world->run, $world->run);
is(left('playera'), 1, 'no answer: he has left early');
like(words($out), qr/^You have left tournament 1, "Autumn", as you have not said that you still play\. None of your games counts in the table\. You cannot join another tournament until \w+ \d+ \w+ \d\d:\d\d UTC\./, '... and reads so');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You cannot join tournament 2, "Winter": you left another one without an answer, or after a question whether you still play\. From \w+ \d+ \w+ \d\d:\d\d UTC on you can join again\./, '... and for 90 days he joins no other');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->pass_time(30 * $day), $world->run for 1 .. 3;
$world->pass_time(3600);
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You take part in tournament 2, "Winter"\./, '... and then he does');

# --- two losses on time with no letter between, however far they are apart
sub days { my ($days) = @_; return map { $world->pass_time($day); ($world->run, $world->run) } 1 .. $days }
tournament(5, '--sections=5', '--time=40d');
my @red = grep { $_->{red} eq 'playera' } boards();
decide('nobody', grep { !plays($_, 'playera') || $_->{green} eq 'playera' } boards());
$world->run;
moves(1, $red[0]);
days(36);
moves(1, $red[0]);
is(scalar(grep { $_->{subject} =~ /do you still play/ } letters_to('playera', days(5))), 0, 'one loss on time: he is not asked');
is(scalar(grep { $_->{subject} =~ /do you still play/ } letters_to('playera', days(37))), 1, 'another 36 days later, and he has not written: he is');

# --- the stage waits for the answer
for my $answer ('', 'yes') {
	tournament(5, '--sections=5', '--time=3d');
	decide('nobody', grep { !plays($_, 'playera') } boards());
	@letters = vanish('playera');
	is(state(), 1, 'all games are over, and somebody is asked: the stage has not ended');
	($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
	if ($answer eq 'yes') {
		$world->answer(address('playera'), 'yes', to => $asked);
	} else {
		$world->pass_time(2 * $day + 3600), $world->run, $world->run;
		is(state(), 1, '... nor two days later');
		$world->pass_time($day);
	}
	@letters = ($world->run, $world->run);
	is(state(), 2, $answer ? 'he says that he plays: it ends at once' : 'on the third day it ends');
	is(left('playera'), $answer ? 0 : 1, $answer ? '... with him' : '... without him');
	my ($end) = grep { $_->{subject} =~ /is over/ } letters_to('playerb', @letters);
	my $row = $answer ? qr/playera 0 0 0 0/ : qr/playera x x x x/;
	like(words($end), $row, '... as its table says') if $answer eq '';
	like(words($end), qr/"x" does not count: playera left with fewer than half of their games finished; a game lost on time is not taken as finished when its loser does not write again\./, '... and why') if $answer eq '';
}

# --- a no to the question
tournament(5, '--sections=5', '--time=3d');
@letters = vanish('playera');
($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
$world->answer(address('playera'), 'no', to => $asked);
my ($sure) = letters_to('playera', $world->run);
like($sure->{subject}, qr/are you sure\?/, 'no: are you sure?');
unlike(words($sure), qr/without your password/, '... and not whether it was he');
$world->answer(address('playera'), 'yes', to => $sure);
like(words((letters_to('playera', $world->run))[0]), qr/You have left tournament 1, "Autumn"\. .*You cannot join another tournament until/, '... he has left, and joins no other for 90 days');

# --- a goodbye of one's own
tournament(5, '--sections=5', '--time=5d');
moves(2, boards());
my @own = sort { $a <=> $b } map { $_->{board} } own('playera');
sub leaves
{
	$world->answer(address('playera'), 'leave 1');
	$world->run;
	$world->answer(address('playera'), 'yes');
	return words((letters_to('playera', $world->run))[0]);
}
like(leaves(), qr/^You have left tournament 1, "Autumn"\. You lose boards $own[0], $own[1], $own[2] and $own[3], which were still open\. None of your games counts in the table\. Ratings: .*playera 1500\? -> 1338\?.*"explain rating $own[0]" tells how\./, 'who leaves reads which boards are lost, and what that did to his rating');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You take part in tournament 2/, '... and may join another');
tournament(5, '--sections=5', '--time=5d');
decide('playera', own('playera'));
$world->run;
is(leaves(), 'You have left tournament 1, "Autumn". ', 'with no open game nothing is said of any');

# --- suspended
tournament(5, '--sections=5', '--time=5d');
moves(2, boards());
@own = sort { $a <=> $b } map { $_->{board} } own('playera');
$world->call('player', 'suspend', 'playera');
@letters = $world->run;
is(left('playera'), 1, 'who is suspended has left at once');
my ($told) = letters_to('playera', @letters);
like(words($told), qr/your letters have no effect; you leave your tournaments, while your other games and their clocks go on\. .*You have left tournament 1, "Autumn", as your account is suspended\. You lose boards $own[0], $own[1], $own[2] and $own[3], /, '... and reads what is lost');
unlike(words($told), qr/Ratings: /, '... and that is not rated');
is_deeply([sql('SELECT DISTINCT is_rated, unrated FROM game WHERE id IN (' . join(',', @own) . ')')], [[0, 6]], '... no board of it');
is(scalar(grep { words($_) =~ /clock goes on/ } @letters), 0, '... nobody reads that his clock goes on there');
is(scalar(grep { words($_) =~ /playera has left the tournament, and with that resigned this game/ } @letters), 4, '... but that he has left');
$world->call('player', 'restore', 'playera');
like(words((letters_to('playera', $world->run))[0]), qr/restored your account: .*You have left tournament 1, "Autumn", and nobody can join it any more\./, 'restored: he is told that he is out');

done_testing;
