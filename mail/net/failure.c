/* SPDX-License-Identifier: ISC */
/*
 * Why a mail server cannot be used (failure.h).
 *
 * Decides nothing: the connection is refused already.
 */
#include "mail/net/failure.h"

#include <string.h>
#include <time.h>

#include "base/err.h"
#include "base/str.h"

#define LATER "the server lets nobody in just now"
#define ASK   "the server's administrator has to be asked"

/* Codes that say no more than that user or password are wrong are not here. */
static const struct {
	const char *code, *words;
} denials[] = {
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
failure_code(const char *line, size_t length)
{
	for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++)
		if (memmem(line, length, denials[i].code, strlen(denials[i].code)) != NULL)
			return denials[i].code;
	return NULL;
}

/* NULL: it may be about user and password. */
static const char *
denial_words(const char *said)
{
	for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++)
		if (strcmp(said, denials[i].code) == 0)
			return denials[i].words;
	return said[0] == '4' ? LATER : NULL;
}

/* Of the server's own certificate, the first of the chain; NULL. */
static const char *
field(CURL *curl, const char *name)
{
	struct curl_certinfo *info = NULL;
	size_t length = strlen(name);

	if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL ||
	    info->num_of_certs == 0)
		return NULL;
	for (const struct curl_slist *line = info->certinfo[0]; line != NULL; line = line->next)
		if (strncmp(line->data, name, length) == 0 && line->data[length] == ':')
			return line->data + length + 1;
	return NULL;
}

/* Its dates and issuer tell what libcurl does not: it says only that the verification
 * failed. */
static void
explain_certificate(char *out, size_t size, CURL *curl, const char *detail)
{
	const char *begins = field(curl, "Start Date"), *ends = field(curl, "Expire Date");
	const char *issuer = field(curl, "Issuer");
	time_t seconds = time(NULL);
	struct tm tm;
	char now[32];

	/* As the certificate's dates are written: "2026-11-21 13:56:44 GMT". */
	gmtime_r(&seconds, &tm);
	strftime(now, sizeof now, "%Y-%m-%d %H:%M:%S GMT", &tm);
	if (ends != NULL && strcmp(ends, now) < 0)
		str_format(out, size, "it ended on %s", ends);
	else if (begins != NULL && strcmp(begins, now) > 0)
		str_format(out, size, "it begins on %s, and the clock here says %s", begins, now);
	else if (strstr(detail, "does not match") != NULL || issuer == NULL)
		str_format(out, size, "%s", detail);
	else
		str_format(out, size, "nobody trusted here vouches for it; issued by %s", issuer);
}

int
failure_tell(struct err *err, CURL *curl, CURLcode code, const char *detail)
{
	static const struct {
		CURLcode code;
		const char *words;
	} known[] = {
		{ CURLE_COULDNT_RESOLVE_HOST, "no such host" },
		{ CURLE_COULDNT_CONNECT, "no connection" },
		{ CURLE_OPERATION_TIMEDOUT, "no answer in time" },
		{ CURLE_PEER_FAILED_VERIFICATION, "the certificate is not to be trusted" },
		{ CURLE_SSL_CACERT_BADFILE, "the file of certificates cannot be read" },
		{ CURLE_USE_SSL_FAILED, "the server offers no TLS" },
		{ CURLE_LOGIN_DENIED, "user or password refused" },
		{ CURLE_WEIRD_SERVER_REPLY, "refused" },
		{ CURLE_SSL_CONNECT_ERROR, "no TLS could be agreed upon" },
		{ CURLE_SEND_ERROR, "the connection was lost" },
		{ CURLE_RECV_ERROR, "the connection was lost" },
		{ CURLE_GOT_NOTHING, "the connection was lost" },
	};
	const char *words = curl_easy_strerror(code);
	char why[200];

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].code == code)
			words = known[i].words;
	if (code == CURLE_PEER_FAILED_VERIFICATION) {
		explain_certificate(why, sizeof(why), curl, detail);
		detail = why;
	}
	if ((code == CURLE_LOGIN_DENIED || code == CURLE_WEIRD_SERVER_REPLY) &&
	    denial_words(detail) != NULL)
		words = denial_words(detail);
	if (detail[0] != '\0')
		return err_set(err, "%s (%s)", words, detail);
	return err_set(err, "%s", words);
}
