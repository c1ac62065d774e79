#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A tournament whose stages have a last day: who is told, what the operator decides, and what is
# drawn.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my @names = qw(playera playerb playerc playerd);
my $day = 86400;
my $world = World->new(config => "operator = op\@host.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
sub sql { my ($sql) = @_; return join "\n", map { decode 'UTF-8', $_ } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }
sub address { return "$_[0]\@a.test" }

# All letters of this day whose Subject is like that.
my @letters;
sub on_day
{
	my ($date, $subject) = @_;
	@letters = ();
	# Never so long without a pass that it would be an outage.
	$world->{now} += 6 * $day, push @letters, $world->run while $world->{now} + 6 * $day < $date;
	$world->{now} = $date;
	push @letters, $world->run, $world->run;
	return grep { $_->{subject} =~ $subject } @letters;
}

$world->send(from => address($_), subject => "signup $_") for @names;
$world->run;
$world->answer(address($_), 'yes') for @names;
$world->run;
for my $wrong (29, 731, 'long') {
	$world->call('tournament', 'announce', 'A', '--players=4', "--days=$wrong");
	is(sql('SELECT count(*) FROM tournament'), 0, "--days=$wrong is refused");
}
$world->call('tournament', 'announce', 'Autumn', '--players=4', '--time=30d', '--days=30');
$world->answer(address($_), 'join 1') for @names;
my @first = ($world->run, $world->run);
my $begun = sql('SELECT begun FROM tournament');
my ($letter) = grep { $_->{subject} =~ /your games/ } @first;
like(words($letter), qr/It is to be finished within 30 days; games that are still open then are decided by the operator, or drawn a week later\./, 'the terms say so');
my %who = map { my ($board, @two) = split /\|/; ($board => \@two) } split /\n/, sql('SELECT game.id, r.userid, g.userid FROM game JOIN player r ON r.id = red JOIN player g ON g.id = green ORDER BY game.id');
is(scalar keys %who, 6, 'six games');
my @boards = sort { $a <=> $b } keys %who;
# Nobody's time is up before the stage is over.
$world->call('game', 'clock', $_, '0', '200d') for @boards;
$world->run;

# --- two weeks before
$world->call('game', 'adjudicate', $boards[0], 'red');
is(scalar on_day($begun + 16 * $day - 60, qr/open games/), 0, 'a minute before nobody is told');
is(sql('SELECT end_told FROM tournament'), 0, '... nor is it noted');
my @told = on_day($begun + 16 * $day + 60, qr/open games/);
is(join(' ', sort map { $_->{address} } @told), join(' ', map { address($_) } @names), 'two weeks before each player is told');
for my $told (@told) {
	my ($name) = $told->{address} =~ /^(\w+)/;
	is(join(' ', sort { $a <=> $b } $told->{body} =~ /^  (\d+) +player/mg), join(' ', grep { $_ != $boards[0] && grep { $_ eq $name } @{$who{$_}} } @boards), "... $name of his open games");
	like(words($told), qr/To ask for a decision, write to op\@host\.test\./, '... and whom to ask for a decision');
	like(words($told), qr/^Stage 1 of tournament 1, "Autumn", is to be finished by /, '... and when');
}
is(scalar on_day($begun + 17 * $day, qr/open games|games to decide/), 0, '... once');

# --- on the day
$world->call('game', 'adjudicate', $_, 'green') for @boards[1, 2];
$world->run;
@told = on_day($begun + 30 * $day + 60, qr/open games|games to decide/);
my ($report) = grep { $_->{address} eq 'op@host.test' } @told;
is(join(' ', $report->{body} =~ /^  (\d+) +player/mg), join(' ', @boards[3 .. 5]), 'the operator reads which games are open');
my %open = map { $_ => 1 } map { @{$who{$_}} } @boards[3 .. 5];
is(join(' ', sort map { $_->{address} } grep { $_ != $report } @told), join(' ', map { address($_) } sort keys %open), '... and those who play them');
$world->answer(address('playera'), 'tournament 1');
my ($state) = grep { $_->{address} eq address('playera') } $world->run;
like(words($state), qr/It began on .*? It is to be finished by [^.]*\./, 'it says by when it is to be over');
unlike(words($state), qr/at the latest|at most/, '... and not that it is, as a week may follow');
is(scalar on_day($begun + 31 * $day, qr/open games|games to decide/), 0, '... once');
is(sql('SELECT count(*) FROM game WHERE state = 1'), 3, 'they are played on');
$world->call('game', 'adjudicate', $boards[3], 'red');

# --- a week later
on_day($begun + 37 * $day - 60, qr/./);
is(sql('SELECT count(*) FROM game WHERE state = 1'), 2, 'a minute before the week is over');
my @drawn = on_day($begun + 37 * $day + 60, qr/./);
my @ends = grep { $_->{subject} =~ /is over/ } @drawn;
my @cut = grep { words($_) =~ /Draw: the stage was over/ } @drawn;
is(scalar @cut, 4, 'both players of both games read that the end of the stage drew it');
is(sql("SELECT group_concat(result || ending, ' ') FROM game WHERE id > $boards[3]"), '3stage-end 3stage-end', 'what is open is drawn');
is(sql("SELECT DISTINCT is_rated || unrated FROM game WHERE id > $boards[3]"), '04', '... unrated, as nobody had moved in it');
is(sql("SELECT DISTINCT is_rated FROM game WHERE id <= $boards[3]"), '1', 'what the operator decided counts');
is(sql('SELECT state FROM tournament'), 2, '... and the tournament over');
# Red won the first and the fourth, Green the second and the third, the others are drawn.
my %points;
$points{$who{$boards[0]}[0]} += 2, $points{$who{$boards[3]}[0]} += 2;
$points{$who{$boards[$_]}[1]} += 2 for 1, 2;
$points{$_}++ for map { @{$who{$boards[$_]}} } 4, 5;
for (@names) {
	my $half = $points{$_} // 0;
	my $want = ($half == 1 ? '' : int($half / 2)) . ($half % 2 ? '½' : '');
	like(decode('UTF-8', $ends[0]{body}), qr/^[-\d]+ +(?:> )?$_ +(?:[10=.] +)+\Q$want\E +[\d.]+ +0$/m, "$_ has $want");
}

done_testing;
