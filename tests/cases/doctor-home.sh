#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost doctor at home: owners, modes, missing folders, a full disk, letters
# that the mail server left as another user, a server that hangs.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost-deliver
[ "$(id -u)" = 0 ] || skip_all "files of other users can be made by root alone"
cd "$T" || exit 1
copy_server

rp() {
	$AS_USER "$T/bin/riverpost" --home "$T/home" "$@"
}
mkdir -m 700 before
chown "$USER_UID:$USER_GID" before
$AS_USER "$T/bin/riverpost" --home "$T/before" run >/dev/null 2>&1 || skip_all "a first pass fails"

# finds WANT COMMAND: what doctor says when that was done to the home.
finds() {
	rm -rf home && cp -a before home
	(cd home && eval "$2") || return 1
	rp doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: $1"
}
same() {
	find home -type f -printf '%p %U %m %T@ %s\n' | sort
}
all_well() {
	rm -rf home && cp -a before home && same >was
	rp doctor >out 2>&1 || { cat out; return 1; }
	same | diff was -
}
ok "all well, and nothing is changed by looking" all_well
by_root() {
	rm -rf home && cp -a before home && same >was
	"$T/bin/riverpost" --home "$T/home" doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: the home folder .* belongs to $USER_NAME, and you are root, do this: .*sudo -u $USER_NAME" &&
	    same | diff was -
}
ok "called by root" by_root
ok "the home is another's" finds "the home folder .* belongs to daemon, and you are $USER_NAME" \
    "chown daemon . && chmod 777 ."
ok "the home is read-only" finds "the home folder .* cannot be written to.*do this: chmod 700" "chmod 500 ."
ok "keys that root has made" finds "the key file .* belongs to root, and you are $USER_NAME, do this: chown" "chown root keys"
ok "a database that root has made" finds "the database .* belongs to root" "chown root riverpost.sqlite"
ok "a database nobody may write" finds "the database .* cannot be read and written, do this: chmod 600" \
    "chmod 400 riverpost.sqlite"
ok "a letter that root has put into the spool" finds \
    "1 of the letters in .*/spool/new cannot be read by the server, do this: give them to the server's user" \
    "echo x >spool/new/1 && chmod 600 spool/new/1"
ok "a spool that is root's" finds "letters cannot be taken out of .*/spool: .*/spool/cur cannot be written to" \
    "chown root spool/cur"
ok "a folder Processed that is root's" finds "letters cannot be taken out of .*/mail/in: .*/.Processed/cur cannot be" \
    "chown root mail/in/.Processed/cur"
ok "a machine that is not installed" finds "players have no machine to play: /none/engine (No such file or directory), do this: install it" \
    "echo 'engine { command = \"/none/engine x\" }' >riverpost.conf"
ok "letters that wait for room" finds "no letter is taken: free_min = 1000000, and only .* do this: make room on that disk, or lower" \
    "echo free_min = 1000000 >riverpost.conf"
ok "no folder for the pages" finds "archive = /none/pages: /none cannot be written to (No such file or directory), do this: make the folder" \
    "echo 'archive = /none/pages' >riverpost.conf"
ok "a file in the place of the pages" finds "archive = $T/home/file.* \(is not a folder\|cannot be written to\)" \
    "echo x >file && echo archive = file >riverpost.conf"
ok "no folder for the numbers" finds "status_file = /none/x.prom: /none cannot be written to" \
    "echo 'status_file = /none/x.prom' >riverpost.conf"
ok "pages in a folder that belongs to root" finds "archive = /etc/pages: /etc cannot be written to (Permission denied)" \
    "echo 'archive = /etc/pages' >riverpost.conf"
no_font() {
	rm -rf home && cp -a before home
	echo '<fontconfig/>' >fonts.conf
	FONTCONFIG_FILE=$T/fonts.conf rp doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: no font for hanzi is installed: .*do this: install one"
}
ok "no font has the characters of the pieces" no_font
configured() {
	finds "$1" "printf '%s' '$2' >riverpost.conf"
}
ok "a Maildir where none can be made" configured "there is no Maildir /nowhere/at/all, and it cannot be made in /" \
    'source b { kind = maildir path = "/nowhere/at/all" }'
mkdir -p -m 700 others/new
ok "a Maildir that is another's" configured "letters cannot be read from $T/others/new (Permission denied), do this: make it a Maildir that the server's user can read" \
    "source b { kind = maildir path = \"$T/others\" }"
ok "templates that are not there" configured "the folder of your templates, /nowhere, cannot be looked into.*do this: correct templates" \
    'templates = "/nowhere"'
ok "a language that is not there" configured "there are no templates in the language xx .*do this: correct language" \
    'language = "xx"'
new_home() { # WANT FILE: the same before there is a database, and none is made
	rm -rf home && mkdir -m 700 home && printf '%s\n' "$2" >home/riverpost.conf
	chown -R "$USER_UID:$USER_GID" home
	rp doctor >out 2>&1
	has "$(cat out)" "$1" && has "$(cat out)" "^ok: there is no database yet" && [ "$(ls home)" = riverpost.conf ]
}
ok "before the first run: templates" new_home "^wrong: the folder of your templates, /nowhere, cannot be looked into" \
    'templates = "/nowhere"'
ok "before the first run: the language" new_home "^wrong: there are no templates in the language xx" 'language = "xx"'
ok "before the first run: the disk, and templates that are sound" new_home \
    "^ok: [0-9]* MB of disk are free$" 'poll = 1'
ok "a password file that is not there" configured "the configuration cannot be used: .*:1: source \"b\" cannot read the password in .*nope" \
    'source b { kind = pop3 url = "pop3s://x.test" user = u password_file = "nope" }'
ok "an option misspelt" configured "the configuration cannot be used: .*riverpost.conf:1: there is no option adress here, perhaps you mean address, do this: correct that" \
    'adress = "a@b.test"'
ok "a section misspelt" configured "the configuration cannot be used: .*perhaps you mean source" 'sorce b { }'
ok "a value misspelt" configured "the configuration cannot be used: .*kind must be one of maildir, sendmail, smtp" \
    'sink { kind = smpt }'
ok "a quote that is not closed" configured "the configuration cannot be used: .*riverpost.conf:[23]: a quote is not closed" \
    'name = "Xiangqi
language = en
'
ok "a host alone as url" configured "the configuration cannot be used: .*cannot use the url imap.x.test: in front of :// belongs one of: imaps " \
    'source b { kind = imap url = "imap.x.test" user = u password = p }'
ok "a source with a url and of no kind" configured "the configuration cannot be used: .*source \"b\" has a url, so it needs kind = imap or kind = pop3" \
    'source b { url = "imaps://x.test" user = u password = p }'
ok "a sink with a url and of no kind" configured "the configuration cannot be used: .*sink has a url, so it needs kind = smtp" \
    'sink { url = "smtps://x.test" }'
ok "no way out" configured "letters to players elsewhere never leave: they stay in Maildirs in .*do this: set a sink" \
    'address = "xiangqi@example.org"'
ok "a password that everybody can read" configured "the password in $T/home/riverpost.conf can be read by everybody (mode 06[0-7]4), do this: chmod 600" \
    'sink { kind = smtp url = "smtp://127.0.0.1:1" user = u password = p }'
ok "a file of a password that everybody can read" finds "the password in $T/home/secret can be read by everybody" \
    "printf 'sink { kind = smtp url = \"smtp://127.0.0.1:1\" user = u password_file = secret }' >riverpost.conf; echo p >secret; chmod 644 secret"
ok "a database of a newer program" finds ".*written by a newer Riverpost .*do this: install the newer program" \
    "sqlite3 riverpost.sqlite 'PRAGMA user_version=99'"
ok "a database that is none" finds ".*do this: stop the server and put the last backup back" "echo nonsense >riverpost.sqlite"
once() {
	finds "$1" "$2" && is 1 "$(grep -c '^wrong:' out)"
}
ok "keys that are none, told once" once ".*keys.*do this: put it back from the backup" "echo nonsense >keys"
locked() {
	rm -rf home && cp -a before home
	$AS_USER sqlite3 home/riverpost.sqlite 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; SELECT 1;' '.shell sleep 100' &
	locked_pid=$!
	remember $locked_pid
	# Its shell begins when it has the lock.
	until_true 10 pgrep -P $locked_pid || return 1
	rp doctor >out 2>&1
	locked_code=$?
	kill $(pgrep -P $locked_pid) $locked_pid
	is 1 $locked_code && has "$(cat out)" "^wrong: .*database is locked, do this: end the program that has it open"
}
ok "a database that somebody holds" locked
gone() {
	rm -rf home && cp -a before home && rm -f home/$1
	rp run >out 2>&1
	is 0 $? && has "$(cat out)" "$2"
	rp run >out 2>&1
	! grep "was not there" out
}
ok "lost keys are told by the log once" gone keys "^riverpost: .*/keys was not there: with the new ones no answer"
ok "a lost database too" gone 'riverpost.sqlite*' "^riverpost: .*/riverpost.sqlite was not there: it begins anew"
no_templates() {
	mv templates elsewhere
	finds "there are no templates in the language en .*do this: .*install the templates (make install)" true
	no_templates_code=$?
	mv elsewhere templates
	return $no_templates_code
}
ok "templates that were not installed" no_templates

# --- the disk
full() {
	rm -rf home && mkdir home && mount -t tmpfs -o size=3m,mode=700,uid="$USER_UID",gid="$USER_GID" none home || return 1
	cp -a before/. home
	head -c 4000000 /dev/zero >home/filling 2>/dev/null
	rp run >ran 2>&1
	rp doctor >out 2>&1
	full_code=$?
	cat ran
	has "$(cat ran)" "No space left on device" || full_code=0
	umount home
	is 1 $full_code && has "$(cat out)" "^wrong: only 0 MB are free for .*do this: make room" &&
	    is 1 "$(grep -c ^wrong: out)"
}
mkdir probe
if mount -t tmpfs none probe 2>/dev/null; then
	umount probe
	ok "a full disk" full
else
	skip "a full disk" "no file system can be mounted here"
fi

# --- servers
rm -rf home && cp -a before home
$AS_USER "$T/bin/riverpost" --home "$T/home" serve >log 2>&1 &
SERVER_PID=$!
remember $SERVER_PID
until_true 10 grep -q 'serving from' log
at_work() {
	until_true 5 rp doctor && has "$(rp doctor)" "^ok: the running server looked for letters 0 minutes ago"
}
ok "a server at work" at_work
second() {
	rp serve >second 2>&1
	is 75 $? && has "$(cat second)" "^riverpost: another riverpost is at work in $T/home"
}
ok "a second one does not begin, and says why" second
LATER=$(date -u -d '+3 hours' +%Y-%m-%dT%H:%M:%SZ)
hangs() {
	rp --now="$LATER" doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: the running server looked for letters . hours ago, do this: see its log; restart it"
}
taken_away() {
	mkdir -p away && mv home/riverpost.sqlite* away
	printf 'From: fred@players.test\nSubject: signup fred\n\n' >away/letter
	rp deliver <away/letter >out 2>&1
	is 75 $? && has "$(cat out)" '^4\.3\.0 no letter is taken: .* has no database and keys' || return 1
	mv away/letter home/mail/in/new
	until_true 10 grep -q 'riverpost.sqlite was taken away or replaced while it was open: put it back' log || { cat log; return 1; }
	sleep 0.5
	files_are 1 home/mail/in/new && mv away/* home && kill -HUP "$SERVER_PID" &&
	    until_true 10 files_are 0 home/mail/in/new && has "$(cat log)" "from fred@players.test: done" && rp check
}
ok "a database taken away under the server: letters wait until it is back" taken_away
kill -STOP "$SERVER_PID"
ok "a server that hangs" hangs
kill -CONT "$SERVER_PID"
stop "$SERVER_PID"
sleeps() {
	rp --now="$LATER" doctor >out 2>&1
	is 1 $? && has "$(cat out)" "^wrong: no server is running; it looked for letters . hours ago, do this: start riverpost serve"
}
ok "no server" sleeps
finish
