#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Programs that play, each with a habit or a fault that others were seen with: who can play plays,
# whole words read as they are meant; who cannot plays nothing, and the operator reads why.
use strict;
use warnings;
use Cwd;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $false = getcwd() . '/tests/tools/false-engine.pl';
my $fred = 'fred@a.test';
my $world;

sub sql { my ($sql) = @_; return scalar `sqlite3 $world->{home}/riverpost.sqlite "$sql"` =~ s/\n$//r }

sub begin
{
	my ($fault) = @_;
	$world = World->new(config => "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$false $fault' }\n");
	$world->send(from => $fred, subject => 'signup fred');
	$world->run;
	$world->answer($fred, 'yes');
	$world->run;
	$world->answer($fred, 'challenge bot 4 --color=red');
	$world->run;
}

sub moves { return sql('SELECT moves FROM game') }

for my $habit ('', 'blanks', 'zero', 'loud') {
	begin($habit);
	for my $move ('H3-E3', 'H1-G3', 'I1-H1') {
		$world->answer($fred, $move);
		$world->run;
	}
	is(moves(), 'H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8', $habit eq '' ? 'a program without a fault plays' : "... and with $habit");
	is(sql("SELECT value & 1 FROM fact WHERE name = 'engine-ranks'"), $habit eq 'zero' ? 1 : 0, '... and is asked how it counts ranks');
}
# The same program is not asked again; another one is.
my $known = sql("SELECT value FROM fact WHERE name = 'engine-ranks'");
$world->answer($fred, 'B1-C3');
$world->run;
is(sql("SELECT value FROM fact WHERE name = 'engine-ranks'"), $known, 'once');
open my $file, '>', "$world->{home}/riverpost.conf" or die;
print $file "operator = op\@a.test\noutage = 10080\nengine { timeout = 3600\ncommand = '$false zero' }\n";
close $file;
$world->answer($fred, 'A1-B1');
$world->run;
isnt(sql("SELECT value FROM fact WHERE name = 'engine-ranks'"), $known, '... but another program anew');
is(moves(), 'H3-E3 H10-G8 H1-G3 I10-H10 I1-H1 B10-C8 B1-C3 A10-B10 A1-B1 C7-C6', '... whose moves are read as it means them');

for (['chess', qr/false-engine\.pl knows other variants of chess, but no xiangqi/], ['net', qr/false-engine\.pl ended without an answer: ERROR: the file big\.nnue was not found/]) {
	my ($fault, $why) = @$_;
	begin($fault);
	$world->answer($fred, 'H3-E3');
	my @letters = $world->run;
	for my $wait (60, 600) {
		$world->pass_time($wait);
		push @letters, $world->run;
	}
	is(moves(), 'H3-E3', "$fault: not one move is played");
	my ($told) = grep { $_->{address} eq 'op@a.test' } @letters;
	like(($told->{body} // '') =~ s/\s+/ /gr, $why, '... and the operator reads why');
	like($told->{body} =~ s/\s+/ /gr, qr/Games against the machine wait/, '... and what waits');
	ok(scalar(grep { $_->{address} eq $fred && $_->{body} =~ /The machine is ill/ } @letters), '... the player that it is ill');
}
done_testing;
