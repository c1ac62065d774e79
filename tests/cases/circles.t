#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# No circle of calls inside a folder: where a.c needs b.c, and b.c others of its
# folder, none of these needs a.c again.  Read from the symbols of the object
# files, so a table of functions counts as a call of each.

use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die;
my $build = $ENV{BUILD} // 'build';

# Folders whose circles are still to be cut; this list only shrinks.
my %not_yet = map { $_ => 1 } qw();

# Files without .c of the folder, each with the files that it needs and one symbol for which.
sub calls_in
{
	my ($folder) = @_;
	my (%home, %wants, %calls);
	my @objects = grep { -e } map { "$build/" . s/\.c$/.o/r } glob "$folder/*.c";
	open my $symbols, '-|', 'nm', '-A', '-g', @objects or die "nm: $!";
	while (<$symbols>) {
		my ($file, $kind, $name) = m{([^/]+)\.o:[\da-f]*\s+(\w) (\S+)$} or die "nm says: $_";
		if ($kind eq 'U') {
			$wants{$file}{$name} = 1;
		} elsif ($kind eq uc $kind) {
			$home{$name} = $file;
		}
	}
	for my $file (keys %wants) {
		for my $name (sort keys %{$wants{$file}}) {
			my $to = $home{$name} // $file;
			$calls{$file}{$to} //= $name if $to ne $file;
		}
	}
	return \%calls;
}

# The shortest way from a file back to itself, as text; undef where there is none.
sub circle_of
{
	my ($calls, $start) = @_;
	my (@queue, %way) = ($start);
	$way{$start} = "$start.c";
	while (defined(my $file = shift @queue)) {
		for my $to (sort keys %{$calls->{$file}}) {
			my $step = "$way{$file} -> $to.c ($calls->{$file}{$to})";
			return $step if $to eq $start;
			next if defined $way{$to};
			$way{$to} = $step;
			push @queue, $to;
		}
	}
	return undef;
}

my %folders = map { s{/[^/]*$}{}r => 1 } split /\n/, `find src mail -name '*.c'`;
delete @folders{'src', 'src/deliver'};
cmp_ok(scalar(keys %folders), '>', 15, 'folders were found');
for my $folder (sort keys %folders) {
	my $calls = calls_in($folder);
	my @circles = grep { defined } map { circle_of($calls, $_) } sort keys %$calls;
	if ($not_yet{$folder} && @circles) {
		note("$folder: ", scalar(@circles), " files are in circles");
	} else {
		is(join("\n", @circles), '', "no circle of calls in $folder");
	}
}

done_testing;
