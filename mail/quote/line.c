/* SPDX-License-Identifier: ISC */
/*
 * Single lines that mark a quote by their form (">" marks, rules, delimiters,
 * signature marks), signatures of telephones, and banners of mail servers.
 *
 * A banner, "CAUTION: external sender", is not the writer's words, and a command may
 * stand below it.  It is only looked for at the very top, and strictly: a person may
 * write "Caution!" too.
 */
#include "mail/quote/line.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/words.h"

#define DELIMITER_BYTES 200
#define LABEL_BYTES     40
#define MOBILE_BYTES    140
#define OUTLOOK_BYTES   90
#define BANNER_BYTES    400
#define BLANK_LINES_MAX 50 /* between an attribution and its quote */
#define FRAME           "-----"
#define NAME_BYTES      32 /* of a name in front of each quoted line */
#define MARK_SIGNS      4  /* that one mark is made of */
#define MARK_INDENT     3  /* blanks in front of a mark */
#define MARK_WINDOW     6  /* lines in which it stands again */

/* How a line begins and, where that alone is ordinary speech, a word further on ("":
 * none). */
struct phrase {
	const char *start, *word;
};

static const struct phrase mobiles[] = { { "sent from ", "" }, { "sent on the go", "" },
	{ "sent via ", "" }, { "sent with ", "" }, { "sent using ", "" }, { "get outlook for", "" },
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

/* Frames and signs left out. */
static const struct phrase banners[] = {
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

static bool
is_phrase(struct span line, const struct phrase *phrases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *start = phrases[i].start;

		/* Most begin with another byte. */
		if (*start != '\0' && (line.length == 0 || ((*line.at ^ *start) & ~0x20) != 0))
			continue;
		if (span_starts(line, start) && span_has(line, phrases[i].word))
			return true;
	}
	return false;
}

#define IS_PHRASE(line, phrases) is_phrase((line), (phrases), sizeof(phrases) / sizeof *(phrases))

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct span
span_trim(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	while (end > at && is_blank(end[-1]))
		end--;
	return (struct span){ at, (size_t)(end - at) };
}

static struct span
after(struct span line, size_t bytes)
{
	return (struct span){ line.at + bytes, line.length - bytes };
}

bool
span_starts(struct span span, const char *word)
{
	size_t n;

	/* Most words already differ in the first byte. */
	if (span.length == 0 || ((*span.at ^ *word) & ~0x20) != 0)
		return *word == '\0';
	n = strlen(word);
	return n <= span.length && strncasecmp(span.at, word, n) == 0;
}

bool
span_ends(struct span span, const char *word)
{
	size_t n = strlen(word);

	/* … and in the last. */
	return n <= span.length &&
	    (n == 0 || ((span.at[span.length - 1] ^ word[n - 1]) & ~0x20) == 0) &&
	    strncasecmp(span.at + span.length - n, word, n) == 0;
}

bool
span_has(struct span span, const char *word)
{
	for (size_t i = 0; i < span.length; i++) {
		if (((span.at[i] ^ *word) & ~0x20) == 0 && span_starts(after(span, i), word))
			return true;
	}
	return *word == '\0';
}

struct span
line_at(const char *text)
{
	return span_trim(text, text + strcspn(text, "\n"));
}

const char *
line_next(const char *text)
{
	text += strcspn(text, "\n");
	return *text == '\n' ? text + 1 : text;
}

const char *
line_skip_blank(const char *text)
{
	while (*text != '\0' && line_at(text).length == 0)
		text = line_next(text);
	return text;
}

bool
line_is_quoted(struct span line)
{
	size_t n = 0;

	if (span_starts(line, ">") || span_starts(line, "＞") || span_starts(line, "&gt;"))
		return true;
	/* "JD> …", as some old programs mark whom they quote. */
	while (n < line.length && n < 4 && isupper((unsigned char)line.at[n]))
		n++;
	return n > 0 && n + 1 < line.length && line.at[n] == '>' &&
	    (line.at[n + 1] == ' ' || line.at[n + 1] == '>');
}

/* The bytes of "Riverpost>", one or two words. */
static size_t
name_mark(struct span line)
{
	size_t n = 0, words = 1;

	while (n < line.length && n <= NAME_BYTES && line.at[n] != '>') {
		if (line.at[n] == ' ')
			words++;
		else if (!isalnum((unsigned char)line.at[n]) && (line.at[n] & 0x80) == 0 &&
		    strchr("._-'", line.at[n]) == NULL)
			return 0;
		n++;
	}
	if (n == 0 || n > NAME_BYTES || n == line.length || line.at[n - 1] == ' ' || words > 2)
		return 0;
	return n + 1;
}

/* The bytes of a mark that needs company: "R>", "|", ":", "»", and below an attribution
 * whatever signs a program was told to use. */
static size_t
weak_mark(struct span line, bool announced)
{
	static const char *const signs[] = { "|", ":", "»", "›", "│", "┃", "｜", "¦", "❯", "}", "%",
		"<", "!", "=", "~", ">", "$", "&", "/", ";" };
	const size_t narrow = 10; /* of them mark quotes that nothing announces */
	size_t n = name_mark(line);
	bool found = n == 0;

	for (int i = 0; i < MARK_SIGNS && found; i++) {
		found = false;
		if (n < line.length && isalnum((unsigned char)line.at[n]))
			break;
		for (size_t j = 0;
		     j < (announced ? sizeof signs / sizeof *signs : narrow) && !found; j++) {
			found = span_starts(after(line, n), signs[j]);
			n += found ? strlen(signs[j]) : 0;
		}
	}
	return n == line.length || line.at[n] == ' ' || line.at[0] == '|' ? n : 0;
}

struct span
line_quote_mark(const char *text, bool announced)
{
	struct span line = line_at(text), mark = { line.at, 0 };
	int seen = 1, needed;

	if (line_is_quoted(line) || line.length == 0 || line.at - text > MARK_INDENT)
		return mark;
	mark.length = weak_mark(line, announced);
	/* People set words apart by a bar, and draw tables. */
	needed = announced || *line.at != '|' ? 2 : 3;
	if (needed == 3 && line.length > 1 && span_ends(line, "|"))
		return (struct span){ line.at, 0 };
	for (int i = 0; i < MARK_WINDOW && mark.length > 0; i++) {
		text = line_next(text);
		seen += strncmp(line_at(text).at, mark.at, mark.length) == 0;
	}
	if (seen < needed)
		mark.length = 0;
	return mark;
}

bool
line_has_mark(struct span line, struct span mark)
{
	return line_is_quoted(line) ||
	    (mark.length > 0 && line.length >= mark.length &&
		memcmp(line.at, mark.at, mark.length) == 0);
}

bool
line_quote_follows(const char *text)
{
	for (int blank = 0; blank < BLANK_LINES_MAX && *text != '\0'; blank++) {
		if (line_at(text).length > 0)
			return line_is_quoted(line_at(text)) ||
			    line_quote_mark(text, false).length > 0;
		text = line_next(text);
	}
	return false;
}

/* The length of one character that rules are drawn with; 0: it is not one. */
static size_t
rule_character(struct span line)
{
	static const char *const wide[] = { "—", "–", "─", "━", "═", "－", "＿", "＝", "‐", "‑",
		"−", "―" };

	if (line.length > 0 && strchr("-_=*#~+", line.at[0]) != NULL)
		return 1;
	for (size_t i = 0;
	     line.length > 0 && (*line.at & 0x80) != 0 && i < sizeof wide / sizeof *wide; i++) {
		if (span_starts(line, wide[i]))
			return strlen(wide[i]);
	}
	return 0;
}

/* How often the line's first character stands at its beginning. */
static size_t
rule_run(struct span line, size_t character)
{
	size_t at = 0;

	while (at + character <= line.length && memcmp(line.at + at, line.at, character) == 0)
		at += character;
	return at / character;
}

/* How many characters of rules stand at the line's end. */
static size_t
rule_tail(struct span line)
{
	size_t tail = 0;

	while (line.length > 0) {
		size_t n = 1;

		while (n < line.length && n < 4 && (line.at[line.length - n] & 0xC0) == 0x80)
			n++;
		if (rule_character((struct span){ line.at + line.length - n, n }) != n)
			break;
		line.length -= n;
		tail++;
	}
	return tail;
}

/* "----- words -----". */
static bool
is_framed(struct span line, size_t run)
{
	/* Parts of what the frame of a letter says. */
	static const char *const letter_list[] = { "original", "message", "forwarded", "reply",
		"messaggio", "meddelande", "meddelelse", "melding", "viesti", "wiadomo", "сообщени",
		"письм", "повідомлен", "лист", "nachricht", "mensaje", "mensagem", "missatge",
		"bericht", "邮件", "郵件", "信件", "原文", "メール", "メッセージ", "메일", "메시지",
		"zpráv", "správ", "poruk", "sporočil", "порук", "съобщени", "üzenet", "levél",
		"mesaj", "ileti", "thư gốc", "tin nhắn", "μήνυμα", "הודע", "رسالة", "الأصلية",
		"پیام", "ข้อความ", "pesan", "mesej", "sõnum", "kiri", "laišk", "vēstul", "ziņ",
		"mezu", "skilabo", "संदेश", "pošt", "e-mail", "écrit", "schrieb", "wrote" };
	static struct words letter_words = WORDS(letter_list);
	size_t tail = rule_tail(line);
	struct span words = after(line, run), label;
	const char *frame = memmem(words.at, words.length, FRAME, strlen(FRAME));

	/* Stars are emphasis unless the words are known. */
	if (run >= 4 && tail >= 4 && strchr("*~#+", *line.at) == NULL)
		return true;
	if (run >= 2 && tail >= 2)
		return words_stand_in(&letter_words, line.at, line.length);
	/* "----邮件原文----发件人:Fred", with frames of four. */
	if (frame == NULL && run >= 4)
		frame = memmem(words.at, words.length, "----", 4);
	if (run < 4 || frame == NULL)
		return false;
	/* "----- words -----From: Fred": Samsung and Yahoo go on in the same line. */
	label = after(words, (size_t)(frame - words.at));
	label = after(label, rule_run(label, 1));
	label.length = label.length < LABEL_BYTES ? label.length : LABEL_BYTES;
	return span_has(label, ":") || span_has(label, "：") ||
	    words_stand_in(&letter_words, line.at, line.length);
}

/* "| |": what is left of the table around a signature. */
static bool
is_cell_frame(struct span line)
{
	size_t bars = 0;

	for (size_t i = 0; i < line.length; i++) {
		if (line.at[i] != '|' && line.at[i] != ' ')
			return false;
		bars += line.at[i] == '|';
	}
	return bars >= 2;
}

/* "*----- Original Message -----*": bold in a text part; "- -- ": a signed text
 * marks its dashes so (RFC 4880, 7.1).  Of a line that is too long, the frame it begins with. */
static struct span
bare_rule(struct span line)
{
	if (line.length > DELIMITER_BYTES)
		return (struct span){ line.at, span_starts(line, FRAME) ? DELIMITER_BYTES : 0 };
	if (line.length > 4 && span_starts(line, "*-") && span_ends(line, "*"))
		line = (struct span){ line.at + 1, line.length - 2 };
	if (span_starts(line, "- -"))
		line = after(line, 2);
	return line;
}

bool
line_is_delimiter(struct span line)
{
	/* Announcements without a frame, as Apple's and others' forwards have. */
	static const char *const forward_list[] = { "begin forwarded message:",
		"anfang der weitergeleiteten nachricht:", "anfang der weitergeleiteten e-mail:",
		"weitergeleitete nachricht:", "début du message réexpédié",
		"début du message transféré", "inizio messaggio inoltrato:",
		"inicio del mensaje reenviado:", "início da mensagem encaminhada:",
		"início da mensagem reencaminhada:", "begin doorgestuurd bericht:",
		"vidarebefordrat brev:", "vidarebefordrat mejl:", "videresendt besked:",
		"start på videresendt besked:", "videresendt melding:", "välitetty viesti",
		"początek przekazywanej wiadomości:", "začátek přepos", "začiatok prepos",
		"započni proslijeđenu poruku:", "továbbított levél kezdete:",
		"Începe mesajul redirec", "Начало переадресованного", "Початок листа",
		"İleti başlangıcı:", "iletilen ileti başlangıcı:", "đầu thư được chuyển tiếp:",
		"Đầu thư được chuyển tiếp:", "bắt đầu thư được chuyển tiếp:", "forwarded message:",
		"以下是转发的邮件", "开始转发的邮件", "下面是被转发的邮件", "以下為轉寄的郵件",
		"開始轉寄郵件", "轉寄的郵件", "転送されたメッセージ", "以下は転送メッセージ",
		"전달된 메시지 시작", "전달된 메시지", "reply above this line", "原始邮件",
		"原始郵件", "original message:", "originalnachricht",
		"mensaje original:", "message d'origine",
		"mensagem original:", "messaggio originale:", "oorspronkelijk bericht:" };
	/* Programs of telephones write it without a frame. */
	static const char *const bare_list[] = { "original message", "originalnachricht",
		"ursprüngliche nachricht", "message original", "mensaje original",
		"mensagem original", "messaggio originale", "oorspronkelijk bericht",
		"ursprungligt meddelande", "oprindelig meddelelse", "alkuperäinen viesti",
		"oryginalna wiadomość", "původní zpráva", "исходное сообщение",
		"Исходное сообщение", "オリジナルメッセージ", "元のメッセージ", "원본 메시지",
		"thư gốc", "pesan asli", "orijinal mesaj", "forwarded message" };
	static struct words forwards = WORDS(forward_list), bare_words = WORDS(bare_list);
	size_t character, run;

	if (words_hold(&bare_words, line.at, line.length) || is_cell_frame(line))
		return true;
	line = bare_rule(line);
	if (line.length == 0)
		return false;
	/* ">>> Fred <fred@players.test> 1.2.2016 18:32 >>>", above a quote without marks. */
	if (line.length > 8 && span_starts(line, ">>>") && span_ends(line, ">>>"))
		return true;
	if ((character = rule_character(line)) == 0)
		return words_start(&forwards, line.at, line.length);
	run = rule_run(line, character);
	/* Nothing but dashes and the like.  Two hyphens are a signature mark, of other
	 * characters it takes a drawn line. */
	if (run * character == line.length &&
	    run >= (size_t)(*line.at == '-' ? 2 :
			   character > 1    ? 1 :
					      5))
		return true;
	return is_framed(line, run);
}

bool
line_is_address(struct span line)
{
	const char *at = memchr(line.at, '@', line.length);

	if (at == NULL || at == line.at || at + 1 == line.at + line.length)
		return false;
	for (size_t i = 0; i < line.length; i++) {
		if (isspace((unsigned char)line.at[i]))
			return false;
	}
	return true;
}

bool
line_is_mobile_signature(struct span line)
{
	/* Languages that put the verb last. */
	static const char *const list[] = { "から送信", "에서 보냄", "で送信", "を取得", "を入手",
		" küldve", "-ról küldve" };
	static struct words endings = WORDS(list);

	if (line.length > MOBILE_BYTES || line.length == 0)
		return false;
	while (line.length > 1 && strchr("[(<*_~- ", *line.at) != NULL)
		line = after(line, 1);
	if (IS_PHRASE(line, mobiles) || words_end(&endings, line.at, line.length))
		return true;
	if (span_ends(line, "gönderildi") && (span_has(line, "mdan") || span_has(line, "mden")))
		return true;
	/* "Get Outlook for Android" in any language. */
	return line.length <= OUTLOOK_BYTES && span_has(line, "outlook") &&
	    (span_has(line, "android") || span_has(line, " ios") || span_starts(line, "ios"));
}

bool
line_is_banner(struct span line)
{
	/* Frames and warning signs in front. */
	static const char *const frames[] = { "[", "*", "!", "#", "|", "-", "=", "(", " ", "<", "⚠",
		"\ufe0f", "【", "［", "🛑", "⛔", "❗" };

	if (line.length > BANNER_BYTES)
		return false;
	for (size_t i = 0; i < sizeof frames / sizeof *frames;) {
		size_t n = strlen(frames[i]);

		if (n <= line.length && memcmp(line.at, frames[i], n) == 0) {
			line = after(line, n);
			i = 0;
		} else {
			i++;
		}
	}
	return IS_PHRASE(line, banners);
}
