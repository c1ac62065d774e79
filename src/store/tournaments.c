/* SPDX-License-Identifier: ISC */
/*
 * Tournaments (tournaments.h).
 */
#include "store/tournaments.h"

#include "store/columns.h"

#define C(name, uses) COLUMN(#name, struct tournament, name, uses)
static const struct column columns[] = {
	C(id, LISTED),
	C(name, LISTED | ADDED),
	C(options, LISTED | ADDED),
	C(size, LISTED | ADDED),
	C(advance, LISTED | ADDED),
	C(is_double, LISTED | ADDED),
	C(places, LISTED | ADDED),
	C(days, LISTED | ADDED),
	C(vacations, LISTED | ADDED),
	C(min_rating, LISTED | ADDED),
	C(max_rating, LISTED | ADDED),
	C(ontime, LISTED | ADDED),
	C(announcer, LISTED | ADDED),
	C(state, ALWAYS),
	C(stage, ALWAYS),
	C(start, ALWAYS),
	C(created, LISTED | ADDED),
	C(begun, ALWAYS),
	C(ended, ALWAYS),
	C(told, ALWAYS),
	C(shown, ALWAYS),
	C(stage_ends, ALWAYS),
	C(end_told, ALWAYS),
	C(due, ALWAYS),
};
static const struct table tournaments = TABLE("tournament", struct tournament, columns);
#undef C

#define C(name, member, uses) COLUMN(name, struct contestant, member, uses)
static const struct column place_columns[] = {
	C("tournament", tournament, LISTED | ADDED),
	C("stage", stage, LISTED | ADDED),
	C("section", section, LISTED | ADDED),
	C("number", number, LISTED | ADDED),
	C("player", seat.player, LISTED | ADDED),
	COLUMN_AS("userid", struct contestant, seat.userid),
	C("how_left", left, ALWAYS),
	C("asked", asked, ALWAYS),
	C("vacation_told", vacation_told, ALWAYS),
};
static const struct table places = TABLE("place", struct contestant, place_columns);
#undef C

#define C(name, uses) COLUMN(#name, struct paired, name, uses)
static const struct column paired_columns[] = {
	C(tournament, LISTED | ADDED),
	C(stage, LISTED | ADDED),
	C(section, LISTED | ADDED),
	C(round, LISTED | ADDED),
	C(red, LISTED | ADDED),
	C(green, LISTED | ADDED),
	C(game, LISTED | ADDED),
	COLUMN_AS("state", struct paired, state),
	COLUMN_AS("result", struct paired, result),
	COLUMN_OF(COLUMN_ENDING, NULL, "ending", struct paired, ending, LISTED),
	COLUMN_AS("ended", struct paired, ended),
};
static const struct table pairings = TABLE("pairing", struct paired, paired_columns);
#undef C

int
tournaments_add(struct store *store, struct tournament *tournament, struct err *err)
{
	return row_add(
	    store, "add a tournament", &tournaments, tournament, "", &tournament->id, err);
}

int
tournaments_save(struct store *store, const struct tournament *tournament, struct err *err)
{
	return row_save(store, "save a tournament", &tournaments, tournament, SAVED, "WHERE id = ?",
	    WITH(INT(tournament->id)), err);
}

int
tournaments_get(
    struct store *store, struct arena *arena, int64_t id, struct tournament *out, struct err *err)
{
	return row_find(store, "read a tournament", &tournaments, "WHERE id = ?", WITH(INT(id)),
	    arena, out, err);
}

int
tournaments_list(
    struct store *store, struct arena *arena, int most, struct tournament **out, struct err *err)
{
	return rows_list(store, "list tournaments", &tournaments,
	    "ORDER BY state > 1, id DESC LIMIT ?", WITH(INT(most)), arena, out, err);
}

int
tournaments_announced(struct store *store, struct arena *arena, int64_t player,
    struct tournament *out, struct err *err)
{
	return row_find(store, "look for an announcement", &tournaments,
	    "WHERE announcer = ? AND announcer > 0 AND state = ?",
	    WITH(INT(player), INT(TOURNAMENT_OPEN)), arena, out, err);
}

int
tournaments_due(
    struct store *store, struct arena *arena, int64_t before, int64_t **out, struct err *err)
{
	return query_ids(store, "look for tournaments",
	    "SELECT id FROM tournament WHERE due > 0 AND due <= ?", WITH(INT(before)), arena, out,
	    err);
}

int
tournaments_played_by(
    struct store *store, struct arena *arena, int64_t player, int64_t **out, struct err *err)
{
	return query_ids(store, "look for a player's tournaments",
	    "SELECT tournament.id FROM place JOIN tournament ON tournament.id = place.tournament AND"
	    " tournament.stage = place.stage WHERE player = ? AND how_left = ? AND state = ?"
	    " ORDER BY tournament.id",
	    WITH(INT(player), INT(LEFT_NOT), INT(TOURNAMENT_PLAYING)), arena, out, err);
}

int
tournaments_left_by(struct store *store, struct arena *arena, int64_t player,
    struct tournament **out, struct err *err)
{
	return rows_list(store, "look for tournaments that a player has left", &tournaments,
	    "WHERE state = ?2 AND EXISTS (SELECT 1 FROM place WHERE place.tournament ="
	    " tournament.id AND place.stage = tournament.stage AND player = ?1 AND how_left <> ?3)"
	    " ORDER BY id",
	    WITH(INT(player), INT(TOURNAMENT_PLAYING), INT(LEFT_NOT)), arena, out, err);
}

int
tournaments_give_back(struct store *store, int64_t seconds, struct err *err)
{
	if (query_do(store, "give time back to who is asked whether he still plays",
		"UPDATE place SET asked = asked + ?1 WHERE asked > 0 AND how_left = 0 AND EXISTS (SELECT 1 FROM"
		" tournament WHERE id = place.tournament AND tournament.stage = place.stage AND"
		" state = ?2)",
		WITH(INT(seconds), INT(TOURNAMENT_PLAYING)), err) == -1)
		return -1;
	return query_do(store, "give time back to stages of tournaments",
	    "UPDATE tournament SET stage_ends = iif(stage_ends = 0, 0, stage_ends + ?1), due = 1"
	    " WHERE state = ?2",
	    WITH(INT(seconds), INT(TOURNAMENT_PLAYING)), err);
}

int
tournaments_put_out(struct store *store, int64_t player, int64_t *at, struct err *err)
{
	return query_number(store, "look whether a player was put out of a tournament",
	    "SELECT coalesce(max(asked), 0) FROM place WHERE player = ? AND how_left <> ?",
	    WITH(INT(player), INT(LEFT_NOT)), at, err);
}

int
tournaments_look_again(struct store *store, int64_t id, struct err *err)
{
	return query_do(store, "have a tournament looked at",
	    "UPDATE tournament SET due = 1 WHERE id = ? AND due > 0", WITH(INT(id)), err);
}

int
tournaments_look_at_vacations(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "have tournaments look at a vacation",
	    "UPDATE tournament SET due = 1 WHERE due > 0 AND state = ? AND vacations > 0 AND id IN"
	    " (SELECT tournament FROM place WHERE player = ?)",
	    WITH(INT(TOURNAMENT_PLAYING), INT(player)), err);
}

int
entrants_list(struct store *store, struct arena *arena, int64_t tournament, struct seat **out,
    struct err *err)
{
	return rows_list(store, "list who takes part", &player_seats,
	    "JOIN entrant ON entrant.player = player.id WHERE tournament = ? ORDER BY joined,"
	    " player.id",
	    WITH(INT(tournament)), arena, out, err);
}

int
entrants_add(struct store *store, int64_t tournament, int64_t player, int64_t now, struct err *err)
{
	int had = query_count(store, "look for a player",
	    "SELECT count(*) FROM entrant WHERE tournament = ? AND player = ?",
	    WITH(INT(tournament), INT(player)), err);

	if (had != 0)
		return had == -1 ? -1 : 0;
	return query_do_one(store, "add a player to a tournament",
		   "INSERT INTO entrant (tournament, player, joined) VALUES (?, ?, ?)",
		   WITH(INT(tournament), INT(player), INT(now)), err) == -1 ?
	    -1 :
	    1;
}

int
entrants_remove(struct store *store, int64_t tournament, int64_t player, struct err *err)
{
	int had = query_count(store, "look for a player",
	    "SELECT count(*) FROM entrant WHERE tournament = ? AND player = ?",
	    WITH(INT(tournament), INT(player)), err);

	if (had <= 0)
		return had;
	return query_do_one(store, "take a player out of a tournament",
		   "DELETE FROM entrant WHERE tournament = ? AND player = ?",
		   WITH(INT(tournament), INT(player)), err) == -1 ?
	    -1 :
	    1;
}

int
contestants_add(struct store *store, const struct contestant *place, struct err *err)
{
	return row_add(store, "add to a section", &places, place, "", NULL, err);
}

int
contestants_list(struct store *store, struct arena *arena, int64_t tournament, int stage,
    struct contestant **out, struct err *err)
{
	return rows_list(store, "read sections", &places,
	    "JOIN player ON player.id = place.player WHERE tournament = ? AND stage = ? ORDER BY"
	    " section, number",
	    WITH(INT(tournament), INT(stage)), arena, out, err);
}

int
contestants_save(struct store *store, const struct contestant *contestant, struct err *err)
{
	return row_save(store, "note who leaves a section", &places, contestant, SAVED,
	    "WHERE tournament = ? AND stage = ? AND section = ? AND number = ?",
	    WITH(INT(contestant->tournament), INT(contestant->stage), INT(contestant->section),
		INT(contestant->number)),
	    err);
}

int
contestants_note_vacation(
    struct store *store, int64_t tournament, int64_t player, int64_t runs, struct err *err)
{
	return query_do(store, "note what was told of a vacation in a tournament",
	    "UPDATE place SET vacation_told = ?1 WHERE tournament = ?2 AND player = ?3 AND stage ="
	    " (SELECT stage FROM tournament WHERE id = ?2)",
	    WITH(INT(runs), INT(tournament), INT(player)), err);
}

int
paired_add(struct store *store, const struct paired *paired, struct err *err)
{
	return row_add(store, "add a game to a section", &pairings, paired, "", NULL, err);
}

int
paired_list(struct store *store, struct arena *arena, int64_t tournament, int stage,
    struct paired **out, struct err *err)
{
	return rows_list(store, "read games of sections", &pairings,
	    "JOIN game ON game.id = pairing.game WHERE pairing.tournament = ? AND stage = ?"
	    " ORDER BY section, round, game",
	    WITH(INT(tournament), INT(stage)), arena, out, err);
}
