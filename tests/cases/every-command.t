#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Each command of the table, with nothing behind it, with what makes no sense and with too
# much: a player gets exactly one answer, which quotes a line that was refused and says
# what can be done instead; a stranger only to what is open to everybody.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode;
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $stranger) = ('fred@a.test', 'x@c.test');
my @behind = ('', '99', '1 2 3', 'nobody-here word--word', '99 --zzz=1', 'a b c d e');

sub text_of
{
	my ($path) = @_;
	open my $file, '<', "$FindBin::Bin/../../$path" or die "$path: $!";
	local $/;
	return <$file>;
}

# Names, and whether everybody may use them.
my (@names, %open, %alone);	# %alone: only without words
for (split /^\t(?=\[)/m, text_of('src/speak/verbs.c')) {
	my ($name) = /\A\[VERB_\w+\] = \{ \.name = "([^"]*)"/s or next;
	push @names, $name;
	$open{$name} = 1 if /\.needs = [^,]*\bOPEN\b/;
	$alone{$name} = 1 if /\.needs = [^,]*\bOPEN_ALONE\b/;
}
cmp_ok(scalar @names, '>', 15, 'commands are found');
cmp_ok(scalar keys %open, '>', 5, 'and those open to everybody');

# Sends a letter for each line, and returns the texts of the answers to each; one pass for
# all, for the order of the letters in the mailbox is that of their numbers.
sub answers
{
	my ($world, $from, $send) = @_;
	my (%line, %answers);
	for my $name (@names) {
		for my $behind (@behind) {
			my $line = $behind eq '' ? $name : "$name $behind";
			$line{sprintf '<test-%d@players.test>', $world->{number} + 1} = $line;
			$send->(encode('utf-8', $line));
		}
	}
	$answers{$_} = [] for values %line;
	for my $letter ($world->run) {
		my $line = $line{$letter->{'in-reply-to'} // ''};
		next unless $letter->{address} eq $from && defined $line;
		push @{$answers{$line}}, {
			subject => decode('MIME-Header', $letter->{subject}),
			text => decode('utf-8', $letter->{body}) =~ s/\s+/ /gr };
	}
	is($world->{status}, 0, 'the pass ends well') or diag $world->{log};
	unlike($world->{log}, qr/failed|put aside/, 'no letter fails');
	return %answers;
}

sub begin
{
	my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
	$world->game;
	return $world;
}

# What is wrong with the answers to a player's letters.
sub faults
{
	my (%answers) = @_;
	my @faults;
	for my $line (sort keys %answers) {
		my @got = @{$answers{$line}};
		if (@got != 1) {
			push @faults, "$line: " . @got . ' answers';
			next;
		}
		my ($subject, $text) = @{$got[0]}{qw(subject text)};
		push @faults, "$line: an empty answer" if $text !~ /\w/;
		next if $subject !~ /Error$|not carried out$|^Not (?:played|done|understood): /;
		# What stands in a password's place is blanked.
		my $shown = $line =~ s/ (?:3|word--word)$/ ********/r;
		push @faults, "$line: not quoted: $text" if index($text, $line) == -1 && index($text, $shown) == -1;
		push @faults, "$line: not what can be done: $text" if $text !~ /You can(?::| answer this letter with) \w|^.{0,80}Not all done: /;
		push @faults, "$line: what can be done stands below a board: $text" if $text =~ /[0-9] gR--.*You can: /;
	}
	return @faults;
}

my $world = World->new(config => "answers_hour = 100000\nanswers_day = 100000\n");
$world->players;
my $welcome = $world->{last}{$fred};
$world->answer($fred, 'challenge wilma');
$world->run;
my %answers = answers($world, $fred, sub { $world->answer($fred, $_[0], to => $welcome) });
is(join("\n", faults(%answers)), '', 'a player, in answers to a letter of no game');

$world = begin();
my $begun = $world->{last}{$fred};
%answers = answers($world, $fred, sub { $world->answer($fred, $_[0], to => $begun) });
is(join("\n", faults(%answers)), '', 'a player, in answers to a letter of his game');

$world = begin();
%answers = answers($world, $stranger, sub { $world->send(from => $stranger, subject => $_[0]) });
my @told = grep { my ($name) = /^(\w+)/; !$open{$name} && !($alone{$name} && $_ eq $name) && $name !~ /^(?:join|take|challenge)$/ && @{$answers{$_}} } sort keys %answers;
for my $line (grep { /^(?:join|take|challenge) \d+$/ } sort keys %answers) {
	like(join("\n", map { $_->{text} } @{$answers{$line}}), qr/open an account first: send "signup NAME".* Then send: $line/, "$line of a stranger: how he can");
}
is_deeply(\@told, [], 'a stranger: silence where a command is not open');
is_deeply([grep { @{$answers{$_}} > 1 } sort keys %answers], [], 'and never two answers');
my %complete = map { $_ => 1 } qw(help signup show games history record position);
is_deeply([grep { !@{$answers{$_}} } sort keys %complete], [], 'one to what is open');

done_testing;
