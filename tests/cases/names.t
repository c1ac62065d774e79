#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Names by which somebody might pass for somebody else: userids and public names,
# held against each other, and words that are nobody's name.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my ($fred, $wilma, $eve) = ('fred@a.test', 'wilma@b.test', 'eve@e.test');
my $world = World->new;
$world->game;
my $turn = $world->{last}{$fred};

# --- userids

sub signup
{
	my ($name) = @_;
	$world->send(from => $eve, text => "signup $name\n");
	return join '', map { $_->{body} } grep { $_->{address} eq $eve } $world->run;
}

for ('wilrna', 'w1lma', 'vvilma', 'fr3d', "\x{c5}\x{bf}red", 'f-r-e-d') {
	like(signup($_), qr/looks like it, is taken/, "signup $_: looks like somebody");
}
for (qw(support Supp0rt help-desk moderator abuse security operator engine bot observer none null it you me all
    yes ja no nein draw remis hoa resign aufgeben ok riverpost), "\xe8\xae\xa4\xe8\xbe\x93") {
	# Whoever writes hanzi is answered in hanzi.
	like(signup($_), /[a-z]/ ? qr/cannot be a userid/ : qr/\xe4\xb8\x8d\xe8\x83\xbd/, "signup $_: nobody's name");
	like(`sqlite3 $world->{home}/riverpost.sqlite "SELECT count(*) FROM confirmation"`, qr/^0$/, '... and no question is asked');
	$world->pass_time(86401);
}

# --- public names

sub name_of
{
	my ($from, $name) = @_;
	$world->answer($from, "set name $name", to => $turn);
	return join '', map { $_->{body} } $world->run;
}

sub is_name
{
	my ($userid, $name) = @_;
	chomp(my $is = `sqlite3 $world->{home}/riverpost.sqlite "SELECT name FROM player WHERE userid = '$userid'"`);
	is($is, $name, "$userid is known as \"$name\"");
}

for ('Wilma', 'wilrna', "Wi1ma", "w\xd1\x96lma", 'W I L M A') {
	like(name_of($fred, $_), qr/cannot be known as/, "set name $_: somebody's userid");
}
for ('Operator', 'Riverpost Support', 'The Server', 'Sec-urity', "N\xc3\xb3b\xc3\xb3dy", 'yes', 'Remis', "H\xc3\xb2a", "\xe8\xae\xa4\xe8\xbe\x93", 'Resign', 'queue', 'all') {
	like(name_of($fred, $_), qr/cannot be known as/, "set name $_: nobody's name");
}
is_name('fred', '');
name_of($fred, 'Fred');
is_name('fred', 'Fred');
name_of($fred, 'Mary Flint');
is_name('fred', 'Mary Flint');
$turn = $world->{last}{$wilma};
like(name_of($wilma, 'M4ry F1int'), qr/cannot be known as "M4ry F1int"/, 'somebody\'s public name');
is_name('wilma', '');
name_of($wilma, 'Mary Quartz');
is_name('wilma', 'Mary Quartz');
like(signup('maryflint'), qr/looks like it, is taken/, 'a userid that looks like a public name');
$world->send(from => 's@long.test', subject => '=?utf-8?Q?Re=3A_signup_=C5=BFred?=');
like(join('', map { $_->{body} } $world->run), qr/looks like it, is taken/, 'a long s in a Subject looks like an f');
like(signup('mary'), qr/wants to play/, 'a part of one is anybody\'s');

# By hand, too.
for ('wilrna', 'support', 'MaryQuartz') {
	unlike($world->call('player', 'add', $_, 'new@n.test'), qr/may play/, "player add $_");
}
done_testing;
