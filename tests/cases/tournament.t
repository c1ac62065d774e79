#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Tournaments by letter: announced, joined, begun with all games at once, told how they stand, won.
# Tables are reckoned here a second time, from results that this case has chosen.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode encode);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my ($world, @names);
sub sql { my ($sql) = @_; return map { [split /\|/] } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub address { return "$_[0]\@a.test" }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }

sub world
{
	my ($count) = @_;
	@names = map { 'player' . chr(ord('a') + $_) } 0 .. $count - 1;
	$world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
	$world->send(from => address($_), subject => "signup $_") for @names;
	$world->run;
	$world->answer(address($_), 'yes') for @names;
	$world->run;
}

# What somebody gets in answer to this.
sub writes
{
	my ($who, $text) = @_;
	$world->answer(address($who), $text);
	my ($letter) = grep { $_->{address} eq address($who) } $world->run;
	return $letter;
}

sub announce { return $world->call('tournament', 'announce', @_) }
sub everybody { my ($text) = @_; $world->answer(address($_), $text) for @names; return $world->run }

# Boards: their number, section, and the players by name.
sub boards
{
	my ($stage) = @_;
	return map { { board => $_->[0], section => $_->[1], red => $_->[2], green => $_->[3], state => $_->[4] } }
	    sql("SELECT p.game, p.section, r.userid, g.userid, game.state FROM pairing p JOIN game ON game.id = p.game JOIN player r ON r.id = game.red"
	    . " JOIN player g ON g.id = game.green WHERE p.tournament = 1 AND p.stage = $stage ORDER BY p.game");
}

# Ends these games, each by what it says: 1 Red wins, 0 Green, = drawn.  They are all played beside
# each other, a move in each pass.
sub play
{
	my (@games) = @_;
	my @letters = grep { defined } map { $world->{last}{address($_)} } @names;
	my %by = map { $_ => [] } @names;
	for my $turn (0, 1, 2, 3) {
		my %text;
		for my $g (@games) {
			my ($who, $line) = $turn == 0 ? ($g->{red}, "move $g->{board} H3-E3") : $turn == 1 ? ($g->{green}, "move $g->{board} H10-G8")
			    : $turn == 2 ? ($g->{result} eq '=' ? ($g->{red}, "draw $g->{board}") : ($g->{result} eq '0' ? $g->{red} : $g->{green}, "resign $g->{board}"))
			    : $g->{result} eq '=' ? ($g->{green}, "accept $g->{board}") : next;
			push @{$text{$who}}, $line;
		}
		for my $who (sort keys %text) {
			for my $line (@{$text{$who}}) {
				my ($board) = $line =~ /(\d+)/;
				# The letter of the board, or the one that lists it.
				my $letter = $by{$who}[$board] // $world->{begun}{$who};
				$world->answer(address($who), $line, to => $letter);
			}
		}
		for my $letter ($world->run) {
			my ($who) = $letter->{address} =~ /^(\w+)/;
			$by{$who}[$1] = $letter if $letter->{subject} =~ /Board (\d+)/;
			push @{$world->{news}{$who}}, $letter if $letter->{subject} =~ /tournament/;
		}
	}
}

# A table as the manual defines it: who, halves, quarters, place; from games with a result.
sub table
{
	my ($left, @games) = @_;
	my (%points, %sb, %mutual, %wins, %green);
	@games = grep { !$left->{$_->{red}} && !$left->{$_->{green}} } @games;
	my %in = map { $_->{red} => 1, $_->{green} => 1 } @games;
	$_ = 0 for @points{keys %in}, @sb{keys %in}, @mutual{keys %in}, @wins{keys %in}, @green{keys %in};
	my @done = grep { defined $_->{result} } @games;
	my %of = ('1' => [2, 0], '0' => [0, 2], '=' => [1, 1]);
	for my $g (@done) {
		my ($r, $gr) = @{$of{$g->{result}}};
		$points{$g->{red}} += $r;
		$points{$g->{green}} += $gr;
		$wins{$g->{red}}++ if $r == 2;
		$wins{$g->{green}}++, $green{$g->{green}}++ if $gr == 2;
	}
	for my $g (@done) {
		my ($r, $gr) = @{$of{$g->{result}}};
		$sb{$g->{red}} += $r * $points{$g->{green}};
		$sb{$g->{green}} += $gr * $points{$g->{red}};
	}
	for my $g (@done) {
		next if $points{$g->{red}} != $points{$g->{green}} || $sb{$g->{red}} != $sb{$g->{green}};
		$mutual{$g->{red}} += $of{$g->{result}}[0];
		$mutual{$g->{green}} += $of{$g->{result}}[1];
	}
	my %key = map { $_ => sprintf '%03d %04d %03d %02d %02d', $points{$_}, $sb{$_}, $mutual{$_}, $wins{$_}, $green{$_} } keys %in;
	my %place = map { my $k = $key{$_}; $_ => 1 + grep { $_ gt $k } values %key } keys %in;
	return map { $_ => [$place{$_}, $points{$_}, $sb{$_}] } keys %in;
}

# The table of a letter: who => [place, halves, quarters].
sub shown
{
	my ($letter) = @_;
	my %rows;
	for (split /\n/, decode('UTF-8', $letter->{body})) {
		my ($place, $who, $points, $sb) = /^(\d+|-) +(?:> )?(player\w) .* ([\d½]+) +([\d.]+) +\d+\s*$/ or next;
		my $halves = 2 * ($points =~ /^(\d+)/ ? $1 : 0) + ($points =~ /½/ ? 1 : 0);
		$rows{$who} = [$place, $halves, 4 * $sb];
	}
	return \%rows;
}

sub is_table
{
	my ($letter, $name, $left, @games) = @_;
	my %want = table($left, @games);
	my $got = shown($letter);
	is_deeply($got, \%want, $name)
	    or diag $letter->{body};
}

# --- announced
world(8);
for my $wrong ('--time=3d', '--players=3', '--sections=14', '--games=3', '--start=2026-02-30', '--start=2026-01-01', '--players=8 --color=green', '--players=8 --games=2 --sections=9', '--players=8 --claim', '--players=8 --ontime=0', '--players=8 --ontime=101', '--players=8 --min=high', '--players=8 --min=1800 --max=1500', '--players=8 --max=1500 --min=1800', '--players=8 --handicap=rook', '--players=8 --forfeittime=0 --time=0', '--players=8 --nonsense=1') {
	announce('A', split / /, $wrong);
	is(scalar(my @none = sql('SELECT * FROM tournament')), 0, "$wrong is refused");
}
like(announce('Autumn', '--players=8', '--sections=4', '--time=20d+1d'), qr/^tournament 1, "Autumn", is open: players send "join 1"$/m, 'announced');
$world->send(from => 'stranger@x.test', subject => 'tournaments');
my ($list) = grep { $_->{address} eq 'stranger@x.test' } $world->run;
like(words($list), qr/^1: Autumn It begins when 8 players have joined\. Nobody has joined yet\. To take part, open an account first \(signup NAME\)/, 'a stranger reads of it');
like(words(writes('playera', 'tournament 1')), qr/All play all in sections of at most 4 \(or 5, where that makes them even\); all games begin at the same time\. The winner of each section goes on, until one section is left\. Rules: server\. Rated\. 20 days for all moves, and 1 day more with each\. No move can be taken back and no time given\. To take part, send: join 1/, 'its terms');
like(words(writes('playera', $_)), qr/There is no tournament 7\./, $_) for 'tournament 7', 'join 7', 'leave 7';

# --- joined
like(words(writes('playera', 'join 1')), qr/^You take part in tournament 1, "Autumn"\. It begins when 8 players have joined\. 1 player has joined\. /, 'join');
like(words(writes('playera', 'join 1, thanks!')), qr/You take part in tournament 1, "Autumn", already\./, 'twice');
like(words(writes('playerb', 'leave 1')), qr/You do not take part in tournament 1/, 'leave without having joined');
like(words(writes('playera', 'leave 1')), qr/^You no longer take part in "Autumn"\./, 'leave');
like(words(writes('playera', 'leave me alone')), qr/^(?!.*no longer take part)/, 'words are no command');
my @letters = (everybody('join 1'), $world->run);
my %begun = map { ($_->{address} =~ s/\@.*//r, $_) } grep { $_->{subject} =~ /your games/ } @letters;
is(scalar keys %begun, 8, 'with the last place taken all get one letter');
is(scalar(my @games = boards(1)), 12, 'twelve games have begun');
for my $who (@names) {
	my @own = sort map { $_->{board} } grep { $who eq $_->{red} || $who eq $_->{green} } @games;
	my @told = sort $begun{$who}{body} =~ /^  (\d+) +player/mg;
	is_deeply(\@told, \@own, "$who reads which boards are his");
}
$world->{begun} = \%begun;
like(words(writes("playera", "join 1")), qr{You take part in tournament 1, "Autumn", and keep your place\.}, "who plays in it is told so");
$world->send(from => "late\@b.test", subject => "signup late");
$world->run;
$world->answer("late\@b.test", "yes");
$world->run;
$world->answer("late\@b.test", "join 1");
like(words($world->run), qr{Tournament 1, "Autumn", has begun; nobody can join any more\. You can}, "too late");

# --- refused in its games
my ($first) = @games;
$world->answer(address($first->{red}), "move $first->{board} H3-E3", to => $begun{$first->{red}});
$world->run;
like(words(writes($first->{red}, "undo $first->{board}")), qr/Board $first->{board} belongs to a tournament: no move can be taken back in it\./, 'undo');
like(words(writes($first->{red}, "give $first->{board} 2d")), qr/Board $first->{board} belongs to a tournament: all players have the same time, and none can be given\./, 'give');
my $board = writes($first->{red}, "show $first->{board}");
like(words($board), qr/Tournament 1\. Rules: server\./, 'a letter of the board names it');
$world->answer(address($first->{green}), "resign $first->{board}");
$world->run;
is_deeply([sql("SELECT result, ending, is_rated FROM game WHERE id = $first->{board}")], [['1', 'resignation', '0']], 'given up before both have moved: lost, and not rated');
$first->{result} = '1';

# --- played: who is earlier in the alphabet wins, but for some
for my $g (@games) {
	next if defined $g->{result};
	my $sum = ord($g->{red}) + ord(substr $g->{green}, -1) + ord(substr $g->{red}, -1);
	$g->{result} = $sum % 3 == 0 ? '=' : $g->{red} lt $g->{green} ? '1' : '0';
}
my @section = map { my $n = $_; [grep { $_->{section} == $n } @games] } 1, 2;
play(grep { $_ != $first && $_ != $games[-1] } @games);
my @so_far = map { my %g = %$_; delete $g{result} if $g{board} == $games[-1]{board}; \%g } @games;
for my $n (1, 2) {
	my $letter = writes($names[0], 'tournament 1');
	my ($part) = $letter->{body} =~ /(section $n of 2.*?)(?=section 2 of 2|To take part|\z)/s;
	is_table({ body => $part }, "section $n on the way", {}, grep { $_->{section} == $n } @so_far);
}
$world->{now} += 8 * 86400;
$world->run;
@letters = $world->run;
my @weekly = grep { $_->{subject} =~ /the table/ } (@letters, map { @$_ } values %{$world->{news} // {}});
is(scalar @weekly, 8, 'after a week with results each player gets the table of his section');
is(scalar(my @both = map { /^Tournament 1, .*? section/mg } map { $_->{body} } @weekly), 8, '... and of no other');
play($games[-1]);
my @ends = grep { $_->{subject} =~ /stage 1 is over/ } map { @$_ } values %{$world->{news}};
is(scalar @ends, 8, 'when all games are over all players hear how the stage has ended');
for my $letter (@ends) {
	my $who = $letter->{address} =~ s/\@.*//r;
	my ($number) = map { $_->{section} } grep { $who eq $_->{red} || $who eq $_->{green} } @games;
	is_table($letter, "the last table of $who", {}, @{$section[$number - 1]});
}

# --- the last stage
my @first = map { my %t = table({}, @$_); grep { $t{$_}[0] == 1 } keys %t } @section;
my %then = map { $_->[0] => 1 } sql('SELECT userid FROM place JOIN player ON player.id = player WHERE stage = 2');
is_deeply([sort keys %then], [sort @first], 'the first of each section go on, and whoever shares that place');
my @final = boards(2);
is(scalar @final, @first * (@first - 1) / (@first == 2 ? 1 : 2), 'they all meet');
for my $news (map { @$_ } values %{$world->{news}}) {
	$world->{begun}{$news->{address} =~ s/\@.*//r} = $news if $news->{body} =~ /Stage 2 of tournament 1, "Autumn", has begun: it is the last/;
}
$world->{news} = {};
$_->{result} = $_->{red} lt $_->{green} ? '1' : '0' for @final;
play(@final);
my ($winner) = sort @first;
for my $letter (grep { $_->{subject} =~ /is over/ } map { @$_ } values %{$world->{news}}) {
	my $who = $letter->{address} =~ s/\@.*//r;
	like(words($letter), qr/is over(?:\.(?: Congratulations!)?| \("tournament 1" shows the last table\):) $winner has won it\./, "$who reads who has won");
	is(!!(words($letter) =~ /Congratulations/), $who eq $winner, '... and is congratulated if it is he');
}
is(scalar(grep { $_->{subject} =~ /is over/ } map { @$_ } values %{$world->{news}}), 8, 'all eight hear of it, those who were in the first stage only, too');
is_deeply([sql('SELECT state, stage FROM tournament')], [['2', '2']], 'it is over');
like(words(writes('playerh', 'tournaments')), qr/1: Autumn It ended on [^:]*:\d\d UTC: $winner has won it\./, 'and stays in the list');
is($world->call('ratings', '--check') =~ /all ratings as they are/ ? 1 : 0, 1, 'ratings are those of its games');

# --- in what is told of finished games; counted here from the games played above
for my $who ('playera', 'playerd', 'playerh') {
	my ($won, $drawn, $lost) = (0, 0, 0);
	for my $g (grep { $who eq $_->{red} || $who eq $_->{green} } @games, @final) {
		$g->{result} eq '=' ? $drawn++ : ($g->{result} eq '1') == ($who eq $g->{red}) ? $won++ : $lost++;
	}
	my $count = $won + $drawn + $lost;
	like(writes($who, 'stats')->{body}, qr/^ *in tournaments +$count +$won +$drawn +$lost$/m, "$who: stats of tournaments");
	is(scalar(() = writes($who, "history $who")->{body} =~ /^  .*, tournament 1;/mg), $count, '... and history names it');
}

# --- who leaves
world(5);
announce('Spring', '--players=5', '--sections=5', '--time=3d');
writes('playera', 'join 1');
like(words(writes('playera', 'withdraw 1')), qr/You no longer take part in "Spring"\./, 'withdraw, of one that has not begun: he leaves it');
everybody('join 1');
$world->run;
@games = boards(1);
is(scalar @games, 10, 'five players, ten games');
my $same = words(writes('playera', 'tournament 1'));
is(words(writes('playera', $_)), $same, "'$_': the letter about it") for ('tournament 1 table', 'tournament 1 games', 'tournament rules 1', 'show tournament 1 table');
my ($first) = (grep { !plays($games[0], $_) } map { "player$_" } qw(a b c d e));
like(words(writes($first, 'withdraw 1')), qr/To leave tournament 1, "Spring", send: leave 1/, 'withdraw, of one that has begun: how to leave it');
my $ask = writes('playera', 'leave 1');
like(words($ask), qr/leave 1 You lose your open games in the tournament at once\. Unless half of your games are finished, none of them counts in the table any more\./, 'he is asked first');
is(scalar(grep { $_->{state} == 2 } boards(1)), 0, '... and nothing has happened');
my $left = writes('playera', 'yes');
is(scalar(grep { $_->{state} == 2 } boards(1)), 4, 'yes: his games are lost');
is_deeply([sql('SELECT DISTINCT is_rated FROM game WHERE state = 2')], [['0']], 'none of them is rated, since nobody had moved');
like(words(writes('playerb', 'tournament 1')), qr/- playera x x x x \. 0 0\.00 0 Each row: .* games not over\. "x" does not count: \w+ left with fewer than half of their games finished\./, 'and they count for nobody');
like(words(writes('playera', 'leave 1')), qr/You do not take part in tournament 1/, 'once is enough');
writes('playerb', 'signoff');
writes('playerb', 'yes');
$world->run;
is_deeply([sql("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = 'playerb'")], [['1']], 'who closes his account has left');

# --- who is first and leaves late leaves his place to the next
sub decide
{
	my ($winner, @of) = @_;
	for my $g (@of) {
		my $result = $winner eq $g->{red} ? 'red' : $winner eq $g->{green} ? 'green' : 'draw';
		$world->call('game', 'adjudicate', $g->{board}, $result);
	}
}
sub plays { my ($g, $who) = @_; return $g->{red} eq $who || $g->{green} eq $who }
world(5);
announce('Last', '--players=5', '--sections=5', '--time=3d');
everybody('join 1');
$world->run;
# playera has 3 points of 3, playere 2 1/2, the others 1 1/2.
decide('playera', grep { plays($_, 'playera') && !plays($_, 'playere') } boards(1));
decide('nobody', grep { !plays($_, 'playera') && !plays($_, 'playerd') } boards(1));
writes('playera', 'leave 1');
writes('playera', 'yes');
decide('nobody', grep { $_->{state} != 2 } boards(1));
$world->run;
like(words($world->{last}{address('playerb')}), qr/The tournament is over\. playere has won it\./, 'the next one has won');
like(words(writes('playerb', 'tournaments')), qr/playere has won/, '... for ever');
# Two sections: the first of one has gone when the stage ends.
world(8);
announce('Stages', '--players=8', '--sections=4', '--time=3d');
everybody('join 1');
$world->run;
decide('playera', grep { plays($_, 'playera') } boards(1));
my ($section) = map { $_->{section} } grep { plays($_, 'playera') } boards(1);
my ($second) = map { $_->{red} eq 'playera' ? $_->{green} : $_->{red} } grep { plays($_, 'playera') } boards(1);
decide($second, grep { $_->{section} == $section && plays($_, $second) && !plays($_, 'playera') } boards(1));
writes('playera', 'leave 1');
writes('playera', 'yes');
my ($other) = map { $_->{red} } grep { $_->{section} != $section } boards(1);
decide($other, grep { $_->{section} != $section && plays($_, $other) } boards(1));
decide('nobody', grep { $_->{state} != 2 } boards(1));
$world->run;
is(join(' ', sort map { @$_{qw(red green)} } (boards(2))[0]), join(' ', sort $second, $other), 'the second goes on in the place of the first, who has left');

# --- an opening after which Green moves first
world(4);
announce('Theme', '--players=4', '--time=3d', '--opening=B3-E3');
like(words(writes('playera', 'join 1')), qr/Opening: B3-E3\. Unrated\./, 'the terms name the opening');
like(words(writes('playera', 'tournament 1')), qr/You take part\. To leave, send: leave 1/, 'who has joined is not asked to join');
@letters = (map({ $world->answer(address($_), 'join 1') } @names[1 .. 3]), $world->run, $world->run);
my ($own) = grep { ref && $_->{address} eq 'playera@a.test' && $_->{subject} =~ /your games/ } @letters;
my @green = map { $_->{board} } grep { $_->{green} eq 'playera' } boards(1);
is_deeply([sort $own->{body} =~ /^  (\d+) +player\w +Green +you$/mg], [sort @green], 'Green is to move on the boards where he has Green');
my ($said) = $own->{body} =~ /^  (\d+ [A-I]\d+-[A-I]\d+)$/m;
$world->answer('playera@a.test', $said, to => $own);
$world->run;
is_deeply([sql("SELECT count(*) FROM game WHERE length = 1")], [['1']], "the example of the letter, $said, is played");

# --- who falls silent, and two accounts of one mailbox
world(5);
announce('Silence', '--players=5', '--time=5d');
$world->send(from => 'playera+two@a.test', subject => 'signup another');
$world->run;
$world->answer('playera+two@a.test', 'yes');
$world->run;
writes('playera', 'join 1');
$world->answer('playera+two@a.test', 'join 1');
my ($twin) = $world->run;
like(words($twin), qr/A player who writes from the same mailbox as you takes part in tournament 1, "Silence", already; only one of you can\./, 'one person takes part once');
$world->call('player', 'link', 'playera', 'playerb');
$world->answer('playerb@a.test', 'join 1');
like(words($world->run), qr/The operator takes your account and that of a player who takes part in tournament 1, "Silence", for one person's/, '... nor do linked accounts');
$world->call('player', 'unlink', 'playera', 'playerb');
@letters = (everybody('join 1'), $world->run);
%begun = map { ($_->{address} =~ s/\@.*//r, $_) } grep { $_->{subject} =~ /your games/ } @letters;
@games = boards(1);
# All but one go on playing.
for my $day (1 .. 9) {
	for my $g (boards(1)) {
		next if $g->{state} == 2;
		my ($turn) = map { $_->[0] } sql("SELECT length FROM game WHERE id = $g->{board}");
		my $who = $turn % 2 == 0 ? $g->{red} : $g->{green};
		next if $who eq 'playera' || ($g->{green} eq 'playera' && $day < 5);	# two of his clocks run later
		my @moves = qw(H3-E3 H10-G8 H1-G3 B10-C8 B1-C3 I10-H10 A1-B1 A10-B10 I1-I2 C7-C6 C4-C5 G7-G6);
		my ($newest) = grep { $_->{address} eq address($who) && $_->{subject} =~ /Board $g->{board}\b/ } reverse @letters;
		$world->answer(address($who), "move $g->{board} $moves[$turn]", to => $newest // $begun{$who});
	}
	push @letters, $world->run;
	$world->{now} += 86400;
	push @letters, $world->run;
	last if grep { $_->{subject} =~ /do you still play/ } @letters;
}
my @asked = grep { $_->{subject} =~ /do you still play/ } @letters;
is(scalar @asked, 1, 'who has lost two games on time is asked once');
is($asked[0]{address}, 'playera@a.test', '... he, and nobody else');
like(words($asked[0]), qr/You have lost 2 games of tournament 1, "Silence", on time, and have not written since\. Are you still playing\? It is your turn on board \d+ \(until [^)]* UTC\)(?:, board \d+ \(until [^)]* UTC\))*\. Please answer by .* with yes to keep your place no to leave the tournament If you do not answer, you leave the tournament then, lose your other games in it, and cannot join another for 90 days\./, '... in these words');
is_deeply([sql("SELECT DISTINCT how_left FROM place")], [['0']], 'he has not left yet');
my $home = World->new(now => $world->{now}, config => $world->{config})->become($world);
$world->{now} += 3 * 86400 + 60;
$world->run;
@letters = $world->run;
is_deeply([sql("SELECT userid, how_left > 0 FROM place JOIN player ON player.id = player WHERE how_left > 0")], [['playera', '1']], 'three days without a word: he has left');
# What he answers, in a world of its own each time; whether he has left four days later.
sub left_after
{
	my (@answers) = @_;
	$world = World->new(now => $home->{now}, config => $home->{config})->become($home);
	my ($letter, @said) = $asked[0];
	for my $text (@answers) {
		$world->answer('playera@a.test', $text, to => @said < 2 ? $letter : $asked[0]);
		($letter) = grep { $_->{address} eq 'playera@a.test' } $world->run;
		push @said, words($letter);
	}
	$world->{now} += 3 * 86400 + 60;	# before his clocks end the other games
	$world->run, $world->run;
	return ((sql("SELECT how_left > 0 FROM place JOIN player ON player.id = player WHERE userid = 'playera'"))[0][0], @said);
}

for my $text ('tournament 1', 'yes', 'Yes, sorry, I was on holiday!', 'I am still here, my computer was broken.', 'Yes, sorry, I was not at home', encode('UTF-8', 'Ja, ich bin noch da'), encode('UTF-8', 'да, играю'), encode('UTF-8', '继续'), encode('UTF-8', 'Tôi vẫn chơi')) {
	my ($left, $said) = left_after($text);
	is($left, 0, "who has answered '$text' plays on");
	like($said, qr/^You take part in tournament 1, "Silence", and keep your place\./, '... and is told so') unless $text =~ /^tournament/;
}
for my $text ('no', "No, I have no time for it any more, sorry.", 'leave', 'Leave the tournament') {
	my ($left, $said) = left_after($text);
	like($said, qr/leave 1 You lose your open games in the tournament at once\./, "'$text' is asked about");
	is($left, 1, '... and counts when nothing more comes');
}
# What is neither leaves the question open.
for my $text ('I quit', 'Yes I will leave', 'is this spam?', '', 'I do not want to play any more') {
	my ($left, $said, $then) = left_after($text);
	like($said, qr/I am not sure whether you want to go on playing in tournament 1, "Silence"\. Please answer by .* with yes to keep your place no to leave the tournament If you do not answer, you leave/, "'$text' is no answer");
	is($left, 1, '... and is not waited for longer');
	($left, $said, $then) = left_after($text, 'yes');
	is($left, 0, '... a yes after it keeps the place');
	like($then, qr/and keep your place\. .*To leave it, send: leave 1/, '... and is told so');
}
# So does what denies anything, or speaks of leaving, in any language; only a yes keeps the place then.
for my $text (World::sample("I'm out", 'no way', "I'd rather not", 'Lost interest, sorry', 'take me off the list', 'Please take me out', 'This is his wife, he passed away in October',
	'ich spiele nicht mehr', 'Ich höre auf', 'Ich möchte aussteigen', 'Bitte nehmt mich raus', 'больше не играю', 'я выхожу из турнира', 'не играю больше, простите',
	'tôi không chơi nữa', 'không chơi nữa', 'em nghỉ chơi', 'xin rút khỏi giải', '不玩了', '不玩了，抱歉', '我不想玩了', '不下了', '退出', '我要退出比赛', '不參加了', 'Ja, ich höre auf')) {
	my ($left, $said) = left_after(encode('UTF-8', $text));
	unlike($said, qr/and keep your place/, "'$text' keeps no place");
	is($left, 1, '... and is not waited for longer');
}
my ($has_left, undef, $goodbye, $late) = left_after('no', 'yes', 'yes');
is($has_left, 1, 'no, and yes to the question: he has left');
like($goodbye, qr/You have left tournament 1, "Silence"\./, '... and is told so');
like($late, qr/You have left tournament 1, "Silence", and nobody can join it any more/, 'a yes that comes too late brings nobody back');

# --- too few; called off
world(4);
announce('Winter', '--start=2026-12-24', '--time=3d');
writes($_, 'join 1') for @names[0 .. 2];
$world->{now} = 1798070400;	# 24 Dec 2026
$world->run;
@letters = $world->run;
is_deeply([sql('SELECT state FROM tournament')], [['3']], 'fewer than four: it does not begin');
announce('Four', '--players=4', '--time=3d');
everybody('join 2');
$world->run;
$world->call('tournament', 'cancel', 2);
@letters = $world->run;
is(scalar(grep { words($_) =~ /"Four", was cancelled by the operator\. Nobody wins it\. Games that are being played go on with the same clock, as any others: moves can be taken back again, and time given\./ } @letters), 4, 'called off: all are told');
is_deeply([sql('SELECT count(*) FROM game WHERE state = 1')], [['6']], 'and their games go on');
like($world->call('tournament', 'show', 2), qr/^section 1, board \d+: (player[a-d]) - (?!\1)player[a-d]$/m, 'show names who plays whom');
announce('Small', '--start=2027-01-24', '--time=3d');
writes($_, 'join 3') for @names[0 .. 2];
like($world->call('tournament', 'start', 3), qr/^tournament 3 will be cancelled in the next pass: fewer than 4 players have joined$/, 'started with three: the operator is told what will come');
is($world->call('tournament', 'withdraw', 3, 'playera'), "playera is out of tournament 3\n", 'a player is taken out before it begins');
$world->call('tournament', 'withdraw', 3, 'playera');
is($world->{status}, 1, '... once');
is($world->call('tournament', 'cancel', 3), "tournament 3 is cancelled\n", 'nothing has begun that could go on');
@letters = $world->run;
is(scalar(grep { words($_) =~ /^The operator has taken you out of tournament 3, "Small"\.(?! You lose)/ } @letters), 1, '... and is told');
is(scalar(grep { words($_) =~ /"Small", was cancelled by the operator\. It had not begun\.(?!.*go on under)/ } @letters), 2, '... and players read so');

# --- taken out of one that is being played
world(4);
announce('Spring', '--players=4', '--time=3d');
everybody('join 1');
$world->run for 1, 2;
is($world->call('tournament', 'withdraw', 1, 'playerb'), "playerb is out of tournament 1; the player's open games in it are lost\n", 'out of one that has begun');
@letters = $world->run;
is_deeply([sql("SELECT count(*), sum(result = CASE WHEN (SELECT userid FROM player WHERE id = red) = 'playerb' THEN 2 ELSE 1 END) FROM game WHERE state = 2")], [[3, 3]], '... has lost his three games');
like(words($_), qr/^The operator has taken you out of tournament 1, "Spring"\. You lose boards \d+, \d+ and \d+, which were still open\. None of your games counts in the table\./, '... reads so') for grep { $_->{address} eq 'playerb@a.test' } @letters;
is(scalar(grep { words($_) =~ /playerb has left the tournament, and with that resigned this game\./ } @letters), 3, '... and so do the others');
$world->call('tournament', 'withdraw', 1, 'playerb');
is($world->{status}, 1, '... once');

done_testing;
