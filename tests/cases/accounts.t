#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Accounts changed by letter: nothing without the answer from the right address, and no
# answer counts twice (riverpost-commands(7), "Accounts").
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $home, $stranger) = ('fred@a.test', 'wilma@b.test', 'fred@home.test', 'x@y.test');
my $begun = World->new(config => "outage = 10080\n");
$begun->game;
my ($world, %got);

sub fresh
{
	$world = World->new->become($begun);
}

# The letters of a pass, by address.
sub run
{
	%got = ();
	push @{$got{$_->{address}}}, $_->{body} for $world->run;
	return join ' ', sort keys %got;
}

sub said
{
	my ($address) = @_;
	return join "\n", @{$got{$address} // []};
}

sub sql
{
	my ($sql) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`);
	return $value;
}

sub addresses
{
	return sql("SELECT group_concat(address, ' ') FROM (SELECT address FROM address JOIN player ON player.id = player"
	    . " WHERE userid = 'fred' AND confirmed ORDER BY address)");
}

# Is this a password of fred's?  Tried on settings, which nobody else may see.
sub works
{
	my ($password) = @_;
	$world->send(from => $stranger, text => "as fred $password\nset\n");
	run();
	return said($fred) =~ /set board classic/ || said($home) =~ /set board classic/ ? 1 : 0;
}

# --- add: with the password, or with a yes; then the address itself.
fresh();
$world->send(from => $fred, subject => "add fred secret1 $home");
is(run(), "$fred $home", 'add: told, and the address is asked');
is(addresses(), $fred, '... and not added yet');
my $question = $world->{last}{$home};
like($question->{body}, qr/answer\s+this\s+letter\s+with\s+"yes"/, '... with the word that it has to say');
$world->send(from => $stranger, to => $question->{'reply-to'}, text => 'yes');
run();
is(addresses(), $fred, 'an answer from elsewhere adds nothing');
like(said($stranger), qr/this\s+question\s+has\s+to\s+be\s+answered\s+from\s+the\s+address\s+to\s+which\s+it\s+went/, '... and is told why');
unlike(said($stranger), qr/\Q$home\E|confirm [a-z0-9]{8}/, '... without what it went to');
$world->answer($home, 'yes');
is(run(), "$fred $home", 'its own answer does, and both hear of it');
is(addresses(), "$fred $home", '... and it is there');
$world->answer($home, 'yes', to => $question);
run();
like(said($home), qr/^There is nothing to confirm|already have an account/m, 'the same answer again does nothing');
$world->answer($home, 'H3-E3', to => $world->{last}{$home}) for 1;
run();
$world->send(from => $home, text => "add fred secret1 $wilma");
run();
is(scalar(@{$got{$wilma} // []}), 1, 'another player\'s address is asked, too');
$world->answer($wilma, 'yes');
run();
like(said($wilma), qr/belongs to the account wilma/, '... and is told that it has an account');
is(addresses(), "$fred $home", '... and stays what it was');

# --- drop
$world->send(from => $fred, subject => "drop fred secret1 $wilma");
run();
like(said($fred), qr/is not one of your addresses/, 'drop: not another\'s');
$world->send(from => $home, subject => "receive fred secret1 $fred off");
run();
$world->send(from => $home, subject => "drop fred secret1 $home");
run();
like(said($home), qr/is\s+the\s+only\s+address.*first\s+let\s+letters\s+go\s+to\s+\Q$fred\E\s+again:\s+receive\s+\Q$fred\E\s+on/s, '... nor the only one that gets letters, and how it could');
$world->send(from => $home, subject => "drop fred secret1 $fred");
is(run(), "$fred $home", 'drop: both are told');
like(said($fred), qr/send\s+"forgot\s+fred"\s+to\s+riverpost\@localhost\s+from\s+another\s+address/, '... the address itself with what to do if it was not he');
is(addresses(), $home, '... and it is gone');
$world->send(from => $home, subject => "drop fred secret1 $home");
run();
like(said($home), qr/is the only address/, 'the last one stays');

# --- without the password: asked first, from whatever registered address
fresh();
$world->send(from => $fred, subject => "add $home");
is(run(), $fred, 'without the password the player is asked');
is(addresses(), $fred, '... and nothing else happens');
$question = $world->{last}{$fred};
my ($code) = $question->{body} =~ /confirm (\w+)/;
$world->send(from => $wilma, to => $question->{'reply-to'}, text => 'yes');
$world->send(from => $wilma, subject => "confirm $code");
run();
is(scalar @{$got{$home} // []}, 0, 'another player cannot answer that');
$world->pass_time(4 * 86400), $world->run for 1 .. 2;
$world->send(from => $fred, subject => "confirm $code");
run();
like(said($fred), qr/^There is nothing to confirm/m, 'after a week it has lapsed');
$world->send(from => $fred, subject => "add $home");
run();
$world->answer($fred, 'yes');
is(run(), "$fred $home", 'a yes in time is as good as a password');

# --- receive: which addresses get letters
fresh();
$world->send(from => $fred, subject => "receive fred secret1 $fred off");
run();
like(said($fred), qr/is the only address at which you get letters\.\s+To\s+replace\s+it,\s+send:\s+change\s+address NEW\@ADDRESS/,
    'receive off: who has no other address is not told to use one');
$world->send(from => $fred, subject => "add fred secret1 $home");
run();
$world->answer($home, 'yes');
run();
$world->send(from => $fred, subject => "receive fred secret1 $fred off");
is(run(), $home, 'receive: no letters where they are not wanted');
like(said($home), qr/^  fred\@a\.test, which gets no letters$/m, '... as the list says');
$world->send(from => $home, subject => "receive fred secret1 $home off");
run();
like(said($home), qr/the only one of your addresses/, '... but one has to get them');
$world->send(from => $fred, text => "as fred secret1\ngames\n");
is(run(), $home, '... and one can write from the other');
$world->answer($home, "receive $fred on");
run();
is(sql('SELECT sum(receives) FROM address JOIN player ON player.id = player WHERE userid = \'fred\''), 1, 'without the password it is asked about');
$world->answer($home, 'yes');
is(run(), "$fred $home", '... and a yes brings letters back');
$world->send(from => $fred, subject => "receive fred secret1 $wilma off");
run();
like(said($fred), qr/is not one of your addresses/, 'not another\'s');

# --- change password
fresh();
$world->send(from => $fred, subject => 'change password fred secret1 newone77');
run();
like(said($fred), qr/^Your new password is in force/m, 'change password');
is(works('newone77') . works('secret1'), '10', '... the new one alone counts');
$world->send(from => $fred, subject => 'change password fred secret1 another88');
run();
is(works('another88'), 0, 'not with the old one');
$world->send(from => $fred, subject => 'change password another88');
run();
is(works('another88'), 0, 'not without any proof');
unlike(join(' ', map { @$_ } values %got) . $world->{log}, qr/another88/, '... and the password is shown nowhere');
unlike(sql('SELECT group_concat(detail || secret) FROM confirmation'), qr/another88/, '... and kept nowhere');
$world->answer($fred, 'yes', to => $world->{last}{$fred}) if said($fred) =~ /think|sure/;

# --- change address to several: the first is asked whether it takes the place of the others
for my $order ([0, 1], [1, 0]) {
	my @new = ($home, 'third@home.test');
	fresh();
	$world->send(from => $fred, subject => "change address fred secret1 $new[0], $new[1]");
	is(run(), "$fred $new[0] $new[1]", "change address to two: both are asked");
	like(said($fred) =~ s/\s+/ /gr, qr/written to \Q$new[0]\E\. Once it has answered, it takes the place of \Q$fred\E; until.*written to \Q$new[1]\E\. It is added to your account once/, '... and what either answer does is told');
	is(addresses(), $fred, '... and nothing changed yet');
	$world->answer($new[$_], ''), run() for @$order;
	is(addresses(), "$new[0] $new[1]", '... and both are his, whichever answers first');
	like(said($new[0]), $order->[0] ? qr/^Your addresses are now \Q$new[0]\E and \Q$new[1]\E\./ : qr/^\Q$new[1]\E is now one of your addresses/, '... as he is told');
}
fresh();
$world->send(from => $fred, subject => "change address fred secret1 $home $fred");
is(run(), "$fred $home", 'one that he has already is not asked');
$world->answer($home, '');
run();
is(addresses(), "$fred $home", '... and kept');

# --- addresses as people write lists of them
fresh();
$world->send(from => $fred, subject => "add fred secret1 $home, <third\@home.test>");
is(run(), "$fred $home third\@home.test", 'commas and angles are no part of an address');

# --- one question a day to an address, and three to a mailbox
fresh();
for my $again (0 .. 2) {
	$world->send(from => $fred, subject => "add fred secret1 $home");
	is(run(), $again == 1 ? $fred : "$fred $home", 'asked' . ('', ': not again while it waits', ': again on another day')[$again]);
	like(said($fred) =~ s/\s+/ /gr, qr/^No second letter went to \Q$home\E: the one of \w+ \d.* still waits for its answer\./, '... as he is told') if $again == 1;
	$world->pass_time(86400 + 60) if $again == 1;
}
# Joining and taking the place of all others are two questions.
fresh();
for (["add fred secret1 $home", "$fred $home"], ["change address fred secret1 $home", "$fred $home"],
    ["change address fred secret1 $home", $fred], ["change address fred secret1 $home $fred", "$fred $home"]) {
	my ($order, $want) = @$_;
	$world->send(from => $fred, subject => $order);
	is(run(), $want, "$order: who gets a letter");
	like(said($fred) =~ s/\s+/ /gr, qr/^No second letter went to \Q$home\E: the one of \w+ \d.* still waits/, '... as he is told') if $want eq $fred;
}
$world->send(from => $fred, subject => "change address fred secret1 $home fred\@b.home.test");
is(run(), $fred, 'a fourth letter to one mailbox');
like(said($fred) =~ s/\s+/ /gr, qr/^Refused: .* No letter went to \Q$home\E: in a day at most 3 such letters go to one mailbox/, '... is refused with the address and the limit');
$world->answer($home, '');
run();
is(addresses(), "$fred $home", 'what was asked last can be answered');
fresh();
for (1 .. 4) {
	$world->send(from => $fred, subject => "add fred secret1 fred+$_\@home.test");
	run();
}
like(said($fred) =~ s/\s+/ /gr, qr/^No letter went to fred\+4\@home\.test: in a day at most 3 such letters go to one mailbox, and 10 from one player\./, 'a mailbox that had enough is named');

# --- forgot
fresh();
$world->send(from => $stranger, subject => 'forgot fred');
is(run(), "$fred $stranger", 'forgot: the player gets the letter');
my $told = said($stranger);
$question = $world->{last}{$fred};
$world->send(from => $stranger, subject => 'forgot nobodyhere');
is(run(), $stranger, 'of nobody: no letter');
is(said($stranger) =~ s/nobodyhere/fred/gr =~ s/\s+/ /gr, $told =~ s/\s+/ /gr, '... and the same answer');
$world->send(from => $stranger, to => $question->{'reply-to'}, text => 'stolen99');
run();
is(works('stolen99'), 0, 'an answer from elsewhere sets nothing');
like($question->{body}, qr/that\s+is\s+not\s+yours/, 'who did not ask is told so');
unlike($question->{body}, qr/password NEW/, '... and what alone sets a password: the code');
for my $puzzled ('yes', 'what is this?', 'Whatever', 'Thanks!', 'wasnotme', 'Abwesend.', 'password wasnotme', 'change password wasnotme') {
	$world->answer($fred, $puzzled, to => $question);
	run();
	unlike(said($fred), qr/^Your new password is in force|wasnotme/m, "asked by a stranger, \"$puzzled\" is no password");
	is(works('secret1'), 1, '... and nothing is set');
	unlike(said($fred), qr/^Refused: "confirm"/m, '... nor is a word quoted that he has not written');
}
($code) = $question->{body} =~ /^  confirm (\w{8}) NEW$/m;
$world->answer($fred, "confirm $code brandnew5", to => $question);
run();
like(said($fred), qr/^Your new password is in force/m, 'the code with one is');
unlike(said($fred), qr/brandnew5/, '... which is not quoted');
is(works('brandnew5') . works('secret1'), '10', '... and counts alone');
$world->answer($fred, "confirm $code twice6666", to => $question);
run();
is(works('twice6666'), 0, 'the letter is good once');
$world->send(from => $fred, subject => 'forgot fred');
run();
is(scalar @{$got{$fred} // []}, 1, 'to him who asks from his own address one letter goes');
$question = $world->{last}{$fred};
for my $puzzled ('yes', 'Whatever', 'Thanks!', 'wasnotme', 'password wrong?', 'password short', "password secret1 it was", "Hello,\npassword brandnew6") {
	$world->answer($fred, $puzzled, to => $question);
	run();
	is(works('brandnew5'), 1, "asked by himself, \"$puzzled\" is no password");
}
$world->answer($fred, "password own12345\n\nRegards", to => $question);
run();
like(said($fred), qr/^Your new password is in force/m, 'the line "password NEW" sets it');
is(works('own12345') . works('brandnew5'), '10', '... at once, and it counts alone');
unlike(said($fred), qr/own12345/, '... and is not quoted');
$world->send(from => $fred, subject => 'forgot fred');
run();
$question = $world->{last}{$fred};
$world->pass_time(86401);
$world->answer($fred, 'password toolate77', to => $question);
run();
like(said($fred), qr/^There is nothing to confirm/m, 'and for a day');
unlike(said($fred), qr/toolate77/, '... later the word is not quoted either');
is(works('toolate77'), 0, '... nor taken');
$world->send(from => $fred, subject => 'forgot fred');
run();
$question = $world->{last}{$fred};
($code) = said($fred) =~ /^  confirm (\w{8}) NEW$/m;
$world->send(from => $stranger, subject => "confirm $code byothers8");
run();
is(works('byothers8'), 0, 'the code is worth nothing from elsewhere');
$world->send(from => $fred, subject => "confirm $code");
run();
like(said($fred), qr/confirm CODE NEW/, 'nor without a password');
$world->send(from => $fred, subject => "confirm $code withcode9");
run();
like(said($fred), qr/^Your new password is in force/m, 'but with one it sets it');
unlike(said($fred) . $world->{log}, qr/withcode9/, '... which is shown nowhere');
is(works('withcode9'), 1, '... and counts');
$world->send(from => $fred, subject => "confirm $code again9999");
run();
is(works('again9999'), 0, '... once');
$world->send(from => $fred, subject => 'forgot fred');
run();
$world->pass_time(8 * 86400);
$world->answer($fred, 'password afterall3');
run();
is(works('afterall3'), 1, 'days in which the server was away do not count');
$world->send(from => "x$_\@y.test", subject => 'forgot wilma') for 1 .. 6;
run();
is(scalar @{$got{$wilma} // []}, 3, 'three a day go to one address, whoever asks');
fresh();
$world->send(from => $fred, subject => "add fred secret1 $home");
run();
$world->answer($home, '');
run();
$world->send(from => $home, subject => 'forgot fred');
is(run(), $home, 'of several addresses the one that asks gets it');
$world->answer($home, 'password athome123');
run();
is(works('athome123'), 1, '... and its answer counts');

# --- change address
fresh();
$world->send(from => $fred, subject => "change address fred secret1 $home");
is(run(), "$fred $home", 'change address: the new one is asked');
is(addresses(), $fred, '... and nothing changed yet');
$world->answer($home, '');
is(run(), "$fred $home", 'its answer is told to both');
is(addresses(), $home, '... and it is the only one');
like(said($fred), qr/^Since \w+ \d+ \w+ \d\d:\d\d UTC, fred uses fred\@home\.test: .* the operator of Riverpost at once\./ms, '... the old one hears where');
$world->send(from => $fred, to => $question->{'reply-to'}, text => 'resign 1');
run();
is(sql('SELECT state FROM game'), 1, 'what the old one could prove is nothing now');

# --- signoff
fresh();
$world->send(from => $fred, subject => 'signoff fred secret1');
is(run(), $fred, 'signoff is asked about');
is(sql('SELECT state FROM game'), 1, '... and nothing is given up yet');
$question = $world->{last}{$fred};
for my $no ('', 'Sent from my iPhone', 'yes, but not now', 'ok, what does that mean?', "Yes\nI mean no") {
	$world->answer($fred, $no, to => $question);
	is(run(), $fred, "signoff answered \"$no\": asked again");
	is(sql('SELECT state FROM game'), 1, '... and nothing is given up');
}
$world->answer($fred, 'No, thanks', to => $question);
is(run(), $fred, 'signoff answered with no');
like(said($fred), qr/^All right: nothing was done/m, '... is forgotten');
# In any language, also where the word is as long as a password.
for my $no ('nein', 'нет', 'không') {
	$world->answer($fred, 'signoff', to => $question);
	run();
	$world->answer($fred, $no, head => ['Content-Type: text/plain; charset=utf-8']);
	is(run(), $fred, "signoff answered with $no");
	like(said($fred), qr/^All right: nothing was done/m, '... is forgotten, too');
}
$world->answer($fred, 'yes', to => $question);
is(run() . sql('SELECT state FROM game'), "$fred" . 1, '... and a yes to it does nothing any more');
$world->send(from => $fred, subject => 'signoff fred secret1');
run();
$world->answer($fred, 'yes');
is(run(), "$fred $wilma", 'then it is done, and the opponent told');
is(sql('SELECT state FROM game') . addresses(), '2', '... the game is over, and no address is left');
is(works('secret1'), 0, '... nor does the password count');
$world->send(from => $stranger, subject => 'signup fred');
run();
like(said($stranger), qr/account \w+ was closed, and its name stays with its finished games/, '... nor is the name free');
$world->send(from => $fred, subject => 'signup freddy');
run();
$world->answer($fred, 'yes');
run();
like(said($fred), qr/^Welcome to Riverpost, freddy/m, 'who comes back is welcome');
done_testing;
