/* SPDX-License-Identifier: ISC */
/*
 * A password from standard input (secret.h).
 *
 * While a terminal does not echo, its signals are off too, so that no key can
 * leave it silent for the shell; ^C comes as a character and is refused.
 */
#include "cli/secret.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/err.h"
#include "base/utf8.h"

/* No stdio: its buffer would keep the password.  -1 at the end of input. */
static int
read_line(char out[SECRET_SIZE])
{
	size_t length = 0;
	ssize_t n;
	char c;

	while ((n = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (length < SECRET_SIZE - 1)
			out[length++] = c;
	if (length > 0 && out[length - 1] == '\r')
		length--;
	out[length] = '\0';
	return n == 1 || length > 0 ? 0 : -1;
}

static int
ask(const char *what, char out[SECRET_SIZE], struct err *err)
{
	fprintf(stderr, "%s: ", what);
	if (read_line(out) == -1)
		return err_set(err, "no password was given");
	fputc('\n', stderr);
	return 0;
}

static int
ask_twice(char out[SECRET_SIZE], struct err *err)
{
	char again[SECRET_SIZE] = "";
	int rc = -1;

	if (ask("New password", out, err) == 0 && ask("Once more", again, err) == 0)
		rc = strcmp(out, again) == 0 ? 0 :
					       err_set(err, "the two passwords are not the same");
	secret_forget(again);
	return rc;
}

static int
read_terminal(char out[SECRET_SIZE], struct err *err)
{
	struct termios before, silent;
	int rc;

	if (tcgetattr(STDIN_FILENO, &before) == -1)
		return err_system(err, "cannot ask the terminal");
	silent = before;
	silent.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
	if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == -1)
		return err_system(err, "cannot silence the terminal");
	rc = ask_twice(out, err);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	return rc;
}

static int
check(const char *secret, struct err *err)
{
	if (secret[0] == '\0')
		return err_set(err, "the password is empty");
	if (strlen(secret) == SECRET_SIZE - 1)
		return err_set(err, "a password has at most %d bytes", SECRET_SIZE - 2);
	if (!utf8_is_valid(secret, strlen(secret)))
		return err_set(err, "the password is not UTF-8");
	for (const char *c = secret; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f)
			return err_set(err, "a password has no blanks and no control characters");
	return 0;
}

int
secret_read(char out[SECRET_SIZE], struct err *err)
{
	int rc = 0;

	out[0] = '\0';
	if (isatty(STDIN_FILENO))
		rc = read_terminal(out, err);
	else if (read_line(out) == -1)
		rc = err_set(err, "no password on standard input");
	if (rc == 0)
		rc = check(out, err);
	if (rc == -1)
		secret_forget(out);
	return rc;
}

void
secret_forget(char secret[SECRET_SIZE])
{
	explicit_bzero(secret, SECRET_SIZE);
}
