# SPDX-License-Identifier: ISC
#
# What the build and the tests need, and how it gets here.  On Debian (as root
# or with sudo) missing packages are installed; elsewhere the list is printed.

DEB_build := gcc make pkg-config libc6-dev libsqlite3-dev libcurl4-gnutls-dev libetpan-dev \
	     libgmime-3.0-dev libidn2-dev libpsl-dev libseccomp-dev libsodium-dev libutf8proc-dev \
	     libcairo2-dev libgif-dev libpng-dev perl
DEB_test  := $(DEB_build) libcmocka-dev libical-dev fonts-wqy-microhei clang-format mandoc pmccabe sqlite3 dovecot-imapd dovecot-pop3d \
	     dovecot-submissiond postfix libnss-wrapper openssl iproute2 procps binutils libidn12 \
	     mutt s-nail swaks strace fetchmail procmail libevent-2.1-7 opendkim opendkim-tools libfaketime chromium fairy-stockfish \
	     minisign tidy libxml2-utils build-essential debhelper lintian dpkg-dev systemd

DEB_fuzz  := $(DEB_build) clang libclang-rt-dev

# Rows of the table whose peer is missing say so.
DEB_bench := $(DEB_build) sqlite3
DEB_peers := bash dovecot-imapd fairy-stockfish mlmmj openssl postfix python3 valgrind

deps-bench:
	@sh tests/install-packages.sh $(DEB_bench)
	-@sh tests/install-packages.sh $(DEB_peers)

deps-fuzz:
	@sh tests/install-packages.sh $(DEB_fuzz)

deps-build:
	@sh tests/install-packages.sh $(DEB_build)

deps-test:
	@sh tests/install-packages.sh $(DEB_test)

.PHONY: deps-bench deps-build deps-fuzz deps-test
