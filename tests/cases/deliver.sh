#!/bin/sh
# SPDX-License-Identifier: ISC
#
# riverpost-deliver: 0 when the letter is on the disk, 75 and one line
# otherwise, whatever is wrong (mail/README 1, 2, 3).

. "$(dirname "$0")/../servers/lib.sh"
copied riverpost-deliver
D=$T/riverpost-deliver
cd "$T" || exit 1
printf 'Subject: a move\n\nmove 7 h2e2\n' >letter

# 75, one line that begins "4.3.0 ", and no letter taken.
later() {
	later_before=$(files "$T" -path '*/spool/new/*')
	"$@" >out 2>&1
	later_code=$?
	is 75 $later_code && has "$(cat out)" '^4\.3\.0 .' && is 1 "$(wc -l <out | tr -d ' ')" &&
	    is "$later_before" "$(files "$T" -path '*/spool/new/*')" && is 0 "$(files "$T" -path '*/spool/tmp/*')"
}

# The letters in a home, with their first lines.
letters() {
	cat "$1"/spool/new/* 2>/dev/null
}

taken() {
	rm -rf home && begun home
	sh -c "$1" >out 2>&1 <letter
	is 0 $? && is "" "$(cat out)" && is "$2" "$(letters home | head -1)" &&
	    is "$(cat letter)" "$(letters home | tail -n +2)"
}

# --- what is taken
ok "mail 2: the spool folder is made" taken '$AS_USER ./riverpost-deliver --home home' 'Riverpost-Spool: - -'
ok "mail 2: sender and recipient as options" \
    taken './riverpost-deliver --home home --sender a@x.org --recipient=me+t@y.org' \
    'Riverpost-Spool: <a@x.org> <me+t@y.org>'
ok "mail 2: sender and recipient as arguments" \
    taken './riverpost-deliver --home home a@x.org me@y.org' 'Riverpost-Spool: <a@x.org> <me@y.org>'
ok "mail 2: the recipient alone, as mail programs call sendmail" \
    taken './riverpost-deliver --home home -oi -f a@x.org -- me@y.org' \
    'Riverpost-Spool: <a@x.org> <me@y.org>'
ok "mail 2: several recipients, as mail programs call sendmail" \
    taken './riverpost-deliver --home home -oem -oi -- me@y.org b@z.org c@z.org' 'Riverpost-Spool: - -'
ok "mail 2: two, which are no sender and recipient" \
    taken './riverpost-deliver --home home -i -f a@x.org me@y.org b@z.org' 'Riverpost-Spool: <a@x.org> -'
ok "mail 2: sendmail's other options" \
    taken './riverpost-deliver --home home -t -i -F "Fred F" -N never -R hdrs -B 8BITMIME' 'Riverpost-Spool: - -'
ok "mail 2: the null sender" taken './riverpost-deliver --home home "" me@y.org' 'Riverpost-Spool: <> <me@y.org>'
ok "mail 2: the null sender as postfix writes it" \
    taken './riverpost-deliver --home home MAILER-DAEMON me@y.org' 'Riverpost-Spool: <> <me@y.org>'
ok "mail 2: sender and recipient from the environment" \
    taken 'SENDER=a@x.org RECIPIENT=me@y.org ./riverpost-deliver --home home' \
    'Riverpost-Spool: <a@x.org> <me@y.org>'
ok "mail 2: an argument goes before the environment" \
    taken 'SENDER=evil@x.org ./riverpost-deliver --home home --sender a@x.org' \
    'Riverpost-Spool: <a@x.org> -'
ok "mail 2: a newline in an address is no second line" \
    taken './riverpost-deliver --home home "a@x
Subject: evil" me@y.org' 'Riverpost-Spool: - <me@y.org>'
ok "mail 2: RIVERPOST_HOME" taken 'RIVERPOST_HOME=home ./riverpost-deliver' 'Riverpost-Spool: - -'
begun read && printf 'home = "elsewhere"\n' >read/riverpost.conf
ok "mail 2: an option before RIVERPOST_HOME" \
    taken 'RIVERPOST_HOME=elsewhere ./riverpost-deliver --home=home' 'Riverpost-Spool: - -'
unread() {
	RIVERPOST_HOME=read "$D" <letter && files_are 1 read/spool/new
}
ok "mail 2: a configuration in the home folder is not read" unread
(begun plain/var && cd plain && "$D" <../letter)
ok "mail 2: without anything it is ./var" files_are 1 plain/var/spool/new

empty() {
	rm -rf home && begun home
	"$D" --home home </dev/null
	is 0 $? && files_are 1 home/spool/new
}
ok "mail 3: an empty letter is still taken: bad content is no delivery error" empty

big() {
	rm -rf home && begun home
	head -c 20000000 /dev/urandom | "$D" --home home && is 20000021 "$(letters home | wc -c | tr -d ' ')"
}
ok "mail 3: a letter of 20 MB" big

many() {
	rm -rf home && begun home
	i=0
	while [ $i -lt 100 ]; do
		"$D" --home home <letter &
		i=$((i + 1))
	done
	wait
	files_are 100 home/spool/new
}
ok "mail 1: a hundred at once" many

# A folder that no pass reads would keep a letter for ever.
no_home() {
	later "$D" --home "$1" && test ! -e "$1/spool"
}
ok "mail 2: no home, no letter taken" no_home typo
ok "mail 2: ... nor below a folder that is there" no_home plain/typo
mkdir -p foreign/photos
ok "mail 2: a folder of something else" no_home foreign
mkdir bare && ok "mail 2: an empty folder, as where a disk is not mounted" no_home bare
begun lost && rm lost/riverpost.sqlite && ok "mail 2: keys and no database" no_home lost
: >lost/riverpost.sqlite && ok "mail 2: ... or one of 0 bytes" no_home lost
begun lost && rm lost/keys && ok "mail 2: a database and no keys" no_home lost
printf 'free_min = 0\n' >bare/riverpost.conf && ok "mail 2: a configuration alone" no_home bare

# --- what is not
ok "mail 2: unknown option" later "$D" --home home --nonsense
ok "mail 2: one argument too many" later "$D" --home home a@x.org b@x.org c@x.org
ok "mail 2: an option without its value" later "$D" --home
ok "mail 2: a help page is no delivery" later "$D" --help
ok "mail 2: a configuration is no option" later "$D" -c conf --home home
ok "mail 2: an empty option" later "$D" --home ""
ok "mail 2: standard input closed" later sh -c "$D --home home <&-"
ok "mail 2: standard input is a folder" later sh -c "$D --home home <$T"
ok "mail 2: standard input is for writing only" later sh -c "$D --home home 0>out2"
ok "mail 2: a file where the spool should be" later sh -c ": >file; $D --home file <letter"
ok "mail 2: a file above the spool" later sh -c "$D --home file/deeper <letter"
ok "mail 2: a home whose name is too long" later "$D" --home "$(head -c 5000 /dev/zero | tr '\0' x)"
begun locked && chmod 555 locked
ok "mail 2: a folder nobody may write to" later $AS_USER "$D" --home locked
rm -rf home
head -c 200000 /dev/zero | tr '\0' 'x' >large
ok "mail 2: a limit on file size" later sh -c "ulimit -f 20; $D --home home <large"

quiet() {
	rm -rf home && begun home
	sh -c "$D --home home <letter >&- 2>&-"
	is 0 $? && is "$(cat letter)" "$(letters home | tail -n +2)"
}
ok "mail 2: closed outputs do not get into the letter" quiet
quiet_failure() {
	sh -c "$D --home file <letter >&- 2>&-"
	is 75 $?
}
ok "mail 2: closed outputs and a failure" quiet_failure

# The same by the large program's word `deliver`, whatever stands around it.
by_word() {
	rm -rf home && begun home
	"$BUILD/riverpost" "$@" <letter >out 2>&1
	is 0 $? && is "" "$(cat out)" && is 'Riverpost-Spool: <a@x.org> -' "$(letters home | head -1)"
}
if [ -x "$BUILD/riverpost" ]; then
	ok "mail 2: riverpost deliver" by_word --home home deliver --sender a@x.org
	ok "mail 2: riverpost deliver, the home behind it" by_word -v deliver --home=home --sender a@x.org
	for words in '--nonsense deliver' '--home deliver' '-c deliver' '--now=x deliver' 'deliver --nonsense' 'deliver --help' \
	    'deliver --version' '--version deliver' '--help deliver' 'deliver --home' 'deliver a b c' '-c nowhere deliver' '-c nowhere --home home deliver' \
	    '--home= deliver' 'deliver --now=x --home home'; do
		# shellcheck disable=SC2086
		ok "mail 2: riverpost $words" later sh -c "$BUILD/riverpost $words <letter"
	done
	sender_as_option() {
		rm -rf home && begun home
		"$BUILD/riverpost" --home home deliver --sender --home=elsewhere@x.org <letter && files_are 1 home/spool/new
	}
	ok "mail 2: a sender that looks like an option is a sender" sender_as_option
else
	skip "mail 2: riverpost deliver" "it is not built"
fi

# The database is the server's matter: letters are taken whatever becomes of it.
locked_database() {
	rm -rf home && begun home && rm home/riverpost.sqlite
	sqlite3 home/riverpost.sqlite 'CREATE TABLE t (x)'
	mkfifo words
	sqlite3 home/riverpost.sqlite <words &
	locked_pid=$!
	exec 9>words
	echo 'BEGIN EXCLUSIVE; INSERT INTO t VALUES (1);' >&9
	until_true 5 test -e home/riverpost.sqlite-journal || return 1
	"$D" --home home <letter >out 2>&1
	locked_code=$?
	exec 9>&-
	wait $locked_pid
	is 0 $locked_code && is "" "$(cat out)" && files_are 1 home/spool/new
}
ok "mail 2: a locked database" locked_database

interrupted() {
	rm -rf home && begun home
	mkfifo pipe.$1
	"$D" --home home <pipe.$1 2>out &
	interrupted_pid=$!
	exec 9>pipe.$1
	printf 'Subject: half' >&9
	until_true 5 files_are 1 home/spool/tmp || return 1
	kill -"$1" $interrupted_pid
	wait $interrupted_pid
	interrupted_code=$?
	exec 9>&-
	is 75 $interrupted_code && has "$(cat out)" '^4\.3\.0 ' && files_are 0 home/spool/new
}
for signal in TERM INT HUP ALRM SEGV ABRT; do
	ok "mail 2: interrupted by SIG$signal: 75" interrupted $signal
done

memory() {
	for limit in 2500 2600 2700 2800 3000 4000; do
		rm -rf home && begun home
		(ulimit -v $limit && exec "$D" --home home <letter) >out 2>&1
		code=$?
		# Below that, not even libc is loaded and main never runs.
		grep -q 'loading shared\|cannot allocate TLS' out && continue
		case $code in
		0) files_are 1 home/spool/new || return 1 ;;
		75) files_are 0 home/spool/new || return 1 ;;
		*) echo "exit $code at $limit kB"; cat out; return 1 ;;
		esac
	done
}
if is_sanitized "$D"; then
	skip "mail 2: little memory" "built with sanitizers"
else
	ok "mail 2: little memory: 0 or 75" memory
fi

full_disk() {
	unshare -m sh -c "
		mount -t tmpfs -o size=64k tmpfs '$T/small' || exit 99
		mkdir small/home
		cp home/keys home/riverpost.sqlite small/home
		$D --home small/home <large >out 2>&1
		echo \$? >code
		find small -path '*/spool/*' -type f | wc -l >left
	"
	is 75 "$(cat code)" && has "$(cat out)" '^4\.3\.0 .*No space left' && is 0 "$(tr -d ' ' <left)"
}
mkdir small
if [ "$(id -u)" = 0 ] && unshare -m mount -t tmpfs tmpfs "$T/small" 2>/dev/null; then
	ok "mail 2: a full disk" full_disk
else
	skip "mail 2: a full disk" "needs root to mount a small one"
fi

killed() {
	rm -rf home && begun home
	i=0
	while [ $i -lt 60 ]; do
		"$D" --home home <large &
		killed_pid=$!
		sleep 0.00$((i % 8))
		kill -9 $killed_pid 2>/dev/null
		i=$((i + 1))
	done
	wait 2>/dev/null
	for letter in home/spool/new/*; do
		[ -e "$letter" ] || continue
		is 200021 "$(wc -c <"$letter" | tr -d ' ')" || return 1
	done
}
ok "mail 1: killed at any moment: whole letters only" killed

light() {
	ldd "$D" 2>&1 | grep -v 'linux-vdso\|libc\.so\|ld-linux\|statically linked\|not a dynamic executable' && return 1
	return 0
}
# A loader would end with 127 before the program begins.
little_memory() {
	rm -rf home && begun home
	# shellcheck disable=SC3045 # where there is no such limit nothing is shown
	(ulimit -v 4000 && "$D" --home "$T/home" <letter)
}
if is_sanitized "$D"; then
	skip "mail 2: no library but libc" "built with sanitizers"
else
	ok "mail 2: no library but libc" light
	if ldd "$D" 2>&1 | grep -q 'statically linked\|not a dynamic'; then
		ok "mail 2: 4 MB of memory are enough" little_memory
	else
		skip "mail 2: 4 MB of memory are enough" "it needs a loader here"
	fi
fi
finish
