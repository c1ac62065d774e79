#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Every command that names a player, against everything that may be so of him: each gets one
# answer that says what was done, and no letter fails.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $limits = "answers_hour = 100000\nanswers_day = 100000\noutage = 10080\n";
my $asleep = qr/cannot be challenged at present/;
my $gone = qr/The account wilma is closed/;
my $nobody = qr/I know no player called (?:wilma|\*{8})/; # a word that may be a password

# What makes wilma so, and what answers: that she is challenged, gets a message, takes an open
# invitation; to whoever else asks for her, unless that is the default.
my %states = (
	active => { make => sub { }, challenge => qr/fred has challenged wilma/, message => qr/on its way/ },
	suspended => { make => sub { $_[0]->call('player', 'suspend', 'wilma', 'rude') },
	    challenge => $asleep, message => qr/wilma is not playing at the moment\. Your message was not sent/,
	    rematch => $asleep, resume => $asleep, who => $asleep },
	restored => { make => sub { $_[0]->call('player', $_, 'wilma') for 'suspend', 'restore' },
	    challenge => qr/fred has challenged wilma/, message => qr/on its way/ },
	closed => { make => sub { $_[0]->call('player', 'delete', 'wilma') },
	    challenge => $gone, message => $gone, rematch => $gone, resume => $gone, any => $gone },
	vacation => { make => sub { $_[0]->send(from => $wilma, text => "as wilma secret2\nvacation 2026-11-21 2026-11-25\n"); $_[0]->run },
	    challenge => qr/fred has challenged wilma/, message => qr/on its way/, who => qr/vacation/ },
	bouncing => { make => sub { sql($_[0], "UPDATE address SET stopped = 1 WHERE address = '$wilma'") },
	    challenge => qr/gets the challenge only after writing to us/, message => qr/Letters to wilma are being returned, so your message was not sent/ },
	'one who blocks' => { make => sub { $_[0]->send(from => $wilma, text => "as wilma secret2\nblock fred\n"); $_[0]->run },
	    challenge => qr/does not accept challenges/, message => qr/does not accept messages/, rematch => qr/does not accept challenges/ },
	blocked => { make => sub { $_[0]->send(from => $fred, text => "as fred secret1\nblock wilma\n"); $_[0]->run },
	    challenge => qr/You have blocked wilma/, message => qr/on its way/, rematch => qr/You have blocked wilma/ },
	'not confirmed' => { unconfirmed => 1, make => sub { },
	    challenge => $nobody, message => $nobody, any => $nobody },
);

sub sql
{
	my ($world, $statement) = @_;
	system('sqlite3', "$world->{home}/riverpost.sqlite", $statement) == 0 or die;
}

# A line, and which of the answers above it gets.
my @lines = (
	['challenge wilma', 'challenge'], ['challenge fred wilma', 'challenge'],
	['challenge wilma --time=3d', 'challenge'],
	["message wilma\nHello there.", 'message'], ["message wilma wilma\n\nHello.", 'message'],
	['who wilma', 'who'], ['games wilma', 'any'], ['games fred wilma', 'any'], ['rating wilma', 'any'],
	['subscribe wilma', 'any'], ['notify wilma', 'any'], ['unsubscribe wilma', 'any'],
	['record wilma', 'any'], ['show next wilma', 'none'], ['show wilma', 'any'],
	['history wilma', 'none'], ['stats wilma', 'none'], ['history fred vs wilma', 'none'],
	['forgot wilma', 'none'], ['rematch', 'rematch'], ['resume', 'resume'], ['unblock wilma', 'none'], ['block wilma', 'any'],
);
for my $name (sort keys %states) {
	my $state = $states{$name};
	my $world = World->new(config => $limits);
	my ($welcome, $over);
	if ($state->{unconfirmed}) {
		$world->send(from => $fred, subject => 'signup fred secret1');
		$world->run;
		$world->answer($fred, 'yes');
		$world->run;
		$welcome = $world->{last}{$fred};
		$world->send(from => $wilma, subject => 'signup wilma secret2');
		$world->run;
	} else {
		$world->players;
		$welcome = $world->{last}{$fred};
		$world->game('--time=1d');
		$world->answer($fred, 'B3-E3');
		$world->run;
		$world->answer($wilma, 'H10-G8');
		$world->run;
		$world->pass_days(2);
		$over = $world->{last}{$fred};
		like($over->{body}, qr/on time/, "$name: a game is over");
	}
	$state->{make}->($world);
	# One pass for all: the order of the letters in the mailbox is that of their numbers.
	my (%wrote, %got);
	for (@lines) {
		my ($line, $which) = @$_;
		my $answered = $which =~ /^re/ ? $over : $welcome or next;
		$wrote{sprintf '<test-%d@players.test>', $world->{number} + 1} = $_;
		$world->answer($fred, $line, to => $answered);
	}
	push @{$got{$_->{'in-reply-to'} // ''}}, $_ for grep { $_->{address} eq $fred } $world->run;
	is($world->{status}, 0, "$name: the pass ends well") or diag $world->{log};
	for my $id (sort { ($a =~ /(\d+)/)[0] <=> ($b =~ /(\d+)/)[0] } keys %wrote) {
		my ($line, $which) = @{$wrote{$id}};
		my @answers = @{$got{$id} // []};
		my $want = $state->{$which} // ($which ne 'none' ? $state->{any} : undef) // qr/\w/;
		my $text = join ' ', map { $_->{body} =~ s/^(?:Refused|Not all done): .*\n//r =~ s/\s+/ /gr } @answers;
		is(scalar @answers, 1, "$name, $line: one answer");
		like($text, $want, '... that tells it');
		unlike($text, qr/suspended/, '... and nothing of a suspension');
	}
	is(scalar(my @left = glob "$world->{home}/mail/in/{new,cur}/* $world->{home}/mail/in/.Failed/{new,cur}/*"), 0, "$name: no letter is left");
}

# --- who plays against somebody suspended is told, and so is what his reminders are for

my $world = World->new(config => $limits);
$world->game('--time=3d');
$world->answer($fred, $_) && $world->run for 'B3-E3', "challenge wilma --time=3d\nchallenge wilma --time=3d";
$world->send(from => $wilma, text => "as wilma secret2\naccept 2\n");
$world->run;
sub text { return join ' ', map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $_[0] } @{$_[1]} }
$world->call('player', 'suspend', 'wilma', 'rude');
my @letters = $world->run;
is(scalar(grep { $_->{address} eq $fred } @letters), 1, 'suspended: one letter to who plays against her');
like(text($fred, \@letters), qr/suspended the account of wilma/, '... that says so');
like(text($fred, \@letters), qr/The clock goes on where you play wilma: board 1, 2\. Your challenges stay open: board 3\./, '... and where that matters');
unlike(text($fred, \@letters), qr/rude/, '... but not why');
$world->pass_time(1.6 * 86400);
@letters = $world->run;
like(text($wilma, \@letters), qr/left for your move/, 'she is reminded');
like(text($wilma, \@letters), qr/Your account is suspended: nothing that you answer is carried out until the operator of Riverpost has restored it\. Please ask the operator in time/, '... of what can help');
unlike(text($wilma, \@letters), qr/You can answer/, '... and not of what cannot');
$world->call('player', 'restore', 'wilma');
@letters = $world->run;
like(text($fred, \@letters), qr/restored the account of wilma, who can move and answer again\. You play wilma on board 1, 2\. Your challenge is still open: board 3\./, 'restored: he is told');
like(text($wilma, \@letters), qr/You can answer/, '... and her boards can be answered');

# Letters of several boards say it of each, and offer nothing that would be refused.
$world = World->new(config => $limits);
$world->game;
$world->answer($wilma, 'challenge fred');
$world->run;
$world->call('player', 'suspend', 'wilma', 'rude');
$world->run;
my $suspended = qr/wilma's account is suspended: until it is restored, wilma can neither move nor answer\./;
$world->send(from => $fred, subject => 'show 1 2');
@letters = $world->run;
like(text($fred, \@letters), qr/Board 1 .*$suspended.* Board 2 .*$suspended/, 'two boards: it is said of both');
like(text($fred, \@letters), qr/ reject 2 to turn the challenge down/, '... the challenge can be declined');
unlike(text($fred, \@letters), qr/accept 2/, '... and not accepted');
$world->answer($fred, 'set digest 12:00');
$world->run;
$world->pass_time(3600);
like(text($fred, [$world->run]), qr/Board 1: wilma waits for your first move\. You have .*?\. $suspended/, 'a letter of the day says it, too');
done_testing;
