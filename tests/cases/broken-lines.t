#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Command lines that a mail program has broken: a line of options below a command that takes them
# belongs to it (riverpost-commands(7)).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

sub rows
{
	my ($world, $sql) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`);
	return $value;
}

my $players = World->new;
$players->players;
my $whole = 'challenge wilma --rules=asian --color=green --time=30d+1d --weekends=off --vacations=off --private';
my @words = split / /, $whole;
my $columns = 'state, red, green, rules, is_private, nagtime, forfeittime';

sub begin
{
	my ($text) = @_;
	my $world = World->new->become($players);
	$world->answer($fred, $text);
	my @out = $world->run;
	return (rows($world, "SELECT * FROM game") =~ s/\|\d{10}\b//gr, grep { $_->{address} eq $wilma } @out);
}

my ($wanted, $told) = begin($whole);
like($wanted, qr/asian/, 'a line that is whole');
for my $at (3 .. $#words) {
	my ($game, $letter) = begin(join(' ', @words[0 .. $at - 1]) . "\n" . join(' ', @words[$at .. $#words]) . "\n\nHave fun");
	is($game, $wanted, "broken in front of $words[$at]");
	unlike($letter ? $letter->{body} : "--time", qr/--(?:color|time|weekends|vacations|private)/, '... and no option among the words');
	like($letter ? $letter->{body} : '', qr/^Have fun$/m, '... which are passed on');
}
my ($game, $letter) = begin(join("\n", "@words[0, 1]", @words[2 .. $#words]));
is($game, $wanted, 'an option a line');
($game, $letter) = begin("challenge wilma\n\n--private");
like($game, qr/^1\|0\|/, 'below an empty line there are words');

# Other commands that take options.
my $world = World->new->become($players);
$world->answer($fred, "seek --rules=asian\n--private");
$world->run;
$world->answer($wilma, "take 1");
$world->run;
is(rows($world, 'SELECT rules, is_private FROM game'), 'asian|1', 'seek');

done_testing;
