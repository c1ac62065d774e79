/* SPDX-License-Identifier: ISC */
/*
 * Collecting what is to be said (reply.h).
 */
#include "play/reply.h"

#include <string.h>

#include "base/arena.h"
#include "play/facts.h"
#include "store/players.h"

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

void
reply_speak(struct reply *reply, const char *language, bool is_guess)
{
	reply->language = reply->sender->language = language;
	reply->is_guess = reply->sender->is_guess = is_guess;
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

	reply->sender->last->line = reply->command;
	vars_text(vars, "command", reply->command);
	return vars;
}

struct vars *
reply_use_above(struct reply *reply, const char *template)
{
	const struct note *last = reply->sender->last;
	struct vars *vars;

	reply->command = "";
	vars = reply_use(reply, template);
	if (last != NULL && last->show == SHOW_GAME)
		reply_show(reply, last->game);
	return vars;
}

struct vars *
reply_use_game(struct reply *reply, struct game *game, const char *template)
{
	struct vars *vars = reply_use(reply, template);

	facts_game(vars, game);
	reply_show(reply, game);
	return vars;
}

struct vars *
reply_refuse(struct reply *reply, const char *template)
{
	struct vars *vars = reply_use(reply, template);

	reply->sender->last->refused = true;
	return vars;
}

struct vars *
reply_refuse_game(struct reply *reply, struct game *game, const char *template)
{
	struct vars *vars = reply_use_game(reply, game, template);

	reply->sender->last->refused = true;
	return vars;
}

bool
reply_is_receipt(const struct reply *reply)
{
	const struct note *note = reply->sender->first;

	for (; note != NULL; note = note->next) {
		const struct var *other_sense = vars_find(note->vars, "read-so");
		const struct var *words_alone = vars_find(note->vars, "words-alone");

		if (words_alone != NULL && words_alone->number != 0)
			continue;
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

/* The same, in one letter. */
static void
replace_in(struct message *message, const char *old, const char *fresh)
{
	for (struct note *note = message->first; note != NULL; note = note->next)
		vars_replace(note->vars, old, fresh);
	if (message->account != NULL)
		vars_replace(message->account, old, fresh);
}

void
reply_replace(struct reply *reply, const char *old, const char *fresh)
{
	replace_in(reply->sender, old, fresh);
	for (struct message *message = reply->others; message != NULL; message = message->next)
		replace_in(message, old, fresh);
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

struct message *
reply_letter(struct reply *reply, int64_t player, struct game *game)
{
	struct message **at = &reply->others;

	while (*at != NULL && ((*at)->player != player || (*at)->game != game))
		at = &(*at)->next;
	if (*at == NULL) {
		*at = message_new(reply->arena, player, NULL, game);
		(*at)->is_counted = true;
	}
	return *at;
}

struct vars *
reply_tell(struct reply *reply, int64_t player, struct game *game, const char *template)
{
	struct message *message = reply_letter(reply, player, game);

	message->is_counted &= reply->is_counted;
	message->writer = reply->writer;
	message->tells |= !reply->is_talk;
	return add_note(reply, message, game, template);
}

void
reply_list(struct reply *reply, struct message *message, int64_t board)
{
	if (board == 0)
		return;
	for (size_t i = 0; i < message->board_count; i++)
		if (message->boards[i] == board)
			return;
	message->boards = arena_grow(
	    reply->arena, message->boards, message->board_count, sizeof *message->boards);
	message->boards[message->board_count++] = board;
}

void
reply_move_deadline(struct reply *reply, const struct game *game)
{
	struct message *message = reply->sender;

	message->moved = arena_grow(
	    reply->arena, message->moved, message->moved_count, sizeof *message->moved);
	message->moved[message->moved_count++] = game;
}

struct vars *
reply_write(struct reply *reply, const char *address, int64_t confirm, const char *template)
{
	struct message **at = &reply->others;

	while (*at != NULL)
		at = &(*at)->next;
	*at = message_new(reply->arena, 0, arena_strdup(reply->arena, address), NULL);
	(*at)->confirm = confirm;
	(*at)->language = reply->language;
	(*at)->is_guess = reply->is_guess;
	return add_note(reply, *at, NULL, template);
}

static struct message *
last_written(struct reply *reply)
{
	struct message *last = reply->others;

	while (last->next != NULL)
		last = last->next;
	return last;
}

void
reply_show_last(struct reply *reply, struct game *game)
{
	struct message *last = last_written(reply);

	last->last->show = SHOW_BOARD;
	last->last->game = game;
}

void
reply_speak_last(struct reply *reply, const char *language, bool is_guess)
{
	struct message *last = last_written(reply);

	last->language = language;
	last->is_guess = is_guess;
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
	file->next = reply->file;
	reply->file = file;
}

void
reply_attach_film(struct reply *reply, const char *name, const struct film *film)
{
	reply_attach(reply, name, "image/gif", NULL, 0);
	reply->file->film = film;
}

int
reply_find_deaf(struct reply *reply, struct store *store, int64_t player, struct err *err)
{
	int64_t *deaf;
	int count = blocks_of(store, reply->arena, player, &deaf, err);

	if (count == -1)
		return -1;
	reply->deaf = deaf;
	reply->deaf_count = count;
	return 0;
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
	remark->userid = arena_strdup(reply->arena, userid);
	remark->text = text;
	remark->next = reply->remarks;
	reply->remarks = remark;
}
