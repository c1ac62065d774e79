#!/bin/sh
# SPDX-License-Identifier: ISC
#
# play.sh BUILD
#
# Sends a few real letters through the server, with no configuration at all,
# and shows the answers: two players sign up, one challenges, the other
# accepts, and they play two moves.  Everything is kept under var/.
set -eu

riverpost="$1/riverpost"
home=${RIVERPOST_HOME:-var}
# A letter is taken only where a server lives.
[ -e "$home/riverpost.sqlite" ] || "$riverpost" --home "$home" init >/dev/null

. "$(dirname "$0")/letters.sh"

mkdir -p "$home"
if [ ! -d "$home/mail/out/fred@example.org" ]; then
	echo | post fred@example.org riverpost@localhost "signup fred secret"
	show fred@example.org
	echo "yes" | answer fred@example.org
	echo | post wilma@example.net riverpost@localhost "signup wilma" >/dev/null
	echo | answer wilma@example.net >/dev/null
fi
printf 'challenge wilma\n\nA quick game?\n' | answer fred@example.org
show wilma@example.net
echo "accept" | answer wilma@example.net
printf 'B3-E3\n\nHave fun!\n' | answer fred@example.org
show wilma@example.net
echo "H10-G8" | answer wilma@example.net
show fred@example.org

# The other game is with a machine, where one is there.
if printf 'challenge bot 1 --color=red\n' | answer fred@example.org && [ -x /usr/games/fairy-stockfish ]; then
	echo "C4-C5" | answer fred@example.org
	show fred@example.org
fi

cat <<END

The game goes on in $home: fred@example.org has a letter to answer, in the
Maildir $home/mail/out/fred@example.org.  Read and answer it with any mail
program, as in
    mutt -e 'set from=fred@example.org use_from=yes sendmail="$riverpost --home $home deliver"' \\
        -f $home/mail/out/fred@example.org
Send a letter of your own by giving it to
    $riverpost --home $home deliver < letter
(or by putting it into the Maildir $home/mail/in), then let the server work:
    $riverpost --home $home run
A game with a machine in this terminal, without a mail program:
    make play
A first letter of your own could be: From your address, Subject "signup NAME".
README tells how to connect it to a mail server.
END
