/* SPDX-License-Identifier: ISC */
/*
 * Who wrote a letter (identity.h).  A password is checked by the command that it
 * stands with (cmd/request.c).
 */
#include "server/identity.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/request.h"
#include "mail/read/address.h"
#include "mail/source/source.h"
#include "server/server.h"
#include "store/lists.h"
#include "store/players.h"

/* The first token counts that this sender may use. */
static void
try_token(struct identity *identity, const struct server *server, const struct letter *letter,
    const char *text)
{
	struct token token;

	if (text == NULL || !token_read(&server->keys, text, &token))
		return;
	identity->answers_us = identity->any_token = true;
	if (letter->dmarc == DMARC_FAIL)
		return;
	if (token.purpose == TOKEN_CONFIRM && identity->confirm == 0)
		identity->confirm = token.game;
	if (token.purpose == TOKEN_CONFIRM || token.purpose == TOKEN_BOUNCE)
		return;
	if (identity->sender == NULL && !identity->is_suspended && identity->owner == 0) {
		identity->owner = token.player;
		identity->board = token.purpose == TOKEN_PUZZLE ? 0 : token.game;
	}
	if (identity->sender == NULL)
		return;
	if (token.player != identity->sender->id) {
		identity->of_others = true;
	} else if (!identity->has_token) {
		identity->token = token;
		identity->has_token = true;
	}
}

/* The recipients come first, then the Message-IDs that the letter refers to: in those of the
 * server the token stands after the last dot of the left part.  The token decides, not the domain:
 * letters of the time before a new `address` are answered too. */
static void
find_token(struct identity *identity, const struct server *server, struct arena *arena,
    const struct letter *letter, const struct intake *intake)
{
	if (intake->recipient != NULL)
		try_token(identity, server, letter, address_last_tag(arena, intake->recipient));
	for (int i = 0; i < letter->recipient_count; i++)
		try_token(identity, server, letter, address_last_tag(arena, letter->recipients[i]));
	for (int i = 0; i < letter->reference_count; i++) {
		const char *id = letter->references[i], *at = strrchr(id, '@'), *dot;

		if (at == NULL)
			continue;
		identity->answers_us |= str_equal_nocase(at + 1, server->domain);
		id = arena_strndup(arena, id, (size_t)(at - id));
		if ((dot = strrchr(id, '.')) != NULL)
			try_token(identity, server, letter, dot + 1);
	}
}

/* What the token of a letter with a list comes to: that of any other, and the boards. */
static int
open_list(
    struct identity *identity, const struct server *server, struct arena *arena, struct err *err)
{
	struct token *token = &identity->token;
	int64_t number = token->made;
	struct listed *listed = NULL;

	if (!identity->has_token || token->purpose != TOKEN_LIST)
		return 0;
	token->purpose = token->game != 0 ? TOKEN_GAME : TOKEN_ACCOUNT;
	token->made = 0;
	identity->listed_count = lists_get(
	    server->store, arena, token->player, number, token, &listed, err);
	identity->listed = listed;
	return identity->listed_count == -1 ? -1 : 0;
}

int
identity_find(struct identity *identity, const struct server *server, struct arena *arena,
    const struct letter *letter, const struct intake *intake, struct err *err)
{
	struct player *player = arena_alloc(arena, sizeof *player);
	int found = players_by_address(server->store, arena, letter->from, player, err);

	if (found == -1)
		return -1;
	*identity = (struct identity){
		.sender = found == 1 && player->state == PLAYER_ACTIVE ? player : NULL,
		.is_suspended = found == 1 && player->state == PLAYER_SUSPENDED,
	};
	find_token(identity, server, arena, letter, intake);
	return open_list(identity, server, arena, err);
}

/* Of an address that is not the server's own now only one that it has made itself. */
static const char *
envelope_token(const struct server *server, struct arena *arena, const char *address)
{
	const char *own = address_tag(arena, address, server->policy.address);
	const char *tag = own != NULL ? own : address_last_tag(arena, address);
	struct token token;

	if (tag == NULL || !str_starts_nocase(tag, "b."))
		return NULL;
	return own != NULL || token_read(&server->keys, tag + 2, &token) ? tag + 2 : NULL;
}

const char *
identity_envelope_token(const struct server *server, struct arena *arena,
    const struct letter *letter, const struct intake *intake)
{
	for (int i = -1; i < letter->recipient_count; i++) {
		const char *to = i == -1 ? intake->recipient : letter->recipients[i];
		const char *token = to != NULL ? envelope_token(server, arena, to) : NULL;

		if (token != NULL)
			return token;
	}
	return NULL;
}

bool
identity_is_proved(const struct request *rq)
{
	return rq->token != NULL || rq->is_confirmed || rq->password != NULL ||
	    rq->proof != PROOF_NONE || (rq->sender != NULL && rq->mail_server_proof);
}

int
identity_note(const struct server *server, const struct letter *letter, const struct request *rq,
    struct err *err)
{
	struct player *player = rq->speaker != NULL ? rq->speaker : rq->sender, account;
	int64_t today = rq->now - rq->now % DAY;
	int found = 1;
	/* Who is asked whether he still plays, and does not say so, is waited for no longer. */
	bool stays_asked = rq->parsed != NULL && rq->parsed->stays_asked;

	if (letter->too_large || !identity_is_proved(rq))
		return 0;
	/* A confirmed sign-up has an account by now. */
	if (player == NULL) {
		player = &account;
		found = players_by_address(server->store, rq->arena, letter->from, player, err);
	}
	if (found != 1 ||
	    (player->writes_html == letter->has_html && player->seen == today &&
		(player->absent == 0 || stays_asked)))
		return found == -1 ? -1 : 0;
	player->writes_html = letter->has_html;
	player->seen = today;
	if (!stays_asked)
		player->absent = 0;
	return players_note_letter(server->store, player, err);
}
