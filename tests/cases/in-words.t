#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What a letter says in words that is a deed, is asked about, and not passed on as talk while it
# stays undone: offers of a draw and their withdrawal, resignations, claims, take-backs, moves by
# odd letters.  What only speaks of such a thing is talk.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(remove_tree);
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

# What has happened when wilma writes.  fred has red.
my %scene = (
	'to move' => sub { },
	'her draw' => sub { act($_[0], $wilma, 'draw') },
	'his draw' => sub { act($_[0], $fred, 'draw') },
	'his undo' => sub { act($_[0], $fred, 'undo') },
	'his move' => sub { act($_[0], $wilma, 'H10-G8') },
	'time up' => sub { act($_[0], $wilma, 'H10-G8'); $_[0]->pass_time(3.1 * 86400); $_[0]->run },
	'challenge' => sub { act($_[0], $fred, 'challenge wilma --time=3d') },
	'ended' => sub { act($_[0], $fred, 'resign') },
	'asked b10c8' => sub { act($_[0], $wilma, 'I think b10c8') },
	'three boards' => sub {
		for (2, 3) {
			act($_[0], $fred, 'challenge wilma --time=3d');
			act($_[0], $wilma, 'accept');
		}
		act($_[0], $wilma, 'show 1 2 3');
	},
);

# [scene, what is meant, letters ...]; the meaning: a form that is offered, 'nothing' where the
# letter is not understood and nothing is offered, 'yes' or 'no' where it is done, 'moves', 'talk'.
my @cases = (
	['her draw', 'withdraw', 'I take back my offer, I want to play on', 'please forget the draw, i changed my mind', 'no draw after all',
	    'Снимаю предложение ничьей', '我撤回求和', '我收回和棋的提议', 'Ich ziehe mein Remisangebot zurück.'],
	['her draw', 'talk', 'Shall we go on?', 'I take back what I said about your horse'],
	['to move', 'talk', 'no draw after all, I see', 'I take back my offer of a lift, the car is broken'],
	['to move', 'draw', 'how about a draw fred?', 'Would you like a draw?', 'draw ok for you?', 'darw?', 'draw please, neither of us can win this',
	    'Wollen wir remis machen?', 'Давай ничью?', '要不和了吧', '和棋吧？', 'cau hoa', 'xin hoa bac nhe',
	    "h10g8\n\ndraw?", "h10g8\n\nremis?", "h10g8\n\nI'd offer a draw here", 'h10g8 with a draw offer', 'h10g8 (draw offer)', 'h10g8, remis wenn du magst'],
	['to move', 'talk', 'The draw in the other game was fair, was it not?', 'If I lose the rook, how about a draw?'],
	['to move', 'resign', 'I hereby resign the game. Kind regards, W.', 'Fred, please accept my resignation, you played great',
	    "Ok ok I resign now, dinner's ready", 'i resgin gg', 'Hiermit gebe ich auf. Danke für die Partie.', 'sdaus', 'chiu thua', 'xin thua bac nhe',
	    'đầu hàng thôi bác', '我投子认负', '我输了'],
	['to move', 'talk', 'my resignation letter at work is written', '我输了三盘，你呢'],
	['time up', 'claim', 'I claim the game on time', 'his time is up, I claim', 'Time! I claim.', 'Ich reklamiere Zeit',
	    'Zeit überschritten, ich beanspruche den Sieg', 'время вышло, требую победу', 'hết giờ rồi, xin xử thắng', '超时了，我要判胜', '對方超時，判我贏'],
	['his move', 'undo', 'Could I undo my last move please?', 'Please may I undo my last move?', 'May I please take back my last move?',
	    'Would it be possible to undo my last move?', 'Could I have my last move back, please?', 'Darf ich bitte meinen letzten Zug zurücknehmen?',
	    'Wäre es möglich, meinen letzten Zug zurückzunehmen?', 'Можно мне вернуть мой последний ход?', 'Нельзя ли взять назад мой последний ход?',
	    'Tôi có thể đi lại nước vừa rồi được không?', '请问我可以收回上一步棋吗？', '請問我可以收回上一步棋嗎？'],
	['his move', 'talk', 'Can I undo my marriage?', "I'd love to undo my last move but well"],
	['his draw', 'accept', 'yes/no', 'yes / no', 'ja/nein', 'да/нет', 'có/không', '是/否'],
	['his draw', 'reject', 'no/yes', '好/不好'],
	['his draw', 'no', 'no, I am busy 24/7'],
	['time up', 'talk', 'he claims he is ill', "I'd never claim it, take your time"],
	['to move', 'talk', 'I claim the game on time'],
	['his move', 'undo', 'oops can I take that back?', 'Can I have my move back, it was a typo', 'Kann ich das zurücknehmen? Hab mich vertippt',
	    'cho em đi lại nước vừa rồi với', 'em di nham, cho em di lai'],
	['his move', 'talk', 'take that back, you rascal!', 'take it back, you rascal!'],
	['his draw', 'yes', 'dạ vâng', 'yess'],
	['his draw', 'talk', 'Dạ chào anh'],
	['his draw', 'accept', 'da, soglasna', 'How about a draw?'],
	['his undo', 'yes', 'natürlich'],
	['challenge', 'yes', 'Yup', '嗯', '我接受你的挑战', "let's gooo", 'Kонечно'],
	['his draw', 'H10-G8', 'no, h10g8'],
	['three boards', '2 h10g8', 'h10g8 on board 2'],
	['three boards', 'resign 2', 'I resign board 2', '2 xin thua', 'Brett 2 gebe ich auf', 'give up on board 2, please'],
	['three boards', 'draw 2', 'offer a draw on board 2'],
	['three boards', '2 h10g8', 'on board 2 I play h10g8'],
	['three boards', 'moves', "Hi Fred,\n1 b10c8\n2 h10g8\nbye", "Brett 1 b10-c8\nBrett 2 h10-g8\n\nGruß W",
	    '第1盘 马8进7', '第一盤 馬8進7', 'Доска 1: h10g8', 'ván 1: b10c8', 'на доске 1 b10c8'],
	['three boards', "1 b10c8\n  2 h10g8", "Here are my moves, Fred:\n1 b10c8\n2 h10g8"],
	['his draw', 'moves', "B10-C8, I'd rather play on", 'h10-g8, thanks but no', 'h10g8, играем дальше', 'h10-g8, no draw', '马8进7，继续下吧'],
	['his draw', 'no', 'I decline', 'declined', 'Rejected', 'no draw, thanks', "I'd rather not", "Let's continue", 'no way :)', "Not yet, let's play on",
	    'abgelehnt', 'Lieber nicht', 'Отклоняю', 'Не согласна', 'К сожалению, нет', 'Không đồng ý', 'Rất tiếc, không được', '谢谢，不和', '不同意'],
	['his undo', 'no', 'I decline', "I'd rather not", 'touch move!', 'abgelehnt', 'Отклоняю', 'К сожалению, нет', '落子无悔'],
	['challenge', 'no', 'I decline', 'declined', 'I must refuse, the exam is near', 'Sorry, I have to decline.', 'Отклоняю', 'К сожалению, не могу',
	    'Ich muss leider absagen'],
	['challenge', 'reject', 'Dạo này bận quá, không chơi được'],
	['challenge', 'talk', 'I decline to play without a clock, do you agree?'],
	['his draw', 'talk', "I'd rather not say what I think", '还早起来锻炼了'],
	['challenge', 'yes', '乐意奉陪', '樂意奉陪', 'klar, warum nicht'],
	['his draw', 'yes', 'meinetwegen', '准了', 'yes, and thanks for a nice game', 'Ja, vielen Dank für die schöne Partie', '好，谢谢指教'],
	['his undo', 'yes', 'Klar, nimm zurück', 'разрешаю', '准了'],
	['to move', 'resign', 'ok you win, I quit', 'Resigning here. Good game.', '这盘我认负', 'Ich strecke die Waffen', 'bỏ cuộc', 'Складываю оружие'],
	['to move', 'draw', 'Wollen wir uns auf Remis einigen?', 'Ich schlage ein Unentschieden vor', 'Хочу предложить ничью', 'Mình hòa ván này nhé?',
	    'Anh có đồng ý hòa không?', '握手言和如何？'],
	['his move', 'undo', 'Please let me take back my move, I slipped', 'that was a misclick, undo please', 'Sorry, wrong square. Can I have that move back?',
	    'Ой, можно вернуть ход?', 'Хочу взять ход обратно', '想收回刚才那步', 'Ôi, cho em đi lại được không?', 'Tôi đi nhầm, cho đi lại nhé'],
	['to move', 'talk', 'I accept my fate', 'I quit smoking last week'],
	['ended', 'talk', 'Accept my condolences'],
	['ended', 'rematch', 'Rematch?', 'Revanche?', "I'd like a rematch", 'Реванш?', '再下一盘？', 'ván nữa nhé?'],
	['to move', 'talk', 'Rematch some day?'],
	['asked b10c8', 'moves', 'yes, b10c8', 'no, h10g8', 'no sorry, H10-G8', 'dạ', 'indeed'],
	['to move', 'talk', 'You should have played h1g3 first.', "Had I played b10c8 I'd be fine", 'My grandfather always replied H10-G8 here',
	    'In our last game you answered H10-G8 with B1-C3', 'Letzte Partie hast du h10-g8 gespielt', 'В прошлой партии ты ответил h10-g8', '上一盘我走马8进7'],
	['to move', 'talk', 'draw me a sheep', 'Draw your sword, sir!', 'A draw would be boring', 'Ein Remis wäre langweilig', 'Hòa thì chán lắm', 'Hòa bình muôn năm!',
	    'you may resign if you wish', 'Give me a day or two', 'stop whining :)', 'who knows', 'message from my wife: she says hello', 'Задача непростая'],
	['his move', 'talk', 'I will resign myself to fate', 'undo your shoelaces :)'],
	['to move', 'H10-G8', 'Last time I was too careful, so now I go for h10-g8'],
	['to move', 'vacation 2026-12-01 2026-12-08', 'Please put me on vacation from 1 to 8 December', 'I want to take vacation from 1 December to 8 December',
	    'Беру отпуск с 1 по 8 декабря', '我要请假，12月1日到8日'],
	['to move', 'set board hanzi', 'please use Chinese characters'],
	['to move', 'set language ru', 'пишите по-русски'],
	['challenge', 'no', 'Thanks for asking, but no.'],
	['his draw', 'talk', 'Really, no idea what to do'],
	['to move', 'nothing', 'not h10g8', "I won't play h10g8.", 'never h10g8 again', '不走馬8進7了，再想想'],
	['to move', 'H10-G8', 'but h10g8 is good', 'why not h10g8', 'һ10g8', 'h10ģ8', 'h ten g eight', 'horse from h ten to g eight', 'hotel ten golf eight'],
	['to move', 'talk', 'I won game ten and game eight', 'block my cannon if you dare'],
);

sub act
{
	my ($world, $who, $text) = @_;
	$world->answer($who, encode('UTF-8', $text));
	return $world->run;
}

my (%begun, $copy);
sub begun
{
	my ($name) = @_;
	return $begun{$name} if $begun{$name};
	my $world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
	$world->game('--time=3d' . ($name eq 'time up' ? ' --claim' : ''));
	act($world, $fred, 'B3-E3');
	$scene{$name}->($world);
	return $begun{$name} = $world;
}

$copy = World->new(config => '');
$copy->{is_spoilt} = 1;
for (@cases) {
	my ($name, $meant, @letters) = @$_;
	for my $text (@letters) {
		my $world = begun($name);
		remove_tree($copy->{home}, { keep_root => 1 });
		$copy->become($world);
		$copy->{now} = $world->{now};
		my %got = map { $_->{address} => decode('UTF-8', $_->{body}) } act($copy, $wilma, $text);
		my $what = "$name: $text" =~ s/\n/ \/ /gr;
		if ($meant eq 'talk') {
			like($got{$fred} // '', qr/^wilma wrote to you|wilma writes:/m, "$what: passed on");
			next;
		}
		if ($meant eq 'yes') {
			like($got{$fred} // '', qr/agreed|accepts|Taken back/, "$what: agreed");
			next;
		}
		if ($meant eq 'no') {
			like($got{$fred} // '', qr/decline[sd]|does not want|rejected/, "$what: declined");
			next;
		}
		if ($meant eq 'moves') {
			like($got{$fred} // '', qr/wilma moved/, "$what: moved");
			next;
		}
		ok(!exists $got{$fred}, "$what: not passed on") or diag $got{$fred};
		$meant eq 'nothing' ? unlike($got{$wilma} // '', qr/Did you mean|^  H10-G8$/m, '... and nothing is offered') :
		    like($got{$wilma} // '', qr/^  \Q$meant\E$|Did you mean "\Q$meant\E"/m, "... but $meant offered");
	}
}
done_testing;
