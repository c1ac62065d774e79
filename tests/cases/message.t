#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Players about players: who somebody is, and letters through the server.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "outage = 1440\n");

sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, $text);
	$got{$_->{address}} = $_->{body} for $world->run;
	return \%got;
}

$world->game('--nagtime=1 --forfeittime=2');
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');

# --- who
my $who = says($barney, 'who wilma')->{$barney};
like($who, qr/^wilma has been here since 2026-11-18; last letter: 2026-11-18\.$/m, 'since when, and when last');
like($who, qr/^Public games: 1 open, 0 won, 0 lost, 0 drawn\.$/m, 'her games');
like($who, qr/^In time: not known yet\.$/m, 'nothing is known yet');
unlike($who, qr/Rating|acation/, '... nothing counted, nothing planned');
unlike($who, qr/\@b\.test/, 'no address');
$world->pass_time(86_400);
says($fred, 'vacation 2026-12-01 2026-12-03');
$world->answer($fred, 'B3-E3');
$world->run;
like(says($barney, 'whois FRED')->{$barney},
    qr/^fred has been here since 2026-11-18; last letter: 2026-11-19\.\n.*^Next vacation: 2026-12-01 to 2026-12-03\.$/ms, 'a vacation planned');
$world->answer($wilma, 'H10-G8');
$world->run;
for (1 .. 5) {
	$world->pass_time(43_200);
	$world->run;
}
$world->send(from => $barney, subject => 'who fred');
my ($late) = $world->run;
like($late->{body}, qr/^Public games: 0 open, 0 won, 1 lost, 0 drawn\.\nRating: 1338\? ±290\.\nIn time: not known yet\.$/m, 'lost on time');
like($late->{subject}, qr/: about fred$/, 'its Subject');
like(says($barney, 'who nobody-here')->{$barney}, qr/^I know no player called nobody-here\./m, 'nobody');
$world->send(from => 'x@d.test', subject => 'who fred');
is(scalar $world->run, 1, 'a stranger is told what is public');

# --- message
my $got = says($barney, "message fred WILMA fred\n\nWho plays at the weekend?");
like($got->{$barney}, qr/^Your message is on its way to fred, wilma\.$/m, 'sent to each once');
like($got->{$_}, qr/^barney has written to several players.*^\*{60}\nbarney writes:\nWho plays at the weekend\?\n\*{60}$/ms, "$_ gets it, and sees who says what") for $fred, $wilma;
unlike($got->{$_}, qr/c\.test/, 'without the address') for $fred, $wilma;
like(says($wilma, "message barney\nI do.")->{$barney}, qr/^wilma has written to you.*^I do\.$/ms, 'answered so');
for (['message fred', qr/^Please write your message below the line "message fred"/m], ["message barney\nhi", qr/^You cannot write to yourself/m],
    ["message nobody-here fred\nhi", qr/^I know no player called nobody-here\.\s+Nothing was sent to the others whom you named, either\./m],
    ["message nobody-here\nhi", qr/^I know no player called nobody-here\.$(?!\s+Nothing was sent)/m]) {
	like(says($barney, $_->[0])->{$barney}, $_->[1], "refused: $_->[0]");
}
$world->send(from => 'elsewhere@c.test', subject => 'message barney secret3 wilma', text => 'From a cafe.');
my @cafe = grep { $_->{address} eq $wilma } $world->run;
like($cafe[0]{body}, qr/^From a cafe\.$/m, 'with a password from anywhere');
says($barney, "message fred\nAgain $_.") for 1 .. 17;
$got = says($barney, "message fred\nOnce too often.");
like($got->{$barney}, qr/you can send 20 messages a day/, '20 a day');
is($got->{$fred}, undef, 'the next goes to nobody');

# --- blocked
says($wilma, 'block fred');
$got = says($fred, "message wilma barney wilma\nHello.");
like($got->{$fred}, qr/^Your message is on its way to barney\.\nIt did not go to wilma, who does not accept messages from you\.\n(?!It did not)/m, 'who is blocked by one of two is told which');
like($got->{$barney}, qr/^Hello\.$/m, '... and the other gets it');
ok(!$got->{$wilma}, '... alone');
$got = says($fred, "message wilma\nHello.");
like($got->{$fred}, qr/^wilma does not accept messages from you\. Nothing was sent\./m, 'to nobody else: refused');
is(scalar keys %$got, 1, 'and nobody gets it');
says($wilma, 'unblock fred');

# --- words
for my $words ('who knows', 'message received', 'mail is slow') {
	$got = says($fred, "challenge wilma\n$words");
	like($got->{$wilma}, qr/^\Q$words\E$/m, "speech: $words");
}

# --- suspended
$world->call('player', 'suspend', 'wilma');
like(says($fred, "$_ wilma\nHello.")->{$fred}, qr/^wilma (?:cannot be challenged at present\.|is not playing at the moment\. Your message was not sent\.)$/m, "$_ to one who is suspended") for "message", "challenge";

# Her challenge cannot be accepted meanwhile: she could not move.
$world->call('player', 'restore', 'wilma');
says($wilma, 'challenge fred');
$world->call('player', 'suspend', 'wilma');
$world->run;
my $hers = $world->query('SELECT max(id) FROM game') =~ s/\n//r;
like(says($fred, "accept $hers")->{$fred}, qr/^wilma's account is suspended: this challenge cannot be accepted until it\s+is\s+restored\./m, 'nor accept hers');
like(says($fred, 'accept all')->{$fred}, qr/Board $hers: not accepted, because wilma cannot play at\s+present\./, '… nor with all others');
$world->call('player', 'restore', 'wilma');
$world->run;
says($fred, "accept $hers");
like(says($fred, 'accept')->{$fred}, qr/You accepted; the game begins/, '… and later it can');
done_testing;
