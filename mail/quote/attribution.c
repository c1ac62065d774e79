/* SPDX-License-Identifier: ISC */
/*
 * "On … wrote:", in many languages.
 *
 * An attribution ends in a colon and has two of: a verb of writing, a date or
 * time, an address.  So an unknown language is recognised by date and address,
 * and a bare "Fred wrote:" by a verb at its very end.
 */
#include "mail/quote/attribution.h"

#include <ctype.h>
#include <string.h>

#define ATTRIBUTION_LINES 4
#define ATTRIBUTION_BYTES 600
#define BARE_BYTES        120
#define DATE_BYTES        30 /* of a line with nothing but a date */
#define STARTED_BYTES     12 /* "at 18:32:" is an attribution's end */

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

#define HAS_ANY(span, words) has_any((span), (words), sizeof(words) / sizeof *(words))

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

		if (first[(unsigned char)span.at[i]] && span_any(span_starts, rest, words, count))
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

static struct date
date_in(struct span span)
{
	struct date date = { false, false };

	for (size_t i = 0; i < span.length;) {
		size_t n = digits_at(span, i), end = i + n;

		if (n == 0) {
			i++;
			continue;
		}
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

bool
attribution_has_stamp(struct span span)
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
is_without_colon(struct span span, bool before_quote)
{
	struct date date = date_in(span);
	bool address = has_address(span), angle = span_ends(span, ">");

	/* Right above a quote: "On … 18:32 Fred wrote", "2016/2/1 Fred <fred@players.test>". */
	if (before_quote && date.year &&
	    ((address && (date.time || angle)) || (date.time && SPAN_ANY(span_ends, span, bare))))
		return true;
	if (date.year && date.time && angle && address && HAS_ANY(span, verbs))
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

/* "*On … wrote:*": bold in a text part. */
static struct span
without_stars(struct span span)
{
	while (span.length > 1 && strchr("*_", *span.at) != NULL)
		span = span_trim(span.at + 1, span.at + span.length);
	while (span.length > 1 && strchr("*_", span.at[span.length - 1]) != NULL)
		span = span_trim(span.at, span.at + span.length - 1);
	return span;
}

/* Does this span, one line or several, announce a quote? */
static bool
is_attribution(struct span span, bool several, bool before_quote)
{
	span = without_stars(span);
	if (!take_colon(&span))
		return several ? is_name_and_date(span) : is_without_colon(span, before_quote);
	/* "Fred wrote" and no more; right above a quote the verb may come first. */
	if (!several && span.length <= BARE_BYTES &&
	    (SPAN_ANY(span_ends, span, bare) ||
		(before_quote && SPAN_ANY(span_starts, span, bare))))
		return true;
	return has_two(span, before_quote && !several) ||
	    (SPAN_ANY(span_starts, span, starters) && HAS_ANY(span, bare));
}

bool
attribution_is_run_together(struct span line)
{
	const char *mark = memmem(line.at, line.length, ":>", 2);

	return mark != NULL &&
	    is_attribution((struct span){ line.at, (size_t)(mark + 1 - line.at) }, false, true);
}

/* Could an attribution begin here: "On", a date, an address?  "<fred@players.test>
 * wrote" can follow a name alone. */
static bool
may_begin(struct span line, struct span next)
{
	if (line.at[0] == '"' || memchr(line.at, '@', line.length) != NULL ||
	    memchr(line.at, '<', line.length) != NULL || has_date(line) ||
	    span_ends(line, " wrote in") || SPAN_ANY(span_starts, line, starters))
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
	    !SPAN_ANY(span_starts, line, starters) || !has_date(line);
}

bool
attribution_at(const char *text, const char **next)
{
	const char *end = text;

	for (int lines = 1; lines <= ATTRIBUTION_LINES; lines++) {
		struct span whole;

		if (!goes_on(span_trim(text, end > text ? end - 1 : text), line_at(end)))
			return false;
		whole = span_trim(text, end + strcspn(end, "\n"));
		end = line_next(end);
		if (whole.length > ATTRIBUTION_BYTES)
			return false;
		if (is_attribution(whole, lines > 1, line_quote_follows(end))) {
			*next = end;
			return true;
		}
		if (lines == 1 && !may_begin(whole, line_at(end)))
			return false;
	}
	return false;
}
