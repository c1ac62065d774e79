# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# A postfix of our own under $T/postfix: SMTP with STARTTLS on $SMTP, SMTPS on
# $SMTPS, loopback only.  Sourced after lib.sh, certificate.sh and recipe.sh.
# Needs root, since postfix's master changes users itself.
#
# robot@game.test and robot+anything@game.test go to the command in $PIPE by
# pipe(8) with the lines of README, all else to the server at 127.0.0.1:$NEXT.
# With MAILBOXES set, the folder of dovecot.sh's users, alice@players.test and
# bob@players.test have mailboxes there, and so has the robot if PIPE is not set.

POSTFIX=$(command -v postfix || command -v /usr/sbin/postfix)
P=$T/postfix

postfix_config() {
	mkdir -p "$P/etc" "$P/queue" "$P/data" "$P/log"
	chown root "$P" "$P/etc" "$P/queue"
	chown postfix "$P/data"
	postfix_boxes=
	[ -z "${MAILBOXES:-}" ] || for postfix_name in alice bob robot; do
		for postfix_domain in players.test game.test; do
			postfix_boxes="$postfix_boxes $postfix_name@$postfix_domain=$postfix_name/Maildir/,"
		done
	done
	cat >"$P/etc/main.cf" <<-E
		compatibility_level = 3.6
		queue_directory = $P/queue
		data_directory = $P/data
		maillog_file = $P/log/mail
		maillog_file_prefixes = $P
		myhostname = mx.game.test
		mydestination =
		alias_maps =
		alias_database =
		local_recipient_maps =
		inet_interfaces = 127.0.0.1
		inet_protocols = ipv4
		mynetworks = 127.0.0.0/8
		smtpd_relay_restrictions = permit_mynetworks, reject
		smtpd_peername_lookup = no
		disable_dns_lookups = yes
		smtp_host_lookup = native
		smtp_dns_support_level = disabled
		${PIPE:+relay_domains = game.test}
		${PIPE:+transport_maps = inline:{ game.test=riverpost: \}}
		virtual_mailbox_domains = ${MAILBOXES:+players.test} $([ -n "${PIPE:-}" ] || echo game.test)
		virtual_mailbox_maps = ${postfix_boxes:+inline:{${postfix_boxes%,} \}}
		virtual_mailbox_base = ${MAILBOXES:-$P}
		virtual_minimum_uid = 1
		virtual_uid_maps = static:$USER_UID
		virtual_gid_maps = static:$USER_GID
		recipient_delimiter = +
		riverpost_destination_recipient_limit = 1
		default_transport = smtp:[127.0.0.1]:$NEXT
		minimal_backoff_time = 1s
		maximal_backoff_time = 2s
		queue_run_delay = 1s
		smtpd_tls_cert_file = $T/cert.pem
		smtpd_tls_key_file = $T/key.pem
		smtpd_tls_security_level = may
		smtputf8_enable = yes
		biff = no
	E
	cat >"$P/etc/master.cf" <<-E
		127.0.0.1:$SMTP inet n - n - - smtpd
		127.0.0.1:$SMTPS inet n - n - - smtpd
		  -o smtpd_tls_wrappermode=yes
		pickup unix n - n 1 1 pickup
		cleanup unix n - n - 0 cleanup
		qmgr unix n - n 300 1 qmgr
		tlsmgr unix - - n 1000? 1 tlsmgr
		rewrite unix - - n - - trivial-rewrite
		bounce unix - - n - 0 bounce
		defer unix - - n - 0 bounce
		trace unix - - n - 0 bounce
		flush unix n - n 1000? 0 flush
		proxymap unix - - n - - proxymap
		smtp unix - - n - - smtp
		virtual unix - n n - - virtual
		showq unix n - n - - showq
		error unix - - n - - error
		retry unix - - n - - error
		discard unix - - n - - discard
		anvil unix - - n - 1 anvil
		scache unix - - n - 1 scache
		postlog unix-dgram n - n - 1 postlogd
	E
	[ -z "${PIPE:-}" ] || recipe README 'riverpost unix' | sed '/^$/,$d
	    s/user=riverpost/user='"$USER_NAME"'/
	    s|argv=/usr/local/bin/riverpost-deliver --home /var/lib/riverpost|argv='"$PIPE"'|' >>"$P/etc/master.cf"
}

# The folders that `postfix start` would make, which looks at much else besides.
postfix_queue() {
	(
		cd "$P/queue" || exit 1
		mkdir -p -m 700 active bounce corrupt defer deferred flush hold incoming private saved trace
		mkdir -p pid
		mkdir -p -m 730 maildrop
		mkdir -p -m 710 public
		chown postfix active bounce corrupt defer deferred flush hold incoming private saved trace maildrop public
		chgrp "$(postconf -c "$P/etc" -h setgid_group)" maildrop public
	)
}

postfix_start() {
	[ -n "${SMTP:-}" ] || {
		SMTP=$(free_ports 2)
		SMTPS=$((SMTP + 1))
	}
	make_certificate && postfix_config || return 1
	postfix_run && return 0
	cat "$P/log/start" "$P/log/mail"
	return 1
}

# A file of the last two seconds might still be written to: each process of postfix reads
# it again and again until it is older.
postfix_settled() {
	touch -d '1 minute ago' "$P/etc/main.cf"
}

# With the configuration that is there.
postfix_run() {
	postfix_settled
	postfix_queue
	"$(postconf -c "$P/etc" -h daemon_directory)/master" -c "$P/etc" -w >"$P/log/start" 2>&1 || return 1
	POSTFIX_PID=$(tr -d ' ' <"$P/queue/pid/master.pid")
	remember "$POSTFIX_PID"
	until_true 10 ports_answer "$SMTP" "$SMTPS"
}

# Its children may listen for a moment longer.
postfix_stop() {
	stop "$POSTFIX_PID"
	until_true 10 ports_rest "$SMTP" "$SMTPS"
}

# postfix_reload [PROCESSES]: the configuration is read again, and none of these is left
# that knows the old one (a regular expression; otherwise none at all).
postfix_reload() {
	reload_old=$(pgrep -P "$POSTFIX_PID" "${1:-.}")
	postfix_settled && kill -HUP "$POSTFIX_PID" || return 1
	for reload_pid in $reload_old; do
		until_true 10 is_gone "$reload_pid" || return 1
	done
}

postfix_is_there() {
	[ -n "$POSTFIX" ] || skip_all "postfix is not installed"
	root postfix
}
