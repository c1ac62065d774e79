/* SPDX-License-Identifier: ISC */
/*
 * Letters into the spool (spool.h).
 *
 * The envelope's line is always written, so that no letter can forge it; the
 * letter's bytes follow as they came.
 */
#include "mail/source/spool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "mail/source/maildir.h"

#define ADDRESS_MAX 320 /* bytes of an envelope address worth keeping */

/* What the mail server said, or "-" when it is nothing a line can hold. */
static const char *
envelope_word(char out[ADDRESS_MAX + 3], const char *address)
{
	size_t length = address == NULL ? 0 : strlen(address);

	if (length > 1 && address[0] == '<' && address[length - 1] == '>') {
		address++;
		length -= 2;
	}
	if (address == NULL || length > ADDRESS_MAX)
		return "-";
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)address[i] <= ' ' || address[i] == 0x7f ||
		    strchr("<>", address[i]) != NULL)
			return "-";
	snprintf(out, ADDRESS_MAX + 3, "<%.*s>", (int)length, address);
	return out;
}

int
spool_put(const char *spool, int input, const char *sender, const char *recipient, struct err *err)
{
	struct maildir_file file;
	char name[MAILDIR_NAME_MAX + 1], from[ADDRESS_MAX + 3], to[ADDRESS_MAX + 3];
	char buffer[16384];
	ssize_t n;
	int rc;

	maildir_unique_name(name);
	if (maildir_file_open(&file, spool, name, err) == -1)
		return -1;
	/* An empty recipient is no recipient; an empty sender is <>. */
	if (recipient != NULL && recipient[0] == '\0')
		recipient = NULL;
	n = snprintf(buffer, sizeof(buffer), SPOOL_MARK "%s %s\n", envelope_word(from, sender),
	    envelope_word(to, recipient));
	rc = maildir_file_write(&file, buffer, (size_t)n, err);
	while (rc == 0 && (n = read(input, buffer, sizeof(buffer))) != 0) {
		if (n > 0)
			rc = maildir_file_write(&file, buffer, (size_t)n, err);
		else if (errno != EINTR)
			rc = err_system(err, "cannot read the letter");
	}
	if (rc == -1) {
		maildir_file_abandon(&file);
		return -1;
	}
	return maildir_file_close(&file, err);
}
