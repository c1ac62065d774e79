#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Whoever is asked for a game reads, before any answer, what it binds to: rules, clock, weekends
# and vacations, rated or not, private, and until when it can be accepted.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(strftime);
use Test::More;
use World;

my ($fred, $wilma, $guest) = ('fred@a.test', 'wilma@b.test', 'guest@x.test');

my @terms = (['--rules=asian --time=3d --weekends=off', 'Rules: asian. Rated. 3 days a move. Weekends do not count.'],
	['--rules=cxq --time=1d --rated=no --vacations=off', 'Rules: cxq. Unrated. 1 day a move. Vacations do not stop the clock.'],
	['--private --time=30d+1d --claim', 'Rules: server. Rated. Private. 30 days for all moves, and 1 day more with each. A player whose time is up loses only when the opponent claims it.'],
	['--nagtime=2', 'Rules: server. Rated. 21 days a move. A reminder after 2 days.'],
	['', 'Rules: server. Rated. 21 days a move.']);

# What that address reads of what fred has asked for.
sub asked
{
	my ($command, $who, $then) = @_;
	my $world = World->new;
	my @letters;

	$world->game;
	$world->answer($fred, $command);
	@letters = $world->run;
	if ($then) {
		$world->answer($who, $then);
		@letters = $world->run;
	}
	my ($letter) = grep { $_->{address} eq $who } @letters;
	return ($letter->{body} =~ s/\s+/ /gr, strftime('%a %-d %b %H:%M UTC', gmtime($world->{now} + 14 * 86400)));
}

for (@terms) {
	my ($options, $terms) = @$_;

	for (["invite $guest", $guest], ["invite $wilma", $wilma], ['challenge wilma', $wilma], ['seek', $wilma, 'seeks']) {
		my ($command, $who, $then) = @$_;
		my ($letter, $until) = asked("$command $options", $who, $then);

		like $letter, qr/\Q$terms\E/, "$command $options";
		like $letter, qr/(?:until|by) \Q$until\E/i, '… until when' if $options eq '';
	}
}

done_testing;
