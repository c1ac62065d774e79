#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters tried by hand: `tests/tools/try.pl FILE...` (or standard input) plays a script in a
# world of its own and prints all letters that come out.  fred plays wilma on board 1.
#
#	answer fred: B3-E3          his newest letter, quoted below; more lines may follow
#	===
#	send wilma [games]: text    a new letter with a Subject
#	===
#	wait 90                     minutes
#
# Boards are told by a line "[board]", unless FULL=1.  Whoever signs up (`send kim [signup kim]:`)
# writes from kim@d.test.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../cases/lib";
use World;

my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test');

sub show
{
	for my $letter (@_) {
		my $body = $letter->{body};
		$body =~ s/^ +A   B .*?^ +A   B [^\n]*\n/[board]\n/msg unless $ENV{FULL};
		print '-' x 8, " to $letter->{address}: $letter->{subject}\n$body\n";
	}
}

binmode STDOUT;
my $script = do { local $/; <> };
my $world = World->new;
$world->game;
for my $step (split /^===\n/m, $script) {
	next unless $step =~ /\S/;
	print '=' x 8, " $step";
	if ($step =~ /^wait (\d+)/) {
		$world->pass_time(60 * $1);
	} elsif ($step =~ /^(answer|send) (\w+)(?: \[(.*?)\])?: ?(.*)\z/s) {
		my ($how, $who, $subject, $text) = ($1, $2, $3, $4);
		my $from = $address{$who} //= "$who\@d.test";
		$how eq 'answer' ? $world->answer($from, $text) : $world->send(from => $from, subject => $subject // '', text => $text);
	} else {
		die "not understood: $step";
	}
	show($world->run);
}
