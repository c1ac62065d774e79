/* SPDX-License-Identifier: ISC */
/*
 * Folders beside the one that is read (imap_folder.h).
 *
 * A letter is expunged only by its own UID, never by a bare EXPUNGE, which
 * would take what others have marked.
 */
#include "mail/imap_folder.h"

#include <stdlib.h>

#include "base/clock.h"

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
	struct mailimap_status_att_list	    *what = mailimap_status_att_list_new_empty();
	struct mailimap_mailbox_data_status *answer = NULL;
	int				     code;

	mailimap_status_att_list_add(what, MAILIMAP_STATUS_ATT_UIDVALIDITY);
	code = mailimap_status(session, folder, what, &answer);
	mailimap_status_att_list_free(what);
	if (answer != NULL)
		mailimap_mailbox_data_status_free(answer);
	return imap_is_done(code) || code == MAILIMAP_ERROR_STREAM ? code :
	    imap_folder_make(session, folder);
}

int
imap_folder_delete(mailimap *session, struct mailimap_set *uids)
{
	struct mailimap_flag_list	*flags = mailimap_flag_list_new_empty();
	struct mailimap_store_att_flags *store;
	int				 code;

	mailimap_flag_list_add(flags, mailimap_flag_new_deleted());
	store = mailimap_store_att_flags_new_add_flags_silent(flags);
	code = mailimap_uid_store(session, uids, store);
	mailimap_store_att_flags_free(store);
	if (imap_is_done(code) && mailimap_has_uidplus(session))
		code = mailimap_uid_expunge(session, uids);
	return code;
}

static int
move_once(mailimap *session, struct mailimap_set *uids, const char *folder)
{
	int	code;

	if (mailimap_has_extension(session, "MOVE"))
		return mailimap_uid_move(session, uids, folder);
	code = mailimap_uid_copy(session, uids, folder);
	return imap_is_done(code) ? imap_folder_delete(session, uids) : code;
}

/* Perhaps the folder is missing; perhaps another of us is making it now. */
int
imap_folder_move(mailimap *session, struct mailimap_set *uids, const char *folder)
{
	int	code = move_once(session, uids, folder);

	if (imap_is_done(code) || code == MAILIMAP_ERROR_STREAM)
		return code;
	imap_folder_make(session, folder);
	return move_once(session, uids, folder);
}

int
imap_folder_put(mailimap *session, const char *folder, const char *bytes, size_t length,
    int64_t received)
{
	struct civil		   at = clock_civil(received, 0);
	struct mailimap_date_time *date = mailimap_date_time_new(at.day, at.month, at.year,
	    at.hour, at.minute, at.second, 0);
	struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
	int			   code;

	mailimap_flag_list_add(flags, mailimap_flag_new_seen());
	code = mailimap_append(session, folder, flags, date, bytes, length);
	if (code == MAILIMAP_ERROR_APPEND) {
		imap_folder_make(session, folder);
		code = mailimap_append(session, folder, flags, date, bytes, length);
	}
	mailimap_flag_list_free(flags);
	mailimap_date_time_free(date);
	return code;
}
