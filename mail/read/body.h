/* SPDX-License-Identifier: ISC */
/*
 * The bytes of a part, its transfer encoding undone (mail/README 12).
 */
#ifndef MAIL_READ_BODY_H
#define MAIL_READ_BODY_H

#include <gmime/gmime.h>

/* As far as they can be text; to be unreferenced.  The part is not changed but for a
 * label base64 that cannot be true. */
GByteArray *body_bytes(GMimeObject *part);
/* Of a text: base64 also below a gateway's plain words and without its label,
 * quoted-printable without its label.  `charset` is its label, or NULL. */
GByteArray *body_text(GMimeObject *part, const char *charset);

#endif
