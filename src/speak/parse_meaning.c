/* SPDX-License-Identifier: ISC */
/*
 * What a letter means as the answer to one of the server's (parse.h).
 *
 * A yes, a no, a password and "never" mean something only as an answer to the letter that asks; a
 * bare `confirm` is about what was answered, and `more` about its Subject; words alone answer
 * words.  What a program has written, means nothing.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/board.h"
#include "rules/notation.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define SIGNS "-.,:;/=>()[]*\"'" /* around squares */

/* The letter orders this alone. */
static struct order *
mean(struct parsed_letter *out, const struct verb *verb, const char *written)
{
	out->orders[0] =
	    (struct order){ .verb = verb, .line = verb->name, .written = written, .rest = "" };
	out->count = 1;
	out->doubtful = NULL;
	out->is_request = false;
	return &out->orders[0];
}

static const char *
first_line(struct arena *arena, const char *text)
{
	text += strspn(text, " \t\n");
	return arena_strndup(arena, text, strcspn(text, "\n"));
}

/* The text up to an empty line, unless is_all, or to the signature, which the writer's name begins;
 * *rest: what follows. */
static const char *
part_of(struct arena *arena, const struct parse_context *context, const char *text, bool is_all,
    const char **rest)
{
	const char *begin = text + strspn(text, " \t\n"), *line = begin, *end;

	for (; *line != '\0'; line = end + (*end == '\n')) {
		const char *one;

		end = strchrnul(line, '\n');
		one = arena_strndup(arena, line, (size_t)(end - line));
		if (line > begin &&
		    (one[strspn(one, " \t")] == '\0' ? !is_all :
						       speech_is_name(arena, context->name, one)))
			break;
	}
	*rest = line + strspn(line, " \t\n");
	return arena_strndup(arena, begin, (size_t)(line - begin));
}

/* What of the text may say yes or no: its first paragraph, or the one below a greeting, or all of
 * it. */
static const char *
answer_part(struct arena *arena, const struct parse_context *context, const char *text, bool is_all)
{
	const char *rest, *part = part_of(arena, context, text, is_all, &rest);
	bool more;

	if (!is_all && *rest != '\0' && speech_said(arena, context, part, &more) == SAID_OTHER &&
	    !more)
		part = part_of(arena, context, rest, is_all, &rest);
	return part;
}

/* Does the letter order just this, with nothing behind it? */
static bool
orders_bare(const struct parsed_letter *out, unsigned manner)
{
	const struct order *order = &out->orders[0];

	return out->count == 1 && order->verb->manner & manner && order->game == 0 &&
	    order->password == NULL && order->word_count == 0;
}

/* Does the letter order just what a bare yes does: `accept`, `confirm`? */
static bool
orders_yes(const struct parsed_letter *out)
{
	return orders_bare(out, MEANT_BY_YES | CONFIRMS);
}

/* "Yes please! Thanks, Ann": the text without a name behind thanks, at its end; NULL it has none.
 */
static const char *
without_name(struct arena *arena, const char *text)
{
	static const char thanks[] = "thanks thank cheers regards greetings wishes best thx you";
	size_t end = strlen(text), name;
	const char *folded;
	size_t word;

	while (end > 0 && strchr(" \t\n.!", text[end - 1]) != NULL)
		end--;
	for (name = end; name > 0 && strchr(" \t\n,.!", text[name - 1]) == NULL; name--)
		;
	if (name == 0 || name == end || !isupper((unsigned char)text[name]))
		return NULL;
	text = arena_strndup(arena, text, name);
	for (end = name; end > 0 && strchr(" \t\n,.!", text[end - 1]) != NULL; end--)
		;
	for (word = end; word > 0 && isalpha((unsigned char)text[word - 1]); word--)
		;
	folded = utf8_fold(arena, arena_strndup(arena, text + word, end - word));
	return glossary_lists(thanks, folded) ? text : NULL;
}

/* What the answer to a confirmation says.  Nobody is there to whom words beside a yes could go, and
 * what a userid would be, may be any word. */
static enum said
confirmation_said(struct arena *arena, const struct parse_context *context,
    const struct parsed_letter *out, const char *text, bool *more)
{
	struct parse_context alone = *context;
	enum said said;

	alone.is_userid = NULL;
	if (orders_yes(out))
		text = arena_printf(arena, "yes\n%s", out->comment);
	said = speech_said(arena, &alone, answer_part(arena, &alone, text, true), more);
	if (said == SAID_YES && *more && (text = without_name(arena, text)) != NULL)
		said = speech_said(arena, &alone, answer_part(arena, &alone, text, true), more);
	*more |= context->more != NULL;
	return said == SAID_NOTHING && (context->is_unread || context->more != NULL) ? SAID_OTHER :
										       said;
}

/* One word, and long enough; "password wrong?" asks. */
static bool
is_password(const char *text)
{
	size_t length = strlen(text);

	return utf8_length(text) >= PASSWORD_MIN && length <= PASSWORD_MAX &&
	    strpbrk(text, " \t\n") == NULL && text[length - 1] != '?';
}

/* The new password in a first line "password NEW"; NULL: it is none. */
static const char *
password_line(struct arena *arena, const char *text)
{
	struct tokens tokens;

	tokens_split(arena, arena_strndup(arena, text, strcspn(text, "\n")), &tokens);
	if (tokens.count != 2 || strcmp(tokens.folded[0], "password") != 0 ||
	    !is_password(tokens.raw[1]))
		return NULL;
	return tokens.raw[1];
}

/* The words that say yes. */
static const char *
yes_of(struct arena *arena, const struct parsed_letter *out, const char *text)
{
	return out->count > 0 ? out->orders[0].written : first_line(arena, text);
}

/* The answer to an invitation that is no yes: a no to it, or to all of them. */
static void
decline(bool is_no, bool never, struct parsed_letter *out)
{
	struct order *order;

	if (!never && !is_no)
		return;
	order = mean(out, verb_meant_by(CONFIRMS), "");
	order->is_never = never;
	order->is_declined = !never;
}

/* Does the letter order just `reject`, or say "STOP", as the answer to an invitation? */
static bool
rejects_invitation(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;

	if (!answer->is_invitation || answer->is_automatic)
		return false;
	if (answer_wants_silence(arena, context, text)) {
		decline(false, true, out);
		return true;
	}
	if (!orders_bare(out, MEANT_BY_NO))
		return false;
	mean(out, verb_meant_by(CONFIRMS), out->orders[0].written)->is_declined = true;
	return true;
}

/* The same of one that is neither yes nor just `reject`. */
static void
answer_invitation(struct arena *arena, const struct parse_context *context, const char *text,
    enum said said, struct parsed_letter *out)
{
	bool is_no = said == SAID_NO ||
	    answer_excuses(arena, context, answer_part(arena, context, text, true));

	decline(is_no, answer_is_never(arena, out->comment), out);
}

/* What the text says of what was asked, *more: beside other words; "Correct." confirms it, and no
 * invitation. */
static enum said
answer_said(struct arena *arena, const struct parse_context *context,
    const struct parsed_letter *out, const char *text, bool *more)
{
	enum said said = confirmation_said(arena, context, out, text, more);

	if (out->count > 0 || context->answer.is_invitation || context->more != NULL ||
	    context->is_unread ||
	    !answer_confirms(arena, context, answer_part(arena, context, text, true)))
		return said;
	*more = false;
	return SAID_YES;
}

/* The new password that was asked for. */
static void
take_password(const char *fresh, struct parsed_letter *out)
{
	mean(out, verb_meant_by(CONFIRMS), "password " BLANKED)->fresh = fresh;
	out->comment = "";
}

/* The answer to a letter that asks. */
static void
read_answer(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	const char *fresh = password_line(arena, out->comment);
	struct order *order;
	enum said said;
	bool more;

	out->may_be_password = fresh != NULL || is_password(out->comment);
	if (answer->is_automatic || (out->count > 0 && !orders_yes(out)))
		return;
	said = answer_said(arena, context, out, text, &more);
	if ((said == SAID_YES || said == SAID_NOTHING) && !more) {
		order = mean(out, verb_meant_by(CONFIRMS), yes_of(arena, out, text));
		order->is_empty = said == SAID_NOTHING;
	} else if (out->count > 0) {
		/* "accept", and below it "this is spam" */
		out->unread = out->orders[0].written;
		out->count = 0;
	} else if (answer->wants_password && fresh != NULL) {
		take_password(fresh, out);
	} else if (answer->is_invitation) {
		answer_invitation(arena, context, text, more ? SAID_OTHER : said, out);
	} else if (answer->is_deed) {
		out->is_no = said == SAID_NO && !more;
	}
}

/* What was asked about is ordered, as though it had been written: commands, and below an empty
 * line the words that they have. */
static void
read_meant(struct arena *arena, const struct parse_context *context, const char *lines,
    struct parsed_letter *out)
{
	out->doubtful = NULL;
	out->is_meant = true;
	while (*lines != '\0' && *lines != '\n' && out->count < ORDERS_MAX) {
		const char *end = strchrnul(lines, '\n');
		enum line_kind kind = parse_line(arena, context,
		    arena_strndup(arena, lines, (size_t)(end - lines)), &out->orders[out->count]);

		out->count += kind == LINE_COMMAND || kind == LINE_LOOSE;
		lines = end + (*end == '\n');
	}
	if (*lines != '\n' || out->count == 0)
		return;
	lines = arena_printf(
	    arena, "%s%s%s", lines + 1, out->comment[0] != '\0' ? "\n\n" : "", out->comment);
	if (out->orders[out->count - 1].verb->manner & IS_PRIVATE) {
		out->note = lines;
		out->comment = "";
	} else {
		out->comment = lines;
	}
}

/* "" where there are only marks. */
static const char *
trimmed_words(struct arena *arena, const char *text)
{
	size_t length = strlen(text);

	while (length > 0 && text[length - 1] == '\n')
		length--;
	text = arena_strndup(arena, text, length);
	return speech_is_mark(text) ? "" : text;
}

/* The offer is accepted or rejected, by its name. */
static void
answer_offer(
    enum token_asks asks, const struct verb *verb, const char *written, struct parsed_letter *out)
{
	static const char *const offers[] = { [ASKS_DRAW] = "draw", [ASKS_UNDO] = "undo" };
	struct order *order = mean(out, verb, written);

	if (asks == ASKS_CHALLENGE)
		return;
	order->words[0] = order->raw[0] = offers[asks];
	order->word_count = 1;
}

/* Is there a question that such a word can answer? */
static bool
is_asked(const struct parse_answer *answer)
{
	return answer->asks != ASKS_NOTHING && answer->asks != ASKS_WORDS &&
	    (answer->asks != ASKS_MEANT || answer->meant != NULL);
}

/* Is the letter all "leave", or "leave the tournament", where a yes or a no orders this? */
static bool
names_order(struct arena *arena, const char *text, const char *order)
{
	static const char ends[] = "tournament tournaments";
	const char *words = trimmed_words(arena, text);
	size_t length = strcspn(order, " ");
	struct tokens tokens;

	if (strchr(words, '\n') != NULL)
		return false;
	tokens_split(arena, words, &tokens);
	if (tokens.count > 1)
		parse_tournament(&tokens);
	return tokens.count > 0 && strlen(tokens.folded[0]) == length &&
	    strncmp(tokens.folded[0], order, length) == 0 &&
	    (tokens.count == 1 || (tokens.count == 2 && glossary_lists(ends, tokens.folded[1])));
}

/* May he want to play no longer?  A denial may say so, too, "I'd rather not", unless it stands
 * beside a yes, "Yes, sorry, I was not at home". */
static bool
may_leave(
    struct arena *arena, const struct parse_context *context, const char *text, bool beside_yes)
{
	static const size_t against[] = { SPEECH_LIST(denials), SPEECH_LIST(excuses),
		SPEECH_LIST(silence) };
	const char *folded = answer_on_one_line(arena, text);

	for (size_t i = 0; i < sizeof against / sizeof *against && !beside_yes; i++)
		if (speech_holds(context, folded, against[i]))
			return true;
	return answer_speaks_of_end(arena, text) ||
	    speech_holds_trouble(context, folded, VERB_LEAVE);
}

/* The words beside a yes or a no; all of them where that goes on, "no problem, let's play". */
static const char *
words_beside(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *begin = text + strspn(text, " \t\n"), *next;
	size_t after, length = speech_word(begin, &after);
	bool more;
	enum said said = speech_said(arena, context, arena_strndup(arena, begin, length), &more);
	uint32_t c;

	next = begin + length;
	c = utf8_next(&next);
	if ((said != SAID_YES && said != SAID_NO) || (c == ' ' && begin[after] != '\n'))
		after = 0;
	begin += after;
	length = strcspn(begin, "\n");
	if (answer_agrees(arena, context, arena_strndup(arena, begin, length)))
		begin += length;
	return trimmed_words(arena, begin);
}

/* What the yes or no to that question orders. */
static void
take_said(struct arena *arena, const struct parse_context *context, enum said said,
    const char *written, struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	bool yes = said == SAID_YES;

	switch (answer->asks) {
	case ASKS_MEANT:
		out->is_no = !yes && answer->otherwise == NULL;
		out->stays_asked = !yes && answer->otherwise != NULL;
		if (!out->is_no)
			read_meant(arena, context, yes ? answer->meant : answer->otherwise, out);
		break;
	case ASKS_MOVE:
		out->is_no = !yes;
		if (yes)
			mean(out, verb_meant_by(CONFIRMS_MOVE), written);
		break;
	case ASKS_TWO:
		out->answers_two = true;
		break;
	default:
		answer_offer(
		    answer->asks, verb_meant_by(yes ? MEANT_BY_YES : MEANT_BY_NO), written, out);
	}
}

/* "No, thanks, I have too many games": a no to what is offered, which goes to the other with its
 * words.  A question, or what agrees, is asked about. */
static bool
declines_with_words(struct arena *arena, const struct parse_context *context, const char *text)
{
	static const size_t others[] = { SPEECH_LIST(assurances), SPEECH_LIST(corrections),
		SPEECH_LIST(conditions) };
	const char *folded = utf8_fold(arena, trimmed_words(arena, text));
	struct tokens tokens;

	if (!answer_is_offered(&context->answer) || context->answer.is_suspect ||
	    context->answer.otherwise != NULL || strpbrk(folded, "?\n") != NULL)
		return false;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (speech_holds(context, folded, others[i]))
			return false;
	tokens_split(arena, folded, &tokens);
	for (int i = 0; i < tokens.count; i++) {
		const char *word = arena_strndup(
		    arena, tokens.folded[i], strcspn(tokens.folded[i], ",.;:!"));
		const struct verb *verb = verb_find(context->glossary, word);
		const char *choice = strchr(word, '/');
		bool more;

		/* "No, all right then", "no/yes" */
		if (notation_is_move_like(word) ||
		    (choice != NULL &&
			speech_said(arena, context, choice + 1, &more) == SAID_YES) ||
		    (verb != NULL && verb->manner & (MEANT_BY_YES | IS_FINAL)) ||
		    speech_said(arena, context, tokens_rest(arena, &tokens, i), &more) == SAID_YES)
			return false;
	}
	return !tokens.too_many;
}

/* A yes or a no with more in its sentence: "No, no time" declines; "Ok, but not today", "No, if you
 * give me a move back" are asked about.  False: it is none of these. */
static bool
read_with_more(struct arena *arena, const struct parse_context *context, enum said said, bool more,
    const char *text, struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;

	if (more && said == SAID_NO && declines_with_words(arena, context, text)) {
		out->doubtful = NULL;
		take_said(arena, context, said, first_line(arena, text), out);
		out->comment = trimmed_words(arena, text);
		return true;
	}
	if (!answer->is_suspect && (!more || answer->otherwise != NULL))
		return false;
	/* "No, H10-G8": the move declines, too. */
	if (said == SAID_NO && out->speaks_of_move && out->form[0] != '\0')
		return true;
	if (answer_is_offered(answer)) {
		out->meant = answer_nearest(arena, context, said, text);
		out->form = out->meant->name;
	}
	return true;
}

/* A yes or a no, as the answer to a letter that asks one thing; the words beside it go to the
 * other player.  False: it is neither. */
static bool
read_yes(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	bool more;
	const char *written = first_line(arena, text);
	enum said said = speech_said(
	    arena, context, answer_part(arena, context, text, false), &more);

	if ((said != SAID_YES && said != SAID_NO) || !is_asked(answer))
		return false;
	/* "Yes, I will leave" */
	if (answer->otherwise != NULL && said == SAID_YES && may_leave(arena, context, text, true))
		return false;
	if (answer->otherwise == NULL && !answer->is_suspect &&
	    answer_doubt(arena, context, said, text, words_beside(arena, context, text), out))
		return true;
	if (read_with_more(arena, context, said, more, text, out))
		return true;
	out->doubtful = NULL;
	/* "Yes, I was away": there is nobody to whom that could go. */
	out->comment = answer->otherwise != NULL ? "" : words_beside(arena, context, text);
	take_said(arena, context, said, written, out);
	return true;
}

/* Do the words hold two squares, or a move? */
static bool
holds_move(struct arena *arena, const struct tokens *tokens)
{
	int squares = 0;

	for (int i = 0; i < tokens->count; i++) {
		const char *at = tokens->folded[i];
		uint8_t square;

		for (at += strspn(at, SIGNS); square_read(&at, &square); at += strspn(at, SIGNS))
			squares++;
		if (notation_is_move_like(tokens_rest(arena, tokens, i)))
			return true;
	}
	return squares > 1;
}

/* The deed that a sentence names is what may be offered; "play computer" names no move. */
static void
offer_deed(struct arena *arena, const struct parse_context *context, const struct verb *meant,
    const struct order *order, struct parsed_letter *out)
{
	if (meant->manner & MEANT_BY_MOVE)
		return;
	/* "I accept no draw" */
	if (meant->manner & MEANT_BY_YES &&
	    speech_holds(context, utf8_fold(arena, order->written), SPEECH_LIST(denials)))
		meant = verb_meant_by(MEANT_BY_NO);
	out->unread = arena_strdup(arena, order->written);
	out->meant = meant;
	out->form = meant->manner & (IS_PLAIN | MEANT_BY_NO) ? meant->name : "";
}

/* The same, unless a form is found already; days are written with their dates. */
static void
offer_meant(struct arena *arena, const struct parse_context *context, const struct verb *meant,
    const struct order *order, const struct tokens *tokens, struct parsed_letter *out)
{
	const char *form;

	if (out->form[0] == '\0')
		offer_deed(arena, context, meant, order, out);
	if (verb_takes(meant, ARG_DATES) &&
	    days_in_line(
		arena, context, tokens, speech_mark(tokens->raw[tokens->count - 1]), &form))
		out->form = arena_strdup(arena, form);
}

/* Is any line of the letter near a command, or where the writer is to move, near a move? */
static bool
is_near(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	struct arena *scratch = arena_new();
	bool near = false;

	for (const char *end; *text != '\0' && !near; text = end + (*end == '\n')) {
		const char *line;
		struct tokens tokens;
		struct order order;
		enum line_kind kind;
		const struct verb *meant = NULL;

		arena_clear(scratch);
		end = strchrnul(text, '\n');
		line = arena_strndup(scratch, text, (size_t)(end - text));
		kind = parse_line(scratch, context, line, &order);
		if (kind != LINE_COMMAND && kind != LINE_NEAR && kind != LINE_TEXT)
			continue;
		tokens_split(scratch, line, &tokens);
		if (tokens.count > 1)
			parse_tournament(&tokens);
		near = kind != LINE_TEXT || tokens.count == 0 ||
		    speech_asks_for_silence(scratch, context, line) ||
		    (context->answer.is_his_move && holds_move(scratch, &tokens) &&
			!broken_is_bygone(scratch, context, line)) ||
		    (meant = deed_in_line(scratch, context, &tokens,
			 speech_mark(tokens.raw[tokens.count - 1]))) != NULL;
		if (near && meant != NULL)
			offer_meant(arena, context, meant, &order, &tokens, out);
	}
	arena_free(scratch);
	return near;
}

/* "What is this?", "Who gave you my address?", and not "can we play unrated?": does a clause of the
 * folded line ask the server? */
static bool
asks_server(struct arena *arena, const struct parse_context *context, const char *line)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *behind = speech_find(line, glossary->languages[i].puzzled, ",");

		if (behind != NULL && speech_ends_clause(arena, context, behind))
			return true;
	}
	return false;
}

/* Is a clause of the line no more than a yes or a no: "Yes?"? */
static bool
holds_said(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *begin = line, *next = line;
	bool more;
	uint32_t c;

	do {
		const char *at = next;
		enum said said;

		c = utf8_next(&next);
		if (c != 0 && !speech_is_end(c))
			continue;
		said = speech_said(
		    arena, context, arena_strndup(arena, begin, (size_t)(at - begin)), &more);
		if ((said == SAID_YES || said == SAID_NO) && !more)
			return true;
		begin = next;
	} while (c != 0);
	return false;
}

/* Does a line of the answer to a challenge speak of taking it or not, or ask the server what this
 * is?  The former is what may be meant. */
static bool
speaks_of_challenge(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct verb *verb = NULL;
	const char *line;

	if (context->answer.asks != ASKS_CHALLENGE)
		return false;
	while (verb == NULL && (line = letter_line(arena, &text)) != NULL) {
		if (holds_said(arena, context, line) ||
		    asks_server(arena, context, utf8_fold(arena, line)))
			return true;
		verb = nearest_answer(arena, context, line);
	}
	if (verb == NULL)
		return false;
	out->unread = secret_blank(arena, context, line);
	out->meant = verb;
	out->form = verb->name;
	return true;
}

/* Is it certain that the words are words, and nothing else? */
static bool
are_words(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const char *rest, *all;

	if (out->doubtful != NULL || (out->comment[0] == '\0' && context->more == NULL) ||
	    out->comment_too_large || out->speaks_of_move || out->from_subject || out->is_request)
		return false;
	all = trimmed_words(arena, part_of(arena, context, text, true, &rest));
	return !deed_is_said(arena, context, all, out) &&
	    !speaks_of_challenge(arena, context, text, out) &&
	    !is_near(arena, context, text, out) &&
	    (context->more == NULL ||
		(!request_is_said(arena, context, context->more, out) &&
		    !is_near(arena, context, context->more, out)));
}

/* A bare yes or no, to a letter that asked nothing and carried nobody's words: whoever thinks that
 * he has answered a question is told.  False: it is none. */
static bool
says_yes_to_nothing(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	bool more;
	enum said said = speech_said(
	    arena, context, answer_part(arena, context, text, false), &more);

	if (context->answer.asks != ASKS_NOTHING || context->answer.game == 0 || more ||
	    (said != SAID_YES && said != SAID_NO))
		return false;
	out->answers_none = true;
	return true;
}

/* The answer to a letter that asks one of two: a yes or a no, or the name of what either does;
 * other words say that somebody is there, if they speak of no end.  What is none of these leaves
 * the question open.  False: something else is asked about it first. */
static bool
read_either(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	enum said said = names_order(arena, text, answer->otherwise) ? SAID_NO :
	    names_order(arena, text, answer->meant)                  ? SAID_YES :
								       SAID_OTHER;

	if (said != SAID_OTHER) {
		out->comment = "";
		take_said(arena, context, said, first_line(arena, text), out);
		return true;
	}
	if (read_yes(arena, context, text, out))
		return true;
	if (out->doubtful != NULL)
		return false;
	if (are_words(arena, context, text, out) && !may_leave(arena, context, text, false)) {
		out->comment = "";
		read_meant(arena, context, answer->meant, out);
	} else {
		out->stays_asked = true;
	}
	return true;
}

/* "Exactly!", to the question what was meant.  False: it is not so. */
static bool
read_affirmed(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const char *other = context->answer.asks == ASKS_MEANT && !context->answer.is_suspect ?
	    answer_other_move(arena, context, answer_part(arena, context, text, true)) :
	    NULL;

	/* "No, H3-E3" */
	if (other != NULL) {
		out->comment = "";
		out->speaks_of_move = false;
		read_meant(arena, context, other, out);
		return true;
	}
	if (context->answer.asks != ASKS_MEANT || context->answer.meant == NULL ||
	    (!answer_affirms(arena, context, answer_part(arena, context, text, true)) &&
		!answer_repeats(arena, context, answer_part(arena, context, text, true))))
		return false;
	out->comment = "";
	take_said(arena, context, SAID_YES, first_line(arena, text), out);
	return true;
}

/* A letter without a command: a yes or a no; or words alone, which as the answer to words or to a
 * board go to the other player. */
static void
read_words(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	const char *comment = out->comment;
	bool are_taken = answer->takes_words || answer->writer != NULL;
	struct order *order;

	if ((answer->otherwise != NULL && !answer->is_suspect && !context->is_unread &&
		read_either(arena, context, text, out)) ||
	    read_affirmed(arena, context, text, out))
		return;
	if (read_yes(arena, context, text, out) || !(are_taken || is_asked(answer)) ||
	    !are_words(arena, context, text, out))
		return;
	if (!are_taken || answer_is_for_us(arena, context, comment) ||
	    says_yes_to_nothing(arena, context, text, out))
		return;
	if (answer->writer == NULL) {
		order = mean(out, verb_meant_by(MEANT_BY_BAR), "");
	} else {
		order = mean(out, verb_meant_by(WRITES_TO), "");
		order->words[0] = order->raw[0] = answer->writer;
		order->word_count = 1;
	}
	order->is_talk = true;
	out->comment = comment;
}

/* "confirm" with a code, which may look like a board's number; or in an answer about a game,
 * which is no confirmation's, or "confirm 123 fred secret": the move that was submitted. */
static void
read_confirm(struct arena *arena, const struct parse_answer *answer, struct order *order)
{
	const char *number = arena_printf(arena, "%lld", (long long)order->game);

	if (order->word_count > 0)
		return;
	if (order->password == NULL && code_is_like(number, CODE_LENGTH)) {
		order->raw[0] = order->words[0] = number;
		order->word_count = 1;
		order->game = 0;
	} else if (order->game != 0 || (!answer->is_question && answer->game != 0)) {
		order->verb = verb_meant_by(CONFIRMS_MOVE);
	}
}

/* The line that asks for the next page in a Subject, whatever the language has around it: from
 * the verb's name to the board's number. */
static const char *
page_in_subject(struct arena *arena, const char *subject, const struct verb *paged)
{
	static const char after[] = " after ";
	const char *line = NULL, *end = NULL;

	for (const char *at = subject; (at = strstr(at, paged->name)) != NULL; at++)
		line = at;
	for (const char *at = line; at != NULL && (at = strstr(at, after)) != NULL; at++)
		end = at + strlen(after);
	if (end == NULL)
		return NULL;
	end += strspn(end, "0123456789");
	return arena_strndup(arena, line, (size_t)(end - line));
}

/* Takes the line for the order, if it is one of that verb, or of any that has pages (NULL). */
static bool
take_page(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb *paged, struct order *order)
{
	const struct parse_context plain = { .glossary = context->glossary };
	struct order page;
	enum line_kind kind = line != NULL ? parse_line(arena, &plain, line, &page) : LINE_TEXT;

	if ((kind != LINE_COMMAND && kind != LINE_LOOSE) || !(page.verb->manner & HAS_PAGES) ||
	    (paged != NULL && page.verb != paged))
		return false;
	page.line = order->line;
	page.written = order->written;
	*order = page;
	return true;
}

/* The next page is asked for by a line after the verb, or by the page that is answered: it is what
 * a yes to that means, or stands in its Subject. */
static void
read_more(struct arena *arena, const struct parse_context *context, const char *subject,
    struct order *order)
{
	const struct parse_answer *answer = &context->answer;
	bool bare = order->word_count == 0;

	if (bare && answer->asks == ASKS_MEANT &&
	    take_page(arena, context, answer->meant, NULL, order))
		return;
	for (int i = 0; i < VERB_COUNT; i++) {
		const struct verb *paged = &verb_table[i];
		const char *line;

		if (!(paged->manner & HAS_PAGES))
			continue;
		line = bare ? page_in_subject(arena, subject, paged) :
			      strstr(order->line, paged->name);
		if (take_page(arena, context, line, paged, order))
			return;
	}
}

/* "Challenge accepted!" challenges nobody of that name. */
static bool
agrees_like_command(
    struct arena *arena, const struct parse_context *context, const struct parsed_letter *out)
{
	bool more;

	return out->count == 1 && context->answer.asks == ASKS_CHALLENGE &&
	    out->orders[0].verb->manner & ASKS_FOR_GAME &&
	    speech_said(arena, context, out->orders[0].written, &more) == SAID_YES && !more;
}

void
meaning_read(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	bool has_password = false;

	if (agrees_like_command(arena, context, out))
		out->count = 0;
	if (answer->is_question && !rejects_invitation(arena, context, text, out))
		read_answer(arena, context, text, out);
	else if (out->count == 0 && !answer->is_automatic)
		read_words(arena, context, text, out);
	for (int i = 0; i < out->count; i++) {
		struct order *order = &out->orders[i];

		has_password |= order->password != NULL && order->verb->needs & NEEDS_PLAYER;
		if (order->verb->manner & CONFIRMS)
			read_confirm(arena, answer, order);
		else if (order->verb->manner & ASKS_FOR_PAGE)
			read_more(arena, context, subject, order);
	}
	/* In a stranger's remarks nothing can hide; but with a password it may be a player who
	 * writes from somebody else's address. */
	if (context->is_stranger && out->count > 0 && !has_password)
		out->doubtful = NULL;
	out->too_many |= context->orders_max > 0 && out->count > context->orders_max;
}
