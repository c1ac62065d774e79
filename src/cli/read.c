/* SPDX-License-Identifier: ISC */
/*
 * riverpost read: what the server would see in a letter.
 *
 * Needs no database and changes nothing; proof by token or password needs the
 * keys and the accounts, so it only says which proof the letter brings.
 */
#include <stdio.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "cli/cli.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "mail/read/letter.h"
#include "mail/read/subject.h"
#include "sandbox/sandbox.h"
#include "speak/parse.h"
#include "speak/secret.h"
#include "view/languages.h"
#include "view/template.h"

static const char *
read_proof(struct arena *arena, const struct letter *letter, const struct parsed_letter *parsed,
    const char *own)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].password != NULL)
			return "password";
	if (letter->dmarc != DMARC_UNKNOWN)
		return letter->dmarc == DMARC_PASS ? "mail server" : "none";
	for (int i = 0; i < letter->recipient_count; i++)
		if (address_tag(arena, letter->recipients[i], own) != NULL)
			return "token";
	return "none";
}

static int
read_letter(struct arena *arena, const char *path, const struct config *config, struct err *err)
{
	static const char *const kinds[] = { "person", "robot", "bounce", "loop", "unreadable" };
	/* What auth_server, if there is one, has found. */
	static const char *const dmarc[] = {
		[DMARC_UNKNOWN] = "unknown", [DMARC_PASS] = "pass", [DMARC_FAIL] = "fail"
	};
	struct letter_policy policy = { .bytes_max = (size_t)config->letter_max,
		.address = config->address,
		.auth_server = config->auth_server };
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context context = { NULL };
	struct templates *templates;
	struct letter letter;
	struct str bytes;

	if (file_read(path, arena, CLI_FILE_MAX, &bytes, err) == -1 ||
	    sandbox_read(&letter, arena, bytes.data, bytes.length, &policy, err) != 0)
		return -1;
	templates = templates_new(config->templates, config_shipped_templates());
	if (languages_read(templates, &context.glossary, err) == -1) {
		templates_free(templates);
		return -1;
	}
	context.name = letter.from_name;
	context.more = letter.more[0] != '\0' ? letter.more : NULL;
	context.lines = letter.lines;
	context.labelled = subject_strip(arena, letter.subject, &context.is_answers_subject);
	context.is_unread = letter.too_large || letter.unread != UNREAD_NONE;
	parse_letter(arena, &context, subject_unlabel(arena, context.labelled), letter.text,
	    letter.is_answer, parsed);
	printf("from: %s\n", letter.from != NULL ? letter.from : "");
	printf("proof: %s\n", read_proof(arena, &letter, parsed, config->address));
	printf("dmarc: %s\n", dmarc[letter.dmarc]);
	printf("kind: %s\n", kinds[letter.kind]);
	if (letter.kind != LETTER_PERSON)
		printf("reason: %s\n", letter.kind_reason);
	printf("subject: %s\n", letter.subject);
	printf("charset: %s\n", letter.charset != NULL ? letter.charset : "");
	printf("digest: %s\n", letter.digest);
	for (int i = 0; i < parsed->count; i++)
		printf("command: %s\n", parsed->orders[i].line);
	if (parsed->doubtful != NULL)
		printf("doubtful: %s\n", parsed->doubtful);
	if (letter.left[0] != '\0')
		printf("left: %s\n", secret_blank(arena, &context, letter.left));
	printf("\n%s", letter.text);
	templates_free(templates);
	return 0;
}

int
cli_read(int argc, char **argv)
{
	const struct config *config;
	struct arena *arena;
	struct err err;
	int rc;

	if (argc > 2)
		return cli_wrong(argv[2], CLI_TOO_MUCH);
	/* As the server reads it: apart. */
	if ((rc = sandbox_start(config_reader(), NULL, &err)) == 0) {
		if ((config = cli_config()) == NULL)
			return 1;
		arena = arena_new();
		rc = read_letter(arena, argc == 2 ? argv[1] : NULL, config, &err);
		arena_free(arena);
		sandbox_stop();
	}
	return rc == -1 ? cli_failed(&err) : 0;
}
