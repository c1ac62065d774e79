# SPDX-License-Identifier: ISC
#
# Tables from outside: a row a line, columns between tabs, lines that begin with # are
# comments (tests/unit/table.h is the same in C).

package Table;
use strict;
use warnings;

# Says what cannot be used, and where: "FILE:ROW: ID: what".  Dies with status 1.
sub fail_at
{
	my ($where, $what) = @_;
	$! = 1;
	die "$where: $what\n";
}

# Each row as [where, columns]; the first column is its ID.  Without a number of columns each
# has as many as the first, or more.
sub rows
{
	my ($path, $columns) = @_;
	my @rows;
	open my $file, '<', $path or fail_at($path, $!);
	while (my $line = <$file>) {
		next if $line =~ /^#/;
		chomp $line;
		my @row = split /\t/, $line, -1;
		$columns //= @row;
		fail_at("$path:$.", @row . " columns, not $columns") if @row < $columns;
		push @rows, ["$path:$.: $row[0]", @row];
	}
	fail_at("$path:$.", 'no row can be read') unless @rows;
	return @rows;
}

# Of a table whose first row names the columns, each row after it as a hash, with `where`.
sub named
{
	my ($path, @wanted) = @_;
	my ($first, @rows) = rows($path);
	my ($where, @names) = @$first;
	for my $wanted (@wanted) {
		fail_at($where, "no column is called $wanted") unless grep { $_ eq $wanted } @names;
	}
	fail_at($where, 'no row can be read') unless @rows;
	return map {
		my %row;
		@row{'where', @names} = @$_;
		\%row;
	} @rows;
}

1;
