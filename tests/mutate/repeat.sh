#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Takes one element after another out of the Asian repetition judge and demands
# that its test fails each time.  Usage: tests/mutate/repeat.sh [BUILD]; wants
# src-rules-referee.a, src-rules.a and src-base.a in BUILD/lib.  Run from the top of
# the repository.
#
# A line below: a name, a tab, the sed commands that spoil src/rules/referee/repeat.c.
set -u
build=${1:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc}
flags="-std=c17 -D_GNU_SOURCE -O1 -w -Isrc -I. -Itests"
number=0
failed=0

fails() {
	echo "not ok $number - $1"
	failed=1
}

try() {
	$cc $flags -include tests/mutate/pseudo.h -c -o "$work/repeat.o" "$work/repeat.c" &&
	    $cc -o "$work/test" "$work/test.o" "$work/repeat.o" "$build/lib/src-rules-referee.a" \
	    "$build/lib/src-rules.a" "$build/lib/src-base.a" -lcmocka -lutf8proc -lsodium
}

$cc $flags -c -o "$work/test.o" tests/unit/rules/referee/repeat.c || exit 1
cp src/rules/referee/repeat.c "$work/repeat.c"
if ! try || ! "$work/test" >"$work/log" 2>&1; then
	echo "not ok - the judge as it is must pass"
	exit 1
fi
while IFS='	' read -r name change; do
	case $name in '' | \#*) continue ;; esac
	number=$((number + 1))
	sed "$change" src/rules/referee/repeat.c >"$work/repeat.c"
	if cmp -s src/rules/referee/repeat.c "$work/repeat.c"; then
		fails "$name: nothing to take out"
	elif ! try; then
		fails "$name: does not compile"
	elif "$work/test" >"$work/log" 2>&1; then
		fails "$name: no test notices"
	else
		echo "ok $number - $name"
	fi
done <<'LIST'
roots ignored	s/return !capture_is_answered(board, capture);/return true;/
fake roots real	s/^\tcount = captures_legal(&after, victims, answers);/\treturn true;/
roots before the capture	s/^\tboard_play(&after, capture);/board_put(\&after, capture.to, after.at[capture.from]); board_set_turn(\&after, victims);/
rook under horse or cannon is nothing special	s/victim == ROOK && (attacker/false \&\& (attacker/
majors under guard or elephant are nothing special	s/if (is_major(victim) \&\& .*/if (false)/
anything under guard or elephant is won	s/if (is_major(victim) \&\& /if (/
guards do not chase	s/piece_type(piece) != KING \&\& /piece_type(piece) != GUARD \&\& &/
elephants do not chase	s/piece_type(piece) != KING \&\& /piece_type(piece) != ELEPHANT \&\& &/
same kind always exempt	s/ \&\& piece_can_take(board, back))/)/
same kind never exempt	s/attacker == victim \&\& piece_can_take/false \&\& piece_can_take/
blocked horse takes back	s/piece_can_take(board, back))/(attacker == HORSE || piece_can_take(board, back)))/
pinned piece takes back	s/return move_is_legal(&turned, move);/struct move list[MOVES_MAX]; int n = captures_unsafe(board, turned.turn, list); for (int i = 0; i < n; i++) if (move_equal(list[i], move)) return true; return false;/
kings chase	s/piece_type(piece) != KING \&\& //
soldiers chase	s/ \&\& piece_type(piece) != SOLDIER//
uncrossed soldiers chased	s/return !square_is_home(.*/return true;/
crossed soldiers not chased	s/return !square_is_home(.*/return false;/
standing attacks counted	s/stood = move_is_among.*/stood = false;/
identity ignored	s/<< repeat->number\[effect->threats\[i\].victim\]/<< piece_type(repeat->board.at[effect->threats[i].victim])/
identity by square	s/repeat->number\[move.to\] = repeat->number\[move.from\];//
pinned attackers attack	s/captures_standing(board, side, out)/captures_unsafe(board, side, out)/
a check hides standing attacks	s/captures_standing(board, side, out)/captures_legal(board, side, out)/
only the moved piece chases	s/^\t\tbool stood;/&\n\t\tif (now[i].from != move.to) continue;/
only pieces that stay chase	s/^\t\tbool stood;/&\n\t\tif (now[i].from == move.to) continue;/
a moved attacker is a new one	s/earlier.from = move.from;/continue;/
any check of either side cancels a chase	s/^#include "rules\/referee\/repeat.h"/&\nstatic bool any_check;/; s/^\tmemset(repeat, 0.*/&\n\tany_check = false;/; s/^\ttally->moves\[side\]++;/&\n\tany_check |= effect->check;/; s/^\tif ((tally->direct\[side\] \& ~.*/\tif (any_check) return LEVEL_PERMITTED;\n&/
a check chases as well	s/if (!effect->check)/if (true)/
cut counted as direct	s/if (!effect->threats\[i\].cut)/if (true)/
cut never counted	s/^\t\tany |= victim;/if (!effect->threats[i].cut) any |= victim;/
an attack that won before is cut anew	s/if (stood \&\& attack_threatens(before, earlier))/if (false)/
what is never saved is chased	s/tally->unsaved\[side\] &= effect->unsaved;/tally->unsaved[side] = 0;/
one attack that stood saves the chaser	s/tally->unsaved\[side\] &= effect->unsaved;/tally->unsaved[side] = effect->unsaved;/
an attack that stood on another piece saves the chaser	s/ \& ~tally->unsaved\[side\]) != 0/ \&\& tally->unsaved[side] == 0) != 0/
an attack on a protected piece is no safety	s/(victims & victim) == 0 && attack_threatens(board, attacks\[i\])/true/
no perpetual check	s/if (tally->checks\[side\])/if (false)/
one check is a perpetual check	s/tally->checks\[side\] \&= effect->check;/tally->checks[side] = effect->check;/
one chase is a perpetual chase	s/tally->direct\[side\] \&= direct;/tally->direct[side] = direct;/
one cut is a perpetual cut	s/tally->any\[side\] \&= any;/tally->any[side] = any;/
rounds ignored	s/ \&\& !repeat->lost_round\[worse\])/ \&\& false)/
a round lost by nobody is lost by both	s/\(lost_round\[[A-Z]*\] |= .*\) > /\1 >= /
direct chases are judged by rounds too	s/repeat_level(repeat, worse) == LEVEL_CUT/repeat_level(repeat, worse) <= LEVEL_CHASE/
all rounds judged as one	s/^\t\ttally_begin(&repeat->round);//
LIST
echo "1..$number"
exit $failed
