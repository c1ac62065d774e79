#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A way out that fails: the waits between tries, the end of them, the same bytes
# on each try and by each way, and who is told (mail/README 5, 16, 20).  The way
# out is a sendmail of our own making, which keeps what it is given.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my ($MINUTE, $HOUR, $DAY) = (60, 3600, 86400);
my $config = "operator = op\@game.test\n";
my $world;

sub configure
{
	my ($text) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file "$config$text";
	close $file;
}

# The program that stands for sendmail: ends with this code for wilma, with 0 for others.
sub sendmail
{
	my ($code) = @_;
	my $path = "$world->{home}/sendmail";
	unlink $path;
	open my $file, '>', $path or die;
	print $file <<"END";
#!/bin/sh
cd '$world->{home}/tries' || exit 75
n=\$(ls | wc -l)
cat >".\$n.\$5" && mv ".\$n.\$5" "\$n.\$5"
case \$5 in $wilma) echo 'said the server'; exit $code ;; esac
END
	close $file;
	chmod 0755, $path;
	configure("sink {\n\tkind = sendmail\n\tpath = \"$path\"\n}\n");
}

# Letters to somebody that the program was given since the last call.
sub tries
{
	my ($who) = @_;
	my @tries;
	for my $path (sort glob "$world->{home}/tries/*.$who") {
		open my $file, '<:raw', $path or die;
		push @tries, do { local $/; <$file> };
		close $file;
		rename $path, $path =~ s{tries/}{old/}r;
	}
	return @tries;
}

# A game whose next letter to wilma is the first that the program is given.
sub begin
{
	$world = World->new(config => $config);
	mkdir "$world->{home}/$_" for qw(tries old);
	$world->game;
}

begin();
sendmail(75);
$world->answer($fred, 'H3-E3');
my $began = $world->{now};
$world->run;
my @first = tries($wilma);
is(scalar @first, 1, 'mail 20: the first try at once');
is(scalar(my @once = tries($fred)), 1, 'mail 20: who waits delays nobody');
my ($id) = $first[0] =~ /^Message-ID: (.*)$/mi;
my ($due, $tries) = ($began, 1);
for my $wait ($MINUTE, 5 * $MINUTE, 15 * $MINUTE, $HOUR, (4 * $HOUR) x 4) {
	$due += $wait;
	$world->{now} = $due - 1;
	$world->run;
	is(scalar(my @early = tries($wilma)), 0, "mail 20: a second before $wait s none");
	$world->{now} = $due;
	$world->run;
	my @try = tries($wilma);
	is(scalar @try, 1, "mail 20: after $wait s another");
	is($try[0], $first[0], 'mail 16: of the same bytes');
	$tries++;
}
is(scalar(@once = tries($fred)), 0, 'mail 20: what was sent is not sent again');
like($world->query("SELECT answer FROM outbox WHERE recipient = '$wilma' AND state = 0"), qr/75.*said the server/,
    'mail 20: the queue says why it waits');
until ($world->{now} > $began + 7 * $DAY || $world->query("SELECT count(*) FROM outbox WHERE state = 0") == 0) {
	$world->{now} = ($due += 4 * $HOUR);
	# On days without any other letter it would be the mail server that is away.
	$world->send(from => $fred, subject => 'help');
	$world->run;
	$tries++;
}
my $days = ($world->{now} - $began) / $DAY;
cmp_ok($days, '<=', 5, 'mail 20: it is given up within five days');
cmp_ok($days, '>', 4.8, 'mail 20: and not before');
is($world->query("SELECT tries FROM outbox WHERE state = 3"), $tries, "mail 20: after $tries tries");
is(scalar(@once = grep { $_ ne $first[0] } tries($wilma)), 0, 'mail 16: the same bytes each time');
$world->run;
my @told = (tries($fred), tries('op@game.test'));
is(scalar(grep { /could not be delivered, and we have stopped trying/ } @told), 1, 'mail 20: the opponent is told');
my @report = grep { /^To: <?op\@game\.test/mi } @told;
is(scalar @report, 1, 'mail 20: and the operator');
like($report[0] =~ s/\s+/ /gr, qr/"Xiangqi Board 1: fred - wilma", was not delivered, and is not tried again by itself\. Tries: $tries, the first on .* The last error: .*said the server.* Board 1 goes on: wilma's move is due by .* riverpost queue retry \d+ +tries it again/,
    '... which letter, how often, and what can be done');

# --- by another way out: letters go to Maildirs now
like($world->call('queue', 'retry', $world->query("SELECT id FROM outbox WHERE state = 3")), qr/^1 letter will be tried/,
    'mail 16: the operator puts it back');
configure('');
$world->{now} += $MINUTE;
my ($late) = grep { $_->{address} eq $wilma } $world->run;
is($late->{raw}, $first[0], 'mail 16: the same bytes by another way');
is($late->{'message-id'}, $id, 'mail 16: and the same Message-ID');

# --- 5: a second copy of the letter while its answers wait
begin();
sendmail(75);
my $move = $world->letter(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'H3-E3');
$world->drop($move);
$world->run;
@first = tries($wilma);
$world->drop($move);
$world->run;
is($world->query("SELECT count(*) FROM outbox WHERE recipient = '$wilma' AND state = 0"), 1,
    'mail 5: a second copy adds nothing to what waits');
sendmail(0);
$world->pass_time($MINUTE);
$world->run;
my @now = tries($wilma);
is(scalar @now, 1, 'mail 5: which goes on by itself');
is($now[0], $first[0], 'mail 16: as it was');

# --- 20: each exit code of sendmail, in the queue
for my $code (0, 1, 64 .. 78, 126) {
	begin();
	sendmail($code);
	$world->answer($fred, 'H3-E3');
	$world->run;
	my $want = $code == 0 ? 1 : $code == 67 ? 2 : 0;
	is($world->query("SELECT state FROM outbox WHERE game = 1 AND recipient = '$wilma' ORDER BY id DESC LIMIT 1"), $want,
	    "mail 20: $code " . (qw(waits is\ sent stops)[$want]));
	next if $code != 67;
	$world->run;
	is(scalar(grep { /could not be delivered, and we have stopped trying/ } tries($fred)), 1, 'mail 20: the opponent is told');
	$world->pass_time($DAY);
	tries($wilma);
	$world->run;
	is(scalar(@once = tries($wilma)), 0, 'mail 20: a refusal is final');
}

# --- 20: what goes to the same address waits behind the first, in order
begin();
sendmail(75);
$world->send(from => $wilma, subject => "help $_") for qw(time rules moves);
$world->run;
my @try = tries($wilma);
is(scalar @try, 1, 'mail 20: one that has to wait puts off the others to that address');
$world->send(from => $wilma, subject => 'help draw');
$world->run;
is(scalar(@once = tries($wilma)), 0, 'mail 20: and those written after it had to');
sendmail(0);
$world->pass_time($MINUTE - 1);
$world->run;
is(scalar(@once = tries($wilma)), 0, 'mail 20: for as long as itself');
$world->pass_time(1);
$world->run;
my @all = tries($wilma);
is_deeply([map { /^Message-ID: (.*)$/mi } @all], [split /\n/, $world->query("SELECT '<' || message_id || '>' FROM outbox" .
    " WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 4") =~ s/(.*)\n(.*)\n(.*)\n(.*)/$4\n$3\n$2\n$1/r],
    'mail 20: then all go, the oldest first');
is($all[0], $try[0], 'mail 16: with the bytes of the first try');
done_testing;
