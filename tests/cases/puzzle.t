#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Puzzles: found in finished games, asked and answered by letter.  The positions are from games of
# masters; fairy-stockfish says of each in how many moves it is mate, and that one move alone does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
$world->game;

# Where each begins, and how it went on.
my @games = (
	# Mate in two by E8-C9, and in three by G7-E8.
	['1Cbaka3/9/4N4/4p1n1p/9/p2n5/4P3P/3AB4/9/1cBAK4 w - - 0 1', 'E8-C9 E10-E9 B10-B9', '1-0'],
	['3k1a3/1R5C1/4ba2b/p5N1p/9/9/4P3P/2nrB3B/6C2/c3KA3 w - - 0 1', 'G7-E8 D10-E10 G2-G10 F10-E9 H9-H10', '1-0'],
	# Green mates, by D8-D1; what he played was no mate.
	['3akaR2/9/3r5/p7p/9/P8/5R2P/2r3N1B/4Ac3/2BAK4 b - - 0 1', 'D10-E9', '0-1'],
	# The mirror image of the first is no other puzzle.
	['3akabC1/9/4N4/p1n1p4/9/5n2p/P3P4/4BA3/9/4KABc1 w - - 0 1', 'E8-G9 E10-E9 H10-H9', '1-0'],
	# By E1-E2 and others: no puzzle, for no move is the only one that mates in two.
	['3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1', 'E1-F1', '1-0'],
);

sub add_games
{
	my ($name, @some) = @_;
	open my $file, '>', "$world->{home}/$name.pgn" or die "$!";
	for (@some) {
		my ($fen, $moves, $result) = @$_;
		print $file qq([Event "Cup of $name"]\n[Date "1987.06.21"]\n[Red "Hu"]\n[Black "Xu"]\n[Result "$result"]\n),
		    qq([FEN "$fen"]\n[SetUp "1"]\n\n$moves $result\n\n);
	}
	close $file or die "$!";
	return $world->call('import', "$world->{home}/$name.pgn");
}

sub mails
{
	my ($who, $how, $text, %args) = @_;
	$how eq 'answer' ? $world->answer($who, $text, %args) : $world->send(from => $who, subject => $text);
	my @got = grep { $_->{address} eq $who } $world->run;
	is(scalar @got, 1, "one letter comes of: $text");
	return $got[0] // { body => '', subject => '' };
}

sub flat { return $_[0]{body} =~ s/\s+/ /gr }
sub fred { return mails($fred, @_) }

like(fred(send => 'puzzle fred secret1')->{body}, qr/no puzzle here/, 'there is none yet');
like(add_games('old', @games), qr/^5 stored/, 'games are there');
like($world->call('puzzles', 'find', '--limit=2'), qr/^2 games looked at, 2 new puzzles$/m, 'found in two games');
like($world->call('puzzles', 'find'), qr/^3 games looked at, 1 new puzzles$/m, 'and in the others');
like($world->call('puzzles', 'find'), qr/^0 games looked at, 0 new puzzles$/m, 'each is looked at once');
is(scalar(() = $world->call('puzzles', 'list') =~ /mate in 2/g), 2, 'two are mates in two');

# --- asked for in an answer to the letter of a game: that game is not meant any more

fred(send => 'show 1 fred secret1');
is(fred(answer => 'puzzle')->{subject}, 'Riverpost: puzzle 1', 'a puzzle in place of the game');
like(flat(fred(answer => 'A1-A2')), qr/"A1-A2" cannot be played in puzzle 1/, 'a move is one of the puzzle');
is($world->query('SELECT length FROM game WHERE id = 1'), '0', '... and not of the game');

# --- asked, and answered right

my $first = fred(send => 'puzzle fred secret1');
like(flat($first), qr/Puzzle 1: Red is to move and mates in 2\./, 'asked');
unlike($first->{body}, qr/Hu|Xu|Cup|1987/, 'where it is from is not said');
is($first->{subject}, 'Riverpost: puzzle 1', 'its Subject');
my $again = fred(send => 'puzzle fred secret1');
like(flat($again), qr/not answered this one yet.*Puzzle 1:/, 'asked once more');
my $right = fred(answer => 'E8-C9');
like(flat($right), qr/E8-C9 is right\. Green answers E10-E9, and Red mates in 1\. What is the next move\?/, 'the first move');
my $twice = mails($fred, answer => 'E8-C9', to => $first);
like(flat($twice), qr/found that move of puzzle 1 already/, 'the same answer again is no wrong one');
my $solved = mails($fred, answer => "B10-B9\n\n", to => $right);
like(flat($solved), qr/B10-B9 is right: mate\. You have solved puzzle 1\..*1\. E8-C9 E10-E9 2\. B10-B9/, 'solved');
like(flat($solved), qr/from board 2, before move 1: Hu \(Red\) 1-0 Xu \(Green\), 1987-06-21, Cup of old\./, 'where it is from');
like(flat($solved), qr/You have solved 1 of 1 puzzles\./, 'the score');

# --- wrong ones; the other side's mate; other notations, a question mark, and no move

my $second = fred(answer => 'puzzle');
like(flat($second), qr/Puzzle 3: Green is to move and mates in 2\./, 'the next in two');
my $illegal = fred(answer => 'D8-E7');
like(flat($illegal), qr/"D8-E7" cannot be played in puzzle 3.*does not count/, 'what cannot be played does not count');
my $unread = fred(answer => 'I think that D8-F8 is a good move, but who knows');
like(flat($unread), qr/could not find your move.*I think that D8-F8 is.*Puzzle 3: Green is to move/, 'words are no move');
unlike($unread->{body}, qr/"yes"/, 'nor can they become one by a yes');
like(flat(fred(answer => 'D8-F8 E10-E9 C3-C1')), qr/D8-F8 can be answered by [A-I]\d+-[A-I]\d+; try again/, 'wrong');
like(flat(fred(answer => 'D8-F8?')), qr/D8-F8 can be answered by [A-I]\d+-[A-I]\d+; try again/, 'wrong again, as a question');
my $lost = fred(answer => 'd8-g8');
like(flat($lost), qr/D8-G8 can be answered by \S+\. This is the solution of puzzle 3: 1\. D8-D1 E1-D1 2\. \S+ /, 'the third time the line is told');
like(flat($lost), qr/You have solved 1 of 2 puzzles/, 'and it counts as not solved');
like(flat(mails($fred, answer => 'D8-D1', to => $second)), qr/Puzzle 3 is over: you did not solve it/, 'it is over');
like(flat(mails($fred, answer => 'E8-C9', to => $first)), qr/Puzzle 1 is over: you have solved it/, 'so is the first');

my $third = fred(send => 'puzzle fred secret1');
like(flat($third), qr/Puzzle 2: Red is to move and mates in 3\./, 'one in three, when there is none in two');
like(flat(mails($fred, answer => 'D8-D1', to => $second)), qr/Puzzle 3 is over/, 'an old answer is not for the new one');
is($world->query('SELECT wrong FROM puzzling WHERE puzzle = 2'), '0', 'of which it leaves nothing');
like(flat(mails($fred, answer => 'B9-B10', to => $third)), qr/B9-B10 can be answered by/, 'mate in six is not mate in three');
$right = fred(answer => "g7e8");
like(flat($right), qr/G7-E8 is right\. Green answers \S+, and Red mates in 2\./, 'as programs write it');
$solved = fred(answer => 'answer');
like(flat($solved), qr/This is the solution of puzzle 2: 1\. G7-E8 \S+ 2\. G2-G10 \S+ 3\. /, 'given up in a word');
like(flat(fred(send => 'puzzle fred secret1 score')), qr/You have solved 1 of 3 puzzles/, 'the score');
like(flat(fred(send => 'puzzle fred secret1')), qr/no puzzle here that you have not had/, 'no more');

# --- what is no answer

my $board = mails($wilma, send => 'puzzle wilma secret2');
like(flat($board), qr/Puzzle 1:/, "somebody else's first");
$world->send(from => $wilma, subject => 'show 1 wilma secret2');
$world->run;
my $length = $world->query('SELECT length FROM game WHERE id = 1');
mails($wilma, answer => 'B3-E3', to => $board);
is($world->query('SELECT length FROM game WHERE id = 1'), $length, 'an answer to a puzzle is played on no board');
mails($fred, answer => 'B3-E3', to => { %{$world->{last}{$fred}}, 'reply-to' => 'riverpost@game.test' });
is($world->query('SELECT wrong FROM puzzling JOIN player ON id = player WHERE userid = \'wilma\''), '0', 'nor does a move elsewhere go to a puzzle');
like(flat(mails($wilma, answer => 'resign', to => $board)), qr/This is the solution of puzzle 1/, 'who resigns gives up the puzzle');
is($world->query('SELECT state FROM game WHERE id = 1'), '1', 'and not a game');
$world->send(from => 'nobody@c.test', subject => 'puzzle');
is(scalar(() = $world->run), 0, 'a stranger is told nothing');

# --- one a day

like(fred(send => 'set fred secret1 puzzle daily')->{body}, qr/set puzzle daily/, 'set');
add_games('new', ['1Cbak4/4a4/2N1b4/p3p3p/7n1/P3P4/4N3P/2C3R2/c8/2rA1K3 w - - 0 1', 'G3-G10 E9-F10 G10-F10', '1-0'],
    ['2ba1k3/4a1R2/9/p7p/4C1p2/P2p5/4c3P/1N3A3/1cNn3r1/2BAK1B2 b - - 0 1', 'D2-F3 E1-F1 E4-F4', '0-1'],
    ['1nbk1a3/r3a4/4b4/p1PN1C2p/5P3/3R5/P6rP/4B4/5C3/3AKA3 w - - 0 1', 'D7-C9 E9-D8 D5-D8', '1-0'],
    ['5a3/3k4C/5a3/8p/2P1R4/6B2/2r6/9/4Ap3/4KABc1 b - - 0 1', 'C4-C1 E2-D1 C1-D1', '0-1'],
    ['4ka3/9/3aN4/p2r4p/5R1n1/1N3p3/c6r1/2R1B3B/9/3AKA3 w - - 0 1', 'E8-G9', '1-0']);
like($world->call('puzzles', 'find'), qr/^5 games looked at, 5 new puzzles$/m, 'more are found');
my @came;
for my $hour (1 .. 24 * 6) {
	$world->pass_time(3600);
	push @came, map { [$hour, $_] } grep { $_->{address} eq $fred && $_->{subject} =~ /puzzle/ } $world->run;
}
is(scalar @came, 3, 'one a day, until one has waited for three days') or diag map { "$_->[0] $_->[1]{subject}\n" } @came;
is($came[1][0] - $came[0][0], 24, 'at the same hour');
like($came[0][1]{body}, qr/set puzzle off/, 'it says how to end that');
like(flat(mails($fred, answer => 'G3-G10', to => $came[0][1])), qr/is right\. Green answers/, 'each can be answered');
like(flat(mails($fred, answer => 'set puzzle off', to => $came[1][1])), qr/set puzzle off/, 'ended');

# --- a game that is public no more

is($world->query('SELECT count(*) FROM puzzling WHERE puzzle = 1'), '2', 'two have had the first');
$world->query('UPDATE game SET is_private = 1 WHERE id = 2');
is($world->query('SELECT (SELECT count(*) FROM puzzle WHERE game = 2) + (SELECT count(*) FROM puzzling WHERE puzzle = 1)'), '0', 'its puzzle goes with it');
like(flat(mails($fred, answer => 'E8-C9', to => $first)), qr/no longer here/, 'which its solver is told');
$world->query('UPDATE game SET is_private = 0 WHERE id = 2');
like($world->call('check'), qr/, 0 problems/, 'the database is sound');

done_testing;
