#!/bin/sh
# SPDX-License-Identifier: ISC
#
# unpack-exim.sh FOLDER: exim's program, unpacked and not installed, since
# Debian lets it stand only where no other mail server does.
set -eu
[ -x "$1/usr/sbin/exim4" ] && exit 0
mkdir -p "$1"
cd "$1"
apt-get download -q exim4-daemon-light >/dev/null 2>&1
dpkg -x exim4-daemon-light_*.deb .
rm -f exim4-daemon-light_*.deb
test -x usr/sbin/exim4
