/* SPDX-License-Identifier: ISC */
/*
 * Subjects and texts that programs write: automatic answers, receipts, delivery reports.
 *
 * The phrases are given folded (lower case, NFKC).  In Subjects they count at the
 * beginning, after brackets; a person's answer or forward has a mark before them.
 * Short words need their colon, since people begin Subjects with them.  People write
 * the phrases of texts too, so a text is asked only about a letter in which nothing
 * else was found: silence costs a person one letter of help, an answer might begin a
 * loop.
 */
#include "mail/guard/guard.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/subject.h"

#define TEXT_MAX 700 /* bytes looked at: after a greeting, before a signature */

/* At the beginning of a Subject. */
static const char *const automatic[] = {
	/* English */
	"auto:", "auto re:", "auto reply", "auto-reply", "autoreply", "auto response",
	"auto-response", "autoresponse", "automatic reply", "automatic response", "automated reply",
	"automated response", "out of office", "out-of-office",
	"out of the office:", "ooo:", "vacation reply", "vacation response", "vacation notice",
	"vacation:", "on vacation:", "away from", "auto generated", "auto-generated",
	"yahoo! auto response", "your email requires verification", "please confirm your message",
	/* German, Dutch */
	"automatische antwort", "automatisierte antwort", "abwesenheit",
	"abwesend:", "nicht im büro:", "außer haus:", "urlaubsmitteilung",
	"urlaubsbenachrichtigung", "automatisch antwoord", "automatische reactie",
	"afwezig:", "afwezigheid", "niet op kantoor:",
	/* Danish, Norwegian, Swedish, Finnish */
	"automatisk svar", "automatiskt svar", "autosvar", "frånvaro:", "frånvaromeddelande",
	"automaattinen vastaus", "poissaoloilmoitus",
	/* French, Spanish, Catalan, Italian, Portuguese, Romanian */
	"réponse automatique", "réponse d'absence", "réponse d’absence", "message d'absence",
	"message d’absence", "absence du bureau", "absent du bureau", "message automatique",
	"absence:", "absence :", "respuesta automática", "respuesta de vacaciones",
	"fuera de la oficina", "resposta automàtica", "risposta automatica", "fuori ufficio",
	"fuori sede", "resposta automática", "ausente do escritório",
	"fora do escritório:", "răspuns automat",
	/* Polish, Czech, Slovak, Hungarian, Croatian, Slovenian, Turkish, Greek */
	"autoodpowiedź", "odpowiedź automatyczna", "automatyczna odpowiedź",
	"nieobecność:", "poza biurem:", "automatická odpověď", "automatická odpoveď",
	"automatikus válasz", "automatski odgovor", "samodejni odgovor", "otomatik yanıt",
	"otomati̇k yanit", "ofis dışında:", "αυτόματη απάντηση",
	/* Russian, Ukrainian, Bulgarian */
	"автоответ", "автоматический ответ", "вне офиса:", "нет на рабочем месте",
	"отсутствие на рабочем месте", "автовідповідь", "автоматична відповідь",
	"автоматичен отговор",
	/* Chinese, Japanese, Korean, Vietnamese, Thai, Indonesian */
	"自动回复", "自动答复", "自動回覆", "自動回復", "外出自動回覆", "不在办公室", "自動返信",
	"自動応答", "不在】", "不在通知", "不在:", "不在のお知らせ", "不在のため", "자동 회신",
	"자동회신", "자동응답", "자동 응답", "부재중", "trả lời tự động", "tự động trả lời",
	"thư trả lời tự động", "vắng mặt:", "การตอบกลับอัตโนมัติ", "ตอบกลับอัตโนมัติ", "balasan otomatis",
	"balasan automatik", "स्वचालित उत्तर", "स्वचालित जवाब",
	/* Hebrew, Arabic, Persian */
	"תשובה אוטומטית", "رد تلقائي", "الرد التلقائي", "پاسخ خودکار",
	/* Baltic, Serbian, Basque, Icelandic */
	"automātiskā atbilde", "automatinis atsakymas", "automaatvastus", "automaatne vastus",
	"аутоматски одговор", "erantzun automatikoa", "sjálfvirkt svar",
	/* receipts */
	"read:", "not read:", "read receipt", "return receipt", "disposition notification",
	"gelesen:", "nicht gelesen:", "ungelesen gelöscht:", "lesebestätigung",
	"lu :", "lu:", "non lu :", "non lu:", "leído:", "letto:", "lida:", "lidas:", "gelezen:",
	"läst:", "læst:", "luettu:", "przeczytano:", "přečteno:", "olvasva:", "citit:", "okundu:",
	"прочтено:", "прочитано:", "已读:", "已讀:", "已读回执", "已讀回條", "阅读回执",
	"讀取:", "開封済み:", "開封確認", "읽음:", "đã đọc:",
	/* reports on a domain's letters (RFC 7489, 7.2.1.1; RFC 8460, 5.3) */
	"report domain:",
	/* programs on the operator's own machine */
	"cron <", "anacron job", "logwatch for "
};

/* Somewhere in the Subject of a letter that answers nothing. */
static const char *const away[] = { " is out of the office", " is out of office", " ist außer haus",
	" ist ausser haus" };

/* In Subjects of delivery reports. */
static const char *const reports[] = { "undeliver", "delivery status notif", "delivery failure",
	"failure notice", "returned mail", "mail delivery fail", "mail delivery problem",
	"mail delivery status", "mail delivery error", "mail delivery delay",
	"mail delivery system", "delivery fail", "delivery notification", "unzustellbar",
	"non remis", "message delivery", "returned to sender", "could not be delivered",
	"can't be delivered", "mail system error", "delivery error", "nondeliverable",
	"non-delivery", "unable to deliver", "undeliverable", "não entregue",
	"no se puede entregar", "退信", "系统退信", "系統退信", "配信不能", "не доставлено",
	"недоставлен", "delivery report", "mail failure", "email delivery failure",
	"nicht zustellbar", "konnte nicht zugestellt werden", "échec de la remise",
	"échec de remise", "message non distribué", "non distribuable", "no entregado",
	"error de entrega", "falha na entrega", "mancato recapito", "impossibile recapitare",
	"onbestelbaar", "niet bezorgd", "går inte att leverera", "kunne ikke leveres",
	"nie można dostarczyć", "niedostarczon", "nedoručiteln", "kézbesíthetetlen",
	"teslim edilemedi", "не может быть доставлен", "не удалось доставить", "无法送达",
	"无法投递", "未送达", "投递失败", "发送失败", "邮件退回", "退回郵件", "無法投遞",
	"無法傳遞", "無法送達", "退件", "傳送失敗", "配信できません", "送信できません",
	"エラーメール", "반송", "배달되지", "전송 실패", "thư bị trả lại", "không gửi được",
	"không thể gửi" };

/* In the Subject or the text. */
static const char *const letter_phrases[] = {
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
has_phrase(const char *folded, const char *const *phrases, size_t count, bool anywhere)
{
	for (size_t i = 0; i < count; i++) {
		const char *found = strstr(folded, phrases[i]);

		if (found == folded || (anywhere && found != NULL))
			return true;
	}
	return false;
}

#define HAS_PHRASE(folded, phrases, anywhere) \
	has_phrase((folded), (phrases), sizeof(phrases) / sizeof *(phrases), (anywhere))

/* Folded, and after the bracket of "[Auto reply] …". */
static const char *
fold_subject(struct arena *arena, const char *subject)
{
	const char *text = utf8_fold(arena, subject);

	text += strspn(text, " [(");
	return str_starts_nocase(text, "【") ? text + strlen("【") : text;
}

bool
wording_subject_is_automatic(struct arena *arena, const char *subject)
{
	const char *text = fold_subject(arena, subject);
	bool was_answer;

	if (HAS_PHRASE(text, automatic, false))
		return true;
	subject_strip(arena, subject, &was_answer);
	return !was_answer && HAS_PHRASE(text, away, true);
}

bool
wording_subject_is_report(struct arena *arena, const char *subject, bool anywhere)
{
	return HAS_PHRASE(fold_subject(arena, subject), reports, anywhere);
}

/* Typographic apostrophes, line breaks: as in the phrases. */
static const char *
fold_text(struct arena *arena, const char *text)
{
	char *copy = arena_strndup(arena, text, strnlen(text, TEXT_MAX)), *found;

	copy = arena_strdup(arena, utf8_fold(arena, utf8_clean(arena, copy, strlen(copy), false)));
	while ((found = strstr(copy, "’")) != NULL) {
		*found = '\'';
		memmove(found + 1, found + strlen("’"), strlen(found + strlen("’")) + 1);
	}
	return copy;
}

bool
wording_is_automatic(struct arena *arena, const char *subject, const char *text)
{
	text = fold_text(arena, text);
	/* Programs that answer ask nothing; in an address no blank follows the "?". */
	for (const char *at = text; (at = strchr(at, '?')) != NULL; at++)
		if (at[1] == '\0' || at[1] == ' ')
			return false;
	return HAS_PHRASE(fold_text(arena, subject), letter_phrases, true) ||
	    HAS_PHRASE(text, letter_phrases, true);
}
