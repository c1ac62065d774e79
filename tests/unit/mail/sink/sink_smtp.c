/* SPDX-License-Identifier: ISC */
/*
 * SMTP: which addresses of servers are taken.  What it says to servers is for
 * tests/cases/smtp.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/err.h"
#include "mail/sink/sink.h"

#define PATIENCE 300 /* seconds; more than these tests take on the slowest machine */

static struct err err;

static void
urls(void **state)
{
	static const struct {
		const char *url;
		bool good;
		const char *name;
	} cases[] = {
		{ "smtp://mail.example.org", true, "smtp://fred@mail.example.org" },
		{ "smtps://mail.example.org:465", true, "smtps://fred@mail.example.org:465" },
		{ "smtp+starttls://[::1]:587", true, "smtp+starttls://fred@[::1]:587" },
		{ "smtp+insecure://mail.example.org", true,
		    "smtp+insecure://fred@mail.example.org" },
		{ "smtp://user:geheim@mail.example.org", false, NULL },
		{ "http://mail.example.org", false, NULL },
		{ "imap://mail.example.org", false, NULL },
		{ "smtpx://mail.example.org", false, NULL },
		{ "smtp+STARTTLS://mail.example.org", true,
		    "smtp+STARTTLS://fred@mail.example.org" },
		{ "mail.example.org", false, NULL },
		{ "smtp://", false, NULL },
		{ "smtps://a b", false, NULL },
		{ "smtps://host:99999", false, NULL },
		{ "", false, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sink_options options = { .kind = SINK_SMTP, .url = cases[i].url };
		struct sink *sink;
		bool plain = strncmp(cases[i].url, "smtp://", 7) == 0;

		options.login.user = plain ? NULL : "fred";
		if ((sink_open(&sink, &options, &err) == 0) != cases[i].good)
			fail_msg("%s", cases[i].url);
		if (!cases[i].good) {
			assert_null(strstr(err.text, "geheim"));
			continue;
		}
		if (!plain)
			assert_string_equal(sink_name(sink), cases[i].name);
		sink_close(sink);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		{ "mail 20: urls", urls, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
