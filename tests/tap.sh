#!/bin/sh
# SPDX-License-Identifier: ISC
#
# tap.sh PROGRAM: runs a unit test for prove.
#
# cmocka 1.1 writes a skipped test as "not ok N # SKIP", which prove counts as
# failed; here it becomes "ok N # SKIP".  What a failed test says, prove shows
# only if it comes on standard error.
set -u
said=$(mktemp)
trap 'rm -f "$said"' EXIT
CMOCKA_MESSAGE_OUTPUT=TAP "$1" >"$said"
status=$?
sed 's/^not ok \([0-9]* # SKIP\)/ok \1/' "$said"
[ $status = 0 ] || grep -v '^ok' "$said" >&2
exit $status
