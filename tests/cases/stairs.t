#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The stairs by letter: joined, played by name and by whoever waits longest, left; what nobody can
# be challenged for; each way in which a game ends there, once, also where the server is killed; and
# what the operator decides later.  Steps are reckoned here a second time, from the results alone.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my @names = qw(anna ben carl dora emil);
my $world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\nstairs = 5d\ngames_max = 4\n");
sub address { return "$_[0]\@" . ($_[0] eq 'emil' ? 'b.test' : 'a.test') }
sub words { return decode('UTF-8', $_[0] // '') =~ s/\s+/ /gr }

$world->send(from => address($_), subject => "signup $_") for @names;
$world->run;
$world->answer(address($_), 'yes') for @names;
$world->run;
my %home = map { $_ => $world->{last}{address($_)} } @names;	# of no board

# What somebody gets in answer to this, in one letter; and what each of the others gets.
my %got;
sub writes
{
	my ($who, $text, %args) = @_;
	$world->answer(address($who), $text, to => $args{to} // $home{$who});
	%got = ();
	push @{$got{$_->{address} =~ s/@.*//r}}, words("$_->{subject}\n$_->{body}") for $world->run;
	return join ' || ', @{$got{$who} // []};
}

# Who stands where, by the database and by hand: name => step.
my %step;
sub stands
{
	my ($name) = @_;
	my %now = map { split /\|/ } split /\n/, $world->query('SELECT userid, step FROM stair JOIN player ON player.id = player');
	is_deeply(\%now, \%step, "$name: steps");
}
sub won { my ($w, $l) = @_; $step{$w}++ if $step{$w}; $step{$l}-- if ($step{$l} // 0) > 1 }
sub newest { return $world->query('SELECT max(id) FROM game') }
# Orders in answers to old letters are asked about.
sub fresh { writes($_, 'stairs'), $home{$_} = $world->{last}{address($_)} for @names }
# Both have moved.
sub moves
{
	my ($board) = @_;
	my ($red, $green) = split /\|/, $world->query("SELECT r.userid, g.userid FROM game JOIN player r ON r.id = red JOIN player g ON g.id = green WHERE game.id = $board");
	my $letter = $world->{last}{address($red)};
	writes($red, "move $board B3-E3", to => $letter);
	writes($green, "move $board H8-E8", to => $world->{last}{address($green)});
	return ($red, $green);
}
# In an answer to the newest letter of somebody.
sub ends
{
	my ($who, $text) = @_;
	return writes($who, $text, to => $world->{last}{address($who)});
}

# --- strangers, and who is not on them
$world->send(from => 'visitor@elsewhere.test', subject => $_) for 'stairs', 'ladder', 'stairs join', 'stairs play anna';
my @answers = map { words($_->{body}) } $world->run;
is(scalar @answers, 3, 'a stranger is answered who only asks, or wants to join');
like((splice @answers, 2, 1), qr/Refused: "stairs join" To do that, open an account first: send "signup NAME", with the name that you want to have here\. Then send: stairs join/, 'who wants to join learns how');
like($_, qr/^Nobody is on the stairs yet\. Everybody starts on step 1\..* 5 days a move\. .*To take part, open an account first \(signup NAME\); then send: stairs join /, 'what he reads') for @answers;
like(writes('anna', 'stairs play'), qr/Refused: "stairs play" You are not on the stairs\. To join, send: stairs join/, 'play, without');
like(writes('anna', 'stairs leave'), qr/You are not on the stairs/, 'leave, without');
# Whom nobody knows is not anybody.
unlike(writes('anna', $_), qr/Did you mean/, "$_: nobody else is offered") for 'stairs play nobody here', 'stairs play ../../etc', 'stairs challenge the best one';
stands('nobody');

# --- joined
like(writes('anna', 'stairs join'), qr/You are on the stairs now\. .*You are on step 1\. Nobody else is on the stairs yet\./, 'join');
like(writes('anna', 'join the stairs'), qr/You are on the stairs already, on step 1\./, 'join once more');
like(writes('anna', 'stairs play'), qr/Refused: .*Nobody else is on the stairs yet\./, 'alone');
like(writes('anna', 'stairs play anna'), qr/Refused: .*yourself/, 'oneself');
like(writes('anna', 'stairs play ben'), qr/ben is not on the stairs\./, 'who is not there');
like(writes('anna', 'stairs play zeno'), qr/I know no player called zeno/, 'who is nowhere');
$world->pass_time(60);
like(writes('ben', 'ladder join'), qr/You may challenge: anna /, 'ladder join');
$world->pass_time(60);
like(writes('carl', 'join stairs'), qr/You may challenge: anna, ben /, 'join stairs');
%step = (anna => 1, ben => 1, carl => 1);
stands('three');

# --- a game
like(writes('carl', 'stairs play'), qr/Your stairs game has begun: you have challenged anna\. If you win you go up to step 2; if you lose you stay on step 1\. If you lose on time you are off the stairs\./, 'who has waited longest');
my $board = newest();
like($got{anna}[0], qr/carl has challenged you on the stairs, and the game has begun: by joining them you agreed to that\. If you win you go up to step 2; if you lose you stay on step 1\./, 'she is told');
like($got{anna}[0], qr/You play Red\. You have 5 days/, 'the challenged has Red, and the configured time');
is_deeply([sort keys %got], ['anna', 'carl'], 'nobody else is');
like(writes('carl', 'stairs play ben'), qr/You have challenged somebody already, on board $board\./, 'one at a time');
like(writes('ben', 'stairs play anna'), qr/anna has been challenged by another player already/, 'as the challenged, too');
like(writes('anna', 'stairs play carl'), qr/You and carl are playing each other on the stairs already/, 'not each other twice');
like(writes('anna', 'stairs'), qr/Step 1: anna \(you\) \(challenged\), ben, carl You are on step 1\. You may challenge: ben /, 'the table');
like(writes('carl', 'stairs'), qr/You can challenge somebody again when your game on board $board is over\./, 'and that of the challenger');
# Two challenge one, in one pass: the first has him.
$world->answer(address($_), 'stairs play ben', to => $home{$_}) for 'anna';
$world->answer(address('ben'), 'stairs play anna', to => $home{ben});
my %both = map { $_->{address} => words($_->{body}) } grep { $_->{body} =~ /Refused|begun/ } $world->run;
is($world->query('SELECT count(*) FROM climb'), 2, 'two who challenge each other in one pass: one game');
like(words($world->{last}{address('ben')}{body}), qr/You and anna are playing each other on the stairs already|anna has been challenged by another player/, 'and the second is told');
my $second = newest();

# --- nothing is taken back or given there
my ($red, $green) = moves($board);
is($red, 'anna', 'anna plays Red');
like(ends('anna', "undo $board"), qr/Board $board is a stairs game: no move can be taken back in it\./, 'undo');
unlike(words($world->{last}{address('anna')}{body}), qr/undo +asks/, 'nor is it offered');
like(ends('anna', "give $board 2d"), qr/Board $board is a stairs game: both players have the same time, and none can be given\./, 'give');
like(ends('anna', "show $board"), qr/Stairs game\. Rules: server\./, 'the letter says what it is');

# --- it ends: once, and both read what it did
my $ended = ends('anna', "resign $board");
won('carl', 'anna');
stands('resigned');
like($ended, qr/carl has won: anna resigned\..*Stairs: you stay on step 1, carl goes up from step 1 to step 2\./, 'the loser');
like($got{carl}[0], qr/Stairs: anna stays on step 1, you go up from step 1 to step 2\./, 'the winner');
like($got{carl}[0], qr/Ratings: anna /, 'it is rated');
like(ends('carl', "show $board"), qr/Stairs: anna stays on step 1, you go up/, 'it can be looked up');
stands('and only once');
like(writes('carl', 'stairs play anna'), qr/Your last game with anna on the stairs ended less than 14 days ago\. You can challenge anna again from \w+ 2 Dec/, 'not the same at once');
like(writes('ben', 'stairs play carl'), qr/carl is on step 2 and you are on step 1: you can only challenge players on your own step or up to 3 steps below/, 'nobody above');

# --- before both have moved, and a draw
like(writes('ben', "show $second", to => $home{ben}), qr/Board $second/, 'the second board');
$ended = writes('ben', "resign $second", to => $world->{last}{address('ben')});
won('anna', 'ben');
stands('resigned before a move');
like($ended, qr/anna has won: ben resigned\..*Unrated, as it was lost before both had moved\./, 'it counts on the stairs alone');
like(writes('dora', 'stairs join'), qr/You may challenge: ben /, 'dora joins, and may challenge no one above');
$step{dora} = 1;
like(writes('anna', 'stairs play with dora'), qr/you have challenged dora\. If you win you go up to step 3; if you lose you go down to step 1\./, 'play with');
$board = newest();
($red, $green) = moves($board);
is($world->query("SELECT count(*) FROM climb JOIN player ON player.id = climb.challenger JOIN game ON game.id = game WHERE game.id = $board AND userid = 'anna'"), 1, 'who challenged is kept');
# anna was Red once and then as the challenger Green: she has had Red as often as dora, who is the challenged.
is($red, 'dora', 'Red goes to the one who had it less often, or the challenged');
ends($red, "draw $board");
$ended = ends($green, "accept $board");
like($ended, qr/Stairs: .*stay on step/, 'a draw') and stands('a draw changes nothing');

# --- who cannot be challenged
like(writes('emil', "stairs join\nstairs play ben"), qr/you have challenged ben/, 'joined and played in one letter');
$step{emil} = 1;
my $emils = newest();
writes('ben', "block emil");
writes('dora', 'block carl');
like(writes('carl', 'stairs play dora'), qr/Refused: /, 'who has blocked one');
unlike(writes('carl', 'stairs'), qr/You may challenge:[^.]*\bdora\b/, 'and is not offered');
writes('dora', 'unblock carl');
like(writes('carl', 'stairs'), qr/You may challenge:[^.]*\bdora\b/, 'and is, without the block');
writes('dora', 'vacation 2026-11-18 2026-11-30');
like(writes('carl', 'stairs play dora'), qr/dora is on vacation and cannot be challenged until it is over\./, 'vacation');
like($got{carl}[0], qr/dora/, 'named');
like(writes('carl', 'stairs'), qr/dora \(on vacation\)/, 'the table shows it');
writes('dora', 'vacation off');
$world->call('player', 'suspend', 'dora');
$world->run;
like(writes('carl', 'stairs play dora'), qr/Refused: .*dora is not on the stairs\./, 'suspended');
$world->call('player', 'restore', 'dora');
$world->run;
stands('nothing has changed by that');

# --- who leaves: the game goes on, and counts for the other
like(writes('emil', 'stairs leave'), qr/You have left the stairs\. Board $emils goes on, and still counts for the step of your opponent, and for yours if you are on the stairs again when it ends\. If you join again, you start on step 1\./, 'leave');
delete $step{emil};
moves($emils);
$ended = ends('emil', "resign $emils");
won('ben', 'emil');
like($ended, qr/you were no longer on the stairs/, 'who has left is told so');
stands('left');

# --- time: lost, off the stairs, and only the one who lost
like(writes('carl', 'stairs play dora'), qr/you have challenged dora/, 'carl challenges dora');
$board = newest();
$world->{now} += 86400, $world->run for 1 .. 5;
%got = ();
push @{$got{$_->{address} =~ s/@.*//r}}, words("$_->{subject}\n$_->{body}") for $world->run;
$world->pass_time(3700);
push @{$got{$_->{address} =~ s/@.*//r}}, words("$_->{subject}\n$_->{body}") for $world->run;
is($world->query("SELECT ending FROM game WHERE id = $board"), 'time', 'time was up');
my ($late) = $world->query("SELECT userid FROM game JOIN player ON player.id = iif(result = 1, green, red) WHERE game.id = $board");
# She has had Red once, and he never.
is($late, 'carl', 'carl plays Red, and has lost');
won('dora', '');
delete $step{$late};
stands('time');
like(words($world->{last}{address($late)}{body}), qr/you have left the stairs for losing on time(?:, dora goes up from step \d+ to step \d+)?\. To start again on step 1, send: stairs join/, 'told, and how to come back');
like(writes($late, 'stairs join'), qr/You are on step 1/, 'he comes back');
$step{$late} = 1;
stands('back');
my $shown = writes($late, "show $board");
like($shown, qr/you have left the stairs for losing on time\b/, 'the letter of that game');
unlike($shown, qr/stairs join/, '… no longer offers what he has done');

# --- the operator decides, or cancels, a game that is over
$world->pass_days(15);
fresh();
like(writes('dora', 'stairs play anna'), qr/you have challenged anna/, 'after 14 days the same again');
$board = newest();
($red, $green) = moves($board);
ends('anna', "resign $board");
my ($anna, $before) = ($step{anna}, $step{dora});
won('dora', 'anna');
stands('before the operator');
$world->call('game', 'adjudicate', $board, $red eq 'anna' ? 'red' : 'green', 'It was not so.');
$step{dora} = $before;
$step{anna} = $anna;
won('anna', 'dora');
stands('decided otherwise');
$world->call('game', 'adjudicate', $board, $red eq 'anna' ? 'red' : 'green', 'Once more.');
stands('and once more the same');
$world->call('game', 'cancel', $board, 'It is void.');
@step{qw(anna dora)} = ($anna, $before);
stands('cancelled');
my @back = grep { $_->{address} eq address('anna') } $world->run;
like(words($back[0]{body}), qr/Stairs \(what the earlier result had done is taken back\): (?=.*you go up from step 1 to step 3)(?=.*dora goes down from step 3 to step 1)/, 'decided otherwise: both read from where they go where');
like(words($back[-1]{body}), qr/Stairs \(what the earlier result had done is taken back\): (?=.*you go down from step 3 to step 2)(?=.*dora goes up from step 1 to step 2)/, '... and that the steps go back');

# --- a letter that comes twice, and a server that is killed
$world->pass_days(15);
fresh();
like(writes('dora', 'stairs play anna'), qr/you have challenged anna/, 'again');
$board = newest();
moves($board);
my $kills = 0;
$world->pass_time(60);
$world->answer(address('anna'), "resign $board", to => $world->{last}{address('anna')});
for (1 .. 12) {
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		{ exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run' };
		POSIX::_exit(127);
	}
	sleep(rand 0.15);
	kill 'KILL', $pid;
	waitpid $pid, 0;
	$kills += $? == 9;
}
my @said = grep { words($_->{body}) =~ /Stairs: / } $world->run, $world->run;
won('dora', 'anna');
stands("killed $kills times");
is(scalar @said, 2, 'each hears of it once');
$world->answer(address('anna'), "resign $board", to => $world->{last}{address('anna')});
$world->run;
stands('a second letter changes nothing');

# --- empty steps close with the month, and whose account is closed is gone
fresh();
writes('ben', 'stairs leave');
delete $step{ben};
my %was = %step;
my @below = sort { $a <=> $b } keys %{{ map { $_ => 1 } values %step }};
my %closed = map { $below[$_] => $_ + 1 } 0 .. $#below;
$_ = $closed{$_} for values %step;
isnt(join(' ', map { "$_$was{$_}" } sort keys %was), join(' ', map { "$_$step{$_}" } sort keys %step), 'there is one to close');
my ($month) = $world->iso =~ /-(\d\d)-/;
for (1 .. 6) {
	$world->pass_days(7);
	last if ($world->iso =~ /-(\d\d)-/)[0] ne $month;
}
stands('a month has begun');
like(writes('carl', 'data') // '', qr/./, 'data is sent');
my $data = join '', map { $_->{raw} // '' } $world->{last}{address('carl')};
like($world->call('player', 'data', 'carl'), qr/"stairs_games"/, 'it has the games there');
like($world->call('stairs', 'list'), qr/^ +$step{dora}  dora /m, 'the operator sees them');
$world->call('player', 'delete', 'carl', 'gone');
$world->run;
delete $step{carl};
stands('an account is closed');
unlike(writes('anna', 'stairs'), qr/carl/, 'and nobody sees it there');

# --- nobody has ever had two as the challenger, and each step is a game's
is($world->query('SELECT count(*) FROM climb WHERE abs(red_after - red_before) > 1 AND red_after > 0'), 0, 'no game has moved anybody by two');
is($world->query('SELECT count(*) FROM climb JOIN game ON id = game WHERE (state = 2) <> (climb.result <> 0)'), 0, 'each that is over has moved both');

# --- why the only one within reach cannot be challenged, also where nobody is named
{
	my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
	my $two = World->new;
	$two->players;
	$two->answer($_->[0], $_->[1]), $two->run
	    for [$fred, 'stairs join'], [$wilma, 'stairs join'], [$fred, 'stairs play'], [$wilma, 'B3-E3'], [$fred, 'H10-G8'], [$wilma, 'draw'], [$fred, 'accept'], [$fred, 'stairs play'];
	like($two->{last}{$fred}{body} =~ s/\s+/ /gr, qr/ended less than 14 days ago\. You can challenge wilma again from \w+ 2 Dec/, 'stairs play tells from when on');
	my $barney = 'barney@c.test';
	$two->send(from => $barney, subject => 'signup barney'), $two->run;
	$two->answer($_->[0], $_->[1]), $two->run for [$barney, 'yes'], [$barney, 'stairs join'], [$barney, 'vacation 2026-11-18 2026-11-25'], [$fred, 'stairs play'];
	my $why = $two->{last}{$fred}{body} =~ s/\s+/ /gr;
	like($why, qr/You can challenge wilma again from \w+ 2 Dec/, '... also where others are within reach');
	like($why, qr/barney is on vacation/, '... and why not these');
}

done_testing;
