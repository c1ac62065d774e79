/* SPDX-License-Identifier: ISC */
/*
 * What servers mean by refusing a login (denial.h).
 *
 * Codes that say no more than that user or password are wrong are not in the table.
 */
#include "mail/net/denial.h"

#include <string.h>

#define LATER "the server lets nobody in just now"
#define ASK   "the server's administrator has to be asked"

static const struct {
	const char *code, *words;
} known[] = {
	{ "[UNAVAILABLE]", LATER },
	{ "[SERVERBUG]", LATER },
	{ "[LIMIT]", LATER },
	{ "[INUSE]", LATER },
	{ "[SYS/TEMP]", LATER },
	{ "[IN-USE]", LATER },
	{ "[LOGIN-DELAY]", LATER },
	{ "[EXPIRED]", "the password has expired" },
	{ "[AUTHORIZATIONFAILED]", "this user may not log in there" },
	{ "[PRIVACYREQUIRED]", "the server wants TLS for a login" },
	{ "[CONTACTADMIN]", ASK },
	{ "[SYS/PERM]", ASK },
};

const char *
denial_code(const char *line, size_t length)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (memmem(line, length, known[i].code, strlen(known[i].code)) != NULL)
			return known[i].code;
	return NULL;
}

const char *
denial_words(const char *said)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(said, known[i].code) == 0)
			return known[i].words;
	return said[0] == '4' ? LATER : NULL;
}
