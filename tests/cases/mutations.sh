#!/bin/sh
# SPDX-License-Identifier: ISC
#
# Each element of the repetition judge, taken out, makes its test fail: see
# tests/mutate/repeat.sh.
set -u
cd "$(dirname "$0")/../.." || exit 1
case ${BUILD:=build} in
*-san*)
	echo "1..0 # SKIP the libraries are built with sanitizers"
	exit 0
	;;
esac
exec sh tests/mutate/repeat.sh "$BUILD"
