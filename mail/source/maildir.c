/* SPDX-License-Identifier: ISC */
/*
 * Writing into Maildirs: tmp/, fsync, then under its name in new/, fsync.
 *
 * A letter is in new/ whole or not at all, whenever the power fails.  The file
 * name is the caller's, so a letter delivered again under the same name is
 * found and not doubled, as long as the reader has kept it in this Maildir.
 * The spool's line about the envelope is always written, so that no letter can
 * forge it.  Reading is source_maildir.c.
 */
#include "mail/source/maildir.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/err.h"
#include "base/folder.h"

#define ADDRESS_MAX 320 /* bytes of an envelope address worth keeping */

int
maildir_make(const char *path, struct err *err)
{
	static const char *const parts[] = { "tmp", "new", "cur" };
	char folder[PATH_MAX];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (folder_join(folder, path, parts[i], err) == -1 ||
		    folder_make(folder, err) == -1)
			return -1;
	return 0;
}

bool
maildir_can_have(const char *name)
{
	return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL &&
	    strlen(name) + 2 <= NAME_MAX;
}

int
maildir_subfolder(char out[PATH_MAX], const char *path, const char *name, struct err *err)
{
	char dotted[NAME_MAX];
	char mark[PATH_MAX];
	int fd;

	if (!maildir_can_have(name))
		return err_set(err, "no usable folder name: \"%.100s\"", name);
	snprintf(dotted, sizeof(dotted), ".%s", name);
	if (folder_join(out, path, dotted, err) == -1 || maildir_make(out, err) == -1 ||
	    folder_join(mark, out, "maildirfolder", err) == -1)
		return -1;
	/* The mark tells Maildir++ programs not to deliver here. */
	fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_system(err, "cannot make %s", mark);
	close(fd);
	return 0;
}

void
maildir_safe_name(char out[MAILDIR_NAME_MAX + 1], const char *text)
{
	size_t n = 0;

	for (; *text != '\0' && n < MAILDIR_NAME_MAX; text++) {
		unsigned char c = (unsigned char)*text;
		bool good = isalnum(c) || strchr("-_+=@", c) != NULL || (c == '.' && n > 0);

		out[n++] = good && c < 0x80 ? (char)c : '_';
	}
	if (n == 0)
		out[n++] = '_';
	out[n] = '\0';
}

/* A name no other delivery has: time, process, random, host. */
static void
make_name(char out[MAILDIR_NAME_MAX + 1])
{
	static unsigned count;
	struct timeval now;
	uint32_t noise = 0;
	char host[65] = "";
	char name[MAILDIR_NAME_MAX + 1];

	gettimeofday(&now, NULL);
	if (getrandom(&noise, sizeof(noise), GRND_NONBLOCK) == -1)
		noise = 0;
	if (gethostname(host, sizeof(host) - 1) == -1 || host[0] == '\0')
		snprintf(host, sizeof(host), "localhost");
	snprintf(name, sizeof(name), "%lld.M%06ldP%ldQ%uR%08x.%s", (long long)now.tv_sec,
	    (long)now.tv_usec, (long)getpid(), count++, noise, host);
	maildir_safe_name(out, name);
}

/* True when new/ or cur/ hold a letter of this name; flags stand after a colon: "name:2,S". */
static bool
maildir_has(const char *path, const char *name)
{
	char folder[PATH_MAX];
	struct err ignored;
	struct dirent *entry;
	size_t length = strlen(name);
	bool found = false;

	for (int i = 0; i < 2 && !found; i++) {
		DIR *dir = NULL;

		if (folder_join(folder, path, i == 0 ? "new" : "cur", &ignored) == -1 ||
		    (dir = opendir(folder)) == NULL)
			continue;
		while (!found && (entry = readdir(dir)) != NULL)
			found = strncmp(entry->d_name, name, length) == 0 &&
			    (entry->d_name[length] == '\0' || entry->d_name[length] == ':');
		closedir(dir);
	}
	return found;
}

/* link(2) never replaces a letter; where there are no hard links, rename.  EEXIST counts
 * only when the name is really there. */
static int
put_in_place(const char *from, const char *to, struct err *err)
{
	if (link(from, to) == 0 || (errno == EEXIST && access(to, F_OK) == 0)) {
		unlink(from);
		return 0;
	}
	if ((errno != EPERM && errno != ENOTSUP && errno != ENOSYS && errno != EMLINK) ||
	    rename(from, to) == -1)
		return err_system(err, "cannot make %s", to);
	return 0;
}

/* The bytes, then what `input` gives to its end (-1: nothing), onto the disk. */
static int
fill(int fd, const char *path, const char *bytes, size_t length, int input, struct err *err)
{
	char buffer[16384];
	ssize_t n;

	if (file_write(fd, path, bytes, length, err) == -1)
		return -1;
	while (input != -1 && (n = read(input, buffer, sizeof(buffer))) != 0) {
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_system(err, "cannot read the letter");
		if (file_write(fd, path, buffer, (size_t)n, err) == -1)
			return -1;
	}
	return fsync(fd) == 0 || errno == EINVAL ? 0 : err_system(err, "cannot sync %s", path);
}

/* A file of that name, filled as above, in new/. */
static int
put(const char *maildir, const char *name, const char *bytes, size_t length, int input,
    struct err *err)
{
	char part[MAILDIR_NAME_MAX + 40], tmp[PATH_MAX], folder[PATH_MAX], to[PATH_MAX];
	int fd, rc;

	snprintf(part, sizeof(part), "tmp/%s.%ld", name, (long)getpid());
	if (maildir_make(maildir, err) == -1 || folder_join(tmp, maildir, part, err) == -1 ||
	    folder_join(folder, maildir, "new", err) == -1 ||
	    folder_join(to, folder, name, err) == -1)
		return -1;
	/* Left by a process of the same number that died: never complete. */
	unlink(tmp);
	fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_system(err, "cannot make %s", tmp);
	rc = fill(fd, tmp, bytes, length, input, err);
	if (close(fd) == -1 && rc == 0)
		rc = err_system(err, "cannot close %s", tmp);
	if (rc == 0 && (rc = put_in_place(tmp, to, err)) == 0)
		return folder_sync(folder, err);
	unlink(tmp);
	return -1;
}

int
maildir_put(const char *path, const char *name, const char *bytes, size_t length, struct err *err)
{
	char safe[MAILDIR_NAME_MAX + 1];

	maildir_safe_name(safe, name);
	return maildir_has(path, safe) ? 0 : put(path, safe, bytes, length, -1, err);
}

int
maildir_expire(const char *path, int64_t before, struct err *err)
{
	char folder[PATH_MAX];

	for (int i = 0; i < 2; i++)
		if (folder_join(folder, path, i == 0 ? "new" : "cur", err) == -1 ||
		    folder_expire(folder, before, true, err) == -1)
			return -1;
	return 0;
}

/* What the mail server said, or "-" when it is nothing a line can hold. */
static const char *
envelope_word(char out[ADDRESS_MAX + 3], const char *address)
{
	size_t length = address == NULL ? 0 : strlen(address);

	if (length > 1 && address[0] == '<' && address[length - 1] == '>') {
		address++;
		length -= 2;
	}
	if (address == NULL || length > ADDRESS_MAX)
		return "-";
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)address[i] <= ' ' || address[i] == 0x7f ||
		    strchr("<>", address[i]) != NULL)
			return "-";
	snprintf(out, ADDRESS_MAX + 3, "<%.*s>", (int)length, address);
	return out;
}

int
spool_put(const char *spool, int input, const char *sender, const char *recipient, struct err *err)
{
	char name[MAILDIR_NAME_MAX + 1], from[ADDRESS_MAX + 3], to[ADDRESS_MAX + 3];
	char line[2 * ADDRESS_MAX + 40];
	int length;

	make_name(name);
	/* An empty recipient is no recipient; an empty sender is <>. */
	if (recipient != NULL && recipient[0] == '\0')
		recipient = NULL;
	length = snprintf(line, sizeof(line), SPOOL_MARK "%s %s\n", envelope_word(from, sender),
	    envelope_word(to, recipient));
	return put(spool, name, line, (size_t)length, input, err);
}
