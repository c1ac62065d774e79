#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What the answer to an older letter may still do: every command in an answer to a letter of its
# own game, of another one and of one that is over, 0, 2 and 10 plies old, which is today's, one
# of four days ago and one of twenty.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $day = 86400;
my $world = World->new(config => "auth_server = mx.game.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
my $database = "$world->{home}/riverpost.sqlite";
my %letter;	# fred's of each board, by its age in plies

sub sql
{
	my ($query) = @_;
	chomp(my $value = `sqlite3 '$database' "$query"`);
	return $value;
}

# Whoever the mail server vouches for needs no letter to answer.
sub says
{
	my ($from, $text) = @_;
	my ($site) = $from =~ /\@(.*)/;
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=$site\n" .
	    "Received: from $site by mx.game.test; now\n" . $world->letter(from => $from, text => $text));
	return $world->run;
}

# So many plies in all three games; then these are fred's newest letters of them.
my ($number, @moves) = (0, qw(A1-A2 A10-A9 A2-B2 A9-B9 B2-C2 B9-C9 C2-D2 C9-D9 D2-E2 D9-E9 E2-F2 E9-F9 F2-G2 F9-G9));
sub plies
{
	my ($count, $days, $age) = @_;
	$world->pass_time($days * $day / 2), $world->run, $world->pass_time($days * $day / 2);
	for (1 .. $count) {
		my $move = $moves[$number++];
		for (says($number % 2 ? $fred : $wilma, join '', map { "move $_ $move\n" } 1 .. 3)) {
			$letter{$1}{$age} = $_ if $_->{address} eq $fred && $_->{subject} =~ /Board (\d)/;
		}
	}
}

$world->game('--forfeittime=90');
says($fred, "challenge wilma --forfeittime=90\n" x 2);
says($wilma, 'accept all');
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
$world->answer($barney, 'yes');
$world->run;
says($barney, 'seek');
plies(4, 0, 10);
plies(4, 4, 'x');
plies(4, 12, 2);
plies(2, 4, 0);
for (says($wilma, 'resign 3')) {
	$letter{3}{0} = $_ if $_->{address} eq $fred;
}
is(sql('SELECT group_concat(state || turns) FROM game'), '114,114,214', 'three boards of fourteen plies, the third is over');
rename $database, "$database.then" or die "$!";

my $tries = 0;
# What becomes of fred's answers to letters of this board, the oldest first: d done, a asked
# about, r refused, - not answered.
sub becomes
{
	my ($text, $board) = @_;
	my %got;

	$tries++;
	unlink glob "$database-*";
	system('cp', "$database.then", $database) == 0 or die;
	$world->send(from => $fred, to => $letter{$board}{$_}{'reply-to'}, text => $text =~ s/AGE/$_/r . "\n",
	    id => "<$tries-answer-$_\@a.test>") for 10, 2, 0;
	for ($world->run) {
		my ($age) = ($_->{'in-reply-to'} // '') =~ /answer-(\d+)/ or next;
		$got{$age} = $_->{body} =~ /answer this letter with: yes/ ? 'a' : $_->{subject} =~ /Error|^Not done: / ? 'r' : 'd';
	}
	return join '', map { $got{$_} // '-' } 0, 2, 10;
}

# In a letter of board 1; in one of board 2 that lists board 1 as waiting, where the command names
# that; in one of board 3.
my @table = (
	['accept', 'accept BOARD', 'rrr rrr rrr'],
	['add', 'add fred@home.test', 'aaa aaa aaa'],
	['announce', 'announce Cup --players=8', 'rrr rrr rrr'],
	['as', "as fred secret1\nset board hanzi", 'ddd ddd ddd'],
	['block', 'block barney', 'dda dda dda'],
	['challenge', 'challenge barney', 'ddd ddd ddd'],
	['change', 'change password secret9', 'aaa aaa aaa'],
	['chat', "chat BOARD\nHello", 'ddd ddd ddd'],
	['claim', 'claim BOARD', 'rrr rrr rrr'],
	['confirm', 'confirm BOARD', 'rrr rrr rrr'],
	['data', 'data', 'ddd ddd ddd'],
	['draw', 'draw BOARD', 'drr drr rrr'],
	['drop', 'drop fred@home.test', 'rrr rrr rrr'],
	['explain', 'explain', 'ddd ddd ddd'],
	['forgot', 'forgot fred', 'ddd ddd ddd'],
	['games', 'games', 'ddd ddd ddd'],
	['give', 'give BOARD 2d', 'drr drr rrr'],
	['help', 'help', 'ddd ddd ddd'],
	['history', 'history', 'ddd ddd ddd'],
	['if', 'if BOARD H10-G8 then B1-C3', 'rrr rrr rrr'],
	['invite', 'invite joe@dAGE.test', 'ddd ddd ddd'],
	['join', 'join 1', 'rrr rrr rrr'],
	['leave', 'leave 1', 'rrr rrr rrr'],
	['limit', 'limit 5', 'dda dda dda'],
	['message', "message barney\nHello", 'ddd ddd ddd'],
	['more', 'more', 'rrr rrr rrr'],
	['move', 'move BOARD B3-E3', 'drr drr rrr'],
	['moves', 'moves BOARD', 'ddd ddd rrr'],
	['note', "note BOARD\nThink!", 'ddd dda ddd'],
	['notify', 'notify barney', 'ddd ddd ddd'],
	['opening', 'opening B3-E3', 'ddd ddd ddd'],
	['position', 'position BOARD', 'ddd ddd ddd'],
	['preview', 'preview BOARD B3-E3', 'ddd ddd ddd'],
	['puzzle', 'puzzle score', 'ddd ddd ddd'],
	['queue', 'queue BOARD B1-C3', 'rrr rrr rrr'],
	['rating', 'rating barney', 'ddd ddd ddd'],
	['receive', 'receive fred@a.test on', 'aaa aaa aaa'],
	['record', 'record BOARD', 'ddd ddd ddd'],
	['reject', 'reject BOARD', 'rrr rrr rrr'],
	['rematch', 'rematch BOARD', 'rrr rrr ddd'],
	['resign', 'resign BOARD', 'drr drr rrr'],
	['resume', 'resume BOARD', 'rrr rrr rrr'],
	['review', 'review BOARD', -x '/usr/games/fairy-stockfish' ? 'rrr rrr ddd' : 'rrr rrr rrr'],
	['seek', 'seek', 'dda dda dda'],
	['seeks', 'seeks', 'ddd ddd ddd'],
	['set', 'set board hanzi', 'dda dda dda'],
	['show', 'show 1', 'ddd ddd ddd'],
	['showas', 'showas 1', 'ddd ddd ddd'],
	['signoff', 'signoff', 'aaa aaa aaa'],
	['signup', 'signup fred2', 'rrr rrr rrr'],
	['stairs', 'stairs join', 'rda rda rda'],
	['standings', 'standings', 'ddd ddd ddd'],
	['stats', 'stats barney', 'ddd ddd ddd'],
	['stop', 'stop', 'rrr rrr rrr'],
	['submit', 'submit BOARD B3-E3', 'drr drr rrr'],
	['subscribe', 'subscribe barney', 'ddd ddd ddd'],
	['take', 'take 1', 'rrr rrr rrr'],
	['tournament', 'tournament 1', 'rrr rrr rrr'],
	['tournaments', 'tournaments', 'ddd ddd ddd'],
	['unblock', 'unblock barney', 'rrr rrr rrr'],
	['undo', 'undo BOARD', 'drr drr rrr'],
	['unqueue', 'unqueue BOARD', 'rrr rrr rrr'],
	['unsubscribe', 'unsubscribe barney', 'rrr rrr rrr'],
	['vacation', 'vacation off', 'dda dda dda'],
	['who', 'who barney', 'ddd ddd ddd'],
	['withdraw', 'withdraw BOARD', 'rrr rrr rrr'],
);
my $header = do { open my $file, '<', "$FindBin::Bin/../../src/speak/verbs.h" or die "$!"; local $/; <$file> };
my ($list) = $header =~ /#define VERBS\(X\)((?:.*\\\n)*.*)/;
is(join(' ', sort map { $_->[0] } @table), join(' ', sort $list =~ /X\((\w+), /g), 'every verb has its row');
# Sanitizers take their time.
my $every = World::is_sanitized() ? 4 : 1;
for (@table[grep { $_ % $every == 0 } 0 .. $#table]) {
	my ($verb, $command, $want) = @$_;
	is(join(' ', map { becomes($command =~ s/ BOARD/$_ == 2 ? ' 1' : ''/er, $_) } 1 .. 3), $want, $verb);
}

# --- What was asked about is done when it is confirmed: with its board, and the words below.
sub asked
{
	my ($text, $board, $age) = @_;
	unlink glob "$database-*";
	system('cp', "$database.then", $database) == 0 or die;
	$world->send(from => $fred, to => $letter{$board}{$age}{'reply-to'}, text => "$text\n");
	$world->run;
	my $question = $world->{last}{$fred}{body};
	like($question, qr/you answered an old letter/, $text =~ s/\n.*//sr . ': why it is asked is said');
	$world->answer($fred, 'yes');
	$world->run;
	return $question;
}
asked('set board hanzi', 1, 10);
is(sql("SELECT board FROM player WHERE userid = 'fred'"), 'hanzi', '... and yes changes the setting');
unlike(asked("note 1\nThink of the\nrook!", 2, 10), qr/rook/, 'a note is not shown in the question');
is(sql('SELECT game || text FROM talk'), "1Think of the\nrook!", '... and kept whole');
$world->pass_time(5 * $day), $world->run for 1 .. 3;
says($fred, "move $_ I1-I2") for 1, 2;
system('cp', $database, "$database.then") == 0 or die;
asked('give 2d', 1, 0);
is(sql('SELECT group_concat(given_green) FROM game'), 2 * $day . ',0,0', 'time is given in the game of the letter');

# --- Thirty days are what one player can give in a game.
says($fred, 'give 2 20d');
says($fred, 'give 2 11d');
like($world->{last}{$fred}{body}, qr/^A player can give at most 30 days in a game; you have 10 days\s+left\s+to\s+give\.$/m, 'not 31 days');
says($fred, 'give 2 400d');
like($world->{last}{$fred}{body}, qr/^A player can give at most 30 days in a game; you have 10 days\s+left/m, 'nor more than can be read');
says($fred, 'give 2 10d');
says($fred, 'give 2 1h');
like($world->{last}{$fred}{body}, qr/^A player can give at most 30 days in a game; you have given all of\s+them\.$/m, 'nor more than 30');
says($wilma, 'give 2 30d');
like($world->{last}{$wilma}{body}, qr/^You have given fred an extra 30 days/m, 'each player has his own');
done_testing;
