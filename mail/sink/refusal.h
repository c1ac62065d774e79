/* SPDX-License-Identifier: ISC */
/*
 * What a mail server's refusal is about, told from the codes and words of its answer.
 *
 * Only an answer that names the mailbox or the letter is for good: it would be the same
 * tomorrow.  All else is about those who send, and somebody can mend it.
 */
#ifndef MAIL_SINK_REFUSAL_H
#define MAIL_SINK_REFUSAL_H

/* What the server had heard when it refused. */
enum refusal_step {
	REFUSED_AT_CONNECTION, /* before MAIL */
	REFUSED_AT_SENDER,     /* MAIL */
	REFUSED_AT_RECIPIENT,  /* RCPT, DATA */
	REFUSED_AT_LETTER      /* the final dot */
};

enum refusal {
	REFUSAL_LETTER, /* the mailbox or the letter */
	REFUSAL_SENDER, /* the address that it is sent from */
	REFUSAL_NAME,   /* the name in our EHLO */
	REFUSAL_OURS /* this installation otherwise: login, limits, relaying, being blocked … */
};

/* Of an answer with this code, 5xx, with which it begins; its lines are one. */
enum refusal refusal_read(enum refusal_step step, int code, const char *reply);

#endif
