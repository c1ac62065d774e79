# SPDX-License-Identifier: ISC
#
# A small world for whole-program cases: a home folder, letters dropped into
# its Maildir, the server run at a set time, and the letters that come out.
#
#	my $world = World->new;
#	$world->send(from => 'fred@a.test', subject => 'signup fred', text => '');
#	my @letters = $world->run;		# those that came out, in order
#	$world->answer('fred@a.test', "B3-E3\n");	# his newest letter, quoted below
#
# A letter is a hash: to, head (unfolded), subject, body (decoded), and one
# entry for each header in lower case.

package World;
use strict;
use warnings;
use File::Find;
use File::Path qw(make_path remove_tree);
use Cwd;
use IO::Handle;
use File::Temp qw(tempdir);
use IPC::Open2;
use MIME::QuotedPrint;
use MIME::Base64;

my @worlds;	# all that were made: see END
our $program = ($ENV{BUILD} // 'build') . '/riverpost';
my %begun;	# worlds in which a game has just begun, by all that makes them differ

# The program, begun once for all calls of this case (tests/tools/forking.c).  Where that was not
# built, or $World::program is another, each call begins it anew.
my $usual = $program;
my %forking;	# pid of the case's process, of the server, its ends, and what it has loaded
my $folder = tempdir('riverpost-XXXXXX', TMPDIR => 1, CLEANUP => 1);	# for output

sub forking
{
	my $path = "$usual-forking";
	my $preload = $ENV{LD_PRELOAD} // '';

	return 0 if $program ne $usual || $ENV{RIVERPOST_NO_FORKING} || !-x $path || (stat $path)[9] < (stat $usual)[9];
	return $preload eq $forking{preload} if defined $forking{owner} && $forking{owner} == $$;
	local $ENV{RIVERPOST_FORKING} = 1;
	%forking = (owner => $$, preload => $preload);
	$forking{pid} = open2($forking{from}, $forking{to}, $path);
	return 1;
}

# The program's output, $? as after a pipe; errors go into the file, or where the case's go.
sub invoke
{
	my ($errors, @words) = @_;

	if (!forking()) {
		# A command in front of it ("strace ...") has words of its own.
		my $command = join ' ', $program, map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } @words;
		return scalar `$command @{[$errors ne '' ? "2>'$errors'" : '']}`;
	}
	my $out = "$folder/out-$$";
	my @texts = ($out, $errors ne '' ? $errors : "/proc/$$/fd/2", getcwd(), sprintf('%o', umask), 1 + @words, $program, @words, map { "$_=$ENV{$_}" } sort keys %ENV);
	my $call = '';

	for (@texts) {
		my $bytes = "$_";
		utf8::encode($bytes) if utf8::is_utf8($bytes);
		$call .= "$bytes\0";
	}
	local $SIG{PIPE} = 'IGNORE';
	$forking{to}->autoflush(1);
	print {$forking{to}} length($call), "\n", $call;
	my $status = readline $forking{from};
	die "$usual-forking has ended" unless defined $status;
	open my $file, '<', $out or die "$out: $!";
	my $said = do { local $/; <$file> } // '';
	close $file;
	$? = $status + 0;
	return $said;
}

# Is the program built with sanitizers?  It is five times as slow then, and what a case shows of
# speed, of many alike, or of other programs was seen without.
sub is_sanitized { return ($ENV{BUILD} // '') =~ /-san$/ }

# Of many that go the same way through the program: under sanitizers every fourth.
sub sample
{
	my @many = @_;
	return is_sanitized() ? @many[grep { $_ % 4 == 0 } 0 .. $#many] : @many;
}

sub new
{
	my ($class, %args) = @_;
	my $self = bless {
		home => tempdir('riverpost-XXXXXX', TMPDIR => 1, CLEANUP => 1),
		now => $args{now} // 1_795_000_000,	# 2026-11-18
		number => 0, seen => {}, last => {}, output => '', log => '', config => $args{config} // '',
	}, $class;
	make_path(map { "$self->{home}/mail/in/$_" } qw(new cur tmp));
	if (defined $args{config}) {
		open my $file, '>', "$self->{home}/riverpost.conf" or die;
		print $file $args{config};
		close $file;
	}
	push @worlds, $self;
	return $self;
}

# Whatever a case did, its databases are sound when it ends; one that spoils its own says
# $world->{is_spoilt} = 1.
END
{
	my $status = $?;
	# Once is enough: with sanitizers it would take minutes.
	@worlds = () if is_sanitized();
	for my $world (@worlds) {
		next if $world->{is_spoilt} || !-f "$world->{home}/riverpost.sqlite" || !-f "$world->{home}/keys";
		next if -p "$world->{home}/riverpost.conf"; # nobody writes into it any more
		my $findings = $world->call('check');
		next if $world->{status} == 0;
		print STDERR "# a database is not sound when the case ends:\n", $findings =~ s/^/#   /mgr;
		$status ||= 1;
	}
	$? = $status;
}

sub pass_time
{
	my ($self, $seconds) = @_;
	$self->{now} += $seconds;
}

# Days with a pass in each week, so that the clock is not taken for one that jumped; the
# world's configuration has to allow a week between passes.
sub pass_days
{
	my ($self, $days) = @_;
	for (my $left = $days; $left > 0; $left -= 7) {
		$self->pass_time(86400 * ($left < 7 ? $left : 7));
		$self->run;
	}
}

sub iso
{
	my ($self) = @_;
	my @t = gmtime $self->{now};
	return sprintf '%04d-%02d-%02dT%02d:%02d:%02dZ', $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0];
}

# Puts raw bytes into the intake.
sub drop
{
	my ($self, $bytes) = @_;
	my $name = sprintf '%s/mail/in/%%s/%d.%06d.test', $self->{home}, $self->{now}, ++$self->{number};
	open my $file, '>:raw', sprintf($name, 'tmp') or die "$!";
	print $file $bytes;
	close $file;
	utime $self->{now}, $self->{now}, sprintf($name, 'tmp');
	rename sprintf($name, 'tmp'), sprintf($name, 'new') or die "$!";
}

sub letter
{
	my ($self, %args) = @_;
	my $number = $self->{number} + 1;
	my @head = (
		"From: $args{from}",
		'To: ' . ($args{to} // 'riverpost@localhost'),
		'Subject: ' . ($args{subject} // ''),
		'Date: ' . ($args{date} // 'Wed, 18 Nov 2026 10:00:00 +0000'),
		'Message-ID: ' . ($args{id} // "<test-$number\@players.test>"));
	push @head, "In-Reply-To: $args{reply}", "References: $args{reply}" if defined $args{reply};
	push @head, @{$args{head}} if defined $args{head};
	return join("\n", @head) . "\n\n" . ($args{text} // '');
}

sub send
{
	my ($self, %args) = @_;
	$self->drop($self->letter(%args));
}

# Answers the newest letter (or `to => $letter`) with its text quoted below.
sub answer
{
	my ($self, $from, $text, %args) = @_;
	my $old = $args{to} // $self->{last}{$from} // die "$from has got no letter";
	my $quoted = $old->{body};
	$quoted =~ s/^/> /mg;
	$self->send(from => $from, to => $old->{'reply-to'} // $old->{from},
	    subject => "Re: $old->{subject}", reply => $old->{'message-id'},
	    text => "$text\n\nOn Wed, 18 Nov 2026 Riverpost wrote:\n\n$quoted");
}

# One pass of the server; returns the letters that came out.
sub run
{
	my ($self) = @_;
	# One that was killed may hold the home folder for a moment more: no fault, but no pass.
	for (1 .. 100) {
		$self->{output} = invoke("$self->{home}/log", '--home', $self->{home}, '--now=' . $self->iso, '-v', 'run');
		$self->{status} = $? >> 8;
		last unless $self->{output} =~ /^another riverpost is at work/m;
		select undef, undef, undef, 0.1;
	}
	open my $log, '<', "$self->{home}/log" or die;
	$self->{log} = do { local $/; <$log> };
	return $self->collect;
}

# The program with other arguments, at the world's time: its output; the status is in
# $world->{status}.
sub call
{
	my ($self, @words) = @_;
	my $output = invoke('', '--home', $self->{home}, '--now=' . $self->iso, @words);
	$self->{status} = $? >> 8;
	return $output;
}

# What the database answers, in sqlite3's own words.
sub query
{
	my ($self, $sql) = @_;
	chomp(my $answer = `sqlite3 '$self->{home}/riverpost.sqlite' "$sql"`);
	return $answer;
}

sub collect
{
	my ($self) = @_;
	my @files;

	return () unless -d "$self->{home}/mail/out";
	find({ no_chdir => 1, wanted => sub {
		push @files, $_ if -f && m{/new/[^/]+$} && !$self->{seen}{$_}++;
	} }, "$self->{home}/mail/out");
	my @letters = map { read_letter($_) } @files;
	# In the order in which they were written: files of one instant have none.
	if (@letters > 1) {
		open my $rows, '-|', 'sqlite3', "$self->{home}/riverpost.sqlite", 'SELECT message_id, id FROM outbox' or die "sqlite3: $!";
		my %row = map { chomp; split /\|/ } <$rows>;
		close $rows;
		$_->{row} = $row{$_->{'message-id'} =~ s/^<|>$//gr} // 0 for @letters;
		@letters = sort { $a->{row} <=> $b->{row} } @letters;
	}
	$self->{last}{$_->{address}} = $_ for @letters;
	return @letters;
}

sub read_letter
{
	my ($path) = @_;
	open my $file, '<:raw', $path or die "$path: $!";
	my $bytes = do { local $/; <$file> };
	close $file;
	my $letter = parse($bytes);
	($letter->{address}) = $path =~ m{/out/([^/]+)/};
	$letter->{path} = $path;
	return $letter;
}

sub parse
{
	my ($bytes) = @_;
	my $raw = $bytes;
	$bytes =~ s/\r\n/\n/g;
	my ($head, $body) = split /\n\n/, $bytes, 2;
	$head =~ s/\n[ \t]+/ /g;
	my %letter = (raw => $raw, head => $head);
	$letter{lc $1} //= $2 while $head =~ /^([\w-]+):[ \t]*(.*)$/mg;
	my $coding = lc($letter{'content-transfer-encoding'} // '7bit');
	$body = decode_qp($body) if $coding eq 'quoted-printable';
	$body = decode_base64($body) if $coding eq 'base64';
	$letter{body} = $body;
	if ($head =~ m{^Content-Type: multipart/\w+;.*boundary="?([^";\n]+)}mi) {
		my @parts = split /^--\Q$1\E(?:--)?\n/m, $body;
		$letter{parts} = [map { parse($_) } @parts[1 .. $#parts - ($parts[-1] =~ /\S/ ? 0 : 1)]];
		$letter{body} = $letter{parts}[0]{body};
	}
	return \%letter;
}

# Two players with accounts; the next new world that wants the same gets a copy.
sub players
{
	my ($self) = @_;
	my $key = join "\0", $program, @$self{qw(now config)};
	my $is_new = $self->{number} == 0;

	return $self->become($begun{$key}) if $is_new && $begun{$key};
	$self->send(from => 'fred@a.test', subject => 'signup fred secret1');
	$self->send(from => 'wilma@b.test', subject => 'signup wilma secret2');
	$self->run;
	$self->answer($_, 'yes') for 'fred@a.test', 'wilma@b.test';
	$self->run;
	$begun{$key} = (ref $self)->new(now => $self->{now}, config => $self->{config})->become($self) if $is_new;
}

# And a game that fred (Red) begins.
sub game
{
	my ($self, $options) = @_;
	my $key = join "\0", $program, @$self{qw(now config)}, $options // '';
	my $is_new = $self->{number} == 0;

	return $self->become($begun{$key}) if $is_new && $begun{$key};
	$self->players;
	$self->answer('fred@a.test', 'challenge wilma ' . ($options // ''));
	$self->run;
	$self->answer('wilma@b.test', 'accept');
	$self->run;
	$begun{$key} = (ref $self)->new(now => $self->{now}, config => $self->{config})->become($self) if $is_new;
}

# Makes a new world what another one is; what is there already stays.
sub become
{
	my ($self, $other) = @_;
	my %letters = map { $_ => { %{$other->{last}{$_}} } } keys %{$other->{last}};

	system('cp', '-a', "$other->{home}/.", $self->{home}) == 0 or die "cp: $?";
	$_->{path} =~ s/^\Q$other->{home}\E/$self->{home}/ for values %letters;
	@$self{qw(number output log status)} = @$other{qw(number output log status)};
	$self->{last} = \%letters;
	$self->{seen} = { map { s/^\Q$other->{home}\E/$self->{home}/r => 1 } keys %{$other->{seen}} };
	return $self;
}

# The board part of a letter.
sub board
{
	my ($letter) = @_;
	my ($board) = $letter->{body} =~ /(^ +A   B .*^ +A   B [^\n]*\n)/ms;
	return $board;
}

1;
