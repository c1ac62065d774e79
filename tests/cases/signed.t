#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Signed scores.  The judge is minisign, another program: what it takes is signed well, and what
# was changed in one bit is taken neither by it nor by `verify`.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp qw(tempdir);
use MIME::Base64;
use Test::More;
use World;

plan skip_all => 'minisign is not installed' if system('command -v minisign >/dev/null') != 0;
my ($fred, $wilma, $tom) = ('fred@a.test', 'wilma@b.test', 'tom@c.test');
my $folder = tempdir(CLEANUP => 1);

sub slurp { open my $in, '<:raw', $_[0] or die "$_[0]: $!"; local $/; return <$in> }

sub spew { open my $out, '>:raw', $_[0] or die "$_[0]: $!"; print $out $_[1] or die; close $out or die }

# Files attached to a letter, as bytes, by name.
sub files
{
	my ($letter) = @_;
	my %file;
	for my $part (split /^--\S+\r?\n/m, slurp($letter->{path})) {
		my ($name) = $part =~ /filename="?([^"\r\n]+)/ or next;
		my ($head, $body) = split /\r?\n\r?\n/, $part, 2;
		like($head, qr/^Content-Transfer-Encoding: base64/mi, "$name goes in base64");
		$file{$name} = decode_base64($body);
	}
	return \%file;
}

# The answer to a letter: its text in one line, its files.
sub asks
{
	my ($world, $who, $text) = @_;
	$world->send(from => $who, subject => $text, text => '');
	my $letter = (grep { $_->{address} eq $who } $world->run)[-1];
	return (($letter->{body} // '') =~ s/\s+/ /gr, $letter ? files($letter) : {});
}

sub key_of { return (asks(@_, 'help key'))[0] =~ m{ (RW[A-Za-z0-9+/]{54}) }; }

# Both programs' opinion of a score and a signature: 0 is yes.
sub judge
{
	my ($world, $key, $score, $signature) = @_;
	spew("$folder/x.pgn", $score);
	spew("$folder/x.pgn.minisig", $signature);
	my $other = system("minisign -Q -Vm '$folder/x.pgn' -P '$key' >'$folder/says' 2>&1") >> 8;
	open my $keep, '>&', \*STDERR or die;
	open STDERR, '>', "$folder/stderr" or die;
	my $said = $world->call('verify', "$folder/x.pgn");
	open STDERR, '>&', $keep or die;
	return ($other, $world->{status}, $said . slurp("$folder/stderr"));
}

my $world = World->new(config => "answers_hour = 1000\nanswers_day = 1000\n");
$world->game;
for ([$fred, 'H3-E3'], [$wilma, 'H10-G8'], [$fred, "H1-G3\nsay\nzanzibar"], [$wilma, "I10-H10\nnote\nzanzibar"]) {
	$world->answer(@$_);
	$world->run;
}
my $board = $world->{last}{$wilma};
my ($said, $files) = asks($world, $fred, 'record 1 signed');
like($said, qr/board 1 is not over yet; its score is signed when it is\./, 'a game that goes on is not signed');
is_deeply($files, {}, '... and nothing is attached');
$world->answer($wilma, 'resign', to => $board);
$world->run;

# --- signed, and taken by minisign
($said, $files) = asks($world, $fred, 'record 1 signed');
like($said, qr/is attached as xiangqi-1-fred-wilma\.pgn, with its signature beside it\./, 'a game that is over is signed');
is_deeply([sort keys %$files], ['xiangqi-1-fred-wilma.pgn', 'xiangqi-1-fred-wilma.pgn.minisig'], '... with two files');
my ($score, $signature) = map { $files->{$_} } sort keys %$files;
unlike($score, qr/zanzibar/, 'without what was said, and noted');
my ($key) = key_of($world, $fred);
ok($key, 'help key tells the key');
is((key_of($world, $tom))[0], $key, '... to strangers, too');
my ($other, $own, $words) = judge($world, $key, $score, $signature);
is("$other $own", '0 0', 'minisign and verify take it') or diag slurp("$folder/says"), $words;
# The game ended on the day on which all of these letters are written.
my ($day) = $world->iso =~ /^(\d+-\d+-\d+)/;
my $comment = "server:riverpost\@localhost board:1 ended:$day result:1-0 file:xiangqi-1-fred-wilma.pgn";
is(slurp("$folder/says"), "$comment\n", 'the trusted comment, as minisign reads it');
like($words, qr/is as it was signed\n\Q$comment\E\n/, '... and as verify does');
is_deeply((asks($world, $fred, 'record 1 signed'))[1], $files, 'signed again: the same bytes');
is_deeply((asks($world, $wilma, 'record 1 signed'))[1], $files, '... for the other player');
is_deeply((asks($world, $tom, 'score 1 signed'))[1], $files, '... and for a stranger');


# --- a bit turned anywhere
srand 7;
my %turned = (score => [0 .. length($score) - 1]);
my ($lines, $at) = (0, 0);
for my $line (split /^/, $signature) {
	# The first line is said not to be trusted; line ends are no part of what is signed.
	my @own = map { $at + $_ } ($lines == 2 ? length('trusted comment: ') : 0) .. length($line) - 2;
	$turned{('', 'signature', 'comment', 'second signature')[$lines]} = \@own if $lines > 0;
	$at += length $line;
	$lines++;
}
is($lines, 4, 'four lines are a signature');
for my $what (sort keys %turned) {
	my @taken;
	my @places = @{$turned{$what}};
	for my $try (1 .. 24) {
		my $place = $places[rand @places];
		my ($a, $b) = ($score, $signature);
		(substr $what eq 'score' ? $a : $b, $place, 1) ^= chr(1 << int rand 8);
		my ($minisign, $verify) = judge($world, $key, $a, $b);
		push @taken, "$place: $minisign $verify" if $minisign == 0 || $verify != 1;
	}
	is_deeply(\@taken, [], "a bit turned in the $what is seen by both");
}
(judge($world, $key, "$score\n", $signature))[2] =~ /(.*)/;
like($1, qr/x\.pgn\.minisig is not of this file: one of them was changed$/, 'a longer file');
like((judge($world, $key, $score, $signature =~ s/result:1-0/result:0-1/r))[2], qr/has a trusted comment that was changed$/, 'another result');
like((judge($world, $key, $score, 'nothing'))[2], qr/is no signature of the kind that minisign makes$/, 'no signature at all');

# --- another key, here and elsewhere
spew("$folder/x.pgn.minisig", $signature);
my $elsewhere = World->new;
$elsewhere->run;
is(($elsewhere->call('keys', 'sign') =~ /^(\S+) signs scores since/)[0] // '', (key_of($elsewhere, $fred))[0] // 'x', 'keys sign tells the key');
is((judge($elsewhere, $key, $score, $signature))[1], 1, 'another server has not signed it');
like((judge($elsewhere, $key, $score, $signature))[2], qr/made with another key/, '... and says so');
$elsewhere->call('verify', "$folder/x.pgn", "$folder/x.pgn.minisig", "--key=$key");
is($elsewhere->{status}, 0, '... but takes it with the key given');
my $renewed = $world->call('keys', 'sign', '--renew');
my ($fresh) = $renewed =~ /^(\S+) signs scores since \Q$day\E$/m;
isnt($fresh, $key, 'a new key');
like($renewed, qr/^\Q$key\E signed scores from $day to $day$/m, '... and the old one is listed');
like((asks($world, $fred, 'help key'))[0], qr/\Q$fresh\E .* From $day to $day the key was \Q$key\E/, 'as help key does');
($other, $own, $words) = judge($world, $key, $score, $signature);
is("$other $own", '0 0', 'an old score is still taken');
like($words, qr/with a key used until $day$/m, '... by an old key');
my $signed = (asks($world, $fred, 'record 1 signed'))[1];
is($signed->{'xiangqi-1-fred-wilma.pgn'}, $score, 'signed with the new key: the same score');
is(join(' ', (judge($world, $fresh, map { $signed->{$_} } sort keys %$signed))[0, 1]), '0 0', '... and right');
is((stat "$world->{home}/signing")[2] & 07777, 0600, 'the file is for us alone');

# --- in a backup, and put back
$world->call('backup', "$folder/copy");
is((stat "$folder/copy.signing")[2] & 07777, 0600, 'a backup has it');
like($world->call('backup', '--verify', "$folder/copy"), qr/1 games/, '... and is sound');
my $kept = slurp("$world->{home}/signing");
my $third = ($world->call('keys', 'sign', '--renew') =~ /^(\S+) signs/)[0];
$world->call('restore', "$folder/copy");
is(($world->call('keys', 'sign') =~ /^(\S+) signs/)[0], $third, 'a newer key that knows those of the backup stays');
unlink "$world->{home}/signing";
$world->call('restore', "$folder/copy");
is(slurp("$world->{home}/signing"), $kept, 'where there is none, the backup brings it');
unlink "$world->{home}/signing";
my $stray = ($world->call('keys', 'sign') =~ /^(\S+) signs/)[0];
$world->call('restore', "$folder/copy");
like($world->call('keys', 'sign'), qr/\A\Q$fresh\E signs .*^\Q$stray\E signed /ms, 'one made by mistake gives way, and is still listed');
like($world->call('doctor'), qr/^ok: .*signing signs scores with the key \Q$fresh\E/m, 'the doctor names it');
chmod 0644, "$world->{home}/signing";
like($world->call('doctor'), qr/^wrong: .*signing is open to others/m, '... and says when others can read it');
chmod 0600, "$world->{home}/signing";
spew("$world->{home}/signing", 'RWQ');
like($world->call('check'), qr/signing is not a file of signing keys/, 'check sees a file that is none');
spew("$world->{home}/signing", $kept);

# --- what is not signed, and who gets it
my $private = World->new;
$private->game('--private');
for ([$fred, 'H3-E3'], [$wilma, 'H10-G8'], [$fred, 'resign']) {
	$private->answer(@$_);
	$private->run;
}
$private->answer($wilma, 'record signed');
is(scalar(keys %{files(($private->run)[0])}), 2, 'a private game: signed for its players');
is(scalar keys %{(asks($private, $tom, 'record 1 signed'))[1]}, 0, '... and for nobody else');
spew("$folder/old.pgn", "[Red \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 1-0\n");
$world->call('import', "$folder/old.pgn");
like((asks($world, $fred, 'record 2 signed'))[0], qr/board 2 was not played here, so Riverpost cannot sign its score/, 'an imported game');
like((asks($world, $fred, 'record fred signed'))[0], qr/"signed" is for one game: "record 123 signed"/, 'all games of a player');
my $cancelled = World->new;
$cancelled->game;
for ([$fred, 'H3-E3'], [$wilma, 'H10-G8']) {
	$cancelled->answer(@$_);
	$cancelled->run;
}
$cancelled->call('game', 'cancel', 1);
$cancelled->run;
like((asks($cancelled, $fred, 'record 1 signed'))[0], qr/board 1 was cancelled, so its score is not signed/, 'a cancelled game');

# --- the secret is nowhere else
my ($secret) = $kept =~ /^secret (\S+)$/m;
my @spread = grep { -f && !/\/signing$/ && index(slurp($_), substr $secret, 0, 20) != -1 } glob "$world->{home}/* $world->{home}/*/* $world->{home}/*/*/* $world->{home}/*/*/*/*";
is_deeply([grep { !/\.signing$/ } @spread], [], 'no other file has the secret');
unlike($world->{log} // '', qr/\Q$secret\E/, 'nor has the log');

done_testing;
