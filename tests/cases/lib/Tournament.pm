# SPDX-License-Identifier: ISC
#
# A tournament whose games have all begun, for the cases about it: its boards, moves on them by
# letter, and what the operator decides.
package Tournament;

use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Exporter 'import';
use World;

our @EXPORT = qw($world @names %begun %of $prefix sql value address words tournament boards plays decide moves);
# Letters that are answered: those of the beginning, by player, and the newest by board and player.
our ($world, @names, %begun, %of);
our $prefix = 'player'; # of the players' names

sub sql { my ($sql) = @_; return map { [split /\|/, decode 'UTF-8', $_] } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub value { my @rows = sql(@_); return $rows[0][0] }
sub address { return "$_[0]\@a.test" }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }

# Tournament 1 with so many players; all its games have begun.
sub tournament
{
	my ($count, @options) = @_;
	# No two of them look alike.
	@names = map { $prefix . $_ } (qw(a b c d e f g h k m n p q))[0 .. $count - 1];
	$world = World->new(config => "operator = op\@host.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\ngames_max = 40\n");
	$world->send(from => address($_), subject => "signup $_") for @names;
	$world->run;
	$world->answer(address($_), 'yes') for @names;
	$world->run;
	$world->call('tournament', 'announce', 'Autumn', "--players=$count", @options);
	$world->answer(address($_), 'join 1') for @names;
	%of = ();
	%begun = map { ($_->{address} =~ s/\@.*//r, $_) } grep { $_->{subject} =~ /your games/ } $world->run, $world->run;
}

sub boards
{
	return map { { board => $_->[0], red => $_->[1], green => $_->[2], state => $_->[3], section => $_->[4] } }
	    sql('SELECT p.game, r.userid, g.userid, game.state, section FROM pairing p JOIN game ON game.id = p.game JOIN player r ON r.id = game.red'
	    . ' JOIN player g ON g.id = game.green WHERE stage = ' . ($_[0] // 1) . ' ORDER BY p.game');
}
sub plays { my ($g, $who) = @_; return $g->{red} eq $who || $g->{green} eq $who }

# The operator gives somebody these games, or draws them.
sub decide { my ($winner, @of) = @_; $world->call('game', 'adjudicate', $_->{board}, $_->{red} eq $winner ? 'red' : $_->{green} eq $winner ? 'green' : 'draw') for @of }

# The next moves of these boards, so many each, a side in each pass.
my @line = qw(H3-E3 H10-G8 H1-G3 B10-C8 B1-C3 I10-H10 A1-B1 A10-B10 I1-I2 C7-C6);
sub moves
{
	my ($count, @games) = @_;
	for (1 .. $count) {
		for my $g (@games) {
			my $length = value("SELECT length FROM game WHERE id = $g->{board}");
			my $who = $length % 2 == 0 ? $g->{red} : $g->{green};
			$world->answer(address($who), "move $g->{board} $line[$length]", to => $of{$g->{board}}{$who} // $begun{$who});
		}
		for my $letter ($world->run) {
			$of{$1}{$letter->{address} =~ s/\@.*//r} = $letter if $letter->{subject} =~ /Board (\d+)/;
		}
	}
}

1;
