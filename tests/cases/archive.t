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
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma, $tom) = ('fred@a.test', 'wilma@b.test', 'tom@c.test');
my $folder = tempdir('riverpost-archive-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $kept = "$folder/kept";
my $world = World->new(config => "name = 'Tea & <Chess>'\naddress = xiangqi\@play.test\narchive = $kept\nanswers_hour = 1000\nanswers_day = 1000\n");

# All files of a folder, by name.
sub files
{
	my ($at) = @_;
	my %file;
	find({ no_chdir => 1, wanted => sub {
		return if !-f $_;
		open my $in, '<:raw', $_ or die "$_: $!";
		$file{ substr $_, 1 + length $at } = do { local $/; <$in> };
	} }, $at);
	delete $file{'.riverpost'};
	return \%file;
}

# All anew, elsewhere, is the same as what the passes have kept.
sub same
{
	my ($what) = @_;
	my $anew = tempdir("$folder/anew-XXXXXX", CLEANUP => 1);
	$world->call('archive', $anew);
	is($world->{status}, 0, "$what: made anew");
	my ($old, $new) = (files($kept), files($anew));
	is(join(' ', sort keys %$old), join(' ', sort keys %$new), "$what: the same files");
	is(join(' ', grep { ($old->{$_} // '') ne ($new->{$_} // '') } sort keys %$new), '', "$what: the same bytes");
	return $new;
}

# Each link of a page leads to a file, and to a place in it.
sub broken_links
{
	my ($files) = @_;
	my @broken;
	for my $page (grep { /\.(?:html|atom)$/ } sort keys %$files) {
		while ($files->{$page} =~ /(?:href|src)="([^"]+)"/g) {
			my ($path, $place) = split /#/, $1, 2;
			next if $path =~ /^(?:mailto|https?):/;
			my @at = split m{/}, $page;
			pop @at;
			for (split m{/}, $path) {
				if ($_ eq '..') { pop @at or push @broken, "$page: $path" } else { push @at, $_ }
			}
			my $target = $path eq '' ? $page : join '/', @at;
			push @broken, "$page: $path" if !defined $files->{$target};
			push @broken, "$page: #$place" if defined $place && ($files->{$target} // '') !~ /\sid="\Q$place\E"/;
		}
	}
	return "@broken";
}

$world->players;
$world->game;
for ([$fred, "B3-E3\nA SECRET WORD\n"], [$wilma, 'H10-G8'], [$fred, 'E3-E7'], [$wilma, 'G8-E7']) {
	$world->answer(@$_);
	$world->run;
}
my $now = files($kept);
ok($now->{'index.html'}, 'a pass writes pages');
like($now->{'index.html'}, qr{game/1\.html}, 'a game that is being played is on the front page');
my $game = decode_utf8($now->{'game/1.html'});
# File B is the eighth from Red's right, where WXF and Chinese count from.
like($game, qr{>B3-E3</a> <span>C8=5</span> <span lang="zh-Hant">炮八平五</span>}, 'moves in three notations');
like($game, qr{>E3-E7</a> <span>C5\+4</span> <span lang="zh-Hant">炮五進四</span>}, 'and one that takes');
is(join(' ', $game =~ /<p class="at" id="p(\d+)">/g), '4 3 2 1 0', 'a marker for each position, the last first');
like($game, qr/^#p4:target~svg \.t\{transform:translate\(50px,40px\)/m, 'the last move ends on E7');
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
ok(!$all->{'game/2.html'}, 'it has no page');
unlike($all->{$_}, qr{game/2\.}, "none in $_") for 'index.html', 'list/0.html', 'feed.atom', 'player/1.html', 'player/1.atom';
like($all->{'feed.atom'}, qr{<id>tag:play\.test,2026:game/1</id>}, 'a finished game is in the feed');
like(decode_utf8($all->{'game/1.html'}), qr{<strong>0-1</strong> wilma has won: fred resigned\.}, 'its result and reason');
is(broken_links($all), '', 'each link leads to a page');
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
is(broken_links($all), '', 'each link leads to a page');
my ($imported) = grep { $all->{$_} =~ /alert\(1\)/ && /html$/ } sort keys %$all;
ok($imported, 'comments of a score are shown');
unlike(join('', map { $all->{$_} } grep { /html$|atom$/ } keys %$all), qr/<script>alert|<b>王/, 'as text');
unlike($all->{'feed.atom'}, qr{game/[3-5]<}, 'what was not played here is no news');

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
is(broken_links($all), '', 'each link leads to a page');
$world->call('player', 'erase', 'fred');
is($world->{status}, 0, 'erased');
$world->run;
$all = same('a player is erased');
unlike(join('', values %$all), qr/fred/i, 'his name is nowhere');
is(broken_links($all), '', 'each link leads to a page');
done_testing;
