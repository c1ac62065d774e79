/* SPDX-License-Identifier: ISC */
/*
 * Letters that stay in a mailbox on a server (mailboxes.h).
 */
#include "store/mailboxes.h"

#include "store/columns.h"

static const struct column columns[] = {
	COLUMN_AS("letter", struct mailbox_letter, letter),
	COLUMN_AS("size", struct mailbox_letter, size),
	COLUMN_AS("kind", struct mailbox_letter, kind),
	COLUMN_AS("since", struct mailbox_letter, since),
	COLUMN_AS("tries", struct mailbox_letter, tries),
	COLUMN_AS("moved", struct mailbox_letter, is_moved),
	COLUMN_AS("parked", struct mailbox_letter, is_parked),
	COLUMN_AS("reported", struct mailbox_letter, is_told),
};
static const struct table mailboxes = TABLE("mailbox", struct mailbox_letter, columns);

int
mailboxes_list(struct store *store, struct arena *arena, const char *source,
    struct mailbox_letter **out, struct err *err)
{
	return rows_list(store, "list letters of a mailbox", &mailboxes,
	    "WHERE source = ? ORDER BY letter", WITH(TEXT(source)), arena, out, err);
}

int
mailboxes_keep(
    struct store *store, const char *source, const struct mailbox_letter *letter, struct err *err)
{
	return query_do(store, "keep what is known of a letter",
	    "INSERT OR REPLACE INTO mailbox (source, letter, size, kind, since, tries, moved, parked,"
	    " reported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    WITH(TEXT(source), TEXT(letter->letter), INT(letter->size), INT(letter->kind),
		INT(letter->since), INT(letter->tries), INT(letter->is_moved),
		INT(letter->is_parked), INT(letter->is_told)),
	    err);
}

int
mailboxes_forget(struct store *store, const char *source, const char *letter, struct err *err)
{
	return query_do(store, "forget a letter of a mailbox",
	    "DELETE FROM mailbox WHERE source = ? AND letter = ?", WITH(TEXT(source), TEXT(letter)),
	    err);
}
