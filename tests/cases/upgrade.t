#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Homes that earlier versions have left (tests/data/old, made by tests/tools/old-home.pl) are
# brought up to date and played on: nothing in them is lost, and nothing is sent twice.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename;
use File::Copy;
use Test::More;
use World;

my ($fred, $wilma, $tom) = qw(fred@a.test wilma@b.test tom@c.test);
my @homes = glob 'tests/data/old/*';
open my $changes, '<', 'CHANGES' or die;
my @versions = map { /^(\d+\.\d+)\b/ ? $1 : () } <$changes>;
# The first heading may be of a version that is still being made.
my %has = map { basename($_) => 1 } @homes;
ok($has{$_}, "there is a home of version $_") for @versions[1 .. $#versions];

sub row
{
	my ($world, $query) = @_;
	return `sqlite3 '$world->{home}/riverpost.sqlite' "$query"` =~ s/\n\z//r;
}

for my $old (@homes) {
	my $name = basename $old;
	my $world = World->new(now => 1_795_100_000, config => "outage = 10080\n");

	system("gunzip -c $old/riverpost.sqlite.gz >'$world->{home}/riverpost.sqlite'") == 0 or die;
	copy("$old/keys", "$world->{home}/keys") or die;
	chmod 0600, "$world->{home}/keys", "$world->{home}/riverpost.sqlite";
	my $queued = row($world, 'SELECT group_concat(message_id) FROM (SELECT message_id FROM outbox WHERE state = 0 ORDER BY message_id)');
	my $moves = row($world, 'SELECT count(*) FROM ply');
	isnt($queued, '', "$name: letters wait");

	my @letters = $world->run;
	is($world->{status}, 0, "$name: a pass") or diag $world->{log};
	is(join(',', sort map { $_->{'message-id'} =~ tr/<>//dr } grep { $_->{subject} eq 'Xiangqi Board 1: fred - wilma' && $_->{body} !~ /could not\s+be\s+sent/ } @letters),
	    $queued, "$name: they go out under their own Message-IDs");
	is(row($world, 'SELECT count(*) FROM ply'), $moves, "$name: every move is there");
	is($world->call('check') . $world->{status}, $world->call('check') . '0', "$name: the database is sound");

	is(row($world, "UPDATE game SET unrated = 6 WHERE id = 2 RETURNING unrated; UPDATE game SET unrated = 0 WHERE id = 2"), 6, "$name: a reason not to rate a game that is newer than the table");

	# The tokens in their addresses go on working.
	my $told = $world->{last}{$wilma};
	like($told->{body}, qr/^  4  H1-G3$/m, "$name: the letter is about the seventh ply") or diag $told->{body};
	$world->answer($wilma, "A7-A6\n\nThere it is.");
	@letters = $world->run;
	like($world->{last}{$fred}{body}, qr/^wilma moved A7-A6.*There it is\./ms, "$name: a move by token");
	$world->send(from => $fred, subject => 'move 1 fred secret1 A4-A5');
	$world->run;
	like($world->{last}{$wilma}{body}, qr/^fred moved A4-A5/m, "$name: a move by password");
	$world->send(from => $wilma, text => "as wilma secret2\naccept 3\n");
	$world->run;
	like($world->{last}{$tom}{body}, qr/^wilma accepts/m, "$name: a challenge that waited") or diag $world->{last}{$tom}{body};
	$world->send(from => $tom, text => "as tom secret3\nhistory\n");
	$world->run;
	like($world->{last}{$tom}{body}, qr/^Board 2: fred \(Red\) 1-0 tom/m, "$name: a game that was over");
	$world->send(from => $tom, text => "as tom secret3\nrecord 2\n");
	$world->run;
	like($world->{last}{$tom}{parts}[1]{body}, qr/Good luck!.*Thanks, and to you\./s, "$name: its record, with what was said");
	$world->send(from => 'eve@d.test', subject => 'signup eve secret4');
	$world->run;
	$world->answer('eve@d.test', 'yes');
	$world->run;
	like($world->{last}{'eve@d.test'}{body}, qr/\beve\b/, "$name: a new player");
	is($world->call('check') . $world->{status}, $world->call('check') . '0', "$name: and sound after all that");
}

done_testing;
