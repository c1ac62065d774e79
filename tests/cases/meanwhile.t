#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Many letters in: who wrote first has his answer before the last is read, and
# a mail server that says nothing keeps no letter from being read.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my $count = 300;

# Where in the log a line like this stands; the last one, or the first.
sub line_of
{
	my ($log, $pattern, $last) = @_;
	my @lines = split /\n/, $log;
	my @found = grep { $lines[$_] =~ $pattern } 0 .. $#lines;
	return $last ? $found[-1] : $found[0];
}

my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
$world->send(from => "p$_\@b.test", subject => "signup p$_") for 1 .. $count;
my @letters = $world->run;
is(scalar @letters, $count, 'everybody is answered');
like($world->{output}, qr/^$count letters taken: $count done.*; $count sent, 0 waiting$/, 'and counted once');
my $first_sent = line_of($world->{log}, qr/ sent to /);
my $last_read = line_of($world->{log}, qr/ from p\d+\@b\.test: done/, 1);
cmp_ok($first_sent, '<', $count / 2, 'the first answer goes out early');
cmp_ok($first_sent, '<', $last_read, 'while others are being read');

# Letters that nobody answers are between those that are waited for.
$world->pass_time(3601);
$world->send(from => 'eve@c.test', subject => 'signup eve');
$world->send(from => "list\@b.test", subject => "talk $_", head => ['Precedence: list']) for 1 .. $count;
is(scalar(@letters = $world->run), 1, 'one of three hundred is answered');
cmp_ok(line_of($world->{log}, qr/ sent to eve/), '<',
    line_of($world->{log}, qr/ from list\@b\.test/, 1), 'list letters hold up nobody');

# The connection is taken, and then nothing is said.
my $silent = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 100) or die "$!";
my $port = $silent->sockport;
my $slow = World->new(now => time, config => <<"END");
poll = 3600
answers_hour = 100000
answers_day = 100000
sink {
	kind = smtp
	url = "smtp://127.0.0.1:$port"
	timeout = 600
}
END
$slow->send(from => "p$_\@b.test", subject => "signup p$_") for 1 .. $count;
my $pid = fork // die "fork: $!";
if ($pid == 0) {
	open STDERR, '>', "$slow->{home}/log";
	{ exec $World::program, '--home', $slow->{home}, 'serve' };
	POSIX::_exit(127);
}
my $waiting = sub { scalar(() = glob "$slow->{home}/mail/in/new/*") };
my $end = time + 600;	# far more than it takes
sleep 0.1 until time > $end || !$waiting->();
is($waiting->(), 0, 'a silent mail server: all letters are read');
like($slow->call('queue'), qr/p$count\@b\.test/, 'and their answers wait');
kill 'KILL', $pid;
waitpid $pid, 0;
done_testing;
