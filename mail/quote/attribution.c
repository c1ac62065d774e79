/* SPDX-License-Identifier: ISC */
/*
 * What announces a quote: "On … wrote:", or a block of header lines.
 *
 * An attribution ends in a colon and has two of: a verb of writing, a date or
 * time, an address.  So an unknown language is recognised by date and address,
 * and a bare "Fred wrote:" by a verb at its very end.
 *
 * Blocks have the labels that Outlook, Foxmail, QQ, NetEase, Lotus and others write,
 * with a colon of either width, in bold, or in the cells of a drawn table.
 */
#include "mail/quote/attribution.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "base/words.h"

#define ATTRIBUTION_LINES 4
#define ATTRIBUTION_BYTES 600
#define BARE_BYTES        120
#define DATE_BYTES        30 /* of a line with nothing but a date */
#define NAME_WORDS        4  /* "Quoting Fred B. Stone" */
#define STAMP_BYTES       240
#define VERB_BYTES        60 /* what stands behind an address */
#define STARTED_BYTES     12 /* "at 18:32:" is an attribution's end */

#define LABEL_BYTES 48
#define LABEL_WORDS 3
#define BLOCK_BYTES 300 /* of a block in one line that are looked at */
#define SET_APART   3   /* blanks before a label without colon */
#define INDENTED    8   /* blanks before all lines of a table of Notes */
#define TABLE_LINES 14

static const char *const verb_list[] = { "wrote", "writes", "schrieb", "schreibt", "geschrieben",
	"écrit", "escribió", "escribio", "escribe", "scritto", "scrive", "escreveu", "escreve",
	"schreef", "geschreven", "skrev", "skriver", "kirjoitti", "napisał", "pisze", "napsal",
	"napísal", "írta", "scris", "написал", "написав", "написа", "пишет", "пише", "писал",
	"yazdı", "yazmış", "viết", "写道", "寫道", "写到", "寫到", "写了", "来信", "書きました",
	"書き込み", "のメール", "メッセージ", "작성", "썼습니다", "님이", "έγραψε", "כתב", "كتب",
	"เขียน", "rašė", "rakstīja", "kirjutas", "menulis", "escrit", "napisao", "napisala",
	"skrifaði", "idatzi", "quoting", "zitat von", "citando", "citat", "said", "says",
	"napisana przez", "نوشت", "ysgrifennodd", "escribiu", "ने लिखा", "撰写", "Цитирую", "引用",
	"citeren", "quoth", "ရေးသားခဲ့", "ရေးခဲ့", "บันทึก", "ໄດ້ຂຽນ", "បានសរសេរ", "লিখেছেন", "লিখেছে",
	"लिहिले", "लेखिए", "લખ્યું", "ਲਿਖਿਆ", "எழுதினார்", "எழுதியது", "వ్రాశారు", "రాసారు", "ಬರೆದಿದ್ದಾರೆ", "എഴുതി",
	"ලියා", "በፃፉት", "ጽፈዋል", "დაწერა", "წერდა", "գրել", "yazıb", "yazdi", "жазды", "жазып",
	"бичсэн", "бичлээ", "سانوں لکھیا", "نے لکھا", "نوشته", "chafatiwa", "aliandika", "geskryf",
	"het geskryf", "sumulat", "isinulat", "ni sulat", "scríobh", "kiteb", "skreau", "scrisse",
	"pisała", "napisalo", "је написао", "напиша", "takhulisi", "tulis" };
/* Sufficient at the end of one line without date and address. */
static const char *const bare_list[] = { "wrote", "schrieb", "a écrit", "escribió", "ha scritto",
	"escreveu", "schreef", "geschreven", "skrev", "kirjoitti", "napisał", "napisał(a)",
	"napisała", "napsal", "napsal(a)", "napísal", "írta", "a scris", "написал", "написал(а)",
	"написала", "написав", "написала(в)", "пише", "пишет", "yazdı", "đã viết", "写道", "寫道",
	"のメール", "さんは書きました", "작성", "έγραψε", "writes", "نوشت", "كتب", "escribiu",
	"menulis", "rašė", "kirjutas", "skrifaði", "je napisao", "je napisala", "je napisao(la)",
	"je napisal(a)", "เขียนว่า", "님이 작성", "quoth", "je napisao/la", "napísala", "napísal(a)",
	"napisa", "pisze", "написа", "напісаў", "ha escrit", "ha scrit", "skreiv", "skreau",
	"shkroi", "쓴 글", "yazıb", "бичсэн", "жазды", "het geskryf", "је написао", "је написала",
	"напиша", "դրել է", "დაწერა", "ने लिखा", "লিখেছেন", "எழுதினார்", "scríobh", "aliandika",
	"đã viết như sau", "a écrit ce qui suit", "wrote the following" };
static const char *const starter_list[] = { "on ", "at ", "am ", "le ", "el ", "il ", "em ", "op ",
	"den ", "på ", "dnia ", "w dniu ", "dne ", "dňa ", "vào ", "pada ", "la ", "quoting ",
	"zitat von ", "pe ", "у ", "в ", "a(z) ", "em\u00a0", "le\u00a0", "在 ", "在", "於", "于",
	"il giorno ", "na ", "στις ", "v ", "to ", "ons ", "man ", "tir ", "tors ", "fre ", "در ",
	"Цитирую ", "引用 ", "citeren ", "quoth ", "في ", "missatge de ",
	"wiadomość napisana przez " };

static struct words verbs = WORDS(verb_list), bare = WORDS(bare_list),
		    starters = WORDS(starter_list);

static bool
starts_with(struct words *words, struct span span)
{
	return words_start(words, span.at, span.length);
}

static bool
ends_with(struct words *words, struct span span)
{
	return words_end(words, span.at, span.length);
}

static bool
has_any(struct words *words, struct span span)
{
	return words_stand_in(words, span.at, span.length);
}

static size_t
digits_at(struct span span, size_t at)
{
	size_t n = 0;

	while (at + n < span.length && span.at[at + n] >= '0' && span.at[at + n] <= '9')
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

static struct date
date_in(struct span span)
{
	struct date date = { false, false };

	for (size_t i = 0; i < span.length;) {
		size_t n, end;

		if (span.at[i] < '0' || span.at[i] > '9') {
			i++;
			continue;
		}
		n = digits_at(span, i);
		end = i + n;
		date.year |= (n == 4 && (span.at[i] == '2' || span.at[i] == '1')) ||
		    is_short_date(span, i);
		date.time |= n <= 2 && end < span.length && strchr(":.h", span.at[end]) != NULL &&
		    digits_at(span, end + 1) == 2;
		i = end;
	}
	return date;
}

static bool
has_date(struct span span)
{
	struct date date = date_in(span);

	return date.year || date.time;
}

static bool
has_address(struct span span)
{
	if (memchr(span.at, '@', span.length) == NULL)
		return false;
	for (size_t i = 1; i + 1 < span.length; i++) {
		if (span.at[i] == '@' && !isspace((unsigned char)span.at[i - 1]) &&
		    !isspace((unsigned char)span.at[i + 1]))
			return true;
	}
	return false;
}

/* Takes off the stars of "*On … wrote:*", bold in a text part, then the colon; false when
 * there is no colon. */
static bool
take_colon(struct span *span)
{
	static const char *const colons[] = { ":", "：", "៖", "︰", "﹕", "∶", "։", "՝", "፦", "ঃ" };
	bool found = false;

	while (span->length > 1 && strchr("*_", *span->at) != NULL)
		*span = span_trim(span->at + 1, span->at + span->length);
	while (span->length > 1 && strchr("*_", span->at[span->length - 1]) != NULL)
		*span = span_trim(span->at, span->at + span->length - 1);
	for (size_t i = 0; i < sizeof colons / sizeof *colons && !found; i++) {
		found = span_ends(*span, colons[i]);
		span->length -= found ? strlen(colons[i]) : 0;
	}
	if (!found)
		return false;
	*span = span_trim(span->at, span->at + span->length);
	while (span_ends(*span, "\u00a0"))
		span->length -= strlen("\u00a0");
	return true;
}

/* Words of people who talk about a date. */
static bool
is_talk(struct span span)
{
	static const char *const list[] = { "i", "i'm", "i'll", "i’m", "i’ll", "my", "we", "your",
		"is", "are", "let's", "he", "she", "they", "me", "that", "when", "if", "please",
		"see", "until", "because" };
	static struct words words = WORDS(list);
	size_t start = 0;

	for (size_t i = 0; i <= span.length; i++) {
		struct span word = { span.at + start, i - start };

		if (i < span.length && span.at[i] != ' ' && span.at[i] != '\n')
			continue;
		start = i + 1;
		if (words_hold(&words, word.at, word.length))
			return true;
	}
	return false;
}

/* "Quoting Fred <fred@players.test>" in any language. */
static bool
is_named(struct span span)
{
	size_t words = 0;

	if (!span_ends(span, ">") || is_talk(span))
		return false;
	for (size_t i = 0; i < span.length && span.at[i] != '<'; i++)
		words += span.at[i] != ' ' && (i == 0 || span.at[i - 1] == ' ');
	return words > 0 && words <= NAME_WORDS;
}

/* Do people talk about a date or an address, rather than a program? */
static bool
is_sentence(struct span span)
{
	return memchr(span.at, '<', span.length) == NULL && is_talk(span) &&
	    !ends_with(&bare, span);
}

/* Date, address, verb, or a quote right below: two of them, and no words of people who talk
 * about such things. */
static bool
has_two(struct span span, struct date date, bool before_quote)
{
	bool address = has_address(span);

	if (address && is_named(span))
		return true;
	if (!date.year && !date.time && !address)
		return false;
	if (!(date.year && date.time) && !(address && (date.year || date.time)) && !before_quote &&
	    !has_any(&verbs, span))
		return false;
	return before_quote || !is_sentence(span);
}

/* "2016-03-03 17:21 GMT+01:00 Some One", an old program of Google's. */
static bool
is_dated_name(struct span span)
{
	if (digits_at(span, 0) != 4 || span.length < 20 || span.at[4] != '-' ||
	    digits_at(span, 5) != 2 || span.at[7] != '-' || digits_at(span, 8) != 2)
		return false;
	span.length = span.length < DATE_BYTES ? span.length : DATE_BYTES;
	return span_has(span, " GMT") || span_has(span, " UTC");
}

/* Attributions that end without a colon. */
static bool
is_without_colon(struct span span, struct date date, bool before_quote)
{
	bool address = has_address(span), angle = span_ends(span, ">");

	/* Right above a quote: "On … 18:32 Fred wrote", "2016/2/1 Fred <fred@players.test>". */
	if (before_quote && date.year &&
	    ((address && (date.time || angle)) || (date.time && ends_with(&bare, span))))
		return true;
	if (date.year && date.time && angle && address && has_any(&verbs, span))
		return true;
	return is_dated_name(span) || span_has(span, "wrote in message") ||
	    span_has(span, "schrieb im newsbeitrag");
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
	return last.length <= DATE_BYTES && isdigit((unsigned char)*last.at) &&
	    date_in(last).year && date_in(last).time && span_ends(first, ">") &&
	    has_address(first) && memchr(first.at, '\n', first.length) == NULL;
}

/* The ASCII digit of one in another script: Arabic, Persian, Indic, Thai, Lao, Tibetan,
 * Burmese, Khmer, Mongolian or full-width; 0: it is none. */
static char
plain_digit(uint32_t c)
{
	uint32_t zero = c < 0x680 ? 0x660 :
	    c < 0x900             ? 0x6F0 :
	    c < 0xE00             ? (c & ~0x7Fu) + 0x66 :
	    c < 0xF00             ? (c & ~0x7Fu) + 0x50 :
	    c < 0x1000            ? 0xF20 :
	    c < 0x1080            ? 0x1040 :
	    c < 0x1700            ? 0x1090 :
	    c < 0x1800            ? 0x17E0 :
	    c < 0x2000            ? 0x1810 :
				    0xFF10;

	return c >= zero && c < zero + 10 ? (char)('0' + (c - zero)) : '\0';
}

/* Copies a span with the digits of other scripts as ASCII ones: into `out`, which holds as
 * many bytes. */
static struct span
plain_digits(struct span span, char *out)
{
	const char *at = span.at, *end = span.at + span.length;
	size_t n = 0;

	while (at < end) {
		const char *start = at;
		char digit = (*at & 0x80) != 0 ? plain_digit(utf8_next(&at)) : *at++;

		if (digit != '\0') {
			out[n++] = digit;
		} else {
			memcpy(out + n, start, (size_t)(at - start));
			n += (size_t)(at - start);
		}
	}
	return (struct span){ out, n };
}

static bool
is_ascii(struct span span)
{
	return utf8_ascii(span.at, span.length) == span.length;
}

/* "21.11.2026, 12:00, Fred <fred@players.test>"; or, with an empty line or a quote below, a verb
 * of some language behind that. */
static bool
is_stamp(struct span span, struct date date, bool before_gap)
{
	const char *close;
	struct span rest;

	if (!date.year || !date.time || span.length > STAMP_BYTES)
		return false;
	close = memrchr(span.at, '>', span.length);
	/* "Fred---21.11.2026 12:00:10---From: Fred", as Notes writes; "Quoting Fred (…)". */
	if (span_has(span, "---") || span_starts(span, "quoting "))
		return true;
	if (close == NULL || !has_address(span))
		return false;
	rest = span_trim(close + 1, span.at + span.length);
	if (rest.length > VERB_BYTES)
		return false;
	if (rest.length == 0)
		return digits_at(span, 0) > 0;
	return span_ends(rest, "-") || (before_gap && !is_talk(span));
}

/* What stands around the lines of an attribution. */
struct place {
	bool several;      /* it has several lines */
	bool before_quote; /* a quote with marks is below */
	bool before_gap;   /* an empty line, or such a quote */
};

/* Does this span, one line or several, announce a quote? */
static bool
is_attribution(struct span span, struct place place)
{
	bool several = place.several, before_quote = place.before_quote;
	struct date date = date_in(span); /* the same without its colon */

	if (is_stamp(span, date, place.before_gap))
		return true;
	if (!take_colon(&span))
		return several ? is_name_and_date(span) :
				 is_without_colon(span, date, before_quote);
	/* "Fred wrote" and no more; right above a quote the verb may come first. */
	if (!several && span.length <= BARE_BYTES && (before_quote || !span_starts(span, "as ")) &&
	    (ends_with(&bare, span) || (before_quote && starts_with(&bare, span))))
		return true;
	return has_two(span, date, before_quote && !several) ||
	    (starts_with(&starters, span) && has_any(&bare, span));
}

bool
attribution_is_run_together(struct span line)
{
	const char *mark = memmem(line.at, line.length, ":>", 2);

	return mark != NULL &&
	    is_attribution((struct span){ line.at, (size_t)(mark + 1 - line.at) },
		(struct place){ false, true, true });
}

/* Could an attribution begin here: "On", a date, an address?  "<fred@players.test>
 * wrote" can follow a name alone. */
static bool
may_begin(struct span line, struct span next)
{
	char plain[ATTRIBUTION_BYTES + 1];

	if (!is_ascii(line) && line.length <= ATTRIBUTION_BYTES)
		line = plain_digits(line, plain);
	if (line.at[0] == '"' || memchr(line.at, '@', line.length) != NULL ||
	    memchr(line.at, '<', line.length) != NULL || has_date(line) ||
	    span_ends(line, " wrote in") || starts_with(&starters, line))
		return true;
	return next.length > 0 && strchr("<[(", *next.at) != NULL &&
	    memchr(next.at, '@', next.length) != NULL;
}

/* Can `line` follow the lines `before` of an attribution? */
static bool
goes_on(struct span before, struct span line)
{
	const char *open = memrchr(before.at, '<', before.length);

	if (line.length == 0)
		return false;
	/* "… <fred@players.test": the next line's ">" closes this, it quotes nothing. */
	if (line_is_quoted(line) &&
	    (open == NULL || memchr(open, '>', before.length - (size_t)(open - before.at)) != NULL))
		return false;
	/* A line that could begin one itself follows only after an address. */
	return before.length == 0 || span_ends(before, ">") || line.length < STARTED_BYTES ||
	    !starts_with(&starters, line) || !has_date(line);
}

bool
attribution_at(const char *text, const char **next)
{
	char plain[ATTRIBUTION_BYTES + 1];
	const char *end = text;

	for (int lines = 1; lines <= ATTRIBUTION_LINES; lines++) {
		struct span whole;
		bool quoted;

		if (!goes_on(span_trim(text, end > text ? end - 1 : text), line_at(end)))
			return false;
		whole = span_trim(text, end + strcspn(end, "\n"));
		end = line_next(end);
		if (whole.length > ATTRIBUTION_BYTES)
			return false;
		quoted = line_quote_follows(end);
		if (!is_ascii(whole))
			whole = plain_digits(whole, plain);
		if (is_attribution(whole,
			(struct place){ lines > 1, quoted, quoted || line_at(end).length == 0 })) {
			*next = end;
			return true;
		}
		if (lines == 1 && !may_begin(whole, line_at(end)))
			return false;
	}
	return false;
}

/* Labels besides that of the sender. */
static const char *const other_list[] = {
	/* sent, date */
	"sent", "date", "gesendet", "datum", "envoyé", "envoyé le", "enviado", "enviado el",
	"enviada em", "enviado em", "enviada", "fecha", "data", "inviato", "verzonden", "skickat",
	"sendt", "dato", "lähetetty", "päiväys", "päivämäärä", "wysłano", "odesláno", "odoslané",
	"отправлено", "дата", "надіслано", "gönderilme tarihi", "gönderildi", "tarih", "đã gửi",
	"gửi", "ngày", "elküldve", "küldve", "dátum", "trimis", "时间", "發送時間", "发送时间",
	"发送日期", "日期", "時間", "寄件日期", "傳送時間", "傳送日期", "送信日時", "日時",
	"보낸 날짜", "날짜", "ημερομηνία", "στάλθηκε", "dikirim", "tanggal", "poslano", "poslato",
	"sent at", "sent on", "enviat", "saadetud", "išsiųsta", "nosūtīts", "изпратено", "послато",
	"отправленные", "נשלח", "תאריך", "تم الإرسال", "التاريخ", "ส่ง", "วันที่", "send time",
	"发件时间", "datums", "wysłane", "wysłany", "ngày gửi", "odoslaný", "เมื่อ",
	/* to, copy */
	"to", "an", "à", "para", "a", "aan", "till", "til", "vastaanottaja", "do", "komu", "кому",
	"kime", "alıcı", "đến", "tới", "người nhận", "címzett", "către", "收件人", "收件者",
	"收信人", "宛先", "받는 사람", "받는사람", "kepada", "προς", "empfänger", "destinataire",
	"destinatario", "destinatário", "cc", "kopie", "copie", "kopia", "копия", "копія", "抄送",
	"副本", "참조", "bilgi", "másolat", "bcc", "密送", "dw", "kopio", "c/c", "prima", "za",
	"kam", "per a", "adressaat", "коме", "до", "אל", "إلى", "ถึง", "ke", "pour", "alıcılar",
	/* subject, and others */
	"subject", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne",
	"aihe", "temat", "předmět", "predmet", "тема", "konu", "chủ đề", "tiêu đề", "tárgy",
	"subiect", "主题", "主旨", "標題", "标题", "主題", "件名", "제목", "θέμα", "perihal",
	"subjek", "zadeva", "teema", "tema", "tēma", "assumpte", "относно", "נושא", "الموضوع",
	"เรื่อง", "sujet", "rubrik", "efni", "risposta", "answer", "importance", "priority",
	"attachments", "wichtigkeit", "priorität", "anhang", "anlagen", "附件", "重要性",
	"organization", "message-id", "in-reply-to",
	/* of rarer languages: sent, to, copy, subject */
	"bidalia", "bidaltze-data", "nori", "gaia", "enviado o", "asuntos", "til hvers",
	"dagsetning", "dáta", "seolta", "chuig", "ábhar", "mibgħut", "lil", "suġġett", "anfonwyd",
	"pwnc", "dërguar", "për", "tema e", "subjekti", "испратено", "до", "предмет", "жіберілді",
	"жөнелтілді", "күні", "кімге", "тақырыбы", "тақырып", "göndərilib", "göndərilmə tarixi",
	"tarix", "kimə", "mövzu", "yuborildi", "yuborilgan", "sana", "kimga", "mavzu",
	"გაგზავნილია", "გაგზავნის თარიღი", "თარიღი", "მიმღები", "ვის", "თემა", "ուղարկվել է",
	"ամսաթիվ", "ում", "ստացող", "թեմա", "भेजा गया", "भेजा", "दिनांक", "तारीख", "प्रति", "को",
	"विषय", "पाठवले", "প্রেরিত", "পাঠানো হয়েছে", "তারিখ", "প্রতি", "প্রাপক", "বিষয়", "அனுப்பப்பட்டது",
	"தேதி", "பெறுநர்", "பொருள்", "తేదీ", "పంపబడింది", "వీరికి", "విషయం", "મોકલ્યું", "તારીખ", "પ્રતિ", "વિષય",
	"ਭੇਜਿਆ", "ਮਿਤੀ", "ਵਿਸ਼ਾ", "ಕಳುಹಿಸಲಾಗಿದೆ", "ದಿನಾಂಕ", "ವಿಷಯ", "അയച്ചത്", "തീയതി", "സ്വീകർത്താവ്", "വിഷയം",
	"යවන ලදි", "දිනය", "විෂයය", "ສົ່ງ", "ວັນທີ", "ຫາ", "ຫົວຂໍ້", "ပို့သည့်ရက်", "ပို့ခဲ့သည်", "ရက်စွဲ", "သို့",
	"အကြောင်းအရာ", "បានផ្ញើ", "កាលបរិច្ឆេទ", "ជូនចំពោះ", "ទៅ", "ប្រធានបទ", "илгээсэн", "огноо", "хэнд",
	"сэдэв", "ተልኳል", "ቀን", "ለ", "ርዕስ", "imetumwa", "tarehe", "kwa", "mada", "kichwa", "gestuur",
	"ipinadala", "petsa", "kay", "para kay", "paksa", "ارسال شده", "ارسال", "تاریخ", "به",
	"موضوع", "بھیجا گیا", "کو", "تاريخ الإرسال", "المرسل إليه", "نسخة", "עותק", "עד",
	"đồng gửi", "bản sao", "người nhận", "thời gian", "ngày giờ", "tembusan", "salinan",
	"dihantar", "tarikh", "subjekto", "sendita", "al", "dato sendt", "sendt den", "skickat den",
	"gesendet am", "gesendet um", "geschickt", "empfangen", "thema", "verzonden op", "envoyée",
	"date d'envoi", "envoyé à", "copie à", "fecha de envío", "enviado a las", "data/ora",
	"data invio", "a chi", "priorità", "data de envio", "odesláno dne", "dátum odoslania",
	"data wysłania", "wysłano dnia", "дата отправки", "дата створення", "дата надсилання",
	"发送", "发件日期", "发信日期", "收件", "收件地址", "已发送", "傳送", "寄送日期",
	"寄件時間", "收信者", "收信日期", "寄信日期", "送信日", "受信者", "送信先", "写し", "日付",
	"題名", "표제", "발송일", "보낸시간", "보낸 시간", "보낸날짜", "받는이", "발신일", "수신",
	"수신인", "수신자", "일시", "전송", "일자"
};
static struct words others = WORDS(other_list);

enum label { LABEL_NONE, LABEL_KNOWN, LABEL_SUFFICIENT /* needs no second */ };

/* The label of a line "label: …", or an empty span. */
static struct span
label_of(struct span line)
{
	const char *at = line.at, *end = line.at + line.length, *stop;

	while (at < end && strchr("|*_>\" \t", *at) != NULL)
		at++;
	end = end - at > LABEL_BYTES ? at + LABEL_BYTES : end;
	for (stop = at; stop < end && *stop != ':' && *stop != '|'; stop++)
		if (strncmp(stop, "：", strlen("：")) == 0)
			break;
	if (stop == end)
		return (struct span){ at, 0 };
	while (stop > at && strchr("*_ \t", stop[-1]) != NULL)
		stop--;
	while (stop - at > 3 && memcmp(stop - 3, "\u3000", 3) == 0)
		stop -= 3;
	return (struct span){ at, (size_t)(stop - at) };
}

/* Chinese labels are often set apart by blanks inside: 主  题. */
static bool
label_equals(struct span label, const char *word)
{
	const char *at = label.at, *end = label.at + label.length;

	while (at < end && *word != '\0') {
		if (*at == ' ' && *word != ' ')
			at++;
		else if (strncmp(at, "\u3000", 3) == 0)
			at += 3;
		else if (*at++ != *word++)
			return false;
	}
	return at == end && *word == '\0';
}

/* Is it one of these labels? */
static bool
is_label(struct span label, struct words *labels)
{
	if ((unsigned char)*label.at < 0xE0)
		return words_hold(labels, label.at, label.length);
	for (size_t n = words_next(labels, *label.at, 0); n > 0;
	     n = words_next(labels, *label.at, n))
		if (label_equals(label, labels->list[n - 1]))
			return true;
	return false;
}

/* Ä and Т fold like A and T. */
static struct span
folded(struct arena *arena, struct span label)
{
	const char *text;

	for (size_t i = 0; i < label.length; i++) {
		if ((label.at[i] & 0x80) == 0)
			continue;
		text = utf8_fold(arena, arena_strndup(arena, label.at, label.length));
		return (struct span){ text, strlen(text) };
	}
	return label;
}

/* "From: Fred Sent: Monday To: …": a block whose lines were run together. */
static bool
names_another(struct arena *arena, struct span line)
{
	size_t end = line.length < BLOCK_BYTES ? line.length : BLOCK_BYTES;

	for (size_t i = 0, word = 0; i < end; i++) {
		struct span label = { line.at + word, i - word };

		if (line.at[i] == ':' && word > 0 && label.length > 0 &&
		    is_label(folded(arena, label), &others))
			return true;
		if (!isalpha((unsigned char)line.at[i]) && (line.at[i] & 0x80) == 0)
			word = i + 1;
	}
	return false;
}

static enum label
label_in(struct arena *arena, struct span line)
{
	/* Words that name the sender; one of them with an address is a quote's mark. */
	static const char *const sender_list[] = { "from", "von", "de", "da", "van", "från", "fra",
		"lähettäjä", "od", "от", "от кого", "від", "kimden", "gönderen", "từ", "người gửi",
		"feladó", "de la", "expéditeur", "remitente", "remetente", "mittente", "afzender",
		"absender", "avsändare", "afsender", "avsender", "nadawca", "odesílatel",
		"odesilatel", "odosielateľ", "отправитель", "відправник", "pengirim", "dari", "από",
		"מאת", "من", "จาก", "expeditor", "pošiljatelj", "saatja", "nuo", "no", "reply-to",
		"sent by", "šalje", "шаље", "од", "daripada", "از", "nork", "noren", "sendandi",
		"frá", "ó", "mingħand", "oddi wrth", "nga", "prej", "испраќа", "кімнен", "жіберуші",
		"göndərən", "kimdən", "kimdan", "yuboruvchi", "გამგზავნი", "ვისგან", "ուղարկող",
		"ումից", "प्रेषक", "द्वारा", "से", "প্রেরক", "থেকে", "அனுப்புநர்", "పంపినవారు", "నుండి",
		"તરફથી", "ਵੱਲੋਂ", "ಇಂದ", "അയച്ചയാൾ", "සිට", "ຈາກ", "ပေးပို့သူ", "ပို့သူ", "မှ", "ពី", "хэнээс",
		"илгээгч", "ከ", "kutoka", "kutoka kwa", "mula kay", "mula sa", "فرستنده", "منجانب",
		"المرسل", "השולח", "nadawca wiadomości", "odosielateľa", "saatis", "siuntėjas",
		"sūtītājs", "pošiljatelja", "de part de", "de parte de", "发信者", "发送人",
		"發送人", "보낸 이", "발신", "발신인", "발신자", "送信元アドレス" };
	/* Sender words that nothing else begins with: sufficient alone. */
	static const char *const certain_list[] = { "发件人", "寄件者", "寄件人", "發件人",
		"发信人", "發信人", "差出人", "送信元", "送信者", "보낸 사람", "보낸사람", "보낸이",
		"发送者" };
	static struct words senders = WORDS(sender_list), certain = WORDS(certain_list);
	struct span label = folded(arena, label_of(line));

	if (label.length == 0)
		return LABEL_NONE;
	if (is_label(label, &certain))
		return LABEL_SUFFICIENT;
	if (is_label(label, &senders))
		return memchr(line.at, '@', line.length) != NULL || names_another(arena, line) ?
		    LABEL_SUFFICIENT :
		    LABEL_KNOWN;
	return is_label(label, &others) ? LABEL_KNOWN : LABEL_NONE;
}

/* A line "label: something", in any language. */
static bool
has_label(struct span line)
{
	struct span label = label_of(line);
	size_t words = 1;

	if (label.length == 0 || label.length + 1 >= line.length)
		return false;
	for (size_t i = 0; i < label.length; i++) {
		if (isdigit((unsigned char)label.at[i]) || label.at[i] == ',' || label.at[i] == '@')
			return false;
		words += label.at[i] == ' ';
	}
	return words <= LABEL_WORDS;
}

/* Old versions of Notes set their labels at the right, without a colon. */
static bool
ends_in_label(struct arena *arena, struct span line)
{
	static const char *const list[] = { "to", "cc", "subject", "an", "kopie", "thema", "pour",
		"objet", "para", "asunto", "per", "oggetto", "assunto", "aan", "onderwerp" };
	static struct words labels = WORDS(list);
	size_t start = line.length;

	while (start > 0 && line.at[start - 1] != ' ')
		start--;
	if (start > 0 &&
	    (start < SET_APART || line.at[start - 2] != ' ' || line.at[start - 3] != ' '))
		return false;
	line = (struct span){ line.at + start, line.length - start };
	return line.length > 0 && is_label(folded(arena, line), &labels);
}

/* The table above a quote of Notes, all of it far to the right: name and date at
 * its left, labels of which three stand in their order at the ends of lines. */
static bool
is_notes_table(struct arena *arena, const char *text)
{
	int labels = 0;

	if (strspn(text, " ") < INDENTED)
		return false;
	for (int i = 0; i < TABLE_LINES && *text != '\0' && labels < 3; i++) {
		labels += ends_in_label(arena, line_at(text));
		text = line_next(text);
	}
	return labels == 3;
}

/* Fills in what a line "label: something" of a block shows; returns its place. */
static size_t
see_line(struct attribution_seen *seen, const char *text)
{
	struct span front = line_at(text);
	char plain[BARE_BYTES + 4];
	struct date date;
	size_t n;

	for (n = 0; n < ATTRIBUTION_WINDOW; n++)
		if (seen->line[n].text == text)
			return n;
	n = seen->next++ % ATTRIBUTION_WINDOW;
	memset(&seen->line[n], 0, sizeof seen->line[n]);
	seen->line[n].text = text;
	if (!has_label(front))
		return n;
	seen->line[n].label = true;
	front.length = front.length < BARE_BYTES ? front.length : BARE_BYTES;
	seen->line[n].addressed = has_address(front);
	date = date_in(plain_digits(front, plain));
	seen->line[n].dated = date.year && date.time;
	return n;
}

bool
attribution_block_at(struct arena *arena, const char *text, struct attribution_seen *seen)
{
	const char *at = text;
	enum label first = label_in(arena, line_at(text));
	int labels = 0;
	bool dated = false, addressed = false;

	/* "From: …" with a second label near, as Outlook writes. */
	if (first == LABEL_SUFFICIENT)
		return true;
	if (first == LABEL_KNOWN) {
		for (int i = 0; i < ATTRIBUTION_WINDOW && *at != '\0' && labels < 2; i++) {
			labels += label_in(arena, line_at(at)) != LABEL_NONE;
			at = line_next(at);
		}
		if (labels == 2)
			return true;
	}

	/* In a language that is not known: three lines "label: something" or more, a date with
	 * its time among them and an address, or four without one. */
	at = text;
	for (labels = 0; labels < ATTRIBUTION_WINDOW; labels++) {
		size_t n = see_line(seen, at);

		if (!seen->line[n].label)
			break;
		dated |= seen->line[n].dated;
		addressed |= seen->line[n].addressed;
		at = line_next(at);
	}
	if (dated && labels >= (addressed ? 3 : 4))
		return true;
	return is_notes_table(arena, text);
}
