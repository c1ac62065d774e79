#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who leaves a tournament, closes his account or vanishes: what counts for ratings and in the
# table.  And what an outage, a decision of the operator and a lost rating do to a tournament.
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

# What has become of somebody's games: how they ended, and how many of those count for ratings.
sub ended { my ($who) = @_; return join ' ', map { "@$_" } sql("SELECT ending, count(*), sum(is_rated) FROM game JOIN player ON player.id IN (red, green) WHERE userid = '$who' AND game.state = 2 GROUP BY ending ORDER BY ending") }
sub changes { my ($who) = @_; return value("SELECT count(*) FROM rating JOIN player ON player.id = player WHERE userid = '$who'") }

# --- a goodbye, said in three ways, costs the same
for my $way ('leave', 'signoff', 'delete') {
	tournament(5, '--sections=5', '--time=5d');
	moves(2, boards());
	if ($way eq 'delete') {
		$world->call('player', 'delete', 'playera', 'gone');
	} else {
		$world->answer(address('playera'), $way eq 'leave' ? 'leave 1' : $way);
		$world->run;
		$world->answer(address('playera'), 'yes');
	}
	my @letters = ($world->run, $world->run);
	is(ended('playera'), ($way eq 'leave' ? 'resignation' : 'account-closed') . ' 4 1', "$way: four games lost, one of them rated");
	is(changes('playera'), 1, '... which changes his rating once');
	is(value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = 'playera'"), 1, '... and he has left early');
	my $lowest = value("SELECT min(game.id) FROM game JOIN player ON player.id IN (red, green) WHERE userid = 'playera'");
	is(value('SELECT game FROM rating'), $lowest, '... the first of them it is');
	my $said = $way eq 'leave' ? qr/playera has left the tournament/ : $way eq 'signoff' ? qr/playera has closed the account/ : qr/The operator of .* has closed playera's account/;
	is(scalar(grep { words($_) =~ $said } @letters), 4, '... and each opponent is told') if $way ne 'delete';
	like($world->call('check'), qr{, 0 problems$}, '... and the database is whole') if $way eq 'signoff';
}

# --- suspended: with the next pass, and what is lost so is not rated
tournament(5, '--sections=5', '--time=5d');
moves(2, boards());
$world->call('player', 'suspend', 'playera');
$world->run;
is(ended('playera'), 'resignation 4 0', 'suspended: all are lost, and none is rated');

# --- who never appears on one board, and then loses others on time
tournament(5, '--sections=5', '--time=3d');
my @own = grep { plays($_, 'playera') } boards();
my ($never) = grep { $_->{red} eq 'playera' } @own;
my @others = grep { $_ != $never } @own;
decide('nobody', grep { !plays($_, 'playera') } boards());
moves(2, @others);
$world->pass_time($day);
# Where he has Red it is his turn; where he has Green his opponent moves a day later.
moves(1, grep { $_->{green} eq 'playera' } @others);
my @letters;
push @letters, $world->pass_time($day / 2), $world->run for 1 .. 4;
is(value("SELECT group_concat(id) FROM game WHERE ending = 'time'"), join(',', sort { $a <=> $b } map { $_->{board} } grep { $_->{red} eq 'playera' } @own), 'his time is up where he has Red');
is(value("SELECT is_rated || unrated FROM game WHERE id = $never->{board}"), '04', '... unrated where he has never moved');
my ($moved) = grep { $_->{red} eq 'playera' && $_ != $never } @own;
is(value("SELECT is_rated FROM game WHERE id = $moved->{board}"), 1, '... and the first in which he had moved counts');
push @letters, $world->pass_time($day / 2), $world->run for 1 .. 3;
is(ended('playera'), 'time 4 1', 'of all that he loses after it none does');
is(changes('playera'), 1, '... and his rating has changed once');

# --- who vanishes loses one that counts, and what he lost by it is not "finished"
tournament(7, '--sections=7', '--time=9d');
decide('nobody', grep { !plays($_, 'playera') } boards());
@own = grep { plays($_, 'playera') } boards();
my @early = (grep({ $_->{red} eq 'playera' } @own));
my @late = grep { $_->{green} eq 'playera' } @own;
is(@early . ' ' . @late, '3 3', 'three games with each colour');
moves(2, @own);
$world->pass_time(5 * $day), moves(1, @late);
$world->pass_time(4 * $day + 3600);
@letters = ($world->run, $world->run);
is(ended('playera'), 'time 3 1', 'three of six lost on time, one of them rated');
is(scalar(grep { $_->{subject} =~ /do you still play/ } @letters), 1, '... and he is asked');
$world->pass_time(3 * $day + 3600), $world->run;
is(ended('playera'), 'resignation 3 0 time 3 1', 'no answer: the other three are lost, and none of them counts');
is(changes('playera'), 1, '... his rating has changed once');
is(value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = 'playera'"), 1, 'he has left early: what he lost by his silence was not played');
is($world->call('ratings', '--check') =~ /all ratings as they are/ ? 1 : 0, 1, 'ratings are those of the games');

# --- an outage
tournament(5, '--sections=5', '--time=9d', '--days=60');
my $ends = value('SELECT stage_ends FROM tournament');
@own = grep { $_->{red} eq 'playera' } boards();
moves(1, grep { $_->{red} ne 'playera' } boards());
$world->pass_time(6 * $day), $world->run;
moves(1, grep { $_->{red} ne 'playera' } boards());
$world->pass_time(3 * $day + 3600);
@letters = ($world->run, $world->run);
is(scalar(grep { $_->{subject} =~ /do you still play/ } @letters), 1, 'somebody is asked whether he still plays');
is(value('SELECT stage_ends FROM tournament'), $ends, 'without an outage the stage ends when it was said');
$world->pass_time(20 * $day);
$world->run, $world->run;
is(value('SELECT stage_ends FROM tournament'), $ends + 20 * $day, 'twenty days without a pass are given to the stage');
is(value('SELECT max(how_left) FROM place'), 0, '... and to who was asked');
$world->pass_time(3 * $day + 3600), $world->run, $world->run;
is(value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = 'playera'"), 1, '... who has his three days, and no more');

# --- decided otherwise when it is over
tournament(8, '--sections=4', '--time=9d');
my %first;
for my $number (1, 2) {
	my @in = grep { $_->{section} == $number } boards();
	$first{$number} = $in[0]{red};
	decide($first{$number}, @in);
}
$world->run, $world->run;
my @final = boards(2);
my ($one, $two) = @first{1, 2};
is(@final, 2, 'two go on');
decide($one, @final);
$world->run, $world->run;
my $letter = do { $world->answer(address('playera'), 'tournament 1'); my ($l) = grep { $_->{address} eq address('playera') } $world->run; words($l) };
like($letter, qr/$one has won it.*, stage 2: 2 of 2 games finished .*section 1 of 2, stage 1: 6 of 6 games finished.*section 2 of 2, stage 1: 6 of 6/, 'all stages are shown, the last one first');
sub told { return grep { $_->{subject} =~ /has another result/ } $world->run }
decide('nobody', grep { $_->{section} == 1 && !plays($_, $one) } boards());
is(scalar(my @none = told()), 0, 'a game of the first stage changes nothing');
decide($two, $final[0]);
my @told = told();
is(join(' ', sort map { $_->{address} } @told), join(' ', map { address($_) } @names), 'one of the last does, and all who took part are told');
like(words($_), qr/^After tournament 1, "Autumn", was over, the operator changed the result of board $final[0]{board}\. The tournament now has this result: (?:$one and $two|$two and $one) share first place\./, '... with who has won now') for @told[0, -1];
decide($two, $final[1]);
like(words((told())[0]), qr/now has this result: $two has won it\./, '... and again');
decide($two, $final[1]);
is(scalar(@none = told()), 0, 'the same once more is no news');

# --- seeds: the rating now, or 100 less than the best settled one of a year
@names = map { 'player' . chr(ord('a') + $_) } 0 .. 7;
$world = World->new;
$world->send(from => address($_), subject => "signup $_") for @names;
$world->run;
$world->answer(address($_), 'yes') for @names;
$world->run;
my %id = map { $_->[1] => $_->[0] } sql('SELECT id, userid FROM player');
my %rating = (playera => 1300, playerb => 2000, playerc => 1800, playerd => 1750, playere => 1700, playerf => 1650, playerg => 1600, playerh => 1550);
sql("INSERT INTO standing VALUES ($id{$_}, $world->{now}, $rating{$_}, 60, 0.06)") for @names;
# A game of each with nobody; only what it left of their ratings is read.
my $game = 1000;
sub had { my ($who, $days, $rating, $deviation) = @_; sql('PRAGMA foreign_keys = off; INSERT INTO rating VALUES (' . join(', ', $id{$who}, $world->{now} - $days * $day, $game++, 1500, 350, 0.06, $rating, $deviation, 0.06) . ')') }
had('playera', 300, 1990, 60);	# 1890
had('playerh', 10, 2500, 150);	# not settled
had('playerh', 400, 2400, 60);	# long ago
$world->call('tournament', 'announce', 'Autumn', '--players=8', '--sections=4', '--time=9d');
$world->answer(address($_), 'join 1') for @names;
$world->run, $world->run;
my %with = map { my $n = $_; join('', map { substr $_->[0], -1 } sql("SELECT userid FROM place JOIN player ON player.id = player WHERE section = $n ORDER BY userid")) => 1 } 1, 2;
is_deeply([sort keys %with], ['acfg', 'bdeh'], 'seeded b, a (who had 1990), c, d, e, f, g, h: 1 4 5 8 and 2 3 6 7');

sql('DELETE FROM rating; DELETE FROM standing');

# --- what cannot be announced
for my $wrong (['--sections=5 --advance=5', qr/with --advance=5 everybody in a section of 5 would go on/], ['--days=30 --time=31d', qr/with --days=30 a stage ends before a player's time in his games is up: allow 31 days or more/],
	['--days=159 --time=20d+1d', qr/is up, reckoned for 60 moves of each side: allow 160 days or more/],
	['--days=30 --time=31d+1d', qr/with --days=30 a stage ends/]) {
	World::invoke("$world->{home}/errors", '--home', $world->{home}, '--now=' . $world->iso, qw(tournament announce Wrong --players=8), split / /, $wrong->[0]);
	like(`cat '$world->{home}/errors'`, $wrong->[1], "$wrong->[0] is refused");
}
like($world->call('tournament', 'announce', 'Right', '--players=8', split / /, $_), qr/is open/, "$_ is not") for '--sections=5 --advance=4', '--days=30 --time=30d', '--days=160 --time=20d+1d';

done_testing;
