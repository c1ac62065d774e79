/* SPDX-License-Identifier: ISC */
/*
 * XQF: a head of 1024 bytes, then the moves as a tree, first branch first.
 *
 * From version 11 on bytes are shifted by keys that the head holds.  Only the
 * main line is kept; the others stand behind it and are counted.  Squares are x * 10 + y, counted
 * from A1; texts stand after a byte that counts them, mostly in GB18030.  Nothing in the file is
 * trusted: a length that runs past the end ends the game.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"

enum {
	AT_VERSION = 0x02,
	AT_KEY_MASK = 0x03,
	AT_KEY_OR = 0x08,
	AT_KEY_SUM = 0x0c,
	AT_KEY_PIECES = 0x0d,
	AT_KEY_FROM = 0x0e,
	AT_KEY_TO = 0x0f,
	AT_PIECES = 0x10,
	AT_TURN = 0x32,
	AT_RESULT = 0x33,
	AT_TYPE = 0x40,
	AT_MOVES = 0x400
};
#define VERSION_PLAIN   10 /* the last one without keys */
#define VERSION_ROTATED 12 /* pieces are listed from another one on */
#define FROM_SHIFT      0x18
#define TO_SHIFT        0x20

/* Tags of a move: something follows, another move stands in its place, a comment follows. */
#define PLAIN_NEXT    0xf0
#define PLAIN_OTHER   0x0f
#define KEYED_NEXT    0x80
#define KEYED_OTHER   0x40
#define KEYED_COMMENT 0x20

struct xqf_keys {
	uint8_t pieces, from, to;
	uint32_t comment;
	uint8_t stream[32];
};

struct xqf {
	const unsigned char *bytes;
	size_t size, at;
	int version;
	struct xqf_keys keys;
	struct arena *arena;
};

static uint8_t
key_product(unsigned key, unsigned factor)
{
	return (uint8_t)((key * key * 54 + 221) * factor);
}

/* The byte at an offset from AT_MOVES on, its key taken off. */
static uint8_t
byte_at(const struct xqf *x, size_t at)
{
	return (uint8_t)(x->bytes[at] - x->keys.stream[at % 32]);
}

static uint8_t
square_of(uint8_t xy)
{
	return xy < SQUARES ? square_at(xy / 10, xy % 10) : NO_SQUARE;
}

struct node {
	struct move move;
	bool has_next, has_other;
	const char *comment;
};

static bool
read_node(struct xqf *x, struct node *node)
{
	bool keyed = x->version > VERSION_PLAIN;
	uint32_t length = 0, used = 0;
	uint8_t tag;
	char *plain;

	*node = (struct node){ .comment = NULL };
	if (x->size - x->at < 4)
		return false;
	tag = byte_at(x, x->at + 2);
	node->move.from = square_of((uint8_t)(byte_at(x, x->at) - FROM_SHIFT - x->keys.from));
	node->move.to = square_of((uint8_t)(byte_at(x, x->at + 1) - TO_SHIFT - x->keys.to));
	node->has_next = (tag & (keyed ? KEYED_NEXT : PLAIN_NEXT)) != 0;
	node->has_other = (tag & (keyed ? KEYED_OTHER : PLAIN_OTHER)) != 0;
	x->at += 4;
	if (keyed && (tag & KEYED_COMMENT) == 0)
		return true;
	if (x->size - x->at < 4)
		return false;
	for (int i = 3; i >= 0; i--)
		length = length << 8 | byte_at(x, x->at + (size_t)i);
	x->at += 4;
	length -= x->keys.comment;
	if (length > x->size - x->at)
		return false;
	plain = arena_alloc(x->arena, length + 1u);
	for (uint32_t i = 0; i < length; i++) {
		plain[used] = (char)byte_at(x, x->at + i);
		used += plain[used] != '\r' && plain[used] != '\0';
	}
	/* The desktop program ends every comment with a line break that nobody wrote. */
	while (used > 0 && (plain[used - 1] == '\n' || plain[used - 1] == ' '))
		used--;
	plain[used] = '\0';
	if (used > 0)
		node->comment = plain;
	x->at += length;
	return true;
}

/* The head's pieces; the head names the side to move, too. */
static bool
read_start(const struct xqf *x, struct record *record, uint8_t first)
{
	uint8_t slots[SLOTS];

	for (int i = 0; i < SLOTS; i++) {
		int slot = x->version >= VERSION_ROTATED ? (i + x->keys.pieces + 1) % SLOTS : i;

		slots[slot] = square_of((uint8_t)(x->bytes[AT_PIECES + i] - x->keys.pieces));
	}
	if (board_from_slots(&record->start, slots, first, x->bytes[AT_TURN] == 1 ? GREEN : RED))
		return true;
	board_start(&record->start);
	if (x->bytes[AT_TYPE] < 2) /* a whole game or an opening */
		return true;
	record->error = "the start position cannot be one";
	return false;
}

/* All variations of the game, whose main line has so many: those stand behind it, each with its
 * own. */
static int
count_variations(struct xqf *x, int of_main_line)
{
	int count = of_main_line;
	struct node node;

	for (int open = count; open > 0 && read_node(x, &node); open--) {
		open += node.has_next + node.has_other;
		count += node.has_other;
	}
	return count;
}

static void
read_moves(struct xqf *x, struct record *record)
{
	int variations = 0;
	struct node root, node;
	struct board board;
	size_t first_move;
	bool more = read_node(x, &root) && root.has_next;

	first_move = x->at;
	if (!more || !read_node(x, &node))
		node.move.from = NO_SQUARE;
	if (!read_start(x, record, node.move.from))
		return;
	if (root.comment != NULL)
		record_set_comment(record, 0, root.comment);
	board = record->start;
	x->at = first_move;
	while (more) {
		if (!read_node(x, &node)) {
			record->error = "the file ends inside the game";
			return;
		}
		if (!record_push(record, x->arena, &board, node.move))
			return;
		if (node.comment != NULL)
			record_set_comment(record, record->length, node.comment);
		variations += node.has_other;
		more = node.has_next;
	}
	record_note_variations(record, x->arena, count_variations(x, variations));
}

/* One charset for all texts: most are too short to tell theirs. */
static void
decode_texts(struct record *record, struct arena *arena)
{
	struct str all;
	enum charset charset;

	str_init(&all, arena, 0);
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (record->fields[i] != NULL)
			str_addf(&all, "%s\n", record->fields[i]);
	for (int ply = 0; ply <= record->length; ply++)
		if (record->comments[ply] != NULL)
			str_addf(&all, "%s\n", record->comments[ply]);
	charset = charset_guess(arena, all.data, all.length);
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (record->fields[i] != NULL)
			record->fields[i] = charset_decode(
			    arena, charset, record->fields[i], strlen(record->fields[i]));
	for (int ply = 0; ply <= record->length; ply++)
		if (record->comments[ply] != NULL)
			record->comments[ply] = charset_decode(
			    arena, charset, record->comments[ply], strlen(record->comments[ply]));
}

void
xqf_read(struct record_list *list, const unsigned char *bytes, size_t size)
{
	static const enum result results[] = { RESULT_NONE, RESULT_RED, RESULT_GREEN, RESULT_DRAW,
		RESULT_DRAW }; /* the last in some old files */
	static const char mask[] = "[(C) Copyright Mr. Dong Shiwei.]";
	struct xqf x = { .bytes = bytes, .size = size, .at = AT_MOVES, .arena = list->arena };
	struct xqf_keys *keys = &x.keys;
	struct record *record;

	if (size < AT_MOVES)
		return;
	x.version = bytes[AT_VERSION];
	if (x.version > VERSION_PLAIN) {
		keys->pieces = key_product(bytes[AT_KEY_PIECES], bytes[AT_KEY_PIECES]);
		keys->from = key_product(bytes[AT_KEY_FROM], keys->pieces);
		keys->to = key_product(bytes[AT_KEY_TO], keys->from);
		keys->comment = (bytes[AT_KEY_SUM] * 256u + bytes[AT_KEY_PIECES]) % 32000 + 767;
		for (int i = 0; i < 32; i++)
			keys->stream[i] = (uint8_t)(mask[i] &
			    ((bytes[AT_KEY_SUM + i % 4] & bytes[AT_KEY_MASK]) |
				bytes[AT_KEY_OR + i % 4]));
	}
	record = record_new(list->arena, (int)((size - AT_MOVES) / 4));
	for (int i = 0; i < RECORD_FIELDS; i++) {
		const char *text = (const char *)bytes + field_names[i].xqf;
		size_t length = (unsigned char)*text, room = field_names[i].xqf_size;

		if (field_names[i].xqf == 0 || length == 0)
			continue;
		record->fields[i] = arena_strndup(
		    list->arena, text + 1, length < room ? length : room - 1);
	}
	if (bytes[AT_RESULT] < sizeof results / sizeof results[0])
		record->result = results[bytes[AT_RESULT]];
	read_moves(&x, record);
	decode_texts(record, list->arena);
	record_list_add(list, record);
}

static uint8_t
xy_of(uint8_t square)
{
	return square == NO_SQUARE ? 0xff :
				     (uint8_t)(square_file(square) * 10 + square_rank(square));
}

static void
node_write(
    struct str *out, uint8_t from, uint8_t to, bool has_next, uint8_t last, const char *comment)
{
	unsigned char bytes[8] = { from, to, has_next ? PLAIN_NEXT : 0, last };
	size_t room = comment != NULL ? strlen(comment) * 4 + 1 : 1;
	char *text = arena_alloc(out->arena, room);
	size_t length = comment != NULL ? text_to_gb18030(comment, text, room) : 0;

	for (int i = 0; i < 4; i++)
		bytes[4 + i] = (unsigned char)(length >> 8 * i);
	str_addn(out, (const char *)bytes, sizeof bytes);
	str_addn(out, text, length);
}

void
xqf_write(struct str *out, const struct record *record)
{
	static const uint8_t results[] = {
		[RESULT_RED] = 1, [RESULT_GREEN] = 2, [RESULT_DRAW] = 3, [RESULT_CANCELLED] = 0
	};
	unsigned char head[AT_MOVES] = { 'X', 'Q', VERSION_PLAIN };
	uint8_t slots[SLOTS];

	slots_from_board(&record->start, slots);
	for (int i = 0; i < SLOTS; i++)
		head[AT_PIECES + i] = xy_of(slots[i]);
	head[AT_TURN] = record->start.turn == GREEN;
	head[AT_RESULT] = results[record->result];
	head[AT_TYPE] = record_starts_elsewhere(record) ? 3 : 0;
	for (int i = 0; i < RECORD_FIELDS; i++) {
		unsigned char *at = head + field_names[i].xqf;
		char text[UINT8_MAX];

		if (field_names[i].xqf == 0 || record->fields[i] == NULL)
			continue;
		*at = (unsigned char)text_to_gb18030(
		    record->fields[i], text, field_names[i].xqf_size);
		memcpy(at + 1, text, *at);
	}
	str_addn(out, (const char *)head, sizeof head);
	node_write(out, FROM_SHIFT, TO_SHIFT, record->length > 0, 0xff,
	    comment_with_time(out->arena, record, 0));
	for (int i = 0; i < record->length; i++)
		node_write(out, (uint8_t)(xy_of(record->moves[i].from) + FROM_SHIFT),
		    (uint8_t)(xy_of(record->moves[i].to) + TO_SHIFT), i + 1 < record->length, 0,
		    comment_with_time(out->arena, record, i + 1));
}
