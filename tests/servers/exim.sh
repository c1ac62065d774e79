# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# An exim of our own under $T/exim, on $SMTP, as an ordinary user, with the router
# and transport of README.  Sourced after lib.sh and recipe.sh.
#
# robot@game.test and robot+anything@game.test go to the command in $PIPE, all
# else to the server at 127.0.0.1:$NEXT.  Debian's exim wants the user
# Debian-exim to exist; nss_wrapper says that it does.

X=$T/exim
WRAPPER=$(find /usr/lib /usr/lib64 -name libnss_wrapper.so 2>/dev/null | head -n 1)

# Finds the program, unpacking it beside the build if need be.
exim_find() {
	EXIM=$(command -v exim4 || command -v /usr/sbin/exim4) && return 0
	"$SERVERS/unpack.sh" exim4-daemon-light usr/sbin/exim4 "$BUILD/exim" >/dev/null 2>&1 || return 1
	cp "$BUILD/exim/usr/sbin/exim4" "$T/exim4"
	EXIM=$T/exim4
	chmod 755 "$EXIM"
	! ldd "$EXIM" | grep -q 'not found'
}

# The lines of README, with our names in place of the operator's.
exim_recipe() {
	recipe README riverpost: | sed -n "/^$1/,/^\$/p" | sed "s|/usr/local/bin/riverpost-deliver --home /var/lib/riverpost|$PIPE|
	    s/= xiangqi/= robot/; s/user = riverpost/user = $USER_UID/; s/group = riverpost/group = $USER_GID/"
}

exim_config() {
	mkdir -p "$X/spool" "$X/log"
	{
		cat /etc/passwd
		echo "Debian-exim:x:$USER_UID:$USER_GID::$X:/bin/false"
	} >"$X/passwd"
	{
		cat /etc/group
		echo "Debian-exim:x:$USER_GID:"
	} >"$X/group"
	cat >"$X/exim.conf" <<-E
		primary_hostname = mx.game.test
		exim_path = $X/run
		spool_directory = $X/spool
		log_file_path = $X/log/%s
		pid_file_path = $X/pid
		exim_user = $USER_UID
		exim_group = $USER_GID
		never_users =
		deliver_drop_privilege = true
		local_interfaces = 127.0.0.1
		daemon_smtp_ports = $SMTP
		tls_advertise_hosts =
		chunking_advertise_hosts =
		host_lookup =
		rfc1413_hosts =
		rfc1413_query_timeout = 0s
		keep_environment = LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
		add_environment = PATH=/usr/bin:/bin
		untrusted_set_sender = *
		domainlist local_domains = game.test
		acl_smtp_rcpt = acl_all
		acl_smtp_data = acl_all

		begin acl
		acl_all:
		  accept

		begin routers
		$(exim_recipe riverpost:)
		unknown:
		  driver = redirect
		  domains = +local_domains
		  allow_fail
		  data = :fail: unknown user
		out:
		  driver = manualroute
		  transport = out
		  route_list = * 127.0.0.1
		  self = send

		begin transports
		$(exim_recipe riverpost_pipe:)
		out:
		  driver = smtp
		  port = $NEXT
		  hosts_try_chunking =
		  allow_localhost

		begin retry
		* * F,1h,1s
	E
	cat >"$X/run" <<-E
		#!/bin/sh
		export LD_PRELOAD=$WRAPPER NSS_WRAPPER_PASSWD=$X/passwd NSS_WRAPPER_GROUP=$X/group
		exec $EXIM -C $X/exim.conf "\$@"
	E
	chmod 755 "$X/run"
	chown -R "$USER_UID:$USER_GID" "$X"
}

exim_start() {
	SMTP=$(free_ports 1)
	exim_config || return 1
	$AS_USER "$X/run" -bdf -q1s >"$X/start" 2>&1 &
	remember $!
	until_true 10 port_answers "$SMTP" && return 0
	cat "$X/start" "$X/log/"*
	return 1
}

exim_is_there() {
	[ -n "$WRAPPER" ] || skip_all "libnss-wrapper is not installed"
	exim_find || skip_all "exim4-daemon-light is not to be had"
}
