#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# fresh-root.pl FOLDER DEPENDS: a small Debian for chroot(8), made offline of the files and
# dpkg's records of this machine: its essential packages, these, and what they depend on;
# no manuals, no mail, no user but Debian's own.
# DEPENDS is written as in a package ("libc6 (>= 2.34), systemd | systemd-sysusers"); versions
# are left out of account.  Ends with a line, and not 0, where one is not installed here.
use strict;
use warnings;

die "usage: fresh-root.pl FOLDER DEPENDS\n" if @ARGV != 2;
my ($root, $depends) = @ARGV;
my @wanted = split /, */, $depends;
my $dpkg = '/var/lib/dpkg';
my (%record, %provider);

# field TEXT, NAME: of a record in dpkg's manner.
sub field
{
	return $_[0] =~ /^$_[1]: (.*)$/m ? $1 : '';
}

sub names
{
	return map { s/[ (:].*//r } split /, */, $_[0];
}

sub read_status
{
	local $/ = '';
	open my $status, '<', "$dpkg/status" or die "$dpkg/status: $!\n";
	for my $text (<$status>) {
		next if field($text, 'Status') !~ / installed$/;
		my $name = field($text, 'Package');
		push @wanted, $name if field($text, 'Essential') eq 'yes';
		$record{$name} //= $text;
		push @{ $provider{$_} }, $name for names(field($text, 'Provides'));
	}
}

# The installed package that a dependency means.
sub meant
{
	for my $name (map { names($_) } split / *\| */, $_[0]) {
		return $name if $record{$name};
		return $provider{$name}[0] if $provider{$name};
	}
	die "$_[0] is not installed\n";
}

sub closure
{
	my %seen;
	while (@wanted) {
		my $name = meant(shift @wanted);
		next if $seen{$name}++;
		push @wanted, map { split /, */, field($record{$name}, $_) } 'Pre-Depends', 'Depends';
	}
	return sort keys %seen;
}

sub info_of
{
	my $base = "$dpkg/info/$_[0]";
	my ($found) = grep { -e } map { "$_.list" } $base, "$base:" . field($record{ $_[0] }, 'Architecture');
	return $found =~ s/\.list$//r;
}

sub write_file
{
	my ($path, $text) = @_;
	open my $out, '>', "$root/$path" or die "$root/$path: $!\n";
	print $out $text;
	close $out or die "$root/$path: $!\n";
}

sub run
{
	system(@_) == 0 or die "@_: failed\n";
}

read_status();
my @packages = closure();
my %files;
for my $info (map { info_of($_) } @packages) {
	open my $list, '<', "$info.list" or die "$info.list: $!\n";
	chomp(my @paths = <$list>);
	$files{$_} = 1 for grep { m{^/.} && !m{^/usr/share/(doc|man|info|locale|lintian)/.} && (-e || -l) } @paths,
	    map { "$info.$_" } qw(list conffiles md5sums);
}
# The machine's own links come first: /bin is one.
for my $link (grep { -l } qw(/bin /sbin /lib /lib32 /lib64 /libx32)) {
	run('mkdir', '-p', "$root/" . readlink $link);
	symlink readlink $link, "$root$link" or die "$root$link: $!\n";
	delete $files{$link};
}
open my $tar, '|-', "tar -C / --no-recursion --null -T - -cf - | tar -C '$root' -xpf - --keep-directory-symlink"
    or die "tar: $!\n";
print $tar map { substr($_, 1) . "\0" } sort keys %files;
close $tar or die "tar failed\n";
run('mkdir', '-p', map { "$root$_" } "$dpkg/updates", "$dpkg/triggers", '/proc', '/dev', '/tmp', '/var/log');
write_file("$dpkg/status", join "\n", map { $record{$_} =~ s/\n*$/\n/r } @packages);
write_file("$dpkg/available", '');
run('cp', "/usr/share/base-passwd/$_.master", "$root/etc/$_") for qw(passwd group);
run('install', '-m', '640', '/dev/null', "$root/etc/$_") for qw(shadow gshadow);
run('ldconfig', '-r', $root);
