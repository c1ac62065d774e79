# SPDX-License-Identifier: ISC
#
# What clocks should show, reckoned from the players' book and not from src/game/clock.c:
# all the time in which a clock stands is a list of spans, merged; what has run is the rest.
#
# A clock is a hash: zone, is_weekend_off, off (a list of spans [from, to)).  Seconds since
# 1970, UTC.

package Reckoning;
use strict;
use warnings;
use POSIX ();
use Time::Local 'timegm';

our ($hour, $day) = (3600, 86400);
my (%midnights, %weekends, $zone_now);
my ($first, $last);

# Between these two all is asked for.
sub season
{
	($first, $last) = @_;
}

# The C library's local time.
sub civil
{
	my ($zone, $time) = @_;
	if (!defined $zone_now || $zone_now ne $zone) {
		# POSIX counts to the west.
		$ENV{TZ} = $zone =~ /^([+-])(\d+):(\d+)$/ ? 'XXX' . ($1 eq '+' ? '-' : '+') . "$2:$3" : $zone;
		POSIX::tzset();
		$zone_now = $zone;
	}
	my @t = localtime $time;
	return ($t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0, 6]);
}

sub date_of
{
	my ($zone, $time) = @_;
	return sprintf '%04d-%02d-%02d', (civil($zone, $time))[0 .. 2];
}

# The first second of that date there: the first at which the calendar shows it.
sub midnight
{
	my ($zone, $date) = @_;
	return $midnights{"$zone $date"} //= do {
		my ($y, $m, $d) = split /-/, $date;
		my $noon = timegm(0, 0, 12, $d, $m - 1, $y);
		my ($low, $high) = ($noon - 2 * $day, $noon + 2 * $day);
		while ($high - $low > 1) {
			my $middle = int(($low + $high) / 2);
			if (date_of($zone, $middle) lt $date) {
				$low = $middle;
			} else {
				$high = $middle;
			}
		}
		$high;
	};
}

sub next_date
{
	my ($date, $days) = @_;
	my ($y, $m, $d) = split /-/, $date;
	return POSIX::strftime('%Y-%m-%d', gmtime(timegm(0, 0, 12, $d, $m - 1, $y) + ($days // 1) * $day));
}

# Saturdays and Sundays of the season.
sub weekends
{
	my ($zone) = @_;
	return @{$weekends{$zone} //= do {
		my @spans;
		my $date = POSIX::strftime('%Y-%m-%d', gmtime($first - 9 * $day));
		my $end = POSIX::strftime('%Y-%m-%d', gmtime($last));
		for (; $date lt $end; $date = next_date($date)) {
			my ($y, $m, $d) = split /-/, $date;
			next if (gmtime timegm(0, 0, 12, $d, $m - 1, $y))[6] != 6;
			push @spans, [midnight($zone, $date), midnight($zone, next_date($date, 2))];
		}
		\@spans;
	}};
}

# Spans later than that in which the clock stands, in order, none touching another.
sub rests
{
	my ($clock, $from) = @_;
	my @spans = sort { $a->[0] <=> $b->[0] } grep { $_->[1] > $from } @{$clock->{off}},
	    $clock->{is_weekend_off} ? weekends($clock->{zone}) : ();
	my @merged;
	for (@spans) {
		if (@merged && $_->[0] <= $merged[-1][1]) {
			$merged[-1][1] = $_->[1] if $_->[1] > $merged[-1][1];
		} else {
			push @merged, [@$_];
		}
	}
	return @merged;
}

# Seconds that have run between the two.
sub spent
{
	my ($clock, $from, $to) = @_;
	my $spent = $to - $from;

	return 0 if $spent <= 0;
	for (rests($clock, $from)) {
		my $begin = $_->[0] > $from ? $_->[0] : $from;
		my $end = $_->[1] < $to ? $_->[1] : $to;
		$spent -= $end - $begin if $end > $begin;
	}
	return $spent;
}

# When so many seconds have run; what ends as a rest begins has ended then.
sub reached
{
	my ($clock, $from, $seconds) = @_;
	my $at = $from + $seconds;

	for (rests($clock, $from)) {
		last if $_->[0] >= $at;
		$at += $_->[1] - ($_->[0] > $from ? $_->[0] : $from);
	}
	return $at;
}

# "3d", "36h", "1d12h", "2w", "5" (days): seconds.
sub duration
{
	my ($text) = @_;
	my %unit = (w => 7 * $day, d => $day, h => $hour);
	my $sum = 0;
	$sum += $1 * $unit{$2 || 'd'} while $text =~ /(\d+)([wdh]?)/g;
	return $sum;
}

# What the options of a challenge say of the time.
sub terms
{
	my ($options) = @_;
	my %terms = (move => 21 * $day, bank => 0, increment => 0, nag => 7 * $day);
	for (split ' ', $options) {
		my ($name, $value) = /^--(\w+)(?:=(.*))?$/ or die "$_ is no option";
		$terms{nag} = duration($value) if $name eq 'nagtime';
		$terms{move} = duration($value) if $name eq 'forfeittime';
		$terms{bank} = duration($value) if $name eq 'totaltime';
		$terms{is_weekend_off} = 1 if $name eq 'weekends';
		$terms{no_vacation} = 1 if $name eq 'vacations';
		$terms{by_claim} = 1 if $name eq 'claim';
		next if $name ne 'time';
		my ($time, $more) = split /\+/, $value;
		@terms{qw(move bank increment nag)} = defined $more ?
		    (0, duration($time), duration($more), 0) : (duration($time), 0, 0, 0);
	}
	return \%terms;
}

1;
