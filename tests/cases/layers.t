#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The rules of the house that a program can look up in the source: who includes
# whom, which library is seen where, what is never called, how long things may
# be, and that the templates named are those that are there.  Runs nothing of
# ours, and does not say whether the code is good.

use strict;
use warnings;
use File::Find;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;

# What a folder may include: itself and what stands left of it in its chain; src
# itself joins everything.
my %MAY;
{
	open my $file, '<', 'layers.mk' or die "layers.mk: $!";
	my %chain = (src => '', mail => '', top => '');
	while (<$file>) {
		$chain{$1} = $2 if /^CHAIN_(\w+)\s*:=\s*(.*)/;
	}
	$chain{top} =~ s{\$\((?:filter-out [^,]*,\$\()?CHAIN_(\w+)\)+}{$chain{$1}}g;
	for my $name (qw(src mail top)) {
		my @left;
		for (split ' ', $chain{$name}) {
			push @left, $_;
			$MAY{$_} //= {map { $_ => 1 } @left};
		}
	}
	$MAY{'src'} = {map { $_ => 1 } keys %MAY};
	$MAY{'src/deliver'} = {map { $_ => 1 } split ' ', $chain{mail}};
	$MAY{'src/reader'} = {%{$MAY{'src/deliver'}}, 'src/sandbox' => 1};
}

# Where a library's headers are seen.
my %HOME = (
	'sqlite3.h' => '^src/store$',
	'curl' => '^mail/(net|sink)$',
	'libetpan' => '^mail/net$',
	'gmime' => '^mail/',
	map({ $_ => '^src/view$' } qw(cairo.h gif_lib.h png.h)),
	map({ $_ => '^src/base$' } qw(sodium.h utf8proc.h)),
	'seccomp.h' => '^src/process$',
);

my $BANNED = join '|', qw(alloca asctime atof atoi atol ctime gets gmtime localtime mktemp popen rand
    sprintf srand strcat strcpy strncat strncpy strtok system tempnam tmpnam vsprintf);
my ($LINES_MAX, $FUNCTION_MAX, $COMPLEXITY_MAX) = (900, 80, 15);

my (%text, @paths);	# every file by its path
find({ no_chdir => 1, wanted => sub {
	$File::Find::prune = 1 if m{^\./(\.git|build[^/]*|var)$};
	return if -d $_ || !-f $_ || $_ eq "./.git";
	open my $file, '<:raw', $_ or die "$_: $!";
	local $/;
	$text{substr $_, 2} = <$file> // '';
} }, '.');
@paths = sort keys %text;
my @code = grep { m{^(src|mail)/.*\.[ch]$} } @paths;

sub folder
{
	return $_[0] =~ s{/[^/]*$}{}r;
}

# Without comments and characters in quotes; and, when asked, without strings.
sub bare
{
	my ($path, $strings_too) = @_;
	my $text = $text{$path} =~ s{("(?:[^"\\\n]|\\.)*")|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/}{$1 // ' '}gser;
	return $strings_too ? $text =~ s{"(?:[^"\\\n]|\\.)*"}{""}gr : $text;
}

# One result: what was found against a rule is shown.
sub none
{
	my ($name, @faults) = @_;
	ok(!@faults, $name) or diag(join "\n", @faults);
}

# --- includes

sub wrong_include
{
	my ($path, $name) = @_;
	my ($included) = grep { -f } "src/$name", $name;
	return !defined $included || !$MAY{folder($path)}{folder($included)};
}

my (@left, @libraries);
for my $path (@code) {
	my $text = bare($path);
	push @left, map { "$path includes \"$_\"" } grep { wrong_include($path, $_) }
	    $text =~ /^\s*#\s*include\s*"([^"]*)"/mg;
	while ($text =~ /^\s*#\s*include\s*<(([^>\/]*)[^>]*)>/mg) {
		push @libraries, "$path includes <$1>" if defined $HOME{$2} && folder($path) !~ $HOME{$2};
	}
}
none('a folder includes only itself and what stands left of it', @left);
none('a library is seen only in its folder', @libraries);
none('every folder of the source has its place', grep { !$MAY{folder($_)} } @code);

# --- every file

sub begins_with_licence
{
	my ($first, $second) = split /\n/, $text{$_[0]};
	return $first eq '/* SPDX-License-Identifier: ISC */' if $_[0] =~ /\.[ch]$/;
	$first = $second if $first =~ /^#!/;
	return $first =~ /^(#|\.\\") SPDX-License-Identifier: ISC$/;
}

my @source = grep { m{(\.([ch1-8t]|sh|mk|pm|supp)|/run|Makefile|\.clang-[a-z]+)$} } @paths;
none('every source file begins with its licence', grep { !begins_with_licence($_) } @source);
none('every case can be called', grep { m{^tests/cases/[^/]*\.(t|sh)$} && !-x } @paths);
none('no path of somebody\'s machine is named', map {
	my $path = $_;
	map { "$path: $_" } grep { $path ne '.ci/run' || !/share[d]/ }
	    $text{$path} =~ m{(.*(?:(?<![\w.])/wor[k]\b|\.\./share[d]\b).*)}g;
} @paths);

# --- what is never called, and how long things may be

none('nothing banned is called', map {
	my $path = $_;
	map { "$path: $_" } bare($path, 1) =~ /(?<![\w.>])($BANNED)\s*\(/g;
} @code);
none("no file has over $LINES_MAX lines", grep { ($text{$_} =~ tr/\n//) > $LINES_MAX } @code);

SKIP: {
	skip 'pmccabe is not installed', 1 unless grep { -x "$_/pmccabe" } split /:/, $ENV{PATH};
	my @long;
	for (split /\n/, join '', map { `pmccabe '$_'` } grep { /\.c$/ } @code) {
		my ($complexity, $lines) = (split)[0, 4];
		push @long, $_ if $complexity > $COMPLEXITY_MAX || $lines > $FUNCTION_MAX;
	}
	none('every function is short and simple', @long);
}

# --- a header of its name

none('a header is guarded by its path', map {
	my $guard = uc s{^src/}{}r =~ tr{/.-}{_}r;
	$text{$_} =~ /^#ifndef $guard\n#define $guard\n/m ? () : "$_: not $guard";
} grep { /\.h$/ } @code);

# What x.c defines is declared in x.h, in a header of its family (x_y.c in x.h or
# x_internal.h), or in that of all its folder: cli/cli.h, sandbox/internal.h.
sub defined_in
{
	return bare($_[0], 1) =~ /^(?!static\b)\w[\w \t*]*\n(\w+)\([^;{}]*\)\n\{/mg;
}
my @strangers;
for my $path (grep { /\.c$/ } @code) {
	my ($folder, $stem) = $path =~ m{^(.*)/([^/]+)\.c$};
	my ($last) = $folder =~ /(\w+)$/;
	my ($family) = $stem =~ /^([^_-]*)/;
	my @headers = grep { m{^\Q$folder\E/(?:\Q$family\E\w*|\Q$last\E|internal)\.h$} } @code;
	my $declared = join '', map { bare($_, 1) } @headers;
	# A verb's run function is declared by the list of verbs.
	$declared .= join ' ', map { "${_}_run(" } $text{'src/speak/verbs.h'} =~ /^\tX\((\w+),/mg
	    if $declared =~ /^VERBS\(/m;
	push @strangers, map { "$path: $_" } grep { $_ ne 'main' && $declared !~ /\b\Q$_\E\(/ } defined_in($path);
}
none('a function is declared in the header of its file, its family or its folder', @strangers);

# A tag is defined once.  Those that are defined twice yet; this list only shrinks.
my %twice_yet = map { $_ => 1 } qw(line_reader look reading);
my %tagged;
for my $path (@code) {
	push @{$tagged{$_}}, $path for bare($path, 1) =~ /^struct (\w+)\s*\{/mg;
}
none('a struct is defined once', map {
	@{$tagged{$_}} > 1 && !$twice_yet{$_} ? "struct $_: @{$tagged{$_}}" : ();
} sort keys %tagged);

# --- templates

my $BRACKETS = qr/(\((?:[^()"]|"(?:[^"\\]|\\.)*"|(?-1))*\))/;

# The arguments of a call, or the parameters of a function.
sub arguments
{
	my ($list) = @_;
	my @arguments = ('');
	my $depth = 0;
	for my $token (substr($list, 1, -1) =~ /("(?:[^"\\]|\\.)*"|[(),]|[^"(),]+)/g) {
		$depth += $token eq '(' ? 1 : $token eq ')' ? -1 : 0;
		if ($token eq ',' && $depth == 0) {
			push @arguments, '';
		} else {
			$arguments[-1] .= $token;
		}
	}
	return @arguments;
}

# Functions that take names of templates, and as which arguments.
sub takers
{
	my ($text) = @_;
	my %takers;
	while ($text =~ /\b(\w+)$BRACKETS\s*[;{]/g) {
		my ($name, @parameters) = ($1, arguments($2));
		my @places = grep { $parameters[$_] =~ /const char \*(\w+_)?template$/ } 0 .. $#parameters;
		$takers{$name} = \@places if @places;
	}
	return %takers;
}

# The texts of each language, by name: resign.txt has "resign" above its first section, and
# "resign-done" in its section "== done".
my (%texts, %path_of);
for my $path (@paths) {
	my ($language, $stem) = $path =~ m{^templates/([^/]+)/([^/]+)\.txt$} or next;
	next if $stem =~ /^(?:words|language|glossary)$/ || !exists $text{"templates/$language/language.txt"};
	my ($above, @sections) = split /^== *(\S*)\n/m, $text{$path};
	unshift @sections, undef, $above if $above =~ /\S/ || !@sections;
	while (my ($section, $body) = splice @sections, 0, 2) {
		my $name = defined $section ? "$stem-$section" : $stem;
		$texts{$language}{$name} = $body // '';
		$path_of{$language}{$name} = $path;
	}
}

my %bare = map { $_ => bare($_) } @code;
my %everywhere = map { takers($bare{$_}) } grep { /\.h$/ } @code;
my (%named, %quoted);
for my $path (grep { m{^src/.*\.c$} } @code) {
	my %takers = (%everywhere, takers($bare{$path}));
	$quoted{$_} = 1 for $bare{$path} =~ /"([a-z-]+)"/g;
	while ($bare{$path} =~ /\b(\w+)(?=$BRACKETS)/g) {
		next unless defined $takers{$1};
		my $argument = join ' ', grep { defined } (arguments($2))[@{$takers{$1}}];
		$named{$_} = $path for $argument =~ /"([^"]*)"/g;
	}
}
for my $path (grep { m{^templates/en/} } @paths) {
	while ($text{$path} =~ /\{\{>\s*([^\s}]+)\s*\}\}/g) {
		$named{$1} = $path;
		$quoted{$1} = 1;
	}
}
my %there = map { $_ => 1 } keys %{$texts{en}};
cmp_ok(scalar(keys %named), '>', 50, 'the source names templates');
none('every template named is there', map { "templates/en lacks $_; $named{$_} names it" } grep { !$there{$_} } sort keys %named);
none('every template is used', grep { !$quoted{$_} } sort keys %there);
none('no language has a template that English lacks',
    map { my $language = $_; map { "$path_of{$language}{$_}: $_" } grep { !$there{$_} } keys %{$texts{$language}} } keys %texts);

# The names that a template of English uses, and those it takes in; what all letters, or
# all about a game, have (riverpost-templates(5)).
my %everywhere_set = map { $_ => 1 } qw(house address reader command board red green turn challenger
    challenged over won drawn cancelled winner loser ending notes this-year summer);
my $TAG = qr/\{\{[#^:>]?\s*([\w-]+)\s*\}\}/;
sub names_in
{
	my ($name, $seen) = @_;
	return if $seen->{$name}++;
	my @names = $texts{en}{$name} =~ /$TAG/g;
	return @names, map { names_in($_, $seen) } grep { $there{$_} } @names;
}
none('no translation uses a name that English does not', map {
	my $language = $_;
	map {
		my $name = $_;
		my %known = (%everywhere_set, $there{$name} ? map { $_ => 1 } names_in($name, {}) : ());
		map { "$path_of{$language}{$name}: $name: $_" } grep { !$known{$_} } $texts{$language}{$name} =~ /$TAG/g;
	} keys %{$texts{$language}};
} grep { $_ ne 'en' } keys %texts);

# --- the map

# src/README names each file of each folder, and nothing else.
my (%mapped, %gone, $folder);
for (split /\n/, $text{'src/README'}) {
	$folder = $1, next if m{^((?:src|mail)(?:/\w+)*)/  };
	next unless defined $folder && /^  (\S.*?)(?:  |$)/;
	for my $name (split /, /, $1) {
		my $pattern = quotemeta($name) =~ s/\\\*/[^\/]*/r;
		my @files = grep { m{^\Q$folder\E/$pattern\.[ch]$} } @code;
		$gone{"src/README names $folder/$name"} = 1 unless @files;
		$mapped{$_} = 1 for @files;
	}
}
none('every file of the source is on the map, src/README', map { "src/README lacks $_" } grep { !$mapped{$_} } @code);
none('the map names no file that is gone', sort keys %gone);

# --- tests mirror the source

# tests/unit/rules/fen.c tests src/rules/fen.c, fen_something.c some side of it, and
# tests/unit/play/play.c what src/play/play.h promises.
none('a unit test has the name of what it tests', grep {
	my ($place, $stem) = m{^tests/unit/(.*)/([^/]+)\.c$};
	my @names = defined $stem ? ($stem) : ();
	push @names, $stem while defined $stem && $stem =~ s/_[^_]*$//;
	@names && !grep {
		my $name = $_;
		grep { exists $text{"$_$place/$name.c"} || exists $text{"$_$place/$name.h"} } 'src/', '';
	} @names;
} @paths);

# --- duties

# A test is named after the line of mail/README that it would see broken.
my %duty = map { $_ => 1 } $text{'mail/README'} =~ /^ ?(\d+)\. /mg;
my %named_after;
for my $path (grep { m{^tests/(unit/.*\.c|cases/.*\.(t|sh))$} && $_ ne 'tests/cases/layers.t' } @paths) {
	$named_after{$_} = $path for $text{$path} =~ /(?:["']|; )mail (\d+): /g, $text{$path} =~ /\bDUTY\((\d+), /g;
}
is_deeply([sort { $a <=> $b } keys %duty], [1 .. keys %duty], 'the duties of mail/README are numbered in order');
none('every duty of mail/README has a test named after it', map { "mail $_" } grep { !$named_after{$_} } sort { $a <=> $b } keys %duty);
none('no test is named after a duty that does not exist', map { "$named_after{$_}: mail $_" } grep { !$duty{$_} } keys %named_after);

done_testing;
