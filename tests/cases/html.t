#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Mail 19: who wants it gets the board as a picture too; the plain text stays the
# first part, and both say the same.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
$world->game;
my ($letter, %board);
sub to { my ($address, @letters) = @_; (grep { $_->{address} eq $address } @letters)[0] }

ok(!$world->{last}{$fred}{parts}, 'a letter is plain text unless somebody wants more');
$board{$_} = $world->{last}{$_} for $fred, $wilma;
$world->answer($fred, 'set html on');
$letter = to($fred, $world->run);
like($letter->{body}, qr/set html on/, 'set html on');
ok($letter->{parts}, 'a list is HTML');
$world->answer($fred, "message wilma\n\nHi.", to => $board{$fred});
$letter = to($fred, $world->run);
ok($letter && !$letter->{parts}, 'a letter of words alone stays plain');

$world->answer($fred, "H3-E3\n\n<b>Well</b> & \"good\"", to => $board{$fred});
my @letters = $world->run;
$letter = to($fred, @letters);
ok(!to($wilma, @letters)->{parts}, 'nobody else gets it');
like($letter->{'content-type'}, qr{^multipart/alternative}, 'two equal parts');
my ($plain, $related) = @{$letter->{parts}};
my ($html, $picture) = @{$related->{parts}};
like($plain->{'content-type'}, qr{^text/plain}, 'plain text first');
like($plain->{body}, qr/^Summary of Xiangqi Board 1\n.*^10  gR--gH--gE/ms, 'with the board in it');
like($html->{'content-type'}, qr{^text/html; charset=utf-8}, 'then HTML');
like($picture->{'content-type'}, qr{^image/png}, 'with a picture');
like($picture->{'content-disposition'}, qr/^inline/, 'inside the letter');
my ($id) = $picture->{'content-id'} =~ /^<(.+\@localhost)>$/;
my ($cid, $alt) = $html->{body} =~ /<img src="cid:([^"]+)"[^>]* alt="([^"]+)"/;
is($cid, $id, 'which the HTML shows');
is($alt, 'The board after H3-E3 (move 1)', 'and words in its place');
cmp_ok(length $picture->{body}, '<=', 12 * 1024, 'of 12 KB at most');
is(substr($picture->{body}, 0, 8), "\x89PNG\r\n\x1a\n", 'a PNG');
is(join('x', unpack 'N2', substr $picture->{body}, 16), '580x640', 'finer than a telephone shows it');
like($html->{body}, qr{&lt;b&gt;Well&lt;/b&gt; &amp; &quot;good&quot;}, 'words of a player are words');
unlike($html->{body}, qr{<b>|<script|https?:|url\(|\@import|\bsrc="(?!cid:)}, 'nothing else is in it, and nothing is fetched');
is(join('|', grep { length > 78 || /[^\t -~]/ } split /\r?\n/, $letter->{raw}), '', 'lines are short and 7-bit');

# The same words in the same order.
sub words { join ' ', split ' ', shift }
my $said = $html->{body} =~ s/^.*?(?=<div class="page")//sr =~ s/<[^>]+>/ /gr;
$said =~ s/&(lt|gt|quot|amp);/{ lt => '<', gt => '>', quot => '"', amp => '&' }->{$1}/ge;
my $text = $plain->{body} =~ s/^\*{10,}$//gmr;
is(words($said), words($text), 'both say the same');

# Every element is closed, in order; void ones need not be.
sub unclosed
{
	my ($page) = @_;
	my @open;

	$page =~ s/<!--.*?-->|<!DOCTYPE html>//gs;
	while ($page =~ m{<(/?)([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>|(<)}g) {
		return "a lone < at $-[0]" if $4;
		next if $2 =~ /^(?:meta|br|img)$/;
		push @open, $2 unless $1;
		return "</$2> in " . join '>', @open if $1 && (pop(@open) // '') ne $2;
	}
	return join '>', @open;
}
is(unclosed($html->{body}), '', 'each element is closed');
cmp_ok(length $html->{body}, '<', 102 * 1024, 'and none is so long that programs cut it off');

# Wilma wants it too, and answers from programs that quote it as HTML.
$world->answer($wilma, 'set html on', to => $board{$wilma});
$world->run;
for ([100, 'html'], [16300, 'plain']) {
	$world->answer($fred, "chat\n\n" . '"' x $_->[0], to => $letter);
	my $told = to($wilma, $world->run);
	ok($told->{body} =~ /"{50}/ && ($told->{parts} ? 'html' : 'plain') eq $_->[1], "$_->[0] signs: $_->[1]");
}
sub html_answer
{
	my ($from, $to, $body) = @_;
	$world->send(from => $from, to => $to->{'reply-to'}, subject => "Re: $to->{subject}",
	    head => ["In-Reply-To: $to->{'message-id'}", 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
	    text => $body);
	return $world->run;
}
my $quoted = sub { shift->{parts}[1]{parts}[0]{body} };
@letters = html_answer($wilma, to($wilma, @letters), '<div dir="ltr">H10-G8</div><br><div class="gmail_quote">'
    . '<div dir="ltr" class="gmail_attr">On Wed, 18 Nov 2026 at 12:00, Riverpost wrote:<br></div>'
    . '<blockquote class="gmail_quote">' . $html->{body} . '</blockquote></div>');
$letter = to($fred, @letters);
like($letter->{body}, qr/^wilma moved H10-G8/m, 'an answer from webmail is played');
unlike($letter->{body}, qr/writes:/, 'and nothing of the quote is passed on');
is(scalar(my ($mine) = to($wilma, @letters)->{parts}), 1, 'wilma has the picture now');
@letters = html_answer($fred, $letter, '<div>B1-C3</div><div>Nice!</div><hr><div id="divRplyFwdMsg"><b>From:</b> Riverpost'
    . '<br><b>Sent:</b> Wednesday<br><b>To:</b> fred<br><b>Subject:</b> Xiangqi Board 1</div>' . $quoted->($letter));
$letter = to($wilma, @letters);
like($letter->{parts}[0]{body}, qr/^fred moved B1-C3.*^fred writes:\nNice!\n\*{10}/ms, 'from Outlook, with a word');

# Of several boards each has its picture, once.
$world->answer($fred, 'show 1#1..2 1#1', to => to($fred, @letters));
my $strip = to($fred, $world->run);
my ($page, @pictures) = @{$strip->{parts}[1]{parts}};
is(scalar(my @shown = $page->{body} =~ /<img /g), 3, 'three boards are shown');
is(scalar @pictures, 2, 'two of them differ');

$world->answer($fred, 'set html off', to => to($fred, @letters));
$world->run;
$world->answer($wilma, 'B10-C8', to => $letter);
ok(!to($fred, $world->run)->{parts}, 'set html off');
# By itself: as the player's own last letter that was his for sure.
my $auto = World->new;
$auto->game;
sub write_as
{
	my ($type, $from, $text, %args) = @_;
	my $old = $auto->{last}{$from};
	my $said = { alternative => 'multipart/alternative; boundary=b', html => 'text/html', plain => 'text/plain' }->{$type};
	my $body = $type eq 'plain' ? "$text\n" : "<p>$text</p>\n";
	$body = "--b\nContent-Type: text/plain\n\n$text\n\n--b\nContent-Type: text/html\n\n$body\n--b--\n" if $type eq 'alternative';
	$auto->send(from => $from, to => $args{to} // $old->{'reply-to'}, subject => $args{subject} // "Re: $old->{subject}",
	    head => ['MIME-Version: 1.0', "Content-Type: $said"], text => $body);
	return $auto->run;
}
sub kinds
{
	my %kind = map { $_->{address} => $_->{parts} ? 'html' : 'plain' } @_;
	return join ' ', map { $kind{$_} // 'none' } $fred, $wilma;
}
is(kinds(write_as(alternative => $fred, 'H3-E3')), 'html plain', 'who writes with an HTML part gets one');
is(kinds(write_as(plain => $wilma, 'B10-C8')), 'html plain', 'and goes on getting it; others do not');
is(kinds(write_as(html => $fred, 'H1-G4')), 'html none', 'a refusal shows the board as well');
is(kinds(write_as(plain => $fred, 'H1-G3')), 'plain plain', 'plain again, after a plain letter');
is(kinds(write_as(html => $wilma, '', to => 'riverpost@localhost', subject => 'show 1')), 'none plain',
    'a letter without proof tells nothing');
is(kinds(write_as(html => $wilma, 'H10-G8', to => $auto->{last}{$wilma}{'reply-to'})), 'plain html', 'HTML alone');
write_as(html => $wilma, 'set html off');
is(kinds(write_as(html => $fred, 'A1-A2')), 'html plain', 'off is off');
like(join('', map { $_->{body} } write_as(plain => $fred, 'set html auto')), qr/set html auto\n(?: {6}.*\n)+? {6}auto  off  on$/m, 'auto is a value');
# A newcomer's first letters.
$auto->send(from => 'barney@c.test', subject => 'signup barney');
$auto->run;
write_as(html => 'barney@c.test', 'yes');
write_as(plain => $fred, 'challenge barney');
ok($auto->{last}{'barney@c.test'}{parts}, 'a challenge is a picture for whom confirmed his account in HTML');

# Who observes has links, too.
my ($seen) = write_as(html => 'barney@c.test', 'subscribe 1');
like($seen->{body}, qr/^  show  .*^  record  .*^  unsubscribe  /ms, 'what an observer can answer');
unlike($seen->{body}, qr/^  (?:subscribe|resign|draw) /m, 'and nothing else');
like($seen->{parts}[1]{parts}[0]{body}, qr/<a [^>]*body=$_"/, "$_ is a link") for qw(show record unsubscribe help);

# Pictures by hand.
sub draw
{
	my ($style, $env) = @_;
	my $out = "$world->{home}/$style.png";
	my $command = join ' ', $env // '', $World::program, 'board', "--style=$style", "--png=$out";
	my $said = `$command 2>&1`;
	return $said if $?;
	open my $file, '<:raw', $out or die "$out: $!";
	return do { local $/; <$file> };
}
my %drawn = map { draw($_) => $_ } qw(classic hanzi simplified letters);
is(scalar keys %drawn, 4, 'each style has its picture');
is(scalar(grep { /^\x89PNG/ } keys %drawn), 4, 'a PNG each');
like(draw('unicode'), qr/no pictures in that style/, 'one has none, and says so');
open my $fonts, '>', "$world->{home}/fonts.conf" or die;
print $fonts '<fontconfig/>';
close $fonts;
my $said_of_fonts = draw('hanzi', "FONTCONFIG_FILE=$world->{home}/fonts.conf");
ok($said_of_fonts =~ /no font for hanzi/, 'nor is there any in hanzi without a font');
ok(draw('classic', "FONTCONFIG_FILE=$world->{home}/fonts.conf") =~ /^\x89PNG/, 'but in letters');
done_testing;
