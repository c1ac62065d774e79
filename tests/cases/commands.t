#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A command is whole: what src/cmd/cmd.h asks of one that is added.  Each fault names
# the file to mend.  Whether the command works, the cases that use it say; templates
# are looked for by layers.t, their manual by manual.sh.

use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;

my ($HEADER, $BOOK, $PAGE, $WORDS) = ('src/cmd/cmd.h', 'man/riverpost-commands.7',
    'templates/en/help-commands.txt', 'templates/en/words.txt');

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
my ($list) = text_of($HEADER) =~ /#define COMMANDS\(X\)((?:.*\\\n)*.*)/;
my %listed = map { $_ => 1 } $list =~ /X\((\w+)\)/g;
my (%path, %aliases);	# by command
for my $path (sort keys %file) {
	while ($file{$path} =~ /^const struct cmd cmd_(\w+) = \{(.*?)^\};/msg) {
		my ($name, $entry) = ($1, $2);
		$path{$name} = $path;
		$aliases{$name} = [split ' ', ($entry =~ /\.aliases\s*=\s*"([^"]*)"/)[0] // ''];
	}
}
my @names = sort keys %path;
cmp_ok(scalar @names, '>', 15, 'commands are found');

# --- the source

none('every command is in the list of commands',
    map { "$HEADER: COMMANDS lacks X($_), which $path{$_} defines" } grep { !$listed{$_} } @names);
none('every command of the list has its file',
    map { "src/cmd/cmd-$_.c: nothing defines cmd_$_, which $HEADER lists" } grep { !$path{$_} } sort keys %listed);
none('every file defines a command',
    map { "$_: defines no cmd_NAME" } grep { $file{$_} !~ /^const struct cmd cmd_/m } sort keys %file);
none('every entry has its own name and runs its own function', map {
	my $name = $_;
	$file{$path{$name}} =~ /^const struct cmd cmd_$name = \{\n\t\.name = "$name",(?:(?!^\}).)*^\t\.run = ${name}_run,/ms ?
	    () : "$path{$name}: cmd_$name is not { .name = \"$name\", ... .run = ${name}_run }";
} @names);
none('every file begins with the names of its commands and what they are for', map {
	my $name = $_;
	$file{$path{$name}} =~ m{\A.*\n/\*\n \* (?:[A-Z]+, )*\U$name\E(?:, [A-Z]+)*: \S} ?
	    () : "$path{$name}: its head does not say what \U$name\E is for";
} @names);

# --- what players read

my ($book, $page, $words) = (text_of($BOOK), text_of($PAGE), text_of($WORDS));
none('every command is in the players\' book',
    map { "$BOOK: no .It Ic $_" } grep { $book !~ /^\.It Ic $_\b/m } @names);
none('every other name of a command, too', map {
	my $name = $_;
	map { "$BOOK: the alias $_ of $name is not named" } grep { $book !~ /^\.Ic .*(?<![\w-])$_(?![\w-])/m } @{$aliases{$name}};
} @names);
none('every command is on the help page',
    map { "$PAGE: lacks $_" } grep { $page !~ /^  (?:.*\W)?$_\b/m } @names);

# --- settings and options

my ($settings) = $file{'src/cmd/cmd-set.c'} =~ /^\} settings\[\] = \{\n(.*?)^\};/ms;
my @settings = $settings =~ /^\t\{ "([a-z]+)"/mg;
cmp_ok(scalar @settings, '>', 5, 'settings are found');
none('every setting is in the players\' book',
    map { "$BOOK: no .It Cm $_" } grep { $book !~ /^\.It Cm $_\b/m } @settings);
none('every setting is on the help page',
    map { "$PAGE: lacks the setting $_" } grep { $page !~ /\b$_\b/ } @settings);
none('every setting says what it does',
    map { "$WORDS: lacks setting.$_" } grep { $words !~ /^setting\.$_ = /m } @settings);
my ($options) = $file{'src/cmd/cmd-challenge.c'} =~ /\boptions\[OPTIONS\] = \{(.*?)\};/s;
my @options = grep { $_ ne 'colour' } $options =~ /"([a-z]+)"/g;
cmp_ok(scalar @options, '>', 5, 'options of a challenge are found');
none('every option of a challenge is in the players\' book',
    map { "$BOOK: no .It Fl -$_" } grep { $book !~ /^\.It Fl -$_\b/m } @options);

# --- cases

# A command in a letter: at the beginning of a string, or of a line in it.
my $cases = join '', map { text_of($_) } grep { $_ ne 'tests/cases/commands.t' } glob 'tests/cases/*.t';
none('every command is written in a letter of some case', map { "tests/cases/*.t: no letter says $_" }
    grep { $cases !~ /(?:send|answer|subject|text|letter|says|writes)\b[^\n]*?(?:["']|\\n)$_(?![\w-])/ } @names);

done_testing;
