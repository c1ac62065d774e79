/* SPDX-License-Identifier: ISC */
/*
 * The doctor's checks of address, sources, sink and queue (doctor.h).
 *
 * Mailboxes on servers are really opened; local ones are only looked at, and
 * nothing is fetched or sent.
 */
#include "cli/doctor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/outbox.h"

#define UNREAD_MAX    HOUR
#define UNSENT_MAX    DAY
#define RECENT        (7 * DAY)
#define PROBE_TIMEOUT 20 /* seconds */

static void
check_address(struct doctor *doctor)
{
	const char *address = doctor->config->address;
	const char *domain = strrchr(address, '@') + 1;
	/* This machine's own, or none that a mail server would know. */
	bool is_local = str_equal_nocase(domain, "localhost") || strchr(domain, '.') == NULL;
	bool goes_out = !sink_kind((int)doctor->config->sink.kind)->is_local;
	bool comes_in = false;

	for (int i = 0; i < doctor->config->source_count; i++)
		comes_in |= source_kind((int)doctor->config->sources[i].options.kind)->protocol !=
		    NULL;
	if ((comes_in || goes_out) && is_local)
		doctor_wrong(doctor,
		    "set address to the one that letters for the server are sent to",
		    "nobody elsewhere can answer to %s", address);
	else
		doctor_ok(doctor, "the server's address is %s", address);
	if (!goes_out && (comes_in || !is_local))
		doctor_wrong(doctor, "set a sink in the configuration, of kind sendmail or smtp",
		    "letters to players elsewhere never leave: they stay in Maildirs in %s",
		    doctor->config->sink.path);
}

const char *
doctor_remedy(const char *failure)
{
	static const struct {
		const char *words, *remedy;
	} known[] = {
		{ "a part of the program", "install the program again, with its parts" },
		{ "(* OK", "correct the port in url: a server for IMAP answers there" },
		{ "(+OK", "correct the port in url: a server for POP3 answers there" },
		{ "(220 ", "correct the port in url: a server for SMTP answers there" },
		{ "no such host",
		    "correct the host's name in url, and see that this machine can look "
		    "names up" },
		{ "no connection", "see that the mail server runs, and that url has its port" },
		{ "no answer in time",
		    "see that the mail server runs, that url has its port and its kind "
		    "of TLS, and that no firewall is in between (many block port 25: use 465 or 587)" },
		{ "it ended on", "have the mail server's certificate renewed" },
		{ "the clock here says", "set the clock of this machine, best by NTP" },
		{ "nobody trusted here",
		    "set ca_file to the certificate of the authority that signed "
		    "it, if you trust that" },
		{ "the certificate is not", "use the name that is in the server's certificate" },
		{ "the file of certificates", "correct ca_file" },
		{ "offers no TLS",
		    "use the kind of TLS and the port that the mail server offers (smtps://, imaps://)" },
		{ "no password is sent", "use a url with TLS" },
		{ "not an address of a mail server", "write url as protocol://host:port/folder" },
		{ "do not belong into the URL", "move them to user and password" },
		{ "lets nobody in", "ask again later; where it lasts, see the mail server's log" },
		{ "has expired", "set a new password there, and here" },
		{ "may not log in", "correct user, or have the mail server let it in" },
		{ "wants TLS", "use a url with TLS" },
		{ "administrator has to", "see the mail server's log, or ask who runs it" },
		{ "user or password",
		    "correct user and password; some providers want a password made "
		    "for mail programs" },
		{ "the token command", "call the token_command by hand as the server's user" },
		{ "SELECT", "correct the folder in url" },
		{ "the folder",
		    "make it with a mail program, or set processed and failed to names that "
		    "the server takes (some want INBOX.Processed)" },
		{ "no TLS could", "use the kind of TLS and the port that the mail server offers" },
		{ "connection was lost", "see the mail server's log: it has hung up" },
		{ " 5.1.1 ", "correct address, or make it known to the mail server" },
		{ "530", "set user and password of the sink" },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strstr(failure, known[i].words) != NULL)
			return known[i].remedy;
	if (failure[0] == '4')
		return "the mail server wants to be asked again later; where it lasts, see its log";
	return "see what it says, and the mail server's log; correct the source or sink in the "
	       "configuration";
}

/* How many letters, since when the oldest has been there, and how many of them the
 * server cannot read; -1 with errno. */
static int
look_into(struct doctor *doctor, const char *folder, int64_t *oldest, int *closed)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct stat st;
	int count = 0;

	*oldest = doctor->now;
	*closed = 0;
	if (dir == NULL)
		return -1;
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == -1)
			continue;
		count++;
		*closed += faccessat(dirfd(dir), entry->d_name, R_OK, 0) == -1;
		if (st.st_mtime < *oldest)
			*oldest = st.st_mtime;
	}
	closedir(dir);
	return count;
}

static void
check_parked(struct doctor *doctor, const char *path, const char *failed)
{
	const char *folder = arena_printf(doctor->arena, "%s/.%s", path, failed);
	int64_t oldest;
	int count = 0, closed;

	for (const char *part = "new"; part != NULL; part = *part == 'n' ? "cur" : NULL) {
		int n = look_into(
		    doctor, arena_printf(doctor->arena, "%s/%s", folder, part), &oldest, &closed);

		count += n > 0 ? n : 0;
	}
	if (count > 0)
		doctor_wrong(doctor,
		    "look at them with riverpost read; move them into new to have them "
		    "read again, or remove them",
		    "%d %s put aside in %s", count, count == 1 ? "letter was" : "letters were",
		    folder);
}

/* What a running server has noticed (operator_other_reader). */
static void
check_other_reader(struct doctor *doctor, const char *source)
{
	int64_t count = 0;
	struct err err;

	if (doctor->server != NULL &&
	    counters_get(doctor->server->store, "other-reader", source, doctor->now - DAY, &count,
		&err) == 0 &&
	    count > 0)
		doctor_wrong(doctor,
		    "let one riverpost alone read it: stop the other one, or give it a "
		    "mailbox and an address of its own; keep mail programs out of it",
		    "another program takes letters out of %s", source);
}

/* The first run makes it, and its parents. */
static void
check_missing_source(struct doctor *doctor, const char *path)
{
	char *parent = arena_strdup(doctor->arena, path);

	do {
		parent = dirname(parent);
	} while (access(parent, F_OK) == -1 && errno == ENOENT && strchr(parent, '/') != NULL);
	if (access(parent, W_OK | X_OK) == 0)
		doctor_ok(doctor, "letters will come from %s; the first run makes it", path);
	else
		doctor_wrong(doctor,
		    "correct path, or make that Maildir and give it to the server's user",
		    "there is no Maildir %s, and it cannot be made in %s (%s)", path, parent,
		    strerror(errno));
}

/* A folder that letters pass through and that cannot be written to, with errno; NULL. */
static const char *
shut_folder(struct doctor *doctor, const struct source_options *options)
{
	const char *folders[] = { "new", "cur", "tmp",
		arena_printf(doctor->arena, ".%s/cur", options->processed),
		arena_printf(doctor->arena, ".%s/cur", options->failed) };

	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		const char *path = arena_printf(doctor->arena, "%s/%s", options->path, folders[i]);

		if (access(path, W_OK | X_OK) == -1 && errno != ENOENT)
			return path;
	}
	return NULL;
}

static void
check_local_source(struct doctor *doctor, const struct source_options *options)
{
	const char *fresh = arena_printf(doctor->arena, "%s/new", options->path);
	const char *shut;
	int64_t oldest;
	int closed, count = look_into(doctor, fresh, &oldest, &closed);

	if (count == -1 && errno == ENOENT && access(options->path, F_OK) == -1)
		check_missing_source(doctor, options->path);
	else if (count == -1)
		doctor_wrong(doctor, "make it a Maildir that the server's user can read",
		    "letters cannot be read from %s (%s)", fresh, strerror(errno));
	else if ((shut = shut_folder(doctor, options)) != NULL)
		doctor_wrong(doctor,
		    "give that folder and all in it to the server's user (chown -R)",
		    "letters cannot be taken out of %s: %s cannot be written to (%s)",
		    options->path, shut, strerror(errno));
	else if (closed > 0)
		doctor_wrong(doctor,
		    "give them to the server's user (chown), and have whatever puts "
		    "them there work as that user",
		    "%d of the letters in %s cannot be read by the server", closed, fresh);
	else if (count > 0 && doctor->now - oldest > UNREAD_MAX)
		doctor_wrong(doctor, "see why in the log; start riverpost serve or riverpost run",
		    "%d %s in %s, the first since %s", count,
		    count == 1 ? "letter waits" : "letters wait", fresh,
		    doctor_span(doctor, doctor->now - oldest));
	else
		doctor_ok(doctor, "letters are read from %s", options->path);
	check_parked(doctor, options->path, options->failed);
	check_other_reader(doctor,
	    arena_printf(
		doctor->arena, "%s %s", source_kind((int)options->kind)->name, options->path));
}

static void
check_remote_source(struct doctor *doctor, const struct config_source *configured)
{
	struct source *source;
	struct err err;

	if (source_open(&source, &configured->options, &err) == -1) {
		doctor_wrong(
		    doctor, doctor_remedy(err.text), "source %s: %s", configured->name, err.text);
		return;
	}
	if (source_probe(source, doctor->now, &err) == -1)
		doctor_wrong(
		    doctor, doctor_remedy(err.text), "source %s: %s", configured->name, err.text);
	else
		doctor_ok(doctor, "letters are read from %s", source_name(source));
	check_other_reader(doctor, source_name(source));
	source_close(source);
}

static void
check_sink(struct doctor *doctor)
{
	struct sink_options options = doctor->config->sink;
	const struct kind *kind = sink_kind((int)options.kind);
	struct sink *sink;
	struct err err;

	if (kind->protocol == NULL) {
		if (kind->runs_programs && access(options.path, X_OK) == -1)
			doctor_wrong(doctor, "install a mail server, or set the sink's path",
			    "letters cannot be sent by %s (%s)", options.path, strerror(errno));
		else if (!kind->runs_programs && access(options.path, W_OK) == -1 &&
		    errno != ENOENT)
			doctor_wrong(doctor, "give it to the server's user",
			    "letters cannot be put into %s (%s)", options.path, strerror(errno));
		else
			doctor_ok(doctor, "letters are sent %s %s",
			    kind->is_local ? "into Maildirs in" : "by", options.path);
		return;
	}
	/* As far as it goes without a letter: connection, TLS, login. */
	if (options.timeout > PROBE_TIMEOUT)
		options.timeout = PROBE_TIMEOUT;
	if (sink_open(&sink, &options, &err) == -1) {
		doctor_wrong(
		    doctor, doctor_remedy(err.text), "letters cannot be sent: %s", err.text);
		return;
	}
	if (sink_probe(sink, &err) == -1)
		doctor_wrong(doctor, doctor_remedy(err.text), "letters cannot be sent by %s: %s",
		    sink_name(sink), err.text);
	else
		doctor_ok(doctor, "letters are sent by %s, which lets us in", sink_name(sink));
	sink_close(sink);
}

static const char *
answer_or_none(const struct out *out)
{
	return out->answer[0] != '\0' ? out->answer : "none";
}

/* Recently, so that old ones are not reported for ever. */
static void
check_unsent(struct doctor *doctor, enum out_state state, const char *what)
{
	struct out *rows;
	struct err err;
	int count = outbox_list(doctor->server->store, doctor->arena, (int)state, &rows, &err),
	    recent = 0;

	for (int i = 0; i < count; i++)
		recent += rows[i].created > doctor->now - RECENT;
	if (recent > 0)
		doctor_wrong(doctor, "see riverpost queue; retry or drop them",
		    "%d %s of the last week %s %s (last answer: %s)", recent,
		    recent == 1 ? "letter" : "letters", recent == 1 ? "was" : "were", what,
		    answer_or_none(&rows[count - 1]));
}

static void
check_queue(struct doctor *doctor)
{
	struct out *rows;
	struct err err;
	int count = outbox_list(doctor->server->store, doctor->arena, OUT_WAITING, &rows, &err);
	const char *waits = count == 1 ? "letter waits" : "letters wait";

	if (count == -1)
		doctor_wrong(doctor, "put the last backup back", "%s", err.text);
	else if (count > 0 && doctor->now - rows[0].created > UNSENT_MAX)
		doctor_wrong(doctor, "see riverpost queue",
		    "%d %s to be sent, the first since %s (last answer: %s)", count, waits,
		    doctor_span(doctor, doctor->now - rows[0].created), answer_or_none(&rows[0]));
	else
		doctor_ok(doctor, "%d %s to be sent", count, waits);
	check_unsent(doctor, OUT_REFUSED, "refused");
	check_unsent(doctor, OUT_GIVEN_UP, "given up");
}

void
doctor_mail(struct doctor *doctor)
{
	check_address(doctor);
	for (int i = 0; i < doctor->config->source_count; i++) {
		const struct config_source *source = &doctor->config->sources[i];

		if (source_kind((int)source->options.kind)->protocol != NULL)
			check_remote_source(doctor, source);
		else
			check_local_source(doctor, &source->options);
	}
	check_sink(doctor);
	if (doctor->server != NULL)
		check_queue(doctor);
}
