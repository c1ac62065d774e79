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
ok(!$letter->{parts}, 'a letter without a board stays plain');

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
is($alt, 'The board after H3-E3 (move 1): rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b',
    'and words in its place');
is(substr($picture->{body}, 0, 8), "\x89PNG\r\n\x1a\n", 'a PNG');
is(join('x', unpack 'N2', substr $picture->{body}, 16), '802x884', 'twice as fine as it is shown');
like($html->{body}, qr{&lt;b&gt;Well&lt;/b&gt; &amp; &quot;good&quot;}, 'words of a player are words');
unlike($html->{body}, qr{<b>|<script|https?:}, 'nothing else is in it, and nothing is fetched');
is(join('|', grep { length > 78 || /[^\t -~]/ } split /\r?\n/, $letter->{raw}), '', 'lines are short and 7-bit');

# The same words in the same order.
sub words { join ' ', split ' ', shift }
my $said = $html->{body} =~ s/<[^>]+>/ /gr;
$said =~ s/&(lt|gt|quot|amp);/{ lt => '<', gt => '>', quot => '"', amp => '&' }->{$1}/ge;
my $text = $plain->{body} =~ s/\Q@{[World::board($letter)]}\E//r =~ s/^\*{10,}$//gmr;
is(words($said), words($text), 'both say the same');

# Wilma wants it too, and answers from programs that quote it as HTML.
$world->answer($wilma, 'set html on', to => $board{$wilma});
$world->run;
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
$world->answer($fred, 'show 1#1 1#2 1#1', to => to($fred, @letters));
my $strip = to($fred, $world->run);
my ($page, @pictures) = @{$strip->{parts}[1]{parts}};
is(scalar(my @shown = $page->{body} =~ /<img /g), 3, 'three boards are shown');
is(scalar @pictures, 2, 'two of them differ');

$world->answer($fred, 'set html off', to => to($fred, @letters));
$world->run;
$world->answer($wilma, 'B10-C8', to => $letter);
ok(!to($fred, $world->run)->{parts}, 'set html off');
done_testing;
