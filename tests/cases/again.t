#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Another game like the last; and games looked at: legal moves, strips of boards, all games of
# a player in one file.
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
$world->game('--rules=asian --time=1h --weekends=off');

sub says
{
	my ($who, $text) = @_;
	$world->answer($who, $text);
	return { map { $_->{address} => $_->{body} =~ s/\s+/ /gr } $world->run };
}

sub asks
{
	my ($subject) = @_;
	$world->send(from => 'x@c.test', subject => $subject);
	my ($letter) = $world->run;
	return ($letter->{body} // '', $letter);
}

sub sql
{
	my ($query) = @_;
	chomp(my $rows = `sqlite3 '$world->{home}/riverpost.sqlite' "$query"`);
	return $rows;
}

# --- legal moves: 44 from the start, by pencil
like((asks('moves 1'))[0], qr/fred\s+has\s+44\s+legal\s+moves:/, 'all moves of the start');
my ($moves) = asks('moves 1 B3');
like($moves, qr/has\s+12\s+legal\s+moves/, 'of a cannon');
like($moves, qr/B3-B10\s+takes\s+a\s+horse/, 'with what it takes');
like($moves, qr/^ 3   \*-\(rC\)--\*---\*---\*---\*---\*--rC---\+  3$/m, 'marked on its rank');
like($moves, qr/^10  gR-\[gH\]-gE/m, 'and what it can take');
like((asks('moves 1 B2'))[0], qr/There is no piece on B2\./, 'an empty square');
like((asks('moves 1 E10'))[0], qr/king on E10 cannot move now/, 'the other side\'s piece');
like((asks('moves 1 A1'))[0], qr/has\s+2\s+legal\s+moves/, 'a rook');
is((asks('moves me to tears'))[0], '', 'speech');
like(says($fred, 'moves 1#0 A1')->{$fred}, qr/before\s+the\s+first\s+move:\s+The\s+rook\s+on\s+A1\s+has\s+2\s+legal\s+moves/, 'of the start');
like(says($fred, 'moves #5')->{$fred}, qr/There is no move 5 yet/, 'a move not played yet');
like(says($fred, 'record 1#1')->{$fred}, qr/A score is always of the whole game: "record 1" sends it, and "show 1#1"/, 'a score of a part');
unlike(says($fred, 'moves 1#0')->{$fred}, qr/refused|would/, '... without what is judged now');
like(says($fred, 'moves E1')->{$fred}, qr/The\s+king\s+on\s+E1\s+has\s+1\s+legal\s+move:/, 'in an answer');

# --- strips
says($fred, 'B3-E3');
says($wilma, 'H10-G8');
says($fred, 'H1-G3');
my @after = (asks('show 1#0..2'))[0] =~ /(before the first move|after move \d)/g;
is("@after", 'before the first move after move 1 after move 2', 'a strip');
like((asks('show 1#1..12'))[0], qr/has 2 moves so far/, 'one too long');
like((asks('show 1#5..1'))[0], qr/has 2 moves so far/, 'the other way round');
like((asks('show 1#0..2 1#0..1 1#1..2 1#0 1#0 1#1 1#2 1'))[0], qr/You asked for 11 boards, but a letter shows 10 at most\..*^  show 1$/ms, 'and too many');
like((asks('show 1#0..2 1#0..1 1#1..2 1#0 1 1#0..2 1#2..0'))[0], qr/You asked for 12 boards, .*^  show 1#1\.\.2$/ms, '... with what is left of a strip');

like((asks("show fred $_->[0]"))[0], qr/^fred has no $_->[1]\.$/m, "none that are $_->[0]")
    for ['inactive', 'finished games'], ['next', "games in which it is fred's turn"];

# --- rematch
like(says($fred, 'rematch')->{$fred}, qr/You can ask for a rematch only when/, 'not yet');
like(says($fred, 'resume')->{$fred}, qr/Only a game that was lost on time/, 'nor that');
says($wilma, 'resign');
like((asks('show 1#99'))[0], qr/There is no move 99: board 1 ended after 2 moves\./, 'a move after the end');
like(says($fred, 'resume')->{$fred}, qr/Only a game that was lost on time/, 'nor after a resignation');
like(says($wilma, 'rematch')->{$fred}, qr/wilma has challenged fred\.\s+It is a rematch of board 1\. /, 'a rematch');
is(sql('SELECT a.red = b.green AND a.green = b.red AND a.rules = b.rules AND a.forfeittime = b.forfeittime AND a.weekend_off = b.weekend_off AND a.is_rated = b.is_rated FROM game a, game b WHERE a.id = 1 AND b.id = 2'),
    1, 'the same, with the colours exchanged');
says($fred, 'accept');

# --- resume: wilma has Red, and fred's time runs out
says($wilma, 'B3-E3');
says($fred, 'H10-G8');
says($wilma, 'H1-G3');
$world->pass_time(3000), $world->run for 1 .. 2;	# longer would be an outage
is(sql('SELECT ending FROM game WHERE id = 2'), 'time', 'time is up');
like(says($fred, 'resume')->{$wilma}, qr/fred has challenged wilma\.\s+It would go on from the last position of board 2, which\s+ended\s+because\s+time\s+ran\s+out;\s+the\s+result\s+of\s+board\s+2\s+stays\./, 'to be resumed');
like(sql('SELECT start_fen FROM game WHERE id = 3'), qr{^rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/4C1N1\w/9/RNBAKAB1R b|^rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/4C1NC1/9/RNBAKAB1R b}, 'from the last position');
is(sql('SELECT red = (SELECT red FROM game WHERE id = 2), is_rated FROM game WHERE id = 3'), '1|0', 'with the same colours, unrated');
says($wilma, 'accept');
like(says($fred, 'A10-A9')->{$wilma}, qr/fred moved A10-A9/, 'and played on');

# --- all games of a player
my ($text, $letter) = asks('record fred');
like($text, qr/public\s+games\s+of\s+fred\s+\(3\)\s+are\s+attached\s+as\s+xiangqi-fred\.pgn\./, 'one file');
open my $file, '<', $letter->{path} or die;
my $bytes = do { local $/; <$file> };
my $all = decode_qp($bytes) . join '', map { decode_base64($_) } $bytes =~ /\n\n([A-Za-z0-9+\/=\n]+)\n--/g;
is(scalar(() = $all =~ /\[Game "Chinese Chess"\]/g), 3, 'with all games');
like((asks('record nobody1'))[0] // '', qr/nobody1/, 'nobody');
like($world->call('check'), qr/^3 games checked, 0 problems$/m, 'the check finds nothing');
done_testing;
