/* SPDX-License-Identifier: ISC */
/*
 * Subjects that programs write: automatic answers, receipts, delivery reports.
 *
 * The phrases are given folded (lower case, NFKC) and count at the beginning,
 * behind brackets; a person's answer or forward has a mark before them.  Short
 * words need their colon, since people begin Subjects with them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/guard/guard.h"
#include "mail/read/subject.h"

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

static bool
stands(const char *subject, const char *const *words, size_t count, bool anywhere)
{
	for (size_t i = 0; i < count; i++) {
		const char *found = strstr(subject, words[i]);

		if (found == subject || (anywhere && found != NULL))
			return true;
	}
	return false;
}

#define STANDS(subject, words, anywhere) \
	stands((subject), (words), sizeof(words) / sizeof *(words), (anywhere))

/* Folded, and behind the bracket of "[Auto reply] …". */
static const char *
folded(struct arena *arena, const char *subject)
{
	const char *text = utf8_fold(arena, subject);

	text += strspn(text, " [(");
	return str_starts_nocase(text, "【") ? text + strlen("【") : text;
}

bool
guard_subject_is_automatic(struct arena *arena, const char *subject)
{
	const char *text = folded(arena, subject);
	bool was_answer;

	if (STANDS(text, automatic, false))
		return true;
	subject_strip(arena, subject, &was_answer);
	return !was_answer && STANDS(text, away, true);
}

bool
guard_subject_is_report(struct arena *arena, const char *subject, bool anywhere)
{
	return STANDS(folded(arena, subject), reports, anywhere);
}
