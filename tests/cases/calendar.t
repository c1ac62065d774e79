#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Deadlines as a file for calendar programs (riverpost-commands(7), "set calendar").
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
$world->game;	# 21 days a move
my %got;

# The event in the letter of this pass to an address: its lines, unfolded; "" none.
sub event
{
	my ($address) = @_;
	my ($letter) = grep { $_->{address} eq $address } $world->run;
	return '' unless defined $letter;
	my ($type, $bytes) = $letter->{raw} =~ m{^Content-Type: (text/calendar;(?:.|\n[ \t])*)\n(?:[^\n]+\n)*\n(.*?)\n--}ms or return '';
	return $type . "\n" . decode_base64($bytes) =~ s/\r\n/\n/gr =~ s/\n[ \t]//gr;
}

sub sequence { return $_[0] =~ /^SEQUENCE:(\d+)$/m ? $1 : 0 }

$world->answer($fred, 'H3-E3');
is(event($wilma), '', 'nobody gets an event who has not asked for it');
$world->answer($wilma, 'set calendar on');
$world->run;
$world->answer($wilma, 'show 1');
my $first = event($wilma);
like($first, qr/method="?PUBLISH/, 'her turn: an event');
my ($uid) = $first =~ /^UID:(.*)$/m;
# The clock began with the world: 2026-11-18 11:06:40 UTC and 21 days.
like($first, qr/^DTSTART:20261209T1106\d\dZ$/m, '... at the deadline');
like($first, qr/^TRIGGER(?:;VALUE=DURATION)?:-P1D$/m, '... with an alarm a day before');
like($first, qr/^SUMMARY:.*board 1.*fred$/m, '... that says what it is');
$world->answer($wilma, 'H10-G8');
my $off = event($wilma);
like($off, qr/method="?CANCEL/, 'her move takes it away');
like($off, qr/^UID:\Q$uid\E$/m, '... the same event');
like($off, qr/^STATUS:CANCELLED$/m, '... cancelled');
cmp_ok(sequence($off), '>', sequence($first), '... and the sequence rises');
$world->pass_time(60);
$world->answer($wilma, 'show 1');
is(event($wilma), '', 'what was cancelled is not cancelled again');
$world->pass_time(86400);
$world->answer($fred, 'H1-G3');
my $next = event($wilma);
like($next, qr/method="?PUBLISH/, 'her next turn brings it back');
like($next, qr/^UID:\Q$uid\E$/m, '... as the same event');
like($next, qr/^DTSTART:20261210T1107\d\dZ$/m, '... a day later');
cmp_ok(sequence($next), '>', sequence($off), '... with a higher sequence');
$world->pass_time(3600);
$world->answer($fred, 'give 2d');
my $later = event($wilma);
like($later, qr/^DTSTART:20261212T1107\d\dZ$/m, 'time that is given moves it');
cmp_ok(sequence($later), '>', sequence($next), '... with a higher sequence');
# The file carries what the letter says.
for (['vacation 2026-12-01 2026-12-03', '20261215T1107'], ['vacation off', '20261212T1107']) {
	my ($command, $at) = @$_;
	$world->pass_time(3600);
	$world->answer($wilma, $command);
	my $moved = event($wilma);
	like($moved, qr/^DTSTART:$at\d\dZ$/m, "$command: the deadline that the letter tells");
	cmp_ok(sequence($moved), '>', sequence($later), '... with a higher sequence');
	$later = $moved;
}
# ... also where it is of no board, and tells of several.
$world->answer($fred, 'challenge wilma --color=red');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, 'H3-E3');
$world->run;
$world->pass_time(3600);
$world->send(from => $wilma, subject => 'vacation wilma secret2 2026-12-01 2026-12-01');
my $both = event($wilma);
is(join(' ', sort $both =~ /^DTSTART:(\d+T\d{4})/mg), '20261211T1407 20261213T1107', 'vacation in a letter of its own: both deadlines');
is(join(' ', sort $both =~ /^UID:board-(\d+)-wilma/mg), '1 2', '... of both boards');
$world->answer($fred, 'resign');
$world->run;
$world->answer($fred, 'set calendar on');
$world->run;
$world->answer($fred, 'show 1');
is(event($fred), '', 'whoever is not to move gets none, and none taken away');
$world->answer($fred, 'resign');
like(event($wilma), qr/^STATUS:CANCELLED$/m, 'the end of the game takes it away');

# An event that was never sent is not taken away: who begins second, and who gives up off turn.
$world->pass_time(60);
$world->answer($wilma, 'challenge fred --color=red');
$world->run;
$world->answer($fred, 'accept');
is(event($fred), '', 'a game begins with the other\'s turn: nothing is taken away');
$world->pass_time(60);
$world->answer($fred, 'resign');
is(event($fred), '', 'given up off turn: nothing is taken away');
# Letters of one pass have one time, and each a higher sequence.
$world->pass_time(60);
$world->answer($fred, 'challenge wilma --color=red');
$world->run;
$world->answer($wilma, 'accept');
my @of = (sequence(event($fred)));
for ([$fred, 'B3-E3'], [$wilma, 'H10-G8'], [$wilma, 'give 2d'], [$wilma, 'give 1d']) {
	$world->answer(@$_);
	push @of, sequence(event($fred));
}
is(join(' ', @of), join(' ', sort { $a <=> $b } @of), 'the sequence rises within one second');
is(scalar(keys %{{ map { $_ => 1 } @of }}), 5, '... with each letter');
# A mate: the mover's event goes, the mated player had none of this turn.
$world->pass_time(60);
$world->answer($fred, 'challenge wilma --color=red --fen=3k5/R8/9/9/9/9/9/9/1R7/5K3');
$world->run;
$world->answer($wilma, 'set calendar on');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->pass_time(60);
$world->answer($fred, 'B2-B10');
my %mated = map { $_->{address} => $_->{raw} } $world->run;
like($mated{$fred}, qr/method="?CANCEL/, 'a mate ends the deadline of who moved');
unlike($mated{$wilma}, qr{text/calendar}, '... and takes none from the other');
done_testing;
