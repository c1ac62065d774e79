/* SPDX-License-Identifier: ISC */
/*
 * From a reply to outbox rows: recipients, tokens, threads, bytes.
 *
 * Game letters go to registered addresses only, never to a Reply-To of the
 * letter (no reflector).  References name only letters sent to that address.
 */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "config/config.h"
#include "mail/write/compose.h"
#include "server/server.h"
#include "store/outbox.h"
#include "view/letter.h"

#define THREAD_MAX    11 /* the root and the last ten */
#define RANDOM_LENGTH 16 /* of a Message-ID: 64 bits at least, and the line stays short */

/* One message on its way to one address. */
struct mailing {
	struct server *server;
	struct arena *arena;
	const struct cause *cause;
	const struct message *message;
	const struct rendered *rendered;
	const struct player *reader; /* NULL a stranger */
	const char *address;
	const struct file *file;
	int place;      /* among the messages of its reply */
	bool is_answer; /* to the sender of the letter */
	bool is_root;   /* the first letter of its conversation */
};

/* "xiangqi+TAG@example.org" for our "xiangqi@example.org". */
static const char *
tagged(const struct mailing *m, const char *tag)
{
	const char *own = m->server->policy.address, *at = strrchr(own, '@');

	return arena_printf(m->arena, "%.*s+%s%s", (int)(at - own), own, tag, at);
}

static struct token
token_for(const struct mailing *m, enum token_purpose purpose)
{
	struct token token = { .purpose = purpose };

	token.player = m->reader != NULL ? m->reader->id : 0;
	if (m->rendered->game != NULL) {
		token.game = m->rendered->game->id;
		token.ply = m->rendered->game->length;
	}
	return token;
}

/* The proof of whoever answers a confirmation. */
static struct token
confirm_token(const struct mailing *m)
{
	return (struct token){ .purpose = TOKEN_CONFIRM,
		.game = m->message->confirm,
		.player = m->reader != NULL ? m->reader->id : 0 };
}

static const char *
reply_to(const struct mailing *m)
{
	char text[TOKEN_SIZE];
	struct token token = token_for(m, m->rendered->game != NULL ? TOKEN_GAME : TOKEN_ACCOUNT);

	if (m->message->confirm != 0)
		token = confirm_token(m);
	else if (m->reader == NULL)
		return NULL;
	token_make(&m->server->keys, &token, text);
	return tagged(m, text);
}

/* The place of the message among those of its reply. */
static int
place_of(const struct reply *reply, const struct message *message)
{
	int place = 0;

	if (message == reply->sender)
		return 0;
	for (const struct message *m = reply->others; m != message; m = m->next)
		place++;
	return place + 1;
}

/* What makes a Message-ID unique.  The same letter handled again, as after a
 * restored backup, gives the same one, so that a second copy can be told; but
 * not when it is `used` already. */
static const char *
stem(const struct mailing *m, bool used)
{
	const struct game *game = m->rendered->game;
	char random[RANDOM_LENGTH + 1], digest[65];
	const char *place;

	if (m->cause->digest == NULL || used) {
		code_random(random, RANDOM_LENGTH);
		return arena_strdup(m->arena, random);
	}
	place = arena_printf(
	    m->arena, "%s %lld %d", m->address, game != NULL ? (long long)game->id : 0LL, m->place);
	digest_pieces(
	    (const struct piece[]){
		{ (const char *)m->server->keys.key[0], sizeof m->server->keys.key[0] },
		{ m->cause->digest, strlen(m->cause->digest) }, { place, strlen(place) } },
	    3, digest);
	return arena_strndup(m->arena, digest, RANDOM_LENGTH);
}

/* With a token behind the dot, which helps where Reply-To is ignored; the root
 * of a conversation carries none. */
static const char *
message_id(const struct mailing *m, bool used)
{
	struct token token = token_for(m, TOKEN_MESSAGE);
	char text[TOKEN_SIZE];

	if (m->message->confirm != 0)
		token = confirm_token(m);
	else if (m->is_root || m->reader == NULL)
		return arena_printf(m->arena, "%s@%s", stem(m, used), m->server->domain);
	token_make(&m->server->keys, &token, text);
	return arena_printf(m->arena, "%s.%s@%s", stem(m, used), text, m->server->domain);
}

/* A letter that comes again when it is no longer known, after a year, has an
 * answer of its own. */
static int
set_message_id(const struct mailing *m, struct draft *letter, struct err *err)
{
	int found;

	letter->message_id = message_id(m, false);
	if ((found = outbox_has(m->server->store, letter->message_id, err)) == 1)
		letter->message_id = message_id(m, true);
	return found == -1 ? -1 : 0;
}

static const char *
envelope_sender(const struct mailing *m, int64_t row)
{
	char text[TOKEN_SIZE];
	struct token token = { .purpose = TOKEN_BOUNCE, .game = row };

	if (m->reader == NULL)
		return "";
	token.player = m->reader->id;
	token_make(&m->server->keys, &token, text);
	return tagged(m, arena_printf(m->arena, "b.%s", text));
}

static void
list_headers(const struct mailing *m, struct draft *letter)
{
	const char *own = m->server->policy.address;
	long long board;

	if (m->rendered->game == NULL)
		return;
	board = (long long)m->rendered->game->id;
	letter->list_name = arena_printf(m->arena, "Xiangqi Board %lld", board);
	letter->list_id = arena_printf(
	    m->arena, "board-%lld.%.*s.%s", board, (int)strcspn(own, "@"), own, m->server->domain);
	/* A mail program's own button has no other proof; the token names the board. */
	letter->list_unsubscribe = letter->reply_to != NULL ?
	    arena_printf(m->arena, "mailto:%s?subject=unsubscribe", letter->reply_to) :
	    arena_printf(m->arena, "mailto:%s?subject=unsubscribe%%20%lld", own, board);
}

/* The thread: what this address got of this game, then the letter answered. */
static int
references(struct mailing *m, struct draft *letter, struct err *err)
{
	const char **ids = arena_alloc(m->arena, (THREAD_MAX + 1) * sizeof *ids);
	int count = 0;

	if (m->rendered->game != NULL)
		count = outbox_thread(m->server->store, m->arena, m->rendered->game->id, m->address,
		    ids, THREAD_MAX, err);
	if (count == -1)
		return -1;
	m->is_root = count == 0 && m->rendered->game != NULL;
	letter->in_reply_to = count > 0 ? ids[count - 1] : NULL;
	if (m->is_answer && m->cause->message_id != NULL) {
		letter->in_reply_to = m->cause->message_id;
		ids[count++] = m->cause->message_id;
	}
	letter->references = ids;
	letter->reference_count = count;
	return 0;
}

/* The pictures of the HTML, and the file asked for. */
static void
attach(const struct mailing *m, struct draft *letter)
{
	const struct pictures *pictures = &m->rendered->pictures;
	struct attachment *to = arena_alloc(m->arena, (PICTURES_MAX + 1) * sizeof *to);

	letter->html = m->rendered->html;
	letter->attachments = to;
	for (int i = 0; i < pictures->count; i++)
		*to++ = (struct attachment){ .name = arena_printf(m->arena, "board-%d.png", i + 1),
			.type = "image/png",
			.bytes = pictures->at[i].bytes,
			.length = pictures->at[i].length,
			.content_id = pictures->at[i].id };
	if (m->file != NULL)
		*to++ = (struct attachment){ .name = m->file->name,
			.type = m->file->type,
			.bytes = m->file->bytes,
			.length = m->file->length };
	letter->attachment_count = (int)(to - letter->attachments);
}

/* The ply that this letter's reader now has to answer, for his clock; 0 none. */
static int
awaited_ply(const struct mailing *m)
{
	const struct game *game = m->rendered->game;

	if (game == NULL || m->reader == NULL || game->state != GAME_PLAYING ||
	    game->seat[game_turn(game)].player != m->reader->id)
		return 0;
	return game->length;
}

static int
mail_to(struct mailing *m, struct err *err)
{
	struct draft letter = { .from_name = m->server->settings.name,
		.from = m->server->policy.address,
		.to_name = m->reader != NULL ? m->reader->userid : NULL,
		.to = m->address,
		.subject = m->rendered->subject,
		.text = m->rendered->text,
		.date = m->cause->now,
		.auto_submitted = m->is_answer ? AUTO_REPLIED : AUTO_GENERATED,
		.loop_id = m->server->policy.loop_id };
	struct out out = { .letter = m->cause->letter,
		.recipient = m->address,
		.subject = m->rendered->subject,
		.created = m->cause->now };
	int64_t row;

	letter.reply_to = reply_to(m);
	list_headers(m, &letter);
	attach(m, &letter);
	if (references(m, &letter, err) == -1 || set_message_id(m, &letter, err) == -1 ||
	    outbox_next_id(m->server->store, &row, err) == -1)
		return -1;
	if (compose_letter(m->arena, &letter, &out.bytes, &out.length, err) == -1)
		return -1;
	out.message_id = letter.message_id;
	out.player = m->reader != NULL ? m->reader->id : 0;
	out.game = m->rendered->game != NULL ? m->rendered->game->id : 0;
	out.ply = awaited_ply(m);
	out.sender = envelope_sender(m, row);
	return outbox_add(m->server->store, &out, err);
}

/* Every address where the player wants letters. */
static int
mail_to_player(struct mailing *m, struct err *err)
{
	struct address *addresses;
	int count = players_addresses(m->server->store, m->arena, m->reader->id, &addresses, err);

	if (count == -1)
		return -1;
	for (int i = 0; i < count; i++) {
		int rc;

		if (!addresses[i].confirmed || !addresses[i].receives || addresses[i].stopped)
			continue;
		m->address = addresses[i].address;
		if ((rc = mail_to(m, err)) != 0)
			return rc;
	}
	return 0;
}

static int
write_message(struct server *server, struct arena *arena, const struct reply *reply,
    const struct message *message, const struct player *reader, const struct cause *cause,
    const char *address, struct err *err)
{
	struct letter_view view = { .arena = arena,
		.store = server->store,
		.templates = server->templates,
		.glossary = server->settings.glossary,
		.settings = server->settings.name,
		.address = server->policy.address,
		.language = server->settings.language,
		.now = cause->now };
	struct rendered rendered;
	struct mailing m = { .server = server,
		.arena = arena,
		.cause = cause,
		.message = message,
		.rendered = &rendered,
		.reader = reader,
		.address = address,
		.place = place_of(reply, message),
		.is_answer = message == reply->sender || message->address != NULL };

	if (message == reply->sender)
		m.file = reply->file;
	if (letter_render(&view, reply, message, reader, &rendered, err) == -1)
		return -1;
	return reader != NULL ? mail_to_player(&m, err) : mail_to(&m, err);
}

static int
write_to_player(struct server *server, struct arena *arena, const struct reply *reply,
    const struct message *message, const struct cause *cause, struct err *err)
{
	struct player *player = arena_alloc(arena, sizeof *player);
	int found = players_get(server->store, arena, message->player, player, err);

	if (found == -1)
		return -1;
	if (found == 0 || player->state == PLAYER_CLOSED)
		return 0;
	return write_message(server, arena, reply, message, player, cause, NULL, err);
}

int
outgoing_write(struct server *server, struct arena *arena, const struct reply *reply,
    const struct cause *cause, struct err *err)
{
	int rc = 0;

	if (!reply->silent && reply->sender->first != NULL)
		rc = write_message(
		    server, arena, reply, reply->sender, cause->sender, cause, cause->address, err);
	for (const struct message *m = reply->others; m != NULL && rc == 0; m = m->next)
		rc = m->address != NULL ?
		    write_message(server, arena, reply, m, NULL, cause, m->address, err) :
		    write_to_player(server, arena, reply, m, cause, err);
	return rc;
}
