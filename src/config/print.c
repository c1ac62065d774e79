/* SPDX-License-Identifier: ISC */
/*
 * The configuration shown: as a file and as a manual (config.h).
 *
 * What is printed can be read again; secrets are not printed.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "config/config.h"
#include "config/options.h"

#define COLUMNS 76

/* Lines of words behind a prefix; in a manual each sentence begins a new one. */
static void
print_text(FILE *out, const char *prefix, const char *text, bool is_manual)
{
	size_t column = 0;

	for (bool ends = false; *text != '\0'; text += strspn(text, " ")) {
		size_t n = strcspn(text, " ");

		if (column > 0 && (ends || column + 1 + n > COLUMNS)) {
			fputc('\n', out);
			column = 0;
		}
		fprintf(out, "%s%.*s", column == 0 ? prefix : " ", (int)n, text);
		column += n + (column == 0 ? strlen(prefix) : 1);
		ends = is_manual && text[n - 1] == '.';
		text += n;
	}
	fputc('\n', out);
}

/* Between single quotes libConfuse replaces nothing but \' and \\. */
static void
print_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('\'', out);
}

static void
print_value(FILE *out, const struct option *option, const char *text)
{
	if (text == NULL) {
		fprintf(out, "# %s is not set\n", option->name);
	} else if (option->type == OPTION_SECRET) {
		fprintf(out, "# %s is set and not shown\n", option->name);
	} else if (option->type == OPTION_NUMBER || option->type == OPTION_CHOICE) {
		fprintf(out, "%s = %s\n", option->name, text);
	} else {
		fprintf(out, "%s = ", option->name);
		print_quoted(out, text);
		fputc('\n', out);
	}
}

static void
print_options(FILE *out, const char *indent, const char *comment, const struct section *section,
    const void *base)
{
	struct arena *arena = arena_new();

	for (size_t i = 0; i < section->count; i++) {
		const struct option *option = &section->options[i];

		if (i > 0)
			fputc('\n', out);
		print_text(out, comment, option->help, false);
		fputs(indent, out);
		print_value(out, option, option_get(option, base, arena));
	}
	arena_free(arena);
}

void
config_print(const struct config *config, FILE *out)
{
	fprintf(out, "# %s%s\n\n", config->file != NULL ? "Read from " : "No file: the defaults",
	    config->file != NULL ? config->file : "");
	print_options(out, "", "# ", &config_sections[SECTION_MAIN], config);
	fputc('\n', out);
	print_text(out, "# ", config_sections[SECTION_SOURCE].help, false);
	for (int i = 0; i < config->source_count; i++) {
		fputs("source ", out);
		print_quoted(out, config->sources[i].name);
		fputs(" {\n", out);
		print_options(
		    out, "\t", "\t# ", &config_sections[SECTION_SOURCE], &config->sources[i]);
		fputs("}\n\n", out);
	}
	print_text(out, "# ", config_sections[SECTION_SINK].help, false);
	fputs("sink {\n", out);
	print_options(out, "\t", "\t# ", &config_sections[SECTION_SINK], config);
	fputs("}\n", out);
}

static void
manual_option(FILE *out, const struct option *option)
{
	static const char *const values[] = { [OPTION_TEXT] = "text",
		[OPTION_PATH] = "path",
		[OPTION_SECRET] = "text",
		[OPTION_ADDRESS] = "address",
		[OPTION_OWN_ADDRESS] = "address",
		[OPTION_NUMBER] = "number",
		[OPTION_CHOICE] = "word" };

	fprintf(out, ".It Ic %s Ns = Ns Ar %s\n", option->name, values[option->type]);
	print_text(out, "", option->help, true);
	if (option->type == OPTION_NUMBER)
		fprintf(out, "From %d to %d.\n", option->min, option->max);
	if (option->type == OPTION_CHOICE) {
		fputs("One of\n", out);
		for (int i = 0; option->choice(i) != NULL; i++)
			fprintf(out, ".Cm %s%s\n", option->choice(i),
			    option->choice(i + 1) != NULL ? " ," : " .");
	}
	if (option->initial != NULL)
		fprintf(out, "The default is\n.Ql %s .\n", option->initial);
}

void
config_manual(FILE *out)
{
	static const char *const headings[SECTIONS] = {
		[SECTION_MAIN] = "Options of the server",
		[SECTION_SOURCE] = "Sections: source \\(dqname\\(dq { ... }",
		[SECTION_SINK] = "Section: sink { ... }",
	};

	for (int i = 0; i < SECTIONS; i++) {
		fprintf(out, ".Ss %s\n", headings[i]);
		if (i != SECTION_MAIN)
			print_text(out, "", config_sections[i].help, true);
		fputs(".Bl -tag -width Ds\n", out);
		for (size_t k = 0; k < config_sections[i].count; k++)
			manual_option(out, &config_sections[i].options[k]);
		fputs(".El\n", out);
	}
}
