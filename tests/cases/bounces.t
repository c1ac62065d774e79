#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Bounces that are known only by the address they were sent to, name+b.TOKEN
# (mail/README 18): no parts of RFC 3464, each mail server in its own words.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(encode);
use MIME::Base64;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $number = 0;

# The envelope sender of the newest letter to somebody.
sub envelope
{
	my ($world, $to) = @_;
	return $world->query("SELECT sender FROM outbox WHERE recipient = '$to' ORDER BY id DESC LIMIT 1");
}

sub bounces
{
	my ($world, $to) = @_;
	return $world->query("SELECT count(*) FROM bounce WHERE address = '$to'");
}

sub is_stopped
{
	my ($world) = @_;
	return $world->query("SELECT stopped FROM address WHERE address = '$wilma'");
}

# A letter from a mail server: [name, From, Subject, text, charset, more header].
sub report
{
	my ($world, $to, $from, $subject, $text, $charset, @head) = @_;
	$charset //= 'utf-8';
	my $name = $charset eq 'gb18030' ? 'gbk' : $charset;
	$subject = "=?$charset?B?" . encode_base64(encode($name, $subject), '') . '?=' if $subject =~ /[^ -~]/;
	$number++;
	$world->drop(join("\n", @head, "From: $from", "To: $to", "Subject: $subject", "Message-ID: <report-$number\@mx.test>",
	    'Date: Wed, 18 Nov 2026 10:00:00 +0000', "Content-Type: text/plain; charset=$charset",
	    'Content-Transfer-Encoding: base64', '', encode_base64(encode($name, $text))));
	return $world->run;
}

my $null = 'Return-Path: <>';
my @final = (
	['qmail', 'MAILER-DAEMON@mx.b.test', 'failure notice', "<$wilma>:\nThere is no mailbox of that name here. (#5.1.1)\n", undef, $null],
	['qmail, what a far server said', 'MAILER-DAEMON@relay.test', 'failure notice',
	    "<$wilma>:\n4.5.6.7 does not like recipient.\nRemote host said: 553 no such user\nGiving up on 4.5.6.7.\n", undef, $null],
	['exim', 'Mail Delivery System <Mailer-Daemon@mx.b.test>', 'Mail delivery failed: returning message to sender',
	    "  $wilma\n    host mx.b.test [192.0.2.1]: 550 No such user\n", undef, $null],
	['exim, its own reason', 'Mail Delivery System <Mailer-Daemon@mx.b.test>', 'Mail delivery failed: returning message to sender',
	    "  $wilma\n    unrouteable mail domain\n", undef, $null],
	['sendmail', 'Mail Delivery Subsystem <MAILER-DAEMON@b.test>', 'Returned mail: User unknown',
	    ">>> RCPT To:<$wilma>\n<<< 550 <$wilma>... User unknown\n", undef, 'Return-Path: <MAILER-DAEMON>'],
	['Exchange of old', 'System Administrator <postmaster@b.test>', 'Undeliverable: Xiangqi Board 1',
	    "did not reach: $wilma\n    MSEXCH:IMS:B:SITE:MX 0 (000C05A6) Unknown Recipient\n"],
	['Exchange', 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@b.test>', 'Undeliverable: Xiangqi Board 1',
	    "The server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'\n"],
	['Exchange in German', 'postmaster@b.test', 'Unzustellbar: Xiangqi Board 1', "$wilma\n#550 5.1.1 RecipNotFound ##\n", undef, $null],
	['Exchange in French', 'postmaster@b.test', 'Non remis : Xiangqi Board 1', "$wilma introuvable\n", undef, $null],
	['Domino', 'Postmaster@b.test', 'DELIVERY FAILURE: User wilma not listed in Domino Directory', "was not delivered to: $wilma\n"],
	['Gmail', 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Delivery Status Notification (Failure)',
	    "Failed permanently: $wilma\nThe other server said: 550 550 5.1.1 no such account (state 13).\n", undef,
	    $null, "X-Failed-Recipients: $wilma"],
	['qq.com', '"PostMaster@qq.com" <PostMaster@qq.com>', '来自qq.com的退信', "收件人 $wilma 邮件地址不存在，邮件无法送达。\n", 'gb18030', $null],
	['163.com', 'Postmaster@163.com', '系统退信/Systems bounce', "收件人：$wilma\nMX2 said: 550 User not found\n", 'gb18030', $null],
	['126.com', 'Postmaster@126.com', '退信通知', "您的邮件未能送达\nRCPT TO: 550 mailbox unavailable\n", undef, $null],
	['in Big5', 'MAILER-DAEMON@mail.test', '郵件無法投遞', "無法送達 $wilma\n查無此人\n", 'big5', $null],
	['mail.ru', 'mailer-daemon@corp.mail.ru', 'Mail failure.', "Письмо не может быть доставлено:\n$wilma\nuser not found\n", 'koi8-r', $null],
	['Yandex', 'mailer-daemon@yandex.ru', 'Недоставленное сообщение', "<$wilma>: host said: 550 5.7.1 No such user!\n", undef, $null],
	['in Japanese', 'MAILER-DAEMON@b.test', '配信不能通知', "宛先 <$wilma> が存在しません\n", 'iso-2022-jp', $null],
	['in Korean', 'MAILER-DAEMON@b.test', '메일이 반송되었습니다', "수신자 없음\n", undef, $null],
	['in Vietnamese', 'MAILER-DAEMON@b.test', 'Thư bị trả lại', "Không có người nhận này.\n", undef, $null],
	['in Polish', 'MAILER-DAEMON@b.test', 'Nie można dostarczyć: Xiangqi', "Nieznany odbiorca.\n", undef, $null],
	['a program of no known name', 'mx@b.test', 'your letter', "$wilma: 550-5.1.1 unknown\n"],
);
my @passing = (
	['qmail, no connection for a week', 'MAILER-DAEMON@relay.test', 'failure notice', "<$wilma>:\nNo connection made. (#4.4.1)\n", undef, $null],
	['exim, a full mailbox', 'Mailer-Daemon@mx.b.test', 'Mail delivery failed: returning message to sender',
	    "  $wilma\n    host mx.b.test [192.0.2.1]: 452 mailbox full\n", undef, $null, "X-Failed-Recipients: $wilma"],
	['exim, a warning', 'Mailer-Daemon@mx.b.test', 'Warning: message 1abCde-0001-AA delayed 24 hours',
	    "  $wilma\nDelivery attempts will continue. 550 5.1.1 is not what they said.\n", undef, $null],
	['sendmail, a warning', 'MAILER-DAEMON@b.test', 'Warning: could not send message for past 4 hours',
	    "<$wilma>... Deferred: 550 later\n", undef, 'Return-Path: <MAILER-DAEMON>'],
	['Gmail, a delay', 'mailer-daemon@googlemail.com', 'Delivery Status Notification (Delay)',
	    "$wilma has been delayed\n", undef, $null, "X-Failed-Recipients: $wilma"],
	['in Russian, a delay', 'MAILER-DAEMON@b.test', 'Задержка доставки, недоставленное сообщение', "550 5.1.1\n", undef, $null],
	['a server that says so in the text', 'MAILER-DAEMON@b.test', 'Mail delivery problem',
	    "550 5.1.1 said the first host. Your letter will be retried.\n", undef, $null],
	['on leave, with a date like a status', "Wilma <$wilma>", 'Abwesenheit', "Ich bin ab 5.1.27 wieder da.\n", undef,
	    'Auto-Submitted: auto-replied'],
	['on leave, with no mark', "Wilma <$wilma>", 'Re: Xiangqi Board 1: fred - wilma', "Vom 24.12. bis 5.1.27 im Urlaub.\n"],
	['a house number', "Wilma <$wilma>", 'Re: Xiangqi Board 1: fred - wilma', "We have moved to 550 Main Street.\n"],
	['a virus found', 'MAILER-DAEMON@b.test', 'Banned file in your letter', "It is held back.\n", undef, $null],
	['asking for a confirmation', "Wilma <$wilma>", 'Please confirm your message', "550 ways to say please.\n"],
);

# --- one of each, and whether it counts
my $world = World->new;
$world->game;
my $sender = envelope($world, $wilma);
for (@final, @passing) {
	my ($name, @letter) = @$_;
	my $counts = (grep { $_->[0] eq $name } @final) ? 1 : 0;
	my @answers = report($world, $sender, @letter);
	is(scalar @answers, 0, "mail 18: $name: no answer");
	is(bounces($world, $wilma), $counts, "mail 18: $name: " . ($counts ? 'the letter came back' : 'says nothing about the address'))
	    or diag $world->{log};
	$world->query('DELETE FROM bounce');
}
is($world->query('SELECT count(*) FROM ply') . is_stopped($world), '00', 'mail 18: nothing else came of it');

# --- three days
my @days = map { [@$_[1 .. $#$_]] } @final[1, 3, 11];
for my $day (0 .. 2) {
	is(is_stopped($world), 0, "mail 18: before day $day letters go");
	report($world, $sender, @{$passing[$_]}[1 .. 5]) for 0 .. 4;
	report($world, $sender, @{$days[$day]}) for 1 .. ($day == 2 ? 1 : 3);
	$world->pass_time(86400) if $day < 2;
}
is(is_stopped($world), 1, 'mail 18: three days of reports in words stop the address');
my ($told) = grep { $_->{address} eq $fred && $_->{body} =~ /letters to wilma are being returned/ } $world->{last}{$fred};
ok(defined $told, 'mail 18: the opponent is told');
my @more = map { report($world, $sender, @{$days[0]}) } 1 .. 3;
is(scalar @more, 0, 'mail 18: once, whatever else comes back that day');
$world->pass_time(86400);
is(scalar(@more = report($world, $sender, @{$days[1]})), 0, 'mail 18: or the next');
$world->send(from => $wilma, subject => 'help');
is_deeply([map { $_->{address} } $world->run], [$wilma, $fred, $wilma], 'mail 18: a letter from her starts it again, and is answered');
is(is_stopped($world) . bounces($world, $wilma), '00', 'mail 18: and what came back is forgotten');

# Letters that are no game's stop an address as well: here the answer to "help".
my $help = envelope($world, $wilma);
for my $day (0 .. 2) {
	@more = report($world, $help, @{$days[$day]});
	$world->pass_time(86400);
}
is_deeply([map { $_->{address} } @more], [$fred], 'mail 18: by letters of no game: the opponent is told too');

# --- forged
$world = World->new;
$world->game;
$sender = envelope($world, $wilma);
my $freds = envelope($world, $fred);
my ($account) = $world->{last}{$wilma}{'reply-to'} =~ /\+([^@]+)/;
my $other = World->new(config => "# another server\n");	# with keys of its own
$other->game;
my %wrong = (
	'a letter of the token changed' => $sender =~ s/(.)\@/($1 eq 'a' ? 'b' : 'a') . '@'/er,
	'the token of an answer' => "riverpost+b.$account\@localhost",
	'a token cut short' => $sender =~ s/.{4}\@/@/r,
	'another server\'s key' => envelope($other, $wilma),
	'no token' => 'riverpost+b.@localhost',
	'none at all' => 'riverpost@localhost',
);
for my $name (sort keys %wrong) {
	report($world, $wrong{$name}, @{$days[0]}[0 .. 1], "<$wilma>: 550 5.1.1 gone\n", undef, $null);
	is(bounces($world, $wilma), 0, "mail 18: forged, $name: nothing");
}
for (1 .. 3) {
	report($world, $freds, @{$days[0]}[0 .. 1], "<$wilma>: 550 5.1.1 gone\n", undef, $null, "X-Failed-Recipients: $wilma");
	$world->pass_time(86400);
}
is(is_stopped($world), 0, 'mail 18: the token of fred\'s letter cannot stop wilma, whatever the report names');
is($world->query("SELECT stopped FROM address WHERE address = '$fred'"), 1, 'mail 18: it speaks of his address');

# --- somebody who answers to the envelope's sender
$world = World->new;
$world->game;
$freds = envelope($world, $fred);
my $to = "$freds, $world->{last}{$fred}{'reply-to'}";
for (['H3-E3', $to, 1, 2], ['H10-G8', envelope($world, $wilma), 1, 1], ['I have left the company.', $freds, 1, 0]) {
	my ($text, $address, $plies, $answers) = @$_;
	$world->send(from => $text eq 'H10-G8' ? $wilma : $fred, to => $address, text => $text);
	my @letters = $world->run;
	is(scalar @letters, $answers, "mail 18: a person to the envelope's sender, $text: $answers letters");
	is($world->query('SELECT count(*) FROM ply'), $plies, "mail 18: … and the token there is no proof");
}
done_testing;
