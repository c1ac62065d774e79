#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A clock that jumps, ahead or back, for one pass or for some, and is put right again,
# leaves nothing behind.  Two worlds are driven through the same letters; one has a clock
# that jumps.  Afterwards they are the same, but for the letters' own dates.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my ($hour, $day) = (3600, 86400);
my $config = "operator = op\@game.test\nsink {\n\tkind = sendmail\n\tpath = sink\n}\n";

sub sql
{
	my ($world, $query) = @_;
	chomp(my $result = `sqlite3 '$world->{home}/riverpost.sqlite' "$query"`);
	return $result;
}

# Letters out are taken into mail/out as the Maildir sink does, or not at all.
sub sink
{
	my ($world, $code) = @_;
	open my $file, '>', "$world->{home}/sink" or die;
	print $file <<"E";
#!/bin/sh
for to; do :; done
[ $code = 0 ] || { cat >/dev/null; exit $code; }
mkdir -p '$world->{home}/mail/out/'"\$to"/new
cat >'$world->{home}/mail/out/'"\$to"/new/\$\$.\$(date +%s%N)
E
	close $file;
	chmod 0755, "$world->{home}/sink";
}

# A game, an offer, a sign-up that waits for its answer, a letter that cannot be sent.
my $first;
sub begin
{
	my $world = World->new(config => $config);
	if (defined $first) {
		$world->become($first);
		sink($world, 75);
		return $world;
	}
	$first = $world;
	sink($world, 0);
	$world->game('--time=3d');
	sink($world, 0);
	$world->answer($fred, 'challenge wilma');
	$world->send(from => $barney, subject => 'signup barney');
	$world->run;
	$world->answer($fred, 'H3-E3', to => (grep { ($_->{subject} // '') =~ /Board 1:/ } letters($world, $fred))[-1]);
	$world->run;
	sink($world, 75);
	$world->send(from => $fred, subject => 'help rules');
	$world->run;
	return begin();
}
sub letters
{
	my ($world, $address) = @_;
	return map { World::read_letter($_) } sort { -M $b <=> -M $a } glob "$world->{home}/mail/out/$address/new/*";
}

# Each pass brings a wrong password and a letter that is answered.
sub one_pass
{
	my ($world) = @_;
	$world->pass_time(300);
	$world->send(from => $fred, subject => 'show 1 fred wrong');
	$world->send(from => $fred, subject => 'games');
	$world->run;
}

# What there is, but for counts of tries.
my %same = (
	'clocks' => 'SELECT id, state, turn_since, deadline, reminded FROM game ORDER BY id',
	'sign-ups' => 'SELECT userid FROM confirmation ORDER BY userid',
	'letters' => 'SELECT recipient, state FROM outbox ORDER BY id',
	'counts' => 'SELECT what, who, sum(times) FROM counter WHERE who <> \'server\' GROUP BY what, who ORDER BY what, who',
	'inbox' => 'SELECT outcome FROM inbox ORDER BY id',
);

for (
	['ahead an hour, for three passes', $hour, 3],
	['ahead a year', 365 * $day, 1],
	['ahead a month, for three passes', 30 * $day, 3],
	['back a month, for two passes', -30 * $day, 2],
	['back 56 years', -56 * 365 * $day, 1],
) {
	my ($name, $jump, $passes) = @$_;
	my ($plain, $jumped) = (begin(), begin());
	for my $world ($plain, $jumped) {
		my $by = $world == $jumped ? $jump : 0;
		one_pass($world) for 1 .. 2;
		$world->pass_time($by);
		one_pass($world) for 1 .. $passes;
		$world->pass_time(-$by);
		one_pass($world);
	}
	is(sql($jumped, $same{$_}), sql($plain, $same{$_}), "$name: the same $_")
	    for $jump > 0 ? sort keys %same : qw(clocks sign-ups);
	my @tables = split /\n/, sql($jumped, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
	my @later;
	for my $table (@tables) {
		for my $column (split /\n/, sql($jumped, "SELECT name FROM pragma_table_info('$table') WHERE type = 'INTEGER'")) {
			my $last = sql($jumped, "SELECT max($column) FROM $table");
			push @later, "$table.$column = $last" if $last ne '' && $last > $jumped->{now} && $last < 9e9;
		}
	}
	@later = grep { !/^game\.(due|deadline)|^outbox.next_try/ } @later;
	is("@later", '', '... nothing is stamped in the future');
	cmp_ok(sql($jumped, 'SELECT max(next_try) FROM outbox WHERE state = 0'), '<=', $jumped->{now} + 4 * $hour, '... no letter waits for long');
	my $doctor = $jumped->call('doctor');
	like($doctor, qr/^ok: the clock went back by/m, '... the doctor tells of it') if $jump > 0;
	unlike($doctor, qr/future/, '... and finds nothing in the future');

	# What was promised holds: the letters are sent, the offer and the sign-up stand.
	sink($jumped, 0);
	$jumped->pass_time(2 * $hour);
	$jumped->send(from => $barney, to => (letters($jumped, $barney))[-1]{'reply-to'}, subject => 'Re: x', text => "yes\n");
	$jumped->send(from => $wilma, text => "as wilma secret2\naccept 2");
	$jumped->run;
	is(sql($jumped, 'SELECT count(*) FROM outbox WHERE state = 0'), 0, '... afterwards nothing waits to be sent');
	is(sql($jumped, 'SELECT count(*) FROM player'), 3, '... the sign-up can be confirmed');
	is(sql($jumped, 'SELECT group_concat(state) FROM game'), '1,1', '... the offer accepted');
}

# Letters that were sent, refused and given up while the clock was ahead.
for my $code (0, 65, 75) {
	my $world = begin();
	$world->pass_time(300 * $day);
	sink($world, $code);
	one_pass($world) for 1 .. 2;
	$world->pass_time(-300 * $day);
	one_pass($world);
	$world->pass_time(300);
	like($world->call('check'), qr/ 0 problems$/, "a sink that says $code while the clock is ahead: check is clean afterwards");
}

# A column that keeps a time is known to what puts times right.
my $known = do { local $/; open my $file, '<', "$FindBin::Bin/../../src/store/stamps.c" or die; <$file> };
my $columns = sql($first, "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
    . " WHERE m.type = 'table' AND c.type = 'INTEGER' AND c.name IN ('at', 'since', 'until', 'created', 'changed', 'taken',"
    . " 'received', 'started', 'ended', 'sent', 'tried', 'next_try', 'committed', 'answered', 'asked', 'told', 'seen', 'expires', 'day')");
is(join(' ', grep { $known !~ /"\Q$_\E"/ } split /\n/, $columns), '', 'src/store/stamps.c knows all times');
done_testing;
