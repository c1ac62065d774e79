#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Somebody to play with: games with a handicap or from an opening, who is here, seeks that reach
# people.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(encode_utf8);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $wilma, $barney) = ('fred@a.test', 'wilma@b.test', 'barney@c.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");

sub says
{
	my ($from, $text) = @_;
	my %got;

	$world->answer($from, encode_utf8($text));
	$got{$_->{address}} = $_->{body} =~ s/\s+/ /gr for $world->run;
	return \%got;
}

# --- what Red gives
$world->players;
my $got = says($fred, 'challenge wilma --handicap=two-horses');
like($got->{wilma} // $got->{$wilma}, qr/You would play Green\. Red moves first\..*Handicap: fred gives both horses\. Unrated\./, 'two horses, said to both')
    or diag explain $got;
like(World::board($world->{last}{$wilma}), qr/^ 1  rR---\+--rE--rG--rK--rG--rE---\+--rR  1/m, 'and they are not there');
says($wilma, 'accept');
like(says($fred, 'B3-C3')->{$wilma}, qr/fred moved B3-C3/, 'played');
says($wilma, 'resign');
like(says($wilma, 'rematch')->{$fred}, qr/You would play Red\..*Handicap: fred gives both horses/, 'who gave them gives them again');
says($wilma, 'withdraw');
for (['rook', qr/^ 1   \+--rH/m, 'a rook', 'Red'], ['horse', qr/^ 1  rR---\+--rE.*rH--rR/m, 'a horse', 'Red'],
    ['cannon', qr/^ 3   \+---\+---.*rC/m, 'a cannon', 'Red'], ['first-move', qr/^ 1  rR--rH--rE/m, 'the first move', 'Green']) {
	my ($name, $board, $words, $first) = @$_;
	like(says($fred, "challenge wilma --handicap=$name")->{$fred}, qr/$first moves first\..*fred gives $words\. Unrated/, $name);
	like(World::board($world->{last}{$fred}), $board, '... on the board');
	says($fred, 'withdraw');
}

# --- an opening, as people write it
for ('=B3-E3 H10-G8', ' h3e3 h10g8', '="C2=5, H8+7"', ' 1. C2=5 H8+7', '=炮二平五，马8进7', ' “炮二平五 馬8進7”', '=炮二平五马8进7', '=1.C2.5,H8+7') {
	$got = says($fred, "challenge wilma --opening$_ --private");
	like($got->{$wilma}, qr/You would play Green\. Red moves first\..* Unrated\. Private\./, "--opening$_") or diag explain $got;
	my $board = World::board($world->{last}{$wilma}) // '';
	like($board, /B3/ ? qr/^ 3   \+---\+---\+---\+--rC/m : qr/^ 3   \+--rC---\+---\+--rC/m, '... the cannon stands in the middle');
	says($fred, 'withdraw');
}
like(says($fred, 'challenge wilma --opening=B3-E3')->{$wilma}, qr/You would play Green\. Green moves first/, 'one move: Green is next');
says($fred, 'withdraw');
for (['--opening=B3-E3 E10-E8', qr/"E10-E8" is no move at its place/], ['--opening=', qr/An opening is a line of moves/],
    ['--opening=B3-E3 --fen=x', qr/one start/], ['--handicap=queen', qr/"queen" as --handicap/]) {
	like(says($fred, "challenge wilma $_->[0]")->{$fred}, $_->[1], "refused: $_->[0]");
}
# An invitation keeps what it begins from.
says($fred, 'seek --opening=B3-E3 --color=red');
like(says($wilma, 'seeks')->{$wilma}, qr/1: fred Until .*? fred plays Red\. Opening: B3-E3\./, 'sought');
like(says($wilma, 'take 1')->{$wilma}, qr/It is wilma's turn.*Unrated/, 'and taken: Green is next');
like(says($fred, 'invite guest@d.test --handicap=horse')->{'guest@d.test'}, qr/fred gives a horse/, 'who is invited sees what is given');

# --- who is here: three people and two strangers, one of whom only asks
$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->players;
$world->send(from => $barney, subject => 'signup barney secret3');
$world->run;
says($barney, 'yes');
says($barney, 'seek');
says($barney, 'seek --color=green');
# The lines of the table, whatever stands in it.
sub here
{
	my ($from, @more) = @_;

	$world->send(from => $from, subject => 'who', @more);
	my ($letter) = grep { $_->{address} eq $from } $world->run;
	$letter->{lines} = [split /\n/, Encode::decode('UTF-8', $letter->{body})];
	for (grep { /^(?:fred|wilma|barney) {2}/ } @{$letter->{lines}}) {
		my ($name, @cells) = split / {2,}/;
		$letter->{rows}{$name} = join '|', @cells;
	}
	return $letter;
}
$world->query("INSERT INTO standing SELECT id, 1795000000, 1630, 74, 0.06 FROM player WHERE userid = 'wilma'");
my $letter = here($wilma);
is($letter->{subject}, 'Riverpost: who is here', 'who, alone');
is(join(' ', sort keys %{$letter->{rows}}), 'barney fred wilma', 'lists all who have written');
is($letter->{rows}{barney}, '-|-|-|1, 2', '... with their invitations');
like($letter->{rows}{wilma}, qr/^1630 ±\d+\|-\|-$/, '... with the rating, if there is one');
is(join("\n", grep { / {2}/ && length > 72 } @{$letter->{lines}}), '', '... in 72 columns');
says($fred, 'set listed off');
$letter = here('zed@d.test');
is(join(' ', sort keys %{$letter->{rows}}), 'barney wilma', 'who does not want to be listed is not, for a stranger');
like($letter->{body}, qr/^Not listed, at their own wish: 1\.$/m, '... but is counted');
like($letter->{body}, qr/^To play, open an account: signup NAME$/m, '... who is told how to play');
is(here($fred)->{rows}{fred}, undef, 'nor for himself');
like(says($wilma, 'who fred')->{$wilma}, qr/^fred has been here since/, 'who asks for him by name is answered');
says($fred, 'set listed on');
$world->pass_time(5 * 86_400);
says($wilma, 'games');
$world->pass_time(3 * 86_400);
is(join(' ', sort keys %{here('zed2@d.test')->{rows}}), 'wilma', 'after eight days only who has written since');
$world->query("UPDATE player SET state = 1 WHERE userid = 'wilma'");
like(here('zed3@d.test')->{body}, qr/^Nobody who is listed has written here in the last seven days\.$/m, 'nobody who is suspended');
$world->query('DELETE FROM standing');

# --- invitations reach whoever wants to hear of them: one letter a day, with what is open and fits
my $day = 86_400;
sub begin
{
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\noutage = 10080\n");
	$world->players;
	$world->send(from => $barney, subject => 'signup barney secret3');
	$world->run;
	says($barney, 'yes');
}
# What comes of a pass, by address; after so many seconds.
sub passes
{
	my ($seconds) = @_;

	$world->pass_time($seconds);
	return {map { ($_->{address} => $_) } $world->run};
}
# The invitations in a letter.
sub listed { return join ' ', ($_[0] // '') =~ /(?<!Board )\b(\d+: \w+(?:, \d+ games)?(?: \(new\))?)/g }

begin();
like(says($wilma, 'notify seeks on')->{$wilma}, qr/^You get one letter a day when there are new invitations that you could take\. To end that, send: notify seeks off $/, 'notify seeks on');
$got = says($fred, 'seek --time=3d');
like($got->{$fred}, qr/ 1 player will hear of it by letter within a day; all others find it in "seeks"\./, 'who seeks reads how many will hear of it');
is(listed($got->{$wilma}), '1: fred (new)', '... who does, at once');
is($world->{last}{$wilma}{subject}, 'Riverpost: open invitations', '... under a Subject of its own');
is($world->{last}{$wilma}{'list-unsubscribe'}, '<mailto:' . $world->{last}{$wilma}{'reply-to'} . '?subject=unsubscribe%20seeks>', '... which a button ends');
is($got->{$barney}, undef, '... and nobody else');
like(says($barney, 'seek 2')->{$barney}, qr/1 player will hear of it/, 'another on the same day');
is(passes(12 * 3600)->{$wilma}, undef, '... is not told on that day');
my $news = passes(12 * 3600)->{$wilma};
is(listed($news->{body}), '1: fred 2: barney, 2 games (new)', '... but on the next, with all that is open');
is_deeply(passes($day), {}, 'nothing new, no letter');
like(says($wilma, 'take 2')->{$wilma}, qr/You have taken the invitation; the game begins\./, 'its answer takes one');
$world->answer($wilma, 'unsubscribe', to => $news);
$world->run;
like($world->{last}{$wilma}{body}, qr/^You get no more letters about open invitations/m, 'unsubscribe, in its answer, ends it');
like(says($wilma, 'set seeks on')->{$wilma}, qr/set seeks on/, 'it is a setting, too');
$world->answer($wilma, 'stop', to => $news);
$world->run;
is($world->query("SELECT seeks FROM player WHERE userid = 'wilma'"), 0, 'stop, in its answer, ends it');
$world->answer($wilma, 'stop', to => $news);
$world->run;
like($world->{last}{$wilma}{body}, qr/^There is nothing to stop/m, '... once');
says($wilma, "set seeks on");
says($wilma, 'unsubscribe seeks');
is($world->query("SELECT seeks FROM player WHERE userid = 'wilma'"), 0, 'unsubscribe seeks, anywhere');
for ('notify seeks perhaps', 'subscribe seeks often', 'notify seeks off now') {
	like(says($wilma, $_)->{$wilma}, qr/I do not understand this line/, "not understood: $_");
}

# Whom it does not fit hears nothing: [what is so, of whom]
for (['notify seeks off', $wilma], ['block fred', $wilma], ['block wilma', $fred], ['limit 1', $wilma], ['limit 1', $fred],
    ['vacation 2026-11-18 2026-11-25', $wilma], ["UPDATE player SET state = 1 WHERE userid = 'wilma'"],
    ["UPDATE address SET stopped = 1 WHERE address = '$wilma'"]) {
	my ($what, $whose) = @$_;
	begin();
	says($wilma, 'notify seeks on');
	says($barney, 'challenge fred'), says($fred, 'accept') if $what eq 'limit 1' && $whose eq $fred;
	says($barney, 'challenge wilma'), says($wilma, 'accept') if $what eq 'limit 1' && $whose eq $wilma;
	$whose ? says($whose, $what) : $world->query($what);
	if ($what eq 'limit 1' && $whose eq $fred) {
		$world->query("INSERT INTO seek (player, games, options, created) SELECT id, 1, '', $world->{now} FROM player WHERE userid = 'fred'");
	} else {
		like(says($fred, 'seek')->{$fred}, qr/UTC\. Players find it in "seeks"\./, 'nobody hears of it: ' . $what);
	}
	is(listed($_->{$wilma} && $_->{$wilma}{body}), '', '... nor does she, of whom it is said') for passes(60), passes(2 * $day);
	next unless $what eq 'limit 1' && $whose eq $wilma;
	is(listed(says($wilma, 'limit off') && $world->{last}{$wilma}{body}), '1: fred (new)', 'when she has room she does');
}

# A newer list takes the place of one that could not be sent; a digest has it below its boards, or alone.
begin();
says($wilma, 'notify seeks on');
{
	open my $file, '>', "$world->{home}/sink" or die "$!";
	print $file "#!/bin/sh\ncat >/dev/null\nexit 75\n";
	close $file;
	chmod 0755, "$world->{home}/sink";
	open $file, '>>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "sink {\n\tkind = sendmail\n\tpath = sink\n}\n";
	close $file;
}
sub unsent { return $world->query("SELECT ifnull(group_concat(state, ' '), '') FROM (SELECT state FROM outbox WHERE subject LIKE '%open inv%' ORDER BY id)") }
says($fred, 'seek');
is(unsent(), '0', 'a list that cannot be sent waits');
says($barney, 'seek');
passes(3600) for 1 .. 24;
is(unsent(), '4 0', '... until a newer one takes its place');
begin();
says($wilma, "notify seeks on\nset digest 07:00");
like(says($fred, "challenge wilma\nseek\nseek")->{$fred}, qr/1 player will hear of it/, 'with a digest');
says($wilma, 'accept');
is(listed($world->{last}{$wilma}{body}), '', '... nothing comes at once');
$got = says($fred, 'B3-E3');
is($got->{$wilma}, undef, '... nor does a move');
$news = passes($day)->{$wilma};
like($news->{subject}, qr/^1 board waits for you/, 'the digest');
is(listed($news->{body}), '1: fred (new) 2: fred (new)', '... has the list');
is(listed(passes($day)->{$wilma}{body}), '', '... once');
says($wilma, '1 H10-G8');
says($barney, 'seek');
$news = passes($day)->{$wilma};
is($news->{subject}, 'Riverpost: open invitations', 'where no board waits');
is(listed($news->{body}), '1: fred 2: fred 3: barney (new)', '... it is the letter');
unlike($news->{body}, qr/These are your boards/, '... alone');

# --- who is about as strong comes first
begin();
$world->query("INSERT INTO standing SELECT id, $world->{now}, CASE userid WHEN 'fred' THEN 1500 WHEN 'wilma' THEN 1700 ELSE 1701 END, 60, 0.06 FROM player");
says($barney, 'seek');
says($wilma, 'seek');
says($fred, 'seek');
like(says($fred, 'seeks')->{$fred}, qr/^Near your rating of 1500 ..60: 2: wilma .* Others: 1: barney .* 3: fred /, 'within 200 points first');
like(says($wilma, 'seeks')->{$wilma}, qr/^Near your rating of 1700 ..60: 1: barney .* 3: fred .* Others: 2: wilma /, '... of each');
$world->query("DELETE FROM standing WHERE player = (SELECT id FROM player WHERE userid = 'fred')");
like(says($fred, 'seeks')->{$fred}, qr/^1: barney .* 2: wilma .* 3: fred /, 'without a rating all together');
$world->query('DELETE FROM standing');
done_testing;
