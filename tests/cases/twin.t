#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A restored copy that finds its twin at work says so, reads nothing more and sends nothing; one
# whose twin is gone goes on.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp qw(tempdir);
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $config = "operator = 'op\@x.test'\n";
my $first = World->new(config => $config);
my $copy = tempdir(CLEANUP => 1) . '/copy';

# A letter of one server's, for the other to answer.
sub hand_over
{
	my ($from, $to, @whom) = @_;
	$to->{last}{$_} = $from->{last}{$_} for @whom;
	$to->{number} += 100;
}

$first->game;
$first->send(from => $fred, subject => 'move 1 fred secret1 B3-E3');
$first->run;
$first->call('backup', $copy);

# What the first one wrote after the backup, before it died: no twin's.
$first->pass_time(600);
$first->answer($wilma, 'H10-G8');
$first->run;
$first->pass_time(600);
my $spare = World->new(now => $first->{now}, config => $config);
$spare->call('restore', $copy);
is($spare->{status}, 0, 'a copy in force');
hand_over($first, $spare, $fred, $wilma);
$spare->pass_time(60);
$spare->answer($fred, "show 1");
my @letters = $spare->run;
is(scalar(@letters), 1, 'an answer to a letter from before it is answered') or diag $spare->{log};
is($spare->{status}, 0, '... and nothing is wrong');

# The first one goes on.
$first->pass_time(600);
$first->answer($fred, 'H1-G3');
$first->run;
hand_over($first, $spare, $wilma);
$spare->pass_time(900);
$spare->answer($wilma, 'B10-C8');
$spare->send(from => 'x@c.test', subject => 'signup xaver');
is(scalar(@letters = $spare->run), 0, 'an answer to a twin: nothing is sent');
is($spare->{status}, 75, '... and the exit code says so');
like($spare->{log}, qr/a twin of this server is at work with the same keys: a letter answers <\S+\@localhost>/, '... and the log, why');
is(scalar(@letters = $spare->run), 0, 'nor with the next pass');
like($spare->{log}, qr/nothing is read and nothing is sent: .*restore --alone/, '... which says what to do');
is(scalar(my @waiting = glob "$spare->{home}/mail/in/new/*"), 2, 'the letters wait');
like($spare->call('doctor'), qr/^wrong: a twin of this restored database is at work elsewhere/m, 'the doctor knows it');
like($spare->call('status'), qr/, stopped for a twin$/m, 'and so do the numbers');
is($first->call('check') . $first->{status}, $first->call('check') . 0, 'the first one is not touched');

# A token of his own with another time in it is no proof.
my $id = $spare->{last}{$wilma}{'message-id'};

# --- the operator has stopped the other
$spare->pass_time(60);
is($spare->call('restore', '--alone'), "letters are read and sent again\n", 'seen to');
@letters = $spare->run;
ok(scalar(grep { $_->{address} eq 'x@c.test' } @letters), 'letters are sent again');
is($spare->{status}, 0, '... and all is well') or diag $spare->{log};
$spare->answer($wilma, 'show 1', to => { %{$spare->{last}{$wilma}}, 'message-id' => $id =~ s/(\.\w+)\w\@/$1a\@/r });
$spare->run;
is($spare->{status}, 0, 'a Message-ID that nobody signed is nobody\'s');

done_testing;
