/* SPDX-License-Identifier: ISC */
/*
 * Why a mail server's certificate is not trusted, in words an operator can act on.
 */
#ifndef MAIL_CERTIFICATE_H
#define MAIL_CERTIFICATE_H

#include <curl/curl.h>
#include <stddef.h>

/*
 * After CURLE_PEER_FAILED_VERIFICATION on a handle with CURLOPT_CERTINFO: it has
 * ended, has not begun, is another's, or nobody trusted vouches for it.  `detail`
 * is libcurl's own text.
 */
void certificate_explain(char *out, size_t size, CURL *curl, const char *detail);

#endif
