/* SPDX-License-Identifier: ISC */
/*
 * "On … wrote:" and "Sent from my iPhone", in many languages.
 *
 * An attribution ends in a colon and has two of: a verb of writing, a date or
 * time, an address.  So an unknown language is recognised by date and address,
 * and a bare "Fred wrote:" by a verb at its very end.
 */
#include <ctype.h>
#include <string.h>

#include "mail/quote/quote.h"

#define MOBILE_BYTES  140
#define OUTLOOK_BYTES 90
#define BARE_BYTES    120
#define STAMP_BYTES   30
#define STARTED_BYTES 12 /* "at 18:32:" is an attribution's end */

static const char *const verbs[] = { "wrote", "writes", "schrieb", "schreibt", "geschrieben",
	"écrit", "escribió", "escribio", "escribe", "scritto", "scrive", "escreveu", "escreve",
	"schreef", "geschreven", "skrev", "skriver", "kirjoitti", "napisał", "pisze", "napsal",
	"napísal", "írta", "scris", "написал", "написав", "написа", "пишет", "пише", "писал",
	"yazdı", "yazmış", "viết", "写道", "寫道", "写到", "寫到", "写了", "来信", "書きました",
	"書き込み", "のメール", "メッセージ", "작성", "썼습니다", "님이", "έγραψε", "כתב", "كتب",
	"เขียน", "rašė", "rakstīja", "kirjutas", "menulis", "escrit", "napisao", "napisala",
	"skrifaði", "idatzi", "quoting", "zitat von", "citando", "citat", "said", "says",
	"napisana przez", "نوشت", "ysgrifennodd", "escribiu", "ने लिखा", "撰写", "Цитирую", "引用",
	"citeren", "quoth" };
/* Sufficient at the end of one line without date and address. */
static const char *const bare[] = { "wrote", "schrieb", "a écrit", "escribió", "ha scritto",
	"escreveu", "schreef", "geschreven", "skrev", "kirjoitti", "napisał", "napisał(a)",
	"napisała", "napsal", "napsal(a)", "napísal", "írta", "a scris", "написал", "написал(а)",
	"написала", "написав", "написала(в)", "пише", "пишет", "yazdı", "đã viết", "写道", "寫道",
	"のメール", "さんは書きました", "작성", "έγραψε", "writes", "نوشت", "كتب", "escribiu",
	"menulis", "rašė", "kirjutas", "skrifaði", "je napisao", "je napisala", "je napisao(la)",
	"je napisal(a)", "เขียนว่า", "님이 작성", "quoth", "je napisao/la", "napísala", "napísal(a)",
	"napisa", "pisze", "написа", "напісаў", "ha escrit", "ha scrit", "skreiv", "skreau",
	"shkroi", "쓴 글" };
static const char *const starters[] = { "on ", "at ", "am ", "le ", "el ", "il ", "em ", "op ",
	"den ", "på ", "dnia ", "w dniu ", "dne ", "dňa ", "vào ", "pada ", "la ", "quoting ",
	"zitat von ", "pe ", "у ", "в ", "a(z) ", "em\u00a0", "le\u00a0", "在 ", "在", "於", "于",
	"il giorno ", "na ", "στις ", "v ", "to ", "ons ", "man ", "tir ", "tors ", "fre ", "در ",
	"Цитирую ", "引用 ", "citeren ", "quoth ", "في ", "missatge de ",
	"wiadomość napisana przez " };

#define HAS_ANY(span, words)      has_any((span), (words), sizeof(words) / sizeof *(words))
#define ANY_OF(test, span, words) any_of((test), (span), (words), sizeof(words) / sizeof *(words))

static bool
any_of(bool (*test)(struct span, const char *), struct span span, const char *const *words,
    size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (test(span, words[i]))
			return true;
	}
	return false;
}

/* Does any of the words stand anywhere in the span?  One pass for all. */
static bool
has_any(struct span span, const char *const *words, size_t count)
{
	bool first[256] = { false };

	for (size_t i = 0; i < count; i++) {
		first[tolower((unsigned char)*words[i])] = true;
		first[toupper((unsigned char)*words[i])] = true;
	}
	for (size_t i = 0; i < span.length; i++) {
		struct span rest = { span.at + i, span.length - i };

		if (first[(unsigned char)span.at[i]] && any_of(span_starts, rest, words, count))
			return true;
	}
	return false;
}

static size_t
digits_at(struct span span, size_t at)
{
	size_t n = 0;

	while (at + n < span.length && isdigit((unsigned char)span.at[at + n]))
		n++;
	return n;
}

/* "21/11/26", "21. 11. 26": a date whose year is short. */
static bool
is_short_date(struct span span, size_t at)
{
	for (int part = 1; part <= 3; part++) {
		size_t n = digits_at(span, at);

		if (n == 0 || n > 2)
			return false;
		at += n;
		if (part == 3)
			return n == 2;
		if (at == span.length || strchr("/.-", span.at[at]) == NULL)
			return false;
		at++;
		if (at < span.length && span.at[at] == ' ')
			at++;
	}
	return false;
}

/* What of a date a span shows: a year, hours and minutes. */
struct date {
	bool year, time;
};

static bool
is_year(struct span span, size_t at)
{
	return digits_at(span, at) == 4 && (span.at[at] == '2' || span.at[at] == '1');
}

static bool
is_time(struct span span, size_t at)
{
	size_t n = digits_at(span, at);

	return (n == 1 || n == 2) && at + n < span.length &&
	    strchr(":.h", span.at[at + n]) != NULL && digits_at(span, at + n + 1) == 2;
}

static struct date
date_in(struct span span)
{
	struct date date = { false, false };

	for (size_t i = 0; i < span.length;) {
		size_t n = digits_at(span, i);

		if (n > 0) {
			date.year |= is_year(span, i) || is_short_date(span, i);
			date.time |= is_time(span, i);
		}
		i += n > 0 ? n : 1;
	}
	return date;
}

static bool
has_date(struct span span)
{
	struct date date = date_in(span);

	return date.year || date.time;
}

bool
span_has_stamp(struct span span)
{
	struct date date;

	span.length = span.length < BARE_BYTES ? span.length : BARE_BYTES;
	date = date_in(span);

	return date.year && date.time;
}

static bool
has_address(struct span span)
{
	for (size_t i = 1; i + 1 < span.length; i++) {
		if (span.at[i] == '@' && !isspace((unsigned char)span.at[i - 1]) &&
		    !isspace((unsigned char)span.at[i + 1]))
			return true;
	}
	return false;
}

/* "2016-03-03 17:21 GMT+01:00 Some One", an old program of Google's. */
static bool
is_stamped(struct span span)
{
	if (digits_at(span, 0) != 4 || span.length < 20 || span.at[4] != '-' ||
	    digits_at(span, 5) != 2 || span.at[7] != '-' || digits_at(span, 8) != 2)
		return false;
	span.length = span.length < 30 ? span.length : 30;
	return span_has(span, " GMT") || span_has(span, " UTC");
}

/* The span without its colon; false when it has none. */
static bool
take_colon(struct span *span)
{
	if (span_ends(*span, ":"))
		span->length--;
	else if (span_ends(*span, "：") || span_ends(*span, "៖"))
		span->length -= strlen("：");
	else
		return false;
	*span = span_trim(span->at, span->at + span->length);
	while (span_ends(*span, "\u00a0"))
		span->length -= strlen("\u00a0");
	return true;
}

/* "Fred wrote" and no more; right above a quote the verb may come first. */
static bool
is_bare(struct span span, bool before_quote)
{
	return span.length <= BARE_BYTES &&
	    (ANY_OF(span_ends, span, bare) || (before_quote && ANY_OF(span_starts, span, bare)));
}

/* Date, address, verb, or a quote right below: two of them.  ("Quoting Fred
 * <fred@players.test>:" in any language.) */
static bool
has_two(struct span span, bool before_quote)
{
	struct date date = date_in(span);
	bool address = has_address(span);

	if (date.year && date.time)
		return true;
	if (date.year || date.time)
		return address || before_quote || HAS_ANY(span, verbs);
	return address && (before_quote || HAS_ANY(span, verbs));
}

/* Right above a quote: "On … 18:32 Fred wrote", "2016/2/1 Fred <fred@players.test>". */
static bool
announces(struct span span, struct date date)
{
	if (!date.year)
		return false;
	if (has_address(span) && (date.time || span_ends(span, ">")))
		return true;
	return date.time && ANY_OF(span_ends, span, bare);
}

/* Attributions that end without a colon. */
static bool
is_without_colon(struct span span, bool before_quote)
{
	struct date date = date_in(span);

	if (before_quote && announces(span, date))
		return true;
	if (date.year && date.time && span_ends(span, ">") && has_address(span) &&
	    HAS_ANY(span, verbs))
		return true;
	return is_stamped(span) || span_has(span, "wrote in message") ||
	    span_has(span, "schrieb im newsbeitrag");
}

/* "*On … wrote:*": bold in a text part. */
static struct span
without_stars(struct span span)
{
	while (span.length > 1 && (*span.at == '*' || *span.at == '_'))
		span = span_trim(span.at + 1, span.at + span.length);
	while (span.length > 1 && strchr("*_", span.at[span.length - 1]) != NULL)
		span = span_trim(span.at, span.at + span.length - 1);
	return span;
}

/* "Fred <fred@players.test>" and, below, "1.2.2016 18:32": as Notes writes. */
static bool
is_name_and_date(struct span span)
{
	const char *second = memrchr(span.at, '\n', span.length);
	struct span first, last;

	if (second == NULL)
		return false;
	first = span_trim(span.at, second);
	last = span_trim(second + 1, span.at + span.length);
	return last.length <= STAMP_BYTES && isdigit((unsigned char)*last.at) &&
	    date_in(last).year && date_in(last).time && span_ends(first, ">") &&
	    has_address(first) && memchr(first.at, '\n', first.length) == NULL;
}

bool
span_is_attribution(struct span span, bool several, bool before_quote)
{
	span = without_stars(span);
	if (!take_colon(&span))
		return several ? is_name_and_date(span) : is_without_colon(span, before_quote);
	if (!several && is_bare(span, before_quote))
		return true;
	return has_two(span, before_quote && !several) ||
	    (ANY_OF(span_starts, span, starters) && HAS_ANY(span, bare));
}

bool
line_begins_with_starter(struct span line)
{
	return line.length >= STARTED_BYTES && ANY_OF(span_starts, line, starters) &&
	    has_date(line);
}

bool
line_may_begin_attribution(struct span line)
{
	return line.at[0] == '"' || memchr(line.at, '@', line.length) != NULL ||
	    memchr(line.at, '<', line.length) != NULL || has_date(line) ||
	    span_ends(line, " wrote in") || ANY_OF(span_starts, line, starters);
}

/* Beginning and, where the beginning alone is ordinary speech, a word behind. */
static const struct mobile {
	const char *start, *word;
} mobiles[] = { { "sent from ", "" }, { "sent on the go", "" }, { "sent via ", "" },
	{ "sent with ", "" }, { "sent using ", "" }, { "get outlook for", "" },
	{ "envoyé de ", "" }, { "envoyé depuis", "" }, { "envoyé à partir", "" },
	{ "envoyé avec", "" }, { "provenance :", "" }, { "télécharger outlook", "" },
	{ "obtenir outlook", "" }, { "enviado desde", "" }, { "enviado do meu", "" },
	{ "enviado de mi", "" }, { "enviado a partir", "" }, { "enviado via", "" },
	{ "enviado con ", "" }, { "envoyé par mon ", "" }, { "obtener outlook", "" },
	{ "obter o outlook", "" }, { "inviato da", "" }, { "scarica outlook", "" },
	{ "verstuurd vanaf", "" }, { "verzonden vanaf", "" }, { "verzonden met", "" },
	{ "outlook voor", "" }, { "von mein", "gesendet" }, { "von samsung", "gesendet" },
	{ "von outlook", "gesendet" }, { "von mail für", "gesendet" }, { "gesendet über", "" },
	{ "virenfrei", "avast" }, { "virus-free", "avast" },
	{ "diese e-mail wurde von", "geprüft" }, { "inviato con ", "" }, { "verstuurd met", "" },
	{ "发自vivo", "" }, { "发自OPPO", "" }, { "寄件自", "" }, { "gesendet von", "" },
	{ "gesendet mit", "" }, { "diese nachricht wurde von", "gesendet" }, { "outlook für", "" },
	{ "holen sie sich outlook", "" }, { "skickat från", "" }, { "sendt fra", "" },
	{ "lähetetty ", "" }, { "wysłane z", "" }, { "wysłano z", "" },
	{ "pobierz program outlook", "" }, { "odesláno z", "" }, { "odoslané z", "" },
	{ "отправлено с", "" }, { "отправлено из", "" }, { "отправлено от", "" },
	{ "Отправлено с", "" }, { "Отправлено из", "" }, { "Отправлено от", "" },
	{ "Надіслано з", "" }, { "Відправлено з", "" }, { "надіслано з", "" },
	{ "Изпратено от", "" }, { "发自我的", "" }, { "發自我的", "" }, { "发自 ", "" },
	{ "发自i", "" }, { "发自网易", "" }, { "发自QQ", "" }, { "发自华为", "" },
	{ "发自小米", "" }, { "发自新浪", "" }, { "发自手机", "" }, { "发自移动", "" },
	{ "發自 ", "" }, { "来自我的", "" }, { "來自我的", "" }, { "从我的", "发送" },
	{ "從我的", "傳送" }, { "发送自", "" }, { "傳送自", "" }, { "寄自", "" },
	{ "获取 Outlook", "" }, { "取得 Outlook", "" }, { "获取Outlook", "" }, { "使用", "发送" },
	{ "gửi từ ", "" }, { "Được gửi từ", "" }, { "đã gửi từ", "" }, { "Đã gửi từ", "" },
	{ "tải outlook", "" }, { "trimis de pe", "" }, { "enviat des", "" }, { "elküldve ", "" },
	{ "küldve ", "" }, { "iphone-omról küldve", "" }, { "poslano z", "" }, { "poslato sa", "" },
	{ "στάλθηκε από", "" }, { "Στάλθηκε από", "" }, { "dikirim dari", "" }, { "ส่งจาก", "" },
	{ "나의 ", "보냄" }, { "내 ", "보냄" }, { "saadetud minu", "" }, { "išsiųsta iš", "" },
	{ "nosūtīts no", "" }, { "נשלח מה", "" }, { "get bluemail", "" },
	{ "diese e-mail wurde von", "gesendet" }, { "从 Windows", "" }, { "發送自", "" },
	{ "签名由", "" }, { "來自 ", "iPhone" }, { "yahoo mail", "" }, { "outlook for ", "" },
	{ "下载", "Outlook" }, { "verzonden via", "" }, { "從我的", "寄出" }, { "自我的", "傳送" },
	{ "自我的", "发送" }, { "poslano s ", "" }, { "von yahoo mail", "gesendet" },
	{ "skickad från", "" }, { "odoslané zo", "" }, { "ارسل من", "" }, { "أرسلت من", "" },
	{ "أُرسلت من", "" }, { "مرسل من", "" }, { "مُرسل من", "" }, { "sent úr", "" },
	{ "poslano iz", "" }, { "Послато са", "" }, { "मेरे ", "से भेजा गया" }, { "تم الإرسال من", "" },
	{ "ارسال شده از", "" }, { "dihantar daripada", "" } };

/* Languages that put the verb last. */
static bool
has_mobile_ending(struct span line)
{
	static const char *const endings[] = { "から送信", "에서 보냄", "で送信", "を取得",
		"を入手", " küldve", "-ról küldve" };

	if (ANY_OF(span_ends, line, endings))
		return true;
	return span_ends(line, "gönderildi") && (span_has(line, "mdan") || span_has(line, "mden"));
}

/* "Get Outlook for Android" in whatever language. */
static bool
advertises_outlook(struct span line)
{
	return line.length <= OUTLOOK_BYTES && span_has(line, "outlook") &&
	    (span_has(line, "android") || span_has(line, " ios") || span_starts(line, "ios"));
}

bool
line_is_mobile_signature(struct span line)
{
	if (line.length > MOBILE_BYTES || line.length == 0)
		return false;
	while (line.length > 1 && strchr("[(<*_~- ", *line.at) != NULL)
		line = (struct span){ line.at + 1, line.length - 1 };
	for (size_t i = 0; i < sizeof mobiles / sizeof *mobiles; i++) {
		if (span_starts(line, mobiles[i].start) && span_has(line, mobiles[i].word))
			return true;
	}
	return has_mobile_ending(line) || advertises_outlook(line);
}
