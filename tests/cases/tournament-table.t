#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The tables of tournaments: as wide as a letter in any language, with a word about what the
# operator has decided or cancelled, and who has left, on the static pages too.  And what is
# different in games of a tournament, and no more once it is called off.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use File::Temp qw(tempdir);
use Test::More;
use Tournament;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $day = 86400;

sub letters_to { my ($who, @letters) = @_; return grep { $_->{address} eq address($who) } @letters }
sub left { my ($who) = @_; return value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = '$who'") }
sub state { return value('SELECT state FROM tournament WHERE id = 1') }
sub own { my ($who) = @_; return grep { plays($_, $who) } boards() }

sub asks { my ($who, $text) = @_; $world->answer(address($who), $text); return (letters_to($who, $world->run))[-1] }

# --- thirteen players with the longest names
$prefix = 'a-name-of-19-signs-';
tournament(13, '--sections=13', '--time=20d+1d');
for my $language ('en', 'de', 'ru', 'vi', 'zh-Hans', 'zh-Hant') {
	asks($names[1], "set language $language");
	my @rows = grep { /\Q$prefix\E/ } split /\n/, decode('UTF-8', asks($names[1], 'tournament 1')->{body});
	is(scalar(grep { /^(?:1|-) +(?:> )?\Q$prefix\E[a-q](?: [-.]){13} +0    0\.00  12$/ } @rows), 13, "$language: a line for each player");
	is(scalar(grep { length > 72 } @rows), 0, '... no wider than a letter');
}
$prefix = 'player';

# --- decided when the next stage has begun
tournament(8, '--sections=4', '--time=9d');
my %first;
for my $number (1, 2) {
	my @in = grep { $_->{section} == $number } boards();
	$first{$number} = $in[0]{red};
	$world->call('game', 'adjudicate', $_->{board}, 'draw') for grep { !plays($_, $first{$number}) } @in;
	moves(2, grep { plays($_, $first{$number}) } @in);
	for my $g (grep { plays($_, $first{$number}) } @in) {
		my $loser = $g->{red} eq $first{$number} ? $g->{green} : $g->{red};
		$world->answer(address($loser), "resign $g->{board}", to => $of{$g->{board}}{$loser});
		$world->run;
	}
}
$world->run;
is(scalar boards(2), 2, 'the next stage has begun');
my @in = grep { $_->{section} == 1 && plays($_, $first{1}) } boards();
my $shown = words(asks('playera', 'tournament 1'));
my ($one, $two) = map { my $n = $_; join(", ", map { "board $_->{board} \\(drawn\\)" } grep { $_->{section} == $n && !plays($_, $first{$n}) } boards()) } 1, 2;
like($shown, qr/Decided by the operator: $one\. .*Decided by the operator: $two\. /, 'a table names the boards that the operator has decided');
unlike($shown, qr/Cancelled by|fewer than half|Has left/, '... and nothing else');
my $winner = $in[0]{red} eq $first{1} ? $in[0]{green} : $in[0]{red};
decide($winner, $in[0]);
$world->call('game', 'cancel', $in[1]{board});
$world->run;
$shown = words(asks('playera', 'tournament 1'));
like($shown, qr/board $in[0]{board} \($winner has won\)/, 'one decided otherwise since');
like($shown, qr/Cancelled by the operator \("x"\), so that nobody has points from it: board $in[1]{board}\./, '... and one cancelled');
unlike($shown, qr/fewer than half/, '... which is no game with somebody who has left');

# --- who leaves late
tournament(5, '--sections=5', '--time=9d');
decide('playera', own('playera'));
$world->run;
asks('playera', 'leave 1');
asks('playera', 'yes');
like(words(asks('playerb', 'tournament 1')), qr/Has left the tournament: playera\. What was played stays in the table\./, 'who has left late is named');

# --- a rematch
my ($g) = own('playera');
my $other = $g->{red} eq 'playera' ? $g->{green} : $g->{red};
my ($letter) = (asks('playera', "show $g->{board}"));
unlike(words($letter), qr/rematch/, 'none is offered while the tournament is being played');
like(words(asks('playera', "rematch $g->{board}")), qr/Board $g->{board} belongs to tournament 1, which is still being played: you can ask for a rematch when that is over, or challenge $other to another game\./, '... it is refused, and why');
decide('nobody', grep { !plays($_, 'playera') } boards());
$world->run, $world->run;
is(state(), 2, 'it is over');
unlike(words(asks('playera', "rematch $g->{board}")), qr/belongs to tournament/, '... and a rematch can be asked for');

# --- called off
tournament(4, '--time=9d');
moves(3, boards());
($g) = boards();
like(words(asks($g->{red}, "undo $g->{board}")), qr/belongs to a tournament: no move can be taken back in it/, 'no move is taken back');
like(words(asks($g->{red}, "give $g->{board} 1d")), qr/belongs to a tournament/, '... and no time given');
$world->call('tournament', 'cancel', 1);
$world->run;
asks($g->{red}, "show $g->{board}");
like(words(asks($g->{red}, 'undo')), qr/You asked to take back/, 'called off: its games go on as any others');
like(words(asks($g->{red}, "give $g->{board} 1d")), qr/You have given $g->{green} an extra 1 day/, '... with time that can be given');

# --- a game that was given up, decided
tournament(5, '--sections=5', '--time=9d');
moves(2, boards());
asks('playera', 'leave 1');
asks('playera', 'yes');
my (undef, $free) = own('playera');
is(value("SELECT is_rated || unrated FROM game WHERE id = $free->{board}"), '05', 'given up, and unrated');
decide('playera', $free);
$world->run;
is(value("SELECT is_rated || unrated FROM game WHERE id = $free->{board}"), '10', 'what the operator decides counts as it is decided');
like($world->call('ratings', '--check'), qr/all ratings as they are/, '... and ratings are those of the games');

# --- sections of one more
$world->call('tournament', 'announce', 'Small', '--players=9', '--sections=4', '--time=9d');
like(words(asks('playera', 'tournament 2')), qr/in sections of at most 4 \(or 5, where that makes them even\);/, 'a section may have one more');

# --- a board that is not rated
tournament(4, '--time=9d');
$world->call('tournament', 'announce', 'Often', '--players=4', '--time=9d');
for (1 .. 12) {
	$world->answer(address('playera'), 'challenge playerb --time=9d');
	my ($asked) = letters_to('playerb', $world->run);
	$world->answer(address('playerb'), 'accept', to => $asked);
	$world->run;
}
$world->answer(address($_), 'join 2') for @names;
my @begin = grep { $_->{subject} =~ /Often.*your games/ } $world->run, $world->run;
my $apart = value("SELECT game.id FROM game JOIN pairing ON pairing.game = game.id WHERE pairing.tournament = 2 AND is_rated = 0");
is(scalar(grep { words($_) =~ /Unrated: board $apart, as the two of you have begun 12 rated games in 90 days\./ } letters_to('playera', @begin), letters_to('playerb', @begin)), 2, 'both read at the start which board is not rated');
is(scalar(grep { words($_) =~ /Unrated:/ } @begin), 2, '... and nobody else');

# --- the static pages say the same, in every language, and at once
tournament(5, '--sections=5', '--time=9d');
{
	my $pages = tempdir(CLEANUP => 1);
	my ($one, @others) = own('playera');
	moves(2, boards());
	$world->call('game', 'adjudicate', $one->{board}, 'draw');
	$world->call('game', 'adjudicate', $others[0]{board}, 'draw');
	open my $file, '>>', "$world->{home}/riverpost.conf" or die;
	print $file "archive_languages = 'en, de, ru, vi, zh-Hans, zh-Hant'\n";
	close $file;
	$world->run;
	$world->call('archive', $pages);
	my $page = sub {
		open my $in, '<:encoding(UTF-8)', "$pages/$_[0]tournament/1.html" or die;
		return join('', <$in>) =~ s/&quot;/"/gr =~ s/\s+/ /gr;
	};
	unlike($page->(''), qr/Cancelled by|Has left/, 'a page says nothing that is not so');
	$world->call('game', 'cancel', $others[1]{board});
	asks('playera', 'leave 1');
	asks('playera', 'yes');
	is(left('playera'), 2, 'a player has left late');
	$world->call('archive', $pages);
	my %says = (en => ["Decided by the operator: board $one->{board} (drawn)", 'Cancelled by the operator ("x"), so that nobody has points from it: board', 'Has left the tournament: playera.'],
		de => ["Vom Betreiber entschieden: Brett $one->{board} (remis)", 'Vom Betreiber gestrichen („x“)', 'Aus dem Turnier ausgeschieden: playera.'],
		ru => ["Решено оператором: доска $one->{board} (ничья)", 'Отменено оператором («x»)', 'Из турнира ушли: playera.'],
		vi => ["Người quản trị phân xử: bàn $one->{board} (hòa)", 'Người quản trị hủy ("x")', 'Đã rời giải: playera.'],
		'zh-Hans' => ["管理员裁定：第 $one->{board} 局（和）", '管理员取消（“x”）', '已退出比赛：playera。'],
		'zh-Hant' => ["管理員裁定：第 $one->{board} 局（和）", '管理員取消（「x」）', '已退出比賽：playera。']);
	for my $language (sort keys %says) {
		my $text = $page->($language eq 'en' ? '' : "$language/");
		is(scalar(grep { index($text, $_) >= 0 } @{$says{$language}}), 3, "$language: the page says what was decided, what cancelled, and who has left") or diag $text;
	}
}

# --- once a week, to those of a section whose table has changed
tournament(8, '--sections=4', '--time=200d');
my ($board) = grep { $_->{section} == 1 } boards();
sub weekly { return scalar grep { $_->{subject} =~ /the table/ } map { $world->pass_time(86400); ($world->run, $world->run) } 1 .. 8 }
is(weekly(), 0, 'a week in which nothing has happened: no table');
decide($board->{red}, $board);
$world->run;
is(weekly(), 4, 'a game is over: the four of the section get it');
is(weekly(), 0, '... once');
decide($board->{green}, $board);
$world->run;
is(weekly(), 4, 'it is decided otherwise: again');
$world->call('game', 'cancel', $board->{board});
$world->run;
is(weekly(), 4, 'it is cancelled: again');

done_testing;
