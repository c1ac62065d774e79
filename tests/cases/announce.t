#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Tournaments that players announce by letter, where the operator lets them.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world;
sub sql { my ($sql) = @_; return join "\n", map { decode 'UTF-8', $_ } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }

# What somebody gets in answer to this; all letters of that pass are in @letters.
my @letters;
sub writes
{
	my ($who, $text) = @_;
	$world->answer($who, $text);
	@letters = $world->run;
	my ($letter) = grep { $_->{address} eq $who } @letters;
	return $letter ? words($letter) : '';
}

sub world
{
	my ($config) = @_;
	$world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n$config");
	for ($fred, $wilma, $barney) {
		my ($name) = /^(\w+)/;
		$world->send(from => $_, subject => "signup $name");
		$world->run;
		$world->answer($_, 'yes');
		$world->run;
	}
}

# So many games of fred's and wilma's end.
sub finish
{
	my ($count) = @_;
	my $before = sql('SELECT count(*) FROM game');
	writes($fred, "seek $count --time=3d");
	my $seek = sql('SELECT max(id) FROM seek');
	writes($wilma, join "\n", ("take $seek") x $count);
	$world->call('game', 'adjudicate', $_, 'draw') for $before + 1 .. $before + $count;
	$world->run;
	is(sql('SELECT count(*) FROM game WHERE state = 2'), $before + $count, "$count games are over");
}

# --- the operator alone, unless he says otherwise
world('');
like(writes($fred, 'announce Cup --players=8'), qr/Only the operator announces tournaments here\. "tournaments" lists those that you can join\./, 'as it is configured at first');
is(sql('SELECT count(*) FROM tournament'), 0, '... none is announced');

# --- who may
world('tournaments = players');
like(writes($fred, 'announce Cup --players=8'), qr/you need to have finished 10 public games\. You have finished 0 so far, so you need 10 more\./, 'without a game');
finish(9);
like(writes($fred, 'announce Cup --players=8'), qr/You have finished 9 so far, so you need 1 more\./, 'with nine');
finish(1);
like(writes($barney, 'announce Cup --players=8'), qr/you need 10 more/, 'the games of others do not count');

# --- what is refused, and why
for (
	['Cup --time=3d', qr/When does it begin\? Add --players=8, the number of players, or --start=2026-12-24/],
	['Cup --players=3', qr/I do not understand the value of --players\. It is the number of players with which the tournament begins, from 4 to 200: --players=8/],
	['Cup --players=8 --sections=14', qr/--sections\. It is the most players in a section, from 4 to 13/],
	['Cup --players=8 --advance=0', qr/--advance\. It is how many of each section go on/],
	['Cup --players=8 --games=3', qr/--games\. It is 1, or 2 where all meet twice/],
	['Cup --start=2026-02-30', qr/--start\. It is the day on which the tournament begins/],
	['Cup --start=2026-01-01', qr/is not one that is still to come/],
	['Cup --players=8 --games=2 --sections=9', qr/a section has 8 players at most: --sections=8/],
	['Cup --players=8 --claim', qr/Its games need a clock that ends them/],
	['Cup --players=8 --sections=5 --advance=5', qr/With --advance=5 everybody in a section of 5 would go on: --advance has to be smaller than --sections\./],
	['Cup --players=8 --days=30 --time=40d', qr/With --days=30 a stage would end before the players' time in its games is up, and whoever stalls would not lose\. With that --time it has to be --days=40 or more/],
	['Cup --players=8 --days=159 --time=20d+1d', qr/With that --time it has to be --days=160 or more \(it is reckoned for 60 moves of each side\)/],
	['Cup --players=8 --days=700 --time=99d+9d', qr/With that --time 60 moves of each side may take 1278 days: please give the games less time, or leave out --days\./],
	['Cup --players=8 --color=green', qr/--color is not for tournaments/],
	['Cup --players=8 --private', qr/--private is not for tournaments/],
	['Cup --players=8 --min=high', qr/--min\. It is a rating, from 100 to 4000/],
	['Cup --players=8 --vacations=99', qr/--vacations\. It is how many days of vacation stop a player's clock in a stage, from 0 \(off\) to 60: --vacations=14/],
	['Cup --players=8 --vacations=x', qr/--vacations\. It is how many days of vacation .*, from 0 \(off\) to 60/],
	['Cup --players=8 --max=1500 --min=1800', qr/--max\. It is a rating, from 100 to 4000 and not below that of --min/],
	['Cup --players=8 --ontime=101', qr/--ontime\. It is a share in percent, from 1 to 100: --ontime=90/],
	['Cup --players=8 --nonsense=1', qr/I do not know the option --nonsense for a tournament/],
	['Cup --players=8 --time=soon', qr/I do not understand "soon" as --time\./],
	['Cup --players=8 --rules=chess', qr/I do not understand "chess" as --rules\. It is server, asian or cxq/],
	['... --players=8', qr/I cannot use that as the name of a tournament/],
	['www@x.test --players=8', qr/I cannot use that as the name/],
	["${\('x' x 41)} --players=8", qr/I cannot use that as the name/],
    ) {
	my ($line, $want) = @$_;
	like(writes($fred, "announce $line"), $want, "announce $line");
}
is(sql('SELECT count(*) FROM tournament'), 0, 'nothing of that is announced');
for ('announce', 'announce Cup', 'Announce it to your friends!', 'tournament announce', 'cancel tournament fees', 'I announce a tournament of wits.') {
	writes($fred, $_);
	is(sql('SELECT count(*) FROM tournament'), 0, "'$_' announces nothing");
}

# --- announced
like(writes($fred, 'announce "Autumn cup 2026" --players=4 --time=20d+1d'),
    qr/^Your tournament is announced: number 1, "Autumn cup 2026"\. It begins when 4 players have joined\. Nobody has joined yet\. All play all; all games begin at the same time\. Rules: server\. Rated\. 20 days for all moves, and 1 day more with each\. No move can be taken back and no time given\. Announced by fred\. Players find it in "tournaments" and take part with "join 1"\. You take part only if you send that, too\. To call it off before it begins, send: announce off 1/, 'its terms are said');
like(writes($wilma, 'tournament 1'), qr/Announced by fred\. To take part, send: join 1/, 'others read who has announced it');
like(writes($fred, 'announce Another --players=4'), qr/You have already announced tournament 1, "Autumn cup 2026", which has not begun\./, 'one at a time');
like(writes($wilma, 'announce off 1'), qr/You have not announced tournament 1, "Autumn cup 2026"; you can only call off your own/, 'nobody else calls it off');
like(writes($wilma, 'announce off'), qr/You have announced no tournament that is still to begin/, '... nor by chance');
like(writes($fred, 'announce off 7'), qr/There is no tournament 7\./, 'a number that is none');
writes($_, 'join 1') for $fred, $wilma;

# --- called off
like(writes($fred, 'tournament cancel 1'), qr/^Tournament 1, "Autumn cup 2026", is called off\. The players who had joined are told\./, 'called off');
is(scalar @letters, 2, 'one letter to each of the two');
my ($told) = grep { $_->{address} eq $wilma } @letters;
is(words($told) =~ s/ --.*//sr, 'Tournament 1, "Autumn cup 2026", was cancelled by fred, who had announced it. It had not begun. ', 'wilma reads who has done it') or diag words($told);
like(writes($fred, 'announce off 1'), qr/Tournament 1, "Autumn cup 2026", was cancelled\./, 'twice');

# --- said in other words; begun, it is not called off
like(writes($fred, 'tournament announce Winter --players=8'), qr/^Your tournament is announced: number 2, "Winter"/, 'tournament announce');
like(writes($fred, 'cancel my tournament'), qr/^Tournament 2, "Winter", is called off\./, 'cancel my tournament');
like(writes($fred, 'announce Spring --players=4'), qr/^Your tournament is announced: number 3, "Spring"/, 'the third of this day');
for (qw(dora emil)) {
	$world->send(from => "$_\@d.test", subject => "signup $_");
	$world->run;
	$world->answer("$_\@d.test", 'yes');
	$world->run;
}
writes($_, 'join 3') for $fred, $wilma, 'dora@d.test', 'emil@d.test';
$world->run;
is(sql('SELECT state, begun > 0 FROM tournament WHERE id = 3'), '1|1', 'it begins with the last place');
like(writes($fred, 'announce off 3'), qr/Tournament 3, "Spring", has begun/, 'then it is not called off');
like(writes($fred, 'announce Summer --players=4'), qr/You have announced 3 tournaments in the last 24 hours; please try again tomorrow\./, 'three a day');
$world->{now} += 86400 + 60;
like(writes($fred, 'announce Summer --players=4'), qr/^Your tournament is announced: number 4, "Summer"/, '... and more on the next');

# --- with userid and password in the line, which nobody is to read
writes($fred, 'announce off');
writes($fred, 'change password secret55');
writes($fred, 'yes');
$world->{now} += 86400 + 60;
$world->send(from => 'cafe@e.test', text => "announce fred secret55 Harbour cup --players=4\n");
$world->run;
is(sql('SELECT name FROM tournament WHERE state = 0'), 'Harbour cup', 'from elsewhere, by the password');
writes($fred, 'announce off');
writes($fred, $_), is(sql('SELECT count(*) FROM tournament WHERE state = 0'), 0, "$_ is not announced") for 'announce fred secret55 --players=4', 'announce Cup secret55 --players=4';

# --- for players of some ratings: theirs come from games that wilma wins
sub rating { my ($name) = @_; return 0 + sql("SELECT round(r) FROM standing JOIN player ON player.id = player WHERE userid = '$name'") }
like(writes($fred, 'announce Short --players=8 --vacations=1'), qr/Vacations stop the clock for 1 day at most in each stage\./, '--vacations');
like(writes($fred, 'announce off'), qr/"Short", is called off/, '... called off');
like(writes($fred, 'announce Strong --players=8 --min=1500'), qr/It is for players rated 1500 or more\. Announced by fred\./, '--min');
like(writes($wilma, 'tournaments'), qr/\d: Strong It begins when 8 players have joined\. Nobody has joined yet\. It is for players rated 1500 or more\./, '... in the list');
my ($strong) = sql('SELECT max(id) FROM tournament');
like(writes($barney, "join $strong"), qr/Tournament $strong, "Strong", is for players rated 1500 or more; you have no rating yet\. Your first rated game gives you one\./, 'who has no rating is told so');
unlike(writes($barney, "tournament $strong"), qr/To take part/, '... and is not asked to join');
writes($wilma, 'challenge fred --time=3d');
my $board = sql('SELECT max(id) FROM game');
writes($fred, "accept $board");
writes($wilma, 'B3-E3');
writes($fred, 'H10-G8');
$world->call('game', 'adjudicate', $board, sql("SELECT userid = 'wilma' FROM game JOIN player ON player.id = red WHERE game.id = $board") ? 'red' : 'green');
$world->run;
cmp_ok(rating('wilma'), '>', 1500, 'wilma has won');
cmp_ok(rating('fred'), '<', 1500, '... and fred lost');
like(writes($fred, "join $strong"), qr/is for players rated 1500 or more; your rating is ${\rating('fred')}\. "tournaments" lists others\./, 'fred is too weak for his own');
like(writes($fred, 'join'), qr/^(?!.*join $strong\b)/, '... and is not offered it');
like(writes($wilma, "join $strong"), qr/^You take part in tournament $strong/, 'wilma is not');
writes($fred, 'announce off');
for (['--min=1000 --max=1500', 'rated from 1000 to 1500', $wilma, $fred], ['--max=1500 --ontime=90%', 'rated 1500 or less and who answer at least 90 % of their turns in time', $wilma, $barney], ["--min=${\rating('wilma')}", "rated ${\rating('wilma')} or more", $fred, $wilma]) {
	my ($options, $terms, $refused, $taken) = @$_;
	$world->{now} += 86400 + 60;
	like(writes($fred, "announce Some --players=8 $options"), qr/It is for players \Q$terms\E\./, $options);
	my $number = sql('SELECT max(id) FROM tournament');
	like(writes($refused, "join $number"), qr/; your rating is \d+\./, "... $refused is refused");
	like(writes($taken, "join $number"), qr/^You take part in/, "... $taken takes part");
	writes($fred, 'announce off');
}
done_testing;
