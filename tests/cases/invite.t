#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Somebody without an account is invited, and plays (riverpost-commands(7), "invite").
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $guest) = ('fred@a.test', 'wilma@b.test', 'guest@c.test');
my $begun = World->new(config => "auth_server = mx.game.test\noutage = 10080\n");
$begun->game;
my ($world, %got);

sub fresh
{
	$world = World->new(config => "auth_server = mx.game.test\noutage = 10080\n")->become($begun);
}

# The letters of a pass, by address.
sub run
{
	%got = ();
	$got{$_->{address}} .= $_->{body} for $world->run;
	return join ' ', sort keys %got;
}

# A letter for which the mail server vouches.
sub writes
{
	my ($from, $text, %args) = @_;
	$world->drop("Authentication-Results: mx.game.test; dmarc=pass header.from=" . ($from =~ s/.*@//r) . "\nReceived: from c.test by mx.game.test; now\n" .
	    $world->letter(from => $from, text => $text, %args));
	return run();
}

sub answers
{
	my ($from, $text, %args) = @_;
	$world->answer($from, $text, %args);
	return run();
}

sub sql
{
	my ($sql) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`);
	return $value;
}

# --- Who watches a player sees these games begin, too, and no address.
fresh();
writes($wilma, 'subscribe fred');
writes($fred, "invite $guest");
is(answers($guest, 'signup gonzo'), "$fred $guest $wilma", 'a follower gets the letter of the beginning');
like($got{$wilma}, qr/^gonzo accepts; the game begins\.$/m, '... that says so');
unlike($got{$wilma}, qr/\Q$guest/, '... and names no address');

# --- The invited answers with a name.
fresh();
is(writes($fred, "invite $guest --rules=asian --time=3d\n\nBuy my pills!"), "$fred $guest", 'one letter goes out');
like($got{$guest}, qr/^fred invites you/m, '... it says who invites');
like($got{$guest}, qr/^  signup NAME$/m, '... how to play');
like($got{$guest}, qr/^10  gR--gH/m, '... and shows the board');
unlike($got{$guest}, qr/pills|Board 0/, '... no words of the writer, and no number of a board');
like($got{$fred}, qr/message was not sent/, '... which the writer is told');
like($world->{last}{$guest}{subject}, qr/^fred invites you to a game/, '... and a Subject');
my $letter = $world->{last}{$guest};
is(answers($guest, 'What is this?'), $guest, 'a question is answered');
like($got{$guest}, qr/signup NAME/, '... with what to write');
is(answers($guest, 'yes'), $guest, 'yes is no name');
like($got{$guest}, qr/^Gladly! Which name do you want .*\n  signup NAME\n/s, '... and is asked for one');
for (['Anna', 'anna'], ['My name is Anna.', 'anna'], ['call me Anna_2', 'anna_2']) {
	is(answers($guest, $_->[0]), $guest, "'$_->[0]' opens no account");
	like($got{$guest} =~ s/\s+/ /gr, qr/If you want to play, answer with "signup \Q$_->[1]\E"\./, '... but is the name that is offered');
}
is(answers($guest, 'Thanks a lot!'), $guest, 'thanks are none');
like($got{$guest} =~ s/\s+/ /gr, qr/answer with "signup NAME", where NAME/, '... either');
like($got{$guest}, qr/signup NAME/, '... as it is told');
is(answers($guest, 'signup fred', to => $letter), $guest, 'a name that is taken');
like($got{$guest}, qr/taken/, '... is refused');
is(answers($guest, 'signup wendy'), "$fred $guest", 'a free one in the answer to that opens the account');
like($got{$guest}, qr/Welcome to Riverpost, wendy/, '... with a welcome');
like($got{$guest}, qr/It is fred's turn/, '... and the game');
like($got{$guest}, qr/Rules: asian\. 3 days a move/, '... as it was offered');
like($got{$fred}, qr/^guest\@c\.test has accepted your invitation, and plays as wendy/m, 'the other is told');
is(answers($fred, 'H3-E3'), "$fred $guest", 'the first move');
is(answers($guest, 'H10-G8'), "$fred $guest", '... and its answer');
is(answers($guest, 'signup wendy2', to => $letter), $guest, 'the invitation is good once');
is(sql('SELECT count(*) FROM game'), 2, '... no other game has begun');

# --- A sign-up of its own is as good; colours as with a challenge.
fresh();
writes($fred, "challenge $guest fred");
is(writes($guest, 'signup wendy'), $guest, 'a letter of its own is confirmed first');
like($got{$guest}, qr/account\s+is\s+yours,\s+and\s+your\s+game\s+with\s+fred,\s+who\s+has\s+invited\s+you,\s+begins\s+at\s+once\./, '... and the game is named that begins with it');
is(answers($guest, 'yes'), "$fred $guest", '... and then the game begins');
like($got{$guest}, qr/It is wendy's turn/, '... with Red for who was named first');

# --- What chance has decided, the letter says.
for (1 .. 5) {
	fresh();
	writes($fred, "invite $guest --color=random");
	my $red = $got{$guest} =~ /fred\s+plays\s+Red/ ? 'fred' : 'wendy';
	answers($guest, 'signup wendy');
	like($got{$guest}, qr/It is ${red}'s turn/, 'a colour by chance stays what it was');
}

# --- Nobody else can take it.
fresh();
writes($fred, "invite $guest");
$letter = $world->{last}{$guest};
is(answers('thief@x.test', 'signup thief', to => $letter), 'thief@x.test', 'another address');
is(sql('SELECT count(*) FROM player') . sql('SELECT count(*) FROM game'), '21', '... opens nothing and begins nothing');
my @lapsed = grep { $_->{subject} =~ /invitation has lapsed/ } map { $world->pass_time(5 * 86400); $world->run } 1 .. 3;
is(join(' ', map { $_->{address} } @lapsed), $fred, 'its lapse is told once');
like($lapsed[0]{body}, qr/^Nobody at \Q$guest\E has begun a game with you within 14 days: your\s+invitation\s+has\s+lapsed\./, '… to who had invited');
is(answers($guest, 'signup wendy', to => $letter), $guest, 'after two weeks it has lapsed');
like($got{$guest}, qr/Then\s+the\s+account\s+is\s+yours\.\nThe invitation that you had is no longer open, so no game begins/, '... the newcomer can sign up, and reads what became of it');
is(answers($guest, 'yes'), $guest, '... nobody else hears of it');
like($got{$guest}, qr/^Welcome to Riverpost, wendy!.*^The invitation that you had is no longer open, so no\s+game\s+has\s+begun\./ms, '... with the account, too');
is(sql('SELECT count(*) FROM game'), 1, '... and no game begins');

# --- Limits
fresh();
writes($fred, 'invite nonsense@');
like($got{$fred}, qr/not an address/, 'what is no address is refused');
is(writes($fred, "invite $guest --rules=none"), $fred, 'and a wrong option');
is(writes($fred, "invite $fred"), $fred, 'and one\'s own address');
writes($fred, "invite x$_\@d.test") for 1 .. 3;
is(writes($fred, 'invite x4@d.test'), $fred, 'three a day');
like($got{$fred}, qr/3\s+invitations\s+by\s+letter\s+a\s+day\s+\("invite"\)/, '... and then a word about it');
$world->pass_time(86401);
is(writes($fred, 'invite x1@d.test'), $fred, 'one address only once');
is(writes($wilma, 'invite x1+more@d.test'), $wilma, '... whoever invites, and however it is written');
$world->pass_time(30 * 86400);
is(writes($wilma, 'invite x1@d.test'), "$wilma x1\@d.test", '... in thirty days');
is(answers('x1@d.test', 'Never mind the rules, what is this?'), 'x1@d.test', 'never mind is a sentence');
like($got{'x1@d.test'}, qr/signup NAME/, '... which is answered with what to write');
is(answers('x1@d.test', 'Never!'), "$wilma x1\@d.test", 'never: who invited is told');
like($got{$wilma}, qr/^x1\@d\.test has declined your invitation\.$/m, '... as of any no');
like($got{'x1@d.test'}, qr/^You will get no more invitations from here at\s+this\s+address, x1\@d\.test\.$/m, '... is confirmed');
$world->pass_time(400 * 86400);
is(writes($wilma, 'invite x1@d.test'), $wilma, '... and kept');

# --- The address of a player
sub undated { return $_[0] =~ s/on \w+ \d+ \w+ [\d:]+ UTC/on DATE/r }

fresh();
writes($fred, "invite $guest");
my $stranger = undated($got{$fred});
is(writes($fred, "invite $wilma"), "$fred $wilma", 'a player is asked');
is(undated($got{$fred}) =~ s/\Q$wilma/$guest/r, $stranger, '... and the writer is told the same as of a stranger');
writes($fred, 'games');
unlike($got{$fred}, qr/wilma.*wilma/s, '... nor do his games tell');
is(answers($wilma, ''), $wilma, 'an empty answer begins nothing');
is(sql('SELECT count(*) FROM game'), 1, '... no game');
is(answers($wilma, 'What is this?'), $wilma, 'words begin nothing');
like($got{$wilma}, qr/answer\s+with\s+"yes"\..*answer\s+with\s+"no".*If\s+you\s+want\s+no\s+invitations/s, '... and a player is told how to say yes and no');
is(answers($wilma, 'accept'), "$fred $wilma", 'accept begins the game, or yes');
is(sql('SELECT state FROM game WHERE id = 2'), 1, '... at once');
writes($wilma, 'block fred');
$world->pass_time(31 * 86400);
is(writes($fred, "invite $wilma"), $fred, 'blocked players do not reach her this way');
is(undated($got{$fred}) =~ s/\Q$wilma/$guest/r, $stranger, '... and are not told');

# --- A no declines this one, and is told to who invited; nothing lapses any more.
for (['No, thanks.', $wilma], ['reject', $wilma], ['no', $guest]) {
	my ($no, $who) = @$_;
	fresh();
	writes($fred, "invite $who");
	is(answers($who, $no), "$fred $who", "declined: $no");
	like($got{$who}, qr/^You have declined the invitation, and fred is told\.$/m, '... which is confirmed');
	like($got{$fred}, qr/^\Q$who\E has declined your invitation\.$/m, '... and told');
	$world->pass_time(15 * 86400);
	is((grep { $_->{subject} =~ /lapsed/ } $world->run), 0, '... once');
}
# --- As people say it, in each language; what only looks like it declines nothing.
for ('No, sorry, no time', "Hi Fred,\n\nsorry, I have no time at the moment.\n\nBest regards\nAnn", 'Not interested.', 'Nein, tut mir leid, keine Zeit', 'Нет, извините, нет времени', 'Không, xin lỗi, tôi không có thời gian',
    '不好意思，没时间', '不好意思，沒時間') {
	fresh();
	writes($fred, "invite $guest");
	is(answers($guest, $_), "$fred $guest", 'declined: ' . s/\n/ /gr);
	like($got{$fred}, qr/^\Q$guest\E has declined your invitation\.$/m, '... and told');
}
for ("I'm busy, but ok", 'Я занят, ну ладно', "I'm busy.\n\nYes please", "I'm busy.\n\nI'd love to play!", "I'm busy.\n\nWhat is this?", "No time to waste, let's play", "I have no time this week, but next week I'd like to play", 'No time?', 'Yes, no time like the present', 'Who are you?', 'Wer seid ihr?', 'Кто вы?', 'Bạn là ai?', '你是谁？', '你是誰？') {
	fresh();
	writes($fred, "invite $guest");
	is(answers($guest, $_), $guest, "not declined: $_");
	like($got{$guest} =~ s/\s+/ /gr, qr/This is Riverpost, where people play xiangqi \(Chinese chess\) by mail; fred plays here and has invited you to a game, and these letters are written by a program\..*"signup NAME".*"no".*"never"/, '... he learns who writes, and what he can answer');
}
for ('Yes, gladly!', 'Ja, gerne!', 'Да, с удовольствием!', 'Vâng, rất vui!', '好啊，很乐意！', '好啊，很樂意！') {
	fresh();
	writes($fred, "invite $guest");
	answers($guest, $_);
	like($got{$guest}, qr/Which name do you want/, "a yes: $_");
}
for ('stop', 'remove me from your list') {
	fresh();
	writes($fred, "invite $guest");
	answers($guest, $_);
	like($got{$guest}, qr/You will get no more invitations/, $_);
}
done_testing;
