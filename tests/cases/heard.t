#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The language in which a stranger writes is that of his account: known by his words, then by his
# program's Content-Language; never by his address.
use strict;
use warnings;
use utf8;
use Encode qw(encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $world = World->new;
my $number = 0;

for (
	# Subject, text, Content-Language, what it is
	['注册 NAME', '', undef, 'zh-Hans'],
	['註冊 NAME', '', undef, 'zh-Hant'],
	['đăng ký NAME', '', undef, 'vi'],
	['регистрация NAME', '', undef, 'ru'],
	['anmelden NAME', '', undef, 'de'],
	['signup NAME', '', undef, 'en'],
	['signup NAME', '', 'de-DE', 'de'],
	['signup NAME', '', 'vi', 'vi'],
	['signup NAME', '', 'zh-TW', 'zh-Hant'],
	['signup NAME', '', 'zh-CN', 'zh-Hans'],
	['signup NAME', '', 'ru, en', 'ru'],
	['signup NAME', '', 'tlh', 'en'],
	['signup NAME', '', '<script>', 'en'],
	# Words count for more than what a program says of itself.
	['signup NAME', "你好，我想下棋。\n", 'en-US', 'zh-Hans'],
	['signup NAME', "請問現在可以報名嗎？\n", 'en-US', 'zh-Hant'],
	['signup NAME', "请问现在可以报名吗？\n", 'en-US', 'zh-Hans'],
	['signup NAME', "Xin chào, tôi muốn chơi cờ tướng.\n", 'en-US', 'vi'],
	['signup NAME', "Xin chao, toi muon choi co.\n", undef, 'vi'],
	['signup NAME', "Здравствуйте, хочу играть по почте.\n", 'en-US', 'ru'],
	['signup NAME', "Guten Tag, ich möchte gern spielen.\n", 'en-US', 'de'],
	['signup NAME', "Hello, I would like to play.\n", 'de-DE', 'en'],
	['signup NAME', "Bonjour, je voudrais jouer.\n", undef, 'en'],
	# One word of a language is none of its letters yet.
	['signup NAME', "danke\n", undef, 'en'],
	['signup NAME', "Hans von Auf\n", 'en-GB', 'de'],
) {
	my ($subject, $text, $tag, $language) = @$_;
	my $name = 'player' . ++$number;
	$subject =~ s/NAME/$name/;
	$world->send(from => "$name\@a.de", subject => encode('MIME-Header', $subject), text => encode('utf-8', $text),
	    head => ['Content-Type: text/plain; charset=utf-8', defined $tag ? "Content-Language: $tag" : ()]);
	$world->run;
	my $found = `sqlite3 $world->{home}/riverpost.sqlite "SELECT language FROM confirmation WHERE userid = '$name'"`;
	chomp $found;
	is($found, $language, "$subject, $text, " . ($tag // 'no tag'));
}

# --- what their players begin with

for (['王', '注册 wang', 'hanzi simplified'], ['林', '註冊 lin', 'hanzi chinese'], ['Hans', 'anmelden hans', 'classic coordinates'], ['Tom', 'signup tom', 'classic coordinates']) {
	my ($who, $subject, $has) = @$_;
	my ($name) = $subject =~ / (.*)/;
	$world->send(from => "$name\@b.test", subject => encode('MIME-Header', $subject));
	$world->run;
	$world->answer("$name\@b.test", 'yes');
	$world->run;
	my $found = `sqlite3 -separator ' ' $world->{home}/riverpost.sqlite "SELECT board, notation FROM player WHERE userid = '$name'"`;
	chomp $found;
	is($found, $has, "$who: board and notation");
}
done_testing;
