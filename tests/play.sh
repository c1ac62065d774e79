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

# letter_of ADDRESS: the newest letter that this address has got.
letter_of()
{
	find "$home/mail/out/$1/new" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-
}

# header NAME FILE: one header, unfolded.
header()
{
	awk -v name="$1:" '
		/^\r?$/ { exit }
		/^[ \t]/ && found { sub(/^[ \t]+/, ""); sub(/\r$/, ""); value = value $0; next }
		{ found = 0 }
		tolower(substr($0, 1, length(name))) == tolower(name) {
			value = substr($0, length(name) + 1); sub(/^ +/, "", value); sub(/\r$/, "", value)
			found = 1
		}
		END { print value }' "$2"
}

# post FROM TO SUBJECT [MESSAGE-ID]: a letter, its text on standard input.
post()
{
	{
		echo "From: $1"
		echo "To: $2"
		echo "Subject: $3"
		echo "Date: $(date -R)"
		echo "Message-ID: <play-$(date +%s%N)@example.org>"
		[ -z "${4:-}" ] || printf 'In-Reply-To: %s\nReferences: %s\n' "$4" "$4"
		echo
		cat
	} >"$home/letter"
	echo
	echo "--- $1 writes:"
	sed 's/^/    /' "$home/letter"
	"$riverpost" --home "$home" deliver --sender "$1" <"$home/letter"
	rm "$home/letter"
	"$riverpost" --home "$home" run 2>>"$home/log"
}

# answer FROM: an answer to the newest letter of that address.
answer()
{
	file=$(letter_of "$1")
	post "$1" "$(header Reply-To "$file")" "Re: $(header Subject "$file")" "$(header Message-ID "$file")"
}

# show ADDRESS: what that address has got, as a mail program would show it.
show()
{
	echo
	echo "--- $1 gets:"
	perl -e '
		use MIME::QuotedPrint; local $/; my $letter = <STDIN>; $letter =~ s/\r\n/\n/g;
		my ($head, $body) = split /\n\n/, $letter, 2; $head =~ s/\n[ \t]+/ /g;
		$body = decode_qp($body) if $head =~ /^Content-Transfer-Encoding: quoted-printable/mi;
		print "$1\n" while $head =~ /^((?:From|Reply-To|To|Subject): .*)/mg;
		print "\n$body";' <"$(letter_of "$1")" | sed 's/^/    /'
}

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
A first letter of your own could be: From your address, Subject "signup NAME".
README tells how to connect it to a mail server.
END
