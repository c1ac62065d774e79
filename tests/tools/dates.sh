#!/bin/sh
# SPDX-License-Identifier: ISC
#
# dates.sh [CASE...]: the cases in Perl as on other days, by libfaketime (`make check-dates`):
# nine and four hundred days on, a 29th of February, and both changes of the clocks.  Cases in
# shell start servers of other people's, and bot.t engines behind a fence, which bear no preloaded
# library: they do not run here.
set -u
library=$(find /usr/lib /usr/lib64 -name libfaketime.so.1 2>/dev/null | head -n 1)
[ -n "$library" ] || {
	echo "libfaketime is not installed: nothing can be said of other days"
	exit 1
}
[ $# -gt 0 ] || set -- tests/cases/*.t
cases=
for case in "$@"; do
	[ "$case" = tests/cases/bot.t ] || cases="$cases $case"
done
now=$(date +%s)
failed=0
for day in "$(date -u -d '+9 days' +%F) 12:00" "$(date -u -d '+400 days' +%F) 12:00" \
    '2028-02-29 12:00' '2027-03-28 00:58' '2027-10-31 00:58'; do
	# Each process begins where the clock stands, not anew.
	shift_by=$(($(date -u -d "$day" +%s) - now))
	echo "=== $day UTC"
	FAKETIME_DONT_FAKE_MONOTONIC=1 prove -j"$(nproc)" -e "env LD_PRELOAD=$library FAKETIME=+${shift_by}s perl" $cases || failed=1
done
echo "not here, since they start programs of others: tests/cases/*.sh, tests/cases/bot.t"
exit $failed
