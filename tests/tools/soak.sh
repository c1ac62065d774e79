#!/bin/sh
# SPDX-License-Identifier: ISC
#
# soak.sh MINUTES: for so long, what draws lots in the tests, each round with lots drawn anew
# (`make soak MINUTES=10`).  Ends at the first fault; the number that it prints draws the same
# again.
set -u
BUILD=${BUILD:-build}
end=$(($(date +%s) + $1 * 60))
rounds=0
while [ "$(date +%s)" -lt $end ]; do
	RIVERPOST_SEED=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
	SEASON_SEED=$RIVERPOST_SEED
	RIVERPOST_QUOTES=20000
	export BUILD RIVERPOST_SEED SEASON_SEED RIVERPOST_QUOTES
	echo "RIVERPOST_SEED=$RIVERPOST_SEED SEASON_SEED=$SEASON_SEED"
	prove tests/cases/kill.t tests/cases/season.t tests/cases/faults.sh &&
	    "$BUILD/tests/oracle/oracle" -n 20000 -s "$RIVERPOST_SEED" &&
	    sh tests/tap.sh "$BUILD/tests/unit/server/postman_quotes" || exit 1
	rounds=$((rounds + 1))
done
echo "$rounds rounds"
