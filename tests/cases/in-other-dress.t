#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A move in the dress that programs give it, in answer to the board where its writer is to move:
# letters that were faces and arrows, marks of telephones, prefixes of chat programs, banners of
# mail servers.  Each is played, and the words beside it go on; what is only said stays so.
use strict;
use warnings;
use utf8;
use Encode qw(encode decode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $from = $fred;
my $game = World->new;
$game->game;

# The letters that come out, by who gets them.
sub try
{
	my ($text, @head) = @_;
	my $world = World->new->become($game);
	my $old = $world->{last}{$fred};

	@head = ('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8') if !@head;
	$world->send(from => $from, to => $old->{'reply-to'}, subject => "Re: $old->{subject}",
	    reply => $old->{'message-id'}, head => \@head, text => utf8::is_utf8($text) ? encode('utf-8', $text) : $text);
	return map { $_->{address} => decode('utf-8', $_->{body}) } $world->run;
}

sub is_played
{
	my ($name, $move, $words, %body) = @_;
	my ($said) = ($body{$wilma} // '') =~ /^fred writes:\n(.*?)\n\*{20}/ms;

	like($body{$wilma} // '', qr/^fred moved $move /m, "$name: played") or diag $body{$fred};
	is($said // '', $words, '... and said');
}

sub is_not_played
{
	my ($name, %body) = @_;
	unlike($body{$wilma} // '', qr/^fred moved/m, "$name: not played");
}

# Faces, arrows and marks.
my @dressed = (
	map({ ["B3E3 $_ let's see", 'B3-E3', "$_ let's see"] } qw(:\) :-\) ;\) :D :P :'\( :\)\) -_- =\) :smile:), ': D'),
	map({ ["B3E3$_ let's see", 'B3-E3', "$_ let's see"] } ':)', ':-)', ';)'),
	(map { ["B3E3$_ let's see", 'B3-E3', "let's see"] } ' :', ' -', ';'),
	["b3-e3 J", 'B3-E3', ':-)'],
	["b3-e3 L", 'B3-E3', ':-('],
	["b3-e3 K", 'B3-E3', ':-|'],
	["b3-e3. J", 'B3-E3', ':-)'],
	["b3-e3 JJ", 'B3-E3', ':-) :-)'],
	["b3-e3, thanks J", 'B3-E3', 'thanks :-)'],
	["b3-e3 J\n\nHave fun!", 'B3-E3', ":-)\n\nHave fun!"],
	["move 1 b3-e3 J", 'B3-E3', ':-)'],
	["C2+4 J", 'H3-H7', ':-)'],
	["C2=5 J", 'H3-E3', ':-)'],
	["炮二平五 J", 'H3-E3', ':-)'],
	["b3 à e3", 'B3-E3', ''],
	["b3 è e3", 'B3-E3', ''],
	["b3 à e3 J", 'B3-E3', ':-)'],
	["B3 à E3\n\nHave fun!", 'B3-E3', 'Have fun!'],
	["cannon b3 à e3", 'B3-E3', ''],
	["move 1 b3 à e3", 'B3-E3', ''],
	["move b3 è e3", 'B3-E3', ''],
	["b3→e3", 'B3-E3', ''],
	["b3 ➔ e3", 'B3-E3', ''],
	["b3 ➜ e3", 'B3-E3', ''],
	["b3 => e3", 'B3-E3', ''],
	["b3 ⟶ e3", 'B3-E3', ''],
	["b3-e3 [强]", 'B3-E3', '[强]'],
	["b3-e3[强]", 'B3-E3', '[强]'],
	["b3-e3[微笑][微笑]", 'B3-E3', '[微笑][微笑]'],
	["炮二平五[强]", 'H3-E3', '[强]'],
	["炮二平五/微笑", 'H3-E3', '/微笑'],
	["b3-e3 /微笑", 'B3-E3', '/微笑'],
	["b3-e3/微笑", 'B3-E3', '/微笑'],
	["b3-e3 [ThumbsUp]", 'B3-E3', '[ThumbsUp]'],
	["b3-e3 (y)", 'B3-E3', '(y)'],
	["b3-e3 jajaja", 'B3-E3', 'jajaja'],
	["b3-e3 hahaha!", 'B3-E3', 'hahaha!'],
	["b3-e3 ㅋㅋㅋ", 'B3-E3', 'ㅋㅋㅋ'],
	["b3-e3ㅋㅋㅋ", 'B3-E3', 'ㅋㅋㅋ'],
	["b3-e3 ㅎㅎ", 'B3-E3', 'ㅎㅎ'],
	["b3-e3 哈哈哈", 'B3-E3', '哈哈哈'],
	["b3-e3 www", 'B3-E3', 'www'],
	["b3-e3 5555", 'B3-E3', '5555'],
	["b3-e3 kkkk", 'B3-E3', 'kkkk'],
	["b3-e3 хахаха", 'B3-E3', 'хахаха'],
	["move 1 b3-e3 jajaja", 'B3-E3', 'jajaja'],
	["move 1 b3-e3 ㅋㅋㅋ", 'B3-E3', 'ㅋㅋㅋ'],
	["move 1 b3-e3 [强]", 'B3-E3', '[强]'],
	["move 1 b3-e3 /微笑", 'B3-E3', '/微笑'],
	["b3-e3<tel:33>", 'B3-E3', ''],
	["b<tel:3>3-e<tel:3>3", 'B3-E3', ''],
	["b3<tel:3>-e3<tel:3>", 'B3-E3', ''],
	["move 1 b3-e3<tel:33>", 'B3-E3', ''],
	["C2=5<tel:25>\n\nCall 555-1234<tel:555-1234>!", 'H3-E3', 'Call 555-1234!'],
	["b3\x{fe0f}\x{20e3}-e3\x{fe0f}\x{20e3}", 'B3-E3', ''],
	["b3\x{20e3}e3\x{20e3}", 'B3-E3', ''],
	["C2\x{fe0f}\x{20e3}=5\x{fe0f}\x{20e3}", 'H3-E3', ''],
	["炮2\x{fe0f}\x{20e3}平5\x{fe0f}\x{20e3}", 'H3-E3', ''],
	["cannon b3\x{fe0f}\x{20e3} to e3\x{fe0f}\x{20e3}", 'B3-E3', ''],
	["move 1\x{fe0f}\x{20e3} b3-e3", 'B3-E3', ''],
	["\x{25a1} b3-e3", 'B3-E3', ''],
	["\x{2610}b3-e3 nice", 'B3-E3', 'nice'],
	["\x{2611} 炮八平五", 'B3-E3', ''],
	["b3到e3", 'B3-E3', ''],
	["b3 到 e3", 'B3-E3', ''],
	["b3至e3", 'B3-E3', ''],
	["从b3到e3", 'B3-E3', ''],
	["b3走到e3", 'B3-E3', ''],
	["炮b3到e3", 'B3-E3', ''],
	["/b3e3", 'B3-E3', ''],
	["!b3e3", 'B3-E3', ''],
	["/move b3e3", 'B3-E3', ''],
	["!move b3e3", 'B3-E3', ''],
	["/move 1 b3-e3", 'B3-E3', ''],
	["!move 1 C2=5", 'H3-E3', ''],
	["/C2=5", 'H3-E3', ''],
	["/炮二平五", 'H3-E3', ''],
);

for (World::sample(@dressed)) {
	my ($text, $move, $words) = @$_;
	is_played($text =~ s/\n/ \/ /gr, $move, $words, try($text));
}
# The initial of the writer's name is no face.
$from = "Kim Ly <$fred>";
is_played('K, of Kim', 'B3-E3', 'thanks, K', try("b3-e3 thanks, K"));
is_played('J, of Kim', 'B3-E3', 'thanks :-)', try("b3-e3 thanks J"));
$from = $fred;
is_not_played($_ =~ s/\n/ \/ /gr, try($_))
    for 'J L K', 'J', "J\n\nL", '[强]', '/微笑', 'jajaja', '<tel:33>', 'I think b3 à e3 is bad', 'b3 à e3 is bad?', 'b3 à e3?', 'à',
    'What about b3到e3?', 'b3-e3 [认输]', 'b3-e3 /resign', 'b3-e3 [draw]', 'b3-e3 /draw', 'b3-e3 J or h3-e3 L', '/me thinks b3e3', '!important: b3e3 or h3e3',
    'b3-e3 [炮二平五]', 'b3-e3 h3-e3 J', '/say b3e3', 'R1→1', 'R1 ➔ 1', '!chat b3e3', "b3\x{20e3}";
# Banners of mail servers above the move, lines of classification above and below it.
my $block = "ZjQcmQRYFpfptBannerStart\nThis Message Is From an Untrusted Sender\nYou have not previously corresponded with this sender.\nReport Suspicious\n<https://us-phishalarm-ewt.test/EWT/v1/x>\nZjQcmQRYFpfptBannerEnd\n";
my @banners = (
	"This message came from outside your organisation.",
	"This message came from outside your organization",
	"Caution: external email. Do not open links from senders you do not know.",
	"CAUTION:\nThis email originated from outside of the organization.\nDo not click links unless you recognize the sender.",
	"CAUTION - EXTERNAL: This email did not come from our network.",
	"*** THIS EMAIL ORIGINATED FROM OUTSIDE THE COMPANY ***\nThink before you click.",
	"External Email - Be Suspicious of Attachments, Links, and Requests for Login Information.",
	"********************************\n* CAUTION: This is an external email. *\n********************************",
	"________________________________\nWARNING: This email originated from outside our organization.\n________________________________",
	"+----------------------------+\n| This is an EXTERNAL email. |\n+----------------------------+",
	"You don't often get email from fred\@a.test. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
	"⚠ This message was sent from outside of Texas Widgets.\nDo not click links or open attachments unless you recognize the source of this\nemail and know the content is safe.",
	"This Message Is From an External Sender\nThis message came from outside your organization.",
	"EXTERNAL SENDER. Do not click on links unless you trust them.",
	"Diese E-Mail stammt von außerhalb Ihrer Organisation.",
	"Achtung! Diese E-Mail kommt von einem externen Absender.",
	"ACHTUNG: Externe E-Mail. Bitte keine Links öffnen.",
	"Cet e-mail provient de l'extérieur de votre organisation.",
	"Attention : ce courriel provient d’un expéditeur externe.",
	"Ce message a été envoyé depuis une adresse extérieure à l'organisation.",
	"AVISO DE CORREO EXTERNO: este mensaje procede de fuera de la organización.",
	"Este correo electrónico se originó fuera de su organización.",
	"Questo messaggio proviene dall'esterno dell'organizzazione.",
	"ATTENZIONE: mail proveniente dall'esterno.",
	"Esta mensagem foi enviada de fora da organização.",
	"Deze e-mail is afkomstig van buiten uw organisatie.",
	"Ta wiadomość pochodzi spoza Twojej organizacji.",
	"Tento e-mail byl odeslán mimo vaši organizaci.",
	"Det här mejlet kommer från en extern avsändare.",
	"Данное письмо отправлено внешним отправителем.",
	"Это сообщение пришло из-за пределов вашей организации.",
	"此邮件来自组织外部。请谨慎点击链接。",
	"【外部邮件】请注意安全",
	"此郵件來自組織外部。",
	"このメールは社外から送信されました。",
	"이 메일은 외부에서 발송되었습니다.",
	"Email này được gửi từ bên ngoài tổ chức.",
	$block,
	"b3-e3 Have fun!\n$block",
	"b3-\x{200a}e3 Have\n$block",
);
my @markings = ('Classification: PUBLIC', '[SEC=OFFICIAL]', 'SEC=UNOFFICIAL', 'Sensitivity: Internal', '[SEC=OFFICIAL:Sensitive]',
	'OFFICIAL', 'OFFICIAL: Sensitive', 'Security Classification: Unclassified', 'UNCLASSIFIED//FOUO', 'UNCLASSIFIED / NON CLASSIFIÉ', 'TLP:CLEAR', '[TLP:GREEN]',
	'[AMD Official Use Only - General]', '[Public]', 'Internal Use - Confidential', 'Klassifizierung: intern', 'Vertraulichkeit: öffentlich',
	'Classification : Interne', 'Clasificación: pública', 'Classificazione: interna', 'Classificatie: intern', 'Klasyfikacja: wewnętrzne', 'Klassning: öppen',
	'Гриф: для служебного пользования', '密级：公开', '密級：公開', '보안등급: 일반');

is_played($_ =~ s/\n/ \/ /gr, 'B3-E3', 'Have fun!', try("$_\n\nb3-e3\n\nHave fun!\n")) for World::sample(@banners, @markings);
is_played("$_, close" =~ s/\n/ \/ /gr, 'B3-E3', 'Have fun!', try("$_\nb3-e3\n\nHave fun!\n")) for @banners[0, 1, 3, 4, 12, 15, 37], @markings[0 .. 6];
is_played("$_, below" =~ s/\n/ \/ /gr, 'B3-E3', 'Have fun!', try("b3-e3\n\nHave fun!\n\n$_\n")) for World::sample(@markings);
is_played('a banner and a marking', 'B3-E3', 'Have fun!', try("[SEC=OFFICIAL]\n\n$banners[2]\n\nClassification: PUBLIC\nb3-e3\n\nHave fun!\n\nSensitivity: Internal\n\nOn Wed, 18 Nov 2026 Riverpost wrote:\n> resign\n"));
# What people say is no banner, and what they wrote above their quote no preview.
for (["b3-e3\n\nCaution! The cannon is dangerous."], ["b3-e3\n\nI came from outside."], ["b3-e3\n\nOfficial: I am sick."], ["b3-e3\n\nThe weather is public."],
    ["b3-e3\n\nI shall be outside.", "\n\nFrom: Riverpost <riverpost\@localhost>\nSent: Wednesday, 18 November 2026\nTo: fred\nSubject: x\n\n$block\nresign\n"]) {
	my ($text, $below) = @$_;
	is_played($text =~ s/\n/ \/ /gr, 'B3-E3', $text =~ s/^.*\n\n//r, try($text . ($below // '')));
}
# Texts in another charset than their label says, encoded twice, or with the marks of HTML in them.
sub typed { my ($type, @more) = @_; return ('MIME-Version: 1.0', "Content-Type: $type", 'Content-Transfer-Encoding: 8bit', @more) }
sub in_charset { my ($charset, $text) = @_; return encode($charset, $text) }
my $chinese = "炮二平五\n\n你好！今天天气很好。\n";
my $traditional = "炮二平五\n\n你好，今天天氣很好。\n";
my @mislabelled = (
	['GBK called latin1', 'iso-8859-1', in_charset('gbk', $chinese), '你好！今天天气很好。'],
	['GBK called windows-1252', 'windows-1252', in_charset('gbk', $chinese), '你好！今天天气很好。'],
	['GBK called Big5', 'big5', in_charset('gbk', $chinese), '你好！今天天气很好。'],
	['GBK called UTF-8', 'utf-8', in_charset('gbk', $chinese), '你好！今天天气很好。'],
	['GBK called Russian', 'koi8-r', in_charset('gbk', $chinese), '你好！今天天气很好。'],
	['Big5 called gb2312', 'gb2312', in_charset('big5', $traditional), '你好，今天天氣很好。'],
	['Big5 called latin1', 'iso-8859-1', in_charset('big5', $traditional), '你好，今天天氣很好。'],
	['UTF-8 called latin1', 'iso-8859-1', in_charset('utf-8', $chinese), '你好！今天天气很好。'],
	['UTF-8 twice', 'utf-8', in_charset('utf-8', decode('latin1', in_charset('utf-8', $chinese))), '你好！今天天气很好。'],
	['UTF-8 twice, by windows', 'utf-8', in_charset('utf-8', decode('cp1252', in_charset('utf-8', $traditional))), '你好，今天天氣很好。'],
	['GBK as latin1 in UTF-8', 'utf-8', in_charset('utf-8', decode('latin1', in_charset('gbk', $chinese))), '你好！今天天气很好。'],
);
is_played($_->[0], 'H3-E3', $_->[3], try($_->[2], typed("text/plain; charset=$_->[1]"))) for World::sample(@mislabelled);
# Windows-1251 and KOI8-R called each other, or nothing: told by the case of the letters.
my $russian = 'Привет, как дела?';
for (['koi8-r', '; charset=windows-1251'], ['koi8-r', '; charset=koi8-r'], ['koi8-r', ''], ['windows-1251', '; charset=koi8-r'], ['windows-1251', '; charset=windows-1251'],
    ['windows-1251', '']) {
	my ($charset, $label) = @$_;
	is_played("$charset, \"$label\"", 'B3-E3', $russian, try(in_charset($charset, "b3-e3\n\n$russian\n"), typed("text/plain$label")));
}
is_played('Russian capitals', 'B3-E3', $_, try(in_charset('windows-1251', "b3-e3\n\n$_\n"), typed('text/plain; charset=windows-1251'))) for 'УРА, ДА!', 'учусь в мГУ', '«Да»';
is_played('Russian pieces without a label', 'H3-E3', '', try(in_charset('windows-1251', "пушка 2=5\n"), typed('text/plain')));
is_played('Chinese without a label', 'H3-E3', '你好！今天天气很好。', try(in_charset('gbk', $chinese), typed('text/plain')));
is_played('German without a label', 'B3-E3', 'Grüße, ÖÄÜ', try(in_charset('latin1', "b3-e3\n\nGrüße, ÖÄÜ\n"), typed('text/plain')));
# French under the same label stays French, and what is no move stays as it was labelled.
is_played('French', 'B3-E3', 'Déjà joué à Orléans.', try(in_charset('latin1', "b3-e3\n\nDéjà joué à Orléans.\n"), typed('text/plain; charset=iso-8859-1')));
for (['Chinese words', 'iso-8859-1', in_charset('gbk', '你好！今天天气很好。')], ['two moves', 'iso-8859-1', in_charset('gbk', "炮二平五\n炮八平五\n")],
    ['French words', 'iso-8859-1', in_charset('latin1', 'Déjà joué à Orléans.')], ['a sentence', 'iso-8859-1', in_charset('gbk', '我想走炮二平五，好不好？')]) {
	is_not_played($_->[0], try($_->[2], typed("text/plain; charset=$_->[1]")));
}
for (["b3-&gt;e3\n\nTom &amp; Jerry", 'Tom & Jerry'], ["b3-e3<br>\n<br>\nHave fun!<br>", 'Have fun!'], ["b3-e3<br/>", ''], ["<p>b3-e3</p>\n<p>Have fun!</p>", 'Have fun!'],
    ["b3&#8209;e3\n\nIt&#39;s cold.", "It's cold."], ["b3&nbsp;e3", ''], ["b3&ndash;e3\n", ''], ["&#28846;&#20108;&#24179;&#20116;", '', 'H3-E3'], ["move 1 b3-&gt;e3<br>\nHave fun!<br>", 'Have fun!'],
    ["<div>b3-e3</div>", ''], ["b3-e3&nbsp;\n\nHave fun!&nbsp;", 'Have fun!'], ["b3-e3\n\nI <3 you, 2 < 3 & 4 > 1", 'I <3 you, 2 < 3 & 4 > 1'], ["b3-e3\n\nUse &amp; or <br>, they say", 'Use &amp; or <br>, they say']) {
	is_played($_->[0] =~ s/\n/ \/ /gr, $_->[2] // 'B3-E3', $_->[1], try($_->[0], typed('text/plain; charset=us-ascii')));
}
is_not_played($_, try($_, typed('text/plain; charset=us-ascii'))) for '&lt;b3-e3?', 'b3-&gt;e3&#63;', '&lt;b3-e3 or h3-e3', 'I think &gt; b3-e3 &lt; is bad';

# format=flowed: between hanzi a soft break is no blank, between a letter and a hanzi it is.
for (["炮二平五\n\n我们今天下 \n了一盘好棋", '我们今天下了一盘好棋'], ["炮二平五\n\n我们今天下， \n好棋 \ngood game \n好", '我们今天下，好棋 good game 好']) {
	is_played($_->[0] =~ s/\n/ \/ /gr, 'H3-E3', $_->[1], try($_->[0], typed('text/plain; charset=utf-8; format=flowed')));
}
# format=flowed: a line that is a whole command is not the beginning of the next one.
for (["b3-e3 \nI hope the weather is better at your place.", 'I hope the weather is better at your place.'], ["move 1 b3-e3 \nI hope the weather is better.", 'I hope the weather is better.'],
    ["C2=5 \nresults may vary.", 'results may vary.', 'H3-E3'], ["b3-e3 \n\nThis is a long sentence that a program has wrapped where its \nlines end, as programs do.", 'This is a long sentence that a program has wrapped where its lines end, as programs do.'],
    ["move 1 b3-e3 if B8-E8 then h1-g3 \nHave a nice day, and write soon.", 'Have a nice day, and write soon.']) {
	my ($text, $words, $move) = (@$_, 'B3-E3');
	my (%body) = try($text, typed('text/plain; charset=utf-8; format=flowed'));
	like($body{$wilma} // '', qr/fred moved $move/, $text =~ s/\n/ \/ /gr) or diag $body{$fred};
	like(($body{$wilma} // '') =~ s/\s+/ /gr, qr/fred writes: \Q$words\E \*/, '... and said');
}
# … nor is a long one, which a program may have broken: words stand below it, or it goes on.
my $long = 'challenge wilma --time=7d --weekends=off --vacations=off --private';
for (["$long \nShall we play a second game?", 'Shall we play a second game?'], ["$long\nShall we play a second game, when this one \nis over?", 'Shall we play a second game, when this one is over?'],
    ["challenge wilma --time=7d --weekends=off --vacations=off \n--private\nHello!", 'Hello!'], ["challenge wilma --time=7d --weekends=off --vacations=off \n--private \nHello!", 'Hello!'],
    ["challenge wilma --time=7d --weekends=off --vacations=off\n--private \nand so on", 'and so on']) {
	my ($text, $words) = @$_;
	for my $delsp ('', '; delsp=yes') {
		my $sent = $delsp ? $text =~ s/ \n/  \n/gr : $text;
		my (%body) = try($sent, typed("text/plain; charset=utf-8; format=flowed$delsp"));
		my $all = ($body{$wilma} // '') =~ s/\s+/ /gr;
		like($all, qr/fred has challenged wilma/, "$delsp " . $text =~ s/\n/ \/ /gr) or diag $body{$fred};
		like($all, qr/\Q$words\E/, '... and said');
		unlike($all, qr/--(?:private|time|week|vac)/, '... but no option');
	}
}
# What the gateways of telephone companies write below and above.
for ("This message was sent from a T-Mobile wireless phone.", "This message was sent using the Picture and Video Messaging service from Verizon Wireless!\nTo learn how you can snap and send pictures, visit www.verizonwireless.test",
    "This mobile text message is brought to you by AT&T", "Sent via MMS", "This is an MMS message. Please go to http://mms.telekom.test to view the message.", "Diese MMS wurde gesendet von T-Mobile",
    "Ce MMS vous est envoyé par Orange", "To reply by MMS, send a message to 15551234\@mms.test.", "Отправлено с помощью MMS", "此彩信来自中国移动", "Este mensaje MMS fue enviado por Movistar",
    "This message was sent to you by a Sprint PCS phone.", "Sent from my Verizon Wireless Phone") {
	is_played("$_, below", 'B3-E3', '', try("b3-e3\n\n$_\n"));
	is_played("$_, close below", 'B3-E3', 'Have fun!', try("b3-e3\n\nHave fun!\n$_\n"));
	is_played("$_, above", 'B3-E3', 'Have fun!', try("$_\n\nb3-e3\n\nHave fun!\n")) if !/^(?:Sent from|This message was sent using)/;
}
done_testing;
