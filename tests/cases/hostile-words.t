#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Line ends, invisible characters and lines that look like the server's, in
# every disguise that mail has for them and in every place that could come back
# out: fields, names of attachments, remarks, records.  All letters of a round
# come in one pass.
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

my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@d.test');
my $line = 'X-Injected: yes';
my $tricks = "\x{202e}txet\x{202c}\x{2066}a\x{2069}\x{200f}\x{61c}\x{feff}";
my $unseen = "\x{200b}a\x{ad}b\x{2060}c\x{3164}d\x{fff9}e\x{fffb}" . join '', map { chr } 0xe0041 .. 0xe005a;

sub word
{
	my ($text, $charset) = @_;
	return "=?$charset?B?" . encode_base64(encode($charset, $text), '') . '?=';
}

# What stands for itself in a header, in seven bits.
my %words = (
	'Q' => "=?utf-8?Q?x=0D=0A$line?=" =~ s/ /_/gr,
	'Q, cut in two' => "=?utf-8?Q?x=0D?= =?utf-8?Q?=0A$line?=" =~ s/: /:_/r,
	'Q, cut without end' => "=?utf-8?Q?x=0A$line",
	'Q, a word in a word' => '=?utf-8?Q?=3D=3Futf-8=3FQ=3Fx=3D0AX-Injected=3A_yes=3F=3D?=',
	'Q with a language' => '=?utf-8*en?Q?x=0AX-Injected:_yes?=',
	'B' => word("x\r\n$line", 'utf-8'),
	'UTF-16' => word("x\r\n$line", 'utf-16'),
	'UTF-16, line separator' => word("x\x{2028}$line", 'utf-16le'),
	'UTF-7' => '=?utf-7?Q?x+AA0ACg-X-Injected:_yes?=',
	'EBCDIC' => '=?cp037?B?' . encode_base64(encode('cp37', "x\n$line"), '') . '?=',
	'a null and a line' => '=?utf-8?Q?x=00=0AX-Injected:_yes?=',
	'bidi' => word("x$tricks", 'utf-8'),
	'unseen' => word("x$unseen", 'utf-8'),
	'RFC 2231' => "utf-8''x%0D%0A" . ($line =~ s/ /%20/r),
	'marks upon marks' => word('x' . "\x{301}\x{489}" x 200, 'utf-8'),
	'a template' => 'x {{{secret}}} {{#games}} {{>subject}}',
	'an option' => '-oQ/tmp/x -t',
);

# Letters by strangers, [sender, letter]; what stands in the place is %s.
my @places = (
	['Subject', "Subject: help %s\n\n"],
	['the name', "From: %s <%a>\nSubject: help\n\n"],
	['the name, in quotes', "From: \"%s\" <%a>\nSubject: help\n\n"],
	['a comment', "From: %a (%s)\nSubject: help\n\n"],
	['a group', "From: %s: %a;\nSubject: help\n\n"],
	['Message-ID', "Message-ID: <%s\@c.test>\nSubject: help\n\n"],
	['behind Message-ID', "Message-ID: <a\@c.test> %s\nSubject: help\n\n"],
	['In-Reply-To', "In-Reply-To: <%s\@c.test>\nSubject: help\n\n"],
	['References', "References: <a\@c.test> <%s> <b\@c.test>\nSubject: help\n\n"],
	['Reply-To', "Reply-To: %s <other\@y.test>\nSubject: help\n\n"],
	['Sender', "Sender: %s <other\@y.test>\nSubject: help\n\n"],
	['Return-Path', "Return-Path: <%s>\nSubject: help\n\n"],
	['Delivered-To', "Delivered-To: %s\nSubject: help\n\n"],
	['To', "To: %s <riverpost\@localhost>\nSubject: help\n\n"],
	['Cc', "Cc: %s <other\@y.test>\nSubject: help\n\n"],
	['Date', "Date: %s\nSubject: help\n\n"],
	['a userid', "Subject: signup %s\n\n"],
	['a userid in the text', "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nsignup %s\n"],
	['a charset', "Subject: help\nContent-Type: text/plain; charset*=%s\n\nhelp\n"],
	['a boundary', "Subject: help\nContent-Type: multipart/mixed; boundary*0*=%s\n\n--x\n\nhelp\n"],
	['an encoding', "Subject: help\nContent-Transfer-Encoding: %s\n\nhelp\n"],
	['a file name', "Subject: help\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhelp\n--b\n" .
	    "Content-Type: text/plain; name*=%s\nContent-Disposition: attachment; filename*=%s\n\nhelp\n--b--\n"],
	['a topic of help', "Subject: help\n\nhelp %s\n"],
	['two Subjects', "Subject: help\nSubject: %s\n\n"],
	['two types', "Subject: help\nContent-Type: text/html\nContent-Type: %s\n\nhelp\n"],
);

my $number = 0;
sub stranger
{
	my ($form, $word) = @_;
	my $address = 'eve' . ++$number . '@c.test';

	$form =~ s/%s/$word/g;
	$form =~ s/%a/$address/g;
	$form = "From: Eve <$address>\n$form" unless $form =~ /^From:/;
	$form = "To: riverpost\@localhost\n$form" unless $form =~ /^To:/m;
	$form = "Message-ID: <h$number\@c.test>\n$form" unless $form =~ /^Message-ID:/m;
	return $form;
}

my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
$world->send(from => $barney, subject => 'signup barney');
$world->run;
$world->answer($barney, 'yes');
$world->game;
$world->answer($barney, 'subscribe 1');
$world->run;

for my $name (sort keys %words) {
	my $sent = $number;
	$world->drop(stranger($_->[1], $words{$name})) for @places;
	my @letters = $world->run;
	my %to;

	is($world->{status}, 0, "$name: the pass ends well") or diag $world->{log};
	$to{$_->{address}}++ for @letters;
	is_deeply([grep { !/^eve\d+\@c\.test$/ || $to{$_} > 1 } keys %to], [], "$name: one answer, to who wrote");
	cmp_ok(scalar @letters, '>', 0, "$name: there are answers");
	is_deeply([map { my $l = $_; map { "$l->{address}: $_" } faults($l) } @letters], [], "$name: sound letters");
	is(scalar(grep { !/^riverpost: / || /$controls/ } split /\n/, $world->{log}), 0, "$name: a sound log");
	is(scalar(grep { $_->{head} =~ /y\.test|X-Injected: yes$/m } @letters), 0, "$name: no field of another's making");
}

# Addresses that would be paths, options or commands elsewhere.
my @addresses = qw(../x@c.test /etc/x@c.test a/../../x@c.test -oQx@c.test |id@c.test `id`@c.test $HOME@c.test
	x%y.test@c.test x!y@c.test "a"@c.test a@[127.0.0.1] @y.test:x@c.test a..b@c.test x@-c.test x@c.test.);
my $before = join "\n", sort glob "$world->{home}/* $world->{home}/mail/* $world->{home}/../x*";
$world->drop("From: <$_>\nTo: riverpost\@localhost\nSubject: help\nMessage-ID: <" . ++$number . "\@c.test>\n\n") for @addresses;
my @letters = $world->run;
is($world->{status}, 0, 'odd addresses: the pass ends well') or diag $world->{log};
is_deeply([map { faults($_) } @letters], [], 'odd addresses: sound letters');
is(join("\n", sort glob "$world->{home}/* $world->{home}/mail/* $world->{home}/../x*"), $before, 'odd addresses: no new folders');

# What a player writes to another one.
my $stars = '*' x 60;
my %remarks = (
	'bidi' => "hello $tricks there",
	'unseen' => "hello $unseen there",
	'line separators' => "hello\x{2028}$line\x{2029}\x{85}$line\x{b}\x{c}end",
	'the end of a remark' => "hello\n$stars\n\nfred has won on time. Answer with your password.",
	'the end, in wide stars' => "hello\n" . "\x{ff0a}" x 30 . "\nfred has won on time.",
	'a record' => "hello } [Event \"x\"] 1. H3-E3 { [/DhtmlXQ_comment0][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\nEND }",
	'tags' => "[Event \"forged\"]\n[Result \"0-1\"]\n",
	'words of another' => "hello\nwilma: I resign",
	'a template' => '{{{secret}}} {{#games}} {{>subject}} {{=<% %>=}}',
	'dots and From' => ".\n..\nFrom me\n\nFrom: me\n--=_b--",
);
for my $name (sort keys %remarks) {
	$world->answer($fred, encode('utf-8', "chat 1\n\n$remarks{$name}\n"));
	@letters = $world->run;
	my ($wilmas) = grep { $_->{address} eq $wilma } @letters;

	ok(defined $wilmas, "$name: the opponent hears it") or next;
	is_deeply([map { faults($_) } @letters], [], "$name: sound letters");
	my $said = decode('utf-8', $wilmas->{body});
	is(scalar(() = $said =~ /^[*\x{ff0a}\x{2217}]{10,}$/mg), 2, "$name: stands between its two lines of stars") or diag $said;
}

for ([$fred, 'H3-E3'], [$wilma, 'H10-G8'], [$fred, 'resign']) {
	$world->answer(@$_);
	$world->run;
}

# The whole of it in each form of record, read again.
for my $format (qw(pgn wxf iccs chinese dhtmlxq)) {
	$world->answer($fred, "record 1 $format");
	my ($letter) = $world->run;

	ok(defined $letter, "$format: sent") or next;
	is_deeply([faults($letter)], [], "$format: a sound letter");
	my $record = decode('utf-8', join "\n", map { $_->{body} } @{$letter->{parts} // [$letter]});
	is(scalar(() = $record =~ /^wilma:/mg), 0, "$format: no words that were not hers") or diag $record;
	open my $file, '>:utf8', "$world->{home}/record" or die "$!";
	print $file $record =~ s/\A.*?^(?=\[|FORMAT)//msr;
	close $file;
	my $read = World->new->call('import', "$world->{home}/record");
	like($read, qr/^1 stored .*, 0 known already, 0 left out$/, "$format: one game when it is read again") or diag $read, $record;
}
done_testing;
