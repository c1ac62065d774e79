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
#include "base/str.h"
#include "cli.h"
#include "cmd/cmd.h"
#include "cmd/parse.h"
#include "config.h"
#include "mail/letter.h"

#define FILE_MAX	(64 * 1024 * 1024)

static int
read_all(FILE *file, struct str *out)
{
	char	buffer[65536];
	size_t	n;

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
proof_name(struct arena *arena, const struct letter *letter, const struct parsed *parsed,
    const char *own)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].password != NULL)
			return "password";
	if (letter->dmarc == DMARC_PASS)
		return "mail server";
	return has_tag(arena, letter, own) ? "token" : "none";
}

static void
print(struct arena *arena, const struct letter *letter, const struct parsed *parsed,
    const char *own)
{
	printf("from: %s\n", letter->from != NULL ? letter->from : "");
	printf("proof: %s\n", proof_name(arena, letter, parsed, own));
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

int
cli_read(int argc, char **argv)
{
	const struct config	*config = cli_config();
	struct arena		*arena;
	struct str		 bytes;
	struct letter		 letter;
	struct parsed		*parsed;
	struct letter_policy	 policy;
	FILE			*file = stdin;
	bool			 was_answer;

	if (argc > 2)
		return 2;
	if (config == NULL)
		return 1;
	if (argc == 2 && (file = fopen(argv[1], "r")) == NULL) {
		fprintf(stderr, "riverpost: cannot read %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	arena = arena_new();
	parsed = arena_alloc(arena, sizeof *parsed);
	str_init(&bytes, arena, FILE_MAX);
	if (read_all(file, &bytes) == -1) {
		fprintf(stderr, "riverpost: cannot read the letter\n");
		arena_free(arena);
		return 1;
	}
	policy = (struct letter_policy){ .bytes_max = (size_t)config->letter_max,
		.address = config->address, .loop_id = config->address,
		.auth_server = config->auth_server };
	letter_read(&letter, arena, bytes.data, bytes.length, &policy);
	parse_letter(arena, subject_strip(arena, letter.subject, &was_answer), letter.text,
	    letter.is_answer, parsed);
	print(arena, &letter, parsed, config->address);
	arena_free(arena);
	if (file != stdin)
		fclose(file);
	return 0;
}
