#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Relays as operators have them: what they say of the installation, not of a letter, costs no
# letter and no pass (mail/README 20).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Relay;
use Test::More;
use Time::HiRes qw(time);

sub token { return "\tuser = \"robot\@x.test\"\n\ttoken_command = \"$_[0]\"" }

# --- a login by a token, which a helper asks for
for (['echo tok', 1, ''], ['sleep 2; echo tok', 1, ''],
	['false', 0, qr/the token command gave no token \(exit 1\)/],
	['exit 3', 0, qr/the token command gave no token \(exit 3\)/],
	['/nowhere/token', 0, qr/the token command gave no token \(exit 127\)/]) {
	my ($command, $goes, $why) = @$_;
	my $world = Relay->new(sink => token($command));
	my $begin = time;

	$world->relay('token');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 9;
	$world->run;
	is($world->{status}, 0, "token_command '$command': the pass ends well");
	cmp_ok(time - $begin, '<', 60, '... soon');
	is(scalar $world->taken, $goes ? 9 : 0, '... the letters are ' . ($goes ? 'sent' : 'kept'));
	next if $goes;
	like($world->{log}, $why, '... and the log says why');
	$world->configure(token('echo tok'));
	$world->pass_time(60);
	$world->run;
	is(scalar(grep { $_->{to} =~ /^p/ } $world->taken), 9, '... they go when it is mended');
}

# --- what is refused for us, not for the letter
my ($fred, $wilma, $operator) = ('fred@a.test', 'wilma@b.test', 'op@x.test');
my $begun = World->new(config => "address = \"xq\@x.test\"\n");
$begun->game;

# A game in which fred has just moved, in front of that relay.
sub moved
{
	my ($mode, $words) = @_;
	my $world = Relay->new;

	$world->become($begun);
	$world->configure("\tconnections = 1");
	$world->relay($mode, $words);
	$world->answer($fred, 'B3-E3');
	$world->run;
	return $world;
}

# Was it sent, itself or by the one that was made in its place?
sub has_gone { return $_[0]{state} == 1 || ($_[0]{state} == 4 && $_[0]{text} =~ /^letter \d+ was sent in its place$/) }

# What was written to the operator about it.
sub told
{
	my ($world) = @_;
	my @told = grep { /letters wait/ } split /\0/,
	    `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT CAST(bytes AS TEXT), char(0) FROM outbox_bytes JOIN outbox USING (id) WHERE recipient = '$operator' ORDER BY id"`;
	return map { s/\r//g; s/=\n//g; s/=3D/=/g; s/\s+/ /gr } @told;
}

for (['mail-553', 'Mail from must equal authorized user', qr/Set "address"/],
	['mail-553', '5.7.1 Sender address rejected: not owned by auth user', qr/Set "address"/],
	['rcpt-553', '5.7.1 Sender address rejected: not owned by user xq', qr/Set "address"/],
	['dot-554', '5.2.252 SendAsDenied; xq not allowed to send as xq@x.test', qr/Set "address"/],
	['mail-550', '5.4.5 Daily user sending|5.4.5 limit exceeded. See there'],
	['dot-554', 'limit exceeded, try again'],
	['rcpt-504', '5.5.2 <box>: Helo command rejected: need fully-qualified hostname', qr/Set "helo"/],
	['rcpt-554', '5.7.1 Relay access denied'],
	['rcpt-521', 'this host takes no mail'],
	['rcpt-571', 'Delivery not authorized'],
	['data-554', 'no valid recipients'],
	['connect-554', '5.7.1 Client host blocked'],
	['connect-521', 'no mail here'],
	['mail-503', '5.5.1 need AUTH']) {
	my ($mode, $words, $remedy) = @$_;
	my $world = moved($mode, $words);
	my $says = "$mode $words";
	my ($code) = $mode =~ /(\d+)/;
	$words =~ s/\|5\.4\.5//;
	my @told = told($world);

	is(scalar(grep { $_->{state} > 1 } map { $world->rows($_) } $fred, $wilma), 0, "$says: no letter is given up");
	is(scalar(grep { $_->{text} =~ /^\Q$code $words\E/ } map { $world->rows($_) } $fred, $wilma), 1, '... the queue says why');
	like($world->{log}, qr/waits: \Q$code $words\E/, '... and the log');
	is(scalar @told, 1, '... the operator is told');
	like($told[0] // '', qr/\Q$code $words\E/, '... with the server\'s words');
	like($told[0] // '', $remedy, '... and what to do') if $remedy;
	$world->pass_time(86400), $world->run for 1 .. 7;
	is(($world->rows($wilma))[-1]{state}, 0, '... after a week it still waits');
	cmp_ok(scalar told($world), '<=', 8, '... of which the operator hears once a day');
	is(scalar(grep { /letter-given-up|not be delivered/ } `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT subject FROM outbox WHERE recipient = '$fred'"`),
	    0, '... and the opponent nothing');
	$world->relay('');
	$world->pass_time(86400 / 4), $world->run for 1 .. 2;
	is(scalar(grep { $_->{to} eq $wilma } $world->taken), 1, '... it goes once that is mended');
	is(scalar(grep { !has_gone($_) } $world->rows($_)), 0, "... and all to $_") for $fred, $operator;
}

# What names the mailbox or the letter stays final, and is told.
for (['rcpt-550', '5.1.1 User unknown'], ['rcpt-550', 'No such user here'], ['dot-552', '5.3.4 too big'],
	['dot-554', '5.6.0 no MIME'], ['rcpt-552', '5.2.2 Mailbox full']) {
	my ($mode, $words) = @$_;
	my $world = moved($mode, $words);
	is(($world->rows($wilma))[-1]{state}, 2, "$mode $words: the letter is refused");
	is(scalar(told($world)), 0, '... which is no trouble of ours');
}

# --- a login that is refused is tried once a pass, whatever waits
{
	my $password = "\tuser = \"robot\@x.test\"\n\tpassword = \"geheim\"";
	my $world = Relay->new(sink => $password);
	my $logins = sub { scalar grep { /^AUTH/ } $world->lines('said') };
	my @passes = (1, 2, 3);

	$world->relay('auth-535', '5.7.8 Log in via your web browser: https://x.test/1');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 9;
	for my $pass (@passes) {
		$world->run;
		is($logins->(), $pass, "a wrong password: pass $pass tries it once");
		$world->pass_time(86400);
	}
	my @told = told($world);
	like($told[0], qr/user or password refused \(PLAIN: 535 5\.7\.8 Log in via your web browser: https:\S+1\)/, '... the operator reads the words') or diag explain \@told;
	unlike(join('', @told), qr/geheim/, '... and no password');
	$world->relay('token', '');
	is(scalar(grep { $_->{state} > 1 } map { $world->rows("p$_\@a.test") } 1 .. 9), 0, '... nothing is given up');
}

# --- the password is mended, and the server told: the letters do not wait for their next try
{
	my $world = Relay->new(sink => "\tuser = \"robot\@x.test\"\n\tpassword = \"geheim\"");
	$world->{now} = time;
	$world->relay('auth-535', '5.7.8 wrong');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 3;
	$world->run;
	is(scalar(grep { $_->{tries} > 0 } map { $world->rows("p$_\@a.test") } 1 .. 3), 3, 'three letters wait for a login');
	# As after some tries more.
	$world->query('UPDATE outbox SET next_try = next_try + 14000 WHERE state = 0');
	my $pid = fork // die "$!";
	if ($pid == 0) {
		open STDERR, '>', "$world->{home}/served";
		{ exec $World::program, '--home', $world->{home}, '-v', 'serve' };
		POSIX::_exit(127);
	}
	my $until = sub { my ($is, $end) = ($_[0], time + 120); select undef, undef, undef, 0.1 until $is->() || time > $end; return $is->() };
	my $says = sub { open my $file, '<', "$world->{home}/served" or return ''; local $/; return <$file> =~ $_[0] };
	ok($until->(sub { $says->(qr/serving from/) }), '... the server is at work');
	$world->relay('auth-235', '2.7.0 in');
	kill 'HUP', $pid;
	my @all;
	ok($until->(sub { @all = grep { $_->{to} =~ /^p/ } $world->taken; @all == 3 }), '... and told: all go at once');
	ok($says->(qr/4 letters that wait are tried now/), '... of which its log has a line');
	kill 'TERM', $pid;
	waitpid $pid, 0;
	is($?, 0, '... and it ends well');
}

# --- no answer to the final dot: the letter may have been taken, and is not sent with each pass
{
	my $world = moved('dot-taken');
	my $to = sub { scalar grep { $_->{to} eq $_[0] } $world->taken };
	my $letters = sub {
		scalar(() = `sqlite3 '$world->{home}/riverpost.sqlite' "SELECT subject FROM outbox WHERE recipient = '$operator'"` =~ /may have arrived/g);
	};

	is($to->($wilma), 1, 'no answer to the final dot: the letter is taken');
	is($letters->(), 1, '... the operator is told once, of all that ended so');
	for (60, 300, 3600, 7200) {
		$world->pass_time($_), $world->run;
		is($to->($wilma), 1, "... not sent again $_ seconds later");
	}
	$world->relay('');
	$world->pass_time(7200), $world->run;
	is($to->($wilma), 2, '... but after hours');
	is(($world->rows($wilma))[-1]{state}, 1, '... and that is that');
	is($letters->(), 1, '... of which the operator hears no more');
}

# --- a sendmail that talks with a relay itself, as msmtp does
{
	my $world = World->new(config => "address = \"xq\@x.test\"\n");
	my $script = "$world->{home}/sendmail";
	my $play = sub {
		open my $file, '>', $script or die "$!";
		print $file "#!/bin/sh\ncat >/dev/null\n$_[0]\n";
		close $file;
		chmod 0755, $script;
	};
	$world->become($begun);
	open my $file, '>', "$world->{home}/riverpost.conf" or die "$!";
	print $file "address = \"xq\@x.test\"\noperator = \"$operator\"\nsink {\n\tkind = sendmail\n\tpath = \"$script\"\n}\n";
	close $file;
	$play->("echo 'msmtp: cannot locate host smtp.x.test: Temporary failure in name resolution' >&2\nexit 68");
	$world->answer($fred, 'B3-E3');
	$world->run;
	is(scalar(Relay::rows($world, $operator)), 0, 'no name server: the operator hears nothing of a moment');
	$world->pass_time(3600 * 4), $world->run for 1 .. 40;
	is(scalar(grep { $_->{state} =~ /[23]/ } map { Relay::rows($world, $_) } $fred, $wilma), 0, '... no letter is given up in a week');
	cmp_ok(scalar told($world), '>', 0, '... and it is told when it lasts');
	$play->('exit 0');
	$world->pass_time(3600 * 4), $world->run for 1 .. 2;
	is(scalar(grep { !has_gone($_) } map { Relay::rows($world, $_) } $fred, $wilma, $operator), 0, '... and all go when it is over');
}

# --- a sender that is refused: the plain address is tried at once
for (['plus-553', 'Mail from must equal authorized user', $wilma], ['null-550', '5.7.1 no null sender here', 'new@c.test']) {
	my ($mode, $words, $to) = @$_;
	my $world = moved($mode, $words);

	$world->send(from => "$_\@c.test", subject => "signup ${_}x") for 'new', 'other';
	$world->run;
	my %sender = map { $_->{to} => $_->{sender} } $world->taken;
	is($sender{$to}, '<xq@x.test>', "$mode: sent from the plain address");
	like($world->{log} . join('', map { $_->{text} } $world->rows($fred)), qr/\d+ \Q$words\E; from xq\@x\.test: 250 taken/, '... which is said');
	is(scalar told($world), 0, '... and nobody need do anything');
}

# --- the others of a pass are not thrown at a server that has had enough
{
	my $world = Relay->new(sink => "\tconnections = 1");
	$world->relay('mail-550', '5.4.5 Daily user sending limit exceeded');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 12;
	$world->run;
	is(scalar(grep { /^MAIL/ } $world->lines('said')), 1, 'a daily limit: one letter has tried it');
	is(scalar(grep { /^EHLO \S+\./ } $world->lines('said')), 1, 'EHLO has a name with a dot');
	$world->relay('');
	$world->pass_time(120);
	$world->run;
	is(scalar(grep { $_->{to} =~ /^p/ } $world->taken), 12, '... and then all go');
}

# --- a relay that lets in one connection at a time, and one that lets in none
for my $count (12, 40) {
	my $world = Relay->new;
	$world->relay('one');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. $count;
	$world->run;
	is(scalar(grep { $_->{to} =~ /^p/ } $world->taken), $count, "one connection: $count letters in a pass");
	is($world->{log} =~ /waits/ ? 1 : 0, 0, '... and none has to wait');
	cmp_ok(scalar $world->lines('refused'), '<=', 3 + $count / 20, '... it is not asked for more each time');
}
{
	my $world = Relay->new;
	$world->relay('connect-421', '4.7.0 Too many concurrent SMTP connections');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 12;
	$world->run;
	is($world->{status}, 0, 'no connection: the pass ends');
	like($world->{log}, qr/waits: 421 4\.7\.0 Too many concurrent/, '... and says why');
	$world->relay('');
	$world->pass_time(60);
	$world->run;
	is(scalar(grep { $_->{to} =~ /^p/ } $world->taken), 12, '... a minute later all go');
}
{
	my $world = Relay->new;
	$world->relay('mail-451', '4.3.0 busy');
	$world->send(from => "p$_\@a.test", subject => "signup p${_}x") for 1 .. 12;
	$world->run;
	is($world->{status}, 0, 'none at MAIL: the pass ends');
	$world->relay('');
	$world->pass_time(60);
	$world->run;
	is(scalar(grep { $_->{to} =~ /^p/ } $world->taken), 12, '... a minute later all go');
}

done_testing;
