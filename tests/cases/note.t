#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Private words: they reach nobody but their writer, wherever "note" stands; and sentences
# that begin with the word are words.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use MIME::QuotedPrint;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;

sub says
{
	my ($who, $text) = @_;
	$world->answer($who, $text);
	return { map { $_->{address} => $_->{body} =~ s/\s+/ /gr } $world->run };
}

# All that a letter holds, whatever its encoding.
sub record_of
{
	my ($who) = @_;
	$world->answer($who, 'record 1');
	my ($letter) = $world->run;
	open my $file, '<', $letter->{path} or die;
	my $bytes = do { local $/; <$file> };
	return decode_qp($bytes) . join '', map { decode_base64($_) } $bytes =~ /\n\n([A-Za-z0-9+\/=\n]+)\n--/g;
}

# name, text, what the opponent gets, what is kept
my @notes = (
	['alone', "note\nplan-one behind the river", undef, 'plan-one'],
	['with the number', "note 1\nplan-two", undef, 'plan-two'],
	['by name and password', "note 1 fred secret1\nplan-three", undef, 'plan-three'],
	['in two paragraphs', "note\nplan-four\n\nand plan-five\nresign\nB3-E3", undef, 'plan-five'],
	['below a move', "B3-E3\nnote\nplan-six", qr/fred moved B3-E3/, 'plan-six'],
	['below words', "say\nHello\n\nnote\nplan-below say", qr/Hello (?!.*plan-)/, 'plan-below say'],
	['below a move and words', "say\nHello\n\nnote that this\nis said", qr/Hello note that this is said/, undef],
);
# A slip of the word, alone above words, is asked about: they would go to the other player.
for my $text ("noet\nplan-slip", "ntoe\n\nplan-slip", "Notes:\nplan-slip", "nots\nplan-slip", "B8-E8\n\nnoet\nplan-slip", "H8-E8\nNote:\nplan-slip", "say it\nniote\nplan-slip") {
	my $letters = says($fred, $text);
	is($letters->{$wilma}, undef, 'a slip of the word: ' . ($text =~ s/\n/ | /gr));
	like($letters->{$fred}, qr/may be meant as the command "note"\./, '... is asked about');
	unlike($letters->{$fred}, qr/goes to wilma/, '... and nothing below it goes to her');
}
# A yes keeps it, where nothing else was to be done.
{
	my $letters = says($fred, "noet\nplan-by-yes");
	like($letters->{$fred}, qr/answer "yes" does just that, with what you wrote below it/, 'a slip of the word: a yes would do');
	$letters = says($fred, 'yes');
	is($letters->{$wilma}, undef, '... and told to nobody');
	like(record_of($fred), qr/\[%note\] .*plan-by-yes/s, '... it is kept');
	says($fred, "Note for myself\nplan-understood");
	is(says($fred, "yes\n\nplan-thanks")->{$wilma}, undef, 'no slip: nobody is told by a yes');
	like(record_of($fred), qr/\[%note\] .*plan-understood/s, '... it is kept');
	$letters = says($fred, "B8-E8\n\nnoet\nplan-two-things");
	unlike($letters->{$fred}, qr/answer "yes"/, 'beside a move: no yes would do');
}
for my $text ("Nope\nnot today", "Noted\nand thanks", "noted", "Thanks for the notes\nand so on") {
	my $letters = says($fred, $text);
	like($letters->{$wilma} // '', qr/\Q@{[$text =~ s{\n}{ }r]}\E/, "no slip: $text");
}
for (@notes) {
	my ($name, $text, $told, $kept) = @$_;
	my $letters = says($fred, $text);
	if ($told) {
		like($letters->{$wilma} // '', $told, "$name: told");
	} else {
		is($letters->{$wilma}, undef, "$name: nobody is told");
	}
	if ($kept) {
		like($letters->{$fred}, qr/Your note is kept/, "$name: kept");
		unlike($letters->{$wilma} // '', qr/plan-/, "$name: and passed on to nobody");
		like(record_of($fred), qr/\[%note\] .*$kept/s, "$name: in one's own record");
	}
}
my $letters = says($wilma, "H10-G8\n\nGood luck!\n\nnote\nplan-seven\n");
like($letters->{$fred}, qr/Good luck!/, 'words above a note are passed on');
unlike($letters->{$fred}, qr/plan-seven|Good luck! note/, 'the note is not');
unlike(record_of($fred), qr/plan-seven/, 'nor is it in the other\'s record');
like(record_of($wilma), qr/plan-seven/, 'but in one\'s own');
unlike(record_of($wilma), qr/plan-one/, 'which has nothing of the other');
my $mine = says($wilma, 'showas 1')->{$wilma};
like($mine, qr/Your note at move 1: plan-seven Last move: H10-G8, by wilma\. You play/, 'shown by showas');
unlike($mine, qr/plan-one/, 'which has nothing of the other either');
unlike(says($wilma, 'show 1')->{$wilma}, qr/plan-/, 'and not by show');
like(says($fred, 'note')->{$fred}, qr/There is nothing below the line "note"/, 'an empty note');
for ('note that I am away till Monday', 'Note: the river is wide', 'Note!', 'notes are useful') {
	like(says($fred, "say\n$_")->{$wilma}, qr/\Q$_\E/, "speech: $_");
	unlike(says($fred, "$_\nand more")->{$fred} // '', qr/Your note is kept/, "no command: $_");
}
like(says($fred, "H1-G3\n\nnote that I am away")->{$wilma}, qr/note that I am away/, 'and passed on below a move');
unlike(says($wilma, "note\nmy password is wilma secret2 yes")->{$wilma}, qr/Your note is kept/, 'a password is not kept');
is(`grep -c secret2 '$world->{home}/riverpost.sqlite'`, "0\n", 'nor stored');
like($world->call('check'), qr/^1 game checked, 0 problems$/m, 'the check finds nothing');
done_testing;
