#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A tap on a face is no answer: it accepts nothing, and nobody gets an error letter for it.  Nor is
# a letter given back that a program recalls.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(encode decode);
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my @plain = ('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit');
my $google = <<'END';
--=_1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

👍

fred %s

On Wed, 25 Nov 2026, Riverpost <riverpost@localhost> wrote:

> Summary of Xiangqi Board 1
--=_1
Content-Type: text/vnd.google.email-reaction+json; charset=utf-8
Content-Transfer-Encoding: 8bit

{
  "emoji": "👍",
  "version": 1
}
--=_1
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 8bit

<div><p style="font-size:50px">👍</p><p>fred %s</p></div>
--=_1--
END
my @mixed = ('MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary="=_1"');
my %taps = (
	thumb => [[@plain], "👍\n"],
	'a heart, with its colour' => [[@plain], "❤️\n\n-- \nFred\n"],
	gmail => [[@mixed], $google =~ s/%s/reacted via Gmail/gr],
	'gmail in some language' => [[@mixed], $google =~ s/%s/yes/gr],
	'gmail without its part' => [[@plain], "👍\n\nfred reacted via Gmail\n\nOn Wed, 25 Nov 2026, Riverpost <riverpost\@localhost> wrote:\n\n> Summary\n"],
	outlook => [[@plain], "Fred Flint reacted to your message:\n________________________________\nFrom: Riverpost\nSent: Monday\nTo: Fred\n\nSummary\n"],
	'outlook in French' => [[@plain], "Fred Flint a réagi à votre message :\n________________________________\nDe : Riverpost\nEnvoyé : lundi\nÀ : Fred\n\nSummary\n"],
);

sub reply
{
	my ($world, $who, $head, $text, $subject) = @_;
	my $old = $world->{last}{$who};
	$world->send(from => $who, to => $old->{'reply-to'}, subject => encode('MIME-Header', $subject // "Re: $old->{subject}"),
	    reply => $old->{'message-id'}, head => $head, text => encode('utf-8', $text));
	return $world->run;
}

for my $name (sort keys %taps) {
	my ($head, $text) = @{$taps{$name}};
	my ($world, @letters);
	my $by_program = $name =~ /gmail|outlook/;

	$world = World->new;
	$world->game;
	@letters = reply($world, $fred, $head, $text);
	is scalar(grep { $_->{subject} =~ /Error|could not|Not played/ } @letters), 0, "$name, on a turn: no error";
	is scalar(@letters), 0, '… and no letter at all' if $by_program;
	is $world->query('SELECT count(*) FROM ply'), 0, '… and nothing played';

	$world = World->new;
	$world->game;
	reply($world, $fred, [@plain], "B3-E3\ndraw\n");
	@letters = reply($world, $wilma, $head, $text);
	is scalar(grep { $_->{subject} =~ /Error/ } @letters), 0, '… on a draw: no error';
	is $world->query('SELECT count(*) FROM game WHERE result <> 0'), 0, '… and none accepted';

	$world = World->new;
	$world->players;
	$world->answer($fred, 'challenge wilma');
	$world->run;
	@letters = reply($world, $wilma, $head, $text);
	is scalar(grep { $_->{subject} =~ /Error/ } @letters), 0, '… on a challenge: no error';
	is $world->query('SELECT count(*) FROM game WHERE state <> 0'), 0, '… and none accepted';

	$world = World->new;
	$world->send(from => 'barney@c.test', subject => 'signup barney');
	$world->run;
	@letters = reply($world, 'barney@c.test', $head, $text);
	is $world->query('SELECT count(*) FROM player'), 0, '… on a sign-up: no account';
	is scalar(@letters), 0, '… and no letter' if $by_program;
}

# With words beside it, it is words.
{
	my $world = World->new;
	$world->game;
	my ($letter) = grep { $_->{address} eq $wilma } reply($world, $fred, [@plain], "👍 That reacted to your message: well\n");
	like decode('utf-8', $letter->{body}), qr/👍 That reacted/, 'a thumb among words is passed on';
}

# Recalled letters.
for (["Fred Flint would like to recall the message, \"Re: Xiangqi Board 1: fred - wilma\".\n", 'Recall: Xiangqi Board 1: fred - wilma'],
	["Fred Flint möchte die Nachricht \"Xiangqi Board 1\" zurückrufen.\n", 'Rückruf: Xiangqi Board 1: fred - wilma'],
	["Fred Flint souhaite rappeler le message « Xiangqi Board 1 ».\n", 'Rappel : Xiangqi Board 1'],
	["Fred Flint хочет отозвать сообщение \"Xiangqi Board 1\".\n", 'Отзыв: Xiangqi Board 1'],
	["…\n", '撤回: Xiangqi Board 1']) {
	my ($text, $subject) = @$_;
	my $world = World->new;

	$world->game;
	reply($world, $fred, [@plain], "B3-E3\n");
	my @letters = reply($world, $fred, [@plain], $text, $subject);
	is $world->query('SELECT count(*) FROM ply'), 1, encode('utf-8', "$subject: the move stands");
	is scalar(grep { $_->{address} eq $wilma } @letters), 0, '… and wilma hears nothing of it';
	is scalar(@letters), 1, '… and fred gets one letter';
	unlike $letters[0]{subject}, qr/Error/, '… that is no error';
	like $letters[0]{body} =~ s/\s+/ /gr, qr/nothing was taken back.*answer the newest letter of that board with "undo"/, '… and says how to take a move back';
}

# A stranger's is not answered.
{
	my $world = World->new;
	$world->send(from => 'bob@d.test', subject => 'Recall: hello', text => "Bob would like to recall the message, \"hello\".\n");
	is scalar($world->run), 0, 'a stranger gets no letter';
}
done_testing;
