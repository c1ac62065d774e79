#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A deed, or a yes, and below it second thoughts: "resign", and then "or should I fight on?".  It is
# asked about, and nothing is done; what people say of a game that is over is no doubt.
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
my ($world, %begun);

# A game where both have moved and it is wilma's turn; offer: what fred sends then, in his letter.
sub begin
{
	my ($offer) = @_;
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	return $world->become($begun{$offer}) if $begun{$offer};
	$world->game;
	says($fred, 'B3-E3');
	says($wilma, 'B10-C8');
	says($fred, $offer eq 'draw' ? "H1-G3\ndraw" : 'H1-G3');
	says($fred, 'undo') if $offer eq 'undo';
	$begun{$offer} = World->new(config => $world->{config})->become($world);
}

sub says
{
	my ($who, $text) = @_;
	$world->answer($who, encode('UTF-8', $text));
	return join ' ', map { decode('UTF-8', $_->{body}) =~ s/\s+/ /gr } grep { $_->{address} eq $who } $world->run;
}
# State, moves, and who has an open request.
sub state { return $world->query("SELECT state || ' ' || length FROM game WHERE id = 1") }

# Each in a game of its own: it stays as it is.
sub stays
{
	my ($offer, @texts) = @_;
	@texts = @texts[grep { $_ % 5 == 0 } 0 .. $#texts] if World::is_sanitized();
	for (@texts) {
		my $text = ref ? $_->[0] : $_;
		begin($offer);
		my $before = state();
		my $last = '';
		$last = says($wilma, $_) for ref ? @$_ : $_;
		is(state(), $before, ($offer && "$offer: ") . (ref ? join(' … ', @$_) : $text) =~ s/\n+/ | /gr);
		unlike($last, qr/^Summary of .* (?:agreed|resigned)/, '... nothing is done');
	}
}

stays('', map { "resign\n\n$_" } 'or should I fight on?', 'not yet!', 'never!', '?', 'please do not resign for me yet', 'no wait, I still have a cannon',
    'oh wait wrong game', 'wrong board, sorry', 'Ignore that!', '(joke)', 'jk', 'Haha, no', 'Hahaha! Only joking!', 'sorry, I meant H10-G8', 'Actually no.',
    'draw?', 'Unless you offer a draw', 'hm, let me think about it once more', 'Do you think I should?', 'oops', 'oder soll ich noch kämpfen?',
    'War nur ein Scherz, ich ziehe morgen', 'хотя нет, ещё поборюсь', 'шутка, хожу завтра', 'hay là chưa?', '开玩笑的', '发错了', '或者再下幾步？',
    "if you don't accept a draw", 'Unless you see a way out for me', 'What do you think, is it worth playing on?', 'Was meinst du, lohnt sich das noch?', 'wenn du kein Remis willst', 'Есть ли смысл играть?', 'если не согласен на ничью',
    'not today!', 'is what I feel like after this blunder, but let us see', '... is what my wife would do', 'You would like that, would you not?', 'würde dir so passen ;)', 'April April', 'könnte ich jetzt, aber ich kämpfe',
    'пошутила', 'не дождётесь!', 'щас, размечтались', 'đùa thôi bác ơi', 'à mà không, đánh tiếp', 'không bao giờ', '不可能的', '——你想听的就是这个吧？没门', '想太多',
    'nếu bạn không đồng ý hòa', 'Có nên chơi tiếp không?', '如果你不同意和棋', '还有希望吗？', '除非你同意和棋');
for ('No hope left.', 'Not my best day.', 'No hard feelings!', 'You were better, I had no chance.', 'Thanks for the game. Rematch?', 'Нет слов, красиво!', '不愧是高手', 'Kein Wunder bei meinem Mittelspiel',
    'Actually you played well', "I don't see any defence.", 'My mistake was H1-G3, I think', "If you don't mind, a rematch with me as Red?", 'If you want we can play again', 'Wenn du magst, spielen wir noch eine Partie',
    '如果你愿意，我们再下一盘') {
	begin('');
	says($wilma, "resign\n\n$_");
	is(state(), '2 3', "resign | $_: given up");
}

stays('draw', "accept\n\ndon't do it yet, I must think", "accept\n\nno, wait", "accept\n\njust kidding", "accept\n\nor not?", "Yes\n\nDo not accept it yet", "ok\n\nno wait",
    "ok\n\nJust kidding, I play on", "Agreed\n\nor not", "ja\n\nnein, doch nicht", "einverstanden\n\naber erst morgen", "согласен\n\nшучу", "đồng ý\n\nđùa thôi", "同意\n\n开玩笑", "好\n\n不對，等等",
    'yes and no', 'yes/no', 'yes / no', 'no/yes', 'ja/nein', 'да/нет', '是/否', '好不好', 'có không', 'of course not', 'I accept no draw', "H10-G8\ndraw\n\nor not");
for ('accept', "yes\n\nWell played!", "Let's draw", 'a draw is fine', '那就和') {
	begin('draw');
	says($wilma, $_);
	is(state(), '2 3', s/\n+/ | /gr . ': agreed');
}
# A yes with a condition, or one that is put off.
stays('draw', map { my ($yes, @words) = @$_; map { "$yes\n\n$_" } @words } ['ok', 'I will move tomorrow', 'I am not so sure about a draw', 'Well, I think I would rather play on a bit', 'so you think you can get away with a draw? no chance :)'],
    ['Yes,', 'it was a lovely game. But I want to play on!'], ['ja', "oder nein, lass uns weiterspielen", 'von wegen!'], ['ok', 'ich ziehe morgen'], ['annehmen', 'Spaß, ich kämpfe weiter'],
    ['好', '我明天再走', '可是你为什么要和呢？我还想下'], ['行', '你想得美'], ['Vâng', 'để em suy nghĩ thêm'], ['được', 'nhưng đánh thêm mấy nước đã'], ['Согласна', '...была бы, если бы не моя ладья. Играем!'], ['no', "problem, let's draw", 'just kidding, draw']);
# ... but not with what is said of other things, or marked as speech.
for (["yes\n\n| see you on Sunday, but not if it rains", 'draw'], ["yes\n\nDon't worry, I'm not as strong as I look.", 'draw'], ["yes\n\nsee you on Sunday if the bus runs", 'draw'], ["yes\n\nsay\nThank you, but not for the fish", 'draw'],
    ["ok\n\n| Don't tell your wife", 'undo'], ["好\n\n| 谢谢你，明天见", 'draw'], ["annehmen\n\nNicht unsere beste Partie. War doch schön, oder?", 'draw']) {
	my ($text, $offer) = @$_;
	begin($offer);
	says($wilma, $text);
	isnt(state(), '1 3', $text =~ s/\n+/ | /gr . ': agreed');
}
for (["Draw accepted.\n\nhow's your hip?", 'draw'], ["Ja, Remis angenommen.\n\nMir schwirrt heute der Kopf.", 'draw'], ["好，和了。\n\n谢谢你陪我下棋", 'draw']) {
	my ($text, $offer) = @$_;
	begin($offer);
	says($wilma, $text);
	is(state(), '2 3', $text =~ s/\n+/ | /gr . ': agreed');
}
begin('draw');
like(says($wilma, 'Draw?'), qr/Do you want "accept", or not\?/, 'a question to who offers a draw');
says($wilma, 'yes');
is(state(), '2 3', '... and a yes agrees');
# What the other may decline has less to lose.
begin('');
like(says($wilma, "undo\n\nIf you don't want to, that's fine too."), qr/You asked to take back/, 'a request that leaves it to the other');
# A move that was submitted is named by itself, and a yes plays it.
for my $text ("yes\n\nBut not this one, let me think.", "confirm\n\nor rather not, let me think") {
	begin('');
	says($wilma, 'submit H10-G8');
	like(says($wilma, $text), qr/Do you want "H10-G8", or not\? If you do, send it alone: H10-G8 The answer "yes"/, $text =~ s/\n+/ | /gr . ': which move');
	is(state(), '1 3', '... not played');
	says($wilma, 'yes');
	is(state(), '1 4', '... and a yes does');
}
# What begins like a yes, and is none.
stays($_, '是喔', '是哦', 'Yeah right', 'Да ладно!', 'ja ja') for 'draw', 'undo';
stays('', ['I resign', '是喔'], ['I resign', 'Yes, I think so']);
stays('draw', 'no draw, sorry', 'I decline the draw', 'Kein Remis!', 'nicht einverstanden', '不同意', 'Không đồng ý');
for ('nah', 'nö', 'khong', 'Dạ không') {
	begin('draw');
	like(says($wilma, $_), qr/You declined the draw/, "$_: declined");
}
for (['dong y', 'draw'], ['Dạ vâng', 'draw'], ['Ừ', 'draw'], ['ok no problem', 'undo'], ['Na klar, kein Problem!', 'undo']) {
	my ($text, $offer) = @$_;
	begin($offer);
	says($wilma, $text);
	isnt(state(), '1 3', "$text: agreed");
}
stays('undo', "ok\n\nno wait", "let's draw", 'a draw is fine', 'take the draw', '接受和棋', 'yes and no');
# A receipt is no yes, and what is said of a draw that is agreed no doubt.
stays('draw', "ok\n\nI'll think about it", "ok\n\nbut please give me a day to think about it", "ja\n\naber ich überlege noch", "хорошо\n\nПодумаю и напишу.", "được\n\nđể mình suy nghĩ đã", "好\n\n我考虑考虑",
    "yes\n\nNo draw, I play on.");
for ("yes\n\nNo hard feelings :)", "ok\n\nbut next time I'll win!", "accept\n\nActually I was going to offer it too.", "同意\n\n不分胜负，下得开心！", "đồng ý\n\nKhông ai thắng được nữa.") {
	begin('draw');
	says($wilma, $_);
	is(state(), '2 3', s/\n+/ | /gr . ': agreed');
}
# What ends the play, and a move: only one of them can be meant, and no yes says which.
for (["accept\nH10-G8", 'draw'], ["H10-G8\naccept", 'draw'], ["H10-G8\n\nI accept.", 'draw'], ["H10-G8 I accept", 'draw'], ["yes\nH10-G8", 'draw'], ["accept draw\n\nH10-G8", 'draw'],
    ["accept\nH10-G8", 'undo'], ["resign\nH10-G8", ''], ["H10-G8\n\nresign", ''], ["resign\n\nH10-G8", '']) {
	my ($text, $offer) = @$_;
	begin($offer);
	like(says($wilma, $text), qr/Your letter also contains a move\. Which of the two do you want\? .* play on, send this alone: H10-G8 For the other, send this alone: (?:accept(?: draw)?|resign) To send/, $text =~ s/\n+/ | /gr . ': which?');
	says($wilma, $_) for 'yes', 'no';
	is(state(), '1 3', '... nothing is done, nor declined');
	says($wilma, 'H10-G8');
	is(state(), '1 4', '... and what it names is');
}
for ("reject\nH10-G8", "thanks but no\nH10-G8", "H10-G8\nno draw yet", "ok then\nH10-G8", "Well then,\nH10-G8") {
	begin('draw');
	says($wilma, $_);
	is(state(), '1 4', s/\n+/ | /gr . ': played');
}
# The question names what is doubtful, and its own words answer it.
for my $answer ('yes', 'accept') {
	begin('draw');
	like(says($wilma, "yes\n\nunless you see something better"), qr/unless you see something better Do you want "accept", or not\?/, 'a yes in doubt: what is doubtful');
	says($wilma, $answer);
	is(state(), '2 3', "... and $answer agrees");
}
# Who asks to take back may say what he meant.
begin('');
like(says($wilma, "undo\n\nSorry, I meant the other horse."), qr/You asked to take back/, 'undo, with its reason');
# An endless step once.
begin('draw');
says($wilma, "I10-I9\n\n今天很冷。。谢谢你提和。");
is(state(), '1 4', 'full stops of Chinese beside an open offer');

# … and to the server's own questions.
stays('', ['I resign', "let's draw"], ['I resign', 'remis ist gut'], ['I resign', '那就和'], ['I resign', "yes\n\nNo, wait"], ['I resign', "yes\n\njust kidding"], ["resign\n\nor not?", "let's draw"],
    ["H10-G8\n\njust kidding", "let us draw"]);

# --- a move that is taken back below it
stays('', map { "H10-G8\n\n$_" } 'Do not play this now', 'please do not play this move before tomorrow', 'Hold this move until tomorrow', 'Ignore the above', 'Sorry, I10-I9 of course',
    'Oh no, sorry, I10-I9', 'make it I10-I9', 'Or I10-I9?', 'I mean the other one... no, I10-I9', 'Spiel den Zug noch nicht', 'Пока не играйте этот ход', 'Khoan đi nước này đã', '先别走这步', '等我确认再走');

# ... that is only thought of, or an example; and one that was said to be another.
stays('', map { "H10-G8\n\n$_" } "wait, don't play that yet, let me sleep on it", 'hm, no, scratch that', 'On second thought, not that one.', 'just an example of how to write a move', '(testing, please disregard)', "Don't do it yet please.",
    'No! Wrong square, sorry.', 'Bitte noch nicht ausführen!', 'ne, lieber nicht', 'нет, отмена', 'забудьте, я ещё думаю', 'thôi bỏ đi, mai em đi', 'em ví dụ thế thôi', '算了，明天再走吧', '别当真，我还没想好', '哎呀发错了，不算', '等一下，先不要');
stays('', 'H10-G8 no way', 'H10-G8, hmm, not convinced, let me think', 'H10-G8 hätte ich fast gespielt', 'H10-G8 - нет, подумаю ещё', 'M8.7, mà thôi để em nghĩ lại', "H10-G8\nno sorry");
stays('', "From my book:\n\n1. H3-E3 H10-G8\n2. H1-G3 I10-H10\n3. H10-G8\n\nand Red is better, it says.");
stays('', map { "H10-G8\n\n$_" } 'Wrong board, sorry.', 'Oops, that was for my game with Bob.', 'Is this how I have to write it?', '我只是练习');
stays('', map { "$_\n\nH10-G8" } 'What would you do against', 'Suppose I play', 'Should I play this?', 'I am thinking about', 'Example:', 'test', 'Niemals würde ich so eröffnen:', 'Думаю над ходом', '我在考虑', 'Em đang nghĩ nước');
for ("Hello Fred, I was thinking about you all week.\n\nH10-G8", "Never mind the delay!\nH10-G8", "H10-G8\n\nLet me tell you a joke some day", "H10-G8\n\nI think about you often. Wait for my parcel!", "H10-G8\n\nNot a bad opening, is it?", "H10-G8\n\nI am still thinking about your question.",
    "星期天差点没忍住。\n\nH10-G8", "For me, the key question is: who wins the cup?\n\nH10-G8", "H10-G8\n\nПодожди, увидишь, что будет дальше!") {
	begin('');
	says($wilma, $_);
	is(state(), '1 4', s/\n+/ | /gr . ': played');
}

# --- a deed in a clause is asked about; where it is denied, or hangs on a condition, it is talk
begin('');
like(says($wilma, $_), qr/Did you mean this\? .* resign /, "$_: given up?") for 'ok you win, I resign. well played', 'I give up, you are too strong for me. Thanks for the game!', '认输了，你下得真好！', 'Gebe auf, Glückwunsch!', 'Я проиграл, сдаю партию', 'Đầu hàng!';
for ('Не сдаюсь!', 'Если потеряю ладью, сдаюсь', 'Aufgeben? Niemals!', 'if you resign now I buy you a beer', 'I give up smoking. Wish me luck', 'My brother always says I resign too early', 'When I resign, I resign. Not today though') {
	begin('');
	like(says($wilma, $_), qr/Passed on to fred/, "$_: talk");
	is(state(), '1 3', '... and nothing is done');
}
for (['Yes, I resign', '2 3'], ['Yes, resign', '2 3'], ['Ja, aufgeben', '2 3'], ['对，我认输', '2 3'], ['Yes, I offer a draw', '1 3']) {
	my ($text, $want) = @$_;
	begin('');
	says($wilma, 'I resign');
	says($wilma, $text);
	is(state(), $want, "resign? $text");
}

for (['Yes, play it', '1 4'], ['yes play H10-G8', '1 4'], ['Yes, H10-G8', '1 4'], ['Yes, I10-I9', '1 3'], ['Yes, resign', '1 3']) {
	my ($text, $want) = @$_;
	begin('');
	says($wilma, 'I think H10-G8 is best');
	says($wilma, $text);
	is(state(), $want, "H10-G8? $text");
}
begin('');
says($wilma, 'I resign');
says($wilma, 'Yes, play it');
is(state(), '1 3', 'what plays a move gives up no game');
like(says($wilma, "puzzle\n\nHow was your weekend?"), qr/Your message was not sent\./, 'words below what is refused and goes to nobody');
like(says($wilma, 'if'), qr/needs more behind it\. It is written/, 'what lacks all is not offered');

# --- settings and private notes among the words
begin('');
for (['no html please', 'set html off'], ['turn reminders off', 'set reminders off'], ['keine html mails mehr bitte', 'set html off']) {
	like(says($wilma, "H10-G8\n$_->[0]"), qr/may be meant as the command "set"\. H10-G8 was not played either\. .* \Q$_->[1]\E /, "$_->[0]: a setting?");
}
like(says($wilma, "H10-G8\n$_"), qr/may be meant as the command "note"/, "$_: a note?") for '[private] his horse hangs', 'note - his horse hangs', 'note (private): his horse hangs', 'my notes: his horse hangs',
    'ghi chú: mã treo', '给自己看：他的车没根', 'PS (only for me): watch his cannon', 'note to self: his horse hangs', "Persönliche Notiz\ner übersieht die Kanone", 'заметка себе: он зевает пушку', '给自己的笔记：他老是漏看炮', 'ghi chu: no hay quen phao', 'Merken: er übersieht die Kanone', 'Private, not for Fred: he is weak on the left.', "Don't show this to Fred: he is weak on the left.", '不要转给对方：他左边弱', 'Watch his cannon (private)', 'His horse hangs. [note to self]', '注意他的炮（自己看）', 'Auf die Kanone achten (nur für mich)';
# Brackets that say more are talk.
unlike(says($wilma, "say\n$_"), qr/command "note"/, "$_: talk") for 'I was away (private reasons) last week', 'That move (for me the best) hurt';
# A plan in other words does not go to the other player.
like(says($wilma, "H10-G8\n$_"), qr/may be meant as the command "if"\. .* H10-G8, if I1-H1 then I10-H10 The answer "yes"/, "$_: a plan?") for 'on I1-H1 I play I10-H10';
# ... and who is to move is offered none.
like(says($wilma, 'on H1-G3 I play H10-G8'), qr/Did you mean this\? .* H10-G8 /, 'a plan for the move that was made');
like(says($wilma, 'stop the reminders'), qr/may be meant as the command "set"\. .* set reminders off The answer "yes" does/, 'stop the reminders');
like(says($wilma, $_), qr/may be meant as the command "set"\. .* set html off The answer "yes" does/, $_) for 'stop the html', 'please stop the html mails';

# --- Of others' wording: slips, cats and children, questions about the command, what goes on or is said by another.
stays('', map { "resign\n\n$_" } "I won't. My move follows.", 'Not on your life!', "I'd never write that, of course.", 'hold on a sec, let me look at the board again', 'maybe after lunch', 'But first show me the mate.',
    'Sorry, the cat typed that', 'Forgive me, wrong button', 'Strike the above.', 'how do I do that?', 'What happens if I write that? Do I lose at once?', 'Is that what you expect?', 'said no one ever', "Why don't you?");
stays('', "resign\nrhymes with wine, my daughter says.", "aufgeben\ntut man nur Briefe, sagt mein Opa", "сдаюсь\nсказал попугай", map { "aufgeben\n\n$_" } 'werde ich nicht', 'vielleicht morgen', 'hättest du wohl gern', 'Habe mich vertippt', 'Wie geht das?', 'sagte der Papagei');
stays('', (map { "认输\n\n$_" } '我才不会呢', '明天再说', '没那么容易', '你先认', '按错了', '猫踩到键盘了', '怎么操作？'), (map { "認輸\n\n$_" } '下輩子吧', '按錯了', '怎麼操作？'), (map { "xin thua\n\n$_" } 'đâu có dễ vậy', 'con mèo bấm đấy', 'làm thế nào?'),
    map { "сдаюсь\n\n$_" } 'мечтай', 'кот прошёлся по клавиатуре', 'как это делается?');
# … both answers in one letter, and a yes that waits for something
stays('draw', "accept\n\nreject", "accept\n\nSorry, reject", "accept\n\ntypo, I meant reject", "annehmen\n\nablehnen", "annehmen\n\nich meinte ablehnen", "同意\n\n拒绝", "同意\n\n拒絕", "согласна\n\nошибка, я хотела отказаться",
    "accept\n\nonce you have explained your last move", "annehmen\n\nerst wenn du die Kanone zurückziehst", "同意\n\n等我赢了再说", "accept\n\nWhat does this do?", "ok\n\nyour offer arrived.", "ok\n\ngelesen", "ok\n\nđã nhận thư");
stays('', map { "draw\n\n$_" } "just kidding, I'm winning", 'Psych!');
# … below a move, beside it and around it
stays('', map { "H10-G8\n\n$_" } 'hmm, no', 'strike that', 'please ignore the move above', 'Sorry, the cat typed that.', 'I mean the other horse', "I'd never play that", 'nein, halt', 'bitte ignorieren', 'нет, подожди, не ходи так', 'ошиблась',
    "maybe. I'll confirm tomorrow.", "is what my computer suggests. Should I trust it?");
stays('', "马8进7\n\n走错了", "馬8進7\n\n請忽略", "M8.7\n\nbỏ qua nhé", 'H10-G8 maybe', 'H10-G8 after lunch', 'H10-G8 morgen', 'H10-G8, said the book, but I doubt it', "Tomorrow I'll play\nH10-G8", "Is this legal?\nH10-G8", "I dreamt that I played\n\nH10-G8\n\nand won a cow",
    "H10-G8\nwas what I played last year and I lost. I need another day.", "H10-G8\nis bad because of the cannon");
# … and below what the other is told at once, or cannot be taken back
for my $days ('vacation 2026-12-20 2026-12-27', 'block fred', 'give 3d') {
	begin('');
	like(says($wilma, "$days\n\n$_"), qr/Nothing was done/, "$days | $_: asked") for 'just kidding', "Don't do it yet", 'no wait, my boss has not agreed yet', 'Actually no.';
	is($world->query('SELECT (SELECT count(*) FROM vacation) + (SELECT count(*) FROM block)'), 0, '... and nothing is done');
}
# What answers an offer in other words is asked about, and not passed on as talk.
for ("Fair enough, let's call it a draw.", 'Gut, dann Remis. Bis zum nächsten Mal!') {
	begin('draw');
	like(says($wilma, $_), qr/Did you mean|Do you want|as the command/, s/\n+/ | /gr . ': asked');
	is(state(), '1 3', '... and nothing is done');
}
begin('draw');
like(says($wilma, "отказываюсь\n\nРано ещё."), qr/You declined the draw/, 'declined');
# Other words that agree to what is offered, and to that alone.
my %agrees = (draw => ['Sounds good to me, Fred!', "Okay, a draw then. Thanks!", 'Na klar, Remis!', 'Ладно, ничья.', 'Hòa nhé, cảm ơn anh', '好的，那就和吧', '好，就和局吧'],
    undo => ['No problem, take it back', 'Be my guest!', 'Kein Problem, mach nur', 'Ничего страшного, переходи', 'Không sao, cứ đi lại đi', '没事，悔吧', '好，請便']);
for my $offer (sort keys %agrees) {
	for (@{$agrees{$offer}}) {
		begin($offer);
		says($wilma, $_);
		is(state(), $offer eq 'draw' ? '2 3' : '1 2', "$offer: $_");
	}
}
stays('undo', 'Deal? Let me see first', "let's play", 'a draw then', '和棋', "los geht's");
stays('draw', "ok\n\nhow is a draw rated here?", "Ja\n\nWas bringt mir ein Remis in der Wertung?", "是\n\n和棋算几分？");
stays('', "draw\n\nNo, I'd rather win this", "draw\n\nNein, doch nicht", "求和\n\n算了，不和");
stays('draw', 'be my guest', "let's play", 'no problem', '请便', 'bring it on');
# What declines, with the reason.
for ('No, sorry, no time this week', 'No thanks, I have too many games already.', 'Nein, leider keine Zeit', 'Нет, извини, нет времени', '不，谢谢，最近太忙') {
	$world = World->new;
	$world->players;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
	$world->run;
	$world->answer($wilma, encode('UTF-8', $_));
	my ($told) = map { decode('UTF-8', $_->{body}) =~ s/\s+/ /gr } grep { $_->{address} eq $fred } $world->run;
	like($told // '', qr/wilma does not want to play now\..*\Q$_\E/, "a challenge: $_");
}
for ('Challenge accepted!', "Let's play!", 'Los geht\'s!', 'Поехали!', '来吧，下一盘') {
	$world = World->new;
	$world->players;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
	$world->run;
	says($wilma, $_);
	is($world->query('SELECT state FROM game'), 1, "a challenge: $_");
}
# A move between the halves of a sentence.
stays('', "My brother phoned me last night and said\n\nH10-G8\n\nand laughed", "You would love to see\n\nH8-E8\n\nbut I am not that stupid", "Possible are:\n\nH10-G8\n\nand the other horse. Later more.",
    "Hi Fred,\n\nH10-G8\n\nwas on my mind all night.", "Beim Frühstück fiel mir ein\n\nH10-G8\n\naber das taugt nichts", "Мой дед всегда ходил\n\nH10-G8\n\nи всегда проигрывал", 'H10-G8 on Saturday, I promise', 'H10-G8 am Samstag', 'H10-G8 never won me a game');
for ("Hi Fred\n\nH10-G8\n\nhope you are well", "hello, what a week\n\nh10-g8\n\nand yours?", "It rained all day.\n\nH10-G8\n\nsee you on Friday", "My move:\n\nH10-G8\n\nthanks", "Here we go\n\nH10-G8\n\nThe kids are fine.", 'H10-G8 See you on Saturday', 'H10-G8, on Saturday I am away') {
	begin('');
	says($wilma, $_);
	is(state(), '1 4', 'played: ' . s/\n+/ | /gr);
}
# What sounds so, and is none.
for ("Oops, that was quick.", 'I typed my moves too quickly all game long. My fault.', 'How did you see that cannon trick?', 'What did I do wrong? Where was my mistake?', 'Not even my grandma would play on here.', "Is it ok if I'm Red next time?", "My kids say hello!",
    'Once you took the cannon it was over.', "I won't forget this game.", "Why don't you come over for tea?", "You should write a book!", 'Tell me how you saw that!') {
	begin('');
	says($wilma, "resign\n\n$_");
	is(state(), '2 3', "resign | $_: resigned");
}
for ("is it snowing there, too?", 'if you need more time just ask', "- your turn", 'No idea whether that is right.', "No, I don't live in Paris.", 'Later I saw your letter about the garden.') {
	begin('');
	says($wilma, "H10-G8\n$_");
	is(state(), '1 4', "H10-G8 | $_: played");
}

done_testing;
