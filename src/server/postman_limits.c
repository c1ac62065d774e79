/* SPDX-License-Identifier: ISC */
/*
 * The limits on answers (postman.h).
 *
 * What was carried out with proof is always answered: it cannot be part of a
 * loop, and a fast game must not fall silent.  Without proof a forged From could
 * flood the one it names; nor may that use up the answers to his own letters, so
 * they are counted apart.
 */
#include "base/clock.h"
#include "base/log.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "mail/read/letter.h"
#include "server/postman.h"
#include "store/counters.h"

#define TAGS 5 /* addresses fred+x, fred+y … of one mailbox that are answered in full */

/* Counts one more for `who`; *may: it is within `times` the limits. */
static int
count_answer(
    struct work *work, const char *what, const char *who, int times, bool *may, struct err *err)
{
	const struct config *config = work->server->config;
	struct store *store = work->server->store;
	int64_t hour, day;

	if (counters_get(store, what, who, work->now - HOUR, &hour, err) == -1 ||
	    counters_get(store, what, who, work->now - DAY, &day, err) == -1)
		return -1;
	*may = hour < config->answers_hour * times && day < config->answers_day * times;
	if (!*may)
		log_warn("%s gets no answer: limit of answers reached", work->letter.from);
	return *may ? counters_add(store, what, who, work->now, err) : 0;
}

int
postman_may_answer(struct work *work, bool is_proved, bool is_done, bool *may, struct err *err)
{
	const char *from = work->letter.from;
	int rc;

	*may = true;
	if (is_proved && is_done)
		return 0;
	rc = count_answer(work, is_proved ? "answer-proved" : "answer", from, 1, may, err);
	if (is_proved || !*may || rc == -1)
		return rc;
	return count_answer(work, "mailbox", address_untagged(work->arena, from), TAGS, may, err);
}
