/* SPDX-License-Identifier: ISC */
/*
 * The topics of the help (topics.h).
 */
#include "speak/topics.h"

#include <stddef.h>

#include "play/glossary.h"

/* Words of one page have blanks between them. */
static const struct {
	const char *words, *page;
} topics[] = { { "commands command bot machine computer engine", "help-commands" },
	{ "xiangqi chess pieces", "help-xiangqi" },
	{ "rules rulesets repetition server asian cxq", "help-rules" },
	{ "notation coordinates wxf moves", "help-notation" },
	{ "time clock forfeit", "help-time" }, { "privacy erase delete address", "help-privacy" },
	{ "key signed signature minisign", "help-key" } };

const char *
topic_page(const char *word)
{
	for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
		if (glossary_lists(topics[i].words, word))
			return topics[i].page;
	return NULL;
}
