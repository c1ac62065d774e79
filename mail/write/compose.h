/* SPDX-License-Identifier: ISC */
/*
 * From words to bytes: a letter of the server, rendered once.
 *
 * The bytes are CRLF, 7-bit clean, lines of at most 76 characters (998 never
 * passed); 7bit or quoted-printable text, base64 attachments, RFC 2047 words.
 * Nothing in the fields can inject a header: free text (names, Subject) loses
 * its controls and newlines; an address or id that has one is a failure.
 * The same draft gives the same bytes.
 */
#ifndef MAIL_WRITE_COMPOSE_H
#define MAIL_WRITE_COMPOSE_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

enum auto_submitted { AUTO_REPLIED, AUTO_GENERATED };

struct attachment {
	const char *name; /* file name, ASCII preferred */
	const char *type; /* "application/x-chess-pgn; charset=utf-8" */
	const char *bytes;
	size_t length;
	const char *content_id; /* inline picture of the HTML part; NULL: an attachment */
};

struct draft {
	const char *from_name, *from; /* fixed: the server */
	const char *to_name, *to;     /* one recipient; to_name may be NULL */
	const char *reply_to;         /* "xiangqi+TOKEN@…"; NULL: none */
	const char *subject;
	const char *message_id;        /* without <> */
	const char *in_reply_to;       /* without <>; NULL */
	const char *const *references; /* oldest first, without <> */
	int reference_count;
	int64_t date;
	enum auto_submitted auto_submitted;
	const char *list_name;        /* "Xiangqi Board 123" */
	const char *list_id;          /* "board-123.xiangqi.example.org"; NULL: no list */
	const char *list_unsubscribe; /* "mailto:…"; NULL */
	const char *loop_id;
	const char *text; /* UTF-8, \n line ends */
	const char *html; /* NULL: none */
	const struct attachment *attachments;
	int attachment_count;
};

/* The bytes, in the arena; *length without the NUL after them. */
int compose_letter(struct arena *arena, const struct draft *draft, const char **bytes,
    size_t *length, struct err *err);

#endif
