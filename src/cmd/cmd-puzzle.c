/* SPDX-License-Identifier: ISC */
/*
 * PUZZLE: mates in two or three moves, from finished games.
 *
 * The token of a puzzle's letter names it, and the move that was asked for: an answer to an older
 * letter is never taken for another one's, and a move in answer to any other letter goes to none.
 * Where the game is from is said when the puzzle is over, for that may give it away.
 */
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/reading.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/pair.h"
#include "store/puzzles.h"
#include "store/scores.h"

#define WRONG_MAX   2 /* that may be followed by another try */
#define RECENT      5 /* puzzles that tell how good somebody is … */
#define RECENT_GOOD 4 /* … by how many he solved: then three moves are not too many */
#define STEP_BITS   2 /* of a puzzle's number in a token */

/* A puzzle that is asked, or answered. */
struct task {
	struct puzzle puzzle;
	struct puzzle_attempt attempt;
	struct move line[MATE_PLIES];
	struct game *source;
	struct game *game; /* of its own: the position, and of the line what was played */
};

/* Both are called by their colours, as names. */
static int
set_up(struct request *rq, struct task *task, struct err *err)
{
	const char *why;
	struct board board;
	char fen[FEN_SIZE];
	int found = games_get(rq->store, rq->arena, task->puzzle.game, &task->source, err);

	if (found == -1)
		return -1;
	if (found == 0 || !puzzle_line(&task->puzzle, task->line) ||
	    !game_board_at(task->source, task->puzzle.ply, &board))
		return err_set(err, "puzzle %lld is damaged", (long long)task->puzzle.id);
	fen_write(&board, 0, 1, fen);
	task->game = game_new(rq->arena, rq->now);
	request_name_sides(rq, task->game);
	game_set_start(task->game, fen, &why);
	game_replay_all(task->game, task->line, 2 * task->attempt.step);
	return 0;
}

/* Says something of it, above its board.  Beside answers to other lines it has a letter of its own,
 * for an answer to that one may mean them. */
static struct vars *
say(struct request *rq, const struct task *task, const char *template)
{
	bool is_alone = rq->parsed != NULL && rq->parsed->count <= 1;
	struct vars *vars = is_alone ? reply_use(rq->reply, template) :
				       reply_tell(rq->reply, rq->from->id, NULL, template);
	struct message *letter = is_alone ? rq->reply->sender :
					    reply_letter(rq->reply, rq->from->id, NULL);

	vars_number(vars, "number", task->puzzle.id);
	vars_number(vars, "moves", task->puzzle.moves);
	vars_number(vars, "left", task->puzzle.moves - task->attempt.step);
	vars_word(vars, "side", side_name((enum side)task->game->start.turn));
	vars_word(vars, "other-side", side_name(side_other((enum side)task->game->start.turn)));
	vars_flag(vars, "elsewhere", is_alone && rq->from != rq->sender);
	letter->puzzle = task->puzzle.id << STEP_BITS | task->attempt.step;
	/* A move that answers it is none of the game whose letter was answered. */
	letter->game = NULL;
	letter->last->show = SHOW_BOARD;
	letter->last->game = task->game;
	letter->last->ply = task->game->length;
	return vars;
}

/* The solution, and where it is from: "line", and "board", "red", "green", "score", "date" and
 * "event".  0 or -1. */
static int
add_solution(struct request *rq, const struct task *task, struct vars *vars, struct err *err)
{
	struct board board = task->game->start;
	struct record *record;
	struct game_line line;

	for (int i = 0; i < task->puzzle.moves; i++) {
		struct vars *item = vars_add(vars, "line");
		bool is_met = i + 1 < task->puzzle.moves;

		vars_number(item, "step", i + 1);
		facts_placed(item, "attack", &board, task->line[2 * i]);
		board_play(&board, task->line[2 * i]);
		vars_flag(item, "met", is_met);
		if (is_met) {
			facts_placed(item, "defence", &board, task->line[2 * i + 1]);
			board_play(&board, task->line[2 * i + 1]);
		}
	}
	if (games_line(rq->store, rq->arena, task->puzzle.game, &line, err) != 1 ||
	    scores_record(rq->store, rq->arena, task->source, &record, err) == -1)
		return -1;
	facts_line(vars, &line);
	vars_number(vars, "at", game_move_number(task->source, task->puzzle.ply));
	vars_text(vars, "score", facts_score(line.result));
	facts_date(vars, "date", line.date);
	if (line.ended != 0 && line.date[0] == '\0')
		request_day(vars, "date", "", line.ended);
	vars_text(
	    vars, "event", record->fields[FIELD_EVENT] != NULL ? record->fields[FIELD_EVENT] : "");
	return 0;
}

/* Does a board on which he plays stand so?  1, 0 or -1. */
static int
is_on_his_board(struct request *rq, const struct puzzle *puzzle, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = -1,
		.of_state = { [GAME_PLAYING] = true },
		.limit = INT32_MAX };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);

	for (int i = 0; i < count; i++) {
		struct game *game;
		struct pair pair;

		if (games_get(rq->store, rq->arena, lines[i].id, &game, err) == -1)
			return -1;
		pair_set(&pair, &game->board);
		if (pair_key(&pair) == puzzle->key)
			return 1;
	}
	return count == -1 ? -1 : 0;
}

/* One in so many moves that he may have.  1 with task->puzzle, 0 there is none, -1. */
static int
find_new_in(struct request *rq, int moves, struct task *task, struct err *err)
{
	int64_t after = 0;
	int found, helps;

	do {
		found = puzzles_next(
		    rq->store, rq->arena, rq->from->id, moves, after, &task->puzzle, err);
		helps = found == 1 ? is_on_his_board(rq, &task->puzzle, err) : 0;
		after = task->puzzle.id;
	} while (found == 1 && helps == 1);
	return helps == -1 ? -1 : found;
}

/* In two moves, or in three for who solves those. */
static int
find_new(struct request *rq, struct task *task, struct err *err)
{
	int solved, given_up, found, moves;

	if (attempts_count(rq->store, rq->from->id, RECENT, &solved, &given_up, err) == -1)
		return -1;
	moves = solved >= RECENT_GOOD ? 3 : 2;
	if ((found = find_new_in(rq, moves, task, err)) == 0)
		found = find_new_in(rq, 5 - moves, task, err);
	if (found != 1)
		return found;
	task->attempt = (struct puzzle_attempt){
		.player = rq->from->id, .puzzle = task->puzzle.id, .asked = rq->now
	};
	return attempts_add(rq->store, &task->attempt, err) == -1 ? -1 : 1;
}

/* The puzzle that he has not answered, once more; or another. */
static enum outcome
ask(struct request *rq, struct err *err)
{
	struct task task;
	int is_open = attempts_open(rq->store, rq->from->id, &task.attempt, err), found = -1;

	if (is_open == 1)
		found = puzzles_get(rq->store, rq->arena, task.attempt.puzzle, &task.puzzle, err);
	else if (is_open == 0)
		found = find_new(rq, &task, err);
	if (found == 0)
		return request_refuse(rq, "puzzle-none");
	if (found == -1 || set_up(rq, &task, err) == -1)
		return FAILED;
	vars_flag(say(rq, &task, "puzzle"), "again", is_open == 1);
	return DONE;
}

/* The puzzle whose letter is answered, or that he has not answered. */
static enum outcome
find_asked(struct request *rq, struct task *task, struct err *err)
{
	bool is_named = rq->token != NULL && rq->token->purpose == TOKEN_PUZZLE;
	int found = is_named ? attempts_get(rq->store, rq->from->id, rq->token->game >> STEP_BITS,
				   &task->attempt, err) :
			       attempts_open(rq->store, rq->from->id, &task->attempt, err);

	if (found == 1)
		found = puzzles_get(rq->store, rq->arena, task->attempt.puzzle, &task->puzzle, err);
	if (found == 0)
		return request_refuse(rq, is_named ? "puzzle-gone" : "puzzle-not-asked");
	return found == -1 || set_up(rq, task, err) == -1 ? FAILED : DONE;
}

/* What there is to see at the end of it. */
static enum outcome
say_solution(
    struct request *rq, struct task *task, const char *template, struct vars **out, struct err *err)
{
	int solved, given_up;

	if (task->attempt.outcome != ATTEMPT_OPEN)
		game_replay_all(task->game, task->line + task->game->length,
		    2 * task->puzzle.moves - 1 - task->game->length);
	*out = say(rq, task, template);
	if (attempts_count(rq->store, rq->from->id, 0, &solved, &given_up, err) == -1)
		return FAILED;
	vars_flag(*out, "was-solved", task->attempt.outcome == ATTEMPT_SOLVED);
	vars_number(*out, "solved", solved);
	vars_number(*out, "tried", solved + given_up);
	return add_solution(rq, task, *out, err) == -1 ? FAILED : DONE;
}

static enum outcome
give_up(struct request *rq, struct task *task, struct err *err)
{
	bool is_open = task->attempt.outcome == ATTEMPT_OPEN;
	struct vars *vars;

	if (is_open) {
		task->attempt.outcome = ATTEMPT_GIVEN_UP;
		if (attempts_save(rq->store, &task->attempt, err) == -1)
			return FAILED;
	}
	return say_solution(rq, task, is_open ? "puzzle-answer" : "puzzle-over", &vars, err);
}

static enum outcome
refuse_move(struct request *rq, const struct task *task, const struct reading *reading)
{
	struct vars *vars = say(rq, task, "puzzle-bad-move");

	vars_text(vars, "text", rq->order->move);
	if (reading->kind == READ_ILLEGAL)
		facts_refusal(vars, &task->game->board, reading, false);
	vars_flag(vars, "ambiguous", reading->kind == READ_AMBIGUOUS);
	if (rq->reply->sender->last != NULL)
		rq->reply->sender->last->refused = true;
	return REFUSED;
}

static enum outcome
say_wrong(
    struct request *rq, struct task *task, struct move move, struct move reply, struct err *err)
{
	struct board before = task->game->board, after = before;
	struct vars *vars;
	bool is_last;

	board_play(&after, move);
	is_last = ++task->attempt.wrong > WRONG_MAX;
	if (is_last)
		task->attempt.outcome = ATTEMPT_GIVEN_UP;
	if (attempts_save(rq->store, &task->attempt, err) == -1)
		return FAILED;
	if (is_last && say_solution(rq, task, "puzzle-wrong", &vars, err) != DONE)
		return FAILED;
	if (!is_last)
		vars = say(rq, task, "puzzle-wrong");
	vars_flag(vars, "over", is_last);
	facts_placed(vars, "move", &before, move);
	facts_placed(vars, "reply", &after, reply);
	return DONE;
}

static enum outcome
say_right(struct request *rq, struct task *task, struct move move, struct err *err)
{
	struct board before = task->game->board;
	bool is_last = ++task->attempt.step == task->puzzle.moves;
	struct vars *vars;

	task->attempt.wrong = 0;
	if (is_last)
		task->attempt.outcome = ATTEMPT_SOLVED;
	if (attempts_save(rq->store, &task->attempt, err) == -1)
		return FAILED;
	rq->puzzle_steps++;
	game_replay(task->game, move, &(struct ply){ 0 });
	if (is_last) {
		bool is_check = side_in_check(
		    &task->game->board, (enum side)task->game->board.turn);

		if (say_solution(rq, task, "puzzle-solved", &vars, err) != DONE)
			return FAILED;
		vars_flag(vars, "stalemate", !is_check);
	} else {
		struct board after = task->game->board;
		struct move reply = task->line[2 * task->attempt.step - 1];

		game_replay(task->game, reply, &(struct ply){ 0 });
		vars = say(rq, task, "puzzle-right");
		facts_placed(vars, "reply", &after, reply);
	}
	facts_placed(vars, "move", &before, move);
	return DONE;
}

static enum outcome
judge(struct request *rq, struct task *task, struct err *err)
{
	bool is_named = rq->token != NULL && rq->token->purpose == TOKEN_PUZZLE;
	int step = is_named ? (int)(rq->token->game & ((1 << STEP_BITS) - 1)) + rq->puzzle_steps :
			      task->attempt.step;
	struct reading reading;
	struct board after = task->game->board;
	struct vars *vars;
	struct move reply;

	if (task->attempt.outcome != ATTEMPT_OPEN)
		return say_solution(rq, task, "puzzle-over", &vars, err);
	/* The letter came twice, or he changed his mind. */
	if (step != task->attempt.step) {
		say(rq, task, "puzzle-step");
		return DONE;
	}
	if (reading_read(rq, rq->order->move, &task->game->board, &reading) != READ_MOVE)
		return refuse_move(rq, task, &reading);
	board_play(&after, reading.move);
	return mate_can_be_met(&after, task->puzzle.moves - step - 1, &reply) ?
	    say_wrong(rq, task, reading.move, reply, err) :
	    say_right(rq, task, reading.move, err);
}

static enum outcome
tell_score(struct request *rq, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "puzzle-score");
	struct puzzle_attempt open;
	int solved, given_up, is_open = attempts_open(rq->store, rq->from->id, &open, err);

	if (is_open == -1 ||
	    attempts_count(rq->store, rq->from->id, 0, &solved, &given_up, err) == -1)
		return FAILED;
	vars_number(vars, "solved", solved);
	vars_number(vars, "tried", solved + given_up);
	vars_flag(vars, "waits", is_open == 1);
	vars_number(vars, "number", is_open == 1 ? open.puzzle : 0);
	return DONE;
}

enum outcome
puzzle_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	bool tells_score = order->word_count > 0 && str_equal(order->words[0], "score");
	enum outcome outcome;
	struct task task;

	if (tells_score)
		return tell_score(rq, err);
	if (order->move == NULL && order->word_count == 0)
		return ask(rq, err);
	if ((outcome = find_asked(rq, &task, err)) != DONE)
		return outcome;
	return order->move != NULL ? judge(rq, &task, err) : give_up(rq, &task, err);
}

enum outcome
puzzle_send(struct request *rq, struct err *err)
{
	struct task task;
	int found = find_new(rq, &task, err);

	if (found == 0)
		return REFUSED;
	if (found == -1 || set_up(rq, &task, err) == -1)
		return FAILED;
	vars_flag(say(rq, &task, "puzzle"), "sent", true);
	return DONE;
}

/* The letter says nothing but that he gives up. */
static bool
asks_for_answer(struct request *rq, const struct parsed_letter *parsed)
{
	static const char *const words[] = { "answer", "solution", "the answer", "the solution",
		"give up", "i give up", "show answer", "show solution" };

	return parsed->count == 0 && parsed->doubtful == NULL &&
	    str_index(words, sizeof words / sizeof *words, utf8_fold(rq->arena, parsed->unread)) !=
	    -1;
}

/* "E8-C9 E10-E9 B10-B9", "1. E8-C9 E10-E9", or as chess programs write one: the first, NULL: it is
 * no line of moves. */
static const char *
first_move(struct request *rq, const char *line)
{
	char *rest = arena_strdup(rq->arena, line), *word;
	const char *first = NULL;

	while ((word = strsep(&rest, " \t,")) != NULL) {
		if (word[0] == '\0' || word[strspn(word, "0123456789.")] == '\0')
			continue;
		if (notation_form_end(word, NULL, NULL) != strlen(word) &&
		    !notation_is_algebraic(word))
			return NULL;
		if (first == NULL)
			first = word;
	}
	return first;
}

/* The order of a letter that has none. */
static void
take_words(struct request *rq, struct parsed_letter *parsed)
{
	struct order *first = &parsed->orders[0];
	const char *move;

	if (asks_for_answer(rq, parsed)) {
		*first = (struct order){ .verb = &verb_table[VERB_RESIGN],
			.line = parsed->unread,
			.written = parsed->unread,
			.rest = "" };
		parsed->count = 1;
	}
	if (parsed->count == 0 && parsed->doubtful == NULL &&
	    (move = first_move(rq, parsed->unread)) != NULL) {
		*first = (struct order){ .verb = &verb_table[VERB_MOVE],
			.line = parsed->unread,
			.written = parsed->unread,
			.move = move,
			.rest = "" };
		parsed->count = 1;
	}
	/* A question is an answer, too. */
	if (parsed->doubtful != NULL && parsed->doubt == DOUBT_MOVE && parsed->count <= 1 &&
	    parse_line(rq->arena, rq->names, parsed->doubtful, first) != LINE_TEXT &&
	    first->move != NULL) {
		parsed->doubtful = NULL;
		parsed->count = 1;
	}
}

void
puzzle_take(struct request *rq, struct parsed_letter *parsed)
{
	if (rq->token == NULL || rq->token->purpose != TOKEN_PUZZLE)
		return;
	take_words(rq, parsed);
	for (int i = 0; i < parsed->count; i++) {
		struct order *order = &parsed->orders[i];
		bool is_move = order->verb == &verb_table[VERB_MOVE];

		if (order->game != 0 || order->all || order->plan != NULL ||
		    (!is_move && order->verb != &verb_table[VERB_RESIGN]))
			continue;
		order->verb = &verb_table[VERB_PUZZLE];
		if (!is_move) {
			order->words[0] = order->raw[0] = "answer";
			order->word_count = 1;
		}
	}
}

bool
puzzle_is_spoken_of(const struct request *rq)
{
	const struct parsed_letter *parsed = rq->parsed;

	return rq->token != NULL && rq->token->purpose == TOKEN_PUZZLE && rq->from == rq->sender &&
	    parsed->count == 0 && parsed->doubtful == NULL && !parsed->may_be_password &&
	    parsed->unread[0] != '\0' &&
	    (parsed->meant == NULL || parsed->meant == &verb_table[VERB_MOVE]);
}

enum outcome
puzzle_run_none(struct request *rq, struct err *err)
{
	enum outcome outcome;
	struct task task;
	struct vars *vars;

	if ((outcome = find_asked(rq, &task, err)) != DONE)
		return outcome;
	if (task.attempt.outcome != ATTEMPT_OPEN)
		return say_solution(rq, &task, "puzzle-over", &vars, err);
	vars_text(say(rq, &task, "puzzle-unread"), "text", rq->parsed->unread);
	return REFUSED;
}
