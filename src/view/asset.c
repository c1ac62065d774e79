/* SPDX-License-Identifier: ISC */
/*
 * Files beside the languages' folders of templates (asset.h).
 */
#include "view/asset.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "view/template_file.h"

const char *
asset_text(const struct templates *templates, struct arena *arena, const char *name)
{
	struct str text;
	struct err ignored;

	for (int i = 0; i < FOLDERS; i++)
		if (templates->folders[i] != NULL &&
		    file_read(arena_printf(arena, "%s/%s", templates->folders[i], name), arena, 0,
			&text, &ignored) == 0 &&
		    text.length > 0)
			return text.data;
	return NULL;
}
