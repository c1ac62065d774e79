#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What one player can do to the mailbox of another: challenges and talk have a
# measure, and a game is talked in by those who are there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "auth_server = mx.game.test\n");
$world->game;
$world->send(from => $barney, subject => 'signup barney');
$world->run;
$world->answer($barney, 'yes');
$world->run;

sub letters_to
{
	my ($who, @letters) = @_;
	return scalar grep { $_->{address} eq $who } @letters;
}

# By the mail server's word, which costs less than a password.
sub barney_writes
{
	my ($text) = @_;
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=c.test\nReceived: from c.test by mx.game.test; now\n" .
	    $world->letter(from => $barney, text => $text));
}

# Many challenges, not answered.
barney_writes('challenge wilma') for 1 .. 30;
my @many = $world->run;
is(letters_to($wilma, @many), 20, 'thirty challenges without an answer: twenty arrive');
is(scalar(grep { $_->{body} =~ /Please\s+wait\s+for\s+an\s+answer/ } @many), 10, 'and the challenger is told');

# Challenges that are taken back at once.
barney_writes("withdraw $_\nchallenge wilma") for 2 .. 50;
is(letters_to($wilma, $world->run), 10, 'thirty letters a day from one player to another');
like($world->{last}{$barney}{body}, qr/a player gets at\s+most\s+30\s+such letters/, '... and the writer is told');
barney_writes('challenge fred');
is(letters_to($fred, $world->run), 1, 'which is not counted for another');
$world->pass_time(86401);
barney_writes('challenge wilma');
is(letters_to($wilma, $world->run), 1, 'nor for the next day');

# Talk.
barney_writes("chat 1\n\nHello!");
is_deeply([map { $_->{address} } $world->run], [$barney], 'who does not observe a game does not talk in it');
like($world->{last}{$barney}{body}, qr/become\s+an\s+observer,\s+send:\s+subscribe\s+1/, '… and is told how');
barney_writes('subscribe 1');
$world->run;
barney_writes("chat 1\n\nHello $_!") for 1 .. 65;
my @talk = $world->run;
is(letters_to($fred, @talk), 30, 'thirty of them are talk, if he likes');
is(letters_to($wilma, @talk), 29, '… with the challenge that wilma has had');
cmp_ok(scalar(grep { $_->{address} eq $barney && $_->{body} =~ /Nothing was sent to wilma: a player gets at\s+most\s+30/ } @talk), '>', 15, 'and then he is told that they do not go');

# What only asks, with proof, has five times the answers of a stranger.
$world->pass_time(86401);
barney_writes('show 1') for 1 .. 110;
is(letters_to($barney, $world->run), 100, 'a hundred answers an hour to what only asks');
barney_writes('set board hanzi');
is(letters_to($barney, $world->run), 1, '... and what is done is answered all the same');

# A robot that answers each letter, in words that are a command, until it is no stranger's number.
for my $words ('show', 'help', 'set board hanzi', "chat 1\n\nI am away. You wrote: show, help, chat") {
	$world->pass_time(86401);
	barney_writes('show 1');
	$world->run;
	my $answers = 0;
	for (1 .. 40) {
		$world->answer($barney, $words);
		last if !letters_to($barney, $world->run);
		$answers++;
	}
	is($answers, 20, "a robot with \"@{[$words =~ s/\n.*//sr]}\" is answered as often as a stranger");
	like($world->{last}{$barney}{body}, qr/gets\s+20\s+other\s+answers\s+an\s+hour/, "... and is told when it goes on");
}
$world->pass_time(86401);
barney_writes('show 1');
$world->run;
my $token = $world->{last}{$barney}{'reply-to'};
$world->send(from => $barney, to => $token, text => 'show') for 1 .. 110;
is(letters_to($barney, $world->run), 99, 'who sends many at once is answered as he asked');

# A vacation that comes and goes.
$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=a.test\nReceived: from a.test by mx.game.test; now\n" .
    $world->letter(from => $fred, text => $_ % 2 ? 'vacation 2027-02-01 2027-02-03' : 'vacation off')) for 1 .. 60;
is(letters_to($wilma, $world->run), 0, '... and is off at the end of the pass is not told');
sub fred_writes
{
	my ($text) = @_;
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=a.test\nReceived: from a.test by mx.game.test; now\n" .
	    $world->letter(from => $fred, text => $text));
	return letters_to($wilma, $world->run);
}
is(fred_writes('vacation 2027-02-01 2027-02-03'), 1, 'one that stays is told');
like($world->{last}{$wilma}{body}, qr/from 2027-02-01 to 2027-02-03/, '... with its days');
is(fred_writes('vacation off'), 1, 'taken back on the same day it is told at once, as that takes time away');
like($world->{last}{$wilma}{body}, qr/^fred has cancelled this vacation:/m, '... as it is then');
is(fred_writes('vacation 2027-02-01 2027-02-03') + fred_writes('vacation off'), 0, 'another one on that day is not');
is(fred_writes('vacation 2027-02-01 2027-02-03') + fred_writes('vacation off'), 0, '... however often');
$world->pass_time(86400);
is(letters_to($wilma, $world->run), 0, '... nor on the next, as she knows how it is');
$world->pass_time(86400);
is(fred_writes("vacation 2027-03-01 2027-03-03\nvacation 2027-04-01 2027-04-03"), 1, 'two are told');
like($world->{last}{$wilma}{body}, qr/2027-03-01.*2027-04-01/s, '... in one letter');
$world->pass_time(86400);
is(fred_writes("vacation off\nvacation 2027-04-01 2027-04-03\nvacation 2027-03-01 2027-03-03"), 0, 'the same again is no news');
$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=a.test\nReceived: from a.test by mx.game.test; now\n" .
    $world->letter(from => $fred, text => 'move 1 H3-E3'));
is(letters_to($wilma, $world->run), 1, '... and moves always go');

# Capitals make no new address, and tags not many: what can be sent to one mailbox by
# forging From.
my @spellings = qw(vic@d.test Vic@d.test VIC@D.test ViC@d.test);
for my $from (@spellings) {
	$world->send(from => $from, subject => 'help', text => "$from $_") for 1 .. 22;
}
is(scalar(my @letters = $world->run), 20, 'twenty answers an hour to an address, however it is spelt');
my $number = 0;
for my $from (@spellings) {
	$world->send(from => $from, subject => 'signup vic' . ++$number) for 1 .. 3;
}
is(scalar(@letters = $world->run), 3, 'and three sign-ups a day');
for my $tag (1 .. 8) {
	$world->send(from => "joe+$tag\@d.test", subject => 'help', text => "$tag $_") for 1 .. 20;
	$world->send(from => "ann+$tag\@d.test", subject => "signup ann$tag$_") for 1 .. 3;
}
@letters = $world->run;
is(scalar(grep { $_->{address} =~ /^joe/ } @letters), 100, 'five times as many to all tags of a mailbox');
is(scalar(grep { $_->{address} =~ /^ann/ } @letters), 3, 'and no more sign-ups than to one address');

# Whoever plays cannot stop the letters of his own game.
$world->send(from => $fred, subject => 'unsubscribe 1 fred secret1');
my ($letter) = $world->run;
like($letter->{body}, qr/You are playing this game yourself/, 'a player stays with his game');
$world->send(from => $fred, text => "as fred secret1\nunsubscribe\n");
($letter) = $world->run;
like($letter->{body} =~ s/\s+/ /gr, qr/The letters of your own games come until they are over\. "set receipt off" .* "set reminders off" .* "vacation" /, '... nor is he asked which, and is told what there is');
$world->send(from => $fred, text => "as fred secret1\nsubscribe\n");
($letter) = $world->run;
like($letter->{body} =~ s/\s+/ /gr, qr/Its number is missing, as in: subscribe 123 You can/, 'his own board is none to subscribe to');
done_testing;
