#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost doctor on the folders that letters pass through: links out of a mailbox and
# to another disk, a file in a folder's place; a log that others can read; options given
# twice.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost-deliver
RIVERPOST=$(cd "$BUILD" && pwd)/riverpost
cd "$T" || exit 1
mkdir -m 700 before
"$RIVERPOST" --home before run >/dev/null 2>&1 || skip_all "a first pass fails"

# finds WANT COMMAND: what doctor says when that was done to the home.
finds() {
	rm -rf home && cp -a before home
	(cd home && eval "$2") || return 1
	"$RIVERPOST" --home "$T/home" doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: $1"
}
well() {
	"$RIVERPOST" --home "$T/before" doctor >out 2>&1
	! grep -E 'leads to|not a folder|another disk|twice|open to others' out
}
ok "a home as the first pass makes it" well
ok "a file where a folder should be" finds ".*/mail/in/.Processed/cur is not a folder" \
    "rmdir mail/in/.Processed/cur && echo x >mail/in/.Processed/cur && chmod 755 mail/in/.Processed/cur"
ok "a log of the database that others can read" finds ".*riverpost.sqlite-wal is open to others (mode 0644)" \
    "touch riverpost.sqlite-wal && chmod 644 riverpost.sqlite-wal"
ok "keys that others can read" finds "the key file .* is open to others (mode 0644)" "chmod 644 keys"
ok "a home that others can write to" finds "the home folder .* can be written to by others" "chmod 777 ."
ok "an option given twice" finds ".*riverpost.conf, line 3: keep is given twice" \
    "printf 'keep = 5\n# x\nkeep = 7\n' >riverpost.conf"
ok "an option that means nothing" finds ".*riverpost.conf, line 1: password means nothing to a sink of kind sendmail" \
    "printf 'sink { kind = sendmail path = /bin/true password = p }\n' >riverpost.conf"
mkdir -p elsewhere/new
if "$RIVERPOST" --home before -v run 2>&1 | grep -q 'has no Landlock'; then
	skip "a link out of the mailbox" "this system has no Landlock"
else
	ok "a link out of the mailbox" finds ".*/mail/in/new leads to $T/elsewhere/new, where the server" \
	    "rmdir mail/in/new && ln -s '$T/elsewhere/new' mail/in/new"
fi
other=
for folder in /dev/shm /tmp /var/tmp; do
	[ -n "$other" ] || [ "$(stat -c %d $folder)" = "$(stat -c %d .)" ] || other=$(mktemp -d $folder/riverpost.XXXXXX)
done
if [ -n "$other" ]; then
	ok "a link to another disk" finds "letters cannot be moved from .*/mail/in/new to .*/.Processed/cur, which lies on another disk" \
	    "rmdir mail/in/.Processed/cur && ln -s '$other' mail/in/.Processed/cur"
	rmdir "$other"
else
	skip "a link to another disk" "there is none"
fi
finish
