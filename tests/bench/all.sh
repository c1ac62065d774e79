#!/bin/sh
# SPDX-License-Identifier: ISC
#
# all.sh BUILD: every benchmark, each against a peer or a limit in the same run.
# Nothing here passes or fails: machines are shared and noisy.
set -u
build=$1

bash tests/bench/perft.sh "$build/riverpost"
for bench in "$build"/tests/bench/*; do
	[ -x "$bench" ] && [ -f "$bench" ] || continue
	case $bench in *.d) continue ;; esac
	"$bench"
done
