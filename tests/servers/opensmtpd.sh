# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
#
# An OpenSMTPD of our own on $SMTP with the lines of README, in a mount namespace
# of its own, since its users and folders are compiled in.  Sourced after lib.sh
# and recipe.sh.  Needs root.
#
# xiangqi@example.org and xiangqi+anything@example.org go to the command in
# $PIPE.  A letter that has to wait goes on with opensmtpd_retry.

O=$T/opensmtpd

opensmtpd_find() {
	"$SERVERS/unpack.sh" opensmtpd usr/sbin/smtpd "$BUILD/opensmtpd" >/dev/null 2>&1 || return 1
	! ldd "$BUILD/opensmtpd/usr/sbin/smtpd" | grep -q 'not found' && unshare -m true 2>/dev/null
}

opensmtpd_config() {
	mkdir -p "$O"
	cp -R "$BUILD/opensmtpd/usr" "$O/usr"
	chown 0:64002 "$O/usr/sbin/smtpctl"
	chmod g+s "$O/usr/sbin/smtpctl"
	{
		cat /etc/passwd
		echo 'opensmtpd:x:64001:64001::/run/opensmtpd-chroot:/usr/sbin/nologin'
		echo 'opensmtpq:x:64002:64002::/run/opensmtpd-chroot:/usr/sbin/nologin'
	} >"$O/passwd"
	{
		cat /etc/group
		echo 'opensmtpd:x:64001:'
		echo 'opensmtpq:x:64002:'
	} >"$O/group"
	{
		echo "listen on 127.0.0.1 port $SMTP hostname mx.game.test"
		recipe README 'smtp sub-addr-delim' | sed "s|/usr/local/bin/riverpost-deliver --home /var/lib/riverpost|$PIPE|
		    s|= riverpost }|= $USER_NAME }|"
	} >"$O/smtpd.conf"
	cat >"$O/begin" <<-E
		mount --bind "$O/passwd" /etc/passwd
		mount --bind "$O/group" /etc/group
		mount -t tmpfs none /run
		mount -t tmpfs none /var/spool
		mount -t tmpfs none /usr/libexec
		mkdir -p /run/opensmtpd /var/spool/smtpd /usr/libexec/opensmtpd
		mkdir -p -m 755 /var/lib/opensmtpd/empty
		chmod 711 /var/spool/smtpd
		mount --bind "$O/usr/libexec/opensmtpd" /usr/libexec/opensmtpd
		exec "$O/usr/sbin/smtpd" -dv -f "$O/smtpd.conf"
	E
}

opensmtpd_start() {
	SMTP=$(free_ports 1)
	opensmtpd_config
	unshare -m sh -e "$O/begin" >"$O/log" 2>&1 &
	OPENSMTPD_PID=$!
	remember $OPENSMTPD_PID
	until_true 10 port_answers "$SMTP" && return 0
	cat "$O/smtpd.conf" "$O/log"
	return 1
}

opensmtpd_retry() {
	nsenter -m -t "$OPENSMTPD_PID" "$O/usr/sbin/smtpctl" schedule all
}
