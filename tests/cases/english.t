#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# No English word of a template stands in a string of C: what players read, and what is
# recognised in what they quote, comes from templates/LANG.  A word alone in small letters
# is a name (of a command, template, variable, setting), and not looked at.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;

sub text_of
{
	my ($path) = @_;
	open my $file, '<', $path or die "$path: $!";
	local $/;
	return <$file>;
}

# The words of English letters.
my %english;
for my $path (glob 'templates/en/*.txt') {
	next if $path =~ /language\.txt$/;
	my $text = text_of($path);
	if ($path =~ /words\.txt$/) {
		$text =~ s/^#.*//mg;
		$text =~ s/^[\w.:-]+ = //mg;
	}
	$text =~ s/\{\{.*?\}\}/ /gs;
	$english{lc $_} = 1 for grep { length > 1 } $text =~ /[A-Za-z]+/g;
}
# Words of orders, which are the same in all languages.
my %keyword = map { $_ => 1 } qw(after if then);
# What is no text of a letter to players, and why.
my @excepted = (
	[qr{^src/(?:speak|cmd)/}, qr/^[a-z* @-]+$/, 'names of commands, ours and those of other servers'],
	[qr{^src/view/template_\w+\.c}, qr/./, 'faults of templates, told to the operator'],
	[qr{^src/view/languages\.c}, qr/./, 'faults of language.txt, told to the operator'],
	[qr{^src/view/game_vars}, qr/^%ctable 0 /, 'the mark of a table'],
	[qr{^src/view/board_draw}, qr/^Source Han/, 'fonts'],
	[qr{^src/view/}, qr/^Re%3A%20$/, 'what every mail program puts in front of a Subject'],
	[qr{^src/server/probe\.c}, qr/./, 'a letter of the doctor to the server itself'],
	[qr{^src/server/status\.c}, qr/./, 'numbers, told to the operator'],
	[qr{^src/server/sender\.c}, qr/^was (?:refused|given up|dropped)$/, 'a log line'],
	[qr{^src/server/}, qr/^letter %\.12s \(/, 'a log line'],
	[qr{^src/server/intake\.c}, qr/^riverpost: /, 'a log line, of a handler of signals'],
	[qr{^src/server/}, qr/^another riverpost is at work/, 'told to the operator'],
	[qr{^src/speak/names\.c}, qr/^engine bot/, 'names'],
	[qr{^src/speak/parse_answer\.c}, qr/^not no never /, 'words with which players say that they go'],
	[qr{^src/speak/verbs_find\.c}, qr/^a any new /, 'how players begin to ask for a game'],
	[qr{^src/cmd/cmd-record\.c}, qr/^(?:server:%s board|signature of %s)/, 'signatures, which are the same in all languages'],
	[qr{^src/server/outgoing\.c}, qr/^Xiangqi Board %lld$/, 'List-Id, a name for programs'],
);
my ($strings, @found) = (0);
for my $path (glob 'src/{cmd,play,speak,view,server}/*.c') {
	my $text = text_of($path);
	$text =~ s{/\*.*?\*/}{"\n" x ($& =~ tr/\n//)}gse;
	$text =~ s{^#include.*}{}mg;
	# Logs and faults are for operators.
	$text =~ s/\b(?:log_\w+|err_set|err_system|complain|(?:template_)?fault|format)(\((?:[^()"]|"(?:[^"\\]|\\.)*"|(?1))*\))/"\n" x ($1 =~ tr|\n||)/ge;
	# '"' ends no string.
	$text =~ s/'\\?"'/''/g;
	while ($text =~ /"((?:[^"\\\n]|\\.)*)"/g) {
		my $string = $1;
		$strings++;
		my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
		# A name, a key, a path; HTML.
		next unless $string =~ / |^\W*[A-Z][a-z]/;
		next if $string =~ /[<>{};=]/;
		(my $bare = $string) =~ s/%[-+ 0-9.*]*(?:ll?|z)?[a-zA-Z]|\\./ /g;
		my @words = grep { $english{lc $_} && !$keyword{$_} && !/^[A-Z]+$/ } $bare =~ /[A-Za-z]{2,}/g;
		next if !@words || grep { $path =~ $_->[0] && $string =~ $_->[1] } @excepted;
		push @found, "$path:$line: \"$string\"";
	}
}
cmp_ok(scalar keys %english, '>', 500, 'templates have words');
cmp_ok($strings, '>', 1000, 'strings are found');
ok(!@found, 'no string of C has an English word of a template') or diag join "\n", @found;

# What read as translated does not come back.
my @old = (qr/\bhas Red\b/, qr/\b(?:your|these|no) words\b/i, qr/\bfor ever\b/, qr/\bstarts anew\b/, qr/go on tomorrow/i,
    qr/\boffer stands\b/, qr/\bclocks? stands?\b/, qr/\bgiven up\b/, qr/^\S.*[a-z,:;]  [a-z]+(?: [a-z]+)*  [a-z]/m);
my @translated;
for my $path (glob 'templates/en/*.txt') {
	next if $path =~ m{/(?:language|help)\.txt$};
	(my $text = text_of($path)) =~ s/\{\{[^{}]*\}\}/_/g;
	for my $old (@old) {
		push @translated, "$path: $&" if $text =~ $old;
	}
}
ok(!@translated, 'sentences are as people write them') or diag join "\n", @translated;
done_testing;
