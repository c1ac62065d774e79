/* SPDX-License-Identifier: ISC */
/*
 * Stand-ins for pictures and lines of scanners go; what people say of pictures and viruses stays.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/quote/litter.h"
#include "unit/phrases.h"

static const char *const litter[] = { "[cid:image001.png@01DB3F2A.5C0B7E90]", "[image: image.png]",
	"[Image]", "[Bild: Logo]", "[image: Inline image 1]", "<image001.png>", "\ufffc",
	"[Изображение: a.png]", "[图片]", "[Mailsuite]", "  [cid:a@b] [cid:c@d]",
	"This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
	"This email has been checked for viruses by AVG.\nhttps://www.avg.com",
	"Virenfrei. www.avast.com", "Virenfrei.www.avast.com",
	"Virus-free. www.avast.com <https://www.avast.com/sig-email?utm_medium=email>",
	"Diese E-Mail wurde von Avast Antivirus-Software auf Viren geprüft.\nwww.avast.com",
	"Garanti sans virus. www.avast.com",
	"L'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus "
	"Avast.\nhttps://www.avast.com/antivirus",
	"El software de antivirus Avast ha analizado este correo electrónico en busca de virus.",
	"Libre de virus. www.avast.com", "Без вирусов. www.avast.com",
	"Это сообщение проверено на вирусы антивирусом Avast.\nhttps://www.avast.com/antivirus",
	"Ta wiadomość e-mail została sprawdzona pod kątem wirusów przez oprogramowanie Avast.",
	"Wolny od wirusów. www.avast.com", "Este email foi escaneado pelo Avast antivírus.",
	"Livre de vírus. www.avast.com",
	"Questa e-mail è stata controllata per individuare virus con Avast antivirus.",
	"Privo di virus. www.avast.com", "Sender notified by\nMailtrack <https://mailtrack.io/x>",
	"Scanned by MailScanner",
	"This message has been scanned for viruses and\ndangerous content by MailScanner, and is\n"
	"believed to be clean.",
	"No virus found in this message.\nChecked by AVG - www.avg.com\n"
	"Version: 2016.0.7303 / Virus Database: 4489/11577 - Release Date: 02/06/16",
	"The message was checked by ESET NOD32 Antivirus.\n\nhttp://www.eset.com",
	"This e-mail and any attachments are confidential and intended solely for the\naddressee. If "
	"you are not the intended\nrecipient, please delete it.",
	"CONFIDENTIALITY NOTICE: the contents are intended only for the addressee.",
	"Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige\nAdressat sind, "
	"vernichten Sie sie.",
	"Please consider the environment before printing this letter.",
	"本邮件及其附件含有保密信息，仅限于发送给上面地址中列出的个人。" };

static const char *const words[] = { "no virus found here, haha\n", "[I am in the image]\n",
	"<not.a.picture>\n", "www.avast.com\n", "Virus-free at last!\n", "[photos of Rome]\n",
	"a < b > c.png\n", "Checked by the club.\n", "and is well\n", "[x]\n", "Bild: schön\n",
	"Disclaimer: I had wine.\n", "It is confidential, he says.\n",
	"b3e3\nmy disclaimer: intended only for fun\n",
	"Hi!\n\nHow to unsubscribe from this mailing list?\n", "Version: two\n",
	"Remove the rook!\n", "Mailsuite is what I use.\n", "1. h3e3 [cid\n" };

static void
test_litter(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof litter / sizeof *litter; i++) {
		const char *left = litter_drop(
		    arena, arena_printf(arena, "Thanks!\n\n%s\n", litter[i]));

		if (strcmp(left, "Thanks!\n") != 0)
			print_message("left of: %s\n", litter[i]);
		assert_string_equal(left, "Thanks!\n");
		assert_string_equal(litter_drop(arena, litter[i]), "");
	}
	assert_string_equal(
	    litter_drop(arena, "a [cid:x@y]\nb [Image] c\n[Image] d\n\n"), "a\nb   c\n  d\n");
	arena_free(arena);
}

static void
test_words(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		assert_string_equal(litter_drop(arena, words[i]), words[i]);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "stand-ins and scanners' lines", test_litter, NULL, NULL, NULL },
		{ "words of people", test_words, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_quote_litter", tests, NULL, NULL);
}
