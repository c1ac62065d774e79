#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Hostile letters, one by one: whatever comes, at most one answer goes out, no
# letter of ours carries what a stranger would have liked to write into its
# header, and the next honest letter is answered as ever.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use MIME::Base64;
use Sound;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $seconds_max = 60;	# of the processor, for a pass; the letter alone is measured in a unit test
my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@d.test');
my ($world, %board);

sub processor
{
	my (undef, undef, $user, $system) = times;
	return $user + $system;
}

# A pass with one hostile letter in it, and an honest one behind that.
sub try_letter
{
	my ($name, $from) = @_;
	my $began = processor();
	$world->answer($barney, 'games', to => $board{$barney});
	my @all = $world->run;
	my $took = processor() - $began;
	my @letters = grep { $_->{address} ne $barney } @all;
	my @to_sender = grep { $_->{address} =~ /^\Q$from\E$/i } @letters;
	my @strangers = grep { $_->{address} !~ /^(?:\Q$fred\E|\Q$wilma\E)$/i } @letters;
	my @others = grep { $_->{address} !~ /\@(?:c\.test|ex\xc3\xa4mple\.test)$/i } @strangers;
	my @faults = map { faults($_) } @all;

	is($world->{status}, 0, "$name: the pass ends well") or diag $world->{log};
	cmp_ok($took, '<', $seconds_max, "$name: in time");
	cmp_ok(scalar @to_sender, '<=', 1, "$name: at most one answer");
	cmp_ok(scalar @strangers, '<=', 1, "$name: at most one to strangers");
	is(scalar @others, 0, "$name: nothing to anybody else") or diag map { $_->{raw} } @others;
	is_deeply(\@faults, [], "$name: sound letters") or diag map { $_->{raw} } @all;
	is(scalar(grep { !/^riverpost: / || /$controls/ } split /\n/, $world->{log}), 0,
	    "$name: a sound log") or diag $world->{log};
	is(scalar(grep { $_->{address} eq $barney } @all), 1, "$name: the next letter is answered") or diag $world->{log};
	return;
}

sub encoded
{
	my ($text, $charset) = @_;
	return '=?' . ($charset // 'utf-8') . '?B?' . encode_base64($text, '') . '?=';
}

my $payload = "X-Injected: yes";
my @breaks = (
	['LF', "\n"], ['CR', "\r"], ['CRLF', "\r\n"], ['NUL', "\0"], ['folding', "\n "],
	['vertical tab', "\x0b"], ['NEL', "\xc2\x85"], ['line separator', "\xe2\x80\xa8"],
	['a wide newline', "\xe0\x80\x8a"], ['percent', '%0d%0a'], ['backslash', '\\r\\n'],
);
my $bidi = encode('utf-8', "\x{202e}txet\x{202c}\x{2066}a\x{200f}\x{61c}\x{feff}b\x{2069}");

# One of each kind is enough where it takes four times as long.
@breaks = @breaks[1, 3, 6, 8, 9] if World::is_sanitized();

sub from_fred
{
	return (from => $fred, to => $board{$fred}{'reply-to'}, @_);
}

# Bytes with which a stranger would begin a new line, in each field that comes back out.
sub injections
{
	my @cases;
	for (@breaks) {
		my ($name, $break) = @$_;
		my $bad = "x$break$payload";
		my $word = encoded($bad);
		push @cases,
		    ["$name in Subject", sub { from_fred(subject => $bad, text => "games\n") }],
		    ["$name encoded in Subject", sub { from_fred(subject => $word, text => "what\n") }],
		    ["$name in the display name", sub { (from => "\"$bad\" <$fred>", to => $board{$fred}{'reply-to'}, text => "games\n") }],
		    ["$name encoded in the display name", sub { (from => "$word <eve\@c.test>", subject => 'help') }],
		    ["$name in the address", sub { (from => "<eve$break$payload\@c.test>", subject => 'help') }],
		    ["$name behind the address", sub { (from => "eve\@c.test$break$payload", subject => 'help') }],
		    ["$name in the domain", sub { (from => "eve\@c$break.test", subject => 'help') }],
		    ["$name in a quoted local part", sub { (from => "\"eve$break\"\@c.test", subject => 'help') }],
		    ["$name in Message-ID", sub { from_fred(id => "<a$break$payload\@a.test>", text => "games\n") }],
		    ["$name in a bracket of Message-ID", sub { from_fred(id => "<a>$break$payload <b\@c>", text => "games\n") }],
		    ["$name in References", sub { from_fred(reply => "<a$break$payload\@a.test>", text => "games\n") }],
		    ["$name in a userid", sub { (from => 'eve@c.test', subject => encoded("signup ev${break}a")) }],
		    ["$name in a userid of the body", sub { (from => 'eve@c.test', text => "signup ev${break}a\n") }],
		    ["$name in a sign-up's address", sub { (from => 'eve@c.test', text => "signup eve9 secret9 eve\@d.test${break}Bcc:x\@y.test\n") }],
		    ["$name in a challenge's option", sub { from_fred(text => "challenge wilma --rules=c$break$payload\n") }],
		    ["$name in an option's name", sub { from_fred(text => "challenge wilma --$break$payload=1\n") }],
		    ["$name in an opponent's name", sub { from_fred(text => "challenge wil${break}ma\n") }],
		    ["$name in a comment", sub { from_fred(text => "chat\n\nhello${break}$payload\n.\nBcc: x\@y.test\n") }],
		    ["$name in a move", sub { from_fred(text => "B3-${break}E99\n") }],
		    ["$name in a setting", sub { from_fred(text => "set language e${break}n\n") }],
		    ["$name in a charset", sub { from_fred(head => ["Content-Type: text/plain; charset=\"a$break$payload\""], text => "games\n") }];
	}
	return @cases;
}

sub characters
{
	return (
		['bidi in the display name', sub { (from => encoded($bidi) . ' <eve@c.test>', subject => 'help') }],
		['bidi raw in the display name', sub { (from => "$bidi <eve\@c.test>", subject => 'help') }],
		['bidi in Subject', sub { from_fred(subject => encoded($bidi), text => "what\n") }],
		['bidi in a comment', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-8'], text => "chat\n\n$bidi\n") }],
		['bidi in a userid', sub { (from => 'eve@c.test', subject => encoded("signup ev${bidi}a")) }],
		['bidi in a command', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-8'], text => "${bidi}games\n") }],
		['bidi in the address', sub { (from => "<ev${bidi}e\@c.test>", subject => 'help') }],
		['8-bit headers', sub { from_fred(subject => join('', map { chr } 128 .. 255), text => "what\n") }],
		['UTF-8 headers', sub { (from => encode('utf-8', 'Ève 炮 <eve@c.test>'), subject => encode('utf-8', 'help 炮')) }],
		['GB18030 headers', sub { (from => "\xc5\xda\xb6\xfe <eve\@c.test>", subject => "help \xc5\xda") }],
		['a UTF-8 address', sub { (from => encode('utf-8', '<ève@exämple.test>'), subject => 'help') }],
		['every control character', sub { from_fred(subject => join('', map { chr } 1 .. 9, 11, 12, 14 .. 31, 127), text => "chat\n\n" . join('', map { chr } 0 .. 9, 11 .. 31, 127) . "\n") }],
		['an escape sequence', sub { from_fred(text => "chat\n\n\e[2J\e]0;title\a\x9b31m\n") }],
		['overlong UTF-8', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-8'], text => "chat\n\n\xc0\x8a\xe0\x80\x8a\xf8\x80\x80\x80\x8a\n") }],
		['surrogates', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-8'], text => "chat\n\n\xed\xa0\x80\xed\xb0\x80\n") }],
		['UTF-16', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-16'], text => encode('utf-16', "chat\n\n\x{202e}\0\x{a}Bcc: x\@y.test\n")) }],
		['UTF-7', sub { from_fred(head => ['Content-Type: text/plain; charset=utf-7'], text => "chat\n\n+AA0ACg-X-Injected: yes +IC4-\n") }],
		['dots alone', sub { from_fred(text => "chat\n\n.\n..\n\n.\r\nMAIL FROM:<x\@y.test>\r\n") }],
		['From lines in a comment', sub { from_fred(text => "chat\n\nFrom me\nFrom: me\n\nFrom you\n") }],
		['NULs everywhere', sub { from_fred(subject => "ga\0mes", text => "\0g\0a\0m\0e\0s\0\n\0") }],
		['a template in a comment', sub { from_fred(text => "chat\n\n{{#games}}{{{secret}}}{{/games}} {{>x}} {{=<% %>=}}\n") }],
		['a boundary in a comment', sub { from_fred(text => "chat\n\n--b--\n--=_riverpost\nContent-Type: text/html\n\n<b>\n") }],
	);
}

# [name, letter]: what costs time or memory.
sub bombs
{
	my $mixed = "Content-Type: multipart/mixed; boundary=b\n\n";
	my @head = ("From: $fred", "To: $board{$fred}{'reply-to'}", 'Subject: x');
	my $head = join "\n", @head, '';
	my @cases = (
		['nesting', $head . "Content-Type: multipart/mixed; boundary=b\n\n--b\n" x 20_000],
		['nesting, each its own boundary', $head . join '', map { "Content-Type: multipart/mixed; boundary=b$_\n\n--b$_\n" } 1 .. 20_000],
		['nested letters', $head . "Content-Type: message/rfc822\n\n" x 50_000],
		['400,000 parts', $head . $mixed . "--b\n\n" x 400_000],
		['400,000 parts with text', $head . $mixed . "--b\n\nx\n" x 400_000],
		['500,000 header lines', $head . "A: b\n" x 500_000 . "\ngames\n"],
		['500,000 header lines of a part', $head . $mixed . "--b\n" . "A: b\n" x 500_000 . "\ngames\n"],
		['one field of 3 MB', $head . 'X: ' . 'x' x 3_000_000 . "\n\ngames\n"],
		['500,000 foldings', $head . "X: y\n" . " x\n" x 500_000 . "\ngames\n"],
		['120,000 parentheses in From', 'From: ' . '(' x 120_000 . " eve\@c.test\nSubject: help\n\n"],
		['120,000 closed parentheses', 'From: ' . '(' x 120_000 . ')' x 120_000 . " eve\@c.test\nSubject: help\n\n"],
		['120,000 parentheses in To', "From: eve\@c.test\nSubject: help\nTo: " . '(' x 120_000 . "\n\n"],
		['120,000 recipients', "From: eve\@c.test\nSubject: help\nTo: " . join(', ', map { "a$_\@b.test" } 1 .. 120_000) . "\n\n"],
		['120,000 references', $head . 'References: ' . join(' ', map { "<$_\@b.test>" } 1 .. 120_000) . "\n\ngames\n"],
		['120,000 senders', 'From: ' . join(', ', map { "a$_\@b.test" } 1 .. 120_000) . "\nSubject: help\n\n"],
		['an endless boundary', $head . 'Content-Type: multipart/mixed; boundary=' . 'b' x 1_000_000 . "\n\n--" . 'b' x 1_000_000 . "\n\ngames\n"],
		['boundaries without end', $head . $mixed . "--b" x 500_000],
		['an empty boundary', $head . "Content-Type: multipart/mixed; boundary=\"\"\n\n" . "--\n\n" x 200_000],
		['a boundary of a quote', $head . "Content-Type: multipart/mixed; boundary=\"\\\"\n\n--\"\n\ngames\n"],
		['base64 of nothing', $head . "Content-Transfer-Encoding: base64\n\n" . "====\n" x 400_000],
		['base64 of NULs', $head . "Content-Transfer-Encoding: base64\n\n" . 'AAAA' x 500_000],
		['quoted-printable of nothing', $head . "Content-Transfer-Encoding: quoted-printable\n\n" . "=\n" x 1_000_000],
		['a zip of nothing', $head . "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\nUEsFBg" . 'A' x 100_000 . "==\n"],
		['encoded words', "From: $fred\nSubject: " . '=?utf-8?Q?a?= ' x 200_000 . "\n\n"],
		['half encoded words', "From: $fred\nSubject: " . '=?a?b?' x 200_000 . "\n\n"],
		['answer marks', "From: eve\@c.test\nSubject: " . 'Re: ' x 200_000 . "help\n\n"],
		['parameters', $head . 'Content-Type: text/plain; ' . 'a*0*=x; ' x 100_000 . "\n\ngames\n"],
		['nested tables', $head . "Content-Type: text/html\n\n" . '<table><tr><td>' x 100_000 . "games"],
		['nested quotes in HTML', $head . "Content-Type: text/html\n\n" . '<blockquote>a<br>' x 100_000],
		['entities', $head . "Content-Type: text/html\n\n" . '&zz;' x 500_000],
		['quotes', $head . "\n" . '>' x 1_500_000],
		['quoted lines', $head . "\n" . "> x\nOn 1.1. a\@b wrote:\n" x 50_000],
		['one line', $head . "\n" . 'x ' x 1_000_000],
		['commands', $head . "\n" . "games\n" x 200_000],
		['moves', $head . "\n" . "B3-E3\n" x 200_000],
		['condition upon condition', $head . "\nB3-E3" . ', if B8-E8 then B3-E3' x 50_000 . "\n"],
		['a long word', $head . "\nsignup " . 'x' x 200_000 . "\n"],
		['combining characters', $head . "Content-Type: text/plain; charset=utf-8\n\nchat\n\na" . "\xcc\x81" x 100_000 . "\n"],
		['empty', ''], ['one byte', 'x'], ['blank lines', "\n" x 100_000], ['carriage returns', "\r" x 100_000],
		['mbox', "From x\n" x 50_000], ['colons', ':' x 100_000], ['a zip', "PK\3\4" . "\0" x 100_000],
	);
	return @cases;
}

sub begin_world
{
	my ($limit) = @_;
	$world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\nletter_max = $limit\n");
	$world->game;
	$world->send(from => $barney, subject => 'signup barney');
	$world->run;
	$world->answer($barney, 'yes');
	$world->run;
	%board = %{$world->{last}};
}

# Nothing of all that waits for another pass.
sub end_world
{
	$world->answer($barney, 'games', to => $board{$barney});
	is_deeply([map { $_->{address} } $world->run], [$barney], 'the next pass has nothing but the next letter');
	like($world->{output}, qr/^1 letter taken: 1 done/, '… in and out');
}

begin_world(262_144);
for (injections(), characters()) {
	my ($name, $make) = @$_;
	my %letter = $make->();
	my ($from) = $letter{from} =~ /([\w.+-]+@[\w.-]+)/;

	$world->send(%letter);
	try_letter($name, $from // $fred);
}
end_world();
# With sanitizers the larger one alone: it reads all of each letter.
for my $limit (World::is_sanitized() ? () : 262_144, 16_777_216) {
	begin_world($limit);
	for (bombs()) {
		my ($name, $bytes) = @$_;
		my ($from) = $bytes =~ /^From: .*?([\w.]+@[\w.]+)/;

		$world->drop($bytes);
		try_letter("$name, limit $limit", $from // 'nobody');
	}
	end_world();
}
done_testing;
