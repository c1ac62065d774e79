#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# What is written a little beside the mark: understood where it is plain, else offered as it was
# meant and never as more than that; numbers of moves, algebraic notation, tournaments in words.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $zed) = ('fred@a.test', 'wilma@b.test', 'zed@d.test');
my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;
my %board = map { $_ => $world->{last}{$_} } $fred, $wilma;
$world->call('tournament', 'announce', 'Autumn', '--players=4', '--time=3d');

my $newcomers = 0;

# What the writer gets, as one line; others get nothing.
sub got
{
	my ($who, $silent) = @_;
	my @letters = $world->run;
	is(join(' ', map { $_->{address} } @letters), $silent ? '' : $who, '... and nobody else hears of it');
	return $silent ? '' : $letters[0]{subject} . "\n" . $letters[0]{body} =~ s/\s+/ /gr;
}
sub answers { my ($who, $text) = @_; $world->answer($who, $text, to => $board{$who}); return got($who) }
sub writes { my ($who, $text, $silent) = @_; $world->send(from => $who, text => $text); return got($who, $silent) }
sub length_of { return $world->query('SELECT length FROM game WHERE id = 1') }

# --- invitations: one is taken back, or all
answers($fred, 'seek') for 1, 2;
like(answers($fred, 'seek off 1'), qr/Your invitation 1 is withdrawn\./, 'seek off 1');
is($world->query('SELECT group_concat(id) FROM seek'), '2', '... the other stays');
like(answers($wilma, 'seek off 2'), qr/Invitation 2 is not one of your open invitations/, "another's");
is($world->query('SELECT group_concat(id) FROM seek'), '2', '... stays');
unlike(answers($fred, 'seek off until Monday'), qr/Did you mean|"yes"/, 'nothing is offered that does more');
like(answers($fred, 'seek off please'), qr/Did you mean this\?.* seek off Put/, 'thanks may be left out');

like(answers($fred, 'seek 2 off'), qr/Did you mean this\?[^.]* Then answer with it, or with "yes"\. seek off 2 /, 'the number in front of off');
is($world->query('SELECT group_concat(id) FROM seek'), '2', '... and nothing is opened');

for ('seek 0', 'seek 0 --time=3d') {
	like(answers($fred, $_), qr/is for at least 1 game and at most \d+ games\. "seek off" takes yours back\./, "$_ is refused");
	is($world->query('SELECT group_concat(id) FROM seek'), '2', '... and opens nothing');
}

# --- a short command with two letters changed places, and a number: no message for the other
like(answers($wilma, 'shwo 1'), qr/I do not understand this line: shwo 1 Did you mean this\? [^.]*\. show 1 /, 'shwo 1, when it is not his turn');
like(answers($wilma, 'hlep 1'), qr/I do not understand this line: hlep 1 /, 'hlep 1');

# --- names and answers
like(answers($fred, 'rating wilma.'), qr/No game of wilma has counted|^.*wilma: /, 'a line may end with a stop');
like(answers($wilma, 'draw accepted'), qr/There is nothing to accept/, 'draw accepted');
like(answers($wilma, 'accept please'), qr/There is nothing to accept: nobody has made you an offer\. You can/, 'please is no message that was not sent');
for my $text ('opening Ce3', 'preview new Ce3') {
	like(answers($fred, $text), qr/"Ce3" cannot be played here: it can mean B3-E3 or H3-E3\./, "$text: which is said");
}
like(answers($fred, 'opening Cxe3'), qr/"Cxe3" cannot be played here: nothing stands on E3\./, 'nothing to take');
like(answers($wilma, "preview new $_"), qr/"\Q$_\E" cannot be played here: it is Red's turn in this position\./, "$_: not his turn") for 'h10g8', 'Che8';

# A yes is one with thanks and a name behind it.
for my $words ('Yes please! Thanks, Ann', "Yes, please.\n\nThanks\nAnn", 'yes, thank you, Ann') {
	my $new = 'n' . ++$newcomers . '@n.test';
	$world->send(from => $new, subject => "signup newcomer$newcomers");
	$world->run;
	$world->answer($new, $words);
	like(got($new), qr/welcome, newcomer$newcomers/, $words =~ s/\s+/ /gr);
}
for my $words ('Yes please! Thanks, but who is Ann', 'Yes, thanks to Ann') {
	my $new = 'n' . ++$newcomers . '@n.test';
	$world->send(from => $new, subject => "signup newcomer$newcomers");
	$world->run;
	$world->answer($new, $words);
	like(got($new), qr/I am not sure whether you want it/, $words);
}

# --- options
like(answers($fred, 'seek --on-time=90'), qr/For players who answer at least 90 % of their turns in time/, '--on-time is --ontime');
like(answers($fred, 'seek --ontime'), qr/--ontime needs a value behind it\. It is a share in percent/, '... which needs a value');

# --- who waits
like(writes($wilma, 'show next'), qr/You have no games in which it is your turn\./, 'show next of one who waits');

# --- tournaments in words
like(answers($fred, $_), qr/^Riverpost: tournaments\n1: Autumn/, $_) for 'list tournaments', 'show all tournaments';
like(answers($fred, 'show tournament 1'), qr/^Riverpost: tournament 1, Autumn\nTournament 1/, 'show tournament 1');
like(answers($fred, $_), qr/Did you mean this\? Then answer with it, or with "yes"\. join 1 /, $_) for 'join', 'join the tournament', 'join 1 and win', 'enter tournament', 'tournament join';
like(answers($fred, $_), qr/There is no tournament 7\./, $_) for 'take part in tournament 7', 'tournament join 7', 'tournament 7 join', 'participate in tournament 7', 'tournament 7 leave';
like(answers($fred, $_), qr/Did you mean this\? Then answer with it, or with "yes"\. tournament 1 /, $_) for 'tournament', 'show tournament';
unlike(answers($fred, 'leave'), qr/Did you mean/, 'who is in none is offered none to leave');
like(answers($fred, 'signup for tournament 1'), qr/You take part in tournament 1, "Autumn"/, 'signup for tournament 1');
like(answers($fred, $_), qr/Did you mean this\? Then answer with it, or with "yes"\. leave 1 /, $_) for 'leave', 'withdraw from the tournament', 'leave tournament';
is($world->query('SELECT count(*) FROM entrant'), 1, 'none of that left it');
like(answers($fred, 'withdraw from tournament 1'), qr/You no longer take part in "Autumn"/, 'withdraw from tournament 1');
$world->answer($wilma, 'I leave the tournament hall now', to => $board{$wilma});
is(scalar(grep { $_->{address} eq $fred } $world->run), 1, 'a remark about one is passed on');
like(writes($fred, 'jion 1'), qr/I do not understand this line: jion 1 Did you mean this\? join 1 Put/, 'a slip outside games is no message');
like(answers($fred, "notify $_"), qr/You get one letter a day when there are new invitations/, "notify $_") for 'seek', 'seek on';
like(answers($fred, 'notify seek off'), qr/You get no more letters about open invitations/, 'notify seek off');
like(writes($zed, "$_ 1"), qr/open an account first: send "signup NAME".* Then send: $_ 1/, "a stranger's $_") for 'join', 'take';
writes($zed, $_, 1) for 'leave 1', 'join 1 zed secret1';
answers($fred, 'limit 1');
like(answers($fred, 'join 1'), qr/They begin even if you then have more than 1, your limit for other games\./, "who has a limit reads what becomes of it");

# --- the numbers of moves
like(answers($wilma, 'preview 1. C2=5 h8+7'), qr/This is a preview of 1\. H3-E3 H10-G8 on board 1; nothing was played/, 'preview 1. is the number of a move');
like(writes($fred, 'preview new 1. C2=5 h8+7 2. H2+3'), qr/This is a preview of 1\. H3-E3 H10-G8 2\. H1-G3; nothing was played/, '... of each');
like(writes($fred, "$_ 1. C2=5"), qr/If you mean board 1, your only one, answer this letter with "$_ 1\. C2=5"/, "$_ stays what it is") for 'queue', 'submit', 'preview';
like(writes($fred, 'if 1. C2=5 then c2=5'), qr/answer this letter with "if 1\. C2=5 then c2=5"/, '... and a plan');

# --- openings, asked about in other words
for my $line ('openings 1. C2=5 h8+7', 'the opening 1. C2=5 h8+7', 'show opening 1. C2=5 h8+7', 'opening 1. C2=5 h8+7 what do people play?', 'position 1. C2=5 h8+7', 'position after 1. C2=5 h8+7',
    'opening 1. C2=5 h8+7 2. foo') {
	for my $who ($fred, $wilma) {
		my $said = answers($who, $line);
		like($said, qr/ opening 1\. C2=5 h8\+7 /, "$line: all of it is offered");
		unlike($said, qr/ H3-E3 B1-C3 /, '... and no move');
	}
}
is(length_of(), 0, 'nothing was played');

# --- as chess programs write it: no cannon goes to E9 in the beginning, one goes to E3 (from 1) or E2 (from 0)
like(answers($fred, "$_ Che9"), qr/"Che9" cannot be played here: no cannon can go to E9\./, "$_ Che9: why not") for 'preview', 'opening';
like(answers($fred, 'submit Che9'), qr/Not played: no cannon can go to E9\./, 'submit Che9: why not');
like(answers($wilma, 'queue Che9'), qr/Not queued: no cannon can go to E9\./, 'queue Che9: why not');
like(answers($wilma, 'preview Che2'), qr/a preview of 1\. H3-E3 on board 1/, 'preview Che2');
like(answers($wilma, 'queue Che7'), qr/Queued: H8-E8 will be played/, 'queue Che7');
like(answers($fred, 'submit Che2'), qr/Not played yet: below is the board as it would be after H3-E3/, 'submit Che2');
is(length_of(), 0, 'none of it is played at once');

# --- a bare move in answer to a letter that lists boards
for my $name (qw(kim ann joe)) {
	$world->send(from => "$name\@d.test", subject => "signup $name");
	$world->run;
	$world->answer("$name\@d.test", 'yes');
	$world->run;
	$world->answer("$name\@d.test", 'join 1');
	$world->run;
}
$world->run;
my %list = map { $_ => $world->{last}{$_} } map { "$_\@d.test" } qw(kim ann joe);
for my $who (sort keys %list) {
	my %mine = map { /^  (\d+) .* you$/m ? ($1 => 1) : () } split /\n/, $list{$who}{body};
	$world->answer($who, 'C2=5', to => $list{$who});
	my ($letter) = $world->run;
	my ($named) = $letter->{body} =~ s/\s+/ /gr =~ /could be played on (.*?)\. Put/;
	is_deeply([sort $named =~ /board (\d+)/g], [sort keys %mine], "$who: only boards where it can be played") or diag $letter->{body};
	$world->answer($who, 'C2=2', to => $list{$who});
	like(($world->run)[0]{body} =~ s/\s+/ /gr, qr/C2=2 is not a move on any of the boards in the letter you answered where it is your turn\./, '... or none');
}

# --- who leaves a tournament has left it, and not only a game
$world->answer('ann@d.test', 'leave 1', to => $list{'ann@d.test'});
$world->run;
$world->answer('ann@d.test', 'yes');
my @told = grep { $_->{address} ne 'ann@d.test' } $world->run;
is(scalar(grep { $_->{body} =~ s/\s+/ /gr =~ /ann has left the tournament, and with that resigned this game\./ } @told), 3, 'his opponents read why');

# --- a number in front of a move is that of a score: of pairs, or of single moves
my $scored = World->new;
$scored->game;
my %turn = map { $_ => $scored->{last}{$_} } $fred, $wilma;
sub scores
{
	my ($who, $text) = @_;
	$scored->answer($who, $text, to => $turn{$who});
	my @letters = $scored->run;
	$turn{$_->{address}} = $_ for grep { $_->{body} =~ /^ *10  [gr]R/m } @letters;
	return [map { $_->{address} . ': ' . $_->{body} =~ s/\s+/ /gr } @letters];
}
sub plies { return $scored->query('SELECT length FROM game WHERE id = 1') }
for ("5. H3-E3", "12... C2=5", "9) h3e3", "3.\x{70ae}\x{4e8c}\x{5e73}\x{4e94}") {
	my $said = join ' ', @{scores($fred, $_)};
	like($said, qr/Not played: you numbered your move \d+, but the next move is number 1\. To play H3-E3 now, answer this letter with H3-E3, or with "yes"\./, "$_: another number");
	is(plies(), 0, '... is not played');
}
scores($fred, '1. H3-E3');
is(plies(), 1, 'the number of the next move is');
scores($wilma, '2. h8+7');
is(plies(), 2, 'and so is the second of single moves');
like(join(' ', @{scores($fred, '1. H1-G3')}), qr/the next move is number 2\..* or with "yes"/, 'an older number');
$scored->answer($fred, 'yes');
$scored->run;
is(plies(), 3, 'a yes plays it');

# --- what one who waits thinks of playing is not told to the other
for ('C2=5 h8+7 H2+3', '3. B1-C3 H10-G8', "H1-G3 H10-G8\n\nJust trying.") {
	my $said = scores($fred, $_);
	is(scalar @$said, 1, "$_: one letter");
	my ($line) = /^(.*)$/m;
	like($said->[0], qr/^$fred: .*the command "preview"\..* at the top: preview \Q$line\E .*The answer "yes" does just that\./, '... to its writer, who is asked');
}

# --- a question about a move is shown, and no yes plays it
my $asked = World->new(config => "answers_hour = 1000\n");
$asked->game;
my $turn_of = $asked->{last}{$fred};
sub reads
{
	$asked->answer($fred, $_[0], to => $_[1] // $turn_of);
	my @letters = $asked->run;
	is(join(' ', map { $_->{address} } @letters), $fred, "$_[0]: one letter");
	return $letters[0]{body} =~ s/\s+/ /gr;
}
for ('explain B1-C3', 'show B1-C3', 'moves B1-C3', 'review B1-C3', 'exlpain B1-C3', 'show me the move B1-C3 please', 'Moves: B1-C3?') {
	like(reads($_), qr/line: \Q$_\E Did you mean this\? Then answer with it, or with "yes"\. preview B1-C3 /, '... which offers to show it');
	like(reads('yes', $asked->{last}{$fred}), qr/Green's turn/, '... and yes does that');
	is($asked->query('SELECT length FROM game WHERE id = 1'), 0, '... and plays nothing');
}
like(reads('explain H10-G8'), qr/ preview H10-G8 /, 'also where it cannot be played');
like(reads('undo B1-C3'), qr/ "yes"\. undo /, 'what is to be taken back is not played');
like(reads('how about B1-C3'), qr/ "yes"\. B1-C3 /, 'but a move in other words is offered as before');

# --- one challenge goes to one player, and no yes picks one of several
my $crowd = World->new(config => "answers_hour = 1000\n");
$crowd->players;
$crowd->send(from => $zed, subject => 'signup zed secret9');
$crowd->run;
$crowd->answer($zed, 'yes');
$crowd->run;
sub challenges
{
	$crowd->answer($fred, $_[0]);
	my @letters = $crowd->run;
	return join ' ', map { $_->{address} . ': ' . $_->{body} =~ s/\s+/ /gr } @letters;
}
for ('challenge wilma zed fred', 'challenge wilma and zed', 'challenge wilma, zed and nobody', 'challenge wilma or zed') {
	like(challenges($_), qr/^$fred: Nothing was done: one challenge goes to one player\. Answer with those that you mean, a line each: challenge wilma challenge zed (?!.*"yes")/, "$_: both are shown");
	unlike(challenges('yes'), qr/^(?!$fred)/m, '... and yes challenges none');
	is($crowd->query('SELECT count(*) FROM game'), 0, '... at all');
}
like(challenges('challenge wilma, zed'), qr/has to be you, fred\. To challenge both, write a line for each: challenge wilma, and below it: challenge zed /, 'a comma is no part of a name');
like(challenges("challenge wilma\nchallenge zed, fred"), qr/zed has challenged fred\.|fred has challenged wilma\./, 'a line each challenges both');
is($crowd->query('SELECT count(*) FROM game'), 2, '... indeed');

# --- the piece, not the player, has so many moves
like(reads('moves e1'), qr/\(Green\)\. The king on E1 has 1 legal move: king on E1: E1-E2 /, 'moves E1');
like(reads('moves'), qr/\(Green\)\. You have 44 legal moves: /, 'moves');

done_testing;
