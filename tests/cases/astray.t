#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters that say two things at once: a move that is taken back below it, two moves, a plan, a
# note, a password or an address among the words for the other player, a yes where a refusal and
# an offer wait.  Nothing is played, told or accepted that was not meant.
use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my ($world, %turn);

# A game where it is wilma's turn; languages: what each has set.
sub begin
{
	my (%language) = @_;
	$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
	$world->game;
	for my $who (sort keys %language) {
		$world->answer($who, "set language $language{$who}");
		$world->run;
	}
	$world->answer($fred, 'B3-E3');
	$world->run;
	%turn = map { $_ => $world->{last}{$_} } $fred, $wilma;
}

# What each gets for it, as one line.
sub says
{
	my ($who, $text, $to) = @_;
	my %got = ($fred => '', $wilma => '');
	$world->answer($who, encode('UTF-8', $text), to => $to // $turn{$who});
	$got{$_->{address}} = decode('UTF-8', $_->{body}) =~ s/\s+/ /gr for $world->run;
	return \%got;
}
sub plies { return $world->query('SELECT length FROM game WHERE id = 1') }
sub state { return $world->query('SELECT state FROM game WHERE id = 1') }

# --- the last move and one's own behind its number, as scores have them
for my $line ('1. B3-E3 B10-C8', '1. 炮八平五 马2进3', '1. H10-G8 H3-H5') {
	begin();
	my $got = says($wilma, "Hi Fred,\n\n$line\n");
	like($got->{$wilma}, qr{Nothing was (?:done|played)|There was no command}, "$line is asked about");
	is(plies(), 1, '... and not played');
}

# --- a move that is taken back below it
begin($wilma => 'en');
for ("H10-G8\nno sorry, B10-C8", "H10-G8\nB10-C8 instead, sorry", "H10-G8\n\nOops, wrong one. I want B10-C8 instead.",
    "H10-G8\n\nCorrection: B10-C8", "H10-G8\n\nsorry I meant H2+3", "H10-G8\n不对，马二进三", "H10-G8\nQuatsch, ich meine b10-c8",
    "H10-G8\nой, нет, b10-c8", "H10-G8\nà nhầm, M2.3", "H8+7\nC8=5") {
	my $got = says($wilma, $_);
	like($got->{$wilma}, qr/your letter holds two moves\. Which one do you play\? Answer with that one alone:/, s/\n/ | /gr . ': which one?');
	is($got->{$fred}, '', '... and nothing is told');
}
for ("H10-G8\n\nPS: do not play this yet, I want to think about it.", "H10-G8\n\nHalt, noch nicht spielen!", "H10-G8\n先别走，我再想想") {
	my $got = says($wilma, $_);
	like($got->{$wilma}, qr/I am not sure about this line.* Do you want "H10-G8", or not\? .* The answer "yes" does just that\./, s/\n/ | /gr . ': or not?');
	is($got->{$fred}, '', '... and nothing is told');
}
like(says($wilma, "H10-G8\nOops, wrong one. I meant B10-C8.")->{$wilma}, qr/: H10-G8 B10-C8 [^.]/, 'the full stop is the sentence\'s');
like(says($wilma, "H10-G8\nB10-C8\nshow")->{$wilma}, qr/your letter holds two moves/, 'whatever else stands there');
like(says($wilma, "resign\njust kidding")->{$wilma}, qr/just kidding .*Do you want "resign", or not\?/, 'nobody resigns in jest');
is(plies() . ' ' . state(), '1 1', 'nothing was played');

# --- what is for nobody's eyes
for (["if he plays H1-G3 then H10-G8", 'if H1-G3 then H10-G8'], ["If Fred plays H1-G3, play H10-G8 for me", 'if H1-G3 then H10-G8'],
    ['if any then H10-G8', 'queue H10-G8'], ['next: I10-H10', 'queue I10-H10'], ['1. если H1-G3, то H10-G8', 'if H1-G3 then H10-G8'],
    ['若 H1-G3 則 H10-G8', 'if H1-G3 then H10-G8'], ['wenn H1-G3 dann H10-G8', 'if H1-G3 then H10-G8'],
    ['planned: H1-G3 H10-G8', 'if H1-G3 then H10-G8'], ['reply to H1-G3 with H10-G8', 'if H1-G3 then H10-G8'],
    ['nếu M8.7 thì M2.3', 'if M8.7 then M2.3']) {
	my ($line, $form) = @$_;
	my $got = says($wilma, "B10-C8\n$line");
	like($got->{$wilma}, qr/I am not sure about this line of your letter: \Q$line\E It may be meant as the command.* \Q$form\E /, "$line: a plan?");
	is($got->{$fred}, '', '... and nothing is told');
}
for ('note: his horse hangs', 'memo: his horse hangs', '(private) his horse hangs', 'Notiz: sein Pferd hängt') {
	my $got = says($wilma, "B10-C8\n$_");
	like($got->{$wilma}, qr/\Q$_\E It may be meant as the command "note"/, "$_: a note?");
	is($got->{$fred}, '', '... and nothing is told');
}
for ('old password secret8hunter2 new password hunter2', 'note: wilma/hunter2 is for the site', 'password hunter2', 'new password: hunter2', 'passwd hunter2', 'Please set my password to hunter2', 'set password hunter2', 'change pasword hunter2') {
	for my $text ($_, "B10-C8\n$_") {
		my $got = says($wilma, $text);
		unlike($got->{$wilma}, qr/hunter2/, "$_: not shown");
		isnt($got->{$wilma}, '', '... but asked about');
		is($got->{$fred}, '', '... and nothing is told');
	}
}
for ('my new email is wilma@new.test', 'New address: wilma@new.test') {
	my $got = says($wilma, $_);
	like($got->{$wilma}, qr/ add wilma\@new\.test /, "$_: to be added?");
	is($got->{$fred}, '', '... and nothing is told');
}
is(plies(), 1, 'nothing was played');

# what a note says goes with it, by the answer yes; below a move its own line is shown
{
	my $got = says($wilma, 'note: His horse hangs');
	like($got->{$wilma}, qr/put it on a line of its own at the top: note His horse hangs The answer "yes" does just that\./, 'a note, as it would be written');
	like(says($wilma, 'yes', $world->{last}{$wilma})->{$wilma}, qr/Your note is kept/, '... and a yes writes it');
	is($world->query("SELECT count(*) FROM talk WHERE text = 'His horse hangs'"), 1, '... as it was written');
	like(says($wilma, "B10-C8\nnext: I10-H10")->{$wilma}, qr/on a line of its own right below B10-C8: queue I10-H10 To send/, 'what goes with a move stands below it');
}

# --- what is
for ('Das passt gut.', 'I passed exams', 'My passed soldier holds e5=e6x', 'You are so lost here! Just kidding :)', 'Actually B10-C8 was good, too.',
    'Then H1-G3 comes, I guess', "I can't wait for your answer!", 'Sorry for the delay, B10-C8 was my first idea.', 'If you play H1-G3 I am lost.',
    'I forgot my password again, sorry for the mess', 'Then it is your turn.', 'If only I had a hammer!') {
	begin($wilma => 'en');
	my $got = says($wilma, "H10-G8\n\n$_");
	is(plies(), 2, "$_: the move is played");
	like($got->{$fred}, qr/\Q$_\E/, '... and it is told');
}

for ('Nice game so far.', "It rains here.\nAnd where you are?", 'Thanks for the game last week', 'No hard feelings, and bye') {
	begin($wilma => 'en');
	says($wilma, "resign\n\n$_");
	is(state(), 2, "resign, and $_: given up");
}
for ('then we will see', 'Then we will see', 'because I like it') {
	begin($wilma => 'en');
	like(says($wilma, "B10-C8 $_")->{$fred}, qr/\Q$_\E/, "$_: is said behind a move");
	is(plies(), 2, '... and the move played');
}
like(says($fred, 'Please stop sending me these mails!')->{$fred}, qr/set receipt off/, 'who wants fewer letters is told how');
begin($wilma => 'en');
says($wilma, "resign\n\nNo, wait.");
is(state(), 1, 'but not with a no below it');
says($wilma, "resign\n\nor not?");
is(state(), 1, '... or a doubt');

# --- a yes where a refusal and an offer wait
sub offered { begin($fred => 'en'); says($wilma, 'H10-G8'); says($wilma, 'draw', $world->{last}{$wilma}); return $world->{last}{$fred} }
for ('I resign', 'no, H1-G3', 'histroy', 'H1-G4', 'H1-G3?', 'set html off please') {
	my $offer = offered();
	says($fred, $_, $offer);
	my $got = says($fred, 'yes', $world->{last}{$fred});
	is(state(), 1, "$_, and a yes to the question: no draw");
	like($got->{$fred}, qr/I\s+cannot\s+tell\s+what\s+your\s+"yes"\s+or\s+"no"\s+answers/, '... it is asked what is meant');
}
my $offer = offered();
says($fred, 'accpet', $offer);
says($fred, 'yes', $world->{last}{$fred});
is(state(), 2, 'a yes to "accept" accepts');
offered();
says($wilma, 'Do you like tea?', $world->{last}{$wilma});
says($fred, 'Yes!', $world->{last}{$fred});
is(state(), 1, 'nor does a yes to what the other asks');
offered();
says($wilma, 'Hello, how are you today?', $world->{last}{$wilma});
like(says($fred, 'I am fine', $world->{last}{$fred})->{$wilma}, qr/I am fine/, 'words in answer to that are passed on');
says($fred, 'yes', offered());
is(state(), 2, 'a yes to the offer does');

# --- a move, and a draw
for ('H1-G3 yes', "H1-G3\n\nok, draw", "H1-G3\n\nI'll take the draw", "H1-G3\n\n那就和棋吧", "H1-G3\n\nja, remis", "H1-G3\n\nI accept the draw", 'H1-G3, and I agree to a draw') {
	my $got = says($fred, $_, offered());
	like($got->{$fred}, qr{also contains a move\. Which of the two do you want\? .* send this alone:\s+H1-G3\s+For the other, send this alone:\s+accept\s}, s/\n/ | /gr . ': is the draw accepted?');
	is($got->{$wilma}, '', '... and nothing is told');
	is(plies() . ' ' . state(), '2 1', '... or done');
}
for ('No draw yet, sorry', 'A draw? Not yet.', 'Thanks for the draw offer', 'Thanks for the draw, but I play on', '和棋？还早呢') {
	says($fred, "H1-G3\n\n$_", offered());
	is(plies(), 3, "$_: played");
}
for ("H10-G8, draw?", "H8+7 draw", "H10-G8 - remis", "马8进7 求和") {
	begin($wilma => 'en');
	my $got = says($wilma, $_);
	is($world->query("SELECT length || ' ' || (draw_by <> -1) FROM game WHERE id = 1"), '2 1', "$_: played, and offered");
	like($got->{$fred}, qr/wilma offers a draw/, '... and told');
}
for ('H10-G8 and I offer a draw', "H10-G8\nI offer a draw, what do you say?") {
	begin($wilma => 'en');
	my $got = says($wilma, $_);
	like($got->{$wilma}, qr/It may be meant as the command "draw"\. H10-G8 was not played either/, s/\n/ | /gr . ': is it offered?');
}

# --- words that answer a question of ours
begin($wilma => 'en');
for (['histroy', 'not that one'], ['H10-G8 or B10-C8', 'the first one'], ['H10-G8?', "it's my move"]) {
	my ($text, $answer) = @$_;
	says($wilma, $text);
	my $got = says($wilma, $answer, $world->{last}{$wilma});
	is($got->{$fred}, '', "$text, and then $answer: no message");
	like($got->{$wilma}, qr/I do not understand this line: \Q$answer\E/, '... but asked about');
}
says($wilma, 'H10-G8?');
says($wilma, 'exactly', $world->{last}{$wilma});
is(plies(), 2, 'what says yes does');

# --- when the game is over nothing is planned
begin($wilma => 'en');
says($wilma, 'resign');
for ('If H3-E3 then H10-G8 would have lost, too.', 'After B3-E3 H10-G8 I was happy.') {
	like(says($wilma, $_, $world->{last}{$wilma})->{$fred}, qr/\Q$_\E/, "$_: talk");
}

# --- dots in front of a move
for ('...H10-G8', '0. H10-G8', '1... H10-G8') {
	begin($wilma => 'en');
	says($wilma, $_);
	is(plies(), 2, "$_: played");
}

# --- a dash in our own Subject
begin($wilma => 'de');
my $got = says($wilma, "H10-G8\n\nHallo - Viel Spass, E-Mail kommt!");
like($got->{$fred}, qr/Hallo - Viel Spass, E-Mail kommt!/, 'a dash is no password');
begin($fred => 'de');
says($wilma, 'H10-G8');
$got = says($fred, "H1-G3\n\nHallo - Viel Spass, E-Mail kommt!", $world->{last}{$fred});
like($got->{$wilma}, qr/Hallo - Viel Spass, E-Mail kommt!/, '... behind the name of its writer either');

# --- another player's name, and a word that is no password of his
for ("block wilma please", "stop wilma please", "as wilma said\n\nnice weather", "showas wilma thanks") {
	begin();
	my $got = says($fred, $_);
	is($got->{$wilma} =~ s/.*fred writes:.*//r, '', s/\n+/ | /gr . ': wilma hears of no wrong password');
	isnt($got->{$fred}, '', '... and fred is answered');
}
begin();
$world->send(from => $fred, text => "as fred secret1\ninvite dino\@c.test\n");
$world->run;
$world->answer('dino@c.test', 'signup dino please');
$world->run;
is($world->query("SELECT count(*) FROM player WHERE userid = 'dino' AND password_hash = ''"), 1, 'a courtesy behind a new name is no password');

# --- what a yes or a no leaves of the words, and what is offered
begin();
says($fred, 'undo');
my $wanted = $world->{last}{$wilma};
like(says($wilma, 'ok take it back', $wanted)->{$wilma}, qr/^(?!.*read as a request).*Taken back/, 'one letter says one thing');
begin();
says($fred, 'draw');
like(says($wilma, 'No, not yet', $world->{last}{$wilma})->{$wilma}, qr/^(?!.* accept, or ).*reject/, 'a no is asked about as one');
begin();
like(says($wilma, 'cancel my plan')->{$wilma}, qr/Did you mean this\?.* if off /, 'a plan is told to nobody');
$world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->players;
$world->send(from => $fred, text => "as fred secret1\nchallenge wilma\n");
$world->run;
$world->answer($wilma, "No problem, let's play");
my ($heard) = grep { $_->{address} eq $fred } $world->run;
like($heard->{body}, qr/^No problem, let's play$/m, 'words stay whole');

done_testing;
