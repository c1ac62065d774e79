/* SPDX-License-Identifier: ISC */
/*
 * The spool: where riverpost-deliver leaves letters for the server.
 *
 * The spool is a Maildir.  Each file begins with one line of ours that says
 * what the mail server told about sender and recipient; being always written,
 * it cannot be forged by a letter.  Behind it stand the letter's bytes as they
 * came.  source_maildir.c reads it.
 */
#include "mail/source/spool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "mail/source/maildir.h"
#include "mail/source/source.h"

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

static int
write_envelope(
    struct maildir_file *delivery, const char *sender, const char *recipient, struct err *err)
{
	char from[ADDRESS_MAX + 3], to[ADDRESS_MAX + 3];
	char line[sizeof(SPOOL_MARK) + sizeof(from) + sizeof(to) + 4];
	int n;

	/* An empty recipient is no recipient; an empty sender is <>. */
	if (recipient != NULL && recipient[0] == '\0')
		recipient = NULL;
	n = snprintf(line, sizeof(line), SPOOL_MARK "%s %s\n", envelope_word(from, sender),
	    envelope_word(to, recipient));
	return maildir_file_write(delivery, line, (size_t)n, err);
}

static int
copy(struct maildir_file *delivery, int input, struct err *err)
{
	char buffer[16384];
	ssize_t n;

	while ((n = read(input, buffer, sizeof(buffer))) != 0) {
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_system(err, "cannot read the letter");
		if (maildir_file_write(delivery, buffer, (size_t)n, err) == -1)
			return -1;
	}
	return 0;
}

int
spool_put(const char *spool, int input, const char *sender, const char *recipient, struct err *err)
{
	struct maildir_file delivery;
	char name[MAILDIR_NAME_MAX + 1];

	maildir_unique_name(name);
	if (maildir_file_open(&delivery, spool, name, err) == -1)
		return -1;
	if (write_envelope(&delivery, sender, recipient, err) == -1 ||
	    copy(&delivery, input, err) == -1) {
		maildir_file_abandon(&delivery);
		return -1;
	}
	return maildir_file_close(&delivery, err);
}
