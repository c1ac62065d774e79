/* SPDX-License-Identifier: ISC */
/*
 * Entities of HTML: numbers, and the names that occur in letters.
 *
 * The table is sorted by name in ASCII order; an unknown name stays as text.
 */
#include <stdlib.h>
#include <string.h>

#include "mail/html.h"

struct entity {
	const char	*name;
	uint32_t	 character;
};

static const struct entity entities[] = {
	{ "AElig", 198 }, { "Aacute", 193 }, { "Acirc", 194 }, { "Agrave", 192 }, { "Aring", 197 },
	{ "Atilde", 195 }, { "Auml", 196 }, { "Ccedil", 199 }, { "ETH", 208 }, { "Eacute", 201 },
	{ "Ecirc", 202 }, { "Egrave", 200 }, { "Euml", 203 }, { "Iacute", 205 }, { "Icirc", 206 },
	{ "Igrave", 204 }, { "Iuml", 207 }, { "Ntilde", 209 }, { "OElig", 338 }, { "Oacute", 211 },
	{ "Ocirc", 212 }, { "Ograve", 210 }, { "Oslash", 216 }, { "Otilde", 213 }, { "Ouml", 214 },
	{ "Scaron", 352 }, { "THORN", 222 }, { "Uacute", 218 }, { "Ucirc", 219 }, { "Ugrave", 217 },
	{ "Uuml", 220 }, { "Yacute", 221 }, { "aacute", 225 }, { "acirc", 226 }, { "aelig", 230 },
	{ "agrave", 224 }, { "amp", '&' }, { "apos", '\'' }, { "aring", 229 }, { "atilde", 227 },
	{ "auml", 228 }, { "bull", 8226 }, { "ccedil", 231 }, { "copy", 169 }, { "deg", 176 },
	{ "eacute", 233 }, { "ecirc", 234 }, { "egrave", 232 }, { "emsp", ' ' }, { "ensp", ' ' },
	{ "eth", 240 }, { "euml", 235 }, { "euro", 8364 }, { "frac12", 189 }, { "gt", '>' },
	{ "hellip", 8230 }, { "iacute", 237 }, { "icirc", 238 }, { "iexcl", 161 }, { "igrave", 236 },
	{ "iquest", 191 }, { "iuml", 239 }, { "laquo", 171 }, { "ldquo", 8220 }, { "lsquo", 8216 },
	{ "lt", '<' }, { "mdash", 8212 }, { "middot", 183 }, { "nbsp", ' ' }, { "ndash", 8211 },
	{ "ntilde", 241 }, { "oacute", 243 }, { "ocirc", 244 }, { "oelig", 339 }, { "ograve", 242 },
	{ "ordf", 170 }, { "ordm", 186 }, { "oslash", 248 }, { "otilde", 245 }, { "ouml", 246 },
	{ "plusmn", 177 }, { "pound", 163 }, { "quot", '"' }, { "raquo", 187 }, { "rdquo", 8221 },
	{ "reg", 174 }, { "rsquo", 8217 }, { "scaron", 353 }, { "sect", 167 }, { "szlig", 223 },
	{ "thinsp", ' ' }, { "thorn", 254 }, { "times", 215 }, { "trade", 8482 }, { "uacute", 250 },
	{ "ucirc", 251 }, { "ugrave", 249 }, { "uuml", 252 }, { "yacute", 253 }, { "yuml", 255 },
};

static int
compare(const void *name, const void *entity)
{
	return strcmp(name, ((const struct entity *)entity)->name);
}

static uint32_t
number(const char *at, const char **end)
{
	int		 base = 10 + 6 * (*at == 'x' || *at == 'X');
	const char	*digits = at + (base == 16);
	size_t		 count = strspn(digits, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");
	unsigned long	 value;

	if (count == 0 || count > 8)
		return 0;
	value = strtoul(digits, NULL, base);
	*end = digits + count + (digits[count] == ';');
	if (value == 160)
		return ' ';
	if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
		return 0xFFFD;
	return (uint32_t)value;
}

uint32_t
html_entity(const char *at, const char **end)
{
	char			 name[12];
	size_t			 n = 0;
	const struct entity	*found;

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
	found = bsearch(name, entities, sizeof entities / sizeof *entities, sizeof *entities, compare);
	if (found == NULL)
		return 0;
	*end = at + n + (at[n] == ';');
	return found->character;
}
