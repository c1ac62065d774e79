#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# All letters of a fixed script, as text, to compare two builds of the program: what random
# numbers are in them is taken out.
#
#	perl tests/tools/letters.pl BUILD >FILE         Subjects and texts
#	perl tests/tools/letters.pl --html BUILD >FILE  the HTML parts, too
#	make letters-diff OLD=BUILD                     what differs between BUILD and build
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../cases/lib";

my ($html, $build, %seen);
BEGIN {
	$html = @ARGV && $ARGV[0] eq '--html' && shift @ARGV;
	$build = shift @ARGV // 'build';
	$ENV{BUILD} = $build;
}
use World;

my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test', barney => 'barney@c.test', betty => 'betty@d.test');
my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
my $step = 0;

sub normal
{
	my ($text) = @_;
	$text =~ s/\r//g;
	$text =~ s/\b(riverpost|localhost)\+[\w.=-]+@/$1+TOKEN@/g;
	$text =~ s/%2B[\w.=-]+%40/+TOKEN@/g;
	$text =~ s/\r?\n[ \t]//g if $text =~ /^BEGIN:VCALENDAR/;
	$text =~ s/cid:board-[0-9a-f]+/cid:board/g;
	$text =~ s/\b(confirm )[0-9a-z]{8}\b/$1CODE/g;
	return $text;
}

sub show
{
	my ($letter) = @_;
	print "--- to $letter->{address}\nSubject: ", normal($letter->{subject} // ''), "\n\n", normal($letter->{body}) =~ s/\n*\z/\n/r;
	for my $part (@{$letter->{parts} // []}, map { @{$_->{parts} // []} } @{$letter->{parts} // []}) {
		my $type = $part->{'content-type'} // 'text/plain';
		print "[$type]\n" =~ s/;? ?boundary="?[^"]*"?//r if $html;
		print normal($part->{body}) if $type =~ m{^text/calendar|x-xiangqi|pgn} || $html && $type =~ m{^text/html};
	}
}

sub pass
{
	my ($what) = @_;
	printf "\n=================== %d: %s\n", ++$step, $what =~ s/\n/ | /gr;
	show($_) for sort { $a->{address} cmp $b->{address} || normal($a->{body}) cmp normal($b->{body}) } $world->run;
	print "status $world->{status}\n" if $world->{status};
}

# The newest letter to somebody about that board, or his newest.
my %board;
sub say_
{
	my ($who, $text, %args) = @_;
	my $to = $args{board} ? (find_board($who, $args{board}) // $world->{last}{$address{$who}}) : undef;
	$world->answer($address{$who}, $text, $to ? (to => $to) : ());
	pass("$who: $text");
}

sub find_board
{
	my ($who, $number) = @_;
	my @letters = sort { $a->{row} <=> $b->{row} } grep { $_->{subject} =~ /Board $number\b/ }
	    map { my $l = World::read_letter($_); my ($id) = $l->{'message-id'} =~ /<(.*)>/;
		chomp(my $row = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT id FROM outbox WHERE message_id = '$id'"`);
		$l->{row} = $row || 0; $l } glob "$world->{home}/mail/out/$address{$who}/new/*";
	return $letters[-1];
}

sub plain
{
	my ($from, $subject, $text) = @_;
	$world->send(from => $from, subject => $subject, text => $text // '');
	pass("$from: $subject | " . ($text // ''));
}

# Accounts.
plain($address{$_}, "signup $_ secret1") for qw(fred wilma barney betty);
plain('x@y.test', $_) for 'signup', 'signup fred', 'signup f!', 'signup ' . 'x' x 40, 'help', 'games fred', 'nonsense here',
    'history', 'who fred', 'help commands', 'forgot fred', 'seeks', 'move 1 fred secret1 B3-E3', 'help nothing', 'show 1', 'accept';
say_($_, 'yes') for qw(fred wilma barney betty);
say_('fred', 'hm', );
say_('fred', "set $_") for 'html on', 'calendar on', '', 'html', 'zone Europe/Vienna', 'zone nowhere', 'nothing on';
say_('wilma', "set $_") for 'board hanzi', 'html on', 'flip on', 'calendar on';
say_('barney', "set $_") for 'board list', 'html on', 'name Barney Rubble';
say_('betty', "set $_") for 'board simplified', 'notation chinese', 'html on', 'subject classic';
for my $page ('', qw(commands notation rules time xiangqi move set challenge accept undo if record seek history unknown-page)) {
	say_('fred', "help $page");
	say_('barney', "help $page") if $page =~ /xiangqi|notation|^$/;
}
# A game, from challenge to its end.
say_('fred', 'challenge wilma');
say_('fred', $_) for 'challenge fred', 'challenge nobody', 'challenge wilma --zzz=1', 'challenge wilma --rules=xyz', 'games', 'accept';
say_('wilma', 'help xiangqi', board => 1);
say_('wilma', 'accept', board => 1);
say_('fred', "$_", board => 1) for 'H3-E4', 'H3', 'K5', 'B3-B10 and hello', "H3-E3\n\nGood luck!\n\n  a table    of words\n  b          of more";
say_('fred', 'B3-B5', board => 1);
say_('wilma', 'games') ;
say_('wilma', 'B10-C8', board => 1);
say_('fred', $_, board => 1) for 'preview B3-B5', 'moves', 'moves B1', 'show', 'show 1#0 1#1 1#2', 'showas 1', 'explain', 'if B10-C8 A1-A2', 'if H10-G8 A1-A2; B10-A8 A1-A3', 'if off';
say_('fred', 'B3-B5', board => 1);
say_('wilma', 'H10-G8', board => 1);
say_('fred', 'B5-E5', board => 1);
say_('wilma', $_, board => 1) for 'A10-A9', 'undo', 'draw', 'D10-E9';
say_('fred', $_, board => 1) for 'undo', 'draw';
say_('wilma', $_, board => 1) for 'reject undo', 'accept';
say_('fred', $_, board => 1) for 'record', 'rematch', 'B3-E3', 'record 1 pgn', 'record 1 wxf', 'record 1 xyz', 'chat hello', "chat\nhello there\n", 'show 1';
say_('wilma', 'reject', board => 2);
# Barney (a list) and Betty (simplified), offers and plans.
say_('betty', 'challenge barney --rules=asian --time=5 --bank=20 --increment=1');
say_('barney', 'accept', board => 3);
say_('betty', $_, board => 3) for '炮二平五', 'queue 馬二進三', 'if H10-G8 H1-G3', 'queue H1-G3', 'withdraw';
say_('barney', $_, board => 3) for 'moves', 'B10-C8', 'show', 'preview H8-E8', 'submit H8-E8';
say_('betty', $_, board => 3) for 'A1-A2', 'note remember this', 'note', 'give 2', 'draw', 'draw', 'withdraw', 'submit A1-A2', 'yes';
say_('fred', $_) for 'subscribe 3', 'show 3', 'subscribe betty', 'unsubscribe 3', 'subscribe 99', 'show 3#0';
say_('barney', 'H8-E8', board => 3);
say_('betty', $_, board => 3) for 'A2-A1 A1-A2', 'I1-I2', 'resign';
say_('betty', 'rematch', board => 3);
say_('barney', 'withdraw', board => 3);
# Invitations, lists, settings, messages.
say_('fred', $_) for 'seek', 'seek --rules=cxq --games=3', 'seeks', 'seek off', 'take 1', 'invite y@z.test', "invite y\@z.test\n\nCome and play", 'limit 5',
    'who wilma', 'who', 'history', 'history fred', 'history --all', 'history nothing', 'more', 'games wilma', 'games --all', "message wilma\nHello", 'message', 'message nobody hello',
    'block barney', 'block', 'blocks', 'unblock barney', 'vacation 2026-12-20 2027-01-03', 'vacation', 'vacation off', 'vacation 2026-01-01 2025-01-01',
    'address new@a.test', 'receive', 'receive new@a.test off', 'record fred', 'record --all', 'password secret9', 'signoff', 'nonsense', 'B3-E3',
    'H3-E3 99', 'show 99', 'resign 99', 'more', 'resume 1', 'moves 1', 'accept 1', 'explain 1';
say_('wilma', $_) for 'seeks', 'take 1', 'take 99', 'seek --time=3', 'seeks';
say_('barney', $_) for 'seeks', 'take 2', 'take 3';
# Three lines in a letter, the second is refused; words around them.
say_('fred', $_) for "show 1\nshow 99\ngames", "set notation wxf\nset board letters\nset nothing x\nhelp", "Hello,\ncan you tell me the time?\n";
for my $number (4 .. 8) {
	say_($_, "A1-A2\n\nHello $_", board => $number) for qw(wilma fred barney);
	say_($_, 'A10-A9', board => $number) for qw(wilma barney);
}
# The clock.
for (1 .. 5) {
	$world->pass_time(5 * 86400);
	pass('five days');
}
say_('fred', $_) for 'claim', 'games', 'history';
# Loops and checks.
for my $rules (qw(server asian cxq)) {
	my $world_of_checks = World->new;
	$world = $world_of_checks;
	$world->game("--rules=$rules --fen=4k4/9/b8/9/9/9/8p/9/5K3/1R7");
	my $who = 'fred';
	for (qw(B1-B10 E10-E9 B10-B9 E9-E10 B9-B10 E10-E9 B10-B9 E9-E10 B9-B10 E10-E9 B10-B9 E9-E10 B9-B10)) {
		say_($who, $_, board => 1);
		$who = $who eq 'fred' ? 'wilma' : 'fred';
	}
	say_($_, 'explain', board => 1) for qw(fred wilma);
	say_('fred', $_, board => 1) for 'set html on', 'B9-B10', 'show 1', 'moves', 'B9-B8', 'resign';
}
