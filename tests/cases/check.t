#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# `riverpost check`: each edit of a sound database is found and named; and it is quick
# enough for a large one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');

# A season in small: games being played, over in several ways, offered, imported; talk, an
# observer, an offer of a draw, a sign-up that waits, an account that is closed.
sub season
{
	my $world = World->new;
	$world->game;
	$world->send(from => $barney, subject => 'signup barney secret3');
	$world->run;
	$world->answer($barney, 'yes');
	$world->run;
	for (['B3-E3', $fred], ['B10-C8', $wilma], ['H1-G3', $fred]) {
		$world->pass_time(3600);
		$world->answer($_->[1], "$_->[0]\n\nHello!");
		$world->run;
	}
	$world->answer($barney, 'subscribe 1');
	$world->answer($fred, 'draw');
	$world->run;
	$world->answer($barney, 'challenge fred --rules=asian');	# 2: resigned
	$world->run;
	$world->answer($fred, 'accept');
	$world->run;
	for ([$barney, 'B3-E3'], [$fred, 'B8-C8'], [$fred, 'undo'], [$barney, 'accept'], [$fred, 'B8-E8'], [$barney, 'resign']) {
		$world->answer(@$_);
		$world->run;
	}
	$world->answer($barney, 'challenge wilma --private --time=30d+1d');	# 3: offered
	$world->answer($fred, 'challenge barney');	# 4: rejected
	$world->run;
	$world->answer($barney, 'reject');
	$world->send(from => 'dino@d.test', subject => 'signup dino secret4 dino@e.test');
	$world->run;
	open my $score, '>', "$world->{home}/old.pgn" or die;
	print $score qq([Game "Chinese Chess"]\n[Date "1999.05.01"]\n[Red "Hu"]\n[Black "Lu"]\n[Result "1-0"]\n[Format "ICCS"]\n\n1. H2-E2 H9-G7 1-0\n);
	close $score;
	$world->call('import', "$world->{home}/old.pgn");	# 5
	$world->send(from => 'gone@g.test', subject => 'signup gonzo');
	$world->run;
	$world->answer('gone@g.test', 'yes');
	$world->run;
	$world->call('player', 'delete', 'gonzo');
	$world->pass_time(60);
	$world->run;
	return $world;
}

my $season = season();
like($season->call('check'), qr/^5 games checked, 0 problems$/, 'the season is sound');
is($season->{status}, 0, '... and the exit status says so');
my $far = 100_000_000_000;	# in the year 5138
my $id = "(SELECT id FROM player WHERE userid = 'fred')";

# [SQL, what a finding says].  WRITE: in the schema itself.
my @edits = (
	# The schema.
	['DROP INDEX game_red', qr/^the index game_red is missing$/m],
	['DROP INDEX ply_letter', qr/^the index ply_letter is missing$/m],
	['DROP INDEX address_confirmed', qr/^the index address_confirmed is missing$/m],
	['DROP TABLE bounce', qr/^the table bounce is missing$/m],
	['DROP TABLE observer', qr/^the table observer is missing$/m],
	['DROP TABLE counter', qr/^the table counter is missing$/m],
	['DROP TABLE confirmation', qr/^the table confirmation is missing$/m],
	['ALTER TABLE talk ADD COLUMN mood TEXT', qr/^the table talk is not as/m],
	['CREATE INDEX more ON talk (text)', qr/^the index more does not belong here$/m],
	['CREATE TABLE more (x)', qr/^the table more does not belong here$/m],
	["CREATE TRIGGER evil AFTER INSERT ON ply BEGIN DELETE FROM talk; END", qr/^the trigger evil does not belong here$/m],
	['CREATE VIEW v AS SELECT * FROM game', qr/^the view v does not belong here$/m],
	['DROP INDEX game_due; CREATE INDEX game_due ON game (due)', qr/^the index game_due is not as/m],
	['ALTER TABLE bounce RENAME TO bounces', qr/^the table bounce is missing$/m],
	["PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (turns >= 0)', '') WHERE name = 'game'",
	    qr/^the table game is not as/m],

	# Players and addresses.
	["UPDATE player SET userid_key = 'other' WHERE id = $id", qr/^player fred: its key is "other", but should be "fred"$/m],
	["UPDATE player SET userid = 'frodo' WHERE id = $id", qr/^player frodo: its key is "fred"/m],
	["UPDATE player SET userid = 'f', userid_key = 'f' WHERE id = $id", qr/^player f: this is no userid$/m],
	["UPDATE player SET password_hash = 'secret' WHERE id = $id", qr/^player fred: the password is no hash/m],
	["UPDATE player SET created = $far WHERE id = $id", qr/^player fred: created lies in the future: 5138-11-16/m],
	["UPDATE player SET created = 0 WHERE id = $id", qr/^player fred: created is no time: 0$/m],
	["UPDATE player SET created = created + 200000 WHERE id = $id", qr/^player fred: created lies in the future/m],
	["UPDATE player SET language = 'tlh' WHERE id = $id", qr/^player fred: the setting language has/m],
	["UPDATE player SET board = 'chess' WHERE id = $id", qr/^player fred: the setting board has/m],
	["UPDATE player SET notation = '' WHERE id = $id", qr/^player fred: the setting notation has/m],
	["UPDATE player SET zone = 'Mars' WHERE id = $id", qr/^player fred: the setting zone has/m],
	["UPDATE player SET reminders = 'often' WHERE id = $id", qr/^player fred: the setting reminders has/m],
	["UPDATE player SET state = 2 WHERE id = $id", qr/^player fred: the account is closed, but has open games$/m],
	["UPDATE player SET state = 0 WHERE userid = 'gonzo'", qr/^player gonzo: the account has no address$/m],
	["PRAGMA ignore_check_constraints = ON; UPDATE player SET state = 7 WHERE id = $id", qr/damaged: CHECK constraint failed in player/],
	["DELETE FROM address WHERE player = $id", qr/^player fred: the account has no address$/m],
	["UPDATE address SET confirmed = 0 WHERE player = $id", qr/^player fred: the account has no address$/m],
	["UPDATE address SET receives = 0 WHERE player = $id", qr/^player fred: none of the addresses receives/m],
	["UPDATE address SET address = 'fred' WHERE player = $id", qr/^player fred, fred: this is no address$/m],
	["UPDATE address SET address = 'fr ed\@a.test' WHERE player = $id", qr/^player fred, fr ed\@a\.test: this is no address$/m],
	["UPDATE address SET player = 99 WHERE player = $id", qr/^row \d+ of address refers to a missing row of player$/m],
	["INSERT INTO address (player, address, confirmed, receives, stopped) SELECT id, 'gonzo\@g.test', 0, 0, 0 FROM player WHERE state = 2", qr/^player gonzo, .*: the account is closed$/m],
	["INSERT INTO address (player, address, confirmed, receives, stopped) VALUES ($id, 'x\@y', 0, 1, 0)", qr/^player fred, x\@y: it receives letters, but was not confirmed$/m],
	["DROP INDEX address_confirmed; INSERT INTO address (player, address, confirmed, receives, stopped) VALUES ($id, '$wilma', 1, 1, 0)",
	    qr/^player fred, wilma\@b\.test: it is confirmed for two accounts$/m],
	['DELETE FROM player WHERE userid = \'barney\'', qr/refers to a missing row of player/],
	["INSERT INTO vacation VALUES ($id, 100, 300), ($id, 200, 400)", qr/^vacation of player \d+: it overlaps/m],
	["INSERT INTO vacation VALUES ($id, 100, 62 * 86400)", qr/^vacation of player \d+: it is longer/m],
	["INSERT INTO vacation VALUES ($id, 100, $far)", qr/^vacation of player \d+: it lies beyond/m],

	# What waits.
	["UPDATE confirmation SET address = 'x'", qr/^confirmation \d+: "x" is no address$/m],
	["UPDATE confirmation SET userid = 'a b'", qr/^confirmation \d+: "a b" is no userid$/m],
	["UPDATE confirmation SET created = $far", qr/^confirmation \d+: created lies in the future/m],
	["UPDATE confirmation SET secret = 'secret4'", qr/^confirmation \d+: its password is neither/m],
	["UPDATE confirmation SET code = 'x'", qr/^confirmation \d+: its code has not the form/m],
	["UPDATE confirmation SET site = 'evil.test'", qr/^confirmation \d+: "evil\.test" is not the site/m],

	["INSERT INTO plan SELECT id, iif(turn = 0, green, red), 1, length, turns, 'A1-A2 A10-B10', 1795000000 FROM game WHERE id = 1", qr/^game 1: what player \d+ has planned cannot be played$/m],
	# Plans: (game, player, kind, ply, turn, moves, made).
	["INSERT INTO plan SELECT id, red, 0, length, turns, 'nonsense', 1795000000 FROM game WHERE id = 1", qr/^plan of player \d+ in game 1: these are no moves$/m],
	["INSERT INTO plan SELECT 1, player.id, 0, 0, 0, 'B1-C3', 1795000000 FROM player WHERE userid = 'barney'", qr/in game 1: its owner does not play/m],
	["INSERT INTO plan SELECT id, red, 0, 0, turns + 1, 'B1-C3', 1795000000 FROM game WHERE id = 1", qr/in game 1: it is for a turn that has not come$/m],
	["INSERT INTO plan SELECT id, iif(turn = 0, red, green), 0, length, turns, 'B1-C3', 1795000000 FROM game WHERE id = 1", qr/in game 1: it does not wait for the one/m],
	["INSERT INTO plan SELECT id, iif(turn = 0, green, red), 0, length + 1, turns, 'B1-C3', 1795000000 FROM game WHERE id = 1", qr/in game 1: it waits at ply/m],
	["INSERT INTO plan SELECT id, red, 0, 0, 0, 'B1-C3', $far FROM game WHERE id = 1", qr/in game 1: made lies in the future/m],

	# Games.
	['UPDATE game SET red = NULL WHERE id = 1', qr/^game 1: it is not over, but has no Red player$/m],
	['UPDATE game SET green = NULL WHERE id = 3', qr/^game 3: it is not over, but has no Green player$/m],
	['UPDATE game SET red = green WHERE id = 1', qr/^game 1: its two players are one$/m],
	['UPDATE game SET red = green WHERE id = 2', qr/^game 2: its two players are one$/m],
	['UPDATE game SET green = NULL WHERE id = 2', qr/^game 2: it has one player only$/m],
	['UPDATE game SET red = 99 WHERE id = 1', qr/^row 1 of game refers to a missing row of player$/m],
	['UPDATE game SET turn = 1 - turn WHERE id = 1', qr/^game 1: it says that Red is to move, but it is Green$/m],
	['UPDATE game SET turn = 1 - turn WHERE id = 5', qr/^game 5: it says that Green is to move, but it is Red$/m],
	["UPDATE game SET turn_since = $far WHERE id = 1", qr/^game 1: turn_since lies in the future: 5138-11-16/m],
	["UPDATE game SET turn_since = 5 WHERE id = 1", qr/^game 1: its clock runs since before/m],
	["UPDATE game SET created = $far WHERE id = 3", qr/^game 3: created lies in the future/m],
	["UPDATE game SET started = $far WHERE id = 1", qr/^game 1: started lies in the future/m],
	["UPDATE game SET ended = $far WHERE id = 2", qr/^game 2: ended lies in the future/m],
	["UPDATE game SET ended = 0 WHERE id = 2", qr/^game 2: it ended before it began$/m],
	["UPDATE game SET ended = started + 1 WHERE id = 1", qr/^game 1: it is being played, but has ended$/m],
	["UPDATE game SET started = 0 WHERE id = 1", qr/^game 1: it (is being played, but never began|began before it was offered)$/m],
	["UPDATE game SET length = 2 WHERE id = 1", qr/^game 1: it counts 2 moves, but has 3$/m],
	["UPDATE game SET turns = 9 WHERE id = 1", qr/^game 1: it counts 9 turns after 3 moves$/m],
	["UPDATE game SET undo_by = 0 WHERE id = 1", qr/^game 1: a move is asked back, but nobody asked$/m],
	["UPDATE game SET undo_by = 0 WHERE id = 2", qr/^game 2: a move is asked back, but it is not being played$/m],
	["UPDATE game SET undo_last_red = 9 WHERE id = 1", qr/^game 1: a move was asked back at one that was not played$/m],
	["UPDATE game SET undo_by = 0, undo_last_red = 1 WHERE id = 1", qr/^game 1: the offer to take moves back has lapsed$/m],
	["UPDATE game SET undo_last_red = 0 WHERE id = 3", qr/^game 3: it was only offered, but has been played$/m],
	["UPDATE game SET turns = 5 WHERE id = 2", qr/^game 2: it counts 5 turns after 2 moves and 1 taken back$/m],
	["DELETE FROM undone", qr/^game 2: it counts 4 turns after 2 moves$/m],
	["UPDATE undone SET move = 'B8-B9', ply = 1", qr/^game 2: a move taken back was not the next one$/m],
	["UPDATE undone SET move = 'B3-B4'", qr/^game 2: a move taken back is not legal$/m],
	["UPDATE undone SET move = 'rubbish'", qr/game 2 is damaged: a move taken back is none/],
	["UPDATE undone SET turn = 1", qr/^game 2, turn 3: something else was played at its turn$/m],
	["UPDATE talk SET kind = 2, player = (SELECT id FROM player WHERE userid = 'dino')", qr/: nobody who plays has written this note$/m],
	["UPDATE undone SET at = 5", qr/^game 2, turn 3: it was taken back before it was played$/m],
	["UPDATE undone SET at = $far", qr/^game 2, turn 3: at lies in the future/m],
	["UPDATE undone SET told = 5", qr/^game 2, turn 3: the letter about it went before it was taken back$/m],
	["UPDATE undone SET received = received - 7", qr/^game 2, turn 3: its times are not those of its letter$/m],
	["UPDATE ply SET turn = 3 WHERE game = 1 AND ply = 2", qr/^game 1: its turns are not those of its moves$/m],
	["UPDATE game SET opening = 'H3-E3' WHERE id = 1", qr/^game 1: its opening is not that of its moves$/m],
	["UPDATE game SET start_fen = 'rubbish' WHERE id = 1", qr/game 1 is damaged/],
	["UPDATE game SET start_fen = replace(start_fen, ' w ', ' b ') WHERE id = 1", qr/game 1/],
	["UPDATE game SET rules = 'chess' WHERE id = 1", qr/game 1 is damaged: no such rule set/],
	["UPDATE game SET rules_version = 77 WHERE id = 1", qr/^game 1: it was judged by rules of a later version$/m],
	["UPDATE game SET state = 1, result = 0, ending = '' WHERE id = 2", qr/^game 2: /m],
	["UPDATE game SET state = 0 WHERE id = 1", qr/^game 1: it was only offered, but has been played$/m],
	["UPDATE game SET state = 1 WHERE id = 3", qr/^game 3: it is being played, but never began$/m],
	["UPDATE game SET ending = 'checkmate' WHERE id = 2", qr/^game 2: its last move does not bring about/m],
	["UPDATE game SET ending = 'agreement' WHERE id = 2", qr/^game 2: its result \d does not go with "agreement"$/m],
	["UPDATE game SET ending = 'nonsense' WHERE id = 2", qr/game 2 is damaged: no such ending/],
	["UPDATE game SET result = 3 WHERE id = 2", qr/^game 2: its result 3 does not go with "resignation"$/m],
	["UPDATE game SET result = 4 WHERE id = 2", qr/^game 2: its result 4 does not go with "resignation"$/m],
	["UPDATE game SET result = 1 WHERE id = 4", qr/^game 4: it never began, but has a result$/m],
	["UPDATE game SET draw_by = 1 - draw_by WHERE id = 1", qr/^game 1: a draw is offered, but nobody made the offer$/m],
	["UPDATE game SET draw_last_red = 40 WHERE id = 1", qr/^game 1: a draw was offered at a move that was not played$/m],
	["UPDATE game SET draw_last_red = 1 WHERE id = 1", qr/^game 1: the offer of a draw has lapsed$/m],
	["UPDATE game SET draw_by = 0, draw_last_red = 1 WHERE id = 2", qr/^game 2: a draw is offered, but it is not being played$/m],
	["UPDATE game SET refused_red = 3 WHERE id = 1", qr/^game 1: it goes on after a third attempt/m],
	["UPDATE game SET refused_red = 1 WHERE id = 2", qr/^game 2: repetitions were refused/m],
	["UPDATE game SET forfeittime = $far WHERE id = 1", qr/^game 1: no clock can be set to that$/m],
	["UPDATE game SET due = 0 WHERE id = 1", qr/^game 1: its clock is looked at too late$/m],
	["UPDATE game SET due = due + 9 WHERE id = 1", qr/^game 1: its clock is looked at too late$/m],
	["UPDATE game SET deadline = deadline + 9 WHERE id = 1", qr/^game 1: its deadline is not that of its clock$/m],
	["UPDATE game SET bank_red = 100 WHERE id = 1", qr/^game 1: there is time in a bank/m],
	["UPDATE game SET red_name = 'Hu' WHERE id = 1", qr/^game 1: Red has two names$/m],
	["UPDATE game SET is_rated = 1 WHERE id = 5", qr/^game 5: it is rated, but nobody played it$/m],
	["PRAGMA foreign_keys = OFF; DELETE FROM game WHERE id = 4", qr/^game 4: it is missing$/m],
	["PRAGMA foreign_keys = OFF; DELETE FROM game WHERE id = 5", qr/^game 5: it is missing$/m],

	# Moves.
	['DELETE FROM ply WHERE game = 1 AND ply = 3', qr/^game 1: it counts 3 moves, but has 2$/m],
	['DELETE FROM ply WHERE game = 1 AND ply = 1', qr/ply 1 is missing/],
	["UPDATE game SET moves = replace(moves, substr(moves, 1, 5), 'B3-B9') WHERE id = 1", qr/game 1 is damaged: ply 1: B3-B9 is not a legal move/],
	["UPDATE game SET moves = 'H3-E3' || substr(moves, 6) WHERE id = 1", qr/game 1: its opening|game 1 is damaged/],
	["UPDATE game SET moves = moves || ' E2-E3' WHERE id = 1", qr/game 1 is damaged/],
	["UPDATE ply SET committed = $far WHERE game = 1 AND ply = 3", qr/^game 1, ply 3: committed lies in the future/m],
	["UPDATE ply SET committed = 5 WHERE game = 1 AND ply = 2", qr/^game 1, ply 1: the next move was played before it$/m],
	["UPDATE ply SET answered = 5 WHERE game = 1 AND ply = 1", qr/^game 1, ply 1: the letter about it went before/m],
	["UPDATE ply SET received = received - 7 WHERE game = 1 AND ply = 1", qr/^game 1, ply 1: its times are not those of its letter$/m],
	["UPDATE ply SET letter = 999 WHERE game = 1 AND ply = 1", qr/of ply refers to a missing row of inbox/],
	["UPDATE ply SET game = 77 WHERE game = 2", qr/^game 77, ply 1: there is no such game$/m],

	# Talk, observers.
	["UPDATE talk SET text = ''", qr/^talk \d+ of game 1: nothing is said$/m],
	["UPDATE talk SET ply = 40", qr/^talk \d+ of game 1: it was said at a move that was not played$/m],
	["UPDATE talk SET at = $far", qr/^talk \d+ of game 1: at lies in the future/m],
	["UPDATE talk SET game = 99", qr/^row \d+ of talk refers to a missing row of game$/m],
	["UPDATE observer SET player = $id", qr/^game 1: a player observes it$/m],
	["UPDATE game SET is_stairs = 1 WHERE id = 1", qr/^game 1: it is on the stairs, but nobody has challenged anybody there$/m],
	["INSERT INTO climb SELECT id, red, green, result, 0, 0, 0, 0 FROM game WHERE id = 1", qr/^game 1: its players are not those who play it on the stairs$/m],
	["UPDATE game SET is_stairs = 1 WHERE id = 2; INSERT INTO climb SELECT id, red, green, 0, 0, 0, 0, 0 FROM game WHERE id = 2", qr/^game 2: its result is not the one that moved them on the stairs$/m],
	["UPDATE observer SET game = 3 WHERE game = 1", qr/^game 3: (it is private, but observed|a player observes it)$/m],

	# Letters.
	["UPDATE outbox SET state = 0 WHERE id = 1", qr/^letter 1 to .*: (it has a time of sending, but was not|it is never tried)$/m],
	["UPDATE outbox SET sent = 0 WHERE id = 1", qr/^letter 1 to .*: it was sent, but nobody knows when$/m],
	["UPDATE outbox SET sent = $far WHERE id = 1", qr/^letter 1 to .*: sent lies in the future/m],
	["UPDATE outbox SET sent = 5 WHERE id = 1", qr/^letter 1 to .*: it was sent before it was made$/m],
	["UPDATE outbox SET created = $far WHERE id = 1", qr/^letter 1 to .*: created lies in the future/m],
	["UPDATE outbox SET next_try = $far WHERE id = 1", qr/^letter 1 to .*: it is settled, but to be tried again$/m],
	["UPDATE outbox SET state = 0, sent = 0, next_try = $far WHERE id = 1", qr/^letter 1 to .*: it is not tried before 5138/m],
	["UPDATE outbox SET state = 0, sent = 0, next_try = 5 WHERE id = 1; DELETE FROM outbox_bytes WHERE id = 1", qr/^letter 1 to .*: it waits, but there is nothing to send$/m],
	["UPDATE outbox SET recipient = 'fred' WHERE id = 1", qr/^letter 1 to fred: this is no address$/m],
	["UPDATE outbox SET message_id = 'x' WHERE id = 1", qr/^letter 1 to .*: "x" is no Message-ID$/m],
	["UPDATE outbox SET turn = 60 WHERE game = 1", qr/^letter \d+ to .*: it is about a move that was not played$/m],
	["UPDATE outbox SET player = 77 WHERE id = 1", qr/^row 1 of outbox refers to a missing row of player$/m],
	["UPDATE inbox SET taken = $far WHERE id = 1", qr/^letter 1 taken: taken lies in the future/m],
	["UPDATE inbox SET digest = 'x' WHERE id = 1", qr/^letter 1 taken: "x" is no digest$/m],
	["UPDATE inbox SET outcome = '' WHERE id = 1", qr/^letter 1 taken: "" is no outcome$/m],

	# Counters, facts, numbers.
	["UPDATE counter SET at = at + $far WHERE who <> 'server'", qr/^counter .*: at lies in the future/m],
	["INSERT INTO bounce VALUES ('$fred', 900000)", qr/^bounce of fred\@a\.test: day 900000 has not come$/m],
	["INSERT INTO bounce VALUES ('fred', 9)", qr/^bounce of fred: this is no address$/m],
	["UPDATE fact SET value = $far WHERE name = 'last-pass'", qr/^fact last-pass: it lies in the future/m],
	["UPDATE sqlite_sequence SET seq = 1 WHERE name = 'game'", qr/^the numbers of game: the next is one that is given already$/m],
	["DELETE FROM sqlite_sequence WHERE name = 'outbox'", qr/^the numbers of outbox: the next is one/m],
);
my $spoilt = World->new->become($season);
$spoilt->{now} = $season->{now};
$spoilt->{is_spoilt} = 1;
my $database = "$spoilt->{home}/riverpost.sqlite";
my $every = World::is_sanitized() ? 4 : 1;
for (@edits[grep { $_ % $every == 0 } 0 .. $#edits]) {
	my ($sql, $want) = @$_;
	unlink glob "$database*";
	system('sqlite3', "$season->{home}/riverpost.sqlite", ".backup '$database'") == 0 or die;
	my $edit = $sql =~ s/'/'\\''/gr;
	my $trouble = `sqlite3 '$database' '$edit' 2>&1`;
	is($trouble, '', "$sql: can be done");
	my $findings = $spoilt->call('check');
	like($findings, $want, "$sql: is named");
	is($spoilt->{status}, 1, "$sql: the exit status says so");
}
done_testing;
