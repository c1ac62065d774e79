/* SPDX-License-Identifier: ISC */
/*
 * Collecting what is to be said (reply.h).
 */
#include "cmd/reply.h"

#include <string.h>

#include "base/arena.h"
#include "cmd/facts.h"
#include "store/games.h"

static struct message *
message_new(struct arena *arena, int64_t player, const char *address, struct game *game)
{
	struct message *message = arena_alloc(arena, sizeof *message);

	message->player = player;
	message->address = address;
	message->game = game;
	return message;
}

void
reply_init(struct reply *reply, struct arena *arena)
{
	memset(reply, 0, sizeof *reply);
	reply->arena = arena;
	reply->sender = message_new(arena, 0, NULL, NULL);
}

static struct vars *
add_note(struct reply *reply, struct message *message, struct game *game, const char *template)
{
	struct note *note = arena_alloc(reply->arena, sizeof *note);

	note->template = template;
	note->vars = vars_new(reply->arena);
	note->game = game;
	note->show = game != NULL ? SHOW_GAME : SHOW_NOTHING;
	if (message->last != NULL)
		message->last->next = note;
	else
		message->first = note;
	message->last = note;
	return note->vars;
}

struct vars *
reply_use(struct reply *reply, const char *template)
{
	struct vars *vars = add_note(reply, reply->sender, NULL, template);

	vars_text(vars, "command", reply->command);
	return vars;
}

struct vars *
reply_refuse(struct reply *reply, const char *template)
{
	struct vars *vars = reply_use(reply, template);

	reply->sender->last->refused = true;
	return vars;
}

bool
reply_is_receipt(const struct reply *reply)
{
	const struct note *note = reply->sender->first;

	for (; note != NULL; note = note->next) {
		const struct var *other_sense = vars_find(note->vars, "read-so");

		if (strcmp(note->template, "move-done") != 0 || other_sense == NULL ||
		    other_sense->number != 0 || note->game->state != GAME_PLAYING)
			return false;
	}
	return reply->sender->first != NULL;
}

void
reply_take(struct reply *reply, const struct reply *said)
{
	struct message *to = reply->sender;

	if (said->sender->first == NULL)
		return;
	if (to->last != NULL)
		to->last->next = said->sender->first;
	else
		to->first = said->sender->first;
	to->last = said->sender->last;
}

void
reply_show(struct reply *reply, struct game *game)
{
	reply->sender->last->show = SHOW_GAME;
	reply->sender->last->game = game;
}

void
reply_show_board(struct reply *reply, struct game *game, int ply)
{
	reply->sender->last->show = SHOW_BOARD;
	reply->sender->last->game = game;
	reply->sender->last->ply = ply;
}

struct vars *
reply_tell(struct reply *reply, int64_t player, struct game *game, const char *template)
{
	struct message **at = &reply->others;

	while (*at != NULL && ((*at)->player != player || (*at)->game != game))
		at = &(*at)->next;
	if (*at == NULL)
		*at = message_new(reply->arena, player, NULL, game);
	return add_note(reply, *at, game, template);
}

int
reply_tell_all(struct reply *reply, struct store *store, struct game *game, int64_t except,
    const char *template, const struct vars *vars, struct err *err)
{
	struct seat *observers;
	int count = observers_told(
	    store, reply->arena, game->id, game->state == GAME_OVER, &observers, err);

	if (count == -1)
		return -1;
	for (int i = 0; i < 2 + count; i++) {
		const struct seat *seat = i < 2 ? &game->seat[i] : &observers[i - 2];
		struct vars *told;

		if (seat->player == 0 || seat->player == except ||
		    (reply->is_talk && reply_is_deaf(reply, seat->player)) ||
		    (i >= 2 && game_has(game, seat->player)))
			continue;
		told = reply_tell(reply, seat->player, game, template);
		facts_game(told, game);
		if (vars != NULL)
			vars_copy(told, vars);
	}
	return 0;
}

struct vars *
reply_write(struct reply *reply, const char *address, int64_t confirm, const char *template)
{
	struct message **at = &reply->others;

	while (*at != NULL)
		at = &(*at)->next;
	*at = message_new(reply->arena, 0, arena_strdup(reply->arena, address), NULL);
	(*at)->confirm = confirm;
	return add_note(reply, *at, NULL, template);
}

void
reply_show_last(struct reply *reply, struct game *game)
{
	struct message *last = reply->others;

	while (last->next != NULL)
		last = last->next;
	last->last->show = SHOW_BOARD;
	last->last->game = game;
}

void
reply_attach(
    struct reply *reply, const char *name, const char *type, const char *bytes, size_t length)
{
	struct file *file = arena_alloc(reply->arena, sizeof *file);

	file->name = arena_strdup(reply->arena, name);
	file->type = type;
	file->bytes = bytes;
	file->length = length;
	reply->file = file;
}

bool
reply_is_deaf(const struct reply *reply, int64_t player)
{
	for (int i = 0; i < reply->deaf_count; i++)
		if (reply->deaf[i] == player)
			return true;
	return false;
}

void
reply_remark(struct reply *reply, const struct game *game, const char *userid, const char *text)
{
	struct remark *remark = arena_alloc(reply->arena, sizeof *remark);

	remark->game = game;
	remark->userid = userid;
	remark->text = text;
	remark->next = reply->remarks;
	reply->remarks = remark;
}
