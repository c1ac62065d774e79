/* SPDX-License-Identifier: ISC */
/*
 * A verdict in English: what happened, under which article, and what every
 * move of the loop was, so that it can be followed on a board.
 */
#include "cli/verdict_text.h"

#include <string.h>

static const char *const reason_words[] = {
	[REASON_NONE] = "nothing",
	[REASON_CHECKMATE] = "checkmate",
	[REASON_STALEMATE] = "stalemate: the side that cannot move loses",
	[REASON_CHECK_LIMIT] = "a fourth check in a row with one piece, no other piece moving",
	[REASON_PERPETUAL_CHECK] = "perpetual check",
	[REASON_PERPETUAL_CHASE] = "perpetual chase of one piece",
	[REASON_PERPETUAL_CUT] = "perpetual chase of one piece by cutting its protection",
	[REASON_REPETITION] = "repetition, nobody at fault",
	[REASON_MUTUAL] = "repetition, both sides at the same fault",
	[REASON_DEAD_POSITION] = "neither side can be mated any more",
	[REASON_NO_CAPTURE] = "too many moves without progress",
	[REASON_EFFECTIVE_MOVES] = "120 effective moves of each side",
	[REASON_LENGTH] = "300 moves of each side",
};

static const char *const level_words[] = {
	"nothing forbidden",
	"one piece threatened on every move, at times by cutting its protection",
	"one and the same piece chased on every move",
	"a check on every move",
};

static const struct {
	const char *article, *title;
} titles[] = {
	{ "000:2.1", "Asian rules, basic principle 1 (neither side at fault: draw)" },
	{ "000:2.2", "Asian rules, basic principle 2 (both sides at the same fault: draw)" },
	{ "000:3.2", "Asian rules, general rule 2 (checks mixed with other moves are permitted)" },
	{ "000:3.3",
	    "Asian rules, general rule 3 (no piece but an uncrossed soldier may be chased)" },
	{ "000:3.6", "Asian rules, general rule 6 (a protected piece may be attacked)" },
	{ "000:6", "Asian rules, article 6 (no perpetual check)" },
	{ "000:7", "Asian rules, article 7 (both sides check perpetually: draw)" },
	{ "000:8", "Asian rules, article 8 (perpetual check against checks now and then)" },
	{ "000:9", "Asian rules, article 9 (threats of mate for ever: draw)" },
	{ "000:10", "Asian rules, article 10 (threat of mate answered by threat of mate: draw)" },
	{ "000:11", "Asian rules, article 11 (check and threat of mate in turn: draw)" },
	{ "000:12", "Asian rules, article 12 (check and chase in turn: draw)" },
	{ "000:15", "Asian rules, article 15 (cannons may not chase a rook)" },
	{ "000:16", "Asian rules, article 16 (cannons may chase two rooks in turn: draw)" },
	{ "000:17",
	    "Asian rules, article 17 (a rook may chase a cannon that is protected at times: draw)" },
	{ "000:18", "Asian rules, article 18 (a rook may not chase an unprotected cannon)" },
	{ "000:19", "Asian rules, article 19 (nobody may chase a rook that a horse ties down)" },
	{ "000:20", "Asian rules, article 20 (cannon and horse may not chase a rook)" },
	{ "000:21", "Asian rules, article 21 (a horse may not chase a rook)" },
	{ "000:22", "Asian rules, article 22 (rook and horse chase each other: draw)" },
	{ "000:23", "Asian rules, article 23 (a rook may not chase a horse)" },
	{ "000:24",
	    "Asian rules, article 24 (chasing the same kind of piece when it cannot take back)" },
	{ "000:24-draw",
	    "Asian rules, article 24 (the same kind of piece takes back or is protected: draw)" },
	{ "000:25", "Asian rules, article 25 (a cannon may not chase an unprotected piece)" },
	{ "000:25-draw", "Asian rules, article 25 (a soldier that has not crossed may be chased)" },
	{ "000:26", "Asian rules, article 26 (a cannon may not chase a rook by moving screens)" },
	{ "000:27", "Asian rules, article 27 (a rook may not chase a pinned rook)" },
	{ "000:27-draw",
	    "Asian rules, article 27 (a pinned rook that is protected at times: draw)" },
	{ "000:28", "Asian rules, article 28 (a king may chase: draw)" },
	{ "000:29", "Asian rules, article 29 (a soldier may chase: draw)" },
	{ "000:30",
	    "Asian rules, article 30 (a king or soldier chases, but another piece does too)" },
	{ "000:31", "Asian rules, article 31 (a rook may not chase a crossed soldier)" },
	{ "000:32", "Asian rules, article 32 (chasing several pieces in turn: draw)" },
	{ "000:33", "Asian rules, article 33 (several pieces may not chase one)" },
	{ "000:34", "Asian rules, article 34 (a protector that cannot take back is none)" },
	{ "000:35", "Asian rules, article 35 (several pieces may attack a protected one: draw)" },
	{ "000:36", "Asian rules, article 36 (a chase stays one when it offers an exchange, too)" },
	{ "000:37",
	    "Asian rules, article 37 (no chase of the rook that pins the own rook to the king)" },
	{ "000:add", "Asian rules, additional illustrations (cutting off a protector)" },
	{ "001", "CXQ rules" },
	{ "004:a", "server rules, winning a (checkmate and stalemate)" },
	{ "004:c", "server rules, winning c (three consecutive checks with one piece)" },
	{ "004:f", "server rules, winning f (neither king can be taken)" },
};

static const char *
side_word(enum side side)
{
	return side == RED ? "Red" : "Green";
}

static int
outcome_line(const struct verdict *verdict, char *out, size_t size)
{
	const char *reason = verdict_reason_name(verdict->reason);

	if (!verdict->loser_known)
		return snprintf(out, size, "draw %s", reason);
	return snprintf(out, size, "loss %s %s", side_name(verdict->loser), reason);
}

void
verdict_line(const struct history *h, const struct verdict *verdict, char out[VERDICT_LINE_SIZE])
{
	switch (verdict->kind) {
	case VERDICT_NONE:
		snprintf(out, VERDICT_LINE_SIZE, "none");
		break;
	case VERDICT_WARN:
		memcpy(out, "warn ", sizeof "warn ");
		outcome_line(verdict, out + 5, VERDICT_LINE_SIZE - 5);
		break;
	case VERDICT_REFUSED:
		snprintf(out, VERDICT_LINE_SIZE, "refused %d %s", h->length,
		    verdict_reason_name(verdict->reason));
		break;
	case VERDICT_DRAW:
	case VERDICT_LOSS:
		outcome_line(verdict, out, VERDICT_LINE_SIZE);
		break;
	}
}

static void
print_warning(FILE *to, const struct history *h, const struct verdict *verdict)
{
	const char *what = reason_words[verdict->reason];

	if (!verdict->loser_known)
		fprintf(to, "If the loop goes on, the game will be drawn: %s.\n", what);
	else if (h->rules == RULES_SERVER)
		fprintf(to,
		    "%s must vary: %s.\n"
		    "A move of that side that brings a position about for the third time is\n"
		    "refused, and the third attempt loses the game.\n",
		    side_word(verdict->loser), what);
	else
		fprintf(to, "%s must vary, or loses: %s.\n", side_word(verdict->loser), what);
}

static void
print_outcome(FILE *to, const struct history *h, const struct verdict *verdict)
{
	char move[8];

	switch (verdict->kind) {
	case VERDICT_NONE:
		break;
	case VERDICT_WARN:
		print_warning(to, h, verdict);
		break;
	case VERDICT_REFUSED:
		move_write(h->moves[h->length - 1], move);
		fprintf(to, "%s may not play %s: %s.\n", side_word(verdict->loser), move,
		    reason_words[verdict->reason]);
		if (verdict->attempts > 0)
			fprintf(to, "Attempt %d; the third loses the game.\n", verdict->attempts);
		break;
	case VERDICT_DRAW:
		fprintf(to, "The game is drawn: %s.\n", reason_words[verdict->reason]);
		break;
	case VERDICT_LOSS:
		fprintf(to, "%s loses: %s.\n", side_word(verdict->loser),
		    reason_words[verdict->reason]);
		break;
	}
}

static void
print_article(FILE *to, const struct history *h, const struct verdict *verdict)
{
	const char *article = referee_article(h, verdict);

	if (article == NULL)
		return;
	for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
		if (strcmp(titles[i].article, article) == 0)
			fprintf(to, "article: %s\n", titles[i].title);
}

static void
print_piece(FILE *to, const char *before, uint8_t piece, uint8_t square)
{
	char name[4];

	square_write(square, name);
	fprintf(to, "%sthe %s on %s", before, piece_name(piece_type(piece)), name);
}

static void
print_attackers(FILE *to, const char *before, const struct conduct *conduct)
{
	for (int i = 0; i < conduct->attacker_count; i++)
		print_piece(to, i == 0 ? before : " and ", conduct->attacker_pieces[i],
		    conduct->attackers[i]);
}

static void
print_threat(FILE *to, const struct conduct *conduct)
{
	static const char *const reasons[] = {
		[THREAT_NONE] = "",
		[THREAT_UNPROTECTED] = ", which nothing protects",
		[THREAT_FAKE_ROOT] = ", whose protector could not take back",
		[THREAT_GREATER] = ", protected or not",
	};

	print_piece(to, conduct->kind == CONDUCT_CUT ? "threatens " : "chases ",
	    conduct->victim_piece, conduct->victim);
	fputs(reasons[conduct->reason], to);
	print_attackers(to, ", with ", conduct);
	if (conduct->kind == CONDUCT_CUT)
		fputs(" (protection cut)", to);
}

static void
print_permitted(FILE *to, const struct conduct *conduct)
{
	static const char *const exemptions[] = {
		[EXEMPT_NONE] = "",
		[EXEMPT_PROTECTED] = ", which is protected",
		[EXEMPT_EXCHANGE] = ", which can take too: an offer",
		[EXEMPT_ATTACKER] = ", which kings and soldiers may do",
		[EXEMPT_UNCROSSED] = ", which has not crossed the river",
	};

	fputs("permitted", to);
	if (conduct->kill)
		fputs(": threatens mate", to);
	if (conduct->exemption == EXEMPT_NONE)
		return;
	print_attackers(to, conduct->kill ? "; " : ": ", conduct);
	print_piece(to, " attacks ", conduct->victim_piece, conduct->victim);
	fputs(exemptions[conduct->exemption], to);
}

static void
print_conduct(FILE *to, const struct conduct *conduct)
{
	char move[8];

	move_write(conduct->move, move);
	fprintf(to, "%4d. %-5s %-8s %-8s ", conduct->ply,
	    side_word(piece_side(conduct->moved_piece)), move,
	    piece_name(piece_type(conduct->moved_piece)));
	switch (conduct->kind) {
	case CONDUCT_PERMITTED:
		print_permitted(to, conduct);
		break;
	case CONDUCT_CHECK:
		print_attackers(to, "check by ", conduct);
		break;
	case CONDUCT_CHASE:
	case CONDUCT_CUT:
		print_threat(to, conduct);
		break;
	}
	fputc('\n', to);
}

/* What each side is found to have done, to which piece, and where that is now. */
static void
print_levels(FILE *to, const struct history *h, const struct verdict *verdict)
{
	struct board end = h->start;

	for (int i = 0; i < h->length; i++)
		board_play(&end, h->moves[i]);
	for (int side = RED; side <= GREEN; side++) {
		uint8_t victim = verdict->victim[side];

		fprintf(
		    to, "%s: %s", side_name((enum side)side), level_words[verdict->level[side]]);
		if (victim != NO_SQUARE) {
			print_piece(to, " (", end.at[victim], victim);
			fputs(" now)", to);
		}
		fputc('\n', to);
	}
}

#define TOLD_MAX 256

static void
print_loop(FILE *to, const struct history *h, const struct verdict *verdict)
{
	struct conduct told[TOLD_MAX];
	int count = referee_explain(h, verdict, told, TOLD_MAX);

	if (count == 0)
		return;
	if (verdict->occurrences > 1) {
		fprintf(to, "loop:");
		for (int i = h->length - verdict->loop_length; i < h->length; i++) {
			char move[8];

			move_write(h->moves[i], move);
			fprintf(to, " %s", move);
		}
		fprintf(to, "\noccurrences: %d\n", verdict->occurrences);
	}
	for (int i = 0; i < count; i++)
		print_conduct(to, &told[i]);
	if (h->rules == RULES_CXQ || verdict->occurrences < 2)
		return;
	print_levels(to, h, verdict);
}

static void
print_alternatives(FILE *to, const struct verdict *verdict)
{
	if (verdict->alternative_count == 0)
		return;
	if (verdict->kind == VERDICT_REFUSED)
		fprintf(to, "instead:");
	else if (verdict->loser_known)
		fprintf(to, "%s leaves the loop with:", side_name(verdict->loser));
	else
		fprintf(to, "leaves the loop:");
	for (int i = 0; i < verdict->alternative_count; i++) {
		char move[8];

		move_write(verdict->alternatives[i], move);
		fprintf(to, " %s", move);
	}
	fputc('\n', to);
}

static void
print_count(FILE *to, const struct history *h, const struct verdict *verdict)
{
	int mover = h->length % 2 == 1 ? h->start.turn : !h->start.turn;
	bool chases = h->rules == RULES_CXQ && verdict->level[mover] == 2;

	if (verdict->allowed > 0)
		fprintf(to, "%s in a row: %d; allowed: %d\n", chases ? "chases" : "checks",
		    verdict->used, verdict->allowed);
}

void
verdict_print(FILE *to, const struct history *h, const struct verdict *verdict)
{
	print_outcome(to, h, verdict);
	fprintf(to, "rules: %s\n", ruleset_name(h->rules));
	print_article(to, h, verdict);
	print_count(to, h, verdict);
	print_loop(to, h, verdict);
	if (verdict->kind == VERDICT_WARN || verdict->kind == VERDICT_REFUSED)
		print_alternatives(to, verdict);
}
