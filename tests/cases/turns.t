#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A deed in an answer counts for the turn that the answered letter was about
# (riverpost-commands(7)); resign and a draw offer for the turn after it, too.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my @moves = qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8);

# The game after six moves; and the letters that each player had of every turn.
my $game = World->new;
$game->game;
my @letters = ({ map { $_ => $game->{last}{$_} } $fred, $wilma });
for my $turn (0 .. $#moves) {
	$game->answer($turn % 2 ? $wilma : $fred, $moves[$turn]);
	$game->run;
	push @letters, { map { $_ => $game->{last}{$_} } $fred, $wilma };
}

sub fact
{
	my ($world, $sql) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' '$sql'`);
	return $value;
}

sub state
{
	return fact($_[0], 'SELECT state, length, draw_by, draw_last_red, draw_last_green FROM game');
}

# How the letter is answered: by Reply-To, or by a program that ignores it.
my %ways = (
	'Reply-To' => sub { my ($w, $from, $letter, $text) = @_;
		$w->send(from => $from, to => $letter->{'reply-to'}, text => $text) },
	'Message-ID' => sub { my ($w, $from, $letter, $text) = @_;
		$w->send(from => $from, reply => $letter->{'message-id'}, text => $text) },
);
# [who, the letter's turn, text, is it done?, before that]; the game is at turn 6.
my @rows = (
	[$fred, 0, 'resign', 0],
	[$fred, 4, 'resign', 0],
	[$fred, 5, 'resign', 1],
	[$fred, 6, 'resign', 1],
	[$wilma, 5, 'resign', 1],
	[$wilma, 1, 'resign 1', 0],
	[$fred, 4, 'draw', 0],
	[$fred, 5, 'draw', 1],
	[$fred, 6, 'draw', 1],
	[$fred, 4, 'C1-E3', 0],
	[$fred, 5, 'B1-C3', 0],
	[$fred, 6, 'B1-C3', 1],
	[$wilma, 5, 'accept', 0, [$fred, 'draw']],
	[$wilma, 5, 'reject', 0, [$fred, 'draw']],
	[$wilma, 5, 'draw', 0, [$fred, 'draw']],
	[$wilma, 6, 'accept', 1, [$fred, 'draw']],
	[$wilma, 6, 'draw', 1, [$fred, 'draw']],
	[$wilma, 6, 'reject', 1, [$fred, 'draw']],
	[$wilma, 6, 'accept', 0, [$fred, 'draw'], [$fred, 'withdraw']],
	[$wilma, 6, 'accept', 0, [$fred, 'draw'], [$fred, 'B1-C3']],
);
for (@rows) {
	my ($who, $turn, $text, $done, @before) = @$_;
	for my $way (sort keys %ways) {
		my $world = World->new->become($game);
		my $name = join(', ', map { "$_->[1] of $_->[0]" } @before);
		$name .= ' then ' if @before;
		for (@before) {
			$world->answer(@$_);
			$world->run;
		}
		my $old = state($world);
		$ways{$way}->($world, $who, $letters[$turn]{$who}, $text);
		my ($letter) = $world->run;
		is(state($world) ne $old ? 1 : 0, $done, "$name$text of $who by $way to turn $turn: " . ($done ? 'done' : 'not done'))
		    or diag $letter->{body};
		my $to_move = fact($world, 'SELECT length FROM game') % 2 ? $wilma : $fred;
		my $board = $done || $who eq $to_move;
		is($letter->{body} =~ /10  gR/ ? 1 : 0, $board ? 1 : 0, "$name$text of $who by $way to turn $turn: "
		    . ($board ? 'with the board' : 'without a board'));
	}
}

# What is asked: the form to send back is there, and is right.
my $world = World->new->become($game);
$world->answer($fred, 'resign', to => $letters[0]{$fred});
my ($asked) = $world->run;
like($asked->{body}, qr/an older letter.*answer this letter with:\s+resign$/ms, 'an old resignation is asked about');
is(fact($world, 'SELECT state FROM game'), 1, '... and not done');
$world->answer($fred, 'resign');
$world->run;
is(fact($world, 'SELECT state, result FROM game'), '2|2', '... until the question is answered');
$world = World->new->become($game);
$world->answer($fred, 'give 2 days', to => $letters[0]{$fred});
like(($world->run)[0]{body}, qr/an older letter.*answer this letter with:\s+give 2 days$/ms, 'an old gift is asked about, with its time');

# One letter's own moves do not make it old.
$world = World->new->become($game);
$world->answer($fred, "B1-C3\ndraw");
$world->run;
is(fact($world, 'SELECT length, draw_by FROM game'), '7|0', 'a move with an offer in one letter');
$world = World->new->become($game);
$world->answer($fred, "B1-C3\nA1-B1");
($asked) = $world->run;
unlike($asked->{body}, qr/older letter/, 'two moves in one letter are not called old');
is(fact($world, 'SELECT length FROM game'), 7, '... the first is played');

# Who writes the game and a password writes a letter of his own, to whatever he answers.
for (['resign 1 fred secret1', 1], ["as fred secret1\nresign", 0], ["as fred secret1\nresign 1", 1]) {
	my ($text, $done) = @$_;
	$world = World->new->become($game);
	$world->answer($fred, $text, to => $letters[0]{$fred});
	$world->run;
	is(fact($world, 'SELECT state FROM game'), 1 + $done, "with a password: $text");
}

# A token of another game, of another player, or of a key that is gone.
$world = World->new->become($game);
# (A letter that lists board 1 among those that wait would do: it is the one who is not to move.)
$world->answer($fred, 'challenge wilma');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
my $second = $world->{last}{$wilma};
$world->answer($wilma, 'resign 1', to => $second);
$world->run;
is(fact($world, 'SELECT group_concat(state) FROM game'), '1,1', 'a token of board 2 does not resign board 1');
$world->send(from => $fred, to => $letters[6]{$wilma}{'reply-to'}, text => 'resign');
$world->run;
is(fact($world, 'SELECT group_concat(state) FROM game'), '1,1', 'nor does that of the other player');
$world->call('keys', 'change');
$world->answer($fred, 'resign', to => $letters[4]{$fred});
$world->run;
is(fact($world, 'SELECT group_concat(state) FROM game'), '1,1', 'the key before the last does not make an old letter new');
$world->call('keys', 'change');
$world->answer($fred, 'resign', to => $letters[6]{$fred});
$world->run;
is(fact($world, 'SELECT group_concat(state) FROM game'), '1,1', 'the one before that proves nothing');
$world->answer($fred, 'resign', to => $world->{last}{$fred}) if $world->{last}{$fred};
done_testing;
