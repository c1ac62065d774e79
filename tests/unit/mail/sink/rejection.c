/* SPDX-License-Identifier: ISC */
/*
 * Which refusals are for good: answers as mail servers give them, and what a person would
 * say that they are about.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mail/sink/rejection.h"

#define CONNECTION REJECTED_AT_CONNECTION
#define FROM       REJECTED_AT_SENDER
#define TO         REJECTED_AT_RECIPIENT
#define DOT        REJECTED_AT_LETTER

static const struct {
	enum rejection_step step;
	const char *reply;
	enum rejection want;
} cases[] = {
	/* The mailbox: RFC 3463, 3.2 and 3.3, and RFC 5321, 4.2.3. */
	{ TO, "550 5.1.1 <fred@a.test>: Recipient address rejected: User unknown",
	    REJECTION_LETTER },
	{ TO, "550-5.1.1 The email account that you tried to reach does not exist",
	    REJECTION_LETTER },
	{ TO, "550 5.1.2 Bad destination system", REJECTION_LETTER },
	{ TO, "501 5.1.3 Bad recipient address syntax", REJECTION_LETTER },
	{ TO, "551 5.1.6 Recipient has moved", REJECTION_LETTER },
	{ TO, "556 5.1.10 Recipient address has null MX", REJECTION_LETTER },
	{ TO, "550 5.2.1 Mailbox disabled, not accepting messages", REJECTION_LETTER },
	{ TO, "552 5.2.2 Mailbox full", REJECTION_LETTER },
	{ DOT, "552 5.2.2 Mailbox over quota, sender notified", REJECTION_LETTER },
	{ TO, "550 No such user here", REJECTION_LETTER },
	{ TO, "550 Requested action not taken: mailbox unavailable", REJECTION_LETTER },
	{ TO, "550 5.5.0 Requested action not taken: mailbox unavailable", REJECTION_LETTER },
	{ TO, "550 sorry, no mailbox here by that name. (#5.1.1)", REJECTION_LETTER },
	{ TO, "550 Unrouteable address", REJECTION_LETTER },
	{ TO, "550 no", REJECTION_LETTER },
	{ TO, "551 User not local", REJECTION_LETTER },
	{ TO, "552 no room", REJECTION_LETTER },
	{ TO, "553 name not allowed here", REJECTION_LETTER },
	{ TO, "556 no mail for that domain", REJECTION_LETTER },
	{ TO, "554 delivery error: dd This user doesn't have an account", REJECTION_LETTER },
	/* The letter. */
	{ FROM, "552 5.3.4 Message size exceeds fixed limit", REJECTION_LETTER },
	{ FROM, "552 too large a letter", REJECTION_LETTER },
	{ DOT, "552 5.3.4 Message too big for system", REJECTION_LETTER },
	{ DOT, "554 5.6.0 Message contained invalid MIME", REJECTION_LETTER },
	{ DOT, "554 5.7.1 Message content rejected", REJECTION_LETTER },
	{ DOT, "554 5.7.1 Message rejected under suspicion of SPAM", REJECTION_LETTER },
	{ DOT, "550 This message contains a virus", REJECTION_LETTER },
	/* The address it is sent from: 163, QQ, Yandex, Postfix, Exim, Office 365. */
	{ FROM, "553 Mail from must equal authorized user", REJECTION_SENDER },
	{ TO, "553 Mail from must equal authorized user", REJECTION_SENDER },
	{ FROM, "501 Mail from address must be same as authorization user", REJECTION_SENDER },
	{ FROM, "553 5.7.1 Sender address rejected: not owned by auth user", REJECTION_SENDER },
	{ TO, "553 5.7.1 <xq+a@x.test>: Sender address rejected: not owned by user xq",
	    REJECTION_SENDER },
	{ TO, "550 Sender verify failed: no such user", REJECTION_SENDER },
	{ FROM, "550 5.1.8 Domain of it does not exist", REJECTION_SENDER },
	{ FROM, "550 5.1.1 User unknown", REJECTION_SENDER },
	{ FROM, "550 no", REJECTION_SENDER },
	{ FROM, "550 5.7.1 Access refused", REJECTION_SENDER },
	{ DOT, "554 5.2.252 SendAsDenied; robot@x.test not allowed to send as xq@x.test",
	    REJECTION_SENDER },
	/* The name in EHLO. */
	{ TO, "504 5.5.2 <3f2a1b9c8d7e>: Helo command rejected: need fully-qualified hostname",
	    REJECTION_NAME },
	{ CONNECTION, "550 5.7.1 EHLO name refused", REJECTION_NAME },
	{ FROM, "501 Syntactically invalid HELO argument(s)", REJECTION_NAME },
	/* The installation otherwise. */
	{ FROM, "550 5.4.5 Daily user sending limit exceeded", REJECTION_OURS },
	{ TO, "550 5.4.5 Daily user sending quota exceeded", REJECTION_OURS },
	{ DOT, "554 limit exceeded, try again", REJECTION_OURS },
	{ TO, "554 limit exceeded, try again", REJECTION_OURS },
	{ FROM, "554 limit exceeded, try again", REJECTION_OURS },
	{ TO, "554 5.7.1 <fred@a.test>: Relay access denied", REJECTION_OURS },
	{ TO, "550 relay not permitted", REJECTION_OURS },
	{ TO, "550 5.7.1 Unable to relay for fred@a.test", REJECTION_OURS },
	{ TO, "553 that domain isn't in my list of allowed rcpthosts (#5.7.1)", REJECTION_OURS },
	{ TO, "550 5.2.0 Rejected", REJECTION_OURS },
	{ CONNECTION, "521 5.3.2 does not accept mail", REJECTION_OURS },
	{ TO, "521 does not accept mail", REJECTION_OURS },
	{ TO, "571 Delivery not authorized", REJECTION_OURS },
	{ DOT, "571 message refused", REJECTION_OURS },
	{ TO, "503 Bad sequence of commands", REJECTION_OURS },
	{ FROM, "503 5.5.1 need AUTH", REJECTION_OURS },
	{ FROM, "530 5.7.0 Authentication required", REJECTION_OURS },
	{ TO,
	    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
	    REJECTION_OURS },
	{ TO, "550 5.7.1 Service unavailable, your address is listed", REJECTION_OURS },
	{ CONNECTION, "554 5.1.1 go away", REJECTION_OURS },
	{ TO, "550 5.0.0 Rejected", REJECTION_OURS },
	{ DOT, "554 Transaction failed", REJECTION_OURS },
	{ DOT, "554 5.3.0 Other mail system problem", REJECTION_OURS },
	{ TO, "500 5.5.2 Command unrecognized", REJECTION_OURS },
	{ TO, "550 5.8.1 a code of tomorrow", REJECTION_OURS },
	{ TO, "599", REJECTION_OURS },
};

static void
answers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int code = (int)strtol(cases[i].reply, NULL, 10);
		enum rejection got = rejection_read(cases[i].step, code, cases[i].reply);

		if (got != cases[i].want)
			fail_msg("%s: %d, not %d", cases[i].reply, (int)got, (int)cases[i].want);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		{ "mail 20: what a refusal is about", answers, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
