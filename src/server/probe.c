/* SPDX-License-Identifier: ISC */
/*
 * Letters of the server to itself (probe.h).
 */
#include "server/probe.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/idn.h"
#include "base/str.h"
#include "base/token.h"
#include "config/config.h"
#include "mail/read/letter.h"
#include "mail/write/compose.h"
#include "server/server.h"
#include "store/db.h"

/* Facts of the store, by address: of which visit, received when, and the number
 * again if the envelope sender came with it, if nobody has changed it, and if a list or a relay
 * has handed it on. */
enum { CAME, RECEIVED, SENDER, AS_SENT, RELAYED, FACTS };
static const char *const facts[PROBE_ADDRESSES][FACTS] = {
	[PROBE_PLAIN] = { "self-plain", "self-plain-received", "self-plain-sender",
	    "self-plain-as-sent", "self-plain-relayed" },
	[PROBE_TAGGED] = { "self-tagged", "self-tagged-received", "self-tagged-sender",
	    "self-tagged-as-sent", "self-tagged-relayed" },
};

int
probe_make(struct probe *out, struct arena *arena, const struct server *server,
    enum probe_address to, int64_t number, int64_t now, struct err *err)
{
	const char *own = server->policy.address, *at = strrchr(own, '@');
	struct token token = { .purpose = TOKEN_SELF, .game = number, .turn = (int32_t)to };
	char text[TOKEN_SIZE];
	struct draft letter = { .from_name = server->settings.name,
		.from = own,
		.date = now,
		.subject = "riverpost doctor",
		.auto_submitted = AUTO_GENERATED,
		.loop_id = own,
		.text = "The server has sent this letter to itself, to see whether it arrives.\n" };

	token_make(&server->keys, &token, text);
	out->recipient = to == PROBE_PLAIN ?
	    own :
	    arena_printf(arena, "%.*s+%s%s", (int)(at - own), own, text, at);
	out->sender = to == PROBE_PLAIN ?
	    "" :
	    arena_printf(arena, "%.*s+b.%s%s", (int)(at - own), own, text, at);
	out->message_id = arena_printf(arena, "self.%s@%s", text, server->domain);
	letter.to = out->recipient;
	letter.message_id = out->message_id;
	return compose_letter(arena, &letter, &out->bytes, &out->length, err);
}

static bool
read_token(const struct server *server, struct arena *arena, const struct letter *letter,
    struct token *token)
{
	const char *id = letter->message_id, *at = id != NULL ? strrchr(id, '@') : NULL;

	if (at == NULL || strncmp(id, "self.", 5) != 0)
		return false;
	id = arena_strndup(arena, id + 5, (size_t)(at - id) - 5);
	return token_read(&server->keys, id, token) && token->purpose == TOKEN_SELF &&
	    token->turn >= 0 && token->turn < PROBE_ADDRESSES;
}

/* Return-Path by its domain alone: a refused sender is gone around (sink.h). */
static bool
is_as_sent(const struct server *server, struct arena *arena, const struct letter *letter)
{
	const char *path = letter->return_path, *at = path != NULL ? strrchr(path, '@') : NULL;
	const char *own = idn_people(arena, server->policy.address);

	return letter->from != NULL && str_equal_nocase(letter->from, own) &&
	    (path == NULL || path[0] == '\0' ||
		(at != NULL && str_equal_nocase(at, strrchr(own, '@'))));
}

int
probe_note(const struct server *server, struct arena *arena, const struct letter *letter,
    int64_t stamped, struct err *err)
{
	struct token token;
	int64_t values[FACTS];

	if (!read_token(server, arena, letter, &token))
		return 0;
	values[CAME] = token.game;
	values[RECEIVED] = stamped;
	values[SENDER] = letter->return_path != NULL ? token.game : 0;
	values[AS_SENT] = is_as_sent(server, arena, letter) ? token.game : 0;
	values[RELAYED] = letter->has_relay ? token.game : 0;
	for (int i = 0; i < FACTS; i++)
		if (store_set_fact(server->store, facts[token.turn][i], values[i], err) == -1)
			return -1;
	return 1;
}

int
probe_look(struct probe_arrival *out, const struct server *server, enum probe_address to,
    int64_t number, struct err *err)
{
	int64_t values[FACTS];

	for (int i = 0; i < FACTS; i++)
		if (store_fact(server->store, facts[to][i], &values[i], err) == -1)
			return -1;
	*out = (struct probe_arrival){ .came = values[CAME] == number,
		.has_sender = values[SENDER] == number,
		.as_sent = values[AS_SENT] == number,
		.relayed = values[RELAYED] == number,
		.stamped = values[RECEIVED] };
	return 0;
}
