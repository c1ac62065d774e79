/* SPDX-License-Identifier: ISC */
/*
 * HELP: pages by mail.
 */
#include "base/arena.h"
#include "base/signing.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "speak/topics.h"

/* The key that signs scores, and those that did. */
static int
tell_keys(struct request *rq, struct vars *vars, struct err *err)
{
	struct signing *signing = arena_alloc(rq->arena, sizeof *signing);

	if (signing_make(rq->settings->signing, rq->now, err) == -1 ||
	    signing_read(signing, rq->settings->signing, err) == -1)
		return -1;
	vars_text(vars, "key", signing->keys[0].public);
	request_day(vars, "since", "", signing->keys[0].since);
	for (int i = 1; i < signing->count; i++) {
		struct vars *old = vars_add(vars, "old-keys");

		vars_text(old, "old-key", signing->keys[i].public);
		request_day(old, "since", "", signing->keys[i].since);
		request_day(old, "until", "", signing->keys[i].until);
	}
	return 0;
}

enum outcome
help_run(struct request *rq, struct err *err)
{
	const char *topic = rq->order->word_count > 0 ? rq->order->words[0] : "", *page = "help";
	struct vars *vars;

	if (topic[0] != '\0')
		page = topic_page(topic);
	if (page == NULL)
		page = verb_find(rq->settings->glossary, topic) != NULL ? "help-commands" :
									  "help-unknown";
	vars = reply_use(rq->reply, page);
	if (str_equal(page, "help-key") && tell_keys(rq, vars, err) == -1)
		return FAILED;
	vars_text(vars, "address", rq->settings->address);
	vars_text(vars, "topic", topic);
	vars_number(vars, "nagtime", rq->settings->nagtime);
	vars_number(vars, "forfeittime", rq->settings->forfeittime);
	vars_number(vars, "keep", rq->settings->keep);
	vars_flag(vars, "stranger", rq->sender == NULL);
	vars_flag(vars, "machine", rq->settings->has_machine);
	return DONE;
}
