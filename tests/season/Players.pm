# SPDX-License-Identifier: ISC
#
# What the players of a season do: their matches, their moves and all that goes with them.
# They act on the letters they have got, and what they mean is told to Book.pm.

package Season;
use strict;
use warnings;
use Book;
use Reckoning;
use Xiangqi;

my ($day, $hour) = ($Reckoning::day, $Reckoning::hour);

our @zones = ('UTC', 'Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kolkata',
	'America/Santiago', 'Asia/Ho_Chi_Minh', 'Europe/Moscow', 'Africa/Cairo', '+05:45', '-03:30', 'Pacific/Apia', 'Asia/Beirut', 'America/St_Johns');
our @languages = qw(en en en zh-Hans zh-Hant vi ru de);
our @reminders = ('half,1d,6h', 'half,1d,6h', 'half,1d,6h', '1d', 'half', '2d,12h', '6h', '', 'half,3d,1d,2h');
our @options = ('', '', '--nagtime=2 --forfeittime=6', '--forfeittime=10 --totaltime=60', '--time=4d', '--time=40d+1d', '--time=30d+12h --weekends=off',
	'--time=4d --claim', '--time=5d --ontime=1', '--time=6d --weekends=off --vacations=off', '--time=60h --weekends=off', '--private --time=1w', '--time=60d+0', '--nagtime=1 --forfeittime=5 --claim');
my @words = ('Nice game so far.', 'Sorry that it took so long.', "It rains here.\nAnd where you are?", "\xe4\xbd\xa0\xe5\xa5\xbd\xef\xbc\x81", 'I resign myself to the draw of the cannon, hm',
	'What a move!', "Thanks for the game last week\n\nBye", "\xd0\xa1\xd0\xbf\xd0\xb0\xd1\x81\xd0\xb8\xd0\xb1\xd0\xbe!");

sub one_of
{
	return $_[rand @_];
}

sub words
{
	return "\n\n" . one_of(@words);
}

# --- accounts

sub add_player
{
	my ($self, $name, %a) = @_;
	my $p = { name => $name, address => $a{address} // "$name\@m" . (1 + int rand 9) . '.test', language => 'en', password => rand() < 0.6 ? "Geheim-$name" : undef,
		zone => 'UTC', reminders => 'half,1d,6h', off => [], letters => {}, blocked => {}, followers => {}, style => [map { one_of(@Style::all) } 1 .. 2] };
	$p->{addresses} = { $p->{address} => 1 };
	return $p;
}

# The account is open: letters find him.
sub open_account
{
	my ($self, $p) = @_;
	$self->{players}{$p->{name}} = $p;
	$self->{by_address}{$_} = $p for sort keys %{$p->{addresses}};
}

sub signup
{
	my ($self, $p, $then) = @_;
	my $line = "signup $p->{name}" . ($p->{password} ? " $p->{password}" : '');
	my $asked;
	$asked = $self->post(undef, from => $p->{address}, subject => $line, style => $p->{style}, keeps => 1, apply => sub {
		$self->in(1, sub { $self->confirm_signup($p, $asked->{caused}{$p->{address}}, $then) });
		return 'done';
	});
}

sub confirm_signup
{
	my ($self, $p, $letter, $then) = @_;
	return $self->fault("$p->{name} has got no letter to confirm") if !$letter;
	my ($code) = $letter->{body} =~ /^\s*confirm ([\w-]+)/m;
	my $by_code = rand() < 0.3 && defined $code;
	$self->post(undef, from => $p->{address}, style => $p->{style}, $by_code ? (subject => "confirm $code") : (to => $letter, text => one_of('', 'yes', 'Yes!', 'ok')), apply => sub {
		my ($ctx) = @_;
		$self->open_account($p);
		$ctx->{p} = $p;
		$self->in(1, $then) if $then;
		return 'done';
	});
}

# An order that the player's own letter proves, answering his last letter.
sub order
{
	my ($self, $p, $text, $apply, %more) = @_;
	my $last = $p->{last};
	return if $p->{is_closed} || !$last;
	$apply //= sub { 'done' };
	return $self->order_fresh($p, $last, $text, $apply, %more) if $text =~ /^(?:block \S|join \S|limit \S|receive \S|seek \S|set \S|stairs \S|vacation \S)/;
	return $self->post($p, to => $last, text => $text, apply => $apply, %more);
}

# Is the letter that he answers an old one, the server asks first, and he says yes.  back: how
# many turns of its game it may lie back.
sub order_fresh
{
	my ($self, $p, $old, $text, $apply, %more) = @_;
	my $asked;
	$asked = $self->post($p, to => $old, text => $text, %more, apply => sub {
		return $apply->(@_) if !Book::is_stale($self, $old);
		return 'refused' if $more{back} && !Book::is_current($_[0], $self->{games}[$more{game}], $more{back});
		$self->{count}{'asked about, being old'}++;
		$asked->{keeps} = 1;
		$self->in($hour, sub {
			my $question = $asked->{caused}{$p->{address}} or return;
			$self->post($p, to => $question, from => $p->{address}, text => 'yes', apply => $apply) if !$p->{is_closed};
		});
		return 'done';
	});
	return $asked;
}

sub settle_in
{
	my ($self, $p) = @_;
	my %set = (zone => one_of(@zones), language => one_of(@languages), html => one_of(qw(on auto off off off off)), calendar => one_of(qw(on off off)),
		receipt => one_of(qw(on on off)), board => one_of(qw(classic hanzi simplified letters unicode)), notation => one_of(qw(coordinates coordinates wxf chinese)),
		subject => one_of(qw(plain plain classic)));
	my $reminders = one_of(@reminders);
	my @lines = map { "set $_ $set{$_}" } sort keys %set;
	push @lines, 'set reminders ' . ($reminders eq '' ? 'off' : $reminders), one_of('set flipped on', 'set flipped off');
	$self->order($p, join("\n", @lines), sub {
		$self->set_zone($p, $set{zone});
		@$p{qw(reminders language)} = ($reminders, $set{language});
		$p->{no_receipt} = $set{receipt} eq 'off';
		return 'done';
	});
}

sub set_zone
{
	my ($self, $p, $zone) = @_;
	my $now = $self->{now};
	# His vacations keep their dates, and so does what others know of them.
	for my $span (grep { $_->[1] > $now } map { @$_ } $p->{off}, map { $_->{spans} } @{$p->{told}}{sort keys %{$p->{told}}}) {
		my ($from, $last) = map { Reckoning::date_of($p->{zone}, $_) } $span->[0], $span->[1] - 1;
		if ($span->[0] > $now) {
			my $begin = Reckoning::midnight($zone, $from);
			$span->[0] = $begin > $now ? $begin : $now;
		}
		my $end = Reckoning::midnight($zone, Reckoning::next_date($last));
		$span->[1] = $end > $span->[0] ? $end : $span->[0] + 1;
	}
	@$p{qw(zone zone_set)} = ($zone, $self->{now});
	$self->look_at_games($p);
}

# What a player's clocks show depends on his settings.
sub look_at_games
{
	my ($self, $p) = @_;
	for (grep { $_->{seat}[Book::turn($_)] eq $p->{name} } $self->running) {
		Book::touch($self, $_);
		$_->{shifted} = $self->{now};
	}
}

# --- games

sub running
{
	my ($self, $p) = @_;
	return grep { $_ && $_->{state} == 1 && (!$p || $_->{seat}[0] eq $p->{name} || $_->{seat}[1] eq $p->{name}) } @{$self->{games}};
}

sub player
{
	my ($self, $g, $side) = @_;
	return $self->{players}{$g->{seat}[$side]};
}

# How a match begins.
sub begin_match
{
	my ($self, $match) = @_;
	my ($red, $green) = @{$self->{players}}{@$match{qw(red green)}};
	my $options = $match->{options};
	my $way = $match->{way};

	return if !$red || !$green || $red->{is_closed} || $green->{is_closed};
	if ($way eq 'seek') {
		my $then = one_of("seek $options", "seek 1 $options");
		$self->order($red, $then, sub {
			my ($made) = @_;
			my $number = ++$self->{seeks_made};
			$self->{seeks}{$number} = { name => $red->{name}, since => $made->{now} };
			my $from = 2 * $hour + rand 2 * $day;
			$self->in($from, sub {
				$self->order($green, "take $number", sub {
					my ($ctx) = @_;
					return 'refused' if !$self->{seeks}{$number} || $red->{is_closed} || $red->{blocked}{$green->{name}} || $green->{blocked}{$red->{name}};
					delete $self->{seeks}{$number};
					my $g = Book::new_game($self, $ctx, $match, 0);
					Book::begin($self, $ctx, $g);
					Book::told($self, $ctx, $g);
					return 'done';
				});
			});
			return 'done';
		});
	} else {
		my ($p, $challenger, $text) = $way eq 'second' ? ($green, 1, "challenge $red->{name} $green->{name} $options") :
		    $way eq 'color' ? ($green, 1, "chall $red->{name} --color=green $options") : ($red, 0, "challenge $green->{name} $options");
		$self->order($p, $text . (rand() < 0.3 ? words() : ''), sub {
			my ($ctx) = @_;
			return Book::challenge($self, $ctx, $match, $challenger);
		});
	}
}

# A player answers a challenge.
sub answer_challenge
{
	my ($self, $g) = @_;
	my $side = 1 - $g->{challenger};
	my $p = $self->player($g, $side);
	my $letter = $p->{letters}{$g->{id}};

	return if $g->{state} != 0 || $p->{is_closed} || $g->{match}{stays_open};
	my $accepts = !$g->{match}{is_unwanted};
	if ($g->{match}{withdrawn}) {
		$p = $self->player($g, 1 - $side);
		return $self->game_order($p, $g, 'withdraw', sub { Book::withdraw($self, $_[0], $g, 1 - $side) });
	}
	if (rand() < 0.1) {
		return $self->order($p, $accepts ? 'accept all' : 'reject all', sub { Book::answer_all($self, $_[0], $accepts) });
	}
	my $text = $accepts ? one_of(qw(accept accept yes ok Accept)) : one_of('reject', 'decline', 'reject ' . $g->{id} . ' no time');
	$self->game_order($p, $g, $text . (rand() < 0.2 ? words() : ''), sub { Book::answer($self, $_[0], $g, $side, $accepts, '') });
}

# An order about a game, in answer to its last letter.
sub game_order
{
	my ($self, $p, $g, $text, $apply, %more) = @_;
	my $letter = $p->{letters}{$g->{id}};
	return if $p->{is_closed};
	return $self->fault("$p->{name} has no letter of board $g->{id}") if !$letter;
	return $self->post($p, to => $letter, text => $text, apply => $apply, game => $g->{id}, %more);
}

# A move as somebody writes it.
sub written
{
	my ($self, $p, $g, $ply) = @_;
	my $script = $g->{script};
	my $move = $script->{moves}[$ply];
	my $kind = rand;

	# In other languages the letters may be those of another piece, and if so the answer says it.
	return $script->{wxf}[$ply] if $script->{wxf} && $p->{language} =~ /^(?:en|zh)/ && !$p->{no_receipt} && $kind < 0.12;
	return $script->{chinese}[$ply] if $script->{chinese} && $kind < 0.24;
	return lc $move =~ s/-//r if $kind < 0.4;
	return lc $move if $kind < 0.5;
	return "*$move*" if $kind < 0.53;
	return "($move)" if $kind < 0.56;
	return "$move gg" if $kind < 0.58;
	return "$move :)" if $kind < 0.6;
	return $move;
}

# Lines of a plan that follow the score from that ply, and one that will not be played.
sub any_plan
{
	my ($self, $g, $ply) = @_;
	my @moves = @{$g->{script}{moves}};
	my (@lines, @text);
	my $length = 2 * (1 + int rand 3);

	return () if $ply + 1 >= @moves;
	$length -= 2 while $ply + $length > @moves;
	my @line = @moves[$ply .. $ply + $length - 1];
	my $board = $g->{script}{board} ? [@{$g->{script}{board}}] : Xiangqi::start();
	Xiangqi::play($board, $_) for @moves[0 .. $ply - 1];
	my $side = ($g->{first} + $ply) % 2;
	my $other = Xiangqi::any_move($board, $side, { $line[0] => 1 });
	push @lines, \@line if rand() < 0.85;
	if (defined $other && (!@lines || rand() < 0.5)) {
		Xiangqi::play($board, $other);
		my $answer = Xiangqi::any_move($board, 1 - $side);
		push @lines, [$other, $answer] if defined $answer;
	}
	for my $line (@lines) {
		push @text, join ', ', map { "if $line->[2 * $_] then $line->[2 * $_ + 1]" } 0 .. $#$line / 2;
	}
	return (\@lines, join "\n", @text);
}

# The player to move moves, or answers what he was asked, or does neither.
sub think
{
	my ($self, $g, $side) = @_;
	my $p = $self->player($g, $side);
	my $ply = $g->{length};

	return if $g->{state} != 1 || Book::turn($g) != $side || $p->{is_closed};
	my $letter = $p->{letters}{$g->{id}};
	if (!$letter || $letter->{turns} != $g->{turns}) {
		return $self->fault("board $g->{id}: $p->{name} is to move in turn $g->{turns} and has no letter about it, but " . ($letter ? "of $letter->{turns}, $letter->{subject}" : 'none')) if !$g->{is_bad};
	}
	return if $g->{flight}[$side] && $g->{flight}[$side] == $g->{turns};
	if ($g->{draw_by} == 1 - $side || $g->{undo_by} == 1 - $side) {
		return if $self->answer_offer($g, $side);
	}
	return $self->finish($g, $side) if $ply >= @{$g->{script}{moves}};
	$g->{flight}[$side] = $g->{turns};
	$self->send_move($p, $g, $side, $ply);
}

sub send_move
{
	my ($self, $p, $g, $side, $ply) = @_;
	my $move = $g->{script}{moves}[$ply];
	my $text = $self->written($p, $g, $ply);
	my $kind = rand;
	my $number = int(($ply + $g->{first}) / 2) + 1;
	my %fate = (may_fail => 1, what => 'moves');
	my $apply = sub { Book::move($self, $_[0], $g, $side, move => $move) };

	if ($kind < 0.02) {
		my $submitted;
		$submitted = $self->game_order($p, $g, "submit $text", sub {
			my ($ctx) = @_;
			my $done = Book::submit($self, $ctx, $g, $side, $move);
			# Only an answer to the letter that shows the move confirms it.
			$self->in(600 + rand 4 * $hour, sub {
				my ($shown) = sort { $a->{row} <=> $b->{row} } values %{$submitted->{caused}} or return;
				$self->game_order($p, $g, one_of('confirm', "confirm\n\nWell then"), sub { Book::confirm_move($self, $_[0], $g, $side) }, to => $shown);
			}) if $done eq 'done';
			return $done;
		});
	} elsif ($kind < 0.03 && $p->{password}) {
		# No answer, and so for itself: only as that move.
		my $line = one_of('xiangqi move', 'move', 'xq mvoe') . " $g->{id} $p->{name} $p->{password} $move#$number";
		$self->post($p, subject => $line, text => one_of('', 'Some words'), game => $g->{id}, password => $p->{password}, %fate,
		    apply => sub { Book::move($self, $_[0], $g, $side, move => $move, number => $number) });
	} elsif ($kind < 0.04 && $p->{password}) {
		$self->post($p, text => "as $p->{name} $p->{password}\nmove $g->{id} $move#$number", game => $g->{id}, password => $p->{password}, %fate,
		    apply => sub { Book::move($self, $_[0], $g, $side, move => $move, number => $number) });
	} elsif ($kind < 0.10) {
		my ($lines, $plan) = $self->any_plan($g, $ply + 1);
		return $self->game_order($p, $g, $text, $apply, %fate) if !$lines || !@$lines;
		$self->game_order($p, $g, "$move\n$plan", sub { Book::move($self, $_[0], $g, $side, move => $move, plan => $lines) }, %fate);
	} elsif ($kind < 0.12) {
		$self->game_order($p, $g, "$text\ndraw", sub {
			my ($ctx) = @_;
			my $done = Book::move($self, $ctx, $g, $side, move => $move, plans_wait => 1);
			return $done if $done ne 'done';
			# The offer is read before a plan answers the move.
			$done = Book::draw($self, $ctx, $g, $side);
			Book::play_planned($self, $ctx, $g);
			return $done;
		}, %fate);
	} elsif ($kind < 0.14) {
		$self->game_order($p, $g, "$text\n\nFor you.\nnote\nFor me alone.", sub {
			my ($ctx) = @_;
			my $done = $apply->($ctx);
			$ctx->{more} = 1;
			return $done;
		}, %fate);
	} elsif ($kind < 0.18) {
		$self->game_order($p, $g, "$move#$number", sub { Book::move($self, $_[0], $g, $side, move => $move, number => $number) }, %fate);
	} else {
		$self->game_order($p, $g, $text . (rand() < 0.15 ? words() : ''), $apply, %fate);
	}
}

# True: he has answered, and moves later if it is still his turn.
sub answer_offer
{
	my ($self, $g, $side) = @_;
	my $p = $self->player($g, $side);
	my $what = $g->{undo_by} == 1 - $side ? 'undo' : 'draw';
	my $is_end = $g->{length} >= @{$g->{script}{moves}};
	my $accepts = $what eq 'draw' ? $is_end && $g->{script}{result} eq 'draw' : rand() < 0.6;
	my $kind = rand;

	return 0 if !$accepts && $kind < 0.5;
	my $both = $g->{undo_by} == 1 - $side && $g->{draw_by} == 1 - $side;
	my $text = ($accepts ? 'accept' : 'reject') . ($both || rand() < 0.3 ? " $what" : '');
	if ($accepts && $what eq 'draw' && rand() < 0.3) {
		$self->game_order($p, $g, 'draw', sub { Book::draw($self, $_[0], $g, $side) });
	} else {
		my $which = $text =~ / (\w+)/ ? $1 : '';
		$self->game_order($p, $g, $text, sub { Book::answer($self, $_[0], $g, $side, $accepts, $which) });
	}
	$self->in(4 * $hour + rand $day, sub { $self->think($g, $side) });
	return 1;
}

# The score is at its end, and the game is not.
sub finish
{
	my ($self, $g, $side) = @_;
	my $result = $g->{script}{result};

	if ($result eq 'draw' && Book::is_long_ago($g, $g->{draw_last}[$side]) && $g->{draw_by} == -1) {
		my $p = $self->player($g, $side);
		$self->game_order($p, $g, one_of('draw', 'draw?', 'propose'), sub { Book::draw($self, $_[0], $g, $side) });
		# The other answers on his own.
		$self->in(1.5 * $day + rand $day, sub { $self->consider_draw($g, 1 - $side) });
		return;
	}
	my $loser = $result eq 'red' ? 1 : $result eq 'green' ? 0 : $side;
	my $p = $self->player($g, $loser);
	return if $p->{is_closed} || !$p->{letters}{$g->{id}};
	$self->game_order($p, $g, 'resign' . (rand() < 0.3 ? words() : ''), sub { Book::resign($self, $_[0], $g, $loser) });
}

sub consider_draw
{
	my ($self, $g, $side) = @_;
	return if $g->{state} != 1 || $g->{draw_by} != 1 - $side;
	my $p = $self->player($g, $side);
	$self->game_order($p, $g, 'accept', sub { Book::answer($self, $_[0], $g, $side, 1, '') });
}

# What else players do about a game, mostly out of turn.
sub idle
{
	my ($self, $g, $side) = @_;
	my $p = $self->player($g, $side);
	my $is_own = Book::turn($g) == $side;
	my $kind = one_of(qw(chat chat queue queue unqueue plan plan plan-off undo undo give note note-letter draw withdraw show speech second));

	return if $g->{state} != 1 || $p->{is_closed} || !$p->{letters}{$g->{id}} || !$g->{script}{moves}[$g->{length} + 1];
	if ($kind eq 'chat') {
		$self->game_order($p, $g, one_of('chat', 'say') . words(), sub { Book::chat($self, $_[0], $g) });
	} elsif ($kind eq 'queue' && !$is_own) {
		my $move = $g->{script}{moves}[$g->{length} + 1];
		$self->game_order($p, $g, "queue $move", sub { Book::queue($self, $_[0], $g, $side, $move) });
		$self->in(rand 0.5 * $hour, sub {
			$self->game_order($p, $g, 'unqueue', sub { Book::unqueue($self, $_[0], $g, $side) }) if $g->{state} == 1;
		}) if rand() < 0.6;
	} elsif ($kind eq 'unqueue') {
		$self->game_order($p, $g, 'unqueue', sub { Book::unqueue($self, $_[0], $g, $side) });
	} elsif ($kind eq 'plan' && !$is_own) {
		my ($lines, $plan) = $self->any_plan($g, $g->{length});
		$self->game_order($p, $g, $plan, sub { Book::plan($self, $_[0], $g, $side, $lines) }) if $lines && @$lines;
	} elsif ($kind eq 'plan-off') {
		$self->game_order($p, $g, 'if off', sub { Book::plan_off($self, $_[0], $g, $side) });
	} elsif ($kind eq 'undo') {
		$self->game_order($p, $g, one_of('undo', 'takeback'), sub { Book::undo($self, $_[0], $g, $side) });
	} elsif ($kind eq 'draw') {
		$self->game_order($p, $g, 'draw', sub { Book::draw($self, $_[0], $g, $side) });
	} elsif ($kind eq 'withdraw') {
		$self->game_order($p, $g, 'withdraw', sub { Book::withdraw($self, $_[0], $g, $side) });
	} elsif ($kind eq 'give') {
		my $time = one_of('1d', '12h', '2d', '1d6h');
		$self->order_fresh($p, $p->{letters}{$g->{id}}, "give $time", sub { Book::give($self, $_[0], $g, $side, Reckoning::duration($time)) }, game => $g->{id}, back => 1);
	} elsif ($kind =~ /note/) {
		$self->game_order($p, $g, "note\nHis horse looks weak.", sub { 'done' });
	} elsif ($kind eq 'show') {
		my $line = one_of('show', 'record', 'moves', 'show ' . $g->{id} . '#0', 'preview ' . $g->{id}, 'explain');
		$self->game_order($p, $g, $line, sub { $line eq 'moves' && $g->{state} != 1 ? 'refused' : 'done' }) if $g->{length} > 0;
	} elsif ($kind eq 'speech') {
		$self->game_order($p, $g, 'What a pity that it rains again', sub { Book::words_alone($self, $_[0], $g, $side) });
	} else {
		$self->game_order($p, $g, "chat\n\nFrom my other address.", sub { Book::chat($self, $_[0], $g) }, from => one_of(sort keys %{$p->{addresses}}));
	}
}

# --- what Book.pm tells

sub game_over
{
	my ($self, $g) = @_;
	$self->{count}{"ended: $g->{ending}"}++;
	return if $g->{ending} =~ /rejected|withdrawn|lapsed|left/;
	$self->{over}++;
	push @{$self->{ended}}, $g;
	$self->in(rand 2 * $day, sub { $self->rematch($g) }) if $g->{started} && rand() < 0.2;
	$self->in(rand 3 * $day, sub { $self->resume($g) }) if $g->{ending} eq 'time' && (defined $g->{match}{sleeps_from} || rand() < 0.5);
}

# A reminder makes him think, if he does at all.
sub reminded
{
	my ($self, $g) = @_;
	my $side = Book::turn($g);
	my $turns = $g->{turns};
	return if $g->{asleep} && $g->{asleep} == $turns;
	$self->in(600 + rand 5 * $hour, sub {
		return if $g->{turns} != $turns;
		$g->{flight}[$side] = 0;
		$self->think($g, $side);
	});
}

sub time_is_up
{
	my ($self, $g) = @_;
	my $side = 1 - Book::turn($g);
	$self->in(1 * $hour + rand 2 * $day, sub {
		$self->game_order($self->player($g, $side), $g, 'claim', sub { Book::claim($self, $_[0], $g, $side) }) if $g->{state} == 1;
	});
}

# After a pass: who has got a letter that asks for something?
sub look_around
{
	my ($self) = @_;
	for my $g (map { $self->{touched}{$_} } sort { $a <=> $b } keys %{$self->{touched}}) {
		if ($g->{state} == 0 && !$g->{is_asked}++) {
			$self->in($hour + rand 2 * $day, sub { $self->answer_challenge($g) });
		}
		next if $g->{state} != 1 || ($g->{asked_turns} // -1) == $g->{turns};
		$g->{asked_turns} = $g->{turns};
		my $side = Book::turn($g);
		$self->in(rand 10 * $hour, sub { $self->idle($g, 1 - $side) }) if $g->{length} > 0 && rand() < 0.25;
		my $allowed = Book::allowed($g) // 30 * $day;
		my $mean = $self->{pace} < $allowed / 6 ? $self->{pace} : $allowed / 6;
		my $wait = 300 - log(1 - rand) * $mean;
		my $forgets = defined $g->{match}{sleeps_from} && $g->{length} >= $g->{match}{sleeps_from} ? 0 : rand;
		if ($forgets < $self->{forgets}) {
			$g->{asleep} = $g->{turns};
			next;
		}
		my $player = $self->player($g, $side);
		$wait = $player->{reminders} eq '' ? 5 * $day : next if $forgets < 0.01; # until he is reminded
		for (@{$player->{off}}) {
			$wait = $_->[1] - $self->{now} + rand $day if $_->[0] <= $self->{now} + $wait && $self->{now} + $wait < $_->[1] && rand() < 0.7;
		}
		$self->in($wait, sub { $self->think($g, $side) });
	}
}

1;
