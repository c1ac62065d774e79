#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The lanes that send letters (mail/sink/lanes.h), under a sanitizer for threads:
# nothing is shared without a lock.  Builds the unit test once more, whatever
# the other sanitizers of this build are.

. "$(dirname "$0")/../servers/lib.sh"
cd "$ROOT" || exit 1
# shellcheck disable=SC2046 # flags
"${CC:-cc}" -std=c17 -D_GNU_SOURCE -Isrc -I. -g -O1 -fsanitize=thread -o "$T/lanes" \
    -Itests tests/unit/mail/sink/lanes.c mail/sink/lanes.c src/base/*.c \
    $(pkg-config --cflags --libs cmocka libsodium libutf8proc) -lm -pthread >"$T/log" 2>&1 ||
	skip_all "no sanitizer for threads: $(tail -n 1 "$T/log")"

begin=
runs() {
	TSAN_OPTIONS=halt_on_error=0 $begin "$T/lanes" >"$T/out" 2>&1
	threads_code=$?
}
# The sanitizer cannot work with every layout of memory.
runs
if grep -q 'FATAL: ThreadSanitizer' "$T/out"; then
	begin="setarch -R"
	runs
	grep -q 'FATAL: ThreadSanitizer\|setarch:' "$T/out" && skip_all "the sanitizer does not start here"
fi

no_race() {
	cat "$T/out"
	is 0 $threads_code && ! grep -q 'WARNING: ThreadSanitizer' "$T/out"
}
ok "mail 20: lanes share nothing without a lock" no_race
runs
ok "mail 20: nor the second time" no_race
finish
