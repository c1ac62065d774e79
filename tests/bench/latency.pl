#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# latency.pl PORT TO MILLISECONDS: a server on this machine at TO, as far away as that: an
# answer comes after so many milliseconds more, half of them each way.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use Time::HiRes qw(time);

my ($port, $to, $ms) = @ARGV;
$SIG{PIPE} = 'IGNORE';
my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 64, ReuseAddr => 1)
    or die "$port: $!";
my $select = IO::Select->new($listener);
my (%peer, @waiting);	# [when, for whom, bytes or undef for the end], in the order of time
while (1) {
	my $left = @waiting ? $waiting[0][0] - time : 60;
	for my $socket ($left > 0 ? $select->can_read($left) : $select->can_read(0)) {
		if ($socket == $listener) {
			my $client = $listener->accept or next;
			my $server = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $to) or close($client), next;
			$peer{$client} = $server;
			$peer{$server} = $client;
			for ($client, $server) {
				setsockopt $_, Socket::IPPROTO_TCP(), Socket::TCP_NODELAY(), 1;
				$select->add($_);
			}
			next;
		}
		my $bytes;
		my $ended = !sysread $socket, $bytes, 65536;
		push @waiting, [time + $ms / 2000, $peer{$socket}, $ended ? undef : $bytes];
		$select->remove($socket) if $ended;
	}
	while (@waiting && $waiting[0][0] <= time) {
		my (undef, $socket, $bytes) = @{shift @waiting};
		if (!defined $bytes) {
			shutdown $socket, 1;
			next;
		}
		while (length $bytes) {
			my $written = syswrite $socket, $bytes;
			last if !$written;
			substr $bytes, 0, $written, '';
		}
	}
}
