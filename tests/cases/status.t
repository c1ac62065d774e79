#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# How the server does, in numbers: for people, as JSON, and as a file for a node exporter, which
# serve writes by itself.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use JSON::PP;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my $patience = 60 * ($ENV{RIVERPOST_SLOW} // 2);
my $fred = 'fred@a.test';
my $world = World->new;
my $file = "$world->{home}/riverpost.prom";

sub numbers { return decode_json($world->call('status', '--json')) }

# The value of each sample; what is wrong with the file's form is a failure.
sub samples
{
	my %samples;
	my %type;
	my $last = '';
	open my $in, '<', $file or return {};
	while (<$in>) {
		next if /^# HELP riverpost_\w+ \S/;
		if (/^# TYPE (riverpost_\w+) (gauge|counter)$/) {
			my ($name, $kind) = ($1, $2);
			fail("$name stands together") if $type{$name};
			fail("$name: a counter ends in _total") if ($kind eq 'counter') != ($name =~ /_total$/);
			$type{$last = $name} = $kind;
		} elsif (/^(\w+)((?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (\d+(?:\.\d+)?)$/) {
			fail("$1 has its type above it") if $1 ne $last;
			$samples{$1 . $2} = $3;
		} else {
			fail("a line of the file: $_");
		}
	}
	return \%samples;
}

$world->game;
$world->answer($fred, 'B3-E3');
$world->run;
$world->send(from => 'mailer@c.test', subject => 'Out of office', head => ['Auto-Submitted: auto-replied']);
$world->run;
my $is = numbers();
is($is->{games}{active}, 1, 'a game');
is($is->{players}{active}, 2, 'two players');
is($is->{hour}{ignored}, 1, 'a letter that was ignored');
cmp_ok($is->{hour}{done}, '>=', 5, 'letters that were carried out');
cmp_ok($is->{hour}{sent}, '>=', 5, 'and sent');
is($is->{total}{sent}, $is->{hour}{sent}, 'as many as ever');
cmp_ok($is->{total}{passes}, '>=', 4, 'passes');
is($is->{last_pass}{time}, $world->{now}, 'the last of them');
ok(!$is->{server}{at_work}, 'nothing is at work');
is($is->{queue}{letters}, 0, 'nothing waits');
cmp_ok($is->{disk}{free_bytes}, '>', 1 << 20, 'the disk');
like($world->call('status'), qr/^games: 0 offered, 1 active, 0 over$/m, 'for people');

# --- what waits, and what is put aside
my $sent = $is->{hour}{sent};
$world->answer($fred, 'show 1');
$world->pass_time(300);
is_deeply(numbers()->{unread}, { letters => 1, oldest_seconds => 300 }, 'a letter that waits');
like($world->call('status'), qr/^unread: 1 letters, the oldest since 5 minutes$/m, '... for people');
$world->pass_time(3600);
is(numbers()->{hour}{sent}, 0, 'an hour later');
is(numbers()->{day}{sent}, $sent, '... of the day');
mkdir "$world->{home}/mail/in/.Failed/$_" for 'new', 'cur';
open my $put, '>', "$world->{home}/mail/in/.Failed/cur/1" or die "$!";
close $put;
is(numbers()->{trouble}{put_aside}, 1, 'a letter put aside');

# --- one that fails, until it is put aside
my $broken = World->new;
$broken->{is_spoilt} = 1;
$broken->game;
system 'sqlite3', "$broken->{home}/riverpost.sqlite", "UPDATE game SET start_fen = 'broken'";
$broken->answer($fred, 'B3-E3');
$broken->run for 1 .. 4;
$is = decode_json($broken->call('status', '--json'));
is($is->{$_}{put_aside}, 1, "$_: a letter that failed is put aside") for qw(trouble hour day total);
is($is->{$_}{done}, $is->{total}{done}, "... and beside those carried out of the $_") for qw(hour day);
$broken->pass_time(3660);
$is = decode_json($broken->call('status', '--json'));
is("$is->{hour}{put_aside} $is->{hour}{done} $is->{day}{put_aside}", '0 0 1', 'an hour later');

# --- for Prometheus
is($world->call('status', '--prometheus', $file), '', 'a file');
is($world->{status}, 0, '... was written');
is((stat $file)[2] & 0777, 0644, 'everybody may read it');
is_deeply([glob "$file*"], [$file], 'and nothing lies beside it');
my $samples = samples();
is($samples->{'riverpost_games{state="active"}'}, 1, 'games');
is($samples->{riverpost_letters_sent_total}, $sent, 'letters sent');
is($samples->{'riverpost_letters_total{outcome="ignored"}'}, 1, 'letters ignored');
is($samples->{riverpost_unread_oldest_age_seconds}, 3900, 'the oldest letter');
isnt($world->call('status', '--prometheus', "$world->{home}/none/x") . $world->{status}, '0', 'no such folder');

# --- by the server itself, in a folder that is not its home
my $folder = File::Temp::tempdir(CLEANUP => 1);
$file = "$folder/riverpost.prom";
my $other = World->new(now => time, config => "status_file = '$file'\npoll = 3600\n");
my $server = fork // die "fork: $!";
if ($server == 0) {
	open STDERR, '>', "$other->{home}/log";
	{ exec $World::program, '--home', $other->{home}, 'serve' };
	POSIX::_exit(127);
}
my $end = time + $patience;
sleep 0.05 until -s $file || time > $end;
is(samples()->{riverpost_at_work}, 1, 'serve writes the file');
kill 'TERM', $server;
waitpid $server, 0;
is($?, 0, 'and ends');

done_testing;
