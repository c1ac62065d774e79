/* SPDX-License-Identifier: ISC */
/*
 * The looks of HTML letters (page_css.h).
 */
#include "view/page_css.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "view/asset.h"
#include "view/template_file.h"

#define BLANKS " \t\r\n"

const char *
page_css(struct templates *templates)
{
	if (templates->css == NULL)
		templates->css = asset_text(templates, templates->kept, "page.css");
	if (templates->css == NULL)
		templates->css = "";
	return templates->css;
}

const char *
page_css_rule(const char *css, const char *name, size_t *length)
{
	size_t n = strlen(name);

	for (const char *line = css; *line != '\0';
	     line += strcspn(line, "\n"), line += *line == '\n') {
		const char *rule = line + 1 + n;

		if (*line != '.' || strncmp(line + 1, name, n) != 0)
			continue;
		rule += strspn(rule, BLANKS);
		if (*rule != '{')
			continue;
		rule += 1 + strspn(rule + 1, BLANKS);
		*length = strcspn(rule, "}");
		while (*length > 0 && strchr(BLANKS, rule[*length - 1]) != NULL)
			(*length)--;
		return rule;
	}
	return NULL;
}
