#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Ratings as players read them, and against another implementation: what each of 10,000 games
# did, in the order in which they ended.

use strict;
use warnings;
use Encode qw(decode);
use FindBin qw($Bin);
use Test::More;
use lib "$Bin/lib";
use Glicko;
use World;

sub sql { my ($world, $sql) = @_; my $out = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`; chomp $out; return $out }
sub words { return $_[0]{body} =~ s/\s+/ /gr }

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# Plays so many of these moves, Red first, and one more line by whom it names.
sub play
{
	my ($world, $count, $who, $line) = @_;
	my @moves = qw(B3-E3 H10-G8 B1-C3 I10-H10 A1-B1 B10-C8);
	for (0 .. $count - 1) {
		$world->answer($_ % 2 ? $wilma : $fred, $moves[$_]);
		$world->run;
	}
	return if !defined $who;
	$world->answer($who, $line);
	$world->run;
}

# --- a game
my $world = World->new(config => "outage = 10080\n");
$world->game;
play($world, 2, $fred, 'resign');
for my $who ($fred, $wilma) {
	like(words($world->{last}{$who}), qr/has won: fred resigned\. Ratings: fred 1500\? -> 1338\? \(now ±290\), wilma 1500\? -> 1662\? \(now ±290\)\. "explain rating 1" tells how\./, "$who reads what the result did");
}
$world->answer($fred, 'explain rating 1');
$world->run;
like(words($world->{last}{$fred}), qr/Rating of board 1, counted on .* fred \(Red\) 1500\? ±350 50 % 0 1338\? ±290 wilma 1500\? ±350 50 % 1 1662\? ±290/, '... and how');
is($world->call('ratings', '--check'), "1 games counted, all ratings as they are\n", 'they are those of the game');

# --- the lists
sub ask { my ($world, $who, $line) = @_; $world->answer($who, $line); $world->run; return words($world->{last}{$who}) }
like(ask($world, $fred, 'standings'), qr/Standings, .*: 0 settled, 2 not yet Not settled yet: player rating won-dr-lost in time answers in 1 wilma 1662\? ±290 1-0-0 - - 2 > fred 1338\? ±290 0-0-1 - - /, 'standings, with a mark');
like(ask($world, $fred, 'ratings 1'), qr/ 1 wilma 1662\? .* 2 > fred /, 'one line, and his own');
like(ask($world, $fred, 'standings since 2026-11-19'), qr/of who has finished a game since 2026-11-19: 0 settled, 0 not yet/, 'since a day');
like(ask($world, $fred, 'standings inactive'), qr/: 0 who have finished none that counts in 180 days/, 'inactive');
like(ask($world, $fred, $_), qr/^wilma: 1662\? ±290 ▁ The last games .* 2026-11-18 1 fred 1500 -> 1662 ±290/, $_) for 'rating wilma', 'ratings wilma';
$world->answer($fred, 'rating');
$world->run;
like(words($world->{last}{$fred}), qr/^fred: 1338\? ±290 /, 'his own');
$world->answer($fred, 'stats');
$world->run;
like(words($world->{last}{$fred}), qr/^Finished games of fred: 1 games won drawn lost with Red 1 0 0 1 with Green 0 0 0 0 by resignation 1 0 0 1 opening B3-E3 H10-G8 1 0 0 1 Moves in a game: 1 on average, 1 at most\. Most games won in a row: 0\. Rating: 1338\? ±290\./, 'what his games come to');
like(ask($world, $fred, 'stats wilma vs fred won'), qr/^Finished games of wilma against fred: 1 .* row: 1\./, 'with conditions');
like(ask($world, $fred, 'who wilma'), qr/ Rating: 1662\? ±290\. In time: not known yet\./, 'who');
$world->send(from => 'x@c.test', subject => 'standings');
$world->run;
like(words($world->{last}{'x@c.test'}), qr/ 1 wilma 1662\? ±290 .* 2 fred 1338/, 'a stranger, too');
ok(!grep({ /±\d+  / && length(decode('utf-8', $_)) > 72 } split /\n/, $world->{last}{'x@c.test'}{body}), '... in 72 columns');
for ('standings of the world', 'rating is silly', 'standings since then') {
	like(ask($world, $fred, $_), qr/understand|passed on/, "$_: no command");
}

# --- decided later
$world->send(from => $wilma, subject => 'rematch 1 wilma secret2');
$world->run;
$world->answer($fred, 'accept');
$world->run;
is(sql($world, 'SELECT is_rated, unrated FROM game WHERE id = 2'), '1|0', 'the next one is rated, too');
play($world, 0);
for (["wilma\@b.test", 'B3-E3'], ["fred\@a.test", 'H10-G8'], ["fred\@a.test", 'resign']) {
	$world->answer(@$_);
	$world->run;
}
my $before = sql($world, 'SELECT round(r, 4) FROM standing ORDER BY player');
sql($world, 'UPDATE standing SET r = r + 1 WHERE player = 1');
like($world->call('ratings', '--check'), qr/^player 1: the rating that is kept is not that of the last game\n/, 'a rating that is not that of the games is found');
is($world->{status}, 1, '... which is trouble');
$world->call('ratings', '--rebuild');
is(sql($world, 'SELECT round(r, 4) FROM standing ORDER BY player'), $before, '... and put right');
$world->call('game', 'adjudicate', '1', 'draw', 'fred was ill');
my @told = $world->run;
is(scalar @told, 2, 'a game decided later: both are told, once');
like(words($world->{last}{$fred}), qr/Draw, as decided by the operator\. Ratings: fred 1500\? -> 1500\? .* yours was 1280, and is 1370 now/, '... with what has moved');
like(ask($world, $fred, 'rating'), qr/Reckoned anew after decisions of the operator about games that were over: \d{4}-\d\d-\d\d 1 1280 -> 1370 *\z/, '... which the course of his rating says');
my @want = @{Glicko::course([1, 2, 0.5, 1], [2, 1, 1, 1])};
is(sql($world, 'SELECT round(r, 3) FROM standing ORDER BY player'), sprintf("%.3f\n%.3f", $want[1][1][3], $want[1][0][3]) =~ s/0+$//mgr, 'all since is reckoned anew');
$world->call('game', 'cancel', '2');
is(sql($world, 'SELECT count(*) FROM rating'), 2, 'a game cancelled later has done nothing');
is($world->call('ratings', '--check'), "1 games counted, all ratings as they are\n", '... and all is sound');

# --- lost by who is suspended
my $barred = World->new(config => "outage = 10080\n");
$barred->game;
play($barred, 2);
$barred->call('player', 'suspend', 'fred', 'a test');
$barred->run;
$barred->pass_time(6 * 86400), $barred->run for 1 .. 5;
is(sql($barred, 'SELECT ending, is_rated, unrated FROM game'), 'time|0|6', 'what is lost by who is suspended is not rated');
like(words($barred->{last}{$_}), qr/Unrated: the account of fred was suspended when the game ended\./, '... which both read') for $fred, $wilma;
like(ask($barred, $wilma, 'explain rating 1'), qr/has not changed any rating\. Unrated: the account of fred was suspended/, '... and hear again');
$barred->call('ratings', '--rebuild');
is($barred->call('ratings', '--check'), "0 games counted, all ratings as they are\n", '... and nothing of it counts');
$barred->call('game', 'adjudicate', '1', 'draw');
is(sql($barred, 'SELECT is_rated, unrated FROM game'), '1|0', 'decided, it counts');
is($barred->call('ratings', '--check'), "1 games counted, all ratings as they are\n", '... as what it was decided');

# --- what is printed as ±110 has no mark
for ([110.4, qr/^fred: 1500 ±110 /], [110.6, qr/^fred: 1500\? ±111 /]) {
	sql($barred, "UPDATE standing SET r = 1500, rd = $_->[0], at = $barred->{now} + 100");
	like(ask($barred, $wilma, 'rating fred'), $_->[1], "as sure as $_->[0]");
}
$barred->call('ratings', '--rebuild');

# --- unrated
for (['--rated=no', 'Unrated\.'], ['--fen=3k5/9/9/9/9/9/9/9/4R4/4K4', 'Unrated\.']) {
	my $friendly = World->new;
	$friendly->players;
	$friendly->answer($fred, "challenge wilma $_->[0]");
	$friendly->run;
	like(words($friendly->{last}{$wilma}), qr/$_->[1]/, "$_->[0]: said in the challenge");
}
my $one = World->new;
for my $who ('fred', 'f.r.ed+two') {
	$one->send(from => "$who\@gmail.com", subject => 'signup ' . ($who eq 'fred' ? 'fred' : 'wilma'));
	$one->run;
	$one->answer("$who\@gmail.com", 'yes');
	$one->run;
}
$one->answer('fred@gmail.com', 'challenge wilma');
$one->run;
like(words($one->{last}{'f.r.ed+two@gmail.com'}), qr/Unrated, as both of you write from one mailbox\./, 'two accounts of one mailbox');

# --- two accounts that the operator takes for one person's
my $linked = World->new;
$linked->game;
is($linked->call('player', 'link', 'fred', 'Wilma'), "fred and wilma are linked\n1 game between them is unrated now\n", 'linked, with the game that is being played');
is($linked->call('player', 'link', 'wilma', 'fred'), "fred and wilma were linked already\n" =~ s/fred and wilma/wilma and fred/r, '... once, in either order');
like($linked->call('player', 'show', 'wilma'), qr/^linked: fred$/m, '... and shown');
$linked->call('ratings', '--check');
is($linked->{status}, 0, '... and the ratings agree');
$linked->answer($fred, 'show 1');
$linked->run;
like(words($linked->{last}{$fred}), qr/Unrated, as the operator takes your two accounts for one person's\./, 'both read why');
$linked->answer($fred, 'challenge wilma');
$linked->run;
like(words($linked->{last}{$wilma}), qr/Unrated, as the operator takes your two accounts for one person's\./, 'a new challenge');
$linked->call('player', 'link', 'fred', 'fred');
isnt($linked->{status}, 0, 'nobody is linked with himself');
is($linked->call('player', 'unlink', 'fred', 'wilma'), "fred and wilma are linked no more\n", 'undone');
is($linked->call('player', 'unlink', 'fred', 'wilma'), "fred and wilma were not linked\n", '... once');
$linked->answer($fred, 'challenge wilma');
$linked->run;
unlike(words($linked->{last}{$wilma}), qr/Unrated/, 'the next challenge is rated');

my $often = World->new(config => "outage = 10080\n");
$often->game;
for (1 .. 12) {
	$often->answer($fred, 'challenge wilma');
	$often->run;
	$often->answer($wilma, 'accept');
	$often->run;
}
is(sql($often, 'SELECT group_concat(is_rated, \'\') FROM game'), '1111111111110', 'twelve games of two players in 90 days are rated');
like(words($often->{last}{$wilma}), qr/Unrated, as the two of you have begun 12 rated games in 90 days\./, '... and the next says why it is not');

my $none = World->new;
$none->game;
play($none, 0, $fred, 'resign');
like(ask($none, $fred, 'explain rating 1'), qr/The result of board 1 has not changed any rating\. .*It was cancelled, and counts for nothing\./, 'a cancelled game has a reason, too');
like(ask($none, $fred, 'stop'), qr/set digest 07:00 one letter a day in place of one for each move/, 'who wants fewer letters is offered a digest');

# --- how soon they answer: fred after a day and after three, wilma after two hours
for (['fred', 'secret1', $fred, 86400, 'B3-E3'], ['wilma', 'secret2', $wilma, 7200, 'H10-G8'], ['fred', 'secret1', $fred, 3 * 86400, 'B1-C3']) {
	my ($name, $password, $from, $after, $move) = @$_;
	$often->pass_time($after);
	$often->send(from => $from, subject => 'multiple', text => join "\n", "as $name $password", map { "move $_ $move" } 1 .. 13);
	$often->run;
}
is(sql($often, 'SELECT count(*) FROM ply'), 39, 'three moves in each game');
like(ask($often, $wilma, 'who fred'), qr/In time: 100 % of the last 26 turns; answers in 3 days\./, 'half of them took less');
like(ask($often, $fred, 'who wilma'), qr/In time: not known yet\./, 'thirteen turns say nothing');
$often->answer($fred, 'seek');
$often->run;
like(ask($often, $wilma, 'seeks'), qr/1: fred Until .* Rules: server\. Rated\. 21 days a move\. A reminder after 7 days\. About fred: 100 % of the turns in time, answers in 3 days /, 'seeks');
$often->pass_days(22);
$often->run;
like(ask($often, $fred, 'who wilma'), qr/In time: 50 % of the last 26 turns; answers in 2 hours\./, 'thirteen lost on time');

# --- what was never begun is late, too, where the clock ended it
my $away = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
$away->game('--time=3d --rated=no --color=red');
for (2 .. 26) {
	$away->answer($fred, 'challenge wilma --time=3d --rated=no --color=red');
	$away->run;
	$away->answer($wilma, 'accept');
	$away->run;
}
is(sql($away, 'SELECT count(*) FROM game WHERE state = 1 AND red = 1'), 26, 'twenty-six games, fred has Red');
$away->send(from => $fred, subject => "multiple", text => join "\n", "as fred secret1", map { "move $_ B3-E3" } @$_), $away->run for [1 .. 10], [11 .. 20];
$away->run;
$away->answer($fred, 'resign 26');
$away->run;
like(ask($away, $wilma, 'who fred'), qr/In time: 100 % of the last 20 turns/, 'twenty moves, and a game given up before its first');
$away->pass_time(4 * 86400);
$away->run;
is(sql($away, "SELECT count(*) FROM game WHERE ending = 'cancelled' AND red = 1 AND length = 0"), 6, 'in five his time is up before his first move');
like(ask($away, $wilma, 'who fred'), qr/In time: 80 % of the last 25 turns/, '... which five turns were late');

# --- time in which the server did not run is nobody's
my $off = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$off->game('--time=3d --rated=no --color=red');
for (2 .. 22) {
	$off->answer($fred, 'challenge wilma --time=3d --rated=no --color=red');
	$off->run;
	$off->answer($wilma, 'accept');
	$off->run;
}
$off->pass_time(1800), $off->run for 1 .. 4;
$off->pass_time(10 * 86400);
$off->run;
$off->send(from => $fred, subject => "multiple", text => join "\n", "as fred secret1", map { "move $_ B3-E3" } @$_), $off->run for [1 .. 10], [11 .. 21];
$off->answer($fred, 'resign 22');
$off->run;
is(sql($off, "SELECT count(*), sum(ending = 'cancelled') FROM game WHERE length > 0 OR state = 2"), '22|1', 'after an outage of ten days he moves on all boards but one, which he gives up');
like(ask($off, $wilma, 'who fred'), qr/In time: 100 % of the last 21 turns; answers in 2 hours\./, '... and all of it was in time, after two hours');

# --- nothing in time: then he has not answered in any time
my $silent = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
$silent->game('--time=3d --rated=no --color=red');
for (2 .. 20) {
	$silent->answer($fred, 'challenge wilma --time=3d --rated=no --color=red');
	$silent->run;
	$silent->answer($wilma, 'accept');
	$silent->run;
}
$silent->pass_time(4 * 86400);
$silent->run;
like(ask($silent, $wilma, 'who fred'), qr/In time: 0 % of the last 20 turns\./, 'none of twenty turns in time: no time to answer is told');
like(ask($silent, $wilma, 'who'), qr/ fred - 0 % - "-" means/, '... nor in the list');

# --- whoever has not played for long reads his own rating all the same
$away->call('game', 'adjudicate', 1, 'red');
my $idle = World->new(config => "outage = 10080\n");
$idle->game;
play($idle, 2, $fred, 'resign');
$idle->pass_days(190);
like(ask($idle, $fred, 'standings'), qr/: 0 settled, 0 not yet Your own rating is 1338\? ±\d+\. You are left out of these lists, as for 180 days you have finished no game that counts\./, 'standings');
unlike(ask($idle, $fred, 'standings inactive'), qr/left out of these lists/, '... but not where he stands in the list');

# --- what an operator may want to look at
my $odd = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
$odd->game;
for (2 .. 12) {
	$odd->answer($_ % 2 ? $fred : $wilma, 'challenge ' . ($_ % 2 ? 'wilma' : 'fred') . ' --color=red');
	$odd->run;
	$odd->answer($_ % 2 ? $wilma : $fred, 'accept');
	$odd->run;
}
my %as = ($fred => 'as fred secret1', $wilma => 'as wilma secret2');
my $both = sub { return sql($odd, "SELECT red FROM game WHERE id = $_[0]") == 1 ? ($fred, $wilma) : ($wilma, $fred) };
# So many moves of board N, and then by whom it is another line.
my $end = sub {
	my ($board, $plies, $who, $line) = @_;
	my @moves = qw(B3-E3 H10-G8 B1-C3 I10-H10 A1-B1 B10-C8 H3-H7 H10-I10 H7-H3 I10-H10 H3-H7 H10-I10 H7-H3 I10-H10 C4-C5 C7-C6 C5-C6 H10-I10 C6-C7);
	my @who = $both->($board);
	$odd->send(from => $who[$_ % 2], text => "$as{$who[$_ % 2]}\nmove $board $moves[$_]"), $odd->run for 0 .. $plies - 1;
	$odd->send(from => $who, text => "$as{$who}\n$line $board");
	$odd->run;
};
is($odd->call('player', 'suspicious'), '', 'no game is over: nothing is listed');
$end->($_, 2, $fred, 'resign') for 1, 2;
$end->(3, 19, ($both->(3))[1], 'resign');	# after move 10 has begun
$odd->call('game', 'adjudicate', $_, 'draw') for 4 .. 10;
is($odd->call('player', 'suspicious') =~ s/^.*only each other.*\n//mr, '', 'two of ten resigned early: a fifth, and no more');
$end->(11, 2, $fred, 'resign');
like($odd->call('player', 'suspicious'), qr/^fred resigned 3 of 11 games before move 10\nfred and wilma play only each other: 11 games\n\z/, 'three of eleven, and no other opponent');
$end->(12, 4, $fred, 'draw');
$odd->send(from => $wilma, text => "$as{$wilma}\naccept 12");
$odd->run;
like($odd->call('player', 'suspicious'), qr/^board 12, (?:fred - wilma|wilma - fred), was agreed drawn before move 10$/m, 'a draw agreed at once');
$odd->pass_days(20);
is($odd->call('player', 'suspicious', '10'), '', 'not of so many days');
$odd->call('player', 'suspicious', 'many');
isnt($odd->{status}, 0, '... and only of days');

# --- how soon the other has to answer
like(ask($often, $fred, 'challenge wilma --ontime=51'), qr/^Refused: .* wilma has answered 50 % of the last 26 turns in time, and you ask for 51 %\. To challenge wilma all the same, leave --ontime out\./, 'a challenge with a share that she has not');
like(ask($often, $fred, 'rematch 1 --ontime=90%'), qr/50 % of the last 26 turns/, '... a rematch');
is(sql($often, 'SELECT count(*) FROM game WHERE state = 0'), 0, '... and she hears nothing');
for my $wrong ('0', '101', '-5', '9x', 'often', '1000', '') {
	like(ask($often, $fred, "challenge wilma --ontime=$wrong"), qr/(?: as --ontime|--ontime needs a value behind it)\. It is a share in percent, from 1 to 100: --ontime=90/, "no share: '$wrong'");
}
like(ask($often, $fred, 'challenge wilma --ontime=50'), qr/^Summary of Xiangqi Board 14 fred has challenged wilma\./, 'the share that she has');
$often->call('tournament', 'announce', $_, '--players=8', "--ontime=$_") for 51, 50;
like(ask($often, $wilma, 'join 1'), qr/Tournament 1, "51", is for players who answer 51 % of their turns in time; of your last 26 turns it is 50 %\. Each turn that you answer in time raises that\. "tournaments" lists others\./, 'a tournament with a share that she has not');
like(ask($often, $wilma, 'join 2'), qr/^You take part in tournament 2, "50"\. .* It is for players who answer at least 50 % of their turns in time\./, '... and with one that she has');
$often->call('tournament', 'cancel', $_), $often->run for 1, 2;
$often->answer($fred, $_), $often->run for 'withdraw', 'seek off', 'seek 3 --ontime=90 --color=green';
like(words($often->{last}{$fred}), qr/You play Green\..* For players who answer at least 90 % of their turns in time\./, 'a seek that asks for a share says so');
like(ask($often, $wilma, 'seeks'), qr/2: fred, 3 games .* For players who answer at least 90 % of their turns in time\./, '... to all who read it');
like(ask($often, $wilma, 'take 2'), qr/^Refused: .* This invitation is for players who answer 90 % of their turns in time; of your last 26 turns it is 50 %\. Each turn that you answer in time raises that\./, 'who has it not cannot take it');
is(sql($often, 'SELECT games FROM seek'), 3, '... and it stays');
$often->send(from => 'kim@d.test', subject => 'signup kim');
$often->run;
$often->answer('kim@d.test', $_), $often->run for 'yes', 'take 2';
like(words($often->{last}{'kim@d.test'}), qr/You have taken the invitation; the game begins\./, 'of whom nothing is known passes');

# --- who vanishes
my $absent = World->new(config => "outage = 10080\n");
$absent->game;
for (2, 3) {
	$absent->answer($fred, 'challenge wilma');
	$absent->run;
	$absent->answer($wilma, 'accept');
	$absent->run;
}
for my $game (1 .. 3) {
	$absent->send(from => $fred, subject => "move $game fred secret1 B3-E3");
	$absent->run;
	$absent->send(from => $wilma, subject => "move $game wilma secret2 H10-G8");
	$absent->run;
	$absent->send(from => $fred, subject => "move $game fred secret1 B1-C3");
	$absent->run;
}
$absent->pass_days(22);
$absent->run;
$absent->run;
is(sql($absent, 'SELECT group_concat(result || is_rated || unrated) FROM (SELECT * FROM game ORDER BY is_rated DESC)'), '110,103,103', 'of three games lost on time one counts');
like(words($absent->{last}{$fred}), qr/has won on time\. Unrated: wilma has lost another game on time in the last 30 days and has not written since; only the first of such games counts for ratings\./, '... and the letters say why');

# --- 10,000 games
SKIP: {
	skip 'with sanitizers', 2 if World::is_sanitized();
	my $many = World->new;
	$many->game;
	$many->{is_spoilt} = 1;
	srand 7;
	my ($now, @games, @sql) = (1_700_000_000);
	push @sql, 'BEGIN; CREATE TEMP TABLE p AS SELECT * FROM player WHERE id = 1; CREATE TEMP TABLE g AS SELECT * FROM game WHERE id = 1;';
	push @sql, "UPDATE p SET id = $_, userid = 'p$_', userid_key = 'p$_'; INSERT INTO player SELECT * FROM p;" for 3 .. 60;
	for my $id (2 .. 10_001) {
		my $red = 1 + int rand 60;
		my $green = 1 + ($red + int rand 59) % 60;
		my $result = 1 + int rand 3;
		# Many end in the same second; a few long after.
		$now += (0, 0, 3600, 86400, 864000 * rand() ** 4)[rand 5];
		$now = int $now;
		push @sql, "UPDATE g SET id = $id, red = $red, green = $green, state = 2, result = $result, ending = 'agreement', ended = $now; INSERT INTO game SELECT * FROM g;";
		push @games, [$red, $green, (undef, 1, 0, 0.5)[$result], $now];
	}
	open my $pipe, '|-', 'sqlite3', "$many->{home}/riverpost.sqlite" or die;
	print $pipe join("\n", @sql, 'COMMIT;'), "\n";
	close $pipe;
	like($many->call('ratings', '--rebuild'), qr/^10000 games counted, all ratings as they are$/, '10,000 games are counted');
	my %kept = map { my ($game, $player, @figures) = split /\|/; ("$game $player" => \@figures) }
	    split /\n/, sql($many, 'SELECT game, player, r0, rd0, s0, r1, rd1, s1 FROM rating');
	my ($wrong, $off, $id) = (0, 0, 2);
	for my $game (@{Glicko::course(@games)}) {
		for my $side (0, 1) {
			my $is = $kept{"$id $games[$id - 2][$side]"};
			for (0 .. 5) {
				my $by = abs($is->[$_] - $game->[$side][$_]);
				$off = $by if $by > $off;
				$wrong++ if $by > ($_ % 3 == 2 ? 1e-6 : 1e-3);
			}
		}
		$id++;
	}
	is($wrong, 0, sprintf 'all figures are those of the other implementation (largest difference %.1g)', $off);
}

# Who has the same figure shares a place.
{
	my $level = World->new;
	$level->game;
	play($level, 2, $fred, 'draw');
	$level->answer($wilma, 'accept');
	$level->run;
	$level->send(from => $fred, subject => 'standings');
	my ($table) = grep { $_->{address} eq $fred } $level->run;
	like(words($table), qr/in 1 > fred 1500\? .* 1 wilma 1500\? /, 'standings: a place is shared');
}

done_testing();
