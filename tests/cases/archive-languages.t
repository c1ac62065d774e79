#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Static pages in several languages: each page in each of them, with links both ways, whatever has no
# words once; a language that comes, one that goes, another one first, a player who is erased, a
# program that is killed: the next pass makes of it what all anew would be.
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Browser;
use Pages;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);
use World;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $folder = tempdir('riverpost-archive-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $kept = "$folder/kept";
my $world = World->new(config => "name = 'Tea & <Chess>'\naddress = xiangqi\@play.test\narchive = $kept\narchive_url = https://play.test/x/\nanswers_hour = 1000\nanswers_day = 1000\n");
my %name = (en => 'English', vi => 'Tiếng Việt', 'zh-Hans' => '简体中文', 'zh-Hant' => '繁體中文', de => 'Deutsch', ru => 'Русский');

# A line of the configuration, in the place of one that begins so.
sub configure
{
	my ($option, $value) = @_;
	my $file = "$world->{home}/riverpost.conf";
	open my $in, '<', $file or die "$!";
	my @lines = grep { !/^\Q$option\E\b/ } <$in>;
	close $in;
	open my $out, '>', $file or die "$!";
	print $out defined $value ? "$option = '$value'\n" : '', @lines;
	close $out;
	$world->{now} += 3600;
}

# After a pass the folder is right, in these languages.
sub right
{
	my ($what, @languages) = @_;
	my $all = Pages::same($world, $kept, $what);
	is(Pages::broken_links($all), '', "$what: each link leads to a page");
	my ($first, @others) = @languages;
	my @pages = grep { /\.html$/ && !m{^(?:@{[join '|', @others, '-']})/} } sort keys %$all;
	my @wrong;
	for my $page (@pages) {
		for my $language (@languages) {
			my $at = $language eq $first ? $page : "$language/$page";
			my $html = decode_utf8($all->{$at} // '');
			push @wrong, "$at is not there" if $html eq '';
			push @wrong, "$at is in another language" if $html !~ /^<html lang="$language">$/m;
			my %alternate = map { $_ => 1 } $html =~ /<link rel="alternate" (hreflang="[^"]*" href="[^"]*")>/g;
			my %wanted = @others ? map { my $path = $_ eq $first ? $page : "$_/$page";
			    (qq(hreflang="$_" href="https://play.test/x/$path") => 1,
				$_ eq $first ? (qq(hreflang="x-default" href="https://play.test/x/$path") => 1) : ()) } @languages : ();
			push @wrong, "$at: alternates" if join('|', sort keys %alternate) ne join('|', sort keys %wanted);
			my @seen;
			while ($html =~ m{<a href="([^"]*)" hreflang="([^"]*)" lang="([^"]*)">([^<]*)</a>}g) {
				my ($path) = Pages::target($at, $1);
				push @seen, "$2 $3 $4 $path";
			}
			my @links = map { "$_ $_ $name{$_} " . ($_ eq $first ? $page : "$_/$page") } grep { $_ ne $language } @others ? @languages : ();
			push @wrong, "$at: links @seen" if "@seen" ne "@links";
			push @wrong, "$at: which language this is"
			    if @others && $html !~ m{<strong lang="$language">$name{$language}</strong>};
		}
	}
	is(join("\n", @wrong), '', "$what: each page in each language, and links both ways");
	my %stands = map { (split m{/}, $_)[0] => 1 } grep { m{/} } keys %$all;
	is(join(' ', sort grep { $name{$_} } keys %stands), join(' ', sort @others), "$what: no folder of another language");
	is(join(' ', grep { !m{/(?:\.riverpost|.*\.(?:html|atom))$} } grep { m{^(?:@{[join '|', @others, '-']})/} } sort keys %$all), '', "$what: what has no words is there once");
	my %ids;
	for my $feed (grep { /atom$/ } sort keys %$all) {
		my ($id, @entries) = $all->{$feed} =~ m{<id>([^<]*)</id>}g;
		my ($language) = $all->{$feed} =~ /xml:lang="([^"]*)"/;
		$ids{$_}{$language} = 1 for $id, @entries;
	}
	is(join(' ', grep { keys %{$ids{$_}} > 1 } sort keys %ids), '', "$what: no id in the feeds of two languages");
	return $all;
}

$world->players;
$world->game;
for ([$fred, 'B3-E3'], [$wilma, 'H10-G8'], [$fred, 'E3-E7'], [$wilma, 'G8-E7'], [$fred, 'resign']) {
	$world->answer(@$_);
	$world->run;
}
open my $file, '>:raw', "$world->{home}/old.pgn" or die;
print $file qq([Game "Chinese Chess"]\n[Site "Hanoi"]\n[Date "1990.05.??"]\n[Result "1-0"]\n\n1. B3-E3 {one & <two>} B10-C8 2. H1-G3 H10-G8 1-0\n\n);
close $file;
$world->call('import', "$world->{home}/old.pgn");
$world->call('tournament', 'announce', 'Cup', '--players=4');
$world->run;
my $one = right('one language', 'en');
unlike($one->{'index.html'}, qr/hreflang|class="languages"/, 'no links to others');

configure(archive_languages => 'en, vi');
$world->run;
my $two = right('two languages', 'en', 'vi');
is(join(' ', grep { !defined $two->{$_} } sort keys %$one), '', 'what was there is where it was');
is(join(' ', grep { /atom$|pgn$|wxf$|xqf|png$|css$|js$/ && $two->{$_} ne $one->{$_} } sort keys %$one), '', '... feeds and files as they were');
like($one->{'feed.atom'}, qr{<id>tag:play\.test,2026:games</id>.*<id>tag:play\.test,2026:game/1</id>}s, 'the ids are what they were');
like($two->{'vi/feed.atom'}, qr{<id>tag:play\.test,2026:vi/games</id>.*<id>tag:play\.test,2026:vi/game/1</id>.*href="https://play\.test/x/vi/game/1\.html"}s, '... and others in another language');
my $vi = decode_utf8($two->{'vi/game/2.html'});
like($vi, qr{<h1>Bàn 2: Đỏ\s+–\s+Xanh}, 'who is not known has his name in the language');
like($vi, qr{one &amp; &lt;two&gt;}, '... and a comment is what it was');
like($vi, qr{href="\.\./\.\./game/2\.xqf"}, 'files are those of the first language');
like($vi, qr{href="\.\./\.\./archive\.css"}, '... and so are the looks');

# Three, then a game goes on, and only what shows it is written.
configure(archive_languages => 'en, vi, zh-Hans');
$world->run;
my $three = right('three languages', 'en', 'vi', 'zh-Hans');
is(Pages::unsound($kept, grep { /html$|atom$/ } sort keys %$three), '', 'programs take them for what they are');
like(decode_utf8($three->{'zh-Hans/game/1.html'}), qr{<strong>0-1</strong> wilma 胜}, 'a result in Chinese');
my %before = map { $_ => (stat "$kept/$_")[1] . ' ' . (stat _)[9] . ' ' . (stat _)[10] } keys %$three;
$world->run;
is($world->call('archive', $kept), "0 files written, 0 taken away\n", 'nothing has changed, and nothing is written');
$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$three = right('a game more', 'en', 'vi', 'zh-Hans');
ok($three->{'zh-Hans/game/3.html'} && $three->{'vi/game/3.html'}, 'it is there in all');
is(join(' ', grep { $before{$_} && (stat "$kept/$_")[1] . ' ' . (stat _)[9] . ' ' . (stat _)[10] ne $before{$_} && m{game/|opening/|feed} } sort keys %$three), '', 'other games were not touched');

# One that goes, one that comes, another one first.
configure(archive_languages => 'en, zh-Hans');
$world->run;
my $gone = right('one went', 'en', 'zh-Hans');
ok(!-e "$kept/vi", 'its folder is gone');
unlike(join('', values %$gone), qr{hreflang="vi"|x/vi/}, 'nothing leads there');
configure(archive_languages => 'zh-Hans, en');
$world->run;
right('the other way round', 'zh-Hans', 'en');
ok(!-e "$kept/zh-Hans", 'the first has no folder');
configure('archive_languages');
$world->run;
right('none is named', 'en');
configure(language => 'vi');
$world->run;
right('in the language of letters', 'vi');
configure(language => 'en');

# A name of the web server's own keeps the folder of a language that goes, but no page stays.
configure(archive_languages => 'en de');
$world->run;
right('with a blank between', 'en', 'de');
open my $own, '>', "$kept/de/robots.txt" or die;
close $own;
configure(archive_languages => 'en');
$world->run;
is(join(' ', glob "$kept/de/*"), "$kept/de/robots.txt", 'a file of somebody else stays');
configure(archive_languages => 'en de');
$world->run;
isnt($world->{status}, 0, 'and his folder is not written to');
is(join(' ', glob "$kept/de/*"), "$kept/de/robots.txt", '... at all');
unlink "$kept/de/robots.txt";
configure(archive_languages => 'en vi zh-Hant');
$world->run;
right('it is empty, and gone', 'en', 'vi', 'zh-Hant');

# Killed while it adds some and takes others away.
my ($killed, $wait) = (0, 0.01);
for my $round (1 .. 10) {
	configure(archive_languages => $round % 2 ? 'ru, de, zh-Hans, en' : 'en, vi, zh-Hant');
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		{ exec $World::program, '--home', $world->{home}, '--now=' . $world->iso, 'run' }
		POSIX::_exit(1);
	}
	sleep $wait;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	$killed += $? == 9;
	$wait *= 1.3;
}
cmp_ok($killed, '>', 0, "killed $killed times");
configure(archive_languages => 'en, vi');
$world->run;
right('after it was killed', 'en', 'vi');

# In a browser: all six languages, narrow and wide; no name is broken, nothing is cut off, contrast is
# that of other links, and the position goes along.
SKIP: {
	skip 'sanitizers find nothing in what a browser draws', 13 if World::is_sanitized();
	my $browser = Browser->new or skip $Browser::missing, 13;
	configure(archive_languages => 'en, de, ru, vi, zh-Hans, zh-Hant');
	$world->run;
	for my $page ('index.html', 'ru/game/1.html', 'zh-Hans/opening/index.html') {
		for my $width (390, 1280) {
			for my $dark (0, 1) {
				$browser->show("$kept/$page", width => $width, dark => $dark);
				my $seen = $browser->ask(<<'END');
(() => {
	const page = document.documentElement, names = [...document.querySelector('.languages').children];
	const boxes = names.map((e) => e.getClientRects());
	return [page.scrollWidth <= page.clientWidth, names.length, boxes.every((b) => b.length === 1 && b[0].height < 40 && b[0].height >= 24),
	    new Set(boxes.map((b) => b[0].top)).size, names.filter((e) => e.tagName === 'STRONG').length,
	    getComputedStyle(names.find((e) => e.tagName === 'A')).color === getComputedStyle(document.querySelector('nav a')).color].map(Number).join(' ');
})()
END
				is($seen, '1 6 1 ' . ($width < 600 ? 2 : 1) . ' 1 1', "$page, $width wide, " . ($dark ? 'dark' : 'light'));
			}
		}
	}
	$browser->show("$kept/game/1.html", width => 390);
	is($browser->ask("new Promise((done) => { addEventListener('hashchange', () => done([...document.querySelectorAll('.languages a')].filter((a) => a.hash === '#p2').length)); location.hash = 'p2'; })"), 5, 'a link to another language leads to the same position');
	configure(archive_languages => 'en, vi');
	$world->run;
}

# Who has left is in no language any more.
$world->call('player', 'delete', 'fred', 'asked for');
$world->run;
my $left = right('an account is closed', 'en', 'vi');
ok(!$left->{'vi/player/1.html'} && !$left->{'vi/player/1.atom'}, 'his page is gone');
$world->call('player', 'erase', 'fred');
$world->run;
unlike(join('', values %{right('a player is erased', 'en', 'vi')}), qr/fred/i, 'his name is nowhere');

# What is no language, or has no templates.
for (['en, xx', qr/archive_languages names xx, and there are no templates in a language of that name/],
	['en, zh-hans', qr/names zh-hans, and there are no templates/], ['en, EN', qr/archive_languages has EN twice/],
	['en, game', qr/archive_languages must be languages like en, vi, zh-Hans, not "game"/],
	['../vi', qr/must be languages like/], ['zh_Hans', qr/must be languages like/], [' , ', qr/must be languages like/]) {
	configure(archive_languages => $_->[0]);
	my $said = `$World::program --home $world->{home} --now=@{[$world->iso]} run 2>&1`;
	is($? >> 8, 78, "$_->[0]: refused");
	like($said, $_->[1], '... and it is said why');
}

# One that lacks texts is left out, and the doctor says so.
mkdir "$world->{home}/own";
mkdir "$world->{home}/own/fr";
open my $words, '>', "$world->{home}/own/fr/language.txt" or die;
print $words Encode::encode_utf8("name = Français\nyes = oui\n");
close $words;
configure(templates => 'own');
configure(archive_languages => 'en, fr, vi');
$world->run;
right('a language without texts', 'en', 'vi');
like($world->call('doctor'), qr/archive_languages names fr, which lacks \d+ of the English texts and words \(\S+\): no pages are made in it/, '... the doctor knows');
configure(archive_languages => 'fr, vi');
$world->run;
right('... as the first one', 'en', 'vi');
done_testing;
