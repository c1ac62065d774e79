#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# `riverpost notation --from=LANGUAGE`: moves in the letters that stand in a
# language's folder of templates.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $world = World->new;

# [--from, moves, what is printed]
for my $case (
	['vi', 'P2-5 M8.7', 'H3-E3 H10-G8'],
	['ru', 'П2=5', 'H3-E3'],
	['wxf', 'C2=5', 'H3-E3'],
	['wxf', 'П2=5', ''],
	['en', 'C2=5', ''],
	['tlh', 'C2=5', ''],
) {
	my ($from, $moves, $want) = @$case;
	my ($line) = split /\n/, $world->call('notation', '--to=coordinates', "--from=$from", 'start', split ' ', $moves);
	like($line // '', qr/^\Q$want\E$/, "$from: $moves") if $want ne '';
	unlike($line // '', qr/^[A-I]\d/, "$from: $moves") if $want eq '';
}
done_testing;
