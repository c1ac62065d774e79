#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The archive by mail: everybody's games or somebody's, imported ones too, page by page.
use strict;
use warnings;
use utf8;
use Encode qw(encode_utf8 decode_utf8);
use Unicode::Normalize qw(NFC NFD);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
$world->game;
for ('B3-E3', 'H10-G8') {
	$world->answer($_ eq 'B3-E3' ? $fred : $wilma, $_);
	$world->run;
}
$world->answer($fred, 'resign');
$world->run;		# board 1: wilma won

# Boards 2 to 7: an old archive.
my @games = (
	['胡荣华', '杨官璘', '1960.11.04', '1-0', 'B3-E3 B10-C8'],
	['Hu Ronghua', 'Li Laiqun', '1984.05.01', '0-1', 'H3-E3 H10-G8'],
	['Li Laiqun', 'Hu Ronghua', '1984.05.03', '1/2-1/2', 'C4-C5'],
	['Li Laiqun', 'Hu Ronghua', '1985.01.01', '1-0', 'C4-C5 G7-G6'],
	['Hu Ronghua', 'Liu Dahua', '1986.02.03', '1-0', 'B3-E3 H10-G8'],
	['fred', 'Liu Dahua', '1987.02.03', '1-0', 'B3-E3 B8-E8'],
);
open my $file, '>', "$world->{home}/old.pgn" or die;
for (@games) {
	my ($red, $black, $date, $result, $moves) = @$_;
	print $file encode_utf8(qq([Game "Chinese Chess"]\n[Red "$red"]\n[Black "$black"]\n[Date "$date"]\n[Result "$result"]\n\n$moves $result\n\n));
}
close $file;
$world->call('import', "$world->{home}/old.pgn");
is($world->{status}, 0, 'imported');

# The boards of a page, as "6 3".
sub boards { join ' ', decode_utf8($_[0]{body}) =~ /^Board (\d+):/mg }

my $strangers = 0;
sub ask
{
	my ($line, $who) = @_;
	# Each stranger gets so many answers an hour.
	$world->send(from => $who // 'anna' . ++$strangers . '@c.test', subject => $line);
	return ($world->run)[0] // { body => '', subject => '' };
}

for (
	['everybody\'s', 'history', '1 7 6 5 4 3 2'],
	['a player\'s and those in his name', 'history fred', '1 7'],
	['a name of two words', 'history Hu-Ronghua', '6 5 4 3'],
	['in other letters', 'history hu_ronghua', '6 5 4 3'],
	['hanzi', encode_utf8('history 胡荣华'), '2'],
	['won', 'history Hu-Ronghua won', '6'],
	['lost', 'history Hu-Ronghua lost', '5 3'],
	['drawn', 'history Hu-Ronghua drawn', '4'],
	['as Green', 'history Hu-Ronghua as green', '5 4'],
	['lost as Red', 'history Hu-Ronghua lost as red', '3'],
	['against somebody', 'history Hu-Ronghua vs Li-Laiqun', '5 4 3'],
	['anybody against somebody', 'history vs Liu-Dahua', '7 6'],
	['since and until', 'history since 1984-05-02 until 1986-02-03', '6 5 4'],
	['dates of other countries', encode_utf8('history since 1984年5月2日 until 3.2.1986'), '6 5 4'],
	['years', 'history since 1984 until 1985', '5 4 3'],
	['a time in words', 'history wilma this month', '1'],
	['... without a name', 'history today by resignation', '1'],
	['... before that', 'history wilma last year', ''],
	['an opening', 'history opening B3-E3 H10-G8', '1 6'],
	['an opening in WXF', 'history opening C8=5 h8+7', '1 6'],
	['by resignation, won by a player', 'history wilma won by resignation', '1'],
	['mate', 'history by mate', ''],
) {
	my ($name, $line, $want) = @$_;
	is(boards(ask($line)), $want, $name);
}
like(ask('history Hu-Ronghua')->{body}, qr/^Finished games of Hu-Ronghua: 4 shown, won 1, lost 2, drawn 1\n/, 'counted for a name');
like(ask('history Hu-Ronghua')->{body}, qr/^  Draw.*; 1984-05-03$/m, 'dates have their year');
like(ask('history nobody-such', $fred)->{body}, qr/nobody-such/, 'a name that nobody has');
is(boards(ask('history won', $wilma)), '1', 'won without a name: your own');

# --- pages

my $page = ask('history limit 3', 'anna@c.test');
is(boards($page), '1 7 6', 'a page');
like($page->{body}, qr/\n\nFor the next page answer this letter with "more", or send\n\n  history limit 3 after 6\n\z/, 'and how to get the next');
$world->answer('anna@c.test', 'more', to => $page);
my ($second) = $world->run;
is(boards($second), '5 4 3', 'more');
$world->answer('anna@c.test', 'more', to => $second);
my ($third) = $world->run;
is(boards($third), '2', 'the last page');
like($third->{body}, qr/\n\nThis is the end of the list\.\n\z/, 'says so');
$world->answer('anna@c.test', 'more', to => $third);
like(($world->run)[0]{body}, qr/There is no next page/, 'nothing after it');
like(ask('show 4')->{body}, qr/^From a collection of scores; the rules of the game are not known\.\n(?!.*(?:Rules:|Subscribers:))/ms, 'the board of an old score claims no rules');
is(boards(ask('history Hu-Ronghua vs Li-Laiqun lost as red since 1950 until 1990')), '3', 'all that can be asked in one line');
is(boards(ask('history limit 3 after 6')), '5 4 3', 'the line that was printed');
is(boards(ask('more history limit 3 after 6')), '5 4 3', 'the same behind more');

# Asked for in answer to a letter of a game, whose conversation has a Subject of its own.
$world->answer($fred, 'history limit 3', to => ask('show 1', $fred));
my ($inside) = $world->run;
is(boards($inside), '1 7 6', 'a page in answer to a letter of a game');
$world->answer($fred, 'more', to => $inside);
is(boards(($world->run)[0]), '5 4 3', '… and more in answer to that');

# An older page answered later, when another game has ended: nothing moves.
$world->answer($fred, 'challenge wilma');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, 'B3-E3');
$world->run;
$world->answer($wilma, 'H10-G8');
$world->run;
$world->answer($fred, 'resign');
$world->run;
is(boards(ask('history limit 1')), '8', 'a game more');
$world->answer('anna@c.test', 'more', to => $page);
is(boards(($world->run)[0]), '5 4 3', 'the pages stay as they were');
$world->send(from => $fred, subject => 'history Hu-Ronghua won limit 1');
is(boards(($world->run)[0]), '6', 'a page that is the last');
like($world->{last}{$fred}{body}, qr/These are all\.\n\z/, 'and says so');

# Names in other spellings: marks, two letters for one, full width, blanks.
open $file, '>', "$world->{home}/spelled.pgn" or die;
my ($moves, @next) = qw(H3-E3 H10-G8 H1-G3 I10-H10 I1-H1);
for (['Семёнов', 'Müller'], ["王\x{3000}小明", 'Ｓｍｉｔｈ'], ['Nguyễn Văn Đạt', 'Straße'], ['趙國榮', '许银川']) {
	print $file encode_utf8(qq([Game "Chinese Chess"]\n[Red "$_->[0]"]\n[Black "$_->[1]"]\n[Date "1990.01.01"]\n[Result "1-0"]\n\n$moves 1-0\n\n));
	$moves .= ' ' . shift @next;
}
close $file;
$world->call('import', "$world->{home}/spelled.pgn");
my $first = boards(ask(encode_utf8('history Семёнов')));
is(boards(ask(encode_utf8("history $_"))), $first, "history $_") for 'Семенов', 'семенов', 'Mueller', 'Muller', 'Семенов vs Mueller';
is(boards(ask(encode_utf8("history $_"))), $first + 1, "history $_") for '王小明', 'Smith', 'ｓｍｉｔｈ';
is(boards(ask(encode_utf8("history $_"))), $first + 2, "history $_") for 'Nguyen-Van-Dat', 'Strasse', 'nguyen-van-đat';
is(boards(ask(encode_utf8("history $_"))), $first + 3, "history $_") for '赵国荣', '趙国榮', '許銀川';

# A game that comes again in the other script is the same one.
{
	open my $pgn, '<', "$world->{home}/spelled.pgn" or die;
	my $text = join '', <$pgn>;
	my %other = map { encode_utf8($_->[0]) => encode_utf8($_->[1]) } ['趙國榮', '赵国荣'], ['许银川', '許銀川'];
	$text =~ s/$_/$other{$_}/ for keys %other;
	open my $again, '>', "$world->{home}/again.pgn" or die;
	print $again $text;
	close $again;
	like($world->call('import', "$world->{home}/again.pgn"), qr/^0 stored, 4 known already/, 'the same games in the other script');
}
# ... and so is one whose names have their marks apart, however long that makes them.
{
	my $score = sub { qq([Game "Chinese Chess"]\n[Red "Nguyễn Thành Bảo"]\n[Black "Lại Lý Huynh"]\n[Date "2011.01.01"]\n[Result "1-0"]\n\nH3-E3 H10-G8 1-0\n) };
	for (['together', NFC($score->()), 1], ['apart', NFD($score->()), 0]) {
		my ($what, $text, $stored) = @$_;
		open my $out, '>', "$world->{home}/marks.pgn" or die;
		print $out encode_utf8($text);
		close $out;
		like($world->call('import', "$world->{home}/marks.pgn"), qr/^$stored stored/, "letters and marks $what: $stored stored");
	}
	like(ask(encode_utf8('history Nguyễn Thành Bảo'))->{raw}, qr/Nguy=E1=BB=85n Th=C3=A0nh B=E1=BA=A3o/, '... under the whole name');
}
like(ask('history Smithe')->{body}, qr/I know no player called Smithe/, 'what differs by a letter is another');
done_testing();
