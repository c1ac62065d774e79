#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A command is whole: what src/speak/verbs.h asks of one that is added.  Each fault names
# the file to mend.  Whether the command works, the cases that use it say; templates
# are looked for by layers.t, their manual by manual.sh.

use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;

my ($HEADER, $TABLE, $BOOK, $PAGE, $WORDS) = ('src/speak/verbs.h', 'src/speak/verbs.c', 'man/riverpost-commands.7',
    'templates/en/help.txt', 'templates/en/words.txt');

sub text_of
{
	my ($path) = @_;
	open my $file, '<', $path or die "$path: $!";
	local $/;
	return <$file>;
}

# One result: what was found against a rule is shown.
sub none
{
	my ($name, @faults) = @_;
	ok(!@faults, $name) or diag(join "\n", @faults);
}

my %file = map { $_ => text_of($_) } glob 'src/cmd/cmd-*.c';
my ($list) = text_of($HEADER) =~ /#define VERBS\(X\)((?:.*\\\n)*.*)/;
my @listed = map { lc $_->[1] eq $_->[0] ? $_->[0] : "$_->[0], which is not $_->[1]" } map { [split /, /] }
    $list =~ /X\((\w+, \w+)\)/g;
my @names = sort @listed;
cmp_ok(scalar @names, '>', 15, 'verbs are found');
my (%path, %aliases, @entries);	# by verb
for my $path (sort keys %file) {
	$path{$1} = $path while $file{$path} =~ /^enum outcome\n(\w+)_run\(/mg;
}
my ($entries) = text_of($TABLE) =~ /verb_table\[VERB_COUNT\] = \{\n(.*?)^\};/ms;
for my $entry (split /^\t(?=\[)/m, $entries) {
	my ($id, $name) = $entry =~ /\A\[VERB_(\w+)\] = \{ \.name = "([^"]*)"/ or next;
	push @entries, $name;
	is($name, lc $id, "$TABLE: the entry of $name has its id");
	$aliases{$name} = [split ' ', ($entry =~ /\.aliases\s*=\s*"([^"]*)"/)[0] // ''];
}

# --- the source

is("@listed", "@names", "$HEADER: the list of verbs is in alphabetical order");
is("@entries", "@listed", "$TABLE: the table has the verbs of the list, in its order");
none('every verb is carried out', map { "src/cmd/cmd-$_.c: nothing defines ${_}_run" } grep { !$path{$_} } @names);
my %is_verb = map { $_ => 1 } @names;
none('every file carries out a verb',
    map { my $path = $_; "$path: defines no NAME_run of a verb" } grep { my $path = $_; !grep { $path{$_} eq $path && $is_verb{$_} } keys %path } sort keys %file);
none('every file begins with the names of its commands and what they are for', map {
	my $name = $_;
	$file{$path{$name}} =~ m{\A.*\n/\*\n \* (?:[A-Z]+, )*\U$name\E(?:, [A-Z]+)*: \S} ?
	    () : "$path{$name}: its head does not say what \U$name\E is for";
} @names);

# --- what players read

my ($book, $page, $words) = (text_of($BOOK), text_of($PAGE) =~ /^== commands\n(.*?)^== /ms, text_of($WORDS));
none('every command is in the players\' book',
    map { "$BOOK: no .It Ic $_" } grep { $book !~ /^\.It Ic $_\b/m } @names);
none('every other name of a command, too', map {
	my $name = $_;
	map { "$BOOK: the alias $_ of $name is not named" } grep { $book !~ /^\.Ic .*(?<![\w-])$_(?![\w-])/m } @{$aliases{$name}};
} @names);
my ($table) = $book =~ /^\.Ss Commands at a glance\n(.*?)^\.Ed\n/ms;
none('every command is in the table at its beginning',
    map { "$BOOK: Commands at a glance lacks $_" } grep { $table !~ /^(?:[a-z]+ \| )*$_\b/m } @names);
my $tables = join '', $page =~ /^\{\{=table.*?\}\}\n(.*?)^\{\{=end\}\}/msg;
none('every command is on the help page',
    map { "$PAGE: == commands lacks $_" } grep { $tables !~ /^(?:.*\W)?$_\b/m } @names);
none('every command has its form among the words, which begins with its name or another of its names', map {
	my $name = $_;
	my ($form) = $words =~ /^how\.$name = (.*)$/m;
	my $begin = join '|', map { quotemeta } $name, @{$aliases{$name}};
	!defined $form ? "$WORDS: lacks how.$name" : $form =~ /(?<![\w-])(?:$begin)(?![\w-])/ ? () : "$WORDS: how.$name is $form";
} @names);

# --- settings and options

my ($settings) = text_of('src/speak/settings.c') =~ /^const struct setting setting_table\[SETTINGS\] = \{\n(.*?)^\};/ms;
my @settings = $settings =~ /^\t\{ "([a-z]+)"/mg;
cmp_ok(scalar @settings, '>', 5, 'settings are found');
none('every setting is in the players\' book',
    map { "$BOOK: no .It Cm $_" } grep { $book !~ /^\.It Cm $_\b/m } @settings);
none('every setting is on the help page',
    map { "$PAGE: lacks the setting $_" } grep { $page !~ /\b$_\b/ } @settings);
none('every setting says what it does',
    map { "$WORDS: lacks setting.$_" } grep { $words !~ /^setting\.$_ = /m } @settings);
my @options = grep { $_ ne 'colour' } text_of('src/speak/game_options.h') =~ /^\tX\((\w+),/mg;
cmp_ok(scalar @options, '>', 5, 'options of a challenge are found');
none('every option of a challenge is in the players\' book',
    map { "$BOOK: no .It Fl -$_" } grep { $book !~ /^\.It Fl -$_\b/m } @options);

# --- cases

# A command in a letter: at the beginning of a string, or of a line in it.
my $cases = join '', map { text_of($_) } grep { $_ ne 'tests/cases/commands.t' } glob 'tests/cases/*.t';
none('every command is written in a letter of some case', map { "tests/cases/*.t: no letter says $_" }
    grep { $cases !~ /(?:send|answer|subject|text|letter|says|writes)\b[^\n]*?(?:["']|\\n)$_(?![\w-])/ } @names);
my $season = join '', map { text_of($_) } glob 'tests/season/*.pm';
none('every command is written in a season',
    map { "tests/season/Errands.pm: nobody writes $_" } grep { $season !~ /(?<![\w-])$_(?![\w-])/ } @names);

done_testing;
