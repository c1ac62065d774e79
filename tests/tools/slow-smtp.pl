#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# slow-smtp.pl PORT FILE: an SMTP server that is slow with some recipients.
#
# slowN@… is taken after N seconds, deadN@… after N seconds refused for now,
# all else at once.  FILE gets a line for each letter taken: the time, its
# recipient, how many connections are open.
use strict;
use warnings;
use Fcntl qw(:flock);
use IO::Socket::INET;
use POSIX qw(:sys_wait_h);
use Time::HiRes qw(sleep time);

my ($port, $path) = @ARGV;
my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 100,
    ReuseAddr => 1) or die "$!";
my %clients;
while (1) {
	my $client = $listener->accept or next;
	while ((my $gone = waitpid -1, WNOHANG) > 0) {
		delete $clients{$gone};
	}
	my $pid = fork // die "$!";
	if ($pid == 0) {
		serve($client, 1 + keys %clients);
		exit 0;
	}
	$clients{$pid} = 1;
	close $client;
}

sub note
{
	open my $file, '>>', $path or die "$!";
	flock $file, LOCK_EX;
	printf $file "%.3f %s %d\n", time, @_;
	close $file;
}

sub serve
{
	my ($client, $open) = @_;
	my $recipient = '';

	$client->autoflush(1);
	print $client "220 slow\r\n";
	while (my $line = <$client>) {
		my $answer = '250 yes';
		if ($line =~ /^RCPT TO:<([^>]*)>/i) {
			$recipient = $1;
			sleep $2 if $recipient =~ /^(slow|dead)(\d+)/;
			$answer = '451 later' if $recipient =~ /^dead/;
		} elsif ($line =~ /^DATA/i) {
			print $client "354 go on\r\n";
			while (my $body = <$client>) {
				last if $body eq ".\r\n";
			}
			note($recipient, $open);
		} elsif ($line =~ /^QUIT/i) {
			print $client "221 bye\r\n";
			return;
		}
		print $client "$answer\r\n";
	}
}
