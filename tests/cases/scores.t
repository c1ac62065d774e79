#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Scores as other programs write them, through riverpost import, and what letters make of them.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

sub score
{
	my ($world, $name, $text) = @_;
	open my $file, '>', "$world->{home}/$name" or die;
	print $file encode_utf8($text);
	close $file;
	return "$world->{home}/$name";
}

sub fields { join '', map { "[DhtmlXQ_$_->[0]]$_->[1]\[/DhtmlXQ_$_->[0]]\n" } @_ }

# --- results that are not known
my @known_to_nobody = (
	['star.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n)],
	['none.pgn', qq([Red "U"]\n[Black "V"]\n\n1. C2=5 H8+7\n)],
	['empty.pgn', qq([Red "U"]\n[Black "V"]\n[Result ""]\n\n1. C2=5 H8+7\n)],
	['ended.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n[Termination "time forfeit"]\n\n1. C2=5 H8+7 *\n)],
	['unknown.txt', "[DhtmlXQ]\n" . fields(['red', 'U'], ['black', 'V'], ['result', '未知'], ['movelist', '77477062']) . "[/DhtmlXQ]\n"],
	['none.wxf', "FORMAT WXF\nRED U;;;\nBLACK V;;;\nSTART{\n1. C2=5 H8+7\n}END\n"],
);
for (@known_to_nobody) {
	my ($name, $text) = @$_;
	my $world = World->new;
	like($world->call('import', score($world, $name, $text)), qr/^1 stored/, "$name: stored");
	like($world->call('game', 'show', 1), qr/^result: not known, unknown$/m, "$name: the result is not known");
}

# Each format says it so, and reads it so again.
my %written = (pgn => qr/^\[Result "\*"\].*^\*$/ms, iccs => qr/^\[Result "\*"\].*^\*$/ms, chinese => qr/^\[Result "\*"\].*^\*$/ms,
    wxf => qr/^RESULT +\*$/m, dhtmlxq => qr/^(?!.*_result\])/s, xqf => qr/^XQ.{49}\0/s);
for my $format (sort keys %written) {
	my ($world, $other) = (World->new, World->new);
	$world->call('import', score($world, @{$known_to_nobody[0]}));
	my $out = $world->call('export', "--format=$format", 1);
	like($out, $written{$format}, "$format: exported without a result");
	open my $file, '>', "$other->{home}/again" or die;
	print $file $out;
	close $file;
	like($other->call('import', "$other->{home}/again"), qr/^1 stored/, "$format: read again");
	like($other->call('game', 'show', 1), qr/^result: not known, unknown$/m, "$format: and still not known");
	like($other->call('check') . $other->{status}, qr/ 0 problems\n0$/, "$format: the database is sound");
}

# A mate says it, whatever the score does not; without moves nothing is known.
{
	my $world = World->new;
	$world->call('import', score($world, 'mate.pgn', qq([Red "U"]\n[FEN "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"]\n[Result "*"]\n\nB8-B10 *\n)));
	like($world->call('game', 'show', 1), qr/^result: red, checkmate$/m, 'a mate is a result');
	like($world->call('import', score($world, 'bare.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n\n*\n))), qr/^0 stored, 0 known already, 1 left out/,
	    'neither moves nor a result: left out');
}

# What letters say of it.
{
	my $world = World->new;
	$world->game;
	$world->call('import', score($world, 'two.pgn', qq([Red "Hu"]\n[Black "Lu"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n\n)
	    . qq([Red "Hu"]\n[Black "Lu"]\n[Result "1-0"]\n\n1. C8=5 H8+7 1-0\n)));
	my $ask = sub { $world->send(from => 'fred@a.test', text => "as fred secret1\n$_[0]\n"); return join '', map { $_->{body} } $world->run; };
	my $history = $ask->('history Hu');
	like($history, qr/^Finished games of Hu: 2 shown, won 1, lost 0, drawn 0, not known 1$/m, 'history counts it apart') or diag $history;
	like($history, qr/^Board 2: Hu \(Red\) - Lu \(Green\), 1 move\n  The score does not tell the result$/m, 'history: its line');
	unlike($ask->('history Hu won'), qr/^Board 2:/m, 'it is not won');
	unlike($ask->('history Hu lost'), qr/^Board 2:/m, 'nor lost');
	unlike($ask->('history Hu drawn'), qr/^Board 2:/m, 'nor drawn');
	like($ask->('stats Hu'), qr/^\s*with Red +2 +1 +0 +0$/m, 'stats count the game, and no result');
	like($ask->('show 2'), qr/^The score does not tell the result\.$/m, 'show');
	unlike($ask->('show 2'), qr/ has won/, 'nobody has won');
}

done_testing;
