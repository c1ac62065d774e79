#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# In an answer to a board, a line that begins with a word for a vacation and speaks of days never
# goes to the other player in silence: it is read, or asked about, with its two days where they can
# be made out; speech that merely begins so goes to him.
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
my $config = "answers_hour = 1000\nanswers_day = 1000\n";
my $begun = World->new(config => $config);
my $world;
$begun->game;

# Each line is the first answer to a board.
sub begin
{
	$world = World->new(config => $config);
	$world->become($begun);
}

# What both get when fred answers the newest letter to him, blanks made one.
sub answers
{
	my ($text) = @_;
	my %got;

	$world->answer($fred, encode('UTF-8', $text));
	$got{$_->{address}} .= decode('UTF-8', $_->{body}) =~ s/\s+/ /gr for $world->run;
	return map { $_ // '' } @got{$fred, $wilma};
}

sub planned
{
	return $world->query('SELECT count(*) FROM vacation') =~ s/\s//gr;
}

# --- speech
for (World::sample('Urlaub war schön!', 'отпуск был прекрасный', '休假回来再下', 'vacation was great', 'Vacation photos follow soon',
    'Vacation is over, sadly', 'Urlaub am Meer, herrlich!', 'Urlaub mit den Kindern ist anstrengend', 'Urlaub tut immer gut',
    'отпуск на море пролетел незаметно', 'отпуск кончился, увы', 'Отпуск! Наконец-то!', 'Nghỉ phép vui quá!', 'nghỉ phép là nhất',
    '休假真好啊', '休假结束了', '请假真麻烦', '請假真麻煩', '休假很开心！', 'Vacation tomorrow was cancelled', 'Vacation with the whole family again',
    'Vacation weather was dreadful all the time', 'Urlaubsgrüße aus Rom!', 'vacation not planned by us at all', 'Urlaub so schön hier')) {
	begin();
	my ($own, $other) = answers($_);

	is(planned(), 0, "$_: no vacation");
	ok($other =~ /\Q$_\E/, "... but speech");
}
# --- asked about
for (World::sample('vacation until the end of summer', 'vacation until I say so', 'vacation in summer', 'vacation next month', 'vacation some time next week maybe',
    'Urlaub bis Ende des Sommers', 'Urlaub bis auf Weiteres', 'Urlaub im Dezember', 'Urlaub nächsten Monat', 'Urlaub ab Montag', 'Urlaub die ganze Woche',
    'отпуск до конца лета', 'отпуск в декабре', 'отпуск на пару недель', 'отпуск с понедельника',
    'nghỉ phép đến hết mùa hè', 'nghỉ phép tháng sau', 'nghỉ phép vài tuần',
    '休假到夏天结束', '休假下个月', '请假几天', '休假到下周一再说', '請假到過年', '請假下個月', 'vacation 5/6/2027 6/6/2027', 'vacation Monday or Tuesday', 'Urlaub 2 von 3')) {
	begin();
	my ($own, $other) = answers($_);

	is(planned(), 0, "$_: no vacation");
	ok($other eq '', '... and nobody else hears of it');
	like($own, qr/\Q$_\E.*vacation 2027-07-01 2027-07-14/, '... and how it is written is said');
}
# --- offered with both days, to be answered by yes: today is Wednesday, 18 November 2026
for (World::sample(['vacation until Monday if my boss lets me', '2026-11-18 2026-11-23'], ['vacation next week if I can', '2026-11-23 2026-11-29'], ['Urlaub von Montag bis Mittwoch, bin Donnerstag wieder da', '2026-11-23 2026-11-25'],
    ['Urlaub bis Montag!', '2026-11-18 2026-11-23'],
    ['vacation from 10 to 12 December, skiing', '2026-12-10 2026-12-12'], ['отпуск до понедельника, еду к бабушке', '2026-11-18 2026-11-23'],
    ['хочу взять отпуск на неделю', '2026-11-18 2026-11-24'], ['我想休假一周', '2026-11-18 2026-11-24'], ['我要请假一周', '2026-11-18 2026-11-24'], ['我想请假三天', '2026-11-18 2026-11-20'],
    ['nghỉ phép hai tuần!', '2026-11-18 2026-12-01'], ['休假 两周 回家', '2026-11-18 2026-12-01'], ['請假到月底！', '2026-11-18 2026-11-30'])) {
	my ($line, $days) = @$_;
	begin();
	my ($own, $other) = answers($line);

	ok($other eq '', "$line: nobody else hears of it");
	like($own, qr/ vacation \Q$days\E /, '... which they are');
	($own) = answers('yes');
	like($own, qr/Your vacation is set: from \Q@{[$days =~ s{ }{ to }r]}\E /, '... and a yes sets them');
}

# --- read, with thanks behind it
for (World::sample('vacation until Monday please', 'vacation until November 23rd, thanks', 'Urlaub bis Montag, danke', '休假到下周一')) {
	begin();
	my ($own) = answers($_);

	like($own, qr/Your vacation is set: from 2026-11-18 to 2026-11-23 /, $_);
}
# --- told to the other player, so that no clock stops: whoever says so reads which line stops it
for (["H3-E3\n\nI'm on vacation from 1 December to 8 December.", '2026-12-01 2026-12-08'], ["I'm away next week", '2026-11-23 2026-11-29'],
    ['Good move! I will be away until 3 December, so no hurry.', '2026-11-18 2026-12-03'], ["H3-E3\nVom 1. bis 8. Dezember bin ich im Urlaub.", '2026-12-01 2026-12-08'],
    ["H3-E3\n下周我不在。", '2026-11-23 2026-11-29'], ["H3-E3\n12月1日到8日我要出差", '2026-12-01 2026-12-08'], ["H3-E3\nTôi đi vắng từ 1 đến 8 tháng 12.", '2026-12-01 2026-12-08'],
    ['Ходите спокойно, с 1 по 8 декабря меня не будет.', '2026-12-01 2026-12-08'], ["H3-E3\nI'm away from Monday, 30 November, to Friday, 4 December.", '2026-11-30 2026-12-04'],
    ["H3-E3\nWe fly to Rome and from 1 to 8 December I'm away", '2026-12-01 2026-12-08'],
    ["H3-E3\nIch bin vom 1. bis 8. Dezember weg.", '2026-12-01 2026-12-08'], ["H3-E3\n我12月1日到8日不在", '2026-12-01 2026-12-08'], ["H3-E3\n我12月1日到8日要出差。", '2026-12-01 2026-12-08'],
    ["H3-E3\nЯ с 1 по 8 декабря в отпуске.", '2026-12-01 2026-12-08'],
    # the days amid the words that say so, behind others, or in front of them
    World::sample(["I'm away until 5 December so please be patient", '2026-11-18 2026-12-05'], ['I am away until Friday so see you then', '2026-11-18 2026-11-20'], ["From Friday I'm away for a week", '2026-11-20 2026-11-26'],
	['im away next week lol', '2026-11-23 2026-11-29'], ["won't be home til sunday", '2026-11-18 2026-11-22'], ["I'll be in hospital until Friday", '2026-11-18 2026-11-20'], ["I'm off to Spain from Friday to Sunday, no computer there", '2026-11-20 2026-11-22'],
	['I will not be able to move between 3 and 6 December', '2026-12-03 2026-12-06'], ["Bin bis Montag weg, danach geht's weiter", '2026-11-18 2026-11-23'], ['Ich bin nächste Woche im Urlaub, also nicht wundern', '2026-11-23 2026-11-29'],
	['Ich bin eine Woche weg', '2026-11-18 2026-11-24'], ['Ich kann bis Freitag nicht ziehen', '2026-11-18 2026-11-20'], ['до 5 декабря не смогу ходить', '2026-11-18 2026-12-05'], ['em bận đến chủ nhật không đánh được', '2026-11-18 2026-11-22'],
	['我下周不在', '2026-11-23 2026-11-29'], ['我週五到週日不在', '2026-11-20 2026-11-22']),
    # a vacation that is wished for, with and without a move
    World::sample(["H3-E3\nI take vacation from 1 to 8 December", '2026-12-01 2026-12-08'], ["H3-E3\n\nplease put me on vacation from 1 to 8 December", '2026-12-01 2026-12-08'], ["H3-E3\n\nholiday from Friday to Sunday", '2026-11-20 2026-11-22'],
	['I need a vacation from 1 December to 8 December', '2026-12-01 2026-12-08'], ['please give me vacation for a week', '2026-11-18 2026-11-24'],
	['Bitte Urlaub vom 1. bis 8. Dezember eintragen', '2026-12-01 2026-12-08'], ['ich hätte gern eine Woche Urlaub', '2026-11-18 2026-11-24'], ['мне нужен отпуск на неделю', '2026-11-18 2026-11-24'],
	['em xin nghỉ phép một tuần', '2026-11-18 2026-11-24'], ['我下周请假', '2026-11-23 2026-11-29']), ["H3-E3\n我要出差，从12月1日到12月8日", '2026-12-01 2026-12-08']) {
	my ($text, $days) = @$_;
	my $name = $text =~ s/\n+/ \/ /gr;

	begin();
	my ($own, $other) = answers($text);
	my $words = $text =~ s/^H3-E3\n+//r;
	like($other, qr/fred writes: \Q$words\E/, "$name: is told to the other");
	unlike($other, qr/vacation \d/, '... alone');
	like($own, qr/You write that you will be away on some days\. Your clocks keep running all the same; to stop them, answer this letter with this line: vacation \Q$days\E/, '... and he reads how his clocks are stopped');
	is(planned(), 0, '... which they are not yet');
	($own) = answers("vacation $days");
	like($own, qr/Your vacation is set: from/, '... but by that line');
}
for ("H3-E3\nI was on holiday last week.", "H3-E3\nI can't play today, sorry", "H3-E3\nI'm on vacation from my job, it is great", "H3-E3\nAre you away next week?",
    "H3-E3\nI am away from the board, back soon", "H3-E3\nIf I'm away next week, I'll tell you", "H3-E3\nHow was your holiday from Friday to Sunday?", "H3-E3\n明天我不在", "H3-E3\n休假三天，从明天开始", "H3-E3\nFrom 1 December to 8 December there is a fair here",
    "H3-E3\nI am from 1 December to 8 December in Rome", "H3-E3\nIch bin 38 und spiele seit 1998", "H3-E3\nВ 2026 году я не в отпуске, 1 2 3") {
	begin();
	my ($own) = answers($_);
	unlike($own, qr/You write that you will be away/, s/\n+/ \/ /gr . ': no days on which he is away');
}
begin();
answers('set receipt off');
like((answers("H3-E3\nI'm away next week"))[0], qr/: vacation 2026-11-23 2026-11-29/, 'who wants no receipts is told, too');
begin();
answers('vacation 2026-11-20 2026-11-30');
unlike((answers("H3-E3\nI'm away next week"))[0], qr/You write that you will be away/, 'who has planned these days is not told');

done_testing;
