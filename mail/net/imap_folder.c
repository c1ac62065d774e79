/* SPDX-License-Identifier: ISC */
/*
 * Folders beside the one that is read (imap_folder.h).
 *
 * A letter is expunged only by its own UID, never by a bare EXPUNGE, which
 * would take what others have marked.
 */
#include "mail/net/imap_folder.h"

#include <stdlib.h>

bool
imap_is_done(int code)
{
	return code == MAILIMAP_NO_ERROR || code == MAILIMAP_NO_ERROR_AUTHENTICATED;
}

int
imap_folder_make(mailimap *session, const char *folder)
{
	int code = mailimap_create(session, folder);

	if (code != MAILIMAP_ERROR_STREAM)
		mailimap_subscribe(session, folder);
	return code;
}

int
imap_folder_provide(mailimap *session, const char *folder)
{
	struct mailimap_status_att_list *what = mailimap_status_att_list_new_empty();
	struct mailimap_mailbox_data_status *answer = NULL;
	int code;

	mailimap_status_att_list_add(what, MAILIMAP_STATUS_ATT_UIDVALIDITY);
	code = mailimap_status(session, folder, what, &answer);
	mailimap_status_att_list_free(what);
	if (answer != NULL)
		mailimap_mailbox_data_status_free(answer);
	return imap_is_done(code) || code == MAILIMAP_ERROR_STREAM ?
	    code :
	    imap_folder_make(session, folder);
}

/* Marked and UID EXPUNGE; without that they stay, marked. */
static int
delete_letters(mailimap *session, struct mailimap_set *uids)
{
	struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
	struct mailimap_store_att_flags *store;
	int code;

	mailimap_flag_list_add(flags, mailimap_flag_new_deleted());
	store = mailimap_store_att_flags_new_add_flags_silent(flags);
	code = mailimap_uid_store(session, uids, store);
	mailimap_store_att_flags_free(store);
	if (imap_is_done(code) && mailimap_has_uidplus(session))
		code = mailimap_uid_expunge(session, uids);
	return code;
}

/* How many UIDs; frees it. */
static size_t
take_count(struct mailimap_set *set)
{
	size_t n = 0;

	if (set == NULL)
		return 0;
	for (clistiter *it = clist_begin(set->set_list); it != NULL; it = clist_next(it)) {
		struct mailimap_set_item *item = clist_content(it);

		n += (size_t)item->set_last - item->set_first + 1;
	}
	mailimap_set_free(set);
	return n;
}

static int
move_once(mailimap *session, struct mailimap_set *uids, const char *folder, size_t *moved)
{
	bool can_move = mailimap_has_extension(session, "MOVE");
	struct mailimap_set *source = NULL, *target = NULL;
	uint32_t uidvalidity;
	int code = (can_move ? mailimap_uidplus_uid_move : mailimap_uidplus_uid_copy)(
	    session, uids, folder, &uidvalidity, &source, &target);

	*moved = take_count(source);
	(void)take_count(target);
	return imap_is_done(code) && !can_move ? delete_letters(session, uids) : code;
}

/* Perhaps the folder is missing; perhaps another of us is making it now. */
int
imap_folder_move(mailimap *session, struct mailimap_set *uids, const char *folder, size_t *moved)
{
	int code = move_once(session, uids, folder, moved);

	if (imap_is_done(code) || code == MAILIMAP_ERROR_STREAM)
		return code;
	imap_folder_make(session, folder);
	return move_once(session, uids, folder, moved);
}
