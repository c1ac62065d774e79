/* SPDX-License-Identifier: ISC */
/*
 * A message becomes a Subject and a text (letter.h).
 *
 * Notes about one game that follow one another stand together above one
 * picture of that game.
 */
#include "view/letter.h"

#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "view/event.h"
#include "view/game_vars.h"
#include "view/letter_html.h"

#define COLUMNS        74
#define REMARK_COLUMNS 60 /* so that no mail program has to break what it quotes */
#define STARS_MAX      9  /* in a row, in a remark */
#define WAITING_SHOWN  20 /* numbers of boards that wait */

/* One letter being made. */
struct sheet {
	const struct letter_view *view;
	const struct reply *reply;
	const struct player *reader;
	struct reader how;
	const struct game *game; /* whose forms an answer may use; NULL none */
	const char *account;     /* what became of the letter's lines; "" none, or said */
	struct str *out;
};

static int
render(const struct sheet *sheet, const char *template, const struct vars *vars, struct str *out,
    struct err *err)
{
	return template_render(sheet->view->templates, &sheet->how, template, vars, out, err);
}

/* A text of its own, without the newline at its end. */
static int
render_trimmed(const struct sheet *sheet, const char *template, const struct vars *vars,
    const char **out, struct err *err)
{
	struct str text;

	str_init(&text, sheet->view->arena, 0);
	if (render(sheet, template, vars, &text, err) == -1)
		return -1;
	str_trim(&text);
	*out = text.data;
	return 0;
}

/* What every template may use. */
static void
common_vars(const struct sheet *sheet, struct vars *vars)
{
	vars_text(vars, "house", sheet->view->name);
	vars_text(vars, "address", sheet->view->address);
	vars_text(vars, "reader", sheet->reader != NULL ? sheet->reader->userid : "");
	vars_flag(vars, "reads-list", game_is_listed(sheet->reader));
	vars_flag(vars, "reads-coordinates", sheet->how.form == NOTATION_COORDINATES);
}

/* A remark stands between lines of stars, so it may not hold any: what follows such a
 * line would seem to be the server's. */
static const char *
remark_text(struct arena *arena, const char *text)
{
	static const wchar_t stars[] = L"*\x66d\x204e\x2217\x2731\xfe61\xff0a";
	struct str out;
	const char *next;
	uint32_t c;

	str_init(&out, arena, 0);
	while (*text != '\0') {
		const char *rest = text;
		int count = 0;

		for (next = text; (c = utf8_next(&next)) != 0 && wcschr(stars, (wchar_t)c) != NULL;
		     rest = next)
			count++;
		if (count == 0)
			utf8_next(&rest);
		if (count > STARS_MAX)
			str_add(&out, "***");
		else
			str_addn(&out, text, (size_t)(rest - text));
		text = rest;
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
		vars_text(item, "remark",
		    wrap_words(sheet->view->arena, remark_text(sheet->view->arena, r->text),
			REMARK_COLUMNS));
	}
}

/* In HTML the forms of answer of the letter's own game are links: they stand at the end of
 * what `begin` begins, and get a mark before them. */
static int
mark_answers(const struct sheet *sheet, const struct vars *vars, size_t begin, struct err *err)
{
	const char *answers, *at = sheet->out->data + begin, *last = NULL;

	if (render_trimmed(sheet, "answers", vars, &answers, err) == -1)
		return -1;
	for (; *answers != '\0' && (at = strstr(at, answers)) != NULL; at++)
		last = at;
	if (last == NULL)
		return 0;
	last = arena_strdup(sheet->view->arena, last);
	str_truncate(sheet->out, sheet->out->length - strlen(last));
	str_addf(sheet->out, LINKS_MARK "\n%s", last);
	return 0;
}

/* All about a game; vars: what is said of it. */
static int
add_game(const struct sheet *sheet, struct game *game, struct vars *vars, struct err *err)
{
	size_t begin = sheet->out->length;

	remark_vars(sheet, game, vars);
	if (game_vars(sheet->view, game, sheet->reader, vars, err) == -1 ||
	    render(sheet, "game", vars, sheet->out, err) == -1)
		return -1;
	return sheet->view->pictures != NULL && game == sheet->game ?
	    mark_answers(sheet, vars, begin, err) :
	    0;
}

/* Notes from `note` on that belong to one block; *next is the first after it. */
static int
add_block(struct sheet *sheet, const struct note *note, const struct note **next, struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct note *first = note;
	struct vars *vars = vars_new(view->arena);
	const char *board;
	struct str said;
	bool shows_plan = false, accounts = first->show == SHOW_GAME && sheet->account[0] != '\0';

	str_init(&said, view->arena, 0);
	if (accounts) {
		str_addf(&said, "%s\n\n", sheet->account);
		sheet->account = "";
	}
	do {
		shows_plan |= vars_find(note->vars, "shows-plan") != NULL;
		/* Why something was refused stands in the account. */
		if (!note->refused) {
			common_vars(sheet, note->vars);
			if (note->game == NULL)
				remark_vars(sheet, NULL, note->vars);
			if (render(sheet, note->template, note->vars, &said, err) == -1)
				return -1;
			str_trim(&said);
			str_add(&said, "\n");
		}
		note = note->next;
	} while (first->show == SHOW_GAME && note != NULL && note->show == SHOW_GAME &&
	    note->game == first->game);
	*next = note;
	common_vars(sheet, vars);
	if (first->show != SHOW_GAME)
		str_add(sheet->out, said.data);
	if (first->show == SHOW_NOTHING)
		return 0;
	if (first->show == SHOW_BOARD) {
		facts_game(vars, first->game);
		if (game_board_text(view, first->game, first->ply, first->marks, sheet->reader,
			&board, err) == -1)
			return -1;
		vars_text(vars, "board-text", board);
		return render(sheet, "board", vars, sheet->out, err);
	}
	str_trim(&said);
	vars_text(vars, "notes", said.data);
	vars_flag(vars, "plan-said", shows_plan);
	vars_flag(vars, "notes-are-long", accounts || strstr(said.data, "\n\n") != NULL);
	return add_game(sheet, first->game, vars, err);
}

/* The one game that a letter shows; NULL when there is none or several. */
static struct game *
game_shown(const struct message *message)
{
	struct game *game = NULL;

	for (const struct note *note = message->first; note != NULL; note = note->next) {
		if (note->show != SHOW_GAME)
			continue;
		if (game != NULL && game != note->game)
			return NULL;
		game = note->game;
	}
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

/* A template with its own Subject has a word "subject.NAME". */
static int
make_subject(const struct sheet *sheet, const struct message *message, const struct game *game,
    struct rendered *out, struct err *err)
{
	const char *first = message->first->template;
	const char *own = arena_printf(sheet->view->arena, "subject.%s", first);
	bool classic = sheet->reader != NULL && sheet->reader->classic_subject;
	bool is_error = is_refusal(message);
	struct vars *vars = vars_new(sheet->view->arena);
	const char *word;

	vars_copy(vars, message->first->vars);
	if (template_word(sheet->view->templates, &sheet->how, own, &word, err) == -1)
		return -1;
	common_vars(sheet, vars);
	if (game != NULL) {
		facts_game(vars, game);
		remark_vars(sheet, game, vars);
		vars_word(vars, "subject",
		    is_error    ? "game-error" :
			classic ? "game-classic" :
				  "game");
	} else {
		vars_word(vars, "subject", is_error ? "error" : word != NULL ? first : "general");
	}
	return render_trimmed(sheet, "subject", vars, &out->subject, err);
}

/* Where a letter shows a game of the reader's: his other boards that wait for him. */
static int
add_waiting(const struct sheet *sheet, const struct message *message, struct err *err)
{
	struct vars *vars = vars_new(sheet->view->arena);
	int64_t *waiting;
	bool is_his = false;
	int count, others = 0;

	for (const struct note *note = message->first; note != NULL && sheet->reader != NULL;
	     note = note->next)
		is_his |= note->show == SHOW_GAME && game_has(note->game, sheet->reader->id);
	if (!is_his)
		return 0;
	count = games_waiting(
	    sheet->view->store, sheet->view->arena, sheet->reader->id, &waiting, err);
	if (count == -1)
		return -1;
	vars_list(vars, "boards");
	for (int i = 0; i < count; i++) {
		bool is_shown = false;
		struct vars *item;

		for (const struct note *note = message->first; note != NULL; note = note->next)
			is_shown |= note->show == SHOW_GAME && note->game->id == waiting[i];
		if (is_shown || ++others > WAITING_SHOWN)
			continue;
		item = vars_add(vars, "boards");
		vars_number(item, "board", waiting[i]);
		vars_flag(item, "another", others > 1);
	}
	vars_number(vars, "others", others);
	vars_flag(vars, "more", others > WAITING_SHOWN);
	return others > 0 ? render(sheet, "waiting", vars, sheet->out, err) : 0;
}

/* "why-not", all that was refused; "partly": the refused line was carried out in part. */
static int
add_reasons(
    const struct sheet *sheet, const struct message *message, struct vars *vars, struct err *err)
{
	const struct var *line = vars_find(vars, "refused-line");
	const struct var *done = vars_find(vars, "done-lines");
	struct str why;
	bool partly = false, twice = false;

	str_init(&why, sheet->view->arena, 0);
	for (const struct note *note = message->first; note != NULL; note = note->next) {
		const struct var *command = vars_find(note->vars, "command");

		if (!note->refused) {
			partly |= line->text[0] != '\0' && command != NULL &&
			    str_equal(command->text, line->text);
			continue;
		}
		common_vars(sheet, note->vars);
		if (render(sheet, note->template, note->vars, &why, err) == -1)
			return -1;
		str_trim(&why);
		str_add(&why, "\n");
	}
	/* "B3-E3" twice: the first was carried out. */
	for (const struct vars *item = done->first; item != NULL; item = item->next)
		twice |= str_equal(vars_find(item, "line")->text, line->text);
	str_trim(&why);
	vars_text(vars, "why-not", why.data);
	vars_flag(vars, "partly", partly && !twice);
	return 0;
}

/* sheet->account: what was done, refused and why, and not tried; and what can be
 * answered instead. */
static int
add_account(struct sheet *sheet, const struct message *message, struct err *err)
{
	const struct letter_view *view = sheet->view;
	struct vars *vars = vars_new(view->arena);
	bool refusal = is_refusal(message);

	sheet->account = "";
	if (!refusal && message->account == NULL)
		return 0;
	if (refusal && sheet->game != NULL &&
	    game_vars(view, sheet->game, sheet->reader, vars, err) == -1)
		return -1;
	vars_list(vars, "done-lines");
	vars_list(vars, "left-lines");
	vars_text(vars, "refused-line", "");
	if (message->account != NULL)
		vars_copy(vars, message->account);
	common_vars(sheet, vars);
	vars_flag(vars, "refusal", refusal && !message->is_barred);
	vars_flag(vars, "stranger", sheet->reader == NULL);
	vars_flag(vars, "about-game", sheet->game != NULL);
	if (add_reasons(sheet, message, vars, err) == -1)
		return -1;
	return render_trimmed(sheet, "account", vars, &sheet->account, err);
}

/* Lines are not broken yet.  The account stands in the first lines: where one game is
 * shown, below the two that programs read. */
static int
add_notes(struct sheet *sheet, const struct message *message, struct str *out, struct err *err)
{
	const struct note *note = message->first, *next;

	str_init(out, sheet->view->arena, 0);
	sheet->out = out;
	if (add_account(sheet, message, err) == -1)
		return -1;
	if (sheet->account[0] != '\0' && (note->show != SHOW_GAME || game_shown(message) == NULL)) {
		str_addf(out, "%s\n", sheet->account);
		sheet->account = "";
	}
	for (; note != NULL; note = next) {
		bool silent = note->refused && note->show == SHOW_NOTHING;

		if (out->length > 0 && !silent)
			str_add(out, "\n");
		if (add_block(sheet, note, &next, err) == -1)
			return -1;
	}
	if (add_waiting(sheet, message, err) == -1)
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

/* For readers who want pictures, where there are boards; `alt` stands for each picture
 * where none is shown. */
static int
make_html(
    const struct sheet *sheet, const struct message *message, struct rendered *out, struct err *err)
{
	struct letter_view view = *sheet->view;
	struct sheet again = *sheet;
	struct str text;
	const char *alt[PICTURES_MAX];
	bool lists = false; /* boards in words */

	for (const struct note *note = message->first; note != NULL; note = note->next)
		lists |= note->show != SHOW_NOTHING && game_is_listed(sheet->reader);
	view.pictures = &out->pictures;
	again.view = &view;
	if (add_notes(&again, message, &text, err) == -1)
		return -1;
	for (int i = 0; i < out->pictures.count; i++) {
		const struct picture *picture = &out->pictures.at[i];
		struct vars *vars = vars_new(view.arena);

		vars_text(vars, "last", picture->last);
		vars_number(vars, "move-number", picture->number);
		if (render_trimmed(sheet, "picture", vars, &alt[i], err) == -1)
			return -1;
	}
	if (out->pictures.count > 0 || lists)
		out->html = letter_html(view.arena, text.data,
		    &(struct page){ .language = sheet->how.language,
			.title = out->subject,
			.reply_to = view.reply_to,
			.glossary = view.glossary,
			.pictures = &out->pictures,
			.alt = alt });
	if (out->html == NULL)
		out->pictures.count = 0;
	return 0;
}

struct reader
letter_reader(const struct letter_view *view, const struct player *reader)
{
	struct reader how = { .language = view->language };

	if (reader != NULL) {
		how.language = reader->language;
		how.zone = reader->zone;
		notation_find(reader->notation, &how.form);
	}
	how.letters = glossary_letters(view->glossary, how.language);
	return how;
}

struct game *
letter_game(const struct message *message)
{
	struct game *shown = game_shown(message);

	return shown != NULL ? shown : message->game;
}

/* The deadline of the reader's turn; or there is none any more. */
static int
make_event(struct sheet *sheet, struct rendered *out, struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct player *reader = sheet->reader;
	const struct game *game = sheet->game;
	struct event event = { .made = view->now, .organizer = view->address };
	struct vars *vars = vars_new(view->arena);
	enum side mine;
	const char *text;

	if (reader == NULL || !reader->calendar || game == NULL || game->started == 0 ||
	    !game_has(game, reader->id))
		return 0;
	mine = game_side_of(game, reader->id);
	if (game->state == GAME_PLAYING && game_turn(game) == mine)
		event.at = game_deadline(game);
	event.is_cancelled = event.at == 0;
	if (event.is_cancelled)
		event.at = view->now;
	event.sequence = game->turns;
	event.uid = arena_printf(view->arena, "board-%lld-%s%s", (long long)game->id,
	    reader->userid, strrchr(view->address, '@'));
	facts_game(vars, game);
	vars_text(vars, "opponent", game->seat[side_other(mine)].userid);
	common_vars(sheet, vars);
	if (render_trimmed(sheet, "event", vars, &text, err) == -1)
		return -1;
	event.summary = arena_strndup(view->arena, text, strcspn(text, "\n"));
	event.description = text + strlen(event.summary) +
	    strspn(text + strlen(event.summary), "\n");
	out->event = event_write(view->arena, &event);
	out->is_event_off = event.is_cancelled;
	return 0;
}

int
letter_render(const struct letter_view *view, const struct reply *reply,
    const struct message *message, const struct player *reader, struct rendered *out,
    struct err *err)
{
	struct str text;
	struct sheet sheet = {
		.view = view, .reply = reply, .reader = reader, .how = letter_reader(view, reader)
	};

	sheet.game = out->game = letter_game(message);
	out->html = NULL;
	out->event = NULL;
	out->pictures.count = 0;
	if (add_notes(&sheet, message, &text, err) == -1)
		return -1;
	out->text = wrap(view->arena, text.data, COLUMNS);
	if (make_subject(&sheet, message, out->game, out, err) == -1 ||
	    make_event(&sheet, out, err) == -1)
		return -1;
	return wants_html(reader) ? make_html(&sheet, message, out, err) : 0;
}

int
letter_verdict(struct arena *arena, struct templates *templates, const struct history *history,
    const struct verdict *verdict, bool explain, const char **out, struct err *err)
{
	const struct reader how = { .language = "en" };
	struct game game = { .arena = arena,
		.rules = history->rules,
		.start = history->start,
		.moves = (struct move *)history->moves,
		.length = history->length };
	struct vars *vars = vars_new(arena);
	struct str text;

	for (int side = RED; side <= GREEN; side++) {
		const char *key = side == RED ? "side.red" : "side.green";
		const char *word;

		if (template_word(templates, &how, key, &word, err) == -1)
			return -1;
		str_copy(game.seat[side].userid, USERID_SIZE, word != NULL ? word : "");
	}
	facts_verdict(vars, &game, NULL, verdict);
	facts_counts(vars, &game);
	vars_text(vars, "move", "");
	if (game.length > 0) {
		game_board_at(&game, game.length - 1, &game.board);
		facts_placed(vars, "move", &game.board, game.moves[game.length - 1]);
	}
	str_init(&text, arena, 0);
	explain &= game.length > 0 && verdict->loop_first != 1;
	vars_flag(vars, "explained", explain);
	if (explain) {
		struct vars *moves = vars_add(vars, "before");

		if (verdict->loop_first > 0)
			game.length = verdict->loop_first - 1;
		facts_moves(moves, &game, 1);
	}
	if (template_render(templates, &how, "judge", vars, &text, err) == -1)
		return -1;
	str_trim(&text);
	str_add(&text, "\n");
	*out = wrap(arena, text.data, COLUMNS);
	return 0;
}
