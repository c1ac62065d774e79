# SPDX-License-Identifier: ISC
#
# What players of a season write besides their games: questions, settings, accounts, and
# letters that are nobody's business.  Each errand is a function of the season and of a
# player chosen by lot; where it does not fit, it does nothing and returns nothing.

package Season;
use strict;
use warnings;
use Book;
use Reckoning;

our (@zones, @languages);
my ($day, $hour) = ($Reckoning::day, $Reckoning::hour);

sub any_other
{
	my ($self, $p) = @_;
	my @others = grep { $_ ne $p->{name} && !$self->{players}{$_}{is_closed} } sort keys %{$self->{players}};
	return @others ? $self->{players}{one_of(@others)} : undef;
}

# A game that anybody may see, with moves.
sub any_public
{
	my ($self, $is_running) = @_;
	my @games = grep { $_ && !$_->{is_private} && $_->{length} > 0 && ($is_running ? $_->{state} == 1 : $_->{state} > 0) } @{$self->{games}};
	return @games ? one_of(@games) : undef;
}

sub with_other
{
	my ($line, $apply) = @_;
	return sub {
		my ($self, $p) = @_;
		my $other = $self->any_other($p) or return;
		return $self->order($p, sprintf($line, $other->{name}), sub { $apply ? $apply->($self, $p, $other, @_) : 'done' });
	};
}

sub with_game
{
	my ($line, $is_running) = @_;
	return sub {
		my ($self, $p) = @_;
		my $g = $self->any_public($is_running) or return;
		return $self->order($p, sprintf($line, $g->{id}), sub { $is_running && $g->{state} != 1 ? 'refused' : 'done' });
	};
}

# Writes, and when it was carried out answers the letter that this brings to the address.
sub and_then
{
	my ($self, $post, $address, $apply, $answer) = @_;
	my $asked;
	$asked = $post->(sub {
		my $done = $apply ? $apply->(@_) : 'done';
		$self->in($hour, sub {
			my $letter = $asked->{caused}{$address} or return $self->fault("no letter to $address");
			$answer->($letter);
		}) if $done eq 'done';
		return $done;
	});
	return $asked;
}

sub question
{
	my ($line) = @_;
	return sub { $_[0]->order($_[1], $line) };
}

# That of the game whose letter is answered; there is none in a letter of no game.
sub position
{
	my ($self, $p) = @_;
	my $letter = $p->{last};
	return $self->order($p, 'position', sub { $letter->{board} ? 'done' : 'refused' });
}

sub setting
{
	my ($name, @values) = @_;
	return sub {
		my ($self, $p) = @_;
		my $value = one_of(@values);
		return $self->order($p, "set $name $value", sub {
			if ($name eq 'zone') {
				$self->set_zone($p, $value);
			} elsif ($name eq 'reminders') {
				$p->{reminders} = $value eq 'off' ? '' : $value;
				$self->look_at_games($p);
			} elsif ($name eq 'language') {
				$p->{language} = $value;
			} elsif ($name eq 'receipt') {
				$p->{no_receipt} = $value eq 'off';
			}
			return 'done';
		});
	};
}

sub watching
{
	my ($verb, $copies) = @_;
	return sub {
		my ($self, $p) = @_;
		my $g = $self->any_public or return;
		return $self->order($p, "$verb $g->{id}", sub { Book::watch($self, $_[0], $g, $copies) });
	};
}

sub following
{
	my ($verb, $ends) = @_;
	return with_other("$verb %s", sub {
		my ($self, $p, $other) = @_;
		if (defined $ends) {
			return 'refused' if $other->{is_closed};
			$other->{followers}{$p->{name}} = $ends;
		} else {
			return 'refused' if !exists $other->{followers}{$p->{name}};
			delete $other->{followers}{$p->{name}};
		}
		return 'done';
	});
}

# --- vacations

sub opponents
{
	my ($self, $p) = @_;
	my %opponents = map { $_ => 1 } map { @{$_->{seat}} } $self->running($p);
	delete $opponents{$p->{name}};
	return sort keys %opponents;
}

sub vacation
{
	my ($self, $p) = @_;
	my $today = Reckoning::date_of($p->{zone}, $self->{clock});
	my $from = Reckoning::next_date($today, int rand 7);
	my $days = 2 + int rand 6;
	my $to = Reckoning::next_date($from, $days - 1);

	return if ($p->{vacation_days} // 0) + $days > 20;
	return $self->order($p, "vacation $from $to", sub {
		my ($ctx) = @_;
		my $begin = Reckoning::midnight($p->{zone}, $from);
		my $end = Reckoning::midnight($p->{zone}, Reckoning::next_date($to));
		return 'refused' if $from lt Reckoning::date_of($p->{zone}, $ctx->{now});
		$begin = $ctx->{now} if $begin < $ctx->{now};
		return 'refused' if grep { $_->[0] < $end && $begin < $_->[1] } @{$p->{off}};
		push @{$p->{off}}, [$begin, $end];
		$p->{vacation_days} += $days;
		$p->{owes}{$_} = 1 for $self->opponents($p);
		$self->look_at_games($p);
		$self->{count}{vacations}++;
		return 'done';
	});
}

sub vacation_off
{
	my ($self, $p) = @_;
	return $self->order($p, 'vacation off', sub {
		my ($ctx) = @_;
		my $now = $ctx->{now};
		if (grep { $_->[1] > $now } @{$p->{off}}) {
			$p->{owes}{$_} = 1 for $self->opponents($p);
		}
		$p->{off} = [map { [$_->[0], $_->[1] > $now ? $now : $_->[1]] } grep { $_->[0] < $now } @{$p->{off}}];
		$self->look_at_games($p);
		return 'done';
	});
}

# --- people

sub message
{
	my ($self, $p) = @_;
	my %others = map { $_->{name} => $_ } grep { $_ } map { $self->any_other($p) } 1 .. 2;
	my @names = sort keys %others or return;
	return $self->order($p, "message @names\n\nShall we play again?", sub {
		my ($ctx) = @_;
		my @open = grep { !$others{$_}{is_closed} && !$others{$_}{blocked}{$p->{name}} } @names;
		$ctx->{news}{"$_ none"} = 1 for @open;
		return @open ? 'done' : 'refused';
	});
}

my $block = with_other('block %s', sub {
	my ($self, $p, $other) = @_;
	return 'refused' if $other->{is_closed};
	$p->{blocked}{$other->{name}} = 1;
	return 'done';
});
sub unblock
{
	my ($self, $p) = @_;
	my $other = one_of(sort keys %{$p->{blocked}}) // return;
	return $self->order($p, "unblock $other", sub { delete $p->{blocked}{$other} ? 'done' : 'refused' });
}

# --- addresses and passwords

sub by_password
{
	my ($self, $p, $line, $apply) = @_;
	return if $p->{is_moving};
	return $self->post($p, text => $line, apply => $apply, keeps => 1, password => $p->{password});
}

sub further_address
{
	my ($self, $p) = @_;
	my $address = "$p->{name}\@further" . (1 + int rand 1000) . '.test';
	return if $p->{is_moving} || keys %{$p->{addresses}} > 1;
	return if !$p->{password};
	return $self->and_then(sub { $self->by_password($p, "add $p->{name} $p->{password} $address", @_) }, $address, sub {
		$_[0]{mail}{$address}++;
		return 'done';
	}, sub {
		$self->post($p, to => $_[0], from => $address, is_new => 1, text => one_of('', 'yes'), apply => sub {
			$p->{addresses}{$address} = 1;
			$self->{by_address}{$address} = $p;
			return 'done';
		});
	});
}

sub second_address
{
	my ($p) = @_;
	my ($address) = grep { $_ ne $p->{address} } sort keys %{$p->{addresses}};
	return $address;
}

sub receive
{
	my ($self, $p) = @_;
	my $address = second_address($p) // return;
	my $on = one_of(0, 1);
	return if !$p->{password};
	return $self->by_password($p, "receive $p->{name} $p->{password} $address " . ($on ? 'on' : 'off'), sub {
		return 'refused' if !defined $p->{addresses}{$address};
		$p->{addresses}{$address} = $on;
		return 'done';
	});
}

sub drop_address
{
	my ($self, $p) = @_;
	my $address = second_address($p) // return;
	return if !$p->{password};
	return $self->by_password($p, "drop $p->{name} $p->{password} $address", sub {
		my ($ctx) = @_;
		return 'refused' if !defined delete $p->{addresses}{$address};
		$ctx->{mail}{$address}++;
		return 'done';
	});
}

sub change_password
{
	my ($self, $p) = @_;
	my $new = 'Neu-' . int rand 1e6;
	return if !$p->{password};
	return $self->by_password($p, "change password $p->{name} $p->{password} $new", sub {
		$p->{password} = $new;
		return 'done';
	});
}

# Without the old one it is asked about first.
sub new_password
{
	my ($self, $p) = @_;
	my $new = 'Frage-' . int rand 1e6;
	return if $p->{is_moving};
	return $self->and_then(sub { $self->order($p, "change password $new", $_[0], keeps => 1) }, $p->{address}, undef, sub {
		$self->post($p, to => $_[0], from => $_[0]{address}, text => 'yes', apply => sub {
			$p->{password} = $new;
			return 'done';
		});
	});
}

# Somebody else tries one.
sub wrong_password
{
	my ($self, $p) = @_;
	my $g = one_of($self->running($p)) // return;
	return $self->post(undef, from => 'guesser@elsewhere.test', subject => "resign $g->{id} $p->{name} falsch", style => $p->{style}, apply => sub {
		return Book::wrong_password($_[0], $p);
	});
}

sub change_address
{
	my ($self, $p) = @_;
	my $address = "$p->{name}\@moved" . (1 + int rand 1000) . '.test';
	return if !$p->{password};
	return $self->and_then(sub { $self->by_password($p, "change address $p->{name} $p->{password} $address", @_) }, $address, sub {
		$_[0]{mail}{$address}++;
		$p->{is_moving} = 1;
		return 'done';
	}, sub {
		$self->post($p, to => $_[0], from => $address, is_new => 1, text => 'yes', apply => sub {
			my ($ctx) = @_;
			$ctx->{mail}{$_}++ for sort keys %{$p->{addresses}};
			@$p{qw(address addresses is_moving)} = ($address, { $address => 1 }, 0);
			$self->{by_address}{$address} = $p;
			return 'done';
		});
	});
}

sub forgot
{
	my ($self, $p) = @_;
	my $new = 'Wieder-' . int rand 1e6;
	my $address = $p->{address};
	return if $p->{is_moving};
	my $ask = sub { $self->post(undef, from => 'telephone@elsewhere.test', subject => "forgot $p->{name}", style => $p->{style}, keeps => 1, apply => $_[0]) };
	return $self->and_then($ask, $address, sub {
		$_[0]{mail}{$address}++ if !$p->{is_closed};
		return $p->{is_closed} ? 'Done' : 'done';
	}, sub {
		my ($code) = $_[0]{body} =~ /confirm (\w{8})\b/ or return $self->fault('no code for a new password');
		$self->post($p, to => $_[0], text => "confirm $code $new", from => $address, apply => sub {
			$p->{password} = $new;
			return 'done';
		});
	});
}

sub signoff
{
	my ($self, $p) = @_;
	return if !$p->{password} || $p->{is_moving} || ($self->{left} // 0) > keys(%{$self->{players}}) / 20;
	my $address = $p->{address};
	$self->{left}++;
	return $self->and_then(sub { $self->by_password($p, "signoff $p->{name} $p->{password}", @_) }, $address, undef, sub {
		$self->post($p, to => $_[0], from => $address, text => 'yes', apply => sub {
			my ($ctx) = @_;
			for my $g (grep { $_ && $_->{state} != 2 && grep { $_ eq $p->{name} } @{$_->{seat}} } @{$self->{games}}) {
				my $side = Book::side_of($g, $p);
				if ($g->{state} == 1) {
					Book::give_up($self, $g, $side, $ctx->{now}, 'account-closed');
				} else {
					Book::end($self, $g, 4, $g->{challenger} == $side ? 'challenger-left' : 'challenged-left', $ctx->{now});
				}
				Book::told($self, $ctx, $g);
			}
			$ctx->{mail}{$_}++ for grep { $_ ne $p->{address} } sort keys %{$p->{addresses}};
			$p->{is_closed} = $ctx->{to_sender} = 1;
			delete $self->{players}{$_}{followers}{$p->{name}} for sort keys %{$self->{players}};
			delete $_->{blocked}{$p->{name}} for values %{$self->{players}};
			return 'done';
		});
	});
}

# --- games to come

sub invite
{
	my ($self, $p) = @_;
	return if !@{$self->{spare}};
	my $number = ++$self->{invited};
	my $name = "guest$number";
	my $address = "$name\@home$number.test";
	my $options = one_of('--time=5d', '--time=30d+1d', '');
	return if !@{$self->{spare} // []};
	return $self->and_then(sub { $self->order($p, "invite $address $options", $_[0], keeps => 1) }, $address, sub {
		$_[0]{mail}{$address}++;
		return 'done';
	}, sub {
		my $guest = $self->add_player($name, address => $address);
		$guest->{password} = undef;
		$self->post(undef, from => $address, to => $_[0], text => "signup $name", style => $guest->{style}, apply => sub {
			my ($ctx) = @_;
			$self->open_account($guest);
			$ctx->{p} = $guest;
			my $match = { red => $p->{name}, green => $name, options => $options, script => shift @{$self->{spare}} };
			my $g = Book::new_game($self, $ctx, $match, 0);
			Book::begin($self, $ctx, $g);
			Book::told($self, $ctx, $g);
			return 'done';
		});
	});
}

sub rematch
{
	my ($self, $old) = @_;
	my $side = int rand 2;
	my $p = $self->player($old, $side);
	return if !@{$self->{spare}} || $old->{first} || $old->{script}{board};
	return $self->game_order($p, $old, 'rematch', sub {
		return Book::challenge($self, $_[0], { red => $old->{seat}[1], green => $old->{seat}[0], options => $old->{match}{options},
			script => shift @{$self->{spare}} }, 1 - $side);
	});
}

# A tournament with more places than there are players.
sub joins
{
	my ($self, $p) = @_;
	return $self->order($p, 'join 1', sub {
		return 'refused' if $p->{takes_part};
		$p->{takes_part} = 1;
		return 'done';
	});
}

sub leaves
{
	my ($self, $p) = @_;
	$self->in(2 * $day, sub { $self->order($p, 'leave 1', sub { delete $p->{takes_part} ? 'done' : 'refused' }) });
	return $self->joins($p);
}

# Only the operator announces any.
sub announces
{
	my ($self, $p) = @_;
	return $self->order($p, 'announce Cup --players=8 --time=3d', sub { 'refused' });
}

# On the stairs, once; games there are those of tests/cases/stairs.t.
sub climbs
{
	my ($self, $p) = @_;
	return if $p->{climbs}++;
	return $self->order($p, 'stairs join');
}

# Only a game that is over and counts is signed.
sub signed
{
	my ($self, $p) = @_;
	my $g = $self->any_public or return;
	return $self->order($p, "record $g->{id} signed", sub { $g->{state} == 2 && ($g->{ending} // '') !~ /cancelled/ ? 'done' : 'refused' });
}

# The program of the season's own looks at it in the same pass.
sub review
{
	my ($self, $p) = @_;
	my @over = grep { $_ && $_->{state} == 2 && $_->{length} >= 2 && grep { $_ eq $p->{name} } @{$_->{seat}} } @{$self->{games}};
	my $g = @over ? one_of(@over) : return;
	return $self->order($p, "review $g->{id}", sub {
		return 'refused' if grep { $_->{script} == $g->{script} && $_->{length} >= 16 } map { $self->running($self->{players}{$_}) } @{$g->{seat}};
		# Asked for twice in a pass, it comes once.
		$_[0]{news}{"$p->{name} none"}++ if ($g->{reviewed}{$p->{name}} // 0) != $self->{now};
		$g->{reviewed}{$p->{name}} = $self->{now};
		return 'done';
	});
}

# What is left of a score, from where time was up.
sub resume
{
	my ($self, $old) = @_;
	my $p = $self->player($old, 0);
	return if $p->{is_closed} || !$old->{script}{moves}[$old->{length} + 4];
	my $board = $old->{script}{board} ? [@{$old->{script}{board}}] : Xiangqi::start();
	Xiangqi::play($board, $_->[0]) for @{$old->{plies}};
	my $script = { %{$old->{script}} };
	for (qw(moves wxf chinese)) {
		$script->{$_} = [@{$script->{$_}}[$old->{length} .. $#{$script->{$_}}]] if $script->{$_};
	}
	$script->{board} = $board;
	return $self->game_order($p, $old, 'resume', sub {
		return Book::challenge($self, $_[0], { %{$old->{match}}, sleeps_from => undef, script => $script, first => Book::turn($old) }, 0);
	});
}

# Offers that come to nothing.
sub vain
{
	my ($how) = @_;
	return sub {
		my ($self, $p) = @_;
		my $other = $self->any_other($p) or return;
		return $self->begin_match({ red => $p->{name}, green => $other->{name}, options => '--time=9d', way => 'first', $how => 1, script => { moves => [], result => 'draw' } });
	};
}

sub seek_in_vain
{
	my ($self, $p) = @_;
	return $self->order($p, 'seek 2 --time=4d', sub {
		$self->{seeks}{++$self->{seeks_made}} = { name => $p->{name}, since => $_[0]{now} };
		$self->in($hour, sub {
			$self->order($p, 'seek off', sub {
				delete $self->{seeks}{$_} for grep { $self->{seeks}{$_}{name} eq $p->{name} } sort keys %{$self->{seeks}};
				return 'done';
			});
		});
		return 'done';
	});
}

sub history_pages
{
	my ($self, $p) = @_;
	return if 3 > grep { !$_->{is_private} && $_->{ending} !~ /cancelled/ } @{$self->{ended}};
	return $self->and_then(sub { $self->order($p, 'history limit 1', $_[0], keeps => 1) }, $p->{address}, undef, sub {
		$self->post($p, to => $_[0], text => 'more', apply => sub { 'done' });
	});
}

# --- letters that are none of the server's business

sub stranger
{
	my ($words, $outcome, @head) = @_;
	return sub {
		my ($self) = @_;
		return $self->post(undef, from => 'somebody@elsewhere.test', subject => $words, style => [sub { ([@head], '') }], apply => sub {
			my ($ctx) = @_;
			$ctx->{answers} = $outcome eq 'done';
			return $outcome;
		});
	};
}

our @errands = (
	question('help'), question('help time'), question('seeks'), question('rating'), question('standings'), question('standings 5 since 2026'), question('stats'), question('who'), question('limit'), question('receive'), question('block'), question('vacation'), question('set'), question('data'),
	question('games'), question('history'), question('limit 60'), question('showas'), question('showas all'), sub { $_[0]->order($_[1], 'stop', sub { 'refused' }) }, question('limit off'), question('preview new C2=5 h8+7'), \&position, question('position new'), question('opening C2=5 h8+7'), question('puzzle score'), question('preview new C2=5 h8+7 --rules=asian'), question('show next'), question('show all'),
	question('tournaments'), question('tournament 1'), \&joins, \&leaves, \&announces, question('stairs'), \&climbs,
	with_other('who %s'), with_other('games %s all'), with_other('show %s'), with_other('history %s'), with_other('rating %s'), with_other('stats %s'),
	with_game('show %d'), with_game('record %d'), with_game('record %d gif'), \&signed, with_game('preview %d'), with_game('explain %d'), with_game('moves %d', 1), with_game('show %d#0..1'),
	\&history_pages, setting('zone', @zones), setting('reminders', 'half,1d,6h', '1d', 'off', 'half,2h', '3d,1d,12h,1h'), setting('receipt', 'on', 'off'), setting('listed', 'on', 'off'), setting('seeks', 'off'), sub { $_[0]->order($_[1], 'notify seeks off', sub { 'done' }) }, setting('language', @languages),
	watching('subscribe', 'all'), watching('notify', 'ends'), watching('unsubscribe', 'none'), following('subscribe', 0), following('notify', 1), following('unsubscribe', undef),
	\&vacation, \&vacation, \&vacation_off, \&message, \&review, $block, \&unblock, \&further_address, \&receive, \&drop_address, \&change_password, \&new_password, \&wrong_password, \&change_address, \&forgot, \&signoff,
	\&invite, vain('is_unwanted'), vain('withdrawn'), vain('stays_open'), \&seek_in_vain,
	stranger('help', 'done'), stranger('Buy now', 'ignored'), stranger('help', 'ignored', 'Auto-Submitted: auto-replied'),
);

# One errand, by whomever it fits; if by nobody, on another day.
sub run_errand
{
	my ($self, $errand, $days) = @_;
	for (1 .. 30) {
		my @open = grep { !$self->{players}{$_}{is_closed} } sort keys %{$self->{players}};
		return if !@open || $errand->($self, $self->{players}{one_of(@open)});
	}
	$self->in($day, sub { $self->run_errand($errand, $days - 1) }) if $days > 0;
}

1;
