#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# The letter that README shows is the one that the game it tells brings.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma) = ('fred@example.org', 'wilma@example.net');
my $world = World->new;
# 21 days before what the letter names: Sun 13 Dec 15:25.
$world->{now} = 1795361100;
for ($fred, $wilma) {
	$world->send(from => $_, subject => 'signup ' . s/@.*//r);
	$world->run;
	$world->answer($_, 'yes');
	$world->run;
}
$world->answer($fred, "challenge wilma\n\nA quick game?\n");
$world->run;
$world->answer($wilma, 'accept');
$world->run;
$world->answer($fred, "B3-E3\n\nHave fun!\n");
$world->run;
my $letter = $world->{last}{$wilma};

open my $readme, '<:raw', "$FindBin::Bin/../../README" or die;
my ($shown) = do { local $/; <$readme> } =~ /^Wilma gets:\n\n((?:    .*\n|\n)+)/m;
$shown =~ s/^    //mg;
my ($head, $body) = split /\n\n/, $shown, 2;
is($body =~ s/\s+\z//r, $letter->{body} =~ s/\s+\z//r, 'the text');
my ($subject) = $head =~ /^Subject: (.*)/m;
is($letter->{subject}, $subject, 'the Subject');
done_testing;
