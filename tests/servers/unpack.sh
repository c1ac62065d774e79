#!/bin/sh
# SPDX-License-Identifier: ISC
#
# unpack.sh PACKAGE PROGRAM FOLDER: a mail server's package, unpacked and not
# installed, since Debian lets only one mail server stand on a machine.  The folder is
# there whole or not at all, whoever else asks for it at the same time.
set -eu
[ -x "$3/$2" ] && exit 0
mkdir -p "$(dirname "$3")"
exec 9>"$3.lock"
flock 9
[ -x "$3/$2" ] && exit 0
work=$(mktemp -d "$3.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
timeout 120 apt-get download -q "$1" >/dev/null 2>&1
dpkg -x "$1"_*.deb whole
test -x "whole/$2"
chmod 755 whole
mv -T whole "$3"
