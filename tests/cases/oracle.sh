#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The referee against the naive judge over 20,000 generated loops: tests/oracle.
# `make oracle N=1000000` compares more, from a seed of its own.
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
. tests/servers/tap.sh
case $BUILD in
*-san*) loops=4000 ;;
*) loops=20000 ;;
esac

ok "$loops loops without a difference" "$BUILD/tests/oracle/oracle" -n $loops -s 1
said=$(cat "$T/.output")
ok 'some need the rule of flight' has "$said" ': [1-9][0-9]* with attacks kept in check'
ok 'some need the rule of rounds' has "$said" ', [1-9][0-9]* with cuts that lose no round'
ok 'some need the rule of rescue' has "$said" ', [1-9][0-9]* with a piece never saved'
ok 'some are lost by each rule set that decides' \
    is 2 "$(printf '%s\n' "$said" | grep -Ec '^(asian|cxq): [1-9][0-9]+ lost, [1-9][0-9]+ drawn')"
ok 'and some are refused' has "$said" '^server: .* [1-9][0-9]* refused'
finish
