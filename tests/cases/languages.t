#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters in an invented language, whose every text and word is English's in another
# alphabet: none of them has an English word, and they are answered like English ones.
# What the language lacks, or has broken, makes a letter English from end to end, is
# told by the doctor, and keeps no letter from being answered.
use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $letter;
my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $english = "$FindBin::Bin/../../templates/en";
my $world = World->new(config => "templates = words\n");
my $folder = "$world->{home}/words/xx";
mkdir "$world->{home}/words";

# Each Latin letter becomes a Greek-looking one that ASCII has not; tags stay as they are.
sub translated
{
	my ($text) = @_;
	$text =~ s/(\{\{.*?\}\}|\\n|^== .*$)|([A-Za-z])/defined $1 ? $1 : chr(ord($2) + 0x370)/gem;
	return $text;
}

sub put
{
	my ($name, $text) = @_;
	open my $file, '>:utf8', "$folder/$name" or die "$folder/$name: $!";
	print $file $text;
	close $file;
}

# The whole language as it should be.
sub put_all
{
	mkdir $folder;
	for my $path (glob "$english/*.txt") {
		my ($name) = $path =~ m{([^/]+)$};
		next if $name eq 'language.txt';
		open my $file, '<:utf8', $path or die;
		my $text = do { local $/; <$file> };
		if ($name eq 'words.txt') {
			$text =~ s/^((?!#)[^=\n]* = )(.*)/$1 . translated($2)/gem;
		} else {
			$text = translated($text);
		}
		put($name, $text);
	}
	put('language.txt', "name = Xish\nyes = ξξ\n");
}

sub subject_of { return decode('MIME-Header', $_[0]{subject}) }
sub body_of { return decode('utf-8', $_[0]{body}) }

# What is not of the players: words of Latin letters.
sub english_words
{
	my ($letter) = @_;
	my $text = subject_of($letter) . "\n" . body_of($letter);
	return join ' ', grep { !/^(?:fred|wilma|Riverpost|history|server|UTC)$/ } $text =~ /\b([A-Za-z]{3,})\b/g;
}

sub is_english { return body_of($_[0]) !~ /[\x{3b1}-\x{3ff}]/ && subject_of($_[0]) !~ /[\x{3b1}-\x{3ff}]/ }

put_all();
$world->game;
$world->answer($wilma, 'set language xx');
$world->run;
unlike(my $doctor = $world->call('doctor'), qr/^wrong: [^\n]*xx/m, 'the doctor finds nothing wrong');
unlike($doctor, qr/language xx lacks/, '... and nothing missing');
$world->answer($fred, 'H3-E3');
$world->run;
is(english_words($world->{last}{$wilma}), '', 'a letter has no English word');
ok(is_english($world->{last}{$fred}), "the other player's has no other");
$world->answer($wilma, 'H10-G8');
$world->run;
like(body_of($world->{last}{$fred}), qr/^wilma moved H10-G8/m, '... and it is answered by a move');
is(english_words($world->{last}{$wilma}), '', 'nor has his receipt');
$world->answer($wilma, 'H10-G8');
$world->run;
is(english_words($world->{last}{$wilma}), '', 'nor a refusal');

# The next page of a list: the Subject tells where it begins, in any language.
open my $archive, '>', "$world->{home}/old.pgn" or die;
print $archive qq([Game "Chinese Chess"]\n[Red "fred"]\n[Black "wilma"]\n[Date "198$_.01.01"]\n[Result "1-0"]\n\nB3-E3 B8-E8 1-0\n\n) for 1 .. 3;
close $archive;
$world->call('import', "$world->{home}/old.pgn");
$world->send(from => $wilma, subject => 'history limit 2');
$world->run;
$letter = $world->{last}{$wilma};
is(english_words($letter) =~ s/\b(?:limit|Board|after)\b//gr =~ s/\s//gr, '', 'a list has no English word');
like(subject_of($letter), qr/history limit 2 after \d+/, '... and its Subject the line of the next page');
my $first = body_of($letter);
$world->answer($wilma, 'more');
$world->run;
unlike(subject_of($world->{last}{$wilma}), qr/history/, '"more" is answered with the last page');
like(body_of($world->{last}{$wilma}), qr/fred .* 1-0 wilma/, '... which has a game');
isnt(body_of($world->{last}{$wilma}), $first, '... another one');

# A quotation without marks is known by its first line.
$world->answer($wilma, 'show 1');
$world->run;
$letter = $world->{last}{$wilma};
for my $line ((split /\n/, body_of($letter))[0], 'Summary of Xiangqi Board 1') {
	$world->send(from => $wilma, to => $letter->{'reply-to'}, subject => "Re: $letter->{subject}",
	    reply => $letter->{'message-id'}, text => encode('utf-8', "show 1\n$line\nresign 1\n"));
	my @letters = $world->run;
	is(scalar(grep { $_->{address} eq $fred } @letters), 0, 'what is quoted without marks is no comment');
	is(english_words($world->{last}{$wilma}), '', '... the line above it is carried out')
	    or diag body_of($world->{last}{$wilma});
	like(body_of($world->{last}{$wilma}), qr/^ {5}A   B/m, '... and shown');
	unlike($world->call('game', 'show', 1), qr/resign/, '... what is in it is not');
}

# What is missing or broken in the language, and what a player of it is sent then.
for (
	['a section', 'help.txt', qr/^== time\n.*?(?=^== |\z)/ms, '', 'ok', qr/language xx lacks 1, help-time first/],
	['a file that others take in', 'answers.txt', undef, undef, 'ok', qr/language xx lacks 3, answers first/],
	['a word', 'words.txt', qr/^side-title\.green = .*\n/m, '', 'ok', qr/language xx lacks 1, side-title\.green/],
	['the form of a plural', 'words.txt', qr/^days\.other = .*\n/m, '', 'ok', qr/language xx lacks 1, days\.other/],
	['the date', 'words.txt', qr/^date-format = .*\n/m, '', 'ok', qr/language xx lacks 1, date-format/],
	['a tag that is not closed', 'game.txt', qr/\}\}/, '', 'wrong', qr/xx\/game\.txt:\d+: /],
	['a variable that is not there', 'answers.txt', qr/\A/, "{{nobody}}\n", 'wrong', qr/xx\/answers\.txt:1: nobody: no such variable/],
	['words that are broken', 'words.txt', qr/\A/, "{{\n", 'wrong', qr/xx\/words\.txt:1: /],
	['a byte order mark', 'words.txt', qr/\A/, "\x{feff}", 'wrong', qr/xx\/words\.txt:1: the file begins with a byte order mark/],
	['an empty file', 'answers.txt', qr/\A.*\z/s, '', 'wrong', qr/xx\/answers\.txt: the file is empty/],
	['empty words', 'words.txt', qr/\A.*\z/s, '', 'wrong', qr/xx\/words\.txt: the file is empty/],
	['a lost variable', 'words.txt', qr/^(days\.other = )\{\{days\}\}/m, 'days.other = ', 'wrong', qr/xx\/words\.txt:\d+: days: English shows it/],
	['braces of full width', 'words.txt', qr/^(days\.other = )\{\{days\}\}/m, 'days.other = ｛｛days｝｝', 'wrong', qr/xx\/words\.txt:\d+: days: braces of full width/],
	['a form without its number', 'words.txt', qr/\A/, "plural-rule = slavic\n", 'wrong', qr/xx\/words\.txt:\d+: days: English shows it/],
	['an unknown plural', 'words.txt', qr/^(?=days\.other)/m, "days.many = {{days}}\n", 'wrong', qr/xx\/words\.txt:\d+: days\.many: the language has no such plural/],
	['a file that is no text', 'board.txt', qr/\A/, "\0", 'wrong', qr/xx\/board\.txt: this is not text/],
) {
	my ($what, $name, $from, $to, $sign, $told) = @$_;
	put_all();
	if (defined $from) {
		open my $file, '<:utf8', "$folder/$name" or die;
		my $text = do { local $/; <$file> };
		is($text =~ s/$from/$to/, 1, "$what: once");
		put($name, $text);
	} else {
		unlink "$folder/$name";
	}
	like($world->call('doctor'), qr/^$sign: [^\n]*$told/m, '... the doctor says so');
	$world->answer($wilma, $name eq 'help.txt' ? 'help time' : $name eq 'board.txt' ? 'show 1#0' : 'show 1');
	my @letters = $world->run;
	like($world->{log}, $told, '... and so does the log');
	is(scalar(grep { $_->{address} eq $wilma } @letters), 1, '... the letter is answered');
	# What no letter needs harms none.
	next if $what eq 'an unknown plural';
	ok(is_english($world->{last}{$wilma}), '... in English from end to end') or diag body_of($world->{last}{$wilma});
}

# --- a language with three plurals, and with cases

put_all();
sub edit
{
	my ($name, $edit) = @_;
	open my $file, '<:utf8', "$folder/$name" or die;
	local $_ = do { local $/; <$file> };
	$edit->();
	put($name, $_);
}
edit('words.txt', sub {
	my %is_plural = map { $_ => 1 } /^([a-z-]+)\.one = /mg;
	my %others = /^([a-z-]+)\.other = (.*)$/mg;
	s/^([a-z-]+)\.(?:one|other) = .*\n/$is_plural{$1} ? '' : $&/gem;
	$_ .= "plural-rule = slavic\n";
	for my $key (grep { exists $others{$_} } sort keys %is_plural) {
		# Each form shows the number, whatever English says of one.
		my $number = $others{$key} =~ /\{\{\Q$key\E\}\}/ ? '' : "{{$key}} ";
		for my $form (qw(one few many)) {
			$_ .= "$key.$form = $number$others{$key} ($form)\n";
		}
	}
	for my $form (qw(one few many)) {
		$_ .= "days/within.$form = {{days}} within-$form\n";
	}
	$_ .= "span/within.days = {{:days/within}}\nspan/within.days-hours = {{:days/within}} {{:hours}}\n";
	$_ .= "span/within.hours = {{:hours}}\nspan/within.minutes = {{:minutes}}\n";
});
edit('game.txt', sub { s/(\{\{#move-time\}\} )\{\{:span\}\}/$1\{\{:span\/within}}/ or die });
like($doctor = $world->call('doctor'), qr/^ok: templates/m, 'three plurals and a case are sound');
unlike($doctor, qr/language xx lacks|^wrong: .*template/m, '... and nothing lacks') or diag $doctor;
my $board = 1;
for (['1', 'one'], ['2', 'few'], ['5', 'many'], ['11', 'many'], ['12', 'many'], ['21', 'one'], ['22', 'few'], ['111', 'many']) {
	my ($days, $form) = @$_;
	$world->answer($wilma, "challenge fred --time=${days}d");
	$world->run;
	$board++;
	like(body_of($world->{last}{$wilma}), qr/ $days within-$form /, "$days days: $form, in its case");
	$world->answer($wilma, 'withdraw');
	$world->run;
}
edit('words.txt', sub { s/^days\/within\.few = .*\n//m or die });
like($world->call('doctor'), qr/^wrong: [^\n]*xx\/words\.txt:\d+: days: words\.txt lacks a form of days\/within/m, 'a case that lacks a form');
$world->answer($wilma, 'show 1');
$world->run;
ok(is_english($world->{last}{$wilma}), '... is not shown');

# --- a stranger's letter shows it

put_all();
put('language.txt', "name = Xish\nyes = ξξ\ncommon = ωω ψψ\n");
my $xenia = 'xenia@c.test';
my @utf8 = ('Content-Type: text/plain; charset=utf-8');
$world->send(from => $xenia, subject => 'signup xenia', text => encode('utf-8', "Ωω ψψ!\n"), head => \@utf8);
$world->run;
my ($code) = $world->query("SELECT code FROM confirmation WHERE userid = 'xenia'");
is(english_words($world->{last}{$xenia}) =~ s/\b(?:$code|localhost|riverpost|xenia|signup)\b|\s//gr, 'Xish', 'the confirmation is in it, and says that this is a guess')
    or diag body_of($world->{last}{$xenia});
$world->answer($xenia, 'yes');
$world->run;
like(body_of($world->{last}{$xenia}), qr/Xish/, '... and so is the welcome');
ok(!is_english($world->{last}{$xenia}), '... though "yes" is English');
$world->answer($xenia, 'games');
$world->run;
unlike(body_of($world->{last}{$xenia}), qr/Xish/, 'it is said no more');
ok(!is_english($world->{last}{$xenia}), '... and the language is kept');
$world->answer($xenia, 'invite yann@d.test');
$world->run;
ok(!is_english($world->{last}{'yann@d.test'}), 'who is invited is written to in it, too');
like(body_of($world->{last}{'yann@d.test'}), qr/Xish/, '... which is a guess again');
$world->answer('yann@d.test', 'accept yann');
$world->run;
ok(!is_english($world->{last}{'yann@d.test'}), '... and goes on in it');
# --- a password from elsewhere: all that comes of it is in the language of whose it is

$world->answer($wilma, 'set language xx');
$world->run;
$world->send(from => 'telephone@e.test', subject => 'add wilma secret2 wilma@f.test');
$world->run;
ok(!is_english($world->{last}{'wilma@f.test'}), 'a new address is asked in the language of its player');
unlike(body_of($world->{last}{'wilma@f.test'}), qr/Xish/, '... which is no guess');
$world->send(from => 'zoe@d.test', subject => 'signup zoe', text => encode('utf-8', "Ωω\n"), head => \@utf8);
$world->run;
ok(is_english($world->{last}{'zoe@d.test'}), 'one word tells nothing');
# --- English of the operator's own that is at fault: the shipped words go out

for (
	['an empty file', 'receive', " \n", 'receive', qr/en\/receive\.txt: the file is empty/, qr/^You can write from these addresses:/m],
	['a text that takes itself in', 'who', "== unknown\n{{>who-unknown}}\n", 'who somebody', qr/en\/who\.txt:2: who-unknown: templates are nested too deeply/, qr/^I know no player called somebody/m],
	['a section that nothing reads', 'who', "== unknwon\nNobody.\n", 'who somebody', qr/en\/who\.txt:2: who-unknwon: no letter uses this/, qr/^I know no player called somebody/m],
) {
	my ($what, $name, $text, $command, $told, $said) = @$_;
	my $plain = World->new(config => "templates = words\n");
	mkdir "$plain->{home}/words";
	mkdir "$plain->{home}/words/en";
	$plain->game;
	open my $file, '>', "$plain->{home}/words/en/$name.txt" or die;
	print $file $text;
	close $file;
	is(scalar(() = $plain->call('doctor') =~ /^wrong: [^\n]*$told/mg), 1, "$what: the doctor says so, once");
	$plain->answer($fred, $command);
	like(($plain->run)[0]{body}, $said, '... and the letter has the shipped words');
}

done_testing;
