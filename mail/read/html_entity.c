/* SPDX-License-Identifier: ISC */
/*
 * Entities of HTML: numbers, and the names that occur in letters.
 *
 * The table is sorted by name in ASCII order; an unknown name stays as text.
 */
#include <stdlib.h>
#include <string.h>

#include "mail/read/html.h"

struct entity {
	const char *name;
	uint32_t character;
};

static const struct entity entities[] = { { "AElig", 198 }, { "Aacute", 193 }, { "Acirc", 194 },
	{ "Agrave", 192 }, { "Aring", 197 }, { "Atilde", 195 }, { "Auml", 196 }, { "Ccedil", 199 },
	{ "ETH", 208 }, { "Eacute", 201 }, { "Ecirc", 202 }, { "Egrave", 200 }, { "Euml", 203 },
	{ "Iacute", 205 }, { "Icirc", 206 }, { "Igrave", 204 }, { "Iuml", 207 },
	{ "NewLine", '\n' }, { "Ntilde", 209 }, { "OElig", 338 }, { "Oacute", 211 },
	{ "Ocirc", 212 }, { "Ograve", 210 }, { "Oslash", 216 }, { "Otilde", 213 }, { "Ouml", 214 },
	{ "Scaron", 352 }, { "THORN", 222 }, { "Tab", '\t' }, { "Uacute", 218 }, { "Ucirc", 219 },
	{ "Ugrave", 217 }, { "Uuml", 220 }, { "Yacute", 221 }, { "Yuml", 376 }, { "aacute", 225 },
	{ "acirc", 226 }, { "acute", 180 }, { "aelig", 230 }, { "agrave", 224 }, { "amp", '&' },
	{ "apos", '\'' }, { "aring", 229 }, { "ast", '*' }, { "atilde", 227 }, { "auml", 228 },
	{ "bdquo", 8222 }, { "brvbar", 166 }, { "bull", 8226 }, { "ccedil", 231 }, { "cedil", 184 },
	{ "cent", 162 }, { "circ", 710 }, { "colon", ':' }, { "comma", ',' }, { "commat", '@' },
	{ "copy", 169 }, { "curren", 164 }, { "dash", 8208 }, { "deg", 176 }, { "divide", 247 },
	{ "eacute", 233 }, { "ecirc", 234 }, { "egrave", 232 }, { "emsp", ' ' }, { "ensp", ' ' },
	{ "equals", '=' }, { "eth", 240 }, { "euml", 235 }, { "euro", 8364 }, { "excl", '!' },
	{ "frac12", 189 }, { "frac14", 188 }, { "frac34", 190 }, { "gt", '>' }, { "hairsp", ' ' },
	{ "hellip", 8230 }, { "horbar", 8213 }, { "hyphen", 8208 }, { "iacute", 237 },
	{ "icirc", 238 }, { "iexcl", 161 }, { "igrave", 236 }, { "iquest", 191 }, { "iuml", 239 },
	{ "laquo", 171 }, { "larr", 8592 }, { "ldquo", 8220 }, { "lowbar", '_' }, { "lpar", '(' },
	{ "lrm", 8206 }, { "lsaquo", 8249 }, { "lsquo", 8216 }, { "lt", '<' }, { "macr", 175 },
	{ "mdash", 8212 }, { "micro", 181 }, { "middot", 183 }, { "minus", 8722 }, { "nbsp", ' ' },
	{ "ndash", 8211 }, { "not", 172 }, { "ntilde", 241 }, { "num", '#' }, { "numsp", ' ' },
	{ "oacute", 243 }, { "ocirc", 244 }, { "oelig", 339 }, { "ograve", 242 }, { "ordf", 170 },
	{ "ordm", 186 }, { "oslash", 248 }, { "otilde", 245 }, { "ouml", 246 }, { "para", 182 },
	{ "period", '.' }, { "plus", '+' }, { "plusmn", 177 }, { "pound", 163 }, { "quest", '?' },
	{ "quot", '"' }, { "raquo", 187 }, { "rarr", 8594 }, { "rdquo", 8221 }, { "reg", 174 },
	{ "rlm", 8207 }, { "rpar", ')' }, { "rsaquo", 8250 }, { "rsquo", 8217 }, { "sbquo", 8218 },
	{ "scaron", 353 }, { "sect", 167 }, { "shy", 173 }, { "sup1", 185 }, { "sup2", 178 },
	{ "sup3", 179 }, { "szlig", 223 }, { "thinsp", ' ' }, { "thorn", 254 }, { "tilde", 732 },
	{ "times", 215 }, { "trade", 8482 }, { "uacute", 250 }, { "ucirc", 251 }, { "ugrave", 249 },
	{ "uml", 168 }, { "uuml", 252 }, { "yacute", 253 }, { "yen", 165 }, { "yuml", 255 },
	{ "zwj", 8205 }, { "zwnj", 8204 } };

static int
compare(const void *name, const void *entity)
{
	return strcmp(name, ((const struct entity *)entity)->name);
}

/* Numbers from 128 to 159, which were meant as those of windows-1252. */
static const uint16_t windows[32] = { 0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
	0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018,
	0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
	0xFFFD, 0x017E, 0x0178 };

/* What browsers make of a number. */
static uint32_t
character(unsigned long number)
{
	if (number == 160)
		return ' ';
	if (number >= 0x80 && number <= 0x9F)
		return windows[number - 0x80];
	if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000))
		return 0xFFFD;
	return (uint32_t)number;
}

static uint32_t
number(const char *at, const char **end)
{
	int base = 10 + 6 * (*at == 'x' || *at == 'X');
	const char *digits = at + (base == 16);
	size_t count = strspn(digits, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");

	if (count == 0 || count > 8)
		return 0;
	*end = digits + count + (digits[count] == ';');
	return character(strtoul(digits, NULL, base));
}

uint32_t
html_entity(const char *at, const char **end)
{
	char name[12];
	size_t n = 0;
	const struct entity *found;

	at++;
	if (*at == '#')
		return number(at + 1, end);
	while (n + 1 < sizeof name && ((at[n] | 0x20) >= 'a' && (at[n] | 0x20) <= 'z')) {
		name[n] = at[n];
		n++;
	}
	while (n > 0 && n + 1 < sizeof name && at[n] >= '0' && at[n] <= '9') {
		name[n] = at[n];
		n++;
	}
	name[n] = '\0';
	found = bsearch(
	    name, entities, sizeof entities / sizeof *entities, sizeof *entities, compare);
	if (found == NULL)
		return 0;
	*end = at + n + (at[n] == ';');
	return found->character;
}
