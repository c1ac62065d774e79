#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Answers without a text that can be read: encrypted, winmail.dat, a document or a voice alone.
# They are no empty answers, so nothing is confirmed by them, and their writer is told what could
# not be read (mail 12).  Beside an empty text a logo or a key may stand.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($barney, $fred, $wilma) = ('barney@site.example', 'fred@a.test', 'wilma@b.test');

# A part as its type and its bytes.
sub part
{
	my ($type, $body, @head) = @_;
	return join("\n", "Content-Type: $type", @head) . "\n\n$body";
}

sub multipart
{
	my ($type, @parts) = @_;
	return part(qq(multipart/$type; boundary="=_1"), join('', map { "--=_1\n$_\n" } @parts) . "--=_1--\n");
}

my $text = part('text/plain; charset=utf-8', '');
my $logo = part('image/png; name="logo.png"', 'iVBORw0KGgo=', 'Content-Transfer-Encoding: base64', 'Content-ID: <logo>',
    'Content-Disposition: inline; filename="logo.png"');
my $key = part('application/pgp-keys; name="key.asc"', "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDM=\n", 'Content-Disposition: attachment; filename="key.asc"');
my $winmail = part('application/ms-tnef; name="winmail.dat"', 'eJ8+IgAB', 'Content-Transfer-Encoding: base64');
my $pdf = part('application/pdf; name="answer.pdf"', 'JVBERi0=', 'Content-Transfer-Encoding: base64', 'Content-Disposition: attachment');
my $voice = part('audio/amr; name="voice.amr"', 'IyFBTVI=', 'Content-Transfer-Encoding: base64');
my $sealed = part('application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', 'MIAGCSqGSIb3', 'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7m"');
my $pgp = "-----BEGIN PGP MESSAGE-----\n\nhQEMA8\n=abcd\n-----END PGP MESSAGE-----\n";
my $ascii = part('application/octet-stream; name="encrypted.asc"', $pgp);
my $armoured = multipart('encrypted; protocol="application/pgp-encrypted"', part('application/pgp-encrypted', "Version: 1\n"), $ascii);

# What could not be read, as the answer names it; '' where the answer is empty; undef: silence.
my %encrypted = (
	'S/MIME' => $sealed,
	'S/MIME, by an old type' => $sealed =~ s/pkcs7/x-pkcs7/r,
	'S/MIME, called bytes' => part('application/octet-stream; name="smime.p7m"', 'MIAGCSqGSIb3', 'Content-Transfer-Encoding: base64'),
	'PGP/MIME' => $armoured,
	'PGP/MIME, below a gateway' => multipart('mixed', $text, part('application/pgp-encrypted', "Version: 1\n"), $ascii),
	'PGP in the text' => part('text/plain', $pgp),
	'PGP below an empty line' => part('text/plain', "\n\n$pgp"),
	'S/MIME beside an empty text' => multipart('mixed', $text, $sealed),
);
my %winmail = (
	'winmail.dat alone' => $winmail,
	'winmail.dat beside an empty text' => multipart('mixed', $text, $winmail),
	'winmail.dat, called bytes' => multipart('mixed', $text, part('application/octet-stream; name="winmail.dat"', 'eJ8+IgAB', 'Content-Transfer-Encoding: base64')),
	"Exchange's receipt as winmail.dat" => multipart('mixed', part('application/vnd.ms-tnef; name="winmail.dat"', 'eJ8+IgAB')),
);
my %attached = (
	'a document' => $pdf,
	'a document beside a logo' => multipart('mixed', $pdf, $logo),
	'a document beside an empty text' => multipart('mixed', $text, $pdf),
	'a voice' => multipart('mixed', $voice),
	'a voice beside an empty text' => multipart('mixed', $text, $voice),
	'a picture' => part('image/jpeg; name="IMG_1.jpg"', '/9j/4AAQ', 'Content-Transfer-Encoding: base64'),
	'a letter in the letter' => multipart('mixed', part('message/rfc822', "From: a\@b.test\nSubject: no\n\nno\n")),
	'a calendar' => part('text/calendar', "BEGIN:VCALENDAR\nEND:VCALENDAR\n"),
	'a text with a name' => multipart('mixed', part('text/plain; name="no.txt"', "no\n", 'Content-Disposition: attachment')),
);
my %empty = (
	'nothing' => part('text/plain', ''),
	'no body of bytes' => part('application/octet-stream', ''),
	'an empty text and a logo' => multipart('related', $text, $logo),
	'an empty HTML and a logo' => multipart('related', part('text/html', '<html><body><img src="cid:logo"></body></html>'), $logo),
	'both, and a logo' => multipart('related', multipart('alternative', $text, part('text/html', '<p></p>')) =~ s/=_1/=_2/gr, $logo),
	'an empty text and a key' => multipart('mixed', $text, $key),
	'an empty text and a signature' => multipart('signed', $text, part('application/pgp-signature; name="signature.asc"', "-----BEGIN PGP SIGNATURE-----\n")),
	'an empty text and a card' => multipart('mixed', $text, part('text/vcard; name="barney.vcf"', "BEGIN:VCARD\nEND:VCARD\n")),
	'an empty text and an empty file' => multipart('mixed', $text, part('text/plain; name="ATT00001.txt"', "\n")),
);
my %receipt = (
	"Exchange's read receipt" => multipart('report; report-type=disposition-notification', $text,
	    part('message/disposition-notification', "Final-Recipient: rfc822; barney\@site.example\nDisposition: manual-action/MDN-sent-manually; displayed\n")),
	'a receipt without its second part' => multipart('report; report-type=disposition-notification', $text),
);

# Answers the newest letter with these parts.
sub answer
{
	my ($world, $from, $parts, %more) = @_;
	my $old = $world->{last}{$from};
	my ($head, $body) = split /\n\n/, $parts, 2;

	$world->send(from => $from, to => $old->{'reply-to'}, subject => $more{subject} // "Re: $old->{subject}",
	    reply => $old->{'message-id'}, head => ['MIME-Version: 1.0', $head], text => $body);
	return $world->run;
}

# Who has asked for an account, and who for a second address.
my $asks = World->new;
$asks->game;
$asks->send(from => $barney, subject => 'signup barney');
$asks->run;
$asks->answer($fred, 'add fred secret1 fred@work.test');
$asks->run;

sub asked { return World->new->become($asks) }

my @named = ([\%encrypted, qr/encrypted/], [\%winmail, qr/winmail\.dat: .*plain text or HTML/], [\%attached, qr/only an attachment/], [\%receipt, undef]);
for (@named) {
	my ($letters, $says) = @$_;

	for my $name (sort keys %$letters) {
		my $world = asked();
		my @out = answer($world, $barney, $letters->{$name});
		is($world->query("SELECT count(*) FROM player WHERE userid = 'barney'"), 0, "mail 12: $name opens no account");
		is(scalar(@out), defined $says ? 1 : 0, '... and is answered as it should be') or diag map { $_->{body} } @out;
		next if !defined $says;
		like($out[0]{body} =~ s/\s+/ /gr, $says, '... with what could not be read');
		$world->answer($barney, 'yes', to => $asks->{last}{$barney});
		like(($world->run)[0]{subject}, qr/welcome, barney/, '... and a yes still opens the account');
	}
}
for my $name (sort keys %empty) {
	my @out = answer(asked(), $barney, $empty{$name});
	like($out[0] ? $out[0]{subject} : '', qr/welcome, barney/, "$name is an empty answer");
}

# An address is not granted, a move not played, nothing is said to the other.
for my $parts ($sealed, $winmail, $pdf) {
	my $world = asked();
	my @out = answer($world, 'fred@work.test', $parts);
	is($world->query("SELECT count(*) FROM address WHERE address = 'fred\@work.test' AND confirmed <> 0"), 0, 'mail 12: no address is granted');
	@out = answer($world, $fred, $parts);
	is(scalar(@out), 1, 'one answer') && like($out[0]{body}, qr/^Your letter could not be read/m, 'says so');
	is($out[0] ? $out[0]{address} : '', $fred, '... to the writer');
	# What the Subject says may be taken back below.
	@out = answer($world, $fred, $parts, subject => 'resign 1 fred secret1');
	is($world->query('SELECT state FROM game WHERE id = 1'), 1, 'no game ends') or diag map { $_->{body} } @out;
}

# So is a letter too large to be read.
my $world = asked();
answer($world, $barney, part('text/plain', "no\n" x 100000));
is($world->query("SELECT count(*) FROM player WHERE userid = 'barney'"), 0, 'a letter too large opens no account');

# A stranger's letter is not answered; one who asks for something is told.
$world = World->new;
$world->send(from => $barney, head => ['MIME-Version: 1.0', split /\n\n.*/s, $sealed], text => "MIAGCSqGSIb3\n");
is(scalar($world->run), 0, 'a stranger gets no answer');
$world->send(from => $barney, subject => 'signup barney', head => ['MIME-Version: 1.0', split /\n\n.*/s, $sealed], text => "MIAGCSqGSIb3\n");
my @out = $world->run;
like($out[0] ? $out[0]{body} : '', qr/encrypted/, '... but to a command');

done_testing;
