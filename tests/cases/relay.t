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

done_testing;
