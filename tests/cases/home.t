#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A home that has lost its database or its keys, one that can only be read, and
# letters that are ignored: nothing is lost without a word.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Copy;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $build = $ENV{BUILD} // 'build';
my $world = World->new;
$world->game;
my $home = $world->{home};
my $log;

# What the program says on both channels; its exit code is in $?.
sub says
{
	my @words = @_;
	return `'$build/riverpost' --home '$home' --now=@{[$world->iso]} @words 2>&1`;
}

sub waiting
{
	return scalar(() = glob "$home/mail/in/new/*");
}

# --- Something is missing: nothing is made, no letter is taken.
sub lost
{
	my ($what, $pattern) = @_;
	$world->answer($fred, 'H3-E3', to => $world->{last}{$fred});
	my $before = waiting();
	cmp_ok($before, '>', 0, "$what: a letter waits");
	my $said = says('run');
	is($? >> 8, 75, '... run says 75');
	is(scalar(() = $said =~ /\n/g), 1, '... in one line');
	like($said, $pattern, '... which says what to do');
	is(waiting(), $before, '... and the letter is not taken');
	says('player', 'add', 'dino', 'dino@d.test');
	isnt($? >> 8, 0, '... nobody is added');
}
my @files = glob "$home/riverpost.sqlite*";
move($_, "$_.away") for @files;
lost('no database', qr{riverpost\.sqlite is not there.*riverpost restore.*riverpost init});
ok(!-e "$home/riverpost.sqlite", '... and none is made');
open my $empty, '>', "$home/riverpost.sqlite" or die;
close $empty;
lost('an empty database', qr{riverpost\.sqlite is empty.*riverpost restore.*riverpost init});
unlink "$home/riverpost.sqlite";
move("$_.away", $_) for @files;
move("$home/keys", "$home/keys.away");
lost('no keys', qr{keys is not there, but players are.*riverpost init});
ok(!-e "$home/keys", '... and none are made');
says('keys');
ok(!-e "$home/keys", '... nor by who looks at them');
like(says('player', 'list'), qr/^fred /m, 'the players can be listed');
like(says('check'), qr/keys: there are none at/, 'check says that there are no keys');
move("$home/keys.away", "$home/keys");
$world->run;
is($world->{status}, 0, 'with both it goes on');
is(waiting(), 0, '... and takes the letters');

# --- Begun anew by who means it.
like(says('init'), qr/has keys and a database: nothing is made/, 'init makes nothing where both are');
is($? >> 8, 1, '... and says 1');
unlink "$home/keys";
says('init');
is($? >> 8, 0, 'new keys');
says('run');
is($? >> 8, 0, '... with which the server runs');

# --- The same letter, whatever ends its lines, by each way in.
for my $end ("\n", "\r\n", "\r") {
	my $name = $end =~ s/\r/CR/r =~ s/\n/LF/r;
	for my $way ('Maildir', 'spool') {
		my $text = "From: eve\@e.test\nTo: xq\@game.test\nSubject: help\nMessage-ID: <$way.$name\@e.test>\n\n$way $name\n" =~ s/\n/$end/gr;
		if ($way eq 'Maildir') {
			$world->drop($text);
		} else {
			open my $pipe, '|-', "$build/riverpost-deliver", '--home', $home, 'eve@e.test', 'riverpost@localhost' or die;
			print $pipe $text;
			close $pipe;
		}
		my @letters = $world->run;
		is(scalar(grep { $_->{address} eq 'eve@e.test' } @letters), 1, "lines that end in $name are read from a $way");
	}
}

# A mail server's own lines stand above, and end otherwise; so does the file.
for my $way ('Maildir', 'spool') {
	for my $above ("Return-Path: <eve\@e.test>\n", "Received: from e.test\n\tby mx.game.test; now\nReturn-Path: <eve\@e.test>\n", "X-Spam: no\r\n") {
		my $text = $above . "From: eve\@e.test\nTo: xq\@game.test\nSubject: help\nMessage-ID: <@{[length $above]}$way\@e.test>\n\n$way x\n" =~ s/\n/\r/gr . "\n";
		if ($way eq 'Maildir') {
			$world->drop($text);
		} else {
			open my $pipe, '|-', "$build/riverpost-deliver", '--home', $home, 'eve@e.test', 'riverpost@localhost' or die;
			print $pipe $text;
			close $pipe;
		}
		my @letters = $world->run;
		is(scalar(grep { $_->{address} eq 'eve@e.test' } @letters), 1, "bare CRs below @{[$above =~ s/:.*//sr]} are read from a $way");
	}
}
# But a bare CR begins no line in a letter that has an empty one with LF.
$world->drop("Subject: help\nX: y\rFrom: eve\@e.test\nTo: xq\@game.test\n\nz\r\rFrom: eve\@e.test\r\r\n");
is(scalar($world->run), 0, 'a bare CR within a letter of LFs begins no field');

# --- What is ignored is told, with its reason.
for (
	['two From fields', "From: $fred\nFrom: $wilma\nSubject: games\n\nx\n", qr/not exactly one plain From address/],
	['no From', "Subject: games\n\ny\n", qr/no From address/],
	['a stranger\'s words', "From: eve\@e.test\nSubject: hello\n\nz\n", qr/a stranger/],
	['an envelope without a sender', "From: $fred\nReturn-Path: <>\nSubject: games\n\nw\n", qr/null Return-Path/],
) {
	my ($name, $letter, $why) = @$_;
	$world->drop($letter);
	$world->run;
	like($world->{log}, qr/^.*: ignored.*$/m, "$name: the log has a line");
	like($world->{log}, $why, '... that says why');
}
like(says('status'), qr/[1-9]\d* ignored/, 'status counts them');

# --- Where nothing can be written.
SKIP: {
	my $ro = "unshare -m sh -c \"mount --bind '$home' '$home' && mount -o remount,ro,bind '$home' &&";
	skip 'needs root to mount something read-only', 9 if $> != 0 || system("$ro true\" 2>/dev/null") != 0;
	# A log that a crash has left, without its index.
	system('sqlite3', "$home/riverpost.sqlite", '.dbconfig no_ckpt_on_close on', "UPDATE player SET state = 1 WHERE userid = 'wilma'");
	unlink "$home/riverpost.sqlite-shm";
	ok(-s "$home/riverpost.sqlite-wal", 'a write-ahead log is left');
	for (['check', qr/ 0 problems$/], ['player list', qr/^wilma +suspended/m], ['queue', qr/^every letter is sent/], ['doctor', qr/^ok: the database opens and is valid/m]) {
		my ($words, $pattern) = @$_;
		my $said = `$ro '$build/riverpost' --home '$home' --now=@{[$world->iso]} $words" 2>&1`;
		like($said, $pattern, "$words: on a read-only disk");
	}
	my $said = `$ro '$build/riverpost' --home '$home' doctor" 2>&1`;
	like($said, qr/is on a read-only disk/, 'the doctor says so');
	unlike($said, qr/chmod/, '... and nothing else of it');
	says('player', 'list');
}
done_testing;
