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

	like($own, qr/(?:Did you mean this\?[^.]*(?: Then answer with it, or with "yes"\.)?|It is written:) \Q$form\E (?:Put the command|If it was for wilma)/, "$name: $form");
	is($other, '', '... and nobody else hears of it');
}

$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;

# --- greetings, thanks, pleas, line ends and a signature beside it
asked($_, 'signoff') for World::sample('Please delete my account', "Hi,\n\nplease delete my account.\n\nThanks\nFred", "Hello,\ncould you please delete\nmy account? Thanks!",
    'How do I close my account?', 'sign me off', 'Dear Riverpost team, I would like to cancel my account, how does that work?', "Please delete my account.\n\nKind regards,\nFred Flint",
    'Bitte lösche mein Konto', "Guten Tag,\n\nbitte löschen Sie mein Konto.\n\nMit freundlichen Grüßen\nFred", '请删除我的账号', '系统你好，请删除我的账号，谢谢', '請刪除我的帳號',
    'Xin hãy xóa tài khoản của tôi', 'Пожалуйста, удалите мой аккаунт', "Здравствуйте,\n\nудалите, пожалуйста, мою учётную запись.\n\nС уважением");

# --- whose letters are not wanted: no "stop", with and without a game in the letter
my @blocked = ('stop wilma from writing to me', 'Please stop wilma writing to me!', "I don't want to hear from wilma any more", 'stop wilma from challenging me', 'wilma soll mir nicht mehr schreiben', 'Пусть wilma мне больше не пишет',
    'Đừng để wilma viết cho tôi nữa', '别让wilma再给我写信', '不要讓 wilma 再寫信給我');
asked($_, 'block wilma') for World::sample(@blocked);
$world->send(from => $fred, subject => 'who wilma as fred secret1');
$world->run;
my $plain = $world->{last}{$fred};
for (World::sample(@blocked)) {
	$world->{last}{$fred} = $plain;
	like((answers($fred, $_))[0], qr/Did you mean this\?.*block wilma/, "$_: also in an answer to a letter of no game");
}
# --- a challenge is no account
for (World::sample('delete my challenge', 'Please cancel my challenge.', 'Bitte lösche meine Herausforderung', 'Удалите мой вызов, пожалуйста', 'hủy lời thách đấu của tôi', '请取消我的挑战', '請取消我的挑戰')) {
	$world->{last}{$fred} = $plain;
	my ($own) = answers($fred, $_);
	like($own, qr/Did you mean this\?.* withdraw /, "$_: withdraw");
	unlike($own, qr/signoff/, '... and no account is closed');
}
# --- whoever wants time himself
like((answers($fred, 'give me more time'))[0], qr/gives your opponent 2 days; .*Only your opponent can give you more time; "vacation" stops your own clocks\./, 'give me more time: by whom');
# --- what is so already is not offered
$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;
asked($_, 'set html on') for World::sample('Could I have a bigger board?', 'Mach bitte das Brett größer', 'Увеличьте доску, пожалуйста', 'cho tôi bàn cờ to hơn', '请把棋盘放大', '請把棋盤放大');
asked($_, 'set html on') for World::sample('The board looks crooked in my mail', 'Das Brett ist verschoben', 'Доска перекошена', 'bàn cờ bị lệch', '棋盘对不齐', '棋盤對不齊');
asked($_, 'set board list') for World::sample('Can you send me the board as a list?', 'Bitte das Brett als Liste', 'Пришлите доску списком', 'gửi bàn cờ dạng danh sách', '列出所有棋子', 'A board that my screen reader can read, please');
asked('Please turn the board around', 'set board flipped');
answers($fred, $_) for 'set flipped on', 'set html on';
like((answers($fred, $_->[0]))[0], qr/That is how it is set already: set $_->[1] on To undo that, send: set $_->[1] off /, "$_->[0]: already") for ['Please turn the board around', 'flipped'], ['Could I have a bigger board?', 'html'];
$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;

# --- how something is done, which players say to each other in other words
asked("How do I $_->[0]?", $_->[1]) for World::sample(['resign', 'resign'], ['offer a draw', 'draw'], ['take back a move', 'undo']);
asked($_, 'resign') for World::sample('Wie gebe ich auf?', '怎么认输？', '怎麼認輸？', 'Làm sao để xin thua?', 'Как сдаться?');

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
my %shows = (help => 'Riverpost is a place to play', rules => 'No one may repeat moves', moves => 'You have \d+ legal moves', gif => 'an animated picture', who => 'wilma has been here', show => 'A B C D E F G H I', of_horse => 'The horse on H1 has 2 legal moves', standings => 'Standings,', games => 'Games of fred', record => 'The score of board 1');
shown($_->[0], $shows{$_->[1]}) for World::sample(['I need help', 'help'], ['please send me the rules', 'rules'], ['show me the board again', 'show'], ['how much time do I have?', 'show'],
    ['who am I playing?', 'games'], ['Please send me the game as PGN', 'record'], ['Wie viel Zeit habe ich noch?', 'show'], ['需要帮助', 'help'],
    ['請把規則寄給我', 'rules'], ['Tôi đang chơi với ai?', 'games'], ['Пришлите мне правила', 'rules'],
    ['Has wilma moved yet?', 'show'], ["When does wilma's time run out?", 'show'], ['Could you remind wilma to move?', 'show'], ["Wilma doesn't answer, what can I do?", 'show'], ['pls resend the board, my computer lost it', 'show'],
    ["Help! I don't understand anything", 'help'], ['I have no idea how this works', 'help'], ['What are the rules on repetition?', 'rules'], ['Where can I find my other games?', 'games'], ['Show me all the moves so far, please', 'record'],
    ['show me the possible moves for h1', 'of_horse'], ['Show me the moves of H1, please', 'of_horse'], ['what can my horse on h1 do?', 'of_horse'], ['Welche Züge hat h1?', 'of_horse'],
    ['show the ranking list', 'standings'], ['Zeig die Rangliste', 'standings'],
    ['What moves can I make?', 'moves'], ['Ist Wilma im Urlaub?', 'who'], ['send me a gif of the game', 'gif'],
    ['Hat Wilma schon gezogen?', 'show'], ['Wie lange hat Wilma noch Zeit?', 'show'], ['Hilfe, ich versteh nur Bahnhof', 'help'], ['Schick mir bitte mal die Regeln', 'rules'], ['Welche Züge hat mein Pferd?', 'moves'],
    ['Соперник уже сходил?', 'show'], ['Когда у wilma кончится время?', 'show'], ['Помогите, я запутался', 'help'], ['По каким правилам мы играем?', 'rules'], ['Какие ходы возможны?', 'moves'],
    ['Nhắc đối thủ giúp tôi', 'show'], ['Cứu tôi với, tôi không biết dùng', 'help'], ['Gửi cho tôi luật chơi với', 'rules'], ['Bao giờ wilma hết giờ?', 'show'],
    ['wilma走了吗？', 'show'], ['请催一下对方', 'show'], ['看不懂，帮帮我', 'help'], ['请发一份规则给我', 'rules'], ['我的马能走哪里？', 'moves'], ['邮件丢了，请再发一遍棋盘', 'show'],
    ['對手走了沒有？', 'show'], ['提醒一下對方', 'show'], ['我不會用，救命', 'help'], ['用什麼規則？', 'rules'], ['請再寄一次棋盤，我不小心刪了', 'show']);
$world = World->new;
$world->game;
asked($_->[0], $_->[1]) for World::sample(['How can I block wilma?', 'block wilma'], ['I forgot my password!', 'forgot fred'], ['Please change my address to fred@new.example', 'add fred@new.example'], ['Please write to me in Chinese', 'set language zh-Hans'],
    ['Ich habe mein Passwort vergessen', 'forgot fred']);
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

# --- a request with its reason, with the other player's name, or with what it is about in front
sub fresh
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->game;
}
fresh();
asked($_, 'set board flipped') for World::sample('could you turn the board around for me? My pieces are on top.', 'Please flip the board', 'The board is upside down, please turn it around', 'Can you turn the board so that my pieces are at the bottom?',
    'Kannst du bitte das Brett umdrehen?', 'Bitte dreh das Brett um', 'Переверните доску, пожалуйста', 'Поверните доску, мои фигуры наверху', 'Xoay bàn cờ giúp tôi với', 'Lật bàn cờ lại giúp tôi', '请把棋盘翻过来', '帮我把棋盘倒过来，我的棋子在上面', '請把棋盤轉過來', '請把棋盤翻轉過來');
asked($_->[0], $_->[1]) for World::sample(["I can't read this board, can you send it in Chinese characters?", 'set board hanzi'], ['Please change my name to Freddy', 'set name Freddy'], ['Bitte keine HTML-Mails mehr', 'set html off'],
    ['Can you remind me a day before my time runs out?', 'set reminders 1d'], ['Can I play against the computer?', 'challenge bot'], ['let me play the bot at level 1', 'challenge bot 1'], ['I want to play the bot on level 3', 'challenge bot 3'], ['new game with wilma', 'challenge wilma'], ['Gibts hier auch einen Computergegner?', 'challenge bot'], ['Можно сыграть с компьютером?', 'challenge bot'], ['Tôi muốn đánh với máy', 'challenge bot'],
    ['能和电脑下吗？', 'challenge bot'], ['可以跟電腦下嗎？', 'challenge bot'], ['I would like to play another game against Wilma, please.', 'challenge wilma'], ['Please invite my friend bob@d.test', 'invite bob@d.test'], ['Пригласите моего друга bob@d.test', 'invite bob@d.test']);
asked($_->[0], $_->[1]) for World::sample(['My new address is fred@new.example, please use that one.', 'add fred@new.example'], ['Passwort vergessen, was nun?', 'forgot fred'], ['忘记密码了怎么办', 'forgot fred'], ['Dear server, please resign the game for me.', 'resign'], ['Dear Riverpost, please offer a draw.', 'draw']);
asked($_, 'undo') for World::sample('I made a mistake, can I have my move back?', 'Please take my last move back.', 'Could I undo my last move please?', 'Would it be possible to undo my last move?', 'May I please take back my last move?', 'Is there any chance to undo?', 'Wäre es möglich, den letzten Zug zurückzunehmen?', 'Можно отменить мой последний ход?', 'Tôi có thể xin đi lại nước vừa rồi không?', '我能悔一步棋吗？', '你能讓我收回剛才那步棋嗎？', 'Ich möchte meinen letzten Zug zurücknehmen', 'Я ошибся, верните мой последний ход', 'Tôi muốn đi lại nước vừa rồi', '我走错了，让我悔一步', '我走錯了，讓我悔一步');
asked($_->[0], $_->[1]) for World::sample(['I want to resign, how?', 'resign'], ['I would like to offer a draw. How do I do that?', 'draw'], ['Wie melde ich mich vom Spiel ab?', 'resign'], ['Хочу предложить ничью, как это сделать?', 'draw'], ['我要认输，怎么做？', 'resign']);
for ("I'm away from Monday to Thursday, please stop my clock", 'Please stop my clock from Monday to Thursday', "I'm on holiday from Monday to Thursday. What do I have to do?") {
	my ($own, $other) = answers($fred, $_);
	like($own, qr/not for wilma.* vacation 2026-11-23 2026-11-26 If it was for wilma/, "$_: with the days");
	is($other, '', '... and nobody else hears of it');
}
for ('pause the game please, I am ill', "I'm going on holiday for ten days. What do I have to do?", 'Bin nächste Woche weg, bitte Uhr anhalten', 'Меня не будет в городе, остановите часы', 'Tôi đi vắng ít lâu, xin dừng đồng hồ', '我出差，请停表', '我出差，請停錶',
    'please give Wilma two more days', 'Gib Wilma bitte noch zwei Tage', 'дайте wilma ещё два дня', '多给wilma两天', 'I get every letter twice, please stop that', 'I have a new e-mail address, how do I change it?', 'please set my time zone to London') {
	my ($own, $other) = answers($fred, $_);
	like($own, qr/This seems to be meant for Riverpost and not for wilma/, "$_: asked about");
	is($other, '', '... and nobody else hears of it');
}

# --- an address is told to nobody else, however it is said
$world = World->new;
$world->game;
asked($_, 'add fred@new.example') for World::sample('Please use fred@new.example instead', 'From now on please write to fred@new.example', 'My address has changed to fred@new.example', "Hello,\n\nplease send mails to fred\@new.example.\n\nThanks",
    'Bitte schreibt ab jetzt an fred@new.example', 'Meine Adresse hat sich geändert: fred@new.example', '请以后发到 fred@new.example', '请用 fred@new.example', '我的邮箱换成 fred@new.example 了', '請以後寄到 fred@new.example',
    'Xin gửi thư đến fred@new.example', 'Пишите мне теперь на fred@new.example');
$world = World->new;
$world->game;
asked($_->[0], $_->[1]) for World::sample(['Wie kann ich wilma blockieren?', 'block wilma'], ["I don't remember my password", 'forgot fred'], ['Please send me all my data', 'data']);

for ('我的邮箱换成fred@new.example了，谢谢', '请用fred@new.example') {
	my ($own, $other) = answers($fred, $_);
	is($other, '', "one word with an address in it: $_");
}

# --- a yes does what was asked for; how it is done is told, and no yes does it
fresh();
for ('Please tell me how to resign', 'How do I resign?', 'I want to resign, how?', 'Wie gebe ich auf?', '怎么认输？') {
	my ($own) = answers($fred, $_);
	like($own, qr/It is written: resign If it was/, "$_ told how");
	is($world->query('SELECT state FROM game'), 1, '... nothing is done by the letter');
	answers($fred, 'yes');
	is($world->query('SELECT state FROM game'), 1, '... nor by a yes');
}
answers($fred, 'Dear server, please resign the game for me');
is($world->query('SELECT state FROM game'), 1, 'nothing is done by the letter');
answers($fred, 'yes');
is($world->query('SELECT state FROM game'), 2, 'a yes does it');

# --- the same words in a letter that answers nothing
for (['Please delete my account', '', 'signoff'], ['question', 'How do I resign?', 'resign']) {
	$world->send(from => $fred, subject => $_->[0], text => "$_->[1]\n");
	my ($letter) = $world->run;
	like($letter->{body}, qr/(?:Did you mean this\?|It is written:)\s[^.]*\Q$_->[2]\E\n/, "a fresh letter: $_->[0] $_->[1]");
}

$world->send(from => $fred, text => "Hello, please send me the rules. Thanks\n");
my ($rules) = $world->run;
like($rules->{body}, qr/^No one may repeat moves/, 'rules in a fresh letter');

# --- complaints, and what is said to the server, whatever it says: the operator is named, and "block"
fresh();
for (World::sample('Dear Riverpost team, wilma insults me in her messages, please do something', 'Hi admin, I think wilma uses a computer', "To the server:\nwilma is cheating, please check", 'Is wilma cheating? I want to report her', 'wilma is rude, I want to block her',
	"I'd like to complain about wilma", 'how do I get rid of wilma', "I don't want to play with wilma any more, she is rude", 'Sehr geehrtes Riverpost-Team, wilma beleidigt mich', 'Hallo Server, wie kann ich wilma melden?',
	'Уважаемая администрация, wilma ругается матом', 'Админ, wilma читерит', 'Kính gửi ban quản trị, wilma gian lận', '管理员您好，wilma作弊', '系統管理員你好，wilma罵人', '尊敬的系统，我想投诉wilma', '我觉得wilma在作弊',
	'Riverpost: is there a bug? My move was refused', 'Please tell the operator that the board looks broken')) {
	my ($own, $other) = answers($fred, $_);
	like($own, qr/The operator of Riverpost does not read what is sent to this address\. .*send: block wilma If it was for wilma/, s/\n/ \/ /gr);
	is($other, '', '... and nobody else hears of it');
}
for ('Riverpost is great fun!', 'The server was down yesterday', 'You cheat, haha!', 'I report to my boss every Friday', 'Der Server war gestern weg') {
	fresh();
	my ($own, $other) = answers($fred, $_);
	like($other, qr/fred writes: \Q$_\E/, "words: $_");
}
# --- … below a move, too, but not below "say"
for ("B3-E3\n\nTo the server: wilma is cheating, please check", "B3-E3\nI want to report wilma", "B3-E3\n\nSehr geehrtes Riverpost-Team,\nwilma beleidigt mich") {
	fresh();
	my ($own, $other) = answers($fred, $_);
	like($own, qr/meant for Riverpost and not for wilma; nothing was done and nothing was passed on: .*send: block wilma/, s/\n/ \/ /gr);
	is($other, '', '... and nobody else hears of it');
}
fresh();
like((answers($fred, "say\n\nTo the server: wilma is cheating"))[1], qr/To the server: wilma is cheating/, 'below say it is for her');
$world = World->new(config => "operator = op\@x.test\n");
$world->game;
like((answers($fred, 'Dear admin, I have a problem'))[0], qr/does not read what is sent to this address; please write to op\@x\.test\./, 'with the address');

# --- words for the other player
for my $text ('I never read the rules', 'my account of the game is on my page', 'How did you see that cannon trick?', 'How can I block that check?', 'Hi wilma, how do I resign?', 'Please explain the rules you play by at home',
    'How do I play on from here?', 'Who is the better player of us two?', 'Could you show me the board that you bought?', 'I want to write in English, my Chinese is poor', 'how do I save my horse?',
    'Nice game. How do I resign from life? Haha, see you tomorrow at the club', 'Please delete my account of yesterday from your blog', 'Was sagen die Regeln dazu? Wilma, du weißt das', '我忘了规则上怎么说的', 'How can I beat wilma?', 'Send my regards to wilma', 'Please use fewer words', 'Bạn còn bao nhiêu thời gian?', 'Как дела? Помнишь правила?') {
	$world = World->new;
	$world->game;
	my ($own, $other) = answers($fred, $text);
	like($other, qr/fred writes: \Q$text\E/, "words: $text");
}

# --- … that look like requests
my $said = 0;
for my $text ('Has your cold gone?', 'When is your birthday?', 'Do you need help with the move?', 'I changed my address last year, we live in Ulm now', 'Have you moved yet? I mean to the new flat',
    "I'm away next week, so don't wait for me", 'I am ill, so my moves will be slow', "I made a mistake, didn't I?", "I don't understand your last move", 'What can I do? You are simply too strong.',
    'I lost the thread, how did you get that cannon there?', 'Did you remind him?', 'My phone died, I can only see the board at home', 'Can I have a rematch some day?', 'How did you turn the game around?',
    'Would you turn the board around at the club, too?', "I can't read your handwriting on the postcard, haha", 'My new address is in the letter I sent you', 'Please invite me to your wedding',
    'Can you give me two more days?', 'I would like to offer you a coffee. How do I do that?', 'Shall we play a second game?', 'Do you play against the computer a lot?', 'What moves did you think about?',
    'I forgot my umbrella at the club, what now?', 'Is your son on holiday?', 'I have no idea how you found that', 'My time is running out, I know', 'The rules of the house are simple: no smoking',
    'Help yourself to my cannon!', 'I get every joke twice', 'I need more time', 'Did you get my move?', 'I resign myself to a slow game, how about you?', 'I am on holiday, the sea is wonderful',
    'I am on holiday. What do you do?', 'How are you? I am ill.', 'Are you a robot or a human?', "Was that a mistake? I don't get it", 'Please help me: what was the name of that book?', 'Can you send me the book?',
    'can you show me the trick?', 'Hast du schon gezogen? In die neue Wohnung, meine ich', 'Brauchst du Hilfe beim Umzug?', 'Ich bin nächste Woche weg, also nicht wundern', 'Ich verstehe deinen Zug nicht',
    'Ich bin krank, deshalb dauert es', 'Wie war dein Urlaub?', 'Wann hast du Geburtstag?', 'Ich habe meine Adresse geändert, wir wohnen jetzt in Ulm', 'Was tun? Mein Pferd ist verloren',
    'Kann ich dir mal die Kanone abnehmen?', 'Wie geht das weiter mit uns?', 'Gibst du mir noch zwei Tage?', 'Wie lange hast du noch Zeit?', 'Lade mich doch mal ein!', 'Spielst du gegen den Computer?',
    'Ich sehe nichts Besseres', 'Wie geht es dir? Was macht dein Knie?', 'Ты уже сходил к врачу?', 'Я болею, поэтому хожу медленно', 'Когда у тебя день рождения?', 'Не понимаю твой ход',
    'Что делать, конь потерян', 'Я уезжаю на дачу, там нет интернета', 'Дай мне ещё два дня', 'Помоги мне выбрать подарок', 'Ты играешь с компьютером?', 'Мы сменили адрес, живём теперь в Туле',
    'Я ошибся, да?', 'Bạn đã đi khám chưa?', 'Tôi bị ốm nên đi hơi chậm', 'Sinh nhật bạn khi nào?', 'Tôi không hiểu nước đi của bạn', 'Tôi đi vắng tuần sau nhé', 'Bạn có hay chơi với máy không?',
    'Tôi vừa chuyển nhà, giờ ở Huế', 'Cho tôi thêm hai ngày được không?', 'Mời bạn uống cà phê', '你感冒好了吗？', '你生日是什么时候？', '我病了，走得慢一点', '看不懂你这步棋', '我下周不在，别等我', '怎么办，我的马丢了', '能多给我两天吗？', '你平时和电脑下吗？',
    '我们搬家了，现在住在苏州', '你的假期怎么样？', '我走错了，唉', '我没空', '你感冒好了嗎？', '你生日是什麼時候？', '我病了，走得慢一點', '看不懂你這步棋', '我下週不在，別等我', '怎麼辦，我的馬丟了', '能多給我兩天嗎？', '你平常跟電腦下嗎？', '我們搬家了，現在住在台南', '邀請你來喝茶') {
	fresh() if $said++ % 15 == 0;
	my ($own, $other) = answers($fred, $text);
	like($other, qr/fred writes: \Q$text\E/, "words: $text");
}

# --- a line of our own list of commands, with what we say of it
for (['en', '  reject      to decline it; your next move does that, too', 'reject'], ['vi', '  từ chối     (reject) không đồng ý; đi nước tiếp theo cũng là từ chối', 'từ chối'], ['en', '  draw        offers fred a draw', 'draw'], ['ru', '  отклонить   (reject) отказаться', 'отклонить']) {
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
for my $text ('Yes?', 'What is this?', 'Who gave you my address?', 'How do I accept?', 'please delete my account', "Hi Fred,\n\nno thanks, too many games already.") {
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

# --- "cancel" by the challenged declines, by the challenger takes back
for my $text ('cancel the challenge', 'delete the challenge', 'Please withdraw the challenge') {
	$world = World->new;
	$world->players;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
	$world->run;
	like(join(' ', answers($fred, $text)), qr/Did you mean this\?.* withdraw /, "$text: by who challenged");
	like(join(' ', answers($wilma, $text)), qr/Did you mean this\?.* reject /, '... and by who was challenged');
}

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
