# SPDX-License-Identifier: ISC
#
# Folders of static pages as a table of files, and what is wrong with their links.
package Pages;
use strict;
use warnings;
use File::Find;
use File::Temp qw(tempdir);
use Test::More;

# All files of a folder, by name.
sub files
{
	my ($at) = @_;
	my %file;
	find({ no_chdir => 1, wanted => sub {
		return if !-f $_;
		open my $in, '<:raw', $_ or die "$_: $!";
		$file{ substr $_, 1 + length $at } = do { local $/; <$in> };
	} }, $at);
	delete $file{'.riverpost'};
	return \%file;
}

# All anew, elsewhere, is the same as what the passes have kept.
sub same
{
	my ($world, $kept, $what) = @_;
	my $folder = tempdir('riverpost-anew-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	$world->call('archive', $folder);
	is($world->{status}, 0, "$what: made anew");
	my ($old, $new) = (files($kept), files($folder));
	is(join(' ', sort keys %$old), join(' ', sort keys %$new), "$what: the same files");
	is(join(' ', grep { ($old->{$_} // '') ne ($new->{$_} // '') } sort keys %$new), '', "$what: the same bytes");
	return $new;
}

# Which page a link of a page leads to, and to which place in it; undef: beyond the folder.
sub target
{
	my ($page, $link) = @_;
	my ($path, $place) = split /#/, $link, 2;
	my @at = split m{/}, $page;
	pop @at;
	@at = () if $path =~ s{^https://play\.test/x/}{};
	for (split m{/}, $path) {
		if ($_ eq '..') { defined pop @at or return } else { push @at, $_ }
	}
	return ($path eq '' ? $page : join('/', @at), $place);
}

# Each link of a page leads to a file, and to a place in it.
sub broken_links
{
	my ($files) = @_;
	my @broken;
	for my $page (grep { /\.(?:html|atom)$/ } sort keys %$files) {
		while ($files->{$page} =~ /(?:href|src)="([^"]+)"/g) {
			next if $1 =~ /^mailto:/;
			my $link = $1;
			my ($target, $place) = target($page, $link);
			push @broken, "$page: $link" if !defined $target || !defined $files->{$target};
			push @broken, "$page: #$place" if defined $place && ($files->{ $target // '' } // '') !~ /\sid="\Q$place\E"/;
		}
	}
	return "@broken";
}

# What other programs find wrong with them.
sub unsound
{
	my ($at, @pages) = @_;
	return join "\n", map {
		my $said = /atom$/ ? `xmllint --noout '$at/$_' 2>&1` : `tidy -e -q --drop-empty-elements no '$at/$_' 2>&1`;
		$said eq '' ? () : "$_: $said"
	} @pages;
}

1;
