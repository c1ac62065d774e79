#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A yes alone, or with thanks, a greeting, a name or a signature, opens what the server asks about;
# a yes with more beside it, a yes that is taken back and a question open nothing, wherever a yes
# counts (riverpost-commands(7)).
use strict;
use warnings;
use utf8;
use Encode qw(encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
my ($fred, $wilma, $new) = ('fred@a.test', 'wilma@b.test', 'kim@c.test');

my @yes = (
	'yes', 'Ja, danke!', 'OK', "ok\n\nThanks", 'Да, спасибо', '好', '好的，谢谢', '是的。', '好谢谢',
	'có, cảm ơn', 'Hi, yes', "Hello,\nyes please", 'Yes, Kim', "yes\nKim Park", "Yes\n\nKim Park\nHead of IT\nTel. 12345",
	"Yes\n\nBest regards\nKim Park\nHead of IT", "yes\n\nSent from my iPhone", 'y', 'yes yes', 'ok, yes', 'accept', 'Agreed.', 'I agree, thanks', 'fine with me', 'Einverstanden!', 'Đồng ý', 'Согласен.', '没问题',
	"accept\n\nThanks", '👍 yes',
);
my @none = (
	'OK STOP', "OK\nSTOP", "OK\n\nSTOP", 'Да, это спам', 'Да, это спам, больше не пишите', '好，请不要再发',
	'好的，我不需要，请不要再发了', 'Ok, your message is in our queue', "OK\n\nYour message is in our queue",
	'Да нет', 'Да нет, спасибо', 'ja, nein', 'ja nein', 'có không?', 'yes no', 'ok, no', 'no, yes', 'Agreed?', 'I agree, but not now', 'fine with me to wait', '好不好', '好吗',
	'yes?', 'yes, really?', 'ok, later', 'Yes but who are you', "accept\n\nThis is spam", "accept\nthis is spam",
	"confirm\n\nThis is spam", 'Thanks, but no', "yes\nthis is spam", "Yes.\nStop it", 'ok: unsubscribe', 'no',
);

# What asks, who answers, and what a yes opens: a query and what it says then.
sub signup
{
	my ($world) = @_;
	$world->send(from => $new, subject => 'signup barney');
	$world->run;
	return ($new, "SELECT count(*) FROM player WHERE userid = 'barney'");
}

sub address
{
	my ($world, $command) = @_;
	$world->game;
	$world->send(from => $fred, subject => "$command fred secret1 $new");
	$world->run;
	return ($new, "SELECT count(*) FROM address WHERE address = '$new'");
}

sub signoff
{
	my ($world) = @_;
	$world->game;
	$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, subject => 'signoff');
	$world->run;
	return ($fred, "SELECT state = 2 FROM player WHERE userid = 'fred'");
}

sub challenge
{
	my ($world) = @_;
	$world->players;
	$world->answer($fred, 'challenge wilma');
	$world->run;
	return ($wilma, 'SELECT state = 1 FROM game');
}

sub draw
{
	my ($world) = @_;
	$world->game;
	$world->answer($fred, 'draw');
	$world->run;
	return ($wilma, 'SELECT state = 2 FROM game');
}

sub undo
{
	my ($world) = @_;
	$world->game;
	$world->answer($fred, 'H3-E3');
	$world->run;
	$world->answer($fred, 'undo');
	$world->run;
	return ($wilma, 'SELECT count(*) = 0 FROM ply');
}

sub meant
{
	my ($world) = @_;
	$world->game;
	$world->answer($fred, 'I think H3-E3');
	$world->run;
	return ($fred, 'SELECT count(*) FROM ply');
}

sub was_it_you
{
	my ($world) = @_;
	$world->game;
	$world->send(from => $fred, subject => 'move 1 H3-E3');
	$world->run;
	return ($fred, 'SELECT count(*) FROM ply');
}

my %asks = (
	'a sign-up' => \&signup, 'a further address' => sub { address(@_, 'add') },
	'a change of address' => sub { address(@_, 'change address') }, 'a sign-off' => \&signoff,
	'a challenge' => \&challenge, 'a draw' => \&draw, 'an undo' => \&undo, 'did you mean' => \&meant,
	'was it you' => \&was_it_you,
);
# One judge hears all of them: where words below go to nobody, and where they go to a player, each
# text is tried once; in the other places every third, with sanitizers every ninth.
my %all = map { ($_ => 1) } World::is_sanitized() ? () : ('a sign-up', 'a draw');
my $turn = 0;
sub is_turn { return $turn++ % (World::is_sanitized() ? 9 : 3) == 0 }
for my $name (sort keys %asks) {
	my $first = World->new;
	my ($who, $query) = $asks{$name}($first);
	my $try = sub {
		my ($text) = @_;
		my $world = World->new->become($first);
		my $from = $who eq $new ? "Kim Park <$who>" : $who;
		my $last = $world->{last}{$who};

		$world->answer($from, encode('utf-8', $text), to => $last);
		$world->run;
		return `sqlite3 '$world->{home}/riverpost.sqlite' "$query"` + 0;
	};
	my $is_confirmation = $who eq $new || $name eq 'a sign-off';
	for (@yes) {
		next if /accept/ && $name =~ /^(?:did|was)/;
		# The name is known of who writes it.
		next if /Kim/ && $who ne $new;
		next if !$all{$name} && !is_turn();
		is($try->($_), 1, "$name: yes: " . s/\n/ \/ /gr);
	}
	for (@none) {
		# Words below an empty line are the other player's, where there is one.
		next if !$is_confirmation && (/\n\n/ || /^accept/);
		next if !$all{$name} && !is_turn();
		is($try->($_), 0, "$name: none: " . s/\n/ \/ /gr);
	}
}

# What was not sent, or goes with words, a yes does not order; a no is passed on to nobody.
for (["move 1 H3-E3\ndraw", 'yes', 'moved H3-E3.*offers a draw'], ["move 1 H3-E3", 'no', undef], ["move 1 H3-E3", 'No, that was not me!', undef],
    ["move 1 H3-E3", 'Yes, it was me', 'moved H3-E3'], ["message wilma\nHello", 'yes', undef]) {
	my ($asked, $answer, $done) = @$_;
	my $world = World->new;
	$world->game;
	$world->send(from => $fred, text => "$asked\n");
	$world->run;
	like($world->{last}{$fred}{subject}, qr/was it you/, "$asked: asked") or next;
	$world->answer($fred, $answer);
	my ($told) = map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $wilma } $world->run;
	defined $done ? like($told // '', qr/$done/, "... $answer: done") : is($told, undef, "... $answer: nobody is told");
}

# A letter about no game that asks nothing: a yes to it is told so.
my $world = World->new;
$world->players;
for (['set language en', 'yes'], ['games', 'No, thanks'], ['set', 'ja']) {
	my ($sent, $answer) = @$_;
	$world->answer($fred, $sent);
	$world->run;
	$world->answer($fred, $answer);
	my ($told) = map { $_->{body} =~ s/\s+/ /gr } grep { $_->{address} eq $fred } $world->run;
	like($told, qr/^Nothing was done: the letter that you answered asked no question\. You can:/, "$answer to $sent");
}
done_testing;
