#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# false-engine.pl [FAULT]: speaks UCI, and does what its fault says.
#
# blanks: around all words; zero: ranks counted from 0, as many programs do in UCI; chess: no
# xiangqi among its variants; loud: a megabyte on standard error; net: it misses a file.
#
# Without a fault it plays the first move of `moves` below that fits the position, in turn:
# it knows no rules, so that the other side of a case is told what to play.
use strict;
use warnings;
use Socket;
$| = 1;

my ($fault) = (@ARGV, '');
my ($moves, $only, $position) = (0, '', '');

# Red's and Green's moves of a quiet game.
my %line = (w => [qw(h3e3 h1g3 i1h1 b1c3 a1b1 g4g5)], b => [qw(h10g8 i10h10 b10c8 a10b10 c7c6 g7g6)]);

sub best
{
	my ($fen, @played) = split / moves /, $position;
	my @before = split ' ', $played[0] // '';
	my ($side) = $fen =~ / ([wb]) /;
	my $mine = @before % 2 ? $side eq 'w' ? 'b' : 'w' : $side;
	for my $move (@{$line{$mine}}) {
		return $move unless grep { $_ eq $move } @before;
	}
	return 'e1e2';
}

# Moves by the other count of ranks.
sub counted
{
	my ($text, $more) = @_;
	return $text =~ s/\b([a-i])(\d+)([a-i])(\d+)\b/$1 . ($2 + $more) . $3 . ($4 + $more)/ger;
}

sub say_
{
	my ($line) = @_;
	$line = counted($line, -1) if $fault eq 'zero';
	$line = "\r\n \t" . ($line =~ s/ /  \t /gr) . " \r" if $fault eq 'blanks';
	print "$line\n";
}

while (my $said = <STDIN>) {
	chomp $said;
	print STDERR 'x' x (1 << 20) if $fault eq 'loud' && $said =~ /^uci|^go/;
	$said = counted($said, 1) if $fault eq 'zero' && $said =~ / moves /;
	say_('option name UCI_Variant type combo default chess var chess var atomic') if $fault eq 'chess' && $said eq 'uci';
	if ($fault eq 'net' && $said eq 'isready') { say_('info string ERROR: the file big.nnue was not found'); say_('info string now it ends'); exit 1 }
	say_('uciok') if $said eq 'uci';
	say_('readyok') if $said eq 'isready';
	$position = $said if $said =~ /^position/;
	exit 0 if $said eq 'quit';
	next unless $said =~ /^go/;
	($only) = $said =~ /searchmoves (\S+)/;
	my $move = $only // best();
	kill 'SEGV', $$ if $fault eq 'crash';
	exit 0 if $fault eq 'leave';
	sleep 3600 if $fault eq 'hang';
	if ($fault eq 'flood') { print "info string nothing nothing nothing nothing\n" while 1 }
	if ($fault eq 'long') { print 'x' x 8192; sleep 3600 }
	if ($fault eq 'burn') { 1 while 1 }
	if ($fault eq 'fence') {
		# Each of these is refused; what was possible is played as a king's move, which is illegal.
		my $free = '';
		$free .= 'socket ' if socket my $socket, PF_INET, SOCK_STREAM, 0;
		my $pid = fork;
		exit 0 if defined $pid && $pid == 0;
		$free .= 'fork ' if defined $pid;
		$free .= 'write ' if open my $file, '>', '/tmp/riverpost-false-engine';
		$free .= 'read ' if open my $passwd, '<', '/etc/passwd';
		$free .= 'run ' if system('/bin/true') == 0;
		$move = 'h10h9' if $free ne '';
	}
	$move = 'e1e9' if $fault eq 'illegal' || ($fault eq 'stubborn' && !defined $only);
	$move = '(none)' if $fault eq 'none';
	$move = "nonsense" if $fault eq 'nonsense';
	my $score = $fault eq 'lost' ? -1200 : $fault eq 'even' ? 5 : 80;
	say_("info depth 3 multipv 1 score cp $score nodes 100 pv $move") unless $move eq '(none)' || $move eq 'nonsense';
	say_("bestmove $move");
}
