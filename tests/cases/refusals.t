#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Bad input, one by one: a clear answer or, where none is due, silence; and
# nothing changed.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;
my %board = %{$world->{last}};	# the letters of the game, answered again and again
my $export = fingerprint();
my $passwords = qr/secret[12]|guess8/;	# no letters of tokens, of which some spell "guess"

sub fingerprint
{
	return join "\n", map { `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT * FROM $_"` }
	    qw(game ply player address);
}

# [name, letter, words of the answer or undef for silence]
my @cases = (
	['wrong player', sub { $world->answer($wilma, 'B8-E8', to => $board{$wilma}) }, qr/it is fred's turn/],
	['no such square', sub { $world->answer($fred, 'B3-B11', to => $board{$fred}) }, qr/no square B11: ranks are 1 to 10/],
	['no piece', sub { $world->answer($fred, 'B4-B5', to => $board{$fred}) }, qr/there is no piece on B4/],
	['not yours', sub { $world->answer($fred, 'A10-A9', to => $board{$fred}) }, qr/the rook on A10 is not yours/],
	['own piece', sub { $world->answer($fred, 'A1-A4', to => $board{$fred}) }, qr/a piece of your own/],
	['wrong shape', sub { $world->answer($fred, 'A1-B2', to => $board{$fred}) }, qr/rook does not move like that/],
	['blocked', sub { $world->answer($fred, 'B1-D2', to => $board{$fred}) }, qr/horse is blocked at C1/],
	['screens', sub { $world->answer($fred, 'B3-B8', to => $board{$fred}) }, qr/there\s+are\s+0\s+between\s+these\s+squares/],
	['unknown game', sub { $world->answer($fred, 'move 99 B3-E3', to => $board{$fred}) }, qr/no board 99/],
	['empty letter', sub { $world->answer($fred, '', to => $board{$fred}) }, qr/no command in your letter/],
	['a command below a sentence', sub { $world->answer($fred, "Hello dear friend\nresign", to => $board{$fred}) }, qr/not sure.*part of your message/s],
	['a command and more', sub { $world->answer($fred, 'resign now', to => $board{$fred}) }, qr/do not understand this line:.*\n  resign now\n.*\n  resign\n/s],
	['mistyped', sub { $world->answer($fred, 'resgin', to => $board{$fred}) }, qr/\n  resgin\n.*Did you mean this\?.*\n  resign\n/s],
	['nobody to accept', sub { $world->answer($fred, 'accept', to => $board{$fred}) }, qr/nothing to accept/],
	['unknown player', sub { $world->answer($fred, 'challenge nobody-here', to => $board{$fred}) }, qr/no player called nobody-here/],
	['nobody named', sub { $world->answer($fred, 'challenge', to => $board{$fred}) }, qr/^(?!.*I do not understand).*^Nothing was done: the command "challenge" needs more behind it\.\nIt is written: challenge USERID/ms],
	['an unknown format', sub { $world->answer($fred, 'record sgf', to => $board{$fred}) }, qr/^I know no player called sgf, and no format of that name\. "record/m],
	['challenge oneself', sub { $world->answer($fred, 'challenge fred', to => $board{$fred}) }, qr/cannot challenge yourself/],
	['challenge two, one unknown', sub { $world->answer($fred, 'challenge wilma barney', to => $board{$fred}) }, qr/no player called barney/],
	['unknown option', sub { $world->answer($fred, 'challenge wilma --rulez=cxq', to => $board{$fred}) }, qr/do not know the option --rulez/],
	['wrong option', sub { $world->answer($fred, 'challenge wilma --rules=chess', to => $board{$fred}) }, qr/"chess" as --rules/],
	['second sign-up', sub { $world->send(from => $fred, subject => 'signup fred2') }, qr/already have an account: fred/],
	['too many words', sub { $world->answer($fred, 'resign 1 2 3 4', to => $board{$fred}) }, qr/\n  resign 1 2 3 4\n/],
	['a stranger who commands', sub { $world->send(from => 'x@c.test', subject => 'resign 1') }, undef],
	['a stranger who chats', sub { $world->send(from => 'x@c.test', text => 'Hello!') }, undef],
	['a name that is taken', sub { $world->send(from => 'x@c.test', subject => 'signup Fred') }, qr/is taken/],
	['a name that looks alike', sub { $world->send(from => 'x@c.test', subject => 'signup wi1ma') }, qr/is taken/],
	['a name that is a move', sub { $world->send(from => 'x@c.test', subject => 'signup b3') }, qr/cannot be a userid/],
	['a name that is a German one', sub { $world->send(from => 'x@c.test', subject => 'signup remis') }, qr/cannot be a userid, because it is a\s+command or a reserved word/],
	['a name that is a yes', sub { $world->send(from => 'x@c.test', subject => 'signup ok') }, qr/cannot be a userid, because it is a\s+command or a reserved word/],
	['a name that is a command', sub { $world->send(from => 'x@c.test', subject => 'signup draw') }, qr/cannot be a userid, because it is a\s+command or a reserved word/],
	['a code that is none', sub { $world->send(from => 'x@c.test', subject => 'confirm abcdefgh') }, undef],
	['forged, without proof', sub { $world->send(from => $fred, subject => 'resign 1') }, qr/carried no proof/],
	['… and once more in that hour', sub { $world->send(from => $fred, subject => 'draw 1') },
		qr/This is the second such letter within an hour\. Until Wed 18 Nov \d\d:\d\d UTC\s+further letters that do not prove/],
	['… and no more', sub { $world->send(from => $fred, subject => 'resign 1') }, undef],
	['wrong password', sub { $world->send(from => 'x@c.test', subject => 'resign 1 wilma guess8') }, qr/wrong password.*\s+from\s+x\@c\.test\.\s+After\s+9\s+more\s+today/s],
	['… told once an hour', sub { $world->send(from => 'x@c.test', subject => 'resign 1 wilma guess89') }, undef],
	['two senders', sub { $world->send(from => "$fred, $wilma", subject => 'resign 1 fred secret1') }, undef],
	['another one\'s token', sub {
		$world->send(from => $fred, to => $board{$wilma}{'reply-to'}, text => "resign\n") }, qr/was\s+sent\s+to\s+another\s+player\./],
	['a token from elsewhere', sub {
		$world->send(from => 'x@c.test', to => $board{$wilma}{'reply-to'}, text => "resign\n") }, qr/was answered from x\@c\.test/],
	['… told once an hour', sub {
		$world->send(from => 'x@c.test', to => $board{$wilma}{'reply-to'}, text => "resign\n") }, undef],
	['from itself', sub { $world->send(from => 'riverpost@localhost', subject => 'help',
		head => ['X-Loop: riverpost@localhost']) }, undef],
	['a bounce', sub { $world->send(from => 'MAILER-DAEMON@a.test', subject => 'resign 1 fred secret1',
		head => ['Return-Path: <>', 'Auto-Submitted: auto-replied']) }, undef],
	['a vacation', sub { $world->send(from => $fred, to => $board{$fred}{'reply-to'}, subject => 'away',
		head => ['Auto-Submitted: auto-replied'], text => "resign\n") }, undef],
	['10 MB', sub { $world->send(from => $fred, to => $board{$fred}{'reply-to'},
		text => "B3-E3\n" . ("x" x 75 . "\n") x 140_000) }, qr/larger than 256 KiB/],
	['no From', sub { $world->drop("Subject: help\n\n") }, undef],
	['nothing at all', sub { $world->drop('') }, undef],
	['zeros', sub { $world->drop("\0" x 5000) }, undef],
);

for (@cases) {
	my ($name, $send, $want) = @$_;
	$send->();
	my @letters = $world->run;
	if (defined $want) {
		is(scalar @letters, 1, "$name: one letter") or diag $world->{log}, map { $_->{raw} } @letters;
		like($letters[0]{body}, $want, "$name: a clear answer") if @letters;
		unlike($letters[0]{raw}, $passwords, "$name: no password in it") if @letters;
	} else {
		is(scalar @letters, 0, "$name: silence") or diag map { $_->{raw} } @letters;
	}
	unlike($world->{log}, $passwords, "$name: nor in the log");
	is($world->{status}, 0, "$name: the pass ends well");
	is(fingerprint(), $export, "$name: nothing changed");
}

# A mail program that quotes our letter without any mark: it is neither run nor passed on.
$world->send(from => $fred, to => $board{$fred}{'reply-to'}, subject => "Re: $board{$fred}{subject}",
    text => "chat\nHello again!\n\n$board{$fred}{body}");
$world->run;
my ($said) = $world->{last}{$wilma}{body} =~ /^fred writes:\n(.*?)^\*{20}/ms;
is($said, "Hello again!\n", 'a letter of ours quoted without a mark ends the words');

sub gb18030
{
	my ($text) = @_;
	open my $file, '>:utf8', "$world->{home}/text" or die;
	print $file $text;
	close $file;
	return scalar `iconv -f utf-8 -t gb18030 '$world->{home}/text'`;
}

# A command in the Subject of a letter whose text is too large to be read.
$world->send(from => $fred, subject => 'show 1 --userid=fred --password=secret1', text => 'x' x 300_000);
my ($shown) = $world->run;
like($shown->{body}, qr/^Summary of Xiangqi Board 1.*the\s+message\s+in\s+it\s+was\s+not\s+passed\s+on/ms,
    'it is carried out, and the loss of the text told');

# A comment too large to be passed on, and what it hides.
$world->send(from => $fred, to => $board{$fred}{'reply-to'},
    text => "show\n\n" . "I wonder what you think.\n" x 1400 . "resign 1 fred secret1\n");
($shown) = $world->run;
like($shown->{body}, qr/^Summary of Xiangqi Board 1.*larger\s+than\s+16\s+KiB.*the\s+message\s+in\s+it\s+was\s+not\s+passed\s+on/ms,
    'a comment that is too large is told');
unlike($shown->{raw}, qr/secret1/, 'and nothing of it stands anywhere');
for my $lines (499, 500) {
	$world->send(from => $fred, to => $board{$fred}{'reply-to'}, text => "show\n\n" . "Yes.\n" x $lines);
	($shown) = $world->run;
	is($shown->{body} =~ /longer\s+than\s+500\s+lines/ ? 'told' : 'taken', $lines == 500 ? 'told' : 'taken',
	    "$lines lines below an empty one");
}

# GB18030 labelled as gb2312, with a character that gb2312 has not.
$world->send(from => $fred, to => $board{$fred}{'reply-to'},
    head => ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=gb2312',
	'Content-Transfer-Encoding: 8bit'],
    text => gb18030("炮二平五\n\n你好，鎔！\n"));
my @letters = $world->run;
is(scalar @letters, 2, 'a letter in GB18030 is carried out') or diag $world->{log}, map { $_->{raw} } @letters;
like(decode('utf-8', $world->{last}{$wilma}{body}), qr/^fred moved H3-E3 .*你好，鎔！/ms,
    'GB18030 under another name is read');
done_testing;
