/* SPDX-License-Identifier: ISC */
/*
 * A message becomes a Subject and a document (letter.h).
 *
 * Notes about one game that follow one another stand together above one
 * picture of that game.
 */
#include "view/letter.h"

#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/facts.h"
#include "play/glossary.h"
#include "speak/settings.h"
#include "speak/verbs.h"
#include "view/game_vars.h"
#include "view/letter_internal.h"
#include "view/page_css.h"

#define STARS_MAX     9  /* in a row, in a remark */
#define WAITING_SHOWN 20 /* numbers of boards that wait */
#define LINE_SHOWN    40 /* columns of a refused line in a Subject */

static int
render(const struct sheet *sheet, const char *template, const struct vars *vars, struct str *out,
    struct err *err)
{
	return template_render(sheet->view->templates, &sheet->how, template, vars, out, err);
}

/* A remark stands between lines of stars, so it may not hold any: what follows such a
 * line would seem to be the server's. */
static const char *
remark_text(struct arena *arena, const char *text)
{
	static const wchar_t stars[] = L"*\x66d\x204e\x2217\x2731\xfe61\xff0a";
	struct str out;
	const char *next = text;
	size_t begin = 0;
	int count = 0;
	uint32_t c;

	str_init(&out, arena, 0);
	for (; (c = utf8_next(&next)) != 0; text = next) {
		count = wcschr(stars, (wchar_t)c) != NULL ? count + 1 : 0;
		if (count == 1)
			begin = out.length;
		if (count <= STARS_MAX) {
			str_addn(&out, text, (size_t)(next - text));
		} else if (count == STARS_MAX + 1) {
			str_truncate(&out, begin);
			str_add(&out, "***");
		}
	}
	return out.data;
}

static void
remark_vars(const struct sheet *sheet, const struct game *game, struct vars *vars)
{
	vars_list(vars, "remarks");
	for (const struct remark *r = sheet->reply->remarks; r != NULL; r = r->next) {
		struct vars *item;

		if (r->game != game ||
		    (sheet->reader != NULL && reply_is_deaf(sheet->reply, sheet->reader->id)))
			continue;
		item = vars_add(vars, "remarks");
		vars_text(item, "writer", r->userid);
		vars_text(item, "remark", remark_text(sheet->view->arena, r->text));
	}
}

static bool
is_reader(const struct sheet *sheet, const struct var *name)
{
	return name != NULL && sheet->reader != NULL &&
	    str_equal(name->text, sheet->reader->userid);
}

/* Whom each item of a list names by `who`: is it the reader? */
static void
mark(const struct sheet *sheet, const struct var *list, const char *flag, const char *who)
{
	for (struct vars *item = list != NULL ? list->first : NULL; item != NULL; item = item->next)
		vars_flag(item, flag, is_reader(sheet, vars_find(item, who)));
}

/* Which of the sides of a loop is the reader, and whose moves are counted. */
static void
mark_sides(const struct sheet *sheet, const struct vars *vars)
{
	const struct var *list = vars_find(vars, "rounds");

	mark(sheet, vars_find(vars, "counts"), "you-count", "counter");
	mark(sheet, vars_find(vars, "sides"), "you", "who");
	mark(sheet, vars_find(vars, "sides"), "other-is-you", "other");
	mark(sheet, vars_find(vars, "climbs"), "you", "who");
	for (struct vars *item = list != NULL ? list->first : NULL; item != NULL; item = item->next)
		mark_sides(sheet, item);
}

/* The words of a note, with the newline at their end. */
static int
add_note(const struct sheet *sheet, const struct note *note, struct str *out, struct err *err)
{
	struct vars *vars = vars_new(sheet->view->arena);

	vars_copy(vars, note->vars);
	letter_common_vars(sheet, vars);
	vars_flag(vars, "reader-plays",
	    note->game != NULL && sheet->reader != NULL && game_has(note->game, sheet->reader->id));
	/* Does he have to find another move? */
	vars_flag(vars, "you-vary", is_reader(sheet, vars_find(note->vars, "varies")));
	vars_flag(vars, "you-leave", is_reader(sheet, vars_find(note->vars, "leaver")));
	vars_flag(vars, "you-run", is_reader(sheet, vars_find(note->vars, "runner")));
	vars_flag(vars, "you-are-late", is_reader(sheet, vars_find(note->vars, "late")));
	mark_sides(sheet, note->vars);
	if (note->game == NULL)
		remark_vars(sheet, NULL, vars);
	if (render(sheet, note->template, vars, out, err) == -1)
		return -1;
	str_trim(out);
	str_add(out, "\n");
	return 0;
}

/* "board-text", once for the start that many challenges have, seen from the same side. */
static int
add_board(struct sheet *sheet, const struct game *game, struct vars *vars, struct err *err)
{
	const struct player *reader = sheet->reader;
	const struct game *laid = sheet->laid;

	if (game->state == GAME_OFFERED && laid != NULL &&
	    str_equal(laid->start_fen, game->start_fen) &&
	    (reader == NULL || !reader->flipped ||
		laid->seat[RED].player == game->seat[RED].player)) {
		vars_text(vars, "board-text", "");
		return 0;
	}
	if (game->state == GAME_OFFERED)
		sheet->laid = game;
	return game_board_text(
	    sheet->view, sheet->doc, game, game->length, NULL, reader, &sheet->how, vars, err);
}

/* All about a game; vars: what is said of it. */
static int
add_game(struct sheet *sheet, struct game *game, struct vars *vars, struct err *err)
{
	remark_vars(sheet, game, vars);
	if (game_vars(sheet->view, game, sheet->reader, &sheet->how, vars, err) == -1 ||
	    add_board(sheet, game, vars, err) == -1)
		return -1;
	mark_sides(sheet, vars);
	vars_flag(vars, "several", sheet->several != NULL);
	if (sheet->several != NULL) {
		vars_copy(vars_add(sheet->several, "boards"), vars);
		if (game->state == GAME_PLAYING && sheet->reader != NULL &&
		    game_has(game, sheet->reader->id))
			vars_number(sheet->several, "own-board", game->id);
	}
	if (render(sheet, "game", vars, sheet->out, err) == -1)
		return -1;
	/* No list of answers follows its last line. */
	if (sheet->several != NULL) {
		str_trim(sheet->out);
		str_add(sheet->out, "\n");
	}
	return 0;
}

/* Below several boards: what can be answered, with a board's number. */
static int
add_answers(const struct sheet *sheet, struct err *err)
{
	if (sheet->several == NULL)
		return 0;
	letter_common_vars(sheet, sheet->several);
	vars_flag(sheet->several, "reader-is-player", sheet->reader != NULL);
	str_add(sheet->out, "\n");
	return render(sheet, "answers-several", sheet->several, sheet->out, err);
}

/* A refusal shows the game only to the player whose turn it is. */
static enum show
show_to(const struct player *reader, const struct note *note)
{
	const struct game *game = note->game;

	if (note->show != SHOW_GAME || !note->refused ||
	    (reader != NULL && game->state == GAME_PLAYING &&
		game->seat[game_turn(game)].player == reader->id))
		return note->show;
	return SHOW_NOTHING;
}

static enum show
show_of(const struct sheet *sheet, const struct note *note)
{
	return show_to(sheet->reader, note);
}

/* Has each line of the letter that is answered its own result? */
static bool
has_results(const struct message *message)
{
	return message->account != NULL && vars_find(message->account, "results") != NULL;
}

/* The line of the account that says what the note says; NULL: it stands for itself. */
static struct vars *
result_of(const struct message *message, const struct note *note)
{
	const struct var *results = message->account != NULL ?
	    vars_find(message->account, "results") :
	    NULL;
	struct vars *item = results != NULL ? results->first : NULL;

	while (item != NULL && vars_find(item, "note")->object != note->line)
		item = item->next;
	return item;
}

/* Why something was refused stands in the account, and so does what says little. */
static bool
is_accounted(const struct message *message, const struct note *note)
{
	return note->refused || (note->show == SHOW_NOTHING && result_of(message, note) != NULL);
}

/* Notes from `note` on that belong to one block; *next is the first after it. */
static int
add_block(struct sheet *sheet, const struct note *note, const struct note **next, struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct note *first = note;
	struct vars *vars = vars_new(view->arena);
	struct str said;
	enum show show = show_of(sheet, first);
	bool shows_plan = false, tells_move = false, tells_draw = false, tells_undo = false,
	     accounts = show == SHOW_GAME && sheet->account[0] != '\0';

	str_init(&said, view->arena, 0);
	if (accounts) {
		str_addf(&said, "%s\n\n", sheet->account);
		sheet->account = "";
	}
	do {
		shows_plan |= vars_find(note->vars, "shows-plan") != NULL;
		tells_move |= vars_find(note->vars, "coordinates") != NULL;
		tells_draw |= vars_find(note->vars, "tells-draw") != NULL;
		tells_undo |= vars_find(note->vars, "tells-undo") != NULL;
		if (!is_accounted(sheet->message, note) && add_note(sheet, note, &said, err) == -1)
			return -1;
		note = note->next;
	} while (show == SHOW_GAME && note != NULL && note->show == SHOW_GAME &&
	    note->game == first->game);
	*next = note;
	letter_common_vars(sheet, vars);
	if (show != SHOW_GAME)
		str_add(sheet->out, said.data);
	if (show == SHOW_NOTHING)
		return 0;
	if (show == SHOW_BOARD) {
		facts_game(vars, first->game);
		if (game_board_text(view, sheet->doc, first->game, first->ply, first->marks,
			sheet->reader, &sheet->how, vars, err) == -1)
			return -1;
		return render(sheet, "board", vars, sheet->out, err);
	}
	str_trim(&said);
	vars_text(vars, "notes", said.data);
	vars_flag(vars, "plan-said", shows_plan);
	vars_flag(vars, "move-said", tells_move);
	vars_flag(vars, "draw-said", tells_draw);
	vars_flag(vars, "undo-said", tells_undo);
	vars_flag(vars, "notes-are-long", accounts || strstr(said.data, "\n\n") != NULL);
	return add_game(sheet, first->game, vars, err);
}

/* Does a letter show several games?  *game: the only one, or NULL. */
static bool
shows_several(const struct message *message, struct game **game)
{
	*game = NULL;
	for (const struct note *note = message->first; note != NULL; note = note->next) {
		if (note->show != SHOW_GAME)
			continue;
		if (*game != NULL && *game != note->game) {
			*game = NULL;
			return true;
		}
		*game = note->game;
	}
	return false;
}

/* NULL when there is none or several. */
static struct game *
game_shown(const struct message *message)
{
	struct game *game;

	shows_several(message, &game);
	return game;
}

static bool
is_refusal(const struct message *message)
{
	for (const struct note *note = message->first; note != NULL; note = note->next)
		if (note->refused)
			return true;
	return false;
}

/* Words for the Subject of a refusal by how its template's name begins; the first counts. */
static const struct {
	const char *template, *understood, *not ; /* the line is; NULL: no Subject of its own */
} refusal_words[] = {
	{ "move-ambiguous", "which-move", "which-move" },
	{ "letter-two-moves", "which-move", "which-move" },
	{ "letter-nothing-meant", "not-done", NULL },
	{ "letter-too-many-commands", "not-done", NULL },
	{ "letter-request", "not-done", "not-done" },
	{ "move-", "not-played", "not-understood" },
	{ "letter-no-command", "not-played", "not-understood" },
	{ "", "not-done", "not-understood" },
};

static const char *
word_of_refusal(const struct note *note, bool understood)
{
	const struct var *choices = vars_find(note->vars, "any-choices");
	const struct var *slips = vars_find(note->vars, "slips");
	const struct var *several = vars_find(note->vars, "several");
	size_t i = 0;

	/* … and not which of several players. */
	if (choices != NULL && choices->number != 0 && several != NULL && several->number == 0)
		return "which-move";
	understood |= slips != NULL && slips->number != 0;
	while (strncmp(note->template, refusal_words[i].template,
		   strlen(refusal_words[i].template)) != 0)
		i++;
	return understood ? refusal_words[i].understood : refusal_words[i].not ;
}

/* Was a line done before the one that was refused? */
static bool
is_done_in_part(const struct message *message)
{
	const struct var *any = message->account != NULL ? vars_find(message->account, "any-done") :
							   NULL;

	return any != NULL && any->number != 0;
}

/* Was a line about some board done, in an answer about several? */
static bool
is_done_somewhere(const struct message *message)
{
	const struct vars *item = vars_find(message->account, "results")->first;

	while (item != NULL && vars_find(item, "done")->number == 0)
		item = item->next;
	return item != NULL;
}

/* Was the line, which was refused, carried out in part?  "B3-E3" twice: the first was carried out.
 */
static bool
is_line_done_in_part(const struct message *message, const char *line)
{
	const struct var *done = message->account != NULL ?
	    vars_find(message->account, "done-lines") :
	    NULL;
	bool partly = false;

	for (const struct note *note = message->first; note != NULL; note = note->next) {
		const struct var *command = vars_find(note->vars, "command");

		partly |= result_of(message, note) == NULL && !note->refused && line[0] != '\0' &&
		    command != NULL && str_equal(command->text, line);
	}
	for (const struct vars *item = done != NULL ? done->first : NULL; item != NULL;
	     item = item->next)
		partly &= !str_equal(vars_find(item, "line")->text, line);
	return partly;
}

/* "Re: 休假两周" in an answer would look like the letter of a program whose owner is away. */
static bool
is_about_vacation(const struct note *note)
{
	const struct var *meant = vars_find(note->vars, "meant");

	return meant != NULL && meant->text != NULL &&
	    str_equal(meant->text, verb_table[VERB_VACATION].name);
}

/* As much of the line as a Subject has room for. */
static const char *
cut_line(struct arena *arena, const char *line)
{
	size_t length = utf8_prefix(line, LINE_SHOWN);

	while (length > 0 && line[length - 1] == ' ')
		length--;
	return arena_strndup(arena, line, length);
}

/* The Subject of a refusal: "refused-line" is the line that was refused, or not understood; NULL
 * when there is none. */
static const char *
subject_of_refusal(const struct sheet *sheet, struct vars *vars)
{
	const struct message *message = sheet->message;
	const struct note *note = message->first;
	const struct var *line = NULL;
	bool understood = false;

	while (note != NULL && !note->refused)
		note = note->next;
	if (note == NULL || is_about_vacation(note))
		return NULL;
	if (message->account != NULL)
		line = vars_find(message->account, "refused-line");
	understood = line != NULL && line->text[0] != '\0';
	if (!understood)
		line = vars_find(note->vars, "line");
	if (line == NULL || line->text == NULL || line->text[0] == '\0')
		return NULL;
	vars_text(vars, "refused-line", cut_line(sheet->view->arena, line->text));
	vars_flag(vars, "about-game", sheet->game != NULL);
	if (understood && (is_done_in_part(message) || is_line_done_in_part(message, line->text)))
		return "not-all-done";
	return word_of_refusal(note, understood);
}

/* The word for the Subject of a letter about a game, with the template first. */
static const char *
subject_of_game(const struct sheet *sheet, bool is_error, const char *first)
{
	bool classic = sheet->reader != NULL && sheet->reader->classic_subject;
	const char *own = arena_printf(sheet->view->arena, "game-%s", first);

	if (is_error)
		return classic ? "game-error-classic" : "game-error";
	if (classic)
		return "game-classic";
	return template_has_word(
		   sheet->view->templates, arena_printf(sheet->view->arena, "subject.%s", own)) ?
	    own :
	    "game";
}

/* A template with its own Subject has a word "subject.NAME", or "subject.game-NAME" in a letter
 * about a game. */
static int
make_subject(const struct sheet *sheet, struct rendered *out, struct err *err)
{
	const struct message *message = sheet->message;
	const struct game *game = sheet->game;
	const char *first = message->first->template;
	const char *own = arena_printf(sheet->view->arena, "subject.%s", first);
	bool classic = sheet->reader != NULL && sheet->reader->classic_subject;
	bool is_error = is_refusal(message);
	struct vars *vars = vars_new(sheet->view->arena);
	bool has_own = template_has_word(sheet->view->templates, own);
	/* Not one about an account that answers a letter of a game. */
	bool is_about = vars_find(message->first->vars, "board") != NULL;
	const char *refused;

	vars_copy(vars, message->first->vars);
	letter_common_vars(sheet, vars);
	if (game != NULL)
		facts_game(vars, game);
	if (has_results(message) &&
	    (game_shown(message) == NULL || (is_error && is_done_somewhere(message)))) {
		vars_word(vars, "subject", "results");
	} else if (!classic && (refused = subject_of_refusal(sheet, vars)) != NULL) {
		vars_word(vars, "subject", refused);
	} else if (game != NULL && (!has_own || is_about)) {
		remark_vars(sheet, game, vars);
		vars_word(vars, "subject", subject_of_game(sheet, is_error, first));
	} else {
		vars_flag(vars, "any-done", is_done_in_part(message));
		vars_word(vars, "subject", is_error ? "error" : has_own ? first : "general");
	}
	return template_text(
	    sheet->view->templates, &sheet->how, "letter-subject", vars, &out->subject, err);
}

/* Where a letter shows a game of the reader's: his other boards that wait for him. */
static int
add_waiting(const struct sheet *sheet, struct err *err)
{
	const struct letter_view *view = sheet->view;
	struct vars *vars = vars_new(view->arena);

	vars_list(vars, "boards");
	for (int i = 0; i < view->waiting_count && i < WAITING_SHOWN; i++) {
		struct vars *item = vars_add(vars, "boards");

		vars_number(item, "board", view->waiting[i]);
		vars_flag(item, "another", i > 0);
	}
	vars_number(vars, "others", view->waiting_count);
	vars_flag(vars, "more", view->waiting_count > WAITING_SHOWN);
	return view->waiting_count > 0 ? render(sheet, "game-waiting", vars, sheet->out, err) : 0;
}

/* "why-not", all that was refused; "partly": the refused line was carried out in part. */
static int
add_reasons(const struct sheet *sheet, struct vars *vars, struct err *err)
{
	const struct var *line = vars_find(vars, "refused-line");
	struct str why;

	str_init(&why, sheet->view->arena, 0);
	for (const struct note *note = sheet->message->first; note != NULL; note = note->next) {
		if (result_of(sheet->message, note) != NULL || !note->refused)
			continue;
		if (add_note(sheet, note, &why, err) == -1)
			return -1;
	}
	str_trim(&why);
	vars_text(vars, "why-not", why.data);
	vars_flag(vars, "partly", is_line_done_in_part(sheet->message, line->text));
	return 0;
}

/* "results": what was said of each line. */
static int
add_results(const struct sheet *sheet, const struct vars *vars, struct err *err)
{
	const struct message *message = sheet->message;
	const struct var *results = vars_find(vars, "results");

	for (struct vars *item = results->first; item != NULL; item = item->next) {
		struct str said;

		str_init(&said, sheet->view->arena, 0);
		for (const struct note *note = message->first; note != NULL; note = note->next)
			if (result_of(message, note) == item &&
			    show_of(sheet, note) == SHOW_NOTHING &&
			    add_note(sheet, note, &said, err) == -1)
				return -1;
		str_trim(&said);
		vars_text(item, "result", said.data);
	}
	return 0;
}

/* "waits": is there a board on which the reader is to move? */
static int
waits_var(const struct sheet *sheet, struct vars *vars, struct err *err)
{
	int64_t *waiting;
	int count = sheet->reader == NULL ?
	    0 :
	    games_waiting(sheet->view->store, sheet->view->arena, sheet->reader->id, &waiting, err);

	vars_flag(vars, "waits", count > 0);
	return count;
}

/* A stranger who is asked something has that to answer. */
static bool
may_tell_more(const struct sheet *sheet)
{
	return !sheet->message->is_barred &&
	    (sheet->reader != NULL || sheet->message->confirm == 0);
}

/* sheet->account: what was done, refused and why, and not tried; and what can be
 * answered instead. */
static int
add_account(struct sheet *sheet, struct err *err)
{
	const struct letter_view *view = sheet->view;
	struct vars *vars = vars_new(view->arena);
	bool refusal = is_refusal(sheet->message), shows = false;

	sheet->account = "";
	if (!refusal && sheet->message->account == NULL)
		return 0;
	if (refusal && sheet->game != NULL &&
	    game_vars(view, sheet->game, sheet->reader, &sheet->how, vars, err) == -1)
		return -1;
	vars_list(vars, "results");
	vars_list(vars, "done-lines");
	vars_list(vars, "left-lines");
	vars_text(vars, "refused-line", "");
	if (sheet->message->account != NULL)
		vars_copy(vars, sheet->message->account);
	letter_common_vars(sheet, vars);
	for (const struct note *note = sheet->message->first; note != NULL; note = note->next)
		shows |= show_of(sheet, note) == SHOW_GAME;
	/* Below a board stands what can be answered. */
	vars_flag(vars, "refusal",
	    refusal && !shows && may_tell_more(sheet) && vars_find(vars, "results")->first == NULL);
	vars_flag(vars, "stranger", sheet->reader == NULL);
	vars_flag(vars, "about-game", sheet->game != NULL);
	if (waits_var(sheet, vars, err) == -1 || add_results(sheet, vars, err) == -1 ||
	    add_reasons(sheet, vars, err) == -1)
		return -1;
	return template_text(
	    sheet->view->templates, &sheet->how, "account", vars, &sheet->account, err);
}

/* Whose language is guessed reads in English how to change it. */
static int
add_guess(const struct sheet *sheet, struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct language *language = glossary_language(view->glossary, sheet->how.language);
	struct vars *vars = vars_new(view->arena);

	if (!sheet->message->is_guess || language == NULL ||
	    str_equal(sheet->how.language, view->language) || str_equal(sheet->how.language, "en"))
		return 0;
	vars_text(vars, "language", language->name);
	vars_flag(vars, "stranger", sheet->reader == NULL);
	letter_common_vars(sheet, vars);
	str_add(sheet->out, "\n");
	return render(sheet, "signup-guessed", vars, sheet->out, err);
}

/* The account stands in the first lines: where one game is
 * shown, below the two that programs read. */
static int
add_notes(struct sheet *sheet, struct str *out, struct err *err)
{
	const struct note *note = sheet->message->first, *next;

	str_init(out, sheet->view->arena, 0);
	sheet->out = out;
	if (add_account(sheet, err) == -1)
		return -1;
	if (sheet->account[0] != '\0' &&
	    (show_of(sheet, note) != SHOW_GAME || game_shown(sheet->message) == NULL)) {
		str_addf(out, "%s\n", sheet->account);
		sheet->account = "";
	}
	for (; note != NULL; note = next) {
		bool silent = show_of(sheet, note) == SHOW_NOTHING &&
		    is_accounted(sheet->message, note);

		if (out->length > 0 && !silent)
			str_add(out, "\n");
		if (add_block(sheet, note, &next, err) == -1)
			return -1;
	}
	if (add_answers(sheet, err) == -1 || add_waiting(sheet, err) == -1 ||
	    add_guess(sheet, err) == -1)
		return -1;
	str_trim(out);
	str_add(out, "\n");
	return 0;
}

static bool
wants_html(const struct player *reader)
{
	return reader != NULL &&
	    (strcmp(reader->html, "auto") == 0 ? reader->writes_html :
						 strcmp(reader->html, "on") == 0);
}

/* For readers who want pictures, where there is something to show. */
static int
make_html(const struct sheet *sheet, struct rendered *out, struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct page page = { .language = sheet->how.language,
		.title = out->subject,
		.reply_to = view->reply_to,
		.domain = strrchr(view->address, '@') + 1,
		.css = page_css(view->templates) };
	char move[8];

	if (!wants_html(sheet->reader) || !doc_has_shape(sheet->doc))
		return 0;
	for (struct doc_board *board = sheet->doc->boards; board != NULL; board = board->next) {
		struct vars *vars = vars_new(view->arena);

		if (board->number > 0)
			move_write(board->last, move);
		vars_text(vars, "last", board->number > 0 ? move : "");
		vars_number(vars, "move-number", board->number);
		if (template_text(sheet->view->templates, &sheet->how, "board-picture", vars,
			&board->alt, err) == -1)
			return -1;
	}
	out->html = doc_html(view->arena, sheet->doc, &page, &out->pictures);
	return 0;
}

/* How a reader wants things; NULL: a stranger. */
static struct reader
how_to_write(
    const struct letter_view *view, const struct message *message, const struct player *reader)
{
	struct reader how = { .language = message->language != NULL ? message->language :
								      view->language };
	const char *notation;

	if (reader != NULL) {
		how.language = reader->language;
		how.zone = reader->zone;
		notation_find(reader->notation, &how.form);
	}
	how.letters = glossary_letters(view->glossary, how.language);
	notation = setting_of_language(glossary_language(view->glossary, how.language), "notation");
	how.is_simplified = notation != NULL && strcmp(notation, "simplified") == 0;
	return how;
}

struct game *
letter_game(const struct message *message)
{
	struct game *shown;

	return shows_several(message, &shown) || shown != NULL ? shown : message->game;
}

static bool
is_shown(const struct message *message, int64_t game)
{
	for (const struct note *note = message->first; note != NULL; note = note->next)
		if (note->show == SHOW_GAME && note->game->id == game)
			return true;
	return false;
}

bool
letter_carries_words(
    const struct reply *reply, const struct message *message, const struct player *reader)
{
	const struct game *game = letter_game(message);

	for (const struct remark *r = reply->remarks; r != NULL && game != NULL && reader != NULL;
	     r = r->next)
		if (r->game == game && !reply_is_deaf(reply, reader->id) &&
		    !str_equal(r->userid, reader->userid))
			return true;
	return false;
}

int
letter_boards(struct letter_view *view, const struct message *message, const struct player *reader,
    int64_t **out, struct err *err)
{
	const struct game *game = letter_game(message);
	int64_t *waiting = NULL, *boards;
	bool is_his = false;
	size_t room = message->board_count + WAITING_SHOWN;
	int count = 0, found = 0;

	for (const struct note *note = message->first; note != NULL; note = note->next, room++)
		is_his |= show_to(reader, note) == SHOW_GAME && game_has(note->game, reader->id);
	is_his |= has_results(message);
	if (is_his &&
	    (found = games_waiting(view->store, view->arena, reader->id, &waiting, err)) == -1)
		return -1;
	boards = *out = arena_alloc(view->arena, room * sizeof *boards);
	view->waiting = waiting;
	view->waiting_count = 0;
	for (int i = 0; i < found; i++)
		if (!is_shown(message, waiting[i]))
			waiting[view->waiting_count++] = waiting[i];
	for (int i = 0; i < view->waiting_count && i < WAITING_SHOWN; i++)
		boards[count++] = waiting[i];
	for (size_t i = 0; i < message->board_count; i++)
		boards[count++] = message->boards[i];
	for (const struct note *note = message->first; note != NULL; note = note->next)
		if (note->show == SHOW_GAME && note->game != game)
			boards[count++] = note->game->id;
	return count;
}

/* All of it in one language. */
static int
render_letter(const struct letter_view *view, const struct reply *reply,
    const struct message *message, const struct player *reader, const struct reader *how,
    struct rendered *out, struct err *err)
{
	struct str text;
	struct doc doc = { .is_listed = game_is_listed(reader) };
	struct sheet sheet = { .view = view,
		.reply = reply,
		.message = message,
		.reader = reader,
		.how = *how,
		.doc = &doc };
	struct game *shown;

	sheet.game = out->game = letter_game(message);
	if (shows_several(message, &shown)) {
		sheet.several = vars_new(view->arena);
		vars_number(sheet.several, "own-board", 0);
	}
	out->html = NULL;
	out->event = NULL;
	out->is_event_off = false;
	out->pictures.count = 0;
	if (add_notes(&sheet, &text, err) == -1)
		return -1;
	doc_read(view->arena, &doc, text.data);
	out->text = doc_text(view->arena, &doc);
	if (make_subject(&sheet, out, err) == -1 || letter_events(&sheet, out, err) == -1)
		return -1;
	return make_html(&sheet, out, err);
}

int
letter_render(const struct letter_view *view, const struct reply *reply,
    const struct message *message, const struct player *reader, struct rendered *out,
    struct err *err)
{
	struct letter_view shipped = *view;
	struct reader how = how_to_write(view, message, reader);
	struct err why;

	if (strcmp(how.language, "en") != 0 && template_speaks(view->templates, how.language)) {
		if (render_letter(view, reply, message, reader, &how, out, &why) == 0)
			return 0;
		log_info("a letter in %s goes out in English: %s", how.language, why.text);
	}
	how.language = "en";
	if (render_letter(view, reply, message, reader, &how, out, err) == 0)
		return 0;
	shipped.templates = templates_shipped(view->templates);
	if (shipped.templates == NULL)
		return -1;
	log_error_once("a letter goes out in the shipped words: %s", err->text);
	return render_letter(&shipped, reply, message, reader, &how, out, err);
}
