#!/bin/sh
# SPDX-License-Identifier: ISC
#
# run.sh SECONDS FUZZER: one fuzzer for so long, as one test for prove, from the
# top of the repository.  Beside the fuzzer stay its log, the corpus and what it
# has found.  FUZZ_SEED: another way through them (5).
set -u
corpus=$2-corpus
log=$2.log
mkdir -p "$corpus"
echo 1..1
if "$2" -max_total_time="$1" -seed="${FUZZ_SEED:-5}" -print_final_stats=1 -verbosity=0 -artifact_prefix="$2-" "$corpus" >"$log" 2>&1; then
	echo "ok 1 - ${2##*/}: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
else
	tail -n 60 "$log" >&2
	echo "not ok 1 - ${2##*/}"
	exit 1
fi
