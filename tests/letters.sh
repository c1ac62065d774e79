# SPDX-License-Identifier: ISC
#
# Letters sent and shown by play.sh and game.sh, which set $riverpost and $home (and $quiet: the
# reader's own letters are not shown).

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
	if [ -z "${quiet:-}" ]; then
		echo
		echo "--- $1 writes:"
		sed 's/^/    /' "$home/letter"
	fi
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

