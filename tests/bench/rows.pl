# SPDX-License-Identifier: ISC
#
# rows.pl [ROW...]: the table of `make bench`, a row alone or all of them.  Whole passes of
# the program (letters read apart, proved, played, judged, answered, committed, sent) against
# bare SQLite or against themselves elsewhere, in the same run; instructions by callgrind.
# TURNS=N letters a pass, OPEN=N and OVER=N games, QUEUE=N letters that wait.
use strict;
use warnings;
use Time::HiRes qw(time);
require './tests/bench/lib.pl';

my $turns = $ENV{TURNS} // 100;
my $open = $ENV{OPEN} // 10_000;
my $over = $ENV{OVER} // 50_000;
my $queue = $ENV{QUEUE} // 20_000;
our $build;

# What the pass has written, written again by sqlite3 alone: `each` letters a commit.
sub bare_seconds
{
	my ($before, $after, $each) = @_;
	my $world = copy_of($before);
	my $first = ask($before, 'SELECT max(id) FROM inbox');
	my @ids = split /\n/, ask($after, "SELECT id FROM inbox WHERE id > $first ORDER BY id");
	my $sql = "PRAGMA synchronous = FULL; ATTACH '$after->{home}/riverpost.sqlite' AS a;\n";
	for my $i (0 .. $#ids) {
		my $new = "WHERE letter = $ids[$i]";
		$sql .= "BEGIN IMMEDIATE;\n" if $i % $each == 0;
		$sql .= "INSERT INTO inbox SELECT * FROM a.inbox WHERE id = $ids[$i];\n"
		    . "INSERT INTO ply SELECT * FROM a.ply $new;\n"
		    . "REPLACE INTO game SELECT * FROM a.game WHERE id = (SELECT game FROM a.ply $new);\n"
		    . "INSERT INTO outbox SELECT * FROM a.outbox $new;\n"
		    . "INSERT INTO outbox_bytes SELECT * FROM a.outbox_bytes WHERE id IN (SELECT id FROM a.outbox $new);\n";
		$sql .= "COMMIT;\n" if $i % $each == $each - 1 || $i == $#ids;
	}
	my $began = time;
	sql($world, $sql);
	return time - $began;
}

sub row_turn
{
	my ($world, @letters) = world_of_games(10, $turns / 10);
	my $idle = copy_of($world);
	my $after = copy_of($world);
	answers($after, "B3-E3\nGood luck!", @letters);
	my $counted = copy_of($after);
	my ($rest) = pass(copy_of($idle));
	my ($wall, $cpu) = pass($after);
	die "the moves were not played" if ask($after, 'SELECT count(*) FROM ply') != @letters;
	my $single = bare_seconds($world, $after, 1);
	my $grouped = bare_seconds($world, $after, 64);
	row('turns, whole passes, against single bare commits', 0.33, 0.5,
	    sprintf('%.2f', $single / ($wall - $rest)), sprintf '%.1f ms a turn; reading apart and syncing letters sent',
	    1000 * ($wall - $rest) / @letters);
	row('the same against bare commits of 64', 0.20, 0.35, sprintf('%.2f', $grouped / ($wall - $rest)));
	my $busy = instructions($counted);
	answers($idle, "B3-E3\nGood luck!", $letters[0]);
	my $base = instructions($idle);
	row('instructions of a turn, main process, sent too', '1.8 M', '1.2 M',
	    defined $busy && defined $base ? sprintf('%.2f M', ($busy - $base) / (@letters - 1) / 1e6) : 'valgrind?',
	    'SQLite, rendering, the example');
}

# A thousand players, and games of theirs: copies of what is there, by SQL.
sub add_players
{
	my ($world) = @_;
	my @columns = grep { $_ ne 'id' } split /\n/, ask($world, "SELECT name FROM pragma_table_info('player')");
	my $names = join ', ', @columns;
	my $values = join ', ', map { /^userid/ ? "'other' || i" : $_ } @columns;
	sql($world, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
	    . " INSERT INTO player ($names) SELECT $values FROM n, (SELECT * FROM player WHERE id = 1);");
}

sub add_games
{
	my ($world, $state, $count) = @_;
	my @columns = grep { $_ ne 'id' } split /\n/, ask($world, "SELECT name FROM pragma_table_info('game')");
	my $last = ask($world, 'SELECT max(id) FROM player');
	my %other = (red => "$last - i % 500", green => "$last - 500 - i % 499",
	    $state == 2 ? (state => 2, result => 1, ending => "'resignation'", ended => $world->{now} - 86400, due => 0) : ());
	my $values = join ', ', map { $other{$_} // $_ } @columns;
	my $names = join ', ', @columns;
	sql($world, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)"
	    . " INSERT INTO game ($names) SELECT $values FROM n, (SELECT * FROM game WHERE id = 1);");
}

sub row_scale
{
	my ($small, @letters) = world_of_games(4, 25);
	my $large = copy_of($small);
	add_players($large);
	add_games($large, 1, $open);
	add_games($large, 2, $over);
	my %cpu;
	for my $world ($small, $large) {
		my $idle = copy_of($world);
		pass($idle);
		(undef, $cpu{$world}[0]) = pass($idle);
		pass($world);
		answers($world, 'B3-E3', @letters);
		(undef, $cpu{$world}[1]) = pass($world);
	}
	my ($s, $l) = @cpu{$small, $large};
	row("an idle pass, $open open and $over finished games", 1, 1, sprintf('%.2f', $s->[0] / ($l->[0] || 0.01)), 'the processor, start included');
	row('a turn there', 0.9, 1, sprintf('%.2f', ($s->[1] - $s->[0]) / (($l->[1] - $l->[0]) || 0.01)));
}

sub row_queue
{
	my ($world, @letters) = world_of_games(4, 25);
	open my $file, '>>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "sink { kind = smtp url = \"smtp://127.0.0.1:9\" }\n";
	close $file;
	for my $same (0, 1) {
		my @cpu;
		for my $full (0, 1) {
			my $copy = copy_of($world);
			my $to = $same ? "'dead\@x.test'" : "'dead' || i || '\@x.test'";
			my $then = $world->{now} - 1000;
			sql($copy, "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $queue)"
			    . ' INSERT INTO outbox (message_id, ply, sender, recipient, subject, created, state, tries, next_try, sent, answer)'
			    . " SELECT 'q' || i, 0, '', $to, 's', $then, 0, 0, $then, 0, '' FROM n;"
			    . " INSERT INTO outbox_bytes SELECT id, CAST('From: a' AS BLOB) FROM outbox WHERE subject = 's'; COMMIT;") if $full;
			pass($copy);
			my (undef, $rest) = pass($copy);
			answers($copy, 'B3-E3', @letters);
			my (undef, $cpu) = pass($copy);
			push @cpu, $cpu - $rest;
		}
		row("a letter taken while $queue wait, " . ($same ? 'for one address' : 'each for its own'), 0.7, 1,
		    sprintf('%.2f', $cpu[0] / ($cpu[1] || 0.01)), 'the mail server is down');
	}
}

sub row_ply
{
	my ($world, $letter) = world_of_games(1, 1);
	my @shuffle = qw(B1-C3 B10-C8 C3-B1 C8-B10);
	my %cost;
	for my $length (10, 300) {
		my $copy = copy_of($world);
		my $moves = join ', ', map { my $p = $_; "(1, $p, '" . $shuffle[($p - 1) % 4] . "', 0, 0, 0, $p)" } 1 .. $length;
		sql($copy, "INSERT INTO ply (game, ply, move, received, committed, answered, turn) VALUES $moves;"
		    . " UPDATE game SET length = $length, turns = $length, turn = " . $length % 2 . ' WHERE id = 1;');
		$copy->send(from => 'red1@a.test', subject => 'show 1');
		$cost{$length} = instructions($copy);
	}
	row('a board shown at ply 300 against ply 10', 1.15, 1, sprintf('%.2f', $cost{300} / $cost{10}), 'start included; the referee walks the game');
}

my %rows = (turn => \&row_turn, scale => \&row_scale, queue => \&row_queue, ply => \&row_ply);
for my $name (@ARGV ? @ARGV : qw(turn scale queue ply)) {
	die "there is no row $name; there are: @{[sort keys %rows]}\n" if !$rows{$name};
	$rows{$name}->();
}
