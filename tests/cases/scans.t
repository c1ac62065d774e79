#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Whatever a letter asks, and whatever a pass does by itself, no statement reads all players,
# all games or all letters: among thousands of them each finds its rows by an index.
use strict;
use warnings;
use FindBin qw($Bin);
use lib "$Bin/lib";
use Test::More;
use File::Temp qw(tempdir);
use World;

my $folder = tempdir("riverpost-XXXXXX", TMPDIR => 1, CLEANUP => 1);

my $library = "$folder/scans.so";
system(($ENV{CC} // 'cc') . " -D_GNU_SOURCE -shared -fPIC -o '$library' '$Bin/../tools/scans.c' -lsqlite3 -ldl") == 0
    or plan skip_all => 'the library does not compile';

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\ncommands_max = 32\nengine { timeout = 3600\ncommand = '$Bin/../tools/false-engine.pl even' }\n");
$world->game;

sub sql
{
	open my $pipe, '|-', 'sqlite3', '-bail', "$world->{home}/riverpost.sqlite" or die "sqlite3: $!";
	print $pipe @_;
	close $pipe or die 'sqlite3 failed';
}

# So many copies of a row, but for what is another expression of i, which goes from 1 on.
sub copies
{
	my ($table, $from, $count, %other) = @_;
	my @columns = grep { $_ ne 'id' } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT name FROM pragma_table_info('$table')"`;
	sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count) INSERT INTO $table ("
	    . join(', ', @columns) . ') SELECT ' . join(', ', map { $other{$_} // $_ } @columns) . " FROM n, (SELECT * FROM $table $from);");
}

copies('player', 'WHERE id = 1', 500, userid => "'other' || i", userid_key => "'other' || i");
copies('game', 'WHERE id = 1', 1000, red => '3 + i % 400', green => '4 + (i + 7) % 400');
copies('game', 'WHERE id = 1', 2000, red => '3 + i % 400', green => '4 + (i + 7) % 400', state => 2, result => 1, ending => "'resignation'", due => 0,
    ended => "$world->{now} - 86400 - i");
sql('INSERT INTO stair SELECT id, 1 + id % 4, 1 + id FROM player WHERE id > 2 AND id < 400;');
sql('INSERT INTO climb SELECT id, red, green, result, 0, 0, 0, 0 FROM game WHERE state = 2;');
copies('outbox', 'LIMIT 1', 1000, message_id => "'o' || i", state => 2, subject => "'old'");
$world->{is_spoilt} = 1;	# what SQL adds is not checked
$world->run for 1 .. 3;	# positions are entered

local $ENV{LD_PRELOAD} = $library;
local $ENV{ASAN_OPTIONS} = 'verify_asan_link_order=0:' . ($ENV{ASAN_OPTIONS} // '');
local $ENV{SCANS} = "$world->{home}/scans";

# What is about all of them: the table of standings, that of the stairs, names that look alike, time that was lost to
# all, addresses kept too long, and a copy of all that is known of one player.
my $about_all = qr/ FROM standing JOIN | FROM stair JOIN player ON player.id = stair.player (?:WHERE player.state = 0 )?ORDER |^SELECT userid FROM player WHERE id <> \?1 UNION ALL SELECT name |^UPDATE OR ROLLBACK game SET turn_since |^UPDATE outbox SET |^SELECT id, recipient, subject, game, /;
sub scans
{
	my ($what) = @_;
	open my $file, '<', $ENV{SCANS} or return pass($what);
	my @lines = grep { s/^\d+\t//r !~ $about_all } <$file>;
	unlink $ENV{SCANS};
	is(join('', @lines), '', $what);
}

$world->run;
scans('a pass without letters');
for my $line ('B3-E3', 'games', 'show 1', 'history fred', 'who', 'who wilma', 'standings', 'stats', 'seeks', 'seek', 'rating wilma',
	'challenge wilma', 'games other7', 'history 5', 'opening B3-E3', 'position 1', 'position new', 'subscribe 5', 'subscribe other7', 'notify other7', 'message wilma\nhello', 'vacation 2026-12-01 2026-12-05', 'record 1', 'review 1400',
	'moves', 'block other9', 'set digest 07:00', 'set zone Europe/Berlin', 'explain 1', 'explain rating 1', 'data', 'limit 20', 'bot', 'stairs', 'stairs join', 'stairs', 'stairs play other7', 'stairs play', 'stairs leave', 'resign', 'signoff') {
	$world->answer($fred, $line =~ s/\\n/\n/r);
	$world->run;
	scans($line);
}
$world->send(from => 'new@c.test', subject => 'signup newcomer');
$world->run;
$world->answer('new@c.test', 'yes');
$world->run;
scans('signup');
$world->{now} += 3 * 86400;
$world->run;
scans('three days later');
done_testing;
