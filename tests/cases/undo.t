#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Moves taken back: offered, answered, lapsed; what counts on, what stays, and that an old
# letter never fits again.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world;

# The letters of one answer, by who gets them, one blank between words.
sub says
{
	my ($who, $text, @options) = @_;
	$world->answer($who, $text, @options);
	return { map { $_->{address} => $_->{body} =~ s/\s+/ /gr } $world->run };
}

sub sql
{
	my ($query) = @_;
	chomp(my $rows = `sqlite3 '$world->{home}/riverpost.sqlite' "$query"`);
	return $rows;
}

sub new_world
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->game(@_);
}

# --- his own move, not answered yet
new_world('--time=30d+1d');
like(says($fred, 'undo')->{$fred}, qr/There is no move to take back: you have not moved yet\./, 'nothing moved');
says($fred, 'B3-E3');
like(says($wilma, 'undo')->{$wilma}, qr/you have not moved yet/, 'nor by the other');
my $letters = says($fred, "undo\n\nSorry, my finger slipped.");
like($letters->{$fred}, qr/You asked to take back B3-E3\./, 'offered');
like($letters->{$wilma}, qr/fred asks to take back B3-E3\. .* accept to take back B3-E3 reject/, 'the other is asked');
like($letters->{$wilma}, qr/fred asks.*my finger slipped/, 'with the words');
like(says($fred, 'undo')->{$fred}, qr/You have already asked to take back a move/, 'once');
like(says($fred, 'accept')->{$fred}, qr/There is nothing to accept/, 'not by himself');
like(says($wilma, 'undo')->{$wilma}, qr/you have not moved yet|Answer that first/, 'an undo is no answer');
my $old = $world->{last}{$wilma};
my $banks = sql('SELECT bank_red, bank_green FROM game');
$world->pass_time(86400);
$letters = says($wilma, 'accept');
like($letters->{$wilma}, qr/It is fred's turn\. Taken back: B3-E3\./, 'taken back');
like($letters->{$fred}, qr/It is fred's turn\. Taken back: B3-E3\./, 'the other is told');
is(sql('SELECT length, turns, undo_by FROM game'), '0|2|-1', 'turns are counted on');
is(sql('SELECT bank_red, bank_green FROM game'), $banks, 'the banks stay');
is(sql('SELECT turn_since - (SELECT at FROM undone) FROM game') >= 0, 1, 'the clock starts anew');
is(sql('SELECT ply, move, turn, back FROM undone'), '1|B3-E3|1|2', 'the move is kept');
says($fred, 'H3-E3');
like(says($wilma, 'H10-G8', to => $old)->{$wilma}, qr/older letter|has moved on|present/i, 'an old letter does not fit');
is(sql('SELECT length, turns FROM game'), '1|3', 'and plays nothing');

# --- his move and the answer to it
says($wilma, 'H10-G8');
like(says($fred, 'undo')->{$fred}, qr/Nothing was asked: .* again from move 11 on/, 'too soon');
says($fred, 'H1-G3');
like(says($wilma, 'draw')->{$fred}, qr/offers a draw/, 'a draw');
$letters = says($wilma, 'undo');
like($letters->{$fred}, qr/wilma asks to take back H10-G8, H1-G3/, 'and both moves');
like($letters->{$fred}, qr/wilma offers a draw\..*Rules: server/, 'the draw stands in the head of this letter too');
like(says($fred, 'show')->{$fred}, qr/wilma offers a draw\. wilma asks to take back .*Rules: server/, '... and both in that of another');
like($letters->{$fred}, qr/accept draw or accept undo reject draw or reject undo/, 'both can be answered');
like(says($fred, 'accept')->{$fred}, qr/Two offers are open\. Write "accept draw" or "accept undo"/, 'which?');
is(sql('SELECT state, length FROM game'), '1|3', 'nothing is done');
like(says($fred, 'reject draw')->{$wilma}, qr/fred declines the draw/, 'one is named');
like(says($fred, 'accept undo')->{$wilma}, qr/It is wilma's turn\. Taken back: H10-G8, H1-G3/, 'and the other');
is(sql('SELECT length, turns FROM game'), '1|7', 'turns are counted on');
like(says($fred, 'accept undo')->{$fred}, qr/There is nothing to accept/, 'once');

# --- the record, and the check
says($wilma, 'B10-C8');
$world->answer($fred, 'record 1');
my ($record) = $world->run;
my ($pgn) = (join '', map { $_ // '' } @$record{qw(body text raw)});
open my $raw, '<', $record->{path} or die;
my $bytes = do { local $/; <$raw> };
$bytes = join '', map { require MIME::QuotedPrint; MIME::QuotedPrint::decode($_) } $bytes;
$bytes .= join '', map { require MIME::Base64; MIME::Base64::decode_base64($_) } $bytes =~ /\n\n([A-Za-z0-9+\/=\n]+)\n--/g;
like($bytes, qr/\[%undone B3-E3\]/, 'the record shows what was taken back');
like($bytes, qr/\[%undone H10-G8 H1-G3\]/, 'as a line');
like($world->call('check'), qr/^1 game checked, 0 problems$/m, 'the check finds nothing');

# --- rejected, withdrawn, lapsed, agreed by nobody
new_world();
says($fred, 'B3-E3');
says($fred, 'undo');
like(says($wilma, 'reject')->{$fred}, qr/wilma declines: B3-E3 will not be taken back/, 'rejected');
like(says($fred, 'undo')->{$fred}, qr/again from move 11 on/, 'and not asked at once again');
says($wilma, 'H10-G8');
like(says($wilma, 'undo')->{$wilma}, qr/You asked to take back H10-G8/, 'the other may');
like(says($wilma, 'withdraw')->{$fred}, qr/wilma no longer asks to take back H10-G8/, 'withdrawn');
says($fred, 'H1-G3');
new_world();
says($fred, 'B3-E3');
says($fred, 'undo');
says($wilma, 'H10-G8');
is(sql('SELECT undo_by FROM game'), -1, 'a move lets it lapse');
like(says($wilma, 'accept')->{$wilma}, qr/There is nothing to accept/, 'it is gone');

# --- after it, too, the time in which a letter waits to be sent is nobody's
$world = World->new(config => "outage = 10080\n");
$world->game('--time=3d');
says($fred, 'B3-E3');
says($fred, 'undo');
says($wilma, 'accept');
my $out = "$world->{home}/mail/out";
rename "$out/$wilma", "$world->{home}/wilma" or die "$!";
open my $block, '>', "$out/$wilma" or die "$!";
says($fred, 'H3-E3');
my $moved = sql('SELECT turn_since FROM game');
$world->pass_time(86400), $world->run for 1 .. 4;
is(sql('SELECT state FROM game'), 1, 'whoever was not asked does not lose');
unlink "$out/$wilma";
rename "$world->{home}/wilma", "$out/$wilma" or die "$!";
$world->pass_time(86400);
my @asked = grep { $_->{address} eq $wilma } $world->run;
is(scalar @asked, 2, 'one letter comes, another with the time that she has now, and no reminder of what was not asked');
like($asked[0]{body}, qr/^fred moved H3-E3/m, 'she is asked');
like(join("\n", map { $_->{body} } @asked), qr{Our letter of .*?could\s+not\s+be\s+sent}s, "… and told why it is late");
is(sql('SELECT turn_since FROM game') - $moved, 5 * 86400, 'and her clock runs from then');
is(sql('SELECT answered - committed FROM ply'), 5 * 86400, 'as the move says');

# --- pbmserv's forms, and speech
new_world();
says($fred, 'B3-E3');
$world->send(from => $fred, subject => 'move 1 fred secret1 undo');
like(($world->run)[0]{body}, qr/You asked to take back B3-E3/, 'in the place of a move');
$world->send(from => $wilma, subject => 'accept 1 wilma secret2 undo');
like(($world->run)[0]{body}, qr/Taken back: B3-E3/, 'accepted by name and password');
for ('undo that!', 'Undo!', 'Undo what you did', 'accept my apologies', 'accept undoing it', 'reject this nonsense') {
	unlike(says($fred, "$_\n")->{$fred}, qr/You asked to take|Taken back|You declined/, "speech: $_");
}
is(sql('SELECT undo_by FROM game'), -1, 'nothing was asked');
# --- "please" is said to the server, and thanks to the other
new_world();
says($fred, 'B3-E3');
$letters = says($fred, 'undo please');
like($letters->{$wilma}, qr/fred asks to take back B3-E3\./, 'undo please');
unlike($letters->{$wilma}, qr/please|writes/i, '... is no message');
$letters = says($wilma, 'accept, thanks');
like($letters->{$fred}, qr/Taken back: B3-E3.*thanks/, 'but thanks are one');

# --- whoever moves instead of answering is told, and so is who asked
new_world();
says($fred, 'B3-E3');
says($fred, 'undo');
$letters = says($wilma, 'H10-G8');
like($letters->{$wilma}, qr/You moved H10-G8 .*The request to take back a move has lapsed with your move\./, 'lapsed with a move');
like($letters->{$fred}, qr/wilma moved H10-G8 .*The request to take back a move has lapsed with this move\./, '... and who asked knows');
unlike(says($fred, 'H3-E3')->{$fred} // '', qr/lapsed/, '... once');

done_testing;
