#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Many letters out through a server that keeps some recipients waiting and refuses
# others: nobody else waits, letters in are answered meanwhile, nothing is sent
# twice, and the number of connections is bounded (mail/README 20).
#
# RIVERPOST_SLOW_LETTERS: how many letters (1000 in the full size).
use strict;
use warnings;
use Fcntl;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my $count = $ENV{RIVERPOST_SLOW_LETTERS} // 200;
my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 100) or die "$!";
fcntl $listener, F_SETFD, 0 or die "$!";

sub config
{
	my ($port) = @_;
	return "poll = 3600\nanswers_hour = 100000\nanswers_day = 100000\n" .
	    "sink {\n\tkind = smtp\n\turl = \"smtp://127.0.0.1:$port\"\n\ttimeout = 3600\n}\n";
}

my $world = World->new(now => time, config => config($listener->sockport));
my $said = "$world->{home}/said";
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

# The recipients of what the mail server said of this kind.
sub said
{
	my ($kind, $recipient) = @_;
	my @found;
	if (open my $file, '<', $said) {
		@found = grep { /$recipient/ } map { /^\Q$kind\E (\S+)$/ ? $1 : () } <$file>;
	}
	return @found;
}

sub within
{
	my ($test) = @_;
	my $end = time + 300 * ($ENV{RIVERPOST_SLOW} // 1);
	my $result;
	sleep 0.02 until ($result = $test->()) || time > $end;
	return $result;
}

sub open_gate
{
	open my $file, '>', "$said.open" or die "$!";
}

# Letters that wait: two to each of two slow ones and a dead one come first.
$smtp = start("$world->{home}/smtp.log", "$FindBin::Bin/../tools/slow-smtp.pl", fileno $listener, $said);
close $listener;
my @patients = qw(slowa@a.test lateb@a.test deadc@a.test);
for my $who (@patients) {
	$world->send(from => $who, subject => "show $_", text => '') for 'fred', 'wilma';
}
$world->send(from => "p$_\@b.test", subject => 'signup p' . $_) for 1 .. $count;
my $begin = time;
$server = start("$world->{home}/log", $World::program, '--home', $world->{home}, 'serve');
ok(within(sub { said('heard', '') == 3 }), 'mail 20: three recipients are kept waiting');
ok(within(sub { said('taken', '^p\d') >= $count }), "mail 20: $count letters are sent meanwhile");
diag sprintf '%d letters in %.1f s', $count, time - $begin;
$world->send(from => 'quick@b.test', subject => 'signup quick');
ok(within(sub { scalar said('taken', '^quick') }), 'mail 20: a letter that comes meanwhile is answered');
is(scalar said('taken', '^slow|^late'), 0, 'mail 20: and all that time the slow ones had none');

open_gate();
ok(within(sub { said('taken', '^slow|^late') == 4 }), 'mail 20: the slow ones get theirs in the end');
my %got;
$got{$_}++ for said('taken', '');
is_deeply([grep { /^p|^quick/ && $got{$_} != 1 } keys %got], [], 'mail 20: each of the others exactly one');
is_deeply([@got{@patients[0, 1]}], [2, 2], 'mail 20: the slow ones each one once');
my $queue;
ok(within(sub { ($queue = $world->call('queue')) =~ /451 later/ }), 'mail 20: the dead one has an answer');
is(scalar(() = $queue =~ /deadc/g), 2, 'mail 20: and its two letters wait') or diag $queue;

# The end, while a letter is on its way.
unlink "$said.open" or die "$!";
$world->send(from => 'lateb@a.test', subject => "show barney", text => '');
ok(within(sub { said('heard', '^lateb') == 3 }), 'mail 20: a letter is on its way');
kill 'TERM', $server;
open_gate();
ok(within(sub { waitpid($server, POSIX::WNOHANG()) == $server }), 'mail 20: SIGTERM ends the server');
is($?, 0, 'mail 20: with 0');
undef $server;
is(scalar said('taken', '^lateb'), 3, 'mail 20: the letter has been sent');
is(scalar(() = $world->call('queue') =~ /slowa|lateb/g), 0, 'mail 20: and the queue knows');
open my $file, '<', $said or die "$!";
my ($open, $most) = (0, 0);
while (<$file>) {
	$open += /^\+/ - /^-/;
	$most = $open if $most < $open;
}
cmp_ok($most, '<=', 4, "mail 20: at most $most connections at once");

# A mail server that is not there is tried by a few letters, not by all.  Nobody
# listens at a port that is ours.
my $nobody = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Proto => 'tcp') or die "$!";
open $file, '>', "$world->{home}/riverpost.conf" or die "$!";
print $file config($nobody->sockport);
close $file;
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
