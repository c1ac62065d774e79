/* SPDX-License-Identifier: ISC */
/*
 * Tokens, keys, codes, passwords (token.h).
 *
 * A token's bytes: version and purpose (1), key number (1), then player, game, turn and, where
 * it is said, time or what is asked as base-128 numbers, then 12 bytes of keyed BLAKE2b over all
 * before.
 */
#include "base/token.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/utf8.h"

#define VERSION_BITS 0x10 /* high nibble of the first byte: format 1 */
#define MAC_SIZE     16   /* what BLAKE2b gives at least … */
#define MAC_KEPT     12   /* … of which 96 bits are kept */
#define ASKS_BITS    3
#define TOKEN_BYTES  ((TOKEN_SIZE - 1) * 5 / 8)

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

int
token_setup(struct err *err)
{
	if (sodium_init() == -1)
		return err_set(err, "libsodium does not start");
	return 0;
}

static void
base32_write(const uint8_t *bytes, size_t length, char *out)
{
	unsigned bits = 0, held = 0;

	for (size_t i = 0; i < length; i++) {
		bits = (bits << 8 | bytes[i]) & 0xffff;
		for (held += 8; held >= 5; held -= 5)
			*out++ = alphabet[bits >> (held - 5) & 31];
	}
	if (held > 0)
		*out++ = alphabet[bits << (5 - held) & 31];
	*out = '\0';
}

/* Returns the number of bytes, or -1 for a foreign character or spare bits set. */
static int
base32_read(const char *text, uint8_t *out, size_t size)
{
	unsigned bits = 0, held = 0;
	size_t n = 0;

	for (; *text != '\0'; text++) {
		int c = *text >= 'A' && *text <= 'Z' ? *text + 32 : *text;
		const char *found = memchr(alphabet, c, 32);

		if (found == NULL)
			return -1;
		bits = (bits << 5 | (unsigned)(found - alphabet)) & 0xffff;
		if ((held += 5) < 8)
			continue;
		if (n == size)
			return -1;
		held -= 8;
		out[n++] = (uint8_t)(bits >> held & 0xff);
	}
	if (held >= 5 || (bits & ((1u << held) - 1)) != 0)
		return -1;
	return (int)n;
}

int
keys_save(const struct keys *keys, const char *path, bool replace, struct err *err)
{
	return file_keep(path, (const char *)keys, sizeof *keys, replace, err);
}

/* 1 read, 0 no such file, -1 failure. */
static int
keys_read(struct keys *keys, const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd == -1 && errno == ENOENT)
		return 0;
	if (fd == -1)
		return err_system(err, "cannot read the keys in %s", path);
	if ((n = read(fd, keys, sizeof *keys)) == -1)
		err_system(err, "cannot read the keys in %s", path);
	close(fd);
	if (n == -1)
		return -1;
	if (n != (ssize_t)sizeof *keys || keys->number[0] == 0)
		return err_set(err, "%s is not a file of keys", path);
	return 1;
}

int
keys_load(struct keys *keys, const char *path, struct err *err)
{
	int found = keys_read(keys, path, err);

	if (found == 0) {
		memset(keys, 0, sizeof *keys);
		keys->number[0] = 1;
		randombytes_buf(keys->key[0], sizeof keys->key[0]);
		if (keys_save(keys, path, false, err) == -1)
			return -1;
		/* Another process may have been first: its keys are the ones. */
		found = keys_read(keys, path, err);
		if (found == 0)
			return err_set(err, "the keys in %s have vanished", path);
	}
	return found == -1 ? -1 : 0;
}

int
keys_change(struct keys *keys, const char *path, struct err *err)
{
	struct keys changed = *keys;

	changed.number[1] = keys->number[0];
	memcpy(changed.key[1], keys->key[0], sizeof changed.key[1]);
	changed.number[0] = (uint8_t)(keys->number[0] == 255 ? 1 : keys->number[0] + 1);
	randombytes_buf(changed.key[0], sizeof changed.key[0]);
	if (keys_save(&changed, path, true, err) == -1)
		return -1;
	*keys = changed;
	return 0;
}

/* The key of that number; NULL: it is no key any more. */
static const uint8_t *
key_of(const struct keys *keys, uint8_t number)
{
	for (int i = 0; i < 2 && number != 0; i++)
		if (keys->number[i] == number)
			return keys->key[i];
	return NULL;
}

static size_t
number_write(uint8_t *out, uint64_t number)
{
	size_t n = 0;

	do {
		out[n++] = (uint8_t)((number & 0x7f) | (number > 0x7f ? 0x80 : 0));
	} while ((number >>= 7) != 0);
	return n;
}

static bool
number_read(const uint8_t **at, const uint8_t *end, uint64_t max, uint64_t *out)
{
	unsigned shift = 0;

	for (*out = 0; *at < end && shift < 63; shift += 7) {
		uint8_t byte = *(*at)++;

		*out |= (uint64_t)(byte & 0x7f) << shift;
		if ((byte & 0x80) == 0)
			return *out <= max;
	}
	return false;
}

void
token_make(const struct keys *keys, const struct token *token, char out[TOKEN_SIZE])
{
	uint8_t bytes[2 + 4 * 10 + MAC_SIZE];
	size_t n = 0;

	bytes[n++] = (uint8_t)(VERSION_BITS | (unsigned)token->purpose);
	bytes[n++] = keys->number[0];
	n += number_write(bytes + n, (uint64_t)token->player);
	n += number_write(bytes + n, (uint64_t)token->game);
	n += number_write(bytes + n, (uint64_t)token->turn);
	if (token->made != 0)
		n += number_write(bytes + n, (uint64_t)token->made);
	else if (token->asks != ASKS_NOTHING)
		n += number_write(bytes + n, (uint64_t)token->asked << ASKS_BITS | token->asks);
	crypto_generichash(bytes + n, MAC_SIZE, bytes, n, keys->key[0], sizeof keys->key[0]);
	n += MAC_KEPT;
	assert(n <= TOKEN_BYTES); /* ids stay below 2^35, numbers of lists below 2^40 */
	base32_write(bytes, n, out);
}

/* Is its last number `made`, rather than what is asked? */
static bool
tells_time(enum token_purpose purpose)
{
	return purpose == TOKEN_MESSAGE || purpose == TOKEN_CONFIRM || purpose == TOKEN_LIST;
}

bool
token_read(const struct keys *keys, const char *text, struct token *out)
{
	uint8_t bytes[TOKEN_BYTES], want[MAC_SIZE];
	const uint8_t *at = bytes + 2, *end, *key;
	uint64_t player, game, turn, more = 0;
	int n = base32_read(text, bytes, sizeof bytes);
	bool is_timed;

	if (n < 2 + 3 + MAC_KEPT || (bytes[0] & 0xf0) != VERSION_BITS)
		return false;
	end = bytes + n - MAC_KEPT;
	if ((key = key_of(keys, bytes[1])) == NULL)
		return false;
	crypto_generichash(
	    want, sizeof want, bytes, (size_t)(end - bytes), key, sizeof keys->key[0]);
	if (sodium_memcmp(want, end, MAC_KEPT) != 0 || !number_read(&at, end, INT64_MAX, &player) ||
	    !number_read(&at, end, INT64_MAX, &game) || !number_read(&at, end, INT32_MAX, &turn) ||
	    (at != end && !number_read(&at, end, INT64_MAX, &more)) || at != end)
		return false;
	out->purpose = (enum token_purpose)(bytes[0] & 0x0f);
	out->player = (int64_t)player;
	out->game = (int64_t)game;
	out->turn = (int32_t)turn;
	is_timed = tells_time(out->purpose);
	out->made = is_timed ? (int64_t)more : 0;
	out->asks = is_timed ? ASKS_NOTHING : (enum token_asks)(more & ((1 << ASKS_BITS) - 1));
	out->asked = is_timed ? 0 : (int64_t)(more >> ASKS_BITS);
	return true;
}

static const char typable[] = "abcdefghjkmnpqrstuvwxyz23456789";

void
code_random(char *out, size_t digits)
{
	for (size_t i = 0; i < digits; i++)
		*out++ = typable[randombytes_uniform(sizeof typable - 1)];
	*out = '\0';
}

bool
code_is_like(const char *text, size_t digits)
{
	return strlen(text) == digits && strspn(text, typable) == digits;
}

void
digest_pieces(const struct piece *pieces, size_t n, char out[65])
{
	crypto_generichash_state state;
	uint8_t hash[32];

	crypto_generichash_init(&state, NULL, 0, sizeof hash);
	for (size_t i = 0; i < n; i++) {
		uint64_t length = htole64(pieces[i].length);

		/* The length goes first, so that no two lists of pieces run together alike. */
		crypto_generichash_update(&state, (const uint8_t *)&length, sizeof length);
		crypto_generichash_update(
		    &state, (const uint8_t *)pieces[i].data, pieces[i].length);
	}
	crypto_generichash_final(&state, hash, sizeof hash);
	sodium_bin2hex(out, 65, hash, sizeof hash);
}

void
address_veil(const struct keys *keys, int which, const char *address, char out[VEIL_SIZE])
{
	static const uint8_t none[32];
	uint8_t hash[MAC_SIZE];

	crypto_generichash(hash, sizeof hash, (const uint8_t *)address, strlen(address),
	    keys != NULL ? keys->key[which] : none, sizeof none);
	sodium_bin2hex(out, VEIL_SIZE, hash, sizeof hash);
	str_copy(out + 2 * sizeof hash, VEIL_SIZE - 2 * sizeof hash, VEIL_DOMAIN);
}

void
base64_encode(char *out, size_t size, const char *bytes, size_t length)
{
	sodium_bin2base64(
	    out, size, (const uint8_t *)bytes, length, sodium_base64_VARIANT_ORIGINAL);
}

int
password_hash(const char *password, char out[PASSWORD_HASH_SIZE], struct err *err)
{
	struct arena *arena = arena_new();
	char *form = utf8_nfkc(arena, password);
	int rc = crypto_pwhash_str(out, form, strlen(form), crypto_pwhash_OPSLIMIT_INTERACTIVE,
	    crypto_pwhash_MEMLIMIT_INTERACTIVE);

	_Static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "room for a hash");
	sodium_memzero(form, strlen(form));
	arena_free(arena);
	return rc == 0 ? 0 : err_set(err, "no memory to hash a password");
}

bool
password_matches(const char *hash, const char *password, bool *is_old)
{
	/* Of a random text, with the costs of password_hash. */
	static const char decoy[crypto_pwhash_STRBYTES] =
	    "$argon2id$v=19$m=65536,t=2,p=1$sajTAadNP6ntWr2CIiRNZQ$"
	    "Hf5sFr5qF2966r4egFeDGzizi62fCPrcdgczZCDJC9E";
	const char *known = hash[0] != '\0' ? hash : decoy;
	struct arena *arena = arena_new();
	char *form = utf8_nfkc(arena, password);
	bool is_right = crypto_pwhash_str_verify(known, form, strlen(form)) == 0;
	bool was_right = !is_right && strcmp(form, password) != 0 &&
	    crypto_pwhash_str_verify(known, password, strlen(password)) == 0;

	sodium_memzero(form, strlen(form));
	arena_free(arena);
	if (is_old != NULL)
		*is_old = was_right;
	return (is_right || was_right) && hash[0] != '\0';
}

/* What stands before the sealed bytes: the key's number and the nonce. */
#define SEAL_NONCE crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
#define SEAL_HEAD  (1 + SEAL_NONCE)
#define SEAL_BYTES (SEAL_HEAD + PASSWORD_MAX + 1 + crypto_aead_xchacha20poly1305_ietf_ABYTES)

/* A key for nothing else. */
static void
seal_key(const uint8_t key[32], uint8_t out[crypto_aead_xchacha20poly1305_ietf_KEYBYTES])
{
	static const uint8_t purpose[] = "riverpost: passwords that wait";

	crypto_generichash(
	    out, crypto_aead_xchacha20poly1305_ietf_KEYBYTES, purpose, sizeof purpose, key, 32);
}

void
password_seal(
    const struct keys *keys, const char *owner, const char *password, char out[SEALED_SIZE])
{
	uint8_t bytes[SEAL_BYTES], key[crypto_aead_xchacha20poly1305_ietf_KEYBYTES];
	uint8_t text[PASSWORD_MAX + 1] = { 0 };
	size_t length = strlen(password);

	_Static_assert(
	    SEALED_SIZE >= sodium_base64_ENCODED_LEN(SEAL_BYTES, sodium_base64_VARIANT_ORIGINAL),
	    "room for a sealed password");
	assert(length <= PASSWORD_MAX);
	memcpy(text, password, length);
	bytes[0] = keys->number[0];
	randombytes_buf(bytes + 1, SEAL_NONCE);
	seal_key(keys->key[0], key);
	crypto_aead_xchacha20poly1305_ietf_encrypt(bytes + SEAL_HEAD, NULL, text, sizeof text,
	    (const uint8_t *)owner, strlen(owner), NULL, bytes + 1, key);
	sodium_bin2base64(out, SEALED_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
	sodium_memzero(key, sizeof key);
	sodium_memzero(text, sizeof text);
}

bool
password_unseal(
    const struct keys *keys, const char *owner, const char *sealed, char out[PASSWORD_MAX + 1])
{
	uint8_t bytes[SEAL_BYTES], key[crypto_aead_xchacha20poly1305_ietf_KEYBYTES];
	const uint8_t *of;
	bool is_open;
	size_t length;

	if (sodium_base642bin(bytes, sizeof bytes, sealed, strlen(sealed), NULL, &length, NULL,
		sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    length != sizeof bytes || (of = key_of(keys, bytes[0])) == NULL)
		return false;
	seal_key(of, key);
	is_open = crypto_aead_xchacha20poly1305_ietf_decrypt((uint8_t *)out, NULL, NULL,
		      bytes + SEAL_HEAD, sizeof bytes - SEAL_HEAD, (const uint8_t *)owner,
		      strlen(owner), bytes + 1, key) == 0;
	sodium_memzero(key, sizeof key);
	out[PASSWORD_MAX] = '\0';
	return is_open;
}
