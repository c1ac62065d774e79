/* SPDX-License-Identifier: ISC */
/*
 * Ways to log in (login.h).
 *
 * A server's words are quoted where they do not repeat what it was sent.
 */
#include "mail/net/login.h"

#include <glib.h>
#include <string.h>

#include "base/str.h"

#define BIT(way) (1u << (way))

static const char *const names[WAYS] = { [WAY_PLAIN] = "PLAIN",
	[WAY_LOGIN] = "LOGIN",
	[WAY_OWN] = "password",
	[WAY_CRAM_MD5] = "CRAM-MD5",
	[WAY_XOAUTH2] = "XOAUTH2",
	[WAY_OAUTHBEARER] = "OAUTHBEARER" };

/* Where somebody may listen, the password itself comes last. */
static const enum way privately[] = { WAY_PLAIN, WAY_LOGIN, WAY_OWN, WAY_CRAM_MD5 };
static const enum way openly[] = { WAY_CRAM_MD5, WAY_PLAIN, WAY_LOGIN, WAY_OWN };
static const enum way by_token[] = { WAY_XOAUTH2, WAY_OAUTHBEARER };

/* SMTP has no way of its own. */
static void
forget_offer(struct login_attempt *attempt)
{
	attempt->offered = str_starts_nocase(attempt->url->base, "smtp") ? 0 : BIT(WAY_OWN);
	attempt->has_list = attempt->takes_first = false;
	attempt->list[0] = '\0';
}

void
attempt_begin(struct login_attempt *attempt, const struct url *url, const struct login *login,
    const char *token)
{
	*attempt = (struct login_attempt){ .url = url, .login = login, .token = token };
	forget_offer(attempt);
}

/* "PLAIN", "AUTH=PLAIN". */
static void
hear_word(struct login_attempt *attempt, const char *word, bool is_imap)
{
	bool is_marked = str_starts_nocase(word, "AUTH=");
	size_t have = strlen(attempt->list);

	if (is_imap && !is_marked)
		return;
	if (is_marked)
		word += strlen("AUTH=");
	if (word[0] == '\0')
		return;
	str_format(
	    attempt->list + have, sizeof attempt->list - have, "%s%s", have > 0 ? " " : "", word);
	for (int way = 0; way < WAYS; way++)
		if (way != WAY_OWN && str_equal_nocase(word, names[way]))
			attempt->offered |= BIT(way);
}

void
attempt_hear(struct login_attempt *attempt, const char *line, size_t length)
{
	char copy[1024], *save, *word;
	bool is_imap;

	str_format(copy, sizeof copy, "%.*s", (int)length, line);
	is_imap = str_starts_nocase(copy, "* CAPABILITY ");
	attempt->is_in |= str_starts_nocase(copy, "* PREAUTH");
	if (is_imap || str_starts_nocase(copy, "+OK") || strncmp(copy, "220", 3) == 0)
		forget_offer(attempt);
	if (!is_imap && !str_starts_nocase(copy, "SASL ") && !str_starts_nocase(copy, "250-AUTH") &&
	    !str_starts_nocase(copy, "250 AUTH"))
		return;
	attempt->has_list = true;
	if (is_imap && str_find_nocase(copy, "LOGINDISABLED") != NULL)
		attempt->offered = 0;
	attempt->takes_first = is_imap && str_find_nocase(copy, "SASL-IR") != NULL;
	/* "250-AUTH PLAIN", and as it was once: "250-AUTH=PLAIN". */
	if (strncmp(copy, "250", 3) == 0 && copy[8] == '=')
		copy[8] = ' ';
	word = strtok_r(copy + (strncmp(copy, "250", 3) == 0 ? 4 : 0), " \r\n", &save);
	while ((word = strtok_r(NULL, " \r\n", &save)) != NULL)
		hear_word(attempt, word, is_imap);
}

bool
attempt_next(struct login_attempt *attempt)
{
	bool is_open = attempt->url->is_asked_insecure;
	bool has_token = attempt->login->token_command != NULL;
	const enum way *ways = has_token ? by_token : is_open ? openly : privately;
	int count = has_token ? 2 : 4;

	for (int i = 0; i < count && !attempt->is_over; i++)
		if ((attempt->offered & ~attempt->tried & BIT(ways[i])) != 0) {
			attempt->way = ways[i];
			attempt->step = 0;
			attempt->tried |= BIT(ways[i]);
			return true;
		}
	return false;
}

const char *
attempt_name(const struct login_attempt *attempt)
{
	return names[attempt->way];
}

bool
attempt_has_first(const struct login_attempt *attempt)
{
	return attempt->way != WAY_LOGIN && attempt->way != WAY_CRAM_MD5;
}

static const char *
password_of(const struct login_attempt *attempt)
{
	return attempt->login->password != NULL ? attempt->login->password : "";
}

/* RFC 2195: the challenge, hashed with the password. */
static char *
cram_response(const struct login_attempt *attempt, const char *challenge)
{
	const char *password = password_of(attempt);
	gsize length;
	guchar *text = g_base64_decode(challenge, &length);
	char *hash = g_compute_hmac_for_data(
	    G_CHECKSUM_MD5, (const guchar *)password, strlen(password), text, length);
	char *response = g_strdup_printf("%s %s", attempt->login->user, hash);

	g_free(text);
	g_free(hash);
	return response;
}

/* RFC 7628, 3.1; XOAUTH2 is its forerunner. */
static char *
token_response(const struct login_attempt *attempt)
{
	const char *user = attempt->login->user;

	if (attempt->way == WAY_XOAUTH2)
		return g_strdup_printf("user=%s\001auth=Bearer %s\001\001", user, attempt->token);
	return g_strdup_printf("n,a=%s,\001host=%s\001auth=Bearer %s\001\001", user,
	    attempt->url->host, attempt->token);
}

/* What stands for a response, not yet in base64; NULL: none fits. */
static char *
plain_response(const struct login_attempt *attempt, const char *challenge, size_t *length)
{
	const char *user = attempt->login->user, *password = password_of(attempt);
	char *text = NULL;

	if (attempt->way == WAY_PLAIN && attempt->step == 0) {
		text = g_strdup_printf("%c%s%c%s", 1, user, 1, password);
		text[0] = text[1 + strlen(user)] = '\0';
		*length = 2 + strlen(user) + strlen(password);
		return text;
	}
	if (attempt->way == WAY_LOGIN && attempt->step < 2)
		text = g_strdup(attempt->step == 0 ? user : password);
	else if (attempt->way == WAY_CRAM_MD5 && attempt->step == 0)
		text = cram_response(attempt, challenge);
	else if (attempt->login->token_command != NULL && attempt->step == 0)
		text = token_response(attempt);
	else if (attempt->login->token_command != NULL && attempt->step == 1)
		/* What the server says of a token is answered before it refuses it. */
		text = g_strdup(attempt->way == WAY_XOAUTH2 ? "" : "\001");
	*length = text != NULL ? strlen(text) : 0;
	return text;
}

bool
attempt_respond(struct login_attempt *attempt, const char *challenge, char *out, size_t size)
{
	size_t length;
	char *text = plain_response(attempt, challenge, &length);
	char *coded = text != NULL ? g_base64_encode((const guchar *)text, length) : NULL;
	bool fits = coded != NULL && strlen(coded) < size;

	attempt->step++;
	if (fits)
		str_copy(out, size, coded);
	if (coded != NULL)
		explicit_bzero(coded, strlen(coded));
	if (text != NULL)
		explicit_bzero(text, length);
	g_free(coded);
	g_free(text);
	return fits;
}

/* Does it say anything of ours but the user?  The beginning is enough of what is long. */
static bool
has_secret(const struct login_attempt *attempt, const char *words)
{
	struct login_attempt plain = { .login = attempt->login, .way = WAY_PLAIN };
	const char *password = attempt->login->password;
	char coded[LOGIN_LINE], start[9];
	bool found;

	if (password == NULL || password[0] == '\0') {
		str_format(start, sizeof start, "%.8s", attempt->token);
		return attempt->token[0] != '\0' && strstr(words, start) != NULL;
	}
	if (!attempt_respond(&plain, "", coded, sizeof coded))
		return true;
	str_format(start, sizeof start, "%.8s", coded);
	found = strstr(words, password) != NULL || strstr(words, start) != NULL;
	plain = (struct login_attempt){ .login = attempt->login, .way = WAY_LOGIN, .step = 1 };
	found |= !attempt_respond(&plain, "", coded, sizeof coded);
	coded[strcspn(coded, "=")] = '\0';
	found |= strstr(words, coded) != NULL;
	explicit_bzero(coded, sizeof coded);
	return found;
}

/* Would any other way be refused as well?  Where a server knows no hash of the password, only
 * the ways that need one fail. */
static bool
is_final(const struct login_attempt *attempt, const char *reply)
{
	static const char *const words[] = { "credential", "password", "authentication failed",
		"login failed", "incorrect" };
	size_t end = strcspn(reply, "[");

	if (attempt->way == WAY_CRAM_MD5)
		return false;
	/* RFC 4954, 6. */
	if (reply[0] >= '4' && reply[0] <= '5')
		return reply[0] == '4' || strncmp(reply, "535", 3) == 0 ||
		    strncmp(reply, "525", 3) == 0;
	/* A code that is not about the way. */
	if (reply[end] != '\0' && end <= strlen("-ERR ") &&
	    !str_starts_nocase(reply + end, "[PRIVACYREQUIRED]") &&
	    !str_starts_nocase(reply + end, "[CANNOT]"))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (str_find_nocase(reply, words[i]) != NULL)
			return true;
	return false;
}

/* "[INUSE]", where the answer begins with a code and that says nothing of ours; "". */
static void
code_of(const struct login_attempt *attempt, const char *words, char *out, size_t size)
{
	size_t length = words[0] == '[' ? strcspn(words, "]") + 1 : 0;

	str_format(out, size, "%.*s", (int)length, words);
	if (has_secret(attempt, out))
		out[0] = '\0';
}

void
attempt_refused(struct login_attempt *attempt, const char *reply)
{
	static const char *const marks[] = { "NO ", "BAD ", "-ERR " };
	size_t have = strlen(attempt->said);
	const char *words = reply;
	char code[100];

	attempt->is_over = is_final(attempt, reply);
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (str_starts_nocase(reply, marks[i]))
			words = reply + strlen(marks[i]);
	/* Of words that are not to be repeated the code, if there is one. */
	code_of(attempt, words, code, sizeof code);
	str_format(attempt->said + have, sizeof attempt->said - have, "%s%s: %.150s",
	    have > 0 ? "; " : "", names[attempt->way], has_secret(attempt, words) ? code : words);
}
