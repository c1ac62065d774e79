#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Who leaves is forgotten: his address at once where it stands as one, everywhere after a while;
# who is erased, his name and words, too.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Find;
use JSON::PP;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $day = 86400;

# Where in a home a word stands, but for mail that has left the server.
sub found
{
	my ($world, $word) = @_;
	my @files;
	find({ no_chdir => 1, wanted => sub {
		return if !-f || m{/mail/out/} || m{/log$};
		open my $file, '<:raw', $_ or die;
		push @files, s/^\Q$world->{home}\E.//r if do { local $/; <$file> } =~ /\Q$word\E/i;
	} }, $world->{home});
	return join ' ', sort @files;
}

sub sql
{
	my ($world, $query) = @_;
	chomp(my $result = `sqlite3 '$world->{home}/riverpost.sqlite' "$query"`);
	return $result;
}

# A game with words, and an address that was added by one more letter.
sub world
{
	my $world = World->new(config => "answers_hour = 1000\noutage = 10080\n");
	$world->game;
	$world->answer($fred, "B3-E3\n\nGood luck from zanzibar! Write to Fred\@A.test.");
	$world->run;
	$world->answer($wilma, "H10-G8\n\nThanks, Fred <$fred>: I am $wilma.");
	$world->run;
	$world->send(from => $fred, subject => 'show 1 fred secret1 more@fred.test');
	$world->run;
	return $world;
}

for my $way ('signoff', 'delete', 'erase') {
	my $world = world();
	isnt(found($world, $fred), '', "$way: the address is known");
	if ($way eq 'signoff') {
		$world->send(from => $fred, subject => 'signoff fred secret1');
		$world->run;
		$world->answer($fred, 'yes');
		like(join("\n", map { "$_->{address} $_->{subject}" } $world->run),
		    qr/$fred .*closed/, "$way: told");
	} else {
		my $said = $world->call('player', $way, 'fred');
		is($world->{status}, 0, "$way: done");
		like($said, qr/former player 1\n.*30 days.*backups/s, 'it tells what is left') if $way eq 'erase';
		$world->run;
	}
	is(sql($world, "SELECT count(*) FROM address WHERE address = '$fred'"), 0, "$way: no address row");
	$world->call('check');
	is($world->{status}, 0, "$way: sound");

	my $record = $world->call('export', '1');
	if ($way eq 'erase') {
		like($record, qr/former player 1/, 'the record has no name');
		unlike($record, qr/fred|zanzibar/i, 'and no words');
		$world->call('player', 'show', 'fred');
		isnt($world->{status}, 0, 'nobody is called so');
	} else {
		like($record, qr/fred/, "$way: the record keeps the name");
	}
	# One pass, as far away as no clock jumps; and what was noted of who stays.
	$world->pass_time(730 * $day);
	$world->run;
	$world->call('check');
	is($world->{status}, 0, "$way: sound two years on");
	is(found($world, $fred), '', "$way: two years on the address is nowhere");
	is(found($world, 'more@fred.test'), '', "$way: nor in a Subject");
	is(found($world, 'zanzibar'), '', 'and the words are nowhere') if $way eq 'erase';
	is(found($world, 'fred'), '', 'and the name') if $way eq 'erase';
	is(sql($world, "SELECT count(*) FROM outbox WHERE recipient LIKE '%\@b.test' AND state = 1"
	    . " AND created < $world->{now} - 30 * $day"), 0, "$way: nor that of who stays, in old letters");
	isnt(found($world, $wilma), '', "$way: who stays is known");
}

# An address that is given up is blanked in what was said, in both spellings of its domain.
my $spoken = world();
$spoken->call('player', 'add', 'zoe', 'zoe@xn--bcher-kva.test');
$spoken->answer($wilma, "chat 1\nWrite to Zoe\@B\xc3\xbccher.test or zoe\@XN--BCHER-KVA.test, fred.");
$spoken->run;
$spoken->call('player', 'address', 'zoe', 'zoe@xn--bcher-kva.test', 'zoe@c.test', 'moved');
is(sql($spoken, "SELECT text FROM talk WHERE text LIKE 'Write to%'"), 'Write to ******** or ********, fred.', 'an address that is given up is blanked');

# The name of who is erased is not what others called him in his games, but words with it are words.
$spoken->answer($fred, "chat 1\nWilma, dear wilma: swilma\@b.test, wilma7 and \xe5\xa8\x81wilma\xe5\xa8\x81.");
$spoken->run;
$spoken->call('player', 'erase', 'wilma');
is(sql($spoken, "SELECT text FROM talk WHERE text LIKE '%dear%'"),
    "former player 2, dear former player 2: swilma\@b.test, wilma7 and \xe5\xa8\x81former player 2\xe5\xa8\x81.", 'who is erased has no name in his games');

# A thread goes on where its letters are hidden.
my $world = world();
my $last = $world->{last}{$wilma}{references};
for (1 .. 6) {
	$world->pass_time(7 * $day);
	$world->run;
}
is(sql($world, "SELECT count(*) FROM outbox WHERE recipient LIKE '%\@b.test' AND state = 1"
    . " AND created < $world->{now} - 31 * $day"), 0, 'old letters are hidden');
my ($first) = $last =~ /(<[^>]+>)/;
$world->answer($fred, 'chat 1' . "\nStill there?");
my ($chat) = grep { $_->{address} eq $wilma } $world->run;
like($chat->{references} // '', qr/\Q$first\E/, 'and a new letter still refers to the first');

# What is kept is told, to strangers too, and who opens an account hears of it.
$world = World->new(config => "keep = 12\n");
$world->send(from => 'stranger@s.test', subject => 'help privacy');
my ($page) = $world->run;
like($page->{body}, qr/Kept until you leave.*for 12 days.*Seen by everybody.*signoff.*erases/s, 'help privacy');
cmp_ok(scalar(split /\n/, $page->{body}), '<', 45, '... is one page');
$world->players;
like($world->{last}{$fred}{body}, qr/^  help privacy /m, '... and the welcome names it');

# Each player may see what is kept of him: where he is written to, and nowhere else.
$world = world();
$world->answer($wilma, "note 1\nmarmalade");
$world->run;
$world->answer($fred, 'data');
my ($data) = $world->run;
my ($text) = grep { $_->{head} =~ /riverpost\.txt/ } @{$data->{parts}};
my ($json) = grep { $_->{head} =~ /riverpost\.json/ } @{$data->{parts}};
like($text->{body}, qr/^\[addresses\].*\Q$fred\E.*^\[words\].*zanzibar/ms, 'data: the text');
my $read = eval { decode_json($json->{body}) } // {};
is($read->{addresses}[0]{address}, $fred, '... as JSON');
like($read->{words}[0]{text}, qr/zanzibar/, '... with what he said');
is($read->{games}[0]{green_userid}, 'wilma', '... and whom he plays');
for my $part ($text, $json) {
	unlike($part->{body}, qr/\$argon2|password_hash|"secret"|marmalade|Thanks|\Q$wilma\E/, '... nothing that is not his');
}
is($world->call('player', 'data', 'fred') =~ s/\d\d:\d\d:\d\dZ//gr =~ /^\[account\].*^\{\n"account": /ms, 1, 'so may the operator');
$world->send(from => 'stranger@s.test', subject => 'data fred secret1');
my @told = $world->run;
unlike(join('', map { $_->{raw} } @told), qr/riverpost\.json/, 'a password is not enough elsewhere');
$world->send(from => $fred, subject => 'data');
unlike(join('', map { $_->{raw} } $world->run), qr/riverpost\.json/, 'nor is an address without proof');

done_testing;
