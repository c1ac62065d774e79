#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Letters are broken at 74 columns, so that a wider line of a table falls apart.  Every line
# of every template that has columns fits, in every language, also with the longest names
# that it can hold.
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $COLUMNS = 74;

sub text_of
{
	my ($path) = @_;
	open my $file, '<', $path or die "$path: $!";
	local $/;
	return decode_utf8(<$file>);
}

sub width
{
	my ($text) = @_;
	my $wide = () = $text =~ /[\x{1100}-\x{115f}\x{2e80}-\x{a4cf}\x{ac00}-\x{d7a3}\x{f900}-\x{faff}\x{fe30}-\x{fe6f}\x{ff00}-\x{ff60}\x{ffe0}-\x{ffe6}]/g;
	my $none = () = $text =~ /\p{Mn}/g;
	return length($text) + $wide - $none;
}

# What a value is at its longest: a userid has 20 characters.
my %long = (summer => 2027, "this-year" => 2027, example => 'H10-G8', 'example-form' => 'R10=10', board => 123456, 'own-board' => 123456,
    number => 199, move => 'H10-G8', wxf => 'R10=10', 'moves-hidden' => 199, used => 99, allowed => 99,
    score => '1-0',
    rating => '1744?', 'red-before' => '1744?', 'green-before' => '1744?', 'red-after' => '1744?', 'green-after' => '1744?',
    before => 1744, after => 1744, sure => 350, 'red-sure' => 350, 'green-sure' => 350, 'red-was-sure' => 350, 'green-was-sure' => 350,
    'red-expected' => 100, 'green-expected' => 100, 'red-score' => '1/2', 'green-score' => '1/2', rank => 999, count => 99999, percent => 100, 'mirrored-count' => 99999,
    times => 9999, columns => ' ' x 26 . '1 ' x 14, 'table-row' => 'x' x 72, won => 999, drawn => 999, lost => 999, 'in-time' => 100, moves => 'H10-G8 H10-G8');

# The longest day in the language's day-format, as in 2026-11-18.
sub day_of
{
	my ($folder) = @_;
	my ($format) = text_of("$folder/words.txt") =~ /^day-format = (.*)$/m or return '2026-11-18';
	my %part = (year => 2026, month => 11, day => 18, mm => 11, dd => 18);
	return $format =~ s/\{\{(\w+)\}\}/$part{$1}/gr;
}

sub filled
{
	my ($line) = @_;
	# Of two branches the first; a list once.
	$line =~ s/\{\{\^([\w-]+)\}\}.*?\{\{\/\1\}\}//g;
	$line =~ s/\{\{[#\/^!>][^}]*\}\}//g;
	$line =~ s/\{\{([\w-]+)\}\}/$long{$1} \/\/ 'w' x 20/ge;
	return $line;
}

# A row of a table (riverpost-templates(5)): its cells where they begin.
sub row
{
	my ($text, @stops) = @_;
	my $line = '';

	for my $cell (split /(?:^| )\|(?: |$)/, $text =~ s/[<>]//gr, -1) {
		my $stop = shift @stops // 0;
		$stop = width($line) + 2 if $line =~ /\S/ && $stop < width($line) + 2;
		$line .= ' ' x ($stop - width($line)) . $cell;
	}
	return $line;
}

# It has columns: blanks in front and two between words, or it is drawn.
sub has_columns { $_[0] =~ /^ .*\S  +\S/ || $_[0] =~ /--[+-]|\|   |^ *[.*] / }

my $lines = 0;
my @paths = sort grep { !m{/mail/} } glob 'templates/*/*.txt';
for my $path (@paths) {
	next if $path =~ m{/(?:words|language|glossary)\.txt$};
	my (@wide, @stops);
	$long{date} = day_of($path =~ s{/[^/]*$}{}r);

	for my $line (split /\n/, text_of($path)) {
		if (my ($columns) = $line =~ /^\{\{=\w+([ \d]*)\}\}/) {
			@stops = split ' ', $columns;
			next;
		}
		# A row that ends in words of words.txt is a sentence, and may go on below.
		next if $line =~ /\{\{:/;
		my $text = filled($line);
		$text = row($text, @stops) if @stops && $text ne '';
		next unless @stops || has_columns($text);
		$lines++;
		push @wide, width($text) . ": $text" if width($text) > $COLUMNS;
	}
	ok(!@wide, $path) or diag(join "\n", @wide);
}
cmp_ok($lines, '>', 100, 'tables were found');
done_testing();
