#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# HTML letters in a browser: at the width of a telephone, a small window and a large one,
# by day and by night, with pictures and without, nothing is cut off or hard to read, and
# the links write what they say.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Browser;
use Test::More;
use World;

plan skip_all => 'sanitizers find nothing in what a browser draws' if World::is_sanitized();
my $browser = Browser->new or plan skip_all => $Browser::missing;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
my %page;

# Keeps the letter's page, as it is (a browser does not know cid: no pictures), and with them.
sub keep
{
	my ($name, $letter) = @_;
	my ($html, @pictures) = @{$letter->{parts}[1]{parts}};
	my $with = $html->{body};

	for my $picture (@pictures) {
		my ($id) = $picture->{'content-id'} =~ /<(.*)>/;
		my $bytes = MIME::Base64::encode_base64($picture->{body}, '');
		$with =~ s/cid:\Q$id\E/data:image\/png;base64,$bytes/g;
	}
	$page{$name} = { letter => $letter, on => $with, off => $html->{body} };
}

sub play
{
	my ($from, $text) = @_;
	$world->answer($from, $text);
	return (grep { $_->{address} eq $wilma } $world->run)[0];
}

# Names as long as they may be, words without an end, and what would like to be markup.
my ($red, $green) = ('w' x 20, 'm' x 20);
$world->send(from => $fred, subject => "signup $red secret1");
$world->send(from => $wilma, subject => "signup $green secret2");
$world->run;
play($_, 'yes') for $fred, $wilma;
play($wilma, $_) for 'set html on', 'set board hanzi', 'set notation chinese';
keep(challenge => play($fred, "challenge $green"));
play($wilma, 'accept');
keep(turn => play($fred, "H3-E3\n\n<a href=\"https://evil.test/\">x</a> https://evil.test/ " . 'x' x 300
    . "\n\n  a table   of words\n\n" . '好' x 100));
play($wilma, 'set board classic');
play($wilma, 'B10-C8');
play($fred, 'B3-B5');
play($wilma, 'H10-G8');
keep(check => play($fred, 'B5-E5'));
keep(draw => play($fred, 'draw'));
keep(refused => play($wilma, 'B5-E5'));
keep(boards => play($wilma, 'show 1#0 1#1 1#2'));
keep(over => play($wilma, 'accept'));

my $measure = <<'END';
(() => {
	const light = (c) => {
		const part = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
		return 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
	};
	const numbers = (color) => color.match(/[\d.]+/g).map(Number);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = numbers(getComputedStyle(e).backgroundColor);
			if (c.length < 4 || c[3] === 1)
				return c;
		}
		return [255, 255, 255];
	};
	const page = document.documentElement, out = { wide: page.scrollWidth, screen: page.clientWidth, beyond: [],
	    contrast: 99, small: 99, pictures: [], boards: [], links: [] };
	for (const e of document.body.querySelectorAll('*')) {
		if (e.getBoundingClientRect().right > page.clientWidth + 0.5 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
			out.beyond.push(e.tagName);
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
			continue;
		const style = getComputedStyle(e), a = light(numbers(style.color)), b = light(behind(e));
		out.contrast = Math.min(out.contrast, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
		out.small = Math.min(out.small, parseFloat(style.fontSize));
	}
	for (const e of document.images) {
		const mine = e.getBoundingClientRect(), frame = e.parentElement.getBoundingClientRect(),
		    text = e.parentElement.querySelector('pre').getBoundingClientRect();
		out.pictures.push({ width: mine.width, height: mine.height, frame: frame.width, high: frame.height,
		    points: e.naturalWidth, below: text.top - frame.bottom, under: text.bottom - frame.bottom });
	}
	for (const e of document.links)
		out.links.push([e.href, e.textContent, e.getBoundingClientRect().height]);
	return out;
})()
END

my $file = "$world->{home}/page.html";
sub look
{
	my ($name, $pictures, $width, $dark) = @_;
	my $where = sprintf '%s, %d wide, %s, pictures %s', $name, $width, $dark ? 'dark' : 'light', $pictures;

	open my $out, '>', $file or die "$!";
	print $out $page{$name}{$pictures};
	close $out;
	$browser->show($file, width => $width, dark => $dark);
	my $seen = $browser->ask($measure);
	my @wrong;
	push @wrong, "$seen->{wide} wide" if $seen->{wide} > $seen->{screen};
	push @wrong, "cut off: @{$seen->{beyond}}" if @{$seen->{beyond}};
	push @wrong, "contrast $seen->{contrast}" if $seen->{contrast} < 4.5;
	push @wrong, "type of $seen->{small}" if $seen->{small} < 11;
	push @wrong, 'no picture' unless @{$seen->{pictures}};
	for my $p (@{$seen->{pictures}}) {
		next if $pictures eq 'off' && $p->{under} <= 0.5 && $p->{below} < -$p->{high} / 2;
		next if $pictures eq 'on' && abs($p->{width} - $p->{frame}) < 0.5 && abs($p->{height} - $p->{high}) < 1.5
		    && $p->{below} > -1.5 && $p->{points} >= ($width < 500 ? 1.4 : 0.8) * $p->{width} && $p->{width} >= ($width < 600 ? $width - 40 : 560);
		push @wrong, 'a board: ' . join ', ', map { "$_ $p->{$_}" } sort keys %$p;
	}
	is(join('; ', @wrong), '', $where);
	return $seen;
}
for my $name (sort keys %page) {
	look($name, @$_) for ['on', 390, 0], ['on', 900, 1], ['off', 390, 1], ['off', 500, 0], ['off', 900, 0];
}
look('check', 'on', $_, 1) for 360, 390, 500;
is($browser->ask('getComputedStyle(document.body).backgroundColor') =~ /rgb\(2[0-9], 2[0-9], 2[0-9]\)/ ? 'dark' : 'light', 'dark', 'dark is dark');

# Every link: to the letter's own address, in its conversation, with the word that it shows.
my %wanted = (
	challenge => 'accept reject help help xiangqi', turn => 'draw resign help', check => 'draw undo resign help',
	draw => 'accept reject undo resign help', refused => 'accept reject undo resign help', boards => '',
	over => (-x '/usr/games/fairy-stockfish' ? 'record review rematch help' : 'record rematch help'),
);
for my $name (sort keys %page) {
	my $letter = $page{$name}{letter};
	my $seen = look($name, 'on', 390, 0);
	my @words = map { $_->[1] } @{$seen->{links}};
	my ($text) = $letter->{body} =~ /^(You can answer this letter.*)/ms;

	for (@{$seen->{links}}) {
		my ($to, $subject, $body) = $_->[0] =~ /^mailto:([^?&]*)\?subject=([^?&]*)&body=([^?&]*)$/ or fail("$name: $_->[0]");
		s/%([0-9A-F]{2})/chr hex $1/ge for $subject, $body;
		is("$to|$subject|$body", "$letter->{'reply-to'}|Re: $letter->{subject}|$_->[1]", "$name: $_->[1]");
		like($text // '', qr/^  \Q$_->[1]\E(?:  |$)/m, 'which the text says too');
		cmp_ok($_->[2], '>=', 30, 'and a finger hits');
	}
	my $wanted = $wanted{$name};
	is(join(' ', @words), $wanted, "$name: the links");
}
# One of them is sent as it is.
my ($accept) = grep { $_->[1] eq 'accept' } @{look('draw', 'on', 390, 0)->{links}};
like($accept->[0], qr/body=accept$/, 'a link');
done_testing;
