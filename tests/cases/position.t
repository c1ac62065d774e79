#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Positions and openings: which finished games reached them, and what was played there, held
# against a count in Perl that plays all the games itself.
use strict;
use warnings;
use Encode qw(decode);
use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../season";
use Test::More;
use World;
use Xiangqi;

srand 7;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\nengine { timeout = 3600\ncommand = '$FindBin::Bin/../tools/false-engine.pl even' }\n");
$world->game;

# --- games: id => { moves, result, start, apart }

my %games;
my @line = qw(B3-E3 H10-G8 B1-C3 I10-H10);

sub play
{
	my ($board, @moves) = @_;
	my $turn = 0;
	for (@moves) {
		$world->send(from => $turn ? $wilma : $fred, subject => "move $board " . ($turn ? 'wilma secret2' : 'fred secret1') . " $_");
		$world->run;
		$turn = !$turn;
	}
}

sub new_game
{
	my ($board, $options) = @_;
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma $options\n");
	$world->run;
	$world->send(from => $wilma, subject => "accept $board wilma secret2");
	$world->run;
}

sub resign
{
	$world->send(from => $fred, subject => "resign $_[0] fred secret1");
	$world->run;
}

sub says
{
	my ($who, $text) = @_;
	$world->send(from => $who, subject => $text);
	return (grep { $_->{address} eq $who } $world->run)[0] // { body => '', subject => '' };
}

# 1 counts; 2 is private; 3 goes on; 4 is short; 5 begins elsewhere; 6 is a machine's.
play(1, @line);
is(says($fred, 'position new')->{body} =~ /No finished game has reached/, 1, 'a game that goes on is not found');
resign(1);
$games{1} = { moves => [@line], result => 'green' };
new_game(2, '--private');
play(2, @line);
resign(2);
new_game(3, '--rated=no');
play(3, @line);
new_game(4, '--rated=no');
play(4, @line[0, 1]);
resign(4);
$games{4} = { moves => [@line[0, 1]], apart => 'short' };
new_game(5, '--rated=no --fen=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR_b --color=green');
$world->send(from => $fred, subject => "move 5 fred secret1 H10-G8");
$world->run;
for (['wilma', 'B1-C3'], ['fred', 'I10-H10']) {
	my ($who, $move) = @$_;
	$world->send(from => $who eq 'fred' ? $fred : $wilma, subject => "move 5 $who " . ($who eq 'fred' ? 'secret1' : 'secret2') . " $move");
	$world->run;
}
resign(5);
$games{5} = { moves => [@line[1 .. 3]], from => [$line[0]], apart => 'from another start' };
$world->send(from => $fred, text => "as fred secret1\nchallenge bot --color=red\n");
$world->run;
for ('B3-E3', 'B1-C3') {
	$world->send(from => $fred, subject => "move 6 fred secret1 $_");
	$world->run;
}
resign(6);
my ($score) = $world->call('export', '--format=iccs', 6) =~ /\n\n(.*)/s;
$games{6} = { moves => [map { /(.)(\d)-(.)(\d)/; "$1" . ($2 + 1) . "-$3" . ($4 + 1) } $score =~ /\b[A-I]\d-[A-I]\d\b/g], apart => 'against a machine' };
is(scalar @{$games{6}{moves}}, 4, 'four plies with a machine');

# An archive: 460 games of a few openings, a third of them as mirror images, some by another
# order of moves, some that come back to where they were.
sub mirrored { join '-', map { /(.)(\d+)/; chr(ord('A') + ord('I') - ord $1) . $2 } split /-/, $_[0] }
my @openings = ([qw(B3-E3 H10-G8 B1-C3 I10-H10)], [qw(C4-C5 H10-G8 B3-E3 G7-G6)], [qw(B3-E3 H10-G8 C4-C5 G7-G6)], [qw(B3-E3 B8-E8)], [qw(C4-C5 G7-G6 B1-C3)], [qw(A1-A2 A10-A9 A2-A1 A9-A10)], [qw(B3-E3 H10-G8 E3-B3)]);
my @results = (['1-0', 'red'], ['0-1', 'green'], ['1/2-1/2', 'drawn'], ['*', 'unknown']);
open my $file, '>', "$world->{home}/old.pgn" or die;
for my $id (7 .. 466) {
	my @moves = @{$openings[rand @openings]};
	my $board = Xiangqi::start();
	Xiangqi::play($board, $_) for @moves;
	for (1 .. rand 5) {
		my $move = Xiangqi::any_move($board, @moves % 2);
		Xiangqi::play($board, $move);
		push @moves, $move;
	}
	@moves = map { mirrored($_) } @moves if rand 3 < 1;
	my ($written, $result) = @{$results[rand @results]};
	print $file qq([Game "Chinese Chess"]\n[Red "Red$id"]\n[Black "Black$id"]\n[Result "$written"]\n\n@moves $written\n\n);
	$games{$id} = { moves => \@moves, result => $result, @moves < 4 ? (apart => 'short') : () };
}
close $file;
like($world->call('import', "$world->{home}/old.pgn"), qr/^460 stored \(games 7 to 466\)/, 'the archive');

# --- the count

sub text { join '', @{$_[0]}, $_[1] }
sub mirror_text { my @rows = $_[0] =~ /(.{9})/g; join('', map { scalar reverse } @rows) . substr $_[0], -1 }

# What the games come to in the position after these moves of the start.
sub count
{
	my ($wanted) = @_;
	my %found = (red => 0, green => 0, drawn => 0, unknown => 0, games => 0, mirrored => 0, apart => 0, moves => {}, list => []);
	my $other = mirror_text($wanted);
	for my $id (sort { $b <=> $a } keys %games) {
		my $game = $games{$id};
		my $board = Xiangqi::start();
		Xiangqi::play($board, $_) for @{$game->{from} // []};
		my $turn = @{$game->{from} // []};
		for my $ply (0 .. @{$game->{moves}}) {
			my $next = $game->{moves}[$ply];
			my $now = text($board, $turn % 2);
			if ($now eq $wanted || $now eq $other) {
				my $is_mirrored = $now ne $wanted;
				push @{$found{list}}, join ' ', $id, $next // 'end', $is_mirrored ? 'mirrored' : '', $game->{apart} // '';
				if ($game->{apart}) {
					$found{apart}++;
				} else {
					$found{$game->{result}}++;
					$found{games}++;
					$found{mirrored}++ if $is_mirrored;
					my $name = !defined $next ? 'the end' : $is_mirrored ? mirrored($next) : $next;
					# Where both are the same, a move and its mirror image are one.
					($name) = sort $name, mirrored($name) if $wanted eq $other && defined $next;
					$found{moves}{$name}++;
				}
				last;
			}
			Xiangqi::play($board, $next) if defined $next;
			$turn++;
		}
	}
	return \%found;
}

# What a letter says of it.
sub told
{
	my ($body) = @_;
	my $flat = $body =~ s/\s+/ /gr;
	my %found = (moves => {}, list => []);
	@found{qw(games red drawn green unknown)} = (0) x 5;
	$found{games} = $1 if $flat =~ /Games that reached this position: (\d+)/;
	$found{mirrored} = $flat =~ /\((\d+) as its mirror image\)/ ? $1 : 0;
	@found{qw(red drawn green)} = ($1, $2, $3) if $flat =~ /won (\d+), drawn (\d+), lost (\d+)/;
	$found{unknown} = $found{games} - $found{red} - $found{drawn} - $found{green};
	$found{apart} = $flat =~ /Not counted: (\d+) / ? $1 : 0;
	$found{moves}{$1} = $2 while $body =~ /^  (the end|[A-I]\d+-[A-I]\d+) +(\d+) +(?:\d+%|-)/mg;
	return \%found;
}

sub listed
{
	my ($body) = @_;
	$body =~ s/\n  +(?! )/ /g;
	return map { /^Board (\d+): .*?(?:(it ended here)|move \d+ here: ([A-I]\d+-[A-I]\d+))(; mirrored)?(?:; (.*?)(?:: not counted))?$/ ?
	    join ' ', $1, $2 ? 'end' : $3, $4 ? 'mirrored' : '', $5 // '' : () } split /\n/, $body;
}

sub compare
{
	my ($name, $line, $wanted) = @_;
	my $body = says($fred, $line)->{body};
	my ($told, $count) = (told($body), count($wanted));
	my $symmetric = $wanted eq mirror_text($wanted);
	for my $moves ($told->{moves}) {
		$moves = { map { my ($one) = /^the/ || !$symmetric ? $_ : sort $_, mirrored($_); $one => $moves->{$_} } keys %$moves };
	}
	my @list = @{delete $count->{list}};
	delete $told->{list};
	is_deeply($told, $count, "$name: figures") or diag $body;
	is_deeply([listed($body)], [@list[0 .. ($#list < 9 ? $#list : 9)]], "$name: the first games") or diag $body;
	return @list;
}

sub after
{
	my $board = Xiangqi::start();
	Xiangqi::play($board, $_) for @_;
	return text($board, @_ % 2);
}

my @all = compare('the start, which all have but the one from elsewhere', 'position new', after());
is(scalar @all, 463, 'so many');
compare('an opening', 'opening B3-E3 H10-G8', after(@line[0, 1]));
compare('... in WXF', 'opening 1. C8=5 h8+7 2. H8+7', after(@line[0 .. 2]));
compare('... in hanzi', "opening \xe7\x82\xae\xe5\x85\xab\xe5\xb9\xb3\xe4\xba\x94", after('B3-E3'));
compare('... as its mirror image', 'opening H3-E3 B10-C8 H1-G3', after('H3-E3', 'B10-C8', 'H1-G3'));
compare('by another order of moves', 'opening C4-C5 H10-G8 B3-E3', after(qw(C4-C5 H10-G8 B3-E3)));
compare('a game at a move', 'position 1#1', after(@line[0, 1]));
compare('a game as it stands', 'position 3', after(@line));
compare('a FEN of one field', 'position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR', after());
compare('... of two', 'position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b', after('B3-E3'));
compare('... with _ for blanks', 'position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR_b_-_-_0_1', after('B3-E3'));
compare('a position that the game comes back to', 'opening A1-A2', after('A1-A2'));
for my $id (map { 7 + int rand 460 } 1 .. 12) {
	my @moves = @{$games{$id}{moves}};
	my $plies = int rand(@moves + 1);
	compare("game $id after $plies plies", $plies ? "opening @moves[0 .. $plies - 1]" : 'position new', after(@moves[0 .. $plies - 1]));
}
like(says($wilma, 'opening A1-A3 A10-A8')->{body}, qr/^No finished game has reached this position\.$/m, 'none');

# In an answer, the board as it stands.
like(says($fred, 'show 3')->{subject}, qr/Board 3/, 'a letter of board 3');
$world->answer($fred, 'position');
is_deeply(told(($world->run)[0]{body}), do { my $c = count(after(@line)); $c->{list} = []; $c }, 'an answer to it: its board');

# --- pages

my (@pages, @told);
my $letter = says($fred, 'opening B3-E3');
for (1 .. 40) {
	push @pages, $letter;
	push @told, listed($letter->{body});
	last if $letter->{body} !~ /answer this letter with "more"/;
	unlike($letter->{subject}, qr/after/, 'a short Subject') if @pages == 1;
	$world->answer($fred, 'more');
	$letter = ($world->run)[0] // last;
}
is_deeply(\@told, count(after('B3-E3'))->{list}, 'page by page all games, each once');
unlike($pages[1]{body}, qr/Red scored|A   B   C/, 'the others without figures and board');
like($pages[1]{body} =~ s/\s+/ /gr, qr{^More games with the position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b: }, '... which name the position and who is to move');
like($pages[0]{body}, qr/^Green is to move\.$/m, '... as does the first');
like($pages[-1]{body}, qr/^These are all\.$/m, 'the last one says so');
my $stranger = says('joe@c.test', 'opening B3-E3');
my ($line) = decode('MIME-Header', $stranger->{subject}) =~ /more: (position \S+ after \d+)/;
is(says($wilma, $line)->{body}, $pages[1]{body}, 'the line that asks for it works from anywhere');
$world->answer('joe@c.test', 'more', to => $stranger);
is(($world->run)[0]{body} =~ s/\s+\z//r, $pages[1]{body} =~ s/\s+\z//r, 'a stranger has more, too');

# --- what changes

sub index_of { $world->query("SELECT group_concat(key || ' ' || ply) FROM (SELECT key, ply FROM position WHERE game = $_[0] ORDER BY key)") }
my $before = index_of(1);
$world->call('game', 'adjudicate', 1, 'draw', 'so', 'it', 'is');
$world->run;
$games{1}{result} = 'drawn';
compare('decided otherwise', 'position new', after());
is(index_of(1), $before, '... at the same places');
$world->call('game', 'cancel', 1, 'no', 'game');
$world->run;
my $cancelled = delete $games{1};
compare('cancelled', 'position new', after());
compare('... as well in a rare position', 'position 3', after(@line));
is(index_of(1), '', '... and nothing of it is left');
like($world->call('check'), qr/, 0 problems/, 'the index is sound');

# --- pages of openings count the same games

my $pages = "$world->{home}/pages";
$world->call('archive', $pages);
sub page
{
	open my $page, '<:raw', "$pages/opening/$_[0].html" or die "$_[0]: $!";
	return do { local $/; <$page> };
}
for my $line ([], ['B3-E3'], [qw(B3-E3 H10-G8)], [qw(C4-C5 G7-G6)]) {
	my $html = page(join('-', map { lc } @$line) || 'index');
	my (%told, %by);
	while ($html =~ m{<tr><th scope="row">(?:<a[^>]*>)?([^<]*)(?:</a>)?</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>}g) {
		$told{$1} = "$2 games: $3 $4 $5";
	}
	for my $game (grep { !$_->{apart} } values %games) {
		my @moves = @{$game->{moves}};
		next if @moves <= @$line || "@moves[0 .. $#$line]" ne "@$line";
		$by{$moves[@$line]}{$_}++ for 'games', $game->{result};
	}
	my %count = map { $_ => "$by{$_}{games} games: " . join ' ', map { $_ // 0 } @{$by{$_}}{qw(red drawn green)} } keys %by;
	is_deeply(\%told, \%count, "the page of openings, @{$line}: the games that count");
}
my $begun = 0;
$begun += $_ for page('index') =~ m{</th><td>(\d+)</td>}g;
is($begun, scalar(grep { !$_->{apart} } values %games), 'on the first one each of them stands once');
my @shown = page('index') =~ m{(game/\d+\.html.*</li>)}g;
is(scalar @shown, 20, 'the newest games');
is(join(' ', map { m{game/(\d+).*; [\w ]+: not counted</span>} } @shown), join(' ', grep { $games{$_}{apart} } map { m{game/(\d+)} } @shown), '... of which those that do not count say so');

# --- without the index

my @fens = map { my $id = 7 + int rand 460; map { fen($id, $_) } 0 .. 5 } 1 .. 10;
sub fen
{
	my ($id, $plies) = @_;
	my @moves = @{$games{$id}{moves}};
	my $text = after(@moves[0 .. ($plies < @moves ? $plies : @moves) - 1]);
	my @rows = reverse substr($text, 0, 90) =~ /(.{9})/g;
	return join('/', map { tr/./1/r =~ s/(1+)/length $1/ger } @rows) . (substr($text, -1) ? ' b' : ' w');
}
is($world->call('position', '--scan', @fens), $world->call('position', @fens), 'a scan of all games says the same');
$world->call('position', 'nonsense');
is($world->{status}, 1, 'what is no position is refused');

# --- games of before

my $known = $world->query('SELECT group_concat(key || game || ply) FROM position');
my $played = $world->query('SELECT group_concat(key || way || red || green || drawn || unknown) FROM played');
$world->query('UPDATE game SET placed = 0; DELETE FROM position; DELETE FROM played');
like(says($fred, 'position new')->{body}, qr/Some older games have not been looked through yet/, 'where they were not entered, it is told');
$world->run;
is($world->query('SELECT group_concat(key || game || ply) FROM position'), $known, 'a pass enters them');
is($world->query('SELECT group_concat(key || way || red || green || drawn || unknown) FROM played'), $played, '... and counts what was played');
$world->query('UPDATE position SET ply = ply + 1 WHERE game = 9; UPDATE played SET red = red + 1 WHERE key = (SELECT min(key) FROM played); DELETE FROM position WHERE game = 11');
my $found = $world->call('check');
like($found, qr/^positions: game 9: a position of it is not found where it was$/m, 'a wrong entry is found');
like($found, qr/^… and \d+ more positions$/m, '... and others');
$world->query('UPDATE game SET placed = 0; DELETE FROM position; DELETE FROM played');
$world->run;

# --- refusals

for (['position', qr/Which position\? Write "position N"/],
	['position 2', qr/There is no board 2 that you can see/, 'stranger'],
	['position 999', qr/There is no board 999/],
	['position 1#40', qr/40/],
	['position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P w', qr/I cannot set up .* fewer than\s+ten ranks/s],
	['opening B3-E3 B3-E3', qr/"B3-E3" cannot be played here/]) {
	my ($line, $want, $stranger) = @$_;
	my $answer = says($stranger ? 'joe@c.test' : $fred, $line);
	like($answer->{body}, $want, "$line is refused");
	like($answer->{subject}, qr/^Not done: /, '... as its Subject says');
}

# --- beside a game: what asks the server is never told to the other, and a remark is no command
my $beside = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$beside->game;
for my $line ('opening 1. C2=5 H8+7 --rules=asian', 'opening 1. C2=5 what happens?', 'preview new 1. C2=5 h8+7 --rules asian', 'position C2=5?', 'preview fen 4k4 C2=5') {
	for my $who ('wilma@b.test', 'fred@a.test') {
		$beside->answer($who, $line);
		my @letters = $beside->run;
		is(join(' ', map { $_->{address} } @letters), $who, "\"$line\" of $who goes to nobody else");
		unlike($letters[0]{body}, qr/^  H3-E3$/m, '... and no move is made of it');
		# A yes to what it may have been asks about positions, too.
		$beside->answer($who, 'yes');
		$beside->run;
		is($beside->query('SELECT max(length) FROM game'), 0, '... nor by a yes');
	}
}
for my $line ('Hg7', 'Che2', 'Rxa9+', 'R2h3') {
	$beside->answer('wilma@b.test', $line);
	is(scalar(grep { $_->{address} eq 'fred@a.test' } $beside->run), 0, "\"$line\" of who is not to move is no message");
}
for my $line ('Be4 I go to bed', 'position looks good for me', 'opening was nice, good luck') {
	$beside->answer('wilma@b.test', $line);
	is(scalar(grep { $_->{address} eq 'fred@a.test' && $_->{body} =~ /$line/ } $beside->run), 1, "\"$line\" is passed on");
}

done_testing;
