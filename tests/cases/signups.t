#!/usr/bin/perl
# SPDX-License-Identifier: ISC
#
# Sign-ups that reserve nothing, and floods of forged ones (riverpost-commands(7)).
use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use World;

my $world = World->new;

sub sql
{
	my ($world, $sql) = @_;
	chomp(my $value = `sqlite3 '$world->{home}/riverpost.sqlite' "$sql"`);
	return $value;
}

# What the first of these letters says.
sub body
{
	return @_ ? $_[0]{body} : '';
}

# --- The first who confirms has the name; the other chooses another, at once.
my ($fred, $mal, $eve) = ('fred@a.test', 'mal@m.test', 'eve@e.test');
$world->send(from => $mal, subject => 'signup fred mallory1');
$world->send(from => $eve, subject => 'signup ALFRED');
$world->send(from => $fred, subject => 'signup fred tricky"$&');
is(scalar(my @letters = $world->run), 3, 'the same name may be asked for by many');
my $confirm = $world->{last}{$fred};
like($confirm->{body}, qr/A password came with it/, 'that a password came with it is said');
unlike($world->{last}{$eve}{body}, qr/password/, '... and only where one did');
my $asked = $world->{last}{$eve};
$world->answer($eve, 'What is this?');
like(body($world->run), qr/^This is about the account alfred on Riverpost,/mi, 'whoever asks what this is, is told');
for my $file ('riverpost.sqlite', 'riverpost.sqlite-wal') {
	open my $handle, '<:raw', "$world->{home}/$file" or next;
	my $bytes = do { local $/; <$handle> };
	unlike($bytes, qr/mallory1|\Qtricky"\E/, "no password in $file");
	unlike($bytes, qr/\$argon2id/, "and nothing was hashed for $file");
}
$world->answer($fred, 'yes');
like(($world->run)[0]{subject}, qr/welcome, fred/, 'the first who confirms has the name');
$world->answer($mal, 'yes');
like(body(@letters = $world->run), qr/^Somebody else was first: the name fred/m, 'the other is told');
is(scalar @letters, 1, '... alone');
$world->answer($mal, 'What is this?');
like(body($world->run), qr/^Somebody else was first: the name fred/m, '... and again when he asks, not whether he wants it');
$world->answer($mal, 'signup fred');
like(body($world->run), qr/is taken/, 'and does not get it by asking again');
$world->answer($mal, 'signup mallory');
like(($world->run)[0]{subject}, qr/welcome, mallory/, 'but another name, without another confirmation');
for (['fred tricky"$&', 1], ['fred mallory1', 0], ['mallory mallory1', 1]) {
	my ($proof, $right) = @$_;
	$world->send(from => 'inn@c.test', text => "as $proof\nset board hanzi\n");
	is(scalar(@letters = $world->run) && $letters[0]{body} =~ /The setting is now:\n  set board hanzi$/m ? 1 : 0, $right, "password: $proof");
}
$world->answer($fred, 'yes', to => $confirm);
like(body($world->run), qr/^You already have an account: fred/m, 'a second yes is told so');
$world->answer($mal, 'yes', to => $confirm);
like(body($world->run), qr/^You already have an account: mallory/m, 'somebody else\'s letter opens nothing');
$world->answer($eve, 'yes', to => $confirm);
like(body($world->run), qr/^The letter that you answered asks nothing of this address/m, '... nor for who has none');
$world->send(from => $eve, subject => 'confirm abcdefgh');
like(body($world->run), qr/^That is not the code of the letter that waits for your answer/m, 'a wrong code beside one that waits');
$world->answer($eve, 'yes', to => $asked);
like(($world->run)[0]{subject}, qr/welcome, alfred/, 'a name that does not look alike is free');

# --- A password outlives one change of the keys, and its loss is told.
for my $changes (1, 2) {
	my $name = "dino$changes";
	$world->send(from => "$name\@d.test", subject => "signup $name secret$changes");
	$world->run;
	my $code = sql($world, "SELECT code FROM confirmation WHERE userid = '$name'");
	$world->call('keys', 'change') for 1 .. $changes;
	$world->send(from => "$name\@d.test", subject => "confirm $code");
	my $welcome = body($world->run);
	is($welcome =~ /could\s+not\s+be\s+kept/ ? 1 : 0, $changes == 2 ? 1 : 0, "after $changes changes of the keys");
	is(sql($world, "SELECT password_hash <> '' FROM player WHERE userid = '$name'"), $changes == 1 ? 1 : 0, '... it is there or not');
}

# --- Further addresses are asked after the account is open, each by itself.
$world->send(from => 'pat@p.test', subject => 'signup pat secret9 pat@P.test pat@home.test pat@work.test');
is(scalar(@letters = $world->run), 1, 'a sign-up writes to its own address alone');
$world->answer('pat@p.test', 'yes');
is(join(' ', sort map { $_->{address} } $world->run), 'pat@home.test pat@p.test pat@work.test', 'then to the others');
is(sql($world, "SELECT group_concat(address) FROM address JOIN player ON player = player.id WHERE userid = 'pat'"),
    'pat@p.test', '... which belong to nobody yet');
$world->answer('pat@work.test', 'yes');
like(body($world->run), qr/^pat\@work\.test is now one of your addresses/m, 'the answer adds one');
$world->answer('pat@home.test', 'Who is this?');
like(body($world->run), qr/^This is about the account .*I\s+am\s+not\s+sure\s+whether\s+you\s+agree/ms, 'another is asked again');
is(sql($world, "SELECT count(*) FROM address JOIN player ON player = player.id WHERE userid = 'pat'"), 2, '... and not added');
for my $bad ('signup kim kim@x@y', 'signup kim a@b.test c@d.test e@f.test g@h.test') {
	$world->send(from => 'kim@k.test', subject => $bad);
	like(body($world->run), qr/to begin, send: signup kim/, "refused: $bad");
}

# --- Floods: what a site has used up in the last hour, as if it had been received.
sub flood
{
	my ($world, $site, $what, $limit) = @_;
	sql($world, "INSERT INTO counter VALUES ('" . ($what // 'signup-site') . "', '$site', $world->{now} - 60, " . ($limit // 60) . ')');
}
my $number = 0;
sub asks
{
	my ($world, $from, %args) = @_;
	$number++;
	my $letter = $world->letter(from => $from, subject => "signup newcomer$number", %args);
	$letter = "$args{top}$letter" if defined $args{top};
	$world->drop($letter);
	return scalar grep { $_->{body} =~ /confirm/ } $world->run;
}
my $pass = "Authentication-Results: mx.game.test; dmarc=pass header.from=big.test\nReceived: from x by mx.game.test; now\n";
my $flooded = World->new(config => "auth_server = mx.game.test\n");
$flooded->run;
flood($flooded, $_) for 'evil.test', 'big.test', 'many.co.uk';
is(asks($flooded, 'x@evil.test'), 0, 'a flooded site is closed');
is(asks($flooded, "x\@$_.evil.test"), 0, "... with $_ below it") for 'a', 'mail.b';
is(asks($flooded, 'x@many.co.uk'), 0, 'a site is what somebody registered');
is(asks($flooded, 'x@other.co.uk'), 1, '... and not a suffix that many share');
is(asks($flooded, 'x@evil2.test'), 1, 'another is open');
is(asks($flooded, 'ann@big.test', top => $pass), 1, 'so is a flooded one to whom the mail server vouches for');
is(asks($flooded, "x\@s$_.test"), 1, "and any number of sites, $_") for 1 .. 5;
flood($flooded, 'big.test', 'signup-site-proved', 2500);
is(asks($flooded, 'joe@big.test', top => $pass), 0, 'they have a limit of their own');
$flooded->pass_time(3601);
is(asks($flooded, 'x@evil.test'), 1, 'an hour later it is open again');

# A real flood, in one name and in many, and an honest one amid it.
$flooded->send(from => "f$_\@" . ($_ % 2 ? 'gmail.com' : "d$_.test"), subject => "signup flood$_ secret$_") for 1 .. 150;
$flooded->send(from => 'honest@c.test', subject => 'signup honest secret');
$flooded->drop($pass =~ s/big\.test/gmail.com/r . $flooded->letter(from => 'honest@gmail.com', subject => 'signup vouched secret'));
$flooded->send(from => "g$_\@" . ($_ % 2 ? 'gmail.com' : "e$_.test"), subject => "signup flooded$_ secret$_") for 1 .. 150;
@letters = $flooded->run;
is(scalar(grep { $_->{address} =~ /^[fg]\d+\@gmail\.com/ } @letters), 60, 'one site gets sixty an hour');
is(scalar(grep { $_->{address} =~ /^[fg]\d+\@[de]\d/ } @letters), 150, '... and another its own');
is(join(' ', sort map { $_->{address} } grep { $_->{address} =~ /^honest/ } @letters), 'honest@c.test honest@gmail.com',
    'honest ones amid forged ones are answered: of another site, and where the mail server vouches');
unlike(sql($flooded, 'SELECT group_concat(secret) FROM confirmation'), qr/argon2|secret/, '... and none of them was hashed');

# What is refused to forged ones is a letter, too; whoever answers our own is not forged.
my $refused = World->new(config => "auth_server = mx.game.test\n");
$refused->players;
my $place = 0;
for my $words ('signup fred', 'signup 1x', 'signup', 'signup newcomer a@b@c', 'signup fred secret', 'sign up') {
	$place++;
	my ($site, $tries) = ("site$place.test", 0);
	$refused->send(from => "f$_\@a.$site", subject => $words) for 1 .. 100;
	$refused->send(from => "f$_\@b.$site", subject => 'hello', text => "$words\n") for 1 .. 100;
	$refused->send(from => "n$_\@$site", subject => "signup forged$place$_") for 1 .. 100;
	$refused->drop($pass =~ s/big\.test/$site/r . $refused->letter(from => "honest\@$site", subject => $words));
	$refused->send(from => 'honest@c.test', subject => "signup fred secret$place");
	@letters = $refused->run;
	is(scalar(grep { $_->{address} =~ /^[fn]\d.*\Q$site\E$/ } @letters), 60, "$words: sixty an hour to one site, with refusals");
	is(join(' ', sort map { $_->{address} } grep { $_->{address} =~ /^honest/ } @letters), "honest\@c.test honest\@$site",
	    '... and to others all the same');
}

$flooded->send(from => 'carla@c.test', subject => 'signup carla');
$flooded->run;
flood($flooded, 'c.test');
$flooded->answer('carla@c.test', 'signup honest');
is(scalar($flooded->run), 1, 'who answers a letter of ours is told of a flooded site, too');

# --- One mailbox, however it is spelt.
$flooded->pass_time(3601);
my $count = 0;
$flooded->send(from => "$_\@gmail.com", subject => 'signup vic' . ++$count)
    for map { ($_, $_, $_) } 'victim', 'vic.tim', 'v.ictim', 'victim+a', 'vi.ct.im+b', 'v.i.c.t.i.m', 'victim+c';
is(scalar(@letters = $flooded->run), 3, 'three a day to a mailbox, with whatever dots and tags');
binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

# --- A stranger signs up in his own language, and is told which letters a name may have.
my $abroad = World->new;
for ('注册', '註冊', 'đăng ký', 'Đăng ký', 'đăng-ký', 'регистрация', 'Регистрация', 'anmelden', 'sign up') {
	my $newcomer = 'abroad' . ++$number;
	for my $where ('subject', 'text') {
		$abroad->send(from => "$newcomer\@$where.test", subject => 'hello', text => '', head => ['Content-Type: text/plain; charset=utf-8'],
		    $where => encode('utf-8', "$_ $newcomer"));
		like(body($abroad->run), qr/^  $newcomer$/m, "$_ in the $where: asked to confirm");
	}
}
for ('注册 小明', 'регистрация Иван', 'anmelden') {
	$abroad->send(from => 'abroad' . ++$number . '@c.test', subject => 'hello', text => encode('utf-8', "$_\n"),
	    head => ['Content-Type: text/plain; charset=utf-8']);
	like(body($abroad->run), qr/\b2\D+20\D.*\ba\b.*\bz\b.*-.*_/s, "$_: told which letters");
}

# --- … and may ask for it in words, or what this is; is answered in his language; advertisements, robots and the forged are not.
my %newcomers = (
	'^Riverpost is a place' => ['sign me up please', 'I would like to play', "Hello!\n\nHow do I\nsign up?\n\nTom", 'what is this?', 'Can I join?', 'I am new here, help me please', 'Is anybody there?', 'How can I take part?', 'I would like to become a member', 'Interested in playing. Please advise.',
	    'Want to play against my brother. What do I have to do?', 'Who are you?', 'Is this free?', 'What rules do you use?'],
	'^Auf Riverpost' => ['Wie melde ich mich an?', 'Ich möchte mitspielen', 'Guten Tag, ich suche einen Gegner', 'Ich hätte gern ein Konto.', 'Kostet das was?'],
	'^Riverpost 是用邮件下象棋的地方。想下棋，请向' => ['你好，我想注册一个账号', '怎么加入？', '我是新手，可以参加吗？', '请给我开一个帐号'],
	'^Riverpost 是用郵件下象棋的地方。想下棋，請寄' => ['請問怎麼註冊？', '這是免費的嗎？'],
	'^Riverpost là nơi' => ['Xin chào, tôi muốn đăng ký', 'toi muon choi co tuong', 'Làm sao để chơi ở đây?', 'Đây là cái gì vậy?'],
	'^Riverpost — место' => ['Здравствуйте, хочу играть', 'Как зарегистрироваться?', 'Это бесплатно?'],
);
my @plain = ('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8');
for my $begins (sort keys %newcomers) {
	for (@{$newcomers{$begins}}) {
		for my $where ('subject', 'text') {
			next if $where eq 'subject' && /\n/;
			$abroad->send(from => 'new' . ++$number . '@n.test', subject => '', text => '', head => \@plain, $where => encode('utf-8', $_));
			@letters = $abroad->run;
			like(decode('utf-8', body(@letters)), qr/$begins/, "$_ in the $where: told how to sign up");
			$abroad->pass_time(3600);
		}
	}
}
for ('How can I take part?', "I'd like to become a member", 'Is this free?', 'who are you?', 'Ich hätte gern ein Konto. Danke!', 'Kostet das was?', '我是新手，可以参加吗？', '這是免費的嗎？', 'làm sao để chơi ở đây?', 'Это бесплатно?') {
	$abroad->send(from => 'new' . ++$number . '@n.test', subject => '', text => encode('utf-8', $_), head => \@plain);
	like(decode("utf-8", body($abroad->run)), qr/^  \S+(?: \S+)? (?:NAME|TÊN|ИМЯ)$/m, "$_: told how to sign up");
	$abroad->pass_time(3600);
}
for (['Help!!', 'My friend said one can play here'], ['hi', 'Hallo, spielt hier jemand?'], ['challenge fred', 'I have no account yet, is that a problem?'], ['forgot my password', 'My name is Tom, I used to play here in 2019.'],
    ['привет', 'Здравствуйте, тут кто-нибудь играет?'], ['Xin chào', 'Ở đây có ai chơi không?'], ['你好', '这里有人下棋吗？'], ['您好', '這裡可以下棋嗎？我還沒有帳號'], ['hello', 'Does anybody play here?'], ['Frage', 'Ich habe noch kein Konto, geht das trotzdem?'], ['question', 'Can one play against the computer?']) {
	my ($subject, $text) = @$_;
	$abroad->send(from => 'new' . ++$number . '@n.test', subject => encode('MIME-Header', $subject), text => encode('utf-8', $text), head => \@plain);
	like(decode('utf-8', body($abroad->run)), qr/^  \S+(?: \S+)? (?:NAME|TÊN|ИМЯ)$/m, "$subject, $text: told how to sign up");
	$abroad->pass_time(3600);
}
$abroad->send(from => 'new' . ++$number . '@n.test', subject => 'registrieren karl --language=de');
like(body($abroad->run), qr/\bNAME\b/, 'a sign-up with an option is answered');
for (['challenge fred', 'Ten new courses for you this winter.'], ['Special offer', 'Account holders save 20 percent today.'], ['hi', 'My friend said you are nice.'], ['Drivers wanted', 'We look for drivers in your town.'], ['Hallo', 'Wie geht es dir? Spielst du noch Klavier?'], ['你好', '最近忙吗？']) {
	my ($subject, $text) = @$_;
	$abroad->send(from => 'new' . ++$number . '@n.test', subject => encode('MIME-Header', $subject), text => encode('utf-8', $text), head => \@plain);
	is(scalar(my @none = $abroad->run), 0, "$subject, $text: no answer");
}
for (['a link' => text => 'Can I join you? See https://x.test'], ['at length' => text => 'I would like to play. ' . 'Buy this. ' x 60], ['about other things' => text => 'Shall we meet on Monday?'],
    ['from a robot' => text => 'What is this?', head => ['Auto-Submitted: auto-replied']],
    ['to a list' => text => 'I would like to play', head => ['Precedence: list', 'List-Id: <l.test>']]) {
	my ($what, %letter) = @$_;
	$abroad->send(from => 'new' . ++$number . '@n.test', subject => 'hello', %letter);
	is(scalar(my @none = $abroad->run), 0, "$what: no answer");
}
$abroad->send(from => 'polite@n.test', subject => "signup $_") for 'please', 'pls';
like($_->{body}, qr/cannot be a userid/, '"signup please" opens no account') for $abroad->run;
$abroad->send(from => 'new' . ++$number . '@n.test', subject => 'Challenge yourself', text => "Ten new courses for you this winter.\n");
is(scalar(my @advertised = $abroad->run), 0, 'above other words it is no command');
done_testing;
