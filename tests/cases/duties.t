#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Duties of the robot that only whole letters show (mail/README 3, 5, 7 to 10, 12
# and 16 to 21): what is kept for a year, who is answered how often, where letters
# go, what stands above them, and how they are tried again.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $DAY = 86400;

sub configure
{
	my ($world, $text) = @_;
	open my $file, '>', "$world->{home}/riverpost.conf" or die;
	print $file $text;
	close $file;
}

# --- 5: known for a year
my $world = World->new(config => "outage = 10080\n");
$world->players;
my $letter = $world->letter(from => $fred, subject => 'help');
$world->drop($letter);
is(scalar(my @letters = $world->run), 1, 'mail 5: a letter is answered');
$world->pass_days(364);
$world->drop($letter);
is(scalar(@letters = $world->run), 0, 'mail 5: 364 days later it is known');
$world->pass_days(5);
$world->drop($letter);
is(scalar(@letters = $world->run), 1, 'mail 5: after more than a year it is forgotten') or diag $world->{log};
my $asked = $world->letter(from => $fred, subject => 'help', id => '<twin@a.test>');
my $twin = $world->letter(from => $fred, subject => 'help time', id => '<twin@a.test>');
$world->drop($_) for $asked, $twin;
is(scalar(@letters = $world->run), 2, 'mail 5: two letters that share a Message-ID are two');
$world->drop($world->letter(from => $fred, subject => "help $_") =~ s/^Message-ID.*\n//mr) for 'time', 'rules';
is(scalar(@letters = $world->run), 2, 'mail 5: and so are two that have none');

# --- 3, 5: too large is read by its header; whole, under another limit, it is another letter
$world = World->new(config => "letter_max = 16384\n");
$world->game;
my $large = $world->letter(from => $fred, to => $world->{last}{$fred}{'reply-to'},
    text => "H3-E3\n\n" . ("a line of many words\n" x 2000));
$world->drop($large);
@letters = $world->run;
is(scalar @letters, 1, 'mail 3: a letter too large has one answer');
like($letters[0]{body}, qr/larger than 16 KiB/, 'mail 3: which says so');
$world->drop($large);
is(scalar(@letters = $world->run), 0, 'mail 5: it is known');
configure($world, "letter_max = 1048576\n");
$world->drop($large);
$world->run;
is($world->query('SELECT count(*) FROM ply'), 1, 'mail 5: nothing of it was carried out, so that it can be given again under a larger limit');
$world->drop($large);
is(scalar(@letters = $world->run), 0, 'mail 5: once');
is($world->query('SELECT count(*) FROM ply'), 1, 'mail 5: and is played once');

# --- 9: who is answered, and how often
$world = World->new(config => "auth_server = mx.game.test\n");
$world->players;
my $fail = "Authentication-Results: mx.game.test; dmarc=fail\nReceived: from x by mx.game.test; now\n";
my $word = 'a';
for (['history fred', 1], ['help', 1], ['signup barney', 1], ['resign 1', 0], ['hello', 0], ['history of my life', 0],
    ['I need help with this', 0], ['challenge fred', 0]) {
	my ($subject, $answers) = @$_;
	my $from = ++$word . '@c.test';
	$world->send(from => $from, subject => $subject);
	is(scalar(@letters = $world->run), $answers, "mail 9: a stranger's \"$subject\": $answers answers");
	$world->drop($fail . $world->letter(from => "x$from", subject => $subject));
	is(scalar(@letters = $world->run), 0, "mail 9: \"$subject\" with dmarc=fail: silence");
}
$world->drop($fail . $world->letter(from => $fred, subject => 'help'));
is(scalar(@letters = $world->run), 1, 'mail 9: a known player is answered even so');
my $answers = 0;
my @an_hour;
for my $hour (0 .. 7) {
	$world->send(from => 'many@c.test', subject => 'help', text => "$hour $_") for 1 .. 25;
	push @an_hour, scalar(@letters = $world->run);
	$world->pass_time(3601);
}
is("@an_hour", '20 20 20 20 20 0 0 0', 'mail 9: 20 answers an hour and 100 a day to one address');
like($world->{log}, qr/many\@c\.test gets no answer: limit of answers reached/, 'mail 9: then a line for the operator');
$world->send(from => 'other@c.test', subject => 'help');
is(scalar(@letters = $world->run), 1, 'mail 9: nobody else is meant');
$world->pass_time($DAY);
$world->send(from => 'many@c.test', subject => 'help', text => 'tomorrow');
is(scalar(@letters = $world->run), 1, 'mail 9: the next day it is answered again');

# --- 10: no reflector
$world = World->new;
$world->game;
$world->send(from => $fred, to => $world->{last}{$fred}{'reply-to'}, text => 'H3-E3',
    head => ['Reply-To: victim@c.test', 'Sender: victim@c.test', 'Errors-To: victim@c.test', 'Return-Receipt-To: victim@c.test']);
@letters = $world->run;
is_deeply([sort map { $_->{address} } @letters], [$fred, $wilma], 'mail 10: letters of a game go to registered addresses');
$world->send(from => 'inn@c.test', subject => 'move 1 fred secret1 H1-G3', head => ['Reply-To: victim@c.test']);
@letters = $world->run;
is_deeply([map { $_->{address} } grep { $_->{address} !~ /^(?:fred|wilma)/ } @letters], [],
    'mail 10: also when the move came with a password from elsewhere');
unlike($_->{head}, qr/victim/, 'mail 10: the Reply-To is not repeated') for @letters;

# --- 17: what stands above a letter, through a game of fourteen moves
$world = World->new(config => "name = \"The River House\"\n");
$world->game;
my %sent = map { $_ => [map { /<(.*)>/ } $world->query("SELECT '<' || message_id || '>' FROM outbox WHERE game = 1" .
    " AND recipient = '$_' ORDER BY id") =~ /^.*$/mg] } $fred, $wilma;
my @moves = qw(A1-A2 A10-A9 A2-A3 A9-A8 I1-I2 I10-I9 I2-I3 I9-I8 G4-G5 G7-G6 C4-C5 C7-C6 E4-E5 E7-E6);
my (@wrong, %ids, %list);
for my $ply (0 .. 13) {
	my ($mover, $other) = $ply % 2 ? ($wilma, $fred) : ($fred, $wilma);
	$world->pass_time(3600);
	$world->answer($mover, $moves[$ply]);
	for my $letter ($world->run) {
		my $who = $letter->{address};
		my @before = @{$sent{$who}};
		my @thread = @before > 11 ? ($before[0], @before[-10 .. -1]) : @before;
		push @thread, "test-$world->{number}\@players.test" if $who eq $mover;
		my $is = { map { $_ => $letter->{$_} // 'none' } qw(from to auto-submitted x-auto-response-suppress x-loop
		    list-unsubscribe in-reply-to references) };
		my $want = { from => 'The River House <riverpost@localhost>',
		    to => ($who =~ s/\@.*//r) . " <$who>",
		    'auto-submitted' => $who eq $mover ? 'auto-replied' : 'auto-generated',
		    'x-auto-response-suppress' => 'All', 'x-loop' => 'riverpost@localhost',
		    'list-unsubscribe' => "<mailto:$letter->{'reply-to'}?subject=unsubscribe>",
		    'in-reply-to' => "<$thread[-1]>", references => join(' ', map { "<$_>" } @thread) };
		push @wrong, map { "ply $ply, $who: $_ is $is->{$_}, not $want->{$_}" }
		    grep { $is->{$_} ne $want->{$_} } sort keys %$want;
		push @wrong, "ply $ply: Reply-To $letter->{'reply-to'}"
		    unless $letter->{'reply-to'} =~ /^riverpost\+[a-z2-7]+\@localhost$/;
		push @wrong, "ply $ply: two of $_" for grep { 1 < (() = $letter->{head} =~ /^\Q$_\E:/mgi) } keys %$want;
		my ($id) = $letter->{'message-id'} =~ /^<(.*)>$/;
		push @wrong, "ply $ply: the Message-ID is not ours or not new" if $id !~ /\@localhost$/ || $ids{$id}++;
		$list{$letter->{'list-id'} =~ s/.*<//r}++;
		push @{$sent{$who}}, $id;
	}
}
is_deeply(\@wrong, [], 'mail 17: each field of each letter of a game, each conversation its root and the last ten');
is_deeply([keys %list], ['board-1.riverpost.localhost>'], 'mail 17: one List-Id for the game');
is($world->query('SELECT count(*) FROM ply'), 14, 'mail 17: and all was played');

# The button of an observer's mail program.
$world->send(from => 'barney@c.test', subject => 'signup barney');
$world->run;
$world->answer('barney@c.test', 'yes');
$world->run;
$world->answer('barney@c.test', 'subscribe 1');
$world->run;
my ($to, $subject) = $world->{last}{'barney@c.test'}{'list-unsubscribe'} =~ /^<mailto:([^?]+)\?subject=([^>]+)>$/;
$world->send(from => 'barney@c.test', to => $to, subject => $subject,
    text => "This message was automatically generated.\n");
@letters = $world->run;
like($letters[0]{body} // '', qr/You will get no more copies of this game/, 'mail 17: List-Unsubscribe works as it stands');

# A stranger's Message-ID that can stand in no field keeps nobody from an answer.
for my $id ('<' . 'x' x 600 . '@a.test>', '<' . 'x' x 3000 . '@a.test>', '<a<b@a.test>', "<\xe5\xb8\x85\@a.test>", '<>', 'none') {
	$world->send(from => $fred, subject => 'help', id => $id);
	@letters = $world->run;
	is(scalar @letters, 1, 'mail 17: Message-ID ' . substr($id, 0, 10) . '…: an answer') or diag $world->{log};
	unlike($letters[0]{head}, qr/^.{999}|a<b/m, 'mail 17: without it');
}

# --- 18, 21: envelopes and domains
is($world->query("SELECT count(DISTINCT sender) = count(*) FROM outbox WHERE player IS NOT NULL"), 1,
    'mail 18: each letter to a player has an envelope sender of its own');
$world->send(from => 'x@c.test', subject => 'history fred');
$world->run;
is($world->query("SELECT group_concat(sender <> '') FROM outbox WHERE recipient = 'x\@c.test'"), 0,
    'mail 18: a stranger\'s answer has <>');
is($world->query("SELECT count(*) FROM outbox WHERE sender = '' AND recipient IN ('$fred', '$wilma') AND game = 1"), 0,
    'mail 18: and no player\'s letter of a game');
$world = World->new(config => "address = xiangqi\@game.example.test\n");
$world->send(from => $fred, to => 'xiangqi@game.example.test', subject => 'signup fred secret1');
$world->run;
$world->answer($fred, 'yes');
@letters = $world->run;
like($letters[0]{from}, qr/\@game\.example\.test>?$/, 'mail 21: our domain in From');
like($letters[0]{'message-id'}, qr/\@game\.example\.test>$/, 'mail 21: in Message-ID');
like($letters[0]{'reply-to'}, qr/\@game\.example\.test$/, 'mail 21: in Reply-To');
like($world->query("SELECT sender FROM outbox ORDER BY id DESC LIMIT 1"), qr/^xiangqi\+b\.[a-z2-7]+\@game\.example\.test$/,
    'mail 21: and in the envelope');
unlike($letters[0]{head}, qr/^DKIM-Signature/mi, 'mail 21: signing is the mail server\'s work');

# --- 7, 8, 18: what the mail server told with the letter
sub deliver
{
	my ($sender, $recipient, $letter) = @_;
	open my $pipe, '|-', "$World::program-deliver", '--home', $world->{home}, '--sender', $sender,
	    '--recipient', $recipient or die;
	print $pipe $letter;
	close $pipe;
	return $world->run;
}
$world = World->new;
$world->game;
my $board = $world->{last}{$fred};
@letters = deliver('', 'riverpost@localhost', $world->letter(from => 'x@c.test', subject => 'help'));
is(scalar @letters, 0, 'mail 8: the null sender of the envelope: silence');
like($world->{output}, qr/^1 letters? taken: .* 1 ignored/, 'mail 7: and it is counted');
@letters = deliver('list-bounces@c.test', 'riverpost@localhost', $world->letter(from => 'x@c.test', subject => 'help time'));
is(scalar @letters, 0, 'mail 8: a list as the envelope\'s sender: silence');
@letters = deliver('x@c.test', 'riverpost@localhost', $world->letter(from => 'x@c.test', subject => 'help rules'));
is(scalar @letters, 1, 'mail 8: a person as its sender: an answer');
my $token = $world->query("SELECT sender FROM outbox WHERE recipient = '$wilma' ORDER BY id DESC LIMIT 1");
for my $day (1 .. 3) {
	is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 0, "mail 18: day $day: letters still go");
	@letters = deliver('', $token, "From: MAILER-DAEMON\@b.test\nTo: postmaster\@elsewhere.test\nSubject: failure notice\n" .
	    "Message-ID: <$day\@b.test>\n\n<somebody.else\@b.test>: host said: 550 5.1.1 no such user\n");
	$world->pass_time($DAY);
}
is($world->query("SELECT stopped FROM address WHERE address = '$wilma'"), 1,
    'mail 18: the token tells whose bounce it is, whatever else the report says');
is_deeply([map { $_->{address} } @letters], [$fred], 'mail 18: the opponent is told');

# --- 12: signs of other widths are the same signs
$world->answer($fred, "\xef\xbc\xa8\xef\xbc\x93\xef\xbc\x8d\xef\xbc\xa5\xef\xbc\x93",
    to => $board);
$world->run;
is($world->query('SELECT count(*) FROM ply'), 1, 'mail 12: a move in letters of full width is played');
done_testing;
