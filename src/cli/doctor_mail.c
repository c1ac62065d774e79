/* SPDX-License-Identifier: ISC */
/*
 * The doctor's checks of address, sources, sink and queue (doctor.h).
 *
 * Each kind of source and sink looks at its own: mailboxes on servers are really opened, local
 * ones are not, and nothing is fetched or sent.
 */
#include "cli/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/server.h"
#include "store/asides.h"
#include "store/counters.h"
#include "store/outbox.h"

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
		{ "no way to log in",
		    "have the mail server offer PLAIN or LOGIN; some do so only with TLS, or "
		    "for a token_command" },
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
	if (failure[0] == '4' || strstr(failure, ": 4") != NULL)
		return "the mail server wants to be asked again later; where it lasts, see its log";
	return "see what it says, and the mail server's log; correct the source or sink in the "
	       "configuration";
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

static void
say(struct doctor *doctor, const struct finding *finding, const char *prefix)
{
	if (!finding->is_wrong)
		doctor_ok(doctor, "%s", finding->text);
	else
		doctor_wrong(doctor,
		    finding->remedy != NULL ? finding->remedy : doctor_remedy(finding->text),
		    "%s%s", finding->remedy != NULL ? "" : prefix, finding->text);
}

/* What is found of each source and of the sink.  Texts of remedies are constants. */
struct looks {
	struct {
		int count;
		struct finding findings[FINDINGS_MAX];
	} of[SOURCES_MAX + 1]; /* the last is the sink; without a finding: not looked at */
};

static bool
is_remote(const struct config *config, int place)
{
	const struct kind *kind = place < config->source_count ?
	    source_kind((int)config->sources[place].options.kind) :
	    sink_kind((int)config->sink.kind);

	return kind->protocol != NULL;
}

static void
look(struct doctor *doctor, int place, struct looks *looks)
{
	const struct config *config = doctor->config;
	struct sink_options sink = config->sink;
	struct finding *findings = looks->of[place].findings;
	int count = 1;

	if (sink.timeout > PROBE_TIMEOUT)
		sink.timeout = PROBE_TIMEOUT;
	if (place < config->source_count)
		count = source_look(&config->sources[place].options, doctor->now, findings);
	else
		sink_look(&sink, findings);
	looks->of[place].count = count;
}

/* Mail servers, by a child that has given its rights away as the server does, so that what the
 * server cannot reach is not said to be well.  Folders are doctor_fence's. */
static void
look_as_server(struct doctor *doctor, int count, struct looks *looks)
{
	struct err err;
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		/* What it gives up is told by doctor_fence. */
		if (freopen("/dev/null", "w", stderr) == NULL ||
		    sandbox_programs(doctor->config, &err) == -1)
			_exit(1);
		sandbox_server(doctor->config);
		for (int i = 0; i < count; i++)
			if (is_remote(doctor->config, i))
				look(doctor, i, looks);
		sandbox_stop();
		_exit(0);
	}
	if (pid != -1)
		waitpid(pid, &status, 0);
}

static void
check_source(struct doctor *doctor, const struct config_source *source,
    const struct finding *findings, int count)
{
	char name[200];

	for (int i = 0; i < count; i++)
		say(doctor, &findings[i], arena_printf(doctor->arena, "source %s: ", source->name));
	source_describe(&source->options, name, sizeof name);
	check_other_reader(doctor, name);
}

static void
check_ways(struct doctor *doctor)
{
	const struct config *config = doctor->config;
	struct looks *looks = mmap(
	    NULL, sizeof *looks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int sources = config->source_count < SOURCES_MAX ? config->source_count : SOURCES_MAX;

	if (looks == MAP_FAILED)
		abort();
	look_as_server(doctor, sources + 1, looks);
	/* The others, and what the child could not. */
	for (int i = 0; i <= sources; i++)
		if (looks->of[i].count == 0)
			look(doctor, i, looks);
	for (int i = 0; i < sources; i++)
		check_source(
		    doctor, &config->sources[i], looks->of[i].findings, looks->of[i].count);
	say(doctor, looks->of[sources].findings, "");
	munmap(looks, sizeof *looks);
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

/* Games whose clocks stand for letters that were put aside. */
static void
check_held(struct doctor *doctor)
{
	struct str boards;
	int64_t *games;
	struct err err;
	int count = asides_list(doctor->server->store, doctor->arena, doctor->now, &games, &err);

	str_init(&boards, doctor->arena, 0);
	for (int i = 0; i < count; i++)
		str_addf(&boards, "%s%lld", i > 0 ? ", " : "", (long long)games[i]);
	if (count == -1)
		doctor_wrong(doctor, "put the last backup back", "%s", err.text);
	else if (count > 0)
		doctor_wrong(doctor,
		    "mend what they failed at, and have them read again; after 14 days the clocks "
		    "go on",
		    "the clock stands for a letter that was put aside on board%s %s",
		    count > 1 ? "s" : "", boards.data);
}

void
doctor_mail(struct doctor *doctor)
{
	check_address(doctor);
	check_ways(doctor);
	if (doctor->server == NULL)
		return;
	check_queue(doctor);
	check_held(doctor);
}
