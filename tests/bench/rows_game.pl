# SPDX-License-Identifier: ISC
#
# Rows about turns and games: turn, scale, queue, ply, pictures, history.
use strict;
use warnings;
use Cwd;

our ($build, $folder);
my $turns = $ENV{TURNS} // 100;
my $open = $ENV{OPEN} // 10_000;
my $over = $ENV{OVER} // 50_000;
my $queue = $ENV{QUEUE} // 20_000;

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

# Seconds of the letters that wait, until they are committed and settled.
sub taken_seconds
{
	my ($world, $how, $letters, %environment) = @_;
	my $copy = copy_of($world);
	local @ENV{keys %environment} = values %environment;
	configure($copy, 'templates = "' . getcwd() . "/templates\"\n");
	my ($count, $seconds) = split ' ', `'$build/tests/bench/turns' '$copy->{home}' $copy->{now} $how`;
	die "of $letters turns $count were played" if $count != $letters;
	return $seconds;
}

sub least
{
	my (@measures) = @_;
	my $rounds = @measures > 1 ? 6 : 3;
	my @best;
	# In turn, so that what else the machine does is shared by all.
	for (1 .. $rounds) {
		for my $i (0 .. $#measures) {
			my $now = $measures[$i]->();
			$best[$i] = $now if !defined $best[$i] || $now < $best[$i];
		}
	}
	return wantarray ? @best : $best[0];
}

sub row_turn
{
	my ($world, @letters) = world_of_games(10, $turns / 10);
	my $idle = copy_of($world);
	my $after = copy_of($world);
	answers($after, "B3-E3\nGood luck!", @letters);
	my $waiting = copy_of($after);
	my $rest = least(sub { (pass(copy_of($idle)))[0] });
	pass($after);
	die "the moves were not played" if ask($after, 'SELECT count(*) FROM ply') != @letters;
	my ($bare, $bare_64, $single, $grouped, $sent) = least(
	    sub { bare_seconds($world, $after, 1) },
	    sub { bare_seconds($world, $after, 64) },
	    sub { taken_seconds($waiting, 'single', scalar @letters) },
	    sub { taken_seconds($waiting, 'grouped', scalar @letters) },
	    sub { (pass(copy_of($waiting)))[0] });
	my $ms = 1000 / @letters;
	row('a turn, one a commit, against bare SQLite', 'at least 0.45', '0.70', ratio($bare, $single),
	    sprintf '%.1f ms against %.1f; reading apart', $single * $ms, $bare * $ms);
	row('up to 64 letters a commit against one', 'at least 3', '4', ratio($single, $grouped),
	    sprintf '%.1f ms a turn; all but the commit', $grouped * $ms);
	row('the same against bare SQLite, 64 a commit', 'at least 0.20', '0.35', ratio($bare_64, $grouped),
	    sprintf '%.1f ms', $bare_64 * $ms);
	my ($slow_single, $slow_grouped) = least(map { my $how = $_;
	    sub { taken_seconds($waiting, $how, scalar @letters, LD_PRELOAD => "$build/tests/slow-disk.so") } } qw(single grouped));
	row('up to 64 a commit against one, a sync takes 5 ms', 'at least 3', '4', ratio($slow_single, $slow_grouped),
	    sprintf '%.1f ms a turn against %.1f', $slow_grouped * $ms, $slow_single * $ms);
	row('a whole pass of turns, sent too, against bare SQLite', 'at least 0.33', '0.50', ratio($bare, $sent - $rest),
	    'syncing letters sent');
	my $busy = instructions($waiting);
	answers($idle, "B3-E3\nGood luck!", $letters[0]);
	my $base = instructions($idle);
	row('instructions of a turn, main process, sent too', 'at most 1.8 M', '1.2 M',
	    defined $busy && defined $base ? sprintf('%.2f M', ($busy - $base) / (@letters - 1) / 1e6) : '-',
	    defined $busy ? 'SQLite, rendering, the example' : 'not installed: valgrind');
}

# Nanoseconds of the processor that a process has had.
sub nanoseconds
{
	my ($pid) = @_;
	my $sum = 0;
	for my $path (glob "/proc/$pid/task/*/schedstat") {
		open my $file, '<', $path or next;
		$sum += (split ' ', <$file>)[0];
	}
	return $sum;
}

# Milliseconds of the main process of `serve` for each of some letters, one at a time; and
# how many seconds pass until one is answered.
sub served
{
	my ($world, @letters) = @_;
	my $pid = begin("$world->{home}/serve.log", $World::program, '--home', $world->{home}, 'serve');
	$world->collect;
	my @cost;
	for my $letter (undef, @letters) {
		if (!defined $letter) {
			sleep 2;	# until its first pass is over
			next;
		}
		my $before = nanoseconds($pid);
		my $began = time;
		answers($world, 'B3-E3', $letter);
		sleep 0.01 until $world->collect || time - $began > 30;
		sleep 0.2;
		push @cost, (nanoseconds($pid) - $before) / 1e6;
	}
	stop($pid);
	@cost = sort { $a <=> $b } @cost;
	return $cost[@cost / 2];
}

sub row_scale
{
	my ($small, @letters) = world_of_games(4, 25, now => int time);
	my $large = copy_of($small);
	add_games($small, 1, 500);
	add_games($small, 2, 500);
	add_players($large, 1000);
	add_games($large, 1, $open);
	add_games($large, 2, $over);
	my (%idle, %turn, %served);
	for my $world ($small, $large) {
		my $copy = copy_of($world);
		pass($copy);
		$idle{$world} = least(sub { (pass($copy))[1] });
		$turn{$world} = cost_of($world, sub { answers($_[0], 'B3-E3', @letters) }, 2) / @letters;
		$served{$world} = served($copy, @letters[0 .. 8]);
	}
	my $there = "$open open and $over finished games against 1000";
	row('a turn with many games against one with few', 'at least 0.9', '1', ratio(@turn{$small, $large}),
	    sprintf "%s: %.1f ms against %.1f", $there, 1000 * $turn{$large}, 1000 * $turn{$small});
	row('an idle pass there', 'at least 1', '1', ratio(@idle{$small, $large}),
	    sprintf 'the same: %.0f ms against %.0f, start included', 1000 * $idle{$large}, 1000 * $idle{$small});
	row('a letter to serve there', 'at least 1', '1', ratio(@served{$small, $large}),
	    sprintf 'the same: %.1f ms against %.1f', $served{$large}, $served{$small});
}

sub row_queue
{
	my ($world, @letters) = world_of_games(4, 25);
	configure($world, "sink { kind = smtp url = \"smtp://127.0.0.1:9\" }\n");
	my $none = cost_of($world, sub { answers($_[0], 'B3-E3', @letters) });
	for my $same (0, 1) {
		my $full = copy_of($world);
		add_waiting($full, $queue, $same ? "'dead\@x.test'" : "'dead' || i || '\@x.test'");
		my $cost = cost_of($full, sub { answers($_[0], 'B3-E3', @letters) });
		row("a letter taken while $queue wait, " . ($same ? 'for one address' : 'each for its own'),
		    'at least 0.7', '1', ratio($none, $cost), 'the mail server is down');
	}
}

# The board after 290 moves of tests/data/long-game.txt.
my $later = 'R5b2/nC2a2P1/bP1ak4/2p2cc1N/4P3p/6B1P/p2pP3R/N3KAp2/9/r1r2A3 w - - 0 1';

# Up to the 300th move of that game, played in these games: all of them, or the last ten from
# the board before them.  Returns the next move.
sub play_long
{
	my ($world, $length, $games) = @_;
	open my $file, '<', 'tests/data/long-game.txt' or die "tests/data/long-game.txt: $!\n";
	my @moves = map { split } <$file>;
	my $next = $moves[300];
	@moves = @moves[300 - $length .. 299];
	my @rows = map { my $ply = $_; map { "($_, $ply, 0, 0, 0, $ply)" } 1 .. $games } 1 .. $length;
	sql($world, 'BEGIN; INSERT INTO ply (game, ply, received, committed, answered, turn) VALUES '
	    . join(', ', splice @rows, 0, 500) . '; COMMIT;') while @rows;
	sql($world, "UPDATE game SET moves = '@moves', length = $length, turns = $length, turn = 0;");
	sql($world, "UPDATE game SET start_fen = '$later';") if $length < 300;
	return $next;
}

sub row_ply
{
	my ($world) = world_of_games(1, 10);
	my %cost;
	for my $length (10, 300) {
		my $copy = copy_of($world);
		my $move = play_long($copy, $length, 10);
		$copy->send(from => 'red1@a.test', subject => "show $_") for 1 .. 10;
		my @letters = grep { $_->{subject} =~ /Board \d/ } $copy->run;
		my @counted;
		for my $count (1, 10) {
			my $turn = copy_of($copy);
			answers($turn, $move, @letters[0 .. $count - 1]);
			push @counted, instructions($turn) // return lacks('a turn at ply 300 against ply 10',
			    'at most 1.15', '1.0', 'valgrind');
			die "$move was not played" if ask($turn, 'SELECT count(*) FROM ply WHERE ply = ' . ($length + 1)) != $count;
		}
		$cost{$length} = ($counted[1] - $counted[0]) / 9;
	}
	row('a turn at ply 300 against ply 10, the same board', 'at most 1.15', '1.0', ratio($cost{300}, $cost{10}),
	    sprintf '%.1f M instructions against %.1f; the line of moves, a longer list of them',
	    $cost{300} / 1e6, $cost{10} / 1e6);
}

sub row_pictures
{
	my ($world, @letters) = world_of_games(4, 10);
	my %cost;
	for my $html (qw(off on)) {
		my $copy = copy_of($world);
		sql($copy, "UPDATE player SET html = '$html';");
		$cost{$html} = cost_of($copy, sub { answers($_[0], 'B3-E3', @letters) });
	}
	my $ms = 1000 / @letters;
	row('a turn with pictures for both against one without', 'at most 3', '2', ratio(@cost{qw(on off)}),
	    sprintf '%.1f ms against %.1f; drawing and deflating', $cost{on} * $ms, $cost{off} * $ms);
}

# Milliseconds of a letter with this command.
sub asked
{
	my ($world, $command, $from) = @_;
	return 100 * cost_of($world, sub { $_[0]->send(from => $from, subject => $command) for 1 .. 10 });
}

sub row_history
{
	my ($world) = world_of_games(3, 1);
	add_players($world, 1000);
	my $small = copy_of($world);
	add_games($world, $_, 5000, red => 1, green => '3 + i % 4', opening => "''") for 1, 2;
	for my $command ('history red-1', 'games') {
		my $all = asked($world, $command, 'red1@a.test');
		row("$command, of a player with 5,000 games", 'at most 3 ms', '1 ms',
		    sprintf('%.1f ms', $all - asked($small, $command, 'red1@a.test')),
		    sprintf 'above one who has none; the whole letter %.1f ms', $all);
	}
	add_games($world, 2, $over, opening => "iif(i % 2, 'B3-E3 H10-G8', iif(i % 1000, 'H3-E3 H10-G8', 'A4-A5 A7-A6'))");
	for (['half of them', 'B3-E3'], ['one in a thousand', 'A4-A5 A7-A6'], ['none', 'I4-I5']) {
		my ($which, $moves) = @$_;
		my $all = asked($world, "history opening $moves", 'red1@a.test');
		row("history opening, $over games, $which", 'at most 3 ms', '1 ms',
		    sprintf('%.1f ms', $all - asked($small, "history opening $moves", 'red1@a.test')),
		    sprintf 'above an archive without games; the whole letter %.1f ms', $all);
	}
}

1;
