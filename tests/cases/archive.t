#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Static pages and feeds: what they show, what they never show, that each link leads somewhere, that
# other programs take them for what they say they are, and that a pass writes what has changed alone,
# the same bytes as all anew.
use strict;
use warnings;
use utf8;
use Encode qw(encode_utf8 decode_utf8);
use File::Temp qw(tempdir);
use POSIX ();
use FindBin;
use lib "$FindBin::Bin/lib";
use Pages;
use Test::More;
use Time::HiRes qw(sleep);
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma, $tom) = ('fred@a.test', 'wilma@b.test', 'tom@c.test');
my $folder = tempdir('riverpost-archive-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $kept = "$folder/kept";
my $world = World->new(config => "name = 'Tea & <Chess>'\naddress = xiangqi\@play.test\narchive = $kept\narchive_url = https://play.test/x/\nanswers_hour = 1000\nanswers_day = 1000\n");

# All anew, elsewhere, is the same as what the passes have kept.
sub same
{
	return Pages::same($world, $kept, @_);
}

$world->players;
$world->game;
for ([$fred, "B3-E3\nA SECRET WORD\n"], [$wilma, 'H10-G8'], [$fred, 'E3-E7'], [$wilma, 'G8-E7']) {
	$world->answer(@$_);
	$world->run;
}
my $now = Pages::files($kept);
ok($now->{'index.html'}, 'a pass writes pages');
like($now->{'index.html'}, qr{game/1\.html}, 'a game that is being played is on the front page');
my $game = decode_utf8($now->{'game/1.html'});
# File B is the eighth from Red's right, where WXF and Chinese count from.
like($game, qr{>B3-E3</a> <span>C8=5</span> <span lang="zh-Hant">炮八平五</span>}, 'moves in three notations');
like($game, qr{>E3-E7</a> <span>C5\+4</span> <span lang="zh-Hant">炮五進四</span>}, 'and one that takes');
is(join(' ', $game =~ /<p class="at" id="p(\d+)">/g), '4 3 2 1 0', 'a marker for each position, the last first');
like($game, qr/^#p4:target~svg \.t\{transform:translate\(50px,40px\)/m, 'the last move ends on E7');
like($game, qr{<meta property="og:image" content="https://play\.test/x/board\.png">}, 'a picture beside links to it');
like($now->{'board.png'}, qr/^\x89PNG/, 'which is one');
like($game, qr/Tea &amp; &lt;Chess&gt;/, 'names are escaped');
unlike(join('', values %$now), qr/SECRET WORD|a\.test|b\.test/, 'neither words nor addresses');
unlike($now->{'feed.atom'}, qr/<entry>/, 'no game is finished');
same('while it is played');

$world->answer($fred, 'resign');
$world->run;
# Before each side has moved a game comes to nothing; a private one is nobody's business.
$world->answer($fred, 'challenge wilma --private');
$world->run;
for ([$wilma, 'accept'], [$fred, 'C4-C5'], [$wilma, 'C7-C6'], [$fred, 'resign']) {
	$world->answer(@$_);
	$world->run;
}
my $all = same('two games later');
like($world->call('game', 'show', '2'), qr/resignation/, 'a private game was played');
# What it did to a rating is known; against whom and when is not, but to who played it.
$world->send(from => $tom, subject => 'rating fred');
my ($course) = map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $tom } $world->run;
my $said = qr/\b2\s+wilma\b/;
like($course, qr/newest first: board against rating sure \(a private game\) \d+ -> \d+ .* 20\d\d-\d\d-\d\d 1 wilma/, 'the course of a rating tells others nothing of a private game');
unlike($course, $said, '... nor its board');
$world->answer($wilma, 'rating fred');
like((map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $wilma } $world->run)[0], qr/20\d\d-\d\d-\d\d 2 wilma/, '... and her who played it all');
unlike($all->{'player/1.html'}, qr/Rating after[^<]*20\d\d-/, '... nor does his page name its day');
ok(!$all->{'game/2.html'}, 'it has no page');
unlike($all->{$_}, qr{game/2\.}, "none in $_") for 'index.html', 'list/0.html', 'feed.atom', 'player/1.html', 'player/1.atom';
like($all->{'feed.atom'}, qr{<id>tag:play\.test,2026:game/1</id>}, 'a finished game is in the feed');
like(decode_utf8($all->{'game/1.html'}), qr{<strong>0-1</strong> wilma has won: fred resigned\.}, 'its result and reason');
is(Pages::broken_links($all), '', 'each link leads to a page');
like($all->{'game/1.pgn'}, qr/\[Result "0-1"\]/, 'PGN');
like($all->{'game/1.wxf'}, qr/START\s*\{/, 'WXF');
like($all->{'game/1.dhtmlxq.txt'}, qr/\[DhtmlXQ\]/, 'DhtmlXQ');
like($all->{'game/1.xqf'}, qr/^XQ/, 'XQF');

# Scores from elsewhere, with what XML and HTML would take for their own.
open my $file, '>:raw', "$world->{home}/old.pgn" or die;
for my $i (1 .. 3) {
	print $file encode_utf8(qq([Game "Chinese Chess"]\n[Red "<b>王 & \x{1}'Co"]\n[Black "Liu $i"]\n[Date "1987.0$i.02"]\n[Result "1-0"]\n\n1. B3-E3 {a <script>alert(1)</script> \x{fffe}comment} B10-C8 1-0\n\n));
}
close $file;
$world->call('import', "$world->{home}/old.pgn");
is($world->{status}, 0, 'imported');
$world->run;
$all = same('after an import');
is(Pages::broken_links($all), '', 'each link leads to a page');
my ($imported) = grep { $all->{$_} =~ /alert\(1\)/ && /html$/ } sort keys %$all;
ok($imported, 'comments of a score are shown');
unlike(join('', map { $all->{$_} } grep { /html$|atom$/ } keys %$all), qr/<script>alert|<b>王/, 'as text');
unlike($all->{'feed.atom'}, qr{game/[3-5]<}, 'what was not played here is no news');

# Characters that XML 1.0 (2.2) forbids are not stored, so that no page, feed or file has them, also
# where a text has nothing else that HTML would take for its own.
open $file, '>:raw', "$world->{home}/control.pgn" or die;
print $file qq([Game "Chinese Chess"]\n[Event "Cup\x0b\x1bof"]\n[Red "Anna\x05\x07"]\n[Black "Bert\x1f"]\n[Result "1-0"]\n\n1. B3-E3 {plain\x0b\x08words\x7f} B10-C8 1-0\n\n);
close $file;
$world->call('import', "$world->{home}/control.pgn");
$world->run;
$all = same('control characters');
my ($clean) = grep { $all->{$_} =~ /Anna/ && /^game.*html$/ } sort keys %$all;
like($all->{$clean}, qr/plain\s+words/, 'a comment with control characters is shown');
for my $page (grep { /\.(?:html|atom|pgn|wxf|txt)$/ } sort keys %$all) {
	unlike($all->{$page}, qr/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/, "no control character in $page");
}
is($world->query("SELECT count(*) FROM imported WHERE score GLOB '*[' || char(1) || '-' || char(8) || char(11, 27, 31, 127) || ']*'"), 0, '... nor in what is stored');

# What is known of a day, of the players and of the place is shown, and nothing else.
open $file, '>:raw', "$world->{home}/part.pgn" or die;
print $file qq([Game "Chinese Chess"]\n[Event "Cup"]\n[Site "Hanoi"]\n[Date "1990.05.??"]\n[Result "1-0"]\n\n1. B3-E3 B10-C8 2. H1-G3 1-0\n\n),
    qq([Game "Chinese Chess"]\n[Red "Li"]\n[Black "Wu"]\n[Date "1991"]\n[Result "0-1"]\n\n1. H3-E3 B10-C8 2. H1-G3 0-1\n\n);
close $file;
$world->call('import', "$world->{home}/part.pgn");
$world->run;
$all = same('days known in part');
my ($month) = map { decode_utf8($all->{$_}) } grep { /^game.*html$/ && $all->{$_} =~ /Hanoi/ } keys %$all;
like($month, qr{<h1>Board \d+: Red\s+–\s+Green\s*</h1>\s*<p><strong>1-0</strong> Red has won}, 'players who are not known are called by their colours');
like($month, qr/ Played: 1990-05\. Event: Cup\. Place: Hanoi\./, 'a month, and where it was');
my ($year) = map { decode_utf8($all->{$_}) } grep { /^game.*html$/ && $all->{$_} =~ /Wu/ } keys %$all;
like($year, qr{<h1>Board \d+: Li\s+\(Red\) – Wu\s+\(Green\)\s*</h1>}, 'who is Red is said');
like($year, qr/ Played: 1991\./, 'a year');
unlike($month . $year, qr/1990-05-01|1991-01|Begun on|Ended on/, 'no day is invented');

# What is somebody else's is not written over.
my $foreign = tempdir("$folder/foreign-XXXXXX", CLEANUP => 1);
open my $page, '>', "$foreign/index.html" or die;
print $page 'mine';
close $page;
$world->call('archive', $foreign);
isnt($world->{status}, 0, 'a folder with other files is refused');
is(-s "$foreign/index.html", 4, '... and left as it is');
is_deeply([glob "$foreign/*"], ["$foreign/index.html"], '... with nothing new in it');

# Other programs take them for what they are.
for my $page (grep { /\.(?:html|atom)$/ } sort keys %$all) {
	my $at = "$kept/$page";
	my $said = $page =~ /atom$/ ? `xmllint --noout '$at' 2>&1` : `tidy -e -q --drop-empty-elements no '$at' 2>&1`;
	is($said, '', "$page is sound");
}

# A pass in which nothing happens writes nothing, nor does all anew.
my %before = map { $_ => (stat "$kept/$_")[1] . ' ' . (stat _)[9] . ' ' . (stat _)[10] } keys %$all;
$world->run;
is($world->call('archive', $kept), "0 files written, 0 taken away\n", 'nothing has changed, and nothing is written');
is(join(' ', grep { (stat "$kept/$_")[1] . ' ' . (stat _)[9] . ' ' . (stat _)[10] ne $before{$_} } sort keys %before), '', 'no file was touched');

# What was written aside when the program was killed is overwritten, and what is due is written.
open my $half, '>', "$kept/game/.new" or die;
print $half 'half a page';
close $half;
$world->call('player', 'delete', 'fred', 'asked for');
$world->run;
$all = same('an account is closed');
ok(!$all->{'player/1.html'} && !$all->{'player/1.atom'}, 'his page is gone') or diag join ' ', grep { /player/ } keys %$all;
is(Pages::broken_links($all), '', 'each link leads to a page');
$world->call('player', 'erase', 'fred');
is($world->{status}, 0, 'erased');
$world->run;
$all = same('a player is erased');
unlike(join('', values %$all), qr/fred/i, 'his name is nowhere');
is(Pages::broken_links($all), '', 'each link leads to a page');

# Contrast by WCAG 2.2, 1.4.3 (text, 4.5) and 1.4.11 (lines and marks, 3), in both schemes.
sub luminance
{
	my @part = map { my $c = hex($_) / 255; $c <= 0.04045 ? $c / 12.92 : (($c + 0.055) / 1.055)**2.4 } $_[0] =~ /([0-9a-f]{2})/g;
	return 0.2126 * $part[0] + 0.7152 * $part[1] + 0.0722 * $part[2];
}
sub contrast
{
	my ($light, $dark) = sort { $b <=> $a } map { luminance($_) } @_;
	return ($light + 0.05) / ($dark + 0.05);
}
my %scheme;
for my $rule ($all->{'archive.css'} =~ /:root \{([^}]*)\}/g) {
	%scheme = (%scheme, $rule =~ /--(\w+): #([0-9a-f]{6})/g);
	for (['ink', 'paper', 4.5], ['soft', 'paper', 4.5], ['link', 'paper', 4.5], ['ink', 'board', 4.5], ['red', 'piece', 4.5],
		['green', 'piece', 4.5], ['line', 'paper', 3], ['grid', 'board', 3], ['mark', 'board', 3], ['mark', 'paper', 3]) {
		my ($one, $other, $least) = @$_;
		cmp_ok(contrast($scheme{$one}, $scheme{$other}), '>=', $least, "contrast of $one ($scheme{$one}) on $other ($scheme{$other})");
	}
}

# --- a tournament, and a game that the referee ends

my $third = "$folder/third";
my $ruled = World->new(config => "archive = $third\nanswers_hour = 1000\nanswers_day = 1000\n");
$ruled->game('--rules=asian');
($world, $kept) = ($ruled, $third);
my $turn = 0;
for (('A1-A2', 'A10-A9', 'A2-A1', 'A9-A10') x 3) {
	$ruled->answer($turn++ % 2 ? $wilma : $fred, $_);
	$ruled->run;
}
$world->call('tournament', 'announce', 'Cup <i>&', '--players=4');
is($world->{status}, 0, 'a tournament is announced');
$world->answer($wilma, 'join 1');
$world->run;
$all = same('a tournament');
like($all->{'game/1.html'}, qr{<strong>1/2</strong> Draw by repetition\.}, 'the result');
like($all->{'game/1.html'}, qr{id="verdict">How the referee ruled</h2>\s*<pre>[^<]*A1-A2  fred: permitted}, 'and the ruling, move by move');
like($all->{'tournaments.html'}, qr{<a href="tournament/1\.html">Tournament 1: Cup &lt;i&gt;&amp;</a>}, 'a tournament is listed');
like($all->{'tournament/1.html'}, qr{Players so far: wilma}, 'who has joined');
is(Pages::broken_links($all), '', 'each link leads to a page');
for my $page ('game/1.html', 'tournaments.html', 'tournament/1.html') {
	is(`tidy -e -q --drop-empty-elements no '$third/$page' 2>&1`, '', "$page is sound");
}
$world->call('player', 'delete', 'wilma');
$world->run;
$all = same('who had joined has left');
unlike($all->{'tournament/1.html'}, qr/wilma/, 'he is not among the players');

# --- many games: the feed's older documents, and a program that is killed while it writes

my $other = "$folder/many";
my $many = World->new(config => "archive = $other\n");
$many->game;
for ([$fred, 'B3-E3'], [$wilma, 'H10-G8'], [$fred, 'resign']) {
	$many->answer(@$_);
	$many->run;
}
my $database = "$many->{home}/riverpost.sqlite";
my @columns = grep { $_ ne 'id' } split /\n/, `sqlite3 '$database' "SELECT name FROM pragma_table_info('game')"`;
my $values = join ', ', map { $_ eq 'ended' ? 'ended + i' : $_ } @columns;
open my $sql, '|-', 'sqlite3', '-bail', $database or die "sqlite3: $!";
print $sql 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 129) INSERT INTO game (' . join(', ', @columns)
    . ") SELECT $values FROM n, (SELECT * FROM game WHERE id = 1);\n"
    . "INSERT INTO ply SELECT game.id, ply.ply, received, committed, answered, letter, ply.turn, spent FROM ply JOIN game ON game.id > 1 WHERE ply.game = 1;\n";
close $sql or die 'sqlite3 failed';
$many->{is_spoilt} = 1;	# what SQL adds is not checked

my ($killed, $halves, $wait) = (0, '', 0.02);
for (1 .. 8) {
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		{ exec $World::program, '--home', $many->{home}, '--now=' . $many->iso, 'run' }
		POSIX::_exit(1);
	}
	sleep $wait;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	$killed += $? == 9;
	$wait *= 1.4;
	my $files = Pages::files($other);
	$halves .= " $_" for grep { /html$/ && $files->{$_} !~ m{</html>\s*\z} || /atom$/ && $files->{$_} !~ m{</feed>\s*\z} } keys %$files;
}
cmp_ok($killed, '>', 0, "killed $killed times");
is($halves, '', 'no half page');
($world, $kept) = ($many, $other);
$world->run;
$all = same('after it was killed');
is(scalar(grep { m{^game/\d+\.html$} } keys %$all), 130, 'no page is missing');

my ($at, %entries, @documents) = 'feed.atom';
while (defined $at) {
	push @documents, $at;
	$entries{$_}++ for $all->{$at} =~ m{<id>tag:[^<]*:game/(\d+)</id>}g;
	($at) = $all->{$at} =~ m{<link rel="prev-archive" href="(?:\.\./)?([^"]+)"};
}
is("@documents", 'feed.atom feed/1.atom feed/0.atom', 'older entries stand in documents behind the feed');
is(scalar(() = $all->{$_} =~ /<entry>/g), 50, "50 entries in $_") for @documents;
is(join(' ', sort { $a <=> $b } keys %entries), join(' ', 1 .. 130), 'each game is in one of them');
is(`xmllint --noout '$other/feed/0.atom' 2>&1`, '', 'which are sound');
like($all->{'feed/0.atom'}, qr{<fh:archive/>}, 'and say what they are (RFC 5005)');
is(Pages::broken_links($all), '', 'each link leads to a page');

# What an operator decides later.
$world->{now} += 86400;
my ($before) = $all->{'feed.atom'} =~ m{game/128</id>.*?<updated>([^<]*)}s;
$world->call('game', 'cancel', '130', 'a slip');
$world->call('game', 'adjudicate', '128', 'draw');
is($world->{status}, 0, 'decided');
$world->run;
$all = same('after two decisions');
is(join(' ', grep { $all->{$_} =~ m{game/130\b} || m{^game/130\.} } sort keys %$all), '', 'a cancelled game is nowhere');
my ($title, $updated) = $all->{'feed.atom'} =~ m{game/128</id>\s*<title>([^<]*).*?<updated>([^<]*)}s;
like($title, qr{1/2$}, 'an entry has the new result');
cmp_ok($updated, 'gt', $before, 'and a new time');
is(Pages::broken_links($all), '', 'each link leads to a page');

# A changed page has a later time than before, in seconds, though it is written within one, or the
# clock was set back: else web servers say that it has not changed.
my $front = "$other/index.html";
for my $ahead (0, 1000) {
	utime time, time + $ahead, $front;
	my ($was, $mark) = ((stat $front)[9], (stat "$other/game/1.html")[9]);
	$many->send(from => $fred, text => "as fred secret1\nchallenge wilma --time=9d\n");
	$many->run;
	my ($offer) = $many->query('SELECT max(id) FROM game');
	$many->send(from => $wilma, subject => "accept $offer wilma secret2");
	$many->run;
	cmp_ok((stat $front)[9], '>', $was, "the front page is newer than $ahead seconds from now");
	is((stat "$other/game/1.html")[9], $mark, '... and a page that has not changed keeps its time');
}

# What a feed calls its entries is the same for ever, whatever becomes of the server's address.
my @ids = $all->{'feed.atom'} =~ m{<id>([^<]*)</id>}g;
open my $moved, '>>', "$world->{home}/riverpost.conf" or die;
print $moved "address = xiangqi\@elsewhere.test\n";
close $moved;
$world->{now} += 3600;
$world->run;
$all = same('at another address');
like($all->{'index.html'}, qr/xiangqi\@elsewhere\.test/, 'the server has moved');
is(join(' ', $all->{'feed.atom'} =~ m{<id>([^<]*)</id>}g), "@ids", '... and the ids are what they were');
unlike($all->{$_}, qr/tag:elsewhere/, "... in $_, too") for grep { /atom$/ } sort keys %$all;

# In the language of letters to strangers, once that is whole.
open my $config, '>>', "$world->{home}/riverpost.conf" or die;
print $config "language = zh-Hans\n";
close $config;
$world->{now} += 3600;
$world->run;
$all = same('in another language');
like($all->{'index.html'}, qr{<html lang="zh-Hans">}, 'it is Chinese');
unlike($all->{'index.html'}, qr{Recently finished}, '... all of it');
is(Pages::broken_links($all), '', 'each link leads to a page');
# A page that the disk does not have yet is not taken off the list.
SKIP: {
	my $strace = $ENV{STRACE} // 'strace';
	skip 'strace cannot inject faults', 3 if `$strace -qq -o /dev/null -e inject=getppid:error=EIO true 2>&1; echo \$?` ne "0\n";
	$world->send(from => $fred, text => "as fred secret1\nchallenge wilma --time=8d\n");
	$world->run;
	my ($offer) = $world->query('SELECT max(id) FROM game');
	$world->send(from => $wilma, subject => "accept $offer wilma secret2");
	{
		# The leak checker does not run below strace.
		local $ENV{ASAN_OPTIONS} = join ':', 'detect_leaks=0', $ENV{ASAN_OPTIONS} // ();
		local $World::program = "$strace -f -qq -o /dev/null -e inject=syncfs:error=EIO $World::program";
		$world->run;
	}
	cmp_ok(($world->query('SELECT count(*) FROM page_due'))[0], '>', 0, 'pages that could not be written are due');
	is($world->{status}, 75, '... and the server says that');
	$world->{now} += 60;
	$world->run;
	$all = same('after a disk that failed');
}
done_testing;
