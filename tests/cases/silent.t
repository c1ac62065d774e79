#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Mail servers and token commands that fall silent: SIGTERM ends the server within five seconds all
# the same, and no letter is lost by it; IDLE without an answer keeps nobody waiting.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use World;

my $slow = $ENV{RIVERPOST_SLOW} // 1;
my $promised = 5 * $slow;	# seconds
my @pids;
umask 077;

# Until it holds; what it gave last.
sub within
{
	my ($seconds, $test) = @_;
	my $end = time + $seconds * $slow;
	my $result;
	sleep 0.02 until ($result = $test->()) || time > $end;
	return $result;
}

# Runs that in a process, and group, of its own.
sub apart
{
	my ($run) = @_;
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		POSIX::setpgid(0, 0);
		$run->();
		POSIX::_exit(1);
	}
	push @pids, $pid;
	return $pid;
}

sub content
{
	my ($path) = @_;
	open my $file, '<', $path or return '';
	local $/;
	return <$file> // '';
}

# One connection: greets, and answers each line by the first pattern that it fits (%t is its first
# word).  What fits none gets no answer: that is noted, and `after` is done with the connection.
sub converse
{
	my ($peer, $log, $dialog, $after) = @_;
	my ($greeting, @answers) = @$dialog;
	my $is_silent = !defined $greeting;
	print $peer "$greeting\r\n" unless $is_silent;
	while (!$is_silent && defined(my $line = <$peer>)) {
		print $log $line;
		my ($tag) = $line =~ /^(\S*)/;
		my ($answer) = map { $line =~ $_->[0] ? $_->[1] : () } @answers;
		next if defined $answer && $answer eq '';
		$is_silent = !defined $answer;
		print $peer $answer =~ s/%t/$tag/r =~ s/\n/\r\n/gr, "\r\n" unless $is_silent;
	}
	print $log "-- silent\n";
	$after->($peer) if defined $after;
	sleep 1000;
}

# A mail server on a port of its own: the port, and where it says what it heard.
sub mail_server
{
	my ($home, $dialog, $after) = @_;
	my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 100) or die "$!";
	my $heard = "$home/heard";
	apart(sub {
		$SIG{PIPE} = $SIG{CHLD} = 'IGNORE';
		open my $log, '>', $heard or die "$!";
		$log->autoflush;
		while (my $peer = $listener->accept) {
			next if fork;
			converse($peer, $log, $dialog, $after);
			POSIX::_exit(0);
		}
	});
	return ($listener->sockport, $heard);
}

sub serve
{
	my ($world) = @_;
	return apart(sub {
		open STDERR, '>>', "$world->{home}/log";
		{ exec $World::program, '--home', $world->{home}, 'serve' };
	});
}

# Serves, and is sent SIGTERM once that holds.
sub stops
{
	my ($world, $is_there, $what) = @_;
	my $server = serve($world);
	ok(within(60, $is_there), "$what: it comes to that") or diag(content("$world->{home}/log"));
	my $begin = time;
	kill 'TERM', $server;
	my $gone = within(20, sub { waitpid($server, POSIX::WNOHANG()) == $server });
	@pids = grep { $_ != $server } @pids if $gone;
	is($gone ? $? : undef, 0, '- SIGTERM ends it with 0');
	cmp_ok(time - $begin, '<', $promised, '- in time') or diag(content("$world->{home}/log"));
}

# In front of a mail server that falls silent where its dialog ends.
sub world_with
{
	my ($dialog, $config, $after) = @_;
	my $world = World->new(now => time, config => '');
	my ($port, $heard) = mail_server($world->{home}, $dialog, $after);
	open my $file, '>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "poll = 3600\n", $config =~ s/PORT/$port/gr;
	close $file;
	return ($world, $heard);
}

sub stops_with
{
	my ($what, $dialog, $config, %more) = @_;
	my ($world, $heard) = world_with($dialog, $config, $more{after});
	$world->send(from => 'fred@a.test', subject => 'signup fred') if $more{letter};
	my ($path, $line) = $more{logged} ? ("$world->{home}/log", $more{logged}) : ($heard, qr/^-- silent/m);
	stops($world, sub { content($path) =~ $line }, $what);
	return ($world, content($heard));
}

my $source = "source \"box\" {\n\tkind = %s\n\turl = \"%s://127.0.0.1:PORT\"\n\tuser = robot\n\tpassword = robotpw\n}\n";
my $imap = sprintf $source, 'imap', 'imap';
my $pop3 = sprintf $source, 'pop3', 'pop3';
my $smtp = "sink {\n\tkind = smtp\n\turl = \"smtp://127.0.0.1:PORT\"\n\ttimeout = 600\n}\n";
my @login = ('* OK hello',
	[qr/ CAPABILITY/, "* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\n%t OK done"],
	[qr/ LOGIN /, '%t OK welcome']);
my @box = (@login, [qr/ SELECT /, "* 1 EXISTS\n* OK [UIDVALIDITY 7] valid\n%t OK [READ-WRITE] open"]);
my @found = (@box,
	[qr/ SEARCH /, "* SEARCH 1\n%t OK done"],
	[qr/ FETCH .*SIZE/, "* 1 FETCH (UID 1 RFC822.SIZE 10 INTERNALDATE \"21-Nov-2026 10:00:00 +0000\")\n%t OK done"]);

stops_with('a mail server that says nothing', [undef], $imap);
stops_with('a mail server that lets nobody in', ['* OK hello', $login[1]], $imap);
stops_with('SELECT without an answer', \@login, $imap);
my (undef, $heard) = stops_with('FETCH without an answer', \@found, $imap);
unlike($heard, qr/ (?:MOVE|COPY|STORE) /, '- the letter stays');
stops_with('an answer that never ends', \@box, $imap, after => sub {
	my ($peer) = @_;
	sleep 0.02 while print $peer "* OK patience\r\n";
});
stops_with('a POP3 server that says nothing', [undef], $pop3);

my $world = World->new(now => time, config => '');
my $begun = "$world->{home}/begun";
open my $file, '>', "$world->{home}/riverpost.conf" or die "$!";
print $file "poll = 3600\nsource \"box\" {\n\tkind = imap\n\turl = \"imap://127.0.0.1:9\"\n\tuser = robot\n" .
    "\ttoken_command = \"echo \$\$ >$begun; exec sleep 1000\"\n}\n";
close $file;
stops($world, sub { content($begun) =~ /\n/ }, 'a token command that hangs');
ok(within(10, sub { !kill 0, content($begun) =~ s/\s//gr }), '- and ends with it');

my @relay = ('220 hello', [qr/^EHLO/, '250 yes'], [qr/^MAIL/, '250 yes'], [qr/^RCPT/, '250 yes'],
	[qr/^DATA/, '354 go on'], [qr/^(?!(?:EHLO|MAIL|RCPT|DATA|QUIT)|\.\r)/, '']);
for my $step (['a relay that says nothing', undef], ['a relay that does not answer the letter', @relay]) {
	my ($what, @dialog) = @$step;
	($world) = stops_with($what, \@dialog, $smtp, letter => 1);
	like($world->call('queue'), qr/fred\@a\.test/, '- the letter waits');
}
stops_with('a relay that does not say goodbye', [@relay, [qr/^\.\r/, '250 taken']], $smtp,
	letter => 1, logged => qr/ sent to fred/);

# --- IDLE
my @idler = (@box, [qr/ SEARCH /, "* SEARCH\n%t OK done"]);
($world, my $path) = world_with(\@idler, "${imap}source \"own\" { kind = maildir path = \"mail/in\" }\n");
serve($world);
ok(within(60, sub { content($path) =~ / IDLE.*^-- silent/ms }), 'IDLE without an answer');
for my $name (qw(fred wilma)) {
	$world->send(from => "$name\@a.test", subject => "signup $name");
	ok(within(20, sub { $world->collect }), "- $name, by another way, is answered");
}
done_testing;
END { kill 'KILL', map { -$_ } @pids }
