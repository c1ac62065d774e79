/* SPDX-License-Identifier: ISC */
/*
 * Addresses (mail/README 15) and their tags (18).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/read/address.h"

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
		{ "a:b@c.test", NULL }, { "a@BÜCHER.test", "a@bücher.test" },
		{ "a@xn--Bcher-kva.test", "a@bücher.test" }, { "a@b@xn--bcher-kva.test", NULL },
		{ "a@bü..test", NULL }, { "a@bü\u200bcher.test", NULL },
		{ "a@\u0430pple.test", "a@xn--pple-43d.test" },
		/* More octets than a label may have, but not as an A-label. */
		{ "a@一一一一一一一一一一一一一一一一一一一一一一一一一一.test",
		    "a@一一一一一一一一一一一一一一一一一一一一一一一一一一.test" } };
	struct arena *arena = arena_new();
	const char *out,
	    *local = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

	(void)state;
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
		bool valid = address_normalise(arena, addresses[i].text, &out);

		if (valid != (addresses[i].want != NULL))
			print_message("address: %s\n", addresses[i].text);
		assert_int_equal(valid, addresses[i].want != NULL);
		if (valid)
			assert_string_equal(out, addresses[i].want);
	}
	assert_true(address_normalise(arena, arena_printf(arena, "%s@a.test", local), &out));
	assert_false(address_normalise(arena, arena_printf(arena, "%sx@a.test", local), &out));
	assert_false(address_normalise(arena, arena_printf(arena, "a@%s.test", local), &out));
	arena_free(arena);
}

static void
test_sole(void **state)
{
	static const struct {
		const char *field, *address, *name;
	} fields[] = { { "Flint, Fred <fred@a.test>", "fred@a.test", "Flint, Fred" },
		{ "Flint; Fred <fred@A.test>", "fred@a.test", "Flint; Fred" },
		{ "fred@a.test, Flint", "fred@a.test", "" },
		{ "Fred \"the Rock <fred@a.test>", NULL, NULL },
		{ "Fred :( <fred@a.test>", NULL, NULL }, { "fred@a.test, Fred \"", NULL, NULL },
		{ "Flint, Fred <fred@a.test", NULL, NULL },
		{ "\"Flint, F.\", Fred <fred@a.test>", "fred@a.test", "Flint, F., Fred" },
		{ "Flint, Fred <fred@a.test>, wilma@b.test", NULL, NULL },
		{ "\"Fred <fred@a.test>\"", NULL, NULL }, { "Fred (<fred@a.test>)", NULL, NULL },
		{ "Flint, Fred", NULL, NULL }, { "Fred <fred@a.test> <x>", NULL, NULL },
		{ "fred@a.test, Flint (\\)", NULL, NULL },
		{ "fred@a.test, \"Flint \\\"", NULL, NULL },
		{ "fred@a.test, x (a \"b) c\"", NULL, NULL }, { "", NULL, NULL } };
	struct arena *arena = arena_new();
	struct mailbox mailbox;

	(void)state;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		bool found = address_sole_mailbox(arena, fields[i].field, &mailbox);

		if (found != (fields[i].address != NULL))
			print_message("field: %s\n", fields[i].field);
		assert_int_equal(found, fields[i].address != NULL);
		if (!found)
			continue;
		assert_string_equal(mailbox.address, fields[i].address);
		assert_string_equal(mailbox.name, fields[i].name);
	}
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
	assert_string_equal(address_last_tag(arena, "xq+old+abc@elsewhere.test"), "abc");
	assert_string_equal(address_last_tag(arena, "xq+b.abc@a.test"), "b.abc");
	assert_null(address_last_tag(arena, "xq@a+b.test"));
	assert_null(address_last_tag(arena, "xq+@a.test"));
	assert_null(address_last_tag(arena, "xq+abc"));
	assert_string_equal(
	    address_tag(arena, "xq+abc@bücher.test", "xq@xn--bcher-kva.test"), "abc");
	assert_string_equal(
	    address_tag(arena, "xq+abc@XN--BCHER-KVA.test", "xq@xn--bcher-kva.test"), "abc");
	assert_string_equal(address_mailbox(arena, "fred+x+y@a.test"), "fred@a.test");
	assert_string_equal(address_mailbox(arena, "fred@a+b.test"), "fred@a+b.test");
	assert_string_equal(address_mailbox(arena, "+x@a.test"), "+x@a.test");
	assert_string_equal(address_mailbox(arena, "f.r.ed+x@a.b.test"), "fred@a.b.test");
	arena_free(arena);
}

/* publicsuffix.org: what can be registered, and what is below it. */
static void
sites_are_what_was_registered(void **state)
{
	static const struct {
		const char *address, *site;
	} cases[] = { { "fred@example.com", "example.com" },
		{ "fred@a.b.example.com", "example.com" },
		{ "fred@mail.example.co.uk", "example.co.uk" }, { "fred@co.uk", "co.uk" },
		{ "fred@x.a.test", "a.test" }, { "fred@localhost", "localhost" },
		{ "fred@www.example.com.cn", "example.com.cn" },
		{ "fred@x.city.kawasaki.jp", "city.kawasaki.jp" },
		{ "fred@mail.bücher.公司.cn", "bücher.公司.cn" } };

	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(address_site(arena, cases[i].address), cases[i].site);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 15: addresses we accept", test_addresses, NULL, NULL, NULL },
		cmocka_unit_test(test_sole),
		{ "mail 18: tags in our address", test_tags, NULL, NULL, NULL },
		cmocka_unit_test(sites_are_what_was_registered),
	};

	return cmocka_run_group_tests_name("mail_address", tests, NULL, NULL);
}
