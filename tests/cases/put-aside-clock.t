#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# While a letter that failed here lies put aside no time is counted against its writer in the game
# that it answers: until it is read after all, his turn is over, or 14 days have passed; and not for
# all who write something that cannot be read.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

use constant { HOUR => 3600, DAY => 86400 };
my ($fred, $wilma, $operator) = ('fred@a.test', 'wilma@b.test', 'op@game.test');
my ($world, %got);

sub passes
{
	my ($count) = @_;
	%got = ();
	for (1 .. $count) {
		push @{$got{$_->{address}}}, $_ for $world->run;
	}
}
# A pass every six hours.
sub wait_for
{
	my ($days) = @_;
	my %all;
	for (1 .. $days * 4) {
		$world->pass_time(6 * HOUR);
		passes(1);
		push @{$all{$_}}, @{$got{$_}} for keys %got;
	}
	%got = %all;
}
sub said { my ($who) = @_; return join "\n", map { $_->{body} =~ s/\s+/ /gr } @{$got{$who} // []} }
sub sql { my ($sql) = @_; return `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` =~ s/\s+\z//r }
sub failed { return glob "$world->{home}/mail/in/.Failed/cur/*" }
sub put_back { my ($file) = failed(); rename $file, "$world->{home}/mail/in/new/again" or die }
sub shown { my ($who) = @_; $world->send(from => $who, subject => 'show 1'); passes(1); return said($who) }

# The answer of the one who is to move fails; then the game is mended, the letter forgotten.
sub fails
{
	my ($who, $move) = @_;
	sql("UPDATE game SET start_fen = 'broken' || start_fen");
	$world->answer($who, $move);
	passes(4);
	my $writer = said($who);
	sql("UPDATE game SET start_fen = replace(start_fen, 'broken', '')");
	return $writer;
}
sub begin
{
	my ($options) = @_;
	$world = World->new(config => "operator = $operator\noutage = 10080\n");
	$world->game($options);
}

begin('--forfeittime=3');
$world->pass_time(2 * DAY);
passes(1);
my $writer = fails($fred, 'H3-E3');
like($writer, qr/nothing that it asked for was done.*No time is counted against you on board 1 until that is mended, or for 14 days at most\./, 'the writer is told that his clock stands');
is(scalar @{$got{$fred}}, 1, '... in one letter');
like(said($operator), qr/The writer's clock on board 1 is stopped until the letter has been read, or for 14 days at most\./, '... and so is the operator');
wait_for(5);
is(said($fred), '', 'five days later he was not reminded');
is(said($wilma), '', '... nor has he lost');
like(shown($wilma), qr/fred has 1 day\. The clock is stopped, because a letter from fred could not be handled here; it will run again when that has been mended, on \w+ \d+ \w+ [^.]* at the latest\./, 'his opponent sees why');
like(shown($fred), qr/You have 1 day\. The clock is stopped, because a letter from you could/, '... and he himself');
for my $who ($fred, $wilma) {
	$world->send(from => $who, subject => 'games');
	passes(1);
	like(said($who), qr/fred to move; the clock is stopped, as a letter from fred could not be handled here(?! until)/, '... and games says it');
}
$world->answer($wilma, 'claim 1');
passes(1);
like(said($wilma), qr/fred still has 1 day\. The clock is stopped, because a letter from fred could not be handled here; it will run again when that has been mended, on \w+ \d+ \w+ [^.]* at the latest\. You can claim only when the time is up\./, '... and so does the answer to a claim');
like($world->call('status'), qr/\b1 letters lie put aside, 1 clocks stand for such letters/, 'the operator sees it');
like($world->call('doctor'), qr/^wrong: [^\n]*\bboard 1\b/m, '... and which board');
is($world->call('check'), "1 game checked, 0 problems\n", 'nothing is wrong with the database');
put_back();
passes(1);
like(said($wilma), qr/fred moved H3-E3.*You have 3 days, until/, 'put back, the letter plays its move, and the next turn has a clock of its own');
like($world->call('status'), qr/\b0 clocks stand/, '... and no clock stands');
wait_for(4);
like(said($fred), qr/wilma's time ran out/, '... which runs out as usual');

# The letter put back is no move: the clock goes on from then.
begin('--forfeittime=3');
$world->pass_time(2 * DAY);
passes(1);
like(fails($fred, 'show'), qr/No time is counted/, 'any letter of his turn counts');
wait_for(5);
put_back();
passes(1);
like(said($fred), qr/You have 1 day, until/, 'mended, the clock goes on with what was left');
wait_for(2);
like(said($fred), qr/Your time ran out/, '... and can run out');

# He plays by another letter: what passed is not taken from his bank.
begin('--time=10d+0');
$world->pass_time(1 * DAY);
passes(1);
my $asked = $world->{last}{$fred};
fails($fred, 'H3-E3');
wait_for(6);
$world->answer($fred, 'H3-E3', to => $asked);
passes(1);
like(said($wilma), qr/fred moved H3-E3/, 'another letter of his plays the move');
is(sql('SELECT bank_red FROM game') / DAY, 9, 'a bank pays one day, and not six more');

# It lapses.
begin('--forfeittime=3');
fails($fred, 'H3-E3');
wait_for(13);
is(said($fred) . said($wilma), '', 'after 13 days nothing has happened');
wait_for(1);
like(said($fred), qr/Your letter of .* still could not be handled, and your clock goes on.*You have 3 days, until/, 'after 14 the clock goes on, and he is told');
like(said($wilma), qr/A letter from fred could not be handled here on .*It goes on now\./, '... and so is she');
wait_for(3);
like(said($wilma), qr/fred's time ran out/, '... and it runs out');
$world->pass_time(2 * DAY);
passes(1);
is(sql('SELECT count(*) FROM aside'), 0, 'of a game that is over nothing is kept');

# 14 days are for all turns of one player.
begin('--forfeittime=3');
fails($fred, 'H3-E3');
wait_for(10);
put_back();
passes(1);
$world->answer($wilma, 'H10-G8');
passes(1);
like(fails($fred, 'B1-C3'), qr/No time is counted/, 'in another turn the clock stands again');
wait_for(5);
like(said($fred), qr/your clock goes on/, '... for what is left of the 14 days');

# A letter that has stopped the program three times.
begin('--forfeittime=3');
$world->answer($fred, 'H3-E3');
my ($letter) = glob "$world->{home}/mail/in/new/*";
# Its digest: BLAKE2b of its length, in 8 bytes, and itself.
open my $pieces, '>:raw', "$world->{home}/pieces" or die;
print $pieces pack('Q<', -s $letter), do { local (@ARGV, $/) = $letter; scalar <> };
close $pieces;
my ($digest) = split ' ', `b2sum -l 256 '$world->{home}/pieces'`;
open my $hand, '>', "$world->{home}/in-hand" or die;
print $hand "$digest 3\n";
close $hand;
passes(2);
like(said($fred), qr/No time is counted against you on board 1/, 'a letter that stops the program: the clock stands, too');
like(said($operator), qr/it stopped the program/, '... as the operator is told');
wait_for(5);
put_back();
passes(1);
like(said($wilma), qr/fred moved H3-E3/, '... and it is played when it is put back');

# What cannot be read may have been made so.
begin('--forfeittime=3');
$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, subject => 'games', head => [map { "X-$_: more fields than are read" } 1 .. 1100]);
passes(2);
like(said($fred), qr/nothing that it asked for was done/, 'a letter that cannot be read is put aside');
unlike(said($fred), qr/No time is counted/, '... and stops no clock');
wait_for(4);
like(said($fred), qr/time ran out/, '... which runs out');

# Without proof of who wrote it, and out of turn.
begin('--forfeittime=3');
sql("UPDATE game SET start_fen = 'broken' || start_fen");
$world->send(from => $fred, subject => 'show 1');
passes(4);
unlike(said($fred), qr/No time is counted/, 'nor does a letter that may be anybody\'s');
$world->answer($wilma, 'show 1');
passes(4);
like(said($wilma), qr/nothing that it asked for was done/, 'a letter out of turn is put aside');
unlike(said($wilma), qr/No time is counted/, '... and stops no clock');
sql("UPDATE game SET start_fen = replace(start_fen, 'broken', '')");
done_testing;
