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
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass\nReceived: from c.test by mx.game.test; now\n" .
	    $world->letter(from => $barney, text => $text));
}

# Many challenges, not answered.
barney_writes('challenge wilma') for 1 .. 30;
my @many = $world->run;
is(letters_to($wilma, @many), 20, 'thirty challenges without an answer: twenty arrive');
is(scalar(grep { $_->{body} =~ /Please wait for answers/ } @many), 10, 'and the challenger is told');

# Challenges that are taken back at once.
barney_writes("withdraw $_\nchallenge wilma") for 2 .. 50;
is(scalar(grep { $_->{address} eq $wilma && $_->{body} =~ /^barney has challenged wilma/m } $world->run), 30, 'fifty a day to one player');
barney_writes('challenge fred');
is(letters_to($fred, $world->run), 1, 'which is not counted for another');
$world->pass_time(86401);
barney_writes('challenge wilma');
is(letters_to($wilma, $world->run), 1, 'nor for the next day');

# Talk.
barney_writes("chat 1\n\nHello!");
is_deeply([map { $_->{address} } $world->run], [$barney], 'who does not observe a game does not talk in it');
like($world->{last}{$barney}{body}, qr/subscribe 1 makes you an observer/, '… and is told how');
barney_writes('subscribe 1');
$world->run;
barney_writes("chat 1\n\nHello $_!") for 1 .. 65;
my @talk = $world->run;
is(letters_to($fred, @talk), 60, 'sixty letters of talk a day');
is(scalar(grep { $_->{address} eq $barney && $_->{body} =~ /letters of talk a day are the\s+limit/ } @talk), 5, 'and then a word about it');

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
is(scalar(grep { $_->{address} =~ /^ann/ } @letters), 15, 'and five times as many sign-ups');

# Whoever plays cannot stop the letters of his own game.
$world->send(from => $fred, subject => 'unsubscribe 1 fred secret1');
my ($letter) = $world->run;
like($letter->{body}, qr/You play in this game yourself/, 'a player stays with his game');
done_testing;
