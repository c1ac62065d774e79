#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Settings by letter: values of several words, what is nearly right, a board in words, a
# public name.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
$world->game;
my $turn = $world->{last}{$fred};

# What fred gets for this answer.
sub says
{
	my ($text, %args) = @_;
	$world->answer($fred, $text, to => $turn, %args);
	my ($letter) = grep { $_->{address} eq $fred } $world->run;
	return $letter;
}

sub setting
{
	my ($name) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT $name FROM player WHERE userid = 'fred'"`);
	return $value;
}

# --- zones, as date(1) knows them

# It is November.  What is shown can be written, too.
for (['New York', 'America/New_York', -5], ['america/new york', 'America/New_York', -5], ['Europe Berlin', 'Europe/Berlin', '+1'],
    ['argentina salta', 'America/Argentina/Salta', -3], ['London', 'Europe/London', ''], ['UTC+8', '+08:00'], ['-03:30', '-03:30'],
    ['utc-3:30', '-03:30'], ['+5:45', '+05:45'], ['UTC', ''], ['Ho Chi Minh', 'Asia/Ho_Chi_Minh', '+7']) {
	my ($text, $zone, $now) = @$_;
	my $shown = defined $now ? "$zone (now UTC$now)" : 'UTC' . $zone =~ s/([+-])0?/$1/r =~ s/:00//r;
	for my $word ($text, $shown) {
		my $letter = says("set zone $word");
		like($letter->{body}, qr/^The setting is now:\n  set zone \Q$shown\E$/m, "zone $word");
		my $offset = defined $now ? "UTC$now" : $shown;
		like($letter->{body} =~ s/\n/ /gr, qr/It is \w+ \d+ Nov \d\d:\d\d \Q$offset\E there now\./, '... as it tells the time');
		is(setting('zone'), $zone, '... kept');
	}
}
for (['Berln', 'Europe/Berlin'], ['York', 'America/New_York'], ['New York City', 'America/New_York'],
    ['Europe/Berlni', 'Europe/Berlin'], ['Beijing', 'Asia/Shanghai']) {
	my ($text, $zone) = @$_;
	like(says("set zone $text")->{body}, qr/cannot be "\Q$text\E"\.\nDid you mean this\?\n  set zone \Q$zone\E$/m, "nearly a zone: $text");
}
unlike(says('set zone Qwertz Uiop')->{body}, qr/Did you mean/, 'no zone at all');
is(setting('zone'), 'Asia/Ho_Chi_Minh', 'what is refused changes nothing');

for ('set timezone Europe/Rome', 'set time zone Europe/Rome', 'set tz Europe/Rome') {
	says('set zone UTC+8');
	says($_);
	is(setting('zone'), 'Europe/Rome', $_);
}
says('set pictures on');
is(setting('html'), 'on', 'set pictures on');
says($_) for 'set html auto', 'set zone Ho Chi Minh';

# --- languages by what they are called

for (['Deutsch', 'de'], ['German', 'de'], ['русский', 'ru'], ['zh-TW', 'zh-Hant'], ['Tiếng Việt', 'vi'], ['简体中文', 'zh-Hans'], ['EN', 'en']) {
	my ($text, $code) = @$_;
	says("set language $text");
	is(setting('language'), $code, "set language $text");
	my $said = says('preview new')->{body};
	is($said =~ /\b(?:Red|Green|red|green)\b/ ? 'English' : 'another', $code eq 'en' ? 'English' : 'another', '... and so are the sides of a board without players');
}
like(says('set language Elvish')->{body}, qr/cannot be "Elvish"/, 'no language');

# --- one at a time

my $body = says('set reminders half, 2d 6h')->{body};
like($body, qr/^  set reminders half,2d,6h$/m, 'reminders with blanks');
unlike($body, qr/set language/, 'only what was changed is shown');
like(says('set html')->{body}, qr/\A  set html auto\n.*auto  off  on$/ms, 'one setting is asked for');
like(says('set')->{body}, qr/^Your settings:.*^  set language .*^  set reminders /ms, 'all are');
$body = says('set digset on')->{body};
like($body =~ s/\s+/ /gr, qr/no setting "digset"\. There are: language, name, board, .*, reminders, seeks, puzzle, digest\. "set" alone/, 'an unknown one');
like(says("set board\nclassic")->{body}, qr/^  set board classic$/m, 'and words below it are words');
for ('set the table', 'set board on fire', 'set flipped off again', 'set receipt') {
	my $before = setting('board, flipped, receipt');
	says($_);
	is(setting('board, flipped, receipt'), $before, "changes nothing: $_");
}

# --- by userid and password, from anywhere

for (['set fred secret1', qr/^Your settings:/m], ['set fred secret1 board', qr/\A  set board classic$/m],
    ['set fred secret1 zone New York', qr/^  set zone America\/New_York \(now UTC-5\)$/m],
    ['settings fred secret1', qr/^Your settings:/m]) {
	$world->send(from => 'inn@c.test', subject => $_->[0]);
	my @letters = $world->run;
	is(join(' ', map { $_->{address} } @letters), $fred, "$_->[0]: answered to the player alone");
	like($letters[0]{body} // '', $_->[1], '... as it should');
	unlike($letters[0]{raw} // '', qr/secret1/, '... without the password');
}
$world->send(from => $fred, subject => 'set fred wrong99');
$world->run;
unlike($world->{last}{$fred}{raw}, qr/wrong99/, 'nor with a wrong one');

# --- a public name

like(says('set public name Fred Flint')->{body}, qr/^  set name Fred Flint$/m, 'a public name');
like(says("set name Fred \x{c3}\x{9c}rich Flint the Third")->{body}, qr/^  set name Fred .*Third$/m, 'of five words');
for ('a@b.test', 'http://spam.test', 'Six words are more than enough', 'x' x 41) {
	says("set name $_");
	like(setting('name'), qr/^Fred /, "no name: $_");
}
says('set name Fred Flint');
like(says('who fred')->{body}, qr/^fred \(Fred Flint\) has been here since/m, 'who shows it');
$world->answer($fred, "challenge wilma\n\nB3-E3 is how I begin.", to => $turn);
$world->run;
like($world->{last}{$wilma}{body}, qr/^fred is known as Fred Flint\. /m, 'a challenge, too');
$world->answer($fred, 'invite dino@c.test', to => $turn);
$world->run;
like($world->{last}{'dino@c.test'}{body}, qr/^fred \(Fred Flint\) invites you/m, 'and an invitation');
says("B3-E3\n\nset name of the game is war");
is(setting('name'), 'Fred Flint', 'what is said below a move sets nothing');
says('set name off');
is(setting('name'), '', 'none again');
unlike(says('who fred')->{body}, qr/\(/, 'and none is shown');

# --- a board in words

$world = World->new;
$world->game;
$turn = $world->{last}{$fred};
like(says('set board list')->{body}, qr/^  set board list$/m, 'set board list');
$body = says('show 1')->{body};
my $men = sub {
	my ($side, $back, $cannons, $soldiers) = @_;
	my $squares = sub { join ', ', map { $_[1] =~ /^\d/ ? "$_$_[1]" : $_ } split //, $_[0] };
	return join '', "$side:\nKing: E$back\n", map { "$_->[0]: " . $squares->($_->[1], $_->[2]) . "\n" }
	    ['Rooks', 'AI', $back], ['Cannons', 'BH', $cannons], ['Horses', 'BH', $back], ['Elephants', 'CG', $back],
	    ['Guards', 'DF', $back], ['Soldiers', 'ACEGI', $soldiers];
};
my ($red, $green) = ($men->('Red', 1, 3, 4), $men->('Green', 10, 8, 7));
like($body, qr/\n\n\Q$red\E\n\Q$green\E\n/, 'all pieces at the start, by name, king first');
my @silent = ('show 1', 'show 1#0', 'moves 1', 'moves 1 B1', 'preview 1 B3-E3', 'submit B3-E3', 'help xiangqi', 'explain 1');
unlike(says($_)->{body}, qr/\|   \||--\+|^ *A   B/m, "nothing is drawn: $_") for @silent;
like(says('moves 1 B1')->{body}, qr/^  horse on B1: B1-A3, B1-C3$/m, 'moves are named');
like(says('help xiangqi')->{body} =~ s/\s+/ /gr, qr/At the start Red's king is on E1/, 'and where pieces begin');
like(says('preview fen 3k5/9/9/9/9/9/9/9/9/RR2K4 w A1-A9')->{body}, qr/^Red:\nKing: E1\nRooks: A9, B1\n/m, 'several are several');
like(says('preview fen 3k5/9/9/9/9/9/9/9/9/R3K4 w A1-A9')->{body}, qr/^Red:\nKing: E1\nRook: A9\n/m, '… and one is one');
unlike($world->{last}{$wilma}{body} // '', qr/^King: /m, 'the other has his own style');
says('set html on');
my $letter = says('show 1');
is($letter->{parts}[1]{'content-type'} =~ s/;.*//r, 'text/html', 'HTML without pictures');
like($letter->{parts}[1]{body}, qr/^Cannons: B3, H3<br>$/m, '... has the words');
like($letter->{parts}[1]{body}, qr/<a [^>]*body=resign"/, '... and the links');
unlike($letter->{parts}[1]{body}, qr/<img|<pre/, '... and nothing drawn');
my $drawn = $world->call('board', '--style=list', '1');
is($drawn, "$red\n$green", 'the same on the command line');
# fred's cannon takes the horse, wilma's rook takes the cannon.
for ([$fred, 'B3-B10'], [$wilma, 'A10-B10']) {
	$world->answer($_->[0], $_->[1]);
	$world->run;
}
like($world->{last}{$fred}{body}, qr/^Captured by fred: horse\. Captured by wilma: cannon\.$/m, 'captured pieces by name');
like($world->{last}{$wilma}{body}, qr/^Captured by fred: H\. Captured by wilma: C\.$/m, '... for him alone');
like($world->{last}{$fred}{body}, qr/^Cannon: H3$/m, 'what is gone is not listed');
done_testing();
