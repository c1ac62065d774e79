#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# fault-smtp.pl DESCRIPTOR FOLDER: an SMTP server with faults, on a socket that is
# open already.
#
# FOLDER/mode, read at each connection, is one fault "STEP-WHAT"; a recipient
# fault-STEP-WHAT@… has it for itself alone.  STEP: connect, ehlo, mail, rcpt, data,
# dot, also null (MAIL with the null sender) and plus (with another address than that of the
# server).  WHAT: a reply (450, 554; with the words in FOLDER/words, lines parted by |),
# drop, silence, drip (the answer a byte at a time),
# lines (an answer of many lines), long (of 900 characters), bye (421 and the end);
# at the dot also taken (the letter is taken, no answer comes), slow (it is taken, and the answer
# comes after 8 seconds; who is silent there hangs up then) and after (it is
# taken, answered, and the connection ends).  Other modes: sound (no faults at all),
# plain (no extension offered; FOLDER/together is made when commands come together),
# mixed (PIPELINING is offered, but what comes together is answered in another order),
# rude (421 at RCPT, and the connection is closed on what came with it), many-N (421 at
# the N+1st letter of a connection), one (421 while another connection is there), token
# (AUTH XOAUTH2, whose token stands in its line), auth-WHAT (AUTH PLAIN and LOGIN, each refused so).  FOLDER/taken gets a line for each letter:
# recipient, Message-ID, how many before it came down that connection, sender; FOLDER/said
# each EHLO, AUTH and MAIL, FOLDER/refused each connection that was one too many.
use strict;
use warnings;
use Fcntl qw(:flock);
use IO::Select;
use IO::Socket::INET;
use Time::HiRes qw(sleep);

my ($descriptor, $folder) = @ARGV;
my $listener = IO::Socket::INET->new_from_fd($descriptor, '+<') or die "$!";
my ($client, $mode, $own, $letters);
my $heard = '';
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';
while (1) {
	$client = $listener->accept or next;
	my $pid = fork // die "$!";
	if ($pid == 0) {
		close $listener;
		serve();
		exit 0;
	}
	close $client;
}

sub first_line
{
	my ($path) = @_;
	open my $file, '<', $path or return '';
	my $line = <$file> // '';
	chomp $line;
	return $line;
}

sub append
{
	my ($path, $line) = @_;
	open my $file, '>>', $path or die "$path: $!";
	flock $file, LOCK_EX;
	print $file "$line\n";
	close $file;
}

# What this step does wrong, or ''.
sub fault
{
	my ($step) = @_;
	for ($own, $mode) {
		return $1 if /^$step-(\w+)/;
	}
	return '';
}

# A line; what came with it is kept where it can be seen.
sub next_line
{
	while ($heard !~ /\n/) {
		sysread $client, $heard, $mode eq 'rude' ? 1 : 4096, length $heard or return;
	}
	$heard =~ s/\A(.*\n)//;
	return $1;
}

sub has_more
{
	return $heard ne '' || IO::Select->new($client)->can_read(0);
}

# Answers a step; false when there is nothing more to say on this connection.
sub answer
{
	my ($step, $good) = @_;
	my $fault = fault($step);

	return 0 if $fault eq 'drop';
	if ($fault eq 'silence' || $fault eq 'taken') {
		sleep($step eq 'dot' ? 8 : 60);
		return 0;
	}
	sleep 8 if $fault eq 'slow';
	my ($code) = $good =~ /^(\d+)/;
	if ($fault eq 'drip') {
		for (split //, "$good\r\n") {
			print $client $_;
			sleep 0.02;
		}
	} elsif ($fault eq 'lines') {
		print $client map { "$code-line $_\r\n" } 1 .. 50;
		print $client "$good\r\n";
	} elsif ($fault eq 'long') {
		print $client "$good " . 'x' x 900 . "\r\n";
	} elsif ($fault eq 'bye') {
		print $client "421 4.3.2 going down\r\n";
		return 0;
	} elsif ($fault =~ /^\d+$/) {
		my @words = split /\|/, first_line("$folder/words");
		my $last = pop @words // "fault at $step";
		print $client map({ "$fault-$_\r\n" } @words), "$fault $last\r\n";
		$own = '';
		return $step ne 'connect' && $step ne 'dot' ? 2 : 1;
	} else {
		print $client "$good\r\n";
	}
	return $fault ne 'after';
}

# False where it has no final dot.
sub take_letter
{
	my ($recipient, $sender) = @_;
	my ($id, $line) = ('');

	while (defined($line = next_line())) {
		last if $line eq ".\r\n";
		$id = $1 if $line =~ /^Message-ID:\s*(\S+)/i && $id eq '';
	}
	return 0 unless defined $line;
	my $fault = fault('dot');
	append("$folder/taken", join ' ', $recipient, $id, $letters++, "<$sender>")
	    unless $fault =~ /^(drop|silence|bye|[345]\d\d)$/;
	return 1;
}

sub serve
{
	my ($recipient, $step, $sender) = ('', '', '');

	($mode, $own, $letters) = (first_line("$folder/mode"), '', 0);
	$client->autoflush(1);
	open my $place, '>', "$folder/place" or die "$!";
	if ($mode eq 'one' && !flock $place, LOCK_EX | LOCK_NB) {
		append("$folder/refused", 'one');
		print $client "421 4.7.0 too many connections\r\n";
		return;
	}
	answer('connect', '220 faulty') or return;
	while (my $line = next_line()) {
		my $said = 1;
		append("$folder/together", $line) if $mode eq 'plain' && has_more();
		append("$folder/said", $line =~ s/\s+\z//r) if $line =~ /^(?:EHLO|AUTH|MAIL)/i;
		if ($line =~ /^EHLO/i) {
			print $client "250-AUTH XOAUTH2\r\n" if $mode eq 'token';
			print $client "250-AUTH PLAIN LOGIN\r\n" if $mode =~ /^auth-/;
			print $client "250-faulty\r\n250-8BITMIME\r\n250-PIPELINING\r\n250-CHUNKING\r\n250-SMTPUTF8\r\n"
			    if $mode ne 'plain' && fault('ehlo') eq '';
			$said = answer('ehlo', '250 SIZE 10000000');
		} elsif ($line =~ /^MAIL/i) {
			if ($mode =~ /^many-(\d+)/ && $letters >= $1) {
				print $client "421 4.7.0 too many letters\r\n";
				return;
			}
			($sender) = $line =~ /<([^>]*)>/;
			my $kind = $sender eq '' ? 'null' : $sender eq 'xq@x.test' ? 'mail' : 'plus';
			$said = answer(fault($kind) ne '' ? $kind : 'mail', '250 yes');
			$step = $said == 1 ? 'mail' : '';
		} elsif ($line =~ /^(RCPT|DATA)/i && $step ne (lc $1 eq 'rcpt' ? 'mail' : 'rcpt')) {
			print $client "503 5.5.1 out of order\r\n";
		} elsif ($line =~ /^RCPT/i && $mode eq 'mixed' && has_more()) {
			print $client "503 5.5.1 RCPT first\r\n250 yes\r\n";
			next_line();
			$step = 'rcpt';
		} elsif ($line =~ /^RCPT/i && $mode eq 'rude') {
			print $client "421 4.3.2 going down\r\n";
			return;
		} elsif ($line =~ /^RCPT TO:<([^>]*)>/i) {
			$recipient = $1;
			$own = $mode ne 'sound' && $recipient =~ /^fault-([^@]*)/ ? $1 : '';
			$said = answer('rcpt', '250 yes');
			$step = $said == 1 ? 'rcpt' : '';
		} elsif ($line =~ /^DATA/i) {
			$said = answer('data', '354 go on');
			if ($said == 1) {
				take_letter($recipient, $sender) or return;
				$said = answer('dot', '250 taken');
			}
		} elsif ($line =~ /^AUTH/i && fault('auth') ne '') {
			answer('auth', '235 in');
		} elsif ($line =~ /^AUTH/i) {
			print $client $line =~ /^AUTH XOAUTH2 \S+/i ? "235 2.7.0 in\r\n" : "501 5.5.4 no token\r\n";
		} elsif ($line =~ /^QUIT/i) {
			print $client "221 bye\r\n";
			return;
		} else {
			print $client "250 yes\r\n";
		}
		return unless $said;
	}
}
