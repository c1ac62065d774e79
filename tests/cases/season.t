#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A season: players who act by themselves for two months, with every command there is, by
# letters that are lost, doubled, late and quoted as mail programs quote.  After each pass
# what the server has done is compared with what it owed, and its clocks with an independent
# reckoning (tests/season).
#
# `make season PLAYERS=200 GAMES=1000` plays a large one, of games that were really played
# where RIVERPOST_DATA has them; PLIES=40 cuts them, SEASON_SEED=7 is another season, and
# VERBOSE=1 tells of faults at once.
use strict;
use warnings;
use FindBin;
use List::Util 'sum';
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../season";
use Test::More;
use Season;
use Players;
use Errands;
use Scores;

plan skip_all => 'a season takes too long in this build' if ($ENV{BUILD} // '') =~ /-(?:san|jitter)/ && !$ENV{GAMES};
my $players = $ENV{PLAYERS} || 20;
my $games = $ENV{GAMES} || 40;
my $is_large = $games > 100;
my $length = $ENV{PLIES} || ($is_large ? 0 : 16);
my $seed = $ENV{SEASON_SEED} || 1;
my $day = 86400;

srand $seed;
note "SEASON_SEED=$seed: $players players, $games games";

# --- scores

my @scores = $ENV{GAMES} && $ENV{RIVERPOST_DATA} ? Scores::from_table("$ENV{RIVERPOST_DATA}/notation.tsv", $length) : Scores::at_random(int($games * 1.5), $length || 60);
my %fit = map { $_ => [Scores::judged($World::program, $_, @scores)] } qw(server asian cxq);
sub any_score
{
	my $rules = (qw(server server asian cxq))[rand 4];
	return $fit{$rules}[rand @{$fit{$rules}}];
}

# --- the season

my $season = Season->new(now => 1_791_806_400, pace => ($is_large ? 16 : 8) * 3600, forgets => $is_large ? 0.001 : 0.004, verbose => $ENV{VERBOSE});	# 12 October 2026
srand $seed + 1;	# again: names of temporary files take lots, too, and more where one is taken
my $begin = $season->{now};
my $arrival = $is_large ? 60 * $day : 12 * $day;
for my $number (1 .. $players) {
	my $p = $season->add_player("player$number");
	$season->at($begin + 60 + int rand $day, sub { $season->signup($p, sub { $season->settle_in($p) }) });
}
for my $number (1 .. $games) {
	my $score = any_score();
	my $red = 1 + int rand $players;
	my $green = 1 + ($red + int rand $players - 1) % $players;
	my $options = Season::one_of(@Season::options);
	# Some who stop in the middle, with and without a claim needed.
	my $sleeps = $number <= 4 ? 3 + $number : undef;
	$options = '--time=4d' . ($number % 2 ? ' --claim' : '') if defined $sleeps;
	$options .= " --rules=$score->{rules}" if $score->{rules} ne 'server';
	my $match = { red => "player$red", green => "player$green", options => $options, script => $score, sleeps_from => $sleeps, way => Season::one_of(qw(first first second color seek)) };
	$season->at($begin + 2 * $day + int rand $arrival, sub { $season->begin_match($match) });
}
$season->{spare} = [map { any_score() } 1 .. 8 + $games / 5];
for my $errand (@Season::errands) {
	for (1 .. ($is_large ? $games / 40 : 2)) {
		$season->at($begin + 5 * $day + int rand($arrival + 15 * $day), sub { $season->run_errand($errand, 20) });
	}
}
my $until = $begin + ($is_large ? 400 : 200) * $day;
for (my $now = $begin; $now < $until && $season->{fault_count} < 500;) {
	$now += $is_large ? 1800 + int rand 4 * 3600 : 8 * 3600 + int rand 15 * 3600;
	# Twice the server is down for days.
	$now += 2 * $day + int rand 2 * $day if ($season->{count}{passes} // 0) == 40 || ($season->{count}{passes} // 0) == 60;
	$season->pass($now);
	my $open = grep { $_ && $_->{state} != 2 } @{$season->{games}};
	last if !$open && $now > $begin + $arrival + 21 * $day;
	diag sprintf 'day %d: %d games, %d open, %d letters, %d faults', ($now - $begin) / $day, $season->{games_made}, $open,
	    $season->{count}{'letters in'}, $season->{fault_count} if $is_large && $season->{count}{passes} % 50 == 0;
}

# --- at the end

is(join("\n", @{$season->{faults}}), '', 'every letter owed came, and no other; every clock is right');
my @open = grep { $_ && $_->{state} != 2 } @{$season->{games}};
is(scalar @open, 0, 'all games are over') or diag join '; ', map { "$_->{id} $_->{match}{options}, $_->{seat}[0] - $_->{seat}[1], state $_->{state}, length $_->{length} of " . @{$_->{script}{moves}} . ", since $_->{since}, deadline " . Book::deadline($season, $_) . ", now $season->{now}" } @open;

my (%line, %plies);
for (split /\n/, $season->ask('SELECT id, moves FROM game')) {
	my ($game, $moves) = split /\|/;
	$line{$game} = [split / /, $moves // ''];
}
for (split /\n/, $season->ask('SELECT game, ply, received, committed FROM ply ORDER BY game, ply')) {
	my ($game, $ply, @row) = split /\|/;
	push @{$plies{$game}}, [$ply, $line{$game}[$ply - 1], @row];
}
my @wrong;
for my $g (grep { $_ } @{$season->{games}}) {
	my $number = 0;
	my $want = join ' ', map { ++$number . ":$_->[0]:$_->[1]:$_->[2]" } @{$g->{plies}};
	my $got = join ' ', map { "$_->[0]:$_->[1]:$_->[2]:$_->[3]" } @{$plies{$g->{id}} // []};
	my $meant = join ' ', @{$g->{script}{moves}}[0 .. $g->{length} - 1];
	push @wrong, $g->{id} if $want ne $got || $meant ne join ' ', map { $_->[0] } @{$g->{plies}};
}
is("@wrong", '', 'each move was played once, in its place, with its times');
is($season->ask('SELECT count(*) FROM undone') + 0, sum(map { $_->{undone} } grep { $_ } @{$season->{games}}), 'and those taken back are kept');
is($season->ask('SELECT count(*) FROM outbox WHERE state = 0') + 0, 0, 'no letter waits to be sent');
is(scalar(my @failed = glob "$season->{home}/mail/in/.Failed/{new,cur}/*"), 0, 'none was put aside');
like($season->call('check'), qr/ 0 problems$/m, 'the database is sound');

my $commands = do { open my $file, '<', "$FindBin::Bin/../../src/speak/verbs.h" or die "$!"; local $/; <$file> };
my ($list) = $commands =~ /#define VERBS\(X\)((?:.*\\\n)*.*)/;
# Nobody here steals an account, for its owner to stop that (takeover.t), and only the operator
# announces (announce.t).  Other lots may leave out one more.
my @unused = grep { $_ !~ /^(?:stop|announce)$/ && !$season->{commands}{$_}{done} } $list =~ /X\((\w+), /g;
is("@unused", '', 'every command was used, and carried out') if $games >= 40 && $seed == 1;

my @cpu = times;
note sprintf 'cpu: %.1f s here, %.1f s of the server', $cpu[0] + $cpu[1], $cpu[2] + $cpu[3];
note sprintf '%-28s %d', $_, $season->{count}{$_} for sort keys %{$season->{count}};
done_testing;
