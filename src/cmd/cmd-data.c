/* SPDX-License-Identifier: ISC */
/*
 * DATA: all that is kept of the player who asks, as text and as JSON.
 *
 * It goes to an address of the account and nowhere else, whatever is proved.
 */
#include "base/str.h"
#include "cmd/cmd.h"
#include "store/person.h"

enum outcome
data_run(struct request *rq, struct err *err)
{
	struct str text, json;
	struct vars *vars;

	if (rq->sender == NULL || rq->sender->id != rq->from->id)
		return request_refuse_userid(rq, "data-elsewhere", rq->from->userid);
	str_init(&text, rq->arena, 0);
	str_init(&json, rq->arena, 0);
	if (person_write(rq->store, rq->from->id, &text, &json, err) == -1)
		return FAILED;
	reply_attach(
	    rq->reply, "riverpost.txt", "text/plain; charset=utf-8", text.data, text.length);
	reply_attach(rq->reply, "riverpost.json", "application/json", json.data, json.length);
	vars = reply_use(rq->reply, "data");
	vars_text(vars, "userid", rq->from->userid);
	vars_number(vars, "keep", rq->settings->keep);
	return DONE;
}
