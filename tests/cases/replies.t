#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Answers as people write them: yes and no to what a letter asks, thanks behind a command, words
# in answer to words.  Each row is a game of fred (Red, to move) and wilma: the letters that were
# written before, then the one that is looked at, and what came of it: "draw", "moved", "over",
# "asked" (nobody is told), "told" with the words that the other got, or a pattern of the answer.

use strict;
use warnings;
use utf8;
use Encode qw(encode_utf8 decode_utf8);
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test');

my @rows = (
	# Yes and no answer the open offer that the letter told of.
	['wilma: draw', 'fred: ok', 'agreed'], ['wilma: draw', 'fred: Yes, thanks!', 'agreed'],
	['wilma: draw', 'fred: да', 'agreed'], ['wilma: draw', "fred: Yes.\nFred", 'agreed'],
	['wilma: draw', "fred: OK\n\nGood game!", 'agreed', 'Good game!'],
	['wilma: draw', 'fred: no', qr/You declined the draw/], ['wilma: draw', 'fred: No, thanks', qr/You declined the draw/, 'thanks'],
	['wilma: draw', 'fred: 不', qr/You declined the draw/],
	['wilma: draw', 'fred: yes but not today', 'asked', qr/but not today Do you want "accept", or not\? .* send it alone: accept/],
	['wilma: draw', "fred: No, let's play on", qr/You declined the draw/],
	['wilma: draw', 'fred: ok?', 'told', 'ok?'], ['wilma: draw', 'fred: ', 'asked', qr/no command/],
	['wilma: draw', 'fred: no time today', 'told', 'no time today'],
	['wilma: draw', 'fred: thanks', 'told', 'thanks'],
	['fred: h3e3', 'wilma: h10g8', 'fred: undo', 'wilma: ok', qr/Taken back: H3-E3, H10-G8/],
	['fred: h3e3', 'wilma: h10g8', 'fred: undo', 'wilma: no', qr/You declined/],
	# An older letter asked nothing; and where two things are open, neither is meant.
	['wilma: draw', 'fred@0: yes', 'asked', qr/asked no question\. To say it to wilma, put "say" above it/],
	['fred: h3e3', 'wilma: yes', 'asked', qr/asked no question/], ['fred: h3e3', 'wilma: No, thanks', 'asked', qr/asked no question/],
	["fred: h3e3\n\nAre you from Leeds?", 'wilma: yes', 'told', 'yes'], ['fred: preview h3e3', 'fred: yes', 'asked', qr/asked no question/],
	["fred: chat\nIs it late with you?", 'wilma: no', 'told', 'no'],
	['fred: h3e3', 'wilma: draw', 'wilma: h10g8', 'fred: ok', 'agreed'],
	['fred: h3e3', 'wilma: h10g8', 'fred: undo', 'fred: draw', 'wilma: yes', 'asked', qr/cannot\s+tell\s+what\s+your\s+"yes"\s+or\s+"no"\s+answers/],
	# "Did you mean this?"
	['fred: I resign', 'fred: yes', 'over'], ['fred: I resign', 'fred: no', 'asked', qr/All right: nothing was done/],
	['fred: h3e3?', 'fred: yes', 'moved'], ['fred: h3e3?', "fred: Yes\n\nHave fun", 'moved', 'Have fun'],
	['fred: h3e3?', 'fred: thanks', 'asked-or-told'], ['fred: h3e3?', 'fred: ', 'asked', qr/no command/],
	['fred: h3e3?', 'fred: yes, I think that I mean it', 'asked', qr/no command/],
	['fred: mvoe 1 h3e33', 'fred: h3e3', 'moved'],
	['fred: h3e3?', 'fred: h3e3', 'wilma: h10g8', 'fred@1: yes', qr/answered an older letter/],
	# A letter that shows a submitted move asks whether that one is played.
	['fred: submit h3e3', 'fred: yes', 'moved'], ['fred: submit h3e3', "fred: ok\n\nHave fun", 'moved', 'Have fun'],
	['fred: submit h3e3', 'fred: no', 'asked', qr/nothing was done/], ['fred: submit h3e3', 'fred: ', 'asked'],
	['fred: submit b3e3', 'fred: submit h3e3', 'asked', qr/after H3-E3 .* takes the place of B3-E3/],
	['fred: submit b3e3', 'fred: submit h3e3', 'fred@1: confirm', 'asked', qr/showed B3-E3, but the move you submitted last is H3-E3/],
	['fred: submit b3e3', 'fred: submit h3e3', 'fred@1: yes', 'asked', qr/Refused: "yes" This letter showed B3-E3, but/],
	['fred: submit b3e3', 'fred: submit h3e3', 'fred@1: confirm', 'fred@2: confirm', 'moved', qr/You moved H3-E3/],
	['fred: submit b3e3', 'fred: submit a1a9', 'fred: confirm', 'asked', qr/shows no submitted move\. To play B3-E3/],
	['fred: submit b3e3', 'fred: submit h3e3', 'fred: submit h3e3', 'fred@2: confirm', 'moved', qr/You moved H3-E3/],
	['wilma: draw', 'fred: submit h3e3', 'fred: yes', 'asked', qr/cannot\s+tell\s+what\s+your\s+"yes"\s+or\s+"no"\s+answers/],
	['wilma: draw', 'fred: submit h3e3', 'fred: confirm', 'moved', qr/draw offer has lapsed/],
	# Thanks stand behind a command as behind a move.
	['wilma: draw', 'fred: accept, thanks!', 'agreed', 'thanks!'], ['wilma: draw', 'fred: reject, sorry', qr/You declined/, 'sorry'],
	['wilma: draw', 'fred: reject - not yet', qr/You declined/, 'not yet'], ['wilma: draw', 'fred: Decline. I hope to win', qr/You declined/, 'I hope to win'],
	['wilma: draw', "fred: reject, let's play on", qr/You declined/, "let's play on"], ['wilma: draw', 'fred: reject - give me a chance', qr/You declined/],
	['wilma: draw', 'fred: reject, resign', 'asked', qr/reject/], ['wilma: draw', 'fred: reject, 炮二平五', 'asked', qr/reject/], ['wilma: draw', 'fred: reject, undo', 'asked', qr/reject/],
	['wilma: draw', 'fred: reject, or accept?', 'told'], ['wilma: draw', 'fred: reject, accept my apologies', 'asked', qr/reject/],
	['wilma: draw', 'fred: reject, h3e3', 'asked', qr/reject/], ['wilma: draw', 'fred: reject - or not?', 'told'],
	['wilma: draw', "fred: Hi Wilma,\n\nyes", 'agreed'], ['wilma: draw', "fred: Hello!\n\nNo, thanks", qr/You declined/],
	['wilma: draw', "fred: Hello!\n\nThe weather is nice.\n\nok", 'told'], ['fred: h3e3?', "fred: Hi\n\nyes", 'moved'],
	['fred: draw please', qr/You offered a draw/], ['fred: resign, good game', 'over', 'good game'],
	['fred: resign gg :)', 'over', 'gg :)'],
	['fred: resign, please', 'asked', qr/resign/], ['fred: Resign, wilma!', 'asked', qr/resign/i],
	['fred: Resign! Thanks', 'asked', qr/resign/i], ['fred: Accept my apologies', 'told', 'Accept my apologies'],
	["fred: h3e3\n\nDraw, please", 'asked', qr/meant as the command "draw"/], ["fred: h3e3\ndraw please", 'moved'],
	# Talk in answer to talk, and to a board.
	["wilma: chat\nHow are you?", 'fred: Fine, and you?', 'told', 'Fine, and you?', qr/Passed on to wilma; it is still your move\./],
	['fred: h3e3', 'fred: That was hard.', 'told', 'That was hard.', qr/Passed on to wilma\. /],
	['wilma: resign', "fred: Thank you for the game!\n\nFred", 'told', "Thank you for the game!\n\nFred"],
	["wilma: message fred\nWhat a game", 'fred: It was!', 'told', 'It was!'],
	# What is near a command or a move is no talk.
	(map { ["fred: $_", 'asked', qr/Not played: "\Q$_\E" is no whole move\./] } 'C2=55', 'C=5', 'c0=5', 'C2=0', 'h8+', 'C2='),
	['fred: my move is h3e3x', 'asked', qr/no command/], ['fred: h3 to e3 or b3 to e3', 'asked', qr/can be several moves\. .* H3-E3 B3-E3 /],
	['fred: resgin', 'asked', qr/resign/], ['fred: I accept', 'asked', qr/asked no question/],
	(map { ["fred: $_", 'asked', qr/Did you mean this\?.*"yes"\. resign/] } 'I give up', 'I resign.', '我认输了', '我認輸', 'tôi xin thua',
	    'ich gebe auf', 'Я сдаюсь.', 'I give up, thanks for the game'),
	(map { ["fred: $_", 'asked', qr/Did you mean this\?.*"yes"\. draw/] } 'предлагаю ничью', '我提和', 'ich biete remis', 'tôi xin hòa'),
	(map { ["fred: $_", 'asked', qr/Did you mean this\?.*"yes"\. undo/] } '我想悔棋', 'Take back my move!'),
	['fred: I give up', 'fred: yes', 'over'],
	# A command word before a question: about the deed, or about the game?
	(map { ["fred: $_->[0]", 'asked', qr/Did you mean this\?.*"yes"\. $_->[1]/] } ['draw, what do you think?', 'draw'],
	    ['resign. Will you play again?', 'resign'], ['认输，还下吗？', 'resign'], ['ничья, ты согласен?', 'draw']),
	(map { ["fred: $_", 'told', $_] } 'resign, or not? It is hard, you see.', 'No, what do you think?', 'Wilma, resign?'),
	(map { ["fred: $_", 'told', $_] } 'I give up?', 'I give up on this line.', 'Never give up', '悔棋的话就没意思了'),
	(map { ["fred: $_", 'asked', qr/Did you mean this\?.*"yes"\. B3-E3/] } 'cannon from b3 goes to e3', 'My cannon goes from B3 to E3.',
	    'move the cannon from b3 to e3', 'Meine Kanone geht von b3 nach e3'),
	['fred: the horse moves to g3', 'asked', qr/Did you mean this\?.*"yes"\. H1-G3/],
	(map { ["fred: $_", 'told', $_] } 'My horse is bad', 'I want to play on', 'the cannon takes my horse', 'Can my horse go to g3?'),
	['fred: I offer a draw', 'asked', qr/Did you mean this\?.* draw/], ['fred: mesage wilma', 'asked', qr/message/],
	['fred: I think a draw would be fair?', 'told', 'I think a draw would be fair?'],
);

sub state
{
	my ($world) = @_;
	return `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT state, length, turns FROM game'`;
}

for my $row (@rows) {
	my @letters = @$row;
	my $world = World->new;
	my (@want, @out, %old, $who, $before);

	unshift @want, pop @letters while ref $letters[-1] || $letters[-1] !~ /^(?:fred|wilma)(?:@\d)?: /s;
	$world->game;
	$old{$_ . 0} = $world->{last}{$address{$_}} for keys %address;
	for my $i (0 .. $#letters) {
		($who, my $at, my $text) = $letters[$i] =~ /^(\w+)(?:@(\d))?: (.*)$/s;
		$world->answer($address{$who}, encode_utf8($text), defined $at ? (to => $old{$who . $at}) : ());
		$before = state($world);
		@out = $world->run;
		$old{$_ . ($i + 1)} = $world->{last}{$address{$_}} for keys %address;
	}
	my $name = join(', then ', @letters) =~ s/\n/ \/ /gr;
	my ($other) = grep { $_ ne $who } keys %address;
	my %body = map { ($_->{address} => decode_utf8($_->{body})) } @out;
	my ($mine, $told) = map { $body{$address{$_}} // '' } $who, $other;
	my ($said) = $told =~ /^(?:\*{60}\n)?$who writes:\n(.*?)\n\*{20}/ms;

	for my $want (@want) {
		if (ref $want) {
			like($mine =~ s/\s+/ /gr, $want, "$name: the answer");
		} elsif ($want eq 'asked') {
			is($told, '', "$name: nobody else is told") or diag $told;
		} elsif ($want eq 'asked-or-told') {
			unlike($told, qr/moved/, "$name: nothing is done");
		} elsif ($want eq 'told') {
			like($mine, qr/^(?:Passed on|Your message is)/m, "$name: passed on") if $mine;
			is(state($world), $before, '... and nothing done');
		} elsif ($want =~ /^(?:agreed|over|moved)$/) {
			my %sign = (agreed => qr/(?:[Dd]raw: agreed|draw by agreement|[Dd]raw agreed)/, over => qr/gave it up|resigned/, moved => qr/$who moved/);
			like($told, $sign{$want}, "$name: done");
		} else {
			is($said, $want, "$name: the other reads that");
		}
	}
}
# What people write to the server, each from fred's address or a stranger's: [Subject, text, what
# the answer says; undef: there is none].
my $help = qr/seek invites everybody .* challenge bot /;
my @asked = (
	['play', '', $help], ['a game tonight?', '', $help], ['', "bot\n", $help], ['challenge anybody', '', $help],
	['hello', "I want to play a game\n", $help], ['who', '', qr/in the last seven days: .* fred .* wilma .* Games being played: 1\. "seeks" lists open invitations/],
	['players', '', qr/in the last seven days: /], ['users', '', qr/"seeks" for open invitations/],
	['as fred secret1', "challenge wilma tonight\n", qr/I know no player called tonight/],
	['as fred secret1', "invite Friend <fr2\@home.test>\n", qr/^I have written to fr2\@home\.test/],
	['as fred secret1', "stop\n", qr/set receipt off .* set reminders off .* vacation/],
	['as fred secret1', "unsubscribe 1\n", qr/set receipt off/],
	(map { [$_, '', qr/For fewer letters: "set receipt off" .* "signoff" closes your account/] } 'stop please', 'unsubscribe me',
	    'Unsubscribe all', 'unsubscribe me, stop please', 'Please unsubscribe me.', 'unsubscribe please', 'Abmelden', 'opt-out', 'Stop sending me these emails', 'отписаться', '退订'),
	(map { ['as fred secret1', "challenge wilma --time=$_\n", qr/Rules: server\. Rated\. 20 days a move\./] } '20,', '20d;', '20.'),
	(map { ['as fred secret1', "challenge wilma --fen=@$_[0]\n", qr/I cannot set up ".*": @$_[1]\./], ["preview fen @$_[0]", '', qr/: @$_[1]\./] }
	    ['3k5/9/9/9/9/9/9/9/9/4K4', 'neither side can win'], ['3k5/4P4/9/9/9/9/9/9/9/5K3_b', 'the side to move has no move']),
	(map { ['as fred secret1', "vacation $_\n", qr/from 2027-07-01 to 2027-07-14/] } '1.7 14.7', '1.7. 14.7.', "7\xe6\x9c\x881\xe6\x97\xa5 7\xe6\x9c\x8814\xe6\x97\xa5"),
	(map { [$_, '', qr/no finished games/] } 'history since yesterday', 'history until 2026-12', 'history since last month',
	    'history until this year', 'history since 2026-11 until today'),
	['history Hu Ronghua', '', qr/I know no player called Hu Ronghua/],
	['games fred wilma', '', qr/Board 1: fred/], ['games fred secret1', '', qr/Board 1: fred/],
	['show fred secret1 1', '', qr/^Summary of Xiangqi Board 1/], ['record 1 fred secret1 pgn', '', qr/is attached/],
	['who fred secret1 wilma', '', qr/^wilma has been here/], ['history fred secret1 won', '', qr/has no finished games/],
	['receive fred secret1', '', qr/^You can write from these addresses: fred\@a\.test/],
	(map { [@$_[0], '', qr/Did you mean this\? @$_[1]/] } ['holiday 2026-12-20 2026-12-30', 'vacation 2026-12-20 2026-12-30'],
	    ['close account', 'signoff'],
	    ['I forgot my password', 'forgot fred'], ['new address fred2@d.test', 'add fred2@d\.test']),
	["add address fred2\@d.test", '', qr/Did you mean this\? add fred2\@d\.test/],
	['set my zone Berlin', '', qr/Did you mean this\? set zone Berlin/],
	['rules', '', qr/^No one may repeat moves/], (map { [$_, '', qr/^Riverpost is a place to play/] } 'how to play', 'version'),
	['my games', '', qr/^Games of fred/], ['show me the board 1', '', qr/^Summary of Xiangqi Board 1/],
	['seek fred secret1 3', '', qr/for 3 games/], ['moveq 1 fred secret1 h3e3', '', qr/Not queued/],
	['subscribe fred secret1 all', '', qr/subscribe N/], ['games fred wilmas1 x', '', qr/games fred \*{8} x/],
	['mesage wilma', "Hello, how are you?\n", qr/Your Subject is nearly a command: mesage wilma Did you mean this\? message wilma/],
	['Hello', "How are you?\n", qr/understand this line: How are you\?/],
	['seeks', '', qr/To play, open an account/, 'eve'], ['who fred', '', qr/^fred has been here/, 'eve'],
	['who', '', qr/in the last seven days: .* Games being played: 1\./, 'eve'],
	['Players', '', qr/in the last seven days: .*signup NAME/, 'eve'], ['unsubscribe me', '', undef, 'eve'], ['Who is this?', '', undef, 'eve'],
	['play', '', undef, 'eve'], ['Hello', "How are you?\n", undef, 'eve'], ['seek', '', undef, 'eve'],
);
for my $row (World::sample(@asked)) {
	my ($subject, $text, $want, $who) = @$row;
	my $world = World->new;

	$world->game;
	$world->send(from => ($who // 'fred') . '@' . ($who ? 'c' : 'a') . '.test', subject => $subject, text => $text);
	my ($letter) = grep { $_->{address} =~ /^(?:eve|fred)@/ } $world->run;
	my $body = defined $letter ? $letter->{body} =~ s/\s+/ /gr : undef;
	my $name = ($who // 'fred') . ": $subject, $text" =~ s/\n//gr;

	is($body, undef, "$name: silence") if !defined $want;
	like($body // '', $want, $name) if defined $want;
	unlike($letter->{raw}, qr/secret1/, "$name: no password") if defined $letter;
}
# --- "play" in an answer is not always a move
for my $line ('play computer', 'play a game', 'Play bot') {
	my $world = World->new;

	$world->game;
	$world->answer('fred@a.test', $line);
	my ($letter) = $world->run;
	like($letter->{body} =~ s/\s+/ /gr, qr/$help/, "$line: what there is");
	unlike($letter->{body}, qr/Did you mean/, '... and no move');
}
# --- the list of one's games: an answer may be about each of them, nobody else's is
{
	my $world = World->new;
	$world->game;
	$world->answer('fred@a.test', 'challenge wilma --color=red');
	$world->run;
	$world->answer('wilma@b.test', 'accept');
	$world->run;
	$world->send(from => $_, subject => 'games fred') for 'fred@a.test', 'wilma@b.test', 'eve@c.test';
	$world->run;
	$world->answer($_, "1 b3e3\n2 h3e3") for 'eve@c.test', 'wilma@b.test';
	$world->run;
	is($world->query('SELECT count(*) FROM ply'), 0, 'a list of his games, asked for by others, moves nothing');
	$world->answer('fred@a.test', "1 b3e3\n2 h3e3");
	$world->run;
	is($world->query("SELECT group_concat(moves, ' ') FROM game"), 'B3-E3 H3-E3', 'his own plays on each board');
}

# A message whose command is misspelt, in the Subject or above it, is sent by a yes, with what was
# written; words beside the yes go with it.
for (['Mesage wilma', "Hello there\nhow are you?\n", 'yes', qr/fred writes: Hello there how are you\? \*/], ['Re: Board 1', "mesage wilma\n\nHello there\n", "yes\n\nSee you", qr/fred writes: Hello there See you \*/],
    ['Mesage wilma', "I am fred secret1, hello\n", 'yes', undef], ['Re: Board 1', "mesage wilma\n", 'yes', undef], ['Mesage wilma', "Hello there\n", 'no', undef]) {
	my ($subject, $text, $said, $want) = @$_;
	my $world = World->new;
	my $name = "$subject: $text" =~ s/\n/ | /gr;
	$world->game;
	my $old = $world->{last}{'fred@a.test'};
	$world->send(from => 'fred@a.test', to => $old->{'reply-to'}, reply => $old->{'message-id'}, subject => $subject, text => $text);
	my @asked = $world->run;
	ok !grep({ $_->{address} ne 'fred@a.test' } @asked), "$name: nobody is told";
	like $asked[0]{body}, qr/answer "yes", and what you\s+wrote goes with it/, '… he is asked' if $want;
	unlike $asked[0]{body}, qr/secret1/, '… without a password';
	$world->answer('fred@a.test', $said);
	my ($told) = map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq 'wilma@b.test' } $world->run;
	$want ? like($told // '', $want, "… $said") : unlike($told // '', qr/hello|secret1/i, "… $said");
}
done_testing;
