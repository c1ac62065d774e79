/* SPDX-License-Identifier: ISC */
/*
 * Addresses (mail/README 15), their tags, and Subjects (14).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "mail/read/address.h"
#include "mail/read/subject.h"
#include "unit/mail/letters.h"

static void
test_addresses(void **state)
{
	static const struct {
		const char *text, *want;
	} addresses[] = { { "fred@players.test", "fred@players.test" },
		{ " Fred.O'Neil+x@Players.TEST ", "Fred.O'Neil+x@players.test" },
		{ "用户@例子.测试", "用户@例子.测试" }, { "a@b", "a@b" }, { "", NULL },
		{ "@", NULL }, { "a@", NULL }, { "@b.test", NULL }, { "a", NULL },
		{ "a@b@c.test", NULL }, { "a b@c.test", NULL }, { "a@b .test", NULL },
		{ "a..b@c.test", NULL }, { ".a@c.test", NULL }, { "a.@c.test", NULL },
		{ "a@c..test", NULL }, { "a@.test", NULL }, { "a@test.", NULL }, { "a@-", NULL },
		{ "\"a\"@c.test", NULL }, { "a(x)@c.test", NULL }, { "a@[1.2.3.4]", NULL },
		{ "<a@c.test>", NULL }, { "a@c.test,", NULL }, { "a@c.test\n", NULL },
		{ "a@c.test\r\nBcc: x@y.test", NULL }, { "a@c.test\x01", NULL },
		{ "a\u202e@c.test", NULL }, { "a\xff@c.test", NULL }, { "a\\@c.test", NULL },
		{ "a:b@c.test", NULL } };
	struct arena *arena = arena_new();
	const char *out,
	    *local = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

	(void)state;
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
		bool sound = address_normalise(arena, addresses[i].text, &out);

		if (sound != (addresses[i].want != NULL))
			print_message("address: %s\n", addresses[i].text);
		assert_int_equal(sound, addresses[i].want != NULL);
		if (sound)
			assert_string_equal(out, addresses[i].want);
	}
	assert_true(address_normalise(arena, arena_printf(arena, "%s@a.test", local), &out));
	assert_false(address_normalise(arena, arena_printf(arena, "%sx@a.test", local), &out));
	assert_false(address_normalise(arena, arena_printf(arena, "a@%s.test", local), &out));
	arena_free(arena);
}

static void
test_tags(void **state)
{
	static const struct {
		const char *address, *want;
	} tags[] = { { "xiangqi+abc@game.test", "abc" }, { "Xiangqi+abc@GAME.test", "abc" },
		{ "xiangqi+b.abc@game.test", "b.abc" }, { "xiangqi@game.test", NULL },
		{ "xiangqi+@game.test", NULL }, { "xiangqi+abc@game.test.evil", NULL },
		{ "xiangqi-abc@game.test", NULL }, { "x+abc@game.test", NULL }, { "", NULL },
		{ "xiangqi+a+b@game.test", "a+b" } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
		const char *tag = address_tag(arena, tags[i].address, "xiangqi@game.test");

		if (tags[i].want == NULL)
			assert_null(tag);
		else
			assert_string_equal(tag, tags[i].want);
	}
	assert_string_equal(address_untagged(arena, "fred+x+y@a.test"), "fred@a.test");
	assert_string_equal(address_untagged(arena, "fred@a+b.test"), "fred@a+b.test");
	assert_string_equal(address_untagged(arena, "+x@a.test"), "+x@a.test");
	arena_free(arena);
}

static void
test_subjects(void **state)
{
	static const struct {
		const char *subject, *want;
		bool answer;
	} subjects[] = { { "move 7 h2e2", "move 7 h2e2", false }, { "Re: move 7", "move 7", true },
		{ "RE:move 7", "move 7", true }, { "【外部邮件】Re: move 7", "move 7", true },
		{ "İlt: move 7", "move 7", false }, { "Re: Re: AW: move 7", "move 7", true },
		{ "Re[2]: move 7", "move 7", true }, { "Re (3): move 7", "move 7", true },
		{ "Re^2: move 7", "move 7", true }, { "AW: move 7", "move 7", true },
		{ "SV: VS: Antw: RIF: Odp: move 7", "move 7", true },
		{ "回复：move 7", "move 7", true }, { "回复: 答复：回覆：move 7", "move 7", true },
		{ "转发: move 7", "move 7", false }, { "轉寄：Fwd: FW: move 7", "move 7", false },
		{ "WG: AW: move 7", "move 7", true }, { "Re : move 7", "move 7", true },
		{ "[list] Re: [#123] move 7", "move 7", true },
		{ "[#123] move 7", "move 7", false }, { "Ответ: move 7", "move 7", true },
		{ "Trả lời: move 7", "move 7", true }, { "Svar: Vastaus: move 7", "move 7", true },
		{ "Réponse : move 7", "move 7", true }, { "Odpowiedź: move 7", "move 7", true },
		{ "Yanıt: move 7", "move 7", true }, { "ＲＥ： move 7", "move 7", true },
		{ "На: move 7", "move 7", true }, { "{list} Re: move 7", "move 7", true },
		{ "(EXT) AW: move 7", "move 7", true }, { "***SPAM*** Re: move 7", "move 7", true },
		{ "*EXT* move 7", "move 7", false },
		{ "(unclosed move 7", "(unclosed move 7", false },
		{ "** move 7 **", "** move 7 **", false }, { "resign 7", "resign 7", false },
		{ "report: x", "report: x", false }, { "", "", false }, { "Re:", "", true },
		{ "[a [b] c", "[a [b] c", false },
		{ "Xiangqi Board 123: fred - wilma", "Xiangqi Board 123: fred - wilma", false } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
		bool answer = false;

		assert_string_equal(
		    subject_strip(arena, subjects[i].subject, &answer), subjects[i].want);
		if (answer != subjects[i].answer)
			print_message("subject: %s\n", subjects[i].subject);
		assert_int_equal(answer, subjects[i].answer);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 15: addresses we accept", test_addresses, NULL, NULL, NULL },
		{ "mail 18: tags in our address", test_tags, NULL, NULL, NULL },
		{ "mail 14: what is stripped from Subjects", test_subjects, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_address", tests, NULL, NULL);
}
