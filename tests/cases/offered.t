#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Nothing is offered that would be refused where the reader stands: each answer that a letter
# lists, each "Did you mean" and each "You can" is given, in an answer to that letter, in a copy
# of the world in which it was read.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use File::Path qw(remove_tree);
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my %address = (fred => 'fred@a.test', wilma => 'wilma@b.test', barney => 'barney@c.test', guest => 'guest@d.test');

# What each scene begins with, and what is done in it: "fred: SUBJECT | TEXT" a new letter, "fred> TEXT"
# an answer to his newest one, "fred<2> TEXT" to the one but one before; "+ 2.5" days; "! operator's
# words".  / is a line's end.
my @scenes = (
	['accounts', undef, 'guest: help', 'guest> who', 'guest: signup fred', 'guest: signup guest', 'guest> what is this?',
	    'guest> yes', 'guest> sgnup', 'guest> games', 'guest> accept', 'guest> B3-E3', 'guest> challenge nobody'],
	['a challenge', undef, 'fred: challenge wilma --time=3d | as fred secret1', 'fred> B3-E3', 'wilma> resign', 'wilma> H10-G8',
	    'wilma> draw', 'wilma> reject', 'wilma> accept', 'wilma> rematch', 'fred> challenge wilma --time=zzz',
	    'fred> challenge wilma barney fred', 'fred: challenge wilma | as fred secret1', 'fred> withdraw', 'fred> accept'],
	['a game', '--time=3d', 'fred> H3-H11', 'fred> hello there', 'fred> B3-E4', 'fred> B3-E3', 'fred> H10-G8', 'wilma> draw', 'fred> accept 77',
	    'wilma> undo', 'wilma> H10-G8 thanks', 'fred> darw', 'fred> undo', 'wilma> reject', 'fred> queue E3-E7', 'fred> if H8-H4 then E3-E7',
	    'fred> submit B1-C3', 'fred> preview B1-C3', 'fred> moves', 'fred> explain', '+ 1.6', '+ 1.6', 'fred> resume', 'wilma> rematch'],
	['resigned', '--time=3d', 'fred> H3-E3', 'wilma> resign', 'fred> rematch', 'wilma> record', 'wilma> chat', 'wilma> undo'],
	['by claim', '--time=2d --forfeit=claim', 'fred> B3-E3', 'wilma> H10-G8', '+ 1.9', '+ 0.2', 'wilma> claim', 'fred> claim'],
	['several boards', '--time=3d', 'fred> challenge wilma --time=3d/challenge wilma', 'wilma: accept 2 | as wilma secret2',
	    'fred> show 1 2 3', 'fred> H3-E3', 'wilma> show 1 2 3', 'wilma> resign', 'wilma> games', 'wilma> set digest 07:00', '+ 0.9', '+ 0.1'],
	['three', '--time=3d', 'barney: signup barney secret3', 'barney> yes', 'barney: show 1 | as barney secret3', 'barney> resign', 'barney> subscribe', 'fred> H3-E3',
	    'barney> H10-G8', 'fred: message barney | as fred secret1/message barney/Hello.', 'barney> H10-G8', 'barney: block fred | as barney secret3',
	    'fred: challenge barney | as fred secret1', 'fred> message barney//Hello.', 'wilma: signoff | as wilma secret2', 'wilma> yes', 'fred> chat//Hello.'],
	['limits', '--time=3d', 'fred> limit 1', 'fred> challenge wilma', 'fred> seek', 'fred> limit off', 'fred> seek --time=5d', 'wilma> seeks',
	    'fred> seek 99', 'fred> invite guest@d.test', 'guest> perhaps', 'fred> vacation', 'fred> vacation tomorrow', 'fred> set', 'fred> set borad hanzi',
	    'fred> set zone Nowhere', 'fred> set reminders never'],
	['at the limit', '--fen=3k5/9/9/9/9/9/9/9/4A4/R3K4 --time=3d', 'fred> A1-A10', 'wilma> D10-D9', 'fred> A10-A9', 'wilma> D9-D10',
	    'fred> A9-A10', 'wilma> D10-D9', 'fred> A10-A9', 'fred> explain', 'fred> moves', 'fred> preview A10-A9'],
	['mated at once', '--fen=3k5/9/9/9/9/9/9/9/R8/R3K4 --time=3d', 'fred> A2-A9', 'wilma> D10-D9', 'wilma> D10-E10', 'fred> A1-A10', 'wilma> rematch'],
	['blocked', '--time=3d', 'fred> H3-E3', 'wilma> block fred', 'wilma> H10-G8', 'fred> hm', 'fred> B3-D3', 'fred> resign', 'fred> hm', 'wilma> hm',
	    'wilma: challenge fred | as wilma secret2'],
	['both offers open', '--time=3d', 'fred> H3-E3', 'wilma> H10-G8', 'fred> draw', 'fred> undo', 'wilma> hm', 'fred> hm'],
	['suspended', '--time=3d', 'fred> H3-E3', '! player suspend wilma', '+ 1.6', 'wilma> H10-G8', '! player restore wilma', '+ 0.01'],
	['in ICCS', '--time=3d', 'fred> set notation iccs', 'fred> B3-E3', 'fred> H2-E2', 'wilma> set notation wxf/set board list', 'wilma> C2=5'],
);

# What a letter offers, each once.
sub offers
{
	my $body = decode('utf-8', $_[0]{body});
	my @found;

	while ($body =~ /^You can answer this letter with.*\n((?:  .*\n)+)/mg) {
		push @found, map { /^  (\S.*?)(?:   *\S|$)/ ? $1 : () } split /\n/, $1;
	}
	push @found, $1 =~ s/\s+/ /gr while $body =~ /Did you mean "([^"]+)"/g;
	while ($body =~ /Did you mean this\?.*\n\n((?:  .*\n)+)/g) {
		push @found, map { s/^\s+//r } split /\n/, $1;
	}
	if ($body =~ /^You can: (.*?)(?:\n\n|\. |\z)/ms) {
		push @found, grep { !/[A-Z]{3}/ } map { s/^\s+|\s+$//gr } split /,| or /, $1 =~ s/\s+/ /gr =~ s/\([^)]*\)//gr;
	}
	my %seen;
	return grep { $_ ne '' && !$seen{$_}++ } @found;
}

my $copy = World->new(config => '');
$copy->{is_spoilt} = 1;

# What becomes of it.  Words that a command asks for stand below it.
sub fault_of
{
	my ($world, $letter, $offer) = @_;
	my $from = $letter->{address};

	remove_tree($copy->{home}, { keep_root => 1 });
	$copy->become($world);
	$copy->{now} = $world->{now};
	$copy->answer($from, encode('utf-8', $offer . ($offer =~ /^(?:chat|message \S+)$/ ? "\n\nHello." : '')), to => $letter);
	my @got = grep { $_->{address} eq $from } $copy->run;
	return "ends with $copy->{status}" if $copy->{status};
	return 'no answer' unless @got;
	for (@got) {
		my $subject = decode('MIME-Header', $_->{subject});
		return "$subject: " . decode('utf-8', $_->{body}) =~ s/\s+/ /gr =~ s/^(.{250}).*/$1 .../r
		    if $subject =~ /^Not |carried out$/ || $_->{body} =~ /^(?:Refused|Not all done|Not tried)/m;
	}
	return undef;
}

my $tried = 0;
for (@scenes) {
	my ($name, $game, @steps) = @$_;
	my $world = World->new(config => "outage = 10080\nanswers_hour = 1000\nanswers_day = 1000\n");
	my (@faults, %got, %tried);

	defined $game ? $world->game($game) : $world->players;
	$got{$_} = [$world->{last}{$_}] for keys %{$world->{last}};
	for my $step (@steps) {
		if ($step =~ /^\+ (.*)/) {
			$world->pass_time($1 * 86400);
		} elsif ($step =~ /^! (.*)/) {
			$world->call(split ' ', $1);
		} else {
			my ($who, $back, $how, $text) = $step =~ /^(\w+)(?:<(\d+)>)?([:>]) ?(.*)/ or die $step;
			my ($subject, $below) = split / \| /, $text, 2;
			s{/}{\n}g for $text, $below // ();
			$world->pass_time(60);
			$how eq ':' ? $world->send(from => $address{$who}, subject => $subject, text => ($below // '') . "\n") :
			    $world->answer($address{$who}, $text, to => $got{$address{$who}}[-1 - ($back // 0)]);
		}
		my @letters = $world->run;
		is($world->{status}, 0, "$name, $step: the pass ends well") or diag $world->{log};
		for my $letter (@letters) {
			push @{$got{$letter->{address}}}, $letter;
			for my $offer (offers($letter)) {
				next if $tried{join ' ', $letter->{address}, $letter->{'reply-to'} // '', $offer}++ && $offer !~ /\d/;
				my $fault = fault_of($world, $letter, $offer);
				$tried++;
				push @faults, "after \"$step\" $letter->{address} reads \"$offer\": $fault" if defined $fault;
			}
		}
	}
	is(scalar @faults, 0, "$name: what is offered can be had") or diag join "\n", @faults;
}
cmp_ok($tried, '>', 300, 'many offers were tried');
done_testing;
