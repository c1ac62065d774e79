#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# one-by-one.pl PORT USER PASSWORD [move]: fetches an IMAP mailbox on this machine as the
# simplest program would, each letter by a command of its own; and moves them to Processed, by
# the hundred, so that only the fetching differs from what the server does.
use strict;
use warnings;
use IO::Socket::INET;

my ($port, $user, $password, $moves) = @ARGV;
my $server = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or die "$port: $!";
my $tag = 0;
<$server>;

sub ask
{
	my ($command) = @_;
	my $answer = '';
	$tag++;
	print $server "a$tag $command\r\n";
	while (my $line = <$server>) {
		die "$command: $line" if $line =~ /^a$tag (?:NO|BAD)/ && $command !~ /^CREATE/;
		return $answer if $line =~ /^a$tag /;
		$answer .= $line;
		if ($line =~ /\{(\d+)\}\r\n$/) {
			read $server, my ($bytes), $1;
			$answer .= $bytes;
		}
	}
	die "$command: the server has gone";
}

ask("LOGIN $user $password");
ask('CREATE Processed');
ask('SELECT INBOX');
my ($found) = ask('UID SEARCH ALL') =~ /^\* SEARCH (.*?)\r?$/m;
my @uids = split ' ', $found;
while (my @some = splice @uids, 0, 100) {
	ask("UID FETCH $_ (UID INTERNALDATE RFC822.SIZE BODY.PEEK[])") for @some;
	ask('UID MOVE ' . join(',', @some) . ' Processed') if $moves;
}
ask('LOGOUT');
