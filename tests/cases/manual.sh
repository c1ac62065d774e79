#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The manual names what there is: pages without a fault of form; every command,
# option, command word and template in its page.  Whether what is said
# of them is true, is not looked at here.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
. tests/servers/tap.sh
FILE=$T/file

# none NAME MISSING: passes when nothing is missing.
none() {
	ok "$1" is '' "$2"
}

# absent FILE BEGINNING: the words of standard input that stand on no line of
# the file that begins so.
absent() {
	while read -r absent_word; do
		grep -Eq -- "^$2(.*[ (])?$absent_word( |\$|[.,;:)])" "$1" || echo "$absent_word"
	done
}

# Of the .c files given: .name = "…", and the words of .aliases.
names() {
	sed -n 's/^\t\.name[ \t]*= "\(.*\)",$/\1/p' "$@"
}
aliases() {
	sed -n 's/^\t\.aliases[ \t]*= "\(.*\)",$/\1/p' "$@" | tr ' ' '\n'
}

for page in man/*.[1-9]; do
	if command -v mandoc >/dev/null; then
		none "$page has no fault of form" "$(mandoc -Tlint -W warning "$page" 2>&1)"
	else
		skip "$page has no fault of form" "mandoc is not installed"
	fi
done

# --- the operator's
none "every command word is in riverpost(8)" \
    "$(sed -n '/^} subcommands\[\]/,/^};/s/^\t{ "\([a-z-]*\)",.*/\1/p' src/main.c |
	absent man/riverpost.8 '(\.It |\.)Ic ')"
none "every option is in riverpost.conf(5)" \
    "$(sed -n '/^static const struct option/,/^};/s/^\t{ "\([a-z_]*\)",.*/\1/p' \
	src/config/options.c | absent man/riverpost.conf.5 '\.It Ic ')"
if [ -x "$BUILD/riverpost" ]; then
	none "man/riverpost.conf.5 describes the options as riverpost config --manual does" "$(
	    "$BUILD/riverpost" config --manual >"$FILE"
	    sed '1,/^\.\\" From here to the mark below/d; /^\.\\" End of what/,$d' \
		man/riverpost.conf.5 | diff - "$FILE")"
else
	skip "man/riverpost.conf.5 describes the options as riverpost config --manual does" "the program is not built"
fi

# --- what proves who writes: the lists of commands, as the table of verbs has them
# verbs FLAG: the commands that need it, under that name or another that includes it.
verbs() {
	awk -v flag="$1" '/^#define/ && $0 ~ flag { flag = flag "|" $2 }
	    /^\t\[VERB_/ { verb = $0; sub(/.*\.name = "/, "", verb); sub(/".*/, "", verb) }
	    /\.needs = / && $0 ~ "[ |]*(" flag ")([ |,]|$)" { print verb }' src/speak/verbs.c | sort
}
# listed AFTER BEFORE: the commands that riverpost-commands(7) lists between these words.
listed() {
	awk -v after="$1" -v before="$2" 'index($0, before) && on { exit }
	    on && /^\.Ic / { sub(/^\.Ic /, ""); gsub(/ , /, "\n"); sub(/ [.,]$/, ""); print }
	    index($0, after) { on = 1 }' man/riverpost-commands.7 | sort
}
listed 'Any token of yours' '.Pp' | grep -v ' all$' >"$FILE"
none "riverpost-commands(7) lists what any token is proof for" "$(verbs ANY_TOKEN | diff - "$FILE")"
listed 'more than 14 days' 'and, about' >"$FILE"
none "riverpost-commands(7) lists what an old letter does once it is confirmed" \
    "$(verbs NEEDS_FRESH | diff - "$FILE")"
listed 'Strangers, whose' 'Anything else' >"$FILE"
none "riverpost-commands(7) lists what strangers may ask" \
    "$({ verbs OPEN; verbs OPEN_ALONE; } | sort -u | diff - "$FILE")"

# --- templates: a name in the manual that ends in a star stands for many
names=$(awk 'function name(file) { sub(/.*\//, "", file); sub(/\.txt$/, "", file); return file }
    FILENAME ~ /\/(words|language|glossary)\.txt$/ { next }
    $1 == "==" { print name(FILENAME) "-" $2; next }
    FNR == 1 { print name(FILENAME) }' templates/en/*.txt)
patterns=$(sed -n 's/^\.It Pa //p' man/riverpost-templates.5 | grep -v / | tr -s ', ' '\n')
none "every template is in riverpost-templates(5)" "$(
    set -f	# the patterns are for case, not for files
    for name in $names; do
	found=no
	for pattern in $patterns; do
		# shellcheck disable=SC2254
		case $name in $pattern) found=yes ;; esac
	done
	[ $found = yes ] || echo "man/riverpost-templates.5 lacks $name"
    done)"
none "riverpost-templates(5) names no template that is gone" "$(
    set -f
    for pattern in $patterns; do
	found=no
	for name in $names; do
		# shellcheck disable=SC2254
		case $name in $pattern) found=yes ;; esac
	done
	[ $found = yes ] || echo "$pattern"
    done)"
none "every kind of word is in riverpost-templates(5)" \
    "$(sed -n 's/^\([a-z-]*\)\..*=.*/\1/p' templates/en/words.txt | sort -u |
	absent man/riverpost-templates.5 '\.')"

# --- words of languages
none "riverpost-commands(7) lists the words of each language" "$(
    for language in templates/*/language.txt; do
	name=$(basename "$(dirname "$language")")
	[ "$name" = en ] || sed -n "s/^command\.\([a-z]*\) = /$name \1 /p" "$language"
    done | sort >"$FILE"
    sed -n '/^\.Sh WORDS OF LANGUAGES/,/^\.El/p' man/riverpost-commands.7 |
	awk '/^\.It / { sub(/^\.It /, ""); n = split($0, cell, / Ta /)
	    if (cell[1] ~ /^Cm /) language = substr(cell[1], 4)
	    sub(/^Ic /, "", cell[2]); gsub(/ /, "-", cell[3]); gsub(/,-/, " ", cell[3])
	    print language, cell[2], cell[3] }' | sort | diff "$FILE" -)"

finish
