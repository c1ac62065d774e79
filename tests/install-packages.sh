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

if [ "$(id -u)" = 0 ]; then
	root=
elif command -v sudo >/dev/null 2>&1; then
	root=sudo
else
	root=none
fi
if ! command -v apt-get >/dev/null 2>&1 || [ "$root" = none ]; then
	echo "Please install first (Debian's names):$missing" >&2
	exit 1
fi

echo "Installing:$missing"
# Installed servers are for the tests, which start their own: none may start by itself.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
	printf '#!/bin/sh\nexit 101\n' | $root tee $policy >/dev/null
	$root chmod +x $policy
	trap '$root rm -f $policy' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$root apt-get update -q >/dev/null
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null
