#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Where an operator's template is broken, the shipped one stands in and the letter goes; the
# operator is told.  A letter that fails by what is stored about its own game is tried three
# times, then put aside (mail 3).  The others go on.
use strict;
use warnings;
use FindBin;
use POSIX ();
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new(config => "operator = op\@game.test\ntemplates = words\n");
$world->game;
mkdir "$world->{home}/words";
mkdir "$world->{home}/words/en";
sub own
{
	my ($name, $text) = @_;
	open my $file, '>', "$world->{home}/words/en/$name.txt" or die;
	print $file $text;
	close $file;
}
# The operator's own page names a variable that does not exist.
own('help-time', "Time\n{{no-such-variable}}\n");

like($world->call('doctor'), qr{^wrong: .*words/en/help-time\.txt:2: no-such-variable}m, 'the doctor finds it');
my $board = $world->{last}{$fred};
my @told;
for my $try (1 .. 3) {
	$world->send(from => $wilma, subject => 'help time');
	$world->answer($fred, 'H3-E3', to => $board) if $try == 1;
	my @letters = $world->run;
	is($world->{status}, 0, "pass $try does all that there is to do");
	is(scalar(grep { $_->{address} eq $fred } @letters), $try == 1 ? 1 : 0, '... the other letter is played');
	like($world->{log}, qr{words/en/help-time\.txt:2: no-such-variable}, '... the log names file, line and name');
	my ($page) = grep { $_->{address} eq $wilma && $_->{subject} !~ /Board/ } @letters;
	like($page->{body}, qr/--forfeittime/, '... the page goes out in the shipped words');
	push @told, grep { $_->{address} eq 'op@game.test' } @letters;
}
is(scalar @told, 1, 'the operator is told once');
like($told[0]{body}, qr{help-time\.txt:2: no-such-variable}, '... what it is') if @told;
like($told[0]{body} =~ s/\s+/ /gr, qr/The shipped text is used in its place until it is mended\. "riverpost doctor"/, '... and that nothing waits for it') if @told;
own('help-time', "Time flies, {{reader}}.\n");
$world->send(from => $wilma, subject => 'help time');
my @letters = $world->run;
is($world->{log} =~ /help-time/ ? 1 : 0, 0, 'mended: all is well');
is(join(' ', map { $_->{address} } @letters), $wilma, '... and the letter is carried out');
like($letters[0]{body}, qr/^Time flies, wilma\.$/m, '... with the mended words') if @letters;

# A word of the operator's is broken: the shipped one stands in, and he is told.
own('words', "subject.general = {{\n");
$world->send(from => $wilma, subject => 'help time');
@letters = $world->run;
is(join(' ', sort map { $_->{address} } @letters), "op\@game.test $wilma", 'broken words: the operator gets a letter, too');
my ($flying) = grep { $_->{address} eq $wilma } @letters;
like($flying->{body}, qr/Time flies/, '... and the reader the page');
like($flying->{subject}, qr/time to think/, '... with the shipped Subject');
own('words', "# none\n");

# What is found before a letter needs it.
for (
	['resign-done', "{{#won}}\n{{winer}}\n{{/won}}\n", qr/resign-done\.txt:2: winer: no such variable/],
	['resign-done', "{{>farewell}}\n", qr/resign-done\.txt:1: farewell: there is no such template/],
	['game', "{{#over}}x\n", qr/game\.txt:1: a section is not closed: over/],
	['welcome', "\n{{userid\n", qr/welcome\.txt:2: a tag is not closed/],
	['move-done', "{{:board}}\n", qr/move-done\.txt:1: board: words\.txt has no words/],
	['show', "caf\xe9\n", qr/show\.txt: this is not text in UTF-8/],
	['words', "subject.game = Game {{nr}}\n", qr/words\.txt:1: nr: no such variable/],
	['words', "subject.game = a\nhello\n", qr/words\.txt:2: a line here is/],
	['help', '', qr/help\.txt: the file is empty/],
	['help', "\xef\xbb\xbfWell\n", qr/help\.txt:1: the file begins with a byte order mark/],
	['words', "date-format = {{day}}.{{month}}.{{yaer}}\n", qr/words\.txt:1: yaer: no such variable/],
	['resing', "x\n", qr/resing\.txt:1: resing: no letter uses this/],
	['resign', "== dine\nx\n", qr/resign\.txt:2: resign-dine: no letter uses this/],
	['resign', "==done\nx\n", qr/resign\.txt:1: a section begins with "== NAME"/],
	['welcome', "{{=tabel 2 14}}\na | b\n{{=end}}\n", qr/welcome\.txt:1: there is no such block: tabel 2 14/],
	['welcome', "\n{{=table}}\na | b\n{{=end}}\n", qr/welcome\.txt:2: there is no such block: table/],
	['words', "# mine\ncolour.red = rot\n", qr/words\.txt:2: colour\.red: no letter uses this/],
	['words', "river = A\nriver = B\n", qr/words\.txt:2: river stands in .*words\.txt too, line 1/],
	['language', "letter.queen = Q\n", qr/language\.txt:1: letter\.queen: there is no such letter/],
	['language', "setting.nosuch = x\n", qr/language\.txt:1: setting\.nosuch: there is no such setting/],
	['language', "setting.board = xx\n", qr/language\.txt:1: setting\.board: it cannot be set to xx/],
	['language', "command.nosuch = x\n", qr/language\.txt:1: command\.nosuch: there is no such command/],
	['language', "deed.nosuch = x\n", qr/language\.txt:1: deed\.nosuch: there is no such command/],
	['language', "months = jan, feb\n", qr/language\.txt:1: months: a year has 12 months/],
	['language', "comands = x\n", qr/language\.txt:1: comands: nothing reads this/],
	['../eo/language', "yes = jes\n", qr/eo\/language\.txt: the language has no name/],
	['../eo/language', "name = Esperanto\nletter.king = R\n", qr/language\.txt:2: letter\.king: letters are there for all/],
	['farewell', "Bye.\n", qr/farewell\.txt:1: farewell: no letter uses this/],
	['welcome', "{{>bye}}\n", undef, bye => "Bye.\n"],
	['help', "Well {{reader}}, {{address}}.\n", undef],
	['words', "date-format = {{year}}-{{month}}-{{day}} {{hour}}:{{minute}} {{zone}}\n", undef],
	['resign-done', "{{#cancelled}}\nGone.\n{{/cancelled}}\n{{#won}}\nchallenge {{winner}}\n{{/won}}\n", undef],
	['words', "piece.rook = tower\ndays.one = a day\ndays.other = {{days}} suns\n", undef],
) {
	my ($name, $text, $fault, %more) = @$_;
	unlink glob "$world->{home}/words/{en,eo}/*";
	rmdir "$world->{home}/words/eo";
	mkdir "$world->{home}/words/eo" if $name =~ /eo/;
	own($name, $text);
	own($_, $more{$_}) for keys %more;
	my $doctor = $world->call('doctor');
	$world->run;
	if (defined $fault) {
		like($doctor, qr/^wrong: [^\n]*$fault/m, "$name: the doctor finds the fault");
		like($world->{log}, $fault, '... and so does the server');
	} else {
		like($doctor, qr/^ok: templates are found/m, "$name: the doctor is content") or diag $doctor;
		is($world->{log}, '', '... and so is the server');
	}
}

unlink glob "$world->{home}/words/eo/*";
rmdir "$world->{home}/words/eo";
# A pass looks through what has changed since the last, however it was changed.
unlink glob "$world->{home}/words/en/*";
my $page = "$world->{home}/words/en/help-time.txt";
own('help-time', "Time flies, {{reader}}.\n");
$world->run for 1, 2;
is($world->{log}, '', 'the page is sound');
my @was = stat $page;
open my $file, '+<', $page or die;
print $file 'Time flies, {{raeder}}.';
close $file;
utime @was[8, 9], $page;
is((stat $page)[7], $was[7], 'a page is broken that is as long as before');
is((stat $page)[9], $was[9], '... and as old');
$world->run;
like($world->{log}, qr/help-time\.txt:1: raeder: no such variable/, '... the next pass says what is wrong');

# It breaks in the middle of a pass, when a letter needs it.  A lease makes whoever opens the
# file wait until its holder, who gets a signal, has spoilt it.
SKIP: {
	$world = World->new(config => "operator = op\@game.test\ntemplates = words\n");
	$world->game;
	mkdir "$world->{home}/$_" for 'words', 'words/en';
	$page = "$world->{home}/words/en/help-time.txt";
	own('help-time', "Time flies, {{reader}}.\n");
	$world->run;
	is($world->{status}, 0, 'the page is sound when the pass begins');
	my $plies = sub { `sqlite3 '$world->{home}/riverpost.sqlite' 'SELECT count(*) FROM ply'` + 0 };
	$world->answer($fred, 'H3-E3');
	$world->send(from => $wilma, subject => 'help time');
	pipe my $ready, my $tell or die;
	my $holder = fork // die;
	if ($holder == 0) {
		my $wanted;
		local $SIG{IO} = sub { $wanted = 1 };
		open my $leased, '+<', $page or POSIX::_exit(1);
		my $is_leased = fcntl $leased, 1024, 1;	# F_SETLEASE, F_WRLCK of fcntl(2)
		syswrite $tell, $is_leased ? 'y' : 'n';
		POSIX::_exit(1) if !$is_leased;
		select undef, undef, undef, 0.02 until $wanted || getppid == 1;
		syswrite $leased, 'Time flies, {{raeder}}.';
		close $leased;
		POSIX::_exit(0);
	}
	close $tell;
	sysread $ready, my $answer, 1;
	if ($answer ne 'y') {
		waitpid $holder, 0;
		skip 'this file system has no leases', 6;
	}
	@letters = $world->run;
	kill 'TERM', $holder;
	waitpid $holder, 0;
	is($?, 0, 'a page is broken while a pass is at work');
	is($world->{status}, 0, '... which does all that there is to do');
	like($world->{log}, qr{goes out in the shipped words: .*words/en/help-time\.txt:1: raeder}, '... and says what is wrong');
	is(join(' ', sort map { $_->{address} } @letters), "$fred $wilma $wilma", '... both letters are carried out');
	is(scalar(my @left = glob "$world->{home}/mail/in/{new,cur}/*"), 0, '... none waits');
	is($plies->(), 1, '... and none is carried out twice');
}

# A game whose row is damaged stops neither the mail nor the clocks of others.
$world = World->new(config => "outage = 10000\n");
$world->game('--forfeittime=3');
$world->answer($fred, 'challenge wilma --forfeittime=4');
$world->run;
$world->answer($wilma, 'accept');
$world->run;
system('sqlite3', "$world->{home}/riverpost.sqlite", "UPDATE game SET start_fen = 'broken' WHERE id = 1");
$world->{is_spoilt} = 1;
$world->send(from => $fred, subject => 'show 1');
$world->answer($fred, 'H3-E3');
$world->run;
like($world->{last}{$wilma}{body}, qr/^fred moved H3-E3/m, 'a move of another game is played');
$world->run for 1, 2;
is(scalar(my @waiting = glob "$world->{home}/mail/in/{new,cur}/*"), 0, 'the letter about it is put aside');
$world->pass_time(5 * 86400);
@letters = $world->run;
is(scalar(grep { $_->{subject} =~ /Board 2:/ } @letters), 2, 'the other game ends in time, and its letters go out');
done_testing;
