/* SPDX-License-Identifier: ISC */
/*
 * Signatures of files, as minisign makes them (signing.h).
 *
 * The file of keys is text: a head, "secret" with the seed of the pair in force, and a line "key"
 * for each public key: since when, and until when ("-": in force) it signed.
 */
#include "base/signing.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"

#define HEAD        "riverpost: what signs scores; keep it secret\n"
#define SEED_BYTES  crypto_sign_SEEDBYTES
#define ID_BYTES    8
#define VARIANT     sodium_base64_VARIANT_ORIGINAL
#define TRUSTED     "trusted comment: "
#define COMMENT_MAX 1000
#define FILE_SIZE   (200 + SIGNING_KEYS_MAX * 120)

struct public
{
	uint8_t kind[2]; /* "Ed" */
	uint8_t id[ID_BYTES];
	uint8_t key[crypto_sign_PUBLICKEYBYTES];
};

struct signature {
	uint8_t kind[2]; /* "ED": over the hash */
	uint8_t id[ID_BYTES];
	uint8_t bytes[crypto_sign_BYTES];
};

/* A file of keys, as it is read and written: wiped after use. */
struct secret {
	uint8_t seed[SEED_BYTES];
	struct signing signing;
	char text[FILE_SIZE];
};

static bool
decode(const char *text, size_t length, void *out, size_t size)
{
	size_t n;

	return sodium_base642bin(out, size, text, length, NULL, &n, NULL, VARIANT) == 0 &&
	    n == size;
}

static bool
read_public(const char *text, struct public *out)
{
	return decode(text, strlen(text), out, sizeof *out) && memcmp(out->kind, "Ed", 2) == 0;
}

static void
make_pair(struct secret *secret, struct signing_key *key, int64_t now)
{
	uint8_t whole[crypto_sign_SECRETKEYBYTES];
	struct public public = { .kind = { 'E', 'd' } };

	randombytes_buf(secret->seed, sizeof secret->seed);
	randombytes_buf(public.id, sizeof public.id);
	crypto_sign_seed_keypair(public.key, whole, secret->seed);
	sodium_memzero(whole, sizeof whole);
	*key = (struct signing_key){ .since = now };
	sodium_bin2base64(
	    key->public, sizeof key->public, (const uint8_t *)&public, sizeof public, VARIANT);
}

static int
save(struct secret *secret, const char *path, bool replace, struct err *err)
{
	char seed[sodium_base64_ENCODED_LEN(SEED_BYTES, VARIANT)], since[24], until[24];
	size_t length;

	sodium_bin2base64(seed, sizeof seed, secret->seed, SEED_BYTES, VARIANT);
	length = (size_t)snprintf(secret->text, sizeof secret->text, "%ssecret %s\n", HEAD, seed);
	sodium_memzero(seed, sizeof seed);
	for (int i = 0; i < secret->signing.count; i++) {
		const struct signing_key *key = &secret->signing.keys[i];

		clock_format_iso(since, sizeof since, key->since);
		clock_format_iso(until, sizeof until, key->until);
		length += (size_t)snprintf(secret->text + length, sizeof secret->text - length,
		    "key %s %s %s\n", key->public, since, i == 0 ? "-" : until);
	}
	return file_keep(path, secret->text, length, replace, err);
}

/* "key PUBLIC SINCE UNTIL" */
static bool
read_key(const char *line, struct signing_key *key)
{
	char since[24], until[24];
	struct public public;

	*key = (struct signing_key){ 0 };
	return sscanf(line, "key %56s %23s %23s", key->public, since, until) == 3 &&
	    read_public(key->public, &public) && clock_parse_iso(since, &key->since) &&
	    (strcmp(until, "-") == 0 || clock_parse_iso(until, &key->until));
}

/* Are the seed and the first public key of one pair? */
static bool
is_pair(const struct secret *secret)
{
	uint8_t whole[crypto_sign_SECRETKEYBYTES], key[crypto_sign_PUBLICKEYBYTES];
	struct public public;

	crypto_sign_seed_keypair(key, whole, secret->seed);
	sodium_memzero(whole, sizeof whole);
	return read_public(secret->signing.keys[0].public, &public) &&
	    memcmp(public.key, key, sizeof key) == 0;
}

static bool
understand(struct secret *secret)
{
	char *rest = secret->text, *line;
	struct signing *signing = &secret->signing;

	if (strncmp(rest, HEAD, strlen(HEAD)) != 0)
		return false;
	rest += strlen(HEAD);
	line = strsep(&rest, "\n");
	if (rest == NULL || strncmp(line, "secret ", 7) != 0 ||
	    !decode(line + 7, strlen(line + 7), secret->seed, sizeof secret->seed))
		return false;
	while ((line = strsep(&rest, "\n")) != NULL && rest != NULL) {
		if (signing->count == SIGNING_KEYS_MAX ||
		    !read_key(line, &signing->keys[signing->count]) ||
		    (signing->keys[signing->count].until == 0) != (signing->count == 0))
			return false;
		signing->count++;
	}
	return signing->count > 0 && is_pair(secret);
}

/* 1 read, 0 no such file, -1. */
static int
load(struct secret *secret, const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	*secret = (struct secret){ 0 };
	if (fd == -1 && errno == ENOENT)
		return 0;
	n = fd != -1 ? read(fd, secret->text, sizeof secret->text - 1) : -1;
	if (n == -1)
		err_system(err, "cannot read the keys in %s", path);
	if (fd != -1)
		close(fd);
	if (n == -1)
		return -1;
	return understand(secret) ? 1 : err_set(err, "%s is not a file of signing keys", path);
}

/* As load; none is a failure. */
static int
load_present(struct secret *secret, const char *path, struct err *err)
{
	int found = load(secret, path, err);

	return found == 0 ? err_set(err, "there are no signing keys at %s", path) : found;
}

int
signing_make(const char *path, int64_t now, struct err *err)
{
	struct secret secret;
	int found = load(&secret, path, err), rc = found == -1 ? -1 : 0;

	if (found == 0) {
		secret.signing.count = 1;
		make_pair(&secret, &secret.signing.keys[0], now);
		rc = save(&secret, path, false, err);
	}
	sodium_memzero(&secret, sizeof secret);
	return rc;
}

/* Below the first, those of `more` that are not there yet; false: there are too many. */
static bool
add_old(struct signing *signing, const struct signing *more, int64_t now)
{
	for (int i = 0; i < more->count; i++) {
		int at = 0;

		while (at < signing->count &&
		    strcmp(signing->keys[at].public, more->keys[i].public) != 0)
			at++;
		if (at < signing->count)
			continue;
		if (signing->count == SIGNING_KEYS_MAX)
			return false;
		signing->keys[at] = more->keys[i];
		if (signing->keys[at].until == 0)
			signing->keys[at].until = now;
		signing->count++;
	}
	return true;
}

int
signing_renew(const char *path, int64_t now, struct err *err)
{
	struct secret secret;
	int rc = load_present(&secret, path, err) == -1 ? -1 : 0;

	if (rc == 0) {
		struct signing old = secret.signing;

		secret.signing.count = 1;
		make_pair(&secret, &secret.signing.keys[0], now);
		rc = add_old(&secret.signing, &old, now) ?
		    save(&secret, path, true, err) :
		    err_set(err, "%s has %d keys already", path, SIGNING_KEYS_MAX);
	}
	sodium_memzero(&secret, sizeof secret);
	return rc;
}

int
signing_read(struct signing *signing, const char *path, struct err *err)
{
	struct secret secret;
	int rc = load_present(&secret, path, err) == -1 ? -1 : 0;

	*signing = secret.signing;
	sodium_memzero(&secret, sizeof secret);
	return rc;
}

int
signing_take(const char *path, const char *fresh, int64_t now, struct err *err)
{
	struct secret present, taken;
	int found = load(&present, path, err), rc = found;
	bool knows_all = false;

	if (found != -1 && (rc = load_present(&taken, fresh, err)) != -1) {
		if (found == 1) {
			struct signing both = present.signing;

			knows_all = add_old(&both, &taken.signing, now) &&
			    both.count == present.signing.count;
		}
		if (knows_all)
			rc = 0;
		else if (found == 1 && !add_old(&taken.signing, &present.signing, now))
			rc = err_set(err, "%s and %s have too many keys", path, fresh);
		else
			rc = save(&taken, path, true, err);
		sodium_memzero(&taken, sizeof taken);
	}
	sodium_memzero(&present, sizeof present);
	return rc == -1 ? -1 : 0;
}

int
signing_copy(const char *path, const char *to, struct err *err)
{
	struct secret secret;
	int found = load(&secret, path, err);

	if (found == 1 && save(&secret, to, false, err) == -1)
		found = -1;
	sodium_memzero(&secret, sizeof secret);
	return found;
}

static void
hash_file(const char *bytes, size_t length, uint8_t hash[crypto_generichash_BYTES_MAX])
{
	crypto_generichash(
	    hash, crypto_generichash_BYTES_MAX, (const uint8_t *)bytes, length, NULL, 0);
}

static void
add_base64(struct str *out, const void *bytes, size_t length)
{
	char text[200];

	sodium_bin2base64(text, sizeof text, bytes, length, VARIANT);
	str_addf(out, "%s\n", text);
}

/* What the second signature is over. */
static size_t
join(const struct signature *signature, const char *comment, size_t length,
    uint8_t out[crypto_sign_BYTES + COMMENT_MAX])
{
	memcpy(out, signature->bytes, crypto_sign_BYTES);
	memcpy(out + crypto_sign_BYTES, comment, length);
	return crypto_sign_BYTES + length;
}

int
signing_sign(const char *path, const char *bytes, size_t length, const char *about,
    const char *comment, struct str *out, struct err *err)
{
	uint8_t hash[crypto_generichash_BYTES_MAX], joined[crypto_sign_BYTES + COMMENT_MAX];
	uint8_t whole[crypto_sign_SECRETKEYBYTES], key[crypto_sign_PUBLICKEYBYTES];
	uint8_t global[crypto_sign_BYTES];
	struct signature signature = { .kind = { 'E', 'D' } };
	struct public public;
	struct secret secret;
	size_t n;

	if (strlen(comment) > COMMENT_MAX)
		return err_set(err, "too long a comment to sign");
	if (load_present(&secret, path, err) == -1) {
		sodium_memzero(&secret, sizeof secret);
		return -1;
	}
	read_public(secret.signing.keys[0].public, &public);
	crypto_sign_seed_keypair(key, whole, secret.seed);
	sodium_memzero(&secret, sizeof secret);
	memcpy(signature.id, public.id, sizeof signature.id);
	hash_file(bytes, length, hash);
	crypto_sign_detached(signature.bytes, NULL, hash, sizeof hash, whole);
	n = join(&signature, comment, strlen(comment), joined);
	crypto_sign_detached(global, NULL, joined, n, whole);
	sodium_memzero(whole, sizeof whole);
	str_addf(out, "untrusted comment: %s\n", about);
	add_base64(out, &signature, sizeof signature);
	str_addf(out, TRUSTED "%s\n", comment);
	add_base64(out, global, sizeof global);
	return 0;
}

bool
signing_is_key(const char *public)
{
	struct public read;

	return read_public(public, &read);
}

/* The next line without its end; NULL: there is none. */
static const char *
take_line(const char **at, size_t *length)
{
	const char *line = *at;
	size_t whole = strcspn(line, "\n");

	if (*line == '\0')
		return NULL;
	*at = line + whole + (line[whole] == '\n');
	*length = whole > 0 && line[whole - 1] == '\r' ? whole - 1 : whole;
	return line;
}

enum signing_finding
signing_check(const char *public, const char *bytes, size_t length, const char *signature,
    char *comment, size_t size)
{
	uint8_t hash[crypto_generichash_BYTES_MAX], joined[crypto_sign_BYTES + COMMENT_MAX];
	uint8_t global[crypto_sign_BYTES];
	struct public key;
	struct signature read;
	const char *line[4];
	size_t of[4], n;

	for (int i = 0; i < 4; i++)
		if ((line[i] = take_line(&signature, &of[i])) == NULL)
			return SIGNING_UNREADABLE;
	n = strlen(TRUSTED);
	if (!decode(line[1], of[1], &read, sizeof read) || memcmp(read.kind, "ED", 2) != 0 ||
	    of[2] < n || of[2] - n > COMMENT_MAX || memcmp(line[2], TRUSTED, n) != 0 ||
	    !decode(line[3], of[3], global, sizeof global) || *signature != '\0')
		return SIGNING_UNREADABLE;
	if (!read_public(public, &key) || memcmp(key.id, read.id, sizeof key.id) != 0)
		return SIGNING_OTHER_KEY;
	hash_file(bytes, length, hash);
	if (crypto_sign_verify_detached(read.bytes, hash, sizeof hash, key.key) != 0)
		return SIGNING_OTHER_FILE;
	str_format(comment, size, "%.*s", (int)(of[2] - n), line[2] + n);
	n = join(&read, line[2] + n, of[2] - n, joined);
	return crypto_sign_verify_detached(global, joined, n, key.key) == 0 ? SIGNING_RIGHT :
									      SIGNING_OTHER_COMMENT;
}
