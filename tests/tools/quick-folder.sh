#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Where the tests keep what they make: in memory, where there is a folder for that with room, since
# a pass waits for the disk some twenty times.  TMPDIR says another.
#
# The room is for the package's build and the system it is installed in, beside what the cases make.
set -u
folder=/dev/shm
room=4000000 # kilobytes

usual=${TMPDIR:-/tmp}
[ -z "${TMPDIR:-}" ] && [ -d "$folder" ] && [ -w "$folder" ] &&
	[ "$(stat -f -c %T "$folder" 2>/dev/null)" = tmpfs ] &&
	[ "$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')" -gt $room ] &&
	[ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -gt $room ] &&
	try=$(mktemp "$folder/riverpost-XXXXXX" 2>/dev/null) && {
	# Programs are started there.
	printf '#!/bin/sh\n' >"$try" && chmod 700 "$try" && "$try" 2>/dev/null && usual=$folder
	rm -f "$try"
}
echo "$usual"
