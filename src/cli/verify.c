/* SPDX-License-Identifier: ISC */
/*
 * riverpost verify: is a score as a server has signed it?
 *
 * By the keys of this server, those of before too, or by a key that is given, for which no home is
 * needed.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/signing.h"
#include "base/str.h"
#include "cli/cli.h"
#include "config/config.h"

#define SIGNATURE_MAX 8192

static const char *const faults[] = {
	[SIGNING_UNREADABLE] = "is no signature of the kind that minisign makes",
	[SIGNING_OTHER_KEY] = "was made with another key",
	[SIGNING_OTHER_FILE] = "is not of this file: one of them was changed",
	[SIGNING_OTHER_COMMENT] = "has a trusted comment that was changed",
};

/* The keys of the home, or the one that was given. */
static int
take_keys(const char *given, struct signing *keys, struct err *err)
{
	const struct config *config;
	char path[PATH_MAX];

	if (given != NULL) {
		*keys = (struct signing){ .count = 1 };
		str_copy(keys->keys[0].public, sizeof keys->keys[0].public, given);
		return 0;
	}
	return cli_load_config(&config, err) == -1 ||
		folder_join(path, config->home, SIGNING_FILE, err) == -1 ?
	    -1 :
	    signing_read(keys, path, err);
}

static int
verify(
    struct arena *arena, const char *file, const char *beside, const char *given, struct err *err)
{
	enum signing_finding finding = SIGNING_OTHER_KEY;
	char comment[1024], until[24];
	struct signing keys;
	struct str bytes, signature;
	int i;

	if (file_read(file, arena, CLI_FILE_MAX, &bytes, err) == -1 ||
	    file_read(beside, arena, SIGNATURE_MAX, &signature, err) == -1 ||
	    take_keys(given, &keys, err) == -1)
		return -1;
	for (i = 0; i < keys.count && finding == SIGNING_OTHER_KEY; i++)
		finding = signing_check(keys.keys[i].public, bytes.data, bytes.length,
		    signature.data, comment, sizeof comment);
	if (finding != SIGNING_RIGHT)
		return err_set(err, "%s %s", beside, faults[finding]);
	clock_format_iso(until, sizeof until, keys.keys[i - 1].until);
	printf("%s is as it was signed%s%.10s\n%s\n", file,
	    keys.keys[i - 1].until != 0 ? ", with a key used until " : "",
	    keys.keys[i - 1].until != 0 ? until : "", comment);
	return 0;
}

int
cli_verify(int argc, char **argv)
{
	const char *file = NULL, *beside = NULL, *key = NULL;
	struct arena *arena;
	struct err err;
	int rc;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--key=", 6) == 0)
			key = argv[i] + 6;
		else if (strncmp(argv[i], "--", 2) == 0)
			return cli_wrong(argv[i], "there is no such option");
		else if (file == NULL)
			file = argv[i];
		else if (beside == NULL)
			beside = argv[i];
		else
			return cli_wrong(argv[i], CLI_TOO_MUCH);
	}
	if (file == NULL)
		return cli_wrong(NULL, "a file is missing");
	if (key != NULL && !signing_is_key(key))
		return cli_wrong(key, "this is no public key of minisign");
	arena = arena_new();
	if (beside == NULL)
		beside = arena_printf(arena, "%s.minisig", file);
	rc = verify(arena, file, beside, key, &err);
	arena_free(arena);
	return rc == 0 ? 0 : cli_failed(&err);
}
