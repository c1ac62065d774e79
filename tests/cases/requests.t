#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What a short letter asks the server for is answered with the command that does it, and does
# not go to the other player; what players say to each other does (riverpost-commands(7)).
use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world;

# What both get when this player answers the newest letter to him, blanks made one.
sub answers
{
	my ($who, $text) = @_;
	my %got;

	$world->answer($who, encode('UTF-8', $text));
	$got{$_->{address}} .= decode('UTF-8', $_->{body}) =~ s/\s+/ /gr for $world->run;
	return map { $_ // '' } @got{$fred, $wilma};
}

# Is the answer a question with that command alone, and the other told nothing?
sub asked
{
	my ($text, $form) = @_;
	my ($own, $other) = answers($fred, $text);
	my $name = $text =~ s/\n/ \/ /gr;

	like($own, qr/Did you mean this\?[^.]*(?: Then answer with it, or with "yes"\.)? \Q$form\E (?:Put the command|If it was for wilma)/, "$name: $form");
	is($other, '', '... and nobody else hears of it');
}

$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;

# --- greetings, thanks, pleas, line ends and a signature beside it
asked($_, 'signoff') for 'Please delete my account', "Hi,\n\nplease delete my account.\n\nThanks\nFred", "Hello,\ncould you please delete\nmy account? Thanks!",
    'How do I close my account?', 'sign me off', 'Dear Riverpost team, I would like to cancel my account, how does that work?', "Please delete my account.\n\nKind regards,\nFred Flint",
    'Bitte lösche mein Konto', "Guten Tag,\n\nbitte löschen Sie mein Konto.\n\nMit freundlichen Grüßen\nFred", '请删除我的账号', '系统你好，请删除我的账号，谢谢', '請刪除我的帳號',
    'Xin hãy xóa tài khoản của tôi', 'Пожалуйста, удалите мой аккаунт', "Здравствуйте,\n\nудалите, пожалуйста, мою учётную запись.\n\nС уважением";

# --- how something is done, which players say to each other in other words
asked("How do I $_->[0]?", $_->[1]) for ['resign', 'resign'], ['offer a draw', 'draw'], ['take back a move', 'undo'];
asked($_, 'resign') for 'Wie gebe ich auf?', '怎么认输？', '怎麼認輸？', 'Làm sao để xin thua?', 'Как сдаться?';

# --- what only shows something is shown, and said to be passed on to nobody
sub shown
{
	my ($text, $what) = @_;

	$world = World->new;
	$world->game;
	my ($own, $other) = answers($fred, $text);
	like($own, qr/$what/, "$text: $what");
	like($own, qr/Your letter was read as a request to Riverpost and not passed on\./, '... which is said');
	is($other, '', '... and nobody else hears of it');
}
my %shows = (help => 'Riverpost is a place to play', show => 'A B C D E F G H I', games => 'Games of fred', record => 'The score of board 1');
shown($_->[0], $shows{$_->[1]}) for ['I need help', 'help'], ['please send me the rules', 'help'], ['show me the board again', 'show'], ['how much time do I have?', 'show'],
    ['who am I playing?', 'games'], ['Please send me the game as PGN', 'record'], ['Wie viel Zeit habe ich noch?', 'show'], ['需要帮助', 'help'],
    ['請把規則寄給我', 'help'], ['Tôi đang chơi với ai?', 'games'], ['Пришлите мне правила', 'help'];
$world = World->new;
$world->game;
asked($_->[0], $_->[1]) for ['How can I block wilma?', 'block wilma'], ['I forgot my password!', 'forgot fred'], ['Please change my address to fred@new.example', 'add fred@new.example'], ['Please write to me in Chinese', 'set language zh-Hans'],
    ['Ich habe mein Passwort vergessen', 'forgot fred'];
for (['How do I change my password?', 'change password NEW'], ['My email has changed', 'add ADDRESS'], ['How do I go on vacation?', 'vacation 20'], ['How do I start a new game?', 'seek']) {
	my ($own, $other) = answers($fred, $_->[0]);
	like($own, qr/^Summary of Xiangqi Board 1 It is fred's turn. This seems to be meant for Riverpost and not for wilma; nothing was done and nothing was passed on: .* It is written: \Q$_->[1]\E/, "$_->[0] $_->[1]");
	is($other, '', '... and nobody else hears of it');
}
for ('I want to unsubscribe from this service', 'Bitte keine Mails mehr schicken', '不要再给我发邮件了', 'Не присылайте мне больше писем') {
	my ($own, $other) = answers($fred, $_);
	like($own, qr/For fewer letters: /, $_);
	is($other, '', '... and nobody else hears of it');
}

# --- an address is told to nobody else, however it is said
$world = World->new;
$world->game;
asked($_, 'add fred@new.example') for 'Please use fred@new.example instead', 'From now on please write to fred@new.example', 'My address has changed to fred@new.example', "Hello,\n\nplease send mails to fred\@new.example.\n\nThanks",
    'Bitte schreibt ab jetzt an fred@new.example', 'Meine Adresse hat sich geändert: fred@new.example', '请以后发到 fred@new.example', '请用 fred@new.example', '我的邮箱换成 fred@new.example 了', '請以後寄到 fred@new.example',
    'Xin gửi thư đến fred@new.example', 'Пишите мне теперь на fred@new.example';
$world = World->new;
$world->game;
asked($_->[0], $_->[1]) for ['Wie kann ich wilma blockieren?', 'block wilma'], ["I don't remember my password", 'forgot fred'], ['Please send me all my data', 'data'];

for ('我的邮箱换成fred@new.example了，谢谢', '请用fred@new.example') {
	my ($own, $other) = answers($fred, $_);
	is($other, '', "one word with an address in it: $_");
}

# --- a yes does it
answers($fred, 'Please tell me how to resign');
is($world->query('SELECT state FROM game'), 1, 'nothing is done by the letter');
answers($fred, 'yes');
is($world->query('SELECT state FROM game'), 2, 'a yes does it');

# --- the same words in a letter that answers nothing
for (['Please delete my account', '', 'signoff'], ['question', 'How do I resign?', 'resign']) {
	$world->send(from => $fred, subject => $_->[0], text => "$_->[1]\n");
	my ($letter) = $world->run;
	like($letter->{body}, qr/Did you mean this\?\s[^.]*\Q$_->[2]\E\n/, "a fresh letter: $_->[0] $_->[1]");
}

$world->send(from => $fred, text => "Hello, please send me the rules. Thanks\n");
my ($rules) = $world->run;
like($rules->{body}, qr/^Riverpost is a place to play/, 'rules in a fresh letter');

# --- words for the other player
for my $text ('I never read the rules', 'my account of the game is on my page', 'How did you see that cannon trick?', 'How can I block that check?', 'Hi wilma, how do I resign?', 'Please explain the rules you play by at home',
    'How do I play on from here?', 'Who is the better player of us two?', 'Could you show me the board that you bought?', 'I want to write in English, my Chinese is poor', 'how do I save my horse?',
    'Nice game. How do I resign from life? Haha, see you tomorrow at the club', 'Please delete my account of yesterday from your blog', 'Was sagen die Regeln dazu? Wilma, du weißt das', '我忘了规则上怎么说的', 'How can I beat wilma?', 'Send my regards to wilma', 'Please use fewer words', 'Bạn còn bao nhiêu thời gian?', 'Как дела? Помнишь правила?') {
	$world = World->new;
	$world->game;
	my ($own, $other) = answers($fred, $text);
	like($other, qr/fred writes: \Q$text\E/, "words: $text");
}

# --- a line of our own list of commands, with what we say of it
for (['en', '  reject      to decline it; your next move does that, too', 'reject'], ['vi', '  từ chối     (reject) nước đi tiếp theo của bạn cũng vậy', 'từ chối'], ['en', '  draw        offers fred a draw', 'draw'], ['ru', '  отклонить   (reject) отказаться', 'отклонить']) {
	my ($language, $line, $form) = @$_;
	$world = World->new;
	$world->game;
	answers($fred, $form eq 'draw' ? 'B3-E3' : "B3-E3\ndraw");
	my ($other, $own) = answers($wilma, $line);
	like($own, qr/Did you mean this\?.* \Q$form\E If it was for fred/, $line);
	is($other, '', '... and nobody else hears of it');
}

# --- words in answer to a challenge
for my $text ('What time control would you like?', 'Who are you?', "Hi Fred!\n\nDo we know each other from the club?", 'Let me finish my other game first, then yes.', 'Can we play unrated?', 'Welche Bedenkzeit möchtest du?',
    '你想用什么时限？', '我們認識嗎？', 'Trình độ bạn thế nào?', 'Какой у вас уровень?') {
	$world = World->new;
	$world->players;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
	$world->run;
	my $words = $text =~ s/\s+/ /gr;
	my ($other, $own) = answers($wilma, $text);
	like($other, qr/wilma writes: \Q$words\E/, "a challenge: $words");
	like($own, qr/Passed on to fred; fred's challenge is still open\..*\baccept to start the game reject/, '... stays open, and how it is answered is said');
	is($world->query('SELECT state FROM game'), 0, '... which nobody has accepted');
	($other, $own) = answers($wilma, 'yes');
	like($own, qr/You accepted; the game begins\./, '... and can be accepted still');
}
for my $text ('Yes?', 'What is this?', 'Who gave you my address?', 'How do I accept?', 'Sorry, I have to decline.', 'please delete my account', "Hi Fred,\n\nno thanks, too many games already.") {
	$world = World->new;
	$world->players;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
	$world->run;
	my ($other, $own) = answers($wilma, $text);
	is($other, '', "a challenge: $text: no words");
	like($own, qr/You can: accept, reject, /, '... and what can be answered is said');
}

# An answer that may be a program's is passed on as in a game: once.
$world = World->new;
$world->players;
$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
$world->run;
my ($other) = answers($wilma, 'I am out of the office until 3 December.');
like($other, qr/wilma writes: I am out of the office/, 'an absence is told');
($other) = answers($wilma, 'I am out of the office until 3 December.');
is($other, '', '... once');

# --- commands in hanzi, without a blank; talk that begins alike goes to the other
$world = World->new(now => 1795000000);	# Wed 18 Nov 2026
$world->game;
for (['休假12月24日至27日', 'from 2026-12-24 to 2026-12-27'], ['休假到下周一', 'from 2026-11-18 to 2026-11-23'], ['休假周六到周日', 'already planned.*"vacation off 2026-11-18" cancels it'], ['帮助xiangqi', 'played on the crossings'], ['挑战wilma', 'fred has challenged wilma'], ['显示1', 'Summary of Xiangqi Board 1'], ['提和1', 'offer']) {
	my ($own) = answers($fred, $_->[0]);
	like($own, qr/$_->[1]/, "$_->[0]: $_->[1]");
}
for my $text ('历史悠久的游戏', '挑战赛明天开始', '休假回来再下', '提和3次都不行') {
	my ($own, $other) = answers($fred, $text);
	like($other, qr/fred writes: \Q$text\E/, "$text goes to wilma");
}

done_testing();
