#!/bin/sh
# SPDX-License-Identifier: ISC
#
# make install: the program works from where it was put, wherever that is, finds
# its templates and riverpost-deliver there, and make uninstall leaves nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0

# ok NAME COMMAND...
ok()
{
	name=$1
	shift
	number=$((number + 1))
	if "$@" >"$work/out" 2>&1; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		sed 's/^/# /' "$work/out"
	fi
}

# The caller's make must not lend this one its options.
unset MAKEFLAGS MFLAGS MAKELEVEL
sanitize=
case ${BUILD:=build} in
*-san) sanitize=SAN=1 ;;
esac

answered()
{
	printf 'From: x@players.test\nSubject: help\nMessage-ID: <1@players.test>\n\n' |
	    "$work/at/bin/riverpost" --home "$work/home" deliver &&
	    (cd / && "$work/at/bin/riverpost" --home "$work/home" run) &&
	    grep -q 'how to play by mail' "$work/home/mail/out/x@players.test/new/"*
}

nothing_left()
{
	[ -z "$(find "$work/at" -type f -o -type l)" ]
}

ok "make install" make BUILD="$BUILD" $sanitize PREFIX="$work/at" install
ok "an installed program answers a letter" answered
ok "the manual is there" test -s "$work/at/share/man/man7/riverpost-commands.7"
ok "make uninstall" make BUILD="$BUILD" $sanitize PREFIX="$work/at" uninstall
ok "nothing is left" nothing_left
ok "DESTDIR goes in front" make BUILD="$BUILD" $sanitize DESTDIR="$work/stage" PREFIX=/usr install
ok "of everything" test -x "$work/stage/usr/bin/riverpost"
echo "1..$number"
