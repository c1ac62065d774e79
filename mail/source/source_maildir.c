/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a Maildir, and out of the spool, which is one.
 *
 * new/ and cur/ are read once a round, oldest first by the time of the file.
 * A settled letter moves to the Maildir++ subfolder for it; the moves of a
 * round are synced together at its end, since a lost move costs only a second
 * look.  What cannot be read is parked, so that it does not hold up the rest.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/source/maildir.h"
#include "mail/source/raw.h"
#include "mail/source/source_ops.h"
#include "mail/source/watch.h"

#define STALE (36 * 3600) /* seconds after which maildir(5) lets tmp/ be cleaned */

struct entry {
	struct timespec arrived;
	const char *part; /* "new" or "cur" */
	const char *name;
};

struct maildir {
	char processed[PATH_MAX], failed[PATH_MAX];
	int watch;           /* -1: none */
	struct arena *round; /* names of this round */
	struct entry *entries;
	size_t count, capacity, next;
	bool moved; /* something is to be synced */
};

/* Names of Maildir files: up to the colon the letter's own. */
static size_t
name_length(const char *name)
{
	return strcspn(name, ":");
}

static bool
is_letter(const struct entry *entry, const char *id)
{
	char own[sizeof(((struct intake *)0)->id)];

	snprintf(own, sizeof(own), "%.*s", (int)name_length(entry->name), entry->name);
	return str_equal(own, id);
}

static int
compare(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->arrived.tv_sec != b->arrived.tv_sec)
		return a->arrived.tv_sec < b->arrived.tv_sec ? -1 : 1;
	if (a->arrived.tv_nsec != b->arrived.tv_nsec)
		return a->arrived.tv_nsec < b->arrived.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void
add_entry(struct maildir *maildir, const char *part, const char *name, struct timespec arrived)
{
	if (maildir->count == maildir->capacity) {
		size_t capacity = maildir->capacity == 0 ? 64 : 2 * maildir->capacity;
		struct entry *entries = arena_alloc(maildir->round, capacity * sizeof(*entries));

		if (maildir->count > 0)
			memcpy(entries, maildir->entries, maildir->count * sizeof(*entries));
		maildir->entries = entries;
		maildir->capacity = capacity;
	}
	maildir->entries[maildir->count++] = (struct entry){
		.arrived = arrived,
		.part = part,
		.name = arena_strdup(maildir->round, name),
	};
}

/* 1 with *st for a letter, 0 for anything else or what is gone, -1 with errno. */
static int
look_at(DIR *dir, const char *name, struct stat *st)
{
	if (name[0] == '.')
		return 0;
	if (fstatat(dirfd(dir), name, st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT ? 0 : -1;
	return S_ISREG(st->st_mode) ? 1 : 0;
}

/* A letter overlooked could cost a player his game: any failure is the round's. */
static int
scan(struct source *source, const char *part, struct err *err)
{
	char folder[PATH_MAX];
	struct dirent *entry;
	struct stat st;
	DIR *dir;
	int found = 0;

	if (folder_join(folder, source->options.path, part, err) == -1)
		return -1;
	if ((dir = opendir(folder)) == NULL)
		return err_system(err, "cannot read folder %s", folder);
	while (found != -1 && (errno = 0, entry = readdir(dir)) != NULL)
		if ((found = look_at(dir, entry->d_name, &st)) == 1)
			add_entry(source->state, part, entry->d_name, st.st_mtim);
	if (errno != 0)
		found = err_system(err, "cannot read folder %s", folder);
	closedir(dir);
	return found == -1 ? -1 : 0;
}

/* The watch begins before the first round reads, so that nothing slips between. */
static int
maildir_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct maildir *maildir = arena_alloc(source->arena, sizeof(*maildir));
	char fresh[PATH_MAX], seen[PATH_MAX];

	source->state = maildir;
	maildir->watch = -1;
	maildir->round = arena_new();
	if (maildir_make_bare(options->path, err) == -1 ||
	    maildir_subfolder(maildir->processed, options->path, options->processed, err) == -1 ||
	    maildir_subfolder(maildir->failed, options->path, options->failed, err) == -1 ||
	    folder_join(fresh, options->path, "new", err) == -1 ||
	    folder_join(seen, options->path, "cur", err) == -1)
		return -1;
	maildir->watch = watch_open((const char *const[]){ fresh, seen }, 2);
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
		qsort(maildir->entries, maildir->count, sizeof(*maildir->entries), compare);
	return 0;
}

/* "name", "name:2,F": a settled letter has been seen. */
static int
move_to(struct source *source, const struct entry *entry, const char *folder, struct err *err)
{
	struct maildir *maildir = source->state;
	char part[NAME_MAX + 8];
	char from[PATH_MAX], to[PATH_MAX];

	snprintf(part, sizeof(part), "%s/%s", entry->part, entry->name);
	if (folder_join(from, source->options.path, part, err) == -1)
		return -1;
	snprintf(part, sizeof(part), "cur/%.*s:2,S", (int)name_length(entry->name), entry->name);
	if (folder_join(to, folder, part, err) == -1)
		return -1;
	if (rename(from, to) == -1) {
		if (errno != ENOENT)
			return err_system(err, "cannot move %s to %s", from, folder);
		source->missed++;
	}
	/* Two links to one file: rename(2) left both. */
	unlink(from);
	maildir->moved = true;
	return 0;
}

/* 1 read, 0 gone meanwhile, -1 unreadable. */
static int
read_entry(struct source *source, const struct entry *entry, struct arena *arena,
    struct intake *intake, struct err *err)
{
	char part[NAME_MAX + 8];
	char path[PATH_MAX];
	struct raw raw;
	int result;

	snprintf(part, sizeof(part), "%s/%s", entry->part, entry->name);
	if (folder_join(path, source->options.path, part, err) == -1)
		return -1;
	result = raw_read(&raw, arena, path, source->options.bytes_max, err);
	if (result != 1)
		return result;
	if (source->ops == &source_spool_ops)
		raw_take_envelope(&raw, arena);
	snprintf(
	    intake->id, sizeof(intake->id), "%.*s", (int)name_length(entry->name), entry->name);
	intake->bytes = raw.bytes;
	intake->length = raw.length;
	intake->headers_only = raw.headers_only;
	intake->sender = raw.sender;
	intake->recipient = raw.recipient;
	intake->stamped = entry->arrived.tv_sec;
	/* A file from the future is a clock set wrong, and came just now. */
	intake->received = entry->arrived.tv_sec < source->now ? entry->arrived.tv_sec :
								 source->now;
	return 1;
}

static int
maildir_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct maildir *maildir = source->state;

	while (maildir->next < maildir->count) {
		const struct entry *entry = &maildir->entries[maildir->next++];
		struct err why;
		int result = read_entry(source, entry, arena, intake, &why);

		if (result == 1)
			return 1;
		if (result == -1) {
			log_trouble("%s: a letter waits: %s", source->name, why.text);
			source->left++;
		}
	}
	return sync_moves(source, err);
}

/* The letter is among those fetched last, most often the last. */
static int
maildir_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct maildir *maildir = source->state;

	for (size_t i = maildir->next; i > 0; i--) {
		const struct entry *entry = &maildir->entries[i - 1];

		if (is_letter(entry, intake->id))
			return move_to(source, entry,
			    how == SETTLE_PROCESSED ? maildir->processed : maildir->failed, err);
	}
	return err_set(err, "%s: no letter %s in this round", source->name, intake->id);
}

static int
maildir_expire_settled(struct source *source, int64_t before, struct err *err)
{
	const struct maildir *maildir = source->state;

	return maildir_expire(maildir->processed, before, err) == -1 ||
		maildir_expire(maildir->failed, before, err) == -1 ?
	    -1 :
	    0;
}

static int
maildir_idle(struct source *source, struct err *err)
{
	struct maildir *maildir = source->state;

	(void)err;
	return maildir->watch;
}

static int
maildir_wake(struct source *source, struct err *err)
{
	struct maildir *maildir = source->state;

	(void)err;
	watch_drain(maildir->watch);
	return 0;
}

#define MAILDIR_OPS \
	.open = maildir_open, .close = maildir_close, .begin = maildir_begin, \
	.fetch = maildir_fetch, .settle = maildir_settle, .expire = maildir_expire_settled, \
	.idle = maildir_idle, .wake = maildir_wake

const struct source_ops source_maildir_ops = { .kind = { .name = "maildir" }, MAILDIR_OPS };
/* Its letters begin with their envelope (spool.c). */
const struct source_ops source_spool_ops = { .kind = { .name = "spool" }, MAILDIR_OPS };
