#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Signed letters (mail/README 21): opendkim with the lines of the manual, behind
# postfix.  Letters of the server go out by SMTP and by sendmail, are signed for
# the domain of From, envelope and Message-ID, and prove to be unchanged; and what
# opendmarc and rspamd have written into letters that came in is understood.

. "$(dirname "$0")/../servers/lib.sh"
. "$SERVERS/certificate.sh"
. "$SERVERS/recipe.sh"
. "$SERVERS/postfix.sh"
built riverpost-deliver
OPENDKIM=$(command -v opendkim || command -v /usr/sbin/opendkim)
cd "$T" || exit 1
mkdir -m 700 home sunk keys
copy_server

# --- what came in, as these programs wrote it
# judged DMARC PROOF: what the server sees in the letter on standard input.
judged() {
	printf 'auth_server = "mx.game.test"\n' >home/riverpost.conf
	sed 's/$/\r/' | bin/riverpost --home home read >read.out
	cat read.out
	has "$(cat read.out)" "^dmarc: $1\$" && has "$(cat read.out)" "^proof: $2\$"
}
by_opendmarc() {
	judged "$@" <<-E
		Return-Path: <fred@players.test>
		Authentication-Results: mx.game.test; dmarc=$1 (p=reject dis=none) header.from=players.test
		Authentication-Results: mx.game.test;
		  dkim=$1 (1024-bit key) header.d=players.test header.i=@players.test header.a=rsa-sha256 header.s=mail header.b=SLTviAoe;
		  dkim-atps=neutral
		Received: from client.test (unknown [192.0.2.7])
		  by mx.game.test (Postfix) with ESMTP id A6104ACA690
		  for <riverpost+ceaqcaiao3cthzufa52dcm2qtjca@localhost>; Sat, 21 Nov 2026 17:17:56 +0000 (UTC)
		Authentication-Results: mx.game.test; dmarc=${3:-pass} header.from=players.test
		From: Fred <fred@players.test>
		To: riverpost+ceaqcaiao3cthzufa52dcm2qtjca@localhost
		Subject: Re: a move

		H3-E3
	E
}
ok "mail 11: pass, by opendmarc and opendkim" by_opendmarc pass "mail server" fail
ok "mail 11: fail, by opendmarc: the token is none; what stands below is the stranger's" by_opendmarc fail none
by_rspamd() {
	judged unknown token <<-E
		Return-Path: <fred@players.test>
		Received: from client.test (unknown [192.0.2.7])
		  by mx.game.test (Postfix) with ESMTP id 56192ADA011
		  for <riverpost+ceaqcaiao3cthzufa52dcm2qtjca@localhost>; Sat, 21 Nov 2026 17:23:38 +0000 (UTC)
		Authentication-Results: mx.game.test;
		  dkim=pass header.d=players.test header.s=mail header.b=vMyHtmUy;
		  dmarc=pass (policy=reject) header.from=players.test;
		  spf=none (mx.game.test: domain of fred@players.test has no SPF policy when checking 192.0.2.7) smtp.mailfrom=fred@players.test
		From: Fred <fred@players.test>
		To: riverpost+ceaqcaiao3cthzufa52dcm2qtjca@localhost
		Subject: Re: a move

		H3-E3
	E
}
ok "mail 11: rspamd's line, where a stranger's could stand, says nothing" by_rspamd

# --- what goes out
if [ -z "$POSTFIX" ] || [ -z "$OPENDKIM" ] || ! command -v opendkim-genkey >/dev/null || [ "$(id -u)" != 0 ]; then
	skip "mail 21: signed letters" "postfix or opendkim is not installed, or we are not root"
	finish
fi
chown "$USER_UID:$USER_GID" home sunk keys
NEXT=$(free_ports 2)
MILTER=$((NEXT + 1))
PIPE="$T/bin/riverpost-deliver --home $T/home"
$AS_USER smtp-sink -d "$T/sunk/" "127.0.0.1:$NEXT" 100 2>sink.log &
remember $!
until_true 10 port_answers "$NEXT"
here() {
	sed "s|/etc/dkimkeys|$T/keys|; s|example.org|game.test|; s|8891|$MILTER|"
}
# The folder above is everybody's here, so opendkim has to be told that it may be.
signer() {
	sed -n 's/^\.Ql \(opendkim-genkey .*\) ;$/\1/p' "$ROOT/man/riverpost.8" | here >genkey
	$AS_USER sh -c "$(cat genkey)" && recipe_manual 'Mode' | here >opendkim.conf
	echo "RequireSafeKeys false" >>opendkim.conf
	cat genkey opendkim.conf
	$AS_USER "$OPENDKIM" -f -x opendkim.conf >opendkim.log 2>&1 &
	remember $!
	until_true 5 port_answers "$MILTER" || { cat opendkim.log; return 1; }
}
ok "mail 21: opendkim runs with the manual's lines" signer
relay() {
	postfix_start || return 1
	recipe_manual smtpd_milters | here >>"$P/etc/main.cf"
	has "$(tail -n 2 "$P/etc/main.cf")" "^non_smtpd_milters.*$MILTER" && postfix_reload
}
ok "mail 21: postfix runs with the manual's lines" relay
printf '#!/bin/sh\nexec /usr/sbin/sendmail -C %s/etc "$@"\n' "$P" >sendmail
chmod 755 sendmail

# What receivers would find in the domain's zone, for opendkim to read back.
zone() {
	printf 'mail._domainkey.game.test '
	tr -d '\n' <keys/mail.txt | sed 's/"[^"]*"[^"]*$/&\n/; s/^[^"]*"//; s/"[^"]*"//g; s/".*//'
}
# verified FILE: by its signature.
verified() {
	tr -d '\r' <"$1" | sed '/^X-[A-Z][a-z]*-Args: \|^X-Client-/d' >checked
	"$OPENDKIM" -x verify.conf -t checked 2>&1 | tee said
	grep -q 'verification (s=mail, d=game.test, .*) succeeded' said
}
in_one_domain() {
	for in_one_field in 'From: .*robot' 'Message-ID: .*' 'X-Mail-Args: <robot+b\..*'; do
		has "$(cat "$1")" "^$in_one_field@game.test>" || return 1
	done
}
# signs SINK [USER]: a letter to a player goes out by it, is signed, and cannot be
# altered.
signs() {
	rm -rf sunk/* home/*
	printf 'address = "robot@game.test"\n%s\n' "$1" >home/riverpost.conf
	# His own letter about the account goes first.
	$2 bin/riverpost --home home player add fred fred@players.test &&
	    $2 bin/riverpost --home home run && until_true 10 files_are 1 sunk && rm -rf sunk/* &&
	    printf 'From: fred@players.test\nSubject: set\n\nhelp\n' | $2 bin/riverpost --home home deliver &&
	    $2 bin/riverpost --home home run && until_true 10 one_verified || return 1
	signs_file=$(find sunk -type f)
	cat "$signs_file" opendkim.log
	in_one_domain "$signs_file" || return 1
	sed 's/^Subject: ./&x/' "$signs_file" >altered
	! verified altered
}
# It is there whole only when its signature is good.
one_verified() {
	files_are 1 sunk && verified sunk/*
}
zone >zone
printf 'Mode v\nTestPublicKeys %s\n' "$T/zone" >verify.conf
ok "mail 21: a letter by SMTP is signed" signs "sink { kind = smtp url = \"smtp://127.0.0.1:$SMTP\" }" "$AS_USER"
# Of postfix's sendmail only root may name another configuration.
ok "mail 21: a letter by sendmail too" signs "sink { kind = sendmail path = \"$T/sendmail\" }"
finish
