#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# old-home.pl PROGRAM FOLDER: a home as players have left it, for tests/data/old, made by the
# program of a version's last commit: games that are played, offered, over and imported, offers,
# plans, notes, seeks, vacations, confirmations and letters that wait.  What a version does not
# know yet is refused, and does no harm.  tests/cases/upgrade.t opens these homes, brings them
# up to date and plays on; each version adds one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../cases/lib";
use File::Basename 'dirname';
use File::Copy;
use World;

my ($program, $folder) = @ARGV;
die "usage: old-home.pl PROGRAM FOLDER\n" if @ARGV != 2;
$World::program = $program;
my ($fred, $wilma, $tom) = qw(fred@a.test wilma@b.test tom@c.test);
my $world = World->new(now => 1_795_000_000, config => "outage = 10080\n");
$world->{is_spoilt} = 1;	# looked at by upgrade.t

sub said
{
	my ($from, $command, $words) = @_;
	my ($userid) = $from =~ /^(\w+)/;
	my %secrets = (fred => 'secret1', wilma => 'secret2', tom => 'secret3');

	$world->pass_time(60);
	$world->send(from => $from, text => ($secrets{$userid} ? "as $userid $secrets{$userid}\n" : '') . "$command\n\n" . ($words // ''));
	$world->run;
}

$world->players;
$world->send(from => $tom, subject => 'signup tom secret3');
$world->run;
$world->answer($tom, 'yes');
$world->run;

# 1 is played, with a draw offered and a plan; 2 is over; 3 waits for an answer; 4 for a move back.
said($fred, 'challenge fred wilma');
said($wilma, 'accept 1');
said($fred, 'challenge fred tom');
said($tom, 'accept 2');
said($fred, 'move 2 B3-E3', "Good luck!\n");
said($tom, 'move 2 H10-G8', "Thanks, and to you.\n");
said($tom, 'resign 2', "I have no time.\n");
said($tom, 'challenge tom wilma', "Another one?\n");
said($fred, 'challenge wilma fred --private --rules=asian --time=3d');
said($wilma, 'accept 4');
my @line = qw(B3-E3 H10-G8 B1-C3 I10-H10 A1-B1 B8-E8);
for my $i (0 .. $#line) {
	said(@{([$fred, "move 1 $line[$i]"], [$wilma, "move 1 $line[$i]"])[$i % 2]});
}
said($wilma, 'move 4 H3-E3');
said($fred, 'move 4 H10-G8');
said($fred, 'undo 4');
said($fred, 'draw 1', "What do you think?\n");
said($wilma, 'if 1 B1-B7 then A7-A6');
said($wilma, 'note 1', "He will castle soon.\n");
said($tom, 'subscribe 1');
said($tom, 'seek --time=2d');
said($tom, 'set board hanzi');
said($tom, 'set zone Europe/Berlin');
said($wilma, 'vacation 2027-01-10 2027-01-17');
said($tom, 'block wilma');
said('eve@d.test', 'signup eve secret4');

# From here on the mail server is down.
open my $config, '>', "$world->{home}/riverpost.conf" or die;
print $config "outage = 10080\nsink {\n\tkind = smtp\n\turl = \"smtp://127.0.0.1:1\"\n}\n";
close $config;
said($fred, 'move 1 H1-G3', "This letter waits.\n");

system('sqlite3', "$world->{home}/riverpost.sqlite", 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM') == 0 or die;
mkdir $folder;
copy("$world->{home}/$_", "$folder/$_") or die "$_: $!" for 'riverpost.sqlite', 'keys';
