/* SPDX-License-Identifier: ISC */
/*
 * The deadlines that a letter tells, for calendar programs.
 */
#include <string.h>

#include "base/arena.h"
#include "base/vars.h"
#include "game/game.h"
#include "play/facts.h"
#include "play/reply.h"
#include "store/outbox.h"
#include "store/players.h"
#include "view/event.h"
#include "view/letter_internal.h"

/* Did the turn of this side end just now, or its deadline, when an operator takes the clock away?
 * Before a game's first turn there was none; after a move that ended the game the turn that ended
 * was the mover's. */
static bool
has_lost_deadline(const struct game *game, enum side side, int64_t now)
{
	bool has_turn = game_turn(game) == side;

	if (game->state == GAME_PLAYING)
		return game->turn_since == now && (has_turn || game->turns > 0);
	return game->ended == now && has_turn != ending_is_by_verdict(game->ending);
}

/* The deadline of the reader's turn in one game; or there is none any more, since the turn went
 * over or the game has ended just now.  number: of the letter; each has a higher one than those
 * before (RFC 5546, 2.1.4), of the same second, too. 1, 0 it has none, or -1. */
static int
make_event(struct sheet *sheet, const struct game *game, int64_t number, struct event *event,
    struct err *err)
{
	const struct letter_view *view = sheet->view;
	const struct player *reader = sheet->reader;
	struct vars *vars = vars_new(view->arena);
	enum side mine;
	const char *text;

	*event = (struct event){ .made = view->now, .organizer = view->address };
	if (game == NULL || game->started == 0 || !game_has(game, reader->id))
		return 0;
	mine = game_side_of(game, reader->id);
	if (game->state == GAME_PLAYING && game_turn(game) == mine)
		event->at = game_deadline(game);
	event->is_cancelled = event->at == 0;
	if (event->is_cancelled) {
		if (!has_lost_deadline(game, mine, view->now))
			return 0;
		event->at = view->now;
	}
	event->sequence = (int)(2 * (view->now - game->started + number) + event->is_cancelled);
	event->uid = arena_printf(view->arena, "board-%lld-%s%s", (long long)game->id,
	    reader->userid, strrchr(view->address, '@'));
	facts_game(vars, game);
	vars_text(vars, "opponent", game->seat[side_other(mine)].userid);
	letter_common_vars(sheet, vars);
	if (template_text(sheet->view->templates, &sheet->how, "game-event", vars, &text, err) ==
	    -1)
		return -1;
	event->summary = arena_strndup(view->arena, text, strcspn(text, "\n"));
	event->description = text + strlen(event->summary) +
	    strspn(text + strlen(event->summary), "\n");
	return 1;
}

/* That of the letter's game, or, unless it takes one away, those that the letter has moved. */
int
letter_events(struct sheet *sheet, struct rendered *out, struct err *err)
{
	const struct message *message = sheet->message;
	struct event *events = arena_alloc(
	    sheet->view->arena, (message->moved_count + 1) * sizeof *events);
	int64_t number;
	int count, found;

	if (sheet->reader == NULL || !sheet->reader->calendar)
		return 0;
	if (outbox_next_id(sheet->view->store, &number, err) == -1 ||
	    (count = make_event(sheet, sheet->game, number, &events[0], err)) == -1)
		return -1;
	out->is_event_off = count == 1 && events[0].is_cancelled;
	for (size_t i = 0; i < message->moved_count && !out->is_event_off; i++) {
		const struct game *game = message->moved[i];

		if (sheet->game != NULL && game->id == sheet->game->id)
			continue;
		if ((found = make_event(sheet, game, number, &events[count], err)) == -1)
			return -1;
		count += found == 1 && !events[count].is_cancelled;
	}
	if (count > 0)
		out->event = event_write(sheet->view->arena, events, count);
	return 0;
}
