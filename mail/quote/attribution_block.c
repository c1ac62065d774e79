/* SPDX-License-Identifier: ISC */
/*
 * The block of header lines that mail programs put above a quote.
 *
 * Labels as Outlook, Foxmail, QQ, NetEase, Lotus and others write them, with a
 * colon of either width, in bold, or in the cells of a drawn table.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/quote/attribution.h"

#define LABEL_BYTES   48
#define LABEL_WORDS   3
#define BLOCK_BYTES   300 /* of a block in one line that are looked at */
#define HEADER_WINDOW 8   /* lines in which a block's second label stands */
#define SET_APART     3   /* blanks before a label without colon */
#define INDENTED      8   /* blanks before all lines of a table of Notes */
#define TABLE_LINES   14

/* Words that name the sender; one of them with an address is a quote's mark. */
static const char *const senders[] = { "from", "von", "de", "da", "van", "från", "fra", "lähettäjä",
	"od", "от", "от кого", "від", "kimden", "gönderen", "từ", "người gửi", "feladó", "de la",
	"expéditeur", "remitente", "remetente", "mittente", "afzender", "absender", "avsändare",
	"afsender", "avsender", "nadawca", "odesílatel", "odesilatel", "odosielateľ", "отправитель",
	"відправник", "pengirim", "dari", "από", "מאת", "من", "จาก", "expeditor", "pošiljatelj",
	"saatja", "nuo", "no", "reply-to", "sent by", "šalje", "шаље", "од", "daripada", "از" };
/* Sender words that nothing else begins with: sufficient alone. */
static const char *const certain[] = { "发件人", "寄件者", "寄件人", "發件人", "发信人", "發信人",
	"差出人", "送信元", "送信者", "보낸 사람", "보낸사람", "보낸이", "发送者" };
static const char *const others[] = {
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
	"organization", "message-id", "in-reply-to"
};

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
equals_spaced(const char *at, const char *end, const char *word)
{
	while (at < end && *word != '\0') {
		if (*at == ' ' && *word != ' ') {
			at++;
		} else if (strncmp(at, "\u3000", 3) == 0) {
			at += 3;
		} else if (*at++ != *word++) {
			return false;
		}
	}
	return at == end && *word == '\0';
}

static bool
label_equals(struct span label, const char *word)
{
	const char *at = label.at, *end = label.at + label.length;

	if (((*at ^ *word) & ~0x20) != 0)
		return false;
	if ((unsigned char)*word < 0xE0)
		return strlen(word) == label.length && strncasecmp(at, word, label.length) == 0;
	return equals_spaced(at, end, word);
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
		    SPAN_ANY(label_equals, folded(arena, label), others))
			return true;
		if (!isalpha((unsigned char)line.at[i]) && (line.at[i] & 0x80) == 0)
			word = i + 1;
	}
	return false;
}

static enum label
label_in(struct arena *arena, struct span line)
{
	struct span label = folded(arena, label_of(line));

	if (label.length == 0)
		return LABEL_NONE;
	if (SPAN_ANY(label_equals, label, certain))
		return LABEL_SUFFICIENT;
	if (SPAN_ANY(label_equals, label, senders))
		return memchr(line.at, '@', line.length) != NULL || names_another(arena, line) ?
		    LABEL_SUFFICIENT :
		    LABEL_KNOWN;
	return SPAN_ANY(label_equals, label, others) ? LABEL_KNOWN : LABEL_NONE;
}

/* "From: …" with a second label near, as Outlook writes above a quote. */
static bool
is_known_block(struct arena *arena, const char *text)
{
	enum label first = label_in(arena, line_at(text));
	int labels = 0;

	if (first != LABEL_KNOWN)
		return first == LABEL_SUFFICIENT;
	for (int i = 0; i < HEADER_WINDOW && *text != '\0' && labels < 2; i++) {
		labels += label_in(arena, line_at(text)) != LABEL_NONE;
		text = line_next(text);
	}
	return labels == 2;
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

/* Four lines "label: something" or more, a date with its time among them: the
 * same in a language that is not known. */
static bool
is_foreign_block(const char *text)
{
	int lines = 0;
	bool stamped = false;

	for (; lines < HEADER_WINDOW && has_label(line_at(text)); lines++) {
		stamped |= attribution_has_stamp(line_at(text));
		text = line_next(text);
	}
	return lines >= 4 && stamped;
}

/* Old versions of Notes set their labels at the right, without colon: "       To", "  cc", "
 * Subject". */
static bool
ends_in_label(struct arena *arena, struct span line)
{
	static const char *const labels[] = { "to", "cc", "subject", "an", "kopie", "thema", "pour",
		"objet", "para", "asunto", "per", "oggetto", "assunto", "aan", "onderwerp" };
	size_t start = line.length;

	while (start > 0 && line.at[start - 1] != ' ')
		start--;
	if (start > 0 &&
	    (start < SET_APART || line.at[start - 2] != ' ' || line.at[start - 3] != ' '))
		return false;
	line = (struct span){ line.at + start, line.length - start };
	return line.length > 0 && SPAN_ANY(label_equals, folded(arena, line), labels);
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

bool
attribution_block_at(struct arena *arena, const char *text)
{
	return is_known_block(arena, text) || is_foreign_block(text) || is_notes_table(arena, text);
}
