# SPDX-License-Identifier: ISC
#
# Letters as mail programs write them: the words above a quote of the letter that is
# answered, with what each puts around both.  A style is a function from the words and the
# letter (or undef) to further header lines and a body.

package Style;
use strict;
use warnings;
use Encode ();
use MIME::Base64 ();
use MIME::QuotedPrint ();

my $text = 'Content-Type: text/plain; charset=';
my @version = ('MIME-Version: 1.0');

sub marked
{
	my ($old) = @_;
	return $old->{body} =~ s/^/> /mgr;
}

sub html_of
{
	my ($words) = @_;
	my $html = $words =~ s/&/&amp;/gr;
	$html =~ s/</&lt;/g;
	return $html;
}

# Words above, an attribution, a quote.
sub quoting
{
	my ($attribution, @head) = @_;
	return sub {
		my ($words, $old) = @_;
		return ([@version, $text . 'utf-8', 'Content-Transfer-Encoding: 8bit', @head],
		    $old ? "$words\n\n$attribution\n\n" . marked($old) : "$words\n");
	};
}

sub outlook
{
	my ($words, $old) = @_;
	return ([@version, $text . 'utf-8'], "$words\n") if !$old;
	return ([@version, $text . 'utf-8', 'X-Mailer: Microsoft Outlook 16.0'],
	    "$words\n\n-----Original Message-----\nFrom: Riverpost <riverpost\@localhost>\nSent: Wednesday, November 18, 2026 10:00 AM\n" .
	    "To: $old->{address}\nSubject: $old->{subject}\n\n$old->{body}");
}

sub below_the_quote
{
	my ($words, $old) = @_;
	return ([], ($old ? "On Wed, 18 Nov 2026, Riverpost wrote:\n" . marked($old) . "\n" : '') . "$words\n");
}

sub gmail
{
	my ($words, $old) = @_;
	my $lines = join '', map { $_ eq '' ? "<div><br></div>\n" : "<div>$_</div>\n" } split /\n/, html_of($words);
	my $quote = $old ? '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Wed, Nov 18, 2026 at 10:00 AM Riverpost &lt;riverpost@localhost&gt; wrote:<br></div>' .
	    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex"><pre>' . html_of($old->{body}) . '</pre></blockquote></div>' : '';
	my $plain = $old ? "$words\n\nOn Wed, Nov 18, 2026 at 10:00 AM Riverpost <riverpost\@localhost> wrote:\n\n" . marked($old) : "$words\n";
	my $part = sub { "--00000000000012\n$_[0]; charset=\"UTF-8\"\nContent-Transfer-Encoding: quoted-printable\n\n" . MIME::QuotedPrint::encode_qp($_[1]) . "\n" };
	return ([@version, 'Content-Type: multipart/alternative; boundary="00000000000012"'],
	    $part->('Content-Type: text/plain', $plain) .
	    $part->('Content-Type: text/html', "<div dir=\"ltr\">$lines</div><br>$quote") . "--00000000000012--\n");
}

sub html_alone
{
	my ($words, $old) = @_;
	my $lines = html_of($words) =~ s/\n/<br>\n/gr;
	my $quote = $old ? '<blockquote type="cite"><div>On Nov 18, 2026, at 10:00, Riverpost wrote:</div><pre>' . html_of($old->{body}) . '</pre></blockquote>' : '';
	return ([@version, 'Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
	    MIME::Base64::encode_base64("<html><body>$lines<br><br>$quote</body></html>\n"));
}

# In the encoding of old Chinese programs, where all of it can be written so.
sub gbk
{
	my ($words, $old) = @_;
	my $attribution = "\xe5\x9c\xa8 2026-11-18 10:00:00\xef\xbc\x8c\"Riverpost\" \xe5\x86\x99\xe9\x81\x93\xef\xbc\x9a";
	my $all = $old ? "$words\n\n$attribution\n\n" . marked($old) : "$words\n";
	my $string = Encode::decode('utf-8', $all);
	my $bytes = eval { Encode::encode('gbk', my $copy = $string, Encode::FB_CROAK) };
	return defined $bytes ?
	    ([@version, $text . 'gbk', 'Content-Transfer-Encoding: base64'], MIME::Base64::encode_base64($bytes)) :
	    ([@version, $text . 'utf-8', 'Content-Transfer-Encoding: base64'], MIME::Base64::encode_base64($all));
}

our @all = (
	quoting('On Wed, 18 Nov 2026 10:00:00 +0000, Riverpost <riverpost@localhost> wrote:'),
	quoting('Am 18.11.26 um 11:00 schrieb Riverpost:', 'User-Agent: Mozilla Thunderbird'),
	quoting("18.11.2026 13:00, Riverpost \xd0\xbf\xd0\xb8\xd1\x88\xd0\xb5\xd1\x82:"),
	quoting("V\xc3\xa0o Th 4, 18 thg 11, 2026 v\xc3\xa0o l\xc3\xbac 17:00 Riverpost <riverpost\@localhost> \xc4\x91\xc3\xa3 vi\xe1\xba\xbft:"),
	quoting('Le mer. 18 nov. 2026 à 11:00, Riverpost <riverpost@localhost> a écrit :'),
	sub {
		my ($head, $body) = quoting('> On Nov 18, 2026, at 10:00 AM, Riverpost <riverpost@localhost> wrote:', 'X-Mailer: iPhone Mail (23A344)')->(@_);
		return ($head, $body =~ s/\n\n> On /\n\nSent from my iPhone\n\n> On /r);
	},
	\&outlook, \&below_the_quote, \&gmail, \&html_alone, \&gbk,
	sub { return ([], "$_[0]\n\n-- \nA friend of slow games\n") },
);

1;
