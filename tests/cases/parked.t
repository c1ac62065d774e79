#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A letter that cannot be answered by our own fault: tried three times, then put
# aside and reported, while the others go on.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "operator = op\@game.test\ntemplates = words\n");
$world->game;
mkdir "$world->{home}/words";
mkdir "$world->{home}/words/en";
# The operator's own page names a variable that does not exist.
open my $file, '>', "$world->{home}/words/en/help-time.txt" or die;
print $file "{{no-such-variable}}\n";
close $file;

my $board = $world->{last}{$fred};
$world->send(from => $wilma, subject => 'help time', text => "> chat 1 wilma geheim\n");
my ($waiting) = glob "$world->{home}/mail/in/new/*";
my $arrived = (stat $waiting)[9];
for my $try (1, 2) {
	$world->answer($fred, 'H3-E3', to => $board) if $try == 1;
	my @letters = $world->run;
	is(scalar(grep { $_->{address} eq $fred } @letters), $try == 1 ? 1 : 0, "pass $try: the other letter is played");
	like($world->{log}, qr/no-such-variable/, 'the log names the fault');
	is(scalar(grep { $_->{body} =~ /no-such/ } @letters), 0, 'no broken letter goes out');
	is(scalar(my @waiting = glob "$world->{home}/mail/in/{new,cur}/*"), 1, 'the letter stays where it is');
}
my @letters = $world->run;
is(scalar(my @waiting = glob "$world->{home}/mail/in/{new,cur}/*"), 0, 'at the third time it is put aside');
my @failed = glob "$world->{home}/mail/in/.Failed/{new,cur}/*";
is(scalar @failed, 1, 'in the folder of failed letters');
open $file, '<', $failed[0] or die;
my $kept = do { local $/; <$file> };
like($kept, qr/^From: .*^Subject: help time\n.*\n> chat 1 wilma geheim\n\z/ms, 'whole');
is((stat $failed[0])[9], $arrived, 'with the time when it came');
is(join(' ', map { $_->{address} } @letters), 'op@game.test', 'and the operator is told');
like($letters[0]{body}, qr/was put\s+aside/, 'in words');
is(scalar(@letters = $world->run), 0, 'once');

# A game whose row is damaged stops neither the mail nor the clocks of others.
$world = World->new(config => "outage = 10000\n");
$world->game('--forfeittime=3');
$world->answer($fred, 'challenge wilma --forfeittime=4');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
system('sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE game SET start_fen = 'broken' WHERE id = 1");
$world->send(from => $fred, subject => 'show 1');
$world->answer($fred, 'H3-E3');
$world->run;
like($world->{last}{$wilma}{body}, qr/^fred moved H3-E3/m, 'a move of another game is played');
$world->run for 1, 2;
is(scalar(@waiting = glob "$world->{home}/mail/in/{new,cur}/*"), 0, 'the letter about it is put aside');
$world->pass_time(5 * 86400);
@letters = $world->run;
is(scalar(grep { $_->{body} =~ /on time/ } @letters), 2, 'the other game ends in time, and its letters go out');
done_testing;
