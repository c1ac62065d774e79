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
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define UNREAD_MAX HOUR /* a letter waits before the doctor finds it strange */

#define STALE (36 * 3600) /* seconds after which maildir(5) lets tmp/ be cleaned */

struct entry {
	struct timespec arrived;
	const char *path;
	const char *name; /* its end */
};

struct maildir {
	char processed[PATH_MAX], failed[PATH_MAX];
	int watch;           /* tells of new names; -1: none */
	struct arena *round; /* names of this round */
	struct entry *entries;
	size_t count, next;
	bool moved; /* something is to be synced */
};

/* Up to the colon the name is the letter's own. */
static void
name_letter(char id[SKIPPED_ID], const struct entry *entry)
{
	str_format(id, SKIPPED_ID, "%.*s", (int)strcspn(entry->name, ":"), entry->name);
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
	const char *path;
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
		maildir->entries = arena_grow(
		    maildir->round, maildir->entries, maildir->count, sizeof *maildir->entries);
		path = arena_printf(maildir->round, "%s/%s", folder, file->d_name);
		maildir->entries[maildir->count++] = (struct entry){
			.arrived = st.st_mtim, .path = path, .name = path + strlen(folder) + 1
		};
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

/* How many letters, since when the oldest has been there, and how many of them the
 * server cannot read; -1 with errno. */
static int
look_into(const char *path, const char *part, int64_t now, int64_t *oldest, int *closed)
{
	char folder[PATH_MAX];
	struct dirent *entry;
	struct stat st;
	int count = 0;
	DIR *dir;

	str_format(folder, sizeof folder, "%s/%s", path, part);
	*oldest = now;
	*closed = 0;
	if ((dir = opendir(folder)) == NULL)
		return -1;
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == -1)
			continue;
		count++;
		*closed += faccessat(dirfd(dir), entry->d_name, R_OK, 0) == -1;
		if (st.st_mtime < *oldest)
			*oldest = st.st_mtime;
	}
	closedir(dir);
	return count;
}

/* The first run makes it, and its parents. */
static void
look_for_parent(const char *path, struct finding *finding)
{
	char copy[PATH_MAX], *parent = copy;

	str_copy(copy, sizeof copy, path);
	do {
		parent = dirname(parent);
	} while (access(parent, F_OK) == -1 && errno == ENOENT);
	if (access(parent, W_OK | X_OK) == 0)
		finding_well(finding, "letters will come from %s; the first run makes it", path);
	else
		finding_wrong(finding,
		    "correct path, or make that Maildir and give it to the server's user",
		    "there is no Maildir %s, and it cannot be made in %s (%s)", path, parent,
		    strerror(errno));
}

/* Is there a folder that letters pass through and that cannot be written to?  With errno. */
static bool
find_shut(const struct source_options *options, char out[PATH_MAX])
{
	const char *const folders[][2] = { { "new", "" }, { "cur", "" }, { "tmp", "" },
		{ options->processed, "/cur" }, { options->failed, "/cur" } };

	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		str_format(out, PATH_MAX, "%s/%s%s%s", options->path, i >= 3 ? "." : "",
		    folders[i][0], folders[i][1]);
		if (access(out, W_OK | X_OK) == -1 && errno != ENOENT)
			return true;
	}
	return false;
}

static int
maildir_look(const struct source_options *options, int64_t now, struct finding *findings)
{
	const char *path = options->path;
	char shut[PATH_MAX], parked[NAME_MAX + 8], since[32];
	int64_t oldest;
	int closed, kept, count = look_into(path, "new", now, &oldest, &closed);

	if (count == -1 && errno == ENOENT && access(path, F_OK) == -1)
		look_for_parent(path, findings);
	else if (count == -1)
		finding_wrong(findings, "make it a Maildir that the server's user can read",
		    "letters cannot be read from %s/new (%s)", path, strerror(errno));
	else if (find_shut(options, shut))
		finding_wrong(findings,
		    "give that folder and all in it to the server's user (chown -R)",
		    "letters cannot be taken out of %s: %s cannot be written to (%s)", path, shut,
		    strerror(errno));
	else if (closed > 0)
		finding_wrong(findings,
		    "give them to the server's user (chown), and have whatever puts "
		    "them there work as that user",
		    "%d of the letters in %s/new cannot be read by the server", closed, path);
	else if (count > 0 && now - oldest > UNREAD_MAX)
		finding_wrong(findings,
		    "see why in the log; start riverpost serve or riverpost run",
		    "%d %s in %s/new, the first since %s", count,
		    count == 1 ? "letter waits" : "letters wait", path,
		    clock_span(since, sizeof since, now - oldest));
	else
		finding_well(findings, "letters are read from %s", path);
	str_format(parked, sizeof parked, ".%s/new", options->failed);
	kept = look_into(path, parked, now, &oldest, &closed);
	str_format(parked, sizeof parked, ".%s/cur", options->failed);
	count = look_into(path, parked, now, &oldest, &closed);
	count = (count > 0 ? count : 0) + (kept > 0 ? kept : 0);
	if (count == 0)
		return 1;
	finding_wrong(&findings[1],
	    "look at them with riverpost read; move them into new to have them "
	    "read again, or remove them",
	    "%d %s put aside in %s/.%s", count, count == 1 ? "letter was" : "letters were", path,
	    options->failed);
	return 2;
}

static void
maildir_waiting(const struct source_options *options, int64_t now, struct waiting *out)
{
	static const char *const parts[] = { "new", "cur" };
	char aside[NAME_MAX + 8];
	int64_t oldest, ignored;
	int closed, count;

	for (int i = 0; i < 2; i++) {
		if ((count = look_into(options->path, parts[i], now, &oldest, &closed)) > 0) {
			out->oldest = out->unread == 0 || oldest < out->oldest ? oldest :
										 out->oldest;
			out->unread += count;
		}
		str_format(aside, sizeof aside, ".%s/%s", options->failed, parts[i]);
		if ((count = look_into(options->path, aside, now, &ignored, &closed)) > 0)
			out->aside += count;
	}
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
	maildir->count = maildir->next = 0;
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
	size_t wanted, length;
	struct stat st;
	FILE *file;
	char *bytes;
	bool is_read;

	if (fd == -1)
		return errno == ENOENT ? 0 : err_system(err, "cannot open %s", path);
	if (fstat(fd, &st) == -1 || (file = fdopen(fd, "r")) == NULL) {
		err_system(err, "cannot look at %s", path);
		close(fd);
		return -1;
	}
	intake->headers_only = (size_t)st.st_size > bytes_max;
	wanted = intake->headers_only ? bytes_max : (size_t)st.st_size;
	bytes = arena_alloc(arena, wanted + 1);
	length = fread(bytes, 1, wanted, file);
	is_read = ferror(file) == 0 || err_system(err, "cannot read %s", path) == 0;
	fclose(file);
	if (!is_read)
		return -1;
	if (intake->headers_only)
		length = source_headers(bytes, length);
	bytes[length] = '\0';
	intake->bytes = bytes;
	intake->length = length;
	return 1;
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
	const char *word = intake->bytes + strlen(SPOOL_MARK), *rest, *eol = "\n";
	size_t length = intake->length, line = source_line(intake->bytes, length);
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

		line = source_line(rest, length);
		if (*rest != '\n' && *rest != '\r' && (!from || seen))
			break;
		seen = seen || from;
	}
	line = source_line(rest, length);
	/* An LF of ours would make blanks of the CRs that end the lines of this letter. */
	if (line >= 2 && rest[line - 2] == '\r' && rest[line - 1] == '\n')
		eol = "\r\n";
	else if (line >= 1 && rest[line - 1] == '\r')
		eol = "\r";
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
		struct err why;
		int result = read_file(intake, arena, entry->path, source->options.bytes_max, &why);

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
		return 1;
	}
	return sync_moves(source, err);
}

/* A settled letter has been seen.  mbsync's ",U=NUMBER" is its number in the folder that it
 * leaves. */
static void
settled_name(char *out, size_t size, const char *name)
{
	int length = (int)strcspn(name, ":");
	const char *number = strstr(name, ",U="), *rest = name + length;
	int before = number != NULL && number < rest ? (int)(number - name) : length;

	if (before < length)
		rest = number + 3 + strspn(number + 3, "0123456789");
	str_format(out, size, "cur/%.*s%.*s:2,S", before, name, (int)(name + length - rest), rest);
}

static void
maildir_aside(const struct source *source, const struct intake *intake, char *out, size_t size)
{
	const struct maildir *maildir = source->state;
	char part[NAME_MAX + 8];

	settled_name(part, sizeof part, intake->id);
	str_format(out, size, "%s/%s", maildir->failed, part);
}

/* The letter is among those fetched last, most often the last. */
static int
maildir_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct maildir *maildir = source->state;
	const char *folder = how == SETTLE_PROCESSED ? maildir->processed : maildir->failed;
	const struct entry *entry = NULL;
	char id[SKIPPED_ID], part[NAME_MAX + 8], to[PATH_MAX];

	for (size_t i = maildir->next; i > 0 && entry == NULL; i--) {
		name_letter(id, &maildir->entries[i - 1]);
		if (str_equal(id, intake->id))
			entry = &maildir->entries[i - 1];
	}
	if (entry == NULL)
		return err_set(err, "%s: no letter %s in this round", source->name, intake->id);
	settled_name(part, sizeof part, entry->name);
	if (folder_join(to, folder, part, err) == -1)
		return -1;
	if (rename(entry->path, to) == -1) {
		if (errno != ENOENT)
			return err_system(err, "cannot move %s to %s", entry->path, folder);
		source->vanished++;
	}
	/* Two links to one file: rename(2) left both. */
	unlink(entry->path);
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

/* Moved to new/ under its own name, with the time at which it came. */
static int
return_one(const struct entry *entry, const char *path, struct err *err)
{
	char name[SKIPPED_ID], folder[PATH_MAX], to[PATH_MAX];

	name_letter(name, entry);
	if (folder_join(folder, path, "new", err) == -1 || folder_join(to, folder, name, err) == -1)
		return -1;
	return rename(entry->path, to) == -1 ?
	    err_system(err, "cannot move %s to %s", entry->path, folder) :
	    0;
}

static int
maildir_give_back(const struct source_options *options, source_wants *wants, void *context,
    int *count, struct err *err)
{
	struct maildir maildir = { .round = arena_new() };
	struct source source = { .options = *options, .state = &maildir };
	struct arena *arena = arena_new();
	char taken[PATH_MAX], path[PATH_MAX];
	int rc = 0;

	str_format(taken, sizeof taken, "%s/.%s", options->path, options->processed);
	source.options.path = taken;
	if (access(taken, F_OK) == 0 &&
	    (scan(&source, "new", err) == -1 || scan(&source, "cur", err) == -1))
		rc = -1;
	for (size_t i = 0; i < maildir.count && rc != -1; i++) {
		const struct entry *entry = &maildir.entries[i];
		struct intake intake = { .stamped = entry->arrived.tv_sec };

		arena_clear(arena);
		rc = read_file(&intake, arena, entry->path, options->bytes_max, err);
		if (rc == 1 && options->kind == SOURCE_SPOOL)
			take_envelope(&intake, arena);
		if (rc == 1)
			rc = wants(context, &intake, err);
		if (rc == 1 && (rc = return_one(entry, options->path, err)) == 0)
			++*count;
	}
	if (rc != -1 && *count > 0)
		rc = folder_join(path, options->path, "new", err) == -1 ? -1 :
									  folder_sync(path, err);
	arena_free(arena);
	arena_free(maildir.round);
	return rc == -1 ? -1 : 0;
}

#define MAILDIR_OPS \
	.open = maildir_open, .look = maildir_look, .waiting = maildir_waiting, \
	.give_back = maildir_give_back, .close = maildir_close, .begin = maildir_begin, \
	.fetch = maildir_fetch, .settle = maildir_settle, .aside = maildir_aside, \
	.expire = maildir_expire_settled, .idle = maildir_idle, .wake = maildir_wake

const struct source_ops source_maildir_ops = {
	.kind = { .name = "maildir", .needs_path = true, .is_local = true }, MAILDIR_OPS
};
/* Its letters begin with their envelope (maildir.h). */
const struct source_ops source_spool_ops = {
	.kind = { .name = "spool", .needs_path = true, .is_local = true }, MAILDIR_OPS
};
