#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Days with their year are written as each language writes them, wherever a letter shows one, and are
# read again as they are written.
use strict;
use warnings;
use utf8;
use Encode qw(encode_utf8 decode_utf8);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $fred = 'fred@a.test';
my %written = (
	en => [qw(2027-02-03 1987-06-01)],
	de => [qw(03.02.2027 01.06.1987)],
	ru => [qw(03.02.2027 01.06.1987)],
	vi => [qw(03-02-2027 01-06-1987)],
	'zh-Hans' => [qw(2027年2月3日 1987年6月1日)],
	'zh-Hant' => [qw(2027年2月3日 1987年6月1日)],
);

sub says
{
	my ($world, $line) = @_;
	$world->send(from => $fred, text => encode_utf8("as fred secret1\n$line\n"), head => ['Content-Type: text/plain; charset=utf-8']);
	return decode_utf8((grep { $_->{address} eq $fred } $world->run)[0]{body});
}

for my $language (sort keys %written) {
	my ($day, $old) = @{$written{$language}};
	my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->players;
	says($world, "set language $language");
	open my $file, '>', "$world->{home}/old.pgn" or die;
	print $file qq([Game "Chinese Chess"]\n[Red "Li"]\n[Black "Wu"]\n[Date "1987.06.01"]\n[Result "1-0"]\n\nB3-E3 1-0\n\n),
	    qq([Game "Chinese Chess"]\n[Red "Bo"]\n[Black "Xu"]\n[Date "1988.07"]\n[Result "1-0"]\n\nB3-E3 1-0\n\n);
	close $file;
	$world->call('import', "$world->{home}/old.pgn");
	my $set = says($world, 'vacation 2027-02-03 to 2027-02-04');
	like($set, qr/ \Q$day\E /, "$language: a vacation begins on $day");
	like($set, qr/vacation off 2027-02-03|urlaub off 2027-02-03/, '... and the command that takes it back is as it is written in all of them');
	unlike(says($world, 'vacation off') , qr/2027-02-03/, '... in each letter') if $language ne 'en';
	my $games = says($world, 'history Li');
	like($games, qr/\Q$old\E/, "$language: a game of $old");
	like(says($world, 'history Bo'), qr/1988-07/, '... and of a month that is known without its day');
	like(says($world, 'position new'), qr/\Q$old\E/, '... where a position is looked for, too');
	like(says($world, "vacation $day to $day"), qr/ \Q$day\E /, "$language: $day is read as it is written");
	like($world->query('SELECT count(*) FROM vacation'), qr/^1$/, '... once');
}
done_testing;
