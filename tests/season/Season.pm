# SPDX-License-Identifier: ISC
#
# A season: a world whose players act by themselves, letters that are lost, doubled and late,
# and after each pass of the server the comparison with what it owed (Book.pm).
#
# Every letter that comes out must be owed, and every one owed must come: an answer is known
# by In-Reply-To, the others by reader and board.  Each letter in has its outcome in the
# server's log.  Boards that changed are compared with the database, to the second.

package Season;
use strict;
use warnings;
use Cwd;
use World;
use Book;
use Reckoning;
use Style;

our @ISA = ('World');
my ($day, $hour) = ($Reckoning::day, $Reckoning::hour);
my $engine = Cwd::getcwd() . '/tests/tools/false-engine.pl';
my @columns = qw(state length turns bank_red bank_green given_red given_green turn_since deadline draw_by undo_by result ending claimed ended);

sub new
{
	my ($class, %args) = @_;
	my $self = $class->SUPER::new(now => $args{now},
	    config => "outage = 1440\nanswers_hour = 100000\nanswers_day = 100000\nengine { timeout = 3600\ncommand = '$engine even' }\n");
	%$self = (%$self, clock => $args{now}, began => $args{now}, players => {}, games => [], games_made => 0, agenda => [],
		waiting => [], faults => [], fault_count => 0, count => {}, commands => {}, ended => [], touched => {}, history => {}, row => 0,
		gave_back => 0, rows_out => 0, rows_in => 0, letters => 0, seeks_made => 0, over => 0, pace => $args{pace}, forgets => $args{forgets}, verbose => $args{verbose});
	$self->call('init');
	$self->call('tournament', 'announce', 'The season', '--players=200');
	Reckoning::season($args{now} - 30 * $day, $args{now} + 500 * $day);
	return $self;
}

sub fault
{
	my ($self, $text) = @_;
	my @t = gmtime $self->{now};
	push @{$self->{faults}}, sprintf '%02d-%02d %02d:%02d:%02d: %s', $t[4] + 1, @t[3, 2, 1, 0], $text if @{$self->{faults}} < 200;
	$self->{fault_count}++;
	print STDERR "# $self->{faults}[-1]\n" if $self->{verbose};
}

# --- what is to happen

# In the order of time; of one second, in the order in which it was said.
sub at
{
	my ($self, $time, $do) = @_;
	my $agenda = $self->{agenda};
	my ($low, $high) = (0, scalar @$agenda);
	while ($low < $high) {
		my $middle = int(($low + $high) / 2);
		if ($agenda->[$middle][0] <= $time) {
			$low = $middle + 1;
		} else {
			$high = $middle;
		}
	}
	splice @$agenda, $low, 0, [$time, $do];
}

sub in
{
	my ($self, $seconds, $do) = @_;
	$self->at($self->{clock} + int $seconds, $do);
}

# --- letters in

# A player writes: words, to (the letter answered), subject, from, apply (what is owed for
# it: a function of the context).  may_fail: it may be lost, late, or come again.
sub post
{
	my ($self, $p, %a) = @_;
	my $old = $a{to};
	my $number = ++$self->{letters};
	my $make = sub {
		my ($id) = @_;
		my $styles = $a{style} // $p->{style};
		my ($head, $body) = $styles->[rand @$styles]->($a{text} // '', $old);
		return $self->letter(from => $a{from} // $p->{address}, id => $id, date => POSIX::strftime('%a, %d %b %Y %H:%M:%S +0000', gmtime $self->{clock}),
		    subject => $a{subject} // ($old ? "Re: $old->{subject}" : ''), head => $head, text => $body,
		    $old ? (to => $old->{'reply-to'} // $old->{from}, reply => $old->{'message-id'}) : ());
	};
	# What Book.pm and the report of a fault ask of it: whether it proves itself by its address,
	# whether the letters that it causes are kept for an answer, which password it gives.
	my $letter = { id => "<season-$number\@players.test>", from => $a{from} // $p->{address}, p => $p, apply => $a{apply},
		what => ($a{subject} // '') . ' | ' . ($a{text} // '') =~ s/\n/\\n/gr, needs_address => $old && !$a{subject}, game => $a{game}, keeps => $a{keeps}, is_new => $a{is_new}, password => $a{password} };
	my $wait = 1 + int rand 900;

	$letter->{token} = { game => $old->{board}, turns => $old->{turns} } if $old && !$a{subject};
	$letter->{words} = 1 if ($a{text} // '') =~ /\n\n(?!\|? *$)/;
	$letter->{bytes} = $make->($letter->{id});
	$self->{count}{$a{what} // 'letters'}++;
	my $fate = $a{may_fail} ? rand : 1;
	if ($fate < 0.012) {
		$self->{count}{lost}++;
		return $letter;
	} elsif ($fate < 0.030) {
		$wait += int rand 9 * $day;
		$self->{count}{late}++;
	} elsif ($fate < 0.045) {
		# The same words again under another name, when the turn is over.
		my $again = { %$letter, id => "<season-$number-again\@players.test>" };
		$again->{bytes} = $make->($again->{id});
		$self->at($self->{clock} + $wait + 3600 + int rand 20 * $day, sub { $self->deliver($again) });
		$self->{count}{'said again'}++;
	}
	if (rand() < 0.02) {
		$self->at($self->{clock} + $wait + int(rand() < 0.5 ? rand 60 : rand 5 * $day), sub { $self->deliver($letter) });
		$self->{count}{doubled}++;
	}
	$self->in($wait, sub { $self->deliver($letter) });
	return $letter;
}

sub deliver
{
	my ($self, $letter) = @_;
	{
		local $self->{now} = $self->{clock};
		$self->drop($letter->{bytes});
	}
	push @{$self->{waiting}}, { letter => $letter, received => $self->{clock}, file => sprintf('%d.%06d.test', $self->{clock}, $self->{number}) };
	$self->{count}{'letters in'}++;
}

# --- a pass

sub pass
{
	my ($self, $now) = @_;
	my $agenda = $self->{agenda};

	while (@$agenda && $agenda->[0][0] <= $now) {
		my ($time, $do) = @{shift @$agenda};
		$self->{clock} = $time;
		$do->();
	}
	$self->{now} = $self->{clock} = $now;
	$self->{touched} = {};
	$self->{history} = {};
	my $before = $self->{rows_in};
	my @out = $self->run;
	$self->{count}{passes}++;
	$self->fault("the pass ended with $self->{status}: $self->{log}") if $self->{status} != 0;
	my %outcome;
	$outcome{$1} = [$2, $3] while $self->{log} =~ /^riverpost: letter \S+ \((\S+) of [^)]*\) from \S+: (\w+)(.*)$/mg;
	my (%want, %why, @taken);
	if (defined $self->{last_pass} && $now - $self->{last_pass} > $day) {
		Book::give_back($self, $now - $self->{last_pass});
		$self->{count}{outages}++;
		$self->{log} =~ s/^riverpost: no pass for .*\n//m or $self->fault('an outage was not noted');
	}
	$self->{last_pass} = $now;
	for ($self->{log} =~ /^(?!riverpost: letter ).+$/mg) {
		$self->fault("log: $_") if !/^riverpost: (?:game|board) /;
	}

	my @waiting = splice @{$self->{waiting}};
	for my $come (@waiting) {
		my $letter = $come->{letter};
		my ($outcome, $rest) = @{delete $outcome{$come->{file}} // ['not taken', '']};
		my @commands = $rest =~ /^; ((?:\w+(?:, )?)+)/ ? split(/, /, $1) : ();
		# The log names what "more" has asked for.
		@commands = ('more') if $letter->{what} =~ /\| more\b/ && "@commands" eq 'history';
		$self->{commands}{$_}{$outcome}++ for @commands;
		my $ctx = { now => $now, received => $come->{received}, p => $letter->{p}, token => $letter->{token},
			words => $letter->{words}, news => {}, mail => {}, turns => {}, answers => 1 };
		my $expected;
		$taken[++$self->{row}] = $letter;
		if ($letter->{is_taken}++) {
			($expected, $ctx->{answers}) = ('known', 0);
			$self->{row}--;
		} elsif ($ctx->{p} && ($ctx->{p}{is_closed} || ($letter->{needs_address} && !defined $ctx->{p}{addresses}{$letter->{from}} && !$letter->{is_new}))) {
			# A stranger's by now; what everybody may ask is answered, to him, and a
			# yes that comes too late may be refused; who wants to play is told how.
			my $is_open = $letter->{what} =~ /\| (?:help|show|games|history|more|record|preview|explain|moves|who|seeks|rating|standings|stats|position|opening|tournaments?|stairs)\b/;
			$is_open ||= $outcome eq 'refused' && $letter->{what} =~ /\| (?:yes|confirm|take \d|join \d)\b/;
			$expected = $is_open ? $outcome : 'ignored';
			($ctx->{answers}, $ctx->{to_sender}) = ($expected ne 'ignored', 1);
			Book::answered_from_elsewhere($self, $ctx) if $expected eq 'ignored';
		} elsif (defined $letter->{password} && $letter->{password} ne ($ctx->{p}{password} // '')) {
			# Changed since it was written.
			$expected = Book::wrong_password($ctx, $ctx->{p});
		} else {
			$expected = $letter->{apply}->($ctx);
			$ctx->{answers} = 0 if $expected eq 'done' && $ctx->{receipt} && !$ctx->{more} && $ctx->{p}{no_receipt};
			if ($expected eq 'refused' && $ctx->{answers} == 0) {
				$expected = keys(%{$ctx->{mail}}) + keys(%{$ctx->{news}}) ? 'refused' : 'ignored';
			}
		}
		$self->fault("$letter->{what} of " . ($letter->{p} ? $letter->{p}{name} : $letter->{from}) . (defined $letter->{game} ? " (board $letter->{game})" : '') . ": $outcome instead of $expected$rest") if $outcome ne $expected;
		$self->{count}{"letters $expected"}++;
		if ($ctx->{answers}) {
			$want{"$_ answer $letter->{id}"}++ for $ctx->{to_sender} // !$ctx->{p} ? $letter->{from} : receiving($ctx->{p});
			$self->{count}{'answers owed'}++;
		}
		$self->want_news(\%want, $ctx->{news}, $letter->{what}, \%why);
		for (sort keys %{$ctx->{mail}}) {
			$want{"$_ news none"} += $ctx->{mail}{$_};
			$why{"$_ news none"} .= " ($letter->{what})";
		}
	}
	$self->fault("a letter nobody sent: $_") for sort keys %outcome;
	$self->{row} = -1;
	my %news = Book::tick($self, $now);
	$self->want_news(\%want, \%news, 'the clock', \%why);
	$self->{row} = 0;
	$self->compare_letters(\%want, \%why, \@out, \@waiting);
	$self->compare_games($self->{touched}) if %{$self->{touched}};
	$self->hand_out($before, \@taken, @out);
	$self->look_around;
}

# Puts the letters into their readers' hands.  Each is about a turn: that after the letter
# that caused it.
sub hand_out
{
	my ($self, $before, $taken, @out) = @_;
	my %last;
	for my $letter (@out) {
		# He reads what comes to an old address, too.
		my $p = $self->{by_address}{$letter->{address}};
		$letter->{written} = $self->{now};
		if (defined $letter->{board} && (my $g = $self->{games}[$letter->{board}])) {
			my $history = $self->{history}{$g->{id}};
			my $row = $letter->{cause} ? $letter->{cause} - $before : 9e9;
			$letter->{turns} = $g->{turns_before} // 0;
			for (sort { $a <=> $b } keys %$history) {
				$letter->{turns} = $history->{$_} if $_ <= $row;
			}
		}
		my $cause = $letter->{cause} ? $taken->[$letter->{cause} - $before] : {};
		# That is what it may wait for; one that asks for a yes proves nothing else.
		$cause->{caused}{$letter->{address}} = $letter;
		next if !$p || $cause->{keeps};
		$p->{letters}{$letter->{board} // ''} = $p->{last} = $letter if defined $letter->{board} || ($letter->{'in-reply-to'} // '') =~ /^<season-/;
		$last{$letter->{address} . ' ' . ($letter->{board} // '')} = [$p, $letter];
	}
	$self->read_deadline(@$_) for @last{sort keys %last};
	$_->{turns_before} = $_->{turns} for values %{$self->{touched}};
}

# What a letter says of the deadline, where it says it.
sub read_deadline
{
	my ($self, $p, $letter) = @_;
	my $g = $self->{games}[$letter->{board} // return] // return;
	# A stranger, who may still look at games, has no zone.
	return if $p->{is_closed};
	return if $g->{is_bad} || $g->{state} != 1 || ($g->{shifted} // 0) == $self->{now} || ($p->{zone_set} // 0) == $self->{now} || $letter->{turns} != $g->{turns};
	for (@{$letter->{parts}}) {
		next if ($_->{'content-type'} // '') !~ m{^text/calendar};
		my ($start) = $_->{body} =~ /^DTSTART:(\w+)/m;
		next if $_->{body} =~ /STATUS:CANCELLED/ || !defined $start;
		my @t = gmtime Book::deadline($self, $g);
		my $want = sprintf '%04d%02d%02dT%02d%02d%02dZ', $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0];
		$self->{count}{'deadlines in calendars'}++;
		$self->fault("board $g->{id}: the calendar's event at $start instead of $want") if $start ne $want;
	}
	# Not of another board that it shows.
	return if $letter->{body} !~ /\ASummary of Xiangqi Board $g->{id}\n/ || $letter->{body} =~ /\n(?:Summary of|Refused)/;
	return if $letter->{body} !~ /(?:You have|has) [^.]*, until (\w+ \d+ \w+) (?:\d+ )?(\d+:\d+)/;
	my ($date, $time) = ($1, $2);
	my ($y, $m, $d, $h, $min, $sec, $weekday) = Reckoning::civil($p->{zone}, Book::deadline($self, $g));
	my $want = (qw(Sun Mon Tue Wed Thu Fri Sat))[$weekday] . " $d " . (qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec))[$m - 1] . sprintf ' %02d:%02d', $h, $min;
	$self->{count}{'deadlines in letters'}++;
	return if "$date $time" eq $want;
	my $mover = $self->player($g, Book::turn($g));
	$self->fault("board $g->{id} ($g->{match}{options}), to $p->{name}: until $date $time instead of $want; $mover->{name} in $mover->{zone}, since $g->{since}, off " .
	    join(' ', map { "$_->[0]-$_->[1]" } @{$mover->{off}}) . $self->taken);
}

# What the log says of the letters of this pass.
sub taken
{
	my ($self) = @_;
	return ' [' . join('; ', $self->{log} =~ /^riverpost: letter \w+ .*? from (.*)$/mg) . ']';
}

sub receiving
{
	my ($p) = @_;
	return $p->{is_closed} ? () : grep { $p->{addresses}{$_} } sort keys %{$p->{addresses}};
}

sub want_news
{
	my ($self, $want, $news, $what, $why) = @_;
	for (sort keys %$news) {
		my ($name, $board) = split / /;
		for my $address (receiving($self->{players}{$name})) {
			$want->{"$address news $board"} += $news->{"$name $board"};
			$why->{"$address news $board"} .= " ($what)";
		}
	}
}

sub compare_letters
{
	my ($self, $want, $why, $out, $came) = @_;
	my (%got, %text);
	for my $letter (@$out) {
		my $key = ($letter->{'in-reply-to'} // '') =~ /^<season-[\w-]+\@/ ? "$letter->{address} answer $letter->{'in-reply-to'}" :
		    "$letter->{address} news " . ($letter->{board} // 'none');
		$got{$key}++;
		$text{$key} = $letter;
		$self->{count}{'letters out'}++;
	}
	for (sort keys %{{%$want, %got}}) {
		my ($w, $g) = ($want->{$_} // 0, $got{$_} // 0);
		next if $w == $g;
		my $letter = $text{$_};
		my (undef, undef, $id) = split / /;
		my ($answered) = grep { $_->{id} eq $id } map { $_->{letter} } @$came;
		$self->fault("$_: $g letters instead of $w" . ($letter ? ": $letter->{subject}: " . join(' / ', (split /\n/, $letter->{body})[0 .. 2]) : '') .
		    ($answered ? " ($answered->{what})" : $why->{$_} // '') . $self->taken);
	}
}

# What came out: read, kept for their readers to answer, and taken away.
sub collect
{
	my ($self) = @_;
	my (@letters, %row);

	for (split /\n/, $self->ask("SELECT 'o', id, message_id, ifnull(letter, 0) FROM outbox WHERE id > $self->{rows_out}",
	    "SELECT 'i', id, '', 0 FROM inbox WHERE id > $self->{rows_in}")) {
		my ($kind, $id, $message_id, $cause) = split /\|/;
		$row{$message_id} = [$id, $cause] if $kind eq 'o';
		$self->{$kind eq 'o' ? 'rows_out' : 'rows_in'} = $id;
	}
	for my $path (glob "$self->{home}/mail/out/*/new/*") {
		my $letter = World::read_letter($path);
		my ($id, $cause) = @{$row{$letter->{'message-id'} =~ s/^<|>$//gr} // [0, 0]};
		@$letter{qw(row cause)} = ($id, $cause);
		($letter->{board}) = ($letter->{'list-id'} // '') =~ /<board-(\d+)\./;
		delete $letter->{raw};
		unlink $path;
		push @letters, $letter;
	}
	@letters = sort { $a->{row} <=> $b->{row} } @letters;
	return @letters;
}

sub ask
{
	my ($self, @queries) = @_;
	my $text = join ';', @queries;
	return scalar `sqlite3 '$self->{home}/riverpost.sqlite' "$text"`;
}

sub expected_row
{
	my ($self, $g) = @_;
	return join '|', $g->{id}, $g->{state}, $g->{length}, $g->{turns}, $g->{state} > 0 ? @{$g->{bank}} : ('*', '*'), @{$g->{given}}, $g->{state} == 2 ? ('*', '*') : ($g->{since}, Book::deadline($self, $g)),
	    $g->{draw_by}, $g->{undo_by}, $g->{result}, $g->{ending}, $g->{state} == 2 ? '*' : $g->{claimed}, $g->{ended} // 0;
}

sub compare_games
{
	my ($self, $games) = @_;
	my $names = join ', ', @columns;
	for (split /\n/, $self->ask("SELECT id, $names FROM game WHERE id IN (" . join(', ', keys %$games) . ')')) {
		my ($id) = /^(\d+)/;
		my $g = $games->{$id};
		next if $g->{is_bad};
		my @want = split /\|/, $self->expected_row($g), -1;
		my @got = split /\|/, $_, -1;
		my @differ = map { "$columns[$_ - 1] $got[$_] instead of $want[$_]" } grep { $want[$_] ne '*' && $want[$_] ne $got[$_] } 1 .. $#want;
		next if !@differ;
		$self->fault("board $id ($g->{match}{options}; $g->{seat}[0] - $g->{seat}[1]): " . join ', ', @differ);
		$g->{is_bad} = 1;
		$self->{count}{'boards that differ'}++;
	}
}

1;
