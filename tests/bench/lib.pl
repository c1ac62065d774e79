# SPDX-License-Identifier: ISC
#
# What the rows of the table share: worlds with many games, letters for them, and how long
# a pass takes.
use strict;
use warnings;
use Time::HiRes qw(time);
use lib 'tests/cases/lib';
use World;

our $build = $ENV{BUILD} // 'build';

# One line of the table: what it is, the least and the aim, what was measured, and what
# limits it.
sub row
{
	my ($what, $least, $aim, $measured, $limit) = @_;
	printf "%-44s at least %-6s aim %-6s measured %-10s%s\n", $what, $least, $aim, $measured,
	    defined $limit ? "  $limit" : '';
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
	my ($pairs, $each, $more) = @_;
	my $world = World->new(config => $config . ($more // ''));
	my %letter;

	$world->{is_spoilt} = 1;	# what SQL adds is not checked
	$world->send(from => "red$_\@a.test", subject => "signup red-$_"),
	    $world->send(from => "green$_\@b.test", subject => "signup green-$_") for 1 .. $pairs;
	$world->run;
	$world->answer("red$_\@a.test", 'yes'), $world->answer("green$_\@b.test", 'yes') for 1 .. $pairs;
	$world->run;
	for my $pair (1 .. $pairs) {
		$world->answer("red$pair\@a.test", "challenge green-$pair\n" x $each);
	}
	my @offers = grep { $_->{address} =~ /^green/ } $world->run;
	$world->answer($_->{address}, 'accept', to => $_) for @offers;
	for ($world->run) {
		$letter{$1} = $_ if $_->{address} =~ /^red/ && $_->{subject} =~ /Board (\d+)/;
	}
	return $world, map { $letter{$_} } sort { $a <=> $b } keys %letter;
}

sub answers
{
	my ($world, $text, @letters) = @_;
	$world->answer($_->{address}, $text, to => $_) for @letters;
}

# One pass: seconds of the wall, and of the processor with all that it starts.
sub pass
{
	my ($world) = @_;
	my @before = times;
	my $began = time;
	system "$World::program --home '$world->{home}' --now=" . $world->iso . ' run >/dev/null 2>&1';
	my $wall = time - $began;
	my @after = times;
	return ($wall, $after[2] + $after[3] - $before[2] - $before[3]);
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

1;
