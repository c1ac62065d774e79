#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A game as an animated picture: how many frames it has, for how long, for whom; the frames
# themselves are for tests/unit/view/board_gif.c.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use Test::More;
use World;

my ($fred, $wilma, $tom) = ('fred@a.test', 'wilma@b.test', 'tom@c.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");

# The films of a letter, by name.
sub films
{
	my ($letter) = @_;
	open my $in, '<:raw', $letter->{path} or die "$!";
	my $bytes = do { local $/; <$in> };
	my %film;
	for my $part (split /^--\S+\r?\n/m, $bytes) {
		my ($head, $body) = split /\r?\n\r?\n/, $part, 2;
		$film{$1} = decode_base64($body) if $head =~ m{^Content-Type: image/gif}m && $head =~ /filename="?([^"\r\n]+)/;
	}
	return \%film;
}

sub asks
{
	my ($who, $subject, $text) = @_;
	$world->send(from => $who, subject => $subject, text => $text // '');
	my $letter = (grep { $_->{address} eq $who } $world->run)[-1];
	return (($letter->{body} // '') =~ s/\s+/ /gr, $letter ? films($letter) : {});
}

# How long each frame of a GIF stays, in hundredths of a second (GIF89a, 18 to 26).
sub frames
{
	my ($gif) = @_;
	my @stays;
	$gif =~ s/\AGIF89a.{4}(.)..//s or return;
	my $flags = ord $1;
	substr($gif, 0, 3 * 2 ** (($flags & 7) + 1)) = '' if $flags & 0x80;
	my $blocks = sub { $gif =~ s/\A(.)//s, substr($gif, 0, ord $1) = '' while $gif !~ /\A\0/; $gif =~ s/\A\0//s };
	while ($gif =~ s/\A(.)//s) {
		my $kind = ord $1;
		return $gif eq '' ? @stays : () if $kind == 0x3b;
		if ($kind == 0x21) {
			push @stays, unpack 'v', $1 if $gif =~ /\A\xf9\x04.(..)/s;
			$gif =~ s/\A.//s;
		} elsif ($kind == 0x2c) {
			$gif =~ s/\A.{10}//s;
		} else {
			return;
		}
		$blocks->();
	}
	return;
}

$world->game;
$world->answer($wilma, 'set flipped on');
$world->run;
my $board = $world->{last}{$fred};
for ([$fred, 'H3-E3', to => $board], [$wilma, 'move 1 wilma secret2 H10-G8'], [$fred, 'H1-G3']) {
	$world->answer(@$_);
	$world->run;
}
my ($said, $films) = asks($fred, 'record 1 gif');
like($said, qr/is attached as xiangqi-1-fred-wilma\.gif, an animated picture that shows one move after the other\./, 'a game that goes on');
is_deeply([keys %$films], ['xiangqi-1-fred-wilma.gif'], 'one file');
my ($film) = values %$films;
my @stays = frames($film // '');
is(scalar @stays, 4, 'a frame for the start, and for each move');
cmp_ok($stays[3], '>', 2 * $stays[0], 'the last stays longer');
is(scalar(grep { $_ == $stays[0] } @stays), 3, '... than the others, which are alike');
my ($green) = values %{(asks($wilma, 'record 1 gif'))[1]};
isnt($green, $film, 'who has Green at the bottom gets another picture');
is(scalar(my @same = frames($green)), 4, '... of the same game');
is((values %{(asks($tom, 'score 1 gif'))[1]})[0], $film, 'a stranger gets that of the classic board');
$world->answer($fred, 'record gif', to => $board);
my $letter = (grep { $_->{address} eq $fred } $world->run)[-1];
is(scalar(keys %{films($letter)}), 1, 'in an answer its board needs no number');
($said, $films) = asks($fred, '', "record 1 gif\nrecord 1 gif\n");
like($said, qr/A letter can bring one animated picture only\. Ask for the next in another letter\./, 'one in a letter');
like((asks($fred, 'record fred gif'))[0], qr/"gif" is for one game: "record 123 gif"\./, 'not of all games of a player');

# --- long games
open my $file, '<', 'tests/data/long-game.txt' or die;
my @moves = split ' ', do { local $/; <$file> };
open my $out, '>', "$world->{home}/long.pgn" or die;
print $out "[Red \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[Format \"ICCS\"]\n\n";
while (my ($red, $black) = splice @moves, 0, 2) {
	print $out join(' ', map { s/(\d+)/$1 - 1/ger } $red, $black), "\n";
}
print $out "1/2-1/2\n";
close $out or die;
like($world->call('import', "$world->{home}/long.pgn"), qr/^1 stored/, 'a long game');
($said, $films) = asks($tom, 'record 2 gif');
like($said, qr/It begins after move 40, as such pictures become too large otherwise\./, '320 plies: the first 80 are left out, and told');
is(scalar(my @long = frames((values %$films)[0] // '')), 241, '... the others have a frame each');
cmp_ok(length((values %$films)[0]), '<', 320 * 1024, '... and it is not too large');

# --- private games
my $public = $world;
$world = World->new;
$world->game('--private');
($said, $films) = asks($tom, 'record 1 gif');
is_deeply($films, {}, 'a private game is not shown to strangers');
is(scalar(keys %{(asks($wilma, 'record 1 gif'))[1]}), 1, '... but to its players');

done_testing;
