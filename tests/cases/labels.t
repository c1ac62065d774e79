#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Subjects with what gateways and fingers put around a command: labels are taken off in front and
# behind, no password shows in what is sent, and none is made of a label (mail 14).
use strict;
use warnings;
use utf8;
use Encode qw(encode decode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($barney, $fred) = ('barney@site.example', 'fred@a.test');

# All letters that come out of one with this Subject.
sub letters
{
	my ($world, $from, $subject, $text) = @_;
	$world->send(from => $from, subject => encode('utf-8', $subject), text => $text // '');
	return $world->run;
}

# --- A password goes into no letter, wherever it stands.
# (The unit test of the parser has more: speak/parse.)
for my $subject ('resign 1 fred secret1 (External)', 'draw 1 fred secret1 :)', '"resign 1 fred secret1"', '`show 1 fred secret1`', '(draw 1 fred secret1', 'move 1 fred secret1 b3e3 ?') {
	my $world = World->new;
	$world->game;
	my @out = letters($world, $fred, $subject);
	isnt(scalar @out, 0, "answered: $subject");
	is(scalar(grep { decode('utf-8', "$_->{head}$_->{body}") =~ /secret1/ } @out), 0, '... without the password');
}

# --- A label is no part of a command.
my %done = ('resign 1 fred secret1 (External)' => 2, 'resign 1 fred secret1 {Scanned} [EXT]' => 2, '[EXT] resign 1 fred secret1 #encrypt' => 2,
    'EXTERNAL: resign 1 fred secret1' => 2);
for my $subject (sort keys %done) {
	my $world = World->new;
	$world->game;
	letters($world, $fred, $subject);
	is($world->query('SELECT state FROM game WHERE id = 1'), $done{$subject}, "mail 14: $subject");
}
my $world = World->new;
$world->game;
letters($world, $fred, 'move 1 fred secret1 (b3e3)');
is($world->query('SELECT length FROM game WHERE id = 1'), 1, 'a move in brackets is none');

# --- Nor is a password made of one, or of a mark.
for my $label ('{Scanned}', '(External)', '[SEC=OFFICIAL]', '#encrypt', '【外部】', '***SPAM***', '[EXT] {Scanned}') {
	$world = World->new;
	my @out = letters($world, $barney, "signup barney $label");
	like($out[0] ? $out[0]{body} : '', qr/barney/, "signup barney $label asks for a confirmation");
	is($world->query("SELECT count(*) FROM confirmation WHERE secret = ''"), 1, '... without a password');
}
for my $front ('EXTERNAL: ', '外部邮件：', '[EXT] Spam: ', 'Re: External: ') {
	my @out = letters(World->new, $barney, "${front}signup barney");
	like($out[0] ? $out[0]{subject} : '', qr/confirm/, "${front}signup barney gets an answer");
}
for my $line ('signup barney {Scanned}', 'signup barney :)', 'signup barney -', 'signup barney "secret1"', 'signup barney (secret1)') {
	$world = World->new;
	my @out = letters($world, $barney, '', $line);
	is(scalar @out, 1, "$line is asked about");
	unlike($out[0] ? $out[0]{body} : 'secret1', qr/secret1|Scanned/, '... and not shown again');
	is($world->query('SELECT count(*) FROM confirmation'), 0, '... and does nothing');
}
$world = World->new;
$world->game;
for my $subject ('change password fred secret1 {Scanned}x', 'change password fred secret1 "secret3"') {
	my @out = letters($world, $fred, $subject);
	is(scalar(grep { $_->{body} =~ /secret[13]|Scanned/ } @out), 0, "$subject: no password is shown");
}
$world->send(from => 'inn@c.test', text => "as fred secret1\nset board hanzi\n");
like(($world->run)[0]{body}, qr/The setting is now/, '... and the old one is still in force');

# --- The Subject of an answer is no command above a text: it may be that of a letter of one's own.
my %answers = ("Re: resign 1 fred secret1\nSorry, not yet.\n" => 1, "AW: resign 1 fred secret1\nNo!\n" => 1, "回复：resign 1 fred secret1\nno\n" => 1,
    "Re: resign 1 fred secret1\n" => 2, "Re: resign 1 fred secret1\n> resign\n" => 2, "resign 1 fred secret1\nGood game.\n" => 2, "Fwd: resign 1 fred secret1\nbye\n" => 2);
for my $letter (sort keys %answers) {
	my ($subject, $text) = split /\n/, $letter, 2;
	$world = World->new;
	$world->game;
	$world->send(from => $fred, subject => encode('utf-8', $subject), reply => '<sent@players.test>', text => $text);
	my @out = $world->run;
	is($world->query('SELECT state FROM game WHERE id = 1'), $answers{$letter}, "$subject above \"" . $text =~ s/\n//gr . '"');
	is(scalar(grep { $_->{body} =~ /secret1/ } @out), 0, '... and no password is shown');
	isnt(scalar @out, 0, '... and is answered');
}
done_testing;
