#!/bin/sh
# SPDX-License-Identifier: ISC
#
# run.sh SECONDS FUZZER: one fuzzer for so long, as one test for prove.  What it
# finds stays in the fuzzer's folder.
set -u
echo 1..1
cd "$(dirname "$2")" || exit 1
mkdir -p "corpus-${2##*/}"
if "./${2##*/}" -max_total_time="$1" -print_final_stats=1 -verbosity=0 "corpus-${2##*/}" >"${2##*/}.log" 2>&1; then
	echo "ok 1 - ${2##*/}: $(sed -n 's/^stat::number_of_executed_units: *//p' "${2##*/}.log") inputs"
else
	tail -n 60 "${2##*/}.log" >&2
	echo "not ok 1 - ${2##*/}"
	exit 1
fi
