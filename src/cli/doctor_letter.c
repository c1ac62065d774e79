/* SPDX-License-Identifier: ISC */
/*
 * riverpost doctor --letter: the server writes to itself and waits for it
 * (doctor.h).
 *
 * Two letters, to the plain address and to one with a token; the first without
 * an envelope sender, as answers to strangers are sent, the other with one that
 * names the letter.  A running server takes them, and the database tells;
 * otherwise the doctor keeps servers out while it looks into the sources itself,
 * and takes only these two.
 */
#include "cli/doctor.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/read/letter.h"
#include "mail/reader.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"
#include "server/lock.h"
#include "server/probe.h"
#include "server/server.h"
#include "store/db.h"

#define CLOCK_SLACK (5 * MINUTE)
#define PAUSE_US    500000

struct visit {
	struct doctor *doctor;
	int64_t number, sent;
	struct probe letter[PROBE_ADDRESSES];
	struct sink_answer answer[PROBE_ADDRESSES];
	struct probe_arrival arrival[PROBE_ADDRESSES];
};

static int
send_both(struct visit *visit, struct err *err)
{
	struct doctor *doctor = visit->doctor;
	struct sink_options options = doctor->config->sink;
	struct sink *sink;
	int rc = 0;

	options.timeout = doctor->wait;
	if (sink_open(&sink, &options, err) == -1)
		return -1;
	for (int i = 0; i < PROBE_ADDRESSES; i++) {
		struct probe *letter = &visit->letter[i];
		struct sink_answer *answer = &visit->answer[i];
		struct delivery delivery;

		if ((rc = probe_make(letter, doctor->arena, doctor->server, (enum probe_address)i,
			 visit->number, visit->sent, err)) == -1)
			break;
		delivery = (struct delivery){ .sender = letter->sender,
			.recipient = letter->recipient,
			.name = letter->message_id,
			.bytes = letter->bytes,
			.length = letter->length };
		sink_send(sink, &delivery, answer);
	}
	sink_close(sink);
	return rc;
}

/* 1 when it is one of the two; strangers' letters are not even parsed. */
static int
note(struct visit *visit, struct arena *arena, const struct intake *intake, struct err *err)
{
	struct server *server = visit->doctor->server;
	struct letter letter;
	bool is_ours = false;

	for (int i = 0; i < PROBE_ADDRESSES; i++)
		is_ours |= memmem(intake->bytes, intake->length, visit->letter[i].message_id,
			       strlen(visit->letter[i].message_id)) != NULL;
	if (!is_ours)
		return 0;
	reader_read(&letter, arena, intake->bytes, intake->length, &server->policy);
	if (store_begin(server->store, err) == -1)
		return -1;
	if (probe_note(server, arena, &letter, intake->stamped, err) == 1)
		return store_commit(server->store, err) == -1 ? -1 : 1;
	store_rollback(server->store);
	return 0;
}

static void
look_into(struct visit *visit, struct source *source, int64_t end)
{
	struct arena *arena = arena_new();
	struct intake intake;
	struct err err;

	if (source_begin(source, clock_now(), &err) == 0)
		while (clock_now() < end && source_fetch(source, arena, &intake, &err) == 1) {
			if (note(visit, arena, &intake, &err) == 1)
				(void)source_settle(source, &intake, SETTLE_PROCESSED, &err);
			arena_clear(arena);
		}
	arena_free(arena);
}

static bool
both_came(struct visit *visit)
{
	bool both = true;
	struct err err;

	for (int i = 0; i < PROBE_ADDRESSES; i++) {
		if (probe_look(&visit->arrival[i], visit->doctor->server, (enum probe_address)i,
			visit->number, &err) == -1)
			return false;
		both &= visit->arrival[i].came || visit->answer[i].sent != SENT;
	}
	return both;
}

static void
look_ourselves(struct visit *visit, int64_t end)
{
	const struct config *config = visit->doctor->config;
	struct source *sources[config->source_count + 1];
	struct err err;

	for (int i = 0; i < config->source_count; i++)
		if (source_open(&sources[i], &config->sources[i].options, &err) == -1)
			sources[i] = NULL;
	while (!both_came(visit) && clock_now() < end) {
		for (int i = 0; i < config->source_count; i++)
			if (sources[i] != NULL)
				look_into(visit, sources[i], end);
		usleep(PAUSE_US);
	}
	for (int i = 0; i < config->source_count; i++)
		source_close(sources[i]);
}

static void
tell_arrival(struct visit *visit, const struct probe_arrival *arrival)
{
	struct doctor *doctor = visit->doctor;
	int64_t off = arrival->stamped - visit->sent;
	char here[32];

	clock_format_iso(here, sizeof here, visit->sent);
	if (!arrival->has_sender)
		doctor_wrong(doctor,
		    "have the mail server add Return-Path (postfix: flags=R, exim: "
		    "return_path_add), or call riverpost-deliver with --sender",
		    "letters arrive without their reverse path: robots and bounces are harder to tell");
	else if (!arrival->as_sent)
		doctor_wrong(doctor,
		    arena_printf(doctor->arena,
			"let this account send as %s, and as that "
			"with +anything; a provider that does not is the wrong one",
			doctor->config->address),
		    "From or the envelope sender is changed on the way: answers, bounces and DKIM "
		    "need both in one domain");
	if (arrival->relayed)
		doctor_wrong(doctor,
		    "have letters come to the server without a mailing list, a group or an automatic "
		    "answer in front of it",
		    "letters arrive with fields of a mailing list or of a program (List-Id, "
		    "Precedence and the like): nobody can sign up, and of players only answers with a "
		    "command are taken");
	if (off < -CLOCK_SLACK || off > CLOCK_SLACK + doctor->wait)
		doctor_wrong(doctor, "set the one that is wrong, best both by NTP",
		    "the clock of this machine, %s, is %s %s the mail server's", here,
		    doctor_span(doctor, off < 0 ? -off : off), off < 0 ? "ahead of" : "behind");
}

static void
tell_missing(struct visit *visit, bool plain, bool tagged)
{
	static const char plus[] =
	    "let address+anything reach the server too: recipient_delimiter "
	    "= + in postfix, local_part_suffix in exim, with a provider choose one "
	    "that has it";
	struct doctor *doctor = visit->doctor;
	const char *own = doctor->config->address;
	const struct sink_answer *refused = &visit->answer[PROBE_TAGGED];

	if (plain && !tagged && refused->sent == SENT_REFUSED)
		doctor_wrong(doctor, plus,
		    "plus addressing does not work: the mail server refuses %s (%s)",
		    visit->letter[PROBE_TAGGED].recipient, refused->text);
	else if (plain && !tagged)
		doctor_wrong(doctor, plus,
		    "plus addressing does not work: a letter to %s arrived, one to "
		    "%s did not within %d seconds",
		    own, visit->letter[PROBE_TAGGED].recipient, doctor->wait);
	else if (!plain && tagged)
		doctor_wrong(doctor, "let that address reach the server",
		    "letters to %s do not arrive, "
		    "those with +anything do",
		    own);
	else
		doctor_wrong(doctor,
		    "see that the address is right, follow the letter in the mail server's "
		    "log, and have letters to this address come into one of the sources",
		    "a letter of the server to itself, %s, did not arrive within %d seconds", own,
		    doctor->wait);
}

/* Its envelope sender was refused, and our own address was not. */
static bool
has_plain_sender(const struct sink_answer *answer)
{
	return answer->sent == SENT && answer->blame == BLAME_SENDER;
}

static void
tell(struct visit *visit)
{
	bool plain = visit->arrival[PROBE_PLAIN].came;
	bool tagged = visit->arrival[PROBE_TAGGED].came;
	const struct sink_answer *answer = &visit->answer[PROBE_PLAIN];

	if (answer->sent != SENT && !tagged)
		doctor_wrong(visit->doctor, doctor_remedy(answer->text),
		    "the server's letter to itself cannot be sent: %s", answer->text);
	else if (plain && tagged)
		doctor_ok(visit->doctor, "letters to %s and to %s come back",
		    visit->doctor->config->address, visit->letter[PROBE_TAGGED].recipient);
	else
		tell_missing(visit, plain, tagged);
	if (has_plain_sender(answer))
		doctor_wrong(visit->doctor,
		    "let the mail server take the null sender (RFC 5321, 4.5.5)",
		    "the mail server refuses letters without an envelope sender, as answers to people "
		    "without an account are: %s",
		    answer->text);
	if (has_plain_sender(&visit->answer[PROBE_TAGGED]))
		doctor_wrong(visit->doctor,
		    "let this account send as its address with "
		    "+anything too",
		    "the mail server refuses the envelope sender that tells which letter bounced, %s: %s",
		    visit->letter[PROBE_TAGGED].sender, visit->answer[PROBE_TAGGED].text);
	if (plain || tagged)
		tell_arrival(visit, &visit->arrival[tagged ? PROBE_TAGGED : PROBE_PLAIN]);
}

void
doctor_letter(struct doctor *doctor)
{
	struct visit visit = { .doctor = doctor, .sent = clock_now() };
	struct lock lock;
	struct err err;
	int64_t end;

	if (doctor->wait == 0)
		return;
	if (doctor->server == NULL) {
		doctor_wrong(doctor, "call riverpost run once",
		    "the server cannot write to itself "
		    "before its database is there");
		return;
	}
	if (sink_kind((int)doctor->config->sink.kind)->is_local) {
		doctor_ok(doctor, "letters go into Maildirs: there is no mail server to try");
		return;
	}
	/* Another visit may have been made in this second. */
	visit.number = visit.sent * 1000 + clock_steady_ms() % 1000;
	if (send_both(&visit, &err) == -1) {
		doctor_wrong(doctor, doctor_remedy(err.text),
		    "the server's letter to itself cannot be "
		    "sent: %s",
		    err.text);
		return;
	}
	end = clock_now() + doctor->wait;
	if (lock_home(&lock, doctor->config->home, &err) == 0)
		look_ourselves(&visit, end);
	else
		while (!both_came(&visit) && clock_now() < end)
			usleep(PAUSE_US);
	lock_release(&lock);
	tell(&visit);
}
