/* SPDX-License-Identifier: ISC */
/*
 * A conversation with an IMAP server about one mailbox.
 *
 * Each command has a time limit and a limit on what the server may send
 * (imap_stream.c).  Never marks a letter seen, never uses a bare EXPUNGE.
 */
#include "mail/net/imap.h"

#include <fcntl.h>
#include <libetpan/libetpan.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/net/imap_name.h"
#include "mail/net/imap_stream.h"

#define COMMAND_LIMIT 60         /* seconds for one command */
#define LETTER_LIMIT  300        /* seconds for one letter */
#define LITERAL_SLACK (64 << 10) /* literals beside letters */
#define GOODBYE       3          /* seconds for LOGOUT */
#define IDLE_LIMIT    5          /* seconds to confirm IDLE, and to end it: others wait */
#define IDLE_LINES    100        /* heard at a time without waiting */
#define IDLE_TAG      "idle"

struct imap {
	struct wire *wire;
	mailimap *session;
	struct imap_stream stream;
	size_t bytes_max;
	bool is_idle;          /* IDLE was said, and not DONE */
	bool is_confirmed;     /* … and the server has said that it idles */
	bool refuses_idle;     /* or does not confirm it */
	int news;              /* a descriptor that is always readable, once needed; 0: none */
	struct line_reader in; /* of IDLE */
};

static bool
is_done(int code)
{
	return code == MAILIMAP_NO_ERROR || code == MAILIMAP_NO_ERROR_AUTHENTICATED;
}

/* Before each command. */
static void
limit(struct imap *imap)
{
	imap_stream_limit(&imap->stream, COMMAND_LIMIT);
}

/* What became of a command, by libetpan's code; what the server said, where it said no. */
static int
outcome(struct imap *imap, const char *what, int code, struct err *err)
{
	const char *said = imap->session->imap_response;

	if (is_done(code))
		return 0;
	if (code == MAILIMAP_ERROR_STREAM)
		return err_set(err, "%s: the connection was lost or no answer came in time", what);
	if (code == MAILIMAP_ERROR_PARSE || code == MAILIMAP_ERROR_PROTOCOL)
		return err_set(err, "%s: the server's answer is not understood", what);
	return err_set(err, "%s: refused: %.200s", what, said != NULL ? said : "");
}

static int
start(struct imap *imap, const char *folder, struct err *err)
{
	struct mailimap_capability_data *capability = NULL;
	char *name = NULL, *version = NULL;
	mailstream *stream = imap_stream_new(
	    &imap->stream, imap->wire, imap->bytes_max + LITERAL_SLACK);

	imap->session = mailimap_new(0, NULL);
	if (imap->session == NULL)
		abort();
	limit(imap);
	if (outcome(imap, "greeting", mailimap_connect(imap->session, stream), err) == -1 ||
	    outcome(imap, "CAPABILITY", mailimap_capability(imap->session, &capability), err) == -1)
		return -1;
	mailimap_capability_data_free(capability);
	/* Some providers (163.com, 126.com) refuse SELECT to programs that do not say who they
	 * are; a failure does no harm. */
	if (mailimap_has_id(imap->session)) {
		limit(imap);
		mailimap_id_basic(imap->session, "riverpost", VERSION, &name, &version);
		free(name);
		free(version);
	}
	limit(imap);
	return outcome(imap, "SELECT",
	    mailimap_select(imap->session, imap_name(imap->stream.arena, folder)), err);
}

int
imap_open(struct imap **out, const struct url *url, const struct login *login, size_t bytes_max,
    struct err *err)
{
	struct wire *wire = wire_open(url, login, COMMAND_LIMIT, err);
	struct imap *imap;

	if (wire == NULL)
		return -1;
	imap = calloc(1, sizeof(*imap));
	if (imap == NULL)
		abort();
	imap->wire = imap->in.wire = wire;
	imap->bytes_max = bytes_max;
	if (start(imap, url->folder[0] != '\0' ? url->folder : "INBOX", err) == -1) {
		imap_close(imap);
		return -1;
	}
	*out = imap;
	return 0;
}

void
imap_close(struct imap *imap)
{
	if (imap == NULL)
		return;
	/* Who has not answered is not listened to. */
	imap_stream_limit(&imap->stream, imap->refuses_idle ? 0 : GOODBYE);
	if (imap->is_idle)
		wire_write(imap->wire, "DONE\r\n", 6);
	mailimap_free(imap->session);
	imap_stream_end(&imap->stream);
	if (imap->news > 0)
		close(imap->news);
	wire_close(imap->wire);
	free(imap);
}

uint32_t
imap_uidvalidity(const struct imap *imap)
{
	return imap->session->imap_selection_info->sel_uidvalidity;
}

static int
ascending(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

/* Those from `first` on, ascending. */
static void
take_found(clist *found, uint32_t first, struct arena *arena, uint32_t **uids, size_t *count)
{
	*uids = arena_alloc(arena, ((size_t)clist_count(found) + 1) * sizeof(**uids));
	/* "first:*" always names the last letter, however small its UID. */
	for (clistiter *it = clist_begin(found); it != NULL; it = clist_next(it)) {
		uint32_t uid = *(uint32_t *)clist_content(it);

		if (uid >= first)
			(*uids)[(*count)++] = uid;
	}
	qsort(*uids, *count, sizeof(**uids), ascending);
}

int
imap_search(struct imap *imap, uint32_t first, struct arena *arena, uint32_t **uids, size_t *count,
    struct err *err)
{
	struct mailimap_search_key *undeleted = mailimap_search_key_new_all();
	struct mailimap_search_key *range = mailimap_search_key_new_uid(
	    mailimap_set_new_interval(first, 0));
	struct mailimap_search_key *both = mailimap_search_key_new_multiple_empty();
	clist *found = NULL;
	int code;

	undeleted->sk_type = MAILIMAP_SEARCH_KEY_UNDELETED;
	mailimap_search_key_multiple_add(both, range);
	mailimap_search_key_multiple_add(both, undeleted);
	limit(imap);
	imap->stream.lines.has_searched = imap->stream.lines.left_out = false;
	code = mailimap_uid_search(imap->session, NULL, both, &found);
	mailimap_search_key_free(both);
	/* Some answer nothing where they find nothing. */
	if (is_done(code) && !imap->stream.lines.has_searched && imap->stream.lines.left_out)
		code = MAILIMAP_ERROR_PARSE;
	code = outcome(imap, "UID SEARCH", code, err);
	*uids = arena_alloc(arena, sizeof(**uids));
	*count = 0;
	if (found == NULL)
		return code;
	if (code == 0)
		take_found(found, first, arena, uids, count);
	mailimap_search_result_free(found);
	return code;
}

static int
by_uid(const void *left, const void *right)
{
	const struct imap_letter *a = left, *b = right;

	return ascending(&a->uid, &b->uid);
}

/* Never 0, which would mean that it is not known; 1970-01-01 00:00:00 becomes 1. */
static int64_t
seconds_of(const struct mailimap_date_time *date)
{
	int64_t seconds;
	struct civil civil = { .year = date->dt_year,
		.month = date->dt_month,
		.day = date->dt_day,
		.hour = date->dt_hour,
		.minute = date->dt_min,
		.second = date->dt_sec };

	seconds = clock_from_civil(&civil, date->dt_zone / 100 * 60 + date->dt_zone % 100);
	return seconds != 0 ? seconds : 1;
}

/* Notes what one FETCH answer says of one of the letters, its text in the arena (NULL: none was
 * asked for). */
static void
take_answer(const struct mailimap_msg_att *answer, struct imap_letter *letters, size_t count,
    struct arena *arena)
{
	struct imap_letter said = { 0 }, *letter;

	for (clistiter *it = clist_begin(answer->att_list); it != NULL; it = clist_next(it)) {
		struct mailimap_msg_att_item *item = clist_content(it);
		struct mailimap_msg_att_static *fact = item->att_data.att_static;

		if (item->att_type != MAILIMAP_MSG_ATT_ITEM_STATIC)
			continue;
		if (fact->att_type == MAILIMAP_MSG_ATT_UID)
			said.uid = fact->att_data.att_uid;
		else if (fact->att_type == MAILIMAP_MSG_ATT_RFC822_SIZE)
			said.size = fact->att_data.att_rfc822_size;
		else if (fact->att_type == MAILIMAP_MSG_ATT_INTERNALDATE)
			said.received = seconds_of(fact->att_data.att_internal_date);
		else if (fact->att_type == MAILIMAP_MSG_ATT_BODY_SECTION) {
			said.bytes = fact->att_data.att_body_section->sec_body_part;
			said.length = fact->att_data.att_body_section->sec_length;
		}
	}
	if ((letter = bsearch(&said, letters, count, sizeof *letters, by_uid)) == NULL)
		return;
	if (arena == NULL) {
		/* News of its flags has neither. */
		letter->is_there = true;
		if (said.size != 0)
			letter->size = said.size;
		if (said.received != 0)
			letter->received = said.received;
	} else if (arena != NULL && said.bytes != NULL) {
		letter->length = said.length;
		letter->bytes = memcpy(
		    arena_alloc(arena, said.length + 1), said.bytes, said.length);
	} else if (letter->bytes == NULL) {
		letter->length = SIZE_MAX;
	}
}

/* UID FETCH: of the letters that are there the section, into the arena; where it is NULL, size
 * and time of all. */
static int
fetch(struct imap *imap, struct imap_letter *letters, size_t count,
    struct mailimap_section *section, struct arena *arena, struct err *err)
{
	struct mailimap_fetch_type *type = mailimap_fetch_type_new_fetch_att_list_empty();
	struct mailimap_set *set = mailimap_set_new_empty();
	clist *answers = NULL;
	int code;

	mailimap_fetch_type_new_fetch_att_list_add(type, mailimap_fetch_att_new_uid());
	if (section == NULL) {
		mailimap_fetch_type_new_fetch_att_list_add(
		    type, mailimap_fetch_att_new_rfc822_size());
		mailimap_fetch_type_new_fetch_att_list_add(
		    type, mailimap_fetch_att_new_internaldate());
	} else {
		mailimap_fetch_type_new_fetch_att_list_add(type,
		    mailimap_fetch_att_new_body_peek_section_partial(
			section, 0, (uint32_t)imap->bytes_max));
	}
	for (size_t i = 0; i < count; i++) {
		letters[i].bytes = NULL;
		letters[i].length = 0;
		if (section == NULL || letters[i].is_there)
			mailimap_set_add_single(set, letters[i].uid);
	}
	imap_stream_limit(&imap->stream, section == NULL ? COMMAND_LIMIT : LETTER_LIMIT);
	code = mailimap_uid_fetch(imap->session, set, type, &answers);
	mailimap_fetch_type_free(type);
	mailimap_set_free(set);
	if (outcome(imap, "UID FETCH", code, err) == -1)
		return -1;
	if (answers == NULL)
		return 0;
	for (clistiter *it = clist_begin(answers); it != NULL; it = clist_next(it))
		take_answer(clist_content(it), letters, count, arena);
	mailimap_fetch_list_free(answers);
	return 0;
}

int
imap_look(struct imap *imap, struct imap_letter *letters, size_t count, struct err *err)
{
	return fetch(imap, letters, count, NULL, NULL, err);
}

int
imap_fetch(struct imap *imap, struct imap_letter *letters, size_t count, bool headers,
    struct arena *arena, struct err *err)
{
	if (fetch(imap, letters, count,
		headers ? mailimap_section_new_header() : mailimap_section_new(NULL), arena,
		err) == -1)
		return -1;
	/* News of a letter's flags has no text either: it may come before the text. */
	for (size_t i = 0; i < count; i++)
		if (letters[i].bytes == NULL && letters[i].length == SIZE_MAX)
			return err_set(
			    err, "UID FETCH: the server has the letter and no text of it");
	return 0;
}

int
imap_count_passed_over(struct imap *imap, struct imap_letter *letters, size_t count,
    struct arena *arena, struct err *err)
{
	uint32_t *uids;
	size_t found;
	int passed_over = 0;

	if (imap_search(imap, 1, arena, &uids, &found, err) == -1)
		return -1;
	for (size_t i = 0; i < count; i++) {
		struct imap_letter *letter = &letters[i];

		/* Without an answer it is not known that a letter is gone. */
		if (letter->is_there ||
		    (imap->stream.lines.has_searched &&
			bsearch(&letter->uid, uids, found, sizeof *uids, ascending) == NULL))
			continue;
		passed_over++;
		letter->is_passed_over = true;
	}
	return passed_over;
}

/* Subscribed too, so that mail programs show it. */
static int
make_folder(mailimap *session, const char *folder)
{
	int code = mailimap_create(session, folder);

	if (code != MAILIMAP_ERROR_STREAM)
		mailimap_subscribe(session, folder);
	return code;
}

/* Ascending UIDs as ranges. */
static struct mailimap_set *
set_of(const uint32_t *uids, size_t count)
{
	struct mailimap_set *set = mailimap_set_new_empty();
	size_t first = 0;

	for (size_t i = 1; i <= count; i++)
		if (i == count || uids[i] != uids[i - 1] + 1) {
			mailimap_set_add_interval(set, uids[first], uids[i - 1]);
			first = i;
		}
	return set;
}

/* What became of a command about these letters: 1, 0 or -1. */
static int
moved(struct imap *imap, const char *what, int code, struct imap_moved *out, struct err *err)
{
	*out = (struct imap_moved){ imap->stream.lines.copied, imap->stream.lines.expunged };
	if (outcome(imap, what, code, err) == 0)
		return 1;
	return code == MAILIMAP_ERROR_STREAM ? -1 : 0;
}

typedef int put_command(mailimap *session, struct mailimap_set *set, const char *folder);

/* is_first: no command has met this folder before. */
static int
put(struct imap *imap, const char *what, put_command *command, bool is_first, const uint32_t *uids,
    size_t count, const char *folder, struct imap_moved *out, struct err *err)
{
	struct mailimap_set *set = set_of(uids, count);
	int code;

	folder = imap_name(imap->stream.arena, folder);
	limit(imap);
	imap->stream.lines.copied = imap->stream.lines.expunged = 0;
	code = command(imap->session, set, folder);
	/* Perhaps the folder is missing; perhaps another process is making it now. */
	if (is_first && !is_done(code) && code != MAILIMAP_ERROR_STREAM) {
		make_folder(imap->session, folder);
		code = command(imap->session, set, folder);
	}
	mailimap_set_free(set);
	return moved(imap, what, code, out, err);
}

int
imap_move(struct imap *imap, const uint32_t *uids, size_t count, const char *folder,
    struct imap_moved *out, struct err *err)
{
	*out = (struct imap_moved){ 0 };
	if (mailimap_has_extension(imap->session, "MOVE"))
		return put(imap, "MOVE", mailimap_uid_move, true, uids, count, folder, out, err);
	(void)err_set(err, "the server has no MOVE");
	return 0;
}

int
imap_copy(struct imap *imap, const uint32_t *uids, size_t count, const char *folder,
    struct imap_moved *out, struct err *err)
{
	bool is_first = !mailimap_has_extension(imap->session, "MOVE");

	return put(imap, "COPY", mailimap_uid_copy, is_first, uids, count, folder, out, err);
}

int
imap_delete(
    struct imap *imap, const uint32_t *uids, size_t count, struct imap_moved *out, struct err *err)
{
	struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
	struct mailimap_set *set = set_of(uids, count);
	struct mailimap_store_att_flags *store;
	const char *what = "STORE";
	int code;

	limit(imap);
	imap->stream.lines.copied = imap->stream.lines.expunged = 0;
	mailimap_flag_list_add(flags, mailimap_flag_new_deleted());
	store = mailimap_store_att_flags_new_add_flags_silent(flags);
	code = mailimap_uid_store(imap->session, set, store);
	mailimap_store_att_flags_free(store);
	if (is_done(code) && mailimap_has_uidplus(imap->session)) {
		what = "UID EXPUNGE";
		code = mailimap_uid_expunge(imap->session, set);
	}
	mailimap_set_free(set);
	return moved(imap, what, code, out, err);
}

int
imap_provide(struct imap *imap, const char *folder, struct err *err)
{
	struct mailimap_status_att_list *what = mailimap_status_att_list_new_empty();
	struct mailimap_mailbox_data_status *answer = NULL;
	const char *name = imap_name(imap->stream.arena, folder);
	int code;

	limit(imap);
	mailimap_status_att_list_add(what, MAILIMAP_STATUS_ATT_UIDVALIDITY);
	code = mailimap_status(imap->session, name, what, &answer);
	mailimap_status_att_list_free(what);
	if (answer != NULL)
		mailimap_mailbox_data_status_free(answer);
	if (!is_done(code) && code != MAILIMAP_ERROR_STREAM)
		code = make_folder(imap->session, name);
	if (outcome(imap, "CREATE", code, err) == 0)
		return 0;
	return err_set(err, "the folder %s cannot be made: %s", folder, err->text);
}

int
imap_news(struct imap *imap)
{
	if (imap->news <= 0)
		imap->news = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return imap->news;
}

bool
imap_refuses_idle(const struct imap *imap)
{
	return imap->refuses_idle;
}

/* Said here, because libetpan's IDLE waits for the server's "+ idling", and for ever when that
 * speaks before; between commands libetpan reads nothing from the connection.  Other lines of
 * the server are not kept: they are news, and the next search finds out which. */
int
imap_idle(struct imap *imap)
{
	if (!mailimap_has_idle(imap->session))
		return -1;
	/* What was read and not used is news as well. */
	if (imap->session->imap_stream->read_buffer_len > 0 ||
	    imap_lines_has_more(&imap->stream.lines))
		return imap_news(imap);
	imap_stream_limit(&imap->stream, IDLE_LIMIT);
	imap->is_idle = true;
	imap->is_confirmed = imap->refuses_idle = false;
	imap->in.start = imap->in.end = 0;
	if (wire_write(imap->wire, IDLE_TAG " IDLE\r\n", strlen(IDLE_TAG " IDLE\r\n")) == -1)
		return -1;
	return wire_fd(imap->wire);
}

/* True: it is news. */
static bool
hear_idle(struct imap *imap, const char *line)
{
	bool is_end = str_starts_nocase(line, IDLE_TAG " "), was_confirmed = imap->is_confirmed;

	if (is_end) {
		imap->is_idle = false;
		imap->refuses_idle = !was_confirmed;
	} else if (line[0] == '+') {
		imap->is_confirmed = true;
	}
	return is_end || line[0] == '+' ? was_confirmed : true;
}

bool
imap_has_news(struct imap *imap)
{
	bool has_news = !imap->is_idle;
	char line[1024];
	int rc = 1;

	while (!has_news && imap->is_idle &&
	    (rc = line_reader_take(&imap->in, line, sizeof line)) == 1)
		has_news = hear_idle(imap, line);
	return has_news || rc == -1;
}

/* Until the server has confirmed IDLE, or refused it: what has come is heard, and what comes
 * within IDLE_LIMIT from when it was said.  0 or -1. */
static int
await_idle(struct imap *imap, struct err *err)
{
	char line[1024];

	for (int i = 0; imap->is_idle && !imap->is_confirmed && i < IDLE_LINES &&
	     line_reader_take(&imap->in, line, sizeof line) == 1;
	     i++)
		(void)hear_idle(imap, line);
	while (
	    imap->is_idle && !imap->is_confirmed && line_reader_line(&imap->in, line, sizeof line))
		(void)hear_idle(imap, line);
	if (!imap->is_idle || imap->is_confirmed)
		return 0;
	imap->refuses_idle = line_reader_take(&imap->in, line, sizeof line) == 0;
	return err_set(err, "IDLE: the connection was lost, or the server does not confirm it");
}

int
imap_idle_end(struct imap *imap, struct err *err)
{
	char line[1024];

	if (imap->is_idle && await_idle(imap, err) == -1)
		return -1;
	if (!imap->is_idle)
		return 0;
	imap_stream_limit(&imap->stream, IDLE_LIMIT);
	imap->is_idle = false;
	if (wire_write(imap->wire, "DONE\r\n", strlen("DONE\r\n")) != -1)
		while (line_reader_line(&imap->in, line, sizeof line))
			if (str_starts_nocase(line, IDLE_TAG " "))
				return 0;
	return err_set(err, "IDLE: the connection was lost or no answer came in time");
}
