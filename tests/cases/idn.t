#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Domains in other letters (mail/README 15): in Unicode and as "xn--" they are one, whoever writes
# them and wherever; people read the first, mail servers the second.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Relay;
use Test::More;
use World;

my ($fred, $fred_xn) = ('fred@bücher.test', 'fred@xn--bcher-kva.test');
my ($wilma, $wilma_xn) = ('wilma@例子.test', 'wilma@xn--fsqu00a.test');
my ($moved, $moved_xn) = ('fred@münchen.test', 'fred@xn--mnchen-3ya.test');
my $world = World->new(config => "auth_server = mx.game.test\noutage = 10080\n");

# What $from got after all letters so far.
sub told { return $world->{last}{$_[0]} // { body => '', to => '', head => '' } }

# --- signed up as one, confirmed as the other
$world->send(from => $fred, subject => 'signup fred secret1');
$world->send(from => $wilma_xn, subject => 'signup wilma secret2');
$world->run;
is(told($fred)->{to}, $fred_xn, 'in To stands what every mail server takes');
$world->answer($fred_xn, 'yes', to => told($fred));
$world->answer($wilma, 'yes', to => told($wilma));
$world->run;
like(told($fred)->{body}, qr/^Welcome\b.*\bfred\b/m, 'signed up in Unicode, confirmed as xn--') or diag told($fred)->{body};
like(told($wilma)->{body}, qr/^Welcome\b.*\bwilma\b/m, 'and the other way') or diag told($wilma)->{body};
unlike($world->call('player', 'show', 'wilma'), qr/xn--/, 'the operator reads the one spelling');

# --- played from either, in any case
$world->answer('Fred@BÜCHER.test' =~ s/^F/f/r, 'challenge wilma', to => told($fred));
$world->run;
$world->answer('wilma@XN--FSQU00A.Test', 'accept', to => told($wilma));
$world->run;
like(told($fred)->{subject}, qr/^Xiangqi Board 1: fred - wilma/, 'a game begins');
$world->answer($fred_xn, 'B3-E3', to => told($fred));
$world->run;
like(told($wilma)->{body}, qr/^fred moved B3-E3/m, 'a move as xn--');
my ($last) = told($wilma);
$world->answer($wilma, 'H10-G8', to => $last);
$world->run;
like(told($fred)->{body}, qr/^wilma moved H10-G8/m, 'a move in Unicode');

# --- a proof of the mail server, by either name; of no other
sub proof
{
	my ($from, $named) = @_;
	open my $file, '>', "$world->{home}/letter" or die;
	print $file "Authentication-Results: mx.game.test; dmarc=pass header.from=$named\n" .
	    "From: $from\nTo: riverpost\@localhost\nSubject: help\n\n";
	close $file;
	my ($dmarc) = `$World::program --home '$world->{home}' read <'$world->{home}/letter'` =~ /^dmarc: (\w+)/m;
	return $dmarc;
}
for my $from ($fred, $fred_xn) {
	is(proof($from, $_), 'pass', "$from: proved as $_") for 'bücher.test', 'xn--bcher-kva.test', 'XN--BCHER-KVA.test', 'BÜCHER.test';
	is(proof($from, $_), 'unknown', "$from: not proved as $_") for 'bucher.test', 'xn--bchr-0ra.test', 'xn--mnchen-3ya.test', 'ücher.test';
}

# --- another address, typed as one and confirmed as the other
$world->send(from => $fred_xn, text => "as fred secret1\nchange address $moved_xn\n");
$world->run;
like(told($fred)->{body}, qr/written to fred\@münchen\.test\b/, 'in the text stands what people read');
$world->answer($moved, 'yes', to => told($moved));
$world->run;
$world->send(from => $moved_xn, text => "as fred secret1\nreceive\n");
$world->run;
like(told($moved)->{body}, qr/\bfred\@münchen\.test\b/, 'it is his');
$world->send(from => $moved, text => "as fred secret1\nadd $fred_xn\n");
$world->run;
$world->answer($fred, 'yes', to => told($fred));
$world->run;
$world->send(from => $moved, text => "as fred secret1\nadd $fred\n");
$world->run;
like(told($moved)->{body}, qr/\Q$fred\E/, 'what he has is known as his in either');
$world->send(from => $moved, text => "as fred secret1\nreceive $fred_xn off\n");
$world->run;
unlike(told($moved)->{body}, qr/not one of your/i, 'letters stopped at one, named as the other');
$world->send(from => $moved, text => "as fred secret1\ndrop $fred_xn\n");
$world->run;
unlike($world->call('player', 'show', 'fred'), qr/bücher|bcher/, 'and dropped');

# --- the operator's hand
sub said { my @words = @_; my $said = join ' ', map { "'$_'" } @words; return `$World::program --home '$world->{home}' --now=${\$world->iso} $said 2>&1` }
like(said('player', 'add', 'rex', 'wilma@xn--fsqu00a.test'), qr/wilma\@例子\.test is the address of wilma/, 'an address that is taken');
like(said('player', 'address', 'wilma', $wilma_xn, 'wilma@b.test', 'moved'), qr/^wilma writes from wilma\@b\.test instead of \Q$wilma\E$/m, 'named as xn--');
like(said('site', 'block', 'xn--fsqu00a.test'), qr/letters from 例子\.test are not read/, 'a domain is shut out');
like(said('site', 'block', '例子.test'), qr/blocked already/, '... once');
$world->run;
for my $from ('pest@例子.test', 'pest@xn--fsqu00a.test', 'pest@mail.xn--fsqu00a.test') {
	$world->send(from => $from, subject => 'help');
	is(scalar(my @none = $world->run), 0, "$from is not read");
}
open my $spool, '|-', "$World::program --home '$world->{home}' deliver --sender pest\@xn--fsqu00a.test" or die;
print $spool $world->letter(from => 'q@d.test', subject => 'signup queenie');
close $spool;
is(scalar(my @none = $world->run), 0, 'nor by the envelope');
like(said('site', 'unblock', '例子.TEST'), qr/read again/, 'let in');
$world->send(from => 'pest@xn--fsqu00a.test', subject => 'help');
is(scalar(my @some = $world->run), 1, '... and read');

# --- what looks like another name is shown as it is sent
$world->send(from => "fred\@\xd0\xb0pple.test", subject => 'signup fredi secret3');
$world->run;
$world->answer("fred\@\xd0\xb0pple.test", 'yes', to => told('fred@xn--pple-43d.test'));
$world->run;
like($world->call('player', 'show', 'fredi'), qr/fred\@xn--pple-43d\.test/, 'an a of another script is not shown as ours');

# --- the server's own address
my $own = World->new(config => "address = \"xq\@xn--bcher-kva.test\"\n");
$own->send(from => 'fred@a.test', subject => 'signup fred secret1', to => 'xq@bücher.test');
$own->run;
my $asked = $own->{last}{'fred@a.test'};
$own->send(from => 'fred@a.test', subject => 'Re: x', to => $asked->{'reply-to'} =~ s/xn--bcher-kva/bücher/r, text => "yes\n");
$own->run;
like($own->{last}{'fred@a.test'}{body}, qr/^Welcome\b/m, 'an answer to it in Unicode') or diag $own->{last}{'fred@a.test'}{body};
$own->send(from => 'xq@bücher.test', subject => 'help');
is(scalar(@none = $own->run), 0, 'it does not answer itself');

# --- on the wire
my $relay = Relay->new;
$relay->relay('plain');
$relay->send(from => $fred, subject => 'signup fred secret1');
$relay->run;
is(join(' ', map { $_->{to} } $relay->taken), $fred_xn, 'a server without SMTPUTF8 is told the xn-- name');
is(join(' ', map { $_->{state} } $relay->rows($fred)), '1', 'and has taken the letter');
is($relay->call('check') . $relay->{status}, $relay->call('check') . '0', 'the database is sound');

done_testing;
