#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A disk that does not give the templates or their words is trouble: the letter waits.
# It is never answered with words missing.  Needs strace.
use strict;
use warnings;
use Cwd qw(realpath);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

plan skip_all => 'a sanitizer cannot be traced' if World::is_sanitized();
my $strace = $ENV{STRACE} // 'strace';
my $probe = `$strace -qq -o /dev/null -e inject=getppid:error=EIO true 2>&1`;
plan skip_all => 'strace cannot inject faults' if $? != 0;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $program = $World::program;
my $templates = realpath("$FindBin::Bin/../../templates");

for my $fault (
	['words.txt', 'read:error=EIO'],
	['words.txt', 'openat:error=EMFILE'],
	['language.txt', 'read:error=EIO'],
	['game.txt', 'read:error=EIO'],
	['board.txt', 'read:error=EIO'],
	['..', 'getdents64:error=EIO'],
) {
	my ($file, $call) = @$fault;
	my $world = World->new;
	$world->game;
	$world->answer($fred, $file eq 'board.txt' ? 'preview new B3-E3' : 'H3-E3');
	my $asked = realpath($program =~ s{/[^/]*$}{}r) . "/../templates/en/$file";
	my $path = realpath("$templates/en/$file");
	local $World::program = "$strace -f -qq -o '$world->{home}/trace' -P '$asked' -P '$path' -e inject=$call $program";
	my @letters = $world->run;
	is($world->{status}, 75, "$file: $call: trouble") or diag $world->{output}, $world->{log};
	is(scalar @letters, 0, '... and no letter goes out') or diag $letters[0]{body};
	$World::program = $program;
	$world->run;
	my $to = $file eq 'board.txt' ? $fred : $wilma;
	like($world->{last}{$to}{body}, qr/\(Red\)|   B   C   D/, '... until the disk is well');
}
done_testing;
