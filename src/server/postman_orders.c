/* SPDX-License-Identifier: ISC */
/*
 * What a letter commands, as its sender may mean it.
 *
 * Reading changes nothing; whether he may is asked when the orders are run.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "mail/guard/wording.h"
#include "mail/read/subject.h"
#include "mail/source/source.h"
#include "server/postman.h"

static bool
is_among(const char *word, size_t length, const char *const *words)
{
	for (; *words != NULL; words++)
		if (strlen(*words) == length && strncmp(*words, word, length) == 0)
			return true;
	return false;
}

/* Nothing, or one of the words by which people agree. */
static bool
is_yes(struct arena *arena, const char *text)
{
	static const char *const words[] = { "", "yes", "ok", "okay", "confirm", "confirmed", "ja",
		"oui", "sí", "да", "是", "好", "có", "vâng", NULL };
	/* These begin other sentences: "Si no fui yo". */
	static const char *const alone[] = { "y", "si", NULL };
	const char *folded = utf8_fold(arena, text);
	const char *word = folded + strspn(folded, " \t\n");
	size_t length = strcspn(word, " \t\n.,!");

	return is_among(word, length, words) ||
	    (strchr(".,!\n", word[length]) != NULL && is_among(word, length, alone));
}

static void
confirm_by_answer(struct parsed_letter *parsed)
{
	memset(&parsed->orders[0], 0, sizeof parsed->orders[0]);
	parsed->orders[0].cmd = &cmd_confirm;
	parsed->orders[0].line = "confirm";
	parsed->count = 1;
	parsed->doubtful = NULL;
}

static void
tell_commands(struct work *work, const struct parsed_letter *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		str_addf(&work->story, "%s%s", i == 0 ? "; " : ", ", parsed->orders[i].cmd->name);
}

/* Might a player be writing from an address of somebody else's? */
static bool
has_password(const struct parsed_letter *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].password != NULL &&
		    parsed->orders[i].cmd->needs & NEEDS_PLAYER)
			return true;
	return false;
}

void
postman_read_orders(struct work *work, struct parsed_letter *parsed)
{
	const struct letter *letter = &work->letter;
	bool was_answer;

	parse_letter(work->arena, work->server->settings.glossary,
	    subject_strip(work->arena, letter->subject, &was_answer), letter->text,
	    work->answers_us, parsed);
	if (work->has_token && work->token.purpose == TOKEN_CONFIRM && parsed->count == 0 &&
	    is_yes(work->arena, letter->text) &&
	    !wording_is_automatic(work->arena, letter->subject, letter->text))
		confirm_by_answer(parsed);
	/* A stranger's remarks go to nobody, so nothing can hide in them. */
	if (work->sender == NULL && parsed->count > 0 && !has_password(parsed))
		parsed->doubtful = NULL;
	parsed->too_many |= parsed->count > work->server->settings.commands_max;
	tell_commands(work, parsed);
}
