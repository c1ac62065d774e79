/* SPDX-License-Identifier: ISC */
/*
 * Strangers who want to take part (newcomer.h).
 */
#include "server/newcomer.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/read/letter.h"
#include "mail/read/subject.h"
#include "play/glossary.h"
#include "play/reply.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define JOINING_MAX 600 /* bytes of a letter that may ask to take part */

bool
newcomer_tries(struct arena *arena, const struct glossary *glossary, const struct letter *letter)
{
	const char *text = letter->text + strspn(letter->text, " \t\n");
	bool was_answer;

	return verb_is_signup(arena, glossary, arena_strndup(arena, text, strcspn(text, "\n"))) ||
	    verb_is_signup(arena, glossary, subject_strip(arena, letter->subject, &was_answer));
}

bool
newcomer_asks(struct arena *arena, const struct glossary *glossary, const struct letter *letter)
{
	const struct parse_context context = { .glossary = glossary };
	char *words;

	if (letter->too_large)
		return false;
	words = utf8_fold(arena, arena_printf(arena, "%s; %s", letter->subject, letter->text));
	for (char *at = words; *at != '\0'; at++)
		*at = *at == '\n' ? ' ' : *at;
	return strlen(words) <= JOINING_MAX && strstr(words, "://") == NULL &&
	    strstr(words, "www.") == NULL && speech_holds(&context, words, SPEECH_LIST(joining));
}

void
newcomer_welcome(struct reply *reply, const char *address)
{
	vars_text(reply_use(reply, "signup-welcome"), "address", address);
}
