/* SPDX-License-Identifier: ISC */
/*
 * Scores as XQStudio and other Chinese programs write them as text: heads ("标题: …"), a line of
 * dashes, moves with remarks on lines of their own, a line of dashes, the program's own words.
 * Heads that are not known are remarks, where they say anything.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"

#define RESULT_HEAD RECORD_FIELDS

/* A later head of the same field counts only where the first says nothing. */
static const struct {
	const char *name;
	int field; /* or RESULT_HEAD */
} heads[] = { { "标题", FIELD_TITLE }, { "標題", FIELD_TITLE }, { "赛事", FIELD_EVENT },
	{ "賽事", FIELD_EVENT }, { "日期", FIELD_DATE }, { "地点", FIELD_SITE },
	{ "地點", FIELD_SITE }, { "红方", FIELD_RED }, { "紅方", FIELD_RED },
	{ "红方姓名", FIELD_RED }, { "紅方姓名", FIELD_RED }, { "黑方姓名", FIELD_GREEN },
	{ "红方团体", FIELD_RED_TEAM }, { "紅方團體", FIELD_RED_TEAM },
	{ "黑方团体", FIELD_GREEN_TEAM }, { "黑方團體", FIELD_GREEN_TEAM },
	{ "比赛名称", FIELD_EVENT }, { "比賽名稱", FIELD_EVENT }, { "比赛时间", FIELD_DATE },
	{ "比賽時間", FIELD_DATE }, { "比赛日期", FIELD_DATE }, { "比賽日期", FIELD_DATE },
	{ "比赛地点", FIELD_SITE }, { "比賽地點", FIELD_SITE }, { "轮次", FIELD_ROUND },
	{ "輪次", FIELD_ROUND }, { "布局", FIELD_OPENING }, { "佈局", FIELD_OPENING },
	{ "记时规则", FIELD_TIME_CONTROL }, { "計時規則", FIELD_TIME_CONTROL },
	{ "黑方", FIELD_GREEN }, { "结果", RESULT_HEAD }, { "結果", RESULT_HEAD },
	{ "评论", FIELD_ANNOTATOR }, { "評論", FIELD_ANNOTATOR }, { "作者", FIELD_ANNOTATOR } };

/* What a head at the beginning of this line says, blanks left out, or NULL: it is none. */
static const char *
head_value(const char *line, int *field)
{
	static const char wide_colon[] = "：";

	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		const char *at = line + strlen(heads[i].name);

		if (strncmp(line, heads[i].name, strlen(heads[i].name)) != 0)
			continue;
		at += strspn(at, " \t");
		if (*at != ':' && strncmp(at, wide_colon, strlen(wide_colon)) != 0)
			continue;
		at += *at == ':' ? 1 : strlen(wide_colon);
		*field = heads[i].field;
		return at + strspn(at, " \t");
	}
	return NULL;
}

/* "备注: ": a line that ends with its colon. */
static bool
is_empty_head(const char *line)
{
	size_t length = strcspn(line, "\r\n"), wide = strlen("：");

	while (length > 0 && strchr(" \t", line[length - 1]) != NULL)
		length--;
	return (length > 0 && line[length - 1] == ':') ||
	    (length > wide && strncmp(line + length - wide, "：", wide) == 0);
}

static void
read_head(struct arena *arena, const char *value, int field, struct record *record)
{
	size_t length = strcspn(value, "\r\n");

	while (length > 0 && strchr(" \t", value[length - 1]) != NULL)
		length--;
	if (length == 0)
		return;
	if (field == RESULT_HEAD)
		record_take_result(record, arena, arena_strndup(arena, value, length));
	else if (record->fields[field] == NULL)
		record->fields[field] = arena_strndup(arena, value, length);
}

bool
text_line_is_rule(const char *line)
{
	size_t dashes = strspn(line, "-");

	return dashes >= 5 && strchr("\r\n", line[dashes + strspn(line + dashes, " \t")]) != NULL;
}

static const char *
next_line(const char *text)
{
	text += strcspn(text, "\r\n");
	return text + strspn(text, "\r\n \t");
}

const char *
text_begin(const char *text)
{
	int field;

	for (text += strspn(text, "\r\n \t"); *text != '\0'; text = next_line(text))
		if (head_value(text, &field) != NULL)
			return text;
	return NULL;
}

/* Reads the game whose first head stands at text; returns where the next one's does, or the end. */
static const char *
read_game(struct record_list *list, const char *text)
{
	static const char variation[] = "【第"; /* "【第1变: 黑胜】", below the main line */
	struct record *record = record_new(list->arena, 0);
	struct segments segments;
	const char *value;
	bool has_moves = false, is_over = false;
	int field;

	segments_init(&segments, list->arena);
	for (; *text != '\0'; text = next_line(text)) {
		if ((value = head_value(text, &field)) != NULL) {
			if (has_moves)
				break;
			read_head(list->arena, value, field, record);
		} else if (text_line_is_rule(text)) {
			is_over = has_moves;
		} else if (has_moves && strncmp(text, variation, strlen(variation)) == 0) {
			is_over = true;
			segments.variations++;
		} else if (!is_over && (text_line_has_move(text) || result_mark_length(text) > 0)) {
			has_moves = true;
			segments_add_text(&segments, text, strcspn(text, "\r\n"));
		} else if (!is_over && !is_empty_head(text)) {
			segments_add_remark(&segments, text, strcspn(text, "\r\n"));
		}
	}
	record_note_segments(record, list->arena, &segments);
	/* Prose may have lines that look like heads. */
	if (segments_play(&segments, false, false, record) || record->result != RESULT_NONE)
		record_list_add(list, record);
	return text;
}

void
text_read(struct record_list *list, const char *text)
{
	for (text = text_begin(text); text != NULL && *text != '\0';)
		text = read_game(list, text);
}
