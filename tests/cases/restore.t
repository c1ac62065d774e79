#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Backups that are dated, looked through and put in force again, with letters arriving meanwhile;
# what was there is kept; and a copy is kept before a database is brought up to date.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl qw(:flock);
use File::Copy;
use File::Temp qw(tempdir);
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
my $folder = tempdir(CLEANUP => 1) . '/copies';

sub names { return map { s{.*/}{}r } glob "$_[0]/*" }

sub sql
{
	my ($file, $query) = @_;
	chomp(my $rows = `sqlite3 '$file' "$query"`);
	return $rows;
}

sub length_of { return sql("$_[0]{home}/riverpost.sqlite", 'SELECT length FROM game WHERE id = 1') }

# A call that must fail with this on standard error.
sub refuses
{
	my ($who, $want, @words) = @_;
	open my $keep, '>&', \*STDERR or die;
	open STDERR, '>', "$who->{home}/stderr" or die;
	$who->call(@words);
	open STDERR, '>&', $keep or die;
	open my $in, '<', "$who->{home}/stderr" or die;
	my @lines = <$in>;
	unlink "$who->{home}/stderr";
	is($who->{status}, 1, "$want: refused");
	like($lines[0] // '', $want, "... and says so");
	is(scalar @lines, 1, '... in one line');
}

# --- dated ones, of which the oldest go
$world->game;
$world->call('backup', '--keep', 2, $folder), $world->pass_time(60) for 1 .. 4;
is_deeply([map { s/\D//gr } names($folder)], [qw(20261118110840 20261118110840 20261118110940 20261118110940)],
    'two are left, each with its keys') or diag join ' ', names($folder);
my $file = (glob "$folder/*.sqlite")[1];
refuses($world, qr/there already/, 'backup', $file);
$world->{now} -= 600;
$world->call('backup', '--keep', 2, $folder);
is(scalar(grep { /-110040\.sqlite$/ } names($folder)), 1, 'a clock that went back removes no new one');
$world->{now} += 600;
$world->call('backup', '--keep', 1, $folder);
is(scalar(names($folder)), 2, 'one is left');
($file) = glob "$folder/*.sqlite";

# --- looked at in the place of a home
{
	local $world->{home} = $file;
	for (['check', qr/^1 game checked, 0 problems$/], ['player list', qr/^wilma +active/m],
	    ['queue', qr/^every letter is sent/], ['status', qr/^games: 0 offered, 1 active/m],
	    ['doctor', qr/^ok: the database opens and is valid/m]) {
		my ($words, $want) = @$_;
		like($world->call(split / /, $words), $want, "$words: of a backup");
	}
}
for (['run', qr/backup .* no home for run/], ['player suspend fred', qr/is a backup: .* not changed/]) {
	my ($words, $want) = @$_;
	like(`$World::program --home '$file' $words 2>&1`, qr/^riverpost: .*$want.*\n\z/, "$words: not in a backup, in one line");
}
is(scalar(names($folder)), 2, 'the backup is as it was');
is(sprintf('%o', (stat $_)[2] & 0777), '600', 'closed to others') for $file, "$file.keys";
$world->call('backup', '--keep', 'x', $folder);
is($world->{status}, 2, 'no number');

# --- is it sound?
my $digest = `cat '$file' '$file.keys' | cksum`;
like($world->call('backup', '--verify', $file), qr/^1 game checked, 0 problems\nmade 2026-11-18 11:10: 2 players, 1 games, 0 moves, \d+ letters$/m, 'a sound one');
is($world->{status}, 0, '... by its exit code');
is(`cat '$file' '$file.keys' | cksum`, $digest, '... which was not touched');
is(scalar(names($folder)), 2, '... with nothing beside it');
my $bad = "$folder/bad";
sub spoil { copy($file, $bad); copy("$file.keys", "$bad.keys") }
spoil();
sql($bad, "DELETE FROM outbox_bytes; DELETE FROM outbox WHERE id > 2");
like($world->call('backup', '--verify', $bad), qr/^it holds \d+ letters, but held \d+ when it was made$/m, 'rows are missing');
is($world->{status}, 1, '... by its exit code');
refuses($world, qr/bad is damaged: it holds/, 'restore', $bad);
spoil();
truncate $bad, 40_000;
refuses($world, qr/malformed|damaged/, 'restore', $bad);
spoil();
unlink "$bad.keys";
refuses($world, qr/bad\.keys is not there/, 'backup', '--verify', $bad);
{
	my $broken = "$bad.broken";
	for ($broken, "$broken.keys") {
		open my $file, '>', $_ or die;
		print $file "no database\n" x 1000;
		close $file;
	}
	refuses($world, qr/^riverpost: \Q$broken\E: /, 'backup', '--verify', $broken);
}
refuses($world, qr/no file .*nothing|nothing: No such file/, 'restore', "$folder/nothing");
unlink $bad;

# --- restored, with letters that came after it
$world->answer($fred, 'B3-E3');
my ($told) = grep { $_->{address} eq $wilma } $world->run;
$world->answer($wilma, 'H10-G8');
$world->run;
is(length_of($world), 2, 'two moves after the backup');
open my $lock, '>', "$world->{home}/lock" or die;
flock $lock, LOCK_EX or die;
refuses($world, qr/a server is at work/, 'restore', $file);
close $lock;
is(length_of($world), 2, '... which changed nothing');
$world->pass_time(60);
like($world->call('restore', $file), qr/^2 letters will be read again$/m, 'restored');
is($world->{status}, 0, '... by its exit code');
is(length_of($world), 0, 'the game as it was');
is_deeply([names("$world->{home}/kept")], [map { "replaced-20261118-111140.sqlite$_" } '', '.keys'], 'what was there is kept')
    or diag join ' ', names("$world->{home}/kept");
is($world->call('check') . $world->{status}, $world->call('check') . '0', 'a sound database');
is_deeply([grep { /^riverpost-/ } names($world->{home})], [], 'nothing else is left');
my @again = $world->run;
is(length_of($world), 2, 'the letters were read again');
$world->answer($fred, 'B1-C3');
$world->run;
is(length_of($world), 3, 'and the game goes on');
like($world->call('restore', "$world->{home}/kept/replaced-20261118-111140.sqlite"), qr/^1 letter will be read again$/m, 'back to what was kept');
$world->run;
is(length_of($world), 3, '... and on from there');

# --- in a new home, as of a spare
my $spare = World->new(now => $world->{now} + 60);
like($spare->call('restore', $file), qr/^0 letters will be read again$/m, 'a spare');
is_deeply([names("$spare->{home}/kept")], [], 'nothing was there');
is(length_of($spare), 0, 'it has the game');

# --- keys that were changed since: the backup's are in force again, which is told where they were given up
$spare->call('keys', 'change');
unlike($spare->call('restore', $file), qr/^the keys are/m, 'keys that still take those of the backup stay');
$spare->call('keys', 'change');
like($spare->call('restore', $file), qr/^the keys are those of the backup again: if others have these, call keys change, twice$/m,
    'others go');
like($spare->call('keys'), qr/^key 1 signs new letters$/m, '... as it says');

# --- what an older version has left
my $old = World->new(now => 1_795_100_000, config => "outage = 10080\n");
system("gunzip -c tests/data/old/0.1/riverpost.sqlite.gz >'$old->{home}/riverpost.sqlite'") == 0 or die;
copy('tests/data/old/0.1/keys', "$old->{home}/keys") or die;
chmod 0600, "$old->{home}/keys", "$old->{home}/riverpost.sqlite";
my $version = sql("$old->{home}/riverpost.sqlite", 'PRAGMA user_version');
my $moves = sql("$old->{home}/riverpost.sqlite", 'SELECT count(*) FROM ply');
$old->run;
my $kept = "$old->{home}/kept/version-$version.sqlite";
is(sql($kept, 'PRAGMA user_version'), $version, 'a copy is kept before the schema changes');
is(sql($kept, 'SELECT count(*) FROM ply'), $moves, '... with all that it had');
like($old->call('restore', $kept), qr/keys in force stay/, '... which can be restored');
$old->run;
utime 0, 0, glob "$old->{home}/kept/*";
$old->pass_time(40 * 86400);
$old->run;
ok(!-e $kept, 'and goes after a while');

done_testing;
