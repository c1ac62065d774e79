/* SPDX-License-Identifier: ISC */
/*
 * Lines of the header block that mail programs put above a quote.
 *
 * Labels as Outlook, Foxmail, QQ, NetEase, Lotus and others write them, with a
 * colon of either width, in bold, or in the cells of a drawn table.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/quote/quote.h"

#define LABEL_BYTES 48
#define LABEL_WORDS 3
#define BLOCK_BYTES 300 /* of a block in one line that are looked at */
#define SET_APART   3   /* blanks before a label without colon */

/* Words that name the sender; one of them with an address is a quote's mark. */
static const char *const senders[] = { "from", "von", "de", "da", "van", "från", "fra", "lähettäjä",
	"od", "от", "от кого", "від", "kimden", "gönderen", "từ", "người gửi", "feladó", "de la",
	"expéditeur", "remitente", "remetente", "mittente", "afzender", "absender", "avsändare",
	"afsender", "avsender", "nadawca", "odesílatel", "odesilatel", "odosielateľ", "отправитель",
	"відправник", "pengirim", "dari", "από", "מאת", "من", "จาก", "expeditor", "pošiljatelj",
	"saatja", "nuo", "no", "reply-to", "sent by", "šalje", "шаље", "од", "daripada", "از" };
/* Sender words of scripts in which nothing else begins so: sufficient alone. */
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
	/* subject and the rest */
	"subject", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne",
	"aihe", "temat", "předmět", "predmet", "тема", "konu", "chủ đề", "tiêu đề", "tárgy",
	"subiect", "主题", "主旨", "標題", "标题", "主題", "件名", "제목", "θέμα", "perihal",
	"subjek", "zadeva", "teema", "tema", "tēma", "assumpte", "относно", "נושא", "الموضوع",
	"เรื่อง", "sujet", "rubrik", "efni", "risposta", "answer", "importance", "priority",
	"attachments", "wichtigkeit", "priorität", "anhang", "anlagen", "附件", "重要性",
	"organization", "message-id", "in-reply-to"
};

static const char *
separator(const char *at, const char *end)
{
	for (; at < end; at++) {
		if (*at == ':' || *at == '|' || strncmp(at, "：", strlen("：")) == 0)
			return at;
	}
	return NULL;
}

/* The label of a line "label: …", or an empty span. */
static struct span
label_of(struct span line)
{
	const char *at = line.at, *end = line.at + line.length, *stop;

	while (at < end && strchr("|*_>\" \t", *at) != NULL)
		at++;
	stop = separator(at, end - at > LABEL_BYTES ? at + LABEL_BYTES : end);
	if (stop == NULL)
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
equals(struct span label, const char *word)
{
	const char *at = label.at, *end = label.at + label.length;

	if (((*at ^ *word) & ~0x20) != 0)
		return false;
	if ((unsigned char)*word < 0xE0)
		return strlen(word) == label.length && strncasecmp(at, word, label.length) == 0;
	return equals_spaced(at, end, word);
}

static bool
is_one_of(struct span label, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (equals(label, words[i]))
			return true;
	}
	return false;
}

#define IS_ONE_OF(label, words) is_one_of((label), (words), sizeof(words) / sizeof *(words))

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

bool
line_has_label(struct span line)
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

/* Notes of old sets its labels at the right, bare: "       To", "  cc", "  Subject". */
bool
line_ends_in_label(struct arena *arena, struct span line)
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
	return line.length > 0 && IS_ONE_OF(folded(arena, line), labels);
}

/* "From: Fred Sent: Monday To: …": a block whose lines were run together. */
static bool
names_another(struct arena *arena, struct span line)
{
	size_t end = line.length < BLOCK_BYTES ? line.length : BLOCK_BYTES;

	for (size_t i = 0, word = 0; i < end; i++) {
		struct span label = { line.at + word, i - word };

		if (line.at[i] == ':' && word > 0 && label.length > 0 &&
		    IS_ONE_OF(folded(arena, label), others))
			return true;
		if (!isalpha((unsigned char)line.at[i]) && (line.at[i] & 0x80) == 0)
			word = i + 1;
	}
	return false;
}

int
line_is_header(struct arena *arena, struct span line)
{
	struct span label = folded(arena, label_of(line));

	if (label.length == 0)
		return 0;
	if (IS_ONE_OF(label, certain))
		return 2;
	if (IS_ONE_OF(label, senders))
		return memchr(line.at, '@', line.length) != NULL || names_another(arena, line) ? 2 :
												 1;
	return IS_ONE_OF(label, others);
}
