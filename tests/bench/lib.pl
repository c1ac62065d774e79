# SPDX-License-Identifier: ISC
#
# What the rows of the table share: worlds with many games, letters for them, and what a
# pass costs.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Time::HiRes qw(time sleep);
use lib 'tests/cases/lib';
use World;

our $build = $ENV{BUILD} // 'build';
our $folder = tempdir('riverpost-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chmod 0755, $folder;

# One line of the table: what it is, the goal ("at least 0.5", "at most 3 ms") and the aim,
# what was measured, and what limits it.
sub row
{
	my ($what, $goal, $aim, $measured, $limit) = @_;
	printf "%-52s %-15s aim %-7s measured %-9s%s\n", $what, $goal, $aim, $measured,
	    defined $limit ? "  $limit" : '';
}

# A row that cannot be measured here.
sub lacks
{
	my ($what, $goal, $aim, $package) = @_;
	row($what, $goal, $aim, '-', "not installed: $package");
}

sub program
{
	my ($name) = @_;
	my ($path) = grep { -x } map { "$_/$name" } split(/:/, $ENV{PATH}), '/usr/bin', '/usr/sbin';
	return $path;
}

sub ratio
{
	my ($one, $other) = @_;
	return sprintf '%.2f', $one / ($other > 1e-6 ? $other : 1e-6);
}

sub sql
{
	my ($world, $sql) = @_;
	open my $pipe, '|-', 'sqlite3', '-bail', "$world->{home}/riverpost.sqlite" or die "sqlite3: $!";
	print $pipe $sql;
	close $pipe or die "sqlite3 failed";
}

sub ask
{
	my ($world, $sql) = @_;
	my $answer = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`;
	chomp $answer;
	return $answer;
}

# Pairs of players with a number of games each, all begun; returns the newest letter of each
# game that its Red has got.
my $config = "games_max = 100000\nanswers_hour = 100000\nanswers_day = 100000\ncommands_max = 32\n";
sub world_of_games
{
	my ($pairs, $each, %args) = @_;
	my $world = World->new(%args, config => $config . ($args{config} // ''));
	my %letter;

	$world->{is_spoilt} = 1;	# what SQL adds is not checked
	$world->send(from => "red$_\@a.test", subject => "signup red-$_"),
	    $world->send(from => "green$_\@b.test", subject => "signup green-$_") for 1 .. $pairs;
	$world->run;
	$world->answer("red$_\@a.test", 'yes'), $world->answer("green$_\@b.test", 'yes') for 1 .. $pairs;
	$world->run;
	for (my $left = $each; $left > 0; $left -= 32) {
		my $count = $left < 32 ? $left : 32;
		$world->answer("red$_\@a.test", "challenge green-$_\n" x $count) for 1 .. $pairs;
		my @offers = grep { $_->{address} =~ /^green/ } $world->run;
		$world->answer($_->{address}, 'accept', to => $_) for @offers;
		for ($world->run) {
			$letter{$1} = $_ if $_->{address} =~ /^red/ && $_->{subject} =~ /Board (\d+)/;
		}
	}
	return $world, map { $letter{$_} } sort { $a <=> $b } keys %letter;
}

sub answers
{
	my ($world, $text, @letters) = @_;
	$world->answer($_->{address}, $text, to => $_) for @letters;
}

# More lines of its configuration.
sub configure
{
	my ($world, $text) = @_;
	open my $file, '>>', "$world->{home}/riverpost.conf" or die "$!";
	print $file $text;
	close $file;
}

# A command of the shell: seconds of the wall; of the processor, with all that it starts;
# kilobytes that it had at most (tests/tools/usage.c).
sub usage
{
	my ($command) = @_;
	system "$build/tests/usage '$folder/usage' $command";
	open my $file, '<', "$folder/usage" or die "usage: $!";
	return split ' ', <$file>;
}

sub pass
{
	my ($world) = @_;
	return usage("$World::program --home '$world->{home}' --now=" . $world->iso . ' run >/dev/null 2>&1');
}

# Processor seconds of a pass with letters above one without, from the same world, which
# stays as it is; the best of a few.
sub cost_of
{
	my ($world, $fill, $rounds) = @_;
	my ($best, $rest) = (1e9, 1e9);
	for (1 .. $rounds // 3) {
		my $copy = copy_of($world);
		system 'sync';	# or the pass writes what the copy has left to write
		pass($copy);
		my (undef, $idle) = pass($copy);
		$fill->($copy);
		my (undef, $busy) = pass($copy);
		$best = $busy if $busy < $best;
		$rest = $idle if $idle < $rest;
	}
	return $best - $rest;
}

# Instructions of a pass in the main process, by callgrind.
sub instructions
{
	my ($world) = @_;
	my $out = "$world->{home}/callgrind";
	local $ENV{LD_PRELOAD} = "$build/tests/unfenced.so";
	system "valgrind --tool=callgrind --callgrind-out-file='$out.%p' $World::program --home '$world->{home}' --now="
	    . $world->iso . " run >/dev/null 2>'$out.log'";
	open my $log, '<', "$out.log" or return;
	my %refs;
	while (<$log>) {
		$refs{$1} = $2 if /^==(\d+)== Collected : (\d+)/;
	}
	my ($main) = sort { $refs{$b} <=> $refs{$a} } keys %refs;
	return $main ? $refs{$main} : undef;
}

# Another world at the same state.
sub copy_of
{
	my ($world) = @_;
	my $copy = World->new(now => $world->{now}, config => $world->{config})->become($world);
	$copy->{is_spoilt} = 1;
	return $copy;
}

# Players, and games of theirs or of others: copies of what is there, by SQL.
sub add_players
{
	my ($world, $count) = @_;
	my @columns = grep { $_ ne 'id' } split /\n/, ask($world, "SELECT name FROM pragma_table_info('player')");
	my $names = join ', ', @columns;
	my $values = join ', ', map { /^userid/ ? "'other' || i" : $_ } @columns;
	sql($world, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)"
	    . " INSERT INTO player ($names) SELECT $values FROM n, (SELECT * FROM player WHERE id = 1);");
}

# Copies of game 1 in this state; %other: columns that are other expressions, of i from 1 on.
sub add_games
{
	my ($world, $state, $count, %other) = @_;
	my @columns = grep { $_ ne 'id' } split /\n/, ask($world, "SELECT name FROM pragma_table_info('game')");
	my $last = ask($world, 'SELECT max(id) FROM player');
	%other = (red => "$last - i % 500", green => "$last - 500 - i % 499",
	    $state == 2 ? (state => 2, result => 1, ending => "'resignation'", ended => "$world->{now} - 86400 - i", due => 0) : (),
	    %other);
	my $values = join ', ', map { $other{$_} // $_ } @columns;
	my $names = join ', ', @columns;
	sql($world, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)"
	    . " INSERT INTO game ($names) SELECT $values FROM n, (SELECT * FROM game WHERE id = 1);");
}

# Letters that wait to be sent since a while, each 4 KB.
sub add_waiting
{
	my ($world, $count, $to) = @_;
	my $then = $world->{now} - 1000;
	my $bytes = unpack 'H*', "From: a\@x.test\r\nSubject: s\r\n\r\n" . ('x' x 62 . "\r\n") x 63;
	sql($world, "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)"
	    . ' INSERT INTO outbox (message_id, turn, sender, recipient, subject, created, state, tries, next_try, sent, answer)'
	    . " SELECT 'q' || i, 0, '', $to, 's', $then, 0, 0, $then, 0, '' FROM n;"
	    . " INSERT INTO outbox_bytes SELECT id, x'$bytes' FROM outbox WHERE subject = 's'; COMMIT;");
}

# A program that goes on until the bench ends, or stop() is called with what this returns.
my %begun;
sub begin
{
	my ($output, @command) = @_;
	my $pid = fork // die "$!";
	if ($pid == 0) {
		open STDOUT, '>', $output or die "$output: $!";
		open STDERR, '>&', \*STDOUT or die "$!";
		exec @command;
		die "$command[0]: $!";
	}
	$begun{$pid} = 1;
	return $pid;
}

sub stop
{
	my ($pid) = @_;
	kill 'TERM', $pid if delete $begun{$pid};
	waitpid $pid, 0;
}

END
{
	my $status = $?;
	stop($_) for keys %begun;
	$? = $status;
}

1;
