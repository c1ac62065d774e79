/* SPDX-License-Identifier: ISC */
/*
 * The line that stands before each letter in the spool.
 *
 * "Riverpost-Spool: <sender> <recipient>", "-" for what is not known; <> is
 * the null sender.  spool_put is declared in mail/source.h.
 */
#ifndef MAIL_SPOOL_H
#define MAIL_SPOOL_H

#define SPOOL_MARK "Riverpost-Spool: "

#endif
