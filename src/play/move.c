/* SPDX-License-Identifier: ISC */
/*
 * Moves are played (play.h), at once or when they are confirmed.
 */
#include "play/facts.h"
#include "play/planned.h"
#include "play/play.h"
#include "rules/status.h"
#include "store/plans.h"

/* It is his turn, and the move is legal by the basic rules. */
static enum outcome
check_move(struct act *act, struct move move)
{
	struct reading reading = { .kind = READ_ILLEGAL, .move = move };

	if (act_check_turn(act) != DONE)
		return REFUSED;
	if (move_judge(&act->game->board, move, &reading.why) != MOVE_LEGAL)
		return act_refuse_illegal(act, &act->game->board, &reading);
	return DONE;
}

/* What is said of a move that was played; before: the game before it, with its verdict. */
static struct vars *
played_vars(struct act *act, struct move move, const struct game *before,
    const struct verdict *earlier, const struct verdict *verdict, bool lost)
{
	struct vars *vars = vars_new(act->arena);
	const struct game *game = act->game;

	vars_flag(vars, "read-so", false);
	/* The opponent's offer or request, which he passes over. */
	vars_flag(vars, "draw-lapsed",
	    before->draw.is_open && !game->draw.is_open && game->state == GAME_PLAYING);
	vars_flag(vars, "undo-lapsed",
	    before->undo.is_open && !game->undo.is_open && game->state == GAME_PLAYING);
	/* All that waited has been read before a claim ends anything. */
	vars_flag(vars, "claim-late", before->is_claimed && game->state == GAME_PLAYING);
	if (act->more != NULL)
		vars_copy(vars, act->more);
	vars_text(vars, "mover", act->by.userid);
	facts_move(vars, &before->board, move);
	facts_verdict(vars, game, lost ? &move : NULL, verdict);
	/* A loop is explained once. */
	vars_flag(vars, "again", verdict->kind == VERDICT_WARN && earlier->kind == VERDICT_WARN);
	return vars;
}

enum outcome
play_move(struct act *act, struct move move, const struct plan *plan, struct err *err)
{
	struct game *game = act->game;
	struct ply ply = {
		.received = act->received, .committed = act->now, .letter = act->letter
	};
	const struct game before = *game;
	struct vars *vars;
	struct verdict verdict, earlier;
	enum play result;
	bool lost, plans, replaces;
	int planned;

	if (check_move(act, move) != DONE)
		return REFUSED;
	game_verdict(game, &earlier);
	result = game_play(game, move, &ply, &verdict);
	lost = result == PLAY_LOST;
	if (result == PLAY_REFUSED) {
		vars = act_refusal(act, "move-against-rules");
		facts_placed(vars, "move", &before.board, move);
		facts_verdict(vars, game, &move, &verdict);
		/* The attempt counts. */
		return games_save(act->store, game, err) == -1 ? FAILED : REFUSED;
	}
	plans = plan != NULL && game->state == GAME_PLAYING;
	vars = played_vars(act, move, &before, &earlier, &verdict, lost);
	if (act_finish(act, lost ? "move-lost" : "move-done",
		lost ? "move-lost-opponent" : "move-opponent", vars, err) == FAILED ||
	    (plans && planned_keep(act, plan, &replaces, err) == -1))
		return FAILED;
	planned = planned_play(act, err);
	/* Of a plan that is at work at once the board shows what is left. */
	if (plans && planned == 0)
		planned_show(act, plan, replaces);
	if (planned == -1 || (planned > 0 && games_save(act->store, game, err) == -1))
		return FAILED;
	return DONE;
}

int
play_planned(struct act *act, struct err *err)
{
	int planned = planned_play(act, err);

	return planned > 0 ? games_save(act->store, act->game, err) : planned;
}

/* What he wrote with his last move. */
static int
tell_words(struct act *act, struct err *err)
{
	const struct game *game = act->game;
	struct talk *talk;
	int count = talk_list(act->store, act->arena, game->id, &talk, err);

	if (count == -1 || reply_find_deaf(act->reply, act->store, act->by.player, err) == -1)
		return -1;
	for (int i = 0; i < count; i++)
		if (talk[i].kind == TALK_COMMENT && talk[i].ply == game->length &&
		    talk[i].player == act->by.player)
			reply_remark(act->reply, game, act->by.userid, talk[i].text);
	return 0;
}

int
play_tell_again(struct act *act, int64_t reader, struct err *err)
{
	struct game *game = act->game;
	bool is_own = reader == act->by.player;
	struct verdict verdict, earlier;
	const struct game *before;
	struct vars *vars;

	vars = reply_tell(act->reply, reader, game,
	    game->length == 0 ? "challenge-accepted-opponent" :
		is_own        ? "move-done" :
				"move-opponent");
	facts_game(vars, game);
	vars_text(vars, "who", act->by.userid);
	if (game->length > 0) {
		before = game_at(game, game->length - 1);
		game_verdict(before, &earlier);
		game_verdict(game, &verdict);
		vars_copy(vars,
		    played_vars(
			act, game->moves[game->length - 1], before, &earlier, &verdict, false));
	}
	return is_own ? 0 : tell_words(act, err);
}

enum outcome
play_submit(struct act *act, struct move move, struct err *err)
{
	struct game *game = act->game, *after;
	struct ply unplayed = { 0 };
	struct verdict verdict;
	struct move former;
	struct vars *vars;
	int found;

	if (check_move(act, move) != DONE)
		return REFUSED;
	if (!game_may_play(game, move, &verdict)) {
		vars = act_refusal(act, "submit-against-rules");
		vars_flag(vars, "previewed", true);
		facts_placed(vars, "move", &game->board, move);
		facts_verdict(vars, game, &move, &verdict);
		return REFUSED;
	}
	found = planned_find_move(act, act->by.player, PLAN_SUBMIT, game->turns, &former, err);
	if (found == -1 || planned_put_move(act, PLAN_SUBMIT, move, err) == -1)
		return FAILED;
	vars = reply_use(act->reply, "submit-done");
	vars_flag(vars, "replaces", found == 1 && !move_equal(former, move));
	if (found == 1)
		facts_placed(vars, "former", &game->board, former);
	facts_game(vars, game);
	facts_move(vars, &game->board, move);
	vars_flag(vars, "draws", verdict.kind == VERDICT_DRAW);
	facts_prospect(vars, game, PROSPECT_DRAWS, verdict.reason);
	vars_text(vars, "opponent", game->seat[side_other(act_side(act))].userid);
	vars_flag(vars, "timed", game_deadline(game) != 0);
	vars_time(vars, "deadline", game_deadline(game));
	vars_text(vars, "words", act->words != NULL ? act->words : "");
	/* The board after the move is shown; the letter belongs to the game all the same. */
	after = game_at(game, game->length);
	game_replay(after, move, &unplayed);
	reply_show_board(act->reply, after, after->length);
	act->reply->sender->game = game;
	act->reply->sender->asks_move = true;
	act->reply->sender->submitted = move;
	return DONE;
}

/* There is nothing to confirm, perhaps because it is played. */
static enum outcome
refuse_nothing(struct act *act)
{
	const struct game *game = act->game;
	struct vars *vars = act_refusal(act, "submit-nothing");
	struct board before;
	bool played = game->state == GAME_PLAYING && game_turn(game) != act_side(act) &&
	    game->length > 0 && game_board_at(game, game->length - 1, &before);

	vars_flag(vars, "played", played);
	if (played)
		facts_move(vars, &before, game->moves[game->length - 1]);
	return REFUSED;
}

enum outcome
play_confirm(struct act *act, const struct move *shown, struct err *err)
{
	int64_t player = act->by.player;
	int turn = act->game->turns;
	struct move move;
	struct vars *vars;
	int found = planned_find_move(act, player, PLAN_SUBMIT, turn, &move, err);

	if (found != 1)
		return found == 0 ? refuse_nothing(act) : FAILED;
	if (shown != NULL && !move_equal(move, *shown)) {
		vars = act_refusal(act, "submit-other");
		facts_placed(vars, "latest", &act->game->board, move);
		vars_flag(vars, "shown", shown->from != shown->to);
		if (shown->from != shown->to)
			facts_placed(vars, "other", &act->game->board, *shown);
		return REFUSED;
	}
	if (planned_take_move(act, player, PLAN_SUBMIT, turn, &move, err) == -1)
		return FAILED;
	return play_move(act, move, NULL, err);
}
