#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Positions a second, counted by riverpost and by fairy-stockfish in turn, from
# the start position; prints the ratio.  Processor time, best of the rounds, so
# that a busy machine tells little; each one's start-up is taken off.
#
#   tests/bench/perft.sh [RIVERPOST [DEPTH [ROUNDS]]]

set -eu
riverpost=${1:-build/riverpost}
depth=${2:-5}
rounds=${3:-3}
start='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
PATH=$PATH:/usr/games
TIMEFORMAT='%U %S'

if ! command -v fairy-stockfish >/dev/null; then
	echo "perft: fairy-stockfish is not installed"
	exit 0
fi

ours() {
	"$riverpost" perft "$start" "$1" | awk '$1 == "nodes" { print $2 }'
}

theirs() {
	printf '%s\n' 'setoption name UCI_Variant value xiangqi' 'position startpos' \
	    "go perft $1" quit | fairy-stockfish | awk '/^Nodes searched/ { print $3 }'
}

# Seconds of processor time of a call; its output goes to standard output's file 3.
seconds() {
	{ time "$@" >&3; } 2>&1 | awk '{ print $1 + $2 }'
}

best() {
	local least= took
	for _ in $(seq "$rounds"); do
		took=$(seconds "$@" 3>/dev/null)
		least=$(awk -v a="${least:-$took}" -v b="$took" 'BEGIN { print a < b ? a : b }')
	done
	echo "$least"
}

nodes=$(ours "$depth")
if [ "$nodes" != "$(theirs "$depth")" ]; then
	echo "perft: the counts differ" >&2
	exit 1
fi
our_time=$(best ours "$depth")
their_time=$(best theirs "$depth")
our_start=$(best ours 1)
their_start=$(best theirs 1)
awk -v n="$nodes" -v a="$our_time" -v a0="$our_start" -v b="$their_time" -v b0="$their_start" \
    'BEGIN {
	a -= a0; b -= b0
	if (a <= 0)
		a = 0.001
	printf "perft: riverpost %.0f million/s, fairy-stockfish %.0f million/s, ratio %.1f\n",
	    n / a / 1e6, n / b / 1e6, b / a
    }'
