/* SPDX-License-Identifier: ISC */
/*
 * The languages of the pages (site_internal.h).
 */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "play/glossary.h"
#include "site/site_internal.h"
#include "view/template_check.h"

/* Adds the language, unless it is one of them, or has not all texts. */
static void
add_language(struct archive *site, const char *code)
{
	const struct site_options *options = site->options;
	const struct language *language = glossary_language(options->settings->glossary, code);
	const char *lacking;

	if (language == NULL || site->language_count == LANGUAGES_MAX ||
	    language_lacks(options->templates, language->code, &lacking) > 0)
		return;
	for (int i = 0; i < site->language_count; i++)
		if (str_equal(site->languages[i].code, language->code))
			return;
	site->languages[site->language_count++] = (struct page_language){ .code = language->code,
		.name = language->name };
}

int
site_languages(struct archive *site, struct err *err)
{
	const char *list = site->options->languages;

	if (list == NULL)
		list = site->options->settings->language;
	for (bool is_first = true; *(list += strspn(list, ", ")) != '\0'; is_first = false) {
		size_t length = strcspn(list, ", ");

		add_language(site, arena_strndup(site->arena, list, length));
		if (is_first && site->language_count == 0)
			add_language(site, "en");
		list += length;
	}
	if (site->language_count == 0)
		return err_set(err, "there are no templates of English");
	site_speak(site, 0);
	return 0;
}

void
site_speak(struct archive *site, int language)
{
	site->speaks = language;
	site->reader.language = site->languages[language].code;
}

const char *
page_folder(const struct archive *site, int language)
{
	return language == 0 ? "" :
			       arena_printf(site->arena, "%s/", site->languages[language].code);
}
