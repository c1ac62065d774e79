/* SPDX-License-Identifier: ISC */
/*
 * What every template of a letter may use.
 */
#include <time.h>

#include "base/vars.h"
#include "store/players.h"
#include "view/game_vars.h"
#include "view/letter_internal.h"

void
letter_common_vars(const struct sheet *sheet, struct vars *vars)
{
	time_t now = (time_t)sheet->view->now;
	struct tm today;

	/* For examples: this year, and that of the next July. */
	gmtime_r(&now, &today);
	vars_number(vars, "this-year", 1900 + today.tm_year);
	vars_number(vars, "summer", 1900 + today.tm_year + (today.tm_mon >= 6));
	vars_text(vars, "house", sheet->view->name);
	vars_text(vars, "address", sheet->view->address);
	vars_text(vars, "operator-address",
	    sheet->view->operator_address != NULL ? sheet->view->operator_address : "");
	vars_text(vars, "reader", sheet->reader != NULL ? sheet->reader->userid : "");
	vars_flag(vars, "reads-list", game_is_listed(sheet->reader));
	vars_flag(vars, "reads-coordinates", sheet->how.form == NOTATION_COORDINATES);
	vars_flag(vars, "reads-iccs", sheet->how.form == NOTATION_ICCS);
	vars_flag(vars, "reads-notation",
	    sheet->how.form != NOTATION_COORDINATES && sheet->how.form != NOTATION_ICCS);
}
