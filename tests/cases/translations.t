#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The languages that are shipped whole, those with a words.txt: none lacks a text, a word or a
# form that English has; none has one that English has not; each keeps to its glossary, to the
# punctuation of its script, and has no English word in it but what glossary.txt allows.
#
# LANGUAGE=vi looks at that one alone.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output todo_output);

my $templates = "$FindBin::Bin/../../templates";
my %forms = (none => ['other'], slavic => [qw(one few many)], usual => [qw(one other)]);

# Numbers that are the same for everybody, and of which the form beside them is right.
my %fixed = map { $_ => 1 } ('announce-name most', 'announce-wide most', 'bot-undone limit', 'give-enough limit', 'message-too-many limit', 'puzzle moves',
    'review-long limit', 'stairs-cannot below', 'stairs-cannot rest', 'words.txt: reason.no-capture limit');

sub read_file
{
	my ($path) = @_;
	open my $file, '<:encoding(UTF-8)', $path or return '';
	return do { local $/; <$file> };
}

# The texts of a language by name, and its words by key.
sub read_language
{
	my ($language) = @_;
	my (%texts, %words);

	for my $path (glob "$templates/$language/*.txt") {
		my ($file) = $path =~ m{([^/]+)\.txt$};
		next if $file eq 'language' || $file eq 'glossary';
		if ($file eq 'words') {
			/^([^#=\s]+) *= *(.*)$/ and $words{$1} = $2 for split /\n/, read_file($path);
			next;
		}
		my ($above, @parts) = split /^== (.*)\n/m, read_file($path);
		$texts{$file} = $above if $above =~ /\S/;
		while (my ($name, $text) = splice @parts, 0, 2) { $texts{"$file-$name"} = $text }
	}
	return (\%texts, \%words);
}

# "term = its translation | not: word, word | where it is from"
sub read_glossary
{
	my ($language) = @_;
	my ($text, %forbidden, @latin) = read_file("$templates/$language/glossary.txt");
	for (grep { !/^#/ && /\S/ } split /\n/, $text) {
		my ($term, @parts) = split / *\| */;
		push @latin, split ' ', $1 if $term =~ /^latin *= *(.*)/;
		$forbidden{$_} = $term for map { /^not: *(.*)/ ? split /, */, $1 : () } @parts;
	}
	return ($text, \%forbidden, { map { $_ => 1 } @latin });
}

# What a reader sees of a text: no tags, and no commands, which stand in quotation marks, as answers
# or behind a colon at the end of a paragraph.
sub prose
{
	my ($text) = @_;
	$text =~ s/\{\{=.*?\}\}//g;
	$text =~ s/<[^>\n]*>/ /g if $text !~ /<(?:p|h\d|li|a|table|html|div|link|meta|feed|entry|svg)\b/;
	$text =~ s/<\/?[a-zA-Z!][^>]*>/ /g;
	$text =~ s/\{\{.*?\}\}/ /g;
	$text =~ s/["“„«「][^"”“»」\n]*["”“»」]/ /g;
	$text =~ s/[:：] *[a-z][^.。\n]*$/ /mg;
	$text =~ s/&[a-z]+;/ /g;
	return $text;
}

my ($texts, $words) = read_language('en');
my @languages = $ENV{LANGUAGE} ? $ENV{LANGUAGE} : grep { $_ ne 'en' && -f "$templates/$_/words.txt" } map { m{([^/]+)$} } glob "$templates/*";
my $world = World->new;
my $doctor = $world->call('doctor');
for my $language (@languages) {
	my ($own_texts, $own_words) = read_language($language);
	my ($glossary, $forbidden, $latin) = read_glossary($language);
	my @forms = @{$forms{$own_words->{'plural-rule'} // 'usual'} // []};
	my %needed = map {
		my ($base, $form) = /^(.*)\.([^.]+)$/;
		my $is_plural = defined $form && defined $words->{"$base.one"} && defined $words->{"$base.other"};
		!$is_plural ? ($_ => 1) : $form eq 'other' ? map { ("$base.$_" => 1) } @forms : ();
	} keys %$words;

	is(join(' ', grep { !defined $own_texts->{$_} } sort keys %$texts), '', "$language: no text lacks");
	is(join(' ', grep { !defined $own_words->{$_} } sort keys %needed), '', "$language: no word lacks");
	is(join(' ', grep { !defined $texts->{$_} } sort keys %$own_texts), '', "$language: no text that English has not");
	is(join(' ', grep { !$needed{$_} && !defined $words->{$_} && $_ ne 'plural-rule' && !m{/} && !(/^(.*)\@(?:red|green)$/ && defined $words->{$1}) } sort keys %$own_words), '', "$language: no word that English has not");
	is(join("\n", $doctor =~ m{^wrong: (.*/\Q$language\E/.*)$}mg), '', "$language: the doctor finds nothing wrong");
	ok(defined $own_words->{'plural-rule'} || $language eq 'de', "$language: it says which plurals it has");

	my (@wrong, @english, @signs);
	my %all = ((map { ("$_" => $own_texts->{$_}) } keys %$own_texts), map { ("words.txt: $_" => $own_words->{$_}) } keys %$own_words);
	for my $name (sort keys %all) {
		my $prose = prose($all{$name});
		# Plural names of words, and styles of boards are no prose.
		next if $name eq 'signup-guessed' || $name =~ /^words\.txt: (?:plural-rule|how\.|river)/;
		push @wrong, "$name: $_ ($forbidden->{$_})" for grep { $prose =~ /\Q$_\E/i } sort keys %$forbidden;
		if ($language ne 'vi' && $language ne 'de') {
			push @english, "$name: $_" for grep { !$latin->{$_} && !/^[A-I]\d/ && !/^[rnbakcp]{7}$/i } $prose =~ /(?<![-\w.@\/])([A-Za-z]{2,})(?![-\w@\/])/g;
		}
		next if $language !~ /^zh/;
		my $seen = $all{$name} =~ s/\{\{.*?\}\}/x/gr =~ s/<[^>\n]*>/x/gr;
		push @signs, "$name: $1" while $seen =~ /(\p{Han}["'][^\n]{0,12}|\p{Han}[,;:!?][^\n]{0,8}|\p{Han} +\p{Han}|\p{Han}\.(?:\s|$))/g;
	}
	# A number that varies has a noun in its form beside it, which a word of words.txt alone knows.
	if (@forms > 2) {
		my @bare;
		for my $name (grep { !/^words\.txt: .*\.(?:one|few|many)$/ } sort keys %all) {
			push @bare, "$name: $1" while $all{$name} =~ /(\{\{(?!userid)[a-z][a-z-]*\}\} (?:\p{Cyrillic}+(?:ов|ев|ей|ам)|дня|партий|раз|раза|хода|писем|досок|минут)\b)/g;
		}
		is(join("\n", grep { !$fixed{s/: \{\{(.*?)\}\}.*/ $1/r} } @bare), '', "$language: no number that varies has a noun in one form");
	}
	is(join("\n", @wrong), '', "$language: it keeps to its glossary");
	is(join("\n", @english), '', "$language: no English word");
	is(join("\n", @signs), '', "$language: punctuation of full width, no blanks between hanzi");
	like($glossary, qr/^check = .*\|/m, "$language: there is a glossary");
}
is("@languages", 'de ru vi zh-Hans zh-Hant', 'all languages are shipped whole') if !$ENV{LANGUAGE};
done_testing;
