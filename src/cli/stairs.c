/* SPDX-License-Identifier: ISC */
/*
 * riverpost stairs: who stands on the stairs, for the operator.
 */
#include "store/stairs.h"
#include "base/arena.h"
#include "base/str.h"
#include "cli/admin.h"

static const char *
board(struct admin *admin, int64_t id)
{
	return id != 0 ? arena_printf(admin->arena, "board %lld", (long long)id) : "-";
}

static int
stairs_list(struct admin *admin, char **args, struct err *err)
{
	struct climber *all;
	int count = climbers_list(admin->server.store, admin->arena, &all, err);

	(void)args;
	for (int i = 0; i < count; i++)
		str_addf(&admin->output,
		    "%4d  %-20s  challenger: %-12s challenged: %-12s since %s\n", all[i].step,
		    all[i].seat.userid, board(admin, all[i].challenges),
		    board(admin, all[i].is_played), admin_time(admin, all[i].since));
	return count == -1 ? -1 : ACTION_DONE;
}

const struct action cli_stairs[] = { { "list", 0, 0, ACTION_READS, stairs_list }, { 0 } };
