#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Chromium without a screen, spoken to through a pipe (its DevTools protocol):
#
#	my $browser = Browser->new or plan skip_all => $Browser::missing;
#	$browser->show($path, width => 390, dark => 1);
#	$browser->ask('document.title');		# what the expression comes to
#	$browser->picture($path);			# a PNG of the whole page
#
# Nothing is fetched: only files are opened.

package Browser;
use strict;
use warnings;
use Fcntl;
use File::Temp qw(tempdir);
use JSON::PP;
use MIME::Base64;
use POSIX ();

our $missing = 'chromium is not installed, or does not start';
my @flags = qw(--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --disable-extensions --hide-scrollbars
    --remote-debugging-pipe about:blank);

sub new
{
	my ($class) = @_;
	my ($program) = grep { -x } map { ("$_/chromium", "$_/chromium-browser") } split /:/, $ENV{PATH} // '';
	return undef unless $program;
	my $folder = tempdir('riverpost-browser-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	pipe(my $their_in, my $in) or die "$!";
	pipe(my $out, my $their_out) or die "$!";
	my $pid = fork // die "$!";
	if ($pid == 0) {
		$SIG{PIPE} = 'DEFAULT';
		@ENV{qw(HOME XDG_CONFIG_HOME XDG_CACHE_HOME)} = ($folder) x 3;
		# It reads 3 and writes 4; first both go where they cannot hit each other.
		my ($read, $write) = map { fcntl $_, F_DUPFD, 10 } $their_in, $their_out;
		POSIX::dup2($read, 3);
		POSIX::dup2($write, 4);
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', "$folder/log";
		exec { $program } $program, "--user-data-dir=$folder/profile", @flags or POSIX::_exit(127);
	}
	close $their_in;
	close $their_out;
	$in->autoflush(1);
	my $self = bless { pid => $pid, in => $in, out => $out, buffer => '', number => 0, folder => $folder }, $class;
	my $target = eval { $self->call('Target.createTarget', { url => 'about:blank' })->{targetId} } or return undef;
	$self->{session} = $self->call('Target.attachToTarget', { targetId => $target, flatten => JSON::PP::true })->{sessionId};
	$self->call('Page.enable');
	return $self;
}

# One message; undef at the end of the pipe.
sub message
{
	my ($self) = @_;
	for (;;) {
		return decode_json($1) if $self->{buffer} =~ s/^([^\0]*)\0//;
		sysread($self->{out}, my $bytes, 65536) or return undef;
		$self->{buffer} .= $bytes;
	}
}

# A method of the protocol; what it returns.
sub call
{
	my ($self, $method, $params) = @_;
	my $number = ++$self->{number};
	local $SIG{PIPE} = 'IGNORE';
	print { $self->{in} } encode_json({ id => $number, method => $method, params => $params // {},
	    $self->{session} ? (sessionId => $self->{session}) : () }), "\0";
	while (my $message = $self->message) {
		$self->{loaded} = 1 if ($message->{method} // '') eq 'Page.loadEventFired';
		next unless ($message->{id} // 0) == $number;
		die "$method: $message->{error}{message}\n" if $message->{error};
		return $message->{result};
	}
	die "$method: the browser is gone\n";
}

# Opens a file and waits until it is shown.
sub show
{
	my ($self, $path, %args) = @_;
	$self->call('Emulation.setDeviceMetricsOverride', { width => $args{width}, height => 800,
	    deviceScaleFactor => 2, mobile => $args{width} < 450 ? JSON::PP::true : JSON::PP::false });
	$self->call('Emulation.setEmulatedMedia', { features => [{ name => 'prefers-color-scheme',
	    value => $args{dark} ? 'dark' : 'light' }] });
	$self->{loaded} = 0;
	$self->call('Page.navigate', { url => "file://$path" });
	until ($self->{loaded}) {
		my $message = $self->message // die "the browser is gone\n";
		$self->{loaded} = 1 if ($message->{method} // '') eq 'Page.loadEventFired';
	}
}

sub ask
{
	my ($self, $expression) = @_;
	my $result = $self->call('Runtime.evaluate', { expression => $expression, returnByValue => JSON::PP::true,
	    awaitPromise => JSON::PP::true });
	die "$expression: $result->{exceptionDetails}{exception}{description}\n" if $result->{exceptionDetails};
	return $result->{result}{value};
}

sub picture
{
	my ($self, $path) = @_;
	my $size = $self->call('Page.getLayoutMetrics')->{cssContentSize};
	my $bytes = $self->call('Page.captureScreenshot', { captureBeyondViewport => JSON::PP::true,
	    clip => { x => 0, y => 0, width => $size->{width}, height => $size->{height}, scale => 1 } })->{data};
	open my $file, '>:raw', $path or die "$path: $!";
	print $file decode_base64($bytes);
	close $file;
}

sub DESTROY
{
	my ($self) = @_;
	local $?;
	eval { $self->call('Browser.close') };
	close $self->{in};
	waitpid $self->{pid}, 0;
}

1;
