# SPDX-License-Identifier: ISC
#
# Rows about letters in and out: deliver, pipe, memory, hostile, smtp, imap.
use strict;
use warnings;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Time::HiRes qw(time sleep);

our ($build, $folder);
my $turns = $ENV{TURNS} // 100;
my $letters_max = $ENV{LETTERS} // 5000;
my $open = $ENV{OPEN} // 10_000;

sub write_file
{
	my ($path, $bytes) = @_;
	open my $file, '>:raw', $path or die "$path: $!";
	print $file $bytes;
	close $file;
	return $path;
}

# A home in the eyes of riverpost-deliver.
sub delivered_home
{
	mkdir "$folder/delivered";
	write_file("$folder/delivered/$_", "x\n") for qw(keys riverpost.sqlite);
	return "$folder/delivered";
}

sub read_file
{
	my ($path) = @_;
	open my $file, '<', $path or return '';
	local $/;
	return <$file> // '';
}

# A port of this machine's, on which nobody listens.
sub free_port
{
	return IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)->sockport;
}

sub until_answered
{
	my ($port) = @_;
	my $end = time + 20;
	while (time < $end) {
		return if IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port);
		sleep 0.02;
	}
	die "nobody answers on port $port";
}

# postfix's listener that takes everything: its port.
sub smtp_sink
{
	my $port = free_port();
	begin('/dev/null', program('smtp-sink'), $> == 0 ? ('-u', 'nobody') : (), "127.0.0.1:$port", 100);
	until_answered($port);
	return $port;
}

# The same server, so many milliseconds away.
sub far_away
{
	my ($to, $ms) = @_;
	my $port = free_port();
	begin('/dev/null', $^X, 'tests/bench/latency.pl', $port, $to, $ms);
	until_answered($port);
	return $port;
}

# A mailing list with two readers, whose letters go to that port.
sub make_list
{
	my ($port) = @_;
	my $list = "$folder/list";
	system 'mkdir', '-p', map { "$list/$_" } qw(incoming queue/discarded archive text subconf unsubconf
	    bounce control moderation subscribers.d digesters.d requeue nomailsubs.d);
	system "cp /usr/share/mlmmj/text.skel/en/* '$list/text/'";
	my %control = (listaddress => 'riverpost@localhost', owner => 'owner@x.test', relayhost => '127.0.0.1',
	    smtpport => $port, delimiter => '+');
	write_file("$list/control/$_", "$control{$_}\n") for keys %control;
	write_file("$list/index", "0\n");
	write_file("$list/subscribers.d/r", "red1\@a.test\n");
	write_file("$list/subscribers.d/g", "green1\@b.test\n");
	return $list;
}

# What waits in a world's Maildir, as files of their own.
sub taken_out
{
	my ($world, $name) = @_;
	my $number = 0;
	my @files;
	mkdir "$folder/$name";
	for my $path (sort glob "$world->{home}/mail/in/new/*") {
		push @files, write_file("$folder/$name/" . $number++,
		    "Return-Path: <red1\@a.test>\n" . read_file($path));
		unlink $path;
	}
	return @files;
}

# Processor seconds of a command for each of these files.
sub cost_of_each
{
	my ($command, @files) = @_;
	my $sum = 0;
	$sum += (usage("$command < '$_' >/dev/null 2>&1"))[1] for @files;
	return $sum / @files;
}

# Beside mlmmj-receive -P, which only keeps the letter, and as a mail server calls it, when it
# starts mlmmj-process, too.
sub row_deliver
{
	my $what = 'riverpost-deliver, processor, against mlmmj-receive';
	my $receive = program('mlmmj-receive') // return lacks("$what -P", 'at most 0.30', '0.20', 'mlmmj');
	my $list = make_list(0);
	my $letter = write_file("$folder/letter", "Return-Path: <a\@b.test>\nFrom: a\@b.test\nTo: riverpost\@localhost\n"
	    . "Subject: Re: Xiangqi Board 1\n\nB3-E3\n\n" . ("> quoted\n" x 400));
	my $deliver = "$build/riverpost-deliver";
	my $home = delivered_home();
	my ($ours, $start, $kept, $whole, $their_start) = map { $_ / 1000 } split ' ', join '',
	    `'$build/tests/bench/spawns' 300 '$letter' $deliver --home '$home' -- $deliver --help \\
	    -- $receive -P -L '$list' -- $receive -L '$list' -- $receive`;
	row("$what -P", 'at most 0.30', '0.20', ratio($ours, $kept),
	    sprintf '%.2f ms against %.2f, of which starting a program takes %.2f and %.2f; ours syncs the folder, too',
	    $ours, $kept, $start, $their_start);
	row("the same, with the mlmmj-process it starts", '-', '-', ratio($ours, $whole), sprintf '%.2f ms', $whole);
}

# Processor seconds a letter: the letters delivered one by one, and one pass for all.
sub piped
{
	my ($world, $configuration) = @_;
	my $copy = copy_of($world);
	configure($copy, $configuration);
	my @files = taken_out($copy, 'piped');
	my $deliver = cost_of_each("$build/riverpost-deliver --home '$copy->{home}'", @files);
	my (undef, $pass) = pass($copy);
	die 'the moves were not played' if ask($copy, 'SELECT count(*) FROM ply') != @files;
	return $deliver + $pass / @files;
}

# The same for tests/bench/handler.py, which is started for each letter.
sub handled
{
	my ($python, $example) = @_;
	my $home = tempdir(DIR => $folder);
	write_file("$home/key", 'a key of thirty-two bytes or so..');
	my @addresses = split /\n/, `$python tests/bench/handler.py '$home' setup 50`;
	my $number = 0;
	my @files = map {
		my $bytes = read_file($example) =~ s/^From:.*/From: fred\@a.test/mr =~ s/^To:.*/To: $_/mr;
		write_file("$home/letter-" . $number++, $bytes);
	} @addresses;
	my $cost = cost_of_each("$python tests/bench/handler.py '$home'", @files);
	my ($count) = split /\n/, `sqlite3 '$home/handler.sqlite' 'SELECT count(*) FROM ply'`;
	die "the handler played $count moves" if $count != @files;
	return $cost;
}

sub row_pipe
{
	my $what = 'a letter through a pipe, processor, against';
	my ($receive, $python) = (program('mlmmj-receive'), program('python3'));
	my ($world, @letters) = world_of_games(10, $turns / 10);
	answers($world, "B3-E3\nGood luck!", @letters);
	my @files = taken_out(copy_of($world), 'letters');
	# Debian's own, where there is one: others may be scripts that look for it.
	$python = '/usr/bin/python3' if -x '/usr/bin/python3';
	if ($receive && program('smtp-sink')) {
		my $port = smtp_sink();
		my $ours = least(sub { piped($world, "sink { kind = smtp url = \"smtp://127.0.0.1:$port\" }\n") });
		my $theirs = least(sub { cost_of_each("$receive -L '" . make_list($port) . "'", @files) });
		row("$what mlmmj", 'at least 1.5', '2.5', ratio($theirs, $ours),
		    sprintf '%.1f ms, a pass for %d, against %.1f; reading, rendering', $ours * 1000, scalar @files, $theirs * 1000);
	} else {
		lacks("$what mlmmj", 'at least 1.5', '2.5', $receive ? 'postfix' : 'mlmmj');
	}
	return lacks("$what Python", 'at least 15', '25', 'python3') if !$python;
	my $ours = least(sub { piped($world, '') });
	my $theirs = least(sub { handled($python, $files[0]) });
	row("$what Python", 'at least 15', '25', ratio($theirs, $ours),
	    sprintf '%.1f ms, into Maildirs, against %.1f', $ours * 1000, $theirs * 1000);
}

sub megabytes
{
	return sprintf '%.1f MB', $_[0] / 1024;
}

# A field of /proc/PID/status, kilobytes.
sub resident
{
	my ($pid, $field) = @_;
	return read_file("/proc/$pid/status") =~ /^\Q$field\E:\s*(\d+)/m ? $1 : 0;
}

sub row_memory
{
	my ($world, @letters) = world_of_games(10, 10, now => int time);
	my $letter = write_file("$folder/large", "From: a\@b.test\nSubject: s\n\n" . ('x' x 70 . "\n") x 3600);
	my $home = delivered_home();
	my (undef, undef, $deliver) = usage("$build/riverpost-deliver --home '$home' < '$letter'");
	row('memory of riverpost-deliver', 'at most 2 MB', '1.5', megabytes($deliver), 'a letter of 250 KB');

	my $large = copy_of($world);
	add_players($large, 1000);
	add_games($large, 1, $open);
	my $pid = begin("$large->{home}/serve.log", $World::program, '--home', $large->{home}, 'serve');
	sleep 5;
	answers($large, 'B3-E3', $letters[0]);
	sleep 5;
	row("memory of serve at rest, $open open games", 'at most 20 MB', '12', megabytes(resident($pid, 'VmRSS')),
	    sprintf 'after a first letter; at most %s', megabytes(resident($pid, 'VmHWM')));
	stop($pid);

	answers($world, 'B3-E3', @letters);
	$world->send(from => 'red1@a.test', subject => 'show 1') for @letters + 1 .. $letters_max;
	my (undef, undef, $peak) = pass($world);
	row("memory of a pass of $letters_max letters", 'at most 24 MB', '16', megabytes($peak),
	    scalar(@letters) . ' turns, and boards asked for; libraries, the cache of the database');
}

# Each hostile letter (tests/unit/mail/bombs.h) alone in a pass.
sub row_hostile
{
	my ($ms, $slowest, $mb, $largest) = `'$build/tests/bench/hostile' worst | grep -v "over the limit"` =~ /^(\S+) ms (.*)\n(\S+) MB (.*)\n/;
	row('a hostile letter of 1 MB in the reader', 'at most 20 ms', '8 ms', "$ms ms", "the slowest: $slowest");
	row('the same, memory', 'at most 16 MB', '-', "$mb MB", "the largest: $largest");
	my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
	$world->{is_spoilt} = 1;
	$world->players;
	mkdir "$folder/hostile";
	system "'$build/tests/bench/hostile' write '$folder/hostile' 250";
	my @cost;
	my (undef, $rest) = pass($world);
	$rest = least(sub { (pass($world))[1] });
	for my $path (sort glob "$folder/hostile/*") {
		my $bytes = read_file($path);
		my $cost = least(sub {
			# Not the same letter again: that is known by its digest.
			$world->drop("X-Try: " . $world->{number} . "\n$bytes");
			(pass($world))[1];
		});
		push @cost, [($cost - $rest) * 1000, $path =~ s{.*/}{}r];
	}
	my ($worst) = sort { $b->[0] <=> $a->[0] } @cost;
	row('a hostile letter of 250 KB in the whole pass', 'at most 30 ms', '10 ms', sprintf('%.1f ms', $worst->[0]),
	    sprintf 'processor; the slowest of %d: %s', scalar @cost, $worst->[1]);
}

# Seconds in which a pass sends what waits.
sub sent_seconds
{
	my ($world, $count, $port, $connections) = @_;
	my $copy = copy_of($world);
	configure($copy, "sink { kind = smtp url = \"smtp://127.0.0.1:$port\" connections = $connections }\n");
	my ($rest) = pass($copy);
	add_waiting($copy, $count, "'p' || i || '\@x.test'");
	my ($wall) = pass($copy);
	die 'the letters were not sent' if ask($copy, 'SELECT count(*) FROM outbox WHERE state = 0') != 0;
	return $wall - $rest;
}

sub row_smtp
{
	my $one = 'SMTP, one connection against smtp-source';
	my $eight = 'SMTP, eight connections against one';
	my ($source, $sink) = map { program($_) } qw(smtp-source smtp-sink);
	if (!$source || !$sink) {
		lacks($one, 'at least 0.6', '0.9', 'postfix');
		return lacks($eight, 'at least 2', '3', 'postfix');
	}
	my $world = World->new;
	$world->{is_spoilt} = 1;
	$world->players;
	my $port = smtp_sink();
	my $ours = least(sub { sent_seconds($world, 2000, $port, 1) });
	my $theirs = least(sub { (usage("$source -d -s 1 -m 2000 -l 4096 -f a\@x.test -t b\@x.test 127.0.0.1:$port"))[0] });
	row($one, 'at least 0.6', '0.9', ratio($theirs, $ours),
	    sprintf '%.2f ms a letter of 4 KB against %.2f; noting in the database what was sent', $ours / 2, $theirs / 2);
	my $far = far_away($port, 5);
	my ($by_one, $by_eight) = map { my $n = $_; least(sub { sent_seconds($world, 300, $far, $n) }) } 1, 8;
	row($eight, 'at least 2', '3', ratio($by_one, $by_eight),
	    sprintf 'a server 5 ms away, %.1f ms a letter against %.1f', $by_eight / 0.3, $by_one / 0.3);
}

sub row_imap
{
	my $what = "IMAP, $letters_max letters fetched, against one by one";
	return lacks($what, 'at least 5', '8', 'dovecot-imapd') if !program('dovecot');
	my ($ours, $theirs, $ours_moved, $theirs_moved) =
	    `bash tests/bench/imap.sh $letters_max 1` =~ /^seconds (\S+) (\S+) (\S+) (\S+)$/m
	    or die 'the mailboxes were not emptied';
	row($what, 'at least 5', '8', ratio($theirs, $ours),
	    sprintf 'a server 1 ms away, %.2f ms a letter against %.2f; moved too, %s', $ours * 1000 / $letters_max,
	    $theirs * 1000 / $letters_max, ratio($theirs_moved, $ours_moved));
}

1;
