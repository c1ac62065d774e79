#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# A player's letter answered from an address that is not his: nothing is done, the writer is told
# nothing, and he hears of it where he is registered (mail 9), so that no move is lost in silence.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $work) = ('fred@a.test', 'wilma@b.test', 'f.flint@work.test');

# The letters of a pass, which only fred may get.
sub told
{
	my ($world, $name) = @_;
	my @out = $world->run;
	is_deeply([grep { $_ ne $fred } map { $_->{address} } @out], [], "mail 9: $name: nobody else is told");
	return @out;
}

# Whatever it is that he answers with, by Reply-To or by Message-ID.
for my $text ("b3-e3\n", "b3-e3\n\nHave fun\n", "resign\n", "Good morning!\n", "炮二平五\n", '') {
	for my $way ('to', 'reply') {
		my $world = World->new;
		$world->game;
		my $turn = $world->{last}{$fred};
		my $name = "\"$text\" by $way" =~ s/\n/ /gr;
		$world->send(from => "Fred Flint <$work>", subject => "Re: $turn->{subject}", text => $text,
		    $way eq 'to' ? (to => $turn->{'reply-to'}) : (reply => $turn->{'message-id'}));
		my @out = told($world, $name);
		is(scalar @out, 1, '... he gets one letter') or diag $world->{log};
		my $body = $out[0] ? $out[0]{body} =~ s/\s+/ /gr : '';
		like($body, qr/\Q$work\E.* nothing was done/, '... which names the address');
		like($body, qr/answer this letter with .*add \Q$work\E/, '... and says how to add it');
		unlike($body, qr/Good morning|Have fun/, '... and repeats nothing of the letter');
		is($world->query('SELECT length + (state <> 1) FROM game'), 0, '... nothing is done');
	}
}

# What it says works: the move as an answer, the address added.
my $world = World->new;
$world->game;
my $turn = $world->{last}{$fred};
$world->answer($work, "b3-e3\n", to => $turn);
$world->run;
my $notice = $world->{last}{$fred};
$world->answer($fred, "b3-e3\n");
like(($world->run)[0]{body}, qr/^You moved B3-E3/m, 'the move is played as an answer to the notice');
$world->answer($fred, "add $work\n", to => $notice);
$world->run;
$world->answer($fred, "yes\n");
$world->run;
like($world->{last}{$work}{body} // '', qr{would\s+like\s+to\s+use\s+this\s+address}, 'the address is asked');
$world->answer($work, "yes\n");
$world->run;
$world->answer($wilma, "b8-e8\n");
$world->run;
$world->answer($work, "h1-g3\n");
$world->run;
is($world->query('SELECT count(*) FROM ply'), 3, '... and plays from then on');

# Once an hour, five times a day, whoever writes and about whatever letter.
$world = World->new;
$world->game;
$turn = $world->{last}{$fred};
my $seen = 0;
for my $round (0 .. 11) {
	$world->answer("x$round-$_\@work.test", "b3-e3\n", to => $turn) for 1 .. 3;
	my @out = told($world, "round $round");
	is(scalar @out, $round % 2 ? 0 : $round < 10 ? 1 : 0, "... and he is told once an hour, not for ever: round $round");
	$world->pass_time(1801);
}
$world->pass_time(86400);
$world->answer($work, "b3-e3\n", to => $turn);
is(scalar(told($world, 'the next day')), 1, '... and again the next day');

# Who gets none: an answer of a robot, in its fields or its words; a report; one for whose writer
# the mail server does not vouch; what is answered as any stranger's letter is; a token that is none.
my %silent = (
	'an automatic answer' => { head => ['Auto-Submitted: auto-replied'] },
	'an automatic answer by its words' => { text => "I am out of the office until Monday.\n", subject => 'Out of office' },
	'a delivery report' => { head => ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=x'] },
	'a daemon' => { from => 'MAILER-DAEMON@work.test' },
	'a null sender' => { above => "Return-Path: <>\n" },
	'our own letter' => { head => ['X-Loop: riverpost@localhost'] },
	'dmarc=fail' => { above => "Authentication-Results: mx.game.test; dmarc=fail\nReceived: from x by mx.game.test; now\n" },
);
for my $name (sort keys %silent) {
	$world = World->new(config => "auth_server = mx.game.test\n");
	$world->game;
	my %with = %{$silent{$name}};
	$world->drop(($with{above} // '') . $world->letter(from => $work, to => $world->{last}{$fred}{'reply-to'}, subject => 'Re: Board 1',
	    text => "b3-e3\n", %with));
	is(scalar(told($world, $name)), 0, "... $name tells him nothing");
}
$world = World->new;
$world->game;
$turn = $world->{last}{$fred};
$world->send(from => $work, to => $turn->{'reply-to'}, text => "signup barney\n");
is_deeply([map { $_->{address} } $world->run], [$work], 'a stranger to whom he has forwarded it signs up, as any stranger does');
$world->send(from => $work, to => $turn->{'reply-to'} =~ s/(.)\@/($1 eq 'a' ? 'b' : 'a') . '@'/er, text => "b3-e3\n");
is(scalar($world->run), 0, 'a forged token tells nobody');
$world->send(from => $work, to => $turn->{'reply-to'}, text => "move 1 fred secret1 b3-e3\n");
like(join('', map { $_->{body} } $world->run), qr/^You moved B3-E3/m, 'a password plays from anywhere');

# A letter about no game, and a player who is suspended.
$world = World->new;
$world->players;
$world->answer($work, "challenge wilma\n", to => $world->{last}{$fred});
my @out = told($world, 'an answer to a letter of no game');
like($out[0] ? $out[0]{body} : '', qr/\Q$work\E/, '... tells him too');
$world->call('player', 'suspend', 'fred');
$world->run;
$world->pass_time(7200);
$world->answer($work, "challenge wilma\n", to => $world->{last}{$fred});
is(scalar(told($world, 'a suspended player')), 0, '... who is told nothing');
done_testing;
