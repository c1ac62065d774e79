#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Accounts closed, restored and opened by the operator, and closed by their owners: who they belong
# to and who plays against them read what has happened, and are offered nothing that is in vain.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my ($world, @letters);

sub run { return @letters = $world->run }
sub said { my ($who) = @_; return join "\n", map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $who } @letters }
sub says { my ($who, $text) = @_; $world->answer($who, $text); return run() }

# One game that is played, and a challenge.
sub fresh
{
	$world = World->new(config => "operator = op\@home.test\n");
	$world->game;
	says($fred, 'B3-E3');
	says($wilma, 'H10-G8');
	says($fred, 'challenge wilma');
}

fresh();
$world->call('player', 'delete', 'fred', 'he', 'asked', 'by', 'telephone');
is($world->{status}, 0, 'the operator closes an account');
run();
like(said($fred), qr/^The operator of Riverpost has closed your account fred.*no more letters.*2 open games.*The reason: he asked by telephone/, 'its owner is told, with the reason');
like(said($wilma), qr/wilma has won: fred's account was closed\..*The operator of Riverpost has closed fred's account\./s, 'the opponent reads what ended the game');
unlike(said($wilma), qr/resign/, '... which was no resignation');
unlike(said($wilma), qr/\brematch\b|\bchat\b/, '... and is offered neither a rematch nor chat');
my @hers = grep { $_->{address} eq $wilma } @letters;
for my $letter (@hers) {
	for my $line ('rematch', "chat\nAre you there?") {
		$world->answer($wilma, $line, to => $letter);
		run();
		is($world->{status}, 0, "$line: the pass ends well");
		like(said($wilma), qr/The account fred is closed|Not played: fred's account was closed/, '... and it is refused');
		unlike(said($wilma), qr/You can: [^.]*(?:rematch|chat)/, '... without being offered');
	}
}
$world->send(from => $wilma, subject => 'history fred');
run();
like(said($wilma), qr/account was closed|as the account was closed/, 'in the history, too');
$world->send(from => $wilma, subject => 'history wilma by account-closed');
run();
like(said($wilma), qr/fred/, '... where one can ask for it');
like($world->call('check'), qr/ 0 problems$/m, 'the database is sound');

fresh();
says($fred, 'signoff');
says($fred, 'yes');
like(said($fred), qr/^The account fred is closed.*signup with another name/, 'who closes his account reads how to come back');
like(said($wilma), qr/wilma has won: fred's account was closed\..*fred has closed the account\./s, '... and the opponent that he did it');

# Before both have moved nothing counts.
$world = World->new;
$world->game;
$world->call('player', 'delete', 'fred');
run();
like(said($wilma), qr/does not count/, 'a game that has hardly begun');
unlike(said($wilma), qr/\brematch\b/, '... and no rematch of it, with nobody there');

# Suspended and restored.
fresh();
$world->call('player', 'suspend', 'wilma', 'a test');
run();
like(said($wilma), qr/suspended your account.* To ask about it, write to op\@home\.test\./, 'a suspended account: its owner is told whom to ask');
says($wilma, 'games');
like(said($wilma), qr{Please ask the operator \(op\@home\.test\) about it\.}, '... and with each answer');
$world->call('player', 'restore', 'wilma');
run();
like(said($wilma), qr/The operator of Riverpost has restored your account/, 'a restored account: its owner is told');
like(said($wilma), $_, '... and gets his boards') for qr/^Summary of Xiangqi Board 1 It is fred's turn/m, qr/^Summary of Xiangqi Board 2 .*accept/m;
$world->call('player', 'suspend', 'wilma');
says($wilma, 'accept');
like(said($wilma), qr/suspended/, 'suspended again');
$world->call('player', 'restore', 'wilma');
my ($challenge) = grep { $_->{address} eq $wilma && $_->{subject} =~ /Board 2/ } run();
$world->answer($wilma, 'accept', to => $challenge);
run();
like(said($wilma), qr/the game begins/, 'an answer to that is carried out');

# The letter about a suspension lists one board, her only one: it is meant.
for (['draw', qr/You offered a draw/], ['undo', qr/You asked to take back/], ['give 2d', qr/You have given fred an extra 2 days/], ["chat\nHello!", qr/Your message is on its way/],
	['queue B10-C8', qr/B10-C8/], ['if H3-H5 then B10-C8', qr/If a reply is in the plan/])
{
	my ($line, $want) = @$_;
	$world = World->new;
	$world->game;
	says($fred, 'B3-E3');
	says($wilma, 'H10-G8');
	$world->call('player', 'suspend', 'fred');
	run();
	like(said($wilma), qr/has suspended the account of fred/, 'the opponent of who is suspended is told');
	says($wilma, $line);
	like(said($wilma), $want, "... and may answer that: $line");
	unlike(said($wilma), qr/Which board/, '... without the number of the board');
}
$world->send(from => $wilma, subject => 'as wilma secret2', text => 'challenge fred');
$world->call('player', 'restore', 'fred');
run();
says($wilma, 'challenge fred');
$world->call('player', 'suspend', 'fred');
run();
says($wilma, 'draw');
like(said($wilma), qr/Which board/, 'who has two boards is asked');
$world->call('player', 'restore', 'fred');

# A challenge of who is suspended waits; a game with him says so.
$world = World->new;
$world->game;
says($fred, 'challenge wilma');
$world->call('player', 'suspend', 'fred');
run();
$world->send(from => $wilma, text => "as wilma secret2\naccept 2");
run();
like(said($wilma), qr/Refused: "accept 2" fred's account is suspended: this challenge cannot be accepted until it is restored\. You can: reject, show/, 'a challenge of who is suspended');
for my $board (1, 2) {
	$world->send(from => $wilma, text => "as wilma secret2\nshow $board");
	run();
	like(said($wilma), qr/fred's account is suspended: until it is restored, fred can neither move nor answer\./, "board $board says so");
	unlike(said($wilma), qr/accept to start/, '... and offers nothing that is in vain');
}
says($wilma, 'games');
like(said($wilma), qr/fred to move until [^;<]*; fred's account is suspended/, '... and the list of games');
like(said($wilma), qr/fred has challenged wilma \([^)]*\); fred's account is suspended/, '... that of the challenge, too');
$world->call('player', 'restore', 'fred');
run();
says($wilma, 'games');
unlike(said($wilma), qr/suspended/, 'and nothing of it once he is back');

# Who closes his account ends his challenges, and those to him.
for (['fred', 'fred', $wilma, 'wilma'], ['wilma', 'wilma', $fred, 'fred']) {
	my ($name, $closed, $other) = @$_;
	for my $line (qw(accept withdraw show rematch resume)) {
		fresh();
		says($name eq 'fred' ? $fred : $wilma, 'signoff');
		says($name eq 'fred' ? $fred : $wilma, 'yes');
		my ($letter) = grep { $_->{address} eq $other && $_->{subject} =~ /Board 2/ } @letters;
		$world->answer($other, $line, to => $letter);
		run();
		like(said($other), qr/Not played: $closed\'s account was closed/, "$name has left: $line");
		unlike(said($other), qr/rejected|was withdrawn|"challenge/, '... and nothing else');
	}
}

# What can be resumed, and what else there is.
$world = World->new;
$world->game;
says($fred, 'challenge wilma');
says($wilma, 'reject');
says($fred, 'resume');
like(said($fred), qr/Only a game that was lost on time can be resumed\. This one never began\. "challenge wilma" asks for a game\./, 'resume, of a challenge');
$world->send(from => $fred, text => "as fred secret1\nresign 1");
run();
says($wilma, 'resume');
says($fred, 'resume');
like(said($fred), qr/lost on time can be resumed\. This one was cancelled\. "rematch" asks for a new one\./, '... of a game that was cancelled');

# A result that the operator overturns is told to both, with what it does to ratings.
$world = World->new;
$world->game;
says($fred, 'B3-E3');
says($wilma, 'H10-G8');
says($fred, 'resign');
$world->call('player', 'suspend', 'fred');
run();
$world->call('game', 'adjudicate', 1, 'draw');
run();
like(said($_), qr/Draw, as decided by the operator\..* has decided otherwise about board 1, which was over\. .* yours was \d+, and is 1500 now/, "overturned while one is suspended: $_ is told") for $fred, $wilma;
$world->call('player', 'restore', 'fred');
run();

# Opened.
$world->call('player', 'add', 'barney', $barney);
run();
like(said($barney), qr/^The operator of Riverpost has opened an account for you, barney, at this address.*Welcome to Riverpost, barney!/s, 'an account opened by the operator: its owner is told');
says($barney, 'challenge fred');
like(said($barney), qr/barney has challenged fred/, '... and can begin by an answer');
done_testing;
