# SPDX-License-Identifier: ISC
#
# What the server owes for a letter, by the players' book: what becomes of the game, whether
# the letter is carried out or refused, and who gets a letter because of it.
#
# Each command is a function of the season, the letter's context and its arguments; it
# changes the season's own games and players and returns 'done' or 'refused'.  The context:
# now, received, p (the player who speaks), token (game and turns, undef a password), news (a
# set of "player game"), mail (letters to single addresses), more (the answer says more than
# that a move was played).

package Book;
use strict;
use warnings;
use Reckoning;
use Xiangqi;

my ($day, $hour) = ($Reckoning::day, $Reckoning::hour);

sub turn
{
	my ($g) = @_;
	return ($g->{first} + $g->{length}) % 2;
}

# The printed number of the next move.
sub number
{
	my ($g) = @_;
	return int(($g->{length} + $g->{first}) / 2) + 1;
}

sub side_of
{
	my ($g, $p) = @_;
	return $g->{seat}[0] eq $p->{name} ? 0 : 1;
}

# The player is told of a wrong password, once an hour, and nobody else.
sub wrong_password
{
	my ($ctx, $p) = @_;
	$ctx->{answers} = 0;
	if (!$p->{is_closed} && $ctx->{now} - ($p->{told_at} // 0) >= $hour) {
		$ctx->{news}{"$p->{name} none"} = 1;
		$p->{told_at} = $ctx->{now};
	}
	return 'refused';
}

# So is one whose letter was answered from an address that is not his, five times a day.
sub answered_from_elsewhere
{
	my ($s, $ctx) = @_;
	my ($p, $token) = @$ctx{qw(p token)};
	return if $p->{is_closed} || !$token;
	$p->{elsewhere} = [grep { $ctx->{now} - $_ < $day } @{$p->{elsewhere} // []}];
	return if @{$p->{elsewhere}} >= 5 || grep { $ctx->{now} - $_ < $hour } @{$p->{elsewhere}};
	push @{$p->{elsewhere}}, $ctx->{now};
	my $g = $s->{games}[$token->{game} // 0];
	$ctx->{news}{"$p->{name} " . ($g && grep({ $_ eq $p->{name} } @{$g->{seat}}) ? $g->{id} : 'none')} = 1;
}

sub new_game
{
	my ($s, $ctx, $match, $challenger) = @_;
	my $g = {
		id => ++$s->{games_made}, state => 0, challenger => $challenger, match => $match,
		seat => [$match->{red}, $match->{green}], terms => Reckoning::terms($match->{options}),
		is_private => $match->{options} =~ /--private/ ? 1 : 0, first => $match->{first} // 0,
		script => $match->{script}, length => 0, turns => 0, plies => [], since => $ctx->{now},
		bank => [0, 0], given => [0, 0], reminded => 0, claimed => 0, draw_by => -1, draw_last => [-1, -1],
		undo_by => -1, undo_last => [-1, -1], result => 0, ending => '', observers => {}, undone => 0,
	};
	$s->{games}[$g->{id}] = $g;
	touch($s, $g);
	return $g;
}

# It has changed: it will be compared, and its clock looked at anew.
sub touch
{
	my ($s, $g) = @_;
	$s->{touched}{$g->{id}} = $g;
	$s->{history}{$g->{id}}{$s->{row}} = $g->{turns};
	$g->{began}{$g->{turns}} //= $s->{now};
	delete $g->{next};
}

sub begin
{
	my ($s, $ctx, $g) = @_;
	@$g{qw(state since started reminded)} = (1, $ctx->{now}, $ctx->{now}, 0);
	$g->{bank} = [($g->{terms}{bank}) x 2];
	touch($s, $g);
}

sub end
{
	my ($s, $g, $result, $ending, $now) = @_;
	@$g{qw(state result ending ended draw_by undo_by)} = (2, $result, $ending, $now, -1, -1);
	touch($s, $g);
	$s->game_over($g);
}

# --- clocks

sub clock
{
	my ($s, $g) = @_;
	my $p = $s->{players}{$g->{seat}[turn($g)]};
	return { zone => $p->{zone}, is_weekend_off => $g->{terms}{is_weekend_off},
		off => $g->{terms}{no_vacation} ? [] : $p->{off} };
}

# Seconds for this move; undef: no limit.
sub allowed
{
	my ($g) = @_;
	my $side = turn($g);
	my $move = $g->{terms}{move} ? $g->{terms}{move} + $g->{given}[$side] : undef;
	my $bank = $g->{terms}{bank} ? $g->{bank}[$side] : undef;
	return !defined $bank || (defined $move && $move < $bank) ? $move : $bank;
}

sub deadline
{
	my ($s, $g) = @_;
	return 0 if $g->{state} != 1;
	my $allowed = allowed($g) // return 0;
	return Reckoning::reached(clock($s, $g), $g->{since}, $allowed);
}

# When the player to move is reminded in this turn.
sub reminders
{
	my ($s, $g) = @_;
	my $allowed = allowed($g);
	my $p = $s->{players}{$g->{seat}[turn($g)]};
	my @at;
	for (split /,/, $p->{reminders}) {
		my $after = $_ ne 'half' ? (defined $allowed ? $allowed - Reckoning::duration($_) : 0) :
		    $g->{terms}{nag} || (defined $allowed ? int($allowed / 2) : 0);
		next if $after <= 0 || (defined $allowed && $after >= $allowed);
		push @at, Reckoning::reached(clock($s, $g), $g->{since}, $after);
	}
	return @at;
}

# --- who is told

sub observers
{
	my ($s, $g, $is_over) = @_;
	my %ends_only = %{$g->{observers}};
	if (!$g->{is_private} && $g->{started}) {
		my %from_player;
		for my $name (@{$g->{seat}}) {
			my $followers = $s->{players}{$name}{followers};
			for (sort keys %$followers) {
				$from_player{$_} = $followers->{$_} if !defined $from_player{$_} || $followers->{$_} < $from_player{$_};
			}
		}
		$ends_only{$_} //= $from_player{$_} for sort keys %from_player;
	}
	delete @ends_only{@{$g->{seat}}};
	return grep { $is_over || !$ends_only{$_} } sort keys %ends_only;
}

sub told
{
	my ($s, $ctx, $g, $is_talk) = @_;
	for my $name (@{$g->{seat}}, observers($s, $g, $g->{state} == 2)) {
		next if $ctx->{p} && $name eq $ctx->{p}{name};
		next if $is_talk && $s->{players}{$name}{blocked}{$ctx->{p}{name}};
		$ctx->{news}{"$name $g->{id}"} = 1;
	}
	# Words that do not arrive are told of.
	$ctx->{more} = 1 if $ctx->{p} && $ctx->{words} && grep { $s->{players}{$_}{blocked}{$ctx->{p}{name}} } @{$g->{seat}};
}

# An answer counts for the turn of the letter that it answers.
sub is_current
{
	my ($ctx, $g, $back) = @_;
	my $token = $ctx->{token};
	return 1 if !$token || ($token->{game} // 0) != $g->{id};
	my $turns = $ctx->{turns}{$g->{id}} //= $g->{turns};
	return $token->{turns} <= $turns && $token->{turns} >= $turns - $back;
}

# A letter of a turn that began more than two weeks ago, or of no game and written then: what
# some commands order in an answer to it is asked about first.
sub is_stale
{
	my ($s, $letter) = @_;
	my $g = $s->{games}[$letter->{board} // 0];
	return 0 if $g && $letter->{turns} == $g->{turns};
	my $written = $g ? $g->{began}{$letter->{turns}} // 0 : int($letter->{written} / $day) * $day;
	return $s->{now} - $written > 14 * $day;
}

# --- moves

sub play
{
	my ($s, $ctx, $g, $move, $received) = @_;
	my $side = turn($g);
	my $spent = Reckoning::spent(clock($s, $g), $g->{since}, $received);

	push @{$g->{plies}}, [$move, $received, $ctx->{now}];
	$g->{length}++;
	$g->{turns}++;
	$g->{draw_by} = -1 if $g->{draw_by} == 1 - $side;
	$g->{undo_by} = -1 if $g->{undo_by} == 1 - $side;
	if ($g->{terms}{bank}) {
		$g->{bank}[$side] -= $spent < $g->{bank}[$side] ? $spent : $g->{bank}[$side];
		$g->{bank}[$side] += $g->{terms}{increment};
	}
	$g->{given}[$side] = 0;
	@$g{qw(reminded claimed since)} = (0, 0, $ctx->{now});
	touch($s, $g);
	my $script = $g->{script};
	end($s, $g, $script->{is_draw} ? 3 : $side + 1, $script->{ending}, $ctx->{now}) if $script->{ending} && $g->{length} == @{$script->{moves}};
}

# Moves planned by the side to move, as long as they fit.
sub play_planned
{
	my ($s, $ctx, $g) = @_;
	while ($g->{state} == 1) {
		my $side = turn($g);
		my ($plan, $queued) = ($g->{plan}[$side], $g->{queued}[$side]);
		my ($answer, $is_told);
		if ($plan && $plan->{turn} == $g->{turns} - 1) {
			my @since = map { $_->[0] } @{$g->{plies}}[$plan->{length} .. $g->{length} - 1];
			for my $line (@{$plan->{lines}}) {
				next if @$line <= @since || "@$line[0 .. $#since]" ne "@since";
				$answer //= $line->[@since];
				$plan->{turn} = $g->{turns} + 1 if @$line > @since + 1;
			}
			$is_told = 1;
		}
		if (!defined $answer && $queued && $queued->{turn} == $g->{turns} - 1) {
			$answer = $queued->{move};
			$g->{queued}[$side] = undef;
			$is_told = 1;
		}
		# Why nothing is played is its owner's business alone.
		$ctx->{more} = 1 if $is_told && (defined $answer && $g->{draw_by} != 1 - $side || $g->{seat}[$side] eq $ctx->{p}{name});
		return if !defined $answer || $g->{draw_by} == 1 - $side;
		play($s, $ctx, $g, $answer, $ctx->{now});
		told($s, $ctx, $g);
		$s->{count}{'planned moves'}++;
	}
}

sub move
{
	my ($s, $ctx, $g, $side, %o) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 0);
	return 'refused' if turn($g) != $side || ($o{number} && $o{number} != number($g));
	$s->fault("board $g->{id}: $o{move} is not the move that was meant") if $o{move} ne ($g->{script}{moves}[$g->{length}] // '');
	play($s, $ctx, $g, $o{move}, $ctx->{received});
	told($s, $ctx, $g);
	$ctx->{receipt} //= 1;
	$ctx->{more} = 1 if $g->{state} == 2;
	if ($o{plan} && $g->{state} == 1) {
		$g->{plan}[$side] = { turn => $g->{turns}, length => $g->{length}, lines => $o{plan} };
		$ctx->{more} = 1;
	}
	play_planned($s, $ctx, $g) if !$o{plans_wait};
	return 'done';
}

sub plan
{
	my ($s, $ctx, $g, $side, $lines) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 1) || turn($g) == $side;
	$g->{plan}[$side] = { turn => $g->{turns}, length => $g->{length}, lines => $lines };
	return 'done';
}

sub plan_off
{
	my ($s, $ctx, $g, $side) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 1);
	return 'refused' if !$g->{plan}[$side] || $g->{plan}[$side]{turn} != $g->{turns};
	$g->{plan}[$side] = undef;
	return 'done';
}

sub queue
{
	my ($s, $ctx, $g, $side, $move) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 1) || turn($g) == $side;
	$g->{queued}[$side] = { turn => $g->{turns}, move => $move };
	return 'done';
}

sub unqueue
{
	my ($s, $ctx, $g, $side) = @_;
	return 'refused' if $g->{state} != 1 || !$g->{queued}[$side] || $g->{queued}[$side]{turn} != $g->{turns};
	$g->{queued}[$side] = undef;
	return 'done';
}

sub submit
{
	my ($s, $ctx, $g, $side, $move) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 0) || turn($g) != $side;
	$g->{submitted}[$side] = { turns => $g->{turns}, move => $move };
	return 'done';
}

sub confirm_move
{
	my ($s, $ctx, $g, $side) = @_;
	my $submitted = $g->{submitted}[$side];
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 0) || !$submitted || $submitted->{turns} != $g->{turns};
	$g->{submitted}[$side] = undef;
	return move($s, $ctx, $g, $side, move => $submitted->{move});
}

# --- offers

sub is_long_ago
{
	my ($g, $last) = @_;
	return $last == -1 || $g->{length} - $last >= 20;
}

sub draw
{
	my ($s, $ctx, $g, $side) = @_;
	my $agrees = $g->{draw_by} == 1 - $side;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, $agrees ? 0 : 1);
	if ($agrees) {
		end($s, $g, 3, 'agreement', $ctx->{now});
	} elsif ($g->{draw_by} != -1 || !is_long_ago($g, $g->{draw_last}[$side])) {
		return 'refused';
	} else {
		($g->{draw_by}, $g->{draw_last}[$side]) = ($side, $g->{length});
		touch($s, $g);
	}
	$ctx->{more} = 1;
	told($s, $ctx, $g);
	return 'done';
}

# To where that side was last to move; -1: it has not moved.
sub before_own_move
{
	my ($g, $side, $length) = @_;
	my $to = ($g->{first} + $length) % 2 == $side ? $length - 2 : $length - 1;
	return $to >= 0 ? $to : -1;
}

sub undo
{
	my ($s, $ctx, $g, $side) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 1) || $g->{undo_by} != -1;
	return 'refused' if before_own_move($g, $side, $g->{length}) == -1 || !is_long_ago($g, $g->{undo_last}[$side]);
	($g->{undo_by}, $g->{undo_last}[$side]) = ($side, $g->{length});
	touch($s, $g);
	told($s, $ctx, $g);
	return 'done';
}

sub take_back
{
	my ($s, $ctx, $g) = @_;
	my $by = $g->{undo_by};
	my $to = before_own_move($g, $by, $g->{undo_last}[$by]);
	my $back = $g->{length} - $to;

	splice @{$g->{plies}}, $to;
	$g->{length} = $to;
	$g->{turns} += $back;
	$g->{undone} += $back;
	for ($g->{draw_last}, $g->{undo_last}) {
		for (@$_) {
			$_ = $to if $_ > $to;
		}
	}
	@$g{qw(draw_by undo_by reminded claimed since)} = (-1, -1, 0, 0, $ctx->{now});
	touch($s, $g);
}

# An answer to a challenge or to an offer; which: 'draw', 'undo' or ''.
sub answer
{
	my ($s, $ctx, $g, $side, $accepts, $which) = @_;
	my $draw = $g->{draw_by} == 1 - $side && $which ne 'undo';
	my $undo = $g->{undo_by} == 1 - $side && $which ne 'draw';

	return 'refused' if !is_current($ctx, $g, 0);
	if ($g->{state} == 0 && $g->{challenger} != $side) {
		if ($accepts) {
			begin($s, $ctx, $g);
		} else {
			end($s, $g, 4, 'rejected', $ctx->{now});
		}
	} elsif ($g->{state} != 1 || $draw == $undo) {
		return 'refused';
	} elsif ($draw) {
		if ($accepts) {
			end($s, $g, 3, 'agreement', $ctx->{now});
		} else {
			$g->{draw_by} = -1;
		}
	} elsif ($accepts) {
		take_back($s, $ctx, $g);
	} else {
		$g->{undo_by} = -1;
	}
	touch($s, $g);
	told($s, $ctx, $g);
	return 'done';
}

# All challenges to the player, at once: each that begins brings him a letter of its own.
sub answer_all
{
	my ($s, $ctx, $accepts) = @_;
	my @mine = grep { $_ && $_->{state} == 0 && $_->{seat}[1 - $_->{challenger}] eq $ctx->{p}{name} } @{$s->{games}};

	for my $g (@mine) {
		if ($accepts) {
			begin($s, $ctx, $g);
		} else {
			end($s, $g, 4, 'rejected', $ctx->{now});
		}
		told($s, $ctx, $g);
	}
	return @mine ? 'done' : 'refused';
}

sub withdraw
{
	my ($s, $ctx, $g, $side) = @_;
	if ($g->{state} == 0 && $g->{challenger} == $side) {
		end($s, $g, 4, 'withdrawn', $ctx->{now});
	} elsif ($g->{state} == 1 && ($g->{draw_by} == $side) != ($g->{undo_by} == $side)) {
		$g->{$g->{draw_by} == $side ? 'draw_by' : 'undo_by'} = -1;
	} else {
		return 'refused';
	}
	touch($s, $g);
	told($s, $ctx, $g);
	return 'done';
}

sub give_up
{
	my ($s, $g, $side, $now, $ending) = @_;
	my $is_early = $g->{length} < 2;
	end($s, $g, $is_early ? 4 : 2 - $side, $is_early ? 'cancelled' : $ending // 'resignation', $now);
}

sub resign
{
	my ($s, $ctx, $g, $side) = @_;
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 1);
	give_up($s, $g, $side, $ctx->{now});
	told($s, $ctx, $g);
	return 'done';
}

sub give
{
	my ($s, $ctx, $g, $side, $seconds) = @_;
	return 'refused' if $g->{state} != 1 || !($g->{terms}{move} || $g->{terms}{bank}) || !is_current($ctx, $g, 1);
	$g->{bank}[1 - $side] += $seconds if $g->{terms}{bank};
	$g->{given}[1 - $side] += $seconds if $g->{terms}{move};
	$g->{claimed} = 0;
	touch($s, $g);
	told($s, $ctx, $g);
	return 'done';
}

sub claim
{
	my ($s, $ctx, $g, $side) = @_;
	my $deadline = deadline($s, $g);
	return 'refused' if $g->{state} != 1 || !is_current($ctx, $g, 0) || turn($g) == $side;
	return 'refused' if $deadline == 0 || $ctx->{now} < $deadline || !$g->{terms}{by_claim};
	$g->{claimed} = 1;
	touch($s, $g);
	# What comes of it is told when every letter has been read.
	$ctx->{answers} = 0;
	return 'done';
}

sub chat
{
	my ($s, $ctx, $g) = @_;
	my $name = $ctx->{p}{name};
	return 'refused' if !grep { $_ eq $name } @{$g->{seat}}, observers($s, $g, 1);
	return 'refused' if !grep { $_ ne $name && !$s->{players}{$_}{is_closed} && !$s->{players}{$_}{blocked}{$name} } @{$g->{seat}};
	told($s, $ctx, $g, 1);
	return 'done';
}

# Words alone in answer to a letter are passed on; whoever is to move is told that he still is.
sub words_alone
{
	my ($s, $ctx, $g, $side) = @_;
	my $outcome = chat($s, $ctx, $g);
	$ctx->{receipt} = $g->{state} != 1 || turn($g) != $side;
	return $outcome;
}

sub watch
{
	my ($s, $ctx, $g, $copies) = @_;
	return 'refused' if $g->{is_private} || $g->{state} == 0 || grep { $_ eq $ctx->{p}{name} } @{$g->{seat}};
	if ($copies eq 'none') {
		delete $g->{observers}{$ctx->{p}{name}};
	} else {
		$g->{observers}{$ctx->{p}{name}} = $copies eq 'ends' ? 1 : 0;
	}
	return 'done';
}

sub challenge
{
	my ($s, $ctx, $match, $challenger) = @_;
	my $other = $s->{players}{$challenger == 0 ? $match->{green} : $match->{red}};
	return 'refused' if $other->{is_closed} || $other->{blocked}{$ctx->{p}{name}} || $ctx->{p}{blocked}{$other->{name}};
	$ctx->{game} = new_game($s, $ctx, $match, $challenger);
	told($s, $ctx, $ctx->{game});
	return 'done';
}

# --- without mail

# After an outage everybody gets the lost time back.
sub give_back
{
	my ($s, $seconds) = @_;
	$s->{gave_back} = $s->{now};
	for my $g (grep { $_ && $_->{state} != 2 } @{$s->{games}}) {
		$g->{since} += $seconds;
		$g->{reminded} += $seconds if $g->{reminded};
		touch($s, $g);
	}
}

# Has that side nothing left that could win?
sub is_bare
{
	my ($g, $side) = @_;
	my $board = $g->{script}{board} ? [@{$g->{script}{board}}] : Xiangqi::start();
	Xiangqi::play($board, $_->[0]) for @{$g->{plies}};
	return !grep { $side == 0 ? /[RNCP]/ : /[rncp]/ } @$board;
}

# Who plays with somebody hears of his vacations, if what he knows is no more so: once a day at
# most, and not from one whom he has blocked.
sub vacation_news
{
	my ($s, $p, $news) = @_;
	my $now = $s->{now};
	my $known = sub { join ' ', map { "$_->[0]-$_->[1]" } sort { $a->[0] <=> $b->[0] } grep { $_->[1] > $now } @{$_[0] // []} };
	for my $name (sort keys %{$p->{owes}}) {
		my $told = $p->{told}{$name};
		next if $told && $told->{at} > $now - $day;
		delete $p->{owes}{$name};
		next if $known->($told->{spans}) eq $known->($p->{off}) || $s->{players}{$name}{blocked}{$p->{name}};
		$p->{told}{$name} = { at => $now, spans => [map { [@$_] } @{$p->{off}}] };
		$news->{"$name none"}++ if !$s->{players}{$name}{is_closed};
	}
}

sub tick
{
	my ($s, $now) = @_;
	my %news;
	vacation_news($s, $_, \%news) for grep { !$_->{is_closed} } map { $s->{players}{$_} } sort keys %{$s->{players}};
	for my $g (grep { $_ && $_->{state} != 2 } @{$s->{games}}) {
		next if defined $g->{next} && $g->{next} > $now;
		my $ctx = { now => $now, news => \%news };
		my $deadline = $g->{state} == 0 ? $g->{since} + 14 * $day : deadline($s, $g);
		if ($deadline && $now >= $deadline) {
			# After an outage people first see what they missed.
			next if $s->{gave_back} == $now;
			# Whoever has no time left is asked for a move before he loses.
			next if @{$g->{plies}} && $g->{plies}[-1][2] == $now;
			if ($g->{state} == 0) {
				end($s, $g, 4, 'lapsed', $deadline);
				told($s, $ctx, $g);
			} elsif ($g->{terms}{by_claim} && !$g->{claimed}) {
				if ($g->{reminded} < $deadline) {
					$g->{reminded} = $now;
					$news{"$_ $g->{id}"} = 1 for @{$g->{seat}};
					touch($s, $g);
					$s->time_is_up($g);
				}
			} else {
				my $early = $g->{length} < 2;
				my $result = $early ? 4 : is_bare($g, 1 - turn($g)) ? 3 : 2 - turn($g);
				end($s, $g, $result, $early ? 'cancelled' : 'time', $now);
				told($s, $ctx, $g);
				$s->{count}{'lost on time'}++;
			}
		} elsif ($g->{state} == 0 && !$g->{reminded} && $now >= $g->{since} + 12 * $day) {
			# Who was challenged is asked once more.
			my $asked = $s->{players}{$g->{seat}[1 - $g->{challenger}]};
			$g->{reminded} = $now;
			$news{"$asked->{name} $g->{id}"} = 1 if $asked->{reminders} ne '';
			$s->{count}{'challenges reminded of'}++;
			touch($s, $g);
		} elsif ($g->{state} == 1 && grep { $_ > $g->{reminded} && $_ <= $now } reminders($s, $g)) {
			$g->{reminded} = $now;
			$news{$g->{seat}[turn($g)] . " $g->{id}"} = 1;
			$s->{count}{reminders}++;
			touch($s, $g);
			$s->reminded($g);
		}
		$g->{next} = next_look($s, $g, $now);
	}
	return %news if $s->{gave_back} == $now;
	for my $number (grep { $s->{seeks}{$_}{since} + 14 * $day <= $now } sort keys %{$s->{seeks}}) {
		my $seek = delete $s->{seeks}{$number};
		$news{"$seek->{name} none"}++ if !$s->{players}{$seek->{name}}{is_closed};
	}
	return %news;
}

# When something may happen next without a letter.
sub next_look
{
	my ($s, $g, $now) = @_;
	return 9e15 if $g->{state} == 2;
	return $g->{since} + ($g->{reminded} ? 14 : 12) * $day if $g->{state} == 0;
	my @at = grep { $_ > $now } deadline($s, $g), reminders($s, $g);
	@at = sort { $a <=> $b } @at;
	return $at[0] // 9e15;
}

1;
