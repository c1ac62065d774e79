#!/bin/sh
# SPDX-License-Identifier: ISC
#
# The operator's commands on a home of their own: player, game, queue, import,
# export, backup, check, doctor.  Each change is looked at in another way than
# the command that made it: letters that came out, files, what can be played.

. "$(dirname "$0")/../servers/lib.sh"
built riverpost
# The doctor takes a clock from before the program was made for a wrong one.
copy_server && touch -d 2026-11-01 "$T/bin/riverpost"
BUILD=$T/bin
H=$T/home
NOW=2026-11-21T12:00:00Z
LETTERS=0

# What the program says, and its exit code in $code.
rp() {
	"$BUILD/riverpost" --home "$H" --now="$NOW" -v "$@" >"$T/out" 2>"$T/err"
	code=$?
	cat "$T/out"
	return $code
}

says() {
	says_want=$1
	shift
	has "$(rp "$@"; cat "$T/err")" "$says_want"
}

# A refusal: exit code, one line on standard error that matches.
refuses() {
	refuses_code=$1 refuses_want=$2
	shift 2
	rp "$@" >/dev/null
	is "$refuses_code" $code && has "$(cat "$T/err")" "^riverpost: .*$refuses_want" &&
	    is 1 "$(wc -l <"$T/err" | tr -d ' ')"
}

# send FROM TO SUBJECT TEXT
send() {
	LETTERS=$((LETTERS + 1))
	mkdir -p "$H/mail/in/tmp" "$H/mail/in/new" "$H/mail/in/cur"
	printf 'From: %s\nTo: %s\nSubject: %s\nDate: Sat, 21 Nov 2026 12:00:00 +0000\nMessage-ID: <%s@players.test>\n\n%s\n' \
	    "$1" "$2" "$3" "$LETTERS" "$4" >"$H/mail/in/new/$LETTERS.test"
	touch -d "$NOW" "$H/mail/in/new/$LETTERS.test"
}

# The newest letter to an address, whole.
newest() {
	newest_file=$(find "$H/mail/out/$1/new" -type f -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-)
	cat "$newest_file"
}

reply_to() {
	newest "$1" | sed -n 's/^Reply-To: //p'
}

# answer FROM TEXT: to the newest letter that came to FROM.
answer() {
	send "$1" "$(reply_to "$1")" "Re: a letter" "$2"
}

turn() {
	answer "$1" "$2"
	rp run >/dev/null
}

letters_to() {
	files "$H/mail/out/$1/new"
}

mode() {
	stat -c %a "$1"
}

# --- a home that is not there
ok "a question makes no home" refuses 1 "no database of a server" player list
ok "doctor makes none either" says "^ok: the home folder .* the first run makes it" doctor
ok "there is still none" test ! -e "$H"
ok "usage: exit 2" refuses 2 "usage: riverpost player" player nonsense
ok "usage: too few arguments" refuses 2 "usage: riverpost player" player add fred
ok "usage: queue" refuses 2 "usage: riverpost queue" queue burn 1
# The word that is wrong is named.
for wrong in '"now".*usage: riverpost run$|run now' '"nonsense"|player nonsense' '"--rules=foo"|judge --rules=foo x' \
    '"--rules=foo"|check-games --rules=foo' '"x": not a depth|perft x x' '"--style=wood"|board --style=wood' \
    '"--bogus"|board --bogus' '"--to=foo"|notation --to=foo x' '"--from=zz"|notation --from=zz --to=wxf x' \
    '"more"|moves x more' '"foo"|keys foo' '"x"|check x' '"--foo"|config --foo' \
    '"--bogus"|doctor --bogus' '"--wait=x"|doctor --letter --wait=x' '"clock": a word is missing|game clock 1 3' '"too"|player list too' \
    'there is no option --bogus|--bogus' '--now=x|--now=x run'; do
	# shellcheck disable=SC2086
	ok "named: ${wrong#*|}" refuses 2 "${wrong%|*}" ${wrong#*|}
done
every_word_has_a_phrase() {
	rp --help | sed -n 's/^  \([a-z-]*\) .*/\1/p' >"$T/words"
	is 31 "$(wc -l <"$T/words" | tr -d ' ')" || return 1
	rp --help | grep -E '^  [a-z-]+ *$' && return 1
	has "$(rp game --help)" '^usage: riverpost game list' && has "$(rp --help game)" '^usage: riverpost game list' || return 1
	rp --help gane >"$T/out" 2>&1
	is 2 $? && has "$(cat "$T/err")" "^riverpost: there is no command gane$"
}
ok "--help: a phrase for each word" every_word_has_a_phrase
quiet() {
	"$BUILD/riverpost" --home "$H" --now="$NOW" run >"$T/said" 2>&1
	is 0 $? && is '' "$(cat "$T/said")" || return 1
	printf 'source x {\n kind = maildir\n path = "/dev/null/y"\n}\n' >"$T/bad.conf"
	"$BUILD/riverpost" -c "$T/bad.conf" --home "$H" --now="$NOW" run >"$T/said" 2>&1
	is 1 "$(wc -l <"$T/said" | tr -d ' ')" && has "$(cat "$T/said")" '/dev/null/y'
}
ok "run: silent while all is well, a line when not" quiet
ok "usage: backup" refuses 2 "usage: riverpost backup" backup

# --- players
ok "add a player" says "^fred may play from fred@a.test" player add fred fred@a.test
ok "add another" says "^wilma may play from Wilma@b.test" player add wilma Wilma@B.TEST
ok "a look-alike is refused" refuses 1 "taken" player add w1lma x@b.test
ok "the address of another is refused" refuses 1 "address of fred" player add barney FRED@a.test
ok "what reads as a move is no userid" refuses 1 "cannot be a userid" player add b3e3 x@b.test
ok "no address" refuses 1 "not a mail address" player add barney "x@b test"
ok "list" is "fred
wilma" "$(rp player list | cut -d' ' -f1)"
ok "show an unknown one" refuses 1 "no player nobody-here" player show nobody-here
ok "show: no password yet" says "^password: none" player show fred
ok "show: the address" says "^address: fred@a.test (confirmed, receives)" player show FRED

set_password() {
	printf '%s' "$2" | rp player password "$1"
}
ok "a password from standard input" set_password fred "secret1
"
first_password() {
	rp run >/dev/null && has "$(newest fred@a.test)" "has set a password for fred\\.$"
}
ok "the first one is no new one" first_password
ok "it is nowhere in the home in clear" sh -c "! grep -r secret1 '$H'"
told_password() {
	printf 'secret1\n' | SUDO_USER=alice rp player password fred "forgot it" >/dev/null &&
	    has "$(cat "$T/err")" "by hand of alice (as $(id -un)): player password fred forgot it" &&
	    ! has "$(cat "$T/err")" secret1 &&
	    rp run >/dev/null && has "$(newest fred@a.test)" "set a new password for fred" &&
	    has "$(newest fred@a.test)" "forgot it"
}
ok "the player is told, and it is logged with who and why" told_password
ok "and hashed with argon2id" grep -q 'argon2id' "$H"/riverpost.sqlite*
ok "no password" sh -c "! '$BUILD/riverpost' --home '$H' player password fred </dev/null"
bad_password() {
	! set_password fred "$1" && has "$(cat "$T/err")" "^riverpost: "
}
ok "a password with a blank could not be written in a letter" bad_password "two words"
ok "an endless password" bad_password "$(head -c 200 /dev/zero | tr '\0' x)"
ok "an empty one" bad_password "
"

# NFC: the decomposed form opens what the composed one locked.
composed() {
	set_password wilma "$(printf 'gr\303\274n77')" >/dev/null || return 1
	start_game || return 1
	send wilma@b.test riverpost@localhost "draw 1 wilma $(printf 'gru\314\210n77')" ""
	rp run >/dev/null
	has "$(newest fred@a.test)" "offers a draw"
}
# Game 1: challenged by fred, begun by both.
start_game() {
	send fred@a.test riverpost@localhost help ""
	rp run >/dev/null
	turn fred@a.test "challenge wilma"
	turn wilma@b.test accept
	turn fred@a.test H3-E3
	turn wilma@b.test H10-G8
	has "$(rp game show 1)" "^to move: fred" && has "$(rp game show 1)" '^clock: reminder after [^;]*; for a move 21d$'
}
ok "passwords are compared after NFC" composed

suspended() {
	rp player suspend fred >/dev/null || return 1
	suspended_before=$(rp game show 1 | grep -c H1-G3)
	turn fred@a.test H1-G3
	is "$suspended_before" "$(rp game show 1 | grep -c H1-G3)" &&
	    has "$(rp player list)" "^fred  *suspended" && rp player restore fred >/dev/null &&
	    has "$(rp player list)" "^fred  *active"
}
ok "a suspended player's letters change nothing" suspended
reason_has_all_words() {
	rp player suspend fred he used -v often -c x >/dev/null || return 1
	has "$(cat "$T/err")" "suspend fred he used -v often -c x" && rp player restore fred >/dev/null || return 1
	rp player suspend fred --home is fine >/dev/null && has "$(cat "$T/err")" "suspend fred --home is fine" &&
	    rp player restore fred >/dev/null &&
	    rp game clock 1 7d 21d he wrote -v and -c lots >/dev/null &&
	    has "$(cat "$T/err")" "1 7d 21d he wrote -v and -c lots" && has "$(rp player delete fred --help)" "^usage"
}
ok "what looks like an option in a reason is a word of it" reason_has_all_words
ok "restore twice" refuses 1 "active already" player restore fred

# --- an address in place of another
moved() {
	rp player address wilma wilma@b.test wilma@new.test "lost her mailbox" >/dev/null &&
	    has "$(cat "$T/err")" "by hand of $(id -un): player address wilma wilma@b.test wilma@new.test lost her mailbox" &&
	    rp run >/dev/null && has "$(newest wilma@b.test)" "no longer belongs to wilma" &&
	    ! has "$(newest wilma@b.test)" "new.test\|lost her mailbox" && has "$(newest wilma@new.test)" "lost her mailbox" &&
	    has "$(newest wilma@new.test)" "changed an address of wilma" &&
	    rp player address wilma wilma@new.test wilma@b.test "found again" >/dev/null
}
ok "address: both are told, and it is logged with who and why" moved
ok "address: not another's" refuses 1 "is the address of fred" player address wilma wilma@b.test fred@a.test why
ok "address: of the player's" refuses 1 "is no address of wilma" player address wilma other@b.test x@b.test why
ok "address: not without a reason" refuses 2 "missing" player address wilma wilma@b.test x@b.test

# --- moves taken back
reset() {
	rp game reset 1 1 "entered for the wrong game" >/dev/null &&
	    has "$(cat "$T/err")" "by hand of $(id -un): game reset 1 1 entered" &&
	    rp run >/dev/null && has "$(newest fred@a.test)" "wrong game" &&
	    has "$(rp game show 1)" "^to move: wilma" && turn wilma@b.test H10-G8 &&
	    has "$(rp game show 1)" "^to move: fred" && has "$(rp check)" "."
}
ok "reset: back, told, logged, and the game goes on" reset
ok "reset: not ahead" refuses 1 "only 2 plies" game reset 1 2 why
ok "reset: not without a reason" refuses 2 "missing" game reset 1 1
ok "reset: to a number" refuses 2 "not a number" game reset 1 -1 why

# --- games
ok "list" says "^ *1  active   fred - wilma  2 plies  fred to move" game list
ok "list over: none yet" is "" "$(rp game list over)"
ok "list of nonsense" refuses 2 "\"sideways\".*usage" game list sideways
ok "adjudicate to nobody's favour" refuses 2 "\"blue\".*usage: riverpost game" game adjudicate 1 blue
ok "show: moves" says "^  1  H3-E3   H10-G8" game show 1
ok "show: the board" says "^10  gR--gH--gE" game show 1
ok "no such game" refuses 1 "no game 99" game show 99
ok "no number" refuses 1 "not the number of a game" game show seven

board() {
	is "$(rp board 1)" "$("$BUILD/riverpost" board 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' H3-E3 H10-G8)"
}
ok "board 1 is the start with both moves played" board
ok "board 1#1 is the same, both played their first" is "$(rp board 1)" "$(rp board 1#1)"
ok "board 1#2 is not there" refuses 1 "no move 2" board 1#2
ok "board of no game" refuses 1 "no game 7" board 7

clock() {
	rp game clock 1 3d 9d after the holidays >/dev/null || return 1
	rp run >/dev/null
	for who in fred@a.test wilma@b.test; do
		has "$(newest $who | tr "\n" " ")" "9 days for each move.*The reason: after the holidays" || return 1
	done
	has "$(rp game show 1)" "until 2026-11-30 12:00"
}
ok "clock: both are told, the turn begins anew" clock
ok "clock: no time" refuses 1 "a time is 3d" game clock 1 3d soon
ok "clock: too many days" refuses 1 "at most 365 days" game clock 1 3 1000

adjudicated() {
	rp game adjudicate 1 green fred has left us >/dev/null || return 1
	adjudicated_before=$(($(letters_to fred@a.test) + $(letters_to wilma@b.test)))
	rp run >/dev/null
	is $((adjudicated_before + 2)) $(($(letters_to fred@a.test) + $(letters_to wilma@b.test))) || return 1
	for who in fred@a.test wilma@b.test; do
		has "$(newest $who)" "^wilma has won, as decided by the operator" &&
		    has "$(newest $who)" "^The reason: fred has left us$" || return 1
	done
	has "$(rp game list over)" "green, adjudication"
}
ok "adjudicate: both are told once" adjudicated

cancelled() {
	turn fred@a.test "challenge wilma"
	has "$(rp game list offered)" "waits for wilma" || return 1
	rp game adjudicate 2 red >/dev/null && return 1
	rp game cancel 2 a mistake of ours >/dev/null || return 1
	rp run >/dev/null
	has "$(newest wilma@b.test)" "has withdrawn this challenge" &&
	    has "$(newest wilma@b.test)" "^The reason: a mistake of ours$" &&
	    has "$(rp game show 2)" "^result: cancelled, adjudication"
}
ok "cancel an offer; it cannot be adjudicated" cancelled

# --- queue
unsent() {
	turn fred@a.test "challenge wilma"
	turn wilma@b.test accept
	# A file where wilma's Maildir was: her letters wait.
	mv "$H/mail/out/wilma@b.test" "$T/aside" && : >"$H/mail/out/wilma@b.test"
	turn fred@a.test B3-E3
	has "$(rp queue)" "waiting   *[Ww]ilma@b.test  \"Xiangqi Board 3" && has "$(rp queue list)" "tried 1 time, next at"
}
ok "a letter that cannot be sent is listed" unsent
queue_id() {
	rp queue | sed -n 's/^ *\([0-9]*\)  waiting.*/\1/p' | head -1
}
ID=$(queue_id)
ok "no token or text in the list" sh -c "! '$BUILD/riverpost' --home '$H' queue | grep -i 'riverpost+'"
ok "doctor sees nothing wrong in a fresh one" says "^ok: 1 letter waits" doctor
old_queue() {
	old_queue_now=$NOW
	NOW=2026-11-23T12:00:00Z
	has "$(rp doctor)" "^wrong: 1 letter waits .* since 2 days" && has "$(rp doctor)" "^wrong: no server is running; it looked .* 2 days ago"
	old_queue_code=$?
	NOW=$old_queue_now
	return $old_queue_code
}
ok "doctor tells of an old one, and of a server that sleeps" old_queue
retried() {
	rm "$H/mail/out/wilma@b.test" && mv "$T/aside" "$H/mail/out/wilma@b.test"
	retried_before=$(letters_to wilma@b.test)
	rp run >/dev/null
	is "$retried_before" "$(letters_to wilma@b.test)" || return 1
	rp queue retry "$1" >/dev/null && rp run >/dev/null &&
	    is $((retried_before + 1)) "$(letters_to wilma@b.test)" && has "$(rp queue)" "^every letter is sent"
}
ok "retry: not before its time, then at once, then gone" retried "$ID"
ok "a sent letter is not sent again" refuses 1 "is sent" queue retry "$ID"
ok "nor dropped" refuses 1 "is sent" queue drop "$ID"
ok "no such letter" refuses 1 "no letter 9999" queue drop 9999
dropped() {
	mv "$H/mail/out/fred@a.test" "$T/aside" && : >"$H/mail/out/fred@a.test"
	send wilma@b.test "$(reply_to wilma@b.test)" "Re: x" H10-G8
	rp run >/dev/null
	dropped_id=$(queue_id)
	rp queue drop "$dropped_id" >/dev/null || return 1
	rm "$H/mail/out/fred@a.test" && mv "$T/aside" "$H/mail/out/fred@a.test"
	dropped_before=$(letters_to fred@a.test)
	rp queue retry all >/dev/null
	rp run >/dev/null
	is "$dropped_before" "$(letters_to fred@a.test)"
}
ok "a dropped letter is not sent, by retry all neither" dropped
ok "nor by its number" refuses 1 "is dropped and never sent" queue retry "$dropped_id"

# --- the log leads from a letter that came to those that go out for it
log_links() {
	send fred@a.test "$(reply_to fred@a.test)" "Re: x" "draw"
	log_digest=$("$BUILD/riverpost" --home "$H" read "$H/mail/in/new/$LETTERS.test" | sed -n 's/^digest: \(............\).*/\1/p')
	rp run >/dev/null
	cat "$T/err"
	log_out=$(sed -n "s/^riverpost: letter $log_digest ($LETTERS.test of .*mail\/in) from fred@a.test: done; draw; board 3; out //p" "$T/err")
	has "$log_out" '^[0-9][0-9]*-[0-9][0-9]*$' && is $((${log_out%-*} + 1)) "${log_out#*-}" &&
	    has "$(cat "$T/err")" "^riverpost: letter ${log_out%-*} sent to fred@a.test: delivered into " &&
	    has "$(cat "$T/err")" "^riverpost: letter ${log_out#*-} sent to [Ww]ilma@b.test: delivered into "
}
ok "the log: letter, source, command, board, letters that go out, and each sent" log_links
log_ignored() {
	send stranger@c.test riverpost@localhost "hello" "The weather is fine here."
	rp run >/dev/null
	has "$(cat "$T/err")" " from stranger@c.test: ignored; a stranger\$"
}
ok "the log: why a letter has no answer" log_ignored

# --- an account is closed
closed() {
	turn fred@a.test "challenge wilma"
	rp player delete fred >/dev/null || return 1
	rp run >/dev/null
	has "$(rp game show 3)" "^result: green, account-closed" &&
	    has "$(rp game show 4)" "^result: cancelled, challenger-left" &&
	    has "$(rp player list)" "^fred  *closed" && has "$(cat "$H"/mail/out/wilma@b.test/new/*)" "^wilma has won: fred's account was closed"
}
ok "delete: open games end, opponents are told" closed
ok "closed stays closed" refuses 1 "is closed" player restore fred
ok "its name is not free" refuses 1 "taken" player add fred new@a.test
ok "its address is" says "^barney may play from fred@a.test" player add barney fred@a.test
ok "its finished games stay" says "^red: fred" game show 1

# --- archives
cat >"$T/two.pgn" <<'PGN'
[Event "Somewhere"]
[Date "1987.06.21"]
[Red "Hu"]
[Black "Lu"]
[Result "1/2-1/2"]

1. C2=5 H8+7 2. H2+3 R9=8 1/2-1/2

[Event "Elsewhere"]
[Red "老王"]
[Black ""]
[Result "0-1"]

1. C8=5 C2=5 0-1
PGN
cat >"$T/bad.pgn" <<'PGN'
[Red "A"]
[Black "B"]
[Result "1-0"]

1. C2=5 H8+7 2. R1+9 1-0

[Red "C"]
[Black "D"]
[Result "*"]

*
PGN
ok "import" says "^2 stored (games 5 to 6), 0 known already, 0 left out" import "$T/two.pgn"
ok "its moves, in our own words" says "^  1  H3-E3   H10-G8" game show 5
ok "its end" says "^result: draw, unknown" game show 5
ok "its date" says "^ended: 1987-06-21" game show 5
ok "its names" says "^red: Hu" game show 5
ok "a name in hanzi" says "^red: 老王" game show 6
ok "again: known" says "^0 stored, 2 known already" import "$T/two.pgn"
sed 's/1987/1988/' "$T/two.pgn" >"$T/later.pgn"
ok "another day, another game" says "^1 stored .*, 1 known already" import "$T/later.pgn"
bad_import() {
	rp import "$T/bad.pgn" >/dev/null
	is 1 $code && has "$(cat "$T/out")" "^0 stored, 0 known already, 2 left out" &&
	    has "$(cat "$T/err")" "^riverpost: .*bad.pgn: game 1: " && has "$(cat "$T/err")" "bad.pgn: game 2: it has neither moves nor a result"
}
ok "illegal moves and games that say nothing are left out and told" bad_import
ok "no such file" refuses 1 "cannot read" import "$T/nowhere.pgn"
printf 'Dear server,\nthis is no score.\n' >"$T/letter"
ok "no scores in it" refuses 1 "letter" import "$T/letter"

stray() {
	printf '[Red "first"]\n\n1. C2=5 (1. C8=5) 1-0\n' >"$T/first.pgn"
	printf '[Red "last"]\n\n1. C8=5 0-1\n' >"$T/last.pgn"
	printf 'XQ\012cut' >"$T/cut.xqf"
	: >"$T/empty.pgn"
	rm -rf "$T/other"
	"$BUILD/riverpost" --home "$T/other" import "$T/first.pgn" "$T/letter" "$T/nowhere.pgn" \
	    "$T/empty.pgn" "$T/cut.xqf" "$T/last.pgn" >"$T/out" 2>"$T/err"
	is 1 $? && has "$(cat "$T/out")" "^2 stored (games 1 to 2), .* 0 left out, 4 files not read$" || return 1
	for name in letter nowhere.pgn empty.pgn cut.xqf; do
		has "$(cat "$T/err")" "^riverpost: .*$name" || return 1
	done
	has "$(cat "$T/err")" "first.pgn: game 1: 1 variation left out"
}
ok "files that are no scores among others are named" stray

# Nothing is invented, and what comes out is what went in, byte for byte.
bare() {
	rm -rf "$T/other"
	cat >"$T/bare.pgn"
	"$BUILD/riverpost" --home "$T/other" import "$T/bare.pgn" &&
	    "$BUILD/riverpost" --home "$T/other" export >"$T/again" &&
	    is "$(cat "$T/bare.pgn")" "$(cat "$T/again")" && says "0 problems" check
}
ok "a year, a comment, an event: as they came" bare <<'PGN'
[Game "Chinese Chess"]
[Event "National, Beijing"]
[Site "?"]
[Date "1987.??.??"]
[Round "3"]
[Red "Hu Ronghua"]
[Black "?"]
[Result "1-0"]
[Opening "Same direction cannons"]
[Format "WXF"]

{Not many moves are kept.}
  1. C2=5 C8=5
  2. H2+3
{the right one}
1-0
PGN
ok "a game without moves" bare <<'PGN'
[Game "Chinese Chess"]
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Red "Hu"]
[Black "Lu"]
[Result "0-1"]
[Format "WXF"]

0-1
PGN
alone() {
	rm -rf "$T/other"
	echo 1-0 >"$T/alone.pgn"
	"$BUILD/riverpost" --home "$T/other" import "$T/alone.pgn" &&
	    "$BUILD/riverpost" --home "$T/other" export >"$T/again" || return 1
	is '[Result "1-0"] [Format "WXF"] 1-0' "$(grep -v '?\|Chinese Chess' "$T/again" | grep . | tr '\n' ' ' | sed 's/ $//')" &&
	    has "$("$BUILD/riverpost" --home "$T/other" game show 1)" '^result: red, unknown'
}
ok "a result alone" alone

twice() {
	rm -rf "$T/other"
	rp export "--format=$1" >"$T/first.$1" || return 1
	"$BUILD/riverpost" --home "$T/other" import "$T/first.$1" || return 1
	"$BUILD/riverpost" --home "$T/other" export "--format=$1" >"$T/second.$1" || return 1
	is "$(grep -v 'Event\|event\|EVENT\|Board' "$T/first.$1")" "$(grep -v 'Event\|event\|EVENT\|Board' "$T/second.$1")" &&
	    has "$(rp import "$T/first.$1")" "^0 stored, 5 known already, 0 left out"
}
for format in pgn wxf iccs chinese dhtmlxq; do
	ok "export as $format, import elsewhere, export: the same; here all are known" twice $format
done
xqf() {
	rp export --format=xqf 5 >"$T/5.xqf" && rm -rf "$T/other" &&
	    "$BUILD/riverpost" --home "$T/other" import "$T/5.xqf" &&
	    is "$(rp game show 5 | sed -n '/^  1/,$p')" "$("$BUILD/riverpost" --home "$T/other" game show 1 | sed -n '/^  1/,$p')"
}
ok "one game as XQF" xqf
ok "all games as XQF are refused" refuses 1 "one game" export --format=xqf

ok "no such format" refuses 2 "\"--format=paper\".*usage" export --format=paper
ok "no such game to export" refuses 1 "no game 77" export 77

real_games() {
	table=$RIVERPOST_DATA/notation.tsv
	awk -F'\t' 'NF < 4 { print FILENAME ":" FNR ": " NF " columns, not 4" >"/dev/stderr"; bad = 1; exit }
		NR > 1 { n = split($3, m, " "); t = ""
		for (i = 1; i <= n; i++) t = t (i % 2 ? (i + 1) / 2 ". " : "") m[i] " "
		printf "[Red \"r%d\"]\n[Black \"g%d\"]\n[Result \"%s\"]\n\n%s%s\n\n", NR, NR, $1, t, $1 }
		END { if (NR < 2) print FILENAME ": no row can be read" >"/dev/stderr"; exit bad || NR < 2 }' \
		"$table" >"$T/real.pgn" || return 1
	rm -rf "$T/other"
	"$BUILD/riverpost" --home "$T/other" import "$T/real.pgn" >"$T/out" 2>"$T/err"
	cat "$T/out" "$T/err" | head -20
	sed -n 's/.*real\.pgn: game \([0-9]*\): \(ply .*\)/\1 \2/p' "$T/err" | while read -r game said; do
		echo "$table:$((game + 1)): $said"
	done
	real_stored=$(sed -n 's/^\([0-9]*\) stored.*/\1/p' "$T/out")
	is 600 "$real_stored" || return 1
	awk -F'\t' 'NR > 1 { print $2 }' "$table" | sort >"$T/want"
	"$BUILD/riverpost" --home "$T/other" export --format=iccs | awk '
		/^\[/ { if (t != "") print t; t = ""; next }
		{ for (i = 1; i <= NF; i++) if ($i ~ /^[A-I][0-9]-[A-I][0-9]$/) {
			split($i, p, ""); t = t (t == "" ? "" : " ") p[1] (p[2] + 1) "-" p[4] (p[5] + 1) } }
		END { print t }' | sort >"$T/got"
	cmp "$T/want" "$T/got" && "$BUILD/riverpost" --home "$T/other" check
}
if [ -n "$RIVERPOST_DATA" ]; then
	ok "600 real games in and out, move for move" real_games
else
	skip "600 real games in and out" "RIVERPOST_DATA is not set"
fi

cat >"$T/spelled.pgn" <<'PGN'
[Date "2001.02.03"]
[Red "Семёнов"]
[Black "Müller"]
[Result "1/2-1/2"]

1. C2=5 H8+7 2. H2+3 R9=8 1/2-1/2
PGN
sed 's/ё/е/; s/Müller/MUELLER/' "$T/spelled.pgn" >"$T/respelled.pgn"
sed 's/Семёнов/Семинов/' "$T/spelled.pgn" >"$T/others.pgn"
ok "a game with names in marks" says "^1 stored" import "$T/spelled.pgn"
ok "their other spellings: known" says "^0 stored, 1 known already" import "$T/respelled.pgn"
ok "another name: another game" says "^1 stored" import "$T/others.pgn"

# --- backup and check
ok "check: nothing wrong" says "^9 games checked, 0 problems" check
saved() {
	rp backup "$T/copy" >/dev/null || return 1
	is 600 "$(mode "$T/copy")" && is 600 "$(mode "$T/copy.keys")" && cmp "$H/keys" "$T/copy.keys"
}
ok "backup: database and keys, mode 600" saved
ok "a backup is not written over" refuses 1 "there already" backup "$T/copy"
nowhere_saved() {
	refuses 1 "cannot" backup "$T/nowhere/copy" && test ! -e "$T/nowhere"
}
ok "backup into a folder that is not there" nowhere_saved
half_saved() {
	: >"$T/half.keys"
	refuses 1 "cannot make" backup "$T/half" && test ! -e "$T/half" && test -e "$T/half.keys"
}
ok "a key file is not written over, and no half backup stays" half_saved
restored() {
	restored_games=$(rp game list)
	answer wilma@b.test "challenge barney"
	rp run >/dev/null
	has "$(rp game list)" "waits for barney" || return 1
	rm -rf "$H"/riverpost.sqlite* "$H/keys"
	cp "$T/copy" "$H/riverpost.sqlite" && cp "$T/copy.keys" "$H/keys" || return 1
	is "$restored_games" "$(rp game list)" || return 1
	# An old letter's token is still good, and the letter can be read again.
	mv "$H"/mail/in/.Processed/*/"$LETTERS".test* "$H/mail/in/new/" && rp run >/dev/null &&
	    has "$(rp game list)" "waits for barney"
}
ok "restored: as it was, and the letter since then is read again" restored
read_again() {
	read_again_before=$(rp game list)
	mv "$H"/mail/in/.Processed/*/*.test* "$H/mail/in/new/"
	read_again_letters=$(files "$H/mail/out")
	rp run >/dev/null
	is "$read_again_before" "$(rp game list)" && is "$read_again_letters" "$(files "$H/mail/out")"
}
ok "all letters read again: nothing happens, nothing is sent twice" read_again

broken() {
	rm -rf "$T/other" && cp -r "$H" "$T/other"
	sqlite3 "$T/other/riverpost.sqlite" "$1" || return 1
	"$BUILD/riverpost" --home "$T/other" check >"$T/out" 2>&1
	is 1 $? && has "$(cat "$T/out")" "$2"
}
if command -v sqlite3 >/dev/null; then
	ok "check: an illegal move" broken \
	    "UPDATE game SET moves = substr(moves, 1, instr(moves, ' ')) || 'A1-A9' WHERE id = 1" "game 1 is damaged: ply 2"
	ok "check: a move is missing" broken "DELETE FROM ply WHERE game = 1 AND ply = 2" "game 1 is damaged"
	ok "check: a game is missing" broken "PRAGMA foreign_keys = OFF; DELETE FROM game WHERE id = 2" \
	    "refers to a missing row\|game 2: it is missing"
	ok "check: an end that the moves do not bring about" broken \
	    "UPDATE game SET ending = 'checkmate' WHERE id = 1" "game 1: its last move does not bring about"
	ok "check: all problems, not the first only" broken \
	    "UPDATE game SET moves = 'A1-A9' WHERE moves <> ''; UPDATE game SET ending = 'checkmate' WHERE id = 4" \
	    "game 3 is damaged"
else
	skip "check: damage" "sqlite3 is not installed"
fi

# --- doctor
# Nothing is wrong, but that root calls it, where root does.
all_well() {
	rp doctor
	! grep "^wrong" "$T/out" | grep -v "the server's user is root"
}
ok "doctor: all well" all_well
finds() {
	finds_want=$1
	rm -rf "$T/other" && cp -rp "$H" "$T/other"
	(cd "$T/other" && eval "$2")
	"$BUILD/riverpost" --home "$T/other" --now="$NOW" doctor >"$T/out" 2>&1
	is 1 $? && has "$(cat "$T/out")" "^wrong: $finds_want" && has "$(cat "$T/out")" "^wrong: .*, do this: "
}
ok "doctor: keys open to others" finds "the key file .* open to others (mode 0644)" "chmod 644 keys"
ok "doctor: keys gone" finds "the key file .* is not there" "rm keys"
ok "doctor: it has not made new ones" test ! -e "$T/other/keys"
ok "doctor: keys damaged" finds ".*keys" "echo nonsense >keys"
ok "doctor: database open to others" finds "the database .* open to others" "chmod 644 riverpost.sqlite"
ok "doctor: database gone" finds "the database .* is not there" "rm riverpost.sqlite"
ok "doctor: no database" finds ".*riverpost.sqlite" "rm riverpost.sqlite*; echo nonsense >riverpost.sqlite"
ok "doctor: home open to others" finds "the home folder .* by others (mode 0777)" "chmod 777 ."
ok "doctor: letters put aside" finds "2 letters were put aside in .*\.Failed" \
    "touch mail/in/.Failed/new/a mail/in/.Failed/cur/b"
ok "doctor: letters wait" finds "1 letter waits in .*mail/in/new, the first since 3 hours" \
    "touch -d 2026-11-21T09:00:00Z mail/in/new/1.x"
ok "doctor: a Maildir that is none" finds "letters cannot be read from" "rm -rf mail/in; echo x >mail/in"
ok "doctor: a mistake in the configuration" finds "the configuration cannot be used" \
    "echo 'poll = \"soon\"' >riverpost.conf"
ok "doctor: a broken template of the operator" finds ".*welcome.txt" \
    "mkdir -p t/en; echo '{{#open}}' >t/en/welcome.txt; echo 'templates = \"t\"' >riverpost.conf"
ok "doctor: another broken template, with its line" finds ".*de/resigned.txt:[23]: " \
    "mkdir -p t/de; printf 'a\n{{#open}}\n' >t/de/resigned.txt; echo 'templates = \"t\"' >riverpost.conf"
ok "doctor: sendmail is not there" finds "letters cannot be sent by /nowhere/sendmail" \
    "printf 'address = \"xq@a.test\"\nsink { kind = \"sendmail\" path = \"/nowhere/sendmail\" }\n' >riverpost.conf"
ok "doctor: an address nobody can answer to" finds "nobody elsewhere can answer to riverpost@localhost" \
    "printf 'sink { kind = \"sendmail\" path = \"/bin/true\" }\n' >riverpost.conf"
PORT=$(free_ports 1)
ok "doctor: nobody takes letters" finds "letters cannot be sent by smtp.*: no connection.*see that the mail server runs" \
    "printf 'address = \"xq@a.test\"\nsink { kind = \"smtp\" url = \"smtp://127.0.0.1:$PORT\" }\n' >riverpost.conf"
ok "doctor: a mailbox that is not there" finds "source box: " \
    "printf 'source box { kind = \"imap\" url = \"imaps://127.0.0.1:$PORT/INBOX\" user = \"u\" password = \"hush\" }\n' >riverpost.conf"
ok "doctor: no password is shown" sh -c "! grep hush '$T/out'"
future() {
	NOW=2026-11-21T08:00:00Z
	has "$(rp doctor)" "^wrong: the last pass was made 4 hours in the future, do this: set the clock"
	future_code=$?
	NOW=2026-11-21T12:00:00Z
	return $future_code
}
ok "doctor: the clock went back" future
finish
