# SPDX-License-Identifier: ISC
#
# What every letter of ours must be, whatever strangers have written: its own
# fields, each once, to the one it is for, and text without tricks.

package Sound;
use strict;
use warnings;
use utf8;
use Encode;
use Exporter 'import';
our @EXPORT = qw(faults $controls $invisible);

# Fields of our letters; each once.
my %ours = map { lc() => 1 } qw(From To Reply-To Subject Date Message-ID In-Reply-To References
	Auto-Submitted X-Auto-Response-Suppress X-Loop Precedence MIME-Version Content-Type
	Content-Transfer-Encoding List-Id List-Unsubscribe Return-Path);
our $controls = qr/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;
our $invisible = qr/[\x{80}-\x{9f}\x{ad}\x{61c}\x{180e}\x{200b}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{feff}\x{fff9}-\x{fffb}\x{e0000}-\x{e007f}]/;

# What is wrong with a letter of ours; nothing if it is sound.
sub faults
{
	my ($letter) = @_;
	my ($head) = split /\r?\n\r?\n/, $letter->{raw}, 2;
	my (@faults, %seen);

	push @faults, 'a control character in the header' if $head =~ $controls || $head =~ /\r(?!\n)/;
	# RFC 6532: the address itself may be UTF-8.
	push @faults, 'bytes above ASCII in the header' if $head =~ s/^To: \S+\r?$/To: it/mr =~ /[\x80-\xff]/;
	$head =~ s/\r?\n[ \t]+/ /g;
	for (split /\r?\n/, $head) {
		/^([A-Za-z-]+): / or push @faults, "no field: $_" and next;
		push @faults, "not ours: $_" unless $ours{lc $1};
		push @faults, "twice: $_" if $seen{lc $1}++;
	}
	push @faults, "to another one: $letter->{to}" unless $letter->{to} =~ /^(?:[^@]* )?<?\Q$letter->{address}\E>?$/i;
	for (map { $_->{body} } $letter, @{$letter->{parts} // []}) {
		my $text = eval { decode('utf-8', $_, Encode::FB_CROAK | Encode::LEAVE_SRC) };
		push @faults, 'the body is not UTF-8' and next unless defined $text;
		push @faults, 'a control character in the body' if $text =~ $controls;
		push @faults, sprintf 'U+%04X in the body', ord $1 if $text =~ /($invisible)/;
	}
	my $subject = decode('MIME-Header', $letter->{subject});
	push @faults, 'a control character in the Subject' if $subject =~ $controls || $subject =~ $invisible;
	return @faults;
}

1;
