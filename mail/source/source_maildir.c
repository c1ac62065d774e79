/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a Maildir, and out of the spool, which is one.
 *
 * new/ and cur/ are read once a round, oldest first by the time of the file.
 * A settled letter moves to the Maildir++ subfolder for it; the moves of a
 * round are synced together at its end, since a lost move costs only a second
 * look.  What cannot be read stays where it is and does not hold up the others.
 * Nothing here understands a letter: it looks for empty lines and for the one
 * line that the spool itself has written.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define STALE (36 * 3600) /* seconds after which maildir(5) lets tmp/ be cleaned */

struct entry {
	struct timespec arrived;
	const char *part; /* "new" or "cur" */
	const char *name;
};

struct maildir {
	char processed[PATH_MAX], failed[PATH_MAX];
	int watch;           /* tells of new names; -1: none */
	struct arena *round; /* names of this round */
	struct entry *entries;
	size_t count, capacity, next;
	bool moved; /* something is to be synced */
};

/* Up to the colon the name is the letter's own. */
static void
name_letter(char id[sizeof(((struct intake *)0)->id)], const struct entry *entry)
{
	snprintf(id, sizeof(((struct intake *)0)->id), "%.*s", (int)strcspn(entry->name, ":"),
	    entry->name);
}

static int
entry_path(
    char out[PATH_MAX], const struct source *source, const struct entry *entry, struct err *err)
{
	char part[NAME_MAX + 8];

	snprintf(part, sizeof(part), "%s/%s", entry->part, entry->name);
	return folder_join(out, source->options.path, part, err);
}

static int
by_arrival(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->arrived.tv_sec != b->arrived.tv_sec)
		return a->arrived.tv_sec < b->arrived.tv_sec ? -1 : 1;
	if (a->arrived.tv_nsec != b->arrived.tv_nsec)
		return a->arrived.tv_nsec < b->arrived.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* A letter overlooked could cost a player his game: any failure fails the round. */
static int
scan(struct source *source, const char *part, struct err *err)
{
	struct maildir *maildir = source->state;
	char folder[PATH_MAX];
	struct dirent *file;
	struct stat st;
	DIR *dir;
	int result = 0;

	if (folder_join(folder, source->options.path, part, err) == -1)
		return -1;
	if ((dir = opendir(folder)) == NULL)
		return err_system(err, "cannot read folder %s", folder);
	while ((errno = 0, file = readdir(dir)) != NULL) {
		if (file->d_name[0] == '.')
			continue;
		if (fstatat(dirfd(dir), file->d_name, &st, AT_SYMLINK_NOFOLLOW) == -1) {
			if (errno != ENOENT)
				break;
			continue;
		}
		if (!S_ISREG(st.st_mode))
			continue;
		if (maildir->count == maildir->capacity) {
			size_t capacity = maildir->capacity == 0 ? 64 : 2 * maildir->capacity;
			struct entry *entries = arena_alloc(
			    maildir->round, capacity * sizeof(*entries));

			if (maildir->count > 0)
				memcpy(
				    entries, maildir->entries, maildir->count * sizeof(*entries));
			maildir->entries = entries;
			maildir->capacity = capacity;
		}
		maildir->entries[maildir->count++] = (struct entry){ .arrived = st.st_mtim,
			.part = part,
			.name = arena_strdup(maildir->round, file->d_name) };
	}
	if (errno != 0)
		result = err_system(err, "cannot read folder %s", folder);
	closedir(dir);
	return result;
}

/* Forgets what was reported so far. */
static void
watch_drain(int fd)
{
	char buffer[4096];

	while (fd != -1 && read(fd, buffer, sizeof(buffer)) > 0)
		;
}

/* The watch begins before the first round reads, so that nothing is missed in between.  It
 * is only a hint: what is there is always found by reading the folders. */
static int
maildir_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct maildir *maildir = arena_alloc(source->arena, sizeof(*maildir));
	char fresh[PATH_MAX], seen[PATH_MAX];

	source->state = maildir;
	maildir->watch = -1;
	maildir->round = arena_new();
	if (maildir_make(options->path, err) == -1 ||
	    maildir_subfolder(maildir->processed, options->path, options->processed, err) == -1 ||
	    maildir_subfolder(maildir->failed, options->path, options->failed, err) == -1 ||
	    folder_join(fresh, options->path, "new", err) == -1 ||
	    folder_join(seen, options->path, "cur", err) == -1)
		return -1;
#ifdef __linux__
	maildir->watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (maildir->watch != -1 &&
	    (inotify_add_watch(maildir->watch, fresh, IN_CREATE | IN_MOVED_TO) == -1 ||
		inotify_add_watch(maildir->watch, seen, IN_CREATE | IN_MOVED_TO) == -1)) {
		close(maildir->watch);
		maildir->watch = -1;
	}
#endif
	return 0;
}

static int
sync_moves(struct source *source, struct err *err)
{
	struct maildir *maildir = source->state;
	const char *const folders[] = { maildir->processed, maildir->failed, source->options.path,
		source->options.path };
	const char *const parts[] = { "cur", "cur", "new", "cur" };
	char folder[PATH_MAX];

	if (!maildir->moved)
		return 0;
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (folder_join(folder, folders[i], parts[i], err) == -1 ||
		    folder_sync(folder, err) == -1)
			return -1;
	maildir->moved = false;
	return 0;
}

static void
maildir_close(struct source *source)
{
	struct maildir *maildir = source->state;
	struct err ignored;

	if (maildir == NULL)
		return;
	(void)sync_moves(source, &ignored);
	if (maildir->watch != -1)
		close(maildir->watch);
	arena_free(maildir->round);
}

static int
maildir_begin(struct source *source, struct err *err)
{
	struct maildir *maildir = source->state;
	char tmp[PATH_MAX];
	struct err ignored;

	if (sync_moves(source, err) == -1)
		return -1;
	watch_drain(maildir->watch);
	arena_clear(maildir->round);
	maildir->entries = NULL;
	maildir->count = maildir->capacity = maildir->next = 0;
	/* What deliveries that died left there, of any program. */
	if (folder_join(tmp, source->options.path, "tmp", err) == 0)
		(void)folder_expire(tmp, source->now - STALE, false, &ignored);
	if (scan(source, "new", err) == -1 || scan(source, "cur", err) == -1)
		return -1;
	if (maildir->count > 0)
		qsort(maildir->entries, maildir->count, sizeof(*maildir->entries), by_arrival);
	return 0;
}

/* A file; of one larger than bytes_max only the headers, and of these bytes_max at most.
 * 1, 0 when there is no such file, -1 when it cannot be read. */
static int
read_file(
    struct intake *intake, struct arena *arena, const char *path, size_t bytes_max, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	size_t wanted, length = 0;
	struct stat st;
	char *bytes;
	ssize_t n;

	if (fd == -1)
		return errno == ENOENT ? 0 : err_system(err, "cannot open %s", path);
	if (fstat(fd, &st) == -1) {
		err_system(err, "cannot look at %s", path);
		close(fd);
		return -1;
	}
	intake->headers_only = (size_t)st.st_size > bytes_max;
	wanted = intake->headers_only ? bytes_max : (size_t)st.st_size;
	bytes = arena_alloc(arena, wanted + 1);
	while (length < wanted && (n = read(fd, bytes + length, wanted - length)) != 0) {
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1) {
			err_system(err, "cannot read %s", path);
			close(fd);
			return -1;
		}
		length += (size_t)n;
	}
	close(fd);
	if (intake->headers_only)
		length = source_headers(bytes, length);
	bytes[length] = '\0';
	intake->bytes = bytes;
	intake->length = length;
	return 1;
}

/* Length of the line at `bytes` with its end (LF, CRLF or CR). */
static size_t
line_length(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < length && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return length;
}

/* "<address>" or "-" at *text; moves past it.  NULL for "-" and for nonsense. */
static const char *
take_word(struct arena *arena, const char **text, const char *end)
{
	const char *start = *text, *stop;

	while (*text < end && **text != ' ')
		(*text)++;
	stop = *text;
	if (*text < end)
		(*text)++;
	if (stop - start < 2 || *start != '<' || stop[-1] != '>')
		return NULL;
	return arena_strndup(arena, start + 1, (size_t)(stop - start - 2));
}

/* Takes the spool's line off the top, fills sender and recipient, and says the same as
 * Return-Path and Delivered-To above the letter's own headers, in its own line ends.
 * Empty lines and one "From " line of a mailbox file go too. */
static void
take_envelope(struct intake *intake, struct arena *arena)
{
	const char *word = intake->bytes + strlen(SPOOL_MARK), *rest, *eol;
	size_t length = intake->length, line = line_length(intake->bytes, length);
	bool seen = false;
	struct str str;

	if (strncmp(intake->bytes, SPOOL_MARK, strlen(SPOOL_MARK)) != 0)
		return;
	rest = intake->bytes + line;
	length -= line;
	intake->sender = take_word(arena, &word, rest - (rest[-1] == '\n'));
	intake->recipient = take_word(arena, &word, rest - (rest[-1] == '\n'));
	for (; length > 0; rest += line, length -= line) {
		bool from = strncmp(rest, "From ", 5) == 0;

		line = line_length(rest, length);
		if (*rest != '\n' && *rest != '\r' && (!from || seen))
			break;
		seen = seen || from;
	}
	line = line_length(rest, length);
	eol = line >= 2 && rest[line - 2] == '\r' ? "\r\n" : "\n";
	str_init(&str, arena, length + 4096);
	if (intake->sender != NULL)
		str_addf(&str, "Return-Path: <%s>%s", intake->sender, eol);
	if (intake->recipient != NULL)
		str_addf(&str, "Delivered-To: %s%s", intake->recipient, eol);
	str_addn(&str, rest, length);
	intake->bytes = str.data;
	intake->length = str.length;
}

static int
maildir_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct maildir *maildir = source->state;

	while (maildir->next < maildir->count) {
		const struct entry *entry = &maildir->entries[maildir->next++];
		char path[PATH_MAX];
		struct err why;
		int result = entry_path(path, source, entry, &why);

		if (result == 0)
			result = read_file(intake, arena, path, source->options.bytes_max, &why);
		if (result == -1) {
			log_error_once("%s: a letter waits: %s", source->name, why.text);
			source->skipped++;
		}
		if (result != 1)
			continue;
		if (source->ops == &source_spool_ops)
			take_envelope(intake, arena);
		name_letter(intake->id, entry);
		intake->stamped = entry->arrived.tv_sec;
		/* A file from the future is a clock set wrong, and came just now. */
		intake->received = entry->arrived.tv_sec < source->now ? entry->arrived.tv_sec :
									 source->now;
		return 1;
	}
	return sync_moves(source, err);
}

/* The letter is among those fetched last, most often the last.  Its file "name" becomes
 * "name:2,S": a settled letter has been seen. */
static int
maildir_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct maildir *maildir = source->state;
	const char *folder = how == SETTLE_PROCESSED ? maildir->processed : maildir->failed;
	const struct entry *entry = NULL;
	char id[sizeof(intake->id)], part[NAME_MAX + 8], from[PATH_MAX], to[PATH_MAX];

	for (size_t i = maildir->next; i > 0 && entry == NULL; i--) {
		name_letter(id, &maildir->entries[i - 1]);
		if (str_equal(id, intake->id))
			entry = &maildir->entries[i - 1];
	}
	if (entry == NULL)
		return err_set(err, "%s: no letter %s in this round", source->name, intake->id);
	snprintf(part, sizeof(part), "cur/%.*s:2,S", (int)strcspn(entry->name, ":"), entry->name);
	if (entry_path(from, source, entry, err) == -1 || folder_join(to, folder, part, err) == -1)
		return -1;
	if (rename(from, to) == -1) {
		if (errno != ENOENT)
			return err_system(err, "cannot move %s to %s", from, folder);
		source->vanished++;
	}
	/* Two links to one file: rename(2) left both. */
	unlink(from);
	maildir->moved = true;
	return 0;
}

static int
maildir_expire_settled(struct source *source, int64_t before, struct err *err)
{
	const struct maildir *maildir = source->state;

	return maildir_expire(maildir->processed, before, err) == 0 ?
	    maildir_expire(maildir->failed, before, err) :
	    -1;
}

static int
maildir_idle(struct source *source, struct err *err)
{
	const struct maildir *maildir = source->state;

	(void)err;
	return maildir->watch;
}

static int
maildir_wake(struct source *source, struct err *err)
{
	const struct maildir *maildir = source->state;

	(void)err;
	watch_drain(maildir->watch);
	return 0;
}

#define MAILDIR_OPS \
	.open = maildir_open, .close = maildir_close, .begin = maildir_begin, \
	.fetch = maildir_fetch, .settle = maildir_settle, .expire = maildir_expire_settled, \
	.idle = maildir_idle, .wake = maildir_wake

const struct source_ops source_maildir_ops = { .kind = { .name = "maildir", .is_local = true },
	MAILDIR_OPS };
/* Its letters begin with their envelope (maildir.h). */
const struct source_ops source_spool_ops = { .kind = { .name = "spool", .is_local = true },
	MAILDIR_OPS };
