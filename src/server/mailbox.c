/* SPDX-License-Identifier: ISC */
/*
 * Letters that stay in a mailbox on a server (mailbox.h).
 */
#include "server/mailbox.h"

#include "base/arena.h"
#include "base/log.h"
#include "base/str.h"
#include "base/vars.h"
#include "server/operator.h"
#include "server/server.h"
#include "store/db.h"
#include "store/mailboxes.h"

static int
recall(void *context, const char *source, struct arena *arena, struct letter_mark **marks,
    size_t *count, struct err *err)
{
	const struct server *server = context;
	struct mailbox_letter *letters;
	int found = mailboxes_list(server->store, arena, source, &letters, err);

	if (found == -1)
		return -1;
	*count = (size_t)found;
	*marks = arena_alloc(arena, (*count + 1) * sizeof **marks);
	for (size_t i = 0; i < *count; i++) {
		(*marks)[i] = (struct letter_mark){ .size = letters[i].size,
			.kind = (enum mark_kind)letters[i].kind,
			.since = letters[i].since,
			.tries = letters[i].tries,
			.is_moved = letters[i].is_moved,
			.is_parked = letters[i].is_parked,
			.is_told = letters[i].is_told,
			.is_kept = true };
		str_copy((*marks)[i].id, sizeof(*marks)[i].id, letters[i].letter);
	}
	return 0;
}

static int
keep(void *context, const char *source, const struct letter_mark *mark, struct err *err)
{
	struct store *store = ((struct server *)context)->store;
	struct mailbox_letter letter = { .size = mark->size,
		.kind = (int)mark->kind,
		.since = mark->since,
		.tries = mark->tries,
		.is_moved = mark->is_moved,
		.is_parked = mark->is_parked,
		.is_told = mark->is_told };

	str_copy(letter.letter, sizeof letter.letter, mark->id);
	if (store_begin(store, err) == -1)
		return -1;
	return store_finish(store, mailboxes_keep(store, source, &letter, err), err);
}

static int
forget(void *context, const char *source, const char *id, struct err *err)
{
	struct store *store = ((struct server *)context)->store;

	if (store_begin(store, err) == -1)
		return -1;
	return store_finish(store, mailboxes_forget(store, source, id, err), err);
}

void
mailbox_memory(struct source_memory *memory, struct server *server)
{
	*memory = (struct source_memory){ server, recall, keep, forget };
}

int
mailbox_tell(struct server *server, struct source *source, int64_t now, struct err *err)
{
	struct source_trouble trouble;
	int rc = 0;

	while (source_trouble(source, &trouble)) {
		struct arena *arena = arena_new();
		struct vars *vars = vars_new(arena);

		log_error("%s: letter %s%s %s", source_name(source), trouble.id,
		    trouble.count > 1 ? " and others" : "",
		    trouble.is_late ? "is not given by the mail server since a day" :
				      "cannot be moved, and is left where it is");
		vars_text(vars, "source", source_name(source));
		vars_text(vars, "letter", trouble.id);
		vars_number(vars, "count", trouble.count);
		vars_flag(vars, "several", trouble.count > 1);
		vars_flag(vars, "late", trouble.is_late);
		if (operator_report(server, "operator-stuck", vars, now, err) == -1)
			rc = -1;
		arena_free(arena);
	}
	return rc;
}
