#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Open invitations: made, listed, taken by whoever is first, taken back, lapsed.
use strict;
use warnings;
use FindBin;
use POSIX ();
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new;

sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, $text);
	$got{$_->{address}} = $_->{body} =~ s/\s+/ /gr for $world->run;
	return \%got;
}

$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

like(says($wilma, 'seeks')->{$wilma}, qr/Nobody is looking for a game at the moment/m, 'none at first');
my $got = says($fred, 'seek 2 --time=2d --color=green');
like($got->{$fred}, qr/Your invitation is number 1, for 2 games\. Each "take 1".* You play Green\. Rules: server\. Rated\. 2 days a move\./m, 'seek');
is(scalar keys %$got, 1, 'nobody else gets a letter');
like(says($wilma, 'seeks')->{$wilma}, qr/1: fred, 2 games Until .*? fred plays Green\. Rules: server\. Rated\. 2 days a move\./, 'seeks');
for (['seek 21', qr/at most 20 games/m], ['seek --time=soon', qr/I do not understand "soon" as --time/m],
    ['seek --colour=blue', qr/"blue" as --colour/], ['take 1', qr/Invitation 1 is your own/m], ['take 9', qr/There is no invitation 9\./m]) {
	like(says($fred, $_->[0])->{$fred}, $_->[1], "refused: $_->[0]");
}
$got = says($wilma, 'take 1');
like($got->{$wilma}, qr/You have taken the invitation; the game begins\..*2 days/ms, 'taken');
like($got->{$fred}, qr/wilma has taken your invitation 1; the game begins\. The invitation stays open \(games left: 1\)\./m, 'its owner is told');
like($world->{last}{$fred}{subject}, qr/Board 1: wilma - fred$/, 'with the colours asked for');
$world->answer($wilma, 'B3-E3');
like((grep { $_->{address} eq $fred } $world->run)[0]{body}, qr/^wilma moved B3-E3/m, 'and it is played');
like(says($barney, 'seeks')->{$barney}, qr/1: fred Until .*? 2 days a move/m, 'one game is left');
$world->send(from => 'cafe@c.test', subject => 'take 1 barney secret3');
my @begun = grep { $_->{body} =~ /the game begins/ } $world->run;
is(scalar @begun, 2, 'the second, by password');
is(scalar(grep { $_->{body} =~ /The\s+invitation\s+is\s+closed\s+now/ } @begun), 1, '... and its owner is told that it was the last');
like(says($wilma, 'take 1')->{$wilma}, qr/Invitation 1 is no longer open/m, 'then it is gone');

# Whoever has no room, or has blocked the other.
says($wilma, 'seek');
says($barney, 'limit 1');
like(says($barney, 'take 2')->{$barney}, qr/You have reached your own limit \(1 at once\)/, 'no room');
like(says($barney, 'seek')->{$barney}, qr/You have reached your own limit \(1 at once\)/, 'none to seek with');
says($wilma, 'block fred');
like(says($fred, 'seeks')->{$fred}, qr/Nobody is looking for a game/, 'who has blocked him is not listed for him');
like(says($barney, 'seeks')->{$barney}, qr/2: wilma/, '... but for others');
like(says($fred, 'take 2')->{$fred}, qr/wilma does not accept challenges from you/m, 'blocked');
says($wilma, 'seek off');
like(says($fred, 'take 2')->{$fred}, qr/Invitation 2 is no longer open/m, 'taken back');

# Limits, and lapsing.
says($wilma, $_) for ('seek') x 3, 'seek 2', 'seek';
like(says($wilma, 'seek')->{$wilma}, qr/You already have 5 open invitations, the most at once/m, 'five at once');
$world->pass_time(15 * 86_400);
# After so long a pause nothing ends in the first pass.
my @told = map { $world->run } 1, 2;
is(join(' ', map { $_->{address} } @told), $wilma, 'who has made them is told, in one letter');
like($told[0]{body} =~ s/\n(?=\w)/ /gr, qr/^Your open invitations 3, 4, 5, 7 lapsed after 14 days; nobody took them\. To invite everybody again, answer with\s+seek\s+Your open invitation 6 lapsed after 14 days; 2 games of it were not taken\..*\n  seek 2\n/s, '… of those that are alike at once');
like(says($barney, 'seeks')->{$barney}, qr/Nobody is looking/m, 'they lapse');

says($wilma, 'unblock fred');

# --- words
for my $words ('take care', 'Seek and you shall find', 'take 5 minutes') {
	$world->send(from => $fred, text => "chat 1 fred secret1\n$words");
	like((grep { $_->{address} eq $wilma } $world->run)[0]{body}, qr/\Q$words\E/, "speech: $words");
}
# One with options that nobody understands any more keeps none of the others from being seen.
$world = World->new;
$world->players;
says($fred, 'seek --time=4d');
says($wilma, 'seek --time=5d');
`sqlite3 '$world->{home}/riverpost.sqlite' "UPDATE seek SET options = '--tempo=presto' WHERE id = 1"`;
my $seen = says($wilma, 'seeks')->{$wilma};
like($seen, qr/2: wilma Until .*? You play Red\. .* 5 days a move/, 'a seek beside one that cannot be read');
unlike($seen, qr/1: fred|tempo/, 'which is left out');

# What is offered is told in words, to its owner and to others.
$world = World->new;
$world->players;
for (['--color=random', 'The colours are drawn by lot.', 'The colours are drawn by lot.'],
    ['--handicap=rook --colour=green', 'You play Green. Red gives a rook.', 'fred plays Green. Red gives a rook.'],
    ['--opening=B3-E3', 'You play Red. Opening: B3-E3.', 'fred plays Red. Opening: B3-E3.'],
    ['--fen=3k5/9/9/9/9/9/9/9/4p4/4K4_w', 'Start: "3k5/9/9/9/9/9/9/9/4p4/4K4 w".', 'Start: "3k5/9/9/9/9/9/9/9/4p4/4K4 w".']) {
	my ($options, $own, $others) = @$_;
	like(says($fred, "seek $options")->{$fred}, qr/ \Q$own\E Rules: server\./, "$options, to its owner");
	my $list = says($wilma, 'seeks')->{$wilma};
	like($list, qr/1: fred Until .* \Q$others\E Rules: server\./, "$options, in the list");
	unlike($list, qr/--\w/, 'not as it was typed');
	like(says($fred, 'seeks')->{$fred}, qr/ \Q$own\E Rules/, "$options, in the list of its owner");
	says($fred, 'seek off');
	$world->query('DELETE FROM seek; DELETE FROM sqlite_sequence WHERE name = \'seek\'');
}

# The clock of a game that begins so is its player's: his weekends, in his zone, and his vacation.
for my $how ('seek', 'invite') {
	$world = World->new;
	$world->players;
	$world->answer($fred, "set zone Asia/Shanghai\nvacation 2026-11-24 2026-11-24\n" . ($how eq 'seek' ? 'seek' : "invite $wilma") . ' --time=5d --weekends=off');
	$world->run;
	$world->answer($wilma, $how eq 'seek' ? 'take 1' : 'yes');
	$world->run;
	# Wednesday 18 November 19:06 in Shanghai, and five days, two of a weekend, one of leave.
	like($world->{last}{$fred}{body}, qr/until\s+Thu\s+26\s+Nov\s+19:06/, "$how: the first letter knows when time is up") or diag $world->{last}{$fred}{body};
}

# --- two that fit each other begin a game by themselves, when both say so
sub begin
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\noutage = 10080\n");
	$world->players;
	$world->send(from => $barney, subject => 'signup barney secret3');
	$world->run;
	says($barney, 'yes');
}
sub games { return $world->query("SELECT ifnull(group_concat(red || '-' || green, ' '), '') FROM (SELECT (SELECT userid FROM player WHERE id = red) AS red, (SELECT userid FROM player WHERE id = green) AS green FROM game ORDER BY game.id)") }
sub seeks { return $world->query("SELECT ifnull(group_concat(id || ':' || games, ' '), '') FROM (SELECT * FROM seek ORDER BY id)") }

# [what fred asks for, what wilma does, the game that begins; '' none]
for (['', '', qr/^(?:fred-wilma|wilma-fred)$/], ['--color=red', '', qr/^fred-wilma$/], ['', '--color=red', qr/^wilma-fred$/],
    ['--color=random', '--colour=green', qr/^fred-wilma$/], ['--color=green', '--color=red', qr/^wilma-fred$/],
    ['--color=red', '--color=red', ''], ['--color=green', '--color=black', ''],
    ['--time=3d', '--time=72h', qr/./], ['--time=3d', '--time=4d', ''], ['--time=30d+1d', '--time=30d+2d', ''],
    ['--rules=asian', '--rules=asian', qr/./], ['--rules=asian', '', ''], ['--rated=no', '--rated=off', qr/./], ['--rated=no', '', ''],
    ['--private', '', ''], ['--weekends=off', '', ''], ['--vacations=off', '', ''], ['--claim', '', ''], ['--nagtime=2', '', ''],
    ['--handicap=horse', '--handicap=horse', qr/./], ['--handicap=horse', '--handicap=rook', ''],
    ['--opening=B3-E3', '--opening=C8=5', qr/./], ['--opening=B3-E3', '', ''],
    ['--now=off', '', ''], ['', '--now=off', ''], ['--ontime=90', '--ontime=50', qr/./]) {
	my ($his, $hers, $game) = @$_;
	($his, $hers) = map { /--now/ ? $_ : "--now $_" } $his, $hers;
	begin();
	my $told = says($fred, "seek $his");
	is(scalar(() = $told->{$fred} =~ /A game begins by itself as soon as somebody else sends "seek --now" with the same terms\./), $his =~ /now=off/ ? 0 : 1, "seek $his: it is said so");
	my $met = says($wilma, "seek $hers\n\nHello!");
	if ($game eq '') {
		is(games() . seeks(), '1:1 2:1', "... and seek $hers: both stay");
		next;
	}
	like(games(), $game, "... and seek $hers: a game");
	is(seeks(), '', '... and no invitation is left');
	like($met->{$wilma}, qr/fred has sent an invitation with the same terms: the game begins\. You play/, '... as she reads');
	like($met->{$fred}, qr/wilma has sent an invitation with the same terms as your invitation 1: the game begins\. The invitation is closed now\. .*Hello!/, '... and he, with her words');
}
# Who may not take it does not meet it.
for (['block fred', $wilma], ['block wilma', $fred], ['UPDATE player SET game_limit = 1 WHERE userid = \'fred\''], ['UPDATE player SET state = 1 WHERE userid = \'fred\'']) {
	my ($what, $whose) = @$_;
	begin();
	says($fred, 'challenge barney');
	says($barney, 'accept');
	says($fred, 'seek --now');
	$whose ? says($whose, $what) : $world->query($what);
	says($wilma, 'seek --now');
	unlike(games(), qr/wilma/, "no game: $what");
}
# One of several games, with the oldest that fits; not with one's own; the others stay open to all.
begin();
says($fred, 'seek --now --time=9d');
says($fred, 'seek 2 --now');
is(seeks(), '1:1 2:2', 'nobody plays himself');
says($barney, 'seek');
is(seeks(), '1:1 2:2 3:1', 'who has not said so does not play at once');
my $met = says($wilma, 'seek 3 --now');
like($met->{$wilma}, qr/the game begins\. Your invitation, number 4, stays open \(games left: 2\)\./, 'one of three begins');
like($met->{$fred}, qr/your invitation 2: the game begins\. The invitation stays open \(games left: 1\)\./, 'one of two');
is(seeks(), '1:1 2:1 3:1 4:2', 'the others stay');
like(says($barney, 'take 2')->{$barney}, qr/the game begins\. It is \w+'s turn|You have taken the invitation; the game begins\./, 'and can be taken');
like(says($fred, $_)->{$fred}, qr/I do not know the option --now/, "only of invitations: $_") for 'challenge barney --now';
like(says($fred, 'seek --now=soon')->{$fred}, qr/I do not understand "soon" as --now\. It is on or off\./, 'on or off');

# Killed at any moment: one game, and each is told once.
begin();
says($fred, 'seek --now');
$world->answer($wilma, 'seek --now');
my $before = $world;
my @faults;
for my $try (1 .. (World::is_sanitized() ? 5 : 25)) {
	$world = World->new(config => $before->{config});
	$world->become($before);
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		{ exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run' };
		POSIX::_exit(127);
	}
	select undef, undef, undef, 0.004 * $try;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	my @letters = map { "$_->{address} $_->{subject}" } $world->run, $world->run;
	my $told = join ' ', sort map { /^(\w+)\@.* Board 1:/ ? $1 : "($_)" } @letters;
	push @faults, "try $try: games " . games() . ', seeks ' . seeks() . ", told $told" if $told ne 'fred wilma' || games() !~ /^\w+-\w+$/ || seeks() ne '';
}
is(join("\n", @faults), '', 'killed at any moment, two invitations begin one game, of which both hear once');
done_testing;
