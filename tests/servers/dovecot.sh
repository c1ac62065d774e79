# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# A dovecot of our own: IMAP, POP3 and submission on free loopback ports, as an
# ordinary user, everything under $T/dovecot.  Sourced after lib.sh and
# certificate.sh.
#
# Users: robot, alice, bob; the password is the name with "pw" behind.  Mail is
# in $T/dovecot/mail/USER/Maildir.  XOAUTH2 takes the tokens of make_token.

DOVECOT=$(command -v dovecot || command -v /usr/sbin/dovecot)
V=$T/dovecot

dovecot_config() {
	mkdir -p "$V/run" "$V/state" "$V/mail" "$V/keys/default/HS256"
	printf 'river' | base64 >"$V/keys/default/HS256/default"
	for dovecot_user in robot alice bob; do
		echo "$dovecot_user:{PLAIN}${dovecot_user}pw:$USER_UID:$USER_GID::$V/mail/$dovecot_user"
	done >"$V/users"
	cat >"$V/oauth2.conf" <<-E
		introspection_mode = local
		local_validation_key_dict = fs:posix:prefix=$V/keys/
		username_attribute = sub
	E
	cat >"$V/dovecot.conf" <<-E
		protocols = imap pop3 ${DOVECOT_SUBMISSION:+submission}
		listen = 127.0.0.1, 127.0.0.2
		base_dir = $V/run
		state_dir = $V/state
		log_path = $V/log
		instance_name = riverpost-test
		default_internal_user = $USER_NAME
		default_internal_group = $(id -gn "$USER_NAME")
		default_login_user = $USER_NAME
		first_valid_uid = 1
		first_valid_gid = 1
		mail_location = maildir:~/Maildir
		mail_fsync = never
		ssl = yes
		ssl_cert = <$T/cert.pem
		ssl_key = <$T/key.pem
		disable_plaintext_auth = no
		auth_mechanisms = plain login xoauth2
		auth_username_format = %Ln
		auth_failure_delay = 0
		passdb {
		  driver = oauth2
		  mechanisms = xoauth2
		  args = $V/oauth2.conf
		}
		passdb {
		  driver = passwd-file
		  mechanisms = plain login
		  args = $V/users
		}
		userdb {
		  driver = passwd-file
		  args = $V/users
		}
		namespace {
		  inbox = yes
		}
		service anvil {
		  chroot =
		  # A wrong password does not make the next one wait.
		  unix_listener anvil-auth-penalty {
		    mode = 0
		  }
		}
		service stats {
		  chroot =
		}
		service imap-login {
		  chroot =
		  inet_listener imap {
		    port = $IMAP
		  }
		  inet_listener imaps {
		    port = $IMAPS
		  }
		}
		service pop3-login {
		  chroot =
		  inet_listener pop3 {
		    port = $POP3
		  }
		  inet_listener pop3s {
		    port = $POP3S
		  }
		}
		protocol imap {
		  mail_max_userip_connections = 50
		}
		${DOVECOT_CAPABILITY:+imap_capability = $DOVECOT_CAPABILITY}
	E
	[ -z "${DOVECOT_SUBMISSION:-}" ] || cat >>"$V/dovecot.conf" <<-E
		submission_relay_host = 127.0.0.1
		submission_relay_port = $DOVECOT_SUBMISSION
		hostname = mx.game.test
		service submission-login {
		  chroot =
		  inet_listener submission {
		    port = $SUBMISSION
		  }
		  inet_listener submissions {
		    port = $SUBMISSIONS
		    ssl = yes
		  }
		}
	E
	chown -R "$USER_UID:$USER_GID" "$V"
}

dovecot_start() {
	[ -n "${IMAP:-}" ] || {
		IMAP=$(free_ports 6)
		IMAPS=$((IMAP + 1))
		POP3=$((IMAP + 2))
		POP3S=$((IMAP + 3))
		SUBMISSION=$((IMAP + 4))
		SUBMISSIONS=$((IMAP + 5))
	}
	make_certificate && dovecot_config || return 1
	$AS_USER "$DOVECOT" -F -c "$V/dovecot.conf" >"$V.out" 2>&1 &
	DOVECOT_PID=$!
	remember $DOVECOT_PID
	until_true 10 ports_answer "$IMAP" "$IMAPS" "$POP3" "$POP3S" \
	    ${DOVECOT_SUBMISSION:+"$SUBMISSION" "$SUBMISSIONS"} && return 0
	cat "$V.out" "$V/log"
	return 1
}

# Its children may listen for a moment longer.
dovecot_stop() {
	stop "$DOVECOT_PID"
	until_true 10 ports_rest "$IMAP" "$IMAPS" "$POP3" "$POP3S" "$SUBMISSION" "$SUBMISSIONS"
}

# put USER FILE...: letters straight into the INBOX.
put() {
	put_box=$V/mail/$1/Maildir
	shift
	for put_letter in "$@"; do
		put_count=$((${put_count:-0} + 1))
		mkdir -p "$put_box/tmp" "$put_box/new" "$put_box/cur"
		cp "$put_letter" "$put_box/tmp/$put_count"
		chown -R "$USER_UID:$USER_GID" "$(dirname "$put_box")"
		mv "$put_box/tmp/$put_count" "$put_box/new/170000$(printf '%05d' $put_count).t$put_count.test"
	done
}

base64url() {
	base64 | tr -d '=\n' | tr '+/' '-_'
}

# make_token USER: a signed access token that dovecot believes.
make_token() {
	token_head=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url)
	token_body=$(printf '{"sub":"%s","iat":%s,"exp":%s}' "$1" "$(date +%s)" "$(($(date +%s) + 600))" | base64url)
	token_sign=$(printf '%s.%s' "$token_head" "$token_body" | openssl dgst -sha256 -hmac river -binary | base64url)
	echo "$token_head.$token_body.$token_sign"
}

# dovecot_has PROTOCOL: imap, pop3, submission.
dovecot_has() {
	[ -n "$DOVECOT" ] && [ -e "/usr/lib/dovecot/$1" ] || skip_all "dovecot's $1 is not installed"
}
