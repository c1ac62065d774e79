/* SPDX-License-Identifier: ISC */
/*
 * Lines that mail servers put above a letter: "CAUTION: external sender".
 *
 * They are no words of the writer's, and a command may stand below them.  Only
 * looked for at the very top, and strictly: a person may write "Caution!" too.
 */
#include <string.h>

#include "mail/quote/quote.h"

#define BANNER_BYTES 400

/* How it begins, frames and signs left out, and a word further on ("": none). */
static const struct banner {
	const char *start, *word;
} banners[] = {
	/* Exchange, in any language */
	{ "", "aka.ms/learnaboutsenderidentification" },
	/* English */
	{ "caution", "extern" }, { "caution", "outside" }, { "warning", "external" },
	{ "warning", "outside" }, { "attention", "external" }, { "attention", "outside" },
	{ "notice", "outside of" }, { "external email", "" }, { "external e-mail", "" },
	{ "external mail", "" }, { "external message", "" }, { "external sender", "" },
	{ "external]", "" }, { "ext]", "" }, { "external:", "outside" }, { "external*", "" },
	{ "this email originated", "outside" }, { "this email originated", "external" },
	{ "this email came from", "outside" }, { "this message originated", "outside" },
	{ "this message came from", "outside" }, { "this message is from an external", "" },
	{ "this message was sent from outside", "" }, { "this email was sent from outside", "" },
	{ "this is an external", "mail" }, { "you don't often get email from", "" },
	{ "you don’t often get email from", "" },
	{ "some people who received this message don't often get", "" },
	{ "some people who received this message don’t often get", "" },
	{ "be careful with this message", "" }, { "zjqcmqryfpfpt", "" },
	{ "do not click links or open attachments", "" }, { "report suspicious", "" },
	{ "https://us-phishalarm", "" },
	/* German, Dutch, the North */
	{ "achtung", "extern" }, { "vorsicht", "extern" }, { "warnung", "extern" },
	{ "achtung", "außerhalb" }, { "vorsicht", "außerhalb" }, { "let op", "buiten" },
	{ "hinweis", "externe" }, { "externe e-mail", "" }, { "externe mail", "" },
	{ "externer absender", "" }, { "sie erhalten nicht", "mail" }, { "let op", "extern" },
	{ "waarschuwing", "extern" }, { "u ontvangt niet vaak e-mail", "" },
	{ "varning", "extern" }, { "obs", "extern" }, { "advarsel", "ekstern" },
	{ "ekstern e-", "" }, { "huom", "ulkopuol" },
	/* French, Spanish, Italian, Portuguese */
	{ "attention", "extérieur" }, { "attention", "externe" }, { "avertissement", "exter" },
	{ "courriel externe", "" }, { "vous n’obtenez pas souvent", "" },
	{ "vous n'obtenez pas souvent", "" }, { "vous ne recevez pas souvent", "" },
	{ "precauci", "extern" }, { "precauci", "fuera" }, { "atenci", "extern" },
	{ "atenci", "fuera" }, { "correo externo", "" }, { "no suele recibir correo", "" },
	{ "attenzione", "estern" }, { "avviso", "estern" }, { "non si riceve spesso", "" },
	{ "atenção", "extern" }, { "atenção", "fora" }, { "ATENÇÃO", "extern" },
	{ "ATENÇÃO", "fora" }, { "cuidado", "extern" }, { "cuidado", "fora" },
	{ "você não costuma receber", "mail" },
	/* Polish, Czech, Russian, Ukrainian */
	{ "uwaga", "zewn" }, { "uwaga", "spoza" }, { "ostrzeżenie", "zewn" },
	{ "upozornění", "extern" }, { "pozor", "extern" }, { "внимание", "внешн" },
	{ "Внимание", "внешн" }, { "ВНИМАНИЕ", "внешн" }, { "Внешнее письмо", "" },
	{ "Увага", "зовнішн" }, { "УВАГА", "зовнішн" },
	/* Chinese, Japanese, Korean, Vietnamese */
	{ "外部邮件", "" }, { "外来邮件", "" }, { "注意", "外部" }, { "警告", "外部" },
	{ "提醒", "外部" }, { "주의", "외부" }, { "此邮件来自外部", "" }, { "本邮件来自外部", "" },
	{ "您不常收到来自", "" }, { "外部郵件", "" }, { "外部信件", "" }, { "此郵件來自", "外" },
	{ "外部メール", "" }, { "社外メール", "" }, { "外部メッセージ", "" }, { "외부 메일", "" },
	{ "외부메일", "" }, { "cảnh báo", "bên ngoài" }, { "Cảnh báo", "bên ngoài" },
	{ "CẢNH BÁO", "bên ngoài" }
};

/* Frames and warning signs in front. */
static struct span
bare_line(struct span line)
{
	static const char *const frames[] = { "[", "*", "!", "#", "|", "-", "=", "(", " ", "<", "⚠",
		"\ufe0f", "【", "［", "🛑", "⛔", "❗" };

	for (size_t i = 0; i < sizeof frames / sizeof *frames;) {
		size_t n = strlen(frames[i]);

		if (n <= line.length && memcmp(line.at, frames[i], n) == 0) {
			line = (struct span){ line.at + n, line.length - n };
			i = 0;
		} else {
			i++;
		}
	}
	return line;
}

bool
line_is_banner(struct span line)
{
	if (line.length > BANNER_BYTES)
		return false;
	line = bare_line(line);
	for (size_t i = 0; i < sizeof banners / sizeof *banners; i++) {
		if (span_starts(line, banners[i].start) && span_has(line, banners[i].word))
			return true;
	}
	return false;
}
