#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A deed, and then second thoughts of any kind: a time that is claimed and given after all, a yes
# with a condition, a move that another follows, on one board or on one of several.  It is asked
# about, and nothing is done; honest talk below the same deeds lets them be done.
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
my $config = "answers_hour = 1000\nanswers_day = 1000\noutage = 10080\n";
my ($world, %begun, %letter);

sub says
{
	my ($who, $text) = @_;
	$world->answer($who, encode('UTF-8', $text));
	return join ' ', map { decode('UTF-8', $_->{body}) =~ s/\s+/ /gr } grep { $_->{address} eq $who } $world->run;
}

# What stands before wilma's letter.
my %situation = (
	'' => sub { game('H1-G3') },
	draw => sub { game("H1-G3\ndraw") },
	undo => sub { game('H1-G3'); says($fred, 'undo') },
	resign => sub { game('H1-G3'); says($wilma, 'resgin') },
	move => sub { game('H1-G3'); says($wilma, 'I think h10g8') },
	claim => sub { $world->game('--time=3d --claim'); says($fred, 'B3-E3'); says($wilma, 'B10-C8'); $world->pass_time(3.2 * 86400); $world->run },
	challenge => sub { $world->players; says($fred, 'challenge wilma') },
	players => sub { $world->players },
	boards => sub {
		$world->game('--time=3d');
		says($fred, "challenge wilma --time=3d\nchallenge wilma --time=3d");
		says($wilma, 'accept all');
		says($wilma, 'set digest 7');
		$world->send(from => $fred, text => join "\n", 'as fred secret1', map { "move $_ B3-E3" } 1 .. 3);
		$world->run;
		$world->pass_time(21 * 3600);
		$world->run;
	},
);
sub game { my ($last) = @_; $world->game; says($fred, 'B3-E3'); says($wilma, 'B10-C8'); says($fred, $last) }

sub begin
{
	my ($what) = @_;
	$world = World->new(config => $config);
	if ($begun{$what}) {
		$world->{now} = $begun{$what}{now};
		return $world->become($begun{$what});
	}
	$situation{$what}->();
	$begun{$what} = World->new(config => $config)->become($world);
	$begun{$what}{now} = $world->{now};
}

sub state { return $world->query("SELECT group_concat(state || ' ' || length) || ' ' || (SELECT count(*) FROM vacation) || ' ' || (SELECT sum(draw_by) FROM game) || ' ' || (SELECT count(*) FROM game) FROM game") }

sub try
{
	my ($what, $is_done, @texts) = @_;
	for (@texts) {
		my $text = s{ // }{\n\n}gr =~ s{ / }{\n}gr;
		begin($what);
		my $before = state();
		my $own = says($wilma, $text);
		my $name = ($what && "$what: ") . $_;
		if ($is_done) {
			isnt(state(), $before, "$name: done") or diag($own);
		} else {
			is(state(), $before, "$name: not done");
			like($own, qr/Nothing was (?:done|played)|Did you mean|Do you want|Which/i, '... but asked');
		}
	}
}
sub stays { my ($what, @texts) = @_; try($what, 0, World::is_sanitized() ? @texts[grep { $_ % 5 == 0 } 0 .. $#texts] : @texts) }
sub done { my ($what, @texts) = @_; try($what, 1, World::is_sanitized() ? @texts[grep { $_ % 5 == 0 } 0 .. $#texts] : @texts) }

# --- the other's time is over, and gets more
stays('claim', map { "claim // $_" } 'just kidding, Fred, get well first', 'or should I wait?', "wait, he wrote me that he's ill", 'nah, let him play', 'not yet please', 'but only tomorrow', 'doch nicht, wir warten',
    'шучу, подожду', '算了，再等等他', 'thôi, chờ bác ấy thêm', "I won't, he is a friend", "no don't", 'sorry wrong button', 'I changed my mind', "no, I'll give him one more day", 'oder soll ich warten?', 'нет, подождём ещё', 'khoan, để bác ấy đi', '还是再等一天吧', '等等，他病了', 'if he does not answer tomorrow');
done('claim', 'claim', map { "claim // $_" } 'sorry for you, good game', 'Get well soon, Fred!', 'I waited for three weeks.', 'No hard feelings.', 'Schade, es war eine schöne Partie.', 'Жаль, хорошая была партия.');

# --- a game is given up
stays('', map { "resign // $_" } 'after my next move', 'oops wrong mail', 'april fools', 'das gilt für die andere Partie', '发给别人的', '不是这盘', "That's what you want to hear, right?", "let's see if this works", 'sorry, ignore');
stays('', '投降 // 這輩子不可能', 'draw // after your next move');
done('', map { "resign // $_" } "after that blunder it's hopeless", 'after all these weeks I am tired', 'That was a good lesson, thanks.', 'Right you were!', 'Oops, what a game.', "Let's see how the next one goes.", 'I ignored your cannon too long', 'Wait until next time!', 'One more move and it is mate.', "When I'm back, a rematch?", 'Before that I was winning.', 'Once you took the cannon it was over.');

# --- a move, and behind it on its line
stays('', map { "h10g8 $_" } 'but not yet', 'wait', 'no', 'haha no', 'oops', 'in two days if nothing better comes up');
stays('draw', 'h10g8 no', 'h10g8 haha no');
# … below it
stays('', map { "h10g8 // $_" } 'meinte c7c6', 'edit: c7c6', 'is that legal? If not, c7c6', 'oops, meant the cannon to c8', 'That was the plan. But my hand shakes: play C7-C6.', 'oops, meant i10h10', 'oops', 'no, wrong horse', 'nvm',
    'hang on a sec', 'jk jk', "lol jk I'm not that stupid", 'Quatsch, war ein Scherz', '骗你的', 'tạm thời chưa đi nhé', 'actually let me think about it until tomorrow', 'but wait for my confirmation', 'would be my move, what do you say?',
    'but only if you promise to eat your vegetables', 'I guess not', 'нет, не тот конь', 'nein, falsches Pferd', '不，走错马了', 'я имел в виду c7c6', '更正：c7c6', 'sửa thành c7c6', 'Moment, lass mich überlegen', 'ой', 'nhầm', '错了');
stays('', 'h10g8 нет', 'h10g8 等等', 'h10g8 doch nicht', 'h10g8 но не сейчас', 'h10g8 khoan');
stays('', 'h10g8, aber erst morgen', map { "h10g8 // $_" } 'but only tomorrow', 'Only if you agree to 3 days a move.', 'Bitte erst morgen', 'только завтра', 'mai hãy đi', '明天再走这步', '你同意才算');
done('', 'h10g8', 'h10g8 oops, that was late', 'h10g8 no comment :)', map { "h10g8 // $_" } 'Not today, my friend!', 'Tomorrow I am only half awake.', 'oops, that took me long!', 'wait for my next surprise :)', 'No!', 'Not yet.', 'I meant to write earlier.', 'Oops, I meant to write you about the cat.',
    'Wait until you see my garden!', "I wanted to play B10-C8, but then I saw your cannon.", 'Actually I like your opening.', 'Maybe, who knows.', 'Joke of the day: what has four legs?', 'Das war kein Scherz.', 'If not, tell me.', 'No, the wrong horse died in that story.', 'Play well!', 'Warte nur, gleich hab ich dich', 'Ой, как холодно у нас!', '等着瞧', 'Cứ chờ xem', 'Nein, ich wohne nicht in Bonn.', '不，我不住在北京');

# … words that call it off, on the very next line or below; "stop" and "undo" are no commands there
stays('', map { "h10g8 / $_" } 'STOP', 'stop', 'undo', 'no', 'nein', '不', 'нет', 'không', 'Stop, I did not mean that.', 'Undo that please', "I'd like to withdraw this", "that's the wrong move", 'please delete this move', 'the real move follows', 'Stop! Wait! I did not see the soldier.', '錯了，等我改', 'рано ещё, подумаю', 'zurück!', '撤回');
stays('', map { "h10g8 // $_" } 'Undo!', 'My mistake, I will write again.', 'ich melde mich morgen mit dem richtigen Zug', '发错棋盘了，抱歉', '發錯棋盤了，抱歉', 'nhầm bàn rồi, xin lỗi', 'Hm, on reflection I prefer the other horse.', 'I meant the left one.', 'or should I rather move the other horse?', 'wait, not yet', 'I withdraw my move, sorry', 'Bitte lösche diesen Zug', 'отзываю ход', 'tôi muốn rút lại', '请删除这步');
done('', map { "h10g8 / $_" } 'no problem', 'no thanks', 'stop by for tea some day', 'No, I was not in Paris. / It rained.', "Fred, don't stop writing");
done('', map { "h10g8 // $_" } 'When I am back I will write again, promised.', 'Morgen fahre ich weg, antworte also erst am Montag.', 'I am away, and answer only tomorrow.', 'Я отвечу только завтра.', 'I did not see your cannon.', 'Undo your coat, it is warm.', 'There is a draft from the window.', 'Nice move, I see the real one behind it.', 'Bitte grüß deine Frau zurück.', 'Never stop playing like this!', '不，我不住在北京');
# … drafts and provisos
stays('', map { "h10g8 // $_" } 'This is only a draft, I send the real move tonight.', 'Please treat this as provisional until I confirm.', 'Hold this until you hear from me again', 'Please wait with this until tomorrow.', 'Maybe I change my mind later, keep it open please.', 'Ask me again tomorrow.', 'Will decide after lunch.', 'What do you think, is it good? Then I play it.',
    'Is this allowed? If not, tell me before you play it.', 'Das ist noch nicht endgültig.', 'Это ещё не окончательно.', 'Entwurf!', 'Nur ein Entwurf', 'Это только черновик', 'đây chỉ là bản nháp', '这只是草稿', '這步暫定');
stays('', map { "h10g8 $_" } '(to be confirmed)', '(tbc)', 'only if you promise not to take on e7', '(just thinking aloud)', 'for example', '(rejected)', '(considered)', '(candidate 1)', '=> loses', '= bad move', '— плохой ход', 'spiele ich nie', '(engine line)', '(Vorschlag meines Mannes)', 'next, then the rook',
    'zum Beispiel', '(noch zu bestätigen)', 'например', '(черновик)', '(bản nháp)', 'chẳng hạn', '(草稿)', '(待确认)', '例如');
stays('', 'h10g8, hypothetically', 'h10g8: pro and contra', 'h10g8: what happens then?', '马8进7，明天走', 'h10g8 - theoretisch');
done('', map { "h10g8 $_" } '(bad)', '- do you like that?', 'with an idea behind it', 'and next time I take your cannon', '- my best move today', 'See you on Saturday', 'of course, as in every line', '(your computer will not like it)');
# … and the beginning of its sentence above it
stays('', map { "$_ / h10g8" } 'Not today:', 'Noch nicht:', 'Erst morgen:', 'Draft:', 'Draft only:', 'Option A:', 'Idea:', 'My plan:', 'Next week I will send you:', 'When I am back I will play', 'My husband says', '倘若我走', 'Mein Mann meint', 'Моя жена говорит:', 'Entwurf:', 'Черновик:', 'Bản nháp:', '草稿：', '我老公说：', 'Vợ tôi bảo:', 'Please do not think that I would play', 'You do not like it when I play', 'Heute nicht:');
stays('', "Hi Fred, / I do not play this today: // h10g8 // Wilma", '要是我走 // 馬8進7 // 你會怎麼辦？', 'You asked what I play against the central cannon: // h10g8 // That was in the last three games.', "In case I'm not back by Friday: / h10g8 / Otherwise I will send something better.");
done('', map { "$_ / h10g8" } 'Sorry that I could not answer earlier:', 'No more talk:', 'Here is my move:', 'My wife says hello', 'I am back from holiday, and play:', 'Finally:', 'You asked for my move:', 'No draft from me this time:', 'Mein Mann sagt schöne Grüße', 'Жена говорит привет', 'Vợ tôi bảo chào anh', '我老公说你好', 'Not bad! ');

stays('', map { "$_ / h10g8" } 'Rough draft:', 'My engine wants:', 'On Monday I will play', 'Am Montag spiele ich:', 'Nächste Woche kommt:', 'На следующей неделе:', 'Tuần sau:', '下週：', '如果你走车：', 'If you had taken:', 'What you fear is');
done('', map { "$_ / h10g8" } 'As you said:', 'On Sunday we went to the zoo', "Next week I'm away", 'Nächste Woche bin ich weg', 'В понедельник был дождь', 'As the coach of my team said, never give up!', 'Wie immer:', 'Наконец-то:', '终于：');
# … and neighbours of all these
stays('', 'h10g8 (sketch)', 'h10g8, as an example', 'h10g8 (geht nicht)', map { "h10g8 // $_" } 'I reserve the right to change it.', 'The final move comes tomorrow.', 'Mein richtiger Zug kommt morgen.', 'Please do not execute.', 'I have not made up my mind.', 'хочу отозвать', 'я ошиблась доской', 'Đây chưa phải nước chính thức', '这不是正式的');
stays('', map { "h10g8 / $_" } 'cancel', 'abbrechen', 'hồi cờ', '取消');
done('', 'h10g8 (schwach)', map { "h10g8 // $_" } 'Cancelled trains again.', 'I stop here for today, good night', 'Stop me if you can!', 'What happens then?', 'Keep it open, the café I mean!');

# --- a deed whose sentence, or doubt, goes on below
stays('', map { "resign // $_" } 'Do I have to?', 'What happens then with my rating?', 'and then what?', "I'd say, if I were you.", 'I mean you should', "that's what my wife says", 'you coward!');
stays('', '认输 // 还是继续？', '認輸 // 還早呢', '认输 // 不是我的风格', 'aufgeben // wollte ich, aber meine Frau sagt nein', 'aufgeben // solltest du!', 'сдаюсь // не мой стиль', 'ничья // мне не нужна', '求和 // 不是我的风格', 'h10g8 / draw // no draw, sorry, play on', 'draw // Why not try it later?', 'remis // kein Remis, ich spiele weiter');
done('', map { "resign // $_" } 'You should be proud!', 'You played like a lion!', 'My wife says hello.', 'That was what I deserved.', 'What a game!', 'I could not stop you.');
done('', '认输 // 不是你的错', 'aufgeben // Wollen wir noch eine spielen?', 'draw // No hard feelings');
stays('draw', 'annehmen // werde ich das nicht', '同意 // 不了，继续', '同意 // 你的看法，不过我要下完', 'yes // we can, after move 20');
done('draw', 'h10g8, no draw', "Danke, aber ich spiele weiter: // h10g8", 'annehmen // werde ich gern');
stays('undo', 'yes // serves you right!', 'да // сам виноват', 'yes // I saw that you slipped. Tough luck!', 'ja // Pech gehabt!', '是 // 活该');
done('undo', 'yes // Bad luck happens, no problem!');
# Nodding is no yes to the question whether a game is to be ended.
stays('resign', 'thanks, ok', 'ok ok', 'ok thanks');
done('resign', 'ok', 'yes, thanks');

# --- several boards
stays('boards', '2 h10g8 / no', '2 h10g8 / stop', '2 h10g8 // This is only a draft', '2 h10g8 // wait, not yet', '2 draw // no, play on', '2 draw // or wait', '2 h10g8 (not sure)', '2 h10g8 only if you promise', '2 resign // Do I have to?');
done('boards', '2 h10g8 // no, not in Paris', '2 draw // What do you think?', '2 h10g8 (hello!)');
stays('boards', '1 h10g8 // oops, meant 1 c7c6', '3 h10g8 // I mean 2', '1 h10g8 / 2 h10g8 // wait, swap them', '2 resign // oops, board 3', '1 h10g8 / 2 resign // just kidding');
done('boards', '1 h10g8 / 2 h10g8', '1 h10g8 // oops, that took me long!', '1 h10g8 / 2 h10g8 // see you at 8', '2 resign // well played', "1 h10g8 / nice one / 2 h10g8 / I mean it, nice one");

# --- a yes with a condition, or one that waits
stays('draw', map { "accept // $_" } 'but first h10g8', "I'll play h10g8 before that", 'let me move first', 'just one more move please', 'once you have moved', 'after you explain your 2nd move', 'wait until my wife has seen the board',
    'I want to check the board first', "next week when I'm back", 'under one condition: you tell me how', 'on one condition: a rematch');
stays('draw', 'annehmen // sobald du gezogen hast', 'đồng ý // với điều kiện ván sau em đi trước', '同意 // 但是让我先走一步', '同意 // 前提是你请我吃饭', '同意 // 等我走完这步', '同意 // 你做梦吧', 'согласен // но сначала мой ход', 'согласен // после твоего следующего хода', 'đồng ý // sau nước tiếp theo của bạn', '同意 // 你作夢', 'accept // as soon as you have moved', 'accept // after h10g8');
stays('undo', 'accept // once you say please');
stays('challenge', 'accept // but with 3 days a move please', 'accept // only with 7 days per move', '同意 // 不过我要执红', 'annehmen // aber bitte ungewertet', 'annehmen // aber mit 7 Tagen pro Zug', 'согласен // но 5 дней на ход', 'đồng ý // nhưng tôi đi đỏ', '同意 // 但是要7天一步', 'accept // but I want red');
done('draw', map { "accept // $_" } 'but it was close', "next week I'm on holiday", 'Once again a lovely game.', 'After your cannon came I was glad of it.', 'My wife has seen the board and says hello.', 'One more game?', 'First draw this year!', 'I would have played H10-G8.');
done('undo', 'accept // You said please, after all.', 'accept // but only because it is you');
done('challenge', 'accept // but I am a beginner', 'accept // With pleasure!', "accept // I'll wait for your first move", 'annehmen // aber ich bin langsam', '同意 // 我先走吗？');

# --- a yes that is none
stays('resign', 'sure sure', 'yeah right', 'Yeah, right!', 'ага, конечно');
stays('move', 'yeah right', 'Yeah, right!', 'ага, конечно');
done('resign', 'yes', 'да, да', 'Yeah!', 'Yes, right', 'Конечно', 'Right');

# --- others are told at once
stays('', 'vacation next week // wrong, I meant the week after', '休假下周 // 还没定');
stays('players', 'challenge fred // no wait');
done('', 'vacation next week // Nothing wrong, just skiing.');
done('players', 'challenge fred // No hurry, wait with it as long as you like.');

# --- both ends of a game in one letter
stays('draw', 'resign / accept', 'accept / resign');

done_testing;
