#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A password goes to nobody and is kept nowhere, wherever it stands in a letter: each command
# and many words that are none, with userid and password in every place.  The userid is shown.
use strict;
use warnings;
use utf8;
use Encode qw(encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $secret) = ('fred@a.test', 'wilma@b.test', 'geheimwort');
my $all_answers = "answers_hour = 100000\nanswers_day = 100000\n";

sub verbs
{
	open my $file, '<', "$FindBin::Bin/../../src/speak/verbs.c" or die;
	local $/;
	return <$file> =~ /^\t\[VERB_\w+\] = \{ \.name = "([^"]*)"/mg;
}
my %is_verb = map { $_ => 1 } verbs();
my @unknown = qw(ladder standings foo hello kibitz shogi password login rating board xq
    tournament opponents please zug 123 B3-E3 passwort mein if);

# Two players in a game.
sub begun
{
	my $world = World->new(config => $all_answers);
	$world->send(from => $fred, subject => "signup fred $secret");
	$world->send(from => $wilma, subject => 'signup wilma secret2');
	$world->run;
	$world->answer($_, 'yes') for $fred, $wilma;
	$world->run;
	$world->send(from => $fred, subject => "challenge fred wilma --userid=fred --password=$secret");
	$world->run;
	$world->answer($wilma, 'accept');
	$world->run;
	$world->{token} = $world->{last}{$fred}{'reply-to'};
	return $world;
}

# Files of the home that hold it, but for letters that are kept as they came.
sub holding
{
	my ($world) = @_;
	my $home = $world->{home};
	my @files = grep { !m{^mail/in/\.(Processed|Failed)/} } map { s{^\Q$home\E/}{}r }
	    split /\n/, `grep -rlai '$secret' '$home'`;
	return join ' ', @files > 3 ? (@files[0 .. 2], '...') : @files;
}

# Sends all lines in one place of a letter, and looks for the password in whatever comes of it.
sub none_leaks
{
	my ($world, $where, $place, @lines) = @_;
	my %line;
	for my $line (@lines) {
		$line{sprintf '<test-%d@players.test>', $world->{number} + 1} = $line;
		$world->send(from => $world->{writer} // $fred, to => $world->{token}, $place->($line));
	}
	my @letters = $world->run;
	my @leaks = map { "'" . ($line{$_->{'in-reply-to'} // ''} // 'another') . "' to $_->{address}" }
	    grep { "$_->{head}\n$_->{body}" =~ /$secret/i } @letters;
	is(join(', ', @leaks), '', "$where: no letter has it");
	unlike($world->{log}, qr/$secret/i, '... nor the log');
	is(holding($world), '', '... nor any file');
	unlike($world->{log}, qr/failed|put aside/, '... and no letter fails');
	return @letters;
}

my %places = (
	Subject => sub { subject => $_[0] },
	'first line' => sub { text => "$_[0]\n" },
	'below a move' => sub { text => "move 1 B3-E3\n$_[0]\n" },
	'below words' => sub { subject => 'chat 1', text => "Hello.\n\n$_[0]\n" },
);
my $auth = "fred $secret";
my @words = (verbs(), @unknown);
# Sanitizers take their time.
@words = @words[grep { $_ % 4 == 0 } 0 .. $#words] if World::is_sanitized();
for my $where (sort keys %places) {
	my $below = $where =~ /below/;
	none_leaks(begun(), $where, $places{$where}, map { ("$_ $auth", $below ? () :
	    ("$auth $_", "$_ $auth 5", "$_ 1 $auth", "$_ wilma $auth")) } @words);
}

# Every second one: from the first on, or from the second.
sub half
{
	my ($first, @all) = @_;
	return @all[grep { $_ % 2 == $first } 0 .. $#all];
}

# The password alone: in a letter with a token, and in one without.  There is room for so many
# words to others in a day.
for my $where (sort keys %places) {
	my $below = $where =~ /below/;
	my @lines = map { my $word = $_; map { "$word $_" } $secret, $below ? () : ("1 $secret", "$secret 1",
	    "wilma $secret") } half($where eq 'Subject' ? 0 : 1, $below ? grep { $is_verb{$_} } @words : @words);
	while (my @some = splice @lines, 0, $below ? 25 : scalar @lines) {
		none_leaks(begun(), "alone, $where", $places{$where}, @some);
		next if $where ne 'Subject';
		my $world = begun();
		$world->{token} = undef;
		none_leaks($world, "alone, no token, $where", $places{$where}, grep { /^\S+ \S+$/ } @some);
	}
}
# Written from another player's address, joined to the userid.
for my $where ('Subject', 'first line') {
	for my $with ('', 'no ') {
		my $world = begun();
		$world->{writer} = $wilma;
		$world->{token} = $with ? undef : $world->{last}{$wilma}{'reply-to'};
		# What is no command, in an answer, is said to fred.
		none_leaks($world, "another's, ${with}token, $where", $places{$where},
		    map { ("$_ fred:$secret", "$_ 1 fred/$secret", "$_ fred=$secret 1", "$_ <fred:$secret>") }
		    half($with ? 1 : 0, grep { $with || $is_verb{$_} } @words));
	}
}
# Whatever is behind or around them; in what is said, where it is told from what is said.
my @anywhere = ("signoff $secret", "password: $secret", "my password is $secret", "challenge fred wilma $auth",
    "fred:$secret", "fred/$secret", "fred, $secret", "userid fred password $secret", "FRED $secret",
    "foo --userid=fred --password=$secret", "foo --pass=$secret", "foo -pw $secret", "password=$secret",
    "<fred> <$secret>", "message wilma $auth", "change password $auth new $secret",
    "challenge wilma --color=$secret $auth",
    # Slips, of the command or of what the option is called.
    "rejct 12 --password=$secret", "rejct 1 --userid=fred --password=$secret", "chalenge fred wilma $auth",
    "shw 12 $auth", "mve 1 B3-E3 $auth", "rejct 1 --pasword=$secret", "seek 3 --passwort=$secret");
my @commands = ("set zone Europe/Berlin $auth", "set name $auth", "set public name $auth", "as $auth\nfoo",
    "as fred wrong $secret", $secret, "$secret fred", "foo bar $secret", "foo $secret bar baz qux",
    "change password $secret NEWWORD77", "invite x\@y.test $auth", "history fred vs wilma $secret",
    "rejct 12 --pas=$secret", "rejct 12 -p=$secret", "challenge wilma --pasword=$secret",
    "set zone Europ/Berlin $auth", "set zone Europ/Berlin $secret", "set $secret on", "pasword $secret NEWWORD78",
    "help $auth", "explain $auth", "message 1 $auth", "foo " x 2000 . $auth);
none_leaks(begun(), "others, $_", $places{$_}, @anywhere, /below/ ? () : @commands) for sort keys %places;

# The userid is shown, and what is no secret: others' userids, keywords, a name of one's own.
my $world = begun();
my %shown = (
	"challenge fred wilma $auth" => 'challenge fred wilma fred ********',
	"ladder $auth 5" => 'ladder fred ******** 5',
	"foo fred all" => 'foo fred all',
	"hello fred and wilma" => 'hello fred and wilma',
	"pasword $secret NEWWORD78" => 'pasword ******** ********',
	"shw 12 $auth" => 'shw 12 fred ********',
	"rejct 12 --pasword=$secret" => 'Did you mean this? Then answer with it, or with "yes". reject 12',
	"hello wilma and fred" => 'hello wilma and fred',
);
for my $line (sort keys %shown) {
	$world->send(from => $fred, to => $world->{token}, text => "$line\n");
	my ($letter) = $world->run;
	like($letter->{body} =~ s/\s+/ /gr, qr/\Q$shown{$line}\E/, "$line: shown as $shown{$line}");
}
$world->send(from => $fred, to => $world->{token}, text => "set public name Fred Flint\n");
$world->run;
$world->send(from => $wilma, text => "who fred\n");
my ($letter) = $world->run;
like($letter->{body}, qr/Fred Flint/, 'his name may begin with his userid');

# --- one password in two forms, in a Subject and in a text

my $wide = encode('utf-8', 'ｓｅｃｒｅｔ７');
my $utf8 = ['Content-Type: text/plain; charset=utf-8'];
for my $where ('subject', 'text') {
	my $world = World->new(config => $all_answers);
	my $plays = sub {
		my ($in, $password, $move) = @_;
		$world->send(from => $fred, head => $utf8, subject => 'hello', text => '', $in => "move 1 fred $password $move");
		return scalar grep { $_->{address} eq $wilma && $_->{body} =~ /^fred moved/m } $world->run;
	};
	$world->send(from => $fred, head => $utf8, subject => 'hello', text => '', $where => "signup fred $wide");
	$world->send(from => $wilma, subject => 'signup wilma secret2');
	$world->run;
	$world->answer($_, 'yes') for $fred, $wilma;
	$world->run;
	$world->answer($fred, 'challenge wilma');
	$world->run;
	$world->answer($wilma, 'accept');
	$world->run;
	my @tries = (['subject', $wide, 'H3-E3'], ['text', $wide, 'B3-D3'], ['subject', 'secret7', 'A1-A2'], ['text', 'secret7', 'I1-I2']);
	for (@tries) {
		my ($in, $password, $move) = @$_;
		is($plays->($in, $password, $move), 1, "set in the $where, right in the $in");
		$world->send(from => $wilma, text => 'move 1 wilma secret2 ' . { 'H3-E3' => 'A10-A9', 'B3-D3' => 'I10-I9', 'A1-A2' => 'A9-B9', 'I1-I2' => 'I9-H9' }->{$move});
		$world->run;
	}
	next if $where eq 'subject';

	# A hash as it was made of the bytes as written; it counts, and is renewed.
	my $old = '$argon2id$v=19$m=65536,t=2,p=1$BRWzG7hRnUbuvNPQVafr0w$rXO2KnhBHILiaCPHjeII7WBFJ/Al1HnsizkousbFZj8';
	system('sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE player SET password_hash = '$old' WHERE userid = 'fred'");
	is($plays->('text', 'secret7', 'B1-C3'), 0, 'an old hash: in another form it is wrong');
	is($plays->('text', $wide, 'B1-C3'), 1, '... as written it is right');
	$world->send(from => $wilma, text => 'move 1 wilma secret2 B9-A9');
	$world->run;
	is($plays->('subject', 'secret7', 'H1-G3'), 1, '... and from then on in any form');
}
# None at all: its owner is told so.
$world = World->new;
$world->send(from => $fred, subject => 'signup fred');
$world->run;
$world->answer($fred, 'yes');
$world->run;
for my $from ($fred, 'x\.test') {
	for (1 .. ($from eq $fred ? 1 : 10)) {
		$world->send(from => $from, text => 'message fred secret wilma');
		my @letters = $world->run;
		is(scalar(grep { $_->{address} ne $fred } @letters), 0, 'nobody else is told');
		unlike($_->{body}, qr/wrong password/, 'no password can be wrong') for @letters;
		like($_->{body} =~ s/\s+/ /gr, qr/in your name, with a password, but your account has none; nothing was done\. The letter came from \Q$from\E\. If it was you,/, '... as there is none') for @letters;
		$world->pass_time(3601);
	}
}

# Too short a one, in answer to the letter of "forgot".
for (['abc', 3], ['password abc', 3], ['Password: abcde', 5], ['yes', 0], ['What is this?', 0]) {
	my ($text, $length) = @$_;
	$world->send(from => $fred, subject => 'forgot fred');
	$world->run;
	$world->answer($fred, $text);
	my ($letter) = $world->run;
	my $body = $letter->{body} =~ s/\s+/ /gr;
	like($body, $length ? qr/^A password needs at least 6 characters; this one has $length\. To set a new password, answer/ : qr/(?:^|" )To set a new password, answer/, "forgot: $text");
	$world->pass_days(1);
}
# --- one length for all new ones; older ones go on working
{
	my $new = 'short@n.test';
	my $short = World->new;
	my $hears = sub { $short->send(@_); join ' ', map { $_->{body} =~ s/\s+/ /gr } $short->run };
	$short->game;
	like($hears->(from => $fred, subject => "change password fred secret1 $_"), qr/A password needs at least 6 characters; this one has \d\. You can/, "change password to $_") for 'ab', 'abcde';
	like($hears->(from => $new, subject => 'signup shorty abcde'), qr/this one has 5\. An account needs no password: to open it without one, send: signup shorty /, 'signup with a short one');
	$hears->(from => $fred, subject => 'forgot fred');
	my ($code) = $short->{last}{$fred}{body} =~ /confirm (\S+) NEW/;
	like($hears->(from => $fred, subject => "confirm $code abc"), qr/A password needs at least 6 characters; this one has 3\./, 'nor by the code');
	like($hears->(from => $fred, subject => "confirm $code abcdef"), qr/new password is in force/, '... which can be sent once more');
}

done_testing;
