/* SPDX-License-Identifier: ISC */
/*
 * What is wrong with a certificate (certificate.h).
 *
 * libcurl says only that the verification failed; its dates and issuer tell the
 * rest.  Decides nothing: the connection is refused already.
 */
#include "mail/net/certificate.h"

#include <string.h>
#include <time.h>

#include "base/str.h"

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

/* As the certificate's dates are written: "2026-11-21 13:56:44 GMT". */
static void
write_now(char out[32])
{
	time_t now = time(NULL);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(out, 32, "%Y-%m-%d %H:%M:%S GMT", &tm);
}

void
certificate_explain(char *out, size_t size, CURL *curl, const char *detail)
{
	const char *begins = field(curl, "Start Date"), *ends = field(curl, "Expire Date");
	const char *issuer = field(curl, "Issuer");
	char now[32];

	write_now(now);
	if (ends != NULL && strcmp(ends, now) < 0)
		str_format(out, size, "it ended on %s", ends);
	else if (begins != NULL && strcmp(begins, now) > 0)
		str_format(out, size, "it begins on %s, and the clock here says %s", begins, now);
	else if (strstr(detail, "does not match") != NULL || issuer == NULL)
		str_format(out, size, "%s", detail);
	else
		str_format(out, size, "nobody trusted here vouches for it; issued by %s", issuer);
}
