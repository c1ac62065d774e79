#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What is offered to be sent holds neither userid nor password, for the answer proves itself;
# and stars that come back in a password's place are no wrong one.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $stranger) = ('fred@a.test', 'wilma@b.test', 'somebody@x.test');

sub to { my ($address, @letters) = @_; return grep { $_->{address} eq $address } @letters }

# What the letter offers to be sent, in rows of its own.
sub forms { return $_[0]{body} =~ /^  (?!\|)(\w.*)$/mg }

for (["Hello wilma\n\nmove 1 fred secret1 H3-E3", 'move 1 H3-E3'],
	["Hello wilma\n\ndraw 1 fred secret1", 'draw 1'],
	["Hello wilma\n\nmove 1 H3-E3 --password=secret1", 'move 1 H3-E3'])
{
	my ($text, $form) = @$_;
	my $world = World->new;
	my ($letter, $done);

	$world->game;
	$world->answer($fred, $text);
	($letter) = to($fred, $world->run);
	is_deeply [grep { /^(?:move|draw)/ && !/^draw  / && !/\*/ } forms($letter)], [$form], "$form is offered";
	unlike $letter->{body}, qr/\| .*\*\*\*\*/, 'no stars for the other player';
	$world->answer($fred, $form);
	($done) = to($wilma, $world->run);
	ok $done, '… and is done';
}

# Ten wrong passwords would close the way for the day.
{
	my $world = World->new;
	my @letters;

	$world->game;
	for (1 .. 11) {
		$world->pass_time(3700);
		$world->answer($fred, 'show 1 fred ********');
		push @letters, to($fred, $world->run);
	}
	is scalar(grep { $_->{body} =~ /^Summary of Xiangqi Board 1/ } @letters), 11, 'stars in an answer are no password';
	$world->send(from => $stranger, subject => 'move 1 fred ******** H3-E3');
	my ($notice) = to($fred, $world->run);
	like $notice->{body}, qr/A letter asked for\n\n  move 1 H3-E3\n\nin your name, with a wrong password; nothing was done\./, 'a notice shows what to answer with';
	$world->send(from => $stranger, subject => 'move 1 fred ******** H3-E3') for 1 .. 10;
	$world->run;
	$world->send(from => $fred, subject => 'move 1 fred ******** H3-E3');
	my ($question) = to($fred, $world->run);
	unlike +($question // {})->{body} // '', qr/wrong password/, 'stars alone are not a wrong one';
	$world->send(from => $stranger, subject => 'move 1 fred secret1 H3-E3');
	ok scalar(to($wilma, $world->run)), 'the password still works';
}

done_testing;
