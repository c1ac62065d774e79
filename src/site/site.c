/* SPDX-License-Identifier: ISC */
/*
 * All pages, or those that are due (site.h).
 *
 * A page that is due is written, and taken off the list in a transaction that is committed after
 * that, when the disk has the page: killed in between, or without power, it is written once more,
 * as the same bytes.
 */
#include "site/site.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "site/site_internal.h"
#include "store/db.h"
#include "store/players.h"
#include "store/tournaments.h"
#include "view/asset.h"
#include "view/board_png.h"

/* The file MARK tells with which mark the pages were made, and who writes them (flock). */
#define BATCH 50 /* pages of a transaction: others must not wait long */

static int
write_front(struct archive *site, int64_t id, struct err *err)
{
	(void)id;
	return site_front(site, err);
}

static int (*const writers[PAGE_KINDS])(struct archive *site, int64_t id, struct err *err) = {
	[PAGE_GAME] = site_game,
	[PAGE_PLAYER] = site_player,
	[PAGE_TOURNAMENT] = site_tournament,
	[PAGE_LIST] = site_list,
	[PAGE_FEED] = site_feed,
	[PAGE_OPENING] = site_opening,
	[PAGE_FRONT] = write_front,
};

/* In all languages. */
static int
write_one(struct archive *site, enum page_kind kind, int64_t id, struct err *err)
{
	int languages = kind == PAGE_GAME ? 1 : site->language_count, rc = 0;

	for (int i = 0; i < languages && rc != -1; i++) {
		site_speak(site, i);
		rc = writers[kind](site, id, err);
		arena_clear(site->arena);
	}
	return rc == -1 ? -1 : 0;
}

/* The file of the mark, locked; it stays open.  -1 with err; result->is_busy: another has it. */
static int
lock(const struct site_options *options, struct site_result *result, struct err *err)
{
	char path[PATH_MAX];
	int fd;

	if (site_prepare(options->folder, err) == -1 ||
	    folder_join(path, options->folder, MARK, err) == -1)
		return -1;
	if ((fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)) == -1)
		return err_system(err, "cannot make %s", path);
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	result->is_busy = errno == EWOULDBLOCK;
	close(fd);
	return result->is_busy ? -1 : err_system(err, "cannot lock %s", path);
}

/* In the arena of the page. */
static const char *
mark_of(const struct archive *site)
{
	const struct site_options *options = site->options;
	const char *mark = arena_printf(site->arena, "%s %lld %s %s %s", VERSION,
	    (long long)options->mark, options->settings->name, options->settings->address,
	    options->url);

	for (int i = 0; i < site->language_count; i++)
		mark = arena_printf(site->arena, "%s %s", mark, site->languages[i].code);
	return arena_printf(site->arena, "%s\n", mark);
}

static bool
has_mark(int fd, const char *mark)
{
	char old[4096];
	ssize_t n = pread(fd, old, sizeof old - 1, 0);

	old[n > 0 ? n : 0] = '\0';
	return strcmp(old, mark) == 0;
}

static int
set_mark(int fd, const char *mark, struct err *err)
{
	if (ftruncate(fd, 0) == -1 || lseek(fd, 0, SEEK_SET) == -1)
		return err_system(err, "cannot write %s", MARK);
	return file_write(fd, MARK, mark, strlen(mark), err);
}

/* The picture that others show beside a link: the board at the start. */
static int
put_picture(struct archive *site, struct err *err)
{
	struct board board;
	const char *bytes;
	size_t length;

	board_start(&board);
	if (board_png(site->arena, &board, BOARD_HANZI, false, NULL, &bytes, &length, err) == -1)
		return -1;
	return page_put(site, "board.png", bytes, length, err);
}

static int
put_assets(struct archive *site, struct err *err)
{
	static const char *const assets[] = { "archive.css", "archive.js" };

	for (size_t i = 0; i < sizeof assets / sizeof *assets; i++) {
		const char *text = asset_text(site->options->templates, site->arena, assets[i]);

		if (text == NULL)
			return err_set(err, "there is no template %s", assets[i]);
		if (page_put(site, assets[i], text, strlen(text), err) == -1)
			return -1;
	}
	return put_picture(site, err);
}

static int
begin(struct archive *site, const struct site_options *options, struct site_result *result,
    struct err *err)
{
	const char *domain;

	*site = (struct archive){
		.options = options, .store = options->store, .arena = arena_new(), .result = result
	};
	if (site_languages(site, err) == -1 || site_language_folders(site, err) == -1 ||
	    published_domain(site->store, site->arena, options->domain, &domain, err) == -1)
		return -1;
	str_copy(site->domain, sizeof site->domain, domain);
	return 0;
}

/* Those from 1 (lists and feeds: 0) up to the last. */
static int
build_all(struct archive *site, enum page_kind kind, int64_t first, int64_t last, struct err *err)
{
	int rc = 0;

	for (int64_t id = first; id <= last && rc == 0; id++)
		rc = write_one(site, kind, id, err);
	return rc;
}

static int
build(struct archive *site, struct err *err)
{
	int64_t game, entry, tournament = 0;
	struct tournament *tournaments;
	int players = players_count(site->store, err);
	int count = tournaments_list(site->store, site->arena, INT_MAX, &tournaments, err);

	if (players == -1 || count == -1 || published_last(site->store, &game, &entry, err) == -1)
		return -1;
	for (int i = 0; i < count; i++)
		if (tournaments[i].id > tournament)
			tournament = tournaments[i].id;
	if (put_assets(site, err) == -1 || build_all(site, PAGE_GAME, 1, game, err) == -1 ||
	    build_all(site, PAGE_PLAYER, -players, players, err) == -1 ||
	    build_all(site, PAGE_TOURNAMENT, 1, tournament, err) == -1 ||
	    build_all(site, PAGE_LIST, 0, game / LIST_GAMES, err) == -1 ||
	    build_all(site, PAGE_FEED, 0, entry / FEED_ENTRIES, err) == -1)
		return -1;
	for (int i = 0; i < site->language_count; i++) {
		site_speak(site, i);
		if (site_openings(site, 0, err) == -1)
			return -1;
	}
	if (build_all(site, PAGE_FRONT, 0, 0, err) == -1)
		return -1;
	return site_forget_languages(site, INT64_MAX, err);
}

int
site_build(const struct site_options *options, struct site_result *result, struct err *err)
{
	struct archive site;
	int fd, rc;

	*result = (struct site_result){ 0 };
	if ((fd = lock(options, result, err)) == -1)
		return result->is_busy ?
		    err_set(err, "another riverpost writes pages into %s", options->folder) :
		    -1;
	rc = begin(&site, options, result, err);
	if (rc == 0)
		rc = build(&site, err);
	arena_free(site.arena);
	close(fd);
	return rc;
}

/* The disk has what was written since the count of files was `before`.  0 or -1. */
static int
settle(const struct archive *site, int before, int fd, struct err *err)
{
	bool is_same = site->result->written + site->result->removed == before;

	return !is_same && syncfs(fd) == -1 ? err_system(err, "cannot write pages") : 0;
}

/* Some of a kind that are due, in a transaction; fd: a file beside the pages.  How many, or -1. */
static int
update_some(struct archive *site, enum page_kind kind, int fd, struct err *err)
{
	struct arena *arena = arena_new();
	int64_t *ids;
	int count, rc = 0, before = site->result->written + site->result->removed;

	if ((count = published_due(site->store, arena, kind, BATCH, &ids, err)) > 0 &&
	    (rc = store_begin(site->store, err)) == 0) {
		for (int i = 0; i < count && rc == 0; i++) {
			if (write_one(site, kind, ids[i], err) == -1 ||
			    published_done(site->store, kind, ids[i], err) == -1 ||
			    (kind != PAGE_FRONT &&
				published_add(site->store, PAGE_FRONT, 0, err) == -1))
				rc = -1;
		}
		if (rc == 0)
			rc = settle(site, before, fd, err);
		rc = store_finish(site->store, rc, err);
	}
	arena_free(arena);
	return rc == -1 ? -1 : count;
}

/* What lists a game comes after the games, and what no page leads to any more after all pages. */
static int
update(struct archive *site, int patience, int fd, struct err *err)
{
	int64_t end = clock_steady_ms() + patience;
	int kind = PAGE_GAME, count = 0;

	while (kind < PAGE_KINDS && clock_steady_ms() < end) {
		if ((count = update_some(site, (enum page_kind)kind, fd, err)) == -1)
			return -1;
		if (count == 0)
			kind++;
	}
	if (kind == PAGE_KINDS)
		count = site_forget_languages(site, end, err);
	site->result->goes_on = kind < PAGE_KINDS || count == 1;
	return count == -1 ? -1 : 0;
}

/* Pages of another mark are all due. */
static int
renew(struct archive *site, int fd, struct err *err)
{
	const char *mark = mark_of(site);

	if (has_mark(fd, mark))
		return 0;
	if (put_assets(site, err) == -1 || store_begin(site->store, err) == -1 ||
	    store_finish(site->store, published_add_all(site->store, err), err) == -1)
		return -1;
	return set_mark(fd, mark, err);
}

int
site_update(
    const struct site_options *options, int patience, struct site_result *result, struct err *err)
{
	struct archive site;
	int fd, rc;

	*result = (struct site_result){ 0 };
	if ((fd = lock(options, result, err)) == -1)
		return result->is_busy ? 0 : -1;
	rc = begin(&site, options, result, err);
	site.notes_lists = true;
	if (rc == 0)
		rc = renew(&site, fd, err);
	if (rc == 0)
		rc = update(&site, patience, fd, err);
	arena_free(site.arena);
	close(fd);
	return rc;
}
