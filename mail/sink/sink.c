/* SPDX-License-Identifier: ISC */
/*
 * Sinks for letters: which kind, and what no kind may be asked to send.
 *
 * An address that could end a protocol line or look like an option is refused
 * here, whatever let it come this far.  Knows nothing of any protocol.
 */
#include "mail/sink/sink.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/net/url.h"
#include "mail/sink/sink_ops.h"

#define TIMEOUT_DEFAULT 120 /* seconds for one letter */
#define ADDRESS_MAX     254 /* RFC 5321, 4.5.3.1.3 */

#define SINK_OPS(upper, lower) &sink_##lower##_ops,
static const struct sink_ops *const kinds[] = { SINK_KINDS(SINK_OPS) };

const struct kind *
sink_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

/* A server may say anything; in the log, and in a letter to the operator, it is text. */
static void
make_plain(char *text, size_t size)
{
	struct arena *arena = arena_new();
	size_t length;

	str_copy(text, size, utf8_clean(arena, text, strlen(text), false));
	arena_free(arena);
	/* A character may have been cut. */
	for (length = strlen(text); !utf8_is_valid(text, length);)
		text[--length] = '\0';
}

void
answer_set(struct sink_answer *answer, enum sent sent, int code, const char *format, ...)
{
	va_list ap;

	answer->sent = sent;
	answer->code = code;
	answer->unreachable = false;
	va_start(ap, format);
	vsnprintf(answer->text, sizeof(answer->text), format, ap);
	va_end(ap);
	make_plain(answer->text, sizeof(answer->text));
}

static struct sink_options
copy_options(struct arena *arena, const struct sink_options *options)
{
	struct sink_options own = *options;

	own.path = arena_strdup(arena, options->path);
	own.url = arena_strdup(arena, options->url);
	own.login = login_copy(arena, &options->login);
	own.helo = arena_strdup(arena, options->helo);
	if (own.timeout <= 0)
		own.timeout = TIMEOUT_DEFAULT;
	return own;
}

int
sink_open(struct sink **sink, const struct sink_options *options, struct err *err)
{
	const struct kind *kind = sink_kind((int)options->kind);
	struct arena *arena;
	struct sink *s;

	if ((kind->protocol != NULL ? options->url : options->path) == NULL)
		return err_set(err, "a sink of kind %s needs %s", kind->name,
		    kind->protocol != NULL ? "the server's URL" : "its path");
	arena = arena_new();
	s = arena_alloc(arena, sizeof(*s));
	s->arena = arena;
	s->options = copy_options(arena, options);
	s->ops = kinds[options->kind];
	if (kind->protocol != NULL)
		url_name(s->name, sizeof s->name, options->url, options->login.user);
	else
		str_format(s->name, sizeof s->name, "%s %s", kind->name, options->path);
	if (s->ops->open(s, err) == -1) {
		sink_close(s);
		return -1;
	}
	*sink = s;
	return 0;
}

void
sink_close(struct sink *sink)
{
	if (sink == NULL)
		return;
	sink->ops->close(sink);
	arena_free(sink->arena);
}

const char *
sink_name(const struct sink *sink)
{
	return sink->name;
}

int
sink_probe(struct sink *sink, struct err *err)
{
	return sink->ops->probe(sink, err);
}

void
sink_hurry(struct sink *sink)
{
	if (sink->ops->hurry != NULL)
		sink->ops->hurry(sink);
}

static bool
is_sound_address(const char *address)
{
	if (strlen(address) > ADDRESS_MAX || address[0] == '-')
		return false;
	for (const char *p = address; *p != '\0'; p++)
		if ((unsigned char)*p <= ' ' || *p == 0x7f || *p == '<' || *p == '>')
			return false;
	return true;
}

void
sink_send(struct sink *sink, const char *envelope_sender, const char *recipient, const char *name,
    const char *bytes, size_t length, struct sink_answer *answer)
{
	struct parcel parcel = { envelope_sender, recipient, name, bytes, length };

	if (recipient[0] == '\0' || !is_sound_address(recipient))
		answer_set(answer, SENT_REFUSED, 0, "not an address to send to: %s", recipient);
	else if (!is_sound_address(envelope_sender))
		answer_set(
		    answer, SENT_REFUSED, 0, "not an address to send from: %s", envelope_sender);
	else
		sink->ops->send(sink, &parcel, answer);
}
