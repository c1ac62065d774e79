#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A mail server that takes nothing for longer than a letter lives: no letter is given up, none grows
# older, and what asks for a move says what is true on the day when it goes (mail/README 20).  The
# way out is a sendmail of our own making, which keeps what it takes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $operator) = ('fred@a.test', 'wilma@b.test', 'op@game.test');
my ($HOUR, $DAY) = (3600, 86400);
my $config = "operator = $operator\noutage = 1000\n";
my $world;

# The program that stands for sendmail ends with this code for each letter, or for those to one
# address; what it takes, ending with 0, it keeps.
sub sendmail
{
	my ($code, $for) = (@_, '*');
	my $path = "$world->{home}/sendmail";
	unlink $path;
	open my $file, '>', $path or die "$!";
	print $file <<"END";
#!/bin/sh
case \$5 in $for) echo 'cannot connect to mail.test: no answer'; [ $code = 0 ] || exit $code ;; esac
cd '$world->{home}/taken' || exit 75
n=\$(ls | wc -l)
cat >".\$n.\$5" && mv ".\$n.\$5" "\$(printf '%04d' \$n).\$5"
END
	close $file;
	chmod 0755, $path;
	open $file, '>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "${config}sink {\n\tkind = sendmail\n\tpath = \"$path\"\n}\n";
	close $file;
}

# A game in which fred is to move, and nothing has been taken.
sub begin
{
	my ($terms) = @_;
	$world = World->new(config => $config);
	$world->game($terms // '--time=10d');
	mkdir "$world->{home}/taken";
}

# What the program took since the last call.
sub taken
{
	my ($to) = @_;
	my @letters;
	for my $path (sort glob "$world->{home}/taken/*.$to") {
		my $letter = World::read_letter($path);
		push @letters, $letter;
		rename $path, $path =~ s{taken/}{old-}r;
	}
	return @letters;
}

# Passes, twelve hours apart.
sub days
{
	my ($days) = @_;
	for (1 .. $days * 2) {
		$world->pass_time(12 * $HOUR);
		$world->run;
	}
}

sub day { my @t = gmtime $_[0]; return sprintf '%d %s', $t[3], (qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec))[$t[4]] }

for my $code (75, 78) {
	begin();
	sendmail($code);
	$world->answer($fred, "H3-E3\n\nGood luck, wilma!");
	$world->run;
	my $made = $world->{now};
	my $made_on = day($made);
	days(12);
	is($world->query("SELECT count(*) FROM outbox WHERE state IN (2, 3)"), 0, "exit $code: after 12 days nothing is given up");
	is($world->query("SELECT count(*) FROM outbox WHERE recipient = '$fred' AND created > $made"), 0,
	    '... and nobody reads that somebody cannot be reached');
	is($world->query('SELECT state FROM game'), 1, '... nor loses, although his ten days are over');
	like($world->query("SELECT bytes FROM outbox JOIN outbox_bytes USING (id) WHERE recipient = '$operator' LIMIT 1"),
	    qr/cannot connect to\s+mail\.test/, '... the operator\'s letter says what the program said');
	is($world->query("SELECT count(DISTINCT made) FROM outbox WHERE recipient = '$wilma' AND state = 0"), 1,
	    '... one letter waits for her, not one for each day');

	sendmail(0);
	days(1);
	my @to_wilma = taken($wilma);
	is(scalar @to_wilma, 1, '... she gets one letter when it is over');
	my $letter = $to_wilma[0];
	like($letter->{body}, qr/fred moved H3-E3/, '... with the move');
	like($letter->{body}, qr/^fred writes:\nGood luck, wilma!$/m, '... and his words');
	like($letter->{body}, qr/The\s+clock\s+did\s+not\s+run\s+meanwhile\./, '... that her clock stood');
	like($letter->{body}, qr/This letter was due on .*\Q$made_on\E/, '... which says that it is late');
	my $sent = $world->query("SELECT sent FROM outbox WHERE state = 1 AND recipient = '$wilma' ORDER BY id DESC LIMIT 1");
	my ($end, $today) = (day($sent + 10 * $DAY), (split ' ', day($sent))[0]);
	like($letter->{body}, qr/You have (?:10 days|9 days and 2\d hours), until .*\Q$end\E/,
	    '... and until when she has time, which is true') or diag $letter->{body};
	is($world->query('SELECT turn_since FROM game'), $sent, '... as her clock begins now');
	like($letter->{date}, qr/ $today (?:Nov|Dec) 2026/, '... it is of today');
	my @to_fred = taken($fred);
	is(scalar @to_fred, 1, '... he gets his answer');
	like($to_fred[0]{body}, qr/This letter was due on .*You moved H3-E3/s, '... which is late, too');
	like($to_fred[0]{body}, qr/wilma has (?:10 days|9 days and 2\d hours), until .*\Q$end\E/, '... and says the same of her time')
	    or diag $to_fred[0]{body};
	$world->{last}{$wilma} = $letter;
	$world->answer($wilma, 'H10-G8');
	$world->run;
	is($world->query('SELECT length FROM game'), 2, '... it can be answered');
}

# --- a move that was tried on a day when others went is the address's trouble, and stays as it was
begin();
sendmail(75, $wilma);
$world->answer($fred, 'H3-E3');
$world->run;
my $began = $world->{now};
my ($first) = $world->query("SELECT message_id FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
for (1 .. 4) {
	$world->send(from => $fred, subject => 'help') ;
	days(1);
}
is($world->query("SELECT message_id FROM outbox WHERE recipient = '$wilma' AND state = 0"), $first,
    'one address that takes nothing: its letter stays what it was');
for (1 .. 2) {
	$world->send(from => $fred, subject => 'help');
	days(1);
}
is($world->query("SELECT state FROM outbox WHERE message_id = '$first'"), 3, '... and is given up after five days');
ok((grep { $_->{body} =~ /could not be delivered/ } taken($fred)), '... which he is told');
sendmail(0);
$world->call('queue', 'retry', $world->query("SELECT id FROM outbox WHERE message_id = '$first'"));
$world->run;
my $went = $world->{now};
$world->pass_time(4 * $HOUR);
$world->run;
my $counts = day($world->query('SELECT turn_since FROM game') + 10 * $DAY);
is($counts, day($went + 10 * $DAY), '... it goes at last, and her time begins then');
my @at_last = grep { $_->{body} !~ /left for your move/ } taken($wilma);
is(scalar @at_last, 2, '... her letter, and another one');
like($at_last[1]{body}, qr/Your\s+clock\s+did\s+not\s+run\s+meanwhile.*You have 10 days,\s+until [^.]*\Q$counts\E/s,
    '... with the deadline that counts');
like(join('', map { $_->{body} } taken($fred)), qr/wilma's\s+clock\s+did\s+not\s+run\s+meanwhile.*wilma has 10 days,\s+until [^.]*\Q$counts\E/s,
    '... which fred reads, too');
days(1);
is(scalar(my @again = (taken($wilma), taken($fred))), 0, '... once');

# --- where little is sent, the days on which something was count
begin();
sendmail(75, $wilma);
$world->answer($fred, 'H3-E3');
$world->run;
($first) = $world->query("SELECT message_id FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
for my $round (1 .. 5) {
	days(2);
	is($world->query("SELECT count(*) FROM outbox WHERE state = 3"), $round < 5 ? 0 : 1,
	    'a letter every other day: after ' . 2 * $round . ' days it ' . ($round < 5 ? 'waits' : 'is given up')) if $round != 4;
	$world->send(from => $fred, subject => 'help');
	$world->run;
}

# --- what came meanwhile: the game is over, or it is another's turn
begin();
sendmail(75);
$world->answer($fred, 'H3-E3');
$world->run;
days(3);
$world->answer($fred, 'resign');
$world->run;
days(5);
sendmail(0);
days(1);
my @all = taken($wilma);
is(scalar @all, 2, 'a game that ended meanwhile: two letters');
like($all[0]{body}, qr/fred moved H3-E3/, '... the move');
like($all[1]{body}, qr/resign/, '... then the end');

# --- a server that was switched off itself
begin();
sendmail(75);
$world->answer($fred, 'H3-E3');
$world->run;
$world->pass_time(9 * $DAY);
sendmail(0);
$world->run;
my ($late) = taken($wilma);
like($late->{body}, qr/This letter was due/, 'switched off for nine days: the letter is of today');
my ($until) = $late->{body} =~ /You have 10 days, until (.*?)\.\s/;
my $end = day($world->{now} + 10 * $DAY);
like($until // '', qr/\Q$end\E/, '... and so is her time');

# --- a reminder that could not go: she knew of the move, and her clock went on
begin('--time=20d');
sendmail(0);
$world->answer($fred, 'H3-E3');
$world->run;
is(scalar(taken($wilma)), 1, 'a reminder: the move itself was told in time');
my $moved = $world->query('SELECT turn_since FROM game');
sendmail(75);
my $waits = "SELECT count(*) FROM outbox WHERE recipient = '$wilma' AND state = 0";
for (my $days = 0; $days < 19 && $world->query($waits) == 0; $days++) { days(1) }
is($world->query($waits), 1, '... then the relay is away, and a reminder waits');
days(3);
sendmail(0);
days(1);
my ($reminder) = taken($wilma);
$end = day($moved + 20 * $DAY);
like($reminder->{body} // '', qr/until .*\Q$end\E/, '... her time ends when it would have');
like($reminder->{body} // '', qr/This letter was due on [^.]*\.\s+The\s+clock\s+went\s+on\s+meanwhile\./, '... which it says');
is($world->query('SELECT turn_since FROM game'), $moved, '... and is so');

# --- the digest: the last one is sent, not one for each day
begin();
$world->answer($wilma, 'set digest 18');
$world->run;
sendmail(75);
$world->answer($fred, 'H3-E3');
$world->run;
days(8);
is($world->query("SELECT count(*) FROM outbox WHERE recipient = '$wilma' AND state = 0 AND list <> 0"), 1,
    'a digest a day: one waits');
cmp_ok($world->query("SELECT count(*) FROM outbox WHERE recipient = '$wilma' AND list <> 0"), '>=', 7, '... of one a day');
my $told = "FROM outbox WHERE recipient = '$operator' AND subject LIKE '%letters wait%'";
cmp_ok($world->query("SELECT count(*) $told"), '>=', 5, 'the operator is told each day that letters wait');
is($world->query("SELECT count(*) $told AND state = 0"), 1, '... and one such letter waits itself');
sendmail(0);
$world->pass_time(4 * $HOUR);
$world->run;
my @digests = grep { $_->{body} =~ /These are your boards/ } taken($wilma);
is(scalar @digests, 1, '... and goes');

# --- a digest that comes late: the time since it was due is not its reader's
begin();
$world->answer($wilma, "set zone UTC\nset digest 18");
$world->run;
my $move = $world->{now};
$world->answer($fred, 'H3-E3');
$world->run;
is($world->query('SELECT deadline FROM game'), $move + 10 * $DAY, 'while she waits for her digest her clock runs');
my $due = $move - $move % $DAY + 18 * $HOUR;
sendmail(75);
days(4);
sendmail(0);
$world->pass_time(4 * $HOUR);
$world->run;
my $came = $world->query("SELECT max(sent) FROM outbox WHERE state = 1 AND recipient = '$wilma' AND list <> 0");
cmp_ok($came, '>', $due + 3 * $DAY, 'the digest comes days after it was due');
is($world->query('SELECT deadline FROM game'), $move + 10 * $DAY + $came - $due, '... and these are given back to her clock');
$world->run;
for my $to ($fred, $wilma) {
	my ($letter) = grep { $_->{body} =~ /clock did not run meanwhile/ } taken($to);
	like($letter->{body} =~ s/\s+/ /gr, qr/Our letter of .* could not be sent (?:to wilma )?until now\. .*clock did not run meanwhile; the deadline below is the one that counts\./, "... which $to is told");
}
done_testing;
