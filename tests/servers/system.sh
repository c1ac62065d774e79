# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2016
#
# A small Debian in $R (tests/tools/fresh-root.pl), and systemd as its first process: sourced
# after lib.sh.  It has its own processes, mounts and control groups, and is gone with the case.
#
# Where control groups, namespaces or what systemd makes of them are not permitted there is no
# systemd: SYSTEM is empty, and `inside` is chroot(8) with /proc and /dev.

R=$T/root
SYSTEM=

# Mounts what a system needs, in a group of its own, and becomes its first process.
BOOT='
set -e
mkdir "$T/groups"
if grep -q name=systemd: /proc/self/cgroup; then
	kind="cgroup -o none,name=systemd" at=/sys/fs/cgroup/systemd
else
	kind=cgroup2 at=/sys/fs/cgroup
fi
mount -t $kind cgroup "$T/groups"
mkdir "$T/groups/riverpost.$$"
echo $$ >"$T/groups/riverpost.$$/cgroup.procs"
exec unshare --cgroup --pid --fork --kill-child sh -e -c "
mount --bind \"$R\" \"$R\"
cd \"$R\"
mount -t proc proc proc
mount -t sysfs sysfs sys
[ $at = /sys/fs/cgroup ] || mount -t tmpfs tmpfs sys/fs/cgroup
mkdir -p .$at
mount -t $kind cgroup .$at
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/shm dev/pts run/old
for name in null zero full random urandom tty; do touch dev/\$name; mount --bind /dev/\$name dev/\$name; done
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
pivot_root . run/old
exec env -i container=other PATH=/usr/sbin:/usr/bin chroot . sh -c \"
umount -l /run/old; exec /lib/systemd/systemd --show-status=0 --unit=small.target\"
"'

system_runs() {
	SYSTEM=$(pgrep -P "$BOOTED" 2>/dev/null) && inside systemctl is-active small.target >/dev/null 2>&1
}

# system_starts: in $SYSTEM its first process, by our numbers.
system_starts() {
	mkdir -p "$R/etc/systemd/system"
	for unit in Requires After; do
		set -- "$@" "$unit=systemd-journald.service systemd-sysusers.service systemd-tmpfiles-setup.service fences.service"
	done
	printf '%s\n' '[Service]' Type=oneshot RemainAfterExit=yes ExecStart=/bin/true User=daemon \
	    PrivateDevices=yes PrivateTmp=yes PrivateUsers=yes ProcSubset=pid ProtectSystem=strict \
	    ProtectKernelTunables=yes ProtectControlGroups=yes >"$R/etc/systemd/system/fences.service"
	printf '%s\n' '[Unit]' "$@" >"$R/etc/systemd/system/small.target"
	# What it writes beforehand is none of a package's.
	od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$R/etc/machine-id"
	T=$T R=$R unshare --mount --ipc --uts sh -c "$BOOT" </dev/null >"$T/system.log" 2>&1 &
	BOOTED=$!
	remember $BOOTED
	RIVERPOST_SLOW=1 until_true 15 system_runs && return 0
	system_ends
	return 1
}

system_ends() {
	[ -z "$SYSTEM" ] || kill -9 "$SYSTEM"
	stop "$BOOTED"
	SYSTEM=
	# shellcheck disable=SC2097,SC2098
	T=$T BOOTED=$BOOTED unshare --mount sh -c '
	grep -q name=systemd: /proc/self/cgroup && set -- cgroup -o none,name=systemd || set -- cgroup2
	mount -t "$@" cgroup "$T/groups" && find "$T/groups/riverpost.$BOOTED" -depth -type d -exec rmdir {} +
	' 2>/dev/null
}

# inside COMMAND...: in the small Debian, as root.
inside() {
	if [ -n "$SYSTEM" ]; then
		nsenter -t "$SYSTEM" -m -p -i -u -C -r -- env -i PATH=/usr/sbin:/usr/bin "$@"
	else
		R=$R unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$R/proc" &&
		    mount --rbind /dev "$R/dev" &&
		    exec env -i PATH=/usr/sbin:/usr/bin chroot "$R" "$@"' sh "$@"
	fi
}
