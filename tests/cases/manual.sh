#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The manual names what there is: pages without a fault of form; every command,
# option, command word, template and module in its page.  Whether what is said
# of them is true, is not looked at here.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
COUNT=0
FAILED=0
FILE=$(mktemp "${TMPDIR:-/tmp}/riverpost.XXXXXX") || exit 1
trap 'rm -f "$FILE"' EXIT

# ok NAME MISSING: passes when nothing is missing.
ok() {
	COUNT=$((COUNT + 1))
	if [ -z "$2" ]; then
		echo "ok $COUNT - $1"
	else
		FAILED=$((FAILED + 1))
		echo "not ok $COUNT - $1"
		echo "$2" | sed 's/^/# /'
	fi
}

skip() {
	COUNT=$((COUNT + 1))
	echo "ok $COUNT - $1 # SKIP $2"
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

for page in man/*; do
	if command -v mandoc >/dev/null; then
		ok "$page has no fault of form" "$(mandoc -Tlint -W warning "$page" 2>&1)"
	else
		skip "$page has no fault of form" "mandoc is not installed"
	fi
done

# --- commands of players
listed=$(sed -n 's/^\t&cmd_\(.*\),$/\1/p' src/cmd/table.c)
ok "the table's commands were found" "$(
    names src/cmd/cmd-*.c | sort >"$FILE"
    echo "$listed" | sort | diff - "$FILE")"
ok "every command is in the players' book" \
    "$(echo "$listed" | absent man/riverpost-commands.7 '\.It Ic ')"
ok "every other name of a command too" \
    "$(aliases src/cmd/cmd-*.c | absent man/riverpost-commands.7 '\.Ic ')"
ok "every command is on the help page" \
    "$(echo "$listed" | absent templates/en/help-commands.txt '')"
ok "every setting is in the players' book" \
    "$(sed -n '/^} options\[\]/,/^};/s/^\t{ "\([a-z]*\)".*/\1/p' src/cmd/cmd-set.c |
	absent man/riverpost-commands.7 '\.It Cm ')"
ok "every option of a challenge too" \
    "$(sed -n '/known\[\] = {/,/};/p' src/cmd/cmd-challenge.c | grep -o '"[a-z]*"' | tr -d '"' |
	grep -v colour | sed 's/^/-/' | absent man/riverpost-commands.7 '\.It Fl ')"

# --- the operator's
ok "every command word is in riverpost(8)" \
    "$(sed -n '/^} words\[\]/,/^};/s/^\t{ "\([a-z-]*\)",.*/\1/p' src/main.c |
	absent man/riverpost.8 '(\.It |\.)Ic ')"
ok "every option is in riverpost.conf(5)" \
    "$(sed -n '/^static const struct option/,/^};/s/^\t{ "\([a-z_]*\)",.*/\1/p' \
	src/config_options.c | absent man/riverpost.conf.5 '\.It Ic ')"
if [ -x "$BUILD/riverpost" ]; then
	ok "the options are described as the program describes them" "$(
	    "$BUILD/riverpost" config --manual >"$FILE"
	    sed '1,/^\.\\" From here to the mark below/d; /^\.\\" End of what/,$d' \
		man/riverpost.conf.5 | diff - "$FILE")"
else
	skip "the options are described as the program describes them" "the program is not built"
fi

# --- templates: a name in the manual that ends in a star stands for many
patterns=$(sed -n 's/^\.It Pa //p' man/riverpost-templates.5 | grep -v / | tr -s ', ' '\n')
ok "every template is in riverpost-templates(5)" "$(
    set -f	# the patterns are for case, not for files
    for name in $(find templates/en -name '*.txt' | sed 's,.*/,,; s/\.txt$//' | grep -vx words); do
	found=no
	for pattern in $patterns; do
		# shellcheck disable=SC2254
		case $name in $pattern) found=yes ;; esac
	done
	[ $found = yes ] || echo "$name"
    done)"
ok "riverpost-templates(5) names no template that is gone" "$(
    set -f
    for pattern in $patterns; do
	[ -n "$(find templates/en -name "$pattern.txt")" ] || echo "$pattern"
    done)"
ok "every kind of word is in riverpost-templates(5)" \
    "$(sed -n 's/^\([a-z-]*\)\..*=.*/\1/p' templates/en/words.txt | sort -u |
	absent man/riverpost-templates.5 '\.')"

# --- the map
ok "every module is on the map" "$(
    find src mail -name '*.[ch]' | sed 's,.*/,,; s/\.[ch]$//' | grep -v '^cmd-' | sort -u |
    absent src/README '')"

echo "1..$COUNT"
[ $FAILED -eq 0 ]
