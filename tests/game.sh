#!/bin/sh
# SPDX-License-Identifier: ISC
#
# game.sh BUILD [LEVEL]
#
# A whole game with a machine in this terminal, without a mail program: the newest letter is
# shown, and what is typed, up to a line with a dot, is the answer to it.  Letters go through the
# same Maildirs as all others, under var/ or $RIVERPOST_HOME.
set -eu

riverpost="$1/riverpost" level=${2:-1}
home=${RIVERPOST_HOME:-var}
me=reader@example.org
. "$(dirname "$0")/letters.sh"

[ -e "$home/riverpost.sqlite" ] || "$riverpost" --home "$home" init >/dev/null
mkdir -p "$home"
quiet=yes
if [ ! -d "$home/mail/out/$me" ]; then
	echo | post "$me" riverpost@localhost "signup reader"
	echo yes | answer "$me"
fi
shown=
# A game that is over, or none yet: another begins.
grep -q '^Subject: Xiangqi Board' "$(letter_of "$me")" 2>/dev/null || echo "challenge bot $level --color=red" | answer "$me"

while :; do
	newest=$(letter_of "$me")
	[ "$newest" = "$shown" ] || show "$me" | sed '2d; s/^    //; /^\(From\|Reply-To\|To\): /d'
	shown=$newest
	echo
	echo "Your answer (a move as A4-A5; undo, draw, resign, rematch, help), then a line with a dot; Ctrl-D leaves:"
	text=
	while IFS= read -r line; do
		[ "$line" != . ] || break
		text="$text$line
"
	done || exit 0
	# A line read in full ends with the dot; the end of input leaves.
	[ "${line:-}" = . ] || exit 0
	printf '%s' "$text" | answer "$me"
done
