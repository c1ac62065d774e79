#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# slow-smtp.pl DESCRIPTOR FILE: an SMTP server, on a socket that is open already,
# that keeps some recipients waiting.
#
# slow…@… and dead…@… are answered once FILE.open is there: slow ones are taken,
# dead ones refused for now; letters to late…@… are answered then, at their end.  All
# else is taken at once.  FILE gets a line for each recipient kept waiting (heard), each
# letter (taken) and each connection (+ and -).
use strict;
use warnings;
use IO::Socket::INET;
use Time::HiRes qw(sleep);

my ($descriptor, $path) = @ARGV;
my $listener = IO::Socket::INET->new_from_fd($descriptor, '+<') or die "$!";
$SIG{CHLD} = 'IGNORE';
while (1) {
	my $client = $listener->accept or next;
	my $pid = fork // die "$!";
	if ($pid == 0) {
		close $listener;
		serve($client);
		exit 0;
	}
	close $client;
}

# One write, so that lines of two connections do not mix.
sub note
{
	open my $file, '>>', $path or die "$!";
	syswrite $file, "@_\n";
	close $file;
}

sub keep_waiting
{
	note('heard', @_);
	sleep 0.01 until -e "$path.open";
}

sub serve
{
	my ($client) = @_;
	my $recipient = '';

	$client->autoflush(1);
	note('+');
	print $client "220 slow\r\n";
	while (my $line = <$client>) {
		my $answer = '250 yes';
		if ($line =~ /^RCPT TO:<([^>]*)>/i) {
			$recipient = $1;
			keep_waiting($recipient) if $recipient =~ /^(?:slow|dead)/;
			$answer = '451 later' if $recipient =~ /^dead/;
		} elsif ($line =~ /^DATA/i) {
			print $client "354 go on\r\n";
			while (my $body = <$client>) {
				last if $body eq ".\r\n";
			}
			keep_waiting($recipient) if $recipient =~ /^late/;
			note('taken', $recipient);
		} elsif ($line =~ /^QUIT/i) {
			last;
		}
		print $client "$answer\r\n";
	}
	note('-');
	print $client "221 bye\r\n";
}
