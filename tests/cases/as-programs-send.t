#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A move as mail programs and gateways send it: signed, by MMS, as a part with a name, in parts
# that the header does not name, below warnings, with labels lost (mail 12).  Each answers the
# first board; what was meant is played, its words go on, and what cannot be read is named.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $said = "b3-e3\n\nHave fun!\n";
my ($base64, $printable) = map { "Content-Transfer-Encoding: $_" } 'base64', 'quoted-printable';
my ($inline, $attachment) = map { "Content-Disposition: $_" } 'inline', 'attachment';

sub part
{
	my ($type, $body, @head) = @_;
	return join("\n", "Content-Type: $type", @head) . "\n\n$body";
}

# Parts within parts have another boundary.
sub multipart
{
	my ($type, @parts) = @_;
	my $mark = grep({ /--=_1\n/ } @parts) ? '=_2' : '=_1';
	return part(qq(multipart/$type; boundary="$mark"), join('', map { "--$mark\n$_\n" } @parts) . "--$mark--\n");
}

# BER: a tag and what is in it, with its length or without.
sub ber
{
	my ($tag, $bytes) = @_;
	my $length = length($bytes) < 128 ? chr length $bytes : pack 'Cn', 0x82, length $bytes;
	return chr($tag) . $length . $bytes;
}
sub open_ber { return chr($_[0]) . "\x80$_[1]\0\0" }

# Signed data with its content inside (RFC 5652): as one piece, or in several.
my ($signed, $data) = map { ber(0x06, "\x2a\x86\x48\x86\xf7\x0d\x01\x07" . chr) } 2, 1;
my $before = ber(0x02, "\1") . ber(0x31, ber(0x30, ber(0x06, "\x2b\x0e\x03\x02\x1a")));
sub opaque
{
	my ($text) = @_;
	return ber(0x30, $signed . ber(0xa0, ber(0x30, $before . ber(0x30, $data . ber(0xa0, ber(0x04, $text))) . ber(0x31, ''))));
}
sub opaque_in_pieces
{
	my ($text) = @_;
	my $pieces = join '', map { ber(0x04, $_) } $text =~ /(.{1,20})/gs;
	return open_ber(0x30, $signed . open_ber(0xa0, open_ber(0x30, $before . open_ber(0x30, $data . open_ber(0xa0, open_ber(0x24, $pieces))) . ber(0x31, ''))));
}

my $plain = part('text/plain; charset=utf-8', $said);
my $empty = part('text/plain; charset=utf-8', '');
my $html = part('text/html; charset=utf-8', '<p>b3-e3</p><p>Have fun!</p>');
my $crlf = $plain =~ s/\n/\r\n/gr;
my $logo = part('image/png; name="logo.png"', 'iVBORw0KGgo=', $base64, "$inline; filename=\"logo.png\"");
my $pdf = part('application/pdf; name="a.pdf"', 'JVBERi0=', $base64, $attachment);
my $smil = part('application/smil; name="smil.xml"', '<smil></smil>');
my $picture_page = part('text/html', '<html><head><title>Multimedia Message</title></head><body><img src="cid:line" width="350"></body></html>');
my $two = multipart('alternative', $plain, $html) =~ s/.*?\n\n//sr;
my $warning = "CAUTION: This email originated from outside of the organization.\nBe careful.\n";

sub named { my ($name, $text, @head) = @_; return part("text/plain; charset=utf-8; name=\"$name\"", $text, @head) }
sub p7m { my ($bytes) = @_; return part('application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"', encode_base64($bytes), $base64, $attachment) }

# All of these are B3-E3, and its words, "Have fun!" where nothing else is said.
my @moves = (
	['S/MIME, signed beside' => multipart('signed; protocol="application/pkcs7-signature"', $plain, part('application/pkcs7-signature; name="smime.p7s"', 'MIIF', $base64))],
	['S/MIME, signed around' => p7m(opaque($crlf))],
	['S/MIME, signed around, in pieces' => p7m(opaque_in_pieces($crlf))],
	['S/MIME, signed around, called bytes' => part('application/octet-stream; name="smime.p7m"', encode_base64(opaque($crlf)), $base64)],
	['S/MIME, signed around a multipart' => p7m(opaque(multipart('alternative', $plain, $html)))],
	['S/MIME, signed around, with a footer' => multipart('mixed', p7m(opaque($crlf)), part('text/plain', "-- \nA member's list\n"))],
	['MMS, a page of pictures' => multipart('related; type="text/html"', $picture_page, named('text_0.txt', $said, 'Content-Location: text_0.txt'), $logo)],
	['MMS, inline' => multipart('mixed', named('text0.txt', $said, $inline, 'Content-ID: <text0>'), $logo)],
	['MMS, SMIL in front' => multipart('related; type="application/smil"', $smil, named('text_0.txt', $said, 'Content-ID: <text_0>'))],
	['MMS, SMIL in front, without a name' => multipart('related', $smil, $plain)],
	['MMS, SMIL behind' => multipart('related', named('text_0.txt', $said), $smil)],
	['a text that a server named' => multipart('mixed', $pdf, named('ATT00001.txt', $said, "$inline; filename=\"ATT00001.txt\""))],
	['HTML that a server named' => multipart('mixed', $logo, part('text/html; name="ATT00001.htm"', '<p>b3-e3</p><p>Have fun!</p>', $inline))],
	['both versions with names' => multipart('alternative', named('a.txt', $said), part('text/html; name="a.html"', '<p>b3-e3</p>'))],
	['a name beside a quote' => multipart('mixed', part('text/plain', "On Wed, 18 Nov 2026 Riverpost wrote:\n> resign\n"), named('text_0.txt', $said, $inline))],
	['a name, and a text without' => multipart('mixed', $plain, named('ATT00001.txt', "resign\n", $inline))],
	['no boundary' => "Content-Type: multipart/alternative\n\n$two"],
	['another boundary' => "Content-Type: multipart/alternative; boundary=other\n\n$two"],
	['another boundary, words above' => "Content-Type: multipart/alternative; boundary=other\n\nThis is a multi-part message in MIME format.\n\n$two"],
	['no type' => "X-Mailer: none\n\n$two"],
	['no type, words above' => "X-Mailer: none\n\nThis is a multi-part message in MIME format.\n\n$two"],
	['called a text' => "Content-Type: text/plain; charset=utf-8\n\n$two"],
	['called HTML' => "Content-Type: text/html; charset=utf-8\n\n$two"],
	['called a multipart of nothing' => "Content-Type: multipart; boundary=\"=_1\"\n\n$two"],
	['no boundary within' => multipart('mixed', "Content-Type: multipart/alternative\n\n$two", $pdf)],
	['the text above the parts' => "Content-Type: multipart/alternative; boundary=b\n\n$said\n--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: text/html\n\n\n--b--\n"],
	['the text above a picture' => "Content-Type: multipart/mixed; boundary=b\n\n$said\n--b\n$logo\n--b--\n"],
	['base64 below a warning' => part('text/plain; charset=utf-8', "$warning\n" . encode_base64($said), $base64)],
	['base64 below a warning, close' => part('text/plain; charset=utf-8', "*** EXTERNAL ***\n" . encode_base64($said), $base64)],
	['base64 below one word' => part('text/plain; charset=utf-8', "EXTERNAL\n\n" . encode_base64($said), $base64)],
	['base64 above a warning' => part('text/plain; charset=utf-8', encode_base64("$said ") . "\n$warning", $base64)],
	['base64 of HTML below a warning' => part('text/html; charset=utf-8', "<p>$warning</p>\n" . encode_base64('<p>b3-e3</p><p>Have fun!</p>'), $base64)],
	['base64 in a part, below a warning' => multipart('alternative', part('text/plain', "$warning\n" . encode_base64($said), $base64), $html)],
	['base64 without a label' => part('text/plain; charset=utf-8', encode_base64($said))],
	['base64 with another label' => part('text/plain; charset=utf-8', encode_base64($said), $printable)],
	['quoted-printable without a label' => part('text/plain; charset=utf-8', "b3-e3=20\n\nHave fun=21\n")],
	['quoted-printable, called 7bit' => part('text/plain; charset=utf-8', "b3-e3=20\n\nHave =E2=80=9Cfun=E2=80=9D!\n", 'Content-Transfer-Encoding: 7bit'), "Have \xe2\x80\x9cfun\xe2\x80\x9d!"],
	['quoted-printable, called base64' => part('text/plain; charset=utf-8', "b3-e3=20\n\nHave =E2=80=9Cfun=E2=80=9D!\n", $base64), "Have \xe2\x80\x9cfun\xe2\x80\x9d!"],
	['quoted-printable, of HTML' => part('text/html', '<html><body class=3D"x"><p>b3-e3=20</p><p>Have fun=21</p></body></html>')],
	['quoted-printable, a line broken' => part('text/plain', "b3-e3\n\nHave fun on all of these days, which are short and dark and will be lo=\nng.\n"), 'Have fun on all of these days, which are short and dark and will be long.'],
	['no quoted-printable' => part('text/plain', "b3-e3\n\nE=mc2, x=20 and y=3D; a=42.\n"), 'E=mc2, x=20 and y=3D; a=42.'],
	['no quoted-printable, an address' => part('text/plain', "b3-e3\n\nSee http://x.test/?a=20&b=E2\n"), 'See http://x.test/?a=20&b=E2'],
);
my @wxf = (
	['WXF' => part('text/plain', "C2=5\n\nHave fun!\n")],
	['WXF, encoded without a label' => part('text/plain', "C2=3D5=20\n\nHave fun=21\n")],
	['WXF, encoded, nothing else' => part('text/plain', "C2=3D5\n\nHave fun!\n")],
	['WXF, not encoded beside words that are' => part('text/plain; charset=utf-8', "C2=5\n\nHave =E2=80=9Cfun=E2=80=9D!\n"), "Have \xe2\x80\x9cfun\xe2\x80\x9d!"],
	['Chinese, encoded without a label' => part('text/plain; charset=utf-8', "=E7=82=AE=E4=BA=8C=E5=B9=B3=E4=BA=94\n\nHave fun!\n")],
	['Chinese in GBK, encoded without a label' => part('text/plain; charset=gbk', "=C5=DA=B6=FE=C6=BD=CE=E5\n\nHave fun!\n")],
);
my $pgp = "-----BEGIN PGP MESSAGE-----\n\nhQEMA8\n=abcd\n-----END PGP MESSAGE-----\n";
my $sealed = part('application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', 'MIAGCSqGSIb3', $base64);
my @unread = (
	['S/MIME below words of a gateway' => multipart('mixed', part('text/plain', "Dieser Brief kommt von ausserhalb.\n"), $sealed), qr/encrypted/],
	['S/MIME within a signature' => p7m(opaque($sealed)), qr/encrypted/],
	['a signature around nothing' => p7m('0'), qr/encrypted/],
	['PGP below words' => part('text/plain', "Hello\n\n$pgp"), qr/encrypted/],
	['rights of Microsoft' => multipart('mixed', part('text/plain', "This message is protected.\n"), part('application/x-microsoft-rpmsg-message; name="message.rpmsg"', 'dg==', $base64)), qr/encrypted/],
	['a text that says attachment' => multipart('mixed', $empty, named('move.txt', $said, $attachment)), qr/only an attachment/],
	['a text that says attachment, alone' => part('text/plain; name="move.txt"', $said, $attachment), qr/only an attachment/],
	['words about MIME and a document' => "Content-Type: multipart/mixed; boundary=b\n\nThis is a message in MIME format.\n--b\n$pdf\n--b--\n", qr/only an attachment/],
);

my $game = World->new;
$game->game;

# The world after this answer to the board, and the letters that come out.
sub answer
{
	my ($letter) = @_;
	my $world = World->new->become($game);
	my $old = $world->{last}{$fred};
	my ($head, $body) = split /\n\n/, $letter, 2;

	$world->send(from => $fred, to => $old->{'reply-to'}, subject => "Re: $old->{subject}", reply => $old->{'message-id'},
	    head => ['MIME-Version: 1.0', $head], text => $body);
	return ($world, $world->run);
}

# What wilma reads of his, as one line.
sub words
{
	my ($body) = map { $_->{body} } grep { $_->{address} eq $wilma } @_;
	return ($body // '') =~ /\*{20,}\nfred writes:\n+(.*?)\n+\*{20,}/s ? $1 =~ s/\s+/ /gr : '';
}

for (map({ ['B3-E3', @$_] } @moves), map { ['H3-E3', @$_] } @wxf) {
	my ($move, $name, $letter, $words) = @$_;
	my ($world, @out) = answer($letter);

	is($world->query('SELECT moves FROM game WHERE id = 1'), $move, "mail 12: $name: played") or diag map { $_->{body} } @out;
	is(words(@out), $words // 'Have fun!', '... with its words');
}
for (@unread) {
	my ($name, $letter, $says) = @$_;
	my ($world, @out) = answer($letter);

	is(join(' ', map { $_->{address} } @out), $fred, "mail 12: $name: only the writer hears of it") or diag map { $_->{body} } @out;
	like($out[0] ? $out[0]{body} =~ s/\s+/ /gr : '', $says, '... and what could not be read');
	is($world->query('SELECT moves FROM game WHERE id = 1'), '', '... and nothing is played');
}

# The "=" of an option is nobody's code.
for (['20', '20 days'], ['20 --private', '20 days'], ['90d', '90 days'], ['80d', '80 days'], ["3D20 --private=20\n\nHave =E2=80=9Cfun=E2=80=9D!", '20 days']) {
	my ($time, $says) = @$_;

	for my $dash ('--', "\xe2\x80\x93") {
		my ($world, @out) = answer(part('text/plain; charset=utf-8', "challenge wilma ${dash}time=$time\n"));
		like($out[0]{body}, qr/Rated\.(?: Private\.)? $says a move\./, "${dash}time=$time");
	}
}

# A signature joined to a move is no part of it: he is asked, and a yes plays it.
for ('b3-e3Sent from my iPhone', 'B3E3Von meinem Telefon gesendet', 'C8=5Sent from my iPhone') {
	my ($world, @out) = answer(part('text/plain', "$_\n"));
	my ($move) = /^(.*?\d)[A-Z][a-z]/;

	is($world->query('SELECT moves FROM game WHERE id = 1'), '', "$_: nothing is played");
	like($out[0]{body}, qr/Did you mean this.*\n\n  (?:\Q$move\E|B3-E3)\n/, '... before he is asked') or next;
	$world->answer($fred, 'yes');
	$world->run;
	is($world->query('SELECT moves FROM game WHERE id = 1'), 'B3-E3', '... and a yes plays it');
}

# A move that stands beside what is encrypted was meant; but nothing in there is a yes.
my ($world) = answer(multipart('mixed', $plain, $sealed));
is($world->query('SELECT moves FROM game WHERE id = 1'), 'B3-E3', 'a move beside what is encrypted is played');
for my $yes (multipart('mixed', named('yes.txt', "yes\n", $attachment)), multipart('mixed', $empty, $sealed), p7m(opaque($sealed)),
    multipart('mixed', named('ATT00001.txt', "-- \nA list\n", $inline)), multipart('mixed', part('text/plain', "yes\n"), $sealed)) {
	my $world = World->new;
	$world->send(from => $fred, subject => 'signup fred');
	$world->run;
	my $old = $world->{last}{$fred};
	my ($head, $body) = split /\n\n/, $yes, 2;
	$world->send(from => $fred, to => $old->{'reply-to'}, subject => "Re: $old->{subject}", reply => $old->{'message-id'}, head => ['MIME-Version: 1.0', $head], text => $body);
	$world->run;
	is($world->query('SELECT count(*) FROM player'), $yes =~ /^yes/m && $yes !~ /attachment/ ? 1 : 0, 'mail 12: what was not read is no yes') or diag $yes;
}

done_testing;
