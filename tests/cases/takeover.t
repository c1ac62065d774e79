#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who knows a password and writes from elsewhere gets no account: a change of addresses waits
# three days, the old ones are told at once, and one of them can stop it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $thief) = ('fred@a.test', 'wilma@b.test', 'thief@x.test');
my ($world, %got);

sub fresh { $world = World->new; $world->game; }
sub run
{
	%got = ();
	push @{$got{$_->{address}}}, $_ for $world->run;
	return join ' ', sort keys %got;
}
sub said { my ($who) = @_; return join "\n", map { $_->{body} =~ s/\s+/ /gr } @{$got{$who} // []} }
sub addresses
{
	my $rows = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT address FROM address WHERE player = 1 AND confirmed = 1 ORDER BY 1"`;
	return join ' ', split /\n/, $rows;
}
sub days { my ($days) = @_; my $said = ''; for (1 .. $days * 24) { $world->pass_time(3600); $said .= run() } return $said }

# Asked from elsewhere, and agreed to at once.
sub asked
{
	fresh();
	$world->send(from => $thief, subject => "change address fred secret1 $thief");
	run();
	like(said($fred), qr/to\s+replace\s+the\s+addresses\s+of\s+\w+\s+with\s+thief\@x.test.*answer\s+this\s+letter\s+with:\s+stop/, 'the old address is told at once');
	my $told = $world->{last}{$fred};
	$world->answer($thief, 'yes');
	run();
	like(said($thief), qr/it has to wait/, 'the new one agrees, and is told to wait');
	is(addresses(), $fred, '... and nothing is changed');
	return $told;
}

asked();
$world->send(from => $fred, text => "move 1 fred secret1 H3-E3\n");
is(run(), "$fred $wilma", 'games go on at the old address');
$world->send(from => $thief, text => "resign 1\n");
is(run(), '', '... and not at the new one');
days(2);
is(addresses(), $fred, 'for two days and more nothing is changed');
days(2);
is(addresses(), $thief, 'after three it is');
is($world->call('check') =~ /sound|no faults|^$/ ? 1 : $world->{status} == 0, 1, 'and the database is sound');

my $told = asked();
$world->answer($fred, 'stop', to => $told);
is(run(), $fred, 'stop is answered');
like(said($fred), qr/stay as they were/, '... the addresses stay');
days(4);
is(addresses(), $fred, '... for good');
$world->send(from => $fred, to => $told->{'reply-to'}, text => "stop\n");
run();
like(said($fred), qr/There is nothing to stop/, 'there is nothing to stop then');

# Not agreed to before the time is over.
fresh();
$world->send(from => $thief, subject => "change address fred secret1 $thief");
run();
my $question = $world->{last}{$thief};
days(4);
is(addresses(), $fred, 'who has not agreed gets nothing');
$world->answer($thief, 'yes', to => $question);
run();
is(addresses(), $thief, '... and what he agrees to then is done at once');

# A further address first, and from there.
sub added
{
	fresh();
	$world->send(from => $thief, subject => "add fred secret1 $thief");
	run();
	$world->answer($thief, 'yes');
	run();
	is(addresses(), "$fred $thief", 'a further address is added');
	like(said($fred), qr/If it was not you, answer this letter with: stop/, '... and the old one told how to stop that');
}
added();
$world->send(from => $thief, subject => "receive fred secret1 $fred off");
run();
$world->send(from => $fred, text => "move 1 fred secret1 H3-E3\n");
is(run(), "$fred $thief $wilma", 'nor can the old one be cut off from letters');
$world->send(from => $thief, subject => "drop fred secret1 $fred");
run();
like(said($fred), qr/to remove.*stop/, 'drop of the last old address is told');
is(addresses(), "$fred $thief", '... and waits');
$world->send(from => $thief, subject => "change address fred secret1 $thief");
run();
is(addresses(), "$fred $thief", 'so does a change from there');
$world->answer($fred, 'stop');
run();
is(addresses(), $fred, 'stop ends all that');
days(4);
is(addresses(), $fred, '... for good');
added();
$world->send(from => $thief, subject => "drop fred secret1 $fred");
run();
days(4);
is(addresses(), $thief, 'unless it is stopped it is done after three days');

# At home nothing waits.
fresh();
$world->send(from => $fred, subject => 'change address fred secret1 new@home.test');
run();
$world->answer('new@home.test', 'yes');
run();
is(addresses(), 'new@home.test', 'asked from the account\'s own address it is done at once');
done_testing;
