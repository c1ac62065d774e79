/* SPDX-License-Identifier: ISC */
/*
 * From a reply to outbox rows (outgoing.h).
 *
 * Game letters go to registered addresses only, never to a Reply-To of the
 * letter (no reflector).  References name only letters sent to that address.
 */
#include "server/outgoing.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/idn.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/write/compose.h"
#include "play/play.h"
#include "server/server.h"
#include "store/held.h"
#include "store/lists.h"
#include "store/outbox.h"
#include "store/sites.h"
#include "view/board_gif.h"
#include "view/event.h"
#include "view/letter.h"

#define THREAD_MAX    11 /* the root and the last ten */
#define RANDOM_LENGTH 16 /* of a Message-ID: 64 bits at least, and the line stays short */

/* One message of a reply, on its way to one address. */
struct outgoing {
	struct server *server;
	struct arena *arena;
	const struct cause *cause;
	const struct message *message;
	int place;                   /* among the messages of its reply; 0 the sender's */
	bool is_answer;              /* to the sender of the letter */
	struct file *file;           /* attached, a list */
	const struct player *reader; /* NULL a stranger */
	const char *address;         /* of a player: each of his in turn */
	const char *reply_to;        /* where the reader's answer goes; NULL nowhere */
	int64_t list;                /* of the boards that it lists (store/lists.h); 0 none */
	struct rendered rendered;
	bool carries_words; /* letter_carries_words */
	bool is_root;       /* the first letter of its conversation */
};

/* "xiangqi+TAG@example.org" for the server's "xiangqi@example.org". */
static const char *
tagged(const struct outgoing *out, const char *tag)
{
	const char *own = out->server->policy.address, *at = strrchr(own, '@');

	return arena_printf(out->arena, "%.*s+%s%s", (int)(at - own), own, tag, at);
}

/* Does it refuse or ask something else than what stands open in its game? */
static bool
asks_else(const struct message *message)
{
	for (const struct note *note = message->first; note != NULL; note = note->next)
		if (note->refused && !message->asks_offer)
			return true;
	return false;
}

/* What stands open in the letter's game for its reader; or that, and something else. */
static void
set_offered(const struct outgoing *out, struct token *token)
{
	static const enum token_asks asks[] = { [OFFER_CHALLENGE] = ASKS_CHALLENGE,
		[OFFER_DRAW] = ASKS_DRAW,
		[OFFER_UNDO] = ASKS_UNDO,
		[OFFER_NONE] = ASKS_NOTHING,
		[OFFER_SEVERAL] = ASKS_TWO };
	const struct message *message = out->message;
	const struct game *game = out->rendered.game;

	if (game != NULL && game_has(game, out->reader->id))
		token->asks = asks[play_open_offer(
		    game, side_other(game_side_of(game, out->reader->id)), OFFER_ANY)];
	if (token->asks == ASKS_NOTHING) {
		token->asks = message->asks ? ASKS_TWO : ASKS_NOTHING;
	} else if (out->carries_words && !message->tells) {
		token->asks = ASKS_TWO;
		token->asked = TWO_WITH_WORDS;
	} else if (asks_else(message)) {
		token->asks = ASKS_TWO;
	}
}

/* What a yes to this letter is about, or words: two questions are none. */
static void
set_asked(const struct outgoing *out, struct token *token)
{
	const struct message *message = out->message;

	set_offered(out, token);
	if (message->asks_move) {
		token->asks = ASKS_MOVE;
		token->asked = move_to_number(message->submitted);
	} else if (message->meant != 0) {
		token->asked = token->asks != ASKS_NOTHING ? 0 : message->meant;
		token->asks = token->asks != ASKS_NOTHING ? ASKS_TWO : ASKS_MEANT;
	} else if (token->asks == ASKS_NOTHING && message->writer != 0) {
		token->asks = ASKS_WORDS;
		token->asked = message->writer;
	} else if (token->asks == ASKS_NOTHING && out->carries_words) {
		token->asks = ASKS_WORDS;
	}
}

/* The same however often the letter is handled. */
static int64_t
made_at(const struct outgoing *out)
{
	return out->cause->received != 0 ? out->cause->received : out->cause->now;
}

/* The token that an answer to this letter brings; NULL none. */
static const char *
make_token(const struct outgoing *out, enum token_purpose purpose)
{
	const struct game *game = out->rendered.game;
	struct token token = { .purpose = purpose };
	char text[TOKEN_SIZE];

	if (out->reader != NULL)
		token.player = out->reader->id;
	if (purpose == TOKEN_MESSAGE)
		token.made = made_at(out);
	if (out->message->confirm != 0) {
		token.purpose = TOKEN_CONFIRM;
		token.game = out->message->confirm;
		token_make(&out->server->keys, &token, text);
		return arena_strdup(out->arena, text);
	}
	if (out->reader == NULL)
		return NULL;
	if (out->message->puzzle != 0 && game == NULL) {
		token.purpose = TOKEN_PUZZLE;
		token.game = out->message->puzzle;
		token.made = 0;
	} else if (out->list != 0) {
		token.purpose = TOKEN_LIST;
		token.made = out->list;
	}
	if (game != NULL) {
		token.game = game->id;
		token.turn = game->turns;
	} else if (purpose == TOKEN_ACCOUNT || token.purpose == TOKEN_PUZZLE || out->list != 0) {
		token.turn = (int32_t)(out->cause->now / DAY);
	}
	if (token.purpose == TOKEN_GAME || token.purpose == TOKEN_ACCOUNT)
		set_asked(out, &token);
	token_make(&out->server->keys, &token, text);
	return arena_strdup(out->arena, text);
}

/* A part that makes it unique, then, after a dot, a token, for mail programs that ignore
 * Reply-To; the root of a conversation carries none.  The same letter handled again, as
 * after a restored backup, gives the same Message-ID, so that a second copy can be told;
 * but not when it is `used` already. */
static const char *
make_message_id(const struct outgoing *out, bool used)
{
	const struct game *game = out->rendered.game;
	const char *token = NULL, *place;
	char unique[65];

	if (out->cause->digest == NULL || used) {
		code_random(unique, RANDOM_LENGTH);
	} else {
		place = arena_printf(out->arena, "%s %lld %d", out->address,
		    game != NULL ? (long long)game->id : 0LL, out->place);
		digest_pieces((const struct piece[]){ { (const char *)out->server->keys.key[0],
							  sizeof out->server->keys.key[0] },
				  { out->cause->digest, strlen(out->cause->digest) },
				  { place, strlen(place) } },
		    3, unique);
	}
	if (!out->is_root || out->message->confirm != 0)
		token = make_token(out, TOKEN_MESSAGE);
	return arena_printf(out->arena, "%.*s%s%s@%s", RANDOM_LENGTH, unique,
	    token != NULL ? "." : "", token != NULL ? token : "", out->server->domain);
}

static const char *
envelope_sender(const struct outgoing *out, int64_t row)
{
	char text[TOKEN_SIZE];
	struct token token = { .purpose = TOKEN_BOUNCE, .game = row };

	if (out->reader == NULL)
		return "";
	token.player = out->reader->id;
	token_make(&out->server->keys, &token, text);
	return tagged(out, arena_printf(out->arena, "b.%s", text));
}

/* What a mail program's own button sends: it has no other proof than the token in the address,
 * which names the board, too.  Of a follower it ends what brought him this letter. */
static int
set_unsubscribe(const struct outgoing *out, struct draft *letter, struct err *err)
{
	const struct game *game = out->rendered.game;
	const struct seat *followed[2];
	bool by_board = true;
	int count = 0;
	struct str link;

	str_init(&link, out->arena, 0);
	str_addf(&link, "mailto:%s?subject=unsubscribe",
	    letter->reply_to != NULL ? letter->reply_to : out->server->policy.address);
	if (out->reader != NULL && !game_has(game, out->reader->id))
		count = observers_why(
		    out->server->store, game, out->reader->id, &by_board, followed, err);
	if (by_board && letter->reply_to == NULL)
		str_addf(&link, "%%20%lld", (long long)game->id);
	for (int i = 0; i < count && !by_board; i++) {
		str_add(&link, i == 0 ? "%20" : "%0D%0Aunsubscribe%20");
		str_add_encoded(&link, followed[i]->userid, strlen(followed[i]->userid));
		if (i == 0 && count == 2)
			str_addf(&link, "&body=%s", strrchr(link.data, '=') + 1);
	}
	letter->list_unsubscribe = link.data;
	return count == -1 ? -1 : 0;
}

/* What shows mail programs the conversation: the game as a list, and the thread, which is
 * what this address got of this game, then the letter answered. */
static int
set_conversation(struct outgoing *out, struct draft *letter, struct err *err)
{
	const struct game *game = out->rendered.game;
	const char *own = out->server->policy.address;
	const char **ids = arena_alloc(out->arena, (THREAD_MAX + 1) * sizeof *ids);
	const struct note *note = out->message->first;
	int count = 0;

	if (note != NULL && str_equal(note->template, "seek-news"))
		letter->list_unsubscribe = arena_printf(out->arena,
		    "mailto:%s?subject=unsubscribe%%20seeks",
		    letter->reply_to != NULL ? letter->reply_to : own);
	if (game != NULL) {
		long long board = (long long)game->id;

		letter->list_name = arena_printf(out->arena, "Xiangqi Board %lld", board);
		letter->list_id = arena_printf(out->arena, "board-%lld.%.*s.%s", board,
		    (int)strcspn(own, "@"), own, out->server->domain);
		if (set_unsubscribe(out, letter, err) == -1)
			return -1;
		count = outbox_thread(
		    out->server->store, out->arena, game->id, out->address, ids, THREAD_MAX, err);
	}
	if (count == -1)
		return -1;
	out->is_root = count == 0 && game != NULL;
	letter->in_reply_to = count > 0 ? ids[count - 1] : NULL;
	if (out->is_answer && out->cause->message_id != NULL) {
		letter->in_reply_to = out->cause->message_id;
		ids[count++] = out->cause->message_id;
	}
	letter->references = ids;
	letter->reference_count = count;
	return 0;
}

/* As the reader likes boards. */
static int
draw_film(const struct outgoing *out, struct file *file, struct err *err)
{
	const struct film *film = file->film;
	const struct player *reader = out->reader;
	enum board_style style = BOARD_CLASSIC;

	if (reader != NULL)
		board_style_find(reader->board, &style);
	return board_gif(out->arena, &film->start, film->moves, film->count, style,
	    film->is_green && reader != NULL && reader->flipped, &file->bytes, &file->length, err);
}

/* The pictures of the HTML, and the files asked for. */
static int
set_attachments(const struct outgoing *out, struct draft *letter, struct err *err)
{
	const struct pictures *pictures = &out->rendered.pictures;
	struct attachment *to;
	size_t files = 0;

	for (struct file *file = out->file; file != NULL; file = file->next, files++)
		if (file->film != NULL && file->bytes == NULL && draw_film(out, file, err) == -1)
			return -1;
	to = arena_alloc(out->arena, (PICTURES_MAX + files + 1) * sizeof *to);
	letter->html = out->rendered.html;
	letter->attachments = to;
	for (int i = 0; i < pictures->count; i++)
		*to++ = (struct attachment){ .name = arena_printf(
						 out->arena, "board-%d.png", i + 1),
			.type = "image/png",
			.bytes = pictures->at[i].bytes,
			.length = pictures->at[i].length,
			.content_id = pictures->at[i].id };
	for (const struct file *file = out->file; file != NULL; file = file->next)
		*to++ = (struct attachment){ .name = file->name,
			.type = file->type,
			.bytes = file->bytes,
			.length = file->length };
	if (out->rendered.event != NULL)
		*to++ = (struct attachment){ .name = "deadline.ics",
			.type = out->rendered.is_event_off ? EVENT_CANCELLED : EVENT_PUBLISHED,
			.bytes = out->rendered.event,
			.length = strlen(out->rendered.event) };
	letter->attachment_count = (int)(to - letter->attachments);
	return 0;
}

/* The number of the turn, for the clock, when it is its reader's; 0 none.  It never goes back, as
 * the length of the game does. */
static int
awaited_turn(const struct outgoing *out)
{
	const struct game *game = out->rendered.game;

	if (game == NULL || out->reader == NULL || game->state != GAME_PLAYING ||
	    game->seat[game_turn(game)].player != out->reader->id)
		return 0;
	return game->turns;
}

/* All that it says of its game, or of all games, is how it stands: made anew on another day it says
 * the same. */
static bool
only_shows(const struct message *message)
{
	static const char *const showing[] = { "move-opponent", "move-done", "clock-reminder",
		"challenge-accepted-opponent", "game-late", "game-arrived", "digest",
		"digest-board", "operator-unsent", "seek-news" };

	for (const struct note *note = message->first; note != NULL; note = note->next)
		if (str_index(showing, sizeof showing / sizeof showing[0], note->template) == -1)
			return false;
	return message->account == NULL;
}

/* Another that only shows how a game stands is of no use beside one that was made anew, nor an old
 * digest, or letter about letters that wait, beside a new one. */
static int
add_row(const struct outgoing *out, struct out *row, struct err *err)
{
	struct store *store = out->server->store;

	row->turn = awaited_turn(out);
	row->made = out->file == NULL && only_shows(out->message) ? row->created : 0;
	if (outbox_add(store, row, err) == -1)
		return -1;
	if (row->made == 0 || (row->game != 0 && out->cause->only == NULL))
		return 0;
	return outbox_replace(store, row->id, err) == -1 ? -1 : 0;
}

/* To one address: composed, and added to the outbox. */
static int
write_letter(struct outgoing *out, struct err *err)
{
	struct store *store = out->server->store;
	const struct game *game = out->rendered.game;
	const struct player *reader = out->reader;
	struct draft letter = { .from_name = out->server->settings.name,
		.from = out->server->policy.address,
		.to_name = reader != NULL ? reader->userid : NULL,
		.to = idn_ascii(out->arena, out->address),
		.reply_to = out->reply_to,
		.subject = out->rendered.subject,
		.text = out->rendered.text,
		.date = out->cause->now,
		.auto_submitted = out->is_answer ? AUTO_REPLIED : AUTO_GENERATED,
		.loop_id = out->server->policy.address };
	struct out row = { .letter = out->cause->letter,
		.player = reader != NULL ? reader->id : 0,
		.game = game != NULL ? game->id : 0,
		.list = game == NULL ? out->list : 0,
		.recipient = out->address,
		.subject = out->rendered.subject,
		.created = out->cause->now };
	int64_t id;
	int used;

	if (set_attachments(out, &letter, err) == -1 || set_conversation(out, &letter, err) == -1)
		return -1;
	/* A letter that comes again when it is no longer known, after a year, has an answer
	 * of its own. */
	letter.message_id = make_message_id(out, false);
	if ((used = outbox_has(store, letter.message_id, err)) == 1)
		letter.message_id = make_message_id(out, true);
	if (used == -1 || outbox_next_id(store, &id, err) == -1 ||
	    compose_letter(out->arena, &letter, &row.bytes, &row.length, err) == -1)
		return -1;
	row.message_id = letter.message_id;
	row.sender = envelope_sender(out, id);
	return add_row(out, &row, err);
}

/* The boards that the letter lists, kept for its token. */
static int
find_list(struct outgoing *out, struct letter_view *view, struct err *err)
{
	struct token asked = { .asks = ASKS_NOTHING };
	int64_t *boards;
	int count;

	out->list = 0;
	if (out->reader == NULL)
		return 0;
	set_asked(out, &asked);
	count = letter_boards(view, out->message, out->reader, &boards, err);
	return count == -1 ? -1 :
			     lists_add(out->server->store, out->arena, out->reader->id,
				 made_at(out), &asked, boards, count, &out->list, err);
}

/* Do letters go to this address of a player, and this one? */
static bool
is_meant(const struct cause *cause, const struct address *address)
{
	return address->confirmed && address->receives && !address->stopped &&
	    (cause->only == NULL || str_equal_nocase(cause->only, address->address));
}

/* To a stranger's address, or to every address where the player wants letters. */
static int
write_message(struct outgoing *out, const struct reply *reply, struct err *err)
{
	struct server *server = out->server;
	struct letter_view view = { .arena = out->arena,
		.store = server->store,
		.templates = server->templates,
		.glossary = server->settings.glossary,
		.name = server->settings.name,
		.address = server->policy.address,
		.operator_address = server->config->operator_address,
		.language = server->settings.language,
		.has_machine = server->settings.has_machine,
		.games_max = server->settings.games_max,
		.now = out->cause->now };
	struct address *addresses;
	const char *token;
	int count;

	/* A player's games go on wherever he is. */
	if (out->reader == NULL && (count = sites_shut(server->store, out->address, err)) != 0)
		return count == -1 ? -1 : 0;
	out->rendered.game = letter_game(out->message);
	out->carries_words = letter_carries_words(reply, out->message, out->reader);
	if (find_list(out, &view, err) == -1)
		return -1;
	token = make_token(out, out->rendered.game != NULL ? TOKEN_GAME : TOKEN_ACCOUNT);
	view.reply_to = out->reply_to = token != NULL ? tagged(out, token) : NULL;
	if (letter_render(&view, reply, out->message, out->reader, &out->rendered, err) == -1)
		return -1;
	if (out->reader == NULL)
		return write_letter(out, err);
	count = players_addresses(server->store, out->arena, out->reader->id, &addresses, err);
	for (int i = 0; i < count; i++) {
		if (!is_meant(out->cause, &addresses[i]))
			continue;
		out->address = addresses[i].address;
		if (write_letter(out, err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* Does a machine play against the reader?  It answers at once, and is answered at once.  1, 0, -1.
 */
static int
is_with_machine(struct store *store, struct arena *arena, const struct game *game, int64_t reader,
    struct err *err)
{
	struct player other;
	int found = players_get(
	    store, arena, game->seat[side_other(game_side_of(game, reader))].player, &other, err);

	return found == 1 ? other.level > 0 : found;
}

/* Is the letter left to its reader's next digest (server/digest.h)?  It asks for a move, and the
 * time for that ends later.  1, 0 or -1. */
static int
is_held(struct outgoing *out, const struct player *reader, const struct message *message,
    struct err *err)
{
	static const char *const asking[] = { "move-opponent", "clock-reminder" };
	struct store *store = out->server->store;
	const struct game *game = message->game;
	int64_t deadline, now = out->cause->now;
	struct held held = { .player = reader->id };
	bool is_news = false;
	int is_machine;

	if (reader->digest[0] == '\0' || game == NULL || game->state != GAME_PLAYING ||
	    game->seat[game_turn(game)].player != reader->id)
		return 0;
	for (const struct note *note = message->first; note != NULL; note = note->next) {
		if (str_index(asking, 2, note->template) == -1)
			return 0;
		is_news |= str_equal(note->template, asking[0]);
	}
	deadline = game_deadline(game);
	held.game = game->id;
	held.turn = game->turns;
	held.due = hour_next(reader->digest, reader->zone, now);
	if (deadline != 0 && deadline < held.due + DIGEST_MARGIN)
		return 0;
	is_machine = is_with_machine(store, out->arena, game, reader->id, err);
	if (is_machine != 0)
		return is_machine == -1 ? -1 : 0;
	return is_news && held_add(store, &held, now, err) == -1 ? -1 : 1;
}

int
outgoing_write(struct server *server, struct arena *arena, const struct reply *reply,
    const struct cause *cause, struct err *err)
{
	struct outgoing out = { .server = server,
		.arena = arena,
		.cause = cause,
		.message = reply->sender,
		.is_answer = true,
		.file = reply->file,
		.reader = cause->sender,
		.address = cause->address };
	struct player player;
	int found;

	if (!reply->silent && reply->sender->first != NULL && write_message(&out, reply, err) == -1)
		return -1;
	for (const struct message *m = reply->others; m != NULL; m = m->next) {
		out.message = m;
		out.file = m->file;
		out.place++;
		out.is_answer = m->address != NULL && cause->address != NULL &&
		    str_equal_nocase(m->address, cause->address);
		out.reader = NULL;
		out.address = m->address;
		if (m->address == NULL) {
			found = players_get(server->store, arena, m->player, &player, err);
			if (found == -1)
				return -1;
			if (found == 0 || player.state == PLAYER_CLOSED || player.level > 0)
				continue;
			if ((found = is_held(&out, &player, m, err)) == -1)
				return -1;
			if (found == 1)
				continue;
			out.reader = &player;
		}
		if (write_message(&out, reply, err) == -1)
			return -1;
	}
	return 0;
}
