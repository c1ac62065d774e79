/* SPDX-License-Identifier: ISC */
/*
 * Single lines that mark a quote by their form: ">" marks, rules, delimiters,
 * signature marks.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "mail/quote/quote.h"

#define DELIMITER_BYTES 200
#define LABEL_BYTES     40
#define FRAME           "-----"

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

	return n <= span.length && strncasecmp(span.at + span.length - n, word, n) == 0;
}

bool
span_has(struct span span, const char *word)
{
	size_t n = strlen(word);
	int lower = tolower((unsigned char)*word), upper = toupper((unsigned char)*word);

	if (n == 0)
		return true;
	for (size_t i = 0; i + n <= span.length; i++) {
		if ((span.at[i] == (char)lower || span.at[i] == (char)upper) &&
		    strncasecmp(span.at + i, word, n) == 0)
			return true;
	}
	return false;
}

/* "JD> …", as some old programs mark whom they quote. */
static bool
has_initials(struct span line)
{
	size_t n = 0;

	while (n < line.length && n < 4 && isupper((unsigned char)line.at[n]))
		n++;
	return n > 0 && n + 1 < line.length && line.at[n] == '>' &&
	    (line.at[n + 1] == ' ' || line.at[n + 1] == '>');
}

/* "|…", as s-nail marks what it quotes; "| …" is a cell of a table. */
static bool
has_bar(struct span line)
{
	return line.length > 1 && line.at[0] == '|' && line.at[1] != ' ' && line.at[1] != '|';
}

bool
line_is_quoted(struct span line)
{
	return has_bar(line) || span_starts(line, ">") || span_starts(line, "＞") ||
	    span_starts(line, "&gt;") || has_initials(line);
}

/* The length of one character that rules are drawn with; 0: none. */
static size_t
rule_character(struct span line)
{
	static const char *const wide[] = { "—", "–", "─", "━", "═", "－", "＿", "＝", "‐", "‑",
		"−", "―" };

	if (line.length > 0 && strchr("-_=*#~+", line.at[0]) != NULL)
		return 1;
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
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

/* A line of nothing but dashes and the like.  Two hyphens are a signature mark,
 * of other characters it takes a drawn line. */
static bool
is_rule(struct span line, size_t character, size_t run)
{
	if (run * character != line.length)
		return false;
	if (*line.at == '-')
		return run >= 2;
	return run >= (character > 1 ? 1 : 5);
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

static struct span
after(struct span line, size_t bytes)
{
	return (struct span){ line.at + bytes, line.length - bytes };
}

/* "----- words -----From: Fred": Samsung and Yahoo go on in the same line. */
static bool
has_label_behind(struct span line)
{
	const char *frame = memmem(line.at, line.length, FRAME, strlen(FRAME));

	if (frame == NULL)
		return false;
	line = after(line, (size_t)(frame - line.at));
	line = after(line, rule_run(line, 1));
	line.length = line.length < LABEL_BYTES ? line.length : LABEL_BYTES;
	return span_has(line, ":") || span_has(line, "：");
}

static bool
speaks_of_letters(struct span line)
{
	static const char *const words[] = { "original", "message", "forwarded", "reply",
		"messaggio", "meddelande", "meddelelse", "viesti", "wiadomo", "сообщени",
		"повідомлен", "nachricht", "mensaje", "mensagem", "bericht", "邮件", "郵件",
		"wrote" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (span_has(line, words[i]))
			return true;
	}
	return false;
}

/* "----- words -----". */
static bool
is_framed(struct span line, size_t run)
{
	size_t tail = rule_tail(line);

	/* Stars are emphasis unless the words are known. */
	if (run >= 4 && tail >= 4 && strchr("*~#+", *line.at) == NULL)
		return true;
	if (run >= 2 && tail >= 2)
		return speaks_of_letters(line);
	return run >= strlen(FRAME) &&
	    (has_label_behind(after(line, run)) ||
		(span_has(after(line, run), FRAME) && speaks_of_letters(line)));
}

/* Announcements without a frame, as Apple's and others' forwards have. */
static bool
is_forward(struct span line)
{
	static const char *const words[] = { "begin forwarded message:",
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

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (span_starts(line, words[i]))
			return true;
	}
	return false;
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

/* ">>> Fred <fred@players.test> 1.2.2016 18:32 >>>", above a quote without marks. */
static bool
is_announcement(struct span line)
{
	return line.length > 8 && span_starts(line, ">>>") && span_ends(line, ">>>");
}

bool
line_is_armour(struct span line)
{
	return span_starts(line, "-----BEGIN PGP SIGNED MESSAGE-----");
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
	return memchr(at, '.', line.length - (size_t)(at - line.at)) != NULL;
}

/* "*----- Original Message -----*": bold in a text part; "- -- ": a signed text
 * marks its dashes so (RFC 4880, 7.1).  Of what is too long a frame's beginning. */
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
	size_t character, run;

	if (is_cell_frame(line))
		return true;
	line = bare_rule(line);
	if (line.length == 0)
		return false;
	if (is_announcement(line))
		return true;
	if ((character = rule_character(line)) == 0)
		return is_forward(line);
	run = rule_run(line, character);
	return is_rule(line, character, run) || is_framed(line, run);
}
