/* SPDX-License-Identifier: ISC */
/*
 * What is stripped from Subjects (mail/README 14).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/read/subject.h"
#include "unit/phrases.h"

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
		{ "Trả lời: move 7", "move 7", true }, { "TL: move 7", "move 7", true },
		{ "Svar: Vastaus: move 7", "move 7", true }, { "Réponse : move 7", "move 7", true },
		{ "Odpowiedź: move 7", "move 7", true }, { "Yanıt: move 7", "move 7", true },
		{ "ＲＥ： move 7", "move 7", true }, { "На: move 7", "move 7", true },
		{ "{list} Re: move 7", "move 7", true }, { "(EXT) AW: move 7", "move 7", true },
		{ "***SPAM*** Re: move 7", "move 7", true }, { "*EXT* move 7", "move 7", false },
		{ "(unclosed move 7", "(unclosed move 7", false },
		{ "** move 7 **", "** move 7 **", false }, { "resign 7", "resign 7", false },
		{ "report: x", "report: x", false }, { "", "", false }, { "Re:", "", true },
		{ "[a [b] c", "[a [b] c", false }, { "回复：signup ſred", "signup ſred", true },
		{ "signup ſred", "signup ſred", false }, { "Re： ﬁsh", "ﬁsh", true },
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

static void
test_labels(void **state)
{
	static const struct {
		const char *subject, *want;
	} subjects[] = { { "move 7 h2e2", "move 7 h2e2" },
		{ "signup fred {Scanned}", "signup fred" },
		{ "signup fred (External)", "signup fred" },
		{ "signup fred [SEC=OFFICIAL]", "signup fred" },
		{ "signup fred #encrypt", "signup fred" },
		{ "signup fred ***SPAM***", "signup fred" },
		{ "signup fred 【外部】", "signup fred" },
		{ "signup fred (EXT) [External Mail] ", "signup fred" },
		{ "#secure signup fred [EXT]", "signup fred" },
		{ "EXTERNAL: signup fred", "signup fred" },
		{ "[EXT] External email: Re: signup fred", "signup fred" },
		{ "外部邮件：signup fred", "signup fred" },
		{ "Re: 外部邮件：signup fred", "signup fred" },
		{ "signup fred#encrypt", "signup fred#encrypt" }, { "show 7 #10", "show 7 #10" },
		{ "show 7#10", "show 7#10" }, { "resign 7 :)", "resign 7 :)" },
		{ "move 7 **", "move 7 **" }, { "(External)", "" },
		{ "signup f(x)", "signup f(x)" },
		{ "resign 7 (just kidding)", "resign 7 (just kidding)" },
		{ "resign 7 (joke) [EXT]", "resign 7 (joke)" }, { "", "" } };
	struct arena *arena = arena_new();
	bool answer;

	(void)state;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		assert_string_equal(
		    subject_unlabel(arena, subject_strip(arena, subjects[i].subject, &answer)),
		    subjects[i].want);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 14: what is stripped from Subjects", test_subjects, NULL, NULL, NULL },
		{ "mail 14: what is stripped behind them, and labels in front", test_labels, NULL,
		    NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_subject", tests, NULL, NULL);
}
