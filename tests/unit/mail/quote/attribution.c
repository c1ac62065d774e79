/* SPDX-License-Identifier: ISC */
/*
 * What mail programs put above a quote, in their languages (mail/README 13): lines and blocks,
 * as those programs word them, above a quote with marks and above one without.  And what
 * people write that looks like it.
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

#define NEW    "move 7 h2e2\n\nNice game!\n"
#define BARE   "Hello, it is your turn.\n\nresign 7\nmove 7 a0a9\n"
#define MARKED "> Hello, it is your turn.\n>\n> resign 7\n> move 7 a0a9\n"
#define FRED   "Fred Stone <fred@players.test>"

/* Lines above a quote; an answer may stand below a quote with marks. */
static const char *const lines[] = {
	/* Gmail */
	"Op Sa. 21 Nov. 2026 om 12:00 het " FRED " geskryf:",
	"ቅዳሜ ኖቬምበር 21 ቀን 2026 በ12:00 ሰዓት " FRED " እንዲህ ሲሉ ጽፈዋል፦",
	"في السبت، 21 نوفمبر 2026 في 12:00 م تمت كتابة ما يلي بواسطة " FRED ":",
	"في السبت، ٢١ نوفمبر ٢٠٢٦ في ١٢:٠٠ م تمت كتابة ما يلي بواسطة " FRED ":",
	FRED ", 21 noy 2026, şən, 12:00 tarixində yazıb:",
	"На сб, 21.11.2026 г. в 12:00 ч. " FRED " написа:",
	"শনি, ২১ নভেম্বর, ২০২৬ তারিখে ১২:০০ PM টায় তারিখে " FRED " লিখেছেন:",
	"Missatge de " FRED " del dia ds., 21 de nov. 2026 a les 12:00:",
	"so 21. 11. 2026 v 12:00 odesílatel " FRED " napsal:",
	"Ar Sad, 21 Tach 2026 am 12:00 " FRED " ysgrifennodd:",
	"Den lør. 21. nov. 2026 kl. 12.00 skrev " FRED ":",
	"Am Sa., 21. Nov. 2026 um 12:00 Uhr schrieb " FRED ":",
	"Στις Σάβ 21 Νοε 2026 στις 12:00 μ.μ., ο χρήστης " FRED " έγραψε:",
	"On Sat, Nov 21, 2026 at 12:00\u202fPM " FRED " wrote:",
	"On Sat, 21 Nov 2026 at 12:00, " FRED " wrote:",
	"El sáb, 21 nov 2026 a las 12:00, Fred Stone (<fred@players.test>) escribió:",
	"El sáb, 21 de nov de 2026 a la(s) 12:00 p.m., Fred Stone (fred@players.test) escribió:",
	"Kuupäev L, 21. november 2026 kell 12:00 kirjutas kasutaja " FRED ":",
	FRED " igorleak hau idatzi du (2026 aza. 21, lr. (12:00)):",
	"در تاریخ شنبه ۲۱ نوامبر ۲۰۲۶،‏ ۱۲:۰۰ " FRED " نوشت:",
	"la 21. marrask. 2026 klo 12.00 Fred Stone (fred@players.test) kirjoitti:",
	"Noong Sab, Nob 21, 2026 nang 12:00 PM, sinulat ni " FRED " ang:",
	"Le sam. 21 nov. 2026 à 12:00, " FRED " a écrit :",
	"O sáb., 21 de nov. de 2026 ás 12:00, " FRED " escribiu:",
	"શનિ, 21 નવે, 2026 ના રોજ 12:00 PM વાગ્યે " FRED " એ લખ્યું:",
	"बतारीख शनि, 21 नव॰ 2026 को 12:00 pm बजे को " FRED " ने लिखा:",
	"sub, 21. stu 2026. u 12:00 Fred Stone <fred@players.test> napisao je:",
	FRED " ezt írta (időpont: 2026. nov. 21., Szo 12:00):",
	FRED "-ը շբթ, 21 նոյ. 2026 թ.-ին, 12:00-ին գրել է՝",
	"Pada Sab, 21 Nov 2026 pukul 12.00 " FRED " menulis:",
	"lau., 21. nóv. 2026 kl. 12:00 skrifaði " FRED ":",
	"Il giorno sab 21 nov 2026 alle ore 12:00 " FRED " ha scritto:",
	"בתאריך שבת, 21 בנוב׳ 2026 ב-12:00 מאת " FRED ":",
	"2026年11月21日(土) 12:00 " FRED ":",
	"შაბ, 21 ნოე. 2026, 12:00-ზე " FRED "-მა დაწერა:",
	"сб, 21 қар. 2026 ж. 12:00 " FRED " жазды:",
	"នៅ​ថ្ងៃ សៅរ៍, 21 វិច្ឆិកា 2026 វេលា​ម៉ោង 12:00 " FRED
	" បាន​សរសេរ៖",
	"ಶನಿ, ನವೆಂ 21, 2026 ರಂದು 12:00 ಅಪರಾಹ್ನ ಸಮಯಕ್ಕೆ " FRED " ಅವರು ಬರೆದಿದ್ದಾರೆ:",
	"2026년 11월 21일 (토) 오후 12:00, " FRED "님이 작성:",
	"ໃນວັນທີ ສ. 21 ພ.ຈ. 2026 ເວລາ 12:00 " FRED " ຂຽນວ່າ:",
	"2026-11-21, št, 12:00 " FRED " rašė:",
	"sestd., 2026. g. 21. nov., plkst. 12:00 — lietotājs " FRED " rakstīja:",
	"2026, നവം 21, ശനി 12:00 PM തിയ്യതിയിൽ " FRED " എഴുതി:",
	"2026 оны 11-р сарын 21, Бя 12:00, " FRED " бичсэн:",
	"शनि, २१ नोव्हें, २०२६ रोजी १२:०० म.उ. वाजता रोजी " FRED " ने लिहिले:",
	"Pada Sab, 21 Nov 2026 pada 12:00 PTG " FRED " menulis:",
	"၂၀၂၆ နိုဝင်ဘာ ၂၁၊ စနေ ၁၂:၀၀ PM တွင် " FRED " က ရေးသားခဲ့သည်-",
	"lør. 21. nov. 2026 kl. 12:00 skrev " FRED ":",
	"शनि, २०२६ नोभेम्बर २१ १२:०० मा " FRED " ले लेख्नुभयो:",
	"Op za 21 nov 2026 om 12:00 schreef " FRED ":",
	"sob., 21 lis 2026 o 12:00 " FRED " napisał(a):",
	"Em sáb., 21 de nov. de 2026 às 12:00, " FRED " escreveu:",
	FRED " escreveu (sábado, 21/11/2026 à(s) 12:00):",
	"În sâm., 21 nov. 2026 la 12:00, " FRED " a scris:",
	"сб, 21 нояб. 2026 г. в 12:00, " FRED ":",
	"2026 නොවැ 21, සෙන 12:00 PM ට, " FRED " මෙසේ ලිව්වේය:",
	"so 21. 11. 2026 o 12:00 " FRED " napísal(a):",
	"V V sob., 21. nov. 2026 ob 12:00 je oseba " FRED " napisala:",
	"Më sht, 21 nën 2026 në 12:00 " FRED " shkroi:",
	"суб, 21. нов 2026. у 12:00 " FRED " је написао/ла:",
	"sub, 21. nov 2026. u 12:00 " FRED " je napisao/la:",
	"Den lör 21 nov. 2026 kl 12:00 skrev " FRED ":",
	"Mnamo Jumm, 21 Nov 2026, saa 12:00, " FRED " aliandika:",
	"சனி, 21 நவ., 2026, பிற்பகல் 12:00 அன்று, " FRED " எழுதியது:",
	"శని, 21 నవం, 2026, 12:00 PMకి " FRED " ఇలా రాసారు:",
	"ในวันที่ ส. 21 พ.ย. 2026 เวลา 12:00 " FRED " เขียนว่า:",
	FRED ", 21 Kas 2026 Cmt, 12:00 tarihinde şunu yazdı:",
	"сб, 21 лист. 2026 р. о 12:00 " FRED " пише:",
	"ہفتہ، 21 نومبر، 2026 کو 12:00 بجے " FRED " نے لکھا:",
	"2026-yil 21-noyabr, shan, 12:00 " FRED " yozdi:",
	"Vào Th 7, 21 thg 11, 2026 vào lúc 12:00 " FRED " đã viết:",
	FRED " 于2026年11月21日周六 12:00写道：",
	FRED " 於 2026年11月21日 週六 下午12:00寫道：",
	"NgoMgqibelo, Nov 21, 2026 ngo-12:00 " FRED " wabhala:",
	/* Apple Mail */
	"On Nov 21, 2026, at 12:00 PM, Fred Stone <fred@players.test> wrote:",
	"> On 21 Nov 2026, at 12:00, Fred Stone wrote:",
	"Am 21.11.2026 um 12:00 schrieb Fred Stone <fred@players.test>:",
	"Le 21 nov. 2026 à 12:00, Fred Stone <fred@players.test> a écrit :",
	"Il giorno 21 nov 2026, alle ore 12:00, Fred Stone ha scritto:",
	"Op 21 nov. 2026 om 12:00 heeft Fred Stone het volgende geschreven:",
	"21 nov. 2026 kl. 12:00 skrev Fred Stone:",
	"Den 21. nov. 2026 kl. 12.00 skrev Fred Stone:",
	"Fred Stone kirjoitti 21.11.2026 kello 12.00:",
	"Wiadomość napisana przez Fred Stone w dniu 21.11.2026, o godz. 12:00:",
	"21. 11. 2026 v 12:00, Fred Stone <fred@players.test>:",
	"21 нояб. 2026 г., в 12:00, Fred Stone написал(а):",
	"21 лист. 2026 р. о 12:00 Fred Stone пише:",
	"21 Kas 2026 tarihinde 12:00 saatinde, Fred Stone şunları yazdı:",
	"Στις 21 Νοε 2026, στις 12:00, ο/η Fred Stone έγραψε:",
	"2026/11/21 12:00、Fred Stone <fred@players.test>のメール:",
	"2026. 11. 21. 오후 12:00, Fred Stone 작성:",
	"在 2026年11月21日，下午12:00，Fred Stone 写道：",
	"Fred Stone 於 2026年11月21日 中午12:00 寫道：",
	"Vào 12:00, 21 thg 11, 2026, Fred Stone đã viết:",
	"Pada 21 Nov 2026, pukul 12.00, Fred Stone menulis:",
	"ב-21 בנוב׳ 2026, בשעה 12:00, Fred Stone כתב/ה:",
	"في ٢١ نوفمبر ٢٠٢٦، الساعة ١٢:٠٠ م، كتب Fred Stone:",
	"เมื่อ 21 พ.ย. 2026 เวลา 12:00 Fred Stone เขียนว่า:",
	"Dana 21. stu 2026., u 12:00, Fred Stone je napisao:",
	"El dia 21 nov 2026, a les 12:00, Fred Stone va escriure:",
	"21 nov. 2026, în 12:00, Fred Stone a scris:",
	"Fred Stone írta (időpont: 2026. nov. 21., 12:00):",
	/* Thunderbird */
	"Op 21-11-2026 om 12:00 schreef Fred Stone:",
	"Le 21/11/2026 à 12:00, Fred Stone a écrit :",
	"On 11/21/26 12:00, Fred Stone wrote:",
	"Am 21.11.26 um 12:00 schrieb Fred Stone:",
	"El 21/11/26 a las 12:00, Fred Stone escribió:",
	"Il 21/11/2026 12:00, Fred Stone ha scritto:",
	"Em 21/11/2026 12:00, Fred Stone escreveu:",
	"Às 12:00 de 21/11/2026, Fred Stone escreveu:",
	"W dniu 21.11.2026 o 12:00, Fred Stone pisze:",
	"Dne 21. 11. 26 v 12:00 Fred Stone napsal(a):",
	"Dňa 21. 11. 2026 o 12:00 Fred Stone napísal(a):",
	"21.11.2026 12:00, Fred Stone пишет:",
	"21.11.26 12:00, Fred Stone пише:",
	"На 21.11.26 г. в 12:00 ч., Fred Stone написа:",
	"Den 2026-11-21 kl. 12:00, skrev Fred Stone:",
	"Den 21.11.2026 12:00, skrev Fred Stone:",
	"Den 21.11.2026 kl. 12.00 skrev Fred Stone:",
	"Fred Stone kirjoitti 21.11.2026 klo 12.00:",
	"Στις 21/11/26 12:00, ο/η Fred Stone έγραψε:",
	"2026. 11. 21. 12:00 keltezéssel, Fred Stone írta:",
	"On 21/11/2026 12:00, Fred Stone a scris:",
	"21.11.2026 12:00 tarihinde Fred Stone yazdı:",
	"On 2026/11/21 12:00, Fred Stone wrote:",
	"2026/11/21 12:00, Fred Stone wrote:",
	"在 2026/11/21 12:00, Fred Stone 写道:",
	"Fred Stone 於 2026/11/21 12:00 寫道:",
	"2026-11-21 오후 12:00에 Fred Stone 이(가) 쓴 글:",
	"Vào lúc 12:00 ngày 21/11/2026, Fred Stone đã viết:",
	"Pada 21/11/2026 12:00, Fred Stone menulis:",
	"21.11.2026 12:00 Fred Stone kirjutas:",
	"2026-11-21 12:00, Fred Stone rašė:",
	"Dne 21. 11. 2026 ob 12:00 je Fred Stone napisal(a):",
	"On 21. 11. 2026. 12:00, Fred Stone wrote:",
	"21/11/2026(e)an 12:00(e)tan, Fred Stone(e)k idatzi zuen:",
	"O 21/11/26 ás 12:00, Fred Stone escribiu:",
	"Skreiv Fred Stone er 21/11/2026 12:00:",
	"Ar 21/11/2026 am 12:00, ysgrifennodd Fred Stone:",
	"Ar 21/11/2026 12:00, scríobh Fred Stone:",
	"Þann 21.11.2026 12:00, skrifaði Fred Stone:",
	/* the web */
	"21.11.2026, 12:00, \"Fred Stone\" <fred@players.test>:",
	"Суббота, 21 ноября 2026, 12:00 +03:00 от " FRED ":",
	"21.11.2026, 12:00, " FRED,
	"Сб, 21 ноя 2026 в 12:00 " FRED ":",
	"21 листопада 2026, 12:00:28, від \"Fred Stone\" <fred@players.test>:",
	"On Sat, 21 Nov 2026, Fred Stone wrote:",
	"Em 21/11/2026 12:00, fred@players.test escreveu:",
	"Dnia 21 listopada 2026 12:00 Fred Stone <fred@players.test> napisał(a):",
	"W dniu 2026-11-21 12:00:00 użytkownik Fred Stone <fred@players.test> napisał:",
	"Sobota, 21 listopada 2026 12:00 Fred Stone <fred@players.test> napisał(a):",
	"Am Samstag, 21. November 2026, 12:00 Uhr, schrieb Fred Stone <fred@players.test>:",
	"On Saturday, November 21st, 2026 at 12:00 PM, Fred Stone <fred@players.test> wrote:",
	"Nov 21, 2026, 12:00 by fred@players.test:",
	"21. Nov. 2026, 12:00 von fred@players.test:",
	"November 21, 2026 12:00 PM, \"Fred Stone\" <fred@players.test> wrote:",
	"On November 21, 2026, Fred Stone <fred@players.test> wrote:",
	"On Sat, Nov 21, 2026, at 12:00 PM, Fred Stone wrote:",
	"On Sat, 21 Nov 2026 at 12:00 Fred Stone wrote:",
	"---- On Sat, 21 Nov 2026 12:00:10 +0530 Fred Stone <fred@players.test> wrote ---",
	"El 2026-11-21 12:00, Fred Stone escribió:",
	"Le 2026-11-21 12:00, Fred Stone a écrit :",
	"Am 2026-11-21 12:00, schrieb Fred Stone:",
	"Fred Stone 在 2026-11-21 12:00 写道:",
	"Quoting Fred Stone <fred@players.test>:",
	"Citando Fred Stone <fred@players.test>:",
	"Citát Fred Stone <fred@players.test>:",
	"Cytowanie Fred Stone <fred@players.test>:",
	"At 2026-11-21 12:00:10, \"Fred Stone\" <fred@players.test> wrote:",
	"在 2026-11-21 12:00:10，\"Fred Stone\" <fred@players.test> 写道：",
	"在2026年11月21日 12:00，Fred Stone<fred@players.test> 写道：",
	"On 11/21/2026 12:00, Fred Stone wrote:",
	"On 11/21/2026 12:00, Fred Stone<fred@players.test> wrote:",
	"Fred Stone <fred@players.test> 在 2026年11月21日 星期六 12:00 写道：",
	"在2026-11-21，Fred Stone <fred@players.test>写道：",
	"2026年11月21日 12:00，Fred Stone <fred@players.test>写道：",
	/* programs */
	"On Sat, Nov 21, 2026 at 12:00:10PM +0100, Fred Stone wrote:",
	"* Fred Stone <fred@players.test> [2026-11-21 12:00]:",
	"Fred Stone <fred@players.test> writes:",
	">>>>> \"Fred\" == Fred Stone <fred@players.test> writes:",
	"Fred Stone (2026-11-21 12:00):",
	"Excerpts from Fred Stone's message of Sat Nov 21 12:00:10 +0100 2026:",
	"Quoting Fred Stone (2026-11-21 12:00:10)",
	"On Saturday, 21 November 2026 12:00:10 CET Fred Stone wrote:",
	"Am Samstag, 21. November 2026, 12:00:10 CET schrieb Fred Stone:",
	"On Sat, 2026-11-21 at 12:00 +0100, Fred Stone wrote:",
	"El sáb, 21-11-2026 a las 12:00 +0100, Fred Stone escribió:",
	"On Sat, 21 Nov 2026 12:00:10 +0100\nFred Stone <fred@players.test> wrote:",
	"On Sat, 21 Nov 2026, 12:00, Fred Stone wrote:",
	"Saturday, November 21, 2026, 12:00:10 PM, you wrote:",
	"Вы писали 21 ноября 2026 г., 12:00:10:",
	"On 21 November 2026 12:00:10 CET, Fred Stone <fred@players.test> wrote:",
	"Am 21. November 2026 12:00:10 MEZ schrieb Fred Stone <fred@players.test>:",
	"Le 21 novembre 2026 12:00:10 GMT+01:00, Fred Stone <fred@players.test> a écrit :",
	"21 ноября 2026 г. 12:00:10 GMT+03:00, Fred Stone <fred@players.test> пишет:",
	"2026年11月21日 12:00:10 GMT+08:00，Fred Stone <fred@players.test> 写道：",
	"On Sat, Nov 21, 2026 at 12:00 pm, Fred Stone <fred@players.test> wrote:",
	"On 21 Nov 2026 12:00, Fred Stone <fred@players.test> wrote:",
	"fred@players.test wrote on 21/11/2026 12:00:10:",
	"In article <7@players.test>, Fred Stone <fred@players.test> wrote:",
	"On Sat 21 Nov at 12:00, Fred Stone wrote:",
	"Fred Stone wrote on 11/21/26 12:00 PM:",
	"Em sáb, 2026-11-21 às 12:00 +0100, Fred Stone escreveu:",
	"Fred Stone wrote (21.11.2026 12:00):",
	"At Sat, 21 Nov 2026 12:00:10 +0900, Fred Stone wrote:",
	/* a language that nobody knows */
	"Qap 21.11.2026 zur 12:00 " FRED " xlirp:",
	"Qap Fred Stone, 2026-11-21 12:00:",
	FRED " (21/11/2026, 12:00):",
};

/* Blocks and frames above a quote without marks. */
static const char *const blocks[] = {
	/* Outlook */
	"Van: Fred\nGestuur: Saterdag\nAan: Wilma\nOnderwerp: Spel 7",
	"Pošiljatelj: Fred\nPoslano: subota\nPrimatelj: Wilma\nPredmet: 7",
	"From: Fred Stone\nSent: 21 November 2026 12:00\nTo: Wilma\nSubject: 7",
	"Nork: Fred\nBidalia: 2026(e)ko azaroak 21 12:00\nNori: Wilma\nGaia: 7",
	"De: Fred\nEnviado: sábado, 21 de novembro de 2026 12:00\nPara: Wilma\nAsunto: 7",
	"De: Fred\nEnviat el: dissabte, 21 de novembre de 2026\nPer a: Wilma\nTema: 7",
	"Frá: Fred\nSent: laugardagur\nTil: Wilma\nEfni: 7",
	"Ó: Fred\nSeolta: Dé Sathairn\nChuig: Wilma\nÁbhar: 7",
	"Nga: Fred\nDërguar: e shtunë\nPër: Wilma\nTema: 7",
	"Кімнен: Fred\nЖіберілді: сенбі\nКімге: Wilma\nТақырыбы: 7",
	"Kimdən: Fred\nGöndərilib: şənbə\nKimə: Wilma\nMövzu: 7",
	"გამგზავნი: Fred\nთარიღი: შაბათი\nმიმღები: Wilma\nთემა: 7",
	"प्रेषक: Fred\nभेजा गया: शनिवार\nप्रति: Wilma\nविषय: 7",
	"প্রেরক: Fred\nতারিখ: শনিবার\nপ্রাপক: Wilma\nবিষয়: 7",
	"அனுப்புநர்: Fred\nதேதி: சனி\nபெறுநர்: Wilma\nபொருள்: 7",
	"จาก: Fred\nส่ง: วันเสาร์\nถึง: Wilma\nเรื่อง: 7",
	"فرستنده: Fred\nارسال شده: شنبه\nبه: Wilma\nموضوع: 7",
	"Daripada: Fred\nDihantar: Sabtu\nKepada: Wilma\nSubjek: 7",
	"Dari: Fred\nDikirim: Sabtu\nKepada: Wilma\nSubjek: 7",
	"Mula kay: Fred\nIpinadala: Sabado\nPara kay: Wilma\nPaksa: 7",
	"Kutoka: Fred\nImetumwa: Jumamosi\nKwa: Wilma\nMada: 7",
	"Od: Fred\nOdoslané: sobota\nKomu: Wilma\nPredmet: 7",
	"Feladó: Fred\nElküldve: szombat\nCímzett: Wilma\nTárgy: 7",
	"De la: Fred\nTrimis: sâmbătă\nCătre: Wilma\nSubiect: 7",
	"Από: Fred\nΣτάλθηκε: Σάββατο\nΠρος: Wilma\nΘέμα: 7",
	"מאת: Fred\nנשלח: שבת\nאל: Wilma\nנושא: 7",
	"________________________________\nFrom: Fred\nSent: Saturday\nTo: Wilma\nSubject: 7",
	"_____________________________________________\nVon: Fred\nGesendet: Samstag\nAn: Wilma\nBetreff: 7",
	"From: Fred Stone <fred@players.test>\nDate: Saturday, 21 November 2026 at 12:00\nTo: Wilma\nSubject: 7",
	"Von: Fred Stone <fred@players.test>\nDatum: Samstag, 21. November 2026 um 12:00\nAn: Wilma\nBetreff: 7",
	/* the web */
	"发件人：Fred Stone <fred@players.test>\n发送日期：2026-11-21 12:00\n收件人：wilma@players.test\n主题：7",
	"----- 原始邮件 -----\n发件人：Fred <fred@players.test>\n收件人：<wilma@players.test>\n主题：7\n日期：2026年11月21日 12点00分",
	"------------------ Original ------------------\nFrom: \"Fred\" <fred@players.test>;\nDate: Sat, Nov 21, 2026 12:00 PM\nTo: \"Wilma\";\nSubject: 7",
	"------------------&nbsp;原始邮件&nbsp;------------------\n发件人: \"Fred\" <fred@players.test>;\n发送时间: 2026年11月21日(星期六) 中午12:00\n收件人: \"wilma\";\n主题: 7",
	"---- 回复的原邮件 ----\n| 发件人 | Fred<fred@players.test> |\n| 日期 | 2026年11月21日 12:00 |\n| 收件人 | wilma |\n| 主题 | 7 |",
	"---- Replied Message ----\n| From | Fred<fred@players.test> |\n| Date | 11/21/2026 12:00 |\n| To | wilma |\n| Subject | 7 |",
	"  ----邮件原文----发件人:Fred  <fred@players.test>收件人:wilma 抄送: (无)发送时间:2026-11-21 12:00:00主题:7",
	"------------------------------------------------------------------\n发件人：Fred <fred@players.test>\n发送时间：2026年11月21日(星期六) 12:00\n收件人：wilma\n主　题：7",
	"-----원본 메시지-----\nFrom: \"Fred\"<fred@players.test>\nTo: <wilma@players.test>;\nCc:\nSent: 2026-11-21 (토) 12:00:10\nSubject: 7",
	"-----Original Message-----\nFrom: \"Fred\"<fred@players.test>\nTo: <wilma@players.test>;\nSent: 2026-11-21 (토) 12:00:10 (GMT+09:00)\nSubject: 7",
	"--------- 원본 메일 ---------\n보낸사람: Fred <fred@players.test>\n받는사람 : wilma\n날짜: 2026년 11월 21일 토요일\n제목: 7",
	"----- Thư gốc -----\nTừ: Fred\nĐến: Wilma",
	"-----Thư đã chuyển tiếp-----\nTừ: Fred",
	"---------- Původní e-mail ----------\nOd: Fred Stone <fred@players.test>\nKomu: wilma\nDatum: 21. 11. 2026 12:00:10\nPředmět: 7",
	"--- Исходное сообщение ---\nОт кого: \"Fred\" <fred@players.test>\nДата: 21 ноября 2026, 12:00:10",
	"--- Оригінальне повідомлення ---\nВід кого: \"Fred\" <fred@players.test>\nДата: 21 листопада 2026, 12:00:10",
	"----- Messaggio originale -----\nDa: fred@players.test\nData: 21/11/2026 12:00",
	"---------- Initial Header -----------\n\nFrom : fred@players.test\nTo : wilma",
	"> Message du 21/11/26 12:00\n> De : \"Fred\" <fred@players.test>",
	"De : \"Fred\"\nA : wilma\nEnvoyé: samedi 21 Novembre 2026 12:00\nObjet : 7",
	"----- Mail original -----\nDe: \"Fred\" <fred@players.test>\nÀ: \"Wilma\"\nEnvoyé: Samedi 21 Novembre 2026 12:00:10\nObjet: 7",
	"Gesendet: Samstag, 21. November 2026 um 12:00 Uhr\nVon: \"Fred\" <fred@players.test>\nAn: wilma\nBetreff: 7",
	"-----Original-Nachricht-----\nBetreff: 7\nDatum: 2026-11-21T12:00:10+0100\nVon: \"Fred\" <fred@players.test>\nAn: wilma",
	"---------- Ursprüngliche Nachricht ----------\nVon: Fred <fred@players.test>\nAn: wilma\nDatum: 21. November 2026 um 12:00\nBetreff: 7",
	"---------- Original Message ----------\nFrom: Fred <fred@players.test>\nTo: wilma\nDate: November 21, 2026 at 12:00 PM\nSubject: 7",
	"---------- Пересылаемое сообщение ----------\n21.11.2026, 12:00, \"Fred\" <fred@players.test>:",
	"-------- Исходное сообщение --------\nОт: Fred\nДата: 21.11.2026 12:00",
	"-------- Mensagem original --------\nDe: Fred\nData: 21/11/26 12:00 (GMT-03:00)\nPara: wilma\nAssunto: 7",
	"-------- 원본 메시지 --------\n보낸 사람: Fred\n날짜: 26/11/21",
	"-------- Tin nhắn gốc --------\nTừ: Fred\nNgày: 21/11/26 12:00",
	"-------- 原始邮件 --------\n发件人： Fred <fred@players.test>\n日期： 2026年11月21日周六 12:00",
	"原始邮件\n发件人：Fred<fred@players.test>\n收件人：wilma\n发送时间：2026年11月21日(周六) 12:00",
	"  Original Message  \nFrom: Fred\nSent: Saturday, November 21, 2026 12:00\nTo: wilma",
	"On Saturday, November 21, 2026, 12:00 PM, Fred Stone <fred@players.test> wrote:",
	/* programs */
	"Fred Stone---21.11.2026 12:00:10---Von: Fred Stone/PLAYERS\nAn: Wilma\nDatum: 21.11.2026 12:00\nBetreff: 7",
	"From:   Fred Stone/PLAYERS\nTo:     Wilma/PLAYERS\nDate:   21.11.2026 12:00\nSubject:        7",
	"-----\"Fred\" <fred@players.test> schrieb: -----\nAn: wilma\nVon: Fred\nDatum: 21.11.2026 12:00",
	">>> Fred Stone <fred@players.test> 21.11.2026 12:00 >>>",
	"----Original Message----\nFrom: fred@players.test\nDate: 21/11/2026 12:00",
	"-------- Forwarded Message --------\nSubject: 	7\nDate: 	Sat, 21 Nov 2026 12:00:10 +0100\nFrom: 	Fred Stone <fred@players.test>",
	"-------- Původní zpráva --------\nPředmět: 7\nDatum: 21.11.2026 12:00\nOd: Fred",
	"----- Reply message -----\nFrom: \"Fred\" <fred@players.test>\nTo: wilma",
	/* languages that nobody knows */
	"Qap: Fred Stone <fred@players.test>\nZur: 21.11.2026 12:00\nXlirp: 7",
	"Qap: Fred\nZur: 2026-11-21 12:00\nMup: Wilma\nXlirp: 7",
};

/* Nothing but what is new may be left, with and without an empty line around. */
static void
check_above(struct arena *arena, const char *mark)
{
	static const char *const quotes[] = { BARE, MARKED, "\n" BARE, "\n" MARKED };

	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
		const char *text = quote_cut(
		    arena, arena_printf(arena, NEW "\n%s\n%s", mark, quotes[i]));

		if (strcmp(text, NEW) != 0)
			print_message("quote %zu below: %s\n", i, mark);
		assert_string_equal(text, NEW);
	}
}

static void
test_above(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		check_above(arena, lines[i]);
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		check_above(arena, blocks[i]);
	arena_free(arena);
}

static void
test_below(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char *whole = arena_printf(arena, "%s\n\n" MARKED "\n" NEW, lines[i]);
		const char *text = quote_cut(arena, whole);

		/* Frames may hold quotes of their own. */
		if (strcmp(text, NEW) != 0 && (*text != '\0' || strncmp(lines[i], "--", 2) != 0)) {
			print_message("quote: %s\n", lines[i]);
			assert_string_equal(text, NEW);
		}
	}
	arena_free(arena);
}

/* Words of people. */
static const char *const talk[] = {
	"See you on 21.11.2026 at 12:00.\nI hope so.\n",
	"I am free from 2026-12-01 18:00:\nany day will do\n",
	"My new address is fred@players.test: please use it.\nThanks\n",
	"Please write to fred@players.test or call me at 18:30:\nthanks\n",
	"Fred wrote me a letter.\nIt was nice.\n",
	"You wrote that you resign?\nReally?\n",
	"As Confucius wrote:\nthe horse is slow\n",
	"I wrote this on 21.11.2026, late at night\nand it shows\n",
	"My plan: the cannon first.\nYour plan: who knows?\n",
	"Time: 12:00\nPlace: Hanoi\n",
	"Note: I move fast: be warned: really\n",
	"From: now on I play faster\nand better\n",
	"To: be or not to be\nthat is the question\n",
	"Subject: to change\nis my plan\n",
	"Date: none, I fear\nso it goes\n",
	"|resign? never\n",
	"| resign? never\n| I play on\n",
	"a > b, and b > c\nso a > c\n",
	"R>C is what I feared\n",
	":) nice one\n:D thanks\n",
	"Reminder: 1. rook 2. horse 3. cannon\nas always\n",
	"My rating: 1500 at 12:00, 1520 at 18:00\nwow\n",
	"In 2016 fred@players.test was the best player of all.\nWhere is he?\n",
	"On 21 November I will be away: sorry!\nBack soon\n",
	"你好，12:00 见：加油\n谢谢\n",
	"他写道\n很好\n",
	"我写了一封信给 fred@players.test 。\n谢谢\n",
	"主题公园在 2026年11月21日 开放\n一起去吧\n",
	"Ich schrieb dir am 21.11.2026 schon.\nGruß\n",
	"Von: wegen! Das war ein Fehler\nGruß\n",
	"Schau mal: 21.11.2026 ist unser Termin\nGruß\n",
	"Вы писали, что сдаётесь?\nНет!\n",
	"Напишу 21.11.2026 в 12:00, хорошо?\nПока\n",
	"Tôi đã viết cho bạn lúc 12:00 ngày 21/11\ncảm ơn\n",
	"Hẹn gặp lúc 12:00: nhé\ncảm ơn\n",
	"https://players.test/a?b=c@d: look at it\nthanks\n",
	"- one: 12:00\n- two: 18:00\n- three: never\n",
	"1: yes\n2: no\n",
	"Original message follows? No, there is none\nsorry\n",
	"I quote: \"never resign\"\nFred said that\n",
	"%% is a strange sign\n",
	"Fred: hi\nWilma: hello\n",
	"Wo: 好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好好\nthanks\n",
	"we play at 12:00 2026-12-01, because they said:\nnever on Sunday\n",
};

static void
test_talk(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof talk / sizeof *talk; i++) {
		char *above = arena_printf(arena, "h2e2\n\n%s", talk[i]);
		char *quoted = arena_printf(
		    arena, "%s\nOn 1 Feb 2016, Fred wrote:\n" MARKED, above);

		if (strcmp(quote_cut(arena, above), above) != 0 ||
		    strcmp(quote_cut(arena, quoted), above) != 0)
			print_message("talk: %s\n", talk[i]);
		assert_string_equal(quote_cut(arena, above), above);
		assert_string_equal(quote_cut(arena, quoted), above);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: above what programs write", test_above, NULL, NULL, NULL },
		{ "mail 13: below what programs write and the quote", test_below, NULL, NULL,
		    NULL },
		{ "mail 13: what people write is kept", test_talk, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_quote_attribution", tests, NULL, NULL);
}
