#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What players write in pbmserv's manner and otherwise, and how it is answered: each
# letter is understood, or refused in words its writer can act on.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test', stranger => 'x@c.test');
my $world;

sub new_world
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->game;
}

# One letter (a Subject, a text, or an answer to the writer's newest letter), and the text
# of the answer with one blank between words; "" for silence.
sub asks
{
	my ($who, %letter) = @_;
	if (defined $letter{answer}) {
		$world->answer($address{$who}, $letter{answer}, defined $letter{to} ? (to => $letter{to}) : ());
	} else {
		$world->send(from => $address{$who}, %letter);
	}
	my @own = grep { $_->{address} eq $address{$who} } $world->run;
	cmp_ok(scalar @own, '<=', 1, 'not more than one answer');
	return @own ? decode('utf-8', $own[0]{body}) =~ s/\s+/ /gr : '';
}

# --- pbmserv's manner

new_world();
my @forms = (
	['show board 1', qr/^Summary of Xiangqi Board 1 /],
	['xiangqi show board 1', qr/^Summary of Xiangqi Board 1 /],
	['show 1 **', qr/^Summary of Xiangqi Board 1 /],
	['all show fred', qr/^Summary of Xiangqi Board 1 /],
	['prev 1 B3-E3', qr/^This is a preview/],
	['prev 1 fred secret1 B3-E3', qr/^This is a preview of 1\. B3-E3 on board 1; nothing was played\. It is Green's/],
	['prev 1 fred secret9 B3-E3', qr/with a wrong password/],
	['vacation fred secret1', qr/^You have no vacation planned/],
	['seek fred secret1 off', qr/You have no open invitation/],
	['sub 1 fred secret1', qr/You are playing this game yourself/],
	['move board 1 fred secret1 H3-E3 **', qr/You moved H3-E3/],
	['move 1 wilma secret2 propose', qr/You offered a draw/],
	['move 1 fred secret1 reject', qr/You declined the draw/],
	['give 1 fred secret1 2 days', qr/You have given wilma an extra 2 days/],
	['mvoe 1 wilma secret2 h10-g8', qr/You moved H10-G8/],
	['move 1 fred secret1 resign', qr/Thank you for the game/],
);
for (@forms) {
	my ($line, $want) = @$_;
	my $who = $line =~ /wilma/ ? 'wilma' : 'fred';
	like(asks($who, subject => $line), $want, $line);
}

# --- boards

new_world();
like(asks('fred', subject => 'show 1#0'), qr/^Xiangqi Board 1: .*before the first move: /, 'the start');
asks('fred', text => 'move 1 fred secret1 B3-E3');
like(asks('fred', subject => 'show 1#0'), qr/ 3 \+--rC---\+---\+---\+---\+---\+--rC---\+ 3 /, 'the start, also after a move');
like(asks('fred', subject => 'show 1#1'), qr/after move 1: /, 'the only move');
like(asks('fred', subject => 'show 1#99'), qr/There is no move 99 yet: board 1 has 1 move so far\./, 'a move that was not played');
like(asks('fred', subject => 'show' . ' 1' x 10), qr/^Summary(?!.*Summary)/, 'ten times the same');

unlike(asks('fred', subject => 'show 1#1..99'), qr/For the rest, send/, 'a strip that is longer than the game: none is left');

my $board = qr/ 3 \+--rC---\+---\+---\+---\+---\+--rC---\+ 3 /;
like(asks('fred', subject => 'preview 1#0'), $board, 'a preview of the start');
unlike(asks('fred', subject => 'preview 1'), $board, 'and of now');
like(asks('fred', subject => 'preview 1#99 H1-G3'), qr/^Refused: .* has 1 move so far/, 'and of what was not played');
like(asks('fred', subject => 'set board fun'), qr/cannot be "fun"\. The setting now, and what it can be: set board classic .* You can: /, 'a setting that cannot be');

# --- several boards in one letter

new_world();
asks('fred', answer => 'challenge wilma');
asks('wilma', answer => 'accept');
my $both = asks('fred', answer => 'show 1 2');
unlike($world->{last}{$address{fred}}{body}, qr/\n\n\n/, 'two boards: an empty line is one');
is(scalar(() = $both =~ /You can answer this letter with/g), 1, 'one list of answers for two boards');
like($both, qr/ 1 B3-E3 or any other move on board 1 2 B3-E3 or any other move on board 2 resign 2 gives up/, 'with their numbers');
my $letter = $world->{last}{$address{fred}};
for my $line (qw(H3-E3 resign draw undo yes)) {
	my $said = asks('fred', answer => $line, to => $letter);
	like($said, $line eq 'yes' ? qr/^Nothing was done/ : qr/^Refused: "$line" Which board\? .* (?:is about|could be played on) board 1, board 2\. .* for example: (?:1 H3-E3|$line 1) /, "$line: on which?");
}
for (['give 2d', 'give 1 2d'], ['if H8-H5 then H3-H5', 'if 1 H8-H5 then H3-H5'], ['preview H3-H5', 'preview 1 H3-H5'], ['H3-H5, if H8-H5 then B1-C3', '1 H3-H5, if H8-H5 then B1-C3'],
	['moves H3', 'moves 1 H3'], ['explain rating', 'explain rating 1'], ['record wxf', 'record 1 wxf'], ['queue H3-H5', 'queue 1 H3-H5'])
{
	my ($line, $form) = @$_;
	like(asks('fred', answer => $line, to => $letter), qr/^Refused: "$line" Which board\? .* for example: $form You can: /, "$line: with all its words");
	unlike($world->{last}{$address{fred}}{body}, qr/H3-H5, could/, '... and no stray comma');
}
unlike($world->call('game', 'show', $_), qr/H3-E3|resign|offers/, "nothing happened on board $_") for 1, 2;
like(asks('fred', answer => "1 H3-E3\n2 B3-E3", to => $letter), qr/1 H3-E3.*2 B3-E3/, 'each line on its board');
like($world->call('game', 'show', 1), qr/H3-E3/, 'the first');
like($world->call('game', 'show', 2), qr/B3-E3/, 'and the second');
asks('wilma', answer => 'show 1 2');
like(asks('wilma', answer => 'resign 1'), qr/You resigned/, 'and a resignation of one');
like($world->call('game', 'show', 2), qr/B3-E3/, 'is none of the other');
like(asks('stranger', subject => 'show 1 2'), qr/Summary of Xiangqi Board 1 .* Summary of Xiangqi Board 2 .* To play here yourself/, 'a stranger sees them, too');

# --- several challenges: their start is shown once

new_world();
asks('fred', answer => join "\n", map { "challenge wilma$_" } '', ' --color=green', ' --time=3d', ' --fen=3k5/9/9/9/9/9/9/9/4p4/4K4_w', ' --private');
is(scalar(() = $world->{last}{$address{fred}}{body} =~ /^ +A   B .*?^ +A   B /msg), 3, 'the common start, another, and again the common one');
like($world->{last}{$address{fred}}{body}, qr/^Summary of Xiangqi Board $_$/m, "all about board $_") for 2 .. 6;
asks('fred', answer => 'set flipped on');
asks('fred', answer => "show 2 3 4");
is(scalar(() = $world->{last}{$address{fred}}{body} =~ /^ +(?:A   B|I   H) /mg), 6, 'his own side is at the bottom, which is Red, Green, Red');

# --- ICCS

new_world();
like(asks('fred', answer => 'h2e2'), qr/there is no piece on H2\. If you meant ICCS, .* H3-E3 /, 'ICCS is explained');
unlike(asks('fred', answer => 'a2a7'), qr/ICCS/, 'but not where it would be no move either');
like(asks('fred', answer => 'iccs h2e2'), qr/You moved H3-E3/, 'and read');

# --- what was done, refused and not tried stands above the board

# The lines of the newest answer to fred above the moves, wrapped ones joined.
sub head_of
{
	my ($letter) = @_;
	my ($head) = decode('utf-8', $letter->{body}) =~ /\A(.*?)^ +\w+ \(Red\)/ms;
	$head //= decode('utf-8', $letter->{body});	# a refusal without a board
	return $head =~ s/\s+/ /gr;
}

new_world();
unlike(asks('fred', answer => ''), qr/If this was a message/, 'an empty answer holds no words');
asks('fred', answer => "B3-E3\nB3-E3");
like(head_of($world->{last}{$address{fred}}), qr/You moved B3-E3(?!.*Refused)/, 'the same line twice is one');

new_world();
my @refused = (	# name, answer, the first lines
	['a move', 'B3-B11', qr/Refused: "B3-B11" Not played\. There is no square B11: ranks are 1 to 10\./],
	['in its writer\'s words', 'xiangqi  Move board 1 B3-B11 **', qr/Refused: "xiangqi Move board 1 B3-B11 \*\*" /],
	['a password is blanked', 'MOVE 1 fred secret1 B3-B11', qr/Refused: "MOVE 1 fred \*{8} B3-B11" /],
	['the first of three', "accept\nB3-E3\ndraw", qr/Refused: "accept" There is nothing to accept.* Not tried: "B3-E3" Not tried: "draw" /],
	['the second of three', "B3-E3\naccept\nremis 1",
	    qr/^Summary of Xiangqi Board 1 It is wilma's turn\. Done: "B3-E3" Refused: "accept" There is nothing to accept.* Not tried: "remis 1" .*You moved B3-E3/],
	['not his turn', 'H1-G3', qr/Refused: "H1-G3" Not played: it is wilma's turn\..* You can: draw, undo, resign, chat, /],
);
for (@refused) {
	my ($name, $answer, $want) = @$_;
	asks('fred', answer => $answer);
	like(head_of($world->{last}{$address{fred}}), $want, "$name: told above the board");
	unlike($world->{last}{$address{fred}}{raw}, qr/secret1/, "$name: no password");
}
asks('wilma', answer => 'draw');
asks('fred', subject => 'show 1');
asks('fred', answer => 'B3-E3');
like(head_of($world->{last}{$address{fred}}), qr/You can: accept or reject \(the draw\), undo, resign/, 'a draw is offered');
asks('wilma', answer => 'accept', to => $world->{last}{$address{wilma}});
asks('wilma', answer => 'reject');
asks('wilma', answer => 'H10-G8');
like(head_of($world->{last}{$address{wilma}}), qr/Done|You moved/, 'and the game goes on');
asks('wilma', answer => 'resign');
asks('fred', answer => 'B3-E3');
like(head_of($world->{last}{$address{fred}}), qr/This game is already over; .* You can: record, (?:review, )?rematch, /, 'a game that is over');
like(asks('fred', answer => 'challenge wilma'), qr/fred has challenged wilma/, 'a challenge');
like(asks('wilma', answer => 'B3-E3'), qr/^Refused: "B3-E3" This game has not begun: .* You can: accept, reject, /, 'one who is challenged');
asks('fred', subject => 'show 2 --userid=fred --password=secret1');
like(asks('fred', answer => 'B3-E3'), qr/Refused: "B3-E3" This game has not begun: .* You can: withdraw/, 'one who waits');
like(asks('stranger', subject => 'show 99'), qr/^Refused: "show 99" There is no board 99 .* You can: signup NAME /, 'a stranger');
like(asks('fred', text => "as fred secret1\ndraw"), qr/^Refused: "draw" Which board\? Answer with the line that you mean: draw 2 You can: games /, 'no board is named');
like(asks('fred', text => "as fred secret1\ngames\nshow 1"), qr/Done: "games" Done: "show 1" /, 'all done: listed');
like(asks('fred', text => "as fred secret1\nshow 78 1 77 78 1 1"), qr/^Not shown, as there is no such board that you can see: 78, 77 Summary of Xiangqi Board 1 (?!.*Summary)/, 'a part of a line, and each board once');
like($world->{last}{$address{fred}}{subject}, qr/^Xiangqi Board 1: /, '... under its usual Subject');
like(asks('fred', text => "as fred secret1\nshow 77 78"), qr/Refused: "show 77 78" There is no board 77 /, 'nothing of a line');

# --- lines below a line; and a question only where a line is sound

new_world();
like(asks('fred', subject => 'multiple', text => "move 1 fred secret1 B3-E3\n\ndraw"),
    qr/Done: "move 1 fred \*{8} B3-E3" Done: "draw" You moved B3-E3 .* You offered a draw/, 'board and password hold for the line below');
asks('fred', text => "as fred secret1\nchallenge wilma");
asks('wilma', answer => 'accept');
asks('wilma', subject => 'show 1 --userid=wilma --password=secret2');
like(asks('wilma', answer => "move 2 wilma secret2 resign\ndraw"), qr/Done: "move 2 wilma \*{8} resign" Refused: "draw" Which board\?/,
    'two boards could be meant');
# A line that only asks names a board as well as another does; "#n" alone is a move of the board answered.
for (["show 1\nresign", qr/Refused: "resign" Which board\? The line above names board 1, the letter you answered is about board 2\. Answer with the line that you mean: resign 1 resign 2 /],
	["show 1\nH7-H5", qr/Refused: "H7-H5" .* names board 1, .* about board 2\. H7-H5 cannot/], ["show 1\nH10-G8", qr/Refused: "H10-G8" .* the line that you mean: 1 H10-G8 2 H10-G8 /],
	["show 1\ngive 2d", qr/Refused: "give 2d" .* the line that you mean: give 1 2d give 2 2d /],
	# A move's number stands only where one is taken.
	['moves #1', qr/^Xiangqi Board 2: .*after move 1:/], ['record #1', qr/It is written: record N/], ['draw #1', qr/Did you mean this\? .* draw /], ['resign #1', qr/Did you mean this\? .* resign /],
	['draw #2', qr/You offered a draw/], ["show 1#1\nH3-E3", qr/Refused: "H3-E3" Which board\? The line above names board 1, the letter you answered is about board 2\. H3-E3 cannot be played on either now\./],
	["explain 1\ndraw", qr/Refused: "draw" Which board\?/], ["preview 1 A10-A9\ndraw", qr/Refused: "draw" Which board\?/],
	["showas 1\ndraw", qr/Refused: "draw" Which board\?/], ["show 1 2\ndraw", qr/Refused: "draw" Which board\?/],
	["show 2\ndraw", qr/You offered a draw/], ["show fred\ndraw", qr/You offered a draw/],
	['show #0', qr/^Xiangqi Board 2: .*before the first move/], ['show #1', qr/^Xiangqi Board 2: .*after move 1:/],
	['show #0..1', qr/^Xiangqi Board 2: .*after move 1:/], ['showas #1', qr/^Xiangqi Board 2: /],
	['explain #1', qr/^Xiangqi Board 2: /], ['preview #0 H3-E3', qr/^This is a preview of 1\. H3-E3 on board 2; nothing was played\. It is Green's turn\. .*rC---/ ])
{
	my ($text, $want) = @$_;

	new_world();
	asks('fred', text => "as fred secret1\n1 H3-E3\nchallenge wilma");
	asks('wilma', answer => 'accept');
	asks('fred', text => "as fred secret1\nmove 2 B3-E3");
	like(asks('wilma', answer => $text), $want, $text =~ s/\n/ | /r);
	unlike($world->call('game', 'show', 1), qr/resigned|offers/, '... board 1 is as it was') if $text =~ /resign|draw/;
}
like(asks('fred', text => "as fred secret1\nshow 2\ndraw"), qr/You offered a draw/, 'the board that the line above shows');
like(asks('fred', text => "as fred secret1\nshow 1 2\nundo"), qr/Which board\?/, 'one of two boards that it shows');

new_world();
asks('fred', text => "as fred secret1\nshow 1#0 1#2 1#99");
like($world->{last}{$address{fred}}{subject}, qr/^Not all done: show 1#0 1#2 1#99/, 'a line of which a part was done: its Subject');
my @unsound = (
	['move 1 B3-B11', qr/^Summary .* Refused: "move 1 B3-B11" Not played\. There is no square B11/],
	['resign 7', qr/^Refused: "resign 7" There is no board 7/],
	['draw', qr/Refused: "draw" Which board\? Your line does not name one, and your letter is not an answer to a letter about a board\. If you mean board 1, your only one, answer this letter with "draw"\./],
	['challenge nobody-here', qr/^Refused: .* I know no player called nobody-here\./],
	['challenge wilma --rules=chess', qr/^Refused: .*"chess" as --rules/],
	['set board fun', qr/^Refused: "set board fun" The setting board cannot be "fun"/],
	['accept 1', qr/Refused: "accept 1" There is nothing to accept/],
);
like(asks('fred', text => $_->[0]), $_->[1], "no question: $_->[0]") for @unsound;
my $before = `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT * FROM game; SELECT * FROM player; SELECT * FROM ply'`;
like(asks('fred', text => "move 1 B3-E3\ndraw"), qr/asked for move 1 B3-E3 draw It carried no proof .* answer this letter with those lines, or with "yes"\./, 'a question: with all lines');
is(`sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT * FROM game; SELECT * FROM player; SELECT * FROM ply'`, $before, 'and nothing was done');
like(asks('fred', answer => "move 1 B3-E3\ndraw"), qr/You moved B3-E3 .* You offered a draw/, 'answered with them');

# --- what is not quite right is said

new_world();
my @nearly = (
	['challenge wilma time=3d', qr/^Refused: .* Options are written with two dashes and an equals sign: --time=3d /],
	['challenge wilma --time 3d', qr/^Refused: .* Options are written with two dashes and an equals sign: --time=3d /],
	['challenge wilma barney', qr/^Refused: .* I know no player called barney\./],
	['challenge wilma --time=fast', qr/"fast" as --time\. Write --time=3d /],
	['record 1 sgf', qr/^Refused: .* You can choose pgn-wxf, pgn, chinese, iccs, wxf, dhtmlxq or xqf\./],
	['record fred wxf', qr/^Refused: .* There is no format "wxf" for it\. You can choose pgn-wxf, pgn, chinese or iccs\./],
	['set board flipped', qr/^The setting is now: set flipped on /],
	['challenge wilma --totaltime=60 --time=3d', qr/ 3 days a move\. 60 days for all moves/],
	['challenge wilma --time=3d --totaltime=60', qr/ 3 days a move\. 60 days for all moves/],
	['challenge wilma --nagtime=2d --time=4d', qr/ 4 days a move/],
	['challenge wilma --totaltime=20 --time=30d+1d', qr/^Refused: .* Both --time and --totaltime set the same clock/],
	['challenge wilma --time=400d', qr/^Refused: .* "400d" is too long for --time: at most 365 days\./],
	['challenge wilma --time=30d+400d', qr/^Refused: .* is too long for --time/],
	['challenge wilma --forfeittime=99999', qr/^Refused: .* "99999" is too long for --forfeittime: at most 365 days\./],
	['challenge wilma --time=0d', qr/^Refused: .* I do not understand "0d" as --time\./],
	['challenge wilma --nagtime=5 --forfeittime=3', qr/^Refused: .* With --nagtime=5 the reminder would come when no time is left: please choose less\./],
	['challenge wilma --forfeittime=3 --nagtime=3', qr/ 3 days a move\.(?! A reminder)/],
	['challenge wilma --time=5d+1d --nagtime=9d', qr/^Refused: .* With --nagtime=9d the reminder/],
	['stats fred vs fred', qr/^Refused: .* names one player twice/],
	['history vs fred', qr/^Refused: .* names one player twice/],
	['challenge wilma --color=red --colour=green', qr/^Refused: .* --colour stands there twice, and not the same/],
	['challenge wilma --rated=no --time=3d --rated=yes', qr/^Refused: .* --rated stands there twice/],
	['challenge wilma --handicap=rook --rated=yes', qr/^Refused: .* never rated: leave out --rated\./],
	['challenge wilma --rated=on --opening=B3-E3', qr/^Refused: .* never rated: leave out --rated\./],
	['challenge wilma --time=3d --forfeittime=5', qr/^Refused: .* Both --time and --forfeittime set the same clock/],
	['set board flipped off', qr/^The setting is now: set flipped off /],
	['set board flipped on', qr/^The setting is now: set flipped on /],
	['set public name', qr/set name /],
	['set board letters', qr/^The setting is now: set board letters /],
);
like(asks('fred', answer => $_->[0]), $_->[1], $_->[0]) for @nearly;

# --- what is no command

new_world();
my @unread = (
	['set public board Fred', qr/understand this line: set public board Fred It is written: set OPTION VALUE /],
	['vacation july', qr/understand this line: vacation july It is written: vacation 2027-07-01 2027-07-14 /],
	['undo 1 please', qr/Refused: \"undo 1 please\" There is no move to take back/],
	['resign 1 2 3 4', qr/understand this line: resign 1 2 3 4 Did you mean this\? resign 1 /],
	['resgin 1', qr/understand this line: resgin 1 Did you mean this\? resign 1 /],
	['give 1', qr/understand this line: give 1 It is written: give N 2d \(gives your opponent 2 days; at most 30 in a game\)\. Only your opponent can give you more time; "vacation" stops your own clocks\. N is the number of the board; an answer to its letter needs none\. /],
	['standings', qr/^Standings, .*: 0 settled, 0 not yet /],
	['ladder', qr/^Nobody is on the stairs yet\. .* "standings" shows everybody's rating/],
	['ladder 5', qr/understand this line: ladder 5 It is written: stairs \(or: stairs join, /],
	['rank', qr/There is no command "rank" here\. Write "standings" for everybody's rating/],
	['qmove 1 fred secret1 h2e2', qr/Not queued: it is your turn already\./],
	['list', qr/There is no command "list" here\. Only xiangqi is played here\. .* Put the command/],
	['delete fred secret1', qr/There is no command "delete" here\. Write "signoff" to close/],
	['xiangqi board 1', qr/understand this line: xiangqi board 1 Did you mean this\? show 1 Put the command/],
	['play with wilma', qr/play with wilma Did you mean this\? challenge wilma You can: /],
	['play a game', qr{understand this line: play a game seek invites everybody to play you }],
	['play the cannon', qr/understand this line: play the cannon It is written: move N B3-E3 /],
	['challenge fred wilma secret1', qr/this line of your letter: challenge fred wilma \*{8} A word in it may be your password/],
	['move 1 fred/secret1 h2e2', qr/understand this line: move 1 \*{8} h2e2 /],
	['move 1 h2e22', qr/understand this line: move 1 h2e22 |Refused: "move 1 h2e22"/],
	['move 1 secret1 h2e2', qr/understand this line: move 1 \*{8} h2e2 /],
	['password: secret1', qr/this line of your letter: password: \*{8} There is no command "password" here\. Write "change password NEW"/],
	['userid=fred password=secret1', qr/understand this line: userid=fred \*{8} /],
	['change password fred geheim secret1 please', qr/this line of your letter: change password fred \*{8} \*{8} \*{8} /],
	['games fred 2026-12-01 fred@a.test --time=30d', qr/ fred\@a\.test --time=30d /],
	['limit 5 --userid fred --password secret1', qr/^Your limit is 5/],
	['limit off --userid fred --password secret1', qr/^You have not set a limit/],
	['as fred secret1', qr/understand this line: as fred \*{8} It is written: as USERID PASSWORD \(and your commands on the lines below/],
	['set wilma free', qr/^Refused: "set wilma free" There is no setting "wilma"\./],
	['move 1 fred secret1 pass', qr/There is no such thing here; "help commands" lists what there is\./],
	['xiangqi kibitz 1 fred secret1', qr/There is no command "kibitz" here\. Write "chat 1"/],
);
for (@unread) {
	my ($line, $want) = @$_;
	like(asks('fred', text => $line), $want, $line);
	unlike($world->{last}{$address{fred}}{raw}, qr/secret1/, "$line: no password");
}
asks('fred', text => "as fred secret1\nchallenge wilma");
like(asks('wilma', subject => 'accept wilma secret2'), qr/You accepted; the game begins/, 'the only challenge');
like(asks('wilma', subject => 'accept wilma secret2'), qr/^Refused: "accept wilma \*{8}" There is nothing to accept: no challenge and no offer waits/, 'none');
like(asks('wilma', subject => 'withdraw wilma secret2'), qr/You have no open challenge or offer to withdraw/, '... of her own');
asks('fred', text => "as fred secret1\nchallenge wilma\nchallenge wilma");
like(asks('wilma', subject => 'accept wilma secret2'), qr/^Refused: .* Which board\? Answer with the line that you mean: accept (\d+) accept (\d+) You can/, 'one of two: those with a challenge');
like(asks('wilma', answer => 'accept my apologies'), qr/understand this line: accept my apologies/, 'an apology is none');

# --- yes to a challenge, and to nothing else

new_world();
asks('fred', text => "as fred secret1\nchallenge wilma");
my $challenge = $world->{last}{$address{wilma}};
like(asks('wilma', answer => $_, to => $challenge), qr/You can: accept, reject, /, "no yes: $_")
    for 'Yes?', 'ok, later', "yes\nbut not now", "Hello\n\nyes?", "Hello\n\nHow are you?\n\nyes";
like(asks('wilma', answer => $_->[0], to => $challenge), qr/Did you mean this\?(?: Then answer with it, or with "yes"\.)? $_->[1] /, "asked: $_->[0]")
    for ["Yes, let's play blitz instead", 'accept'];
# Questions go to who challenges, and the challenge waits.
for my $question ('What time control would you like?', "Hi Fred!\n\nDo we know each other from the Leeds club?", 'Who are you?', 'Can we play unrated?', 'hello') {
	like(asks('wilma', answer => $question, to => $challenge), qr/Passed on to fred; fred's challenge is still open\. .* accept to start the game/, "passed on: $question" =~ s/\n+/ | /gr);
	like($world->{last}{$address{fred}}{body}, qr/^wilma writes:\n.*\Q@{[(split ' ', $question)[-1]]}\E$/ms, '... to fred');
}
is($world->query('SELECT max(state) FROM game WHERE id = (SELECT max(id) FROM game)'), 0, '... and the challenge waits');
like(asks('fred', answer => 'Yes, we do.'), qr/Passed on to wilma\./, '... who answers');
like($world->{last}{$address{wilma}}{body}, qr/^fred writes:\nYes, we do\.$/m, '... her');
like(asks('wilma', answer => "OK!\n\nGood luck.", to => $challenge), qr/You accepted; the game begins\./, 'yes');
like($world->{last}{$address{fred}}{body}, qr/^wilma writes:\nGood luck\.\n/m, 'and the words below it');
like(asks('fred', answer => 'ok'), qr/Passed on to wilma; it is still your move\./, 'in a game it is a word');
asks('fred', answer => 'draw');
like(asks('wilma', answer => 'yes'), qr/Draw agreed\./, 'to a draw offer it is an answer');

new_world();
asks('fred', text => "as fred secret1\nchallenge wilma");
like(asks('wilma', answer => 'I accept.'), qr/You accepted; the game begins\./, 'a phrase that agrees is a yes');
new_world();
asks('fred', text => "as fred secret1\nchallenge wilma");
like(asks('wilma', answer => "Hello Fred,\n\nyes\n\nI was away."), qr/You accepted; the game begins\..*\bI was away/, 'a yes below a greeting');

# --- no silence for a player

new_world();
like(asks('fred', text => "as fred secret1\nblah blah"), qr/no command .* You can: games/, 'a password above nonsense');
like(asks('fred', text => 'as fred secret1'), qr/do not understand this line: .* You can: games/, 'a password alone');
like(asks('stranger', subject => $_), qr/^No account was opened: .* signup NAME /, "a stranger: $_")
    for 'signup', 'xiangqi sign-up', 'sign up', 'signup Joe Smith Jones';
like(asks('stranger', text => 'signup'), qr/^No account was opened/, 'and in the text');
like(asks('stranger', text => 'signup 4ever'), qr/^Refused: "signup 4ever" "4ever" cannot be a userid.* You can: signup NAME/, 'a bad name');
is(asks('stranger', subject => $_), '', "silence: $_") for 'Sign up now for our newsletter', 'signing up', 'games and more for you';

$world = World->new(config => "answers_hour = 3\nanswers_day = 5\n");
$world->game;
my $begun = $world->{last}{$address{fred}};
sub asked
{
	my @answers;
	for (1 .. $_[0]) {
		push @answers, asks('fred', subject => "help $_");
		$world->pass_time(60);
	}
	return join ' ', map { $_ eq '' ? '-' : /Until (.*?) only your answers to our letters are carried out and answered: / ? $1 : 'x' } @answers;
}
is(asked(5), 'x x Wed 18 Nov 12:07 UTC - -', 'the third says when answers go on');
like(asks('fred', answer => 'B3-E3', to => $begun), qr/You moved B3-E3/, 'a move is played and answered');
$world->{now} = 1_795_000_000 + 2 * 3600;
is(asked(3), 'x Thu 19 Nov 11:07 UTC -', 'they go on then, up to the limit of a day');

# --- help: what has no page of its own is on that of all commands, with each setting
$world->{now} += 3 * 86400;
my $commands = asks('fred', answer => 'help commands');
is(asks('fred', answer => "help $_"), $commands, "help $_") for qw(puzzle bot);
my ($settings) = asks('fred', answer => 'set nonsense on') =~ /There are: ([^.]*)/;
like($commands, qr/\b$_\b/, "set $_ stands there") for split /, /, $settings // 'no settings';

# --- suspended

$world->call('player', 'suspend', 'wilma');
$world->run;	# the news of it
$world->send(from => $address{wilma}, subject => 'resign 1');
my ($barred) = $world->run;
like($barred->{body} =~ s/\s+/ /gr, qr/suspended your account\. Please ask the operator about it\. $/, 'one who is suspended');

done_testing;
