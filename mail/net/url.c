/* SPDX-License-Identifier: ISC */
/*
 * Addresses of mail servers as the operator writes them.
 *
 * What follows the protocol in the scheme decides about TLS and is read here; the
 * rest is read by libcurl, so that the host checked is the host connected to.
 */
#include "mail/net/url.h"

#include <curl/curl.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define URL_SHOWN 200

/* What follows the protocol's name. */
static const struct scheme {
	const char *suffix;
	enum tls tls;
	bool loopback_only;
} schemes[] = {
	{ "", TLS_NEVER, true },
	{ "+insecure", TLS_NEVER, false },
	{ "+starttls", TLS_UPGRADE, false },
	{ "s", TLS_ALWAYS, false },
};

static const struct scheme *
find_scheme(const char *text, const char *protocol, const char **rest)
{
	const char *end = strstr(text, "://");
	size_t length = strlen(protocol);

	if (end == NULL || !str_starts_nocase(text, protocol))
		return NULL;
	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		const char *suffix = schemes[i].suffix;

		if ((size_t)(end - text) == length + strlen(suffix) &&
		    str_starts_nocase(text + length, suffix)) {
			*rest = end;
			return &schemes[i];
		}
	}
	return NULL;
}

bool
url_holds_login(const char *text)
{
	const char *host = strstr(text, "://");
	const char *at = strchr(text, '@');
	size_t length;

	if (at == NULL)
		return false;
	host = host != NULL ? host + strlen("://") : text;
	length = strcspn(host, "/?#");
	if (at < host + length)
		return true;
	/* A slash that stands in a password ends no host: what is behind its colon is no port. */
	host += host[0] == '[' ? strcspn(host, "]/") : strcspn(host, ":/");
	host += host[0] == ']';
	return host[0] == ':' && host[1 + strspn(host + 1, "0123456789")] != '/';
}

bool
url_is_of(const char *text, const char *protocol)
{
	const char *rest;

	return find_scheme(text, protocol, &rest) != NULL && rest[strlen("://")] != '\0';
}

/* One piece of the URL in the arena; NULL when it has none. */
static const char *
part(struct arena *arena, CURLU *handle, CURLUPart what)
{
	char *text = NULL;
	const char *copy;

	if (curl_url_get(handle, what, &text, CURLU_URLDECODE) != CURLUE_OK)
		return NULL;
	copy = arena_strdup(arena, text);
	curl_free(text);
	return copy;
}

int
url_read(
    struct url *url, struct arena *arena, const char *text, const char *protocol, struct err *err)
{
	const char *plain, *port, *path, *rest;
	const struct scheme *scheme = find_scheme(text, protocol, &rest);
	CURLU *handle;
	int result = 0;

	if (scheme == NULL)
		return err_set(err,
		    "no usable address: it begins with %s://, %ss:// or "
		    "%s+starttls://",
		    protocol, protocol, protocol);
	url->tls = scheme->tls;
	url->is_asked_insecure = scheme->tls == TLS_NEVER && !scheme->loopback_only;
	handle = curl_url();
	if (handle == NULL)
		return err_set(err, "out of memory");
	plain = arena_printf(arena, "%s%s%s", protocol, scheme->tls == TLS_ALWAYS ? "s" : "", rest);
	if (curl_url_set(handle, CURLUPART_URL, plain, 0) != CURLUE_OK) {
		char shown[URL_SHOWN];

		url_name(shown, sizeof shown, plain, NULL);
		result = err_set(err, "not an address of a mail server: %s", shown);
	} else if (part(arena, handle, CURLUPART_USER) != NULL ||
	    part(arena, handle, CURLUPART_PASSWORD) != NULL) {
		result = err_set(err, "user and password do not belong into the URL");
	} else {
		url->host = part(arena, handle, CURLUPART_HOST);
		port = part(arena, handle, CURLUPART_PORT);
		path = part(arena, handle, CURLUPART_PATH);
		url->folder = path == NULL ? "" : path + strspn(path, "/");
		url->base = arena_printf(arena, "%s://%s%s%s",
		    part(arena, handle, CURLUPART_SCHEME), url->host, port != NULL ? ":" : "",
		    port != NULL ? port : "");
	}
	curl_url_cleanup(handle);
	return result;
}

bool
url_may_login(const struct url *url)
{
	return url->tls != TLS_NEVER || url->is_asked_insecure ||
	    str_equal_nocase(url->host, "localhost") || strncmp(url->host, "127.", 4) == 0 ||
	    str_equal(url->host, "::1") || str_equal(url->host, "[::1]");
}

void
url_name(char *out, size_t size, const char *text, const char *user)
{
	const char *end = strstr(text, "://");
	const char *rest = end == NULL ? text : end + 3;
	const char *at = strrchr(rest, '@');
	int scheme = end == NULL ? 0 : (int)(end + 3 - text);

	if (at != NULL)
		rest = at + 1;
	str_format(out, size, "%.*s%s%s%s", scheme, text, user != NULL ? user : "",
	    user != NULL ? "@" : "", rest);
}

struct login
login_copy(struct arena *arena, const struct login *login)
{
	return (struct login){
		.user = arena_strdup(arena, login->user),
		.password = arena_strdup(arena, login->password),
		.token_command = arena_strdup(arena, login->token_command),
		.ca_file = arena_strdup(arena, login->ca_file),
	};
}
