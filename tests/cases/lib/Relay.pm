# SPDX-License-Identifier: ISC
#
# A world whose letters go out by tests/tools/fault-smtp.pl, with its address xq@x.test.
#
#	my $world = Relay->new;
#	$world->relay('mail-550', '5.4.5 limit exceeded');	# its mode, and its words
#	$world->run;
#	my @letters = $world->taken;	# hashes: to, id, sender; for each letter it took

package Relay;
use strict;
use warnings;
use Fcntl;
use FindBin;
use IO::Socket::INET;
use POSIX ();
use World;
our @ISA = ('World');

my @servers;
END { local $?; kill 'TERM', @servers if @servers }

# options: lines of the sink.
sub new
{
	my ($class, %args) = @_;
	my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 100) or die "$!";
	my $port = $listener->sockport;
	my $self = World::new($class);
	my $folder = $self->{server} = "$self->{home}/server";

	mkdir $folder or die "$!";
	fcntl $listener, F_SETFD, 0 or die "$!";
	my $pid = fork // die "$!";
	if ($pid == 0) {
		open STDOUT, '>', "$folder/log";
		open STDERR, '>&', \*STDOUT;
		{ exec "$FindBin::Bin/../tools/fault-smtp.pl", fileno $listener, $folder };
		POSIX::_exit(127);
	}
	push @servers, $pid;
	$self->{url} = "smtp://127.0.0.1:$port";
	$self->configure($args{sink} // '');
	$self->relay('');
	return $self;
}

sub configure
{
	my ($self, $sink) = @_;
	open my $file, '>', "$self->{home}/riverpost.conf" or die "$!";
	print $file "address = \"xq\@x.test\"\noperator = \"op\@x.test\"\n" .
	    "answers_hour = 100000\nanswers_day = 100000\n" .
	    "sink {\n\tkind = smtp\n\turl = \"$self->{url}\"\n$sink\n}\n";
	close $file;
}

sub relay
{
	my ($self, %said) = (shift, mode => $_[0], words => $_[1] // '');
	for (keys %said) {
		open my $file, '>', "$self->{server}/$_" or die "$!";
		print $file "$said{$_}\n";
		close $file;
	}
}

sub lines
{
	my ($self, $name) = @_;
	open my $file, '<', "$self->{server}/$name" or return ();
	chomp(my @lines = <$file>);
	return @lines;
}

sub taken
{
	my ($self) = @_;
	return map { my %letter; @letter{qw(to id before sender)} = split; \%letter } $self->lines('taken');
}

# The rows of the outbox to an address: state (0 waits, 1 sent, 2 refused, 3 given up), tries, answer.
sub rows
{
	my ($self, $to) = @_;
	return map { my %row; @row{qw(state tries text)} = split /\|/, $_, 3; \%row }
	    split /\n/, `sqlite3 '$self->{home}/riverpost.sqlite' "SELECT state, tries, answer FROM outbox WHERE recipient = '$to' ORDER BY id"`;
}

1;
