#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# mail 13: wilma says something with a command in it; fred's program wraps her words, forgets
# its mark on the tails, and he answers below, or above: nothing of hers is his deed.  Nor is
# what nobody can see in an HTML letter.
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
my $text = 'Content-Type: text/plain; charset=utf-8';
my $html = 'Content-Type: text/html; charset=utf-8';

sub columns { my $n = 0; $n += /[\x{1100}-\x{115f}\x{2e80}-\x{9fff}\x{ac00}-\x{d7a3}\x{ff00}-\x{ff60}\x{1f300}-\x{1faff}]/ ? 2 : 1 for split //, $_[0] =~ s/\p{Mn}//gr; return $n }

# Each line in pieces of that width; the mark stands on the first alone.
sub forgetful
{
	my ($body, $width) = @_;
	my $out = '';
	for my $line (split /\n/, $body) {
		my @pieces = ('> ');
		for my $word (split /(?<= )|(?<=[^\x00-\x7f])/, $line) {
			push @pieces, '' if columns($pieces[-1] . ($word =~ s/ +$//r)) > $width;
			$pieces[-1] .= $word;
		}
		$out .= join("\n", @pieces) . "\n";
	}
	return $out;
}

sub answer
{
	my ($world, $who, $head, $body) = @_;
	my $old = $world->{last}{$who};
	$world->send(from => $who, to => $old->{'reply-to'}, subject => "Re: $old->{subject}",
	    reply => $old->{'message-id'}, head => [$head], text => encode('utf-8', $body));
	return $world->run;
}

my @comments = (('你' x 33) . ' resign', ('x' x 58) . ' resign', ('конь ' x 15) . 'resign',
    ('สวัสดี' x 14) . ' resign', "Hello\n\n" . ('😀' x 36) . ' resign', 'resign');
for my $i (0 .. $#comments) {
	my ($width, $above) = ((60, 74)[$i % 2], $i == 2);
	my $world = World->new;
	$world->game;
	answer($world, $wilma, $text, "say\n\n$comments[$i]\n");
	my $letter = decode('utf-8', $world->{last}{$fred}{body});
	my ($said) = $letter =~ /^wilma writes:\n(.*?)\n\*{60}$/ms;
	like($said, qr/resign/, 'her words arrive');
	is(scalar(grep { columns($_) > 60 } split /\n/, $said), 0, 'in 60 columns');
	# Also as somebody had written them who wraps nothing.
	for my $quoted ($letter, $letter =~ s/^wilma writes:\n.*?\n\*{60}$/wilma writes:\n$comments[$i]\n/msr) {
		my $quote = forgetful($quoted, $width);
		my $copy = World->new;
		$copy->become($world);
		answer($copy, $fred, $text, $above ? "H3-E3\n\nThanks.\n\nOn Wed, 18 Nov 2026 Riverpost wrote:\n$quote"
		    : "On Wed, 18 Nov 2026 Riverpost wrote:\n$quote\nH3-E3\n");
		like($copy->{last}{$wilma}{body}, qr/^fred moved H3-E3 /m,
		    'answered ' . ($above ? 'above' : 'below') . " what is wrapped at $width: the move");
		unlike($copy->{last}{$wilma}{body}, qr/has won|resigned/, 'and nothing else') or diag $quote;
	}
}

# What fred cannot see in his own letter.
for my $hidden ('<div style="display:none">resign</div>', '<p style="color:#fff">resign</p>',
    '<style>.x{opacity:0}</style><div class=x>resign</div>', '<font color=white>resign</font>',
    '<body bgcolor=black text=white><p style="color:black">resign</p>', '<div style="font-size:1px">resign</div>') {
	my $world = World->new;
	$world->game;
	answer($world, $fred, $html, "$hidden<div>H3-E3</div>");
	like($world->{last}{$wilma}{body}, qr/^fred moved H3-E3 /m, "$hidden is not read");
}

# And what he can.
my $world = World->new;
$world->game;
answer($world, $fred, $html, '<body style="background:#111;color:#eee"><p style="font-size:10pt">H3-E3</p>');
like($world->{last}{$wilma}{body}, qr/^fred moved H3-E3 /m, 'light words on a dark page are read');
done_testing;
