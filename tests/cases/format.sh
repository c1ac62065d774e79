#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Every C file is laid out as .clang-format says.  Other versions of clang-format
# lay out some lines differently, so only the one named there judges.
cd "$(dirname "$0")/../.." || exit 1
. tests/servers/tap.sh

WANT=$(sed -n 's/^# For clang-format \([0-9]*\).*/\1/p' .clang-format)
FORMAT=$(command -v "clang-format-$WANT" || command -v clang-format) || skip_all "clang-format is not installed"
"$FORMAT" --version | grep -q "version $WANT\." || skip_all "$FORMAT is not version $WANT"

laid_out() {
	find src mail tests -name '*.[ch]' -exec "$FORMAT" --dry-run -Werror {} +
}
ok "every file passes clang-format (clang-format -i FILE mends it)" laid_out
finish
