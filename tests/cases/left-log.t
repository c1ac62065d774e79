#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A log that was left beside the database, and a file that was put in the database's place: the two
# are never put together, the operator reads why, and a restore does what was meant.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Digest::SHA;
use File::Copy;
use File::Temp qw(tempdir);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $copies = tempdir(CLEANUP => 1);
my ($world, $database);

sub digest { return -f $_[0] ? Digest::SHA->new(256)->addfile($_[0])->hexdigest : 'none' }

# The server at work until it has answered each of these to both players, and then killed.
sub serve
{
	my (@letters) = @_;
	my $pid = fork // die "$!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', "$world->{home}/served";
		{ exec $World::program, '--home', $world->{home}, 'serve' };
		POSIX::_exit(127);
	}
	for my $letter (@letters) {
		my $before = sent();
		$letter->();
		for (my $end = time + 120; sent() < $before + 2 && time < $end;) { sleep 0.05 }
		$world->collect;
	}
	kill 'KILL', $pid;
	waitpid $pid, 0;
}

sub sent { return scalar(() = glob "$world->{home}/mail/out/*/new/*") }

# What a pass says, and how it ends.
sub says
{
	my (@words) = @_;
	my $said = `'$World::program' --home '$world->{home}' @words 2>&1`;
	return ($said, $? >> 8);
}

# A world with a game in which two moves were played, a backup and a plain copy from before the
# third, and a log with the rest.
sub begin
{
	$world = World->new(now => time);
	$database = "$world->{home}/riverpost.sqlite";
	$world->game;
	$world->answer($fred, 'H3-E3');
	$world->run;
	unlink glob "$copies/*";
	$world->call('backup', "$copies/backup");
	copy($database, "$copies/plain");
	serve(sub { $world->answer($wilma, 'H10-G8') }, sub { $world->answer($fred, 'H1-G3') });
}

# Together they would be something that never was.
sub is_refused
{
	my ($what) = @_;
	my @before = map { digest($_) } $database, "$database-wal";

	$world->answer($wilma, 'B10-C8');
	for my $words ('run', 'status', 'check', 'player list', 'doctor') {
		my ($said, $status) = says($words);
		like($said, qr/riverpost\.sqlite-wal is not the log of .*riverpost restore/, "$what: $words says so");
		isnt($status, 0, '... and fails');
	}
	is_deeply([map { digest($_) } $database, "$database-wal"], \@before, '... nothing is changed');
	is(scalar(() = glob "$world->{home}/mail/in/new/*"), 1, '... and the letter stays');
}

# --- a crash alone
begin();
ok(-s "$database-wal", 'a server that was killed leaves a log');
is($world->query('SELECT length FROM game'), 3, '... with what it had done');
$world->answer($wilma, 'B10-C8');
my ($said, $status) = says('run');
is($status, 0, '... the next pass goes on');
is($world->query('SELECT length FROM game'), 4, '... where it was');

# --- crashes in a row, at every moment of a start: what is left is always its own
begin();
my @refused;
for my $round (1 .. 120) {
	open my $empty, '>', "$world->{home}/said" or die "$!"; # it may be killed before it can
	my $pid = fork // die "$!";
	if ($pid == 0) {
		open STDERR, '>', "$world->{home}/said";
		{ exec $World::program, '--home', $world->{home}, 'run' };
		POSIX::_exit(127);
	}
	sleep 0.001 * ($round % 40);
	kill 'KILL', $pid;
	waitpid $pid, 0;
	open my $file, '<', "$world->{home}/said" or die "$!";
	push @refused, grep { /is not the log of/ } <$file>;
}
is(scalar @refused, 0, 'killed 120 times in a row: no log is refused') or diag $refused[0];
($said, $status) = says('run');
is($status, 0, '... and the next pass ends well') or diag $said;
is($world->query('SELECT length FROM game'), 3, '... with all that was done');

# --- files put in place of the database
for my $file ('backup', 'plain') {
	begin();
	copy("$copies/$file", $database);
	is_refused("a $file over the database");
	# As the message tells.
	if ($file eq 'backup') {
		($said, $status) = says("restore $copies/backup");
		is($status, 0, '... restore puts the backup in force') or diag $said;
	} else {
		unlink "$database-wal", "$database-shm";
	}
	($said, $status) = says('run');
	is($status, 0, '... then a pass goes on') or diag $said;
	like((says('check'))[0], qr/ 0 problems$/, '... with a sound database');
}
begin();
unlink $database;
copy("$copies/backup", $database);
is_refused('a backup in a new file');
$world->{is_spoilt} = 1;

# --- what belongs together is taken: all three put back, or a log from before there were marks
begin();
mkdir "$copies/set";
copy($_, "$copies/set") for glob "$database*";
($said, $status) = says('run');
unlink glob "$database*";
copy($_, $world->{home}) for glob "$copies/set/*";
($said, $status) = says('run');
is($status, 0, 'database, log and mark put back together: a pass goes on') or diag $said;
is($world->query('SELECT length FROM game'), 3, '... and nothing is lost');
begin();
unlink "$database-mark";
$world->answer($wilma, 'B10-C8');
($said, $status) = says('run');
is($status, 0, 'a log without a mark, as an earlier version leaves it: a pass goes on') or diag $said;
is($world->query('SELECT length FROM game'), 4, '... and nothing is lost');

# --- where there is no mark, SQLite's own look at both finds what it can
begin();
unlink "$database-mark";
my $fresh = World->new(now => time);
$fresh->players;
copy("$fresh->{home}/riverpost.sqlite", $database);
my @before = map { digest($_) } $database, "$database-wal";
($said, $status) = says('run');
like($said, qr/do not belong together .*riverpost restore/, 'no mark, and the log of another file: refused');
isnt($status, 0, '... and the pass fails');
is_deeply([map { digest($_) } $database, "$database-wal"], \@before, '... nothing is changed');
$world->{is_spoilt} = 1;
done_testing;
