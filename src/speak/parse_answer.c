/* SPDX-License-Identifier: ISC */
/*
 * Words that answer a question of the server's, told from those for the other player
 * (parse_internal.h).
 */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"
#include "speak/tokens.h"

#define ANSWER_WORDS   3  /* of an answer to a question of ours, at most */
#define ANSWER_COLUMNS 36 /* … that they take up */

bool
answer_is_for_us(struct arena *arena, const struct parse_context *context, const char *words)
{
	enum token_asks asks = context->answer.asks;
	struct tokens tokens;

	if ((asks != ASKS_MEANT && asks != ASKS_TWO && asks != ASKS_MOVE) ||
	    context->answer.carries_words || strchr(words, '\n') != NULL ||
	    utf8_prefix(words, ANSWER_COLUMNS) < strlen(words) ||
	    speech_is_thanks(arena, context, words, false))
		return false;
	tokens_split(arena, words, &tokens);
	return !tokens.too_many && tokens.count <= ANSWER_WORDS;
}

bool
answer_affirms(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t first = strcspn(text, "\n"), length;
	const char *line = utf8_fold(arena, arena_strndup(arena, text, first));

	length = speech_listed(context, line, SPEECH_LIST(affirmations));
	return text[first + strspn(text + first, "\n")] == '\0' && length > 0 &&
	    (line[length + strspn(line + length, " .!")] == '\0' ||
		speech_is_thanks(arena, context, line + length, false));
}

bool
answer_wants_silence(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *line;
	size_t length;

	text += strspn(text, " \t\n");
	length = strcspn(text, "\n");
	line = arena_strndup(arena, text, length);
	for (size_t end = strlen(line); end > 0 && strchr(" !.", line[end - 1]) != NULL; end--)
		line = arena_strndup(arena, line, end - 1);
	return text[length + strspn(text + length, " \t\n")] == '\0' &&
	    speech_asks_for_silence(arena, context, line);
}
