#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Two accounts of one person, by their mailbox or as the operator says, are neither both on the
# stairs nor both in a tournament: who joins is refused, and who had joined before it was known is
# taken out and told, without a word to the others.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my @names = qw(anna ben carl dora emil);
my $world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\nstairs = 5d\ngames_max = 9\n");
sub address { return "$_[0]\@a.test" }
sub words { return join ' || ', map { "$_->{subject} $_->{body}" =~ s/\s+/ /gr } @_ }
$world->send(from => address($_), subject => "signup $_") for @names;
$world->run;
$world->answer(address($_), 'yes') for @names;
$world->run;
my %home = map { $_ => $world->{last}{address($_)} } @names;

# What each gets when somebody writes this, by address.
my %got;
sub heard
{
	%got = ();
	push @{$got{$_->{address}}}, words($_) for @_;
	return;
}
sub writes
{
	my ($who, $text) = @_;
	$world->answer(address($who), $text, to => $home{$who});
	heard($world->run);
	return join ' || ', @{$got{address($who)} // []};
}
sub operator
{
	my @said = ($world->call(@_));
	heard($world->run);
	return join '', @said;
}
sub climbers { return join ' ', sort split /\n/, $world->query('SELECT userid FROM stair JOIN player ON player.id = player') }
sub entrants { return join ' ', sort split /\n/, $world->query("SELECT userid FROM entrant JOIN player ON player.id = player WHERE tournament = $_[0]") }

# --- the stairs: who joins
$world->send(from => 'anna+two@a.test', subject => 'signup annatwo');
$world->run;
$world->answer('anna+two@a.test', 'yes');
$world->run;
$home{'anna+two'} = $world->{last}{'anna+two@a.test'};
writes('anna', 'stairs join');
like(writes('anna+two', 'stairs join'), qr/A player who writes from the same mailbox as you is on the stairs already; only one of you can be\./, 'one mailbox');
unlike(writes('anna+two', 'stairs'), qr/ anna\+two/, '... and no address is shown');
is(climbers(), 'anna', '... stands there once');

# --- the operator says so, when both stand there
writes($_, 'stairs join') for qw(ben carl dora);
my $board = '';
like(writes('carl', 'stairs play ben'), qr/you have challenged ben/, 'carl plays there');
($board) = $world->query('SELECT max(id) FROM game');
is(operator('player', 'link', 'carl', 'ben'), "carl and ben are linked\n1 game between them is unrated now\n", 'linked');
is(climbers(), 'anna ben dora', 'who came later is off');
like(join(' ', @{$got{address('carl')}}), qr/: the stairs .*The operator takes your account and that of another player on the stairs for one person's, and only one of the two can be there: you are off the stairs\. Board $board goes on, and still counts for the step of your opponent\./, '... and told, with the game that goes on');
is_deeply([sort keys %got], [address('carl')], '... and nobody else');
like(writes('carl', 'stairs join'), qr/Refused: .*The operator takes your account and that of a player on the stairs for one person's; only one of the two can be there\./, 'nor can he come back');
operator('player', 'unlink', 'ben', 'carl');
like(writes('carl', 'stairs join'), qr/You are on the stairs now\./, 'once they are not linked he can');
# The higher one stays, whoever is named first.
$world->query('UPDATE stair SET step = 3 WHERE player = (SELECT id FROM player WHERE userid = \'carl\')');
operator('player', 'link', 'carl', 'dora');
is(climbers(), 'anna ben carl', 'the higher one stays');
like(join(' ', @{$got{address('dora')}}), qr/you are off the stairs\. ?(?!.*goes? on)/, '... the other is told, and of no game');
operator('player', 'unlink', 'carl', 'dora');
writes('dora', 'stairs join');

# --- ... while one of them is suspended
operator('player', 'suspend', 'dora');
operator('player', 'link', 'anna', 'emil');
operator('player', 'restore', 'dora');
is(climbers(), 'anna ben carl dora', 'others who are restored come back');
operator('player', 'suspend', 'dora');
$world->query('INSERT INTO linked (one, other) SELECT min(id), max(id) FROM player WHERE userid IN (\'anna\', \'dora\')');
operator('player', 'restore', 'dora');
is(climbers(), 'anna ben carl', 'restored into a place that is taken');
like(join(' ', @{$got{address('dora')}}), qr/you are off the stairs/, '... and told');

# --- an address is confirmed that belongs to the mailbox of another
writes('emil', 'add ben+more@a.test');
$world->answer(address('emil'), 'yes');	# it was him
$world->run;
$world->query('DELETE FROM linked');
writes('emil', 'stairs join');
is(climbers(), 'anna ben carl emil', 'not confirmed yet: both stand there');
$world->answer('ben+more@a.test', 'yes');
heard($world->run);
is(climbers(), 'anna ben carl', 'confirmed: who came later is off');
like(join(' ', map { @$_ } values %got), qr/One of your addresses is the mailbox of another player on the stairs, and only one of the two can be there: you are off the stairs\./, '... and told why');

# --- ... or the operator gives one
writes('dora', 'stairs join');
operator('player', 'address', 'dora', 'dora@a.test', 'anna+d@a.test', 'asked', 'for');
is(climbers(), 'anna ben carl', 'by the operator');
operator('player', 'address', 'dora', 'anna+d@a.test', 'dora@a.test', 'asked', 'for');

# --- a tournament that has not begun
my $who = 1;
sub signs_up
{
	my $name = 'more' . chr(ord('a') + $who++);
	$world->send(from => address($name), subject => "signup $name");
	$world->run;
	$world->answer(address($name), 'yes');
	$world->run;
	$home{$name} = $world->{last}{address($name)};
	return $name;
}
my @others = map { signs_up() } 1 .. 4;
$world->call('tournament', 'announce', 'Apart', '--start=2026-11-23', '--time=5d');
writes($_, 'join 1') for 'carl', 'dora', @others;
operator('player', 'link', 'dora', 'carl');
is(entrants(1), join(' ', sort 'carl', 'dora', @others), 'both have joined');
$world->pass_time(5 * 86400);
heard($world->run);
is(entrants(1), join(' ', sort 'carl', @others), 'when it begins only the first is in it');
like(join(' ', @{$got{address('dora')}}), qr/: tournament 1, Apart You no longer take part in tournament 1, "Apart": the operator takes your account and that of a player who had joined before you for one person's, and only one of the two can take part\./, '... and the other is told');
is_deeply([grep { /one person/ } grep { /: tournament 1/ } map { @$_ } @got{grep { $_ ne address('dora') } keys %got}], [], '... alone');
is($world->query('SELECT count(*) FROM game WHERE tournament = 1'), 10, '... it is played by five');

# Full, until one of them is not counted: the place is free again.
$world->call('tournament', 'announce', 'Full', '--players=4', '--time=5d');
writes($_, 'join 2') for 'carl', 'emil', $others[0];
$world->query('DELETE FROM linked');
operator('player', 'link', 'emil', 'carl');
like(writes($others[1], 'join 2'), qr/tournament 2/, 'the last place');
is(entrants(2), join(' ', sort 'carl', @others[0, 1]), 'it is taken by one person twice, so one place is free');
like(writes($others[2], 'join 2'), qr/tournament 2/, '... for another');
is($world->query('SELECT count(*) FROM game WHERE tournament = 2'), 6, '... with whom it begins');

# --- one that has
is(operator('player', 'link', $others[0], $others[1]), "$others[0] and $others[1] are linked\n2 games between them are unrated now\n" . join('', map { "both play in tournament $_; riverpost tournament withdraw $_ USERID takes one out\n" } 1, 2), 'the operator reads where both play');
is_deeply([keys %got], [], '... and nobody else');
like($world->call('tournament', 'show', '2'), qr/^  $others[0]\n  $others[1], linked with $others[0]\n/m, '... there, too');

done_testing;
