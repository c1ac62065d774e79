#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The same letters twice, and in another order: nothing is played twice, nothing
# is sent twice, and a letter that comes late says so.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
$world->game;

my $move = $world->letter(from => $fred, subject => 'move 1 fred secret1 H3-E3', text => "Hello\n");
$world->drop($move);
is(scalar(my @first = $world->run), 2, 'mail 5: a move is answered to both');
$world->drop($move);
is(scalar(my @again = $world->run), 0, 'mail 5: the same letter again: no letter');
like($world->{output}, qr/1 ignored/, 'mail 5: and it is said to be ignored');
$world->drop("Received: from elsewhere by here; Wed, 18 Nov 2026 11:11:11 +0000\n$move");
is(scalar(@again = $world->run), 0, 'mail 5: by another way: no letter');
(my $crlf = $move) =~ s/\n/\r\n/g;
$world->drop($crlf);
is(scalar(@again = $world->run), 0, 'mail 5: with other line ends: no letter');

# One put back as a second link to the kept file.
my ($kept) = grep { -f } glob "$world->{home}/mail/in/.Processed/cur/*";
(my $back = $kept) =~ s{^.*/(.*):2,.*}{$world->{home}/mail/in/new/$1};
link $kept, $back or die "$!";
$world->run for 1, 2;
like($world->{output}, qr/^0 letters/, 'mail 6: a second link to one already moved is not met for ever');

# What could not be read is kept, each copy of it.
for my $copy (1, 2) {
	$world->drop("no header at all\n");
	is(scalar(@again = $world->run), 0, "mail 3: an unreadable letter, copy $copy: no answer");
	my @kept = glob "$world->{home}/mail/in/.Failed/cur/*";
	is(scalar @kept, $copy, "mail 3: an unreadable letter, copy $copy: is put aside");
}
like($world->{log}, qr/from nobody: known, no header/, 'mail 3: and the log says so');

# The same words in a new letter are a new letter, but not a new move.
$world->send(from => $fred, subject => 'move 1 fred secret1 H3-E3');
my ($letter) = $world->run;
like($letter->{body}, qr/it is wilma's turn/, 'mail 5: written again: not your turn');

# Two answers to one letter: the second is about an older position.
my $asked = $world->{last}{$wilma};
$world->answer($wilma, 'H10-G8', to => $asked);
$world->run;
$world->answer($fred, 'H1-G3');
$world->run;
$world->answer($wilma, 'I10-H10', to => $asked);
($letter) = $world->run;
like($letter->{body}, qr/an older letter/, 'mail 5: a late answer to an older letter is not played');
like($letter->{body}, qr/^  2  H1-G3$/m, 'mail 5: and shows the board as it stands');

# A resignation from an older letter is asked about (turns.t has every deed).
$world->answer($wilma, 'resign', to => $asked);
($letter) = $world->run;
like($letter->{body}, qr/an older letter.*answer this letter with:\s+resign$/ms, 'mail 5: nor is the game given up');

# … and whatever else proves who wrote it: the mail server's word does not make an
# answer to an older letter a fresh one.
my $trusting = World->new(config => "auth_server = mx.game.test\n");
$trusting->game;
my $old = $trusting->{last}{$fred};
$trusting->answer($fred, 'H3-E3');
$trusting->run;
$trusting->answer($wilma, 'H10-G8');
$trusting->run;
$trusting->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=a.test\nReceived: from a.test by mx.game.test; now\n" .
    $trusting->letter(from => $fred, to => $old->{'reply-to'}, text => 'H1-G3'));
($letter) = $trusting->run;
like($letter->{body}, qr/an older letter/, 'mail 5: dmarc=pass does not make an old answer new');

# By two ways: a tag, a label, a footer, another encoding make no second letter; other words do.
my @ways = (
	{ subject => '[club] Re: Board 1' },
	{ subject => 'Re: Board 1 (External)' },
	{ base64 => 1 },
	{ base64 => 1, subject => '[club] Re: Board 1' },
	{ footer => "-- \nYou receive this as a member of club.\n" },
	{ footer => "_______________________________________________\nclub mailing list\nclub\@lists.test\nhttps://lists.test/club\n" },
	{ html => 1 },
);
for my $words ("chat\n\nHow are you?\n", "give 2d\n", "challenge wilma\n", "b3-e3\n\nHello\n") {
	for my $way (@ways) {
		my $two = World->new;
		$two->game;
		my %letter = (from => $fred, to => $two->{last}{$fred}{'reply-to'}, subject => 'Re: Board 1', id => '<same@players.test>');
		$two->send(%letter, text => $words);
		isnt(scalar($two->run), 0, 'mail 5: the first copy is carried out');
		my $text = $words . ($way->{footer} // '');
		my @head = ('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8');
		if ($way->{base64}) {
			push @head, 'Content-Transfer-Encoding: base64';
			$text = encode_base64($text);
		} elsif ($way->{html}) {
			@head = ('MIME-Version: 1.0', 'Content-Type: text/html');
			$text =~ s/\n/<br>\n/g;
		}
		$two->send(%letter, subject => $way->{subject} // $letter{subject}, head => \@head, text => $text);
		is(scalar($two->run), 0, 'mail 5: the second is known: ' . join(' ', sort(%$way)) =~ s/\n.*//sr);
		like($two->{output}, qr/1 ignored/, '... and ignored');
	}
}
my $reused = World->new;
$reused->game;
my $to = $reused->{last}{$fred}{'reply-to'};
for my $words ('Hello', 'How are you?') {
	$reused->send(from => $fred, to => $to, subject => 'Re: Board 1', id => '<same@players.test>', text => "chat\n\n$words\n");
	is(scalar(grep { $_->{address} eq $wilma && $_->{body} =~ /\Q$words/ } $reused->run), 1, "mail 5: other words under one Message-ID are another letter: $words");
}
# A letter that an earlier version has taken, by the digest of its bytes.
my $before = World->new;
$before->game;
my $taken = $before->letter(from => $fred, to => $before->{last}{$fred}{'reply-to'}, subject => 'Re: Board 1', text => "chat\n\nHello\n");
my @pieces = ((map { $_, "\n" } $fred, 'Wed, 18 Nov 2026 10:00:00 +0000', $taken =~ /^Message-ID: (.*)/m, 'Re: Board 1'), "chat\n\nHello", '');
open my $file, '>:raw', "$before->{home}/pieces" or die;
print $file map { pack('Q<', length) . $_ } @pieces;
close $file;
my ($bytes) = `b2sum -l 256 $before->{home}/pieces` =~ /^(\w+)/;
system('sqlite3', "$before->{home}/riverpost.sqlite", "INSERT INTO inbox (digest, source, sender, received, taken, outcome) VALUES ('$bytes', 'x', '$fred', 1, 1, 'done')");
$before->drop($taken);
is(scalar($before->run), 0, 'mail 5: what an earlier version took is known');

# Letters in another order: both answers wait in the same pass.
my $other = World->new;
$other->game('--rules=asian');
my $to_fred = $other->{last}{$fred};
$other->answer($fred, 'B3-E3', to => $to_fred);
$other->answer($fred, 'H3-E3', to => $to_fred);
my @both = $other->run;
is(scalar(grep { $_->{body} =~ /^You moved B3-E3/m } @both), 1, 'mail 5: of two answers the first is played');
is(scalar(grep { $_->{body} =~ /an older letter/ } @both), 1, 'mail 5: and the second explained');

# "#n" plays a move only as that move.
$other->answer($wilma, 'B8-E8#2');
($letter) = $other->run;
like($letter->{body}, qr/you numbered your move 2, but the next move is\s+number 1/, 'mail 5: not as another number');
$other->answer($wilma, 'B8-E8#1');
is(scalar(my @played = $other->run), 2, 'mail 5: but as its own');
done_testing;
