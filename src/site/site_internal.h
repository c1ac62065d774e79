/* SPDX-License-Identifier: ISC */
/*
 * What the pages share: values made harmless, files written, and one function a kind of page.
 */
#ifndef SITE_SITE_INTERNAL_H
#define SITE_SITE_INTERNAL_H

#include <stddef.h>

#include "base/vars.h"
#include "site/site.h"
#include "store/games.h"
#include "store/published.h"
#include "view/template.h"

struct str;

#define MARK          ".riverpost" /* in a folder of pages, also in that of a language */
#define LANGUAGES_MAX 32

struct page_language {
	const char *code, *name; /* its own name; both in the memory of the templates */
};

struct archive {
	const struct site_options *options;
	struct store *store;
	struct arena *arena; /* of one page */
	struct site_result *result;
	struct reader reader;
	struct page_language languages[LANGUAGES_MAX];
	int language_count, speaks; /* which of them the pages are written in now */
	char domain[256];           /* in the ids of feeds */
	bool notes_lists;           /* a page makes those due that list it */
};

/* Which languages the pages have.  0 or -1. */
int site_languages(struct archive *site, struct err *err);
/* Makes the folder of each language but the first.  0 or -1. */
int site_language_folders(struct archive *site, struct err *err);
/* Takes away the folders of languages that there are no longer, until `end` (clock_steady_ms).  1:
 * there is more to do; 0, -1. */
int site_forget_languages(struct archive *site, int64_t end, struct err *err);
/* From now on pages are written in that language. */
void site_speak(struct archive *site, int language);
/* The folder of a language: "" of the first, "vi/". */
const char *page_folder(const struct archive *site, int language);

/* What every page may show.  root: what leads from its folder to the uppermost of its language: ""
 * or "../". */
struct vars *page_vars(struct archive *site, const char *root, const char *title);
/* Renders a template into the file, a path below the folder of the language.  What vars hold is
 * made harmless first; `raw` (NULL: none) holds what is HTML already. */
int page_write(struct archive *site, const char *path, const char *template, struct vars *vars,
    struct vars *raw, struct err *err);
/* A file of these bytes, a path below the folder of all languages; written only if it has others.
 */
int page_put(
    struct archive *site, const char *path, const char *bytes, size_t length, struct err *err);
/* Takes a file away, if it is there. */
int page_remove(struct archive *site, const char *path, struct err *err);
/* The same, of a page in the language that is spoken. */
int page_remove_own(struct archive *site, const char *path, struct err *err);
/* In the arena: what HTML and XML would take for their own, as text; without characters that
 * XML 1.0 (2.2) forbids. */
const char *page_escape(struct arena *arena, const char *text);
/* "2026-11-29" and RFC 3339, of a time that is known; "" of 0. */
void page_time(struct vars *vars, const char *day, const char *moment, int64_t time);
/* "first" and "last" in the items of a list: what stands before and after all of them. */
void page_mark_ends(struct vars *vars, const char *list);
/* The number of a player whose page there is; else 0.  0 or -1. */
int page_player(struct archive *site, const struct seat *seat, int64_t *out, struct err *err);

/* Whose names an imported score does not tell are called by their colours; unknown: those.  0 or
 * -1.
 */
int page_names(struct archive *site, struct seat *seat, bool *unknown, struct err *err);

/* Is it for everybody to see, as it stands? */
bool page_shows(const struct game *game);
/* The position at the end of a game, "board-text", for those who do not see a picture. */
int page_position(
    struct archive *site, struct vars *vars, const struct game *game, struct err *err);

/* One page each, with all that goes with it, or nothing where it may not be shown: of a game in all
 * languages, of anything else in the one that is spoken. */
int site_game(struct archive *site, int64_t id, struct err *err);
int site_player(struct archive *site, int64_t id, struct err *err);
int site_tournament(struct archive *site, int64_t id, struct err *err);
int site_list(struct archive *site, int64_t number, struct err *err);
int site_feed(struct archive *site, int64_t number, struct err *err);
int site_opening(struct archive *site, int64_t line, struct err *err);
/* That line and all that go on from it. */
int site_openings(struct archive *site, int64_t line, struct err *err);
/* The lines that a game began with are due. */
int site_note_openings(struct archive *site, const struct game *game, struct err *err);
/* The newest games that began so, as the list "games", in which is said what does not count in
 * figures.  0 or -1. */
int page_opening_games(struct archive *site, struct vars *vars, const char *line, struct err *err);
int site_front(struct archive *site, struct err *err);
/* The feed of a player's games, and of everybody's. */
int site_player_feed(struct archive *site, int64_t player, const char *userid, const int64_t *games,
    int count, struct err *err);
int site_main_feed(struct archive *site, struct err *err);

/* The board of a game for its page: the picture (the inside of <svg>) as it stands at last, and
 * the rules of CSS that show each other position when its marker is the target. */
void site_board(struct str *picture, struct str *rules, const struct game *game);

#endif
