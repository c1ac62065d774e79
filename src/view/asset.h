/* SPDX-License-Identifier: ISC */
/*
 * Files beside the languages' folders of templates, which go out as they are.
 */
#ifndef VIEW_ASSET_H
#define VIEW_ASSET_H

struct arena;
struct templates;

/* The operator's file of that name, or the shipped one, in the arena; NULL there is none. */
const char *asset_text(const struct templates *templates, struct arena *arena, const char *name);

#endif
