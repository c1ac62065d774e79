/* SPDX-License-Identifier: ISC */
/*
 * Pages as files (site_internal.h).
 *
 * One process at a time writes into the folder, so that the file aside needs no name of its own:
 * what a killed one has left is overwritten by the next.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "rules/fen.h"
#include "site/site_internal.h"
#include "store/players.h"
#include "view/board_text.h"

#define ASIDE ".new"

struct vars *
page_vars(struct archive *site, const char *root, const char *title)
{
	const struct site_options *options = site->options;
	struct vars *vars = vars_new(site->arena);
	size_t length = strlen(options->url);

	vars_text(vars, "house", options->settings->name);
	vars_text(vars, "address", options->settings->address);
	vars_text(vars, "root", root);
	vars_textf(vars, "shared", "%s%s", root, site->speaks > 0 ? "../" : "");
	vars_text(vars, "folder", page_folder(site, site->speaks));
	vars_textf(vars, "url", "%s%s", options->url,
	    length > 0 && options->url[length - 1] != '/' ? "/" : "");
	vars_text(vars, "domain", site->domain);
	vars_text(vars, "language", site->reader.language);
	vars_word(vars, "page-title", title);
	return vars;
}

static bool
is_allowed(uint32_t c)
{
	return c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c < 0xd800) ||
	    (c >= 0xe000 && c < 0xfffe) || c >= 0x10000;
}

/* ASCII of which nothing has to be changed. */
static bool
is_plain(const char *text)
{
	while (*text != '\0' && strchr("&<>\"'", *text) == NULL && (signed char)*text >= 0 &&
	    is_allowed((uint32_t)*text))
		text++;
	return *text == '\0';
}

const char *
page_escape(struct arena *arena, const char *text)
{
	struct str out;
	const char *next;

	if (is_plain(text))
		return text;
	str_init(&out, arena, 0);
	for (; *text != '\0'; text = next) {
		uint32_t c;

		next = text;
		c = utf8_next(&next);
		if (c == '&')
			str_add(&out, "&amp;");
		else if (c == '<')
			str_add(&out, "&lt;");
		else if (c == '>')
			str_add(&out, "&gt;");
		else if (c == '"')
			str_add(&out, "&quot;");
		else if (c == '\'')
			str_add(&out, "&#39;");
		else if (is_allowed(c))
			str_addn(&out, text, (size_t)(next - text));
	}
	return out.data;
}

static void
escape_all(struct vars *vars)
{
	for (int i = 0; i < VARS_LISTS; i++)
		for (struct var *var = vars->lists[i]; var != NULL; var = var->next) {
			if (var->kind == VAR_TEXT)
				var->text = page_escape(vars->arena, var->text);
			for (struct vars *item = var->kind == VAR_LIST ? var->first : NULL;
			     item != NULL; item = item->next)
				escape_all(item);
		}
}

void
page_mark_ends(struct vars *vars, const char *list)
{
	const struct var *var = vars_find(vars, list);

	for (struct vars *item = var->first; item != NULL; item = item->next) {
		vars_flag(item, "first", item == var->first);
		vars_flag(item, "last", item->next == NULL);
	}
}

/* The same page in each language; with one language, none. */
static void
add_translations(struct archive *site, struct vars *vars, const char *path)
{
	const char *up = strchr(path, '/') != NULL ? "../" : "";
	const char *url = vars_find(vars, "url")->text;

	vars_list(vars, "translations");
	for (int i = 0; site->language_count > 1 && i < site->language_count; i++) {
		struct vars *item = vars_add(vars, "translations");
		const char *page = arena_printf(site->arena, "%s%s", page_folder(site, i), path);
		const char *link = arena_printf(
		    site->arena, "%s%s%s", up, site->speaks > 0 ? "../" : "", page);

		vars_text(item, "code", site->languages[i].code);
		vars_text(item, "language-name", site->languages[i].name);
		vars_text(item, "link", link);
		vars_text(item, "link-anywhere",
		    url[0] != '\0' ? arena_printf(site->arena, "%s%s", url, page) : link);
		vars_flag(item, "is-first", i == 0);
		vars_flag(item, "is-this", i == site->speaks);
	}
	page_mark_ends(vars, "translations");
}

int
page_write(struct archive *site, const char *path, const char *template, struct vars *vars,
    struct vars *raw, struct err *err)
{
	struct str out;

	add_translations(site, vars, path);
	escape_all(vars);
	if (raw != NULL)
		vars_copy(vars, raw);
	str_init(&out, site->arena, 0);
	if (template_render(site->options->templates, &site->reader, template, vars, &out, err) ==
	    -1)
		return -1;
	return page_put(site,
	    arena_printf(site->arena, "%s%s", page_folder(site, site->speaks), path), out.data,
	    out.length, err);
}

/* Has the file these bytes? */
static bool
is_same(struct arena *arena, const char *path, const char *bytes, size_t length)
{
	struct stat st;
	char *old;
	bool same;
	int fd;

	if (stat(path, &st) == -1 || st.st_size != (off_t)length)
		return false;
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
		return false;
	old = arena_bytes(arena, length + 1);
	same = read(fd, old, length) == (ssize_t)length && memcmp(old, bytes, length) == 0;
	close(fd);
	return same;
}

/* The file aside lies beside it. */
static int
aside_of(char out[PATH_MAX], const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash != NULL ? (size_t)(slash + 1 - path) : 0;

	if (!str_format(out, PATH_MAX, "%.*s" ASIDE, (int)length, path))
		return err_set(err, "path too long: %.200s", path);
	return 0;
}

/* A changed file gets a later time, in seconds, than it had, whatever the clock says: else a web
 * server tells those who have the old one that nothing has changed (RFC 9110, 8.8.2). */
static int
set_later(int fd, const char *old, struct err *err)
{
	struct stat was, is;
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { 0 } };

	if (stat(old, &was) == -1 || fstat(fd, &is) == -1 || is.st_mtime > was.st_mtime)
		return 0;
	times[1].tv_sec = was.st_mtime + 1;
	return futimens(fd, times) == -1 ? err_system(err, "cannot set the time of %s", old) : 0;
}

int
page_put(struct archive *site, const char *path, const char *bytes, size_t length, struct err *err)
{
	char full[PATH_MAX], aside[PATH_MAX];
	int fd, rc;

	if (folder_join(full, site->options->folder, path, err) == -1 ||
	    aside_of(aside, full, err) == -1)
		return -1;
	if (is_same(site->arena, full, bytes, length))
		return 0;
	if ((fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644)) == -1)
		return err_system(err, "cannot make %s", aside);
	rc = file_write(fd, aside, bytes, length, err);
	if (rc == 0)
		rc = set_later(fd, full, err);
	if (fchmod(fd, 0644) == -1 && rc == 0)
		rc = err_system(err, "cannot open %s to others", aside);
	if (close(fd) == -1 && rc == 0)
		rc = err_system(err, "cannot close %s", aside);
	if (rc == 0 && rename(aside, full) == -1)
		rc = err_system(err, "cannot write %s", full);
	if (rc == -1)
		unlink(aside);
	else
		site->result->written++;
	return rc;
}

int
page_remove(struct archive *site, const char *path, struct err *err)
{
	char full[PATH_MAX];

	if (folder_join(full, site->options->folder, path, err) == -1)
		return -1;
	if (unlink(full) == 0)
		site->result->removed++;
	else if (errno != ENOENT)
		return err_system(err, "cannot take %s away", full);
	return 0;
}

int
page_remove_own(struct archive *site, const char *path, struct err *err)
{
	return page_remove(
	    site, arena_printf(site->arena, "%s%s", page_folder(site, site->speaks), path), err);
}

void
page_time(struct vars *vars, const char *day, const char *moment, int64_t time)
{
	struct civil civil = clock_civil(time, 0);

	vars_text(vars, day, "");
	vars_textf(vars, moment, "%04d-%02d-%02dT%02d:%02d:%02dZ", civil.year, civil.month,
	    civil.day, civil.hour, civil.minute, (int)(time % MINUTE));
	if (time != 0)
		vars_textf(vars, day, "%04d-%02d-%02d", civil.year, civil.month, civil.day);
}

int
page_player(struct archive *site, const struct seat *seat, int64_t *out, struct err *err)
{
	struct player player;
	int found = seat->player != 0 ?
	    players_get(site->store, site->arena, seat->player, &player, err) :
	    0;

	*out = found == 1 && player.state != PLAYER_CLOSED ? player.id : 0;
	return found == -1 ? -1 : 0;
}

int
page_names(struct archive *site, struct seat *seat, bool *unknown, struct err *err)
{
	static const char *const keys[] = {
		[RED] = "side-title.red", [GREEN] = "side-title.green"
	};
	const char *word;

	for (int side = RED; side <= GREEN; side++) {
		unknown[side] = seat[side].player == 0 && str_equal(seat[side].userid, "?");
		if (!unknown[side])
			continue;
		if (template_word(
			site->options->templates, &site->reader, keys[side], &word, err) == -1)
			return -1;
		str_copy(seat[side].userid, SEAT_NAME_SIZE, word);
	}
	return 0;
}

int
page_position(struct archive *site, struct vars *vars, const struct game *game, struct err *err)
{
	static const char *const keys[] = { "side-title.red", "side-title.green", "river" };
	const char *words[3];
	struct board_labels labels;
	char fen[FEN_SIZE];
	struct str text;

	for (int i = 0; i < 3; i++)
		if (template_word(
			site->options->templates, &site->reader, keys[i], &words[i], err) == -1)
			return -1;
	labels = (struct board_labels){ { words[0], words[1] }, words[2] };
	str_init(&text, site->arena, 0);
	board_text(&text, &game->board, &labels, BOARD_CLASSIC, false,
	    game->length > 0 ? &game->moves[game->length - 1] : NULL, NULL);
	vars_text(vars, "board-text", text.data);
	fen_write(&game->board, 0, 1, fen);
	vars_text(vars, "fen", fen);
	return 0;
}

bool
page_shows(const struct game *game)
{
	return !game->is_private &&
	    (game->state == GAME_PLAYING ||
		(game->state == GAME_OVER && game->result != RESULT_CANCELLED));
}
