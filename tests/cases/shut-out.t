#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Addresses and domains that the operator shuts out, and who writes most.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
my $count = 0;

# How many letters came out because of one from there.
sub answers
{
	my ($from, %args) = @_;
	$count++;
	$world->send(from => $from, subject => "signup name-$count", %args);
	return scalar(my @letters = $world->run);
}

# What it says, and in the log.
sub logged
{
	my @words = @_;
	open my $keep, '>&', \*STDERR or die;
	open STDERR, '>', "$world->{home}/stderr" or die;
	my $said = $world->call(@words);
	open STDERR, '>&', $keep or die;
	open my $in, '<', "$world->{home}/stderr" or die;
	my $log = do { local $/; <$in> } // '';
	unlink "$world->{home}/stderr";
	return ($said, $log);
}

$world->game;
is(answers('x@evil.test'), 1, 'a stranger is answered');
my ($said, $log) = logged('site', 'block', 'EVIL.test');
is($said, "letters from evil.test are not read any more\n", 'a domain');
like($log, qr/^riverpost: by hand of \S+: site block EVIL\.test$/m, '... is logged');
is(answers('x@evil.test'), 0, 'its letters are not read');
like($world->{log}, qr/from x\@evil\.test: ignored; blocked$/m, '... and the log says so');
is(answers('x@mail.evil.test'), 0, 'nor those from below it');
is(answers('x@notevil.test'), 1, 'those of another are');
like($world->call('status'), qr/^hour: .* 2 ignored,/m, 'and counted');
($said, $log) = logged('site', 'block', 'evil.test');
like($log, qr/blocked already/, 'twice');
($said, $log) = logged('site', 'block', 'no domain');
like($log, qr/neither a mail address nor a domain/, 'nonsense');
is($world->{status}, 1, '... is refused');

# --- an address; and the envelope
logged('site', 'block', 'y@c.test');
is(answers('y@c.test'), 0, 'an address');
is(answers('z@c.test'), 1, 'another of its domain');
is(answers('Y+a.b@c.test'), 0, 'the same with a tag');
is(answers('yy+y@c.test'), 1, '... and another with one');
logged('site', 'block', 'yy+z@c.test');
is(answers('yy+z@c.test') . answers('yy+x@c.test') . answers('yy@c.test'), '011', 'a tag alone');
logged('site', 'unblock', 'yy+z@c.test');
$world->send(from => $fred, subject => 'invite y@c.test', text => "as fred secret1\ninvite y\@c.test\n");
is(scalar(grep { $_->{address} eq 'y@c.test' } $world->run), 0, 'no stranger there gets a letter');
open my $spool, '|-', "$World::program --home '$world->{home}' deliver --sender bounce\@evil.test" or die;
print $spool $world->letter(from => 'q@d.test', subject => 'signup queenie');
close $spool;
is(scalar(my @none = $world->run), 0, 'nor is a letter read whose envelope is from there');

# --- a player's games go on
logged('site', 'block', 'b.test');
$world->send(from => $fred, subject => 'move 1 fred secret1 B3-E3');
is(scalar(grep { $_->{address} eq $wilma } $world->run), 1, 'a player there gets his games');
like($world->call('site', 'list'), qr/^b\.test +since 2026-11-18 11:06\nevil\.test .*\ny\@c\.test /, 'all of them');
($said, $log) = logged('site', 'unblock', 'b.test');
like($said . $log, qr/read again\n.*by hand of .* b\.test/s, 'let in again');
$world->send(from => $wilma, subject => 'move 1 wilma secret2 H10-G8');
is(scalar(grep { $_->{address} eq $fred } $world->run), 1, '... and read');

# --- who writes most
$world->send(from => 'pest@p.test', subject => "help $_") for 1 .. 30;
$world->run;
($said, $log) = logged('player', 'top');
like($said, qr/\A +30 taken, +\d+ written  - +pest\@p\.test  last 2026-11-18 11:06\n/, 'a pest comes first');
like($said, qr/^ +\d+ taken, +\d+ written  fred +fred\@a\.test/m, 'players by name');
like($log, qr/by hand of \S+: player top/, 'and it is logged');
$world->pass_time(3 * 86400);
is(($world->call('player', 'top', 2)), '', 'nobody lately');
($said, $log) = logged('player', 'top', 'x');
is($world->{status}, 2, 'no number');

done_testing;
