/* SPDX-License-Identifier: ISC */
/*
 * Tournaments: what is announced, and how it stands (tournament.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/challenge.h"
#include "cmd/tournament_internal.h"
#include "play/facts.h"
#include "speak/game_options.h"
#include "speak/verbs.h"

#define CLOCK_USUAL  "--time=20d+1d" /* a bank bounds the end, a time a move does not */
#define LONG_GAME    60              /* moves of a side, for which a stage has to have time */
#define TABLE_WIDTH  72              /* of a letter */
#define ROW_REST     20              /* of a row, beside the name and the games */
#define SIZE_USUAL   7
#define SIZE_EVEN    7   /* from here on any number fits, and no section has one more */
#define DAYS_LEAST   30  /* of a stage */
#define RATING_LEAST 100 /* to ask for */
#define RATING_MOST  4000

/* One that is over, or goes on; there is none 0. */
static int
read_stage(
    struct request *rq, const struct tournament *t, int number, struct stage *out, struct err *err)
{
	out->number = number;
	out->place_count = contestants_list(rq->store, rq->arena, t->id, number, &out->places, err);
	out->game_count = paired_list(rq->store, rq->arena, t->id, number, &out->games, err);
	out->sections = out->place_count > 0 ? out->places[out->place_count - 1].section : 0;
	return out->place_count == -1 || out->game_count == -1 ? -1 : 0;
}

int
tournament_stage(struct request *rq, const struct tournament *t, struct stage *out, struct err *err)
{
	return read_stage(rq, t, t->stage, out, err);
}

static enum score
score_of(const struct paired *paired)
{
	if (paired->state != GAME_OVER)
		return SCORE_OPEN;
	return paired->result == RESULT_RED ? SCORE_RED :
	    paired->result == RESULT_GREEN  ? SCORE_GREEN :
					      SCORE_DRAW;
}

/* Sections and games stand in order of the section. */
void
tournament_section(const struct stage *stage, int number, struct sectional *out)
{
	struct table_game games[PAIRINGS_MOST];
	int first = 0, from = 0, count = 0;

	*out = (struct sectional){ .number = number };
	while (first < stage->place_count && stage->places[first].section < number)
		first++;
	while (from < stage->game_count && stage->games[from].section < number)
		from++;
	out->places = stage->places + first;
	out->games = stage->games + from;
	for (int i = first; i < stage->place_count && stage->places[i].section == number; i++)
		out->has_left[out->size++] = stage->places[i].left == LEFT_EARLY;
	for (int i = from; i < stage->game_count && stage->games[i].section == number; i++) {
		const struct paired *paired = &stage->games[i];

		out->game_count++;
		out->over += paired->state == GAME_OVER;
		/* Nobody has won or lost what the operator has cancelled. */
		if (paired->result != RESULT_CANCELLED)
			games[count++] = (struct table_game){ paired->red, paired->green,
				score_of(paired) };
	}
	crosstable_reckon(games, count, out->has_left, out->size, out->rows, out->order);
}

/*
 * Announced.
 */

/* All meet on equal terms, and anybody may look on. */
static bool
is_unfit(const char *name)
{
	static const char *const unfit[] = { "color", "colour", "handicap", "private", "now" };

	return str_index(unfit, sizeof unfit / sizeof *unfit, name) != -1;
}

/* A number, which "%" may follow. */
static bool
read_number(const char *value, int least, int most, bool is_share, int *out)
{
	char *end;
	long number = strtol(value, &end, 10);

	*out = (int)number;
	return end > value && strcmp(end, is_share && *end != '\0' ? "%" : "") == 0 &&
	    number >= least && number <= most;
}

/* Does none of the vacation count, or all of it?  Then it is an option of the games; there "0" is
 * "off". */
static bool
is_all_or_none(struct order_option *option)
{
	static const char *const words[] = { "", "yes", "on", "no", "off" };

	if (!str_equal(option->name, "vacations"))
		return false;
	if (str_equal(option->value, "0"))
		option->value = "off";
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_equal_nocase(option->value, words[i]))
			return true;
	return false;
}

/* One of a tournament's own options: 1, 0 it is none, -1 its value is wrong. */
static int
read_own(const char *name, const char *value, struct tournament *t)
{
	int games = 0;
	const struct {
		const char *name;
		int least, most;
		int *out;
	} numbers[] = {
		{ "sections", TOURNAMENT_LEAST, SECTION_MOST - 1, &t->size },
		{ "advance", 1, SECTION_MOST - 2, &t->advance },
		{ "players", TOURNAMENT_LEAST, TOURNAMENT_MOST, &t->places },
		{ "games", 1, 2, &games },
		{ "min", RATING_LEAST, RATING_MOST, &t->min_rating },
		{ "max", RATING_LEAST, RATING_MOST, &t->max_rating },
		{ "ontime", 1, 100, &t->ontime },
		{ "days", DAYS_LEAST, STAGE_DAYS_MOST, &t->days },
		{ "vacations", 1, VACATION_MOST, &t->vacations },
	};

	if (str_equal(name, "start"))
		return clock_parse_iso(value, &t->start) ? 1 : -1;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (!str_equal(name, numbers[i].name))
			continue;
		if (!read_number(value, numbers[i].least, numbers[i].most,
			numbers[i].out == &t->ontime, numbers[i].out))
			return -1;
		if (numbers[i].out == &games)
			t->is_double = games == 2;
		return 1;
	}
	return 0;
}

/* Its games, with nobody seated. */
enum outcome
tournament_game(struct request *rq, const char *options, struct order *order, struct game **out)
{
	const struct parse_context context = { .glossary = rq->settings->glossary };
	enum side unused = RED;
	struct game *game = *out = game_new(rq->arena, rq->now);

	parse_line(rq->arena, &context,
	    arena_printf(rq->arena, "%s %s", verb_table[VERB_SEEK].name, options), order);
	game->is_rated = true;
	game->terms.nag = rq->settings->nagtime * DAY;
	game->terms.move = rq->settings->forfeittime * DAY;
	return challenge_read_options(rq, order, game, &unused);
}

static bool
sets_clock(const struct order_option *option)
{
	int which = game_option_find(option->name);

	return which == GAME_OPTION_TIME || which == GAME_OPTION_FORFEITTIME ||
	    which == GAME_OPTION_TOTALTIME;
}

/* Parts its own options from those of its games. */
static enum announced
part_options(struct request *rq, const char *text, struct tournament *t, const char **wrong)
{
	const struct parse_context context = { .glossary = rq->settings->glossary };
	struct order order;
	struct str games;
	bool has_clock = false;

	str_init(&games, rq->arena, 0);
	parse_line(rq->arena, &context,
	    arena_printf(rq->arena, "%s %s", verb_table[VERB_SEEK].name, text), &order);
	for (int i = 0; i < order.option_count; i++) {
		struct order_option *option = &order.options[i];
		bool all_or_none = is_all_or_none(option);
		int own = all_or_none ? 0 : read_own(option->name, option->value, t);

		if (all_or_none)
			t->vacations = 0;
		*wrong = option->name;
		if (is_unfit(option->name))
			return ANNOUNCED_UNFIT;
		if (own == -1)
			return ANNOUNCED_WRONG;
		if (own == 0 && game_option_find(option->name) == -1)
			return ANNOUNCED_UNKNOWN;
		has_clock |= sets_clock(option);
		if (own == 0)
			str_addf(&games, "%s--%s%s%s", games.length > 0 ? " " : "", option->name,
			    option->value[0] != '\0' ? "=" : "", option->value);
	}
	if (!has_clock)
		str_addf(&games, "%s%s", games.length > 0 ? " " : "", CLOCK_USUAL);
	t->options = games.data;
	return ANNOUNCED;
}

/* Days of a stage in which whoever stalls in its games loses: both may use up the time they have
 * for all moves of a long one. */
static int
days_least(const struct terms *terms)
{
	int64_t both = terms->bank == 0 ? 0 : 2 * (terms->bank + LONG_GAME * terms->increment);
	int64_t least = both > terms->move ? both : terms->move;

	return (int)((least + DAY - 1) / DAY);
}

/* Can it be played to its end, with these terms of its games? */
static enum announced
check_announced(struct arena *arena, const struct tournament *t, const struct terms *terms,
    int64_t now, const char **wrong)
{
	if (t->places == 0 && t->start == 0)
		return ANNOUNCED_NEVER;
	if (t->start != 0 && t->start <= now)
		return ANNOUNCED_PAST;
	if (t->is_double && t->size > DOUBLE_MOST)
		return ANNOUNCED_WIDE;
	/* One game without an end would hold up all others. */
	if ((terms->move == 0 && terms->bank == 0) || terms->by_claim)
		return ANNOUNCED_ENDLESS;
	if (t->advance >= t->size)
		return ANNOUNCED_ALL;
	/* Who does not move would have drawn when the stage ends. */
	*wrong = arena_printf(arena, "%d", days_least(terms));
	if (t->days > 0 && t->days < days_least(terms))
		return terms->bank > 0 ? ANNOUNCED_STALLED : ANNOUNCED_SHORT;
	return ANNOUNCED;
}

enum announced
tournament_read(struct request *rq, const char *name, const char *options, struct tournament *out,
    const char **wrong)
{
	struct tournament t = { .name = name,
		.shown = "",
		.size = SIZE_USUAL,
		.advance = 1,
		.created = rq->now,
		.announcer = rq->from != NULL ? rq->from->id : 0 };
	enum announced parted = part_options(rq, options, &t, wrong);
	struct order order;
	struct game *game;

	if (parted != ANNOUNCED)
		return parted;
	if (t.max_rating > 0 && t.max_rating < t.min_rating) {
		*wrong = "max";
		return ANNOUNCED_WRONG;
	}
	if (tournament_game(rq, t.options, &order, &game) != DONE) {
		*wrong = vars_find(rq->reply->sender->last->vars, "option")->text;
		return ANNOUNCED_REFUSED;
	}
	t.due = t.start;
	*out = t;
	return check_announced(rq->arena, &t, &game->terms, rq->now, wrong);
}

int
tournament_first(const struct tournament *t, const struct stage *stage, struct seat *out)
{
	int count = 0;

	for (int number = 1; number <= stage->sections; number++) {
		struct sectional section;
		bool has_gone[SECTION_MOST] = { false };
		int first[SECTION_MOST], places;

		tournament_section(stage, number, &section);
		for (int i = 0; i < section.size; i++)
			has_gone[i] = section.places[i].left != LEFT_NOT;
		/* Whoever has gone leaves his place to the next. */
		places = crosstable_first(section.rows, section.order, section.size,
		    stage->sections == 1 ? 1 : t->advance, has_gone, first);
		for (int i = 0; i < places; i++)
			out[count++] = section.places[first[i]].seat;
	}
	return count;
}

void
tournament_list_winners(struct vars *vars, const struct seat *winners, int count)
{
	vars_flag(vars, "any-winners", count > 0);
	vars_flag(vars, "shared", count > 1);
	vars_list(vars, "winners");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "winners");

		vars_text(item, "userid", winners[i].userid);
		vars_flag(item, "another", i > 0);
		vars_flag(item, "final", i == count - 1);
	}
}

/* Those of one that is over, in the arena; how many or -1. */
static int
find_winners(struct request *rq, const struct tournament *t, struct seat **out, struct err *err)
{
	struct stage stage;

	*out = NULL;
	if (t->state != TOURNAMENT_OVER)
		return 0;
	if (tournament_stage(rq, t, &stage, err) == -1)
		return -1;
	*out = arena_alloc(rq->arena, (size_t)(stage.place_count + 1) * sizeof **out);
	return tournament_first(t, &stage, *out);
}

int
tournament_winners(
    struct request *rq, const struct tournament *t, struct vars *vars, struct err *err)
{
	struct seat *first;
	int count = find_winners(rq, t, &first, err);

	tournament_list_winners(vars, first, count == -1 ? 0 : count);
	return count == -1 ? -1 : 0;
}

int
tournament_winners_of(struct request *rq, int64_t number, struct seat **out, struct err *err)
{
	struct tournament t;

	*out = NULL;
	if (number == 0)
		return 0;
	if (tournaments_get(rq->store, rq->arena, number, &t, err) != 1)
		return -1;
	return find_winners(rq, &t, out, err);
}

int
tournament_tell_changed(struct request *rq, const struct game *game, const struct seat *was,
    int was_count, struct err *err)
{
	struct tournament t;
	struct seat *is, *entrants;
	int count = tournament_winners_of(rq, game->tournament, &is, err), all;
	bool same = count == was_count;

	for (int i = 0; i < count && same; i++)
		same = is[i].player == was[i].player;
	if (count == -1 || same)
		return count == -1 ? -1 : 0;
	if (tournaments_get(rq->store, rq->arena, game->tournament, &t, err) != 1)
		return -1;
	all = entrants_list(rq->store, rq->arena, t.id, &entrants, err);
	for (int i = 0; i < all; i++) {
		struct vars *vars = reply_tell(
		    rq->reply, entrants[i].player, NULL, "tournament-changed");

		vars_number(vars, "number", t.id);
		vars_text(vars, "name", t.name);
		vars_number(vars, "board", game->id);
		tournament_list_winners(vars, is, count);
	}
	return all == -1 ? -1 : 0;
}

/* Who has announced it, unless it is the operator. */
static int
add_announcer(struct request *rq, const struct tournament *t, struct vars *vars, struct err *err)
{
	struct player player;

	vars_text(vars, "announcer", "");
	if (t->announcer == 0)
		return 0;
	if (players_get(rq->store, rq->arena, t->announcer, &player, err) == -1)
		return -1;
	vars_text(vars, "announcer", player.userid);
	return 0;
}

enum outcome
tournament_facts(struct request *rq, const struct tournament *t, struct vars *vars, struct err *err)
{
	struct order order;
	struct game *game;
	struct seat *entrants;
	int count = entrants_list(rq->store, rq->arena, t->id, &entrants, err);

	if (count == -1)
		return FAILED;
	vars_number(vars, "number", t->id);
	vars_text(vars, "name", t->name);
	vars_flag(vars, "open", t->state == TOURNAMENT_OPEN);
	vars_flag(vars, "playing", t->state == TOURNAMENT_PLAYING);
	vars_flag(vars, "over", t->state == TOURNAMENT_OVER);
	vars_flag(vars, "cancelled", t->state == TOURNAMENT_CANCELLED);
	vars_number(vars, "size", t->size);
	vars_number(vars, "size-more", t->size + 1);
	vars_flag(vars, "one-more", t->size < SIZE_EVEN);
	vars_number(vars, "advance", t->advance);
	vars_flag(vars, "several-advance", t->advance > 1);
	vars_flag(vars, "double", t->is_double);
	vars_number(vars, "places", t->places);
	vars_flag(vars, "any-number", t->places == 0);
	vars_flag(vars, "at-a-time", t->start != 0);
	vars_time(vars, "start", t->start);
	vars_number(vars, "stage", t->stage);
	vars_number(vars, "least", TOURNAMENT_LEAST);
	vars_time(vars, "begun-on", t->begun);
	vars_time(vars, "ended-on", t->ended);
	vars_flag(
	    vars, "one-section", t->places > 0 && crosstable_sections(t->places, t->size) == 1);
	vars_number(vars, "entrants", count);
	vars_flag(vars, "any-players", count > 0);
	vars_flag(vars, "one-player", count == 1);
	vars_flag(vars, "first-stage", t->stage == 1);
	vars_flag(vars, "yours", false);
	vars_number(vars, "days", t->days);
	vars_time(vars, "stage-ends", t->stage_ends);
	vars_flag(vars, "limited-stage", t->stage_ends != 0);
	vars_number(vars, "min-rating", t->min_rating);
	vars_number(vars, "max-rating", t->max_rating);
	vars_number(vars, "share", t->ontime);
	vars_flag(vars, "by-rating", t->min_rating > 0 || t->max_rating > 0);
	vars_flag(vars, "selects", t->min_rating > 0 || t->max_rating > 0 || t->ontime > 0);
	if (add_announcer(rq, t, vars, err) == -1)
		return FAILED;
	vars_list(vars, "players");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "players");

		if (rq->from != NULL && entrants[i].player == rq->from->id)
			vars_flag(vars, "yours", true);

		vars_text(item, "userid", entrants[i].userid);
		vars_flag(item, "another", i > 0);
	}
	if (tournament_game(rq, t->options, &order, &game) != DONE)
		return err_set(err, "tournament %lld: its options are no longer understood",
			   (long long)t->id),
		       FAILED;
	game->terms.vacation_days = t->vacations;
	facts_agreed(vars, game);
	vars_flag(vars, "unrated", !game->is_rated);
	vars_text(vars, "opening", "");
	for (int i = 0; i < order.option_count; i++)
		if (game_option_find(order.options[i].name) == GAME_OPTION_OPENING)
			vars_text(vars, "opening", order.options[i].value);
	return tournament_winners(rq, t, vars, err) == -1 ? FAILED : DONE;
}

int
tournament_admits(struct request *rq, const struct tournament *t, const struct player *who,
    struct admission *out, struct err *err)
{
	int has_share;
	long rating;

	*out = (struct admission){ 0 };
	if (tournaments_put_out(rq->store, who->id, &out->barred_until, err) == -1 ||
	    ratings_of(rq->store, who->id, &out->rating, err) == -1)
		return -1;
	/* As it is shown. */
	rating = lround(out->rating.rating);
	out->unrated = t->min_rating > 0 && out->rating.at == 0;
	out->too_low = !out->unrated && rating < t->min_rating;
	out->too_high = t->max_rating > 0 && out->rating.at != 0 && rating > t->max_rating;
	has_share = challenge_has_share(rq, t->ontime, who, &out->turns, err);
	out->late = has_share == 0;
	if (out->barred_until != 0)
		out->barred_until += TOURNAMENT_BARRED;
	if (out->barred_until <= rq->now)
		out->barred_until = 0;
	return has_share == -1 ?
	    -1 :
	    out->barred_until == 0 && !out->unrated && !out->too_low && !out->too_high && has_share;
}

int
tournament_has(struct request *rq, const struct tournament *t, const struct player *who,
    bool *is_shut, struct err *err)
{
	struct contestant *places;
	struct seat *entrants;
	int count = entrants_list(rq->store, rq->arena, t->id, &entrants, err);
	struct admission admission;
	int admits = tournament_admits(rq, t, who, &admission, err);
	bool is_in = false;

	if (count == -1 || admits == -1)
		return -1;
	*is_shut = admits == 0 || (t->places > 0 && count >= t->places);
	for (int i = 0; i < count; i++)
		is_in |= entrants[i].player == who->id;
	if (t->state == TOURNAMENT_OPEN)
		return is_in;
	is_in = false;
	if ((count = contestants_list(rq->store, rq->arena, t->id, t->stage, &places, err)) == -1)
		return -1;
	for (int i = 0; i < count; i++)
		is_in |= places[i].seat.player == who->id && places[i].left == LEFT_NOT;
	return is_in;
}

int
tournament_only(struct request *rq, const struct verb *verb, int64_t *number, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	struct tournament *all;
	int count = tournaments_list(rq->store, rq->arena, TOURNAMENTS_LISTED, &all, err);
	int fitting = 0;

	*number = 0;
	for (int i = 0; i < count; i++) {
		const struct tournament *t = &all[i];
		bool is_shut = false, fits = true;
		int is_in = 0;

		if (t->state != TOURNAMENT_OPEN && t->state != TOURNAMENT_PLAYING)
			continue;
		if (verb != &verb_table[VERB_TOURNAMENT]) {
			if (who != NULL &&
			    (is_in = tournament_has(rq, t, who, &is_shut, err)) == -1)
				return -1;
			fits = verb == &verb_table[VERB_LEAVE] ?
			    is_in :
			    !is_in && !is_shut && t->state == TOURNAMENT_OPEN;
		}
		if (fits && fitting++ == 0)
			*number = t->id;
	}
	if (fitting != 1)
		*number = 0;
	return count == -1 ? -1 : 0;
}

/*
 * Tables.
 */

/* What a player has of the games against another: "1", "0", "=", "-" not yet; one sign a game. */
static const char *
cell_of(struct request *rq, const struct sectional *section, int row, int column)
{
	struct str text;

	if (row == column)
		return ".";
	str_init(&text, rq->arena, 0);
	for (int i = 0; i < section->game_count; i++) {
		const struct paired *p = &section->games[i];
		bool is_red = p->red == row && p->green == column;
		enum score mine = is_red ? SCORE_RED : SCORE_GREEN, score = score_of(p);

		if (!is_red && !(p->green == row && p->red == column))
			continue;
		str_add(&text,
		    p->result == RESULT_CANCELLED || section->has_left[row] ||
			    section->has_left[column] ?
			"x" :
			score == SCORE_OPEN ? "-" :
			score == SCORE_DRAW ? "=" :
			score == mine       ? "1" :
					      "0");
	}
	return text.data;
}

/* The width of the longest name in it. */
static int
name_width(const struct sectional *section)
{
	size_t most = 0;

	for (int i = 0; i < section->size; i++) {
		size_t width = utf8_width(section->places[i].seat.userid);

		most = width > most ? width : most;
	}
	return (int)most;
}

/* Columns whose numbers have two digits are wide, where a letter is wide enough for them. */
static int
cell_width(const struct sectional *section, bool is_double)
{
	bool is_wide = is_double || section->size > 9;

	return is_wide && ROW_REST + name_width(section) + 3 * section->size <= TABLE_WIDTH ? 2 : 1;
}

/* The columns of the table beside each other, in the order of the rows; row -1: their numbers, or
 * the last digits of these. */
static const char *
cells_of(struct request *rq, const struct sectional *section, int row, bool is_double)
{
	int width = cell_width(section, is_double);
	struct str text;

	str_init(&text, rq->arena, 0);
	for (int i = 0; i < section->size; i++)
		str_addf(&text, "%*s ", width,
		    row == -1 ? arena_printf(rq->arena, "%d", width == 1 ? (i + 1) % 10 : i + 1) :
				cell_of(rq, section, row, section->order[i]));
	return text.data;
}

static void
add_row(struct request *rq, struct vars *vars, const struct sectional *section, bool is_double,
    int rank, int64_t reader)
{
	int number = section->order[rank];
	const struct table_row *row = &section->rows[number];
	const struct seat *seat = &section->places[number].seat;
	const char *place = row->place == 0 ? "-" : arena_printf(rq->arena, "%d", row->place);
	const char *whole = arena_printf(rq->arena, "%.*d", row->points != 1, row->points / 2);

	/* A half is one sign of two bytes. */
	vars_textf(vars_add(vars, "rows"), "table-row", "%-3s%s%s%*s %s%2s%s %3d.%02d %3d", place,
	    seat->player == reader ? "> " : "  ", seat->userid,
	    name_width(section) - (int)utf8_width(seat->userid), "",
	    cells_of(rq, section, number, is_double), whole, row->points % 2 != 0 ? "½" : " ",
	    row->sonneborn / 4, row->sonneborn % 4 * 25, row->open);
}

/* Those who have left in that way, "left" or "gone". */
static void
add_leavers(struct vars *vars, const struct sectional *section, const char *list, enum left how)
{
	int last = -1, count = 0;

	vars_list(vars, list);
	for (int i = 0; i < section->size; i++)
		if (section->places[i].left == how)
			last = i;
	for (int i = 0; i <= last; i++) {
		struct vars *item;

		if (section->places[i].left != how)
			continue;
		item = vars_add(vars, list);
		vars_text(item, "userid", section->places[i].seat.userid);
		vars_flag(item, "another", count++ > 0);
		vars_flag(item, "final", i == last);
	}
	vars_flag(vars, how == LEFT_EARLY ? "any-left" : "any-gone", count > 0);
}

/* Was one of those who have left early asked whether he still plays?  Then games that he lost on
 * time in that silence were not over for the table. */
static bool
has_silent(const struct sectional *section)
{
	for (int i = 0; i < section->size; i++)
		if (section->places[i].left == LEFT_EARLY && section->places[i].asked != 0)
			return true;
	return false;
}

/* What the operator has decided or cancelled, "decided" and "cancelled-boards"; who has left. */
static void
add_marks(struct vars *vars, const struct sectional *section)
{
	int decided = 0, cancelled = 0;

	vars_list(vars, "decided");
	vars_list(vars, "cancelled-boards");
	for (int i = 0; i < section->game_count; i++) {
		const struct paired *p = &section->games[i];
		bool is_cancelled = p->result == RESULT_CANCELLED;
		struct vars *item;

		if (p->ending != ENDING_ADJUDICATION)
			continue;
		item = vars_add(vars, is_cancelled ? "cancelled-boards" : "decided");
		vars_number(item, "board", p->game);
		vars_flag(item, "another", (is_cancelled ? cancelled++ : decided++) > 0);
		vars_flag(item, "drawn", p->result == RESULT_DRAW);
		vars_text(item, "winner",
		    section->places[p->result == RESULT_RED ? p->red : p->green].seat.userid);
	}
	vars_flag(vars, "any-decided", decided > 0);
	vars_flag(vars, "any-cancelled", cancelled > 0);
	add_leavers(vars, section, "left", LEFT_EARLY);
	vars_flag(vars, "silent", has_silent(section));
	add_leavers(vars, section, "gone", LEFT_LATE);
}

void
tournament_table(struct request *rq, struct vars *vars, const struct tournament *t,
    const struct stage *stage, int number, int64_t reader)
{
	struct sectional section;
	bool is_double;

	tournament_section(stage, number, &section);
	vars_number(vars, "number", t->id);
	vars_text(vars, "name", t->name);
	vars_number(vars, "stage", stage->number);
	vars_number(vars, "section", number);
	vars_number(vars, "sections", stage->sections);
	vars_flag(vars, "only", stage->sections == 1);
	vars_number(vars, "finished", section.over);
	vars_number(vars, "all-games", section.game_count);
	vars_flag(vars, "complete", section.over == section.game_count);
	is_double = t->is_double || section.size == 2;
	vars_flag(vars, "double", is_double);
	vars_textf(vars, "columns", "%*s %s", 5 + name_width(&section), "",
	    cells_of(rq, &section, -1, is_double));
	add_marks(vars, &section);
	for (int i = 0; i < section.size; i++)
		add_row(rq, vars, &section, is_double, i, reader);
}

int
tournament_tables(
    struct request *rq, const struct tournament *t, struct vars *vars, struct err *err)
{
	struct stage stage;

	vars_list(vars, "sections");
	for (int at = t->stage; at > 0; at--) {
		if (read_stage(rq, t, at, &stage, err) == -1)
			return -1;
		for (int number = 1; number <= stage.sections; number++)
			tournament_table(rq, vars_add(vars, "sections"), t, &stage, number,
			    rq->from != NULL ? rq->from->id : 0);
	}
	return 0;
}
