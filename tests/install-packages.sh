#!/bin/sh
# SPDX-License-Identifier: ISC
#
# install-packages.sh PACKAGE...
#
# Makes sure that these Debian packages are there.  Installs what is missing
# without starting any service; where that is not possible, prints the list
# and fails.
set -eu

missing=
for package; do
	if command -v dpkg-query >/dev/null 2>&1 &&
	    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$'; then
		continue
	fi
	missing="$missing $package"
done
[ -n "$missing" ] || exit 0

cannot()
{
	echo "Please install first (Debian's names):$missing" >&2
	exit 1
}

command -v apt-get >/dev/null 2>&1 || cannot
root=
if [ "$(id -u)" != 0 ]; then
	root=sudo
	command -v sudo >/dev/null 2>&1 && sudo true || cannot
fi

echo "Installing:$missing"
# Installed servers are for the tests, which start their own: none may start by itself.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
	trap '$root rm -f $policy' EXIT
	trap 'exit 1' HUP INT TERM
	printf '#!/bin/sh\nexit 101\n' | $root tee $policy >/dev/null
	$root chmod +x $policy
fi
# Old lists may do, so only what comes of them counts.
$root apt-get update -q >/dev/null || true
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends $missing >/dev/null || cannot
