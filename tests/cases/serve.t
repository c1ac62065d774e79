#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# riverpost serve: letters are answered when they come, signals are obeyed, two
# servers never work in one home, and kill -9 costs nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl;
use POSIX ();
use File::Temp qw(tempdir);
use Test::More;
use Time::HiRes qw(sleep time);
use World;

# Far less than the hour after which letters are looked for unasked, far more than
# anything here takes.
my $patience = 60 * ($ENV{RIVERPOST_SLOW} // 2);
my $world = World->new(config => "poll = 3600\n", now => time);
my $server;

sub serve
{
	$server = fork // die "fork: $!";
	if ($server == 0) {
		open STDERR, '>>', "$world->{home}/log";
		open STDOUT, '>&', \*STDERR;
		{ exec $World::program, '--home', $world->{home}, 'serve' };
		POSIX::_exit(127);
	}
}

# Until it holds; what it gave last.
sub within
{
	my ($test) = @_;
	my $end = time + $patience;
	my $result;
	until ($result = $test->()) {
		return $result if time > $end;
		sleep 0.02;
	}
	return $result;
}

sub logged
{
	my ($pattern) = @_;
	open my $file, '<', "$world->{home}/log" or return 0;
	local $/;
	my $log = <$file>;
	return scalar(() = $log =~ /$pattern/g);
}

sub letters
{
	my ($count) = @_;
	my @letters;
	within(sub { push @letters, $world->collect; @letters >= $count });
	return @letters;
}

sub ended
{
	my ($signal) = @_;
	kill $signal, $server;
	my $gone = within(sub { waitpid($server, POSIX::WNOHANG()) == $server });
	return $gone ? $? : undef;
}

# A burst of letters, and the server held still with some of them done, some not;
# how many letters there were.  Who looks too late tries again.
my $burst = 0;
sub hold_amid_letters
{
	my $number = 60;
	for my $try (1 .. 20) {
		$burst++;
		$world->send(from => "p$_\@$burst.test", subject => "signup p${_}x$burst") for 1 .. $number;
		my $left = $number;
		while ($left > 0) {
			kill 'STOP', $server;
			waitpid $server, POSIX::WUNTRACED();
			$left = () = glob "$world->{home}/mail/in/new/*";
			return $number * $try if $left > 0 && $left < $number - 2;
			kill 'CONT', $server;
			sleep 0.002;
		}
	}
	die 'never seen with letters done and letters to do';
}

sub done { return logged(qr/from p\d+\@\d+\.test: done/) }

sub options
{
	my ($text) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file $text;
	close $file;
}

serve();
ok(within(sub { logged(qr/serving from/) }), 'it starts');

# --- letters are answered when they come, though poll is an hour
$world->send(from => 'fred@a.test', subject => 'signup fred secret1');
my @letters = letters(1);
is(scalar @letters, 1, 'a letter is answered');
$world->answer('fred@a.test', 'yes');
is(scalar letters(1), 1, 'so is the next one');
open my $deliver, '|-', "$World::program-deliver", '--home', $world->{home}, '--sender', 'fred@a.test' or die;
print $deliver $world->letter(from => 'fred@a.test', subject => 'help', id => '<pipe@players.test>');
close $deliver;
is($?, 0, 'a letter by the pipe');
is(scalar letters(1), 1, 'is answered');

# --- two of us
my $said = $world->call('run');
is($world->{status}, 0, 'run beside it ends with 0');
like($said, qr/^another riverpost is at work/, 'and says why');
$said = `$World::program --home '$world->{home}' serve 2>&1`;
is($? >> 8, 75, 'serve beside it may be tried again later');
like($said, qr/^riverpost: another riverpost is at work/, 'and says why');

# --- SIGHUP
my $base = "poll = 3600\n";
options($base . "name = \"The River House\"\n");
kill 'HUP', $server;
ok(within(sub { logged(qr/configuration read again/) }), 'SIGHUP reads the configuration');
$world->send(from => 'fred@a.test', subject => 'help');
@letters = letters(1);
like($letters[0]{from} // '', qr/The River House/, 'a changed option is in force');
options($base . "name = \"Broken House\"\nnonsense = 1\n");
kill 'HUP', $server;
ok(within(sub { logged(qr/old configuration stays/) }), 'a broken file is told of');
$world->send(from => 'fred@a.test', subject => 'games');
@letters = letters(1);
like($letters[0]{from} // '', qr/The River House/, 'and the old configuration stays');
options($base . "name = \"Mended House\"\n");
kill 'HUP', $server;
ok(within(sub { logged(qr/configuration read again/) == 2 }), 'the mended one is read');
mkdir "$world->{home}/own";
mkdir "$world->{home}/own/en";
options($base . "source \"new\" { kind = maildir path = \"second\" }\n");
kill 'HUP', $server;
ok(within(sub { -d "$world->{home}/second/new" }), 'a source of a new configuration is opened');
ok(within(sub { logged(qr/configuration read again/) == 3 }), 'in peace');

# A broken set of templates does not take the place of a sound one.
open my $page, '>', "$world->{home}/own/en/help.txt" or die;
print $page "Ask {{nobody}}.\n";
close $page;
options($base . "templates = own\n");
kill 'HUP', $server;
ok(within(sub { logged(qr{templates stay in force: .*own/en/help\.txt:1: nobody: no such variable}) }), 'a broken template is told of');
is(logged(qr/configuration read again/), 3, 'and nothing is taken from it');

# A folder that the server may not reach, and would have to make.
SKIP: {
	skip 'there is no Landlock here', 2 if logged(qr/keeps its rights/);
	my $elsewhere = tempdir(TMPDIR => 1, CLEANUP => 1);
	for my $option ('archive', 'status_file') {
		options($base . "$option = $elsewhere/new/$option\n");
		kill 'HUP', $server;
		ok(within(sub { logged(qr{old configuration and templates stay in force: to use \Q$elsewhere/new\E(?:/archive)? the server must be restarted}) > ($option eq 'archive' ? 0 : 1) }), "$option in a folder that is not there: restart");
	}
}

# --- SIGTERM finishes the letter in hand: a burst of letters, and the signal amid
options($base);
kill 'HUP', $server;
within(sub { logged(qr/configuration read again/) == 4 });
my $count = hold_amid_letters();
kill 'TERM', $server;
is(ended('CONT'), 0, 'SIGTERM ends it with 0');
ok(logged(qr/\bstopped\b/), 'and it says so');
my $done = done();
my @left = glob "$world->{home}/mail/in/new/*";
is($done + @left, $count, "$done letters are finished, the others untouched");
cmp_ok(scalar @left, '>', 0, 'it did not go on to the end of the mailbox');

# --- kill -9, and on
serve();
$count += hold_amid_letters();
ok(defined ended('KILL'), 'kill -9 ends it too');
serve();
within(sub { my @now = glob "$world->{home}/mail/in/new/*"; !@now });
my %got;
within(sub { $got{$_->{address}}++ for $world->collect; (grep { /^p\d/ } keys %got) == $count });
is((grep { /^p\d/ } keys %got), $count, 'after that everybody has an answer');
is_deeply([grep { /^p\d/ && $got{$_} != 1 } keys %got], [], 'and nobody two');
is(ended('INT'), 0, 'SIGINT ends it with 0');

# --- SIGHUP while it only starts: here it waits for its configuration
my $slow = "$world->{home}/riverpost.conf";
unlink $slow;
POSIX::mkfifo($slow, 0600);
sub feed
{
	my ($meanwhile) = @_;
	my $file;
	within(sub { sysopen $file, $slow, O_WRONLY | O_NONBLOCK }) or return;
	$meanwhile->() if defined $meanwhile;
	print $file $base;
	close $file;
}
my ($serving, $read) = map { logged($_) } qr/serving from/, qr/configuration read again/;
serve();
feed(sub { kill 'HUP', $server });
within(sub { logged(qr/serving from/) > $serving });
feed();
ok(within(sub { logged(qr/configuration read again/) == $read + 1 }), 'SIGHUP does not end a server that starts');
is(ended('TERM'), 0, 'and it works on');
done_testing;
END { kill 'KILL', $server if $server }
