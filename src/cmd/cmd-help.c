/* SPDX-License-Identifier: ISC */
/*
 * HELP: pages by mail.
 */
#include "cmd/cmd.h"
#include "speak/topics.h"

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
	(void)err;
	vars_text(vars, "address", rq->settings->address);
	vars_text(vars, "topic", topic);
	vars_number(vars, "nagtime", rq->settings->nagtime);
	vars_number(vars, "forfeittime", rq->settings->forfeittime);
	vars_number(vars, "keep", rq->settings->keep);
	vars_flag(vars, "stranger", rq->sender == NULL);
	vars_flag(vars, "machine", rq->settings->has_machine);
	return DONE;
}
