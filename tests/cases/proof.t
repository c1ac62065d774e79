#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who may speak (riverpost-commands(7)): each kind of proof, and each way
# to pretend one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

sub plies
{
	my ($world) = @_;
	return `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT count(*) FROM ply'` + 0;
}

sub begin
{
	my ($config) = @_;
	my $world = World->new(config => $config // '');
	$world->game;
	return $world;
}

# Each way to prove it, from a fresh game: [name, sender, plies played].
my @ways = (
	['Reply-To', sub { my ($w, $l) = @_; $w->send(from => $fred, to => $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['Reply-To in capitals', sub { my ($w, $l) = @_; $w->send(from => $fred, to => uc $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['a display name around it', sub { my ($w, $l) = @_;
		$w->send(from => "Fred <$fred>", to => "\"River, post\" <$l->{'reply-to'}>", text => 'H3-E3') }, 1],
	['the address in another case', sub { my ($w, $l) = @_; $w->send(from => 'Fred@A.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 1],
	['Message-ID, where Reply-To is ignored', sub { my ($w, $l) = @_;
		$w->send(from => $fred, reply => $l->{'message-id'}, text => 'H3-E3') }, 1],
	['password in the Subject', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret1 H3-E3') }, 1],
	['password from elsewhere', sub { my ($w) = @_; $w->send(from => 'inn@c.test', subject => 'xiangqi move 1 fred secret1 H3-E3') }, 1],
	['password in the body', sub { my ($w) = @_; $w->send(from => $fred, subject => 'hello', text => 'move 1 fred secret1 H3-E3') }, 1],
	['once for all', sub { my ($w) = @_; $w->send(from => $fred, text => "as fred secret1\nmove 1 H3-E3") }, 1],
	['as an option', sub { my ($w) = @_; $w->send(from => $fred, text => "move 1 H3-E3 --userid=fred --password=secret1") }, 1],
	['nothing', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 H3-E3') }, 0],
	['a wrong password', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret2 H3-E3') }, 0],
	['the other one\'s password', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred secret2 H3-E3') }, 0],
	['a password in another case', sub { my ($w) = @_; $w->send(from => $fred, subject => 'move 1 fred SECRET1 H3-E3') }, 0],
	['a token from another address', sub { my ($w, $l) = @_; $w->send(from => 'x@c.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['the other one\'s token', sub { my ($w) = @_; $w->send(from => $fred, to => $w->{last}{$wilma}{'reply-to'}, text => 'H3-E3') }, 0],
	['a token with one letter changed', sub { my ($w, $l) = @_;
		(my $to = $l->{'reply-to'}) =~ s/(.)\@/($1 eq 'a' ? 'b' : 'a') . '@'/e;
		$w->send(from => $fred, to => $to, text => 'H3-E3') }, 0],
	['two From mailboxes', sub { my ($w, $l) = @_; $w->send(from => "$fred, x\@c.test", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['two From lines', sub { my ($w, $l) = @_;
		$w->send(from => $fred, to => $l->{'reply-to'}, head => ['From: x@c.test'], text => 'H3-E3') }, 0],
	['a look-alike address', sub { my ($w, $l) = @_; $w->send(from => 'fred@a.test.c.test', to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a look-alike letter', sub { my ($w, $l) = @_; $w->send(from => "fr\xd0\xb5d\@a.test", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['a display name that looks like the address', sub { my ($w, $l) = @_;
		$w->send(from => "\"$fred\" <x\@c.test>", to => $l->{'reply-to'}, text => 'H3-E3') }, 0],
	['Authentication-Results of nobody we trust', sub { my ($w) = @_;
		$w->send(from => $fred, subject => 'move 1 H3-E3', head => ['Authentication-Results: mx.evil.test; dmarc=pass']) }, 0],
);
for (@ways) {
	my ($name, $send, $played) = @$_;
	my $world = begin();
	$send->($world, $world->{last}{$fred});
	$world->run;
	is(plies($world), $played, "$name: " . ($played ? 'played' : 'not played')) or diag $world->{log};
	unlike($world->{log}, qr/secret/i, "$name: no password in the log");
}

# The mail server's word.
my $trusting = "auth_server = mx.game.test\n";
my @received = ('Received: from a.test by mx.game.test; Wed, 18 Nov 2026 10:00:00 +0000');
for (
	['dmarc=pass by our own server', ['Authentication-Results: mx.game.test; dmarc=pass header.from=a.test', @received], 'move 1 H3-E3', 1],
	['below our own Received line', [@received, 'Authentication-Results: mx.game.test; dmarc=pass'], 'move 1 H3-E3', 0],
	['by another server', ['Authentication-Results: mx.evil.test; dmarc=pass', @received], 'move 1 H3-E3', 0],
	['dmarc=fail', ['Authentication-Results: mx.game.test; dmarc=fail', @received], 'move 1 H3-E3', 0],
) {
	my ($name, $head, $subject, $played) = @$_;
	my $world = begin($trusting);
	# What our server adds stands on top of the letter.
	$world->drop(join("\n", @$head) . "\n" . $world->letter(from => $fred, subject => $subject));
	$world->run;
	is(plies($world), $played, "$name: " . ($played ? 'proof' : 'no proof')) or diag $world->{log};
}
my $world = begin($trusting);
$world->drop("Authentication-Results: mx.game.test; dmarc=fail\n$received[0]\n" .
    $world->letter(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'H3-E3'));
$world->run;
is(plies($world), 0, 'dmarc=fail voids a token');

# Ten wrong passwords close that way until the next day; tokens go on working.
$world = begin();
my $board = $world->{last}{$fred};
for (1 .. 10) {
	$world->send(from => 'x@c.test', subject => "move 1 fred guess$_ H3-E3");
	$world->run;
}
$world->send(from => 'x@c.test', subject => 'move 1 fred secret1 H3-E3');
$world->run;
is(plies($world), 0, 'after ten wrong ones the right one is refused');
$world->answer($fred, 'H3-E3', to => $board);
$world->run;
is(plies($world), 1, 'an answer still counts');
$world->pass_time(86400);
$world->answer($wilma, 'H10-G8');
$world->run;
$world->send(from => $fred, subject => 'move 1 fred secret1 H1-G3');
$world->run;
is(plies($world), 3, 'the next day the password counts again');

# A game's token proves for that game only, and for harmless things.
$world = begin();
my $first = $world->{last}{$fred};
$world->answer($fred, 'challenge wilma', to => $first);
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, "move 2 H3-E3", to => $first);
$world->run;
is(plies($world), 0, 'a token of board 1 does not move on board 2');
$world->answer($fred, "set board hanzi", to => $first);
my ($letter) = $world->run;
like($letter->{body}, qr/set board hanzi/, 'but may change how letters look');

# Keys can be changed: letters signed with the last key still count, older ones do not.
$world = begin();
my $asked = $world->{last}{$fred};
$world->call('keys', 'change');
is($world->{status}, 0, 'the operator changes the keys');
$world->answer($fred, 'H3-E3', to => $asked);
$world->run;
is(plies($world), 1, 'a letter sent before still proves who answers it');
$asked = $world->{last}{$wilma};
$world->call('keys', 'change') for 1, 2;
$world->answer($wilma, 'H10-G8', to => $asked);
$world->run;
is(plies($world), 1, 'after two more changes it does not');

# Nobody is told who exists.
$world = begin();
for my $subject ('move 1 fred guess H3-E3', 'move 1 nobody guess H3-E3', 'resign 1', 'resign 99') {
	$world->send(from => 'x@c.test', subject => $subject);
	my @letters = grep { $_->{address} eq 'x@c.test' } $world->run;
	is(scalar @letters, 0, "a stranger gets no answer to: $subject");
}

# No secret in clear in anything kept.
my $files = `cat '$world->{home}/riverpost.sqlite'* | strings`;
unlike($files, qr/secret1|secret2|guess/, 'no password in the database');
is((stat "$world->{home}/keys")[2] & 0777, 0600, 'the keys are for us alone');
is((stat "$world->{home}/riverpost.sqlite")[2] & 0777, 0600, 'and so is the database');
done_testing;
