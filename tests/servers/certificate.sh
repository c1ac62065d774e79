# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# A certificate for "localhost" that is its own authority: $T/cert.pem, $T/key.pem.

make_certificate() {
	[ -s "$T/cert.pem" ] && return 0
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
	    -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
	    -keyout "$T/key.pem" -out "$T/cert.pem" 2>/dev/null || return 1
	chown "$USER_UID:$USER_GID" "$T/key.pem" "$T/cert.pem"
}
