/* SPDX-License-Identifier: ISC */
/*
 * What was signed, of CMS signed data with its content inside (RFC 5652, 5; RFC 8551, 3.5.2):
 * it is not encrypted.  The signature is not looked at.
 */
#ifndef MAIL_READ_SIGNED_H
#define MAIL_READ_SIGNED_H

#include "base/str.h"

/* Appends the content to `out`; false, with some of it or none, where these bytes are no signed
 * data or hold no content. */
bool signed_content(struct str *out, const unsigned char *bytes, size_t length);

#endif
