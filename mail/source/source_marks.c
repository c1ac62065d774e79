/* SPDX-License-Identifier: ISC */
/*
 * Marks of letters that stay in a mailbox on a server (source.h).
 *
 * They are few: a server that does as it is told has none.  What cannot be kept is known to this
 * program all the same.
 */
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/source/source_ops.h"

#define CUT_MIN 32 /* bytes that may be missing of a text that is not empty */

int
marks_recall(struct source *source, struct err *err)
{
	const struct source_memory *memory = source->options.memory;

	if (memory == NULL)
		return 0;
	if (memory->recall(memory->context, source->name, source->arena, &source->marks,
		&source->mark_count, err) == -1)
		return -1;
	source->mark_room = source->mark_count;
	return 0;
}

struct letter_mark *
marks_find(struct source *source, const char *id)
{
	for (size_t i = 0; i < source->mark_count; i++)
		if (str_equal(source->marks[i].id, id))
			return &source->marks[i];
	return NULL;
}

void
marks_set(struct source *source, const struct letter_mark *mark, bool is_kept)
{
	const struct source_memory *memory = source->options.memory;
	struct letter_mark *place = marks_find(source, mark->id);
	struct err err;

	if (place == NULL && source->mark_count == source->mark_room) {
		struct letter_mark *old = source->marks;

		source->mark_room = source->mark_room * 2 + 16;
		source->marks = arena_alloc(source->arena, source->mark_room * sizeof *old);
		if (old != NULL)
			memcpy(source->marks, old, source->mark_count * sizeof *old);
	}
	if (place == NULL) {
		place = &source->marks[source->mark_count++];
		place->is_kept = false;
	}
	is_kept |= place->is_kept;
	*place = *mark;
	place->is_kept = is_kept && memory != NULL;
	if (place->is_kept && memory->keep(memory->context, source->name, place, &err) == -1)
		log_error_once("%s", err.text);
}

void
marks_drop(struct source *source, const char *id)
{
	const struct source_memory *memory = source->options.memory;
	struct letter_mark *mark = marks_find(source, id);
	struct err err;

	if (mark == NULL)
		return;
	if (mark->is_kept && memory->forget(memory->context, source->name, mark->id, &err) == -1)
		log_error_once("%s", err.text);
	*mark = source->marks[--source->mark_count];
}

bool
mark_is_of_another(const struct letter_mark *mark, int64_t size)
{
	return mark->size != 0 && size != 0 && mark->size != size;
}

int64_t
marks_late(struct source *source, const char *id, int64_t size)
{
	struct letter_mark *mark = marks_find(source, id);
	struct letter_mark fresh = { .kind = MARK_LATE, .size = size, .since = source->now };

	if (mark != NULL && mark->kind == MARK_LATE && !mark_is_of_another(mark, size))
		return mark->since;
	str_copy(fresh.id, sizeof fresh.id, id);
	marks_set(source, &fresh, true);
	return fresh.since;
}

/* Sizes are estimates on some servers: less than half, no end of the header, or a last line without
 * an end an eighth before. */
static bool
is_cut(const char *bytes, size_t length, size_t size)
{
	bool has_header = memmem(bytes, length, "\n\r\n", 3) != NULL ||
	    memmem(bytes, length, "\n\n", 2) != NULL;

	if (length >= size || (length > 0 && size - length < CUT_MIN))
		return false;
	return !has_header || length < size / 2 ||
	    (length < size - size / 8 && bytes[length - 1] != '\n');
}

bool
source_waits_for_text(
    struct source *source, struct intake *intake, const char *bytes, size_t length, size_t size)
{
	intake->is_cut = false;
	if (!is_cut(bytes, length, size))
		return false;
	if (source->now - marks_late(source, intake->id, (int64_t)size) >= DAY) {
		intake->is_cut = true;
		return false;
	}
	source->skipped++;
	log_error_once("%s: of letter %s the mail server gives %zu of %zu bytes; it is asked again",
	    source->name, intake->id, length, size);
	return true;
}

void
marks_tidy(struct source *source, mark_is_there *is_there, void *context)
{
	for (size_t i = source->mark_count; i > 0; i--)
		if (!is_there(context, source->marks[i - 1].id))
			marks_drop(source, source->marks[i - 1].id);
}

static bool
is_due(const struct source *source, const struct letter_mark *mark)
{
	if (mark->is_told)
		return false;
	return mark->kind == MARK_LATE ? source->now - mark->since >= DAY :
					 mark->tries >= MARK_TRIES;
}

bool
source_trouble(struct source *source, struct source_trouble *out)
{
	*out = (struct source_trouble){ 0 };
	for (size_t i = 0; i < source->mark_count; i++) {
		struct letter_mark *mark = &source->marks[i], told;

		if (!is_due(source, mark) ||
		    (out->count > 0 && out->is_late != (mark->kind == MARK_LATE)))
			continue;
		out->is_late = mark->kind == MARK_LATE;
		out->id = mark->id;
		out->count++;
		told = *mark;
		told.is_told = true;
		marks_set(source, &told, true);
	}
	return out->count > 0;
}
