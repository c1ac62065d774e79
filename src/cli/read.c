/* SPDX-License-Identifier: ISC */
/*
 * riverpost read: what the server would see in a letter.
 *
 * Needs no database and changes nothing; proof by token or password needs the
 * keys and the accounts, so it only says which proof the letter brings.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cli/cli.h"
#include "cmd/cmd.h"
#include "cmd/parse.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "mail/read/letter.h"
#include "mail/read/subject.h"
#include "mail/reader.h"
#include "sandbox/sandbox.h"
#include "view/languages.h"
#include "view/template.h"

#define FILE_MAX (64 * 1024 * 1024)

static int
read_all(FILE *file, struct str *out)
{
	char buffer[65536];
	size_t n;

	while ((n = fread(buffer, 1, sizeof buffer, file)) > 0 && out->length < FILE_MAX)
		str_addn(out, buffer, n);
	return ferror(file) ? -1 : 0;
}

static const char *
kind_name(enum letter_kind kind)
{
	static const char *const names[] = { "person", "robot", "bounce", "loop", "unreadable" };

	return names[kind];
}

static bool
has_tag(struct arena *arena, const struct letter *letter, const char *own)
{
	for (int i = 0; i < letter->recipient_count; i++)
		if (address_tag(arena, letter->recipients[i], own) != NULL)
			return true;
	return false;
}

static const char *
proof_name(struct arena *arena, const struct letter *letter, const struct parsed_letter *parsed,
    const char *own)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].password != NULL)
			return "password";
	if (letter->dmarc != DMARC_UNKNOWN)
		return letter->dmarc == DMARC_PASS ? "mail server" : "none";
	return has_tag(arena, letter, own) ? "token" : "none";
}

/* What auth_server, if there is one, has found. */
static const char *
dmarc_name(enum dmarc dmarc)
{
	static const char *const names[] = {
		[DMARC_UNKNOWN] = "unknown", [DMARC_PASS] = "pass", [DMARC_FAIL] = "fail"
	};

	return names[dmarc];
}

static void
print(struct arena *arena, const struct letter *letter, const struct parsed_letter *parsed,
    const char *own)
{
	printf("from: %s\n", letter->from != NULL ? letter->from : "");
	printf("proof: %s\n", proof_name(arena, letter, parsed, own));
	printf("dmarc: %s\n", dmarc_name(letter->dmarc));
	printf("kind: %s\n", kind_name(letter->kind));
	if (letter->kind != LETTER_PERSON)
		printf("reason: %s\n", letter->kind_reason);
	printf("subject: %s\n", letter->subject);
	printf("charset: %s\n", letter->charset != NULL ? letter->charset : "");
	printf("digest: %s\n", letter->digest);
	for (int i = 0; i < parsed->count; i++)
		printf("command: %s\n", parsed->orders[i].line);
	if (parsed->doubtful != NULL)
		printf("doubtful: %s\n", parsed->doubtful);
	printf("\n%s", letter->text);
}

static int
read_letter(struct arena *arena, FILE *file, const struct config *config,
    const struct glossary *glossary, struct err *err)
{
	struct letter_policy policy = { .bytes_max = (size_t)config->letter_max,
		.address = config->address,
		.loop_id = config->address,
		.auth_server = config->auth_server };
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct letter letter;
	struct str bytes;
	bool was_answer;

	str_init(&bytes, arena, FILE_MAX);
	if (read_all(file, &bytes) == -1)
		return err_system(err, "cannot read the letter");
	if (sandbox_read(&letter, arena, bytes.data, bytes.length, &policy, err) == -1)
		return -1;
	parse_letter(arena, glossary, subject_strip(arena, letter.subject, &was_answer),
	    letter.text, letter.is_answer, parsed);
	print(arena, &letter, parsed, config->address);
	return 0;
}

/* As the server reads it: apart, by a process that is older than the configuration. */
static int
read_file(FILE *file)
{
	const struct config *config;
	struct templates *templates;
	struct arena *arena;
	struct err err;
	char place[PATH_MAX];
	int rc = sandbox_start(reader_read, NULL, &err);

	if (rc == 0 && (config = cli_config()) == NULL)
		return 1;
	if (rc == 0) {
		arena = arena_new();
		templates = templates_new(config->templates, config_shipped_templates(place));
		rc = read_letter(arena, file, config, languages_read(templates), &err);
		templates_free(templates);
		arena_free(arena);
		sandbox_stop();
	}
	if (rc == -1)
		fprintf(stderr, "riverpost: %s\n", err.text);
	return rc == -1 ? 1 : 0;
}

int
cli_read(int argc, char **argv)
{
	FILE *file = stdin;
	int rc;

	if (argc > 2)
		return 2;
	if (argc == 2 && (file = fopen(argv[1], "r")) == NULL) {
		fprintf(stderr, "riverpost: cannot read %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	rc = read_file(file);
	if (file != stdin)
		fclose(file);
	return rc;
}
