#!/bin/sh
# SPDX-License-Identifier: ISC
#
# all.sh BUILD: every benchmark, each against a peer or a limit in the same run.
# Nothing here passes or fails: machines are shared and noisy.
set -u
build=$1

bash tests/bench/perft.sh "$build/riverpost"
for bench in apart hostile referee store; do
	"$build/tests/bench/$bench"
done
