# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# What README and INSTALL tell operators to write, for the cases that try it:
# taken from the text itself.  Sourced after lib.sh.

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
