/* SPDX-License-Identifier: ISC */
/*
 * Watching folders for new names: inotify where the system has it.
 *
 * Only a hint: what is there is always found by reading the folder.
 */
#include "mail/source/watch.h"

#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>

int
watch_open(const char *const *folders, int count)
{
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	if (fd == -1)
		return -1;
	for (int i = 0; i < count; i++) {
		if (inotify_add_watch(fd, folders[i], IN_CREATE | IN_MOVED_TO) == -1) {
			close(fd);
			return -1;
		}
	}
	return fd;
}
#else
int
watch_open(const char *const *folders, int count)
{
	(void)folders;
	(void)count;
	return -1;
}
#endif

void
watch_drain(int fd)
{
	char buffer[4096];

	while (fd != -1 && read(fd, buffer, sizeof(buffer)) > 0)
		;
}
