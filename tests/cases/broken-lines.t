#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Command lines that a mail program has broken: a line of options, addresses or the rest of a plan
# below a command that takes them belongs to it (riverpost-commands(7)); what may be something of
# its own as well is asked about.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');

my $players = World->new;
$players->players;
my $whole = 'challenge wilma --rules=asian --color=green --time=30d+1d --weekends=off --vacations=off --private';
my @words = split / /, $whole;
my $columns = 'state, red, green, rules, is_private, nagtime, forfeittime';

sub begin
{
	my ($text) = @_;
	my $world = World->new->become($players);
	$world->answer($fred, $text);
	my @out = $world->run;
	return ($world->query("SELECT * FROM game") =~ s/\|\d{10}\b//gr, grep { $_->{address} eq $wilma } @out);
}

my ($wanted, $told) = begin($whole);
like($wanted, qr/asian/, 'a line that is whole');
for my $at (3 .. $#words) {
	my ($game, $letter) = begin(join(' ', @words[0 .. $at - 1]) . "\n" . join(' ', @words[$at .. $#words]) . "\n\nHave fun");
	is($game, $wanted, "broken in front of $words[$at]");
	unlike($letter ? $letter->{body} : "--time", qr/--(?:color|time|weekends|vacations|private)/, '... and no option among the words');
	like($letter ? $letter->{body} : '', qr/^Have fun$/m, '... which are passed on');
}
my ($game, $letter) = begin(join("\n", "@words[0, 1]", @words[2 .. $#words]));
is($game, $wanted, 'an option a line');

# Other commands that take options.
my $world = World->new->become($players);
$world->answer($fred, "seek --rules=asian\n--private");
$world->run;
$world->answer($wilma, "take 1");
$world->run;
is($world->query('SELECT rules, is_private FROM game'), 'asian|1', 'seek');


# A game to play in, with a third player.
my $running = World->new;
$running->game;
$running->send(from => 'barney@c.test', subject => 'signup barney secret3');
$running->run;
$running->answer('barney@c.test', 'yes');
$running->run;
sub sent
{
	my ($text) = @_;
	$world = World->new->become($running);
	$world->answer($fred, $text);
	my %got;
	push @{$got{$_->{address}}}, $_->{body} =~ s/\s+/ /gr for $world->run;
	return map { join ' | ', @{$got{$_} // []} } $fred, $wilma, 'barney@c.test';
}
sub planned { return $world->query('SELECT group_concat(kind || moves) FROM plan') =~ s/\s+/ /gr }
sub moves { return $world->query('SELECT turns FROM game') }
my ($fred_reads, $wilma_reads, $barney_reads);

# Plans.  None is ever shown to the other player, and no half of one is played.
sent('H3-E3, if H10-G8 then B1-C3');
my $plan = planned();
like($plan, qr/G8/, 'a plan in one line');
for ("H3-E3, if H10-G8\nthen B1-C3", "H3-E3, if H10-G8 then\nB1-C3", "H3-E3, if\nH10-G8 then B1-C3",
    "H3-E3,\nif H10-G8 then B1-C3", "move H3-E3, if H10-G8 then\nB1-C3\n\nHave fun") {
	($fred_reads, $wilma_reads) = sent($_);
	is(planned(), $plan, s/\n/ | /gr);
	is(moves(), 1, '... the move is played');
	unlike($wilma_reads, qr/H10-G8 then|if H10|B1-C3/, '... and the plan is nobody\'s but his');
}
for ("H3-E3, if\nH10-G8 then B1-C3 ok?", "H3-E3, if\nH10-G8\nthen B1-C3", "H3-E3, if H10-G8 then\nB1-C9", "H3-E3, if H10-G8 then\nyou will see", "if H10-G8 then\nB1-C3 please or not") {
	($fred_reads, $wilma_reads) = sent($_);
	is($wilma_reads . planned() . moves(), '0', 'no plan, nothing done: ' . s/\n/ | /gr);
}
($fred_reads) = sent("H3-E3, if you like\nto lose");
is(moves(), 1, 'a sentence is none');

# Addresses.
for ("add fred\@home.test\nfred\@work.test", "add fred\@home.test,\nfred\@work.test", "add\nfred\@home.test, fred\@work.test") {
	($fred_reads, $wilma_reads) = sent("$_\n\nThanks");
	is($wilma_reads, '', s/\n/ | /gr . ': goes to nobody else');
	like($fred_reads, qr/add fred\@home.test,? fred\@work.test/, '... and both are meant');
}

# Players: below a comma; else it may be the first word of the message.
($fred_reads, $wilma_reads, $barney_reads) = sent("message wilma,\nbarney\n\nHello both");
like($_, qr/Hello both/, 'message to several') for $wilma_reads, $barney_reads;
unlike($wilma_reads, qr/message wilma/, '... without the command');
($fred_reads, $wilma_reads, $barney_reads) = sent("message wilma\nbarney\n\nHello both");
is($wilma_reads . $barney_reads, '', 'a name alone below the command is asked about');
like($fred_reads, qr/not sure about this line of your letter: barney It may belong to the command above/, '... as such');
($fred_reads, $wilma_reads) = sent("message wilma\nbarney is late, Hello");
like($wilma_reads, qr/barney is late/, 'words are words');
($fred_reads, $wilma_reads) = sent("message wilma\n\nbarney\nHello");
like($wilma_reads, qr/barney/, '... below an empty line, too');

# Moves below a preview may be more of them, or the move.
for ("preview H3-E3 H10-G8\nB1-C3", "preview H3-E3\nH10-G8") {
	($fred_reads, $wilma_reads) = sent($_);
	is($wilma_reads . moves(), '0', 'nothing is played: ' . s/\n/ | /gr);
	like($fred_reads, qr/It may belong to the command above it, or be your move/, '... it is asked about');
}
sent("preview H3-E3\nmove B1-C3");
is(moves(), 1, 'with its name it is the move');

# Options never go to the other player unasked.
for ("H3-E3\n--private", "H3-E3\n\n--time=3d\nHi", "message barney\n--private", "challenge barney --rules=asian\n\n--private\nHave fun") {
	($fred_reads, $wilma_reads, $barney_reads) = sent($_);
	is($wilma_reads . $barney_reads, '', 'nobody gets options: ' . s/\n/ | /gr);
	like($fred_reads, qr/not sure about this line of your letter: --(private|time=3d) It may belong to the command above it, or be part of your message/, '... he is asked');
}
for ("H3-E3\n\n|--private", "H3-E3\nNice game\n--Fred", "H3-E3\n\nTime flies\n-- time to go") {
	($fred_reads, $wilma_reads) = sent($_);
	is(moves(), 1, 'words are passed on: ' . s/\n/ | /gr);
}

done_testing;
