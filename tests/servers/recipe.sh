# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# What README, INSTALL and the manual tell operators to write, for the cases that try
# it: taken from the text itself.  Sourced after lib.sh.

# recipe FILE FIRST: the indented lines from that one to the next that is not
# indented.
recipe() {
	awk -v first="$2" 'index($0, "    " first) == 1 { on = 1 }
	    on && /^[^ ]/ { exit } on { sub(/^    /, ""); print }' "$ROOT/$1"
}

# recipe_block FILE FIRST: of these, up to the next empty one.
recipe_block() {
	recipe "$1" "$2" | sed '/^$/q'
}

# recipe_manual FIRST: the lines of the server's manual page from that one to the end of
# their display.
recipe_manual() {
	awk -v first="$1" 'index($0, first) == 1 { on = 1 } /^\.Ed/ { on = 0 } on' \
	    "$ROOT/man/riverpost.8" | sed 's/\\e/\\/g'
}
