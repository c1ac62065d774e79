# SPDX-License-Identifier: ISC
#
# rows.pl [ROW...]: the table of `make bench`, rows of one name or all of them.  Each is
# against a peer, a limit, or itself elsewhere, in the same run; times of the processor have
# the children in them, and instructions come from callgrind.
# TURNS=N letters a pass, OPEN=N and OVER=N games, QUEUE=N letters that wait, LETTERS=N of a
# long pass and of a mailbox.
use strict;
use warnings;
require './tests/bench/lib.pl';
require './tests/bench/rows_game.pl';
require './tests/bench/rows_mail.pl';

my @order = qw(turn scale queue ply pictures history deliver pipe memory hostile smtp imap);
my %rows = map { my $name = $_; $name => main->can("row_$name") } @order;
for my $name (@ARGV ? @ARGV : @order) {
	die "there is no row $name; there are: @order\n" if !$rows{$name};
	$rows{$name}->();
}
