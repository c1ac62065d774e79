#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Mail 3: letters are kept as they came, closed to others and only for the days of
# `keep`; their passwords stand nowhere else, and each letter can be read again after a
# restored backup.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use MIME::Base64;
use MIME::QuotedPrint;
use Test::More;
use World;

my ($fred, $wilma) = ('fred@a.test', 'wilma@b.test');
my $world = World->new;
my $home = $world->{home};

# Files of the home that hold one of the words, but for letters that are kept.
sub holding
{
	my ($words) = @_;
	return join ' ', grep { !m{^mail/in/\.(Processed|Failed)/} } map { s{^\Q$home\E/}{}r }
	    split /\n/, `grep -rlaE '$words' '$home'`;
}
sub kept { return sort { (stat $a)[9] <=> (stat $b)[9] } glob "$home/mail/in/.Processed/{new,cur}/*" }

sub newest
{
	my ($name) = sort { $b cmp $a } map { m{([^/]+)$} } kept();
	my ($path) = grep { m{/\Q$name\E$} } kept();
	open my $file, '<:raw', $path or die;
	return ($path, do { local $/; <$file> });
}

$world->game;
my $letter = $world->letter(from => $fred, subject => 'move 1 fred secret1 H3-E3');
$world->drop($letter);
$world->run;
like($world->{last}{$wilma}{body}, qr/^fred moved H3-E3/m, 'a password opens');
my ($path, $kept) = newest();
is($kept, $letter, 'the letter is kept as it came');
is((stat $path)[9], $world->{now}, 'with the time when it came');
is(join(' ', map { sprintf '%o', (stat "$home/$_")[2] & 07777 } '.', 'mail/in/.Processed', 'mail/in/.Failed'),
    '700 700 700', 'closed to others');

for my $case (
	['body', text => "move 1 wilma secret2 H10-G8\n"],
	['known', again => 1],
	['base64', head => ['Content-Transfer-Encoding: base64'], text => encode_base64("chat 1 fred secret1\nHello!\n")],
	['quoted-printable', head => ['Content-Transfer-Encoding: quoted-printable'], text => encode_qp("chat 1 fred secret1\nGr\xc3\xbc\xc3\x9fe\n")],
	['encoded Subject', subject => '=?utf-8?B?' . encode_base64('chat 1 fred secret1', '') . '?=', text => 'Hello!'],
	['HTML', head => ['Content-Type: text/html'], text => "<div>chat 1 fred secret1</div><div>Hello!</div>\n"],
	['option', text => "show 1 --userid=fred --password=secret1\n"],
	['refused', text => "move 1 fred secret1 A1-A9\n"],
	['a slip', text => "resgin 1 fred secret1\n"],
	['stranger', from => 'x@c.test', text => "move 1 fred secret1 B1-C3\n"],
	['quote', text => "history\n\n> move 1 fred secret1 H3-E3\n"],
	['robot', head => ['Auto-Submitted: auto-replied'], text => "move 1 fred secret1 B1-C3\n"],
	['unreadable', raw => "move 1 fred secret1 B1-C3\n"],
	['large', text => "move 1 fred secret1 B1-C3\n\n" . "word " x 9000],
) {
	my ($name, %args) = @$case;
	my $bytes = $args{raw} // $world->letter(from => $fred, subject => '', %args);
	$bytes = $world->{bytes} if $args{again};
	$world->{bytes} = $bytes;
	$world->drop($bytes);
	$world->run;
	is(holding('secret[12]'), '', "$name: no other file has a password");
}
is(holding(encode_base64('secret', '')), '', 'nor in base64');

# Restored from a backup of the beginning, all letters are read again.  A file's age is told by
# the machine's clock, so that this world begins a day before its time.
$world = World->new(now => time - 86400, config => "outage = 10080\n");
$home = $world->{home};
$world->game;
$world->call('backup', "$home/copy");
is($world->{status}, 0, 'a backup');
$world->send(from => $fred, subject => 'move 1 fred secret1 H3-E3', text => "Good luck!\n");
my ($first) = grep { $_->{address} eq $wilma } $world->run;
unlink glob "$home/riverpost.sqlite*";
rename "$home/copy", "$home/riverpost.sqlite" or die;
sub put_back { for (kept()) { my ($name) = m{([^/:]+)[^/]*$}; rename $_, "$home/mail/in/new/$name" or die } }
put_back();
my @again = grep { $_->{body} =~ /moved H3-E3/ } $world->run;
is(holding('secret[12]'), '', 'read again, no other file has a password');
like($world->{output}, qr/^\d+ letters taken: 1 done/, 'the one since then is carried out');
is(scalar @again, 0, 'nobody gets a second copy');
like($world->call('game', 'show', 1), qr/H3-E3/, 'and the move is there');
put_back();
$world->run;
like($world->{output}, qr/^\d+ letters taken: 0 done, 0 refused/, 'and once more: all are known');

# What is kept is deleted after 30 days, counted from the later of two: when it came, and
# when it was put there (which is the machine's own time).
sub files { return scalar grep { -f } map { glob "$home/$_/{new,cur}/*" } map { ("$_/.Processed", "$_/.Failed") } 'mail/in', 'spool' }
sub spool { open my $pipe, '|-', 'build/riverpost-deliver' =~ s/^build/$ENV{BUILD} \/\/ 'build'/er, '--home', $home or die; print $pipe @_; close $pipe; is($?, 0, 'into the spool') }
$world->{now} = time;
$world->drop("no header\n");
spool($world->letter(from => $fred, subject => 'help', id => '<spool@a.test>'));
$world->run;
my $all = files();
SKIP: {
	skip "files have the kernel's time, which libfaketime does not move", 4 if $ENV{FAKETIME};
	cmp_ok($all, '>', 3, 'letters are kept: taken, put aside, and from the spool');
	$world->pass_days(29);
	is(files(), $all, 'for 29 days all of them');
	$world->pass_days(2);
	is(files(), 0, 'after 31 days they are deleted');
	$world = World->new(now => time);
	$home = $world->{home};
	$world->drop("no header\n");
	utime 1, 1, glob "$home/mail/in/new/*";
	$world->run;
	is(files(), 1, 'one that came long ago and is put aside now is kept');
}

done_testing;
