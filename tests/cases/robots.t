#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Robots: never answered, understood where they speak of our letters, and no
# loop lasts (mail/README 7, 8, 9, 18).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# A delivery report about the newest letter to wilma (RFC 3464).
sub bounce
{
	my ($world, $status, $action) = @_;
	my $sender = $world->query("SELECT sender FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
	$world->{bounces}++;
	$world->drop(<<"END");
Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON\@b.test>
To: <$sender>
Subject: Undelivered Mail Returned to Sender
Date: Wed, 18 Nov 2026 10:00:00 +0000
Message-ID: <bounce-$world->{bounces}\@b.test>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

move 1 wilma secret2 B8-E8
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; b.test

Final-Recipient: rfc822; $wilma
Action: $action
Status: $status

--b--
END
	return $world->run;
}

my $world = World->new;
$world->game;
my $sender = $world->query("SELECT sender FROM outbox WHERE game = 1 LIMIT 1");
like($sender, qr/^riverpost\+b\.[a-z2-7]+\@localhost$/, 'mail 18: the envelope sender names the letter (VERP)');
is(scalar(my @none = bounce($world, '5.1.1', 'failed')), 0, 'mail 18: a bounce is not answered');
is($world->query('SELECT count(*) FROM ply'), 0, 'mail 8: a command in it is not run');
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, 'mail 18: one bounce stops nothing');
bounce($world, '5.1.1', 'failed') for 1 .. 4;
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, 'mail 18: nor do five on one day');
$world->pass_time(86400);
bounce($world, '4.4.1', 'delayed');
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, 'mail 18: a delay is ignored');
bounce($world, '5.1.1', 'failed');
$world->pass_time(86400);
my $board = $world->{last}{$fred};
my @letters = bounce($world, '5.1.1', 'failed');
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 1, 'mail 18: three days stop the address');
is(scalar @letters, 1, 'mail 18: and the opponent is told') or diag map { $_->{raw} } @letters;
is($letters[0]{address}, $fred, 'mail 18: … fred') if @letters;
like($letters[0]{body}, qr/letters to wilma are being returned/i, 'mail 18: … in words') if @letters;
$world->answer($fred, 'H3-E3', to => $board);
@letters = $world->run;
is_deeply([map { $_->{address} } @letters], [$fred], 'mail 18: the stopped address gets no letter');
$world->send(from => $wilma, subject => 'show 1');
@letters = $world->run;
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, 'mail 18: a letter from it starts it again');
is_deeply([map { $_->{address} } @letters], [$wilma, $fred, $wilma], 'mail 18: and it is answered, behind her board');

# Somebody who bounces without our token cannot stop anyone.
my $forged = $sender;
$forged =~ s/(.)\@/($1 eq 'a' ? 'b' : 'a') . '@'/e;
for (1 .. 5) {
	$world->pass_time(86400);
	$world->drop("Return-Path: <>\nFrom: MAILER-DAEMON\@b.test\nTo: $forged\nSubject: failed $_\n" .
	    "Message-ID: <f$_\@b.test>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" .
	    "--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; $wilma\nAction: failed\nStatus: 5.1.1\n\n--b--\n");
	$world->run;
}
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, 'mail 18: a forged bounce stops nobody');

# Kinds of robots, each with a command in it that must not run; what may be a list or a relay in
# front of a person's mailbox without a token (relayed.t), or with words.
my ($any, $token) = ({ text => "resign 1\n" }, { to => $board->{'reply-to'}, text => "resign\n" });
my $words = { to => $board->{'reply-to'}, text => "I am back on Monday.\n" };
my @lists = ('Precedence: bulk', 'Precedence: junk', 'Precedence: list', 'List-Id: <chess.lists.test>',
	'List-Unsubscribe: <mailto:x@y.test>', 'X-Autoreply: yes', 'X-Autorespond: yes');
for (
	(map { [$_, $token] } 'Return-Path: <>', 'Auto-Submitted: auto-generated', 'Auto-Submitted: auto-replied (vacation)',
	    'X-Loop: riverpost@localhost', join("\n", map { "Received: by hop$_.test" } 1 .. 31)),
	map { [$_, $any], [$_, $words] } @lists) {
	my ($head, $letter) = @$_;
	$world->pass_time(7200);
	$world->drop("$head\n" . $world->letter(from => $fred, %$letter));
	is(scalar(@none = $world->run), 0, ($head =~ /^(?:X-Loop|Received)/ ? 'mail 7' : 'mail 8') . ': silence for ' . substr $head, 0, 40);
}
for my $from (qw(MAILER-DAEMON@a.test postmaster@a.test no-reply@a.test noreply@a.test x-bounces@a.test
    owner-list@a.test)) {
	$world->send(from => $from, subject => 'help');
	is(scalar(@none = $world->run), 0, "mail 8: silence for $from");
}
is($world->query('SELECT state FROM game WHERE id = 1'), 1, 'mail 8: the game still runs');

# Automatic answers without a mark, in answer to a board: words alone tell.  People write them, too:
# three of a day are passed on, each once, and mean nothing else.
$world = World->new;
$world->game;
my $asked = $world->{last}{$fred};
my @absent = ("I'm on holiday until 3 December", 'I am on vacation until Monday, so give me time',
	'Out of office until 3 December.', 'Ich bin bis 3.12. im Urlaub', "Je suis en congé jusqu'au 3 décembre",
	'Tôi đi vắng đến 3/12', '我休假到十二月三日', 'Я в отпуске до 3 декабря');
for my $text (@absent) {
	$world->pass_time(86400 + 60);
	$world->send(from => $fred, to => $asked->{'reply-to'}, subject => 'Re: Board 1', text => $text,
		head => ['Content-Type: text/plain; charset=utf-8']);
	my %body = map { $_->{address} => $_->{body} } $world->run;
	like($body{$wilma} // '', qr/^fred writes:\n\Q$text\E\n/m, "mail 8: $text: the other player reads it");
	like($body{$fred} // '', qr/reads like an automatic answer.*vacation (?:FROM TO|\d{4}-\d\d-\d\d)/s, '... and the writer is told what stops clocks');
	$world->send(from => $fred, to => $asked->{'reply-to'}, subject => 'Re: Board 1', text => "$text!",
		head => ['Content-Type: text/plain; charset=utf-8']);
	is(scalar(@none = $world->run), 0, '... once a day');
}
# A robot says the same each time; who says something else is a person, three times a day.
$world->pass_time(86400 + 60);
my @told;
for my $text ('Ich bin ab Montag im Urlaub.', 'Im Urlaub habe ich kein Netz, also bis dann!', 'Wir sind im Urlaub am Meer.', 'Ich bin im Urlaub noch da.') {
	$world->pass_time(60);
	$world->send(from => $fred, to => $asked->{'reply-to'}, subject => 'Re: Board 1', text => $text, head => ['Content-Type: text/plain; charset=utf-8']);
	push @told, scalar(grep { $_->{address} eq $wilma } $world->run);
}
is("@told", '1 1 1 0', 'mail 8: a person\'s letters about a holiday are passed on, three a day');
$world->pass_time(86400 + 60);
$world->answer($wilma, 'draw', to => $world->{last}{$wilma});
$world->run;
for my $text ("Yes\n\nI am out of the office until 5 January.", "I am out of the office until 5 January.\n\nAccept",
	"I am on vacation until Monday, so b3e3 then") {
	$world->pass_time(86400 + 60);
	$world->answer($fred, $text);
	my @out = $world->run;
	is_deeply([map { $_->{address} } @out], [$fred], 'mail 8: ' . $text =~ s/\n+/ \/ /gr . ': only its writer is asked');
}
is($world->query('SELECT count(*) FROM ply') . $world->query('SELECT state FROM game'), '01', 'mail 8: and nothing is done');
# Two players, and a robot without a mark at either of them.
$world->pass_time(86400 + 60);
$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'hello');
my $sent = my @waiting = $world->run;
for (1 .. 10) {
	$world->pass_time(60);
	$world->answer($_->{address}, 'I am out of the office until 5 January.', to => $_) for @waiting;
	$sent += @waiting = $world->run;
}
cmp_ok($sent, '<=', 6, "mail 8: robots at both players fall silent ($sent letters)");
my @automatic = (
	['Automatic reply: Xiangqi', 'draw'], ['Re: Board 1', 'I am out of the office until 5 January.'],
	['Re: Board 1', "Hello,\n\nthank you for contacting us. Your request (#12) is in good hands."],
	['Re: Board 1', "Ich bin bis 5.1. im\nUrlaub."], ['Nicht im Büro: Board 1', 'Bis bald'],
	['Re: Board 1', 'Je suis absente du bureau jusqu’au 5 janvier.'], ['Re: Board 1', 'Estoy fuera de la oficina.'],
	['Re: Board 1', 'Estou de férias até 5 de janeiro.'], ['Re: Board 1', 'Sono assente fino al 5 gennaio.'],
	['Re: Board 1', 'Ik ben afwezig tot 5 januari.'], ['Re: Board 1', 'Jestem na urlopie do 5 stycznia.'],
	['OTOMATİK YANIT: Board 1', '5 Ocak'], ['Re: Board 1', '5 Ocak tarihine kadar izindeyim.'],
	['Re: Board 1', 'Меня не будет на рабочем месте до 5 января.'], ['回复: 自动回复: Board 1', '您好'],
	['Re: Board 1', '您好，我正在休假，暂时无法回复您的邮件。'], ['Re: Board 1', '您的郵件我已收到，儘快回覆。我目前不在辦公室。'],
	['Re: Board 1', '現在不在にしております。'], ['Re: Board 1', '현재 부재중입니다.'],
	['Re: Board 1', 'Tôi hiện đang nghỉ phép.'], ['Re: Board 1 (verification required)', 'https://a.test/?key=7'],
	['Re: Board 1', 'I am currently on leave, and shall answer soon.'],
	['Re: Board 1', 'Dobry den, z duvodu dovolene odpovim 5. ledna.'], ['Re: Board 1', 'Me encuentro fuera hasta el 5.'],
	['Re: Board 1', 'Ik ben tot 5 januari met vakantie.'], ['Re: Board 1', 'Jeg holder ferie til 5. januar.'],
	['Re: Board 1', 'Je suis actuellement absent(e).'], ['Re: Board 1', 'Estarei ausente até 5 de janeiro.'],
	['Re: Board 1', 'Sunt în concediu până pe 5 ianuarie.'], ['Re: Board 1', 'Βρίσκομαι σε άδεια έως 5/1.'],
	['Re: Board 1', 'אני בחופשה עד 5/1.'], ['Re: Board 1', 'ขณะนี้ลาพักร้อนถึงวันที่ 5'],
	['Re: Board 1', 'Ваше сообщение получено под номером 7.'],
	['Re: Board 1', "Just once,\nclick the link below so that I see your letters: https://a.test/7"],
	['阅读回执：Board 1', ''], ['[Request received] Board 1', 'We will be with you.'],
);
# Nearly so, but people's: they ask, or the words stand below a command, or the letter is no answer.
my @human = (
	['Re: Board 1', 'I am out of the office next week. Can the clock stop?'], ['Re: Board 1', '我下周休假，能暂停吗？'],
	['Re: Board 1', "show 1\n\nI am on leave until June."], ['Re: Board 1', 'Thank you for your message!'],
	['my holidays', 'I am out of the office next week.', to => 'riverpost@localhost'],
	['Re: Board 1', 'help', head => ['Return-Path: <bounces+7-fred=a.test@mail.a.test>', 'X-Auto-Response-Suppress: All']],
	['Re: Board 1', 'help time', from => "\"No-reply, really\" <$fred>"],
);
for my $text (@absent[0 .. 2]) {
	$world->pass_time(60);
	$world->send(from => $fred, to => $asked->{'reply-to'}, subject => 'Re: Board 1', text => $text);
	$world->run;
}
for (map({ [0, @$_] } @automatic), map { [1, @$_] } @human) {
	my ($answers, $subject, $text, %more) = @$_;
	# Words alone in an answer go to wilma, too.
	$answers++ if $answers && !$more{to} && $text !~ /^(?:show|help)\b/;
	$world->pass_time(600);
	$world->send(from => $fred, to => $asked->{'reply-to'}, subject => $subject,
	    text => $text, %more, head => ['Content-Type: text/plain; charset=utf-8', @{$more{head} // []}]);
	is(scalar(@none = $world->run), $answers, "mail 8: $subject, $text: " . ($answers ? 'an answer' : 'silence'));
}
is($world->query('SELECT count(*) FROM ply') . $world->query('SELECT state FROM game'), '01', 'mail 8: nothing came of all that');
$world->drop("From: $fred\nTo: $asked->{'reply-to'}\nSubject: Accepted: Board 1\nMIME-Version: 1.0\n" .
    "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nresign\n" .
    "--b\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n--b--\n");
is(scalar(@none = $world->run), 0, 'mail 8: a calendar\'s answer with words beside it: silence');
is($world->query('SELECT state FROM game'), 1, 'mail 8: and nothing is done');

# Two servers that write to each other: the second letter is the last.
my ($one, $two) = (World->new(config => "address = one\@one.test\n"), World->new(config => "address = two\@two.test\n"));
$two->send(from => 'one@one.test', to => 'two@two.test', subject => 'signup somebody');
my @round = $two->run;
my $letters = @round;
for (1 .. 5) {
	$one->drop($_->{raw}) for @round;
	my @back = $one->run;
	$two->drop($_->{raw}) for @back;
	@round = $two->run;
	$letters += @back + @round;
}
cmp_ok($letters, '<=', 2, "mail 7: a loop between two servers dies out ($letters letters)");

# A broken robot without a single mark: the limit ends it.
$world = World->new;
$world->game;
$letters = 0;
my $passed_on = 0;
for (1 .. 70) {
	$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'Thank you for your message!');
	my @out = $world->run;
	$letters += grep { $_->{address} eq $fred } @out;
	$passed_on += grep { $_->{address} eq $wilma } @out;
}
cmp_ok($passed_on, "<=", 30, "mail 9: the opponent gets no more of it than of other letters in a day");
is($letters, 20, 'mail 9: twenty answers an hour to one address; what has proof is not counted');
like($world->{log}, qr/limit of answers/, 'mail 9: and a line for the operator');
$world->answer($fred, 'H3-E3');
is(scalar(@letters = $world->run), 2, 'mail 9: what is carried out is answered all the same');
done_testing;
