#!/bin/sh
# SPDX-License-Identifier: ISC
#
# unpack.sh PACKAGE PROGRAM FOLDER: a mail server's package, unpacked and not
# installed, since Debian lets only one mail server stand on a machine.
set -eu
[ -x "$3/$2" ] && exit 0
mkdir -p "$3"
cd "$3"
apt-get download -q "$1" >/dev/null 2>&1
dpkg -x "$1"_*.deb .
rm -f "$1"_*.deb
test -x "$2"
