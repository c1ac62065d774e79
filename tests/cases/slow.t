#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Many letters out through a server that is slow with some recipients and dead
# for others: nobody else waits, letters in are answered meanwhile, nothing is
# sent twice, and the number of connections is bounded (mail.md 20).
#
# RIVERPOST_SLOW_LETTERS: how many letters (1000 in the full size).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my $count = $ENV{RIVERPOST_SLOW_LETTERS} // 200;
my $probe = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1) or die "$!";
my $port = $probe->sockport;
close $probe;

my $world = World->new(now => time, config => <<"END");
poll = 3600
answers_hour = 100000
answers_day = 100000
sink {
	kind = smtp
	url = "smtp://127.0.0.1:$port"
	timeout = 20
}
END
my $taken = "$world->{home}/taken";
my ($smtp, $server);

sub start
{
	my ($log, @command) = @_;
	my $pid = fork // die "fork: $!";
	return $pid if $pid;
	open STDOUT, '>>', $log;
	open STDERR, '>&', \*STDOUT;
	{ exec @command };
	POSIX::_exit(127);
}

# What the server took: [time, recipient, connections].
sub taken
{
	open my $file, '<', $taken or return ();
	return map { [split] } <$file>;
}

sub within
{
	my ($seconds, $test) = @_;
	my $end = time + 4 * $seconds;
	my $result;
	sleep 0.05 until ($result = $test->()) || time > $end;
	return $result;
}

# Letters that wait: two to each of two slow ones and a dead one come first.
$smtp = start("$world->{home}/smtp.log", "$FindBin::Bin/../tools/slow-smtp.pl", $port, $taken);
within(5, sub { IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") });
my @patients = qw(slow4a@a.test slow4b@a.test dead4c@a.test);
for my $who (@patients) {
	$world->send(from => $who, subject => "show $_", text => '') for 'fred', 'wilma';
}
$world->send(from => "p$_\@b.test", subject => 'signup p' . $_) for 1 .. $count;
my $begin = time;
$server = start("$world->{home}/log", $World::program, '--home', $world->{home}, 'serve');
my $all = sub { (grep { $_->[1] =~ /^p\d/ } taken()) >= $count };
ok(within(60, $all), "mail 20: $count letters are sent");
my @others = grep { $_->[1] =~ /^p\d/ } taken();
my $last = (sort { $a <=> $b } map { $_->[0] } @others)[-1] - $begin;
diag sprintf '%d letters in %.1f s', $count, $last;
my $limit = 2 * (3 + $count / 40);	# less than one after the other would take
cmp_ok($last, '<', $limit, sprintf 'mail 20: in %.1f s, with three slow recipients among them', $last);

# A letter that comes while slow ones are on their way.
$world->send(from => 'slow4a@a.test', subject => "show barney", text => '');
sleep 0.5;
my $asked = time;
$world->send(from => 'late@b.test', subject => 'signup late');
ok(within(10, sub { grep { $_->[1] eq 'late@b.test' } taken() }), 'mail 20: a letter that comes meanwhile is answered');
cmp_ok(time - $asked, '<', 4, sprintf 'mail 20: soon (%.1f s)', time - $asked);

ok(within(20, sub { 5 == grep { $_->[1] =~ /^slow/ } taken() }), 'mail 20: the slow ones get theirs in the end');
my %got;
$got{$_->[1]}++ for taken();
is_deeply([grep { /^p|^late/ && $got{$_} != 1 } keys %got], [], 'mail 20: each of the others exactly one');
is_deeply([@got{@patients[0, 1]}], [3, 2], 'mail 20: the slow ones each one once');
my ($most) = sort { $b <=> $a } map { $_->[2] } taken();
cmp_ok($most, '<=', 4, "mail 20: at most $most connections at once");
my $queue = $world->call('queue');
is(scalar(() = $queue =~ /dead4c/g), 2, 'mail 20: the two to the dead one wait') or diag $queue;
like($queue, qr/451 later/, 'mail 20: with its answer');

# The end, while a letter is on its way.
$world->send(from => 'slow4b@a.test', subject => "show barney", text => '');
sleep 1;
$begin = time;
kill 'TERM', $server;
waitpid $server, 0;
is($?, 0, 'mail 20: SIGTERM waits for a letter on its way, and ends with 0');
cmp_ok(time - $begin, '<', 30, 'mail 20: in time');
is((grep { $_->[1] eq 'slow4b@a.test' } taken()), 3, 'mail 20: it has been sent');
is(scalar(() = $world->call('queue') =~ /slow/g), 0, 'mail 20: and the queue knows');
undef $server;

# A mail server that is not there is tried by a few letters, not by all.
kill 'TERM', $smtp;
waitpid $smtp, 0;
undef $smtp;
$world->send(from => "q$_\@b.test", subject => 'signup q' . $_) for 1 .. 50;
$world->{now} = time;
my $output = $world->run;
like($world->{output}, qr/^50 letters taken: 50 done.*; 0 sent, 52 waiting$/, 'mail 20: nothing is lost') or diag $world->{output};
cmp_ok(scalar(() = $world->{log} =~ /no connection/g), '<=', 8, 'mail 20: not every letter tries a server that is down');
done_testing;
END {
	my $status = $?;
	for my $pid (grep { defined } $server, $smtp) {
		kill 'KILL', $pid;
		waitpid $pid, 0;
	}
	$? = $status;
}
