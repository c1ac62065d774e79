#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Positions a second, counted by riverpost and by fairy-stockfish in turn, from
# five positions; prints each ratio and its goal.  Processor time, best of the
# rounds, so that a busy machine tells little; each one's start-up is taken off.
# Counts that differ are an error.
#
#   tests/bench/perft.sh [RIVERPOST [ROUNDS [MORE-DEPTH]]]

set -eu
riverpost=${1:-build/riverpost}
rounds=${2:-3}
more=${3:-0}
PATH=$PATH:/usr/games
TIMEFORMAT='%3U %3S'

# name, goal, depth, position
positions='start|10|4|rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w
closed opening|6|4|r1bakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w
open middlegame|6|4|1nbaka3/2r6/4b2R1/p3p2cp/2p6/5N3/P1P1P3P/2N1c4/9/2BAKAB2 w
endgame with checks|6|5|5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w
many pins|6|5|R2nkan1C/4a4/b7b/p1p3p1p/4c4/4C4/P1P3P1P/B7B/4A4/r2NKAN1c w'

if ! command -v fairy-stockfish >/dev/null; then
	echo "perft: fairy-stockfish is not installed"
	exit 0
fi

# Each takes a position and a depth.
ours() {
	"$riverpost" perft "$1 - - 0 1" "$2" | awk '$1 == "nodes" { print $2 }'
}

theirs() {
	printf '%s\n' 'setoption name UCI_Variant value xiangqi' "position fen $1 - - 0 1" \
	    "go perft $2" quit | fairy-stockfish | awk '/^Nodes searched/ { print $3 }'
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

while IFS='|' read -r name goal depth fen; do
	depth=$((depth + more))
	nodes=$(ours "$fen" "$depth")
	if [ "$nodes" != "$(theirs "$fen" "$depth")" ]; then
		echo "perft, $name: the counts differ" >&2
		exit 1
	fi
	awk -v name="$name" -v goal="$goal" -v n="$nodes" \
	    -v a="$(best ours "$fen" "$depth")" -v a0="$(best ours "$fen" 1)" \
	    -v b="$(best theirs "$fen" "$depth")" -v b0="$(best theirs "$fen" 1)" 'BEGIN {
		a -= a0; b -= b0
		if (a <= 0)
			a = 0.001
		printf "perft, %s: riverpost %.0f million/s, fairy-stockfish %.0f million/s, " \
		    "ratio %.1f, %.2f of the goal of %d\n", name, n / a / 1e6, n / b / 1e6,
		    b / a, b / a / goal, goal
	}'
done <<<"$positions"
