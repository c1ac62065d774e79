#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Games with a machine: it answers in the same pass, one move a turn whatever happens to it or to
# the server; what it may not do is not done, and when it is ill its clock stands.
#
# A program of ours speaks UCI and fails as it is told; Debian's plays where it is installed.
use strict;
use warnings;
use utf8;
use Cwd;
use lib 'tests/cases/lib';
use Test::More;
use Encode qw(encode);
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $false = getcwd() . '/tests/tools/false-engine.pl';
my $debians = '/usr/games/fairy-stockfish';
my $fred = 'fred@a.test';

# A world in which fred has an account, with that engine.
sub world
{
	my ($command, $more) = @_;
	my $world = World->new(config => "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$command' "
	    . ($more // '') . " }\n");

	$world->send(from => $fred, subject => 'signup fred');
	$world->run;
	$world->answer($fred, 'yes');
	$world->run;
	return $world;
}

# Another engine from now on.
sub change
{
	my ($world, $command) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$command' }\n";
	close $file;
}

sub wait_and_run
{
	my ($world, $seconds) = @_;
	$world->pass_time($seconds);
	return $world->run;
}

sub bodies { return join "\n", map { "$_->{address}: $_->{subject}\n$_->{body}" } @_ }

sub sql
{
	my ($world, $sql) = @_;
	return scalar `sqlite3 $world->{home}/riverpost.sqlite "$sql"` =~ s/\n$//r;
}

# Says it to the newest letter; what came of it.
sub says
{
	my ($world, $text) = @_;
	$world->answer($fred, $text);
	return bodies($world->run);
}

# --- a game

my $world = world($false);
like says($world, 'challenge bot 4 --color=red'), qr/begins: a machine that plays like a club player \(level\s+4 of 8\)/,
    'a game begins at once';
like bodies($world->run) || 'nothing', qr/^nothing/, 'and waits for its player';
unlike $world->{last}{$fred}{body}, qr/^  chat |You can write to bot4/m, 'to whom no talk with it is offered';
for ('chat', 'chat with it', 'give it') {
	my $answer = says($world, $_);
	unlike $answer, qr/goes to bot4|sends the message below|Please write your message|\bchat, /, "$_: nor then";
}
like says($world, 'chat'), qr/bot4 is a machine and reads no messages/, 'it says why';
my $said = says($world, 'H3-E3');
like $said, qr/bot4 moved H10-G8/, 'the answer comes in the same pass';
is scalar(() = $said =~ /Summary/g), 1, 'in one letter';
$said = says($world, 'undo');
like $said, qr/Taken back: H3-E3, H10-G8/, 'moves are given back';
unlike $said, qr/stands until/, '… without a letter about the offer';
like says($world, 'What would you play here?'), qr/bot4 is a machine and reads no messages\./, 'it is not asked';
like says($world, 'draw'), qr/bot4 declines the draw/, 'a draw is answered';
like says($world, 'resign'), qr/the game does not count.*^  rematch  /ms, 'a game is given up, and can begin anew';
like says($world, 'rematch'), qr/bot4 moved H3-E3/, '… and begun again, with the colours exchanged';
says($world, 'resign');
like says($world, "challenge bot --color=green"), qr/It is fred's turn.*bot3 moved H3-E3/s, 'it plays Red, too';
like says($world, "challenge computer master"), qr/bot8/, 'it has other names, and the level, too';
like says($world, "challenge bot2 --time=3d --color=red"), qr/like\s+a\s+learner.*3 days/s, 'with a clock';
like says($world, "challenge engine"), qr/3 games with machines/, 'three at once are enough';
like says($world, "challenge bot 9"), qr/There is no machine of that level\. Levels are 1 to 8/, 'there is no ninth level';
like says($world, "challenge bot4"), qr/3 games with machines/, 'nor by its name';
like says($world, $_), qr/3 games with machines/, "$_ means challenge bot 4" for 'bot 4', 'bot4', 'play computer 4';
like says($world, "bot $_"), qr/Levels are 1 to 8, as\s+in "challenge bot 5", or a word/, "bot $_: the levels are named" for 0, 9;
like says($world, 'bot 4?'), qr/reads no messages/, 'a question is none';
$world->send(from => 'x@b.test', subject => 'signup bot5');
like bodies($world->run), qr/reserved|taken|choose another|cannot/i, 'nobody takes its name';

like says($world, 'who bot4'), qr/A machine that plays like a club player \(level 4 of 8\)/, 'who it is';
like says($world, "message bot4\n\nHello"), qr/is a machine and reads no messages/, 'it is not written to';

# Three times moves are taken back, and no fourth.
$world = world($false);
says($world, 'challenge bot 1 --color=red');
for my $time (1 .. 4) {
	like $said = says($world, 'H3-E3'), qr/bot1 moved/, "move $time";
	like $said, $time < 4 ? qr/^  undo /m : qr/^((?!  undo ).)*$/s, $time < 4 ? '... undo is offered' : '... undo is offered no more';
	like says($world, 'undo'), $time < 4 ? qr/Taken back/ : qr/3 times a game/, "taken back, time $time";
}
like says($world, 'undo'), qr/3 times a game/, 'nor a fifth';
is sql($world, 'SELECT length FROM game'), 2, 'nothing more is taken back';

# --- levels

$world = world($false);
for ('challenge bot 9', 'challenge bot 0', 'challenge bot zzz', 'challenge bot9', 'challenge computer 10', 'challenge engine12') {
	like says($world, $_), qr/There is no machine of that level\. Levels are 1 to 8, as\s+in "challenge bot 5", or a word: beginner,/, "$_: which there are";
}
$world->send(from => 'x@d.test', subject => 'signup bot9');
$world->run;
$world->answer('x@d.test', 'yes');
$world->run;
like says($world, 'challenge bot9'), qr/fred has challenged bot9/, 'a player of such a name';

# --- no engine

$world = world('/nonexistent');
like says($world, 'challenge bot'), qr/Nobody plays here as a machine\. "seek"/, 'no engine: what there is instead';

my $none = says($world, 'bot');
like $none, qr/Nobody plays here as a machine\.\s+seek +invites everybody/, '... also to the word alone';
unlike $none, qr/challenge bot/, '... and no machine is offered';
$none = says($world, 'play');
like $none, qr/seek +invites everybody/, '... nor to who wants to play';
unlike $none, qr/challenge bot|machine/, '... anybody';
like says(world($false), 'bot'), qr/challenge bot +begins a game with the computer/, 'where there is one it is offered';

# --- several commands in a letter

$world = world($false);
$world->send(from => 'wilma@b.test', subject => 'signup wilma');
$world->run;
$world->answer('wilma@b.test', 'yes');
$world->run;
for (["challenge bot 1\nchallenge bot 2\nchallenge computer hard", 3], ["challenge wilma\nchallenge bot1", 2], ["challenge wilma\ncomputer 3", 2]) {
	my ($text, $games) = @$_;
	my $before = sql($world, 'SELECT count(*) FROM game');
	unlike $said = says($world, $text), qr/fred writes/, 'one on each line: ' . $text =~ s/\n/, /gr;
	is sql($world, 'SELECT count(*) FROM game') - $before, $games, '... all are done';
	says($world, "resign $_") for split ' ', sql($world, 'SELECT group_concat(id, char(32)) FROM game WHERE state = 1');
	says($world, "withdraw $_") for split ' ', sql($world, 'SELECT group_concat(id, char(32)) FROM game WHERE state = 0');
}
says($world, 'challenge wilma --color=red');
$world->answer('wilma@b.test', 'accept');
$world->run;
$said = says($world, "H3-E3\nchallenge bot 2 --color=red\nnotify seeks on");
like $said, qr/Done: "challenge bot 2 --color=red"/, 'below a move, too';
is sql($world, "SELECT seeks FROM player WHERE userid = 'fred'"), 1, '... and invitations';
unlike $said, qr/fred writes/, '... nothing is passed on';
$world->answer('wilma@b.test', 'H10-G8');
$world->run;
for my $line ('challenge bot 2', 'challenge computer', 'notify seeks off', 'notify seeks', 'unsubscribe seeks') {
	my $letter = $world->{last}{$fred};
	like says($world, "H1-G3\n\n$line"), qr/^((?!wilma\@b).)*Nothing was done, and nothing was passed on.*\Q$line\E/s, "in the words below: $line is asked about";
	$world->{last}{$fred} = $letter;
}

# --- what it may not play

for my $fault (qw(illegal none nonsense stubborn fence)) {
	$world = world("$false $fault");
	says($world, 'challenge bot --color=red');
	like says($world, 'H3-E3'), qr/bot3 moved [A-I]\d+-[A-I]\d+/, "$fault: a move is played all the same";
	is sql($world, 'SELECT length FROM game'), 2, '… one';
	like $world->{log}, $fault eq 'fence' ? qr/^((?!allowed).)*$/s : qr/board 1: no move of the program's is allowed/, '… and logged';
}
ok !-e '/tmp/riverpost-false-engine', 'nothing was written';

# --- ill

for my $fault (qw(crash leave flood long)) {
	$world = world("$false $fault");
	says($world, 'challenge bot --color=red');
	is says($world, 'H3-E3'), '', "$fault: nothing is said at first";
	is bodies(wait_and_run($world, 59)), '', '… it is not tried again before a minute has gone';
	is bodies(wait_and_run($world, 2)), '', '… then it is';
	$said = bodies(wait_and_run($world, 601));
	like $said, qr/$fred.*The machine is ill/s, '… after ten more the player hears it';
	like $said, qr/bot3 has 21 days\.\s+The\s+clock\s+is\s+stopped\s+until\s+the\s+machine\s+answers\./, '… and that the clock is stopped, not until when it runs';
	like $said, qr/op\@a.test: .*false-engine.pl/s, '… and the operator';
	if ($fault eq 'crash') {
		like says($world, 'games'), qr/bot3 to move; the clock is stopped until the machine answers$/m, '… in the list of games, too';
		like says($world, 'draw 1'), qr/You offered a draw\..*The machine answers your offer as soon as it plays on/s, '… a draw is answered later, and he is told';
		like says($world, 'undo 1'), qr/Taken back: H3-E3/, '… an undo at once';
		says($world, 'H3-E3');
		bodies(map { wait_and_run($world, $_) } 61, 601);
	}
	is bodies(wait_and_run($world, 3601)), '', '… once';
	next unless $fault eq 'crash';
	is bodies(wait_and_run($world, 3601)), '', '… whoever tries' for 1 .. 3;
	$world->pass_days(9);
	is sql($world, 'SELECT state FROM game'), 1, 'its clock stands';
	change($world, $false);
	$said = bodies(wait_and_run($world, 3601));
	like $said, qr/bot3 moved H10-G8.*You have 21 days/s, 'well again, it plays on';
	change($world, "$false crash");
	says($world, 'H1-G3');
	$world->pass_days(16);
	like $world->{last}{$fred}{body}, qr/^Cancelled: the machine did not answer for two weeks\.\nThe game ends here and does not count\./m, 'after two weeks the game ends';
	unlike $world->{last}{$fred}{body}, qr/operator|rematch/, '… which the operator did not do; and no rematch with the same';
	is sql($world, 'SELECT state FROM game'), 2, '… and over';
}

# A clock that is shorter than the pauses between the tries stands, too.
$world = world("$false crash");
says($world, 'challenge bot --color=red --time=1h');
says($world, 'H3-E3');
wait_and_run($world, $_) for 61, 601, 3700, 3700, 7300;
is sql($world, 'SELECT state FROM game'), 1, 'a short clock stands';

# --- no time left

$world = world($false, 'seconds_hour = 1');
says($world, 'challenge bot --color=red');
sql($world, "INSERT OR REPLACE INTO fact VALUES ('engine-hour', $world->{now} / 3600), ('engine-ms', 5000)");
like says($world, 'H3-E3'), qr/thought enough for this hour.*It\s+goes on/s, 'no time is left: the player hears when';
is bodies(wait_and_run($world, 60)), '', '… once';
like says($world, 'draw'), qr/The machine answers your offer/, '… also to an offer';
like says($world, 'undo'), qr/Taken back: H3-E3/, '… an undo is granted at once';
like says($world, 'H1-G3'), qr/thought enough for this hour/, '… a new move waits, too';
like bodies(wait_and_run($world, 3600)), qr/bot3 moved/, '… and then it plays';

# --- its name in other languages

for ('challenge 电脑', '挑戰 電腦', 'thách đấu máy', 'challenge máy tính 3', 'вызвать компьютер', 'herausfordern Rechner') {
	$world = world($false);
	like says($world, encode('UTF-8', $_)), qr/The game with bot3 begins/, "$_: a game with the machine";
}

# --- how it ends

$world = world("$false lost");
says($world, 'challenge bot --color=red');
says($world, $_) for qw(H3-E3 H1-G3);
like says($world, 'I1-H1'), qr/fred has won: bot3 resigned\.\nThe machine thanks you for the game/, 'it resigns when it is lost for three moves';
like says($world, 'rematch'), qr/game with bot3 begins/, 'and plays again';
$world = world("$false lost");
says($world, $_) for 'challenge bot --color=red', 'H3-E3', 'H1-G3', 'undo', 'H1-G3';
is $world->query('SELECT state FROM game') =~ s/\s//gr, 1, 'what was taken back counts for none of the three';

# --- killed at any time, by Debian's where it is

for my $command ($false, -x $debians ? $debians : ()) {
	$world = world($command);
	says($world, 'challenge bot --color=red');
	my @moves = qw(H3-E3 H1-G3 B1-A3 I1-H1);
	my ($step, $played) = (0, 0);
	for my $move (@moves) {
		$world->answer($fred, $move);
		for my $round (1 .. 10) {
			my $pid = fork;
			if ($pid == 0) {
				open STDERR, '>', '/dev/null';
				exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run';
			}
			select undef, undef, undef, 0.004 * ++$step;
			kill 'KILL', $pid;
			waitpid $pid, 0;
		}
		$world->run;
		is sql($world, 'SELECT length FROM game'), $played += 2, "killed again and again: one move a turn ($move)";
	}
	my $moves = sql($world, 'SELECT moves FROM game');
	like $moves, qr/^H3-E3 \S+ H1-G3 \S+ B1-A3 \S+ I1-H1 \S+$/, 'the game is as it should be';
}

# --- Debian's, at each level

# On a machine with much to do an engine may be too late: it is asked again.
sub wait_for_red
{
	for (1 .. 3) {
		wait_and_run($world, 3600) if sql($world, 'SELECT state = 1 AND length % 2 = 0 FROM game');
	}
}

SKIP: {
	skip 'fairy-stockfish is not installed', 8 unless -x $debians;
	for my $level (1 .. 8) {
		$world = world($debians, 'nodes = "200 300 400 500 600 700 800 900"');
		says($world, "challenge bot $level --color=green");
		wait_for_red();
		for my $ply (1 .. 5) {
			my ($move) = $world->{last}{$fred}{body} =~ /You can answer this letter with\n\s+(\S+)/;
			last unless defined $move && $move =~ /-/;
			says($world, $move);
			wait_for_red();
		}
		ok sql($world, "SELECT length >= 10 OR ending = 'checkmate' FROM game"), "level $level plays"
		    or diag(sql($world, 'SELECT state, moves FROM game'), "\n$world->{log}");
	}
}

done_testing();
