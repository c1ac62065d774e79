#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Scores as other programs write them, through riverpost import, and what letters make of them.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

sub score
{
	my ($world, $name, $text) = @_;
	open my $file, '>', "$world->{home}/$name" or die;
	print $file encode_utf8($text);
	close $file;
	return "$world->{home}/$name";
}

sub fields { join '', map { "[DhtmlXQ_$_->[0]]$_->[1]\[/DhtmlXQ_$_->[0]]\n" } @_ }

# "Red - Black 1-0 H2-E2 ...", of an exported game.
sub game_line
{
	my ($pgn) = @_;
	my %tag = $pgn =~ /^\[(\w+) "(.*)"\]$/mg;
	$pgn =~ s/\{.*?\}//gs;
	return join ' ', "$tag{Red} - $tag{Black}", $tag{Result}, $pgn =~ /\b[A-I]\d-[A-I]\d\b/g;
}

# --- results that are not known
my @known_to_nobody = (
	['star.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n)],
	['none.pgn', qq([Red "U"]\n[Black "V"]\n\n1. C2=5 H8+7\n)],
	['empty.pgn', qq([Red "U"]\n[Black "V"]\n[Result ""]\n\n1. C2=5 H8+7\n)],
	['ended.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n[Termination "time forfeit"]\n\n1. C2=5 H8+7 *\n)],
	['unknown.txt', "[DhtmlXQ]\n" . fields(['red', 'U'], ['black', 'V'], ['result', '未知'], ['movelist', '77477062']) . "[/DhtmlXQ]\n"],
	['none.wxf', "FORMAT WXF\nRED U;;;\nBLACK V;;;\nSTART{\n1. C2=5 H8+7\n}END\n"],
);
for (@known_to_nobody) {
	my ($name, $text) = @$_;
	my $world = World->new;
	like($world->call('import', score($world, $name, $text)), qr/^1 stored/, "$name: stored");
	like($world->call('game', 'show', 1), qr/^result: not known, unknown$/m, "$name: the result is not known");
}

# Each format says it so, and reads it so again.
my %written = (pgn => qr/^\[Result "\*"\].*^\*$/ms, iccs => qr/^\[Result "\*"\].*^\*$/ms, chinese => qr/^\[Result "\*"\].*^\*$/ms,
    wxf => qr/^RESULT +\*$/m, dhtmlxq => qr/^(?!.*_result\])/s, xqf => qr/^XQ.{49}\0/s);
for my $format (sort keys %written) {
	my ($world, $other) = (World->new, World->new);
	$world->call('import', score($world, @{$known_to_nobody[0]}));
	my $out = $world->call('export', "--format=$format", 1);
	like($out, $written{$format}, "$format: exported without a result");
	open my $file, '>', "$other->{home}/again" or die;
	print $file $out;
	close $file;
	like($other->call('import', "$other->{home}/again"), qr/^1 stored/, "$format: read again");
	like($other->call('game', 'show', 1), qr/^result: not known, unknown$/m, "$format: and still not known");
	like($other->call('check') . $other->{status}, qr/ 0 problems\n0$/, "$format: the database is sound");
}

# A mate says it, whatever the score does not; without moves nothing is known.
{
	my $world = World->new;
	$world->call('import', score($world, 'mate.pgn', qq([Red "U"]\n[FEN "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"]\n[Result "*"]\n\nB8-B10 *\n)));
	like($world->call('game', 'show', 1), qr/^result: red, checkmate$/m, 'a mate is a result');
	like($world->call('import', score($world, 'bare.pgn', qq([Red "U"]\n[Black "V"]\n[Result "*"]\n\n*\n))), qr/^0 stored, 0 known already, 1 left out/,
	    'neither moves nor a result: left out');
}

# What letters say of it.
{
	my $world = World->new;
	$world->game;
	$world->call('import', score($world, 'two.pgn', qq([Red "Hu"]\n[Black "Lu"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n\n)
	    . qq([Red "Hu"]\n[Black "Lu"]\n[Result "1-0"]\n\n1. C8=5 H8+7 1-0\n)));
	my $ask = sub { $world->send(from => 'fred@a.test', text => "as fred secret1\n$_[0]\n"); return join '', map { $_->{body} } $world->run; };
	my $history = $ask->('history Hu');
	like($history, qr/^Finished games of Hu: 2 shown, won 1, lost 0, drawn 0, not known 1$/m, 'history counts it apart') or diag $history;
	like($history, qr/^Board 2: Hu \(Red\) - Lu \(Green\), 1 move\n  The score does not tell the result$/m, 'history: its line');
	unlike($ask->('history Hu won'), qr/^Board 2:/m, 'it is not won');
	unlike($ask->('history Hu lost'), qr/^Board 2:/m, 'nor lost');
	unlike($ask->('history Hu drawn'), qr/^Board 2:/m, 'nor drawn');
	like($ask->('stats Hu'), qr/^\s*with Red +2 +1 +0 +0$/m, 'stats count the game, and no result');
	like($ask->('show 2'), qr/^The score does not tell the result\.$/m, 'show');
	unlike($ask->('show 2'), qr/ has won/, 'nobody has won');
}

# --- as programs and sites write them: [name, file, Red - Black result moves ...]
for my $case (
	['XBoard: a board in a comment, ranks from 0, clocks', <<'END', 'fred - Fairy-Max 0-1 H2-E2 H9-G7 H0-G2 I9-I8'],
[Event "Computer Chess Game"]
[Site "host"]
[Date "2024.03.01"]
[Round "-"]
[White "fred"]
[Black "Fairy-Max"]
[Result "0-1"]
[TimeControl "40/300"]
[Variant "xiangqi"]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]
[SetUp "1"]
[Annotator "2. -0.31"]

{--------------
r h e a k a e h r
. . . . . . . . .
. c . . . . . c .
p . p . p . p . p
. . . . . . . . .
. . . . . . . . .
P . P . P . P . P
. C . . . . . C .
. . . . . . . . .
R H E A K A E H R
white to play
--------------}
1. Che2 Hg7 {-0.31/9 2.1} 2. Hg2 Ri8 {-0.25/9}
{White resigns} 0-1
END
	['cutechess: long algebraic, figures of engines', <<'END', 'Pikafish - Fairy-Stockfish 1/2-1/2 H2-E2 H9-G7 H0-G2 I9-I8'],
[Event "?"]
[Site "?"]
[Date "2024.03.02"]
[Round "1"]
[White "Pikafish"]
[Black "Fairy-Stockfish"]
[Result "1/2-1/2"]
[ECO "A00"]
[GameDuration "00:00:07"]
[GameEndTime "2024-03-02T10:11:12.000 CET"]
[GameStartTime "2024-03-02T10:11:05.000 CET"]
[PlyCount "4"]
[Termination "adjudication"]
[TimeControl "10+0.1"]
[Variant "xiangqi"]

1. Ch2e2 {+0.33/12 0.51s} Nh9g7 {-0.20/11 0.5s}
2. Nh0g2 {+0.30/12 0.50s}
Ri9i8 {book, Draw by adjudication} 1/2-1/2
END
	['pychess: ranks from 1, clocks in comments', <<'END', 'alice - bob? 1-0 H2-E2 H9-G7 H0-G2 I9-I8'],
[Event "PyChess casual game"]
[Site "https://www.pychess.org/abcdEFGH"]
[Date "2024.03.03"]
[Round "-"]
[White "alice"]
[Black "bob?"]
[Result "1-0"]
[UTCTime "10:11:12"]
[TimeControl "600+5"]
[WhiteElo "1500?"]
[BlackElo "1480"]
[Variant "Xiangqi"]
[Termination "Normal"]

1. Che3 { [%clk 0:10:05] } 1... Hg8 { [%clk 0:10:04] } 2. Hg3 { [%clk 0:10:01] } Ri9 { [%clk 0:09:59] } 1-0
END
	['an encyclopedia\'s PGN: the site\'s own words below', <<'END', '吕钦 - 胡荣华 1/2-1/2 H2-E2 H9-G7 H0-G2 I9-H9'],
[Game "Chinese Chess"]
[Event "1982年全国象棋个人赛"]
[Round "第5轮"]
[Date "1982.12.11"]
[Site "成都"]
[RedTeam "广东"]
[Red "吕钦"]
[BlackTeam "上海"]
[Black "胡荣华"]
[Result "1/2-1/2"]
[ECCO "C50"]
[Opening "中炮对屏风马"]
[Variation "中炮过河车"]
  1. 炮二平五  马８进７
  2. 马二进三  车９平８
  1/2-1/2

============================
 欢迎访问《象棋百科全书网》
 推荐用《象棋巫师》观赏PGN格式的象棋棋谱
 http://www.xqbase.com/
============================
END
	['heads with wide colons, the result below the moves', <<'END', '吕钦 - 胡荣华 1/2-1/2 H2-E2 H9-G7 H0-G2 I9-H9'],
标题：1982年全国象棋个人赛
比赛名称：个人赛
比赛时间：1982-12-11
红方：吕钦
黑方：胡荣华
结果：和棋

1．炮二平五　马8进7
2．马二进三　车9平8
和棋
END
	['a page with two games and a variation', <<'END', '广东 吕钦 - 上海 胡荣华 1/2-1/2 H2-E2 H9-G7 H0-G2 I9-H9; 甲 - 乙 1-0 B2-E2'],
<html><head><title>吕钦 和 胡荣华</title></head><body>
<div id="dhtmlxq_view" style="display:none">[DhtmlXQHTML]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_init]500,350[/DhtmlXQ_init]
[DhtmlXQ_title]广东 吕钦 和 上海 胡荣华[/DhtmlXQ_title]
[DhtmlXQ_event]1982年全国象棋个人赛[/DhtmlXQ_event]
[DhtmlXQ_date]1982-12-11[/DhtmlXQ_date]
[DhtmlXQ_red]广东 吕钦[/DhtmlXQ_red]
[DhtmlXQ_black]上海 胡荣华[/DhtmlXQ_black]
[DhtmlXQ_result]和局[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_comment0]开局&lt;b&gt;[/DhtmlXQ_comment0]
[/DhtmlXQHTML]</div>
<div>[DhtmlXQHTML][DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_black]乙[/DhtmlXQ_black][DhtmlXQ_result]红胜[/DhtmlXQ_result][DhtmlXQ_movelist]1747[/DhtmlXQ_movelist][/DhtmlXQHTML]</div>
</body></html>
END
	['two games of a server, teams behind names, a remark behind a semicolon', <<'END', 'Lu Qin - Xu Tianhong 1-0 H2-E2 H9-G7 H0-G2 I9-H9 I0-H0 H7-H3; A - B * B2-E2'],
FORMAT          WXF
GAME            1st game
EVENT           1990 World Cup
SITE            Singapore
DATE            1990.04.02
RED             Lu Qin; China; 2500
BLACK           Xu Tianhong; China;
RESULT          1-0
TIME            0:30/1:10
AUTHOR          someone@example.org
REMARK          a friendly game
START{
  1. C2=5  H8+7   2. H2+3  R9=8
  { a comment }
  3. R1=2  C8+4 ; another
}END

FORMAT          WXF
RED             A;;;
BLACK           B;;;
RESULT          Unknown
START{
  1. C8=5
}END
END
	['a Format that is no format of PGN\'s, ranks from 1', <<'END', 'anna - Guest#123 1-0 H2-E2 H9-G7 H0-G2 I9-H9'],
[Game "Xiangqi"]
[Event "elephantchess.io PvP game"]
[Site "https://elephantchess.io/game/abc"]
[Date "2024-05-06"]
[Red "anna"]
[Black "Guest#123"]
[Result "1-0"]
[Format "UCI"]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]

1. h3e3 h10g8
2. h1g3 i10h10
1-0
END
	['small letters, ranks from 0', <<'END', 'abc - def 1-0 H2-E2 H9-G7 H0-G2 I9-H9'],
[Event "?"]
[Site "PlayOK"]
[Date "2024.05.06"]
[Round "-"]
[White "abc"]
[Black "def"]
[Result "1-0"]
[Time "12:00:00"]
[TimeControl "600"]
[WhiteElo "1200"]
[BlackElo "1210"]

1. h2-e2 h9-g7 2. h0-g2 i9-h9 1-0
END
	['many heads, most of them empty', <<'END', '广东 吕钦 - 上海 胡荣华 1/2-1/2 H2-E2 H9-G7 H0-G2 I9-H9'],
标题: 广东 吕钦 和 上海 胡荣华
分类: 全国象棋个人赛
赛事: 1982年全国象棋个人赛
轮次: 第5轮
布局: C50 中炮对屏风马
红方: 广东 吕钦
黑方: 上海 胡荣华
结果: 和棋
日期: 1982.12.11
地点: 成都
组别: 男子组
台次: 第1台
评论: 
作者: 
备注: 
记时规则: 
红方用时: 
黑方用时: 
棋局类型: 全局
棋局性质: 大师棋局
红方团体: 广东
红方姓名: 吕钦
黑方团体: 上海
黑方姓名: 胡荣华
棋谱主人: 
棋谱价值: 0
浏览次数: 12
来源网站: 1791148

【主变: 和棋】
　　1.　炮二平五　　马８进７
　　2.　马二进三　　车９平８
END
) {
	my ($name, $text, $want) = @$case;
	my $world = World->new;
	$world->call('import', score($world, 'game', $text));
	is($world->{status}, 0, "$name: nothing is left out");
	my @games = split /(?=^\[Game )/m, decode_utf8($world->call('export', '--format=iccs'));
	is(join('; ', map { game_line($_) } @games), $want, "$name: names, results, moves");
}

# Heads that have a field, those that have none, and those that say nothing.
{
	my $world = World->new;
	$world->call('import', score($world, 'heads', <<'END'));
赛事: 个人赛
轮次: 第5轮
布局: 中炮
红方: 
黑方: 乙
红方姓名: 甲
红方团体: 广东
组别: 男子组
备注: 
結果: 和局
1. 炮二平五 马８进７
END
	my $pgn = decode_utf8($world->call('export', '--format=iccs', 1));
	like($pgn, qr/^\[$_\]$/m, "heads: $_") for 'Event "个人赛"', 'Round "第5轮"', 'Opening "中炮"', 'Red "甲"', 'Black "乙"', 'RedTeam "广东"', 'Result "1/2-1/2"';
	like($pgn, qr/^\{组别: 男子组\}$/m, 'heads: one without a field is a remark, one that says nothing is not');
}

# Brackets without moves are comments, and no variations; a Result that is none is told.
{
	my $world = World->new;
	my $file = score($world, 'remarks.pgn', qq([Red "A"]\n[Result "2-0"]\n\n1. 炮二平五（正着） 马８进７ (so so) 2. 马二进三 (1-0)\n));
	my $said = `"$World::program" --home '$world->{home}' import '$file' 2>&1`;
	like($said, qr/game 1: its Result "2-0" is not one that is known$/m, 'remarks: the Result is told');
	unlike($said, qr/variation/, 'remarks: no variation');
	my $pgn = decode_utf8($world->call('export', '--format=iccs', 1));
	like($pgn, qr/^\{$_\}$/m, "remarks") for '正着', 'so so';
}

# Variations are left out and counted; none of their moves gets into the game.
for my $case (
	['brackets.wxf', "FORMAT WXF\nRED A;;;\nRESULT 1-0\nSTART{\n1. C2=5 (1. C8=5 {so so} H8+7 (1. ... H2+3)) H8+7\n}END\n", 2],
	['brackets.txt', "红方: A\n结果: 红胜\n1. 炮二平五 (1. 炮八平五) 马８进７\n", 1],
	['wide.pgn', qq([Red "A"]\n\n1. C2=5 （1. C8=5 H8+7） H8+7 1-0\n), 1],
	['square.pgn', qq([Red "A"]\n\n1. C2=5 [1. C8=5] H8+7 1-0\n), 1],
	['squares.pgn', qq([Red "A"]\n[Format "ICCS"]\n\n1. H2-E2 (1. Che3) H9-G7 1-0\n), 1],
	['below.txt', "红方: A\n结果: 红胜\n\n【主变: 红胜】\n1. 炮二平五 马８进７\n\n【第1变: 黑胜】\n1. 炮八平五 马２进３\n【第2变】\n1. 兵三进一\n", 2],
	['none.wxf', "FORMAT WXF\nRED A;;;\nSTART{\n1. C2=5 H8+7 (1-0)\n}END\n", 0],
) {
	my ($name, $text, $count) = @$case;
	my $world = World->new;
	my $file = score($world, $name, $text);
	# With what is said on standard error.
	my $said = `"$World::program" --home '$world->{home}' import '$file' 2>&1`;
	like($said, $count == 0 ? qr/^1 stored/ : $count == 1 ? qr/: 1 variation left out$/m : qr/: $count variations left out$/m, "$name: $count told");
	is(game_line(decode_utf8($world->call('export', '--format=iccs', 1))), 'A - ? 1-0 H2-E2 H9-G7', "$name: the main line");
}

# Lists of moves without a format.
for my $case (
	['coordinates.txt', "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7\n", '? - ? * H2-E2 H9-G7 H0-G2 I9-H9 B0-C2 B9-C7'],
	['titles.pgn', "ZHAO Lin - KE Yong\nSome Cup 1997\nh2e2 h9g7 h0g2 i9h9\n\nLIU Da - LIU Zhong\nb2e2 b9c7\n",
		'ZHAO Lin - KE Yong * H2-E2 H9-G7 H0-G2 I9-H9', 'LIU Da - LIU Zhong * B2-E2 B9-C7'],
	['fen.txt', "2b1kabn1/4aR3/3R2N2/4p1p2/5P3/4P4/3N2Pr1/4C1n2/3pAr3/4K3c w\n炮五进四\n士５进６    \n\n车六平五  \n将５平４\n1-0\n",
		'? - ? 1-0 E2-E6 E8-F7 D7-E7 E9-D9'],
	['digits.ubb', "7747706266651022\n", '? - ? * H2-E2 H9-G7 G3-G4 B9-C7'],
	['from-red.ubb', "7242796763641927\n", '? - ? * H2-E2 H9-G7 G3-G4 B9-C7'],
	['engine.txt', "position startpos moves h2e2 h9g7 h0g2\n", '? - ? * H2-E2 H9-G7 H0-G2'],
	['engine-fen.txt', "position fen 3k5/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1 moves e4e5 d9d8\n", '? - ? * E4-E5 D9-D8'],
	['fen-moves.txt', "3k5/9/9/9/9/4P4/9/9/9/4K4 w, e4e5 d9d8 e5e6, 1-0\n", '? - ? 1-0 E4-E5 D9-D8 E5-E6'],
	['blank.wxf', "FORMAT WXF\nRED A;;;\nBLACK B;;;\nSTART {\n1. C2=5 H8+7\n} END\n", 'A - B * H2-E2 H9-G7'],
	['quoted.pgn', qq(> [Red "A"]\n> [Black "B"]\n>\n> 1. C2=5 H8+7\n> 1-0\n), 'A - B 1-0 H2-E2 H9-G7'],
	['page.pgn', qq([Red\x{a0}"A\x{a0}C"]\n[Black\x{a0}"B"]\n\n1.\x{a0}C2=5 1-0\n), 'A C - B 1-0 H2-E2'],
	['signs.pgn', qq([Red "A"]\n[Black "B"]\n[Result "Black resigns"]\n\n1. C2=5 ± (0:05) H8+7 ∓ (0:07) 2. H2+3 N R9=8 Black resigns\n),
		'A - B 1-0 H2-E2 H9-G7 H0-G2 I9-H9'],
) {
	my ($name, $text, @games) = @$case;
	my $world = World->new;
	like($world->call('import', score($world, $name, $text)), qr/^@{[scalar @games]} stored/, "$name: stored");
	is(game_line(decode_utf8($world->call('export', '--format=iccs', $_ + 1))), $games[$_], "$name: its game") for 0 .. $#games;
}
{
	my $world = World->new;
	my $prose = score($world, 'prose.txt', "In the game of Monday\nI played h2e2 and he b9c7, then\nwe went for a walk\n\nRead on h3\n");
	like(`"$World::program" --home '$world->{home}' import '$prose' 2>&1`, qr/no game of a known format$/m, 'prose with moves in it is no game');
	my $empty = "$world->{home}/empty.xqf";
	open my $file, '>', $empty or die;
	print $file "XQ\x0a", "\0" x 13, map({ chr } qw(0 10 20 30 40 50 60 70 80 12 72 3 23 43 63 83 9 19 29 39 49 59 69 79 89 17 77 6 26 46 66 86)), "\0" x (1024 - 48), "\x18\x20\0\xff", "\0" x 4;
	close $file;
	like(`"$World::program" --home '$world->{home}' import '$empty' 2>&1`, qr/a game without a move$/m, 'a game without a move is called so');
}

# CBF: the XML of the Chinese chess bridge.
{
	my $xml = <<'END';
<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0">
 <Head>
  <Name>第一局</Name>
  <Contest>A &amp; B &#26479;</Contest>
  <Site />
  <Red>甲</Red>
  <Black>乙</Black>
  <RecordResult>2</RecordResult>
  <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>
 </Head>
 <MoveList>
  <Move value="00-00"><![CDATA[before <all>]]></Move>
  <Move value="77-47" />
  <Move value="70-62" end="1"><![CDATA[a & b]]></Move>
  <Move value="10-22" end="1" />
 </MoveList>
</ChineseChessRecord>
END
	my $world = World->new;
	my $file = score($world, 'game.cbf', "\x{feff}$xml");
	like(`"$World::program" --home '$world->{home}' import '$file' 2>&1`, qr/: 1 variation left out$/m, 'CBF: a variation is told');
	my $pgn = decode_utf8($world->call('export', '--format=iccs', 1));
	is(game_line($pgn), '甲 - 乙 0-1 H2-E2 H9-G7', 'CBF: names, result, moves');
	like($pgn, qr/^\Q$_\E$/m, 'CBF: texts') for '[Title "第一局"]', '[Event "A & B 杯"]', '{before <all>}', '{a & b}';
	my $bad = score($world, 'bad.cbf', $xml =~ s/70-62/70-63/r);
	like(`"$World::program" --home '$world->{home}' import '$bad' 2>&1`, qr/game 1: ply 2: H10-G7: /, 'CBF: a move that is illegal');
	my $cut = score($world, 'cut.cbf', $xml =~ s/<Move value="70.*//sr =~ s/乙/丙/r);
	like($world->call('import', $cut), qr/^1 stored/, 'CBF: a file that was cut has its moves');
}

# What a file says goes through each format and comes back: long names, brackets, ends of lines.
{
	my $world = World->new;
	$world->call('import', score($world, 'all.pgn', qq([Event "\r\nThe [develop] Cup,\r\nday [DhtmlXQ] "]\r\n[Site "DESKTOP-GGPOPA5"]\r\n[Red "Fairy-Stockfish"]\r\n[Black "V"]\r\n[Result "1-0"]\r\n\r\n1. C2=5 {first\r\n\r\nsecond\r\n} H8+7 1-0\r\n)));
	my $reference = $world->call('export', '--format=iccs', 1);
	unlike($reference, qr/\r/, 'one kind of line ends');
	like($reference, qr/^\[Event "The \[develop\] Cup, day \[DhtmlXQ\]"\]$/m, 'no blanks around a value');
	for my $format (qw(pgn iccs wxf dhtmlxq xqf)) {
		my $other = World->new;
		open my $file, '>', "$other->{home}/again" or die;
		print $file scalar $world->call('export', "--format=$format", 1);
		close $file;
		$other->call('import', "$other->{home}/again");
		(my $expected = $reference) =~ s/\[(?=DhtmlXQ)/$format eq 'dhtmlxq' ? '(' : '['/e;
		is($other->call('export', '--format=iccs', 1), $expected, "$format: and back");
	}
}

# A move that two pieces can make is that after which the rest can be played, if there is only one.
{
	my $head = qq([Red "A"]\n[Black "B"]\n[Result "1-0"]\n[FEN "3k5/9/9/9/9/2p6/R8/2p6/9/4K4 b"]\n[Format "WXF"]\n\n);
	my $world = World->new;
	like($world->call('import', score($world, 'one.pgn', "${head}1. ... P3+1 2. R9.7 P3+1 3. R7+2 1-0\n")), qr/^1 stored/, 'one way: stored');
	is(game_line(decode_utf8($world->call('export', '--format=iccs', 1))), 'A - B 1-0 C4-C3 A3-C3 C2-C1 C3-C5', 'one way: the soldier that can have moved');
	my $two = score($world, 'two.pgn', "${head}1. ... P3+1 2. K5+1 1-0\n");
	like(`"$World::program" --home '$world->{home}' import '$two' 2>&1`, qr/ply 1: .*P3\+1: has several meanings$/m, 'two ways: refused');
}

# The wide blank A3 A0 of old Chinese programs is no sign of another charset.
{
	my $world = World->new;
	my $file = score($world, 'blank.pgn', '');
	open my $out, '>:raw', $file or die;
	print $out encode('cp936', qq([Event "5、)), "\xa3\xa0", encode('cp936', qq(第二轮"]\n[Red "吕钦"]\n[Black "徐天红"]\n\n1. 炮二平五 {控制马路，红优！} 1-0\n));
	close $out;
	$world->call('import', $file);
	my $pgn = decode_utf8($world->call('export', '--format=iccs', 1));
	like($pgn, qr/^\[$_\]$/m, "A3 A0: $_") for 'Event "5、　第二轮"', 'Red "吕钦"';
	like($pgn, qr/^\{控制马路，红优！\}$/m, 'A3 A0: the comment');
}

done_testing;
