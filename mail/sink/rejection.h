/* SPDX-License-Identifier: ISC */
/*
 * What a mail server's refusal is about, told from the codes and words of its answer.
 *
 * Only an answer that names the mailbox or the letter is for good: it would be the same
 * tomorrow.  All else is about those who send, and somebody can mend it.
 */
#ifndef MAIL_SINK_REJECTION_H
#define MAIL_SINK_REJECTION_H

/* What the server had heard when it refused. */
enum rejection_step {
	REJECTED_AT_CONNECTION, /* before MAIL */
	REJECTED_AT_SENDER,     /* MAIL */
	REJECTED_AT_RECIPIENT,  /* RCPT, DATA */
	REJECTED_AT_LETTER      /* the final dot */
};

enum rejection {
	REJECTION_LETTER, /* the mailbox or the letter */
	REJECTION_SENDER, /* the address that it is sent from */
	REJECTION_NAME,   /* the name in our EHLO */
	REJECTION_OURS /* this installation otherwise: login, limits, relaying, being blocked … */
};

/* Of an answer with this code, 5xx, with which it begins; its lines are one. */
enum rejection rejection_read(enum rejection_step step, int code, const char *reply);

#endif
