/* SPDX-License-Identifier: ISC */
/*
 * What all kinds of sources and sinks have in common (kind.h).
 */
#include "mail/net/kind.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/str.h"
#include "mail/net/url.h"

void
kind_describe(const struct kind *kind, const char *path, const char *url, const char *user,
    char *out, size_t size)
{
	if (kind->protocol != NULL)
		url_name(out, size, url, user);
	else
		str_format(out, size, "%s%s%s", kind->name, path != NULL ? " " : "",
		    path != NULL ? path : "");
}

void
finding_well(struct finding *finding, const char *format, ...)
{
	va_list ap;

	*finding = (struct finding){ .is_wrong = false };
	va_start(ap, format);
	vsnprintf(finding->text, sizeof finding->text, format, ap);
	va_end(ap);
}

void
finding_wrong(struct finding *finding, const char *remedy, const char *format, ...)
{
	va_list ap;

	*finding = (struct finding){ .is_wrong = true, .remedy = remedy };
	va_start(ap, format);
	vsnprintf(finding->text, sizeof finding->text, format, ap);
	va_end(ap);
}
