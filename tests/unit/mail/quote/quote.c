/* SPDX-License-Identifier: ISC */
/*
 * Quote cutting (mail/README 13).  Each attribution and header block is tried above
 * a quote with ">" marks and above a bare one that holds commands: none of its
 * lines may be left.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/quote/quote.h"
#include "unit/phrases.h"

#define NEW    "move 7 h2e2\n"
#define BARE   "Hello, it is your turn.\nresign 7\nmove 7 a0a9\n"
#define MARKED "> Hello, it is your turn.\n> resign 7\n> move 7 a0a9\n"

static const char *const attributions[] = {
	/* one line, with an address */
	"On Mon, Feb 1, 2016 at 6:32 PM Fred Stone <fred@players.test> wrote:",
	"On Mon, 1 Feb 2016, 18:32 Fred Stone, <fred@players.test> wrote:",
	"On 1 Feb 2016, 18:32 +0100, Fred Stone <fred@players.test>, wrote:",
	"Am Mo., 1. Feb. 2016 um 18:32 Uhr schrieb Fred Stone <fred@players.test>:",
	"Fred Stone <fred@players.test> schrieb am Mo., 1. Feb. 2016 um 18:32 Uhr:",
	"Am 1. Februar 2016 18:32:10 MEZ schrieb Fred Stone <fred@players.test>:",
	"1. Feb. 2016, 18:32 von fred@players.test:",
	"Le lun. 1 févr. 2016 à 18:32, Fred Stone <fred@players.test> a écrit :",
	"Le lundi 1 février 2016 à 18:32:10 UTC+1, Fred Stone <fred@players.test> a écrit\u00a0:",
	"El lun, 1 feb 2016 a las 18:32, Fred Stone (<fred@players.test>) escribió:",
	"Il giorno lun 1 feb 2016 alle ore 18:32 Fred Stone <fred@players.test> ha scritto:",
	"Em seg., 1 de fev. de 2016 às 18:32, Fred Stone <fred@players.test> escreveu:",
	"Op ma 1 feb. 2016 om 18:32 schreef Fred Stone <fred@players.test>:",
	"Den mån 1 feb. 2016 kl 18:32 skrev Fred Stone <fred@players.test>:",
	"Den man. 1. feb. 2016 kl. 18.32 skrev Fred Stone <fred@players.test>:",
	"man. 1. feb. 2016 kl. 18:32 skrev Fred Stone <fred@players.test>:",
	"ma 1. helmik. 2016 klo 18.32 Fred Stone (fred@players.test) kirjoitti:",
	"pon., 1 lut 2016 o 18:32 Fred Stone <fred@players.test> napisał(a):",
	"po 1. 2. 2016 v 18:32 odesílatel Fred Stone <fred@players.test> napsal:",
	"po 1. 2. 2016 o 18:32 Fred Stone <fred@players.test> napísal(a):",
	"Fred Stone <fred@players.test> ezt írta (időpont: 2016. febr. 1., H, 18:32):",
	"În lun., 1 feb. 2016 la 18:32, Fred Stone <fred@players.test> a scris:",
	"пн, 1 февр. 2016 г. в 18:32, Fred Stone <fred@players.test>:",
	"1 февраля 2016 г., 18:32 пользователь Fred Stone <fred@players.test> написал:",
	"пн, 1 лют. 2016 р. о 18:32 Fred Stone <fred@players.test> пише:",
	"Fred Stone <fred@players.test>, 1 Şub 2016 Pzt, 18:32 tarihinde şunu yazdı:",
	"Στις Δευ, 1 Φεβ 2016 στις 6:32 μ.μ., ο χρήστης Fred Stone <fred@players.test> έγραψε:",
	"Fred Stone <fred@players.test> 于2016年2月1日周一 18:32写道：",
	"Fred Stone <fred@players.test> 於 2016年2月1日 週一 下午6:32寫道：",
	"在 2016年2月1日星期一 下午6:32:10 [GMT+8]，Fred Stone<fred@players.test>写道：",
	"在 2016-02-01 18:32:10，\"Fred\" <fred@players.test> 写道：",
	"At 2016-02-01 18:32:10, \"Fred\" <fred@players.test> wrote:",
	"2016年2月1日(月) 18:32 Fred Stone <fred@players.test>:",
	"2016년 2월 1일 (월) 오후 6:32, Fred Stone <fred@players.test>님이 작성:",
	"Vào Th 2, 1 thg 2, 2016 vào lúc 18:32 Fred Stone <fred@players.test> đã viết:",
	"Pada tanggal Sen, 1 Feb 2016 pukul 18.32 Fred Stone <fred@players.test> menulis:",
	"ในวันที่ จ. 1 ก.พ. 2016 เวลา 18:32 Fred Stone <fred@players.test> เขียนว่า:",
	"בתאריך יום ב׳, 1 בפבר׳ 2016 ב-18:32 מאת Fred Stone <fred@players.test>:",
	"Quoting Fred Stone <fred@players.test>:", "Zitat von Fred Stone <fred@players.test>:",
	"Fred Stone <fred@players.test> writes:", "Цитирую Fred Stone <fred@players.test>:",
	"引用 Fred Stone <fred@players.test>:",
	"در تاریخ ۲۰۱۶،‏ ۱۸:۳۲ Fred Stone <fred@players.test> نوشت:",
	"Tlhw 2016 18:32 in a language nobody knows, Fred <fred@players.test> blorked:",
	"2016-02-01 18:32 GMT+01:00 Fred Stone <fred@players.test>:",
	/* one line, without an address */
	"On Feb 1, 2016, at 6:32 PM, Fred Stone wrote:", "On 2/1/16 6:32 PM, Fred Stone wrote:",
	"On Mon, 2016-02-01 at 18:32 +0100, Fred Stone wrote:",
	"On Monday, February 1, 2016 6:32:10 PM CET Fred Stone wrote:",
	"On Mon, Feb 01, 2016 at 06:32:10PM +0100, Fred Stone wrote:",
	"At 2/1/2016 06:32 PM, you wrote:", "Fred Stone wrote:",
	"Am 01.02.16 um 18:32 schrieb Fred Stone:", "Fred Stone napísal(a):", "Fred Stone pisze:",
	"Fred Stone напісаў:", "Fred Stone 이(가) 쓴 글:", "Fred Stone ha escrit:",
	"Fred Stone shkroi:", "នៅលើ 01.02.16 18:32, Fred Stone បានសរសេរ៖",
	"Am Montag, den 01.02.2016, 18:32 +0100 schrieb Fred Stone:",
	"Am 2016-02-01 18:32, schrieb Fred Stone:",
	"Missatge de Fred Stone del dia 01/02/16 a les 18:32:",
	"O 01/02/16 ás 18:32, Fred Stone escribiu:", "Fred Stone writes:",
	"Am 01.02.16 um 18:32 schrieb Fred Stone <fred@players.test>",
	"Blork 1. 2. 16 ve 18:32 Fred Stone:", "Le 01/02/2016 à 18:32, Fred Stone a écrit :",
	"El 1 feb 2016, a las 18:32, Fred Stone escribió:",
	"El lunes, 1 de febrero de 2016 18:32:10 (CET) Fred Stone escribió:",
	"Il 01/02/2016 18:32, Fred Stone ha scritto:",
	"Op 1 feb. 2016, om 18:32 heeft Fred Stone het volgende geschreven:",
	"1 feb. 2016 kl. 18:32 skrev Fred Stone:", "Den 01/02/2016 kl. 18.32 skrev Fred Stone:",
	"Fred Stone kirjoitti 1.2.2016 kello 18.32:",
	"Wiadomość napisana przez Fred Stone w dniu 01.02.2016, o godz. 18:32:",
	"W dniu 01.02.2016 o 18:32, Fred Stone pisze:",
	"Dne 1.2.2016 v 18:32 Fred Stone napsal(a):", "01.02.2016 18:32, Fred Stone пишет:",
	"1 февр. 2016 г., в 18:32, Fred Stone написал(а):",
	"在 2016年2月1日，下午6:32，Fred Stone 写道：",
	"在 2016/2/1 18:32, Fred Stone 写道:", "Fred Stone 於 2016/2/1 18:32 寫道:",
	"2016/02/01 18:32、Fred Stoneのメール:", "2016. 2. 1. 오후 6:32, Fred Stone 작성:",
	"Vào lúc 18:32 ngày 1 thg 2, 2016, Fred Stone đã viết:",
	"Em 1 de fev de 2016, à(s) 18:32, Fred Stone escreveu:",
	"No dia 01/02/2016, às 18:32, Fred Stone escreveu:", "1. 2. 2016 v 18:32, Fred Stone:",
	"*On Mon, Feb 1, 2016 at 6:32 PM Fred Stone <fred@players.test> wrote:*",
	"\"Fred Stone\" <fred@players.test> wrote in message news:7@players.test...",
	"Quoth Fred Stone on Monday, 1 February:", "Am Dienstag schrieb Fred Stone:",
	"Den fredag 3. februar skrev Fred Stone følgende:",
	/* wrapped */
	"On Mon, Feb 1, 2016 at 6:32 PM, Fred Stone <fred@players.test\n> wrote:",
	"On Mon, Feb 1, 2016 at 6:32 PM Fred Stone <\nfred@players.test> wrote:",
	"On Mon, Feb 1, 2016 at 6:32 PM, Fred Stone <fred@players.test>\nwrote:",
	"On Mon, 1 Feb 2016 18:32:10 +0100\nFred Stone <fred@players.test> wrote:",
	"Le 1 févr. 2016 18:32, \"Fred\"\n<fred@players.test>\na écrit :",
	"Op 1 feb. 2016 18:32 schreef \"Fred\" <fred@players.test> het\nvolgende geschreven:",
	"Fred Stone <fred@players.test> schrieb am Mo., 1. Feb. 2016\num 18:32 Uhr:",
	"Am 01.02.2016 18:32 schrieb \"Fred Stone\" <fred@players.test\n>:",
	"El lun, 1 feb 2016 a las 18:32, Fred Stone\n(<fred@players.test>)\nescribió:",
	"Fred Stone <fred@players.test> 于2016年2月1日周一\n18:32写道：",
	"Fred Stone <fred@players.test>\n于2016年2月1日周一 18:32写道：",
	"Fred Stone\n<fred@players.test> kirjoitti 1.2.2016 kello\n18.32:",
	"Wiadomość napisana przez Fred Stone\n<fred@players.test> w dniu 01.02.2016, o godz. 18:32:",
	"في ٢٠١٦ كتب/كتبت Fred Stone\n<fred@players.test>:",
	"Fred Stone је написао 1. нов 2016.\nу 18:32:",
	"Fred Stone wrote in\n <7.abc@players.test>:",
	/* delimiters */
	"-------- Ursprüngliche Nachricht --------Von: Fred Stone Datum: 01.02.16  18:32  An: Wilma",
	"-----Original Message-----", "----- Original Message -----",
	"-------- Original Message --------", "*-------- Original Message --------*",
	"-------- Ursprüngliche Nachricht --------", "-----Message d'origine-----",
	"-----Mensaje original-----", "-----Messaggio originale-----",
	"-----Mensagem original-----", "-----Oorspronkelijk bericht-----",
	"-----Ursprungligt meddelande-----", "-----Oprindelig meddelelse-----",
	"-----Opprinnelig melding-----", "-----Alkuperäinen viesti-----",
	"-----Oryginalna wiadomość-----", "-----Původní zpráva-----",
	"-----Исходное сообщение-----", "-----Оригінальне повідомлення-----",
	"------------------ 原始邮件 ------------------",
	"------------------&nbsp;原始邮件&nbsp;------------------", "-----原始邮件-----",
	"-----原始郵件-----", "----邮件原文----", "---- 回复的原邮件 ----",
	"----- 元のメッセージ -----", "-----원본 메시지-----", "-----Thư gốc-----",
	"-----Orijinal Mesaj-----", "---------- Forwarded message ---------",
	"---------- 转发的邮件 ---------", "--- Original message ---", "-- Original Message --",
	"---- On Mon, 01 Feb 2016 18:32:10 +0530 Fred Stone <fred@players.test> wrote ----",
	"##- Please type your reply above this line -##", "---Original---", "| |",
	"Begin forwarded message:", "Anfang der weitergeleiteten Nachricht:", "以下是转发的邮件：",
	"‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐",
	">>> Fred Stone <fred@players.test> 01.02.2016 18:32 >>>", "- -- ",
	"- -----Original Message-----",
	"Započni proslijeđenu poruku:", "Továbbított levél kezdete:", "Forwarded message:",
	"Începe mesajul redirecționat:", "Начало переадресованного сообщения:",
	"Začátek přeposílané zprávy:", "Začiatok preposlanej správy:", "İleti başlangıcı:",
	"Початок листа, що пересилається:", "Đầu thư được chuyển tiếp:", "――――――――",
	"----- Preposlaná správa ----- Od: Fred Stone <fred@players.test>Komu: wilma@players.test",
	"----- Blork ----- Od Freda: 1. 2. 2016",
	"   ----- Пересылаемое сообщение ----- От: Fred Stone <fred@players.test> Кому: Wilma Stone "
	"<wilma@players.test> Копия: Betty <betty@players.test> Отправлено: понедельник, 1 февраля "
	"2016 г., 18:32:10 GMT+3 Тема: Игра 7",
	"________________________________", "---", "--", "-- ", "—", "==========", "**********",
	"----------------------------------------",
	/* header blocks */
	"From: Fred Stone <fred@players.test>", "*From:* Fred Stone [mailto:fred@players.test]",
	"From: Fred Stone Sent: Monday, February 1, 2016 6:32 PM To: Wilma Subject: Game 7",
	"Gönderen: Fred Stone Tarih: 1 Şubat 2016 Konu: 7",
	"On Mon, 1 Feb 2016 18:32, fred@players.test wrote:> Hello, it is",
	"From: Fred Stone\nSent: Monday, February 1, 2016 6:32 PM\nTo: Wilma\nSubject: Game 7",
	"Date: Mon, 1 Feb 2016 18:32:10 +0100\nSubject: Game 7\nFrom: Fred",
	"Von: Fred Stone\nGesendet: Montag, 1. Februar 2016 18:32\nAn: Wilma\nBetreff: Partie 7",
	"De : Fred Stone\nEnvoyé : lundi 1 février 2016 18:32\nÀ : Wilma\nObjet : Partie 7",
	"De: Fred Stone\nEnviado el: lunes, 1 de febrero\nPara: Wilma\nAsunto: Partida 7",
	"De: Fred Stone\nEnviada em: segunda-feira\nPara: Wilma\nAssunto: Jogo 7",
	"Da: Fred Stone\nInviato: lunedì 1 febbraio\nA: Wilma\nOggetto: Partita 7",
	"Van: Fred Stone\nVerzonden: maandag 1 februari\nAan: Wilma\nOnderwerp: Partij 7",
	"Från: Fred Stone\nSkickat: den 1 februari\nTill: Wilma\nÄmne: Parti 7",
	"Fra: Fred Stone\nSendt: 1. februar\nTil: Wilma\nEmne: Parti 7",
	"Lähettäjä: Fred Stone\nLähetetty: maanantai\nVastaanottaja: Wilma\nAihe: Peli 7",
	"Od: Fred Stone\nWysłano: poniedziałek\nDo: Wilma\nTemat: Partia 7",
	"Od: Fred Stone\nOdesláno: pondělí\nKomu: Wilma\nPředmět: Partie 7",
	"От: Fred Stone\nОтправлено: 1 февраля\nКому: Wilma\nТема: Партия 7",
	"Від: Fred Stone\nНадіслано: 1 лютого\nКому: Wilma\nТема: Партія 7",
	"Kimden: Fred Stone\nGönderildi: Pazartesi\nKime: Wilma\nKonu: Oyun 7", "发件人： Fred",
	"发件人: Fred Stone\n发送时间: 2016年2月1日\n收件人: Wilma\n主题: 第7局", "寄件者: Fred",
	"寄件者：Fred\n寄件日期：2016年2月1日\n收件者：Wilma\n主旨：第7局", "*发件人:* Fred",
	"| 发件人 | Fred<fred@players.test> |\n| 日期 | 2016年2月1日 |",
	"差出人: Fred\n送信日時: 2016年2月1日\n宛先: Wilma\n件名: 第7局",
	"보낸 사람: Fred\n보낸 날짜: 2016년 2월 1일\n받는 사람: Wilma\n제목: 7국",
	"Từ: Fred Stone\nĐã gửi: Thứ Hai\nĐến: Wilma\nChủ đề: Ván 7",
	"Šalje: Fred Stone\nPoslano: ponedjeljak\nPrima: Wilma\nPredmet: Partija 7",
	"Од: Fred Stone\nПослато: понедељак\nКоме: Wilma\nТема: Партија 7",
	"От: Fred Stone\nИзпратено: понеделник\nДо: Wilma\nОтносно: Партия 7",
	"Od: Fred Stone\nPoslano: ponedeljek\nZa: Wilma\nZadeva: Partija 7",
	"Saatja: Fred Stone\nSaadetud: esmaspäev\nAdressaat: Wilma\nTeema: Mäng 7",
	"Nuo: Fred Stone\nIšsiųsta: pirmadienis\nKam: Wilma\nTema: Partija 7",
	"No: Fred Stone\nNosūtīts: pirmdiena\nKam: Wilma\nTēma: Partija 7",
	"מאת: Fred Stone\nנשלח: יום שני\nאל: Wilma\nנושא: משחק 7",
	"من: Fred Stone\nتم الإرسال: الاثنين\nإلى: Wilma\nالموضوع: اللعبة 7",
	"จาก: Fred Stone\nส่ง: วันจันทร์\nถึง: Wilma\nเรื่อง: เกม 7",
	"Fred Stone <fred@players.test>\n01/02/2016 18:32",
	"Кімнен: Fred Stone\nЖіберілді: 1 ақпан 2016 ж. 18:32\nКімге: Wilma\nТақырыбы: 7",
	"            Fred Stone\n            <fred@players\n            .test>                        To\n"
	"            01.02.2016 18:32         Wilma\n"
	"                                          cc\n\n                                     Subject\n"
	"                             Game 7",
	/* signatures of telephones */
	"Sent from my iPhone", "Sent from Yahoo Mail on Android",
	"Get Outlook for iOS<https://a.test>", "发自我的iPhone", "发自我的 iPhone",
	"發自我的iPhone", "从我的iPhone发送", "從我的 iPhone 傳送", "发自网易邮箱大师",
	"Von meinem iPhone gesendet", "Envoyé de mon iPhone", "Enviado desde mi iPhone",
	"Enviado do meu iPhone", "Inviato da iPhone", "Verstuurd vanaf mijn iPhone",
	"Skickat från min iPhone", "Sendt fra min iPhone", "Lähetetty iPhonesta",
	"Wysłane z iPhone'a", "Odesláno z iPhonu", "Отправлено с iPhone",
	"Отправлено из мобильной Почты", "Надіслано з iPhone", "Gửi từ iPhone của tôi",
	"Obtenez Outlook pour Android", "Hämta Outlook för iOS", "Получите Outlook для Android",
	"Android用Outlookを取得", "Verzonden via Outlook voor Android", "從我的Galaxy寄出",
	"Az iPhone-omról küldve", "Poslano s mog iPhonea", "Poslano iz mojega iPhona",
	"Послато са мог iPhone уређаја", "Sent úr iPhone", "مُرسل من الـ iPhone",
	"أُرسلت من الـ iPhone", "मेरे iPhone से भेजा गया", "*Sent from my iPhone*",
	"-- Sent from my phone", "<sent from a tablet>", "Von Samsung-Tablet gesendet.",
	"iOS 版 Outlook を入手", "Virus-free. www.avast.com", "iPhoneから送信",
	"나의 iPhone에서 보냄", "iPhone'umdan gönderildi",
	"Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
	/* quote marks */
	"> Fred said something", ">Fred", "＞ Fred", "&gt; Fred", "FS> Fred", "R> Fred\nR> said",
	"Riverpost> Fred\nRiverpost> said", ": Fred\n: said", "» Fred\n» said"
};

/* Two letters a mark: nothing but the new line may be left of either. */
static void
test_first_mark(void **state)
{
	static const char *const quotes[] = { BARE, MARKED, "\n" BARE, "\n" MARKED };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof attributions / sizeof *attributions; i++) {
		for (size_t j = 0; j < sizeof quotes / sizeof *quotes; j++) {
			char *whole = arena_printf(
			    arena, NEW "\n%s\n%s", attributions[i], quotes[j]);
			char *close = arena_printf(arena, NEW "%s\n%s", attributions[i], quotes[j]);

			if (strcmp(quote_cut(arena, whole), NEW) != 0 ||
			    strcmp(quote_cut(arena, close), NEW) != 0)
				print_message("left of: %s\n", attributions[i]);
			assert_string_equal(quote_cut(arena, whole), NEW);
			assert_string_equal(quote_cut(arena, close), NEW);
		}
	}
	arena_free(arena);
}

/* No program wraps a line as short as that. */
#define WRAP_MIN 20

/* Every attribution of one line, broken at each of its blanks in turn, and at
 * each two of them that follow: programs wrap where they like. */
static void
test_wrapped(void **state)
{
	struct arena *arena = arena_new();
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof attributions / sizeof *attributions; i++) {
		const char *line = attributions[i], *last = line + strlen(line) - 1;

		if (strlen(line) < 2 * WRAP_MIN || strchr(line, '\n') != NULL)
			continue;
		if (*last != ':' && strcmp(last - 2, "：") != 0)
			continue;
		for (const char *blank = strchr(line + WRAP_MIN, ' '); blank != NULL;
		     blank = strchr(blank + 1, ' ')) {
			char *broken = arena_printf(arena, NEW "\n%s\n" BARE, line);
			char *twice;

			broken[strlen(NEW "\n") + (size_t)(blank - line)] = '\n';
			twice = arena_strdup(arena, broken);
			if (strchr(blank + 1, ' ') != NULL)
				twice[strlen(NEW "\n") + (size_t)(strchr(blank + 1, ' ') - line)] =
				    '\n';
			if (strstr(quote_cut(arena, broken), "resign") != NULL ||
			    strstr(quote_cut(arena, twice), "resign") != NULL) {
				print_message("leaks: %s at %s\n", line, blank);
				wrong++;
			}
		}
	}
	arena_free(arena);
	assert_int_equal(wrong, 0);
}

/* With nothing above, a quote without ">" marks gives no text at all. */
static void
test_nothing_above(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof attributions / sizeof *attributions; i++) {
		char *whole = arena_printf(arena, "%s\n" MARKED, attributions[i]);
		const char *text = quote_cut(arena, whole);

		if (*text != '\0')
			print_message("left of: %s\n", attributions[i]);
		assert_string_equal(text, "");
	}
	arena_free(arena);
}

static const struct {
	const char *name, *whole, *want;
} cases[] = {
	{ "answer below a quote",
	    "On 1 Feb 2016, Fred wrote:\n> resign 7\n> a0a9\n\nmove 7 h2e2\nnice\n",
	    "move 7 h2e2\nnice\n" },
	{
	    "answer below a frame and a quote",
	    "----- Original Message -----\n> From: \"Fred\" <f@a.test>\n"
	    "> resign 7\n\nmove 7 h2e2\nnice\n",
	    NEW "nice\n",
	},
	{ "nothing below a frame",
	    "----- Original Message -----\nFrom: Fred\n> resign 7\n\nresign 7\n", "" },
	{ "the verb first", NEW "\nskrev Fred Stone:\n> resign 7\n", NEW },
	{ "answer below, no blank line", "On 1 Feb 2016, Fred wrote:\n> resign 7\nmove 7 h2e2\n",
	    "" },
	{ "answer below a bare block", "> resign 7\n>\n> a0a9\n\nmove 7 h2e2\n", NEW },
	{ "answer below bars", "Fred wrote in\n <7@players.test>:\n |resign 7\n |a0a9\n\n" NEW,
	    NEW },
	{ "answers between quotes: the first", "> a\n\nmove 7 h2e2\n\n> resign 7\n\nresign 7\n",
	    NEW },
	{
	    "tail of a long quoted line is no answer",
	    "Fred wrote:\n> The quick brown fox jumps over the "
	    "lazy dog and then some of it\nresign 7\n\nmove 7 h2e2\n",
	    NEW,
	},
	{ "a tail of hanzi, which are two columns wide",
	    "Fred wrote:\n> 你好你好你好你好你好你好你好你好你好你好你好你好你好你好\nresign\n\n" NEW,
	    NEW },
	{ "several tails",
	    "Fred wrote:\n> The quick brown fox jumps over the lazy dog, and then\n"
	    "it goes back\nresign 7\n> and sleeps\n\n" NEW,
	    NEW },
	{ "a short line between two with marks", "Fred wrote:\n> a\nresign 7\n> b\n\n" NEW, NEW },
	{ "directly below, then apart", "Fred wrote:\n> a\n> b\nresign 7\n\n" NEW, NEW },
	{ "the mark on the first line alone",
	    "Fred wrote:\n> Hello Wilma,\nit is your turn.\n\nresign 7\n", "" },
	{ "the mark on each paragraph's first line",
	    "Fred wrote:\n> Hello\nWilma\n\n> It is\nyour turn\n\n" NEW, NEW },
	{ "empty lines between those with marks", "Fred wrote:\n\n> a\n\n> resign 7\n\n> b\n\n" NEW,
	    NEW },
	{ "bars", "Fred wrote:\n\n| a\n|\n| resign 7\ntail\n| b\n\n" NEW, NEW },
	{ "bars that nothing announces", NEW "nice\n\n| a\n|\n| resign 7\n", NEW "nice\n" },
	{ "bars of one's own", NEW "| a\n| resign 7\n| b\n| c\n",
	    NEW "| a\n| resign 7\n| b\n| c\n" },
	{ "bars of one's own alone", "| a\n| b\n| c\n| d\n\nresign 7\n",
	    "| a\n| b\n| c\n| d\n\nresign 7\n" },
	{ "colons", "Fred wrote:\n: a\n: resign 7\n\n" NEW, NEW },
	{ "an initial", "R> a\nR>\nR> resign 7\n\n" NEW, NEW },
	{ "a name", "Fred Stone> a\nFred Stone> resign 7\n\n" NEW, NEW },
	{ "signs of one's own", "Fred wrote:\n%% a\n%% resign 7\n\n" NEW, NEW },
	{ "such signs with nothing above them", "%% a\n%% b\n", "%% a\n%% b\n" },
	{ "a list below an attribution", "Fred wrote:\n\n- a\n- b\n\nresign 7\n", "" },
	{ "indented", "Fred wrote:\n\n    a\n    resign 7\n\nresign 7\n", "" },
	{ "within a frame, as Yandex writes",
	    "----------------\nTo: wilma;\nSubject: 7;\n21.11.2026, 12:00, Fred <fred@players.test>:\n\n"
	    "> resign 7\n\n" NEW,
	    NEW },
	{ "answer above wins over below", "move 7 h2e2\n\n> a\n\nresign 7\n", NEW },
	{ "attribution without > and nothing above", "On 1 Feb 2016, Fred wrote:\n\nresign 7\n",
	    "" },
	{ "nothing but a quote", "> resign 7\n", "" },
	{ "telephone above its quote",
	    "Sent from my phone\n\nOn 1 Feb 2016, Fred wrote:\n> resign 7\n", "" },
	{ "unmarked below a telephone's signature", "Sent from my phone\n\nresign 7\n", "" },
	{
	    "typed below a telephone's signature",
	    "Sent from my phone\n\n" NEW "\nOn 1 Feb 2016, Fred wrote:\n"
	    "> resign 7\n",
	    NEW,
	},
	{
	    "answer below what a telephone quoted",
	    "Sent from my phone\n\nOn 1 Feb 2016, Fred wrote:\n"
	    "> resign 7\n\n" NEW,
	    NEW,
	},
	{ "labels at the ends of lines",
	    NEW "\nI gave it   to\nFred,   cc\nto all, on no   Subject\n",
	    NEW "\nI gave it   to\nFred,   cc\nto all, on no   Subject\n" },
	{ "a year and an address", NEW "\nsince 2016 with bob@players.test\n> Q\n",
	    NEW "\nsince 2016 with bob@players.test\n" },
	{ "day and address above marks",
	    NEW "\n2016/2/1 Fred Stone <fred@players.test>\n\n> resign 7\n", NEW },
	{
	    "a verb without a colon above marks",
	    NEW "\nOn Mon, 1 Feb 2016 18:32:10 +0530 \"Fred\" wrote\n"
		">resign 7\n",
	    NEW,
	},
	{ "empty", "", "" },
	{ "blank", "\n \n\n", "" },
	{ "a comment with a colon", NEW "\nMy plan is this: the cannon.\nNote: it is late\n",
	    NEW "\nMy plan is this: the cannon.\nNote: it is late\n" },
	{ "a comment with labels", NEW "\nPlace: Hanoi\nTime: 2016-02-01 18:32\nDay: Sunday\n",
	    NEW "\nPlace: Hanoi\nTime: 2016-02-01 18:32\nDay: Sunday\n" },
	{ "a comment with one label", NEW "\nFrom: my point of view it is 10:30, that is: late\n",
	    NEW "\nFrom: my point of view it is 10:30, that is: late\n" },
	{ "a comment with an arrow", NEW "\nmy plan:> C5\n", NEW "\nmy plan:> C5\n" },
	{ "a comment with a date", NEW "\nSee you on 1 Feb 2016.\n",
	    NEW "\nSee you on 1 Feb 2016.\n" },
	{ "a comment with an address", NEW "\nWrite to bob@players.test please\nthanks\n",
	    NEW "\nWrite to bob@players.test please\nthanks\n" },
	{ "a dash in a sentence", NEW "\n- one\n- two\nWell -- perhaps\n",
	    NEW "\n- one\n- two\nWell -- perhaps\n" },
	{ "a list", NEW "\n- sent you the rook\n* from me\n",
	    NEW "\n- sent you the rook\n* from me\n" },
	{ "emphasis", NEW "\n*good* move\n__really__\n", NEW "\n*good* move\n__really__\n" },
	{ "heartfelt thanks are no telephone", NEW "\n发自内心的感谢\n", NEW "\n发自内心的感谢\n" },
	{ "an opinion is no telephone", NEW "\nVon meiner Seite ist alles gut\n",
	    NEW "\nVon meiner Seite ist alles gut\n" },
	{ "stars are emphasis", NEW "\n**** Check! ****\nR>C\n", NEW "\n**** Check! ****\nR>C\n" },
	{ "a table is no frame", NEW "\n| a | b |\n", NEW "\n| a | b |\n" },
	{ "on the other hand", NEW "\nOn the other hand, look:\na fine game\n",
	    NEW "\nOn the other hand, look:\na fine game\n" },
	{ "tracker's mark at the end", NEW "\n\u1427\n", NEW },
	{ "no end of line", "move 7 h2e2", NEW },
	{
	    "attribution without a colon above marks",
	    NEW "\n01.02.2016, 18:32, Fred <fred@players.test>\n"
		"> resign 7\n",
	    NEW,
	},
	{ "the writer's address above the quote",
	    NEW "nice\n\nwilma@players.test\n \n发件人： Fred\nresign 7\n", NEW "nice\n" },
	{ "the same alone", "wilma@players.test\n\n发件人： Fred\nresign 7\n", "" },
	{ "an address that goes on with the line above",
	    "add a@players.test\nb@players.test\n\n发件人： Fred\nresign 7\n",
	    "add a@players.test\nb@players.test\n" },
	{ "an address that was given on purpose", NEW "write to\nwilma@players.test\n",
	    NEW "write to\nwilma@players.test\n" },
	{
	    "signed",
	    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n" NEW "\nnice\n- -- \nresign 7\n"
	    "-----BEGIN PGP SIGNATURE-----\n\niQEz\n",
	    NEW "\nnice\n",
	},
	{ "a signed letter below",
	    NEW "\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\nresign 7\n", NEW },
	{
	    "a mail server's warning",
	    "CAUTION: This email came from outside of the organization. Do not\n"
	    "click on links.\n\n" NEW,
	    NEW,
	},
	{ "another, short and close", "[EXTERNAL]\n" NEW, NEW },
	{ "another, in Chinese", "【外部邮件】请谨慎打开链接\n\n" NEW, NEW },
	{ "two of them", "⚠ External Sender\n\nВНИМАНИЕ: внешний отправитель\n\n" NEW, NEW },
	{ "known by its address",
	    "[Fred pisze rzadko: https://aka.ms/LearnAboutSenderIdentification ]\n\n" NEW, NEW },
	{ "in capitals", "PRECAUCIÓN: este correo viene de fuera de la organización\n\n" NEW, NEW },
	{
	    "one with a button",
	    "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\n"
	    "Report Suspicious\n<https://us-phishalarm-ewt.test/EWT/v1/x>\nZjQcmQRYFpfptBannerEnd\n" NEW,
	    NEW,
	},
	{ "a person's warning", "Caution! Your king is in danger.\n",
	    "Caution! Your king is in danger.\n" },
	{ "a warning further down", NEW "external email is what this is\n",
	    NEW "external email is what this is\n" },
	{ "a warning above a quote", "[EXTERNAL]\n\nOn 1 Feb 2016, Fred wrote:\n\nresign 7\n", "" },
	{
	    "prose before a wrapped attribution",
	    "Well played.\nOn Mon, Feb 1, 2016 at 6:32 PM Fred <\n"
	    "fred@players.test> wrote:\n> resign 7\n",
	    "Well played.\n",
	},
};

static void
test_cases(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = quote_cut(arena, cases[i].whole);

		if (strcmp(text, cases[i].want) != 0)
			print_message("case: %s\n", cases[i].name);
		assert_string_equal(text, cases[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: the first mark of a quote, in many languages", test_first_mark, NULL,
		    NULL, NULL },
		{ "mail 13: attributions wrapped anywhere", test_wrapped, NULL, NULL, NULL },
		{ "mail 13: nothing above a marked quote", test_nothing_above, NULL, NULL, NULL },
		{ "mail 13: answers below, comments kept", test_cases, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_quote", tests, NULL, NULL);
}
