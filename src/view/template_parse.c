/* SPDX-License-Identifier: ISC */
/*
 * From a template's text to its nodes (template_parse.h).
 *
 * A line of nothing but section tags, partials, comments and blanks leaves no
 * trace of itself; every other character stays as it is.  Nothing is looked up
 * here: unknown names show when the template is rendered.
 */
#include "view/template_parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"

#define OPEN_MAX 16 /* sections inside each other */
#define BLANKS   " \t\r"

struct parser {
	struct arena *arena;
	struct template *out;
	size_t capacity;
	size_t open[OPEN_MAX]; /* indexes of sections not closed yet */
	size_t open_count;
	int line;
	const char *at;
	struct err *err;
};

bool
template_name_is_valid(const char *name)
{
	size_t n = strspn(
	    name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");

	return n > 0 && n <= 64 && name[n] == '\0' && name[0] != '.';
}

static struct node *
add_node(struct parser *p, enum node_kind kind, const char *text, size_t length)
{
	struct template *out = p->out;
	struct node *node;

	if (out->count == p->capacity) {
		struct node *old = out->nodes;

		p->capacity = p->capacity != 0 ? 2 * p->capacity : 16;
		out->nodes = arena_alloc(p->arena, p->capacity * sizeof *out->nodes);
		if (old != NULL)
			memcpy(out->nodes, old, out->count * sizeof *old);
	}
	node = &out->nodes[out->count++];
	*node = (struct node){ .kind = kind,
		.line = p->line,
		.length = length,
		.text = arena_strndup(p->arena, text, length) };
	return node;
}

static int
broken(struct parser *p, const char *what, const char *name)
{
	return err_set(
	    p->err, "%s:%d: %s%s%s", p->out->path, p->line, what, name[0] != '\0' ? " " : "", name);
}

static int
open_section(struct parser *p, struct node *node)
{
	if (p->open_count == OPEN_MAX)
		return broken(p, "too many sections inside each other at", node->text);
	p->open[p->open_count++] = (size_t)(node - p->out->nodes);
	return 0;
}

static int
close_section(struct parser *p, const struct node *node)
{
	struct node *opening;

	if (p->open_count == 0)
		return broken(p, "nothing is open that could be closed:", node->text);
	opening = &p->out->nodes[p->open[--p->open_count]];
	if (strcmp(opening->text, node->text) != 0)
		return broken(p, "another section is open, not", node->text);
	opening->close = p->out->count - 1;
	return 0;
}

static enum node_kind
kind_of(char sigil)
{
	switch (sigil) {
	case '#':
		return NODE_SECTION;
	case '^':
		return NODE_INVERTED;
	case '/':
		return NODE_CLOSE;
	case '>':
		return NODE_PARTIAL;
	case ':':
		return NODE_WORD;
	default:
		return NODE_VALUE;
	}
}

static void
count_lines(struct parser *p, const char *end)
{
	for (; p->at < end; p->at++)
		if (*p->at == '\n')
			p->line++;
}

/* p->at stands on "{{"; afterwards behind "}}". */
static int
parse_tag(struct parser *p)
{
	const char *begin = p->at + 2, *end = strstr(begin, "}}");
	enum node_kind kind;
	struct node *node;

	if (end == NULL)
		return broken(p, "a tag is not closed by }}", "");
	if (*begin == '!') {
		count_lines(p, end + 2);
		return 0;
	}
	p->at = end + 2;
	kind = kind_of(*begin);
	begin += kind != NODE_VALUE;
	begin += strspn(begin, BLANKS);
	while (end > begin && strchr(BLANKS, end[-1]) != NULL)
		end--;
	node = add_node(p, kind, begin, end > begin ? (size_t)(end - begin) : 0);
	if (!template_name_is_valid(node->text))
		return broken(p, "this is no name:", node->text);
	if (kind == NODE_SECTION || kind == NODE_INVERTED)
		return open_section(p, node);
	return kind == NODE_CLOSE ? close_section(p, node) : 0;
}

/* Where the line at `at` ends if it holds nothing but tags that show nothing
 * themselves; else NULL. */
static const char *
bare_line_end(const char *at)
{
	bool any = false;

	for (;;) {
		at += strspn(at, BLANKS);
		if (*at == '\n' || *at == '\0')
			return any ? at + (*at == '\n') : NULL;
		if (strncmp(at, "{{", 2) != 0 || at[2] == '\0' || strchr("#^/>!", at[2]) == NULL)
			return NULL;
		if ((at = strstr(at, "}}")) == NULL)
			return NULL;
		at += 2;
		any = true;
	}
}

static int
parse_bare_line(struct parser *p, const char *end)
{
	while (p->at < end) {
		if (*p->at == '{') {
			if (parse_tag(p) == -1)
				return -1;
		} else {
			count_lines(p, p->at + 1);
		}
	}
	return 0;
}

static int
parse_line(struct parser *p)
{
	while (*p->at != '\0') {
		size_t n = strcspn(p->at, "\n");
		const char *tag = strstr(p->at, "{{");

		if (tag == NULL || tag > p->at + n) {
			n += p->at[n] == '\n';
			add_node(p, NODE_TEXT, p->at, n);
			count_lines(p, p->at + n);
			return 0;
		}
		if (tag > p->at)
			add_node(p, NODE_TEXT, p->at, (size_t)(tag - p->at));
		p->at = tag;
		if (parse_tag(p) == -1)
			return -1;
	}
	return 0;
}

int
template_parse(struct arena *arena, const char *path, int line, const char *text,
    struct template *out, struct err *err)
{
	struct parser p = { .arena = arena, .out = out, .line = line, .at = text, .err = err };

	*out = (struct template){ .path = path };
	while (*p.at != '\0') {
		const char *end = bare_line_end(p.at);

		if ((end != NULL ? parse_bare_line(&p, end) : parse_line(&p)) == -1)
			return -1;
	}
	if (p.open_count > 0)
		return broken(
		    &p, "a section is not closed:", out->nodes[p.open[p.open_count - 1]].text);
	return 0;
}
