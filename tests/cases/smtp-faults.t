#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The whole program in front of an SMTP server that fails at each step in each
# way: every letter arrives once, or where the server took it and did not say so
# twice with one Message-ID; it waits or stops as it must, and the log says why
# (mail/README 16, 20).
use strict;
use warnings;
use Fcntl;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::INET;
use POSIX ();
use Test::More;
use World;

my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 100) or die "$!";
my $port = $listener->sockport;
fcntl $listener, F_SETFD, 0 or die "$!";
my $world = World->new;
my $folder = "$world->{home}/server";
mkdir $folder or die "$!";
my $smtp = fork // die "$!";
if ($smtp == 0) {
	open STDOUT, '>', "$folder/log";
	open STDERR, '>&', \*STDOUT;
	{ exec "$FindBin::Bin/../tools/fault-smtp.pl", fileno $listener, $folder };
	POSIX::_exit(127);
}
END { kill 'TERM', $smtp if $smtp }
close $listener;

sub mode
{
	open my $file, '>', "$folder/mode" or die "$!";
	print $file "$_[0]\n";
	close $file;
}

# What is silent is given up after 5 seconds, the shortest there is, but not at the final dot; what
# speaks is never, however slow the machine.
sub be_patient
{
	my ($seconds) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "answers_hour = 100000\nanswers_day = 100000\n" .
	    "sink {\n\tkind = smtp\n\turl = \"smtp://127.0.0.1:$port\"\n\ttimeout = $seconds\n}\n";
	close $file;
}
my ($long, $short) = (600, 5);

# The letters that server took for an address: their Message-IDs.
sub taken
{
	my ($address) = @_;
	open my $file, '<', "$folder/taken" or return ();
	return map { (split)[1] } grep { (split)[0] eq $address } <$file>;
}

my $count = 0;
sub sign_up
{
	my ($address) = @_;
	$world->send(from => $address, subject => 'signup u' . ++$count . 'x');
}

# The line of the queue about an address, or ''.
sub queued
{
	my ($address) = @_;
	my ($line) = grep { /\Q$address\E/ } split /\n/, $world->call('queue');
	return $line // '';
}

# After a pass with the fault: is it over for the letter, and what does the log say?
sub check_first
{
	my ($address, $want, $why) = @_;
	my $all = join "\n", grep { /\Q$address\E/ } split /\n/, $world->{log};

	like($all, qr/sent to \Q$address\E/, "$address: sent"), return if $want eq 'sent';
	like($all, qr/to \Q$address\E $want: .*$why/, "$address: $want, and why") or diag $world->{log};
	like(queued($address), qr/waiting/, "$address: in the queue") if $want eq 'waits';
}

# And in the end: how many copies, all the same letter.
sub check_last
{
	my ($address, $want, $copies) = @_;
	my @ids = taken($address);

	is(scalar @ids, $copies, "$address: in the end $copies");
	is(scalar(grep { $_ ne $ids[0] } @ids), 0, "$address: one Message-ID") if @ids > 1;
	is(queued($address) =~ /waiting/ ? 'waits' : '', '', "$address: nothing waits");
}

# STEP-WHAT, what becomes of the letter at once, what the log says, copies in the end.
my @by_recipient = (
	['rcpt-450', 'waits', '450 fault at rcpt', 1],
	['rcpt-452', 'waits', '452 fault at rcpt', 1],
	['rcpt-550', 'was refused', '550 fault at rcpt', 0],
	['rcpt-drop', 'waits', '', 1],
	['rcpt-silence', 'waits', 'no answer in time', 1],
	['rcpt-bye', 'waits', '421 4.3.2 going down', 1],
	['rcpt-drip', 'sent', '', 1],
	['rcpt-lines', 'sent', '', 1],
	['rcpt-long', 'sent', '', 1],
	['data-451', 'waits', '451 fault at data', 1],
	['data-drop', 'waits', '', 1],
	['data-silence', 'waits', 'no answer in time', 1],
	['data-drip', 'sent', '', 1],
	['dot-451', 'waits', '451 fault at dot', 1],
	['dot-452', 'waits', '452 fault at dot', 1],
	['dot-552', 'was refused', '552 fault at dot', 0],
	['dot-drop', 'waits', 'may have been taken', 1],
	['dot-silence', 'waits', 'may have been taken', 1],
	['dot-slow', 'sent', '', 1],
	['dot-taken', 'waits', 'may have been taken', 2],
	['dot-bye', 'waits', '421 4.3.2 going down', 1],
	['dot-drip', 'sent', '', 1],
	['dot-lines', 'sent', '', 1],
	['dot-long', 'sent', '', 1],
	['dot-after', 'sent', '', 1],
	['dot-200', 'sent', '', 1],
	['dot-251', 'sent', '', 1],
	['none', 'sent', '', 1],
);
sub is_silent { return $_[0] =~ /silence|taken|slow/ }

# On a busy machine the short time may be over before that server has the letter:
# tried again with more, until it has it.
sub be_taken
{
	my ($address, $seconds) = @_;
	for (1 .. 5) {
		return if taken($address);
		$world->pass_time(300 << $_);
		be_patient($seconds <<= 1);
		$world->run;
	}
}

mode('');
for my $seconds ($long, $short) {
	my @some = grep { (is_silent($_->[0]) ? $short : $long) == $seconds } @by_recipient;
	be_patient($seconds);
	sign_up("fault-$_->[0]\@a.test") for @some;
	$world->run;
	check_first("fault-$_->[0]\@a.test", @$_[1, 2]) for @some;
	be_taken("fault-dot-taken\@a.test", $seconds) if $seconds == $short;
}

# Later the same server is sound, to all of them.
sub later
{
	mode('sound');
	be_patient($long);
	$world->pass_time(300);
	$world->run;
}
later();
# What may have been taken waits for hours.
for (qw(drop silence taken)) {
	is(scalar taken("fault-dot-$_\@a.test"), $_ eq 'taken' ? 1 : 0, "dot-$_: not sent again so soon");
	like(queued("fault-dot-$_\@a.test"), qr/waiting/, '... and not given up');
}
$world->pass_time(4 * 3600);
$world->run;
check_last("fault-$_->[0]\@a.test", @$_[1, 3]) for @by_recipient;

# Faults of the whole server, one letter each.
my @by_server = (
	['connect-421', 'waits', '421 fault at connect', 1],
	['connect-554', 'waits', '554 fault at connect', 1],
	['connect-drop', 'waits', '', 1],
	['connect-drip', 'sent', '', 1],
	['connect-lines', 'sent', '', 1],
	['connect-bye', 'waits', '421 4.3.2 going down', 1],
	['ehlo-502', 'sent', '', 1],
	['ehlo-421', 'sent', '', 1],
	['ehlo-drop', 'waits', '', 1],
	['ehlo-drip', 'sent', '', 1],
	['ehlo-lines', 'sent', '', 1],
	['plain', 'sent', '', 1],
	['mixed', 'sent', '', 1],
	['rude', 'waits', '421 4.3.2 going down', 1],
	['mail-421', 'waits', '421 fault at mail', 1],
	['mail-451', 'waits', '451 fault at mail', 1],
	['mail-530', 'waits', '530 fault at mail', 1],
	['mail-550', 'waits', '550 fault at mail', 1],
	['data-554', 'waits', '554 fault at data', 1],
	['mail-drop', 'waits', '', 1],
	['mail-silence', 'waits', 'no answer in time', 1],
	['mail-drip', 'sent', '', 1],
	['mail-long', 'sent', '', 1],
);
for (@by_server) {
	my $address = "server-$_->[0]\@b.test";

	mode($_->[0]);
	be_patient(is_silent($_->[0]) ? $short : $long);
	sign_up($address);
	$world->run;
	check_first($address, @$_[1, 2]);
	later();
	check_last($address, @$_[1, 3]);
}

ok(!-e "$folder/together", 'commands come one by one where nothing else is offered');

# The server ends each connection after a few letters: none is lost, none comes twice.
mode('many-3');
sign_up("many$_\@c.test") for 1 .. 25;
$world->run;
later();
is_deeply([grep { 1 != taken("many$_\@c.test") } 1 .. 25], [], 'a server that takes three letters a connection')
    or diag $world->{log};
is_deeply([grep { queued("many$_\@c.test") =~ /waiting/ } 1 .. 25], [], 'nothing waits');

done_testing;
