#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters as people write them, in answer to the board where they are to move: what is played and
# which words go with it, what is asked about with which move, what is refused with the reason,
# and what only looks like a move.  The outcomes are decided by riverpost-commands(7).

use strict;
use warnings;
use utf8;
use Encode qw(encode decode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# fred's letter at the start; the move that is played and the words with it.
my @played = (
	# greetings above
	["Hi Pia,\n\nb3e3\n\ncheers", 'B3-E3', "Hi Pia,\n\ncheers"],
	["Hello wilma, how are you?\nB3-E3", 'B3-E3', 'Hello wilma, how are you?'],
	["Hi\n\nB3-E3\n\nSent from my iPhone", 'B3-E3', qr/^Hi/],
	["Hallo Wilma,\n\nschönes Wetter heute.\n\nB3-E3\n\nViele Grüße\nFred", 'B3-E3', qr/^Hallo Wilma,\n\nschönes Wetter heute\.\n+Viele Grüße\nFred$/],
	["你好！\n炮二平五", 'H3-E3', '你好！'],
	["Chào bạn,\n\nPháo 2 bình 5\n\nChúc vui", 'H3-E3', qr/^Chào bạn,\n+Chúc vui$/],
	["Привет!\n\nH3-E3\n\nУдачи", 'H3-E3', qr/^Привет!\n+Удачи$/],
	["Dear Wilma,\nthanks for the invitation.\n\n1. H3-E3\n\nBest regards,\nFred", 'H3-E3', qr/^Dear Wilma,\nthanks for the invitation\.\n+Best regards,\nFred$/],
	["Good morning\n\n*B3-E3*", 'B3-E3', 'Good morning'],
	["wow, what a week\n\nb3e3", 'B3-E3', 'wow, what a week'],
	["Wilma\n\nC2=5\n\nHow is the weather?", 'H3-E3', qr/^Wilma\n+How is the weather\?$/],
	["My move:\n\nB3-E3", 'B3-E3', 'My move:'],
	["Hi\n\nmove 1 B3-E3\n\ncheers", 'B3-E3', qr/^Hi\n+cheers$/],
	["Hi\n\nmove 1 B3-E3 your turn\n\ncheers", 'B3-E3', qr/^Hi\n+your turn\n+cheers$/],
	# words behind
	["Thanks for the game!\n\nH3-E3 check!", 'H3-E3', qr/^Thanks for the game!\n+check!$/],
	["B3-E3, nice opening!", 'B3-E3', 'nice opening!'],
	["B3-E3 nice opening!", 'B3-E3', 'nice opening!'],
	["B3-E3 How was your weekend?", 'B3-E3', 'How was your weekend?'],
	["b3e3. how are you today", 'B3-E3', 'how are you today'],
	["B3-E3 - your turn", 'B3-E3', qr/^(?:- )?your turn$/],
	["B3-E3 - I hope that you like it", 'B3-E3', 'I hope that you like it'],
	["B3-E3 – schönes Spiel bisher", 'B3-E3', 'schönes Spiel bisher'],
	["H3-E3 (as always)", 'H3-E3', '(as always)'],
	["H3-E3 (thanks!)", 'H3-E3', '(thanks!)'],
	["(H3-E3) as always", 'H3-E3', 'as always'],
	["H3-E3 *great* opening", 'H3-E3', '*great* opening'],
	["*H3-E3* * nice *", 'H3-E3', qr/^nice/],
	["B3-E3+", 'B3-E3', ''],
	["B3-E3#", 'B3-E3', ''],
	["B3-E3 !?", 'B3-E3', qr/^(?:!\?)?$/],
	["B3-E3 mate", 'B3-E3', 'mate'],
	["C2=5 this is the central cannon", 'H3-E3', 'this is the central cannon'],
	["炮二平五，请多指教", 'H3-E3', '请多指教'],
	["炮二平五 早上好，今天天气很好", 'H3-E3', '早上好，今天天气很好'],
	["b3e3: let's see", 'B3-E3', "let's see"],
	["B3-E3 let's see\n\nbye", 'B3-E3', "let's see\n\nbye"],
	# beginners
	["pawn to E5", 'E4-E5', ''],
	["Pawn E5", 'E4-E5', ''],
	["soldier to e5.", 'E4-E5', ''],
	["cannon h3 to e3", 'H3-E3', ''],
	["from b3 to e3", 'B3-E3', ''],
	["B3 to E3", 'B3-E3', ''],
	["C h3-e3", 'H3-E3', ''],
	["Cb3e3", 'B3-E3', ''],
	["B3,E3", 'B3-E3', ''],
	["B3, E3", 'B3-E3', ''],
	["(b3,e3)", 'B3-E3', ''],
	["b3 e 3", 'B3-E3', ''],
	["b 3 - e 3", 'B3-E3', ''],
	["R 1 + 1", 'I1-I2', ''],
	["C 2 = 5", 'H3-E3', ''],
	["al a2", 'A1-A2', ''],
	["Il-I2", 'I1-I2', ''],
	["Rl+l", 'I1-I2', ''],
	["H2+З", 'H1-G3', ''],
	["bЗeЗ", 'B3-E3', ''],
	["uci h2e2", 'H3-E3', ''],
	["wxf C2=5", 'H3-E3', ''],
	# Russian letters that look like Latin ones, where nothing Russian is legal, and one that is
	["\x{421}2=5", 'H3-E3', ''],
	["\x{41d}2+3", 'H1-G3', ''],
	["\x{415}3+5", 'G1-E3', ''],
	["\x{421}4+5", 'F1-E2', ''],
	["B3/E3", 'B3-E3', ''],
	["B3_E3", 'B3-E3', ''],
	["b3toe3", 'B3-E3', ''],
	["B3 toE3", 'B3-E3', ''],
	["von b3nach e3", 'B3-E3', ''],
	["C2=S", 'H3-E3', ''],
	["pawn to E5 please", 'E4-E5', ''],
	["pawn to E5, Thanks for the game!", 'E4-E5', 'Thanks for the game!'],
	["B3 to E3. Good luck", 'B3-E3', 'Good luck'],
	["Bauer nach E5", 'E4-E5', ''],
	["pháo từ h3 sang e3", 'H3-E3', ''],
	["Kanone von H3 nach E3", 'H3-E3', ''],
);

# ... the move that he is asked about, so that "yes" plays it.
my @asked = (
	["My move is A4-A5", 'A4-A5'],
	# the keys of Telex and of VIQR, with no input method at work
	['Phaos 2 binhf 5', 'H3-E3'],
	["Pha'o 2 bi`nh 5", 'H3-E3'],
	['Max 2 taans 3', 'H1-G3'],
	["Tu+o+.ng 3 tie^'n 5", 'G1-E3'],
	['Tuwowngj 3 tieens 5', 'G1-E3'],
	["To^'t 3 tie^'n 1", 'G4-G5'],
	["I think b3e3", 'B3-E3'],
	["I want to play b3e3", 'B3-E3'],
	["I play H3-E3", 'H3-E3'],
	["我走炮二平五", 'H3-E3'],
	["1. h2e2", 'H3-E3'],
	["H3-E3 was a blunder", 'H3-E3'],
	["H3-E3 or not?", 'H3-E3'],
	["B3-E3, ok?", 'B3-E3'],
	["B3-E3 is what I wanted to play yesterday", 'B3-E3'],
	["Was hältst du von B3-E3?", 'B3-E3'],
	["B3-E3, and I expect H10-G8", 'B3-E3'],
	["b3e3, resign", 'B3-E3'],
	["Hi,\nlet's try b3e3 today\nbye", 'B3-E3'],
	["Мой ход H3-E3", 'H3-E3'],
	["I have thought for a long time now about the move\nB3-E3\nbut it looks weak to me.", 'B3-E3'],
	["Why not\nB3-E3\nor something else", 'B3-E3'],
);

# ... why it is refused.
my @refused = (
	["Hi Pia,\n\nE4-E6", qr/A soldier goes one step forward, for example from E4 to E5\.\n"moves E4"/],
	["pawn to E6", qr/A soldier goes one step forward, for example from E4 to E5\./],
	["E4-E6, nice opening!", qr/A soldier goes one step forward, for example from E4 to E5\./],
	["K5=4 takes that", qr/Not played/],
	["c e5", qr/Not played: the cannon does not move like that/],
	["J1-J2", qr/There is no square J1: files are A to I\./],
	["Hello\n\nB3-B11", qr/There is no square B11: ranks are 1 to 10\./],
	["K2=5", qr/Not played: you have no king on file 2\..*H3-E3/s],
);

# Nothing of these is played, and nothing passed on as a move.
my @decoys = (
	["Hello!\n\nB3-E3\nH3-E3", 'two moves'],
	["Hello!\n\nB3-E3, nice\n\nH3-E3, nicer", 'two moves with words'],
	["Hi\n\nB3-E3\n\nresign", 'a move and a command'],
	["Hi\n\nresign\n\nB3-E3", 'a command and a move'],
	["Hi\n\nB3-E3\n\ndraw", 'a move and an offer'],
	["Hi\n\nB3-E3\n\nshow 1", 'a move and a question'],
	["Hi\n\nB3-E3?", 'a question'],
	["Hi\n\nmove 1 B3-E3?", 'a question with its board'],
	["Hi\n\nmove 2 B3-E3\n\ncheers", 'another board'],
	["Hi\n\nmove 1 fred secret1 B3-E3\n\ncheers", 'a password among words'],
	["as is", 'words with letters of files'],
	["| B3-E3", 'words, as they say'],
	["chat\n\nB3-E3", 'words to the other'],
	["Hello fred secret1\n\nB3-E3", 'a password above'],
	["B3-E3 fred secret1", 'a password behind'],
);

# The letters that come out, by who gets them.
sub try
{
	my ($text, $prepare) = @_;
	my $world = World->new;

	$world->game;
	$prepare->($world) if $prepare;
	my %args = $world->{old} ? (to => $world->{old}) : ();
	$world->answer($fred, encode('utf-8', $text), %args);
	my %body = map { $_->{address} => decode('utf-8', $_->{body}) } $world->run;
	return ($world, %body);
}

for (World::sample(@played)) {
	my ($text, $move, $words) = @$_;
	my (undef, %body) = try($text);
	my $name = $text =~ s/\n/ \/ /gr;

	like($body{$wilma} // '', qr/^fred moved $move /m, "$name: played") or diag $body{$fred};
	my ($said) = ($body{$wilma} // '') =~ /^fred writes:\n(.*?)\n\*{20}/ms;
	ref $words ? like($said // '', $words, '... and said') : is($said // '', $words, '... and said');
}

for (World::sample(@asked)) {
	my ($text, $move) = @$_;
	my (undef, %body) = try($text);
	my $name = $text =~ s/\n/ \/ /gr;

	ok(!exists $body{$wilma}, "$name: nobody is told") or diag $body{$wilma};
	like($body{$fred}, qr/\n\n  $move\n/, '... asked');
	unlike($body{$fred}, qr/Were these words|passed on; it is still|invites everybody/, '... and not taken for words');
}

# What was asked is played by "yes", and by nothing else.
for my $case (["I think b3e3", 'B3-E3'], ["我走炮二平五", 'H3-E3'], ["My move is A4-A5", 'A4-A5'],
    ["1. h2e2", 'H3-E3'], ["K2=5", 'H3-E3'], ["H3-E3 was a blunder", 'H3-E3'],
    ["Good evening,\nWas hältst du von B3-E3?", 'B3-E3']) {
	my ($text, $move) = @$case;
	for my $answer ('yes', 'no', 'hm, B3-D3 perhaps?') {
		my ($world) = try($text);
		$world->answer($fred, $answer);
		my %body = map { $_->{address} => decode('utf-8', $_->{body}) } $world->run;
		if ($answer eq 'yes') {
			like($body{$wilma} // '', qr/^fred moved $move /m, "$text, yes: played") or diag $body{$fred};
		} else {
			unlike($body{$wilma} // '', qr/^fred moved/m, "$text, $answer: not played");
		}
	}
}

for (World::sample(@refused)) {
	my ($text, $why) = @$_;
	my (undef, %body) = try($text);
	my $name = $text =~ s/\n/ \/ /gr;

	ok(!exists $body{$wilma}, "$name: nobody is told") or diag $body{$wilma};
	like($body{$fred} // '', $why, '... with the reason');
}

for (World::sample(@decoys)) {
	my ($text, $name) = @$_;
	my (undef, %body) = try($text);

	unlike($body{$wilma} // '', qr/fred moved/, "$name: nothing is played");
	unlike(join('', values %body), qr/secret1/, '... no password') if $text =~ /secret1/;
}

# One of several moves: all are named, and none is played.
for (
	['Cannon to e3', 'B3-E3', 'H3-E3'],
	["Hello wilma\ncannon e3", 'B3-E3', 'H3-E3'],
	['I think I move my cannon to e3', 'B3-E3', 'H3-E3'],
	["b3e3 or a4a5, I can't decide", 'B3-E3', 'A4-A5'],
) {
	my ($text, @moves) = @$_;
	my ($world, %body) = try($text);

	like($world->{last}{$fred}{subject}, qr/^Which move\? .* \(Board 1\)$/, "$text: the Subject asks, too");
	like($body{$fred}, qr/can be\s+several\s+moves.*?\n\n@{[join '', map { "  $_\\n" } @moves]}\n/s, "$text: which one?") or diag $body{$fred};
	ok(!exists $body{$wilma}, '... and nothing else');
}
my (undef, %many) = try('a4a5 or c4c5 or e4e5 or g4g5 or i4i5');
unlike($many{$fred}, qr/several moves/, 'more than four are not listed');

# What is to be done with a move is in what is offered, and no mark that makes it a question again.
for (
	['queue --rules=asian b3e3', undef, 'queue'],
	['queue b3d3 if she plays well', 'queue b3d3'],
	['queue b3d3??', 'queue b3d3'],
	['C4-C5 ??', 'C4-C5', 'C4-C5 \?\?'],
) {
	my ($text, $offered, $quoted) = @$_;
	my (undef, %body) = try($text);

	$offered //= '';
	is(join('|', $body{$fred} =~ /^(?:Did you mean this\?.*?|To use it as a command.*?)\n\n  (.*)$/ms ? (split /\n/, $1)[0] : ''),
	    $offered, "$text: offered is \"$offered\"");
	like($body{$fred}, qr/^  $quoted/m, '... and the line is quoted as it was') if $quoted;
}

# Not his turn, an old letter, the move in what is quoted: nothing is played.
for my $case (
	['not his turn', sub { $_[0]->answer($fred, 'H3-E3'); $_[0]->run }, "Hi wilma\n\nB3-D3"],
	['an old letter', sub {
		my ($world) = @_;
		$world->{old} = $world->{last}{$fred};
		$world->answer($fred, 'H3-E3');
		$world->run;
		$world->answer($wilma, 'H10-G8');
		$world->run;
	}, "Hi wilma\n\nB3-D3"],
	['a quoted move', sub { }, "Hi wilma, all well?\n\n> B3-E3\n"],
) {
	my ($name, $prepare, $text) = @$case;
	my (undef, %body) = try($text, $prepare);
	unlike($body{$wilma} // '', qr/fred moved [A-I]/, "$name: nothing is played");
}
done_testing;
