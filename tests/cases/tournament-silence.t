#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who says nothing more in a tournament is put out of it, also when none of his games goes on, and
# joins no other for 90 days.  What whoever leaves, or is suspended, reads of it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

my $day = 86400;
# Letters that are answered: those of the beginning, by player, and the newest by board and player.
my ($world, @names, %begun, %of);
sub sql { my ($sql) = @_; return map { [split /\|/, decode 'UTF-8', $_] } split /\n/, `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"` }
sub value { my @rows = sql(@_); return $rows[0][0] }
sub address { return "$_[0]\@a.test" }
sub words { return decode('UTF-8', $_[0]{body}) =~ s/\s+/ /gr }

# Tournament 1 with so many players; all its games have begun.
sub tournament
{
	my ($count, @options) = @_;
	@names = map { 'player' . chr(ord('a') + $_) } 0 .. $count - 1;
	$world = World->new(config => "operator = op\@host.test\noutage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
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


sub letters_to { my ($who, @letters) = @_; return grep { $_->{address} eq address($who) } @letters }
sub left { my ($who) = @_; return value("SELECT how_left FROM place JOIN player ON player.id = player WHERE userid = '$who'") }
sub state { return value('SELECT state FROM tournament WHERE id = 1') }
sub own { my ($who) = @_; return grep { plays($_, $who) } boards() }

# His turn everywhere; then he says no more, and all his games end in one pass.
sub vanish
{
	my ($who) = @_;
	moves(2, boards());
	moves(1, grep { $_->{green} eq $who } boards());
	$world->pass_time(3 * $day + 60);
	return ($world->run, $world->run);
}

# --- all his games are over before he could answer
tournament(5, '--sections=5', '--time=3d');
moves(1, grep { !plays($_, 'playera') } boards());
my @letters = vanish('playera');
my ($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
like(words($asked), qr/You have lost 4 games .* Please answer by .* If you do not answer, you leave the tournament then and cannot join another for 90 days\./, 'asked, although none of his games goes on');
$world->pass_time(3 * $day + 60);
my ($out) = grep { $_->{subject} =~ /tournament 1, Autumn$/ } letters_to('playera', $world->run, $world->run);
is(left('playera'), 1, 'no answer: he has left early');
like(words($out), qr/^You have left tournament 1, "Autumn", as you have not said that you still play\. None of your games counts in the table\. You cannot join another tournament until \w+ \d+ \w+ \d\d:\d\d UTC\./, '... and reads so');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You cannot join tournament 2, "Winter": you left another one without an answer, or after a question whether you still play\. From \w+ \d+ \w+ \d\d:\d\d UTC on you can join again\./, '... and for 90 days he joins no other');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->pass_time(30 * $day), $world->run for 1 .. 3;
$world->pass_time(3600);
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You take part in tournament 2, "Winter"\./, '... and then he does');

# --- the stage waits for the answer
for my $answer ('', 'yes') {
	tournament(5, '--sections=5', '--time=3d');
	decide('nobody', grep { !plays($_, 'playera') } boards());
	@letters = vanish('playera');
	is(state(), 1, 'all games are over, and somebody is asked: the stage has not ended');
	($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
	if ($answer eq 'yes') {
		$world->answer(address('playera'), 'yes', to => $asked);
	} else {
		$world->pass_time(2 * $day + 3600), $world->run, $world->run;
		is(state(), 1, '... nor two days later');
		$world->pass_time($day);
	}
	@letters = ($world->run, $world->run);
	is(state(), 2, $answer ? 'he says that he plays: it ends at once' : 'on the third day it ends');
	is(left('playera'), $answer ? 0 : 1, $answer ? '... with him' : '... without him');
	my ($end) = grep { $_->{subject} =~ /is over/ } letters_to('playerb', @letters);
	my $row = $answer ? qr/playera 0 0 0 0/ : qr/playera x x x x/;
	like(words($end), $row, '... as its table says') if $answer eq '';
}

# --- a no to the question
tournament(5, '--sections=5', '--time=3d');
@letters = vanish('playera');
($asked) = grep { $_->{subject} =~ /do you still play/ } letters_to('playera', @letters);
$world->answer(address('playera'), 'no', to => $asked);
my ($sure) = letters_to('playera', $world->run);
like($sure->{subject}, qr/are you sure\?/, 'no: are you sure?');
unlike(words($sure), qr/without your password/, '... and not whether it was he');
$world->answer(address('playera'), 'yes', to => $sure);
like(words((letters_to('playera', $world->run))[0]), qr/You have left tournament 1, "Autumn"\. .*You cannot join another tournament until/, '... he has left, and joins no other for 90 days');

# --- a goodbye of one's own
tournament(5, '--sections=5', '--time=5d');
moves(2, boards());
my @own = sort { $a <=> $b } map { $_->{board} } own('playera');
sub leaves
{
	$world->answer(address('playera'), 'leave 1');
	$world->run;
	$world->answer(address('playera'), 'yes');
	return words((letters_to('playera', $world->run))[0]);
}
like(leaves(), qr/^You have left tournament 1, "Autumn"\. You lose boards $own[0], $own[1], $own[2] and $own[3], which were still open\. None of your games counts in the table\. Ratings: .*playera 1500\? -> 1338\?.*"explain rating $own[0]" tells how\./, 'who leaves reads which boards are lost, and what that did to his rating');
$world->call('tournament', 'announce', 'Winter', '--players=5', '--time=3d');
$world->answer(address('playera'), 'join 2');
like(words((letters_to('playera', $world->run))[-1]), qr/You take part in tournament 2/, '... and may join another');
tournament(5, '--sections=5', '--time=5d');
decide('playera', own('playera'));
$world->run;
is(leaves(), 'You have left tournament 1, "Autumn". ', 'with no open game nothing is said of any');

# --- suspended
tournament(5, '--sections=5', '--time=5d');
moves(2, boards());
@own = sort { $a <=> $b } map { $_->{board} } own('playera');
$world->call('player', 'suspend', 'playera');
@letters = $world->run;
is(left('playera'), 1, 'who is suspended has left at once');
my ($told) = letters_to('playera', @letters);
like(words($told), qr/your letters have no effect; you leave your tournaments, while your other games and their clocks go on\. .*You have left tournament 1, "Autumn", as your account is suspended\. You lose boards $own[0], $own[1], $own[2] and $own[3], .*Ratings: /, '... and reads what is lost');
is(scalar(grep { words($_) =~ /clock goes on/ } @letters), 0, '... nobody reads that his clock goes on there');
is(scalar(grep { words($_) =~ /playera has left the tournament, and with that resigned this game/ } @letters), 4, '... but that he has left');
$world->call('player', 'restore', 'playera');
like(words((letters_to('playera', $world->run))[0]), qr/restored your account: .*You have left tournament 1, "Autumn", and nobody can join it any more\./, 'restored: he is told that he is out');

done_testing;
