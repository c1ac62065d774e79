# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# TAP lines for a case in shell: sourced.  $T/.output is the command's output.

COUNT=0
FAILED=0
# lib.sh has made one; any other T is `make check T=...`.
case ${T:-} in
*/riverpost.??????) ;;
*) T=$(mktemp -d "${TMPDIR:-/tmp}/riverpost.XXXXXX") ;;
esac
trap 'rm -rf "$T"' EXIT

# ok NAME COMMAND...: one result; what the command said is shown when it fails, on
# standard error, so that a harness that keeps the results to itself shows it too.
ok() {
	ok_name=$1
	shift
	COUNT=$((COUNT + 1))
	if "$@" >"$T/.output" 2>&1; then
		echo "ok $COUNT - $ok_name"
	else
		echo "not ok $COUNT - $ok_name"
		{
			echo "# ${0##*/}: $ok_name"
			tail -n 40 "$T/.output" | cut -c1-300 | sed 's/^/#   /'
		} >&2
		FAILED=1
	fi
}

skip() {
	COUNT=$((COUNT + 1))
	echo "ok $COUNT - $1 # SKIP $2"
}

# The whole case cannot run here.
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# The plan; to be called last.
finish() {
	echo "1..$COUNT"
	exit $FAILED
}

# is WANT GOT: for ok.
is() {
	[ "$1" = "$2" ] && return 0
	printf 'want: %s\ngot:  %s\n' "$1" "$2"
	return 1
}

# has TEXT PATTERN: the text has a line that matches.
has() {
	printf '%s\n' "$1" | grep -q -e "$2" && return 0
	printf 'no line like: %s\nin: %s\n' "$2" "$1"
	return 1
}
