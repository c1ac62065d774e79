#!/bin/sh
# SPDX-License-Identifier: ISC
#
# make install: the program works from where it was put, wherever that is, finds
# its templates and riverpost-deliver there, and make uninstall leaves nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/servers/tap.sh

# The caller's make must not lend this one its options.
unset MAKEFLAGS MFLAGS MAKELEVEL
sanitize=
case ${BUILD:=build} in
*-san) sanitize=SAN=1 ;;
esac

# Where DESTDIR puts what PREFIX, as it was built, names.
at="$T/at/usr/local"

answered()
{
	"$at/bin/riverpost" --home "$T/home" init >/dev/null
	printf 'From: x@players.test\nSubject: help\nMessage-ID: <1@players.test>\n\n' |
	    "$at/bin/riverpost" --home "$T/home" deliver &&
	    (cd / && "$at/bin/riverpost" --home "$T/home" run) &&
	    grep -q 'how to play by mail' "$T/home/mail/out/x@players.test/new/"*
}

drawn()
{
	"$at/bin/riverpost" board --png=- 2>&1 | head -c 4 | grep -q PNG
}

# A guard without its words would answer robots.
refused()
{
	mv "$at/share/riverpost/templates/mail" "$T/mail"
	"$at/bin/riverpost" --home "$T/home" run 2>"$T/said"
	code=$?
	mv "$T/mail" "$at/share/riverpost/templates/mail"
	[ $code = 75 ] && grep -q 'cannot read .*mail/quotes.txt' "$T/said"
}

# What reads strangers' letters can reach nobody.
without_network()
{
	reader=$at/libexec/riverpost/riverpost-reader
	ldd "$reader" | grep gmime && ! ldd "$reader" | grep -E 'curl|etpan|sqlite|cairo' &&
	    ! nm -D "$reader" | grep -wE 'U (socket|connect|bind|getaddrinfo|execve?|curl_.*|mailimap_.*)(@.*)?'
}

nothing_left()
{
	[ -z "$(find "$T/at" -type f -o -type l)" ]
}

# DESTDIR alone: another PREFIX would build the program anew under the other cases.
ok "make install" make BUILD="$BUILD" $sanitize DESTDIR="$T/at" install
ok "an installed program answers a letter" answered
ok "an installed program draws a picture" drawn
ok "without the phrases of mail programs it does not start" refused
ok "the looks of letters are there" test -s "$at/share/riverpost/templates/page.css"
ok "and those of static pages" test -s "$at/share/riverpost/templates/archive.css" -a -s "$at/share/riverpost/templates/archive.js"
if [ -z "$sanitize" ]; then
	ok "the reader of letters has no network code" without_network
else
	skip "the reader of letters has no network code" "a sanitizer brings some"
fi
ok "the manual is there" test -s "$at/share/man/man7/riverpost-commands.7"
ok "make uninstall" make BUILD="$BUILD" $sanitize DESTDIR="$T/at" uninstall
ok "nothing is left" nothing_left
finish
