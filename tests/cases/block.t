#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Blocked players: their challenges and words stay away, their moves arrive
# (riverpost-commands(7), "block").
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "auth_server = mx.game.test\n");
my %got;
$world->game;
$world->send(from => $barney, subject => 'signup barney');
$world->run;
$world->answer($barney, 'yes');
$world->run;

# A letter for which the mail server vouches; the letters of a pass, by address.
sub writes
{
	my ($from, $text) = @_;
	%got = ();
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=" . ($from =~ s/.*@//r) . "\nReceived: from c.test by mx.game.test; now\n" .
	    $world->letter(from => $from, text => $text));
	$got{$_->{address}} .= $_->{body} for $world->run;
	return join ' ', sort keys %got;
}

is(writes($wilma, 'block'), $wilma, 'nobody is blocked at first');
like($got{$wilma}, qr/^You have not blocked anybody/m, '... and it says so');
for ([fred => qr/^fred is blocked: you will get no more challenges/m], [barney => qr/^barney is blocked/m], [wilma => qr/cannot block yourself/],
    [nobodyhere => qr/nobodyhere/]) {
	my ($whom, $want) = @$_;
	is(writes($wilma, "block $whom"), $wilma, "block $whom: nobody else is told");
	like($got{$wilma}, $want, '... and what it does is said');
}
writes($wilma, 'block');
like($got{$wilma}, qr/^barney is blocked.*^fred is blocked/ms, 'both are listed');

is(writes($fred, 'challenge wilma'), $fred, 'a challenge stays away');
like($got{$fred}, qr/^wilma does not accept challenges from you/m, '... and the challenger is told, without more');
is(writes($fred, "chat 1\n\nHello!"), $fred, 'words stay away');
like($got{$fred}, qr/does not accept messages from you/, '... and the writer is told');
writes($barney, 'subscribe 1');
is(writes($barney, "chat 1\n\nHello from here!"), "$barney $fred", 'an observer whom one player has blocked writes to the other');
like($got{$barney}, qr/^wilma does not accept messages from you, so yours was not passed on to\s+wilma/m, '... and is told who did not get it');
is(writes($fred, "move 1 H3-E3\n\nHow do you like that?"), "$barney $fred $wilma", 'a move arrives');
like($got{$wilma}, qr/It is wilma's turn/, '... with the board');
unlike($got{$wilma}, qr/How do you like/, '... without the words');
like($got{$barney}, qr/How do you like/, '... which observers read');
like($got{$fred}, qr/^wilma does not accept messages from you/m, '... and the writer is told');
is(writes($fred, "draw 1"), "$barney $fred $wilma", 'an offer arrives');
writes($wilma, "move 1 H10-G8\n\nMy words reach you.");
like($got{$fred}, qr/My words reach you/, 'the other way words pass');
is(writes($wilma, 'challenge fred'), $wilma, 'whom one has blocked one does not challenge');
like($got{$wilma}, qr/unblock fred/, '... but is told how');

for my $line ('vacation 2027-02-01 2027-02-03', 'vacation off', 'give 1 2d', 'seek 1', 'subscribe wilma', "message wilma\n\nHo",
    "chat 1\n\nHo", 'challenge fred wilma', 'invite wilma@b.test') {
	unlike(writes($fred, $line), qr/\Q$wilma/, $line =~ s/\n.*//sr . ' is not told');
}
is(writes($wilma, 'unblock fred'), $wilma, 'unblock');
writes($wilma, 'unblock fred');
like($got{$wilma}, qr/You have not blocked fred/, '... once');
writes($wilma, 'unblock nobodyhere');
like($got{$wilma}, qr/I know no player called nobodyhere/, '... and nobody who is not there');
is(writes($fred, 'challenge wilma'), "$fred $wilma", 'and challenges arrive again');
writes($fred, "move 1 H1-G3\n\nHello again.");
like($got{$wilma}, qr/Hello again/, '... and words');

# Who leaves is forgotten.
writes($barney, 'signoff');
$world->answer($barney, 'yes');
$world->run;
writes($wilma, 'block');
like($got{$wilma}, qr/^You have not blocked anybody/m, 'who has left is not listed');
done_testing;
