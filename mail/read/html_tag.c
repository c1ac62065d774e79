/* SPDX-License-Identifier: ISC */
/*
 * Tags and entities of HTML, and what mail programs mean by the tags.
 *
 * Tolerant: reads what browsers read, in one pass.  The names that mail programs give
 * to the containers of quotes and signatures stand in quotes.txt; one that is missing
 * there is caught by its text (quote.c) in most letters.  An entity of unknown name stays
 * as text.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/phrases.h"
#include "mail/read/html.h"

#define SHORTEST_ENTITY 2 /* "lt" */
#define BLANKS          " \t\n\f"
#define NAME_ENDS       BLANKS "/>"

/* In ASCII order. */
static const struct element {
	const char *name;
	unsigned kinds;
} elements[] = { { "a", TAG_FORMAT }, { "address", TAG_BLOCK },
	{ "applet", TAG_UNSEEN | TAG_SCOPE }, { "area", TAG_VOID }, { "article", TAG_BLOCK },
	{ "aside", TAG_BLOCK }, { "audio", TAG_UNSEEN }, { "b", TAG_FORMAT }, { "base", TAG_VOID },
	{ "basefont", TAG_VOID }, { "bgsound", TAG_VOID }, { "big", TAG_FORMAT },
	{ "blockquote", TAG_BLOCK | TAG_QUOTE }, { "body", TAG_BLOCK | TAG_ROOT },
	{ "br", TAG_VOID | TAG_BREAK }, { "button", TAG_UNSEEN | TAG_SCOPE },
	{ "canvas", TAG_UNSEEN }, { "caption", TAG_BLOCK | TAG_SCOPE }, { "center", TAG_BLOCK },
	{ "code", TAG_FORMAT }, { "col", TAG_VOID }, { "datalist", TAG_UNSEEN },
	{ "dd", TAG_BLOCK | TAG_ITEM }, { "del", TAG_STRUCK }, { "details", TAG_BLOCK | TAG_QUOTE },
	{ "dialog", TAG_BLOCK | TAG_UNSEEN }, { "dir", TAG_BLOCK | TAG_LIST }, { "div", TAG_BLOCK },
	{ "dl", TAG_BLOCK | TAG_LIST }, { "dt", TAG_BLOCK | TAG_ITEM }, { "em", TAG_FORMAT },
	{ "embed", TAG_VOID }, { "fieldset", TAG_BLOCK }, { "figcaption", TAG_BLOCK },
	{ "figure", TAG_BLOCK }, { "font", TAG_FORMAT }, { "footer", TAG_BLOCK },
	{ "form", TAG_BLOCK }, { "frame", TAG_VOID }, { "h1", TAG_BLOCK }, { "h2", TAG_BLOCK },
	{ "h3", TAG_BLOCK }, { "h4", TAG_BLOCK }, { "h5", TAG_BLOCK }, { "h6", TAG_BLOCK },
	{ "head", TAG_ROOT }, { "header", TAG_BLOCK }, { "hgroup", TAG_BLOCK },
	{ "hr", TAG_VOID | TAG_RULE }, { "html", TAG_BLOCK | TAG_ROOT }, { "i", TAG_FORMAT },
	{ "iframe", TAG_RAW }, { "img", TAG_VOID }, { "input", TAG_VOID }, { "keygen", TAG_VOID },
	{ "legend", TAG_BLOCK }, { "li", TAG_BLOCK | TAG_ITEM }, { "link", TAG_VOID },
	{ "listing", TAG_BLOCK | TAG_PRE }, { "main", TAG_BLOCK },
	{ "marquee", TAG_BLOCK | TAG_SCOPE }, { "math", TAG_UNSEEN },
	{ "menu", TAG_BLOCK | TAG_LIST }, { "meta", TAG_VOID }, { "nav", TAG_BLOCK },
	{ "nobr", TAG_FORMAT }, { "noembed", TAG_RAW }, { "noframes", TAG_RAW },
	{ "noscript", TAG_UNSEEN }, { "object", TAG_UNSEEN | TAG_SCOPE },
	{ "ol", TAG_BLOCK | TAG_LIST }, { "p", TAG_BLOCK | TAG_PARAGRAPH }, { "param", TAG_VOID },
	{ "pre", TAG_BLOCK | TAG_PRE }, { "s", TAG_FORMAT | TAG_STRUCK }, { "script", TAG_RAW },
	{ "section", TAG_BLOCK }, { "select", TAG_UNSEEN }, { "small", TAG_FORMAT },
	{ "source", TAG_VOID }, { "strike", TAG_FORMAT | TAG_STRUCK }, { "strong", TAG_FORMAT },
	{ "style", TAG_RAW }, { "summary", TAG_BLOCK }, { "svg", TAG_UNSEEN },
	{ "table", TAG_BLOCK | TAG_SCOPE }, { "tbody", TAG_BLOCK | TAG_ITEM },
	{ "td", TAG_SCOPE | TAG_CELL | TAG_ITEM }, { "template", TAG_UNSEEN | TAG_SCOPE },
	{ "textarea", TAG_RAW }, { "tfoot", TAG_BLOCK | TAG_ITEM },
	{ "th", TAG_SCOPE | TAG_CELL | TAG_ITEM }, { "thead", TAG_BLOCK | TAG_ITEM },
	{ "title", TAG_BLOCK | TAG_RAW }, { "tr", TAG_BLOCK | TAG_ITEM }, { "track", TAG_VOID },
	{ "tt", TAG_FORMAT }, { "u", TAG_FORMAT }, { "ul", TAG_BLOCK | TAG_LIST },
	{ "video", TAG_UNSEEN }, { "wbr", TAG_VOID }, { "xml", TAG_UNSEEN }, { "xmp", TAG_RAW } };

/* In ASCII order. */
static const struct entity {
	const char *name;
	uint32_t character;
} entities[] = { { "AElig", 198 }, { "Aacute", 193 }, { "Acirc", 194 }, { "Agrave", 192 },
	{ "Aring", 197 }, { "Atilde", 195 }, { "Auml", 196 }, { "Ccedil", 199 }, { "ETH", 208 },
	{ "Eacute", 201 }, { "Ecirc", 202 }, { "Egrave", 200 }, { "Euml", 203 }, { "Iacute", 205 },
	{ "Icirc", 206 }, { "Igrave", 204 }, { "Iuml", 207 }, { "NewLine", '\n' },
	{ "Ntilde", 209 }, { "OElig", 338 }, { "Oacute", 211 }, { "Ocirc", 212 }, { "Ograve", 210 },
	{ "Oslash", 216 }, { "Otilde", 213 }, { "Ouml", 214 }, { "Scaron", 352 }, { "THORN", 222 },
	{ "Tab", '\t' }, { "Uacute", 218 }, { "Ucirc", 219 }, { "Ugrave", 217 }, { "Uuml", 220 },
	{ "Yacute", 221 }, { "Yuml", 376 }, { "aacute", 225 }, { "acirc", 226 }, { "acute", 180 },
	{ "aelig", 230 }, { "agrave", 224 }, { "amp", '&' }, { "apos", '\'' }, { "aring", 229 },
	{ "ast", '*' }, { "atilde", 227 }, { "auml", 228 }, { "bdquo", 8222 }, { "brvbar", 166 },
	{ "bull", 8226 }, { "ccedil", 231 }, { "cedil", 184 }, { "cent", 162 }, { "circ", 710 },
	{ "colon", ':' }, { "comma", ',' }, { "commat", '@' }, { "copy", 169 }, { "curren", 164 },
	{ "dash", 8208 }, { "deg", 176 }, { "divide", 247 }, { "eacute", 233 }, { "ecirc", 234 },
	{ "egrave", 232 }, { "emsp", ' ' }, { "ensp", ' ' }, { "equals", '=' }, { "eth", 240 },
	{ "euml", 235 }, { "euro", 8364 }, { "excl", '!' }, { "frac12", 189 }, { "frac14", 188 },
	{ "frac34", 190 }, { "gt", '>' }, { "hairsp", ' ' }, { "hellip", 8230 }, { "horbar", 8213 },
	{ "hyphen", 8208 }, { "iacute", 237 }, { "icirc", 238 }, { "iexcl", 161 },
	{ "igrave", 236 }, { "iquest", 191 }, { "iuml", 239 }, { "laquo", 171 }, { "larr", 8592 },
	{ "ldquo", 8220 }, { "lowbar", '_' }, { "lpar", '(' }, { "lrm", 8206 }, { "lsaquo", 8249 },
	{ "lsquo", 8216 }, { "lt", '<' }, { "macr", 175 }, { "mdash", 8212 }, { "micro", 181 },
	{ "middot", 183 }, { "minus", 8722 }, { "nbsp", ' ' }, { "ndash", 8211 }, { "not", 172 },
	{ "ntilde", 241 }, { "num", '#' }, { "numsp", ' ' }, { "oacute", 243 }, { "ocirc", 244 },
	{ "oelig", 339 }, { "ograve", 242 }, { "ordf", 170 }, { "ordm", 186 }, { "oslash", 248 },
	{ "otilde", 245 }, { "ouml", 246 }, { "para", 182 }, { "period", '.' }, { "plus", '+' },
	{ "plusmn", 177 }, { "pound", 163 }, { "quest", '?' }, { "quot", '"' }, { "raquo", 187 },
	{ "rarr", 8594 }, { "rdquo", 8221 }, { "reg", 174 }, { "rlm", 8207 }, { "rpar", ')' },
	{ "rsaquo", 8250 }, { "rsquo", 8217 }, { "sbquo", 8218 }, { "scaron", 353 },
	{ "sect", 167 }, { "shy", 173 }, { "sup1", 185 }, { "sup2", 178 }, { "sup3", 179 },
	{ "szlig", 223 }, { "thinsp", ' ' }, { "thorn", 254 }, { "tilde", 732 }, { "times", 215 },
	{ "trade", 8482 }, { "uacute", 250 }, { "ucirc", 251 }, { "ugrave", 249 }, { "uml", 168 },
	{ "uuml", 252 }, { "yacute", 253 }, { "yen", 165 }, { "yuml", 255 }, { "zwj", 8205 },
	{ "zwnj", 8204 } };

/* Finds a name in a table whose entries begin with theirs. */
static int
compare_name(const void *name, const void *entry)
{
	return strcmp(name, *(const char *const *)entry);
}

#define FIND(name, table) \
	bsearch((name), table, sizeof table / sizeof *table, sizeof *table, compare_name)

static void
add_hint(char *out, size_t size, const char *value, size_t length)
{
	size_t n = strlen(out);

	for (size_t i = 0; i < length && n + 2 < size; i++)
		out[n++] = (char)tolower((unsigned char)value[i]);
	if (n + 1 < size)
		out[n++] = ' ';
	out[n] = '\0';
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Reads one attribute; returns what follows it. */
static const char *
read_attribute(const char *at, struct span *name, struct span *value)
{
	*name = (struct span){ at, 1 + strcspn(at + 1, "=" NAME_ENDS) };
	*value = (struct span){ "", 0 };
	at += name->length;
	at += strspn(at, BLANKS);
	if (*at != '=')
		return at;
	at += 1 + strspn(at + 1, BLANKS);
	if (*at == '"' || *at == '\'') {
		const char *end = strchrnul(at + 1, *at);

		*value = (struct span){ at + 1, (size_t)(end - at) - 1 };
		return end + (*end != '\0');
	}
	*value = (struct span){ at, strcspn(at, BLANKS ">") };
	return at + value->length;
}

/* Keeps an attribute that is looked at; of two the first counts. */
static void
take_attribute(struct html_tag *tag, struct span name, struct span value)
{
	static const char *const names[HTML_ATTRIBUTES] = { "style", "class", "id", "type",
		"data-smartmail", "name", "hidden", "color", "bgcolor", "text", "background",
		"width", "height", "media" };

	for (int i = 0; i < HTML_ATTRIBUTES; i++) {
		if (tag->attributes[i].at != NULL || !span_is(name, names[i]))
			continue;
		tag->attributes[i] = value;
		tag->plain = false;
		if (i >= HTML_CLASS && i <= HTML_NAME)
			add_hint(tag->hints, sizeof tag->hints, value.at, value.length);
	}
}

/* What follows a comment that begins at `at`. */
static const char *
skip_comment(const char *at)
{
	const char *close, *other;

	/* "<!-->" and "<!--->" are whole. */
	if (*at == '>')
		return at + 1;
	if (strncmp(at, "->", 2) == 0)
		return at + 2;
	close = strstr(at, "--");
	while (close != NULL && close[2] != '>' && strncmp(close + 2, "!>", 2) != 0)
		close = strstr(close + 1, "--");
	if (close == NULL)
		return at + strlen(at);
	other = close + 2;
	return other + 1 + (*other == '!');
}

/* Fills in the name at `at` and what kind of element it is; returns what follows it. */
static const char *
read_name(const char *at, struct html_tag *tag)
{
	size_t length = strcspn(at, NAME_ENDS);
	const struct element *element;

	for (size_t i = 0; i < length && i + 1 < sizeof tag->name; i++)
		tag->name[i] = (char)tolower((unsigned char)at[i]);
	element = length < sizeof tag->name ? FIND(tag->name, elements) : NULL;
	tag->kinds = element != NULL ? element->kinds : 0;
	return at + length;
}

const char *
html_tag_read(const char *at, struct html_tag *tag)
{
	struct span name, value;
	bool closing = at[1] == '/';

	memset(tag, 0, offsetof(struct html_tag, hints) + 1);
	at++;
	if (*at == '!' && at[1] == '-' && at[2] == '-')
		return skip_comment(at + 3);
	if (*at == '!' || *at == '?' || (closing && at[1] != '\0' && !is_letter(at[1]))) {
		at = strchrnul(at, '>');
		return at + (*at != '\0');
	}
	at += closing;
	if (!is_letter(*at))
		return NULL;
	tag->plain = true;
	tag->closing = closing;
	at = read_name(at, tag);
	for (;;) {
		tag->empty = *at == '/';
		at += strspn(at, BLANKS "/");
		if (*at == '\0')
			return at;
		if (*at == '>')
			return at + 1;
		at = read_attribute(at, &name, &value);
		take_attribute(tag, name, value);
	}
}

/* What follows `property`, a name and perhaps the start of its value; NULL without it. */
static const char *
find_property(const char *style, const char *property)
{
	for (const char *at = style; (at = strstr(at, property)) != NULL; at++) {
		if (at == style || at[-1] == ';')
			return at + strlen(property);
	}
	return NULL;
}

/* A line along the left side: how many programs draw a quote. */
static bool
is_barred(const char *style)
{
	/* Where a line along the left side is drawn, and by a shorthand for all sides. */
	static const char *const bars[] = { "border-left:", "border-left-style:",
		"border-inline-start:", "border-style:nonenonenone" };

	for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
		const char *bar = find_property(style, bars[i]);

		if (bar != NULL && *bar != '0' && strncmp(bar, "none", 4) != 0 &&
		    strncmp(bar, "medium", 6) != 0 && strncmp(bar, "hidden", 6) != 0)
			return true;
	}
	return false;
}

static enum html_hint
style_hint(const char *style)
{
	if (find_property(style, "text-decoration:line-through") != NULL ||
	    find_property(style, "text-decoration-line:line-through") != NULL)
		return HINT_DROP;
	/* Outlook draws a line above the header block of the letter it quotes. */
	if (strstr(style, "border-top:solid#") != NULL && strstr(style, "padding:3.0pt0") != NULL)
		return HINT_CUT;
	if (is_barred(style))
		return HINT_QUOTE;
	return find_property(style, "white-space:pre") != NULL ? HINT_PRE : HINT_NONE;
}

enum html_hint
html_tag_hint(const struct html_tag *tag, const char *style)
{
	struct span hints = { tag->hints, strlen(tag->hints) };

	if ((tag->kinds & TAG_QUOTE) != 0)
		return HINT_QUOTE;
	if ((tag->kinds & (TAG_STRUCK | TAG_UNSEEN)) != 0)
		return HINT_DROP;
	if (phrases_stand_in(PHRASES_CLASS_CUT, hints))
		return HINT_CUT;
	if (phrases_stand_in(PHRASES_CLASS_QUOTE, hints))
		return HINT_QUOTE;
	if (phrases_stand_in(PHRASES_CLASS_DROP, hints))
		return HINT_DROP;
	return *style != '\0' ? style_hint(style) : HINT_NONE;
}

static uint32_t
numeric_entity(const char *at, const char **end)
{
	/* What the numbers from 128 to 159 mean to browsers: windows-1252. */
	static const uint16_t windows_1252[32] = { 0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026,
		0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
		0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
		0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178 };
	int base = 10 + 6 * (*at == 'x' || *at == 'X');
	const char *digits = at + (base == 16);
	size_t count = 0;
	unsigned long number;

	while (count <= 8 &&
	    (base == 16 ? isxdigit((unsigned char)digits[count]) :
			  isdigit((unsigned char)digits[count])))
		count++;
	if (count == 0 || count > 8)
		return 0;
	*end = digits + count + (digits[count] == ';');
	number = strtoul(digits, NULL, base);
	if (number == 160)
		return ' ';
	if (number >= 0x80 && number <= 0x9F)
		return windows_1252[number - 0x80];
	if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000))
		return 0xFFFD;
	return (uint32_t)number;
}

uint32_t
html_entity(const char *at, const char **end)
{
	const struct entity *found;
	char name[12];
	size_t n = 0;

	at++;
	if (*at == '#')
		return numeric_entity(at + 1, end);
	while (n < sizeof name && is_letter(at[n]))
		n++;
	while (n > 0 && n < sizeof name && at[n] >= '0' && at[n] <= '9')
		n++;
	if (n < SHORTEST_ENTITY || n >= sizeof name)
		return 0;
	memcpy(name, at, n);
	name[n] = '\0';
	found = FIND(name, entities);
	if (found == NULL)
		return 0;
	*end = at + n + (at[n] == ';');
	return found->character;
}

char *
html_entities(struct arena *arena, const char *text)
{
	char *copy = arena_bytes(arena, strlen(text) + 4), *to = copy;
	const char *end;
	uint32_t c;

	/* What an entity stands for is no longer than the entity. */
	while (*text != '\0')
		if (*text == '&' && (c = html_entity(text, &end)) != 0 && end[-1] == ';') {
			to += utf8_encode(c, to);
			text = end;
		} else {
			*to++ = *text++;
		}
	*to = '\0';
	return copy;
}
