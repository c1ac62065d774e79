#!/bin/sh
# SPDX-License-Identifier: ISC
#
# run.sh FUZZER [SECONDS]: one fuzzer as one test for prove, from the top of the repository: for
# so long, or as many inputs as its seeds say, which are the same everywhere.
# Beside the fuzzer stay its log, its corpus and what it has found.  FUZZ_SEED: another way
# through them (5).
#
# tests/fuzz/NAME.seeds: what it begins with, and what it once found: an input a line, with \n,
# \\ and \xHH.
set -u
name=${1##*/}
seeds=tests/fuzz/$name.seeds
log=$1.log
if [ $# = 1 ]; then
	corpus=$1-fixed
	limit=-runs=$(sed -n 's/^# \([0-9]*\) inputs$/\1/p' "$seeds")
	rm -rf "$corpus"
else
	corpus=$1-corpus
	limit=-max_total_time=$2
fi
mkdir -p "$corpus"
CORPUS=$corpus perl -ne '
	next if /^#/;
	chomp;
	s/\\(?:x(..)|(.))/defined $1 ? chr hex $1 : $2 eq "n" ? "\n" : $2/ge;
	open my $file, ">:raw", "$ENV{CORPUS}/seed-$." or die "$!";
	print $file $_;
' "$seeds"
echo 1..1
if "$1" "$limit" -seed="${FUZZ_SEED:-5}" -print_final_stats=1 -verbosity=0 -artifact_prefix="$1-" "$corpus" >"$log" 2>&1; then
	echo "ok 1 - $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
else
	tail -n 60 "$log" >&2
	echo "not ok 1 - $name"
	exit 1
fi
