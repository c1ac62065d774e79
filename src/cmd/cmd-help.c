/* SPDX-License-Identifier: ISC */
/*
 * HELP: pages by mail.
 */
#include <string.h>

#include "cmd/cmd.h"

/* The template of each topic; a command leads to help-commands. */
static const struct {
	const char *topic, *page;
} topics[] = { { "commands", "help-commands" }, { "command", "help-commands" },
	{ "xiangqi", "help-xiangqi" }, { "chess", "help-xiangqi" }, { "pieces", "help-xiangqi" },
	{ "rules", "help-rules" }, { "rulesets", "help-rules" }, { "repetition", "help-rules" },
	{ "server", "help-rules" }, { "asian", "help-rules" }, { "cxq", "help-rules" },
	{ "notation", "help-notation" }, { "coordinates", "help-notation" },
	{ "wxf", "help-notation" }, { "moves", "help-notation" }, { "time", "help-time" },
	{ "clock", "help-time" }, { "forfeit", "help-time" } };

static bool
help_expects(const struct order *order, int i)
{
	for (size_t topic = 0; topic < sizeof topics / sizeof topics[0]; topic++)
		if (strcmp(topics[topic].topic, order->words[i]) == 0)
			return true;
	return cmd_find(NULL, order->words[i]) != NULL;
}

static enum outcome
help_run(struct request *rq, struct reply *reply, struct err *err)
{
	const char *topic = rq->order->word_count > 0 ? rq->order->words[0] : "", *page = "help";
	struct vars *vars;

	if (topic[0] != '\0')
		page = cmd_find(rq->settings->glossary, topic) != NULL ? "help-commands" :
									 "help-unknown";
	for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
		if (strcmp(topics[i].topic, topic) == 0)
			page = topics[i].page;
	vars = reply_use(reply, page);
	(void)err;
	vars_text(vars, "address", rq->settings->address);
	vars_text(vars, "topic", topic);
	vars_number(vars, "nagtime", rq->settings->nagtime);
	vars_number(vars, "forfeittime", rq->settings->forfeittime);
	vars_flag(vars, "stranger", rq->sender == NULL);
	return CMD_DONE;
}

const struct cmd cmd_help = {
	.name = "help",
	.args = "WORD?",
	.expects = help_expects,
	.needs = OPEN,
	.run = help_run,
};
