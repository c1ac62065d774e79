#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The server gets a new address: letters of the time before are answered by their tokens, which
# stand in the address and in the Message-ID, whatever the domain behind them.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $thief) = ('fred@a.test', 'wilma@b.test', 'thief@x.test');
my ($world, %got);

sub run
{
	%got = ();
	push @{$got{$_->{address}}}, $_ for $world->run;
	return join ' ', sort keys %got;
}
sub plies { return $world->query('SELECT count(*) FROM ply') }
sub configure
{
	my ($address) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file "address = \"$address\"\n";
	close $file;
}
# A game on the old address, then the new one.
sub moved
{
	$world = World->new(config => "address = \"xq\@old.test\"\n");
	$world->game;
	configure('chess@new.test');
	return $world->{last}{$fred};
}

my $board = moved();
like($board->{'reply-to'}, qr/^<?xq\+\S+\@old\.test/, 'the old letter has the old address');
$world->answer($fred, 'H3-E3');
is(run(), "$fred $wilma", 'an answer to its address plays');
like($got{$fred}[0]{'reply-to'}, qr/chess\+\S+\@new\.test/, '... from the new one');
$world->answer($wilma, 'H8-E8');
is(run(), "$fred $wilma", 'and so does the answer to that');

$board = moved();
$world->send(from => $fred, to => 'chess@new.test', subject => "Re: $board->{subject}", reply => $board->{'message-id'}, text => "H3-E3\n");
is(run(), "$fred $wilma", 'an answer to the new address plays by the Message-ID of the old letter');

$board = moved();
$world->answer($thief, 'H3-E3', to => $board);
run();
is(plies(), 0, 'a stranger with that token moves nothing');
$board->{'reply-to'} =~ s/\+(.)(.)/\+$2$1/;
(my $id = $board->{'message-id'}) =~ s/\.(.)(.)([^.]*@)/.$2$1$3/;
$world->answer($fred, 'H3-E3', to => {%$board, 'message-id' => $id});
run();
is(plies(), 0, 'nor does a token that was changed');

# Reports of mail servers go to the sender of the old letters' envelopes; no other "+b." is one.
$board = moved();
my $sender = $world->query("SELECT sender FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
like($sender, qr/^xq\+b\.\S+\@old\.test$/, 'the old envelope has the old address');
$world->send(from => 'Mailer-Daemon@mx.b.test', to => $sender, subject => 'Mail delivery failed: returning message to sender',
    head => ["X-Failed-Recipients: $wilma", 'Return-Path: <>'], text => "  $wilma\n    550 5.1.1 unknown user\n");
is(run() . $world->query("SELECT count(*) FROM bounce WHERE address = '$wilma'"), '1', 'a letter that comes back there is counted');
$world->send(from => $fred, to => $board->{'reply-to'}, head => ['Cc: fred+b.lists@a.test'], subject => "Re: $board->{subject}",
    reply => $board->{'message-id'}, text => "H3-E3\n");
is(run(), "$fred $wilma", 'a letter with a copy to an address like it is a person\'s');
done_testing;
