#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# mail 13: words below a drawn line, below what only resembles a telephone's signature, or between
# quoted lines reach the other player; they are never a deed, nor a yes, and signatures and
# companies' footers stay behind.
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
my $utf8 = 'Content-Type: text/plain; charset=utf-8';

# The answer, with nothing quoted below but what it says itself: the letters that go out.
sub answer
{
	my ($world, $who, $text) = @_;
	my $old = $world->{last}{$who};
	$world->send(from => "$who", to => $old->{'reply-to'}, subject => "Re: $old->{subject}",
	    reply => $old->{'message-id'}, head => [$utf8], text => encode('utf-8', $text));
	return $world->run;
}

sub to { my ($address, @letters) = @_; return decode('utf-8', join '', map { $_->{body} } grep { $_->{address} eq $address } @letters) }

my $attribution = "On Wed, 18 Nov 2026 at 10:00, Riverpost <riverpost\@localhost> wrote:\n";

# Below a move: what wilma reads and what not.
for (
	# rules
	["B3-E3\n\nThanks for the book!\n---\nThe cat is well.\n", [qr/^Thanks for the book!$/m, qr/^The cat is well\.$/m]],
	["B3-E3\n\nThanks!\n~~~~~\nThe cat is well.\n", [qr/^The cat is well\.$/m]],
	["B3-E3\n\nThanks!\n—\nThe cat is well\n", [qr/^The cat is well$/m]],
	["B3-E3\n\n谢谢\n-----\n猫很好。\n", [qr/^猫很好。$/m]],
	["B3-E3\n-----\nThe cat is well.\n\n---\nAnd the dog?\n\n${attribution}> Summary\n> It is your turn\n", [qr/^The cat is well\.$/m, qr/^And the dog\?$/m], [qr/your turn/]],
	["B3-E3\n\nLook:\n---\nIt stands here, and it is a good one:\nhttps://example.org/a\n", [qr{^https://example\.org/a$}m]],
	# signatures
	["B3-E3\n\nThanks!\n-- \nFred Flintstone\nSlate Rock\n", [qr/^Thanks!$/m], [qr/Slate/]],
	["B3-E3\n\nThanks!\n---\nFred Flintstone\nSlate Rock and Gravel Co.\nTel. +49 30 1234567\n", [qr/^Thanks!$/m], [qr/Slate|1234/]],
	["B3-E3\n\nThanks!\n_____\nWilma F.\nwww.rock.example\n", [qr/^Thanks!$/m], [qr/rock\.example/]],
	["B3-E3\n\nThanks!\n_____________\nclub mailing list\nclub\@lists.example\n", [qr/^Thanks!$/m], [qr/lists\.example/]],
	["B3-E3\n\nThanks!\n________________________________\nFrom: Riverpost\nSent: Monday\nTo: fred\n\nIt is your turn\n", [qr/^Thanks!$/m], [qr/your turn/]],
	# telephones
	["B3-E3\n\nThanks!\n\nSent with love from Berlin.\n\nThe cat is well.\n", [qr/^Sent with love from Berlin\.$/m, qr/^The cat is well\.$/m]],
	["B3-E3\n\nThanks!\n\nSent with love from Berlin.\n", [qr/^Sent with love from Berlin\.$/m]],
	["B3-E3\n\nThanks!\n\nSent from my iPhone\n", [qr/^Thanks!$/m], [qr/iPhone/]],
	["B3-E3\n\nThanks!\n\nGet Outlook for Android <https://aka.ms/AAb9ysg>\n", [qr/^Thanks!$/m], [qr/Outlook|aka/]],
	["B3-E3\n\nThanks!\n\n发自我的手机\n", [qr/^Thanks!$/m], [qr/发自/]],
	["B3-E3\n\nThanks!\n\nSent from my iPhone\n\nThe cat is well.\n", [qr/^The cat is well\.$/m], [qr/iPhone/]],
	# between
	["B3-E3\n\n> Have fun!\nThanks, you too.\n\n> How is the weather?\nRain, all day.\n", [qr/^Thanks, you too\.$/m, qr/^Rain, all day\.$/m], [qr/Have fun|weather/]],
	["B3-E3\n\n${attribution}> Have fun!\n\nThanks, you too.\n\n> How is the weather?\n\nRain, all day.\n", [qr/^Thanks, you too\.$/m, qr/^Rain, all day\.$/m], [qr/Have fun|weather/]],
	["B3-E3\n\n> The quick brown fox jumps over the lazy dog and then some of\nit\n\n> How is the weather?\nRain, all day.\n", [qr/^Rain, all day\.$/m], [qr/^it$/m]],
	["B3-E3\n\nThanks!\n\n${attribution}> It is your turn\n> and so on\n\nThis e-mail and any attachments are confidential. If you are not the\nintended recipient, delete it.\n", [qr/^Thanks!$/m], [qr/confidential|recipient/]],
	["B3-E3\n\nThanks!\n\n${attribution}> It is your turn\n> and so on\n\n________\nFred Ltd., 10 Rock Street, Bedrock. Registered in England No. 1234567.\n", [qr/^Thanks!$/m], [qr/Bedrock/]],
	["B3-E3\n\nThanks!\n\n${attribution}> Summary of Xiangqi Board 1\nIt is your turn\n\nA B C D\n1 2 3 4\n5 6 7 8\n\nMore\nof that\n", [qr/^Thanks!$/m], [qr/your turn|of that/]],
	["B3-E3\n\nThanks!\n-----\nSummary of Xiangqi Board 1\nIt is your turn\n", [qr/^Thanks!$/m], [qr/your turn/]],
	["B3-E3\nend\n---\nThe cat is well.\n", [], [qr/cat/]],
) {
	my ($text, $in, $out) = @$_;
	my $world = World->new;
	my $name = $text =~ s/\n/ | /gr;
	$world->game;
	my $said = to($wilma, answer($world, $fred, $text));
	like $said, qr/^fred moved B3-E3/m, "$name: the move is played";
	like $said, $_, '… and she reads it' for @$in;
	($said) = $said =~ /^fred writes:\n(.*?)^\*{60}$/ms;
	unlike $said // '', $_, '… but not what is nobody\'s' for @{$out // []};
}

# What is left out, and may be his, he is told; not what is clearly somebody else's.
for (
	["B3-E3\n\n> The quick brown fox jumps over the lazy dog and then some of\nno I do not think so\n\n> How is the weather?\nRain.\n", 'no I do not think so'],
	["B3-E3\n\n---\n" . join('', map { "This is line $_ of a long poem.\n" } 1 .. 70), 'This is line 1 of a long poem.'],
	["B3-E3\n\n> The quick brown fox jumps over the lazy dog and then some of\nmy pass is fred secret7 so there\n", 'my pass is fred ******** so there'],
	["B3-E3\n\n> The quick brown fox jumps over the lazy dog and then some of\nit\n\n> How is the weather?\nRain.\n", undef],
	["B3-E3\n-- \nFred Flintstone\n", undef],
	["B3-E3\n\n${attribution}> It is your turn\n> and so on\n", undef],
) {
	my ($text, $left) = @$_;
	my $world = World->new;
	$world->game;
	my @letters = answer($world, $fred, $text);
	my ($told) = to($fred, @letters) =~ /not passed on.*?^  (.*?)$/ms;
	is $told, $left, 'left out: ' . substr $text =~ s/\n/ | /gr, 0, 60;
	unlike to($wilma, @letters), qr/not passed on/, '… and she hears nothing of it';
}

# A note stays private, with what stands below its rule.
{
	my $world = World->new;
	$world->game;
	my $said = to($wilma, answer($world, $fred, "B3-E3\nnote\nA trap.\n---\nShe falls into it.\n"));
	like $said, qr/^fred moved/m, 'a note below a move';
	unlike $said, qr/falls|trap/, '… is hers in no part';
}

# Commands beyond the text never run.
for my $text ("---\nB3-E3\n", "~~~~~\nresign\n", "> It is your turn\n> indeed\nB3-E3\n\n> and so on\n",
    "Sent with love from Berlin.\n\nresign\n", "Thanks!\n---\nresign\n", "B3-E3\n---\nresign\n") {
	my $world = World->new;
	$world->game;
	my $said = to($fred, my @letters = answer($world, $fred, $text));
	my $name = $text =~ s/\n/ | /gr;
	is $world->query('SELECT count(*) FROM ply'), 0, "$name: nothing is played";
	is $world->query("SELECT count(*) FROM game WHERE result != 0"), 0, '… and no game ends';
	unlike to($wilma, @letters), qr/resign|B3-E3/, '… and nothing goes to her';
	ok length $said, '… and he is told';
}

# Words alone, below a rule: as words above it.
{
	my $world = World->new;
	$world->game;
	my @letters = answer($world, $wilma, "---\nThe cat is well.\n");
	like to($fred, @letters), qr/^The cat is well\.$/m, 'words alone are passed on';
}

# No yes stands in them, and none is an empty answer.
for (["\n---\nNo, that was not me!\n", 0], ["---\nyes\n", 0], ["> Is it you?\n> Really?\n\nNo, that was not me!\n", 0], ["\n-- \nBarney\n", 1],
    ["\n---\nBarney\n+1 555 123456\n", 1], ["\n\nSent from my iPhone\n", 1], ["\n\n${attribution}> Is it you?\n> Really?\n", 1], ["yes\n---\nThis is spam, stop it.\n", 0], ["yes\n---\nBarney\n+1 555 123456\n", 1],
    ["\n\n${attribution}> The quick brown fox jumps over the lazy dog and then some of\nit, and\n> so on\n", 1]) {
	my ($text, $want) = @$_;
	my $world = World->new;
	my $barney = 'barney@c.test';
	$world->send(from => $barney, subject => 'signup barney');
	$world->run;
	answer($world, $barney, $text);
	is $world->query("SELECT count(*) FROM player WHERE userid = 'barney'"), $want, 'confirming a sign-up: ' . ($text =~ s/\n/ | /gr);
}

# A draw that is offered.
for my $text ("---\nyes, accept\n", "> A draw?\naccept\n\n> Well?\n") {
	my $world = World->new;
	$world->game;
	answer($world, $fred, "B3-E3\ndraw\n");
	answer($world, $wilma, $text);
	is $world->query("SELECT count(*) FROM game WHERE result != 0"), 0, 'no draw is accepted: ' . ($text =~ s/\n/ | /gr);
}

# An address on a line of its own goes on with the line above it.
{
	my $world = World->new;
	$world->players;
	my $asked = to($fred, answer($world, $fred, "add f.flint\@work.example\nfred\@home.example\n\n${attribution}> Welcome\n"));
	like $asked, qr/^  add f\.flint\@work\.example fred\@home\.example$/m, 'two addresses, the second on its own line';
}
done_testing;
