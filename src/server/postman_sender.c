/* SPDX-License-Identifier: ISC */
/*
 * Who wrote a letter, and which token speaks for him.
 *
 * A token counts only for its own player, in a letter from one of his
 * addresses, and never against our mail server's dmarc=fail.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/read/address.h"
#include "mail/source/source.h"
#include "server/postman.h"
#include "store/players.h"

/* Is this token one that the letter's sender may use? */
static bool
fits_sender(const struct work *work, const struct token *token)
{
	if (token->purpose == TOKEN_BOUNCE)
		return false;
	if (token->purpose == TOKEN_CONFIRM)
		return work->sender == NULL;
	return work->sender != NULL && token->player == work->sender->id;
}

static void
try_token(struct work *work, const char *text)
{
	struct token token;

	if (text == NULL || work->has_token || !token_read(&work->server->keys, text, &token))
		return;
	work->answers_us = true;
	if (!fits_sender(work, &token) || work->letter.dmarc == DMARC_FAIL)
		return;
	work->token = token;
	work->has_token = true;
}

/* The token in one of our Message-IDs stands behind the last dot of its left part. */
static const char *
token_of_message_id(struct work *work, const char *id)
{
	const char *at = strrchr(id, '@'), *dot;

	if (at == NULL || !str_equal_nocase(at + 1, work->server->domain))
		return NULL;
	work->answers_us = true;
	id = arena_strndup(work->arena, id, (size_t)(at - id));
	dot = strrchr(id, '.');
	return dot != NULL ? dot + 1 : NULL;
}

void
postman_find_token(struct work *work)
{
	const struct letter *letter = &work->letter;
	const char *own = work->server->policy.address;

	if (work->intake->recipient != NULL)
		try_token(work, address_tag(work->arena, work->intake->recipient, own));
	for (int i = 0; i < letter->recipient_count; i++)
		try_token(work, address_tag(work->arena, letter->recipients[i], own));
	for (int i = 0; i < letter->reference_count; i++)
		try_token(work, token_of_message_id(work, letter->references[i]));
}

int
postman_find_sender(struct work *work, struct err *err)
{
	struct player *player = arena_alloc(work->arena, sizeof *player);
	int found;

	if (work->letter.from == NULL)
		return 0;
	found = players_by_address(
	    work->server->store, work->arena, work->letter.from, player, err);
	if (found == 1 && player->state == PLAYER_ACTIVE)
		work->sender = player;
	work->is_suspended = found == 1 && player->state == PLAYER_SUSPENDED;
	/* Whoever writes from an address can be reached there again. */
	if (found == 1 && addresses_stop(work->server->store, work->letter.from, false, err) == -1)
		return -1;
	return found == -1 ? -1 : 0;
}
