#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What people say goes to the other player word for word; what may be a command is asked
# about, and a password goes to nobody.  Each letter answers the one that gave fred Red.

use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# fred's letter: [what wilma is told he did, his words] or the line he is asked about.
my @cases = (
	["h3e3\n\nResign?", 'moved H3-E3', 'Resign?'],
	["h3e3\nResign!", 'moved H3-E3', 'Resign!'],
	["h3e3\n\nShow me.\nHelp!\nAs usual, late.", 'moved H3-E3', "Show me.\nHelp!\nAs usual, late."],
	["h3e3\nWho knows", 'moved H3-E3', 'Who knows'],
	["h3e3\ndraw?", 'offers a draw', ''],
	["h3e3 gg", 'moved H3-E3', 'gg'],
	["*H3-E3*\n\nYour turn", 'moved H3-E3', 'Your turn'],
	["砲二平五 加油", 'moved H3-E3', '加油'],
	["| resign\nhello", 'wrote to you; see below', "resign\nhello"],
	["h3e3\n\n| resign\n| accept", 'moved H3-E3', "resign\naccept"],
	["h3e3\n\nMy thought:\nsay\nresign\nnote", 'moved H3-E3', "My thought:\nresign"],
	["say\nresign\nh3e3", 'wrote to you; see below', "resign\nh3e3"],
	["h3e3\nresign", undef, 'resign', qr/also contains a move/],
	["h3e3\n\nresign", undef, 'resign', qr/also contains a move/],
	["Hello!\n\nresign", undef, 'resign', qr/part of your message/],
	["h3e3\n\nb3d3", undef, 'b3d3', qr/holds two moves\.\s+Which one do you play\? Answer with that one alone:\n\n  h3e3\n  b3d3\n(?!.*"yes")/s],
	["h3e3?", undef, 'h3e3?', qr/your move, or a question/],
	["Hi,\n\nh3e3?", undef, 'h3e3?', qr/Did you mean this\?.*\n\n  H3-E3\n/],
	["Hi,\n\nh3e3 ??\n\ncheers", undef, 'h3e3 ??', qr/Did you mean this\?.*\n\n  H3-E3\n/],
	["Hi,\n\nmove 1 h3e3?", undef, 'move 1 h3e3?', qr/Did you mean this\?.*\n\n  H3-E3\n/],
	["Hi,\n\nb3e3?\n\nh3e3", undef, 'h3e3', qr/part of your message/],
	["h3e3\nresgin 1", undef, 'resgin 1', qr/\n  resign 1\n/],
	["h3e3\nladder fred secret1 5", undef, 'ladder fred ******** 5', qr/may be your password/],
	["h3e3\nzgu 1 fred secret1 H3-E3", undef, 'zgu 1 fred ******** H3-E3', qr/\n  move 1 H3-E3\n/],
	["h3e3\n\n| my word, fred secret1", undef, 'my word, fred ********', qr/It contains your password/],
	["H3-E3 was a blunder", undef, 'H3-E3 was a blunder', qr/no command/],
);

for (@cases) {
	my ($text, $done, $said, $asked) = @$_;
	my $world = World->new;
	$world->game;
	$world->answer($fred, $text);
	my %body = map { $_->{address} => $_->{body} } $world->run;
	my $name = $text =~ s/\n/ \/ /gr;

	if (defined $done) {
		like($body{$wilma}, qr/\bfred\b.*\Q$done\E/, "$name: done");
		my ($words) = $body{$wilma} =~ /^fred writes:\n(.*?)\n\*{20}/ms;
		is($words // '', $said, '... and said');
	} else {
		ok(!exists $body{$wilma}, "$name: nobody is told") or diag $body{$wilma};
		like($body{$fred}, qr/\n  \Q$said\E\n/, '... the line is quoted');
		like($body{$fred}, $asked, '... and explained');
		like($body{$fred}, qr/^You can(?:: | answer )/m, '... with what one can do');
	}
	unlike(join('', values %body), qr/secret1/, '... no password') if $text =~ /secret1/;
}

# A letter of one's own: a Subject that may be a sentence does not outweigh the text.
for my $subject ('Help yourself', 'As usual late', 'Who knows', 'Resign?') {
	my $world = World->new;
	$world->game;
	$world->send(from => $fred, subject => $subject, text => "move 1 fred secret1 h3e3\n");
	my %body = map { $_->{address} => $_->{body} } $world->run;
	like($body{$wilma} // '', qr/fred moved H3-E3/, "Subject \"$subject\": the text counts");
}

# A Subject with the proof, and the move alone in the text: one order, from whatever address.
for my $from ($fred, 'fred@elsewhere.test') {
	for (['move 1 fred secret1', "H3-E3\n\nGood luck\n", 'Good luck'], ['move 1 fred secret1', "\nC2=5\n", ''], ['move 1 fred secret1', "\nBye\nH3-E3\n"],
	    ['move 1 fred secret1', "H3-E3?\n"], ['move 1 fred wrong77', "H3-E3\n"], ['Re: move 1 fred secret1', "H3-E3\n"]) {
		my ($subject, $text, $words) = @$_;
		my $world = World->new;
		$world->game;
		$world->send(from => $from, subject => $subject, text => $text);
		my %body = map { $_->{address} => $_->{body} } $world->run;
		my $name = "$from, \"$subject\", $text" =~ s/\n/ \/ /gr;
		if (defined $words) {
			like($body{$wilma} // '', qr/fred moved H3-E3/, "$name: played");
			my ($said) = $body{$wilma} =~ /^fred writes:\n(.*?)\n\*{20}/ms;
			is($said // '', $words, '... and the words below it said');
		} else {
			unlike($body{$wilma} // '', qr/fred moved/, "$name: not played");
		}
		unlike(join('', values %body), qr/secret1/, '... no password');
	}
}

# Between commands empty lines stand only under the Subject "multiple".
for my $subject ('multiple', 'hello') {
	my $world = World->new;
	$world->game;
	$world->send(from => $fred, subject => $subject, text => "as fred secret1\n\nmove 1 h3e3\n");
	my %body = map { $_->{address} => $_->{body} } $world->run;
	is(exists $body{$wilma}, $subject eq 'multiple', "an empty line under the Subject \"$subject\"");
}

# A Subject that is a command makes the text a message: said so, and how both are given.
{
	my $world = World->new;
	$world->game;
	$world->send(from => $fred, subject => 'draw 1', text => "chat 1\n\nHello");
	my ($asked) = $world->run;
	like($asked->{body} =~ s/\s+/ /gr, qr/  ?chat 1 Your Subject is a command, so the text below it is your message, .* leave the Subject empty and put all commands at the top, each on a line of its own\. To send it as a message/, 'a command below a Subject');
	$world->send(from => $fred, text => "as fred secret1\ndraw 1\nchat 1\n\nHello");
	like(join('', map { $_->{body} } grep { $_->{address} eq $wilma } $world->run), qr/fred offers a draw.*^Hello$/ms, '... and as told it is done');
}

done_testing;
