# SPDX-License-Identifier: ISC
# shellcheck shell=sh
#
# A certificate for "localhost" that is its own authority: $T/cert.pem, $T/key.pem;
# and one beside it that holds at another time.

make_certificate() {
	[ -s "$T/cert.pem" ] && return 0
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
	    -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
	    -keyout "$T/key.pem" -out "$T/cert.pem" 2>/dev/null || return 1
	chown "$USER_UID:$USER_GID" "$T/key.pem" "$T/cert.pem"
}

# date_certificate BEGIN END: its key in $T/cert.pem again, with these dates
# (20260131000000Z).
date_certificate() {
	rm -rf "$T/ca" && mkdir "$T/ca" && : >"$T/ca/index" && echo 01 >"$T/ca/serial" &&
	    cat >"$T/ca/conf" <<-E
		[ca]
		default_ca = own
		[own]
		new_certs_dir = $T/ca
		database = $T/ca/index
		serial = $T/ca/serial
		default_md = sha256
		policy = any
		x509_extensions = names
		[any]
		commonName = supplied
		[names]
		subjectAltName = DNS:localhost,IP:127.0.0.1
	E
	openssl req -new -key "$T/key.pem" -subj /CN=localhost -out "$T/ca/request" 2>/dev/null &&
	    openssl ca -batch -selfsign -config "$T/ca/conf" -keyfile "$T/key.pem" -in "$T/ca/request" \
		-notext -startdate "$1" -enddate "$2" -out "$T/cert.pem" 2>/dev/null
}
