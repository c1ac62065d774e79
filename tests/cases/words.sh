#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Every word that the program can ask for stands in the English words.txt: a missing
# one would keep a letter from being written at all.  Other languages may have some of
# them and fall back to English; a word that English lacks is a slip, as is an entry of
# language.txt that nothing reads.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/servers/tap.sh

# want KEY WORD...: "KEY.WORD = …" is there for each word.
want()
{
	key=$1
	shift
	ok "words for $key" want_words "$key" "$@"
}
want_words()
{
	key=$1
	shift
	[ $# -gt 1 ] || ! echo 'no words found in the source' || return 1
	missing=
	for word; do
		grep -qF "$key.$word = " templates/en/words.txt || missing="$missing $key.$word"
	done
	is '' "$missing"
}

# strings_in FILE NAME: the strings of the table or function that begins with NAME's line.
strings_in()
{
	awk -v name="$2" 'index($0, name) { on = 1 } on { print } on && (/^}/ || /};/) { exit }' "$1" |
	    grep -o '"[^"]*"' | tr -d '"' | grep -v '^$'
}

# shellcheck disable=SC2046
{
want article $(grep -ho '"00[0-4]\(:[^"]*\)\{0,1\}"' src/rules/referee/*.c | tr -d '"' | sort -u)
want ending $(strings_in src/game/game.h 'define ENDINGS')
want reason $(strings_in src/rules/referee/referee.h 'define REASONS')
want refusal $(strings_in src/rules/refusal.h 'define REFUSALS' | grep -v '^legal$')
want piece $(strings_in src/rules/board.c 'piece_name' ; strings_in src/rules/board.c 'names[]') none
want taken rook horse elephant guard king cannon soldier none
want victim rook horse elephant guard king cannon soldier
want attacker rook horse elephant guard king cannon soldier
want verdict $(strings_in src/rules/referee/referee.h 'define VERDICTS')
want counted $(strings_in src/rules/referee/referee.h 'define LIMITS')
want point takes answers flees check also beside kill block winning chase cut unequal idle \
    $(strings_in src/rules/referee/explain.h 'define EXEMPTS' | grep -v '^none$')
want root rook horse elephant guard king cannon soldier
want companion rook horse elephant guard king cannon soldier
want ground $(strings_in src/play/facts_verdict.c 'ground_names[]')
want did $(strings_in src/rules/referee/summary.h 'define MANNERS')
want consequence server server-warned asian cxq
want prospect $(strings_in src/game/prospect.h 'define PROSPECTS')
want besides $(sed -n '/^besides_of/,/^}/p' src/play/facts_verdict.c | grep -o '"[^"]*"' | tr -d '"')
want row checks chases
want how $(sed -n 's/^\tX(\([a-z]*\),.*/\1/p' src/speak/verbs.h)
want sentence perpetual-check perpetual-chase mutual repetition no-capture effective-moves length
want source principle general illustration article
want weighing rounds none equal one-sided check-chase chase-cut
want left-out forcing checks
want setting $(sed -n '/setting_table\[SETTINGS\]/,/^};/s/^\t{ "\([a-z]*\)".*/\1/p' src/speak/settings.c)
want foreign $(sed -n '/^verb_foreign/,/^}/p' src/speak/verbs_find.c | grep -o ', "[a-z]*" }' | tr -cd 'a-z\n')
want side-title red green
want turn-side red green
want other-side red green
want status play check checkmate stalemate
want bad-fen $(grep -o '"[a-z][^"]* [^"]*"' src/rules/fen.c | tr -d '"' | sed 's/ (.*//' | tr -cs 'a-z\n' '-') \
	$(grep -o '\*why = "[^"]*"' src/game/game.c | cut -d'"' -f2 | tr -cs 'a-z\n' '-')
want weekday 0 1 2 3 4 5 6
want month 1 2 3 4 5 6 7 8 9 10 11 12
}

# keys FILE...; forms of a word, "days/within.few", are that word's.
keys()
{
	sed -n 's/^\([^#=][^=]*[^ =]\) *=.*/\1/p' "$@" | sed 's|/[^.]*\.|.|'
}

# only NAME FILE...: each key of the files is one of those in $known.
only()
{
	name=$1
	shift
	sort -u -o "$known" "$known"
	ok "$name" is '' "$(keys "$@" | sed 's/@red$//; s/@green$//' | sort -u | comm -23 - "$known" | tr '\n' ' ')"
}

known=$T/known
{
	keys templates/en/words.txt
	# What a count needs in languages of another plural.
	sed -n 's/^\([^#=]*\)\.other *=.*/\1.few\n\1.many/p' templates/en/words.txt
	echo plural-rule
} >"$known"
only 'no language has a word that English lacks' templates/*/words.txt
{
	printf '%s\n' name called yes agreements no silence courtesies entreaties goes-on between tells weeks days hours months date-words day-articles common
	printf '%s\n' about-that affirmations asks-how boards bygone idioms plays-on refusals assurances beginning beside-excuses beside-requests conditions consequences considering corrections denials drafts end-of excuses fillers following green joining jokes joking lasting machines month-end names next-week numbers
	printf '%s\n' off on plays pleas postponers privately puzzled questions reasons red retractions second-thoughts switches takes-draw takes-game takes-undo time-words to-server today tomorrow until weekdays weekend
	printf 'setting.%s\n' board html notation puzzle
	# shellcheck disable=SC2046
	printf 'letter.%s\n' front middle rear forward backward sideways \
	    $(strings_in src/rules/board.c 'names[]')
	grep -ho '\.name = "[^"]*"' src/speak/verbs.c | sed 's/.*"\(.*\)"/command.\1\ndeed.\1\nrequest.\1\ntrouble.\1/'
	# A command with what stands behind it.
	keys templates/en/language.txt | grep '^request\.[a-z]*\.'
	# Who asks for a language asks in it.
	for language in templates/*/language.txt; do
		basename "${language%/language.txt}" | sed 's/^/request.set.language./'
	done
} >"$known"
only 'language.txt has nothing that is not read' templates/*/language.txt

some=$(grep -c '^letter\.' templates/*/language.txt | grep -v ':\(0\|13\)$' | tr '\n' ' ')
ok 'a language has all the letters or none' is '' "$some"
finish
