/* SPDX-License-Identifier: ISC */
/*
 * Words by which an automatic answer shows that has no mark in its header.
 *
 * People write such words too, so this is asked only about a letter in which
 * nothing else was found: silence costs a person one letter of help, an answer
 * might begin a loop.  Only the beginning is looked at.
 */
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/guard/guard.h"

#define LOOKED_AT 700 /* bytes of the text: behind a greeting, before a signature */

/* Folded. */
static const char *const phrases[] = {
	/* English */
	"out of the office", "out of office", "away from the office", "away from my desk",
	"away from his desk", "away from her desk", "away from my email", "away from my e-mail",
	"automatic reply", "automatic response", "automatically generated", "auto-reply",
	"autoreply", "auto-response", "autoresponse", "automated reply", "automated response",
	"automated message", "automated email", "do not reply to this", "don't reply to this",
	"on annual leave", "on leave until", "on leave and", "on vacation until",
	"on holiday until", "on parental leave", "on maternity leave", "on paternity leave",
	"on sick leave", "currently on leave", "currently on vacation", "currently on holiday",
	"currently away", "vacation notice", "with limited access to e", "with no access to e",
	"limited access to my e", "upon my return", "on my return", "thank you for contacting",
	"thanks for contacting", "has been received and", "we have received your",
	"we received your", "your request has been", "your request (#", "[request received]",
	"ticket has been created", "ticket received", "opened a ticket", "has been opened",
	"has left the company", "no longer works", "no longer with", "this address is no longer",
	"mailbox is not monitored", "mailbox is unattended", "not monitored",
	/* letters that ask whether the sender is a person */
	"verification required", "awaits approval", "is being held", "confirmation required",
	"verify your email", "sender verification", "verification of your email",
	"click the link below",
	/* German, Dutch, Danish, Norwegian, Swedish, Finnish */
	"nicht im büro", "außer haus", "ausser haus", "im urlaub", "automatisch generiert",
	"automatisch erzeugt", "automatische antwort", "automatische nachricht", "nicht erreichbar",
	"abwesenheit", "bin abwesend", "bin ich abwesend", "wieder erreichbar", "wieder im büro",
	"in elternzeit", "empfangsbestätigung", "ungelesen gelöscht", "niet op kantoor",
	"ben afwezig", "ben ik afwezig", "met vakantie", "op vakantie", "automatisch bericht",
	"afwezigheid", "fravær", "ikke på kontoret", "på ferie", "holder ferie", "har ferie",
	"inte på kontoret", "på semester", "automatiskt svar", "automatisk svar",
	"poissa toimistolta", "olen lomalla", "automaattinen",
	/* French, Spanish, Catalan, Portuguese, Italian, Romanian */
	"absent du bureau", "absente du bureau", "suis absent", "actuellement absent",
	"serai absent", "en congé", "réponse automatique", "message automatique",
	"absence du bureau", "de mon absence", "fuera de la oficina", "me encuentro fuera",
	"de vacaciones", "respuesta automática", "mensaje automático", "fora de l'oficina",
	"fora do escritório", "fora da empresa", "estou ausente", "estarei ausente", "de férias",
	"ausência temporária", "resposta automática", "mensagem automática", "fuori ufficio",
	"fuori sede", "sono assente", "sarò assente", "attualmente assente", "in ferie",
	"risposta automatica", "messaggio automatico", "nu sunt la birou", "sunt în concediu",
	"sunt in concediu", "răspuns automat", "mesaj automat",
	/* Polish, Czech, Slovak, Hungarian, Turkish, Greek */
	"poza biurem", "na urlopie", "jestem nieobecn", "automatyczna odpowiedź",
	"wiadomość automatyczna", "mimo kancelář", "na dovolené", "důvodu dovolené",
	"duvodu dovolene", "na dovolenke", "automatická odpově", "automatická odpove",
	"szabadságon", "automatikus válasz", "ofis dışında", "izindeyim", "izinliyim",
	"yıllık izin", "otomatik yanıt", "otomati̇k yanit", "otomatik olarak", "ofis dişinda",
	"εκτός γραφείου", "σε άδεια", "αυτόματη απάντηση",
	/* Russian, Ukrainian, Bulgarian */
	"в отпуске", "отсутствую", "отсутствие на рабочем", "на рабочем месте", "вне офиса",
	"автоответ", "автоматический ответ", "автоматическое сообщение", "сообщение получено",
	"у відпустці", "автоматична відповідь", "автовідповідь", "в отпуска", "автоматичен отговор",
	/* Chinese, Japanese, Korean */
	"自动回复", "自动答复", "自動回覆", "自動回復", "自动发送", "自動發送", "系统邮件",
	"请勿回复", "請勿回覆", "不在办公室", "不在辦公室", "休假", "度假", "出差", "外出中",
	"无法及时回复", "無法及時回覆", "无法亲自回复", "暂时无法回复", "邮件已收到",
	"邮件我已收到", "收到您的邮件", "收到你的邮件", "已收到您的来信", "收到您的来信",
	"收到您的郵件", "感谢您的来信", "感謝您的來信", "尽快给您回复", "尽快回复", "儘快回覆",
	"工单", "阅读回执", "已读回执", "自動返信", "自動応答", "自動送信", "自動配信",
	"不在にして", "不在のため", "休暇", "席を外して", "返信不要", "자동 응답", "자동응답",
	"자동 회신", "자동회신", "자동으로", "부재중", "휴가", "발신 전용",
	/* Vietnamese, Thai, Indonesian, Hebrew, Arabic */
	"trả lời tự động", "tự động trả lời", "thư tự động", "nghỉ phép", "đi vắng", "vắng mặt",
	"không có mặt tại văn phòng", "đã nhận được email của", "đã nhận được thư của",
	"ตอบกลับอัตโนมัติ", "ไม่อยู่ที่สำนักงาน", "ลาพักร้อน", "balasan otomatis", "sedang cuti",
	"di luar kantor", "מענה אוטומטי", "תשובה אוטומטית", "מחוץ למשרד", "בחופשה", "رد تلقائي",
	"خارج المكتب"
};

static bool
has_phrase(const char *folded)
{
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (strstr(folded, phrases[i]) != NULL)
			return true;
	return false;
}

/* Typographic apostrophes, line breaks: as in the phrases. */
static const char *
plain(struct arena *arena, const char *text)
{
	char *copy = arena_strndup(arena, text, strnlen(text, LOOKED_AT)), *found;

	copy = arena_strdup(arena, utf8_fold(arena, utf8_clean(arena, copy, strlen(copy), false)));
	while ((found = strstr(copy, "’")) != NULL) {
		*found = '\'';
		memmove(found + 1, found + strlen("’"), strlen(found + strlen("’")) + 1);
	}
	return copy;
}

/* Programs that answer ask nothing; in an address "?" has no blank behind it. */
static bool
has_question(const char *text)
{
	for (; (text = strchr(text, '?')) != NULL; text++)
		if (text[1] == '\0' || text[1] == ' ')
			return true;
	return false;
}

bool
guard_says_automatic(struct arena *arena, const char *subject, const char *text)
{
	text = plain(arena, text);
	return !has_question(text) && (has_phrase(plain(arena, subject)) || has_phrase(text));
}
